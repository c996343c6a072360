extends Node2D
## What flat levels have in common: a player, a room to find ways through, words over it, an end.

## The ways through the room are known, everybody has started.
signal opened

const Palette := preload("res://shared/palette.gd")
const PlayerScript := preload("res://actors/player/player.gd")
const HudScript := preload("res://shared/hud.gd")

const MENU := "res://menu/menu.tscn"

## Somebody else leads the player, a scripted run or nobody: no keys, and nobody is caught.
var scripted := false

var _over := false

@onready var player: PlayerScript = $Player
@onready var hud: HudScript = $Hud/Words
@onready var _room: NavigationRegion2D = $Room


func _ready() -> void:
	player.hands_on = not scripted
	for guard in guards():
		guard.process_mode = Node.PROCESS_MODE_DISABLED
	_room.bake_navigation_polygon(false)
	await _wait_for_the_map()
	for guard in guards():
		guard.process_mode = Node.PROCESS_MODE_INHERIT
	opened.emit()


func _unhandled_input(event: InputEvent) -> void:
	if scripted:
		if event.is_action_pressed(&"quit"):
			get_tree().quit()
	elif event.is_action_pressed(&"quit"):
		get_tree().change_scene_to_file(MENU)
	elif event.is_action_pressed(&"restart"):
		get_tree().reload_current_scene()


## Everybody who hunts the player. To be written by the level.
func guards() -> Array[CharacterBody2D]:
	return []


## Ends the game with these words.
func finish(words: String, colour: Color) -> void:
	_over = true
	player.hands_on = false
	player.move = Vector2.ZERO
	for guard in guards():
		guard.process_mode = Node.PROCESS_MODE_DISABLED
	hud.show_banner(words, "R to play again, Esc for the menu", colour)


## The navigation map takes a frame or two before it answers; until then a guard would think it had
## arrived everywhere.
func _wait_for_the_map() -> void:
	var map := _room.get_navigation_map()
	for i in 60:
		await get_tree().physics_frame
		var from := guards()[0].global_position
		if not NavigationServer2D.map_get_path(map, from, player.global_position, true).is_empty():
			return
	push_warning("%s has no navigation map: its guards will stand still." % name)

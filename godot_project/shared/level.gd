extends Node
## What levels have in common, flat ones and those in space: a player, guards that wait until the
## ways through the room are known, words over it, an end.

## The ways through the room are known, everybody has started.
signal opened

const Palette := preload("res://shared/palette.gd")
const HudScript := preload("res://shared/hud.gd")

const MENU := "res://menu/menu.tscn"

## Somebody else leads the player, a scripted run or nobody: no keys, and nobody is caught.
var scripted := false

var _over := false

@onready var hud: HudScript = $Hud/Words
@onready var _hero: Node = $Player


func _ready() -> void:
	_hero.set(&"hands_on", not scripted)
	for guard in guards():
		guard.process_mode = Node.PROCESS_MODE_DISABLED
	_bake()
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
func guards() -> Array[Node]:
	return []


## Ends the game with these words.
func finish(words: String, colour: Color) -> void:
	_over = true
	_hero.set(&"hands_on", false)
	_hero.set(&"move", Vector2.ZERO)
	for guard in guards():
		guard.process_mode = Node.PROCESS_MODE_DISABLED
	hud.show_banner(words, "R to play again, Esc for the menu", colour)


## Finds the ways through the room. To be written by the kind of level.
func _bake() -> void:
	pass


## Whether the navigation map answers. To be written by the kind of level.
func _knows_a_way() -> bool:
	return true


## The navigation map takes a frame or two before it answers; until then a guard would think it had
## arrived everywhere.
func _wait_for_the_map() -> void:
	for i in 60:
		await get_tree().physics_frame
		if _knows_a_way():
			return
	push_warning("%s has no navigation map: its guards will stand still." % name)

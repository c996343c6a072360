extends Node2D
## The storeroom: one guard, one player, crates A and B to hide behind.

## The way round the crates is known, guard and player have started.
signal opened

const Palette := preload("res://shared/palette.gd")
const GuardScript := preload("res://actors/guard/guard.gd")
const PlayerScript := preload("res://actors/player/player.gd")
const FloorScript := preload("res://shared/floor.gd")
const HudScript := preload("res://shared/hud.gd")

## Nearer than this, a guard that sees the player has caught it.
const CAUGHT_AT := 25.0
const BOOT := "res://boot/boot.tscn"

## A scripted run leads the player: no keys, and nobody is caught.
var scripted := false

var _over := false

@onready var guard: GuardScript = $Guard
@onready var player: PlayerScript = $Player
@onready var hud: HudScript = $Hud/Words
@onready var _room: NavigationRegion2D = $Room
@onready var _floor: FloorScript = $Floor


func _ready() -> void:
	player.hands_on = not scripted
	guard.process_mode = Node.PROCESS_MODE_DISABLED
	_room.bake_navigation_polygon(false)
	await _wait_for_the_map()
	guard.process_mode = Node.PROCESS_MODE_INHERIT
	opened.emit()


func _physics_process(_delta: float) -> void:
	hud.readout = _describe(guard.memory)
	if scripted or _over:
		return
	var near := guard.global_position.distance_to(player.global_position) < CAUGHT_AT
	if near and guard.state == GuardScript.State.CHASE and guard.memory.sensed_target:
		_finish("Caught", Palette.ALARM)
	elif _floor.exit.has_point(player.global_position):
		_finish("You are out", Palette.GOOD)


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"quit"):
		get_tree().quit()
	elif event.is_action_pressed(&"restart") and not scripted:
		get_tree().reload_current_scene()


## Sets the scene for a scripted run. Call it before the level enters the tree.
func stage(
	guard_at: Vector2, facing: Vector2, route: PackedVector2Array, player_at: Vector2
) -> void:
	scripted = true
	var who := $Guard as GuardScript
	who.position = guard_at
	who.route = route
	(who.get_node("EnemyPerception") as Node2D).rotation = facing.angle()
	($Player as Node2D).position = player_at


func _finish(words: String, colour: Color) -> void:
	_over = true
	player.hands_on = false
	player.move = Vector2.ZERO
	guard.process_mode = Node.PROCESS_MODE_DISABLED
	hud.show_banner(words, "R to play again, Esc to leave", colour)


## The navigation map takes a frame or two before it answers; until then a guard would think it had
## arrived everywhere.
func _wait_for_the_map() -> void:
	var map := _room.get_navigation_map()
	for i in 60:
		await get_tree().physics_frame
		var path := NavigationServer2D.map_get_path(
			map, guard.global_position, player.global_position, true
		)
		if not path.is_empty():
			return
	push_warning("The storeroom has no navigation map: its guard will stand still.")


func _describe(memory: EnemyMemory) -> String:
	if not memory.has_last_known:
		return "believes nothing   %3d %%" % roundi(memory.confidence * 100.0)
	var sense := "heard" if memory.stimulus == EnemyMemory.SOUND else "saw"
	return (
		"%s somebody %.1f s ago   %3d %%"
		% [sense, memory.time_since_seen, roundi(memory.confidence * 100.0)]
	)

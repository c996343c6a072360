extends "res://shared/flat_level.gd"
## The storeroom: one guard, one player, crates A and B to hide behind.

const GuardScript := preload("res://actors/guard/guard.gd")
const Save := preload("res://levels/storeroom/storeroom_save.gd")
const FloorScript := preload("res://shared/floor.gd")

## Nearer than this, a guard that sees the player has caught it.
const CAUGHT_AT := 25.0

@onready var guard: GuardScript = $Guard
@onready var _floor: FloorScript = $Floor


func _physics_process(_delta: float) -> void:
	hud.readout = _describe(guard.memory)
	if scripted or _over:
		return
	var near := guard.global_position.distance_to(player.global_position) < CAUGHT_AT
	if near and guard.state == GuardScript.State.CHASE and guard.memory.sensed_target:
		finish("Caught", Palette.ALARM)
	elif _floor.exit.has_point(player.global_position):
		finish("You are out", Palette.GOOD)


func _unhandled_input(event: InputEvent) -> void:
	if not scripted and not _over and event.is_action_pressed(&"save"):
		hud.note("Saved" if Save.write(guard, player) else "It could not be saved")
	elif not scripted and not _over and event.is_action_pressed(&"load"):
		var why := Save.read(guard, player)
		hud.note("Loaded" if why.is_empty() else why)
	else:
		super(event)


func guards() -> Array[Node]:
	return [guard]


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


func _describe(memory: EnemyMemory) -> String:
	if not memory.has_last_known:
		return "believes nothing   %3d %%" % roundi(memory.confidence * 100.0)
	var sense := "heard" if memory.stimulus == EnemyMemory.SOUND else "saw"
	return (
		"%s somebody %.1f s ago   %3d %%"
		% [sense, memory.time_since_seen, roundi(memory.confidence * 100.0)]
	)

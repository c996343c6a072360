extends Node
## Plays a level by itself: leads the real player through the real level and watches the real
## guards. A level's run extends this, and plays one scene after the other in [method _play].
##
## Prints a line per happening, a line per checkpoint and last "N passed, N failed"; quits with 0
## when nothing failed.

const LevelScript := preload("res://shared/level.gd")
const PlayerScript := preload("res://actors/player/player.gd")

const REACHED := 6.0

## How many checkpoints the run has: as many chips stand in the upper bar.
@export var checkpoints := 0

var level: LevelScript
var player: PlayerScript

var _verdicts := PackedInt32Array()
var _caption := ""
var _way := PackedVector2Array()
var _pace := PlayerScript.Pace.WALK
var _clock := 0.0


func _ready() -> void:
	_verdicts.resize(checkpoints)
	await _play()
	var passed := _verdicts.count(1)
	var failed := _verdicts.size() - passed
	if checkpoints > 0:
		print("%d passed, %d failed" % [passed, failed])
	get_tree().quit(0 if failed == 0 else 1)


func _physics_process(delta: float) -> void:
	_clock += delta
	if not is_instance_valid(player) or _way.is_empty():
		return
	while not _way.is_empty() and player.global_position.distance_to(_way[0]) < REACHED:
		_way.remove_at(0)
	if _way.is_empty():
		player.move = Vector2.ZERO
		return
	steer(_way[0], _pace)
	if _way.size() == 1:
		# Slow down into the last point instead of shooting past it.
		player.move *= clampf(player.global_position.distance_to(_way[0]) / 24.0, 0.25, 1.0)


## The story. To be written by the level's run.
func _play() -> void:
	pass


## Puts up this level, set for its scene, in place of the last one. Returns once everybody may move.
func put_up(fresh: LevelScript) -> void:
	_way.clear()
	if level:
		level.queue_free()
		await level.tree_exited
	level = fresh
	level.scripted = true
	add_child(level)
	player = level.player
	level.hud.verdicts = _verdicts
	level.hud.caption = _caption
	_clock = 0.0
	await level.opened


## Names the checkpoint that is being played.
func begin(number: int, caption: String) -> void:
	_verdicts[number - 1] = 2
	say("%d  %s" % [number, caption])


## A line under the picture.
func say(caption: String) -> void:
	_caption = caption
	if level:
		level.hud.verdicts = _verdicts
		level.hud.caption = caption


## The end of a checkpoint; [param why] is empty when it passed.
func verdict(number: int, title: String, why := "") -> void:
	_verdicts[number - 1] = 1 if why.is_empty() else -1
	if why.is_empty():
		print("ok %d %s" % [number, title])
	else:
		print("FAILED %d %s: %s" % [number, title, why])
	level.hud.verdicts = _verdicts


func tell(what: String) -> void:
	print("  %5.1f s  %s" % [_clock, what])


## Leads the player along these points, from now on, while the run goes on.
func lead(way: Array[Vector2], pace := PlayerScript.Pace.WALK) -> void:
	_way = PackedVector2Array(way)
	_pace = pace


## Moves the player towards one point for this tick.
func steer(place: Vector2, pace: PlayerScript.Pace) -> void:
	player.pace = pace
	player.move = player.global_position.direction_to(place)


func stop() -> void:
	_way.clear()
	player.move = Vector2.ZERO


func is_led() -> bool:
	return not _way.is_empty()


## Ends right before the next tick: what the last one did is there to be seen.
func tick() -> void:
	await get_tree().physics_frame


func wait(seconds: float) -> void:
	for i in ticks(seconds):
		await tick()


## Waits until [param condition] holds; false when it did not within so many seconds.
func until(condition: Callable, seconds: float) -> bool:
	for i in ticks(seconds):
		if condition.call():
			return true
		await tick()
	return condition.call()


func ticks(seconds: float) -> int:
	return ceili(seconds * Engine.physics_ticks_per_second)

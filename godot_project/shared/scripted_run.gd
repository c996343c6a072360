extends Node
## Plays a level by itself: leads the real player through the real level and watches the real
## guards. A level's run extends this, and plays one scene after the other in [method _play].
##
## Prints a line per happening, a line per checkpoint and last "N passed, N failed"; quits with 0
## when nothing failed.

const LevelScript := preload("res://shared/level.gd")

## How many checkpoints the run has: as many chips stand in the upper bar.
@export var checkpoints := 0

var level: LevelScript

var _verdicts := PackedInt32Array()
var _caption := ""
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


## The story. To be written by the level's run.
func _play() -> void:
	pass


## Puts up this level, set for its scene, in place of the last one. Returns once everybody may move.
func put_up(fresh: LevelScript) -> void:
	if level:
		level.queue_free()
		await level.tree_exited
	level = fresh
	level.scripted = true
	add_child(level)
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

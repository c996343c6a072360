extends Node
## Tries the native library where no test runner goes, in an exported game: every class, every level
## loaded and instanced in threads, and in either dimension a guard that hears and sees.
##
## The last line is "N passed, N failed"; quits with 0 when nothing failed.

const CLASSES: Array[StringName] = [
	&"DetectionMeter",
	&"EnemyMemory",
	&"EnemyPerception",
	&"EnemySearch",
	&"EnemySenses",
	&"FootstepEmitter",
	&"NoiseEmitter",
	&"SensesProfile",
	&"StealthTarget",
]
const LEVELS := "res://levels"
const ALL_LEVELS: Array[String] = ["storeroom", "warehouse", "yard"]
const PROFILE := "res://addons/enemy_senses/profiles/%s/guard.tres"

var _passed := 0
var _failed := 0


func _ready() -> void:
	_try_the_classes()
	await _try_the_levels()
	await _try_a_guard_on_the_plane()
	await _try_a_guard_in_space()
	print("%d passed, %d failed" % [_passed, _failed])
	get_tree().quit(0 if _failed == 0 else 1)


func _try_the_classes() -> void:
	for base in CLASSES:
		for title: StringName in [base, base + "3D"]:
			var made: Object = ClassDB.instantiate(title)
			_check(made != null and made.get_class() == title, "%s can be made" % title)
			if made is Node:
				made.free()
	_check(Engine.has_singleton(&"SensesServer"), "the server is there")


func _try_the_levels() -> void:
	var levels: Array[String] = []
	for folder in ResourceLoader.list_directory(LEVELS):
		var title := folder.trim_suffix("/")
		var scene := await _loaded("%s/%s/%s.tscn" % [LEVELS, title, title]) as PackedScene
		_check(scene != null, "%s is loaded in a thread" % title)
		if scene == null:
			continue
		levels.append(title)
		var thread := Thread.new()
		thread.start(scene.instantiate)
		while thread.is_alive():
			await get_tree().process_frame
		var level: Node = thread.wait_to_finish()
		_check(level != null, "%s is instanced in a thread" % title)
		level.set(&"scripted", true)
		add_child(level)
		await _ticks(90)
		_check(level.is_inside_tree(), "%s goes on" % title)
		level.queue_free()
		await _ticks(2)
	levels.sort()
	_check(levels == ALL_LEVELS, "the levels are %s" % ", ".join(levels))


func _try_a_guard_on_the_plane() -> void:
	var guard := CharacterBody2D.new()
	guard.add_to_group(&"enemies")
	var senses := EnemySenses.new()
	senses.profile = await _loaded(PROFILE % "2d") as SensesProfile
	_check(senses.profile != null, "a profile for the plane is loaded in a thread")
	guard.add_child(senses)
	add_child(guard)
	await _ticks(3)
	SensesServer.emit_noise(Vector2(-50.0, 0.0), 200.0, 1.0)
	await _ticks(30)
	_check(senses.memory.stimulus == EnemyMemory.SOUND, "a guard on the plane hears")
	_check(senses.alert_level != EnemySenses.ALERTED, "and is not sure of what it heard")
	var player := Node2D.new()
	player.position = Vector2(100.0, 0.0)
	player.add_to_group(&"player")
	add_child(player)
	await _ticks(180)
	_check(senses.alert_level == EnemySenses.ALERTED, "a guard on the plane sees")
	player.free()
	guard.free()


func _try_a_guard_in_space() -> void:
	var guard := CharacterBody3D.new()
	guard.add_to_group(&"enemies")
	var senses := EnemySenses3D.new()
	senses.profile = await _loaded(PROFILE % "3d") as SensesProfile3D
	_check(senses.profile != null, "a profile for space is loaded in a thread")
	guard.add_child(senses)
	add_child(guard)
	await _ticks(3)
	SensesServer.emit_noise_3d(Vector3(0.0, 0.0, 4.0), 15.0, 1.0)
	await _ticks(30)
	_check(senses.memory.stimulus == EnemyMemory3D.SOUND, "a guard in space hears")
	_check(senses.alert_level != EnemySenses3D.ALERTED, "and is not sure of what it heard")
	var player := Node3D.new()
	player.position = Vector3(0.0, 0.0, -6.0)
	player.add_to_group(&"player")
	add_child(player)
	await _ticks(180)
	_check(senses.alert_level == EnemySenses3D.ALERTED, "a guard in space sees")
	player.free()
	guard.free()


## A resource, loaded in a thread. Null when it cannot be.
func _loaded(path: String) -> Resource:
	if ResourceLoader.load_threaded_request(path) != OK:
		return null
	while ResourceLoader.load_threaded_get_status(path) == ResourceLoader.THREAD_LOAD_IN_PROGRESS:
		await get_tree().process_frame
	return ResourceLoader.load_threaded_get(path)


func _ticks(count: int) -> void:
	for i in count:
		await get_tree().physics_frame


func _check(holds: bool, what: String) -> void:
	_passed += int(holds)
	_failed += int(not holds)
	print("%s %s" % ["ok" if holds else "FAILED", what])

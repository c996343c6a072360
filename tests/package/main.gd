extends Node2D
## Tries the addon as it lies in this project: with the enemies of the README, made into scenes in
## [code]res://readme[/code], else with one made here.
##
## It names no class of ours, so that it can say so when they are missing. The last line is
## "N passed, N failed"; quits with 0 when nothing failed.

const MISSING := "native library missing"
const README := "res://readme"
## As a user's guard has it, without a profile.
const PLAIN_EYE := &"EnemyPerception"

var _passed := 0
var _failed := 0


func _ready() -> void:
	if not ClassDB.class_exists(PLAIN_EYE):
		printerr(MISSING)
		get_tree().quit(1)
		return
	if DirAccess.dir_exists_absolute(README):
		for file in ResourceLoader.list_directory(README):
			if file.get_extension() == "tscn":
				await _try_an_enemy(README.path_join(file))
	else:
		await _try_a_plain_eye()
	print("%d passed, %d failed" % [_passed, _failed])
	get_tree().quit(0 if _failed == 0 else 1)


func _try_an_enemy(path: String) -> void:
	var enemy: CharacterBody2D = load(path).instantiate()
	add_child(enemy)
	var player := _player(Vector2(-150.0, 0.0))
	await _ticks(60)
	_check(_confidence(enemy) == 0.0, "%s: nobody is behind it" % path)
	player.position = Vector2(150.0, 0.0)
	await _ticks(240)
	_check(_confidence(enemy) > 0.9, "%s: it is sure of the player" % path)
	player.position = Vector2(150.0, 5000.0)
	await _ticks(2)
	_check(_confidence(enemy) > 0.5, "%s: it is as sure right after losing sight" % path)
	_check(enemy.position.y < 100.0, "%s: it does not know where to" % path)
	await _ticks(1200)
	_check(_confidence(enemy) < 0.3, "%s: it calms down" % path)
	player.free()
	enemy.free()


func _try_a_plain_eye() -> void:
	var eye: Node2D = ClassDB.instantiate(PLAIN_EYE)
	add_child(eye)
	var player := _player(Vector2(100.0, 0.0))
	await _ticks(5)
	_check(eye.call(&"get_visible_target") == player, "an eye sees")
	player.position = Vector2(-100.0, 0.0)
	await _ticks(2)
	_check(eye.call(&"get_visible_target") == null, "an eye does not see behind itself")


func _player(place: Vector2) -> CharacterBody2D:
	var player := CharacterBody2D.new()
	var shape := CollisionShape2D.new()
	shape.shape = CircleShape2D.new()
	player.add_child(shape)
	player.position = place
	player.add_to_group(&"player")
	add_child(player)
	return player


## What the enemy's memory, its own or that of its senses, believes.
func _confidence(enemy: Node) -> float:
	var memory: Variant = enemy.get(&"memory")
	for child in enemy.get_children():
		if memory == null and child.is_class("EnemySenses"):
			memory = child.get(&"memory")
	if memory == null:
		return NAN
	return memory.get(&"confidence")


func _ticks(count: int) -> void:
	for i in count:
		await get_tree().physics_frame


func _check(holds: bool, what: String) -> void:
	_passed += int(holds)
	_failed += int(not holds)
	print("%s %s" % ["ok" if holds else "FAILED", what])

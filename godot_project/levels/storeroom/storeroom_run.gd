extends "res://shared/flat_run.gd"
## A scripted run of the storeroom: how to stage a scene there, and what to ask its guard.

const Storeroom := preload("res://levels/storeroom/storeroom.tscn")
const StoreroomScript := preload("res://levels/storeroom/storeroom.gd")
const GuardScript := preload("res://actors/guard/guard.gd")

const SPRINT := PlayerScript.Pace.SPRINT
const STATES: Array[String] = ["patrol", "chase", "search"]

var guard: GuardScript
## How often the guard has changed its state since the scene was staged.
var changes := 0


## Puts up a fresh storeroom: guard, the way it looks, its round, player.
func stage(guard_at: Vector2, facing: Vector2, route: Array[Vector2], at: Vector2) -> void:
	var fresh: StoreroomScript = Storeroom.instantiate()
	fresh.stage(guard_at, facing, PackedVector2Array(route), at)
	changes = 0
	await put_up(fresh)
	guard = fresh.guard
	guard.state_changed.connect(_on_guard_state_changed)
	player.threw.connect(_on_player_threw)


func to_guard(place: Vector2) -> float:
	return guard.global_position.distance_to(place)


func sees() -> bool:
	return guard.memory.sensed_target != null


func loses_sight() -> bool:
	return not sees()


## Out of sight for a moment already, not just on the edge of it.
func is_lost() -> bool:
	return guard.memory.time_since_seen > 0.2


func _on_guard_state_changed(state: GuardScript.State, previous: GuardScript.State) -> void:
	changes += 1
	tell("guard: %s -> %s" % [STATES[previous], STATES[state]])


func _on_player_threw(rock: CharacterBody2D) -> void:
	tell("player throws a rock")
	rock.landed.connect(func(place: Vector2) -> void: tell("rock lands at %s" % place.round()))

extends "res://shared/scripted_run.gd"
## A scripted run of a flat level: how its player is led.

const PlayerScript := preload("res://actors/player/player.gd")

const REACHED := 6.0

var player: PlayerScript

var _way := PackedVector2Array()
var _pace := PlayerScript.Pace.WALK


func _physics_process(delta: float) -> void:
	super(delta)
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


func put_up(fresh: LevelScript) -> void:
	_way.clear()
	player = fresh.get_node("Player")
	await super(fresh)


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

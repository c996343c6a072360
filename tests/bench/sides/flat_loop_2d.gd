extends Node
## The best that a script can do: the same rules for all guards in one loop over flat arrays.

const VIEW_RANGE_SQUARED := 280.0 * 280.0
const NEAR_RANGE_SQUARED := 24.0 * 24.0
const RISE_TIME := 0.45
const FALL_TIME := 3.5
const ALERT_THRESHOLD := 0.75
const CALM_THRESHOLD := 0.25
## Velocity is averaged over this many seconds; faster than that is a teleport.
const WINDOW := 0.1
const MAX_SPEED := 2000.0

var guards: Array[Node2D] = []
var targets: Array[Node2D] = []

## Whom each guard sees in this tick, by number; -1: nobody.
var seen := PackedInt32Array()
var confidence := PackedFloat32Array()
var alerted := PackedByteArray()
var has_last_known := PackedByteArray()
var last_known_position := PackedVector2Array()
var last_known_velocity := PackedVector2Array()
var time_since_seen := PackedFloat32Array()

## What the last tick took, in microseconds, and the rays in it.
var usec := 0
var rays := 0

var _places := PackedVector2Array()
var _query := PhysicsRayQueryParameters2D.new()


func _ready() -> void:
	_query.collision_mask = 1
	_query.hit_from_inside = true
	_places.resize(targets.size())
	seen.resize(guards.size())
	confidence.resize(guards.size())
	alerted.resize(guards.size())
	has_last_known.resize(guards.size())
	last_known_position.resize(guards.size())
	last_known_velocity.resize(guards.size())
	time_since_seen.resize(guards.size())
	seen.fill(-1)
	time_since_seen.fill(INF)


func _physics_process(delta: float) -> void:
	var started := Time.get_ticks_usec()
	_work_through(delta)
	usec = Time.get_ticks_usec() - started


func _work_through(delta: float) -> void:
	# Locals are quicker than members; a packed array is the same one by either name.
	var places := _places
	var seen_now := seen
	var believed := has_last_known
	var count := targets.size()
	for j in count:
		places[j] = targets[j].global_position
	var space := (get_viewport() as Viewport).find_world_2d().direct_space_state
	var query := _query
	# The border of the cone belongs to it.
	var cosine := cos(deg_to_rad(40.0) + 1e-4)
	var rise := delta / RISE_TIME
	var fall := delta / FALL_TIME
	var most := MAX_SPEED * delta
	var weight := minf(delta / WINDOW, 1.0)
	var cast := 0
	for i in guards.size():
		var pose := guards[i].global_transform
		var eye := pose.origin
		var facing := pose.x
		var nearest := -1
		var nearest_squared := VIEW_RANGE_SQUARED
		for j in count:
			var offset := places[j] - eye
			var squared := offset.length_squared()
			if squared > nearest_squared:
				continue
			if squared > NEAR_RANGE_SQUARED and facing.dot(offset) < cosine * sqrt(squared):
				continue
			cast += 1
			query.from = eye
			query.to = places[j]
			if space.intersect_ray(query).is_empty():
				nearest = j
				nearest_squared = squared
		seen_now[i] = nearest
		if nearest >= 0:
			var known := minf(confidence[i] + rise, 1.0)
			confidence[i] = known
			var place := places[nearest]
			var step := place - last_known_position[i]
			if time_since_seen[i] > 0.0 or step.length() > most:
				last_known_velocity[i] = Vector2.ZERO
			else:
				last_known_velocity[i] = last_known_velocity[i].lerp(step / delta, weight)
			last_known_position[i] = place
			believed[i] = 1
			time_since_seen[i] = 0.0
			if known >= ALERT_THRESHOLD:
				alerted[i] = 1
		elif believed[i]:
			var known := maxf(confidence[i] - fall, 0.0)
			confidence[i] = known
			time_since_seen[i] += delta
			if known < CALM_THRESHOLD:
				alerted[i] = 0
	rays = cast

extends Node2D
## The senses of the demo's guard in plain GDScript, one script per enemy: range, cone, ray, memory.
##
## Written as well as this way of doing it allows: typed, squares instead of roots, one query.

const VIEW_RANGE_SQUARED := 280.0 * 280.0
const NEAR_RANGE_SQUARED := 24.0 * 24.0
const TARGET_GROUP := &"player"
const RISE_TIME := 0.45
const FALL_TIME := 3.5
const ALERT_THRESHOLD := 0.75
const CALM_THRESHOLD := 0.25
## Velocity is averaged over this many seconds; faster than that is a teleport.
const WINDOW := 0.1
const MAX_SPEED := 2000.0

## How many rays all guards have cast.
static var rays := 0

## The border of the cone belongs to it.
static var _cosine := cos(deg_to_rad(40.0) + 1e-4)

## Whom it sees in this tick.
var seen: Node2D

var confidence := 0.0
var alerted := false
var has_last_known := false
var last_known_position := Vector2.ZERO
var last_known_velocity := Vector2.ZERO
var time_since_seen := INF

var _query := PhysicsRayQueryParameters2D.new()


func _ready() -> void:
	_query.collision_mask = 1
	_query.hit_from_inside = true


func _physics_process(delta: float) -> void:
	seen = _look()
	_remember(seen, delta)


func _look() -> Node2D:
	var transform_now := global_transform
	var eye := transform_now.origin
	var facing := transform_now.x
	var nearest: Node2D = null
	var nearest_squared := VIEW_RANGE_SQUARED
	for target: Node2D in get_tree().get_nodes_in_group(TARGET_GROUP):
		var place := target.global_position
		var offset := place - eye
		var squared := offset.length_squared()
		if squared > nearest_squared:
			continue
		if squared > NEAR_RANGE_SQUARED and facing.dot(offset) < _cosine * sqrt(squared):
			continue
		if _is_clear(eye, place):
			nearest = target
			nearest_squared = squared
	return nearest


func _is_clear(from: Vector2, to: Vector2) -> bool:
	rays += 1
	_query.from = from
	_query.to = to
	return get_world_2d().direct_space_state.intersect_ray(_query).is_empty()


func _remember(target: Node2D, delta: float) -> void:
	if target:
		var place := target.global_position
		var step := place - last_known_position
		if time_since_seen > 0.0 or step.length() > MAX_SPEED * delta:
			last_known_velocity = Vector2.ZERO
		else:
			last_known_velocity = last_known_velocity.lerp(step / delta, minf(delta / WINDOW, 1.0))
		confidence = minf(confidence + delta / RISE_TIME, 1.0)
		last_known_position = place
		has_last_known = true
		time_since_seen = 0.0
	else:
		confidence = maxf(confidence - delta / FALL_TIME, 0.0)
		time_since_seen += delta
	if confidence >= ALERT_THRESHOLD:
		alerted = true
	elif confidence < CALM_THRESHOLD:
		alerted = false

extends Node3D
## The senses of the demo's guard in plain GDScript, one script per enemy: range, cone, rays,
## memory.
##
## The twin of plain_guard_2d.gd. A wall may block one way only, so a ray that meets nothing is cast
## back as well.

const VIEW_RANGE_SQUARED := 21.0 * 21.0
const NEAR_RANGE_SQUARED := 1.8 * 1.8
const NEAR_HEIGHT := 2.0
const AIM := Vector3(0.0, 1.0, 0.0)
const TARGET_GROUP := &"player"
const RISE_TIME := 0.45
const FALL_TIME := 3.5
const ALERT_THRESHOLD := 0.75
const CALM_THRESHOLD := 0.25
## Velocity is averaged over this many seconds; faster than that is a teleport.
const WINDOW := 0.1
const MAX_SPEED := 40.0

## How many rays all guards have cast.
static var rays := 0

## The border of the cone belongs to it.
static var _cosine := cos(deg_to_rad(40.0) + 1e-4)

## Whom it sees in this tick.
var seen: Node3D

var confidence := 0.0
var alerted := false
var has_last_known := false
var last_known_position := Vector3.ZERO
var last_known_velocity := Vector3.ZERO
var time_since_seen := INF

var _query := PhysicsRayQueryParameters3D.new()


func _ready() -> void:
	_query.collision_mask = 1
	_query.hit_from_inside = true


func _physics_process(delta: float) -> void:
	seen = _look()
	_remember(seen, delta)


func _look() -> Node3D:
	var transform_now := global_transform
	var eye := transform_now.origin
	var facing := -transform_now.basis.z
	var nearest: Node3D = null
	var nearest_squared := VIEW_RANGE_SQUARED
	for target: Node3D in get_tree().get_nodes_in_group(TARGET_GROUP):
		var place := target.global_position + AIM
		var offset := place - eye
		var squared := offset.length_squared()
		if squared > nearest_squared:
			continue
		if facing.dot(offset) < _cosine * sqrt(squared) and not _is_near(offset):
			continue
		if _is_clear(eye, place):
			nearest = target
			nearest_squared = squared
	return nearest


func _is_near(offset: Vector3) -> bool:
	var on_ground := offset.x * offset.x + offset.z * offset.z
	return on_ground <= NEAR_RANGE_SQUARED and absf(offset.y) <= NEAR_HEIGHT


func _is_clear(from: Vector3, to: Vector3) -> bool:
	rays += 1
	var space := get_world_3d().direct_space_state
	_query.from = from
	_query.to = to
	if not space.intersect_ray(_query).is_empty():
		return false
	rays += 1
	_query.from = to
	_query.to = from
	return space.intersect_ray(_query).is_empty()


func _remember(target: Node3D, delta: float) -> void:
	if target:
		var place := target.global_position
		var step := place - last_known_position
		if time_since_seen > 0.0 or step.length() > MAX_SPEED * delta:
			last_known_velocity = Vector3.ZERO
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

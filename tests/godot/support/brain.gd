extends Node
## The brain of a guard that follows the demo's: belief first, then a state that reads it, then one
## step. A child of the guard's body; works in either dimension, on the plane of the dim.

enum State { PATROL, CHASE, SEARCH }

const Dim := preload("res://support/dim.gd")
## How sure it must be to leave its round and have a look.
const CURIOUS := 0.12
## As near as it comes to a place, in pixels.
const ARRIVED := 10.0
const TURN_SPEED := 5.0
const LOOK_PAUSE := 0.9
const LOOK_OFFSETS: Array[float] = [-1.1, 1.1, 0.0]

## The round it walks, in pixels of the plane.
var route: Array[Vector2] = []
var walk_speed := 75.0
var chase_speed := 130.0
## EnemyMemory or EnemyMemory3D.
var memory: Object
## Where it looks, as an angle on the plane.
var heading := 0.0
var state := State.PATROL
## How often the state changed.
var changes := 0
## How fast it walked in the last tick, in pixels per second.
var pace := 0.0

var _dim: Dim
var _body: Node
var _eye: Node
var _in_space := false
var _next_point := 0
var _look_time := 0.0
var _look_from := 0.0


## Makes [param guard] think.
func _init(dim: Dim, guard: Node) -> void:
	_dim = dim
	_body = guard
	_eye = guard.get_node(^"Eye")
	memory = dim.make(&"EnemyMemory")
	guard.set(&"collision_mask", Dim.WORLD)
	# MOTION_MODE_FLOATING: the floor is seen from above.
	guard.set(&"motion_mode", 1)
	guard.add_child(self)


func _physics_process(delta: float) -> void:
	if not _in_space:
		# With physics on its own thread a body made in this tick cannot move yet.
		_in_space = true
		return
	_update_memory(delta)
	_update_state(delta)
	var before := place()
	_body.call(&"move_and_slide")
	pace = place().distance_to(before) / delta


## Where it stands on the plane.
func place() -> Vector2:
	return _dim.place_of(_body)


## What a listener is told.
func hear(origin: Variant, strength: float) -> void:
	memory.call(&"hear_sound", origin, strength)


func _update_memory(delta: float) -> void:
	memory.call(&"update", _eye.call(&"get_visible_target"), delta)


func _update_state(delta: float) -> void:
	match state:
		State.PATROL:
			_patrol(delta)
		State.CHASE:
			_chase(delta)
		State.SEARCH:
			_search(delta)


func _patrol(delta: float) -> void:
	if memory.alerted and memory.sensed_target:
		_enter(State.CHASE)
	elif memory.has_last_known and memory.confidence >= CURIOUS:
		_enter(State.SEARCH)
	elif not route.is_empty() and _walk(route[_next_point], walk_speed, delta):
		_next_point = (_next_point + 1) % route.size()


func _chase(delta: float) -> void:
	var target: Node = memory.sensed_target
	var goal := _dim.place_of(target) if target else believed()
	var arrived := _walk(goal, chase_speed, delta)
	if target:
		_face(_dim.place_of(target) - place(), delta)
	elif arrived or not memory.alerted:
		_enter(State.SEARCH)


func _search(delta: float) -> void:
	if memory.alerted and memory.sensed_target:
		_enter(State.CHASE)
	elif not memory.has_last_known:
		_enter(State.PATROL)
	elif not _walk(believed(), walk_speed, delta):
		_begin_looking()
	else:
		var look := int(_look_time / LOOK_PAUSE)
		_look_time += delta
		if look < LOOK_OFFSETS.size():
			_face(Vector2.from_angle(_look_from + LOOK_OFFSETS[look]), delta)
		else:
			memory.call(&"give_up")


## Where it believes the target to be, on the plane.
func believed() -> Vector2:
	return _dim.on_plane(memory.last_known_position)


func _enter(next: State) -> void:
	state = next
	changes += 1
	_begin_looking()


func _begin_looking() -> void:
	_look_time = 0.0
	_look_from = heading


func _walk(goal: Vector2, speed: float, delta: float) -> bool:
	var way := goal - place()
	if way.length() < ARRIVED:
		_body.set(&"velocity", _dim.zero())
		return true
	_body.set(&"velocity", _dim.at(way.normalized() * speed))
	_face(way, delta)
	return false


func _face(way: Vector2, delta: float) -> void:
	if not way.is_zero_approx():
		heading = rotate_toward(heading, way.angle(), TURN_SPEED * delta)
	_eye.set(&"facing", _dim.direction(rad_to_deg(heading)))

extends CharacterBody2D
## A guard that senses, believes, searches and gives up. Copy it, change it.
##
## [EnemyPerception] answers "do I see someone now?" and forgets it at once. [EnemyMemory] is what
## this guard believes: it lasts, it fades, and it may be wrong. The states below read the belief
## and never ask the sense themselves. How a guard looks is drawn by its child nodes.

signal state_changed(state: State, previous: State)

enum State { PATROL, CHASE, SEARCH }

## How sure it must be (0..1) that somebody is about before it leaves its round to have a look.
const CURIOUS := 0.12

## The round it walks, in global coordinates. A single point is a post to stand at.
@export var route := PackedVector2Array()
## Pace on its round and on its way to a noise, in pixels per second.
@export_range(0.0, 300.0, 1.0, "suffix:px/s") var walk_speed := 75.0
## Pace while it is sure of somebody, in pixels per second.
@export_range(0.0, 300.0, 1.0, "suffix:px/s") var chase_speed := 130.0
## How fast it turns its head, in radians per second.
@export_range(0.0, 20.0, 0.1, "suffix:rad/s") var turn_speed := 5.0
## Where it looks, one after the other, once it has reached the place; in radians from straight on.
@export var look_offsets := PackedFloat32Array([-1.1, 1.1, 0.0])
## How long it takes for each of these looks, in seconds.
@export_range(0.0, 5.0, 0.1, "suffix:s") var look_pause := 0.9

## Belongs to the body, not to a state: it must outlive every change of state.
var memory := EnemyMemory.new()
var state := State.PATROL

var _next_point := 0
var _look_time := 0.0
var _look_from := 0.0

@onready var eye: EnemyPerception = $EnemyPerception
@onready var _navigation: NavigationAgent2D = $NavigationAgent2D


func _physics_process(delta: float) -> void:
	_update_memory(delta)
	_update_state(delta)
	move_and_slide()


## Every [NoiseEmitter] in reach calls this, because guards are in the group "enemies".
func hear_sound(origin: Vector2, strength: float) -> void:
	memory.hear_sound(origin, strength)


## The only place that asks the sense: sight feeds the belief, no sight lets it fade.
func _update_memory(delta: float) -> void:
	memory.update(eye.get_visible_target(), delta)


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
	# Where it *is* only while it is sensed, otherwise where it *was*.
	var target: Node2D = memory.sensed_target
	var place := target.global_position if target else memory.last_known_position
	var arrived := _walk(place, chase_speed, delta)
	if target:
		_face(target.global_position - global_position, delta)
	elif arrived or not memory.alerted:
		_enter(State.SEARCH)


func _search(delta: float) -> void:
	if memory.alerted and memory.sensed_target:
		_enter(State.CHASE)
	elif not memory.has_last_known:
		_enter(State.PATROL)
	elif not _walk(memory.last_known_position, walk_speed, delta):
		_begin_looking()  # A newer belief can call it away in the middle of a sweep.
	else:
		var look := int(_look_time / look_pause)
		_look_time += delta  # A sum, not a Timer: it keeps step with physics.
		if look < look_offsets.size():
			_face(Vector2.from_angle(_look_from + look_offsets[look]), delta)
		else:
			memory.give_up()  # Without this it would come back here for ever.


func _enter(next: State) -> void:
	var previous := state
	state = next
	_begin_looking()  # On every start, so that an interrupted search leaves nothing behind.
	if next == State.PATROL:
		_next_point = _nearest_point()
	state_changed.emit(state, previous)


func _begin_looking() -> void:
	_look_time = 0.0
	_look_from = eye.global_rotation


## Steers towards [param place], round whatever is in the way. True once it can get no nearer.
func _walk(place: Vector2, speed: float, delta: float) -> bool:
	if _navigation.target_position != place:
		_navigation.target_position = place
	velocity = Vector2.ZERO
	if _navigation.is_navigation_finished():
		return true
	velocity = global_position.direction_to(_navigation.get_next_path_position()) * speed
	_face(velocity, delta)
	return false


## Turns the eye, and with it the cone. A standing guard has no direction of motion: it keeps the
## one it had, otherwise it would go blind here.
func _face(direction: Vector2, delta: float) -> void:
	if not direction.is_zero_approx():
		eye.global_rotation = rotate_toward(
			eye.global_rotation, direction.angle(), turn_speed * delta
		)


func _nearest_point() -> int:
	var nearest := 0
	for i in route.size():
		var distance := global_position.distance_squared_to(route[i])
		if distance < global_position.distance_squared_to(route[nearest]):
			nearest = i
	return nearest

extends CharacterBody2D
## A guard that senses, believes, searches and gives up. Copy it, change it.
##
## [EnemyPerception] answers "do I see someone now?" and forgets it at once. [EnemyMemory] is what
## this guard believes: it lasts, it fades, and it may be wrong. [EnemySearch] goes where somebody
## is believed to be, looks round and gives up. The states below read the belief and never ask the
## sense themselves. How a guard looks is drawn by its child nodes.

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
## Belongs to the body, not to a state: it must outlive every change of state.
var memory := EnemyMemory.new()
var search := EnemySearch.new()
var state := State.PATROL
## Which point of its route it is on the way to.
var next_point := 0

@onready var eye: EnemyPerception = $EnemyPerception
@onready var _navigation: NavigationAgent2D = $NavigationAgent2D


func _ready() -> void:
	search.search_speed = walk_speed
	search.cover_group = &"covers"  # Markers behind the crates, where somebody could be hiding.
	search.cover_checks = 2


func _physics_process(delta: float) -> void:
	_update_memory(delta)
	_update_state(delta)
	move_and_slide()


## Every [NoiseEmitter] in reach calls this, because guards are in the group "enemies".
func hear_sound(origin: Vector2, strength: float) -> void:
	memory.hear_sound(origin, strength)


## To be called once it was put somewhere else, as by a saved game.
func find_way_anew() -> void:
	_navigation.target_position = global_position


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
	elif not route.is_empty() and _walk(route[next_point], walk_speed, delta):
		next_point = (next_point + 1) % route.size()


func _chase(delta: float) -> void:
	# Where it *is* only while it is sensed, otherwise where it *was*.
	var target: Node2D = memory.sensed_target
	var place := target.global_position if target else memory.last_known_position
	var arrived := _walk(place, chase_speed, delta)
	if target:
		_face(target.global_position - global_position, delta)
	elif arrived or not memory.alerted:
		_enter(State.SEARCH)


## The search says where to go and where to look, the navigation how to get there.
func _search(delta: float) -> void:
	if memory.alerted and memory.sensed_target:
		_enter(State.CHASE)
		return
	# As near as it gets counts as there, so that a place inside a wall is searched from outside.
	var here := search.goal if _is_there(search.goal) else global_position
	var speed := search.step(here, delta).length()
	if search.is_finished():
		_enter(State.PATROL)
	elif speed <= 0.0 or _walk(search.goal, speed, delta):
		velocity = Vector2.ZERO
		_face(search.facing, delta)


func _enter(next: State) -> void:
	var previous := state
	state = next
	if next == State.SEARCH:
		search.begin(memory, eye.facing, self)  # Nothing of an interrupted one is left behind.
	elif next == State.PATROL:
		next_point = _nearest_point()
	state_changed.emit(state, previous)


## Steers towards [param place], round whatever is in the way. True once it can get no nearer.
func _walk(place: Vector2, speed: float, delta: float) -> bool:
	velocity = Vector2.ZERO
	if _is_there(place):
		return true
	velocity = global_position.direction_to(_navigation.get_next_path_position()) * speed
	_face(velocity, delta)
	return false


func _is_there(place: Vector2) -> bool:
	if _navigation.target_position != place:
		_navigation.target_position = place
	return _navigation.is_navigation_finished()


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

extends CharacterBody3D
## A guard in space. [EnemySenses3D] sees, hears and decides how alarmed it is, [EnemySearch3D] says
## where to look for somebody who is gone, the navigation how to get there. Here is only what the
## guard *does*: no ray, no meter, never the player's own position. Copy it, change it.

enum Plan { ROUND, STARE, CHASE, SEARCH }

const Figure := preload("res://shared/figure_3d.gd")

const GRAVITY := 9.8
## How long it turns its head to a noise that is not worth a walk, in seconds.
const GLANCE := 1.2

## What lies higher is on the upper floor.
const UPSTAIRS := 1.5

## The round it walks, in global coordinates. A single point is a post to stand at.
@export var route := PackedVector3Array()
## Pace on its round, in metres per second.
@export_range(0.0, 10.0, 0.1, "suffix:m/s") var walk_speed := 1.5
## Pace while it is sure of somebody, in metres per second.
@export_range(0.0, 10.0, 0.1, "suffix:m/s") var run_speed := 3.6
## How fast it turns, in radians per second.
@export_range(0.0, 20.0, 0.1, "suffix:rad/s") var turn_speed := 4.0
## How long it pauses at each point of its round, in seconds.
@export_range(0.0, 10.0, 0.1, "suffix:s") var rest := 1.5

var plan := Plan.ROUND
var search := EnemySearch3D.new()

var _next_point := 0
var _rested := 0.0
var _glance := Vector3.ZERO
var _glance_left := 0.0

@onready var senses: EnemySenses3D = $EnemySenses3D
@onready var _post_facing := -global_basis.z
@onready var _navigation: NavigationAgent3D = $NavigationAgent3D
@onready var _figure: Figure = $Figure


func _ready() -> void:
	search.cover_checks = 2
	senses.noise_heard.connect(_on_noise_heard)


func _physics_process(delta: float) -> void:
	_decide()
	velocity = Vector3(0, velocity.y - GRAVITY * delta, 0)
	match plan:
		Plan.ROUND:
			_go_round(delta)
		Plan.STARE:
			_face(senses.last_known_position - global_position, delta)
		Plan.CHASE:
			# While it sees somebody this place moves with them.
			_walk(senses.last_known_position, run_speed, delta)
			_face(senses.last_known_position - global_position, delta)
		Plan.SEARCH:
			_search(delta)
	_figure.speed = Vector2(velocity.x, velocity.z).length()
	move_and_slide()


## Every change of plan, in one place.
func _decide() -> void:
	var alarmed := senses.alert_level != EnemySenses3D.UNAWARE
	if senses.target and alarmed:
		search.cancel()
		var sure := senses.alert_level == EnemySenses3D.ALERTED
		plan = Plan.CHASE if sure else Plan.STARE
	elif plan == Plan.SEARCH:
		if search.is_finished():  # Nobody here; the search has given up the place it searched.
			plan = Plan.ROUND
			_next_point = _nearest_point()
	elif plan != Plan.ROUND or (alarmed and senses.has_memory):
		search.search_speed = run_speed if plan == Plan.CHASE else walk_speed
		# Markers where somebody could be hiding, those of the floor that it goes to.
		var upstairs := senses.last_known_position.y > UPSTAIRS
		search.cover_group = &"covers_upstairs" if upstairs else &"covers_downstairs"
		search.begin(senses.memory, -global_basis.z, senses)
		plan = Plan.SEARCH


## Too little to leave the round for, perhaps, but enough to turn round.
func _on_noise_heard(origin: Vector3, _strength: float, _tag: StringName) -> void:
	_glance = origin
	_glance_left = GLANCE


func _go_round(delta: float) -> void:
	_glance_left -= delta
	if _glance_left > 0.0:
		_face(_glance - global_position, delta)
	elif route.is_empty() or not _walk(route[_next_point], walk_speed, delta):
		_rested = 0.0
	elif route.size() == 1:
		_face(_post_facing, delta)
	else:
		_rested += delta
		if _rested >= rest:
			_next_point = (_next_point + 1) % route.size()


func _search(delta: float) -> void:
	# As near as it gets counts as there, so that a place on a crate is searched from beside it.
	var here := search.goal if _is_there(search.goal) else global_position
	var speed := search.step(here, delta).length()
	if speed <= 0.0 or _walk(search.goal, speed, delta):
		_face(search.facing, delta)


## Steers towards [param place], round whatever is in the way. True once it can get no nearer.
func _walk(place: Vector3, speed: float, delta: float) -> bool:
	if _is_there(place):
		return true
	var way := _navigation.get_next_path_position() - global_position
	way.y = 0.0
	way = way.normalized() * speed
	velocity += way
	_face(way, delta)
	return false


func _is_there(place: Vector3) -> bool:
	if _navigation.target_position != place:
		_navigation.target_position = place
	return _navigation.is_navigation_finished()


## Turns the body, and with it the eye.
func _face(direction: Vector3, delta: float) -> void:
	if absf(direction.x) + absf(direction.z) > 0.01:
		var angle := Vector2(-direction.z, -direction.x).angle()
		rotation.y = rotate_toward(rotation.y, angle, turn_speed * delta)


func _nearest_point() -> int:
	var nearest := 0
	for i in route.size():
		var distance := global_position.distance_squared_to(route[i])
		if distance < global_position.distance_squared_to(route[nearest]):
			nearest = i
	return nearest

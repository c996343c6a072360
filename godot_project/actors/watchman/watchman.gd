extends CharacterBody2D
## A guard in the style "signals only": [EnemySenses] sees, hears, believes and decides how alarmed
## it is, and tells this script when that changes. Here is only what the guard *does* about it: no
## ray, no meter, and never the player's own position. Copy it, change it.

enum Plan { ROUND, LOOK_INTO }

## The round it walks, in global coordinates. A single point is a post to stand at.
@export var route := PackedVector2Array()
## Pace on its round, in pixels per second.
@export_range(0.0, 300.0, 1.0, "suffix:px/s") var walk_speed := 55.0
## Pace when it is quite sure that somebody is there; in between the surer, the faster.
@export_range(0.0, 300.0, 1.0, "suffix:px/s") var run_speed := 150.0
## How fast it turns its head, in radians per second.
@export_range(0.0, 20.0, 0.1, "suffix:rad/s") var turn_speed := 4.0
## How long it pauses at each point of its round, in seconds.
@export_range(0.0, 10.0, 0.1, "suffix:s") var rest := 1.2
## Where it looks, one after the other, once it has reached a place; in radians from straight on.
@export var look_offsets := PackedFloat32Array([-1.0, 1.0, 0.0])
## How long it takes for each of these looks, in seconds.
@export_range(0.0, 5.0, 0.1, "suffix:s") var look_pause := 0.9
## Where it stands beside a place, so that three who meet there do not share one spot.
@export var elbow_room := Vector2.ZERO

var plan := Plan.ROUND

var _next_point := 0
var _rested := 0.0
var _looked := 0.0
var _look_from := 0.0
var _glance := Vector2.ZERO
var _glance_time := 0.0

@onready var senses: EnemySenses = $EnemySenses
@onready var eye: EnemyPerception = $EnemySenses/EnemyPerception
@onready var _post_facing := eye.global_rotation
@onready var _navigation: NavigationAgent2D = $NavigationAgent2D


func _ready() -> void:
	senses.alert_level_changed.connect(_on_alert_level_changed)
	senses.target_spotted.connect(_on_target_spotted)
	senses.noise_heard.connect(_on_noise_heard)
	senses.ally_alerted.connect(_begin.unbind(2))


func _physics_process(delta: float) -> void:
	velocity = Vector2.ZERO
	if plan == Plan.ROUND:
		_go_round(delta)
	else:
		_look_into_it(delta)
	move_and_slide()


## More alarmed than before: go and see. Less alarmed: it finishes the look that it has begun.
func _on_alert_level_changed(level: int, previous: int) -> void:
	if level > previous:
		_begin()


## Alarmed already, and there somebody is again.
func _on_target_spotted(_target: Node2D) -> void:
	if senses.alert_level != EnemySenses.UNAWARE:
		_begin()


## Too little to leave the round for, perhaps, but enough to turn the head.
func _on_noise_heard(origin: Vector2, _strength: float, _tag: StringName) -> void:
	if senses.alert_level != EnemySenses.UNAWARE:
		_begin()
	else:
		_glance = origin
		_glance_time = 1.2


func _begin() -> void:
	plan = Plan.LOOK_INTO
	_begin_looking()


func _go_round(delta: float) -> void:
	_glance_time -= delta
	if _glance_time > 0.0:
		_face(_glance - global_position, delta)
	elif route.is_empty() or not _walk(route[_next_point], walk_speed, delta):
		_rested = 0.0
	elif route.size() == 1:
		_face(Vector2.from_angle(_post_facing), delta)
	else:
		_rested += delta
		if _rested >= rest:
			_next_point = (_next_point + 1) % route.size()


func _look_into_it(delta: float) -> void:
	if not senses.has_memory:
		_return()
		return
	# While it senses somebody this place moves with them; afterwards it stays where they were last.
	var place := senses.last_known_position
	var staring := senses.target and senses.alert_level != EnemySenses.ALERTED
	var pace := 0.0 if staring else lerpf(walk_speed, run_speed, senses.awareness)
	var arrived := _walk(place + elbow_room, pace, delta)
	if senses.target:
		_face(place - global_position, delta)
	if senses.target or not arrived:
		_begin_looking()
	else:
		var look := int(_looked / look_pause)
		_looked += delta  # A sum, not a Timer: it keeps step with physics.
		if look < look_offsets.size():
			_face(Vector2.from_angle(_look_from + look_offsets[look]), delta)
		else:
			senses.give_up()  # Nobody here. Without this it would come back for ever.


## Back to the nearest point of the round.
func _return() -> void:
	plan = Plan.ROUND
	for i in route.size():
		var distance := global_position.distance_squared_to(route[i])
		if distance < global_position.distance_squared_to(route[_next_point]):
			_next_point = i


func _begin_looking() -> void:
	_looked = 0.0
	_look_from = eye.global_rotation


## Steers towards [param place], round whatever is in the way. True once it can get no nearer.
func _walk(place: Vector2, speed: float, delta: float) -> bool:
	_navigation.target_position = place
	if _navigation.is_navigation_finished():
		return true
	velocity = global_position.direction_to(_navigation.get_next_path_position()) * speed
	_face(velocity, delta)
	return false


## Turns the eye, and with it the cone.
func _face(direction: Vector2, delta: float) -> void:
	if not direction.is_zero_approx():
		eye.global_rotation = rotate_toward(
			eye.global_rotation, direction.angle(), turn_speed * delta
		)

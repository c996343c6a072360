extends CharacterBody3D
## The one who hides, in space. Reads the keys, or is led by a scripted run through [member move].

signal threw(bottle: Node3D)

enum Pace { WALK, SPRINT, SNEAK }

const FollowCamera := preload("res://actors/sneaker_3d/follow_camera.gd")
const Figure := preload("res://shared/figure_3d.gd")
const BottleScene := preload("res://actors/bottle/bottle.tscn")

const SPEEDS: Dictionary = {Pace.WALK: 2.6, Pace.SPRINT: 4.6, Pace.SNEAK: 1.3}
const ACCELERATION := 24.0
const GRAVITY := 9.8
## As far as it can throw, in metres, and from how high.
const THROW_RANGE := 13.0
const HAND := Vector3(0, 1.3, 0)
const THROW_PAUSE := 0.6

## False: somebody else writes [member move] and [member pace].
@export var hands_on := true

## Where to go on the ground, to the east and to the south, at most 1 long.
var move := Vector2.ZERO
var pace := Pace.WALK

var _since_throw := THROW_PAUSE

@onready var stealth: StealthTarget3D = $StealthTarget3D
@onready var steps: FootstepEmitter3D = $Steps
@onready var camera: FollowCamera = $FollowCamera
@onready var _figure: Figure = $Figure


func _physics_process(delta: float) -> void:
	if hands_on:
		_read_keys()
	var wanted := move.limit_length() * (SPEEDS[pace] as float)
	var ground := Vector2(velocity.x, velocity.z).move_toward(wanted, ACCELERATION * delta)
	velocity = Vector3(ground.x, velocity.y - GRAVITY * delta, ground.y)
	move_and_slide()
	stealth.crouching = pace == Pace.SNEAK
	_figure.speed = ground.length()
	_figure.low = 1.0 if stealth.crouching else 0.0
	if ground.length() > 0.2:
		var facing := Vector2(-ground.y, -ground.x).angle()
		_figure.rotation.y = rotate_toward(_figure.rotation.y, facing, 12.0 * delta)
	_since_throw += delta


func _unhandled_input(event: InputEvent) -> void:
	if hands_on and event.is_action_pressed(&"throw"):
		throw_at(camera.get_aim(THROW_RANGE))


## Throws a bottle towards [param place], as far as the arm reaches; the flatter, the nearer.
func throw_at(place: Vector3) -> void:
	if _since_throw < THROW_PAUSE:
		return
	_since_throw = 0.0
	var bottle: Node3D = BottleScene.instantiate()
	get_parent().add_child(bottle)
	bottle.global_position = global_position + (HAND * 0.7 if stealth.crouching else HAND)
	var way := (place - bottle.global_position).limit_length(THROW_RANGE)
	bottle.fly_to(bottle.global_position + way, 0.15 + way.length() * 0.11)
	threw.emit(bottle)


func _read_keys() -> void:
	var keys := Input.get_vector(&"move_left", &"move_right", &"move_up", &"move_down")
	move = keys.rotated(-camera.rotation.y)
	pace = Pace.WALK
	if Input.is_action_pressed(&"sneak"):
		pace = Pace.SNEAK
	elif Input.is_action_pressed(&"sprint"):
		pace = Pace.SPRINT

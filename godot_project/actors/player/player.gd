extends CharacterBody2D
## The one who hides. Reads the keys, or is led by a scripted run through [member move].

signal threw(rock: CharacterBody2D)

enum Pace { WALK, SPRINT, SNEAK }

const RockScene := preload("res://actors/rock/rock.tscn")

const SPEEDS: Dictionary = {Pace.WALK: 130.0, Pace.SPRINT: 210.0, Pace.SNEAK: 62.0}
const ACCELERATION := 1400.0
## As far as it can throw, in pixels.
const THROW_RANGE := 430.0
const THROW_PAUSE := 0.35

## False: somebody else writes [member move] and [member pace].
@export var hands_on := true

## Where to go, at most 1 long.
var move := Vector2.ZERO
var pace := Pace.WALK
## The way it looks: to the mouse, or where it goes.
var heading := 0.0

var _since_throw := THROW_PAUSE


func _physics_process(delta: float) -> void:
	if hands_on:
		_read_keys()
	velocity = velocity.move_toward(move.limit_length() * SPEEDS[pace], ACCELERATION * delta)
	move_and_slide()
	if velocity.length() > 5.0:
		heading = rotate_toward(heading, velocity.angle(), 12.0 * delta)
	_since_throw += delta


func _unhandled_input(event: InputEvent) -> void:
	if hands_on and event.is_action_pressed(&"throw"):
		throw_at(get_global_mouse_position())


## Throws a rock towards [param place], as far as the arm reaches.
func throw_at(place: Vector2) -> void:
	if _since_throw < THROW_PAUSE:
		return
	_since_throw = 0.0
	var rock: CharacterBody2D = RockScene.instantiate()
	get_parent().add_child(rock)
	rock.global_position = global_position
	rock.fly_to(global_position + (place - global_position).limit_length(THROW_RANGE))
	threw.emit(rock)


func _read_keys() -> void:
	move = Input.get_vector(&"move_left", &"move_right", &"move_up", &"move_down")
	pace = Pace.WALK
	if Input.is_action_pressed(&"sneak"):
		pace = Pace.SNEAK
	elif Input.is_action_pressed(&"sprint"):
		pace = Pace.SPRINT

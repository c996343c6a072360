extends Camera3D
## A camera that stands away from everything and keeps somebody in the picture: for the menu and for
## scripted runs. Play has a camera of its own.

## What it looks at while it has nobody to look at.
@export var middle := Vector3(0, 1.0, 0)
## The way it looks from: degrees round the hall, degrees above it, metres.
@export var yaw := 20.0
@export var pitch := 40.0
@export var distance := 18.0
## How far it swings to and fro by itself, in degrees.
@export var sway := 3.0

var _subjects: Array[Node3D] = []
var _looks_at := Vector3.ZERO
var _stands := Vector3.ZERO
var _time := 0.0


func _ready() -> void:
	cut()


func _process(delta: float) -> void:
	_time += delta
	var quick := 1.0 - exp(-2.2 * delta)
	_looks_at = _looks_at.lerp(_wanted(), quick)
	_stands = _stands.lerp(Vector3(yaw + sway * sin(_time * 0.3), pitch, distance), quick)
	_place()


## Keeps these in the picture from now on, gliding there; nobody: the middle.
func shoot(subjects: Array[Node3D], from_yaw: float, from_pitch: float, away: float) -> void:
	_subjects = subjects
	yaw = from_yaw
	pitch = from_pitch
	distance = away


## Stands still from now on, looking at this place: a picture that costs little to record.
func hold(place: Vector3, from_yaw: float, from_pitch: float, away: float) -> void:
	middle = place
	sway = 0.0
	shoot([], from_yaw, from_pitch, away)
	cut()


## To the new picture at once.
func cut() -> void:
	_looks_at = _wanted()
	_stands = Vector3(yaw, pitch, distance)
	_place()


func _wanted() -> Vector3:
	var sum := Vector3.ZERO
	var count := 0
	for subject in _subjects:
		if is_instance_valid(subject):
			sum += subject.global_position
			count += 1
	return sum / count if count > 0 else middle


func _place() -> void:
	var way := Basis.from_euler(Vector3(-deg_to_rad(_stands.y), deg_to_rad(_stands.x), 0))
	global_transform = Transform3D(way, _looks_at + way.z * _stands.z)

extends SpringArm3D
## The view over the player's shoulder: turned by the mouse, pushed in by walls.

const SPEED := 0.0032
const STEEPEST := Vector2(-1.2, 0.7)
const HEIGHTS := Vector2(1.55, 1.05)

const PlayerScript := preload("res://actors/sneaker_3d/sneaker_3d.gd")

@export var player: PlayerScript

var _place := Vector3.ZERO

@onready var lens: Camera3D = $Camera3D


func _ready() -> void:
	top_level = true
	_place = _wanted()
	global_position = _place


func _process(delta: float) -> void:
	_place = _place.lerp(_wanted(), 1.0 - exp(-14.0 * delta))
	global_position = _place


func _unhandled_input(event: InputEvent) -> void:
	var motion := event as InputEventMouseMotion
	if motion and player.hands_on and Input.mouse_mode == Input.MOUSE_MODE_CAPTURED:
		rotation.y -= motion.relative.x * SPEED
		rotation.x = clampf(rotation.x - motion.relative.y * SPEED, STEEPEST.x, STEEPEST.y)


## What lies in the middle of the picture, at most so far from the player.
func get_aim(reach: float) -> Vector3:
	var from := lens.get_camera_transform().origin
	var to := from - lens.global_basis.z * (reach + spring_length)
	var query := PhysicsRayQueryParameters3D.create(from, to, 1)
	var hit := get_world_3d().direct_space_state.intersect_ray(query)
	return to if hit.is_empty() else hit.position


func _wanted() -> Vector3:
	var height := HEIGHTS.y if player.pace == PlayerScript.Pace.SNEAK else HEIGHTS.x
	return player.global_position + Vector3.UP * height

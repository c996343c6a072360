extends Node3D
## A thrown bottle: it flies, bursts on the first thing it hits, and that is heard.

signal shattered(place: Vector3)

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")

const GRAVITY := 9.8
const GLASS := Color("6fae86")
const RADIUS := 0.06
const SHARDS := 16

var _velocity := Vector3.ZERO
var _whole := true

@onready var _noise: NoiseEmitter3D = $NoiseEmitter3D
@onready var _picture: MeshInstance3D = $Picture
@onready var _splinters: CPUParticles3D = $Splinters


func _ready() -> void:
	var kit := MeshKit.new()
	kit.drum(Vector3(0, -0.14, 0), 0.055, 0.17, GLASS, 10)
	kit.drum(Vector3(0, 0.03, 0), 0.022, 0.1, GLASS.lightened(0.2), 8)
	kit.drum(Vector3(0, -0.1, 0), 0.057, 0.08, Palette.PAPER, 10)
	_picture.mesh = kit.mesh()


func _physics_process(delta: float) -> void:
	if not _whole:
		return
	_velocity.y -= GRAVITY * delta
	var to := global_position + _velocity * delta
	var query := PhysicsRayQueryParameters3D.create(global_position, to, 1)
	var hit := get_world_3d().direct_space_state.intersect_ray(query)
	if hit.is_empty():
		global_position = to
		_picture.rotate_x(9.0 * delta)
	else:
		_shatter(hit.position + hit.normal * RADIUS, hit.normal)


## Starts the flight to [param place], so fast that it is as high as [param arc] metres above the
## straight way. Call it once the bottle is where the hand is.
func fly_to(place: Vector3, arc: float) -> void:
	var air_time := 2.0 * sqrt(2.0 * arc / GRAVITY)
	_velocity = (place - global_position) / air_time
	_velocity.y += GRAVITY * air_time / 2.0


func _shatter(place: Vector3, away: Vector3) -> void:
	_whole = false
	global_position = place
	_picture.rotation = Vector3.ZERO
	_picture.mesh = _make_shards(away)
	_splinters.direction = away
	_splinters.emitting = true
	_noise.emit()
	shattered.emit(place)


## What lies about afterwards; from a wall it has fallen down.
func _make_shards(away: Vector3) -> Mesh:
	var dice := RandomNumberGenerator.new()
	dice.seed = 3
	var below := -RADIUS + 0.01
	if away.y < 0.7:
		var query := PhysicsRayQueryParameters3D.create(
			global_position, global_position + Vector3.DOWN * 10.0, 1
		)
		var hit := get_world_3d().direct_space_state.intersect_ray(query)
		if not hit.is_empty():
			below = hit.position.y - global_position.y + 0.01
	var kit := MeshKit.new()
	for i in SHARDS:
		var way := Vector3.BACK.rotated(Vector3.UP, dice.randf() * TAU)
		var middle := way * dice.randf_range(0.03, 0.4) + Vector3.UP * below
		var box := Vector3(0.03 + 0.06 * dice.randf(), 0.015, 0.03 + 0.05 * dice.randf())
		kit.box(middle, box, GLASS.lightened(0.3 * dice.randf()))
	return kit.mesh()

extends MeshInstance3D
## Lays what an eye can see on the floor as a fan of light. Where only those who stand are seen,
## behind something low, the fan is faint: there a croucher is hidden.

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")
const FlatFan := preload("res://shared/sight_fan.gd")

## Degrees between two rays of the fan.
const STEP := 2.5
## In how many physics frames a fan is cast once.
const EVERY := 2
## A croucher's head, in metres above the floor.
const CROUCHER := 0.7
const ABOVE_FLOOR := 0.04
const RIM := 0.07

@export var eye: EnemyPerception3D
## What a fan ends at; to a layer of their own belong edges, where an upper floor ends.
@export_flags_3d_physics var mask := 1

var _colour := Palette.CALM
var _wait := 0


func _ready() -> void:
	top_level = true
	global_transform = Transform3D.IDENTITY
	mesh = ArrayMesh.new()
	cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF


func _physics_process(delta: float) -> void:
	_colour = _colour.lerp(mood(), 1.0 - exp(-8.0 * delta))
	_wait -= 1
	if _wait <= 0:
		_wait = EVERY
		_lay()


## The colour the fan drifts to. To be written by whoever knows the mind behind the eye.
func mood() -> Color:
	return Palette.CALM


## Asks the physics space, so it has to happen in the physics frame.
func _lay() -> void:
	var kit := MeshKit.new()
	var body := eye.global_position
	body.y = (get_parent() as Node3D).global_position.y
	_lay_at(kit, body, eye.global_position.y - body.y, 0.2)
	_lay_at(kit, body, CROUCHER, 0.34)
	kit.add_to(mesh as ArrayMesh, MeshKit.glow())


func _lay_at(kit: MeshKit, foot: Vector3, height: float, strength: float) -> void:
	var half := maxf(eye.view_angle, eye.peripheral_angle) / 2.0
	var count := int(2.0 * half / STEP) + 1
	var ahead := (eye.facing * Vector3(1, 0, 1)).normalized()
	var space := get_world_3d().direct_space_state
	var query := PhysicsRayQueryParameters3D.create(Vector3.ZERO, Vector3.ZERO, mask)
	query.from = foot + Vector3.UP * height
	var lift := Vector3.UP * (ABOVE_FLOOR + 0.01 * strength)
	var near := PackedVector3Array()
	var rim := PackedVector3Array()
	var far := PackedVector3Array()
	var bright := PackedColorArray()
	var faint := PackedColorArray()
	var edge := PackedColorArray()
	for i in count:
		var angle := half * (1.0 - 2.0 * i / (count - 1.0))
		var way := ahead.rotated(Vector3.UP, deg_to_rad(angle))
		query.to = query.from + way * eye.view_range
		var hit := space.intersect_ray(query)
		var length := eye.view_range
		if not hit.is_empty():
			length = query.from.distance_to(hit.position)
		var weight := (
			strength
			* FlatFan.weight(absf(angle), eye.view_angle / 2.0, half, eye.peripheral_strength)
		)
		var share := length / eye.view_range
		near.append(foot + lift)
		rim.append(foot + lift + way * maxf(length - RIM, 0.0))
		far.append(foot + lift + way * length)
		bright.append(Color(_colour, weight))
		faint.append(Color(_colour, weight * lerpf(1.0, 0.35, share)))
		edge.append(Color(_colour, minf(2.2 * weight, 1.0)))
	kit.strip(near, rim, bright, faint)
	kit.strip(rim, far, edge, edge)

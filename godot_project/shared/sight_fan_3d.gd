extends MeshInstance3D
## Lays what an eye can see on the floor as a fan of light. Where only those who stand are seen,
## behind something low, the fan is faint: there a croucher is hidden.

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")
const FlatFan := preload("res://shared/sight_fan.gd")

## Degrees between two rays of the fan.
const STEP := 2.5
## Nothing in these levels moves that stops a ray: a fan is cast anew only when its eye has moved,
## and then in every second tick.
const EVERY := 2
## A croucher's head, in metres above the floor.
const CROUCHER := 0.7
const ABOVE_FLOOR := 0.04
const RIM := 0.07
## How brightly the two layers are drawn: what is seen of those who stand, and of those who crouch.
const STANDING := 0.24
const CROUCHING := 0.4

@export var eye: EnemyPerception3D
## What a fan ends at; to a layer of their own belong edges, where an upper floor ends.
@export_flags_3d_physics var mask := 1

var _colour := Palette.CALM
var _wait := 0
var _stands_at := Transform3D()
var _sees := Vector3.ZERO
var _paint := MeshKit.own_glow()
## Of each ray: its way in the eye's own frame, and how much of full sight it stands for.
var _ways := PackedVector3Array()
var _weights := PackedFloat32Array()
## The mesh: four corners for each ray of a layer, from the foot to the rim and from there to its
## end.
var _corners := PackedVector3Array()
var _shades := PackedColorArray()
var _order := PackedInt32Array()

@onready var _body := get_parent() as CharacterBody3D


func _ready() -> void:
	top_level = true
	global_transform = Transform3D.IDENTITY
	mesh = ArrayMesh.new()
	material_override = _paint
	cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF


## Asks the physics space, so it has to happen in the physics frame.
func _physics_process(delta: float) -> void:
	_colour = _colour.lerp(mood(), 1.0 - exp(-8.0 * delta))
	_paint.albedo_color = _colour
	_wait -= 1
	var sees := Vector3(eye.view_range, eye.view_angle, eye.peripheral_angle)
	if _wait > 0 or (eye.global_transform.is_equal_approx(_stands_at) and sees == _sees):
		return
	_wait = EVERY
	_stands_at = eye.global_transform
	if sees != _sees:
		_sees = sees
		_weigh()
	_lay()


## The colour the fan drifts to. To be written by whoever knows the mind behind the eye.
func mood() -> Color:
	return Palette.CALM


func _lay() -> void:
	var height := eye.global_position.y - _body.global_position.y
	_lay_at(0, height, STANDING)
	_lay_at(_ways.size() * 4, CROUCHER, CROUCHING)
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = _corners
	arrays[Mesh.ARRAY_COLOR] = _shades
	arrays[Mesh.ARRAY_INDEX] = _order
	var picture := mesh as ArrayMesh
	picture.clear_surfaces()
	picture.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)


func _lay_at(first: int, height: float, strength: float) -> void:
	var space := get_world_3d().direct_space_state
	var foot := eye.global_position
	foot.y = _body.global_position.y
	var query := PhysicsRayQueryParameters3D.create(foot, foot, mask)
	query.from.y += height
	var lift := Vector3.UP * (ABOVE_FLOOR + 0.01 * strength)
	var turned := Basis(Vector3.UP, Vector2(-eye.facing.z, -eye.facing.x).angle())
	var reach := eye.view_range
	var slope := _body.is_on_floor() and _body.get_floor_normal().y < 0.99
	for i in _ways.size():
		var way := turned * _ways[i]
		query.to = query.from + way * reach
		var hit := space.intersect_ray(query)
		var length := reach
		if not hit.is_empty():
			length = query.from.distance_to(hit.position)
		var end := foot + way * length
		if slope:
			end.y = _ground_below(end - way * 0.3, query.from.y)
		var at := first + 4 * i
		var rim := end.lerp(foot, minf(RIM / length, 1.0))
		_corners[at] = foot + lift
		_corners[at + 1] = rim + lift
		_corners[at + 2] = rim + lift
		_corners[at + 3] = end + lift
		var weight := strength * _weights[i]
		_shades[at + 1].a = weight * lerpf(1.0, 0.35, length / reach)


## How high the ground is at [param place], down the stairs or up them.
func _ground_below(place: Vector3, from_height: float) -> float:
	var top := Vector3(place.x, from_height, place.z)
	var query := PhysicsRayQueryParameters3D.create(top, top + Vector3.DOWN * 10.0, 1)
	var hit := get_world_3d().direct_space_state.intersect_ray(query)
	return place.y if hit.is_empty() else (hit.position as Vector3).y


## What of the mesh stays the same while the eye sees as far and as wide as it does.
func _weigh() -> void:
	var focal := eye.view_angle / 2.0
	var half := minf(maxf(eye.view_angle, eye.peripheral_angle), 360.0) / 2.0
	var in_corner := eye.peripheral_strength
	var count := int(2.0 * half / STEP) + 1
	_ways.resize(count)
	_weights.resize(count)
	_corners.resize(8 * count)
	_shades.resize(8 * count)
	_order.clear()
	for i in count:
		var angle := half * (1.0 - 2.0 * i / (count - 1.0))
		_ways[i] = Vector3.FORWARD.rotated(Vector3.UP, deg_to_rad(angle))
		_weights[i] = FlatFan.weight(absf(angle), focal, half, in_corner)
	for layer in 2:
		var strength := CROUCHING if layer == 1 else STANDING
		for i in count:
			var at := 4 * (layer * count + i)
			var weight := strength * _weights[i]
			_shades[at] = Color(Color.WHITE, weight)
			_shades[at + 1] = Color(Color.WHITE, weight)
			_shades[at + 2] = Color(Color.WHITE, minf(2.2 * weight, 1.0))
			_shades[at + 3] = _shades[at + 2]
			for corner: int in [at, at + 2] if i > 0 else []:
				var before := corner - 4
				_order.append_array([before, before + 1, corner + 1, before, corner + 1, corner])

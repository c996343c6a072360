extends MeshInstance3D
## A ring of light on a floor, that can spread and fade.

const RingShader := preload("res://shared/ring_3d.gdshader")

const SIDES := 64
const ABOVE_FLOOR := 0.06
## How high above the floor it is asked where the floor ends.
const FEELER := 0.3
## The layer of the edges where a floor ends, and of the walls of the hall.
const EDGES := 1 << 3

var _ink := ShaderMaterial.new()


func _init(colour: Color, made: Mesh = null) -> void:
	_ink.shader = RingShader
	_ink.set_shader_parameter(&"ink", colour)
	mesh = made if made else make_mesh(PackedFloat32Array())
	material_override = _ink
	cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	visible = false


## Draws it so large, wide and strong (0 to 1) from now on.
func spread(radius: float, width: float, strength: float) -> void:
	visible = strength > 0.0 and radius > 0.0
	var ink: Color = _ink.get_shader_parameter(&"ink")
	_ink.set_shader_parameter(&"ink", Color(ink, strength))
	_ink.set_shader_parameter(&"radius", radius)
	_ink.set_shader_parameter(&"width", minf(width, radius))
	custom_aabb = AABB(Vector3(-radius, -0.1, -radius), Vector3(2.0 * radius, 0.2, 2.0 * radius))


## How far the floor goes from [param place], each way round. For the physics frame.
static func feel(
	space: PhysicsDirectSpaceState3D, place: Vector3, reach: float
) -> PackedFloat32Array:
	var query := PhysicsRayQueryParameters3D.create(place, place, EDGES)
	query.from.y += FEELER
	var free := PackedFloat32Array()
	for i in SIDES + 1:
		query.to = query.from + _way(i) * reach
		var hit := space.intersect_ray(query)
		free.append(INF if hit.is_empty() else query.from.distance_to(hit.position))
	return free


## What rings of one noise have in common; empty: the floor goes on for ever.
static func make_mesh(free: PackedFloat32Array) -> Mesh:
	var points := PackedVector3Array()
	var floors := PackedVector2Array()
	var order := PackedInt32Array()
	for i in SIDES + 1:
		var way := _way(i)
		var far := 1000.0 if free.is_empty() else minf(free[i], 1000.0)
		points.append_array([way, way])
		floors.append_array([Vector2(far, 0.0), Vector2(far, 1.0)])
		if i > 0:
			var at := 2 * i
			order.append_array([at - 2, at - 1, at + 1, at - 2, at + 1, at])
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = points
	arrays[Mesh.ARRAY_TEX_UV] = floors
	arrays[Mesh.ARRAY_INDEX] = order
	var made := ArrayMesh.new()
	made.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
	return made


static func _way(side: int) -> Vector3:
	return Vector3.BACK.rotated(Vector3.UP, TAU * side / SIDES)

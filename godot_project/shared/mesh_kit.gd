extends RefCounted
## Puts boxes, drums and faces together in one mesh, each in its own colour: no model files, no
## textures, one thing to draw.

static var _matt := _make_material(false)
static var _glow := _make_material(true)

var _points := PackedVector3Array()
var _normals := PackedVector3Array()
var _colours := PackedColorArray()
var _corners := PackedInt32Array()


## For what has light and shadow on it.
static func matt() -> StandardMaterial3D:
	return _matt


## For what shines by itself and is seen through: cones, rings, ghosts. Both sides, no shadow.
static func glow() -> StandardMaterial3D:
	return _glow


## The same for one thing alone, which colours and fades it by [member BaseMaterial3D.albedo_color]:
## the Compatibility renderer knows no [member GeometryInstance3D.transparency].
static func own_glow() -> StandardMaterial3D:
	return _make_material(true)


func box(middle: Vector3, size: Vector3, colour: Color) -> void:
	for axis in 3:
		var out := Vector3.ZERO
		var across := Vector3.ZERO
		var along := Vector3.ZERO
		out[axis] = size[axis] / 2.0
		across[(axis + 1) % 3] = size[(axis + 1) % 3] / 2.0
		along[(axis + 2) % 3] = size[(axis + 2) % 3] / 2.0
		face(middle + out, across, along, colour)
		face(middle - out, along, across, colour)


## A box that stands on the ground at [param foot].
func standing_box(foot: Vector3, size: Vector3, colour: Color) -> void:
	box(foot + Vector3(0, size.y / 2.0, 0), size, colour)


## A rectangle seen from the side that [param across] x [param along] points to; both are half the
## sides.
func face(middle: Vector3, across: Vector3, along: Vector3, colour: Color) -> void:
	var first := _points.size()
	(
		_points
		. append_array(
			[
				middle - across - along,
				middle + across - along,
				middle + across + along,
				middle - across + along,
			]
		)
	)
	var out := across.cross(along).normalized()
	for i in 4:
		_normals.append(out)
		_colours.append(colour)
	_corners.append_array([first, first + 2, first + 1, first, first + 3, first + 2])


## An upright drum that stands at [param foot].
func drum(foot: Vector3, radius: float, height: float, colour: Color, sides := 12) -> void:
	var half := Vector3(0, height / 2.0, 0)
	var width := radius * sin(PI / sides)
	for i in sides:
		var out := Vector3.BACK.rotated(Vector3.UP, TAU * i / sides)
		var across := Vector3.UP.cross(out) * width
		face(foot + half + out * radius * cos(PI / sides), across, half, colour)
	var top := foot + half * 2.0
	for i in sides:
		var a := Vector3.BACK.rotated(Vector3.UP, TAU * (i - 0.5) / sides) * radius
		var b := Vector3.BACK.rotated(Vector3.UP, TAU * (i + 0.5) / sides) * radius
		triangle([top, top + a, top + b], [colour, colour, colour])


## Counter-clockwise as seen from outside.
func triangle(places: PackedVector3Array, colours: PackedColorArray) -> void:
	var first := _points.size()
	var out := (places[1] - places[0]).cross(places[2] - places[0]).normalized()
	for i in 3:
		_points.append(places[i])
		_normals.append(out)
		_colours.append(colours[i])
	_corners.append_array([first, first + 2, first + 1])


## A strip between two lines of points, each with its colours.
func strip(
	near: PackedVector3Array,
	far: PackedVector3Array,
	near_colours: PackedColorArray,
	far_colours: PackedColorArray
) -> void:
	var first := _points.size()
	for i in near.size():
		_points.append_array([near[i], far[i]])
		_normals.append_array([Vector3.UP, Vector3.UP])
		_colours.append_array([near_colours[i], far_colours[i]])
		if i > 0:
			var at := first + 2 * i
			_corners.append_array([at - 2, at - 1, at + 1, at - 2, at + 1, at])


func mesh(material := matt()) -> ArrayMesh:
	var made := ArrayMesh.new()
	add_to(made, material)
	return made


## Puts it all into [param made], in place of what was there.
func add_to(made: ArrayMesh, material: Material) -> void:
	made.clear_surfaces()
	if _corners.is_empty():
		return
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = _points
	arrays[Mesh.ARRAY_NORMAL] = _normals
	arrays[Mesh.ARRAY_COLOR] = _colours
	arrays[Mesh.ARRAY_INDEX] = _corners
	made.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays)
	made.surface_set_material(0, material)


static func _make_material(shines: bool) -> StandardMaterial3D:
	var material := StandardMaterial3D.new()
	material.vertex_color_use_as_albedo = true
	material.vertex_color_is_srgb = true
	if shines:
		material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
		material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
		material.cull_mode = BaseMaterial3D.CULL_DISABLED
	else:
		material.roughness = 0.9
		material.metallic_specular = 0.25
	return material

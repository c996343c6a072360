extends "res://support/dim.gd"
## The plane as a floor, 20 pixels to a metre; walls are 4 m high.

const METRES := 1.0 / 20.0
## Eyes are as high above the floor as the aim point of a target without a StealthTarget3D.
const EYE_HEIGHT := 1.0
const WALL_HEIGHT := 4.0


func title(base: StringName) -> StringName:
	return base + "3D"


func is_3d() -> bool:
	return true


func length(pixels: float) -> float:
	return pixels * METRES


func at(place: Vector2) -> Variant:
	return Vector3(place.x * METRES, 0.0, place.y * METRES)


func eye_at(place: Vector2) -> Variant:
	return Vector3(place.x * METRES, EYE_HEIGHT, place.y * METRES)


func direction(degrees: float) -> Variant:
	var flat := Vector2.from_angle(deg_to_rad(degrees))
	return Vector3(flat.x, 0.0, flat.y)


func spoilt(value: float) -> Variant:
	return Vector3(0.0, 0.0, value)


func stranger() -> Node:
	return Node2D.new()


func turn(node: Node, degrees: float) -> void:
	# Forward is -Z here and +X on the plane.
	(node as Node3D).rotation_degrees = Vector3(0.0, -90.0 - degrees, 0.0)


func mirror(node: Node) -> void:
	# What looks along +X of the plane looks along -X.
	(node as Node3D).scale.x *= -1.0


func scale(node: Node, factor: float) -> void:
	(node as Node3D).scale = Vector3.ONE * factor


func flatten(node: Node) -> void:
	var was := (node as Node3D).transform
	(node as Node3D).transform = Transform3D(Basis.from_scale(Vector3.ZERO), was.origin)


func world() -> SubViewport:
	var view := SubViewport.new()
	view.own_world_3d = true
	return view


func on_plane(position: Variant) -> Vector2:
	return Vector2(position.x, position.z) / METRES


func guard(place: Vector2, degrees := 0.0) -> Node:
	var made := super(place, degrees)
	(made.get_node(^"Eye") as Node3D).rotation = Vector3.ZERO
	return made


func shape_of(kind: StringName, size: Vector2) -> Node:
	var holder := CollisionShape3D.new()
	holder.name = &"Shape"
	var full := Vector3(size.x * METRES, WALL_HEIGHT, size.y * METRES)
	match kind:
		&"box":
			var box := BoxShape3D.new()
			box.size = full
			holder.shape = box
		&"round":
			var cylinder := CylinderShape3D.new()
			cylinder.radius = minf(full.x, full.z) / 2.0
			cylinder.height = WALL_HEIGHT
			holder.shape = cylinder
		&"sphere":
			var sphere := SphereShape3D.new()
			sphere.radius = minf(full.x, full.z) / 2.0
			holder.shape = sphere
			holder.position.y = EYE_HEIGHT
		&"capsule":
			var capsule := CapsuleShape3D.new()
			capsule.radius = minf(full.x, full.z) / 2.0
			capsule.height = WALL_HEIGHT + 2.0 * capsule.radius
			holder.shape = capsule
		&"convex":
			var convex := ConvexPolygonShape3D.new()
			convex.points = _box_points(full)
			holder.shape = convex
		&"faces":
			var mesh := BoxMesh.new()
			mesh.size = full
			holder.shape = mesh.create_trimesh_shape()
		&"height":
			var field := HeightMapShape3D.new()
			field.map_width = 2
			field.map_depth = 2
			field.map_data = PackedFloat32Array([0.0, 0.0, 0.0, 0.0])
			holder.shape = field
	return holder


func tiles(cells: Array[Vector2i], layer := WORLD) -> Node:
	var size := Vector3(16.0 * METRES, WALL_HEIGHT, 16.0 * METRES)
	var box := BoxShape3D.new()
	box.size = size
	var library := MeshLibrary.new()
	library.create_item(0)
	library.set_item_shapes(0, [box, Transform3D.IDENTITY])
	var map := GridMap.new()
	map.name = &"Tiles"
	map.mesh_library = library
	map.cell_size = size
	map.collision_layer = layer
	map.collision_mask = 0
	for cell in cells:
		set_tile(map, cell, true)
	return map


func set_tile(map: Node, cell: Vector2i, solid: bool) -> void:
	var item := 0 if solid else GridMap.INVALID_CELL_ITEM
	(map as GridMap).set_cell_item(Vector3i(cell.x, 0, cell.y), item)


func _plain() -> Node:
	return Node3D.new()


func _box_points(size: Vector3) -> PackedVector3Array:
	var points := PackedVector3Array()
	for corner in 8:
		points.append(AABB(-size / 2.0, size).get_endpoint(corner))
	return points

extends "res://support/dim.gd"
## The plane as it is.


func title(base: StringName) -> StringName:
	match base:
		&"CharacterBody", &"StaticBody", &"RigidBody", &"AnimatableBody", &"Area":
			return base + "2D"
	return base


func at(place: Vector2) -> Variant:
	return place


func direction(degrees: float) -> Variant:
	return Vector2.from_angle(deg_to_rad(degrees))


func spoilt(value: float) -> Variant:
	return Vector2(0.0, value)


func stranger() -> Node:
	return Node3D.new()


func turn(node: Node, degrees: float) -> void:
	(node as Node2D).rotation_degrees = degrees


func mirror(node: Node) -> void:
	(node as Node2D).scale.x *= -1.0


func scale(node: Node, factor: float) -> void:
	(node as Node2D).scale = Vector2.ONE * factor


func flatten(node: Node) -> void:
	# Setting the scale to zero would make it tiny instead.
	var was := (node as Node2D).transform
	(node as Node2D).transform = Transform2D(Vector2.ZERO, Vector2.ZERO, was.origin)


func world() -> SubViewport:
	return SubViewport.new()


func on_plane(position: Variant) -> Vector2:
	return position


func shape_of(kind: StringName, size: Vector2) -> Node:
	var holder := CollisionShape2D.new()
	holder.name = &"Shape"
	match kind:
		&"box":
			var box := RectangleShape2D.new()
			box.size = size
			holder.shape = box
		&"round":
			var circle := CircleShape2D.new()
			circle.radius = minf(size.x, size.y) / 2.0
			holder.shape = circle
		&"capsule":
			var capsule := CapsuleShape2D.new()
			capsule.radius = minf(size.x, size.y) / 2.0
			capsule.height = maxf(size.x, size.y) * 1.01
			holder.shape = capsule
		&"convex":
			var convex := ConvexPolygonShape2D.new()
			convex.points = _corners(size)
			holder.shape = convex
		&"faces":
			var concave := ConcavePolygonShape2D.new()
			concave.segments = _outline(size)
			holder.shape = concave
		&"segment":
			var segment := SegmentShape2D.new()
			segment.a = Vector2(0.0, -size.y / 2.0)
			segment.b = Vector2(0.0, size.y / 2.0)
			holder.shape = segment
	return holder


func tiles(cells: Array[Vector2i], layer := WORLD) -> Node:
	var tile_set := TileSet.new()
	tile_set.add_physics_layer()
	tile_set.set_physics_layer_collision_layer(0, layer)
	var source := TileSetAtlasSource.new()
	source.texture = ImageTexture.create_from_image(
		Image.create_empty(16, 16, false, Image.FORMAT_RGBA8)
	)
	source.texture_region_size = Vector2i(16, 16)
	tile_set.add_source(source, 0)
	source.create_tile(Vector2i.ZERO)
	var data := source.get_tile_data(Vector2i.ZERO, 0)
	data.add_collision_polygon(0)
	data.set_collision_polygon_points(0, 0, _corners(Vector2(16.0, 16.0)))
	var map := TileMapLayer.new()
	map.name = &"Tiles"
	map.tile_set = tile_set
	for cell in cells:
		map.set_cell(cell, 0, Vector2i.ZERO)
	return map


func set_tile(map: Node, cell: Vector2i, solid: bool) -> void:
	(map as TileMapLayer).set_cell(cell, 0 if solid else -1, Vector2i.ZERO)


func _plain() -> Node:
	return Node2D.new()


func _corners(size: Vector2) -> PackedVector2Array:
	var half := size / 2.0
	return PackedVector2Array([-half, Vector2(half.x, -half.y), half, Vector2(-half.x, half.y)])


func _outline(size: Vector2) -> PackedVector2Array:
	var corners := _corners(size)
	var lines := PackedVector2Array()
	for at_corner in corners.size():
		lines.append(corners[at_corner])
		lines.append(corners[(at_corner + 1) % corners.size()])
	return lines

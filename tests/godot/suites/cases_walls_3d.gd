extends "res://support/dim_suite.gd"
## Cases of walls that only space has: triangles at any angle, ground with hills, grid maps and CSG
## that change, bodies below parents of any shape, eyes inside solids.

const Recorder := preload("res://support/recorder.gd")
const AHEAD := Vector3(0.0, 0.0, -10.0)


func _init() -> void:
	dim = Dim3D.new()


func test_s02_a_triangle_blocks_both_ways_at_any_angle() -> void:
	var dice := RandomNumberGenerator.new()
	dice.seed = 5
	var eye := _eye(Vector3.ZERO)
	var wall := _mesh(PackedVector3Array([Vector3(-4, -3, 0), Vector3(4, -3, 0), Vector3(0, 6, 0)]))
	for turn in 60:
		var basis := Basis(_direction(dice), dice.randf_range(-PI, PI))
		# Not along the triangle: a sheet has no thickness.
		if absf(basis.z.z) < 0.05:
			continue
		wall.transform = Transform3D(basis, AHEAD / 2.0)
		await ticks(2)
		for way: float in [0.0, PI]:
			eye.transform = Transform3D(
				Basis(Vector3.UP, way), Vector3.ZERO if way == 0.0 else AHEAD
			)
			var target := _ghost(AHEAD if way == 0.0 else Vector3.ZERO)
			check_gate(eye, target, &"occluded", "turn %d, way %s" % [turn, way])
			equal(eye.explain(target).inside, false, "a sheet has no inside")
			target.free()


func test_s02_an_eye_a_hair_from_a_triangle_is_before_or_behind_it() -> void:
	_mesh(PackedVector3Array([Vector3(-4, -3, 0), Vector3(4, -3, 0), Vector3(0, 6, 0)]))
	await ticks(2)
	for gap: float in [0.5, 0.05, 0.005]:
		for side: float in [-1.0, 1.0]:
			var eye := _eye(Vector3(0.0, 0.0, gap * side))
			eye.view_angle = 360.0
			check_gate(eye, _ghost(Vector3(0.0, 0.0, side * 5.0)), &"none", "away, %s" % gap)
			check_gate(eye, _ghost(Vector3(0.0, 0.0, side * -5.0)), &"occluded", "at, %s" % gap)


func test_s02_an_open_mesh_lets_through_where_it_is_open() -> void:
	# A tunnel of one-sided walls along Z.
	var faces := PackedVector3Array()
	for side in 4:
		var turn := Basis(Vector3.BACK, side * PI / 2.0)
		var corners := [
			turn * Vector3(-1, -1, -3),
			turn * Vector3(1, -1, -3),
			turn * Vector3(1, -1, 3),
			turn * Vector3(-1, -1, 3),
		]
		for index: int in [0, 1, 2, 0, 2, 3]:
			faces.append(corners[index])
	_mesh(faces)
	var eye := _eye(Vector3.ZERO)
	eye.view_angle = 360.0
	await ticks(2)
	for way: Vector3 in [Vector3.BACK, Vector3.FORWARD]:
		check_gate(eye, _ghost(way * 10.0), &"none", "along %s" % way)
	for way: Vector3 in [Vector3.LEFT, Vector3.RIGHT, Vector3.UP, Vector3.DOWN]:
		check_gate(eye, _ghost(way * 10.0), &"occluded", "through %s" % way)
		eye.position = way * 10.0
		check_gate(eye, _ghost(Vector3.ZERO), &"occluded", "into it from %s" % way)
		eye.position = Vector3.ZERO


func test_s02_every_solid_is_blind_inside_wherever_the_eye_is() -> void:
	for kind: StringName in [&"box", &"round", &"sphere", &"capsule", &"convex"]:
		for size: float in [1.0, 20.0]:
			var wall := put(dim.solid(kind, Vector2.ZERO, Vector2(80.0, 80.0) * size)) as Node3D
			await ticks(2)
			for part: float in [0.0, 0.5, 0.99]:
				for way: Vector3 in [Vector3.RIGHT, Vector3.FORWARD, Vector3.UP]:
					var half := Vector3(2.0 * size, 2.0, 2.0 * size)
					if kind == &"sphere":
						half.y = 1.0
					var place := way * part * half
					# A capsule and a sphere are round at the ends.
					if not _is_inside(kind, place, size):
						continue
					var eye := _eye(place)
					eye.view_range = 200.0
					eye.view_angle = 360.0
					var told := eye.explain(_ghost(Vector3(100.0, 30.0, 20.0)))
					equal(told.gate, &"occluded", "%s of %s, at %s" % [kind, size, place])
					equal(told.inside, true, "%s of %s, at %s: inside" % [kind, size, place])
					equal(told.blocker, wall, "%s of %s, at %s: by it" % [kind, size, place])
			wall.free()


func test_s02_a_solid_in_a_hollow_of_faces_is_the_solid() -> void:
	put(dim.solid(&"faces", Vector2.ZERO, Vector2(200.0, 200.0)))
	var eye := _eye(Vector3.ZERO)
	var near_by := _ghost(Vector3(0.0, 0.0, -4.0))
	await ticks(2)
	check_gate(eye, near_by, &"none", "in the hollow")
	var stone := put(dim.solid(&"box", Vector2.ZERO, Vector2(20.0, 20.0)))
	await ticks(2)
	check_gate(eye, near_by, &"occluded", "in a stone in the hollow")
	equal(eye.explain(near_by).blocker, stone, "the stone")


func test_s02_a_target_in_a_wall_is_behind_it_and_a_buried_one_too() -> void:
	var eye := _eye(Vector3.ZERO)
	var target := _ghost(AHEAD)
	for kind: StringName in [&"box", &"sphere", &"convex", &"faces", &"round", &"capsule"]:
		var wall := put(dim.solid(kind, Vector2(0.0, -200.0), Vector2(60.0, 60.0)))
		await ticks(2)
		check_gate(eye, target, &"occluded", kind)
		equal(eye.explain(target).inside, false, "%s: the eye is outside" % kind)
		wall.free()


func test_s02_hills_block_where_they_are_high() -> void:
	var ground := put(dim.solid(&"height", Vector2.ZERO, Vector2.ONE)) as Node3D
	var field := (ground.get_node(^"Shape") as CollisionShape3D).shape as HeightMapShape3D
	field.map_width = 21
	field.map_depth = 21
	var heights := PackedFloat32Array()
	for row in 21:
		for column in 21:
			heights.append(3.0 if row == 10 and column > 5 else 0.0)
	field.map_data = heights
	var eye := _eye(Vector3(3.0, 1.6, 6.0))
	await ticks(2)
	check_gate(eye, _ghost(Vector3(3.0, 1.0, -6.0)), &"occluded", "through the ridge")
	check_gate(eye, _ghost(Vector3(3.0, 6.0, -6.0)), &"none", "over it")
	eye.position.x = -8.0
	check_gate(eye, _ghost(Vector3(-8.0, 1.0, -6.0)), &"none", "past its end")
	eye.position = Vector3(3.0, -1.0, 6.0)
	eye.view_angle = 360.0
	check_gate(eye, _ghost(Vector3(3.0, 1.0, 6.0)), &"occluded", "out of the ground")
	check_gate(eye, _ghost(Vector3(3.0, -2.0, 0.0)), &"none", "below it")
	eye.position = Vector3(3.0, 1.5, 0.0)
	for way: Vector3 in [Vector3.FORWARD, Vector3.BACK, Vector3.UP, Vector3(1.0, 1.0, 0.0)]:
		check_gate(eye, _ghost(eye.position + way * 6.0), &"occluded", "out of the ridge, %s" % way)
	for index in heights.size():
		heights[index] = 0.0
	field.map_data = heights
	await ticks(2)
	eye.position = Vector3(3.0, 1.6, 6.0)
	check_gate(eye, _ghost(Vector3(3.0, 1.0, -6.0)), &"none", "levelled")


func test_s02_a_hole_in_the_ground_is_a_hole() -> void:
	var ground := put(dim.solid(&"height", Vector2.ZERO, Vector2.ONE)) as Node3D
	var field := (ground.get_node(^"Shape") as CollisionShape3D).shape as HeightMapShape3D
	field.map_width = 9
	field.map_depth = 9
	var heights := PackedFloat32Array()
	for row in 9:
		for column in 9:
			heights.append(NAN if absi(row - 4) < 2 and absi(column - 4) < 2 else 0.0)
	field.map_data = heights
	var eye := _eye(Vector3(0.0, 2.0, 0.0))
	eye.view_angle = 360.0
	await ticks(2)
	check_gate(eye, _ghost(Vector3(0.05, -2.0, 0.05)), &"none", "down the hole")
	check_gate(eye, _ghost(Vector3(3.0, -2.0, 3.0)), &"occluded", "beside it")


func test_s02_a_drawn_polygon_blocks_but_not_in_its_notch() -> void:
	var wall := StaticBody3D.new()
	var polygon := CollisionPolygon3D.new()
	polygon.polygon = PackedVector2Array(
		[Vector2(-3, -3), Vector2(3, -3), Vector2(3, 3), Vector2(0, 0), Vector2(-3, 3)]
	)
	wall.add_child(polygon)
	wall.position = AHEAD / 2.0
	put(wall)
	var eye := _eye(Vector3(0.0, -1.0, 0.0))
	await ticks(2)
	check_gate(eye, _ghost(AHEAD + Vector3.DOWN), &"occluded", "below")
	check_gate(eye, _ghost(AHEAD + Vector3.UP * 5.0), &"none", "through the notch")


func test_s01_csg_grid_maps_and_cloth_of_a_body_are_its_own() -> void:
	var hull := CSGBox3D.new()
	hull.use_collision = true
	hull.size = Vector3(2.0, 4.0, 2.0)
	var cells: Array[Vector2i] = [Vector2i(0, -2), Vector2i(-1, -2)]
	var parts: Array[Node3D] = [hull, dim.tiles(cells) as Node3D]
	# The engine hangs on cloth while its own physics runs on a thread.
	if not ProjectSettings.get_setting("physics/3d/run_on_separate_thread"):
		parts.append(_cloth())
	for part in parts:
		var guard := dim.body(&"CharacterBody", Vector2.ZERO, 5.0, dim.GUARDS) as Node3D
		guard.add_child(part)
		put(guard)
		var eye := _eye(Vector3.ZERO)
		eye.near_range = 0.0
		var target := _ghost(AHEAD)
		await ticks(4)
		check_gate(eye, target, &"occluded", "a stranger's %s" % part.get_class())
		eye.free()
		eye = EnemyPerception3D.new()
		eye.default_aim_height = 0.0
		guard.add_child(eye)
		check_gate(eye, target, &"none", "its own %s" % part.get_class())
		guard.free()
		target.free()


func test_s04_cars_and_bones_block_unless_they_are_the_targets() -> void:
	var eye := _eye(Vector3.ZERO)
	var target := _ghost(AHEAD)
	var car := VehicleBody3D.new()
	car.freeze = true
	for thing: Node3D in [car, PhysicalBone3D.new()]:
		thing.add_child(dim.shape_of(&"box", Vector2(80.0, 10.0)))
		thing.position = AHEAD / 2.0
		put(thing)
		await ticks(2)
		check_gate(eye, target, &"occluded", thing.get_class())
		thing.free()
	var body := put(dim.target(Vector2(0.0, -200.0)))
	var bone := PhysicalBone3D.new()
	bone.add_child(dim.shape_of(&"box", Vector2(80.0, 10.0)))
	bone.position = -AHEAD / 2.0
	body.add_child(bone)
	await ticks(2)
	check_gate(eye, body, &"none", "a bone of the target's own")


func test_a_shape_that_is_a_mere_ray_is_no_wall() -> void:
	var wall := put(dim.solid(&"box", Vector2(0.0, -100.0), Vector2(80.0, 10.0)))
	var ray := SeparationRayShape3D.new()
	ray.length = 5.0
	(wall.get_node(^"Shape") as CollisionShape3D).shape = ray
	var eye := _eye(Vector3.ZERO)
	await ticks(2)
	check_gate(eye, _ghost(AHEAD), &"none", "a ray for stairs")


func test_an_eye_that_leaves_its_body_behind_is_not_blocked_by_it() -> void:
	var body := put(dim.body(&"CharacterBody", Vector2(0.0, 200.0), 10.0, dim.WORLD)) as Node3D
	var eye := _eye(Vector3.ZERO)
	eye.reparent(body)
	eye.top_level = true
	eye.global_transform = Transform3D.IDENTITY
	body.position = AHEAD / 2.0
	await ticks(2)
	check_gate(eye, _ghost(AHEAD), &"none", "its own body between")


func test_s09_cells_of_a_grid_map_come_and_go() -> void:
	var map := put(dim.tiles([])) as GridMap
	map.cell_size = Vector3(2.0, 2.0, 2.0)
	var cube := BoxShape3D.new()
	cube.size = Vector3(2.0, 2.0, 2.0)
	map.mesh_library.set_item_shapes(0, [cube, Transform3D.IDENTITY])
	var eye := _eye(Vector3(1.0, 1.0, 0.0))
	var target := _ghost(Vector3(1.0, 1.0, -20.0))
	for turn in 6:
		var cell := Vector3i(0, 0, -3 - turn)
		map.set_cell_item(cell, 0, turn * 3)
		await ticks(3)
		check_gate(eye, target, &"occluded", "cell %s" % cell)
		equal(eye.explain(target).blocker, map, "named")
		map.set_cell_item(cell, GridMap.INVALID_CELL_ITEM)
		await ticks(3)
		check_gate(eye, target, &"none", "cell %s is gone" % cell)
	map.set_cell_item(Vector3i(0, 0, -3), 0)
	map.transform = Transform3D(Basis(Vector3.UP, 0.3), Vector3(30.0, 0.0, 0.0))
	await ticks(3)
	check_gate(eye, target, &"none", "the map went away")
	map.transform = Transform3D.IDENTITY
	await ticks(3)
	check_gate(eye, target, &"occluded", "and came back")
	eye.position = Vector3(1.0, 1.0, -5.0)
	check_gate(eye, target, &"occluded", "from within a cell")
	equal(eye.explain(target).inside, true, "inside a cell")
	map.clear()
	await ticks(3)
	check_gate(eye, target, &"none", "cleared")


func test_s20_csg_blocks_while_it_has_collision() -> void:
	var room := CSGCombiner3D.new()
	room.use_collision = true
	var block := CSGBox3D.new()
	block.size = Vector3(6.0, 4.0, 1.0)
	room.add_child(block)
	room.position = AHEAD / 2.0
	put(room)
	var eye := _eye(Vector3.ZERO)
	var target := _ghost(AHEAD)
	await ticks(3)
	check_gate(eye, target, &"occluded", "a wall")
	var window := CSGBox3D.new()
	window.operation = CSGShape3D.OPERATION_SUBTRACTION
	window.size = Vector3(2.0, 2.0, 2.0)
	room.add_child(window)
	await ticks(3)
	check_gate(eye, target, &"none", "a window in it")
	window.visible = false
	await ticks(3)
	check_gate(eye, target, &"occluded", "no window")
	for turn in 3:
		room.use_collision = false
		await ticks(2)
		check_gate(eye, target, &"none", "without collision")
		room.use_collision = true
		await ticks(3)
		check_gate(eye, target, &"occluded", "with it")
	room.collision_layer = dim.GLASS
	await ticks(2)
	check_gate(eye, target, &"none", "another layer")


func test_s09_csg_that_changes_while_a_guard_looks_alarms_nobody() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var block := CSGBox3D.new()
	block.size = Vector3(0.5, 4.0, 4.0)
	block.use_collision = true
	block.position = dim.eye_at(Vector2(100.0, 0.0))
	put(block)
	await ticks(3)
	put(dim.target(Vector2(200.0, 0.0)))
	for turn in 40:
		block.size = Vector3(0.5, 4.0 + 0.1 * (turn % 2), 4.0)
		await ticks(1 + turn % 3)
	equal(senses.get(&"awareness"), 0.0, "awareness")
	equal(recorder.log, [], "signals")


func test_a_wall_below_a_parent_of_any_shape_is_where_the_engine_has_it() -> void:
	var parents := {
		"mirrored": Basis.FLIP_X,
		"upside down": Basis.FLIP_Y,
		"turned": Basis.from_euler(Vector3(0.4, 1.0, -0.3)),
		"mirrored and turned": Basis.from_euler(Vector3(0.4, 1.0, -0.3)) * Basis.FLIP_Z,
	}
	for title: String in parents:
		for kind: StringName in [&"box", &"convex", &"faces"]:
			var parent := put(Node3D.new()) as Node3D
			parent.basis = parents[title]
			var wall := put(dim.solid(kind, Vector2.ZERO, Vector2(80.0, 10.0)), parent) as Node3D
			wall.position = parent.basis.inverse() * (AHEAD / 2.0)
			await ticks(3)
			var eye := _eye(Vector3.ZERO)
			eye.view_angle = 360.0
			var target := _ghost(AHEAD)
			check_gate(eye, target, &"occluded", "%s %s" % [title, kind])
			target.position = -AHEAD
			check_gate(eye, target, &"none", "%s %s: the other way" % [title, kind])
			parent.free()
			eye.free()
			target.free()


func test_walls_as_large_and_as_far_as_a_world_block() -> void:
	var eye := _eye(Vector3.ZERO)
	eye.view_range = INF
	for far: float in [1e2, 1e3, 1e4]:
		var wall := put(dim.solid(&"box", Vector2.ZERO, Vector2.ONE)) as Node3D
		var box := (wall.get_node(^"Shape") as CollisionShape3D).shape as BoxShape3D
		box.size = Vector3(far, far, far / 10.0)
		wall.position = AHEAD.normalized() * far
		await ticks(2)
		check_gate(eye, _ghost(AHEAD.normalized() * far * 2.0), &"occluded", "at %s m" % far)
		check_gate(eye, _ghost(AHEAD.normalized() * far * 0.9), &"none", "before it, at %s m" % far)
		wall.free()


func test_a_shape_that_is_swapped_or_taken_counts_as_it_is_now() -> void:
	var wall := put(dim.solid(&"box", Vector2(0.0, -100.0), Vector2(80.0, 10.0)))
	var holder := wall.get_node(^"Shape") as CollisionShape3D
	var eye := _eye(Vector3.ZERO)
	var target := _ghost(AHEAD)
	for kind: StringName in [&"sphere", &"faces", &"convex", &"capsule", &"round", &"box"]:
		var donor := dim.shape_of(kind, Vector2(80.0, 80.0)) as CollisionShape3D
		holder.shape = donor.shape
		donor.free()
		await ticks(2)
		check_gate(eye, target, &"occluded", kind)
	holder.shape = null
	await ticks(2)
	check_gate(eye, target, &"none", "no shape")


func test_a_boundary_without_end_blocks() -> void:
	var wall := put(dim.solid(&"box", Vector2.ZERO, Vector2.ONE)) as Node3D
	var plane := WorldBoundaryShape3D.new()
	plane.plane = Plane(Vector3.UP, 0.0)
	(wall.get_node(^"Shape") as CollisionShape3D).shape = plane
	var eye := _eye(Vector3(0.0, 1.0, 0.0))
	eye.view_angle = 360.0
	await ticks(2)
	check_gate(eye, _ghost(Vector3(0.0, -5.0, -5.0)), &"occluded", "down through it")
	check_gate(eye, _ghost(Vector3(0.0, 1.0, -5.0)), &"none", "along it")
	eye.position.y = -1.0
	check_gate(eye, _ghost(Vector3(0.0, 5.0, -5.0)), &"occluded", "up through it")


func _cloth() -> SoftBody3D:
	var sheet := BoxMesh.new()
	sheet.size = Vector3(3.0, 3.0, 0.3)
	sheet.subdivide_width = 4
	sheet.subdivide_height = 4
	var cloth := SoftBody3D.new()
	cloth.mesh = ArrayMesh.new()
	(cloth.mesh as ArrayMesh).add_surface_from_arrays(
		Mesh.PRIMITIVE_TRIANGLES, sheet.get_mesh_arrays()
	)
	cloth.position = AHEAD / 2.0
	return cloth


func _is_inside(kind: StringName, place: Vector3, size: float) -> bool:
	var radius := 2.0 * size
	match kind:
		&"sphere":
			return place.distance_to(Vector3.UP) < radius * 0.995
		&"capsule":
			return absf(place.y) <= 2.0
	return absf(place.y) < 2.0


func _direction(dice: RandomNumberGenerator) -> Vector3:
	return Vector3(dice.randfn(), dice.randfn(), dice.randfn() + 1e-3).normalized()


func _mesh(faces: PackedVector3Array) -> StaticBody3D:
	var wall := dim.solid(&"faces", Vector2.ZERO, Vector2.ONE) as StaticBody3D
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(faces)
	(wall.get_node(^"Shape") as CollisionShape3D).shape = shape
	return put(wall) as StaticBody3D


func _eye(place: Vector3) -> EnemyPerception3D:
	var eye := EnemyPerception3D.new()
	eye.default_aim_height = 0.0
	eye.view_range = 30.0
	eye.position = place
	return put(eye) as EnemyPerception3D


func _ghost(place: Vector3) -> Node3D:
	var ghost := Node3D.new()
	ghost.position = place
	return put(ghost) as Node3D

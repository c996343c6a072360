extends "res://support/rules/perception_rules.gd"
## EnemyPerception3D: the shared rules, and what only space has.


func _init() -> void:
	dim = Dim3D.new()


func test_defaults_of_space() -> void:
	var eye := keep(EnemyPerception3D.new()) as EnemyPerception3D
	equal(eye.model_front, false, "model_front")
	equal(eye.vertical_view_angle, 0.0, "vertical_view_angle")
	equal(eye.flat, false, "flat")


func test_nonsense_of_space_is_refused() -> void:
	for bad: float in [NAN, INF, -1.0]:
		var eye := put(dim.eye(Vector2.ZERO))
		check_refused(eye, &"vertical_view_angle", bad)
		eye.free()


func test_model_front_looks_along_plus_z() -> void:
	var eye := _eye()
	near(eye.facing, Vector3.FORWARD, "forward")
	eye.model_front = true
	near(eye.facing, Vector3.BACK, "model front")
	check_gate(eye, _ghost(Vector3(0.0, 0.0, 5.0)), &"none")
	check_gate(eye, _ghost(Vector3(0.0, 0.0, -5.0)), &"cone")


func test_a_pitched_parent_pitches_the_view() -> void:
	var head := put(Node3D.new()) as Node3D
	head.rotation_degrees.x = 60.0
	var eye := put(_new_eye(), head) as EnemyPerception3D
	near(eye.facing, Vector3(0.0, sin(PI / 3.0), -0.5), "pitched up", 1e-3)
	check_gate(eye, _ghost(Vector3(0.0, 8.0, -4.0)), &"none")
	check_gate(eye, _ghost(Vector3(0.0, 0.0, -8.0)), &"cone")


func test_a_sheared_and_mirrored_parent_looks_where_it_is_drawn() -> void:
	var skin := put(Node3D.new()) as Node3D
	skin.basis = Basis(Vector3(-2.0, 0.0, 0.0), Vector3(0.0, 1.0, 0.0), Vector3(1.0, 0.0, 3.0))
	var eye := put(_new_eye(), skin) as EnemyPerception3D
	near(eye.facing, Vector3(-1.0, 0.0, -3.0).normalized(), "facing", 1e-3)


func test_either_front_is_where_the_basis_says_under_any_parent() -> void:
	var parents := {
		"mirrored": Basis.from_scale(Vector3(-1.0, 1.0, 1.0)),
		"upside down": Basis.from_scale(Vector3(1.0, -1.0, 1.0)),
		"turned inside out": Basis.from_scale(Vector3(-1.0, -1.0, -1.0)),
		"tiny": Basis.from_scale(Vector3.ONE * 1e-3),
		"huge": Basis.from_scale(Vector3.ONE * 1e3),
		"stretched": Basis.from_scale(Vector3(1.0, 5.0, 0.2)),
		"pitched": Basis.from_euler(Vector3(1.0, 0.0, 0.0)),
		"pitched and rolled": Basis.from_euler(Vector3(1.0, 0.5, 2.0)),
		"mirrored and pitched": Basis.from_euler(Vector3(0.7, 0.0, 0.0)) * Basis.FLIP_X,
	}
	for title: String in parents:
		var parent := put(Node3D.new()) as Node3D
		parent.basis = parents[title]
		var eye := put(_new_eye(), parent) as EnemyPerception3D
		eye.rotation_degrees = Vector3(20.0, 30.0, 0.0)
		for front: bool in [false, true]:
			eye.model_front = front
			var wanted := eye.global_basis.z.normalized() * (1.0 if front else -1.0)
			near(eye.facing, wanted, "%s, front %s" % [title, front], 1e-3)
			var ahead := _ghost(wanted * 5.0)
			check_gate(eye, ahead, &"none", "%s, ahead" % title)
			ahead.position = -ahead.position
			check_gate(eye, ahead, &"cone", "%s, behind" % title)
			ahead.free()
		parent.free()


func test_the_box_rolls_with_the_eye_and_is_not_stretched() -> void:
	for size: Vector3 in [Vector3.ONE, Vector3.ONE * 4.0, Vector3(-2.0, 2.0, 2.0)]:
		var parent := put(Node3D.new()) as Node3D
		parent.scale = size
		var eye := put(_new_eye(), parent) as EnemyPerception3D
		eye.vertical_view_angle = 20.0
		eye.near_range = 0.0
		eye.rotation_degrees.z = 90.0
		for sign: float in [-1.0, 1.0]:
			check(eye.is_in_cone(_ghost(_polar(0.0, sign * 40.0))), "%s: along its yaw" % size)
			check(not eye.is_in_cone(_ghost(_polar(sign * 40.0, 0.0))), "%s: its pitch" % size)
			check(eye.is_in_cone(_ghost(_polar(sign * 9.0, 0.0))), "%s: within" % size)
		parent.free()


func test_a_box_that_is_aimed_by_hand_may_look_up_and_straight_up() -> void:
	var eye := _eye()
	eye.vertical_view_angle = 30.0
	eye.near_range = 0.0
	eye.facing = _polar(0.0, 60.0)
	check(eye.is_in_cone(_ghost(_polar(0.0, 60.0))), "where it looks")
	check(eye.is_in_cone(_ghost(_polar(0.0, 50.0))), "a little lower")
	check(not eye.is_in_cone(_ghost(_polar(0.0, 40.0))), "too low")
	check(not eye.is_in_cone(_ghost(_polar(180.0, 60.0))), "behind")
	for up: Vector3 in [Vector3.UP, Vector3.DOWN]:
		eye.facing = up
		var told := eye.explain(_ghost(up * 5.0))
		equal(told.gate, &"none", "straight %s" % up)
		equal(eye.is_in_cone(_ghost(up * -5.0)), false, "the other way")


func test_the_round_cone_counts_height() -> void:
	var eye := _eye()
	check_gate(eye, _ghost(Vector3(0.0, 4.9, -5.0)), &"none")
	check_gate(eye, _ghost(Vector3(0.0, 5.1, -5.0)), &"cone")
	check_gate(eye, _ghost(Vector3(0.0, -4.9, -5.0)), &"none")
	check_gate(eye, _ghost(Vector3(0.0, -5.1, -5.0)), &"cone")


func test_flat_ignores_height_in_the_cone_and_not_in_the_range() -> void:
	var eye := _eye()
	eye.flat = true
	check_gate(eye, _ghost(Vector3(0.0, 15.0, -5.0)), &"none")
	check_gate(eye, _ghost(Vector3(0.0, 15.0, 5.0)), &"cone")
	check_gate(eye, _ghost(Vector3(0.0, 20.0, -5.0)), &"range")


func test_flat_and_looking_straight_up_has_no_direction() -> void:
	var eye := _eye()
	near(eye.facing, Vector3.FORWARD, "before")
	eye.flat = true
	eye.basis = Basis(Vector3.RIGHT, Vector3.FORWARD, Vector3.DOWN)
	check(not eye.can_see(_ghost(Vector3(0.0, 5.0, 0.0))), "blind upwards")
	check(not eye.can_see(_ghost(Vector3(0.0, 0.0, -5.0))), "blind forwards")
	check(eye.is_in_cone(_ghost(Vector3(0.2, 0.0, 0.0))), "but for what is near")
	near(eye.facing.length(), 1.0, "facing stays a direction")


func test_a_vertical_angle_makes_the_cone_a_box() -> void:
	var eye := _eye()
	eye.vertical_view_angle = 30.0
	eye.near_range = 0.0
	var wanted := {
		Vector3(0.0, 0.0, -5.0): true,
		_polar(44.0, 14.0): true,
		_polar(-44.0, -14.0): true,
		_polar(0.0, 16.0): false,
		_polar(0.0, -16.0): false,
		_polar(46.0, 0.0): false,
		_polar(-46.0, 0.0): false,
		_polar(45.0, 15.0): true,
		_polar(180.0, 0.0): false,
		_polar(0.0, 90.0): false,
	}
	for place: Vector3 in wanted:
		equal(eye.is_in_cone(_ghost(place)), wanted[place], str(place))


func test_the_box_turns_with_the_eye() -> void:
	var eye := _eye()
	eye.vertical_view_angle = 10.0
	eye.near_range = 0.0
	eye.rotation_degrees.x = 40.0
	check(eye.is_in_cone(_ghost(_polar(0.0, 40.0))), "pitched with the eye")
	check(not eye.is_in_cone(_ghost(_polar(0.0, 30.0))), "and no longer level")
	eye.facing = Vector3.RIGHT
	check(eye.is_in_cone(_ghost(_polar(-90.0, 0.0))), "manual: about world up")
	check(not eye.is_in_cone(_ghost(_polar(-90.0, 10.0))), "manual: level")


func test_the_periphery_of_a_box_is_yaw_only() -> void:
	var eye := _eye()
	eye.vertical_view_angle = 30.0
	eye.near_range = 0.0
	eye.view_angle = 60.0
	eye.peripheral_angle = 180.0
	near(eye.explain(_ghost(_polar(60.0, 0.0))).cone_factor, 0.625, "in the middle of it", 2e-3)
	near(eye.explain(_ghost(_polar(60.0, 14.0))).cone_factor, 0.625, "and higher up", 2e-3)
	check_gate(eye, _ghost(_polar(60.0, 16.0)), &"cone", "too high")


func test_near_is_measured_on_the_ground_within_two_metres_of_height() -> void:
	var eye := _eye()
	eye.near_range = 3.0
	check(eye.is_in_cone(_ghost(Vector3(0.0, 1.9, 2.9))), "behind and above")
	check(eye.is_in_cone(_ghost(Vector3(0.0, -1.9, 2.9))), "behind and below")
	check(not eye.is_in_cone(_ghost(Vector3(0.0, 2.1, 2.9))), "too high")
	check(not eye.is_in_cone(_ghost(Vector3(0.0, 0.0, 3.1))), "too far")


func test_the_aim_height_is_added_to_where_a_target_stands() -> void:
	var eye := _eye()
	eye.default_aim_height = 1.5
	var target := put(Node3D.new()) as Node3D
	target.position = Vector3(0.0, 0.0, -5.0)
	near(eye.explain(target).points[0].position, Vector3(0.0, 1.5, -5.0), "aim point")
	eye.default_aim_height = 0.0
	near(eye.explain(target).points[0].position, Vector3(0.0, 0.0, -5.0), "at its feet")


func test_a_wall_that_faces_one_way_blocks_both_ways() -> void:
	for flip: bool in [false, true]:
		for backface: bool in [false, true]:
			var shape := ConcavePolygonShape3D.new()
			var corners := [Vector3(-4, -4, 0), Vector3(4, -4, 0), Vector3(0, 6, 0)]
			if flip:
				corners.reverse()
			shape.set_faces(PackedVector3Array(corners))
			shape.backface_collision = backface
			var wall := StaticBody3D.new()
			var holder := CollisionShape3D.new()
			holder.shape = shape
			wall.add_child(holder)
			wall.position = Vector3(0.0, 0.0, -5.0)
			put(wall)
			var eye := _eye()
			await ticks(2)
			check_gate(eye, _ghost(Vector3(0.0, 0.0, -8.0)), &"occluded", "flip %s" % flip)
			wall.free()
			eye.free()


func test_a_height_map_blocks_from_above_and_below() -> void:
	for above: bool in [true, false]:
		var ground := StaticBody3D.new()
		ground.scale = Vector3.ONE
		var holder := CollisionShape3D.new()
		var field := HeightMapShape3D.new()
		field.map_width = 17
		field.map_depth = 17
		holder.shape = field
		ground.add_child(holder)
		put(ground)
		var eye := _eye()
		eye.position.y = 2.0 if above else -2.0
		eye.view_angle = 360.0
		await ticks(2)
		check_gate(eye, _ghost(Vector3(3.0, -2.0 if above else 2.0, 0.3)), &"occluded")
		check_gate(eye, _ghost(Vector3(3.0, 2.0 if above else -2.0, 0.3)), &"none")
		ground.free()
		eye.free()


func test_csg_blocks_from_outside_and_from_within() -> void:
	var block := CSGBox3D.new()
	block.size = Vector3(2.0, 2.0, 2.0)
	block.use_collision = true
	block.position = Vector3(0.0, 0.0, -5.0)
	put(block)
	var eye := _eye()
	await ticks(3)
	var target := _ghost(Vector3(0.0, 0.0, -10.0))
	check_gate(eye, target, &"occluded", "outside")
	eye.position = Vector3(0.0, 0.0, -5.0)
	check_gate(eye, target, &"occluded", "within")
	eye.add_exception(block)
	check_gate(eye, target, &"none", "an exception")


func test_a_grid_map_blocks_and_can_be_an_exception() -> void:
	var library := MeshLibrary.new()
	library.create_item(0)
	var cube := BoxShape3D.new()
	cube.size = Vector3(2.0, 2.0, 2.0)
	library.set_item_shapes(0, [cube, Transform3D.IDENTITY])
	var map := GridMap.new()
	map.mesh_library = library
	map.cell_size = Vector3(2.0, 2.0, 2.0)
	map.set_cell_item(Vector3i(0, 0, -3), 0)
	put(map)
	var eye := _eye()
	eye.position = Vector3(1.0, 1.0, 0.0)
	var target := _ghost(Vector3(1.0, 1.0, -10.0))
	await ticks(3)
	check_gate(eye, target, &"occluded", "the map")
	equal(eye.explain(target).blocker, map, "named")
	eye.add_exception(map)
	check_gate(eye, target, &"none", "an exception")


func _new_eye() -> EnemyPerception3D:
	var eye := EnemyPerception3D.new()
	eye.default_aim_height = 0.0
	return eye


func _eye() -> EnemyPerception3D:
	return put(_new_eye()) as EnemyPerception3D


func _ghost(place: Vector3) -> Node3D:
	var ghost := Node3D.new()
	ghost.position = place
	return put(ghost) as Node3D


## A place 5 m away: [param yaw] to the left, [param pitch] up, in degrees.
func _polar(yaw: float, pitch: float) -> Vector3:
	var level := Vector3.FORWARD.rotated(Vector3.RIGHT, deg_to_rad(pitch))
	return level.rotated(Vector3.UP, deg_to_rad(yaw)) * 5.0

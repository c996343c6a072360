extends "res://support/rules/case_sight_rules.gd"
## Cases of sight in space: the shared ones, and those of floors and CSG. Grid maps, meshes and
## height maps are in [code]perception_3d.gd[/code].


func _init() -> void:
	dim = Dim3D.new()


func test_s02_an_eye_in_a_sphere_is_blocked() -> void:
	put(dim.solid(&"sphere", Vector2.ZERO, Vector2(40.0, 40.0)))
	var eye := put(dim.eye(Vector2.ZERO))
	await ticks(2)
	check_gate(eye, put(dim.target(Vector2(200.0, 0.0))), &"occluded")


func test_s20_a_disabled_csg_wall_still_blocks_as_the_engine_has_it() -> void:
	var wall := CSGBox3D.new()
	wall.size = Vector3(0.5, 4.0, 4.0)
	wall.use_collision = true
	wall.position = Vector3(5.0, 0.0, 0.0)
	put(wall)
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(3)
	check_gate(eye, target, &"occluded", "on")
	wall.process_mode = Node.PROCESS_MODE_DISABLED
	await ticks(2)
	check_gate(eye, target, &"occluded", "a documented limit")


func test_s19_a_small_thing_far_away_blocks_exactly() -> void:
	var eye := put(dim.eye(Vector2.ZERO)) as EnemyPerception3D
	eye.view_range = 13000.0
	eye.default_aim_height = 1.0
	var ball := StaticBody3D.new()
	var holder := CollisionShape3D.new()
	holder.shape = SphereShape3D.new()
	ball.add_child(holder)
	ball.position = Vector3(11999.0, 1.0, 0.0)
	put(ball)
	var target := put(Node3D.new()) as Node3D
	await ticks(2)
	for offset in 200:
		target.position = Vector3(12000.0, 0.0, -0.3 + 0.003 * offset)
		check(not eye.can_see(target), "hidden at %s" % target.position.z)
	for side: float in [-1.0, 1.0]:
		target.position = Vector3(12000.0, 0.0, side * 1.0)
		check(eye.can_see(target), "past it at %s" % target.position.z)
	target.position = Vector3(11997.0, 0.0, 0.0)
	check(eye.can_see(target), "before it")


func test_s06_eyes_and_aim_points_are_above_the_bumps() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye") as EnemyPerception3D
	eye.position.y = 1.6
	_box(Vector3(0.0, -0.5, 0.0), Vector3(40.0, 1.0, 40.0))
	_box(Vector3(5.0, 0.15, 0.0), Vector3(1.0, 0.3, 4.0))
	var target := put(dim.target(Vector2(200.0, 0.0))) as Node3D
	await ticks(2)
	check_gate(eye, target, &"none", "over the ridge")
	eye.position.y = 0.05
	eye.default_aim_height = 0.05
	check_gate(eye, target, &"occluded", "feet to feet the ridge is in the way")
	eye.position.y = 1.6
	eye.default_aim_height = 1.0
	for step in 8:
		_box(
			Vector3(4.25 + 0.5 * step, 0.125 * (step + 1), 0.0),
			Vector3(0.5, 0.25 * (step + 1), 4.0)
		)
	target.position = Vector3(7.75, 2.0, 0.0)
	await ticks(2)
	check_gate(eye, target, &"none", "up the stairs")


func _box(place: Vector3, size: Vector3) -> void:
	var body := StaticBody3D.new()
	var holder := CollisionShape3D.new()
	var box := BoxShape3D.new()
	box.size = size
	holder.shape = box
	body.add_child(holder)
	body.position = place
	put(body)

# On its own thread physics answers later.
# passes: default, tps30, tps120, jolt
extends "res://support/suite.gd"
## The same for space, on both physics engines.

const Dim3D := preload("res://support/dim_3d.gd")
const FROM := Vector3(0.0, 1.0, 0.0)
const TO := Vector3(10.0, 1.0, 0.0)

var _dim := Dim3D.new()


func test_a_new_body_is_hit_in_its_first_tick() -> void:
	var wall := put(_dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	equal(_blocker(), wall)


func test_a_moved_character_is_hit_where_it_was_until_the_next_tick() -> void:
	var body := put(_dim.body(&"CharacterBody", Vector2(100.0, 0.0), 10.0, 1)) as Node3D
	await ticks(2)
	body.position.z = 50.0
	body.force_update_transform()
	equal(_blocker(), body, "old place")
	await ticks(2)
	equal(_blocker(), null, "new place")


func test_a_solid_hides_the_ray_that_starts_in_it() -> void:
	for kind: StringName in [&"box", &"round", &"sphere", &"capsule", &"convex"]:
		var wall := put(_dim.solid(kind, Vector2.ZERO, Vector2(60.0, 60.0)))
		await ticks(1)
		equal(_blocker(), null, "%s: a plain ray" % kind)
		var query := _query()
		query.hit_from_inside = true
		equal(_blocker(query), wall, "%s: hit_from_inside" % kind)
		wall.free()


func test_a_mesh_that_faces_one_way_is_missed_from_behind() -> void:
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(PackedVector3Array([Vector3(0, -9, -9), Vector3(0, -9, 9), Vector3(0, 9, 0)]))
	var wall := put(_dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	(wall.get_node(^"Shape") as CollisionShape3D).shape = shape
	await ticks(2)
	var back := _query()
	back.from = TO
	back.to = FROM
	for query: PhysicsRayQueryParameters3D in [_query(), back]:
		query.hit_back_faces = true
	var hits := [_blocker(), _blocker(back)]
	equal(hits.count(null), 1, "missed from one side of two: %s" % [hits])
	shape.backface_collision = true
	await ticks(2)
	equal(_blocker(), wall, "both faces, there")
	equal(_blocker(back), wall, "both faces, back")


func test_a_height_map_is_hit_from_both_sides() -> void:
	var ground := StaticBody3D.new()
	var holder := CollisionShape3D.new()
	var field := HeightMapShape3D.new()
	field.map_width = 9
	field.map_depth = 9
	holder.shape = field
	ground.add_child(holder)
	put(ground)
	await ticks(1)
	for height: float in [2.0, -2.0]:
		var query := _query()
		query.from = Vector3(0.3, height, 0.2)
		query.to = Vector3(0.6, -height, 0.2)
		equal(_blocker(query), ground, "from %s" % height)


func test_csg_comes_one_tick_late_and_cannot_be_disabled() -> void:
	var block := CSGBox3D.new()
	block.size = Vector3.ONE * 2.0
	block.use_collision = true
	block.position = Vector3(5.0, 1.0, 0.0)
	put(block)
	equal(_blocker(), null, "first tick")
	await ticks(2)
	equal(_blocker(), block, "then")
	block.process_mode = Node.PROCESS_MODE_DISABLED
	await ticks(2)
	equal(_blocker(), block, "disabled and still hit")
	var query := _query()
	query.from = block.position
	query.hit_from_inside = true
	query.to = block.position + Vector3(0.5, 0.0, 0.0)
	equal(_blocker(query), null, "nothing inside it")


func test_rays_to_nowhere_miss_in_silence() -> void:
	put(_dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(1)
	for place: Vector3 in [Vector3(NAN, 0.0, 0.0), Vector3(INF, 1.0, 0.0), Vector3(-INF, NAN, 0.0)]:
		var query := _query()
		query.to = place
		equal(_blocker(query), null, str(place))


func test_areas_are_hit_only_when_asked_for() -> void:
	var area := put(_dim.body(&"Area", Vector2(100.0, 0.0), 20.0, 1)) as Area3D
	area.monitorable = false
	await ticks(1)
	equal(_blocker(), null)
	var query := _query()
	query.collide_with_areas = true
	equal(_blocker(query), area)


func test_forward_is_in_the_basis_under_a_mirrored_parent() -> void:
	var outer := put(Node3D.new()) as Node3D
	outer.scale.x = -1.0
	var inner := put(Node3D.new(), outer) as Node3D
	_dim.turn(inner, 30.0)
	near(-inner.global_basis.z.normalized(), _dim.direction(150.0), "basis", 1e-3)


func _query() -> PhysicsRayQueryParameters3D:
	return PhysicsRayQueryParameters3D.create(FROM, TO, 1)


func _blocker(query: PhysicsRayQueryParameters3D = null) -> Object:
	var space := get_viewport().find_world_3d().direct_space_state
	return space.intersect_ray(query if query != null else _query()).get("collider")

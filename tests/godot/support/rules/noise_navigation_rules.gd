extends "res://support/dim_suite.gd"
## Noises that go round the walls along the navigation map, in either dimension.

const Recorder := preload("res://support/recorder.gd")
const STRAIGHT := 0
const MUFFLED := 1
const NAVIGATION := 2
const NO_MAP := "NAVIGATION found no navigation map"
## A corridor like a U: down the left leg, along, up the right leg.
const U: Array[Rect2] = [
	Rect2(0.0, 0.0, 40.0, 200.0), Rect2(0.0, 200.0, 240.0, 40.0), Rect2(200.0, 0.0, 40.0, 200.0)
]
## Its two inner corners, and places in its legs.
const FIRST_CORNER := Vector2(40.0, 200.0)
const LAST_CORNER := Vector2(200.0, 200.0)
const LEFT := Vector2(20.0, 10.0)
const RIGHT := Vector2(220.0, 10.0)


func test_the_path_is_the_distance_and_the_last_corner_the_origin() -> void:
	await _corridor()
	var emitter := _emitter(LEFT, 1000.0)
	var ear := put(dim.listener(RIGHT))
	equal(emitter.call(&"emit"), 1)
	near(ear.calls[0][1], 1.0 - _round() / 1000.0, "strength", 1e-3)
	near(dim.on_plane(ear.calls[0][0]), LAST_CORNER, "origin", 1.0)
	near(emitter.call(&"audibility", ear), ear.calls[0][1], "audibility", 1e-5)
	equal(ear.calls.size(), 1, "calls")


func test_where_the_path_is_too_long_nothing_is_heard() -> void:
	await _corridor()
	var emitter := _emitter(LEFT, 500.0)
	var ear := put(dim.listener(RIGHT))
	equal(emitter.call(&"emit"), 0, "200 px as the crow flies, 542 px to walk")
	equal(emitter.call(&"audibility", ear), 0.0)
	emitter.set(&"propagation", STRAIGHT)
	equal(emitter.call(&"emit"), 1, "straight through")
	near(ear.calls[0][1], 0.6, "straight", 1e-3)


func test_a_direct_path_is_the_straight_line() -> void:
	await _corridor()
	var emitter := _emitter(Vector2(10.0, 10.0), 200.0)
	var ear := put(dim.listener(Vector2(10.0, 110.0)))
	equal(emitter.call(&"emit"), 1)
	near(ear.calls[0][1], 0.5, "strength", 1e-3)
	near(dim.on_plane(ear.calls[0][0]), Vector2(10.0, 10.0), "origin", 1e-2)


func test_a_closed_door_lets_nothing_through() -> void:
	_region([Rect2(0.0, 0.0, 100.0, 100.0)])
	_region([Rect2(110.0, 0.0, 100.0, 100.0)])
	var door := _region([Rect2(100.0, 40.0, 10.0, 20.0)])
	await ticks(3)
	var emitter := _emitter(Vector2(50.0, 10.0), 1000.0)
	var ear := put(dim.listener(Vector2(120.0, 10.0)))
	var senses := put(dim.senses_guard(Vector2(160.0, 10.0))).get_node(^"Senses")
	await ticks(3)
	equal(emitter.call(&"emit"), 2, "open")
	await ticks(1)
	check(senses.get(&"has_memory"), "the guard has heard it")
	senses.call(&"forget_target")
	senses.get(&"memory").call(&"forget")
	door.set(&"enabled", false)
	await ticks(3)
	equal(emitter.call(&"emit"), 0, "closed")
	equal(emitter.call(&"audibility", senses), 0.0, "closed, for the guard")
	await ticks(1)
	equal(ear.calls.size(), 1, "calls")
	check(not senses.get(&"has_memory"), "the guard has not heard it")
	door.free()
	await ticks(3)
	equal(emitter.call(&"emit"), 0, "without a door")


func test_an_enemy_goes_to_the_corner_that_the_sound_came_round() -> void:
	await _corridor()
	var emitter := _emitter(LEFT, 1000.0)
	var senses := put(dim.senses_guard(RIGHT, 90.0)).get_node(^"Senses")
	var heard: Array = []
	senses.connect(
		&"noise_heard",
		func(origin: Variant, strength: float, _tag: StringName) -> void:
			heard.append([dim.on_plane(origin), strength])
	)
	await ticks(4)
	equal(emitter.call(&"emit"), 1)
	await ticks(1)
	equal(heard.size(), 1, "heard")
	near(heard[0][0], LAST_CORNER, "origin", 1.0)
	near(heard[0][1], 1.0 - _round() / 1000.0, "strength", 2e-3)
	near(emitter.call(&"audibility", senses), heard[0][1], "audibility", 1e-4)
	near(dim.on_plane(senses.get(&"last_known_position")), LAST_CORNER, "believed", 1.0)
	senses.get(&"perception").set(&"enabled", false)
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"wall_muffle", 0.1)
	senses.set(&"profile", profile)
	put(dim.wall(Vector2(120.0, 0.0), Vector2(20.0, 200.0)))
	await ticks(3)
	equal(emitter.call(&"emit"), 1)
	await ticks(1)
	near(heard[1][1], heard[0][1], "walls do not count, the way does", 1e-4)


func test_a_source_that_is_looked_for_is_placed_at_the_corner() -> void:
	await _corridor()
	var target := put(dim.target(LEFT))
	var emitter := put(dim.emitter(Vector2.ZERO), target)
	emitter.set(&"radius", dim.length(1000.0))
	emitter.set(&"propagation", NAVIGATION)
	var senses := put(dim.senses_guard(RIGHT, 90.0)).get_node(^"Senses")
	senses.get(&"perception").set(&"enabled", false)
	await ticks(3)
	equal(emitter.call(&"emit"), 1)
	await ticks(1)
	near(dim.on_plane(senses.get(&"last_known_position")), LAST_CORNER, "its place", 1.0)
	equal(senses.get(&"last_target"), target)


func test_a_little_off_the_map_is_not_deaf() -> void:
	await _corridor()
	var emitter := _emitter(Vector2(-20.0, 10.0), 1000.0)
	var ear := put(dim.listener(Vector2(255.0, 10.0)))
	equal(emitter.call(&"emit"), 1, "both beside the map")
	near(ear.calls[0][1], 1.0 - 0.58, "strength", 0.05)
	near(dim.on_plane(ear.calls[0][0]), LAST_CORNER, "origin", 1.0)
	dim.move(ear, Vector2(240.0 + (50.0 if dim.is_3d() else 80.0), 10.0))
	equal(emitter.call(&"emit"), 0, "an ear far from the map")
	dim.move(ear, RIGHT)
	dim.move(emitter, Vector2(-50.0 if dim.is_3d() else -80.0, 10.0))
	equal(emitter.call(&"emit"), 0, "a noise far from the map")


func test_behind_a_thin_wall_is_not_on_this_side() -> void:
	_region([Rect2(0.0, 0.0, 100.0, 100.0)])
	_region([Rect2(115.0, 0.0, 100.0, 100.0)])
	await ticks(3)
	var emitter := _emitter(Vector2(50.0, 50.0), 1000.0)
	for x: float in [116.0, 112.0, 120.0]:
		var ear := put(dim.listener(Vector2(x, 50.0)))
		equal(emitter.call(&"emit"), 0, "at %s" % x)
		ear.free()


func test_without_a_map_walls_muffle_and_one_warning_says_so() -> void:
	put(dim.wall(Vector2(120.0, 0.0), Vector2(20.0, 200.0)))
	await ticks(2)
	var emitter := _emitter(LEFT, 1000.0)
	var ear := put(dim.listener(RIGHT))
	for again in 3:
		equal(emitter.call(&"emit"), 1)
	near(ear.calls[0][1], 0.5, "one wall", 1e-3)
	near(dim.on_plane(ear.calls[0][0]), LEFT, "origin", 1e-2)
	near(emitter.call(&"audibility", ear), 0.5, "audibility", 1e-3)
	check_warned([NO_MAP, str(emitter.get_path())])
	_region(U)
	await ticks(3)
	emitter.call(&"emit")
	near(ear.calls[3][1], 1.0 - _round() / 1000.0, "with a map", 1e-3)
	var senses := put(dim.senses_guard(Vector2(220.0, 60.0))).get_node(^"Senses")
	await ticks(3)
	equal(emitter.call(&"emit"), 2)
	await ticks(1)
	check(senses.get(&"has_memory"), "heard")


func test_a_map_that_nobody_can_walk_on_is_none() -> void:
	var emitter := _emitter(LEFT, 1000.0)
	var ear := put(dim.listener(RIGHT))
	var region := _region([])
	await ticks(3)
	equal(emitter.call(&"emit"), 1, "not baked yet")
	near(ear.calls[0][1], 0.8, "strength", 1e-3)
	region.free()
	var off := _region(U)
	off.set(&"enabled", false)
	await ticks(3)
	equal(emitter.call(&"emit"), 1, "switched off")
	near(ear.calls[1][1], 0.8, "strength", 1e-3)
	check_warned(NO_MAP)


func test_an_enemy_without_a_map_hears_it_muffled() -> void:
	put(dim.wall(Vector2(120.0, 0.0), Vector2(20.0, 200.0)))
	var senses := put(dim.senses_guard(RIGHT, 90.0)).get_node(^"Senses")
	var heard: Array = []
	senses.connect(
		&"noise_heard",
		func(_origin: Variant, strength: float, _tag: StringName) -> void: heard.append(strength)
	)
	await ticks(4)
	var more: Array = [null, &"", &"enemies", NAVIGATION]
	equal(dim.emit_noise(LEFT, 1000.0, 1.0, more), 1)
	dim.emit_noise(LEFT, 1000.0, 1.0, more)
	check_warned([NO_MAP, "SensesServer"])
	await ticks(1)
	equal(heard.size(), 2, "heard")
	near(heard[0], 0.5, "strength", 5e-3)
	# What is well again may be warned about again.
	_region(U)
	await ticks(3)
	equal(dim.emit_noise(LEFT, 1000.0, 1.0, more), 1)


func test_each_world_has_its_own_map() -> void:
	await _corridor()
	var view := put(dim.world()) as SubViewport
	_region([Rect2(0.0, 0.0, 300.0, 40.0)], view)
	var emitter := _emitter(LEFT, 1000.0, view)
	var ear := put(dim.listener(RIGHT), view)
	var outside := put(dim.listener(RIGHT))
	await ticks(3)
	equal(emitter.call(&"emit"), 1)
	near(ear.calls[0][1], 0.8, "straight along the room", 1e-3)
	equal(outside.calls.size(), 0, "outside")


func test_many_ears_cost_a_bounded_number_of_paths() -> void:
	await _corridor()
	var emitter := _emitter(LEFT, 1000.0)
	for number in 300:
		put(dim.listener(Vector2(205.0 + 0.1 * number, 10.0)))
	equal(emitter.call(&"emit"), 300, "all are told")
	var corners := 0
	for node in get_tree().get_nodes_in_group(&"enemies"):
		corners += int(dim.on_plane(node.get(&"calls")[0][0]).distance_to(LAST_CORNER) < 2.0)
	equal(corners, 256, "by way of the corner; the rest as the walls let it")
	await ticks(2)
	equal(emitter.call(&"emit"), 300, "a new frame")


func test_ears_and_origins_that_are_nowhere_hear_nothing() -> void:
	await _corridor()
	var emitter := _emitter(LEFT, 1000.0)
	var ear := put(dim.listener(RIGHT))
	ear.set(&"position", dim.spoilt(NAN))
	equal(emitter.call(&"emit"), 0, "an ear that is nowhere")
	dim.move(ear, LEFT)
	equal(emitter.call(&"emit"), 1, "at the very place")
	near(ear.calls[0][1], 1.0, "strength")
	emitter.set(&"radius", INF)
	equal(emitter.call(&"emit"), 1, "without end")


func _round() -> float:
	return (
		LEFT.distance_to(FIRST_CORNER)
		+ FIRST_CORNER.distance_to(LAST_CORNER)
		+ LAST_CORNER.distance_to(RIGHT)
	)


func _corridor() -> void:
	_region(U)
	await ticks(3)


func _emitter(place: Vector2, radius: float, parent: Node = null) -> Node:
	var emitter := put(dim.emitter(place), parent)
	emitter.set(&"radius", dim.length(radius))
	emitter.set(&"propagation", NAVIGATION)
	return emitter


## A navigation region that covers [param rects], which must share whole edges to be joined.
func _region(rects: Array[Rect2], parent: Node = null) -> Node:
	if dim.is_3d():
		var mesh := NavigationMesh.new()
		var points := PackedVector3Array()
		for place in _split(rects):
			points.append(dim.at(place))
		mesh.vertices = points
		for number in points.size() / 4:
			mesh.add_polygon(_quad(number))
		var solid := NavigationRegion3D.new()
		solid.navigation_mesh = mesh
		return _at_once(put(solid, parent))
	var polygon := NavigationPolygon.new()
	polygon.vertices = _split(rects)
	for number in polygon.vertices.size() / 4:
		polygon.add_polygon(_quad(number))
	var flat := NavigationRegion2D.new()
	flat.navigation_polygon = polygon
	return _at_once(put(flat, parent))


## Has a region worked out within the frame, however busy the machine is.
func _at_once(region: Node) -> Node:
	var server := Engine.get_singleton(
		&"NavigationServer3D" if dim.is_3d() else &"NavigationServer2D"
	)
	if server.has_method(&"map_set_use_async_iterations"):
		server.call(&"map_set_use_async_iterations", region.call(&"get_navigation_map"), false)
		server.call(&"region_set_use_async_iterations", region.call(&"get_rid"), false)
	return region


## The corners of squares of 20 px (or of what is left), so that neighbours share whole edges.
func _split(rects: Array[Rect2]) -> PackedVector2Array:
	var corners := PackedVector2Array()
	for rect in rects:
		var columns := maxi(int(rect.size.x / 20.0), 1)
		var rows := maxi(int(rect.size.y / 20.0), 1)
		var size := rect.size / Vector2(columns, rows)
		for column in columns:
			for row in rows:
				var from := rect.position + Vector2(column, row) * size
				(
					corners
					. append_array(
						[
							from,
							from + Vector2(size.x, 0.0),
							from + size,
							from + Vector2(0.0, size.y),
						]
					)
				)
	return corners


func _quad(number: int) -> PackedInt32Array:
	return PackedInt32Array([4 * number, 4 * number + 1, 4 * number + 2, 4 * number + 3])

extends "res://support/dim_suite.gd"
## Debug drawing: no engine error whatever the shape, nothing left when it is off.


func test_off_by_default() -> void:
	equal(_default(&"EnemyPerception"), false)
	equal(_default(&"EnemySenses"), false)
	equal(dim.server().get(&"debug_draw_all"), false)


func test_s28_a_spin_in_a_corner_makes_no_error() -> void:
	allow_seconds(_shapes().size() * 725 * tick_time())
	for shape: Array in _shapes():
		var guard := _corner(shape)
		for step in 720:
			dim.turn(guard, 0.5 * step)
			await ticks(1)
		_clear()
		await ticks(1)
	check(true, "no error in the log")


func test_s28_a_spin_on_a_wall_and_in_a_wall() -> void:
	for place: Vector2 in [Vector2(0.0, 0.0), Vector2(10.0, 0.0), Vector2(9.999, 0.0)]:
		put(dim.wall(Vector2(20.0, 0.0), Vector2(20.0, 200.0)))
		var guard := put(dim.senses_guard(place))
		guard.get_node(^"Senses").set(&"debug_draw", true)
		put(dim.target(Vector2(100.0, 0.0)))
		for step in 120:
			dim.turn(guard, 3.0 * step)
			await ticks(1)
		_clear()
	check(true, "no error in the log")


func test_in_a_world_of_its_own() -> void:
	var view := put(dim.world())
	var guard := put(dim.senses_guard(Vector2.ZERO), view)
	guard.get_node(^"Senses").set(&"debug_draw", true)
	put(dim.wall(Vector2(12.0, 0.0), Vector2(2.0, 60.0)), view)
	put(dim.target(Vector2(60.0, 0.0)), view)
	for step in 60:
		dim.turn(guard, 6.0 * step)
		await ticks(1)
	view.free()
	await ticks(2)
	check(true, "no error in the log")


func test_nonsense_is_not_drawn() -> void:
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var senses := guard.get_node(^"Senses")
	senses.set(&"debug_draw", true)
	# Without a body: physics itself has no place for what is nowhere.
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	await ticks(3)
	dim.emit_noise(Vector2(20.0, 0.0), INF, 1.0)
	await ticks(3)
	dim.flatten(guard.get_node(^"Eye"))
	await ticks(3)
	guard.get_node(^"Eye").set(&"view_range", INF)
	await ticks(3)
	target.set(&"position", dim.spoilt(NAN))
	await ticks(3)
	target.set(&"position", dim.spoilt(INF))
	await ticks(3)
	target.set(&"position", dim.at(Vector2(1e7, 0.0)))
	await ticks(3)
	check(true, "no error in the log")


func test_s28_off_leaves_nothing() -> void:
	for index in 5:
		put(dim.senses_guard(Vector2(0.0, 40.0 * index)))
	put(dim.eye(Vector2(-50.0, 0.0)))
	put(dim.target(Vector2(150.0, 40.0)))
	await _draw_once()
	await ticks(10)
	var nodes := Performance.get_monitor(Performance.OBJECT_NODE_COUNT)
	var objects := Performance.get_monitor(Performance.OBJECT_COUNT)
	dim.server().set(&"debug_draw_all", true)
	await ticks(10)
	equal(Performance.get_monitor(Performance.OBJECT_NODE_COUNT), nodes, "nodes while it draws")
	if dim.is_3d():
		check(Performance.get_monitor(Performance.OBJECT_COUNT) > objects, "meshes while it draws")
	dim.server().set(&"debug_draw_all", false)
	await ticks(3)
	equal(Performance.get_monitor(Performance.OBJECT_NODE_COUNT), nodes, "nodes after")
	equal(Performance.get_monitor(Performance.OBJECT_COUNT), objects, "objects after")


func test_s28_off_grows_nothing() -> void:
	for index in 20:
		put(dim.senses_guard(Vector2(0.0, 40.0 * index)))
	put(dim.target(Vector2(150.0, 40.0)))
	await ticks(60)
	var memory := OS.get_static_memory_usage()
	await ticks(300)
	between(OS.get_static_memory_usage() - memory, -INF, 16384.0, "bytes in 300 ticks")


func test_switches_while_the_scene_changes() -> void:
	for turn in 40:
		var guard := put(dim.senses_guard(Vector2.ZERO))
		guard.get_node(^"Senses").set(&"debug_draw", turn % 2 == 0)
		guard.get_node(^"Eye").set(&"debug_draw", turn % 3 == 0)
		dim.server().set(&"debug_draw_all", turn % 5 == 0)
		put(dim.target(Vector2(60.0, 0.0)))
		dim.emit_noise(Vector2(50.0, 0.0), 200.0, 1.0)
		await ticks(1 + turn % 3)
		_clear()
	dim.server().set(&"debug_draw_all", false)
	await ticks(2)
	check(true, "no error in the log")


func test_a_lone_eye_is_drawn() -> void:
	put(dim.target(Vector2(60.0, 0.0)))
	await _draw_once()
	await ticks(3)
	var objects := Performance.get_monitor(Performance.OBJECT_COUNT)
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"debug_draw", true)
	await ticks(3)
	if dim.is_3d():
		check(
			Performance.get_monitor(Performance.OBJECT_COUNT) >= objects + 3,
			"a mesh and a material"
		)
	eye.set(&"debug_draw", false)
	await ticks(2)
	equal(Performance.get_monitor(Performance.OBJECT_COUNT), objects + 1, "only the eye is left")


func test_drawing_changes_no_belief() -> void:
	var traces: Array = []
	for drawn: bool in [false, true]:
		var guard := put(dim.senses_guard(Vector2.ZERO))
		var senses := guard.get_node(^"Senses")
		senses.set(&"debug_draw", drawn)
		var target := put(dim.target(Vector2(200.0, 0.0)))
		put(dim.wall(Vector2(100.0, 60.0), Vector2(10.0, 60.0)))
		var trace: Array = []
		for tick in 60:
			dim.move(target, Vector2(200.0, 2.0 * tick))
			await ticks(1)
			trace.append(senses.get(&"awareness"))
		traces.append(trace)
		_clear()
		await ticks(2)
	equal(traces[0], traces[1])


## The engine keeps a font from the first time that anything is written.
func _draw_once() -> void:
	var eye := put(dim.eye(Vector2(-50.0, 0.0)))
	eye.set(&"debug_draw", true)
	await ticks(3)
	eye.free()
	await ticks(3)


func _default(title: StringName) -> bool:
	return (keep(dim.make(title)) as Object).get(&"debug_draw")


## Range, angle, outer angle, near range: in pixels and degrees.
func _shapes() -> Array:
	return [
		[400.0, 90.0, 140.0, 20.0],
		[0.0, 90.0, 0.0, 8.0],
		[0.001, 90.0, 0.0, 0.0],
		[400.0, 0.001, 0.0, 0.0],
		[400.0, 360.0, 0.0, 0.0],
		[400.0, 0.0, 0.0, 0.0],
		[5.0, 360.0, 0.0, 5.0],
	]


## A guard with walls a pixel away on two sides.
func _corner(shape: Array) -> Node:
	put(dim.wall(Vector2(16.0, 0.0), Vector2(10.0, 60.0)))
	put(dim.wall(Vector2(0.0, 16.0), Vector2(60.0, 10.0)))
	put(dim.target(Vector2(-80.0, 0.0)))
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye")
	eye.set(&"view_range", dim.length(shape[0]))
	eye.set(&"view_angle", shape[1])
	eye.set(&"peripheral_angle", shape[2])
	eye.set(&"near_range", dim.length(shape[3]))
	guard.get_node(^"Senses").set(&"debug_draw", true)
	return guard


func _clear() -> void:
	for child in get_children():
		child.free()

extends "res://support/dim_suite.gd"
## DetectionMeter shows how aware an enemy is, in either dimension.


func test_defaults() -> void:
	var meter: Object = keep(dim.make(&"DetectionMeter"))
	equal(meter.get(&"source"), NodePath())
	equal(meter.get(&"style"), dim.constant(&"DetectionMeter", &"BAR"))
	equal(meter.get(&"show_when_unaware"), false)
	equal(meter.get(&"value"), 0.0)
	equal(meter.get(&"theme"), null)
	equal(dim.constant(&"DetectionMeter", &"BAR"), 0)
	equal(dim.constant(&"DetectionMeter", &"EYE"), 1)
	equal(dim.constant(&"DetectionMeter", &"MARK"), 2)


func test_nonsense_is_refused() -> void:
	var meter := put(dim.make(&"DetectionMeter"))
	check_refused(meter, &"style", 7)
	check_refused(meter, &"size", NAN)
	check_refused(meter, &"size", 0.0)


func test_it_finds_the_enemy_above_or_beside_it() -> void:
	for depth in 3:
		var guard := put(dim.senses_guard(Vector2.ZERO))
		var senses := guard.get_node(^"Senses")
		var parent: Node = [senses, guard, put(dim.spot(Vector2.ZERO), guard)][depth]
		var meter := put(dim.make(&"DetectionMeter"), parent)
		senses.get(&"memory").set(&"confidence", 0.5)
		await get_tree().process_frame
		await get_tree().process_frame
		near(meter.get(&"value"), senses.get(&"awareness"), "depth %d" % depth)
		check(meter.get(&"value") > 0.0, "it shows something")
		guard.free()


func test_a_source_by_path() -> void:
	var near_guard := put(dim.senses_guard(Vector2.ZERO))
	var far_guard := put(dim.senses_guard(Vector2(100.0, 0.0)))
	far_guard.get_node(^"Senses").get(&"memory").set(&"confidence", 0.8)
	var meter := put(dim.make(&"DetectionMeter"), near_guard)
	await _frames()
	equal(meter.get(&"value"), 0.0, "its own enemy knows nothing")
	meter.set(&"source", meter.get_path_to(far_guard.get_node(^"Senses")))
	await _frames()
	check(meter.get(&"value") > 0.5, "the one that is named")
	meter.set(&"source", ^"../Shape")
	await _frames()
	equal(meter.get(&"value"), 0.0, "no enemy")
	check_warned([dim.title(&"DetectionMeter"), "source"])
	meter.set(&"source", ^"../Nobody")
	await _frames()
	equal(meter.get(&"value"), 0.0, "nobody there")


func test_it_outlives_its_enemy() -> void:
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var senses := guard.get_node(^"Senses")
	senses.get(&"memory").set(&"confidence", 0.8)
	var meter := put(dim.make(&"DetectionMeter"), guard)
	await _frames()
	check(meter.get(&"value") > 0.5, "before")
	senses.free()
	equal(meter.get(&"value"), 0.0, "at once")
	await _frames()
	equal(meter.get(&"value"), 0.0, "later")
	var other := dim.make(&"EnemySenses") as Node
	put(other, guard)
	other.get(&"memory").set(&"confidence", 0.6)
	await _frames()
	near(meter.get(&"value"), other.get(&"awareness"), "another one comes")


func test_every_style_draws_without_an_error() -> void:
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var memory: Object = guard.get_node(^"Senses").get(&"memory")
	memory.set(&"confidence_fall_time", INF)
	var theme := Theme.new()
	theme.set_color(&"alerted", &"DetectionMeter", Color.MAGENTA)
	for style in 3:
		for show in [false, true]:
			var holder := put(dim.spot(Vector2(0.0, -20.0)), guard)
			var meter := put(dim.make(&"DetectionMeter"), holder)
			meter.set(&"style", style)
			meter.set(&"show_when_unaware", show)
			for value: float in [0.0, 1e-6, 0.29, 0.5, 0.76, 1.0]:
				memory.set(&"confidence", value)
				dim.turn(guard, 360.0 * value)
				await _frames()
				equal(meter.get(&"value"), value, "value")
			dim.flatten(holder)
			meter.set(&"theme", theme)
			await _frames()
			holder.free()
	check(true, "no error in the log")


func test_nothing_stays_behind() -> void:
	var before := Performance.get_monitor(Performance.OBJECT_NODE_COUNT)
	var guard := put(dim.senses_guard(Vector2.ZERO))
	guard.get_node(^"Senses").get(&"memory").set(&"confidence", 0.5)
	put(dim.make(&"DetectionMeter"), guard)
	await _frames()
	guard.free()
	equal(Performance.get_monitor(Performance.OBJECT_NODE_COUNT), before, "nodes")


func _frames() -> void:
	for frame in 3:
		await get_tree().process_frame


func test_the_pointer_points_to_the_most_aware() -> void:
	var pointer: Control = load("res://addons/enemy_senses/hud/awareness_pointer.gd").new()
	pointer.size = Vector2(200.0, 200.0)
	put(pointer)
	if dim.is_3d():
		var camera := Camera3D.new()
		put(camera)
		# North of the plane is ahead.
		camera.look_at_from_position(Vector3(0.0, 8.0, 4.0), Vector3(0.0, 0.0, -4.0))
	var player := put(dim.target(Vector2(0.0, 0.0)))
	var stealth := put(dim.make(&"StealthTarget") as Node, player)
	pointer.set(&"target", pointer.get_path_to(stealth))
	await _frames()
	equal(pointer.get(&"direction"), Vector2.ZERO, "nobody is aware")
	equal(pointer.get(&"awareness"), 0.0, "nobody is aware")
	var middle := Vector2.ZERO if dim.is_3d() else Vector2(100.0, 100.0)
	for turn: float in [0.0, 90.0, 180.0, 270.0]:
		var out := Vector2.from_angle(deg_to_rad(turn))
		var guard := put(
			dim.senses_guard(middle + out * 80.0 - Vector2(0.0, -80.0 if dim.is_3d() else 0.0))
		)
		guard.get_node(^"Eye").set(&"enabled", false)
		guard.get_node(^"Senses").call(&"receive_alert", dim.at(Vector2.ZERO), player, 0.6)
		await ticks(2)
		await _frames()
		near(pointer.get(&"direction"), out, "%s degrees" % turn, 0.02)
		between(pointer.get(&"awareness"), 0.3, 0.6, "as aware as the guard")
		guard.free()
	player.free()
	await _frames()
	equal(pointer.get(&"direction"), Vector2.ZERO, "the player is gone")

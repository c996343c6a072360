extends "res://support/rules/search_rules.gd"
## EnemySearch3D.

const Pathfinder := preload("res://support/pathfinder_3d.gd")


func _init() -> void:
	dim = Dim3D.new()


func test_a_marker_on_the_floor_is_not_in_the_floor() -> void:
	var floor_body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	(shape.shape as BoxShape3D).size = Vector3(40.0, 1.0, 40.0)
	floor_body.add_child(shape)
	floor_body.position.y = -0.5
	put(floor_body)
	_cover("on it", Vector2(20.0, 0.0))
	(_cover("sunk", Vector2(40.0, 0.0)) as Node3D).position.y = -0.02
	(_cover("in it", Vector2(60.0, 0.0)) as Node3D).position.y = -0.5
	await ticks(2)
	equal(await _behind(_memory(Vector2.ZERO)), ["on it", "sunk"])


func test_a_place_a_storey_up_is_not_reached_from_below() -> void:
	var memory := EnemyMemory3D.new()
	memory.receive_report(Vector3(2.0, 3.0, 0.0), 1.0)
	var search := _search() as EnemySearch3D
	search.timeout = 5.0
	search.begin(memory)
	_until(search, DONE)
	_check_state(search, DONE, TIMED_OUT)
	near(place.x, 40.0, "right below it", 1.0)
	memory.forget()
	memory.receive_report(Vector3(2.0, 1.0, 0.0), 1.0)
	search.begin(memory)
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)


func test_the_sweep_turns_about_up_however_it_looked_before() -> void:
	for before: Vector3 in [
		Vector3(1.0, 0.0, 0.0), Vector3(1.0, 1.0, 0.0), Vector3(1.0, -5.0, 0.0), Vector3.UP
	]:
		var search := _search() as EnemySearch3D
		search.begin(_memory(Vector2.ZERO) as EnemyMemory3D, before.normalized())
		for tick in 4:
			search.step(Vector3.ZERO, 0.1)
		equal(search.phase, LOOK, "it is there already")
		var level := 0.0
		var angles: Array[float] = []
		for look in 3:
			near(search.facing.length(), 1.0, "a direction")
			level = search.facing.y if look == 0 else level
			near(search.facing.y, level, "about up, from %s" % before, 1e-5)
			angles.append(Vector2(search.facing.x, search.facing.z).angle())
			for tick in 9:
				search.step(Vector3.ZERO, 0.1)
		near(angle_difference(angles[0], angles[1]), -2.0, "from -1 to 1, %s" % before, 1e-4)
		near(angle_difference(angles[1], angles[2]), 1.0, "from 1 to 0, %s" % before, 1e-4)


func test_arrival_has_a_tolerance_of_its_own_for_height() -> void:
	for tolerance: float in [0.2, 1.0, 4.0]:
		for height: float in [0.1, 0.9, 3.0, -3.0]:
			var memory := EnemyMemory3D.new()
			memory.receive_report(Vector3(0.2, height, 0.0), 1.0)
			var search := _search() as EnemySearch3D
			search.vertical_tolerance = tolerance
			search.begin(memory)
			var velocity := search.step(Vector3.ZERO, 0.01)
			var there := absf(height) <= tolerance
			equal(search.phase, LOOK if there else TRAVEL, "%s m, within %s" % [height, tolerance])
			near(velocity.y, 0.0, "it walks on the ground")


func test_with_an_agent_it_goes_round_a_corner() -> void:
	var guard := Pathfinder.new()
	put(Pathfinder.corner())
	put(guard)
	await _map_ready(guard.get_world_3d().navigation_map)
	var memory := EnemyMemory3D.new()
	memory.receive_report(Vector3(8.0, 0.0, 8.0), 1.0)
	guard.search.begin(memory, Vector3.ZERO, guard)
	await ticks(roundi(12.0 / tick_time()))
	equal(guard.search.finish_reason, EnemySearch3D.EXHAUSTED, "reason")
	between(guard.position.distance_to(Vector3(8.0, 0.0, 8.0)), 0.0, 0.7, "distance")
	between(guard.nearest_to(Vector3(2.0, 0.0, 6.0)), 2.0, 99.0, "it kept out of the wall")


func test_with_an_agent_it_says_that_there_is_no_way() -> void:
	var guard := Pathfinder.new()
	put(Pathfinder.corner())
	put(guard)
	await _map_ready(guard.get_world_3d().navigation_map)
	var memory := EnemyMemory3D.new()
	memory.receive_report(Vector3(0.0, 0.0, 30.0), 1.0)
	guard.search.begin(memory, Vector3.ZERO, guard)
	await ticks(10)
	equal(guard.search.finish_reason, EnemySearch3D.UNREACHABLE, "reason")
	equal(memory.has_last_known, false, "given up")


## The map is made beside the physics frames.
func _map_ready(map: RID) -> void:
	var there := Vector3(8.0, 0.0, 8.0)
	for tick in ENOUGH:
		if not NavigationServer3D.map_get_path(map, Vector3.ZERO, there, true).is_empty():
			return
		await ticks(1)

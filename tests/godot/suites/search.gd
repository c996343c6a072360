extends "res://support/rules/search_rules.gd"
## EnemySearch.

const Pathfinder := preload("res://support/pathfinder_2d.gd")
const VIEW := "enemy_senses/2d/view"


func _init() -> void:
	dim = Dim2D.new()


func test_from_the_side_a_belief_in_mid_air_is_searched_on_the_ground() -> void:
	for view: Variant in [1, "SIDE"]:
		ProjectSettings.set_setting(VIEW, view)
		var guard := put(dim.senses_guard(Vector2.ZERO))
		await ticks(2)
		var memory := EnemyMemory.new()
		# Jumping when last seen, two storeys up.
		memory.receive_report(Vector2(100.0, -150.0), 1.0)
		var search := EnemySearch.new()
		search.begin(memory, Vector2(0.3, 0.9), guard)
		equal(search.facing, Vector2.RIGHT, "it looks along the ground")
		place = Vector2.ZERO
		while search.phase == EnemySearch.TRAVEL and place.x < 500.0:
			var velocity: Vector2 = _step(search)
			equal(velocity.y, 0.0, "it walks on the ground")
		near(place, Vector2(100.0, 0.0), "right below it", 8.0)
		_until(search, DONE)
		_check_state(search, DONE, EXHAUSTED)
		equal(memory.has_last_known, false, "given up")
		guard.free()
	_look_from_above_again()


func test_from_the_side_it_looks_ahead_and_behind() -> void:
	ProjectSettings.set_setting(VIEW, 1)
	var search := EnemySearch.new()
	search.look_offsets = PackedFloat32Array([PI, 0.5, 0.0])
	search.begin(_memory(Vector2(-50.0, 20.0)))
	_until(search, LOOK)
	equal(search.facing, Vector2.RIGHT, "behind")
	var seen := {}
	while search.phase == EnemySearch.LOOK:
		seen[search.facing] = true
		_step(search)
	equal(seen.keys(), [Vector2.RIGHT, Vector2.LEFT], "looks")
	_look_from_above_again()


func test_from_the_side_covers_are_those_of_the_storey() -> void:
	ProjectSettings.set_setting(VIEW, 1)
	put(dim.wall(Vector2(0.0, 50.0), Vector2(800.0, 100.0)))
	_cover("on the floor", Vector2(40.0, 0.0))
	_cover("upstairs", Vector2(20.0, -120.0))
	_cover("in the floor", Vector2(-60.0, 20.0))
	await ticks(2)
	var found := await _behind(_memory(Vector2(0.0, -100.0)))
	equal(found, ["on the floor"])
	_look_from_above_again()


func test_from_above_a_place_is_where_it_is() -> void:
	var search := EnemySearch.new()
	search.begin(_memory(Vector2(0.0, -150.0)))
	near(_step(search), Vector2(0.0, -70.0), "straight there", 1e-3)


func test_with_an_agent_it_goes_round_a_corner() -> void:
	var guard := Pathfinder.new()
	put(Pathfinder.corner())
	put(guard)
	await _map_ready(guard.get_world_2d().navigation_map)
	var memory := EnemyMemory.new()
	memory.receive_report(Vector2(200.0, 200.0), 1.0)
	guard.search.begin(memory, Vector2.ZERO, guard)
	await ticks(roundi(12.0 / tick_time()))
	equal(guard.search.finish_reason, EnemySearch.EXHAUSTED, "reason")
	between(guard.position.distance_to(Vector2(200.0, 200.0)), 0.0, 10.0, "distance")
	between(guard.nearest_to(Vector2(50.0, 150.0)), 50.0, 999.0, "it kept out of the wall")


func test_with_an_agent_it_says_that_there_is_no_way() -> void:
	var guard := Pathfinder.new()
	put(Pathfinder.corner())
	put(guard)
	await _map_ready(guard.get_world_2d().navigation_map)
	var memory := EnemyMemory.new()
	memory.receive_report(Vector2(0.0, 900.0), 1.0)
	guard.search.begin(memory, Vector2.ZERO, guard)
	await ticks(10)
	equal(guard.search.finish_reason, EnemySearch.UNREACHABLE, "reason")
	equal(memory.has_last_known, false, "given up")


func _look_from_above_again() -> void:
	ProjectSettings.set_setting(VIEW, null)
	# Read whenever one of our nodes enters the tree.
	put(EnemyPerception.new()).queue_free()


## The map is made beside the physics frames.
func _map_ready(map: RID) -> void:
	var there := Vector2(200.0, 200.0)
	for tick in ENOUGH:
		if not NavigationServer2D.map_get_path(map, Vector2.ZERO, there, true).is_empty():
			return
		await ticks(1)

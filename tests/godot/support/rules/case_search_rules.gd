extends "res://support/dim_suite.gd"
## Cases of searching that went wrong in real games, in either dimension.

const Hunter := preload("res://support/hunter.gd")
const EXHAUSTED := 1
const UNREACHABLE := 2
const EXPIRED := 3
const TIMED_OUT := 4
const COVERS := &"crates"


func test_m05_it_ends_when_every_place_was_looked_at() -> void:
	var hunter := await _hunter()
	# At its feet: it has arrived at once.
	await _search(hunter, Vector2(5.0, 0.0), 2.7, EXHAUSTED)
	await _search(hunter, Vector2(60.0, 0.0), 4.0, EXHAUSTED)


func test_m05_it_ends_when_the_place_is_in_a_wall() -> void:
	put(dim.wall(Vector2(90.0, 0.0), Vector2(60.0, 60.0)))
	await _search(await _hunter(), Vector2(90.0, 0.0), 4.0, TIMED_OUT)


func test_m05_it_ends_when_the_place_is_at_the_end_of_the_world() -> void:
	await _search(await _hunter(), Vector2(1.0e6, 0.0), 4.0, TIMED_OUT)


func test_m05_it_ends_when_the_place_is_in_a_sealed_room() -> void:
	_sealed_room()
	await _search(await _hunter(), Vector2(150.0, 0.0), 4.0, TIMED_OUT)


func test_m05_it_ends_when_the_game_finds_no_way() -> void:
	_sealed_room()
	var hunter := await _hunter()
	_tell(hunter, Vector2(150.0, 0.0))
	await ticks(10)
	hunter.search.call(&"report_unreachable")
	equal(hunter.search.finish_reason, UNREACHABLE, "reason")
	await _check_over(hunter)


func test_m05_it_ends_when_the_memory_ends_before() -> void:
	var hunter := await _hunter()
	var profile := dim.make(&"SensesProfile")
	profile.set(&"memory_duration", 1.0)
	hunter.get_parent().get_node(^"Senses").set(&"profile", profile)
	await _search(hunter, Vector2(300.0, 0.0), 1.0, EXPIRED)


func test_m05_no_place_in_a_wall_or_out_of_reach_is_ever_a_goal() -> void:
	allow_seconds(120.0)
	var spot := Vector2(40.0, 0.0)
	var wall := Rect2(20.0, 40.0, 40.0, 40.0)
	# Glass, which its body passes: what is tested is where it wants to go.
	put(dim.solid(&"box", wall.get_center(), wall.size, dim.GLASS))
	var wanted := 0
	for index in 24:
		var place := spot + Vector2.from_angle(index * 0.7) * 20.0 * (1 + index % 12)
		var marker := dim.spot(place)
		marker.add_to_group(COVERS)
		put(marker)
		wanted += int(place.distance_to(spot) < 160.5 and not wall.has_point(place))
	check(wanted > 10 and wanted < 16, "%d good ones" % wanted)
	var hunter := await _hunter()
	hunter.get_parent().get_node(^"Eye").set(&"occlusion_mask", dim.GLASS)
	hunter.search.cover_group = COVERS
	hunter.search.cover_checks = 99
	hunter.search.look_pause = 0.1
	# A belief that nobody gives up is forgotten after half a minute.
	hunter.search.search_speed = dim.length(200.0)
	hunter.search.timeout = 100.0
	_tell(hunter, spot)
	for tick in roundi(100.0 / tick_time()):
		await ticks(1)
		if not hunter.reasons.is_empty():
			break
	equal(hunter.reasons, [EXHAUSTED], "reason")
	equal(hunter.goals.size(), 1 + wanted, "the place and every good cover")
	for goal in hunter.goals:
		check(not wall.has_point(goal), "%s is in the wall" % goal)
		between(goal.distance_to(spot), 0.0, 160.5, "distance of %s" % goal)
	await _check_over(hunter)


func _sealed_room() -> void:
	for side: float in [-1.0, 1.0]:
		put(dim.wall(Vector2(150.0 + 60.0 * side, 0.0), Vector2(10.0, 130.0)))
		put(dim.wall(Vector2(150.0, 60.0 * side), Vector2(130.0, 10.0)))


func _hunter() -> Hunter:
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var hunter := Hunter.new(dim, guard)
	hunter.search.timeout = 4.0
	await ticks(4)
	return hunter


func _tell(hunter: Hunter, place: Vector2) -> void:
	var senses := hunter.get_parent().get_node(^"Senses")
	senses.call(&"receive_alert", dim.at(place), null, 0.9)


## The guard is told of a place: its search takes so long, ends so, and is not begun again.
func _search(hunter: Hunter, place: Vector2, longest: float, reason: int) -> void:
	hunter.begun = 0
	hunter.reasons.clear()
	_tell(hunter, place)
	var took := 0
	while hunter.reasons.is_empty() and took < 2000:
		await ticks(1)
		took += 1
	equal(hunter.reasons, [reason], "reason")
	between(took * tick_time(), 0.0, longest + 6.0 * tick_time(), "seconds")
	await _check_over(hunter)


func _check_over(hunter: Hunter) -> void:
	equal(hunter.get_parent().get_node(^"Senses").get(&"has_memory"), false, "nowhere to go")
	await seconds(4.0)
	equal(hunter.begun, 1, "searches")

extends "res://support/dim_suite.gd"
## Cases of belief that went wrong in real games, in either dimension.

const Walker := preload("res://support/walker.gd")


func test_m01_the_last_known_place_stays_where_sight_was_lost() -> void:
	var eye := put(dim.guard(Vector2.ZERO)).get_node(^"Eye")
	put(dim.wall(Vector2(150.0, 100.0), Vector2(10.0, 160.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var walker := Walker.new(dim, target)
	var memory := dim.make(&"EnemyMemory")
	for tick in roundi(1.0 / tick_time()):
		await ticks(1)
		memory.call(&"update", eye.call(&"get_visible_target"), tick_time())
	equal(memory.get(&"sensed_target"), target, "seen")
	walker.way = [Vector2(200.0, 80.0), Vector2(350.0, 300.0)]
	var seen_at := Vector2.ZERO
	var losses := 0
	var was_seen := true
	var hidden := 0
	var confidence := 1.0
	var kept: Variant = null
	while hidden < roundi(3.5 / tick_time()) + 3:
		await ticks(1)
		memory.call(&"update", eye.call(&"get_visible_target"), tick_time())
		var seen: bool = memory.get(&"sensed_target") != null
		losses += int(was_seen and not seen)
		was_seen = seen
		if seen:
			seen_at = dim.place_of(target)
			check(hidden == 0, "seen again after %d ticks" % hidden)
			continue
		hidden += 1
		if kept == null:
			kept = memory.get(&"last_known_position")
		equal(memory.get(&"last_known_position"), kept, "the place")
		check(memory.get(&"confidence") <= confidence, "confidence never rises")
		confidence = memory.get(&"confidence")
		if hidden == roundi(3.5 / tick_time()) - 2:
			check(confidence > 0.0, "not yet forgotten")
	equal(losses, 1, "losses")
	equal(confidence, 0.0, "forgotten in its time")
	near(dim.on_plane(kept), seen_at, "where it was last seen", 200.0 * tick_time())
	target.free()
	equal(memory.get(&"last_known_position"), kept, "readable when the target is gone")
	equal(memory.get(&"sensed_target"), null)

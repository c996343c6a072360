# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## Cases of sight that went wrong in real games, in either dimension.


func test_s01_a_guard_is_not_blocked_by_what_it_carries() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	guard.set(&"collision_layer", Dim.WORLD | Dim.GUARDS)
	var eye := guard.get_node(^"Eye")
	eye.set(&"areas_occlude", true)
	var inner := put(dim.spot(Vector2.ZERO), put(dim.spot(Vector2.ZERO), guard))
	eye.reparent(inner)
	guard.add_child(dim.body(&"Area", Vector2.ZERO, 30.0, Dim.WORLD))
	var shield := put(dim.solid(&"box", Vector2(12.0, 0.0), Vector2(4.0, 20.0)))
	shield.reparent(guard)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"none", "at a distance")
	dim.move(target, Vector2(14.0, 0.0))
	await ticks(2)
	check_gate(eye, target, &"none", "overlapping the guard")
	dim.move(target, Vector2(100.0, 0.0))
	var helmet := put(dim.solid(&"box", Vector2(20.0, 0.0), Vector2(4.0, 20.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "a thing on the ground")
	helmet.reparent(inner)
	await ticks(2)
	check_gate(eye, target, &"none", "picked up at runtime")
	helmet.reparent(self)
	await ticks(2)
	check_gate(eye, target, &"occluded", "dropped again")


func test_s01_a_rider_does_not_own_its_lift() -> void:
	var lift := put(dim.body(&"StaticBody", Vector2.ZERO, 10.0, Dim.TRIGGERS))
	var guard := put(dim.guard(Vector2.ZERO), lift)
	var target := put(dim.target(Vector2(200.0, 0.0)), lift)
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)), lift)
	await ticks(2)
	check_gate(guard.get_node(^"Eye"), target, &"occluded")


func test_s01_a_tower_owns_itself_and_no_wall_below_it() -> void:
	var tower := put(dim.solid(&"box", Vector2.ZERO, Vector2(40.0, 40.0)))
	var eye := put(dim.eye(Vector2.ZERO), tower)
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"none", "its own stones")
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)), tower)
	await ticks(2)
	check_gate(eye, target, &"occluded", "a body below a StaticBody is not its own")


func test_s01_another_guard_below_the_same_body_keeps_its_own() -> void:
	# A rider on a horse: two bodies, two eyes, one tree.
	var horse := put(dim.guard(Vector2.ZERO))
	var rider := put(dim.guard(Vector2(30.0, 0.0)))
	rider.reparent(horse)
	rider.set(&"collision_layer", Dim.WORLD)
	horse.set(&"collision_layer", Dim.WORLD)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(2)
	for mount: Node in [horse, rider]:
		check_gate(mount.get_node(^"Eye"), target, &"none", "creatures do not block")
		mount.get_node(^"Eye").set(&"bodies_occlude", true)
	check_gate(rider.get_node(^"Eye"), target, &"none", "nobody is before the rider")
	check_gate(horse.get_node(^"Eye"), target, &"occluded", "the rider is not the horse's own body")


func test_s01_bodies_of_eye_and_target_hide_no_wall_that_touches_them() -> void:
	for kind: StringName in [&"box", &"faces", &"convex"]:
		# Where the wall begins, from the middle of a body of 20 px: within it, flush, beyond.
		for off: float in [0.0, 5.0, 10.0, 10.001, 15.0, 30.0]:
			var guard := put(dim.guard(Vector2.ZERO))
			var target := put(dim.target(Vector2(200.0, 0.0)))
			for body: Node in [guard, target]:
				body.set(&"collision_layer", Dim.WORLD)
				body.get_node(^"Shape").free()
				body.add_child(dim.shape_of(&"box", Vector2(20.0, 20.0)))
			var eye := guard.get_node(^"Eye")
			await ticks(2)
			check_gate(eye, target, &"none", "their own bodies")
			for place: float in [off + 5.0, 195.0 - off]:
				var wall := put(dim.solid(kind, Vector2(place, 0.0), Vector2(10.0, 60.0)))
				await ticks(2)
				check_gate(eye, target, &"occluded", "%s at %s" % [kind, place])
				wall.free()
			guard.free()
			target.free()


func test_s02_an_eye_in_a_solid_is_blocked_whatever_the_way_out() -> void:
	for kind in Dim.SOLID_KINDS:
		var size := Vector2(80.0, 80.0)
		var wall := put(dim.solid(kind, Vector2.ZERO, size))
		var guard := put(dim.guard(Vector2.ZERO))
		var ahead := put(dim.target(Vector2(200.0, 0.0)))
		var behind := put(dim.target(Vector2(-200.0, 0.0)))
		await ticks(2)
		check_gate(guard.get_node(^"Eye"), ahead, &"occluded", "%s: from the middle" % kind)
		dim.move(guard, Vector2(-39.0, 0.0))
		dim.turn(guard, 180.0)
		await ticks(2)
		check_gate(guard.get_node(^"Eye"), behind, &"occluded", "%s: at the far face" % kind)
		for thing: Node in [wall, guard, ahead, behind]:
			thing.free()


func test_s02_faces_count_from_both_sides() -> void:
	put(dim.solid(&"faces", Vector2.ZERO, Vector2(80.0, 80.0)))
	var guard := put(dim.guard(Vector2.ZERO))
	var outside := put(dim.target(Vector2(200.0, 0.0)))
	var inside := put(dim.target(Vector2(30.0, 0.0)))
	await ticks(2)
	check_gate(guard.get_node(^"Eye"), outside, &"occluded", "out through a face")
	check_gate(guard.get_node(^"Eye"), inside, &"none", "between the faces")


func test_s04_fellow_guards_do_not_hide_the_player() -> void:
	var guards: Array[Node] = []
	for index in 3:
		var guard := put(dim.guard(Vector2(60.0 * index, 0.0)))
		guard.add_child(dim.body(&"Area", Vector2.ZERO, 200.0, Dim.WORLD))
		guards.append(guard)
	var target := put(dim.target(Vector2(220.0, 0.0)))
	await ticks(2)
	_check_all(guards, target, [true, true, true], "their own layer")
	guards[1].set(&"collision_layer", Dim.WORLD | Dim.GUARDS)
	await ticks(2)
	_check_all(guards, target, [true, true, true], "one on the world's layer")
	guards[2].set(&"collision_layer", Dim.WORLD)
	guards[2].get_node(^"Eye").set(&"enabled", false)
	await ticks(2)
	_check_all(guards.slice(0, 2), target, [true, true], "a corpse")
	guards[2].get_node(^"Eye").set(&"enabled", true)
	for guard in guards:
		guard.get_node(^"Eye").set(&"areas_occlude", true)
	_check_all(guards, target, [true, true, true], "areas that belong to guards")
	for guard in guards:
		guard.get_node(^"Eye").set(&"areas_occlude", false)
		guard.get_node(^"Eye").set(&"bodies_occlude", true)
	_check_all(guards, target, [false, false, true], "bodies occlude: only the front guard")
	for guard in guards:
		guard.get_node(^"Eye").set(&"bodies_occlude", false)
	put(dim.wall(Vector2(170.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(2)
	_check_all(guards, target, [false, false, false], "a wall")


func test_s04_a_body_without_senses_is_a_thing_and_blocks() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	for kind: StringName in [&"CharacterBody", &"RigidBody", &"AnimatableBody", &"StaticBody"]:
		var thing := put(dim.body(kind, Vector2(100.0, 0.0), 10.0, Dim.WORLD))
		if kind == &"RigidBody":
			thing.set(&"freeze", true)
		await ticks(2)
		check_gate(eye, target, &"occluded", kind)
		thing.add_child(dim.eye(Vector2.ZERO))
		var expected := &"occluded" if kind == &"StaticBody" else &"none"
		check_gate(eye, target, expected, "%s that perceives" % kind)
		thing.free()


func test_s04_a_body_in_the_group_is_a_target_and_hides_nobody() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var bystander := put(dim.body(&"CharacterBody", Vector2(100.0, 0.0), 10.0, Dim.WORLD))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "a thing")
	bystander.add_to_group(&"player")
	await ticks(1)
	check_gate(eye, target, &"none", "another target")
	eye.set(&"bodies_occlude", true)
	check_gate(eye, target, &"occluded", "bodies occlude")


func test_s04_a_hundred_creatures_in_a_row_hide_nobody() -> void:
	for index in 100:
		put(dim.guard(Vector2(40.0 * (index + 1), 0.0))).set(&"collision_layer", Dim.WORLD)
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"view_range", INF)
	var target := put(dim.target(Vector2(4100.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"none", "a crowd")
	put(dim.wall(Vector2(4060.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "a wall behind the crowd")


func test_s15_what_is_at_the_very_eye_is_seen() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye")
	eye.set(&"view_angle", 1.0)
	for cone: float in [1.0, 0.0]:
		eye.set(&"view_angle", cone)
		for offset: float in [0.0, 1e-7, 1e-20, -1e-7]:
			var target := put(dim.target(Vector2(offset, 0.0)))
			await ticks(2)
			var told: Dictionary = eye.call(&"explain", target)
			check(told.visible, "seen at %s" % offset)
			check(is_finite(told.angle) and is_finite(told.visibility), "numbers at %s" % offset)
			check(eye.get(&"facing").is_finite(), "facing")
			target.free()


func test_s15_a_wall_round_both_is_a_wall() -> void:
	put(dim.wall(Vector2.ZERO, Vector2(80.0, 80.0)))
	var guard := put(dim.guard(Vector2.ZERO))
	for offset: float in [0.0, 1e-7, 5.0]:
		var target := put(dim.target(Vector2(offset, 0.0)))
		await ticks(2)
		check_gate(guard.get_node(^"Eye"), target, &"occluded", "at %s" % offset)
		target.free()


func test_s16_angles_that_make_no_sense_are_refused() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye")
	eye.set(&"view_angle", 181.0)
	var before: Array = _ring(eye)
	equal(before, [true, true, true, true, true, false, false, false, false], "181 degrees")
	eye.set(&"view_angle", -30.0)
	equal(_ring(eye), before, "after -30")
	eye.set(&"view_angle", NAN)
	equal(_ring(eye), before, "after NaN")
	check_warned([str(eye.get_path()), "view_angle", "-30"])
	for cone: float in [360.0, 720.0]:
		eye.set(&"view_angle", cone)
		check(not _ring(eye).has(false), "%s is all round" % cone)


func test_s17_a_target_at_no_place_is_forgotten_as_if_hidden() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye")
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	var memory := dim.make(&"EnemyMemory")
	var good: Variant = dim.at(Vector2(100.0, 0.0))
	for value: float in [NAN, INF, -INF, 1e30]:
		target.set(&"position", good)
		for tick in 60:
			await ticks(1)
			memory.call(&"update", eye.call(&"get_visible_target"), tick_time())
		equal(memory.get(&"confidence"), 1.0, "sure before %s" % value)
		target.set(&"position", dim.spoilt(value))
		for tick in 5:
			await ticks(1)
			memory.call(&"update", eye.call(&"get_visible_target"), tick_time())
			equal(memory.get(&"last_known_position"), good, "place during %s" % value)
		var wanted := 1.0 - 5.0 * tick_time() / 3.5
		near(memory.get(&"confidence"), wanted, "confidence after %s" % value)
	target.set(&"position", good)
	check(eye.call(&"can_see", target), "recovered")


func test_s17_a_guard_at_no_place_is_blind_and_recovers() -> void:
	var guard := put(dim.spot(Vector2.ZERO))
	var eye := put(dim.eye(Vector2.ZERO), guard)
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	for value: float in [NAN, INF, -INF, 1e30]:
		guard.set(&"position", dim.spoilt(value))
		for tick in 5:
			await ticks(1)
			equal(eye.call(&"get_visible_target"), null, str(value))
		guard.set(&"position", dim.zero())
		await ticks(1)
		equal(eye.call(&"get_visible_target"), target, "after %s" % value)


func test_s20_walls_that_are_off_are_no_walls() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye")
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "on")
	wall.process_mode = Node.PROCESS_MODE_DISABLED
	await ticks(1)
	check_gate(eye, target, &"none", "disabled")
	wall.process_mode = Node.PROCESS_MODE_INHERIT
	await ticks(2)
	check_gate(eye, target, &"occluded", "on again")
	wall.get_node(^"Shape").set(&"disabled", true)
	await ticks(1)
	check_gate(eye, target, &"none", "its shape is off")
	wall.get_node(^"Shape").set(&"disabled", false)
	# DISABLE_MODE_KEEP_ACTIVE
	wall.set(&"disable_mode", 2)
	wall.process_mode = Node.PROCESS_MODE_DISABLED
	await ticks(2)
	check_gate(eye, target, &"occluded", "disabled but kept active")


func test_s20_targets_that_are_off_are_not_seen_until_they_are_back() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye")
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"none", "on")
	target.process_mode = Node.PROCESS_MODE_DISABLED
	for tick in 60:
		await ticks(1)
		equal(eye.call(&"get_visible_target"), null, "while disabled")
	target.process_mode = Node.PROCESS_MODE_INHERIT
	await ticks(1)
	equal(eye.call(&"get_visible_target"), target, "back")
	target.set(&"visible", false)
	equal(eye.call(&"get_visible_target"), target, "hidden is not invisible")


func test_s21_targets_need_no_body() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye")
	var area := put(dim.body(&"Area", Vector2(200.0, 0.0), 8.0, Dim.TARGETS))
	area.add_to_group(&"player")
	var bare := put(dim.ghost(Vector2(200.0, 60.0)))
	put(dim.body(&"Area", Vector2(100.0, 0.0), 10.0, Dim.WORLD))
	put(dim.body(&"Area", Vector2(100.0, 30.0), 10.0, Dim.WORLD))
	await ticks(2)
	check_gate(eye, area, &"none", "an area")
	check_gate(eye, bare, &"none", "a bare node")
	eye.set(&"areas_occlude", true)
	check_gate(eye, area, &"occluded", "triggers on the mask block when asked to")
	check_gate(eye, bare, &"occluded", "triggers on the mask block when asked to")
	eye.set(&"occlusion_mask", Dim.GLASS)
	check_gate(eye, area, &"none", "triggers off the mask do not")


func test_s21_an_area_target_does_not_block_itself_or_others() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"areas_occlude", true)
	var area := put(dim.body(&"Area", Vector2(200.0, 0.0), 30.0, Dim.WORLD))
	area.add_to_group(&"player")
	var beyond := put(dim.target(Vector2(300.0, 0.0)))
	await ticks(2)
	check_gate(eye, area, &"none", "itself")
	check_gate(eye, beyond, &"none", "the one behind it")


func test_s25_exceptions_end_with_their_node() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye")
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var crate := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	eye.call(&"add_exception", crate)
	await ticks(2)
	check_gate(eye, target, &"none", "A is an exception")
	for turn in 300:
		crate.free()
		crate = put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
		await ticks(1)
		check(not eye.call(&"can_see", target), "B in its place is none")
		if turn % 3 == 0:
			eye.call(&"add_exception", crate)
			check(eye.call(&"can_see", target), "until it is made one")


func test_s25_an_exception_hides_no_wall_that_touches_it() -> void:
	for kind: StringName in [&"box", &"faces", &"convex", &"round"]:
		for through: StringName in [&"box", &"faces", &"convex", &"round"]:
			var eye := put(dim.eye(Vector2.ZERO))
			var target := put(dim.target(Vector2(300.0, 0.0)))
			var crate := put(dim.solid(through, Vector2(150.0, 0.0), Vector2(20.0, 20.0)))
			eye.call(&"add_exception", crate)
			for off: float in [0.0, -10.0, 10.0, -20.0, 20.0, 0.001, -0.001]:
				var wall := put(dim.solid(kind, Vector2(150.0 + off, 0.0), Vector2(20.0, 20.0)))
				await ticks(2)
				var case := "%s, %s px from the middle of a %s" % [kind, off, through]
				check_gate(eye, target, &"occluded", case)
				wall.free()
			await ticks(1)
			check_gate(eye, target, &"none", "the %s alone" % through)
			for thing: Node in [eye, target, crate]:
				thing.free()


func test_far_from_the_origin_walls_are_walls() -> void:
	for far: float in [1e4, 1e5, 1e6]:
		var place := Vector2(far, far) / dim.length(1.0)
		var eye := put(dim.eye(place))
		var target := put(dim.target(place + Vector2(200.0, 0.0)))
		await ticks(2)
		check_gate(eye, target, &"none", "%s from the origin" % far)
		var wall := put(dim.wall(place + Vector2(100.0, 0.0), Vector2(40.0, 80.0)))
		await ticks(2)
		check_gate(eye, target, &"occluded", "a wall, %s from the origin" % far)
		for thing: Node in [eye, target, wall]:
			thing.free()


func test_s25_nothing_and_freed_nodes_are_passed_over() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var crate := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	var freed := dim.wall(Vector2.ZERO, Vector2(10.0, 10.0))
	freed.free()
	await ticks(2)
	eye.call(&"add_exception", null)
	eye.call(&"add_exception", freed)
	eye.call(&"remove_exception", null)
	check_gate(eye, target, &"occluded", "nothing is excepted")
	eye.call(&"add_exception", crate)
	check_gate(eye, target, &"none", "and the list still works")
	check_warned([str(eye.get_path()), "add_exception"])


func _check_all(guards: Array, target: Node, wanted: Array, message: String) -> void:
	var seen: Array = []
	for guard: Node in guards:
		seen.append(guard.get_node(^"Eye").call(&"can_see", target))
	equal(seen, wanted, message)


func _ring(eye: Node) -> Array:
	var seen: Array = []
	for degrees: float in [0.0, 44.9, 45.1, 89.9, 90.1, 179.9, 180.0, -180.0, 180.1]:
		var target := ring_target(degrees, 100.0)
		seen.append(eye.call(&"can_see", target))
		target.free()
	return seen

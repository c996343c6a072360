# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## StealthTarget: what shows of a target, and how much, in either dimension.

const Recorder := preload("res://support/recorder.gd")
const LIGHT_SCENE := 1
const LIGHT_MANUAL := 2


func test_defaults_are_those_of_the_contract() -> void:
	var stealth := keep(dim.make(&"StealthTarget"))
	var wanted := {
		&"perceivable": true,
		&"crouching": false,
		&"carries_light": false,
		&"light_mode": 0,
		&"light_group": &"",
		&"light_blocker_mask": 1,
	}
	for member: StringName in wanted:
		equal(stealth.get(member), wanted[member], member)
	near(stealth.get(&"crouch_multiplier"), 0.5, "crouch_multiplier")
	near(stealth.get(&"ambient"), 0.15, "ambient")
	near(
		stealth.get(&"movement_bonus_speed"), 5.0 if dim.is_3d() else 200.0, "movement_bonus_speed"
	)
	near(stealth.get(&"aim_height"), 1.2 if dim.is_3d() else 24.0, "aim_height")
	near(stealth.get(&"crouch_aim_height"), 0.6 if dim.is_3d() else 12.0, "crouch_aim_height")
	equal(stealth.get(&"sample_points").size(), 0, "sample_points")
	near(stealth.get(&"light_level"), 1.0, "light_level")
	near(stealth.get(&"exposure"), 1.0, "exposure")


func test_nonsense_is_refused_and_shares_are_clamped() -> void:
	var bad := {
		&"crouch_multiplier": [NAN, INF],
		&"ambient": [NAN],
		&"movement_bonus_speed": [NAN, -1.0],
		&"light_mode": [9, -1],
		&"aim_height": [NAN, INF],
	}
	for member: StringName in bad:
		for value: Variant in bad[member]:
			var stealth := put(dim.make(&"StealthTarget"))
			check_refused(stealth, member, value)
			stealth.free()
	var shares := put(dim.make(&"StealthTarget"))
	shares.set(&"light_mode", LIGHT_MANUAL)
	for entry: Array in [[1.5, 1.0], [-0.5, 0.0], [0.25, 0.25]]:
		for member: StringName in [&"ambient", &"light_level"]:
			shares.set(member, entry[0])
			near(shares.get(member), entry[1], "%s %s" % [member, entry[0]])


func test_a_target_may_be_declared_unseen() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var stealth := _target(Vector2(100.0, 0.0))
	check_gate(eye, stealth.get_parent(), &"none", "as it is")
	stealth.set(&"perceivable", false)
	check_gate(eye, stealth.get_parent(), &"not_perceivable", "declared unseen")


func test_a_member_of_the_group_that_is_a_stealth_target_stands_for_its_parent() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var stealth := _target(Vector2(100.0, 0.0))
	stealth.get_parent().remove_from_group(&"player")
	stealth.add_to_group(&"player")
	equal(eye.call(&"get_visible_target"), stealth.get_parent())
	stealth.get_parent().add_to_group(&"player")
	equal(eye.call(&"get_visible_targets").size(), 1, "once")


func test_crouching_halves_exposure_unless_it_carries_a_light() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var stealth := _target(Vector2(100.0, 0.0))
	var full: float = eye.call(&"explain", stealth.get_parent()).target_exposure
	near(full, 1.0, "standing")
	stealth.set(&"crouching", true)
	near(stealth.get(&"exposure"), 0.5, "crouching")
	near(eye.call(&"explain", stealth.get_parent()).target_exposure, 0.5, "as seen")
	stealth.set(&"carries_light", true)
	near(stealth.get(&"exposure"), 1.0, "with a candle")


func test_own_markers_are_the_points_that_count() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var stealth := _target(Vector2(200.0, 0.0))
	var markers: Array[Node] = []
	for side: float in [0.0, -60.0, 60.0]:
		var marker := put(dim.spot(Vector2(0.0, side)), stealth.get_parent())
		marker.set(&"position", dim.eye_at(Vector2(0.0, side)))
		markers.append(marker)
	stealth.set(&"sample_points", markers)
	equal(stealth.get(&"sample_points").size(), 3, "any array of nodes will do")
	stealth.set(&"sample_points", [])
	equal(stealth.get(&"sample_points").size(), 0, "an empty one too")
	stealth.set(&"sample_points", Array(markers, TYPE_OBJECT, dim.node_class(), null))
	var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 40.0)))
	await ticks(2)
	_check_fraction(eye, stealth, 2.0 / 3.0, "two of three")
	markers[1].set(&"visible", false)
	_check_fraction(eye, stealth, 0.5, "one of two")
	markers[2].set(&"visible", false)
	_check_fraction(eye, stealth, 0.0, "the hidden one only")
	markers[1].set(&"visible", true)
	markers[2].set(&"visible", true)
	wall.free()
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 140.0)))
	await ticks(2)
	_check_fraction(eye, stealth, 0.0, "a longer wall")
	for marker in markers:
		marker.free()
	check(eye.call(&"explain", stealth.get_parent()).points.size() >= 1, "automatic points again")


func test_edges_show_past_a_wall() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	if dim.is_3d():
		# In space the points are head, chest and feet: a wall hides what is low.
		await _check_low_wall(eye)
		return
	var stealth := _target(Vector2(200.0, 0.0))
	put(dim.wall(Vector2(150.0, 52.0), Vector2(10.0, 100.0)))
	await ticks(2)
	_check_fraction(eye, stealth, 2.0 / 3.0, "one edge is behind the wall")
	eye.set(&"sample_count", 1)
	_check_fraction(eye, stealth, 1.0, "the centre only")


func test_light_by_hand_is_the_light() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var stealth := _target(Vector2(100.0, 0.0))
	stealth.set(&"light_mode", LIGHT_MANUAL)
	for level: float in [0.0, 0.3, 1.0]:
		stealth.set(&"light_level", level)
		near(stealth.get(&"exposure"), level, "exposure")
		near(eye.call(&"explain", stealth.get_parent()).target_exposure, level, "as seen")
	stealth.set(&"light_level", 0.0)
	equal(eye.call(&"can_see", stealth.get_parent()), true, "in the dark the gates are open")
	equal(eye.call(&"get_visibility", stealth.get_parent()), 0.0, "but nothing shows")


func test_without_lights_only_the_ambient_is_left() -> void:
	var stealth := _target(Vector2(100.0, 0.0))
	stealth.set(&"light_mode", LIGHT_SCENE)
	await ticks(3)
	near(stealth.get(&"light_level"), 0.15, "in total darkness")


func test_darkness_takes_its_share_longer() -> void:
	var took: Array[int] = []
	for mode: int in [0, LIGHT_SCENE]:
		var stealth := _target(Vector2(9000.0, 0.0))
		stealth.set(&"light_mode", mode)
		stealth.set(&"movement_bonus_speed", 0.0)
		var guard := put(dim.senses_guard(Vector2.ZERO))
		var senses := guard.get_node(^"Senses")
		await ticks(6)
		dim.move(stealth.get_parent(), Vector2.ZERO)
		var count := 0
		while senses.get(&"awareness") < 1.0 and count < 2000:
			await ticks(1)
			count += 1
		took.append(count)
		guard.free()
		stealth.get_parent().free()
	near(took[0], 0.45 / tick_time(), "ticks in the light", 2.0)
	near(took[1], 0.45 / 0.15 / tick_time(), "ticks in the dark", 4.0)


func test_running_is_noticed_sooner() -> void:
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var senses := guard.get_node(^"Senses")
	var stealth := _target(Vector2(100.0, 0.0))
	await ticks(6)
	near(senses.call(&"explain", stealth.get_parent()).movement, 1.0, "standing", 0.01)
	for step in 30:
		var angle := 0.01 * step
		dim.move(stealth.get_parent(), Vector2.from_angle(angle) * 100.0)
		await ticks(1)
	var speed := 1.0 / tick_time()
	var wanted := 1.0 + minf(dim.length(speed) / stealth.get(&"movement_bonus_speed"), 1.0)
	near(senses.call(&"explain", stealth.get_parent()).movement, wanted, "moving", 0.03)
	stealth.set(&"movement_bonus_speed", 0.0)
	await ticks(1)
	near(senses.call(&"explain", stealth.get_parent()).movement, 1.0, "switched off")


func test_the_observed_know_it() -> void:
	var stealth := _target(Vector2(100.0, 0.0))
	var log: Array = []
	stealth.connect(&"observed_by", func(who: Variant) -> void: log.append(["observed", who]))
	stealth.connect(&"lost_by", func(who: Variant) -> void: log.append(["lost", who]))
	equal(stealth.call(&"get_observers").size(), 0, "nobody yet")
	var senses := put(dim.senses_guard(Vector2.ZERO)).get_node(^"Senses")
	await seconds(0.3)
	equal(stealth.call(&"get_observers"), Array([senses], TYPE_OBJECT, &"Node", null), "observers")
	near(stealth.call(&"get_highest_awareness"), senses.get(&"awareness"), "awareness")
	equal(stealth.call(&"get_most_aware"), senses)
	equal(log, [["observed", senses]])
	dim.move(stealth.get_parent(), Vector2(9000.0, 0.0))
	await seconds(0.5)
	equal(log, [["observed", senses], ["lost", senses]])
	equal(stealth.call(&"get_observers").size(), 0, "nobody any more")
	senses.get_parent().free()
	await ticks(2)
	equal(stealth.call(&"get_most_aware"), null, "nobody knows of it")
	equal(stealth.call(&"get_highest_awareness"), 0.0)


func _check_low_wall(eye: Node) -> void:
	var stealth := _target(Vector2(200.0, 0.0))
	var wall := put(dim.wall(Vector2(180.0, 0.0), Vector2(10.0, 80.0))) as Node3D
	# Its top is 1 m above the floor.
	wall.position.y = -1.0
	(eye as Node3D).position.y = 1.6
	await ticks(2)
	_check_fraction(eye, stealth, 2.0 / 3.0, "feet behind the wall")
	stealth.set(&"crouching", true)
	_check_fraction(eye, stealth, 0.0, "a croucher")


func _target(place: Vector2) -> Node:
	var target := put(dim.target(place))
	var stealth: Node = dim.make(&"StealthTarget")
	return put(stealth, target)


func _check_fraction(eye: Node, stealth: Node, fraction: float, message: String) -> void:
	var told: Dictionary = eye.call(&"explain", stealth.get_parent())
	near(told.visible_fraction, fraction, message, 1e-3)
	equal(told.visible, fraction > 0.0, message)

# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## What EnemyPerception says of itself and its three gates, in either dimension.

const EXPLAIN_KEYS: Array[String] = [
	"visible",
	"gate",
	"distance",
	"angle",
	"cone_factor",
	"distance_factor",
	"visible_fraction",
	"target_exposure",
	"visibility",
	"blocker",
	"inside",
	"points",
]


func test_defaults_are_those_of_the_contract() -> void:
	var eye := keep(dim.make(&"EnemyPerception"))
	var wanted := {
		&"enabled": true,
		&"facing_mode": 0,
		&"manual_facing": Vector3.FORWARD if dim.is_3d() else Vector2.RIGHT,
		&"view_range": 18.0 if dim.is_3d() else 240.0,
		&"view_angle": 90.0,
		&"peripheral_angle": 0.0,
		&"peripheral_strength": 0.25,
		&"near_range": 0.5 if dim.is_3d() else 8.0,
		&"occlusion_mask": 1,
		&"areas_occlude": false,
		&"bodies_occlude": false,
		&"target_group": &"player",
		&"sample_count": 3,
		&"debug_draw": false,
		&"body": NodePath(),
		&"default_aim_height": 1.0 if dim.is_3d() else 16.0,
	}
	for member: StringName in wanted:
		equal(eye.get(member), wanted[member], member)
	equal(dim.constant(&"EnemyPerception", &"FACING_NODE"), 0)
	equal(dim.constant(&"EnemyPerception", &"FACING_MANUAL"), 1)


func test_good_values_are_kept() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var good := {
		&"enabled": false,
		&"facing_mode": 1,
		&"view_range": INF,
		&"view_angle": 720.0,
		&"peripheral_angle": 200.0,
		&"peripheral_strength": 1.0,
		&"near_range": 0.0,
		&"occlusion_mask": 0xFFFFFFFF,
		&"areas_occlude": true,
		&"bodies_occlude": true,
		&"target_group": &"thieves",
		&"sample_count": 1,
		&"default_aim_height": 0.0,
		&"body": NodePath("../Somebody"),
	}
	for member: StringName in good:
		eye.set(member, good[member])
		equal(eye.get(member), good[member], member)


func test_nonsense_is_refused_with_one_warning() -> void:
	var bad := {
		&"view_range": [NAN, -1.0, -INF],
		&"view_angle": [NAN, -30.0, INF],
		&"peripheral_angle": [NAN, -1.0, INF],
		&"peripheral_strength": [NAN, INF],
		&"near_range": [NAN, -1.0, INF],
		&"default_aim_height": [NAN, INF],
		&"facing_mode": [7, -1],
		&"sample_count": [-1],
		&"manual_facing": [dim.spoilt(NAN), dim.spoilt(INF)],
	}
	for member: StringName in bad:
		for value: Variant in bad[member]:
			var eye := put(dim.eye(Vector2.ZERO))
			check_refused(eye, member, value)
			eye.free()


func test_a_good_value_makes_the_next_bad_one_warn_again() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	for turn in 3:
		eye.set(&"view_range", NAN)
		eye.set(&"view_range", -1.0)
		eye.set(&"view_range", 100.0 + turn)
	check_warned([str(eye.get_path()), "view_range"], 3)
	equal(eye.get(&"view_range"), 102.0)


func test_every_object_and_member_warns_for_itself() -> void:
	for index in 2:
		var eye := put(dim.eye(Vector2.ZERO))
		eye.set(&"view_range", NAN)
		eye.set(&"near_range", NAN)
	check_warned(["view_range", "nan"], 2)
	check_warned(["near_range", "nan"], 2)


func test_a_share_outside_0_to_1_is_clamped_in_silence() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"peripheral_strength", 1.5)
	equal(eye.get(&"peripheral_strength"), 1.0)
	eye.set(&"peripheral_strength", -0.5)
	equal(eye.get(&"peripheral_strength"), 0.0)


func test_the_range_is_inclusive() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var rim := put(dim.ghost(Vector2(400.0, 0.0)))
	var beyond := put(dim.ghost(Vector2(400.1, 0.0)))
	check_gate(eye, rim, &"none", "at the range")
	equal(eye.call(&"get_visibility", rim), 0.0, "visibility at the range")
	check_gate(eye, beyond, &"range", "beyond it")
	check(eye.call(&"is_in_range", rim), "rim in range")
	check(not eye.call(&"is_in_range", beyond), "beyond not in range")


func test_an_infinite_range_sees_far_without_falloff() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"view_range", INF)
	var far := put(dim.ghost(Vector2(1e6, 0.0)))
	check_gate(eye, far, &"none")
	near(eye.call(&"get_visibility", far), 1.0, "visibility")


func test_a_range_of_zero_sees_nothing_but_itself() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"view_range", 0.0)
	check_gate(eye, put(dim.ghost(Vector2(1.0, 0.0))), &"range")
	var told: Dictionary = eye.call(&"explain", put(dim.ghost(Vector2.ZERO)))
	check(is_finite(told.visibility), "no division by zero")
	between(told.visibility, 0.0, 1.0)


func test_the_cone_is_inclusive_to_a_tenth_of_a_milliradian() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	for cone: float in [1.0, 20.0, 90.0, 179.0, 181.0, 270.0]:
		eye.set(&"view_angle", cone)
		for side: float in [-1.0, 1.0]:
			var edge := ring_target(side * cone / 2.0, 300.0)
			var within := ring_target(side * (cone / 2.0 + rad_to_deg(0.5e-4)), 300.0)
			var outside := ring_target(side * (cone / 2.0 + rad_to_deg(3e-4)), 300.0)
			check(eye.call(&"is_in_cone", edge), "%s: edge" % cone)
			check(eye.call(&"is_in_cone", within), "%s: within the tolerance" % cone)
			check(not eye.call(&"is_in_cone", outside), "%s: outside" % cone)


func test_the_cone_has_no_seam_at_any_facing() -> void:
	var around := [0.0, 44.9, 45.1, 89.9, 90.1, 134.0, 136.0, 179.9, 180.0, -180.0, 180.1, 270.5]
	for facing: float in [0.0, 90.0, 180.0, 179.9999, -179.9999, 540.0, 33.0]:
		var eye := put(dim.eye(Vector2.ZERO, facing))
		for cone: float in [90.0, 180.0, 181.0, 270.0, 359.9, 360.0, 720.0, 0.0]:
			eye.set(&"view_angle", cone)
			for degrees: float in around:
				var target := ring_target(facing + degrees, 100.0)
				var off := absf(rad_to_deg(angle_difference(0.0, deg_to_rad(degrees))))
				var inside := off <= minf(cone, 360.0) / 2.0 + 1e-3 and cone > 0.0
				equal(
					eye.call(&"can_see", target),
					inside,
					"facing %s, cone %s, target at %s" % [facing, cone, degrees]
				)
				target.free()
		eye.free()


func test_a_cone_of_zero_is_blind_but_for_what_is_near() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"view_angle", 0.0)
	eye.set(&"near_range", dim.length(8.0))
	check_gate(eye, put(dim.ghost(Vector2(100.0, 0.0))), &"cone")
	check_gate(eye, put(dim.ghost(Vector2(7.0, 0.0))), &"none", "near")


func test_near_things_need_no_cone_and_have_its_full_factor() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"near_range", dim.length(20.0))
	var behind := put(dim.ghost(Vector2(-19.0, 0.0)))
	check_gate(eye, behind, &"none", "behind and near")
	near(eye.call(&"explain", behind).cone_factor, 1.0, "cone factor")
	check(eye.call(&"is_in_cone", behind), "counts as in the cone")
	check_gate(eye, put(dim.ghost(Vector2(-21.0, 0.0))), &"cone", "behind and not near")


func test_walls_matter_for_near_things_too() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"near_range", dim.length(60.0))
	put(dim.wall(Vector2(-20.0, 0.0), Vector2(8.0, 80.0)))
	await ticks(2)
	check_gate(eye, put(dim.ghost(Vector2(-40.0, 0.0))), &"occluded")


func test_distance_zero_is_always_near() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	for cone: float in [0.0, 1.0, 90.0]:
		for reach: float in [0.0, 8.0]:
			eye.set(&"view_angle", cone)
			eye.set(&"near_range", reach)
			for offset: float in [0.0, 1e-20]:
				var target := put(dim.ghost(Vector2(-offset, 0.0)))
				var told: Dictionary = eye.call(&"explain", target)
				check(told.visible, "cone %s, near %s, offset %s" % [cone, reach, offset])
				check(is_finite(told.angle), "the angle is a number")
				near(told.visibility, 1.0, "visibility")
				target.free()


func test_the_periphery_fades_linearly_in_angle() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"near_range", 0.0)
	eye.set(&"view_angle", 60.0)
	eye.set(&"peripheral_angle", 180.0)
	eye.set(&"peripheral_strength", 0.25)
	var wanted := {0.0: 1.0, 30.0: 1.0, 60.0: 0.625, 75.0: 0.4375, 90.0: 0.25}
	for degrees: float in wanted:
		for side: float in [-1.0, 1.0]:
			var target := ring_target(degrees * side, 100.0)
			var told: Dictionary = eye.call(&"explain", target)
			check(told.visible, "seen at %s" % degrees)
			near(told.cone_factor, wanted[degrees], "factor at %s" % degrees, 2e-3)
			near(told.angle, degrees, "angle", 0.01)
	check_gate(eye, ring_target(91.0, 100.0), &"cone", "outside the outer cone")


func test_a_periphery_inside_the_focal_cone_is_none() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"view_angle", 90.0)
	for outer: float in [0.0, 45.0, 90.0]:
		eye.set(&"peripheral_angle", outer)
		var told: Dictionary = eye.call(&"explain", ring_target(40.0, 100.0))
		near(told.cone_factor, 1.0, "factor within")
		check_gate(eye, ring_target(50.0, 100.0), &"cone")


func test_a_periphery_all_round_reaches_straight_behind() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"near_range", 0.0)
	eye.set(&"peripheral_angle", 360.0)
	eye.set(&"peripheral_strength", 0.4)
	var told: Dictionary = eye.call(&"explain", ring_target(180.0, 100.0))
	check(told.visible, "seen")
	near(told.cone_factor, 0.4, "factor", 2e-3)


func test_a_periphery_of_no_strength_sees_with_no_visibility() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"near_range", 0.0)
	eye.set(&"peripheral_angle", 180.0)
	eye.set(&"peripheral_strength", 0.0)
	var edge := ring_target(90.0, 100.0)
	check(eye.call(&"is_in_cone", edge), "in the outer cone")
	near(eye.call(&"get_visibility", edge), 0.0, "visibility", 1e-3)


func test_visibility_is_the_product_of_its_factors() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"near_range", 0.0)
	eye.set(&"peripheral_angle", 180.0)
	for degrees: float in [0.0, 20.0, 50.0, 80.0]:
		for distance: float in [1.0, 100.0, 200.0, 399.0]:
			var target := ring_target(degrees, distance)
			var told: Dictionary = eye.call(&"explain", target)
			near(told.distance_factor, 1.0 - (distance / 400.0) ** 2, "falloff at %s" % distance)
			near(told.visible_fraction, 1.0, "fraction")
			near(told.target_exposure, 1.0, "exposure")
			var product: float = told.cone_factor * told.distance_factor
			near(told.visibility, product, "product", 1e-5)
			near(eye.call(&"get_visibility", target), product, "get_visibility", 1e-5)


func test_explain_has_every_key_whatever_fails() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var away: Node = keep(dim.ghost(Vector2(10.0, 0.0)))
	var asked: Array = [null, away, ring_target(0.0, 100.0), ring_target(0.0, 999.0)]
	asked.append(ring_target(120.0, 100.0))
	for target: Variant in asked:
		var told: Dictionary = eye.call(&"explain", target)
		for key in EXPLAIN_KEYS:
			check(told.has(key), "key %s of %s" % [key, target])
		equal(typeof(told.visible), TYPE_BOOL, "visible")
		equal(typeof(told.gate), TYPE_STRING_NAME, "gate")
		equal(typeof(told.inside), TYPE_BOOL, "inside")
		equal(typeof(told.points), TYPE_ARRAY, "points")
		for key: String in ["distance", "angle", "cone_factor", "distance_factor"]:
			equal(typeof(told[key]), TYPE_FLOAT, key)
		for key: String in ["visible_fraction", "target_exposure", "visibility"]:
			equal(typeof(told[key]), TYPE_FLOAT, key)
		equal(told.blocker, null, "blocker")


func test_explain_tells_distance_angle_and_points() -> void:
	var eye := put(dim.eye(Vector2.ZERO, 30.0))
	var target := ring_target(50.0, 200.0)
	var told: Dictionary = eye.call(&"explain", target)
	near(told.distance, dim.length(200.0), "distance", 1e-3)
	near(told.angle, 20.0, "angle", 0.01)
	equal(told.points.size(), 1, "points of a target without a StealthTarget")
	var point: Dictionary = told.points[0]
	near(point.position, dim.eye_at(dim.place_of(target)), "aim point", 1e-3)
	equal(point.visible, true, "point visible")
	equal(point.blocker, null, "point blocker")
	check(not str(point.name).is_empty(), "the point has a name")


func test_explain_names_the_blocker() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	put(dim.wall(Vector2(150.0, 0.0), Vector2(10.0, 80.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	var told: Dictionary = eye.call(&"explain", target)
	equal(told.gate, &"occluded")
	equal(told.blocker, wall, "the nearer wall")
	equal(told.inside, false)
	equal(told.points[0].visible, false)
	equal(told.points[0].blocker, wall)
	equal(told.visible_fraction, 0.0)


func test_the_first_gate_that_fails_is_named() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	put(dim.wall(Vector2(-50.0, 0.0), Vector2(10.0, 400.0)))
	var behind_wall_and_back := put(dim.ghost(Vector2(-100.0, 0.0)))
	var far_behind := put(dim.ghost(Vector2(-900.0, 0.0)))
	var other := put(dim.world())
	var elsewhere := put(dim.ghost(Vector2(-900.0, 0.0)), other)
	var asleep := put(dim.ghost(Vector2(-900.0, 0.0)), other)
	asleep.process_mode = Node.PROCESS_MODE_DISABLED
	await ticks(2)
	check_gate(eye, behind_wall_and_back, &"cone", "cone before occluded")
	check_gate(eye, far_behind, &"range", "range before cone")
	check_gate(eye, elsewhere, &"other_world", "world before range")
	check_gate(eye, asleep, &"not_perceivable", "perceivable before world")
	eye.set(&"enabled", false)
	check_gate(eye, asleep, &"disabled", "disabled before perceivable")
	check_gate(eye, null, &"invalid", "invalid before disabled")


func test_disabled_sees_nothing() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	check_gate(eye, target, &"none", "enabled")
	eye.set(&"enabled", false)
	check_gate(eye, target, &"disabled", "disabled")
	equal(eye.call(&"get_visible_target"), null)
	equal(eye.call(&"get_visible_targets").size(), 0)
	check(not eye.call(&"can_see_point", dim.eye_at(Vector2(100.0, 0.0))), "nor a point")
	equal(eye.call(&"get_visibility", target), 0.0)
	eye.set(&"enabled", true)
	check_gate(eye, target, &"none", "enabled again")


func test_each_gate_answers_alone() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(2)
	var hidden := put(dim.target(Vector2(200.0, 0.0)))
	var far := put(dim.target(Vector2(0.0, 900.0)))
	equal(eye.call(&"is_in_range", hidden), true, "hidden, range")
	equal(eye.call(&"is_in_cone", hidden), true, "hidden, cone")
	equal(eye.call(&"has_line_of_sight", hidden), false, "hidden, line")
	equal(eye.call(&"is_in_range", far), false, "far, range")
	equal(eye.call(&"is_in_cone", far), false, "far, cone")
	equal(eye.call(&"has_line_of_sight", far), true, "far, line")


func test_a_place_passes_the_same_gates() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(2)
	var wanted := {
		Vector2(90.0, 0.0): true,
		Vector2(110.0, 0.0): false,
		Vector2(200.0, 150.0): true,
		Vector2(-50.0, 0.0): false,
		Vector2(-7.0, 0.0): true,
		Vector2(300.0, 290.0): false,
		Vector2(0.0, 0.0): true,
	}
	for place: Vector2 in wanted:
		equal(eye.call(&"can_see_point", dim.eye_at(place)), wanted[place], str(place))


func test_a_place_that_is_no_number_is_not_seen() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"view_range", INF)
	eye.set(&"view_angle", 360.0)
	for value: float in [NAN, INF, -INF]:
		equal(eye.call(&"can_see_point", dim.spoilt(value)), false, str(value))


func test_the_nearest_is_first_and_ties_go_by_tree_order() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var far := put(dim.ghost(Vector2(300.0, 0.0)))
	var tie_one := put(dim.ghost(Vector2(200.0, 50.0)))
	var tie_two := put(dim.ghost(Vector2(200.0, -50.0)))
	var close := put(dim.ghost(Vector2(100.0, 0.0)))
	put(dim.ghost(Vector2(-50.0, 0.0)))
	equal(eye.call(&"get_visible_target"), close, "nearest")
	equal(eye.call(&"get_visible_targets"), _nodes([close, tie_one, tie_two, far]), "all")
	close.free()
	equal(eye.call(&"get_visible_target"), tie_one, "tie")
	move_child(tie_two, 0)
	equal(eye.call(&"get_visible_target"), tie_two, "tie after a move")


func test_the_list_of_targets_is_typed() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var found: Array = eye.call(&"get_visible_targets")
	check(found.is_typed(), "typed when empty")
	equal(found.get_typed_class_name(), dim.node_class())


func test_targets_come_from_the_group_named() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	put(dim.ghost(Vector2(50.0, 0.0)))
	var thief := put(dim.spot(Vector2(100.0, 0.0)))
	thief.add_to_group(&"thieves")
	eye.set(&"target_group", &"thieves")
	equal(eye.call(&"get_visible_target"), thief)
	thief.remove_from_group(&"thieves")
	equal(eye.call(&"get_visible_target"), null, "left the group")
	check(eye.call(&"can_see", thief), "asked by name it is seen all the same")


func test_members_of_the_group_that_have_no_place_are_passed_over() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	for stray: Node in [Node.new(), dim.stranger(), Control.new()]:
		put(stray).add_to_group(&"player")
	equal(eye.call(&"get_visible_target"), null)
	var real := put(dim.ghost(Vector2(100.0, 0.0)))
	equal(eye.call(&"get_visible_targets"), _nodes([real]))


func test_a_target_may_come_before_or_after_the_eye() -> void:
	for target_first: bool in [true, false]:
		var target := dim.target(Vector2(100.0, 0.0))
		var guard := dim.guard(Vector2.ZERO)
		put(target if target_first else guard)
		put(guard if target_first else target)
		await ticks(1)
		equal(guard.get_node(^"Eye").call(&"get_visible_target"), target)
		target.free()
		guard.free()


func test_facing_is_where_the_drawn_node_looks() -> void:
	var holder := put(dim.spot(Vector2(30.0, 40.0)))
	var eye := put(dim.eye(Vector2.ZERO), holder)
	for degrees: float in [0.0, 37.0, 90.0, 180.0, -120.0, 540.0]:
		dim.turn(eye, degrees)
		near(eye.get(&"facing"), dim.direction(degrees), "turned by %s" % degrees, 1e-3)
	near(eye.get(&"facing").length(), 1.0, "length")


func test_facing_follows_nested_and_scaled_parents() -> void:
	var outer := put(dim.spot(Vector2.ZERO))
	var inner := put(dim.spot(Vector2.ZERO), outer)
	var eye := put(dim.eye(Vector2.ZERO), inner)
	dim.turn(eye, 0.0)
	for factor: float in [0.01, 0.5, 3.0, 200.0]:
		dim.scale(outer, factor)
		dim.scale(inner, 2.0)
		near(eye.get(&"facing"), dim.direction(0.0), "scale %s" % factor, 1e-3)
		near(eye.get(&"facing").length(), 1.0, "length")


func test_ranges_are_not_scaled_by_a_parent() -> void:
	var outer := put(dim.spot(Vector2.ZERO))
	dim.scale(outer, 3.0)
	var eye := put(dim.eye(Vector2.ZERO), outer)
	eye.set(&"global_position", dim.eye_at(Vector2.ZERO))
	check_gate(eye, put(dim.ghost(Vector2(399.0, 0.0))), &"none")
	check_gate(eye, put(dim.ghost(Vector2(401.0, 0.0))), &"range")
	check_gate(eye, put(dim.ghost(Vector2(-20.0, 0.0))), &"cone", "near_range is not scaled")


func test_a_mirrored_parent_mirrors_the_view() -> void:
	var outer := put(dim.spot(Vector2.ZERO))
	var eye := put(dim.eye(Vector2.ZERO, 30.0), outer)
	dim.mirror(outer)
	near(eye.get(&"facing"), dim.direction(150.0), "mirrored", 1e-3)
	check_gate(eye, ring_target(150.0, 100.0), &"none")
	check_gate(eye, ring_target(30.0, 100.0), &"cone")
	dim.mirror(outer)
	near(eye.get(&"facing"), dim.direction(30.0), "mirrored back", 1e-3)


func test_no_direction_is_blind_but_for_what_is_near() -> void:
	var outer := put(dim.spot(Vector2.ZERO))
	var eye := put(dim.eye(Vector2.ZERO, 60.0), outer)
	near(eye.get(&"facing"), dim.direction(60.0), "before", 1e-3)
	dim.flatten(outer)
	near(eye.get(&"facing"), dim.direction(60.0), "the last value stays", 1e-3)
	for degrees: float in [0.0, 60.0, 180.0, 240.0]:
		check(not eye.call(&"can_see", ring_target(degrees, 100.0)), "blind at %s" % degrees)
	eye.set(&"near_range", dim.length(50.0))
	check(eye.call(&"is_in_cone", put(dim.ghost(Vector2(-10.0, 0.0)))), "near")
	eye.set(&"facing", dim.direction(0.0))
	near(eye.get(&"facing"), dim.direction(0.0), "a manual facing needs no basis", 1e-3)


func test_assigning_facing_makes_it_manual() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"facing", dim.direction(90.0) * 7.0)
	equal(eye.get(&"facing_mode"), 1, "mode")
	near(eye.get(&"facing"), dim.direction(90.0), "facing")
	near(eye.get(&"manual_facing"), dim.direction(90.0), "stored normalised")
	dim.turn(eye, 45.0)
	near(eye.get(&"facing"), dim.direction(90.0), "turning the node changes nothing")
	check_gate(eye, ring_target(90.0, 100.0), &"none")
	check_gate(eye, ring_target(0.0, 100.0), &"cone")
	eye.set(&"facing_mode", 0)
	near(eye.get(&"facing"), dim.direction(45.0), "back to the node", 1e-3)
	near(eye.get(&"manual_facing"), dim.direction(90.0), "and kept")


func test_manual_facing_alone_touches_nothing_else() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"manual_facing", dim.direction(180.0) * 0.001)
	equal(eye.get(&"facing_mode"), 0, "mode")
	near(eye.get(&"manual_facing"), dim.direction(180.0), "normalised")
	near(eye.get(&"facing"), dim.direction(0.0), "facing", 1e-3)


func test_zero_is_no_direction_and_ignored_in_silence() -> void:
	for member: StringName in [&"facing", &"manual_facing"]:
		for mode: int in [0, 1]:
			var eye := put(dim.eye(Vector2.ZERO, 20.0))
			eye.set(&"manual_facing", dim.direction(70.0))
			eye.set(&"facing_mode", mode)
			eye.set(member, dim.zero())
			equal(eye.get(&"facing_mode"), mode, "mode after zero")
			near(eye.get(&"manual_facing"), dim.direction(70.0), "manual after zero")
			near(eye.get(&"facing"), dim.direction(20.0 if mode == 0 else 70.0), "facing", 1e-3)
			eye.free()


func test_facing_that_is_no_number_is_refused() -> void:
	for value: float in [NAN, INF, -INF]:
		var eye := put(dim.eye(Vector2.ZERO))
		eye.set(&"facing", dim.spoilt(value))
		eye.set(&"facing", dim.spoilt(value))
		equal(eye.get(&"facing_mode"), 0, "mode")
		near(eye.get(&"facing"), dim.direction(0.0), "facing", 1e-3)
		eye.free()
	check_warned([dim.title(&"EnemyPerception"), "facing"], 3)


func test_a_tiny_direction_is_a_direction_all_the_same() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"facing", dim.direction(90.0) * 1e-12)
	equal(eye.get(&"facing_mode"), 1, "mode")
	near(eye.get(&"facing"), dim.direction(90.0), "facing", 1e-3)
	eye.set(&"facing", dim.direction(180.0) * 1e30)
	near(eye.get(&"facing"), dim.direction(180.0), "a huge one too", 1e-3)


func test_facing_is_never_stored() -> void:
	var eye := keep(dim.make(&"EnemyPerception"))
	for property in eye.get_property_list():
		if property.name == "facing":
			check(property.usage & PROPERTY_USAGE_STORAGE == 0, "no storage")
			return
	check(false, "the property is there")


func test_a_scene_keeps_every_stored_property() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"manual_facing", dim.direction(90.0))
	eye.set(&"view_range", 123.0)
	eye.set(&"target_group", &"thieves")
	eye.set(&"occlusion_mask", 6)
	eye.set(&"sample_count", 2)
	var scene := PackedScene.new()
	equal(scene.pack(eye), OK)
	var copy := put(scene.instantiate())
	for member: StringName in [&"view_range", &"target_group", &"occlusion_mask", &"sample_count"]:
		equal(copy.get(member), eye.get(member), member)
	near(copy.get(&"manual_facing"), dim.direction(90.0), "manual_facing")
	equal(copy.get(&"facing_mode"), 0, "loading manual_facing leaves the mode")


func test_walls_on_the_mask_block_and_others_do_not() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "on the mask")
	eye.set(&"occlusion_mask", Dim.GLASS)
	check_gate(eye, target, &"none", "the mask looks elsewhere")
	wall.set(&"collision_layer", Dim.GLASS)
	await ticks(1)
	check_gate(eye, target, &"occluded", "the wall is there now")
	eye.set(&"occlusion_mask", 0)
	check_gate(eye, target, &"none", "no mask, no walls")


func test_every_kind_of_solid_blocks_and_blinds_the_eye_inside() -> void:
	for kind in Dim.SOLID_KINDS:
		var wall := put(dim.solid(kind, Vector2(100.0, 0.0), Vector2(60.0, 60.0)))
		var eye := put(dim.eye(Vector2.ZERO))
		var target := put(dim.target(Vector2(200.0, 0.0)))
		await ticks(2)
		check_gate(eye, target, &"occluded", "%s between" % kind)
		dim.move(eye, Vector2(100.0, 0.0))
		eye.set(&"global_position", dim.eye_at(Vector2(100.0, 0.0)))
		check_gate(eye, target, &"occluded", "%s round the eye" % kind)
		var told: Dictionary = eye.call(&"explain", target)
		equal(told.inside, true, "%s: inside" % kind)
		equal(told.blocker, wall, "%s: blocker" % kind)
		check(not eye.call(&"can_see_point", dim.eye_at(Vector2(110.0, 0.0))), "%s: inside" % kind)
		for thing: Node in [wall, eye, target]:
			thing.free()


func test_the_target_may_stand_in_a_wall_that_is_then_in_the_way() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	put(dim.wall(Vector2(200.0, 0.0), Vector2(40.0, 40.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded")


func test_a_shape_of_faces_blocks_from_both_sides_and_has_no_inside() -> void:
	var wall := put(dim.solid(&"faces", Vector2(100.0, 0.0), Vector2(60.0, 60.0)))
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "from outside")
	eye.set(&"global_position", dim.eye_at(Vector2(100.0, 0.0)))
	check_gate(eye, target, &"occluded", "from within")
	equal(eye.call(&"explain", target).blocker, wall, "blocker")
	check(eye.call(&"can_see_point", dim.eye_at(Vector2(120.0, 0.0))), "inside there is air")


func test_a_solid_that_is_off_does_not_block() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var shape := wall.get_node(^"Shape")
	await ticks(2)
	check_gate(eye, target, &"occluded", "on")
	shape.set(&"disabled", true)
	await ticks(2)
	check_gate(eye, target, &"none", "shape disabled")
	shape.set(&"disabled", false)
	await ticks(2)
	check_gate(eye, target, &"occluded", "shape enabled")
	wall.set(&"visible", false)
	await ticks(2)
	check_gate(eye, target, &"occluded", "hidden walls are walls")
	remove_child(wall)
	await ticks(1)
	check_gate(eye, target, &"none", "taken out of the tree")
	add_child(wall)
	await ticks(2)
	check_gate(eye, target, &"occluded", "put back")
	wall.free()
	await ticks(1)
	check_gate(eye, target, &"none", "freed")


func test_own_body_and_what_hangs_on_it_never_block() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	guard.set(&"collision_layer", Dim.WORLD | Dim.GUARDS)
	var shield := put(dim.solid(&"box", Vector2(14.0, 0.0), Vector2(4.0, 30.0)))
	shield.reparent(put(dim.spot(Vector2.ZERO), guard))
	var eye := guard.get_node(^"Eye")
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"none", "shield of its own")
	shield.reparent(self)
	await ticks(2)
	check_gate(eye, target, &"occluded", "a shield that somebody else holds")


func test_the_targets_own_colliders_never_block() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(100.0, 0.0)))
	target.set(&"collision_layer", Dim.WORLD)
	var shield := put(dim.solid(&"box", Vector2(-14.0, 0.0), Vector2(4.0, 30.0)), target)
	await ticks(2)
	check_gate(eye, target, &"none", "its body and its shield")
	var other := put(dim.ghost(Vector2(150.0, 0.0)))
	check_gate(eye, other, &"occluded", "for another the shield is a wall")
	shield.free()
	await ticks(1)
	check_gate(eye, other, &"none", "a creature hides nobody")


func test_a_lift_that_carries_guard_target_and_wall_excuses_no_wall() -> void:
	for kind: StringName in [&"Area", &"AnimatableBody"]:
		var lift := put(dim.body(kind, Vector2.ZERO, 10.0, Dim.TRIGGERS))
		var guard := put(dim.guard(Vector2.ZERO), lift)
		var target := put(dim.target(Vector2(200.0, 0.0)), lift)
		var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)), lift)
		await ticks(2)
		check_gate(guard.get_node(^"Eye"), target, &"occluded", kind)
		wall.free()
		await ticks(2)
		check_gate(guard.get_node(^"Eye"), target, &"none", kind)
		lift.free()


func test_body_names_another_body_as_its_own() -> void:
	var robot := put(dim.body(&"RigidBody", Vector2(30.0, 0.0), 10.0, Dim.WORLD))
	robot.name = &"Robot"
	robot.set(&"freeze", true)
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "a strange body")
	eye.set(&"body", NodePath("../Robot"))
	check_gate(eye, target, &"none", "its own body")
	eye.set(&"body", NodePath())
	check_gate(eye, target, &"occluded", "strange again")


func test_exceptions_are_seen_through() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var crate := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "no exception")
	eye.call(&"add_exception", crate)
	eye.call(&"add_exception", crate)
	check_gate(eye, target, &"none", "an exception")
	eye.call(&"remove_exception", crate)
	check_gate(eye, target, &"occluded", "taken back at once, though added twice")
	eye.call(&"add_exception", crate)
	eye.call(&"clear_exceptions")
	check_gate(eye, target, &"occluded", "all taken back")
	eye.call(&"add_exception", crate)
	eye.set(&"global_position", dim.eye_at(Vector2(100.0, 0.0)))
	check_gate(eye, target, &"none", "an eye in the exception")


func test_an_exception_hides_no_second_wall() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var crate := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	var wall := put(dim.wall(Vector2(150.0, 0.0), Vector2(10.0, 80.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	eye.call(&"add_exception", crate)
	await ticks(2)
	check_gate(eye, target, &"occluded")
	equal(eye.call(&"explain", target).blocker, wall)


func test_another_world_is_not_seen() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var other := put(dim.world())
	var elsewhere := put(dim.target(Vector2(100.0, 0.0)), other)
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)), other)
	var here := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	check_gate(eye, elsewhere, &"other_world")
	check_gate(eye, here, &"none", "and its walls do not matter here")
	equal(eye.call(&"get_visible_targets"), _nodes([here]))


func test_an_eye_in_another_world_sees_that_world() -> void:
	var other := put(dim.world())
	var eye := put(dim.eye(Vector2.ZERO), other)
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)), other)
	await ticks(2)
	check_gate(eye, target, &"none", "no wall there")
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)), other)
	await ticks(2)
	check_gate(eye, target, &"occluded", "a wall there")


func test_a_target_that_sleeps_is_not_perceivable() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var holder := put(dim.spot(Vector2.ZERO))
	var target := put(dim.target(Vector2(100.0, 0.0)), holder)
	check_gate(eye, target, &"none", "awake")
	target.process_mode = Node.PROCESS_MODE_DISABLED
	check_gate(eye, target, &"not_perceivable", "disabled")
	target.process_mode = Node.PROCESS_MODE_INHERIT
	holder.process_mode = Node.PROCESS_MODE_DISABLED
	check_gate(eye, target, &"not_perceivable", "disabled above it")
	target.process_mode = Node.PROCESS_MODE_ALWAYS
	check_gate(eye, target, &"none", "awake in spite of its parent")
	holder.process_mode = Node.PROCESS_MODE_INHERIT
	target.process_mode = Node.PROCESS_MODE_INHERIT
	get_tree().paused = true
	check_gate(eye, target, &"none", "a pause does not count")


func test_what_is_drawn_does_not_matter() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(100.0, 0.0)))
	target.set(&"visible", false)
	eye.set(&"visible", false)
	check_gate(eye, target, &"none")


func test_positions_that_are_no_numbers_are_not_seen_and_recover() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"view_angle", 360.0)
	eye.set(&"view_range", INF)
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	for value: float in [NAN, INF, -INF]:
		for thing: Node in [target, eye]:
			var place: Variant = thing.get(&"position")
			thing.set(&"position", dim.spoilt(value))
			var told: Dictionary = eye.call(&"explain", target)
			equal(told.visible, false, "visible at %s" % value)
			check(told.gate != &"none", "a gate is named")
			equal(told.distance, INF, "distance at %s" % value)
			equal(told.angle, 180.0, "angle at %s" % value)
			equal(told.visibility, 0.0, "visibility")
			equal(eye.call(&"get_visible_target"), null)
			thing.set(&"position", place)
			check_gate(eye, target, &"none", "back again")
			near(eye.get(&"facing").length(), 1.0, "facing stays a direction")


func test_huge_distances_stay_finite() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	for huge: float in [1e10, 1e19, 1e25, 1e30]:
		target.set(&"position", dim.direction(0.0) * huge)
		var told: Dictionary = eye.call(&"explain", target)
		equal(told.gate, &"range", str(huge))
		check(not is_nan(told.distance), "distance at %s" % huge)
		check(is_finite(told.angle), "angle at %s" % huge)


func test_a_moved_target_is_judged_where_its_node_is() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	eye.set(&"occlusion_mask", Dim.WORLD | Dim.TARGETS)
	var target := put(dim.target(Vector2(100.0, -150.0)))
	var seen := 0
	for step in 20:
		await ticks(1)
		target.set(&"position", dim.at(Vector2(100.0, -150.0 + 12.0 * step)))
		var inside := absf(-150.0 + 12.0 * step) <= 100.0
		equal(eye.call(&"can_see", target), inside, "step %d" % step)
		seen += int(inside)
	check(seen > 10, "it passed through the cone")


func test_a_target_that_is_about_to_go_is_no_trouble() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(1)
	target.queue_free()
	check(eye.call(&"explain", target).has("visible"), "an answer")
	await ticks(2)
	equal(eye.call(&"get_visible_target"), null)


func test_asking_costs_no_memory() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	put(dim.wall(Vector2(100.0, 30.0), Vector2(10.0, 80.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var eye := guard.get_node(^"Eye")
	await ticks(2)
	var before := Performance.get_monitor(Performance.OBJECT_COUNT)
	for turn in 300:
		eye.call(&"explain", target)
		eye.call(&"get_visible_targets")
		eye.call(&"can_see", target)
	equal(Performance.get_monitor(Performance.OBJECT_COUNT), before, "objects")


func _nodes(list: Array) -> Array:
	return Array(list, TYPE_OBJECT, dim.node_class(), null)

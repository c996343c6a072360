# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## Profiles, targets, groups and squads that nobody should have made: sane, silent where it does no
## harm, one clear warning where it does.

const Recorder := preload("res://support/recorder.gd")
const FAR := Vector2(9000.0, 9000.0)
const OURS: Array[StringName] = [
	&"EnemyPerception",
	&"EnemyMemory",
	&"NoiseEmitter",
	&"FootstepEmitter",
	&"StealthTarget",
	&"EnemySenses",
	&"SensesProfile",
	&"DetectionMeter",
]


func test_enums_refuse_what_is_none_of_their_constants() -> void:
	var enums := 0
	for base in OURS:
		for described in ClassDB.class_get_property_list(dim.title(base), true):
			if described.hint != PROPERTY_HINT_ENUM:
				continue
			enums += 1
			for bad: int in [-1, described.hint_string.split(",").size(), 99]:
				var thing := dim.make(base)
				check_refused(thing, described.name, bad)
				if thing is Node:
					thing.free()
	check(enums >= 5, "%d enums" % enums)


func test_enums_take_every_constant_of_theirs() -> void:
	for base in OURS:
		for described in ClassDB.class_get_property_list(dim.title(base), true):
			if described.hint == PROPERTY_HINT_ENUM:
				var thing := dim.make(base)
				for value in described.hint_string.split(",").size():
					thing.set(described.name, value)
					equal(thing.get(described.name), value, "%s.%s" % [base, described.name])
				if thing is Node:
					thing.free()


func test_numbers_refuse_what_is_no_number() -> void:
	var numbers := 0
	for base in OURS:
		for described in ClassDB.class_get_property_list(dim.title(base), true):
			if described.type != TYPE_FLOAT or not described.usage & PROPERTY_USAGE_EDITOR:
				continue
			numbers += 1
			var thing := dim.make(base)
			if described.name == "light_level":
				thing.set(&"light_mode", 2)
			check_refused(thing, described.name, NAN)
			check_refused(thing, described.name, -INF)
			if thing is Node:
				thing.free()
	check(numbers >= 40, "%d numbers" % numbers)


func test_masks_are_bits_like_the_engines() -> void:
	var masks := 0
	for base in OURS:
		for described in ClassDB.class_get_property_list(dim.title(base), true):
			if not str(described.name).ends_with("_mask"):
				continue
			masks += 1
			var thing := dim.make(base)
			thing.set(described.name, -1)
			equal(thing.get(described.name), 0xFFFFFFFF, "%s.%s" % [base, described.name])
			thing.set(described.name, 0)
			equal(thing.get(described.name), 0, "%s.%s" % [base, described.name])
			if thing is Node:
				thing.free()
	check(masks >= 4, "%d masks" % masks)


func test_pairs_the_wrong_way_round_are_kept_and_used_the_right_way() -> void:
	var senses := _senses()
	var profile: Resource = senses.get(&"profile")
	for pair: Array in [
		[&"reaction_delay_min", 0.5, &"reaction_delay_max", 0.2],
		[&"perception_scale_min", 1.5, &"perception_scale_max", 0.5],
		[&"suspicious_enter", 0.1, &"suspicious_exit", 0.4],
		[&"alert_enter", 0.3, &"alert_exit", 0.9],
	]:
		profile.set(pair[0], pair[1])
		profile.set(pair[2], pair[3])
		near(profile.get(pair[0]), pair[1], pair[0])
		near(profile.get(pair[2]), pair[3], pair[2])
	await ticks(2)
	between(senses.get(&"reaction_delay"), 0.2, 0.5, "reaction_delay")
	between(senses.get(&"perception_scale"), 0.5, 1.5, "perception_scale")
	var recorder := Recorder.new(senses)
	senses.get(&"memory").set(&"confidence_fall_time", INF)
	senses.get(&"memory").set(&"confidence", 0.5)
	await ticks(2)
	equal(senses.get(&"alert_level"), 1, "suspicious from 0.4 on, alerted from 0.9 on")
	for tick in 60:
		senses.get(&"memory").set(&"confidence", 0.45 if tick % 2 == 0 else 0.55)
		await ticks(1)
	check(recorder.count(&"alert_level_changed") <= 1, "it does not flicker")


func test_a_profile_of_zeros_sees_nothing_and_breaks_nothing() -> void:
	var senses := _senses()
	var profile: Resource = senses.get(&"profile")
	for described in ClassDB.class_get_property_list(profile.get_class(), true):
		if described.type == TYPE_FLOAT and described.usage & PROPERTY_USAGE_EDITOR:
			profile.set(described.name, 0.0)
	put(dim.target(Vector2(60.0, 0.0)))
	await seconds(0.5)
	equal(senses.get(&"target"), null, "nothing in a range of nothing")
	dim.emit_noise(Vector2(0.0, 50.0), 300.0, 1.0)
	dim.server().call(&"alert_all", &"", dim.at(Vector2.ZERO), null, 1.0)
	await seconds(0.5)
	between(senses.get(&"awareness"), 0.0, 1.0, "awareness")
	check(int(senses.get(&"alert_level")) in [0, 1, 2], "level")


func test_a_range_of_zero_sees_what_is_at_the_very_eye() -> void:
	var senses := _senses()
	senses.get(&"profile").set(&"view_range", 0.0)
	var target := put(dim.target(Vector2(60.0, 0.0)))
	await seconds(0.3)
	equal(senses.get(&"awareness"), 0.0, "nothing in its range")
	equal(senses.call(&"explain", target).gate, &"range")


func test_without_a_profile_eye_and_memory_rule() -> void:
	var senses := _senses()
	senses.get(&"profile").set(&"view_range", dim.length(50.0))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await seconds(0.3)
	equal(senses.get(&"target"), null, "out of the profile's range")
	senses.set(&"profile", null)
	equal(senses.get(&"profile"), null)
	senses.get(&"perception").set(&"view_range", dim.length(400.0))
	senses.get(&"memory").set(&"confidence_rise_time", 0.0)
	await ticks(6)
	equal(senses.get(&"target"), target, "in the eye's own range")
	equal(senses.get(&"awareness"), 1.0, "as fast as its memory says")


func test_profiles_may_be_changed_shared_and_dropped_at_any_moment() -> void:
	var all: Array[Node] = []
	for index in 3:
		all.append(_senses(Vector2(0.0, 1000.0 * index)))
		put(dim.target(Vector2(200.0, 1000.0 * index)))
	var shared: Resource = dim.make(&"SensesProfile")
	for senses in all:
		senses.set(&"profile", shared)
	shared.set(&"view_range", dim.length(100.0))
	await ticks(8)
	for senses in all:
		equal(senses.get(&"target"), null, "the shared range")
	all[0].set(&"profile", null)
	all[0].get(&"perception").set(&"view_range", dim.length(400.0))
	all[1].set(&"profile", dim.make(&"SensesProfile"))
	all[1].get(&"profile").set(&"view_range", dim.length(400.0))
	await ticks(6)
	check(all[0].get(&"target") != null, "by its own eye")
	check(all[1].get(&"target") != null, "by another profile")
	equal(all[2].get(&"target"), null, "by the shared one")
	shared = null
	all[2].get(&"profile").set(&"view_range", dim.length(400.0))
	await ticks(6)
	check(all[2].get(&"target") != null, "an edit counts at the next pass")


func test_a_squad_of_one_shouts_to_nobody() -> void:
	var senses := _senses()
	senses.set(&"squad", &"lonely")
	senses.get(&"profile").set(&"shout_radius", dim.length(1000.0))
	var recorder := Recorder.new(senses)
	var other := _senses(Vector2(0.0, 50.0))
	await ticks(4)
	senses.call(&"reinforce", dim.at(Vector2(10.0, 0.0)), 1.0)
	await seconds(0.5)
	equal(senses.get(&"alert_level"), 2, "alerted")
	equal(recorder.count(&"ally_alerted"), 0, "it does not tell itself")
	equal(other.get(&"awareness"), 0.0, "nor others")


func test_one_node_in_two_groups_is_one_target_to_each_that_looks_for_it() -> void:
	var first := _senses()
	var second := _senses(Vector2(0.0, 20.0))
	second.get(&"profile").set(&"target_group", &"thieves")
	var target := put(dim.target(Vector2(100.0, 10.0)))
	target.add_to_group(&"thieves")
	var recorders: Array[Recorder] = [Recorder.new(first), Recorder.new(second)]
	await seconds(0.5)
	for recorder in recorders:
		equal(recorder.of(&"target_spotted"), [[target]])
	equal(dim.server().call(&"get_stats").targets, 1, "one distinct target")
	target.remove_from_group(&"thieves")
	await seconds(0.5)
	equal(recorders[1].count(&"target_lost"), 1, "no longer looked for")
	equal(recorders[0].count(&"target_lost"), 0, "still looked for")


func test_members_of_the_group_that_can_be_nothing_are_passed_over() -> void:
	var senses := _senses()
	var stranger := put(dim.stranger())
	var bare := put(Node.new())
	for node: Node in [stranger, bare]:
		node.add_to_group(&"player")
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(8)
	equal(senses.get(&"target"), target)
	equal(senses.call(&"get_tracks").size(), 1, "and nobody else")


func test_wrong_nodes_in_calls_count_as_nobody_and_warn_once() -> void:
	var senses := _senses()
	await ticks(3)
	var freed := dim.ghost(Vector2.ZERO)
	freed.free()
	for call: Array in [[&"receive_alert", 0.2], [&"report_damage"]]:
		for wrong: Variant in [freed, 7, "player", Resource.new(), keep(Node.new())]:
			var arguments: Array = [dim.at(Vector2(50.0, 0.0)), wrong] + call.slice(1)
			senses.callv(call[0], arguments)
			senses.callv(call[0], arguments)
		check_warned([dim.title(&"EnemySenses"), call[0]])
	senses.call(&"hear_sound", dim.at(Vector2(50.0, 0.0)), 0.5, freed)
	senses.call(&"hear_sound", dim.at(Vector2(50.0, 0.0)), 0.5, 7)
	check_warned([dim.title(&"EnemySenses"), "hear_sound"])
	equal(senses.call(&"explain", freed).gate, &"invalid")
	verdict.warnings(PackedStringArray(["freed"]), true)
	for track: Dictionary in senses.call(&"get_tracks"):
		equal(track.node, null, "of nobody")


func test_calls_that_are_not_finite_do_nothing_and_warn_once() -> void:
	var senses := _senses()
	await ticks(3)
	var bad: Variant = dim.spoilt(NAN)
	for call: Array in [
		[&"hear_sound", bad, 0.5],
		[&"receive_alert", bad, null, 0.5],
		[&"report_damage", bad, null],
		[&"reinforce", bad, 0.5],
		[&"witness", bad, 0.5],
		[&"reinforce", dim.zero(), NAN],
		[&"hear_sound", dim.zero(), INF],
	]:
		senses = _senses(Vector2(0.0, 3000.0))
		await ticks(3)
		for turn in 2:
			senses.callv(call[0], call.slice(1))
		check_warned([dim.title(&"EnemySenses"), call[0]])
		equal(senses.get(&"awareness"), 0.0, str(call))
		senses.get_parent().free()


func test_nothing_happens_outside_the_tree() -> void:
	var guard := keep(dim.senses_guard(Vector2.ZERO))
	var senses: Node = guard.get_node(^"Senses")
	senses.call(&"reinforce", dim.zero(), 1.0)
	senses.call(&"report_damage", dim.zero(), null)
	senses.call(&"hear_sound", dim.zero(), 1.0)
	senses.call(&"update", 0.1)
	check_warned([dim.title(&"EnemySenses"), "update"])
	equal(senses.get(&"awareness"), 0.0)
	equal(senses.call(&"get_tracks"), [])
	equal(senses.call(&"can_see_target"), false)
	equal(senses.call(&"witness", dim.zero(), 1.0), false)
	equal(senses.get(&"perception").get_class(), dim.title(&"EnemyPerception"))


func test_a_thousand_enemies_freed_at_once_leave_nothing() -> void:
	for turn in 2:
		var holder := put(dim.spot(Vector2.ZERO))
		for index in 1000:
			var place := Vector2(20.0 * (index % 40), 20.0 * floorf(index / 40.0))
			holder.add_child(dim.senses_guard(place, 9.0 * index))
		var target := put(dim.target(Vector2(300.0, 200.0)))
		await ticks(5)
		equal(dim.server().call(&"get_stats").agents, 1000)
		dim.emit_noise(Vector2.ZERO, INF, 1.0)
		dim.server().call(&"alert_all", &"", dim.zero(), target, 0.9)
		if turn == 0:
			holder.free()
		else:
			for guard in holder.get_children():
				guard.queue_free()
		await ticks(3)
		equal(dim.server().call(&"get_stats").agents, 0, "registered")
		target.free()


func _senses(place := Vector2.ZERO) -> Node:
	var senses := senses_at(place)
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"view_range", dim.length(400.0))
	senses.set(&"profile", profile)
	return senses

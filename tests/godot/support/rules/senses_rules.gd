# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## EnemySenses: sight, belief, level and signals of one enemy, in either dimension.

const Recorder := preload("res://support/recorder.gd")
const UNAWARE := 0
const SUSPICIOUS := 1
const ALERTED := 2
const FAR := Vector2(9000.0, 9000.0)
## Ticks before a sample counts, and the one before it that is credited later.
const WARM_UP := 2


func test_defaults_are_those_of_the_contract() -> void:
	var senses := keep(dim.make(&"EnemySenses"))
	var wanted := {
		&"profile": null,
		&"update_mode": 0,
		&"enabled": true,
		&"authority_only": true,
		&"squad": &"",
		&"personality_seed": 0,
		&"debug_draw": false,
		&"alert_level": 0,
		&"target": null,
		&"last_target": null,
		&"has_memory": false,
		&"last_known_position": dim.zero(),
	}
	for member: StringName in wanted:
		equal(senses.get(member), wanted[member], member)
	equal(senses.get(&"awareness"), 0.0, "awareness")
	for entry: Array in [[&"UNAWARE", 0], [&"SUSPICIOUS", 1], [&"ALERTED", 2]]:
		equal(dim.constant(&"EnemySenses", entry[0]), entry[1], entry[0])
	equal(dim.constant(&"EnemySenses", &"UPDATE_PHYSICS"), 0)
	equal(dim.constant(&"EnemySenses", &"UPDATE_MANUAL"), 1)


func test_signals_have_the_arguments_of_the_contract() -> void:
	var senses := keep(dim.make(&"EnemySenses"))
	var wanted := {
		"target_spotted": 1,
		"target_lost": 2,
		"noise_heard": 3,
		"ally_alerted": 2,
		"alert_level_changed": 2,
		"target_forgotten": 1,
	}
	for described in senses.get_signal_list():
		if wanted.has(described.name):
			equal(described.args.size(), wanted[described.name], described.name)
			wanted.erase(described.name)
	equal(wanted, {}, "signals missing")


func test_it_uses_the_perception_that_is_there() -> void:
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var senses := guard.get_node(^"Senses")
	equal(senses.get(&"perception"), guard.get_node(^"Eye"), "a sibling")
	var own: Node = dim.eye(Vector2.ZERO)
	var other := dim.guard(Vector2.ZERO)
	var second: Node = dim.make(&"EnemySenses")
	second.add_child(own)
	other.add_child(second)
	put(other)
	equal(second.get(&"perception"), own, "a child before a sibling")


func test_an_eye_that_comes_or_goes_beside_it_later_counts() -> void:
	var body := put(dim.guard(Vector2.ZERO))
	body.get_node(^"Eye").free()
	var senses := put(dim.make(&"EnemySenses"), body)
	var made: Node = senses.get(&"perception")
	await ticks(5)
	var late := put(dim.eye(Vector2.ZERO), body)
	await ticks(2)
	equal(senses.get(&"perception"), late, "one that came later")
	check(not is_instance_valid(made), "the made one is gone")
	body.remove_child(late)
	await ticks(2)
	check(senses.get(&"perception") != late, "one that went")
	late.free()


func test_it_keeps_its_own_eye_when_it_leaves_and_comes_back() -> void:
	var body := put(dim.body(&"CharacterBody", Vector2.ZERO, 10.0, Dim.GUARDS))
	var senses := put(dim.make(&"EnemySenses"), body)
	var eye: Node = senses.get(&"perception")
	for i in 3:
		await ticks(2)
		body.remove_child(senses)
		body.add_child(senses)
	await ticks(2)
	equal(senses.get(&"perception"), eye, "the same")
	equal(senses.get_child_count(true), 1, "and no more of them")


func test_it_does_not_say_that_it_sees_who_was_freed() -> void:
	var senses := _senses(Vector2.ZERO)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await seconds(1.0)
	equal(senses.call(&"can_see_target"), true)
	target.free()
	equal(senses.get(&"target"), null, "whom")
	equal(senses.call(&"can_see_target"), false, "nobody")


func test_it_makes_a_perception_where_there_is_none() -> void:
	var body := put(dim.body(&"CharacterBody", Vector2.ZERO, 10.0, Dim.GUARDS))
	dim.turn(body, 0.0)
	var senses := put(dim.make(&"EnemySenses"), body)
	var eye: Node = senses.get(&"perception")
	equal(eye.get_class(), dim.title(&"EnemyPerception"))
	equal(senses.get_child_count(), 0, "it is internal")
	var scene := PackedScene.new()
	senses.owner = body
	equal(scene.pack(body), OK)
	for index in scene.get_state().get_node_count():
		check(scene.get_state().get_node_type(index) != eye.get_class(), "never saved")
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(10)
	equal(senses.get(&"target"), target, "and it sees")


func test_the_memory_is_one_object_for_life() -> void:
	var senses := _senses(Vector2.ZERO)
	var memory: Object = senses.get(&"memory")
	equal(memory.get_class(), dim.title(&"EnemyMemory"))
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(20)
	check(memory.get(&"confidence") > 0.0, "it holds the belief")
	equal(senses.get(&"memory"), memory, "the same object")
	senses.call(&"forget_target")
	target.free()
	await ticks(5)
	equal(senses.get(&"memory"), memory, "the same object still")


func test_a_target_is_spotted_once_and_lost_once() -> void:
	var senses := _senses(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await seconds(1.0)
	equal(recorder.of(&"target_spotted"), [[target]], "spotted")
	equal(senses.get(&"target"), target, "target")
	equal(senses.get(&"last_target"), target, "last_target")
	equal(senses.call(&"can_see_target"), true)
	dim.move(target, FAR)
	await seconds(0.15)
	equal(recorder.count(&"target_lost"), 0, "held for lost_delay")
	equal(senses.get(&"target"), target, "and sensed for so long")
	await seconds(0.15)
	equal(recorder.count(&"target_lost"), 1, "lost")
	equal(recorder.of(&"target_lost")[0][0], target, "who")
	near(recorder.of(&"target_lost")[0][1], dim.at(Vector2(100.0, 0.0)), "where", 1e-3)
	equal(senses.get(&"target"), null, "no live node while it is hidden")
	equal(senses.get(&"last_target"), target, "who it was")
	equal(senses.call(&"can_see_target"), false)
	await seconds(1.0)
	equal(recorder.count(&"target_lost"), 1, "once")
	near(senses.get(&"last_known_position"), dim.at(Vector2(100.0, 0.0)), "place", 1e-3)
	equal(senses.get(&"has_memory"), true)


func test_nothing_counts_in_the_first_two_ticks() -> void:
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await ticks(5)
	var senses := _senses(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var began := Engine.get_physics_frames()
	for tick in WARM_UP:
		await ticks(1)
		equal(senses.get(&"awareness"), 0.0, "tick %d" % tick)
	await ticks(4)
	between(recorder.tick_of(&"target_spotted") - began, WARM_UP + 1, WARM_UP + 3, "spotted")
	equal(senses.get(&"target"), target)


func test_a_lone_good_sample_counts_nothing() -> void:
	var senses := _senses(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(FAR))
	await ticks(10)
	for turn in 20:
		dim.move(target, Vector2(100.0, 0.0))
		await ticks(1)
		dim.move(target, FAR)
		await ticks(1)
	equal(senses.get(&"awareness"), 0.0, "awareness")
	equal(recorder.log, [], "signals")


func test_awareness_rises_and_falls_in_its_times() -> void:
	var senses := _senses(Vector2.ZERO)
	var target := put(dim.target(FAR))
	await ticks(5)
	dim.move(target, Vector2(0.0, 0.0))
	var rise := await _count_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
	near(rise, 0.45 / tick_time(), "ticks to rise", 2.0)
	equal(senses.get(&"memory").get(&"confidence"), 1.0, "the memory's confidence")
	dim.move(target, FAR)
	var fall := await _count_until(func() -> bool: return senses.get(&"awareness") <= 0.0)
	near(fall, 3.5 / tick_time(), "ticks to fall", 2.0)


func test_half_the_range_takes_a_third_longer() -> void:
	var senses := _senses(Vector2.ZERO)
	var target := put(dim.target(FAR))
	await ticks(5)
	dim.move(target, Vector2(200.0, 0.0))
	var rise := await _count_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
	near(rise, 0.45 / 0.75 / tick_time(), "ticks", 2.0)


func test_levels_go_one_step_at_a_time() -> void:
	var senses := _senses(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(20.0, 0.0)))
	await seconds(1.0)
	equal(senses.get(&"alert_level"), ALERTED)
	equal(senses.call(&"is_suspicious"), false, "no longer merely suspicious")
	var up: Array = [[SUSPICIOUS, UNAWARE], [ALERTED, SUSPICIOUS]]
	equal(recorder.of(&"alert_level_changed"), up, "up")
	dim.move(target, FAR)
	await seconds(4.5)
	equal(senses.get(&"alert_level"), UNAWARE)
	var down: Array = [[SUSPICIOUS, ALERTED], [UNAWARE, SUSPICIOUS]]
	equal(recorder.of(&"alert_level_changed"), up + down, "down")


func test_levels_have_separate_doors() -> void:
	var senses := _senses(Vector2.ZERO)
	await ticks(5)
	var steps: Array = [
		[0.29, UNAWARE],
		[0.3, SUSPICIOUS],
		[0.11, SUSPICIOUS],
		[0.74, SUSPICIOUS],
		[0.76, ALERTED],
		[0.26, ALERTED],
		[0.24, SUSPICIOUS],
		[0.08, UNAWARE],
		[0.29, UNAWARE],
		[1.0, ALERTED],
		[0.0, UNAWARE],
	]
	senses.get(&"memory").set(&"confidence_fall_time", INF)
	for step: Array in steps:
		senses.get(&"memory").set(&"confidence", step[0])
		await ticks(1)
		equal(senses.get(&"alert_level"), step[1], "at %s" % step[0])


func test_several_steps_may_come_in_one_tick() -> void:
	var senses := _senses(Vector2.ZERO)
	await ticks(5)
	var recorder := Recorder.new(senses)
	senses.call(&"reinforce", dim.at(Vector2(50.0, 0.0)), 1.0)
	equal(senses.get(&"awareness"), 1.0, "belief changes at once")
	equal(recorder.log, [], "signals wait for the pass")
	await ticks(1)
	var up: Array = [[SUSPICIOUS, UNAWARE], [ALERTED, SUSPICIOUS]]
	equal(recorder.of(&"alert_level_changed"), up)


func test_a_disabled_enemy_is_frozen() -> void:
	var senses := _senses(Vector2.ZERO)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await seconds(0.3)
	for how: StringName in [&"enabled", &"process_mode", &"pause"]:
		var recorder := Recorder.new(senses)
		var before: float = senses.get(&"awareness")
		check(before > 0.0 and before <= 1.0, "something to freeze")
		_freeze(senses, how, true)
		dim.move(target, FAR)
		await seconds(1.0)
		equal(senses.get(&"awareness"), before, "%s: frozen" % how)
		equal(recorder.log, [], "%s: no signal" % how)
		senses.call(&"reinforce", dim.zero(), 1.0)
		senses.call(&"receive_alert", dim.zero(), target, 1.0)
		equal(senses.get(&"awareness"), before, "%s: calls do nothing" % how)
		_freeze(senses, how, false)
		dim.move(target, Vector2(100.0, 0.0))
		await ticks(1)
		near(senses.get(&"awareness"), before, "%s: no jump" % how, 3.0 * tick_time() / 0.45)
		await seconds(0.3)


func test_manual_update_is_by_the_script() -> void:
	var senses := _senses(Vector2.ZERO)
	senses.set(&"update_mode", 1)
	var recorder := Recorder.new(senses)
	put(dim.target(Vector2(100.0, 0.0)))
	await seconds(0.5)
	equal(senses.get(&"awareness"), 0.0, "nothing by itself")
	equal(recorder.log, [])
	for tick in 60:
		senses.call(&"update", 0.05)
		await ticks(1)
	equal(senses.get(&"awareness"), 1.0, "by update")
	equal(senses.get(&"alert_level"), ALERTED)
	equal(recorder.count(&"target_spotted"), 1)
	equal(recorder.count(&"alert_level_changed"), 2)


func test_only_the_authority_senses() -> void:
	var guard := dim.senses_guard(Vector2.ZERO)
	guard.set_multiplayer_authority(77)
	put(guard)
	var senses := guard.get_node(^"Senses")
	var recorder := Recorder.new(senses)
	put(dim.target(Vector2(50.0, 0.0)))
	await seconds(0.5)
	equal(senses.get(&"awareness"), 0.0, "not the authority")
	equal(recorder.log, [])
	senses.set(&"authority_only", false)
	await seconds(0.5)
	check(senses.get(&"awareness") > 0.5, "asked to all the same")
	senses.set(&"authority_only", true)
	var before: float = senses.get(&"awareness")
	await seconds(0.5)
	equal(senses.get(&"awareness"), before, "state kept")
	guard.set_multiplayer_authority(1)
	await seconds(0.5)
	equal(senses.get(&"awareness"), 1.0, "handed over")


func test_each_target_has_a_belief_of_its_own() -> void:
	var senses := _senses(Vector2.ZERO)
	var close := put(dim.target(Vector2(60.0, 20.0)))
	var far := put(dim.target(Vector2(300.0, -20.0)))
	await seconds(0.4)
	var tracks: Array = senses.call(&"get_tracks")
	equal(tracks.size(), 2, "tracks")
	var by_node := {}
	for track: Dictionary in tracks:
		for key: String in ["node", "position", "confidence", "age", "stimulus"]:
			check(track.has(key), key)
		by_node[track.node] = track
	check(by_node[close].confidence > by_node[far].confidence, "the nearer is surer")
	near(by_node[far].position, far.get(&"global_position"), "its place", 1e-3)
	equal(senses.get(&"target"), close, "the strongest")
	equal(by_node[close].stimulus, 1, "by sight")


func test_explain_gives_the_gain_and_its_factors() -> void:
	var senses := _senses(Vector2.ZERO)
	var eye: Node = senses.get(&"perception")
	eye.set(&"peripheral_angle", 160.0)
	var target := put(dim.target(Vector2(150.0, 200.0)))
	await ticks(8)
	var before: float = senses.get(&"awareness")
	await ticks(1)
	var told: Dictionary = senses.call(&"explain", target)
	var product: float = told.visibility * told.rise * told.movement * told.perception_scale
	near(told.gain, product, "gain", 1e-5)
	near(told.rise, 1.0 / 0.45, "rise", 1e-4)
	near(senses.get(&"awareness") - before, told.gain * tick_time(), "gain applied", 1e-5)
	check(told.visibility > 0.0 and told.visibility < 1.0, "a glimpse: %s" % told.visibility)


func test_a_noise_makes_it_look_and_not_charge() -> void:
	var senses := _senses(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	await ticks(5)
	equal(dim.emit_noise(Vector2(0.0, 100.0), 400.0, 1.0), 1, "told")
	equal(senses.get(&"awareness"), 0.0, "it waits for the pass")
	await ticks(1)
	near(senses.get(&"awareness"), 0.75 * 0.6, "awareness", 0.01)
	equal(senses.get(&"alert_level"), SUSPICIOUS)
	equal(recorder.count(&"noise_heard"), 1)
	var heard: Array = recorder.of(&"noise_heard")[0]
	near(heard[0], dim.at(Vector2(0.0, 100.0)), "origin", 1e-3)
	var ear: Variant = senses.get(&"perception").get(&"global_position")
	var away: float = (ear - dim.at(Vector2(0.0, 100.0))).length()
	near(heard[1], 1.0 - away / dim.length(400.0), "strength", 1e-3)
	near(senses.get(&"last_known_position"), dim.at(Vector2(0.0, 100.0)), "place", 1e-3)
	for turn in 50:
		dim.emit_noise(Vector2(0.0, 100.0), 400.0, 1.0)
		await ticks(1)
		between(senses.get(&"awareness"), 0.4, 0.6 + 1e-6, "never above the cap")
	equal(senses.get(&"alert_level"), SUSPICIOUS)


func test_a_noise_in_the_target_group_tells_the_place_and_never_the_node() -> void:
	var senses := _senses(Vector2.ZERO, 180.0)
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(5)
	dim.emit_noise(Vector2(200.0, -150.0), 600.0, 1.0, [target])
	await ticks(1)
	near(senses.get(&"last_known_position"), dim.at(Vector2(200.0, -150.0)), "origin", 1e-3)
	equal(senses.get(&"target"), null, "not the node")
	dim.move(target, Vector2(200.0, 150.0))
	await ticks(30)
	near(senses.get(&"last_known_position"), dim.at(Vector2(200.0, -150.0)), "not live", 1e-3)
	equal(senses.call(&"get_tracks").size(), 1, "one track")
	equal(senses.call(&"get_tracks")[0].node, target, "the target's own track")


func test_a_handed_on_noise_is_told_once() -> void:
	var guard := dim.listener(Vector2.ZERO)
	var senses: Node = dim.make(&"EnemySenses")
	senses.name = &"Senses"
	guard.add_child(senses)
	put(guard)
	var recorder := Recorder.new(senses)
	guard.on_heard = func() -> void:
		senses.call(&"hear_sound", guard.calls[-1][0], guard.calls[-1][1])
	await ticks(5)
	equal(dim.emit_noise(Vector2(100.0, 0.0), 400.0, 1.0), 2, "the script and the senses")
	await ticks(2)
	equal(recorder.count(&"noise_heard"), 1)


func test_calls_of_the_script_change_the_belief() -> void:
	var senses := _senses(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(FAR))
	await ticks(5)
	senses.call(&"receive_alert", dim.at(Vector2(60.0, 0.0)), target, 0.5)
	near(senses.get(&"awareness"), 0.5, "an alert", 1e-3)
	near(senses.get(&"last_known_position"), dim.at(Vector2(60.0, 0.0)), "its place", 1e-3)
	await ticks(1)
	equal(recorder.count(&"ally_alerted"), 1, "and its signal")
	senses.call(&"give_up")
	equal(senses.get(&"has_memory"), false, "given up")
	check(senses.get(&"awareness") > 0.4, "still wary")
	senses.call(&"report_damage", dim.at(Vector2(80.0, 0.0)), target)
	equal(senses.get(&"awareness"), 1.0, "a hit is certain")
	equal(senses.get(&"memory").get(&"stimulus"), 4, "TOUCH")
	await ticks(2)
	equal(senses.get(&"alert_level"), ALERTED, "alerted without sight")
	senses.call(&"forget_target")
	await ticks(2)
	equal(senses.get(&"awareness"), 0.0, "forgotten")
	equal(senses.get(&"alert_level"), UNAWARE)
	equal(recorder.count(&"target_forgotten"), 1)


func test_witnessing_needs_the_three_gates() -> void:
	var senses := _senses(Vector2.ZERO)
	var wall := put(dim.wall(Vector2(75.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(5)
	var place: Variant = dim.eye_at(Vector2(150.0, 0.0))
	equal(senses.call(&"witness", place, 0.5), false, "through a wall")
	wall.free()
	dim.turn(senses.get_parent(), 180.0)
	await ticks(2)
	equal(senses.call(&"witness", place, 0.5), false, "behind its back")
	equal(senses.get(&"awareness"), 0.0)
	dim.turn(senses.get_parent(), 0.0)
	await ticks(1)
	equal(senses.call(&"witness", place, 0.5), true, "before its eyes")
	near(senses.get(&"awareness"), 0.5, "awareness", 0.02)


func test_handlers_may_do_anything() -> void:
	for how: StringName in [&"free_target", &"queue_free_guard", &"noise", &"disable", &"remove"]:
		var senses := _senses(Vector2.ZERO)
		var guard := senses.get_parent()
		var target := put(dim.target(Vector2(50.0, 0.0)))
		var twin := _senses(Vector2(0.0, 30.0))
		var after := Recorder.new(twin)
		var called := [0]
		senses.connect(
			&"target_spotted",
			func(_who: Variant) -> void:
				called[0] += 1
				_upset(how, guard, target)
		)
		await seconds(0.5)
		equal(called[0], 1, how)
		var who: Variant = null if how == &"free_target" else target
		equal(after.of(&"target_spotted"), [[who]], "%s: the other one goes on" % how)
		equal(after.count(&"target_lost"), 1 if how == &"free_target" else 0, "%s: lost" % how)
		for thing: Variant in [guard, target, twin.get_parent()]:
			if is_instance_valid(thing):
				thing.free()
		await ticks(2)


func test_a_target_freed_while_seen_is_lost_once_and_never_dead() -> void:
	for how: StringName in [&"free", &"queue_free", &"remove"]:
		var senses := _senses(Vector2.ZERO)
		var recorder := Recorder.new(senses)
		var target := put(dim.target(Vector2(50.0, 0.0)))
		await seconds(0.6)
		match how:
			&"free":
				target.free()
			&"queue_free":
				target.queue_free()
			&"remove":
				remove_child(target)
				keep(target)
		await seconds(0.5)
		equal(recorder.count(&"target_lost"), 1, how)
		var who: Variant = recorder.of(&"target_lost")[0][0]
		check(who == null or is_instance_valid(who), "%s: live or null" % how)
		equal(senses.get(&"target"), null, how)
		near(senses.get(&"last_known_position"), dim.at(Vector2(50.0, 0.0)), how, 1e-3)
		senses.get_parent().free()


func test_a_new_guard_next_to_a_still_target_notices() -> void:
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(60)
	var senses := _senses(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	await ticks(WARM_UP + 3)
	equal(recorder.of(&"target_spotted"), [[target]])


func test_a_place_set_after_entering_the_tree_is_the_only_one_that_counts() -> void:
	var decoy := put(dim.target(Vector2(100.0, 0.0)))
	var real := put(dim.target(Vector2(1100.0, 0.0)))
	await ticks(3)
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var recorder := Recorder.new(guard.get_node(^"Senses"))
	dim.move(guard, Vector2(1000.0, 0.0))
	await ticks(10)
	equal(recorder.of(&"target_spotted"), [[real]], "not %s" % decoy)


func test_cycles_of_noticing_are_all_alike() -> void:
	var senses := _senses(Vector2.ZERO)
	var target := put(dim.target(FAR))
	await ticks(5)
	var first := -1
	for cycle in 6:
		var recorder := Recorder.new(senses)
		dim.move(target, Vector2(30.0, 0.0))
		var took := await _count_until(func() -> bool: return senses.get(&"alert_level") == ALERTED)
		first = took if first < 0 else first
		near(took, first, "ticks of cycle %d" % cycle, 1.0)
		dim.move(target, FAR)
		await _count_until(func() -> bool: return senses.get(&"awareness") <= 0.0)
		await seconds(0.2 + cycle)
		equal(recorder.count(&"alert_level_changed"), 4, "changes of cycle %d" % cycle)
		equal(recorder.count(&"target_spotted"), 1, "spotted in cycle %d" % cycle)
		equal(recorder.count(&"target_lost"), 1, "lost in cycle %d" % cycle)
		recorder = null


func test_game_time_is_scaled_time() -> void:
	var senses := _senses(Vector2.ZERO)
	var target := put(dim.target(FAR))
	await ticks(5)
	Engine.time_scale = 0.5
	dim.move(target, Vector2.ZERO)
	var rise := await _count_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
	near(rise, 0.9 / tick_time(), "ticks at half speed", 3.0)


func test_enemies_leave_nothing_behind() -> void:
	for turn in 2:
		_senses(Vector2.ZERO).get_parent().free()
		await ticks(3)
	var stats: Dictionary = dim.server().call(&"get_stats")
	var agents: int = stats.agents
	var before := Performance.get_monitor(Performance.OBJECT_COUNT)
	for turn in 100:
		_senses(Vector2.ZERO).get_parent().free()
	await ticks(3)
	equal(Performance.get_monitor(Performance.OBJECT_COUNT), before, "objects")
	equal(dim.server().call(&"get_stats").agents, agents, "agents")


func _senses(place: Vector2, degrees := 0.0) -> Node:
	return put(dim.senses_guard(place, degrees)).get_node(^"Senses")


func _count_until(condition: Callable) -> int:
	var count := 0
	while not condition.call() and count < 5000:
		await ticks(1)
		count += 1
	return count


func _freeze(senses: Node, how: StringName, on: bool) -> void:
	match how:
		&"enabled":
			senses.set(&"enabled", not on)
		&"process_mode":
			var mode := Node.PROCESS_MODE_DISABLED if on else Node.PROCESS_MODE_INHERIT
			senses.process_mode = mode
		&"pause":
			get_tree().paused = on


func _upset(how: StringName, guard: Node, target: Node) -> void:
	match how:
		&"free_target":
			target.free()
		&"queue_free_guard":
			guard.queue_free()
		&"noise":
			dim.emit_noise(Vector2.ZERO, 300.0, 1.0)
		&"disable":
			guard.get_node(^"Senses").set(&"enabled", false)
		&"remove":
			guard.get_parent().remove_child(guard)
			keep(guard)

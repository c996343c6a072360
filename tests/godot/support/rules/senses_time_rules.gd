# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## Game time, pauses, coming and going: an enemy needs the same game time at any tick rate and time
## scale, nothing jumps, nothing is late.

const Recorder := preload("res://support/recorder.gd")
const FAR := Vector2(9000.0, 9000.0)
const ALERTED := 2
## Slow, so that a tick is a small part of it.
const RISE := 1.5
const FALL := 3.0


func test_every_level_takes_the_same_game_time_at_any_time_scale() -> void:
	for time_scale: float in [0.5, 1.0, 4.0]:
		var senses := _senses()
		var target := put(dim.target(FAR))
		await ticks(6)
		Engine.time_scale = time_scale
		var step := tick_time() * time_scale
		dim.move(target, Vector2.ZERO)
		var marks: Array[float] = []
		for level: float in [0.3, 0.75, 1.0]:
			marks.append(level * RISE)
		var took := 0.0
		for index in marks.size():
			while senses.get(&"awareness") < marks[index] / RISE - 1e-9 and took < 30.0:
				await ticks(1)
				took += step
			near(took, marks[index], "rise at %s" % time_scale, 2.0 * step)
		dim.move(target, FAR)
		took = 0.0
		while senses.get(&"awareness") > 0.0 and took < 30.0:
			await ticks(1)
			took += step
		near(took, FALL, "fall at %s" % time_scale, 2.0 * step)
		Engine.time_scale = 1.0
		senses.get_parent().free()
		target.free()


func test_while_time_stands_still_nothing_changes() -> void:
	var senses := _senses()
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await seconds(0.6)
	var recorder := Recorder.new(senses)
	var before: float = senses.get(&"awareness")
	Engine.time_scale = 0.0
	await ticks(30)
	equal(senses.get(&"awareness"), before, "seen")
	dim.move(target, FAR)
	await ticks(30)
	equal(senses.get(&"awareness"), before, "hidden")
	equal(recorder.count(&"target_lost"), 0, "no time to lose it")
	Engine.time_scale = 1.0
	await seconds(0.5)
	equal(recorder.count(&"target_lost"), 1, "with time it is lost")
	check(senses.get(&"awareness") < before, "and fades")


func test_a_reaction_takes_its_delay_at_any_time_scale() -> void:
	for time_scale: float in [0.5, 1.0, 4.0]:
		var senses := _senses()
		senses.get(&"profile").set(&"reaction_delay_min", 0.6)
		senses.get(&"profile").set(&"reaction_delay_max", 0.6)
		await ticks(4)
		Engine.time_scale = time_scale
		senses.get(&"memory").set(&"confidence_fall_time", INF)
		senses.call(&"reinforce", dim.at(Vector2(50.0, 0.0)), 1.0)
		var took := await ticks_until(func() -> bool: return senses.get(&"alert_level") == ALERTED)
		var step := tick_time() * time_scale
		near(took * step, 0.6, "at %s" % time_scale, 2.0 * step)
		Engine.time_scale = 1.0
		senses.get_parent().free()


func test_a_pause_costs_no_time_and_brings_no_noise() -> void:
	var senses := _senses()
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await seconds(0.6)
	var before: float = senses.get(&"awareness")
	var seen := recorder.log.size()
	get_tree().paused = true
	for turn in 30:
		await ticks(1)
		equal(dim.emit_noise(Vector2(0.0, 40.0), 300.0, 1.0), 0, "nobody is told")
	equal(senses.get(&"awareness"), before, "frozen")
	equal(senses.get(&"target"), target, "and sees as before")
	get_tree().paused = false
	await ticks(1)
	near(senses.get(&"awareness"), before, "no jump", 2.0 * tick_time() / RISE)
	await ticks(1)
	equal(recorder.count(&"target_lost"), 0, "not lost by a pause")
	equal(recorder.log.size(), seen, "no signal of the pause")


func test_who_works_through_a_pause_goes_on() -> void:
	var senses := _senses()
	senses.get_parent().process_mode = Node.PROCESS_MODE_ALWAYS
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await ticks(6)
	get_tree().paused = true
	await seconds(0.5)
	check(senses.get(&"awareness") > 0.2, "awareness %s" % senses.get(&"awareness"))
	equal(senses.get(&"target"), target, "a pause does not hide a target")


func test_leaving_for_less_than_a_tick_changes_nothing() -> void:
	var senses := _senses()
	var recorder := Recorder.new(senses)
	var guard := senses.get_parent()
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await seconds(0.6)
	var holder := put(dim.spot(Vector2.ZERO))
	var seen := recorder.log.size()
	for turn in 10:
		var before: float = senses.get(&"awareness")
		guard.reparent(holder if turn % 2 == 0 else self)
		await ticks(1)
		check(senses.get(&"awareness") >= before, "it goes on rising")
		equal(senses.get(&"target"), target, "turn %d" % turn)
	var memory: Object = senses.get(&"memory")
	check(is_same(memory, senses.get(&"memory")), "the same memory")
	equal(recorder.count(&"target_lost"), 0)
	check(recorder.log.size() <= seen + 2, "no signals but for its level")


func test_leaving_for_longer_keeps_the_belief_and_warms_up_again() -> void:
	var senses := _senses()
	var guard := senses.get_parent()
	put(dim.target(Vector2(50.0, 0.0)))
	await seconds(0.6)
	var before: float = senses.get(&"awareness")
	remove_child(guard)
	await seconds(1.0)
	equal(senses.get(&"awareness"), before, "kept outside the tree")
	put(guard)
	await ticks(2)
	check(senses.get(&"awareness") <= before, "nothing counts in the first two ticks")
	await ticks(4)
	check(senses.get(&"awareness") > before, "then it goes on")


func test_a_personality_is_rolled_once() -> void:
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"reaction_delay_max", 1.0)
	profile.set(&"perception_scale_min", 0.5)
	profile.set(&"perception_scale_max", 1.5)
	var rolls := {}
	for turn in 2:
		for number in 20:
			var guard := dim.senses_guard(Vector2.ZERO)
			guard.get_node(^"Senses").set(&"personality_seed", number + 1)
			guard.get_node(^"Senses").set(&"profile", profile)
			put(guard)
			var roll := _roll(guard)
			check(not rolls.has(number) or rolls[number] == roll, "seed %d comes back" % number)
			rolls[number] = roll
			guard.get_node(^"Senses").set(&"personality_seed", 999)
			remove_child(guard)
			put(guard)
			equal(_roll(guard), roll, "once for its life")
			guard.free()
	var different := {}
	for roll: Variant in rolls.values():
		different[roll] = true
	equal(different.size(), 20, "each seed is another one")


func test_a_personality_without_a_seed_is_that_of_its_path() -> void:
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"reaction_delay_max", 1.0)
	var seen: Array = []
	for turn in 2:
		for title: String in ["Anna", "Bert"]:
			var guard := dim.senses_guard(Vector2.ZERO)
			guard.name = title
			guard.get_node(^"Senses").set(&"profile", profile)
			put(guard)
			seen.append(guard.get_node(^"Senses").get(&"reaction_delay"))
			guard.free()
	equal(seen[0], seen[2], "the same path")
	equal(seen[1], seen[3], "the same path")
	check(seen[0] != seen[1], "another path: %s" % [seen])


func test_looks_at_intervals_gain_as_much() -> void:
	for interval: float in [0.0, 0.1, 0.25]:
		var senses := _senses()
		senses.get(&"profile").set(&"sense_interval", interval)
		var target := put(dim.target(FAR))
		await ticks(6)
		dim.move(target, Vector2.ZERO)
		var took := await ticks_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
		between(took * tick_time(), RISE - 0.01, RISE + 2.0 * interval + 3.0 * tick_time(), "rise")
		senses.get_parent().free()
		target.free()


func test_an_update_by_hand_may_be_called_from_anywhere_and_twice() -> void:
	var senses := _senses()
	senses.set(&"update_mode", 1)
	var recorder := Recorder.new(senses)
	put(dim.target(Vector2(0.0, 0.0)))
	await ticks(4)
	for turn in 4:
		senses.call(&"update", 0.0)
	equal(senses.get(&"awareness"), 0.0, "no time, no belief")
	for turn in 30:
		senses.call(&"update", 0.05)
	equal(senses.get(&"awareness"), 1.0, "1.5 s in one tick")
	equal(recorder.count(&"target_spotted"), 1, "signals at its end")
	dim.emit_noise(Vector2(0.0, 40.0), 300.0, 1.0)
	await ticks(5)
	equal(recorder.count(&"noise_heard"), 0, "noises wait for it")
	senses.call(&"update", 0.01)
	equal(recorder.count(&"noise_heard"), 1, "until now")
	senses.call(&"update", NAN)
	senses.call(&"update", -1.0)
	check_warned([dim.title(&"EnemySenses"), "update"])
	senses.call(&"update", 0.01)
	senses.set(&"update_mode", 0)
	senses.call(&"update", 0.1)
	check_warned([dim.title(&"EnemySenses"), "update"])


func test_an_update_by_hand_from_a_handler_does_not_nest_for_ever() -> void:
	var senses := _senses()
	senses.set(&"update_mode", 1)
	var calls := [0]
	senses.connect(
		&"alert_level_changed",
		func(_level: int, _previous: int) -> void:
			calls[0] += 1
			senses.call(&"update", 0.05)
	)
	put(dim.target(Vector2.ZERO))
	await ticks(4)
	for turn in 40:
		senses.call(&"update", 0.05)
	equal(senses.get(&"alert_level"), ALERTED)
	equal(calls[0], 2, "each step told once")


func test_agents_in_several_worlds_know_nothing_of_one_another() -> void:
	var all: Array[Node] = []
	var targets: Array[Node] = []
	var holders: Array[Node] = [self, put(dim.world()), put(dim.world())]
	for holder in holders:
		all.append(senses_at(Vector2.ZERO, 0.0, holder))
		targets.append(put(dim.target(Vector2(100.0, 0.0)), holder))
	# A wall in the first world only.
	put(dim.wall(Vector2(50.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(10)
	equal(all[0].get(&"target"), null, "behind its wall")
	equal(all[1].get(&"target"), targets[1], "its own target")
	equal(all[2].get(&"target"), targets[2], "its own target")
	equal(dim.emit_noise(Vector2(0.0, 30.0), 300.0, 1.0, [targets[1]]), 1, "the source's world")
	equal(all[1].call(&"explain", targets[2]).gate, &"other_world")
	all[1].get_parent().reparent(holders[2])
	targets[2].free()
	await seconds(0.4)
	equal(all[1].get(&"target"), null, "in another world it sees what is there")
	targets[1].reparent(holders[2])
	await ticks(6)
	equal(all[1].get(&"target"), targets[1], "and who came along")
	equal(all[2].get(&"target"), targets[1], "as do all there")


func _senses() -> Node:
	var senses := senses_at(Vector2.ZERO)
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"sight_rise_time", RISE)
	profile.set(&"fall_time", FALL)
	profile.set(&"view_range", dim.length(400.0))
	senses.set(&"profile", profile)
	return senses


func _roll(guard: Node) -> Array:
	var senses := guard.get_node(^"Senses")
	return [senses.get(&"reaction_delay"), senses.get(&"perception_scale")]

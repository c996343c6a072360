# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## What the beliefs of an enemy do: touch, floors, reports with an age, nobody's sounds, what loud
## noises may do, in either dimension.

const Recorder := preload("res://support/recorder.gd")
const FAR := Vector2(9000.0, 9000.0)
const SIGHT := 1
const SOUND := 2
const ALLY := 3
const TOUCH := 4
const CUSTOM := 5
const ALERTED := 2

var _profile: Resource


func test_what_is_near_enough_is_felt_through_walls_and_from_behind() -> void:
	var senses := _senses(180.0)
	_profile.set(&"touch_radius", dim.length(40.0))
	_profile.set(&"near_range", 0.0)
	put(dim.wall(Vector2(15.0, 0.0), Vector2(4.0, 80.0)))
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(60.0, 0.0)))
	await seconds(0.3)
	equal(recorder.log, [], "too far to touch")
	dim.move(target, Vector2(30.0, 0.0))
	await ticks(4)
	equal(recorder.of(&"target_spotted"), [[target]], "felt")
	equal(senses.get(&"memory").get(&"stimulus"), TOUCH)
	await ticks_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
	equal(senses.get(&"target"), target)
	dim.move(target, Vector2(60.0, 0.0))
	await seconds(0.4)
	equal(recorder.count(&"target_lost"), 1, "out of reach")


func test_a_touch_is_as_fast_as_sight_at_point_blank() -> void:
	var senses := _senses(180.0)
	_profile.set(&"touch_radius", dim.length(40.0))
	_profile.set(&"sight_rise_time", 1.0)
	var target := put(dim.target(FAR))
	await ticks(5)
	dim.move(target, Vector2(30.0, 0.0))
	var took := await ticks_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
	near(took * tick_time(), 1.0, "seconds", 2.0 * tick_time())


func test_without_falloff_distance_does_not_matter() -> void:
	var senses := _senses()
	_profile.set(&"distance_falloff", false)
	_profile.set(&"sight_rise_time", 1.0)
	var target := put(dim.target(FAR))
	await ticks(5)
	dim.move(target, Vector2(390.0, 0.0))
	var took := await ticks_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
	near(took * tick_time(), 1.0, "seconds", 2.0 * tick_time())
	near(senses.call(&"explain", target).distance_factor, 1.0, "factor")


func test_an_earned_floor_outlives_forgetting_by_time() -> void:
	var senses := _senses()
	_profile.set(&"confidence_floor", 0.2)
	_profile.set(&"memory_duration", 1.0)
	_profile.set(&"fall_time", 0.5)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await ticks_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
	dim.move(target, FAR)
	await seconds(0.9)
	near(senses.get(&"awareness"), 0.2, "it does not fall below its floor")
	await seconds(0.4)
	equal(recorder.count(&"target_forgotten"), 1, "forgotten by time")
	equal(senses.get(&"awareness"), 0.0, "altogether")
	# A glimpse of less than the floor is worth the floor.
	dim.move(target, Vector2(390.0, 0.0))
	await ticks(3)
	between(senses.get(&"awareness"), 0.2, 0.35, "it starts at its floor")
	senses.call(&"forget_target")
	dim.move(target, FAR)
	await seconds(0.5)
	dim.move(target, Vector2(390.0, 0.0))
	await ticks(3)
	between(senses.get(&"awareness"), 0.0001, 0.15, "to be earned again")


func test_a_report_is_as_old_as_it_is() -> void:
	var first := _senses(180.0)
	_profile.set(&"shout_radius", dim.length(500.0))
	_profile.set(&"reaction_delay_min", 0.5)
	_profile.set(&"reaction_delay_max", 0.5)
	var second := _senses(180.0, Vector2(0.0, 50.0))
	await ticks(4)
	first.get(&"memory").set(&"decay_delay", 5.0)
	first.call(&"reinforce", dim.at(Vector2(50.0, 0.0)), 1.0)
	await ticks_until(func() -> bool: return second.get(&"awareness") > 0.0)
	var told: Dictionary = second.call(&"get_tracks")[0]
	equal(told.stimulus, ALLY, "by hearsay")
	between(told.age, 0.5 - 3.0 * tick_time(), 0.5 + 3.0 * tick_time(), "half a second old")


func test_sounds_of_nobody_are_eight_at_most_and_the_weakest_goes() -> void:
	var senses := _senses(180.0)
	_profile.set(&"fall_time", INF)
	await ticks(4)
	for index in 12:
		var place := Vector2(0.0, 300.0 * index)
		senses.call(&"hear_sound", dim.at(place), 0.3 + 0.05 * index)
		await ticks(1)
		check(senses.call(&"get_tracks").size() <= 8, "after %d" % (index + 1))
	var tracks: Array = senses.call(&"get_tracks")
	equal(tracks.size(), 8)
	for track: Dictionary in tracks:
		check(track.confidence >= (0.3 + 0.05 * 4) * 0.6 - 1e-3, "a weak one stayed: %s" % track)
		equal(track.node, null, "of nobody")
		equal(track.stimulus, SOUND)


func test_beliefs_in_nobody_go_without_a_signal() -> void:
	var senses := _senses(180.0)
	_profile.set(&"memory_duration", 0.3)
	var recorder := Recorder.new(senses)
	await ticks(4)
	senses.call(&"hear_sound", dim.at(Vector2(50.0, 0.0)), 1.0)
	await ticks(2)
	equal(senses.call(&"get_tracks").size(), 1)
	await seconds(0.5)
	equal(senses.call(&"get_tracks").size(), 0, "gone")
	equal(recorder.count(&"target_forgotten"), 0, "in silence")


func test_a_cap_above_the_threshold_lets_a_noise_alert() -> void:
	var senses := _senses(180.0)
	_profile.set(&"sound_cap", 0.95)
	await ticks(4)
	dim.emit_noise_from(senses.get(&"perception").get(&"global_position"), 300.0, 1.0)
	await ticks(2)
	near(senses.get(&"awareness"), 0.95, "awareness", 0.02)
	equal(senses.get(&"alert_level"), ALERTED)


func test_a_keen_enemy_notices_faster_and_hears_farther() -> void:
	var senses := _senses()
	_profile.set(&"perception_scale_min", 2.0)
	_profile.set(&"perception_scale_max", 2.0)
	_profile.set(&"sight_rise_time", 1.0)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(FAR))
	await ticks(5)
	dim.move(target, Vector2.ZERO)
	var took := await ticks_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
	near(took * tick_time(), 0.5, "seconds", 2.0 * tick_time())
	dim.emit_noise_from(dim.eye_at(Vector2(0.0, 150.0)), 150.0, 1.0)
	await ticks(1)
	near(recorder.of(&"noise_heard")[0][1], 0.5, "twice the radius", 1e-3)


func test_stimuli_of_its_own_are_what_they_are_called() -> void:
	var senses := _senses(180.0)
	await ticks(4)
	for stimulus: int in [SIGHT, SOUND, ALLY, TOUCH, CUSTOM]:
		senses.call(&"reinforce", dim.at(Vector2(50.0, 0.0)), 0.1, stimulus)
		equal(senses.get(&"memory").get(&"stimulus"), stimulus)
	var before: float = senses.get(&"awareness")
	for unknown: int in [-1, 6, 99]:
		senses.call(&"reinforce", dim.at(Vector2(90.0, 0.0)), 0.1, unknown)
	check_warned([dim.title(&"EnemySenses"), "reinforce"])
	equal(senses.get(&"awareness"), before, "nothing happens")
	for nothing: float in [0.0, -0.5]:
		senses.call(&"reinforce", dim.at(Vector2(90.0, 0.0)), nothing)
	equal(senses.get(&"awareness"), before, "nothing for nothing")
	near(senses.get(&"last_known_position"), dim.at(Vector2(50.0, 0.0)), "the place", 1e-3)


func test_writing_the_memory_writes_the_strongest_belief() -> void:
	var senses := _senses(180.0)
	var memory: Object = senses.get(&"memory")
	await ticks(4)
	equal(senses.call(&"get_tracks"), [])
	memory.set(&"confidence", 0.5)
	equal(senses.call(&"get_tracks").size(), 1, "a belief in nobody")
	equal(senses.call(&"get_tracks")[0].node, null)
	near(senses.get(&"awareness"), 0.5, "awareness")
	memory.set(&"last_known_position", dim.at(Vector2(70.0, 0.0)))
	memory.set(&"has_last_known", true)
	equal(senses.get(&"has_memory"), true)
	near(senses.get(&"last_known_position"), dim.at(Vector2(70.0, 0.0)), "place", 1e-3)
	memory.call(&"forget")
	equal(senses.get(&"awareness"), 0.0)
	equal(senses.get(&"has_memory"), false)


func test_a_memory_outlives_its_enemy() -> void:
	var senses := _senses(180.0)
	var memory: Object = senses.get(&"memory")
	await ticks(4)
	senses.call(&"reinforce", dim.at(Vector2(70.0, 0.0)), 0.5)
	senses.get_parent().free()
	near(memory.get(&"confidence"), 0.5, "what it believed last")
	near(memory.get(&"last_known_position"), dim.at(Vector2(70.0, 0.0)), "and where", 1e-3)
	memory.call(&"decay", 1.75)
	near(memory.get(&"confidence"), 0.0, "a memory like any other")


func test_a_hit_may_come_from_nobody_and_waits_for_the_reaction() -> void:
	var senses := _senses(180.0)
	_profile.set(&"reaction_delay_min", 0.4)
	_profile.set(&"reaction_delay_max", 0.4)
	await ticks(4)
	senses.call(&"report_damage", dim.at(Vector2(70.0, 0.0)), null)
	equal(senses.get(&"awareness"), 1.0, "certain at once")
	equal(senses.get(&"memory").get(&"stimulus"), TOUCH)
	senses.get(&"memory").set(&"confidence_fall_time", INF)
	var took := await ticks_until(func() -> bool: return senses.get(&"alert_level") == ALERTED)
	near(took * tick_time(), 0.4, "seconds to be alerted", 2.0 * tick_time())


func test_suspicion_is_not_delayed() -> void:
	var senses := _senses(180.0)
	_profile.set(&"reaction_delay_min", 5.0)
	_profile.set(&"reaction_delay_max", 5.0)
	await ticks(4)
	senses.call(&"report_damage", dim.at(Vector2(70.0, 0.0)), null)
	await ticks(1)
	equal(senses.call(&"is_suspicious"), true)


func test_a_noise_of_an_unknown_kind_is_none() -> void:
	var senses := _senses(180.0)
	await ticks(4)
	for unknown: int in [-1, 3, 99]:
		var more: Array = [null, &"", &"enemies", unknown]
		equal(dim.emit_noise(Vector2(0.0, 50.0), 300.0, 1.0, more), 0, str(unknown))
	check_warned(["SensesServer", "propagation"])
	await ticks(2)
	equal(senses.get(&"awareness"), 0.0)


func _senses(degrees := 0.0, place := Vector2.ZERO) -> Node:
	if _profile == null:
		_profile = dim.make(&"SensesProfile")
		_profile.set(&"view_range", dim.length(400.0))
	var senses := senses_at(place, degrees)
	senses.set(&"profile", _profile)
	return senses

# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## EnemyMemory, member by member, in either dimension. Time is handed in, so nothing here waits.

const NONE := 0
const SIGHT := 1
const SOUND := 2
const ALLY := 3
const TOUCH := 4
const CUSTOM := 5


func test_a_new_memory_is_blank() -> void:
	var memory := _memory()
	_check_blank(memory)
	var tunables := {
		&"confidence_rise_time": 0.45,
		&"confidence_fall_time": 3.5,
		&"decay_delay": 0.0,
		&"alert_threshold": 0.75,
		&"calm_threshold": 0.25,
		&"sound_confidence_cap": 0.6,
		&"confidence_floor": 0.0,
		&"max_speed": 40.0 if dim.is_3d() else 2000.0,
	}
	for member: StringName in tunables:
		near(memory.get(member), tunables[member], member, 1e-6)


func test_stimuli_are_constants_of_the_class() -> void:
	var names: Array[StringName] = [&"NONE", &"SIGHT", &"SOUND", &"ALLY", &"TOUCH", &"CUSTOM"]
	for index in names.size():
		equal(dim.constant(&"EnemyMemory", names[index]), index, names[index])


func test_it_is_data_and_no_node() -> void:
	var memory := _memory()
	check(memory is RefCounted, "a RefCounted")
	equal(ClassDB.class_get_signal_list(dim.title(&"EnemyMemory"), true).size(), 0, "signals")


func test_every_field_can_be_written() -> void:
	var memory := _memory()
	var fields := {
		&"last_known_position": dim.at(Vector2(40.0, 60.0)),
		&"has_last_known": true,
		&"time_since_seen": 3.0,
		&"confidence": 0.5,
		&"last_known_velocity": dim.at(Vector2(-20.0, 0.0)),
		&"stimulus": TOUCH,
		&"confidence_rise_time": 0.0,
		&"confidence_fall_time": INF,
		&"decay_delay": 2.0,
		&"alert_threshold": 0.5,
		&"calm_threshold": 0.125,
		&"sound_confidence_cap": 1.0,
		&"confidence_floor": 0.125,
		&"max_speed": 10.0,
	}
	for member: StringName in fields:
		memory.set(member, fields[member])
		equal(memory.get(member), fields[member], member)
	memory.set(&"time_since_seen", INF)
	equal(memory.get(&"time_since_seen"), INF, "never seen")


func test_nonsense_is_refused_with_one_warning() -> void:
	var bad := {
		&"last_known_position": [dim.spoilt(NAN), dim.spoilt(INF)],
		&"last_known_velocity": [dim.spoilt(NAN), dim.spoilt(-INF)],
		&"time_since_seen": [NAN, -1.0],
		&"confidence": [NAN, INF],
		&"stimulus": [6, -1],
		&"confidence_rise_time": [NAN, -1.0, INF],
		&"confidence_fall_time": [NAN, -1.0],
		&"decay_delay": [NAN, -1.0, INF],
		&"alert_threshold": [NAN, INF],
		&"calm_threshold": [NAN],
		&"sound_confidence_cap": [NAN],
		&"confidence_floor": [NAN],
		&"max_speed": [NAN, -1.0],
	}
	for member: StringName in bad:
		for value: Variant in bad[member]:
			check_refused(_memory(), member, value)


func test_shares_are_clamped_in_silence() -> void:
	var memory := _memory()
	var members: Array[StringName] = [
		&"confidence", &"alert_threshold", &"sound_confidence_cap", &"calm_threshold"
	]
	for member in members:
		memory.set(member, 1.5)
		equal(memory.get(member), 1.0, member)
		memory.set(member, -0.5)
		equal(memory.get(member), 0.0, member)


func test_alerted_is_read_only() -> void:
	var memory := _memory()
	for property in memory.get_property_list():
		if property.name == "alerted":
			memory.set(&"alerted", true)
			equal(memory.get(&"alerted"), false)
			return
	check(false, "the property is there")


func test_a_sighting_takes_everything_in() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2(100.0, 60.0)))
	memory.call(&"update", target, 0.045)
	equal(memory.get(&"sensed_target"), target)
	equal(memory.get(&"last_known_position"), target.get(&"global_position"))
	equal(memory.get(&"has_last_known"), true)
	equal(memory.get(&"time_since_seen"), 0.0)
	equal(memory.get(&"stimulus"), SIGHT)
	near(memory.get(&"confidence"), 0.1, "confidence")


func test_strength_scales_the_rise() -> void:
	for strength: float in [0.25, 0.5, 1.0, 2.0]:
		var memory := _memory()
		memory.call(&"update", put(dim.ghost(Vector2.ZERO)), 0.045, strength)
		near(memory.get(&"confidence"), 0.1 * strength, "strength %s" % strength)


func test_rise_and_fall_take_their_times_at_any_tick_rate() -> void:
	var target := put(dim.ghost(Vector2.ZERO))
	for rate: int in [30, 60, 120, 1000]:
		for times: Vector2 in [Vector2(0.45, 3.5), Vector2(1.0, 0.5), Vector2(2.0, 10.0)]:
			var memory := _memory()
			memory.set(&"confidence_rise_time", times.x)
			memory.set(&"confidence_fall_time", times.y)
			var rise := 0
			while memory.get(&"confidence") < 1.0 and rise < 20000:
				memory.call(&"update", target, 1.0 / rate)
				rise += 1
			near(float(rise) / rate, times.x, "rise at %d" % rate, 2.0 / rate)
			var fall := 0
			while memory.get(&"confidence") > 0.0 and fall < 20000:
				memory.call(&"update", null, 1.0 / rate)
				fall += 1
			near(float(fall) / rate, times.y, "fall at %d" % rate, 2.0 / rate)


func test_a_rise_time_of_zero_is_at_once() -> void:
	var memory := _memory()
	memory.set(&"confidence_rise_time", 0.0)
	memory.call(&"update", put(dim.ghost(Vector2.ZERO)), 0.001)
	equal(memory.get(&"confidence"), 1.0)


func test_a_fall_time_of_zero_is_at_once_and_of_inf_never() -> void:
	var memory := _memory()
	memory.set(&"confidence", 1.0)
	memory.set(&"confidence_fall_time", INF)
	memory.call(&"decay", 1e6)
	equal(memory.get(&"confidence"), 1.0, "never")
	memory.set(&"confidence_fall_time", 0.0)
	memory.call(&"decay", 0.001)
	equal(memory.get(&"confidence"), 0.0, "at once")


func test_confidence_stays_between_0_and_1() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2.ZERO))
	for delta: float in [1e-12, 1.0, 1e6, 1e30]:
		memory.call(&"update", target, delta, 5.0)
		between(memory.get(&"confidence"), 0.0, 1.0)
		memory.call(&"decay", delta)
		between(memory.get(&"confidence"), 0.0, 1.0)
		memory.call(&"reinforce", dim.zero(), 1e30)
		between(memory.get(&"confidence"), 0.0, 1.0)


func test_losing_sight_keeps_the_place_and_drops_the_node() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	memory.call(&"update", target, 0.2)
	target.set(&"position", dim.at(Vector2(-300.0, 0.0)))
	memory.call(&"update", null, 0.5)
	equal(memory.get(&"sensed_target"), null)
	equal(memory.get(&"last_known_position"), dim.at(Vector2(100.0, 0.0)))
	equal(memory.get(&"has_last_known"), true)
	near(memory.get(&"time_since_seen"), 0.5, "time")
	equal(memory.get(&"stimulus"), SIGHT, "how it was last sensed")


func test_time_is_inf_until_something_was_sensed() -> void:
	var memory := _memory()
	memory.call(&"update", null, 1.0)
	equal(memory.get(&"time_since_seen"), INF)
	memory.call(&"decay", 1e30)
	equal(memory.get(&"time_since_seen"), INF)


func test_decay_is_an_update_with_nobody() -> void:
	var one := _memory()
	var two := _memory()
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	for memory: Object in [one, two]:
		memory.set(&"decay_delay", 0.3)
		memory.call(&"update", target, 0.3)
	for step: float in [0.1, 0.25, 0.0, 0.4, 1.0]:
		one.call(&"update", null, step)
		two.call(&"decay", step)
		for member: StringName in [&"confidence", &"time_since_seen", &"sensed_target"]:
			equal(two.get(member), one.get(member), member)


func test_what_cannot_be_sensed_decays() -> void:
	var away: Node = keep(dim.ghost(Vector2(50.0, 0.0)))
	var lost := put(dim.ghost(Vector2(50.0, 0.0)))
	lost.set(&"position", dim.spoilt(NAN))
	var here := put(dim.ghost(Vector2(50.0, 0.0)))
	var cases: Array = [[null, 1.0], [away, 1.0], [lost, 1.0], [here, 0.0], [here, -1.0]]
	for entry: Array in cases:
		var memory := _memory()
		memory.call(&"update", here, 1.0)
		memory.call(&"update", entry[0], 0.35, entry[1])
		equal(memory.get(&"sensed_target"), null, str(entry))
		near(memory.get(&"confidence"), 0.9, str(entry))
		near(memory.get(&"time_since_seen"), 0.35, str(entry))
		equal(memory.get(&"last_known_position"), here.get(&"global_position"), str(entry))


func test_a_freed_or_wrong_target_decays_and_warns_once() -> void:
	var freed := dim.ghost(Vector2.ZERO)
	freed.free()
	for value: Variant in [freed, 7, "player", Resource.new(), keep(Node.new())]:
		var memory := _memory()
		memory.set(&"confidence", 1.0)
		memory.call(&"update", value, 0.35)
		memory.call(&"update", value, 0.35)
		near(memory.get(&"confidence"), 0.8, str(value))
		equal(memory.get(&"sensed_target"), null)
	check_warned([dim.title(&"EnemyMemory"), "update"], 5)


func test_delta_zero_moves_only_the_node() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	memory.call(&"update", target, 0.0)
	equal(memory.get(&"sensed_target"), target, "set")
	equal(memory.get(&"confidence"), 0.0, "confidence")
	equal(memory.get(&"has_last_known"), false, "flag")
	equal(memory.get(&"time_since_seen"), INF, "time")
	equal(memory.get(&"stimulus"), NONE, "stimulus")
	memory.call(&"update", null, 0.0)
	equal(memory.get(&"sensed_target"), null, "cleared")
	memory.call(&"update", target, 0.2)
	memory.call(&"update", null, 0.1)
	var before: float = memory.get(&"confidence")
	memory.call(&"update", null, 0.0)
	equal(memory.get(&"confidence"), before, "no decay")
	near(memory.get(&"time_since_seen"), 0.1, "no time")


func test_a_rise_time_of_zero_changes_nothing_in_no_time() -> void:
	var memory := _memory()
	memory.set(&"confidence_rise_time", 0.0)
	memory.call(&"update", put(dim.ghost(Vector2.ZERO)), 0.0)
	equal(memory.get(&"confidence"), 0.0)


func test_a_delta_that_is_no_time_is_refused() -> void:
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	for delta: float in [-0.1, NAN, INF]:
		var memory := _memory()
		memory.call(&"update", target, delta)
		memory.call(&"update", target, delta)
		_check_blank(memory)
		var other := _memory()
		other.call(&"decay", delta)
		other.call(&"decay", delta)
		_check_blank(other)
	check_warned([dim.title(&"EnemyMemory"), "delta"], 6)


func test_an_argument_that_is_no_number_makes_a_call_do_nothing() -> void:
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	var nan_vector: Variant = dim.spoilt(NAN)
	var calls: Array = [
		[&"update", target, 0.1, NAN],
		[&"update", target, 0.1, INF],
		[&"reinforce", nan_vector, 0.5],
		[&"reinforce", dim.zero(), NAN],
		[&"hear_sound", nan_vector, 0.5],
		[&"hear_sound", dim.zero(), NAN],
		[&"receive_report", nan_vector, 0.5],
		[&"receive_report", dim.zero(), NAN],
		[&"receive_report", dim.zero(), 0.5, nan_vector],
	]
	for entry: Array in calls:
		var memory := _memory()
		for turn in 2:
			memory.callv(entry[0], entry.slice(1))
			_check_blank(memory)
	check_warned([dim.title(&"EnemyMemory"), "update"], 2)
	check_warned([dim.title(&"EnemyMemory"), "reinforce"], 2)
	check_warned([dim.title(&"EnemyMemory"), "hear_sound"], 2)
	check_warned([dim.title(&"EnemyMemory"), "receive_report"], 3)


func test_only_the_part_of_a_step_past_the_delay_counts() -> void:
	for cut: Array in [[0.9], [0.3, 0.3, 0.3], [0.5, 0.4], [0.05, 0.85]]:
		var memory := _memory()
		memory.set(&"confidence_fall_time", 2.0)
		memory.set(&"decay_delay", 0.5)
		memory.call(&"update", put(dim.ghost(Vector2.ZERO)), 1.0)
		for step: float in cut:
			memory.call(&"update", null, step)
		near(memory.get(&"confidence"), 0.8, "0.4 s of falling in steps %s" % [cut])


func test_every_stimulus_starts_the_delay_anew() -> void:
	var calls: Array = [
		[&"update", put(dim.ghost(Vector2.ZERO)), 1e-6],
		[&"reinforce", dim.zero(), 1e-6],
		[&"receive_report", dim.zero(), 1.0],
	]
	for entry: Array in calls:
		var memory := _memory()
		memory.set(&"decay_delay", 1.0)
		memory.set(&"confidence", 0.5)
		memory.call(&"reinforce", dim.zero(), 1e-6)
		memory.call(&"decay", 0.9)
		memory.callv(entry[0], entry.slice(1))
		var before: float = memory.get(&"confidence")
		memory.call(&"decay", 0.9)
		near(memory.get(&"confidence"), before, str(entry[0]))
		memory.call(&"decay", 0.1 + 0.35)
		near(memory.get(&"confidence"), before - 0.1, str(entry[0]))


func test_alerted_has_two_thresholds() -> void:
	var memory := _memory()
	var steps := [
		[0.74, false],
		[0.75, true],
		[0.3, true],
		[0.25, true],
		[0.24, false],
		[0.74, false],
		[1.0, true]
	]
	for step: Array in steps:
		memory.set(&"confidence", step[0])
		equal(memory.get(&"alerted"), step[1], "at %s" % step[0])


func test_alerted_never_changes_between_the_thresholds() -> void:
	for start: float in [0.0, 1.0]:
		var memory := _memory()
		memory.set(&"confidence", start)
		var was: bool = memory.get(&"alerted")
		for step in 400:
			memory.set(&"confidence", 0.5 + 0.24 * sin(step * 0.37))
			equal(memory.get(&"alerted"), was)


func test_a_change_of_a_threshold_counts_at_once() -> void:
	var memory := _memory()
	memory.set(&"confidence", 0.6)
	equal(memory.get(&"alerted"), false)
	memory.set(&"alert_threshold", 0.6)
	equal(memory.get(&"alerted"), true, "the upper came down")
	memory.set(&"alert_threshold", 0.9)
	equal(memory.get(&"alerted"), true, "still above the lower")
	memory.set(&"calm_threshold", 0.61)
	equal(memory.get(&"alerted"), false, "the lower came up")


func test_thresholds_the_wrong_way_round_are_kept_and_used_the_right_way() -> void:
	var memory := _memory()
	memory.set(&"alert_threshold", 0.25)
	memory.set(&"calm_threshold", 0.75)
	near(memory.get(&"alert_threshold"), 0.25, "kept")
	near(memory.get(&"calm_threshold"), 0.75, "kept")
	var steps := [[0.5, false], [0.76, true], [0.5, true], [0.24, false], [0.5, false]]
	for step: Array in steps:
		memory.set(&"confidence", step[0])
		equal(memory.get(&"alerted"), step[1], "at %s" % step[0])


func test_equal_thresholds_do_not_flicker() -> void:
	var memory := _memory()
	memory.set(&"alert_threshold", 0.5)
	memory.set(&"calm_threshold", 0.5)
	memory.set(&"confidence", 0.5)
	equal(memory.get(&"alerted"), true, "at it")
	memory.set(&"confidence", 0.49)
	equal(memory.get(&"alerted"), false, "below it")


func test_a_sound_lifts_up_to_the_cap() -> void:
	for strength: float in [0.1, 0.5, 1.0, 3.0]:
		var memory := _memory()
		memory.call(&"hear_sound", dim.at(Vector2(50.0, 0.0)), strength)
		near(memory.get(&"confidence"), minf(strength, 1.0) * 0.6, "strength %s" % strength)
		equal(memory.get(&"last_known_position"), dim.at(Vector2(50.0, 0.0)))
		equal(memory.get(&"has_last_known"), true)
		equal(memory.get(&"time_since_seen"), 0.0)
		equal(memory.get(&"stimulus"), SOUND)
		equal(memory.get(&"sensed_target"), null)
		equal(memory.get(&"alerted"), false, "sound suspects, sight confirms")


func test_a_sound_never_lowers_confidence() -> void:
	var memory := _memory()
	memory.set(&"confidence", 0.5)
	memory.call(&"hear_sound", dim.at(Vector2(50.0, 0.0)), 0.1)
	near(memory.get(&"confidence"), 0.5, "confidence")
	equal(memory.get(&"stimulus"), SOUND, "but it was heard")
	equal(memory.get(&"last_known_position"), dim.at(Vector2(50.0, 0.0)))


func test_the_sure_do_not_listen() -> void:
	for confidence: float in [0.6, 0.8, 1.0]:
		var memory := _memory()
		memory.call(&"reinforce", dim.at(Vector2(10.0, 0.0)), confidence)
		memory.set(&"confidence", confidence)
		memory.call(&"hear_sound", dim.at(Vector2(50.0, 0.0)), 1.0)
		near(memory.get(&"confidence"), confidence, "confidence")
		equal(memory.get(&"stimulus"), CUSTOM, "at %s" % confidence)
		equal(memory.get(&"last_known_position"), dim.at(Vector2(10.0, 0.0)))


func test_no_sound_is_no_sound() -> void:
	for strength: float in [0.0, -1.0]:
		var memory := _memory()
		memory.call(&"hear_sound", dim.zero(), strength)
		_check_blank(memory)


func test_a_cap_of_zero_is_deaf() -> void:
	var memory := _memory()
	memory.set(&"sound_confidence_cap", 0.0)
	memory.call(&"hear_sound", dim.at(Vector2(50.0, 0.0)), 1.0)
	_check_blank(memory)


func test_reinforcing_adds() -> void:
	var memory := _memory()
	memory.set(&"last_known_velocity", dim.at(Vector2(20.0, 0.0)))
	memory.call(&"reinforce", dim.at(Vector2(50.0, 0.0)), 0.3)
	memory.call(&"reinforce", dim.at(Vector2(60.0, 0.0)), 0.3)
	near(memory.get(&"confidence"), 0.6, "confidence")
	equal(memory.get(&"last_known_position"), dim.at(Vector2(60.0, 0.0)))
	equal(memory.get(&"last_known_velocity"), dim.zero())
	equal(memory.get(&"stimulus"), CUSTOM)
	equal(memory.get(&"time_since_seen"), 0.0)
	equal(memory.get(&"has_last_known"), true)
	for strength: float in [0.0, -0.5]:
		memory.call(&"reinforce", dim.zero(), strength)
		near(memory.get(&"confidence"), 0.6, "nothing for %s" % strength)
		equal(memory.get(&"last_known_position"), dim.at(Vector2(60.0, 0.0)))


func test_a_report_counts_only_if_it_knows_more() -> void:
	var memory := _memory()
	memory.set(&"confidence", 0.5)
	for amount: float in [0.5, 0.2, 0.0, -1.0]:
		memory.call(&"receive_report", dim.at(Vector2(50.0, 0.0)), amount)
		near(memory.get(&"confidence"), 0.5, "amount %s" % amount)
		equal(memory.get(&"stimulus"), NONE)
	memory.call(&"receive_report", dim.at(Vector2(50.0, 0.0)), 0.7, dim.at(Vector2(0.0, 30.0)))
	near(memory.get(&"confidence"), 0.7, "taken")
	equal(memory.get(&"last_known_position"), dim.at(Vector2(50.0, 0.0)))
	equal(memory.get(&"last_known_velocity"), dim.at(Vector2(0.0, 30.0)))
	equal(memory.get(&"stimulus"), ALLY)
	equal(memory.get(&"has_last_known"), true)
	equal(memory.get(&"time_since_seen"), 0.0)
	memory.call(&"receive_report", dim.at(Vector2(60.0, 0.0)), 0.8)
	equal(memory.get(&"last_known_velocity"), dim.zero(), "no velocity told")
	memory.call(&"receive_report", dim.zero(), 7.0)
	equal(memory.get(&"confidence"), 1.0, "clamped")


func test_the_floor_is_earned_at_full_confidence() -> void:
	var memory := _memory()
	memory.set(&"confidence_floor", 0.2)
	memory.set(&"confidence", 0.9)
	memory.call(&"decay", 100.0)
	equal(memory.get(&"confidence"), 0.0, "not earned")
	memory.call(&"reinforce", dim.zero(), 1.0)
	memory.call(&"decay", 100.0)
	near(memory.get(&"confidence"), 0.2, "earned")
	memory.call(&"forget")
	near(memory.get(&"confidence_floor"), 0.2, "the tunable stays")
	memory.set(&"confidence", 0.9)
	memory.call(&"decay", 100.0)
	equal(memory.get(&"confidence"), 0.0, "to be earned again")


func test_a_floor_above_calm_is_used_just_below_it() -> void:
	var memory := _memory()
	expect_warning([dim.title(&"EnemyMemory"), "confidence_floor"])
	memory.set(&"confidence_floor", 0.5)
	near(memory.get(&"confidence_floor"), 0.5, "kept")
	memory.call(&"reinforce", dim.zero(), 1.0)
	memory.call(&"decay", 100.0)
	between(memory.get(&"confidence"), 0.2, 0.25)
	equal(memory.get(&"alerted"), false, "it calms down")


func test_velocity_comes_from_sightings() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2.ZERO))
	for rate: int in [30, 60, 120]:
		memory.call(&"forget")
		for step in rate:
			target.set(&"position", dim.at(Vector2(120.0, -60.0) * step / rate))
			memory.call(&"update", target, 1.0 / rate)
		var wanted: Variant = dim.at(Vector2(120.0, -60.0))
		near(memory.get(&"last_known_velocity"), wanted, "at %d" % rate, dim.length(2.0))


func test_velocity_is_averaged_over_a_tenth_of_a_second() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2.ZERO))
	for step in 120:
		# Every other tick at once: 60 px/s on the whole.
		target.set(&"position", dim.at(Vector2(floorf(step / 2.0) * 2.0, 0.0)))
		memory.call(&"update", target, 1.0 / 60.0)
	near(memory.get(&"last_known_velocity"), dim.at(Vector2(60.0, 0.0)), "steady", dim.length(21.0))


func test_a_jump_is_no_velocity() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2.ZERO))
	for step in 30:
		target.set(&"position", dim.at(Vector2(step * 2.0, 0.0)))
		memory.call(&"update", target, 1.0 / 60.0)
	target.set(&"position", dim.at(Vector2(5000.0, 0.0)))
	memory.call(&"update", target, 1.0 / 60.0)
	equal(memory.get(&"last_known_velocity"), dim.zero())
	equal(memory.get(&"last_known_position"), dim.at(Vector2(5000.0, 0.0)), "the place counts")


func test_velocity_survives_losing_sight_and_not_a_sound() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2.ZERO))
	for step in 10:
		target.set(&"position", dim.at(Vector2(step * 2.0, 0.0)))
		memory.call(&"update", target, 1.0 / 60.0)
	memory.call(&"decay", 1.0)
	var wanted: Variant = dim.at(Vector2(120.0, 0.0))
	near(memory.get(&"last_known_velocity"), wanted, "kept", dim.length(3.0))
	memory.call(&"hear_sound", dim.zero(), 1.0)
	equal(memory.get(&"last_known_velocity"), dim.zero(), "a sound has none")


func test_two_targets_in_turn_make_no_velocity_between_them() -> void:
	var memory := _memory()
	var one := put(dim.ghost(Vector2.ZERO))
	var two := put(dim.ghost(Vector2(20.0, 0.0)))
	for step in 5:
		memory.call(&"update", one, 1.0 / 60.0)
	memory.call(&"update", two, 1.0 / 60.0)
	equal(memory.get(&"last_known_velocity"), dim.zero(), "the other one did not run over")
	equal(memory.get(&"sensed_target"), two)


func test_the_faded_place_slides_home() -> void:
	var memory := _memory()
	var home: Variant = dim.at(Vector2(0.0, 0.0))
	equal(memory.call(&"get_faded_position", home, 4.0), home, "no belief")
	memory.call(&"reinforce", dim.at(Vector2(100.0, 40.0)), 1.0)
	for entry: Array in [[0.0, 1.0], [1.0, 0.75], [1.0, 0.5], [2.0, 0.0], [9.0, 0.0]]:
		memory.call(&"decay", entry[0])
		var wanted: Variant = dim.at(Vector2(100.0, 40.0) * float(entry[1]))
		near(memory.call(&"get_faded_position", home, 4.0), wanted, str(entry), 1e-3)
	memory.call(&"reinforce", dim.at(Vector2(100.0, 40.0)), 1.0)
	for time: float in [0.0, -1.0]:
		equal(memory.call(&"get_faded_position", home, time), home, "fade time %s" % time)
	memory.set(&"time_since_seen", INF)
	equal(memory.call(&"get_faded_position", home, 4.0), home, "never seen")


func test_giving_up_drops_the_place_only() -> void:
	var memory := _memory()
	memory.call(&"reinforce", dim.at(Vector2(100.0, 0.0)), 0.8)
	memory.call(&"give_up")
	equal(memory.get(&"has_last_known"), false)
	near(memory.get(&"confidence"), 0.8, "confidence")
	equal(memory.get(&"alerted"), true)
	memory.call(&"decay", 0.35)
	near(memory.get(&"confidence"), 0.7, "it keeps falling")
	equal(memory.get(&"has_last_known"), false, "and stays given up")


func test_forgetting_keeps_the_tunables() -> void:
	var memory := _memory()
	memory.set(&"confidence_rise_time", 0.1)
	memory.set(&"max_speed", 3.0)
	memory.call(&"update", put(dim.ghost(Vector2(100.0, 0.0))), 1.0)
	memory.call(&"forget")
	_check_blank(memory)
	near(memory.get(&"confidence_rise_time"), 0.1, "rise time")
	equal(memory.get(&"max_speed"), 3.0)


func test_the_sensed_target_is_kept_by_nobody() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	memory.call(&"update", target, 0.45)
	target.free()
	equal(memory.get(&"sensed_target"), null, "null by itself")
	check(memory.get(&"confidence") > 0.9, "the belief lasts")
	equal(memory.get(&"last_known_position"), dim.at(Vector2(100.0, 0.0)))
	memory.call(&"decay", 0.1)
	memory.call(&"get_faded_position", dim.zero(), 1.0)
	equal(memory.get(&"has_last_known"), true)


func test_the_sensed_target_can_be_written() -> void:
	var memory := _memory()
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	memory.set(&"sensed_target", target)
	equal(memory.get(&"sensed_target"), target)
	memory.set(&"sensed_target", null)
	equal(memory.get(&"sensed_target"), null)
	var freed := dim.ghost(Vector2.ZERO)
	freed.free()
	memory.set(&"sensed_target", target)
	memory.set(&"sensed_target", freed)
	equal(memory.get(&"sensed_target"), null, "freed counts as none")
	var other := _memory()
	other.set(&"sensed_target", 7)
	equal(other.get(&"sensed_target"), null, "wrong type counts as none")
	check_warned([dim.title(&"EnemyMemory"), "sensed_target"], 2)


func test_confidence_written_by_hand_earns_the_floor_too() -> void:
	var memory := _memory()
	memory.set(&"confidence_floor", 0.1)
	memory.set(&"confidence", 1.0)
	memory.call(&"decay", 100.0)
	near(memory.get(&"confidence"), 0.1, "floor")


func test_memories_leave_nothing_behind() -> void:
	var target := put(dim.ghost(Vector2.ZERO))
	var before := Performance.get_monitor(Performance.OBJECT_COUNT)
	for turn in 200:
		var memory := _memory()
		memory.call(&"update", target, 0.1)
		memory = null
	equal(Performance.get_monitor(Performance.OBJECT_COUNT), before, "objects")


func _memory() -> Object:
	return dim.make(&"EnemyMemory")


func _check_blank(memory: Object) -> void:
	equal(memory.get(&"last_known_position"), dim.zero(), "last_known_position")
	equal(memory.get(&"has_last_known"), false, "has_last_known")
	equal(memory.get(&"time_since_seen"), INF, "time_since_seen")
	equal(memory.get(&"confidence"), 0.0, "confidence")
	equal(memory.get(&"sensed_target"), null, "sensed_target")
	equal(memory.get(&"last_known_velocity"), dim.zero(), "last_known_velocity")
	equal(memory.get(&"stimulus"), NONE, "stimulus")
	equal(memory.get(&"alerted"), false, "alerted")

extends "res://support/dim_suite.gd"
## The numbers of the organic guard and of hysteresis, as the contract has them.

const Recorder := preload("res://support/recorder.gd")
const UNAWARE := 0
const SUSPICIOUS := 1
const ALERTED := 2
const MUFFLED := 1
const FAR := Vector2(90000.0, 90000.0)
## The organic guard's range: 540 px, 18 m; in the pixels of the plane.
const RANGE_2D := 540.0
const RANGE_3D := 360.0

var _profile: Resource
var _senses: Node
var _target: Node


func test_the_preset_has_its_numbers() -> void:
	var profile := _organic()
	var wanted := {
		&"view_angle": 40.0,
		&"peripheral_angle": 140.0,
		&"peripheral_strength": 0.25,
		&"view_range": 18.0 if dim.is_3d() else 540.0,
		&"sight_rise_time": 1.0 / 1.2,
		&"fall_time": 12.5,
		&"decay_delay": 2.0,
		&"suspicious_enter": 0.3,
		&"suspicious_exit": 0.3,
		&"alert_enter": 1.0,
		&"alert_exit": 0.5,
		&"memory_duration": 15.0,
		&"position_fuzz": 3.0 if dim.is_3d() else 90.0,
		&"noise_gain": 0.35,
		&"sound_cap": 0.95,
		&"wall_muffle": 0.4,
		&"shout_radius": 15.0 if dim.is_3d() else 450.0,
		&"shout_awareness": 0.8,
		&"reaction_delay_min": 0.25,
		&"reaction_delay_max": 0.7,
		&"perception_scale_min": 0.85,
		&"perception_scale_max": 1.15,
	}
	for member: StringName in wanted:
		near(profile.get(member), wanted[member], member, 1e-4)


func test_at_the_very_eye_it_takes_its_rise_time() -> void:
	near(await _rise_at(0.0, 0.0), 1.0 / 1.2, "seconds", tick_time() * 1.01)


func test_at_half_range_it_takes_a_third_longer() -> void:
	near(await _rise_at(0.5, 0.0), 1.0 / (1.2 * 0.75), "seconds", tick_time() * 1.01)


func test_at_the_outer_edge_it_takes_four_times_as_long() -> void:
	# Close by, so that distance hardly counts, yet outside near_range.
	var share := 30.0 / _range()
	var gain := 1.2 * 0.25 * (1.0 - share * share)
	near(await _rise_at(share, 70.0), 1.0 / gain, "seconds", 2.0 * tick_time() + 0.02)


func test_a_noise_through_a_wall_is_below_the_threshold() -> void:
	_stage(Vector2.ZERO)
	_profile.set(&"hearing_threshold", 0.0)
	put(dim.wall(Vector2(0.0, 50.0), Vector2(100.0, 10.0)))
	await ticks(5)
	var radius := 20.0 * 14.0
	var more: Array = [null, &"", &"enemies", MUFFLED]
	equal(dim.emit_noise(Vector2(0.0, 140.0), radius, 1.0, more), 0, "5.6 is less than 7")
	await ticks(1)
	equal(_senses.get(&"awareness"), 0.0)


func test_a_noise_at_half_its_radius_adds_half_its_gain() -> void:
	_stage(Vector2.ZERO)
	await ticks(5)
	# From the height of the ear, so that it is at half the radius exactly.
	equal(dim.emit_noise_from(dim.eye_at(Vector2(0.0, 140.0)), 280.0, 1.0), 1)
	await ticks(1)
	near(_senses.get(&"awareness"), 0.175, "awareness", 1e-3)


func test_an_ally_at_half_the_shout_radius_learns_six_tenths() -> void:
	_stage(Vector2.ZERO)
	var radius := 450.0 if not dim.is_3d() else 300.0
	var ally := _guard(Vector2(0.0, radius / 2.0), 180.0)
	await ticks(5)
	_senses.call(&"reinforce", dim.at(Vector2(0.0, -50.0)), 1.0)
	var recorder := Recorder.new(ally)
	await ticks(2)
	equal(_senses.get(&"alert_level"), ALERTED)
	equal(recorder.count(&"ally_alerted"), 1, "told")
	near(ally.get(&"awareness"), 0.6, "awareness", 3.0 * tick_time() / 12.5)


func test_decay_waits_for_its_grace() -> void:
	_stage(FAR)
	await ticks(5)
	_senses.call(&"reinforce", dim.zero(), 0.8)
	await seconds(1.9)
	near(_senses.get(&"awareness"), 0.8, "in the grace", 1e-4)
	await seconds(1.1)
	near(_senses.get(&"awareness"), 0.8 - 0.08, "a second later", 0.08 * 3.0 * tick_time())


func test_an_alerted_enemy_passes_through_suspicious() -> void:
	_stage(FAR)
	await ticks(5)
	var recorder := Recorder.new(_senses)
	_senses.call(&"reinforce", dim.zero(), 1.0)
	await seconds(2.0 + 0.5 / 0.08 - 0.1)
	equal(_senses.get(&"alert_level"), ALERTED, "just before 0.5")
	await seconds(0.3)
	equal(_senses.get(&"alert_level"), SUSPICIOUS, "just below")
	await seconds(0.2 / 0.08)
	equal(_senses.get(&"alert_level"), UNAWARE, "below 0.3")
	equal(
		recorder.of(&"alert_level_changed"), [[1, 0], [2, 1], [1, 2], [0, 1]], "one step at a time"
	)


func test_a_swinging_confidence_changes_no_level_between_its_doors() -> void:
	_stage(FAR)
	for member: Array in [
		[&"suspicious_enter", 0.3],
		[&"suspicious_exit", 0.1],
		[&"alert_enter", 0.7],
		[&"alert_exit", 0.4],
		[&"fall_time", INF],
	]:
		_profile.set(member[0], member[1])
	await ticks(5)
	var memory: Object = _senses.get(&"memory")
	for start: Array in [[0.65, SUSPICIOUS], [1.0, ALERTED]]:
		memory.set(&"confidence", start[0])
		await ticks(2)
		var recorder := Recorder.new(_senses)
		for tick in 300:
			memory.set(&"confidence", 0.55 + 0.1 * sin(tick * 0.3))
			await ticks(1)
		equal(_senses.get(&"alert_level"), start[1], "from %s" % start[0])
		equal(recorder.count(&"alert_level_changed"), 0, "changes")


func test_the_reaction_takes_its_delay() -> void:
	_stage(FAR)
	_profile.set(&"reaction_delay_max", 0.5)
	_profile.set(&"reaction_delay_min", 0.5)
	var guard := _guard(Vector2(3000.0, 0.0), 0.0)
	await ticks(5)
	near(guard.get(&"reaction_delay"), 0.5, "rolled")
	guard.call(&"reinforce", dim.zero(), 1.0)
	await ticks(1)
	equal(guard.get(&"alert_level"), SUSPICIOUS, "suspicion is not delayed")
	var took := 0
	while guard.get(&"alert_level") != ALERTED and took < 500:
		await ticks(1)
		took += 1
	near(took, 0.5 / tick_time(), "ticks", 2.0)


func test_personalities_differ_and_come_back() -> void:
	_profile = _organic()
	var delays := {}
	var scales := {}
	for turn in 20:
		var senses := _guard(Vector2(100.0 * turn, 0.0), 0.0, turn + 1)
		between(senses.get(&"reaction_delay"), 0.25, 0.7, "delay")
		between(senses.get(&"perception_scale"), 0.85, 1.15, "scale")
		delays[snappedf(senses.get(&"reaction_delay"), 1e-4)] = true
		scales[snappedf(senses.get(&"perception_scale"), 1e-4)] = true
	check(delays.size() > 15 and scales.size() > 15, "they differ")
	var one := _guard(Vector2.ZERO, 0.0, 7)
	var two := _guard(Vector2.ZERO, 0.0, 7)
	equal(one.get(&"reaction_delay"), two.get(&"reaction_delay"), "the same seed, the same one")


func _range() -> float:
	return RANGE_3D if dim.is_3d() else RANGE_2D


## A copy of the preset.
func _organic() -> Resource:
	var folder := "3d" if dim.is_3d() else "2d"
	return load("res://addons/enemy_senses/profiles/%s/organic_guard.tres" % folder).duplicate()


func _guard(place: Vector2, degrees: float, personality := 1) -> Node:
	var body := dim.senses_guard(place, degrees)
	var senses := body.get_node(^"Senses")
	senses.set(&"profile", _profile)
	senses.set(&"personality_seed", personality)
	put(body)
	return senses


## The organic guard without personality and fuzz, and a target.
func _stage(target: Vector2) -> void:
	_profile = _organic()
	for member: Array in [
		[&"position_fuzz", 0.0],
		[&"reaction_delay_min", 0.0],
		[&"reaction_delay_max", 0.0],
		[&"perception_scale_min", 1.0],
		[&"perception_scale_max", 1.0],
		[&"near_range", 0.0],
	]:
		_profile.set(member[0], member[1])
	_senses = _guard(Vector2.ZERO, 0.0)
	_target = put(dim.target(FAR if target == Vector2.ZERO else target))


## Seconds from oblivious to certain of a target at a share of the range.
func _rise_at(share: float, degrees: float) -> float:
	_stage(FAR)
	_profile.set(&"alert_enter", 1.0)
	await ticks(6)
	dim.move(_target, Vector2.from_angle(deg_to_rad(degrees)) * _range() * share)
	var count := 0
	while _senses.get(&"awareness") < 1.0 and count < 4000:
		await ticks(1)
		count += 1
	return count * tick_time()

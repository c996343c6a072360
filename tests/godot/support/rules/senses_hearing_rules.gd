# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## What an EnemySenses makes of noises, in either dimension.

const Recorder := preload("res://support/recorder.gd")
const SOUND := 2
const MUFFLED := 1
## So many noises for so many guards are more than are looked up one by one.
const RUSH := 120
const CROWD := 60

var _profile: Resource


func test_a_sound_lifts_to_strength_times_cap() -> void:
	var senses := _senses()
	await ticks(5)
	for entry: Array in [[0.25, 0.15], [0.5, 0.3], [0.25, 0.3], [1.0, 0.6]]:
		dim.emit_noise(Vector2.ZERO, 1e6, entry[0])
		await ticks(1)
		near(senses.get(&"awareness"), entry[1], "after %s" % entry[0], 0.01)


func test_a_gain_adds_up_to_the_cap() -> void:
	var senses := _senses()
	_profile.set(&"noise_gain", 0.4)
	_profile.set(&"fall_time", INF)
	await ticks(5)
	for wanted: float in [0.2, 0.4, 0.6, 0.6]:
		dim.emit_noise(Vector2.ZERO, 1e9, 0.5)
		await ticks(1)
		near(senses.get(&"awareness"), wanted, "awareness", 1e-3)


func test_below_the_threshold_nothing_is_heard() -> void:
	var senses := _senses()
	var recorder := Recorder.new(senses)
	_profile.set(&"hearing_threshold", 0.5)
	await ticks(5)
	equal(dim.emit_noise(Vector2(0.0, 150.0), 300.0, 0.9), 1, "it is told all the same")
	await ticks(1)
	equal(recorder.log, [], "0.45 is not heard")
	equal(senses.get(&"awareness"), 0.0)
	dim.emit_noise(Vector2(0.0, 100.0), 300.0, 0.9)
	await ticks(1)
	equal(recorder.count(&"noise_heard"), 1, "0.6 is")


func test_the_multiplier_stretches_the_radius() -> void:
	var senses := _senses()
	var recorder := Recorder.new(senses)
	await ticks(5)
	_profile.set(&"hearing_multiplier", 2.0)
	await ticks(1)
	dim.emit_noise(Vector2(0.0, 150.0), 150.0, 1.0)
	await ticks(1)
	near(recorder.of(&"noise_heard")[0][1], 0.5, "twice the radius", 1e-3)
	_profile.set(&"hearing_multiplier", 0.0)
	await ticks(1)
	dim.emit_noise(Vector2.ZERO, 1000.0, 1.0)
	await ticks(1)
	equal(recorder.count(&"noise_heard"), 1, "deaf")


func test_own_walls_of_the_profile_muffle_straight_noises_too() -> void:
	var senses := _senses()
	var recorder := Recorder.new(senses)
	put(dim.wall(Vector2(0.0, 50.0), Vector2(400.0, 10.0)))
	await ticks(5)
	dim.emit_noise(Vector2(0.0, 100.0), 400.0, 1.0)
	await ticks(1)
	near(recorder.of(&"noise_heard")[-1][1], 0.75, "straight", 1e-3)
	_profile.set(&"wall_muffle", 0.5)
	await ticks(1)
	dim.emit_noise(Vector2(0.0, 100.0), 400.0, 1.0)
	await ticks(1)
	near(recorder.of(&"noise_heard")[-1][1], 0.5, "its own factor", 1e-3)
	dim.emit_noise(Vector2(0.0, 100.0), 400.0, 1.0, [null, &"", &"enemies", MUFFLED, 0.9])
	await ticks(1)
	near(recorder.of(&"noise_heard")[-1][1], 0.5, "instead of the noise's", 1e-3)


func test_faint_sounds_are_heard_in_roughly_the_right_place() -> void:
	var senses := _senses()
	_profile.set(&"position_fuzz", dim.length(100.0))
	var recorder := Recorder.new(senses)
	await ticks(5)
	var origin := Vector2(0.0, 150.0)
	for turn in 200:
		dim.emit_noise(origin, 300.0, 1.0)
		await ticks(1)
	equal(recorder.count(&"noise_heard"), 200)
	var sum := Vector2.ZERO
	var farthest := 0.0
	for arguments: Array in recorder.of(&"noise_heard"):
		var off := dim.on_plane(arguments[0]) - origin
		farthest = maxf(farthest, off.length())
		sum += off
		if dim.is_3d():
			equal(arguments[0].y, 0.0, "on the ground plane")
	between(farthest, 35.0, 50.5, "fuzz times 1 - 0.5")
	between((sum / 200.0).length(), 0.0, 8.0, "mean")


func test_a_loud_sound_has_no_fuzz() -> void:
	var senses := _senses()
	_profile.set(&"position_fuzz", dim.length(100.0))
	await ticks(5)
	dim.emit_noise(Vector2(0.0, 150.0), INF, 1.0)
	await ticks(1)
	near(senses.get(&"last_known_position"), dim.at(Vector2(0.0, 150.0)), "place", 1e-3)


func test_of_many_noises_of_one_kind_the_loudest_counts() -> void:
	var senses := _senses()
	var recorder := Recorder.new(senses)
	var rock := put(dim.spot(Vector2(0.0, 900.0)))
	await ticks(5)
	for radius: float in [200.0, 400.0, 300.0]:
		dim.emit_noise(Vector2(0.0, 100.0), radius, 1.0, [rock, &"rock"])
	dim.emit_noise(Vector2(0.0, 50.0), 100.0, 1.0, [rock, &"echo"])
	await ticks(1)
	equal(recorder.count(&"noise_heard"), 2, "one of each tag")
	var strengths: Array = recorder.of(&"noise_heard").map(func(a: Array) -> float: return a[1])
	strengths.sort()
	near(strengths[0], 0.5, "the echo", 1e-3)
	near(strengths[1], 0.75, "the loudest rock", 1e-3)


func test_a_sound_never_lowers_confidence() -> void:
	var senses := _senses()
	_profile.set(&"fall_time", INF)
	await ticks(5)
	senses.call(&"reinforce", dim.at(Vector2(0.0, 50.0)), 0.9)
	dim.emit_noise(Vector2(0.0, 100.0), 1e6, 0.2)
	await ticks(1)
	near(senses.get(&"awareness"), 0.9, "awareness", 1e-3)


func test_a_noise_does_not_move_a_fresh_sighting_and_then_does() -> void:
	var senses := _senses()
	var target := put(dim.target(Vector2(-100.0, 0.0)))
	dim.turn(senses.get_parent(), 180.0)
	await seconds(1.0)
	equal(senses.get(&"target"), target, "seen")
	dim.emit_noise(Vector2(0.0, 100.0), 1e6, 1.0, [target])
	await ticks(1)
	near(senses.get(&"last_known_position"), dim.at(Vector2(-100.0, 0.0)), "seen", 1e-3)
	dim.move(target, Vector2(9000.0, 0.0))
	await seconds(1.3)
	dim.emit_noise(Vector2(0.0, 100.0), 1e6, 1.0, [target])
	await ticks(1)
	near(senses.get(&"last_known_position"), dim.at(Vector2(0.0, 100.0)), "heard", 1e-3)
	equal(senses.get(&"memory").get(&"stimulus"), SOUND, "stimulus")
	check(senses.get(&"awareness") > 0.5, "still sure")


func test_sounds_of_nobody_make_tracks_that_merge() -> void:
	var senses := _senses()
	await ticks(5)
	dim.emit_noise(Vector2(0.0, 100.0), 1e6, 0.5)
	await ticks(1)
	# 2 m are 40 px of the plane.
	dim.emit_noise(Vector2(0.0, 130.0), 1e6, 0.3)
	await ticks(1)
	equal(senses.call(&"get_tracks").size(), 1, "one moved")
	near(senses.get(&"last_known_position"), dim.at(Vector2(0.0, 130.0)), "moved there", 1e-3)
	dim.emit_noise(Vector2(0.0, 400.0), 1e6, 0.3)
	await ticks(1)
	equal(senses.call(&"get_tracks").size(), 2, "another place")
	for turn in 20:
		dim.emit_noise(Vector2(1000.0 * turn, 3000.0), 1e9, 0.3)
		await ticks(1)
	equal(senses.call(&"get_tracks").size(), 8, "at most eight")


func test_the_group_decides_who_is_told() -> void:
	var by_group := _senses()
	var plain := dim.guard(Vector2.ZERO)
	var outside: Node = dim.make(&"EnemySenses")
	plain.add_child(outside)
	put(plain)
	await ticks(5)
	equal(dim.emit_noise(Vector2.ZERO, 1e6, 1.0), 1, "its body is in the group")
	equal(dim.emit_noise(Vector2.ZERO, 1e6, 1.0, [null, &"", &""]), 2, "everybody")
	outside.add_to_group(&"enemies")
	equal(dim.emit_noise(Vector2.ZERO, 1e6, 1.0), 2, "itself in the group")
	by_group.set(&"enabled", false)
	equal(dim.emit_noise(Vector2.ZERO, 1e6, 1.0), 1, "disabled")
	await ticks(1)


func test_distance_is_to_its_perception() -> void:
	var senses := _senses()
	var eye: Node = senses.get(&"perception")
	eye.set(&"global_position", dim.at(Vector2(0.0, 200.0)))
	await ticks(5)
	var emitter := put(dim.emitter(Vector2.ZERO))
	emitter.set(&"radius", dim.length(400.0))
	near(emitter.call(&"audibility", senses), 0.5, "audibility", 1e-3)
	emitter.call(&"emit")
	await ticks(1)
	near(senses.get(&"awareness"), 0.3, "awareness", 0.01)


func test_who_lets_walls_pass_by_its_profile_hears_what_the_noise_would_not_let_through() -> void:
	var senses := _senses()
	var recorder := Recorder.new(senses)
	put(dim.wall(Vector2(0.0, 50.0), Vector2(400.0, 10.0)))
	_profile.set(&"wall_muffle", 1.0)
	await ticks(5)
	var more: Array = [null, &"", &"enemies", MUFFLED, 0.0]
	equal(dim.emit_noise(Vector2(0.0, 100.0), 400.0, 1.0, more), 1, "told")
	await ticks(1)
	near(recorder.of(&"noise_heard")[-1][1], 0.75, "as loud as without a wall", 1e-3)


# More noises in one tick than are looked up one by one: those for 6,400 ears.


func test_in_a_rush_a_noise_is_told_and_heard_like_one_alone() -> void:
	var senses := _senses()
	var recorder := Recorder.new(senses)
	var rock := put(dim.spot(Vector2(0.0, 900.0)))
	var guards: Array[Node] = []
	for place: Vector2 in [Vector2(100.0, 0.0), Vector2(300.0, 0.0), Vector2(0.0, 2000.0)]:
		guards.append(put(dim.senses_guard(place)))
	guards[1].get_node(^"Senses").set(&"enabled", false)
	_crowd()
	await ticks(5)
	for maker: Node in [rock, null, guards[0]]:
		for noise: Array in [
			[Vector2(0.0, 50.0), 200.0, 1.0],
			[Vector2(0.0, 50.0), 100.0, 0.8],
			[Vector2(200.0, 0.0), 201.0, 2.0],
			[Vector2(50.0, 0.0), 1e6, 0.6],
			[Vector2(0.0, 50.0), INF, 1.0],
			[Vector2(0.0, 50.0), 10.0, 1.0],
			[Vector2(0.0, 50.0), 0.0, 1.0],
			[Vector2(0.0, 50.0), 200.0, -1.0],
		]:
			var outcomes: Array = []
			for before: int in [0, RUSH]:
				recorder.log.clear()
				for number in before:
					dim.emit_noise(Vector2(-900.0, number), 1.0, 0.1, [maker, &"rock"])
				var told := dim.emit_noise(noise[0], noise[1], noise[2], [maker, &"rock"])
				await ticks(1)
				var heard: Array = recorder.of(&"noise_heard")
				outcomes.append([told, heard])
			equal(str(outcomes[1]), str(outcomes[0]), "%s by %s" % [noise, maker])


func test_while_listeners_are_few_any_number_of_noises_in_a_tick_is_exact() -> void:
	var senses := _senses()
	var guard: Node = senses.get_parent()
	await ticks(5)
	for number in 300:
		guard.set(&"global_position", dim.at(Vector2(0.0, 100.0 * (number % 5))))
		var wanted := int(number % 5 < 3)
		equal(dim.emit_noise(Vector2.ZERO, 250.0, 1.0), wanted, "number %d" % number)
	await ticks(1)


func test_in_a_rush_every_listener_and_every_handler_is_told() -> void:
	_senses()
	var ear := put(dim.listener(Vector2.ZERO))
	_crowd()
	await ticks(5)
	for number in RUSH:
		equal(dim.emit_noise(Vector2(0.0, number), 1000.0, 1.0), 2, "told of number %d" % number)
	equal(ear.calls.size(), RUSH, "a script hears each")
	ear.free()
	await ticks(1)
	var made := [0]
	var count := func(
		_at: Variant, _radius: float, _much: float, _by: Node, _tag: StringName
	) -> void:
		made[0] += 1
	dim.noise_signal().connect(count)
	for number in RUSH:
		dim.emit_noise(Vector2(0.0, number), 1000.0, 1.0)
	dim.noise_signal().disconnect(count)
	equal(made[0], RUSH, "a handler hears of each")
	await ticks(1)


func test_in_a_rush_who_comes_goes_or_makes_the_noise_is_not_mistaken() -> void:
	var senses := _senses()
	var other := put(dim.senses_guard(Vector2(0.0, 50.0)))
	var rock := put(dim.spot(Vector2(0.0, 900.0)))
	_crowd()
	await ticks(5)
	for number in RUSH:
		equal(dim.emit_noise(Vector2(0.0, number), 1e4, 0.5, [rock]), 2, "both")
	equal(dim.emit_noise(Vector2.ZERO, 1e4, 0.5, [other]), 1, "not the maker itself")
	other.free()
	equal(dim.emit_noise(Vector2.ZERO, 1e4, 0.5, [rock]), 1, "one is gone")
	for number in RUSH:
		equal(dim.emit_noise(Vector2(0.0, number), 1e4, 0.5, [rock]), 1, "still gone")
	put(dim.senses_guard(Vector2(0.0, 50.0)))
	equal(dim.emit_noise(Vector2.ZERO, 1e4, 0.5, [rock]), 2, "one more")
	senses.set(&"enabled", false)
	rock.free()
	await ticks(1)
	equal(dim.emit_noise(Vector2.ZERO, 1e4, 0.5), 1, "in the next tick one sleeps")
	await ticks(1)


## Guards out of earshot, so that a noise is for many.
func _crowd() -> void:
	for number in CROWD:
		put(dim.senses_guard(Vector2(1e5, 100.0 * number)))


## An EnemySenses at the origin that looks away, with a profile of its own.
func _senses() -> Node:
	_profile = dim.make(&"SensesProfile")
	_profile.set(&"view_range", dim.length(400.0))
	var guard := dim.senses_guard(Vector2.ZERO, 0.0)
	# The ear is where the noises are measured: on the floor.
	guard.get_node(^"Eye").set(&"position", dim.zero())
	guard.get_node(^"Senses").set(&"profile", _profile)
	put(guard)
	return guard.get_node(^"Senses")

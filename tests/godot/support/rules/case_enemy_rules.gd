# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## Cases of what an enemy hears, believes, tells and shows, of an EnemySenses in either dimension.

const Recorder := preload("res://support/recorder.gd")
const Walker := preload("res://support/walker.gd")
const UNAWARE := 0
const SUSPICIOUS := 1
const ALERTED := 2
const SIGHT := 1
const SOUND := 2
const MUFFLED := 1
const LIGHT_MANUAL := 2
const FAR := Vector2(9000.0, 9000.0)


func test_s05_what_shows_of_a_target_sets_the_speed_of_noticing() -> void:
	var senses := senses_at(Vector2.ZERO)
	var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 40.0)))
	var stealth := stealth_at(Vector2(200.0, 0.0))
	var target := stealth.get_parent()
	var markers: Array[Node] = []
	for side: float in [0.0, -60.0, 60.0]:
		var marker := put(dim.spot(Vector2.ZERO), target)
		marker.set(&"position", dim.eye_at(Vector2(0.0, side)))
		markers.append(marker)
	stealth.set(&"sample_points", Array(markers, TYPE_OBJECT, dim.node_class(), null))
	await ticks(8)
	var told: Dictionary = senses.call(&"explain", target)
	near(told.visible_fraction, 2.0 / 3.0, "two of three")
	near(told.gain, told.distance_factor * told.cone_factor * told.rise * 2.0 / 3.0, "gain", 1e-4)
	var two_thirds: float = told.gain
	markers[1].set(&"visible", false)
	await ticks(2)
	told = senses.call(&"explain", target)
	near(told.visible_fraction, 0.5, "one of two")
	near(told.gain / two_thirds, 0.75, "gain", 1e-3)
	markers[2].set(&"visible", false)
	await ticks(2)
	equal(senses.call(&"explain", target).gain, 0.0, "the hidden one only")
	for marker in markers:
		marker.set(&"visible", true)
	wall.free()
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 140.0)))
	await ticks(3)
	equal(senses.call(&"explain", target).gain, 0.0, "a longer wall")


func test_s26_gain_never_falls_with_light_nor_rises_with_distance() -> void:
	var senses := senses_at(Vector2.ZERO)
	var lights: Array[Node] = []
	for step in 39:
		var stealth := stealth_at(Vector2(10.0 * (step + 1), 0.0))
		stealth.set(&"light_mode", LIGHT_MANUAL)
		lights.append(stealth)
	await ticks(5)
	var darker: Array[float] = []
	darker.resize(lights.size())
	for level in 11:
		for stealth in lights:
			stealth.set(&"light_level", level / 10.0)
		await ticks(2 if level > 0 else 1)
		var nearer := INF
		for index in lights.size():
			var gain: float = senses.call(&"explain", lights[index].get_parent()).gain
			var place := "light %s at %d px" % [level / 10.0, 10 * (index + 1)]
			check(is_finite(gain) and gain >= 0.0, "%s: gain %s" % [place, gain])
			check(gain >= darker[index], "%s: %s after %s" % [place, gain, darker[index]])
			check(gain <= nearer + 1e-9, "%s: %s behind %s" % [place, gain, nearer])
			check((gain > 0.0) == (level > 0), "%s: %s" % [place, gain])
			nearer = gain
			darker[index] = gain


func test_s26_in_no_light_nobody_is_spotted() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var lights: Array[Node] = []
	for place: Vector2 in [Vector2(5.0, 0.0), Vector2(150.0, 0.0), Vector2(350.0, 0.0)]:
		var stealth := stealth_at(place)
		stealth.set(&"light_mode", LIGHT_MANUAL)
		stealth.set(&"light_level", 0.0)
		lights.append(stealth)
	await seconds(2.0)
	equal(recorder.log, [], "signals")
	equal(senses.get(&"awareness"), 0.0, "awareness")
	lights[1].set(&"light_level", 1.0)
	await ticks(3)
	equal(recorder.of(&"target_spotted"), [[lights[1].get_parent()]], "in the light")


func test_h01_walls_take_their_share_of_what_an_enemy_hears() -> void:
	var places: Array[Vector2] = [Vector2(200.0, 0.0), Vector2(200.0, 100.0), Vector2(0.0, 200.0)]
	var ears: Array = places.map(func(place: Vector2) -> Node: return senses_at(place))
	var recorders: Array = ears.map(func(ear: Node) -> Recorder: return Recorder.new(ear))
	var door := put(dim.wall(Vector2(100.0, 50.0), Vector2(10.0, 60.0)))
	for height: float in [50.0, 100.0, 150.0]:
		put(dim.wall(Vector2(0.0, height), Vector2(60.0, 10.0)))
	await ticks(4)
	var radius := 600.0
	await _noise(Vector2.ZERO, radius, MUFFLED)
	near(_loudness(recorders[0]), _falloff(ears[0], radius), "in the open", 1e-3)
	near(_loudness(recorders[1]), _falloff(ears[1], radius * 0.4), "behind a door", 1e-3)
	equal(recorders[2].count(&"noise_heard"), 0, "behind three walls 38 px are left")
	door.process_mode = Node.PROCESS_MODE_DISABLED
	await _noise(Vector2.ZERO, radius, MUFFLED)
	near(_loudness(recorders[1]), _falloff(ears[1], radius), "the door is open", 1e-3)
	await _noise(Vector2.ZERO, radius, 0)
	near(_loudness(recorders[2]), _falloff(ears[2], radius), "walls do not matter", 1e-3)


func test_h01_an_ear_in_a_wall_has_one_wall_before_it() -> void:
	var ear := senses_at(Vector2(200.0, 0.0))
	var recorder := Recorder.new(ear)
	put(dim.wall(Vector2(200.0, 0.0), Vector2(60.0, 60.0)))
	await ticks(4)
	await _noise(Vector2.ZERO, 1000.0, MUFFLED)
	near(_loudness(recorder), _falloff(ear, 400.0), "once", 1e-3)


func test_h03_absurd_noises_leave_no_trace() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	await ticks(4)
	for entry: Array in [[0.0, 1.0], [-50.0, 1.0], [100.0, 0.0], [100.0, -1.0], [0.0, 0.0]]:
		for place: Vector2 in [Vector2.ZERO, Vector2(1.0, 0.0), Vector2(100.0, 0.0)]:
			equal(dim.emit_noise(place, entry[0], entry[1]), 0, "%s at %s" % [entry, place])
	await ticks(2)
	equal(recorder.log, [], "signals")
	equal(senses.call(&"get_tracks"), [], "nothing is believed")
	var edge: Variant = dim.eye_at(Vector2(100.0, 0.0))
	equal(dim.emit_noise_from(edge, 100.0, 1.0), 0, "exactly at the radius")
	await ticks(2)
	equal(recorder.log, [], "signals")
	dim.emit_noise(Vector2(100.0, 0.0), 1e9, 2.0)
	await ticks(1)
	near(_loudness(recorder), 1.0, "as loud as can be", 1e-3)


func test_h03_the_deaf_hear_nothing_and_nonsense_does_not_deafen() -> void:
	var senses := senses_at(Vector2.ZERO)
	var profile: Resource = dim.make(&"SensesProfile")
	senses.set(&"profile", profile)
	var recorder := Recorder.new(senses)
	await ticks(4)
	profile.set(&"hearing_multiplier", 0.0)
	await _noise(Vector2(0.0, 100.0), INF, 0)
	await _noise(Vector2.ZERO, 300.0, 0)
	equal(recorder.count(&"noise_heard"), 0, "deaf")
	profile.set(&"hearing_multiplier", 2.0)
	await _noise(Vector2(0.0, 100.0), 300.0, 0)
	var doubled := _loudness(recorder)
	near(doubled, 1.0 - _away(senses, Vector2(0.0, 100.0)) / 600.0, "twice the radius", 1e-3)
	check_refused(profile, &"hearing_multiplier", -1.0)
	await _noise(Vector2(0.0, 100.0), 300.0, 0)
	near(_loudness(recorder), doubled, "as before", 1e-4)


func test_h05_a_noise_is_a_place_and_not_the_player() -> void:
	var senses := senses_at(Vector2.ZERO, 180.0)
	var recorder := Recorder.new(senses)
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 400.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(4)
	dim.emit_noise(Vector2(200.0, -150.0), 600.0, 1.0, [target])
	await ticks(1)
	equal(senses.get(&"alert_level"), SUSPICIOUS, "it wants to look")
	var walker := Walker.new(dim, target)
	walker.way = [Vector2(200.0, 150.0)]
	for tick in roundi(1.0 / tick_time()):
		near(senses.get(&"last_known_position"), dim.at(Vector2(200.0, -150.0)), "place", 1e-3)
		equal(senses.get(&"target"), null, "never the node")
		check(senses.get(&"alert_level") <= SUSPICIOUS, "suspicious at most")
		await ticks(1)
	equal(senses.get(&"memory").get(&"stimulus"), SOUND, "heard")
	dim.emit_noise(Vector2(150.0, 100.0), 600.0, 1.0, [target])
	await ticks(1)
	near(senses.get(&"last_known_position"), dim.at(Vector2(150.0, 100.0)), "moved", 1e-3)
	equal(recorder.count(&"target_spotted"), 0, "not seen")
	equal(senses.call(&"get_tracks").size(), 1, "one belief of it")


func test_h05_a_weak_noise_changes_no_fresh_sighting() -> void:
	var senses := senses_at(Vector2.ZERO)
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await ticks_until(func() -> bool: return senses.get(&"awareness") >= 0.9)
	var before: float = senses.get(&"awareness")
	dim.emit_noise(Vector2(0.0, 200.0), 1000.0, 0.2, [target])
	await ticks(1)
	check(senses.get(&"awareness") >= before, "no less sure")
	near(senses.get(&"last_known_position"), dim.at(Vector2(50.0, 0.0)), "where it is seen", 1e-3)
	equal(senses.get(&"memory").get(&"stimulus"), SIGHT)
	dim.move(target, FAR)
	await seconds(1.3)
	var falling: float = senses.get(&"awareness")
	dim.emit_noise(Vector2(0.0, 200.0), 1000.0, 0.2, [target])
	await ticks(1)
	near(senses.get(&"last_known_position"), dim.at(Vector2(0.0, 200.0)), "stored by now", 1e-3)
	near(senses.get(&"awareness"), falling, "no less sure", 2.0 * tick_time() / 3.5)


func test_m01_the_last_known_place_stays_where_sight_was_lost() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	put(dim.wall(Vector2(150.0, 100.0), Vector2(10.0, 160.0)))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var walker := Walker.new(dim, target)
	await seconds(1.0)
	equal(senses.get(&"target"), target, "seen")
	walker.way = [Vector2(200.0, 80.0), Vector2(350.0, 300.0)]
	await ticks_until(func() -> bool: return not recorder.of(&"target_lost").is_empty())
	var kept: Variant = senses.get(&"last_known_position")
	equal(recorder.of(&"target_lost"), [[target, kept]], "told once")
	var confidence: float = senses.get(&"awareness")
	var fell := 0
	while senses.get(&"awareness") > 0.0 and fell < 1000:
		await ticks(1)
		fell += 1
		equal(senses.get(&"last_known_position"), kept, "the place")
		check(senses.get(&"awareness") <= confidence, "confidence never rises")
		confidence = senses.get(&"awareness")
	# It fell from the first missed sample on, lost_delay before it was told.
	near(fell * tick_time(), 3.5 - 0.2, "seconds", 3.0 * tick_time())
	target.free()
	await ticks(3)
	equal(senses.get(&"last_known_position"), kept, "readable when the target is gone")
	equal(recorder.count(&"target_lost"), 1, "and told once")


func test_m02_every_cycle_of_noticing_is_like_the_first() -> void:
	allow_seconds(600.0)
	var senses := senses_at(Vector2.ZERO)
	var target := put(dim.target(FAR))
	await ticks(5)
	var first := -1
	for cycle in 20:
		var recorder := Recorder.new(senses)
		dim.move(target, Vector2(100.0, 0.0))
		var took := await ticks_until(func() -> bool: return senses.get(&"alert_level") == ALERTED)
		first = took if first < 0 else first
		near(took, first, "ticks to be alerted in cycle %d" % cycle, 1.0)
		await ticks_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
		dim.move(target, FAR)
		await ticks_until(func() -> bool: return senses.get(&"awareness") <= 0.0)
		# From 0.1 to 30 seconds more.
		await seconds(0.1 + 29.9 * fmod(cycle * 0.37, 1.0))
		equal(senses.get(&"alert_level"), UNAWARE, "calm in cycle %d" % cycle)
		equal(recorder.count(&"target_spotted"), 1, "spotted in cycle %d" % cycle)
		equal(recorder.count(&"target_lost"), 1, "lost in cycle %d" % cycle)
		equal(recorder.count(&"alert_level_changed"), 4, "changes in cycle %d" % cycle)
		check(senses.call(&"get_tracks").size() <= 1, "tracks in cycle %d" % cycle)


func test_m02_one_who_comes_back_early_is_noticed_no_later() -> void:
	var senses := senses_at(Vector2.ZERO)
	var target := put(dim.target(FAR))
	await ticks(5)
	dim.move(target, Vector2(100.0, 0.0))
	var first := await ticks_until(func() -> bool: return senses.get(&"alert_level") == ALERTED)
	for hidden: float in [0.1, 0.5, 1.0, 2.0, 3.0]:
		await ticks_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
		dim.move(target, FAR)
		await seconds(hidden)
		dim.move(target, Vector2(30.0, 0.0))
		var took := await ticks_until(func() -> bool: return senses.get(&"awareness") >= 1.0)
		check(took <= first * 2, "after %s s: %d ticks" % [hidden, took])


func test_m03_at_the_border_no_level_flickers() -> void:
	allow_seconds(90.0)
	var recorders: Array[Recorder] = []
	var movers: Array[Callable] = []
	var number := 0
	for period: int in [2, 7, 31]:
		for edge: StringName in [&"range", &"cone"]:
			var origin := Vector2(0.0, 2000.0 * number)
			number += 1
			var target := put(dim.target(origin + Vector2(100.0, 0.0)))
			recorders.append(Recorder.new(senses_at(origin)))
			movers.append(_hover.bind(target, origin, period, edge))
	for tick in roundi(20.0 / tick_time()):
		for mover in movers:
			mover.call(tick)
		await ticks(1)
	for recorder in recorders:
		var up := 0
		for change: Array in recorder.of(&"alert_level_changed"):
			up += int(change[0] > change[1])
		check(up <= 2, "%d steps up" % up)
		check(recorder.count(&"alert_level_changed") - up <= 2, "steps down")


func test_m03_hovering_at_a_threshold_changes_a_level_once() -> void:
	for threshold: float in [0.3, 0.1, 0.75, 0.25]:
		var senses := senses_at(Vector2.ZERO)
		senses.get(&"memory").set(&"confidence_fall_time", INF)
		await ticks(3)
		var recorder := Recorder.new(senses)
		for tick in 200:
			var side := 0.01 if tick % 2 == 0 else -0.01
			senses.get(&"memory").set(&"confidence", threshold + side)
			await ticks(1)
		check(recorder.count(&"alert_level_changed") <= 2, "%s: %s" % [threshold, recorder.log])
		senses.get_parent().free()


func test_m03_no_level_ends_before_its_dwell_time() -> void:
	var senses := senses_at(Vector2.ZERO)
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"min_dwell_time", 0.5)
	profile.set(&"fall_time", INF)
	senses.set(&"profile", profile)
	await seconds(0.6)
	var recorder := Recorder.new(senses)
	for tick in roundi(8.0 / tick_time()):
		senses.get(&"memory").set(&"confidence", 1.0 if tick % 14 < 7 else 0.0)
		await ticks(1)
	check(recorder.count(&"alert_level_changed") >= 8, "it does change")
	for index in range(1, recorder.log.size()):
		var stayed: int = recorder.log[index][0] - recorder.log[index - 1][0]
		check(stayed * tick_time() >= 0.5 - tick_time() * 1.5, "stayed for %d ticks" % stayed)


func test_m05_a_search_that_failed_is_over() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await seconds(1.0)
	dim.move(target, FAR)
	await seconds(0.5)
	equal(senses.get(&"has_memory"), true, "somewhere to go")
	senses.call(&"give_up")
	equal(senses.get(&"has_memory"), false, "nowhere to go")
	check(senses.get(&"awareness") > 0.5, "still wary")
	await seconds(3.5)
	equal(senses.get(&"awareness"), 0.0)
	equal(recorder.of(&"target_forgotten"), [[target]], "forgotten with the last doubt")
	equal(senses.call(&"get_tracks"), [])


func test_m08_forgetting_needs_no_other_switch() -> void:
	allow_seconds(120.0)
	var durations: Array[float] = [0.0, 0.5, 5.0, INF]
	var wanted: Array[float] = [0.0, 0.5, 5.0, 30.0]
	for told: bool in [false, true]:
		var all: Array[Node] = []
		var recorders: Array = []
		var targets: Array[Node] = []
		for index in durations.size():
			var place := Vector2(0.0, 2000.0 * index)
			all.append(senses_at(place))
			var profile: Resource = dim.make(&"SensesProfile")
			profile.set(&"memory_duration", durations[index])
			all[index].set(&"profile", profile)
			targets.append(put(dim.target(place + Vector2(50.0, 0.0))))
			recorders.append(Recorder.new(all[index]) if told else null)
		await seconds(1.0)
		var forgot: Array[float] = [-1.0, -1.0, -1.0, -1.0]
		for target in targets:
			dim.move(target, FAR)
		for tick in roundi(31.0 / tick_time()):
			await ticks(1)
			for index in durations.size():
				if forgot[index] < 0.0 and all[index].call(&"get_tracks").is_empty():
					forgot[index] = tick * tick_time()
		for index in durations.size():
			var message := "seconds for %s" % durations[index]
			near(forgot[index], wanted[index], message, 2.0 * tick_time())
			equal(all[index].get(&"has_memory"), false, "polled: nothing is known")
			equal(all[index].get(&"alert_level"), UNAWARE, "polled: calm")
			if told:
				equal(recorders[index].of(&"target_forgotten"), [[targets[index]]], "told once")
		for node: Node in all.map(func(senses: Node) -> Node: return senses.get_parent()) + targets:
			node.free()


func test_m08_only_without_any_fall_it_never_forgets() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	senses.get(&"memory").set(&"confidence_fall_time", INF)
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await seconds(1.0)
	dim.move(target, FAR)
	await seconds(40.0)
	equal(senses.get(&"awareness"), 1.0)
	equal(recorder.count(&"target_forgotten"), 0)
	equal(senses.get(&"has_memory"), true)


func test_m08_sight_and_sound_of_one_target_are_one_belief() -> void:
	var senses := senses_at(Vector2.ZERO)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(8)
	dim.emit_noise(Vector2(100.0, 0.0), 600.0, 1.0, [target])
	await ticks(1)
	equal(senses.call(&"get_tracks").size(), 1, "both in one tick")
	dim.move(target, FAR)
	for turn in 5:
		await seconds(1.0)
		dim.emit_noise(Vector2(0.0, 100.0), 600.0, 1.0, [target])
		await ticks(1)
		var tracks: Array = senses.call(&"get_tracks")
		equal(tracks.size(), 1, "then noise only")
		equal(tracks[0].node, target)
		equal(tracks[0].age, 0.0, "heard just now")
		equal(tracks[0].stimulus, SOUND)


func test_g03_who_is_switched_off_before_its_turn_says_nothing() -> void:
	for how: StringName in [&"enabled", &"queue_free", &"free", &"process_mode", &"remove"]:
		var first := senses_at(Vector2.ZERO)
		var second := senses_at(Vector2(0.0, 20.0))
		var recorder := Recorder.new(second)
		var target := put(dim.target(Vector2(100.0, 10.0)))
		var guard := second.get_parent()
		first.connect(
			&"target_spotted",
			func(_who: Variant) -> void: _switch_off(how, second),
			CONNECT_ONE_SHOT
		)
		await seconds(0.5)
		equal(recorder.log, [], "%s: not even what was pending" % how)
		for thing: Variant in [first.get_parent(), guard, target]:
			if is_instance_valid(thing):
				thing.free()


func test_g03_who_is_off_is_passed_over_and_goes_on_where_it_was() -> void:
	var senses := senses_at(Vector2.ZERO)
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await ticks_until(func() -> bool: return senses.get(&"awareness") >= 0.5)
	var recorder := Recorder.new(senses)
	senses.set(&"enabled", false)
	var before: float = senses.get(&"awareness")
	dim.move(target, FAR)
	equal(dim.emit_noise(Vector2(0.0, 50.0), 600.0, 1.0), 0, "no noise")
	dim.server().call(&"alert_all", &"", dim.at(Vector2(70.0, 0.0)), target, 1.0)
	await seconds(10.0)
	equal(senses.get(&"awareness"), before, "frozen")
	equal(recorder.log, [], "silent")
	senses.set(&"enabled", true)
	await ticks(1)
	near(senses.get(&"awareness"), before, "no jump", 2.0 * tick_time())
	equal(recorder.count(&"ally_alerted") + recorder.count(&"noise_heard"), 0, "nothing is late")
	await seconds(0.5)
	equal(recorder.count(&"target_lost"), 1, "it finds that nobody is there")
	dim.move(target, Vector2(50.0, 0.0))
	await ticks(4)
	equal(recorder.count(&"target_spotted"), 1, "and may spot again")


func test_g05_witnesses_see_with_their_own_eyes() -> void:
	var senses := senses_at(Vector2.ZERO)
	var wall := put(dim.wall(Vector2(75.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(4)
	var event: Variant = dim.eye_at(Vector2(150.0, 0.0))
	equal(senses.call(&"witness", event, 0.4), false, "through a wall")
	wall.process_mode = Node.PROCESS_MODE_DISABLED
	dim.turn(senses.get_parent(), 180.0)
	await ticks(1)
	equal(senses.call(&"witness", event, 0.4), false, "behind its back")
	equal(senses.get(&"awareness"), 0.0, "nothing counts")
	dim.turn(senses.get_parent(), 0.0)
	await ticks(1)
	equal(senses.call(&"witness", event, 0.4), true, "before its eyes")
	near(senses.get(&"awareness"), 0.4, "it counts")
	near(senses.get(&"last_known_position"), event, "the place", 1e-3)


func test_g05_what_is_loud_is_heard_behind_a_wall_and_a_radio_knows_no_walls() -> void:
	var senses := senses_at(Vector2.ZERO, 180.0)
	var recorder := Recorder.new(senses)
	put(dim.wall(Vector2(75.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(4)
	await _noise(Vector2(150.0, 0.0), 1000.0, MUFFLED)
	near(_loudness(recorder), _falloff(senses, 400.0, Vector2(150.0, 0.0)), "muffled", 1e-3)
	dim.server().call(&"alert_all", &"", dim.at(Vector2(150.0, 0.0)), null, 0.9)
	await ticks(1)
	equal(recorder.count(&"ally_alerted"), 1, "by radio")
	near(senses.get(&"awareness"), 0.9, "awareness", 0.02)


func _hover(tick: int, target: Node, origin: Vector2, period: int, edge: StringName) -> void:
	var swing := sin(TAU * tick / period + 0.3)
	if edge == &"range":
		dim.move(target, origin + Vector2(400.0 + 2.0 * swing, 0.0))
	else:
		dim.move(target, origin + Vector2.from_angle(deg_to_rad(45.0 + swing)) * 100.0)


func _switch_off(how: StringName, senses: Node) -> void:
	match how:
		&"enabled":
			senses.set(&"enabled", false)
		&"queue_free":
			senses.get_parent().queue_free()
		&"free":
			senses.get_parent().free()
		&"process_mode":
			senses.get_parent().process_mode = Node.PROCESS_MODE_DISABLED
		&"remove":
			keep(senses.get_parent())
			senses.get_parent().get_parent().remove_child(senses.get_parent())


func _noise(place: Vector2, radius: float, propagation: int) -> void:
	dim.emit_noise(place, radius, 1.0, [null, &"", &"enemies", propagation])
	await ticks(1)


func _loudness(recorder: Recorder) -> float:
	return recorder.of(&"noise_heard")[-1][1] if recorder.count(&"noise_heard") > 0 else 0.0


## How far its ear is from a place on the floor, in pixels.
func _away(senses: Node, place: Vector2) -> float:
	var ear: Variant = senses.get(&"perception").get(&"global_position")
	return (ear - dim.at(place)).length() / dim.length(1.0)


func _falloff(senses: Node, radius: float, place := Vector2.ZERO) -> float:
	return 1.0 - _away(senses, place) / radius

# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## NoiseEmitter and SensesServer.emit_noise with scripts that listen, in either dimension.

## What happened, in order.
var _log: Array = []


func test_defaults_are_those_of_the_contract() -> void:
	var emitter := keep(dim.make(&"NoiseEmitter"))
	var wanted := {
		&"radius": 12.0 if dim.is_3d() else 220.0,
		&"strength": 0.7,
		&"listener_group": &"enemies",
		&"tag": &"",
		&"propagation": 0,
		&"wall_muffle": 0.4,
		&"occlusion_mask": 1,
	}
	for member: StringName in wanted:
		var value: Variant = wanted[member]
		if value is float:
			near(emitter.get(member), value, member, 1e-6)
		else:
			equal(emitter.get(member), value, member)
	equal(dim.constant(&"NoiseEmitter", &"STRAIGHT"), 0)
	equal(dim.constant(&"NoiseEmitter", &"MUFFLED"), 1)
	equal(dim.constant(&"NoiseEmitter", &"NAVIGATION"), 2)


func test_nonsense_is_refused_with_one_warning() -> void:
	var bad := {
		&"radius": [NAN, -1.0],
		&"strength": [NAN, INF],
		&"propagation": [7, -1],
		&"wall_muffle": [NAN, INF],
	}
	for member: StringName in bad:
		for value: Variant in bad[member]:
			var emitter := put(dim.emitter(Vector2.ZERO))
			check_refused(emitter, member, value)
			emitter.free()


func test_loudness_falls_linearly_with_distance() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	emitter.set(&"strength", 0.8)
	for distance: float in [0.0, 1.0, 75.0, 150.0, 299.0]:
		var ear := put(dim.listener(Vector2(0.0, distance)))
		equal(emitter.call(&"emit"), 1, "told at %s" % distance)
		equal(ear.calls.size(), 1, "calls at %s" % distance)
		near(ear.calls[0][0], dim.zero(), "origin")
		near(ear.calls[0][1], 0.8 * (1.0 - distance / 300.0), "strength at %s" % distance)
		ear.free()


func test_at_and_past_the_radius_nobody_is_told() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	for distance: float in [300.0, 301.0, 1e6]:
		var ear := put(dim.listener(Vector2(distance, 0.0)))
		equal(emitter.call(&"emit"), 0, "told at %s" % distance)
		equal(ear.calls.size(), 0, "calls at %s" % distance)
		ear.free()


func test_emit_is_emit_noise_where_it_stands() -> void:
	var emitter := put(dim.emitter(Vector2(1000.0, 0.0)))
	var ear := put(dim.listener(Vector2(1150.0, 0.0)))
	emitter.call(&"emit")
	emitter.call(&"emit_noise", dim.at(Vector2(1000.0, 0.0)), dim.length(300.0), 1.0)
	equal(ear.calls.size(), 2, "calls")
	near(ear.calls[1][0], ear.calls[0][0], "origin", 1e-3)
	near(ear.calls[1][1], ear.calls[0][1], "strength")
	near(ear.calls[0][1], 0.5, "strength", 1e-3)


func test_a_thrown_rock_sounds_where_it_lands() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	var ear := put(dim.listener(Vector2(2000.0, 0.0)))
	equal(emitter.call(&"emit_noise", dim.at(Vector2(1900.0, 0.0)), dim.length(200.0), 1.0), 1)
	near(ear.calls[0][0], dim.at(Vector2(1900.0, 0.0)), "origin", 1e-3)
	near(ear.calls[0][1], 0.5, "strength", 1e-3)


func test_a_radius_without_end_has_no_falloff() -> void:
	var ear := put(dim.listener(Vector2(1e6, 0.0)))
	equal(dim.emit_noise(Vector2.ZERO, INF, 0.4), 1)
	near(ear.calls[0][1], 0.4, "strength")


func test_more_than_full_strength_is_full_strength() -> void:
	var ear := put(dim.listener(Vector2(150.0, 0.0)))
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 2.0), 1)
	near(ear.calls[0][1], 0.5, "strength", 1e-3)


func test_no_noise_is_nothing_at_all() -> void:
	var ear := put(dim.listener(Vector2.ZERO))
	var emitter := put(dim.emitter(Vector2.ZERO))
	emitter.connect(&"noise_made", _on_noise)
	dim.noise_signal().connect(_on_server_noise)
	for entry: Array in [[0.0, 1.0], [-50.0, 1.0], [100.0, 0.0], [100.0, -1.0], [0.0, 0.0]]:
		equal(dim.emit_noise(Vector2.ZERO, entry[0], entry[1]), 0, str(entry))
		var radius := dim.length(entry[0])
		equal(emitter.call(&"emit_noise", dim.zero(), radius, entry[1]), 0, str(entry))
	await ticks(3)
	equal(ear.calls.size(), 0, "calls")
	equal(_log, [], "signals")


func test_what_is_no_number_is_nothing_and_warns_once() -> void:
	var ear := put(dim.listener(Vector2.ZERO))
	dim.noise_signal().connect(_on_server_noise)
	var bad: Array = [
		[dim.spoilt(NAN), 10.0, 1.0],
		[dim.spoilt(INF), 10.0, 1.0],
		[dim.zero(), NAN, 1.0],
		[dim.zero(), 10.0, NAN],
		[dim.spoilt(NAN), INF, NAN],
	]
	for entry: Array in bad:
		var emitter := put(dim.emitter(Vector2.ZERO))
		emitter.connect(&"noise_made", _on_noise)
		for turn in 3:
			equal(emitter.callv(&"emit_noise", entry), 0, str(entry))
		check_warned([str(emitter.get_path()), "emit_noise"])
		emitter.free()
	equal(ear.calls.size(), 0, "calls")
	equal(_log, [], "signals")


func test_an_emitter_at_no_place_is_silent() -> void:
	var ear := put(dim.listener(Vector2.ZERO))
	var emitter := put(dim.emitter(Vector2.ZERO))
	emitter.set(&"position", dim.spoilt(NAN))
	equal(emitter.call(&"emit"), 0)
	equal(ear.calls.size(), 0, "calls")
	check_warned([str(emitter.get_path())])


func test_a_listener_at_no_place_hears_nothing() -> void:
	var ear := put(dim.listener(Vector2.ZERO))
	ear.set(&"position", dim.spoilt(NAN))
	equal(dim.emit_noise(Vector2.ZERO, INF, 1.0), 0)
	equal(ear.calls.size(), 0, "calls")


func test_arguments_are_as_many_as_the_listener_takes() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	emitter.set(&"tag", &"glass")
	var wanted := {
		"origin, strength": 2,
		"origin, strength, source = null": 2,
		"origin, strength, source, tag": 4,
		"origin, strength, source = null, tag = &''": 4,
		"origin, strength, source, tag, more = 5": 4,
		"origin, strength = 0.0": 2,
	}
	for signature: String in wanted:
		var ear := put(dim.listener(Vector2(150.0, 0.0), signature))
		equal(emitter.call(&"emit"), 1, signature)
		equal(ear.calls.size(), 1, signature)
		var call: Array = ear.calls[0]
		near(call[1], 0.5, signature, 1e-3)
		if wanted[signature] == 4:
			equal(call[3], &"glass", signature)
		elif call.size() > 2:
			equal(call[2], null, signature)
		ear.free()


func test_the_source_is_the_body_that_made_it() -> void:
	var body := put(dim.target(Vector2.ZERO))
	var emitter := put(dim.emitter(Vector2.ZERO), put(dim.spot(Vector2.ZERO), body))
	var ear := put(dim.listener(Vector2(150.0, 0.0), "origin, strength, source, tag"))
	emitter.call(&"emit")
	equal(ear.calls[0][2], body, "the body above it")
	equal(ear.calls[0][3], &"", "no tag")
	var holder := put(dim.spot(Vector2.ZERO))
	emitter.reparent(holder)
	emitter.call(&"emit")
	equal(ear.calls[1][2], holder, "no body: its parent")


func test_the_server_hands_source_and_tag_on() -> void:
	var rock := put(dim.spot(Vector2.ZERO))
	var ear := put(dim.listener(Vector2(150.0, 0.0), "origin, strength, source, tag"))
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0, [rock, &"rock"]), 1)
	equal(ear.calls[0][2], rock)
	equal(ear.calls[0][3], &"rock")
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 1)
	equal(ear.calls[1][2], null, "nobody's")


func test_a_freed_or_wrong_source_is_no_source_and_warns() -> void:
	var ear := put(dim.listener(Vector2(150.0, 0.0), "origin, strength, source, tag"))
	var freed := dim.spot(Vector2.ZERO)
	freed.free()
	for source: Variant in [freed, 7, Resource.new()]:
		equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0, [source]), 1, "told all the same")
		equal(ear.calls[-1][2], null, "source")
	var told := warnings(["SensesServer", "source"])
	between(told, 1, 3, "warnings")
	expect_warning(["SensesServer", "source"], told)


func test_only_the_group_named_is_told() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	var enemy := put(dim.listener(Vector2(150.0, 0.0)))
	var dog := put(dim.listener(Vector2(150.0, 0.0)))
	dog.remove_from_group(&"enemies")
	dog.add_to_group(&"dogs")
	equal(emitter.call(&"emit"), 1, "enemies")
	emitter.set(&"listener_group", &"dogs")
	equal(emitter.call(&"emit"), 1, "dogs")
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0, [null, &"", &"dogs"]), 1, "by the server")
	equal(enemy.calls.size(), 1, "enemy")
	equal(dog.calls.size(), 2, "dog")
	emitter.set(&"listener_group", &"")
	equal(emitter.call(&"emit"), 0, "an empty group is for EnemySenses only")
	equal(enemy.calls.size() + dog.calls.size(), 3, "scripts are not told")


func test_group_members_that_cannot_listen_are_passed_over() -> void:
	for stray: Node in [Node.new(), dim.stranger(), dim.spot(Vector2.ZERO), Control.new()]:
		put(stray).add_to_group(&"enemies")
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 0)
	var ear := put(dim.listener(Vector2.ZERO))
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 1)
	equal(ear.calls.size(), 1)


func test_a_listener_that_cannot_be_called_is_passed_over_and_noises_go_on() -> void:
	var bad := put(dim.listener(Vector2.ZERO, "origin, strength, source"))
	var ear := put(dim.listener(Vector2.ZERO))
	equal(dim.emit_noise(Vector2.ZERO, 100.0, 1.0), 1, "only the good one is told")
	equal(ear.calls.size(), 1, "the good one")
	bad.free()
	equal(dim.emit_noise(Vector2.ZERO, 100.0, 1.0), 1, "it goes on")
	expect_warning(["hear_sound()", "takes neither"])


func test_listeners_are_told_in_tree_order_and_at_once() -> void:
	var holder := put(dim.spot(Vector2.ZERO))
	var last := put(dim.listener(Vector2(10.0, 0.0)))
	var second := put(dim.listener(Vector2(200.0, 0.0)), holder)
	var first := put(dim.listener(Vector2(100.0, 0.0)), holder)
	holder.move_child(first, 0)
	for ear: Node in [last, second, first]:
		ear.on_heard = _note.bind(ear)
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 3)
	equal(_log, [first, second, last])


func test_noise_made_comes_first_and_also_when_nobody_is_near() -> void:
	var emitter := put(dim.emitter(Vector2(60.0, 0.0)))
	emitter.connect(&"noise_made", _on_noise)
	equal(emitter.call(&"emit"), 0, "nobody")
	equal(_log.size(), 1, "announced")
	near(_log[0][1], dim.at(Vector2(60.0, 0.0)), "origin", 1e-3)
	near(_log[0][2], dim.length(300.0), "radius", 1e-3)
	near(_log[0][3], 1.0, "strength")
	_log.clear()
	var ear := put(dim.listener(Vector2(150.0, 0.0)))
	ear.on_heard = _note.bind("heard")
	emitter.call(&"emit")
	equal(_log[0][0], "noise_made", "first")
	equal(_log[1], "heard", "then")


func test_the_server_announces_its_noises() -> void:
	dim.noise_signal().connect(_on_server_noise)
	var rock := put(dim.spot(Vector2.ZERO))
	dim.emit_noise(Vector2(60.0, 0.0), 100.0, 0.5, [rock, &"rock"])
	equal(_log.size(), 1, "announced")
	near(_log[0][1], dim.at(Vector2(60.0, 0.0)), "origin", 1e-3)
	near(_log[0][2], dim.length(100.0), "radius", 1e-3)
	near(_log[0][3], 0.5, "strength")
	equal(_log[0][4], rock, "source")
	equal(_log[0][5], &"rock", "tag")
	rock.free()
	dim.emit_noise(Vector2(60.0, 0.0), 100.0, 0.5)
	equal(_log[1][4], null, "no source")


func test_the_maker_is_not_told() -> void:
	var body: Node = put(dim.listener(Vector2.ZERO))
	var emitter := put(dim.emitter(Vector2.ZERO), body)
	var other := put(dim.listener(Vector2(50.0, 0.0)))
	equal(emitter.call(&"emit"), 1, "the parent is the source")
	equal(body.calls.size(), 0, "maker")
	equal(other.calls.size(), 1, "other")
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0, [other]), 1, "source named")
	equal(other.calls.size(), 1, "source is not told")


func test_ears_on_the_makers_body_are_not_told() -> void:
	var body := put(dim.guard(Vector2.ZERO))
	var emitter := put(dim.emitter(Vector2.ZERO), body)
	var own_ear := put(dim.listener(Vector2.ZERO), put(dim.spot(Vector2.ZERO), body))
	equal(emitter.call(&"emit"), 0)
	equal(own_ear.calls.size(), 0)
	own_ear.reparent(self)
	equal(emitter.call(&"emit"), 1, "an ear of its own")


func test_who_sleeps_or_is_paused_is_not_told() -> void:
	var ear := put(dim.listener(Vector2.ZERO))
	ear.process_mode = Node.PROCESS_MODE_DISABLED
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 0, "disabled")
	ear.process_mode = Node.PROCESS_MODE_INHERIT
	get_tree().paused = true
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 0, "paused")
	ear.process_mode = Node.PROCESS_MODE_ALWAYS
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 1, "never paused")
	get_tree().paused = false
	remove_child(ear)
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 0, "out of the tree")
	add_child(ear)
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 1, "back")
	equal(ear.calls.size(), 2, "calls")


func test_other_worlds_hear_nothing() -> void:
	var other := put(dim.world())
	var here := put(dim.listener(Vector2.ZERO))
	var there := put(dim.listener(Vector2.ZERO), other)
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 1, "the root's world")
	equal(here.calls.size(), 1)
	equal(there.calls.size(), 0)
	var emitter := put(dim.emitter(Vector2.ZERO), other)
	equal(emitter.call(&"emit"), 1, "the emitter's world")
	equal(here.calls.size(), 1)
	equal(there.calls.size(), 1)
	var rock := put(dim.spot(Vector2.ZERO), other)
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0, [rock]), 1, "the source's world")
	equal(there.calls.size(), 2)


func test_an_answer_to_a_noise_waits_for_the_next_tick() -> void:
	var asker := put(dim.listener(Vector2.ZERO))
	var ear := put(dim.listener(Vector2(150.0, 0.0)))
	dim.noise_signal().connect(_on_server_noise)
	asker.on_heard = _answer_once.bind(asker)
	equal(dim.emit_noise(Vector2.ZERO, 100.0, 1.0), 1, "only the asker is near")
	equal(ear.calls.size(), 0, "the answer waits")
	equal(_log.size(), 2, "the noise, and the answer's return")
	equal(_log[1], 0, "emit_noise from inside a delivery returns 0")
	await ticks(2)
	equal(ear.calls.size(), 1, "then it comes")
	equal(asker.calls.size(), 1, "not to its maker")
	equal(_log.size(), 3, "announced then")
	await ticks(5)
	equal(ear.calls.size(), 1, "once")


func test_two_dogs_that_answer_each_other_alternate() -> void:
	var dogs: Array[Node] = []
	for index in 2:
		dogs.append(put(dim.listener(Vector2(50.0 * index, 0.0))))
	for dog in dogs:
		dog.on_heard = _bark.bind(dog)
	dim.emit_noise(Vector2.ZERO, 300.0, 1.0, [dogs[1]])
	for tick in 20:
		await ticks(1)
	var barks: Array = _log.duplicate()
	between(barks.size(), 19, 22, "barks in 20 ticks")
	for index in barks.size():
		equal(barks[index], dogs[index % 2], "bark %d" % index)
	for dog in dogs:
		dog.on_heard = Callable()


func test_a_listener_that_emits_without_end_does_not_hang_the_game() -> void:
	var ear := put(dim.listener(Vector2.ZERO))
	var echo := put(dim.listener(Vector2.ZERO))
	ear.on_heard = _emit_many
	echo.on_heard = _emit_many
	dim.emit_noise(Vector2.ZERO, 300.0, 1.0)
	await ticks(3)
	ear.on_heard = Callable()
	echo.on_heard = Callable()
	between(ear.calls.size(), 2, 1 + 3 * 1024, "calls: at most 1,024 wait")
	await ticks(3)
	var calm: int = ear.calls.size()
	await ticks(5)
	equal(ear.calls.size(), calm, "and it ends")


func test_a_waiting_answer_outlives_its_source() -> void:
	var asker := put(dim.listener(Vector2.ZERO))
	var ear := put(dim.listener(Vector2(150.0, 0.0), "origin, strength, source, tag"))
	asker.on_heard = _answer_and_go.bind(asker)
	dim.emit_noise(Vector2.ZERO, 100.0, 1.0)
	await ticks(3)
	equal(ear.calls.size(), 1, "the answer came")
	equal(ear.calls[0][2], null, "a freed source is none")


func test_a_handler_of_noise_made_may_emit_at_once() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	var ear := put(dim.listener(Vector2(50.0, 0.0)))
	emitter.connect(&"noise_made", _echo_once)
	equal(emitter.call(&"emit"), 1)
	equal(ear.calls.size(), 2, "both noises")
	near(ear.calls[0][1], 0.5, "the echo was told first", 1e-3)


func test_listeners_may_free_one_another_and_the_emitter() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	var killer := put(dim.listener(Vector2(10.0, 0.0)))
	var victim := put(dim.listener(Vector2(20.0, 0.0)))
	var third := put(dim.listener(Vector2(30.0, 0.0)))
	killer.on_heard = _free_and_go.bind(victim, emitter)
	emitter.call(&"emit")
	equal(killer.calls.size(), 1)
	equal(third.calls.size(), 1, "the rest is told")
	check(not is_instance_valid(victim), "gone")
	await ticks(2)
	check(not is_instance_valid(emitter), "gone")


func test_a_handler_may_free_the_listeners() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	var ear := put(dim.listener(Vector2(10.0, 0.0)))
	emitter.connect(&"noise_made", func(_o: Variant, _r: float, _s: float) -> void: ear.free())
	equal(emitter.call(&"emit"), 0)
	check(not is_instance_valid(ear), "gone")


func test_who_is_about_to_go_hears_nothing() -> void:
	var ear := put(dim.listener(Vector2(10.0, 0.0)))
	ear.queue_free()
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 0)
	equal(ear.calls.size(), 0)


func test_audibility_tells_nobody() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	emitter.connect(&"noise_made", _on_noise)
	var ear := put(dim.listener(Vector2(150.0, 0.0)))
	near(emitter.call(&"audibility", ear), 0.5, "half way", 1e-3)
	emitter.set(&"strength", 0.5)
	near(emitter.call(&"audibility", ear), 0.25, "half as loud", 1e-3)
	dim.move(ear, Vector2(300.0, 0.0))
	equal(emitter.call(&"audibility", ear), 0.0, "at the radius")
	emitter.set(&"radius", INF)
	near(emitter.call(&"audibility", ear), 0.5, "no falloff")
	emitter.set(&"radius", 0.0)
	equal(emitter.call(&"audibility", ear), 0.0, "no radius")
	equal(ear.calls.size(), 0, "calls")
	equal(_log, [], "signals")


func test_audibility_of_what_is_no_node_is_zero() -> void:
	var freed := dim.listener(Vector2.ZERO)
	freed.free()
	for value: Variant in [freed, 7, "dog", keep(Node.new()), keep(dim.stranger())]:
		var emitter := put(dim.emitter(Vector2.ZERO))
		for turn in 2:
			equal(emitter.call(&"audibility", value), 0.0, str(value))
		check_warned([str(emitter.get_path()), "audibility"])
		emitter.free()
	var quiet := put(dim.emitter(Vector2.ZERO))
	equal(quiet.call(&"audibility", null), 0.0, "null")
	equal(quiet.call(&"audibility", keep(dim.listener(Vector2.ZERO))), 0.0, "out of the tree")


func test_an_emitter_outside_the_tree_is_silent() -> void:
	put(dim.listener(Vector2.ZERO))
	var emitter: Node = keep(dim.emitter(Vector2.ZERO))
	equal(emitter.call(&"emit"), 0, "emit")
	equal(emitter.call(&"emit_noise", dim.zero(), dim.length(300.0), 1.0), 0, "emit_noise")
	var told := warnings([dim.title(&"NoiseEmitter"), "tree"])
	between(told, 1, 2, "it says why")
	expect_warning([dim.title(&"NoiseEmitter"), "tree"], told)


func test_noises_leave_nothing_behind() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	var ear := put(dim.listener(Vector2(150.0, 0.0)))
	emitter.call(&"emit")
	ear.calls.clear()
	await ticks(2)
	var before := Performance.get_monitor(Performance.OBJECT_COUNT)
	for turn in 200:
		emitter.call(&"emit")
		dim.emit_noise(Vector2.ZERO, 300.0, 1.0)
		emitter.call(&"audibility", ear)
	equal(Performance.get_monitor(Performance.OBJECT_COUNT), before, "objects")


func _on_noise(origin: Variant, radius: float, strength: float) -> void:
	_log.append(["noise_made", origin, radius, strength])


func _on_server_noise(
	origin: Variant, radius: float, strength: float, source: Variant, tag: StringName
) -> void:
	_log.append(["noise_made", origin, radius, strength, source, tag])


func _note(what: Variant) -> void:
	_log.append(what)


func _answer_once(asker: Node) -> void:
	_log.append(dim.emit_noise(Vector2.ZERO, 300.0, 1.0, [asker]))


func _answer_and_go(asker: Node) -> void:
	dim.emit_noise(Vector2.ZERO, 300.0, 1.0, [asker])
	asker.queue_free()


func _bark(dog: Node) -> void:
	_log.append(dog)
	dim.emit_noise(dim.place_of(dog), 300.0, 1.0, [dog])


func _emit_many() -> void:
	for turn in 3:
		dim.emit_noise(Vector2.ZERO, 300.0, 1.0)


func _echo_once(_origin: Variant, _radius: float, strength: float) -> void:
	if strength > 0.9:
		dim.emit_noise(Vector2.ZERO, 100.0, strength)


func _free_and_go(victim: Node, emitter: Node) -> void:
	# The emitter is in the middle of a call, the engine itself lets nobody free it there.
	emitter.queue_free()
	victim.free()

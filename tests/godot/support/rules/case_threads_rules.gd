# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## Physics on its own thread, calls from other threads, nodes processed in threads: never a crash,
## never "visible" without a space to ask, one warning that says why.

const Caller := preload("res://support/caller.gd")
const Recorder := preload("res://support/recorder.gd")
const METHODS: Array[StringName] = [
	&"can_see", &"has_line_of_sight", &"get_visible_target", &"can_see_point"
]

var _target: Node
var _eyes := {}
var _all := {}
var _from_thread := {}
var _told_on := -1


func test_t03_every_query_answers_from_everywhere() -> void:
	_target = put(dim.target(Vector2(100.0, 0.0)))
	for place in Caller.PLACES:
		_eyes[place] = put(dim.guard(Vector2.ZERO)).get_node(^"Eye")
	await ticks(3)
	# From a process step, where physics on its own thread answers nobody.
	await get_tree().process_frame
	var caller := Caller.new()
	caller.ask = _ask_all
	put(caller)
	await ticks(30)
	equal(caller.answers.size(), Caller.PLACES.size(), "places in %s" % [caller.answers.keys()])
	for place in Caller.PLACES:
		var open := not _threaded() or place in [&"_physics_process", &"physics_frame"]
		for method in METHODS:
			equal(caller.answers[place][method], open, "%s from %s" % [method, place])
		var told: Dictionary = caller.answers[place].explain
		equal(told.gate, &"none" if open else &"no_space", "gate from %s" % place)
		var path: String = str(_eyes[place].get_path())
		check_warned([path], 0 if open else 1)


func test_t03_what_needs_no_ray_is_answered_without_a_space() -> void:
	var eye := put(dim.guard(Vector2.ZERO)).get_node(^"Eye")
	var near_by := put(dim.target(Vector2(100.0, 0.0)))
	var far := put(dim.target(Vector2(4000.0, 0.0)))
	await ticks(2)
	await get_tree().process_frame
	equal(eye.call(&"is_in_range", near_by), true)
	equal(eye.call(&"is_in_cone", near_by), true)
	equal(eye.call(&"is_in_range", far), false)
	equal(eye.call(&"explain", far).gate, &"range", "the first gate that fails needs no space")


func test_t03_noises_need_no_space() -> void:
	var emitter := put(dim.emitter(Vector2.ZERO))
	var ear := put(dim.listener(Vector2(150.0, 0.0)))
	await get_tree().process_frame
	equal(emitter.call(&"emit"), 1)
	near(emitter.call(&"audibility", ear), 0.5, "audibility", 1e-3)
	equal(ear.calls.size(), 1)


func test_t04_a_memory_may_live_in_a_thread() -> void:
	var thread := Thread.new()
	thread.start(_remember)
	near(thread.wait_to_finish(), 0.5, "confidence")
	var task := WorkerThreadPool.add_task(_remember)
	equal(WorkerThreadPool.wait_for_task_completion(task), OK)


func test_t04_what_would_read_a_place_from_a_thread_is_refused_with_one_message() -> void:
	var memory := dim.make(&"EnemyMemory")
	var emitter := put(dim.emitter(Vector2.ZERO))
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(100.0, 0.0)))
	for call: Callable in [
		memory.update.bind(target, 0.1), emitter.emit, emitter.audibility.bind(target)
	]:
		var thread := Thread.new()
		thread.start(call)
		thread.wait_to_finish()
	check_warned(["update()", "thread"])
	check_warned(["emit_noise()", "thread"])
	equal(memory.get(&"confidence"), 0.0, "nothing happened")
	var reader := Thread.new()
	reader.start(eye.get.bind(&"facing"))
	check(reader.wait_to_finish() != dim.zero(), "it looks somewhere")


func test_t04_a_belief_can_be_read_and_set_from_a_thread() -> void:
	var memory := dim.make(&"EnemyMemory")
	memory.set(&"confidence", 0.25)
	var eye := put(dim.eye(Vector2.ZERO))
	var thread := Thread.new()
	thread.start(_read_and_set.bind(memory, eye))
	near(thread.wait_to_finish(), 0.25, "read")
	near(memory.get(&"confidence"), 0.75, "set")
	near(eye.get(&"view_angle"), 33.0, "a property of a node")


func test_t04_a_noise_from_a_thread_waits_or_is_refused() -> void:
	var ear := put(dim.listener(Vector2(150.0, 0.0)))
	ear.on_heard = func() -> void: _told_on = OS.get_thread_caller_id()
	var thread := Thread.new()
	thread.start(dim.emit_noise.bind(Vector2.ZERO, 300.0, 1.0))
	equal(thread.wait_to_finish(), 0, "nobody is told from there")
	equal(ear.calls.size(), 0, "at once")
	await ticks(3)
	if ear.calls.is_empty():
		check_warned(["emit_noise", "thread"])
	else:
		equal(ear.calls.size(), 1, "once")
		equal(_told_on, OS.get_main_thread_id(), "on the main thread")


func test_t04_queries_from_a_thread_see_nothing() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(2)
	var thread := Thread.new()
	thread.start(func() -> bool: return eye.call(&"can_see", target))
	equal(thread.wait_to_finish(), false)
	check_warned([dim.title(&"EnemyPerception"), "thread"])


func test_t04_an_eye_in_a_thread_group_is_blind_and_says_so() -> void:
	var group := put(dim.spot(Vector2.ZERO))
	group.process_thread_group = Node.PROCESS_THREAD_GROUP_SUB_THREAD
	var eye := put(dim.eye(Vector2.ZERO), group)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	var asker := put(_Asker.new(), group) as _Asker
	asker.ask = eye.call.bind(&"can_see", target)
	await ticks(6)
	asker.ask = Callable()
	check(asker.answers.size() >= 4, "it was asked from the thread")
	check(not asker.answers.has(true), "blind")
	check_warned([dim.title(&"EnemyPerception"), "thread"])


func test_t04_a_level_with_fifty_guards_loads_in_a_thread() -> void:
	var level := dim.spot(Vector2.ZERO)
	for index in 50:
		var guard := dim.guard(Vector2(30.0 * index, 0.0))
		level.add_child(guard)
		guard.owner = level
		for child in guard.get_children():
			child.owner = level
	var scene := PackedScene.new()
	equal(scene.pack(level), OK)
	level.free()
	var path := "user://fifty_guards_%s.scn" % dim.node_class()
	equal(ResourceSaver.save(scene, path), OK)
	equal(ResourceLoader.load_threaded_request(path, "PackedScene", true, 0), OK)
	await _until_loaded(path)
	var loaded: PackedScene = ResourceLoader.load_threaded_get(path)
	var thread := Thread.new()
	thread.start(loaded.instantiate)
	var copy := put(thread.wait_to_finish())
	equal(copy.get_child_count(), 50, "guards")
	var target := put(dim.target(Vector2(1500.0 + 100.0, 0.0)))
	await ticks(2)
	var last := copy.get_child(49).get_node(^"Eye")
	equal(last.call(&"can_see", target), true, "and they see")
	near(last.get(&"view_range"), dim.length(400.0), "with their own range", 1e-3)


func test_t04_properties_can_be_listed_from_a_thread() -> void:
	var titles: Array[StringName] = [
		&"EnemyPerception",
		&"EnemyMemory",
		&"NoiseEmitter",
		&"EnemySenses",
		&"SensesProfile",
		&"StealthTarget",
		&"FootstepEmitter",
	]
	for base in titles:
		var thing := keep_any(dim.make(base))
		var thread := Thread.new()
		thread.start(thing.get_property_list)
		var listed: Array = thread.wait_to_finish()
		check(listed.size() > 5, "%s: %d properties" % [base, listed.size()])


func test_t03_enemies_see_and_hear_as_ever() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await seconds(0.5)
	equal(senses.get(&"target"), target, "seen")
	# Also a noise that is made where nobody may ask the space.
	await get_tree().process_frame
	put(dim.wall(Vector2(0.0, 50.0), Vector2(100.0, 10.0)))
	await ticks(3)
	await get_tree().process_frame
	dim.emit_noise(Vector2(0.0, 100.0), 1000.0, 1.0, [null, &"", &"enemies", 1])
	await ticks(1)
	equal(recorder.count(&"noise_heard"), 1, "heard")
	var ear: Variant = senses.get(&"perception").get(&"global_position")
	var away: float = (ear - dim.at(Vector2(0.0, 100.0))).length() / dim.length(400.0)
	near(recorder.of(&"noise_heard")[0][1], 1.0 - away, "through a wall", 1e-3)


func test_t03_an_update_by_hand_from_everywhere_is_never_wrongly_sure() -> void:
	_target = put(dim.target(Vector2(100.0, 0.0)))
	put(dim.wall(Vector2(0.0, 100.0), Vector2(100.0, 10.0)))
	var hidden: Variant = dim.eye_at(Vector2(0.0, 200.0))
	for place in Caller.PLACES:
		var senses := senses_at(Vector2.ZERO)
		senses.set(&"update_mode", 1)
		_all[place] = senses
	await ticks(3)
	await get_tree().process_frame
	var caller := Caller.new()
	caller.ask = func(place: StringName) -> Dictionary:
		var senses: Node = _all[place]
		for turn in 6:
			senses.call(&"update", 0.1)
		var awareness: float = senses.get(&"awareness")
		return {"awareness": awareness, "witness": senses.call(&"witness", hidden, 1.0)}
	put(caller)
	await ticks(30)
	equal(caller.answers.size(), Caller.PLACES.size(), "places in %s" % [caller.answers.keys()])
	for place in Caller.PLACES:
		var open := not _threaded() or place in [&"_physics_process", &"physics_frame"]
		equal(caller.answers[place].witness, false, "a place behind a wall, from %s" % place)
		equal(caller.answers[place].awareness > 0.0, open, "aware from %s" % place)
	var came := warnings("space")
	check(came == 0 if not _threaded() else came >= 1, "%d warnings" % came)
	check_warned("space", came)


func test_t04_an_enemy_can_be_read_and_told_from_a_thread() -> void:
	var senses := senses_at(Vector2.ZERO, 180.0)
	await ticks(3)
	for how: StringName in [&"thread", &"pool"]:
		_from_thread.clear()
		if how == &"thread":
			var thread := Thread.new()
			thread.start(_use_from_a_thread.bind(senses))
			thread.wait_to_finish()
		else:
			var task := WorkerThreadPool.add_task(_use_from_a_thread.bind(senses))
			equal(WorkerThreadPool.wait_for_task_completion(task), OK)
		equal(_from_thread.level, 0, "%s: level" % how)
		near(_from_thread.awareness, 0.0, "%s: awareness" % how)
		equal(_from_thread.profile, dim.title(&"SensesProfile"), "%s: a new profile" % how)
		near(_from_thread.rise, 0.25, "%s: its member" % how)
		equal(senses.get(&"squad"), &"told", "%s: a property" % how)
		await ticks(2)
		near(senses.get(&"awareness"), 0.5, "%s: told" % how, 0.03)
		senses.call(&"forget_target")
		senses.set(&"squad", &"")
		await ticks(2)


func test_t04_what_needs_the_tree_is_refused_in_a_thread() -> void:
	var senses := senses_at(Vector2.ZERO)
	put(dim.target(Vector2(9000.0, 0.0)))
	await ticks(3)
	senses.set(&"update_mode", 1)
	var thread := Thread.new()
	thread.start(
		func() -> bool:
			senses.call(&"update", 0.1)
			return senses.call(&"witness", dim.eye_at(Vector2(50.0, 0.0)), 1.0)
	)
	equal(thread.wait_to_finish(), false, "not seen")
	equal(senses.get(&"awareness"), 0.0)
	var came := warnings("thread")
	between(came, 1, 2, "warnings")
	check_warned("thread", came)


func test_t04_enemies_in_a_thread_group_do_no_harm() -> void:
	var group := put(dim.spot(Vector2.ZERO))
	group.process_thread_group = Node.PROCESS_THREAD_GROUP_SUB_THREAD
	var senses := senses_at(Vector2.ZERO, 0.0, group)
	var asker := put(_Asker.new(), group) as _Asker
	asker.ask = func() -> bool: return senses.get(&"awareness") >= 0.0
	put(dim.target(Vector2(100.0, 0.0)))
	await seconds(0.5)
	asker.ask = Callable()
	check(asker.answers.size() >= 10, "it was read from the thread")
	check(not asker.answers.has(false), "and had an awareness")
	between(senses.get(&"awareness"), 0.0, 1.0, "awareness")
	check_warned("thread", warnings("thread"))


func test_t04_a_level_with_fifty_enemies_loads_in_a_thread() -> void:
	var level := dim.spot(Vector2.ZERO)
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"sight_rise_time", 0.1)
	for index in 50:
		var guard := dim.senses_guard(Vector2(0.0, 30.0 * index))
		guard.get_node(^"Senses").set(&"profile", profile)
		level.add_child(guard, true)
	level.add_child(dim.target(Vector2(100.0, 0.0)))
	profile = null
	var path := save_scene(level, "fifty_enemies")
	equal(ResourceLoader.load_threaded_request(path, "PackedScene", true, 0), OK)
	await _until_loaded(path)
	var loaded: PackedScene = ResourceLoader.load_threaded_get(path)
	var thread := Thread.new()
	thread.start(loaded.instantiate)
	var copy := put(thread.wait_to_finish())
	await seconds(0.5)
	equal(dim.server().call(&"get_stats").agents, 50, "agents")
	var senses := copy.get_child(0).get_node(^"Senses")
	near(senses.get(&"profile").get(&"sight_rise_time"), 0.1, "its profile")
	equal(senses.get(&"target"), copy.get_node(^"Target"), "and it sees")


## Waits for a load in a thread to end.
func _until_loaded(path: String) -> void:
	while ResourceLoader.load_threaded_get_status(path) == ResourceLoader.THREAD_LOAD_IN_PROGRESS:
		# Frames take no time here; leave some to the loading thread.
		OS.delay_msec(5)
		await get_tree().process_frame
	# Who fetches it while the loading thread is on its way out makes the engine leak its own token.
	OS.delay_msec(50)


## Frees a node after the test; counted things free themselves.
func keep_any(thing: Object) -> Object:
	return thing if thing is RefCounted else keep(thing)


func _threaded() -> bool:
	var place := "3d" if dim.is_3d() else "2d"
	return ProjectSettings.get_setting("physics/%s/run_on_separate_thread" % place)


func _ask_all(place: StringName) -> Dictionary:
	var eye: Node = _eyes[place]
	return {
		&"can_see": eye.call(&"can_see", _target),
		&"has_line_of_sight": eye.call(&"has_line_of_sight", _target),
		&"get_visible_target": eye.call(&"get_visible_target") == _target,
		&"can_see_point": eye.call(&"can_see_point", dim.eye_at(Vector2(100.0, 0.0))),
		"explain": eye.call(&"explain", _target),
	}


func _remember() -> float:
	var memory := dim.make(&"EnemyMemory")
	memory.call(&"reinforce", dim.zero(), 0.5)
	return memory.get(&"confidence")


func _read_and_set(memory: Object, eye: Node) -> float:
	var before: float = memory.get(&"confidence")
	memory.set(&"confidence", 0.75)
	eye.set(&"view_angle", 33.0)
	return before


func _use_from_a_thread(senses: Node) -> void:
	_from_thread.level = senses.get(&"alert_level")
	_from_thread.awareness = senses.get(&"awareness")
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"sight_rise_time", 0.25)
	_from_thread.profile = profile.get_class()
	_from_thread.rise = profile.get(&"sight_rise_time")
	senses.set(&"squad", &"told")
	senses.call(&"reinforce", dim.at(Vector2(-50.0, 0.0)), 0.5)
	senses.call(&"get_tracks")
	senses.call(&"is_suspicious")


class _Asker:
	extends Node

	var ask := Callable()
	var answers: Array[bool] = []

	func _physics_process(_delta: float) -> void:
		if ask.is_valid():
			answers.append(ask.call())

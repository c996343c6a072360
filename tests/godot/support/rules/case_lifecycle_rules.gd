extends "res://support/dim_suite.gd"
## Cases of things that go while they are seen, handlers that do what they like, and scenes that
## change, in either dimension.

const Recorder := preload("res://support/recorder.gd")
const FAR := Vector2(9000.0, 9000.0)
const LATENCY := 5
const FREED_IN_ITS_OWN_SIGNAL := "was freed or unreferenced while a signal is being emitted"
## What a handler does that leaves the enemy in the game.
const HARMLESS: Array[StringName] = [
	&"properties",
	&"methods",
	&"noise",
	&"alarm",
	&"reparent",
	&"disconnect",
	&"await",
	&"disable_and_enable",
	&"profile",
	&"free_target",
]
const DEADLY: Array[StringName] = [&"free_body", &"queue_free", &"queue_free_senses", &"remove"]

var _acted := {}
var _after := {}
var _others: Array[Node] = []
var _scenes: Array[String] = []
var _recorders: Array[Recorder] = []
var _switches := 0


func test_l01_a_target_that_goes_while_it_is_seen_is_lost_once() -> void:
	for how: StringName in [&"queue_free", &"free_before", &"free_after", &"remove", &"parent"]:
		var senses := senses_at(Vector2.ZERO)
		var recorder := Recorder.new(senses)
		var holder := put(dim.spot(Vector2.ZERO))
		var target := put(dim.target(Vector2(50.0, 0.0)), holder)
		await seconds(0.5)
		await _take_away(how, target, holder)
		await seconds(0.6)
		equal(recorder.count(&"target_lost"), 1, "%s: lost" % how)
		var told: Array = recorder.of(&"target_lost")[0]
		equal(told[0], target if how == &"remove" else null, "%s: who" % how)
		near(told[1], dim.at(Vector2(50.0, 0.0)), "%s: where" % how, 1e-3)
		equal(senses.get(&"target"), null, how)
		var tracks: Array = senses.call(&"get_tracks")
		equal(tracks.size(), 1, "%s: the belief stays" % how)
		equal(tracks[0].node, target if how == &"remove" else null, "%s: of whom" % how)
		await ticks_until(func() -> bool: return senses.get(&"awareness") <= 0.0)
		equal(senses.get(&"awareness"), 0.0, "%s: and fades" % how)
		senses.get_parent().free()
		if is_instance_valid(holder):
			holder.free()


func test_l01_a_target_freed_by_the_handler_that_spotted_it() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(50.0, 0.0)))
	senses.connect(&"target_spotted", func(who: Node) -> void: who.free())
	await seconds(1.0)
	check(not is_instance_valid(target), "it is gone")
	equal(recorder.count(&"target_spotted"), 1, "spotted")
	equal(recorder.count(&"target_lost"), 1, "lost")
	equal(recorder.of(&"target_lost")[0][0], null, "nobody")
	equal(senses.get(&"last_target"), null, "nobody")


func test_l01_a_target_without_its_shape_is_seen_as_before() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await seconds(0.3)
	target.get_node(^"Shape").free()
	await seconds(0.5)
	equal(recorder.names().count(&"target_lost"), 0)
	equal(senses.get(&"target"), target)


func test_l01_fifty_targets_that_go_at_once_are_lost_one_by_one() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var targets: Array[Node] = []
	for index in 50:
		targets.append(put(dim.target(Vector2(100.0, 2.0 * index - 50.0))))
	await seconds(0.5)
	equal(recorder.count(&"target_spotted"), 50)
	for target in targets:
		target.free()
	await seconds(0.5)
	equal(recorder.count(&"target_lost"), 50)
	for told: Array in recorder.of(&"target_lost"):
		equal(told[0], null)


func test_l02_handlers_may_do_anything_that_leaves_the_enemy() -> void:
	allow_seconds(200.0)
	for action in HARMLESS:
		await _provoke_all(action)
		for title in Recorder.NAMES:
			var message := "%s in %s" % [action, title]
			equal(_acted.get(title, 0), 1, message)
			check(_after.get(title, 0) >= 1, "%s: the other listener still runs" % message)
		for senses in _others:
			var target := put(dim.target(dim.place_of(senses) + Vector2(60.0, 0.0)))
			await ticks(LATENCY)
			equal(senses.get(&"target"), target, "%s: it goes on" % action)
			between(senses.get(&"awareness"), 0.0, 1.0, action)
			target.free()
		_clear()


func test_l02_handlers_may_do_away_with_the_enemy() -> void:
	allow_seconds(100.0)
	allow_error(FREED_IN_ITS_OWN_SIGNAL)
	for action in DEADLY:
		await _provoke_all(action)
		for title in Recorder.NAMES:
			equal(_acted.get(title, 0), 1, "%s in %s" % [action, title])
			equal(_after.get(title + "_later", 0), 0, "%s in %s: silent since" % [action, title])
		_clear()
		await ticks(2)
		equal(dim.server().call(&"get_stats").agents, 0, "%s: nobody is left" % action)


func test_l02_the_engine_does_not_let_a_handler_free_its_own_emitter() -> void:
	allow_error("Object is locked and can't be freed")
	allow_error("Attempted to free a locked object")
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	senses.connect(&"target_spotted", func(_who: Node) -> void: senses.free(), CONNECT_ONE_SHOT)
	put(dim.target(Vector2(60.0, 0.0)))
	await seconds(0.5)
	equal(recorder.count(&"target_spotted"), 1)
	check(is_instance_valid(senses), "it is still there")
	check(senses.get(&"awareness") > 0.2, "and goes on")


func test_l02_two_enemies_may_rouse_each_other_in_their_handlers() -> void:
	var first := senses_at(Vector2.ZERO, 180.0)
	var second := senses_at(Vector2(0.0, 50.0), 180.0)
	var counts := {first: 0, second: 0}
	for pair: Array in [[first, second], [second, first]]:
		pair[0].connect(
			&"ally_alerted",
			func(position: Variant, _from: Variant) -> void:
				counts[pair[0]] += 1
				pair[1].call(&"receive_alert", position, null, pair[0].get(&"awareness"))
		)
	await ticks(3)
	first.call(&"receive_alert", dim.at(Vector2(10.0, 0.0)), null, 0.8)
	await seconds(1.0)
	check(counts[first] >= 1 and counts[second] >= 1, "both were told: %s" % [counts])
	between(first.get(&"awareness"), 0.4, 0.8, "never more than was said")


func test_l04_scenes_may_change_from_anywhere() -> void:
	allow_seconds(100.0)
	_scenes = [save_scene(_scene(), "first"), save_scene(_scene(), "second")]
	let_scenes_change()
	get_tree().node_added.connect(_watch)
	for place: StringName in [&"_process", &"_physics_process", &"target_spotted"]:
		equal(get_tree().change_scene_to_file(_scenes[0]), OK)
		await ticks(2)
		_switches = 0
		var driver := put(_Driver.new()) as _Driver
		while _switches < 20:
			_recorders.clear()
			var before := _switches
			var old := get_tree().current_scene
			if place == &"target_spotted":
				await _until_loaded()
				old = get_tree().current_scene
				var senses := old.get_node(^"Guard0/Senses")
				senses.connect(&"target_spotted", _switch.unbind(1), CONNECT_ONE_SHOT)
			else:
				driver.set(place.trim_prefix("_") + "_call", _switch)
			await ticks_until(func() -> bool: return _switches > before, 5.0)
			equal(_switches, before + 1, "%s: switched" % place)
			await _until_loaded()
			check(get_tree().current_scene != old, "%s: another scene" % place)
			await ticks(2)
			_check_registry(5, 2, "%s, switch %d" % [place, _switches])
		driver.free()
	get_tree().node_added.disconnect(_watch)
	get_tree().current_scene.free()


func test_l04_scenes_may_change_in_every_handler() -> void:
	allow_seconds(100.0)
	_scenes = [save_scene(_scene(), "first"), save_scene(_scene(), "second")]
	let_scenes_change()
	var more: Array[StringName] = [&"observed_by", &"lost_by", &"noise_made", &"hear_sound"]
	for title: StringName in Recorder.NAMES + more:
		equal(get_tree().change_scene_to_file(_scenes[0]), OK)
		await get_tree().process_frame
		await _until_loaded()
		var level := get_tree().current_scene
		var targets: Array[Node] = []
		for target in level.get_children():
			if target.is_in_group(&"player"):
				put(dim.make(&"StealthTarget"), target)
				targets.append(target)
		var sender := _sender_of(title, level, targets[0])
		_switches = 0
		if title == &"hear_sound":
			sender.on_heard = _switch
		else:
			sender.connect(title, _switch.unbind(_arity(sender, title)), CONNECT_ONE_SHOT)
		await _until_switched()
		match title:
			&"target_lost", &"lost_by":
				for target in targets:
					dim.move(target, FAR)
			&"target_forgotten":
				dim.server().call(&"forget", level.get_node(^"Guard0/Senses").get(&"target"))
			&"ally_alerted":
				dim.server().call(&"alert_all", &"", dim.at(Vector2.ZERO), null, 1.0)
			&"noise_heard", &"hear_sound":
				dim.emit_noise(Vector2(0.0, 40.0), 200.0, 1.0)
			&"noise_made":
				sender.call(&"emit")
		await _until_switched()
		equal(_switches, 1, "%s: switched" % title)
		await _until_loaded()
		check(get_tree().current_scene != level, "%s: another scene" % title)
		await ticks(2)
		_check_registry(5, 2, "in %s" % title)
	get_tree().current_scene.free()


func test_a_pause_in_a_handler_stops_all_from_the_next_tick_on() -> void:
	var all: Array[Node] = []
	for index in 3:
		all.append(senses_at(Vector2(0.0, 30.0 * index)))
	all[1].connect(&"target_spotted", func(_who: Node) -> void: get_tree().paused = true)
	put(dim.target(Vector2(100.0, 30.0)))
	for tick in 20:
		await ticks(1)
		if get_tree().paused:
			break
	check(get_tree().paused, "it did")
	var before: Array = all.map(func(senses: Node) -> float: return senses.get(&"awareness"))
	check(before.min() > 0.0, "each had its turn in that pass: %s" % [before])
	await seconds(0.5)
	var after: Array = all.map(func(senses: Node) -> float: return senses.get(&"awareness"))
	equal(after, before, "frozen")
	get_tree().paused = false
	await seconds(0.5)
	for senses in all:
		check(senses.get(&"awareness") > before[0], "and goes on")


func test_l04_the_new_scene_may_come_before_the_old_one_goes() -> void:
	_scenes = [save_scene(_scene(), "first")]
	var scene: PackedScene = load(_scenes[0])
	get_tree().node_added.connect(_watch)
	var old := put(scene.instantiate())
	await ticks(10)
	for turn in 20:
		_rouse()
		_recorders.clear()
		var new := put(scene.instantiate())
		if turn % 2 == 0:
			await ticks(3)
			_check_registry(10, 4, "both, turn %d" % turn, false)
		old.free()
		await ticks(3)
		_check_registry(5, 2, "turn %d" % turn, turn % 2 == 1)
		old = new
	get_tree().node_added.disconnect(_watch)
	await ticks(20)
	for index in 5:
		var target: Node = old.get_node("Guard%d/Senses" % index).get(&"target")
		check(target == null or old.is_ancestor_of(target), "only what is there is seen")


func _take_away(how: StringName, target: Node, holder: Node) -> void:
	match how:
		&"queue_free":
			target.add_child(_Leaver.new())
		&"free_before":
			# Between two ticks: the next pass finds it gone.
			await get_tree().process_frame
			target.free()
		&"free_after":
			await ticks(1)
			target.free()
		&"remove":
			keep(target)
			holder.remove_child(target)
		&"parent":
			holder.free()


## For each signal an enemy of its own, which is made to send it; the first time a handler does what
## [param action] says.
func _provoke_all(action: StringName) -> void:
	_acted = {}
	_after = {}
	_others.clear()
	var targets: Array[Node] = []
	var places: Array[Vector2] = []
	for index in Recorder.NAMES.size():
		var title := Recorder.NAMES[index]
		var place := Vector2(0.0, 3000.0 * index)
		var senses := senses_at(place)
		var profile: Resource = dim.make(&"SensesProfile")
		profile.set(&"memory_duration", 0.4)
		senses.set(&"profile", profile)
		var target := put(dim.target(place + Vector2(60.0, 0.0)))
		var arity := _arity(senses, title)
		senses.connect(title, _act.bind(title, action, senses, target).unbind(arity))
		senses.connect(title, _count_after.bind(title).unbind(arity))
		_others.append(senses)
		targets.append(target)
		places.append(place)
	await seconds(0.3)
	for target: Variant in targets:
		if is_instance_valid(target):
			dim.move(target, FAR)
	await seconds(0.3)
	for place in places:
		dim.emit_noise(place + Vector2(0.0, 40.0), 200.0, 1.0)
		dim.server().call(&"alert_all", &"", dim.at(place), null, 0.9)
	await ticks(2)
	# Time to forget it all.
	await seconds(1.0)
	_others.assign(_others.filter(func(senses: Variant) -> bool: return is_instance_valid(senses)))
	for target: Variant in targets:
		if is_instance_valid(target):
			target.free()


func _arity(senses: Node, title: StringName) -> int:
	for described in senses.get_signal_list():
		if described.name == title:
			return described.args.size()
	return 0


func _count_after(title: StringName) -> void:
	_after[title] = _after.get(title, 0) + 1


func _act(title: StringName, action: StringName, senses: Node, target: Variant) -> void:
	if _acted.has(title):
		if action in DEADLY:
			_after[title + "_later"] = 1
		return
	_acted[title] = 1
	var guard := senses.get_parent()
	match action:
		&"properties":
			_touch_properties(senses)
		&"methods":
			_call_methods(senses, target)
		&"noise":
			dim.emit_noise(dim.place_of(guard) + Vector2(0.0, 30.0), 300.0, 1.0)
		&"alarm":
			dim.server().call(&"alert_all", &"", dim.at(Vector2.ZERO), null, 0.5)
		&"reparent":
			guard.reparent(put(dim.spot(Vector2.ZERO)))
		&"disconnect":
			for connection in senses.get_signal_connection_list(title):
				if connection.callable.get_method() == &"_act":
					senses.disconnect(title, connection.callable)
		&"await":
			await get_tree().physics_frame
			await get_tree().process_frame
			_touch_properties(senses)
		&"disable_and_enable":
			senses.set(&"enabled", false)
			senses.set(&"enabled", true)
		&"profile":
			senses.set(&"profile", dim.make(&"SensesProfile"))
			senses.get(&"profile").set(&"memory_duration", 0.4)
		&"free_target":
			if is_instance_valid(target):
				target.free()
		&"free_body":
			guard.free()
		&"queue_free_senses":
			senses.queue_free()
		&"queue_free":
			guard.queue_free()
		&"remove":
			keep(guard)
			guard.get_parent().remove_child(guard)


func _touch_properties(senses: Node) -> void:
	for thing: Object in [senses, senses.get(&"perception"), senses.get(&"memory")]:
		for described in ClassDB.class_get_property_list(thing.get_class(), true):
			var value: Variant = thing.get(described.name)
			if described.usage & PROPERTY_USAGE_EDITOR:
				thing.set(described.name, value)
				equal(thing.get(described.name), value, described.name)


func _call_methods(senses: Node, target: Variant) -> void:
	var place: Variant = dim.at(dim.place_of(senses))
	for entry: Array in [
		[&"is_suspicious"],
		[&"can_see_target"],
		[&"get_tracks"],
		[&"explain", target],
		[&"hear_sound", place, 0.2],
		[&"receive_alert", place, null, 0.2],
		[&"reinforce", place, 0.1],
		[&"witness", place, 0.1],
		[&"report_damage", place, null],
		[&"give_up"],
		[&"forget_target"],
	]:
		senses.callv(entry[0], entry.slice(1))
	senses.set(&"update_mode", 1)
	senses.call(&"update", tick_time())
	senses.set(&"update_mode", 0)
	var eye: Node = senses.get(&"perception")
	eye.call(&"get_visible_targets")
	eye.call(&"add_exception", senses.get_parent())
	eye.call(&"clear_exceptions")
	dim.server().call(&"get_stats")


func _clear() -> void:
	for child in get_children():
		child.free()


## Five enemies, two targets that the first of them sees, and noises on their way.
func _scene() -> Node:
	var level := dim.spot(Vector2.ZERO)
	level.name = &"Level"
	for index in 5:
		var guard := dim.senses_guard(Vector2(0.0, 30.0 * index))
		guard.name = "Guard%d" % index
		level.add_child(guard)
	for index in 2:
		level.add_child(dim.target(Vector2(150.0, 40.0 * index)), true)
	return level


func _rouse() -> void:
	dim.emit_noise(Vector2.ZERO, INF, 1.0)
	dim.server().call(&"alert_all", &"", dim.at(Vector2(10.0, 10.0)), null, 0.9)


func _switch() -> void:
	_rouse()
	_recorders.clear()
	_switches += 1
	if _switches % 3 == 0:
		equal(get_tree().reload_current_scene(), OK)
	else:
		equal(get_tree().change_scene_to_file(_scenes[_switches % 2]), OK)


func _until_switched() -> void:
	for tick in 40:
		if _switches > 0:
			return
		await ticks(1)


## Who sends that signal in a level.
func _sender_of(title: StringName, level: Node, target: Node) -> Node:
	match title:
		&"observed_by", &"lost_by":
			return target.get_child(-1)
		&"noise_made":
			return put(dim.emitter(Vector2.ZERO), level)
		&"hear_sound":
			return put(dim.listener(Vector2(0.0, 20.0)), level)
	return level.get_node(^"Guard0/Senses")


func _watch(node: Node) -> void:
	if node.get_class() == dim.title(&"EnemySenses"):
		_recorders.append(Recorder.new(node))


func _until_loaded() -> void:
	while get_tree().current_scene == null or not get_tree().current_scene.is_inside_tree():
		await get_tree().process_frame


func _check_registry(agents: int, targets: int, message: String, quiet := true) -> void:
	var stats: Dictionary = dim.server().call(&"get_stats")
	equal(stats.agents, agents, message + ": agents")
	equal(stats.targets, targets, message + ": targets")
	for recorder in _recorders:
		if quiet:
			equal(recorder.count(&"noise_heard"), 0, message + ": no noise of the old scene")
			equal(recorder.count(&"ally_alerted"), 0, message + ": no alarm of the old scene")


class _Leaver:
	extends Node

	func _physics_process(_delta: float) -> void:
		get_parent().queue_free()


class _Driver:
	extends Node

	var process_call := Callable()
	var physics_process_call := Callable()

	func _process(_delta: float) -> void:
		if process_call.is_valid():
			var once := process_call
			process_call = Callable()
			once.call()

	func _physics_process(_delta: float) -> void:
		if physics_process_call.is_valid():
			var once := physics_process_call
			physics_process_call = Callable()
			once.call()

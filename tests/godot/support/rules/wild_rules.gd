# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## What no scene should do and some do: transforms that are no place, worlds that are swapped, nodes
## that move between owners, walls without nodes. Nothing is printed, no belief is spoilt, and
## afterwards everything works again.

const Recorder := preload("res://support/recorder.gd")
const LATENCY := 5
const LIGHT_SCENE := 1
const MUFFLED := 1


func test_transforms_that_are_no_place_blind_and_pass() -> void:
	# Without bodies: physics itself has no place for what is nowhere; nor has drawing, for lamps.
	if dim.is_3d():
		allow_error("!v.is_finite()")
	var parts := _world_of_parts()
	for title: String in parts:
		var part: Node = parts[title]
		var good: Variant = part.get(&"transform")
		for bad: Variant in _bad_transforms(good):
			part.set(&"transform", bad)
			for tick in 3:
				await ticks(1)
				_check_sane("%s at %s" % [title, bad])
				dim.emit_noise(Vector2(0.0, 20.0), 400.0, 0.1)
				(parts.emitter as Node).call(&"emit")
			part.set(&"transform", good)
			var back := await ticks_until(_sees.bind(parts.senses, parts.target), 1.0)
			check(back < 100, "%s back from %s: seen again" % [title, bad])
	verdict.warnings(PackedStringArray(["emit"]), true)


func test_a_noise_from_or_to_no_place_is_none() -> void:
	var parts := _world_of_parts()
	await ticks(5)
	for title: String in ["emitter", "ear"]:
		var part: Node = parts[title]
		var good: Variant = part.get(&"transform")
		for bad: Variant in _bad_transforms(good).slice(0, 3):
			parts.ear.calls.clear()
			part.set(&"transform", bad)
			parts.emitter.call(&"emit")
			equal(parts.ear.calls, [], "%s at %s" % [title, bad])
		part.set(&"transform", good)
		parts.emitter.call(&"emit")
		equal(parts.ear.calls.size(), 1, "%s is back" % title)
	verdict.warnings(PackedStringArray(["emit"]), true)


func test_a_wall_without_a_node_is_a_wall() -> void:
	var server: Object = Engine.get_singleton(
		"PhysicsServer3D" if dim.is_3d() else "PhysicsServer2D"
	)
	var model := dim.wall(Vector2.ZERO, Vector2(10.0, 80.0))
	var shape: Resource = model.get_node(^"Shape").get(&"shape")
	var wall: RID = server.call(&"body_create")
	server.call(&"body_set_mode", wall, 0)
	server.call(&"body_set_space", wall, _space(self))
	server.call(&"body_add_shape", wall, shape.call(&"get_rid"))
	server.call(&"body_set_state", wall, 0, _at(Vector2(100.0, 0.0)))
	server.call(&"body_set_collision_layer", wall, dim.WORLD)
	var senses := senses_at(Vector2.ZERO)
	var eye: Node = senses.get(&"perception")
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(10)
	check_gate(eye, target, &"occluded", "a body of the server")
	equal(eye.call(&"explain", target).blocker, null, "that has no node")
	equal(senses.get(&"awareness"), 0.0, "nor does the enemy")
	server.call(&"free_rid", wall)
	await ticks(LATENCY)
	check_gate(eye, target, &"none", "it is gone")
	equal(senses.get(&"target"), target, "and the enemy sees")
	model.free()


func test_a_body_that_loses_its_space_blocks_no_more() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	var server: Object = Engine.get_singleton(
		"PhysicsServer3D" if dim.is_3d() else "PhysicsServer2D"
	)
	await ticks(2)
	check_gate(eye, target, &"occluded", "there")
	server.call(&"body_set_space", wall.call(&"get_rid"), RID())
	await ticks(2)
	check_gate(eye, target, &"none", "without a space")
	server.call(&"body_set_space", wall.call(&"get_rid"), _space(self))
	await ticks(2)
	check_gate(eye, target, &"occluded", "back")


func test_a_viewport_that_changes_worlds_takes_its_enemies_along() -> void:
	# The engine's own, when a viewport's last world goes.
	allow_error('"scenario" is null')
	var view := put(SubViewport.new()) as SubViewport
	_join(view, false)
	var senses := senses_at(Vector2.ZERO, 0.0, view)
	var recorder := Recorder.new(senses)
	var inside := put(dim.target(Vector2(100.0, 0.0)), view)
	var outside := put(dim.target(Vector2(50.0, 0.0)))
	await ticks(10)
	equal(senses.get(&"target"), inside, "its own world")
	for turn in 4:
		_join(view, turn % 2 == 0)
		await seconds(0.5)
		var wanted := [outside, inside] if turn % 2 == 0 else [inside]
		var seen: Array = senses.get(&"perception").call(&"get_visible_targets")
		equal(seen, wanted, "turn %d" % turn)
		var ear := put(dim.listener(Vector2(0.0, 20.0)))
		var told := dim.emit_noise(Vector2(0.0, 40.0), 200.0, 1.0)
		equal(told, 2 if turn % 2 == 0 else 1, "ears in turn %d" % turn)
		ear.free()
		await ticks(1)
	equal(recorder.count(&"noise_heard"), 2, "noises heard")
	for arguments: Array in recorder.of(&"target_lost"):
		check(arguments[0] == inside or arguments[0] == outside, "lost somebody there is")
	view.free()
	await ticks(2)
	equal(dim.server().call(&"get_stats").agents, 0, "gone with its viewport")


func test_parts_may_move_from_one_body_to_another() -> void:
	var first := senses_at(Vector2.ZERO)
	var second := senses_at(Vector2(0.0, 60.0))
	var eye: Node = first.get(&"perception")
	var stealth := stealth_at(Vector2(100.0, 0.0))
	var targets: Array[Node] = [stealth.get_parent(), put(dim.target(Vector2(100.0, 60.0)))]
	await ticks(6)
	for turn in 12:
		match turn % 4:
			0:
				stealth.reparent(targets[1])
			1:
				eye.reparent(second.get_parent())
			2:
				stealth.reparent(first.get_parent())
			3:
				eye.reparent(first.get_parent())
				stealth.reparent(targets[0])
		await ticks(2)
		for senses: Node in [first, second]:
			between(senses.get(&"awareness"), 0.0, 1.0, "turn %d" % turn)
			check(is_instance_valid(senses.get(&"perception")), "it has eyes in turn %d" % turn)
	await seconds(0.6)
	for senses: Node in [first, second]:
		equal(senses.get(&"alert_level"), 2, "it goes on")


func test_an_enemy_in_the_group_it_looks_for_does_not_see_itself() -> void:
	var first := senses_at(Vector2.ZERO)
	var second := senses_at(Vector2(100.0, 0.0), 180.0)
	for senses: Node in [first, second]:
		senses.get_parent().add_to_group(&"player")
	await seconds(1.0)
	for pair: Array in [[first, second], [second, first]]:
		var own: Array = [pair[0], pair[0].get_parent(), pair[0].get(&"perception")]
		check(not pair[0].get(&"target") in own, "%s" % pair[0].get(&"target"))
		for track: Dictionary in pair[0].call(&"get_tracks"):
			check(not track.node in own, "%s" % track.node)


func test_copies_of_a_running_enemy_are_enemies_of_their_own() -> void:
	var senses := senses_at(Vector2.ZERO)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await seconds(0.6)
	var copy := senses.get_parent().duplicate()
	copy.set(&"position", dim.at(Vector2(0.0, 30.0)))
	put(copy)
	var twin := copy.get_node(^"Senses")
	equal(twin.get(&"awareness"), 0.0, "it knows nothing yet")
	check(not is_same(twin.get(&"memory"), senses.get(&"memory")), "a memory of its own")
	check(twin.get(&"perception") != senses.get(&"perception"), "eyes of its own")
	await seconds(0.6)
	equal(twin.get(&"target"), target)
	copy.free()
	await ticks(2)
	equal(senses.get(&"target"), target, "the first goes on")
	equal(dim.server().call(&"get_stats").agents, 1)


func test_the_tick_rate_may_change_while_it_runs() -> void:
	var senses := senses_at(Vector2.ZERO)
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"view_range", dim.length(400.0))
	profile.set(&"sight_rise_time", 2.0)
	profile.set(&"distance_falloff", false)
	senses.set(&"profile", profile)
	await ticks(5)
	put(dim.target(Vector2(50.0, 0.0)))
	var time := 0.0
	var rates: Array[int] = [30, 120, 60, 240, 10]
	for turn in 400:
		Engine.physics_ticks_per_second = rates[turn % rates.size()]
		await ticks(1)
		time += get_physics_process_delta_time()
		if senses.get(&"awareness") >= 1.0:
			break
	near(time, 2.0, "seconds", 0.3)


func test_a_perception_that_is_freed_is_replaced() -> void:
	for how: StringName in [&"free", &"queue_free"]:
		var senses := senses_at(Vector2.ZERO)
		var mate := senses_at(Vector2(0.0, 60.0))
		var target := put(dim.target(Vector2(100.0, 0.0)))
		await ticks(6)
		for turn in 3:
			if how == &"free":
				senses.get(&"perception").free()
			else:
				senses.get(&"perception").queue_free()
			await ticks(1)
			var eye: Node = senses.get(&"perception")
			check(eye != null and is_instance_valid(eye), "%s: there is another" % how)
			await seconds(0.3)
		equal(senses.get(&"target"), target, "%s: it sees again" % how)
		equal(mate.get(&"target"), target, "%s: the others go on" % how)
		for thing: Node in [senses.get_parent(), mate.get_parent(), target]:
			thing.free()


func test_a_perception_may_be_freed_in_a_handler() -> void:
	var all: Array[Node] = []
	for index in 3:
		all.append(senses_at(Vector2(0.0, 30.0 * index)))
	var eyes: Array = all.map(func(senses: Node) -> Node: return senses.get(&"perception"))
	all[1].connect(
		&"target_spotted",
		func(_who: Node) -> void:
			for eye: Node in eyes:
				eye.free(),
		CONNECT_ONE_SHOT
	)
	put(dim.target(Vector2(100.0, 30.0)))
	await seconds(1.0)
	for senses in all:
		check(is_instance_valid(senses.get(&"perception")), "it has eyes")
		between(senses.get(&"awareness"), 0.0, 1.0, "awareness")


func test_a_body_named_by_hand_may_be_freed() -> void:
	for base: StringName in [&"EnemyPerception", &"StealthTarget", &"NoiseEmitter"]:
		var senses := senses_at(Vector2.ZERO)
		var stealth := stealth_at(Vector2(100.0, 0.0))
		stealth.set(&"light_mode", LIGHT_SCENE)
		put(ClassDB.instantiate(&"OmniLight3D" if dim.is_3d() else &"PointLight2D"))
		var emitter := put(dim.emitter(Vector2(50.0, 0.0)))
		var other := put(dim.body(&"CharacterBody", Vector2(0.0, 300.0), 10.0, Dim.GUARDS))
		var owners := {
			&"EnemyPerception": senses.get(&"perception"),
			&"StealthTarget": stealth,
			&"NoiseEmitter": emitter,
		}
		var thing: Node = owners[base]
		thing.set(&"body", thing.get_path_to(other))
		await ticks(5)
		other.free()
		await ticks(3)
		check(senses.get(&"perception").call(&"can_see", stealth.get_parent()), "%s: seen" % base)
		between(stealth.get(&"light_level"), 0.1, 1.0, "%s: lit" % base)
		equal(emitter.call(&"emit"), 1, "%s: heard" % base)
		for child in get_children():
			child.free()


func test_an_enemy_that_is_itself_in_the_group_it_looks_for_does_not_see_itself() -> void:
	var senses := senses_at(Vector2.ZERO)
	for own: Node in [senses, senses.get(&"perception")]:
		own.add_to_group(&"player")
		await seconds(0.5)
		equal(senses.get(&"target"), null, "%s in the group" % own.name)


func _world_of_parts() -> Dictionary:
	var base := put(dim.spot(Vector2.ZERO))
	var eye := put(dim.eye(Vector2.ZERO), base)
	var senses := put(dim.make(&"EnemySenses"), base)
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	var stealth := put(dim.make(&"StealthTarget"), target)
	stealth.set(&"light_mode", LIGHT_SCENE)
	stealth.set(&"ambient", 0.5)
	var markers: Array[Node] = []
	for side: float in [-5.0, 5.0]:
		markers.append(put(dim.spot(Vector2(0.0, side)), target))
	stealth.set(&"sample_points", Array(markers, TYPE_OBJECT, dim.node_class(), null))
	var lamp: Node = ClassDB.instantiate(&"OmniLight3D" if dim.is_3d() else &"PointLight2D")
	put(lamp, base)
	return {
		"base": base,
		"eye": eye,
		"senses": senses,
		"target": target,
		"stealth": stealth,
		"marker": markers[0],
		"lamp": lamp,
		"emitter": put(dim.emitter(Vector2(50.0, 0.0))),
		"ear": put(dim.listener(Vector2(60.0, 10.0))),
	}


func _bad_transforms(good: Variant) -> Array:
	var found: Array = []
	for value: float in [NAN, INF, 1e38]:
		var bad: Variant = good
		bad.origin = dim.spoilt(value)
		found.append(bad)
	var basis: Variant = good
	if dim.is_3d():
		for made: Basis in [
			Basis.from_scale(Vector3.ZERO),
			Basis(Vector3(NAN, 0, 0), Vector3.UP, Vector3.BACK),
			Basis(Vector3.RIGHT, Vector3.RIGHT, Vector3.RIGHT),
			Basis.from_scale(Vector3.ONE * 1e30),
			Basis.from_scale(Vector3.ONE * 1e-30),
		]:
			basis.basis = made
			found.append(basis)
	else:
		for axes: Array in [
			[Vector2.ZERO, Vector2.ZERO],
			[Vector2(NAN, 0.0), Vector2.DOWN],
			[Vector2.RIGHT, Vector2.RIGHT],
			[Vector2.RIGHT * 1e30, Vector2.DOWN * 1e30],
			[Vector2.RIGHT * 1e-30, Vector2.DOWN * 1e-30],
		]:
			basis.x = axes[0]
			basis.y = axes[1]
			found.append(basis)
	return found


func _check_sane(message: String) -> void:
	for senses in find_children("*", dim.title(&"EnemySenses"), true, false):
		between(senses.get(&"awareness"), 0.0, 1.0, message)
		check(senses.get(&"last_known_position").is_finite(), "%s: a place" % message)
		var facing: Variant = senses.get(&"perception").get(&"facing")
		near(facing.length(), 1.0, "%s: facing" % message, 1e-3)
		for track: Dictionary in senses.call(&"get_tracks"):
			check(track.position.is_finite(), "%s: a track" % message)
	for stealth in find_children("*", dim.title(&"StealthTarget"), true, false):
		between(stealth.get(&"light_level"), 0.0, 1.0, message)


func _sees(senses: Node, target: Node) -> bool:
	return senses.get(&"target") == target


func _space(node: Node) -> RID:
	var viewport := node.get_viewport()
	if dim.is_3d():
		return viewport.find_world_3d().space
	return viewport.find_world_2d().space


func _at(place: Vector2) -> Variant:
	if dim.is_3d():
		return Transform3D(Basis.IDENTITY, dim.at(place))
	return Transform2D(0.0, place)


## Gives the viewport the world of the root, or one of its own.
func _join(view: SubViewport, together: bool) -> void:
	if dim.is_3d():
		view.world_3d = null if together else World3D.new()
	else:
		view.world_2d = get_viewport().find_world_2d() if together else World2D.new()

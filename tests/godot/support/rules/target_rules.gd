# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## Who is a target and what belongs to whom: StealthTargets in odd places, markers that come and go,
## bodies named by hand, observers, in either dimension.

const Recorder := preload("res://support/recorder.gd")
const FAR := Vector2(9000.0, 9000.0)
const LIGHT_MANUAL := 2


func test_a_stealth_target_in_the_group_stands_for_its_parent() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var stealth := stealth_at(Vector2(100.0, 0.0))
	var target := stealth.get_parent()
	target.remove_from_group(&"player")
	stealth.add_to_group(&"player")
	await ticks(8)
	equal(recorder.of(&"target_spotted"), [[target]], "the parent")
	equal(senses.get(&"target"), target)
	target.add_to_group(&"player")
	await ticks(8)
	equal(recorder.count(&"target_spotted"), 1, "both in the group are one")
	equal(senses.call(&"get_tracks").size(), 1, "one belief")
	equal(dim.server().call(&"get_stats").targets, 1, "one target")


func test_of_several_stealth_targets_the_first_child_counts() -> void:
	var senses := senses_at(Vector2.ZERO)
	var first := stealth_at(Vector2(100.0, 0.0))
	var target := first.get_parent()
	var second := put(dim.make(&"StealthTarget"), target)
	for entry: Array in [[first, 0.5], [second, 0.25]]:
		entry[0].set(&"light_mode", LIGHT_MANUAL)
		entry[0].set(&"light_level", entry[1])
	await ticks(8)
	near(senses.call(&"explain", target).target_exposure, 0.5, "the first")
	target.move_child(second, 0)
	await ticks(1)
	near(senses.call(&"explain", target).target_exposure, 0.25, "the first by now")
	second.free()
	await ticks(1)
	near(senses.call(&"explain", target).target_exposure, 0.5, "the one that is left")
	first.free()
	await ticks(1)
	near(senses.call(&"explain", target).target_exposure, 1.0, "none")


func test_a_grandchild_is_no_stealth_target_of_its_grandparent() -> void:
	var senses := senses_at(Vector2.ZERO)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	var between_them := put(dim.spot(Vector2.ZERO), target)
	var stealth := put(dim.make(&"StealthTarget"), between_them)
	stealth.set(&"perceivable", false)
	await ticks(8)
	equal(senses.get(&"target"), target, "it does not speak for it")


func test_a_target_that_is_a_stealth_target_without_parent_in_space_speaks_for_itself() -> void:
	var senses := senses_at(Vector2.ZERO)
	var holder := put(Node.new())
	var stealth := put(dim.make(&"StealthTarget"), holder)
	dim.move(stealth, Vector2(100.0, 0.0))
	stealth.add_to_group(&"player")
	await ticks(8)
	# Its parent has no place: nobody can say where it is.
	var found: Variant = senses.get(&"target")
	check(found == null or found == stealth, "never a node without a place: %s" % found)
	between(senses.get(&"awareness"), 0.0, 1.0, "awareness")


func test_freed_hidden_and_treeless_markers_leave_the_count() -> void:
	var senses := senses_at(Vector2.ZERO)
	var stealth := stealth_at(Vector2(200.0, 0.0))
	var target := stealth.get_parent()
	var markers: Array[Node] = []
	for side: float in [0.0, -60.0, 60.0, 90.0]:
		var marker := put(dim.spot(Vector2.ZERO), target)
		marker.set(&"position", dim.eye_at(Vector2(0.0, side)))
		markers.append(marker)
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 20.0)))
	stealth.set(&"sample_points", Array(markers, TYPE_OBJECT, dim.node_class(), null))
	await ticks(8)
	near(_fraction(senses, target), 0.75, "one of four is behind the wall")
	markers[3].free()
	await ticks(1)
	near(_fraction(senses, target), 2.0 / 3.0, "one is freed")
	target.remove_child(keep(markers[2]))
	await ticks(1)
	near(_fraction(senses, target), 0.5, "one is in no tree")
	markers[1].set(&"visible", false)
	await ticks(1)
	equal(_fraction(senses, target), 0.0, "one is hidden, the last is behind the wall")
	markers[0].free()
	markers[1].free()
	target.add_child(markers[2])
	await ticks(1)
	near(_fraction(senses, target), 1.0, "one is back")
	markers[2].free()
	await ticks(2)
	check(_points(senses, target) >= 1, "none is left: automatic points")
	equal(stealth.get(&"sample_points").size(), 4, "the list is as it was set")


func test_a_body_named_by_hand_is_the_body() -> void:
	# A crate that the enemy carries, on the layer that blocks sight.
	var senses := senses_at(Vector2.ZERO)
	var shield := put(dim.wall(Vector2(30.0, 0.0), Vector2(4.0, 60.0)))
	shield.name = &"Shield"
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(8)
	equal(senses.get(&"target"), null, "a wall before its eyes")
	senses.get(&"perception").set(&"body", ^"../../Shield")
	await ticks(4)
	equal(senses.get(&"perception").call(&"can_see", target), true, "its own now, asked")
	equal(senses.get(&"target"), target, "its own now, in the pass")
	senses.get(&"perception").set(&"body", ^"../../Nobody")
	await seconds(0.4)
	equal(senses.get(&"target"), null, "a path to nowhere names nobody")


func test_a_targets_body_named_by_hand_does_not_hide_it() -> void:
	var senses := senses_at(Vector2.ZERO)
	var stealth := stealth_at(Vector2(100.0, 0.0))
	var armour := put(dim.wall(Vector2(80.0, 0.0), Vector2(4.0, 60.0)))
	armour.name = &"Armour"
	await ticks(8)
	equal(senses.get(&"target"), null, "behind it")
	stealth.set(&"body", ^"../../Armour")
	await ticks(4)
	equal(senses.get(&"target"), stealth.get_parent(), "it wears it")


func test_an_emitters_body_named_by_hand_is_the_source() -> void:
	var first := senses_at(Vector2.ZERO)
	var second := senses_at(Vector2(0.0, 60.0))
	var emitter := put(dim.emitter(Vector2(30.0, 0.0)))
	await ticks(3)
	equal(emitter.call(&"emit"), 2, "of nobody")
	first.get_parent().name = &"Maker"
	emitter.set(&"body", ^"../Maker")
	await ticks(1)
	equal(emitter.call(&"emit"), 1, "its maker is not told")
	await ticks(1)
	check(second.get(&"awareness") > 0.0, "the other one is")


func test_observers_are_told_apart_and_in_tree_order() -> void:
	var stealth := stealth_at(Vector2(100.0, 0.0))
	var holder := put(dim.spot(Vector2.ZERO))
	var late := senses_at(Vector2(0.0, 0.0))
	var early := senses_at(Vector2(20.0, 20.0), 0.0, holder)
	var blind := senses_at(Vector2(0.0, -20.0), 180.0)
	await seconds(0.4)
	equal(
		stealth.call(&"get_observers"),
		Array([early, late], TYPE_OBJECT, &"Node", null),
		"those who see it, in the order of the tree"
	)
	equal(stealth.call(&"get_most_aware"), early, "the nearer one is surer")
	equal(stealth.call(&"get_highest_awareness"), early.get(&"awareness"))
	early.set(&"enabled", false)
	equal(stealth.call(&"get_observers").has(early), false, "one who is off senses nobody")
	blind.call(&"receive_alert", dim.at(Vector2(100.0, 0.0)), stealth.get_parent(), 1.0)
	equal(stealth.call(&"get_most_aware"), blind, "belief counts, sight or not")
	equal(stealth.call(&"get_observers").has(blind), false, "but it does not see it")


func test_handlers_of_the_observed_may_do_anything() -> void:
	for how: StringName in [&"free_observer", &"free_target", &"hide"]:
		var stealth := stealth_at(Vector2(100.0, 0.0))
		var target := stealth.get_parent()
		var senses := senses_at(Vector2.ZERO)
		var guard := senses.get_parent()
		var calls := [0]
		stealth.connect(
			&"observed_by",
			func(_who: Node) -> void:
				calls[0] += 1
				match how:
					&"free_observer":
						guard.queue_free()
					&"free_target":
						target.queue_free()
					&"hide":
						stealth.set(&"perceivable", false)
		)
		await seconds(0.5)
		equal(calls[0], 1, how)
		for thing: Variant in [guard, target]:
			if is_instance_valid(thing):
				thing.free()


func test_targets_count_once_whatever_they_are() -> void:
	var senses := senses_at(Vector2.ZERO)
	for kind: StringName in [&"CharacterBody", &"RigidBody", &"AnimatableBody", &"Area"]:
		var target := put(dim.body(kind, Vector2(100.0, 0.0), 8.0, Dim.TARGETS))
		target.add_to_group(&"player")
		await ticks(8)
		equal(senses.get(&"target"), target, kind)
		equal(dim.server().call(&"get_stats").targets, 1, kind)
		target.free()
		senses.call(&"forget_target")
		await seconds(0.3)


func test_the_strongest_belief_is_stable_on_ties() -> void:
	var senses := senses_at(Vector2.ZERO)
	var upper := put(dim.target(Vector2(100.0, -20.0)))
	var lower := put(dim.target(Vector2(100.0, 20.0)))
	await ticks(8)
	var first: Variant = senses.get(&"target")
	check(first == upper or first == lower, "one of them")
	for tick in 60:
		await ticks(1)
		equal(senses.get(&"target"), first, "the same one in tick %d" % tick)


func test_forgetting_one_target_keeps_the_other() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var first := put(dim.target(Vector2(60.0, -20.0)))
	var second := put(dim.target(Vector2(120.0, 20.0)))
	await seconds(0.5)
	for target: Node in [first, second]:
		dim.move(target, FAR)
	await seconds(0.3)
	dim.server().call(&"forget", first)
	await ticks(1)
	equal(recorder.of(&"target_forgotten"), [[first]])
	equal(senses.call(&"get_tracks").size(), 1)
	equal(senses.get(&"last_target"), second)


func _fraction(senses: Node, target: Node) -> float:
	return senses.call(&"explain", target).visible_fraction


func _points(senses: Node, target: Node) -> int:
	return senses.call(&"explain", target).points.size()

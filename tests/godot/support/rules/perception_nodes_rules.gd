extends "res://support/dim_suite.gd"
## Whatever stands where a node should stand: nothing, a freed node, a stranger, no object at all.

const SIGHT_METHODS := {
	&"can_see": false,
	&"is_in_range": false,
	&"is_in_cone": false,
	&"has_line_of_sight": false,
	&"get_visibility": 0.0,
}
const EXCEPTION_METHODS: Array[StringName] = [&"add_exception", &"remove_exception"]


func test_no_node_is_no_target_and_no_fault() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	for method: StringName in SIGHT_METHODS:
		equal(eye.call(method, null), SIGHT_METHODS[method], method)
	check_gate(eye, null, &"invalid")
	for method in EXCEPTION_METHODS:
		eye.call(method, null)


func test_a_freed_node_is_no_target_and_warns_once() -> void:
	var freed := dim.ghost(Vector2(10.0, 0.0))
	freed.free()
	for method: StringName in SIGHT_METHODS:
		var eye := put(dim.eye(Vector2.ZERO))
		for turn in 3:
			equal(eye.call(method, freed), SIGHT_METHODS[method], method)
		check_warned([str(eye.get_path()), method])
		eye.free()
	var asked := put(dim.eye(Vector2.ZERO))
	for turn in 3:
		equal(asked.call(&"explain", freed).gate, &"invalid")
	check_warned([str(asked.get_path()), "explain"])


func test_a_freed_node_in_a_typed_variable_is_as_harmless() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var freed: Node = dim.ghost(Vector2(10.0, 0.0))
	freed.free()
	expect_warning([dim.title(&"EnemyPerception"), "can_see"])
	var answer: bool = eye.can_see(freed)
	check(not answer, "not seen")


func test_anything_but_a_node_is_no_target_and_warns_once() -> void:
	var wrong: Array = [
		keep(Node.new()),
		keep(dim.stranger()),
		Resource.new(),
		7,
		0.5,
		"player",
		&"player",
		^"../Target",
		Vector2.ONE,
		[],
		{},
		true,
		Callable(),
	]
	for value: Variant in wrong:
		for method: StringName in SIGHT_METHODS:
			var eye := put(dim.eye(Vector2.ZERO))
			for turn in 2:
				equal(eye.call(method, value), SIGHT_METHODS[method], "%s(%s)" % [method, value])
			check_warned([str(eye.get_path()), method])
			eye.free()
		var asked := put(dim.eye(Vector2.ZERO))
		equal(asked.call(&"explain", value).gate, &"invalid", str(value))
		check_warned([str(asked.get_path()), "explain"])
		asked.free()


func test_wrong_exceptions_warn_once_and_change_nothing() -> void:
	var freed := dim.wall(Vector2.ZERO, Vector2(10.0, 10.0))
	freed.free()
	for method in EXCEPTION_METHODS:
		for value: Variant in [freed, 7, "wall", Resource.new()]:
			var eye := put(dim.eye(Vector2.ZERO))
			eye.call(method, value)
			eye.call(method, value)
			check_warned([str(eye.get_path()), method])
			eye.free()


func test_a_target_outside_the_tree_is_not_perceivable() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target: Node = keep(dim.ghost(Vector2(100.0, 0.0)))
	check_gate(eye, target, &"not_perceivable", "never in the tree")
	add_child(target)
	check_gate(eye, target, &"none", "in the tree")
	remove_child(target)
	check_gate(eye, target, &"not_perceivable", "out again")


func test_an_eye_outside_the_tree_sees_nothing() -> void:
	var eye: Node = keep(dim.eye(Vector2.ZERO))
	var target := put(dim.ghost(Vector2(100.0, 0.0)))
	for method: StringName in SIGHT_METHODS:
		equal(eye.call(method, target), SIGHT_METHODS[method], method)
	equal(eye.call(&"explain", target).visible, false, "explain")
	equal(eye.call(&"get_visible_target"), null)
	equal(eye.call(&"get_visible_targets").size(), 0)
	equal(eye.call(&"can_see_point", dim.eye_at(Vector2(100.0, 0.0))), false, "point")
	near(eye.get(&"facing").length(), 1.0, "facing is a direction all the same")
	eye.set(&"facing", dim.direction(90.0))
	near(eye.get(&"facing"), dim.direction(90.0), "and can be assigned")
	add_child(eye)
	eye.set(&"facing", dim.direction(0.0))
	check_gate(eye, target, &"none", "in the tree")


func test_a_freed_exception_drops_out() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var crate := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	eye.call(&"add_exception", crate)
	await ticks(2)
	check_gate(eye, target, &"none", "an exception")
	crate.free()
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "its successor is none")


func test_an_exception_out_of_the_tree_is_one_when_it_comes_back() -> void:
	var eye := put(dim.eye(Vector2.ZERO))
	var target := put(dim.target(Vector2(200.0, 0.0)))
	var crate := dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0))
	eye.call(&"add_exception", crate)
	put(crate)
	await ticks(2)
	check_gate(eye, target, &"none")


func test_the_eye_itself_and_its_own_body_may_be_asked_for() -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	var eye := guard.get_node(^"Eye")
	await ticks(2)
	for itself: Node in [guard, eye]:
		check(eye.call(&"explain", itself).has("gate"), "an answer")
		between(eye.call(&"get_visibility", itself), 0.0, 1.0)

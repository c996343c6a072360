extends "res://support/suite.gd"
## What the runner must notice. Not a suite of its own: [code]suites/runner.gd[/code] runs it.

## The node that a test loses.
static var lost: Node = null


func test_passes() -> void:
	await ticks(2)
	check(true, "holds")


func test_fails() -> void:
	equal(1, 2, "one")


func test_asserts_nothing() -> void:
	await ticks(1)


func test_stops_at_once() -> void:
	check(true, "holds")
	var nothing: Variant = null
	nothing.call_what_is_not_there()


func test_stops_after_waiting() -> void:
	check(true, "holds")
	await ticks(2)
	var nothing: Variant = null
	nothing.call_what_is_not_there()


func test_hangs() -> void:
	verdict.limit_seconds = 0.1
	check(true, "holds")
	await tree_exiting  # Waits for ever as far as the runner can tell, yet leaks nothing.


func test_warns() -> void:
	check(true, "holds")
	push_warning("broken on purpose")


func test_misses_a_warning() -> void:
	check(true, "holds")
	expect_warning("broken on purpose")


func test_warns_too_often() -> void:
	check(true, "holds")
	expect_warning("broken on purpose")
	push_warning("broken on purpose")
	push_warning("broken on purpose")


func test_errs() -> void:
	check(true, "holds")
	push_error("broken on purpose")


func test_errs_with_leave() -> void:
	allow_error("broken on purpose")
	expect_warning(["broken", "PURPOSE"])
	check(true, "holds")
	push_error("broken on purpose")
	push_warning("broken on purpose")


func test_leaks_a_node() -> void:
	check(true, "holds")
	lost = Node.new()


func test_leaves_the_world_as_it_was() -> void:
	check(true, "holds")
	get_tree().paused = true
	Engine.time_scale = 3.0
	Engine.physics_ticks_per_second = 7
	put(Node.new(), get_parent())

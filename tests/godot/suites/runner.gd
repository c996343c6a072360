extends "res://support/suite.gd"
## The runner itself: what must fail fails, what must pass passes.

const Broken := preload("res://support/broken.gd")
const Executor := preload("res://support/executor.gd")
const LogTap := preload("res://support/log_tap.gd")


func test_a_good_test_passes() -> void:
	equal(await _verdict(&"test_passes"), "")


func test_a_wrong_assertion_fails_and_names_its_line() -> void:
	var message := await _verdict(&"test_fails")
	check(message.begins_with("one is 1, not 2 at broken.gd"), message)


func test_a_test_without_an_assertion_fails() -> void:
	equal(await _verdict(&"test_asserts_nothing"), "asserts nothing")


func test_a_script_that_stops_fails() -> void:
	allow_error("Nonexistent function 'call_what_is_not_there'")
	for method: StringName in [&"test_stops_at_once", &"test_stops_after_waiting"]:
		var message := await _verdict(method)
		check(message.contains("unexpected error"), "%s: '%s'" % [method, message])


func test_a_test_that_hangs_is_given_up() -> void:
	check((await _verdict(&"test_hangs")).begins_with("hangs"), "it was noticed")


func test_warnings_must_be_declared_and_come() -> void:
	for method: StringName in [&"test_warns", &"test_warns_too_often"]:
		var message := await _verdict(method)
		check(message.contains("warning"), "%s: '%s'" % [method, message])
	var missed := await _verdict(&"test_misses_a_warning")
	check(missed.begins_with("0 warnings with"), missed)


func test_errors_must_be_allowed() -> void:
	allow_error("broken on purpose")
	var message := await _verdict(&"test_errs")
	check(message.begins_with("unexpected error 'broken on purpose'"), message)
	equal(await _verdict(&"test_errs_with_leave"), "")


func test_a_lost_node_fails() -> void:
	equal(await _verdict(&"test_leaks_a_node"), "1 nodes leaked")
	Broken.lost.free()


func test_every_test_starts_in_an_empty_world() -> void:
	var ticks_per_second := Engine.physics_ticks_per_second
	equal(await _verdict(&"test_leaves_the_world_as_it_was"), "")
	equal(get_child_count(), 1, "children")
	equal(get_child(0).get_child_count(), 0, "what the inner test left")
	equal(Engine.time_scale, 1.0, "time scale")
	equal(Engine.physics_ticks_per_second, ticks_per_second, "ticks per second")
	check(not get_tree().paused, "not paused")


func _verdict(method: StringName) -> String:
	var tap := LogTap.new()
	tap.open()
	var place := get_child(0) if get_child_count() > 0 else put(Node.new())
	var executor := Executor.new(get_tree(), tap, place)
	var message: String = await executor.run(Broken, method)
	tap.close()
	verdict.forget_lines()
	return message

# gdlint: disable=max-public-methods
extends Node
## The base of every suite: assertions, waiting, and an empty world below itself.
##
## A test is a method whose name begins with [code]test_[/code] and says what must be true. It may
## await. Nodes go below the suite ([method put]) and are freed after the test; nodes that stay out
## of the tree are given to [method keep]. A warning that the test does not declare fails it, an
## error that it does not allow fails it, and so does a test without an assertion.

const Verdict := preload("res://support/verdict.gd")

## Filled by the executor.
var verdict: Verdict

var _kept: Array[Object] = []


## Frees what [method keep] was given. Called by the executor.
func close_test() -> void:
	for thing: Variant in _kept:
		if is_instance_valid(thing) and not (thing is Node and thing.is_inside_tree()):
			thing.free()
	_kept.clear()


## Puts [param node] below [param parent], the suite by default, and hands it back.
func put(node: Node, parent: Node = null) -> Node:
	(parent if parent != null else self).add_child(node, true)
	return node


## Frees [param thing] after the test, if it is still there and out of the tree.
func keep(thing: Object) -> Object:
	_kept.append(thing)
	return thing


## Waits for [param count] physics frames.
func ticks(count := 1) -> void:
	for tick in count:
		await get_tree().physics_frame


## Waits for [param time] seconds of physics frames, at least one.
func seconds(time: float) -> void:
	await ticks(maxi(roundi(time * Engine.physics_ticks_per_second), 1))


## The length of a tick in seconds.
func tick_time() -> float:
	return 1.0 / Engine.physics_ticks_per_second


## Lets the test take this long, in seconds of game time, instead of a minute.
func allow_seconds(time: float) -> void:
	verdict.limit_seconds = time


## Lets errors that hold [param text] pass, here and for the tool that reads the whole log.
func allow_error(text: String) -> void:
	print("[allow] %s" % text)
	verdict.allow_error(text)


## Says that exactly [param count] warnings that hold [param what] (a text, or several that must all
## be in it, in any letter case) will have come by the end of the test.
func expect_warning(what: Variant, count := 1) -> void:
	verdict.expect_warning(_parts(what), count)


## How many such warnings have come until now that nothing has answered for.
func warnings(what: Variant) -> int:
	return verdict.warnings(_parts(what), false)


## Asserts that [param count] such warnings have come since the last time, and answers for them.
func check_warned(what: Variant, count := 1) -> void:
	verdict.assertions += 1
	if not verdict.hears():
		return
	var came := verdict.warnings(_parts(what), true)
	if came != count:
		verdict.fail("%d warnings with %s, not %d" % [came, what, count], _place())


## Asserts that assigning [param bad] to [param member] is refused: the old value stays, one warning
## names class, node, member and value, and a second bad value in a row is refused in silence.
func check_refused(thing: Object, member: StringName, bad: Variant) -> void:
	var before: Variant = thing.get(member)
	var parts: Array[String] = [thing.get_class(), str(member), _spelled(bad)]
	if thing is Node and (thing as Node).is_inside_tree():
		parts.append(str((thing as Node).get_path()))
	thing.set(member, bad)
	equal(thing.get(member), before, "%s after refusing %s" % [member, bad])
	thing.set(member, bad)
	equal(thing.get(member), before, "%s after refusing %s twice" % [member, bad])
	check_warned(parts)
	thing.set(member, before)


## Asserts that [param condition] holds.
func check(condition: bool, message: String) -> void:
	verdict.assertions += 1
	if not condition:
		verdict.fail(message, _place())


## Asserts that the two are equal (and of one type, int and float apart).
func equal(actual: Variant, wanted: Variant, message := "value") -> void:
	verdict.assertions += 1
	if not _same(actual, wanted):
		verdict.fail("%s is %s, not %s" % [message, _told(actual), _told(wanted)], _place())


## Asserts that the two differ by no more than [param tolerance]: numbers, vectors or packed
## numbers.
func near(actual: Variant, wanted: Variant, message := "value", tolerance := 1e-4) -> void:
	verdict.assertions += 1
	var off := INF
	if actual is float or actual is int:
		if wanted is float or wanted is int:
			off = absf(float(actual) - float(wanted))
	elif typeof(actual) == typeof(wanted):
		if actual is Vector2 or actual is Vector3:
			off = (actual - wanted).length()
	if not off <= tolerance:
		verdict.fail("%s is %s, not about %s" % [message, _told(actual), _told(wanted)], _place())


## Asserts that [param value] lies in the closed interval.
func between(value: float, low: float, high: float, message := "value") -> void:
	verdict.assertions += 1
	if not (value >= low and value <= high):
		verdict.fail("%s is %s, not in %s to %s" % [message, value, low, high], _place())


func _parts(what: Variant) -> PackedStringArray:
	if what is String or what is StringName:
		return PackedStringArray([str(what)])
	return PackedStringArray(what)


func _spelled(value: Variant) -> String:
	if value is float and is_nan(value):
		return "nan"
	if value is float and is_inf(value):
		return "inf"
	if value is float and value == roundf(value):
		return str(int(value))
	if value is Vector2 or value is Vector3:
		return "nan" if str(value).containsn("nan") else "inf"
	return str(value)


func _same(left: Variant, right: Variant) -> bool:
	if (left is int or left is float) and (right is int or right is float):
		return left == right or (is_nan(left) and is_nan(right))
	if (left is String or left is StringName) and (right is String or right is StringName):
		return str(left) == str(right)
	return typeof(left) == typeof(right) and left == right


func _told(value: Variant) -> String:
	return "'%s'" % value if value is String or value is StringName else str(value)


func _place() -> String:
	var own: Script = get_script()
	var last := ""
	if not Engine.has_method(&"capture_script_backtraces"):
		return own.resource_path.get_file()
	for trace: RefCounted in Engine.call(&"capture_script_backtraces"):
		for frame in trace.get_frame_count() as int:
			var file: String = trace.get_frame_file(frame)
			if file == "res://support/suite.gd":
				continue
			if file.begins_with("res://support/executor"):
				break
			last = "%s:%d" % [file.get_file(), trace.get_frame_line(frame)]
			if trace.get_frame_function(frame).begins_with("test_"):
				return last
	return last if not last.is_empty() else own.resource_path.get_file()

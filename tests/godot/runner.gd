extends Node
## Runs one suite: [code]godot --headless --fixed-fps 60 --path tests/godot res://runner.tscn
## -- --suite NAME [--test FILTER] [--list][/code].
##
## One line for each test, the last line of all is [code]N passed, N failed[/code]; the exit code is
## 0 when nothing failed. [code]--list[/code] only names the tests.

const Executor := preload("res://support/executor.gd")
const LogTap := preload("res://support/log_tap.gd")

var _options := {"suite": "", "test": "", "list": ""}


func _ready() -> void:
	_run.call_deferred()


func _run() -> void:
	var tap := LogTap.new()
	tap.open()
	var failures := await _run_suite(tap)
	tap.close()
	get_tree().quit(0 if failures == 0 else 1)


## Runs what the command line asks for and prints the verdicts. Returns how many tests failed.
func _run_suite(tap: LogTap) -> int:
	var problem := _read_command_line()
	var script: GDScript = null
	if problem.is_empty():
		script = _load_suite()
		if script == null:
			problem = "suite '%s' cannot be loaded" % _options.suite
	var methods := PackedStringArray()
	if problem.is_empty():
		methods = _test_methods(script)
		if methods.is_empty():
			problem = "no test_* method in '%s' matches '%s'" % [_options.suite, _options.test]
	if not problem.is_empty():
		print("FAILED (runner): %s" % problem)
		print("0 passed, 1 failed")
		return 1
	if _options.list == "yes":
		print("\n".join(methods))
		print("0 passed, 0 failed")
		return 0
	var executor := Executor.new(get_tree(), tap)
	var passed := 0
	for method in methods:
		var message: String = await executor.run(script, method)
		if message.is_empty():
			passed += 1
			print("ok  %s" % method)
		else:
			print("FAILED %s: %s" % [method, message])
	print("%d passed, %d failed" % [passed, methods.size() - passed])
	return methods.size() - passed


func _read_command_line() -> String:
	var words := OS.get_cmdline_user_args()
	var at := 0
	while at < words.size():
		var key := words[at].trim_prefix("--")
		if not _options.has(key):
			return "unknown option '%s'" % words[at]
		if key == "list":
			_options.list = "yes"
			at += 1
			continue
		if at + 1 >= words.size():
			return "option '%s' wants a value" % words[at]
		_options[key] = words[at + 1]
		at += 2
	if _options.suite.is_empty():
		return "which suite? Say --suite NAME"
	return ""


func _load_suite() -> GDScript:
	var path := "res://suites/%s.gd" % _options.suite
	if not ResourceLoader.exists(path):
		return null
	var script := load(path) as GDScript
	return script if script != null and script.can_instantiate() else null


func _test_methods(script: GDScript) -> PackedStringArray:
	var found := PackedStringArray()
	for method in script.get_script_method_list():
		var title: String = method.name
		if not title.begins_with("test_") or found.has(title):
			continue
		if _options.test.is_empty() or title.contains(_options.test):
			found.append(title)
	return found

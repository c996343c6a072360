extends Logger
## The listening end of LogTap. Called from any thread, hence the mutex; never prints.

var _mutex := Mutex.new()
var _lines: Array[Dictionary] = []


func copy() -> Array[Dictionary]:
	_mutex.lock()
	var found := _lines.duplicate()
	_mutex.unlock()
	return found


func clear() -> void:
	_mutex.lock()
	_lines.clear()
	_mutex.unlock()


func _log_error(
	_function: String,
	file: String,
	line: int,
	code: String,
	rationale: String,
	_editor_notify: bool,
	error_type: int,
	_script_backtraces: Array[ScriptBacktrace]
) -> void:
	var text := code if rationale.is_empty() else rationale
	_mutex.lock()
	_lines.append({"kind": error_type, "text": text, "place": "%s:%d" % [file.get_file(), line]})
	_mutex.unlock()

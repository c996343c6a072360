extends RefCounted
## What one test found out: its assertions, its failures, the log lines it answers for.

const LogTap := preload("res://support/log_tap.gd")

## What the engine prints by itself when the machine is busy, whatever a test does.
const ENGINE_NOISE: Array[String] = [
	"Jolt Physics job system exceeded the maximum number of jobs",
]
## Failures told in full; the rest is counted.
const TOLD := 4

## How long the test may take, in seconds of game time.
var limit_seconds := 60.0
## Assertions made.
var assertions := 0

var _tap: LogTap
var _lines: Array[Dictionary] = []
var _failures := PackedStringArray()
var _expected: Array[Dictionary] = []
var _allowed := PackedStringArray()


func _init(tap: LogTap) -> void:
	_tap = tap


## Notes a failure at [param place].
func fail(message: String, place: String) -> void:
	_failures.append(message if place.is_empty() else "%s at %s" % [message, place])


## Says that [param count] warnings will come that hold all of [param parts].
func expect_warning(parts: PackedStringArray, count: int) -> void:
	_expected.append({"parts": parts, "count": count, "came": 0})


## Says that errors which hold [param text] are meant to be there.
func allow_error(text: String) -> void:
	_allowed.append(text)


## How many warnings that hold all of [param parts] came and were not answered for until now.
## [param answer]: they are from now on.
func warnings(parts: PackedStringArray, answer: bool) -> int:
	_lines.append_array(_tap.take())
	var found := _lines.filter(_is_warning_with.bind(parts))
	if answer:
		for line: Dictionary in found:
			_lines.erase(line)
	return found.size()


## Forgets what was printed until now: somebody else answers for it.
func forget_lines() -> void:
	_tap.take()
	_lines.clear()


## Whether warnings can be counted at all (not in Godot 4.4).
func hears() -> bool:
	return _tap.hears()


## Whether a script error that nobody allowed has come up.
func script_stopped() -> bool:
	for line in _lines + _tap.lines():
		if line.kind == LogTap.Kind.SCRIPT and not _is_allowed(line.text):
			return true
	return false


## All that is wrong in one line, or an empty string. Takes the log lines.
func judge() -> String:
	_lines.append_array(_tap.take())
	for line in _lines:
		if line.kind == LogTap.Kind.WARNING:
			if not _was_expected(line.text):
				fail("unexpected warning '%s'" % line.text, line.place)
		elif not _is_allowed(line.text):
			fail("unexpected error '%s'" % line.text, line.place)
	if _tap.hears():
		for entry in _expected:
			if entry.came != entry.count:
				fail(
					"%d warnings with %s, not %d" % [entry.came, entry.parts, entry.count],
					"the end"
				)
	if assertions == 0 and _failures.is_empty():
		fail("asserts nothing", "")
	if _failures.size() > TOLD:
		var rest := _failures.size() - TOLD
		return "%s; and %d more" % ["; ".join(_failures.slice(0, TOLD)), rest]
	return "; ".join(_failures)


func _was_expected(text: String) -> bool:
	if ENGINE_NOISE.any(func(noise: String) -> bool: return text.contains(noise)):
		return true
	var fits: Dictionary = {}
	for entry in _expected:
		if _holds(text, entry.parts):
			fits = entry
			if entry.came < entry.count:
				break
	if fits.is_empty():
		return false
	fits.came += 1
	return true


func _is_allowed(text: String) -> bool:
	for part in _allowed:
		if text.contains(part):
			return true
	return false


func _is_warning_with(line: Dictionary, parts: PackedStringArray) -> bool:
	return line.kind == LogTap.Kind.WARNING and _holds(line.text, parts)


func _holds(text: String, parts: PackedStringArray) -> bool:
	for part in parts:
		if not text.containsn(part):
			return false
	return true

extends RefCounted
## Hears every warning and error that the engine, the addon or a script prints.
##
## Godot 4.4 has no loggers: there [method hears] is false and nothing is judged by the log here;
## the tool that runs the tests reads the log as a whole in any case.

enum Kind { ERROR, WARNING, SCRIPT, SHADER }

var _logger: RefCounted = null


## Starts to listen.
func open() -> void:
	if not ClassDB.class_exists(&"Logger"):
		return
	var script: GDScript = load("res://support/log_tap_logger.gd")
	_logger = script.new()
	OS.call(&"add_logger", _logger)


## Stops to listen.
func close() -> void:
	if _logger != null:
		OS.call(&"remove_logger", _logger)
	_logger = null


## Whether warnings and errors reach us at all.
func hears() -> bool:
	return _logger != null


## All lines since the last [method take]: dictionaries of [code]kind[/code], [code]text[/code] and
## [code]place[/code].
func lines() -> Array[Dictionary]:
	var none: Array[Dictionary] = []
	return _logger.call(&"copy") if _logger != null else none


## The same, and forgets them.
func take() -> Array[Dictionary]:
	var found := lines()
	if _logger != null:
		_logger.call(&"clear")
	return found

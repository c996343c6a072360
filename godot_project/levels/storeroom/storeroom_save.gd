extends RefCounted
## A saved game of the storeroom, as JSON text: who stands where, and what the guard was up to, in
## the middle of a search too.

const GuardScript := preload("res://actors/guard/guard.gd")
const PlayerScript := preload("res://actors/player/player.gd")

const PATH := "user://storeroom.json"
## Where somebody can be.
const ROOM := Rect2(0, 0, 1280, 720)


static func write(guard: GuardScript, player: PlayerScript) -> bool:
	var file := FileAccess.open(PATH, FileAccess.WRITE)
	return file and file.store_string(JSON.stringify(take(guard, player), "\t", true, true))


## Loads what was saved. Returns why it cannot be; then nothing is changed. Whoever plays may have
## written into the file, or the disk was full: nothing in it is trusted.
static func read(guard: GuardScript, player: PlayerScript) -> String:
	if not FileAccess.file_exists(PATH):
		return "Nothing has been saved yet"
	var saved: Variant = _parse(FileAccess.get_file_as_bytes(PATH))
	var fault := "it cannot be read"
	if saved is Dictionary:
		fault = _find_fault(saved, guard)
	if not fault.is_empty():
		return "The saved game is damaged, nothing is changed: %s" % fault
	# First the belief, then the search that goes by it.
	guard.memory.from_dict(saved.memory)
	guard.search.from_dict(saved.search, guard.memory, guard)
	guard.global_position = _place(saved.guard)
	guard.eye.global_rotation = saved.facing
	guard.state = int(saved.state) as GuardScript.State
	guard.next_point = int(saved.next_point)
	guard.find_way_anew()
	player.global_position = _place(saved.player)
	player.heading = saved.heading
	player.velocity = Vector2.ZERO
	return ""


static func take(guard: GuardScript, player: PlayerScript) -> Dictionary:
	return {
		memory = guard.memory.to_dict(),
		search = guard.search.to_dict(),
		guard = [guard.global_position.x, guard.global_position.y],
		facing = guard.eye.global_rotation,
		state = guard.state,
		next_point = guard.next_point,
		player = [player.global_position.x, player.global_position.y],
		heading = player.heading,
	}


## Null when it is no JSON.
static func _parse(bytes: PackedByteArray) -> Variant:
	# A save is plain ASCII; on anything else the engine would complain by itself.
	for byte in bytes:
		if byte == 0 or byte > 126:
			return null
	var json := JSON.new()
	return json.data if json.parse(bytes.get_string_from_ascii()) == OK else null


## What is wrong with it; empty: it can be loaded.
static func _find_fault(saved: Dictionary, guard: GuardScript) -> String:
	for key: String in ["guard", "player"]:
		if not _is_place(saved.get(key)):
			return "%s is no place in this room" % key
	for key: String in ["facing", "heading"]:
		if not _is_number(saved.get(key)):
			return "%s is no angle" % key
	if not _is_one_of(saved.get("state"), GuardScript.State.size()):
		return "there is no such state"
	if not _is_one_of(saved.get("next_point"), guard.route.size()):
		return "the guard's round has no such point"
	for key: String in ["memory", "search"]:
		if not saved.get(key) is Dictionary:
			return "there is no %s" % key
	# The library says on the console what it does not like in them.
	var memory := EnemyMemory.new()
	var search := EnemySearch.new()
	if memory.from_dict(saved.memory) != OK:
		return "the memory does not fit"
	if not ROOM.has_point(memory.last_known_position) and memory.has_last_known:
		return "the guard believes in somebody outside"
	if search.from_dict(saved.search, memory, guard) != OK:
		return "the search does not fit"
	if int(saved.state) == GuardScript.State.SEARCH and search.phase == EnemySearch.IDLE:
		return "the guard searches for nothing"
	return ""


## No infinity, which JSON makes of 1e400, nor what becomes one in a transform.
static func _is_number(value: Variant) -> bool:
	return (value is float or value is int) and absf(value) < 1e6


static func _is_one_of(value: Variant, count: int) -> bool:
	return _is_number(value) and value == floorf(value) and value >= 0.0 and value < count


static func _is_place(value: Variant) -> bool:
	if not value is Array or value.size() != 2 or not value.all(_is_number):
		return false
	return ROOM.has_point(_place(value))


static func _place(xy: Array) -> Vector2:
	return Vector2(xy[0], xy[1])

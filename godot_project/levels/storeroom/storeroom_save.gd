extends RefCounted
## A saved game of the storeroom, as JSON text: who stands where, and what the guard was up to, in
## the middle of a search too.

const GuardScript := preload("res://actors/guard/guard.gd")
const PlayerScript := preload("res://actors/player/player.gd")

const PATH := "user://storeroom.json"


static func write(guard: GuardScript, player: PlayerScript) -> bool:
	var file := FileAccess.open(PATH, FileAccess.WRITE)
	return file and file.store_string(JSON.stringify(take(guard, player), "\t", true, true))


## False when there is nothing that can be loaded.
static func read(guard: GuardScript, player: PlayerScript) -> bool:
	if not FileAccess.file_exists(PATH):
		return false
	var saved: Variant = JSON.parse_string(FileAccess.get_file_as_string(PATH))
	if not saved is Dictionary or not saved.has_all(take(guard, player).keys()):
		return false
	# First the belief, then the search that goes by it.
	if guard.memory.from_dict(saved.memory) != OK:
		return false
	if guard.search.from_dict(saved.search, guard.memory, guard) != OK:
		return false
	guard.global_position = _place(saved.guard)
	guard.eye.global_rotation = saved.facing
	guard.state = int(saved.state) as GuardScript.State
	guard.next_point = int(saved.next_point)
	guard.find_way_anew()
	player.global_position = _place(saved.player)
	player.heading = saved.heading
	player.velocity = Vector2.ZERO
	return true


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


static func _place(xy: Array) -> Vector2:
	return Vector2(xy[0], xy[1])

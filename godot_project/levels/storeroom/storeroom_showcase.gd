extends "res://levels/storeroom/storeroom_run.gd"
## Twelve seconds of the storeroom for the moving picture: see, believe, search, hear.


func _play() -> void:
	say("Sensing: what it sees right now, stopped by every wall")
	var route: Array[Vector2] = [Vector2(204, 450), Vector2(130, 590)]
	await stage(route[0], Vector2.RIGHT, route.slice(0, 1), Vector2(430, 440))
	await until(func() -> bool: return guard.memory.alerted, 2.0)
	lead(
		[
			Vector2(612, 420),
			Vector2(632, 350),
			Vector2(734, 190),
			Vector2(828, 190),
		],
		SPRINT
	)
	await until(is_lost, 4.0)
	say("Believing: it goes where you were, not where you are")
	await until(_has_arrived, 4.0)
	say("Searching: it looks round before it quits")
	await wait(1.5)
	player.throw_at(Vector2(620, 110))
	await until(func() -> bool: return guard.memory.stimulus == EnemyMemory.SOUND, 2.0)
	say("Hearing: a rock is a place to look at, nothing more")
	await wait(0.5)
	lead([Vector2(830, 330), Vector2(860, 420), Vector2(1100, 570), Vector2(1212, 600)])
	await until(func() -> bool: return not is_led(), 8.0)
	await wait(0.5)


func _has_arrived() -> bool:
	return guard.state == GuardScript.State.SEARCH and guard.velocity.is_zero_approx()

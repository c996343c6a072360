extends "res://levels/warehouse/warehouse_run.gd"
## The warehouse for the moving picture: low crates, a bottle, the light, away.


func _play() -> void:
	say("Behind low crates only a croucher is hidden")
	await stage_the_row(Vector3(-4.6, 0, 4.5))
	warehouse.director.hold(Vector3(-0.7, 0.7, 1.4), -24.0, 30.0, 14.5)
	lead([Vector3(0.3, 0, 4.5)], SNEAK)
	await led(3.6)
	say("A bottle: the noise draws him to a place, no more")
	await wait(0.5)
	player.throw_at(Vector3(1.6, 0, -3.6))
	await wait(4.2)
	say("Up into the light: she doubts, then she is sure")
	await stage_the_stairs(Vector3(8.3, 0, 3.6))
	warehouse.director.hold(Vector3(3.6, 2.4, -0.6), 22.0, 31.0, 19.0)
	lead([Vector3(8.3, 3, -2.6)])
	await until(func() -> bool: return ines.senses.alert_level == EnemySenses3D.ALERTED, 8.0)
	say("Down and away: she goes by where she saw you last")
	lead(DOWN_AND_AWAY, SPRINT)
	await led(6.0)
	lead([HIDDEN], SNEAK)
	await wait(2.5)
	say("Nobody there: she searches, and gives up")
	await wait(3.0)

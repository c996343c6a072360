extends "res://levels/yard/yard_run.gd"
## The yard for the moving picture: shadow, gravel, lamplight, the shout, the search.


func _play() -> void:
	say("In the dark and crouching: hardly anything to see")
	await stage_the_lane(340.0)
	lead([Vector2(452, 624)], SNEAK)
	await _led(3.0)
	lead([Vector2(548, 624), Vector2(550, 520)], WALK)
	await _led(2.0)
	say("Gravel: a noise draws them to a place, no more")
	lead([Vector2(575, 510), Vector2(672, 512)])
	await _led(2.0)
	lead([Vector2(786, 560), Vector2(798, 606)], SPRINT)
	await until(func() -> bool: return otto.global_position.x > 560.0, 4.0)
	say("Lamplight: it doubts, then it is sure")
	await stage_the_gate(Vector2(905, 602))
	lead([Vector2(1058, 590)])
	await until(func() -> bool: return vera.senses.alert_level == EnemySenses.ALERTED, 5.0)
	say("The shout: two more come, to where she saw you")
	lead([Vector2(905, 597), Vector2(855, 590)], SPRINT)
	await _led(3.0)
	lead([Vector2(845, 560), Vector2(845, 490)], SNEAK)
	await wait(2.6)
	say("Nobody there: they search, and give up")
	await wait(2.4)


func _led(seconds: float) -> void:
	await until(func() -> bool: return not is_led(), seconds)

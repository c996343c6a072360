extends "res://shared/sight_fan.gd"
## Draws what a watchman can see, in the colour of its alarm.

const WatchmanScript := preload("res://actors/watchman/watchman.gd")

@export var watchman: WatchmanScript


func mood() -> Color:
	if watchman.senses.alert_level == EnemySenses.ALERTED:
		return Palette.ALARM
	return Palette.WARY if watchman.plan == WatchmanScript.Plan.LOOK_INTO else Palette.CALM

extends "res://shared/sight_fan_3d.gd"
## Lays what a guard can see on the floor, in the colour of its alarm.

const WatchmanScript := preload("res://actors/watchman_3d/watchman_3d.gd")

@export var watchman: WatchmanScript


func mood() -> Color:
	if watchman.senses.alert_level == EnemySenses3D.ALERTED:
		return Palette.ALARM
	return Palette.CALM if watchman.plan == WatchmanScript.Plan.ROUND else Palette.WARY

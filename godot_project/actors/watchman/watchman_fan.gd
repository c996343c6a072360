extends "res://shared/sight_fan.gd"
## Draws what a watchman can see, in the colour of its alarm.

@export var senses: EnemySenses


func mood() -> Color:
	match senses.alert_level:
		EnemySenses.ALERTED:
			return Palette.ALARM
		EnemySenses.SUSPICIOUS:
			return Palette.WARY
	return Palette.CALM

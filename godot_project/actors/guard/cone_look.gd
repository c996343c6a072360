extends "res://shared/sight_fan.gd"
## Draws what a guard can see, in the colour of its state.

const GuardScript := preload("res://actors/guard/guard.gd")

@export var guard: GuardScript


func mood() -> Color:
	if guard.state == GuardScript.State.CHASE:
		return Palette.ALARM
	return Palette.WARY if guard.state == GuardScript.State.SEARCH else Palette.CALM

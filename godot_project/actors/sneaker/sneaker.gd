extends "res://actors/player/player.gd"
## A player whom light and ground give away: crouches for its [StealthTarget], and steps louder on
## gravel.

## Steps on a hard floor and on gravel: radius at a standstill and at full speed, and loudness.
const HARD := [40.0, 190.0, 0.6]
const GRAVEL := [340.0, 520.0, 1.0]

## What it stands on; the level says so.
var on_gravel := false:
	set(value):
		if value != on_gravel:
			on_gravel = value
			_set_steps()

@onready var stealth: StealthTarget = $StealthTarget
@onready var steps: FootstepEmitter = $Steps


func _ready() -> void:
	_set_steps()


func _physics_process(delta: float) -> void:
	super(delta)
	stealth.crouching = pace == Pace.SNEAK


func _set_steps() -> void:
	var ground := GRAVEL if on_gravel else HARD
	steps.walk_radius = ground[0]
	steps.run_radius = ground[1]
	steps.strength = ground[2]

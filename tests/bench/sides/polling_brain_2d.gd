extends Node2D
## The states of the demo's guard for an enemy whose senses are native, asked for three things in
## every tick.

enum State { PATROL, CHASE, SEARCH }

const CURIOUS := 0.12

var senses: EnemySenses
var state := State.PATROL
var goal := Vector2.ZERO


func _physics_process(_delta: float) -> void:
	var awareness := senses.awareness
	var target: Node2D = senses.target
	var last_known_position := senses.last_known_position
	match state:
		State.PATROL:
			if awareness >= CURIOUS:
				state = State.CHASE if target else State.SEARCH
		State.CHASE:
			goal = last_known_position
			if not target:
				state = State.SEARCH
		State.SEARCH:
			goal = last_known_position
			if target:
				state = State.CHASE
			elif awareness < CURIOUS:
				state = State.PATROL

extends "res://sides/plain_guard_2d.gd"
## A whole enemy in plain GDScript: its senses, and the states of the demo's guard read from its
## memory.

enum State { PATROL, CHASE, SEARCH }

const CURIOUS := 0.12

var state := State.PATROL
var goal := Vector2.ZERO


func _physics_process(delta: float) -> void:
	seen = _look()
	_remember(seen, delta)
	_decide()


func _decide() -> void:
	match state:
		State.PATROL:
			if alerted and seen:
				state = State.CHASE
			elif has_last_known and confidence >= CURIOUS:
				state = State.SEARCH
		State.CHASE:
			goal = last_known_position
			if not seen:
				state = State.SEARCH
		State.SEARCH:
			goal = last_known_position
			if alerted and seen:
				state = State.CHASE
			elif confidence < CURIOUS:
				has_last_known = false
				state = State.PATROL

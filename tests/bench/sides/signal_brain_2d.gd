extends Node2D
## The states of the demo's guard for an enemy whose senses are native: nothing runs until a signal
## comes.

enum State { PATROL, CHASE, SEARCH }

var senses: EnemySenses
var state := State.PATROL
var goal := Vector2.ZERO


func _ready() -> void:
	senses.alert_level_changed.connect(_on_alert_level_changed)
	senses.target_lost.connect(_on_target_lost)


func _on_alert_level_changed(level: int, _previous: int) -> void:
	match level:
		EnemySenses.UNAWARE:
			state = State.PATROL
		EnemySenses.SUSPICIOUS:
			state = State.SEARCH
			goal = senses.last_known_position
		EnemySenses.ALERTED:
			state = State.CHASE
			goal = senses.last_known_position


func _on_target_lost(_target: Node, last_known_position: Vector2) -> void:
	if state == State.CHASE:
		state = State.SEARCH
		goal = last_known_position

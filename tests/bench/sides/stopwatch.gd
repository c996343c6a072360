extends Node
## Notes when its turn comes in a tick: one before and one after all enemies frame what their
## scripts take.

var at := 0


func _init(priority: int) -> void:
	process_physics_priority = priority


func _physics_process(_delta: float) -> void:
	at = Time.get_ticks_usec()

extends "res://support/rules/senses_time_rules.gd"
## Game time in space.


func _init() -> void:
	dim = Dim3D.new()

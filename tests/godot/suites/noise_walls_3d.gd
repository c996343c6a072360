extends "res://support/rules/noise_walls_rules.gd"
## Walls between a noise and an ear, in space.


func _init() -> void:
	dim = Dim3D.new()

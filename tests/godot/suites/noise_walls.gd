extends "res://support/rules/noise_walls_rules.gd"
## Walls between a noise and an ear.


func _init() -> void:
	dim = Dim2D.new()

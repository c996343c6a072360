extends "res://support/rules/bad_input_rules.gd"
## Bad input in space.


func _init() -> void:
	dim = Dim3D.new()

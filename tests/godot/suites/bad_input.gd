extends "res://support/rules/bad_input_rules.gd"
## Bad input on the plane.


func _init() -> void:
	dim = Dim2D.new()

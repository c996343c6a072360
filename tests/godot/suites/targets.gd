extends "res://support/rules/target_rules.gd"
## Targets on the plane.


func _init() -> void:
	dim = Dim2D.new()

extends "res://support/rules/case_level_rules.gd"
## Cases of levels on the plane.


func _init() -> void:
	dim = Dim2D.new()

extends "res://support/rules/case_hearing_rules.gd"
## Cases of hearing on the plane.


func _init() -> void:
	dim = Dim2D.new()

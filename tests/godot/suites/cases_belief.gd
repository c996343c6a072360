extends "res://support/rules/case_belief_rules.gd"
## Cases of belief on the plane.


func _init() -> void:
	dim = Dim2D.new()

extends "res://support/rules/case_belief_rules.gd"
## Cases of belief in space.


func _init() -> void:
	dim = Dim3D.new()

extends "res://support/rules/case_hearing_rules.gd"
## Cases of hearing in space.


func _init() -> void:
	dim = Dim3D.new()

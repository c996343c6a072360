extends "res://support/rules/case_lifecycle_rules.gd"
## Cases of coming and going in space.


func _init() -> void:
	dim = Dim3D.new()

extends "res://support/rules/case_lifecycle_rules.gd"
## Cases of coming and going on the plane.


func _init() -> void:
	dim = Dim2D.new()

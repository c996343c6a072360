extends "res://support/rules/case_search_rules.gd"
## Cases of searching in space.


func _init() -> void:
	dim = Dim3D.new()

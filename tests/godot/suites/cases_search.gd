extends "res://support/rules/case_search_rules.gd"
## Cases of searching on the plane.


func _init() -> void:
	dim = Dim2D.new()

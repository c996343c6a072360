extends "res://support/rules/debug_draw_rules.gd"
## The shared rules on the plane.


func _init() -> void:
	dim = Dim2D.new()

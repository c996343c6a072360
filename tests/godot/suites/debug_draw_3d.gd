extends "res://support/rules/debug_draw_rules.gd"
## The shared rules in space.


func _init() -> void:
	dim = Dim3D.new()

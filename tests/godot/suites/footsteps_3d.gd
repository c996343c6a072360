extends "res://support/rules/footstep_rules.gd"
## The shared rules in space.


func _init() -> void:
	dim = Dim3D.new()

extends "res://support/rules/target_rules.gd"
## Targets in space.


func _init() -> void:
	dim = Dim3D.new()

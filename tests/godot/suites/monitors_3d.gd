extends "res://support/rules/monitor_rules.gd"
## The shared rules in space.


func _init() -> void:
	dim = Dim3D.new()

extends "res://support/rules/meter_rules.gd"
## The shared rules in space.


func _init() -> void:
	dim = Dim3D.new()

extends "res://support/rules/meter_rules.gd"
## The shared rules on the plane.


func _init() -> void:
	dim = Dim2D.new()

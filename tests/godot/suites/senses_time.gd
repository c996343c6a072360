extends "res://support/rules/senses_time_rules.gd"
## Game time on the plane.


func _init() -> void:
	dim = Dim2D.new()

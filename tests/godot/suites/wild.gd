extends "res://support/rules/wild_rules.gd"
## What no scene should do, on the plane.


func _init() -> void:
	dim = Dim2D.new()

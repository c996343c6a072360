extends "res://support/rules/wild_rules.gd"
## What no scene should do, in space.


func _init() -> void:
	dim = Dim3D.new()

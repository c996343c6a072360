extends "res://support/rules/fuzz_rules.gd"
## The wild game on the plane.


func _init() -> void:
	dim = Dim2D.new()

extends "res://support/rules/fuzz_rules.gd"
## The wild game in space.


func _init() -> void:
	dim = Dim3D.new()

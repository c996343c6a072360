extends "res://support/rules/api_rules.gd"
## The public API in space.


func _init() -> void:
	dim = Dim3D.new()

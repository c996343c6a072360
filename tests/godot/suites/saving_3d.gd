extends "res://support/rules/saving_rules.gd"
## Saves in 3D.


func _init() -> void:
	dim = Dim3D.new()

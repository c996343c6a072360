extends "res://support/rules/saving_rules.gd"
## Saves in 2D.


func _init() -> void:
	dim = Dim2D.new()

extends "res://support/rules/case_network_rules.gd"
## Cases of multiplayer on the plane.


func _init() -> void:
	dim = Dim2D.new()

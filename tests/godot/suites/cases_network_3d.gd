extends "res://support/rules/case_network_rules.gd"
## Cases of multiplayer in space.


func _init() -> void:
	dim = Dim3D.new()

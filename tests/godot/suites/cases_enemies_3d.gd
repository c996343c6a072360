extends "res://support/rules/case_enemy_rules.gd"
## Cases of a whole enemy in space.


func _init() -> void:
	dim = Dim3D.new()

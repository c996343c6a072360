extends "res://support/rules/case_enemy_rules.gd"
## Cases of a whole enemy on the plane.


func _init() -> void:
	dim = Dim2D.new()

extends "res://support/rules/perception_rules.gd"
## EnemyPerception.


func _init() -> void:
	dim = Dim2D.new()

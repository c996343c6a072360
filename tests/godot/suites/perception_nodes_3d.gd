extends "res://support/rules/perception_nodes_rules.gd"
## EnemyPerception3D.


func _init() -> void:
	dim = Dim3D.new()

extends "res://support/rules/memory_rules.gd"
## EnemyMemory3D.


func _init() -> void:
	dim = Dim3D.new()

extends "res://support/rules/memory_rules.gd"
## EnemyMemory.


func _init() -> void:
	dim = Dim2D.new()

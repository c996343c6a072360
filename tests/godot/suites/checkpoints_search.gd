extends "res://support/rules/checkpoint_rules.gd"
## The ten checkpoints on the plane, by a guard that searches with EnemySearch.

const SearchingBrain := preload("res://support/searching_brain.gd")


func _init() -> void:
	dim = Dim2D.new()


func _mind(guard: Node) -> Brain:
	return SearchingBrain.new(dim, guard)

extends "res://support/rules/checkpoint_rules.gd"
## The ten checkpoints on the plane.


func _init() -> void:
	dim = Dim2D.new()

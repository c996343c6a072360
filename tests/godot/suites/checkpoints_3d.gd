extends "res://support/rules/checkpoint_rules.gd"
## The ten checkpoints in space.


func _init() -> void:
	dim = Dim3D.new()

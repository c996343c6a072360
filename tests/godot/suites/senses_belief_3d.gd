extends "res://support/rules/senses_belief_rules.gd"
## Beliefs of an enemy in space.


func _init() -> void:
	dim = Dim3D.new()

extends "res://support/rules/senses_belief_rules.gd"
## Beliefs of an enemy on the plane.


func _init() -> void:
	dim = Dim2D.new()

extends "res://support/rules/noise_navigation_rules.gd"
## Noises round corners, on the plane.


func _init() -> void:
	dim = Dim2D.new()

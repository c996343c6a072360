extends "res://support/rules/case_threads_rules.gd"
## Cases of threads on the plane.


func _init() -> void:
	dim = Dim2D.new()

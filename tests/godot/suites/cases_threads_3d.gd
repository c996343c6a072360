extends "res://support/rules/case_threads_rules.gd"
## Cases of threads in space.


func _init() -> void:
	dim = Dim3D.new()

extends "res://support/rules/noise_rules.gd"
## NoiseEmitter3D and SensesServer.


func _init() -> void:
	dim = Dim3D.new()

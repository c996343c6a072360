extends "res://support/rules/noise_rules.gd"
## NoiseEmitter and SensesServer.


func _init() -> void:
	dim = Dim2D.new()

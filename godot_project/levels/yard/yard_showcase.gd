extends "res://shared/scripted_run.gd"
const Yard := preload("res://levels/yard/yard.tscn")


func _play() -> void:
	await put_up(Yard.instantiate())
	await wait(3.0)

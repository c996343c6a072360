extends "res://support/rules/case_hearing_rules.gd"
## Cases of hearing in space.


func _init() -> void:
	dim = Dim3D.new()


func test_h01_floors_muffle_and_open_height_is_mere_distance() -> void:
	var slab := dim.wall(Vector2.ZERO, Vector2.ZERO) as StaticBody3D
	var box := (slab.get_child(0) as CollisionShape3D).shape as BoxShape3D
	box.size = Vector3(4.0, 0.3, 4.0)
	slab.position = Vector3(0.0, 1.5, 0.0)
	put(slab)
	# On the storey above, on a balcony beside it, and up a slope of 30 degrees.
	var places: Array[Vector3] = [
		Vector3(0.0, 3.0, 0.0), Vector3(6.0, 3.0, 0.0), Vector3(0.0, 3.0, 6.0 * cos(PI / 6.0))
	]
	var ears: Array[Node] = []
	for place in places:
		var ear := dim.listener(Vector2.ZERO)
		(ear as Node3D).position = place
		ears.append(put(ear))
	await ticks(2)
	var radius := 15.0
	var noise := [null, &"", &"enemies", MUFFLED]
	equal(dim.emit_noise(Vector2.ZERO, radius / dim.length(1.0), 1.0, noise), 3, "told")
	near(ears[0].calls[0][1], 1.0 - 3.0 / (radius * 0.4), "one floor between", 1e-3)
	near(ears[1].calls[0][1], 1.0 - places[1].length() / radius, "balcony", 1e-3)
	near(ears[2].calls[0][1], 1.0 - 6.0 / radius, "slope of 6 m", 0.02)
	equal(dim.emit_noise(Vector2.ZERO, radius / dim.length(1.0), 1.0), 3, "told")
	near(ears[0].calls[1][1], 1.0 - 3.0 / radius, "walls do not matter", 1e-3)

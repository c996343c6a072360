extends "res://support/rules/case_enemy_rules.gd"
## Cases of a whole enemy in space.


func _init() -> void:
	dim = Dim3D.new()


func test_h01_floors_muffle_and_open_heights_count_like_any_way() -> void:
	# One storey up behind a slab of 0.3 m, as high on a balcony in the open, 6 m up a slope.
	var places: Array[Vector3] = [
		Vector3(0.0, 3.0, 0.0), Vector3(50.0, 3.0, 4.0), Vector3(100.0 + 5.196, 3.0, 0.0)
	]
	var slab := put(StaticBody3D.new()) as StaticBody3D
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = Vector3(8.0, 0.3, 8.0)
	slab.add_child(shape)
	slab.position = Vector3(0.0, 2.5, 0.0)
	var slope := put(slab.duplicate()) as StaticBody3D
	slope.rotation.z = deg_to_rad(30.0)
	slope.position = Vector3(100.0 + 2.6, 1.5 - 0.4, 0.0)
	var origins: Array[Vector3] = [
		Vector3(0.0, 0.5, 0.0), Vector3(50.0, 0.5, 0.0), Vector3(100.0, 0.5, 0.0)
	]
	var ears: Array = []
	var recorders: Array[Recorder] = []
	for place in places:
		var senses := senses_at(Vector2(place.x, place.z) * 20.0)
		(senses.get_parent() as Node3D).position.y = place.y
		ears.append(senses)
		recorders.append(Recorder.new(senses))
	await ticks(4)
	var more: Array = [null, &"", &"enemies", MUFFLED]
	for origin in origins:
		dim.emit_noise_from(origin, 20.0 * 14.0, 1.0, more)
	await ticks(1)
	for index in places.size():
		var ear: Vector3 = ears[index].perception.global_position
		var radius := 14.0 * (0.4 if index == 0 else 1.0)
		var wanted := 1.0 - ear.distance_to(origins[index]) / radius
		near(_loudness(recorders[index]), wanted, "ear %d" % index, 1e-3)

extends "res://support/rules/light_rules.gd"
## Light in space: the shared rules, and spots.


func _init() -> void:
	dim = Dim3D.new()


func test_a_spot_lights_within_its_angle_border_and_all() -> void:
	var stealth := _target(Vector2.ZERO)
	var spot := SpotLight3D.new()
	spot.spot_range = 10.0
	spot.spot_angle = 30.0
	put(spot)
	# It looks along +X of the plane; the target is where the angle wants it.
	dim.turn(spot, 0.0)
	for entry: Array in [
		[0.0, true], [29.9, true], [30.0, true], [-30.0, true], [30.1, false], [180.0, false]
	]:
		spot.global_position = (Vector3(0.0, AIM, 0.0) - 5.0 * (dim.direction(entry[0]) as Vector3))
		await ticks(1)
		near(_level(stealth), AMBIENT + (0.125 if entry[1] else 0.0), "at %s" % entry[0], 1e-3)


func test_a_spot_points_where_its_basis_says() -> void:
	var stealth := _target(Vector2.ZERO)
	var parent := put(Node3D.new()) as Node3D
	parent.scale = Vector3(-2.0, 2.0, 2.0)
	var spot := SpotLight3D.new()
	spot.spot_range = 10.0
	spot.spot_angle = 30.0
	put(spot, parent)
	# Along local -X is along +X behind the mirror.
	spot.rotation_degrees.y = 90.0
	spot.global_position = Vector3(-5.0, AIM, 0.0)
	await ticks(1)
	near(_level(stealth), AMBIENT + 0.125, "mirrored, and its range is not scaled", 1e-3)
	spot.global_position = Vector3(5.0, AIM, 0.0)
	await ticks(1)
	near(_level(stealth), AMBIENT, "behind it")


func test_a_sun_for_the_sky_only_lights_nobody() -> void:
	var stealth := _target(Vector2.ZERO)
	var sun := _sun(0.0) as DirectionalLight3D
	await ticks(1)
	near(_level(stealth), 0.65)
	sun.sky_mode = DirectionalLight3D.SKY_MODE_SKY_ONLY
	await ticks(1)
	near(_level(stealth), AMBIENT)


func test_light_is_judged_at_the_aim_point() -> void:
	var stealth := _target(Vector2.ZERO)
	var lamp := _lamp(Vector2.ZERO) as Node3D
	lamp.global_position = Vector3(0.0, 0.6, 0.0)
	await ticks(1)
	near(_level(stealth), AMBIENT + 0.5 * 0.94 ** 2, "standing")
	stealth.set(&"crouching", true)
	await ticks(1)
	near(_level(stealth), 0.65, "crouching")


func test_a_wall_that_faces_one_way_blocks_both_ways() -> void:
	var stealth := _target(Vector2.ZERO)
	var lamp := _lamp(Vector2(100.0, 0.0))
	put(dim.solid(&"faces", Vector2(50.0, 0.0), Vector2(10.0, 40.0)))
	await ticks(3)
	near(_level(stealth), AMBIENT, "from one side")
	_move(lamp, Vector2(-100.0, 0.0))
	await ticks(1)
	near(_level(stealth), AMBIENT + 0.125, "nothing on this side")

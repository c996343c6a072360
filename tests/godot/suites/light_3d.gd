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


func test_distance_and_angle_are_measured_in_space() -> void:
	var stealth := _target(Vector2.ZERO)
	var aim := Vector3(0.0, AIM, 0.0)
	var omni := _lamp(Vector2.ZERO) as OmniLight3D
	for way: Vector3 in [Vector3.UP, Vector3.DOWN, Vector3(1.0, 2.0, -2.0) / 3.0]:
		omni.global_position = aim + way * 4.0
		await ticks(1)
		near(_level(stealth), AMBIENT + 0.5 * 0.6 ** 2, "omni from %s" % way, 1e-3)
	omni.free()
	var spot := SpotLight3D.new()
	spot.spot_range = 10.0
	spot.spot_angle = 30.0
	spot.position = aim + Vector3.UP * 5.0
	put(spot)
	for entry: Array in [[-90.0, true], [-61.0, true], [-59.0, false], [90.0, false]]:
		spot.rotation_degrees = Vector3(entry[0], 77.0, 13.0)
		await ticks(1)
		near(_level(stealth), AMBIENT + (0.125 if entry[1] else 0.0), "pitch %s" % entry[0], 1e-3)
	spot.spot_angle = 180.0
	spot.rotation_degrees = Vector3(-10.0, 0.0, 0.0)
	await ticks(1)
	near(_level(stealth), AMBIENT + 0.125, "as wide as can be", 1e-3)


func test_a_floor_between_storeys_keeps_the_light_off() -> void:
	var stealth := _target(Vector2.ZERO)
	var lamp := _lamp(Vector2.ZERO) as Node3D
	lamp.global_position = Vector3(0.0, AIM + 4.0, 0.0)
	_slab(Vector3(0.0, 3.0, 0.0))
	await ticks(2)
	near(_level(stealth), AMBIENT, "the lamp is upstairs")
	(stealth.get_parent() as Node3D).position.y = 3.2
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.5 * 0.92 ** 2, "so is the target", 1e-3)


func test_a_roof_keeps_the_sun_off_as_far_as_its_shadow_goes() -> void:
	var stealth := _target(Vector2.ZERO)
	var target := stealth.get_parent() as Node3D
	# From the west, 45 degrees above the ground, whatever it hangs below.
	var holder := put(Node3D.new()) as Node3D
	holder.scale = Vector3(3.0, 3.0, -3.0)
	var sun := DirectionalLight3D.new()
	put(sun, holder)
	# Behind a mirror it turns its back to what it is told to look at.
	sun.look_at(sun.global_position - Vector3(1.0, -1.0, 0.0))
	var down := -sun.global_basis.z.normalized()
	near(down, Vector3(1.0, -1.0, 0.0).normalized(), "where it shines", 1e-3)
	_slab(Vector3(0.0, AIM + 4.0, 0.0))
	_slab(Vector3(0.0, -1.0, 0.0))
	# The roof is 8 m wide and 4 m up: its shadow lies 4 m to the east, less its thickness.
	for entry: Array in [[-5.0, 0.5], [-1.0, 0.5], [1.0, 0.0], [7.0, 0.0], [9.0, 0.5]]:
		target.position.x = entry[0]
		await ticks(2)
		near(_level(stealth), AMBIENT + entry[1], "at %s" % entry[0], 1e-3)


func test_lamps_of_no_size_light_nobody() -> void:
	var stealth := _target(Vector2.ZERO)
	var omni := _lamp(Vector2.ZERO) as OmniLight3D
	for size: float in [0.0, -1.0]:
		omni.omni_range = size
		await ticks(1)
		near(_level(stealth), AMBIENT, "range %s" % size)
	omni.free()
	var spot := SpotLight3D.new()
	spot.spot_range = 10.0
	spot.spot_angle = 0.0
	spot.position = Vector3(0.0, AIM, 5.0)
	put(spot)
	await ticks(1)
	near(_level(stealth), AMBIENT + 0.125, "a beam of no width hits what is on it", 1e-3)
	spot.rotation_degrees.y = 0.2
	await ticks(1)
	near(_level(stealth), AMBIENT, "and nothing else")


func _slab(place: Vector3) -> void:
	var slab := dim.wall(Vector2.ZERO, Vector2(160.0, 160.0)) as Node3D
	((slab.get_child(0) as CollisionShape3D).shape as BoxShape3D).size.y = 0.2
	slab.position = place
	put(slab)

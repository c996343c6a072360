extends "res://support/dim_suite.gd"
## Noises that walls muffle, in either dimension.

const MUFFLED := 1


func test_straight_noises_pass_walls_on_purpose() -> void:
	put(dim.wall(Vector2(50.0, 0.0), Vector2(10.0, 200.0)))
	await ticks(2)
	near(_heard(Vector2(100.0, 0.0), 200.0, 0), 0.5, "strength", 1e-3)


func test_each_wall_shrinks_the_radius() -> void:
	near(_heard(Vector2(200.0, 0.0), 1000.0), 0.8, "no wall", 1e-3)
	put(dim.wall(Vector2(50.0, 0.0), Vector2(10.0, 200.0)))
	await ticks(2)
	near(_heard(Vector2(200.0, 0.0), 1000.0), 0.5, "one wall", 1e-3)
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 200.0)))
	await ticks(2)
	equal(_heard(Vector2(200.0, 0.0), 1000.0), 0.0, "two walls: 160 px are not enough")
	near(_heard(Vector2(200.0, 0.0), 2500.0), 0.5, "two walls, twice 0.4", 1e-3)


func test_touching_walls_are_one_and_a_gap_makes_two() -> void:
	var near_wall := put(dim.wall(Vector2(60.0, 0.0), Vector2(20.0, 200.0)))
	var far_wall := put(dim.wall(Vector2(80.0, 0.0), Vector2(20.0, 200.0)))
	await ticks(2)
	near(_heard(Vector2(200.0, 0.0), 1000.0), 0.5, "touching", 1e-3)
	dim.move(far_wall, Vector2(70.0, 0.0))
	await ticks(2)
	near(_heard(Vector2(200.0, 0.0), 1000.0), 0.5, "overlapping", 1e-3)
	dim.move(far_wall, Vector2(90.0, 0.0))
	await ticks(2)
	near(_heard(Vector2(200.0, 0.0), 2500.0), 0.5, "a gap", 1e-3)
	near_wall.free()
	await ticks(1)
	near(_heard(Vector2(200.0, 0.0), 1000.0), 0.5, "one left", 1e-3)


func test_every_kind_of_solid_is_one_wall() -> void:
	for kind in Dim.SOLID_KINDS:
		var wall := put(dim.solid(kind, Vector2(100.0, 0.0), Vector2(40.0, 40.0)))
		await ticks(2)
		near(_heard(Vector2(200.0, 0.0), 1000.0), 0.5, kind, 1e-3)
		wall.free()


func test_a_wall_round_the_ear_or_the_origin_counts_once() -> void:
	for place: Vector2 in [Vector2(200.0, 0.0), Vector2.ZERO]:
		var wall := put(dim.wall(place, Vector2(60.0, 60.0)))
		await ticks(2)
		near(_heard(Vector2(200.0, 0.0), 1000.0), 0.5, "round %s" % place, 1e-3)
		wall.free()
	put(dim.wall(Vector2(100.0, 0.0), Vector2(400.0, 60.0)))
	await ticks(2)
	near(_heard(Vector2(200.0, 0.0), 1000.0), 0.5, "round both", 1e-3)


func test_bodies_of_source_and_listener_do_not_count() -> void:
	var source := put(dim.target(Vector2.ZERO))
	source.set(&"collision_layer", Dim.WORLD)
	var body := put(dim.guard(Vector2(200.0, 0.0)))
	body.set(&"collision_layer", Dim.WORLD)
	var emitter := put(dim.emitter(Vector2.ZERO), source)
	emitter.set(&"propagation", MUFFLED)
	emitter.set(&"radius", dim.length(400.0))
	var ear := put(dim.listener(Vector2.ZERO), body)
	await ticks(2)
	equal(emitter.call(&"emit"), 1)
	near(ear.calls[0][1], 0.5, "strength", 1e-3)


func test_only_the_mask_makes_walls() -> void:
	put(dim.solid(&"box", Vector2(100.0, 0.0), Vector2(10.0, 200.0), Dim.GLASS))
	await ticks(2)
	near(_heard(Vector2(200.0, 0.0), 400.0), 0.5, "glass is no wall", 1e-3)
	var more: Array = [null, &"", &"enemies", MUFFLED, 0.4, Dim.GLASS]
	equal(dim.emit_noise(Vector2.ZERO, 400.0, 1.0, more), 0, "glass on the mask")


func test_the_factor_is_the_noises_own() -> void:
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 200.0)))
	var ear := put(dim.listener(Vector2(200.0, 0.0)))
	await ticks(2)
	for factor: float in [1.0, 0.8, 0.5]:
		var more: Array = [null, &"", &"enemies", MUFFLED, factor]
		equal(dim.emit_noise(Vector2.ZERO, 1000.0, 1.0, more), 1)
		near(ear.calls[-1][1], 1.0 - 200.0 / (1000.0 * factor), "factor %s" % factor, 1e-3)
	equal(dim.emit_noise(Vector2.ZERO, 1000.0, 1.0, [null, &"", &"enemies", MUFFLED, 0.0]), 0)


func test_a_radius_without_end_passes_every_wall() -> void:
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 200.0)))
	await ticks(2)
	near(_heard(Vector2(200.0, 0.0), INF), 1.0, "strength")


func test_at_most_eight_walls_count() -> void:
	for index in 12:
		put(dim.wall(Vector2(20.0 + 15.0 * index, 0.0), Vector2(5.0, 200.0)))
	await ticks(2)
	var radius := 400.0 / pow(0.4, 8.0)
	near(_heard(Vector2(200.0, 0.0), radius), 0.5, "eight of twelve", 2e-3)


func test_audibility_counts_walls_too() -> void:
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 200.0)))
	var ear := put(dim.listener(Vector2(200.0, 0.0)))
	var emitter := put(dim.emitter(Vector2.ZERO))
	emitter.set(&"propagation", MUFFLED)
	emitter.set(&"radius", dim.length(1000.0))
	await ticks(2)
	near(emitter.call(&"audibility", ear), 0.5, "strength", 1e-3)


func test_a_door_matters_within_a_tick() -> void:
	var door := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 200.0)))
	await ticks(2)
	equal(_heard(Vector2(200.0, 0.0), 400.0), 0.0, "closed")
	door.get_node(^"Shape").set(&"disabled", true)
	await ticks(1)
	near(_heard(Vector2(200.0, 0.0), 400.0), 0.5, "open", 1e-3)


## How loud a listener at [param place] hears a noise of strength 1 at the origin.
func _heard(place: Vector2, radius: float, propagation := MUFFLED) -> float:
	var ear := put(dim.listener(place))
	var told := dim.emit_noise(Vector2.ZERO, radius, 1.0, [null, &"", &"enemies", propagation])
	equal(told, ear.calls.size(), "told")
	var strength: float = ear.calls[0][1] if told > 0 else 0.0
	ear.free()
	return strength

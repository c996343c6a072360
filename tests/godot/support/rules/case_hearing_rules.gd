extends "res://support/dim_suite.gd"
## Cases of hearing that went wrong in real games, in either dimension.

const MUFFLED := 1

var _announced := 0


func test_h03_absurd_noises_are_no_noises() -> void:
	var heard := 0
	dim.noise_signal().connect(_on_noise)
	for place: Vector2 in [Vector2.ZERO, Vector2(1.0, 0.0), Vector2(100.0, 0.0)]:
		for entry: Array in [[0.0, 1.0], [-50.0, 1.0], [100.0, 0.0], [100.0, -1.0], [0.0, 0.0]]:
			var ear := put(dim.listener(Vector2.ZERO))
			equal(dim.emit_noise(place, entry[0], entry[1]), 0, "%s at %s" % [entry, place])
			heard += ear.calls.size()
			ear.free()
	equal(heard, 0, "heard")
	equal(_announced, 0, "announced")


func test_h03_too_loud_is_as_loud_as_can_be() -> void:
	for entry: Array in [[0.0, 100.0, 2.0, 1.0], [1.0, 100.0, 2.0, 0.99], [100.0, 1e9, 1.0, 1.0]]:
		var ear := put(dim.listener(Vector2.ZERO))
		equal(dim.emit_noise(Vector2(entry[0], 0.0), entry[1], entry[2]), 1, str(entry))
		near(ear.calls[0][1], entry[3], str(entry), 1e-3)
		ear.free()


func test_h03_exactly_at_the_radius_is_not_heard() -> void:
	var ear := put(dim.listener(Vector2.ZERO))
	equal(dim.emit_noise(Vector2(100.0, 0.0), 100.0, 1.0), 0, "at the radius")
	equal(dim.emit_noise(Vector2(100.0, 0.0), 100.1, 1.0), 1, "just within")
	equal(ear.calls.size(), 1, "calls")
	check(ear.calls[0][1] > 0.0, "not nothing")


func test_h03_a_silent_weapon_swallows_no_other_noise() -> void:
	var ear := put(dim.listener(Vector2.ZERO))
	dim.emit_noise(Vector2(50.0, 0.0), 0.0, 1.0, [null, &"knife"])
	equal(dim.emit_noise(Vector2(50.0, 0.0), 100.0, 1.0, [null, &"body"]), 1)
	dim.emit_noise(Vector2(50.0, 0.0), 0.0, 1.0, [null, &"knife"])
	equal(ear.calls.size(), 1)


func test_h01_a_plain_noise_has_a_plain_radius() -> void:
	var ears := _rooms()
	await ticks(2)
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0), 3, "told")
	near(ears[0].calls[0][1], 1.0 / 3.0, "in the open", 1e-3)
	near(ears[1].calls[0][1], 1.0 - sqrt(50000.0) / 300.0, "behind a wall", 1e-3)
	near(ears[2].calls[0][1], 1.0 / 3.0, "behind three walls", 1e-3)


func test_h01_walls_muffle_a_noise_that_is_to_be_muffled() -> void:
	var ears := _rooms()
	await ticks(2)
	equal(dim.emit_noise(Vector2.ZERO, 300.0, 1.0, [null, &"", &"enemies", MUFFLED]), 1, "told")
	near(ears[0].calls[0][1], 1.0 / 3.0, "in the open", 1e-3)
	equal(dim.emit_noise(Vector2.ZERO, 1000.0, 1.0, [null, &"", &"enemies", MUFFLED]), 2, "louder")
	near(ears[1].calls[0][1], 1.0 - sqrt(50000.0) / 400.0, "behind a wall", 1e-3)
	var radius := 400.0 / 0.064
	equal(dim.emit_noise(Vector2.ZERO, radius, 1.0, [null, &"", &"enemies", MUFFLED]), 3, "loudest")
	near(ears[2].calls[0][1], 0.5, "behind three walls", 1e-3)


## Listeners in the open, behind one wall, behind three.
func _rooms() -> Array[Node]:
	put(dim.wall(Vector2(100.0, 50.0), Vector2(10.0, 60.0)))
	for row in 3:
		put(dim.wall(Vector2(0.0, 50.0 + 50.0 * row), Vector2(60.0, 10.0)))
	var ears: Array[Node] = []
	for place: Vector2 in [Vector2(200.0, 0.0), Vector2(200.0, 100.0), Vector2(0.0, 200.0)]:
		ears.append(put(dim.listener(place)))
	return ears


func _on_noise(_o: Variant, _r: float, _s: float, _source: Variant, _tag: StringName) -> void:
	_announced += 1

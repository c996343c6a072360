extends "res://support/rules/noise_navigation_rules.gd"
## Noises round corners, in space: the shared rules, and floors one above the other.


func _init() -> void:
	dim = Dim3D.new()


func test_an_ear_is_on_its_own_floor_and_not_on_the_one_above() -> void:
	_region([Rect2(0.0, 0.0, 200.0, 100.0)])
	var upper := _region([Rect2(0.0, 0.0, 200.0, 100.0)]) as Node3D
	upper.position.y = 3.0
	await ticks(3)
	var emitter := _emitter(Vector2(20.0, 50.0), 1000.0)
	var ear := put(dim.listener(Vector2(120.0, 50.0))) as Node3D
	for height: float in [0.0, 1.0, 1.7]:
		ear.position.y = height
		equal(emitter.call(&"emit"), 1, "%s m above the floor" % height)
		ear.position.y = 3.0 + height
		equal(emitter.call(&"emit"), 0, "%s m above the upper floor" % height)
	(emitter as Node3D).position.y = 3.0
	equal(emitter.call(&"emit"), 1, "both upstairs")
	near(dim.on_plane(ear.calls[3][0]), Vector2(20.0, 50.0), "origin", 1e-2)

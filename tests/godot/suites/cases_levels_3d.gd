extends "res://support/rules/case_level_rules.gd"
## Cases of levels in space: the shared ones, and that of CSG.


func _init() -> void:
	dim = Dim3D.new()


func test_s09_csg_put_before_a_running_guard_hides_at_once() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	await ticks(20)
	var box := CSGBox3D.new()
	box.size = Vector3(0.5, 4.0, 4.0)
	box.use_collision = true
	box.position = dim.eye_at(Vector2(100.0, 0.0))
	put(box)
	put(dim.target(Vector2(200.0, 0.0)))
	await ticks(30)
	equal(senses.get(&"awareness"), 0.0, "awareness")
	equal(recorder.log, [], "signals")
	box.free()
	await ticks(LATENCY)
	equal(recorder.count(&"target_spotted"), 1, "without it")

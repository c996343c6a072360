extends "res://support/dim_suite.gd"
## Cases of height: eyes and aim points above the floor, low covers, bumps, stairs and slopes,
## storeys and galleries.

const Recorder := preload("res://support/recorder.gd")
const MUFFLED := 1

var _eye: EnemyPerception3D
var _stealth: StealthTarget3D
var _target: Node3D


func _init() -> void:
	dim = Dim3D.new()


func test_s06_on_a_slope_nobody_is_hidden() -> void:
	for degrees: float in [-35.0, -20.0, 20.0, 35.0]:
		var slope := Basis.from_euler(Vector3(0.0, 0.0, deg_to_rad(degrees)))
		_box(slope * Vector3(0.0, -0.5, 0.0), Vector3(60.0, 1.0, 20.0), slope)
		for distance: float in [1.0, 3.0, 15.0]:
			_stage(slope * Vector3(distance, 0.0, 0.0))
			await ticks(2)
			near(_fraction(), 1.0, "%s m along %s degrees" % [distance, degrees])
			_stealth.crouching = true
			near(_fraction(), 1.0, "crouching, %s m along %s degrees" % [distance, degrees])
			_target.free()
			_eye.get_parent().free()
		_clear()


func test_s06_bumps_hide_feet_at_most() -> void:
	_box(Vector3(0.0, -0.5, 0.0), Vector3(60.0, 1.0, 20.0))
	for bump in 8:
		_box(Vector3(1.0 + bump, 0.0, 0.0), Vector3(0.4, 1.0, 6.0))
	_stage(Vector3(10.0, 0.0, 0.0))
	await ticks(2)
	equal(_seen(), ["aim", "head"], "over the bumps")
	_stealth.crouching = true
	equal(_seen(), ["aim", "head"], "crouching")
	_stealth.sample_points = [_marker(0.05)]
	_eye.position.y = 0.05
	equal(_eye.can_see(_target), false, "from foot to foot they are in the way")


func test_s06_stairs_hide_nobody_from_below_and_from_above() -> void:
	for step in 8:
		_box(
			Vector3(4.25 + 0.5 * step, 0.125 * (step + 1), 0.0),
			Vector3(0.5, 0.25 * (step + 1), 4.0)
		)
	var top := Vector3(7.75, 2.0, 0.0)
	_stage(top)
	await ticks(2)
	check_gate(_eye, _target, &"none", "up the stairs")
	_target.position = Vector3.ZERO
	_eye.get_parent().position = top
	_eye.facing = Vector3.LEFT
	await ticks(2)
	check_gate(_eye, _target, &"none", "down the stairs")


func test_s07_low_cover_hides_a_croucher_and_no_stander() -> void:
	var cover := _box(Vector3(5.0, 0.5, 0.0), Vector3(0.5, 1.0, 6.0))
	_stage(Vector3(6.0, 0.0, 0.0))
	await ticks(2)
	equal(_seen(), ["aim", "head"], "standing")
	_stealth.crouching = true
	equal(_seen(), [], "crouching, and at once")
	_stealth.crouching = false
	equal(_seen(), ["aim", "head"], "up again")
	_eye.position.y = 0.8
	equal(_seen(), ["aim", "head"], "a guard that crouches, the target standing")
	_stealth.aim_height = 1.0
	equal(_seen(), ["head"], "its chest is lower than the line over the cover")
	_stealth.crouching = true
	equal(_seen(), [], "both crouching")
	cover.free()
	_box(Vector3(5.0, 0.2, 0.0), Vector3(0.5, 0.4, 6.0))
	await ticks(2)
	for height: float in [0.8, 1.6]:
		_eye.position.y = height
		for crouching: bool in [false, true]:
			_stealth.crouching = crouching
			check(_eye.can_see(_target), "over 0.4 m from %s, crouching %s" % [height, crouching])


func test_s07_own_points_are_judged_the_same_both_ways() -> void:
	var cover := _box(Vector3(3.0, 0.5, 0.0), Vector3(0.5, 1.0, 6.0))
	_stage(Vector3(6.0, 0.0, 0.0))
	var points := {}
	for height: float in [0.5, 0.8, 1.0, 1.3, 1.6]:
		points[height] = _marker(height)
	await ticks(2)
	for turn in 2:
		var seen := 0
		for eye_height: float in points:
			for height: float in points:
				_stealth.sample_points = [points[height]]
				_eye.position.y = eye_height
				_eye.get_parent().position.x = 0.0
				_target.position.x = 6.0
				_eye.facing = Vector3.RIGHT
				var there := _eye.can_see(_target)
				_stealth.sample_points = [points[eye_height]]
				_eye.position.y = height
				_eye.get_parent().position.x = 6.0
				_target.position.x = 0.0
				_eye.facing = Vector3.LEFT
				var case := "eye at %s, point at %s" % [eye_height, height]
				equal(_eye.can_see(_target), there, case)
				seen += int(there)
		if turn == 0:
			between(seen, 5, 20, "pairs that see each other over 1 m")
		else:
			equal(seen, 25, "and over nothing")
		cover.position.y = -9.0
		await ticks(2)


func test_s07_an_enemy_loses_who_crouches_and_finds_who_stands_up() -> void:
	_box(Vector3(5.0, 0.5, 0.0), Vector3(0.5, 1.0, 6.0))
	var senses := senses_at(Vector2.ZERO)
	(senses.get_parent().get_node(^"Eye") as Node3D).position.y = 1.6
	var recorder := Recorder.new(senses)
	_stealth = stealth_at(Vector2(120.0, 0.0)) as StealthTarget3D
	await seconds(0.5)
	equal(recorder.count(&"target_spotted"), 1, "standing")
	_stealth.crouching = true
	await seconds(0.5)
	equal(recorder.count(&"target_lost"), 1, "crouching")
	_stealth.crouching = false
	await seconds(0.2)
	equal(recorder.count(&"target_spotted"), 2, "up again")


func test_heights_are_from_where_the_target_stands_and_not_scaled() -> void:
	_stage(Vector3(6.0, 3.0, 0.0))
	for size: Vector3 in [Vector3.ONE, Vector3(-1.0, 1.0, 1.0), Vector3.ONE * 5.0]:
		_target.scale = size
		_target.rotation.x = 0.0
		_check_points([4.7, 4.2, 3.2], "scaled by %s" % size)
	_target.scale = Vector3.ONE
	_target.rotation.x = PI
	_check_points([4.7, 4.2, 3.2], "head over heels")
	_stealth.crouching = true
	_check_points([3.8, 3.6, 3.2], "crouching")


func test_h01_a_slab_muffles_and_an_open_gallery_does_not() -> void:
	# A storey above with a hole in its floor: who is beside the hole hears through it.
	for side: float in [-1.0, 1.0]:
		_box(Vector3(6.0 * side, 3.0, 0.0), Vector3(8.0, 0.3, 20.0))
	var ears: Array[Node3D] = []
	for place: Vector3 in [Vector3(6.0, 4.0, 0.0), Vector3(1.5, 4.0, 0.0), Vector3(6.0, 2.0, 0.0)]:
		var ear := dim.listener(Vector2.ZERO) as Node3D
		ear.position = place
		ears.append(put(ear) as Node3D)
	await ticks(2)
	var origin := Vector3(0.0, 1.0, 0.0)
	var more: Array = [null, &"", &"enemies", MUFFLED]
	dim.emit_noise_from(origin, 20.0 / dim.length(1.0), 1.0, more)
	for index in 3:
		var radius := 8.0 if index == 0 else 20.0
		var wanted := 1.0 - ears[index].position.distance_to(origin) / radius
		near(ears[index].calls[0][1], wanted, "ear %d" % index, 1e-3)


func test_h01_each_storey_is_a_wall() -> void:
	for storey in 3:
		_box(Vector3(0.0, 3.0 * (storey + 1), 0.0), Vector3(20.0, 0.3, 20.0))
	var ear := put(dim.listener(Vector2.ZERO)) as Node3D
	await ticks(2)
	var more: Array = [null, &"", &"enemies", MUFFLED, 0.5]
	for storey in 4:
		ear.position.y = 1.0 + 3.0 * storey
		dim.emit_noise_from(Vector3(0.0, 1.0, 0.0), 200.0 / dim.length(1.0), 1.0, more)
		var wanted := 1.0 - 3.0 * storey / (200.0 * 0.5 ** storey)
		near(ear.calls[storey][1], wanted, "%d storeys up" % storey, 1e-3)


## A guard at the origin that looks along +X with its eye at 1.6 m, and a target.
func _stage(place: Vector3) -> void:
	var guard := put(dim.guard(Vector2.ZERO))
	_eye = guard.get_node(^"Eye") as EnemyPerception3D
	_eye.position.y = 1.6
	_eye.view_angle = 180.0
	_stealth = stealth_at(Vector2.ZERO) as StealthTarget3D
	_target = _stealth.get_parent() as Node3D
	_target.position = place


func _marker(height: float) -> Node3D:
	var marker := Node3D.new()
	marker.position.y = height
	return put(marker, _target) as Node3D


func _fraction() -> float:
	return _eye.explain(_target).visible_fraction


## The names of the points that are seen.
func _seen() -> Array:
	var points: Array = _eye.explain(_target).points
	return (
		points
		. filter(func(point: Dictionary) -> bool: return point.visible)
		. map(func(point: Dictionary) -> String: return str(point.name))
	)


func _check_points(heights: Array[float], message: String) -> void:
	var points: Array = _eye.explain(_target).points
	equal(points.size(), 3, message)
	var found: Array = points.map(func(point: Dictionary) -> float: return point.position.y)
	found.sort()
	found.reverse()
	for index in found.size():
		near(found[index], heights[index], "%s, point %d" % [message, index], 1e-3)


func _clear() -> void:
	for child in get_children():
		child.free()


func _box(place: Vector3, size: Vector3, basis := Basis.IDENTITY) -> StaticBody3D:
	var wall := dim.wall(Vector2.ZERO, Vector2.ZERO) as StaticBody3D
	((wall.get_child(0) as CollisionShape3D).shape as BoxShape3D).size = size
	wall.transform = Transform3D(basis, place)
	return put(wall) as StaticBody3D

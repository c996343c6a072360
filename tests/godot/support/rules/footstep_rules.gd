extends "res://support/dim_suite.gd"
## FootstepEmitter: steps that are heard as far as they are fast, in either dimension.

const Walker := preload("res://support/walker.gd")

var _radii: Array[float] = []
var _body: Node


func test_defaults_are_those_of_the_contract() -> void:
	var steps := keep(dim.make(&"FootstepEmitter"))
	var wanted := {
		&"step_interval": 0.45,
		&"min_speed": 0.5 if dim.is_3d() else 15.0,
		&"walk_radius": 6.0 if dim.is_3d() else 110.0,
		&"run_radius": 12.0 if dim.is_3d() else 220.0,
		&"run_speed": 5.0 if dim.is_3d() else 140.0,
		&"crouch_multiplier": 0.35,
	}
	for member: StringName in wanted:
		near(steps.get(member), wanted[member], member, 1e-5)
	equal(steps.get(&"tag"), &"footstep")


func test_who_stands_makes_no_noise() -> void:
	_walk(0.0)
	await seconds(2.0)
	equal(_radii.size(), 0)


func test_steps_keep_their_interval() -> void:
	_walk(60.0)
	await seconds(4.6)
	between(_radii.size(), 9, 11, "steps")


func test_faster_steps_are_heard_farther() -> void:
	var last := 0.0
	for speed: float in [40.0, 80.0, 140.0]:
		_radii.clear()
		_walk(speed)
		await seconds(1.2)
		check(_radii.size() > 1, "steps at %s" % speed)
		check(_radii[-1] > last + 1e-3, "%s after %s" % [_radii[-1], last])
		last = _radii[-1]
		_body.free()
	var widest: float = 12.0 if dim.is_3d() else 220.0
	if not dim.is_3d():
		near(last, widest, "running", 1.0)
	_walk(900.0)
	await seconds(1.2)
	near(_radii[-1], widest, "never more than running", widest * 0.01)


func test_a_croucher_is_quieter() -> void:
	_walk(140.0)
	await seconds(1.2)
	var loud := _radii[-1]
	var stealth := put(dim.make(&"StealthTarget"), _body)
	stealth.set(&"crouching", true)
	await seconds(1.0)
	near(_radii[-1], loud * 0.35, "radius", loud * 0.02)


func _walk(speed: float) -> void:
	_body = put(dim.target(Vector2.ZERO))
	var walker := Walker.new(dim, _body)
	walker.speed = speed
	if speed > 0.0:
		walker.way = [Vector2(1e6, 0.0)]
	var steps := put(dim.make(&"FootstepEmitter"), _body)
	steps.connect(&"noise_made", _on_step)


func _on_step(_origin: Variant, radius: float, _strength: float) -> void:
	_radii.append(radius)

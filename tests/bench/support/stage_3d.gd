extends "res://support/stage.gd"

const PlainGuard = preload("res://sides/plain_guard_3d.gd")
const FlatLoop = preload("res://sides/flat_loop_3d.gd")
## Metres to a pixel of the plane.
const METRES := 0.075
const EYE_HEIGHT := 1.6
const AIM_HEIGHT := 1.0
const WALL_HEIGHT := 3.0


func _init() -> void:
	var engine: String = ProjectSettings.get_setting("physics/3d/physics_engine")
	suffix = "-jolt" if engine.begins_with("Jolt") else "-3d"


func view_range() -> float:
	return 280.0 * METRES


func place(at: Vector2) -> Variant:
	return Vector3(at.x, 0.0, at.y) * METRES


func plain_guard() -> Node:
	return PlainGuard.new()


func flat_loop() -> Node:
	return FlatLoop.new()


func empty() -> Node:
	return Node3D.new()


func senses() -> Node:
	return EnemySenses3D.new()


func stealth() -> Node:
	return StealthTarget3D.new()


func profile() -> Resource:
	return SensesProfile3D.new()


func wall(box: Rect2) -> Node:
	var shape := BoxShape3D.new()
	shape.size = Vector3(box.size.x * METRES, WALL_HEIGHT, box.size.y * METRES)
	var holder := CollisionShape3D.new()
	holder.shape = shape
	var body := StaticBody3D.new()
	body.add_child(holder)
	body.position = place(box.get_center()) + Vector3(0.0, WALL_HEIGHT / 2.0, 0.0)
	return body


func aim(node: Node) -> Variant:
	return (node as Node3D).global_position + Vector3(0.0, AIM_HEIGHT, 0.0)


func packed(places: Array) -> Variant:
	return PackedVector3Array(places)


func put(node: Node, at: Vector2) -> void:
	(node as Node3D).position = place(at)


func put_guard(node: Node, at: Vector2, angle: float) -> void:
	var guard := node as Node3D
	guard.position = place(at) + Vector3(0.0, EYE_HEIGHT, 0.0)
	# -Z is forward.
	guard.rotation.y = -angle - PI / 2.0

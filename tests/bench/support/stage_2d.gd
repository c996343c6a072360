extends "res://support/stage.gd"

const PlainGuard = preload("res://sides/plain_guard_2d.gd")
const FlatLoop = preload("res://sides/flat_loop_2d.gd")
const BRAINS := {
	&"plain": preload("res://sides/plain_brain_2d.gd"),
	&"signal": preload("res://sides/signal_brain_2d.gd"),
	&"polling": preload("res://sides/polling_brain_2d.gd"),
}


func view_range() -> float:
	return 280.0


func place(at: Vector2) -> Variant:
	return at


func plain_guard() -> Node:
	return PlainGuard.new()


func flat_loop() -> Node:
	return FlatLoop.new()


func brain(kind: StringName) -> Node:
	return BRAINS[kind].new()


func empty() -> Node:
	return Node2D.new()


func senses() -> Node:
	return EnemySenses.new()


func stealth() -> Node:
	return StealthTarget.new()


func profile() -> Resource:
	return SensesProfile.new()


func wall(box: Rect2) -> Node:
	var shape := RectangleShape2D.new()
	shape.size = box.size
	var holder := CollisionShape2D.new()
	holder.shape = shape
	var body := StaticBody2D.new()
	body.add_child(holder)
	body.position = box.get_center()
	return body


func aim(node: Node) -> Variant:
	return (node as Node2D).global_position


func packed(places: Array) -> Variant:
	return PackedVector2Array(places)


func put(node: Node, at: Vector2) -> void:
	(node as Node2D).position = at


func put_guard(node: Node, at: Vector2, angle: float) -> void:
	(node as Node2D).position = at
	(node as Node2D).rotation = angle

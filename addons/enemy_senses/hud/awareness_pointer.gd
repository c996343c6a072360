class_name AwarenessPointer
extends Control
## A HUD arrow that points to the enemy most aware of the player; works in 2D and in 3D.
##
## Put it into the HUD, full rect, and set [member target] to the player's [StealthTarget] or
## [StealthTarget3D]. It is hidden while nobody is aware of it. Colors are those of a
## [DetectionMeter], from any theme above it: [code]unaware[/code], [code]suspicious[/code],
## [code]alerted[/code] and [code]outline[/code] of the type [code]DetectionMeter[/code].

## The StealthTarget or StealthTarget3D of the player.
@export var target: NodePath
## How far from the middle of this control the arrow is, in pixels.
@export_range(0.0, 1000.0, 1.0, "or_greater") var distance := 120.0
## How long the arrow is, in pixels.
@export_range(1.0, 200.0, 1.0, "or_greater") var length := 26.0

## How aware the most aware enemy is, 0 to 1.
var awareness := 0.0
## Where it is, seen from the middle of the screen, of unit length; zero while there is none. In 3D
## up is ahead of the camera.
var direction := Vector2.ZERO

var _level := 0


func _process(_delta: float) -> void:
	awareness = 0.0
	direction = Vector2.ZERO
	var shown := get_node_or_null(target)
	if shown != null and shown.has_method(&"get_most_aware"):
		var enemy: Node = shown.call(&"get_most_aware")
		if enemy != null:
			awareness = shown.call(&"get_highest_awareness")
			direction = _direction_to(enemy)
			_level = enemy.get(&"alert_level")
	queue_redraw()


func _draw() -> void:
	if direction == Vector2.ZERO or awareness <= 0.0:
		return
	var names: Array[StringName] = [&"unaware", &"suspicious", &"alerted"]
	var defaults: Array[Color] = [Color("e8e8e8"), Color("ffcc33"), Color("ff4433")]
	var color := _color(names[_level], defaults[_level])
	color.a *= 0.35 + 0.65 * awareness
	var side := direction.orthogonal() * length * 0.45
	var base := size / 2.0 + direction * distance
	var tip := base + direction * length
	var notch := base + direction * length * 0.25
	# Two triangles that share an edge: no polygon that could be too thin to fill.
	for half: Vector2 in [side, -side]:
		draw_primitive([tip, base + half, notch], [color, color, color], [])
	var outline := _color(&"outline", Color("08080ce0"))
	draw_polyline([tip, base + side, notch, base - side, tip], outline, 1.5, true)


func _direction_to(enemy: Node) -> Vector2:
	if enemy is Node2D:
		var middle := get_global_transform_with_canvas() * (size / 2.0)
		var place := (enemy as Node2D).get_global_transform_with_canvas().origin
		return (place - middle).normalized()
	var camera := get_viewport().get_camera_3d()
	if camera == null or not enemy is Node3D:
		return Vector2.ZERO
	var seen := (enemy as Node3D).global_position - camera.global_position
	var basis := camera.global_basis.orthonormalized()
	# Height does not matter: an arrow says left, right, ahead or behind.
	var right := Vector2(basis.x.x, basis.x.z).normalized()
	var ahead := right.orthogonal()
	var flat := Vector2(seen.x, seen.z)
	return Vector2(flat.dot(right), -flat.dot(ahead)).normalized()


func _color(title: StringName, fallback: Color) -> Color:
	if has_theme_color(title, &"DetectionMeter"):
		return get_theme_color(title, &"DetectionMeter")
	return fallback

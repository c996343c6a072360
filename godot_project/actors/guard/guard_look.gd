extends Node2D
## Draws a guard from above: cap, shoulders, feet that walk, a torch.

const Palette := preload("res://shared/palette.gd")
const GuardScript := preload("res://actors/guard/guard.gd")

@export var guard: GuardScript
@export var eye: EnemyPerception

var _stride := 0.0


func _process(delta: float) -> void:
	_stride += guard.velocity.length() * delta * 0.11
	queue_redraw()


func _draw() -> void:
	draw_circle(Vector2(2, 4), 15.0, Color(0, 0, 0, 0.35), true, -1.0, true)
	draw_set_transform(Vector2.ZERO, eye.global_rotation, Vector2.ONE * 1.3)
	var step := sin(_stride) * 5.0 if guard.velocity else 0.0
	_draw_capsule(Vector2(step, -6), Vector2(7, 3.4), Palette.NIGHT)
	_draw_capsule(Vector2(-step, 6), Vector2(7, 3.4), Palette.NIGHT)
	_draw_capsule(Vector2(-1, 0), Vector2(8.5, 15), Palette.GUARD_DARK.darkened(0.3))
	_draw_capsule(Vector2(-1, 0), Vector2(7, 13.5), Palette.GUARD_DARK.lightened(0.12))
	draw_line(Vector2(4, 11), Vector2(14, 8), Palette.STEEL_DARK, 4.0, true)
	draw_circle(Vector2(14, 8), 2.6, Palette.CALM, true, -1.0, true)
	draw_circle(Vector2.ZERO, 8.5, Palette.NIGHT, true, -1.0, true)
	draw_circle(Vector2.ZERO, 7.5, Palette.GUARD, true, -1.0, true)
	_draw_capsule(Vector2(6, 0), Vector2(3, 6.5), Palette.GUARD_DARK)
	draw_circle(Vector2(-1, 0), 2.0, Palette.MARKING, true, -1.0, true)


func _draw_capsule(centre: Vector2, radii: Vector2, colour: Color) -> void:
	var points := PackedVector2Array()
	for i in 20:
		points.append(centre + Vector2.from_angle(TAU * i / 20.0) * radii)
	draw_colored_polygon(points, colour)

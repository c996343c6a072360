extends Node2D
## Draws a watchman from above: a man with a cap, a woman with a ponytail, or a dog.

enum Kind { CAP, PONYTAIL, DOG }

const Palette := preload("res://shared/palette.gd")
const WatchmanScript := preload("res://actors/watchman/watchman.gd")

@export var watchman: WatchmanScript
@export var eye: EnemyPerception
@export var kind := Kind.CAP
@export var coat := Palette.GUARD_DARK

var _stride := 0.0
var _time := 0.0


func _process(delta: float) -> void:
	_time += delta
	_stride += watchman.velocity.length() * delta * 0.11
	queue_redraw()


func _draw() -> void:
	draw_circle(Vector2(2, 4), 15.0, Color(0, 0, 0, 0.35), true, -1.0, true)
	draw_set_transform(Vector2.ZERO, eye.global_rotation, Vector2.ONE * 1.3)
	var step := sin(_stride) * 5.0 if watchman.velocity else 0.0
	if kind == Kind.DOG:
		_draw_dog(step)
	else:
		_draw_person(step)


func _draw_person(step: float) -> void:
	_draw_oval(Vector2(step, -6), Vector2(7, 3.4), Palette.NIGHT)
	_draw_oval(Vector2(-step, 6), Vector2(7, 3.4), Palette.NIGHT)
	_draw_oval(Vector2(-1, 0), Vector2(8.5, 15), coat.darkened(0.3))
	_draw_oval(Vector2(-1, 0), Vector2(7, 13.5), coat.lightened(0.12))
	draw_line(Vector2(4, 11), Vector2(14, 8), Palette.STEEL_DARK, 4.0, true)
	draw_circle(Vector2(14, 8), 2.6, Palette.CALM, true, -1.0, true)
	if kind == Kind.PONYTAIL:
		var sway := sin(_stride) * 1.5
		_draw_oval(Vector2(-10, sway), Vector2(5.5, 2.8), Palette.WOOD_LINE)
		draw_circle(Vector2.ZERO, 8.2, Palette.WOOD_LINE.darkened(0.35), true, -1.0, true)
		draw_circle(Vector2(-0.5, 0), 7.0, Palette.WOOD_LINE.lightened(0.15), true, -1.0, true)
		_draw_oval(Vector2(5.5, 0), Vector2(2.4, 4.6), Palette.SKIN)
		return
	draw_circle(Vector2.ZERO, 8.5, Palette.NIGHT, true, -1.0, true)
	draw_circle(Vector2.ZERO, 7.5, Palette.GUARD, true, -1.0, true)
	_draw_oval(Vector2(6, 0), Vector2(3, 6.5), coat)
	draw_circle(Vector2(-1, 0), 2.0, Palette.MARKING, true, -1.0, true)


func _draw_dog(step: float) -> void:
	var wag := sin(_time * (16.0 if watchman.velocity else 4.0)) * 0.5
	var rump := Vector2(-13, 0)
	draw_line(rump, rump + Vector2.from_angle(PI + wag) * 9.0, coat.darkened(0.2), 3.2, true)
	for side: float in [-1.0, 1.0]:
		_draw_oval(Vector2(6 + step * side, 5.5 * side), Vector2(4.5, 2.2), coat.darkened(0.35))
		_draw_oval(Vector2(-9 - step * side, 5.5 * side), Vector2(4.5, 2.4), coat.darkened(0.35))
	_draw_oval(Vector2(-3, 0), Vector2(12.5, 7), coat.darkened(0.45))
	_draw_oval(Vector2(-3, 0), Vector2(11.5, 6), coat)
	_draw_oval(Vector2(-4, 0), Vector2(8.5, 2.6), coat.darkened(0.4))
	_draw_oval(Vector2(5.5, 0), Vector2(2.0, 5.6), Palette.ALARM.darkened(0.25))
	_draw_oval(Vector2(15, 0), Vector2(5, 2.8), coat.darkened(0.5))
	draw_circle(Vector2(10, 0), 5.6, coat.darkened(0.45), true, -1.0, true)
	draw_circle(Vector2(10, 0), 4.8, coat.lightened(0.08), true, -1.0, true)
	for side: float in [-1.0, 1.0]:
		_draw_oval(Vector2(8, 4.4 * side), Vector2(2.6, 1.9), coat.darkened(0.5))
	draw_circle(Vector2(19, 0), 1.5, Palette.NIGHT, true, -1.0, true)


func _draw_oval(centre: Vector2, radii: Vector2, colour: Color) -> void:
	var points := PackedVector2Array()
	for i in 20:
		points.append(centre + Vector2.from_angle(TAU * i / 20.0) * radii)
	draw_colored_polygon(points, colour)

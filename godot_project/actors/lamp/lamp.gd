@tool
extends Node2D
## A street lamp: a mast, a warm head, and a pool of light that moths dance in. The light is in the
## group "lamps", so that [StealthTarget] counts it.

const Palette := preload("res://shared/palette.gd")
const SoftLight := preload("res://shared/soft_light.gd")

## How far its light reaches, in pixels.
@export_range(16.0, 1000.0, 1.0, "suffix:px") var reach := 260.0:
	set(value):
		reach = value
		_set_light()
@export_range(0.0, 4.0, 0.01) var energy := 1.6:
	set(value):
		energy = value
		_set_light()
## Which way the arm points from the mast to the head, in degrees.
@export_range(-180.0, 180.0, 1.0, "suffix:°") var arm := 90.0:
	set(value):
		arm = value
		queue_redraw()
@export_range(0, 12) var moths := 4

var _time := 0.0


func _ready() -> void:
	_set_light()
	_time = fmod(position.x * 0.37 + position.y * 0.11, 60.0)


func _process(delta: float) -> void:
	if not Engine.is_editor_hint():
		_time += delta
		queue_redraw()


func _draw() -> void:
	var foot := -Vector2.from_angle(deg_to_rad(arm)) * 24.0
	for ring in 6:
		var share := ring / 6.0
		draw_circle(
			Vector2.ZERO, lerpf(46.0, 8.0, share), Color(Palette.LAMP, 0.035 + 0.05 * share)
		)
	draw_line(foot, Vector2.ZERO, Palette.NIGHT, 6.0, true)
	draw_line(foot, Vector2.ZERO, Palette.STEEL, 3.0, true)
	draw_circle(foot, 6.5, Palette.NIGHT, true, -1.0, true)
	draw_circle(foot, 5.0, Palette.STEEL, true, -1.0, true)
	draw_circle(Vector2.ZERO, 8.0, Palette.NIGHT, true, -1.0, true)
	draw_circle(Vector2.ZERO, 6.5, Palette.LAMP, true, -1.0, true)
	draw_circle(Vector2.ZERO, 4.0, Color.WHITE, true, -1.0, true)
	for i in moths:
		var pace := 1.3 + 0.37 * i
		var away := 13.0 + 5.0 * i + 5.0 * sin(_time * 2.1 * pace + i)
		var at := Vector2.from_angle(_time * pace * (1.0 if i % 2 == 0 else -1.0) + i * 2.4) * away
		at.y *= 0.8
		draw_circle(at, 1.3, Color(Palette.LAMP.lightened(0.4), 0.75), true, -1.0, true)


func _set_light() -> void:
	var light := get_node_or_null("Light") as SoftLight
	if light:
		light.reach = reach
		light.energy = energy

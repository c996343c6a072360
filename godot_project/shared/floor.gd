@tool
extends Node2D
## A tiled floor with a marked aisle and the traces of years of boots and pallets.

const Palette := preload("res://shared/palette.gd")

const TILE := 48.0

@export var area := Rect2(0, 0, 640, 480):
	set(value):
		area = value
		queue_redraw()
## Yellow lines on the floor: pairs of points.
@export var markings := PackedVector2Array():
	set(value):
		markings = value
		queue_redraw()
## Where to get out. Empty: no way out is drawn.
@export var exit := Rect2():
	set(value):
		exit = value
		queue_redraw()


func _draw() -> void:
	var dice := RandomNumberGenerator.new()
	dice.seed = 7
	var y := area.position.y
	while y < area.end.y:
		var x := area.position.x
		while x < area.end.x:
			var tile := Rect2(x, y, TILE, TILE).intersection(area)
			draw_rect(tile, Palette.FLOOR.lerp(Palette.FLOOR_DARK, dice.randf()))
			draw_rect(tile, Palette.FLOOR_LINE, false, 1.0)
			x += TILE
		y += TILE
	for i in 14:
		var at := area.position + area.size * Vector2(dice.randf(), dice.randf())
		var way := Vector2.from_angle(dice.randf() * TAU) * dice.randf_range(20.0, 70.0)
		draw_line(
			at,
			(at + way).clamp(area.position, area.end),
			Color(Palette.FLOOR_LINE, 0.6),
			dice.randf_range(1.0, 3.0),
			true
		)
	for i in range(0, markings.size() - 1, 2):
		draw_dashed_line(
			markings[i], markings[i + 1], Color(Palette.MARKING, 0.42), 4.0, 26.0, true, true
		)
	if exit.has_area():
		_draw_exit()


func _draw_exit() -> void:
	draw_rect(exit, Color(Palette.GOOD, 0.16))
	var stripe := exit.position.y
	while stripe < exit.end.y - 1.0:
		draw_rect(Rect2(exit.position.x, stripe, 5.0, minf(9.0, exit.end.y - stripe)), Palette.GOOD)
		stripe += 18.0
	var font := ThemeDB.fallback_font
	var width := font.get_string_size("EXIT", HORIZONTAL_ALIGNMENT_LEFT, -1, 13).x
	draw_string(
		font,
		Vector2(exit.get_center().x - width / 2.0 + 2.0, exit.get_center().y + 5.0),
		"EXIT",
		HORIZONTAL_ALIGNMENT_LEFT,
		-1,
		13,
		Palette.GOOD
	)

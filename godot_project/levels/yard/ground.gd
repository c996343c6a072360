@tool
extends Node2D
## The ground of the yard: wet tarmac, a track on a bed of gravel, planks to cross it on, weeds
## along the walls, and a gate to get out by. Knows where it crunches.

const Palette := preload("res://shared/palette.gd")

const SLAB := 96.0
const SLEEPER_GAP := 26.0

@export var area := Rect2(0, 0, 640, 480)
## Beds of gravel, each with a track along its longer side.
@export var gravel: Array[Rect2] = []
## Planks across the gravel: quiet to walk on.
@export var planks: Array[Rect2] = []
@export var puddles := PackedVector2Array()
## Where to get out.
@export var exit := Rect2()

var _dice := RandomNumberGenerator.new()


func _draw() -> void:
	_dice.seed = 11
	_draw_tarmac()
	for bed in gravel:
		_draw_gravel(bed)
		_draw_track(bed)
	for deck in planks:
		_draw_planks(deck)
	for at in puddles:
		_draw_puddle(at)
	_draw_weeds()
	_draw_gate()


## Whether a step at this place crunches.
func is_gravel(place: Vector2) -> bool:
	for deck in planks:
		if deck.has_point(place):
			return false
	for bed in gravel:
		if bed.has_point(place):
			return true
	return false


func _draw_tarmac() -> void:
	var y := area.position.y
	while y < area.end.y:
		var x := area.position.x
		while x < area.end.x:
			var slab := Rect2(x, y, SLAB, SLAB).intersection(area)
			draw_rect(slab, Palette.TARMAC.lerp(Palette.TARMAC_DARK, _dice.randf()))
			draw_rect(slab, Color(Palette.NIGHT, 0.18), false, 1.0)
			x += SLAB
		y += SLAB
	for i in 900:
		var at := _somewhere(area)
		var shade := Palette.PAPER if i % 3 == 0 else Palette.NIGHT
		draw_rect(Rect2(at, Vector2.ONE * _dice.randf_range(1.0, 2.2)), Color(shade, 0.10))
	for i in 22:
		var crack := PackedVector2Array([_somewhere(area)])
		var way := _dice.randf() * TAU
		for step in 5:
			way += _dice.randf_range(-0.7, 0.7)
			crack.append(crack[-1] + Vector2.from_angle(way) * _dice.randf_range(8.0, 20.0))
		draw_polyline(crack, Color(Palette.NIGHT, 0.35), 1.2, true)


## All the stones of a bed are one drawing of triangles, three to a stone.
func _draw_gravel(bed: Rect2) -> void:
	draw_rect(bed.grow(2.0), Color(Palette.NIGHT, 0.25))
	draw_rect(bed, Palette.GRAVEL_DARK)
	var points := PackedVector2Array()
	var colours := PackedColorArray()
	var corners := PackedInt32Array()
	for i in int(bed.get_area() / 42.0):
		var at := _somewhere(bed.grow_individual(3, 0, 3, 0))
		var size := _dice.randf_range(2.2, 4.6)
		var turn := _dice.randf() * TAU
		var colour := Palette.GRAVEL.lerp(Palette.GRAVEL_DARK, _dice.randf() * 0.9)
		var first := points.size()
		for corner in 5:
			points.append(
				(
					at
					+ (
						Vector2.from_angle(turn + TAU * corner / 5.0)
						* size
						* _dice.randf_range(0.75, 1.0)
					)
				)
			)
			colours.append(colour.lightened(0.16) if corner < 2 else colour)
		for corner: int in [1, 2, 3]:
			corners.append_array([first, first + corner, first + corner + 1])
	RenderingServer.canvas_item_add_triangle_array(get_canvas_item(), corners, points, colours)


func _draw_track(bed: Rect2) -> void:
	var middle := bed.get_center().x
	var y := bed.position.y + 6.0
	while y < bed.end.y - 6.0:
		var sleeper := Rect2(middle - 34.0, y, 68.0, 10.0)
		draw_rect(sleeper.grow(1.5), Color(Palette.NIGHT, 0.4))
		draw_rect(sleeper, Palette.WOOD_LINE.lerp(Palette.WOOD_DARK, _dice.randf() * 0.35))
		y += SLEEPER_GAP
	for side: float in [-21.0, 21.0]:
		var rail := Rect2(middle + side - 3.0, bed.position.y, 6.0, bed.size.y)
		draw_rect(rail.grow_side(SIDE_RIGHT, 2.0), Color(Palette.NIGHT, 0.5))
		draw_rect(rail, Palette.STEEL_DARK)
		draw_rect(Rect2(rail.position.x + 1.5, rail.position.y, 2.5, rail.size.y), Palette.RAIL)


func _draw_planks(deck: Rect2) -> void:
	draw_rect(deck.grow(3.0), Color(Palette.NIGHT, 0.45))
	var rows := maxi(int(deck.size.y / 13.0), 1)
	for row in rows:
		var height := deck.size.y / rows
		var board := Rect2(deck.position.x, deck.position.y + height * row, deck.size.x, height)
		var colour := Palette.WOOD.lerp(Palette.WOOD_DARK, _dice.randf())
		draw_rect(board.grow(-0.8), colour)
		for nail: float in [5.0, deck.size.x - 5.0]:
			draw_circle(board.position + Vector2(nail, height / 2.0), 1.2, Palette.WOOD_LINE)
	var middle := deck.get_center().x
	for side: float in [-21.0, 21.0]:
		draw_rect(Rect2(middle + side - 1.5, deck.position.y, 3.0, deck.size.y), Palette.RAIL)


func _draw_puddle(at: Vector2) -> void:
	var rim := PackedVector2Array()
	var size := _dice.randf_range(22.0, 38.0)
	for i in 24:
		var wave := 1.0 + 0.16 * sin(i * 1.1 + at.x) + 0.1 * sin(i * 0.55 + at.y)
		rim.append(at + Vector2.from_angle(TAU * i / 24.0) * Vector2(size, size * 0.6) * wave)
	draw_colored_polygon(rim, Color("2a3350"))
	draw_polyline(rim + PackedVector2Array([rim[0]]), Color(Palette.PAPER, 0.12), 1.2, true)
	for i in 3:
		var from := at + Vector2(-size * 0.4 + 9.0 * i, -5.0 + 5.0 * i)
		draw_line(from, from + Vector2(size * 0.35, 0), Color(Palette.PAPER, 0.14), 1.2, true)


func _draw_weeds() -> void:
	var edge := area.grow(-24.0)
	for i in 90:
		var at := _somewhere(edge)
		match i % 4:
			0:
				at.x = edge.position.x + _dice.randf() * 7.0
			1:
				at.x = edge.end.x - _dice.randf() * 7.0
			2:
				at.y = edge.position.y + _dice.randf() * 7.0
			3:
				at.y = edge.end.y - _dice.randf() * 7.0
		for blade in 4:
			var way := Vector2.from_angle(_dice.randf() * TAU) * _dice.randf_range(4.0, 9.0)
			draw_line(at, at + way, Palette.GRASS.darkened(_dice.randf() * 0.4), 1.6, true)


func _draw_gate() -> void:
	if not exit.has_area():
		return
	draw_rect(exit, Color(Palette.GOOD, 0.14))
	var x := exit.position.x
	while x < exit.end.x:
		var stripe := PackedVector2Array(
			[
				Vector2(x, exit.position.y),
				Vector2(x + 7.0, exit.position.y),
				Vector2(x + 1.0, exit.position.y + 6.0),
				Vector2(x - 6.0, exit.position.y + 6.0),
			]
		)
		draw_colored_polygon(stripe, Palette.GOOD)
		x += 16.0
	var font := ThemeDB.fallback_font
	var width := font.get_string_size("GATE", HORIZONTAL_ALIGNMENT_LEFT, -1, 14).x
	draw_string(
		font,
		exit.get_center() + Vector2(-width / 2.0, 8.0),
		"GATE",
		HORIZONTAL_ALIGNMENT_LEFT,
		-1,
		14,
		Palette.GOOD
	)


func _somewhere(inside: Rect2) -> Vector2:
	return inside.position + inside.size * Vector2(_dice.randf(), _dice.randf())

extends Control
## The words over a level: title, keys, caption of a scripted run, and a banner at the end.
## Everything is drawn here; a level only says what.

const Palette := preload("res://shared/palette.gd")

const TOP := 44.0
const BOTTOM := 40.0
const CHIP := 22.0
## How long a note stays, in seconds.
const NOTE := 4.0

@export var title := "":
	set(value):
		title = value
		queue_redraw()
@export var aim := "":
	set(value):
		aim = value
		queue_redraw()
## Key and what it does, one after the other: "WASD", "move", "Shift", "sprint" ...
@export var keys := PackedStringArray()

## Captions stand at the upper edge of the picture, where nothing happens.
@export var captions_above := false

## A line in the middle of the lower edge, or of the upper one; empty: none.
var caption := "":
	set(value):
		caption = value
		_caption_age = 0.0
## One entry per checkpoint: 0 open, 1 passed, -1 failed, 2 being played.
var verdicts := PackedInt32Array():
	set(value):
		verdicts = value
		queue_redraw()
## Big words in the middle of the room, and a smaller line below.
var banner := ""
var banner_line := ""
var banner_colour := Palette.PAPER
## The right end of the upper bar.
var readout := "":
	set(value):
		if value != readout:
			readout = value
			queue_redraw()

var _caption_age := 0.0
var _banner_age := 0.0
var _note_left := 0.0


func _process(delta: float) -> void:
	if _note_left > 0.0:
		_note_left -= delta
		if _note_left <= 0.0:
			caption = ""
			queue_redraw()
	if not caption.is_empty() and _caption_age < 1.0:
		_caption_age += delta
		queue_redraw()
	if not banner.is_empty() and _banner_age < 1.0:
		_banner_age += delta
		queue_redraw()


## A caption that goes away by itself.
func note(words: String) -> void:
	caption = words
	_note_left = NOTE


func show_banner(words: String, line: String, colour: Color) -> void:
	banner = words
	banner_line = line
	banner_colour = colour
	_banner_age = 0.0
	queue_redraw()


func _draw() -> void:
	_draw_top()
	_draw_bottom()
	if not caption.is_empty():
		_draw_caption()
	if not banner.is_empty():
		_draw_banner()


func _draw_top() -> void:
	draw_rect(Rect2(0, 0, size.x, TOP), Palette.NIGHT)
	draw_line(Vector2(0, TOP), Vector2(size.x, TOP), Color(Palette.WALL_EDGE, 0.6), 1.0)
	var x := _write(Vector2(20, 29), title, 19, Palette.PAPER) + 18.0
	if verdicts.is_empty():
		_write(Vector2(x, 28), aim, 14, Palette.PAPER_DIM)
	for i in verdicts.size():
		var chip := Rect2(x + i * (CHIP + 5.0), (TOP - CHIP) / 2.0, CHIP, CHIP)
		var fill := Color(Palette.PAPER, 0.1)
		var ink := Palette.PAPER_DIM
		match verdicts[i]:
			1:
				fill = Palette.GOOD
				ink = Palette.NIGHT
			-1:
				fill = Palette.ALARM
				ink = Palette.NIGHT
			2:
				fill = Palette.CALM
				ink = Palette.NIGHT
		draw_rect(chip, fill)
		var number := str(i + 1)
		_write(chip.position + Vector2((CHIP - _width(number, 13)) / 2.0, 16), number, 13, ink)
	_write(Vector2(size.x - 20 - _width(readout, 14), 28), readout, 14, Palette.PAPER_DIM)


func _draw_bottom() -> void:
	var bar := Rect2(0, size.y - BOTTOM, size.x, BOTTOM)
	draw_rect(bar, Palette.NIGHT)
	draw_line(bar.position, Vector2(size.x, bar.position.y), Color(Palette.WALL_EDGE, 0.6), 1.0)
	var x := 20.0
	for i in range(0, keys.size() - 1, 2):
		var cap := Rect2(x, bar.position.y + 9.0, _width(keys[i], 13) + 14.0, 22.0)
		draw_rect(cap, Color(Palette.PAPER, 0.12))
		draw_rect(cap, Color(Palette.PAPER, 0.3), false, 1.0)
		_write(cap.position + Vector2(7, 16), keys[i], 13, Palette.PAPER)
		x = cap.end.x + 8.0
		x += (
			_write(Vector2(x, cap.position.y + 16), keys[i + 1], 13, Palette.PAPER_DIM, true) + 22.0
		)


func _draw_caption() -> void:
	var shown := smoothstep(0.0, 0.25, _caption_age)
	var width := _width(caption, 18)
	var y := TOP + 12.0 if captions_above else size.y - BOTTOM - 58.0
	var panel := Rect2(
		Vector2((size.x - width) / 2.0 - 22, y + 8.0 * (1.0 - shown)), Vector2(width + 44, 38)
	)
	draw_rect(panel, Color(Palette.PANEL, Palette.PANEL.a * shown))
	draw_rect(Rect2(panel.position, Vector2(4, panel.size.y)), Color(Palette.CALM, shown))
	_write(panel.position + Vector2(22, 26), caption, 18, Color(Palette.PAPER, shown))


func _draw_banner() -> void:
	var shown := smoothstep(0.0, 0.4, _banner_age)
	draw_rect(Rect2(Vector2.ZERO, size), Color(Palette.NIGHT, 0.6 * shown))
	var middle := size / 2.0
	draw_rect(Rect2(0, middle.y - 70, size.x, 124), Color(Palette.NIGHT, 0.75 * shown))
	draw_rect(Rect2(0, middle.y - 72, size.x, 2), Color(banner_colour, shown))
	draw_rect(Rect2(0, middle.y + 54, size.x, 2), Color(banner_colour, shown))
	_write(middle + Vector2(-_width(banner, 46) / 2.0, 4), banner, 46, Color(banner_colour, shown))
	_write(
		middle + Vector2(-_width(banner_line, 18) / 2.0, 36),
		banner_line,
		18,
		Color(Palette.PAPER, shown)
	)


## Returns the width of what it wrote, or with [param _only_width] false the right end of it.
func _write(at: Vector2, text: String, points: int, colour: Color, only_width := false) -> float:
	draw_string(ThemeDB.fallback_font, at, text, HORIZONTAL_ALIGNMENT_LEFT, -1, points, colour)
	var width := _width(text, points)
	return width if only_width else at.x + width


func _width(text: String, points: int) -> float:
	return ThemeDB.fallback_font.get_string_size(text, HORIZONTAL_ALIGNMENT_LEFT, -1, points).x

extends Node2D
## Draws what a guard believes: a meter and a word over its head, and a ghost where it thinks the
## player is. The ghost and the player apart: that is the whole point of the demo.

const Palette := preload("res://shared/palette.gd")
const GuardScript := preload("res://actors/guard/guard.gd")

const FONT_SIZE := 16
const SIZE := Vector2(46, 6)
const WORDS: Dictionary = {
	GuardScript.State.PATROL: "patrol",
	GuardScript.State.CHASE: "chase!",
	GuardScript.State.SEARCH: "search",
}

@export var guard: GuardScript

var _shown_ghost := 0.0
var _time := 0.0


func _process(delta: float) -> void:
	_time += delta
	var wanted := 1.0 if guard.memory.has_last_known else 0.0
	_shown_ghost = move_toward(_shown_ghost, wanted, delta * 4.0)
	queue_redraw()


func _draw() -> void:
	if _shown_ghost > 0.0:
		_draw_ghost(guard.memory.last_known_position - global_position)
	_draw_meter(Vector2(0, -36))


func word() -> String:
	if guard.state == GuardScript.State.SEARCH:
		return "huh?" if guard.memory.stimulus == EnemyMemory.SOUND and guard.velocity else "search"
	return WORDS[guard.state]


func colour() -> Color:
	if guard.state == GuardScript.State.CHASE:
		return Palette.ALARM
	return Palette.WARY if guard.state == GuardScript.State.SEARCH else Palette.PAPER


func _draw_meter(at: Vector2) -> void:
	var memory := guard.memory
	var frame := Rect2(at - SIZE / 2.0, SIZE)
	draw_rect(frame.grow(2.0), Color(Palette.NIGHT, 0.85))
	draw_rect(frame, Color(Palette.PAPER, 0.14))
	var fill := Palette.CALM.lerp(Palette.WARY, smoothstep(0.1, 0.6, memory.confidence))
	if memory.alerted:
		fill = Palette.ALARM
	draw_rect(Rect2(frame.position, Vector2(SIZE.x * memory.confidence, SIZE.y)), fill)
	# The two thresholds, and the gap between them that keeps it from dithering.
	for threshold: float in [memory.calm_threshold, memory.alert_threshold]:
		var x := frame.position.x + SIZE.x * threshold
		draw_line(
			Vector2(x, frame.position.y), Vector2(x, frame.end.y), Color(Palette.NIGHT, 0.9), 1.0
		)
	var font := ThemeDB.fallback_font
	var text := word()
	var width := font.get_string_size(text, HORIZONTAL_ALIGNMENT_LEFT, -1, FONT_SIZE).x
	var place := at + Vector2(-width / 2.0, -8)
	draw_string_outline(
		font, place, text, HORIZONTAL_ALIGNMENT_LEFT, -1, FONT_SIZE, 5, Color(Palette.NIGHT, 0.9)
	)
	draw_string(font, place, text, HORIZONTAL_ALIGNMENT_LEFT, -1, FONT_SIZE, colour())


func _draw_ghost(at: Vector2) -> void:
	var strength := _shown_ghost * lerpf(0.45, 1.0, guard.memory.confidence)
	var tint := Color(Palette.GHOST, strength)
	# A dashed line from the guard to what it believes.
	if at.length() > 30.0:
		var from := at.normalized() * 18.0
		draw_dashed_line(from, at - from, Color(tint, 0.35 * strength), 1.5, 7.0, true, true)
	var pulse := 1.0 + 0.06 * sin(_time * 5.0)
	draw_circle(at, 13.0 * pulse, Color(tint, 0.16 * strength), true, -1.0, true)
	for i in 8:
		var start := TAU * i / 8.0 + _time * 0.8
		draw_arc(at, 15.0 * pulse, start, start + TAU / 14.0, 6, tint, 2.0, true)
	var head := at + Vector2(0, -2)
	draw_arc(head, 6.0, PI, TAU, 12, tint, 2.0, true)
	var hem := PackedVector2Array(
		[
			head + Vector2(-6, 0),
			head + Vector2(-6, 8),
			head + Vector2(-3, 5),
			head + Vector2(0, 8),
			head + Vector2(3, 5),
			head + Vector2(6, 8),
			head + Vector2(6, 0),
		]
	)
	draw_polyline(hem, tint, 2.0, true)
	draw_circle(head + Vector2(-2.2, -0.5), 1.2, tint, true, -1.0, true)
	draw_circle(head + Vector2(2.2, -0.5), 1.2, tint, true, -1.0, true)

extends Node2D
## Draws a belief: a ghost where an enemy thinks the player is. The ghost and the player apart: that
## is the whole point of the demo. Of something heard there is no ghost but rings where the sound
## seemed to come from: round a corner, that is the corner.

const Palette := preload("res://shared/palette.gd")

var memory: EnemyMemory

var _shown := 0.0
var _time := 0.0


func _process(delta: float) -> void:
	_time += delta
	_shown = move_toward(_shown, 1.0 if memory.has_last_known else 0.0, delta * 4.0)
	queue_redraw()


## Call it first thing in [method _draw].
func draw_ghost() -> void:
	if _shown <= 0.0:
		return
	var at := memory.last_known_position - global_position
	var strength := _shown * lerpf(0.45, 1.0, memory.confidence)
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
	if memory.stimulus == EnemyMemory.SOUND:
		_draw_heard(at, strength)
		return
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


func _draw_heard(at: Vector2, strength: float) -> void:
	var tint := Color(Palette.NOISE, strength)
	for ring in 3:
		var age := fposmod(_time * 0.7 + ring / 3.0, 1.0)
		draw_arc(at, 4.0 + 24.0 * age, 0.0, TAU, 32, Color(tint, strength * (1.0 - age)), 2.0, true)
	draw_circle(at, 3.0, tint, true, -1.0, true)
	var font := ThemeDB.fallback_font
	var place := at + Vector2(-60, 34)
	var night := Color(Palette.NIGHT, 0.9 * strength)
	draw_string_outline(font, place, "heard here", HORIZONTAL_ALIGNMENT_CENTER, 120, 13, 5, night)
	draw_string(font, place, "heard here", HORIZONTAL_ALIGNMENT_CENTER, 120, 13, tint)

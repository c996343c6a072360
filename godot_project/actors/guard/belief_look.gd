extends "res://shared/ghost.gd"
## Draws what a guard believes: a meter and a word over its head, and a ghost where it thinks the
## player is.

const GuardScript := preload("res://actors/guard/guard.gd")

const FONT_SIZE := 16
const SIZE := Vector2(46, 6)
const WORDS: Dictionary = {
	GuardScript.State.PATROL: "patrol",
	GuardScript.State.CHASE: "chase!",
	GuardScript.State.SEARCH: "search",
}

@export var guard: GuardScript


func _ready() -> void:
	memory = guard.memory


func _draw() -> void:
	draw_ghost()
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

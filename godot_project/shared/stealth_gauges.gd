extends Control
## Three gauges in the upper bar: how much light falls on the player, how loud it is, and who is
## closest to noticing it. They serve a [StealthTarget] and a [StealthTarget3D] alike.

const Palette := preload("res://shared/palette.gd")

const BAR := Vector2(84, 8)
## How fast the noise gauge falls, in shares per second.
const FADE := 1.4

## A noise of this radius fills the gauge.
@export var loudest := 400.0

var _stealth: Node
var _light := 0.0
var _noise := 0.0
var _shown_noise := 0.0


## Whose gauges these are; [param steps] is anything with the signal noise_made.
func watch(stealth: Node, steps: Node) -> void:
	_stealth = stealth
	steps.connect(&"noise_made", _on_noise_made)


func _process(delta: float) -> void:
	if not is_instance_valid(_stealth):
		return
	_light = lerpf(_light, _stealth.get(&"light_level"), 1.0 - exp(-10.0 * delta))
	_noise = move_toward(_noise, 0.0, FADE * delta)
	_shown_noise = lerpf(_shown_noise, _noise, 1.0 - exp(-25.0 * delta))
	queue_redraw()


func _draw() -> void:
	if is_instance_valid(_stealth):
		_draw_light(Vector2(8, 22))
		_draw_noise(Vector2(192, 22))
		_draw_watched(Vector2(376, 22))


func _draw_light(at: Vector2) -> void:
	var colour := Palette.STONE_DARK.lerp(Palette.LAMP, smoothstep(0.05, 0.7, _light))
	draw_circle(at, 4.6, colour, true, -1.0, true)
	for ray in 8:
		var way := Vector2.from_angle(TAU * ray / 8.0)
		draw_line(at + way * 6.8, at + way * lerpf(7.0, 10.5, _light), colour, 1.6, true)
	var word := "dark"
	if _light > 0.55:
		word = "lit"
	elif _light > 0.25:
		word = "half lit"
	_draw_bar(at + Vector2(18, 0), _light, colour, word)


func _draw_noise(at: Vector2) -> void:
	var colour := Palette.STONE_DARK.lerp(Palette.NOISE, smoothstep(0.0, 0.2, _shown_noise))
	if _shown_noise > 0.55:
		colour = Palette.WARY
	draw_circle(at + Vector2(-6, 0), 2.6, colour, true, -1.0, true)
	for wave in 3:
		var heard := _shown_noise > 0.08 + 0.27 * wave
		var shade := colour if heard else Color(Palette.STONE_DARK, 0.7)
		draw_arc(at + Vector2(-6, 0), 6.0 + 4.5 * wave, -0.75, 0.75, 10, shade, 1.8, true)
	var word := "silent"
	if _shown_noise > 0.55:
		word = "loud"
	elif _shown_noise > 0.08:
		word = "quiet"
	_draw_bar(at + Vector2(18, 0), _shown_noise, colour, word)


func _draw_watched(at: Vector2) -> void:
	var who: Node = _stealth.call(&"get_most_aware")
	var share: float = _stealth.call(&"get_highest_awareness")
	var colour := Palette.STONE_DARK
	var word := "nobody"
	if who and share > 0.02:
		colour = Palette.CALM.lerp(Palette.WARY, smoothstep(0.15, 0.6, share))
		word = who.get_parent().name
		if who.get(&"alert_level") == EnemySenses.ALERTED:
			colour = Palette.ALARM
	var lid := PackedVector2Array()
	var open := 0.45 + 0.55 * share
	for i in 21:
		var x := lerpf(-9.0, 9.0, i / 20.0)
		lid.append(at + Vector2(x, -6.0 * open * cos(x / 9.0 * PI / 2.0)))
	for i in range(20, -1, -1):
		lid.append(at + (lid[i] - at) * Vector2(1, -1))
	draw_polyline(lid, colour, 1.8, true)
	draw_circle(at, 2.8, colour, true, -1.0, true)
	_draw_bar(at + Vector2(18, 0), share, colour, word)


func _draw_bar(at: Vector2, share: float, colour: Color, word: String) -> void:
	var bar := Rect2(at - Vector2(0, BAR.y / 2.0), BAR)
	draw_rect(bar, Color(Palette.PAPER, 0.12))
	draw_rect(Rect2(bar.position, Vector2(BAR.x * clampf(share, 0.0, 1.0), BAR.y)), colour)
	draw_string(
		ThemeDB.fallback_font,
		at + Vector2(BAR.x + 8.0, 4.5),
		word,
		HORIZONTAL_ALIGNMENT_LEFT,
		-1,
		12,
		Palette.PAPER if share > 0.15 else Palette.PAPER_DIM
	)


func _on_noise_made(_origin: Variant, radius: float, strength: float) -> void:
	_noise = maxf(_noise, clampf(radius * strength / loudest, 0.0, 1.0))

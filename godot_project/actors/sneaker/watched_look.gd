extends Node2D
## Draws an arc round the player that points at the enemy who is closest to noticing, and fills as
## it becomes sure.

const Palette := preload("res://shared/palette.gd")

const REACH := 27.0
const HALF_WIDTH := 0.55

@export var stealth: StealthTarget

var _shown := 0.0
var _angle := 0.0
var _share := 0.0
var _sure := false


func _process(delta: float) -> void:
	var who := stealth.get_most_aware() as EnemySenses
	var watched := who != null and who.awareness > 0.02
	_shown = move_toward(_shown, 1.0 if watched else 0.0, delta * 4.0)
	if watched:
		_angle = global_position.angle_to_point(who.global_position)
		_share = who.awareness
		_sure = who.alert_level == EnemySenses.ALERTED
	queue_redraw()


func _draw() -> void:
	if _shown <= 0.0:
		return
	var colour := Palette.CALM.lerp(Palette.WARY, smoothstep(0.15, 0.6, _share))
	if _sure:
		colour = Palette.ALARM
	_draw_arc(1.0, Color(Palette.PAPER, 0.16 * _shown))
	_draw_arc(_share, Color(colour, _shown))
	var tip := Vector2.from_angle(_angle)
	var side := tip.orthogonal() * 4.0
	var base := tip * (REACH + 4.0)
	draw_colored_polygon(
		PackedVector2Array([base + side, base - side, base + tip * 6.0]), Color(colour, _shown)
	)


func _draw_arc(share: float, colour: Color) -> void:
	var half := HALF_WIDTH * share
	if half > 0.02:
		draw_arc(Vector2.ZERO, REACH, _angle - half, _angle + half, 20, colour, 3.0, true)

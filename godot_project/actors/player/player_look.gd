extends Node2D
## Draws the player from above: hood, shoulders, feet that walk; smaller while sneaking.

const Palette := preload("res://shared/palette.gd")
const PlayerScript := preload("res://actors/player/player.gd")

@export var player: PlayerScript

var _stride := 0.0
var _crouch := 0.0


func _process(delta: float) -> void:
	_stride += player.velocity.length() * delta * 0.11
	var low := 1.0 if player.pace == PlayerScript.Pace.SNEAK else 0.0
	_crouch = move_toward(_crouch, low, delta * 6.0)
	queue_redraw()


func _draw() -> void:
	draw_circle(Vector2(2, 4), 13.0, Color(0, 0, 0, 0.35), true, -1.0, true)
	draw_set_transform(Vector2.ZERO, player.heading, Vector2.ONE * lerpf(1.3, 1.08, _crouch))
	var step := sin(_stride) * 5.5 if player.velocity.length() > 5.0 else 0.0
	_draw_oval(Vector2(step, -5), Vector2(6, 3), Palette.NIGHT)
	_draw_oval(Vector2(-step, 5), Vector2(6, 3), Palette.NIGHT)
	_draw_oval(Vector2(-1, 0), Vector2(8, 13), Palette.PLAYER_DARK.darkened(0.35))
	_draw_oval(Vector2(-1, 0), Vector2(6.5, 11.5), Palette.PLAYER_DARK)
	draw_circle(Vector2.ZERO, 7.8, Palette.PLAYER_DARK.darkened(0.35), true, -1.0, true)
	draw_circle(Vector2.ZERO, 6.8, Palette.PLAYER, true, -1.0, true)
	_draw_oval(Vector2(3.5, 0), Vector2(2.8, 4.4), Palette.PLAYER_DARK.darkened(0.5))
	_draw_oval(Vector2(-8, 0), Vector2(3.2, 2.2), Palette.PLAYER)


func _draw_oval(centre: Vector2, radii: Vector2, colour: Color) -> void:
	var points := PackedVector2Array()
	for i in 20:
		points.append(centre + Vector2.from_angle(TAU * i / 20.0) * radii)
	draw_colored_polygon(points, colour)

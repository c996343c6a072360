extends CharacterBody2D
## A thrown rock: it flies, lands with a noise, rolls on and lies still. Walls throw it back.

signal landed(place: Vector2)

const Palette := preload("res://shared/palette.gd")

const FLY_SPEED := 430.0
const ARC := 0.16
const KEPT_ON_LANDING := 0.34
const KEPT_ON_HIT := 0.4
const FRICTION := 190.0

var _flying := false
var _air_time := 0.0
var _air_left := 0.0
var _height := 0.0

@onready var _noise: NoiseEmitter = $NoiseEmitter


func _physics_process(delta: float) -> void:
	if _flying:
		_air_left -= delta
		var share := clampf(1.0 - _air_left / _air_time, 0.0, 1.0)
		_height = 4.0 * share * (1.0 - share) * _air_time * FLY_SPEED * ARC
	else:
		velocity = velocity.move_toward(Vector2.ZERO, FRICTION * delta)
	rotation += velocity.length() * delta * 0.05
	var hit := move_and_collide(velocity * delta)
	if hit:
		velocity = velocity.bounce(hit.get_normal()) * KEPT_ON_HIT
		_air_left = minf(_air_left, 0.08)
	if _flying and _air_left <= 0.0:
		_land()
	queue_redraw()


func _draw() -> void:
	draw_set_transform(Vector2(2, 3).rotated(-rotation))
	draw_circle(Vector2.ZERO, 5.0, Color(0, 0, 0, 0.4), true, -1.0, true)
	draw_set_transform(
		Vector2(0, -_height).rotated(-rotation), 0.0, Vector2.ONE * (1.0 + _height / 140.0)
	)
	var outline := PackedVector2Array(
		[
			Vector2(-6, 1),
			Vector2(-3, -5),
			Vector2(3, -5),
			Vector2(6, 0),
			Vector2(3, 5),
			Vector2(-3, 5)
		]
	)
	draw_colored_polygon(outline, Palette.STONE_DARK)
	for i in outline.size():
		outline[i] = outline[i] * 0.72 + Vector2(-0.5, -0.8)
	draw_colored_polygon(outline, Palette.ROCK)


## Starts the flight. Call it once the rock lies where the hand is.
func fly_to(place: Vector2) -> void:
	var way := place - global_position
	_air_time = maxf(way.length() / FLY_SPEED, 0.12)
	_air_left = _air_time
	velocity = way / _air_time
	_flying = true


func _land() -> void:
	_flying = false
	_height = 0.0
	velocity *= KEPT_ON_LANDING
	_noise.emit()
	landed.emit(global_position)

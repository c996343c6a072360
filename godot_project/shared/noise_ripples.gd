extends Node2D
## Draws the noises of the [NoiseEmitter] or [FootstepEmitter] it is a child of: rings that spread
## to its real radius.

const Palette := preload("res://shared/palette.gd")

const LIFE := 0.9
const RINGS := 3

var _ripples: Array[Dictionary] = []


func _ready() -> void:
	top_level = true
	global_transform = Transform2D.IDENTITY
	get_parent().connect(&"noise_made", _on_noise_made)


func _process(delta: float) -> void:
	for ripple: Dictionary in _ripples:
		ripple.age += delta
	_ripples = _ripples.filter(func(ripple: Dictionary) -> bool: return ripple.age < LIFE)
	queue_redraw()


func _draw() -> void:
	for ripple: Dictionary in _ripples:
		var colour := Palette.NOISE
		for ring in RINGS:
			var age: float = ripple.age / LIFE - 0.14 * ring
			if age <= 0.0:
				continue
			var reach: float = ripple.radius * (1.0 - pow(1.0 - age, 3.0))
			colour.a = 0.75 * ripple.strength * (1.0 - age) * (1.0 - 0.25 * ring)
			draw_arc(ripple.origin, reach, 0.0, TAU, 64, colour, 2.5 - 0.6 * ring, true)


func _on_noise_made(origin: Vector2, radius: float, strength: float) -> void:
	_ripples.append({origin = origin, radius = radius, strength = minf(strength, 1.0), age = 0.0})

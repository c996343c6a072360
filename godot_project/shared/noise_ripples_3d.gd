extends Node3D
## Shows the noises of the [NoiseEmitter3D] or [FootstepEmitter3D] it is a child of: rings that
## spread over the floor to its real radius.

const Palette := preload("res://shared/palette.gd")
const Ring := preload("res://shared/ring_3d.gd")

const LIFE := 0.9
const RINGS := 3
const WIDTH := 0.07

var _ripples: Array[Dictionary] = []


func _ready() -> void:
	top_level = true
	global_transform = Transform3D.IDENTITY
	get_parent().connect(&"noise_made", _on_noise_made)


func _process(delta: float) -> void:
	for ripple: Dictionary in _ripples:
		ripple.age += delta
		for i in RINGS:
			_spread(ripple.rings[i], ripple, ripple.age / LIFE - 0.14 * i, 1.0 - 0.25 * i)
		if ripple.age >= LIFE:
			for ring: Ring in ripple.rings:
				ring.queue_free()
	_ripples = _ripples.filter(func(ripple: Dictionary) -> bool: return ripple.age < LIFE)


func _spread(ring: Ring, ripple: Dictionary, age: float, share: float) -> void:
	var reach: float = ripple.radius * (1.0 - pow(1.0 - maxf(age, 0.0), 3.0))
	ring.spread(reach, WIDTH * share, 0.8 * ripple.strength * (1.0 - age) * share)


func _on_noise_made(origin: Vector3, radius: float, strength: float) -> void:
	var free := Ring.feel(get_world_3d().direct_space_state, origin, radius)
	var mesh := Ring.make_mesh(free)
	var rings: Array[Ring] = []
	for i in RINGS:
		var ring := Ring.new(Palette.NOISE, mesh)
		ring.position = origin + Vector3.UP * Ring.ABOVE_FLOOR
		add_child(ring)
		rings.append(ring)
	_ripples.append({rings = rings, radius = radius, strength = minf(strength, 1.0), age = 0.0})

extends Node3D
## Shows the noises of the [NoiseEmitter3D] or [FootstepEmitter3D] it is a child of: rings that
## spread over the floor to its real radius.

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")

const LIFE := 0.9
const RINGS := 3
const ABOVE_FLOOR := 0.06

static var _ring := make_ring(0.014, Palette.NOISE)

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
			for ring: MeshInstance3D in ripple.rings:
				ring.queue_free()
	_ripples = _ripples.filter(func(ripple: Dictionary) -> bool: return ripple.age < LIFE)


func _spread(ring: MeshInstance3D, ripple: Dictionary, age: float, share: float) -> void:
	ring.visible = age > 0.0
	if not ring.visible:
		return
	var reach: float = ripple.radius * (1.0 - pow(1.0 - age, 3.0))
	ring.scale = Vector3(reach, 1.0, reach)
	ring.transparency = 1.0 - 0.8 * ripple.strength * (1.0 - age) * share


func _on_noise_made(origin: Vector3, radius: float, strength: float) -> void:
	var rings: Array[MeshInstance3D] = []
	for i in RINGS:
		var ring := MeshInstance3D.new()
		ring.mesh = _ring
		ring.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
		ring.position = origin + Vector3.UP * ABOVE_FLOOR
		ring.visible = false
		add_child(ring)
		rings.append(ring)
	_ripples.append({rings = rings, radius = radius, strength = minf(strength, 1.0), age = 0.0})


## A ring of radius 1; [param width] is a share of that.
static func make_ring(width: float, colour: Color) -> ArrayMesh:
	var inner := PackedVector3Array()
	var outer := PackedVector3Array()
	var colours := PackedColorArray()
	for i in 65:
		var way := Vector3.BACK.rotated(Vector3.UP, TAU * i / 64.0)
		inner.append(way * (1.0 - width))
		outer.append(way)
		colours.append(colour)
	var kit := MeshKit.new()
	kit.strip(inner, outer, colours, colours)
	return kit.mesh(MeshKit.glow())

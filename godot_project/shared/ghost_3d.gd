extends Node3D
## Shows a belief in space: a ghost where an enemy thinks the player is, rings where it heard
## something. The ghost and the player apart: that is the whole point of the demo.

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")
const Ring := preload("res://shared/ring_3d.gd")

@export var senses: EnemySenses3D

var _shown := 0.0
var _time := 0.0
var _haunting := 0.0
var _rings: Array[Ring] = []
var _paint := MeshKit.own_glow()

@onready var _figure := _make_figure()


func _ready() -> void:
	top_level = true
	add_child(_figure)
	for i in 3:
		var ring := Ring.new(Palette.NOISE)
		ring.position.y = Ring.ABOVE_FLOOR
		_rings.append(ring)
		add_child(ring)


func _process(delta: float) -> void:
	_time += delta
	var memory := senses.memory
	_shown = move_toward(_shown, 1.0 if memory.has_last_known else 0.0, delta * 4.0)
	visible = _shown > 0.0
	if not visible:
		return
	global_position = memory.last_known_position
	var strength := _shown * lerpf(0.5, 1.0, memory.confidence)
	# While it sees somebody, the ghost would stand right on them.
	var haunts := memory.stimulus != EnemyMemory3D.SOUND and not senses.can_see_target()
	_haunting = move_toward(_haunting, 1.0 if haunts else 0.0, delta * 4.0)
	_figure.visible = _haunting > 0.0
	_figure.rotation.y = _time * 0.8
	_paint.albedo_color.a = strength * _haunting
	for i in _rings.size():
		var age := fposmod(_time * 0.6 + i / 3.0, 1.0)
		_rings[i].spread(0.2 + 0.7 * age, 0.06, strength * (1.0 - age))


func _make_figure() -> MeshInstance3D:
	var kit := MeshKit.new()
	var outline := [
		Vector2(0.36, 0.05),
		Vector2(0.3, 0.7),
		Vector2(0.24, 1.25),
		Vector2(0.12, 1.4),
		Vector2(0.2, 1.52),
		Vector2(0.17, 1.68),
		Vector2(0.01, 1.76),
	]
	for i in outline.size() - 1:
		var lower := PackedVector3Array()
		var upper := PackedVector3Array()
		var colours := PackedColorArray()
		for side in 17:
			var way := Vector3.BACK.rotated(Vector3.UP, TAU * side / 16.0)
			lower.append(way * outline[i].x + Vector3.UP * outline[i].y)
			upper.append(way * outline[i + 1].x + Vector3.UP * outline[i + 1].y)
			colours.append(Color(Palette.GHOST, 0.25 if side % 2 == 0 else 0.7))
		kit.strip(lower, upper, colours, colours)
	var picture := MeshInstance3D.new()
	picture.mesh = kit.mesh(_paint)
	picture.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	return picture

extends Node3D
## Shows a belief in space: a ghost where an enemy thinks the player is, rings where it heard
## something. The ghost and the player apart: that is the whole point of the demo.

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")
const Ripples := preload("res://shared/noise_ripples_3d.gd")

@export var senses: EnemySenses3D

var _shown := 0.0
var _time := 0.0
var _rings: Array[MeshInstance3D] = []
var _figure: MeshInstance3D


func _ready() -> void:
	top_level = true
	_figure = _add(_make_figure())
	for i in 3:
		_rings.append(_add(Ripples.make_ring(0.08, Palette.NOISE)))


func _process(delta: float) -> void:
	_time += delta
	var memory := senses.memory
	_shown = move_toward(_shown, 1.0 if memory.has_last_known else 0.0, delta * 4.0)
	visible = _shown > 0.0
	if not visible:
		return
	global_position = memory.last_known_position
	var strength := _shown * lerpf(0.5, 1.0, memory.confidence)
	var heard := memory.stimulus == EnemyMemory3D.SOUND
	_figure.visible = not heard
	_figure.rotation.y = _time * 0.8
	_figure.transparency = 1.0 - 0.55 * strength
	for i in _rings.size():
		var age := fposmod(_time * 0.6 + i / 3.0, 1.0)
		_rings[i].scale = Vector3(0.2 + 0.7 * age, 1.0, 0.2 + 0.7 * age)
		_rings[i].transparency = 1.0 - strength * (1.0 - age)
		_rings[i].position.y = 0.07


func _add(mesh: Mesh) -> MeshInstance3D:
	var picture := MeshInstance3D.new()
	picture.mesh = mesh
	picture.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(picture)
	return picture


func _make_figure() -> Mesh:
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
	return kit.mesh(MeshKit.glow())

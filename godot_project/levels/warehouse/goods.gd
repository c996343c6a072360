@tool
extends Node3D
## What the player is after: a chest of green light.

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")

var _time := 0.0
var _halo: MeshInstance3D
var _paint := MeshKit.own_glow()


func _ready() -> void:
	var kit := MeshKit.new()
	kit.standing_box(Vector3.ZERO, Vector3(0.8, 0.5, 0.55), Palette.PLAYER_DARK)
	for x: float in [-0.3, 0.3]:
		kit.standing_box(Vector3(x, 0, 0), Vector3(0.08, 0.52, 0.57), Palette.MARKING)
	kit.standing_box(Vector3(0, 0.3, 0), Vector3(0.14, 0.14, 0.6), Palette.MARKING)
	var chest := MeshInstance3D.new()
	chest.mesh = kit.mesh()
	add_child(chest)
	_halo = MeshInstance3D.new()
	_halo.mesh = _make_halo()
	_halo.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(_halo)


func _process(delta: float) -> void:
	_time += delta
	_halo.rotation.y = _time * 0.6
	_paint.albedo_color.a = 0.75 + 0.25 * sin(_time * 2.5)


## A curtain of light that fades upwards.
func _make_halo() -> Mesh:
	var kit := MeshKit.new()
	var lower := PackedVector3Array()
	var upper := PackedVector3Array()
	var bright := PackedColorArray()
	var gone := PackedColorArray()
	for i in 25:
		var way := Vector3.BACK.rotated(Vector3.UP, TAU * i / 24.0) * 0.7
		lower.append(way + Vector3.UP * 0.03)
		upper.append(way + Vector3.UP * (1.0 + 0.2 * (i % 2)))
		bright.append(Color(Palette.GOOD, 0.55))
		gone.append(Color(Palette.GOOD, 0.0))
	kit.strip(lower, upper, bright, gone)
	return kit.mesh(_paint)

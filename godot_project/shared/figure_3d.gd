@tool
extends Node3D
## Somebody on two legs, of capsules and balls: legs that walk, a back that bends when crouching.

enum Head { CAP, HOOD, PONYTAIL }

const Palette := preload("res://shared/palette.gd")

static var _paints: Dictionary[Color, StandardMaterial3D] = {}

@export var head := Head.CAP
@export var coat := Palette.GUARD_DARK
@export var trousers := Palette.NIGHT
@export var skin := Palette.SKIN

## How fast it goes, in metres per second, and how low, 0 to 1: to be set by its owner.
var speed := 0.0
var low := 0.0

var _stride := 0.0
var _crouch := 0.0
var _limbs: Array[Node3D] = []
var _torso: Node3D


func _ready() -> void:
	for side: float in [-1.0, 1.0]:
		var leg := _joint(self, Vector3(0.1 * side, 0.86, 0))
		_part(leg, _capsule(0.1, 0.84), Vector3(0, -0.42, 0), trousers)
		_part(leg, _box(Vector3(0.17, 0.1, 0.28)), Vector3(0, -0.81, -0.05), trousers.darkened(0.4))
	_torso = _joint(self, Vector3(0, 0.82, 0))
	_part(_torso, _capsule(0.22, 0.72), Vector3(0, 0.28, 0), coat)
	_part(_torso, _box(Vector3(0.4, 0.06, 0.36)), Vector3(0, 0.06, 0), coat.darkened(0.45))
	for side: float in [-1.0, 1.0]:
		var arm := _joint(_torso, Vector3(0.27 * side, 0.5, 0))
		_part(arm, _capsule(0.075, 0.58), Vector3(0, -0.25, 0), coat.darkened(0.12))
		_part(arm, _ball(0.075), Vector3(0, -0.53, 0), skin)
	var top := _joint(_torso, Vector3(0, 0.8, 0))
	_part(top, _ball(0.15), Vector3.ZERO, skin)
	_build_head(top)


func _process(delta: float) -> void:
	if Engine.is_editor_hint():
		return
	_stride += speed * delta * 3.4
	_crouch = move_toward(_crouch, low, delta * 5.0)
	var swing := sin(_stride) * clampf(speed / 3.0, 0.0, 0.75)
	for i in _limbs.size():
		var side := 1.0 if i == 0 or i == 3 else -1.0
		_limbs[i].rotation.x = swing * side
		if i < 2:
			_limbs[i].position.y = lerpf(0.86, 0.52, _crouch)
			_limbs[i].scale.y = lerpf(1.0, 0.6, _crouch)
	_torso.position.y = lerpf(0.82, 0.44, _crouch) + 0.03 * absf(cos(_stride)) * minf(speed, 1.0)
	_torso.rotation.x = -0.65 * _crouch - 0.03 * speed


func _build_head(top: Node3D) -> void:
	match head:
		Head.CAP:
			_part(top, _drum(0.16, 0.1), Vector3(0, 0.1, 0), coat.darkened(0.3))
			_part(top, _box(Vector3(0.24, 0.03, 0.16)), Vector3(0, 0.06, -0.18), Palette.NIGHT)
			_part(top, _box(Vector3(0.07, 0.06, 0.02)), Vector3(0, 0.11, -0.155), Palette.MARKING)
		Head.HOOD:
			_part(top, _ball(0.18), Vector3(0, 0.03, 0.04), coat.lightened(0.1))
			_part(top, _capsule(0.07, 0.3), Vector3(0, -0.12, 0.14), Palette.PLAYER)
			_part(top, _drum(0.17, 0.09), Vector3(0, -0.18, 0.0), Palette.PLAYER)
		Head.PONYTAIL:
			var hair := Palette.WOOD_LINE.darkened(0.2)
			_part(top, _ball(0.165), Vector3(0, 0.05, 0.03), hair)
			_part(top, _capsule(0.06, 0.34), Vector3(0, -0.06, 0.19), hair)


func _joint(parent: Node3D, at: Vector3) -> Node3D:
	var joint := Node3D.new()
	joint.position = at
	parent.add_child(joint)
	if at.x != 0.0:
		_limbs.append(joint)
	return joint


func _part(parent: Node3D, mesh: Mesh, at: Vector3, colour: Color) -> void:
	var part := MeshInstance3D.new()
	part.mesh = mesh
	part.position = at
	part.material_override = paint(colour)
	parent.add_child(part)


## One material for each colour, whoever wears it.
static func paint(colour: Color) -> StandardMaterial3D:
	if not _paints.has(colour):
		var material := StandardMaterial3D.new()
		material.albedo_color = colour
		material.roughness = 0.85
		_paints[colour] = material
	return _paints[colour]


static func _capsule(radius: float, height: float) -> Mesh:
	var mesh := CapsuleMesh.new()
	mesh.radius = radius
	mesh.height = height
	mesh.radial_segments = 16
	mesh.rings = 4
	return mesh


static func _ball(radius: float) -> Mesh:
	var mesh := SphereMesh.new()
	mesh.radius = radius
	mesh.height = 2.0 * radius
	mesh.radial_segments = 16
	mesh.rings = 8
	return mesh


static func _drum(radius: float, height: float) -> Mesh:
	var mesh := CylinderMesh.new()
	mesh.top_radius = radius
	mesh.bottom_radius = radius
	mesh.height = height
	mesh.radial_segments = 16
	return mesh


static func _box(size: Vector3) -> Mesh:
	var mesh := BoxMesh.new()
	mesh.size = size
	return mesh

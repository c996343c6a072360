@tool
extends StaticBody3D
## The hall: floor, walls, roof. Walls are seen from inside only, so that a camera outside looks
## through them as into a doll's house.

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")

const SLAB := 2.0
const THICK := 0.4

@export var size := Vector3(20, 6.6, 14)
## Yellow lines on the floor, each from a corner to the opposite one (x and z).
@export var markings: Array[Rect2] = []

var _dice := RandomNumberGenerator.new()
var _kit: MeshKit


func _ready() -> void:
	_dice.seed = 5
	_kit = MeshKit.new()
	_build_floor()
	_build_walls()
	_build_roof()
	var picture := MeshInstance3D.new()
	picture.mesh = _kit.mesh()
	add_child(picture)
	if Engine.is_editor_hint():
		return
	_wall_in(Vector3(0, -THICK / 2.0, 0), Vector3(size.x, THICK, size.z))
	_wall_in(Vector3(0, size.y + THICK / 2.0, 0), Vector3(size.x, THICK, size.z))
	for side: float in [-1.0, 1.0]:
		var x := side * (size.x + THICK) / 2.0
		_wall_in(Vector3(x, size.y / 2.0, 0), Vector3(THICK, size.y, size.z))
		var z := side * (size.z + THICK) / 2.0
		_wall_in(Vector3(0, size.y / 2.0, z), Vector3(size.x, size.y, THICK))


func _wall_in(middle: Vector3, box: Vector3) -> void:
	var solid := CollisionShape3D.new()
	solid.shape = BoxShape3D.new()
	(solid.shape as BoxShape3D).size = box
	solid.position = middle
	add_child(solid)


func _build_floor() -> void:
	var joint := Vector3(size.x / 2.0, 0, 0)
	_kit.face(Vector3(0, -0.012, 0), Vector3(0, 0, size.z / 2.0), joint, Palette.FLOOR_LINE)
	for column in roundi(size.x / SLAB):
		for row in roundi(size.z / SLAB):
			var middle := Vector3(
				-size.x / 2.0 + SLAB * (column + 0.5), 0, -size.z / 2.0 + SLAB * (row + 0.5)
			)
			var shade := Palette.TARMAC.lerp(Palette.GRAVEL, _dice.randf())
			var half := SLAB / 2.0 - 0.012
			_kit.face(middle, Vector3(0, 0, half), Vector3(half, 0, 0), shade)
	for line in markings:
		var middle := Vector3(line.get_center().x, 0.006, line.get_center().y)
		var across := Vector3(line.size.x / 2.0, 0, 0)
		_kit.face(middle, Vector3(0, 0, line.size.y / 2.0), across, Palette.MARKING.darkened(0.25))


func _build_walls() -> void:
	var half := size / 2.0
	for turn in 4:
		var basis := Basis(Vector3.UP, PI / 2.0 * turn)
		var width := size.x if turn % 2 == 0 else size.z
		var away := half.z if turn % 2 == 0 else half.x
		# Looking at the north wall; the others are turned.
		var sheets := roundi(width / 1.0)
		for i in sheets:
			var x := width * ((i + 0.5) / sheets - 0.5)
			var shade := Palette.WALL_EDGE.lerp(Palette.WALL, 0.3 + 0.2 * (i % 2))
			var plate := Vector3(width / sheets / 2.0 - 0.01, 0, 0)
			_kit.face(
				basis * Vector3(x, half.y + 0.6, -away),
				basis * plate,
				Vector3(0, half.y - 0.6, 0),
				shade
			)
		var plinth := Vector3(width / 2.0, 0, 0)
		var stone := Palette.STONE_DARK.darkened(0.35)
		_kit.face(basis * Vector3(0, 0.6, -away + 0.02), basis * plinth, Vector3(0, 0.6, 0), stone)
		_kit.face(
			basis * Vector3(0, 1.2, -away + 0.025),
			basis * plinth,
			Vector3(0, 0.04, 0),
			Palette.MARKING.darkened(0.35)
		)


func _build_roof() -> void:
	var half := size / 2.0
	_kit.face(Vector3(0, size.y, 0), Vector3(half.x, 0, 0), Vector3(0, 0, half.z), Palette.WALL)

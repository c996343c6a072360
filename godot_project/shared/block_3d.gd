@tool
extends StaticBody3D
## Something solid that stands in a hall: crate, shelf, pillar, stairs ... Kind and size are all it
## needs; collision and picture are made from them. Its place is the middle of its foot.

enum Kind { CRATE, SHELF, PILLAR, SLAB, STAIRS, PARAPET, DRUMS }

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")

const BEAM := 0.09
## How high a step of the stairs is, how wide their cheeks are and how high above the steps.
const RISE := 0.2
const CHEEK := Vector2(0.08, 0.4)

@export var kind := Kind.CRATE:
	set(value):
		kind = value
		_build()
@export var size := Vector3.ONE:
	set(value):
		size = value
		_build()

var _dice := RandomNumberGenerator.new()
var _kit: MeshKit


func _ready() -> void:
	_build()
	if Engine.is_editor_hint():
		return
	if kind == Kind.STAIRS:
		# A ramp to walk on, and cheeks that nobody steps over.
		_add_solid(_wedge(size.x, 0.0), Vector3.ZERO)
		for side: float in [-1.0, 1.0]:
			_add_solid(_wedge(CHEEK.x, CHEEK.y), Vector3(side * (size.x - CHEEK.x) / 2.0, 0, 0))
		return
	var box := BoxShape3D.new()
	box.size = size
	_add_solid(box, Vector3(0, size.y / 2.0, 0))


func _add_solid(shape: Shape3D, at: Vector3) -> void:
	var solid := CollisionShape3D.new()
	solid.shape = shape
	solid.position = at
	add_child(solid)


## Rises to the north (-Z), from [param lift] to that and the height of this block.
func _wedge(width: float, lift: float) -> Shape3D:
	var wedge := ConvexPolygonShape3D.new()
	var corners := PackedVector3Array()
	for x: float in [-width / 2.0, width / 2.0]:
		for z: float in [-size.z / 2.0, size.z / 2.0]:
			corners.append(Vector3(x, 0, z))
		corners.append(Vector3(x, size.y + lift, -size.z / 2.0))
		if lift > 0.0:
			corners.append(Vector3(x, lift, size.z / 2.0))
	wedge.points = corners
	return wedge


func _build() -> void:
	if not is_inside_tree():
		return
	# The same picture every time, because the dice know the place.
	_dice.seed = hash(position)
	_kit = MeshKit.new()
	match kind:
		Kind.CRATE:
			_build_crate()
		Kind.SHELF:
			_build_shelf()
		Kind.PILLAR:
			_build_pillar()
		Kind.SLAB:
			_build_slab()
		Kind.STAIRS:
			_build_stairs()
		Kind.PARAPET:
			_build_parapet()
		Kind.DRUMS:
			_build_drums()
	var picture := get_node_or_null(^"Picture") as MeshInstance3D
	if not picture:
		picture = MeshInstance3D.new()
		picture.name = "Picture"
		add_child(picture)
	picture.mesh = _kit.mesh()


func _build_crate() -> void:
	var wood := Palette.WOOD.lerp(Palette.WOOD_DARK, _dice.randf() * 0.7)
	var dark := wood.darkened(0.28)
	var inner := size - Vector3.ONE * 0.05
	_kit.standing_box(Vector3(0, 0.025, 0), inner, dark)
	var half := size / 2.0 - Vector3.ONE * BEAM / 2.0
	for a: float in [-1.0, 1.0]:
		for b: float in [-1.0, 1.0]:
			var middle := Vector3(0, size.y / 2.0, 0)
			_kit.box(middle + Vector3(a * half.x, 0, b * half.z), Vector3(BEAM, size.y, BEAM), wood)
			var flat := Vector3(0, a * half.y, b * half.z)
			_kit.box(middle + flat, Vector3(size.x - 2 * BEAM, BEAM, BEAM), wood)
			flat = Vector3(a * half.x, b * half.y, 0)
			_kit.box(middle + flat, Vector3(BEAM, BEAM, size.z - 2 * BEAM), wood)
	# Boards between the beams, on all four sides and the lid.
	var boards := maxi(roundi(size.y / 0.28), 2)
	for i in boards:
		var y := lerpf(BEAM, size.y - BEAM, (i + 0.5) / boards)
		var shade := wood.darkened(0.1 + 0.12 * _dice.randf())
		var height := (size.y - 2 * BEAM) / boards - 0.02
		_kit.box(Vector3(0, y, 0), Vector3(size.x - 0.03, height, size.z - 2 * BEAM), shade)
		_kit.box(Vector3(0, y, 0), Vector3(size.x - 2 * BEAM, height, size.z - 0.03), shade)
	var lids := maxi(roundi(size.x / 0.28), 2)
	for i in lids:
		var x := lerpf(BEAM - size.x / 2.0, size.x / 2.0 - BEAM, (i + 0.5) / lids)
		var shade := wood.darkened(0.1 + 0.12 * _dice.randf())
		var board := Vector3((size.x - 2 * BEAM) / lids - 0.02, 0.02, size.z - 2 * BEAM)
		_kit.box(Vector3(x, size.y - 0.03, 0), board, shade)


## Uprights, boards, and goods on them.
func _build_shelf() -> void:
	var along := size.x >= size.z
	var length := maxf(size.x, size.z)
	var depth := minf(size.x, size.z)
	var boards := maxi(roundi(size.y / 0.8), 2)
	var bays := maxi(roundi(length / 1.6), 1)
	for bay in bays + 1:
		var at := lerpf(-length / 2.0 + 0.04, length / 2.0 - 0.04, bay / float(bays))
		for side: float in [-1.0, 1.0]:
			var foot := Vector3(at, 0, side * (depth / 2.0 - 0.04))
			_put(foot, Vector3(0.08, size.y, 0.08), Palette.STEEL, along)
	for board in boards:
		var y := 0.12 + (size.y - 0.3) * board / boards
		_put(Vector3(0, y, 0), Vector3(length - 0.02, 0.05, depth - 0.02), Palette.WARY, along)
		var room := (size.y - 0.3) / boards - 0.08
		var place := -length / 2.0 + 0.12
		while place < length / 2.0 - 0.35:
			var width := minf(_dice.randf_range(0.35, 0.75), length / 2.0 - 0.1 - place)
			var goods := Vector3(
				width - 0.05,
				room * _dice.randf_range(0.6, 1.0),
				depth * _dice.randf_range(0.7, 0.9)
			)
			var colour := Palette.GOODS[_dice.randi() % Palette.GOODS.size()].darkened(0.2)
			var foot := Vector3(place + width / 2.0, y + 0.05, 0)
			_put(foot, goods, colour, along)
			var tape := Vector3(0.07, goods.y + 0.01, goods.z + 0.01)
			_put(foot, tape, colour.lightened(0.3), along)
			place += width + _dice.randf_range(0.0, 0.12)


func _put(foot: Vector3, box: Vector3, colour: Color, along: bool) -> void:
	if not along:
		foot = Vector3(foot.z, foot.y, foot.x)
		box = Vector3(box.z, box.y, box.x)
	_kit.standing_box(foot, box, colour)


func _build_pillar() -> void:
	_kit.standing_box(Vector3.ZERO, size, Palette.STONE_DARK)
	_kit.standing_box(
		Vector3.ZERO, Vector3(size.x + 0.14, 0.18, size.z + 0.14), Palette.STONE_DARK.darkened(0.3)
	)
	for band in 4:
		var colour := Palette.MARKING if band % 2 == 0 else Palette.NIGHT
		var foot := Vector3(0, 0.3 + 0.16 * band, 0)
		_kit.standing_box(foot, Vector3(size.x + 0.02, 0.16, size.z + 0.02), colour)


## Planks on beams of steel: the upper floor.
func _build_slab() -> void:
	var planks := roundi(size.z / 0.5)
	for i in planks:
		var z := size.z * ((i + 0.5) / planks - 0.5)
		var x := -size.x / 2.0
		while x < size.x / 2.0:
			var length := minf(_dice.randf_range(2.2, 3.8), size.x / 2.0 - x)
			var shade := Palette.FLOOR.lerp(Palette.WOOD_LINE, 0.35 + 0.3 * _dice.randf())
			var foot := Vector3(x + length / 2.0, size.y - 0.08, z)
			_kit.standing_box(foot, Vector3(length - 0.02, 0.08, size.z / planks - 0.02), shade)
			x += length
	var steel := Palette.STEEL_DARK.darkened(0.2)
	_kit.standing_box(Vector3(0, 0.06, 0), Vector3(size.x, size.y - 0.15, size.z), steel)
	var beams := roundi(size.x / 2.5)
	for i in beams + 1:
		var x := size.x * (i / float(beams) - 0.5) * 0.98
		_kit.standing_box(
			Vector3(x, 0, 0), Vector3(0.14, size.y - 0.1, size.z), steel.darkened(0.3)
		)
	var edge := Vector3(size.x, size.y - 0.06, 0.04)
	_kit.standing_box(Vector3(0, 0.02, size.z / 2.0), edge, Palette.STEEL_DARK)


func _build_stairs() -> void:
	var steps := roundi(size.y / RISE)
	var run := size.z / steps
	for i in steps:
		var z := size.z / 2.0 - run * (i + 0.5)
		var height := size.y * (i + 1) / steps - RISE * 0.5
		_kit.standing_box(Vector3(0, 0, z), Vector3(size.x - 0.1, height, run), Palette.STEEL_DARK)
		var tread := Vector3(size.x - 0.04, 0.05, run + 0.03)
		_kit.box(Vector3(0, height, z), tread, Palette.STEEL)
		var nose := Vector3(size.x - 0.04, 0.056, 0.05)
		_kit.box(Vector3(0, height, z + run / 2.0), nose, Palette.MARKING.darkened(0.15))
	# A handrail on both sides.
	for side: float in [-1.0, 1.0]:
		var x := side * (size.x / 2.0 - 0.03)
		for i in range(0, steps + 1, 3):
			var foot := Vector3(x, size.y * i / steps, size.z / 2.0 - run * i)
			_kit.standing_box(foot, Vector3(0.04, 0.9, 0.04), Palette.STEEL)
		var slope := Vector3(0, size.y, -size.z) / 2.0
		var middle := Vector3(x, size.y / 2.0 + 0.9, 0)
		_build_cheek(x)
		var up := Vector3(0, 0.03, 0)
		_kit.face(middle, slope, up, Palette.MARKING)
		_kit.face(middle, up, slope, Palette.MARKING)
		_kit.face(middle + up, slope, Vector3(0.03, 0, 0), Palette.MARKING)


## The board along the side of the stairs, from the floor to above the steps.
func _build_cheek(x: float) -> void:
	var colour := Palette.STEEL_DARK.darkened(0.15)
	var foot := Vector3(0, 0, size.z / 2.0)
	var head := Vector3(0, size.y, -size.z / 2.0)
	var tip := Vector3(0, CHEEK.y, 0)
	for side: float in [-1.0, 1.0]:
		var out := Vector3(x + side * CHEEK.x / 2.0, 0, 0)
		var corners := [foot, head * Vector3(1, 0, 1), head + tip, foot + tip]
		if side > 0.0:
			corners.reverse()
		for half: Array in [[0, 1, 2], [0, 2, 3]]:
			var places := PackedVector3Array()
			for corner: int in half:
				places.append(corners[corner] + out)
			_kit.triangle(places, [colour, colour, colour])
	var slope := (head - foot) / 2.0
	_kit.face(
		Vector3(x, 0, 0) + tip + (head + foot) / 2.0,
		slope,
		Vector3(CHEEK.x / 2.0, 0, 0),
		colour.lightened(0.2)
	)


## Boards with a rail on top, along the open side of an upper floor.
func _build_parapet() -> void:
	var length := size.x
	var boards := 3
	for i in boards:
		var y := 0.06 + i * (size.y - 0.12) / boards
		var board := Vector3(length, (size.y - 0.12) / boards - 0.02, size.z * 0.5)
		var shade := Palette.STEEL_DARK.lerp(Palette.STEEL, 0.25 * i)
		_kit.standing_box(Vector3(0, y, 0), board, shade)
	_kit.standing_box(Vector3(0, size.y - 0.05, 0), Vector3(length, 0.05, size.z), Palette.MARKING)
	var posts := maxi(roundi(length / 2.0), 1)
	for i in posts + 1:
		var x := (length - 0.08) * (i / float(posts) - 0.5)
		_kit.standing_box(Vector3(x, 0, 0), Vector3(0.08, size.y - 0.05, size.z), Palette.STEEL)


## As many as stand on the ground that it takes up.
func _build_drums() -> void:
	var across := maxi(floori(size.x / 0.62), 1)
	var along := maxi(floori(size.z / 0.62), 1)
	for i in across:
		for j in along:
			var foot := Vector3(
				size.x * ((i + 0.5) / across - 0.5), 0, size.z * ((j + 0.5) / along - 0.5)
			)
			var pick := _dice.randi() % Palette.CONTAINERS.size()
			var paint: Color = Palette.CONTAINERS[pick].darkened(0.1)
			_kit.drum(foot, 0.29, size.y, paint, 14)
			for ring: float in [0.02, 0.34, 0.66, 0.94]:
				_kit.drum(foot + Vector3(0, size.y * ring, 0), 0.305, 0.04, paint.darkened(0.3), 14)

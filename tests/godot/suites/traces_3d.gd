# passes: default, jolt
extends "res://support/dim_suite.gd"
## What is seen and heard in a scene by a seed, as lines [code][trace][/code]: whoever runs the
## tests compares those of both physics engines.
##
## Engines do not agree on a ray along an edge to the last millimetre. So a question to an eye is
## asked for a place and for four beside it, as far off as [constant MARGIN]; where these differ
## the trace has a [code]?[/code]. Enemies are asked only about what is round or thick.

const MARGIN := 0.02
const TICKS := 40
const EYES := 20
const TARGETS := 16
const GUARDS := 10
const MUFFLED := 1
const LIGHT_SCENE := 1
const KINDS: Array[StringName] = [
	&"box", &"round", &"sphere", &"capsule", &"convex", &"faces", &"fan", &"hills", &"csg", &"grid"
]

var _dice := RandomNumberGenerator.new()


func _init() -> void:
	dim = Dim3D.new()


func test_s19_eyes_among_shapes_of_every_kind_leave_a_trace() -> void:
	_dice.seed = 20260
	for index in 30:
		put(_thing(KINDS[index % KINDS.size()]))
	var doors: Array[Node3D] = []
	for index in 6:
		doors.append(put(dim.body(&"AnimatableBody", Vector2.ZERO, 20.0, dim.WORLD)) as Node3D)
		(doors[index] as AnimatableBody3D).sync_to_physics = false
	var eyes: Array[EnemyPerception3D] = []
	for index in EYES:
		var eye := EnemyPerception3D.new()
		eye.view_angle = 360.0 if index % 4 > 0 else 120.0
		eye.view_range = 40.0
		eye.position = _anywhere()
		eye.basis = _turned()
		eyes.append(put(eye) as EnemyPerception3D)
	await ticks(3)
	var answers := ""
	for tick in TICKS:
		for index in doors.size():
			doors[index].position = _on_its_way(100 + index, tick)
		await ticks(1)
		var row := ""
		for index in TARGETS:
			var place := _on_its_way(index, tick)
			for eye in eyes:
				row += _answer(eye, place)
		print("[trace] eyes, tick %d: %s" % [tick, row])
		answers += row
	var all := float(answers.length())
	between(answers.count("1") / all, 0.15, 0.85, "share of what is seen")
	between(answers.count("0") / all, 0.15, 0.85, "share of what is not")
	between(answers.count("?") / all, 0.0, 0.05, "share of what hangs on a hair")


func test_s19_enemies_in_light_and_noise_leave_a_trace() -> void:
	_dice.seed = 1959
	for index in 24:
		var side := _dice.randf_range(20.0, 80.0)
		var kind: StringName = [&"box", &"round", &"sphere"][index % 3]
		put(dim.solid(kind, _spot(), Vector2(side, side)))
	for index in 6:
		var lamp := OmniLight3D.new()
		lamp.omni_range = 20.0
		lamp.position = dim.at(_spot()) + Vector3.UP * 3.0
		put(lamp)
	var guards: Array[Node] = []
	var heard: Array[int] = []
	for index in GUARDS:
		var senses := senses_at(_spot(), _dice.randf_range(0.0, 360.0))
		senses.get(&"perception").set(&"bodies_occlude", index % 3 == 0)
		heard.append(0)
		senses.connect(
			&"noise_heard", func(_o: Variant, _s: float, _t: StringName) -> void: heard[index] += 1
		)
		guards.append(senses)
	var targets: Array[Node] = []
	for index in 6:
		targets.append(stealth_at(_spot()))
		targets[index].set(&"light_mode", LIGHT_SCENE)
		targets[index].set(&"ambient", 0.4)
	var levels := ""
	var sensed := ""
	for tick in 300:
		for index in targets.size():
			var way := _on_its_way(index, tick)
			dim.move(targets[index].get_parent(), dim.on_plane(way))
		if tick % 20 == 0:
			var more: Array = [null, &"", &"enemies", MUFFLED]
			dim.emit_noise(_spot(), 300.0, 1.0, more)
		for index in GUARDS:
			(guards[index].get_parent() as Node3D).rotate_y(0.01 * (index % 4))
		await ticks(1)
		var row := ""
		for index in GUARDS:
			row += "%d%d " % [guards[index].get(&"alert_level"), heard[index]]
			levels += str(guards[index].get(&"alert_level"))
			for target in targets:
				var seen := target.call(&"get_observers").has(guards[index]) as bool
				sensed += str(int(seen))
				row += str(int(seen))
			row += " "
		for target in targets:
			row += str(int(9.0 * (target.get(&"light_level") as float)))
		print("[trace] enemies, tick %d: %s" % [tick, row])
	for level in 3:
		check(levels.count(str(level)) > 100, "level %d: %d" % [level, levels.count(str(level))])
	between(sensed.count("1"), 0.01 * sensed.length(), 0.9 * sensed.length(), "seen")
	between(heard.max(), 3, 15, "noises heard by one")
	between(heard.min(), 0, 10, "noises heard by another")


## One of [code]0[/code], [code]1[/code] and [code]?[/code].
func _answer(eye: EnemyPerception3D, place: Vector3) -> String:
	var seen := eye.can_see_point(place)
	var ahead := (place - eye.position).normalized()
	var side := ahead.cross(Vector3.UP).normalized() * MARGIN
	var up := side.cross(ahead)
	for off: Vector3 in [side, -side, up, -up]:
		if eye.can_see_point(place + off) != seen:
			return "?"
	return "1" if seen else "0"


func _on_its_way(index: int, tick: int) -> Vector3:
	var phase := 0.7 * index
	var turn := 0.02 * tick * (1.0 + 0.1 * index)
	return Vector3(
		16.0 * sin(turn + phase), 2.0 + 1.5 * sin(3.1 * turn + phase), 16.0 * cos(1.3 * turn)
	)


func _anywhere() -> Vector3:
	return Vector3(
		_dice.randf_range(-25.0, 25.0), _dice.randf_range(0.0, 6.0), _dice.randf_range(-25.0, 25.0)
	)


func _spot() -> Vector2:
	return Vector2(_dice.randf_range(-500.0, 500.0), _dice.randf_range(-500.0, 500.0))


func _turned() -> Basis:
	return Basis.from_euler(
		Vector3(_dice.randf_range(-PI, PI), _dice.randf_range(-PI, PI), _dice.randf_range(-PI, PI))
	)


func _thing(kind: StringName) -> Node3D:
	var made: Node3D = null
	match kind:
		&"csg":
			made = _csg()
		&"grid":
			var cells: Array[Vector2i] = [Vector2i.ZERO, Vector2i(1, 0), Vector2i(2, 1)]
			made = dim.tiles(cells) as Node3D
		&"fan":
			made = _mesh(_fan())
		&"hills":
			made = _hills()
		_:
			var size := Vector2(_dice.randf_range(20.0, 80.0), _dice.randf_range(20.0, 80.0))
			made = dim.solid(kind, Vector2.ZERO, size) as Node3D
	made.position = _anywhere()
	made.basis = _turned()
	return made


func _csg() -> Node3D:
	var block := CSGBox3D.new()
	block.size = Vector3(4.0, 3.0, 2.0)
	block.use_collision = true
	var hole := CSGSphere3D.new()
	hole.radius = 1.2
	hole.operation = CSGShape3D.OPERATION_SUBTRACTION
	hole.position = Vector3(_dice.randf_range(-1.0, 1.0), 0.0, 0.5)
	block.add_child(hole)
	return block


## Triangles that face whatever way they happen to.
func _fan() -> PackedVector3Array:
	var points := PackedVector3Array()
	for triangle in 5:
		for corner in 3:
			points.append(_turned() * Vector3(0.0, 0.0, _dice.randf_range(1.0, 4.0)))
	return points


func _mesh(faces: PackedVector3Array) -> Node3D:
	var wall := dim.solid(&"faces", Vector2.ZERO, Vector2.ONE) as Node3D
	var shape := ConcavePolygonShape3D.new()
	shape.set_faces(faces)
	(wall.get_node(^"Shape") as CollisionShape3D).shape = shape
	return wall


func _hills() -> Node3D:
	var ground := dim.solid(&"height", Vector2.ZERO, Vector2.ONE) as Node3D
	var field := (ground.get_node(^"Shape") as CollisionShape3D).shape as HeightMapShape3D
	field.map_width = 9
	field.map_depth = 9
	var heights := PackedFloat32Array()
	for index in 81:
		heights.append(_dice.randf_range(0.0, 2.0))
	field.map_data = heights
	return ground

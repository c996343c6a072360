# gdlint: disable=max-public-methods
extends RefCounted
## One set of tests for the flat classes and for their twins in space.
##
## A test says where things are on a plane, in pixels; [code]dim_2d.gd[/code] takes that as it is,
## [code]dim_3d.gd[/code] as a floor seen from above, 20 pixels to a metre, with eyes at the height
## of what they look for, so that both see the same triangle.

## Layers by name, as values of a mask.
const WORLD := 1
const TARGETS := 2
const GUARDS := 4
const TRIGGERS := 8
const GLASS := 16

## Kinds of solid shape that [method solid] makes in both dimensions.
const SOLID_KINDS: Array[StringName] = [&"box", &"round", &"capsule", &"convex"]

const LISTENER := """extends %s

var calls: Array = []
var on_heard := Callable()


func hear_sound(%s) -> void:
	calls.append([%s])
	if on_heard.is_valid():
		on_heard.call()
"""

var _listener_scripts := {}


## What a class is called here: [code]EnemyMemory[/code] or [code]EnemyMemory3D[/code].
func title(base: StringName) -> StringName:
	return base


## An instance of one of our classes.
func make(base: StringName) -> Object:
	return ClassDB.instantiate(title(base))


## The value of a constant of one of our classes.
func constant(base: StringName, member: StringName) -> int:
	return ClassDB.class_get_integer_constant(title(base), member)


## Whether the test is in space.
func is_3d() -> bool:
	return false


## A length in the units of this dimension.
func length(pixels: float) -> float:
	return pixels


## The class name of a plain node here.
func node_class() -> StringName:
	return &"Node3D" if is_3d() else &"Node2D"


## A place on the floor.
func at(_place: Vector2) -> Variant:
	return null


## The place at the height of eyes and aim points.
func eye_at(place: Vector2) -> Variant:
	return at(place)


## The direction that is [param degrees] from +X towards +Y of the plane.
func direction(_degrees: float) -> Variant:
	return null


## The zero vector.
func zero() -> Variant:
	return at(Vector2.ZERO)


## A vector with one component spoilt.
func spoilt(_value: float) -> Variant:
	return null


## A plain node.
func spot(place: Vector2) -> Node:
	return _placed(_plain(), at(place))


## A plain node far from being a Node2D or Node3D of this dimension.
func stranger() -> Node:
	return null


## A node that looks along [param degrees] when it is drawn.
func turn(_node: Node, _degrees: float) -> void:
	pass


## Mirrors what is drawn: left and right change places.
func mirror(_node: Node) -> void:
	pass


## Scales a node.
func scale(_node: Node, _factor: float) -> void:
	pass


## Takes every direction from a node: nothing of its basis is left.
func flatten(_node: Node) -> void:
	pass


## A viewport with a physics space of its own.
func world() -> SubViewport:
	return null


## Moves a node to a place on the floor.
func move(node: Node, place: Vector2) -> void:
	node.set(&"global_position", at(place))


## Where a node stands on the plane.
func place_of(node: Node) -> Vector2:
	return on_plane(node.get(&"global_position"))


## A position as a place on the plane.
func on_plane(_position: Variant) -> Vector2:
	return Vector2.ZERO


## A body of class CharacterBody, StaticBody, RigidBody, AnimatableBody or Area (without suffix)
## with a round shape.
func body(kind: StringName, place: Vector2, radius: float, layer: int) -> Node:
	var made: Node = ClassDB.instantiate(title(kind))
	made.name = kind
	made.set(&"collision_layer", layer)
	made.set(&"collision_mask", 0)
	made.add_child(shape_of(&"round", Vector2(radius, radius) * 2.0))
	return _placed(made, at(place))


## A collision shape that fills [param size].
func shape_of(_kind: StringName, _size: Vector2) -> Node:
	return null


## A StaticBody with a shape of a kind.
func solid(kind: StringName, place: Vector2, size: Vector2, layer := WORLD) -> Node:
	var made: Node = ClassDB.instantiate(title(&"StaticBody"))
	made.name = &"Wall"
	made.set(&"collision_layer", layer)
	made.set(&"collision_mask", 0)
	made.add_child(shape_of(kind, size))
	return _placed(made, at(place))


## The Wall of the shared fixtures.
func wall(place: Vector2, size: Vector2) -> Node:
	return solid(&"box", place, size)


## Solid tiles at [param cells], 16 px wide; the middle of cell (0, 0) is at (8, 8): a TileMapLayer
## or a GridMap, whose colliders come a tick late.
func tiles(_cells: Array[Vector2i], _layer := WORLD) -> Node:
	return null


## Sets or erases a tile.
func set_tile(_map: Node, _cell: Vector2i, _solid: bool) -> void:
	pass


## An EnemyPerception as the shared fixtures' Guard has it, without a body.
func eye(place: Vector2, degrees := 0.0) -> Node:
	var made: Node = make(&"EnemyPerception")
	made.name = &"Eye"
	made.set(&"view_range", length(400.0))
	made.set(&"view_angle", 90.0)
	_placed(made, eye_at(place))
	turn(made, degrees)
	return made


## The Guard of the shared fixtures; its sensor is the child [code]Eye[/code].
func guard(place: Vector2, degrees := 0.0) -> Node:
	var made := body(&"CharacterBody", place, 10.0, GUARDS)
	made.name = &"Guard"
	turn(made, degrees)
	made.add_child(eye(Vector2.ZERO))
	return made


## The Target of the shared fixtures.
func target(place: Vector2) -> Node:
	var made := body(&"CharacterBody", place, 8.0, TARGETS)
	made.name = &"Target"
	made.add_to_group(&"player", true)
	return made


## A Guard with the whole character: its EnemySenses is the child [code]Senses[/code].
func senses_guard(place: Vector2, degrees := 0.0) -> Node:
	var made := guard(place, degrees)
	var senses: Node = make(&"EnemySenses")
	senses.name = &"Senses"
	made.add_child(senses)
	made.add_to_group(&"enemies", true)
	return made


## A target without a collider.
func ghost(place: Vector2) -> Node:
	var made := spot(place)
	made.name = &"Ghost"
	made.add_to_group(&"player", true)
	return made


## A node in the group [code]enemies[/code] with a [code]hear_sound[/code] of [param signature]: it
## keeps what it was called with in [code]calls[/code], then calls [code]on_heard[/code].
func listener(place: Vector2, signature := "origin, strength") -> Node:
	var key := "%s(%s)" % [node_class(), signature]
	if not _listener_scripts.has(key):
		var names := PackedStringArray()
		for parameter in signature.split(","):
			names.append(parameter.get_slice("=", 0).get_slice(":", 0).strip_edges())
		var script := GDScript.new()
		script.source_code = LISTENER % [node_class(), signature, ", ".join(names)]
		script.reload()
		_listener_scripts[key] = script
	var made := spot(place)
	made.name = &"Listener"
	made.set_script(_listener_scripts[key])
	made.add_to_group(&"enemies", true)
	return made


## A NoiseEmitter with a radius of 300 px and a strength of 1.
func emitter(place: Vector2) -> Node:
	var made: Node = make(&"NoiseEmitter")
	made.name = &"Noise"
	made.set(&"radius", length(300.0))
	made.set(&"strength", 1.0)
	return _placed(made, at(place))


## [code]SensesServer.emit_noise[/code] or [code]emit_noise_3d[/code], place and radius in pixels.
func emit_noise(place: Vector2, radius: float, strength: float, more: Array = []) -> int:
	return emit_noise_from(at(place), radius, strength, more)


## The same from a position in the units of this dimension.
func emit_noise_from(origin: Variant, radius: float, strength: float, more: Array = []) -> int:
	var arguments: Array = [origin, length(radius), strength]
	return server().callv(&"emit_noise_3d" if is_3d() else &"emit_noise", arguments + more)


## The signal of the server that announces noises.
func noise_signal() -> Signal:
	return Signal(server(), &"noise_made_3d" if is_3d() else &"noise_made")


## The singleton.
func server() -> Object:
	return Engine.get_singleton(&"SensesServer")


func _plain() -> Node:
	return null


func _placed(node: Node, where: Variant) -> Node:
	node.set(&"position", where)
	return node

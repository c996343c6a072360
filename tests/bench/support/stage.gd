extends RefCounted
## What a layout on a plane becomes in one of the dimensions.

## Group of the targets.
const PLAYER := &"player"
const GUARDS := &"enemies"

## Added to the ids of rows.
var suffix := ""


## The range of sight in the units of this dimension.
func view_range() -> float:
	return NAN


func place(_at: Vector2) -> Variant:
	return null


func plain_guard() -> Node:
	return null


func flat_loop() -> Node:
	return null


func brain(_kind: StringName) -> Node:
	return null


func empty() -> Node:
	return null


func senses() -> Node:
	return null


func stealth() -> Node:
	return null


func profile() -> Resource:
	return null


func wall(_box: Rect2) -> Node:
	return null


## Where a ray to this target ends.
func aim(_target: Node) -> Variant:
	return null


## Packed places to hand to the floor.
func packed(_places: Array) -> Variant:
	return null


func put(_node: Node, _at: Vector2) -> void:
	pass


## Puts a guard at the height of its eye, turned to [param angle].
func put_guard(_node: Node, _at: Vector2, _angle: float) -> void:
	pass


## The rules of sight and belief that all sides follow: those of the demo's guard.
func guard_profile() -> Resource:
	var rules := profile()
	rules.view_range = view_range()
	rules.view_angle = 80.0
	rules.near_range = view_range() * 24.0 / 280.0
	rules.sample_count = 1
	rules.distance_falloff = false
	rules.lost_delay = 0.0
	return rules


func target(at: Vector2) -> Node:
	var node := empty()
	node.add_to_group(PLAYER)
	put(node, at)
	return node

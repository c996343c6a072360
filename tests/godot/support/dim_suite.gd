extends "res://support/suite.gd"
## A suite of rules that hold in both dimensions. A suite for one of them gives it its [member dim].

const Dim := preload("res://support/dim.gd")
const Dim2D := preload("res://support/dim_2d.gd")
const Dim3D := preload("res://support/dim_3d.gd")

## What a test makes its nodes with.
var dim: Dim

var _files: Array[String] = []


## Asserts that one gate's answer, and the answer of explain, are as wanted.
func check_gate(eye: Node, target: Variant, gate: StringName, message := "gate") -> void:
	var told: Dictionary = eye.call(&"explain", target)
	equal(told.gate, gate, message)
	equal(told.visible, gate == &"none", message + ", visible")
	equal(eye.call(&"can_see", target), gate == &"none", message + ", can_see")
	if gate != &"none":
		equal(told.visibility, 0.0, message + ", visibility")


## A target at [param degrees] and [param distance] (pixels) from the origin.
func ring_target(degrees: float, distance: float) -> Node:
	return put(dim.ghost(Vector2.from_angle(deg_to_rad(degrees)) * distance))


## The EnemySenses of a new guard.
func senses_at(place: Vector2, degrees := 0.0, parent: Node = null) -> Node:
	return put(dim.senses_guard(place, degrees), parent).get_node(^"Senses")


## A target with a StealthTarget, which is handed back.
func stealth_at(place: Vector2) -> Node:
	return put(dim.make(&"StealthTarget"), put(dim.target(place)))


## Waits until [param condition] holds, for [param limit] seconds at most. Returns how many ticks
## that took, or a billion.
func ticks_until(condition: Callable, limit := 20.0) -> int:
	for count in roundi(limit / tick_time()):
		if condition.call():
			return count
		await ticks(1)
	return 1_000_000_000


## Makes the runner's scene no longer the current one, so that a test may change scenes. The scene
## that comes is freed after the test like everything else.
func let_scenes_change() -> void:
	get_tree().current_scene = null


## Saves [param level] and all that is below it as a scene file, frees it, and returns the path.
func save_scene(level: Node, title: String) -> String:
	for node in level.find_children("*", "", true, false):
		node.owner = level
	var scene := PackedScene.new()
	equal(scene.pack(level), OK, "packing %s" % title)
	level.free()
	# Other runs may have the same folder at the same time.
	var path := "user://%s_%s_%d.scn" % [title, dim.node_class(), OS.get_process_id()]
	equal(ResourceSaver.save(scene, path), OK, "saving %s" % title)
	_files.append(path)
	return path


func close_test() -> void:
	super()
	for path in _files:
		DirAccess.remove_absolute(path)

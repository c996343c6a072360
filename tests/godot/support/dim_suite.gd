extends "res://support/suite.gd"
## A suite of rules that hold in both dimensions. A suite for one of them gives it its [member dim].

const Dim := preload("res://support/dim.gd")
const Dim2D := preload("res://support/dim_2d.gd")
const Dim3D := preload("res://support/dim_3d.gd")

## What a test makes its nodes with.
var dim: Dim


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

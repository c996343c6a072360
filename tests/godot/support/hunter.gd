extends Node
## Lets a guard with an EnemySenses search whatever place it believes in, by real physics; a child
## of the guard's body.

const Dim := preload("res://support/dim.gd")

## EnemySearch or EnemySearch3D.
var search: Object
## How often a search was begun.
var begun := 0
## The reason of every end.
var reasons: Array[int] = []
## Every goal, one after the other, on the plane.
var goals: Array[Vector2] = []

var _dim: Dim
var _body: Node
var _senses: Node
var _in_space := false


## Makes [param guard] search.
func _init(dim: Dim, guard: Node) -> void:
	_dim = dim
	_body = guard
	_senses = guard.get_node(^"Senses")
	search = dim.make(&"EnemySearch")
	guard.set(&"collision_mask", Dim.WORLD)
	# MOTION_MODE_FLOATING: the floor is seen from above.
	guard.set(&"motion_mode", 1)
	guard.add_child(self)


func _physics_process(delta: float) -> void:
	if not _in_space:
		# With physics on its own thread a body made in this tick cannot move yet.
		_in_space = true
		return
	var eye := _body.get_node(^"Eye")
	var searching: bool = search.phase != 0 and not search.call(&"is_finished")
	if not searching and _senses.get(&"has_memory"):
		search.call(&"begin", _senses.get(&"memory"), eye.get(&"facing"), _senses)
		begun += 1
		searching = true
	if not searching:
		return
	_body.set(&"velocity", search.call(&"step", _body.get(&"global_position"), delta))
	eye.set(&"facing", search.facing)
	_body.call(&"move_and_slide")
	var goal := _dim.on_plane(search.goal)
	if goals.is_empty() or goals[-1] != goal:
		goals.append(goal)
	if search.call(&"is_finished"):
		reasons.append(search.finish_reason)

extends Node
## Walks its parent, a CharacterBody, along a way by real physics.

const Dim := preload("res://support/dim.gd")

## Places still to go to, in pixels of the plane.
var way: Array[Vector2] = []
## In pixels per second.
var speed := 200.0

var _dim: Dim
var _in_space := false


## Makes [param body] walk.
func _init(dim: Dim, body: Node) -> void:
	_dim = dim
	body.set(&"collision_mask", Dim.WORLD)
	# MOTION_MODE_FLOATING: the floor is seen from above.
	body.set(&"motion_mode", 1)
	body.add_child(self)


func _physics_process(delta: float) -> void:
	if not _in_space:
		# With physics on its own thread a body made in this tick cannot move yet.
		_in_space = true
		return
	var velocity := Vector2.ZERO
	if not way.is_empty():
		var rest := way[0] - _dim.place_of(get_parent())
		velocity = rest.limit_length(speed * delta) / delta
		if rest.length() <= speed * delta:
			way.remove_at(0)
	get_parent().set(&"velocity", _dim.at(velocity))
	get_parent().call(&"move_and_slide")


## Stands somewhere else, unseen.
func vanish_to(place: Vector2) -> void:
	way.clear()
	_dim.move(get_parent(), place)

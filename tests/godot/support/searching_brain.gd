extends "res://support/brain.gd"
## The same guard with an EnemySearch for the part after the chase.

## EnemySearch or EnemySearch3D.
var search: Object


func _init(dim: Dim, guard: Node) -> void:
	super(dim, guard)
	search = dim.make(&"EnemySearch")


func _search(delta: float) -> void:
	if memory.alerted and memory.sensed_target:
		search.call(&"cancel")
		_enter(State.CHASE)
		return
	_body.set(&"velocity", search.call(&"step", _body.get(&"global_position"), delta))
	_face(_dim.on_plane(search.facing), delta)
	if search.call(&"is_finished"):
		_enter(State.PATROL)


func _enter(next: State) -> void:
	super(next)
	if next == State.SEARCH:
		search.search_speed = _dim.length(walk_speed)
		search.call(&"begin", memory, _dim.direction(rad_to_deg(heading)), _body)

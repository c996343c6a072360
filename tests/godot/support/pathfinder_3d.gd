extends CharacterBody3D
## A guard that searches along the navigation map: the search says where, the agent says how. The
## recipe of EnemySearch3D's own page.

var search := EnemySearch3D.new()
var agent := NavigationAgent3D.new()

var _way := PackedVector3Array()
var _in_space := false


## A corridor of 2 m along the north and down the east of a square of 10 m.
static func corner() -> NavigationRegion3D:
	var floor_plan := NavigationMesh.new()
	floor_plan.vertices = PackedVector3Array(
		[
			Vector3(-1.0, 0.0, -1.0),
			Vector3(7.0, 0.0, -1.0),
			Vector3(9.0, 0.0, -1.0),
			Vector3(-1.0, 0.0, 1.0),
			Vector3(7.0, 0.0, 1.0),
			Vector3(9.0, 0.0, 1.0),
			Vector3(7.0, 0.0, 9.0),
			Vector3(9.0, 0.0, 9.0),
		]
	)
	floor_plan.add_polygon(PackedInt32Array([0, 1, 4, 3]))
	floor_plan.add_polygon(PackedInt32Array([1, 2, 5, 4]))
	floor_plan.add_polygon(PackedInt32Array([4, 5, 7, 6]))
	var region := NavigationRegion3D.new()
	region.navigation_mesh = floor_plan
	return region


func _init() -> void:
	motion_mode = CharacterBody3D.MOTION_MODE_FLOATING
	agent.path_desired_distance = 0.3
	agent.target_desired_distance = 0.5
	add_child(agent)


func _physics_process(delta: float) -> void:
	if not _in_space:
		# With physics on its own thread a body made in this tick cannot move yet.
		_in_space = true
		return
	var wanted := search.step(global_position, delta)
	if not wanted.is_zero_approx():
		if agent.target_position != search.goal:
			agent.target_position = search.goal
		if agent.is_target_reachable():
			var next := agent.get_next_path_position()
			wanted = global_position.direction_to(next) * wanted.length()
		else:
			search.report_unreachable()
			wanted = Vector3.ZERO
	velocity = wanted
	move_and_slide()
	_way.append(global_position)


## How near it ever came to a place.
func nearest_to(place: Vector3) -> float:
	var nearest := INF
	for step in _way:
		nearest = minf(nearest, step.distance_to(place))
	return nearest

extends CharacterBody2D
## A guard that searches along the navigation map: the search says where, the agent says how. The
## recipe of EnemySearch's own page.

var search := EnemySearch.new()
var agent := NavigationAgent2D.new()

var _way := PackedVector2Array()
var _in_space := false


## A corridor of 40 px along the top and down the right of a square of 240 px.
static func corner() -> NavigationRegion2D:
	var floor_plan := NavigationPolygon.new()
	floor_plan.vertices = PackedVector2Array(
		[
			Vector2(-20.0, -20.0),
			Vector2(180.0, -20.0),
			Vector2(220.0, -20.0),
			Vector2(-20.0, 20.0),
			Vector2(180.0, 20.0),
			Vector2(220.0, 20.0),
			Vector2(180.0, 220.0),
			Vector2(220.0, 220.0),
		]
	)
	floor_plan.add_polygon(PackedInt32Array([0, 1, 4, 3]))
	floor_plan.add_polygon(PackedInt32Array([1, 2, 5, 4]))
	floor_plan.add_polygon(PackedInt32Array([4, 5, 7, 6]))
	var region := NavigationRegion2D.new()
	region.navigation_polygon = floor_plan
	return region


func _init() -> void:
	motion_mode = CharacterBody2D.MOTION_MODE_FLOATING
	agent.path_desired_distance = 4.0
	agent.target_desired_distance = 4.0
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
			wanted = Vector2.ZERO
	velocity = wanted
	move_and_slide()
	_way.append(global_position)


## How near it ever came to a place.
func nearest_to(place: Vector2) -> float:
	var nearest := INF
	for step in _way:
		nearest = minf(nearest, step.distance_to(place))
	return nearest

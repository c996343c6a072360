extends "res://support/bench.gd"
## Row 3: 100, 1,000 and 10,000 agents among 64 targets, each agent with a like number of targets
## about it; and the largest crowd on a budget of rays.

const Layout = preload("res://support/layout.gd")

const CROWDS: Array[int] = [100, 1000, 10000]
const TARGETS := 64
const WALLS := 400
const SIDE := 3000.0
const BUDGET := 500
const MOST_GROWTH := 1.5
const HALF_ANGLE := deg_to_rad(40.0)
## Who is this close to a border may be taken either way.
const DOUBT := 1e-3

var _world: Node
var _layout: Layout
var _senses: Array[Node] = []
var _targets: Array[Node] = []
var _floor := BenchFloor.new()


func run() -> void:
	var per_agent := PackedFloat64Array()
	var facts := {"rays": 0, "differences": 0}
	for count in CROWDS:
		_build(count)
		await ticks(WARM_UP)
		var times := PackedFloat64Array()
		for i in REPEATS:
			await tick_ended
			times.append(pass_time())
		per_agent.append(median(times) / count)
		facts["rays"] = pass_rays()
		facts["differences"] += _differences()
		if count == CROWDS[-1]:
			await _measure_on_a_budget()
		_world.queue_free()
		await ticks(2)
	at_most(
		"3",
		(
			"cost per agent, %d agents (%.3f us) against %d (%.3f us; %d: %.3f us), %d targets"
			% [CROWDS[2], per_agent[2], CROWDS[0], per_agent[0], CROWDS[1], per_agent[1], TARGETS]
		),
		per_agent[2] / per_agent[0],
		MOST_GROWTH,
		"times",
		facts
	)


## Everybody has been seen by then who is to be seen at all: what is measured is a crowd that keeps
## watching.
func _measure_on_a_budget() -> void:
	var pairs := _pairs_in_range()
	var most_ticks := float(pairs) / BUDGET + 1.0
	SensesServer.max_rays_per_tick = BUDGET
	await ticks(WARM_UP)
	var ours := PackedFloat64Array()
	var bare := PackedFloat64Array()
	var rays := 0
	var staleness := 0.0
	var differences := 0
	var eyes := _senses.map(func(senses: Node) -> Node: return senses.perception)
	var lines := _some_sightlines()
	for i in REPEATS:
		await tick_ended
		var stats := SensesServer.get_stats()
		ours.append(stats["tick_usec"])
		bare.append(_floor.reads_and_rays(eyes, lines[0], lines[1], 1))
		rays = maxi(rays, stats["rays"])
		staleness = maxf(staleness, stats["worst_staleness"])
		# The whole comparison takes longer than a tick.
		if i % 20 == 19:
			differences += int(_differences() > 0)
	SensesServer.max_rays_per_tick = 0
	var facts := {"rays": rays, "differences": differences}
	at_most(
		"3-budget",
		(
			"%d agents, %d rays a tick: the pass, %.0f us, against bare reads and %d rays, %.0f us"
			% [CROWDS[2], BUDGET, median(ours), _floor.get_rays(), median(bare)]
		),
		median(ours) / median(bare),
		2.0,
		"times",
		facts
	)
	at_most(
		"3-staleness",
		(
			"%d agents, %d rays a tick, %d pairs in range: the oldest look"
			% [CROWDS[2], BUDGET, pairs]
		),
		staleness * Engine.physics_ticks_per_second,
		most_ticks,
		"ticks",
		facts
	)


func _build(count: int) -> void:
	_layout = Layout.new(count)
	_layout.scatter_targets(TARGETS, SIDE)
	_layout.spread_walls(WALLS, SIDE)
	_layout.scatter_guards(count, SIDE)
	_world = Node.new()
	add_child(_world)
	for box in _layout.walls:
		_world.add_child(stage.wall(box))
	_targets.clear()
	for at in _layout.targets:
		_targets.append(stage.target(at))
		_world.add_child(_targets[-1])
	_senses.clear()
	var rules := stage.guard_profile()
	for i in count:
		var senses := stage.senses()
		senses.profile = rules
		stage.put_guard(senses, _layout.guards[i], _layout.angles[i])
		_world.add_child(senses)
		_senses.append(senses)


func _pairs_in_range() -> int:
	var pairs := 0
	for guard in _layout.guards:
		for target in _layout.targets:
			pairs += int(guard.distance_to(target) <= Layout.RANGE)
	return pairs


## As many lines as the budget has rays, of guards and targets that see each other in range.
func _some_sightlines() -> Array:
	var from := []
	var to := []
	for i in _layout.guards.size():
		for j in _layout.targets.size():
			if from.size() < BUDGET and _is_in_cone(i, j, 0.0):
				from.append(stage.place(_layout.guards[i]))
				to.append(stage.aim(_targets[j]))
	return [stage.packed(from), stage.packed(to)]


## How many agents do not believe in exactly those that a script sees from there. Nobody moves here,
## so a belief is as good as a look, and it outlasts the ticks in which its look has to wait.
func _differences() -> int:
	var space := get_tree().root.find_world_2d().direct_space_state
	var query := PhysicsRayQueryParameters2D.new()
	query.hit_from_inside = true
	var wrong := 0
	for i in _senses.size():
		var believed := {}
		for track: Dictionary in _senses[i].get_tracks():
			believed[track["node"]] = track["confidence"] >= 0.999
		for j in _targets.size():
			if not _is_in_cone(i, j, DOUBT):
				continue
			query.from = _layout.guards[i]
			query.to = _layout.targets[j]
			var clear := space.intersect_ray(query).is_empty()
			if clear and not believed.get(_targets[j], false) and _is_in_cone(i, j, -DOUBT):
				wrong += 1
			elif clear or not _is_in_cone(i, j, -DOUBT):
				believed.erase(_targets[j])
		wrong += believed.size()
	return wrong


func _is_in_cone(guard: int, target: int, slack: float) -> bool:
	var offset := _layout.targets[target] - _layout.guards[guard]
	var distance := offset.length()
	if distance > Layout.RANGE * (1.0 + slack):
		return false
	if distance <= 24.0 * (1.0 + slack):
		return true
	return absf(angle_difference(_layout.angles[guard], offset.angle())) <= HALF_ANGLE + slack

extends "res://support/bench.gd"
## Row 9: noises that go round the walls along the navigation map.

const CELLS := 24
const CELL := 50.0
const AGENTS := 64
const MAKERS := 4
## Ways that a physics frame looks for at most.
const MOST_WAYS := AGENTS * MAKERS
const CROWD_OF_NOISES := 40
const RADIUS := 1000.0
const TAG := &"shot"

var _random := RandomNumberGenerator.new()
## Cells that are walls.
var _solid := {}
var _ears := PackedVector2Array()
var _makers := PackedVector2Array()
var _map: RID
var _told := 0
## Ears in reach by the bare paths, and those that are when a way that hardly bends is straight.
var _near := 0
var _nearly_near := 0


func run() -> void:
	_random.seed = 8
	_build()
	# The map is worked out meanwhile, on a thread of its own.
	while NavigationServer2D.map_get_path(_map, _makers[0], _ears[0], true).is_empty():
		await tick_ended
	await ticks(WARM_UP)
	var silent := PackedFloat64Array()
	var round_walls := PackedFloat64Array()
	var bare := PackedFloat64Array()
	var crowded := PackedFloat64Array()
	var differences := 0
	for i in REPEATS:
		await tick_ended
		silent.append(pass_time())
		var call_time := _time_of_noises(MAKERS)
		var told := _told
		bare.append(_time_of_bare_paths())
		differences += int(told < _near or told > _nearly_near)
		await tick_ended
		round_walls.append(call_time + pass_time())
		call_time = _time_of_noises(CROWD_OF_NOISES)
		await tick_ended
		crowded.append(call_time + pass_time())
		await tick_ended
	var ours := median(round_walls) - median(silent)
	var facts := {"rays": 0, "differences": differences}
	at_most(
		"9-ways",
		(
			"NAVIGATION, %d noises to %d agents: %.0f us, against a bare loop of the same %d paths, %.0f us"
			% [MAKERS, AGENTS, ours, MOST_WAYS, median(bare)]
		),
		ours / median(bare),
		1.35,
		"times",
		facts
	)
	at_most(
		"9-bound",
		(
			"NAVIGATION, %d noises instead of %d, what is beyond %d ways muffled: %.0f us"
			% [CROWD_OF_NOISES, MAKERS, MOST_WAYS, median(crowded) - median(silent)]
		),
		(median(crowded) - median(silent)) / ours,
		CROWD_OF_NOISES / 2.0 / MAKERS,
		"times",
		facts
	)


func _build() -> void:
	for i in CELLS * CELLS / 5.0:
		_solid[Vector2i(_random.randi() % CELLS, _random.randi() % CELLS)] = true
	var floor_plan := NavigationPolygon.new()
	var corners := PackedVector2Array()
	for i in (CELLS + 1) * (CELLS + 1):
		@warning_ignore("integer_division")
		corners.append(Vector2(i % (CELLS + 1), i / (CELLS + 1)) * CELL)
	floor_plan.vertices = corners
	for y in CELLS:
		for x in CELLS:
			if Vector2i(x, y) in _solid:
				add_child(stage.wall(Rect2(Vector2(x, y) * CELL, Vector2.ONE * CELL)))
				continue
			var first := y * (CELLS + 1) + x
			floor_plan.add_polygon([first, first + 1, first + CELLS + 2, first + CELLS + 1])
	var region := NavigationRegion2D.new()
	region.navigation_polygon = floor_plan
	add_child(region)
	_map = region.get_navigation_map()
	for i in MAKERS:
		_makers.append(_free_place())
	var rules := stage.guard_profile()
	for i in AGENTS:
		var enemy := stage.empty()
		enemy.add_to_group(stage.GUARDS)
		_ears.append(_free_place())
		stage.put_guard(enemy, _ears[-1], 0.0)
		var senses := stage.senses()
		senses.profile = rules
		enemy.add_child(senses)
		add_child(enemy)


func _free_place() -> Vector2:
	while true:
		var cell := Vector2i(_random.randi() % CELLS, _random.randi() % CELLS)
		if not cell in _solid:
			return (Vector2(cell) + Vector2.ONE * 0.5) * CELL
	return Vector2.ZERO


func _time_of_noises(count: int) -> int:
	_told = 0
	var started := Time.get_ticks_usec()
	for i in count:
		_told += (
			SensesServer
			. emit_noise(
				# Each from a place of its own: no way is known beforehand.
				_makers[i % MAKERS] + Vector2.RIGHT * (i / float(CROWD_OF_NOISES)),
				RADIUS,
				1.0,
				null,
				TAG,
				stage.GUARDS,
				NoiseEmitter.NAVIGATION
			)
		)
	return Time.get_ticks_usec() - started


## The same paths, asked for by a script, and whom they reach.
func _time_of_bare_paths() -> int:
	var paths: Array[PackedVector2Array] = []
	var started := Time.get_ticks_usec()
	for i in MAKERS:
		var from := _makers[i] + Vector2.RIGHT * (i / float(CROWD_OF_NOISES))
		for ear in _ears:
			# A script, too, need not ask for those who are too far away as it is.
			if from.distance_to(ear) < RADIUS:
				paths.append(NavigationServer2D.map_get_path(_map, from, ear, true))
	var usec := Time.get_ticks_usec() - started
	_near = 0
	_nearly_near = 0
	for path in paths:
		var length := 0.0
		for i in range(1, path.size()):
			length += path[i - 1].distance_to(path[i])
		# A path to where nothing leads is as near as it gets.
		if not path.is_empty() and _is_an_ear(path[-1]):
			_near += int(length < RADIUS)
			_nearly_near += int(length < RADIUS * 1.1)
	return usec


func _is_an_ear(place: Vector2) -> bool:
	for ear in _ears:
		if ear.distance_to(place) < 0.01:
			return true
	return false

extends "res://support/bench.gd"
## Rows 1 and 2: 1,000 guards and 8 targets among 400 walls, worked through by three sides in the
## same ticks, and the native side against its floor.

const PlainGuard2D = preload("res://sides/plain_guard_2d.gd")
const PlainGuard3D = preload("res://sides/plain_guard_3d.gd")
const Stopwatch = preload("res://sides/stopwatch.gd")
const Layout = preload("res://support/layout.gd")

const GUARDS := 1000
const TARGETS := 8
const WALLS := 400
const GAP := 800.0
const SIDE := 3.0 * GAP
## Targets walk in small circles, so that what is seen changes.
const STEP := 0.05
const CIRCLE := 6.0

const CROWDS: Array[Dictionary] = [
	{"letter": "a", "what": "nobody in range", "plain": 40.0, "flat": 20.0},
	{"letter": "b", "what": "0.05 rays per agent", "plain": 25.0, "flat": 12.0},
	{"letter": "c", "what": "one clear ray per agent", "plain": 3.0, "flat": 1.8},
]

var _world: Node
var _layout: Layout
var _guards: Array[Node] = []
var _targets: Array[Node] = []
var _senses: Array[Node] = []
var _flat: Node
var _before: Stopwatch
var _after: Stopwatch
var _floor := BenchFloor.new()
## What the floor reads, and whether it goes before the pass in the next tick.
var _eyes: Array = []
var _floor_is_next := false
var _bare := PackedFloat64Array()
var _seen_before := []
var _time := 0.0


func run() -> void:
	# Connected before the first of the library's nodes is there, so called before its pass.
	get_tree().physics_frame.connect(_on_physics_frame)
	for crowd in CROWDS:
		_layout = _layout_of(crowd["letter"])
		_build()
		await ticks(WARM_UP)
		await _measure(crowd)
		_world.queue_free()
		await ticks(2)


func _layout_of(letter: String) -> Layout:
	var layout := Layout.new(hash(letter))
	layout.put_targets(TARGETS, 3, GAP)
	layout.spread_walls(WALLS, SIDE)
	match letter:
		"a":
			layout.put_far_guards(GUARDS, SIDE)
		"b":
			layout.put_far_guards(GUARDS / 2, SIDE)
			layout.put_turned_guards(GUARDS / 2 - GUARDS / 20)
			layout.put_facing_guards(GUARDS / 20, false)
		"c":
			layout.put_facing_guards(GUARDS, true)
	return layout


func _build() -> void:
	_world = Node.new()
	add_child(_world)
	for box in _layout.walls:
		_world.add_child(stage.wall(box))
	_targets.clear()
	for at in _layout.targets:
		_targets.append(stage.target(at))
		_world.add_child(_targets[-1])
	_before = Stopwatch.new(-2)
	_after = Stopwatch.new(1)
	_world.add_child(_before)
	_world.add_child(_after)
	_guards.clear()
	_senses.clear()
	_seen_before.clear()
	var rules := stage.guard_profile()
	for i in _layout.guards.size():
		var guard := stage.plain_guard()
		stage.put_guard(guard, _layout.guards[i], _layout.angles[i])
		var senses := stage.senses()
		senses.profile = rules
		guard.add_child(senses)
		_world.add_child(guard)
		_guards.append(guard)
		_senses.append(senses)
		_seen_before.append([])
	_flat = stage.flat_loop()
	_flat.process_physics_priority = 2
	_flat.guards.assign(_guards)
	_flat.targets.assign(_targets)
	_world.add_child(_flat)


func _measure(crowd: Dictionary) -> void:
	var native := PackedFloat64Array()
	var plain := PackedFloat64Array()
	var flat := PackedFloat64Array()
	var differences := 0
	var rays := {"native": 0, "plain": 0, "flat": 0, "bare": 0}
	_bare.clear()
	_eyes = _senses.map(func(senses: Node) -> Node: return senses.perception)
	_eyes.append_array(_targets)
	for i in 2 * REPEATS:
		# Whoever asks first in a tick finds the engine's data cold: the pass in one, its floor in
		# the next.
		_floor_is_next = i % 2 == 1
		_script_rays(true)
		await tick_ended
		if _floor_is_next:
			rays["bare"] += _floor.get_rays()
		else:
			native.append(pass_time())
			plain.append(_after.at - _before.at)
			flat.append(_flat.usec)
			rays["native"] += pass_rays()
			rays["plain"] += _script_rays(false)
			rays["flat"] += _flat.rays
		differences += int(i > 0 and _differs())
		_remember_what_was_seen()
		_walk_on()
	_floor_is_next = false
	for side: String in rays:
		rays[side] = roundf(float(rays[side]) / REPEATS)
	_tell(crowd, native, plain, flat, rays, differences)


func _tell(
	crowd: Dictionary,
	native: PackedFloat64Array,
	plain: PackedFloat64Array,
	flat: PackedFloat64Array,
	rays: Dictionary,
	differences: int
) -> void:
	var letter: String = crowd["letter"]
	var ours := median(native)
	var facts := {"rays": rays["native"], "differences": differences}
	var sides := [
		["", "plain GDScript, one script each", median(plain), crowd["plain"], rays["plain"]],
		["-flat", "one GDScript loop", median(flat), crowd["flat"], rays["flat"]],
	]
	for side: Array in sides:
		at_least(
			"1%s%s%s" % [letter, side[0], stage.suffix],
			(
				"%d x %d, %s: %s, %.0f us (%d rays), against the pass, %.0f us"
				% [GUARDS, TARGETS, crowd["what"], side[1], side[2], side[4], ours]
			),
			side[2] / ours,
			side[3],
			"times cheaper",
			facts
		)
	match letter:
		"a":
			at_most(
				"2a" + stage.suffix,
				(
					"%s: the pass, %.1f us, above bare transform reads, %.1f us, per agent"
					% [crowd["what"], ours, median(_bare)]
				),
				(ours - median(_bare)) / GUARDS,
				0.06,
				"us",
				facts
			)
		"c":
			at_most(
				"2c" + stage.suffix,
				(
					"%s: the pass, %.0f us, against bare reads and rays, %.0f us (%d rays)"
					% [crowd["what"], ours, median(_bare), rays["bare"]]
				),
				ours / median(_bare),
				1.35,
				"times",
				facts
			)


func _on_physics_frame() -> void:
	if _floor_is_next:
		_bare.append(_time_of_floor())


## The rays that the pass had to cast, cast bare: from each guard to whom it faces.
func _time_of_floor() -> float:
	var from := []
	var to := []
	for i in _guards.size():
		if _layout.faced[i] >= 0:
			from.append(_guards[i].global_position)
			to.append(stage.aim(_targets[_layout.faced[i]]))
	return _floor.reads_and_rays(_eyes, stage.packed(from), stage.packed(to), 1)


func _script_rays(begin: bool) -> int:
	if begin:
		PlainGuard2D.rays = 0
		PlainGuard3D.rays = 0
	return PlainGuard2D.rays + PlainGuard3D.rays


## Whether any two sides disagree about whom any guard sees. The native side believes in a sight
## from the second tick on.
func _differs() -> bool:
	for i in _guards.size():
		var plain: Array = [_guards[i].seen] if _guards[i].seen else []
		var flat: Array = [_targets[_flat.seen[i]]] if _flat.seen[i] >= 0 else []
		var twice: Array = plain if plain == _seen_before[i] else []
		if plain != flat or twice != seen_now(_senses[i]):
			return true
	return false


func _remember_what_was_seen() -> void:
	for i in _guards.size():
		_seen_before[i] = [_guards[i].seen] if _guards[i].seen else []


func _walk_on() -> void:
	_time += STEP
	for i in _targets.size():
		var aside := Vector2.from_angle(_time + i) * CIRCLE
		stage.put(_targets[i], _layout.targets[i] + aside)

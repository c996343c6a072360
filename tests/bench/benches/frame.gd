extends "res://support/bench.gd"
## Row 5: a whole frame of a game with 500 enemies, from one tick to the next, by how their brains
## come to know.

const Layout = preload("res://support/layout.gd")

const ENEMIES := 500
const TARGETS := 8
const WALLS := 400
const GAP := 800.0
const SIDE := 3.0 * GAP
const KINDS: Array[StringName] = [&"plain", &"signal", &"polling"]
## The sides take turns, so that a slow moment of the machine hits all.
const ROUNDS := 4
const SETTLE := 15
const STEP := 0.03
const CIRCLE := 40.0

var _layout := Layout.new(5)
var _sides := {}
var _targets: Array[Node] = []
var _enemies := {}
var _time := 0.0


func run() -> void:
	_build()
	var times := {&"empty": PackedFloat64Array()}
	for kind in KINDS:
		times[kind] = PackedFloat64Array()
	var rays := 0
	for i in ROUNDS:
		for kind: StringName in times:
			_let_in(kind)
			await ticks(SETTLE)
			var last := Time.get_ticks_usec()
			for j in REPEATS:
				_walk_on()
				await tick_ended
				var now := Time.get_ticks_usec()
				times[kind].append(now - last)
				last = now
				if kind == &"signal":
					rays = maxi(rays, pass_rays())
			_let_out(kind)
	var differences := await _differences()
	var facts := {"rays": rays, "differences": differences}
	var plain := median(times[&"plain"])
	var bars := {&"signal": 0.2, &"polling": 0.5}
	var words := {&"signal": "react to signals only", &"polling": "poll three properties a tick"}
	for kind: StringName in bars:
		var ours := median(times[kind])
		at_most(
			"5-%ss" % kind.trim_suffix("ing"),
			(
				"frame, %d enemies: brains that %s, %.0f us, against plain GDScript, %.0f us (empty: %.0f us)"
				% [ENEMIES, words[kind], ours, plain, median(times[&"empty"])]
			),
			ours / plain,
			bars[kind],
			"times",
			facts
		)


func _build() -> void:
	_layout.put_targets(TARGETS, 3, GAP)
	_layout.spread_walls(WALLS, SIDE)
	_layout.put_far_guards(ENEMIES / 2, SIDE)
	_layout.put_turned_guards(ENEMIES / 4)
	_layout.put_facing_guards(ENEMIES / 4, false)
	for box in _layout.walls:
		add_child(stage.wall(box))
	for at in _layout.targets:
		_targets.append(stage.target(at))
		add_child(_targets[-1])
	var rules := stage.guard_profile()
	for kind in KINDS:
		var side := Node.new()
		_sides[kind] = side
		_enemies[kind] = []
		for i in ENEMIES:
			var enemy := stage.brain(kind)
			stage.put_guard(enemy, _layout.guards[i], _layout.angles[i])
			if kind != &"plain":
				var senses := stage.senses()
				senses.profile = rules
				enemy.senses = senses
				enemy.add_child(senses)
			side.add_child(enemy)
			_enemies[kind].append(enemy)


func _let_in(kind: StringName) -> void:
	_time = 0.0
	_walk_on()
	if kind in _sides:
		add_child(_sides[kind])


func _let_out(kind: StringName) -> void:
	if kind in _sides:
		remove_child(_sides[kind])


## In how many ticks whom one of the enemies saw was not the same for all kinds of brains.
func _differences() -> int:
	var seen := {}
	for kind in KINDS:
		_let_in(kind)
		await ticks(SETTLE)
		seen[kind] = []
		for i in REPEATS:
			_walk_on()
			await tick_ended
			seen[kind].append(_enemies[kind].map(_whom_it_sees))
		_let_out(kind)
	var differences := 0
	for i in range(1, REPEATS):
		var wrong := false
		for j in ENEMIES:
			var plain: Array = seen[&"plain"][i][j]
			# The native side believes in a sight from the second tick on.
			var twice: Array = plain if plain == seen[&"plain"][i - 1][j] else []
			wrong = wrong or seen[&"signal"][i][j] != twice or seen[&"polling"][i][j] != twice
		differences += int(wrong)
	return differences


func _whom_it_sees(enemy: Node) -> Array:
	if &"senses" in enemy:
		return seen_now(enemy.senses)
	return [enemy.seen] if enemy.seen else []


func _walk_on() -> void:
	_time += STEP
	for i in _targets.size():
		var aside := Vector2.from_angle(_time + i) * CIRCLE
		stage.put(_targets[i], _layout.targets[i] + aside)


func _notification(what: int) -> void:
	if what == NOTIFICATION_PREDELETE:
		for side: Node in _sides.values():
			if is_instance_valid(side) and not side.is_inside_tree():
				side.free()

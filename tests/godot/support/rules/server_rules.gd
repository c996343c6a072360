# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## SensesServer: order, budget and books of all enemies together, in either dimension.

const Recorder := preload("res://support/recorder.gd")
const STATS: Array[String] = [
	"agents",
	"targets",
	"pairs",
	"rays",
	"deferred",
	"worst_staleness",
	"tick_usec",
	"noises",
	"dropped_noises",
]

var _log: Array = []


func test_the_books_have_every_entry() -> void:
	var stats: Dictionary = dim.server().call(&"get_stats")
	for key in STATS:
		check(stats.has(key), key)


func test_the_books_follow_the_tree() -> void:
	var base: Dictionary = dim.server().call(&"get_stats")
	var guards: Array = []
	for index in 5:
		guards.append(put(dim.senses_guard(Vector2(10.0 * index, 0.0))))
	guards[4].get_node(^"Senses").set(&"enabled", false)
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(5)
	var stats: Dictionary = dim.server().call(&"get_stats")
	equal(stats.agents - base.agents, 5, "agents, enabled or not")
	equal(stats.targets - base.targets, 1, "targets")
	equal(stats.pairs, 4, "pairs")
	check(stats.rays >= 4, "rays: %s" % stats.rays)
	target.free()
	for guard: Node in guards:
		guard.free()
	await ticks(2)
	stats = dim.server().call(&"get_stats")
	equal(stats.agents, base.agents, "agents after")
	equal(stats.targets, base.targets, "targets after")
	equal(stats.rays, 0, "rays after")


func test_the_pass_comes_before_every_physics_process() -> void:
	var senses := put(dim.senses_guard(Vector2.ZERO)).get_node(^"Senses")
	var first := _probe(senses, -1000)
	var last := _probe(senses, 1000)
	move_child(first, 0)
	put(dim.target(Vector2(50.0, 0.0)))
	await ticks(6)
	for tick in 5:
		var before: float = last.told
		# Here the pass of this tick is over, and no script had its turn.
		var now: float = senses.get(&"awareness")
		check(now > before, "the pass is over: %s after %s" % [now, before])
		await get_tree().process_frame
		equal(first.told, now, "read by the first script of the tick")
		equal(last.told, now, "read by the last one")
		await ticks(1)


func test_signals_come_agent_by_agent_in_tree_order() -> void:
	var holder := put(dim.spot(Vector2.ZERO))
	var later := put(dim.senses_guard(Vector2(0.0, 20.0)))
	var second := put(dim.senses_guard(Vector2(0.0, 10.0)), holder)
	var first := put(dim.senses_guard(Vector2.ZERO), holder)
	holder.move_child(first, 0)
	for guard: Node in [later, first, second]:
		var senses := guard.get_node(^"Senses")
		senses.connect(&"target_spotted", _note.bind(guard, "spotted").unbind(1))
		senses.connect(&"alert_level_changed", _note.bind(guard, "level").unbind(2))
		guard.get_node(^"Senses").get(&"memory").set(&"confidence_rise_time", 0.0)
	await ticks(6)
	_log.clear()
	put(dim.target(Vector2(50.0, 10.0)))
	await ticks(4)
	var order: Array = []
	for guard: Node in [first, second, later]:
		order += [[guard, "spotted"], [guard, "level"], [guard, "level"]]
	equal(_log, order)


func test_a_budget_delays_and_starves_nobody() -> void:
	var server := dim.server()
	var targets := 6
	for index in targets:
		put(dim.target(Vector2(200.0, 20.0 * index)))
	var all: Array = []
	for index in 20:
		all.append(put(dim.senses_guard(Vector2(0.0, 10.0 * index))).get_node(^"Senses"))
	server.set(&"max_rays_per_tick", 7)
	await ticks(6)
	for tick in 20:
		await ticks(1)
		between(server.call(&"get_stats").rays, 0, 7, "rays in a tick")
	check(server.call(&"get_stats").deferred > 0, "some wait")
	await seconds(4.0)
	var late: float = server.call(&"get_stats").worst_staleness
	server.set(&"max_rays_per_tick", 0)
	between(late, tick_time(), 1.5, "the oldest answer")
	for senses: Node in all:
		check(senses.get(&"awareness") > 0.5, "everybody had a turn")


func test_a_small_budget_starves_nobody_however_small() -> void:
	var server := dim.server()
	server.set(&"max_rays_per_tick", 1)
	var all: Array[Node] = []
	for index in 8:
		put(dim.target(Vector2(200.0, 3000.0 * index)))
		all.append(senses_at(Vector2(0.0, 3000.0 * index)))
	# One who is near, in the cone and rising does not take every turn.
	put(dim.target(Vector2(20.0, 0.0)))
	await seconds(6.0)
	server.set(&"max_rays_per_tick", 0)
	for senses in all:
		equal(senses.get(&"alert_level"), 2, "%s had its turns" % senses.get_path())


func test_who_waits_for_a_turn_gains_for_all_the_time() -> void:
	var server := dim.server()
	var times: Array[float] = []
	for budget: int in [0, 4]:
		var all: Array[Node] = []
		var holder := put(dim.spot(Vector2.ZERO))
		for index in 8:
			put(dim.target(Vector2(50.0, 3000.0 * index)), holder)
			all.append(senses_at(Vector2(0.0, 3000.0 * index), 0.0, holder))
			all[-1].get(&"memory").set(&"confidence_rise_time", 2.0)
		server.set(&"max_rays_per_tick", budget)
		var everybody := func() -> bool:
			return all.all(func(senses: Node) -> bool: return senses.get(&"awareness") >= 1.0)
		times.append(await ticks_until(everybody) * tick_time())
		server.set(&"max_rays_per_tick", 0)
		holder.free()
		await ticks(2)
	between(times[1], times[0] - tick_time(), times[0] + 0.25, "seconds, not %s" % times[0])


func test_budgets_are_numbers_of_rays() -> void:
	var server := dim.server()
	for bad: int in [-1, -100]:
		server.set(&"max_rays_per_tick", 7)
		server.set(&"max_rays_per_tick", bad)
		equal(server.get(&"max_rays_per_tick"), 7)
		check_warned(["SensesServer", "max_rays_per_tick"])
	server.set(&"max_rays_per_tick", 0)


func test_handlers_of_noises_may_set_the_server() -> void:
	var server := dim.server()
	var ear := put(dim.listener(Vector2(10.0, 0.0)))
	var calls := [0]
	var set_all := func() -> void:
		calls[0] += 1
		server.set(&"max_rays_per_tick", 5)
		server.set(&"debug_draw_all", false)
		server.call(&"get_stats")
		server.call(&"forget", ear)
	ear.on_heard = set_all
	var announced := set_all.unbind(5)
	dim.noise_signal().connect(announced)
	dim.emit_noise(Vector2.ZERO, 300.0, 1.0)
	dim.noise_signal().disconnect(announced)
	equal(calls[0], 2, "both were called")
	equal(server.get(&"max_rays_per_tick"), 5)
	server.set(&"max_rays_per_tick", 0)


func test_the_books_name_what_happened_in_the_last_tick() -> void:
	var senses := senses_at(Vector2.ZERO)
	var targets: Array[Node] = []
	for index in 3:
		targets.append(put(dim.target(Vector2(100.0, 30.0 * index))))
	await ticks(8)
	dim.emit_noise(Vector2(0.0, 30.0), 300.0, 1.0)
	await ticks(1)
	var stats: Dictionary = dim.server().call(&"get_stats")
	equal(stats.agents, 1, "agents")
	equal(stats.targets, 3, "targets")
	equal(stats.pairs, 3, "pairs")
	equal(stats.noises, 1, "noises")
	equal(stats.deferred, 0, "deferred")
	equal(stats.worst_staleness, 0.0, "staleness")
	check(stats.tick_usec > 0.0, "usec")
	dim.move(targets[0], Vector2(9000.0, 0.0))
	senses.set(&"enabled", false)
	await ticks(1)
	stats = dim.server().call(&"get_stats")
	equal(stats.agents, 1, "enabled or not")
	equal(stats.pairs, 0, "pairs")
	equal(stats.noises, 0, "noises")


func test_monitors_tell_the_same_as_the_books() -> void:
	senses_at(Vector2.ZERO)
	await ticks(4)
	var stats: Dictionary = dim.server().call(&"get_stats")
	for key: String in ["agents", "targets", "pairs", "rays", "deferred"]:
		var title := StringName("senses/" + key)
		check(Performance.has_custom_monitor(title), "%s is there" % title)
		if Performance.has_custom_monitor(title):
			equal(Performance.get_custom_monitor(title), stats[key], title)


func test_dogs_that_bark_for_ever_are_bounded() -> void:
	var base: Dictionary = dim.server().call(&"get_stats")
	var ears: Array = []
	for index in 2:
		var ear := put(dim.listener(Vector2(10.0 * index, 0.0)))
		ear.on_heard = _bark_thrice
		ears.append(ear)
	dim.emit_noise(Vector2.ZERO, 300.0, 1.0)
	await ticks(10)
	var stats: Dictionary = dim.server().call(&"get_stats")
	for ear: Node in ears:
		ear.on_heard = Callable()
	check(stats.dropped_noises > base.dropped_noises, "what did not fit is counted")
	await ticks(3)


func test_both_dimensions_live_side_by_side() -> void:
	var other: Dim = Dim2D.new() if dim.is_3d() else Dim3D.new()
	var here := put(dim.senses_guard(Vector2.ZERO)).get_node(^"Senses")
	var there := put(other.senses_guard(Vector2.ZERO)).get_node(^"Senses")
	var ear := put(dim.listener(Vector2(0.0, 10.0)))
	var other_ear := put(other.listener(Vector2(0.0, 10.0)))
	var target := put(dim.target(Vector2(50.0, 0.0)))
	# A wall of the other dimension, between them.
	put(other.wall(Vector2(25.0, 0.0), Vector2(4.0, 80.0)))
	await seconds(0.6)
	equal(here.get(&"target"), target, "its own dimension")
	equal(there.get(&"target"), null, "neither sees the other's")
	equal(there.get(&"perception").call(&"explain", target).gate, &"invalid", "not even when asked")
	check_warned([other.title(&"EnemyPerception"), "explain"])
	var heard := Recorder.new(here)
	var other_heard := Recorder.new(there)
	equal(other.emit_noise(Vector2(0.0, 20.0), 300.0, 1.0), 2, "the ears of its dimension")
	await ticks(2)
	equal(other_heard.count(&"noise_heard"), 1, "its own noises")
	check(there.get(&"awareness") > 0.0, "its own noises")
	equal(heard.count(&"noise_heard"), 0, "and nobody else's")
	equal([ear.calls.size(), other_ear.calls.size()], [0, 1], "scripts too")
	var emitter := put(dim.emitter(Vector2(0.0, 20.0)))
	equal(emitter.call(&"emit"), 2, "the other way")
	equal([ear.calls.size(), other_ear.calls.size()], [1, 1], "scripts too")


func test_a_shout_and_an_alarm_stay_in_their_dimension() -> void:
	var other: Dim = Dim2D.new() if dim.is_3d() else Dim3D.new()
	var shouter := senses_at(Vector2.ZERO)
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"shout_radius", dim.length(500.0))
	shouter.set(&"profile", profile)
	var told: Array[Recorder] = []
	for each: Dim in [dim, other]:
		var mate := put(each.senses_guard(Vector2(20.0, 0.0))).get_node(^"Senses")
		mate.set(&"squad", &"north")
		told.append(Recorder.new(mate))
	shouter.set(&"squad", &"north")
	await ticks(4)
	shouter.call(&"report_damage", dim.at(Vector2(50.0, 0.0)), null)
	await ticks(3)
	equal(shouter.get(&"alert_level"), 2, "alerted")
	equal(told[0].count(&"ally_alerted"), 1, "its mate")
	equal(told[1].count(&"ally_alerted"), 0, "and no other")
	dim.server().call(&"alert_all", &"north", dim.at(Vector2(90.0, 0.0)), null, 1.0)
	await ticks(2)
	equal(told[0].count(&"ally_alerted"), 2, "an alarm with a place of its dimension")
	equal(told[1].count(&"ally_alerted"), 0, "and no other")


func test_a_thousand_enemies_come_and_go() -> void:
	var base: Dictionary = dim.server().call(&"get_stats")
	var holder := put(dim.spot(Vector2.ZERO))
	for index in 1000:
		var body := dim.spot(Vector2(20.0 * (index % 40), 20.0 * floorf(index / 40.0)))
		body.add_child(dim.make(&"EnemySenses"))
		holder.add_child(body)
	put(dim.target(Vector2(200.0, 100.0)))
	await ticks(5)
	equal(dim.server().call(&"get_stats").agents - base.agents, 1000)
	holder.free()
	await ticks(2)
	equal(dim.server().call(&"get_stats").agents, base.agents)


func _note(who: Node, what: String) -> void:
	_log.append([who, what])


func _bark_thrice() -> void:
	for turn in 3:
		dim.emit_noise(Vector2.ZERO, 300.0, 1.0)


func _probe(senses: Node, priority: int) -> _Probe:
	var probe := put(_Probe.new()) as _Probe
	probe.process_physics_priority = priority
	probe.senses = senses
	return probe


class _Probe:
	extends Node

	var senses: Node = null
	## What it read in the last tick.
	var told := 0.0

	func _physics_process(_delta: float) -> void:
		told = senses.get(&"awareness")

extends "res://support/dim_suite.gd"
## Ten thousand ticks of random calls and random frees in a live game: nothing is printed, nothing
## is lost, no value is out of its range.

const Chaos := preload("res://support/chaos.gd")
const TICKS := 10_000
const ABSURD_TICKS := 1_500
const NO_SPACE := "sight works in the physics frame"


func test_ten_thousand_wild_ticks_leave_nothing_behind() -> void:
	allow_seconds((TICKS + 4_000) * tick_time() + 60.0)
	# Long enough that the engine's font has filled its cache of drawn texts, which stays.
	for turn in 2:
		await _run_wild(2026, 2_000, false)
	var before := Performance.get_monitor(Performance.OBJECT_COUNT)
	var deeds := await _run_wild(2026, TICKS, false)
	if ProjectSettings.get_setting("physics/2d/run_on_separate_thread"):
		# Who asks between two physics frames is told so.
		check_warned(NO_SPACE, warnings(NO_SPACE))
	equal(deeds.size(), 16, "all was done: %s" % [deeds.keys()])
	equal(Performance.get_monitor(Performance.OBJECT_COUNT), before, "objects")


func test_wild_ticks_with_nonsense_warn_and_nothing_else() -> void:
	await _run_wild(77, ABSURD_TICKS, true)
	var came := warnings(" ")
	between(came, 10, ABSURD_TICKS, "warnings")
	check_warned(" ", came)


func _run_wild(number: int, count: int, absurd: bool) -> Dictionary:
	var home := put(dim.spot(Vector2.ZERO))
	var chaos := Chaos.new(dim, home, number)
	chaos.absurd = absurd
	var driver := put(_Driver.new()) as _Driver
	driver.chaos = chaos
	for tick in count:
		await ticks(1)
		chaos.step()
		if tick % 10 == 0:
			chaos.look()
		if not chaos.fault.is_empty():
			check(false, "tick %d: %s" % [tick, chaos.fault])
			break
		if tick % 50 == 0:
			var stats: Dictionary = dim.server().call(&"get_stats")
			equal(stats.agents, chaos.agents(), "agents in tick %d" % tick)
	driver.free()
	get_tree().paused = false
	Engine.time_scale = 1.0
	dim.server().set(&"max_rays_per_tick", 0)
	chaos.end()
	home.free()
	await ticks(3)
	equal(dim.server().call(&"get_stats").agents, 0, "agents at the end")
	return chaos.deeds


class _Driver:
	extends Node

	var chaos: Chaos

	func _ready() -> void:
		process_mode = PROCESS_MODE_ALWAYS

	func _process(_delta: float) -> void:
		get_tree().paused = chaos.wants_pause
		if Engine.get_process_frames() % 2 == 0:
			chaos.step()

	func _physics_process(_delta: float) -> void:
		if Engine.get_physics_frames() % 3 == 0:
			chaos.step()

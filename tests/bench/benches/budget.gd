extends "res://support/bench.gd"
## Row 4: who waits how long under a budget of rays: 100 agents, 4 targets of three samples, 60 rays
## a tick.

const Layout = preload("res://support/layout.gd")

const NEAR := 40
const FAR := 60
const TARGETS := 4
const SAMPLES := 3
const BUDGET := 60

var _layout: Layout
var _senses: Array[Node] = []
var _targets: Array[Node] = []


func run() -> void:
	_build()
	SensesServer.max_rays_per_tick = BUDGET
	await ticks(WARM_UP)
	var oldest := {"near": PackedFloat64Array(), "far": PackedFloat64Array()}
	var rays := 0
	var differences := 0
	for i in REPEATS * 2:
		await tick_ended
		rays = maxi(rays, pass_rays())
		var oldest_near := 0.0
		var oldest_far := 0.0
		var unseen := 0
		for j in _senses.size():
			var age := _age(j)
			unseen += int(is_inf(age))
			if j < NEAR:
				oldest_near = maxf(oldest_near, age)
			else:
				oldest_far = maxf(oldest_far, age)
		oldest["near"].append(oldest_near)
		oldest["far"].append(oldest_far)
		differences += int(unseen > 0)
	SensesServer.max_rays_per_tick = 0
	var facts := {"rays": rays, "differences": differences}
	var what := "100 pairs of %d samples, %d rays a tick: oldest look at one of the %d %s half range"
	at_most(
		"4-near", what % [SAMPLES, BUDGET, NEAR, "within"], _worst(oldest["near"]), 0.1, "s", facts
	)
	at_most(
		"4-far", what % [SAMPLES, BUDGET, FAR, "beyond"], _worst(oldest["far"]), 0.5, "s", facts
	)


func _build() -> void:
	_layout = Layout.new(4)
	_layout.put_targets(TARGETS, 2, 800.0)
	_layout.put_facing_guards(NEAR, true, 0.2, 0.45)
	_layout.put_facing_guards(FAR, true, 0.55, 0.9)
	for at in _layout.targets:
		var target := stage.target(at)
		target.add_child(stage.stealth())
		_targets.append(target)
		add_child(target)
	var rules := stage.guard_profile()
	rules.sample_count = SAMPLES
	for i in _layout.guards.size():
		var senses := stage.senses()
		senses.profile = rules
		stage.put_guard(senses, _layout.guards[i], _layout.angles[i])
		add_child(senses)
		_senses.append(senses)


## Seconds since this agent last looked at the one it faces, and saw it: all are in plain sight.
func _age(agent: int) -> float:
	for track: Dictionary in _senses[agent].get_tracks():
		if track["node"] == _targets[_layout.faced[agent]]:
			return track["age"]
	return INF


func _worst(ages: PackedFloat64Array) -> float:
	var worst := 0.0
	for age in ages:
		worst = maxf(worst, age)
	return worst

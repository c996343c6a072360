extends "res://support/bench.gd"
## Row 6: 5,000 noises in one tick, from 50 sources to 100 agents.

const Layout = preload("res://support/layout.gd")

const AGENTS := 100
const SOURCES := 50
const NOISES := 5000
const LOUD_TICKS := 30
const RADIUS := 2000.0
const TAG := &"racket"
const SIDE := 600.0
const MEMORY_TICKS := 300
const MEBIBYTE := 1048576.0

var _layout := Layout.new(6)
var _senses: Array[Node] = []
var _sources: Array[Node] = []
var _places := PackedVector2Array()
var _floor := BenchFloor.new()
var _told := 0
var _heard := 0


func run() -> void:
	_build()
	await ticks(WARM_UP)
	var loud := PackedFloat64Array()
	var silent := PackedFloat64Array()
	var calls := PackedFloat64Array()
	var empty_calls := PackedFloat64Array()
	for i in LOUD_TICKS:
		# A call is an event, not a matter of the pass: both kinds are made here, and heard in the
		# next pass.
		calls.append(_time_of_noises())
		empty_calls.append(_time_of_empty_calls())
		await tick_ended
		loud.append(pass_time())
		await tick_ended
		silent.append(pass_time())
	var differences := await _differences()
	var facts := {"rays": 0, "differences": differences}
	var delivery := (median(loud) - median(silent)) / 1000.0
	at_most(
		"6-delivery",
		(
			"%d noises, %d sources, %d agents: the pass with them, %.0f us, less the pass without, %.0f us"
			% [NOISES, SOURCES, AGENTS, median(loud), median(silent)]
		),
		delivery,
		3.0,
		"ms",
		facts
	)
	at_most(
		"6-call",
		(
			"emit_noise(), %.2f us, against a native call that does nothing, %.2f us"
			% [median(calls) / NOISES, median(empty_calls) / NOISES]
		),
		median(calls) / median(empty_calls),
		3.0,
		"times",
		facts
	)
	await _measure_memory(facts)


func _measure_memory(facts: Dictionary) -> void:
	var first := 0
	for i in MEMORY_TICKS:
		_time_of_noises()
		await tick_ended
		if i == WARM_UP:
			first = _floor.resident_bytes()
	var grown := (_floor.resident_bytes() - first) / MEBIBYTE
	at_most(
		"6-memory",
		(
			"memory of the process after %d ticks of %d noises, above that after %d"
			% [MEMORY_TICKS, NOISES, WARM_UP]
		),
		grown,
		0.5,
		"MiB",
		facts
	)


func _build() -> void:
	_layout.scatter_guards(AGENTS, SIDE)
	var rules := stage.guard_profile()
	for i in AGENTS:
		var enemy := stage.empty()
		enemy.add_to_group(stage.GUARDS)
		stage.put_guard(enemy, _layout.guards[i], _layout.angles[i])
		var senses := stage.senses()
		senses.profile = rules
		enemy.add_child(senses)
		add_child(enemy)
		_senses.append(senses)
	for i in SOURCES:
		var source := CharacterBody2D.new()
		source.position = Vector2.from_angle(TAU * i / SOURCES) * SIDE
		add_child(source)
		_sources.append(source)
	for i in NOISES:
		_places.append(_sources[i % SOURCES].position + Vector2(i % 7, i % 11))


## Of each source many, each louder than the last: nothing can be left out before it is heard.
func _time_of_noises() -> int:
	var told := 0
	var started := Time.get_ticks_usec()
	for i in NOISES:
		told += SensesServer.emit_noise(
			_places[i], RADIUS, 0.3 + 0.0001 * i, _sources[i % SOURCES], TAG
		)
	var usec := Time.get_ticks_usec() - started
	_told = told
	return usec


func _time_of_empty_calls() -> int:
	var told := 0
	var started := Time.get_ticks_usec()
	for i in NOISES:
		told += _floor.empty(_places[i], RADIUS, 0.3 + 0.0001 * i, _sources[i % SOURCES], TAG)
	return Time.get_ticks_usec() - started


## Every agent is told of each noise, and hears one of each source in a tick: the loudest where it
## stands.
func _differences() -> int:
	var differences := 0
	for senses in _senses:
		senses.noise_heard.connect(_on_noise_heard)
	for i in 20:
		_heard = 0
		_time_of_noises()
		await tick_ended
		differences += int(_told != NOISES * AGENTS or _heard != SOURCES * AGENTS)
	for senses in _senses:
		senses.noise_heard.disconnect(_on_noise_heard)
	return differences


func _on_noise_heard(_origin: Vector2, _strength: float, _tag: StringName) -> void:
	_heard += 1

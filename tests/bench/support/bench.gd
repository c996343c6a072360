extends Node
## One bench: builds a scene, has it worked through tick by tick, reports rows.
##
## Everything of a tick is done when [signal tick_ended] is sent, and physics may still be asked
## then.

signal tick_ended

const Stage = preload("res://support/stage.gd")

## At least this many repeats go into a median.
const REPEATS := 120
## Ticks before the first of them: caches fill, senses warm up, confidence settles.
const WARM_UP := 40

## Makes guards, targets and walls in two or three dimensions.
var stage: Stage


func _init() -> void:
	# After every script of both sides.
	process_physics_priority = 1000


func _physics_process(_delta: float) -> void:
	tick_ended.emit()


## Measures and reports; to be overridden.
func run() -> void:
	pass


## Reports a value that should be at most [param bar].
func at_most(id: String, what: String, value: float, bar: float, unit: String, facts := {}) -> void:
	_report("most", id, what, value, bar, unit, facts)


## Reports a value that should be at least [param bar].
func at_least(
	id: String, what: String, value: float, bar: float, unit: String, facts := {}
) -> void:
	_report("least", id, what, value, bar, unit, facts)


## Facts: [code]rays[/code], per tick; [code]differences[/code], ticks in which the sides did not
## see the same.
func _report(
	limit: String,
	id: String,
	what: String,
	value: float,
	bar: float,
	unit: String,
	facts: Dictionary
) -> void:
	var row := {
		"id": id,
		"what": what,
		"value": value if is_finite(value) else null,
		"bar": bar,
		"unit": unit,
		"limit": limit,
		"rays": facts.get("rays", 0),
		"differences": facts.get("differences", 0),
	}
	print("BENCH ", JSON.stringify(row))


func ticks(count: int) -> void:
	for i in count:
		await tick_ended


## Microseconds of the last pass.
func pass_time() -> float:
	return SensesServer.get_stats()["tick_usec"]


## Rays of the last pass.
func pass_rays() -> int:
	return SensesServer.get_stats()["rays"]


static func median(values: PackedFloat64Array) -> float:
	if values.is_empty():
		return NAN
	var sorted := values.duplicate()
	sorted.sort()
	@warning_ignore("integer_division")
	var middle := sorted.size() / 2
	if sorted.size() % 2 == 1:
		return sorted[middle]
	return (sorted[middle - 1] + sorted[middle]) / 2.0


## Whom an EnemySenses saw in this very tick.
static func seen_now(senses: Node) -> Array:
	var seen := []
	for track: Dictionary in senses.get_tracks():
		if track["stimulus"] == EnemyMemory.SIGHT and track["age"] == 0.0:
			seen.append(track["node"])
	return seen

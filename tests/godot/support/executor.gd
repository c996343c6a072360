extends RefCounted
## Runs one test of a suite in an empty world and says how it came out.

const LogTap := preload("res://support/log_tap.gd")
const Suite := preload("res://support/suite.gd")
const Verdict := preload("res://support/verdict.gd")

## Ticks that a test may go on after a script error stopped it, before it is given up.
const GRACE_TICKS := 3

var _tree: SceneTree
var _tap: LogTap
var _place: Node
var _done := false


## [param place]: below which node the suite is put, the root by default.
func _init(tree: SceneTree, tap: LogTap, place: Node = null) -> void:
	_tree = tree
	_tap = tap
	_place = place if place != null else tree.root


## Returns what is wrong, or an empty string.
func run(script: GDScript, method: String) -> String:
	var before := _place.get_children()
	var ticks_per_second := Engine.physics_ticks_per_second
	var orphans := Performance.get_monitor(Performance.OBJECT_ORPHAN_NODE_COUNT)
	_tap.take()
	var verdict := Verdict.new(_tap)
	var suite: Suite = script.new()
	suite.name = "Suite"
	suite.verdict = verdict
	_place.add_child(suite)
	_done = false
	# Inside a physics frame, the only place where physics on its own thread answers questions.
	await _tree.physics_frame
	_call(suite, method)
	await _wait(verdict)
	suite.close_test()
	suite.free()
	for child in _place.get_children():
		if not before.has(child):
			child.free()
	_tree.paused = false
	Engine.time_scale = 1.0
	Engine.physics_ticks_per_second = ticks_per_second
	for tick in 2:
		await _tree.physics_frame
	var left := int(Performance.get_monitor(Performance.OBJECT_ORPHAN_NODE_COUNT) - orphans)
	if left > 0:
		verdict.fail("%d nodes leaked" % left, "")
	return verdict.judge()


func _call(suite: Suite, method: String) -> void:
	await suite.call(method)
	_done = true


func _wait(verdict: Verdict) -> void:
	var ticks := 0
	var grace := GRACE_TICKS
	while not _done:
		await _tree.physics_frame
		ticks += 1
		if verdict.script_stopped():
			grace -= 1
		if grace < 0:
			verdict.fail("a script error stopped it", "")
			return
		if ticks > verdict.limit_seconds * Engine.physics_ticks_per_second:
			verdict.fail("hangs: did not end within %d ticks" % ticks, "")
			return

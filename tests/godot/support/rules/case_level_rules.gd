extends "res://support/dim_suite.gd"
## Cases of levels whose colliders come and go: tiles that are built a tick late, things spawned
## beside somebody who stands still, things that are switched off.

const Recorder := preload("res://support/recorder.gd")
const FAR := Vector2(9000.0, 9000.0)
## A wall of tiles across the line of sight at (5, 0), as cells.
const COLUMN: Array[Vector2i] = [
	Vector2i(5, -3),
	Vector2i(5, -2),
	Vector2i(5, -1),
	Vector2i(5, 0),
	Vector2i(5, 1),
	Vector2i(5, 2),
	Vector2i(5, 3),
]
const BEHIND := Vector2(200.0, 8.0)
## Ticks from being visible to being spotted: the warm-up, two samples, and one to be told.
const LATENCY := 5

var _edits := 0


func test_s09_a_level_of_tiles_hides_from_its_first_tick() -> void:
	var level := dim.spot(Vector2.ZERO)
	level.add_child(dim.tiles(COLUMN))
	level.add_child(dim.senses_guard(Vector2(0.0, 8.0)))
	level.add_child(dim.target(BEHIND))
	var path := save_scene(level, "tiles")
	let_scenes_change()
	var recorders: Array[Recorder] = []
	var watch := func(node: Node) -> void:
		if node.get_class() == dim.title(&"EnemySenses"):
			recorders.append(Recorder.new(node))
	get_tree().node_added.connect(watch)
	equal(get_tree().change_scene_to_file(path), OK)
	await get_tree().process_frame
	await get_tree().process_frame
	get_tree().node_added.disconnect(watch)
	var here := get_tree().current_scene
	var senses := here.get_node(^"Guard/Senses")
	for tick in 30:
		await ticks(1)
		equal(senses.get(&"awareness"), 0.0, "awareness in tick %d" % tick)
	equal(recorders.size(), 1, "one enemy entered")
	equal(recorders[0].log, [], "signals")
	dim.set_tile(here.get_node(^"Tiles"), Vector2i(5, 0), false)
	await ticks(LATENCY)
	equal(recorders[0].count(&"target_spotted"), 1, "through the gap")


func test_s09_tiles_put_before_a_running_guard_hide_at_once() -> void:
	var senses := senses_at(Vector2(0.0, 8.0))
	var recorder := Recorder.new(senses)
	await ticks(20)
	var map := put(dim.tiles(COLUMN))
	put(dim.target(BEHIND))
	await ticks(30)
	equal(senses.get(&"awareness"), 0.0, "awareness")
	equal(recorder.log, [], "signals")
	map.free()
	await ticks(LATENCY)
	equal(recorder.count(&"target_spotted"), 1, "without them")


func test_s10_edited_tiles_go_on_hiding() -> void:
	var senses := senses_at(Vector2(0.0, 8.0))
	var recorder := Recorder.new(senses)
	var map := put(dim.tiles(COLUMN))
	await ticks(2)
	put(dim.target(BEHIND))
	await ticks(10)
	var editor := put(_Editor.new()) as _Editor
	editor.edit = _edit.bind(map)
	for frame in 120:
		await ticks(1)
		check(senses.get(&"awareness") < 0.05, "awareness in frame %d" % frame)
	editor.free()
	check(_edits >= 18, "tiles were edited: %d" % _edits)
	equal(recorder.log, [], "signals")
	equal(senses.get(&"has_memory"), false, "no place is known")
	dim.set_tile(map, Vector2i(5, 0), false)
	await ticks(LATENCY)
	equal(recorder.count(&"target_spotted"), 1, "through the gap")


func test_s12_a_guard_spawned_beside_somebody_still_notices() -> void:
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks(60)
	var recorders: Array[Recorder] = []
	get_tree().create_timer(0.05).timeout.connect(
		func() -> void: recorders.append(Recorder.new(senses_at(Vector2.ZERO)))
	)
	await seconds(0.1)
	equal(recorders.size(), 1, "it was spawned")
	await ticks(LATENCY)
	equal(recorders[0].of(&"target_spotted"), [[target]])


func test_s12_a_guard_moved_after_it_entered_never_looks_from_where_it_was() -> void:
	put(dim.target(Vector2(100.0, 0.0)))
	var real := put(dim.target(Vector2(1100.0, 0.0)))
	await ticks(30)
	var recorders: Array[Recorder] = []
	get_tree().create_timer(0.05).timeout.connect(
		func() -> void:
			var senses := senses_at(Vector2.ZERO)
			recorders.append(Recorder.new(senses))
			dim.move(senses.get_parent(), Vector2(1000.0, 0.0))
	)
	await seconds(0.1)
	await ticks(LATENCY)
	equal(recorders[0].of(&"target_spotted"), [[real]])


func test_s12_whoever_becomes_a_target_is_noticed() -> void:
	for how: StringName in [&"group", &"process_mode", &"visible", &"sleeping", &"perceivable"]:
		var senses := senses_at(Vector2.ZERO)
		var recorder := Recorder.new(senses)
		var target := _not_yet_a_target(how)
		await ticks(30)
		if how in [&"group", &"process_mode", &"perceivable"]:
			equal(recorder.log, [], "%s: not yet" % how)
			_make_a_target(how, target)
			await ticks(LATENCY)
		equal(recorder.of(&"target_spotted"), [[target]], how)
		senses.get_parent().free()
		target.free()


func test_s20_a_wall_that_is_switched_off_hides_no_longer() -> void:
	for how: StringName in [&"process_mode", &"shape", &"layer"]:
		var senses := senses_at(Vector2.ZERO)
		var recorder := Recorder.new(senses)
		var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
		var target := put(dim.target(Vector2(200.0, 0.0)))
		await ticks(20)
		equal(recorder.log, [], "%s: behind the wall" % how)
		match how:
			&"process_mode":
				wall.process_mode = Node.PROCESS_MODE_DISABLED
			&"shape":
				wall.get_node(^"Shape").set_deferred(&"disabled", true)
			&"layer":
				wall.set(&"collision_layer", Dim.GLASS)
		await ticks(LATENCY)
		equal(recorder.count(&"target_spotted"), 1, how)
		for thing: Node in [senses.get_parent(), wall, target]:
			thing.free()


func test_s20_a_wall_that_stays_active_hides_though_it_is_off() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var wall := put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)))
	wall.set(&"disable_mode", CollisionObject2D.DISABLE_MODE_KEEP_ACTIVE)
	wall.process_mode = Node.PROCESS_MODE_DISABLED
	put(dim.target(Vector2(200.0, 0.0)))
	await ticks(30)
	equal(recorder.log, [])


func test_s20_a_target_that_is_switched_off_is_lost_once_and_found_again() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await seconds(0.5)
	target.process_mode = Node.PROCESS_MODE_DISABLED
	await seconds(1.0)
	equal(recorder.count(&"target_lost"), 1, "lost once")
	equal(senses.get(&"target"), null)
	near(senses.get(&"last_known_position"), target.get(&"global_position"), "its place", 1e-3)
	target.process_mode = Node.PROCESS_MODE_INHERIT
	await ticks(LATENCY)
	equal(recorder.count(&"target_spotted"), 2, "and found again")
	target.set(&"visible", false)
	await seconds(0.5)
	equal(recorder.count(&"target_lost"), 1, "being drawn does not matter")


func _edit(map: Node) -> void:
	if Engine.get_process_frames() % 6 == 0:
		_edits += 1
		dim.set_tile(map, Vector2i(5, 3), _edits % 2 == 0)


func _not_yet_a_target(how: StringName) -> Node:
	if how == &"sleeping":
		var sleeper := dim.body(&"RigidBody", Vector2(100.0, 0.0), 8.0, Dim.TARGETS)
		sleeper.add_to_group(&"player")
		sleeper.set(&"sleeping", true)
		return put(sleeper)
	var stealth := stealth_at(Vector2(100.0, 0.0))
	var target := stealth.get_parent()
	match how:
		&"group":
			target.remove_from_group(&"player")
		&"process_mode":
			target.process_mode = Node.PROCESS_MODE_DISABLED
		&"visible":
			target.set(&"visible", false)
		&"perceivable":
			stealth.set(&"perceivable", false)
	return target


func _make_a_target(how: StringName, target: Node) -> void:
	match how:
		&"group":
			target.add_to_group(&"player")
		&"process_mode":
			target.process_mode = Node.PROCESS_MODE_INHERIT
		&"perceivable":
			target.get_child(-1).set(&"perceivable", true)


class _Editor:
	extends Node

	var edit := Callable()

	func _process(_delta: float) -> void:
		edit.call()

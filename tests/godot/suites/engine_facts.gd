# gdlint: disable=max-public-methods
# On its own thread physics answers later.
# passes: default, tps30, tps120
extends "res://support/suite.gd"
## Behaviour of the engine that the addon relies on. If one of these fails with a new Godot, the
## addon is to be looked at before anything else.

const Dim2D := preload("res://support/dim_2d.gd")
const FROM := Vector2.ZERO
const TO := Vector2(200.0, 0.0)
const MIDDLE := Vector2(100.0, 0.0)

var _dim := Dim2D.new()


func test_a_new_body_is_hit_in_its_first_tick() -> void:
	var wall := put(_dim.wall(MIDDLE, Vector2(10.0, 80.0)))
	equal(_blocker(), wall)


func test_a_moved_body_is_hit_where_it_was_until_the_next_tick() -> void:
	for kind: StringName in [&"StaticBody", &"CharacterBody"]:
		var body := put(_dim.body(kind, MIDDLE, 10.0, 1)) as Node2D
		await ticks(2)
		body.position.y = 500.0
		equal(_blocker(), body, "%s: old place" % kind)
		body.force_update_transform()
		equal(_blocker(), null if kind == &"StaticBody" else body, "%s: forced" % kind)
		await ticks(2)
		equal(_blocker(), null, "%s: new place" % kind)
		body.free()


func test_a_solid_hides_the_ray_that_starts_in_it() -> void:
	for kind in Dim2D.SOLID_KINDS:
		var wall := put(_dim.solid(kind, FROM, Vector2(60.0, 60.0)))
		await ticks(1)
		equal(_blocker(), null, "%s: a plain ray" % kind)
		var query := _query()
		query.hit_from_inside = true
		equal(_blocker(query), wall, "%s: hit_from_inside" % kind)
		query.to = FROM
		equal(_blocker(query), wall, "%s: no length" % kind)
		wall.free()


func test_a_shape_of_segments_has_no_inside() -> void:
	var wall := put(_dim.solid(&"faces", FROM, Vector2(60.0, 60.0)))
	await ticks(1)
	equal(_blocker(), wall, "the far edge")
	var query := _query()
	query.hit_from_inside = true
	query.to = Vector2(20.0, 0.0)
	equal(_blocker(query), null, "nothing before it")


func test_one_way_shapes_block_from_both_sides() -> void:
	for degrees: float in [0.0, 90.0, 180.0, 270.0]:
		var wall := put(_dim.wall(MIDDLE, Vector2(40.0, 40.0)))
		var shape := wall.get_node(^"Shape") as CollisionShape2D
		shape.one_way_collision = true
		shape.rotation_degrees = degrees
		await ticks(1)
		equal(_blocker(), wall, "turned by %s" % degrees)
		wall.free()


func test_tiles_are_not_there_in_the_first_tick() -> void:
	var map := put(_dim.tiles([Vector2i(6, 0), Vector2i(6, -1)]))
	equal(_blocker(), null, "first tick")
	await ticks(1)
	equal(_blocker(), map, "second tick")


func test_editing_a_tile_in_a_process_step_opens_the_map_for_one_tick() -> void:
	var map := put(_dim.tiles([Vector2i(6, 0), Vector2i(2, 9)])) as TileMapLayer
	map.position.y = -8.0
	await ticks(3)
	equal(_blocker(), map, "before")
	await get_tree().process_frame
	map.erase_cell(Vector2i(2, 9))
	var trace: Array = []
	for tick in 4:
		await ticks(1)
		trace.append(_blocker() == map)
	equal(trace.count(false), 1, "ticks without the map in %s" % [trace])


func test_switching_layers_and_shapes_off_acts_at_once() -> void:
	var wall := put(_dim.wall(MIDDLE, Vector2(10.0, 80.0))) as StaticBody2D
	var shape := wall.get_node(^"Shape") as CollisionShape2D
	await ticks(1)
	wall.collision_layer = 2
	equal(_blocker(), null, "other layer")
	wall.collision_layer = 1
	equal(_blocker(), wall, "its layer")
	shape.disabled = true
	equal(_blocker(), null, "disabled")
	shape.disabled = false
	await ticks(2)
	equal(_blocker(), wall, "enabled")


func test_a_disabled_body_is_gone_unless_it_is_to_stay() -> void:
	var wall := put(_dim.wall(MIDDLE, Vector2(10.0, 80.0))) as StaticBody2D
	await ticks(1)
	wall.process_mode = Node.PROCESS_MODE_DISABLED
	equal(_blocker(), null, "removed")
	wall.process_mode = Node.PROCESS_MODE_INHERIT
	wall.disable_mode = CollisionObject2D.DISABLE_MODE_KEEP_ACTIVE
	await ticks(1)
	wall.process_mode = Node.PROCESS_MODE_DISABLED
	equal(_blocker(), wall, "kept active")


func test_a_body_that_goes_is_hit_until_it_is_gone() -> void:
	var wall := put(_dim.wall(MIDDLE, Vector2(10.0, 80.0)))
	await ticks(1)
	wall.queue_free()
	equal(_blocker(), wall, "queued")
	await ticks(1)
	equal(_blocker(), null, "gone")
	wall = put(_dim.wall(MIDDLE, Vector2(10.0, 80.0)))
	await ticks(1)
	remove_child(wall)
	equal(_blocker(), null, "removed")
	wall.free()


func test_hiding_and_collision_exceptions_do_not_concern_rays() -> void:
	var wall := put(_dim.wall(MIDDLE, Vector2(10.0, 80.0))) as StaticBody2D
	var body := put(_dim.target(TO)) as CharacterBody2D
	wall.visible = false
	body.add_collision_exception_with(wall)
	await ticks(1)
	equal(_blocker(), wall)


func test_areas_are_hit_only_when_asked_for() -> void:
	var area := put(_dim.body(&"Area", MIDDLE, 20.0, 1)) as Area2D
	area.monitorable = false
	await ticks(1)
	equal(_blocker(), null)
	var query := _query()
	query.collide_with_areas = true
	equal(_blocker(query), area)


func test_exclusion_takes_whole_lists_and_old_ids() -> void:
	var crate := put(_dim.wall(MIDDLE, Vector2(10.0, 80.0))) as StaticBody2D
	var stale := crate.get_rid()
	await ticks(1)
	var query := _query()
	query.exclude.append(stale)
	equal(_blocker(query), crate, "appending to the copy does nothing")
	query.exclude = [stale]
	equal(_blocker(query), null, "assigned")
	crate.free()
	for turn in 50:
		crate = put(_dim.wall(MIDDLE, Vector2(10.0, 80.0))) as StaticBody2D
		check(crate.get_rid() != stale, "ids are not used again")
		equal(_blocker(query), crate)
		crate.free()


func test_rays_to_nowhere_miss_in_silence() -> void:
	put(_dim.wall(MIDDLE, Vector2(10.0, 80.0)))
	await ticks(1)
	for place: Vector2 in [Vector2(NAN, 0.0), Vector2(INF, 0.0), Vector2(-INF, NAN)]:
		var query := _query()
		query.to = place
		equal(_blocker(query), null, str(place))


func test_a_viewport_has_a_space_of_its_own() -> void:
	var view := put(SubViewport.new())
	put(_dim.wall(MIDDLE, Vector2(10.0, 80.0)), view)
	await ticks(1)
	equal(_blocker(), null)
	check(view.find_world_2d() != get_viewport().find_world_2d(), "two worlds")


func test_a_canvas_layer_moves_no_collider() -> void:
	var layer := put(CanvasLayer.new()) as CanvasLayer
	layer.offset = Vector2(0.0, 500.0)
	var wall := put(_dim.wall(MIDDLE, Vector2(10.0, 80.0)), layer)
	await ticks(1)
	equal(_blocker(), wall)


func test_a_mirrored_parent_turns_the_global_basis() -> void:
	var outer := put(Node2D.new()) as Node2D
	outer.scale.x = -1.0
	var inner := put(Node2D.new(), outer) as Node2D
	inner.rotation_degrees = 30.0
	near(inner.global_transform.x.normalized(), Vector2.from_angle(deg_to_rad(150.0)), "basis")
	check(absf(angle_difference(inner.global_rotation, deg_to_rad(150.0))) < 1e-3, "rotation")


func test_a_scale_of_zero_becomes_tiny_in_2d() -> void:
	var node := put(Node2D.new()) as Node2D
	node.scale = Vector2.ZERO
	check(node.transform.x != Vector2.ZERO, "not quite zero")
	node.transform = Transform2D(Vector2.ZERO, Vector2.ZERO, Vector2.ZERO)
	equal(node.global_transform.x, Vector2.ZERO, "a transform is taken as it is")


func test_a_pause_stops_no_physics_frame_and_no_ray() -> void:
	var wall := put(_dim.wall(MIDDLE, Vector2(10.0, 80.0)))
	get_tree().paused = true
	await ticks(3)
	equal(_blocker(), wall)


func test_the_time_scale_changes_the_step_and_not_the_count() -> void:
	var probe := put(_Probe.new()) as _Probe
	for factor: float in [0.5, 4.0]:
		Engine.time_scale = factor
		await ticks(2)
		probe.steps.clear()
		await ticks(10)
		equal(probe.steps.size(), 10, "ticks at %s" % factor)
		near(probe.steps[-1], factor * tick_time(), "step at %s" % factor)


func test_reparenting_leaves_and_enters_the_tree_without_a_second_ready() -> void:
	var holder := put(Node.new())
	var probe := put(_Probe.new()) as _Probe
	var left := [0]
	probe.tree_exiting.connect(func() -> void: left[0] += 1)
	probe.reparent(holder)
	equal(left[0], 1, "left")
	equal(probe.readied, 1, "ready")


func test_physics_frame_comes_before_the_physics_step_of_nodes() -> void:
	var probe := put(_Probe.new()) as _Probe
	await ticks(2)
	var before := probe.steps.size()
	await ticks(1)
	equal(probe.steps.size(), before + 1, "one step between two frames")


func test_a_freed_node_is_no_object_in_a_variant() -> void:
	var node := Node2D.new()
	var held: Variant = node
	node.free()
	check(not is_instance_valid(held), "not valid")
	equal(typeof(held), TYPE_OBJECT, "though of type object")


func test_overlap_lists_come_one_tick_late() -> void:
	var area := put(_dim.body(&"Area", MIDDLE, 20.0, 8)) as Area2D
	area.collision_mask = 2
	await ticks(2)
	put(_dim.target(MIDDLE))
	equal(area.get_overlapping_bodies().size(), 0, "at once")
	await ticks(3)
	equal(area.get_overlapping_bodies().size(), 1, "later")


func _query() -> PhysicsRayQueryParameters2D:
	return PhysicsRayQueryParameters2D.create(FROM, TO, 1)


func _blocker(query: PhysicsRayQueryParameters2D = null) -> Object:
	var space := get_viewport().find_world_2d().direct_space_state
	return space.intersect_ray(query if query != null else _query()).get("collider")


class _Probe:
	extends Node2D

	var steps: Array[float] = []
	var readied := 0

	func _ready() -> void:
		readied += 1

	func _physics_process(delta: float) -> void:
		steps.append(delta)

extends "res://support/rules/case_sight_rules.gd"
## Cases of sight on the plane: the shared ones, and those of tiles and one-way platforms.


func _init() -> void:
	dim = Dim2D.new()


func test_s02_an_eye_in_a_tile_is_blocked() -> void:
	put((dim as Dim2D).tiles([Vector2i(0, 0)]))
	var eye := _eye(Vector2(8.0, 8.0))
	var target := put(dim.target(Vector2(200.0, 8.0)))
	await ticks(3)
	check_gate(eye, target, &"occluded", "from the tile's middle")
	equal(eye.explain(target).inside, true, "inside")
	eye.position = Vector2(20.0, 8.0)
	check_gate(eye, target, &"none", "from beside it")


func test_s02_segments_block_and_have_no_inside() -> void:
	for kind: StringName in [&"segment", &"faces"]:
		var fence := put(dim.solid(kind, Vector2(100.0, 0.0), Vector2(2.0, 80.0)))
		var eye := _eye(Vector2.ZERO)
		var target := put(dim.target(Vector2(200.0, 0.0)))
		await ticks(2)
		check_gate(eye, target, &"occluded", "%s: this way" % kind)
		eye.position = Vector2(200.0, 0.0)
		eye.rotation = PI
		target.position = Vector2.ZERO
		await ticks(2)
		check_gate(eye, target, &"occluded", "%s: that way" % kind)
		for thing: Node in [fence, eye, target]:
			thing.free()


func test_s02_polygons_of_both_build_modes_block() -> void:
	for mode: int in [CollisionPolygon2D.BUILD_SOLIDS, CollisionPolygon2D.BUILD_SEGMENTS]:
		var wall := StaticBody2D.new()
		var polygon := CollisionPolygon2D.new()
		polygon.build_mode = mode as CollisionPolygon2D.BuildMode
		# Not convex: a hook.
		polygon.polygon = PackedVector2Array(
			[
				Vector2(-20, -40),
				Vector2(20, -40),
				Vector2(20, 40),
				Vector2(0, 40),
				Vector2(0, -20),
				Vector2(-20, -20)
			]
		)
		wall.add_child(polygon)
		wall.position = Vector2(100.0, 0.0)
		put(wall)
		var eye := _eye(Vector2.ZERO)
		var target := put(dim.target(Vector2(200.0, 0.0)))
		await ticks(2)
		check_gate(eye, target, &"occluded", "mode %d" % mode)
		eye.position = Vector2(110.0, 0.0)
		check_gate(eye, target, &"occluded", "mode %d, within" % mode)
		eye.position = Vector2(90.0, 0.0)
		check_gate(eye, target, &"occluded", "mode %d, in the hook" % mode)
		check(eye.can_see_point(Vector2(97.0, 3.0)), "mode %d, in the hook it is air" % mode)
		for thing: Node in [wall, eye, target]:
			thing.free()


func test_s02_one_way_platforms_block_both_ways() -> void:
	for degrees: float in [0.0, 90.0, 180.0, 270.0]:
		var platform := put(dim.wall(Vector2(100.0, 0.0), Vector2(20.0, 20.0)))
		var shape := platform.get_node(^"Shape") as CollisionShape2D
		shape.one_way_collision = true
		shape.rotation_degrees = degrees
		var eye := _eye(Vector2.ZERO)
		var target := put(dim.target(Vector2(200.0, 0.0)))
		await ticks(2)
		check_gate(eye, target, &"occluded", "turned by %s" % degrees)
		for thing: Node in [platform, eye, target]:
			thing.free()


func test_a_scaled_and_mirrored_wall_blocks_where_it_is_drawn() -> void:
	var holder := put(Node2D.new()) as Node2D
	holder.scale = Vector2(-3.0, 3.0)
	put(dim.wall(Vector2(-40.0, 0.0), Vector2(4.0, 20.0)), holder)
	var eye := _eye(Vector2.ZERO)
	await ticks(2)
	check_gate(eye, put(dim.ghost(Vector2(200.0, 0.0))), &"occluded", "behind it")
	check_gate(eye, put(dim.ghost(Vector2(100.0, 0.0))), &"none", "before it")
	check_gate(eye, put(dim.ghost(Vector2(200.0, 90.0))), &"none", "past its end")


func test_a_body_with_many_shapes_blocks_with_each() -> void:
	var wall := put(dim.wall(Vector2(100.0, -100.0), Vector2(10.0, 40.0)))
	var second := dim.shape_of(&"round", Vector2(40.0, 40.0)) as Node2D
	second.position = Vector2(0.0, 100.0)
	wall.add_child(second)
	var eye := _eye(Vector2.ZERO)
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(2)
	check_gate(eye, target, &"occluded", "the second shape")
	second.set(&"disabled", true)
	await ticks(1)
	check_gate(eye, target, &"none", "the second shape is off")


func test_s25_a_tile_map_can_be_an_exception() -> void:
	var map := put((dim as Dim2D).tiles([Vector2i(6, 0), Vector2i(6, -1)]))
	var eye := _eye(Vector2.ZERO)
	var target := put(dim.target(Vector2(200.0, 0.0)))
	await ticks(3)
	check_gate(eye, target, &"occluded", "tiles block")
	equal(eye.explain(target).blocker, map, "named")
	eye.add_exception(map)
	check_gate(eye, target, &"none", "an exception")
	var second := put((dim as Dim2D).tiles([Vector2i(8, 0), Vector2i(8, -1)]))
	await ticks(3)
	check_gate(eye, target, &"occluded", "another map is none")
	equal(eye.explain(target).blocker, second, "named")
	eye.add_exception(second)
	check_gate(eye, target, &"none", "two exceptions")
	eye.remove_exception(map)
	check_gate(eye, target, &"occluded", "the first is a wall again")


func test_a_canvas_layer_is_the_same_world() -> void:
	var layer := put(CanvasLayer.new()) as CanvasLayer
	layer.offset = Vector2(0.0, 500.0)
	var eye := _eye(Vector2.ZERO)
	var target := put(dim.target(Vector2(200.0, 0.0)), layer)
	await ticks(2)
	check_gate(eye, target, &"none", "un-offset coordinates")
	put(dim.wall(Vector2(100.0, 0.0), Vector2(10.0, 80.0)), layer)
	await ticks(2)
	check_gate(eye, target, &"occluded", "a wall in the layer")


func test_a_top_level_target_is_where_it_is_drawn() -> void:
	var holder := put(Node2D.new()) as Node2D
	holder.position = Vector2(-900.0, 0.0)
	var target := put(dim.ghost(Vector2(100.0, 0.0)), holder) as Node2D
	var eye := _eye(Vector2.ZERO)
	check_gate(eye, target, &"range", "below its parent")
	target.top_level = true
	target.global_position = Vector2(100.0, 0.0)
	check_gate(eye, target, &"none", "on its own")


func _eye(place: Vector2) -> EnemyPerception:
	return put(dim.eye(place)) as EnemyPerception

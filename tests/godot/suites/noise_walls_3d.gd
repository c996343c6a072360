extends "res://support/rules/noise_walls_rules.gd"
## Walls between a noise and an ear, in space.


func _init() -> void:
	dim = Dim3D.new()


func test_what_is_made_of_faces_is_a_wall_as_any_other() -> void:
	var sheet := ConcavePolygonShape3D.new()
	sheet.set_faces(PackedVector3Array([Vector3(0, -4, -4), Vector3(0, -4, 4), Vector3(0, 6, 0)]))
	var block := CSGBox3D.new()
	block.use_collision = true
	block.size = Vector3(0.5, 4.0, 4.0)
	block.position = Vector3(5.0, 0.0, 0.0)
	var cells: Array[Vector2i] = []
	for column: int in [5, 6, 7]:
		cells.append_array([Vector2i(column, 0), Vector2i(column, -1)])
	var walls := {
		"a mesh": [1, _mesh(100.0, 10.0)],
		"a wide mesh": [1, _mesh(100.0, 100.0)],
		"meshes that touch": [1, _mesh(60.0, 10.0), _mesh(70.0, 10.0)],
		"meshes apart": [2, _mesh(60.0, 10.0), _mesh(120.0, 10.0)],
		"a mesh that touches a box": [1, _mesh(60.0, 10.0), _box(70.0)],
		"a mesh round the origin": [1, _mesh(0.0, 60.0)],
		"a mesh round both": [0, _mesh(100.0, 600.0)],
		"a sheet": [1, _mesh(100.0, 10.0, sheet)],
		"sheets apart": [2, _mesh(60.0, 10.0, sheet), _mesh(120.0, 10.0, sheet)],
		"CSG": [1, block],
		"a row of cells": [1, dim.tiles(cells)],
	}
	for title: String in walls:
		var wanted: int = walls[title][0]
		for wall: Node in walls[title].slice(1):
			put(wall)
		await ticks(3)
		# Each wall takes half the radius.
		var ear := put(dim.listener(Vector2(200.0, 0.0)))
		dim.emit_noise(Vector2.ZERO, 4000.0, 1.0, [null, &"", &"enemies", MUFFLED, 0.5])
		near(ear.calls[0][1], 1.0 - 0.05 * 2.0 ** wanted, title, 1e-3)
		for thing: Node in [ear] + walls[title].slice(1):
			thing.free()


func test_faces_that_block_both_ways_are_no_more_walls_than_others() -> void:
	for both: bool in [false, true]:
		for width: float in [10.0, 100.0]:
			var wall := _mesh(100.0, width)
			(wall.get_node(^"Shape") as CollisionShape3D).shape.set(&"backface_collision", both)
			put(wall)
			await ticks(2)
			near(
				_heard(Vector2(200.0, 0.0), 1000.0),
				0.5,
				"%s px, both ways %s" % [width, both],
				1e-3
			)
			wall.free()


func test_a_ridge_of_the_ground_is_one_wall() -> void:
	var ground := put(dim.solid(&"height", Vector2(100.0, 0.0), Vector2.ONE)) as Node3D
	ground.position.y = -0.5
	var field := (ground.get_node(^"Shape") as CollisionShape3D).shape as HeightMapShape3D
	field.map_width = 9
	field.map_depth = 9
	var heights := PackedFloat32Array()
	for index in 81:
		heights.append(2.0 if index % 9 == 4 else 0.0)
	field.map_data = heights
	await ticks(2)
	near(_heard(Vector2(200.0, 0.0), 1000.0), 0.5, "a ridge", 1e-3)


func _mesh(place: float, width: float, shape: Shape3D = null) -> Node:
	var wall := dim.solid(&"faces", Vector2(place, 0.0), Vector2(width, maxf(80.0, width)))
	if shape != null:
		(wall.get_node(^"Shape") as CollisionShape3D).shape = shape
	return wall


func _box(place: float) -> Node:
	return dim.wall(Vector2(place, 0.0), Vector2(10.0, 80.0))

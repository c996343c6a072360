extends "res://support/rules/light_rules.gd"
## Light on the plane: the shared rules, and what a PointLight2D reaches.


func _init() -> void:
	dim = Dim2D.new()


func test_the_range_is_half_the_larger_side_as_drawn() -> void:
	var stealth := _target(Vector2.ZERO)
	var lamp := _lamp(Vector2.ZERO) as PointLight2D
	for entry: Array in [
		[Vector2(100.0, 60.0), 1.0, Vector2.ONE, 50.0],
		[Vector2(60.0, 100.0), 1.0, Vector2.ONE, 50.0],
		[Vector2(100.0, 60.0), 3.0, Vector2.ONE, 150.0],
		[Vector2(100.0, 60.0), 1.0, Vector2(2.0, 1.0), 100.0],
		[Vector2(100.0, 60.0), 2.0, Vector2(-1.0, 4.0), 400.0],
	]:
		lamp.texture = PlaceholderTexture2D.new()
		(lamp.texture as PlaceholderTexture2D).size = entry[0]
		lamp.texture_scale = entry[1]
		lamp.scale = entry[2]
		lamp.position = Vector2(0.5 * entry[3], 0.0)
		await ticks(1)
		near(_level(stealth), AMBIENT + 0.125, "%s" % [entry])


func test_its_parents_scale_counts_and_its_offset_turns_with_it() -> void:
	var stealth := _target(Vector2.ZERO)
	var parent := put(Node2D.new()) as Node2D
	parent.scale = Vector2(0.5, 0.25)
	var lamp := _lamp(Vector2.ZERO, parent) as PointLight2D
	lamp.position = Vector2(100.0, 0.0)
	await ticks(1)
	near(_level(stealth), AMBIENT + 0.125, "at 50 px of 100")
	parent.scale = Vector2.ONE
	lamp.position = Vector2.ZERO
	lamp.rotation_degrees = 90.0
	lamp.offset = Vector2(100.0, 0.0)
	lamp.texture_scale = 0.5
	await ticks(1)
	near(_level(stealth), AMBIENT, "the offset is as far as it reaches")
	stealth.get_parent().position = Vector2(0.0, 100.0)
	await ticks(1)
	near(_level(stealth), 0.65, "under it")


func test_without_a_texture_there_is_no_light() -> void:
	var stealth := _target(Vector2.ZERO)
	var lamp := _lamp(Vector2.ZERO) as PointLight2D
	await ticks(1)
	near(_level(stealth), 0.65, "with one")
	lamp.texture = null
	await ticks(1)
	near(_level(stealth), AMBIENT, "without")


func test_a_sun_shines_along_its_own_y() -> void:
	# Downwards as it is drawn, mirrored parents and all: a shadow falls there.
	var stealth := _target(Vector2.ZERO)
	put(dim.wall(Vector2(0.0, -50.0), Vector2(40.0, 10.0)))
	var sun := put(DirectionalLight2D.new()) as DirectionalLight2D
	await ticks(3)
	near(_level(stealth), AMBIENT, "below a wall")
	sun.scale.y = -1.0
	await ticks(1)
	near(_level(stealth), 0.65, "shining up")


func test_a_texture_of_a_scripts_own_may_free_lamps() -> void:
	var script := GDScript.new()
	script.source_code = """extends Texture2D
var victim: Node
func _get_width() -> int:
	if victim != null:
		victim.free()
		victim = null
	return 400
func _get_height() -> int:
	return 400
"""
	script.reload()
	var stealth := _target(Vector2.ZERO)
	var first := _lamp(Vector2.ZERO) as PointLight2D
	var second := _lamp(Vector2.ZERO) as PointLight2D
	await ticks(1)
	near(_level(stealth), 1.0, "both")
	var texture: Texture2D = script.new()
	texture.set(&"victim", second)
	first.texture = texture
	await ticks(2)
	near(_level(stealth), 0.65, "one is left")
	texture.set(&"victim", first)
	await ticks(2)
	near(_level(stealth), AMBIENT, "none")


func test_occluders_cast_no_shadow_on_it() -> void:
	var stealth := _target(Vector2.ZERO)
	_lamp(Vector2(0.5 * RANGE, 0.0))
	var occluder := put(LightOccluder2D.new()) as LightOccluder2D
	occluder.occluder = OccluderPolygon2D.new()
	occluder.occluder.polygon = PackedVector2Array(
		[Vector2(40.0, -20.0), Vector2(60.0, -20.0), Vector2(60.0, 20.0), Vector2(40.0, 20.0)]
	)
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.125)

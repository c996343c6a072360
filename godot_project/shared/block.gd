@tool
extends StaticBody2D
## Something solid that stands in the way: wall, crate, container, wagon ... Kind and size are all
## it needs; collision, shadow and picture are made from them.

enum Kind { WALL, CRATE, SHELF, PILLAR, CONTAINER, WAGON, HUT }

const Palette := preload("res://shared/palette.gd")

@export var kind := Kind.WALL:
	set(value):
		kind = value
		queue_redraw()
@export var size := Vector2(64, 64):
	set(value):
		size = value
		queue_redraw()
## Stencilled on a crate.
@export var label := "":
	set(value):
		label = value
		queue_redraw()


func _ready() -> void:
	queue_redraw()
	if Engine.is_editor_hint():
		return
	var outline := _outline()
	var shape := CollisionPolygon2D.new()
	shape.polygon = outline
	add_child(shape)
	var occluder := LightOccluder2D.new()
	occluder.occluder = OccluderPolygon2D.new()
	# Only the far side throws a shadow, so that light falls on the top of the block itself.
	occluder.occluder.cull_mode = OccluderPolygon2D.CULL_COUNTER_CLOCKWISE
	occluder.occluder.polygon = outline
	add_child(occluder)


func _draw() -> void:
	match kind:
		Kind.WALL:
			_draw_wall()
		Kind.CRATE:
			_draw_crate()
		Kind.SHELF:
			_draw_shelf()
		Kind.PILLAR:
			_draw_pillar()
		Kind.CONTAINER:
			_draw_container()
		Kind.WAGON:
			_draw_wagon()
		Kind.HUT:
			_draw_hut()


func _outline() -> PackedVector2Array:
	var half := size / 2.0
	if kind != Kind.PILLAR:
		return PackedVector2Array([-half, Vector2(half.x, -half.y), half, Vector2(-half.x, half.y)])
	return _ring(1.0)


func _ring(share: float) -> PackedVector2Array:
	var points := PackedVector2Array()
	for i in 12:
		points.append(Vector2.from_angle(TAU * (i + 0.5) / 12.0) * size / 2.0 * share)
	return points


func _draw_wall() -> void:
	var box := Rect2(-size / 2.0, size)
	draw_rect(box, Palette.WALL)
	draw_rect(box.grow(-2.0), Palette.WALL_EDGE, false, 2.0)
	draw_rect(box.grow(-6.0), Palette.WALL.lightened(0.04))


func _draw_crate() -> void:
	var box := Rect2(-size / 2.0, size)
	_draw_contact(box)
	draw_rect(box, Palette.WOOD_LINE)
	var inner := box.grow(-2.0)
	draw_rect(inner, Palette.WOOD)
	var planks := maxi(int(size.y / 14.0), 2)
	for i in range(1, planks):
		var y := inner.position.y + inner.size.y * i / planks
		draw_line(Vector2(inner.position.x, y), Vector2(inner.end.x, y), Palette.WOOD_DARK, 1.5)
	var beam := 9.0
	draw_line(inner.position, inner.end, Palette.WOOD_LINE, beam + 2.0, true)
	draw_line(inner.position, inner.end, Palette.WOOD_DARK.lightened(0.12), beam - 1.0, true)
	for side: Rect2 in [
		Rect2(inner.position, Vector2(inner.size.x, beam)),
		Rect2(inner.position + Vector2(0, inner.size.y - beam), Vector2(inner.size.x, beam)),
		Rect2(inner.position, Vector2(beam, inner.size.y)),
		Rect2(inner.position + Vector2(inner.size.x - beam, 0), Vector2(beam, inner.size.y)),
	]:
		draw_rect(side, Palette.WOOD.lightened(0.14))
		draw_rect(side, Palette.WOOD_LINE, false, 1.0)
	for corner: Vector2 in [Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)]:
		draw_circle(corner * (size / 2.0 - Vector2(7, 7)), 1.8, Palette.WOOD_LINE)
	if not label.is_empty():
		draw_circle(Vector2.ZERO, 17.0, Palette.WOOD_LINE, true, -1.0, true)
		draw_circle(Vector2.ZERO, 15.5, Palette.WOOD.lightened(0.3), true, -1.0, true)
		var font := ThemeDB.fallback_font
		var width := font.get_string_size(label, HORIZONTAL_ALIGNMENT_LEFT, -1, 24).x
		draw_string(
			font,
			Vector2(-width / 2.0, 9),
			label,
			HORIZONTAL_ALIGNMENT_LEFT,
			-1,
			24,
			Palette.WOOD_LINE.darkened(0.3)
		)


func _draw_shelf() -> void:
	var box := Rect2(-size / 2.0, size)
	_draw_contact(box)
	draw_rect(box, Palette.STEEL_DARK.darkened(0.35))
	draw_rect(box.grow(-1.5), Palette.STEEL_DARK)
	# Goods in a row; the same ones every time, because the dice know the place.
	var dice := RandomNumberGenerator.new()
	dice.seed = hash(position)
	var along := Vector2.RIGHT if size.x >= size.y else Vector2.DOWN
	var depth := minf(size.x, size.y) - 10.0
	var place := 6.0
	while place < maxf(size.x, size.y) - 18.0:
		var width := minf(dice.randf_range(14.0, 30.0), maxf(size.x, size.y) - 6.0 - place)
		var deep := depth * dice.randf_range(0.7, 1.0)
		var goods := Rect2(0, 0, width, deep)
		goods.position = Vector2(place, (depth + 10.0 - deep) / 2.0)
		if along == Vector2.DOWN:
			goods = Rect2(goods.position.y, goods.position.x, goods.size.y, goods.size.x)
		goods.position -= size / 2.0
		var colour := Palette.GOODS[dice.randi() % Palette.GOODS.size()]
		draw_rect(goods, colour.darkened(0.45))
		draw_rect(goods.grow(-1.5), colour.darkened(0.12))
		var tape := goods.grow(-1.5)
		if along == Vector2.RIGHT:
			tape = Rect2(tape.position.x, tape.get_center().y - 2.0, tape.size.x, 4.0)
		else:
			tape = Rect2(tape.get_center().x - 2.0, tape.position.y, 4.0, tape.size.y)
		draw_rect(tape, colour.lightened(0.18))
		place += width + dice.randf_range(2.0, 8.0)
	draw_rect(box.grow(-1.5), Palette.STEEL, false, 2.5)


func _draw_pillar() -> void:
	draw_set_transform(Vector2(3, 4))
	draw_colored_polygon(_ring(1.12), Color(0, 0, 0, 0.3))
	draw_set_transform(Vector2.ZERO)
	draw_colored_polygon(_ring(1.0), Palette.STONE_DARK.darkened(0.45))
	draw_colored_polygon(_ring(0.93), Palette.STONE_DARK)
	draw_colored_polygon(_ring(0.7), Palette.STONE)
	draw_colored_polygon(_ring(0.5), Palette.STONE.lightened(0.1))


## Corrugated steel, in one of four colours that its place decides.
func _draw_container() -> void:
	var box := Rect2(-size / 2.0, size)
	var pick := int(position.x + position.y) / 40 % Palette.CONTAINERS.size()
	var paint := Palette.CONTAINERS[pick]
	_draw_contact(box)
	draw_rect(box, paint.darkened(0.6))
	draw_rect(box.grow(-2.0), paint.darkened(0.08))
	var along := size.x >= size.y
	var place := 9.0
	while place < maxf(size.x, size.y) - 9.0:
		var rib := Rect2(place, 7.0, 4.0, size.y - 14.0)
		if not along:
			rib = Rect2(7.0, place, size.x - 14.0, 4.0)
		rib.position -= size / 2.0
		draw_rect(rib, paint.darkened(0.28))
		draw_rect(
			Rect2(rib.position, rib.size * Vector2(0.4 if along else 1.0, 1.0 if along else 0.4)),
			paint.lightened(0.1)
		)
		place += 9.0
	draw_rect(box.grow(-4.0), paint.darkened(0.4), false, 3.0)
	for corner: Vector2 in [Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)]:
		var at := corner * (size / 2.0 - Vector2(6, 6))
		draw_rect(Rect2(at - Vector2(5, 5), Vector2(10, 10)), paint.darkened(0.5))
		draw_rect(Rect2(at - Vector2(2, 2), Vector2(4, 4)), Palette.NIGHT)


## A goods wagon seen from above: buffers at both ends, a tarpaulin with ropes.
func _draw_wagon() -> void:
	var box := Rect2(-size / 2.0, size)
	_draw_contact(box)
	for end: float in [-1.0, 1.0]:
		for side: float in [-0.28, 0.28]:
			var buffer := Vector2(size.x * side, (size.y / 2.0 + 4.0) * end)
			draw_rect(Rect2(buffer - Vector2(4, 6), Vector2(8, 12)), Palette.STEEL_DARK)
	draw_rect(box, Palette.NIGHT)
	draw_rect(box.grow(-2.0), Palette.STEEL_DARK)
	var cloth := box.grow(-6.0)
	draw_rect(cloth, Palette.PLAYER_DARK.lerp(Palette.STEEL_DARK, 0.55))
	draw_rect(Rect2(-3.0, cloth.position.y, 6.0, cloth.size.y), Color(Palette.PAPER, 0.10))
	var folds := int(size.y / 24.0)
	for i in range(1, folds):
		var y := cloth.position.y + cloth.size.y * i / folds
		draw_line(
			Vector2(cloth.position.x, y), Vector2(0, y - 4), Color(Palette.NIGHT, 0.5), 2.0, true
		)
		draw_line(Vector2(0, y - 4), Vector2(cloth.end.x, y), Color(Palette.NIGHT, 0.5), 2.0, true)
		for x: float in [box.position.x + 4.0, box.end.x - 4.0]:
			draw_circle(Vector2(x, y), 2.2, Palette.STEEL, true, -1.0, true)


## The watchmen's hut: a tiled roof with a ridge, a chimney, light in a roof window.
func _draw_hut() -> void:
	var box := Rect2(-size / 2.0, size)
	var tile := Palette.CONTAINERS[0].lerp(Palette.WALL, 0.45)
	_draw_contact(box)
	draw_rect(box, Palette.NIGHT)
	var rows := int(size.y / 9.0)
	for row in rows:
		var lit := 0.12 if row < rows / 2.0 else -0.12
		var strip := Rect2(
			box.position + Vector2(2, 2 + row * (size.y - 4) / rows),
			Vector2(size.x - 4, (size.y - 4) / rows - 1.0)
		)
		draw_rect(strip, tile.lightened(lit) if lit > 0.0 else tile.darkened(-lit))
		var x := strip.position.x + (6.0 if row % 2 == 0 else 12.0)
		while x < strip.end.x:
			draw_line(
				Vector2(x, strip.position.y), Vector2(x, strip.end.y), tile.darkened(0.3), 1.0
			)
			x += 12.0
	draw_rect(Rect2(box.position.x + 2, -2.5, size.x - 4, 5), tile.darkened(0.35))
	var window := Rect2(-size.x * 0.3, size.y * 0.14, 24, 15)
	draw_rect(window.grow(2.0), Palette.NIGHT)
	draw_rect(window, Palette.LAMP)
	draw_line(window.get_center() - Vector2(0, 7), window.get_center() + Vector2(0, 7), tile, 2.0)
	var chimney := Rect2(size.x * 0.24, -size.y * 0.34, 16, 16)
	draw_rect(chimney, Palette.NIGHT)
	draw_rect(chimney.grow(-2.5), Palette.STONE_DARK)
	draw_rect(chimney.grow(-5.5), Palette.NIGHT)


## A little dark round the foot, so that it stands on the floor instead of floating over it.
func _draw_contact(box: Rect2) -> void:
	for i in 3:
		draw_rect(box.grow(2.0 + 2.0 * i), Color(0, 0, 0, 0.12))

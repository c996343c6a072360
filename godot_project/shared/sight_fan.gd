extends Node2D
## Draws what an eye can see: a fan of rays, stopped by the walls, weaker in the corner of the eye.

const Palette := preload("res://shared/palette.gd")

## Degrees between two rays of the fan.
const STEP := 1.6

@export var eye: EnemyPerception

var _rim := PackedVector2Array()
var _open := PackedByteArray()
var _colour := Palette.CALM


func _physics_process(delta: float) -> void:
	_colour = _colour.lerp(mood(), 1.0 - exp(-8.0 * delta))
	_cast_fan()
	queue_redraw()


## The colour the fan drifts to. To be written by whoever knows the mind behind the eye.
func mood() -> Color:
	return Palette.CALM


func _draw() -> void:
	if _rim.size() < 2:
		return
	# A triangle fan with a colour per corner: bright at the eye, faint where sight ends.
	var origin := to_local(eye.global_position)
	var points := PackedVector2Array()
	var colours := PackedColorArray()
	var corners := PackedInt32Array()
	for i in _rim.size():
		var weight := _weight(i)
		var share := _rim[i].distance_to(origin) / eye.view_range
		points.append_array([origin, _rim[i]])
		colours.append(Color(_colour, 0.4 * weight))
		colours.append(Color(_colour, lerpf(0.36, 0.07, share) * weight))
		if i > 0:
			corners.append_array([2 * i - 2, 2 * i - 1, 2 * i + 1])
			corners.append_array([2 * i - 2, 2 * i + 1, 2 * i])
	RenderingServer.canvas_item_add_triangle_array(get_canvas_item(), corners, points, colours)
	_draw_edges(origin)


func _draw_edges(origin: Vector2) -> void:
	var arc := PackedVector2Array()
	for i in _rim.size():
		if _open[i] and _weight(i) >= 1.0:
			arc.append(_rim[i])
		elif arc.size() > 1:
			draw_polyline(arc, Color(_colour, 0.5), 1.5, true)
			arc.clear()
		else:
			arc.clear()
	if arc.size() > 1:
		draw_polyline(arc, Color(_colour, 0.5), 1.5, true)
	for i: int in [0, _rim.size() - 1]:
		draw_line(origin, _rim[i], Color(_colour, 0.22 * _weight(i)), 1.0, true)


## How much of full sight a ray of the fan stands for.
func _weight(ray: int) -> float:
	var away := absf(ray / float(_rim.size() - 1) - 0.5) * _width()
	var focal := eye.view_angle / 2.0
	if away <= focal + 0.01:
		return 1.0
	return lerpf(1.0, eye.peripheral_strength, (away - focal) / (_width() / 2.0 - focal)) * 0.6


## The full angle of the fan in degrees.
func _width() -> float:
	return minf(maxf(eye.view_angle, eye.peripheral_angle), 360.0)


## Asks the physics space, so it has to happen in the physics frame and not in [method _draw].
func _cast_fan() -> void:
	var space := get_world_2d().direct_space_state
	var from := eye.global_position
	var query := PhysicsRayQueryParameters2D.create(from, from, eye.occlusion_mask)
	var rays := maxi(int(_width() / STEP) + 1, 2)
	var facing := eye.facing.angle()
	var half := deg_to_rad(_width()) / 2.0
	_rim.resize(rays)
	_open.resize(rays)
	for i in rays:
		var angle := facing + lerpf(-half, half, i / float(rays - 1))
		query.to = from + Vector2.from_angle(angle) * eye.view_range
		var hit := space.intersect_ray(query)
		var end: Vector2 = hit.position if hit else query.to
		_rim[i] = to_local(end)
		_open[i] = int(hit.is_empty())

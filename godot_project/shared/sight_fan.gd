extends Node2D
## Draws what an eye can see: a fan of rays, stopped by the walls, weaker in the corner of the eye.
## A picture only; the eye itself casts far fewer.

const Palette := preload("res://shared/palette.gd")

## Degrees between two rays of the fan.
const STEP := 2.0
## Nothing in these levels moves that stops a ray: a fan is cast anew only when its eye has moved,
## and then in every second tick.
const EVERY := 2

@export var eye: EnemyPerception

var _colour := Palette.CALM
var _painted := Color.TRANSPARENT
var _stands_at := Transform2D()
var _sees := Vector3.ZERO
var _wait := 0
## Of each ray: its end, how much of full sight it stands for, and whether nothing stopped it.
var _rim := PackedVector2Array()
var _weights := PackedFloat32Array()
var _open := PackedByteArray()


func _physics_process(delta: float) -> void:
	_colour = _colour.lerp(mood(), 1.0 - exp(-8.0 * delta))
	_wait -= 1
	var sees := Vector3(eye.view_range, eye.view_angle, eye.peripheral_angle)
	if _wait <= 0 and (eye.global_transform != _stands_at or sees != _sees):
		_wait = EVERY
		_stands_at = eye.global_transform
		if sees != _sees:
			_sees = sees
			_weigh()
		_cast_fan()
		queue_redraw()
	elif not _colour.is_equal_approx(_painted):
		queue_redraw()


## The colour the fan drifts to. To be written by whoever knows the mind behind the eye.
func mood() -> Color:
	return Palette.CALM


func _draw() -> void:
	if _rim.size() < 2:
		return
	_painted = _colour
	# A strip of triangles with a colour per corner: bright at the eye, faint where sight ends.
	var origin := to_local(eye.global_position)
	var points := PackedVector2Array()
	var colours := PackedColorArray()
	var corners := PackedInt32Array()
	var reach := eye.view_range
	for i in _rim.size():
		var share := _rim[i].distance_to(origin) / reach
		points.push_back(origin)
		points.push_back(_rim[i])
		colours.push_back(Color(_colour, 0.4 * _weights[i]))
		colours.push_back(Color(_colour, lerpf(0.36, 0.07, share) * _weights[i]))
		if i > 0:
			var at := 2 * i
			corners.append_array([at - 2, at - 1, at + 1, at - 2, at + 1, at])
	RenderingServer.canvas_item_add_triangle_array(get_canvas_item(), corners, points, colours)
	_draw_edges(origin)


func _draw_edges(origin: Vector2) -> void:
	var arc := PackedVector2Array()
	for i in _rim.size():
		if _open[i] and _weights[i] >= 1.0:
			arc.push_back(_rim[i])
			if i < _rim.size() - 1:
				continue
		if arc.size() > 1:
			draw_polyline(arc, Color(_colour, 0.5), 1.5, true)
		arc.clear()
	for i: int in [0, _rim.size() - 1]:
		draw_line(origin, _rim[i], Color(_colour, 0.22 * _weights[i]), 1.0, true)


## Full sight in the focal cone, less and less towards the corner of the eye.
func _weigh() -> void:
	var half := _width() / 2.0
	var focal := eye.view_angle / 2.0
	var in_corner := eye.peripheral_strength
	_rim.resize(maxi(int(2.0 * half / STEP) + 1, 2))
	_open.resize(_rim.size())
	_weights.resize(_rim.size())
	for i in _rim.size():
		var away := absf(i / float(_rim.size() - 1) - 0.5) * 2.0 * half
		_weights[i] = weight(away, focal, half, in_corner)


## How strongly the fan is drawn [param away] degrees from its middle.
static func weight(away: float, focal: float, half: float, corner_strength: float) -> float:
	var outward := maxf(away - focal, 0.0) / maxf(half - focal, 0.01)
	return 1.0 if away <= focal + 0.01 else 0.6 * lerpf(1.0, corner_strength, outward)


## The full angle of the fan in degrees.
func _width() -> float:
	return minf(maxf(eye.view_angle, eye.peripheral_angle), 360.0)


## Asks the physics space, so it has to happen in the physics frame and not in [method _draw].
func _cast_fan() -> void:
	var space := get_world_2d().direct_space_state
	var from := eye.global_position
	var query := PhysicsRayQueryParameters2D.create(from, from, eye.occlusion_mask)
	var facing := eye.facing.angle()
	var half := deg_to_rad(_width()) / 2.0
	var place := global_position
	var reach := eye.view_range
	for i in _rim.size():
		var angle := facing + lerpf(-half, half, i / float(_rim.size() - 1))
		query.to = from + Vector2.from_angle(angle) * reach
		var hit := space.intersect_ray(query)
		_rim[i] = (query.to if hit.is_empty() else hit.position) - place
		_open[i] = int(hit.is_empty())

extends Node2D
## Draws what a guard can see: a fan of rays, stopped by the walls.

const Palette := preload("res://shared/palette.gd")
const GuardScript := preload("res://actors/guard/guard.gd")

## Degrees between two rays of the fan.
const STEP := 1.6

@export var guard: GuardScript
@export var eye: EnemyPerception

var _rim := PackedVector2Array()
var _open := PackedByteArray()
var _colour := Palette.CALM


func _physics_process(delta: float) -> void:
	var wanted := Palette.CALM
	if guard.state == GuardScript.State.CHASE:
		wanted = Palette.ALARM
	elif guard.state == GuardScript.State.SEARCH:
		wanted = Palette.WARY
	_colour = _colour.lerp(wanted, 1.0 - exp(-8.0 * delta))
	_cast_fan()
	queue_redraw()


func _draw() -> void:
	if _rim.size() < 2:
		return
	# A triangle fan with a colour per corner: bright at the eye, faint where sight ends.
	var origin := to_local(eye.global_position)
	var points := PackedVector2Array([origin])
	var colours := PackedColorArray([Color(_colour, 0.42)])
	var corners := PackedInt32Array()
	for i in _rim.size():
		var share := _rim[i].distance_to(origin) / eye.view_range
		points.append(_rim[i])
		colours.append(Color(_colour, lerpf(0.36, 0.07, share)))
		if i > 0:
			corners.append_array([0, i, i + 1])
	RenderingServer.canvas_item_add_triangle_array(get_canvas_item(), corners, points, colours)
	var edge := Color(_colour, 0.5)
	var arc := PackedVector2Array()
	for i in _rim.size():
		if _open[i]:
			arc.append(_rim[i])
		if arc.size() > 1 and (not _open[i] or i == _rim.size() - 1):
			draw_polyline(arc, edge, 1.5, true)
		if not _open[i]:
			arc.clear()
	draw_line(origin, _rim[0], Color(_colour, 0.22), 1.0, true)
	draw_line(origin, _rim[-1], Color(_colour, 0.22), 1.0, true)


## Asks the physics space, so it has to happen in the physics frame and not in [method _draw].
func _cast_fan() -> void:
	var space := get_world_2d().direct_space_state
	var from := eye.global_position
	var query := PhysicsRayQueryParameters2D.create(from, from, eye.occlusion_mask)
	var rays := int(eye.view_angle / STEP) + 1
	var facing := eye.facing.angle()
	var half := deg_to_rad(eye.view_angle) / 2.0
	_rim.resize(rays)
	_open.resize(rays)
	for i in rays:
		var angle := facing + lerpf(-half, half, i / float(rays - 1))
		query.to = from + Vector2.from_angle(angle) * eye.view_range
		var hit := space.intersect_ray(query)
		var end: Vector2 = hit.position if hit else query.to
		_rim[i] = to_local(end)
		_open[i] = int(hit.is_empty())

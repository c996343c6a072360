extends RefCounted
## Where walls, targets and guards are, on a plane in pixels. The stages lift it into their
## dimension.

const RANGE := 280.0
const HALF_ANGLE := deg_to_rad(40.0)
## Room for what moves, so that counts of rays hold while it does.
const MARGIN := 20.0
const WALL := Vector2(40.0, 24.0)

var walls: Array[Rect2] = []
var targets := PackedVector2Array()
var guards := PackedVector2Array()
## Where each guard looks, radians.
var angles := PackedFloat32Array()
## Whom each guard has in range and cone, -1: nobody.
var faced := PackedInt32Array()

var _random := RandomNumberGenerator.new()


func _init(seed_of_layout: int) -> void:
	_random.seed = seed_of_layout


## Targets far enough from each other that no guard has two in range: a grid of [param columns].
func put_targets(count: int, columns: int, gap: float) -> void:
	for i in count:
		@warning_ignore("integer_division")
		targets.append(Vector2(i % columns + 0.5, i / columns + 0.5) * gap)


## Targets anywhere in a square.
func scatter_targets(count: int, side: float) -> void:
	for i in count:
		targets.append(_anywhere(side))


## Walls all over a square but on top of a target, one row after the other, as a level is built. (In
## no order at all the engine's tree of shapes is so poor that a ray takes three times as long,
## whoever casts it.)
func spread_walls(count: int, side: float) -> void:
	var columns := ceili(sqrt(count * 1.5))
	var gap := side / columns
	var room := Vector2.ONE * gap - WALL
	var places: Array[Rect2] = []
	for i in columns * columns:
		@warning_ignore("integer_division")
		var cell := Vector2(i % columns, i / columns) * gap
		var wall := Rect2(cell + Vector2(_random.randf(), _random.randf()) * room, WALL)
		if not _near_a_target(wall.get_center(), 80.0):
			places.append(wall)
	for i in count:
		@warning_ignore("integer_division")
		walls.append(places[i * places.size() / count])


## Guards that have nobody in range.
func put_far_guards(count: int, side: float) -> void:
	var wanted := guards.size() + count
	while guards.size() < wanted:
		var place := _anywhere(side)
		if not _near_a_target(place, RANGE + MARGIN) and not _in_a_wall(place):
			_put(place, _random.randf_range(-PI, PI), -1)


## Guards that have somebody in range but look away.
func put_turned_guards(count: int) -> void:
	for i in count:
		var target := guards.size() % targets.size()
		var place := _place_near(target, 0.25, 0.9)
		var away := _random.randf_range(HALF_ANGLE + 0.2, TAU - HALF_ANGLE - 0.2)
		_put(place, place.angle_to_point(targets[target]) + away, -1)


## Guards that have exactly one target in range and cone, with or without walls between, or
## certainly without.
func put_facing_guards(count: int, clear: bool, nearest := 0.25, farthest := 0.9) -> void:
	for i in count:
		var target := guards.size() % targets.size()
		var place := _place_near(target, nearest, farthest)
		while clear and _is_blocked(place, targets[target]):
			place = _place_near(target, nearest, farthest)
		var aside := _random.randf_range(-0.6, 0.6) * HALF_ANGLE
		_put(place, place.angle_to_point(targets[target]) + aside, target)


## Guards anywhere in a square.
func scatter_guards(count: int, side: float) -> void:
	var wanted := guards.size() + count
	while guards.size() < wanted:
		var place := _anywhere(side)
		if not _in_a_wall(place):
			_put(place, _random.randf_range(-PI, PI), -1)


func _put(place: Vector2, angle: float, target: int) -> void:
	guards.append(place)
	angles.append(angle)
	faced.append(target)


func _anywhere(side: float) -> Vector2:
	return Vector2(_random.randf(), _random.randf()) * side


## Distances are parts of the range.
func _place_near(target: int, nearest: float, farthest: float) -> Vector2:
	while true:
		var away := _random.randf_range(nearest, farthest) * RANGE
		var place := targets[target] + Vector2.from_angle(_random.randf_range(-PI, PI)) * away
		if not _in_a_wall(place):
			return place
	return Vector2.ZERO


func _near_a_target(place: Vector2, distance: float) -> bool:
	for target in targets:
		if target.distance_to(place) < distance:
			return true
	return false


func _in_a_wall(place: Vector2) -> bool:
	for wall in walls:
		if wall.grow(MARGIN).has_point(place):
			return true
	return false


func _is_blocked(from: Vector2, to: Vector2) -> bool:
	for wall in walls:
		if _crosses(wall.grow(MARGIN), from, to):
			return true
	return false


static func _crosses(box: Rect2, from: Vector2, to: Vector2) -> bool:
	var enters := 0.0
	var leaves := 1.0
	for axis in 2:
		var way := to[axis] - from[axis]
		if is_zero_approx(way):
			if from[axis] < box.position[axis] or from[axis] > box.end[axis]:
				return false
			continue
		var first := (box.position[axis] - from[axis]) / way
		var second := (box.end[axis] - from[axis]) / way
		enters = maxf(enters, minf(first, second))
		leaves = minf(leaves, maxf(first, second))
	return enters <= leaves

extends "res://support/bench.gd"
## Row 7: 64 lights and 4 targets whose light comes from the scene.

const Layout = preload("res://support/layout.gd")

const LIGHTS := 64
const TARGETS := 4
const WALLS := 40
const SIDE := 1600.0
const TEXTURE := 256
const BAR := 0.2

var _random := RandomNumberGenerator.new()
var _layout: Layout
var _world: Node
var _stealth: Array[Node] = []
var _targets: Array[Node] = []
var _lights: Array[PointLight2D] = []


func run() -> void:
	await _measure("7-yard", "each target in reach of some", 200.0)
	await _measure("7-all", "each target in reach of all", 4.0 * SIDE)


func _measure(id: String, what: String, reach: float) -> void:
	_build(reach)
	await ticks(WARM_UP)
	var lit := PackedFloat64Array()
	var unlit := PackedFloat64Array()
	var rays := 0
	var differences := 0
	for i in REPEATS:
		_set_mode(StealthTarget.LIGHT_SCENE)
		await tick_ended
		lit.append(pass_time())
		rays = pass_rays()
		differences += int(_differs())
		_set_mode(StealthTarget.LIGHT_NONE)
		await tick_ended
		unlit.append(pass_time())
	at_most(
		id,
		(
			"%d lights x %d targets, %s: the pass, %.0f us, less the pass without light, %.0f us"
			% [LIGHTS, TARGETS, what, median(lit), median(unlit)]
		),
		(median(lit) - median(unlit)) / 1000.0,
		BAR,
		"ms",
		{"rays": rays, "differences": differences}
	)
	_world.queue_free()
	await ticks(2)


func _build(reach: float) -> void:
	_random.seed = 7
	_layout = Layout.new(7)
	_layout.put_targets(TARGETS, 2, SIDE / 2.0)
	_layout.spread_walls(WALLS, SIDE)
	_layout.put_facing_guards(TARGETS, true)
	_world = Node.new()
	add_child(_world)
	for box in _layout.walls:
		_world.add_child(stage.wall(box))
	_stealth.clear()
	_targets.clear()
	for at in _layout.targets:
		var target := stage.target(at)
		var stealth := stage.stealth()
		stealth.ambient = 0.0
		target.add_child(stealth)
		_world.add_child(target)
		_targets.append(target)
		_stealth.append(stealth)
	var rules := stage.guard_profile()
	for i in _layout.guards.size():
		var senses := stage.senses()
		senses.profile = rules
		stage.put_guard(senses, _layout.guards[i], _layout.angles[i])
		_world.add_child(senses)
	_put_lights(reach)


func _put_lights(reach: float) -> void:
	var texture := PlaceholderTexture2D.new()
	texture.size = Vector2.ONE * TEXTURE
	_lights.clear()
	for i in LIGHTS:
		var light := PointLight2D.new()
		light.texture = texture
		light.texture_scale = reach / (TEXTURE / 2.0)
		light.energy = 0.05
		light.position = Vector2(_random.randf(), _random.randf()) * SIDE
		_world.add_child(light)
		_lights.append(light)


func _set_mode(mode: int) -> void:
	for stealth in _stealth:
		stealth.light_mode = mode


## Whether a target's light is not what the formula says, worked out here with rays of our own.
func _differs() -> bool:
	var space := get_tree().root.find_world_2d().direct_space_state
	var query := PhysicsRayQueryParameters2D.new()
	query.hit_from_inside = true
	for i in TARGETS:
		var level := 0.0
		var aim: Vector2 = stage.aim(_targets[i])
		for light in _lights:
			var reach := TEXTURE / 2.0 * light.texture_scale
			var distance := aim.distance_to(light.position)
			if distance >= reach:
				continue
			query.from = aim
			query.to = light.position
			if space.intersect_ray(query).is_empty():
				level += 0.5 * light.energy * pow(1.0 - distance / reach, 2.0)
		if absf(_stealth[i].light_level - clampf(level, 0.0, 1.0)) > 0.001:
			return true
	return false

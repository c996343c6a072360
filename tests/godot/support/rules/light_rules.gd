# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## The light on a StealthTarget from the scene's lamps, in either dimension.

const LIGHT_NONE := 0
const LIGHT_SCENE := 1
const LIGHT_MANUAL := 2
const AMBIENT := 0.15
## Where a StealthTarget3D is aimed at, above its place.
const AIM := 1.2
const RANGE := 200.0


func test_a_lamp_falls_off_with_the_square() -> void:
	var stealth := _target(Vector2.ZERO)
	var lamp := _lamp(Vector2.ZERO)
	await ticks(2)
	near(_level(stealth), 0.65, "right under it")
	for share: float in [0.1, 0.5, 0.9]:
		_move(lamp, Vector2(share * RANGE, 0.0))
		await ticks(2)
		near(_level(stealth), AMBIENT + 0.5 * (1.0 - share) ** 2, "at %s of its range" % share)
	for share: float in [1.001, 5.0]:
		_move(lamp, Vector2(share * RANGE, 0.0))
		await ticks(2)
		near(_level(stealth), AMBIENT, "out of range")
	_move(lamp, Vector2.ZERO)
	_set_energy(lamp, 0.5)
	await ticks(2)
	near(_level(stealth), 0.4, "half the energy")
	_set_energy(lamp, 5.0)
	await ticks(2)
	near(_level(stealth), 1.0, "never above 1")
	near(stealth.get(&"exposure"), 1.0, "exposure")


func test_lamps_add_up_on_the_ambient() -> void:
	var stealth := _target(Vector2.ZERO)
	stealth.set(&"ambient", 0.05)
	for side: float in [-0.5, 0.5]:
		_lamp(Vector2(side * RANGE, 0.0))
	await ticks(2)
	near(_level(stealth), 0.05 + 2.0 * 0.125)
	stealth.set(&"crouching", true)
	near(stealth.get(&"exposure"), 0.5 * _level(stealth), "crouching")


func test_a_wall_casts_a_shadow_and_a_gap_does_not() -> void:
	var stealth := _target(Vector2.ZERO)
	_lamp(Vector2(0.5 * RANGE, 0.0))
	_lamp(Vector2(0.0, 0.5 * RANGE))
	var wall := put(dim.wall(Vector2(50.0, 0.0), Vector2(10.0, 40.0)))
	await ticks(3)
	near(_level(stealth), AMBIENT + 0.125, "one of two")
	stealth.set(&"light_blocker_mask", Dim.GLASS)
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.25, "the wall is not on the mask")
	stealth.set(&"light_blocker_mask", 0)
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.25, "nothing blocks")
	stealth.set(&"light_blocker_mask", Dim.WORLD)
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.125, "the wall again")
	wall.free()
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.25, "without the wall")


func test_an_area_and_the_own_body_cast_no_shadow() -> void:
	var stealth := _target(Vector2.ZERO)
	var body := stealth.get_parent()
	body.set(&"collision_layer", Dim.WORLD)
	put(dim.body(&"StaticBody", Vector2(10.0, 0.0), 8.0, Dim.WORLD), body)
	put(dim.body(&"Area", Vector2(60.0, 0.0), 8.0, Dim.WORLD))
	_lamp(Vector2(0.5 * RANGE, 0.0))
	await ticks(3)
	near(_level(stealth), AMBIENT + 0.125)
	put(dim.body(&"CharacterBody", Vector2(60.0, 0.0), 8.0, Dim.WORLD))
	await ticks(3)
	near(_level(stealth), AMBIENT, "somebody else's does")


func test_a_lamp_shines_out_of_its_own_body() -> void:
	var stealth := _target(Vector2.ZERO)
	var post := put(dim.body(&"StaticBody", Vector2(0.5 * RANGE, 0.0), 8.0, Dim.WORLD))
	var lamp := _lamp(Vector2(0.5 * RANGE, 0.0))
	await ticks(3)
	near(_level(stealth), AMBIENT, "the lamp is walled in")
	lamp.reparent(post)
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.125, "the lamp is the post's")


func test_a_lamp_is_off_at_once_and_on_at_once() -> void:
	var stealth := _target(Vector2.ZERO)
	var room := put(dim.spot(Vector2.ZERO))
	await ticks(2)
	near(_level(stealth), AMBIENT, "dark")
	var lamp := _lamp(Vector2.ZERO, room)
	await ticks(1)
	near(_level(stealth), 0.65, "a new one counts at the next pass")
	lamp.set(&"visible", false)
	await ticks(1)
	near(_level(stealth), AMBIENT, "hidden")
	lamp.set(&"visible", true)
	room.set(&"visible", false)
	await ticks(1)
	near(_level(stealth), AMBIENT, "hidden by its parent")
	room.set(&"visible", true)
	await ticks(1)
	near(_level(stealth), 0.65, "shown")
	lamp.set(&"editor_only", true)
	await ticks(1)
	near(_level(stealth), AMBIENT, "for the editor only")
	lamp.set(&"editor_only", false)
	if not dim.is_3d():
		lamp.set(&"enabled", false)
		await ticks(1)
		near(_level(stealth), AMBIENT, "disabled")
		lamp.set(&"enabled", true)
	room.remove_child(lamp)
	await ticks(1)
	near(_level(stealth), AMBIENT, "out of the tree")
	room.add_child(lamp)
	await ticks(1)
	near(_level(stealth), 0.65, "back in the tree")
	lamp.reparent(self)
	await ticks(1)
	near(_level(stealth), 0.65, "moved house")
	lamp.free()
	await ticks(1)
	near(_level(stealth), AMBIENT, "freed")


func test_lamps_that_were_there_before_count_also_inside_others() -> void:
	var lamp := _lamp(Vector2.ZERO)
	var holder := put(dim.spot(Vector2.ZERO))
	lamp.reparent(holder)
	remove_child(holder)
	add_child(holder, false, Node.INTERNAL_MODE_BACK)
	var stealth := _target(Vector2.ZERO)
	await ticks(1)
	near(_level(stealth), 0.65)
	holder.free()


func test_only_the_named_group_counts() -> void:
	var stealth := _target(Vector2.ZERO)
	var other := _target(Vector2.ZERO)
	stealth.set(&"light_group", &"lamps")
	var lamp := _lamp(Vector2.ZERO)
	await ticks(2)
	near(_level(stealth), AMBIENT, "not in the group")
	near(_level(other), 0.65, "of no group")
	lamp.add_to_group(&"lamps")
	await ticks(1)
	near(_level(stealth), 0.65, "in the group")
	stealth.set(&"light_group", &"torches")
	await ticks(1)
	near(_level(stealth), AMBIENT, "another group")
	stealth.set(&"light_group", &"")
	await ticks(1)
	near(_level(stealth), 0.65, "no group")
	stealth.set(&"light_group", &"lamps")
	lamp.remove_from_group(&"lamps")
	await ticks(1)
	near(_level(stealth), AMBIENT, "out of the group")


func test_dark_lamps_take_light_away() -> void:
	var stealth := _target(Vector2.ZERO)
	_lamp(Vector2.ZERO)
	var dark := _lamp(Vector2.ZERO)
	_set_energy(dark, 0.4)
	_subtract(dark)
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.5 - 0.2)
	_set_energy(dark, 9.0)
	await ticks(2)
	near(_level(stealth), 0.0, "never below 0")


func test_a_sun_shines_on_all_that_it_reaches() -> void:
	var stealth := _target(Vector2(5000.0, 3000.0))
	var sun := _sun(0.0)
	_set_energy(sun, 1.2)
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.6, "far from the sun's own place")
	var roof := put(dim.wall(Vector2(4900.0, 3000.0), Vector2(10.0, 40.0)))
	await ticks(3)
	near(_level(stealth), AMBIENT, "in the shade")
	_aim(sun, 90.0)
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.6, "the sun has turned")
	_aim(sun, 180.0)
	await ticks(2)
	near(_level(stealth), AMBIENT + 0.6, "from the other side")
	_aim(sun, 0.0)
	var reach := 4000.0 if dim.is_3d() else 2000.0
	for entry: Array in [[reach - 20.0, 0.0], [reach + 20.0, 0.6]]:
		dim.move(roof, Vector2(5000.0 - entry[0], 3000.0))
		await ticks(3)
		near(_level(stealth), AMBIENT + entry[1], "something %s px away" % entry[0])


func test_other_modes_do_not_look_at_lamps() -> void:
	var stealth := _target(Vector2.ZERO)
	var lamp := _lamp(Vector2.ZERO)
	_set_energy(lamp, 0.2)
	await ticks(2)
	near(_level(stealth), 0.25, "from the scene")
	stealth.set(&"light_mode", LIGHT_NONE)
	near(_level(stealth), 1.0, "none")
	stealth.set(&"light_level", 0.4)
	stealth.set(&"light_mode", LIGHT_MANUAL)
	await ticks(2)
	near(_level(stealth), 0.4, "by hand")
	equal(_rays(), 0, "no ray")
	stealth.set(&"light_mode", LIGHT_SCENE)
	await ticks(1)
	near(_level(stealth), 0.25, "from the scene again")


func test_it_follows_new_nodes_only_while_somebody_asks() -> void:
	var tree := get_tree()
	await ticks(70)
	equal(tree.node_added.get_connections().size(), 0, "without any")
	var before := 0
	var stealth := _target(Vector2.ZERO)
	await ticks(1)
	equal(tree.node_added.get_connections().size(), before + 1, "with a target")
	var other := _target(Vector2.ZERO)
	await ticks(1)
	stealth.get_parent().free()
	await ticks(1)
	equal(tree.node_added.get_connections().size(), before + 1, "with another one left")
	other.set(&"light_mode", LIGHT_NONE)
	await ticks(5)
	equal(tree.node_added.get_connections().size(), before + 1, "it may be for a moment only")
	await ticks(60)
	equal(tree.node_added.get_connections().size(), before, "nobody asks")
	_lamp(Vector2.ZERO)
	other.set(&"light_mode", LIGHT_SCENE)
	await ticks(1)
	near(_level(other), 0.65, "what came meanwhile is found")


func test_worlds_do_not_light_each_other() -> void:
	var view := put(dim.world()) as SubViewport
	var stealth := _target(Vector2.ZERO)
	var inside := _target(Vector2.ZERO, view)
	var lamp := _lamp(Vector2.ZERO, view)
	await ticks(2)
	near(_level(stealth), AMBIENT, "outside")
	near(_level(inside), 0.65, "inside")
	lamp.reparent(self)
	await ticks(1)
	near(_level(stealth), 0.65, "the lamp came out")
	near(_level(inside), AMBIENT, "it is dark inside")


func test_many_lamps_out_of_range_cost_no_ray() -> void:
	var lamps: Array[Node] = []
	for number in 60:
		lamps.append(_lamp(Vector2(1000.0 + 100.0 * number, 0.0)))
	var stealths: Array[Node] = []
	for number in 4:
		stealths.append(_target(Vector2(0.0, 20.0 * number)))
	await ticks(3)
	equal(_rays(), 0, "out of range")
	for stealth in stealths:
		near(_level(stealth), AMBIENT)
	for number in lamps.size():
		if number % 2 == 0:
			lamps[number].free()
	_move(lamps[1], Vector2(0.0, 40.0))
	await ticks(2)
	equal(_rays(), stealths.size() * (2 if dim.is_3d() else 1), "one in range of all")
	near(_level(stealths[2]), 0.65, "right under it")


func test_a_limit_on_rays_holds_and_all_get_their_turn() -> void:
	var stealths: Array[Node] = []
	for number in 4:
		stealths.append(_target(Vector2(0.0, 2.0 * number)))
		stealths[number].set(&"ambient", 0.0)
	for number in 16:
		_set_energy(_lamp(Vector2(0.5 * RANGE, float(number))), 0.1)
	await ticks(3)
	var wanted: Array[float] = []
	for stealth in stealths:
		wanted.append(_level(stealth))
		check(wanted[-1] > 0.1, "lit")
	dim.server().set(&"max_rays_per_tick", 16)
	for tick in 40:
		await ticks(1)
		between(_rays(), 0, 16, "rays")
	for number in stealths.size():
		near(_level(stealths[number]), wanted[number], "in turns")
	put(dim.wall(Vector2(20.0, 0.0), Vector2(10.0, 200.0)))
	await ticks(40)
	for stealth in stealths:
		near(_level(stealth), 0.0, "a wall came")
	dim.server().set(&"max_rays_per_tick", 0)
	await ticks(2)
	near(_level(stealths[0]), 0.0, "without a limit")


func test_sight_gets_its_rays_beside_many_lamps() -> void:
	var stealth := _target(Vector2(100.0, 0.0))
	var senses := put(dim.senses_guard(Vector2.ZERO)).get_node(^"Senses")
	for number in 40:
		_set_energy(_lamp(Vector2(100.0, 50.0)), 0.05)
	dim.server().set(&"max_rays_per_tick", 12)
	await seconds(2.0)
	dim.server().set(&"max_rays_per_tick", 0)
	equal(senses.get(&"target"), stealth.get_parent(), "seen")
	check(senses.get(&"awareness") > 0.5, "and noticed")


func test_a_hud_reads_it_where_nobody_looks() -> void:
	equal(dim.server().call(&"get_stats").agents, 0, "agents")
	var stealth := _target(Vector2.ZERO)
	near(_level(stealth), AMBIENT, "before the first pass")
	_lamp(Vector2.ZERO)
	await ticks(1)
	near(_level(stealth), 0.65)


func test_lamps_without_a_number_light_nobody() -> void:
	var stealth := _target(Vector2.ZERO)
	var lamp := _lamp(Vector2.ZERO)
	# In space the engine itself complains.
	for place: float in [] if dim.is_3d() else [NAN, INF]:
		lamp.set(&"position", dim.spoilt(place))
		await ticks(1)
		near(_level(stealth), AMBIENT, "at %s" % place)
	_move(lamp, Vector2.ZERO)
	for energy: float in [NAN, INF, 0.0]:
		_set_energy(lamp, energy)
		await ticks(1)
		near(_level(stealth), AMBIENT, "energy %s" % energy)
	_set_energy(lamp, 1.0)
	await ticks(1)
	near(_level(stealth), 0.65)


func test_a_handler_of_new_nodes_may_free_lamps() -> void:
	var stealth := _target(Vector2.ZERO)
	await ticks(1)
	var eat := func(node: Node) -> void:
		if node.is_class("Light2D") or node.is_class("Light3D"):
			node.queue_free()
	get_tree().node_added.connect(eat)
	_lamp(Vector2.ZERO)
	get_tree().node_added.disconnect(eat)
	await ticks(2)
	near(_level(stealth), AMBIENT)


func test_in_total_darkness_noticing_takes_its_share_longer() -> void:
	var took: Array[float] = []
	for lit: bool in [true, false]:
		var stealth := _target(Vector2(9000.0, 0.0))
		stealth.set(&"movement_bonus_speed", 0.0)
		var lamps: Array[Node] = []
		for number in 2 if lit else 0:
			lamps.append(_lamp(Vector2.ZERO))
		var guard := put(dim.senses_guard(Vector2.ZERO))
		var senses := guard.get_node(^"Senses")
		await ticks(6)
		dim.move(stealth.get_parent(), Vector2.ZERO)
		var count := 0
		while senses.get(&"awareness") < 1.0 and count < 2000:
			await ticks(1)
			count += 1
		took.append(count)
		for thing: Node in [guard, stealth.get_parent()] + lamps:
			thing.free()
	near(took[0], 0.45 / tick_time(), "ticks in full light", 2.0)
	near(took[1], 0.45 / AMBIENT / tick_time(), "ticks in the dark", 4.0)


func test_s26_more_light_and_less_distance_never_slow_it_down() -> void:
	allow_seconds(300.0)
	var stealth := _target(Vector2(9000.0, 0.0))
	stealth.set(&"movement_bonus_speed", 0.0)
	stealth.set(&"ambient", 0.0)
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var senses := guard.get_node(^"Senses")
	senses.get(&"perception").set(&"sample_count", 1)
	senses.get(&"perception").set(&"view_range", dim.length(400.0))
	var lamp := _lamp(Vector2.ZERO)
	lamp.reparent(stealth)
	_move_local(lamp)
	await ticks(4)
	# Along the distances for each light; below are those of the light before.
	var below: Array[float] = []
	for light in 11:
		_set_energy(lamp, 0.2 * light)
		var farther := INF
		for step in 39:
			dim.move(stealth.get_parent(), Vector2(10.0 * (step + 1), 0.0))
			await ticks(3)
			var told: Dictionary = senses.call(&"explain", stealth.get_parent())
			var what := "light %d at %d px" % [light, 10 * (step + 1)]
			near(_level(stealth), 0.1 * light, what, 1e-3)
			between(told.gain, 0.0, farther + 1e-6, what + ", farther")
			farther = told.gain
			if light == 0:
				equal(told.gain, 0.0, what)
				equal(senses.get(&"target"), null, what)
				below.append(0.0)
			else:
				check(told.gain > below[step], what + ", brighter")
				below[step] = told.gain


func _target(place: Vector2, parent: Node = null) -> Node:
	var stealth: Node = dim.make(&"StealthTarget")
	stealth.set(&"light_mode", LIGHT_SCENE)
	return put(stealth, put(dim.target(place), parent))


func _level(stealth: Node) -> float:
	return stealth.get(&"light_level")


func _rays() -> int:
	return dim.server().call(&"get_stats").rays


## A lamp of energy 1 that reaches as far as [constant RANGE].
func _lamp(place: Vector2, parent: Node = null) -> Node:
	if dim.is_3d():
		var omni := OmniLight3D.new()
		omni.omni_range = dim.length(RANGE)
		put(omni, parent)
		_move(omni, place)
		return omni
	var point := PointLight2D.new()
	point.texture = PlaceholderTexture2D.new()
	(point.texture as PlaceholderTexture2D).size = Vector2(2.0 * RANGE, 20.0)
	put(point, parent)
	_move(point, place)
	return point


## A sun that shines along [param degrees] on the plane.
func _sun(degrees: float) -> Node:
	var sun := put((DirectionalLight3D if dim.is_3d() else DirectionalLight2D).new())
	_aim(sun, degrees)
	return sun


func _aim(light: Node, degrees: float) -> void:
	if dim.is_3d():
		dim.turn(light, degrees)
	else:
		# It shines along its own Y.
		dim.turn(light, degrees - 90.0)


func _move(light: Node, place: Vector2) -> void:
	light.set(&"global_position", _above(place))


func _move_local(light: Node) -> void:
	light.set(&"position", _above(Vector2.ZERO))


func _above(place: Vector2) -> Variant:
	return dim.at(place) + Vector3(0.0, AIM, 0.0) if dim.is_3d() else dim.at(place)


func _set_energy(light: Node, energy: float) -> void:
	light.set(&"light_energy" if dim.is_3d() else &"energy", energy)


func _subtract(light: Node) -> void:
	if dim.is_3d():
		light.set(&"light_negative", true)
	else:
		light.set(&"blend_mode", Light2D.BLEND_MODE_SUB)

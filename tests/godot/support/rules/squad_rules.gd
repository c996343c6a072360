extends "res://support/dim_suite.gd"
## Enemies that tell one another, and whose noises they do not mind.

const Recorder := preload("res://support/recorder.gd")
const ALERTED := 2
const RADIUS := 400.0


func test_the_first_to_be_sure_shouts_once() -> void:
	var guards := _squad(3, &"north")
	var recorders: Array = guards.map(func(senses: Node) -> Recorder: return Recorder.new(senses))
	await ticks(5)
	guards[0].call(&"reinforce", dim.at(Vector2(0.0, -60.0)), 1.0)
	await ticks(3)
	for index: int in [1, 2]:
		equal(recorders[index].count(&"ally_alerted"), 1, "ally %d" % index)
		var told: Array = recorders[index].of(&"ally_alerted")[0]
		near(told[0], dim.at(Vector2(0.0, -60.0)), "where", 1e-3)
		equal(told[1], guards[0], "from whom")
		var wanted := 0.8 * (1.0 - 0.5 * 50.0 * index / RADIUS)
		near(guards[index].get(&"awareness"), wanted, "how sure", 0.02)
	await seconds(1.0)
	equal(recorders[1].count(&"ally_alerted"), 1, "once")


func test_squads_do_not_hear_one_another() -> void:
	var north := _squad(1, &"north")
	var others: Array = _squad(1, &"south") + _squad(1, &"")
	var recorders: Array = others.map(func(senses: Node) -> Recorder: return Recorder.new(senses))
	await ticks(5)
	north[0].call(&"reinforce", dim.zero(), 1.0)
	await ticks(3)
	for recorder: Recorder in recorders:
		equal(recorder.log, [])


func test_enemies_without_a_squad_are_one() -> void:
	var guards := _squad(2, &"")
	await ticks(5)
	guards[0].call(&"reinforce", dim.zero(), 1.0)
	await ticks(3)
	check(guards[1].get(&"awareness") > 0.5, "told")


func test_a_shout_ends_at_its_radius_and_with_its_world() -> void:
	var guards := _squad(2, &"north")
	dim.move(guards[1].get_parent(), Vector2(RADIUS + 5.0, 0.0))
	var other := put(dim.world())
	var elsewhere := _guard(Vector2.ZERO, &"north", other)
	await ticks(5)
	guards[0].call(&"reinforce", dim.zero(), 1.0)
	await ticks(3)
	equal(guards[1].get(&"awareness"), 0.0, "too far")
	equal(elsewhere.get(&"awareness"), 0.0, "another world")


func test_who_is_off_is_not_told() -> void:
	var guards := _squad(3, &"north")
	await ticks(5)
	guards[1].set(&"enabled", false)
	guards[2].process_mode = Node.PROCESS_MODE_DISABLED
	guards[0].call(&"reinforce", dim.zero(), 1.0)
	await ticks(3)
	guards[1].set(&"enabled", true)
	guards[2].process_mode = Node.PROCESS_MODE_INHERIT
	await ticks(3)
	for index: int in [1, 2]:
		equal(guards[index].get(&"awareness"), 0.0, "guard %d" % index)


func test_a_report_is_not_shouted_on_by_default() -> void:
	# Three in a row, each within reach of its neighbour only.
	var guards: Array[Node] = []
	for index in 3:
		guards.append(_guard(Vector2(300.0 * index, 0.0), &"north"))
	for senses in guards:
		senses.get(&"profile").set(&"alert_enter", 0.3)
		senses.get(&"profile").set(&"suspicious_enter", 0.2)
	await ticks(5)
	guards[0].call(&"reinforce", dim.zero(), 1.0)
	await ticks(10)
	equal(guards[1].get(&"alert_level"), ALERTED, "the second is sure enough")
	equal(guards[2].get(&"awareness"), 0.0, "and keeps it to itself")
	for senses in guards:
		senses.get(&"profile").set(&"share_hops", 1)
		senses.call(&"forget_target")
	await ticks(10)
	guards[0].call(&"reinforce", dim.zero(), 1.0)
	await ticks(10)
	check(guards[2].get(&"awareness") > 0.0, "one hop is shared")
	check(guards[2].get(&"awareness") <= guards[1].get(&"awareness"), "never more than is known")


func test_nobody_alerts_the_squad_for_ever() -> void:
	var guards := _squad(4, &"north")
	for senses: Node in guards:
		senses.get(&"profile").set(&"share_hops", 99)
	await ticks(5)
	guards[0].call(&"reinforce", dim.zero(), 1.0)
	await seconds(6.0)
	for senses in guards:
		equal(senses.get(&"awareness"), 0.0, "calm again")


func test_a_squads_own_noise_is_not_minded_but_for_alarms() -> void:
	var guards := _squad(2, &"north")
	var stranger := _guard(Vector2(0.0, 80.0), &"south")
	var maker: Node = guards[0].get_parent()
	var emitter := put(dim.emitter(Vector2.ZERO), maker)
	await ticks(5)
	emitter.call(&"emit")
	await ticks(2)
	equal(guards[0].get(&"awareness"), 0.0, "its own noise")
	equal(guards[1].get(&"awareness"), 0.0, "a comrade's noise")
	check(stranger.get(&"awareness") > 0.0, "another squad hears it")
	emitter.set(&"tag", &"alarm")
	emitter.call(&"emit")
	await ticks(2)
	equal(guards[0].get(&"awareness"), 0.0, "its own alarm")
	check(guards[1].get(&"awareness") > 0.0, "a comrade's alarm")


func test_a_freed_maker_is_judged_as_it_was() -> void:
	var guards := _squad(2, &"north")
	await ticks(5)
	var maker: Node = guards[0].get_parent()
	dim.emit_noise(Vector2(10.0, 0.0), 300.0, 1.0, [maker])
	maker.free()
	await ticks(2)
	equal(guards[1].get(&"awareness"), 0.0, "a comrade's noise")


func test_alert_all_reaches_a_whole_squad() -> void:
	var north := _squad(2, &"north")
	var south := _squad(1, &"south")
	var recorder := Recorder.new(north[1])
	var target := put(dim.target(Vector2(9000.0, 0.0)))
	await ticks(5)
	dim.server().call(&"alert_all", &"north", dim.at(Vector2(70.0, 0.0)), target, 0.5)
	await ticks(1)
	for senses: Node in north:
		near(senses.get(&"awareness"), 0.5, "north", 0.02)
	equal(south[0].get(&"awareness"), 0.0, "south")
	equal(recorder.of(&"ally_alerted").size(), 1)
	equal(recorder.of(&"ally_alerted")[0][1], null, "from nobody")
	dim.server().call(&"forget", target)
	await ticks(2)
	for senses: Node in north:
		equal(senses.get(&"awareness"), 0.0, "forgotten")


func _squad(size: int, squad: StringName) -> Array:
	var guards: Array = []
	for index in size:
		guards.append(_guard(Vector2(0.0, 50.0 * index), squad))
	return guards


func _guard(place: Vector2, squad: StringName, parent: Node = null) -> Node:
	var body := dim.senses_guard(place, 180.0)
	var senses := body.get_node(^"Senses")
	var profile: Resource = dim.make(&"SensesProfile")
	profile.set(&"shout_radius", dim.length(RADIUS))
	profile.set(&"shout_awareness", 0.8)
	senses.set(&"profile", profile)
	senses.set(&"squad", squad)
	put(body, parent)
	return senses

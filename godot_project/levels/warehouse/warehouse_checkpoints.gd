extends "res://levels/warehouse/warehouse_run.gd"
## A night in the warehouse, in seven checkpoints: behind the low crates, a bottle, two floors, into
## the light, away.

## As near as a guard comes to a place it goes to.
const THERE := 1.2
const LANDING := Vector3(1.6, 0, -3.6)


func _play() -> void:
	await _behind_the_row()
	await _the_bottle()
	await _up_the_stairs()
	await _away()
	await wait(1.0)


func _behind_the_row() -> void:
	const TITLE_1 := "crouching behind low crates, in the light, before a guard: nobody notices"
	const TITLE_2 := "standing up there: the head shows, the feet do not"
	begin(1, "Crouching behind low crates, right in front of Bruno")
	await stage_the_row()
	warehouse.director.shoot([player, bruno], -24.0, 34.0, 9.5)
	warehouse.director.cut()
	await wait(0.6)
	lead([Vector3(-1.0, 0, 4.5)], SNEAK)
	var hidden := 0.0
	var brightest := 0.0
	while is_led():
		await tick()
		var answer := bruno.senses.explain(player)
		if answer.gate == &"occluded":
			hidden += get_physics_process_delta_time()
			brightest = maxf(brightest, player.stealth.light_level)
	tell("before its eyes and hidden for %.1f s, light at most %.2f" % [hidden, brightest])
	var why := ""
	if hidden < 1.5:
		why = "that was no test: the crates alone hid the player for only %.1f s" % hidden
	elif brightest < 0.35:
		why = "that was no test: it was dark there, light %.2f" % brightest
	elif bruno.senses.awareness > 0.0:
		why = "Bruno noticed something"
	verdict(1, TITLE_1, why)
	begin(2, "Only the crates hide the player: whoever stands up there is seen")
	player.pace = WALK
	await until(func() -> bool: return bruno.senses.awareness > 0.0, 0.5)
	var answer := bruno.senses.explain(player)
	var shown: Array[StringName] = []
	for point: Dictionary in answer.points:
		if point.visible:
			shown.append(StringName(point.name))
	player.pace = SNEAK
	tell("standing shows %s" % [shown])
	why = ""
	if not &"head" in shown:
		why = "the head does not show"
	elif &"feet" in shown:
		why = "the feet show through a crate"
	elif answer.visible_fraction <= 0.0 or answer.visible_fraction >= 1.0:
		why = "it shows %.2f of the body" % answer.visible_fraction
	elif not await until(func() -> bool: return bruno.senses.awareness <= 0.0, 8.0):
		why = "Bruno did not calm down"
	elif records[bruno].highest == EnemySenses3D.ALERTED:
		why = "a moment was enough to alert him"
	verdict(2, TITLE_2, why)


func _the_bottle() -> void:
	const TITLE_3 := "a bottle shatters: Bruno comes to look there, suspicious, never alerted"
	const TITLE_4 := "the upper floor muffles it: Ines, straight above, hears nothing"
	const TITLE_5 := "nobody there: Bruno looks both ways, gives up, goes back to his post"
	begin(3, "A bottle, thrown over the crates: what was that?")
	await stage_the_row(Vector3(-1.2, 0, 4.5))
	lead([Vector3(0.4, 0, 4.5)], SNEAK)
	await led(4.0)
	var ear := ines.senses.perception.global_position
	warehouse.director.shoot([player, bruno, ines], -20.0, 26.0, 13.0)
	warehouse.director.cut()
	player.throw_at(LANDING)
	await until(func() -> bool: return bottle_at != Vector3.INF, 3.0)
	await wait(0.5)
	lead([Vector3(-3.4, 0, 4.5)], SNEAK)
	var nearest := INF
	var nearest_to_player := INF
	var strange := ""
	for i in ticks(24.0):
		await tick()
		if bruno.plan == WatchmanScript.Plan.ROUND:
			break
		if not bruno.senses.has_memory:
			continue
		var place := bruno.senses.last_known_position
		if place.distance_to(bottle_at) > THERE:
			strange = "he looked for somebody at %s" % place
		elif bruno.senses.memory.stimulus != EnemyMemory3D.SOUND:
			strange = "it was not the sound that drew him"
		nearest = minf(nearest, bruno.global_position.distance_to(place))
		nearest_to_player = minf(nearest_to_player, to_player(bruno))
	tell("%.1f m from the shards, %.1f m from the player" % [nearest, nearest_to_player])
	if strange.is_empty() and nearest > THERE:
		strange = "he did not get there: %.1f m" % nearest
	elif strange.is_empty() and records[bruno].highest != EnemySenses3D.SUSPICIOUS:
		strange = "he was %s by a mere noise" % LEVELS[records[bruno].highest]
	verdict(3, TITLE_3, strange)
	verdict(4, TITLE_4, _why_not_muffled(ear))
	begin(5, "Nobody there: he looks both ways, behind the crates too, and gives up")
	var why := _has_not_looked(bruno)
	if why.is_empty() and not await until(is_back.bind(bruno), 15.0):
		why = "he never came back to his post"
	elif why.is_empty() and nearest_to_player < 2.5:
		why = "he came to the player"
	verdict(5, TITLE_5, why)


## Empty when the slab alone kept the bottle from being heard at [param ear].
func _why_not_muffled(ear: Vector3) -> String:
	var away := ear.distance_to(bottle_at)
	var reach: float = warehouse.get_node(^"Bottle/NoiseEmitter3D").get(&"radius")
	tell("Ines is %.1f m from the shards, which are heard %.1f m away" % [away, reach])
	if away > reach * 0.5:
		return "that was no test: she is %.1f m away" % away
	if records[ines].noises > 0 or ines.senses.awareness > 0.0:
		return "she heard it through the floor"
	if records[bruno].noises == 0:
		return "nobody heard it at all"
	return ""


func _up_the_stairs() -> void:
	const TITLE := "upright up the stairs into the light: Ines doubts, then she is sure"
	begin(6, "Up the stairs, upright, into the light: Ines stares, then she is sure")
	await stage_the_stairs()
	warehouse.director.shoot([player, ines], 22.0, 24.0, 13.0)
	warehouse.director.cut()
	lead([Vector3(8.3, 0, 3.4), Vector3(8.3, 3, -2.6)])
	var doubt := 0.0
	var moved := 0.0
	var sure := false
	for i in ticks(8.0):
		await tick()
		sure = ines.senses.alert_level == EnemySenses3D.ALERTED
		if sure:
			break
		if ines.senses.is_suspicious():
			doubt += get_physics_process_delta_time()
		moved = ines.global_position.distance_to(records[ines].post)
	tell("doubted for %.2f s; light there %.2f" % [doubt, player.stealth.light_level])
	var why := ""
	if not sure:
		why = "Ines never was sure"
	elif doubt < 0.3:
		why = "she doubted for only %.2f s" % doubt
	elif moved > 0.3:
		why = "she left her post before she was sure"
	elif not ines.senses.can_see_target():
		why = "she was sure of somebody she did not see"
	elif player.global_position.y < 1.5:
		why = "the player is not upstairs"
	verdict(6, TITLE, why)


func _away() -> void:
	const TITLE := "gone: she runs to where she saw him last, searches, gives up, goes back"
	begin(7, "Down the stairs and into the dark under the floor")
	warehouse.director.shoot([player, ines], 24.0, 20.0, 12.0)
	lead(DOWN_AND_AWAY, SPRINT)
	await led(8.0)
	lead([HIDDEN], SNEAK)
	await led(3.0)
	say("7  Ines goes by what she knows, and that is old")
	var known := ines.senses.last_known_position
	var sightings := records[ines].sightings
	var nearest := INF
	var fooled := INF
	var why := ""
	tell("hidden %.1f m from where she saw him last" % known.distance_to(player.global_position))
	for i in ticks(45.0):
		await tick()
		if ines.plan == WatchmanScript.Plan.ROUND:
			break
		if ines.senses.target or records[ines].sightings > sightings:
			why = "she found him"
		elif ines.senses.has_memory:
			var place := ines.senses.last_known_position
			nearest = minf(nearest, ines.global_position.distance_to(place))
			fooled = minf(fooled, place.distance_to(player.global_position))
	tell("she came %.1f m near to the place she knew" % nearest)
	if why.is_empty() and records[ines].highest != EnemySenses3D.ALERTED:
		why = "she never was alarmed"
	elif why.is_empty() and fooled < 2.5:
		why = "she knew where he was: %.1f m" % fooled
	elif why.is_empty() and nearest > THERE:
		why = "she did not get there: %.1f m" % nearest
	elif why.is_empty() and ines.search.finish_reason != EnemySearch3D.EXHAUSTED:
		why = "her search ended by %d" % ines.search.finish_reason
	elif why.is_empty():
		why = _has_not_looked(ines)
	if why.is_empty() and not await until(is_back.bind(ines), 30.0):
		why = "she never came back upstairs to her post"
	verdict(7, TITLE, why)


## Why its search was none; empty when it looked to both sides.
func _has_not_looked(who: WatchmanScript) -> String:
	var record := records[who]
	if record.left < 0.7 or record.right > -0.7:
		return (
			"%s looked only %.0f° left and %.0f° right"
			% [who.name, rad_to_deg(record.left), absf(rad_to_deg(record.right))]
		)
	return ""

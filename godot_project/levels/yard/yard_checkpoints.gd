extends "res://levels/yard/yard_run.gd"
## A night in the yard, in six checkpoints: through the shadow, over the gravel, into the light, and
## away.

## As near as a watchman comes to a place it goes to, its elbow room included.
const THERE := 45.0


func _play() -> void:
	await _through_the_shadow()
	await _over_the_gravel()
	await _into_the_light()
	await _away()
	await wait(1.0)


func _through_the_shadow() -> void:
	const TITLE := "crouching through the dark in front of a guard: nobody notices"
	begin(1, "Crouching through the dark, right in front of Otto")
	await stage_the_lane()
	await wait(0.5)
	lead([Vector2(445, 624)], SNEAK)
	var watched := 0.0
	var brightest := 0.0
	var highest := 0.0
	while is_led():
		await tick()
		highest = maxf(highest, sneaker.stealth.get_highest_awareness())
		if otto.senses in sneaker.stealth.get_observers():
			watched += get_physics_process_delta_time()
			brightest = maxf(brightest, sneaker.stealth.exposure)
	tell(
		(
			"in its view for %.1f s, exposure at most %.2f, awareness at most %.2f"
			% [watched, brightest, highest]
		)
	)
	var why := ""
	if watched < 1.5:
		why = "that was no test: it had the player in view for only %.1f s" % watched
	elif brightest > 0.15:
		why = "that was not dark: exposure %.2f" % brightest
	elif highest <= 0.0:
		why = "it saw nothing at all, as if darkness were a wall"
	else:
		why = _who_rose([])
	verdict(1, TITLE, why)


func _over_the_gravel() -> void:
	const TITLE_2 := "a step on gravel: one comes to look, suspicious, never alerted"
	const TITLE_3 := "it searches where it crunched, not where the player is, and goes back"
	begin(2, "Upright over the gravel: that was loud")
	lead([Vector2(548, 622), Vector2(548, 545)], SNEAK)
	await until(func() -> bool: return not is_led(), 8.0)
	lead([Vector2(575, 510), Vector2(672, 512)])
	await until(func() -> bool: return not is_led(), 4.0)
	lead([Vector2(786, 560), Vector2(798, 606)], SPRINT)
	if otto.plan != WatchmanScript.Plan.LOOK_INTO:
		verdict(2, TITLE_2, "Otto did not come")
		verdict(3, TITLE_3, "nobody searched")
		return
	var nearest := INF
	var nearest_to_player := INF
	var strange := ""
	for i in ticks(15.0):
		await tick()
		if not is_led():
			player.pace = SNEAK
		if not otto.senses.has_memory:
			break
		var place := otto.senses.last_known_position
		if not yard.is_on_gravel(place):
			strange = "it looked for somebody at %s, off the gravel" % place.round()
		elif otto.senses.memory.stimulus != EnemyMemory.SOUND:
			strange = "it was not the sound that drew it"
		nearest = minf(nearest, otto.global_position.distance_to(place))
		nearest_to_player = minf(nearest_to_player, to_player(otto))
	tell("%.0f px from the crunch, %.0f px from the player" % [nearest, nearest_to_player])
	var why := _who_rose([otto])
	if records[otto].highest != EnemySenses.SUSPICIOUS:
		why = "Otto was %s by a mere noise" % LEVELS[records[otto].highest]
	verdict(2, TITLE_2, why)
	begin(3, "Nobody there: Otto looks both ways and goes back to his post")
	if strange.is_empty():
		if nearest > THERE:
			strange = "it stopped %.0f px short" % nearest
		elif nearest_to_player < 140.0:
			strange = "it went for the player"
		elif otto.senses.has_memory:
			strange = "it never gave up"
		else:
			strange = _has_not_looked(otto)
	if strange.is_empty() and not await until(is_back.bind(otto), 12.0):
		strange = "it never came back to its post"
	elif strange.is_empty() and otto.senses.alert_level != EnemySenses.UNAWARE:
		strange = "it is still %s" % LEVELS[otto.senses.alert_level]
	verdict(3, TITLE_3, strange)
	await wait(0.5)


func _into_the_light() -> void:
	const TITLE := "upright in the lamplight: Vera doubts, is sure, and shouts"
	begin(4, "Upright into the lamplight: Vera stares, then she is sure")
	await stage_the_gate()
	lead([Vector2(860, 600), Vector2(905, 602)], SNEAK)
	await until(func() -> bool: return not is_led(), 8.0)
	var why := _who_rose([])
	lead([Vector2(1058, 590)])
	var doubt := 0.0
	var moved := 0.0
	var sure := false
	for i in ticks(6.0):
		await tick()
		sure = vera.senses.alert_level == EnemySenses.ALERTED
		if sure:
			break
		if vera.senses.is_suspicious():
			doubt += get_physics_process_delta_time()
		moved = vera.global_position.distance_to(records[vera].post)
	tell("doubted for %.2f s; exposure there %.2f" % [doubt, sneaker.stealth.exposure])
	if not why.is_empty():
		why += ", in the dark"
	elif not sure:
		why = "Vera never was sure"
	elif doubt < 0.4:
		why = "she doubted for only %.2f s" % doubt
	elif moved > 5.0:
		why = "she left her post before she was sure"
	elif not vera.senses.can_see_target():
		why = "she was sure of somebody she did not see"
	elif records[otto].told == Vector2.INF or records[rex].told == Vector2.INF:
		why = "her shout did not reach both"
	verdict(4, TITLE, why)


func _away() -> void:
	const TITLE_5 := "two more arrive where the shout sent them, not where the player is"
	const TITLE_6 := "out of sight: they search, give up and go back"
	begin(5, "The shout: Otto and Rex come to what Vera knew")
	var shouted_at := player.global_position
	var strange := ""
	for ally: WatchmanScript in [otto, rex]:
		var record := records[ally]
		if record.told_by != vera.senses:
			strange = "%s was not told by Vera" % ally.name
		elif record.told.distance_to(shouted_at) > 15.0:
			strange = "%s was sent %.0f px wide" % [ally.name, record.told.distance_to(shouted_at)]
	lead([Vector2(905, 597), Vector2(855, 590)], SPRINT)
	await until(func() -> bool: return not is_led(), 3.0)
	tell("the player is out of sight")
	lead([Vector2(845, 560), Vector2(845, 490)], SNEAK)
	var arrived: Dictionary[WatchmanScript, float] = {}
	for i in ticks(8.0):
		await tick()
		for ally: WatchmanScript in [otto, rex]:
			var place := ally.senses.last_known_position
			if arrived.has(ally):
				continue
			if ally.senses.target:
				strange = "%s saw the player itself" % ally.name
			elif ally.senses.memory.stimulus != EnemyMemory.ALLY or place != records[ally].told:
				strange = "%s went by something else than the shout" % ally.name
			elif ally.global_position.distance_to(place) < THERE:
				arrived[ally] = to_player(ally)
				tell("%s arrives, %.0f px from the player" % [ally.name, arrived[ally]])
		if arrived.size() == 2:
			break
	if strange.is_empty() and arrived.size() < 2:
		strange = "only %d of two arrived" % arrived.size()
	for ally in arrived:
		if strange.is_empty() and arrived[ally] < 150.0:
			strange = "%s came to the player" % ally.name
	verdict(5, TITLE_5, strange)
	begin(6, "Gone: they look round, give up and go back to their posts")
	var why := ""
	for i in ticks(30.0):
		await tick()
		for who in guards():
			if who.senses.target:
				why = "%s found the player" % who.name
		if guards().all(_is_calm):
			break
	for who in guards():
		if why.is_empty() and not _is_calm(who):
			why = "%s is not back and calm" % who.name
		elif why.is_empty():
			why = _has_not_looked(who)
	verdict(6, TITLE_6, why)


func _is_calm(who: WatchmanScript) -> bool:
	return (
		is_back(who) and not who.senses.has_memory and who.senses.alert_level == EnemySenses.UNAWARE
	)


## Why its search was none; empty when it looked to both sides.
func _has_not_looked(who: WatchmanScript) -> String:
	var record := records[who]
	if record.left > -0.7 or record.right < 0.7:
		return (
			"%s looked only %.0f° left and %.0f° right"
			% [who.name, absf(rad_to_deg(record.left)), rad_to_deg(record.right)]
		)
	return ""


## Who has become alarmed that should not have; empty: nobody.
func _who_rose(allowed: Array[WatchmanScript]) -> String:
	for who in guards():
		if records[who].rises > 0 and not who in allowed:
			return "%s was %s" % [who.name, LEVELS[records[who].highest]]
	return ""

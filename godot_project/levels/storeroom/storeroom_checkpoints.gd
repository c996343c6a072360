extends "res://levels/storeroom/storeroom_run.gd"
## The thirteen checkpoints of the storeroom: what has to be true of a guard that senses, believes,
## searches and gives up.

const Save := preload("res://levels/storeroom/storeroom_save.gd")

## As near as a guard comes to a place it walks to.
const THERE := 18.0
const CRATE_B := Vector2(780, 236)
## From the south, up the east side of crate A, out of sight of the west.
const BEHIND_A: Array[Vector2] = [Vector2(612, 420), Vector2(632, 350)]
## From behind A along the partition to the far side of B.
const A_TO_B: Array[Vector2] = [Vector2(734, 190), Vector2(828, 190)]


func _play() -> void:
	await _an_obstacle_does_not_stop_it()
	await _no_flicker_on_the_edge()
	await _goes_to_a_sweeps_gives_up()
	await _a_rock_draws_it()
	await _a_rock_does_not_distract_it()
	await _confidence_keeps_time()
	await _overlapping_is_seen()
	await _every_search_starts_clean()
	await _a_search_can_be_saved()
	await _a_noise_comes_round_the_corner()
	await _a_damaged_save_is_refused()
	await wait(1.0)


func _an_obstacle_does_not_stop_it() -> void:
	const TITLE := "an obstacle does not stop it: it goes where the player was"
	begin(1, "A shelf comes between: it goes on to where the player was")
	await stage(Vector2(1170, 130), Vector2.DOWN, [Vector2(1170, 130)], Vector2(1160, 370))
	if not await until(func() -> bool: return guard.memory.alerted, 2.0):
		verdict(1, TITLE, "it never noticed the player")
		return
	lead([Vector2(1060, 400), Vector2(845, 395), Vector2(812, 330), Vector2(900, 270)], SPRINT)
	await until(is_lost, 4.0)
	var place := guard.memory.last_known_position
	tell("out of sight, last seen at %s" % place.round())
	var why := ""
	for i in ticks(5.0):
		if sees():
			place = guard.memory.last_known_position
		elif to_guard(place) < THERE:
			break
		elif guard.velocity.is_zero_approx():
			why = "it stopped %.0f px short" % to_guard(place)
		elif guard.state == GuardScript.State.PATROL:
			why = "it went back on patrol"
		await tick()
	if why.is_empty() and to_guard(place) > THERE:
		why = "it never arrived at %s" % place
	tell("guard arrived, %.0f px from the place" % to_guard(place))
	verdict(1, TITLE, why)
	await wait(1.2)


func _no_flicker_on_the_edge() -> void:
	const TITLE := "ten seconds on the edge of its cone: no flicker"
	begin(2, "Ten seconds on the very edge of its cone: no flicker")
	var post := Vector2(120, 580)
	await stage(post, Vector2.RIGHT, [post], Vector2(300, 400))
	var side := Vector2.from_angle(-deg_to_rad(guard.eye.view_angle) / 2.0)
	var way: Array[Vector2] = [
		Vector2(400, 590), Vector2(1180, 590), Vector2(1180, 112), Vector2(960, 112)
	]
	await until(_is_on_the_side.bind(post, side), 2.0)
	var flips := 0
	var sensed := false
	var confidence := guard.memory.confidence
	var jump := 0.0
	changes = 0
	for i in ticks(10.0):
		if guard.state == GuardScript.State.PATROL:
			# Across the side of the cone and back, four times a second.
			var across := side.orthogonal() * (12.0 if (i / 8) % 2 == 0 else -12.0)
			steer(post + side * 215.0 + across, PlayerScript.Pace.WALK)
		else:
			# It comes after the player: dance on the far edge, back and forth, as it comes.
			if way.size() > 1 and player.global_position.distance_to(way[0]) < 12.0:
				way.remove_at(0)
			steer(way[0], SPRINT)
			if to_guard(player.global_position) > guard.eye.view_range - 2.0:
				steer(guard.global_position, SPRINT)
		await tick()
		jump = maxf(jump, absf(guard.memory.confidence - confidence))
		confidence = guard.memory.confidence
		if sees() != sensed:
			sensed = not sensed
			flips += 1
	stop()
	tell("sight came and went %d times, the state changed %d times" % [flips, changes])
	var allowed := 1.05 / (guard.memory.confidence_rise_time * Engine.physics_ticks_per_second)
	var why := ""
	if flips < 20:
		why = "that was not on the edge: sight changed only %d times" % flips
	elif changes > 2:
		why = "its state changed %d times" % changes
	elif jump > allowed:
		why = "confidence jumped by %.3f in a tick" % jump
	verdict(2, TITLE, why)
	await wait(0.5)


func _is_on_the_side(post: Vector2, side: Vector2) -> bool:
	var place := post + side * 215.0 - side.orthogonal() * 12.0
	steer(place, PlayerScript.Pace.WALK)
	return player.global_position.distance_to(place) < 4.0


## Checkpoints 3, 4 and 5 are one story.
func _goes_to_a_sweeps_gives_up() -> void:
	const TITLE_3 := "hidden behind A, moved on to B: it goes to A"
	const TITLE_4 := "having arrived, it looks both ways before it quits"
	const TITLE_5 := "having given up, it goes back on patrol and stays away"
	begin(3, "Seen going behind A, moved on to B: it goes to A")
	var route: Array[Vector2] = [Vector2(204, 450), Vector2(130, 590)]
	await stage(route[0], Vector2.RIGHT, [route[0]], Vector2(430, 440))
	guard.route = PackedVector2Array(route)
	if not await until(func() -> bool: return guard.memory.alerted, 2.0):
		verdict(3, TITLE_3, "it never noticed the player")
		return
	lead(BEHIND_A + A_TO_B, SPRINT)
	await until(is_lost, 4.0)
	var place := guard.memory.last_known_position
	tell("hidden behind A, last seen at %s" % place.round())
	var nearest_to_b := INF
	var drift := ""
	var left := 0.0
	var right := 0.0
	var arrived := false
	var straight := 0.0
	var looked := 0.0
	for i in ticks(12.0):
		await tick()
		if sees():
			drift = "it saw the player again"
		if guard.memory.has_last_known and guard.memory.last_known_position != place:
			drift = "its belief moved to %s unseen" % guard.memory.last_known_position.round()
		if guard.state == GuardScript.State.PATROL:
			break
		nearest_to_b = minf(nearest_to_b, to_guard(CRATE_B))
		if (
			not arrived
			and guard.state == GuardScript.State.SEARCH
			and guard.velocity.is_zero_approx()
		):
			arrived = true
			straight = guard.eye.facing.angle()
			tell("guard arrived, %.0f px from the place" % to_guard(place))
			if to_guard(place) > THERE:
				drift = "it stopped %.0f px from the place" % to_guard(place)
			elif nearest_to_b < place.distance_to(CRATE_B) - THERE:
				drift = "it came within %.0f px of B" % nearest_to_b
			elif player.global_position.distance_to(CRATE_B) > 100.0:
				drift = "the player was not at B yet"
			verdict(3, TITLE_3, drift)
			begin(4, "Arrived: it looks both ways before it quits")
		if arrived and guard.search.goal == place:
			looked += get_physics_process_delta_time()
			var turned := angle_difference(straight, guard.eye.facing.angle())
			left = minf(left, turned)
			right = maxf(right, turned)
	if not arrived:
		verdict(3, TITLE_3, "it never arrived")
	tell("looked %.0f° left and %.0f° right" % [rad_to_deg(-left), rad_to_deg(right)])
	var why_4 := ""
	if guard.state != GuardScript.State.PATROL or not drift.is_empty():
		why_4 = "it did not finish its search"
	elif left > -0.7 or right < 0.7:
		why_4 = "it hardly turned its head"
	elif looked < guard.search.look_pause * 2.0:
		why_4 = "it looked for only %.1f s" % looked
	verdict(4, TITLE_4, why_4)
	begin(5, "Nobody there: back on patrol, and not back to that spot")
	await _stays_away(place, TITLE_5)


func _stays_away(place: Vector2, title: String) -> void:
	var why := ""
	if guard.memory.has_last_known:
		why = "it still believes in the place"
	var gone := false
	for i in ticks(9.0):
		await tick()
		if guard.state != GuardScript.State.PATROL:
			why = "it left its patrol"
		if to_guard(place) > 100.0:
			gone = true
		elif gone:
			why = "it came back to the place"
	if not gone:
		why = "it never left the place"
	tell("guard is back on its round, %.0f px from the place" % to_guard(place))
	verdict(5, title, why)


func _a_rock_draws_it() -> void:
	const TITLE := "a rock across the room draws it there, at walking pace"
	begin(6, "A rock across the room: it walks over to look, not to the player")
	var post := Vector2(980, 590)
	await stage(post, Vector2.LEFT, [post], Vector2(690, 200))
	await wait(0.6)
	player.throw_at(Vector2(672, 590))
	if not await until(func() -> bool: return guard.memory.has_last_known, 2.0):
		verdict(6, TITLE, "it did not hear the rock")
		return
	var place := guard.memory.last_known_position
	var fastest := 0.0
	var nearest := INF
	for i in ticks(8.0):
		await tick()
		fastest = maxf(fastest, guard.get_real_velocity().length())
		nearest = minf(nearest, to_guard(player.global_position))
		if to_guard(place) < THERE:
			break
	tell("guard at the rock; fastest %.0f px/s" % fastest)
	var why := ""
	if to_guard(place) > THERE:
		why = "it never got to the rock"
	elif fastest > guard.walk_speed * 1.05:
		why = "it ran (%.0f px/s)" % fastest
	elif nearest < 250.0 or sees():
		why = "it went for the player"
	elif guard.memory.stimulus != EnemyMemory.SOUND:
		why = "it was not the sound"
	verdict(6, TITLE, why)
	await wait(1.5)


func _a_rock_does_not_distract_it() -> void:
	const TITLE := "a rock thrown in plain sight changes nothing"
	begin(7, "It sees the player: a rock elsewhere changes nothing")
	var post := Vector2(130, 580)
	await stage(post, Vector2.RIGHT, [post], Vector2(390, 560))
	if not await until(func() -> bool: return guard.memory.confidence >= 1.0, 2.0):
		verdict(7, TITLE, "it never became certain")
		return
	var heard: Array[Vector2] = []
	player.threw.connect(
		func(rock: CharacterBody2D) -> void:
			rock.get_node("NoiseEmitter").noise_made.connect(
				func(origin: Vector2, _radius: float, _strength: float) -> void:
					if to_guard(origin) < 400.0:
						heard.append(origin)
			)
	)
	player.throw_at(Vector2(120, 260))
	lead([Vector2(1100, 575)])
	var why := ""
	for i in ticks(1.8):
		await tick()
		var memory := guard.memory
		if memory.confidence < 1.0:
			why = "confidence fell to %.2f" % memory.confidence
		elif memory.stimulus != EnemyMemory.SIGHT or guard.state != GuardScript.State.CHASE:
			why = "it was distracted"
		elif memory.last_known_position.distance_to(player.global_position) > 10.0:
			why = "its belief moved to %s" % memory.last_known_position
	if heard.is_empty():
		why = "the rock made no noise in its reach"
	tell("confidence %.2f, still after the player" % guard.memory.confidence)
	verdict(7, TITLE, why)


func _confidence_keeps_time() -> void:
	const TITLE := "confidence rises and falls in its times, at any tick rate"
	begin(8, "Confidence keeps time: the same at 30, 60 and 120 ticks a second")
	var usual := Engine.physics_ticks_per_second
	var why := ""
	for rate: int in [30, 60, 120]:
		Engine.physics_ticks_per_second = rate
		say("8  Confidence keeps time: %d ticks a second" % rate)
		var fault := await _measure_times(rate)
		if not fault.is_empty():
			why = "at %d ticks a second %s" % [rate, fault]
	Engine.physics_ticks_per_second = usual
	verdict(8, TITLE, why)


func _measure_times(rate: int) -> String:
	var post := Vector2(390, 350)
	await stage(post, Vector2(1, 0.3).normalized(), [post], Vector2(640, 340))
	await wait(0.2)
	var memory := guard.memory
	lead([Vector2(625, 432)])
	if not await until(sees, 3.0):
		return "it never saw the player"
	# The tick that saw it first has already counted.
	var rise := 1
	while sees() and memory.confidence < 1.0:
		await tick()
		rise += 1
	if memory.confidence < 1.0:
		return "it lost sight too early"
	lead(BEHIND_A.slice(1) + A_TO_B, SPRINT)
	if not await until(loses_sight, 4.0):
		return "it never lost sight"
	var fall := 1
	for i in ticks(6.0):
		if sees():
			fall = 0
		elif memory.confidence <= 0.0:
			break
		await tick()
		fall += 1
	var rise_time := rise / float(rate)
	var fall_time := fall / float(rate)
	tell("%d ticks/s: 0 to 1 in %.3f s, 1 to 0 in %.3f s" % [rate, rise_time, fall_time])
	var slack := 2.0 / rate + 0.0001
	if absf(rise_time - memory.confidence_rise_time) > slack:
		return "it rose in %.3f s" % rise_time
	if absf(fall_time - memory.confidence_fall_time) > slack:
		return "it fell in %.3f s" % fall_time
	return ""


func _overlapping_is_seen() -> void:
	const TITLE := "a guard set down on the player notices"
	begin(9, "Set down right on the player, looking away: it notices")
	var post := Vector2(420, 480)
	await stage(post, Vector2.LEFT, [post], post)
	var noticed := await until(func() -> bool: return guard.state == GuardScript.State.CHASE, 1.5)
	verdict(9, TITLE, "" if noticed else "it noticed nothing")
	await wait(0.8)


func _every_search_starts_clean() -> void:
	const TITLE := "an interrupted search leaves nothing behind; a rock at its feet is searched"
	begin(10, "A search cut short leaves nothing behind for the next")
	var post := Vector2(300, 590)
	var whole := guard.search.look_pause * guard.search.look_offsets.size() - 0.1
	await stage(post, Vector2.RIGHT, [post], Vector2(640, 300))
	player.throw_at(Vector2(566, 600))
	await until(_is_sweeping, 8.0)
	await wait(0.4)
	if not _is_sweeping():
		verdict(10, TITLE, "the rock was not searched")
		return
	tell("the player walks into the search")
	lead([Vector2(640, 420)], SPRINT)
	if not await until(func() -> bool: return guard.state == GuardScript.State.CHASE, 3.0):
		verdict(10, TITLE, "it did not see the player again")
		return
	lead([Vector2(650, 200), Vector2(860, 120), Vector2(1130, 150), Vector2(1170, 560)], SPRINT)
	await until(is_lost, 4.0)
	var looked := await _sweep_time()
	tell("the next search looked round for %.1f s" % looked)
	if looked < whole:
		verdict(10, TITLE, "the next search looked round for only %.1f s" % looked)
		return
	say("10  A rock right at its feet is searched, not shrugged off")
	lead([Vector2(1170, 600), Vector2(660, 600)])
	await until(func() -> bool: return not is_led() and to_guard(post) < 10.0, 24.0)
	await wait(0.3)
	player.throw_at(guard.global_position)
	looked = await _sweep_time()
	tell("the rock at its feet was searched for %.1f s" % looked)
	verdict(10, TITLE, "" if looked >= whole else "the rock was searched for only %.1f s" % looked)


func _a_search_can_be_saved() -> void:
	const TITLE := "saved in mid-search, moved on, loaded: it goes on to the same place"
	begin(11, "Saved in mid-search, moved on, loaded: it goes on to the same place")
	var post := Vector2(980, 590)
	await stage(post, Vector2.LEFT, [post], Vector2(690, 200))
	await wait(0.6)
	player.throw_at(Vector2(672, 590))
	await until(func() -> bool: return guard.state == GuardScript.State.SEARCH, 2.0)
	await wait(1.5)
	var place := guard.search.goal
	var saved_at := guard.global_position
	var saved := Save.take(guard, player)
	tell("saved on the way to %s" % place.round())
	var why := "" if Save.write(guard, player) else "it could not be saved"
	lead([Vector2(700, 130)])
	await _search_to_the_end()
	await wait(4.0)
	tell("moved on: the guard is on patrol, %.0f px from where it was" % to_guard(saved_at))
	if guard.memory.has_last_known or to_guard(saved_at) < 50.0:
		why = "it did not move on"
	# Loaded on patrol, and then once more while it looks round.
	for i in 2:
		if not Save.read(guard, player).is_empty() or Save.take(guard, player) != saved:
			why = "what was loaded is not what was saved"
		tell("loaded: the guard is %.0f px from the place" % to_guard(place))
		await until(_is_sweeping, 8.0)
		tell("guard arrived, %.0f px from the place" % to_guard(place))
		if guard.search.goal != place or to_guard(place) > THERE:
			why = "it went to another place"
		await wait(0.5)
	if not await _search_to_the_end():
		why = "it never finished its search"
	verdict(11, TITLE, why)


func _search_to_the_end() -> bool:
	return await until(func() -> bool: return guard.state == GuardScript.State.PATROL, 20.0)


func _a_noise_comes_round_the_corner() -> void:
	const TITLE := "a rock behind crate A is heard at the corner, and looked for there"
	begin(12, "A rock behind crate A: the noise comes round the corner, so that is where it looks")
	var post := Vector2(480, 330)
	await stage(post, Vector2.LEFT, [post], Vector2(640, 200))
	var landed := PackedVector2Array()
	player.threw.connect(
		func(rock: CharacterBody2D) -> void:
			rock.landed.connect(func(at: Vector2) -> void: landed.append(at))
	)
	await wait(0.4)
	player.throw_at(Vector2(640, 330))
	if not await until(func() -> bool: return guard.memory.has_last_known, 2.0):
		verdict(12, TITLE, "it did not hear the rock")
		return
	var place := guard.memory.last_known_position
	tell("the guard heard it at %s" % place.round())
	var why := ""
	if landed.is_empty() or place.distance_to(landed[0]) < 60.0:
		why = "it knows where the rock is"
	elif place.x > 524.0 or place.y < 376.0:
		why = "that is not the corner of crate A on its side"
	elif not await until(_is_sweeping, 5.0):
		why = "it did not go there"
	elif sees():
		why = "it saw the player"
	verdict(12, TITLE, why)
	await wait(0.5)


func _a_damaged_save_is_refused() -> void:
	const TITLE := "a damaged save is refused and nothing changes"
	begin(13, "A saved game that was tampered with is refused, and nothing changes")
	await stage(Vector2(980, 590), Vector2.LEFT, [Vector2(980, 590)], Vector2(690, 200))
	await wait(0.4)
	player.throw_at(Vector2(672, 590))
	await until(func() -> bool: return guard.state == GuardScript.State.SEARCH, 2.0)
	await wait(0.5)
	Save.write(guard, player)
	var text := FileAccess.get_file_as_string(Save.PATH)
	await wait(1.0)
	var now := Save.take(guard, player)
	var why := ""
	var damaged := _damaged(text)
	for bad in damaged:
		FileAccess.open(Save.PATH, FileAccess.WRITE).store_string(bad)
		if Save.read(guard, player).is_empty():
			why = "it was taken: %s" % bad.left(120)
		elif Save.take(guard, player) != now:
			why = "it changed something: %s" % bad.left(120)
	tell("%d damaged saves" % damaged.size())
	FileAccess.open(Save.PATH, FileAccess.WRITE).store_string(text)
	if why.is_empty() and not Save.read(guard, player).is_empty():
		why = "nor is a good one taken"
	elif why.is_empty() and Save.take(guard, player) == now:
		why = "that was no test: what is loaded is what there was"
	verdict(13, TITLE, why)


## What becomes of a save by hand, or on a full disk.
func _damaged(text: String) -> PackedStringArray:
	var damaged := PackedStringArray(["", "[]", "7", "null", "NaN", "\u00ff", text + "}"])
	damaged.append(text.left(text.length() / 2))
	damaged.append("[%s]" % text)
	var saved: Dictionary = JSON.parse_string(text)
	for key: String in saved:
		var poorer := saved.duplicate(true)
		poorer.erase(key)
		damaged.append(JSON.stringify(poorer))
		for value: Variant in ["12", null, true, [1, "2"], [1e300, 2], 1e300]:
			poorer[key] = value
			damaged.append(JSON.stringify(poorer))
	var afar := saved.duplicate(true)
	afar.memory.last_known_position = [1e15, 2]
	damaged.append(JSON.stringify(afar))
	for key: String in ["memory", "search"]:
		# Of these the library says on the console what is wrong.
		print("[allow] from_dict() cannot use this")
		var poorer := saved.duplicate(true)
		(poorer[key] as Dictionary).clear()
		damaged.append(JSON.stringify(poorer))
	return damaged


func _is_sweeping() -> bool:
	var arrived := to_guard(guard.memory.last_known_position) < THERE
	return guard.state == GuardScript.State.SEARCH and arrived and guard.velocity.is_zero_approx()


## How long it stands and looks round, from now until it is back on patrol.
func _sweep_time() -> float:
	if not await until(_is_sweeping, 8.0):
		return 0.0
	var count := 0
	while _is_sweeping() and count < ticks(8.0):
		await tick()
		count += 1
	return count / float(Engine.physics_ticks_per_second)

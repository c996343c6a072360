extends "res://support/dim_suite.gd"
## The ten checkpoints: what has to be true of a guard that senses, believes, searches and gives up.
## Real bodies, real physics, in either dimension.

const Brain := preload("res://support/brain.gd")
const Walker := preload("res://support/walker.gd")
## As near as a guard comes to a place it walks to, with a little air.
const THERE := 14.0
const FAR := Vector2(9000.0, 9000.0)

var _guard: Node
var _brain: Brain
var _player: Node
var _walker: Walker


func test_1_an_obstacle_does_not_stop_it() -> void:
	_stage(Vector2.ZERO, Vector2(200.0, -40.0))
	# Round, so that a guard without navigation slides past it.
	put(dim.solid(&"round", Vector2(250.0, 110.0), Vector2(200.0, 200.0)))
	await _until_alerted()
	_walker.way = [Vector2(280.0, -40.0), Vector2(280.0, 120.0)]
	check(await _until_lost(), "the wall comes between")
	var place := _brain.believed()
	_walker.vanish_to(FAR)
	var standing := 0
	var distance := INF
	for tick in _ticks_in(5.0):
		await ticks(1)
		distance = _brain.place().distance_to(place)
		if distance < THERE:
			break
		standing += int(_brain.pace < 1.0)
	between(distance, 0.0, THERE, "distance from where the player was")
	equal(standing, 0, "ticks of standing on the way")
	equal(_brain.believed(), place, "the place")


func test_2_the_edge_of_the_cone_makes_no_flicker() -> void:
	_stage(Vector2.ZERO, FAR)
	var half := deg_to_rad(45.0)
	var sensed := 0
	var was := 0.0
	var jump := 0.0
	var reversals := 0
	for tick in _ticks_in(10.0):
		# Across the very edge and back, every other tick.
		var angle := _brain.heading + half + (0.01 if tick % 4 < 2 else -0.01)
		dim.move(_player, _brain.place() + Vector2.from_angle(angle) * 250.0)
		await ticks(1)
		var confidence: float = _brain.memory.confidence
		jump = maxf(jump, absf(confidence - was))
		was = confidence
		var sees: bool = _brain.memory.sensed_target != null
		reversals += int(sees != (sensed > 0))
		sensed = int(sees)
	check(reversals > 20, "it was the edge: sight changed %d times" % reversals)
	between(_brain.changes, 0, 2, "changes of state")
	between(jump, 0.0, 1.05 * tick_time() / 0.45, "confidence in a tick")


func test_3_it_goes_to_a_and_never_drifts_to_b() -> void:
	var b := Vector2(240.0, 400.0)
	_stage(Vector2.ZERO, Vector2(200.0, -60.0))
	put(dim.solid(&"round", Vector2(200.0, 20.0), Vector2(60.0, 60.0)))
	put(dim.wall(Vector2(150.0, 300.0), Vector2(20.0, 300.0)))
	await _until_alerted()
	_walker.way = [Vector2(245.0, -30.0), Vector2(245.0, 20.0)]
	check(await _until_lost(), "hidden behind A")
	var place := _brain.believed()
	var start := _brain.place()
	_walker.vanish_to(b)
	var off := 0.0
	for tick in _ticks_in(5.0):
		await ticks(1)
		equal(_brain.believed(), place, "the place")
		var here := _brain.place()
		var line := Geometry2D.get_closest_point_to_segment(here, start, place)
		off = maxf(off, line.distance_to(here))
		if here.distance_to(place) < THERE:
			break
	between(_brain.place().distance_to(place), 0.0, THERE, "distance from A")
	between(off, 0.0, 30.0, "distance from the way to A")


func test_4_it_looks_both_ways_before_it_quits() -> void:
	await _lose_the_player()
	var looks := await _watch_the_search(10.0)
	check(looks.arrived, "it arrived")
	between(looks.left, 0.9, 1.3, "to one side")
	between(looks.right, 0.9, 1.3, "to the other")
	equal(_brain.state, Brain.State.PATROL, "then it quits")


func test_5_having_given_up_it_stays_away() -> void:
	_stage(Vector2.ZERO, Vector2(200.0, 0.0))
	_brain.route = [Vector2(-60.0, 0.0)]
	await _lose_the_player()
	var place := _brain.believed()
	await _watch_the_search(15.0)
	equal(_brain.state, Brain.State.PATROL, "back on patrol")
	equal(_brain.memory.has_last_known, false, "nowhere to go")
	var changes := _brain.changes
	var back := 0
	var distance := _brain.place().distance_to(place)
	for tick in _ticks_in(8.0):
		await ticks(1)
		var now := _brain.place().distance_to(place)
		back += int(now < distance - 0.5)
		distance = now
	equal(back, 0, "ticks of walking back")
	equal(_brain.changes, changes, "it stays on patrol")
	between(_brain.place().distance_to(Vector2(-60.0, 0.0)), 0.0, THERE, "distance from its post")


func test_6_a_rock_sends_it_to_the_rock_at_walking_pace() -> void:
	_stage(Vector2.ZERO, Vector2(-300.0, 0.0))
	_listen()
	var rock := Vector2(150.0, 180.0)
	equal(_throw(rock), 1, "heard")
	var fastest := 0.0
	for tick in _ticks_in(6.0):
		await ticks(1)
		fastest = maxf(fastest, _brain.pace)
		if _brain.place().distance_to(rock) < THERE:
			break
	between(_brain.place().distance_to(rock), 0.0, THERE, "distance from the rock")
	between(fastest, 1.0, 80.0, "pace")
	equal(_brain.memory.stimulus, dim.constant(&"EnemyMemory", &"SOUND"), "what it goes by")
	equal(_brain.memory.alerted, false, "suspicious at most")


func test_7_a_rock_does_not_distract_it_from_the_player() -> void:
	_stage(Vector2.ZERO, Vector2(350.0, 0.0))
	_listen()
	await _until_alerted()
	_walker.way = [Vector2(3000.0, 0.0)]
	_walker.speed = 130.0
	await ticks(_ticks_in(0.5))
	for tick in _ticks_in(1.0):
		if tick == 5:
			equal(_throw(Vector2(100.0, -150.0)), 1, "in earshot")
		await ticks(1)
		equal(_brain.memory.confidence, 1.0, "confidence")
		equal(_brain.memory.sensed_target, _player, "who it sees")
		equal(_brain.state, Brain.State.CHASE, "state")
		between(absf(_brain.heading), 0.0, 0.05, "heading")
		between(_brain.believed().x, 350.0, 4000.0, "where it believes the player")


func test_8_confidence_keeps_its_times() -> void:
	_stage(Vector2.ZERO, FAR)
	_brain.chase_speed = 0.0
	_brain.walk_speed = 0.0
	var memory := _brain.memory
	dim.move(_player, Vector2(200.0, 0.0))
	await _until(func() -> bool: return memory.sensed_target != null, 1.0)
	var rise := 1
	while memory.confidence < 1.0 and rise < 1000:
		await ticks(1)
		rise += 1
	near(rise, 0.45 / tick_time(), "ticks to rise", 2.0)
	dim.move(_player, FAR)
	await _until(func() -> bool: return memory.sensed_target == null, 1.0)
	var fall := 1
	while memory.confidence > 0.0 and fall < 1000:
		await ticks(1)
		fall += 1
	near(fall, 3.5 / tick_time(), "ticks to fall", 2.0)


func test_9_who_overlaps_it_is_detected() -> void:
	for offset: float in [0.0, 3.0, -9.0, -15.0]:
		for player_first: bool in [true, false]:
			var player := dim.target(Vector2(offset, 0.0))
			if player_first:
				put(player)
			_guard = put(dim.guard(Vector2.ZERO))
			_guard.get_node(^"Eye").set(&"near_range", dim.length(20.0))
			_brain = _mind(_guard)
			if not player_first:
				put(player)
			await ticks(_ticks_in(0.45) + 3)
			equal(_brain.memory.sensed_target, player, "at %s" % offset)
			equal(_brain.memory.confidence, 1.0, "at %s" % offset)
			_guard.free()
			player.free()


func test_10_an_interrupted_search_starts_clean() -> void:
	await _lose_the_player()
	await _until(_is_looking, 6.0)
	# In the middle of the last look the player is back, then gone again.
	await ticks(_ticks_in(2.2))
	equal(_brain.state, Brain.State.SEARCH, "still looking")
	dim.move(_player, _brain.place() + Vector2.from_angle(_brain.heading) * 60.0)
	await _until(func() -> bool: return _brain.state == Brain.State.CHASE, 2.0)
	equal(_brain.state, Brain.State.CHASE, "it saw the player again")
	_walker.vanish_to(FAR)
	var looks := await _watch_the_search(12.0)
	check(looks.arrived, "it arrived")
	between(looks.left, 0.9, 1.3, "a whole look to one side")
	between(looks.right, 0.9, 1.3, "a whole look to the other")


func test_10_a_rock_at_its_feet_is_searched() -> void:
	_stage(Vector2.ZERO, FAR)
	_listen()
	# A first search leaves nothing behind that could shorten the second.
	for turn in 2:
		var straight := _brain.heading
		equal(_throw(Vector2(3.0, 0.0)), 1, "heard")
		await ticks(3)
		equal(_brain.state, Brain.State.SEARCH, "it cares")
		var began := Engine.get_physics_frames()
		var looks := await _watch_the_search(6.0, straight)
		var took := (Engine.get_physics_frames() - began) * tick_time()
		between(looks.left, 0.9, 1.3, "to one side")
		between(looks.right, 0.9, 1.3, "to the other")
		between(took, 2.6, 3.2, "seconds")
		equal(_brain.state, Brain.State.PATROL, "and gives up")


## What the guard thinks with.
func _mind(guard: Node) -> Brain:
	return Brain.new(dim, guard)


func _stage(post: Vector2, player: Vector2) -> void:
	if _guard != null:
		return
	_guard = put(dim.guard(post))
	_brain = _mind(_guard)
	_player = put(dim.target(player))
	_walker = Walker.new(dim, _player)


## Gives the guard ears: a listener on its body that hands noises to the brain.
func _listen() -> void:
	var ear := put(dim.listener(Vector2.ZERO), _guard)
	ear.on_heard = func() -> void: _brain.hear(ear.calls[-1][0], ear.calls[-1][1])


func _throw(place: Vector2) -> int:
	return dim.emit_noise(place, 400.0, 0.9, [_player])


## The guard becomes sure of the player, who then is gone.
func _lose_the_player() -> void:
	_stage(Vector2.ZERO, Vector2(200.0, 0.0))
	await _until_alerted()
	_walker.vanish_to(FAR)
	await _until_lost()


func _until_alerted() -> void:
	check(await _until(func() -> bool: return _brain.memory.alerted, 2.0), "it notices the player")


func _until_lost() -> bool:
	return await _until(func() -> bool: return _brain.memory.sensed_target == null, 4.0)


func _is_looking() -> bool:
	return _brain.state == Brain.State.SEARCH and _brain.pace < 1.0


func _until(condition: Callable, time: float) -> bool:
	for tick in _ticks_in(time):
		if condition.call():
			return true
		await ticks(1)
	return condition.call()


## Watches until the guard is on patrol again: how far it looked to both sides of where it came
## from, in radians. [param straight]: where it looked when it came, if it is looking already.
func _watch_the_search(time: float, straight := NAN) -> Dictionary:
	var found := {"arrived": not is_nan(straight), "left": 0.0, "right": 0.0}
	for tick in _ticks_in(time):
		if _brain.state == Brain.State.PATROL and found.arrived:
			break
		if not found.arrived and _is_looking():
			found.arrived = true
			straight = _brain.heading
		if found.arrived:
			var turned := angle_difference(straight, _brain.heading)
			found.left = maxf(found.left, -turned)
			found.right = maxf(found.right, turned)
		await ticks(1)
	return found


func _ticks_in(time: float) -> int:
	return roundi(time / tick_time())

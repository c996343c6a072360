# gdlint: disable=max-public-methods,max-file-lines
extends "res://support/dim_suite.gd"
## EnemySearch, member by member, in either dimension. What walks is a mere place, on the plane, and
## time is handed in; only walls and worlds need the engine.

const IDLE := 0
const TRAVEL := 1
const LOOK := 2
const COVER := 3
const DONE := 4

const NOT_FINISHED := 0
const EXHAUSTED := 1
const UNREACHABLE := 2
const EXPIRED := 3
const TIMED_OUT := 4
const CANCELLED := 5

const INVALID := ERR_INVALID_DATA
const COVERS := &"hideouts"
## No search of a test takes as many ticks.
const ENOUGH := 6000

## Where the searcher is, on the plane.
var place := Vector2.ZERO


func test_a_new_search_is_idle() -> void:
	var search := _search()
	_check_state(search, IDLE, NOT_FINISHED)
	near(search.get(&"facing"), dim.direction(-90.0 if dim.is_3d() else 0.0), "facing", 1e-6)
	equal(search.get(&"goal"), dim.zero(), "goal")
	equal(search.call(&"step", dim.zero(), 0.1), dim.zero(), "nowhere to go")
	search.call(&"report_unreachable")
	search.call(&"cancel")
	_check_state(search, IDLE, NOT_FINISHED)
	var tunables := {
		&"search_speed": 2.5 if dim.is_3d() else 70.0,
		&"arrive_radius": 0.6 if dim.is_3d() else 8.0,
		&"vertical_tolerance": 1.0 if dim.is_3d() else 48.0,
		&"look_pause": 0.9,
		&"look_offsets": PackedFloat32Array([-1.0, 1.0, 0.0]),
		&"timeout": 20.0,
		&"cover_group": &"",
		&"cover_checks": 0,
		&"cover_radius": 8.0 if dim.is_3d() else 160.0,
		&"confidence_scaling": false,
	}
	for member: StringName in tunables:
		equal(search.get(member), tunables[member], member)
	check(search is RefCounted, "a RefCounted")


func test_phases_and_reasons_are_constants_of_the_class() -> void:
	var phases: Array[StringName] = [&"IDLE", &"TRAVEL", &"LOOK", &"COVER", &"DONE"]
	for index in phases.size():
		equal(dim.constant(&"EnemySearch", phases[index]), index, phases[index])
	var reasons: Array[StringName] = [
		&"NOT_FINISHED", &"EXHAUSTED", &"UNREACHABLE", &"EXPIRED", &"TIMED_OUT", &"CANCELLED"
	]
	for index in reasons.size():
		equal(dim.constant(&"EnemySearch", reasons[index]), index, reasons[index])


func test_every_tunable_can_be_written() -> void:
	var search := _search()
	var fields := {
		&"search_speed": 0.0,
		&"arrive_radius": 0.0,
		&"vertical_tolerance": 3.0,
		&"look_pause": 0.0,
		&"look_offsets": PackedFloat32Array([0.5]),
		&"timeout": 0.0,
		&"cover_group": &"crates",
		&"cover_checks": 7,
		&"cover_radius": 1.5,
		&"confidence_scaling": true,
	}
	for member: StringName in fields:
		search.set(member, fields[member])
		equal(search.get(member), fields[member], member)
	search.set(&"look_offsets", PackedFloat32Array())
	equal(search.get(&"look_offsets"), PackedFloat32Array(), "no looks")


func test_nonsense_is_refused_with_one_warning() -> void:
	var bad := {
		&"search_speed": [NAN, INF, -1.0],
		&"arrive_radius": [NAN, INF, -1.0],
		&"vertical_tolerance": [NAN, INF, -1.0],
		&"look_pause": [NAN, INF, -1.0],
		&"timeout": [NAN, INF, -1.0],
		&"cover_checks": [-1],
		&"cover_radius": [NAN, INF, -1.0],
	}
	for member: StringName in bad:
		for value: Variant in bad[member]:
			check_refused(_search(), member, value)
	var search := _search()
	for value: float in [NAN, -INF]:
		search.set(&"look_offsets", PackedFloat32Array([0.0, value]))
		equal(search.get(&"look_offsets"), PackedFloat32Array([-1.0, 1.0, 0.0]), "looks")
	check_warned([dim.title(&"EnemySearch"), "look_offsets", "nan"])


func test_what_it_is_doing_is_read_only() -> void:
	var search := _search()
	for member: StringName in [&"facing", &"goal", &"phase", &"finish_reason"]:
		var before: Variant = search.get(member)
		var other: Variant = 3 if before is int else dim.at(Vector2(60.0, 80.0))
		search.set(member, other)
		equal(search.get(member), before, member)


func test_it_walks_there_looks_round_and_gives_up() -> void:
	var memory := _memory(Vector2(70.0, 0.0))
	var search := _search()
	search.call(&"begin", memory, dim.direction(90.0))
	_check_state(search, TRAVEL, NOT_FINISHED)
	equal(search.get(&"goal"), dim.at(Vector2(70.0, 0.0)), "goal")
	near(search.get(&"facing"), dim.direction(90.0), "as it stood", 1e-5)
	var speed := 70.0 if not dim.is_3d() else 50.0
	near(dim.on_plane(_step(search)), Vector2(speed, 0.0), "velocity", 0.01)
	near(search.get(&"facing"), dim.direction(0.0), "it looks where it goes", 1e-5)
	var walk := 1 + _until(search, LOOK)
	var radius: float = search.get(&"arrive_radius") / dim.length(1.0)
	near(walk * tick_time(), (70.0 - radius) / speed, "seconds of walking", 2.0 * tick_time())
	near(place.x, 70.0 - radius, "where it stops", speed * tick_time())
	for offset: float in [-1.0, 1.0, 0.0]:
		for tick in roundi(0.9 / tick_time()):
			equal(search.get(&"phase"), LOOK, "phase")
			near(_looks_along(search), offset, "look", 1e-4)
			equal(_step(search), dim.zero(), "it stands")
	_check_state(search, DONE, EXHAUSTED)
	equal(search.call(&"is_finished"), true)
	equal(memory.get(&"has_last_known"), false, "given up")
	near(memory.get(&"confidence"), 1.0, "confidence falls by itself")
	equal(_step(search), dim.zero(), "done")


func test_the_counter_is_clean_on_every_begin() -> void:
	var search := _search()
	for turn in 3:
		# A sound at its feet, after a search that came to its end, and one that did not.
		search.call(&"begin", _memory(Vector2(2.0, 0.0)))
		var took := _until(search, DONE)
		near(took * tick_time(), 2.7, "seconds of search %d" % turn, 2.0 * tick_time())
		search.call(&"begin", _memory(Vector2(2.0, 0.0)))
		for tick in roundi(2.0 / tick_time()):
			_step(search)
		equal(search.get(&"phase"), LOOK, "in the middle of a look")


func test_who_can_say_that_there_is_no_way() -> void:
	for looking: bool in [false, true]:
		var memory := _memory(Vector2(70.0, 0.0))
		var search := _search()
		search.call(&"begin", memory)
		if looking:
			_until(search, LOOK)
		search.call(&"report_unreachable")
		_check_state(search, DONE, UNREACHABLE)
		equal(memory.get(&"has_last_known"), false, "given up")
		equal(_step(search), dim.zero(), "done")


func test_it_ends_when_somebody_else_clears_the_memory() -> void:
	for way: StringName in [&"give_up", &"forget"]:
		var memory := _memory(Vector2(70.0, 0.0))
		var search := _search()
		search.call(&"begin", memory)
		_step(search)
		memory.call(way)
		equal(_step(search), dim.zero(), "nowhere to go")
		_check_state(search, DONE, EXPIRED)


func test_confidence_alone_ends_nothing() -> void:
	var memory := _memory(Vector2(70.0, 0.0))
	var search := _search()
	search.call(&"begin", memory)
	memory.set(&"confidence", 0.0)
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)


func test_without_a_belief_it_has_expired_at_once() -> void:
	for memory: Variant in [null, dim.make(&"EnemyMemory")]:
		var search := _search()
		search.call(&"begin", memory)
		_check_state(search, DONE, EXPIRED)
		check(not search.get(&"facing").is_zero_approx(), "it looks somewhere")


func test_it_takes_no_longer_than_its_timeout() -> void:
	var memory := _memory(Vector2(1.0e6, 0.0))
	var search := _search()
	search.set(&"timeout", 3.0)
	search.call(&"begin", memory)
	near(_until(search, DONE) * tick_time(), 3.0, "seconds", 2.0 * tick_time())
	_check_state(search, DONE, TIMED_OUT)
	equal(memory.get(&"has_last_known"), false, "given up")
	search.set(&"timeout", 0.0)
	search.call(&"begin", _memory(Vector2.ZERO))
	_step(search)
	_check_state(search, DONE, TIMED_OUT)


func test_calling_it_off_leaves_the_belief_alone() -> void:
	var memory := _memory(Vector2(70.0, 0.0))
	var search := _search()
	search.call(&"begin", memory)
	_step(search)
	search.call(&"cancel")
	_check_state(search, DONE, CANCELLED)
	equal(memory.get(&"has_last_known"), true, "the belief")
	search.call(&"begin", memory)
	_until(search, DONE)
	search.call(&"cancel")
	search.call(&"report_unreachable")
	_check_state(search, DONE, EXHAUSTED)


func test_a_newer_place_calls_it_away() -> void:
	var memory := _memory(Vector2(30.0, 0.0))
	var search := _search()
	search.call(&"begin", memory)
	_until(search, LOOK)
	for tick in roundi(1.0 / tick_time()):
		_step(search)
	memory.call(&"reinforce", dim.at(Vector2(30.0, 40.0)), 0.1)
	_step(search)
	_check_state(search, TRAVEL, NOT_FINISHED)
	equal(search.get(&"goal"), dim.at(Vector2(30.0, 40.0)), "goal")
	_until(search, LOOK)
	var looks := _until(search, DONE)
	near(looks * tick_time(), 2.7, "the sweep is whole", 2.0 * tick_time())
	_check_state(search, DONE, EXHAUSTED)


func test_a_place_that_moves_every_tick_is_no_way_out_of_the_timeout() -> void:
	var memory := _memory(Vector2(300.0, 0.0))
	var search := _search()
	search.set(&"timeout", 4.0)
	search.call(&"begin", memory)
	var took := 0
	while search.get(&"phase") != DONE and took < ENOUGH:
		took += 1
		var away := Vector2.from_angle(took * 0.1) * 300.0
		memory.call(&"reinforce", dim.at(away), 0.1)
		_step(search)
	near(took * tick_time(), 4.0, "seconds", 2.0 * tick_time())
	_check_state(search, DONE, TIMED_OUT)


func test_an_unsure_search_is_slower_and_shorter() -> void:
	var search := _search()
	search.set(&"confidence_scaling", true)
	for entry: Array in [[1.0, 1.0, 3], [0.5, 0.75, 2], [0.02, 0.51, 2]]:
		place = Vector2.ZERO
		search.call(&"begin", _memory(Vector2(300.0, 0.0), Vector2.ZERO, entry[0]))
		var pace: Vector2 = dim.on_plane(_step(search))
		near(pace.length(), entry[1] * (50.0 if dim.is_3d() else 70.0), "pace", 0.1)
		_until(search, LOOK)
		near(_until(search, DONE) * tick_time(), entry[2] * 0.9, "looks", 2.0 * tick_time())


func test_without_looks_it_only_goes_there() -> void:
	var search := _search()
	search.set(&"look_offsets", PackedFloat32Array())
	search.call(&"begin", _memory(Vector2(20.0, 0.0)))
	var took := 0
	while search.get(&"phase") != DONE and took < ENOUGH:
		equal(search.get(&"phase"), TRAVEL, "phase")
		_step(search)
		took += 1
	_check_state(search, DONE, EXHAUSTED)


func test_a_belief_in_a_wall_is_given_up_in_time() -> void:
	put(dim.wall(Vector2(100.0, 0.0), Vector2(60.0, 60.0)))
	var memory := _memory(Vector2(100.0, 0.0))
	var search := _search()
	search.call(&"begin", memory)
	var took := 0
	while search.get(&"phase") != DONE and took < ENOUGH:
		# The wall keeps it out.
		_step(search)
		place.x = minf(place.x, 60.0)
		took += 1
	near(took * tick_time(), 20.0, "seconds", 2.0 * tick_time())
	_check_state(search, DONE, TIMED_OUT)
	equal(memory.get(&"has_last_known"), false, "given up")


func test_what_is_no_number_holds_it_where_it_is() -> void:
	var search := _search()
	search.call(&"begin", _memory(Vector2(70.0, 0.0)))
	var before: Variant = search.get(&"facing")
	for bad: float in [NAN, INF]:
		equal(search.call(&"step", dim.spoilt(bad), tick_time()), dim.zero(), "no place")
		equal(search.call(&"step", dim.zero(), bad), dim.zero(), "no time")
	equal(search.call(&"step", dim.zero(), -1.0), dim.zero(), "backwards")
	check_warned([dim.title(&"EnemySearch"), "step()"])
	equal(search.call(&"step", dim.zero(), 0.0), dim.zero(), "a pause")
	_check_state(search, TRAVEL, NOT_FINISHED)
	equal(search.get(&"facing"), before, "facing")
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)
	search.set(&"timeout", 1.0)
	search.call(&"begin", _memory(Vector2(300.0, 0.0)))
	for tick in roundi(1.0 / tick_time()) + 1:
		search.call(&"step", dim.spoilt(NAN), tick_time())
	_check_state(search, DONE, TIMED_OUT)
	check_warned([dim.title(&"EnemySearch"), "step()"])


func test_begin_takes_what_a_script_may_have_in_hand() -> void:
	var title := dim.title(&"EnemySearch")
	var freed := Node.new()
	freed.free()
	var other := "EnemyMemory" if dim.is_3d() else "EnemyMemory3D"
	var wrong: Array = [freed, self, 5, "memory", ClassDB.instantiate(other)]
	for memory: Variant in wrong:
		var search := _search()
		for turn in 2:
			search.call(&"begin", memory)
			_check_state(search, DONE, EXPIRED)
		check_warned([title, "begin(memory)", "no belief"])
	var stranger := dim.stranger()
	keep(stranger)
	for searcher: Variant in [freed, stranger, 5, _memory(Vector2.ZERO)]:
		var search := _search()
		for turn in 2:
			search.call(&"begin", _memory(Vector2(70.0, 0.0)), dim.zero(), searcher)
		check_warned([title, "begin(searcher)", "no searcher"])
		_until(search, DONE)
		_check_state(search, DONE, EXHAUSTED)
	var search := _search()
	search.call(&"begin", _memory(Vector2(70.0, 0.0)), dim.spoilt(NAN))
	check_warned([title, "begin(facing)"])
	_check_state(search, TRAVEL, NOT_FINISHED)


func test_a_search_lets_go_of_memory_and_searcher() -> void:
	var search := _search()
	var memory := _memory(Vector2(70.0, 0.0))
	var guard := put(dim.senses_guard(Vector2.ZERO))
	search.call(&"begin", memory, dim.zero(), guard)
	var held: WeakRef = weakref(memory)
	memory = null
	_step(search)
	check(held.get_ref() != null, "the search keeps its memory")
	search.call(&"begin", null)
	equal(held.get_ref(), null, "and no longer than that")


func test_covers_are_looked_behind_as_a_pursuer_would() -> void:
	_cover("near behind", Vector2(-10.0, 0.0))
	_cover("far ahead", Vector2(110.0, 30.0))
	_cover("near ahead", Vector2(60.0, -30.0))
	_cover("at the rim", Vector2(-150.0, 0.0))
	_cover("past it", Vector2(171.5, 0.0))
	var plain := put(Node.new())
	plain.add_to_group(COVERS)
	put(dim.stranger()).add_to_group(COVERS)
	await ticks(2)
	var ahead := await _behind(_memory(Vector2(10.0, 0.0), Vector2(30.0, 0.0)))
	equal(ahead, ["near ahead", "far ahead", "near behind", "at the rim"], "it was moving")
	var still := await _behind(_memory(Vector2(10.0, 0.0)))
	equal(still, ["near behind", "near ahead", "far ahead", "at the rim"], "it stood")
	var one := await _behind(_memory(Vector2(10.0, 0.0)), 1)
	equal(one, ["near behind"], "one of them")
	equal(await _behind(_memory(Vector2(10.0, 0.0)), 0), [], "none")


func test_it_goes_to_a_cover_and_looks_round_there() -> void:
	_cover("crate", Vector2(60.0, 0.0))
	await ticks(2)
	var memory := _memory(Vector2(10.0, 0.0))
	var search := _cover_search(3)
	search.call(&"begin", memory)
	_until(search, LOOK)
	_until(search, COVER)
	equal(search.get(&"goal"), dim.at(Vector2(60.0, 0.0)), "goal")
	var velocity: Vector2 = dim.on_plane(_step(search))
	near(velocity.angle(), 0.0, "the way there", 1e-4)
	_until(search, LOOK)
	near(place.x, 60.0, "where it stops", 15.0)
	near(_looks_along(search), -1.0, "look", 1e-4)
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)
	equal(memory.get(&"has_last_known"), false, "given up")


func test_a_cover_that_cannot_be_reached_is_passed_over() -> void:
	_cover("first", Vector2(30.0, 0.0))
	_cover("second", Vector2(60.0, 0.0))
	await ticks(2)
	var search := _cover_search(3)
	search.call(&"begin", _memory(Vector2.ZERO))
	_until(search, COVER)
	search.call(&"report_unreachable")
	_check_not_done(search)
	_step(search)
	equal(search.get(&"goal"), dim.at(Vector2(60.0, 0.0)), "the next one")
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)


func test_no_cover_is_looked_behind_twice_in_one_search() -> void:
	_cover("near", Vector2(30.0, 0.0))
	_cover("far", Vector2(60.0, 0.0))
	await ticks(2)
	var memory := _memory(Vector2.ZERO)
	var search := _cover_search(1)
	search.call(&"begin", memory)
	_until(search, COVER)
	equal(search.get(&"goal"), dim.at(Vector2(30.0, 0.0)), "the nearest")
	memory.call(&"reinforce", dim.at(Vector2(2.0, 0.0)), 0.1)
	_step(search)
	_until(search, COVER)
	equal(search.get(&"goal"), dim.at(Vector2(60.0, 0.0)), "not that one again")
	search.call(&"begin", _memory(Vector2.ZERO))
	_until(search, COVER)
	equal(search.get(&"goal"), dim.at(Vector2(30.0, 0.0)), "a new search starts clean")


func test_a_cover_in_a_wall_is_none() -> void:
	put(dim.wall(Vector2(40.0, 0.0), Vector2(30.0, 30.0)))
	put(dim.solid(&"round", Vector2(0.0, 60.0), Vector2(40.0, 40.0), dim.GLASS))
	_cover("in the wall", Vector2(40.0, 0.0))
	_cover("in the glass", Vector2(0.0, 60.0))
	_cover("free", Vector2(0.0, -90.0))
	await ticks(2)
	equal(await _behind(_memory(Vector2.ZERO)), ["in the glass", "free"], "layer 1")
	var guard := put(dim.senses_guard(Vector2(0.0, -200.0)))
	await ticks(2)
	guard.get_node(^"Eye").set(&"occlusion_mask", dim.GLASS)
	for searcher: Node in [guard, guard.get_node(^"Senses"), guard.get_node(^"Eye")]:
		var found := await _behind(_memory(Vector2.ZERO), 9, searcher)
		equal(found, ["in the wall", "free"], "the guard's own, by %s" % searcher.name)
	# The memory of an EnemySenses says whose search it is.
	var senses := guard.get_node(^"Senses")
	senses.call(&"reinforce", dim.zero(), 1.0)
	equal(await _behind(senses.get(&"memory")), ["in the wall", "free"], "the owner's")


func test_who_stands_in_a_cover_is_no_wall() -> void:
	_cover("mate", Vector2(30.0, 0.0))
	_cover("player", Vector2(60.0, 0.0))
	_cover("itself", Vector2(0.0, 90.0))
	var mate := put(dim.senses_guard(Vector2(30.0, 0.0)))
	var player := put(dim.target(Vector2(60.0, 0.0)))
	var guard := put(dim.senses_guard(Vector2(0.0, 90.0)))
	for body: Node in [mate, player, guard]:
		body.set(&"collision_layer", dim.WORLD)
	await ticks(3)
	equal(await _behind(_memory(Vector2.ZERO), 9, guard), ["mate", "player", "itself"])


func test_covers_are_those_of_the_searchers_world() -> void:
	var other := put(dim.world())
	_cover("here", Vector2(30.0, 0.0))
	_cover("there", Vector2(60.0, 0.0), other)
	var guard := put(dim.senses_guard(Vector2.ZERO), other)
	await ticks(2)
	equal(await _behind(_memory(Vector2.ZERO)), ["here"], "the root's")
	equal(await _behind(_memory(Vector2.ZERO), 9, guard), ["there"], "the searcher's")
	other.remove_child(guard)
	keep(guard)
	equal(await _behind(_memory(Vector2.ZERO), 9, guard), [], "nowhere")
	check_warned([dim.title(&"EnemySearch"), "cover_group", "no world"])


func test_mates_never_look_behind_one_cover() -> void:
	_cover("near", Vector2(30.0, 0.0))
	_cover("far", Vector2(60.0, 0.0))
	var guards := [_mate(&"north"), _mate(&"north"), _mate(&"south")]
	await ticks(2)
	var searches: Array = []
	for guard: Node in guards:
		var search := _cover_search(9)
		search.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guard)
		searches.append(search)
		place = Vector2.ZERO
		_until(search, COVER)
	var goals: Array = searches.map(func(search: Object) -> Variant: return search.get(&"goal"))
	equal(goals[0], dim.at(Vector2(30.0, 0.0)), "the first takes the nearest")
	equal(goals[1], dim.at(Vector2(60.0, 0.0)), "its mate the other")
	equal(goals[2], dim.at(Vector2(30.0, 0.0)), "another squad does not mind")
	# A third mate finds nothing, until the first is called off.
	var third := _cover_search(9)
	place = Vector2.ZERO
	third.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guards[0])
	_until(third, DONE)
	_check_state(third, DONE, EXHAUSTED)
	searches[0].call(&"cancel")
	third.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guards[0])
	_until(third, COVER)
	equal(third.get(&"goal"), dim.at(Vector2(30.0, 0.0)), "free again")


func test_a_search_that_is_let_go_of_leaves_its_cover() -> void:
	_cover("only", Vector2(30.0, 0.0))
	var guard := _mate(&"north")
	await ticks(2)
	var first := _cover_search(9)
	first.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guard)
	_until(first, COVER)
	var second := _cover_search(9)
	for turn in 2:
		place = Vector2.ZERO
		second.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guard)
		if turn == 0:
			_until(second, DONE)
			first = null
		else:
			_until(second, COVER)
			equal(second.get(&"goal"), dim.at(Vector2(30.0, 0.0)), "free")
	# Begun anew it leaves it too.
	second.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guard)
	var third := _cover_search(9)
	third.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guard)
	_until(third, COVER)


func test_who_is_in_no_squad_minds_nobody() -> void:
	_cover("only", Vector2(30.0, 0.0))
	await ticks(2)
	var searches: Array = []
	for turn in 2:
		var search := _cover_search(9)
		searches.append(search)
		search.call(&"begin", _memory(Vector2.ZERO))
		place = Vector2.ZERO
		_until(search, COVER)
		equal(search.get(&"goal"), dim.at(Vector2(30.0, 0.0)), "search %d" % turn)


func test_a_searcher_that_is_freed_does_not_stop_it() -> void:
	_cover("crate", Vector2(60.0, 0.0))
	var guard := put(dim.senses_guard(Vector2.ZERO))
	await ticks(2)
	var search := _cover_search(9)
	search.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guard)
	_step(search)
	guard.free()
	_until(search, COVER)
	equal(search.get(&"goal"), dim.at(Vector2(60.0, 0.0)), "it goes on")
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)


func test_a_guard_that_is_freed_leaves_its_search_to_end() -> void:
	var guard := put(dim.senses_guard(Vector2.ZERO))
	await ticks(2)
	var senses := guard.get_node(^"Senses")
	senses.call(&"reinforce", dim.at(Vector2(70.0, 0.0)), 1.0)
	var memory: Object = senses.get(&"memory")
	var search := _search()
	search.call(&"begin", memory, dim.zero(), senses)
	_step(search)
	guard.free()
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)
	equal(memory.get(&"has_last_known"), false, "given up")


func test_a_scene_that_goes_does_not_stop_it() -> void:
	var level := put(dim.spot(Vector2.ZERO))
	var crate := _cover("crate", Vector2(60.0, 0.0), level)
	var guard := put(dim.senses_guard(Vector2.ZERO), level)
	await ticks(2)
	var search := _cover_search(9)
	search.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guard.get_node(^"Senses"))
	_until(search, COVER)
	level.free()
	check(not is_instance_valid(crate), "the crate is gone")
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)
	# The same search in the next level.
	_cover("barrel", Vector2(-40.0, 0.0))
	await ticks(2)
	place = Vector2.ZERO
	search.call(&"begin", _memory(Vector2.ZERO))
	_until(search, COVER)
	equal(search.get(&"goal"), dim.at(Vector2(-40.0, 0.0)), "what is there now")


func test_covers_are_left_out_where_nobody_can_be_asked() -> void:
	_cover("crate", Vector2(60.0, 0.0))
	await ticks(2)
	var search := _cover_search(9)
	search.call(&"begin", _memory(Vector2.ZERO))
	var thread := Thread.new()
	thread.start(_until.bind(search, DONE))
	while thread.is_alive():
		await ticks(1)
	thread.wait_to_finish()
	_check_state(search, DONE, EXHAUSTED)
	near(place, Vector2.ZERO, "it went nowhere", 1e-3)
	check_warned([dim.title(&"EnemySearch"), "cover_group", "main thread"])


func test_the_belief_that_was_searched_is_the_one_given_up() -> void:
	var senses := await _two_minds()
	var memory: Object = senses.get(&"memory")
	equal(dim.on_plane(memory.get(&"last_known_position")), Vector2(70.0, 0.0), "the surer one")
	var search := _search()
	search.call(&"begin", memory, dim.zero(), senses)
	_step(search)
	# Another belief becomes the strongest: the search stays with its own.
	_tell(senses, Vector2(-200.0, 0.0), 0.9)
	near(dim.on_plane(memory.get(&"last_known_position")), Vector2(-200.0, 0.0), "strongest")
	_until(search, LOOK)
	equal(search.get(&"goal"), dim.at(Vector2(70.0, 0.0)), "goal")
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)
	equal(memory.get(&"has_last_known"), true, "the other place is still to be searched")
	search.call(&"begin", memory, dim.zero(), senses)
	equal(search.get(&"goal"), dim.at(Vector2(-200.0, 0.0)), "the next search")
	equal(_places(senses), [Vector2(-200.0, 0.0)], "and only that one")


func test_a_newer_place_of_the_same_belief_calls_it_away() -> void:
	var senses := await _two_minds()
	var search := _search()
	search.call(&"begin", senses.get(&"memory"), dim.zero(), senses)
	_tell(senses, Vector2(-200.0, 0.0), 0.9)
	# Within 64 px of the old place: the same sound has moved.
	senses.call(&"receive_alert", dim.at(Vector2(90.0, 20.0)), null, 0.85)
	_step(search)
	equal(search.get(&"goal"), dim.at(Vector2(90.0, 20.0)), "goal")
	_check_state(search, TRAVEL, NOT_FINISHED)


func test_a_belief_that_is_forgotten_ends_its_search() -> void:
	var senses := await _two_minds()
	var search := _search()
	search.call(&"begin", senses.get(&"memory"), dim.zero(), senses)
	_step(search)
	senses.call(&"forget_target")
	_step(search)
	_check_state(search, DONE, EXPIRED)
	equal(senses.get(&"has_memory"), false)
	search.call(&"begin", senses.get(&"memory"), dim.zero(), senses)
	_check_state(search, DONE, EXPIRED)


func test_a_memory_of_a_guard_that_sleeps_can_be_searched() -> void:
	var senses := await _two_minds()
	senses.set(&"enabled", false)
	var search := _search()
	search.call(&"begin", senses.get(&"memory"))
	_until(search, DONE)
	_check_state(search, DONE, EXHAUSTED)
	equal(_places(senses), [Vector2(-200.0, 0.0)], "given up")


func test_a_saved_search_goes_on_like_its_twin() -> void:
	_cover("near", Vector2(60.0, 30.0))
	_cover("far", Vector2(110.0, -30.0))
	await ticks(2)
	var search := _cover_search(2)
	search.call(&"begin", _memory(Vector2(40.0, 0.0), Vector2(30.0, 0.0)), dim.direction(50.0))
	var trace: Array = []
	var saves := {}
	while search.get(&"phase") != DONE and trace.size() < ENOUGH:
		if trace.size() % 13 == 0:
			saves[trace.size()] = [place, bytes_to_var(var_to_bytes(search.call(&"to_dict")))]
		trace.append(_seen(search))
	_check_state(search, DONE, EXHAUSTED)
	check(saves.size() > 5, "%d saves" % saves.size())
	for step: int in saves:
		var twin := _cover_search(2)
		var memory := _memory(Vector2(40.0, 0.0), Vector2(30.0, 0.0))
		equal(twin.call(&"from_dict", saves[step][1], memory), OK, "loaded")
		equal(twin.call(&"to_dict"), saves[step][1], "as it was")
		place = saves[step][0]
		for later in range(step, trace.size()):
			equal(_seen(twin), trace[later], "step %d" % later)
		equal(memory.get(&"has_last_known"), false, "given up")
	var done := _search()
	equal(done.call(&"from_dict", search.call(&"to_dict"), null), OK, "loaded")
	_check_state(done, DONE, EXHAUSTED)


func test_a_save_is_plain_data_and_survives_text() -> void:
	_cover("crate", Vector2(60.0, 0.0))
	await ticks(2)
	var memory := _memory(Vector2(10.0, 0.0))
	var search := _cover_search(2)
	_check_plain(search.call(&"to_dict"))
	search.call(&"begin", memory)
	_until(search, COVER)
	var saved: Dictionary = search.call(&"to_dict")
	_check_plain(saved)
	equal(saved.version, 1, "version")
	# Text has no ints; whole floats are as good.
	var texts: Array = [JSON.parse_string(JSON.stringify(saved)), bytes_to_var(var_to_bytes(saved))]
	for read: Dictionary in texts:
		var twin := _cover_search(2)
		equal(twin.call(&"from_dict", read, memory), OK, "loaded")
		equal(twin.get(&"phase"), COVER, "phase")
		equal(twin.get(&"goal"), search.get(&"goal"), "goal")
		near(twin.get(&"facing"), search.get(&"facing"), "facing", 1e-5)


func test_a_save_knows_which_belief_was_searched() -> void:
	var senses := await _two_minds()
	var search := _search()
	search.call(&"begin", senses.get(&"memory"), dim.zero(), senses)
	_step(search)
	_tell(senses, Vector2(-200.0, 0.0), 0.9)
	var loaded := _search()
	var saved: Dictionary = search.call(&"to_dict")
	equal(loaded.call(&"from_dict", saved, senses.get(&"memory"), senses), OK)
	search = null
	_until(loaded, DONE)
	_check_state(loaded, DONE, EXHAUSTED)
	equal(_places(senses), [Vector2(-200.0, 0.0)], "the other is still to be searched")


func test_a_loaded_search_holds_its_cover() -> void:
	_cover("only", Vector2(30.0, 0.0))
	var guard := _mate(&"north")
	await ticks(2)
	var search := _cover_search(9)
	search.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guard)
	_until(search, COVER)
	var saved: Dictionary = search.call(&"to_dict")
	search = null
	var loaded := _cover_search(9)
	equal(loaded.call(&"from_dict", saved, _memory(Vector2.ZERO), guard), OK)
	var mate := _cover_search(9)
	place = Vector2.ZERO
	mate.call(&"begin", _memory(Vector2.ZERO), dim.zero(), guard)
	_until(mate, DONE)
	_check_state(mate, DONE, EXHAUSTED)
	equal(loaded.get(&"phase"), COVER, "its own")


func test_a_cover_has_a_name_of_its_own() -> void:
	var crate := _cover("crate", Vector2(30.0, 0.0))
	crate.set_meta(&"save_key", "storeroom/crate")
	await ticks(2)
	var search := _cover_search(9)
	search.call(&"begin", _memory(Vector2.ZERO))
	_until(search, COVER)
	var saved: Dictionary = search.call(&"to_dict")
	equal(saved.search.cover[0].key, "key:storeroom/crate", "key")
	crate.remove_meta(&"save_key")
	search.call(&"begin", _memory(Vector2.ZERO))
	place = Vector2.ZERO
	_until(search, COVER)
	saved = search.call(&"to_dict")
	equal(saved.search.cover[0].key, "path:%s" % crate.get_path(), "path")


func test_a_spoilt_save_is_refused_and_changes_nothing() -> void:
	var memory := _memory(Vector2(70.0, 0.0))
	var search := _search()
	search.call(&"begin", memory)
	_step(search)
	var good: Dictionary = search.call(&"to_dict")
	var spoilt: Array = [[{}, "version"]]
	for key: String in good:
		var short := good.duplicate(true)
		short.erase(key)
		spoilt.append([short, "version" if key == "version" else "missing field `%s`" % key])
	for key: String in good.search:
		var short := good.duplicate(true)
		short.search.erase(key)
		spoilt.append([short, "search: missing field `%s`" % key])
		for value: Variant in [null, self, NAN, "spoilt", {"a": 1}, [1, 2, 3, 4, 5]]:
			var wrong := good.duplicate(true)
			wrong.search[key] = value
			spoilt.append([wrong, "search." + key])
	spoilt.append([null, "cannot be a"])
	spoilt.append([5, "not a dictionary"])
	spoilt.append([_with(good, "version", 2), "version"])
	spoilt.append([_with(good, "version", "1"), "version"])
	spoilt.append([_with(good, "track", -1), "track"])
	spoilt.append([_with(good, "search", 5), "search"])
	spoilt.append([_with(good, "alien", 5), "alien"])
	spoilt.append([_with(good, "itself", good), "itself"])
	for entry: Array in spoilt:
		var loaded := _search()
		loaded.call(&"begin", memory)
		equal(loaded.call(&"from_dict", entry[0], memory), INVALID, "%s is refused" % entry[1])
		_check_state(loaded, TRAVEL, NOT_FINISHED)
		check_warned([dim.title(&"EnemySearch"), "from_dict()", entry[1]])
	var other: Object = ClassDB.instantiate("EnemySearch" if dim.is_3d() else "EnemySearch3D")
	equal(other.call(&"from_dict", good, null), INVALID, "of the other dimension")
	check_warned(["from_dict()", "search.frame"])


func test_a_search_that_is_loaded_without_a_belief_expires() -> void:
	var search := _search()
	search.call(&"begin", _memory(Vector2(70.0, 0.0)))
	var saved: Dictionary = search.call(&"to_dict")
	var freed := Node.new()
	freed.free()
	for memory: Variant in [null, freed]:
		var loaded := _search()
		equal(loaded.call(&"from_dict", saved, memory), OK)
		_check_state(loaded, TRAVEL, NOT_FINISHED)
		_step(loaded)
		_check_state(loaded, DONE, EXPIRED)
	check_warned([dim.title(&"EnemySearch"), "from_dict(memory)"])


func _search() -> Object:
	return dim.make(&"EnemySearch")


func _cover_search(checks: int) -> Object:
	var search := _search()
	search.set(&"cover_group", COVERS)
	search.set(&"cover_checks", checks)
	search.set(&"look_pause", 0.1)
	search.set(&"timeout", 60.0)
	return search


## A memory that is sure of a place.
func _memory(where: Vector2, velocity := Vector2.ZERO, confidence := 1.0) -> Object:
	var memory := dim.make(&"EnemyMemory")
	memory.call(&"receive_report", dim.at(where), confidence, dim.at(velocity))
	return memory


## A marker behind something.
func _cover(title: String, where: Vector2, parent: Node = null) -> Node:
	var marker := dim.spot(where)
	marker.name = title
	marker.add_to_group(COVERS)
	return put(marker, parent)


func _mate(squad: StringName) -> Node:
	var guard := put(dim.senses_guard(Vector2(0.0, -300.0)))
	guard.get_node(^"Senses").set(&"squad", squad)
	return guard


## An EnemySenses that believes somebody at (70, 0), and less surely somebody else at (-200, 0).
func _two_minds() -> Node:
	var senses := put(dim.senses_guard(Vector2.ZERO)).get_node(^"Senses")
	await ticks(3)
	_tell(senses, Vector2(70.0, 0.0), 0.8)
	_tell(senses, Vector2(-200.0, 0.0), 0.4)
	return senses


func _tell(senses: Node, where: Vector2, amount: float) -> void:
	senses.call(&"receive_alert", dim.at(where), null, amount)


## The places that a guard still believes in.
func _places(senses: Node) -> Array:
	var found: Array = []
	var memory: Object = senses.get(&"memory")
	for track: Dictionary in senses.call(&"get_tracks"):
		if memory.get(&"has_last_known"):
			found.append(dim.on_plane(memory.get(&"last_known_position")).round())
		memory.call(&"give_up")
		memory.set(&"confidence", 0.0)
	return found


func _step(search: Object) -> Variant:
	var velocity: Variant = search.call(&"step", dim.at(place), tick_time())
	place += dim.on_plane(velocity) * tick_time()
	return velocity


## Steps until the phase shows; how many that took.
func _until(search: Object, phase: int) -> int:
	for step in ENOUGH:
		if search.get(&"phase") == phase:
			return step
		_step(search)
	check(false, "stays in phase %d" % search.get(&"phase"))
	return ENOUGH


## The covers, by name, that a search from (0, 0) looks behind.
func _behind(memory: Object, checks := 9, searcher: Node = null) -> Array:
	place = Vector2.ZERO
	# Inside a physics frame.
	await ticks(1)
	var search := _cover_search(checks)
	search.call(&"begin", memory, dim.zero(), searcher)
	var found: Array = []
	for step in ENOUGH:
		if search.get(&"phase") == DONE:
			break
		var was: Variant = search.get(&"goal")
		_step(search)
		if search.get(&"goal") != was:
			found.append(_cover_at(search.get(&"goal")))
	_check_state(search, DONE, EXHAUSTED)
	return found


func _cover_at(goal: Variant) -> String:
	for cover in get_tree().get_nodes_in_group(COVERS):
		if cover.get(&"global_position") == goal:
			return cover.name
	return "nowhere"


## How far to the side of where it came from it looks, in radians.
func _looks_along(search: Object) -> float:
	# Counterclockwise from above in space, clockwise on a screen.
	return dim.on_plane(search.get(&"facing")).angle() * (-1.0 if dim.is_3d() else 1.0)


## One step, and all that can be seen of it.
func _seen(search: Object) -> Array:
	var velocity: Variant = _step(search)
	var told: Array = [velocity, place]
	for member: StringName in [&"phase", &"finish_reason", &"goal", &"facing"]:
		told.append(search.get(member))
	return told


func _check_plain(value: Variant) -> void:
	match typeof(value):
		TYPE_DICTIONARY:
			for key: Variant in value:
				equal(typeof(key), TYPE_STRING, "a key")
				_check_plain(value[key])
		TYPE_ARRAY:
			for entry: Variant in value:
				_check_plain(entry)
		TYPE_FLOAT:
			check(is_finite(value), "finite")
		_:
			check(typeof(value) in [TYPE_BOOL, TYPE_INT, TYPE_STRING], "%s is plain" % value)


func _with(good: Dictionary, key: String, value: Variant) -> Dictionary:
	var made := good.duplicate(true)
	made[key] = value
	return made


func _check_not_done(search: Object) -> void:
	equal(search.get(&"finish_reason"), NOT_FINISHED, "reason")
	equal(search.call(&"is_finished"), false, "finished")


func _check_state(search: Object, phase: int, reason: int) -> void:
	equal(search.get(&"phase"), phase, "phase")
	equal(search.get(&"finish_reason"), reason, "reason")
	equal(search.call(&"is_finished"), phase == DONE, "finished")

# gdlint: disable=max-public-methods
extends "res://support/dim_suite.gd"
## Saves: plain, strict, and going on like the unsaved twin.

const SavedGame := preload("res://support/saved_game.gd")

const MEMORY_KEYS: Array[String] = [
	"alerted",
	"confidence",
	"floor_earned",
	"has_last_known",
	"last_known_position",
	"last_known_velocity",
	"stimulus",
	"time_since_seen",
	"version",
]

var _saved_files := PackedStringArray()


func _exit_tree() -> void:
	for file in _saved_files:
		DirAccess.remove_absolute(file)


# L07: a game saved in one process goes on in another like its twin.


func test_l07_a_game_loaded_from_json_in_a_fresh_process_goes_on_like_its_twin() -> void:
	_check_twins("no", "all-json")


func test_l07_a_game_loaded_from_bytes_in_a_fresh_process_goes_on_like_its_twin() -> void:
	_check_twins("no", "all-bytes")


func test_l07_enemies_loaded_one_by_one_in_a_fresh_process_go_on_like_their_twins() -> void:
	_check_twins("no", "ones-json")
	_check_twins("no", "ones-bytes")


func test_l07_with_save_keys_it_does_not_matter_where_nodes_are() -> void:
	_check_twins("yes", "all-json")
	_check_twins("yes", "ones-bytes")


func _check_twins(keys: String, form: String) -> void:
	var base := _file("%s_%s_%s" % [dim.is_3d(), keys, form])
	_saved_files.append_array([base + ".json", base + ".bytes", base + ".play", base + ".load"])
	var common := ["--dim", "3" if dim.is_3d() else "2", "--keys", keys, "--save", base]
	_run(common + ["--mode", "play", "--out", base + ".play"])
	_run(common + ["--mode", "load", "--form", form, "--out", base + ".load"])
	var played: Variant = JSON.parse_string(FileAccess.get_file_as_string(base + ".play"))
	var loaded: Variant = JSON.parse_string(FileAccess.get_file_as_string(base + ".load"))
	if not (played is Array and loaded is Array):
		check(false, "there are two traces")
		return
	equal(played.size(), SavedGame.TRACED, "ticks traced")
	equal(loaded.size(), SavedGame.TRACED, "ticks traced after loading")
	_check_mixed(played[0])
	var differences := PackedStringArray()
	for number in mini(played.size(), loaded.size()):
		for guard: String in played[number]:
			if guard == "Steps" and form.begins_with("ones"):
				# Steps are of no enemy; only the save of a whole game has them.
				continue
			for key: String in played[number][guard]:
				var twin: Variant = played[number][guard][key]
				var own: Variant = loaded[number][guard][key]
				if not _alike(twin, own):
					differences.append(
						"%s %s in tick %d: %s, not %s" % [guard, key, number, own, twin]
					)
	equal("\n".join(differences.slice(0, 5)), "", "%d differences" % differences.size())
	check(played[-1].Steps.heard > 5.0, "steps are heard: %s" % played[-1].Steps.heard)
	var heard := {}
	for seen: Dictionary in loaded:
		heard[seen.Ears.place] = true
	check(heard.size() > 5, "hearing works after loading, with its fuzz: %d" % heard.size())


## One in combat, one suspicious by a sound, one searching, one calm.
func _check_mixed(seen: Dictionary) -> void:
	equal(seen.Hot.level, float(dim.constant(&"EnemySenses", &"ALERTED")), "in combat")
	equal(seen.Hot.target, "Player", "in combat with")
	equal(seen.Ears.level, float(dim.constant(&"EnemySenses", &"SUSPICIOUS")), "suspicious")
	equal(seen.Ears.stimulus, float(dim.constant(&"EnemyMemory", &"SOUND")), "by a sound")
	equal(seen.Seeker.target, "", "searching")
	equal(seen.Seeker.last_target, "Thief", "searching for")
	check(seen.Seeker.has_memory, "there is a place to search")
	check(seen.Seeker.level > 0.0, "searching")
	equal(seen.Calm.level, float(dim.constant(&"EnemySenses", &"UNAWARE")), "calm")
	equal(seen.Calm.tracks, 0.0, "calm")


func _alike(twin: Variant, own: Variant) -> bool:
	if twin is float and own is float:
		return absf(twin - own) <= 1e-4
	if twin is Array and own is Array and twin.size() == own.size():
		return range(twin.size()).all(func(at: int) -> bool: return _alike(twin[at], own[at]))
	return twin == own


func _run(options: Array) -> void:
	var words := PackedStringArray(["--headless", "--fixed-fps", "60", "--path"])
	words.append(ProjectSettings.globalize_path("res://"))
	words.append_array(["res://support/saved_game.tscn", "--"])
	words.append_array(options)
	var output: Array = []
	equal(OS.execute(OS.get_executable_path(), words, output, true), 0, "exit code")
	var told := "".join(output)
	for noise in Verdict.ENGINE_NOISE:
		told = told.replace("WARNING: " + noise, noise)
	for bad: String in ["ERROR", "WARNING", "panicked", "leaked"]:
		check(not told.contains(bad), told)


func _file(title: String) -> String:
	var made := "user://saving_%d_%s" % [OS.get_process_id(), title]
	return ProjectSettings.globalize_path(made)


# A memory by itself.


func test_a_fresh_memory_is_plain_data() -> void:
	var made: Dictionary = dim.make(&"EnemyMemory").call(&"to_dict")
	var keys := made.keys()
	keys.sort()
	equal(keys, MEMORY_KEYS, "keys")
	equal(made.time_since_seen, -1.0, "no time yet")
	equal(made.confidence, 0.0, "confidence")
	equal(made.stimulus, 0, "stimulus")
	equal(made.version, 1, "version")
	equal(made.last_known_position, _zeros(), "a vector is an array")
	equal(made.last_known_velocity, _zeros(), "a vector is an array")
	_check_plain(made)


func test_a_memory_is_the_same_after_every_way_of_writing_it() -> void:
	var memory := _full_memory()
	var wanted := _fields(memory)
	for form in 4:
		var other: Object = dim.make(&"EnemyMemory")
		var result := -1
		match form:
			0:
				result = other.call(&"from_dict", memory.call(&"to_dict"))
			1:
				result = other.call(&"from_json", memory.call(&"to_json"))
			2:
				var text := JSON.stringify(memory.call(&"to_dict"))
				result = other.call(&"from_dict", JSON.parse_string(text))
			3:
				var bytes := var_to_bytes(memory.call(&"to_dict"))
				result = other.call(&"from_dict", bytes_to_var(bytes))
		equal(result, OK, "form %d" % form)
		equal(_fields(other), wanted, "form %d" % form)


func test_tunables_and_the_node_are_no_part_of_it() -> void:
	var target := put(dim.ghost(Vector2(10.0, 0.0)))
	var memory: Object = dim.make(&"EnemyMemory")
	memory.set(&"confidence_fall_time", 9.0)
	memory.call(&"update", target, 0.1)
	var other: Object = dim.make(&"EnemyMemory")
	other.call(&"update", target, 0.1)
	other.set(&"confidence_fall_time", 7.0)
	equal(other.call(&"from_dict", memory.call(&"to_dict")), OK)
	equal(other.get(&"confidence_fall_time"), 7.0, "a tunable")
	equal(other.get(&"sensed_target"), null, "nobody is sensed until the next update")


func test_an_earned_floor_survives() -> void:
	var memory: Object = dim.make(&"EnemyMemory")
	memory.call(&"reinforce", dim.zero(), 1.0)
	var other: Object = dim.make(&"EnemyMemory")
	other.set(&"confidence_floor", 0.2)
	equal(other.call(&"from_json", memory.call(&"to_json")), OK)
	other.call(&"decay", 100.0)
	near(other.get(&"confidence"), 0.2, "the floor")


func test_bad_dictionaries_are_refused_with_the_place_and_change_nothing() -> void:
	var memory := _full_memory()
	var good: Dictionary = memory.call(&"to_dict")
	var wanted := _fields(memory)
	var bad := {
		"confidence": [NAN, INF, -0.1, 1.5, "1", null, [], true],
		"time_since_seen": [NAN, INF, -2.0, "never"],
		"last_known_position":
		[_zeros() + [0.0], [0.0], [], [NAN, 0.0, 0.0].slice(0, _zeros().size()), dim.zero(), {}],
		"stimulus": [-1, 6, 1.5, "SIGHT"],
		"has_last_known": [1, "true", null],
		"version": [0, 2, 99, "1", NAN],
	}
	for key: String in bad:
		for value: Variant in bad[key]:
			var edited := good.duplicate(true)
			edited[key] = value
			_check_bad(memory, &"from_dict", edited, key, good)
	for key in MEMORY_KEYS:
		var edited := good.duplicate(true)
		edited.erase(key)
		_check_bad(memory, &"from_dict", edited, key, good)
	var more := good.duplicate(true)
	more["surplus"] = 1
	_check_bad(memory, &"from_dict", more, "surplus", good)
	for alien: Variant in [{}, null, 5, "text", [good], PackedByteArray([1]), dim.zero()]:
		_check_bad(memory, &"from_dict", alien, "from_dict", good)
	_check_bad(memory, &"from_dict", {1: 2}, "key", good)
	var endless := {}
	endless["a"] = endless
	endless["b"] = endless
	_check_bad(memory, &"from_dict", endless, "deep", good)
	endless.clear()
	equal(_fields(memory), wanted, "nothing has changed")


func test_bad_text_says_where_it_is_bad() -> void:
	var memory := _full_memory()
	var good: String = memory.call(&"to_json")
	var wanted := _fields(memory)
	for bad: String in [
		"",
		"{",
		good.left(good.length() / 2),
		good + "}",
		"[".repeat(100000),
		good.replace("true", "maybe"),
		'{"version": 1, "version": 1}',
	]:
		_check_bad(memory, &"from_json", bad, ["line", "column"], good)
	_check_bad(memory, &"from_json", good.replace('"stimulus":', '"stimulus":7'), "stimulus", good)
	_check_bad(memory, &"from_json", good.replace('"version":1', '"version":2'), "newer", good)
	equal(_fields(memory), wanted, "nothing has changed")


func test_a_bad_save_in_a_row_is_refused_in_silence() -> void:
	var memory: Object = dim.make(&"EnemyMemory")
	for time in 3:
		check(memory.call(&"from_json", "{") != OK, "refused")
	check_warned([dim.title(&"EnemyMemory"), "from_json"])


func test_half_a_megabyte_of_random_bytes_is_refused() -> void:
	var memory: Object = dim.make(&"EnemyMemory")
	var dice := RandomNumberGenerator.new()
	dice.seed = 3
	for time in 5:
		var bytes := PackedByteArray()
		bytes.resize(512 * 1024)
		for at in range(0, bytes.size(), 4):
			bytes.encode_u32(at, dice.randi() & 0x7f7f7f7f | 0x01010101)
		check(memory.call(&"from_json", bytes.get_string_from_ascii()) != OK, "refused")
	equal(memory.get(&"confidence"), 0.0, "nothing has changed")
	check_warned([dim.title(&"EnemyMemory"), "from_json"])


func test_the_memory_of_an_enemy_is_its_strongest_belief() -> void:
	var senses := put(dim.senses_guard(Vector2.ZERO)).get_node(^"Senses")
	await ticks(1)
	var memory: Object = senses.get(&"memory")
	equal(memory.call(&"from_dict", _full_memory().call(&"to_dict")), OK)
	near(senses.get(&"awareness"), 0.5, "awareness")
	check(senses.get(&"has_memory"), "there is a place")
	equal(senses.call(&"get_tracks").size(), 1, "tracks")
	equal(memory.call(&"to_dict").confidence, senses.get(&"awareness"), "the other way")


# An enemy.


func test_the_save_of_an_enemy_is_plain_data() -> void:
	var senses := await _fighter()
	_check_plain(senses.call(&"save_state"))
	_check_plain(dim.server().call(&"save_state"))


func test_a_loaded_enemy_is_as_it_was_at_once() -> void:
	var senses := await _fighter()
	var save: Dictionary = senses.call(&"save_state")
	var wanted := _state(senses)
	await seconds(0.5)
	senses.call(&"forget_target")
	await ticks(2)
	check(_state(senses) != wanted, "it has changed")
	for time in 2:
		equal(senses.call(&"load_state", save), OK, "loaded")
		equal(_state(senses), wanted, "as it was")
	equal(senses.call(&"save_state"), save, "saved again, it is the same save")
	equal(senses.get(&"target").name, &"Target", "it sees whom it saw")


func test_loading_is_no_event() -> void:
	var senses := await _fighter()
	var save: Dictionary = senses.call(&"save_state")
	senses.call(&"forget_target")
	await ticks(1)
	var told: Array = []
	for event: StringName in [&"target_spotted", &"target_lost", &"target_forgotten"]:
		senses.connect(event, func(_a: Variant, _b: Variant = null) -> void: told.append(event))
	senses.connect(&"alert_level_changed", func(_a: int, _b: int) -> void: told.append(&"level"))
	senses.call(&"load_state", save)
	await ticks(5)
	equal(told, [], "signals")
	equal(senses.get(&"alert_level"), dim.constant(&"EnemySenses", &"ALERTED"), "level")


func test_it_works_disabled_paused_and_outside_the_tree() -> void:
	var senses := await _fighter()
	var save: Dictionary = senses.call(&"save_state")
	var wanted := _state(senses)
	senses.set(&"enabled", false)
	equal(senses.call(&"save_state").agent.tracks, save.agent.tracks, "saved while disabled")
	var fresh: Node = dim.make(&"EnemySenses")
	keep(fresh)
	equal(fresh.call(&"load_state", save), OK, "loaded outside the tree")
	near(fresh.get(&"awareness"), wanted.awareness, "outside the tree")
	equal(fresh.get(&"alert_level"), wanted.level, "outside the tree")
	equal(fresh.call(&"save_state").agent.level, save.agent.level, "saved outside the tree")
	var disabled := put(dim.senses_guard(Vector2(0.0, 900.0))).get_node(^"Senses")
	disabled.set(&"enabled", false)
	equal(disabled.call(&"load_state", save), OK, "loaded while disabled")
	near(disabled.get(&"awareness"), wanted.awareness, "while disabled")
	get_tree().paused = true
	var paused := put(dim.senses_guard(Vector2(0.0, 950.0))).get_node(^"Senses")
	equal(paused.call(&"load_state", save), OK, "loaded while paused")
	near(paused.get(&"awareness"), wanted.awareness, "while paused")
	get_tree().paused = false


func test_loaded_before_ready_it_knows_whom_it_meant() -> void:
	var senses := await _fighter()
	var save: Dictionary = senses.call(&"save_state")
	var wanted := _state(senses)
	var level := senses.get_parent().get_parent()
	var target := level.get_node(^"Target")
	# The target is there only when the guard enters the tree.
	level.remove_child(target)
	senses.get_parent().free()
	var guard := dim.senses_guard(Vector2.ZERO)
	var again := guard.get_node(^"Senses")
	equal(again.call(&"load_state", save), OK, "loaded before it was in the tree")
	equal(again.get(&"last_target"), null, "nobody is there")
	near(again.get(&"awareness"), wanted.awareness, "but believed in")
	level.add_child(target)
	level.add_child(guard)
	equal(again.get(&"last_target"), target, "whom it meant")
	equal(_state(again), wanted, "as it was")
	await ticks(1)
	equal(again.get(&"target"), target, "seen without a warm-up")
	check(again.get(&"awareness") >= wanted.awareness, "no jump")


func test_loaded_in_ready_of_a_scene_it_finds_what_comes_later() -> void:
	var senses := await _fighter()
	var save: Dictionary = senses.call(&"save_state")
	var level := senses.get_parent().get_parent()
	var title := level.name
	level.free()
	var again := dim.spot(Vector2.ZERO)
	again.name = title
	var guard := dim.senses_guard(Vector2.ZERO)
	guard.connect(
		&"ready",
		func() -> void: equal(guard.get_node(^"Senses").call(&"load_state", save), OK, "loaded")
	)
	again.add_child(guard)
	again.add_child(dim.target(Vector2(100.0, 0.0)))
	put(again)
	equal(guard.get_node(^"Senses").get(&"last_target"), again.get_node(^"Target"), "found")


func test_a_missing_target_becomes_a_belief_without_a_node() -> void:
	var senses := await _fighter()
	var save: Dictionary = senses.call(&"save_state")
	var wanted := _state(senses)
	senses.get_parent().get_parent().get_node(^"Target").free()
	await ticks(1)
	equal(senses.call(&"load_state", save), OK, "loaded")
	equal(senses.get(&"target"), null, "target")
	equal(senses.get(&"last_target"), null, "last target")
	check(senses.get(&"has_memory"), "there is a place")
	near(senses.get(&"last_known_position"), wanted.position, "the place")
	near(senses.get(&"awareness"), wanted.awareness, "awareness")
	await seconds(1.0)
	check(senses.get(&"awareness") < wanted.awareness, "it fades")


func test_targets_are_matched_by_their_save_key() -> void:
	var senses := await _fighter()
	var level := senses.get_parent().get_parent()
	var target := level.get_node(^"Target")
	target.set_meta(&"save_key", "the player")
	var save: Dictionary = senses.call(&"save_state")
	target.free()
	var stranger := dim.target(Vector2(90.0, 0.0))
	stranger.name = &"Target"
	level.add_child(stranger)
	var heir := dim.target(Vector2(300.0, 300.0))
	heir.name = &"Renamed"
	heir.set_meta(&"save_key", &"the player")
	put(heir)
	equal(senses.call(&"load_state", save), OK, "loaded")
	equal(senses.get(&"last_target"), heir, "the one with the key")


func test_bad_saves_of_an_enemy_are_refused_with_the_place_and_change_nothing() -> void:
	var senses := await _fighter()
	var good: Dictionary = senses.call(&"save_state")
	var wanted := JSON.stringify(good)
	var path := str(senses.get_path())
	for edit: Array in [
		[["version"], 2, "newer"],
		[["version"], 0, "version"],
		[["version"], null, "version"],
		[["agent"], [], "agent"],
		[["agent", "level"], 3, "agent.level"],
		[["agent", "look_phase"], NAN, "agent.look_phase"],
		[["agent", "dice"], "x", "agent.dice"],
		[["agent", "tracks"], {}, "agent.tracks"],
		[["agent", "tracks", 0, "belief", "confidence"], INF, "agent.tracks[0].belief.confidence"],
		[["agent", "tracks", 0, "belief", "confidence"], 2.0, "agent.tracks[0].belief.confidence"],
		[["agent", "tracks", 0, "belief", "last_known_position"], [1.0], "last_known_position"],
		[["agent", "tracks", 0, "target"], 5, "agent.tracks[0].target"],
		[["agent", "pairs", 0, "streak"], 300, "agent.pairs[0].streak"],
		[["agent", "surplus"], 1, "surplus"],
		[["targets"], 1, "targets"],
	]:
		var edited := good.duplicate(true)
		_edit(edited, edit[0], edit[1])
		check(senses.call(&"load_state", edited) != OK, "refused: %s" % [edit])
		check_warned([dim.title(&"EnemySenses"), path, "load_state", edit[2]])
		equal(JSON.stringify(senses.call(&"save_state")), wanted, "unchanged after %s" % [edit])
		equal(senses.call(&"load_state", good), OK, "the good one is still good")
	var alien: Array = [
		# What JSON and bytes_to_var make of a truncated file.
		null,
		{},
		dim.server().call(&"save_state"),
		_full_memory().call(&"to_dict"),
		{"version": 1},
	]
	for other: Variant in alien:
		check(senses.call(&"load_state", other) != OK, "refused: %s" % [other])
	check_warned([dim.title(&"EnemySenses"), path, "load_state"])
	equal(JSON.stringify(senses.call(&"save_state")), wanted, "unchanged")


# The whole game.


func test_the_server_loads_everything_alive_and_leaves_the_rest() -> void:
	var senses := await _fighter()
	var other := put(dim.senses_guard(Vector2(0.0, 900.0))).get_node(^"Senses")
	var gone := put(dim.senses_guard(Vector2(0.0, 950.0)))
	await ticks(2)
	var save: Dictionary = dim.server().call(&"save_state")
	var wanted := _state(senses)
	gone.free()
	senses.call(&"forget_target")
	var newcomer := dim.senses_guard(Vector2(0.0, 980.0))
	newcomer.name = &"Newcomer"
	var late := put(newcomer).get_node(^"Senses")
	late.call(&"report_damage", dim.zero(), null)
	other.call(&"report_damage", dim.zero(), null)
	for time in 2:
		equal(dim.server().call(&"load_state", save), OK, "loaded")
		equal(_state(senses), wanted, "as it was")
		equal(other.get(&"awareness"), 0.0, "it knew of nobody")
		equal(late.get(&"awareness"), 1.0, "not in the save: as it is")


func test_limits_of_the_server_are_no_state() -> void:
	var server := dim.server()
	var before: int = server.get(&"max_rays_per_tick")
	server.set(&"max_rays_per_tick", 77)
	var save: Dictionary = server.call(&"save_state")
	server.set(&"max_rays_per_tick", 55)
	equal(server.call(&"load_state", save), OK)
	equal(server.get(&"max_rays_per_tick"), 55, "a tunable stays")
	server.set(&"max_rays_per_tick", before)


func test_a_bad_save_of_the_game_changes_nobody() -> void:
	var senses := await _fighter()
	var other := put(dim.senses_guard(Vector2(0.0, 900.0))).get_node(^"Senses")
	var good: Dictionary = dim.server().call(&"save_state")
	senses.call(&"forget_target")
	other.call(&"report_damage", dim.zero(), null)
	var wanted := [_state(senses), _state(other)]
	var agents := "solid" if dim.is_3d() else "flat"
	for key: String in good[agents].agents:
		for edit: Array in [["reacting", NAN], ["born", -1], ["pairs", 4]]:
			var edited := good.duplicate(true)
			edited[agents].agents[key][edit[0]] = edit[1]
			check(dim.server().call(&"load_state", edited) != OK, "refused")
			check_warned(["SensesServer", "load_state", agents, edit[0]])
			equal([_state(senses), _state(other)], wanted, "unchanged")
			# A good value came: the next bad one is worth a warning again.
			var now: Dictionary = dim.server().call(&"save_state")
			equal(dim.server().call(&"load_state", now), OK, "the good one")
	check(dim.server().call(&"load_state", null) != OK, "refused")
	check(dim.server().call(&"load_state", senses.call(&"save_state")) != OK, "refused")
	check_warned(["SensesServer", "load_state"])


func test_two_enemies_of_one_save_key_do_not_take_each_others_state() -> void:
	var senses := await _fighter()
	var other := put(dim.senses_guard(Vector2(0.0, 900.0))).get_node(^"Senses")
	senses.set_meta(&"save_key", "guard")
	other.set_meta(&"save_key", "guard")
	var save: Dictionary = dim.server().call(&"save_state")
	var wanted := _state(senses)
	senses.call(&"forget_target")
	other.call(&"report_damage", dim.zero(), null)
	equal(dim.server().call(&"load_state", save), OK, "loaded")
	equal(_state(senses), wanted, "as it was")
	equal(other.get(&"awareness"), 0.0, "it knew of nobody")


func test_l04_a_noise_that_waits_is_not_heard_in_another_scene() -> void:
	var guard := put(dim.senses_guard(Vector2.ZERO))
	var echo := put(dim.listener(Vector2(30.0, 0.0)))
	var heard: Array = []
	guard.get_node(^"Senses").connect(
		&"noise_heard",
		func(_o: Variant, strength: float, tag: StringName) -> void: heard.append([strength, tag])
	)
	var answer := func() -> void:
		if echo.get(&"calls").size() == 1:
			dim.emit_noise(Vector2(20.0, 0.0), 300.0, 1.0, [null, &"echo"])
	echo.set(&"on_heard", answer)
	dim.emit_noise(Vector2(10.0, 0.0), 300.0, 1.0, [null, &"first"])
	# Another scene is played when its turn comes.
	var tree := get_tree()
	var scene := tree.current_scene
	tree.current_scene = null
	await ticks(2)
	tree.current_scene = scene
	check(
		heard.all(func(told: Array) -> bool: return told[1] != &"echo"),
		"not the echo: %s" % [heard]
	)
	equal(echo.get(&"calls").size(), 1, "the listener was told of the first one only")


func _fighter() -> Node:
	var level := put(dim.spot(Vector2.ZERO))
	level.name = &"Fight"
	var senses := put(dim.senses_guard(Vector2.ZERO), level).get_node(^"Senses")
	put(dim.target(Vector2(100.0, 0.0)), level)
	await seconds(1.0)
	equal(senses.get(&"alert_level"), dim.constant(&"EnemySenses", &"ALERTED"), "it fights")
	return senses


func _state(senses: Node) -> Dictionary:
	return {
		"level": senses.get(&"alert_level"),
		"awareness": senses.get(&"awareness"),
		"position": senses.get(&"last_known_position"),
		"has_memory": senses.get(&"has_memory"),
		"target": senses.get(&"target"),
		"last_target": senses.get(&"last_target"),
		"tracks": senses.call(&"get_tracks"),
		"reaction_delay": senses.get(&"reaction_delay"),
	}


func _full_memory() -> Object:
	var memory: Object = dim.make(&"EnemyMemory")
	memory.set(&"last_known_position", dim.at(Vector2(12.5, -7.25)))
	memory.set(&"has_last_known", true)
	memory.set(&"time_since_seen", 1.75)
	memory.set(&"confidence", 0.5)
	memory.set(&"last_known_velocity", dim.at(Vector2(0.1, 40.0)))
	memory.set(&"stimulus", dim.constant(&"EnemyMemory", &"ALLY"))
	return memory


func _fields(memory: Object) -> Dictionary:
	var fields := {}
	for key in MEMORY_KEYS:
		if not key in ["version", "floor_earned"]:
			fields[key] = memory.get(key)
	return fields


func _zeros() -> Array:
	return [0.0, 0.0, 0.0] if dim.is_3d() else [0.0, 0.0]


func _check_bad(
	memory: Object, call: StringName, bad: Variant, where: Variant, good: Variant
) -> void:
	check(memory.call(call, bad) != OK, "refused: %s" % [where])
	var parts: Array = [dim.title(&"EnemyMemory"), call]
	if where is Array:
		parts.append_array(where)
	else:
		parts.append(where)
	check_warned(parts)
	equal(memory.call(call, good), OK, "the good one")


func _edit(save: Dictionary, path: Array, value: Variant) -> void:
	var inner: Variant = save
	for key: Variant in path.slice(0, -1):
		inner = inner[key]
	inner[path[-1]] = value


func _check_plain(value: Variant) -> void:
	match typeof(value):
		TYPE_BOOL, TYPE_INT, TYPE_STRING:
			pass
		TYPE_FLOAT:
			check(is_finite(value), "finite")
		TYPE_ARRAY:
			for part: Variant in value:
				_check_plain(part)
		TYPE_DICTIONARY:
			for key: Variant in value:
				check(key is String, "key %s" % key)
				_check_plain(value[key])
		_:
			check(false, "%s is not plain" % type_string(typeof(value)))

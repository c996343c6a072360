extends Node
## A small game that is played in a process of its own, saved, and loaded in another:
## [code]godot --headless --fixed-fps 60 --path tests/godot res://support/saved_game.tscn -- --mode
## play --out FILE[/code].
##
## Four guards: one in combat, one suspicious of noises, one that searches for somebody it has lost,
## one that knows of nothing. [code]play[/code] saves after [constant SAVED_AT] ticks and goes on,
## [code]load[/code] goes on from a save; both write what they see in the next [constant TRACED].

const Dim := preload("res://support/dim.gd")
const Dim2D := preload("res://support/dim_2d.gd")
const Dim3D := preload("res://support/dim_3d.gd")

const SAVED_AT := 150
const TRACED := 300
const GUARDS: Array[StringName] = [&"Hot", &"Ears", &"Seeker", &"Calm"]

var dim: Dim
var tick := 0
## Guard and target by name.
var cast := {}

var _options := {"mode": "play", "dim": "2", "keys": "no", "form": "", "save": "", "out": ""}
var _trace: Array = []
var _search: Object
## Steps heard since the save.
var _steps := 0


func _ready() -> void:
	var words := OS.get_cmdline_user_args()
	for at in range(0, words.size() - 1, 2):
		_options[words[at].trim_prefix("--")] = words[at + 1]
	dim = Dim3D.new() if _options.dim == "3" else Dim2D.new()
	# With keys the save does not depend on where things are in the scene.
	var moved: bool = _options.keys == "yes" and _options.mode == "load"
	# It saves when the tick is over for everybody.
	process_physics_priority = 1000
	dim.noise_signal().connect(_count_step)
	_search = dim.make(&"EnemySearch")
	_search.set(&"look_pause", 0.7)
	_build("Elsewhere" if moved else "Level")
	if _options.mode == "load":
		_load()


func _physics_process(_delta: float) -> void:
	# The pass of this tick is over.
	tick += 1
	if tick > SAVED_AT:
		_trace.append(_look())
	_move()
	if tick == SAVED_AT and _options.mode == "play":
		_save()
	if _trace.size() == TRACED:
		var file := FileAccess.open(_options.out, FileAccess.WRITE)
		file.store_string(JSON.stringify(_trace, "", true, true))
		file.close()
		set_physics_process(false)
		get_tree().quit()


func _build(parent: String) -> void:
	var level := Node.new()
	level.name = parent
	add_child(level)
	level.add_child(dim.wall(Vector2(1100.0, 150.0), Vector2(300.0, 20.0)))
	var places: Array[Vector2] = [
		Vector2.ZERO, Vector2(0.0, 600.0), Vector2(1000.0, 0.0), Vector2(3000.0, 0.0)
	]
	for index in GUARDS.size():
		var profile: Resource = dim.make(&"SensesProfile")
		profile.set(&"view_range", dim.length(400.0))
		profile.set(&"position_fuzz", dim.length(30.0))
		profile.set(&"sense_interval", 0.1 if GUARDS[index] == &"Hot" else 0.0)
		profile.set(&"reaction_delay_max", 0.3)
		profile.set(&"perception_scale_min", 0.8)
		profile.set(&"min_dwell_time", 0.2)
		var guard := dim.senses_guard(places[index], 180.0 if GUARDS[index] == &"Ears" else 0.0)
		guard.get_node(^"Senses").set(&"profile", profile)
		_add(level, guard, GUARDS[index])
	for title: StringName in [&"Player", &"Thief"]:
		var target := dim.target(Vector2.ZERO)
		var stealth: Node = dim.make(&"StealthTarget")
		stealth.name = &"Stealth"
		target.add_child(stealth)
		if title == &"Player":
			var steps: Node = dim.make(&"FootstepEmitter")
			steps.name = &"Steps"
			target.add_child(steps)
		_add(level, target, title)
	_move()


func _add(level: Node, node: Node, title: StringName) -> void:
	node.name = title if level.name == &"Level" else title + "Elsewhere"
	if _options.keys == "yes":
		node.set_meta(&"save_key", title)
	cast[title] = node
	level.add_child(node)


## Where everybody is to be in the next tick.
func _move() -> void:
	var turn := tick * 0.07
	dim.move(cast[&"Player"], Vector2(180.0 + 60.0 * sin(turn), 50.0 * cos(turn * 1.3)))
	# In sight, then behind the wall.
	var hides := tick >= 90
	dim.move(cast[&"Thief"], Vector2(1120.0, 300.0) if hides else Vector2(1150.0, 0.2 * tick))
	if tick >= 100:
		_seek()
	if tick % 30 == 0:
		dim.emit_noise(Vector2(60.0, 650.0 + tick % 7), 300.0, 1.0, [null, &"rattle"])


func _count_step(_at: Variant, _radius: float, _much: float, _by: Node, tag: StringName) -> void:
	if tag == &"footstep" and tick >= SAVED_AT:
		_steps += 1


## Walks and looks where the search says.
func _seek() -> void:
	var seeker: Node = cast[&"Seeker"]
	var senses: Node = seeker.get_node(^"Senses")
	if _search.get(&"phase") == dim.constant(&"EnemySearch", &"IDLE"):
		_search.call(&"begin", senses.get(&"memory"), dim.direction(0.0), senses)
	var position: Variant = seeker.get(&"global_position")
	var wanted: Variant = _search.call(&"step", position, 1.0 / Engine.physics_ticks_per_second)
	seeker.set(&"global_position", position + wanted / Engine.physics_ticks_per_second)
	senses.get(&"perception").set(&"facing", _search.get(&"facing"))


func _look() -> Dictionary:
	var facing := dim.on_plane(_search.get(&"facing"))
	var goal := dim.on_plane(_search.get(&"goal"))
	var seen := {
		"Steps": {"heard": _steps},
		"Search":
		{
			"phase": _search.get(&"phase"),
			"finish_reason": _search.get(&"finish_reason"),
			"facing": [facing.x, facing.y],
			"goal": [goal.x, goal.y],
		}
	}
	for title in GUARDS:
		var senses: Node = cast[title].get_node(^"Senses")
		var place := dim.on_plane(senses.get(&"last_known_position"))
		var velocity := dim.on_plane(senses.get(&"memory").get(&"last_known_velocity"))
		var at := dim.place_of(cast[title])
		var target: Node = senses.get(&"target")
		var last: Node = senses.get(&"last_target")
		seen[title] = {
			"level": senses.get(&"alert_level"),
			"awareness": senses.get(&"awareness"),
			"alerted": senses.get(&"memory").get(&"alerted"),
			"stimulus": senses.get(&"memory").get(&"stimulus"),
			"has_memory": senses.get(&"has_memory"),
			"age": minf(senses.get(&"memory").get(&"time_since_seen"), 1e6),
			"place": [place.x, place.y],
			"velocity": [velocity.x, velocity.y],
			"at": [at.x, at.y],
			"target": cast.find_key(target) if target != null else "",
			"last_target": cast.find_key(last) if last != null else "",
			"tracks": senses.call(&"get_tracks").size(),
			"reaction_delay": senses.get(&"reaction_delay"),
			"perception_scale": senses.get(&"perception_scale"),
			"can_see": senses.call(&"can_see_target"),
		}
	return seen


func _save() -> void:
	var save := {"tick": tick, "seen": _look(), "at": {}, "ones": {}, "all": {}}
	save.search = _search.call(&"to_dict")
	for title: StringName in cast:
		# To the last bit: a position is the game's to save.
		save.at[title] = var_to_str(cast[title].get(&"global_position"))
	for title in GUARDS:
		save.ones[title] = cast[title].get_node(^"Senses").call(&"save_state")
	save.all = dim.server().call(&"save_state")
	var text := FileAccess.open(_options.save + ".json", FileAccess.WRITE)
	text.store_string(JSON.stringify(save))
	text.close()
	var bytes := FileAccess.open(_options.save + ".bytes", FileAccess.WRITE)
	bytes.store_buffer(var_to_bytes(save))
	bytes.close()


func _load() -> void:
	var save: Dictionary
	if _options.form.ends_with("bytes"):
		save = bytes_to_var(FileAccess.get_file_as_bytes(_options.save + ".bytes"))
	else:
		save = JSON.parse_string(FileAccess.get_file_as_string(_options.save + ".json"))
	tick = int(save.tick)
	for title: String in save.at:
		cast[StringName(title)].set(&"global_position", str_to_var(save.at[title]))
	var results: Array = []
	if _options.form.begins_with("ones"):
		for title in GUARDS:
			var one: Dictionary = save.ones[title]
			results.append(cast[title].get_node(^"Senses").call(&"load_state", one))
	else:
		results.append(dim.server().call(&"load_state", save.all))
	var senses: Node = cast[&"Seeker"].get_node(^"Senses")
	results.append(_search.call(&"from_dict", save.search, senses.get(&"memory"), senses))
	senses.get(&"perception").set(&"facing", _search.get(&"facing"))
	if results.any(func(result: int) -> bool: return result != OK):
		push_error("a good save was refused: %s" % [results])
	# What is loaded is there at once, before any tick.
	var seen := JSON.stringify(_look(), "", true, true)
	if _options.form.ends_with("bytes") and seen != JSON.stringify(save.seen, "", true, true):
		push_error("loaded as %s, saved as %s" % [seen, save.seen])

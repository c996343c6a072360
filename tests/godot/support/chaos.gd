# gdlint: disable=max-public-methods
extends RefCounted
## A game gone wild: enemies, targets, walls and noises that are made, set, called, moved and freed
## at random by a seed, at any moment of a frame and from inside handlers.

const Dim := preload("res://support/dim.gd")
const MOST_GUARDS := 12
const MOST_TARGETS := 8
const BODIES: Array[StringName] = [&"CharacterBody", &"AnimatableBody", &"StaticBody", &"Area"]
const NUMBERS: Array[float] = [0.05, 0.3, 0.5, 0.9, 1.0, 3.0, 12.0, 150.0, 400.0]
const NONSENSE: Array = [NAN, INF, -INF, -1.0, 1e30]
const NAMES: Array[StringName] = [&"player", &"enemies", &"", &"north"]
const PATHS: Array[NodePath] = [^"", ^"..", ^"../..", ^"Eye", ^"Nobody"]
## What is not set at random: nodes and resources; the floor, which warns above its threshold; how
## noises go round walls, which warns without a navigation map.
const LEFT_ALONE: Array[StringName] = [
	&"profile", &"confidence_floor", &"sample_points", &"propagation"
]

## Nothing that anybody can see or hear is farther away than this, in pixels.
var size := 500.0
## Whether values are to be refused now and then.
var absurd := false
## Whether the tree is to be paused. The engine itself prints errors when that is done in the middle
## of a physics frame, so whoever runs this does it between two.
var wants_pause := false
## What was done, by name.
var deeds := {}
## What a signal or a property said that must never be; empty if all is well.
var fault := ""

var _dim: Dim
var _home: Node
var _dice := RandomNumberGenerator.new()
var _guards: Array[Node] = []
var _targets: Array[Node] = []
var _others: Array[Node] = []
var _profiles: Array[Resource] = []
var _searches: Array[Object] = []
var _saves: Array[Dictionary] = []
## Bodies one of whose nodes is sending a signal; they are not freed at once.
var _sending: Array[Node] = []


func _init(dim: Dim, home: Node, number: int) -> void:
	_dim = dim
	_home = home
	_dice.seed = number


## Does one thing.
func step() -> void:
	var doings: Array[Callable] = [
		_add_guard,
		_add_target,
		_add_other,
		_take_away,
		_take_away,
		_reparent,
		_leave_and_return,
		_move,
		_move,
		_move,
		_assign,
		_assign,
		_assign,
		_ask,
		_ask,
		_make_noise,
		_make_noise,
		_switch,
		_change_profile,
		_change_group,
		_tell_everybody,
		_save_or_load,
		_search,
		_search,
	]
	var deed: Callable = _any(doings)
	deeds[deed.get_method()] = deeds.get(deed.get_method(), 0) + 1
	_forget_the_freed()
	deed.call()


## Looks at everything that is there.
func look() -> void:
	_forget_the_freed()
	for guard in _guards:
		var senses := guard.get_node_or_null(^"Senses")
		if senses == null:
			continue
		var awareness: float = senses.get(&"awareness")
		if not (awareness >= 0.0 and awareness <= 1.0):
			fault = "awareness %s" % awareness
		if not int(senses.get(&"alert_level")) in [0, 1, 2]:
			fault = "alert_level %s" % senses.get(&"alert_level")
		var place: Variant = senses.get(&"last_known_position")
		if not place.is_finite():
			fault = "last_known_position %s" % place
		_check_node(senses.get(&"target"), "target")
		_check_node(senses.get(&"last_target"), "last_target")
		for track: Dictionary in senses.call(&"get_tracks"):
			_check_node(track.node, "a track's node")
			if not (track.confidence >= 0.0 and track.confidence <= 1.0 and track.age >= 0.0):
				fault = "track %s" % track
	for target in _targets:
		for child in target.get_children():
			if child.has_method(&"get_observers"):
				for observer: Variant in child.call(&"get_observers"):
					_check_node(observer, "an observer")


## How many EnemySenses are in the tree.
func agents() -> int:
	_forget_the_freed()
	var count := 0
	for guard in _guards:
		count += int(guard.is_inside_tree() and guard.has_node(^"Senses"))
	return count


## Frees everything.
func end() -> void:
	_forget_the_freed()
	for node: Node in _guards + _targets + _others:
		if is_instance_valid(node):
			node.free()
	_profiles.clear()
	_searches.clear()
	_saves.clear()


func _any(list: Array) -> Variant:
	return list[_dice.randi() % list.size()] if not list.is_empty() else null


func _chance(share: float) -> bool:
	return _dice.randf() < share


func _place() -> Vector2:
	return Vector2(_dice.randf_range(-size, size), _dice.randf_range(-size, size)) / 2.0


func _forget_the_freed() -> void:
	for list: Array in [_guards, _targets, _others, _sending]:
		for index in range(list.size() - 1, -1, -1):
			if not is_instance_valid(list[index]):
				list.remove_at(index)


func _add_guard() -> void:
	if _guards.size() >= MOST_GUARDS:
		return
	var body := _dim.senses_guard(_place(), _dice.randf_range(0.0, 360.0))
	if _chance(0.2):
		body.get_node(^"Eye").free()
	var senses := body.get_node(^"Senses")
	if _chance(0.6):
		senses.set(&"profile", _profile())
	for described in ClassDB.class_get_signal_list(senses.get_class(), true):
		var arity: int = described.args.size()
		var handler: Callable = [_on_one, _on_two, _on_three][arity - 1]
		senses.connect(described.name, handler.bind(body))
	_guards.append(body)
	_home.add_child(body, true)


func _add_target() -> void:
	if _targets.size() >= MOST_TARGETS:
		return
	var body := _dim.spot(_place())
	if _chance(0.8):
		body.free()
		body = _dim.body(_any(BODIES), _place(), 8.0, Dim.TARGETS)
	body.add_to_group(&"player")
	for index in _dice.randi() % 3:
		var stealth: Node = _dim.make(&"StealthTarget")
		stealth.connect(&"observed_by", _on_one.bind(body))
		stealth.connect(&"lost_by", _on_one.bind(body))
		body.add_child(stealth, true)
		if _chance(0.2):
			stealth.add_to_group(&"player")
	if _chance(0.3):
		body.add_child(_dim.make(&"FootstepEmitter"), true)
	_targets.append(body)
	_home.add_child(body, true)


func _add_other() -> void:
	if _others.size() >= 10:
		return
	var other: Node = null
	match _dice.randi() % 3:
		0:
			other = _dim.wall(_place(), Vector2(10.0, 80.0))
		1:
			other = _dim.emitter(_place())
			other.connect(&"noise_made", _on_three.bind(other))
		2:
			other = _dim.listener(_place())
			other.on_heard = _on_signal.bind([], other)
	_others.append(other)
	_home.add_child(other, true)


func _take_away() -> void:
	if _chance(0.5):
		return
	var node: Node = _any(_some_list())
	if node == null:
		return
	if _chance(0.5) or _sending.has(node) or _is_above_a_sender(node):
		node.queue_free()
	else:
		node.free()


func _some_list() -> Array:
	return [_guards, _targets, _others][_dice.randi() % 3]


func _is_above_a_sender(node: Node) -> bool:
	return _sending.any(func(sender: Node) -> bool: return node.is_ancestor_of(sender))


func _reparent() -> void:
	var node: Node = _any(_some_list())
	var parent: Node = _any(_others) if _chance(0.5) else _home
	if node == null or parent == null or node == parent or node.is_ancestor_of(parent):
		return
	if node.is_inside_tree() and parent.is_inside_tree() and node.get_parent() != parent:
		node.reparent(parent)


func _leave_and_return() -> void:
	var node: Node = _any(_some_list())
	if node == null:
		return
	if node.get_parent() == null:
		_home.add_child(node, true)
	else:
		node.get_parent().remove_child(node)
		if _chance(0.5):
			_home.add_child(node, true)


func _move() -> void:
	var node: Node = _any(_some_list())
	if node == null or not node.is_inside_tree():
		return
	if absurd and _chance(0.02) and not node.is_class("RigidBody2D"):
		var eye := node.get_node_or_null(^"Eye")
		if eye != null:
			eye.set(&"position", _dim.spoilt(NAN))
		return
	_dim.move(node, _place())
	_dim.turn(node, _dice.randf_range(0.0, 360.0))


func _ours() -> Object:
	var guard: Node = _any(_guards)
	match _dice.randi() % 5:
		0:
			return _any(_profiles)
		1:
			var target: Node = _any(_targets)
			return _any(target.get_children()) if target != null else null
		2:
			return _any(_others)
		3:
			return guard.get_node_or_null(^"Eye") if guard != null else null
	return guard.get_node_or_null(^"Senses") if guard != null else null


func _assign() -> void:
	var thing := _ours()
	if thing == null or not _is_ours(thing):
		return
	var named: Array = []
	for described in ClassDB.class_get_property_list(thing.get_class(), true):
		if (
			described.usage & PROPERTY_USAGE_EDITOR
			and not LEFT_ALONE.has(StringName(described.name))
		):
			named.append(described)
	var chosen: Variant = _any(named)
	if chosen == null:
		return
	var value: Variant = _value(chosen)
	if value != null:
		thing.set(chosen.name, value)


func _is_ours(thing: Object) -> bool:
	for base: String in ["Enemy", "Senses", "Noise", "Footstep", "Stealth"]:
		if thing.get_class().begins_with(base):
			return true
	return false


func _value(described: Dictionary) -> Variant:
	var value: Variant = null
	match described.type:
		TYPE_BOOL:
			value = _chance(0.8) if described.name in ["enabled", "perceivable"] else _chance(0.5)
		TYPE_INT:
			value = 1 + _dice.randi() % 3
			if described.hint == PROPERTY_HINT_ENUM:
				value = _dice.randi() % described.hint_string.split(",").size()
			if absurd and _chance(0.2):
				value = _any([-5, 99])
		TYPE_FLOAT:
			value = _any(NONSENSE) if absurd and _chance(0.3) else _any(NUMBERS)
		TYPE_STRING_NAME:
			value = _any(NAMES)
		TYPE_NODE_PATH:
			value = _any(PATHS)
		TYPE_VECTOR2, TYPE_VECTOR3:
			value = _dim.direction(_dice.randf_range(0.0, 360.0))
			if absurd and _chance(0.3):
				value = _dim.spoilt(NAN)
	return value


func _ask() -> void:
	var guard: Node = _any(_guards)
	var senses: Node = guard.get_node_or_null(^"Senses") if guard != null else null
	if senses == null:
		return
	var place: Variant = _dim.at(_place())
	if absurd and _chance(0.1):
		place = _dim.spoilt(INF)
	var whom: Variant = _any(_targets)
	var eye: Node = senses.get(&"perception")
	var memory: Object = senses.get(&"memory")
	var amount := _dice.randf()
	var calls: Array[Array] = [
		[senses, &"hear_sound", place, amount, whom, &"footstep"],
		[senses, &"hear_sound", place, amount],
		[senses, &"receive_alert", place, whom, amount],
		[senses, &"report_damage", place, whom],
		[senses, &"reinforce", place, amount],
		[senses, &"witness", place, amount],
		[senses, &"forget_target"],
		[senses, &"give_up"],
		[senses, &"explain", whom],
		[memory, &"reinforce", place, amount],
		[memory, &"hear_sound", place, amount],
		[memory, &"update", whom, 0.02],
		[memory, &"decay", 0.5],
		[memory, &"give_up"],
		[memory, &"forget"],
	]
	if senses.get(&"update_mode") == 1:
		calls.append([senses, &"update", 0.05])
	if eye != null:
		(
			calls
			. append_array(
				[
					[eye, &"explain", whom],
					[eye, &"get_visible_targets"],
					[eye, &"add_exception", whom],
					[eye, &"clear_exceptions"],
				]
			)
		)
	var chosen: Array = _any(calls)
	chosen[0].callv(chosen[1], chosen.slice(2))


func _make_noise() -> void:
	var other: Node = _any(_others)
	if other != null and other.has_method(&"emit") and other.is_inside_tree():
		# Listeners act while the call goes on.
		_sending.append(other)
		other.call(&"emit")
		_sending.erase(other)
		return
	var source: Variant = _any(_some_list())
	if source != null and not source.is_inside_tree():
		source = null
	var more: Array = [source, _any([&"", &"alarm", &"rock"]), _any(NAMES), _dice.randi() % 2]
	_dim.emit_noise(_place(), _any(NUMBERS), _dice.randf(), more)


func _switch() -> void:
	var node: Node = _any(_some_list())
	match _dice.randi() % 4:
		0:
			wants_pause = not wants_pause
		1:
			Engine.time_scale = _any([0.0, 0.5, 1.0, 1.0, 4.0])
		2:
			if node != null:
				node.process_mode = _any([Node.PROCESS_MODE_DISABLED, Node.PROCESS_MODE_INHERIT])
		3:
			_dim.server().set(&"max_rays_per_tick", _any([0, 0, 1, 10]))


func _profile() -> Resource:
	if _profiles.size() < 4:
		_profiles.append(_dim.make(&"SensesProfile"))
	return _any(_profiles)


func _change_profile() -> void:
	var guard: Node = _any(_guards)
	if guard != null and guard.has_node(^"Senses"):
		guard.get_node(^"Senses").set(&"profile", _profile() if _chance(0.7) else null)
	if _profiles.size() > 3:
		_profiles.remove_at(_dice.randi() % _profiles.size())


func _change_group() -> void:
	var node: Node = _any(_some_list())
	var group: StringName = _any([&"player", &"enemies", &"north"])
	if node == null:
		return
	if node.is_in_group(group):
		node.remove_from_group(group)
	else:
		node.add_to_group(group)


func _tell_everybody() -> void:
	var target: Variant = _any(_targets)
	if _chance(0.5):
		_dim.server().call(&"alert_all", _any(NAMES), _dim.at(_place()), target, _dice.randf())
	else:
		_dim.server().call(&"forget", target)


func _save_or_load() -> void:
	var guard: Node = _any(_guards)
	var senses: Node = guard.get_node_or_null(^"Senses") if guard != null else null
	if senses == null:
		return
	if _saves.size() < 4 or _chance(0.5):
		if _saves.size() > 4:
			_saves.remove_at(0)
		var save: Dictionary = senses.call(&"save_state")
		var text: Variant = JSON.parse_string(JSON.stringify(save))
		_saves.append(text if text is Dictionary else {})
		if not text is Dictionary:
			fault = "a save that is no JSON: %s" % save
		return
	var save: Dictionary = _any(_saves)
	if absurd and _chance(0.3):
		save = save.duplicate(true)
		save.erase(_any(save.keys()))
	var result: int = senses.call(&"load_state", save)
	if result != OK and not absurd:
		fault = "a good save was refused: %s" % error_string(result)


func _search() -> void:
	var guard: Node = _any(_guards)
	var senses: Node = guard.get_node_or_null(^"Senses") if guard != null else null
	if senses == null:
		return
	if _searches.size() < 5:
		_searches.append(_dim.make(&"EnemySearch"))
	var search: Object = _any(_searches)
	match _dice.randi() % 6:
		0:
			search.call(&"begin", senses.get(&"memory"), _dim.direction(30.0), senses)
		1:
			search.call(&"report_unreachable")
		2:
			_searches.erase(search)
		_:
			for turn in 5:
				var velocity: Variant = search.call(&"step", _dim.at(_place()), 0.2)
				if not velocity.is_finite() or not search.get(&"facing").is_finite():
					fault = "a search goes to %s" % velocity


func _check_node(node: Variant, what: String) -> void:
	if node != null and not is_instance_valid(node):
		fault = "%s is a freed node" % what


func _maybe_step() -> void:
	if _sending.size() < 3 and _chance(0.3):
		step()


func _on_one(a: Variant, sender: Node) -> void:
	_on_signal([a], sender)


func _on_two(a: Variant, b: Variant, sender: Node) -> void:
	_on_signal([a, b], sender)


func _on_three(a: Variant, b: Variant, c: Variant, sender: Node) -> void:
	_on_signal([a, b, c], sender)


func _on_signal(arguments: Array, sender: Node) -> void:
	for argument: Variant in arguments:
		if typeof(argument) == TYPE_OBJECT:
			_check_node(argument, "a signal's argument")
	_sending.append(sender)
	_maybe_step()
	_sending.erase(sender)

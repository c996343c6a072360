extends "res://support/dim_suite.gd"
## The classes as C# and others reach them: by name only, with plain types, in either dimension.

const ApiReport := preload("res://support/api_report.gd")
const PLAIN: Array[String] = [
	"Node",
	"Node2D",
	"Node3D",
	"StringName",
	"String",
	"int",
	"float",
	"bool",
	"Vector2",
	"Vector3",
	"Dictionary",
]
const SIGNALS := {
	&"EnemySenses":
	{
		"target_spotted": ["target: Node2D"],
		"target_lost": ["target: Node2D", "last_known_position: Vector2"],
		"noise_heard": ["origin: Vector2", "strength: float", "tag: StringName"],
		"ally_alerted": ["position: Vector2", "from: Node"],
		"alert_level_changed": ["level: int", "previous: int"],
		"target_forgotten": ["target: Node2D"],
	},
	&"NoiseEmitter": {"noise_made": ["origin: Vector2", "radius: float", "strength: float"]},
	&"FootstepEmitter": {"noise_made": ["origin: Vector2", "radius: float", "strength: float"]},
	&"StealthTarget":
	{
		"observed_by": ["observer: Node"],
		"lost_by": ["observer: Node"],
	},
}
const CONSTANTS := {
	&"EnemySenses":
	{"UNAWARE": 0, "SUSPICIOUS": 1, "ALERTED": 2, "UPDATE_PHYSICS": 0, "UPDATE_MANUAL": 1},
	&"EnemyPerception": {"FACING_NODE": 0, "FACING_MANUAL": 1},
	&"EnemyMemory": {"NONE": 0, "SIGHT": 1, "SOUND": 2, "ALLY": 3, "TOUCH": 4, "CUSTOM": 5},
	&"NoiseEmitter": {"STRAIGHT": 0, "MUFFLED": 1, "NAVIGATION": 2},
	&"StealthTarget": {"LIGHT_NONE": 0, "LIGHT_SCENE": 1, "LIGHT_MANUAL": 2},
}

var _events: Array = []


func test_p06_signals_carry_what_the_contract_says() -> void:
	for base: StringName in SIGNALS:
		var wanted: Dictionary = SIGNALS[base].duplicate()
		for described in ClassDB.class_get_signal_list(dim.title(base), true):
			var arguments: Array = []
			for argument: Dictionary in described.args:
				arguments.append("%s: %s" % [argument.name, ApiReport.type_name(argument)])
			if wanted.has(described.name):
				var expected: Array = wanted[described.name].map(_here)
				equal(arguments, expected, "%s.%s" % [base, described.name])
				wanted.erase(described.name)
		equal(wanted, {}, "%s: signals missing" % base)


func test_p06_every_signal_carries_plain_types_only() -> void:
	var count := 0
	for title in ApiReport.classes():
		for described in ClassDB.class_get_signal_list(title, true):
			for argument: Dictionary in described.args:
				count += 1
				var kind := ApiReport.type_name(argument)
				check(PLAIN.has(kind), "%s.%s carries %s" % [title, described.name, kind])
	check(count > 30, "%d arguments" % count)


func test_p06_constants_are_those_of_the_contract() -> void:
	for base: StringName in CONSTANTS:
		for member: StringName in CONSTANTS[base]:
			var title := dim.title(base)
			var there := ClassDB.class_has_integer_constant(title, member)
			check(there, "%s.%s" % [title, member])
			equal(dim.constant(base, member), CONSTANTS[base][member], member)


func test_p06_arguments_with_a_default_may_be_left_out() -> void:
	put(dim.senses_guard(Vector2.ZERO))
	await ticks(2)
	var suffix := &"emit_noise_3d" if dim.is_3d() else &"emit_noise"
	equal(dim.server().call(suffix, dim.at(Vector2(0.0, 50.0)), dim.length(300.0), 1.0), 1)
	var memory := dim.make(&"EnemyMemory")
	memory.call(&"receive_report", dim.zero(), 0.25)
	near(memory.get(&"confidence"), 0.25, "receive_report")
	equal(memory.get(&"last_known_velocity"), dim.zero(), "velocity")
	var target := put(dim.ghost(Vector2.ZERO))
	memory.call(&"update", target, 0.45)
	near(memory.get(&"confidence"), 1.0, "update at full strength")
	var senses := senses_at(Vector2(3000.0, 0.0))
	await ticks(2)
	senses.call(&"hear_sound", dim.at(Vector2(3000.0, 10.0)), 0.5)
	near(senses.get(&"awareness"), 0.3, "hear_sound")
	senses.call(&"reinforce", dim.at(Vector2(3000.0, 10.0)), 0.5)
	equal(senses.get(&"memory").get(&"stimulus"), 5, "CUSTOM")


func test_p06_a_whole_enemy_by_name_only() -> void:
	var body: Node = ClassDB.instantiate(dim.title(&"CharacterBody"))
	var senses: Node = ClassDB.instantiate(dim.title(&"EnemySenses"))
	var profile: Resource = ClassDB.instantiate(dim.title(&"SensesProfile"))
	ClassDB.class_set_property(profile, &"sight_rise_time", 0.2)
	ClassDB.class_set_property(profile, &"target_group", &"prey")
	ClassDB.class_set_property(senses, &"profile", profile)
	equal(ClassDB.class_get_property(senses, &"profile"), profile)
	for title: StringName in [&"target_spotted", &"target_lost", &"alert_level_changed"]:
		equal(senses.connect(title, _tell.bind(title)), OK, title)
	body.add_child(senses)
	put(body)
	dim.turn(body, 0.0)
	var prey: Node = ClassDB.instantiate(dim.node_class())
	prey.add_to_group(&"prey")
	put(prey)
	dim.move(prey, Vector2(100.0, 0.0))
	await seconds(0.6)
	equal(senses.get(&"target"), prey)
	equal(senses.get(&"alert_level"), dim.constant(&"EnemySenses", &"ALERTED"))
	equal(senses.call(&"can_see_target"), true)
	prey.free()
	await seconds(0.5)
	var names: Array = _events.map(func(entry: Array) -> StringName: return entry[-1])
	equal(names[0], &"target_spotted")
	equal(names.count(&"alert_level_changed"), 2)
	equal(names.count(&"target_lost"), 1)


func test_twins_have_the_same_members() -> void:
	var flat_only: Array[String] = ["StealthTarget.body_radius"]
	var solid_only: Array[String] = [
		"EnemyPerception.model_front", "EnemyPerception.vertical_view_angle", "EnemyPerception.flat"
	]
	var pairs := 0
	for title in ApiReport.classes():
		if title.ends_with("3D") or title == &"SensesServer":
			continue
		pairs += 1
		var own := _members(title)
		var twin := _members(title + "3D")
		for member: String in own:
			var named := "%s.%s" % [title, member]
			check(twin.has(member) or flat_only.has(named), "%s has no twin" % named)
		for member: String in twin:
			var named := "%s.%s" % [title, member]
			check(own.has(member) or solid_only.has(named), "%s is in 3D only" % named)
	check(pairs >= 7, "%d pairs" % pairs)


func test_every_argument_has_a_name() -> void:
	for title in ApiReport.classes():
		for described in ClassDB.class_get_method_list(title, true):
			for argument: Dictionary in described.args:
				var named: String = argument.name
				check(
					not named.is_empty() and not named.begins_with("arg"),
					"%s.%s" % [title, described.name]
				)


func _members(title: StringName) -> Dictionary:
	var found := {}
	for list: Array in [
		ClassDB.class_get_property_list(title, true),
		ClassDB.class_get_method_list(title, true),
		ClassDB.class_get_signal_list(title, true),
	]:
		for described: Dictionary in list:
			var member: String = described.name
			if not member.begins_with("get_") and not member.begins_with("set_"):
				found[member] = true
	for constant in ClassDB.class_get_integer_constant_list(title, true):
		found[constant] = true
	return found


func _here(argument: String) -> String:
	return argument.replace("2D", "3D").replace("Vector2", "Vector3") if dim.is_3d() else argument


func _tell(a: Variant, b: Variant, title: Variant = null) -> void:
	_events.append([a, b] if title == null else [a, b, title])

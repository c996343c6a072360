extends RefCounted
## Writes down every signal of an EnemySenses with the tick it came in.

const NAMES: Array[StringName] = [
	&"target_spotted",
	&"target_lost",
	&"noise_heard",
	&"ally_alerted",
	&"alert_level_changed",
	&"target_forgotten",
]

## Arrays: tick, name, arguments.
var log: Array[Array] = []


func _init(senses: Node) -> void:
	for title in NAMES:
		var arity := 1
		for described in senses.get_signal_list():
			if described.name == title:
				arity = described.args.size()
		var handler := _one if arity == 1 else (_two if arity == 2 else _three)
		senses.connect(title, handler.bind(title))


## The arguments of every time the signal came.
func of(title: StringName) -> Array:
	var found: Array = []
	for entry in log:
		if entry[1] == title:
			found.append(entry[2])
	return found


## How often the signal came.
func count(title: StringName) -> int:
	return of(title).size()


## The tick of the first time it came, or -1.
func tick_of(title: StringName) -> int:
	for entry in log:
		if entry[1] == title:
			return entry[0]
	return -1


## The names in order.
func names() -> Array:
	return log.map(func(entry: Array) -> StringName: return entry[1])


func _one(a: Variant, title: StringName) -> void:
	_add(title, [a])


func _two(a: Variant, b: Variant, title: StringName) -> void:
	_add(title, [a, b])


func _three(a: Variant, b: Variant, c: Variant, title: StringName) -> void:
	_add(title, [a, b, c])


func _add(title: StringName, arguments: Array) -> void:
	log.append([Engine.get_physics_frames(), title, arguments])

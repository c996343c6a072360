extends RefCounted
## The public API as text: every class of the addon with its properties, methods, signals and
## constants, one a line, in order of their names.

const FILE := "res://api.txt"
const PREFIXES: Array[String] = ["Enemy", "Senses", "Noise", "Footstep", "Stealth", "Detection"]
const TYPES := {
	TYPE_NIL: "Variant",
	TYPE_BOOL: "bool",
	TYPE_INT: "int",
	TYPE_FLOAT: "float",
	TYPE_STRING: "String",
	TYPE_VECTOR2: "Vector2",
	TYPE_VECTOR3: "Vector3",
	TYPE_COLOR: "Color",
	TYPE_STRING_NAME: "StringName",
	TYPE_NODE_PATH: "NodePath",
	TYPE_OBJECT: "Object",
	TYPE_DICTIONARY: "Dictionary",
	TYPE_ARRAY: "Array",
	TYPE_PACKED_FLOAT32_ARRAY: "PackedFloat32Array",
}


## The classes that this addon adds, by name.
static func classes() -> Array[StringName]:
	var found: Array[StringName] = []
	for title in ClassDB.get_class_list():
		var ours := PREFIXES.any(func(prefix: String) -> bool: return title.begins_with(prefix))
		if ours and ClassDB.class_get_api_type(title) == ClassDB.API_EXTENSION:
			found.append(StringName(title))
	found.sort_custom(func(a: StringName, b: StringName) -> bool: return str(a) < str(b))
	return found


## The whole text.
static func text() -> String:
	var lines := PackedStringArray()
	for title in classes():
		lines.append("class %s < %s" % [title, ClassDB.get_parent_class(title)])
		for part: Callable in [_properties, _methods, _signals, _constants]:
			var own: PackedStringArray = part.call(title)
			own.sort()
			lines.append_array(own)
		lines.append("")
	return "\n".join(lines)


## A type as it is written in GDScript.
static func type_name(described: Dictionary) -> String:
	if described.type == TYPE_OBJECT and not str(described["class_name"]).is_empty():
		return described["class_name"]
	if described.type == TYPE_ARRAY and described.hint == PROPERTY_HINT_ARRAY_TYPE:
		return "Array[%s]" % described.hint_string
	if described.type == TYPE_ARRAY and described.hint == PROPERTY_HINT_TYPE_STRING:
		return "Array[%s]" % str(described.hint_string).get_slice(":", 1)
	if described.type == TYPE_NIL and not described.usage & PROPERTY_USAGE_NIL_IS_VARIANT:
		return "void"
	return TYPES.get(described.type, type_string(described.type))


static func _properties(title: StringName) -> PackedStringArray:
	var lines := PackedStringArray()
	var kept: Object = null
	if Engine.has_singleton(title):
		kept = Engine.get_singleton(title)
	elif ClassDB.can_instantiate(title):
		kept = ClassDB.instantiate(title)
	for described in ClassDB.class_get_property_list(title, true):
		if described.usage & (PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP):
			continue
		var line := "  var %s: %s" % [described.name, type_name(described)]
		if kept != null and described.type not in [TYPE_OBJECT, TYPE_ARRAY]:
			line += " = %s" % var_to_str(kept.get(described.name)).replace("\n", " ")
		if described.usage & PROPERTY_USAGE_STORAGE:
			line += " [saved]"
		if described.hint == PROPERTY_HINT_ENUM:
			line += " {%s}" % described.hint_string
		lines.append(line)
	if kept is Node:
		(kept as Node).free()
	return lines


static func _methods(title: StringName) -> PackedStringArray:
	var hidden := {}
	for described in ClassDB.class_get_property_list(title, true):
		hidden["get_" + described.name] = true
		hidden["set_" + described.name] = true
	var lines := PackedStringArray()
	for described in ClassDB.class_get_method_list(title, true):
		if hidden.has(described.name) or described.name.begins_with("_"):
			continue
		var arguments := _arguments(described)
		var back := described["return"] as Dictionary
		lines.append("  func %s(%s) -> %s" % [described.name, arguments, type_name(back)])
	return lines


static func _signals(title: StringName) -> PackedStringArray:
	var lines := PackedStringArray()
	for described in ClassDB.class_get_signal_list(title, true):
		lines.append("  signal %s(%s)" % [described.name, _arguments(described)])
	return lines


static func _constants(title: StringName) -> PackedStringArray:
	var lines := PackedStringArray()
	for constant in ClassDB.class_get_integer_constant_list(title, true):
		var value := ClassDB.class_get_integer_constant(title, constant)
		lines.append("  const %s = %d" % [constant, value])
	return lines


static func _arguments(described: Dictionary) -> String:
	var told := PackedStringArray()
	var args: Array = described.args
	var defaults: Array = described.get("default_args", [])
	for index in args.size():
		var argument := "%s: %s" % [args[index].name, type_name(args[index])]
		var number := index - (args.size() - defaults.size())
		if number >= 0:
			argument += " = %s" % var_to_str(defaults[number])
		told.append(argument)
	return ", ".join(told)

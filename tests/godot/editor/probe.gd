@tool
extends Node
## Watches our nodes in the edited scene: they must do nothing there but be shown.
##
## Open [code]res://editor/scene.tscn[/code] in a headless editor: the log then holds a line
## [code]N passed, 0 failed[/code] and no error.

const FRAMES := 100
const MADE: Array[String] = [
	"EnemyPerception",
	"EnemySenses",
	"NoiseEmitter",
	"FootstepEmitter",
	"StealthTarget",
	"DetectionMeter",
]

var _frame := 0
var _signals := 0
var _passed := 0
var _failed := 0
var _before := {}
var _text := ""


func _ready() -> void:
	if not Engine.is_editor_hint():
		return
	var server := Engine.get_singleton(&"SensesServer")
	server.connect(&"noise_made", _on_noise)
	server.connect(&"noise_made_3d", _on_noise)


func _process(_delta: float) -> void:
	if not Engine.is_editor_hint() or get_tree().edited_scene_root == null:
		return
	_frame += 1
	if _frame == 5:
		_begin()
	elif _frame == FRAMES:
		_end()
		set_process(false)


func _begin() -> void:
	_before = _state()
	_text = _saved()
	# A tool script that makes guards must get quiet ones too.
	for base: String in MADE:
		for title: String in [base, base + "3D"]:
			var made: Node = ClassDB.instantiate(title)
			made.name = "Made" + title
			add_child(made)
	var memory: Object = ClassDB.instantiate(&"EnemyMemory")
	memory.call(&"reinforce", Vector2.ONE, 0.5)
	_check(is_equal_approx(memory.get(&"confidence"), 0.5), "a memory is data here too")


func _end() -> void:
	for made in get_children():
		made.free()
	_check(_before.size() >= 14, "the scene has its nodes: %d" % _before.size())
	_check(_signals == 0, "%d signals" % _signals)
	_check(_state() == _before, "a property changed")
	_check(not _text.is_empty() and _saved() == _text, "the scene would be saved differently")
	var eye := get_tree().edited_scene_root.get_node(^"Guard0/Eye")
	var target := get_tree().edited_scene_root.get_node(^"Target0")
	_check(eye.call(&"get_visible_target") == null, "an eye sees in the editor")
	_check(eye.call(&"can_see", target) == false, "an eye sees in the editor when asked")
	_check(eye.get_child_count(true) == 0, "an eye has children of its own")
	var server := Engine.get_singleton(&"SensesServer")
	var told: int = server.call(&"emit_noise", Vector2.ZERO, 1000.0, 1.0)
	_check(told == 0, "a noise is heard in the editor")
	_check(_signals == 0, "a noise is announced in the editor")
	if server.has_method(&"get_stats"):
		var stats: Dictionary = server.call(&"get_stats")
		for key: String in ["agents", "targets", "pairs", "rays", "noises"]:
			_check(int(stats.get(key, 0)) == 0, "%s in the editor: %s" % [key, stats.get(key)])
	print("%d passed, %d failed" % [_passed, _failed])
	get_tree().quit()


func _check(holds: bool, message: String) -> void:
	_passed += int(holds)
	_failed += int(not holds)
	if not holds:
		print("FAILED editor: %s" % message)


func _on_noise(_o: Variant, _r: float, _s: float, _source: Variant, _tag: StringName) -> void:
	_signals += 1


## Every stored property of every node of the scene.
func _state() -> Dictionary:
	var found := {}
	for node in get_tree().edited_scene_root.find_children("*", "", true, true):
		var values := {}
		for property in node.get_property_list():
			if property.usage & PROPERTY_USAGE_STORAGE:
				values[property.name] = node.get(property.name)
		found[str(get_tree().edited_scene_root.get_path_to(node))] = values
	return found


## The scene as it would be written.
func _saved() -> String:
	var scene := PackedScene.new()
	if scene.pack(get_tree().edited_scene_root) != OK:
		return ""
	var path := "user://edited.tscn"
	if ResourceSaver.save(scene, path) != OK:
		return ""
	var lines := FileAccess.get_file_as_string(path).split("\n")
	var kept := PackedStringArray()
	for line in lines:
		if not line.begins_with("[gd_scene") and not line.begins_with("[ext_resource"):
			kept.append(line)
	return "\n".join(kept)

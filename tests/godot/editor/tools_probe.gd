@tool
extends Node
## Tries what our editor plugin does: handles and their undo, the gizmo, the warnings, the tab.
##
## Open [code]res://editor/tools.tscn[/code] in a headless editor: the log then holds a line
## [code]N passed, 0 failed[/code] and no error.

const BEGIN := 20
## So many nodes of ours are in the scene, at least.
const OURS := 20

var _frame := 0
var _passed := 0
var _failed := 0


func _process(_delta: float) -> void:
	if not Engine.is_editor_hint() or get_tree().edited_scene_root == null:
		return
	_frame += 1
	if _frame == BEGIN:
		set_process(false)
		_run()


func _run() -> void:
	var nodes := get_tree().edited_scene_root.find_children("*", "", true, false)
	var ours := nodes.filter(
		func(node: Node) -> bool:
			return ClassDB.class_get_api_type(node.get_class()) == ClassDB.API_EXTENSION
	)
	_check(ours.size() >= OURS, "%d nodes of ours" % ours.size())
	var before := _saved()
	var file := _comparable(
		FileAccess.get_file_as_string(get_tree().edited_scene_root.scene_file_path)
	)
	_check(before == file, "opened and saved, the scene is another:\n%s" % before)
	_try_handles()
	_try_profile_handles()
	_try_handles_in_space()
	_try_the_mouse()
	await _try_the_gizmo()
	_check(_saved() == before, "after undoing all of it the scene would be saved differently")
	await _try_the_warnings()
	_try_the_tab()
	print("%d passed, %d failed" % [_passed, _failed])
	get_tree().quit()


func _try_handles() -> void:
	var eye := _node(^"Guard/Eye")
	# The guard looks down: +Y.
	_drag(eye, &"view_range", Vector2(100.0, 400.0), eye, 300.0)
	_drag(eye, &"view_range", Vector2(100.0, 50.0), eye, 0.0)
	_drag(eye, &"view_angle", Vector2(200.0, 200.0), eye, 90.0)
	_drag(eye, &"view_angle", Vector2(0.0, 100.0), eye, 180.0)
	_drag(eye, &"view_angle", Vector2(100.0, 0.0), eye, 360.0)
	_drag(eye, &"peripheral_angle", Vector2(0.0, 100.0), eye, 180.0)
	_drag(eye, &"near_range", Vector2(100.0, 60.0), eye, 40.0)
	var noise := _node(^"Guard/Noise")
	# A circle is dragged along +X of the world, however the node is turned.
	_drag(noise, &"radius", Vector2(340.0, 100.0), noise, 240.0)
	_check(_plugin().call(&"drag_handle", eye, &"radius", Vector2.ZERO) == false, "no such handle")
	_check(_plugin().call(&"drag_handle", eye, &"view_range", "far") == false, "no place")


func _try_profile_handles() -> void:
	var senses := _node(^"Ruled/Senses")
	var eye := _node(^"Ruled/Eye")
	var profile: Resource = senses.get(&"profile")
	_drag(senses, &"view_range", Vector2(1000.0, 100.0), profile, 500.0, "odd guard")
	_drag(eye, &"view_range", Vector2(1000.0, 100.0), profile, 500.0, "odd guard")
	_drag(eye, &"view_angle", Vector2(500.0, 300.0), profile, 180.0, "odd guard")
	_drag(senses, &"shout_radius", Vector2(600.0, 100.0), profile, 100.0, "odd guard")
	_check(eye.get(&"view_range") == 240.0, "the eye's own value is left alone")


func _try_handles_in_space() -> void:
	var eye := _node(^"Space/Guard/Eye")
	_drag(eye, &"view_range", Vector3(0.0, 1.6, -25.0), eye, 25.0)
	_drag(eye, &"view_angle", Vector3(5.0, 1.6, -5.0), eye, 90.0)
	_drag(eye, &"view_angle", Vector3(5.0, 1.6, 0.0), eye, 180.0)
	_drag(eye, &"near_range", Vector3(0.0, 1.6, 2.0), eye, 2.0)
	_drag(_node(^"Space/Guard/Senses"), &"view_range", Vector3(0.0, 1.6, -25.0), eye, 25.0)
	var noise := _node(^"Space/Guard/Noise")
	_drag(noise, &"radius", Vector3(7.0, 0.0, 3.0), noise, 7.0)
	var profile: Resource = _node(^"Space/Tower/Senses").get(&"profile")
	_drag(
		_node(^"Space/Tower/Eye"), &"view_range", Vector3(20.0, 0.0, -40.0), profile, 40.0, "tower"
	)


## Press, move and release over the 2D viewport.
func _try_the_mouse() -> void:
	var eye := _node(^"Guard/Eye") as Node2D
	EditorInterface.edit_node(eye)
	var plugin := _plugin()
	var to_screen := eye.get_viewport_transform()
	var old: float = eye.get(&"view_range")
	_check(not _press(plugin, to_screen * Vector2(700.0, 700.0), true), "a press beside it")
	_check(_press(plugin, to_screen * Vector2(100.0, 100.0 + old), true), "a press on the handle")
	_move(plugin, to_screen * Vector2(100.0, 350.0))
	_check(
		eye.get(&"view_range") == 250.0, "shown while it is dragged: %s" % eye.get(&"view_range")
	)
	_check(_press(plugin, to_screen * Vector2(100.0, 350.0), false), "a release")
	_check(eye.get(&"view_range") == 250.0, "kept: %s" % eye.get(&"view_range"))
	_undo(eye)
	_check(eye.get(&"view_range") == old, "undone: %s" % eye.get(&"view_range"))
	_press(plugin, to_screen * Vector2(100.0, 100.0 + old), true)
	_move(plugin, to_screen * Vector2(100.0, 350.0))
	var escape := InputEventKey.new()
	escape.keycode = KEY_ESCAPE
	escape.pressed = true
	_check(plugin.call(&"canvas_input", escape), "escape is about the handle")
	_check(eye.get(&"view_range") == old, "given up: %s" % eye.get(&"view_range"))


func _try_the_gizmo() -> void:
	var eye := _node(^"Space/Guard/Eye") as Node3D
	EditorInterface.edit_node(eye)
	EditorInterface.get_selection().clear()
	EditorInterface.get_selection().add_node(eye)
	for frame in 3:
		await get_tree().process_frame
	var gizmos := eye.get_gizmos().filter(func(g: Variant) -> bool: return g is EditorNode3DGizmo)
	_check(not gizmos.is_empty(), "the eye has a gizmo")
	for gizmo: EditorNode3DGizmo in gizmos:
		if gizmo.get_plugin().get_class() == "SensesGizmos":
			_check(true, "of ours")
	eye.set(&"view_range", INF)
	eye.update_gizmos()
	await get_tree().process_frame
	eye.set(&"view_range", 18.0)
	eye.update_gizmos()
	await get_tree().process_frame


func _try_the_warnings() -> void:
	for frame in 20:
		await get_tree().process_frame
	var told := _warnings()
	_warns(told, "Blind", ["occlusion_mask is 0", '"nobody"', "no body", "SUB_THREAD"])
	_warns(told, "Deaf", ["it hears nothing", "no body"])
	_warns(told, "Unheard", ['"nobody"', "nobody is told"])
	_warns(told, "Unseen", ["not in the group", '"player"'])
	_warns(told, "Senses", ["sound_cap", "alert_exit"])
	_check(not told.has("StealthTarget"), "nothing is wrong with the player: %s" % [told.keys()])
	_check(not told.has("Meter"), "nothing is wrong with the meter")


func _try_the_tab() -> void:
	var tabs := get_tree().root.find_children("*", "EditorSensesTab", true, false)
	_check(not tabs.is_empty(), "the debugger has the tab")
	if tabs.is_empty():
		return
	var tab := tabs[0]
	var messages: Array = str_to_var(FileAccess.get_file_as_string("res://editor/messages.txt"))
	var ids: Array = []
	for message: Array in messages:
		if message[0] == "enemy_senses:agents":
			ids = message[1].map(func(row: Array) -> int: return row[0])
		_check(tab.call(&"receive", message[0], message[1]), "a message is taken")
	var shown: Dictionary = tab.call(&"shown")
	_check(shown.rows == 2, "rows: %s" % shown.rows)
	_check(shown.moments == 0, "nobody is selected yet")
	var of_selected := func(m: Array) -> bool: return m[0] == "enemy_senses:sample"
	tab.call(&"select", messages.filter(of_selected)[0][1][0])
	for message: Array in messages:
		tab.call(&"receive", message[0], message[1])
	shown = tab.call(&"shown")
	_check(shown.moments > 40, "moments: %s" % shown.moments)
	_check(shown.lines > 5, "lines: %s" % shown.lines)
	_check(ids.has(shown.selected), "the selected one is listed")
	for bad: Array in [[], [1], ["x", "y"], [1, "a", {}, [], 5, 6, 7], [[1, 2]], [null, null]]:
		_check(tab.call(&"receive", "enemy_senses:agents", bad), "nonsense does no harm")
		_check(tab.call(&"receive", "enemy_senses:sample", bad), "nonsense does no harm")
	_check(not tab.call(&"receive", "enemy_senses:unknown", []), "an unknown message is not ours")


## Drags a handle and checks value, name of the action, undo and redo.
func _drag(
	node: Node, property: StringName, place: Variant, holder: Object, wanted: float, who := ""
) -> void:
	var old: float = holder.get(property)
	var what := "%s of %s" % [property, node.name]
	_check(_plugin().call(&"drag_handle", node, property, place), "%s has a handle" % what)
	_check(is_equal_approx(holder.get(property), wanted), "%s is %s" % [what, holder.get(property)])
	var title := _history(node).get_current_action_name()
	var name_of_it := who if not who.is_empty() else str(holder.get(&"name"))
	_check(property in title and name_of_it in title, "'%s' names %s" % [title, name_of_it])
	_undo(node)
	_check(holder.get(property) == old, "%s undone: %s" % [what, holder.get(property)])
	_history(node).redo()
	_check(is_equal_approx(holder.get(property), wanted), "%s done again" % what)
	_undo(node)


func _undo(node: Node) -> void:
	_history(node).undo()


func _history(node: Node) -> UndoRedo:
	var undo := EditorInterface.get_editor_undo_redo()
	return undo.get_history_undo_redo(undo.get_object_history_id(node))


func _press(plugin: Node, at: Vector2, pressed: bool) -> bool:
	var event := InputEventMouseButton.new()
	event.button_index = MOUSE_BUTTON_LEFT
	event.pressed = pressed
	event.position = at
	return plugin.call(&"canvas_input", event)


func _move(plugin: Node, to: Vector2) -> void:
	var event := InputEventMouseMotion.new()
	event.position = to
	plugin.call(&"canvas_input", event)


## The texts of the Scene dock's warning signs by the node's name.
func _warnings() -> Dictionary:
	var found := {}
	for editor in get_tree().root.find_children("*", "SceneTreeEditor", true, false):
		for tree: Tree in editor.find_children("*", "Tree", true, false):
			_read_warnings(tree.get_root(), found)
	return found


func _read_warnings(item: TreeItem, found: Dictionary) -> void:
	if item == null:
		return
	for button in item.get_button_count(0):
		var text := item.get_button_tooltip_text(0, button)
		if "onfiguration warning" in text:
			found[item.get_text(0)] = found.get(item.get_text(0), "") + text
	for child in item.get_children():
		_read_warnings(child, found)


func _warns(told: Dictionary, title: String, parts: Array) -> void:
	var text := str(told.get(title, "")).replace("\n", " ")
	for part: String in parts:
		_check(part in text, "%s is warned of '%s' in: %s" % [title, part, text])


func _plugin() -> Node:
	return get_tree().root.find_children("*", "SensesEditorPlugin", true, false)[0]


func _node(path: NodePath) -> Node:
	return get_tree().edited_scene_root.get_node(path)


func _check(holds: bool, message: String) -> void:
	_passed += int(holds)
	_failed += int(not holds)
	if not holds:
		print("FAILED tools: %s" % message)


## The scene as it would be written.
func _saved() -> String:
	var scene := PackedScene.new()
	scene.pack(get_tree().edited_scene_root)
	ResourceSaver.save(scene, "user://edited_tools.tscn")
	return _comparable(FileAccess.get_file_as_string("user://edited_tools.tscn"))


## A scene without what another version of the engine, or another computer, numbers differently.
func _comparable(text: String) -> String:
	var kept := PackedStringArray()
	for line in text.split("\n"):
		if not line.begins_with("[gd_scene") and not line.begins_with("[ext_resource"):
			kept.append(line)
	var numbers := RegEx.create_from_string(" unique_id=\\d+|ExtResource\\(.*\\)")
	return numbers.sub("\n".join(kept), "", true)

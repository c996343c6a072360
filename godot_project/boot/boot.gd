extends Control
## The first scene. It names no native class, so it can say so when the native library is missing.
## Without arguments it goes on to the menu.
##
## After [code]--[/code] on the command line: [code]--level NAME[/code] goes straight to that level,
## [code]--scripted[/code] plays its checkpoints and quits, [code]--showcase[/code] plays a short
## cut of it for a recording. [code]--self-test[/code] tries the native library and quits.

const MISSING := "native library missing - run cargo xtask build"
const LEVEL := "res://levels/%s/%s%s.tscn"
const FIRST_LEVEL := "storeroom"
const MENU := "res://menu/menu.tscn"
const SELF_TEST := "res://boot/self_test.tscn"
## With one of these nobody watches: what goes wrong ends the game.
const UNWATCHED: Array[String] = ["--scripted", "--showcase", "--self-test"]


func _ready() -> void:
	var arguments := OS.get_cmdline_user_args()
	if not ClassDB.class_exists(&"EnemyPerception"):
		_refuse(MISSING, arguments)
		return
	if arguments.has("--self-test"):
		get_tree().change_scene_to_file.call_deferred(SELF_TEST)
		return
	var part := ""
	if arguments.has("--scripted"):
		part = "_checkpoints"
	elif arguments.has("--showcase"):
		part = "_showcase"
	var at := arguments.find("--level")
	if at < 0 and part.is_empty():
		get_tree().change_scene_to_file.call_deferred(MENU)
		return
	var level := FIRST_LEVEL
	if at >= 0:
		level = arguments[at + 1] if at + 1 < arguments.size() else ""
	var path := LEVEL % [level, level, part]
	if level.is_valid_filename() and ResourceLoader.exists(path):
		get_tree().change_scene_to_file.call_deferred(path)
	else:
		_refuse("no level named '%s' to play like that" % level, arguments)


func _refuse(why: String, arguments: PackedStringArray) -> void:
	printerr(why)
	var label := Label.new()
	label.text = why
	label.set_anchors_and_offsets_preset(PRESET_FULL_RECT)
	label.horizontal_alignment = HORIZONTAL_ALIGNMENT_CENTER
	label.vertical_alignment = VERTICAL_ALIGNMENT_CENTER
	label.add_theme_font_size_override(&"font_size", 26)
	add_child(label)
	var watched := DisplayServer.get_name() != "headless"
	if not watched or UNWATCHED.any(arguments.has):
		get_tree().quit(1)


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"quit"):
		get_tree().quit()

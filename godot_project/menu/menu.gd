extends Control
## The start menu: a card for each level there is. Levels are found, not listed: whatever lies in
## res://levels/NAME/NAME.tscn gets a card, with the level itself at play in it.
##
## A level has a [code]scripted[/code] flag (true: it listens to no keys and nobody is caught) and,
## if it wants words on its card, a Hud/Words with a title and an aim.

const Palette := preload("res://shared/palette.gd")
const CardScript := preload("res://menu/card.gd")
const HudScript := preload("res://shared/hud.gd")

const LEVELS := "res://levels"
const LEVEL := "res://levels/%s/%s.tscn"
const GAP := 28.0
## Levels in the order to play them in; others follow by name.
const ORDER: Array[String] = ["storeroom", "yard", "warehouse"]
## Where the tree keeps the level that was played last: its card has the focus when the menu comes
## back.
const LAST := &"last_level"

var _cards: Array[CardScript] = []
var _time := 0.0


func _ready() -> void:
	Input.mouse_mode = Input.MOUSE_MODE_VISIBLE
	var names := level_names()
	var width := minf((size.x - 120.0 - GAP * (names.size() - 1)) / names.size(), 500.0)
	var left := (size.x - width * names.size() - GAP * (names.size() - 1)) / 2.0
	for level_name in names:
		var card: CardScript = CardScript.new()
		card.setup(level_name, LEVEL % [level_name, level_name])
		card.size = Vector2(width, width / 2.0 + 106.0)
		card.position = Vector2(left, 400.0 - card.size.y / 2.0)
		card.pressed.connect(_play.bind(level_name))
		add_child(card)
		_cards.append(card)
		left += width + GAP
	if _cards.is_empty():
		return
	var chosen := maxi(names.find(get_tree().get_meta(LAST, "")), 0)
	_cards[chosen].grab_focus()


func _process(delta: float) -> void:
	_time += delta
	queue_redraw()


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"quit"):
		get_tree().quit()
	elif event.is_action_pressed(&"move_left"):
		_move_focus(-1)
	elif event.is_action_pressed(&"move_right"):
		_move_focus(1)


func _draw() -> void:
	draw_rect(Rect2(Vector2.ZERO, size), Palette.NIGHT)
	_draw_searchlight()
	var font := ThemeDB.fallback_font
	_write(font, "ENEMY SENSES", 96.0, 58, Palette.PAPER)
	_write(font, "They see, hear, believe, search and give up.", 136.0, 19, Palette.PAPER_DIM)
	_write(
		font,
		"← →  choose      Enter  play      Esc  quit",
		size.y - 38.0,
		15,
		Palette.PAPER_DIM,
	)


## Every level in the project, the first one to play first.
static func level_names() -> Array[String]:
	var names: Array[String] = []
	for level_name: String in ORDER + Array(DirAccess.get_directories_at(LEVELS)):
		if not level_name in names and ResourceLoader.exists(LEVEL % [level_name, level_name]):
			names.append(level_name)
	return names


func _move_focus(step: int) -> void:
	for i in _cards.size():
		if _cards[i].has_focus():
			_cards[posmod(i + step, _cards.size())].grab_focus()
			return


func _play(level_name: String) -> void:
	get_tree().set_meta(LAST, level_name)
	get_tree().change_scene_to_file(LEVEL % [level_name, level_name])


## A cone that sweeps the dark behind everything, as a guard's would.
func _draw_searchlight() -> void:
	var origin := Vector2(size.x / 2.0, -140.0)
	var facing := PI / 2.0 + 0.55 * sin(_time * 0.35)
	var points := PackedVector2Array()
	var colours := PackedColorArray()
	var corners := PackedInt32Array()
	for i in 41:
		var away := lerpf(-1.0, 1.0, i / 40.0)
		var strength := 0.3 * (1.0 - smoothstep(0.3, 1.0, absf(away)))
		points.append_array([origin, origin + Vector2.from_angle(facing + 0.5 * away) * 1150.0])
		colours.append_array([Color(Palette.CALM, strength), Color(Palette.CALM, 0.0)])
		if i > 0:
			var at := 2 * i
			corners.append_array([at - 2, at - 1, at + 1, at - 2, at + 1, at])
	RenderingServer.canvas_item_add_triangle_array(get_canvas_item(), corners, points, colours)


func _write(font: Font, text: String, y: float, points: int, colour: Color) -> void:
	var width := font.get_string_size(text, HORIZONTAL_ALIGNMENT_LEFT, -1, points).x
	draw_string(
		font,
		Vector2((size.x - width) / 2.0, y),
		text,
		HORIZONTAL_ALIGNMENT_LEFT,
		-1,
		points,
		colour
	)

extends Button
## A level on the menu: the level itself, small, at play while its card is chosen, and what it says
## of itself.

const Palette := preload("res://shared/palette.gd")
const HudScript := preload("res://shared/hud.gd")

const SCREEN := Vector2i(1280, 720)
## The part of the screen that is shown: without the bars above and below.
const SHOWN := Rect2(16, 48, 1248, 624)
## How long a level plays before its picture stands still, when nobody looks at it.
const FIRST_LOOK := 1.0

var _title := ""
var _aim := ""
var _picture: SubViewport
var _level: Node
var _shown := 0.0
var _played := 0.0


## Makes the card of this level.
func setup(level_name: String, path: String) -> void:
	name = level_name.to_pascal_case()
	flat = true
	_title = level_name.to_upper()
	_picture = SubViewport.new()
	_picture.own_world_3d = true
	_picture.msaa_3d = Viewport.MSAA_2X
	_picture.size_2d_override = SCREEN
	_picture.size_2d_override_stretch = true
	_picture.gui_disable_input = true
	add_child(_picture)
	_level = (load(path) as PackedScene).instantiate()
	_level.set(&"scripted", true)
	var hud := _level.get_node_or_null(^"Hud") as CanvasLayer
	if hud:
		hud.visible = false
		var words := hud.get_node_or_null(^"Words") as HudScript
		if words:
			_title = words.title
			_aim = words.aim
	_picture.add_child(_level)


func _ready() -> void:
	_picture.size = Vector2i(Vector2(SCREEN) * size.x / SHOWN.size.x)
	add_theme_stylebox_override(&"focus", StyleBoxEmpty.new())
	add_theme_stylebox_override(&"hover", StyleBoxEmpty.new())
	add_theme_stylebox_override(&"pressed", StyleBoxEmpty.new())
	mouse_entered.connect(grab_focus)


func _process(delta: float) -> void:
	_played += delta
	_shown = move_toward(_shown, 1.0 if has_focus() else 0.0, delta * 6.0)
	var alive := has_focus() or _played < FIRST_LOOK
	_level.process_mode = PROCESS_MODE_INHERIT if alive else PROCESS_MODE_DISABLED
	_picture.render_target_update_mode = (
		SubViewport.UPDATE_ALWAYS if alive else SubViewport.UPDATE_DISABLED
	)
	queue_redraw()


func _draw() -> void:
	var frame := _frame()
	var lift := Vector2(0, -6.0 * _shown)
	var card := Rect2(lift, size)
	draw_rect(card.grow(6.0), Color(0, 0, 0, 0.25))
	draw_rect(card, Palette.WALL)
	frame.position += lift
	var scale_down := _picture.size.x / float(SCREEN.x)
	draw_texture_rect_region(
		_picture.get_texture(),
		frame,
		Rect2(SHOWN.position * scale_down, SHOWN.size * scale_down),
		Color.WHITE.darkened(0.5 * (1.0 - _shown))
	)
	draw_rect(
		Rect2(frame.position + Vector2(0, frame.size.y), Vector2(size.x, 2)), Palette.WALL_EDGE
	)
	var font := ThemeDB.fallback_font
	var at := frame.position + Vector2(20, frame.size.y + 40)
	var ink := Palette.PAPER_DIM.lerp(Palette.PAPER, _shown)
	draw_string(font, at, _title, HORIZONTAL_ALIGNMENT_LEFT, -1, 24, ink)
	draw_multiline_string(
		font,
		at + Vector2(0, 26),
		_aim,
		HORIZONTAL_ALIGNMENT_LEFT,
		size.x - 40,
		14,
		2,
		Palette.PAPER_DIM
	)
	var edge := Palette.WALL_EDGE.lerp(Palette.CALM, _shown)
	draw_rect(card, edge, false, 1.0 + 1.5 * _shown)


func _frame() -> Rect2:
	return Rect2(0, 0, size.x, size.x * SHOWN.size.y / SHOWN.size.x)

extends "res://shared/ghost.gd"
## Draws what a watchman thinks: the "?" over its head that fills and turns into a "!", the ghost
## where it believes the player to be, the ring of its shout, and the word that reaches it.

const RING_LIFE := 1.1
const WORD_LIFE := 0.7

static var _question := _make_question()

@export var senses: EnemySenses

var _ring_age := INF
var _ring_at := Vector2.ZERO
var _ring_reach := 0.0
var _word_age := INF
var _word_from := Vector2.ZERO
var _shock := 0.0


func _ready() -> void:
	memory = senses.memory
	senses.alert_level_changed.connect(_on_alert_level_changed)
	senses.ally_alerted.connect(_on_ally_alerted)


func _process(delta: float) -> void:
	super(delta)
	_ring_age += delta
	_word_age += delta
	_shock = move_toward(_shock, 0.0, delta * 3.0)


func _draw() -> void:
	draw_ghost()
	if _ring_age < RING_LIFE:
		_draw_shout()
	if _word_age < WORD_LIFE:
		_draw_word()
	if senses.alert_level == EnemySenses.ALERTED:
		_draw_exclamation(Vector2(0, -40))
	elif senses.awareness > 0.02 or senses.has_memory:
		_draw_question(Vector2(0, -40), senses.awareness)


func _on_alert_level_changed(level: int, _previous: int) -> void:
	if level != EnemySenses.ALERTED:
		return
	_shock = 1.0
	# Who was told by somebody does not pass it on, and has no reason to shout.
	if memory.stimulus != EnemyMemory.ALLY and senses.profile and senses.profile.shout_radius > 0.0:
		_ring_age = 0.0
		_ring_at = global_position
		_ring_reach = senses.profile.shout_radius


func _on_ally_alerted(_position: Vector2, from: Node) -> void:
	var ally := from as Node2D
	if ally:
		_word_age = 0.0
		_word_from = ally.global_position


## Filled from the dot upwards, the way ink climbs.
func _draw_question(at: Vector2, share: float) -> void:
	draw_set_transform(at)
	_draw_ink(1.0, Color(Palette.NIGHT, 0.9), 8.0)
	_draw_ink(1.0, Palette.STONE_DARK, 3.6)
	if share > 0.02:
		_draw_ink(share, Palette.CALM.lerp(Palette.WARY, smoothstep(0.15, 0.6, share)), 3.6)
	draw_set_transform(Vector2.ZERO)


func _draw_ink(share: float, colour: Color, width: float) -> void:
	draw_circle(Vector2(0, 8), width * 0.6, colour, true, -1.0, true)
	var line := _question.slice(0, int(_question.size() * clampf(share, 0.0, 1.0)))
	if line.size() > 1:
		draw_polyline(line, colour, width, true)


## The hook of a "?", from its foot upwards, in even steps.
static func _make_question() -> PackedVector2Array:
	var curve := Curve2D.new()
	curve.bake_interval = 0.6
	curve.add_point(Vector2(0, 2.5), Vector2.ZERO, Vector2(0, -4))
	curve.add_point(Vector2(6, -8), Vector2(0, 4), Vector2(0, -4))
	curve.add_point(Vector2(0, -13.5), Vector2(3.5, 0), Vector2(-3.2, 0))
	curve.add_point(Vector2(-6, -9), Vector2(0, -2.6), Vector2.ZERO)
	return curve.get_baked_points()


func _draw_exclamation(at: Vector2) -> void:
	var size := 1.0 + 0.7 * _shock * _shock
	draw_set_transform(at, 0.0, Vector2.ONE * size)
	for layer: Array in [[Color(Palette.NIGHT, 0.9), 2.6], [Palette.ALARM, 0.0]]:
		var grow: float = layer[1]
		var stem := PackedVector2Array(
			[
				Vector2(-2.8 - grow, -13 - grow),
				Vector2(2.8 + grow, -13 - grow),
				Vector2(1.6 + grow, 2 + grow),
				Vector2(-1.6 - grow, 2 + grow),
			]
		)
		draw_colored_polygon(stem, layer[0])
		draw_circle(Vector2(0, 7), 2.5 + grow, layer[0], true, -1.0, true)
	draw_set_transform(Vector2.ZERO)


## It runs ahead of the eye and fades: everybody inside it has been told.
func _draw_shout() -> void:
	var age := _ring_age / RING_LIFE
	var at := _ring_at - global_position
	for ring in 3:
		var part := clampf(age * 1.5 - 0.13 * ring, 0.0, 1.0)
		var reach := _ring_reach * (1.0 - pow(1.0 - part, 3.0))
		var shade := Color(Palette.ALARM, (1.0 - age) * (0.7 - 0.2 * ring))
		if reach > 1.0:
			draw_arc(at, reach, 0.0, TAU, 96, shade, 3.0 - ring * 0.7, true)


## A spark that flies from the one who shouted to this one.
func _draw_word() -> void:
	var age := _word_age / WORD_LIFE
	var from := _word_from - global_position
	var tip := from.lerp(Vector2.ZERO, smoothstep(0.0, 0.6, age))
	var tail := from.lerp(Vector2.ZERO, smoothstep(0.15, 0.8, age))
	draw_line(tail, tip, Color(Palette.ALARM, 0.8 * (1.0 - age)), 2.0, true)
	draw_circle(tip, 3.5, Color(Palette.ALARM, 1.0 - age), true, -1.0, true)

extends "res://shared/flat_level.gd"
## A goods yard at night: three watchmen of different tempers, lamps to stay out of, gravel to tread
## softly on.

const WatchmanScript := preload("res://actors/watchman/watchman.gd")
const SneakerScript := preload("res://actors/sneaker/sneaker.gd")
const GroundScript := preload("res://levels/yard/ground.gd")
const GaugesScript := preload("res://shared/stealth_gauges.gd")

## Nearer than this, a watchman that sees the player has caught it.
const CAUGHT_AT := 25.0

@onready var otto: WatchmanScript = $Otto
@onready var vera: WatchmanScript = $Vera
@onready var rex: WatchmanScript = $Rex
@onready var sneaker: SneakerScript = $Player
@onready var _ground: GroundScript = $Ground
@onready var _gauges: GaugesScript = $Hud/Gauges


func _ready() -> void:
	_gauges.watch(sneaker.stealth, sneaker.steps)
	super()


func _physics_process(_delta: float) -> void:
	sneaker.on_gravel = is_on_gravel(sneaker.global_position)
	if scripted or _over:
		return
	for guard: WatchmanScript in guards():
		var near := guard.global_position.distance_to(player.global_position) < CAUGHT_AT
		if near and guard.senses.can_see_target():
			finish("%s has caught you" % guard.name, Palette.ALARM)
			return
	if _ground.exit.has_point(player.global_position):
		finish("You are out", Palette.GOOD)


func guards() -> Array[Node]:
	return [otto, vera, rex]


func is_on_gravel(place: Vector2) -> bool:
	return _ground.is_gravel(place)


## Sets somebody's place for a scripted run: where it stands, the way it looks, its round. Call it
## before the level enters the tree.
func stage(who: NodePath, at: Vector2, facing: Vector2, route: Array[Vector2]) -> void:
	var watchman := get_node(who) as WatchmanScript
	watchman.position = at
	watchman.route = PackedVector2Array(route)
	(watchman.get_node("EnemySenses/EnemyPerception") as Node2D).rotation = facing.angle()

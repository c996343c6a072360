extends "res://shared/level.gd"
## A warehouse on two floors: two guards, lamps to stay out of, crates that only a croucher fits
## behind, and goods upstairs.

const WatchmanScript := preload("res://actors/watchman_3d/watchman_3d.gd")
const SneakerScript := preload("res://actors/sneaker_3d/sneaker_3d.gd")
const DirectorScript := preload("res://shared/director_camera.gd")
const GaugesScript := preload("res://shared/stealth_gauges.gd")

## Nearer than this, a guard that sees the player has caught it; or a player the goods.
const REACH := 1.2

@onready var bruno: WatchmanScript = $Bruno
@onready var ines: WatchmanScript = $Ines
@onready var player: SneakerScript = $Player
@onready var director: DirectorScript = $Director
@onready var _room: NavigationRegion3D = $Room
@onready var _goods: Node3D = $Goods
@onready var _gauges: GaugesScript = $Hud/Gauges


func _ready() -> void:
	_gauges.watch(player.stealth, player.steps)
	look_over_shoulder(not scripted)
	if not scripted:
		Input.mouse_mode = Input.MOUSE_MODE_CAPTURED
	super()


func _physics_process(_delta: float) -> void:
	if scripted or _over:
		return
	for guard: WatchmanScript in guards():
		var near := guard.global_position.distance_to(player.global_position) < REACH
		if near and guard.senses.can_see_target():
			finish("%s has caught you" % guard.name, Palette.ALARM)
			return
	if _goods.global_position.distance_to(player.global_position) < REACH:
		finish("The goods are yours", Palette.GOOD)


func guards() -> Array[Node]:
	return [bruno, ines]


func finish(words: String, colour: Color) -> void:
	super(words, colour)
	($Hud/Play as Control).visible = false
	Input.mouse_mode = Input.MOUSE_MODE_VISIBLE


## The view that play has; false: the one from outside.
func look_over_shoulder(over := true) -> void:
	player.camera.lens.current = over
	director.current = not over
	($Hud/Play as Control).visible = over


## Sets somebody's place for a scripted run: where it stands, the way it looks, its round. Call it
## before the level enters the tree.
func stage(who: NodePath, at: Vector3, facing: Vector3, route: Array[Vector3]) -> void:
	var watchman := get_node(who) as WatchmanScript
	watchman.transform = Transform3D(Basis.looking_at(facing), at)
	watchman.route = PackedVector3Array(route)


func _bake() -> void:
	_room.bake_navigation_mesh(false)


func _knows_a_way() -> bool:
	var map := _room.get_navigation_map()
	var from := bruno.global_position
	return not NavigationServer3D.map_get_path(map, from, ines.global_position, true).is_empty()

extends "res://shared/scripted_run.gd"
## A scripted run of the warehouse: how its two scenes are set, how its player is led, and what is
## written down about each guard while they play.

const Warehouse := preload("res://levels/warehouse/warehouse.tscn")
const WarehouseScript := preload("res://levels/warehouse/warehouse.gd")
const WatchmanScript := preload("res://actors/watchman_3d/watchman_3d.gd")
const PlayerScript := preload("res://actors/sneaker_3d/sneaker_3d.gd")

const SNEAK := PlayerScript.Pace.SNEAK
const WALK := PlayerScript.Pace.WALK
const SPRINT := PlayerScript.Pace.SPRINT
const LEVELS: Array[String] = ["unaware", "suspicious", "alerted"]
const PLANS: Array[String] = ["round", "stare", "chase", "search"]
const REACHED := 0.25
## From the stairs to under the upper floor, and what hides there.
const DOWN_AND_AWAY: Array[Vector3] = [
	Vector3(8.3, 0, 4.5),
	Vector3(4.9, 0, 3.9),
	Vector3(4.2, 0, 0.6),
	Vector3(2.4, 0, -3.6),
	Vector3(2.2, 0, -5.2),
]
const HIDDEN := Vector3(3.3, 0, -6.1)


## What happened to one guard since the scene was set.
class Record:
	var highest := EnemySenses3D.UNAWARE
	var noises := 0
	var sightings := 0
	var post := Vector3.ZERO
	## How far it has turned to either side while it stood and looked, in radians.
	var left := 0.0
	var right := 0.0
	var straight := 0.0
	var stands := false


var warehouse: WarehouseScript
var player: PlayerScript
var bruno: WatchmanScript
var ines: WatchmanScript
var records: Dictionary[WatchmanScript, Record] = {}
var bottle_at := Vector3.INF

var _way := PackedVector3Array()
var _pace := WALK


func _physics_process(delta: float) -> void:
	super(delta)
	for who in records:
		if is_instance_valid(who) and who.plan == WatchmanScript.Plan.SEARCH:
			_watch_head(who)
	if not is_instance_valid(player) or _way.is_empty():
		return
	while not _way.is_empty() and _to_go() < REACHED:
		_way.remove_at(0)
	player.pace = _pace
	if _way.is_empty():
		player.move = Vector2.ZERO
		return
	var way := _way[0] - player.global_position
	player.move = Vector2(way.x, way.z).normalized()
	if _way.size() == 1:
		# Slow down into the last point instead of shooting past it.
		player.move *= clampf(_to_go(), 0.25, 1.0)


## Bruno looks at a row of low crates from the north, Ines stands on the floor above.
func stage_the_row(player_at := Vector3(-4.6, 0, 4.5)) -> void:
	var fresh: WarehouseScript = Warehouse.instantiate()
	fresh.stage(^"Bruno", Vector3(-2.2, 0, 1.3), Vector3.BACK, [Vector3(-2.2, 0, 1.3)])
	fresh.stage(^"Ines", Vector3(2.6, 3, -4.6), Vector3.LEFT, [Vector3(2.6, 3, -4.6)])
	await _open(fresh, player_at)


## Ines looks at the top of the stairs from the upper floor, Bruno is at the far end of the hall.
func stage_the_stairs(player_at := Vector3(8.3, 0, 5.2)) -> void:
	var fresh: WarehouseScript = Warehouse.instantiate()
	fresh.stage(^"Bruno", Vector3(-8.4, 0, 2), Vector3.LEFT, [Vector3(-8.4, 0, 2)])
	fresh.stage(^"Ines", Vector3(0.6, 3, -4.4), Vector3.RIGHT, [Vector3(0.6, 3, -4.4)])
	await _open(fresh, player_at)


## Leads the player along these points, from now on, while the run goes on.
func lead(way: Array[Vector3], pace := WALK) -> void:
	_way = PackedVector3Array(way)
	_pace = pace


func is_led() -> bool:
	return not _way.is_empty()


func led(seconds: float) -> void:
	await until(func() -> bool: return not is_led(), seconds)


func guards() -> Array[WatchmanScript]:
	return [bruno, ines]


func to_player(who: WatchmanScript) -> float:
	return who.global_position.distance_to(player.global_position)


## Back at its post, calm, and looking for nobody.
func is_back(who: WatchmanScript) -> bool:
	return (
		who.plan == WatchmanScript.Plan.ROUND
		and who.senses.alert_level == EnemySenses3D.UNAWARE
		and not who.senses.has_memory
		and who.global_position.distance_to(records[who].post) < 0.7
	)


func _open(fresh: WarehouseScript, player_at: Vector3) -> void:
	records.clear()
	_way.clear()
	bottle_at = Vector3.INF
	(fresh.get_node(^"Player") as Node3D).position = player_at
	warehouse = fresh
	await put_up(fresh)
	player = warehouse.player
	bruno = warehouse.bruno
	ines = warehouse.ines
	player.pace = SNEAK
	player.threw.connect(_on_player_threw)
	for who in guards():
		var record := Record.new()
		record.post = who.global_position
		records[who] = record
		who.senses.alert_level_changed.connect(_on_level_changed.bind(who))
		who.senses.noise_heard.connect(_on_heard.bind(who))
		who.senses.target_spotted.connect(_on_spotted.bind(who))
		who.senses.target_lost.connect(_on_lost.bind(who))


func _to_go() -> float:
	return Vector2(player.global_position.x, player.global_position.z).distance_to(
		Vector2(_way[0].x, _way[0].z)
	)


func _watch_head(who: WatchmanScript) -> void:
	var record := records[who]
	var stood := record.stands
	record.stands = who.search.phase == EnemySearch3D.LOOK
	if not stood:
		record.straight = who.global_rotation.y
	elif record.stands:
		var turned := angle_difference(record.straight, who.global_rotation.y)
		record.left = maxf(record.left, turned)
		record.right = minf(record.right, turned)


func _on_level_changed(level_now: int, previous: int, who: WatchmanScript) -> void:
	records[who].highest = maxi(records[who].highest, level_now)
	tell("%s: %s -> %s" % [who.name, LEVELS[previous], LEVELS[level_now]])


func _on_heard(origin: Vector3, strength: float, tag: StringName, who: WatchmanScript) -> void:
	records[who].noises += 1
	tell("%s hears a %s at %s, %.2f loud" % [who.name, tag, origin.snappedf(0.1), strength])


func _on_spotted(target: Node3D, who: WatchmanScript) -> void:
	records[who].sightings += 1
	var places := [who.global_position.snappedf(0.1), target.global_position.snappedf(0.1)]
	tell("%s at %s sees the player at %s" % ([who.name] + places))


func _on_lost(_target: Node3D, place: Vector3, who: WatchmanScript) -> void:
	tell("%s sees the player no more, last at %s" % [who.name, place.snappedf(0.1)])


func _on_player_threw(bottle: Node3D) -> void:
	bottle.connect(&"shattered", _on_bottle_shattered)


func _on_bottle_shattered(place: Vector3) -> void:
	bottle_at = place
	tell("the bottle shatters at %s" % place.snappedf(0.1))

extends "res://shared/flat_run.gd"
## A scripted run of the yard: how its two scenes are set, and what is written down about each
## watchman while they play.

const Yard := preload("res://levels/yard/yard.tscn")
const YardScript := preload("res://levels/yard/yard.gd")
const WatchmanScript := preload("res://actors/watchman/watchman.gd")
const SneakerScript := preload("res://actors/sneaker/sneaker.gd")

const SNEAK := PlayerScript.Pace.SNEAK
const WALK := PlayerScript.Pace.WALK
const SPRINT := PlayerScript.Pace.SPRINT
const LEVELS: Array[String] = ["unaware", "suspicious", "alerted"]


## What happened to one watchman since the scene was set.
class Record:
	var highest := EnemySenses.UNAWARE
	## How often it rose a level.
	var rises := 0
	## Where it was told that somebody is, and by whom; INF: it was told nothing.
	var told := Vector2.INF
	var told_by: Node = null
	var post := Vector2.ZERO
	## How far it has turned its head to either side while it stood and looked, in radians.
	var left := 0.0
	var right := 0.0
	var straight := 0.0
	var stands := false


var yard: YardScript
var sneaker: SneakerScript
var otto: WatchmanScript
var vera: WatchmanScript
var rex: WatchmanScript
var records: Dictionary[WatchmanScript, Record] = {}


func _physics_process(delta: float) -> void:
	super(delta)
	for who in records:
		if is_instance_valid(who) and who.plan == WatchmanScript.Plan.LOOK_INTO:
			_watch_head(who)


## Otto stands over a dark lane along the south wall; the others are far off.
func stage_the_lane(player_x := 200.0) -> void:
	var fresh: YardScript = Yard.instantiate()
	fresh.stage(^"Otto", Vector2(400, 430), Vector2.DOWN, [Vector2(400, 430)])
	fresh.stage(^"Vera", Vector2(1180, 330), Vector2.DOWN, [Vector2(1180, 330)])
	fresh.stage(^"Rex", Vector2(1000, 250), Vector2.DOWN, [Vector2(1000, 250)])
	(fresh.get_node(^"Player") as Node2D).position = Vector2(player_x, 622)
	await _open(fresh)


## Vera looks at the gate and its lamp; the player is west of a container, out of her sight.
func stage_the_gate(player_at := Vector2(845, 500)) -> void:
	var fresh: YardScript = Yard.instantiate()
	fresh.stage(^"Otto", Vector2(1190, 300), Vector2.UP, [Vector2(1190, 300)])
	fresh.stage(^"Vera", Vector2(1010, 290), Vector2.DOWN, [Vector2(1010, 290)])
	fresh.stage(^"Rex", Vector2(900, 140), Vector2.LEFT, [Vector2(900, 140)])
	(fresh.get_node(^"Player") as Node2D).position = player_at
	await _open(fresh)


func guards() -> Array[WatchmanScript]:
	return [otto, vera, rex]


func to_player(who: WatchmanScript) -> float:
	return who.global_position.distance_to(player.global_position)


func is_back(who: WatchmanScript) -> bool:
	var far := who.global_position.distance_to(records[who].post)
	return who.plan == WatchmanScript.Plan.ROUND and far < 12.0


func _open(fresh: YardScript) -> void:
	records.clear()
	yard = fresh
	await put_up(fresh)
	sneaker = yard.sneaker
	otto = yard.otto
	vera = yard.vera
	rex = yard.rex
	for who in guards():
		var record := Record.new()
		record.post = who.global_position
		records[who] = record
		who.senses.alert_level_changed.connect(_on_level_changed.bind(who))
		who.senses.ally_alerted.connect(_on_told.bind(who))
		who.senses.noise_heard.connect(_on_heard.bind(who))
		who.senses.target_spotted.connect(_on_spotted.bind(who))


func _watch_head(who: WatchmanScript) -> void:
	var record := records[who]
	var stood := record.stands
	record.stands = who.velocity.is_zero_approx() and not who.senses.target
	if not stood:
		record.straight = who.eye.global_rotation
	elif record.stands:
		var turned := angle_difference(record.straight, who.eye.global_rotation)
		record.left = minf(record.left, turned)
		record.right = maxf(record.right, turned)


func _on_level_changed(level: int, previous: int, who: WatchmanScript) -> void:
	var record := records[who]
	record.highest = maxi(record.highest, level)
	record.rises += int(level > previous)
	tell("%s: %s -> %s" % [who.name, LEVELS[previous], LEVELS[level]])


func _on_told(place: Vector2, from: Node, who: WatchmanScript) -> void:
	records[who].told = place
	records[who].told_by = from
	tell("%s hears from %s: somebody at %s" % [who.name, from.get_parent().name, place.round()])


func _on_heard(origin: Vector2, strength: float, tag: StringName, who: WatchmanScript) -> void:
	tell("%s hears a %s at %s, %.2f loud" % [who.name, tag, origin.round(), strength])


func _on_spotted(target: Node2D, who: WatchmanScript) -> void:
	tell("%s sees the player at %s" % [who.name, target.global_position.round()])

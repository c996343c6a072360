extends "res://shared/level.gd"
## What flat levels have in common: a player and a room seen from above.

const PlayerScript := preload("res://actors/player/player.gd")

@onready var player: PlayerScript = $Player
@onready var _room: NavigationRegion2D = $Room


func _bake() -> void:
	_room.bake_navigation_polygon(false)


func _knows_a_way() -> bool:
	var from: Vector2 = guards()[0].get(&"global_position")
	var map := _room.get_navigation_map()
	return not NavigationServer2D.map_get_path(map, from, player.global_position, true).is_empty()

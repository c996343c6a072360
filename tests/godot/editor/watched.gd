extends Node2D
## A little game for the debugger's tab to look at: a guard sees a thief come and go, and hears him.

const LIFE := 180.0

var _time := 0.0
var _thief: Node2D = null


func _ready() -> void:
	add_child(_guard(&"Guard", Vector2.ZERO))
	add_child(_guard(&"Sleeper", Vector2(0.0, 2000.0)))
	_thief = CharacterBody2D.new()
	_thief.name = &"Thief"
	_thief.add_to_group(&"player")
	add_child(_thief)


func _physics_process(delta: float) -> void:
	_time += delta
	# In sight for a second, out of it long enough to be forgotten.
	_thief.position = Vector2(100.0, 0.0) if fmod(_time, 5.0) < 1.0 else Vector2(-300.0, 0.0)
	if fmod(_time, 5.0) < delta:
		var server := Engine.get_singleton(&"SensesServer")
		server.call(&"emit_noise", Vector2(80.0, 0.0), 300.0, 1.0, _thief, &"step")
	if _time > LIFE:
		get_tree().quit()


func _guard(title: StringName, place: Vector2) -> Node2D:
	var body := CharacterBody2D.new()
	body.name = title
	body.position = place
	body.add_to_group(&"enemies")
	var senses: Node = ClassDB.instantiate(&"EnemySenses")
	senses.name = &"Senses"
	body.add_child(senses)
	return body

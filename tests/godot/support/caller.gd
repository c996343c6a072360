extends Node
## Calls [member ask] once from each place a script can be in, and keeps the answers by place.

const PLACES: Array[StringName] = [
	&"_ready", &"_process", &"_physics_process", &"_input", &"timer", &"deferred", &"physics_frame"
]

## Given the name of the place, returns an answer.
var ask := Callable()
var answers := {}


func _ready() -> void:
	_call(&"_ready")
	_call.bind(&"deferred").call_deferred()
	get_tree().create_timer(0.05).timeout.connect(_call.bind(&"timer"))
	get_tree().physics_frame.connect(_call.bind(&"physics_frame"))
	var event := InputEventAction.new()
	event.action = &"ui_accept"
	event.pressed = true
	Input.parse_input_event(event)


func _process(_delta: float) -> void:
	_call(&"_process")


func _physics_process(_delta: float) -> void:
	_call(&"_physics_process")


func _input(_event: InputEvent) -> void:
	_call(&"_input")


func _call(place: StringName) -> void:
	if not answers.has(place):
		answers[place] = ask.call(place)

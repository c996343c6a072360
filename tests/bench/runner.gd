extends Node
## Runs one bench: `-- --bench NAME [--space 2d|3d]`.
##
## Each row is a line `BENCH {json}`; the last line of a run that got to its end is `1 passed, 0
## failed`. A row that misses its bar is no failure of the run: `cargo xtask bench` tells of it.

const Bench = preload("res://support/bench.gd")
const BENCHES := {
	"crowd": preload("res://benches/crowd.gd"),
	"scaling": preload("res://benches/scaling.gd"),
	"budget": preload("res://benches/budget.gd"),
	"frame": preload("res://benches/frame.gd"),
	"noises": preload("res://benches/noises.gd"),
	"lights": preload("res://benches/lights.gd"),
	"ways": preload("res://benches/ways.gd"),
}
const STAGES := {
	"2d": preload("res://support/stage_2d.gd"),
	"3d": preload("res://support/stage_3d.gd"),
}


func _ready() -> void:
	var name_of_bench := _argument("--bench", "")
	var name_of_space := _argument("--space", "2d")
	if not (name_of_bench in BENCHES and name_of_space in STAGES):
		printerr(
			"Usage: -- --bench %s --space %s" % ["|".join(BENCHES.keys()), "|".join(STAGES.keys())]
		)
		get_tree().quit(2)
		return
	var bench: Bench = BENCHES[name_of_bench].new()
	bench.stage = STAGES[name_of_space].new()
	add_child(bench)
	await bench.run()
	bench.queue_free()
	await get_tree().process_frame
	print("1 passed, 0 failed")
	get_tree().quit()


func _argument(option: String, otherwise: String) -> String:
	var arguments := OS.get_cmdline_user_args()
	var at := arguments.find(option)
	return arguments[at + 1] if at >= 0 and at + 1 < arguments.size() else otherwise

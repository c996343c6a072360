extends SceneTree
## Writes [code]api.txt[/code] anew: [code]godot --headless --path tests/godot --script
## res://write_api.gd[/code]. Look at what changed before it is committed.

const ApiReport := preload("res://support/api_report.gd")


func _init() -> void:
	var file := FileAccess.open(ApiReport.FILE, FileAccess.WRITE)
	if file == null:
		printerr("cannot write %s" % ApiReport.FILE)
		quit(1)
		return
	file.store_string(ApiReport.text())
	file.close()
	print("wrote %s" % ProjectSettings.globalize_path(ApiReport.FILE).get_file())
	quit()

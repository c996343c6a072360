extends "res://support/rules/api_rules.gd"
## The public API on the plane, and all of it against the committed text.


func _init() -> void:
	dim = Dim2D.new()


func test_p06_the_api_is_the_one_that_was_agreed_on() -> void:
	var kept := FileAccess.get_file_as_string(ApiReport.FILE).split("\n")
	var now := ApiReport.text().split("\n")
	check(kept.size() > 100, "api.txt is there")
	var wanted := _by_class(kept)
	var found := _by_class(now)
	for title: String in wanted:
		for line: String in wanted[title]:
			check(found.get(title, {}).has(line), "gone or changed: %s:%s" % [title, line])
	for title: String in found:
		for line: String in found[title]:
			check(wanted.get(title, {}).has(line), "not in api.txt: %s:%s" % [title, line])


func _by_class(lines: PackedStringArray) -> Dictionary:
	var found := {}
	var title := ""
	for line in lines:
		if line.begins_with("class "):
			title = line
			found[title] = {}
		elif not line.is_empty():
			found[title][line] = true
	return found

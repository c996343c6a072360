extends "res://support/docs_pages.gd"
## The code in the documentation does what the documentation says of it: it runs.

const FOLDER := "res://addons/enemy_senses/docs"
const PAGES: Array[String] = [
	"README.md",
	"a-guard-that-searches.md",
	"a-squad.md",
	"footsteps-that-carry.md",
	"from-csharp.md",
	"moving-from-your-own-memory-script.md",
	"saving-and-loading.md",
	"tuning.md",
	"with-other-brains.md",
	"your-own-sense.md",
]
## Pages of the repository, beside its addons.
const TOP_PAGES: Array[String] = ["README.md", "CONTRIBUTING.md"]
## Pages without a script in GDScript.
const SILENT_PAGES: Array[String] = ["README.md", "from-csharp.md"]
const CSHARP_HELPER := "res://addons/enemy_senses/csharp/EnemySensesCSharp.cs"
## They make a vector of two numbers, or take one from the keyboard.
const OWN_VECTORS: Array[String] = [
	"footsteps-that-carry.md, script 1",
	"saving-and-loading.md, script 2",
	"saving-and-loading.md, script 3",
]
## What [code]support/docs_broken.gd[/code] must say of the ones that only a log can tell.
const TOLD_BY_LOG: Array[String] = ["test_stops", "test_warns", "test_method_stops"]
const TOLD_BY_CHECK: Array[String] = [
	"test_no_extends", "test_no_end", "test_no_parse", "test_no_member", "test_no_node"
]


func _exit_tree() -> void:
	for file in DirAccess.get_files_at("user://"):
		if file.begins_with("docs_"):
			DirAccess.remove_absolute("user://" + file)


func test_every_page_is_there_and_in_the_index() -> void:
	var found := Array(DirAccess.get_files_at(FOLDER)).filter(_is_page)
	found.sort()
	equal(",".join(PackedStringArray(found)), ",".join(PackedStringArray(PAGES)), "pages")
	var index := _text(FOLDER.path_join("README.md"))
	for page in PAGES.slice(1):
		check(index.contains("(%s)" % page), "the index names %s" % page)


func test_links_lead_somewhere() -> void:
	for page in PAGES:
		_check_links(FOLDER.path_join(page))
	for page in TOP_PAGES:
		_check_links(_top(page))


func test_the_scripts_of_the_pages_run() -> void:
	allow_seconds(300.0)
	for page in PAGES:
		var count := await run_page(page, _text(FOLDER.path_join(page)))
		check(count > 0 or page in SILENT_PAGES, "%s has a script" % page)


func test_in_3d_the_scripts_are_what_the_index_says() -> void:
	for page in PAGES:
		var blocks := blocks_of(_text(FOLDER.path_join(page)))
		for number in blocks.size():
			var title := "%s, script %d" % [page, number + 1]
			if title in OWN_VECTORS:
				continue
			var script := GDScript.new()
			script.source_code = in_3d(blocks[number])
			check(script.reload() == OK, "%s: compiles in 3D" % title)


func test_the_scripts_of_the_readme_run() -> void:
	check(await run_page("top README.md", _text(_top("README.md"))) > 0, "it has a script")


func test_the_guards_of_the_pages_search_and_give_up() -> void:
	var guards := {"a-guard-that-searches.md": 0, "with-other-brains.md": 1}
	for page: String in guards:
		var source := blocks_of(_text(FOLDER.path_join(page)))[guards[page]]
		var guard := await play_guard(source, Vector2(150.0, 0.0))
		var search: EnemySearch = guard.get(&"search")
		var senses: EnemySenses = guard.get(&"senses")
		check(senses.can_see_target(), "%s: sees the player" % page)
		var chased := guard.position.x
		check(chased > 20.0, "%s: goes for the player, not %s" % [page, guard.position])
		var player: Node2D = guard.get_node(^"../Player")
		player.position = Vector2(9000.0, 0.0)
		await seconds(0.2)
		check(search.phase != EnemySearch.IDLE, "%s: searches at once, alerted" % page)
		check(not search.is_finished(), "%s: goes on" % page)
		await seconds(10.0)
		equal(search.finish_reason, EnemySearch.EXHAUSTED, page)
		equal(senses.has_memory, false, "%s: has given the place up" % page)
		guard.get_parent().free()


func test_the_nose_of_the_page_smells() -> void:
	var source := blocks_of(_text(FOLDER.path_join("your-own-sense.md")))[0]
	var guard := await play_guard(source, Vector2(9000.0, 0.0))
	var scent := Marker2D.new()
	scent.position = Vector2(40.0, 0.0)
	scent.add_to_group(&"scent")
	put(scent, guard.get_parent())
	await seconds(1.0)
	var senses: EnemySenses = guard.get(&"senses")
	equal(senses.alert_level, EnemySenses.SUSPICIOUS, "level")
	equal(senses.last_known_position, scent.position, "place")
	guard.get_parent().free()


func test_the_csharp_helper_asks_for_names_that_exist() -> void:
	var text := _text(CSHARP_HELPER)
	var classes := RegEx.create_from_string("static class (\\w+)Names\\s*\\{([^}]*)\\}")
	var name := RegEx.create_from_string(' StringName \\w+ = "(\\w+)";')
	var count := 0
	for found in classes.search_all(text):
		# What the helper shares between 2D and 3D must be there in both.
		for kind: String in [found.get_string(1), found.get_string(1) + "3D"]:
			if kind == "SensesServer3D":
				continue
			check(ClassDB.class_exists(kind), "%s is a class" % kind)
			for line in name.search_all(found.get_string(2)):
				var member := line.get_string(1)
				check(_has_member(kind, member), "%s has %s" % [kind, member])
				count += 1
	check(count > 100, "names were found: %d" % count)
	for line in RegEx.create_from_string('"([A-Z]\\w+)"').search_all(text):
		check(ClassDB.class_exists(line.get_string(1)), "%s is a class" % line.get_string(1))


func test_a_broken_script_fails() -> void:
	var words := PackedStringArray(["--headless", "--fixed-fps", "60", "--path"])
	words.append(ProjectSettings.globalize_path("res://"))
	words.append_array(["res://runner.tscn", "--", "--suite", "../support/docs_broken"])
	var output: Array = []
	equal(OS.execute(OS.get_executable_path(), words, output), 1, "exit code")
	var told: String = "\n" + "".join(output)
	check(told.contains("\nok  test_good"), "a good one passes")
	for test in TOLD_BY_CHECK + (TOLD_BY_LOG if verdict.hears() else []):
		check(told.contains("\nFAILED %s:" % test), "%s fails" % test)


func _has_member(kind: StringName, member: StringName) -> bool:
	if ClassDB.class_has_method(kind, member, true) or ClassDB.class_has_signal(kind, member):
		return true
	return ClassDB.class_get_property_list(kind, true).any(
		func(property: Dictionary) -> bool: return property.name == member
	)


## A file of the repository's top folder; a run with other settings is elsewhere below it.
func _top(file: String) -> String:
	var folder := ProjectSettings.globalize_path("res://").trim_suffix("/")
	for _step in 4:
		if FileAccess.file_exists(folder.path_join("Cargo.lock")):
			break
		folder = folder.get_base_dir()
	return folder.path_join(file)


## Whether the files that a page links to are there, and the headings it links to in itself.
func _check_links(page: String) -> void:
	var text := _text(page)
	for found in RegEx.create_from_string("\\]\\(([^)#:]+)(?:#[^)]*)?\\)").search_all(text):
		var path := page.get_base_dir().path_join(found.get_string(1)).simplify_path()
		var there := FileAccess.file_exists(path) or DirAccess.dir_exists_absolute(path)
		check(there, "%s leads to %s" % [page.get_file(), path])
	for found in RegEx.create_from_string("\\]\\(#([^)]*)\\)").search_all(text):
		var heading := found.get_string(1).replace("-", " ")
		check(
			text.to_lower().contains("# %s\n" % heading), "%s has %s" % [page.get_file(), heading]
		)


func _is_page(file: String) -> bool:
	return file.ends_with(".md")


func _text(path: String) -> String:
	var text := FileAccess.get_file_as_string(path)
	check(not text.is_empty(), "%s can be read" % path.get_file())
	return text

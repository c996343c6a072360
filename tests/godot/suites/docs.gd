extends "res://support/docs_pages.gd"
## The code in the documentation does what the documentation says of it: it runs.

const FOLDER := "res://addons/enemy_senses/docs"
const PAGES: Array[String] = [
	"README.md",
	"a-guard-that-searches.md",
	"a-squad.md",
	"footsteps-that-carry.md",
	"moving-from-your-own-memory-script.md",
	"saving-and-loading.md",
	"tuning.md",
	"with-other-brains.md",
	"your-own-sense.md",
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
	var link := RegEx.create_from_string("\\]\\(([^)#:]+)(?:#[^)]*)?\\)")
	for page in PAGES:
		for found in link.search_all(_text(FOLDER.path_join(page))):
			var path := FOLDER.path_join(found.get_string(1)).simplify_path()
			check(FileAccess.file_exists(path), "%s leads to %s" % [page, path])


func test_the_scripts_of_the_pages_run() -> void:
	allow_seconds(300.0)
	for page in PAGES:
		var count := await run_page(page, _text(FOLDER.path_join(page)))
		check(count > 0 or page == "README.md", "%s has a script" % page)


func test_the_scripts_of_the_readme_run() -> void:
	var path := ProjectSettings.globalize_path("res://").path_join("../../README.md")
	var text := _text(path.simplify_path())
	check(await run_page("top README.md", text) > 0, "it has a script")


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


func _is_page(file: String) -> bool:
	return file.ends_with(".md")


func _text(path: String) -> String:
	var text := FileAccess.get_file_as_string(path)
	check(not text.is_empty(), "%s can be read" % path.get_file())
	return text

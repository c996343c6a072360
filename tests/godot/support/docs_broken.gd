extends "res://support/docs_pages.gd"
## Pages with faults. Not a suite of its own: [code]suites/docs.gd[/code] runs it in a process
## of its own, for a parse error must never be in a log.

const READY := "extends Node2D\n\n\nfunc _ready() -> void:\n\t"


func test_good() -> void:
	equal(await run_page("page", _page(READY + "pass\n")), 1)


func test_no_extends() -> void:
	await run_page("page", _page("var one := 1\n"))


func test_no_end() -> void:
	await run_page("page", "Text\n\n```gdscript\n" + READY + "pass\n")


func test_no_parse() -> void:
	await run_page("page", _page(READY + "this is no script\n"))


func test_no_member() -> void:
	await run_page("page", _page(READY + "EnemyMemory.new().confidense = 1.0\n"))


func test_no_node() -> void:
	await run_page("page", _page("extends EnemySearch\n"))


func test_stops() -> void:
	await run_page("page", _page(READY + 'get_parent().call(&"not_there")\n'))


func test_warns() -> void:
	await run_page("page", _page(READY + 'push_warning("on purpose")\n'))


func test_method_stops() -> void:
	var method := '\n\nfunc save() -> void:\n\tget_parent().call(&"not_there")\n'
	await run_page("page", _page(READY + "pass\n" + method))


func _page(source: String) -> String:
	return "# A page\n\n```gdscript\n%s```\n\nText.\n" % source

extends "res://support/dim_suite.gd"
## The debugger's monitors show what SensesServer.get_stats() says.

const NUMBERS: Array[String] = [
	"agents",
	"targets",
	"pairs",
	"rays",
	"deferred",
	"worst_staleness",
	"tick_usec",
	"noises",
	"dropped_noises",
]


func test_every_number_is_a_monitor() -> void:
	for number in NUMBERS:
		check(Performance.has_custom_monitor(StringName("senses/" + number)), number)
	var shown := PackedStringArray()
	for title in Performance.get_custom_monitor_names():
		if str(title).begins_with("senses/"):
			shown.append(str(title).trim_prefix("senses/"))
	equal(shown.size(), NUMBERS.size(), "as many as there are numbers")


func test_a_monitor_shows_what_the_books_say() -> void:
	for index in 3:
		put(dim.senses_guard(Vector2(0.0, 40.0 * index)))
	put(dim.target(Vector2(100.0, 40.0)))
	for tick in 6:
		await ticks(1)
		var books: Dictionary = dim.server().call(&"get_stats")
		for number in NUMBERS:
			equal(
				Performance.get_custom_monitor(StringName("senses/" + number)),
				books[number],
				number
			)
	check(Performance.get_custom_monitor(&"senses/agents") >= 3, "there are agents")
	check(Performance.get_custom_monitor(&"senses/rays") > 0, "there are rays")

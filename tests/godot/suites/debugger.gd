# It waits for a game of its own in real time.
# passes: default, threaded
extends "res://support/suite.gd"
## What a running game tells the editor's debugger: a real game, a real connection.
##
## The messages are written to [code]user://messages.txt[/code]; a copy of such a recording is
## [code]res://editor/messages.txt[/code], which the editor's tab is fed with. Both must be alike.

const RECORDED := "res://editor/messages.txt"

var _peer: StreamPeerTCP = null
var _server := TCPServer.new()
var _pid := -1
var _bytes := PackedByteArray()


func test_a_running_game_tells_who_is_aware_and_why() -> void:
	await _start()
	if _peer == null:
		check(false, "the game connects")
		return
	var first: Array = []
	for attempt in 1500:
		await _wait()
		first += _ours()
		if not first.is_empty():
			break
	for tick in 30:
		await _wait()
	first += _ours()
	equal(first, [["enemy_senses:ready", []]], "nothing is told before somebody asks")
	_send("enemy_senses:watch", [true])
	var rows: Array = await _await_message("enemy_senses:agents")
	equal(rows.size(), 2, "two enemies")
	if rows.size() != 2:
		_stop()
		return
	_check_rows(rows)
	var guard: Array = rows.filter(func(row: Array) -> bool: return "Guard" in row[1])[0]
	_send("enemy_senses:select", [guard[0]])
	var messages: Array = []
	for tick in 900:
		await _wait()
		messages += _ours()
	_check_samples(
		messages.filter(func(m: Array) -> bool: return m[0] == "enemy_senses:sample"), guard[0]
	)
	_send("enemy_senses:draw", [true])
	_send("enemy_senses:watch", [false])
	_send("enemy_senses:nonsense", [1, "two"])
	_send("enemy_senses:select", ["not a number"])
	_send("enemy_senses:watch", [])
	for tick in 30:
		await _wait()
	_ours()
	for tick in 30:
		await _wait()
	equal(_ours().size(), 0, "nothing is told when nobody looks")
	check(OS.is_process_running(_pid), "the game is alive")
	var file := FileAccess.open("user://messages.txt", FileAccess.WRITE)
	file.store_string(var_to_str(messages))
	file.close()
	_check_recording(messages)
	_stop()


func _check_rows(rows: Array) -> void:
	for row: Array in rows:
		equal(_kinds(row), [TYPE_INT, TYPE_STRING, TYPE_INT, TYPE_FLOAT, TYPE_STRING], "a row")
		between(row[3], 0.0, 1.0, "awareness")


func _check_samples(samples: Array, id: int) -> void:
	check(samples.size() > 40, "%d samples" % samples.size())
	var last := -1.0
	var most := 0.0
	var told := ""
	var gains := 0
	for message: Array in samples:
		var data: Array = message[1]
		var wanted := [
			TYPE_INT, TYPE_FLOAT, TYPE_FLOAT, TYPE_INT, TYPE_ARRAY, TYPE_ARRAY, TYPE_ARRAY
		]
		equal(_kinds(data), wanted, "a sample")
		equal(data[0], id, "of the selected enemy")
		check(data[1] > last, "time goes on")
		last = data[1]
		most = maxf(most, data[2])
		near(data[4][0], 0.3, "suspicious from")
		near(data[4][1], 0.75, "alerted from")
		for factor: Array in data[5]:
			gains += 1
			equal(factor[0], "Thief", "who is seen")
			near(
				factor[5],
				factor[1] * factor[2] * factor[3] * factor[4],
				"the factors' product",
				1e-5
			)
		told += "\n".join(PackedStringArray(data[6])) + "\n"
	check(most > 0.7, "it became aware: %s" % most)
	check(gains > 5, "it saw something")
	for mark: String in [
		"sees Thief", "loses Thief", "hears a noise of", "(step)", "is suspicious"
	]:
		check(mark in told, "'%s' is told in: %s" % [mark, told])


## The recording that the editor is tested with has the same form.
func _check_recording(messages: Array) -> void:
	var recorded: Array = str_to_var(FileAccess.get_file_as_string(RECORDED))
	for title: String in ["enemy_senses:agents", "enemy_senses:sample"]:
		var of_title := func(m: Array) -> bool: return m[0] == title
		var old: Array = recorded.filter(of_title)
		var new: Array = messages.filter(of_title)
		check(not old.is_empty() and not new.is_empty(), title)
		if not old.is_empty() and not new.is_empty():
			equal(_kinds(old[0][1]), _kinds(new[0][1]), title + " as recorded")


func _kinds(values: Array) -> Array:
	return values.map(func(value: Variant) -> int: return typeof(value))


func _start() -> void:
	var port := 0
	for attempt in 50:
		port = randi_range(20000, 60000)
		if _server.listen(port, "127.0.0.1") == OK:
			break
	var arguments := PackedStringArray(
		[
			"--headless",
			"--path",
			ProjectSettings.globalize_path("res://"),
			"--remote-debug",
			"tcp://127.0.0.1:%d" % port,
			"res://editor/watched.tscn",
		]
	)
	_pid = OS.create_process(OS.get_executable_path(), arguments)
	for attempt in 2000:
		await _wait()
		if _server.is_connection_available():
			_peer = _server.take_connection()
			_peer.set_no_delay(true)
			return


func _stop() -> void:
	if _peer != null:
		_peer.disconnect_from_host()
	_server.stop()
	if _pid > 0 and OS.is_process_running(_pid):
		OS.kill(_pid)


## One frame here, and ten milliseconds of the other game.
func _wait() -> void:
	OS.delay_msec(10)
	await get_tree().process_frame


func _send(message: String, data: Array) -> void:
	var packet := var_to_bytes([message, OS.get_main_thread_id(), data])
	_peer.put_u32(packet.size())
	_peer.put_data(packet)


func _await_message(title: String) -> Array:
	for attempt in 500:
		await _wait()
		for message: Array in _ours():
			if message[0] == title and not (message[1] as Array).is_empty():
				return message[1]
	return []


## Our messages that have come since the last time: title and data.
func _ours() -> Array:
	_peer.poll()
	var count := _peer.get_available_bytes()
	if count > 0:
		_bytes.append_array(_peer.get_data(count)[1])
	var found: Array = []
	var at := 0
	while _bytes.size() - at >= 4:
		var length := _bytes.decode_u32(at)
		if _bytes.size() - at - 4 < length:
			break
		var packet: Variant = bytes_to_var(_bytes.slice(at + 4, at + 4 + length))
		at += 4 + length
		if packet is Array and str(packet[0]).begins_with("enemy_senses:"):
			found.append([packet[0], packet[2]])
	_bytes = _bytes.slice(at)
	return found

extends "res://support/dim_suite.gd"
## Cases of multiplayer: two peers in one process, each a branch with its own MultiplayerAPI. Only
## the authority senses; handing over keeps what is known; ten positions a second are enough.

const Recorder := preload("res://support/recorder.gd")
const FAR := Vector2(9000.0, 9000.0)
const CLIENT := 77


func test_n01_alone_everybody_is_the_authority() -> void:
	var senses := senses_at(Vector2.ZERO)
	check(senses.is_multiplayer_authority(), "offline")
	var target := put(dim.target(Vector2(50.0, 0.0)))
	await ticks(8)
	equal(senses.get(&"target"), target)


func test_n01_only_the_authority_senses_whenever_it_was_set() -> void:
	for when: StringName in [&"before", &"after"]:
		var guard := dim.senses_guard(Vector2.ZERO)
		if when == &"before":
			guard.set_multiplayer_authority(CLIENT)
		put(guard)
		if when == &"after":
			guard.set_multiplayer_authority(CLIENT)
		var senses := guard.get_node(^"Senses")
		var recorder := Recorder.new(senses)
		var target := put(dim.target(Vector2(50.0, 0.0)))
		await ticks(5)
		equal(dim.emit_noise(Vector2(0.0, 50.0), 300.0, 1.0), 0, "%s: not told" % when)
		dim.server().call(&"alert_all", &"", dim.zero(), target, 1.0)
		for tick in 30:
			await ticks(1)
			equal(dim.server().call(&"get_stats").rays, 0, "%s: no rays" % when)
		equal(recorder.log, [], "%s: no signals" % when)
		equal(senses.get(&"target"), null, when)
		guard.free()
		target.free()


func test_n01_a_handover_keeps_what_is_known() -> void:
	var senses := senses_at(Vector2.ZERO)
	var guard := senses.get_parent()
	var recorder := Recorder.new(senses)
	var target := put(dim.target(Vector2(100.0, 0.0)))
	await ticks_until(func() -> bool: return senses.get(&"awareness") > 0.5)
	var before: float = senses.get(&"awareness")
	var signals := recorder.log.size()
	guard.set_multiplayer_authority(CLIENT)
	dim.move(target, FAR)
	await seconds(1.0)
	equal(senses.get(&"awareness"), before, "kept, not faded")
	near(senses.get(&"last_known_position"), dim.at(Vector2(100.0, 0.0)), "its place", 1e-3)
	equal(recorder.log.size(), signals, "silent")
	guard.set_multiplayer_authority(1)
	await seconds(0.3)
	equal(recorder.count(&"target_lost"), 1, "it goes on from there")
	check(senses.get(&"awareness") < before, "and fades from now on")


func test_n01_of_two_peers_one_senses() -> void:
	var hosts := _peer("Host")
	var clients := _peer("Client")
	var recorders: Array[Recorder] = []
	for branch: Node in [hosts, clients]:
		var guard := dim.senses_guard(Vector2.ZERO)
		put(guard, branch)
		recorders.append(Recorder.new(guard.get_node(^"Senses")))
	# The host is peer 1; what the client's branch shows belongs to the host.
	clients.get_node(^"Guard").set_multiplayer_authority(CLIENT)
	put(dim.target(Vector2(50.0, 0.0)), hosts)
	await seconds(0.5)
	equal(recorders[0].count(&"target_spotted"), 1, "the host")
	equal(recorders[1].log, [], "the client")
	var watcher := clients.get_node(^"Guard/Senses")
	watcher.set(&"authority_only", false)
	await ticks(6)
	equal(recorders[1].count(&"target_spotted"), 1, "unless it is asked to")
	for branch: Node in [hosts, clients]:
		get_tree().set_multiplayer(null, branch.get_path())


func test_n01_ten_positions_a_second_make_no_flicker_and_no_absurd_speed() -> void:
	var senses := senses_at(Vector2.ZERO)
	var recorder := Recorder.new(senses)
	var stealth := stealth_at(Vector2(100.0, -100.0))
	var target := stealth.get_parent()
	var speed := 60.0
	var fastest := 0.0
	var place := Vector2(100.0, -100.0)
	var stride := maxi(roundi(0.1 / tick_time()), 1)
	for tick in roundi(3.0 / tick_time()):
		if tick % stride == 0:
			place.y += speed * stride * tick_time()
			dim.move(target, place)
		await ticks(1)
		var velocity: Variant = senses.get(&"memory").get(&"last_known_velocity")
		fastest = maxf(fastest, velocity.length() / dim.length(1.0))
	equal(recorder.count(&"target_spotted"), 1, "spotted")
	equal(recorder.count(&"target_lost"), 0, "never lost")
	between(fastest, speed * 0.5, speed * 2.5, "speed believed")


func test_n01_cameras_and_screens_do_not_matter() -> void:
	var camera: Node = ClassDB.instantiate(&"Camera3D" if dim.is_3d() else &"Camera2D")
	put(camera)
	dim.move(camera, FAR)
	var senses := senses_at(Vector2.ZERO)
	var title := &"VisibleOnScreenNotifier3D" if dim.is_3d() else &"VisibleOnScreenNotifier2D"
	put(ClassDB.instantiate(title), senses.get_parent())
	senses.get_parent().set(&"visible", false)
	var target := put(dim.target(Vector2(50.0, 0.0)))
	target.set(&"visible", false)
	await ticks(8)
	equal(senses.get(&"target"), target)


## A branch that is a peer of its own.
func _peer(title: String) -> Node:
	var branch := put(dim.spot(Vector2.ZERO))
	branch.name = title
	var api := SceneMultiplayer.new()
	api.multiplayer_peer = OfflineMultiplayerPeer.new()
	get_tree().set_multiplayer(api, branch.get_path())
	return branch

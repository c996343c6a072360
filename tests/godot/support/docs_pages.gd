extends "res://support/suite.gd"
## Takes the scripts out of Markdown pages and runs them as a reader would: on a node with the
## children they name, with a player before them who is seen, heard and then gone.

## Ticks with the player in view, and after he has gone.
const SEEN_TICKS := 45
const GONE_TICKS := 75

const FENCE := "```"


## The gdscript blocks of a page, each a whole script.
static func blocks_of(text: String) -> PackedStringArray:
	var blocks := PackedStringArray()
	var block := PackedStringArray()
	var inside := false
	for line in text.split("\n"):
		if inside and line.begins_with(FENCE):
			blocks.append("\n".join(block) + "\n")
			inside = false
		elif inside:
			block.append(line)
		elif line.strip_edges().begins_with(FENCE + "gdscript"):
			inside = true
			block.clear()
	if inside:
		blocks.append("")
	return blocks


## The same script for space, by the rule that the pages give for it.
static func in_3d(source: String) -> String:
	for kind in ClassDB.get_class_list():
		if ClassDB.class_exists(kind + "3D") and source.contains(kind):
			var name := RegEx.create_from_string("(?<!\\$)\\b%s\\b" % kind)
			source = name.sub(source, kind + "3D", true)
	source = RegEx.create_from_string("\\b([A-Z]\\w+)2D\\b").sub(source, "${1}3D", true)
	return source.replace("Vector2", "Vector3").replace("profiles/2d", "profiles/3d")


## Asserts that all scripts of the page [param title] compile and run, and says how many there are.
func run_page(title: String, text: String) -> int:
	var blocks := blocks_of(text)
	for number in blocks.size():
		await run_block("%s, script %d" % [title, number + 1], blocks[number])
	return blocks.size()


## Asserts that one script compiles, and runs it. What it prints as a warning or an error fails the
## test by itself.
func run_block(title: String, source: String) -> void:
	check(source.begins_with("extends "), "%s: begins with 'extends'" % title)
	if not source.begins_with("extends "):
		return
	var script := GDScript.new()
	script.source_code = source
	var compiled := script.reload() == OK and script.can_instantiate()
	check(compiled, "%s: compiles" % title)
	if not compiled:
		return
	var base := script.get_instance_base_type()
	check(ClassDB.is_parent_class(base, &"Node"), "%s: extends a node, not %s" % [title, base])
	if not ClassDB.is_parent_class(base, &"Node"):
		return
	print("    %s" % title)
	var world := put(Node.new())
	var node: Node = script.new()
	_give_children(node, source)
	await _play(world, node)
	check(is_instance_valid(node) and node.is_inside_tree(), "%s: still there" % title)
	_call_methods(node, script)
	await ticks(2)
	world.free()


## A guard with this script, one second after it entered an empty place with a player there.
func play_guard(source: String, player_at: Vector2) -> Node2D:
	var script := GDScript.new()
	script.source_code = source
	check(script.reload() == OK, "compiles")
	var world := put(Node.new())
	var player := CharacterBody2D.new()
	player.name = "Player"
	player.add_to_group(&"player")
	player.position = player_at
	put(player, world)
	var guard: Node2D = script.new()
	_give_children(guard, source)
	await _enter(world, guard)
	await seconds(1.0)
	return guard


## The nodes that lines such as [code]@onready var eye: EnemyPerception = $Eye[/code] name.
func _give_children(node: Node, source: String) -> void:
	var pattern := RegEx.create_from_string(
		'(?m)^@onready var \\w+: (\\w+) = (?:\\$|%)"?([\\w/]+)"?$'
	)
	for found in pattern.search_all(source):
		var parent := node
		var steps := found.get_string(2).split("/")
		for at in steps.size():
			var child := parent.get_node_or_null(NodePath(steps[at]))
			if child == null:
				var last := at == steps.size() - 1
				var kind := found.get_string(1) if last else "Node2D"
				child = ClassDB.instantiate(kind)
				child.name = steps[at]
				parent.add_child(child)
			parent = child


func _play(world: Node, node: Node) -> void:
	var solid := node is Node3D
	var player: Node = CharacterBody3D.new() if solid else CharacterBody2D.new()
	player.name = "Player"
	player.add_to_group(&"player")
	if solid:
		player.position = Vector3(0.0, 0.0, -1.0)
	else:
		player.position = Vector2(24.0, 0.0)
	put(player, world)
	# What the pages look for: a scent, a corpse, a cover.
	for group: StringName in [&"scent", &"corpses", &"cover"]:
		var found: Node = Marker3D.new() if solid else Marker2D.new()
		found.add_to_group(group)
		if solid:
			found.position = Vector3(0.0, 1.0, -2.0)
		else:
			found.position = Vector2(50.0, 10.0)
		put(found, world)
	node.name = "Enemy"
	node.add_to_group(&"enemies")
	await _enter(world, node)
	SensesServer.alert_all(&"storeroom", player.get(&"position"), null, 0.5)
	await ticks(SEEN_TICKS)
	_touch(node, player)
	if solid:
		player.position = Vector3(0.0, 0.0, -500.0)
		SensesServer.emit_noise_3d(Vector3(2.0, 0.0, -2.0), 20.0, 0.9, player)
	else:
		player.position = Vector2(9000.0, 0.0)
		SensesServer.emit_noise(Vector2(40.0, 40.0), 300.0, 0.9, player)
	await ticks(GONE_TICKS)


func _enter(world: Node, node: Node) -> void:
	put(node, world)
	# With physics on its own thread a body made in this tick cannot move yet.
	var moves := node.is_physics_processing()
	node.set_physics_process(false)
	await ticks(2)
	node.set_physics_process(moves)


## Calls the handlers of a touch, as the area that is here without a shape cannot.
func _touch(node: Node, player: Node) -> void:
	for method in node.get_method_list():
		var title: String = method.name
		if title.begins_with("_on_") and title.ends_with("body_entered"):
			node.call(title, player)


## Calls what the script offers and nobody has called: its public methods without arguments, and for
## each [code]save_…[/code] that returns something the [code]load_…[/code] that takes it.
func _call_methods(node: Node, script: GDScript) -> void:
	for method in script.get_script_method_list():
		var title: String = method.name
		if title.begins_with("_") or title.begins_with("@") or not method.args.is_empty():
			continue
		var result: Variant = node.call(title)
		var twin := title.replace("save_", "load_")
		if result is Dictionary and twin != title and node.has_method(twin):
			equal(node.call(twin, result), OK, twin)

@tool
extends Node3D
## A lamp that hangs from the roof: a shade, a bulb, and a cone of warm light. The light is in the
## group "lamps", so that [StealthTarget3D] counts it.

const Palette := preload("res://shared/palette.gd")
const MeshKit := preload("res://shared/mesh_kit.gd")
const Figure := preload("res://shared/figure_3d.gd")

const SIDES := 32
const LAYERS := 6

## How far its light reaches, in metres.
@export_range(1.0, 20.0, 0.1, "suffix:m") var reach := 8.0
@export_range(0.0, 16.0, 0.1) var energy := 3.0
## Half of the angle of its cone.
@export_range(5.0, 85.0, 1.0, "suffix:°") var angle := 42.0
## How far the floor is below, in metres.
@export_range(0.5, 10.0, 0.1, "suffix:m") var drop := 4.5
## How long its cord is, in metres.
@export_range(0.0, 5.0, 0.1, "suffix:m") var cord := 1.5
@export var shadow := true

@onready var _light: SpotLight3D = $Light


func _ready() -> void:
	_light.spot_range = reach
	_light.spot_angle = angle
	_light.light_energy = energy
	_light.shadow_enabled = shadow
	var kit := MeshKit.new()
	kit.standing_box(Vector3(0, 0.2, 0), Vector3(0.025, cord, 0.025), Palette.NIGHT)
	kit.drum(Vector3(0, 0.16, 0), 0.07, 0.12, Palette.STEEL_DARK)
	_add(kit.mesh())
	var shade := CylinderMesh.new()
	shade.top_radius = 0.08
	shade.bottom_radius = 0.34
	shade.height = 0.2
	shade.cap_bottom = false
	shade.radial_segments = 24
	var picture := _add(shade)
	picture.position.y = 0.08
	picture.material_override = Figure.paint(Palette.PLAYER_DARK.darkened(0.2))
	_add_bulb()
	_add_haze()


func _add(mesh: Mesh) -> MeshInstance3D:
	var picture := MeshInstance3D.new()
	picture.mesh = mesh
	picture.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	add_child(picture)
	return picture


func _add_bulb() -> void:
	var kit := MeshKit.new()
	kit.drum(Vector3(0, -0.05, 0), 0.12, 0.09, Palette.LAMP.lightened(0.5), 16)
	kit.drum(Vector3(0, -0.03, 0), 0.28, 0.02, Color(Palette.LAMP, 0.8), 24)
	_add(kit.mesh(MeshKit.glow()))


## The dust in its light: a cone that is bright at the lamp and gone before it reaches the floor.
func _add_haze() -> void:
	var kit := MeshKit.new()
	for layer in LAYERS:
		var share := (layer + 1.0) / LAYERS
		var wide := tan(deg_to_rad(angle * 0.8 * share)) * drop * 0.8
		var top := PackedVector3Array()
		var bottom := PackedVector3Array()
		var bright := PackedColorArray()
		var gone := PackedColorArray()
		for i in SIDES + 1:
			var way := Vector3.BACK.rotated(Vector3.UP, TAU * i / SIDES)
			top.append(way * 0.26 * share)
			bottom.append(way * wide + Vector3.DOWN * drop * 0.8)
			bright.append(Color(Palette.LAMP, 0.032))
			gone.append(Color(Palette.LAMP, 0.0))
		kit.strip(top, bottom, bright, gone)
	_add(kit.mesh(MeshKit.glow()))

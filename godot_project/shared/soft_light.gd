@tool
extends PointLight2D
## A soft round light whose picture is made in code, so that the project needs no image files.

const Palette := preload("res://shared/palette.gd")

## How far it reaches, in pixels.
@export_range(16.0, 1000.0, 1.0, "suffix:px") var reach := 300.0:
	set(value):
		reach = value
		texture_scale = reach / 128.0


func _ready() -> void:
	texture = _make_texture()
	texture_scale = reach / 128.0


func _make_texture() -> GradientTexture2D:
	var gradient := Gradient.new()
	gradient.interpolation_mode = Gradient.GRADIENT_INTERPOLATE_CUBIC
	gradient.offsets = PackedFloat32Array([0.0, 0.25, 0.6, 1.0])
	gradient.colors = PackedColorArray(
		[Color(1, 1, 1, 1), Color(0.72, 0.72, 0.72, 1), Color(0.2, 0.2, 0.2, 1), Color(0, 0, 0, 1)]
	)
	var image := GradientTexture2D.new()
	image.gradient = gradient
	image.width = 256
	image.height = 256
	image.fill = GradientTexture2D.FILL_RADIAL
	image.fill_from = Vector2(0.5, 0.5)
	image.fill_to = Vector2(1.0, 0.5)
	return image

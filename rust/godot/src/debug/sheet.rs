//! What a drawing is put on: items of the renderer, no nodes.

use enemy_senses_core::Vec3;
use godot::classes::rendering_server::ShadowCastingSetting;
use godot::classes::{ArrayMesh, RenderingServer, StandardMaterial3D, ThemeDb};
use godot::prelude::*;

use super::Surface;
use super::sketch::Sketch;
use crate::state::Dimension;
use crate::{d2, d3, hub, paint};

/// Above everything that a game draws by default.
const ON_TOP: i32 = 4000;

const FONT_SIZE: i32 = 12;

/// One drawing in the renderer; taken away when it is dropped.
pub struct Sheet {
    surface: Surface,
    /// In 2D: everything. In 3D: the words, in front of the picture.
    item: Rid,
    solid: Option<Solid>,
}

struct Solid {
    instance: Rid,
    mesh: Gd<ArrayMesh>,
    material: Gd<StandardMaterial3D>,
}

impl Sheet {
    /// An empty one.
    pub fn new(surface: Surface) -> Self {
        let mut renderer = RenderingServer::singleton();
        let item = renderer.canvas_item_create();
        renderer.canvas_item_set_z_index(item, ON_TOP);
        let solid = match surface.dimension {
            Dimension::Flat => {
                renderer.canvas_item_set_parent(item, surface.rid);
                None
            }
            Dimension::Solid => {
                let mesh = ArrayMesh::new_gd();
                let instance = renderer.instance_create2(mesh.get_rid(), surface.rid);
                renderer.instance_geometry_set_cast_shadows_setting(instance, ShadowCastingSetting::OFF);
                Some(Solid {
                    instance,
                    mesh,
                    material: paint::material(false),
                })
            }
        };
        Self { surface, item, solid }
    }

    /// Where it is.
    pub fn surface(&self) -> Surface {
        self.surface
    }

    /// Shows another drawing.
    pub fn show(&mut self, sketch: &Sketch) {
        match &mut self.solid {
            None => {
                sketch.picture.on_canvas(self.item, 1.5);
                write(self.item, sketch, |place| Some(d2::outside(place)));
            }
            Some(solid) => {
                sketch.picture.on_mesh(&mut solid.mesh, &solid.material);
                self.write_in_front(sketch);
            }
        }
    }

    /// Puts the words where the camera of the root sees their places.
    fn write_in_front(&self, sketch: &Sketch) {
        let mut renderer = RenderingServer::singleton();
        renderer.canvas_item_clear(self.item);
        let Some(root) = hub::tree().and_then(|tree| tree.get_root()) else {
            return;
        };
        let Some(camera) = root.get_camera_3d() else {
            return;
        };
        let here = camera
            .get_world_3d()
            .is_some_and(|world| world.get_scenario() == self.surface.rid);
        let Some(canvas) = root.find_world_2d().filter(|_| here) else {
            return;
        };
        renderer.canvas_item_set_parent(self.item, canvas.get_canvas());
        let from_screen = root.get_canvas_transform();
        if from_screen.determinant().abs() < 1e-9 {
            return;
        }
        renderer.canvas_item_set_transform(self.item, from_screen.affine_inverse());
        write(self.item, sketch, |place| {
            let place = d3::outside(place);
            let seen = !camera.is_position_behind(place);
            seen.then(|| camera.unproject_position(place))
        });
    }
}

fn write(item: Rid, sketch: &Sketch, place: impl Fn(Vec3) -> Option<Vector2>) {
    if sketch.words.is_empty() {
        return;
    }
    let Some(font) = ThemeDb::singleton().get_fallback_font() else {
        return;
    };
    for word in &sketch.words {
        let Some(at) = place(word.at).filter(|at| at.is_finite()) else {
            continue;
        };
        for (number, line) in word.text.lines().enumerate() {
            let at = at + Vector2::new(8.0, ((number as i32 - word.lift) * (FONT_SIZE + 2)) as f32);
            font.draw_string_outline_ex(item, at, line)
                .font_size(FONT_SIZE)
                .size(4)
                .modulate(Color::from_rgba(0.0, 0.0, 0.0, 0.8))
                .done();
            font.draw_string_ex(item, at, line)
                .font_size(FONT_SIZE)
                .modulate(word.color)
                .done();
        }
    }
}

impl Drop for Sheet {
    fn drop(&mut self) {
        let mut renderer = RenderingServer::singleton();
        renderer.free_rid(self.item);
        if let Some(solid) = &self.solid {
            renderer.free_rid(solid.instance);
        }
    }
}

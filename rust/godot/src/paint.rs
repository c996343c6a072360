//! Pictures without polygons: triangles only, handed to the renderer as they are.
//!
//! Nothing here is triangulated or made convex by the engine, so that no shape, however thin, is an engine error.

use enemy_senses_core::Vec3;
use godot::classes::base_material_3d::{BillboardMode, CullMode, Flags, ShadingMode, Transparency};
use godot::classes::mesh::{ArrayType, PrimitiveType};
use godot::classes::{ArrayMesh, RenderingServer, StandardMaterial3D};
use godot::obj::EngineEnum;
use godot::prelude::*;

/// Triangles and lines with a colour for each corner.
#[derive(Debug, Default)]
pub struct Picture {
    triangles: Vec<(Vec3, Color)>,
    lines: Vec<(Vec3, Color)>,
}

impl Picture {
    /// A triangle; one that is nowhere is left out.
    pub fn triangle(&mut self, corners: [Vec3; 3], colors: [Color; 3]) {
        if corners.iter().all(|corner| corner.is_finite()) {
            self.triangles.extend(corners.into_iter().zip(colors));
        }
    }

    /// A convex shape as a fan round its first corner.
    pub fn convex(&mut self, corners: &[Vec3], color: Color) {
        if let Some((first, rest)) = corners.split_first() {
            for pair in rest.windows(2) {
                self.triangle([*first, pair[0], pair[1]], [color; 3]);
            }
        }
    }

    /// A line; one that is nowhere is left out.
    pub fn line(&mut self, from: Vec3, to: Vec3, color: Color) {
        if from.is_finite() && to.is_finite() {
            self.lines.extend([(from, color), (to, color)]);
        }
    }

    /// Lines from each place to the next.
    pub fn path(&mut self, places: impl IntoIterator<Item = Vec3>, color: Color) {
        let mut places = places.into_iter();
        let Some(mut last) = places.next() else { return };
        for place in places {
            self.line(last, place, color);
            last = place;
        }
    }

    /// Both ends of every line, with their colours.
    pub fn lines(&self) -> &[(Vec3, Color)] {
        &self.lines
    }

    /// Puts every corner somewhere else.
    pub fn moved(&self, place: impl Fn(Vec3) -> Vec3) -> Self {
        let moved =
            |corners: &[(Vec3, Color)]| corners.iter().map(|(at, color)| (place(*at), *color)).collect();
        Self {
            triangles: moved(&self.triangles),
            lines: moved(&self.lines),
        }
    }

    /// Puts it on a canvas item, which is emptied first. Lines become as wide as is said.
    pub fn on_canvas(&self, item: Rid, width: f32) {
        RenderingServer::singleton().canvas_item_clear(item);
        self.add_to_canvas(item, width);
    }

    /// Puts it on a canvas item, over what is there.
    pub fn add_to_canvas(&self, item: Rid, width: f32) {
        let mut renderer = RenderingServer::singleton();
        let mut points: Vec<Vector2> = Vec::with_capacity(self.triangles.len() + 3 * self.lines.len());
        let mut colors: Vec<Color> = Vec::with_capacity(points.capacity());
        let flat = |v: Vec3| Vector2::new(v.x, v.y);
        for (corner, color) in &self.triangles {
            points.push(flat(*corner));
            colors.push(*color);
        }
        for ends in self.lines.chunks_exact(2) {
            let ((from, a), (to, b)) = (ends[0], ends[1]);
            let (from, to) = (flat(from), flat(to));
            let along = to - from;
            if along.length_squared() <= 0.0 {
                continue;
            }
            let side = along.orthogonal().normalized() * (width / 2.0);
            points.extend([
                from + side,
                from - side,
                to + side,
                from - side,
                to + side,
                to - side,
            ]);
            colors.extend([a, a, b, a, b, b]);
        }
        if points.is_empty() {
            return;
        }
        let indices: PackedInt32Array = (0..points.len() as i32).collect();
        let (points, colors) = (PackedVector2Array::from(points), PackedColorArray::from(colors));
        renderer.canvas_item_add_triangle_array(item, &indices, &points, &colors);
    }

    /// Puts it on a mesh, which is emptied first.
    pub fn on_mesh(&self, mesh: &mut Gd<ArrayMesh>, material: &Gd<StandardMaterial3D>) {
        mesh.clear_surfaces();
        let surfaces = [
            (&self.triangles, PrimitiveType::TRIANGLES),
            (&self.lines, PrimitiveType::LINES),
        ];
        for (corners, primitive) in surfaces {
            if corners.is_empty() {
                continue;
            }
            let places: PackedVector3Array =
                corners.iter().map(|(v, _)| Vector3::new(v.x, v.y, v.z)).collect();
            let colors: PackedColorArray = corners.iter().map(|(_, color)| *color).collect();
            let mut arrays = VarArray::new();
            arrays.resize(ArrayType::MAX.ord() as usize, &Variant::nil());
            arrays.set(ArrayType::VERTEX.ord() as usize, &places.to_variant());
            arrays.set(ArrayType::COLOR.ord() as usize, &colors.to_variant());
            mesh.add_surface_from_arrays(primitive, &arrays);
            let last = mesh.get_surface_count() - 1;
            mesh.surface_set_material(last, material);
        }
    }
}

/// A material that shows the colours of the corners as they are, from both sides.
pub fn material(billboard: bool) -> Gd<StandardMaterial3D> {
    let mut material = StandardMaterial3D::new_gd();
    material.set_shading_mode(ShadingMode::UNSHADED);
    material.set_transparency(Transparency::ALPHA);
    material.set_cull_mode(CullMode::DISABLED);
    material.set_flag(Flags::ALBEDO_FROM_VERTEX_COLOR, true);
    material.set_flag(Flags::DISABLE_DEPTH_TEST, true);
    material.set_flag(Flags::DONT_RECEIVE_SHADOWS, true);
    if billboard {
        material.set_billboard_mode(BillboardMode::ENABLED);
        material.set_flag(Flags::BILLBOARD_KEEP_SCALE, true);
    }
    material
}

//! The gizmo in the 3D viewport: cones, circles and handles of what is selected.

use enemy_senses_core::Vec3;
use godot::classes::{
    Camera3D, EditorInterface, EditorNode3DGizmo, EditorNode3DGizmoPlugin, IEditorNode3DGizmoPlugin, Material,
};
use godot::prelude::*;

use super::handles::{self, Figure, Handle};
use crate::d3;
use crate::state::Dimension;

const HANDLES: &str = "enemy_senses_handles";
const LINES: &str = "enemy_senses_lines";

/// Draws the senses of 3D nodes in the editor.
#[derive(GodotClass)]
#[class(base = EditorNode3DGizmoPlugin, init, tool, internal)]
pub struct SensesGizmos {
    has_materials: bool,
    /// The handle that is dragged, as it was at the start.
    before: Option<f64>,
    base: Base<EditorNode3DGizmoPlugin>,
}

fn figure_of(gizmo: Option<&Gd<EditorNode3DGizmo>>) -> Option<(Gd<Node3D>, Figure)> {
    let node = gizmo?.get_node_3d()?;
    let figure = handles::figure(&node.clone().upcast())?;
    Some((node, figure))
}

fn handle_of(gizmo: Option<&Gd<EditorNode3DGizmo>>, id: i32) -> Option<(Gd<Node3D>, Handle)> {
    let (node, figure) = figure_of(gizmo)?;
    let handle = figure.handles.into_iter().nth(usize::try_from(id).ok()?)?;
    Some((node, handle))
}

fn is_selected(node: &Gd<Node3D>) -> bool {
    let selection = EditorInterface::singleton().get_selection();
    selection.is_some_and(|selection| {
        let nodes = selection.get_selected_nodes();
        nodes
            .iter_shared()
            .any(|selected| selected == node.clone().upcast())
    })
}

#[godot_api]
impl IEditorNode3DGizmoPlugin for SensesGizmos {
    fn has_gizmo(&self, node: Option<Gd<Node3D>>) -> bool {
        node.is_some_and(|node| handles::is_drawn(&node.upcast(), Dimension::Solid))
    }

    fn get_gizmo_name(&self) -> GString {
        "Enemy senses".into()
    }

    fn redraw(&mut self, gizmo: Option<Gd<EditorNode3DGizmo>>) {
        let Some(mut gizmo) = gizmo else { return };
        gizmo.clear();
        let Some((node, figure)) = figure_of(Some(&gizmo)) else {
            return;
        };
        let transform = node.get_global_transform();
        if !is_selected(&node) || transform.basis.determinant().abs() < 1e-12 || !transform.is_finite() {
            return;
        }
        if !self.has_materials {
            self.has_materials = true;
            let mut base = self.base_mut();
            base.create_material_ex(LINES, Color::WHITE)
                .use_vertex_color(true)
                .done();
            base.create_handle_material(HANDLES);
        }
        let to_node = transform.affine_inverse();
        let local = |at: Vec3| to_node * d3::outside(at);
        let material = |name: &str| -> Option<Gd<Material>> {
            let material = self.base().get_material_ex(name).gizmo(&gizmo).done();
            material.map(Gd::upcast)
        };
        let (lines, grips) = (material(LINES), material(HANDLES));
        // The lines of one colour at a time: a gizmo's lines have one.
        let mut rest: Vec<(Vec3, Color)> = figure.picture.lines().to_vec();
        while let Some((_, color)) = rest.first().copied() {
            let (same, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(_, other)| *other == color);
            rest = others;
            let places: PackedVector3Array = same.iter().map(|(at, _)| local(*at)).collect();
            gizmo.add_lines_ex(&places, lines.as_ref()).modulate(color).done();
        }
        let places: PackedVector3Array = figure.handles.iter().map(|handle| local(handle.place)).collect();
        if !places.is_empty() {
            let ids: PackedInt32Array = (0..places.len() as i32).collect();
            gizmo.add_handles(&places, grips.as_ref(), &ids);
        }
    }

    fn get_handle_name(&self, gizmo: Option<Gd<EditorNode3DGizmo>>, id: i32, _secondary: bool) -> GString {
        let handle = handle_of(gizmo.as_ref(), id);
        handle.map_or_else(GString::new, |(_, handle)| GString::from(handle.property))
    }

    fn get_handle_value(&self, gizmo: Option<Gd<EditorNode3DGizmo>>, id: i32, _secondary: bool) -> Variant {
        handle_of(gizmo.as_ref(), id).map_or_else(Variant::nil, |(_, handle)| handle.value.to_variant())
    }

    fn begin_handle_action(&mut self, gizmo: Option<Gd<EditorNode3DGizmo>>, id: i32, _secondary: bool) {
        self.before = handle_of(gizmo.as_ref(), id).map(|(_, handle)| handle.value);
    }

    fn set_handle(
        &mut self,
        gizmo: Option<Gd<EditorNode3DGizmo>>,
        id: i32,
        _secondary: bool,
        camera: Option<Gd<Camera3D>>,
        screen_pos: Vector2,
    ) {
        let (Some((mut node, handle)), Some(camera)) = (handle_of(gizmo.as_ref(), id), camera) else {
            return;
        };
        let from = d3::inside(camera.project_ray_origin(screen_pos));
        let along = d3::inside(camera.project_ray_normal(screen_pos));
        let Some(place) = on_plane(from, along, handle.from, handle.up) else {
            return;
        };
        let value = handle.value_at(place, Dimension::Solid);
        let mut holder = handle.holder.clone();
        holder.set(handle.property, &value.to_variant());
        node.update_gizmos();
    }

    fn commit_handle(
        &mut self,
        gizmo: Option<Gd<EditorNode3DGizmo>>,
        id: i32,
        _secondary: bool,
        restore: Variant,
        cancel: bool,
    ) {
        let Some((mut node, handle)) = handle_of(gizmo.as_ref(), id) else {
            return;
        };
        let before = restore.try_to::<f64>().ok().or(self.before.take());
        let Some(before) = before else { return };
        let after = handle.value;
        let mut holder = handle.holder.clone();
        holder.set(handle.property, &before.to_variant());
        if !cancel && after != before {
            handles::commit(&node.clone().upcast(), &handle, before, after);
        }
        node.update_gizmos();
    }
}

/// Where a ray meets a plane; none where it does so nowhere, or behind.
fn on_plane(from: Vec3, along: Vec3, middle: Vec3, normal: Vec3) -> Option<Vec3> {
    let slope = along.dot(normal);
    if slope.abs() < 1e-4 {
        return None;
    }
    let far = (middle - from).dot(normal) / slope;
    (far > 0.0 && far.is_finite()).then(|| from + along * far)
}

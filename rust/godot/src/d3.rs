//! What the engine names differently in 3D. Same names as in `d2`, so that shared code can say `dim::`.

use enemy_senses_core::frame::direction;
use enemy_senses_core::{Frame, Vec3};
use godot::classes::{PhysicsDirectSpaceState3D, PhysicsRayQueryParameters3D, PhysicsServer3D};
use godot::prelude::*;

use crate::quick::solid;
use crate::rays::space;
use crate::state::{self, Dimension};

/// There is one way to look at 3D: nothing to read.
pub fn read_view() {}

/// How 3D lies.
pub fn frame() -> Frame {
    Frame::Space
}

/// How many numbers a vector has.
pub const AXES: usize = 3;

/// What this module is about.
pub const DIMENSION: Dimension = Dimension::Solid;

/// Into the core.
pub fn inside(v: Vector3) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}

/// Out of the core.
pub fn outside(v: Vec3) -> Vector3 {
    Vector3::new(v.x, v.y, v.z)
}

/// Where a node is.
pub fn position(node: &Gd<Node3D>) -> Vec3 {
    inside(node.get_global_position())
}

/// Where a node is and looks (-Z, or +Z with the front of a model), and its up.
pub fn pose(node: &Gd<Node3D>, model_front: bool) -> (Vec3, Option<Vec3>, Vec3) {
    let Some(transform) = solid::global_transform(node) else {
        return (Vec3::NAN, None, Vec3::Y);
    };
    let back = transform.basis.col_c();
    let forward = if model_front { back } else { -back };
    let up = direction(inside(transform.basis.col_b())).unwrap_or(Vec3::Y);
    (inside(transform.origin), direction(inside(forward)), up)
}

/// Where a node is, and the axis along which it looks (or looks away), as long as it is.
pub fn glance(node: &Gd<Node3D>) -> Option<(Vec3, Vec3)> {
    let transform = solid::global_transform(node)?;
    Some((inside(transform.origin), inside(transform.basis.col_c())))
}

/// The space that a node's collisions would be in. None out of the tree, and off the main thread.
pub fn space_of(node: &Gd<Node3D>) -> Option<Rid> {
    if !state::on_main_thread() || !node.is_inside_tree() {
        return None;
    }
    node.get_world_3d().map(|world| world.get_space())
}

/// The space of the game's root.
pub fn root_space(tree: &Gd<SceneTree>) -> Option<Rid> {
    tree.get_root()?.find_world_3d().map(|world| world.get_space())
}

/// The navigation map of the world that a node is in. None out of the tree, and off the main thread.
pub fn map_of(node: &Gd<Node3D>) -> Option<Rid> {
    if !state::on_main_thread() || !node.is_inside_tree() {
        return None;
    }
    node.get_world_3d().map(|world| world.get_navigation_map())
}

/// The navigation map of the game's root.
pub fn root_map(tree: &Gd<SceneTree>) -> Option<Rid> {
    (tree.get_root()?.find_world_3d()).map(|world| world.get_navigation_map())
}

space!(
    PhysicsServer3D,
    PhysicsDirectSpaceState3D,
    PhysicsRayQueryParameters3D,
    Vector3,
    solid::ray,
    Dimension::Solid,
    true,
    // A face counts from its front only, whatever its shape says: rays are cast both ways where that matters.
    |query| query.set_hit_back_faces(false)
);

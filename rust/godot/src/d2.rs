//! What the engine names differently in 2D. Same names as in `d3`, so that shared code can say `dim::`.

use std::sync::atomic::{AtomicBool, Ordering};

use enemy_senses_core::frame::direction;
use enemy_senses_core::{Frame, Vec3};
use godot::classes::{
    PhysicsDirectSpaceState2D, PhysicsRayQueryParameters2D, PhysicsServer2D, ProjectSettings,
};
use godot::prelude::*;

use crate::quick::flat;
use crate::rays::space;
use crate::settings;
use crate::state::{self, Dimension};

static SIDE: AtomicBool = AtomicBool::new(false);

/// From above, or from the side, as the project settings said when one of our nodes last entered the tree.
pub fn frame() -> Frame {
    if SIDE.load(Ordering::Relaxed) {
        Frame::Side
    } else {
        Frame::TopDown
    }
}

/// Reads `enemy_senses/2d/view` anew.
pub fn read_view() {
    let view = ProjectSettings::singleton().get_setting(settings::VIEW);
    let side =
        view.try_to::<i64>().is_ok_and(|v| v == 1) || view.try_to::<GString>().is_ok_and(|v| v == "SIDE");
    SIDE.store(side, Ordering::Relaxed);
}

/// How many numbers a vector has.
pub const AXES: usize = 2;

/// What this module is about.
pub const DIMENSION: Dimension = Dimension::Flat;

/// Into the core.
pub fn inside(v: Vector2) -> Vec3 {
    Vec3::new(v.x, v.y, 0.0)
}

/// Out of the core.
pub fn outside(v: Vec3) -> Vector2 {
    Vector2::new(v.x, v.y)
}

/// Where a node is.
pub fn position(node: &Gd<Node2D>) -> Vec3 {
    inside(node.get_global_position())
}

/// Where a node is and looks (+X as drawn), and its up.
pub fn pose(node: &Gd<Node2D>, _model_front: bool) -> (Vec3, Option<Vec3>, Vec3) {
    let Some(transform) = flat::global_transform(node) else {
        return (Vec3::NAN, None, frame().up());
    };
    (
        inside(transform.origin),
        direction(inside(transform.a)),
        frame().up(),
    )
}

/// Where a node is, and the axis along which it looks, as long as it is.
pub fn glance(node: &Gd<Node2D>) -> Option<(Vec3, Vec3)> {
    let transform = flat::global_transform(node)?;
    Some((inside(transform.origin), inside(transform.a)))
}

/// The space that a node's collisions would be in. None out of the tree, and off the main thread.
pub fn space_of(node: &Gd<Node2D>) -> Option<Rid> {
    if !state::on_main_thread() || !node.is_inside_tree() {
        return None;
    }
    node.get_world_2d().map(|world| world.get_space())
}

/// The space of the game's root.
pub fn root_space(tree: &Gd<SceneTree>) -> Option<Rid> {
    tree.get_root()?.find_world_2d().map(|world| world.get_space())
}

/// The navigation map of the world that a node is in. None out of the tree, and off the main thread.
pub fn map_of(node: &Gd<Node2D>) -> Option<Rid> {
    if !state::on_main_thread() || !node.is_inside_tree() {
        return None;
    }
    node.get_world_2d().map(|world| world.get_navigation_map())
}

/// The navigation map of the game's root.
pub fn root_map(tree: &Gd<SceneTree>) -> Option<Rid> {
    (tree.get_root()?.find_world_2d()).map(|world| world.get_navigation_map())
}

space!(
    PhysicsServer2D,
    PhysicsDirectSpaceState2D,
    PhysicsRayQueryParameters2D,
    Vector2,
    flat::ray,
    Dimension::Flat,
    false,
    |_| {}
);

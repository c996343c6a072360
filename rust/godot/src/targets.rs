//! What can be perceived: any node of a group, and what is known of it.

use enemy_senses_core::Vec3;
use enemy_senses_core::sight::{Figure, Shape};
use godot::classes::node::ProcessMode;
use godot::prelude::*;

/// A target as it is looked at.
pub struct Sight {
    /// Where it is, and how it shows.
    pub figure: Figure,
    /// Whether it can be perceived at all.
    pub perceivable: bool,
    /// The path to its body where the search is overridden.
    pub body: String,
}

/// What there is to see of a node in the tree.
pub fn sight(_node: &Gd<Node>, position: Vec3, up: Vec3, aim_height: f32) -> Sight {
    let figure = Figure {
        position,
        aim: position + up * aim_height,
        shape: Shape::Point,
        exposure: 1.0,
        movement: 1.0,
    };
    Sight {
        figure,
        perceivable: true,
        body: String::new(),
    }
}

/// The node that a member of a target group stands for.
pub fn stands_for(node: Gd<Node>) -> Option<Gd<Node>> {
    Some(node)
}

/// Whether a node's process mode is effectively DISABLED. A pause does not count.
pub fn is_disabled(node: &Gd<Node>) -> bool {
    if node.can_process() {
        return false;
    }
    let mut next = Some(node.clone());
    while let Some(one) = next {
        match one.get_process_mode() {
            ProcessMode::INHERIT => next = one.get_parent(),
            mode => return mode == ProcessMode::DISABLED,
        }
    }
    false
}

/// Whether an object is still there.
pub fn is_alive(id: InstanceId) -> bool {
    id.lookup_validity()
}

/// The node of an id, or null.
pub fn live(id: Option<InstanceId>) -> Variant {
    id.and_then(|id| Gd::<Node>::try_from_instance_id(id).ok())
        .to_variant()
}

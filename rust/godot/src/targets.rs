//! What can be perceived: any node of a group, and what is known of it.

use std::collections::HashMap;

use enemy_senses_core::Vec3;
use enemy_senses_core::sight::{Figure, Shape};
use godot::classes::CanvasItem;
use godot::classes::node::ProcessMode;
use godot::prelude::*;

use crate::bodies::Body;
use crate::quick;
use crate::seats::{self, Spot, StealthSeat};
use crate::stealth::StealthState;
use crate::{pass, state};

/// A target as it is looked at.
pub struct Sight {
    /// Where it is, and how it shows.
    pub figure: Figure,
    /// Whether it can be perceived at all.
    pub perceivable: bool,
}

/// What there is to see of a node in the tree, for an eye that aims `aim` above those that say nothing themselves.
pub fn sight(node: &Gd<Node>, position: Vec3, aim: Vec3) -> Sight {
    let stealth = seats::stealth_of(node.instance_id());
    let known = stealth.and_then(|seat| {
        state::state()
            .stealth
            .get(seat.key)
            .cloned()
            .map(|target| (seat, target))
    });
    let Some((seat, target)) = known else {
        let figure = Figure {
            position,
            aim: position + aim,
            shape: Shape::Point,
            exposure: 1.0,
            movement: 1.0,
        };
        return Sight {
            figure,
            perceivable: true,
        };
    };
    Sight {
        figure: figure(&target, position, &seat),
        perceivable: target.perceivable,
    }
}

/// What there is to see of a node with a StealthTarget.
pub fn figure(target: &StealthState, position: Vec3, seat: &StealthSeat) -> Figure {
    let aim = target.aim(seat.spot.position());
    let shape = pass::shape_of(target);
    Figure {
        position,
        aim,
        shape,
        exposure: target.exposure(),
        movement: target.movement(),
    }
}

/// The body of a target: what its StealthTarget names, else what is found.
pub fn body_of(target: &Gd<Node>) -> Option<Body> {
    let by_hand = seats::stealth_of(target.instance_id()).and_then(|seat| seat.body_by_hand);
    by_hand.or_else(|| Body::of(target, ""))
}

/// The node that a member of a target group stands for: a StealthTarget stands for its parent.
pub fn stands_for(node: Gd<Node>) -> Option<Gd<Node>> {
    if node.is_class("StealthTarget") || node.is_class("StealthTarget3D") {
        node.get_parent()
    } else {
        Some(node)
    }
}

/// Members of target groups that stand for themselves: what of each never changes, kept from pass to pass.
#[derive(Default)]
pub struct Known {
    members: HashMap<InstanceId, Member>,
    pass: u64,
}

/// A node of a target group, or the one that it stands for.
#[derive(Clone)]
pub struct Member {
    /// The node.
    pub node: Gd<Node>,
    /// Its place.
    pub spot: Spot,
    /// The last pass in which it was met.
    pass: u64,
}

impl Known {
    /// A new pass: who was not met in the last is forgotten.
    pub fn begin_pass(&mut self) {
        let last = self.pass;
        self.members.retain(|_, member| member.pass == last);
        self.pass += 1;
    }

    /// The member with an id, which is in the tree. None where it has no place.
    pub fn member(&mut self, id: InstanceId) -> Option<Member> {
        if let Some(known) = self.members.get_mut(&id) {
            known.pass = self.pass;
            return Some(known.clone());
        }
        let node = stands_for(Gd::try_from_instance_id(id).ok()?)?;
        let spot = Spot::of(&node)?;
        let pass = self.pass;
        let member = Member { node, spot, pass };
        if member.node.instance_id() == id {
            self.members.insert(id, member.clone());
        }
        Some(member)
    }
}

/// Whether a marker can be looked at: in the tree, and not hidden itself.
pub fn is_shown(node: &Gd<Node>) -> bool {
    if !node.is_inside_tree() {
        return false;
    }
    match node.clone().try_cast::<CanvasItem>() {
        Ok(item) => item.is_visible(),
        Err(node) => node.try_cast::<Node3D>().is_ok_and(|item| item.is_visible()),
    }
}

/// Whether a node's process mode is effectively DISABLED. A pause does not count.
pub fn is_disabled(node: &Gd<Node>) -> bool {
    if quick::can_process(node) {
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

/// Whether a node, or what it lies below, is to be freed at the end of the frame.
pub fn is_going(node: &Gd<Node>) -> bool {
    let mut next = Some(node.clone());
    while let Some(one) = next {
        if one.is_queued_for_deletion() {
            return true;
        }
        next = one.get_parent();
    }
    false
}

//! Noises: an event with an origin and a radius, announced, and told to whoever is in reach.

use std::cell::{Cell, RefCell};

use enemy_senses_core::{Vec3, frame, hearing};
use godot::prelude::*;

use crate::bodies::Body;
use crate::checks::Warned;
use crate::hub;
use crate::server::SensesServer;
use crate::state::{self, Dimension};
use crate::{d2, d3, rays, targets};

/// Walls do not matter.
pub const STRAIGHT: i64 = 0;
/// Each wall crossed shortens the radius.
pub const MUFFLED: i64 = 1;
/// The way round the walls counts.
pub const NAVIGATION: i64 = 2;

/// At most this many noises made inside a delivery wait for the next pass.
const MOST_WAITING: usize = 1024;

/// Signal handlers that make noises which are announced to handlers that make noises … stop here and wait for the next
/// pass.
const DEEPEST: u32 = 32;

/// A noise as it is made.
#[derive(Debug, Clone)]
pub struct Noise {
    pub dimension: Dimension,
    pub origin: Vec3,
    pub radius: f64,
    pub strength: f64,
    /// Who made it.
    pub source: Option<Gd<Node>>,
    /// The emitter that announces it.
    pub emitter: Option<Gd<Node>>,
    pub tag: StringName,
    /// Whom to tell; empty: every EnemySenses.
    pub group: StringName,
    pub propagation: i64,
    pub wall_muffle: f64,
    pub mask: u32,
}

/// Where a noise belongs, worked out when it is made: a source freed right after changes nothing.
struct Place {
    space: Rid,
    body: Option<Body>,
    source: Option<InstanceId>,
}

thread_local! {
    static WAITING: RefCell<Vec<(Noise, Place)>> = const { RefCell::new(Vec::new()) };
    static TELLING: RefCell<Vec<Vec3>> = const { RefCell::new(Vec::new()) };
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static DROPPED: Cell<u64> = const { Cell::new(0) };
}

/// How many noises were dropped because too many waited.
pub fn dropped() -> u64 {
    DROPPED.get()
}

/// Whether a sound with that origin is being told to a script right now: a script that hands it on means the same sound.
pub fn is_being_told(origin: Vec3) -> bool {
    TELLING.with_borrow(|told| told.last() == Some(&origin))
}

/// Drops what waits: the game ends.
pub fn forget_all() {
    WAITING.take();
}

impl Noise {
    /// Whether there is anything to hear; a warning for what is no number. `who` made it.
    pub fn is_sound(&self, who: &str, warned: &mut Warned) -> bool {
        let fine = self.origin.is_finite() && !self.radius.is_nan() && self.strength.is_finite();
        if !fine {
            let Self {
                origin,
                radius,
                strength,
                ..
            } = self;
            let values = format!("origin {origin}, radius {radius}, strength {strength}");
            warned.refuse(
                who,
                "emit_noise()",
                &format!("was given something that is not finite ({values}): no noise."),
            );
            return false;
        }
        warned.good("emit_noise()");
        self.radius > 0.0 && self.strength > 0.0
    }

    /// Makes the noise: announces it, tells everybody in reach, returns how many were told. Inside a delivery it waits for the
    /// next pass and returns 0.
    pub fn make(self) -> i64 {
        if !state::on_main_thread() {
            return 0;
        }
        hub::tick_from_now_on();
        let Some(tree) = hub::tree() else { return 0 };
        let Some(place) = self.place(&tree) else { return 0 };
        let inside_delivery = TELLING.with_borrow(|told| !told.is_empty());
        if inside_delivery || DEPTH.get() >= DEEPEST {
            WAITING.with_borrow_mut(|waiting| {
                if waiting.len() < MOST_WAITING {
                    waiting.push((self, place));
                } else {
                    DROPPED.set(DROPPED.get() + 1);
                }
            });
            return 0;
        }
        self.deliver(&tree, &place)
    }

    fn place(&self, tree: &Gd<SceneTree>) -> Option<Place> {
        let source = self.source.as_ref().filter(|node| node.is_instance_valid());
        let space = match (source, self.dimension) {
            (Some(node), _) if node.is_inside_tree() => space_of(node, self.dimension),
            (_, Dimension::Flat) => d2::root_space(tree),
            (_, Dimension::Solid) => d3::root_space(tree),
        };
        let root = || match self.dimension {
            Dimension::Flat => d2::root_space(tree),
            Dimension::Solid => d3::root_space(tree),
        };
        Some(Place {
            space: space.or_else(root)?,
            body: source.and_then(|node| Body::of(node, "")),
            source: source.map(|node| node.instance_id()),
        })
    }

    fn deliver(&self, tree: &Gd<SceneTree>, place: &Place) -> i64 {
        DEPTH.set(DEPTH.get() + 1);
        self.announce();
        let told = self.tell_scripts(tree, place);
        DEPTH.set(DEPTH.get() - 1);
        told
    }

    fn announce(&self) {
        let source = self.source.clone().filter(|node| node.is_instance_valid());
        let origin = self.variant(self.origin);
        let (radius, strength) = (self.radius, self.strength.min(1.0));
        if let Some(mut emitter) = self.emitter.clone().filter(|node| node.is_instance_valid()) {
            emitter.emit_signal(
                "noise_made",
                &[origin.clone(), radius.to_variant(), strength.to_variant()],
            );
        }
        // An emitter's handler may have freed the source.
        let source = source.filter(|node| node.is_instance_valid());
        let signal = match self.dimension {
            Dimension::Flat => "noise_made",
            Dimension::Solid => "noise_made_3d",
        };
        let values = [
            origin,
            radius.to_variant(),
            strength.to_variant(),
            source.to_variant(),
            self.tag.to_variant(),
        ];
        SensesServer::singleton()
            .upcast::<Object>()
            .emit_signal(signal, &values);
    }

    fn variant(&self, v: Vec3) -> Variant {
        match self.dimension {
            Dimension::Flat => d2::outside(v).to_variant(),
            Dimension::Solid => d3::outside(v).to_variant(),
        }
    }

    /// Calls `hear_sound` of every script listener in reach, in tree order.
    fn tell_scripts(&self, tree: &Gd<SceneTree>, place: &Place) -> i64 {
        if self.group.is_empty() {
            return 0;
        }
        let mut told = 0;
        let nodes: Vec<Gd<Node>> = tree.get_nodes_in_group(&self.group).iter_shared().collect();
        for mut node in nodes {
            if !node.is_instance_valid() || !node.has_method("hear_sound") || is_senses(&node) {
                continue;
            }
            let loudness = self.loudness_for(&node, place);
            if loudness <= 0.0 {
                continue;
            }
            let arguments = node.get_method_argument_count("hear_sound");
            let mut values = vec![self.variant(self.origin), loudness.to_variant()];
            if arguments >= 4 {
                let source = place.source.filter(|id| targets::is_alive(*id));
                values.extend([targets::live(source), self.tag.to_variant()]);
            }
            told += 1;
            TELLING.with_borrow_mut(|told| told.push(self.origin));
            node.call("hear_sound", &values);
            TELLING.with_borrow_mut(|told| _ = told.pop());
        }
        told
    }

    /// What a script listener would hear; 0: it is not told.
    fn loudness_for(&self, node: &Gd<Node>, place: &Place) -> f64 {
        if !self.may_tell(node, place) {
            return 0.0;
        }
        let Some(ear) = position_of(node, self.dimension) else {
            return 0.0;
        };
        let distance = frame::distance(self.origin, ear);
        let straight = hearing::loudness(distance, self.radius, self.strength, 1.0, 0);
        if straight <= 0.0 || self.propagation == STRAIGHT {
            return straight;
        }
        let Some(walls) = self.walls(node, ear, place) else {
            return 0.0;
        };
        hearing::loudness(distance, self.radius, self.strength, self.wall_muffle, walls)
    }

    /// Walls between the origin and an ear; none where the space cannot be asked.
    fn walls(&self, listener: &Gd<Node>, ear: Vec3, place: &Place) -> Option<u32> {
        let body = Body::of(listener, "");
        let owned = |node: &Gd<Node>| {
            [place.body.as_ref(), body.as_ref()]
                .into_iter()
                .flatten()
                .any(|b| b.owns(node))
        };
        match self.dimension {
            Dimension::Flat => count(d2::Space::open(place.space)?, self, ear, owned),
            Dimension::Solid => count(d3::Space::open(place.space)?, self, ear, owned),
        }
    }

    fn may_tell(&self, node: &Gd<Node>, place: &Place) -> bool {
        let id = node.instance_id();
        let own_body = || Body::of(node, "").map(|body| body.id);
        node.is_inside_tree()
            && !node.is_queued_for_deletion()
            && Some(id) != place.source
            && node.can_process()
            && node.is_multiplayer_authority()
            && space_of(node, self.dimension) == Some(place.space)
            && !place
                .body
                .as_ref()
                .is_some_and(|body| body.id == id || own_body() == Some(body.id))
    }

    /// What a node would hear of this noise now; tells nobody.
    pub fn audibility(&self, listener: &Gd<Node>) -> f64 {
        let Some(tree) = hub::tree() else { return 0.0 };
        let Some(place) = self.place(&tree) else {
            return 0.0;
        };
        self.loudness_for(listener, &place)
    }
}

fn count<D: rays::Door>(
    mut space: D,
    noise: &Noise,
    ear: Vec3,
    owned: impl Fn(&Gd<Node>) -> bool,
) -> Option<u32> {
    space.aim(noise.mask, false);
    Some(rays::walls(&mut space, noise.origin, ear, owned))
}

/// Whether a node is one of ours that hears in the pass.
fn is_senses(node: &Gd<Node>) -> bool {
    let _ = node;
    false
}

/// Where a node of either dimension is.
pub fn position_of(node: &Gd<Node>, dimension: Dimension) -> Option<Vec3> {
    let place = match dimension {
        Dimension::Flat => node
            .clone()
            .try_cast::<Node2D>()
            .ok()
            .map(|node| d2::position(&node)),
        Dimension::Solid => node
            .clone()
            .try_cast::<Node3D>()
            .ok()
            .map(|node| d3::position(&node)),
    };
    place.filter(|place| place.is_finite())
}

/// The space that a node of either dimension is in.
pub fn space_of(node: &Gd<Node>, dimension: Dimension) -> Option<Rid> {
    match dimension {
        Dimension::Flat => node
            .clone()
            .try_cast::<Node2D>()
            .ok()
            .and_then(|node| d2::space_of(&node)),
        Dimension::Solid => node
            .clone()
            .try_cast::<Node3D>()
            .ok()
            .and_then(|node| d3::space_of(&node)),
    }
}

/// The start of a pass: what was made inside a delivery is delivered now. What is made by that waits for the next pass.
pub fn deliver_waiting() {
    let waiting = WAITING.take();
    if waiting.is_empty() {
        return;
    }
    let Some(tree) = hub::tree() else { return };
    for (mut noise, place) in waiting {
        noise.source = noise.source.filter(|node| node.is_instance_valid());
        noise.emitter = noise.emitter.filter(|node| node.is_instance_valid());
        noise.deliver(&tree, &place);
    }
}

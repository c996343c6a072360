//! Whose body is whose: what a ray may pass because it belongs to the one who looks, or to the one looked at.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

use enemy_senses_core::track::Key;
use godot::prelude::*;

use crate::perception::EyeState;
use crate::quick::{self, Class};
use crate::state::{self, Counts};
use crate::targets;

/// What sort of collision object a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Character, rigid or animatable: it moves, and owns all below it.
    Moving,
    /// It stays where it is, and owns itself and the areas below it.
    Static,
    /// It is not solid, and owns itself and the areas below it.
    Area,
    /// Anything else.
    None,
}

/// What sort of collision object a node is.
pub fn kind(node: &Gd<Node>) -> Kind {
    static COLLISION_OBJECTS: [Class; 2] = [Class::new("CollisionObject2D"), Class::new("CollisionObject3D")];
    static AREAS: [Class; 2] = [Class::new("Area2D"), Class::new("Area3D")];
    static MOVING: [Class; 6] = [
        Class::new("CharacterBody2D"),
        Class::new("RigidBody2D"),
        Class::new("AnimatableBody2D"),
        Class::new("CharacterBody3D"),
        Class::new("RigidBody3D"),
        Class::new("AnimatableBody3D"),
    ];
    static STATIC: [Class; 2] = [Class::new("StaticBody2D"), Class::new("StaticBody3D")];
    let is_one_of = |classes: &[Class]| classes.iter().any(|class| class.has(node));
    if !is_one_of(&COLLISION_OBJECTS) {
        Kind::None
    } else if is_one_of(&AREAS) {
        Kind::Area
    } else if is_one_of(&MOVING) {
        // An animatable body is a static body too, so it is asked for first.
        Kind::Moving
    } else if is_one_of(&STATIC) {
        Kind::Static
    } else {
        Kind::None
    }
}

thread_local! {
    /// What sort of node a collider is, by its id: a node's class does not change, and no id is given twice.
    static KINDS: RefCell<HashMap<InstanceId, Kind>> = RefCell::default();
}

/// More colliders than this are not kept in mind.
const MOST_KINDS: usize = 1 << 14;

/// What sort of collision object a collider is; none: no node at all.
fn kind_of(id: InstanceId) -> Option<Kind> {
    KINDS.with_borrow_mut(|kinds| {
        if let Some(known) = kinds.get(&id) {
            return Some(*known);
        }
        let node = Gd::<Node>::try_from_instance_id(id).ok()?;
        if kinds.len() >= MOST_KINDS {
            kinds.clear();
        }
        let kind = kind(&node);
        kinds.insert(id, kind);
        Some(kind)
    })
}

/// A body, and what it owns by its kind. It may have been freed since.
#[derive(Debug, Clone)]
pub struct Body {
    /// The id of the collision object.
    pub id: InstanceId,
    /// What it owns.
    pub kind: Kind,
    /// What the physics server knows it by, once a ray had to pass it: the next leaves it out from the start.
    in_the_way: Cell<Option<Rid>>,
}

impl Body {
    fn new(node: &Gd<Node>, kind: Kind) -> Self {
        Self {
            id: node.instance_id(),
            kind,
            in_the_way: Cell::default(),
        }
    }

    /// The body of a node: what `by_hand` (a path from it) names; else itself or its nearest ancestor that moves; else
    /// itself or its parent where that is static or an area.
    pub fn of(node: &Gd<Node>, by_hand: &str) -> Option<Self> {
        if !by_hand.is_empty()
            && let Some(named) = node.get_node_or_null(by_hand)
        {
            return match kind(&named) {
                Kind::None => None,
                kind => Some(Self::new(&named, kind)),
            };
        }
        let mut next = Some(node.clone());
        while let Some(one) = next {
            if kind(&one) == Kind::Moving {
                return Some(Self::new(&one, Kind::Moving));
            }
            next = one.get_parent();
        }
        let parent = node.get_parent();
        [Some(node.clone()), parent]
            .into_iter()
            .flatten()
            .find_map(|one| match kind(&one) {
                Kind::None => None,
                kind => Some(Self::new(&one, kind)),
            })
    }

    /// The number by which the core knows it.
    pub fn key(&self) -> Key {
        self.id.to_i64() as Key
    }

    /// The collision object, if it is still there.
    pub fn node(&self) -> Option<Gd<Node>> {
        Gd::try_from_instance_id(self.id).ok()
    }

    /// Whether a collision object is this body, or belongs to it.
    pub fn owns(&self, collider: &Gd<Node>) -> bool {
        collider.instance_id() == self.id || (self.owns_below(kind(collider)) && self.is_above(collider))
    }

    fn is_above(&self, node: &Gd<Node>) -> bool {
        // SAFETY: both are nodes.
        unsafe { quick::is_ancestor(self.id, node.instance_id()) }
    }

    /// Whether a collider below this body, of the given kind, is the body's own.
    fn owns_below(&self, collider: Kind) -> bool {
        self.kind == Kind::Moving || collider == Kind::Area
    }
}

/// The bodies of all who perceive or can be perceived, as far as they are nodes of ours.
#[derive(Default)]
pub struct Bodies {
    /// Bodies of perceptions, senses and stealth targets in the tree.
    pub creatures: Counts<InstanceId>,
}

/// Whose bodies do not block, as it is now. Made for one look, or for one pass; what it costs is paid at the first hit
/// that needs it.
pub struct Creatures {
    tree: Gd<SceneTree>,
    groups: Groups,
    targets: OnceCell<HashSet<InstanceId>>,
}

/// The groups that targets are in.
enum Groups {
    /// All that somebody looks for, asked when it matters.
    InUse,
    /// These.
    These(Vec<String>),
}

impl Creatures {
    /// For a look outside the pass. The shared state must not be held while it is used.
    pub fn in_use(tree: Gd<SceneTree>) -> Self {
        Self {
            tree,
            groups: Groups::InUse,
            targets: OnceCell::new(),
        }
    }

    /// For a pass that knows the groups.
    pub fn of(tree: Gd<SceneTree>, groups: Vec<String>) -> Self {
        Self {
            tree,
            groups: Groups::These(groups),
            targets: OnceCell::new(),
        }
    }

    fn has(&self, id: InstanceId) -> bool {
        state::bodies().creatures.has(&id)
            || self
                .targets
                .get_or_init(|| self.bodies_of_targets())
                .contains(&id)
    }

    fn bodies_of_targets(&self) -> HashSet<InstanceId> {
        let in_use;
        let groups = match &self.groups {
            Groups::These(groups) => groups,
            Groups::InUse => {
                in_use = state::state().groups_in_use();
                &in_use
            }
        };
        let mut found = HashSet::new();
        for group in groups {
            for node in self.tree.get_nodes_in_group(group.as_str()).iter_shared() {
                let body = targets::stands_for(node).and_then(|node| targets::body_of(&node));
                found.extend(body.map(|body| body.id));
            }
        }
        found
    }
}

/// Somebody who is looked at, however often: the body is looked for at the first hit.
pub struct Sought {
    node: Gd<Node>,
    body: OnceCell<Option<Body>>,
}

impl Sought {
    /// A target.
    pub fn new(node: Gd<Node>) -> Self {
        Self {
            node,
            body: OnceCell::new(),
        }
    }

    fn body(&self) -> Option<&Body> {
        self.body.get_or_init(|| targets::body_of(&self.node)).as_ref()
    }
}

/// Who looks, or is looked at, and what a ray between them may pass.
pub struct Passage<'a> {
    /// The body of the eye.
    pub own: Option<&'a Body>,
    /// Who is looked at.
    target: Option<&'a Sought>,
    /// Other creatures' bodies block.
    pub bodies_occlude: bool,
    /// Things to see through.
    pub exceptions: &'a [InstanceId],
    /// Everybody else.
    pub creatures: &'a Creatures,
}

impl<'a> Passage<'a> {
    /// Between an eye and a target, or a mere place.
    pub fn new(
        own: Option<&'a Body>,
        target: Option<&'a Sought>,
        eye: &'a EyeState,
        creatures: &'a Creatures,
    ) -> Self {
        let (bodies_occlude, exceptions) = (eye.bodies_occlude, eye.exceptions.as_slice());
        Self {
            own,
            target,
            bodies_occlude,
            exceptions,
            creatures,
        }
    }
}

impl Passage<'_> {
    /// The bodies of both ends, as far as a ray had to pass them before.
    pub fn passed_before(&self) -> Vec<Rid> {
        let own = self.own.map(|body| body.in_the_way.get());
        let target = self.target.and_then(|target| target.body.get()?.as_ref());
        let target = target.map(|body| body.in_the_way.get());
        [own, target].into_iter().flatten().flatten().collect()
    }

    /// Whether what was hit does not count; `rid` is what the physics server knows it by.
    pub fn lets_pass(&self, id: InstanceId, rid: &dyn Fn() -> Rid) -> bool {
        if let Some(end) = self.ends().find(|body| body.id == id) {
            end.in_the_way.set(Some(rid()));
            return true;
        }
        self.exceptions.contains(&id) || self.is_open(id)
    }

    fn is_open(&self, id: InstanceId) -> bool {
        let Some(kind) = kind_of(id) else {
            return false;
        };
        // SAFETY: both are nodes.
        let is_below = |body: &Body| unsafe { quick::is_ancestor(body.id, id) };
        let below_ours = self.ends().any(|body| body.owns_below(kind) && is_below(body));
        let solid = matches!(kind, Kind::Static | Kind::None);
        if solid && !below_ours {
            // A wall, and by far the most common answer.
            return false;
        }
        let Ok(collider) = &Gd::<Node>::try_from_instance_id(id) else {
            return false;
        };
        let Some((owner, owner_kind)) = self.owner(collider, kind) else {
            return below_ours;
        };
        if self.ends().any(|body| body.id == owner) {
            return true;
        }
        let moves_or_is_area = kind == Kind::Area || (owner == id && owner_kind != Kind::Static);
        !self.bodies_occlude && moves_or_is_area
    }

    fn ends(&self) -> impl Iterator<Item = &Body> {
        [self.own, self.target.and_then(Sought::body)]
            .into_iter()
            .flatten()
    }

    /// The nearest creature's body, from the collider upwards, that owns it.
    fn owner(&self, collider: &Gd<Node>, collider_kind: Kind) -> Option<(InstanceId, Kind)> {
        let mut next = Some(collider.clone());
        while let Some(one) = next {
            let id = one.instance_id();
            let kind = kind(&one);
            let own = one == *collider
                || kind == Kind::Moving
                || (kind != Kind::None && collider_kind == Kind::Area);
            if own && kind != Kind::None && (self.ends().any(|body| body.id == id) || self.creatures.has(id))
            {
                return Some((id, kind));
            }
            next = one.get_parent();
        }
        None
    }
}

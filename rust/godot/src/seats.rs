//! Where each agent sits in the scene: the engine's side of the world's slots. Main thread only.

use std::cell::{Cell, RefCell};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use enemy_senses_core::Vec3;
use enemy_senses_core::track::Key;
use enemy_senses_core::world::AgentId;
use godot::prelude::*;
use slotmap::SecondaryMap;

use crate::bodies::Body;
use crate::noise::position_of;
use crate::state::{self, Dimension, EyeKey, StealthKey};
use crate::{d2, d3, hub, quick, rush};

/// A node with a place.
#[derive(Debug, Clone)]
pub enum Spot {
    /// In 2D.
    Flat(Gd<Node2D>),
    /// In 3D.
    Solid(Gd<Node3D>),
}

impl Spot {
    /// A node of either dimension.
    pub fn of(node: &Gd<Node>) -> Option<Self> {
        let flat = node.clone().try_cast::<Node2D>().map(Self::Flat);
        flat.or_else(|node| node.try_cast::<Node3D>().map(Self::Solid))
            .ok()
    }

    /// Where it is.
    pub fn position(&self) -> Vec3 {
        match self {
            Self::Flat(node) => d2::position(node),
            Self::Solid(node) => d3::position(node),
        }
    }

    /// Where it is and looks, and its up.
    pub fn pose(&self, model_front: bool) -> (Vec3, Option<Vec3>, Vec3) {
        match self {
            Self::Flat(node) => d2::pose(node, model_front),
            Self::Solid(node) => d3::pose(node, model_front),
        }
    }

    /// Where it is, and the axis along which it looks.
    pub fn glance(&self) -> Option<(Vec3, Vec3)> {
        match self {
            Self::Flat(node) => d2::glance(node),
            Self::Solid(node) => d3::glance(node),
        }
    }

    /// The space that its collisions would be in.
    pub fn space(&self) -> Option<Rid> {
        match self {
            Self::Flat(node) => d2::space_of(node),
            Self::Solid(node) => d3::space_of(node),
        }
    }

    /// 2D or 3D.
    pub fn dimension(&self) -> Dimension {
        match self {
            Self::Flat(_) => Dimension::Flat,
            Self::Solid(_) => Dimension::Solid,
        }
    }

    /// Whether the node is still there.
    pub fn is_alive(&self) -> bool {
        match self {
            Self::Flat(node) => node.is_instance_valid(),
            Self::Solid(node) => node.is_instance_valid(),
        }
    }
}

/// The nodes of one agent, while it is in the tree.
pub struct Seat {
    /// The EnemySenses.
    pub senses: Gd<Node>,
    /// Where the eye is.
    pub eye: Option<(EyeKey, Spot)>,
    /// What the EnemySenses lies directly below.
    pub parent: Option<InstanceId>,
    /// Whose body it is.
    pub body: Option<Body>,
    /// Where that body is.
    pub body_spot: Option<Spot>,
    /// The world that it is in.
    pub space: Option<Rid>,
    /// 2D or 3D.
    pub dimension: Dimension,
    /// Only the multiplayer authority is worked out.
    pub authority_only: bool,
    /// Whether this peer is the authority, as of the last time that the engine was asked.
    pub authority: Cell<Option<bool>>,
}

impl Seat {
    /// Whether this agent is this peer's to work out.
    pub fn is_ours(&self) -> bool {
        !self.authority_only || quick::is_multiplayer_authority(&self.senses)
    }

    /// Where its body is.
    pub fn body_place(&self) -> Option<Vec3> {
        let spot = self.body_spot.as_ref()?;
        spot.is_alive().then(|| spot.position())
    }

    /// Where its ear is.
    pub fn ear(&self) -> Option<Vec3> {
        let at_eye = self.eye.as_ref().and_then(|(_, spot)| spot.glance());
        at_eye
            .map(|(place, _)| place)
            .or_else(|| position_of(&self.senses, self.dimension))
    }
}

/// Where the eye of an agent is, and how it was turned when that mattered last.
pub struct Watch {
    /// Where the eye is.
    pub spot: Spot,
    /// Whose it is.
    pub eye: EyeKey,
    /// The axis along which the node looks, as it was at the last glance.
    pub axis: Vec3,
}

/// A StealthTarget in the tree.
#[derive(Clone)]
pub struct StealthSeat {
    /// Its slot.
    pub key: StealthKey,
    /// The node.
    pub node: Gd<Node>,
    /// The node with its place.
    pub spot: Spot,
    /// The body that is named by hand, if one is.
    pub body_by_hand: Option<Body>,
}

/// The agents that a group's noises are told to, as it was when it was last looked up.
struct Listeners {
    agents: Arc<[AgentId]>,
    members: i64,
}

/// After so many agents were asked in a pass whether they are in a group, one whose size is unchanged is taken to be
/// unchanged.
const EXACT_LOOKUPS: usize = 6400;

#[derive(Default)]
struct Seats {
    agents: SecondaryMap<AgentId, Seat>,
    stealth: HashMap<InstanceId, Vec<StealthSeat>>,
    listeners: HashMap<String, Listeners>,
    lookups: usize,
    /// Agents by the node that they lie directly below.
    below: HashMap<InstanceId, Vec<AgentId>>,
    /// Agents that must find their eye.
    unsettled: BTreeSet<AgentId>,
}

thread_local! {
    static SEATS: RefCell<Seats> = RefCell::default();
    /// Apart from the seats, because it is all that a pass needs to know of an agent at rest.
    static WATCHES: RefCell<SecondaryMap<AgentId, Watch>> = RefCell::default();
}

/// An agent enters the tree.
pub fn enter(id: AgentId, seat: Seat) {
    rush::forget();
    SEATS.with_borrow_mut(|seats| {
        if let Some(parent) = seat.parent {
            seats.below.entry(parent).or_default().push(id);
        }
        seats.agents.insert(id, seat);
        seats.unsettled.insert(id);
        seats.listeners.clear();
    });
}

/// An agent has found its eye.
pub fn watch(id: AgentId, eye: EyeKey, spot: Spot) {
    let axis = Vec3::NAN;
    WATCHES.with_borrow_mut(|watches| watches.insert(id, Watch { spot, eye, axis }));
}

/// An agent leaves the tree.
pub fn leave(id: AgentId) {
    rush::forget();
    WATCHES.with_borrow_mut(|watches| watches.remove(id));
    SEATS.with_borrow_mut(|seats| {
        let parent = seats.agents.remove(id).and_then(|seat| seat.parent);
        if let Some(Entry::Occupied(mut mates)) = parent.map(|parent| seats.below.entry(parent)) {
            mates.get_mut().retain(|mate| *mate != id);
            if mates.get().is_empty() {
                mates.remove();
            }
        }
        seats.listeners.clear();
    });
}

/// Something about an agent's surroundings changed: it has to find its eye again.
pub fn unsettle(id: AgentId) {
    SEATS.with_borrow_mut(|seats| {
        if seats.agents.contains_key(id) {
            seats.unsettled.insert(id);
        }
    });
}

/// An eye came or went below a node: the agents beside it have to find theirs again.
pub fn unsettle_below(parent: InstanceId) {
    SEATS.with_borrow_mut(|seats| {
        let mates = seats.below.get(&parent).into_iter().flatten();
        seats.unsettled.extend(mates);
    });
}

/// The agents that have to find their eye, taken.
pub fn take_unsettled() -> Vec<Gd<Node>> {
    SEATS.with_borrow_mut(|seats| {
        let ids = std::mem::take(&mut seats.unsettled);
        ids.iter()
            .filter_map(|id| seats.agents.get(*id))
            .map(|seat| seat.senses.clone())
            .collect()
    })
}

/// Looks at, or changes, the seat of an agent in the tree.
pub fn with<R>(id: AgentId, look: impl FnOnce(&mut Seat) -> R) -> Option<R> {
    SEATS.with_borrow_mut(|seats| seats.agents.get_mut(id).map(look))
}

/// All seats. Nothing that is called meanwhile may come back here.
pub fn with_all<R>(look: impl FnOnce(&SecondaryMap<AgentId, Seat>) -> R) -> R {
    SEATS.with_borrow(|seats| look(&seats.agents))
}

/// All seats, and the eyes to watch from. Nothing that is called meanwhile may come back here.
pub fn with_all_watching<R>(
    look: impl FnOnce(&SecondaryMap<AgentId, Seat>, &mut SecondaryMap<AgentId, Watch>) -> R,
) -> R {
    with_all(|seats| WATCHES.with_borrow_mut(|watches| look(seats, watches)))
}

/// How many EnemySenses are in the tree.
pub fn count() -> usize {
    SEATS.with_borrow(|seats| seats.agents.len())
}

/// A StealthTarget enters the tree.
pub fn stealth_entered(key: StealthKey, node: Gd<Node>, body_by_hand: Option<Body>) {
    let Some(parent) = node.get_parent() else { return };
    let Some(spot) = Spot::of(&node) else { return };
    SEATS.with_borrow_mut(|seats| {
        seats
            .stealth
            .entry(parent.instance_id())
            .or_default()
            .push(StealthSeat {
                key,
                node,
                spot,
                body_by_hand,
            });
    });
}

/// A StealthTarget leaves the tree.
pub fn stealth_left(key: StealthKey) {
    SEATS.with_borrow_mut(|seats| {
        for all in seats.stealth.values_mut() {
            all.retain(|seat| seat.key != key);
        }
        seats.stealth.retain(|_, all| !all.is_empty());
    });
}

/// The first StealthTarget among the children of a node.
pub fn stealth_of(parent: InstanceId) -> Option<StealthSeat> {
    SEATS.with_borrow(|seats| {
        let all = seats.stealth.get(&parent)?;
        match all.as_slice() {
            [only] => Some(only.clone()),
            several => several.iter().min_by_key(|seat| seat.node.get_index()).cloned(),
        }
    })
}

/// Every StealthTarget in the tree.
pub fn all_stealth() -> Vec<StealthSeat> {
    SEATS.with_borrow(|seats| seats.stealth.values().flatten().cloned().collect())
}

/// The EnemySenses that sense a target now.
pub fn observers_of(target: InstanceId) -> Vec<Gd<Node>> {
    if !state::on_main_thread() {
        return Vec::new();
    }
    let key = target.to_i64() as Key;
    let state = state::state();
    let watching = |id: AgentId| {
        state
            .world
            .agents
            .get(id)
            .is_some_and(|agent| agent.awake && agent.senses(key))
    };
    let mut all: Vec<Gd<Node>> = with_all(|seats| {
        seats
            .iter()
            .filter(|(id, _)| watching(*id))
            .map(|(_, seat)| seat.senses.clone())
            .collect()
    });
    drop(state);
    hub::in_tree_order(&mut all);
    all
}

/// The EnemySenses that is most aware of a target.
pub fn most_aware_of(target: InstanceId) -> Option<(Gd<Node>, f64)> {
    if !state::on_main_thread() {
        return None;
    }
    let key = target.to_i64() as Key;
    let state = state::state();
    let awareness = |id: AgentId| {
        let agent = state.world.agents.get(id).filter(|agent| agent.awake)?;
        agent
            .state
            .tracks
            .of(key)
            .map(|track| track.belief.confidence)
            .filter(|confidence| *confidence > 0.0)
    };
    with_all(|seats| {
        (seats.iter())
            .filter_map(|(id, seat)| awareness(id).map(|awareness| (seat.senses.clone(), awareness)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
    })
}

/// A new pass: groups are looked up exactly again.
pub fn refresh_lookups() {
    SEATS.with_borrow_mut(|seats| seats.lookups = 0);
}

/// The agents that hear what is told to a group: those that are, whose body is, or whose parent is in it. Empty: all.
pub fn listeners(tree: &Gd<SceneTree>, group: &StringName) -> Arc<[AgentId]> {
    let name = group.to_string();
    let members = if name.is_empty() {
        -1
    } else {
        i64::from(tree.get_node_count_in_group(group))
    };
    SEATS.with_borrow_mut(|seats| {
        seats.lookups += seats.agents.len().max(1);
        let exact = seats.lookups <= EXACT_LOOKUPS && !name.is_empty();
        if let Some(known) = seats
            .listeners
            .get(&name)
            .filter(|known| !exact && known.members == members)
        {
            return known.agents.clone();
        }
        let hears = |seat: &Seat| {
            let mut own = [
                Some(seat.senses.instance_id_unchecked()),
                seat.body.as_ref().map(|body| body.id),
            ]
            .into_iter()
            .flatten();
            // SAFETY: a body is a node, and so is the EnemySenses.
            let is_member = |id: InstanceId| unsafe { quick::is_in_group(id, group) };
            name.is_empty() || own.any(is_member) || quick::is_parent_in_group(&seat.senses, group)
        };
        let agents: Vec<AgentId> = seats
            .agents
            .iter()
            .filter(|(_, seat)| hears(seat))
            .map(|(id, _)| id)
            .collect();
        // The same list stays the same one, so that noises of one audience can be told apart at a glance.
        let agents = match seats.listeners.get(&name) {
            Some(known) if *known.agents == *agents => known.agents.clone(),
            _ => agents.into(),
        };
        seats.listeners.insert(
            name,
            Listeners {
                agents: agents.clone(),
                members,
            },
        );
        agents
    })
}

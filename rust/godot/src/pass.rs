//! The pass: positions in, one tick of the world, signals out.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Instant;

use enemy_senses_core::Vec3;
use enemy_senses_core::hearing::Way;
use enemy_senses_core::sight::{Figure, Shape};
use enemy_senses_core::track::Key;
use enemy_senses_core::world::Agent;
use enemy_senses_core::world::{AgentId, Event, Glance, Noise, Sightlines, Target};
use godot::prelude::*;
use slotmap::{Key as _, SecondaryMap, SlotMap};

use crate::bodies::{Body, Creatures, Passage, Sought};
use crate::checks::Warned;
use crate::perception::EyeState;
use crate::rays::{self, Door};
use crate::seats::{self, Seat, Spot, Watch};
use crate::state::{self, Dimension, EyeKey, State};
use crate::stealth::StealthState;
use crate::targets::{Known, Member};
use crate::{d2, d3, debug, hub, light, quick, senses, targets, ways};

/// Faster than this a target has teleported, as for a memory: pixels and metres per second.
const MAX_SPEED: [f64; 2] = [2000.0, 40.0];

/// Numbers of the last pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct Numbers {
    /// Distinct nodes in any target group in use.
    pub targets: usize,
    /// Rays cast, sight and light.
    pub rays: u64,
    /// Microseconds that the pass took, signals left aside.
    pub usec: f64,
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::default();
    static NUMBERS: RefCell<Numbers> = RefCell::default();
    static WARNED: RefCell<Warned> = RefCell::default();
}

/// Numbers of the last pass.
pub fn numbers() -> Numbers {
    NUMBERS.with_borrow(|numbers| *numbers)
}

/// Whom a pass works out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Who {
    /// All that are not updated by hand.
    All,
    /// One, by hand.
    One(AgentId),
}

/// One pass: `delta` seconds of game time since the last.
pub fn run(tree: &Gd<SceneTree>, who: Who, delta: f64) {
    for node in seats::take_unsettled() {
        senses::settle(&node);
    }
    let start = Instant::now();
    if who == Who::All {
        seats::refresh_lookups();
    }
    let light_rays = if who == Who::All { light::refresh(tree) } else { 0 };
    let events = {
        let mut state = state::state();
        let state = &mut *state;
        state.sync_profiles();
        let found = gather(tree, state, delta, who == Who::All);
        seats::with_all_watching(|seats, watches| {
            let State { eyes, world, .. } = state;
            let mut lines = Lines {
                seats,
                watches,
                eyes,
                found: &found,
                creatures: Creatures::of(tree.clone(), found.groups.clone()),
                spaces: Spaces::default(),
                rays: light_rays,
                refused: false,
                asked: 0,
            };
            match who {
                Who::All => world.tick(delta, &found.targets, &mut lines),
                Who::One(id) => world.update(id, delta, &found.targets, &mut lines),
            }
            if lines.refused {
                WARNED.with_borrow_mut(|warned| warned.refuse("EnemySenses", "update()", NO_SPACE));
            }
            if who == Who::All {
                light::note_sight(lines.rays - light_rays);
                let usec = start.elapsed().as_secs_f64() * 1e6;
                NUMBERS.set(Numbers {
                    targets: found.distinct,
                    rays: lines.rays,
                    usec,
                });
            }
            let told = std::mem::take(&mut world.told);
            let told = told
                .into_iter()
                .filter(|id| matches!(who, Who::All) || who == Who::One(*id));
            told.filter_map(|id| {
                let events = std::mem::take(&mut world.agents.get_mut(id)?.events);
                let seat = seats.get(id)?;
                Some((seat.senses.clone(), seat.dimension, id, events))
            })
            .collect::<Vec<_>>()
        })
    };
    if who == Who::All {
        ways::forget();
    }
    tell(events);
}

const NO_SPACE: &str = "could not ask the physics space: sight works in the physics frame, outside thread groups; nothing is visible from here.";

/// What can be looked at in this tick.
#[derive(Default)]
struct Found {
    targets: Vec<Target>,
    /// Their keys again, to be looked through.
    keys: Vec<Key>,
    /// The node of each target.
    nodes: Vec<Sought>,
    groups: Vec<String>,
    distinct: usize,
}

impl Found {
    fn node_of(&self, key: Key) -> Option<&Sought> {
        let at = self.keys.iter().position(|found| *found == key)?;
        self.nodes.get(at)
    }
}

/// Every member of every group that somebody looks for.
fn gather(tree: &Gd<SceneTree>, state: &mut State, delta: f64, moves: bool) -> Found {
    let mut found = Found::default();
    let mut last_group_of: HashMap<InstanceId, u32> = HashMap::new();
    let mut spaces: Vec<(usize, Dimension, Option<Rid>)> = Vec::new();
    let mut known = KNOWN.take();
    known.begin_pass();
    for group in state.looked_for() {
        let name = state.names.name(group).to_owned();
        let members = tree.get_nodes_in_group(name.as_str()).upcast_any_array();
        for id in members
            .iter_shared()
            .filter_map(|node| node.object_id_unchecked())
        {
            let Some(Member { node, spot, .. }) = known.member(id) else {
                continue;
            };
            let id = node.instance_id_unchecked();
            let before = last_group_of.insert(id, group);
            if before == Some(group) {
                // A StealthTarget and its parent, both in the group.
                continue;
            }
            let step = (moves && before.is_none()).then_some(delta);
            let Some((figure, own_aim)) = figure(state, id, &spot, step) else {
                continue;
            };
            let viewport = (quick::viewport(&node), spot.dimension());
            let (Some(viewport), dimension) = viewport else {
                continue;
            };
            let space = spaces
                .iter()
                .find(|(at, of, _)| (*at, *of) == (viewport, dimension));
            let space = space.map(|(.., space)| *space).unwrap_or_else(|| {
                spaces.push((viewport, dimension, spot.space()));
                spot.space()
            });
            let Some(space) = space else { continue };
            if targets::is_disabled(&node) {
                continue;
            }
            found.targets.push(Target {
                key: id.to_i64() as Key,
                group,
                space: space.to_u64(),
                figure,
                own_aim,
            });
            found.keys.push(id.to_i64() as Key);
            found.nodes.push(Sought::new(node));
        }
        found.groups.push(name);
    }
    KNOWN.set(known);
    found.distinct = last_group_of.len();
    found
}

/// What there is to see of a target, and whether it says itself where it is aimed at; none: it cannot be perceived.
fn figure(state: &mut State, node: InstanceId, spot: &Spot, step: Option<f64>) -> Option<(Figure, bool)> {
    let (position, _) = spot.glance()?;
    let Some(seat) = seats::stealth_of(node) else {
        let figure = Figure {
            position,
            aim: position,
            shape: Shape::Point,
            exposure: 1.0,
            movement: 1.0,
        };
        return position.is_finite().then_some((figure, false));
    };
    let target = state.stealth.get_mut(seat.key)?;
    if let Some(delta) = step {
        if position.is_finite() {
            target.velocity = target
                .motion
                .moved_to(position, delta, MAX_SPEED[spot.dimension() as usize]);
        } else {
            target.motion.lose();
        }
    }
    (target.perceivable && position.is_finite()).then(|| (targets::figure(target, position, &seat), true))
}

/// Spaces that were opened in this pass.
#[derive(Default)]
pub struct Spaces {
    /// In 2D.
    pub flat: Vec<(Rid, Option<d2::Space>)>,
    /// In 3D.
    pub solid: Vec<(Rid, Option<d3::Space>)>,
}

/// The opened space of a number, opened if need be.
pub fn opened<D>(
    all: &mut Vec<(Rid, Option<D>)>,
    space: Rid,
    open: impl FnOnce(Rid) -> Option<D>,
) -> Option<&mut D> {
    let at = all.iter().position(|(rid, _)| *rid == space).unwrap_or_else(|| {
        all.push((space, open(space)));
        all.len() - 1
    });
    all[at].1.as_mut()
}

/// Whose an agent is takes the engine a tenth of a ray to say. So many are asked for exactly in a pass; of a larger crowd the
/// others are asked for in turns, every so many passes.
const EXACT_AUTHORITIES: usize = 64;
const ROUNDS: u64 = 8;

/// Answers the world's questions for one pass.
struct Lines<'a> {
    seats: &'a SecondaryMap<AgentId, Seat>,
    watches: &'a mut SecondaryMap<AgentId, Watch>,
    eyes: &'a mut SlotMap<EyeKey, EyeState>,
    found: &'a Found,
    creatures: Creatures,
    spaces: Spaces,
    rays: u64,
    refused: bool,
    /// How often it was asked whose an agent is.
    asked: usize,
}

impl Sightlines for Lines<'_> {
    fn place(&mut self, id: AgentId, agent: &mut Agent) {
        let Some((key, spot)) = self.seats.get(id).and_then(|seat| seat.eye.as_ref()) else {
            return;
        };
        if let Some(eye) = self.eyes.get_mut(*key) {
            agent.eye = eye.eye(spot.pose(eye.model_front));
        }
    }

    fn glance(&mut self, agent: AgentId) -> Option<Glance> {
        let watch = self.watches.get_mut(agent)?;
        let (position, axis) = watch.spot.glance().unwrap_or((Vec3::NAN, watch.axis));
        let turned_to = (axis != watch.axis).then(|| {
            watch.axis = axis;
            let eye = self.eyes.get_mut(watch.eye)?;
            eye.eye(watch.spot.pose(eye.model_front)).forward
        });
        Some(Glance {
            position,
            turned_to: turned_to.flatten(),
        })
    }

    fn body(&mut self, agent: AgentId) -> Option<Vec3> {
        self.seats.get(agent)?.body_place()
    }

    fn is_gone(&mut self, target: Key) -> bool {
        !self.found.keys.contains(&target)
            && InstanceId::try_from_i64(target as i64).is_none_or(|id| !targets::is_alive(id))
    }

    fn is_clear(&mut self, agent: AgentId, target: &Target, from: Vec3, to: Vec3) -> bool {
        let Some(seat) = self.seats.get(agent) else {
            return false;
        };
        let (Some((key, _)), Some(space)) = (&seat.eye, seat.space) else {
            return false;
        };
        let Some(eye) = self.eyes.get(*key) else {
            return false;
        };
        let node = self.found.node_of(target.key);
        let passage = Passage::new(seat.body.as_ref(), node, eye, &self.creatures);
        let (mask, areas) = (eye.occlusion_mask, eye.areas_occlude);
        let clear = match seat.dimension {
            Dimension::Flat => {
                let door = opened(&mut self.spaces.flat, space, d2::Space::open);
                door.map(|door| see(door, mask, areas, &passage, from, to, &mut self.rays))
            }
            Dimension::Solid => {
                let door = opened(&mut self.spaces.solid, space, d3::Space::open);
                door.map(|door| see(door, mask, areas, &passage, from, to, &mut self.rays))
            }
        };
        self.refused |= clear.is_none();
        clear.unwrap_or(false)
    }

    fn rays(&self) -> u64 {
        self.rays
    }

    fn walls(&mut self, agent: AgentId, noise: &Noise, enough: u32) -> u32 {
        let Some(seat) = self.seats.get(agent) else {
            return 0;
        };
        let Some(ear) = seat.ear() else { return 0 };
        let Some(space) = seat.space else { return 0 };
        let maker = noise.body.and_then(|key| InstanceId::try_from_i64(key as i64));
        let maker = maker
            .and_then(|id| Gd::<Node>::try_from_instance_id(id).ok())
            .and_then(|node| Body::of(&node, ""));
        let owned = |node: &Gd<Node>| {
            [maker.as_ref(), seat.body.as_ref()]
                .into_iter()
                .flatten()
                .any(|b| b.owns(node))
        };
        match seat.dimension {
            Dimension::Flat => opened(&mut self.spaces.flat, space, d2::Space::open).map(|door| {
                door.aim(noise.mask, false);
                rays::walls(door, noise.origin, ear, enough, owned)
            }),
            Dimension::Solid => opened(&mut self.spaces.solid, space, d3::Space::open).map(|door| {
                door.aim(noise.mask, false);
                rays::walls(door, noise.origin, ear, enough, owned)
            }),
        }
        .unwrap_or(0)
    }

    fn way(&mut self, agent: AgentId, noise: &Noise) -> Way {
        let heard = self.seats.get(agent).and_then(|seat| Some((seat, seat.ear()?)));
        let Some((seat, ear)) = heard else {
            return Way::None;
        };
        let listener = seat.senses.instance_id_unchecked();
        ways::noted(listener, noise.origin)
            .unwrap_or_else(|| ways::find(&seat.senses, seat.dimension, noise.origin, ear))
    }

    fn is_ours(&mut self, agent: AgentId) -> bool {
        let Some(seat) = self.seats.get(agent) else {
            return false;
        };
        self.asked += 1;
        let turn = agent.data().as_ffi() % ROUNDS == hub::passes() % ROUNDS;
        match seat.authority.get() {
            Some(known) if self.asked > EXACT_AUTHORITIES && !turn => known || !seat.authority_only,
            _ => {
                let ours = seat.is_ours();
                seat.authority.set(Some(ours));
                ours
            }
        }
    }
}

fn see<D: Door>(
    door: &mut D,
    mask: u32,
    areas: bool,
    passage: &Passage,
    from: Vec3,
    to: Vec3,
    rays: &mut u64,
) -> bool {
    door.aim(mask, areas);
    rays::sees(door, passage, from, to, rays)
}

/// Sends what happened, agent by agent in tree order. Nothing is borrowed or locked here: a handler may do anything.
fn tell(mut events: Vec<(Gd<Node>, Dimension, AgentId, Vec<Event>)>) {
    if events.len() > 1 {
        let order = hub::tree_order();
        events.sort_by_key(|(node, ..)| order.get(&node.instance_id()).copied());
    }
    for (mut node, dimension, id, events) in events {
        debug::wire::noted(&node, &events);
        for event in events {
            if !quick::stays(&node)
                || !seats::with(id, |seat| seat.is_ours()).unwrap_or(false)
                || !state::state()
                    .world
                    .agents
                    .get(id)
                    .is_some_and(|agent| agent.awake)
            {
                break;
            }
            senses::tell(&mut node, dimension, &event);
        }
    }
}

/// A StealthTarget's own view of an event that concerns it.
pub fn stealth_of_key(key: Key) -> Option<Gd<Node>> {
    let id = InstanceId::try_from_i64(key as i64)?;
    seats::stealth_of(id).map(|seat| seat.node)
}

/// Velocity and stance of a stealth target, for its figure.
pub fn shape_of(target: &StealthState) -> Shape {
    let markers: Vec<Vec3> = (target.markers.iter())
        .filter_map(|id| Gd::<Node>::try_from_instance_id(*id).ok())
        .filter(targets::is_shown)
        .filter_map(|node| Spot::of(&node).map(|spot| spot.position()))
        .collect();
    if markers.is_empty() {
        Shape::Body {
            radius: target.body_radius as f32,
            crouching: target.crouching,
        }
    } else {
        Shape::Markers(markers)
    }
}

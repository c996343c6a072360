//! More noises in one tick than a game makes one by one: what they share is looked up once.
//!
//! At first a noise asks the engine for everything, for every ear ([`EXACT`]). Of those after that, one by a maker and for a group that
//! were met before costs a queue's place and a walk over the ears as they were then. What changes between two noises of such a
//! tick (a place, a group, a handler) is noticed in the next; who comes or goes, at once.

use std::cell::RefCell;

use enemy_senses_core::Vec3;
use enemy_senses_core::world::{AgentId, Noise};
use godot::prelude::*;

use crate::hub;
use crate::noise::Ear;
use crate::seats;
use crate::state::{self, Dimension};
use crate::targets;

/// So often in a tick everything is looked up for an ear: a hundred listeners take 64 noises for that, one listener 6,400.
const EXACT: usize = 6400;

/// A noise as a script asks for it, walls left aside.
pub struct Wish<'a> {
    pub dimension: Dimension,
    pub origin: Vec3,
    pub radius: f64,
    pub strength: f64,
    pub source: Option<InstanceId>,
    pub tag: &'a StringName,
    pub group: &'a StringName,
}

/// A maker and an audience: the last noise that went from one to the other.
struct Road {
    dimension: Dimension,
    source: Option<InstanceId>,
    tag: StringName,
    group: StringName,
    noise: Noise,
    ears: Vec<Ear>,
}

#[derive(Default)]
struct Rush {
    pass: u64,
    /// How often an ear was looked up.
    lookups: usize,
    roads: Vec<Road>,
    /// Where in the roads the last noise was: makers mostly take turns.
    next: usize,
}

thread_local! {
    static RUSH: RefCell<Rush> = RefCell::default();
}

impl Rush {
    /// Forgets what was of another tick.
    fn now(&mut self) -> &mut Self {
        let pass = hub::passes();
        if self.pass != pass {
            *self = Self {
                pass,
                ..Self::default()
            };
        }
        self
    }

    fn road(&mut self, wish: &Wish) -> Option<&mut Road> {
        let count = self.roads.len();
        let is_it = |road: &Road| {
            road.source == wish.source
                && road.dimension == wish.dimension
                && road.tag == *wish.tag
                && road.group == *wish.group
        };
        let at = (0..count)
            .map(|step| (self.next + step) % count)
            .find(|at| is_it(&self.roads[*at]))?;
        self.next = (at + 1) % count;
        self.roads.get_mut(at)
    }
}

/// Notes that a noise was told, and how, should there be more of its kind in this tick. `alone`: neither a script nor a signal
/// handler had to hear of it.
pub fn note(wish: &Wish, noise: Noise, alone: bool) {
    RUSH.with_borrow_mut(|rush| {
        let rush = rush.now();
        rush.lookups += noise.listeners.len().max(1);
        if rush.lookups > EXACT && alone && rush.road(wish).is_none() {
            rush.roads.push(Road {
                dimension: wish.dimension,
                source: wish.source,
                tag: wish.tag.clone(),
                group: wish.group.clone(),
                ears: ears_of(&noise),
                noise,
            });
        }
    });
}

/// Somebody came or went: what was noted does not hold any more.
pub fn forget() {
    RUSH.with_borrow_mut(|rush| rush.roads.clear());
}

/// Tells a noise whose like was noted in this tick. Returns how many ears are in reach; none: it has to go the long way.
pub fn tell(wish: &Wish) -> Option<i64> {
    if wish.source.is_some_and(|source| !targets::is_alive(source)) {
        return None;
    }
    RUSH.with_borrow_mut(|rush| {
        let road = rush.now().road(wish)?;
        let is_near = |ear: &&Ear| ear.is_reached(wish.origin, wish.radius);
        let told = road.ears.iter().filter(is_near).count();
        if told > 0 {
            let mut state = state::state();
            let moment = state.world.next_moment();
            state.world.queue(Noise {
                origin: wish.origin,
                radius: wish.radius,
                strength: wish.strength.min(1.0),
                moment,
                ..road.noise.clone()
            });
        }
        Some(told as i64)
    })
}

/// The ears that a noise is for, where they are now.
fn ears_of(noise: &Noise) -> Vec<Ear> {
    let state = state::state();
    seats::with_all(|seats| {
        let awake = |id: &AgentId| Some((*id, state.world.agents.get(*id).filter(|agent| agent.awake)?));
        (noise.listeners.iter().filter_map(awake))
            .filter_map(|(id, agent)| Ear::of(seats.get(id)?, agent, noise))
            .collect()
    })
}

//! All agents of a world, and which of them have nothing to do.

use std::ops::{Index, IndexMut};

use glam::Vec3;
use slotmap::{SecondaryMap, SlotMap};

use crate::world::{Agent, AgentId};

/// A rest this long, in ticks, is noted down before it goes on.
const LONGEST_REST: u32 = 4096;

/// The agents of a [`World`](crate::world::World), by slot.
///
/// Most enemies of a crowd have nothing to do in most ticks. An agent is much, and a crowd of them does not fit into a
/// processor's cache; so what such a tick needs to know is kept apart. Whoever changes an agent gets it through here, and
/// ends its rest.
#[derive(Debug, Default)]
pub struct Agents {
    pub(crate) posts: SlotMap<AgentId, Post>,
    pub(crate) minds: SecondaryMap<AgentId, Agent>,
}

/// What there is to know of an agent at rest.
#[derive(Debug, Default)]
pub(crate) struct Post {
    watch: Option<Outlook>,
    /// Ticks of the rest that the agent has not been told of, and how long each was.
    ticks: u32,
    delta: f64,
}

/// All that an agent may sense, and somewhat more: who is outside of it can be left aside at a glance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Outlook {
    /// Whom it looks for.
    pub(crate) group: u32,
    /// How far.
    pub(crate) reach: f32,
    /// Within it the direction does not matter.
    pub(crate) near: f32,
    /// The cosine of half of its cone.
    pub(crate) cosine: f32,
    /// Where it looks.
    pub(crate) forward: Vec3,
    /// From a target's position to where it is aimed at, if it says nothing of its own.
    pub(crate) aim: Vec3,
}

impl Post {
    /// The agent has nothing to do for as long as nobody is in its outlook.
    pub(crate) fn begin_rest(&mut self, outlook: Outlook) {
        self.watch = Some(outlook);
    }

    /// What to watch, while at rest.
    pub(crate) fn watch(&mut self) -> Option<&mut Outlook> {
        self.watch.as_mut()
    }

    /// One more tick of rest; false: it has to end.
    pub(crate) fn go_on(&mut self, delta: f64) -> bool {
        if self.ticks == 0 {
            self.delta = delta;
        }
        let goes_on = self.delta == delta && self.ticks < LONGEST_REST;
        self.ticks += u32::from(goes_on);
        goes_on
    }

    /// Ends a rest.
    pub(crate) fn end_rest(&mut self, agent: &mut Agent) {
        self.tell(agent);
        (self.watch, self.ticks) = (None, 0);
    }

    /// Tells the agent how long the rest was.
    fn tell(&self, agent: &mut Agent) {
        for _ in 0..self.ticks {
            agent.rest(self.delta);
        }
    }
}

impl Agents {
    /// A new agent.
    pub fn insert(&mut self, agent: Agent) -> AgentId {
        let id = self.posts.insert(Post::default());
        self.minds.insert(id, agent);
        id
    }

    /// Takes an agent out.
    pub fn remove(&mut self, id: AgentId) -> Option<Agent> {
        self.posts.remove(id);
        self.minds.remove(id)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.posts.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.posts.is_empty()
    }

    /// An agent. While it rests, its clocks and its eye are as they were when that began.
    #[must_use]
    pub fn get(&self, id: AgentId) -> Option<&Agent> {
        self.minds.get(id)
    }

    /// A copy of an agent as it is now, resting or not.
    #[must_use]
    pub fn copy_of(&self, id: AgentId) -> Option<Agent> {
        let mut agent = self.minds.get(id)?.clone();
        self.posts[id].tell(&mut agent);
        Some(agent)
    }

    /// An agent, to change.
    pub fn get_mut(&mut self, id: AgentId) -> Option<&mut Agent> {
        let agent = self.minds.get_mut(id)?;
        self.posts[id].end_rest(agent);
        Some(agent)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (AgentId, &Agent)> {
        self.minds.iter()
    }

    /// All of them, without their numbers.
    pub fn values(&self) -> impl Iterator<Item = &Agent> {
        self.minds.values()
    }

    /// All of them, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (AgentId, &mut Agent)> {
        let posts = &mut self.posts;
        self.minds.iter_mut().map(|(id, agent)| {
            posts[id].end_rest(agent);
            (id, agent)
        })
    }
}

impl Index<AgentId> for Agents {
    type Output = Agent;

    fn index(&self, id: AgentId) -> &Agent {
        &self.minds[id]
    }
}

impl IndexMut<AgentId> for Agents {
    fn index_mut(&mut self, id: AgentId) -> &mut Agent {
        self.get_mut(id).expect("no such agent")
    }
}

//! A stage for the world: guards, targets, walls and an authority, ticked at a fixed rate, with a log of what happened.

#![allow(dead_code, reason = "each suite uses its own part of it")]

use std::sync::Arc;

use enemy_senses_core::alert::{Level, Thresholds};
use enemy_senses_core::hearing::Way;
use enemy_senses_core::profile::Profile;
use enemy_senses_core::sight::{Eye, Figure, Shape};
use enemy_senses_core::track::{Key, Track};
use enemy_senses_core::world::{Agent, AgentId, Event, Noise, Sightlines, Target, World};
use enemy_senses_core::{Frame, Vec3};

/// Nobody sees that far.
pub const FAR: Vec3 = Vec3::new(1e6, 0.0, 0.0);

/// The group that the guards look for, and the space that all are in unless a test says otherwise.
pub const GROUP: u32 = 1;
pub const SPACE: u64 = 1;

/// Ticks in which a newcomer sees nothing.
pub const WARM_UP: u64 = enemy_senses_core::world::WARM_UP as u64;

type Blocks = dyn Fn(Vec3, Vec3) -> bool;
type Walls = dyn Fn(AgentId, &Noise) -> u32;
type Ways = dyn Fn(AgentId, &Noise) -> Way;
type Authority = dyn Fn(AgentId) -> bool;

/// What the engine would answer.
pub struct Fake {
    /// Whether something lies between two places.
    pub blocks: Box<Blocks>,
    /// How many walls a noise crosses.
    pub walls: Box<Walls>,
    /// How a noise goes round the walls.
    pub ways: Box<Ways>,
    /// Whose agents are ours.
    pub authority: Box<Authority>,
    /// Where bodies are that are not where their eyes are.
    pub bodies: Vec<(AgentId, Vec3)>,
    /// Rays of this pass.
    pub rays: u64,
    /// Rays that light has cost before the pass.
    pub spent: u64,
    /// Who was looked at by whom in this pass.
    pub looks: Vec<(AgentId, Key)>,
}

impl Sightlines for Fake {
    fn body(&mut self, agent: AgentId) -> Option<Vec3> {
        let body = self.bodies.iter().find(|(id, _)| *id == agent)?;
        Some(body.1)
    }

    fn is_clear(&mut self, agent: AgentId, target: &Target, from: Vec3, to: Vec3) -> bool {
        self.rays += 1;
        self.looks.push((agent, target.key));
        !(self.blocks)(from, to)
    }

    fn rays(&self) -> u64 {
        self.rays
    }

    fn walls(&mut self, agent: AgentId, noise: &Noise, _enough: u32) -> u32 {
        (self.walls)(agent, noise)
    }

    fn way(&mut self, agent: AgentId, noise: &Noise) -> Way {
        (self.ways)(agent, noise)
    }

    fn is_ours(&mut self, agent: AgentId) -> bool {
        (self.authority)(agent)
    }
}

/// Something that happened to somebody, and in which tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub tick: u64,
    pub who: AgentId,
    pub event: Event,
}

/// A world with all that is round it.
pub struct Stage {
    pub world: World,
    pub targets: Vec<Target>,
    pub lines: Fake,
    /// Ticks per second.
    pub rate: f64,
    /// Ticks that have passed.
    pub tick: u64,
    pub log: Vec<Entry>,
}

/// Profile defaults in pixels, changed.
pub fn profile(change: impl FnOnce(&mut Profile)) -> Profile {
    let mut profile = Profile::defaults(Frame::TopDown);
    change(&mut profile);
    profile
}

/// The preset that feels like a person, without what makes one unlike the next.
pub fn organic_guard() -> Profile {
    profile(|p| {
        p.vision.view_range = 540.0;
        p.vision.view_angle = 40.0;
        p.vision.peripheral_angle = 140.0;
        p.vision.peripheral_strength = 0.25;
        p.sight_rise_time = 1.0 / 1.2;
        p.fall_time = 1.0 / 0.08;
        p.decay_delay = 2.0;
        p.levels = Thresholds {
            suspicious_enter: 0.3,
            suspicious_exit: 0.3,
            alert_enter: 1.0,
            alert_exit: 0.5,
            min_dwell_time: 0.0,
        };
        p.memory_duration = 15.0;
        p.noise_gain = 0.35;
        p.sound_cap = 0.95;
        p.wall_muffle = 0.4;
        p.shout_radius = 450.0;
        p.shout_awareness = 0.8;
        p.reaction_delay_min = 0.25;
        p.reaction_delay_max = 0.7;
    })
}

/// A place at an angle from straight ahead, in degrees.
pub fn at(distance: f64, degrees: f64) -> Vec3 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Vec3::new((distance * cos) as f32, (distance * sin) as f32, 0.0)
}

/// A target with one sample point, in full light.
pub fn target(key: Key, place: Vec3) -> Target {
    Target {
        key,
        group: GROUP,
        space: SPACE,
        figure: Figure {
            position: place,
            aim: place,
            shape: Shape::Point,
            exposure: 1.0,
            movement: 1.0,
        },
        own_aim: true,
    }
}

/// A noise that everybody listed hears, with nobody to blame.
pub fn noise(origin: Vec3, radius: f64, strength: f64, listeners: &[AgentId]) -> Noise {
    Noise {
        origin,
        radius,
        strength,
        muffled: false,
        goes_round: false,
        wall_muffle: 1.0,
        mask: 1,
        space: SPACE,
        source: None,
        body: None,
        squad: 0,
        alarm: false,
        tag: 0,
        gives_away: Vec::new(),
        moment: u64::MAX,
        listeners: Arc::from(listeners),
    }
}

impl Stage {
    /// An empty stage without walls.
    pub fn new(rate: f64) -> Self {
        Self {
            world: World::default(),
            targets: Vec::new(),
            lines: Fake {
                blocks: Box::new(|_, _| false),
                walls: Box::new(|_, _| 0),
                ways: Box::new(|_, _| Way::Unknown),
                authority: Box::new(|_| true),
                bodies: Vec::new(),
                rays: 0,
                spent: 0,
                looks: Vec::new(),
            },
            rate,
            tick: 0,
            log: Vec::new(),
        }
    }

    /// Seconds per tick.
    pub fn delta(&self) -> f64 {
        1.0 / self.rate
    }

    /// A guard at a place, looking along x.
    pub fn guard(&mut self, profile: &Profile, place: Vec3) -> AgentId {
        let seed = self.world.agents.len() as u64 + 1;
        let id = self
            .world
            .agents
            .insert(guard(profile, Frame::TopDown, place, seed));
        self.world.agents[id].awake_since = self.world.next_moment();
        id
    }

    /// A guard that has been there for long enough to see.
    pub fn warm_guard(&mut self, profile: &Profile) -> AgentId {
        let id = self.guard(profile, Vec3::ZERO);
        self.ticks(WARM_UP);
        id
    }

    pub fn agent(&self, id: AgentId) -> &Agent {
        &self.world.agents[id]
    }

    pub fn agent_mut(&mut self, id: AgentId) -> &mut Agent {
        &mut self.world.agents[id]
    }

    pub fn awareness(&self, id: AgentId) -> f64 {
        self.agent(id).awareness()
    }

    pub fn level(&self, id: AgentId) -> Level {
        self.agent(id).state.alert.level
    }

    /// The belief about a target.
    pub fn track(&self, id: AgentId, key: Key) -> &Track {
        self.agent(id)
            .state
            .tracks
            .of(key)
            .expect("there is a track of it")
    }

    pub fn add(&mut self, key: Key, place: Vec3) {
        self.targets.push(target(key, place));
    }

    pub fn target(&mut self, key: Key) -> &mut Target {
        self.targets
            .iter_mut()
            .find(|target| target.key == key)
            .expect("it is there")
    }

    pub fn put(&mut self, key: Key, place: Vec3) {
        let figure = &mut self.target(key).figure;
        (figure.position, figure.aim) = (place, place);
    }

    /// Makes a noise now; returns how many were told.
    pub fn make(&mut self, noise: Noise) -> usize {
        let moment = self.world.next_moment();
        let (origin, radius) = (noise.origin, noise.radius);
        let in_reach = |_: AgentId, agent: &Agent| f64::from((agent.eye.position - origin).length()) < radius;
        self.world.add_noise(Noise { moment, ..noise }, in_reach)
    }

    /// One pass.
    pub fn step(&mut self) {
        (self.lines.rays, self.lines.looks) = (self.lines.spent, Vec::new());
        self.world.tick(self.delta(), &self.targets, &mut self.lines);
        self.tick += 1;
        self.collect();
    }

    /// One agent by hand.
    pub fn update(&mut self, id: AgentId, delta: f64) {
        self.world.update(id, delta, &self.targets, &mut self.lines);
        self.collect();
    }

    fn collect(&mut self) {
        let mut told = std::mem::take(&mut self.world.told);
        told.sort();
        for who in told {
            for event in std::mem::take(&mut self.world.agents[who].events) {
                self.log.push(Entry {
                    tick: self.tick,
                    who,
                    event,
                });
            }
        }
    }

    pub fn ticks(&mut self, count: u64) {
        for _ in 0..count {
            self.step();
        }
    }

    pub fn seconds(&mut self, seconds: f64) {
        self.ticks((seconds * self.rate).round() as u64);
    }

    /// Seconds until something holds.
    pub fn until(&mut self, mut condition: impl FnMut(&Self) -> bool) -> f64 {
        let start = self.tick;
        while !condition(self) {
            assert!(
                self.tick - start < (60.0 * self.rate) as u64,
                "never within a minute"
            );
            self.step();
        }
        (self.tick - start) as f64 / self.rate
    }

    /// All that happened to somebody.
    pub fn events(&self, who: AgentId) -> Vec<Event> {
        (self.log.iter().filter(|entry| entry.who == who))
            .map(|entry| entry.event.clone())
            .collect()
    }

    /// The levels that somebody went to.
    pub fn levels(&self, who: AgentId) -> Vec<Level> {
        (self.events(who).iter())
            .filter_map(|event| match event {
                Event::Level(level, _) => Some(*level),
                _ => None,
            })
            .collect()
    }

    /// In which ticks something happened to somebody.
    pub fn when(&self, who: AgentId, is_it: impl Fn(&Event) -> bool) -> Vec<u64> {
        (self.log.iter())
            .filter(|entry| entry.who == who && is_it(&entry.event))
            .map(|entry| entry.tick)
            .collect()
    }

    pub fn count(&self, who: AgentId, is_it: impl Fn(&Event) -> bool) -> usize {
        self.when(who, is_it).len()
    }

    /// A time that was to be, give or take one tick.
    #[track_caller]
    pub fn assert_time(&self, took: f64, wanted: f64) {
        assert!(
            (took - wanted).abs() <= self.delta() + 1e-6,
            "{took} s, not {wanted} s, at {} ticks per second",
            self.rate
        );
    }
}

/// A guard, awake, looking along the default facing.
pub fn guard(profile: &Profile, frame: Frame, place: Vec3, seed: u64) -> Agent {
    let max_speed = if frame == Frame::Space { 40.0 } else { 2000.0 };
    let mut agent = Agent::new(Arc::new(profile.clone()), frame, max_speed, seed);
    profile.rule(&mut agent.tunables);
    agent.eye = Eye {
        position: place,
        forward: Some(frame.default_facing()),
        up: frame.up(),
        by_hand: false,
    };
    (agent.group, agent.space, agent.awake) = (GROUP, SPACE, true);
    agent
}

pub fn is_spotted(event: &Event) -> bool {
    matches!(event, Event::Spotted(_))
}

pub fn is_lost(event: &Event) -> bool {
    matches!(event, Event::Lost(..))
}

pub fn is_heard(event: &Event) -> bool {
    matches!(event, Event::Heard { .. })
}

pub fn is_told(event: &Event) -> bool {
    matches!(event, Event::Told { .. })
}

pub fn is_forgotten(event: &Event) -> bool {
    matches!(event, Event::Forgotten(_))
}

/// Equal, but for rounding.
#[track_caller]
pub fn assert_near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-6, "{a}, not {b}");
}

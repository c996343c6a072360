//! Every enemy of a game, worked through together: sense, then believe, then decide.
//!
//! A [`World`] knows agents, what they hear and what they may look at. [`World::tick`] is asked once per physics frame and
//! puts what happened into each agent's events, in order. It reads no clock and asks the engine through [`Sightlines`] only.

use std::borrow::Cow;
use std::sync::Arc;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::agents::{Agents, Outlook};
use crate::alert::{Alert, Level, Thresholds};
use crate::frame::{Frame, distance, offset};
use crate::hearing::{self, Way};
use crate::memory::{Belief, Stimulus, Tunables};
use crate::personality::Dice;
use crate::profile::Profile;
use crate::sight::{self, Eye, Figure, Gates, Shape};
use crate::track::{Key, Track, Tracks, find_from};

slotmap::new_key_type! {
    /// One enemy.
    pub struct AgentId;
}

/// Ticks after entering the tree in which nothing is seen: tile maps have no colliders in the first.
pub const WARM_UP: u8 = 2;

/// A sound does not move the place of somebody who was seen less than this long ago, seconds.
const FRESH_SIGHT: f64 = 1.0;

/// An agent that is never updated does not hoard more sounds than this.
const MOST_HEARD: usize = 1024;

/// The questions that only the engine can answer.
pub trait Sightlines {
    /// Puts the eye of an agent where it is now.
    fn place(&mut self, _id: AgentId, _agent: &mut Agent) {}

    /// Where the eye of an agent at rest is now; none: where it was when that began.
    fn glance(&mut self, _agent: AgentId) -> Option<Glance> {
        None
    }

    /// Where the body of an agent is, which shouts are measured between; none: where its eye is.
    fn body(&mut self, _agent: AgentId) -> Option<Vec3> {
        None
    }

    /// Whether a target is no more.
    fn is_gone(&mut self, _target: Key) -> bool {
        false
    }

    /// Whether nothing occludes between an agent's eye and a sample point of a target. Counted as it is asked.
    fn is_clear(&mut self, agent: AgentId, target: &Target, from: Vec3, to: Vec3) -> bool;

    /// How many rays were cast in this pass.
    fn rays(&self) -> u64;

    /// How many walls a noise crosses on its way to an agent's ear; from `enough` on they need not be counted.
    fn walls(&mut self, agent: AgentId, noise: &Noise, enough: u32) -> u32;

    /// The way of a noise that goes round the walls to an agent's ear.
    fn way(&mut self, _agent: AgentId, _noise: &Noise) -> Way {
        Way::Unknown
    }

    /// Whether this agent is ours to work out (multiplayer authority).
    fn is_ours(&mut self, agent: AgentId) -> bool;
}

/// An eye that was put somewhere before, as it is now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glance {
    /// Where.
    pub position: Vec3,
    /// Where it looks, if that is somewhere else than at the last glance.
    pub turned_to: Option<Vec3>,
}

/// One target as it stands this tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// Which one.
    pub key: Key,
    /// The group that it was found in.
    pub group: u32,
    /// The world that it is in.
    pub space: u64,
    /// What there is to see.
    pub figure: Figure,
    /// Whether it says itself where it is aimed at; else that is [`Agent::aim`] from its position.
    pub own_aim: bool,
}

/// A noise on its way to the ears.
#[derive(Debug, Clone)]
pub struct Noise {
    /// Where.
    pub origin: Vec3,
    /// How far, may be infinite.
    pub radius: f64,
    /// How loud, 0..1.
    pub strength: f64,
    /// Whether walls count at their own factor.
    pub muffled: bool,
    /// Whether it goes round the walls, where the ways are known.
    pub goes_round: bool,
    /// The factor per wall.
    pub wall_muffle: f64,
    /// Layers that are walls.
    pub mask: u32,
    /// The world that it sounds in.
    pub space: u64,
    /// Who made it; neither it nor its direct children hear it.
    pub source: Option<Key>,
    /// The body that made it.
    pub body: Option<Key>,
    /// The maker's squad; 0: none.
    pub squad: u32,
    /// The maker's own squad hears it too.
    pub alarm: bool,
    /// The tag, as a number.
    pub tag: u32,
    /// The target that it gives away, by the group that looks for it.
    pub gives_away: Vec<(u32, Key)>,
    /// Agents registered or woken later than this do not hear it.
    pub moment: u64,
    /// Whom to tell.
    pub listeners: Arc<[AgentId]>,
}

/// A noise as it reached an ear; waits there until the agent's turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Heard {
    pub(crate) origin: Vec3,
    pub(crate) loudness: f64,
    pub(crate) tag: u32,
    pub(crate) maker: Option<Key>,
    pub(crate) gives_away: Option<Key>,
}

/// What happened to an agent.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Seen in two samples running.
    Spotted(Key),
    /// No such sample for the lost delay; the place it was last known at.
    Lost(Key, Vec3),
    /// Heard above the threshold, as perceived.
    Heard {
        /// Where it seemed to come from.
        origin: Vec3,
        /// How loud.
        strength: f64,
        /// The tag, as a number.
        tag: u32,
    },
    /// A report was taken.
    Told {
        /// The place reported.
        position: Vec3,
        /// Who reported.
        from: Option<AgentId>,
    },
    /// Its track is gone.
    Forgotten(Key),
    /// One step of awareness.
    Level(Level, Level),
}

/// What an agent has seen of one target lately.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pair {
    pub(crate) key: Key,
    /// Seconds since the last sample.
    pub(crate) waited: f64,
    /// Good samples running; 2 means two or more.
    pub(crate) streak: u8,
    /// What the lone first one would have been worth.
    pub(crate) pending: f64,
    /// Seconds since the last sample that was one of two good ones running.
    pub(crate) unseen: f64,
    /// Spotted and not yet lost.
    pub(crate) sensed: bool,
    /// Felt rather than seen.
    pub(crate) touched: bool,
    /// Confidence per second in the last sample, and its factors.
    pub(crate) gain: f64,
    pub(crate) visibility: f64,
    pub(crate) movement: f64,
    /// A look is due, or waits for its turn in the budget.
    pub(crate) due: bool,
    /// Among the candidates of this tick.
    #[serde(skip)]
    pub(crate) candidate: bool,
    /// Sampled in this tick.
    #[serde(skip)]
    pub(crate) sampled: bool,
    /// The target's number in this tick.
    #[serde(skip)]
    pub(crate) target: u32,
    /// Where it was seen.
    pub(crate) at: Vec3,
}

/// What survives in a save: everything of an agent that is not a setting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentState {
    /// Its beliefs.
    pub tracks: Tracks,
    /// Its level.
    pub alert: Alert,
    /// Whether it has shouted since it was last unaware.
    pub shouted: bool,
    /// Its generator.
    pub dice: Dice,
    /// Where in the range of reaction delays it lies, 0..1.
    pub reaction_roll: f64,
    /// Where in the range of perception scales it lies, 0..1.
    pub scale_roll: f64,
    pub(crate) warm_up: u8,
    /// How much of the interval between two looks is over, 0..1.
    pub(crate) look_phase: f64,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) inbox: Vec<Heard>,
}

/// An agent as it is saved: its state, and what is on its way to it.
#[derive(Debug, Clone)]
pub struct Saved {
    /// Its state.
    pub state: AgentState,
    /// It was left out of the last pass.
    pub left_out: bool,
    /// Noises that the next pass will deliver.
    pub noises: Vec<Noise>,
}

/// One enemy: its settings as handed in, and its state.
#[derive(Debug, Clone)]
pub struct Agent {
    /// How it sees.
    pub gates: Gates,
    /// What a designer tunes.
    pub profile: Arc<Profile>,
    /// How its beliefs grow and fade.
    pub tunables: Tunables,
    /// Where its eye is, as of the last pass.
    pub eye: Eye,
    /// From a target's position to where it is aimed at, if it says nothing of its own.
    pub aim: Vec3,
    /// The group it looks for.
    pub group: u32,
    /// Its squad; 0: none.
    pub squad: u32,
    /// The world that it is in.
    pub space: u64,
    /// Its body and its parent node, to know its own noise by.
    pub body: Option<Key>,
    /// Its parent node.
    pub parent: Option<Key>,
    /// Its own two nodes, that of the agent and that of its eye; 0: none.
    pub nodes: [Key; 2],
    /// In the tree, enabled, not paused.
    pub awake: bool,
    /// Worked out by [`World::update`] only.
    pub manual: bool,
    /// Noises before this moment are not for it.
    pub awake_since: u64,
    /// What survives.
    pub state: AgentState,
    /// What happened and has not been told yet.
    pub events: Vec<Event>,
    /// It was left out of a pass: what it sees next is not a movement from what it saw last.
    frozen: bool,
    /// Noises of a save, for the next pass.
    late: Box<[Noise]>,
}

/// What [`Agent::insight`] tells of the last look at a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Insight {
    /// Confidence per second.
    pub gain: f64,
    /// Of it: how well it was seen.
    pub visibility: f64,
    /// Of it: what movement added.
    pub movement: f64,
    /// Felt rather than seen.
    pub touched: bool,
}

impl Agent {
    /// An agent with a profile; asleep, nowhere.
    #[must_use]
    pub fn new(profile: Arc<Profile>, frame: Frame, max_speed: f64, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let state = AgentState {
            tracks: Tracks::default(),
            alert: Alert::default(),
            shouted: false,
            reaction_roll: dice.unit(),
            scale_roll: dice.unit(),
            // Staggered, so that a crowd does not look all at once.
            look_phase: dice.unit(),
            dice,
            warm_up: 0,
            pairs: Vec::new(),
            inbox: Vec::new(),
        };
        Self {
            gates: Gates::new(&profile.vision, frame),
            profile,
            tunables: Tunables::with_max_speed(max_speed),
            eye: Eye::CLOSED,
            aim: Vec3::ZERO,
            group: 0,
            squad: 0,
            space: 0,
            body: None,
            parent: None,
            nodes: [0; 2],
            awake: false,
            manual: false,
            awake_since: 0,
            state,
            events: Vec::new(),
            frozen: false,
            late: Box::default(),
        }
    }

    /// Rolls its personality anew.
    pub fn reseed(&mut self, seed: u64) {
        let mut dice = Dice::new(seed);
        self.state.reaction_roll = dice.unit();
        self.state.scale_roll = dice.unit();
        self.state.look_phase = dice.unit();
        self.state.dice = dice;
    }

    /// Its beat of reaction, seconds.
    #[must_use]
    pub fn reaction_delay(&self) -> f64 {
        lerp(
            self.profile.reaction_delay_min,
            self.profile.reaction_delay_max,
            self.state.reaction_roll,
        )
    }

    /// Its own speed of noticing.
    #[must_use]
    pub fn perception_scale(&self) -> f64 {
        lerp(
            self.profile.perception_scale_min,
            self.profile.perception_scale_max,
            self.state.scale_roll,
        )
    }

    /// How aware it is: the confidence of its strongest belief.
    #[must_use]
    pub fn awareness(&self) -> f64 {
        self.strongest().map_or(0.0, |track| track.belief.confidence)
    }

    /// Its strongest belief.
    #[must_use]
    pub fn strongest(&self) -> Option<&Track> {
        self.state.tracks.strongest(self.eye.position)
    }

    /// Whether a target is spotted and not yet lost.
    #[must_use]
    pub fn senses(&self, key: Key) -> bool {
        self.state.pairs.iter().any(|pair| pair.sensed && pair.key == key)
    }

    /// All targets that it senses.
    pub fn sensed(&self) -> impl Iterator<Item = Key> + '_ {
        self.state
            .pairs
            .iter()
            .filter(|pair| pair.sensed)
            .map(|pair| pair.key)
    }

    /// Whether a target's last sample was good.
    #[must_use]
    pub fn sees(&self, key: Key) -> bool {
        self.state
            .pairs
            .iter()
            .any(|pair| pair.sensed && pair.streak > 0 && pair.key == key)
    }

    /// What the last look at a target was worth.
    #[must_use]
    pub fn insight(&self, key: Key) -> Option<Insight> {
        let pair = self.state.pairs.iter().find(|pair| pair.key == key)?;
        Some(Insight {
            gain: pair.gain,
            visibility: pair.visibility,
            movement: pair.movement,
            touched: pair.touched,
        })
    }

    /// What the last look at each target was worth.
    pub fn insights(&self) -> impl Iterator<Item = (Key, Insight)> + '_ {
        (self.state.pairs.iter()).filter_map(|pair| Some((pair.key, self.insight(pair.key)?)))
    }

    /// It entered the tree anew.
    pub fn begin_warm_up(&mut self) {
        self.state.warm_up = 0;
        for pair in &mut self.state.pairs {
            pair.streak = 0;
            pair.pending = 0.0;
        }
    }

    /// Drops what waits to be heard: it is asleep.
    pub fn clear_inbox(&mut self) {
        self.state.inbox.clear();
        self.late = Box::default();
    }

    /// A sound at the ear, by a direct call: `strength` as it arrives there.
    pub fn hear(&mut self, origin: Vec3, strength: f64, tag: u32, gives_away: Option<Key>) {
        self.take_sound(&Heard {
            origin,
            loudness: strength.clamp(0.0, 1.0),
            tag,
            maker: None,
            gives_away,
        });
    }

    /// What an ally, or the game, says.
    pub fn be_told(&mut self, report: &Report) {
        let amount = report.amount.clamp(0.0, 1.0);
        let t = self.tunables;
        let place = report.position;
        let track = match report.target {
            Some(key) if amount > self.state.tracks.confidence_of(key, &t) => {
                self.state.tracks.of_or_new(key, &t)
            }
            None if amount > 0.0 => self.state.tracks.anonymous(place, self.anonymous_reach()),
            _ => return,
        };
        if track.belief.report(&t, place, amount, report.velocity) {
            track.belief.time_since_seen = report.age;
            track.hops = report.hops;
            self.events.push(Event::Told {
                position: place,
                from: report.from,
            });
        }
    }

    /// Certain at once, by being hurt.
    pub fn be_hurt(&mut self, position: Vec3, attacker: Option<Key>) {
        let t = self.tunables;
        let reach = self.anonymous_reach();
        let track = match attacker {
            Some(key) => self.state.tracks.of_or_new(key, &t),
            None => self.state.tracks.anonymous(position, reach),
        };
        track.belief.reinforce(&t, position, 1.0, Stimulus::Touch);
        track.hops = 0;
    }

    /// A sense of the game's own, about whoever is believed in most.
    pub fn reinforce(&mut self, position: Vec3, strength: f64, stimulus: Stimulus) {
        if strength.is_nan() || strength <= 0.0 {
            return;
        }
        let t = self.tunables;
        let track = self.state.tracks.strongest_or_new(self.eye.position);
        track.belief.reinforce(&t, position, strength, stimulus);
        track.hops = 0;
    }

    /// Writes the strongest belief by hand; without one, that of nobody known.
    pub fn write_strongest(&mut self, belief: Belief) {
        self.state.tracks.strongest_or_new(self.eye.position).belief = belief;
    }

    /// The search failed: the strongest belief has no place any more.
    pub fn give_up(&mut self) {
        if !self.state.tracks.is_empty() {
            self.state
                .tracks
                .strongest_or_new(self.eye.position)
                .belief
                .give_up();
        }
    }

    /// Drops what is believed of one target. Whoever is in sight stays so.
    pub fn forget(&mut self, key: Key) {
        if self.state.tracks.forget(key) {
            self.events.push(Event::Forgotten(key));
        }
    }

    /// Drops everything that is believed.
    pub fn forget_all(&mut self) {
        let gone = self.state.tracks.forget_all();
        self.events.extend(gone.into_iter().map(Event::Forgotten));
    }

    /// Drops targets that are no more; what was believed of them is believed of nobody. A sensed one is lost.
    pub fn lose_keys(&mut self, mut is_gone: impl FnMut(Key) -> bool) {
        let tracks = &self.state.tracks;
        for pair in self
            .state
            .pairs
            .iter()
            .filter(|pair| pair.sensed && is_gone(pair.key))
        {
            let place = tracks
                .of(pair.key)
                .map_or(pair.at, |track| track.belief.last_known_position);
            self.events.push(Event::Lost(pair.key, place));
        }
        self.state.pairs.retain(|pair| !is_gone(pair.key));
        self.state.tracks.lose_keys(is_gone);
    }

    fn anonymous_reach(&self) -> f64 {
        let near = if self.gates.frame == Frame::Space {
            2.0
        } else {
            64.0
        };
        near + 2.0 * self.profile.position_fuzz
    }

    fn take_sound(&mut self, heard: &Heard) {
        let strength = heard.loudness;
        if strength.is_nan() || strength <= self.profile.hearing_threshold.max(0.0) {
            return;
        }
        let place = hearing::heard_place(
            self.gates.frame,
            heard.origin,
            self.profile.position_fuzz,
            strength,
            &mut self.state.dice,
        );
        let t = self.tunables;
        let reach = self.anonymous_reach();
        let track = match heard.gives_away {
            Some(key) => self.state.tracks.of_or_new(key, &t),
            None => self.state.tracks.anonymous(place, reach),
        };
        let cap = t.sound_confidence_cap;
        let before = track.belief.confidence;
        let lifted = match self.profile.noise_gain {
            gain if gain > 0.0 => (before + gain * strength).min(cap),
            _ => strength * cap,
        };
        if track.since_sight.is_none_or(|since| since >= FRESH_SIGHT) {
            track.belief.place(place, Stimulus::Sound);
            track.belief.last_known_velocity = Vec3::ZERO;
            track.belief.lose_sight();
            track.hops = 0;
        }
        track.belief.set_confidence(&t, before.max(lifted));
        self.events.push(Event::Heard {
            origin: place,
            strength,
            tag: heard.tag,
        });
    }

    /// Keeps, of several noises of one maker and tag, the loudest.
    fn receive(&mut self, heard: Heard) {
        let same =
            |old: &&mut Heard| heard.maker.is_some() && old.maker == heard.maker && old.tag == heard.tag;
        let full = self.state.inbox.len() >= MOST_HEARD;
        match self.state.inbox.iter_mut().find(same) {
            Some(old) if old.loudness >= heard.loudness => {}
            Some(old) => *old = heard,
            None if full => {}
            None => self.state.inbox.push(heard),
        }
    }

    /// What a noise is here, walls left aside; none where it cannot reach or is not for this one.
    fn loudness_of(&self, noise: &Noise) -> Option<f64> {
        let own = (noise.body.is_some() && noise.body == self.body)
            || (noise.source.is_some() && noise.source == self.parent);
        let squad = noise.squad != 0 && noise.squad == self.squad && !noise.alarm;
        if own || squad || !self.awake || noise.space != self.space || self.awake_since > noise.moment {
            return None;
        }
        let away = distance(noise.origin, self.eye.position);
        let loudness = hearing::loudness(away, noise.radius * self.hearing_scale(), noise.strength, 1.0, 0);
        (loudness > 0.0).then_some(loudness)
    }

    /// Its own factor on the radius of a noise; 0: deaf.
    #[must_use]
    pub fn hearing_scale(&self) -> f64 {
        self.profile.hearing_multiplier * self.perception_scale()
    }

    /// The factor per wall for a noise, none where walls do not matter.
    fn muffle(&self, noise: &Noise) -> Option<f64> {
        let own = self.profile.wall_muffle;
        if own >= 0.0 {
            Some(own)
        } else {
            noise.muffled.then_some(noise.wall_muffle)
        }
    }

    /// What is left of a noise behind the walls, or on its way round them, and where it seems to come from.
    fn arrival(&self, id: AgentId, noise: &Noise, straight: f64, lines: &mut impl Sightlines) -> (f64, Vec3) {
        let radius = noise.radius * self.hearing_scale();
        if noise.goes_round {
            match lines.way(id, noise) {
                Way::Unknown => {}
                Way::None => return (0.0, noise.origin),
                Way::Found { distance, origin } => {
                    let loudness = hearing::loudness(distance, radius, noise.strength, 1.0, 0);
                    return (loudness, origin);
                }
            }
        }
        let Some(factor) = self.muffle(noise) else {
            return (straight, noise.origin);
        };
        let away = distance(noise.origin, self.eye.position);
        let enough = hearing::enough_walls(away, radius, factor);
        let walls = lines.walls(id, noise, enough);
        let loudness = hearing::loudness(away, radius, noise.strength, factor, walls);
        (loudness, noise.origin)
    }
}

/// What one says to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Where.
    pub position: Vec3,
    /// How it moved.
    pub velocity: Vec3,
    /// Who.
    pub target: Option<Key>,
    /// How sure that makes.
    pub amount: f64,
    /// How old it is, seconds.
    pub age: f64,
    /// Over how many mouths it came.
    pub hops: u8,
    /// Who says so.
    pub from: Option<AgentId>,
}

/// Numbers of the last pass.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Stats {
    /// Pairs of agent and target that passed range and cone.
    pub pairs: u64,
    /// Of them: those that waited because the budget was spent.
    pub deferred: u64,
    /// The longest that one has waited, seconds.
    pub worst_staleness: f64,
    /// Noises delivered.
    pub noises: u64,
}

/// Every enemy of a game.
#[derive(Debug, Default)]
pub struct World {
    /// The agents.
    pub agents: Agents,
    /// Rays per pass; 0: no limit.
    pub max_rays: u64,
    /// Numbers of the last pass.
    pub stats: Stats,
    /// Who has something to tell after the last pass, in no order.
    pub told: Vec<AgentId>,
    noises: Vec<Noise>,
    moment: u64,
    jobs: Vec<Job>,
    /// Who has something to do in this tick.
    busy: Vec<AgentId>,
    /// Somebody waits for noises of a save.
    is_any_late: bool,
}

/// A look that is due.
#[derive(Debug, Clone, Copy)]
struct Job {
    waited: f64,
    agent: AgentId,
    pair: u32,
    is_urgent: bool,
}

/// Targets of this tick, found by place.
pub struct Index<'a> {
    targets: &'a [Target],
    groups: Vec<Members>,
}

/// The members of a group along x, with all that is needed to turn most of them down at a glance.
#[derive(Debug, Default)]
struct Members {
    group: u32,
    x: Vec<f32>,
    y: Vec<f32>,
    z: Vec<f32>,
    /// 1 where an eye's own `aim` comes on top, else 0.
    aimed: Vec<f32>,
    /// How far the target's own place may be from where it says that it is aimed at.
    slack: Vec<f32>,
    number: Vec<u32>,
}

impl Members {
    /// Whether any may be in an outlook from an eye, with so much to spare that rounding does not matter. Without a branch, so
    /// that several are judged at once.
    fn is_any_in(&self, outlook: &Outlook, eye: Vec3) -> bool {
        let (start, end) = self.along_x(eye.x, outlook.reach);
        let (x, y, z) = (&self.x[start..end], &self.y[start..end], &self.z[start..end]);
        let (aimed, slack) = (&self.aimed[start..end], &self.slack[start..end]);
        let Outlook {
            reach,
            near,
            cosine,
            forward,
            aim,
            ..
        } = *outlook;
        let mut any = false;
        for at in 0..x
            .len()
            .min(y.len())
            .min(z.len())
            .min(aimed.len())
            .min(slack.len())
        {
            let x = x[at] + aimed[at] * aim.x - eye.x;
            let y = y[at] + aimed[at] * aim.y - eye.y;
            let z = z[at] + aimed[at] * aim.z - eye.z;
            let squared = x * x + y * y + z * z;
            let ahead = x * forward.x + y * forward.y + z * forward.z;
            let is_within = |radius: f32| squared <= (radius + slack[at]) * (radius + slack[at]);
            any |= is_within(reach) & ((ahead >= cosine * squared.sqrt()) | is_within(near));
        }
        any
    }

    /// Those whose place along x is within reach, and of a few members the others too.
    fn along_x(&self, x: f32, reach: f32) -> (usize, usize) {
        if self.x.len() <= SHORT_LIST {
            return (0, self.x.len());
        }
        let start = self.x.partition_point(|place| *place < x - reach);
        let length = self.x[start..].partition_point(|place| *place <= x + reach);
        (start, start + length)
    }
}

/// A list this short is looked through sooner than it is searched.
const SHORT_LIST: usize = 16;

impl<'a> Index<'a> {
    /// Sorts the targets by place.
    #[must_use]
    pub fn new(targets: &'a [Target]) -> Self {
        // What an eye looks at, as far as the target itself says; else an eye's own `aim` comes on top.
        let place = |figure: &Figure, own_aim| if own_aim { figure.aim } else { figure.position };
        // What is nowhere cannot be sorted, nor sensed.
        let is_somewhere = |figure: &Figure| figure.aim.is_finite() && figure.position.is_finite();
        let mut order: Vec<u32> = (0..targets.len() as u32)
            .filter(|number| is_somewhere(&targets[*number as usize].figure))
            .collect();
        let along = |number: &u32| {
            let target = &targets[*number as usize];
            (place(&target.figure, target.own_aim).x, target.key)
        };
        order.sort_by(|a, b| {
            let ((a, a_key), (b, b_key)) = (along(a), along(b));
            a.total_cmp(&b).then(a_key.cmp(&b_key))
        });
        let mut groups: Vec<Members> = Vec::new();
        for number in order {
            let target = &targets[number as usize];
            let figure = &target.figure;
            let known = groups.iter().position(|members| members.group == target.group);
            let at = known.unwrap_or_else(|| {
                groups.push(Members {
                    group: target.group,
                    ..Members::default()
                });
                groups.len() - 1
            });
            let members = &mut groups[at];
            let place = place(figure, target.own_aim);
            members.x.push(place.x);
            members.y.push(place.y);
            members.z.push(place.z);
            members.aimed.push(if target.own_aim { 0.0 } else { 1.0 });
            members.slack.push(place.distance(figure.position));
            members.number.push(number);
        }
        Self { targets, groups }
    }

    /// Whether anybody may be in an outlook from an eye.
    fn is_anybody_in(&self, outlook: &Outlook, eye: Vec3) -> bool {
        let members = self.groups.iter().find(|members| members.group == outlook.group);
        members.is_some_and(|members| members.is_any_in(outlook, eye))
    }

    /// All targets that an agent may sense, by their numbers; in an order that does not depend on theirs.
    fn sensed_by<'b>(&'b self, agent: &'b Agent) -> impl Iterator<Item = u32> + 'b {
        let members = self.groups.iter().find(|members| members.group == agent.group);
        let near = members.map_or(&[][..], |members| {
            let (start, end) = members.along_x(agent.eye.position.x, agent.reach());
            &members.number[start..end]
        });
        near.iter()
            .copied()
            .filter(|number| agent.may_sense(&self.targets[*number as usize]))
    }
}

impl World {
    /// A moment later than all before; noises and wakings are ordered by it.
    pub fn next_moment(&mut self) -> u64 {
        self.moment += 1;
        self.moment
    }

    /// A noise for the next pass. Returns how many of its listeners are in reach, walls left aside.
    pub fn add_noise(&mut self, noise: Noise, mut is_in_reach: impl FnMut(AgentId, &Agent) -> bool) -> usize {
        let told = (noise.listeners.iter())
            .filter(|id| {
                self.agents
                    .get(**id)
                    .is_some_and(|agent| agent.awake && is_in_reach(**id, agent))
            })
            .count();
        if told > 0 {
            self.queue(noise);
        }
        told
    }

    /// A noise for the next pass that somebody is known to be in reach of.
    pub fn queue(&mut self, noise: Noise) {
        // A maker that repeats itself within a tick costs one noise; who woke meanwhile hears it too.
        let twin = |old: &&mut Noise| is_repeated(old, &noise);
        match self.noises.iter_mut().rev().take(4).find(twin) {
            Some(old) => old.moment = noise.moment,
            None => self.noises.push(noise),
        }
    }

    /// Drops what nobody has heard yet: the scene is gone.
    pub fn clear_noises(&mut self) {
        self.noises.clear();
    }

    /// An agent as it is saved, with the noises that are on their way to it.
    #[must_use]
    pub fn save(&self, id: AgentId) -> Option<Saved> {
        let agent = self.agents.copy_of(id)?;
        let coming = self.noises.iter().filter(|noise| {
            noise.listeners.contains(&id)
                && agent.awake
                && noise.space == agent.space
                && agent.awake_since <= noise.moment
        });
        let mine = |noise: &Noise| Noise {
            gives_away: (noise.gives_away.iter())
                .filter(|(group, _)| *group == agent.group)
                .copied()
                .collect(),
            listeners: [].into(),
            ..noise.clone()
        };
        Some(Saved {
            state: agent.state,
            left_out: agent.frozen,
            noises: agent.late.iter().cloned().chain(coming.map(mine)).collect(),
        })
    }

    /// Puts an agent back to where it was saved. What it has not told yet, and what was on its way to it, is dropped.
    pub fn load(&mut self, id: AgentId, saved: Saved) {
        let moment = self.next_moment();
        if let Some(agent) = self.agents.get_mut(id) {
            agent.state = saved.state;
            agent.frozen = saved.left_out;
            self.is_any_late |= !saved.noises.is_empty();
            agent.late = saved.noises.into();
            agent.events.clear();
            agent.awake_since = moment;
        }
    }

    /// One pass over all agents that are not updated by hand.
    pub fn tick(&mut self, delta: f64, targets: &[Target], lines: &mut impl Sightlines) {
        self.stats = Stats::default();
        self.told.clear();
        let placed = self.hear(lines);
        let index = Index::new(targets);
        let (mut jobs, mut busy) = (std::mem::take(&mut self.jobs), std::mem::take(&mut self.busy));
        jobs.clear();
        busy.clear();
        let mut shouts = Vec::new();
        // Each agent is worked through to its end before the next: a crowd does not fit into a processor's cache.
        let Agents { posts, minds } = &mut self.agents;
        for (id, post) in posts.iter_mut() {
            if let Some(outlook) = post.watch() {
                let glance = lines.glance(id).or_else(|| minds.get(id)?.last_glance());
                if let Some(Glance { position, turned_to }) = glance {
                    outlook.forward = turned_to.unwrap_or(outlook.forward);
                    // It may have had no direction at all.
                    let has_eyes_again = turned_to.is_some() && outlook.cosine > 1.0;
                    if !has_eyes_again && !index.is_anybody_in(outlook, position) && post.go_on(delta) {
                        continue;
                    }
                }
            }
            let Some(agent) = minds.get_mut(id) else { continue };
            post.end_rest(agent);
            if !agent.awake {
                agent.frozen |= !agent.manual;
                continue;
            }
            if !placed {
                agent.prepare(id, lines);
            }
            if agent.manual {
                continue;
            }
            if agent.is_idle_at(&index) {
                agent.rest(delta);
                post.begin_rest(agent.outlook());
            } else if !lines.is_ours(id) {
                agent.frozen = true;
                agent.events.clear();
            } else if self.max_rays > 0 {
                agent.plan(id, delta, &index, &mut jobs);
                busy.push(id);
            } else {
                self.stats.pairs += agent.live(id, delta, &index, &mut jobs, lines, &mut shouts);
                if !agent.events.is_empty() {
                    self.told.push(id);
                }
            }
        }
        if self.max_rays > 0 {
            self.look(&mut jobs, delta, &index, lines);
            for id in &busy {
                if let Some(agent) = self.agents.get_mut(*id) {
                    agent.conclude(*id, delta, &mut shouts);
                    if !agent.events.is_empty() {
                        self.told.push(*id);
                    }
                }
            }
        }
        (self.jobs, self.busy) = (jobs, busy);
        self.shout(&mut shouts, lines);
    }

    /// One agent, by hand.
    pub fn update(&mut self, id: AgentId, delta: f64, targets: &[Target], lines: &mut impl Sightlines) {
        self.told.clear();
        let placed = self.hear(lines);
        let Some(agent) = self.agents.get_mut(id).filter(|agent| agent.awake) else {
            return;
        };
        if !placed {
            agent.prepare(id, lines);
        }
        if !lines.is_ours(id) {
            agent.frozen = true;
            agent.events.clear();
            return;
        }
        let mut shouts = Vec::new();
        let index = Index::new(targets);
        agent.live(id, delta, &index, &mut Vec::new(), lines, &mut shouts);
        if !agent.events.is_empty() {
            self.told.push(id);
        }
        self.shout(&mut shouts, lines);
    }

    /// Delivers what there is to hear, to ears where they are now. Returns whether there was anything, and so all agents
    /// are prepared.
    fn hear(&mut self, lines: &mut impl Sightlines) -> bool {
        if self.noises.is_empty() && !self.is_any_late {
            return false;
        }
        // Who rests goes on resting: nothing changes but where it is.
        for (id, agent) in self.agents.minds.iter_mut().filter(|(_, agent)| agent.awake) {
            agent.prepare(id, lines);
        }
        self.deliver_noises(lines);
        true
    }

    /// The most urgent looks of this tick, as many as the budget can pay for. One is always looked at, so that nobody waits
    /// for ever, however small the budget is.
    fn look(&mut self, jobs: &mut [Job], delta: f64, index: &Index, lines: &mut impl Sightlines) {
        let (mut done, mut sorted, mut looked) = (0, 0, false);
        // One tick sooner than others: so nobody waits for more than one tick longer than if all took turns.
        let urgency = |job: &Job| job.waited + if job.is_urgent { delta } else { 0.0 };
        let order = |a: &Job, b: &Job| {
            (urgency(b).total_cmp(&urgency(a)))
                .then(a.agent.cmp(&b.agent))
                .then(a.pair.cmp(&b.pair))
        };
        while done < jobs.len() {
            if done >= sorted {
                // Only as many as the budget can pay for are put in order.
                let rest = &mut jobs[sorted..];
                let most = (self.max_rays as usize).clamp(1, rest.len());
                if most < rest.len() {
                    rest.select_nth_unstable_by(most - 1, order);
                }
                rest[..most].sort_unstable_by(order);
                sorted += most;
            }
            let job = jobs[done];
            if let Some(agent) = self.agents.get_mut(job.agent) {
                let cost = agent.rays_for(job.pair, index);
                if cost > 0 && looked && lines.rays() + cost > self.max_rays {
                    break;
                }
                looked |= cost > 0;
                agent.look(job.agent, job.pair, index, lines);
            }
            done += 1;
        }
        self.stats.pairs = jobs.len() as u64;
        self.stats.deferred = (jobs.len() - done) as u64;
        self.stats.worst_staleness = jobs[done..].iter().fold(0.0, |worst, job| job.waited.max(worst));
    }

    /// Delivers what was on its way to an agent when it was saved.
    fn deliver_late(&mut self, lines: &mut impl Sightlines) {
        if !std::mem::take(&mut self.is_any_late) {
            return;
        }
        let mut late: Vec<(AgentId, Noise)> = Vec::new();
        for (id, agent) in self.agents.iter_mut().filter(|(_, agent)| !agent.late.is_empty()) {
            if !agent.awake {
                self.is_any_late = true;
                continue;
            }
            let (space, group) = (agent.space, agent.group);
            late.extend(std::mem::take(&mut agent.late).into_iter().map(|mut noise| {
                noise.space = space;
                noise.moment = u64::MAX;
                for (of, _) in &mut noise.gives_away {
                    *of = group;
                }
                (id, noise)
            }));
        }
        self.stats.noises += late.len() as u64;
        for (id, noise) in &late {
            self.deliver_loudest(*id, std::iter::once(noise), lines);
        }
    }

    fn deliver_noises(&mut self, lines: &mut impl Sightlines) {
        self.deliver_late(lines);
        let noises = std::mem::take(&mut self.noises);
        self.stats.noises += noises.len() as u64;
        // Noises of one maker, tag and audience side by side; each lot in its turn, by the first of it.
        let lot = |number: &usize| {
            let noise = &noises[*number];
            (
                noise.source,
                noise.tag,
                Arc::as_ptr(&noise.listeners).cast::<u8>(),
            )
        };
        let mut order: Vec<usize> = (0..noises.len()).collect();
        order.sort_by_cached_key(lot);
        let mut lots: Vec<&mut [usize]> = order
            .chunk_by_mut(|a, b| noises[*a].source.is_some() && lot(a) == lot(b))
            .collect();
        lots.sort_by_key(|lot| lot[0]);
        for numbers in lots {
            // The strongest first: nothing sounds stronger than it is.
            numbers.sort_by(|a, b| noises[*b].strength.total_cmp(&noises[*a].strength));
            let same = || numbers.iter().map(|number| &noises[*number]);
            for id in noises[numbers[0]].listeners.iter() {
                self.deliver_loudest(*id, same(), lines);
            }
        }
    }

    /// Lets an agent hear the loudest of some noises, which come with the strongest first.
    fn deliver_loudest<'a>(
        &mut self,
        id: AgentId,
        noises: impl Iterator<Item = &'a Noise>,
        lines: &mut impl Sightlines,
    ) {
        let Some(agent) = self.agents.get(id) else { return };
        let scale = agent.hearing_scale();
        let mut loudest: Option<(f64, Vec3, &Noise)> = None;
        for noise in noises {
            let best = loudest.map_or(0.0, |(loudness, ..)| loudness);
            if noise.strength <= best {
                break;
            }
            // From farther away it cannot be louder than that; the margin is for rounding.
            let within = noise.radius * scale * (1.0 - best / noise.strength);
            if offset(noise.origin, agent.eye.position).length_squared() > within * within * 1.001 {
                continue;
            }
            let Some(straight) = agent.loudness_of(noise).filter(|loudness| *loudness > best) else {
                continue;
            };
            let (loudness, origin) = agent.arrival(id, noise, straight, lines);
            if loudness > best {
                loudest = Some((loudness, origin, noise));
            }
        }
        let Some((loudness, origin, noise)) = loudest else {
            return;
        };
        let gives_away = noise
            .gives_away
            .iter()
            .find(|(group, _)| *group == agent.group)
            .map(|(_, key)| *key);
        let heard = Heard {
            origin,
            loudness,
            tag: noise.tag,
            maker: noise.source,
            gives_away,
        };
        if lines.is_ours(id)
            && let Some(agent) = self.agents.get_mut(id)
        {
            agent.receive(heard);
        }
    }

    /// Tells the allies of those who became alerted. Of several shouts an ally takes the surest first, whoever stands where.
    fn shout(&mut self, shouts: &mut [Shout], lines: &mut impl Sightlines) {
        if shouts.is_empty() {
            return;
        }
        for shout in &mut *shouts {
            shout.at = lines.body(shout.from).unwrap_or(shout.at);
        }
        let mut reports: Vec<Report> = Vec::new();
        let Agents { posts, minds } = &mut self.agents;
        for (id, ally) in minds.iter_mut().filter(|(_, ally)| ally.awake) {
            if !shouts.iter().any(|shout| shout.is_for(id, ally)) {
                continue;
            }
            let body = lines.body(id);
            let place = body.or_else(|| Some(lines.glance(id)?.position));
            let place = place.unwrap_or(ally.eye.position);
            reports.clear();
            reports.extend(
                shouts
                    .iter()
                    .filter_map(|shout| shout.as_heard_by(id, ally, place)),
            );
            if reports.is_empty() || !lines.is_ours(id) {
                continue;
            }
            reports.sort_by(Report::surer);
            posts[id].end_rest(ally);
            let had_nothing_to_tell = ally.events.is_empty();
            for report in &reports {
                ally.be_told(report);
            }
            if had_nothing_to_tell && !ally.events.is_empty() && !ally.manual {
                self.told.push(id);
            }
        }
    }
}

impl Report {
    /// The surest first, then the freshest, then by what it says.
    fn surer(&self, other: &Self) -> std::cmp::Ordering {
        let place = |report: &Self| report.position.to_array().map(f32::to_bits);
        (other.amount.total_cmp(&self.amount))
            .then(self.age.total_cmp(&other.age))
            .then(self.hops.cmp(&other.hops))
            .then(self.target.cmp(&other.target))
            .then_with(|| place(self).cmp(&place(other)))
    }
}

/// Whether a noise is one that waits already, once more.
fn is_repeated(old: &Noise, new: &Noise) -> bool {
    new.source.is_some()
        && old.source == new.source
        && old.tag == new.tag
        && old.origin == new.origin
        && old.space == new.space
        && old.radius == new.radius
        && old.strength == new.strength
        && old.muffled == new.muffled
        && old.goes_round == new.goes_round
        && old.wall_muffle == new.wall_muffle
        && old.mask == new.mask
        && Arc::ptr_eq(&old.listeners, &new.listeners)
}

/// A shout on its way.
struct Shout {
    from: AgentId,
    squad: u32,
    space: u64,
    at: Vec3,
    radius: f64,
    loudness: f64,
    report: Report,
}

impl Shout {
    /// Whether it is meant for an ally, if he is in reach.
    fn is_for(&self, id: AgentId, ally: &Agent) -> bool {
        id != self.from && ally.squad == self.squad && ally.space == self.space
    }

    /// What an ally at a place makes of it, none for whom it does not reach.
    fn as_heard_by(&self, id: AgentId, ally: &Agent, place: Vec3) -> Option<Report> {
        if !self.is_for(id, ally) {
            return None;
        }
        // A whole crowd that shouts at once is mostly as sure as can be already.
        let most = self.loudness.min(self.report.amount);
        let known = |key| ally.state.tracks.confidence_of(key, &ally.tunables);
        if self.report.target.is_some_and(|key| known(key) >= most) {
            return None;
        }
        let away = distance(place, self.at);
        // Nobody is near to a place that is none.
        if away.is_nan() || away > self.radius {
            return None;
        }
        let fading = if self.radius.is_finite() {
            1.0 - 0.5 * away / self.radius
        } else {
            1.0
        };
        Some(Report {
            amount: (self.loudness * fading).min(self.report.amount),
            ..self.report.clone()
        })
    }
}

impl Agent {
    /// Finds out what the engine knows of it before its turn.
    fn prepare(&mut self, id: AgentId, lines: &mut impl Sightlines) {
        lines.place(id, self);
        if !self.state.pairs.is_empty() || !self.state.tracks.is_empty() {
            self.lose_keys(|key| lines.is_gone(key));
        }
    }

    /// Whether there is nothing to do but to wait: nobody near, nothing believed, nothing heard.
    fn is_idle_at(&self, index: &Index) -> bool {
        if !self.state.pairs.is_empty()
            || !self.state.tracks.is_empty()
            || !self.state.inbox.is_empty()
            || !self.events.is_empty()
        {
            return false;
        }
        if self.state.alert.level != Level::Unaware || self.levels().begin_at_nothing() {
            return false;
        }
        index.sensed_by(self).next().is_none()
    }

    /// Where a target is aimed at.
    fn aim_at(&self, target: &Target) -> Vec3 {
        if target.own_aim {
            target.figure.aim
        } else {
            target.figure.position + self.aim
        }
    }

    /// How far off, and a little farther, a target is aimed at that it may sense.
    fn reach(&self) -> f32 {
        (self.gates.range() as f32 * 1.0001).max(self.touch_reach())
    }

    /// How far off a target is aimed at that it may feel.
    fn touch_reach(&self) -> f32 {
        let radius = self.profile.touch_radius;
        if radius > 0.0 {
            (radius as f32 + self.aim.length()) * 1.0001
        } else {
            0.0
        }
    }

    fn outlook(&self) -> Outlook {
        let (cosine, near) = self.gates.outline(&self.eye);
        Outlook {
            group: self.group,
            reach: self.reach(),
            near: near.max(self.touch_reach()),
            cosine,
            forward: self.eye.forward.unwrap_or(Vec3::ZERO),
            aim: self.aim,
        }
    }

    /// Where it is, for a world that is not moved by an engine.
    fn last_glance(&self) -> Option<Glance> {
        let position = self.eye.position;
        Some(Glance {
            position,
            turned_to: None,
        })
    }

    fn may_sense(&self, target: &Target) -> bool {
        // An enemy in the group that it looks for does not discover itself.
        let key = Some(target.key);
        let itself = key == self.body || key == self.parent || self.nodes.contains(&target.key);
        !itself
            && target.space == self.space
            && (self.gates.may_see(&self.eye, self.aim_at(target)) || self.touches(target))
    }

    fn touches(&self, target: &Target) -> bool {
        let radius = self.profile.touch_radius;
        radius > 0.0
            && distance(self.eye.position, self.aim_at(target))
                .min(distance(self.eye.position, target.figure.position))
                <= radius
    }

    /// The levels in use: of the upper one the memory's thresholds rule.
    fn levels(&self) -> Thresholds {
        Thresholds {
            alert_enter: self.tunables.alert_threshold,
            alert_exit: self.tunables.calm_threshold,
            ..self.profile.levels
        }
    }

    /// A tick in which there is nothing to do.
    pub(crate) fn rest(&mut self, delta: f64) {
        self.state.warm_up = (self.state.warm_up + 1).min(WARM_UP);
        self.state.alert.rest(delta);
        self.is_time_to_look(delta);
    }

    /// Goes on towards the next look; returns whether it is due.
    fn is_time_to_look(&mut self, delta: f64) -> bool {
        let interval = self.profile.sense_interval;
        if interval <= 0.0 {
            return true;
        }
        self.state.look_phase += delta / interval;
        let due = self.state.look_phase >= 1.0 - 1e-9;
        if due {
            self.state.look_phase = (self.state.look_phase - 1.0).clamp(0.0, 1.0);
        }
        due
    }

    /// How many rays a look at a pair takes.
    fn rays_for(&self, pair: u32, index: &Index) -> u64 {
        let Some(pair) = self.state.pairs.get(pair as usize) else {
            return 0;
        };
        let target = &index.targets[pair.target as usize];
        if self.touches(target) {
            return 0;
        }
        let samples = match &target.figure.shape {
            Shape::Point => 1,
            Shape::Body { .. } => u64::from(self.gates.sample_count),
            Shape::Markers(markers) => markers.len() as u64,
        };
        // In 3D a clear ray is cast back as well, for walls that face one way.
        samples * if self.gates.frame == Frame::Space { 2 } else { 1 }
    }

    /// Finds whom to look at in this tick.
    fn plan(&mut self, id: AgentId, delta: f64, index: &Index, jobs: &mut Vec<Job>) {
        let due = self.is_time_to_look(delta);
        if std::mem::take(&mut self.frozen) {
            for track in self.state.tracks.all_mut() {
                track.belief.lose_sight();
            }
        }
        for pair in &mut self.state.pairs {
            (pair.candidate, pair.sampled) = (false, false);
            pair.waited += delta;
        }
        if self.state.warm_up < WARM_UP {
            self.state.warm_up += 1;
            return;
        }
        let half = (self.gates.range() / 2.0).max(self.profile.touch_radius);
        let mut pairs = std::mem::take(&mut self.state.pairs);
        let mut next = 0;
        for number in index.sensed_by(self) {
            let target = &index.targets[number as usize];
            let place = target.figure.position;
            let at = find_from(&pairs, &mut next, |pair| pair.key == target.key);
            let at = at.unwrap_or_else(|| {
                pairs.push(Pair::new(target.key, place, delta));
                pairs.len() - 1
            });
            let pair = &mut pairs[at];
            (pair.candidate, pair.target) = (true, number);
            pair.due |= due;
            if pair.due {
                let near = distance(place, self.eye.position) <= half;
                jobs.push(Job {
                    waited: pair.waited,
                    agent: id,
                    pair: at as u32,
                    is_urgent: near || pair.streak == 1,
                });
            }
        }
        for pair in pairs.iter_mut().filter(|pair| !pair.candidate) {
            // Out of range or cone: a miss that needs no ray.
            pair.sampled = due || pair.streak > 0;
            pair.due = false;
            if pair.sampled {
                pair.miss();
            }
        }
        self.state.pairs = pairs;
    }

    /// One tick without a budget. Returns how many looks it took.
    fn live(
        &mut self,
        id: AgentId,
        delta: f64,
        index: &Index,
        jobs: &mut Vec<Job>,
        lines: &mut impl Sightlines,
        shouts: &mut Vec<Shout>,
    ) -> u64 {
        jobs.clear();
        self.plan(id, delta, index, jobs);
        for job in jobs.iter() {
            self.look(id, job.pair, index, lines);
        }
        self.conclude(id, delta, shouts);
        jobs.len() as u64
    }

    /// One look, with rays.
    fn look(&mut self, id: AgentId, pair: u32, index: &Index, lines: &mut impl Sightlines) {
        let number = pair as usize;
        let Some(pair) = self.state.pairs.get(number) else {
            return;
        };
        let target = &index.targets[pair.target as usize];
        let touched = self.touches(target);
        let visibility = if touched {
            1.0
        } else {
            let eye = self.eye.position;
            let figure = match target.own_aim {
                true => Cow::Borrowed(&target.figure),
                false => Cow::Owned(Figure {
                    aim: self.aim_at(target),
                    ..target.figure.clone()
                }),
            };
            let mut sighting = sight::look(&self.gates, &self.eye, &figure, |point| {
                lines.is_clear(id, target, eye, point)
            });
            if !self.profile.distance_falloff && sighting.aspect.in_range {
                sighting.aspect.distance_factor = 1.0;
            }
            sighting.visibility()
        };
        let movement = target.figure.movement;
        let rise = self.tunables.confidence_rise_time;
        let scale = self.perception_scale();
        let pair = &mut self.state.pairs[number];
        (pair.sampled, pair.due) = (true, false);
        pair.touched = touched;
        if visibility > 0.0 {
            pair.visibility = visibility;
            pair.movement = movement;
            let strength = visibility * movement * scale;
            pair.gain = match strength > 0.0 {
                true if rise > 0.0 => strength / rise,
                true => f64::INFINITY,
                false => 0.0,
            };
            pair.hit(target.figure.position);
        } else {
            pair.miss();
        }
    }

    /// Belief, then level, then what there is to tell.
    fn conclude(&mut self, id: AgentId, delta: f64, shouts: &mut Vec<Shout>) {
        self.believe(delta);
        for heard in std::mem::take(&mut self.state.inbox) {
            self.take_sound(&heard);
        }
        let after = self.profile.forgotten_after(self.tunables.confidence_fall_time);
        let AgentState { tracks, pairs, .. } = &mut self.state;
        let in_sight = |key| pairs.iter().any(|pair| pair.streak >= 2 && pair.key == key);
        for key in tracks.forget_old(after, in_sight) {
            self.events.push(Event::Forgotten(key));
        }
        self.decide(id, delta, shouts);
    }

    fn believe(&mut self, delta: f64) {
        let t = self.tunables;
        let AgentState { pairs, tracks, .. } = &mut self.state;
        let mut next = 0;
        for track in tracks.all_mut() {
            if let Some(since) = &mut track.since_sight {
                *since += delta;
            }
            let pair = track
                .key
                .and_then(|key| find_from(pairs, &mut next, |pair| pair.key == key));
            match pair.map(|at| &pairs[at]) {
                // Credited below.
                Some(pair) if pair.sampled && pair.streak >= 2 => {}
                // Waiting for the next look, the last one was good.
                Some(pair) if !pair.sampled && pair.streak >= 2 => track.belief.time_since_seen += delta,
                _ => track.belief.decay(&t, delta),
            }
        }
        let mut next = 0;
        for pair in pairs.iter_mut() {
            pair.unseen += delta;
            if pair.sampled && pair.streak >= 2 {
                let worth = pair.worth() + pair.pending;
                let track = tracks.next_of_or_new(pair.key, &t, &mut next);
                let stimulus = if pair.touched {
                    Stimulus::Touch
                } else {
                    Stimulus::Sight
                };
                track.belief.sense(&t, stimulus, pair.at, pair.waited, worth);
                track.since_sight = Some(0.0);
                track.hops = 0;
                (pair.pending, pair.unseen) = (0.0, 0.0);
                if !pair.sensed {
                    pair.sensed = true;
                    self.events.push(Event::Spotted(pair.key));
                }
            } else if pair.sampled && pair.streak == 1 {
                pair.pending = pair.worth();
            }
            if pair.sensed && pair.streak < 2 && pair.unseen >= self.profile.lost_delay - 1e-9 {
                pair.sensed = false;
                let place = tracks
                    .of(pair.key)
                    .map_or(pair.at, |track| track.belief.last_known_position);
                self.events.push(Event::Lost(pair.key, place));
            }
            if pair.sampled {
                pair.waited = 0.0;
            }
        }
        pairs.retain(|pair| pair.candidate || pair.sensed || pair.streak > 0);
    }

    fn decide(&mut self, id: AgentId, delta: f64, shouts: &mut Vec<Shout>) {
        let awareness = self.awareness();
        let levels = self.levels();
        let delay = self.reaction_delay();
        let mut became_alerted = false;
        let (alert, events, shouted) = (&mut self.state.alert, &mut self.events, &mut self.state.shouted);
        alert.tick(&levels, delay, awareness, delta, |level, previous| {
            became_alerted |= level == Level::Alerted;
            *shouted &= level != Level::Unaware;
            events.push(Event::Level(level, previous));
        });
        if !became_alerted || self.state.shouted || self.profile.shout_radius <= 0.0 {
            return;
        }
        let Some(track) = self.strongest() else { return };
        if i64::from(track.hops) > self.profile.share_hops || !track.belief.has_last_known {
            return;
        }
        let report = Report {
            position: track.belief.last_known_position,
            velocity: track.belief.last_known_velocity,
            target: track.key,
            amount: awareness,
            age: track.belief.time_since_seen,
            hops: track.hops.saturating_add(1),
            from: Some(id),
        };
        shouts.push(Shout {
            from: id,
            squad: self.squad,
            space: self.space,
            at: self.eye.position,
            radius: self.profile.shout_radius,
            loudness: self.profile.shout_awareness,
            report,
        });
        self.state.shouted = true;
    }
}

impl Pair {
    /// Somebody who came into range and cone.
    pub(crate) fn new(key: Key, at: Vec3, waited: f64) -> Self {
        Self {
            key,
            waited,
            streak: 0,
            pending: 0.0,
            unseen: 0.0,
            sensed: false,
            touched: false,
            gain: 0.0,
            visibility: 0.0,
            movement: 1.0,
            due: false,
            candidate: false,
            sampled: false,
            target: 0,
            at,
        }
    }

    fn hit(&mut self, at: Vec3) {
        self.at = at;
        self.streak = (self.streak + 1).min(2);
    }

    /// What the last look was worth, for the time since the one before it.
    fn worth(&self) -> f64 {
        let worth = self.gain * self.waited;
        if worth.is_nan() { 0.0 } else { worth }
    }

    fn miss(&mut self) {
        self.streak = 0;
        self.pending = 0.0;
        self.gain = 0.0;
        self.visibility = 0.0;
    }
}

fn lerp(a: f64, b: f64, part: f64) -> f64 {
    let (low, high) = (a.min(b), a.max(b));
    low + (high - low) * part
}

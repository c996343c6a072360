//! What survives in a save: beliefs and agents as plain data, versioned, and strict about what comes in.
//!
//! The form is made of bool, number, text, list and map only, so that JSON and an engine's dictionaries both hold it: a
//! vector is a list of `N` numbers, an infinite time is -1, what may be missing is an empty text or list. Numbers of this run
//! of the game (targets, names) are written as texts. Every key is required, none is allowed besides, every number has its
//! range; a refusal says where.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use glam::Vec3;
use serde::de::{DeserializeOwned, Error as _, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Number, Value};

use crate::alert::{Alert, Level};
use crate::memory::{Belief, Stimulus};
use crate::motion::{Motion, PARTS};
use crate::personality::Dice;
use crate::track::{Key, Track, Tracks};
use crate::world::{AgentState, Heard, Noise, Pair, Saved, WARM_UP};

/// The version that is written, and the only one that is read.
pub const VERSION: u64 = 1;

/// No list of a save is longer; no game has more.
const LONGEST: usize = 1 << 16;

/// Whole numbers past this are no longer exact in JSON.
const MOST: u64 = 1 << 53;

/// A refusal is not longer than this: what a hostile save is named does not flood the log.
const LONGEST_MESSAGE: usize = 400;

/// A save with its version.
#[must_use]
pub fn write<T: Serialize>(save: &T) -> Value {
    let mut entries = match serde_json::to_value(save) {
        Ok(Value::Object(entries)) => entries,
        _ => Map::new(),
    };
    entries.insert("version".to_owned(), VERSION.into());
    Value::Object(entries)
}

/// A save of [`write()`].
///
/// # Errors
/// Of another version, or anything else than what was written: what is wrong, and where.
pub fn read<T: Serialize + DeserializeOwned>(save: Value) -> Result<T, String> {
    let Value::Object(mut entries) = save else {
        return Err("it is not a dictionary".to_owned());
    };
    let version = entries.remove("version").ok_or("version: there is none")?;
    match serde_json::from_value::<Whole<MOST>>(version) {
        Ok(Whole(VERSION)) => {}
        Ok(Whole(newer)) if newer > VERSION => {
            return Err(format!(
                "version: {newer} is newer than {VERSION}, the newest that this Enemy Senses knows"
            ));
        }
        Ok(Whole(unknown)) => return Err(format!("version: there never was a {unknown}")),
        Err(error) => return Err(short(&format!("version: {error}"))),
    }
    let given = Value::Object(entries);
    let read = serde_path_to_error::deserialize(&given).map_err(|error| {
        let path = error.path().to_string();
        match path.as_str() {
            "." => short(&error.inner().to_string()),
            path => short(&format!("{path}: {}", error.inner())),
        }
    })?;
    let again = serde_json::to_value(&read).map_err(|error| short(&error.to_string()))?;
    is_like(&given, &again).map_err(|place| {
        short(&format!(
            "{}: it is not a dictionary",
            place.trim_start_matches('.')
        ))
    })?;
    Ok(read)
}

/// A list of the right values in the right order would pass for a dictionary; it is not one. The error is the place.
fn is_like(given: &Value, wanted: &Value) -> Result<(), String> {
    match (given, wanted) {
        (Value::Object(given), Value::Object(wanted)) => (given.iter()).try_for_each(|(key, value)| {
            let inner = wanted.get(key).map_or(Ok(()), |wanted| is_like(value, wanted));
            inner.map_err(|place| format!(".{key}{place}"))
        }),
        (Value::Array(given), Value::Array(wanted)) => {
            (given.iter().zip(wanted).enumerate()).try_for_each(|(number, (value, wanted))| {
                is_like(value, wanted).map_err(|place| format!("[{number}]{place}"))
            })
        }
        (Value::Array(_), Value::Object(_)) => Err(String::new()),
        _ => Ok(()),
    }
}

/// A text of JSON, in which no key comes twice.
///
/// # Errors
/// Not JSON: what is wrong, with line and column.
pub fn parse(text: &str) -> Result<Value, String> {
    serde_json::from_str::<Strict>(text)
        .map(|strict| strict.0)
        .map_err(|error| short(&error.to_string()))
}

fn short(message: &str) -> String {
    let plain = |letter: char| if letter.is_control() { '?' } else { letter };
    let mut kept: String = message.chars().take(LONGEST_MESSAGE).map(plain).collect();
    if kept.len() < message.len() {
        kept.push_str("...");
    }
    kept
}

/// How a save calls what is a number here.
pub struct Words<'a> {
    /// The text for a node; empty: it has none.
    pub node: &'a dyn Fn(Key) -> String,
    /// A tag or squad.
    pub name: &'a dyn Fn(u32) -> String,
}

/// What is a number here, by the text of a save.
pub struct Numbers<'a> {
    /// The node of a text that is not empty.
    pub node: &'a dyn Fn(&str) -> Option<Key>,
    /// The number of a tag or squad.
    pub name: &'a mut dyn FnMut(&str) -> u32,
}

impl Words<'_> {
    fn node_or_none(&self, key: Option<Key>) -> Text {
        Text(key.map_or_else(String::new, |key| (self.node)(key)))
    }
}

impl Numbers<'_> {
    fn node_or_none(&self, text: &Text) -> Option<Key> {
        (!text.0.is_empty()).then(|| (self.node)(&text.0)).flatten()
    }
}

/// A belief, without its target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeliefSave<const N: usize> {
    last_known_position: Place<N>,
    has_last_known: bool,
    time_since_seen: Time,
    confidence: Unit,
    last_known_velocity: Place<N>,
    stimulus: Whole<{ Stimulus::Custom as u64 }>,
    alerted: bool,
    floor_earned: bool,
}

impl<const N: usize> From<&Belief> for BeliefSave<N> {
    fn from(belief: &Belief) -> Self {
        Self {
            last_known_position: Place(belief.last_known_position),
            has_last_known: belief.has_last_known,
            time_since_seen: Time(belief.time_since_seen),
            confidence: Unit(belief.confidence),
            last_known_velocity: Place(belief.last_known_velocity),
            stimulus: Whole(belief.stimulus as u64),
            alerted: belief.alerted,
            floor_earned: belief.floor_earned,
        }
    }
}

impl<const N: usize> From<&BeliefSave<N>> for Belief {
    fn from(save: &BeliefSave<N>) -> Self {
        Self {
            last_known_position: save.last_known_position.0,
            has_last_known: save.has_last_known,
            time_since_seen: save.time_since_seen.0,
            confidence: save.confidence.0,
            last_known_velocity: save.last_known_velocity.0,
            stimulus: Stimulus::from_number(save.stimulus.0 as i64).unwrap_or_default(),
            alerted: save.alerted,
            floor_earned: save.floor_earned,
            motion: Motion::default(),
        }
    }
}

/// The last tenth of a second of something that moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MotionSave<const N: usize> {
    at: List<Place<N>, 1>,
    moved: [Place<N>; PARTS],
    took: [Amount; PARTS],
    part: Whole<{ PARTS as u64 - 1 }>,
}

impl<const N: usize> From<&Motion> for MotionSave<N> {
    fn from(motion: &Motion) -> Self {
        Self {
            at: List(motion.at.map(Place).into_iter().collect()),
            moved: motion.moved.map(Place),
            took: motion.took.map(|took| Amount(f64::from(took))),
            part: Whole(u64::from(motion.part)),
        }
    }
}

impl<const N: usize> From<&MotionSave<N>> for Motion {
    fn from(save: &MotionSave<N>) -> Self {
        Self {
            at: save.at.0.first().map(|at| at.0),
            moved: save.moved.map(|moved| moved.0),
            took: save.took.map(|took| (took.0 as f32).min(f32::MAX)),
            part: save.part.0 as u8,
        }
    }
}

/// What a target's own movement adds to how it is noticed, and the light on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetSave<const N: usize> {
    velocity: Place<N>,
    motion: MotionSave<N>,
    light: Unit,
}

impl<const N: usize> TargetSave<N> {
    /// Of a target that moves like this, in this light (0..1).
    #[must_use]
    pub fn new(motion: &Motion, velocity: Vec3, light: f64) -> Self {
        Self {
            velocity: Place(velocity),
            motion: motion.into(),
            light: Unit(light),
        }
    }

    /// How it moves, its velocity, and the light on it.
    #[must_use]
    pub fn parts(&self) -> (Motion, Vec3, f64) {
        ((&self.motion).into(), self.velocity.0, self.light.0)
    }
}

/// How far a walker is from its next step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepsSave<const N: usize> {
    since_step: Amount,
    motion: MotionSave<N>,
}

impl<const N: usize> StepsSave<N> {
    /// Of a walker that moves like this, so many seconds after its last step.
    #[must_use]
    pub fn new(motion: &Motion, since_step: f64) -> Self {
        Self {
            since_step: Amount(since_step),
            motion: motion.into(),
        }
    }

    /// How it moves, and the seconds since its last step.
    #[must_use]
    pub fn parts(&self) -> (Motion, f64) {
        ((&self.motion).into(), self.since_step.0)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackSave<const N: usize> {
    target: Text,
    belief: BeliefSave<N>,
    motion: MotionSave<N>,
    /// Never: -1.
    since_sight: Time,
    hops: Whole<{ u8::MAX as u64 }>,
    born: Whole<MOST>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PairSave<const N: usize> {
    target: Text,
    waited: Time,
    streak: Whole<2>,
    pending: Time,
    unseen: Time,
    sensed: bool,
    touched: bool,
    gain: Time,
    visibility: Amount,
    movement: Amount,
    due: bool,
    at: Place<N>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeardSave<const N: usize> {
    origin: Place<N>,
    loudness: Unit,
    tag: Text,
    maker: Text,
    target: Text,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoiseSave<const N: usize> {
    origin: Place<N>,
    radius: Time,
    strength: Unit,
    muffled: bool,
    goes_round: bool,
    wall_muffle: Unit,
    mask: Whole<{ u32::MAX as u64 }>,
    source: Text,
    body: Text,
    squad: Text,
    alarm: bool,
    tag: Text,
    target: Text,
}

/// An agent: everything that is not a setting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentSave<const N: usize> {
    level: Whole<{ Level::Alerted as u64 }>,
    in_level: Time,
    /// Not reacting: -1.
    reacting: Time,
    shouted: bool,
    dice: DiceText,
    reaction_roll: Unit,
    scale_roll: Unit,
    look_phase: Unit,
    warm_up: Whole<{ WARM_UP as u64 }>,
    left_out: bool,
    tracks: List<TrackSave<N>, LONGEST>,
    earned: List<Text, LONGEST>,
    born: Whole<MOST>,
    pairs: List<PairSave<N>, LONGEST>,
    inbox: List<HeardSave<N>, LONGEST>,
    noises: List<NoiseSave<N>, LONGEST>,
}

impl<const N: usize> AgentSave<N> {
    /// Of what [`World::save`](crate::world::World::save) tells.
    #[must_use]
    pub fn new(saved: &Saved, words: &Words) -> Self {
        let state = &saved.state;
        let tracks = state.tracks.all.iter().map(|track| TrackSave {
            target: words.node_or_none(track.key),
            belief: (&track.belief).into(),
            motion: (&track.belief.motion).into(),
            since_sight: Time(track.since_sight.unwrap_or(f64::INFINITY)),
            hops: Whole(u64::from(track.hops)),
            born: Whole(track.born),
        });
        let pairs = state.pairs.iter().map(|pair| PairSave {
            target: Text((words.node)(pair.key)),
            waited: Time(pair.waited),
            streak: Whole(u64::from(pair.streak)),
            pending: Time(pair.pending),
            unseen: Time(pair.unseen),
            sensed: pair.sensed,
            touched: pair.touched,
            gain: Time(pair.gain),
            visibility: Amount(pair.visibility),
            movement: Amount(pair.movement),
            due: pair.due,
            at: Place(pair.at),
        });
        let inbox = state.inbox.iter().map(|heard| HeardSave {
            origin: Place(heard.origin),
            loudness: Unit(heard.loudness),
            tag: Text((words.name)(heard.tag)),
            maker: words.node_or_none(heard.maker),
            target: words.node_or_none(heard.gives_away),
        });
        let noises = saved.noises.iter().map(|noise| NoiseSave {
            origin: Place(noise.origin),
            radius: Time(noise.radius),
            strength: Unit(noise.strength),
            muffled: noise.muffled,
            goes_round: noise.goes_round,
            wall_muffle: Unit(noise.wall_muffle),
            mask: Whole(u64::from(noise.mask)),
            source: words.node_or_none(noise.source),
            body: words.node_or_none(noise.body),
            squad: Text((words.name)(noise.squad)),
            alarm: noise.alarm,
            tag: Text((words.name)(noise.tag)),
            target: words.node_or_none(noise.gives_away.first().map(|(_, key)| *key)),
        });
        let earned = state.tracks.earned.iter().map(|key| Text((words.node)(*key)));
        Self {
            level: Whole(state.alert.level as u64),
            in_level: Time(state.alert.in_level),
            reacting: Time(state.alert.reacting.unwrap_or(f64::INFINITY)),
            shouted: state.shouted,
            dice: DiceText(state.dice.clone()),
            reaction_roll: Unit(state.reaction_roll),
            scale_roll: Unit(state.scale_roll),
            look_phase: Unit(state.look_phase),
            warm_up: Whole(u64::from(state.warm_up)),
            left_out: saved.left_out,
            tracks: List(tracks.collect()),
            // A node without a text is nobody in the save.
            earned: List(earned.filter(|text| !text.0.is_empty()).collect()),
            born: Whole(state.tracks.born),
            pairs: List(pairs.filter(|pair| !pair.target.0.is_empty()).collect()),
            inbox: List(inbox.collect()),
            noises: List(noises.collect()),
        }
    }

    /// Every text that stands for a node.
    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        let tracks = self.tracks.0.iter().map(|track| &track.target);
        let pairs = self.pairs.0.iter().map(|pair| &pair.target);
        let inbox = self
            .inbox
            .0
            .iter()
            .flat_map(|heard| [&heard.maker, &heard.target]);
        let noises = (self.noises.0.iter()).flat_map(|noise| [&noise.source, &noise.body, &noise.target]);
        (tracks
            .chain(&self.earned.0)
            .chain(pairs)
            .chain(inbox)
            .chain(noises))
        .map(|text| text.0.as_str())
        .filter(|text| !text.is_empty())
    }

    /// Whether it hangs together: nobody twice, none older than the first.
    ///
    /// # Errors
    /// What does not, and where.
    pub fn validate(&self) -> Result<(), String> {
        let mut born = 0;
        for (number, track) in self.tracks.0.iter().enumerate() {
            if track.born.0 <= born || track.born.0 > self.born.0 {
                return Err(format!(
                    "tracks[{number}].born: {} is out of its order",
                    track.born.0
                ));
            }
            born = track.born.0;
        }
        let tracks = self.tracks.0.iter().map(|track| &track.target);
        let pairs = self.pairs.0.iter().map(|pair| &pair.target);
        only_once("tracks", ".target", true, tracks)?;
        only_once("pairs", ".target", false, pairs)?;
        only_once("earned", "", false, self.earned.0.iter())
    }

    /// What it stands for in this run of the game. A target that is not there is believed in as nobody.
    pub fn saved(&self, numbers: &mut Numbers) -> Saved {
        // Two texts may have come to mean one node.
        let mut known = HashSet::new();
        let tracks = self.tracks.0.iter().map(|track| Track {
            key: (numbers.node_or_none(&track.target)).filter(|key| known.insert(*key)),
            belief: Belief {
                motion: (&track.motion).into(),
                ..(&track.belief).into()
            },
            since_sight: Some(track.since_sight.0).filter(|since| since.is_finite()),
            hops: track.hops.0 as u8,
            born: track.born.0,
        });
        let mut tracks = Tracks {
            all: tracks.collect(),
            earned: (self.earned.0.iter())
                .filter_map(|text| numbers.node_or_none(text))
                .collect(),
            born: self.born.0,
        };
        tracks.lose_keys(|_| false);
        let mut seen = HashSet::new();
        let pairs = self.pairs.0.iter().filter_map(|pair| {
            let key = numbers
                .node_or_none(&pair.target)
                .filter(|key| seen.insert(*key))?;
            Some(Pair {
                waited: pair.waited.0,
                streak: pair.streak.0 as u8,
                pending: pair.pending.0,
                unseen: pair.unseen.0,
                sensed: pair.sensed,
                touched: pair.touched,
                gain: pair.gain.0,
                visibility: pair.visibility.0,
                movement: pair.movement.0,
                due: pair.due,
                ..Pair::new(key, pair.at.0, 0.0)
            })
        });
        let pairs = pairs.collect();
        let inbox = self.inbox.0.iter().map(|heard| Heard {
            origin: heard.origin.0,
            loudness: heard.loudness.0,
            tag: (numbers.name)(&heard.tag.0),
            maker: numbers.node_or_none(&heard.maker),
            gives_away: numbers.node_or_none(&heard.target),
        });
        let inbox = inbox.collect();
        let noises = self.noises.0.iter().map(|noise| Noise {
            origin: noise.origin.0,
            radius: noise.radius.0,
            strength: noise.strength.0,
            muffled: noise.muffled,
            goes_round: noise.goes_round,
            wall_muffle: noise.wall_muffle.0,
            mask: noise.mask.0 as u32,
            source: numbers.node_or_none(&noise.source),
            body: numbers.node_or_none(&noise.body),
            squad: (numbers.name)(&noise.squad.0),
            alarm: noise.alarm,
            tag: (numbers.name)(&noise.tag.0),
            gives_away: (numbers.node_or_none(&noise.target))
                .map(|key| (0, key))
                .into_iter()
                .collect(),
            // It is for the agent alone, wherever that is by then.
            space: 0,
            moment: u64::MAX,
            listeners: [].into(),
        });
        let noises = noises.collect();
        Saved {
            state: AgentState {
                tracks,
                alert: Alert {
                    level: [Level::Unaware, Level::Suspicious, Level::Alerted][self.level.0.min(2) as usize],
                    in_level: self.in_level.0,
                    reacting: Some(self.reacting.0).filter(|waited| waited.is_finite()),
                },
                shouted: self.shouted,
                dice: self.dice.0.clone(),
                reaction_roll: self.reaction_roll.0,
                scale_roll: self.scale_roll.0,
                warm_up: self.warm_up.0 as u8,
                look_phase: self.look_phase.0,
                pairs,
                inbox,
            },
            left_out: self.left_out,
            noises,
        }
    }
}

/// One text of a list is not there twice; the empty one may be, where it stands for nobody.
fn only_once<'a>(
    list: &str,
    field: &str,
    empty: bool,
    texts: impl Iterator<Item = &'a Text>,
) -> Result<(), String> {
    let mut seen = HashSet::new();
    for (number, text) in texts.enumerate() {
        if text.0.is_empty() && empty {
            continue;
        }
        if text.0.is_empty() {
            return Err(format!("{list}[{number}]{field}: it is empty"));
        }
        if !seen.insert(&text.0) {
            let text = &text.0;
            return Err(short(&format!(
                "{list}[{number}]{field}: {text:?} is there twice"
            )));
        }
    }
    Ok(())
}

/// One agent and the targets that it has to do with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneSave<const N: usize> {
    /// The agent.
    pub agent: AgentSave<N>,
    /// The targets, by their texts.
    pub targets: BTreeMap<String, TargetSave<N>>,
}

impl<const N: usize> OneSave<N> {
    /// As [`read`], and it hangs together.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(save: Value) -> Result<Self, String> {
        let read: Self = read(save)?;
        read.agent.validate().map_err(|why| format!("agent.{why}"))?;
        Ok(read)
    }
}

/// All agents, targets and walkers of one dimension, by their texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllSave<const N: usize> {
    /// The agents.
    pub agents: BTreeMap<String, AgentSave<N>>,
    /// The targets.
    pub targets: BTreeMap<String, TargetSave<N>>,
    /// The walkers whose steps are heard.
    pub steps: BTreeMap<String, StepsSave<N>>,
}

impl<const N: usize> Default for AllSave<N> {
    fn default() -> Self {
        Self {
            agents: BTreeMap::new(),
            targets: BTreeMap::new(),
            steps: BTreeMap::new(),
        }
    }
}

/// A whole game, both dimensions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSave {
    /// 2D.
    pub flat: AllSave<2>,
    /// 3D.
    pub solid: AllSave<3>,
}

impl GameSave {
    /// As [`read`], and it hangs together.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(save: Value) -> Result<Self, String> {
        let read: Self = read(save)?;
        let hangs_together = |list: &str, name: &str, agent: Result<(), String>| {
            agent.map_err(|why| short(&format!("{list}.agents.{name}.{why}")))
        };
        for (name, agent) in &read.flat.agents {
            hangs_together("flat", name, agent.validate())?;
        }
        for (name, agent) in &read.solid.agents {
            hangs_together("solid", name, agent.validate())?;
        }
        Ok(read)
    }
}

/// JSON in which no key comes twice.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = from.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut entries = Map::new();
        while let Some(key) = from.next_key::<String>()? {
            if entries.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} is there twice")));
            }
            let Strict(value) = from.next_value()?;
            entries.insert(key, value);
        }
        Ok(Value::Object(entries))
    }
}

/// A number in its range, whole or not: JSON of other hands may write 1 as 1.0.
struct Ranged<'a> {
    wanted: &'a str,
    fits: &'a dyn Fn(f64) -> bool,
}

impl Ranged<'_> {
    fn read<'de, D: Deserializer<'de>>(self, from: D) -> Result<f64, D::Error> {
        from.deserialize_f64(self)
    }
}

impl Visitor<'_> for Ranged<'_> {
    type Value = f64;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(self.wanted)
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<f64, E> {
        if (self.fits)(value) {
            Ok(value)
        } else {
            Err(E::invalid_value(Unexpected::Float(value), &self))
        }
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<f64, E> {
        self.visit_f64(value as f64)
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<f64, E> {
        self.visit_f64(value as f64)
    }
}

/// 0..1.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Unit(f64);

impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let known = if self.0.is_nan() { 0.0 } else { self.0 };
        to.serialize_f64(known.clamp(0.0, 1.0))
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wanted = "a number from 0 to 1";
        let fits = &|value| (0.0..=1.0).contains(&value);
        Ranged { wanted, fits }.read(from).map(Self)
    }
}

/// 0 or more, finite.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Amount(f64);

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let known = if self.0.is_nan() { 0.0 } else { self.0 };
        to.serialize_f64(known.clamp(0.0, f64::MAX))
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wanted = "a number of 0 or more";
        let fits = &|value: f64| value >= 0.0 && value.is_finite();
        Ranged { wanted, fits }.read(from).map(Self)
    }
}

/// 0 or more; infinite is -1.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Time(f64);

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            f64::INFINITY => to.serialize_f64(-1.0),
            value => Amount(value).serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wanted = "a number of 0 or more, or -1 for an infinite one";
        let fits = &|value: f64| value == -1.0 || value >= 0.0 && value.is_finite();
        let value = Ranged { wanted, fits }.read(from)?;
        Ok(Self(if value < 0.0 { f64::INFINITY } else { value }))
    }
}

/// A whole number from 0 to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Whole<const MAX: u64>(u64);

impl<const MAX: u64> Serialize for Whole<MAX> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(self.0.min(MAX))
    }
}

impl<'de, const MAX: u64> Deserialize<'de> for Whole<MAX> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wanted = &format!("a whole number from 0 to {MAX}");
        let fits = &|value: f64| value.fract() == 0.0 && (0.0..=MAX as f64).contains(&value);
        Ranged { wanted, fits }.read(from).map(|value| Self(value as u64))
    }
}

/// A vector as a list of `N` numbers, 2 or 3.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place<const N: usize>(Vec3);

impl<const N: usize> Serialize for Place<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let known = |number: f32| if number.is_finite() { number } else { 0.0 };
        to.collect_seq(self.0.to_array().into_iter().take(N).map(known))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Place<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Numbers<const N: usize>;

        impl<'de, const N: usize> Visitor<'de> for Numbers<N> {
            type Value = Vec3;

            fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
                write!(to, "a list of {N} numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Vec3, A::Error> {
                let mut numbers = [0.0; 3];
                let mut count = 0;
                while let Some(Coordinate(number)) = from.next_element()? {
                    if count < N {
                        numbers[count] = number;
                    }
                    count += 1;
                }
                if count == N {
                    Ok(Vec3::from_array(numbers))
                } else {
                    Err(A::Error::invalid_length(count, &self))
                }
            }
        }

        from.deserialize_seq(Numbers::<N>).map(Self)
    }
}

/// A number that a place can be at.
struct Coordinate(f32);

impl<'de> Deserialize<'de> for Coordinate {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let wanted = "a number that a coordinate can be";
        let fits = &|value| (value as f32).is_finite();
        let value = Ranged { wanted, fits }.read(from)?;
        Ok(Self(value as f32))
    }
}

/// A text of bearable length.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        if text.len() <= LONGEST {
            Ok(Self(text))
        } else {
            let wanted = format!("at most {LONGEST} letters");
            Err(D::Error::invalid_length(text.len(), &wanted.as_str()))
        }
    }
}

/// A list of at most `MAX`.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct List<T, const MAX: usize>(Vec<T>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for List<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let list = Vec::<T>::deserialize(from)?;
        if list.len() <= MAX {
            Ok(Self(list))
        } else {
            let wanted = format!("at most {MAX}");
            Err(D::Error::invalid_length(list.len(), &wanted.as_str()))
        }
    }
}

/// A generator as a text: its numbers are too big for JSON of other hands.
#[derive(Debug, Clone, PartialEq)]
struct DiceText(Dice);

impl Serialize for DiceText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0.to_text())
    }
}

impl<'de> Deserialize<'de> for DiceText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let dice = Dice::from_text(&text);
        let wanted = "32 hexadecimal digits that a generator was saved as";
        dice.map(Self)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &wanted))
    }
}

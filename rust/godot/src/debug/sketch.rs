//! What is drawn of one enemy: what it could see, what it sees and why not, what it believes.

use std::f64::consts::{FRAC_PI_2, PI};

use enemy_senses_core::memory::Stimulus;
use enemy_senses_core::sight::{Eye, Gates};
use enemy_senses_core::track::Key;
use enemy_senses_core::world::{Agent, AgentId};
use enemy_senses_core::{Frame, Vec3, frame};
use godot::prelude::*;

use super::{Surface, circle, farthest, mark};
use crate::paint::Picture;
use crate::perception::EyeState;
use crate::seats;
use crate::state::{self, Dimension};
use crate::targets;

/// The angle between two rays of a fan.
const STEP: f64 = PI / 90.0;

/// A noise is seen for this long, in seconds.
const RING_LASTS: f64 = 0.8;

const CLEAR: Color = Color::from_rgb(0.35, 1.0, 0.45);
const BLOCKED: Color = Color::from_rgb(1.0, 0.35, 0.3);
const IDLE: Color = Color::from_rgb(0.6, 0.85, 1.0);
const LEVELS: [(&str, Color); 3] = [
    ("UNAWARE", IDLE),
    ("SUSPICIOUS", Color::from_rgb(1.0, 0.85, 0.25)),
    ("ALERTED", Color::from_rgb(1.0, 0.35, 0.25)),
];

/// A drawing before it is shown.
#[derive(Debug, Default)]
pub struct Sketch {
    /// Shapes and lines.
    pub picture: Picture,
    /// Text at places.
    pub words: Vec<Word>,
}

/// Text at a place.
#[derive(Debug)]
pub struct Word {
    /// Where.
    pub at: Vec3,
    /// What, in lines.
    pub text: String,
    /// Its colour.
    pub color: Color,
    /// How many lines above its place it begins.
    pub lift: i32,
}

/// The places that an eye would see up to if there were no walls.
#[derive(Debug, Default)]
pub struct Fan {
    /// Ends of rays across the cone, with its factor there.
    pub across: Vec<(Vec3, f64)>,
    /// In 3D: ends of rays from below to above.
    pub upright: Vec<Vec3>,
    /// Ends of rays all round, of the near range.
    pub near: Vec<Vec3>,
}

impl Fan {
    /// The fan of an eye, from the numbers that its gates are made of.
    pub fn of(state: &EyeState, eye: &Eye) -> Self {
        let gates = &state.gates;
        let dimension = dimension_of(gates);
        let mut fan = Self::default();
        if !state.enabled || !eye.position.is_finite() {
            return fan;
        }
        let near = (state.vision.near_range.min(farthest(dimension))) as f32;
        if near > 0.0 {
            fan.near = circle(dimension, eye.position, near, 24).collect();
        }
        let range = gates.range().min(farthest(dimension));
        let outer = gates.half_outer();
        let Some(forward) = eye.forward.filter(|_| range > 0.0 && outer > 0.0) else {
            return fan;
        };
        let axes = Axes::of(state, eye, forward);
        let end = |direction: Vec3| eye.position + direction * range as f32;
        for angle in angles(gates.half_focal(), outer) {
            let end = end(axes.yawed(angle));
            fan.across.push((end, gates.judge(eye, end).cone_factor));
        }
        if dimension == Dimension::Solid && !state.vision.flat {
            let vertical = (state.vision.vertical_view_angle / 2.0).to_radians();
            let high = if vertical > 0.0 {
                vertical
            } else {
                gates.half_focal()
            }
            .min(FRAC_PI_2);
            let steps = (2.0 * high / (3.0 * STEP)).ceil().max(1.0) as u32;
            fan.upright = (0..=steps)
                .map(|step| end(axes.pitched(high * (2.0 * f64::from(step) / f64::from(steps) - 1.0))))
                .collect();
        }
        fan
    }

    /// All its places, in order.
    pub fn places(&self) -> impl Iterator<Item = Vec3> + '_ {
        let across = self.across.iter().map(|(place, _)| *place);
        across
            .chain(self.upright.iter().copied())
            .chain(self.near.iter().copied())
    }
}

fn dimension_of(gates: &Gates) -> Dimension {
    match gates.frame {
        Frame::Space => Dimension::Solid,
        Frame::TopDown | Frame::Side => Dimension::Flat,
    }
}

/// From one edge of the outer cone to the other, through the edges of the focal one.
fn angles(focal: f64, outer: f64) -> Vec<f64> {
    let mut all = vec![-outer];
    for (from, to) in [(-outer, -focal), (-focal, focal), (focal, outer)] {
        let steps = ((to - from) / STEP).ceil().max(0.0) as u32;
        all.extend((1..=steps).map(|step| from + (to - from) * f64::from(step) / f64::from(steps)));
    }
    all
}

/// Ahead, to the side, and up, as an eye has them.
pub struct Axes {
    /// Ahead.
    pub forward: Vec3,
    /// To the side.
    pub side: Vec3,
    /// Up.
    pub up: Vec3,
}

/// The axes that an eye's angles are measured in; none for an eye without a direction.
pub fn angle_axes(state: &EyeState, eye: &Eye) -> Option<Axes> {
    eye.forward.map(|forward| Axes::of(state, eye, forward))
}

impl Axes {
    fn of(state: &EyeState, eye: &Eye, forward: Vec3) -> Self {
        let frame = state.gates.frame;
        if frame != Frame::Space {
            return Self {
                forward,
                side: Vec3::new(-forward.y, forward.x, 0.0),
                up: Vec3::Z,
            };
        }
        let forward = match state.vision.flat {
            true => frame::direction(frame.on_ground(forward)).unwrap_or(forward),
            false => forward,
        };
        let up = if eye.by_hand || state.vision.flat {
            Vec3::Y
        } else {
            eye.up
        };
        let side = forward.cross(up);
        let side = frame::direction(side)
            .filter(|_| side.length() > 1e-4)
            .unwrap_or_else(|| forward.any_orthonormal_vector());
        Self {
            forward,
            side,
            up: side.cross(forward),
        }
    }

    /// The direction at an angle to the side, radians.
    pub fn yawed(&self, angle: f64) -> Vec3 {
        self.forward * angle.cos() as f32 + self.side * angle.sin() as f32
    }

    fn pitched(&self, angle: f64) -> Vec3 {
        self.forward * angle.cos() as f32 + self.up * angle.sin() as f32
    }
}

/// What one eye sees at this moment.
pub struct Survey {
    /// Its settings.
    pub state: EyeState,
    /// Its pose.
    pub eye: Eye,
    /// How far it could see.
    pub fan: Fan,
    /// How far it does: one place for each of the fan's.
    pub ends: Vec<Vec3>,
    /// Whom it looked at.
    pub seen: Vec<Seen>,
}

/// One whom it looked at.
pub struct Seen {
    /// Which node.
    pub key: Key,
    /// Its name.
    pub name: String,
    /// The gate that failed, `none` if it is seen.
    pub gate: &'static str,
    /// How well it is seen.
    pub visibility: f64,
    /// The rays that were cast for it.
    pub samples: Vec<Sample>,
}

/// One ray.
pub struct Sample {
    /// Where it was meant to end.
    pub to: Vec3,
    /// Where it ended before, and at what.
    pub blocked: Option<(Vec3, Option<InstanceId>)>,
}

/// Draws one eye and, if it is an agent's, what the agent believes.
pub fn of(survey: &Survey, id: Option<AgentId>) -> Sketch {
    let mut sketch = Sketch::default();
    let dimension = dimension_of(&survey.state.gates);
    let size = mark(dimension);
    let agent = id.and_then(|id| state::state().world.agents.get(id).cloned());
    let level = agent
        .as_ref()
        .map_or(0, |agent| agent.state.alert.level as usize)
        .min(2);
    let color = LEVELS[level].1;
    sketch.cone(survey, color);
    let mut told = Vec::new();
    for seen in &survey.seen {
        sketch.seen(survey, seen, agent.as_ref(), size, &mut told);
    }
    let mut label = match &agent {
        Some(agent) => format!("{} {:.2}", LEVELS[level].0, agent.awareness()),
        None => String::new(),
    };
    for line in told {
        if !label.is_empty() {
            label.push('\n');
        }
        label.push_str(&line);
    }
    if let Some(agent) = &agent {
        sketch.beliefs(agent, survey.eye.position, size);
        let radius = agent.profile.shout_radius.min(farthest(dimension)) as f32;
        if radius > 0.0 {
            let body = id.and_then(|id| seats::with(id, |seat| seat.body_place()).flatten());
            let middle = body.unwrap_or(survey.eye.position);
            sketch
                .picture
                .path(circle(dimension, middle, radius, 64), color.with_alpha(0.3));
        }
    }
    sketch.word(survey.eye.position, label, color);
    sketch
}

impl Sketch {
    fn word(&mut self, at: Vec3, text: String, color: Color) {
        if !text.is_empty() && at.is_finite() {
            // However faint the thing, its words are to be read.
            let color = color.with_alpha(0.95);
            self.words.push(Word {
                at,
                text,
                color,
                lift: 0,
            });
        }
    }

    fn cone(&mut self, survey: &Survey, color: Color) {
        let eye = survey.eye.position;
        let fan = &survey.fan;
        let (across, rest) = survey.ends.split_at(fan.across.len().min(survey.ends.len()));
        let (upright, near) = rest.split_at(fan.upright.len().min(rest.len()));
        let strength = |at: usize| fan.across[at].1 as f32;
        for at in 1..across.len() {
            let shade = |at: usize| color.with_alpha(0.05 + 0.15 * strength(at));
            let middle = color.with_alpha(0.05 + 0.15 * strength(at).max(strength(at - 1)));
            self.picture.triangle(
                [eye, across[at - 1], across[at]],
                [middle, shade(at - 1), shade(at)],
            );
            self.picture.line(
                across[at - 1],
                across[at],
                color.with_alpha(0.25 + 0.35 * strength(at)),
            );
        }
        for edge in [across.first(), across.last(), upright.first(), upright.last()]
            .into_iter()
            .flatten()
        {
            self.picture.line(eye, *edge, color.with_alpha(0.35));
        }
        self.picture.path(upright.iter().copied(), color.with_alpha(0.2));
        for pair in near.windows(2) {
            self.picture
                .triangle([eye, pair[0], pair[1]], [color.with_alpha(0.12); 3]);
        }
        self.picture.path(near.iter().copied(), color.with_alpha(0.5));
    }

    /// The rays to one target, and why it is seen or not.
    fn seen(
        &mut self,
        survey: &Survey,
        seen: &Seen,
        agent: Option<&Agent>,
        size: f32,
        told: &mut Vec<String>,
    ) {
        let mut blocker = None;
        for sample in &seen.samples {
            match sample.blocked {
                None => self
                    .picture
                    .line(survey.eye.position, sample.to, CLEAR.with_alpha(0.8)),
                Some((at, by)) => {
                    self.picture
                        .line(survey.eye.position, at, BLOCKED.with_alpha(0.8));
                    self.picture.line(at, sample.to, BLOCKED.with_alpha(0.2));
                    self.cross(at, size, BLOCKED);
                    blocker = blocker.or(by);
                }
            }
        }
        let name = &seen.name;
        let text = if seen.gate == "none" {
            let gain = agent
                .and_then(|agent| agent.insight(seen.key))
                .map(|insight| insight.gain);
            let gain = gain.filter(|gain| *gain > 0.0);
            let gain = gain.map_or_else(String::new, |gain| format!(", +{gain:.2}/s"));
            format!("sees {name}: {:.2}{gain}", seen.visibility)
        } else {
            let by = blocker.and_then(|id| Gd::<Node>::try_from_instance_id(id).ok());
            let by = by.map_or_else(String::new, |node| format!(" by {}", node.get_name()));
            format!("not {name}: {}{by}", seen.gate)
        };
        told.push(text);
    }

    fn beliefs(&mut self, agent: &Agent, eye: Vec3, size: f32) {
        let strongest = agent.strongest().map(|track| track.born);
        for track in agent.state.tracks.all() {
            let belief = &track.belief;
            if !belief.has_last_known {
                continue;
            }
            let strong = strongest == Some(track.born);
            let at = belief.last_known_position;
            let color = LEVELS[1].1.with_alpha(0.3 + 0.7 * belief.confidence as f32);
            let dimension = dimension_of(&agent.gates);
            self.cross(at, 1.2 * size, color);
            let radius = size * (1.0 + 2.0 * belief.confidence as f32);
            self.picture.path(circle(dimension, at, radius, 20), color);
            if strong {
                self.dashes(eye, at, 1.5 * size, color.with_alpha(0.5));
            }
            let who = track.key.and_then(|key| InstanceId::try_from_i64(key as i64));
            let who = targets::live(who)
                .try_to::<Gd<Node>>()
                .map_or_else(|_| "somebody".to_owned(), |node| node.get_name().to_string());
            let by = stimulus_name(belief.stimulus);
            let age = belief.time_since_seen;
            let age = if age.is_finite() {
                format!(", {age:.1} s ago")
            } else {
                String::new()
            };
            self.word(at, format!("{who}? {:.2} {by}{age}", belief.confidence), color);
        }
    }

    fn cross(&mut self, at: Vec3, size: f32, color: Color) {
        // Across both planes, so that it is seen from above and from the side.
        for (a, b) in [
            (Vec3::new(1.0, 1.0, 0.0), Vec3::new(-1.0, -1.0, 0.0)),
            (Vec3::new(1.0, -1.0, 0.0), Vec3::new(-1.0, 1.0, 0.0)),
            (Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.0, 0.0, -1.0)),
        ] {
            self.picture.line(at + a * size, at + b * size, color);
        }
    }

    fn dashes(&mut self, from: Vec3, to: Vec3, length: f32, color: Color) {
        let whole = frame::distance(from, to);
        if !whole.is_finite() {
            return;
        }
        let count = ((whole / f64::from(length) / 2.0).ceil() as u32).clamp(1, 64);
        let at = |part: u32| from.lerp(to, part as f32 / (2 * count) as f32);
        for dash in 0..count {
            self.picture.line(at(2 * dash), at(2 * dash + 1), color);
        }
    }
}

/// What a stimulus is called.
pub fn stimulus_name(stimulus: Stimulus) -> &'static str {
    match stimulus {
        Stimulus::None => "",
        Stimulus::Sight => "seen",
        Stimulus::Sound => "heard",
        Stimulus::Ally => "told",
        Stimulus::Touch => "felt",
        Stimulus::Custom => "sensed",
    }
}

/// A noise as it spreads.
pub struct Ring {
    /// Where it is drawn.
    pub surface: Surface,
    origin: Vec3,
    radius: f64,
    strength: f64,
    age: f64,
}

impl Ring {
    /// A noise that is made now.
    pub fn new(surface: Surface, origin: Vec3, radius: f64, strength: f64) -> Self {
        let radius = radius.min(farthest(surface.dimension));
        Self {
            surface,
            origin,
            radius,
            strength,
            age: 0.0,
        }
    }

    /// Goes on by some seconds; false when it is over.
    pub fn ages(&mut self, delta: f64) -> bool {
        self.age += delta.max(0.0);
        self.age < RING_LASTS
    }

    /// Draws it.
    pub fn draw(&self, sketch: &mut Sketch) {
        let fresh = (1.0 - self.age / RING_LASTS) as f32;
        let color = Color::from_rgba(0.55, 0.6, 1.0, 0.8 * fresh);
        let dimension = self.surface.dimension;
        let grown = (self.age / 0.25).min(1.0);
        let rings = [(1.0, 1.0), (grown, 0.6)];
        for (part, strength) in rings {
            let radius = (self.radius * part) as f32;
            sketch.picture.path(
                circle(dimension, self.origin, radius, 48),
                color.with_alpha(color.a * strength),
            );
        }
        sketch.word(self.origin, format!("noise {:.2}", self.strength.min(1.0)), color);
        if let Some(word) = sketch.words.last_mut() {
            word.lift = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fan(frame: Frame, edit: impl FnOnce(&mut EyeState)) -> (EyeState, Eye, Fan) {
        let mut state = EyeState::new(frame);
        edit(&mut state);
        state.gates = Gates::new(&state.vision, frame);
        let eye = Eye {
            position: Vec3::new(3.0, 4.0, 0.0),
            forward: Some(frame.default_facing()),
            up: frame.up(),
            by_hand: false,
        };
        let fan = Fan::of(&state, &eye);
        (state, eye, fan)
    }

    #[test]
    fn what_is_drawn_is_what_the_gates_let_through() {
        for frame in [Frame::TopDown, Frame::Side, Frame::Space] {
            let (state, eye, fan) = fan(frame, |s| s.vision.peripheral_angle = 150.0);
            assert!(fan.across.len() > 20);
            for (end, factor) in &fan.across {
                let inside = eye.position.lerp(*end, 0.99);
                let aspect = state.gates.judge(&eye, inside);
                assert!(aspect.passes(), "{frame:?}: {end}");
                assert!((aspect.cone_factor - factor).abs() < 1e-3);
                assert!(!state.gates.judge(&eye, eye.position.lerp(*end, 1.01)).in_range);
            }
            assert!((fan.across[0].1 - state.vision.peripheral_strength).abs() < 1e-3);
            for place in &fan.upright {
                assert!(state.gates.judge(&eye, eye.position.lerp(*place, 0.99)).passes());
            }
            for place in &fan.near {
                assert!(state.gates.judge(&eye, eye.position.lerp(*place, 0.99)).in_cone);
            }
        }
    }

    #[test]
    fn extremes_make_finite_places() {
        for frame in [Frame::TopDown, Frame::Side, Frame::Space] {
            for (range, angle) in [
                (0.0, 90.0),
                (f64::INFINITY, 90.0),
                (1e-3, 1e-3),
                (10.0, 360.0),
                (10.0, 0.0),
            ] {
                let (_, _, fan) = fan(frame, |s| {
                    (s.vision.view_range, s.vision.view_angle) = (range, angle)
                });
                assert!(fan.places().all(|place| place.is_finite()));
                assert_eq!(fan.across.is_empty(), range == 0.0 || angle == 0.0);
            }
        }
    }

    #[test]
    fn an_eye_that_looks_straight_up_has_axes() {
        let (state, mut eye, _) = fan(Frame::Space, |_| {});
        for forward in [Vec3::Y, Vec3::NEG_Y] {
            eye.forward = Some(forward);
            assert!(Fan::of(&state, &eye).places().all(|place| place.is_finite()));
        }
    }
}

//! Search: walk to where somebody was last known to be, look round, look behind what is near, give up.
//!
//! A search says where to go and where to look; it moves nobody. It is handed the belief anew at every step, so that a
//! newer one calls it away, and says when the belief is to be given up.

use std::collections::BTreeSet;

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use crate::frame::{Frame, direction, offset};
use crate::memory::Belief;

/// Seconds that a sum of ticks may be short of a time and still have reached it.
const SNAP: f64 = 1e-9;

/// From the side, this many seconds of standing right below or above a place are an arrival: there is no nearer.
const STAND: f64 = 0.3;

/// Standing is moving at less than this part of the search speed.
const STANDING: f64 = 0.1;

/// The number of a look that comes after any sweep.
const SWEPT: u32 = u32::MAX;

/// What a search is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Phase {
    /// Never begun.
    #[default]
    Idle = 0,
    /// On the way to the last known position.
    Travel = 1,
    /// Standing there, or at a cover, and looking round.
    Look = 2,
    /// On the way to a cover.
    Cover = 3,
    /// Finished, for a [`FinishReason`].
    Done = 4,
}

/// Why a search came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum FinishReason {
    /// It did not yet.
    #[default]
    NotFinished = 0,
    /// Every place was looked at and nobody was there.
    Exhausted = 1,
    /// The way there is barred; the game said so.
    Unreachable = 2,
    /// Somebody else cleared the belief.
    Expired = 3,
    /// It took too long.
    TimedOut = 4,
    /// Called off; the only end that leaves the belief alone.
    Cancelled = 5,
}

/// How to search. Distances in the game's units, times in seconds of game time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchTunables {
    /// Fastest velocity asked for, units per second.
    pub search_speed: f64,
    /// A place this near on the ground is reached, inclusive.
    pub arrive_radius: f64,
    /// ... unless it is farther up or down than this, inclusive. Means nothing seen from above.
    pub vertical_tolerance: f64,
    /// Seconds for each look.
    pub look_pause: f64,
    /// Radians about up from the facing at arrival, one look after the other; none: it only goes there.
    pub look_offsets: Vec<f32>,
    /// Seconds from `begin` to giving up whatever happens.
    pub timeout: f64,
    /// How many covers to look behind at each spot.
    pub cover_checks: u32,
    /// Covers this far from the spot count, inclusive.
    pub cover_radius: f64,
    /// Speed and number of looks times `lerp(0.5, 1, confidence at begin)`: unsure is slower and shorter.
    pub confidence_scaling: bool,
}

impl SearchTunables {
    /// The defaults for a way to lie in space.
    #[must_use]
    pub fn defaults(frame: Frame) -> Self {
        let metres = frame == Frame::Space;
        Self {
            search_speed: if metres { 2.5 } else { 70.0 },
            arrive_radius: if metres { 0.6 } else { 8.0 },
            vertical_tolerance: if metres { 1.0 } else { 48.0 },
            look_pause: 0.9,
            look_offsets: vec![-1.0, 1.0, 0.0],
            timeout: 20.0,
            cover_checks: 0,
            cover_radius: if metres { 8.0 } else { 160.0 },
            confidence_scaling: false,
        }
    }
}

/// What a search goes by: a belief that has a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lead {
    /// The last known position.
    pub position: Vec3,
    /// How the target moved when last seen, units per second; zero or not finite: not known.
    pub velocity: Vec3,
    /// 0..1.
    pub confidence: f64,
}

impl Lead {
    /// The lead in a belief; none where there is no place to go to.
    #[must_use]
    pub fn of(belief: &Belief) -> Option<Self> {
        belief.has_last_known.then_some(Self {
            position: belief.last_known_position,
            velocity: belief.last_known_velocity,
            confidence: belief.confidence,
        })
    }
}

/// A place to look at because somebody could be hiding there: the marker behind a crate, not the crate. A searcher goes
/// to the marker itself and looks round there, so where the markers stand decides what is seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// What tells it from all others, the same after loading a saved game.
    pub key: String,
    /// Global position.
    pub position: Vec3,
}

/// The covers of a game, asked only when a search chooses the next one. `()` has none.
pub trait Covers {
    /// All of them, near or far, always in the same order.
    fn covers(&mut self) -> Vec<Cover>;

    /// Whether a squad mate is on its way to that cover or looking round there (see [`Search::cover`]).
    fn is_taken(&mut self, cover: &Cover) -> bool;

    /// Whether a place lies inside something solid.
    fn is_inside_occluder(&mut self, place: Vec3) -> bool;
}

impl Covers for () {
    fn covers(&mut self) -> Vec<Cover> {
        Vec::new()
    }

    fn is_taken(&mut self, _cover: &Cover) -> bool {
        false
    }

    fn is_inside_occluder(&mut self, _place: Vec3) -> bool {
        false
    }
}

/// What a step of a search asks for.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[must_use]
pub struct Stride {
    /// Along the ground, units per second; zero while looking or done.
    pub velocity: Vec3,
    /// The search ended in this step and the belief that it searched is to be given up.
    pub gives_up: bool,
}

/// One search at a time, begun as often as wanted. Plain data that can be saved in the middle and goes on from there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    frame: Frame,
    phase: Phase,
    finish_reason: FinishReason,
    /// Where to look, of unit length and in the ground.
    facing: Vec3,
    /// Where to go.
    goal: Vec3,
    /// The last known position that it is about; none until there was a finite one.
    #[serde(with = "crate::optional")]
    spot: Option<Vec3>,
    /// Confidence at begin.
    confidence: f64,
    /// Seconds since begin.
    elapsed: f64,
    /// Facing at arrival.
    look_from: Vec3,
    /// Which look of the sweep it is; past the last one the sweep is over.
    look: u32,
    /// Seconds into that look.
    look_time: f64,
    /// The cover it is on its way to or looks round at.
    #[serde(with = "crate::optional")]
    cover: Option<Cover>,
    /// Covers chosen for this spot.
    checks: u32,
    /// Keys of the covers chosen since begin.
    visited: BTreeSet<String>,
    /// Where the searcher was one step ago, while it is on its way.
    #[serde(with = "crate::optional")]
    before: Option<Vec3>,
    /// Seconds it has been standing right below or above the goal.
    standing: f64,
}

impl Search {
    /// A search that is yet to begin.
    #[must_use]
    pub fn new(frame: Frame) -> Self {
        Self {
            frame,
            phase: Phase::Idle,
            finish_reason: FinishReason::NotFinished,
            facing: frame.default_facing(),
            goal: Vec3::ZERO,
            spot: None,
            confidence: 0.0,
            elapsed: 0.0,
            look_from: frame.default_facing(),
            look: 0,
            look_time: 0.0,
            cover: None,
            checks: 0,
            visited: BTreeSet::new(),
            before: None,
            standing: 0.0,
        }
    }

    /// Begins anew; nothing of an earlier search is left but the facing, and that only where the one given is zero or has
    /// no direction on the ground. Without a lead it has expired at once. Returns whether the belief is to be given up.
    pub fn begin(&mut self, frame: Frame, lead: Option<&Lead>, facing: Vec3) -> bool {
        let old = direction(frame.on_ground(self.facing)).unwrap_or(frame.default_facing());
        let facing = direction(frame.on_ground(facing)).unwrap_or(old);
        *self = Self {
            facing,
            look_from: facing,
            phase: Phase::Travel,
            ..Self::new(frame)
        };
        let Some(lead) = lead else {
            return self.finish(FinishReason::Expired);
        };
        if lead.confidence.is_finite() {
            self.confidence = lead.confidence.clamp(0.0, 1.0);
        }
        self.follow(lead);
        false
    }

    /// Goes on for `delta` seconds with the searcher at `position` and the belief as it is now (none: it has no place any
    /// more). A place that is not finite holds the searcher where it is while time runs on; without a positive, finite
    /// `delta` nothing happens.
    pub fn step(
        &mut self,
        tunables: &SearchTunables,
        position: Vec3,
        delta: f64,
        lead: Option<&Lead>,
        covers: &mut impl Covers,
    ) -> Stride {
        if !self.is_searching() || !delta.is_finite() || delta <= 0.0 {
            return Stride::default();
        }
        self.elapsed = (self.elapsed + delta).min(f64::MAX);
        let Some(lead) = lead else {
            return Stride {
                velocity: Vec3::ZERO,
                gives_up: self.finish(FinishReason::Expired),
            };
        };
        let mut velocity = Vec3::ZERO;
        if position.is_finite() && lead.position.is_finite() {
            self.follow(lead);
            velocity = self.go(tunables, position, delta, lead, covers);
        } else {
            self.before = None;
        }
        if self.is_searching() && self.elapsed >= tunables.timeout - SNAP {
            velocity = Vec3::ZERO;
            self.finish(FinishReason::TimedOut);
        }
        Stride {
            velocity,
            gives_up: self.is_finished(),
        }
    }

    /// The game found no way to the goal. The last known position: the search is over; a cover: on to the next one.
    /// Returns whether the belief is to be given up.
    pub fn report_unreachable(&mut self) -> bool {
        match self.phase {
            Phase::Idle | Phase::Done => false,
            Phase::Travel | Phase::Look => self.finish(FinishReason::Unreachable),
            Phase::Cover => {
                self.cover = None;
                self.start_looking();
                self.look = SWEPT;
                false
            }
        }
    }

    /// Calls it off and leaves the belief alone. One that is finished keeps its reason.
    pub fn cancel(&mut self) {
        if self.is_searching() {
            self.finish(FinishReason::Cancelled);
        }
    }

    /// Which way the game lay in space at `begin`.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// What it is doing.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Why it ended.
    #[must_use]
    pub fn finish_reason(&self) -> FinishReason {
        self.finish_reason
    }

    /// Whether it was begun and has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.phase == Phase::Done
    }

    /// Whether it was begun and has not ended.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        !matches!(self.phase, Phase::Idle | Phase::Done)
    }

    /// Where to look now: in the ground, of unit length.
    #[must_use]
    pub fn facing(&self) -> Vec3 {
        self.facing
    }

    /// Where to go: the last known position or a cover, as it is, in mid-air too.
    #[must_use]
    pub fn goal(&self) -> Vec3 {
        self.goal
    }

    /// The key of the cover that is its own until it leaves: on the way there and while looking round there.
    #[must_use]
    pub fn cover(&self) -> Option<&str> {
        self.cover.as_ref().map(|cover| cover.key.as_str())
    }

    /// Refuses what no search could have come to, as in an edited save; the message starts with the field.
    ///
    /// # Errors
    ///
    /// The first field that makes no sense, and why.
    pub fn validate(&self) -> Result<(), String> {
        let place = |v: Vec3| v.is_finite() && (self.frame == Frame::Space || v.z == 0.0);
        let unit =
            |v: Vec3| place(v) && (v.as_dvec3().length() - 1.0).abs() < 1e-3 && self.frame.height(v) == 0.0;
        let a_place = "finite, and flat in 2D";
        let time = |seconds: f64| seconds.is_finite() && seconds >= 0.0;
        let check = |good: bool, field: &str, must: &str| {
            if good {
                Ok(())
            } else {
                Err(format!("{field}: must be {must}"))
            }
        };
        check(
            unit(self.facing),
            "facing",
            "a direction on the ground of length 1",
        )?;
        check(
            unit(self.look_from),
            "look_from",
            "a direction on the ground of length 1",
        )?;
        check(place(self.goal), "goal", a_place)?;
        check(self.spot.is_none_or(place), "spot", a_place)?;
        check(self.before.is_none_or(place), "before", a_place)?;
        check(
            (0.0..=1.0).contains(&self.confidence),
            "confidence",
            "from 0 to 1",
        )?;
        check(
            time(self.elapsed),
            "elapsed",
            "a finite number of seconds, 0 or more",
        )?;
        check(
            time(self.look_time),
            "look_time",
            "a finite number of seconds, 0 or more",
        )?;
        check(
            time(self.standing),
            "standing",
            "a finite number of seconds, 0 or more",
        )?;
        let ended = self.finish_reason != FinishReason::NotFinished;
        check(
            ended == self.is_finished(),
            "finish_reason",
            "set when the phase is Done, and only then",
        )?;
        check(
            self.checks as usize <= self.visited.len(),
            "checks",
            "at most the number of covers visited",
        )?;
        match (&self.cover, self.phase) {
            (Some(cover), Phase::Cover | Phase::Look) => {
                check(place(cover.position), "cover.position", a_place)?;
                check(
                    self.visited.contains(&cover.key),
                    "cover.key",
                    "one of the covers visited",
                )?;
                check(self.goal == cover.position, "goal", "the place of the cover")
            }
            (Some(_), _) => check(false, "cover", "empty in this phase"),
            (None, Phase::Cover) => check(false, "cover", "a cover in this phase"),
            (None, _) => Ok(()),
        }
    }

    /// Ends it. Returns whether the belief is to be given up.
    fn finish(&mut self, reason: FinishReason) -> bool {
        self.phase = Phase::Done;
        self.finish_reason = reason;
        self.cover = None;
        reason != FinishReason::Cancelled
    }

    /// Takes aim at the lead unless it is the one that it has. Covers that were looked behind stay so, and so does the
    /// time it took.
    fn follow(&mut self, lead: &Lead) {
        if !lead.position.is_finite() || self.spot == Some(lead.position) {
            return;
        }
        if self.phase == Phase::Look {
            // Else a place that moves at its feet would turn it a little further each time.
            self.facing = self.look_from;
        }
        self.spot = Some(lead.position);
        self.cover = None;
        self.checks = 0;
        self.set_out(Phase::Travel, lead.position);
    }

    fn set_out(&mut self, phase: Phase, goal: Vec3) {
        self.phase = phase;
        self.goal = goal;
        self.before = None;
        self.standing = 0.0;
    }

    fn start_looking(&mut self) {
        self.phase = Phase::Look;
        self.look_from = self.facing;
        self.look = 0;
        self.look_time = 0.0;
    }

    /// From one phase to the next as far as it gets without taking time, and then what is to be done for `delta`.
    fn go(
        &mut self,
        t: &SearchTunables,
        position: Vec3,
        delta: f64,
        lead: &Lead,
        covers: &mut impl Covers,
    ) -> Vec3 {
        loop {
            match self.phase {
                Phase::Idle | Phase::Done => return Vec3::ZERO,
                Phase::Travel | Phase::Cover => {
                    if !self.has_arrived(t, position, delta) {
                        return self.walk(t, position, delta);
                    }
                    self.start_looking();
                }
                Phase::Look if self.look < self.looks(t) => {
                    self.look_round(t, delta);
                    return Vec3::ZERO;
                }
                Phase::Look => match self.next_cover(t, position, lead, covers) {
                    Some(cover) => {
                        self.checks += 1;
                        self.visited.insert(cover.key.clone());
                        self.set_out(Phase::Cover, cover.position);
                        self.cover = Some(cover);
                    }
                    None => {
                        self.finish(FinishReason::Exhausted);
                    }
                },
            }
        }
    }

    /// The way to the goal: along the ground, and up.
    fn way(&self, position: Vec3) -> (DVec3, f64) {
        let up = self.frame.up().as_dvec3();
        let way = offset(position, self.goal);
        let height = way.dot(up);
        (way - up * height, height)
    }

    /// Near on the ground and not a storey off. From the side nobody can be led up or down, so that somebody who has come
    /// to stand right below a place in mid-air is as near as can be.
    fn has_arrived(&mut self, t: &SearchTunables, position: Vec3, delta: f64) -> bool {
        let moved = self
            .before
            .replace(position)
            .map(|before| offset(before, position).length());
        let (way, height) = self.way(position);
        // The last bit of a position is not for walking.
        let bit = f64::from(4.0 * f32::EPSILON * position.abs().max(self.goal.abs()).max_element());
        let near = way.length() <= t.arrive_radius + bit;
        if self.frame == Frame::TopDown || !near || height.abs() <= t.vertical_tolerance {
            self.standing = 0.0;
            return near;
        }
        let stands = moved.is_some_and(|moved| moved <= STANDING * t.search_speed * delta);
        self.standing = if stands {
            (self.standing + delta).min(f64::MAX)
        } else {
            0.0
        };
        self.frame == Frame::Side && self.standing >= STAND - SNAP
    }

    /// Straight along the ground to the goal and no farther, facing it.
    fn walk(&mut self, t: &SearchTunables, position: Vec3, delta: f64) -> Vec3 {
        let (way, _) = self.way(position);
        let distance = way.length();
        if distance <= 0.0 {
            return Vec3::ZERO;
        }
        let ahead = way / distance;
        self.facing = ahead.as_vec3();
        let speed = (t.search_speed * self.scale(t))
            .min(distance / delta)
            .clamp(0.0, f64::from(f32::MAX));
        (ahead * speed).as_vec3()
    }

    /// Looks where the sweep has come to, for `delta` seconds of it.
    fn look_round(&mut self, t: &SearchTunables, delta: f64) {
        let angle = t.look_offsets[self.look as usize];
        let angle = if angle.is_finite() { angle } else { 0.0 };
        self.facing = self.frame.turned(self.look_from, angle);
        self.look_time = (self.look_time + delta).min(f64::MAX);
        let looks = self.looks(t);
        while self.look < looks && self.look_time >= t.look_pause - SNAP {
            self.look_time = (self.look_time - t.look_pause).max(0.0);
            self.look += 1;
        }
    }

    /// The cover that a pursuer would look behind next: in the direction that the target was last moving first, then the
    /// nearest to the spot.
    fn next_cover(
        &mut self,
        t: &SearchTunables,
        position: Vec3,
        lead: &Lead,
        covers: &mut impl Covers,
    ) -> Option<Cover> {
        self.cover = None;
        if self.checks >= t.cover_checks {
            return None;
        }
        let up = self.frame.up().as_dvec3();
        let heading = direction(self.frame.on_ground(lead.velocity)).map(Vec3::as_dvec3);
        let mut found: Vec<(bool, f64, Cover)> = Vec::new();
        for cover in covers.covers() {
            if !cover.position.is_finite() || self.visited.contains(&cover.key) {
                continue;
            }
            let mut way = offset(lead.position, cover.position);
            if self.frame == Frame::Side {
                // The spot may hang in mid-air; what counts is the storey that it is searched on.
                if offset(position, cover.position).dot(up).abs() > t.vertical_tolerance {
                    continue;
                }
                way -= up * way.dot(up);
            }
            let distance = way.length();
            if distance <= t.cover_radius {
                let ahead = heading.is_some_and(|heading| heading.dot(way) > 0.0);
                found.push((!ahead, distance, cover));
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        found
            .into_iter()
            .map(|(_, _, cover)| cover)
            .find(|cover| !covers.is_taken(cover) && !covers.is_inside_occluder(cover.position))
    }

    /// How much of its speed and of its looks a search takes: all, or less for an unsure one.
    fn scale(&self, t: &SearchTunables) -> f64 {
        if t.confidence_scaling {
            0.5 + 0.5 * self.confidence
        } else {
            1.0
        }
    }

    /// How many looks make a sweep; at least one where there are any.
    fn looks(&self, t: &SearchTunables) -> u32 {
        let all = t.look_offsets.len();
        let some = (all as f64 * self.scale(t)).round() as usize;
        some.clamp(all.min(1), all) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use proptest::prelude::*;

    use super::*;

    const TICK: f64 = 1.0 / 60.0;

    /// The covers of a test: markers, the keys that mates have taken, and a solid from one x to another.
    #[derive(Debug, Default)]
    struct Yard {
        covers: Vec<Cover>,
        taken: BTreeSet<String>,
        solid: Option<(f32, f32)>,
    }

    impl Yard {
        fn with(covers: &[(&str, Vec3)]) -> Self {
            let cover = |&(key, position): &(&str, Vec3)| Cover {
                key: key.to_owned(),
                position,
            };
            Self {
                covers: covers.iter().map(cover).collect(),
                ..Self::default()
            }
        }
    }

    impl Covers for Yard {
        fn covers(&mut self) -> Vec<Cover> {
            self.covers.clone()
        }

        fn is_taken(&mut self, cover: &Cover) -> bool {
            self.taken.contains(&cover.key)
        }

        fn is_inside_occluder(&mut self, place: Vec3) -> bool {
            self.solid
                .is_some_and(|(from, to)| (from..=to).contains(&place.x))
        }
    }

    fn lead(position: Vec3) -> Lead {
        Lead {
            position,
            velocity: Vec3::ZERO,
            confidence: 1.0,
        }
    }

    /// A body that does what its search says.
    struct Walker {
        search: Search,
        tunables: SearchTunables,
        position: Vec3,
        lead: Option<Lead>,
        yard: Yard,
        given_up: u32,
    }

    impl Walker {
        fn new(frame: Frame, to: Vec3) -> Self {
            let mut walker = Self {
                search: Search::new(frame),
                tunables: SearchTunables::defaults(frame),
                position: Vec3::ZERO,
                lead: Some(lead(to)),
                yard: Yard::default(),
                given_up: 0,
            };
            walker.begin();
            walker
        }

        fn begin(&mut self) {
            let given_up = self
                .search
                .begin(self.search.frame(), self.lead.as_ref(), Vec3::X);
            self.given_up += u32::from(given_up);
        }

        fn step(&mut self, delta: f64) -> Vec3 {
            let lead = self.lead.as_ref();
            let stride = self
                .search
                .step(&self.tunables, self.position, delta, lead, &mut self.yard);
            self.position += stride.velocity * delta as f32;
            self.given_up += u32::from(stride.gives_up);
            stride.velocity
        }

        /// Ticks until `phase` shows, this one included.
        fn until(&mut self, phase: Phase) -> u32 {
            for tick in 1..=3000 {
                self.step(TICK);
                if self.search.phase() == phase {
                    return tick;
                }
            }
            panic!("stays in {:?}", self.search.phase());
        }

        fn ended(&self) -> (FinishReason, u32) {
            (self.search.finish_reason(), self.given_up)
        }
    }

    fn same(a: Vec3, b: Vec3) -> bool {
        (a - b).length() < 1e-5
    }

    #[test]
    fn it_walks_there_looks_round_and_gives_up() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::new(70.0, 0.0, 0.0));
        assert_eq!(walker.search.goal(), Vec3::new(70.0, 0.0, 0.0));
        assert_eq!(walker.step(TICK), Vec3::X * 70.0);
        assert_eq!(
            (walker.search.phase(), walker.search.facing()),
            (Phase::Travel, Vec3::X)
        );
        let arrived = walker.until(Phase::Look);
        assert!((walker.position.x - 62.0).abs() < 1.5, "{}", walker.position);
        assert!((52..=55).contains(&arrived), "{arrived}");
        for offset in [-1.0, 1.0, 0.0] {
            for tick in 0..54 {
                let facing = Frame::TopDown.turned(Vec3::X, offset);
                assert!(same(walker.search.facing(), facing), "{offset} in tick {tick}");
                assert_eq!(walker.search.phase(), Phase::Look);
                assert_eq!(walker.step(TICK), Vec3::ZERO);
            }
        }
        assert!(walker.search.is_finished() && !walker.search.is_searching());
        assert_eq!(walker.ended(), (FinishReason::Exhausted, 1));
        assert_eq!(walker.step(TICK), Vec3::ZERO);
        assert_eq!(walker.given_up, 1, "once");
    }

    #[test]
    fn a_sound_at_its_feet_is_searched_every_time() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::new(0.0, 3.0, 0.0));
        for times in 1..=3 {
            walker.begin();
            walker.step(TICK);
            assert_eq!(walker.search.phase(), Phase::Look);
            assert!(same(walker.search.facing(), Frame::TopDown.turned(Vec3::X, -1.0)));
            assert_eq!(walker.until(Phase::Done), 162);
            assert_eq!(walker.ended(), (FinishReason::Exhausted, times));
        }
    }

    #[test]
    fn it_takes_the_same_time_at_any_tick_rate() {
        for rate in [10.0, 30.0, 60.0, 120.0, 144.0] {
            let mut walker = Walker::new(Frame::TopDown, Vec3::X * 70.0);
            let mut time = 0.0;
            while !walker.search.is_finished() {
                walker.step(1.0 / rate);
                time += 1.0 / rate;
            }
            assert!(
                (time - (62.0 / 70.0 + 2.7)).abs() < 3.0 / rate,
                "{time} s at {rate}"
            );
        }
    }

    #[test]
    fn it_never_oversteps_the_goal() {
        for delta in [TICK, 0.25, 3.0] {
            let mut walker = Walker::new(Frame::TopDown, Vec3::new(31.0, 17.0, 0.0));
            walker.tunables.arrive_radius = 0.0;
            for _ in 0..60 {
                walker.step(delta);
                assert!(walker.position.x <= 31.001, "{}", walker.position);
            }
            assert_ne!(
                walker.search.phase(),
                Phase::Travel,
                "an arrive radius of 0 is no trap"
            );
        }
    }

    #[test]
    fn no_time_is_no_progress() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::ZERO);
        let before = walker.search.clone();
        for delta in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(walker.step(delta), Vec3::ZERO);
        }
        assert_eq!(walker.search, before);
    }

    #[test]
    fn a_way_that_is_barred_ends_it() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::X * 500.0);
        walker.step(TICK);
        assert!(walker.search.report_unreachable());
        assert_eq!(walker.search.finish_reason(), FinishReason::Unreachable);
        assert!(!walker.search.report_unreachable(), "once");
        assert!(!Search::new(Frame::TopDown).report_unreachable());
    }

    #[test]
    fn somebody_else_clearing_the_belief_ends_it_and_losing_confidence_does_not() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::X * 500.0);
        walker.lead = Some(Lead {
            confidence: 0.0,
            ..lead(Vec3::X * 500.0)
        });
        assert_eq!(walker.step(TICK), Vec3::X * 70.0);
        walker.lead = None;
        assert_eq!(walker.step(TICK), Vec3::ZERO);
        assert_eq!(walker.ended(), (FinishReason::Expired, 1));
        walker.begin();
        assert_eq!(walker.ended(), (FinishReason::Expired, 2), "at once");
        assert!(walker.search.is_finished());
    }

    #[test]
    fn a_belief_has_a_lead_while_it_has_a_place() {
        let mut belief = Belief {
            confidence: 0.5,
            ..Belief::default()
        };
        assert_eq!(Lead::of(&belief), None);
        belief.has_last_known = true;
        belief.last_known_position = Vec3::Y;
        assert_eq!(
            Lead::of(&belief),
            Some(Lead {
                confidence: 0.5,
                ..lead(Vec3::Y)
            })
        );
    }

    #[test]
    fn it_ends_when_its_time_is_up() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::X * 1e6);
        assert_eq!(walker.until(Phase::Done), 1200);
        assert_eq!(walker.ended(), (FinishReason::TimedOut, 1));
        // A place in a wall: it never gets there.
        walker.lead = Some(lead(walker.position + Vec3::X * 50.0));
        walker.begin();
        for _ in 0..1200 {
            let held = walker.position;
            walker.step(TICK);
            walker.position = held;
        }
        assert_eq!(walker.ended(), (FinishReason::TimedOut, 2));
    }

    #[test]
    fn what_is_called_off_leaves_the_belief_alone() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::X * 500.0);
        walker.step(TICK);
        walker.search.cancel();
        assert_eq!(walker.step(TICK), Vec3::ZERO);
        assert_eq!(walker.ended(), (FinishReason::Cancelled, 0));
        walker.begin();
        walker.search.report_unreachable();
        walker.search.cancel();
        assert_eq!(walker.search.finish_reason(), FinishReason::Unreachable);
        let mut idle = Search::new(Frame::Space);
        idle.cancel();
        assert_eq!(idle, Search::new(Frame::Space));
    }

    #[test]
    fn a_newer_belief_calls_it_away_but_buys_no_time() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::ZERO);
        for _ in 0..100 {
            walker.step(TICK);
        }
        walker.lead = Some(lead(Vec3::Y * 200.0));
        assert_eq!(walker.step(TICK), Vec3::Y * 70.0);
        assert_eq!(
            (walker.search.phase(), walker.search.goal()),
            (Phase::Travel, Vec3::Y * 200.0)
        );
        walker.until(Phase::Look);
        assert!(
            same(walker.search.facing(), Frame::TopDown.turned(Vec3::Y, -1.0)),
            "from the first look"
        );
        assert_eq!(walker.until(Phase::Done), 162);
        // Always away again.
        walker.begin();
        for tick in 1..=1200 {
            assert!(walker.search.is_searching(), "{tick}");
            walker.lead = Some(lead(walker.position + Vec3::X * 40.0));
            walker.step(TICK);
        }
        assert_eq!(walker.ended(), (FinishReason::TimedOut, 2));
    }

    #[test]
    fn a_place_that_moves_at_its_feet_does_not_spin_it() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::ZERO);
        for tick in 0..100 {
            walker.lead = Some(lead(Vec3::X * 0.01 * tick as f32));
            walker.step(TICK);
            assert!(
                same(walker.search.facing(), Frame::TopDown.turned(Vec3::X, -1.0)),
                "{tick}"
            );
        }
    }

    #[test]
    fn what_is_not_finite_holds_it_still_while_time_runs() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::NAN);
        assert_eq!(walker.search.goal(), Vec3::ZERO);
        assert_eq!(walker.step(TICK), Vec3::ZERO);
        walker.lead = Some(lead(Vec3::X * 100.0));
        assert_eq!(walker.step(TICK), Vec3::X * 70.0);
        walker.lead = Some(lead(Vec3::X * f32::INFINITY));
        assert_eq!(walker.step(TICK), Vec3::ZERO);
        assert_eq!(
            (walker.search.goal(), walker.search.phase()),
            (Vec3::X * 100.0, Phase::Travel)
        );
        walker.position = Vec3::NAN;
        walker.until(Phase::Done);
        assert_eq!(walker.ended(), (FinishReason::TimedOut, 1));
    }

    #[test]
    fn without_a_facing_it_keeps_the_one_it_has() {
        let mut search = Search::new(Frame::Space);
        search.begin(Frame::Space, Some(&lead(Vec3::X)), Vec3::ZERO);
        assert_eq!(search.facing(), Vec3::NEG_Z);
        search.begin(Frame::Space, Some(&lead(Vec3::X)), Vec3::new(3.0, 4.0, 0.0));
        assert_eq!(search.facing(), Vec3::X);
        for nothing in [Vec3::ZERO, Vec3::NAN, Vec3::Y] {
            search.begin(Frame::Space, Some(&lead(Vec3::X)), nothing);
            assert_eq!(search.facing(), Vec3::X);
        }
        // Straight ahead in one view is no direction in another.
        search.begin(Frame::Space, None, Vec3::Z);
        search.begin(Frame::Side, None, Vec3::ZERO);
        assert_eq!(search.facing(), Vec3::X);
    }

    #[test]
    fn a_sweep_of_nothing_and_one_that_takes_no_time() {
        let mut walker = Walker::new(Frame::TopDown, Vec3::ZERO);
        walker.tunables.look_offsets.clear();
        assert_eq!(walker.until(Phase::Done), 1);
        assert_eq!(walker.ended(), (FinishReason::Exhausted, 1));
        walker.tunables = SearchTunables {
            look_pause: 0.0,
            ..SearchTunables::defaults(Frame::TopDown)
        };
        walker.begin();
        assert_eq!(walker.until(Phase::Done), 2);
        walker.tunables.look_offsets = vec![f32::NAN];
        walker.begin();
        walker.step(TICK);
        assert_eq!(walker.search.facing(), Vec3::X);
    }

    #[test]
    fn an_unsure_search_is_slower_and_shorter() {
        for (confidence, speed, looks) in [
            (1.0, 70.0, 3),
            (0.5, 52.5, 2),
            (0.0, 35.0, 2),
            (f64::NAN, 35.0, 2),
        ] {
            let mut walker = Walker::new(Frame::TopDown, Vec3::X * 50.0);
            walker.tunables.confidence_scaling = true;
            walker.lead = Some(Lead {
                confidence,
                ..lead(Vec3::X * 50.0)
            });
            walker.begin();
            // What counts is how sure it was at the start.
            walker.lead = Some(lead(Vec3::X * 50.0));
            assert_eq!(walker.step(TICK), Vec3::X * speed);
            walker.until(Phase::Look);
            assert_eq!(walker.until(Phase::Done), 54 * looks, "{confidence}");
        }
    }

    #[test]
    fn in_space_it_walks_on_the_ground_and_a_floor_above_is_not_here() {
        let mut walker = Walker::new(Frame::Space, Vec3::new(0.0, 0.9, -5.0));
        assert!(same(walker.step(TICK), Vec3::NEG_Z * 2.5));
        walker.until(Phase::Look);
        assert!(
            (walker.position.z + 4.4).abs() < 0.1 && walker.position.y == 0.0,
            "{}",
            walker.position
        );
        assert!(same(
            walker.search.facing(),
            Frame::Space.turned(Vec3::NEG_Z, -1.0)
        ));
        walker.lead = Some(lead(Vec3::new(0.0, 3.0, -5.0)));
        walker.begin();
        walker.until(Phase::Done);
        assert_eq!(walker.search.finish_reason(), FinishReason::TimedOut);
        assert!(walker.search.facing().is_normalized());
        // Up the stairs, led by somebody who knows them.
        walker.begin();
        walker.position = Vec3::new(0.5, 2.5, -5.0);
        walker.step(TICK);
        assert_eq!(walker.search.phase(), Phase::Look);
    }

    #[test]
    fn from_the_side_only_x_is_walked() {
        let mut walker = Walker::new(Frame::Side, Vec3::new(-100.0, -40.0, 0.0));
        assert_eq!(walker.step(TICK), Vec3::X * -70.0);
        assert_eq!(walker.search.facing(), Vec3::NEG_X);
        walker.tunables.look_offsets = vec![0.0, PI];
        walker.until(Phase::Look);
        assert!(
            (walker.position.x + 92.0).abs() < 1.5 && walker.position.y == 0.0,
            "{}",
            walker.position
        );
        assert_eq!(walker.search.facing(), Vec3::NEG_X, "ahead");
        for _ in 0..54 {
            walker.step(TICK);
        }
        assert_eq!(walker.search.facing(), Vec3::X, "behind");
    }

    #[test]
    fn from_the_side_a_place_in_mid_air_is_searched_on_the_ground() {
        for height in [-400.0, 400.0] {
            let mut walker = Walker::new(Frame::Side, Vec3::new(70.0, height, 0.0));
            let ticks = walker.until(Phase::Look);
            assert!(ticks < 90, "{ticks}");
            assert!((walker.position.x - 70.0).abs() < 8.0 && walker.position.y == 0.0);
            assert_eq!(walker.until(Phase::Done), 162);
            assert_eq!(walker.ended(), (FinishReason::Exhausted, 1));
        }
    }

    #[test]
    fn from_the_side_a_storey_below_is_on_the_way_while_it_is_led_up() {
        let mut walker = Walker::new(Frame::Side, Vec3::new(0.0, -200.0, 0.0));
        // Up a ladder that starts right below.
        for _ in 0..180 {
            assert_eq!(walker.search.phase(), Phase::Travel);
            walker.step(TICK);
            walker.position = Vec3::new(0.0, walker.position.y - 0.8, 0.0);
        }
        walker.until(Phase::Look);
        assert!(walker.position.y < -140.0, "{}", walker.position);
    }

    fn at(x: f32, y: f32) -> Vec3 {
        Vec3::new(x, y, 0.0)
    }

    /// The covers that it looked behind, in order, to the end.
    fn looked_behind(walker: &mut Walker) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        while !walker.search.is_finished() {
            walker.step(TICK);
            if walker.search.phase() == Phase::Look
                && let Some(key) = walker.search.cover()
                && seen.last().is_none_or(|last| last != key)
            {
                seen.push(key.to_owned());
            }
        }
        seen
    }

    fn among_crates(velocity: Vec3) -> Walker {
        let mut walker = Walker::new(Frame::TopDown, at(10.0, 0.0));
        walker.lead = Some(Lead {
            velocity,
            ..lead(at(10.0, 0.0))
        });
        walker.tunables.look_pause = 0.1;
        walker.tunables.cover_checks = 9;
        walker.yard = Yard::with(&[
            ("near behind", at(-10.0, 0.0)),
            ("far ahead", at(110.0, 30.0)),
            ("near ahead", at(60.0, -30.0)),
            ("at the rim", at(-150.0, 0.0)),
            ("past it", at(171.0, 0.0)),
            ("nowhere", Vec3::NAN),
        ]);
        walker
    }

    #[test]
    fn it_looks_behind_what_is_ahead_of_the_target_first() {
        let mut walker = among_crates(Vec3::X * 30.0);
        assert_eq!(
            looked_behind(&mut walker),
            ["near ahead", "far ahead", "near behind", "at the rim"]
        );
        assert_eq!(walker.ended(), (FinishReason::Exhausted, 1));
        assert_eq!(walker.search.cover(), None);
        let mut walker = among_crates(Vec3::ZERO);
        assert_eq!(
            looked_behind(&mut walker),
            ["near behind", "near ahead", "far ahead", "at the rim"]
        );
    }

    #[test]
    fn it_looks_behind_so_many_and_walks_there_for_each() {
        let mut walker = among_crates(Vec3::ZERO);
        walker.tunables.cover_checks = 1;
        walker.until(Phase::Look);
        walker.until(Phase::Cover);
        assert_eq!(
            (walker.search.goal(), walker.search.cover()),
            (at(-10.0, 0.0), Some("near behind"))
        );
        assert_eq!(walker.step(TICK), Vec3::NEG_X * 70.0);
        walker.until(Phase::Look);
        assert!(same(
            walker.search.facing(),
            Frame::TopDown.turned(Vec3::NEG_X, -1.0)
        ));
        walker.until(Phase::Done);
        walker.begin();
        walker.tunables.cover_checks = 0;
        assert_eq!(looked_behind(&mut walker), [""; 0]);
    }

    #[test]
    fn it_passes_over_what_is_taken_solid_or_barred() {
        let mut walker = among_crates(Vec3::X * 30.0);
        walker.yard.taken.insert("near ahead".to_owned());
        walker.yard.solid = Some((-12.0, -8.0));
        assert_eq!(looked_behind(&mut walker), ["far ahead", "at the rim"]);
        let mut walker = among_crates(Vec3::X * 30.0);
        walker.until(Phase::Cover);
        assert!(!walker.search.report_unreachable());
        assert_eq!(walker.search.cover(), None);
        assert_eq!(
            looked_behind(&mut walker),
            ["far ahead", "near behind", "at the rim"]
        );
        assert_eq!(walker.ended(), (FinishReason::Exhausted, 1));
    }

    #[test]
    fn a_newer_belief_does_not_send_it_behind_the_same_crate_again() {
        let mut walker = among_crates(Vec3::ZERO);
        walker.tunables.cover_checks = 1;
        walker.until(Phase::Cover);
        walker.lead = Some(lead(at(12.0, 0.0)));
        walker.step(TICK);
        assert_eq!(walker.search.cover(), None, "free for a mate");
        assert_eq!(looked_behind(&mut walker), ["near ahead"]);
    }

    #[test]
    fn from_the_side_covers_are_those_of_the_storey_it_is_on() {
        let mut walker = Walker::new(Frame::Side, at(0.0, -120.0));
        walker.tunables.cover_checks = 9;
        walker.yard = Yard::with(&[("upstairs", at(50.0, -120.0)), ("here", at(150.0, -10.0))]);
        assert_eq!(looked_behind(&mut walker), ["here"]);
    }

    #[test]
    fn a_saved_search_goes_on_like_its_twin() {
        let mut walker = among_crates(at(30.0, 1.0));
        walker.tunables.look_pause = 0.37;
        while !walker.search.is_finished() {
            walker.step(1.0 / 61.0);
            let text = serde_json::to_string(&walker.search).unwrap();
            let twin: Search = serde_json::from_str(&text).unwrap();
            assert_eq!(twin, walker.search);
            assert_eq!(twin.validate(), Ok(()));
        }
    }

    #[test]
    fn an_edited_save_is_refused_and_says_where() {
        let mut walker = among_crates(Vec3::ZERO);
        walker.until(Phase::Cover);
        let good = serde_json::to_value(&walker.search).unwrap();
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        for (field, value) in [
            ("facing", "[0.0, 0.0, 0.0]"),
            ("facing", "[0.0, 0.0, 1.0]"),
            ("facing", "[1e30, 0.0, 0.0]"),
            ("look_from", "[0.1, 0.0, 0.0]"),
            ("goal", "[1e300, 0.0, 0.0]"),
            ("goal", "[1.0, 0.0, 0.0]"),
            ("spot", "[[0.0, 0.0, 1.0]]"),
            ("spot", "[[0.0, -1e300, 0.0]]"),
            ("before", "[[0.0, -1e300, 0.0]]"),
            ("confidence", "1.5"),
            ("elapsed", "-1.0"),
            ("look_time", "-0.5"),
            ("standing", "-0.5"),
            ("finish_reason", "\"Exhausted\""),
            ("phase", "\"Done\""),
            ("phase", "\"Travel\""),
            ("cover", "[]"),
            ("cover", "[{\"key\": \"alien\", \"position\": [-10.0, 0.0, 0.0]}]"),
            ("checks", "2"),
            ("visited", "[]"),
        ] {
            let mut edited = good.clone();
            edited[field] = json(value);
            let edited: Search = serde_json::from_value(edited).unwrap();
            let message = edited.validate().unwrap_err();
            assert!(message.contains(": must be "), "{message}");
        }
        for (field, value) in [
            ("look", "-1"),
            ("look", "4294967296"),
            ("phase", "7"),
            ("elapsed", "null"),
            ("spot", "null"),
            ("spot", "[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]"),
            ("alien", "1"),
        ] {
            let mut edited = good.clone();
            edited[field] = json(value);
            assert!(
                serde_json::from_value::<Search>(edited).is_err(),
                "{field} = {value}"
            );
        }
        // A look past the end of a sweep is the end of the sweep.
        let mut edited = good;
        edited["look"] = json("4294967295");
        walker.search = serde_json::from_value(edited).unwrap();
        walker.until(Phase::Look);
    }

    fn any_frame() -> impl Strategy<Value = Frame> {
        prop_oneof![Just(Frame::TopDown), Just(Frame::Side), Just(Frame::Space)]
    }

    /// A coordinate near by, far away, or none at all.
    fn any_coordinate() -> impl Strategy<Value = f32> {
        prop_oneof![6 => -60.0_f32..60.0, 1 => -1e6_f32..1e6, 1 => any::<f32>()]
    }

    fn any_place(frame: Frame) -> impl Strategy<Value = Vec3> {
        (any_coordinate(), any_coordinate(), any_coordinate())
            .prop_map(move |(x, y, z)| Vec3::new(x, y, if frame == Frame::Space { z } else { 0.0 }))
    }

    fn any_lead(frame: Frame) -> impl Strategy<Value = Lead> {
        (any_place(frame), any_place(frame), any::<f64>()).prop_map(|(position, velocity, confidence)| Lead {
            position,
            velocity,
            confidence,
        })
    }

    fn any_tunables() -> impl Strategy<Value = SearchTunables> {
        let times = (0.0..1.0_f64, 0.0..8.0_f64);
        let lengths = (0.0..200.0_f64, 0.0..20.0_f64, 0.0..60.0_f64, 0.0..200.0_f64);
        let looks = prop::collection::vec(-4.0_f32..4.0, 0..4);
        (times, lengths, looks, 0_u32..6, any::<bool>()).prop_map(
            move |((look_pause, timeout), lengths, look_offsets, cover_checks, confidence_scaling)| {
                let (search_speed, arrive_radius, vertical_tolerance, cover_radius) = lengths;
                SearchTunables {
                    search_speed,
                    arrive_radius,
                    vertical_tolerance,
                    look_pause,
                    look_offsets,
                    timeout,
                    cover_checks,
                    cover_radius,
                    confidence_scaling,
                }
            },
        )
    }

    fn any_yard(frame: Frame) -> impl Strategy<Value = Yard> {
        prop::collection::vec(any_place(frame), 0..8).prop_map(|places| Yard {
            covers: places
                .into_iter()
                .enumerate()
                .map(|(index, position)| Cover {
                    key: format!("crate {index}"),
                    position,
                })
                .collect(),
            ..Yard::default()
        })
    }

    /// What happens in one tick: where the body finds itself (none: where its search led it), what the belief is (none:
    /// unchanged), and how long the tick is.
    type Turn = (Option<Vec3>, Option<Lead>, f64);

    fn any_turn(frame: Frame) -> impl Strategy<Value = Turn> {
        (
            prop::option::weighted(0.1, any_place(frame)),
            prop::option::weighted(0.1, any_lead(frame)),
            prop_oneof![8 => Just(TICK), 1 => 0.001..2.0_f64],
        )
    }

    prop_compose! {
        fn any_game()(frame in any_frame())(
            tunables in any_tunables(),
            yard in any_yard(frame),
            start in any_lead(frame),
            facing in any_place(frame),
            turns in prop::collection::vec(any_turn(frame), 1..400),
            frame in Just(frame),
        ) -> (Frame, SearchTunables, Yard, Lead, Vec3, Vec<Turn>) {
            (frame, tunables, yard, start, facing, turns)
        }
    }

    proptest! {
        #[test]
        fn it_always_ends_in_time(
            (frame, tunables, mut yard, start, facing, turns) in any_game(),
            expires in 0_usize..2000,
        ) {
            let mut search = Search::new(frame);
            search.begin(frame, Some(&start), facing);
            let (mut position, mut lead) = (Vec3::ZERO, start);
            let mut time = 0.0;
            let mut behind: Vec<String> = Vec::new();
            for (tick, &(moved, news, delta)) in turns.iter().cycle().enumerate() {
                if search.is_finished() || time > tunables.timeout {
                    break;
                }
                position = moved.unwrap_or(position);
                lead = news.unwrap_or(lead);
                let known = (tick != expires).then_some(&lead);
                let stride = search.step(&tunables, position, delta, known, &mut yard);
                time += delta;
                prop_assert_eq!(stride.gives_up, search.is_finished());
                prop_assert!(search.validate().is_ok(), "{:?}", search.validate());
                prop_assert!((search.facing().length() - 1.0).abs() < 1e-5, "{}", search.facing());
                let speed = stride.velocity.as_dvec3().length();
                prop_assert!(speed <= tunables.search_speed * (1.0 + 1e-6), "{}", speed);
                prop_assert_eq!(frame.on_ground(stride.velocity), stride.velocity);
                if search.phase() != Phase::Travel && search.phase() != Phase::Cover {
                    prop_assert_eq!(stride.velocity, Vec3::ZERO);
                }
                if position.is_finite() && search.goal().is_finite() {
                    let ground = |v: Vec3| frame.on_ground(v).as_dvec3();
                    let way = (ground(search.goal()) - ground(position)).length();
                    prop_assert!(speed * delta <= way * (1.0 + 1e-6));
                    position += stride.velocity * delta as f32;
                }
                let now = search.cover().unwrap_or_default();
                if !now.is_empty() && behind.last().is_none_or(|last| last != now) {
                    prop_assert!(!behind.iter().any(|key| key == now), "{} twice", now);
                    behind.push(now.to_owned());
                }
            }
            prop_assert!(search.is_finished(), "{search:?}");
        }

        #[test]
        fn it_begins_as_if_for_the_first_time(
            (frame, tunables, mut yard, start, facing, turns) in any_game(),
            cancels in any::<bool>(),
        ) {
            let mut used = Search::new(frame);
            used.begin(frame, Some(&start), facing);
            for (position, lead, delta) in turns {
                let position = position.unwrap_or_default();
                let lead = lead.unwrap_or(start);
                let _ = used.step(&tunables, position, delta, Some(&lead), &mut yard);
            }
            if cancels {
                used.cancel();
            }
            let mut fresh = Search::new(frame);
            prop_assert_eq!(
                used.begin(frame, Some(&start), Vec3::X + Vec3::Z),
                fresh.begin(frame, Some(&start), Vec3::X + Vec3::Z)
            );
            prop_assert_eq!(used, fresh);
        }

        #[test]
        fn a_save_is_exact((frame, tunables, mut yard, start, facing, turns) in any_game()) {
            let mut search = Search::new(frame);
            search.begin(frame, Some(&start), facing);
            for (position, lead, delta) in turns {
                let lead = lead.unwrap_or(start);
                let _ = search.step(&tunables, position.unwrap_or_default(), delta, Some(&lead), &mut yard);
            }
            let text = serde_json::to_string(&search).unwrap();
            prop_assert_eq!(serde_json::from_str::<Search>(&text).unwrap(), search);
        }

        #[test]
        fn mates_never_share_a_cover(
            (frame, tunables, yard, start, _, turns) in any_game(),
            other in any::<bool>(),
        ) {
            let mut squad = [Search::new(frame), Search::new(frame), Search::new(frame)];
            let mut places = [Vec3::ZERO; 3];
            for search in &mut squad {
                search.begin(frame, Some(&start), Vec3::X);
            }
            for (moved, news, delta) in turns {
                for index in 0..squad.len() {
                    let mut seen = Yard { covers: yard.covers.clone(), ..Yard::default() };
                    let mates = squad.iter().enumerate().filter(|(mate, _)| *mate != index);
                    seen.taken = mates.filter_map(|(_, mate)| mate.cover().map(str::to_owned)).collect();
                    let lead = if other && index == 0 { news.unwrap_or(start) } else { start };
                    let stride = squad[index].step(&tunables, places[index], delta, Some(&lead), &mut seen);
                    places[index] += stride.velocity * delta as f32;
                    if index == 2 {
                        places[index] = moved.unwrap_or(places[index]);
                    }
                    let claims: Vec<&str> = squad.iter().filter_map(Search::cover).collect();
                    let different: BTreeSet<&str> = claims.iter().copied().collect();
                    prop_assert_eq!(claims.len(), different.len(), "{:?}", claims);
                }
            }
        }
    }
}

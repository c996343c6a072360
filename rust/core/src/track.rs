//! What one enemy knows: a belief for each target, and which of them counts most.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::frame::distance;
use crate::memory::{Belief, Tunables};

/// A target, by a number that the engine gave it.
pub type Key = u64;

/// At most this many sounds without a known maker are remembered.
const MOST_ANONYMOUS: usize = 8;

/// One belief, and whom it is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// The target; none for a sound without a known maker, or a target that is gone.
    pub key: Option<Key>,
    /// What is believed.
    pub belief: Belief,
    /// Seconds since it was seen or felt; none: never.
    pub since_sight: Option<f64>,
    /// Over how many mouths it came; 0: first-hand.
    pub hops: u8,
    /// The lower, the older.
    pub born: u64,
}

/// Finds one after the other in a list that is mostly in the order that is asked for: `next` is where the next one is
/// likely to be.
pub(crate) fn find_from<T>(all: &[T], next: &mut usize, is_it: impl Fn(&T) -> bool) -> Option<usize> {
    let at = if all.get(*next).is_some_and(&is_it) {
        *next
    } else {
        all.iter().position(is_it)?
    };
    *next = at + 1;
    Some(at)
}

/// All beliefs of one enemy.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Tracks {
    pub(crate) all: Vec<Track>,
    /// Targets whose floor was earned, so that a new track of them starts there.
    pub(crate) earned: Vec<Key>,
    pub(crate) born: u64,
}

impl Tracks {
    /// All of them, oldest first.
    #[must_use]
    pub fn all(&self) -> &[Track] {
        &self.all
    }

    /// All of them.
    pub fn all_mut(&mut self) -> &mut [Track] {
        &mut self.all
    }

    /// Whether there is nothing to believe.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The track of a target.
    #[must_use]
    pub fn of(&self, key: Key) -> Option<&Track> {
        self.all.iter().find(|track| track.key == Some(key))
    }

    /// The track that was born with a number, whomever it is about by now.
    #[must_use]
    pub fn born(&self, number: u64) -> Option<&Track> {
        self.all.iter().find(|track| track.born == number)
    }

    /// The same, to change.
    pub fn born_mut(&mut self, number: u64) -> Option<&mut Track> {
        self.all.iter_mut().find(|track| track.born == number)
    }

    /// The track of a target, made if there is none. A floor that was earned before is where it starts.
    pub fn of_or_new(&mut self, key: Key, t: &Tunables) -> &mut Track {
        self.next_of_or_new(key, t, &mut 0)
    }

    /// The same, for many targets one after the other: `next` is where the next one is likely to be.
    pub fn next_of_or_new(&mut self, key: Key, t: &Tunables, next: &mut usize) -> &mut Track {
        let at = find_from(&self.all, next, |track| track.key == Some(key));
        let at = at.unwrap_or_else(|| {
            let belief = self.first_belief(key, t);
            self.add(Some(key), belief)
        });
        &mut self.all[at]
    }

    /// How sure the track of a target is, or would start.
    #[must_use]
    pub fn confidence_of(&self, key: Key, t: &Tunables) -> f64 {
        self.of(key).map_or_else(
            || self.first_belief(key, t).confidence,
            |track| track.belief.confidence,
        )
    }

    fn first_belief(&self, key: Key, t: &Tunables) -> Belief {
        let mut belief = Belief::default();
        if self.earned.contains(&key) {
            belief.floor_earned = true;
            belief.set_confidence(t, t.usable_floor());
        }
        belief
    }

    /// The anonymous track nearest to a place within `reach`, else a new one; the weakest makes room.
    pub fn anonymous(&mut self, place: Vec3, reach: f64) -> &mut Track {
        let away = |track: &Track| distance(track.belief.last_known_position, place);
        let near = (self.all.iter().enumerate())
            .filter(|(_, track)| track.key.is_none() && track.belief.has_last_known && away(track) <= reach)
            .min_by(|(_, a), (_, b)| away(a).total_cmp(&away(b)))
            .map(|(at, _)| at);
        let at = near.unwrap_or_else(|| self.new_anonymous());
        &mut self.all[at]
    }

    /// The strongest track, or a new anonymous one.
    pub fn strongest_or_new(&mut self, from: Vec3) -> &mut Track {
        let at = self.strongest_at(from).unwrap_or_else(|| self.new_anonymous());
        &mut self.all[at]
    }

    fn new_anonymous(&mut self) -> usize {
        self.thin_anonymous(MOST_ANONYMOUS - 1);
        self.add(None, Belief::default())
    }

    /// The weakest anonymous tracks go until at most `most` are left.
    fn thin_anonymous(&mut self, most: usize) {
        let anonymous = |all: &[Track]| all.iter().filter(|track| track.key.is_none()).count();
        for _ in most..anonymous(&self.all) {
            let weakest = (self.all.iter().enumerate())
                .filter(|(_, track)| track.key.is_none())
                .min_by(|(_, a), (_, b)| a.belief.confidence.total_cmp(&b.belief.confidence))
                .map(|(at, _)| at);
            if let Some(weakest) = weakest {
                self.all.remove(weakest);
            }
        }
    }

    fn add(&mut self, key: Option<Key>, belief: Belief) -> usize {
        self.born += 1;
        self.all.push(Track {
            key,
            belief,
            since_sight: None,
            hops: 0,
            born: self.born,
        });
        self.all.len() - 1
    }

    /// The strongest: highest confidence, then nearest to `from`, then oldest.
    #[must_use]
    pub fn strongest(&self, from: Vec3) -> Option<&Track> {
        self.strongest_at(from).map(|at| &self.all[at])
    }

    fn strongest_at(&self, from: Vec3) -> Option<usize> {
        if self.all.len() < 2 {
            return (!self.all.is_empty()).then_some(0);
        }
        let away = |track: &Track| {
            let known = track.belief.has_last_known && from.is_finite();
            if known {
                distance(track.belief.last_known_position, from)
            } else {
                f64::INFINITY
            }
        };
        let order = |a: &Track, b: &Track| {
            (b.belief.confidence.total_cmp(&a.belief.confidence))
                .then_with(|| away(a).total_cmp(&away(b)))
                .then(a.born.cmp(&b.born))
        };
        (0..self.all.len()).min_by(|a, b| order(&self.all[*a], &self.all[*b]))
    }

    /// Removes what is to be forgotten, `after` seconds from the last stimulus unless it is in sight; returns the targets
    /// that were. What never had a stimulus, but was written by hand, has no age.
    pub fn forget_old(&mut self, after: f64, in_sight: impl Fn(Key) -> bool) -> Vec<Key> {
        let mut gone = Vec::new();
        let earned = &mut self.earned;
        self.all.retain(|track| {
            let belief = &track.belief;
            let empty = belief.confidence <= 0.0 && !belief.has_last_known;
            let age = belief.time_since_seen;
            let fresh = age < after || age <= 0.0 || age.is_infinite();
            let keep = !empty && (fresh || track.key.is_some_and(&in_sight));
            if !keep && let Some(key) = track.key {
                gone.push(key);
                if belief.floor_earned && !earned.contains(&key) {
                    earned.push(key);
                }
            }
            keep
        });
        gone
    }

    /// Drops a target, its earned floor too; returns whether there was a track.
    pub fn forget(&mut self, key: Key) -> bool {
        self.earned.retain(|earned| *earned != key);
        let before = self.all.len();
        self.all.retain(|track| track.key != Some(key));
        self.all.len() < before
    }

    /// Drops everything; returns the targets that there were.
    pub fn forget_all(&mut self) -> Vec<Key> {
        self.earned.clear();
        self.all.drain(..).filter_map(|track| track.key).collect()
    }

    /// A target is gone from the game: what was believed of it is believed of nobody.
    pub fn lose_keys(&mut self, mut is_gone: impl FnMut(Key) -> bool) {
        self.earned.retain(|key| !is_gone(*key));
        for track in &mut self.all {
            track.key = track.key.filter(|key| !is_gone(*key));
        }
        self.thin_anonymous(MOST_ANONYMOUS);
    }

    /// Gives every target another number, none for one that is not there.
    pub fn rename(&mut self, mut name: impl FnMut(Key) -> Option<Key>) {
        self.earned = self.earned.iter().filter_map(|key| name(*key)).collect();
        for track in &mut self.all {
            track.key = track.key.and_then(&mut name);
        }
    }
}

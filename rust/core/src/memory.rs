//! Belief: what an enemy holds to be true about somebody it may no longer sense.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::motion::Motion;

/// Below this a confidence is rounded to the end of its range that it has all but reached, so that sums of ticks
/// arrive on the tick that they are meant to.
const SNAP: f64 = 1e-9;

/// How far below the calm threshold a floor is used that would otherwise keep a belief alerted for ever.
const BELOW_CALM: f64 = 1e-4;

/// What last fed a belief.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Stimulus {
    /// Nothing yet.
    #[default]
    None = 0,
    /// Seen.
    Sight = 1,
    /// Heard.
    Sound = 2,
    /// Told by an ally.
    Ally = 3,
    /// Felt: touched, hit.
    Touch = 4,
    /// A sense of the game's own.
    Custom = 5,
}

impl Stimulus {
    /// The stimulus of a number, none for an unknown one.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {
        [
            Self::None,
            Self::Sight,
            Self::Sound,
            Self::Ally,
            Self::Touch,
            Self::Custom,
        ]
        .into_iter()
        .find(|s| *s as i64 == number)
    }
}

/// How a belief grows and fades. Times are seconds of game time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tunables {
    /// Seconds of clear sight from 0 to 1; 0: at once.
    pub confidence_rise_time: f64,
    /// Seconds of nothing from 1 to 0; infinite: never; 0: at once.
    pub confidence_fall_time: f64,
    /// Seconds after the last stimulus before confidence falls.
    pub decay_delay: f64,
    /// Confidence at which a belief becomes alerted.
    pub alert_threshold: f64,
    /// Confidence below which it is no longer.
    pub calm_threshold: f64,
    /// A sound never lifts confidence above this.
    pub sound_confidence_cap: f64,
    /// After confidence first reached 1 it never falls below this.
    pub confidence_floor: f64,
    /// Units per second; anything faster is a teleport and has no velocity.
    pub max_speed: f64,
}

impl Tunables {
    /// The defaults, with the one that depends on the unit of length.
    #[must_use]
    pub const fn with_max_speed(max_speed: f64) -> Self {
        Self {
            confidence_rise_time: 0.45,
            confidence_fall_time: 3.5,
            decay_delay: 0.0,
            alert_threshold: 0.75,
            calm_threshold: 0.25,
            sound_confidence_cap: 0.6,
            confidence_floor: 0.0,
            max_speed,
        }
    }

    /// The floor in use: just below calm where it would otherwise never calm down.
    #[must_use]
    pub fn usable_floor(&self) -> f64 {
        let calm = self.calm_threshold.min(self.alert_threshold);
        if self.confidence_floor >= calm {
            (calm - BELOW_CALM).max(0.0)
        } else {
            self.confidence_floor
        }
    }

    /// Whether the floor as set would keep a belief alerted for ever.
    #[must_use]
    pub fn floor_is_above_calm(&self) -> bool {
        self.confidence_floor > self.calm_threshold.min(self.alert_threshold)
    }
}

/// What is believed about one target. Plain data; all that changes it is below.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Belief {
    /// Where the target was last sensed.
    pub last_known_position: Vec3,
    /// Whether there is such a place.
    pub has_last_known: bool,
    /// Seconds since the last stimulus; infinite before the first.
    #[serde(with = "crate::infinite")]
    pub time_since_seen: f64,
    /// 0 oblivious .. 1 certain.
    pub confidence: f64,
    /// How it moved when last seen, units per second.
    pub last_known_velocity: Vec3,
    /// What last fed it.
    pub stimulus: Stimulus,
    /// Hysteresis between the two thresholds.
    pub alerted: bool,
    /// Whether confidence has been 1, so that the floor holds.
    pub floor_earned: bool,
    /// Sightings of the last tenth of a second.
    pub(crate) motion: Motion,
}

impl Default for Belief {
    fn default() -> Self {
        Self {
            last_known_position: Vec3::ZERO,
            has_last_known: false,
            time_since_seen: f64::INFINITY,
            confidence: 0.0,
            last_known_velocity: Vec3::ZERO,
            stimulus: Stimulus::None,
            alerted: false,
            floor_earned: false,
            motion: Motion::default(),
        }
    }
}

impl Belief {
    /// Sensed at `position` for `delta` seconds with the given strength: certainty grows by
    /// `strength * delta / confidence_rise_time`.
    pub fn see(&mut self, t: &Tunables, position: Vec3, delta: f64, strength: f64) {
        let gain = if t.confidence_rise_time > 0.0 {
            strength * delta / t.confidence_rise_time
        } else {
            1.0
        };
        self.sense(t, Stimulus::Sight, position, delta, gain);
    }

    /// Sensed at `position`, `delta` seconds after the last look, for a gain that is already worked out.
    pub fn sense(&mut self, t: &Tunables, stimulus: Stimulus, position: Vec3, delta: f64, gain: f64) {
        self.last_known_velocity = self.motion.moved_to(position, delta, t.max_speed);
        self.place(position, stimulus);
        self.set_confidence(t, self.confidence + gain);
    }

    /// Whoever is sensed next is not in the same movement: velocity starts anew.
    pub fn lose_sight(&mut self) {
        self.motion.lose();
    }

    /// Nothing sensed for `delta` seconds: the belief ages and, past the delay, fades.
    pub fn decay(&mut self, t: &Tunables, delta: f64) {
        self.motion.lose();
        self.time_since_seen += delta;
        let falling = (self.time_since_seen - t.decay_delay).clamp(0.0, delta);
        if falling <= 0.0 || self.confidence <= 0.0 {
            return;
        }
        let floor = if self.floor_earned {
            t.usable_floor().min(self.confidence)
        } else {
            0.0
        };
        let loss = if t.confidence_fall_time > 0.0 {
            falling / t.confidence_fall_time
        } else {
            1.0
        };
        self.set_confidence(t, (self.confidence - loss).max(floor));
    }

    /// A sense of the game's own: certainty grows by `strength`. Returns whether it counted.
    pub fn reinforce(&mut self, t: &Tunables, position: Vec3, strength: f64, stimulus: Stimulus) -> bool {
        if strength <= 0.0 {
            return false;
        }
        self.still(position, stimulus);
        self.set_confidence(t, self.confidence + strength);
        true
    }

    /// A sound, a second writer to the same belief: it lifts certainty to `strength` of the cap and no further, and does
    /// nothing to somebody who is surer than that. Returns whether it counted.
    pub fn hear(&mut self, t: &Tunables, origin: Vec3, strength: f64) -> bool {
        if strength <= 0.0 || self.confidence >= t.sound_confidence_cap {
            return false;
        }
        self.still(origin, Stimulus::Sound);
        self.set_confidence(t, self.confidence.max(strength.min(1.0) * t.sound_confidence_cap));
        true
    }

    /// What an ally says: taken whole if it is surer than this belief, else not at all. Returns whether it was taken.
    pub fn report(&mut self, t: &Tunables, position: Vec3, amount: f64, velocity: Vec3) -> bool {
        if amount <= self.confidence {
            return false;
        }
        self.still(position, Stimulus::Ally);
        self.last_known_velocity = velocity;
        self.set_confidence(t, amount);
        true
    }

    /// The search failed: there is no place to go to any more. Certainty goes on falling by itself.
    pub fn give_up(&mut self) {
        self.has_last_known = false;
        self.motion.lose();
    }

    /// Sets confidence (0..1, clamped) and works the hysteresis out anew.
    pub fn set_confidence(&mut self, t: &Tunables, confidence: f64) {
        let confidence = confidence.clamp(0.0, 1.0);
        self.confidence = if confidence > 1.0 - SNAP {
            1.0
        } else if confidence < SNAP {
            0.0
        } else {
            confidence
        };
        self.floor_earned |= self.confidence >= 1.0;
        self.judge(t);
    }

    /// Works `alerted` out anew: on at or above the higher threshold, off below the lower.
    pub fn judge(&mut self, t: &Tunables) {
        let on = t.alert_threshold.max(t.calm_threshold);
        let off = t.alert_threshold.min(t.calm_threshold);
        if self.confidence >= on - SNAP {
            self.alerted = true;
        } else if self.confidence < off - SNAP {
            self.alerted = false;
        }
    }

    /// The place that slides linearly from the last known position to `home` as the belief ages to `fade_time`; `home`
    /// where there is no belief.
    #[must_use]
    pub fn faded_position(&self, home: Vec3, fade_time: f64) -> Vec3 {
        let known = self.has_last_known && self.time_since_seen.is_finite();
        if !known || fade_time.is_nan() || fade_time <= 0.0 {
            return home;
        }
        let faded = (self.time_since_seen / fade_time).clamp(0.0, 1.0);
        self.last_known_position.lerp(home, faded as f32)
    }

    /// A place, now. Velocity is the caller's.
    pub(crate) fn place(&mut self, position: Vec3, stimulus: Stimulus) {
        self.last_known_position = position;
        self.has_last_known = true;
        self.time_since_seen = 0.0;
        self.stimulus = stimulus;
    }

    fn still(&mut self, position: Vec3, stimulus: Stimulus) {
        self.place(position, stimulus);
        self.last_known_velocity = Vec3::ZERO;
        self.motion.lose();
    }
}

//! How an enemy senses, believes and reacts: what a designer tunes.

use serde::{Deserialize, Serialize};

use crate::Frame;
use crate::alert::Thresholds;
use crate::memory::Tunables;
use crate::sight::Vision;

/// Everything a designer tunes, without any state. Times in seconds, angles in degrees, distances in the game's units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Sight.
    pub vision: Vision,
    /// Layers that block sight.
    pub occlusion_mask: u32,
    /// Whom to look for.
    pub target_group: String,
    /// From 0 to 1 at point blank, in full light, in the focal cone.
    pub sight_rise_time: f64,
    /// Farther is noticed more slowly.
    pub distance_falloff: bool,
    /// Seconds between two looks; 0: every tick.
    pub sense_interval: f64,
    /// A target this near is felt.
    pub touch_radius: f64,
    /// On the radius of a noise; 0 is deaf.
    pub hearing_multiplier: f64,
    /// Heard above it.
    pub hearing_threshold: f64,
    /// Per wall; below 0: the noise's own.
    pub wall_muffle: f64,
    /// A sound never lifts confidence above it.
    pub sound_cap: f64,
    /// 0: a sound lifts *to* strength x cap; above: it adds this x strength, up to the cap.
    pub noise_gain: f64,
    /// The place heard lies within this x (1 - strength).
    pub position_fuzz: f64,
    /// From 1 to 0.
    #[serde(with = "crate::infinite")]
    pub fall_time: f64,
    /// Grace before decay.
    pub decay_delay: f64,
    /// *Sensed* outlasts the last good look by this.
    pub lost_delay: f64,
    /// The levels.
    pub levels: Thresholds,
    /// After confidence first reached 1 it never falls below this.
    pub confidence_floor: f64,
    /// Forgotten this long after the last stimulus; infinite: after `max(fall_time, 30)`.
    #[serde(with = "crate::infinite")]
    pub memory_duration: f64,
    /// Shortest beat between a full meter and acting.
    pub reaction_delay_min: f64,
    /// Longest.
    pub reaction_delay_max: f64,
    /// Least of the individual's speed of noticing.
    pub perception_scale_min: f64,
    /// Most.
    pub perception_scale_max: f64,
    /// How far a shout carries; 0: none.
    #[serde(with = "crate::infinite")]
    pub shout_radius: f64,
    /// How sure a shout makes an ally at no distance.
    pub shout_awareness: f64,
    /// A report that came over this many mouths is passed on.
    pub share_hops: i64,
}

impl Profile {
    /// The defaults for a way to lie in space.
    #[must_use]
    pub fn defaults(frame: Frame) -> Self {
        Self {
            vision: Vision::defaults(frame),
            occlusion_mask: 1,
            target_group: "player".to_owned(),
            sight_rise_time: 0.45,
            distance_falloff: true,
            sense_interval: 0.0,
            touch_radius: 0.0,
            hearing_multiplier: 1.0,
            hearing_threshold: 0.0,
            wall_muffle: -1.0,
            sound_cap: 0.6,
            noise_gain: 0.0,
            position_fuzz: 0.0,
            fall_time: 3.5,
            decay_delay: 0.0,
            lost_delay: 0.2,
            levels: Thresholds {
                suspicious_enter: 0.3,
                suspicious_exit: 0.1,
                alert_enter: 0.75,
                alert_exit: 0.25,
                min_dwell_time: 0.0,
            },
            confidence_floor: 0.0,
            memory_duration: f64::INFINITY,
            reaction_delay_min: 0.0,
            reaction_delay_max: 0.0,
            perception_scale_min: 1.0,
            perception_scale_max: 1.0,
            shout_radius: 0.0,
            shout_awareness: 0.8,
            share_hops: 0,
        }
    }

    /// Whether every value is one that can be used; says which is not.
    ///
    /// # Errors
    /// The name of the first value that is not, and what it must be.
    pub fn validate(&self) -> Result<(), String> {
        let v = &self.vision;
        let l = &self.levels;
        let amounts = [
            ("view_angle", v.view_angle),
            ("vertical_view_angle", v.vertical_view_angle),
            ("peripheral_angle", v.peripheral_angle),
            ("near_range", v.near_range),
            ("sight_rise_time", self.sight_rise_time),
            ("sense_interval", self.sense_interval),
            ("touch_radius", self.touch_radius),
            ("hearing_multiplier", self.hearing_multiplier),
            ("noise_gain", self.noise_gain),
            ("position_fuzz", self.position_fuzz),
            ("decay_delay", self.decay_delay),
            ("lost_delay", self.lost_delay),
            ("min_dwell_time", l.min_dwell_time),
            ("reaction_delay_min", self.reaction_delay_min),
            ("reaction_delay_max", self.reaction_delay_max),
            ("perception_scale_min", self.perception_scale_min),
            ("perception_scale_max", self.perception_scale_max),
        ];
        let units = [
            ("peripheral_strength", v.peripheral_strength),
            ("hearing_threshold", self.hearing_threshold),
            ("sound_cap", self.sound_cap),
            ("suspicious_enter", l.suspicious_enter),
            ("suspicious_exit", l.suspicious_exit),
            ("alert_enter", l.alert_enter),
            ("alert_exit", l.alert_exit),
            ("confidence_floor", self.confidence_floor),
            ("shout_awareness", self.shout_awareness),
        ];
        let maybe_infinite = [
            ("view_range", v.view_range),
            ("fall_time", self.fall_time),
            ("memory_duration", self.memory_duration),
            ("shout_radius", self.shout_radius),
        ];
        let wrong =
            |name: &str, value: f64, wanted: &str| Err(format!("{name} is {value}, it must be {wanted}"));
        if let Some((name, value)) = amounts.iter().find(|(_, a)| !a.is_finite() || *a < 0.0) {
            return wrong(name, *value, "0 or more, and finite");
        }
        if let Some((name, value)) = units.iter().find(|(_, u)| !(0.0..=1.0).contains(u)) {
            return wrong(name, *value, "between 0 and 1");
        }
        if let Some((name, value)) = maybe_infinite.iter().find(|(_, a)| a.is_nan() || *a < 0.0) {
            return wrong(name, *value, "0 or more");
        }
        if !self.wall_muffle.is_finite() {
            return wrong("wall_muffle", self.wall_muffle, "finite");
        }
        if !(1..=3).contains(&v.sample_count) {
            return wrong("sample_count", v.sample_count as f64, "1, 2 or 3");
        }
        if !(0..=255).contains(&self.share_hops) {
            return wrong("share_hops", self.share_hops as f64, "between 0 and 255");
        }
        Ok(())
    }

    /// What is kept as it is set but hardly meant, in whole sentences that begin with the name.
    #[must_use]
    pub fn doubts(&self) -> Vec<String> {
        let l = &self.levels;
        let mut doubts = Vec::new();
        let pairs = [
            (
                "suspicious_exit",
                l.suspicious_exit,
                "suspicious_enter",
                l.suspicious_enter,
            ),
            ("alert_exit", l.alert_exit, "alert_enter", l.alert_enter),
            (
                "reaction_delay_min",
                self.reaction_delay_min,
                "reaction_delay_max",
                self.reaction_delay_max,
            ),
            (
                "perception_scale_min",
                self.perception_scale_min,
                "perception_scale_max",
                self.perception_scale_max,
            ),
        ];
        for (low, a, high, b) in pairs {
            if a > b {
                doubts.push(format!(
                    "{low} ({a}) is above {high} ({b}): they are used the right way round."
                ));
            }
        }
        let (enter, exit) = (l.alert_enter.max(l.alert_exit), l.alert_enter.min(l.alert_exit));
        if self.sound_cap >= enter {
            let cap = self.sound_cap;
            doubts.push(format!(
                "sound_cap ({cap}) is at or above alert_enter ({enter}): noise alone alerts."
            ));
        }
        if self.confidence_floor >= exit && self.confidence_floor > 0.0 {
            let floor = self.confidence_floor;
            let text = "once certain it would stay alerted for ever, so the floor is used just below it.";
            doubts.push(format!(
                "confidence_floor ({floor}) is at or above alert_exit ({exit}): {text}"
            ));
        }
        doubts
    }

    /// Hands to a memory what it has by other names.
    pub fn rule(&self, tunables: &mut Tunables) {
        tunables.confidence_rise_time = self.sight_rise_time;
        tunables.confidence_fall_time = self.fall_time;
        tunables.decay_delay = self.decay_delay;
        tunables.alert_threshold = self.levels.alert_enter;
        tunables.calm_threshold = self.levels.alert_exit;
        tunables.sound_confidence_cap = self.sound_cap;
        tunables.confidence_floor = self.confidence_floor;
    }

    /// Seconds after the last stimulus when a belief is forgotten.
    #[must_use]
    pub fn forgotten_after(&self, fall_time: f64) -> f64 {
        const AT_THE_LATEST: f64 = 30.0;
        match (self.memory_duration.is_finite(), fall_time.is_finite()) {
            (true, _) => self.memory_duration,
            (false, true) => fall_time.max(AT_THE_LATEST),
            (false, false) => f64::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_raise_no_doubts() {
        for frame in [Frame::TopDown, Frame::Side, Frame::Space] {
            assert_eq!(Profile::defaults(frame).doubts(), Vec::<String>::new());
        }
    }

    #[test]
    fn each_odd_value_is_named() {
        let doubts_of = |edit: fn(&mut Profile)| {
            let mut profile = Profile::defaults(Frame::Space);
            edit(&mut profile);
            profile.doubts().join("\n")
        };
        assert!(doubts_of(|p| p.levels.suspicious_exit = 0.5).contains("suspicious_exit"));
        assert!(doubts_of(|p| p.levels.alert_exit = 0.9).contains("alert_exit"));
        assert!(doubts_of(|p| p.reaction_delay_min = 2.0).contains("reaction_delay_min"));
        assert!(doubts_of(|p| p.perception_scale_min = 2.0).contains("perception_scale_min"));
        assert!(doubts_of(|p| p.sound_cap = 0.75).contains("sound_cap"));
        assert!(doubts_of(|p| p.confidence_floor = 0.5).contains("confidence_floor"));
    }
}

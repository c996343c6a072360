//! Awareness in three levels, with hysteresis, dwell times and a beat of reaction.

use serde::{Deserialize, Serialize};

/// Sums of ticks may fall short of a threshold by this much.
const SLACK: f64 = 1e-9;

/// How aware an enemy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Level {
    /// It knows of nobody.
    #[default]
    Unaware = 0,
    /// It wants to look.
    Suspicious = 1,
    /// It is sure.
    Alerted = 2,
}

impl Level {
    fn above(self) -> Self {
        if self == Self::Unaware {
            Self::Suspicious
        } else {
            Self::Alerted
        }
    }

    fn below(self) -> Self {
        if self == Self::Alerted {
            Self::Suspicious
        } else {
            Self::Unaware
        }
    }
}

/// Where the levels begin and end. Levels are entered at or above, left below; a pair the wrong way round is used the
/// right way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Suspicious from here.
    pub suspicious_enter: f64,
    /// No longer suspicious below.
    pub suspicious_exit: f64,
    /// Alerted from here.
    pub alert_enter: f64,
    /// No longer alerted below.
    pub alert_exit: f64,
    /// Least seconds in each level.
    pub min_dwell_time: f64,
}

impl Thresholds {
    /// Whether knowing nothing at all is enough to leave the lowest level.
    #[must_use]
    pub fn begin_at_nothing(&self) -> bool {
        let suspicious = self.suspicious_enter.max(self.suspicious_exit);
        suspicious.min(self.alert_enter.max(self.alert_exit)) <= SLACK
    }
}

/// An enemy's level, and the clocks that it runs by.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Alert {
    /// The level now.
    pub level: Level,
    pub(crate) in_level: f64,
    /// Seconds since awareness reached `alert_enter`, none while it is below.
    pub(crate) reacting: Option<f64>,
}

impl Alert {
    /// Goes on by `delta` seconds in which there was nothing to be aware of, in the lowest level.
    pub fn rest(&mut self, delta: f64) {
        self.in_level += delta;
        self.reacting = None;
    }

    /// Goes on by `delta` seconds with the awareness that there is now; calls `step(level, previous)` for each step, one at a
    /// time, in one direction only.
    pub fn tick(
        &mut self,
        t: &Thresholds,
        reaction_delay: f64,
        awareness: f64,
        delta: f64,
        mut step: impl FnMut(Level, Level),
    ) {
        let reaches = |a: f64, b: f64| awareness >= a.max(b) - SLACK;
        let falls_below = |a: f64, b: f64| awareness < a.min(b) - SLACK;
        self.in_level += delta;
        self.reacting = match self.reacting {
            _ if !reaches(t.alert_enter, t.alert_exit) => None,
            Some(waited) => Some(waited + delta),
            None => Some(0.0),
        };
        let reacted = self
            .reacting
            .is_some_and(|waited| waited >= reaction_delay - SLACK);
        let mut rising = None;
        loop {
            if self.in_level < t.min_dwell_time - SLACK {
                return;
            }
            let up = match self.level {
                Level::Unaware => reaches(t.suspicious_enter, t.suspicious_exit) || reacted,
                Level::Suspicious => reacted,
                Level::Alerted => false,
            };
            let down = match self.level {
                Level::Unaware => false,
                Level::Suspicious => falls_below(t.suspicious_enter, t.suspicious_exit),
                Level::Alerted => falls_below(t.alert_enter, t.alert_exit),
            };
            let next = match (up, down, rising) {
                (true, _, None | Some(true)) => self.level.above(),
                (false, true, None | Some(false)) => self.level.below(),
                _ => return,
            };
            rising = Some(up);
            let previous = std::mem::replace(&mut self.level, next);
            self.in_level = 0.0;
            step(next, previous);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const T: Thresholds = Thresholds {
        suspicious_enter: 0.3,
        suspicious_exit: 0.1,
        alert_enter: 0.7,
        alert_exit: 0.4,
        min_dwell_time: 0.0,
    };

    fn steps(
        alert: &mut Alert,
        t: &Thresholds,
        delay: f64,
        awareness: f64,
        delta: f64,
    ) -> Vec<(Level, Level)> {
        let mut steps = Vec::new();
        alert.tick(t, delay, awareness, delta, |level, previous| {
            steps.push((level, previous))
        });
        steps
    }

    #[test]
    fn inside_the_band_nothing_changes() {
        let mut alert = Alert::default();
        for awareness in [0.45, 0.65, 0.45, 0.65] {
            steps(&mut alert, &T, 0.0, awareness, 0.1);
        }
        assert_eq!(alert.level, Level::Suspicious);
        steps(&mut alert, &T, 0.0, 0.7, 0.1);
        assert_eq!(alert.level, Level::Alerted);
        for awareness in [0.45, 0.65, 0.45, 0.65] {
            assert!(steps(&mut alert, &T, 0.0, awareness, 0.1).is_empty());
        }
    }

    #[test]
    fn each_step_is_told_once_on_the_way_up_and_down() {
        let mut alert = Alert::default();
        let up = steps(&mut alert, &T, 0.0, 1.0, 0.1);
        assert_eq!(
            up,
            [
                (Level::Suspicious, Level::Unaware),
                (Level::Alerted, Level::Suspicious)
            ]
        );
        let down = steps(&mut alert, &T, 0.0, 0.0, 0.1);
        assert_eq!(
            down,
            [
                (Level::Suspicious, Level::Alerted),
                (Level::Unaware, Level::Suspicious)
            ]
        );
    }

    #[test]
    fn the_reaction_waits_while_awareness_stays_and_starts_anew_when_it_does_not() {
        let mut alert = Alert::default();
        for _ in 0..5 {
            steps(&mut alert, &T, 0.5, 1.0, 0.1);
            assert_eq!(alert.level, Level::Suspicious);
        }
        steps(&mut alert, &T, 0.5, 0.6, 0.1);
        for _ in 0..5 {
            steps(&mut alert, &T, 0.5, 1.0, 0.1);
            assert_eq!(alert.level, Level::Suspicious);
        }
        steps(&mut alert, &T, 0.5, 1.0, 0.1);
        assert_eq!(alert.level, Level::Alerted);
    }

    #[test]
    fn a_dwell_time_holds_every_level() {
        let t = Thresholds {
            min_dwell_time: 1.0,
            ..T
        };
        let mut alert = Alert::default();
        let mut at = Vec::new();
        for tick in 1..=40 {
            if !steps(&mut alert, &t, 0.0, if tick < 25 { 1.0 } else { 0.0 }, 0.1).is_empty() {
                at.push(tick);
            }
        }
        assert_eq!(at, [10, 20, 30, 40]);
    }

    proptest! {
        #[test]
        fn a_level_is_never_skipped(awareness in proptest::collection::vec(0.0_f64..1.0, 1..200), delay in 0.0_f64..0.5) {
            let mut alert = Alert::default();
            for a in awareness {
                for (level, previous) in steps(&mut alert, &T, delay, a, 0.05) {
                    prop_assert_eq!((level as i8 - previous as i8).abs(), 1);
                }
            }
        }
    }
}

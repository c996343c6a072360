//! How fast something moves, from where it is seen tick by tick.

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Velocity is averaged over this many seconds, so that positions that arrive ten times a second do not make it jump.
const WINDOW: f64 = 0.1;

/// Parts of the window.
pub(crate) const PARTS: usize = 5;

/// The last tenth of a second of a moving thing.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Motion {
    pub(crate) at: Option<Vec3>,
    pub(crate) moved: [Vec3; PARTS],
    pub(crate) took: [f32; PARTS],
    pub(crate) part: u8,
}

impl Motion {
    /// Notes where it is `delta` seconds after the last note; returns its velocity in units per second. A step faster than
    /// `max_speed` is a teleport: zero, and the average starts anew.
    pub fn moved_to(&mut self, position: Vec3, delta: f64, max_speed: f64) -> Vec3 {
        let Some(before) = self.at.replace(position) else {
            return Vec3::ZERO;
        };
        if delta <= 0.0 {
            return self.velocity();
        }
        let step = position - before;
        if f64::from(step.length()) > max_speed * delta {
            self.lose();
            self.at = Some(position);
            return Vec3::ZERO;
        }
        let mut part = usize::from(self.part) % PARTS;
        if f64::from(self.took[part]) >= WINDOW / PARTS as f64 {
            part = (part + 1) % PARTS;
            self.moved[part] = Vec3::ZERO;
            self.took[part] = 0.0;
            self.part = part as u8;
        }
        self.moved[part] += step;
        self.took[part] += delta as f32;
        self.velocity()
    }

    /// Out of sight: what comes next is not a movement from here.
    pub fn lose(&mut self) {
        *self = Self::default();
    }

    fn velocity(&self) -> Vec3 {
        let took: f32 = self.took.iter().sum();
        if took > 0.0 {
            self.moved.iter().sum::<Vec3>() / took
        } else {
            Vec3::ZERO
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steady_movement_is_its_velocity_at_any_rate() {
        for rate in [10.0, 30.0, 60.0, 144.0, 1000.0] {
            let mut motion = Motion::default();
            let mut velocity = Vec3::ZERO;
            for tick in 0..2000 {
                velocity = motion.moved_to(Vec3::X * (tick as f32 * 50.0 / rate as f32), 1.0 / rate, 2000.0);
            }
            assert!((velocity.x - 50.0).abs() < 0.5, "{velocity} at {rate}");
        }
    }

    #[test]
    fn steps_that_come_ten_times_a_second_are_averaged() {
        let mut motion = Motion::default();
        for tick in 0..120 {
            let place = Vec3::X * ((tick / 6) as f32 * 14.0);
            let velocity = motion.moved_to(place, 1.0 / 60.0, 2000.0);
            assert!(velocity.x < 300.0, "{velocity} in tick {tick}");
        }
    }

    #[test]
    fn a_teleport_has_no_velocity() {
        let mut motion = Motion::default();
        motion.moved_to(Vec3::ZERO, 0.1, 40.0);
        assert_eq!(motion.moved_to(Vec3::X * 1000.0, 0.1, 40.0), Vec3::ZERO);
    }
}

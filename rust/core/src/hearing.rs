//! Hearing: how loud a noise arrives, and how well its place is known.

use glam::Vec3;

use crate::frame::Frame;
use crate::personality::Dice;

/// More walls than this in one line are not counted.
pub const MOST_WALLS: u32 = 8;

/// The loudness, 0..1, of a noise at a distance: `strength * (1 - distance / radius)`, the radius shortened by `muffle`
/// for each wall. 0: not heard. An infinite radius does not fall off.
#[must_use]
pub fn loudness(distance: f64, radius: f64, strength: f64, muffle: f64, walls: u32) -> f64 {
    let radius = radius * muffle.powi(walls.min(MOST_WALLS) as i32);
    // 0 times infinity is no number: a wall that lets nothing through lets nothing through.
    if radius.is_nan()
        || radius <= 0.0
        || strength.is_nan()
        || strength <= 0.0
        || distance.is_nan()
        || distance >= radius
    {
        return 0.0;
    }
    let falloff = if radius.is_infinite() {
        1.0
    } else {
        1.0 - distance / radius
    };
    strength.min(1.0) * falloff
}

/// How many separate stretches of solid lie along a line of unit length, from the stretches themselves (start and end,
/// each 0..1, in any order). Stretches that touch within `gap` are one; at most [`MOST_WALLS`].
#[must_use]
pub fn walls(stretches: &mut [(f64, f64)], gap: f64) -> u32 {
    stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut count = 0;
    let mut end = f64::NEG_INFINITY;
    for (from, to) in stretches {
        if *from > end + gap {
            count += 1;
        }
        end = end.max(*to);
    }
    count.min(MOST_WALLS)
}

/// Where a sound seems to come from: uniformly somewhere in a disc (from the side: a stretch) of radius
/// `fuzz * (1 - strength)` on the ground.
#[must_use]
pub fn heard_place(frame: Frame, origin: Vec3, fuzz: f64, strength: f64, dice: &mut Dice) -> Vec3 {
    let reach = fuzz * (1.0 - strength.clamp(0.0, 1.0));
    if reach.is_nan() || reach <= 0.0 {
        return origin;
    }
    let radius = (reach * dice.unit().sqrt()) as f32;
    let angle = (dice.unit() * std::f64::consts::TAU) as f32;
    match frame {
        Frame::Side => origin + Vec3::X * (reach * (2.0 * dice.unit() - 1.0)) as f32,
        Frame::TopDown | Frame::Space => origin + frame.turned(frame.default_facing(), angle) * radius,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_shortens_the_reach() {
        assert_eq!(loudness(7.0, 14.0, 1.0, 0.4, 1), 0.0);
        assert_eq!(loudness(7.0, 14.0, 1.0, 0.4, 0), 0.5);
    }

    #[test]
    fn nonsense_and_the_very_rim_are_silent() {
        for radius in [0.0, -50.0, f64::NAN, 100.0] {
            assert_eq!(loudness(100.0, radius, 1.0, 0.4, 0), 0.0);
        }
        assert_eq!(loudness(0.0, 100.0, f64::NAN, 0.4, 0), 0.0);
        assert_eq!(loudness(5.0, f64::INFINITY, 2.0, 0.4, 0), 1.0);
        assert_eq!(loudness(5.0, f64::INFINITY, 1.0, 0.0, 1), 0.0);
    }

    #[test]
    fn touching_stretches_are_one_wall() {
        assert_eq!(walls(&mut [(0.5, 0.6), (0.1, 0.2), (0.2, 0.3)], 1e-6), 2);
        assert_eq!(walls(&mut [(0.1, 0.9), (0.2, 0.3), (0.95, 1.0)], 1e-6), 2);
        assert_eq!(walls(&mut [], 1e-6), 0);
    }

    #[test]
    fn the_place_heard_lies_within_the_fuzz_on_the_ground() {
        let mut dice = Dice::new(7);
        for _ in 0..1000 {
            let place = heard_place(Frame::Space, Vec3::Y, 3.0, 0.5, &mut dice);
            assert_eq!(place.y, 1.0);
            assert!((place - Vec3::Y).length() <= 1.5 + 1e-6);
            let place = heard_place(Frame::Side, Vec3::ZERO, 90.0, 0.0, &mut dice);
            assert!(place.x.abs() <= 90.0 && place.y == 0.0);
        }
        assert_eq!(
            heard_place(Frame::TopDown, Vec3::X, 90.0, 1.0, &mut dice),
            Vec3::X
        );
    }
}

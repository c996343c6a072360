//! Light: how brightly a place is lit, from the lamps round it.

use glam::Vec3;

use crate::frame::{Frame, direction, offset};

/// What a lamp of energy 1 adds right under it.
const FULL: f64 = 0.5;

/// Angles this close to the border of a spot, in radians, are inside it.
const BORDER: f64 = 1e-4;

/// How a lamp shines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LampKind {
    /// All round, up to its range.
    Omni,
    /// In a cone, up to its range.
    Spot {
        /// Half the angle of the cone in degrees, border inclusive.
        half_angle: f64,
    },
    /// From far away, with the same strength everywhere: a sun, a moon.
    Directional,
}

/// One lamp that is switched on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lamp {
    /// How it shines.
    pub kind: LampKind,
    /// Global position; means nothing to a directional one.
    pub position: Vec3,
    /// Where it shines, of any length; means nothing to an omni. Without a direction it lights nothing.
    pub direction: Vec3,
    /// Brightness; a negative one darkens.
    pub energy: f32,
    /// How far it shines, exclusive, may be infinite. Of a directional one: how far towards it something can be in the
    /// way (see [`sun_reach`]).
    pub range: f64,
    /// Whether it takes light away instead of giving it.
    pub subtract: bool,
}

/// How far towards a directional light something can be in its way: 2000 px, 200 m.
#[must_use]
pub fn sun_reach(frame: Frame) -> f64 {
    if frame == Frame::Space { 200.0 } else { 2000.0 }
}

impl Lamp {
    /// What it gives right under it; negative where it takes light away.
    fn power(&self) -> f64 {
        let power = FULL * f64::from(self.energy);
        if self.subtract { -power } else { power }
    }

    /// What it would add to the light at a place with nothing in the way, and where to look for what is; none if it
    /// does not shine there.
    fn shine(&self, point: Vec3) -> Option<(f64, Vec3)> {
        let power = self.power();
        if power == 0.0 || !power.is_finite() || self.range.is_nan() {
            return None;
        }
        if self.kind == LampKind::Directional {
            let source = point.as_dvec3() - direction(self.direction)?.as_dvec3() * self.range;
            let source = source.as_vec3();
            return source.is_finite().then_some((power, source));
        }
        let ray = offset(self.position, point);
        let squared = ray.length_squared();
        if squared.is_nan() || self.range <= 0.0 || squared >= self.range * self.range {
            return None;
        }
        if let LampKind::Spot { half_angle } = self.kind {
            let axis = direction(self.direction)?.as_dvec3();
            let border = half_angle.to_radians() + BORDER;
            let inside = border >= std::f64::consts::PI || axis.dot(ray) >= border.cos() * squared.sqrt();
            if half_angle.is_nan() || half_angle < 0.0 || !inside {
                return None;
            }
        }
        let left = 1.0 - squared.sqrt() / self.range;
        Some((power * left * left, self.position))
    }
}

/// The light at a place, 0..1: `ambient`, and of each lamp that shines there unblocked
/// `0.5 * energy * (1 - distance / range)^2`, of a directional one `0.5 * energy`; subtractive ones and negative energies
/// take away. `unblocked` is asked, with the number of the lamp, the place and the lamp's, only about lamps that matter.
#[must_use]
pub fn light_level(
    ambient: f64,
    point: Vec3,
    lamps: &[Lamp],
    mut unblocked: impl FnMut(usize, Vec3, Vec3) -> bool,
) -> f64 {
    let ambient = if ambient.is_nan() {
        0.0
    } else {
        ambient.clamp(0.0, 1.0)
    };
    if !point.is_finite() {
        return ambient;
    }
    let darkens = lamps.iter().any(|lamp| lamp.power() < 0.0);
    let mut level = ambient;
    for (index, lamp) in lamps.iter().enumerate() {
        if level >= 1.0 && !darkens {
            break;
        }
        if let Some((light, source)) = lamp.shine(point)
            && unblocked(index, point, source)
        {
            level += light;
        }
    }
    level.clamp(0.0, 1.0)
}

/// How many rays light may cast in a pass under a limit for all rays: what sight left over in the pass before, at least a
/// quarter (and one), at most three quarters. While looks had to wait: a quarter.
#[must_use]
pub fn ray_share(limit: u64, used_by_sight: u64, sight_waits: bool) -> u64 {
    let least = (limit / 4).max(1);
    if sight_waits {
        return least;
    }
    limit
        .saturating_sub(used_by_sight)
        .min(limit - limit / 4)
        .max(least)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn omni(x: f32, energy: f32) -> Lamp {
        Lamp {
            kind: LampKind::Omni,
            position: Vec3::new(x, 0.0, 0.0),
            direction: Vec3::ZERO,
            energy,
            range: 100.0,
            subtract: false,
        }
    }

    fn spot(half_angle: f64) -> Lamp {
        Lamp {
            kind: LampKind::Spot { half_angle },
            direction: Vec3::X * 7.0,
            ..omni(0.0, 1.0)
        }
    }

    fn sun() -> Lamp {
        let direction = Vec3::new(0.0, -3.0, 0.0);
        Lamp {
            kind: LampKind::Directional,
            direction,
            range: sun_reach(Frame::Space),
            ..omni(0.0, 1.0)
        }
    }

    fn open(lamps: &[Lamp], point: Vec3) -> f64 {
        light_level(0.15, point, lamps, |_, _, _| true)
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn without_lamps_there_is_the_ambient() {
        assert_eq!(open(&[], Vec3::ZERO), 0.15);
        assert_eq!(light_level(7.0, Vec3::ZERO, &[], |_, _, _| true), 1.0);
        assert_eq!(light_level(-7.0, Vec3::ZERO, &[], |_, _, _| true), 0.0);
    }

    #[test]
    fn a_lamp_falls_off_with_the_square() {
        let lamps = [omni(0.0, 1.0)];
        assert!(close(open(&lamps, Vec3::ZERO), 0.65));
        assert!(close(open(&lamps, Vec3::X * 50.0), 0.15 + 0.125));
        assert!(close(open(&lamps, Vec3::X * 100.0), 0.15));
        assert!(close(
            open(&[omni(0.0, 1.0), omni(50.0, 0.5)], Vec3::X * 50.0),
            0.15 + 0.125 + 0.25
        ));
        let endless = Lamp {
            range: f64::INFINITY,
            ..omni(0.0, 1.0)
        };
        assert!(close(open(&[endless], Vec3::X * 1e6), 0.65));
    }

    #[test]
    fn a_wall_keeps_one_lamp_out_and_not_the_other() {
        let lamps = [omni(0.0, 1.0), omni(100.0, 1.0)];
        let point = Vec3::X * 50.0;
        let level = light_level(0.15, point, &lamps, |index, from, to| {
            assert_eq!((from, to), (point, lamps[index].position));
            index == 1
        });
        assert!(close(level, 0.275));
    }

    #[test]
    fn a_spot_lights_up_to_its_half_angle() {
        let at =
            |degrees: f32| Vec3::from((degrees.to_radians().cos(), degrees.to_radians().sin(), 0.0)) * 50.0;
        for (degrees, lit) in [
            (0.0, true),
            (29.9, true),
            (30.0, true),
            (-30.0, true),
            (30.1, false),
            (180.0, false),
        ] {
            assert_eq!(open(&[spot(30.0)], at(degrees)) > 0.2, lit, "{degrees}");
        }
        assert!(open(&[spot(180.0)], at(180.0)) > 0.2);
        assert!(open(&[spot(0.0)], at(0.0)) > 0.2);
        // Right at the lamp there is no angle.
        assert!(close(open(&[spot(30.0)], Vec3::ZERO), 0.65));
        let nowhere = Lamp {
            direction: Vec3::ZERO,
            ..spot(30.0)
        };
        assert!(close(open(&[nowhere], at(0.0)), 0.15));
    }

    #[test]
    fn a_sun_is_the_same_everywhere_and_looked_for_far_up() {
        let point = Vec3::new(4.0, 1.0, 2.0);
        let mut asked = Vec::new();
        let level = light_level(0.15, point, &[sun()], |_, from, to| {
            asked.push((from, to));
            true
        });
        assert!(close(level, 0.65));
        assert_eq!(asked, [(point, Vec3::new(4.0, 201.0, 2.0))]);
        assert_eq!(sun_reach(Frame::Side), 2000.0);
        assert!(close(light_level(0.15, point, &[sun()], |_, _, _| false), 0.15));
    }

    #[test]
    fn subtractive_lamps_and_negative_energies_take_away() {
        let taking = Lamp {
            subtract: true,
            ..omni(0.0, 0.2)
        };
        assert!(close(open(&[taking], Vec3::ZERO), 0.05));
        assert!(close(open(&[omni(0.0, -0.2)], Vec3::ZERO), 0.05));
        assert_eq!(
            open(
                &[Lamp {
                    subtract: true,
                    ..sun()
                }],
                Vec3::ZERO
            ),
            0.0
        );
        // The sum is clamped, not each step on the way: order does not matter.
        let lamps = [omni(0.0, 2.0), omni(0.0, 2.0), omni(0.0, -3.0)];
        let turned: Vec<Lamp> = lamps.iter().rev().copied().collect();
        assert!(close(open(&lamps, Vec3::ZERO), 0.65));
        assert!(close(open(&turned, Vec3::ZERO), 0.65));
    }

    #[test]
    fn only_lamps_that_matter_cost_a_ray() {
        let lamps = [
            omni(1000.0, 1.0),
            omni(100.0, 1.0),
            omni(0.0, 0.0),
            Lamp {
                direction: Vec3::NEG_X,
                position: Vec3::NEG_X,
                ..spot(30.0)
            },
            Lamp {
                range: 0.0,
                ..omni(0.0, 1.0)
            },
            omni(0.0, 1.0),
        ];
        let mut asked = Vec::new();
        let _ = light_level(0.15, Vec3::ZERO, &lamps, |index, _, _| {
            asked.push(index);
            true
        });
        assert_eq!(asked, [5]);
        asked.clear();
        let _ = light_level(
            0.15,
            Vec3::ZERO,
            &[omni(0.0, 5.0), omni(0.0, 5.0)],
            |index, _, _| {
                asked.push(index);
                true
            },
        );
        assert_eq!(asked, [0], "brighter than bright");
    }

    #[test]
    fn light_takes_what_sight_leaves_and_starves_nobody() {
        assert_eq!(ray_share(60, 0, false), 45);
        assert_eq!(ray_share(60, 30, false), 30);
        assert_eq!(ray_share(60, 60, false), 15);
        assert_eq!(ray_share(60, 10, true), 15);
        for limit in 1..=4 {
            assert_eq!(ray_share(limit, 100, true), 1, "{limit}");
            assert!(ray_share(limit, 0, false) <= limit);
        }
        assert_eq!(ray_share(u64::MAX, 5, false), u64::MAX - u64::MAX / 4);
    }

    #[test]
    fn nonsense_lights_nothing() {
        let nan = f64::NAN;
        for lamp in [
            omni(f32::NAN, 1.0),
            omni(0.0, f32::NAN),
            omni(0.0, f32::INFINITY),
            Lamp {
                range: nan,
                ..omni(0.0, 1.0)
            },
            Lamp {
                range: -100.0,
                ..omni(0.0, 1.0)
            },
            spot(nan),
            spot(-30.0),
            Lamp {
                direction: Vec3::NAN,
                ..spot(30.0)
            },
            Lamp {
                direction: Vec3::NAN,
                ..sun()
            },
            Lamp { range: nan, ..sun() },
            Lamp {
                range: f64::INFINITY,
                ..sun()
            },
        ] {
            assert_eq!(open(&[lamp], Vec3::X), 0.15, "{lamp:?}");
        }
        assert_eq!(open(&[omni(0.0, 1.0)], Vec3::NAN), 0.15);
        assert_eq!(light_level(nan, Vec3::ZERO, &[], |_, _, _| true), 0.0);
    }

    fn any_lamp() -> impl Strategy<Value = Lamp> {
        let kind = prop_oneof![
            Just(LampKind::Omni),
            any::<f64>().prop_map(|half_angle| LampKind::Spot { half_angle }),
            Just(LampKind::Directional)
        ];
        let vector =
            || prop::array::uniform3(prop_oneof![any::<f32>(), -50.0_f32..50.0]).prop_map(Vec3::from);
        (
            kind,
            vector(),
            vector(),
            any::<f32>(),
            any::<f64>(),
            any::<bool>(),
        )
            .prop_map(|(kind, position, direction, energy, range, subtract)| Lamp {
                kind,
                position,
                direction,
                energy,
                range,
                subtract,
            })
    }

    proptest! {
        #[test]
        fn light_is_always_from_0_to_1(
            ambient in any::<f64>(),
            point in prop::array::uniform3(any::<f32>()),
            lamps in prop::collection::vec(any_lamp(), 0..8),
            walls in any::<u8>(),
        ) {
            let level = light_level(ambient, Vec3::from(point), &lamps, |index, _, _| walls >> index & 1 == 0);
            prop_assert!((0.0..=1.0).contains(&level), "{level}");
        }

        #[test]
        fn farther_is_never_brighter(near in 0.0_f32..120.0, more in 0.0_f32..120.0, energy in 0.0_f32..4.0) {
            for lamp in [omni(0.0, energy), Lamp { energy, ..spot(20.0) }] {
                prop_assert!(open(&[lamp], Vec3::X * near) >= open(&[lamp], Vec3::X * (near + more)));
                let taking = Lamp { subtract: true, ..lamp };
                prop_assert!(open(&[taking], Vec3::X * near) <= open(&[taking], Vec3::X * (near + more)));
            }
        }
    }
}

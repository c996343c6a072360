//! Hearing: how loud a noise arrives, and how well its place is known.

use glam::Vec3;

use crate::frame::{Frame, distance, offset};
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

/// How many walls keep a noise from an ear altogether: it takes no more counting than that.
#[must_use]
pub fn enough_walls(distance: f64, radius: f64, muffle: f64) -> u32 {
    let is_silent = |walls: &u32| loudness(distance, radius, 1.0, muffle, *walls) <= 0.0;
    (0..MOST_WALLS).find(is_silent).unwrap_or(MOST_WALLS)
}

/// How a noise that goes round the walls gets to an ear.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Way {
    /// Nobody can tell: walls muffle it instead.
    Unknown,
    /// It does not.
    None,
    /// It does.
    Found {
        /// How far it has to go.
        distance: f64,
        /// Where it comes out: the last corner before the ear, or its origin where there is no corner.
        origin: Vec3,
    },
}

/// An ear or an origin farther off the navigation map than this is not on it: 64 px, 2 m.
#[must_use]
pub fn off_the_map(frame: Frame) -> f64 {
    if frame == Frame::Space { 2.0 } else { 64.0 }
}

/// A path that bends by less than this part of its length goes straight on: the map's own polygons bend it so much.
const BEND: f64 = 0.1;

/// The way of a noise along a path over the navigation map, which leads to `goal`, the place on the map that is nearest to
/// the ear, or ends short of it. On the way up or down a slope there is no corner, on the plane there is.
#[must_use]
pub fn way(frame: Frame, origin: Vec3, path: &[Vec3], goal: Vec3, ear: Vec3) -> Way {
    let close = off_the_map(frame) / 64.0;
    let arrives = path.last().is_some_and(|end| distance(*end, goal) <= close);
    if !arrives {
        return Way::None;
    }
    let (mut so_far, mut last) = (0.0, origin);
    for corner in corners(frame, path, close) {
        so_far += distance(last, corner);
        last = corner;
    }
    Way::Found {
        distance: so_far + distance(last, ear),
        origin: last,
    }
}

/// The points of a path, but for its ends, at which it leaves the straight line: halved at the point farthest from it for
/// as long as there is one.
fn corners(frame: Frame, path: &[Vec3], close: f64) -> Vec<Vec3> {
    let mut is_corner = vec![false; path.len()];
    let mut stretches = vec![(0, path.len() - 1)];
    while let Some((from, to)) = stretches.pop() {
        let length = distance(path[from], path[to]);
        let aside = |point: usize| aside(frame, path[from], path[point], path[to]);
        let farthest = (from + 1..to).max_by(|a, b| aside(*a).total_cmp(&aside(*b)));
        if let Some(point) = farthest.filter(|point| aside(*point) > close.max(BEND * length)) {
            is_corner[point] = true;
            stretches.extend([(from, point), (point, to)]);
        }
    }
    (path.iter().zip(is_corner))
        .filter(|(_, is_corner)| *is_corner)
        .map(|(point, _)| *point)
        .collect()
}

/// How far the straight way between two places passes a third one, seen from above in 3D.
fn aside(frame: Frame, from: Vec3, point: Vec3, to: Vec3) -> f64 {
    let on_plane = |v: Vec3| {
        if frame == Frame::Space {
            frame.on_ground(v)
        } else {
            v
        }
    };
    let from = on_plane(from);
    let (there, back) = (offset(from, on_plane(point)), offset(from, on_plane(to)));
    let along = (there.dot(back) / back.length_squared()).clamp(0.0, 1.0);
    let nearest = if along.is_nan() { back } else { back * along };
    (there - nearest).length()
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
    fn as_many_walls_as_are_enough_silence_a_noise_and_one_fewer_does_not() {
        for distance in [0.0, 1.0, 10.0, 39.9, 40.0, 99.9, 100.0, 400.0, f64::NAN] {
            for muffle in [0.0, 0.1, 0.4, 0.99, 1.0] {
                for radius in [100.0, f64::INFINITY] {
                    let enough = enough_walls(distance, radius, muffle);
                    let at = |walls| loudness(distance, radius, 1.0, muffle, walls);
                    assert!(enough == MOST_WALLS || at(enough) == 0.0);
                    assert!(enough == 0 || at(enough - 1) > 0.0);
                }
            }
        }
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

    fn found(distance: f64, origin: Vec3) -> Way {
        Way::Found { distance, origin }
    }

    #[test]
    fn a_sound_comes_out_at_the_last_corner() {
        let flat = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        let (source, ear) = (flat(10.0, 0.0), flat(90.0, 0.0));
        let path = [
            flat(10.0, 5.0),
            flat(10.0, 100.0),
            flat(90.0, 100.0),
            flat(90.0, 5.0),
        ];
        assert_eq!(
            way(Frame::TopDown, source, &path, path[3], ear),
            found(280.0, flat(90.0, 100.0))
        );
        let direct = [flat(10.0, 5.0), flat(90.0, 5.0)];
        assert_eq!(
            way(Frame::TopDown, source, &direct, direct[1], ear),
            found(80.0, source)
        );
        let through = [direct[0], flat(50.0, 0.2), direct[1]];
        assert_eq!(
            way(Frame::TopDown, source, &through, direct[1], ear),
            found(80.0, source)
        );
        // As the engine has it: a point at every border of a polygon, and a bend where they lie badly.
        let bordered: Vec<Vec3> = (0..19)
            .map(|step| flat(200.0 + step as f32, 200.0 - 10.0 * step as f32))
            .chain([flat(230.0, 10.0), flat(234.0, 0.0)])
            .collect();
        assert_eq!(
            way(Frame::TopDown, bordered[0], &bordered, bordered[20], bordered[20]),
            found(distance(bordered[0], bordered[20]), bordered[0])
        );
        let turn: Vec<Vec3> = (0..=20)
            .map(|step| flat(10.0 * step as f32, 0.0))
            .chain((1..=20).map(|step| flat(200.0, 10.0 * step as f32)))
            .collect();
        assert_eq!(
            way(Frame::TopDown, turn[0], &turn, turn[40], turn[40]),
            found(400.0, flat(200.0, 0.0))
        );
        let there_and_back = [direct[0], flat(150.0, 0.0), direct[1]];
        assert_eq!(
            way(Frame::TopDown, source, &there_and_back, direct[1], ear),
            found(200.0, flat(150.0, 0.0))
        );
    }

    #[test]
    fn a_slope_is_no_corner() {
        let (source, ear) = (Vec3::ZERO, Vec3::new(10.0, 3.6, 0.0));
        let path = [
            source,
            Vec3::new(4.0, 0.0, 0.0),
            Vec3::new(8.0, 2.0, 0.0),
            Vec3::new(10.0, 2.0, 0.0),
        ];
        assert_eq!(
            way(Frame::Space, source, &path, path[3], ear),
            found(distance(source, ear), source)
        );
        let turned = [source, Vec3::new(4.0, 0.0, 4.0), path[3]];
        let Way::Found { origin, .. } = way(Frame::Space, source, &turned, path[3], ear) else {
            panic!("there is a way")
        };
        assert_eq!(origin, turned[1]);
    }

    #[test]
    fn a_path_that_ends_short_of_the_ear_is_no_way() {
        let goal = Vec3::X * 100.0;
        for path in [vec![], vec![Vec3::ZERO], vec![Vec3::ZERO, Vec3::X * 98.0]] {
            assert_eq!(way(Frame::TopDown, Vec3::ZERO, &path, goal, goal), Way::None);
        }
        let nowhere = Vec3::NAN;
        assert_eq!(
            way(Frame::TopDown, Vec3::ZERO, &[nowhere], nowhere, nowhere),
            Way::None
        );
        assert_eq!(way(Frame::TopDown, goal, &[goal], goal, goal), found(0.0, goal));
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

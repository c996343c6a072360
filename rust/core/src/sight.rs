//! Sight: the gates, cheapest first, and how well somebody is seen who passes them.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use crate::frame::{Frame, direction, offset};

/// Angles this close to the border of a cone, in radians, are inside it.
const BORDER: f64 = 1e-4;

/// `near_range` reaches this far up and down in 3D, in metres.
const NEAR_HEIGHT: f64 = 2.0;

/// How an eye sees; angles are full angles in degrees, distances in the game's units.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Vision {
    /// Farthest distance, inclusive; may be infinite.
    #[serde(with = "crate::infinite")]
    pub view_range: f64,
    /// Focal cone; 360 and above all round, 0 blind but for `near_range`.
    pub view_angle: f64,
    /// 3D: 0 a round cone, else the height of a box-shaped one.
    pub vertical_view_angle: f64,
    /// 3D: the cone ignores height.
    pub flat: bool,
    /// Weak outer cone; none at or below `view_angle`.
    pub peripheral_angle: f64,
    /// Cone factor at the outer edge, 0..1.
    pub peripheral_strength: f64,
    /// Within it the cone does not matter.
    pub near_range: f64,
    /// How many of the automatic sample points are used, 1..3.
    pub sample_count: i64,
}

impl Vision {
    /// The defaults for a way to lie in space.
    #[must_use]
    pub fn defaults(frame: Frame) -> Self {
        let metres = frame == Frame::Space;
        Self {
            view_range: if metres { 18.0 } else { 240.0 },
            view_angle: 90.0,
            vertical_view_angle: 0.0,
            flat: false,
            peripheral_angle: 0.0,
            peripheral_strength: 0.25,
            near_range: if metres { 0.5 } else { 8.0 },
            sample_count: 3,
        }
    }
}

/// Where an eye is and looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eye {
    /// Global position.
    pub position: Vec3,
    /// Unit direction; none: blind but for `near_range`.
    pub forward: Option<Vec3>,
    /// The eye's own up, of unit length; matters to a box-shaped cone only.
    pub up: Vec3,
    /// Whether the direction was given by hand, so that yaw is about world up.
    pub by_hand: bool,
}

impl Eye {
    /// An eye that sees nothing, for a start.
    pub const CLOSED: Self = Self {
        position: Vec3::NAN,
        forward: None,
        up: Vec3::Z,
        by_hand: false,
    };
}

/// A vision with all that does not change from tick to tick worked out once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gates {
    /// Which way is up.
    pub frame: Frame,
    /// How many of the automatic sample points are used.
    pub sample_count: u8,
    range: f64,
    range_squared: f64,
    near_squared: f64,
    half_focal: f64,
    half_outer: f64,
    cos_focal: f64,
    cos_outer: f64,
    strength: f64,
    /// Half the height of a box-shaped cone, radians; 0: round.
    half_pitch: f64,
    flat: bool,
    /// Fades in the periphery.
    fades: bool,
}

/// What the two cheap gates say of one place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aspect {
    /// Distance from the eye; infinite where a position is not finite.
    pub distance: f64,
    /// Gate 1.
    pub in_range: bool,
    /// Gate 2: the outer of the two cones, or near.
    pub in_cone: bool,
    /// 1 in the focal cone and near, fading to the peripheral strength; 0 outside.
    pub cone_factor: f64,
    /// `1 - (distance / range)^2`; 0 outside.
    pub distance_factor: f64,
}

impl Aspect {
    const NOWHERE: Self = Self {
        distance: f64::INFINITY,
        in_range: false,
        in_cone: false,
        cone_factor: 0.0,
        distance_factor: 0.0,
    };

    /// Both cheap gates passed.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.in_range && self.in_cone
    }
}

impl Gates {
    /// Works out once what does not change from tick to tick.
    #[must_use]
    pub fn new(vision: &Vision, frame: Frame) -> Self {
        let half = |angle: f64| (angle.clamp(0.0, 360.0) / 2.0).to_radians();
        let half_focal = half(vision.view_angle);
        let half_outer = half(vision.peripheral_angle.max(vision.view_angle));
        let blind = vision.view_angle <= 0.0;
        // A cosine beyond its range lets everybody, or nobody, pass.
        let cos = |half: f64| {
            if blind {
                2.0
            } else if half + BORDER >= std::f64::consts::PI {
                -2.0
            } else {
                (half + BORDER).cos()
            }
        };
        Self {
            frame,
            sample_count: vision.sample_count.clamp(1, 3) as u8,
            range: vision.view_range,
            range_squared: vision.view_range * vision.view_range,
            // Distance 0 is always near; so is what a float can hardly tell from it.
            near_squared: (vision.near_range * vision.near_range).max(1e-12),
            half_focal,
            half_outer,
            cos_focal: cos(half_focal),
            cos_outer: cos(half_outer),
            strength: vision.peripheral_strength,
            half_pitch: half(if frame == Frame::Space {
                vision.vertical_view_angle
            } else {
                0.0
            }),
            flat: vision.flat && frame == Frame::Space,
            fades: vision.peripheral_angle > vision.view_angle,
        }
    }

    /// The same gates, shut: nobody passes.
    #[must_use]
    pub fn shut(mut self) -> Self {
        (self.range, self.range_squared) = (-1.0, -1.0);
        self
    }

    /// The reach of gate 1; below 0 for shut ones.
    #[must_use]
    pub fn range(&self) -> f64 {
        self.range
    }

    /// Half of the outer cone, radians; 0 for a blind one.
    #[must_use]
    pub fn half_outer(&self) -> f64 {
        if self.cos_outer > 1.0 {
            0.0
        } else {
            self.half_outer
        }
    }

    /// Half of the focal cone, radians; 0 for a blind one.
    #[must_use]
    pub fn half_focal(&self) -> f64 {
        if self.cos_outer > 1.0 {
            0.0
        } else {
            self.half_focal
        }
    }

    /// Gate 1 alone, for the squared distance; false for one that is not a number.
    #[must_use]
    #[inline]
    pub fn reaches(&self, eye: Vec3, point: Vec3) -> bool {
        offset(eye, point).length_squared() <= self.range_squared
    }

    /// Both cheap gates and their factors.
    #[must_use]
    pub fn judge(&self, eye: &Eye, point: Vec3) -> Aspect {
        if !eye.position.is_finite() || !point.is_finite() {
            return Aspect::NOWHERE;
        }
        let to = offset(eye.position, point);
        let squared = to.length_squared();
        let distance = squared.sqrt();
        let in_range = squared <= self.range_squared;
        let near = self.is_near(to);
        let cone_factor = self.cone(eye, to, distance);
        Aspect {
            distance,
            in_range,
            in_cone: near || cone_factor.is_some(),
            cone_factor: if near { 1.0 } else { cone_factor.unwrap_or(0.0) },
            distance_factor: if in_range {
                self.distance_factor(distance)
            } else {
                0.0
            },
        }
    }

    fn distance_factor(&self, distance: f64) -> f64 {
        if self.range.is_infinite() {
            1.0
        } else if self.range > 0.0 {
            let part = distance / self.range;
            (1.0 - part * part).max(0.0)
        } else {
            0.0
        }
    }

    fn is_near(&self, to: DVec3) -> bool {
        match self.frame {
            Frame::TopDown | Frame::Side => to.length_squared() <= self.near_squared,
            Frame::Space => to.x * to.x + to.z * to.z <= self.near_squared && to.y.abs() <= NEAR_HEIGHT,
        }
    }

    /// The factor of a place in the cone, none outside.
    fn cone(&self, eye: &Eye, to: DVec3, distance: f64) -> Option<f64> {
        let forward = eye.forward?.as_dvec3();
        if distance <= 0.0 {
            return None;
        }
        if self.half_pitch > 0.0 {
            let (yaw, pitch) = yaw_and_pitch(eye, forward, to / distance);
            let fits = self.flat || pitch.abs() <= self.half_pitch + BORDER;
            return self.fade(yaw.cos(), || yaw).filter(|_| fits);
        }
        let (forward, to) = self.on_its_plane(forward, to);
        if to == DVec3::ZERO {
            return self.fade(1.0, || 0.0);
        }
        let cosine = forward.dot(to) / (forward.length() * to.length());
        self.fade(cosine, || between(forward, to))
    }

    /// The angle between facing and a place, as the cone takes it: radians, 0..pi; 0 at the eye itself, pi for an eye without
    /// a direction or a place that is not finite.
    #[must_use]
    pub fn angle(&self, eye: &Eye, point: Vec3) -> f64 {
        let to = offset(eye.position, point);
        let Some(forward) = eye
            .forward
            .map(|forward| forward.as_dvec3())
            .filter(|_| to.is_finite())
        else {
            return std::f64::consts::PI;
        };
        if self.half_pitch > 0.0 && self.flat && to != DVec3::ZERO {
            return yaw_and_pitch(eye, forward, to.normalize()).0;
        }
        let (forward, to) = self.on_its_plane(forward, to);
        if to == DVec3::ZERO {
            0.0
        } else {
            between(forward, to)
        }
    }

    /// Without their heights where those do not matter.
    fn on_its_plane(&self, forward: DVec3, to: DVec3) -> (DVec3, DVec3) {
        if self.flat {
            (forward.with_y(0.0), to.with_y(0.0))
        } else {
            (forward, to)
        }
    }

    /// The factor at an angle, none outside. The cosine decides, as it would in a pass without angles.
    fn fade(&self, cosine: f64, angle: impl FnOnce() -> f64) -> Option<f64> {
        if cosine >= self.cos_focal {
            return Some(1.0);
        }
        if cosine < self.cos_outer {
            return None;
        }
        if !self.fades {
            return Some(1.0);
        }
        let width = self.half_outer - self.half_focal;
        let part = if width > 0.0 {
            ((angle() - self.half_focal) / width).clamp(0.0, 1.0)
        } else {
            1.0
        };
        Some(1.0 + (self.strength - 1.0) * part)
    }

    /// What is enough to tell from afar that nobody can be sensed: a cosine below which nobody is in the outer cone, and a
    /// distance within which the cone does not matter.
    pub(crate) fn outline(&self, eye: &Eye) -> (f32, f32) {
        let near = self.near_squared.sqrt() as f32
            + if self.frame == Frame::Space {
                NEAR_HEIGHT as f32
            } else {
                0.0
            };
        let cosine = match eye.forward {
            None => 2.0,
            Some(_) if self.half_pitch > 0.0 || self.flat => -2.0,
            Some(_) => self.cos_outer as f32 - 1e-3,
        };
        (cosine, near * 1.001)
    }

    /// Both cheap gates, without their factors: the question that a pass asks most often, and mostly answers with no.
    #[must_use]
    #[inline]
    pub fn may_see(&self, eye: &Eye, point: Vec3) -> bool {
        let to = offset(eye.position, point);
        let squared = to.length_squared();
        // Written so that a number that is none fails.
        if !matches!(
            squared.partial_cmp(&self.range_squared),
            Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal)
        ) {
            return false;
        }
        if self.half_pitch > 0.0 || self.flat {
            return self.judge(eye, point).passes();
        }
        let ahead = eye.forward.map_or(f64::NEG_INFINITY, |f| f.as_dvec3().dot(to));
        ahead >= self.cos_outer * squared.sqrt() && squared > 0.0 && eye.forward.is_some() || self.is_near(to)
    }
}

fn between(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b))
}

/// Yaw and pitch of a unit direction as the eye sees it, radians.
fn yaw_and_pitch(eye: &Eye, forward: DVec3, to: DVec3) -> (f64, f64) {
    if eye.by_hand {
        // About world up: what is level stays level, however far the eye looks up or down.
        let elevation = |v: DVec3| v.y.atan2(v.x.hypot(v.z));
        let (level_forward, level_to) = (forward.with_y(0.0), to.with_y(0.0));
        let yaw = if level_forward == DVec3::ZERO || level_to == DVec3::ZERO {
            0.0
        } else {
            between(level_forward, level_to)
        };
        return (yaw, elevation(to) - elevation(forward));
    }
    let right = forward.cross(eye.up.as_dvec3()).normalize_or_zero();
    let up = right.cross(forward);
    let (x, y, z) = (right.dot(to), up.dot(to), forward.dot(to));
    (x.atan2(z).abs(), y.atan2(x.hypot(z)))
}

/// What is looked at: one target as it stands this tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The node's own global position: the feet, in 3D and from the side.
    pub position: Vec3,
    /// The point that range and cone are judged for.
    pub aim: Vec3,
    /// How much of its width or height shows.
    pub shape: Shape,
    /// Light times stance, 0..1.
    pub exposure: f64,
    /// What movement adds to the speed of noticing, 1..2.
    pub movement: f64,
}

/// Where the sample points of a target lie.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// The aim point alone.
    Point,
    /// Aim point and the automatic ones round it.
    Body {
        /// Half the width shown to an eye (2D from above).
        radius: f32,
        /// A crouching head is lower.
        crouching: bool,
    },
    /// Markers of the game's own, all of them.
    Markers(Vec<Vec3>),
}

/// The part of the body that an automatic sample point lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The aim point.
    Aim,
    /// Its upper end.
    Head,
    /// Its lower end.
    Feet,
    /// One side, seen from the eye.
    Left,
    /// The other side.
    Right,
    /// A marker of the game's own, by its number.
    Marker(usize),
}

impl Part {
    /// A short name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Aim => "aim",
            Self::Head => "head",
            Self::Feet => "feet",
            Self::Left => "left",
            Self::Right => "right",
            Self::Marker(_) => "marker",
        }
    }
}

/// Calls `each` for every sample point of a target that an eye looks at.
pub fn for_each_sample(gates: &Gates, eye: &Eye, figure: &Figure, mut each: impl FnMut(Part, Vec3)) {
    let (radius, crouching) = match &figure.shape {
        Shape::Point => return each(Part::Aim, figure.aim),
        Shape::Markers(markers) => {
            for (number, place) in markers.iter().enumerate() {
                each(Part::Marker(number), *place);
            }
            return;
        }
        Shape::Body { radius, crouching } => (*radius, *crouching),
    };
    each(Part::Aim, figure.aim);
    let up = gates.frame.up();
    let (second, third) = match gates.frame {
        Frame::TopDown => {
            let line = figure.aim - eye.position;
            let line = direction(line).or(eye.forward).unwrap_or(Vec3::X);
            let side = gates.frame.sideways(line) * radius;
            ((Part::Left, figure.aim - side), (Part::Right, figure.aim + side))
        }
        Frame::Side | Frame::Space => {
            let [above, above_crouching, above_feet] = if gates.frame == Frame::Side {
                [12.0, 5.0, 4.0]
            } else {
                [0.5, 0.2, 0.2]
            };
            let head = figure.aim + up * if crouching { above_crouching } else { above };
            (
                (Part::Head, head),
                (Part::Feet, figure.position + up * above_feet),
            )
        }
    };
    if gates.sample_count >= 2 {
        each(second.0, second.1);
    }
    if gates.sample_count >= 3 {
        each(third.0, third.1);
    }
}

/// What all three gates say of one target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sighting {
    /// What the cheap gates said.
    pub aspect: Aspect,
    /// Clear sample points over all sample points; 0 where the rays were not asked.
    pub visible_fraction: f64,
    /// Light times stance.
    pub exposure: f64,
}

impl Sighting {
    /// All three gates passed.
    #[must_use]
    pub fn is_visible(&self) -> bool {
        self.aspect.passes() && self.visible_fraction > 0.0
    }

    /// 0..1: cone factor x distance factor x visible fraction x exposure.
    #[must_use]
    pub fn visibility(&self) -> f64 {
        if !self.is_visible() {
            return 0.0;
        }
        self.aspect.cone_factor * self.aspect.distance_factor * self.visible_fraction * self.exposure
    }
}

/// Looks at a target: range and cone for its aim point, then `is_clear` for each sample point.
pub fn look(gates: &Gates, eye: &Eye, figure: &Figure, mut is_clear: impl FnMut(Vec3) -> bool) -> Sighting {
    let aspect = gates.judge(eye, figure.aim);
    let visible_fraction = if aspect.passes() {
        clear_fraction(gates, eye, figure, |_, point| is_clear(point))
    } else {
        0.0
    };
    Sighting {
        aspect,
        visible_fraction,
        exposure: figure.exposure,
    }
}

/// Which part of a target shows, 0..1.
pub fn clear_fraction(
    gates: &Gates,
    eye: &Eye,
    figure: &Figure,
    mut is_clear: impl FnMut(Part, Vec3) -> bool,
) -> f64 {
    let (mut clear, mut all) = (0_u32, 0_u32);
    for_each_sample(gates, eye, figure, |part, point| {
        all += 1;
        clear += u32::from(point.is_finite() && is_clear(part, point));
    });
    if all == 0 {
        0.0
    } else {
        f64::from(clear) / f64::from(all)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn eye(forward: Vec3) -> Eye {
        Eye {
            position: Vec3::ZERO,
            forward: Some(forward),
            up: Vec3::Z,
            by_hand: false,
        }
    }

    fn gates(change: impl FnOnce(&mut Vision)) -> Gates {
        let mut vision = Vision {
            view_range: 400.0,
            near_range: 1.0,
            ..Vision::defaults(Frame::TopDown)
        };
        change(&mut vision);
        Gates::new(&vision, Frame::TopDown)
    }

    fn at(degrees: f64) -> Vec3 {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Vec3::new((100.0 * cos) as f32, (100.0 * sin) as f32, 0.0)
    }

    #[test]
    fn a_cone_holds_what_is_within_half_its_angle_on_either_side() {
        for (angle, inside, outside) in [(90.0, 44.9, 45.1), (180.0, 89.9, 90.1), (359.9, 179.9, 180.0)] {
            let gates = gates(|v| v.view_angle = angle);
            for turn in [0.0, 90.0, 179.9999, 180.0, 540.0, -77.0] {
                let eye = eye(at(turn).normalize());
                for side in [-1.0, 1.0] {
                    assert!(
                        gates.judge(&eye, at(turn + side * inside)).in_cone,
                        "{angle} {turn}"
                    );
                    assert!(
                        !gates.judge(&eye, at(turn + side * outside)).in_cone,
                        "{angle} {turn}"
                    );
                }
            }
        }
    }

    #[test]
    fn all_round_means_behind_too_and_nothing_means_nothing() {
        assert!(
            gates(|v| v.view_angle = 360.0)
                .judge(&eye(Vec3::X), at(180.0))
                .in_cone
        );
        assert!(
            gates(|v| v.view_angle = 720.0)
                .judge(&eye(Vec3::X), at(180.0))
                .in_cone
        );
        assert!(
            !gates(|v| v.view_angle = 0.0)
                .judge(&eye(Vec3::X), at(0.0))
                .in_cone
        );
        assert!(
            gates(|v| v.view_angle = 0.0)
                .judge(&eye(Vec3::X), Vec3::new(0.0, 0.5, 0.0))
                .in_cone
        );
    }

    #[test]
    fn the_range_is_inclusive_and_shows_nothing_at_its_end() {
        let gates = gates(|_| {});
        let aspect = gates.judge(&eye(Vec3::X), Vec3::new(400.0, 0.0, 0.0));
        assert!(aspect.in_range);
        assert_eq!(aspect.distance_factor, 0.0);
        assert!(!gates.judge(&eye(Vec3::X), Vec3::new(400.1, 0.0, 0.0)).in_range);
    }

    #[test]
    fn the_periphery_fades_linearly_in_angle() {
        let gates = gates(|v| (v.view_angle, v.peripheral_angle) = (40.0, 140.0));
        for (angle, factor) in [(20.0, 1.0), (45.0, 0.625), (70.0, 0.25)] {
            let seen = gates.judge(&eye(Vec3::X), at(angle)).cone_factor;
            assert!((seen - factor).abs() < 1e-4, "{seen} at {angle}");
        }
        assert_eq!(gates.judge(&eye(Vec3::X), at(71.0)).cone_factor, 0.0);
    }

    #[test]
    fn a_box_shaped_cone_judges_yaw_and_pitch_apart() {
        let vision = Vision {
            vertical_view_angle: 20.0,
            ..Vision::defaults(Frame::Space)
        };
        let gates = Gates::new(&vision, Frame::Space);
        let eye = Eye {
            position: Vec3::ZERO,
            forward: Some(Vec3::NEG_Z),
            up: Vec3::Y,
            by_hand: false,
        };
        let towards = |yaw: f32, pitch: f32| {
            let (yaw, pitch) = (yaw.to_radians(), pitch.to_radians());
            10.0 * Vec3::new(yaw.sin() * pitch.cos(), pitch.sin(), -yaw.cos() * pitch.cos())
        };
        assert!(gates.judge(&eye, towards(44.0, 9.0)).in_cone);
        assert!(!gates.judge(&eye, towards(46.0, 0.0)).in_cone);
        assert!(!gates.judge(&eye, towards(0.0, 11.0)).in_cone);
        assert!(!gates.judge(&eye, towards(0.0, -11.0)).in_cone);
    }

    proptest! {
        #[test]
        fn the_quick_question_agrees_with_the_full_one(
            x in -500.0_f32..500.0, y in -500.0_f32..500.0, turn in 0.0_f64..360.0,
            focal in 0.0_f64..400.0, outer in 0.0_f64..400.0,
        ) {
            let gates = gates(|v| (v.view_angle, v.peripheral_angle) = (focal, outer));
            let eye = eye(at(turn).normalize());
            let point = Vec3::new(x, y, 0.0);
            prop_assert_eq!(gates.may_see(&eye, point), gates.judge(&eye, point).passes());
        }

        #[test]
        fn farther_or_more_to_the_side_is_never_seen_better(
            near in 0.0_f32..400.0, more in 0.0_f32..100.0, angle in 0.0_f64..180.0, further in 0.0_f64..50.0,
        ) {
            let gates = gates(|v| (v.view_angle, v.peripheral_angle) = (60.0, 200.0));
            let towards = |r: f32, a: f64| gates.judge(&eye(Vec3::X), at(a) / 100.0 * r);
            let factor = |r: f32, a: f64| towards(r, a).cone_factor * towards(r, a).distance_factor;
            prop_assert!(factor(near + more, angle) <= factor(near, angle) + 1e-6);
            if near > 1.0 {
                prop_assert!(factor(near, (angle + further).min(180.0)) <= factor(near, angle) + 1e-6);
            }
        }

        #[test]
        fn every_factor_is_finite_and_within_one(
            x in proptest::num::f32::ANY, y in proptest::num::f32::ANY, z in proptest::num::f32::ANY,
        ) {
            let gates = gates(|v| v.view_range = f64::INFINITY);
            let aspect = gates.judge(&eye(Vec3::X), Vec3::new(x, y, z));
            prop_assert!((0.0..=1.0).contains(&aspect.cone_factor));
            prop_assert!((0.0..=1.0).contains(&aspect.distance_factor));
            prop_assert!(gates.angle(&eye(Vec3::X), Vec3::new(x, y, z)).is_finite());
        }
    }
}

//! Which way is up, and which plane is the ground.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

/// How a game lies in space. 2D is 3D with z = 0, so one set of rules serves all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Frame {
    /// 2D seen from above: x and y are the ground, z (always 0) is up. Distances in pixels.
    #[default]
    TopDown,
    /// 2D seen from the side: x is the ground, -y is up. Distances in pixels.
    Side,
    /// 3D: x and z are the ground, y is up. Distances in metres.
    Space,
}

impl Frame {
    /// The direction away from the ground, of unit length.
    #[must_use]
    pub fn up(self) -> Vec3 {
        match self {
            Self::TopDown => Vec3::Z,
            Self::Side => Vec3::NEG_Y,
            Self::Space => Vec3::Y,
        }
    }

    /// The direction that is meant when there is none.
    #[must_use]
    pub fn default_facing(self) -> Vec3 {
        match self {
            Self::TopDown | Self::Side => Vec3::X,
            Self::Space => Vec3::NEG_Z,
        }
    }

    /// The part of a vector that lies in the ground.
    #[must_use]
    pub fn on_ground(self, v: Vec3) -> Vec3 {
        match self {
            Self::TopDown => v,
            Self::Side => Vec3::new(v.x, 0.0, 0.0),
            Self::Space => Vec3::new(v.x, 0.0, v.z),
        }
    }

    /// The signed part of a vector along [`Frame::up`].
    #[must_use]
    pub fn height(self, v: Vec3) -> f32 {
        v.dot(self.up())
    }

    /// `v` turned by `angle` radians about up; positive is Godot's positive (clockwise on a 2D screen, counterclockwise
    /// from above in 3D). In [`Frame::Side`] a look goes ahead or behind: beyond a quarter turn it is mirrored.
    #[must_use]
    pub fn turned(self, v: Vec3, angle: f32) -> Vec3 {
        match self {
            Self::TopDown => {
                let (sin, cos) = angle.sin_cos();
                Vec3::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos, v.z)
            }
            Self::Side if angle.cos() < 0.0 => Vec3::new(-v.x, v.y, v.z),
            Self::Side => v,
            Self::Space => {
                let (sin, cos) = angle.sin_cos();
                Vec3::new(v.x * cos + v.z * sin, v.y, v.z * cos - v.x * sin)
            }
        }
    }

    /// A direction in the ground at right angles to `v`, of unit length; of the default facing if `v` has none.
    #[must_use]
    pub fn sideways(self, v: Vec3) -> Vec3 {
        let along = direction(self.on_ground(v)).unwrap_or_else(|| self.default_facing());
        along.cross(self.up()).normalize_or(Vec3::Y)
    }
}

/// The direction of `v`, or none where it is zero or not finite. Exact for the tiniest and the hugest of vectors.
#[must_use]
pub fn direction(v: Vec3) -> Option<Vec3> {
    if !v.is_finite() || v == Vec3::ZERO {
        return None;
    }
    Some(v.as_dvec3().normalize().as_vec3())
}

/// The distance between two places, worked out in double precision.
#[must_use]
pub fn distance(a: Vec3, b: Vec3) -> f64 {
    offset(a, b).length()
}

/// From `a` to `b` in double precision.
#[must_use]
pub fn offset(a: Vec3, b: Vec3) -> DVec3 {
    b.as_dvec3() - a.as_dvec3()
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use super::*;

    #[test]
    fn a_turn_is_about_up_and_keeps_the_height() {
        let v = Vec3::new(1.0, 2.0, 0.0);
        let turned = Frame::Space.turned(v, FRAC_PI_2);
        assert!((turned - Vec3::new(0.0, 2.0, -1.0)).length() < 1e-6);
    }

    #[test]
    fn a_turn_on_a_screen_is_clockwise() {
        let turned = Frame::TopDown.turned(Vec3::X, FRAC_PI_2);
        assert!((turned - Vec3::Y).length() < 1e-6);
    }

    #[test]
    fn seen_from_the_side_a_look_goes_ahead_or_behind() {
        assert_eq!(Frame::Side.turned(Vec3::X, 1.0), Vec3::X);
        assert_eq!(Frame::Side.turned(Vec3::X, PI), Vec3::NEG_X);
    }

    #[test]
    fn directions_survive_extremes() {
        assert_eq!(direction(Vec3::ZERO), None);
        assert_eq!(direction(Vec3::new(f32::NAN, 0.0, 0.0)), None);
        assert_eq!(direction(Vec3::new(1e-30, 0.0, 0.0)), Some(Vec3::X));
        assert_eq!(direction(Vec3::new(0.0, 1e30, 0.0)), Some(Vec3::Y));
    }
}

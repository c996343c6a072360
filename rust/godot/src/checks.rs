//! The border: what comes in from a script is checked here, once, and refused with a warning that says what and where.

use std::collections::BTreeSet;

use enemy_senses_core::Vec3;
use godot::prelude::*;

use crate::{d2, d3};

/// The members of one object that were warned about and have not had a good value since.
#[derive(Debug, Default)]
pub struct Warned(BTreeSet<&'static str>);

impl Warned {
    /// Warns, once until [`Warned::good`]. `who` is the class and, for a node, its path.
    pub fn refuse(&mut self, who: &str, member: &'static str, refusal: &str) {
        if self.0.insert(member) {
            godot_warn!("{who}: {member} {refusal}");
        }
    }

    /// A good value came: the next bad one is worth a warning again.
    pub fn good(&mut self, member: &'static str) {
        if !self.0.is_empty() {
            self.0.remove(member);
        }
    }
}

/// Class and path of a node for a message; just the class where it is in no tree.
pub fn name_of(class: &str, node: &Gd<Node>) -> String {
    if node.is_inside_tree() {
        format!("{class} {}", node.get_path())
    } else if node.get_name().is_empty() {
        class.to_owned()
    } else {
        format!("{class} \"{}\"", node.get_name())
    }
}

/// What a rule makes of a value: what is stored, or why not.
pub type Ruled<T> = Result<T, String>;

fn refused<T>(value: impl std::fmt::Display, wanted: &str) -> Ruled<T> {
    Err(format!("cannot be {value}: {wanted}; the old value stays."))
}

/// Any value.
pub fn plain<T>(value: T) -> Ruled<T> {
    Ok(value)
}

/// Text, kept as plain text.
pub fn text(value: StringName) -> Ruled<String> {
    Ok(value.to_string())
}

/// A path to a node, kept as plain text.
pub fn path(value: NodePath) -> Ruled<String> {
    Ok(value.to_string())
}

/// Layers: 32 bits, which -1 sets all of, as for the engine's own masks.
pub fn layers(value: i64) -> Ruled<u32> {
    let fits = (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&value);
    if fits {
        Ok(value as u32)
    } else {
        refused(value, "it must be 32 bits of layers")
    }
}

/// Zero or more, finite.
pub fn amount(value: f64) -> Ruled<f64> {
    if value.is_finite() && value >= 0.0 {
        Ok(value)
    } else {
        refused(value, "it must be 0 or more, and finite")
    }
}

/// Zero or more, infinity allowed.
pub fn amount_or_infinite(value: f64) -> Ruled<f64> {
    if value >= 0.0 {
        Ok(value)
    } else {
        refused(value, "it must be 0 or more")
    }
}

/// More than zero, finite.
pub fn some(value: f64) -> Ruled<f64> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        refused(value, "it must be above 0, and finite")
    }
}

/// Any finite number.
pub fn finite(value: f64) -> Ruled<f64> {
    if value.is_finite() {
        Ok(value)
    } else {
        refused(value, "it must be finite")
    }
}

/// 0..1; finite values outside are clamped.
pub fn unit(value: f64) -> Ruled<f64> {
    if value.is_finite() {
        Ok(value.clamp(0.0, 1.0))
    } else {
        refused(value, "it must be between 0 and 1")
    }
}

/// A whole number within a range.
pub fn whole(low: i64, high: i64) -> impl Fn(i64) -> Ruled<i64> {
    move |value| {
        let fits = (low..=high).contains(&value);
        if fits {
            Ok(value)
        } else {
            refused(value, &format!("it must be between {low} and {high}"))
        }
    }
}

/// One of the constants 0..count of an enum.
pub fn one_of(count: i64) -> impl Fn(i64) -> Ruled<i64> {
    move |value| {
        let known = (0..count).contains(&value);
        if known {
            Ok(value)
        } else {
            refused(value, &format!("there is no such constant (0 to {})", count - 1))
        }
    }
}

/// A finite place or direction.
pub fn place<V: Placed + std::fmt::Display>(value: V) -> Ruled<Vec3> {
    let inside = value.inside();
    if inside.is_finite() {
        Ok(inside)
    } else {
        refused(value, "it must be finite")
    }
}

/// A vector of Godot's as the core has it.
pub trait Placed: Copy {
    /// The same in the core's three dimensions.
    fn inside(self) -> Vec3;
}

impl Placed for Vector2 {
    fn inside(self) -> Vec3 {
        d2::inside(self)
    }
}

impl Placed for Vector3 {
    fn inside(self) -> Vec3 {
        d3::inside(self)
    }
}

/// A stored value as a script sees it.
pub trait Shown<T> {
    /// The script's view.
    fn shown(&self) -> T;
}

macro_rules! shown_as_it_is {
    ($($kind:ty),*) => {$(
        impl Shown<$kind> for $kind {
            fn shown(&self) -> $kind {
                *self
            }
        }
    )*};
}
shown_as_it_is!(bool, i64, f64);

impl Shown<i64> for u32 {
    fn shown(&self) -> i64 {
        i64::from(*self)
    }
}

impl Shown<StringName> for String {
    fn shown(&self) -> StringName {
        StringName::from(self.as_str())
    }
}

impl Shown<NodePath> for String {
    fn shown(&self) -> NodePath {
        NodePath::from(self.as_str())
    }
}

impl Shown<Vector2> for Vec3 {
    fn shown(&self) -> Vector2 {
        d2::outside(*self)
    }
}

impl Shown<Vector3> for Vec3 {
    fn shown(&self) -> Vector3 {
        d3::outside(*self)
    }
}

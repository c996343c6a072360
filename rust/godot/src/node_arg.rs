//! A node, or another object, that comes from a script: checked by hand, so that a freed or wrong one is a warning and not a crash.

use godot::meta::error::ConvertError;
use godot::meta::{FromGodot, GodotConvert, GodotImmutable, ToGodot};
use godot::prelude::*;

/// An argument that should be a node (or another object of ours). Typed arguments panic on a freed node, so every one of ours is a Variant.
#[derive(Debug, Clone)]
pub struct NodeArg(Variant);

/// What such an argument turned out to be.
pub enum Given<T: GodotClass> {
    /// A live object of the class asked for.
    Node(Gd<T>),
    /// Null, or left out.
    Nothing,
    /// Something else; the text says what.
    Wrong(String),
}

impl NodeArg {
    /// What a caller who leaves the argument out means.
    pub fn none() -> Self {
        Self(Variant::nil())
    }

    /// The id of the object, there or gone, if it is one.
    pub fn object_id(&self) -> Option<InstanceId> {
        self.0.object_id_unchecked()
    }

    /// The node, nothing, or what is wrong.
    pub fn given<T: Inherits<Object> + GodotClass>(&self) -> Given<T> {
        match self.0.get_type() {
            VariantType::NIL => Given::Nothing,
            VariantType::OBJECT => match self.0.try_to::<Gd<T>>() {
                Ok(node) => Given::Node(node),
                Err(_) => match self.0.try_to::<Gd<Object>>() {
                    Ok(other) => Given::Wrong(format!("a {}, not a {}", other.get_class(), T::class_id())),
                    Err(_) => Given::Wrong("a freed node".to_owned()),
                },
            },
            other => Given::Wrong(format!("a {other:?}, not a node")),
        }
    }
}

impl From<Variant> for NodeArg {
    fn from(value: Variant) -> Self {
        Self(value)
    }
}

impl GodotConvert for NodeArg {
    type Via = Variant;

    fn godot_shape() -> godot::meta::shape::GodotShape {
        <Variant as GodotConvert>::godot_shape()
    }
}

impl FromGodot for NodeArg {
    fn try_from_godot(via: Variant) -> Result<Self, ConvertError> {
        Ok(Self(via))
    }
}

impl ToGodot for NodeArg {
    type Pass = godot::meta::conv::ByValue;

    fn to_godot(&self) -> Variant {
        self.0.clone()
    }
}

// SAFETY: a Variant made nil has no shared mutable state.
unsafe impl GodotImmutable for NodeArg {}

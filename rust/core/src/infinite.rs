//! Infinity as the text that JSON has no number for; for `#[serde(with = "crate::infinite")]`.

use serde::{Deserialize as _, Deserializer, Serializer};

/// Writes it.
pub fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() {
        to.serialize_f64(*value)
    } else {
        to.serialize_str("inf")
    }
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Number {
    Finite(f64),
    Text(String),
}

/// Reads it.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    match Number::deserialize(from)? {
        Number::Finite(value) => Ok(value),
        Number::Text(text) if text == "inf" => Ok(f64::INFINITY),
        Number::Text(text) => Err(serde::de::Error::custom(format!(
            "expected a number or \"inf\", not {text:?}"
        ))),
    }
}

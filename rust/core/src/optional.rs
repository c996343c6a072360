//! A value that may be missing as a list of none or one, for saves without a null; for
//! `#[serde(with = "crate::optional")]`. Unlike a plain `Option`, its field must be there.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes it.
pub fn serialize<T: Serialize, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(value)
}

/// Reads it.
pub fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    let mut list = Vec::<T>::deserialize(from)?;
    let value = list.pop();
    if list.is_empty() {
        Ok(value)
    } else {
        Err(D::Error::invalid_length(list.len() + 1, &"a list of none or one"))
    }
}

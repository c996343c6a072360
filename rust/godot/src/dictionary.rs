//! Dictionaries for scripts.

use godot::prelude::*;

/// A dictionary of the entries.
pub fn dictionary<const N: usize>(entries: [(&str, Variant); N]) -> VarDictionary {
    let mut made = VarDictionary::new();
    for (key, value) in entries {
        made.set(key, &value);
    }
    made
}

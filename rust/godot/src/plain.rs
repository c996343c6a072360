//! Plain data of Godot's, as saves are made of: bool, int, finite float, String, Array and Dictionary, nothing else.

use godot::builtin::{AnyArray, AnyDictionary};
use godot::prelude::*;
use serde_json::{Map, Number, Value};

/// How deep arrays and dictionaries may nest.
const DEEPEST: usize = 32;

/// How many values there may be in all: a dictionary that holds itself twice would never end.
const MOST: usize = 1 << 22;

/// A value as a script sees it. A whole number stays an int; one past an int's range becomes a float.
pub fn to_variant(value: &Value) -> Variant {
    match value {
        Value::Null => Variant::nil(),
        Value::Bool(value) => value.to_variant(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.to_variant(),
            None => number.as_f64().unwrap_or_default().to_variant(),
        },
        Value::String(text) => GString::from(text.as_str()).to_variant(),
        Value::Array(values) => values.iter().map(to_variant).collect::<VarArray>().to_variant(),
        Value::Object(entries) => {
            let mut made = VarDictionary::new();
            for (key, value) in entries {
                made.set(key.as_str(), &to_variant(value));
            }
            made.to_variant()
        }
    }
}

/// A script's value, or what is not plain about it and where: `tracks[0].confidence: cannot be nan`.
pub fn from_variant(value: &Variant) -> Result<Value, String> {
    let mut left = MOST;
    read(value, 0, &mut left).map_err(|refusal| {
        let place = refusal.place.trim_start_matches('.');
        match place {
            "" => refusal.what,
            place => format!("{place}: {}", refusal.what),
        }
    })
}

/// What was refused; the place grows from the inside out.
struct Refusal {
    place: String,
    what: String,
}

impl Refusal {
    fn of(what: impl Into<String>) -> Self {
        Self {
            place: String::new(),
            what: what.into(),
        }
    }

    fn within(mut self, outer: &str) -> Self {
        self.place.insert_str(0, outer);
        self
    }
}

fn read(value: &Variant, depth: usize, left: &mut usize) -> Result<Value, Refusal> {
    if depth > DEEPEST {
        return Err(Refusal::of(format!(
            "nested more than {DEEPEST} values deep (does it hold itself?)"
        )));
    }
    if *left == 0 {
        return Err(Refusal::of(format!(
            "more than {MOST} values (does it hold itself?)"
        )));
    }
    *left -= 1;
    let wrong = || Refusal::of(format!("cannot be a {:?}", value.get_type()));
    match value.get_type() {
        VariantType::BOOL => Ok(Value::Bool(value.try_to().map_err(|_| wrong())?)),
        VariantType::INT => Ok(Value::from(value.try_to::<i64>().map_err(|_| wrong())?)),
        VariantType::FLOAT => {
            let float = value.try_to::<f64>().map_err(|_| wrong())?;
            Number::from_f64(float)
                .map(Value::Number)
                .ok_or_else(|| Refusal::of(format!("cannot be {float}")))
        }
        VariantType::STRING => Ok(Value::String(text(value).ok_or_else(wrong)?)),
        VariantType::ARRAY => {
            let array = value.try_to::<AnyArray>().map_err(|_| wrong())?;
            let values = array.iter_shared().enumerate().map(|(number, value)| {
                read(&value, depth + 1, left).map_err(|refusal| refusal.within(&format!("[{number}]")))
            });
            Ok(Value::Array(values.collect::<Result<_, _>>()?))
        }
        VariantType::DICTIONARY => {
            let dictionary = value.try_to::<AnyDictionary>().map_err(|_| wrong())?;
            let mut entries = Map::new();
            for (key, value) in dictionary.iter_shared() {
                let key = text(&key).ok_or_else(|| {
                    Refusal::of(format!("a key that is a {:?}, not a String", key.get_type()))
                })?;
                let value = read(&value, depth + 1, left)
                    .map_err(|refusal| refusal.within(&format!(".{}", shown(&key))))?;
                entries.insert(key, value);
            }
            Ok(Value::Object(entries))
        }
        other => Err(Refusal::of(format!("cannot be a {other:?}"))),
    }
}

fn text(value: &Variant) -> Option<String> {
    let is_text = matches!(value.get_type(), VariantType::STRING | VariantType::STRING_NAME);
    is_text.then(|| value.stringify().to_string())
}

/// A key for a message: a hostile one does not flood the log.
fn shown(key: &str) -> String {
    const LONGEST: usize = 64;
    if key.chars().count() <= LONGEST {
        return key.to_owned();
    }
    key.chars().take(LONGEST).chain("...".chars()).collect()
}

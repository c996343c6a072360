//! What makes one enemy unlike the next: a seeded generator, and what is rolled with it.

use rand_core::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};

/// A seeded generator, the same on every machine, that can be saved and goes on where it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice(Pcg32);

impl Dice {
    /// A generator for a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// Where it is, as 32 hexadecimal digits.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Numbers { state, increment } = self.numbers();
        format!("{state:016x}{increment:016x}")
    }

    /// A generator that goes on where one was, none for a text that is not of [`Dice::to_text`].
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let digits = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = |digits: &str| u64::from_str_radix(digits, 16).ok();
        let numbers = Numbers {
            state: number(text.get(..16)?)?,
            increment: number(text.get(16..)?)?,
        };
        // An even one would go round in a small circle.
        if !digits || numbers.increment.is_multiple_of(2) {
            return None;
        }
        let value = serde_json::to_value(numbers).ok()?;
        serde_json::from_value(value).ok().map(Self)
    }

    fn numbers(&self) -> Numbers {
        let value = serde_json::to_value(&self.0).and_then(serde_json::from_value);
        value.unwrap_or_default()
    }

    /// Uniform in 0..1, 1 excluded.
    pub fn unit(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / (f64::from(u32::MAX) + 1.0)
    }

    /// Uniform between two numbers, in either order.
    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        low + (high - low) * self.unit()
    }
}

/// What a generator consists of, as the crate that it is from writes it.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Numbers {
    state: u64,
    increment: u64,
}

/// The seed that a text stands for, the same on every machine (FNV-1a).
#[must_use]
pub fn seed_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_rolls_the_same() {
        let (mut a, mut b) = (Dice::new(3), Dice::new(3));
        for _ in 0..100 {
            assert_eq!(a.between(0.25, 0.7), b.between(0.7, 0.25));
        }
        assert_ne!(Dice::new(3).unit(), Dice::new(4).unit());
    }

    #[test]
    fn a_saved_generator_goes_on_where_it_was() {
        let mut dice = Dice::new(11);
        dice.unit();
        let text = serde_json::to_string(&dice).unwrap();
        let mut again: Dice = serde_json::from_str(&text).unwrap();
        assert_eq!(dice.unit(), again.unit());
    }
}

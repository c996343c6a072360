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

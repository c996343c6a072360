//! Names as numbers: groups, squads and tags are compared often and made rarely.

use std::collections::HashMap;

/// A number for each name, the same for the same name. 0 is the empty one.
#[derive(Debug, Default)]
pub struct Names {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    /// The number of a name.
    pub fn number(&mut self, name: &str) -> u32 {
        if name.is_empty() {
            return 0;
        }
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.names.push(name.to_owned());
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The name of a number.
    pub fn name(&self, number: u32) -> &str {
        number
            .checked_sub(1)
            .and_then(|at| self.names.get(at as usize))
            .map_or("", String::as_str)
    }
}

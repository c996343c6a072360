//! The debugger's monitors: the numbers of `SensesServer.get_stats()`, as `senses/agents` and so on.

use godot::classes::Performance;
use godot::prelude::*;

use crate::server;

fn id_of(number: &str) -> StringName {
    StringName::from(format!("senses/{number}").as_str())
}

/// Adds them.
pub fn add() {
    let mut performance = Performance::singleton();
    for (at, (name, _)) in server::stats().into_iter().enumerate() {
        let id = id_of(name);
        if !performance.has_custom_monitor(&id) {
            let value = Callable::from_fn("enemy_senses_monitor", move |_| server::stats()[at].1.clone());
            performance.add_custom_monitor(&id, &value);
        }
    }
}

/// Removes them.
pub fn remove() {
    let mut performance = Performance::singleton();
    for (name, _) in server::stats() {
        let id = id_of(name);
        if performance.has_custom_monitor(&id) {
            performance.remove_custom_monitor(&id);
        }
    }
}

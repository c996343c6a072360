//! The Godot layer: handles for the editor and for scripts, the server that ticks, the door for rays.
//!
//! No rule of sensing or believing stands here; those are in `enemy_senses_core`.

// `from_dict` and its like are the names that scripts know.
#![allow(clippy::wrong_self_convention)]
// What only the editor plugin asks for stays where its noun is.
#![cfg_attr(not(feature = "editor"), allow(dead_code))]

use godot::init::InitStage;
use godot::prelude::*;

#[cfg(feature = "bench")]
mod bench;
mod bodies;
mod checks;
mod d2;
mod d3;
mod debug;
mod dictionary;
#[cfg(feature = "editor")]
mod editor;
mod emitter;
mod footsteps;
mod hub;
mod light;
mod memory;
mod meter;
mod meter_shape;
mod monitors;
mod names;
mod node_arg;
mod noise;
mod paint;
mod pass;
mod perception;
mod plain;
mod profile;
mod quick;
mod rays;
mod rush;
mod saves;
mod search;
mod seats;
mod senses;
mod server;
mod settings;
mod state;
mod stealth;
mod targets;
mod warnings;
mod ways;

struct EnemySensesExtension;

// SAFETY: the one entry point of this library, called by the engine.
#[gdextension(entry_symbol = enemy_senses_init)]
unsafe impl ExtensionLibrary for EnemySensesExtension {
    fn on_stage_init(stage: InitStage) {
        match stage {
            InitStage::Core => state::note_main_thread(),
            InitStage::Scene => {
                settings::register();
                hub::start_later();
            }
            _ => {}
        }
    }
}

//! The debugger plugin: one tab "Senses" per running game.

use std::collections::HashMap;

use godot::classes::{EditorDebuggerPlugin, IEditorDebuggerPlugin};
use godot::prelude::*;

use super::tab::SensesTab;
use crate::debug::wire;

/// Hands the game's messages to the tab of its session.
#[derive(GodotClass)]
#[class(base = EditorDebuggerPlugin, init, tool, internal)]
pub struct SensesDebugger {
    tabs: HashMap<i32, Gd<SensesTab>>,
    base: Base<EditorDebuggerPlugin>,
}

#[godot_api]
impl IEditorDebuggerPlugin for SensesDebugger {
    fn setup_session(&mut self, session_id: i32) {
        let Some(mut session) = self.base_mut().get_session(session_id) else {
            return;
        };
        let mut tab = SensesTab::new_alloc();
        tab.set_name("Senses");
        tab.bind_mut().talk_to(session.clone());
        session.add_session_tab(&tab);
        session.connect("started", &tab.callable("on_started"));
        session.connect("stopped", &tab.callable("on_stopped"));
        self.tabs.insert(session_id, tab);
    }

    fn has_capture(&self, capture: GString) -> bool {
        capture == wire::PREFIX
    }

    fn capture(&mut self, message: GString, data: VarArray, session_id: i32) -> bool {
        let Some(tab) = self.tabs.get(&session_id).filter(|tab| tab.is_instance_valid()) else {
            return false;
        };
        tab.clone().bind_mut().receive(message, data)
    }
}

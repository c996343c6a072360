//! What is told to the editor's debugger, when its tab "Senses" asks.
//!
//! From the editor: `enemy_senses:watch [on]`, `enemy_senses:select [id]` (0: nobody), `enemy_senses:draw [on]`.
//! From the game: `enemy_senses:ready []` once it can be asked, and while it is watched: `enemy_senses:agents [[id, path, level, awareness, target]…]` five times a second,
//! and for the selected enemy `enemy_senses:sample [id, time, awareness, level, thresholds, factors, marks]` twenty times a
//! second. `thresholds` are suspicious and alerted; a factor is `[target, visibility, rise, movement, scale, gain]`; a mark
//! is the text of something that happened.

use std::cell::RefCell;

use enemy_senses_core::track::Key;
use enemy_senses_core::world::{AgentId, Event};
use godot::classes::EngineDebugger;
use godot::prelude::*;

use super::draw_all;
use crate::{hub, seats, state};

/// The name that the messages go by.
pub const PREFIX: &str = "enemy_senses";

/// Seconds between two lists of all enemies.
const LIST_EVERY: f64 = 0.2;
/// Seconds between two samples of the selected one.
const SAMPLE_EVERY: f64 = 0.05;
/// More enemies than this are not listed.
const MOST_LISTED: usize = 500;
/// More marks than this in one sample are left out.
const MOST_MARKS: usize = 32;

#[derive(Default)]
struct Wire {
    watched: bool,
    selected: Option<InstanceId>,
    /// Game time since the first of our nodes.
    time: f64,
    list_due: f64,
    sample_due: f64,
    marks: Vec<String>,
    registered: bool,
}

thread_local! {
    static WIRE: RefCell<Wire> = RefCell::default();
}

/// Listens to the debugger, if there is one.
pub fn start() {
    let mut debugger = EngineDebugger::singleton();
    if !debugger.is_active() || debugger.has_capture(PREFIX) {
        return;
    }
    let capture = Callable::from_fn("enemy_senses_debugger", |arguments: &[&Variant]| {
        let message = arguments.first().map(|v| v.to_string()).unwrap_or_default();
        let data = arguments.get(1).and_then(|v| v.try_to::<VarArray>().ok());
        obey(&message, &data.unwrap_or_default())
    });
    debugger.register_message_capture(PREFIX, &capture);
    debugger.send_message("enemy_senses:ready", &VarArray::new());
    WIRE.with_borrow_mut(|wire| wire.registered = true);
}

/// Listens no more.
pub fn end() {
    let wire = WIRE.take();
    let mut debugger = EngineDebugger::singleton();
    if wire.registered && debugger.has_capture(PREFIX) {
        debugger.unregister_message_capture(PREFIX);
    }
}

/// Does what the editor asks; false for what is not known.
fn obey(message: &str, data: &VarArray) -> bool {
    let first = data.get(0).unwrap_or_default();
    let on = first.try_to::<bool>().unwrap_or(false);
    match message {
        "watch" => WIRE.with_borrow_mut(|wire| {
            wire.watched = on;
            (wire.list_due, wire.sample_due) = (0.0, 0.0);
            wire.marks.clear();
        }),
        "select" => WIRE.with_borrow_mut(|wire| {
            wire.selected = first.try_to::<i64>().ok().and_then(InstanceId::try_from_i64);
            wire.sample_due = 0.0;
            wire.marks.clear();
        }),
        "draw" => draw_all(on),
        _ => return false,
    }
    true
}

/// After a pass: tells what is due.
pub fn step(delta: f64) {
    let due = WIRE.with_borrow_mut(|wire| {
        wire.time += delta;
        if !wire.watched {
            return None;
        }
        wire.list_due -= delta;
        wire.sample_due -= delta;
        let (list, sample) = (wire.list_due <= 0.0, wire.sample_due <= 0.0);
        if list {
            wire.list_due = LIST_EVERY;
        }
        if sample {
            wire.sample_due = SAMPLE_EVERY;
        }
        let marks = if sample {
            std::mem::take(&mut wire.marks)
        } else {
            Vec::new()
        };
        Some((list, wire.selected.filter(|_| sample), wire.time, marks))
    });
    let Some((list, selected, time, marks)) = due else {
        return;
    };
    let mut debugger = EngineDebugger::singleton();
    if !debugger.is_active() {
        return;
    }
    if list {
        debugger.send_message("enemy_senses:agents", &agents());
    }
    if let Some(data) = selected.and_then(|id| sample(id, time, &marks)) {
        debugger.send_message("enemy_senses:sample", &data);
    }
}

/// Something happened to an enemy.
pub fn noted(node: &Gd<Node>, events: &[Event]) {
    let listens =
        WIRE.with_borrow(|wire| wire.watched && wire.selected == Some(node.instance_id_unchecked()));
    if !listens {
        return;
    }
    let texts: Vec<String> = events.iter().map(text_of).collect();
    WIRE.with_borrow_mut(|wire| {
        let room = MOST_MARKS.saturating_sub(wire.marks.len());
        wire.marks.extend(texts.into_iter().take(room));
    });
}

fn text_of(event: &Event) -> String {
    const LEVELS: [&str; 3] = ["unaware", "suspicious", "alerted"];
    match event {
        Event::Spotted(key) => format!("sees {}", name_of(*key)),
        Event::Lost(key, _) => format!("loses {}", name_of(*key)),
        Event::Heard { strength, tag, .. } => {
            let tag = state::state().names.name(*tag).to_owned();
            let tag = if tag.is_empty() { tag } else { format!(" ({tag})") };
            format!("hears a noise of {strength:.2}{tag}")
        }
        Event::Told { from, .. } => {
            let from = from.and_then(|id| seats::with(id, |seat| seat.senses.clone()));
            let from = from.filter(|node| node.is_instance_valid());
            let by = from.map_or_else(|| "the game".to_owned(), |node| title_of(&node));
            format!("is told by {by}")
        }
        Event::Forgotten(key) => format!("forgets {}", name_of(*key)),
        Event::Level(level, _) => format!("is {}", LEVELS[(*level as usize).min(2)]),
    }
}

fn node_of(key: Key) -> Option<Gd<Node>> {
    InstanceId::try_from_i64(key as i64).and_then(|id| Gd::try_from_instance_id(id).ok())
}

fn name_of(key: Key) -> String {
    node_of(key).map_or_else(|| "somebody gone".to_owned(), |node| node.get_name().to_string())
}

/// The name of an enemy: its parent's, which is what a designer knows it by.
fn title_of(senses: &Gd<Node>) -> String {
    let named = senses.get_parent().unwrap_or_else(|| senses.clone());
    named.get_name().to_string()
}

/// All enemies in the order of the tree.
fn agents() -> VarArray {
    let mut nodes: Vec<(Gd<Node>, AgentId)> =
        seats::with_all(|seats| seats.iter().map(|(id, seat)| (seat.senses.clone(), id)).collect());
    if nodes.len() > 1 {
        let order = hub::tree_order();
        nodes.sort_by_key(|(node, _)| order.get(&node.instance_id_unchecked()).copied());
    }
    nodes.truncate(MOST_LISTED);
    let mut told = VarArray::new();
    for (node, id) in nodes.into_iter().filter(|(node, _)| node.is_instance_valid()) {
        let known = {
            let state = state::state();
            state.world.agents.get(id).map(|agent| {
                let key = agent.strongest().and_then(|track| track.key);
                let target = key.filter(|key| agent.senses(*key));
                (agent.state.alert.level as i64, agent.awareness(), target)
            })
        };
        let Some((level, awareness, target)) = known else {
            continue;
        };
        let target = target.map(name_of).unwrap_or_default();
        let row = varray![
            node.instance_id().to_i64(),
            &node.get_path().to_string().to_variant(),
            level,
            awareness,
            &target.to_variant(),
        ];
        told.push(&row.to_variant());
    }
    told
}

/// The selected enemy at this moment.
fn sample(id: InstanceId, time: f64, marks: &[String]) -> Option<VarArray> {
    let agent = seats::with_all(|seats| {
        (seats.iter())
            .find(|(_, seat)| seat.senses.instance_id_unchecked() == id)
            .map(|(id, _)| id)
    })?;
    let agent = state::state().world.agents.get(agent).cloned()?;
    let levels = agent.profile.levels;
    let suspicious = levels.suspicious_enter.max(levels.suspicious_exit);
    let alerted = agent.tunables.alert_threshold.max(agent.tunables.calm_threshold);
    let rise_time = agent.tunables.confidence_rise_time;
    let rise = if rise_time > 0.0 {
        1.0 / rise_time
    } else {
        f64::INFINITY
    };
    let mut factors = VarArray::new();
    for (key, insight) in agent.insights().filter(|(_, insight)| insight.gain > 0.0) {
        let row = varray![
            &name_of(key).to_variant(),
            insight.visibility,
            rise,
            insight.movement,
            agent.perception_scale(),
            insight.gain,
        ];
        factors.push(&row.to_variant());
    }
    let marks: VarArray = marks.iter().map(|mark| mark.to_variant()).collect();
    Some(varray![
        id.to_i64(),
        time,
        agent.awareness(),
        agent.state.alert.level as i64,
        &varray![suspicious, alerted].to_variant(),
        &factors.to_variant(),
        &marks.to_variant(),
    ])
}

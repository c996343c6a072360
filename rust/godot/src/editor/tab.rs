//! The debugger's tab "Senses": the live enemies of the running game, and why the selected one is as aware as it is.

use std::collections::HashMap;

use godot::classes::control::SizeFlags;
use godot::classes::{
    CheckButton, EditorDebuggerSession, HBoxContainer, HSplitContainer, IVBoxContainer, Label, RichTextLabel,
    Tree, TreeItem, VBoxContainer,
};
use godot::prelude::*;

use super::curve::{Moment, SensesCurve};

const LEVELS: [&str; 3] = ["unaware", "suspicious", "alerted"];
const LEVEL_COLORS: [Color; 3] = [
    Color::from_rgb(0.6, 0.85, 1.0),
    Color::from_rgb(1.0, 0.85, 0.25),
    Color::from_rgb(1.0, 0.45, 0.35),
];
/// As many lines of what happened are kept.
const MOST_LINES: usize = 200;

/// The tab of one session.
#[derive(GodotClass)]
#[class(base = VBoxContainer, init, tool, internal, rename = EditorSensesTab)]
pub struct SensesTab {
    session: Option<Gd<EditorDebuggerSession>>,
    status: Option<Gd<Label>>,
    tree: Option<Gd<Tree>>,
    curve: Option<Gd<SensesCurve>>,
    factors: Option<Gd<RichTextLabel>>,
    history: Option<Gd<RichTextLabel>>,
    items: HashMap<i64, Gd<TreeItem>>,
    selected: Option<i64>,
    lines: usize,
    base: Base<VBoxContainer>,
}

#[godot_api]
impl SensesTab {
    /// Takes a message of the game, the part after the colon; false for one that it does not know.
    #[func]
    pub fn receive(&mut self, message: GString, data: VarArray) -> bool {
        let message = message.to_string();
        match message.rsplit(':').next() {
            Some("ready") => self.ask(),
            Some("agents") => self.list(&data),
            Some("sample") => _ = self.sample(&data),
            _ => return false,
        }
        true
    }

    /// What is shown, for tests: the number of rows, of moments, of lines, and the selected enemy.
    #[func]
    fn shown(&self) -> VarDictionary {
        let curve = self.curve.as_ref().map_or(0, |curve| curve.bind().len());
        crate::dictionary::dictionary([
            ("rows", (self.items.len() as i64).to_variant()),
            ("moments", (curve as i64).to_variant()),
            ("lines", (self.lines as i64).to_variant()),
            ("selected", self.selected.unwrap_or(0).to_variant()),
        ])
    }

    /// Selects an enemy by its id, 0 for none.
    #[func]
    fn select(&mut self, id: i64) {
        if self.selected == Some(id) {
            return;
        }
        self.selected = (id != 0).then_some(id);
        if let Some(curve) = &mut self.curve {
            curve.bind_mut().clear();
        }
        for label in [&mut self.factors, &mut self.history].into_iter().flatten() {
            label.clear();
        }
        self.lines = 0;
        self.send("select", &varray![id]);
    }

    #[func]
    fn on_started(&mut self) {
        self.clear();
    }

    #[func]
    fn on_stopped(&mut self) {
        if let Some(status) = &mut self.status {
            status.set_text("The game has ended.");
        }
    }

    #[func]
    fn on_visibility_changed(&mut self) {
        self.ask();
    }

    #[func]
    fn on_draw_toggled(&mut self, on: bool) {
        self.send("draw", &varray![on]);
    }

    #[func]
    fn on_item_selected(&mut self) {
        let chosen = self.tree.as_ref().and_then(|tree| tree.get_selected());
        if let Some(id) = chosen.and_then(|item| item.get_metadata(0).try_to::<i64>().ok()) {
            self.select(id);
        }
    }
}

impl SensesTab {
    /// The session that it is about.
    pub fn talk_to(&mut self, session: Gd<EditorDebuggerSession>) {
        self.session = Some(session);
    }

    fn send(&mut self, message: &str, data: &VarArray) {
        if let Some(session) = self.session.as_mut().filter(|session| session.is_active()) {
            session
                .send_message_ex(&format!("enemy_senses:{message}"))
                .data(data)
                .done();
        }
    }

    /// Asks the game to tell, as long as the tab is looked at.
    fn ask(&mut self) {
        let looked_at = self.base().is_visible_in_tree();
        self.send("watch", &varray![looked_at]);
        if looked_at {
            let id = self.selected.unwrap_or(0);
            self.send("select", &varray![id]);
        }
    }

    fn clear(&mut self) {
        self.items.clear();
        if let Some(tree) = &mut self.tree {
            tree.clear();
            tree.create_item();
        }
        self.selected = None;
        self.lines = 0;
        if let Some(curve) = &mut self.curve {
            curve.bind_mut().clear();
        }
        for label in [&mut self.factors, &mut self.history].into_iter().flatten() {
            label.clear();
        }
    }

    fn list(&mut self, rows: &VarArray) {
        let Some(mut tree) = self.tree.clone() else { return };
        let mut here = Vec::new();
        for row in rows.iter_shared() {
            let Some((id, path, level, awareness, target)) = read_row(&row) else {
                continue;
            };
            here.push(id);
            let mut item = match self.items.get(&id) {
                Some(item) => item.clone(),
                None => {
                    let Some(item) = tree.create_item() else { continue };
                    self.items.insert(id, item.clone());
                    item
                }
            };
            item.set_metadata(0, &id.to_variant());
            // The last names say which it is; the whole path is in the tip.
            let names: Vec<&str> = path.rsplit('/').take(2).collect();
            let title: Vec<&str> = names.into_iter().rev().collect();
            item.set_text(0, &title.join("/"));
            item.set_tooltip_text(0, &path);
            item.set_text(1, LEVELS[level]);
            item.set_custom_color(1, LEVEL_COLORS[level]);
            item.set_text(2, &format!("{awareness:.2}"));
            item.set_text(3, &target);
        }
        self.items.retain(|id, item| {
            let stays = here.contains(id);
            if !stays {
                item.clone().free();
            }
            stays
        });
        if let Some(status) = &mut self.status {
            let count = here.len();
            status.set_text(&format!(
                "{count} live {}",
                if count == 1 { "enemy" } else { "enemies" }
            ));
        }
    }

    fn sample(&mut self, data: &VarArray) -> Option<()> {
        let number = |at: usize| data.get(at).and_then(|v| v.try_to::<f64>().ok());
        let list = |at: usize| data.get(at).and_then(|v| v.try_to::<VarArray>().ok());
        let id = data.get(0)?.try_to::<i64>().ok()?;
        if self.selected != Some(id) {
            return None;
        }
        let thresholds = list(4)?;
        let threshold = |at: usize| {
            thresholds
                .get(at)
                .and_then(|v| v.try_to::<f64>().ok())
                .unwrap_or(0.0)
        };
        let mut moment = Moment {
            time: number(1)?,
            awareness: number(2)?,
            level: (data.get(3)?.try_to::<i64>().ok()?.clamp(0, 2)) as usize,
            gain: 0.0,
            marks: (list(6)?.iter_shared()).map(|mark| mark.to_string()).collect(),
        };
        let mut text = String::new();
        for row in list(5)?.iter_shared() {
            let Ok(row) = row.try_to::<VarArray>() else {
                continue;
            };
            let part = |at: usize| row.get(at).and_then(|v| v.try_to::<f64>().ok()).unwrap_or(0.0);
            let name = row.get(0).map(|name| name.to_string()).unwrap_or_default();
            moment.gain += part(5);
            text += &format!(
                "{name}: +{:.3}/s = visibility {:.3} x rise {:.2}/s x movement {:.2} x its own scale {:.2}\n",
                part(5),
                part(1),
                part(2),
                part(3),
                part(4)
            );
        }
        if text.is_empty() {
            text = "It sees nobody: its awareness falls, or waits.".to_owned();
        }
        if let Some(factors) = &mut self.factors {
            factors.set_text(&text);
        }
        for mark in &moment.marks {
            if self.lines >= MOST_LINES {
                break;
            }
            self.lines += 1;
            if let Some(history) = &mut self.history {
                history.add_text(&format!("{:7.2} s  {mark}\n", moment.time));
            }
        }
        let curve = self.curve.as_mut()?;
        curve.bind_mut().add(moment, [threshold(0), threshold(1)]);
        Some(())
    }
}

/// Id, path, level, awareness and target of a row.
fn read_row(row: &Variant) -> Option<(i64, String, usize, f64, String)> {
    let row = row.try_to::<VarArray>().ok()?;
    Some((
        row.get(0)?.try_to().ok()?,
        row.get(1)?.to_string(),
        row.get(2)?.try_to::<i64>().ok()?.clamp(0, 2) as usize,
        row.get(3)?.try_to().ok()?,
        row.get(4)?.to_string(),
    ))
}

#[godot_api]
impl IVBoxContainer for SensesTab {
    fn ready(&mut self) {
        if self.tree.is_some() {
            return;
        }
        let mut bar = HBoxContainer::new_alloc();
        let mut status = Label::new_alloc();
        status.set_text("Run the game and look here.");
        status.set_h_size_flags(SizeFlags::EXPAND_FILL);
        let mut draw = CheckButton::new_alloc();
        draw.set_text("Draw senses in the game");
        draw.connect("toggled", &self.base().callable("on_draw_toggled"));
        bar.add_child(&status);
        bar.add_child(&draw);
        let mut split = HSplitContainer::new_alloc();
        split.set_v_size_flags(SizeFlags::EXPAND_FILL);
        let mut tree = Tree::new_alloc();
        tree.set_columns(4);
        tree.set_column_titles_visible(true);
        tree.set_hide_root(true);
        tree.create_item();
        for (column, (title, width)) in [("Enemy", 170), ("Level", 80), ("Awareness", 80), ("Target", 90)]
            .into_iter()
            .enumerate()
        {
            tree.set_column_title(column as i32, title);
            tree.set_column_custom_minimum_width(column as i32, width);
        }
        tree.set_custom_minimum_size(Vector2::new(430.0, 100.0));
        tree.connect("item_selected", &self.base().callable("on_item_selected"));
        let mut right = VBoxContainer::new_alloc();
        right.set_h_size_flags(SizeFlags::EXPAND_FILL);
        let mut curve = SensesCurve::new_alloc();
        curve.set_v_size_flags(SizeFlags::EXPAND_FILL);
        curve.set_stretch_ratio(2.0);
        let mut factors = RichTextLabel::new_alloc();
        factors.set_fit_content(true);
        factors.set_text("Select an enemy to see the last 30 seconds of its awareness, and what moved it.");
        let mut history = RichTextLabel::new_alloc();
        history.set_v_size_flags(SizeFlags::EXPAND_FILL);
        history.set_scroll_follow(true);
        history.set_custom_minimum_size(Vector2::new(0.0, 50.0));
        right.add_child(&curve);
        right.add_child(&factors);
        right.add_child(&history);
        split.add_child(&tree);
        split.add_child(&right);
        self.base_mut().add_child(&bar);
        self.base_mut().add_child(&split);
        let looked_at = self.base().callable("on_visibility_changed");
        self.base_mut().connect("visibility_changed", &looked_at);
        self.status = Some(status);
        self.tree = Some(tree);
        self.curve = Some(curve);
        self.factors = Some(factors);
        self.history = Some(history);
    }
}

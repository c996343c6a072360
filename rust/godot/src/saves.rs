//! Saves in the engine: nodes by texts that the next run of the game understands, and what goes in and out of the world.
//!
//! A node with the metadata `save_key` is `key:` and that; any other is `path:` and its path from the root of the scene, or
//! from the root of all where it is not in the scene. Main thread only.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use enemy_senses_core::Vec3;
use enemy_senses_core::motion::Motion;
use enemy_senses_core::snapshot::{
    self, AgentSave, AllSave, GameSave, Numbers, OneSave, StepsSave, TargetSave, Words,
};
use enemy_senses_core::track::Key;
use enemy_senses_core::world::{AgentId, AgentState};
use godot::prelude::*;
use serde_json::Value;

use crate::bodies::Body;
use crate::footsteps::{FootstepEmitter, FootstepEmitter3D};
use crate::seats::{self, StealthSeat};
use crate::state::{self, Dimension};
use crate::{hub, targets};

/// The metadata that says how a save calls a node.
const SAVE_KEY: &str = "save_key";

/// An agent that was loaded outside the tree, where names may mean nothing yet.
pub struct Early<const N: usize> {
    save: OneSave<N>,
    /// What it was loaded as; if that is no longer so, it stays as it is.
    state: AgentState,
}

/// An agent, and the targets that it has to do with, as a save.
pub fn save_one<const N: usize>(id: AgentId) -> Option<Value> {
    let saved = state::state().world.save(id)?;
    let texts = Texts::default();
    let agent = texts.write(&saved);
    let mut targets = BTreeMap::new();
    for (key, text) in texts.known() {
        let seat = InstanceId::try_from_i64(key as i64).and_then(seats::stealth_of);
        if let Some(target) = seat.and_then(|seat| save_target(&seat)) {
            targets.insert(text, target);
        }
    }
    Some(snapshot::write(&OneSave::<N> { agent, targets }))
}

/// Puts an agent back to where it was saved. Targets that have not moved yet get the movement that they had.
pub fn load_one<const N: usize>(id: AgentId, save: OneSave<N>) -> Option<Early<N>> {
    let mut lookup = Lookup::default();
    load_agent(id, &save.agent, &mut lookup);
    for (text, target) in &save.targets {
        let seat = lookup
            .node(text)
            .and_then(|node| seats::stealth_of(node.instance_id()));
        if let Some(seat) = seat {
            load_target(&seat, target, |motion| *motion == Motion::default());
        }
    }
    let state = state::state().world.agents.copy_of(id)?.state;
    Some(Early { save, state })
}

/// An agent that was loaded outside the tree enters it: who was not to be found then may be now.
pub fn load_early<const N: usize>(id: AgentId, early: Early<N>) {
    let same = |agent: &enemy_senses_core::world::Agent| agent.state == early.state;
    if state::state().world.agents.get(id).is_some_and(same) {
        load_one(id, early.save);
    }
}

/// Everything alive, as a save.
pub fn save_all() -> Value {
    let texts = Texts::default();
    let mut save = GameSave::default();
    for (text, id, dimension) in agents() {
        let Some(saved) = state::state().world.save(id) else {
            continue;
        };
        match dimension {
            Dimension::Flat => _ = save.flat.agents.insert(text, texts.write(&saved)),
            Dimension::Solid => _ = save.solid.agents.insert(text, texts.write(&saved)),
        }
    }
    for (text, seat) in stealth_targets() {
        match seat.spot.dimension() {
            Dimension::Flat => insert(&mut save.flat, text, &seat),
            Dimension::Solid => insert(&mut save.solid, text, &seat),
        }
    }
    for (text, walker) in walkers() {
        match walker {
            Walker::Flat(node) => {
                let (motion, since_step) = node.bind().gait();
                save.flat.steps.insert(text, StepsSave::new(&motion, since_step));
            }
            Walker::Solid(node) => {
                let (motion, since_step) = node.bind().gait();
                save.solid.steps.insert(text, StepsSave::new(&motion, since_step));
            }
        }
    }
    snapshot::write(&save)
}

fn insert<const N: usize>(all: &mut AllSave<N>, text: String, seat: &StealthSeat) {
    if let Some(target) = save_target(seat) {
        all.targets.insert(text, target);
    }
}

/// Puts everything alive that the save knows back to where it was saved.
pub fn load_all(save: &GameSave) {
    let mut lookup = Lookup::default();
    for (text, id, dimension) in agents() {
        match dimension {
            Dimension::Flat => load_known(id, save.flat.agents.get(&text), &mut lookup),
            Dimension::Solid => load_known(id, save.solid.agents.get(&text), &mut lookup),
        }
    }
    for (text, seat) in stealth_targets() {
        match seat.spot.dimension() {
            Dimension::Flat => load_known_target(&seat, save.flat.targets.get(&text)),
            Dimension::Solid => load_known_target(&seat, save.solid.targets.get(&text)),
        }
    }
    let (flat, solid) = (&save.flat.steps, &save.solid.steps);
    if flat.is_empty() && solid.is_empty() {
        return;
    }
    for (text, walker) in walkers() {
        match walker {
            Walker::Flat(mut node) => {
                if let Some(steps) = flat.get(&text) {
                    node.bind_mut().set_gait(steps.parts());
                }
            }
            Walker::Solid(mut node) => {
                if let Some(steps) = solid.get(&text) {
                    node.bind_mut().set_gait(steps.parts());
                }
            }
        }
    }
}

fn load_known<const N: usize>(id: AgentId, save: Option<&AgentSave<N>>, lookup: &mut Lookup) {
    if let Some(save) = save {
        load_agent(id, save, lookup);
    }
}

fn load_known_target<const N: usize>(seat: &StealthSeat, save: Option<&TargetSave<N>>) {
    if let Some(save) = save {
        load_target(seat, save, |_| true);
    }
}

fn load_agent<const N: usize>(id: AgentId, save: &AgentSave<N>, lookup: &mut Lookup) {
    let keys: HashMap<&str, Key> = save
        .nodes()
        .filter_map(|text| Some((text, lookup.key(text)?)))
        .collect();
    let mut state = state::state();
    let state = &mut *state;
    let saved = save.saved(&mut Numbers {
        node: &|text| keys.get(text).copied(),
        name: &mut |text| state.names.number(text),
    });
    state.world.load(id, saved);
    if let Some(settings) = state.settings.get_mut(id) {
        settings.rolled = true;
    }
}

fn save_target<const N: usize>(seat: &StealthSeat) -> Option<TargetSave<N>> {
    let state = state::state();
    let target = state.stealth.get(seat.key)?;
    Some(TargetSave::new(
        &target.motion,
        target.velocity,
        target.scene_light.unwrap_or(target.ambient),
    ))
}

fn load_target<const N: usize>(seat: &StealthSeat, save: &TargetSave<N>, may: impl FnOnce(&Motion) -> bool) {
    if let Some(target) = state::state().stealth.get_mut(seat.key)
        && may(&target.motion)
    {
        let (motion, velocity, light): (Motion, Vec3, f64) = save.parts();
        (target.motion, target.velocity, target.scene_light) = (motion, velocity, Some(light));
    }
}

/// Every EnemySenses in the tree and its text, in tree order. One whose `save_key` another has already goes by its path.
fn agents() -> Vec<(String, AgentId, Dimension)> {
    let mut all: Vec<Gd<Node>> =
        seats::with_all(|seats| seats.values().map(|seat| seat.senses.clone()).collect());
    hub::in_tree_order(&mut all);
    let mut seats: HashMap<InstanceId, (AgentId, Dimension, Option<Gd<Node>>)> = seats::with_all(|seats| {
        let body = |seat: &seats::Seat| seat.body.as_ref().and_then(Body::node);
        seats
            .iter()
            .map(|(id, seat)| {
                (
                    seat.senses.instance_id_unchecked(),
                    (id, seat.dimension, body(seat)),
                )
            })
            .collect()
    });
    let mut taken = HashSet::new();
    let mut found = Vec::new();
    for node in all {
        let Some((id, dimension, body)) = seats.remove(&node.instance_id()) else {
            continue;
        };
        let tag = tag_of(&node).or_else(|| body.as_ref().and_then(tag_of));
        let tag = tag.filter(|tag| !taken.contains(tag));
        let Some(text) = tag.or_else(|| path_of(&node)) else {
            continue;
        };
        taken.insert(text.clone());
        found.push((text, id, dimension));
    }
    found
}

/// The StealthTarget that counts for each target, with the target's text.
fn stealth_targets() -> Vec<(String, StealthSeat)> {
    let texts = Texts::default();
    let parents = seats::all_stealth()
        .into_iter()
        .filter_map(|seat| seat.node.get_parent());
    let mut parents: Vec<Gd<Node>> = parents.collect();
    parents.sort_by_key(Gd::instance_id);
    parents.dedup();
    (parents.iter())
        .filter_map(|parent| {
            let text = texts.text(parent.instance_id().to_i64() as Key);
            let seat = seats::stealth_of(parent.instance_id())?;
            (!text.is_empty()).then_some((text, seat))
        })
        .collect()
}

/// A node whose steps are heard.
enum Walker {
    Flat(Gd<FootstepEmitter>),
    Solid(Gd<FootstepEmitter3D>),
}

/// Every FootstepEmitter in the tree and its text: its own `save_key`, its parent's, or its path.
fn walkers() -> Vec<(String, Walker)> {
    let mut taken = HashSet::new();
    let mut found = Vec::new();
    for node in all_nodes() {
        let walker = match node.clone().try_cast() {
            Ok(flat) => Walker::Flat(flat),
            Err(node) => match node.try_cast() {
                Ok(solid) => Walker::Solid(solid),
                Err(_) => continue,
            },
        };
        let tag = tag_of(&node).or_else(|| node.get_parent().as_ref().and_then(tag_of));
        let tag = tag.filter(|tag| !taken.contains(tag));
        if let Some(text) = tag.or_else(|| path_of(&node)) {
            taken.insert(text.clone());
            found.push((text, walker));
        }
    }
    found
}

/// How a save calls a node in the tree.
pub fn text_of(node: &Gd<Node>) -> Option<String> {
    tag_of(node).or_else(|| path_of(node))
}

/// What a node's `save_key` says: a text, or a whole number.
fn tag_of(node: &Gd<Node>) -> Option<String> {
    if !node.has_meta(SAVE_KEY) {
        return None;
    }
    let tag = node.get_meta(SAVE_KEY);
    let usable = matches!(
        tag.get_type(),
        VariantType::STRING | VariantType::STRING_NAME | VariantType::INT
    );
    let text = tag.stringify().to_string();
    (usable && !text.is_empty()).then(|| format!("key:{text}"))
}

/// Where a node is, from the root of the scene if it is in there.
fn path_of(node: &Gd<Node>) -> Option<String> {
    if !node.is_inside_tree() {
        return None;
    }
    let scene = hub::tree().and_then(|tree| tree.get_current_scene());
    let path = match scene {
        Some(scene) if scene == *node || scene.is_ancestor_of(node) => scene.get_path_to(node),
        _ => node.get_path(),
    };
    Some(format!("path:{path}"))
}

/// The texts of the nodes of one save; no two nodes have the same.
#[derive(Default)]
struct Texts(RefCell<BTreeMap<Key, String>>);

impl Texts {
    fn write<const N: usize>(&self, saved: &enemy_senses_core::world::Saved) -> AgentSave<N> {
        AgentSave::new(
            saved,
            &Words {
                node: &|key| self.text(key),
                name: &|number| state::state().names.name(number).to_owned(),
            },
        )
    }

    /// Empty for a node that is gone, or that has no name in a save.
    fn text(&self, key: Key) -> String {
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let text = self.find(key).unwrap_or_default();
        self.0.borrow_mut().insert(key, text.clone());
        text
    }

    fn find(&self, key: Key) -> Option<String> {
        let id = InstanceId::try_from_i64(key as i64)?;
        let node = Gd::<Node>::try_from_instance_id(id).ok()?;
        let stealth = || seats::stealth_of(id).and_then(|seat| tag_of(&seat.node));
        let is_free = |tag: &String| !self.0.borrow().values().any(|known| known == tag);
        let tag = tag_of(&node).or_else(stealth).filter(is_free);
        tag.or_else(|| path_of(&node))
    }

    fn known(self) -> BTreeMap<Key, String> {
        let mut known = self.0.into_inner();
        known.retain(|_, text| !text.is_empty());
        known
    }
}

/// Nodes by their texts.
#[derive(Default)]
struct Lookup {
    /// Every node with a `save_key`, the first in tree order, once somebody asks.
    tagged: Option<HashMap<String, Gd<Node>>>,
}

impl Lookup {
    fn key(&mut self, text: &str) -> Option<Key> {
        Some(self.node(text)?.instance_id().to_i64() as Key)
    }

    fn node(&mut self, text: &str) -> Option<Gd<Node>> {
        let found = match text.split_once(':')? {
            ("key", _) => self
                .tagged
                .get_or_insert_with(tagged)
                .get(text)
                .filter(|node| node.is_instance_valid())
                .cloned(),
            ("path", path) => node_at(path),
            _ => None,
        };
        let found = found.filter(|node| !node.is_queued_for_deletion());
        found.and_then(targets::stands_for)
    }
}

fn node_at(path: &str) -> Option<Gd<Node>> {
    let tree = hub::tree()?;
    let root: Gd<Node> = tree.get_root()?.upcast();
    let scene = tree.get_current_scene();
    let found = scene
        .filter(|_| !path.starts_with('/'))
        .and_then(|scene| scene.get_node_or_null(path));
    found.or_else(|| root.get_node_or_null(path))
}

fn tagged() -> HashMap<String, Gd<Node>> {
    let mut found = HashMap::new();
    for node in all_nodes() {
        if let Some(tag) = tag_of(&node)
            && !node.is_queued_for_deletion()
        {
            found.entry(tag).or_insert(node);
        }
    }
    found
}

/// The whole tree, in its order.
fn all_nodes() -> Vec<Gd<Node>> {
    let root = hub::tree().and_then(|tree| tree.get_root());
    let mut waiting: Vec<Gd<Node>> = root.map(Gd::upcast).into_iter().collect();
    let mut found = Vec::new();
    while let Some(node) = waiting.pop() {
        let mut children: Vec<Gd<Node>> = node.get_children().iter_shared().collect();
        children.reverse();
        waiting.extend(children);
        found.push(node);
    }
    found
}

//! What all of our nodes share: one state behind one lock, and which thread may touch the engine.

use std::collections::{BTreeMap, HashMap};
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, ThreadId};

use enemy_senses_core::world::{AgentId, World};
use godot::classes::{Engine, ProjectSettings};
use godot::prelude::*;
use slotmap::{SecondaryMap, SlotMap};

use crate::bodies::Bodies;
use crate::names::Names;
use crate::perception::EyeState;
use crate::profile::ProfileState;
use crate::stealth::StealthState;

slotmap::new_key_type! {
    /// The slot of an EnemyPerception.
    pub struct EyeKey;
    /// The slot of a SensesProfile.
    pub struct ProfileKey;
    /// The slot of a StealthTarget.
    pub struct StealthKey;
}

/// Plain data of every object of ours. No engine object is in here, so any thread may look.
#[derive(Default)]
pub struct State {
    /// One slot for each EnemyPerception.
    pub eyes: SlotMap<EyeKey, EyeState>,
    /// Which of them lie directly below which node.
    eyes_below: HashMap<InstanceId, Vec<EyeKey>>,
    /// One slot for each SensesProfile.
    pub profiles: SlotMap<ProfileKey, ProfileState>,
    /// One slot for each StealthTarget.
    pub stealth: SlotMap<StealthKey, StealthState>,
    /// Groups, squads and tags by number.
    pub names: Names,
    /// The agents themselves.
    pub world: World,
    /// What each agent is set to, besides.
    pub settings: SecondaryMap<AgentId, Settings>,
    /// Some profile was edited, and not every agent has acted on it yet.
    pub edited: bool,
    /// How many agents look for each group, by its number.
    seekers: BTreeMap<u32, usize>,
}

/// What an agent is set to that is not the world's business.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The profile that rules.
    pub profile: Option<ProfileKey>,
    /// The edit of it that was acted on last.
    pub profile_version: u64,
    /// The eye in use.
    pub eye: Option<EyeKey>,
    /// The name of its squad.
    pub squad: String,
    /// Whether its personality was rolled.
    pub rolled: bool,
    /// Whether it is drawn.
    pub debug_draw: bool,
}

impl State {
    /// Acts on all profiles that were edited.
    pub fn sync_profiles(&mut self) {
        if std::mem::take(&mut self.edited) {
            let agents: Vec<AgentId> = self.settings.keys().collect();
            for id in agents {
                self.sync_profile(id);
            }
        }
    }

    /// Acts on a profile that was set or edited.
    pub fn sync_profile(&mut self, id: AgentId) {
        let Some(settings) = self.settings.get_mut(id) else {
            return;
        };
        let Some(slot) = settings.profile.and_then(|key| self.profiles.get(key)) else {
            return;
        };
        if settings.profile_version == slot.version {
            return;
        }
        settings.profile_version = slot.version;
        let Some(agent) = self.world.agents.get_mut(id) else {
            return;
        };
        agent.profile = slot.profile.clone();
        slot.profile.rule(&mut agent.tunables);
        if let Some(eye) = settings.eye.and_then(|key| self.eyes.get_mut(key)) {
            eye.follow(&slot.profile);
        }
        self.sync_eye(id);
    }

    /// Acts on an eye that was set or changed.
    pub fn sync_eye(&mut self, id: AgentId) {
        let Some(eye) = self
            .settings
            .get(id)
            .and_then(|s| s.eye)
            .and_then(|key| self.eyes.get(key))
        else {
            return;
        };
        let Some(agent) = self.world.agents.get_mut(id) else {
            return;
        };
        agent.gates = if eye.enabled { eye.gates } else { eye.gates.shut() };
        agent.aim = eye.aim();
        let group = self.names.number(&eye.target_group);
        let before = std::mem::replace(&mut agent.group, group);
        if before != group {
            self.count_seeker(before, false);
            self.count_seeker(group, true);
        }
    }

    /// The agent is no more.
    pub fn remove_agent(&mut self, id: AgentId) {
        self.settings.remove(id);
        if let Some(agent) = self.world.agents.remove(id) {
            self.count_seeker(agent.group, false);
        }
    }

    /// Every group that some agent looks for.
    pub fn looked_for(&self) -> Vec<u32> {
        self.seekers.keys().copied().collect()
    }

    fn count_seeker(&mut self, group: u32, more: bool) {
        if group == 0 {
            return;
        }
        let count = self.seekers.entry(group).or_default();
        *count = if more { *count + 1 } else { count.saturating_sub(1) };
        if *count == 0 {
            self.seekers.remove(&group);
        }
    }

    /// An eye comes to lie below a node, or below none.
    pub fn put_eye(&mut self, key: EyeKey, node: InstanceId, parent: Option<InstanceId>) {
        let Some(eye) = self.eyes.get_mut(key) else { return };
        eye.node = Some(node);
        let before = std::mem::replace(&mut eye.parent, parent);
        if let Some(eyes) = before.and_then(|parent| self.eyes_below.get_mut(&parent)) {
            eyes.retain(|one| *one != key);
        }
        if let Some(parent) = parent {
            self.eyes_below.entry(parent).or_default().push(key);
        }
        if let Some(parent) = before.filter(|parent| self.eyes_below.get(parent).is_some_and(Vec::is_empty)) {
            self.eyes_below.remove(&parent);
        }
    }

    /// The eyes that lie directly below a node, in no order.
    pub fn eyes_below(&self, parent: InstanceId) -> Vec<InstanceId> {
        let keys = self.eyes_below.get(&parent).into_iter().flatten();
        keys.filter_map(|key| self.eyes.get(*key)?.node).collect()
    }

    /// The eye is no more.
    pub fn remove_eye(&mut self, key: EyeKey) -> Option<EyeState> {
        if let Some(node) = self.eyes.get(key)?.node {
            self.put_eye(key, node, None);
        }
        self.eyes.remove(key)
    }

    /// Every group that some eye in the tree looks for.
    pub fn groups_in_use(&self) -> Vec<String> {
        let mut groups: Vec<String> = Vec::new();
        for eye in self
            .eyes
            .values()
            .filter(|eye| eye.in_tree && !eye.target_group.is_empty())
        {
            if !groups.contains(&eye.target_group) {
                groups.push(eye.target_group.clone());
            }
        }
        groups
    }
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(Mutex::default);
static BODIES: LazyLock<Mutex<Bodies>> = LazyLock::new(Mutex::default);
static MAIN_THREAD: OnceLock<ThreadId> = OnceLock::new();

/// The shared state. Never held while anything is called that may run a script.
pub fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whose bodies are whose. Never held together with [`state`] taken after it.
pub fn bodies() -> MutexGuard<'static, Bodies> {
    BODIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes the thread that the extension was started on.
pub fn note_main_thread() {
    let _ = MAIN_THREAD.set(thread::current().id());
}

/// Whether the engine may be asked about the scene from here.
pub fn on_main_thread() -> bool {
    MAIN_THREAD
        .get()
        .is_none_or(|main| *main == thread::current().id())
}

/// 2D or 3D, as the engine's two physics servers have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// 2D.
    Flat,
    /// 3D.
    Solid,
}

/// Whether a physics space may be asked at this moment from this thread. With physics on its own thread that is so in the
/// physics frame only, and asking elsewhere would be an engine error.
pub fn space_is_open(dimension: Dimension) -> bool {
    static THREADED: OnceLock<[bool; 2]> = OnceLock::new();
    let threaded = THREADED.get_or_init(|| {
        [
            "physics/2d/run_on_separate_thread",
            "physics/3d/run_on_separate_thread",
        ]
        .map(|name| {
            ProjectSettings::singleton()
                .get_setting(name)
                .try_to()
                .unwrap_or(false)
        })
    });
    on_main_thread() && (!threaded[dimension as usize] || Engine::singleton().is_in_physics_frame())
}

/// Nothing of ours runs in the editor.
pub fn in_editor() -> bool {
    static EDITOR: OnceLock<bool> = OnceLock::new();
    *EDITOR.get_or_init(|| Engine::singleton().is_editor_hint())
}

/// A count for each key.
#[derive(Debug)]
pub struct Counts<K>(HashMap<K, usize>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: std::hash::Hash + Eq> Counts<K> {
    /// One more.
    pub fn add(&mut self, key: K) {
        *self.0.entry(key).or_default() += 1;
    }

    /// One less.
    pub fn remove<Q>(&mut self, key: &Q)
    where
        K: std::borrow::Borrow<Q>,
        Q: std::hash::Hash + Eq + ?Sized,
    {
        if let Some(count) = self.0.get_mut(key) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(key);
            }
        }
    }

    /// Whether there is any.
    pub fn has(&self, key: &K) -> bool {
        self.0.contains_key(key)
    }
}

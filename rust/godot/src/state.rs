//! What all of our nodes share: one state behind one lock, and which thread may touch the engine.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, ThreadId};

use godot::classes::{Engine, ProjectSettings};
use godot::prelude::*;
use slotmap::SlotMap;

use crate::bodies::Bodies;
use crate::perception::EyeState;

slotmap::new_key_type! {
    /// The slot of an EnemyPerception.
    pub struct EyeKey;
}

/// Plain data of every object of ours. No engine object is in here, so any thread may look.
#[derive(Default)]
pub struct State {
    /// One slot for each EnemyPerception.
    pub eyes: SlotMap<EyeKey, EyeState>,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

    /// All there are.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.keys()
    }
}

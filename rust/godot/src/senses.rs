//! `EnemySenses`: the whole character, worked through natively with all others.

use std::cell::Cell;
use std::sync::Arc;

use enemy_senses_core::memory::Stimulus;
use enemy_senses_core::profile::Profile;
use enemy_senses_core::snapshot::OneSave;
use enemy_senses_core::track::Key;
use enemy_senses_core::world::{Agent, AgentId, Event, Report};
use enemy_senses_core::{Vec3, personality};
use enemy_senses_macros::twins;
use godot::classes::node::InternalMode;
use godot::classes::notify::{CanvasItemNotification, Node3DNotification};
use godot::global::Error;
use godot::prelude::*;

use crate::bodies::Body;
use crate::checks::{self, Warned};
use crate::dictionary::dictionary;
use crate::memory::{EnemyMemory, EnemyMemory3D};
use crate::node_arg::{Given, NodeArg};
use crate::pass::{self, Who};
use crate::perception::{EnemyPerception, EnemyPerception3D};
use crate::profile::{SensesProfile, SensesProfile3D};
use crate::seats::{self, Seat, Spot};
use crate::state::{self, Dimension, Settings};
use crate::{d2, d3, debug, hub, noise, plain, saves, targets, warnings};

/// Worked out at the start of every physics frame.
const UPDATE_PHYSICS: i64 = 0;
/// Worked out by `update()`.
const UPDATE_MANUAL: i64 = 1;

/// What a getter reads, and a setter writes to.
struct Edit<A> {
    agent: A,
}

/// A new agent, asleep.
fn new_agent(frame: enemy_senses_core::Frame, max_speed: f64) -> AgentId {
    let mut state = state::state();
    let agent = Agent::new(Arc::new(Profile::defaults(frame)), frame, max_speed, 0);
    let id = state.world.agents.insert(agent);
    state.settings.insert(id, Settings::default());
    id
}

/// Whether a node is hidden from `get_children()`.
fn is_internal(node: &Gd<Node>) -> bool {
    node.get_parent()
        .is_some_and(|parent| !parent.get_children().iter_shared().any(|child| child == *node))
}

/// The number by which the core knows a node.
pub fn key_of<T: GodotClass>(node: &Gd<T>) -> Key {
    node.instance_id().to_i64() as Key
}

/// The node of a number, or null.
fn node_of(key: Key) -> Variant {
    targets::live(InstanceId::try_from_i64(key as i64))
}

/// Lets an EnemySenses of either dimension find its eye.
pub fn settle(node: &Gd<Node>) {
    match node.clone().try_cast::<EnemySenses>() {
        Ok(senses) => EnemySenses::settle(&senses),
        Err(node) => {
            if let Ok(senses) = node.try_cast::<EnemySenses3D>() {
                EnemySenses3D::settle(&senses);
            }
        }
    }
}

/// Sends one event as a signal.
pub fn tell(node: &mut Gd<Node>, dimension: Dimension, event: &Event) {
    let place = |v: Vec3| match dimension {
        Dimension::Flat => d2::outside(v).to_variant(),
        Dimension::Solid => d3::outside(v).to_variant(),
    };
    match event {
        Event::Spotted(key) => {
            node.emit_signal("target_spotted", &[node_of(*key)]);
            tell_target(node, *key, "observed_by");
        }
        Event::Lost(key, position) => {
            node.emit_signal("target_lost", &[node_of(*key), place(*position)]);
            tell_target(node, *key, "lost_by");
        }
        Event::Heard {
            origin,
            strength,
            tag,
        } => {
            let tag = StringName::from(state::state().names.name(*tag));
            node.emit_signal(
                "noise_heard",
                &[place(*origin), strength.to_variant(), tag.to_variant()],
            );
        }
        Event::Told { position, from } => {
            let from = from.and_then(|id| seats::with(id, |seat| seat.senses.clone()));
            node.emit_signal("ally_alerted", &[place(*position), from.to_variant()]);
        }
        Event::Forgotten(key) => _ = node.emit_signal("target_forgotten", &[node_of(*key)]),
        Event::Level(level, previous) => {
            node.emit_signal(
                "alert_level_changed",
                &[(*level as i64).to_variant(), (*previous as i64).to_variant()],
            );
        }
    }
}

fn tell_target(observer: &Gd<Node>, key: Key, signal: &str) {
    if let Some(mut target) = pass::stealth_of_key(key).filter(|node| node.is_instance_valid()) {
        let observer = Some(observer.clone()).filter(|node| node.is_instance_valid());
        target.emit_signal(signal, &[observer.to_variant()]);
    }
}

twins! {
    /// The whole character of an enemy's senses: it sees, hears, remembers, doubts, tells its squad, and forgets.
    ///
    /// Put it under the enemy's body; it uses the [EnemyPerception] among its children or beside it, or makes one. All of them are
    /// worked through together, natively, at the start of each physics frame, before any [code]_physics_process[/code]: sense,
    /// then belief, then decide. The rest of the enemy's mind reads this and never casts a ray.
    /// [codeblock]
    /// @onready var senses: EnemySenses = $EnemySenses
    ///
    /// func _physics_process(_delta: float) -> void:
    ///     match senses.alert_level:
    ///         EnemySenses.ALERTED: chase(senses.last_known_position)
    ///         EnemySenses.SUSPICIOUS: look_at_place(senses.last_known_position)
    /// [/codeblock]
    /// Tuned by a [SensesProfile]; noises come from [NoiseEmitter]; [EnemySearch] searches what it believes.
    #[derive(GodotClass)]
    #[class(base = Node2D, init, tool)]
    pub struct EnemySenses {
        /// What rules when set: its values go to the perception and the memory. Null: theirs are used, and a [SensesProfile]'s
        /// defaults for the rest. Shared freely.
        #[export]
        #[var(get = get_profile, set = set_profile)]
        profile: PhantomVar<Option<Gd<SensesProfile>>>,
        /// When it is worked out: with all others ([constant UPDATE_PHYSICS]), or by [method update] ([constant UPDATE_MANUAL]).
        #[export(enum = (Physics = 0, Manual = 1))]
        #[var(get = get_update_mode, set = set_update_mode)]
        update_mode: PhantomVar<i64>,
        /// If false, it senses nothing, is told nothing and keeps what it knows as it is.
        #[export]
        #[var(get = get_enabled, set = set_enabled)]
        enabled: PhantomVar<bool>,
        /// If true, nothing happens where this node is not the multiplayer authority: no rays, no signals, state kept.
        #[export]
        #[var(get = get_authority_only, set = set_authority_only)]
        authority_only: PhantomVar<bool>,
        /// Whom its shouts reach, and whose noises do not trouble it. Empty: all others without a squad.
        #[export]
        #[var(get = get_squad, set = set_squad)]
        squad: PhantomVar<StringName>,
        /// Seed of its personality, rolled once when it first enters the tree. 0: from the node's path.
        #[export]
        personality_seed: i64,
        /// If true, it draws what it senses and believes while the game runs.
        #[export]
        #[var(get = get_debug_draw, set = set_debug_draw)]
        debug_draw: PhantomVar<bool>,
        /// Its strongest belief: one object for life. Writing its fields writes that belief.
        #[var(get = get_memory, no_set)]
        memory: PhantomVar<Option<Gd<EnemyMemory>>>,
        /// The eye in use: the first [EnemyPerception] among its children, else the first beside it, else one of its own where
        /// this node is.
        #[var(get = get_perception, no_set)]
        perception: PhantomVar<Option<Gd<EnemyPerception>>>,
        /// How aware it is, 0 to 1: the confidence of its strongest belief.
        #[var(get = get_awareness, no_set)]
        awareness: PhantomVar<f64>,
        /// [constant UNAWARE], [constant SUSPICIOUS] or [constant ALERTED].
        #[var(get = get_alert_level, no_set)]
        alert_level: PhantomVar<i64>,
        /// The node of the strongest belief while it is sensed, else null.
        #[var(get = get_target, no_set)]
        target: PhantomVar<Option<Gd<Node2D>>>,
        /// Who it was, while that node lives: for what an enemy says, never for where it goes.
        #[var(get = get_last_target, no_set)]
        last_target: PhantomVar<Option<Gd<Node2D>>>,
        /// Where the strongest belief has its target. Means nothing while [member has_memory] is false.
        #[var(get = get_last_known_position, no_set)]
        last_known_position: PhantomVar<Vector2>,
        /// Whether there is a place to go to.
        #[var(get = get_has_memory, no_set)]
        has_memory: PhantomVar<bool>,
        /// Its own beat between a full meter and being alerted, in seconds.
        #[var(get = get_reaction_delay, no_set)]
        reaction_delay: PhantomVar<f64>,
        /// Its own factor on the speed of noticing and the radius of noises.
        #[var(get = get_perception_scale, no_set)]
        perception_scale: PhantomVar<f64>,
        #[init(val = new_agent(dim::frame(), pick!({ 2000.0 } { 40.0 })))]
        agent: AgentId,
        profile_in_use: Option<Gd<SensesProfile>>,
        #[init(val = true)]
        is_enabled: bool,
        #[init(val = true)]
        only_authority: bool,
        memory_in_use: Option<Gd<EnemyMemory>>,
        eye_in_use: Option<Gd<EnemyPerception>>,
        /// The pass after which it was last in the tree.
        left_at: Option<u64>,
        can_process: bool,
        /// What was loaded outside the tree.
        early: Option<saves::Early<{ dim::AXES }>>,
        body: Option<Body>,
        warned: Warned,
        base: Base<Node2D>,
    }

    #[godot_api]
    impl EnemySenses {
        /// It is worked out with all others, at the start of each physics frame.
        #[constant]
        pub const UPDATE_PHYSICS: i64 = UPDATE_PHYSICS;
        /// It is worked out when [method update] is called; noises wait for that.
        #[constant]
        pub const UPDATE_MANUAL: i64 = UPDATE_MANUAL;
        /// It knows of nobody.
        #[constant]
        pub const UNAWARE: i64 = 0;
        /// It wants to look.
        #[constant]
        pub const SUSPICIOUS: i64 = 1;
        /// It is sure.
        #[constant]
        pub const ALERTED: i64 = 2;

        /// The three gates were passed in two looks running, at any level of awareness.
        #[signal]
        fn target_spotted(target: Option<Gd<Node2D>>);

        /// No good look for [member SensesProfile.lost_delay]. The target is null if it is gone from the game.
        #[signal]
        fn target_lost(target: Option<Gd<Node2D>>, last_known_position: Vector2);

        /// A noise above its threshold, as it was perceived: muffled, and in roughly the right place.
        #[signal]
        fn noise_heard(origin: Vector2, strength: f64, tag: StringName);

        /// An ally's report was taken. [param from] is the ally's [EnemySenses], not its body, or null.
        #[signal]
        fn ally_alerted(position: Vector2, from: Option<Gd<Node>>);

        /// Its level changed by one step; each step is told once.
        #[signal]
        fn alert_level_changed(level: i64, previous: i64);

        /// It no longer has any belief about a target.
        #[signal]
        fn target_forgotten(target: Option<Gd<Node2D>>);

        /// Works this enemy out by hand, for [constant UPDATE_MANUAL]: [param delta] seconds after the last time. Call it in the
        /// physics frame; signals are sent at its end.
        #[func(gd_self)]
        fn update(this: Gd<Self>, delta: f64) {
            let mut this = this;
            if !(delta.is_finite() && delta >= 0.0) {
                this.bind_mut().refused("update()", &format!("was given a delta of {delta}: nothing happens."));
                return;
            }
            if this.bind().get_update_mode() != UPDATE_MANUAL {
                this.bind_mut().refused("update()", "does nothing unless update_mode is UPDATE_MANUAL.");
                return;
            }
            if !state::on_main_thread() {
                this.bind_mut().refused("update()", "was called from another thread: nothing happens. Use call_deferred().");
                return;
            }
            this.bind_mut().warned.good("update()");
            if this.bind().is_awake() {
                let (tree, id) = (this.get_tree(), this.bind().agent);
                pass::run(&tree, Who::One(id), delta);
            }
        }

        /// Whether it is suspicious: the middle level only, false while it is alerted. For "at least suspicious" compare
        /// [member alert_level] with [constant UNAWARE].
        #[func]
        fn is_suspicious(&self) -> bool {
            self.get_alert_level() == Self::SUSPICIOUS
        }

        /// Whether it is alerted and sees its target at this moment.
        #[func]
        fn can_see_target(&self) -> bool {
            let seen = self.peek(|s| s.agent.strongest().and_then(|track| track.key).filter(|key| s.agent.sees(*key)));
            self.get_alert_level() == Self::ALERTED && seen.is_some_and(|key| !node_of(key).is_nil())
        }

        /// A sound at this enemy's ear, [param strength] as loud as it arrives there, 0 to 1. It suspects; only sight confirms.
        #[func]
        fn hear_sound(
            &mut self,
            origin: Vector2,
            strength: f64,
            #[opt(default = NodeArg::none())] source: NodeArg,
            #[opt(default = "")] tag: StringName,
        ) {
            let place = dim::inside(origin);
            let source = self.any_node(&source, "hear_sound() source");
            if !self.may("hear_sound()", &[strength], place) || strength <= 0.0 || noise::is_being_told(place) {
                return;
            }
            // The tree cannot be asked from another thread: there, a sound has no maker.
            let source = source.filter(|_| state::on_main_thread());
            let maker = source.and_then(|node| noise::Maker::of(&node));
            let parent = maker.as_ref().and_then(|_| self.base().get_parent());
            let own = maker.as_ref().is_some_and(|maker| maker.is_own(self.body.as_ref(), parent.as_ref()));
            if own {
                return;
            }
            let mut state = state::state();
            let number = state.names.number(&tag.to_string());
            let gives_away = maker.as_ref().and_then(|maker| maker.gives_away(&mut state, self.agent));
            let squad = maker.as_ref().map_or(0, |maker| maker.squad(&state));
            if let Some(agent) = state.world.agents.get_mut(self.agent) {
                let friendly = squad != 0 && squad == agent.squad && tag != "alarm";
                if !friendly && agent.profile.hearing_multiplier > 0.0 {
                    agent.hear(place, strength, number, gives_away);
                }
            }
        }

        /// What somebody tells it: [param target] (or null) is at [param position], sure by [param amount], 0 to 1. Taken if that is
        /// more than it knows.
        #[func]
        fn receive_alert(&mut self, position: Vector2, target: NodeArg, amount: f64) {
            let place = dim::inside(position);
            let target = self.node(&target, "receive_alert() target");
            if self.may("receive_alert()", &[amount], place) {
                let target = target.map(|node| key_of(&node));
                let report =
                    Report { position: place, velocity: Vec3::ZERO, target, amount, age: 0.0, hops: 1, from: None };
                self.poke(|s| s.agent.be_told(&report));
            }
        }

        /// It was hurt: certain at once, without sight, and alerted after its reaction delay. [param attacker] may be null.
        #[func]
        fn report_damage(&mut self, position: Vector2, attacker: NodeArg) {
            let place = dim::inside(position);
            let attacker = self.node(&attacker, "report_damage() attacker");
            if self.may("report_damage()", &[], place) {
                let attacker = attacker.map(|node| key_of(&node));
                self.poke(|s| s.agent.be_hurt(place, attacker));
            }
        }

        /// A sense of your own, smell or touch: adds [param strength] to the strongest belief and moves it to
        /// [param position]. [param stimulus] is one of [EnemyMemory]'s constants.
        #[func]
        fn reinforce(&mut self, position: Vector2, strength: f64, #[opt(default = 5)] stimulus: i64) {
            let place = dim::inside(position);
            let Some(stimulus) = Stimulus::from_number(stimulus) else {
                self.refused("reinforce()", &format!("was given the stimulus {stimulus}, which there is not: nothing happens."));
                return;
            };
            if self.may("reinforce()", &[strength], place) {
                self.poke(|s| s.agent.reinforce(place, strength, stimulus));
            }
        }

        /// An event at a place, a body found: counts like [method reinforce], but only if the place passes the three gates of its
        /// eye. Returns whether it did.
        #[func(gd_self)]
        fn witness(this: Gd<Self>, position: Vector2, strength: f64) -> bool {
            let mut this = this;
            let place = dim::inside(position);
            if !this.bind_mut().may("witness()", &[strength], place) {
                return false;
            }
            let Some(mut eye) = Self::eye(&this) else { return false };
            let seen = eye.bind_mut().sees_place(place);
            if seen {
                this.bind_mut().poke(|s| s.agent.reinforce(place, strength, Stimulus::Custom));
            }
            seen
        }

        /// Forgets everybody at once, earned floors too.
        #[func]
        fn forget_target(&mut self) {
            if self.is_awake() {
                self.poke(|s| s.agent.forget_all());
            }
        }

        /// The search failed: the strongest belief has no place any more, and fades by itself.
        #[func]
        fn give_up(&mut self) {
            if self.is_awake() {
                self.poke(|s| s.agent.give_up());
            }
        }

        /// Every belief that it has, strongest first: [code]node[/code] (or null), [code]position[/code],
        /// [code]confidence[/code], [code]age[/code] in seconds, [code]stimulus[/code].
        #[func]
        fn get_tracks(&self) -> Array<VarDictionary> {
            let tracks = self.peek(|s| {
                let mut all = s.agent.state.tracks.all().to_vec();
                all.sort_by(|a, b| b.belief.confidence.total_cmp(&a.belief.confidence));
                all
            });
            (tracks.iter())
                .map(|track| {
                    dictionary([
                        ("node", track.key.map_or(Variant::nil(), node_of)),
                        ("position", dim::outside(track.belief.last_known_position).to_variant()),
                        ("confidence", track.belief.confidence.to_variant()),
                        ("age", track.belief.time_since_seen.to_variant()),
                        ("stimulus", (track.belief.stimulus as i64).to_variant()),
                    ])
                })
                .collect()
        }

        /// Why a node is noticed, and how fast: [method EnemyPerception.explain]'s keys and [code]gain[/code], the confidence per
        /// second of the last look, with its factors [code]rise[/code], [code]movement[/code] and
        /// [code]perception_scale[/code]: [code]gain = visibility * rise * movement * perception_scale[/code].
        #[func(gd_self)]
        fn explain(this: Gd<Self>, target: NodeArg) -> VarDictionary {
            let node: Option<Gd<Node2D>> = match target.given() {
                Given::Node(node) => Some(node),
                _ => None,
            };
            let mut told = match Self::eye(&this) {
                Some(mut eye) => eye.bind_mut().why(&target),
                None => EnemyPerception::why_not(),
            };
            let insight = node.as_ref().and_then(|node| this.bind().peek(|s| s.agent.insight(key_of(node))));
            let (rise_time, scale, falloff) = this.bind().peek(|s| {
                (s.agent.tunables.confidence_rise_time, s.agent.perception_scale(), s.agent.profile.distance_falloff)
            });
            if !falloff && told.get("visible").is_some_and(|v| v.try_to().unwrap_or(false)) {
                let number = |key: &str| told.get(key).and_then(|v| v.try_to::<f64>().ok()).unwrap_or(0.0);
                let visibility = number("cone_factor") * number("visible_fraction") * number("target_exposure");
                told.set("distance_factor", &1.0.to_variant());
                told.set("visibility", &visibility.to_variant());
            }
            let movement = match (&insight, &node) {
                (Some(insight), _) => insight.movement,
                (None, Some(node)) if node.is_inside_tree() => {
                    targets::sight(&node.clone().upcast(), dim::position(node), Vec3::ZERO).figure.movement
                }
                _ => 1.0,
            };
            if insight.as_ref().is_some_and(|insight| insight.touched) {
                for (key, value) in [("visible", true.to_variant()), ("visibility", 1.0.to_variant())] {
                    told.set(key, &value);
                }
            }
            let rise = if rise_time > 0.0 { 1.0 / rise_time } else { f64::INFINITY };
            told.set("gain", &insight.map_or(0.0, |insight| insight.gain).to_variant());
            told.set("rise", &rise.to_variant());
            told.set("movement", &movement.to_variant());
            told.set("perception_scale", &scale.to_variant());
            told
        }

        /// Everything that it believes and is about to do, as plain data for a save: numbers, texts, arrays and dictionaries only.
        /// Settings are not part of it, nor is where it stands. Works on a disabled, paused or treeless node too.
        ///
        /// A target is written as the metadata [code]save_key[/code] of the node in the group, else as its path from the root of
        /// the scene.
        #[func]
        fn save_state(&mut self) -> VarDictionary {
            if !state::on_main_thread() {
                self.refused("save_state()", "was called from another thread: nothing is saved. Use call_deferred().");
                return VarDictionary::new();
            }
            let save = saves::save_one::<{ dim::AXES }>(self.agent);
            save.and_then(|save| plain::to_variant(&save).try_to().ok()).unwrap_or_default()
        }

        /// Goes on from what [method save_state] gave, in this run of the game or another. Returns OK, or an error and nothing is
        /// changed; one warning says where the dictionary is bad. Every key is required; unknown versions are refused.
        ///
        /// Works before [code]_ready[/code] and outside the tree. A target that is not there is believed in as nobody: its place
        /// stays, the node is null. What waited to be heard is replaced, and no signal is sent.
        #[func]
        fn load_state(&mut self, d: Variant) -> i64 {
            if !state::on_main_thread() {
                self.refused("load_state()", "was called from another thread: nothing is loaded. Use call_deferred().");
                return i64::from(Error::ERR_UNAVAILABLE.ord());
            }
            match plain::from_variant(&d).and_then(OneSave::read) {
                Ok(save) => {
                    self.warned.good("load_state()");
                    let early = saves::load_one(self.agent, save);
                    self.early = early.filter(|_| !self.base().is_inside_tree());
                    i64::from(Error::OK.ord())
                }
                Err(why) => {
                    self.refused("load_state()", &format!("cannot use this: {why}. Nothing is changed."));
                    i64::from(Error::ERR_INVALID_DATA.ord())
                }
            }
        }

        #[func]
        fn get_profile(&self) -> Option<Gd<SensesProfile>> {
            self.profile_in_use.clone()
        }

        #[func]
        fn set_profile(&mut self, value: Option<Gd<SensesProfile>>) {
            let key = value.as_ref().map(|profile| profile.bind().key());
            let old = std::mem::replace(&mut self.profile_in_use, value);
            if state::in_editor() {
                self.watch_profile(old);
            }
            let mut state = state::state();
            if let Some(settings) = state.settings.get_mut(self.agent) {
                (settings.profile, settings.profile_version) = (key, 0);
            }
            if key.is_none()
                && let Some(agent) = state.world.agents.get_mut(self.agent)
            {
                agent.profile = Arc::new(Profile::defaults(dim::frame()));
            }
            state.sync_profile(self.agent);
        }

        #[func]
        fn get_update_mode(&self) -> i64 {
            if self.peek(|s| s.agent.manual) { UPDATE_MANUAL } else { UPDATE_PHYSICS }
        }

        #[func]
        fn set_update_mode(&mut self, value: i64) {
            match checks::one_of(2)(value) {
                Ok(value) => {
                    self.warned.good("update_mode");
                    self.poke(|s| s.agent.manual = value == UPDATE_MANUAL);
                }
                Err(refusal) => self.refused("update_mode", &refusal),
            }
        }

        #[func]
        fn get_enabled(&self) -> bool {
            self.is_enabled
        }

        #[func]
        fn set_enabled(&mut self, value: bool) {
            self.is_enabled = value;
            self.wake();
        }

        #[func]
        fn get_authority_only(&self) -> bool {
            self.only_authority
        }

        #[func]
        fn set_authority_only(&mut self, value: bool) {
            self.only_authority = value;
            if state::on_main_thread() {
                seats::with(self.agent, |seat| {
                    seat.authority_only = value;
                    seat.authority.set(None);
                });
            }
        }

        #[func]
        fn get_squad(&self) -> StringName {
            let state = state::state();
            StringName::from(state.settings.get(self.agent).map_or("", |settings| settings.squad.as_str()))
        }

        #[func]
        fn set_squad(&mut self, value: StringName) {
            let mut state = state::state();
            let number = state.names.number(&value.to_string());
            if let Some(settings) = state.settings.get_mut(self.agent) {
                settings.squad = value.to_string();
            }
            if let Some(agent) = state.world.agents.get_mut(self.agent) {
                agent.squad = number;
            }
        }

        #[func]
        fn get_debug_draw(&self) -> bool {
            state::state().settings.get(self.agent).is_some_and(|settings| settings.debug_draw)
        }

        #[func]
        fn set_debug_draw(&mut self, value: bool) {
            if let Some(settings) = state::state().settings.get_mut(self.agent) {
                settings.debug_draw = value;
            }
            debug::wake();
        }

        #[func]
        fn get_memory(&self) -> Option<Gd<EnemyMemory>> {
            self.memory_in_use.clone()
        }

        #[func]
        fn get_perception(&self) -> Option<Gd<EnemyPerception>> {
            let known = self.eye_in_use.as_ref().filter(|eye| eye.is_instance_valid()).cloned();
            known.or_else(|| Self::find_eye(&self.base().clone()))
        }

        #[func]
        fn get_awareness(&self) -> f64 {
            self.peek(|s| s.agent.awareness())
        }

        #[func]
        fn get_alert_level(&self) -> i64 {
            self.peek(|s| s.agent.state.alert.level as i64)
        }

        #[func]
        fn get_target(&self) -> Option<Gd<Node2D>> {
            let key = self.peek(|s| s.agent.strongest().and_then(|track| track.key).filter(|key| s.agent.senses(*key)));
            key.and_then(|key| node_of(key).try_to().ok())
        }

        #[func]
        fn get_last_target(&self) -> Option<Gd<Node2D>> {
            let key = self.peek(|s| s.agent.strongest().and_then(|track| track.key));
            key.and_then(|key| node_of(key).try_to().ok())
        }

        #[func]
        fn get_last_known_position(&self) -> Vector2 {
            dim::outside(self.peek(|s| s.agent.strongest().map_or(Vec3::ZERO, |track| track.belief.last_known_position)))
        }

        #[func]
        fn get_has_memory(&self) -> bool {
            self.peek(|s| s.agent.strongest().is_some_and(|track| track.belief.has_last_known))
        }

        #[func]
        fn get_reaction_delay(&self) -> f64 {
            self.peek(|s| s.agent.reaction_delay())
        }

        #[func]
        fn get_perception_scale(&self) -> f64 {
            self.peek(|s| s.agent.perception_scale())
        }
    }

    impl EnemySenses {
        fn peek<R: Default>(&self, read: impl FnOnce(&Edit<&Agent>) -> R) -> R {
            let state = state::state();
            state.world.agents.get(self.agent).map_or_else(R::default, |agent| read(&Edit { agent }))
        }

        fn poke(&mut self, write: impl FnOnce(&mut Edit<&mut Agent>)) {
            if let Some(agent) = state::state().world.agents.get_mut(self.agent) {
                write(&mut Edit { agent });
            }
        }

        fn refused(&mut self, member: &'static str, refusal: &str) {
            let who = checks::name_of(stringify!(EnemySenses), &self.base().clone().upcast());
            self.warned.refuse(&who, member, refusal);
        }

        /// Whether a call from outside counts: it is awake, and all arguments are finite.
        fn may(&mut self, call: &'static str, numbers: &[f64], place: Vec3) -> bool {
            if !place.is_finite() || !numbers.iter().all(|n| n.is_finite()) {
                self.refused(call, &format!("was given something that is not finite ({place}, {numbers:?}): nothing happens."));
                return false;
            }
            self.warned.good(call);
            self.is_awake()
        }

        fn node(&mut self, argument: &NodeArg, call: &'static str) -> Option<Gd<Node2D>> {
            self.given(argument.given(), call)
        }

        fn any_node(&mut self, argument: &NodeArg, call: &'static str) -> Option<Gd<Node>> {
            self.given(argument.given(), call)
        }

        fn given<T: GodotClass>(&mut self, given: Given<T>, call: &'static str) -> Option<Gd<T>> {
            match given {
                Given::Node(node) => {
                    self.warned.good(call);
                    Some(node)
                }
                Given::Nothing => None,
                Given::Wrong(what) => {
                    self.refused(call, &format!("was given {what}: it counts as no node."));
                    None
                }
            }
        }

        /// Its slot.
        pub fn id(&self) -> AgentId {
            self.agent
        }

        /// The values of the profile that rules.
        pub fn rules(&self) -> Option<Arc<Profile>> {
            self.profile_in_use.as_ref().and_then(|profile| profile.bind().values())
        }

        fn is_awake(&self) -> bool {
            self.peek(|s| s.agent.awake)
        }

        /// In the editor: its configuration warnings follow the profile.
        fn watch_profile(&self, old: Option<Gd<SensesProfile>>) {
            let node: Gd<Node> = self.base().clone().upcast();
            let look_again = node.callable("update_configuration_warnings");
            if let Some(mut old) = old.filter(|old| old.is_connected("changed", &look_again)) {
                old.disconnect("changed", &look_again);
            }
            if let Some(mut profile) = self.profile_in_use.clone() {
                profile.connect("changed", &look_again);
            }
            warnings::refresh(node);
        }

        /// Works out anew whether it is awake.
        fn wake(&mut self) {
            let awake = self.is_enabled && self.can_process && self.base().is_inside_tree() && !state::in_editor();
            let mut state = state::state();
            let moment = state.world.next_moment();
            let Some(agent) = state.world.agents.get_mut(self.agent) else { return };
            if awake && !agent.awake {
                agent.awake_since = moment;
            } else if !awake && agent.awake {
                agent.clear_inbox();
                agent.events.clear();
            }
            agent.awake = awake;
        }

        /// The eye in use, found or made if need be.
        fn eye(this: &Gd<Self>) -> Option<Gd<EnemyPerception>> {
            if state::on_main_thread() {
                Self::settle(this);
            }
            this.bind().eye_in_use.as_ref().filter(|eye| eye.is_instance_valid()).cloned()
        }

        /// The perception among its children, else beside it.
        fn find_eye(node: &Gd<Node2D>) -> Option<Gd<EnemyPerception>> {
            let first_below = |parent: InstanceId| {
                let eyes = state::state().eyes_below(parent);
                (eyes.into_iter())
                    .filter_map(|eye| Gd::<EnemyPerception>::try_from_instance_id(eye).ok())
                    .filter(|eye| !is_internal(&eye.clone().upcast()))
                    .min_by_key(|eye| eye.get_index())
            };
            first_below(node.instance_id()).or_else(|| first_below(node.get_parent()?.instance_id()))
        }

        /// Finds the eye anew, and tells the world.
        pub fn settle(this: &Gd<Self>) {
            this.clone().bind_mut().find_or_make_eye();
        }

        fn find_or_make_eye(&mut self) {
            let node = self.base().clone();
            if !node.is_inside_tree() || state::in_editor() {
                return;
            }
            let before = self.eye_in_use.as_ref().filter(|eye| eye.is_instance_valid()).cloned();
            let is_own = |eye: &Gd<EnemyPerception>| eye.get_parent() == Some(node.clone().upcast());
            let eye = Self::find_eye(&node).or_else(|| before.clone().filter(is_own));
            let eye = eye.unwrap_or_else(|| {
                let made = EnemyPerception::new_alloc();
                self.base_mut().add_child_ex(&made).internal(InternalMode::FRONT).done();
                made
            });
            let own_made = |eye: &Gd<EnemyPerception>| {
                eye.get_owner().is_none() && is_own(eye) && is_internal(&eye.clone().upcast())
            };
            if let Some(mut made) = before.filter(|before| *before != eye && own_made(before)) {
                made.queue_free();
            }
            self.use_eye(&eye);
        }

        fn use_eye(&mut self, eye: &Gd<EnemyPerception>) {
            let key = eye.bind().key();
            self.eye_in_use = Some(eye.clone());
            let spot = Spot::of(&eye.clone().upcast());
            if let Some(spot) = spot.clone() {
                seats::watch(self.agent, key, spot);
            }
            let body = eye.bind().body().or_else(|| self.body.clone());
            seats::with(self.agent, |seat| {
                seat.eye = spot.map(|spot| (key, spot));
                seat.body_spot = body.as_ref().and_then(|body| Spot::of(&body.node()?));
                seat.body.clone_from(&body);
            });
            let mut state = state::state();
            if let Some(eye) = state.eyes.get_mut(key) {
                eye.agent = Some(self.agent);
            }
            if let Some(settings) = state.settings.get_mut(self.agent) {
                settings.eye = Some(key);
                settings.profile_version = 0;
            }
            if let Some(agent) = state.world.agents.get_mut(self.agent) {
                agent.body = body.as_ref().map(|body| body.key());
                agent.nodes[1] = key_of(eye);
            }
            state.sync_profile(self.agent);
            state.sync_eye(self.agent);
        }

        fn enter(&mut self) {
            dim::read_view();
            let node = self.base().clone();
            let parent = node.get_parent();
            let path = node.get_path().to_string();
            self.body = Body::of(&node.clone().upcast(), "");
            if let Some(body) = &self.body {
                state::bodies().creatures.add(body.id);
            }
            let space = dim::space_of(&node);
            seats::enter(
                self.agent,
                Seat {
                    senses: node.clone().upcast(),
                    eye: None,
                    parent: parent.as_ref().map(Gd::instance_id),
                    body: self.body.clone(),
                    body_spot: None,
                    space,
                    dimension: dim::DIMENSION,
                    authority_only: self.only_authority,
                    authority: Cell::default(),
                },
            );
            self.base_mut().add_to_group(hub::GROUP);
            self.can_process = node.can_process();
            let loaded = self.early.is_some();
            let back_at_once = self.left_at.is_some_and(|left| hub::passes() <= left + 1);
            {
                let mut state = state::state();
                let roll = state.settings.get_mut(self.agent).is_some_and(|s| !std::mem::replace(&mut s.rolled, true));
                if let Some(agent) = state.world.agents.get_mut(self.agent) {
                    agent.gates.frame = dim::frame();
                    agent.body = self.body.as_ref().map(|body| body.key());
                    agent.parent = parent.as_ref().map(key_of);
                    agent.nodes[0] = key_of(&node);
                    agent.space = space.map_or(0, |rid| rid.to_u64());
                    agent.eye.position = dim::position(&node);
                    if roll {
                        let seed = self.personality_seed as u64;
                        agent.reseed(if seed == 0 { personality::seed_of(&path) } else { seed });
                    }
                    if !back_at_once && !loaded {
                        agent.begin_warm_up();
                    }
                }
            }
            self.find_or_make_eye();
            if let Some(early) = self.early.take() {
                saves::load_early(self.agent, early);
            }
            self.wake();
            hub::tick_from_now_on();
        }

        fn leave(&mut self) {
            if let Some(body) = self.body.take() {
                state::bodies().creatures.remove(&body.id);
            }
            self.left_at = Some(hub::passes());
            seats::leave(self.agent);
            self.can_process = false;
            self.wake();
        }
    }

    #[godot_api]
    impl INode2D for EnemySenses {
        fn get_configuration_warnings(&self) -> PackedStringArray {
            let profile = self.rules();
            let node = self.base().clone();
            let has_eye = Self::find_eye(&node).is_some();
            warnings::of_senses(&node.upcast(), profile.as_deref(), has_eye)
        }

        fn on_notification(&mut self, what: pick!({ CanvasItemNotification } { Node3DNotification })) {
            type What = pick!({ CanvasItemNotification } { Node3DNotification });
            match what {
                What::POSTINITIALIZE => {
                    let agent = self.agent;
                    self.memory_in_use = Some(EnemyMemory::of_agent(agent));
                }
                _ if state::in_editor() => {}
                What::ENTER_TREE => self.enter(),
                What::EXIT_TREE => self.leave(),
                What::PAUSED => {
                    self.can_process = false;
                    self.wake();
                }
                What::UNPAUSED => {
                    self.can_process = true;
                    self.wake();
                }
                What::CHILD_ORDER_CHANGED => seats::unsettle(self.agent),
                pick!({ What::WORLD_2D_CHANGED } { What::ENTER_WORLD }) => {
                    let space = dim::space_of(&self.base().clone());
                    seats::with(self.agent, |seat| seat.space = space);
                    self.poke(|s| s.agent.space = space.map_or(0, |rid| rid.to_u64()));
                }
                _ => {}
            }
        }
    }

    impl Drop for EnemySenses {
        fn drop(&mut self) {
            if let Some(mut memory) = self.memory_in_use.take() {
                memory.bind_mut().let_go();
            }
            let mut state = state::state();
            if let Some(eye) = state.settings.get(self.agent).and_then(|s| s.eye)
                && let Some(eye) = state.eyes.get_mut(eye)
            {
                eye.agent = eye.agent.filter(|agent| *agent != self.agent);
            }
            state.remove_agent(self.agent);
        }
    }
}

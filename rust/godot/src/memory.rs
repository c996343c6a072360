//! `EnemyMemory`: belief, as data that a script can hold.

use enemy_senses_core::memory::{Belief, Stimulus, Tunables};
use enemy_senses_core::snapshot::{self, BeliefSave};
use enemy_senses_core::world::{Agent, AgentId};
use enemy_senses_macros::twins;
use godot::global::Error;
use godot::prelude::*;

use crate::checks::{self, Ruled, Shown, Warned};
use crate::node_arg::{Given, NodeArg};
use crate::{d2, d3};
use crate::{plain, state, targets};

/// A belief with its tunables and whom it is about.
#[derive(Debug, Clone)]
pub struct Held {
    pub belief: Belief,
    pub tunables: Tunables,
    /// The node that sight feeds it from at this moment. An id, so that nothing is kept alive.
    pub sensed: Option<InstanceId>,
    /// Which of an agent's tracks it is, or was when the agent went.
    pub track: Option<u64>,
}

impl Held {
    fn new(max_speed: f64) -> Self {
        Self {
            belief: Belief::default(),
            tunables: Tunables::with_max_speed(max_speed),
            sensed: None,
            track: None,
        }
    }

    /// The strongest belief of an agent; a blank one where it has none.
    fn of_agent(agent: &Agent) -> Self {
        let strongest = agent.strongest();
        let sensed = strongest
            .and_then(|track| track.key)
            .filter(|key| agent.senses(*key));
        Self {
            belief: strongest.map(|track| track.belief).unwrap_or_default(),
            tunables: agent.tunables,
            sensed: sensed.and_then(|key| InstanceId::try_from_i64(key as i64)),
            track: strongest.map(|track| track.born),
        }
    }
}

impl Shown<i64> for Stimulus {
    fn shown(&self) -> i64 {
        *self as i64
    }
}

/// One of the stimuli.
pub fn stimulus(value: i64) -> Ruled<Stimulus> {
    Stimulus::from_number(value)
        .ok_or_else(|| format!("cannot be {value}: there is no such constant; the old value stays."))
}

twins! {
    /// What an enemy believes about one target: where it was, how long ago, and how sure it is.
    ///
    /// Sensing is true for one frame; belief lasts, fades, and may be wrong. It is plain data without signals or processing:
    /// the enemy's body owns it, states read it. Call [method update] once per physics frame with what is seen at that
    /// moment; while the target is hidden nothing in here knows its live position.
    /// [codeblock]
    /// memory.update(perception.get_visible_target(), delta)
    /// if memory.alerted:
    ///     chase(memory.last_known_position)
    /// [/codeblock]
    /// [EnemyPerception] is what feeds it, [EnemySearch] what searches its place, [EnemySenses] keeps one of its own.
    #[derive(GodotClass)]
    #[class(base = RefCounted, init, tool)]
    pub struct EnemyMemory {
        /// Where the target was last sensed, in global coordinates. Means nothing while [member has_last_known] is false.
        #[prop(checks::place, in belief)]
        last_known_position: Vector2,
        /// Whether there is a place to go to.
        #[prop(checks::plain, in belief)]
        has_last_known: bool,
        /// Seconds since the target was last sensed, heard of or reported. [constant @GDScript.INF] before the first time.
        #[prop(checks::amount_or_infinite, in belief)]
        time_since_seen: f64,
        /// How sure it is: 0 oblivious, 1 certain. Clamped.
        #[prop(checks::unit, in belief)]
        confidence: f64,
        /// The node that is seen at this moment: only while sight feeds the belief, else null; null by itself once that node is
        /// freed. Keeps nothing alive.
        #[var(get = get_sensed_target, set = set_sensed_target)]
        sensed_target: PhantomVar<Variant>,
        /// How the target moved when last seen, in {pixels|metres} per second, averaged over a tenth of a second. Faster than
        /// [member max_speed] is a teleport: zero.
        #[prop(checks::place, in belief)]
        last_known_velocity: Vector2,
        /// What fed it last: [constant NONE], [constant SIGHT], [constant SOUND], [constant ALLY], [constant TOUCH] or
        /// [constant CUSTOM].
        #[prop(stimulus, in belief)]
        stimulus: i64,
        /// True from the moment that confidence reaches [member alert_threshold] until it falls below [member calm_threshold].
        #[var(get = get_alerted, no_set)]
        alerted: PhantomVar<bool>,
        /// Seconds of clear sight from confidence 0 to 1. 0: at once.
        #[prop(checks::amount, in tunables)]
        confidence_rise_time: f64,
        /// Seconds of nothing from confidence 1 to 0. [constant @GDScript.INF]: never. 0: at once.
        #[prop(checks::amount_or_infinite, in tunables)]
        confidence_fall_time: f64,
        /// Seconds after the last stimulus before confidence falls; only the part of a step past it counts.
        #[prop(checks::amount, in tunables)]
        decay_delay: f64,
        /// [member alerted] is on from this confidence, 0 to 1. The wrong way round with [member calm_threshold]: the higher is
        /// used.
        #[prop(checks::unit, in tunables)]
        alert_threshold: f64,
        /// [member alerted] is off below this confidence, 0 to 1. The gap to [member alert_threshold] is what makes an enemy
        /// stubborn.
        #[prop(checks::unit, in tunables)]
        calm_threshold: f64,
        /// A sound never lifts confidence above this, 0 to 1: noise makes an enemy look, only eyes make it charge.
        #[prop(checks::unit, in tunables)]
        sound_confidence_cap: f64,
        /// After confidence first reached 1 it never falls below this, 0 to 1: the second notice is faster. Above
        /// [member calm_threshold] it is used just below that.
        #[prop(checks::unit, in tunables)]
        confidence_floor: f64,
        /// A target that seems to move faster than this, in {pixels|metres} per second, has teleported.
        #[prop(checks::amount, in tunables)]
        max_speed: f64,
        #[init(val = Held::new(pick!({ 2000.0 } { 40.0 })))]
        held: Held,
        /// The agent whose strongest belief this is.
        agent: Option<AgentId>,
        warned: Warned,
        base: Base<RefCounted>,
    }

    #[godot_api]
    impl EnemyMemory {
        /// Nothing fed it yet.
        #[constant]
        pub const NONE: i64 = Stimulus::None as i64;
        /// It was seen.
        #[constant]
        pub const SIGHT: i64 = Stimulus::Sight as i64;
        /// It was heard.
        #[constant]
        pub const SOUND: i64 = Stimulus::Sound as i64;
        /// An ally reported it.
        #[constant]
        pub const ALLY: i64 = Stimulus::Ally as i64;
        /// It was felt.
        #[constant]
        pub const TOUCH: i64 = Stimulus::Touch as i64;
        /// A sense of the game's own, see [method reinforce].
        #[constant]
        pub const CUSTOM: i64 = Stimulus::Custom as i64;

        /// Feeds what is seen at this moment; call it once per physics frame with the frame's delta in seconds.
        ///
        /// A target inside the tree, at a finite position and with [param strength] above 0: takes its place, velocity and
        /// node, and adds `strength * delta / confidence_rise_time` to [member confidence]. Null or anything else: time goes
        /// on and confidence falls. A delta of 0 only sets or clears [member sensed_target].
        #[func]
        fn update(&mut self, target: NodeArg, delta: f64, #[opt(default = 1.0)] strength: f64) {
            let target = self.node(&target, "update() target");
            if !state::on_main_thread() && target.as_ref().is_some_and(|node| node.is_inside_tree()) {
                self.refused("update()", "was called from another thread: nothing happens. Use call_deferred().");
            } else if self.finite("update()", &[delta, strength], delta >= 0.0) {
                self.feed(target, delta, strength);
            }
        }

        /// Exactly [method update] with nobody in sight.
        #[func]
        fn decay(&mut self, delta: f64) {
            if self.finite("decay()", &[delta], delta >= 0.0) {
                self.feed(None, delta, 1.0);
            }
        }

        /// A sense of your own, smell or touch: takes the place and adds [param strength] to [member confidence]. Nothing
        /// happens for a strength of 0 or less.
        #[func]
        fn reinforce(&mut self, position: Vector2, strength: f64) {
            let place = dim::inside(position);
            if self.finite("reinforce()", &[strength], place.is_finite()) {
                self.change(|held| _ = held.belief.reinforce(&held.tunables, place, strength, Stimulus::Custom));
            }
        }

        /// A sound from [param origin]: takes the place and lifts [member confidence] to `strength * sound_confidence_cap`, never
        /// lower than it was. Nothing happens to a memory that is surer than the cap, or for a strength of 0 or less.
        #[func]
        fn hear_sound(&mut self, origin: Vector2, strength: f64) {
            let place = dim::inside(origin);
            if self.finite("hear_sound()", &[strength], place.is_finite()) {
                self.change(|held| _ = held.belief.hear(&held.tunables, place, strength));
            }
        }

        /// What an ally says: takes place, velocity and [param amount] as the confidence, if that is more than this memory's
        /// own.
        #[func]
        fn receive_report(&mut self, position: Vector2, amount: f64, #[opt(default = Vector2::ZERO)] velocity: Vector2) {
            let (place, velocity) = (dim::inside(position), dim::inside(velocity));
            if self.finite("receive_report()", &[amount], place.is_finite() && velocity.is_finite()) {
                self.change(|held| _ = held.belief.report(&held.tunables, place, amount, velocity));
            }
        }

        /// The place that slides from [member last_known_position] to [param home] as [member time_since_seen] goes to
        /// [param fade_time] seconds. No belief, or a fade time of 0 or less: [param home].
        #[func]
        fn get_faded_position(&mut self, home: Vector2, fade_time: f64) -> Vector2 {
            let place = dim::inside(home);
            if !self.finite("get_faded_position()", &[], place.is_finite() && !fade_time.is_nan()) {
                return home;
            }
            dim::outside(self.peek(|held| Some(held.belief.faded_position(place, fade_time))).unwrap_or(place))
        }

        /// The search failed: there is no place to go to any more, and [member confidence] goes on falling by itself. Without
        /// this an enemy walks back to the place it has just searched.
        #[func]
        fn give_up(&mut self) {
            self.change(|held| held.belief.give_up());
        }

        /// Forgets everything, the earned floor too. Tunables are kept.
        #[func]
        fn forget(&mut self) {
            self.change(|held| {
                held.belief = Belief::default();
                held.sensed = None;
            });
        }

        /// What it believes, as plain data for a save: numbers, texts, arrays and dictionaries only. A vector is an array, an
        /// infinite time is -1. Tunables and [member sensed_target] are not part of it.
        #[func]
        fn to_dict(&self) -> VarDictionary {
            plain::to_variant(&self.save()).try_to().unwrap_or_default()
        }

        /// Takes what [method to_dict] gave. Returns OK, or an error and nothing is changed; one warning says where the
        /// dictionary is bad. Every key is required. [member sensed_target] is null until the next [method update].
        #[func]
        fn from_dict(&mut self, d: Variant) -> i64 {
            self.load("from_dict()", plain::from_variant(&d), Error::ERR_INVALID_DATA)
        }

        /// [method to_dict] as text.
        #[func]
        fn to_json(&self) -> GString {
            GString::from(self.save().to_string().as_str())
        }

        /// Takes what [method to_json] gave. Returns OK, or an error and nothing is changed; one warning says where the text is
        /// bad.
        #[func]
        fn from_json(&mut self, text: GString) -> i64 {
            self.load("from_json()", snapshot::parse(&text.to_string()), Error::ERR_PARSE_ERROR)
        }

        #[func]
        fn get_sensed_target(&self) -> Variant {
            targets::live(self.peek(|held| held.sensed))
        }

        #[func]
        fn set_sensed_target(&mut self, value: Variant) {
            let node = self.node(&NodeArg::from(value), "sensed_target");
            self.change(|held| held.sensed = node.map(|node| node.instance_id()));
        }

        #[func]
        fn get_alerted(&self) -> bool {
            self.peek(|held| held.belief.alerted)
        }
    }

    impl EnemyMemory {
        /// The memory of an agent: a view of its strongest belief.
        pub fn of_agent(agent: AgentId) -> Gd<Self> {
            let mut made = Self::new_gd();
            made.bind_mut().agent = Some(agent);
            made
        }

        /// The agent is gone: what it believed last stays.
        pub fn let_go(&mut self) {
            self.held = self.now();
            self.agent = None;
        }

        fn save(&self) -> serde_json::Value {
            snapshot::write(&self.peek(|held| BeliefSave::<{ dim::AXES }>::from(&held.belief)))
        }

        fn load(&mut self, call: &'static str, save: Result<serde_json::Value, String>, error: Error) -> i64 {
            match save.and_then(snapshot::read::<BeliefSave<{ dim::AXES }>>) {
                Ok(save) => {
                    self.warned.good(call);
                    self.change(|held| {
                        held.belief = (&save).into();
                        held.sensed = None;
                    });
                    i64::from(Error::OK.ord())
                }
                Err(why) => {
                    self.refused(call, &format!("cannot use this: {why}. Nothing is changed."));
                    i64::from(error.ord())
                }
            }
        }

        /// The agent whose memory it is.
        pub fn owner(&self) -> Option<AgentId> {
            self.agent
        }

        /// Which track it shows now, to come back to that one; none for a memory of its own.
        pub fn track(&self) -> Option<u64> {
            self.peek(|held| held.track)
        }

        /// The belief of one track, the strongest or not; none when it is gone.
        pub fn belief_of(&self, track: Option<u64>) -> Option<Belief> {
            match self.agent {
                Some(id) => {
                    let state = state::state();
                    state.world.agents.get(id)?.state.tracks.born(track?).map(|track| track.belief)
                }
                None => (self.held.track == track).then_some(self.held.belief),
            }
        }

        /// One track has no place to go to any more.
        pub fn give_up_on(&mut self, track: Option<u64>) {
            match self.agent {
                Some(id) => {
                    let mut state = state::state();
                    let agent = state.world.agents.get_mut(id);
                    if let Some(track) = agent.and_then(|agent| agent.state.tracks.born_mut(track?)) {
                        track.belief.give_up();
                    }
                }
                None if self.held.track == track => self.held.belief.give_up(),
                None => {}
            }
        }

        /// The belief as it is now.
        fn now(&self) -> Held {
            let agent = self.agent.and_then(|id| state::state().world.agents.get(id).map(Held::of_agent));
            agent.unwrap_or_else(|| self.held.clone())
        }

        fn peek<R>(&self, read: impl FnOnce(&Held) -> R) -> R {
            if self.agent.is_some() { read(&self.now()) } else { read(&self.held) }
        }

        fn change(&mut self, write: impl FnOnce(&mut Held)) {
            let Some(id) = self.agent else { return write(&mut self.held) };
            if let Some(agent) = state::state().world.agents.get_mut(id) {
                let before = Held::of_agent(agent);
                let mut after = before.clone();
                write(&mut after);
                agent.tunables = after.tunables;
                if after.belief != before.belief {
                    agent.write_strongest(after.belief);
                }
            }
        }

        /// A field written by hand: what follows from it is worked out anew.
        fn poke(&mut self, write: impl FnOnce(&mut Held)) {
            self.change(|held| {
                write(held);
                let confidence = held.belief.confidence;
                held.belief.set_confidence(&held.tunables, confidence);
            });
        }

        fn feed(&mut self, target: Option<Gd<Node2D>>, delta: f64, strength: f64) {
            let seen = target.filter(|node| strength > 0.0 && node.is_inside_tree());
            let seen = seen.map(|node| (node.instance_id(), dim::position(&node))).filter(|(_, place)| place.is_finite());
            self.change(|held| {
                let id = seen.map(|(id, _)| id);
                if held.sensed != id {
                    // Another one: the way from the last one's place to this one's is no movement.
                    held.belief.lose_sight();
                    held.sensed = id;
                }
                match seen {
                    _ if delta == 0.0 => {}
                    Some((_, place)) => held.belief.see(&held.tunables, place, delta, strength),
                    None => held.belief.decay(&held.tunables, delta),
                }
            });
        }

        fn accepted(&mut self, member: &'static str) {
            self.warned.good(member);
            if matches!(member, "confidence_floor" | "calm_threshold" | "alert_threshold") {
                if self.peek(|held| held.tunables.floor_is_above_calm()) {
                    self.refused(
                        "confidence_floor is",
                        "above calm_threshold: it would stay alerted for ever, so it is used just below.",
                    );
                } else {
                    self.warned.good("confidence_floor is");
                }
            }
        }

        fn refused(&mut self, member: &'static str, refusal: &str) {
            self.warned.refuse(stringify!(EnemyMemory), member, refusal);
        }

        /// Whether the arguments of a call are all right; a warning where not.
        fn finite(&mut self, call: &'static str, numbers: &[f64], rest: bool) -> bool {
            let fine = rest && numbers.iter().all(|n| n.is_finite());
            if fine {
                self.warned.good(call);
            } else {
                let values = if numbers.is_empty() { String::new() } else { format!(" {numbers:?}") };
                self.refused(call, &format!("was given something that is not finite, or a negative delta{values}: nothing changes."));
            }
            fine
        }

        fn node(&mut self, argument: &NodeArg, call: &'static str) -> Option<Gd<Node2D>> {
            match argument.given() {
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
    }
}

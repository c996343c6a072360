//! `EnemySearch`: walk to where somebody is believed to be, look round, look behind what is near, give up.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use enemy_senses_core::search::{Cover, Covers, FinishReason, Lead, Phase, Search, SearchTunables};
use enemy_senses_core::snapshot;
use enemy_senses_core::world::AgentId;
use enemy_senses_core::{Frame, Vec3, frame};
use enemy_senses_macros::twins;
use godot::global::Error;
use godot::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bodies::{Body, Creatures, Passage};
use crate::checks::{self, Ruled, Shown, Warned};
use crate::memory::{EnemyMemory, EnemyMemory3D};
use crate::node_arg::{Given, NodeArg};
use crate::perception::{EnemyPerception, EnemyPerception3D, EyeState};
use crate::rays::{self, Door, View};
use crate::seats::{self, Spot};
use crate::state::{self, Dimension, EyeKey};
use crate::{d2, d3, hub, plain, saves};

/// What a search is set to, and how far it is.
struct Plan {
    tunables: SearchTunables,
    cover_group: String,
    search: Search,
}

impl Plan {
    fn new(frame: Frame) -> Self {
        Self {
            tunables: SearchTunables::defaults(frame),
            cover_group: String::new(),
            search: Search::new(frame),
        }
    }
}

/// Finite angles.
fn angles(value: PackedFloat32Array) -> Ruled<Vec<f32>> {
    let all = value.to_vec();
    match all.iter().find(|angle| !angle.is_finite()) {
        Some(bad) => Err(format!(
            "cannot hold {bad}: every angle must be finite; the old value stays."
        )),
        None => Ok(all),
    }
}

impl Shown<PackedFloat32Array> for Vec<f32> {
    fn shown(&self) -> PackedFloat32Array {
        PackedFloat32Array::from(self.as_slice())
    }
}

/// A count, 0 or more.
fn count(value: i64) -> Ruled<u32> {
    let most = i64::from(u32::MAX);
    checks::whole(0, most)(value).map(|value| u32::try_from(value).unwrap_or(u32::MAX))
}

twins! {
    /// Searches where somebody is believed to be: walk there, look round, look behind cover, give up.
    ///
    /// It says where to go and where to look, and never moves your body. Begin it with the [EnemyMemory] whose place is to be
    /// searched, then ask it once per physics frame. A newer place calls it away; when it is done the belief is given up, so
    /// that an enemy does not go back to the place it has just searched.
    /// [codeblock]
    /// @onready var senses: EnemySenses = $EnemySenses
    /// var search := EnemySearch.new()
    ///
    /// func _physics_process(delta: float) -> void:
    ///     if senses.has_memory and (search.phase == EnemySearch.IDLE or search.is_finished()):
    ///         search.begin(senses.memory, senses.perception.facing, senses)
    ///     velocity = search.step(global_position, delta)
    ///     if search.is_finished():
    ///         senses.perception.facing_mode = EnemyPerception.FACING_NODE
    ///     else:
    ///         senses.perception.facing = search.facing
    ///     move_and_slide()
    /// [/codeblock]
    /// [b]With a NavigationAgent2D[/b] the search says [i]where[/i], the agent says [i]how[/i]: [member goal] is the agent's target,
    /// and of the velocity that [method step] wants only the speed is used.
    /// [codeblock]
    /// var wanted := search.step(global_position, delta)
    /// if not wanted.is_zero_approx():
    ///     if agent.target_position != search.goal:
    ///         agent.target_position = search.goal
    ///     if agent.is_target_reachable():
    ///         wanted = global_position.direction_to(agent.get_next_path_position()) * wanted.length()
    ///     else:
    ///         search.report_unreachable()
    ///         wanted = Vector2.ZERO
    /// velocity = wanted
    /// [/codeblock]
    /// Keep the agent's [code]target_desired_distance[/code] at or below [member arrive_radius], and begin when the navigation map
    /// is there: in the first frames of a scene nothing is reachable yet.
    #[derive(GodotClass)]
    #[class(base = RefCounted, init, tool)]
    pub struct EnemySearch {
        /// The speed that [method step] asks for, in {pixels|metres} per second. 0: it only looks at what it stands at.
        #[prop(checks::amount, in tunables)]
        search_speed: f64,
        /// A place this near on the ground is reached, in {pixels|metres}, inclusive.
        #[prop(checks::amount, in tunables)]
        arrive_radius: f64,
        /// A place farther up or down than this is not reached, in {pixels|metres}, inclusive.
        /// {Means something only when the project setting enemy_senses/2d/view is SIDE; there, who stands right below a place|It is measured from}
        /// {in mid-air for a third of a second has reached it all the same.|the position that [method step] is given.}
        #[prop(checks::amount, in tunables)]
        vertical_tolerance: f64,
        /// Seconds for each of [member look_offsets]. 0: no time is spent on them.
        #[prop(checks::amount, in tunables)]
        look_pause: f64,
        /// Where it looks, one after the other: radians about up from the way it came. Empty: it goes there and looks nowhere.
        #[prop(angles, in tunables)]
        look_offsets: PackedFloat32Array,
        /// Seconds from [method begin] to the end, whatever happens; a newer place does not prolong it.
        #[prop(checks::amount, in tunables)]
        timeout: f64,
        /// The group of the nodes that mark places to hide at: the marker stands behind the crate, where the searcher is to go.
        /// Empty: there are none.
        #[prop(checks::text)]
        cover_group: StringName,
        /// How many covers it looks behind at each place, those in the direction the target was last moving first, then the
        /// nearest. Never the same one twice in one search, none that lies inside an occluder, none that a mate of the same
        /// squad is at or on the way to.
        #[prop(count, in tunables)]
        cover_checks: i64,
        /// How far from the place covers count, in {pixels|metres}, inclusive.
        #[prop(checks::amount, in tunables)]
        cover_radius: f64,
        /// If true, an unsure searcher is slower and gives up sooner: [member search_speed] and the number of looks are
        /// multiplied by [code]lerp(0.5, 1, confidence)[/code], the confidence being that at [method begin].
        #[prop(checks::plain, in tunables)]
        confidence_scaling: bool,
        /// Where to look now: on the ground, of length 1, never zero.
        #[var(get = get_facing, no_set)]
        facing: PhantomVar<Vector2>,
        /// Where to go, in global coordinates: the place or a cover, as it is, in mid-air or in a wall too. Means nothing while
        /// [member phase] is [constant IDLE].
        #[var(get = get_goal, no_set)]
        goal: PhantomVar<Vector2>,
        /// What it is doing: [constant IDLE], [constant TRAVEL], [constant LOOK], [constant COVER] or [constant DONE].
        #[var(get = get_phase, no_set)]
        phase: PhantomVar<i64>,
        /// Why it ended: [constant NOT_FINISHED], [constant EXHAUSTED], [constant UNREACHABLE], [constant EXPIRED],
        /// [constant TIMED_OUT] or [constant CANCELLED].
        #[var(get = get_finish_reason, no_set)]
        finish_reason: PhantomVar<i64>,
        #[init(val = Plan::new(dim::frame()))]
        plan: Plan,
        /// What it goes by.
        memory: Option<Gd<EnemyMemory>>,
        /// Which belief of an EnemySenses it searches, the strongest or not.
        track: Option<u64>,
        /// Who searches. An id, so that nothing is kept alive.
        searcher: Option<InstanceId>,
        #[init(val = Claim::new())]
        claim: Claim,
        warned: Warned,
    }

    #[godot_api]
    impl EnemySearch {
        /// Never begun.
        #[constant]
        pub const IDLE: i64 = Phase::Idle as i64;
        /// On the way to the place.
        #[constant]
        pub const TRAVEL: i64 = Phase::Travel as i64;
        /// Looking round, at the place or at a cover.
        #[constant]
        pub const LOOK: i64 = Phase::Look as i64;
        /// On the way to a cover.
        #[constant]
        pub const COVER: i64 = Phase::Cover as i64;
        /// It ended, see [member finish_reason].
        #[constant]
        pub const DONE: i64 = Phase::Done as i64;
        /// It has not ended.
        #[constant]
        pub const NOT_FINISHED: i64 = FinishReason::NotFinished as i64;
        /// Every place was looked at and nobody was there.
        #[constant]
        pub const EXHAUSTED: i64 = FinishReason::Exhausted as i64;
        /// The game said that there is no way there.
        #[constant]
        pub const UNREACHABLE: i64 = FinishReason::Unreachable as i64;
        /// Somebody else cleared the belief, or there was none.
        #[constant]
        pub const EXPIRED: i64 = FinishReason::Expired as i64;
        /// It took longer than [member timeout].
        #[constant]
        pub const TIMED_OUT: i64 = FinishReason::TimedOut as i64;
        /// [method cancel]; the only end that leaves the belief alone.
        #[constant]
        pub const CANCELLED: i64 = FinishReason::Cancelled as i64;

        /// Begins anew, whatever it did before, with the place in [param memory], an [EnemyMemory] (of an [EnemySenses]: its
        /// strongest belief, and that one to the end). Null, or no place in it: [constant EXPIRED] at once.
        ///
        /// [param facing]: where the searcher looks now; zero keeps [member facing]. [param searcher]: the [EnemySenses] or the
        /// body that searches; covers are those of its world, walls those of its [member EnemyPerception.occlusion_mask], mates
        /// those of its [member EnemySenses.squad] (an empty one counts as one). Null: the [EnemySenses] that owns the memory;
        /// if none does, the root's world, layer 1, no squad.
        #[func]
        fn begin(
            &mut self,
            memory: NodeArg,
            #[opt(default = Vector2::ZERO)] facing: Vector2,
            #[opt(default = NodeArg::none())] searcher: NodeArg,
        ) {
            self.memory = self.given(memory.given(), "begin(memory)", "no belief");
            let node: Option<Gd<Node2D>> = self.given(searcher.given(), "begin(searcher)", "no searcher");
            self.searcher = node.map(|node| node.instance_id());
            let facing = dim::inside(facing);
            if facing.is_finite() {
                self.warned.good("begin(facing)");
            } else {
                self.refused("begin(facing)", &format!("was given {facing}: it counts as zero."));
            }
            self.track = self.memory.as_ref().and_then(|memory| memory.bind().track());
            dim::read_view();
            let lead = self.lead();
            let gives_up = self.plan.search.begin(dim::frame(), lead.as_ref(), facing);
            self.settle(gives_up, None);
        }

        /// Goes on by [param delta] seconds of game time; call it once per physics frame with where the searcher is. Returns the
        /// velocity wanted, along the ground, in {pixels|metres} per second: zero while looking and when done. A position that is
        /// not finite: it stands still while time runs on.
        #[func]
        fn step(&mut self, position: Vector2, delta: f64) -> Vector2 {
            let place = dim::inside(position);
            if place.is_finite() && delta.is_finite() && delta >= 0.0 {
                self.warned.good("step()");
            } else {
                let told = format!("was given the position {position} and a delta of {delta}: it stands still.");
                self.refused("step()", &told);
            }
            if !self.plan.search.is_searching() {
                return Vector2::ZERO;
            }
            let lead = self.lead();
            let mut yard = Yard {
                group: &self.plan.cover_group,
                searcher: self.searcher,
                owner: self.memory.as_ref().and_then(|memory| memory.bind().owner()),
                claim: &self.claim,
                spot: lead.map_or(Vec3::ZERO, |lead| lead.position),
                reach: self.plan.tunables.cover_radius,
                frame: self.plan.search.frame(),
                dimension: dim::DIMENSION,
                open: dim::Space::open,
                root: dim::root_space,
                ground: None,
                refusal: None,
            };
            let stride = self.plan.search.step(&self.plan.tunables, place, delta, lead.as_ref(), &mut yard);
            let (squad, refusal) = (yard.ground.as_ref().map(|ground| ground.stand.squad), yard.refusal);
            match refusal {
                Some(refusal) => self.refused("cover_group", refusal),
                None if squad.is_some() => self.warned.good("cover_group"),
                None => {}
            }
            self.settle(stride.gives_up, squad);
            dim::outside(stride.velocity)
        }

        /// Whether it was begun and has ended.
        #[func]
        fn is_finished(&self) -> bool {
            self.plan.search.is_finished()
        }

        /// There is no way to [member goal]: the search ends as [constant UNREACHABLE], or, on the way to a cover, goes on with
        /// the next one.
        #[func]
        fn report_unreachable(&mut self) {
            let gives_up = self.plan.search.report_unreachable();
            self.settle(gives_up, None);
        }

        /// Calls it off and leaves the belief alone. Finished already: it keeps its [member finish_reason].
        #[func]
        fn cancel(&mut self) {
            self.plan.search.cancel();
            self.settle(false, None);
        }

        /// The search as plain data, in the middle of whatever it does: bool, int, finite float, String, Array and Dictionary,
        /// nothing else. What it is set to is not in it, nor are memory and searcher. Covers are written as their metadata
        /// [code]save_key[/code], one for each, or as their path from the root of the scene.
        #[func]
        fn to_dict(&self) -> VarDictionary {
            let saved = Saved { track: self.track, search: self.plan.search.clone() };
            plain::to_variant(&snapshot::write(&saved)).try_to().unwrap_or_default()
        }

        /// Goes on from what [method to_dict] gave, about a [param memory] that was loaded before, for a [param searcher] as in
        /// [method begin]. Returns [constant @GlobalScope.OK], or [constant @GlobalScope.ERR_INVALID_DATA] with a warning that
        /// says where; then nothing is changed.
        #[func]
        fn from_dict(
            &mut self,
            d: Variant,
            memory: NodeArg,
            #[opt(default = NodeArg::none())] searcher: NodeArg,
        ) -> i64 {
            let saved = match Saved::read(&d, dim::DIMENSION) {
                Ok(saved) => saved,
                Err(refusal) => {
                    self.refused("from_dict()", &format!("cannot use this: {refusal}. Nothing is changed."));
                    return i64::from(Error::ERR_INVALID_DATA.ord());
                }
            };
            self.warned.good("from_dict()");
            self.memory = self.given(memory.given(), "from_dict(memory)", "no belief");
            let node: Option<Gd<Node2D>> = self.given(searcher.given(), "from_dict(searcher)", "no searcher");
            self.searcher = node.map(|node| node.instance_id());
            let known = self.memory.as_ref().map(|memory| (memory.bind().owner().is_some(), memory.bind().track()));
            self.track = match known {
                // One of several beliefs: the one that was searched.
                Some((true, strongest)) => saved.track.or(strongest),
                Some((false, only)) => only,
                None => None,
            };
            self.plan.search = saved.search;
            let owner = self.memory.as_ref().and_then(|memory| memory.bind().owner());
            self.settle(false, Some(squad_of(self.searcher, owner)));
            i64::from(Error::OK.ord())
        }

        #[func]
        fn get_facing(&self) -> Vector2 {
            dim::outside(self.plan.search.facing())
        }

        #[func]
        fn get_goal(&self) -> Vector2 {
            dim::outside(self.plan.search.goal())
        }

        #[func]
        fn get_phase(&self) -> i64 {
            self.plan.search.phase() as i64
        }

        #[func]
        fn get_finish_reason(&self) -> i64 {
            self.plan.search.finish_reason() as i64
        }
    }

    impl EnemySearch {
        fn peek<R>(&self, read: impl FnOnce(&Plan) -> R) -> R {
            read(&self.plan)
        }

        fn poke(&mut self, write: impl FnOnce(&mut Plan)) {
            write(&mut self.plan);
        }

        fn accepted(&mut self, member: &'static str) {
            self.warned.good(member);
        }

        fn refused(&mut self, member: &'static str, refusal: &str) {
            self.warned.refuse(stringify!(EnemySearch), member, refusal);
        }

        /// The belief that it searches, as it is now.
        fn lead(&self) -> Option<Lead> {
            let belief = self.memory.as_ref()?.bind().belief_of(self.track)?;
            Lead::of(&belief)
        }

        /// What follows from a step: the cover that it has taken now, for a squad where that is known anew, and the end.
        fn settle(&mut self, gives_up: bool, squad: Option<Squad>) {
            match (self.plan.search.cover(), squad) {
                (None, _) => self.claim.leave(),
                (Some(cover), Some(squad)) => self.claim.take(squad, cover),
                (Some(_), None) => {}
            }
            if gives_up && let Some(memory) = &self.memory {
                memory.clone().bind_mut().give_up_on(self.track);
            }
        }

        fn given<T: GodotClass>(&mut self, given: Given<T>, call: &'static str, none: &str) -> Option<Gd<T>> {
            match given {
                Given::Node(object) => {
                    self.warned.good(call);
                    Some(object)
                }
                Given::Nothing => None,
                Given::Wrong(what) => {
                    self.refused(call, &format!("was given {what}: it counts as {none}."));
                    None
                }
            }
        }
    }
}

/// A search as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    /// Which of an agent's beliefs it is about.
    #[serde(with = "enemy_senses_core::optional")]
    track: Option<u64>,
    search: Search,
}

impl Saved {
    /// What a script hands in, or where and why it cannot be.
    fn read(d: &Variant, dimension: Dimension) -> Result<Self, String> {
        let mut value = plain::from_variant(d)?;
        make_whole(&mut value);
        let saved: Self = snapshot::read(value)?;
        (saved.search.validate()).map_err(|error| format!("search.{error}"))?;
        let in_space = saved.search.frame() == Frame::Space;
        if in_space != (dimension == Dimension::Solid) {
            return Err("search.frame: is of the other dimension".to_owned());
        }
        Ok(saved)
    }
}

/// Text that a script parsed has floats only: whole ones are taken for ints. A float may be given as an int.
fn make_whole(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let float = number.as_f64().filter(|_| number.is_f64()).unwrap_or(0.5);
            if float.fract() == 0.0
                && float.abs() <= 2.0_f64.powi(53)
                && !(float == 0.0 && float.is_sign_negative())
            {
                *value = Value::from(float as i64);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(make_whole),
        Value::Object(entries) => entries.values_mut().for_each(make_whole),
        _ => {}
    }
}

/// Whose mate a searcher is: those with one number, 0 (EnemySenses without a squad) included. None: it is no
/// EnemySenses, and nobody's.
type Squad = Option<u32>;

/// A cover, and for whom it is taken.
struct Taken {
    squad: Squad,
    cover: String,
}

/// The covers that searches are at or on the way to. Plain data with a lock of its own, since a search may be let go of in
/// any thread.
static TAKEN: Mutex<BTreeMap<u64, Taken>> = Mutex::new(BTreeMap::new());

fn taken() -> MutexGuard<'static, BTreeMap<u64, Taken>> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One search's right to a cover; it goes with the search.
struct Claim(u64);

impl Claim {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    fn take(&self, squad: Squad, cover: &str) {
        let cover = cover.to_owned();
        taken().insert(self.0, Taken { squad, cover });
    }

    fn leave(&self) {
        taken().remove(&self.0);
    }

    /// Whether another of that squad has taken a cover.
    fn is_beaten_to(&self, cover: &str, squad: Squad) -> bool {
        let by_mate =
            |(id, taken): (&u64, &Taken)| *id != self.0 && taken.squad == squad && taken.cover == cover;
        squad.is_some() && taken().iter().any(by_mate)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.leave();
    }
}

/// How a searcher stands in the game.
struct Stand {
    space: Option<Rid>,
    eye: EyeState,
    body: Option<Body>,
    squad: Squad,
}

impl Stand {
    /// Of the searcher while there is one, else of the agent whose memory is searched; else the root's world.
    fn of(
        searcher: Option<InstanceId>,
        owner: Option<AgentId>,
        frame: Frame,
        root: impl FnOnce() -> Option<Rid>,
    ) -> Self {
        let node = searcher.and_then(|id| Gd::<Node>::try_from_instance_id(id).ok());
        let agent = node.as_ref().and_then(agent_of).or(owner);
        let seat = agent.and_then(|id| {
            seats::with(id, |seat| {
                let eye = seat.eye.as_ref().map(|(key, _)| *key);
                (seat.space, eye, seat.body.clone())
            })
        });
        let space = match (&node, owner) {
            (Some(node), _) => Spot::of(node).and_then(|spot| spot.space()),
            (None, Some(_)) => seat.as_ref().and_then(|(space, ..)| *space),
            (None, None) => root(),
        };
        let (eye, body) = seat.map_or((None, None), |(_, eye, body)| (eye, body));
        let body = body.or_else(|| node.as_ref().and_then(|node| Body::of(node, "")));
        let eye = node.as_ref().and_then(eye_of).or(eye);
        let state = state::state();
        Self {
            space,
            eye: (eye.and_then(|key| state.eyes.get(key)).cloned()).unwrap_or_else(|| EyeState::new(frame)),
            body,
            squad: squad_in(&state, agent),
        }
    }
}

fn squad_in(state: &state::State, agent: Option<AgentId>) -> Squad {
    let agent = agent.and_then(|id| state.world.agents.get(id));
    agent.map(|agent| agent.squad)
}

/// The squad of a searcher while there is one, else of the agent whose memory is searched.
fn squad_of(searcher: Option<InstanceId>, owner: Option<AgentId>) -> Squad {
    let on_main = searcher.filter(|_| state::on_main_thread());
    let node = on_main.and_then(|id| Gd::<Node>::try_from_instance_id(id).ok());
    let agent = node.as_ref().and_then(agent_of).or(owner);
    squad_in(&state::state(), agent)
}

/// The EnemySenses in the tree that a node is, or that is under it as its body or its parent.
fn agent_of(node: &Gd<Node>) -> Option<AgentId> {
    seats::with_all(|seats| {
        let under = |seat: &seats::Seat| {
            let body = seat
                .body
                .as_ref()
                .is_some_and(|body| body.id == node.instance_id());
            body || seat.senses.get_parent().is_some_and(|parent| parent == *node)
        };
        let is = seats.iter().find(|(_, seat)| seat.senses == *node);
        let found = is.or_else(|| seats.iter().find(|(_, seat)| under(seat)));
        found.map(|(id, _)| id)
    })
}

/// The eye that a node is, or the first among its children.
fn eye_of(node: &Gd<Node>) -> Option<EyeKey> {
    let key = |node: Gd<Node>| match node.try_cast::<EnemyPerception>() {
        Ok(eye) => Some(eye.bind().key()),
        Err(node) => node
            .try_cast::<EnemyPerception3D>()
            .ok()
            .map(|eye| eye.bind().key()),
    };
    key(node.clone()).or_else(|| node.get_children().iter_shared().find_map(key))
}

/// The covers of the game as one searcher may take them. The engine is asked only when it chooses one.
struct Yard<'a, D: Door> {
    group: &'a str,
    searcher: Option<InstanceId>,
    owner: Option<AgentId>,
    claim: &'a Claim,
    /// The place that is searched, and how far from it covers count.
    spot: Vec3,
    reach: f64,
    frame: Frame,
    dimension: Dimension,
    open: fn(Rid) -> Option<D>,
    root: fn(&Gd<SceneTree>) -> Option<Rid>,
    /// Where it looked for covers in this step.
    ground: Option<Ground<D>>,
    /// Why it could not.
    refusal: Option<&'static str>,
}

/// A world that can be asked now, by a searcher.
struct Ground<D> {
    door: D,
    stand: Stand,
    creatures: Creatures,
}

impl<D: Door> Yard<'_, D> {
    /// How much higher a marker that lies on the floor is tried once more, in the game's units: the floor's own surface
    /// may count as inside of it.
    fn lift(&self) -> Vec3 {
        match self.frame {
            Frame::TopDown => Vec3::ZERO,
            Frame::Side => self.frame.up() * 4.0,
            Frame::Space => self.frame.up() * 0.1,
        }
    }

    fn look(&mut self) -> Result<Vec<Cover>, &'static str> {
        if !state::on_main_thread() {
            return Err("could not be looked up off the main thread: no cover is searched.");
        }
        let tree = hub::tree().ok_or("could not be looked up outside a game: no cover is searched.")?;
        let stand = Stand::of(self.searcher, self.owner, self.frame, || (self.root)(&tree));
        let space = stand
            .space
            .ok_or("could not be looked up: the searcher is in no world; no cover is searched.")?;
        let door = (self.open)(space)
            .ok_or("could not be asked for walls: it works in the physics frame; no cover is searched.")?;
        let mut found = Vec::new();
        for node in tree.get_nodes_in_group(self.group).iter_shared() {
            let Some(spot) = Spot::of(&node).filter(|spot| spot.dimension() == self.dimension) else {
                continue;
            };
            let position = spot.position();
            let away = frame::distance(self.frame.on_ground(self.spot), self.frame.on_ground(position));
            // The rule is the search's; what is far away is not worth a name.
            if away > self.reach || node.is_queued_for_deletion() || spot.space() != Some(space) {
                continue;
            }
            // A name that is the same in the next run of the game, for a search that is saved.
            found.extend(saves::text_of(&node).map(|key| Cover { key, position }));
        }
        let creatures = Creatures::in_use(tree);
        self.ground = Some(Ground {
            door,
            stand,
            creatures,
        });
        Ok(found)
    }
}

impl<D: Door> Covers for Yard<'_, D> {
    fn covers(&mut self) -> Vec<Cover> {
        if self.group.is_empty() {
            return Vec::new();
        }
        match self.look() {
            Ok(found) => found,
            Err(refusal) => {
                self.refusal = Some(refusal);
                Vec::new()
            }
        }
    }

    fn is_taken(&mut self, cover: &Cover) -> bool {
        let squad = self.ground.as_ref().and_then(|ground| ground.stand.squad);
        self.claim.is_beaten_to(&cover.key, squad)
    }

    fn is_inside_occluder(&mut self, place: Vec3) -> bool {
        let lift = self.lift();
        let Some(Ground {
            door,
            stand,
            creatures,
        }) = &mut self.ground
        else {
            return true;
        };
        door.aim(stand.eye.occlusion_mask, stand.eye.areas_occlude);
        let passage = Passage::new(stand.body.as_ref(), None, &stand.eye, creatures);
        let mut is_solid = |place| rays::look(door, &passage, place, place, &mut 0) != View::Clear;
        is_solid(place) && (lift == Vec3::ZERO || is_solid(place + lift))
    }
}

//! Noises: an event with an origin and a radius, announced, and told to whoever is in reach.

use std::cell::{Cell, RefCell};

use enemy_senses_core::hearing::Way;
use enemy_senses_core::track::Key;
use enemy_senses_core::world::{self, Agent, AgentId};
use enemy_senses_core::{Vec3, frame, hearing};
use godot::prelude::*;

use crate::bodies::Body;
use crate::checks::{self, Warned};
use crate::hub;
use crate::rush::{self, Wish};
use crate::seats::{self, Seat};
use crate::server::SensesServer;
use crate::state::{self, Dimension, State};
use crate::ways::{self, Chart};
use crate::{d2, d3, debug, quick, rays, targets};

/// Walls do not matter.
pub const STRAIGHT: i64 = 0;
/// Each wall crossed shortens the radius.
pub const MUFFLED: i64 = 1;
/// The way round the walls counts.
pub const NAVIGATION: i64 = 2;

/// At most this many noises made inside a delivery wait for the next pass.
const MOST_WAITING: usize = 1024;

/// Signal handlers that make noises which are announced to handlers that make noises … stop here and wait for the next
/// pass.
const DEEPEST: u32 = 32;

const NO_WAYS: &str =
    "NAVIGATION found no navigation map with a region in this world: walls muffle the noise instead.";

/// A noise as it is made.
#[derive(Debug, Clone)]
pub struct Noise {
    pub dimension: Dimension,
    pub origin: Vec3,
    pub radius: f64,
    pub strength: f64,
    /// Who made it.
    pub source: Option<Gd<Node>>,
    /// The emitter that announces it; it sounds in the emitter's world, else in the source's.
    pub emitter: Option<Gd<Node>>,
    pub tag: StringName,
    /// Whom to tell; empty: every EnemySenses.
    pub group: StringName,
    pub propagation: i64,
    pub wall_muffle: f64,
    pub mask: u32,
}

/// Where a noise belongs, worked out when it is made: a source freed right after changes nothing.
struct Place {
    space: Rid,
    /// The navigation map there, for a noise that goes round the walls.
    chart: Option<Chart>,
    maker: Option<Maker>,
    /// The scene of that moment: in another one it is not heard any more.
    scene: Option<InstanceId>,
}

impl Place {
    fn source(&self) -> Option<InstanceId> {
        self.maker
            .as_ref()
            .map(|maker| maker.source.instance_id_unchecked())
    }

    fn body(&self) -> Option<&Body> {
        self.maker.as_ref().and_then(|maker| maker.body.as_ref())
    }
}

/// Who made a noise.
pub struct Maker {
    source: Gd<Node>,
    body: Option<Body>,
}

impl Maker {
    /// The maker that a node stands for.
    pub fn of(source: &Gd<Node>) -> Option<Self> {
        source.is_instance_valid().then(|| Self {
            source: source.clone(),
            body: Body::of(source, ""),
        })
    }

    /// Whether it is one's own noise: of one's body, or of the parent node.
    pub fn is_own(&self, body: Option<&Body>, parent: Option<&Gd<Node>>) -> bool {
        let same_body = self
            .body
            .as_ref()
            .is_some_and(|own| body.is_some_and(|other| other.id == own.id));
        same_body || parent.is_some_and(|parent| *parent == self.source)
    }

    /// The squad of the EnemySenses that its body carries; 0: none.
    pub fn squad(&self, state: &State) -> u32 {
        let Some(key) = self.body.as_ref().map(|body| body.id.to_i64() as Key) else {
            return 0;
        };
        let carried = |agent: &&Agent| agent.body == Some(key) && agent.squad != 0;
        state
            .world
            .agents
            .values()
            .find(carried)
            .map_or(0, |agent| agent.squad)
    }

    /// The target that it is to those who look for a group.
    fn target_in(&self, group: &str) -> Option<Key> {
        let body = self.body.as_ref().and_then(Body::node);
        let found = [Some(self.source.clone()), body]
            .into_iter()
            .flatten()
            .find(|node| !group.is_empty() && node.is_in_group(group));
        let node = found.and_then(targets::stands_for)?;
        Some(node.instance_id().to_i64() as Key)
    }

    /// The target that it is to one agent.
    pub fn gives_away(&self, state: &mut State, agent: AgentId) -> Option<Key> {
        let group = state.world.agents.get(agent)?.group;
        self.target_in(state.names.name(group))
    }
}

thread_local! {
    static WAITING: RefCell<Vec<(Noise, Place)>> = const { RefCell::new(Vec::new()) };
    static TELLING: RefCell<Vec<Vec3>> = const { RefCell::new(Vec::new()) };
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static DROPPED: Cell<u64> = const { Cell::new(0) };
    static WARNED: RefCell<Warned> = RefCell::default();
}

/// An ear that a noise is for.
pub struct Ear {
    /// Where.
    pub place: Vec3,
    /// What the radius is multiplied by, 1 or more: what lies within that may hear it.
    scale: f64,
}

impl Ear {
    /// That of an agent who is awake, as it is now; none where the noise is not for it, wherever it is.
    pub fn of(seat: &Seat, agent: &Agent, noise: &world::Noise) -> Option<Self> {
        let itself = seat.senses.instance_id_unchecked().to_i64() as Key;
        let own = (noise.body.is_some() && agent.body == noise.body)
            || (noise.source.is_some() && [agent.parent, Some(itself)].contains(&noise.source));
        let here = seat.space.is_some_and(|space| space.to_u64() == noise.space);
        (here && !own && seat.is_ours()).then_some(Self {
            place: seat.ear()?,
            scale: agent.hearing_scale().max(1.0),
        })
    }

    /// Whether it is in reach, walls left aside.
    pub fn is_reached(&self, origin: Vec3, radius: f64) -> bool {
        frame::distance(origin, self.place) < radius * self.scale
    }
}

/// How many noises were dropped because too many waited.
pub fn dropped() -> u64 {
    DROPPED.get()
}

/// Whether a sound with that origin is being told to a script right now: a script that hands it on means the same sound.
pub fn is_being_told(origin: Vec3) -> bool {
    TELLING.with_borrow(|told| told.last() == Some(&origin))
}

/// Whether a noise can be told at once, and there is nothing to say of its numbers.
pub fn is_plain(wish: &Wish) -> bool {
    let sounds = wish.radius > 0.0 && wish.strength > 0.0 && wish.strength.is_finite();
    sounds && wish.origin.is_finite() && DEPTH.get() == 0 && TELLING.with_borrow(Vec::is_empty)
}

/// Drops what waits: the game ends.
pub fn forget_all() {
    WAITING.take();
}

impl Noise {
    /// Whether there is anything to hear; a warning for what is no number. `who` made it.
    pub fn is_sound(&self, who: &str, warned: &mut Warned) -> bool {
        let fine = self.origin.is_finite() && !self.radius.is_nan() && self.strength.is_finite();
        if !fine {
            let Self {
                origin,
                radius,
                strength,
                ..
            } = self;
            let values = format!("origin {origin}, radius {radius}, strength {strength}");
            warned.refuse(
                who,
                "emit_noise()",
                &format!("was given something that is not finite ({values}): no noise."),
            );
            return false;
        }
        warned.good("emit_noise()");
        let sounds = self.radius > 0.0 && self.strength > 0.0;
        if sounds && self.propagation == NAVIGATION {
            if self.chart().is_some_and(Chart::is_drawn) {
                warned.good("propagation");
            } else {
                warned.refuse(who, "propagation", NO_WAYS);
            }
        }
        sounds
    }

    fn chart(&self) -> Option<Chart> {
        let tree = hub::tree()?;
        self.sounding()
            .find_map(|node| Chart::of(node, self.dimension))
            .or_else(|| Chart::of_root(&tree, self.dimension))
    }

    /// The nodes whose world it may sound in.
    fn sounding(&self) -> impl Iterator<Item = &Gd<Node>> {
        [self.emitter.as_ref(), self.source.as_ref()]
            .into_iter()
            .flatten()
            .filter(|node| node.is_instance_valid() && node.is_inside_tree())
    }

    /// Makes the noise: announces it, tells everybody in reach, returns how many were told. Inside a delivery it waits for the
    /// next pass and returns 0.
    pub fn make(self) -> i64 {
        hub::tick_from_now_on();
        let Some(tree) = hub::tree() else { return 0 };
        let Some(place) = self.place(&tree) else { return 0 };
        let inside_delivery = TELLING.with_borrow(|told| !told.is_empty());
        if inside_delivery || DEPTH.get() >= DEEPEST {
            WAITING.with_borrow_mut(|waiting| {
                if waiting.len() < MOST_WAITING {
                    waiting.push((self, place));
                } else {
                    DROPPED.set(DROPPED.get() + 1);
                }
            });
            return 0;
        }
        self.deliver(&tree, &place)
    }

    fn place(&self, tree: &Gd<SceneTree>) -> Option<Place> {
        let source = self.source.as_ref().filter(|node| node.is_instance_valid());
        let root = || match self.dimension {
            Dimension::Flat => d2::root_space(tree),
            Dimension::Solid => d3::root_space(tree),
        };
        let space = self.sounding().find_map(|node| space_of(node, self.dimension));
        let goes_round = self.propagation == NAVIGATION;
        Some(Place {
            space: space.or_else(root)?,
            chart: goes_round.then(|| self.chart()).flatten(),
            maker: source.and_then(Maker::of),
            scene: scene_of(tree),
        })
    }

    fn deliver(&self, tree: &Gd<SceneTree>, place: &Place) -> i64 {
        DEPTH.set(DEPTH.get() + 1);
        debug::noise_made(self);
        self.announce();
        let (told, message) = self.tell_senses(tree, place);
        let scripts = self.tell_scripts(tree, place);
        DEPTH.set(DEPTH.get() - 1);
        let alone = scripts.is_none() && self.emitter.is_none() && self.propagation == STRAIGHT;
        let alone = alone && !SensesServer::singleton().has_connections(self.signal());
        rush::note(&self.wish(), message, alone);
        told + scripts.unwrap_or(0)
    }

    fn wish(&self) -> Wish<'_> {
        Wish {
            dimension: self.dimension,
            origin: self.origin,
            radius: self.radius,
            strength: self.strength,
            source: self.source.as_ref().map(Gd::instance_id_unchecked),
            tag: &self.tag,
            group: &self.group,
        }
    }

    /// The server's signal for it.
    fn signal(&self) -> &'static str {
        match self.dimension {
            Dimension::Flat => "noise_made",
            Dimension::Solid => "noise_made_3d",
        }
    }

    fn announce(&self) {
        let source = self
            .source
            .as_ref()
            .filter(|node| node.is_instance_valid())
            .cloned();
        let origin = self.variant(self.origin);
        let (radius, strength) = (self.radius, self.strength.min(1.0));
        let emitter = self.emitter.as_ref().filter(|node| node.is_instance_valid());
        if let Some(mut emitter) = emitter.cloned() {
            emitter.emit_signal(
                "noise_made",
                &[origin.clone(), radius.to_variant(), strength.to_variant()],
            );
        }
        // An emitter's handler may have freed the source.
        let source = source.filter(|node| node.is_instance_valid());
        let values = [
            origin,
            radius.to_variant(),
            strength.to_variant(),
            source.to_variant(),
            self.tag.to_variant(),
        ];
        SensesServer::singleton()
            .upcast::<Object>()
            .emit_signal(self.signal(), &values);
    }

    fn variant(&self, v: Vec3) -> Variant {
        match self.dimension {
            Dimension::Flat => d2::outside(v).to_variant(),
            Dimension::Solid => d3::outside(v).to_variant(),
        }
    }

    /// Queues the noise for every EnemySenses of the group; returns how many are in reach, and what was queued.
    fn tell_senses(&self, tree: &Gd<SceneTree>, place: &Place) -> (i64, world::Noise) {
        let listeners = seats::listeners(tree, &self.group);
        let mut state = state::state();
        let key = |id: InstanceId| id.to_i64() as Key;
        let maker = place
            .maker
            .as_ref()
            .filter(|maker| maker.source.is_instance_valid());
        let mut gives_away = Vec::new();
        if let Some(maker) = maker {
            let mut groups: Vec<u32> = Vec::new();
            for agent in listeners.iter().filter_map(|id| state.world.agents.get(*id)) {
                if groups.last() != Some(&agent.group) && !groups.contains(&agent.group) {
                    groups.push(agent.group);
                }
            }
            let target = |group: u32| maker.target_in(state.names.name(group)).map(|key| (group, key));
            gives_away = groups.into_iter().filter_map(target).collect();
        }
        let noise = world::Noise {
            origin: self.origin,
            radius: self.radius,
            strength: self.strength.min(1.0),
            muffled: self.propagation != STRAIGHT,
            goes_round: self.propagation == NAVIGATION,
            wall_muffle: self.wall_muffle,
            mask: self.mask,
            space: place.space.to_u64(),
            source: place.source().map(key),
            body: place.body().map(|body| key(body.id)),
            squad: place.maker.as_ref().map_or(0, |maker| maker.squad(&state)),
            alarm: self.tag == "alarm",
            tag: state.names.number(&self.tag.to_string()),
            gives_away,
            moment: state.world.next_moment(),
            listeners,
        };
        let message = noise.clone();
        let told = seats::with_all(|seats| {
            state.world.add_noise(noise, |id, agent| {
                let ear = seats.get(id).and_then(|seat| Ear::of(seat, agent, &message));
                ear.is_some_and(|ear| {
                    ear.is_reached(self.origin, self.radius)
                        && !self.is_kept_away(&seats[id], agent, ear.place, place)
                })
            })
        });
        (told as i64, message)
    }

    /// Whether walls keep the noise from an ear that it would reach otherwise.
    fn is_kept_away(&self, seat: &Seat, agent: &Agent, ear: Vec3, place: &Place) -> bool {
        if self.propagation == STRAIGHT {
            return false;
        }
        if let Some(chart) = place.chart {
            let listener = seat.senses.instance_id_unchecked();
            ways::note(listener, self.origin, chart.way(self.origin, ear));
        }
        let radius = self.radius * agent.hearing_scale().max(1.0);
        let arrival = self.arrival(seat.body.as_ref(), ear, radius, self.muffle_for(agent), place);
        arrival.is_some_and(|(loudness, _)| loudness <= 0.0)
    }

    /// The factor per wall on the way to an agent, if walls count.
    fn muffle_for(&self, agent: &Agent) -> Option<f64> {
        let own = agent.profile.wall_muffle;
        match self.propagation {
            _ if own >= 0.0 => Some(own),
            STRAIGHT => None,
            _ => Some(self.wall_muffle),
        }
    }

    /// How loud the noise is at an ear, and where it seems to come from; none where the space cannot be asked. `muffle` is
    /// the factor per wall, if walls count.
    fn arrival(
        &self,
        listener: Option<&Body>,
        ear: Vec3,
        radius: f64,
        muffle: Option<f64>,
        place: &Place,
    ) -> Option<(f64, Vec3)> {
        let loudness =
            |distance, muffle, walls| hearing::loudness(distance, radius, self.strength, muffle, walls);
        let straight = frame::distance(self.origin, ear);
        if loudness(straight, 1.0, 0) <= 0.0 {
            return Some((0.0, self.origin));
        }
        match place.chart.map(|chart| chart.way(self.origin, ear)) {
            Some(Way::None) => return Some((0.0, self.origin)),
            Some(Way::Found { distance, origin }) => return Some((loudness(distance, 1.0, 0), origin)),
            Some(Way::Unknown) | None => {}
        }
        let Some(factor) = muffle else {
            return Some((loudness(straight, 1.0, 0), self.origin));
        };
        let enough = hearing::enough_walls(straight, radius, factor);
        let walls = self.walls(listener, ear, enough, place)?;
        Some((loudness(straight, factor, walls), self.origin))
    }

    /// Calls `hear_sound` of every script listener in reach, in tree order. Returns how many those are; none where there is no
    /// script that listens.
    fn tell_scripts(&self, tree: &Gd<SceneTree>, place: &Place) -> Option<i64> {
        if self.group.is_empty() {
            return None;
        }
        let mut told = None;
        for id in script_listeners(tree, &self.group) {
            let Ok(mut node) = Gd::<Node>::try_from_instance_id(id) else {
                continue;
            };
            if is_senses(&node) {
                continue;
            }
            let told = told.get_or_insert(0);
            let Some((loudness, origin)) = self.heard_by(&node, place) else {
                continue;
            };
            let arguments = node.get_method_argument_count("hear_sound");
            let mut values = vec![self.variant(origin), loudness.to_variant()];
            if arguments >= 4 {
                let source = place.source().filter(|id| targets::is_alive(*id));
                values.extend([targets::live(source), self.tag.to_variant()]);
            }
            *told += i64::from(self.tell_script(&mut node, origin, &values));
        }
        told
    }

    /// Calls a listener's `hear_sound`; false and a warning where it does not take what it is called with.
    fn tell_script(&self, node: &mut Gd<Node>, origin: Vec3, values: &[Variant]) -> bool {
        TELLING.with_borrow_mut(|told| told.push(origin));
        let outcome = node.try_call("hear_sound", values);
        TELLING.with_borrow_mut(|told| _ = told.pop());
        if outcome.is_err() {
            let who = match node.is_instance_valid() {
                true => checks::name_of("A listener", node),
                false => "A listener".to_owned(),
            };
            let text =
                "takes neither (origin, strength) nor (origin, strength, source, tag): it is not told.";
            WARNED.with_borrow_mut(|warned| warned.refuse(&who, "hear_sound()", text));
        }
        outcome.is_ok()
    }

    /// How loud a script listener would hear it, and from where; none: it is not told.
    fn heard_by(&self, node: &Gd<Node>, place: &Place) -> Option<(f64, Vec3)> {
        if !self.may_tell(node, place) {
            return None;
        }
        let ear = position_of(node, self.dimension)?;
        let muffle = (self.propagation != STRAIGHT).then_some(self.wall_muffle);
        let body = muffle.and_then(|_| Body::of(node, ""));
        let arrival = self.arrival(body.as_ref(), ear, self.radius, muffle, place);
        arrival.filter(|(loudness, _)| *loudness > 0.0)
    }

    /// Walls between the origin and an ear; none where the space cannot be asked.
    fn walls(&self, listener: Option<&Body>, ear: Vec3, enough: u32, place: &Place) -> Option<u32> {
        let owned = |node: &Gd<Node>| {
            [place.body(), listener]
                .into_iter()
                .flatten()
                .any(|body| body.owns(node))
        };
        match self.dimension {
            Dimension::Flat => count(d2::Space::open(place.space)?, self, ear, enough, owned),
            Dimension::Solid => count(d3::Space::open(place.space)?, self, ear, enough, owned),
        }
    }

    fn may_tell(&self, node: &Gd<Node>, place: &Place) -> bool {
        let id = node.instance_id();
        let own_body = || Body::of(node, "").map(|body| body.id);
        node.is_inside_tree()
            && !targets::is_going(node)
            && Some(id) != place.source()
            && node.can_process()
            && node.is_multiplayer_authority()
            && space_of(node, self.dimension) == Some(place.space)
            && !place
                .body()
                .is_some_and(|body| body.id == id || own_body() == Some(body.id))
    }

    /// What a node would hear of this noise now; tells nobody.
    pub fn audibility(&self, listener: &Gd<Node>) -> f64 {
        let Some(place) = hub::tree().and_then(|tree| self.place(&tree)) else {
            return 0.0;
        };
        if !is_senses(listener) {
            return self
                .heard_by(listener, &place)
                .map_or(0.0, |(loudness, _)| loudness);
        }
        let state = state::state();
        let key = listener.instance_id();
        seats::with_all(|seats| {
            let (id, seat) = seats
                .iter()
                .find(|(_, seat)| seat.senses.instance_id_unchecked() == key)?;
            let agent = state.world.agents.get(id).filter(|agent| agent.awake)?;
            let own = place
                .maker
                .as_ref()
                .is_some_and(|m| m.is_own(seat.body.as_ref(), listener.get_parent().as_ref()));
            let squad = place.maker.as_ref().map_or(0, |maker| maker.squad(&state));
            let friendly = squad != 0 && squad == agent.squad && self.tag != "alarm";
            if own || friendly || seat.space != Some(place.space) || !seat.is_ours() {
                return None;
            }
            let ear = seat.ear()?;
            let radius = self.radius * agent.hearing_scale();
            let muffle = self.muffle_for(agent);
            let (loudness, _) = self.arrival(seat.body.as_ref(), ear, radius, muffle, &place)?;
            (loudness > agent.profile.hearing_threshold).then_some(loudness)
        })
        .unwrap_or(0.0)
    }
}

fn count<D: rays::Door>(
    mut space: D,
    noise: &Noise,
    ear: Vec3,
    enough: u32,
    owned: impl Fn(&Gd<Node>) -> bool,
) -> Option<u32> {
    space.aim(noise.mask, false);
    Some(rays::walls(&mut space, noise.origin, ear, enough, owned))
}

/// Whoever of a group has a `hear_sound`, in tree order.
fn script_listeners(tree: &Gd<SceneTree>, group: &StringName) -> Vec<InstanceId> {
    let method = StringName::from("hear_sound");
    let members = tree.get_nodes_in_group(group).upcast_any_array();
    let ids = members
        .iter_shared()
        .filter_map(|node| node.object_id_unchecked());
    ids.filter(|id| quick::has_method(*id, &method)).collect()
}

/// Whether a node is one of ours that hears in the pass.
fn is_senses(node: &Gd<Node>) -> bool {
    node.is_class("EnemySenses") || node.is_class("EnemySenses3D")
}

/// Where a node of either dimension is.
pub fn position_of(node: &Gd<Node>, dimension: Dimension) -> Option<Vec3> {
    let place = match dimension {
        Dimension::Flat => node
            .clone()
            .try_cast::<Node2D>()
            .ok()
            .map(|node| d2::position(&node)),
        Dimension::Solid => node
            .clone()
            .try_cast::<Node3D>()
            .ok()
            .map(|node| d3::position(&node)),
    };
    place.filter(|place| place.is_finite())
}

/// The space that a node of either dimension is in.
pub fn space_of(node: &Gd<Node>, dimension: Dimension) -> Option<Rid> {
    match dimension {
        Dimension::Flat => node
            .clone()
            .try_cast::<Node2D>()
            .ok()
            .and_then(|node| d2::space_of(&node)),
        Dimension::Solid => node
            .clone()
            .try_cast::<Node3D>()
            .ok()
            .and_then(|node| d3::space_of(&node)),
    }
}

/// The scene that is played.
fn scene_of(tree: &Gd<SceneTree>) -> Option<InstanceId> {
    tree.get_current_scene().map(|scene| scene.instance_id())
}

/// The start of a pass: what was made inside a delivery is delivered now. What is made by that waits for the next pass.
pub fn deliver_waiting() {
    let waiting = WAITING.take();
    if waiting.is_empty() {
        return;
    }
    let Some(tree) = hub::tree() else { return };
    for (mut noise, place) in waiting {
        if place.scene != scene_of(&tree) {
            continue;
        }
        noise.source = noise.source.filter(|node| node.is_instance_valid());
        noise.emitter = noise.emitter.filter(|node| node.is_instance_valid());
        noise.deliver(&tree, &place);
    }
}

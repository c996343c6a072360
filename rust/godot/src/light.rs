//! Light on stealth targets, from the scene's lamps. Main thread only.
//!
//! Lamps are found by one walk through the tree when the first target asks for them, and by the tree's own word from then
//! on. Each is read once per pass; what a lamp gives is worked out anew in every pass, and only its shadow waits when rays
//! are limited.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use enemy_senses_core::Vec3;
use enemy_senses_core::frame::Frame;
use enemy_senses_core::light::{Lamp, LampKind, light_level, ray_share, sun_reach};
use godot::classes::directional_light_3d::SkyMode;
use godot::classes::light_2d::BlendMode;
use godot::classes::light_3d::Param;
use godot::classes::{
    CollisionObject2D, CollisionObject3D, DirectionalLight2D, DirectionalLight3D, Light2D, Light3D,
    OmniLight3D, PointLight2D, SpotLight3D,
};
use godot::prelude::*;

use crate::bodies::Body;
use crate::checks::{Warned, name_of};
use crate::pass::{Spaces, opened};
use crate::rays::{self, Door};
use crate::seats::{self, StealthSeat};
use crate::state::{self, Dimension, StealthKey};
use crate::stealth::LIGHT_SCENE;
use crate::{d2, d3, targets};

/// After this many passes in which no target asks, no tree is followed any more.
const LONG_IDLE: u32 = 60;

#[derive(Default)]
struct Lights {
    following: Option<Following>,
    sources: Vec<Source>,
    /// While rays are limited: what is known of shadows.
    known: HashMap<(StealthKey, InstanceId), Shadow>,
    turn: u64,
    used_by_sight: u64,
    warned: Warned,
    /// Passes since a target last asked.
    idle: u32,
}

/// The tree whose new nodes we are told of.
struct Following {
    tree: Gd<SceneTree>,
    added: Callable,
}

/// Whether a lamp reached a target, and when that was asked.
#[derive(Clone, Copy)]
struct Shadow {
    clear: bool,
    turn: u64,
}

thread_local! {
    static LIGHTS: RefCell<Lights> = RefCell::default();
}

/// Works out the light on every StealthTarget that asks for it; returns how many rays that took.
pub fn refresh(tree: &Gd<SceneTree>) -> u64 {
    let lit = lit_targets();
    let idle = LIGHTS.with_borrow_mut(|lights| {
        lights.idle = if lit.is_empty() {
            lights.idle.saturating_add(1)
        } else {
            0
        };
        lights.idle
    });
    if idle >= LONG_IDLE {
        forget_all();
    }
    if lit.is_empty() {
        return 0;
    }
    follow(tree);
    let mut groups: Vec<&str> = lit.iter().map(|target| target.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    // A texture may be a script's, so nothing is borrowed while lamps are read.
    let mut sources = LIGHTS.with_borrow_mut(|lights| std::mem::take(&mut lights.sources));
    sources.retain(Source::is_in_tree);
    let bulbs = Bulbs::read(&sources, &groups);
    let rays = shine(&lit, &bulbs);
    LIGHTS.with_borrow_mut(|lights| {
        let came_meanwhile = std::mem::replace(&mut lights.sources, sources);
        for source in came_meanwhile {
            lights.add(source);
        }
    });
    rays
}

/// What sight used of the rays of a pass.
pub fn note_sight(rays: u64) {
    LIGHTS.with_borrow_mut(|lights| lights.used_by_sight = rays);
}

/// Follows no tree any more: nobody asks, or the game ends.
pub fn forget_all() {
    let Some(mut following) = LIGHTS.with_borrow_mut(|lights| {
        lights.sources.clear();
        lights.known.clear();
        lights.following.take()
    }) else {
        return;
    };
    if following.tree.is_connected("node_added", &following.added) {
        following.tree.disconnect("node_added", &following.added);
    }
}

/// Finds the lamps that are there, and from now on hears of new ones.
fn follow(tree: &Gd<SceneTree>) {
    if LIGHTS.with_borrow(|lights| lights.following.is_some()) {
        return;
    }
    let added = Callable::from_fn("enemy_senses_light", |arguments: &[&Variant]| {
        if let Some(node) = arguments.first().and_then(|node| node.try_to::<Gd<Node>>().ok()) {
            consider(&node);
        }
    });
    let mut tree = tree.clone();
    tree.connect("node_added", &added);
    let mut todo: Vec<Gd<Node>> = tree.get_root().map(Gd::upcast).into_iter().collect();
    LIGHTS.with_borrow_mut(|lights| lights.following = Some(Following { tree, added }));
    while let Some(node) = todo.pop() {
        consider(&node);
        todo.extend(node.get_children_ex().include_internal(true).done().iter_shared());
    }
}

fn consider(node: &Gd<Node>) {
    match Source::of(node) {
        Found::Nothing => {}
        Found::Source(source) => LIGHTS.with_borrow_mut(|lights| lights.add(source)),
        Found::Unknown => {
            let text = format!(
                "does not know the light {} of class {}: it lights nobody.",
                name_of("", node).trim(),
                node.get_class()
            );
            // Who listens to warnings may add nodes.
            let mut warned = LIGHTS.with_borrow_mut(|lights| std::mem::take(&mut lights.warned));
            warned.refuse("StealthTarget", "LIGHT_SCENE", &text);
            LIGHTS.with_borrow_mut(|lights| lights.warned = warned);
        }
    }
}

impl Lights {
    fn add(&mut self, source: Source) {
        // One that entered the tree again may have a new body.
        match self.sources.iter_mut().find(|known| known.id == source.id) {
            Some(known) => *known = source,
            None => self.sources.push(source),
        }
    }
}

/// A target that asks for the scene's light.
struct Lit {
    key: StealthKey,
    seat: StealthSeat,
    dimension: Dimension,
    space: Rid,
    point: Vec3,
    ambient: f64,
    group: String,
    mask: u32,
    own: OnceCell<Own>,
}

/// What of a target does not shade it.
struct Own {
    body: Option<Body>,
    /// Of it, what a ray would meet first, so that it need not.
    passed: Vec<Rid>,
}

fn lit_targets() -> Vec<Lit> {
    let wanted = state::state()
        .stealth
        .values()
        .any(|target| target.light_mode == LIGHT_SCENE && target.parent.is_some());
    if !wanted {
        return Vec::new();
    }
    let seats = seats::all_stealth();
    let state = state::state();
    let lit = |seat: StealthSeat| {
        let target = state.stealth.get(seat.key)?;
        (target.light_mode == LIGHT_SCENE && seat.spot.is_alive()).then(|| {
            Some(Lit {
                key: seat.key,
                dimension: seat.spot.dimension(),
                space: seat.spot.space()?,
                point: target.aim(seat.spot.position()),
                ambient: target.ambient,
                group: target.light_group.clone(),
                mask: target.light_blocker_mask,
                own: OnceCell::new(),
                seat,
            })
        })?
    };
    let mut lit: Vec<Lit> = seats.into_iter().filter_map(lit).collect();
    // The seats are in no order; turns are taken in one.
    lit.sort_by_key(|target| target.key);
    lit
}

impl Lit {
    fn own(&self) -> &Own {
        self.own.get_or_init(|| {
            let by_hand = self.seat.body_by_hand.clone();
            let found = || self.seat.node.get_parent().and_then(|node| Body::of(&node, ""));
            let body = by_hand.filter(|body| targets::is_alive(body.id)).or_else(found);
            let passed = body
                .iter()
                .filter_map(|body| met(&body.node()?, self.mask))
                .collect();
            Own { body, passed }
        })
    }
}

/// A collision object that rays with this mask meet.
fn met(node: &Gd<Node>, mask: u32) -> Option<Rid> {
    let (layer, rid) = match node.clone().try_cast::<CollisionObject2D>() {
        Ok(body) => (body.get_collision_layer(), body.get_rid()),
        Err(node) => {
            let body = node.try_cast::<CollisionObject3D>().ok()?;
            (body.get_collision_layer(), body.get_rid())
        }
    };
    (layer & mask != 0).then_some(rid)
}

/// A light of the scene.
struct Source {
    id: InstanceId,
    node: Fixture,
    /// Its own body does not keep its light in.
    body: OnceCell<Option<Body>>,
}

enum Fixture {
    Point(Gd<PointLight2D>),
    FlatSun(Gd<DirectionalLight2D>),
    Omni(Gd<OmniLight3D>),
    Spot(Gd<SpotLight3D>),
    Sun(Gd<DirectionalLight3D>),
}

/// What a node is to us.
enum Found {
    Nothing,
    Source(Source),
    /// A light of a kind that nobody has told us of.
    Unknown,
}

impl Source {
    fn of(node: &Gd<Node>) -> Found {
        let id = node.instance_id();
        let fixture = if let Ok(light) = node.clone().try_cast::<Light2D>() {
            let point = light.try_cast::<PointLight2D>().map(Fixture::Point);
            point.or_else(|light| light.try_cast().map(Fixture::FlatSun)).ok()
        } else if let Ok(light) = node.clone().try_cast::<Light3D>() {
            let omni = light.try_cast::<OmniLight3D>().map(Fixture::Omni);
            omni.or_else(|light| light.try_cast().map(Fixture::Spot))
                .or_else(|light| light.try_cast().map(Fixture::Sun))
                .ok()
        } else {
            return Found::Nothing;
        };
        let body = OnceCell::new();
        fixture.map_or(Found::Unknown, |node| Found::Source(Self { id, node, body }))
    }

    fn is_in_tree(&self) -> bool {
        fn inside<T: Inherits<Node>>(node: &Gd<T>) -> bool {
            node.is_instance_valid() && node.upcast_ref::<Node>().is_inside_tree()
        }
        match &self.node {
            Fixture::Point(light) => inside(light),
            Fixture::FlatSun(light) => inside(light),
            Fixture::Omni(light) => inside(light),
            Fixture::Spot(light) => inside(light),
            Fixture::Sun(light) => inside(light),
        }
    }

    fn node(&self) -> Gd<Node> {
        match &self.node {
            Fixture::Point(light) => light.clone().upcast(),
            Fixture::FlatSun(light) => light.clone().upcast(),
            Fixture::Omni(light) => light.clone().upcast(),
            Fixture::Spot(light) => light.clone().upcast(),
            Fixture::Sun(light) => light.clone().upcast(),
        }
    }

    fn body(&self) -> Option<&Body> {
        self.body.get_or_init(|| Body::of(&self.node(), "")).as_ref()
    }

    /// The lamp that it is now, and the space that it shines in; none while it is off.
    fn read(&self) -> Option<(Lamp, Rid)> {
        match &self.node {
            Fixture::Point(light) => point(light),
            Fixture::FlatSun(light) => flat_sun(light),
            Fixture::Omni(light) => omni(light),
            Fixture::Spot(light) => spot(light),
            Fixture::Sun(light) => sun(light),
        }
    }
}

fn is_on_2d(light: &Gd<impl Inherits<Light2D>>) -> bool {
    let light = light.upcast_ref::<Light2D>();
    light.is_visible_in_tree() && light.is_enabled() && !light.is_editor_only()
}

fn is_on_3d(light: &Gd<impl Inherits<Light3D>>) -> bool {
    let light = light.upcast_ref::<Light3D>();
    light.is_visible_in_tree() && !light.is_editor_only()
}

fn lamp_2d(light: &Gd<impl Inherits<Light2D>>, kind: LampKind) -> Lamp {
    let light = light.upcast_ref::<Light2D>();
    Lamp {
        kind,
        position: Vec3::ZERO,
        direction: Vec3::ZERO,
        energy: light.get_energy(),
        range: 0.0,
        subtract: light.get_blend_mode() == BlendMode::SUB,
    }
}

fn point(light: &Gd<PointLight2D>) -> Option<(Lamp, Rid)> {
    if !is_on_2d(light) {
        return None;
    }
    let texture = light.get_texture()?;
    let space = d2::space_of(&light.clone().upcast())?;
    let place = light.get_global_transform();
    let widest = f64::from(place.a.length().max(place.b.length()));
    let scale = f64::from(light.get_texture_scale()) * widest / 2.0;
    let lamp = Lamp {
        position: d2::inside(place * light.get_texture_offset()),
        ..lamp_2d(light, LampKind::Omni)
    };
    // Last: a texture of a script's own may free the light.
    let size = texture.get_size();
    let range = f64::from(size.x.max(size.y)) * scale;
    Some((Lamp { range, ..lamp }, space))
}

fn flat_sun(light: &Gd<DirectionalLight2D>) -> Option<(Lamp, Rid)> {
    if !is_on_2d(light) {
        return None;
    }
    let lamp = Lamp {
        // Down as it is drawn: shadows fall along its own Y.
        direction: d2::inside(light.get_global_transform().b),
        range: sun_reach(Frame::TopDown),
        ..lamp_2d(light, LampKind::Directional)
    };
    Some((lamp, d2::space_of(&light.clone().upcast())?))
}

fn lamp_3d(light: &Gd<impl Inherits<Light3D>>, kind: LampKind) -> Option<(Lamp, Rid)> {
    let light: Gd<Light3D> = light.clone().upcast();
    let place = light.get_global_transform();
    let range = match kind {
        LampKind::Directional => sun_reach(Frame::Space),
        _ => f64::from(light.get_param(Param::RANGE)),
    };
    let lamp = Lamp {
        kind,
        position: d3::inside(place.origin),
        direction: d3::inside(-place.basis.col_c()),
        energy: light.get_param(Param::ENERGY),
        range,
        subtract: light.is_negative(),
    };
    Some((lamp, d3::space_of(&light.upcast())?))
}

fn omni(light: &Gd<OmniLight3D>) -> Option<(Lamp, Rid)> {
    is_on_3d(light).then(|| lamp_3d(light, LampKind::Omni))?
}

fn spot(light: &Gd<SpotLight3D>) -> Option<(Lamp, Rid)> {
    let half_angle = f64::from(light.get_param(Param::SPOT_ANGLE));
    is_on_3d(light).then(|| lamp_3d(light, LampKind::Spot { half_angle }))?
}

fn sun(light: &Gd<DirectionalLight3D>) -> Option<(Lamp, Rid)> {
    let lights = is_on_3d(light) && light.get_sky_mode() != SkyMode::SKY_ONLY;
    lights.then(|| lamp_3d(light, LampKind::Directional))?
}

/// A lamp that is on.
struct Bulb<'a> {
    lamp: Lamp,
    space: Rid,
    source: &'a Source,
}

/// All that are on in this pass.
struct Bulbs<'a> {
    all: Vec<Bulb<'a>>,
    /// For each group that a target names, which of them are in it.
    members: Vec<(String, Vec<bool>)>,
}

impl<'a> Bulbs<'a> {
    fn read(sources: &'a [Source], groups: &[&str]) -> Self {
        let bulb = |source: &'a Source| {
            // One before it may have freed it.
            if !source.is_in_tree() {
                return None;
            }
            let (lamp, space) = source.read()?;
            Some(Bulb { lamp, space, source })
        };
        let mut all: Vec<Bulb> = sources.iter().filter_map(bulb).collect();
        all.retain(|bulb| bulb.source.is_in_tree());
        let members = |group: &&str| {
            let name = StringName::from(*group);
            let is_in = |bulb: &Bulb| group.is_empty() || bulb.source.node().is_in_group(&name);
            ((*group).to_owned(), all.iter().map(is_in).collect())
        };
        let members = groups.iter().map(members).collect();
        Self { all, members }
    }

    /// The lamps that may shine on a target, and their numbers.
    fn on(&self, target: &Lit) -> (Vec<Lamp>, Vec<usize>) {
        let members = self.members.iter().find(|(group, _)| *group == target.group);
        let counts = |number: usize| members.is_some_and(|(_, members)| members[number]);
        (self.all.iter().enumerate())
            .filter(|(number, bulb)| bulb.space == target.space && counts(*number))
            .map(|(number, bulb)| (bulb.lamp, number))
            .unzip()
    }
}

/// Asks the physics spaces for shadows.
#[derive(Default)]
struct Shadows {
    spaces: Spaces,
    rays: u64,
}

impl Shadows {
    /// Whether nothing lies between a target and a lamp; none where the space cannot be asked.
    fn is_clear(&mut self, target: &Lit, bulb: &Bulb, from: Vec3, to: Vec3) -> Option<bool> {
        match target.dimension {
            Dimension::Flat => {
                let door = opened(&mut self.spaces.flat, target.space, d2::Space::open)?;
                Some(is_clear(door, target, bulb, from, to, &mut self.rays))
            }
            Dimension::Solid => {
                let door = opened(&mut self.spaces.solid, target.space, d3::Space::open)?;
                Some(is_clear(door, target, bulb, from, to, &mut self.rays))
            }
        }
    }
}

fn is_clear(door: &mut impl Door, target: &Lit, bulb: &Bulb, from: Vec3, to: Vec3, rays: &mut u64) -> bool {
    let own = target.own();
    let owned = |node: &Gd<Node>| {
        own.body.as_ref().is_some_and(|body| body.owns(node))
            || bulb.source.body().is_some_and(|body| body.owns(node))
    };
    door.aim(target.mask, false);
    rays::is_clear(door, from, to, owned, &own.passed, rays)
}

/// Works out every target's level and stores it; returns how many rays that took.
fn shine(lit: &[Lit], bulbs: &Bulbs) -> u64 {
    let (limit, waits) = {
        let world = &state::state().world;
        (world.max_rays, world.stats.deferred > 0)
    };
    let mut shadows = Shadows::default();
    let levels = if limit == 0 {
        at_once(lit, bulbs, &mut shadows)
    } else {
        let used = LIGHTS.with_borrow(|lights| lights.used_by_sight);
        in_turns(lit, bulbs, &mut shadows, ray_share(limit, used, waits))
    };
    let mut state = state::state();
    for (target, level) in lit.iter().zip(levels) {
        // A space that could not be asked: the last level stays.
        if let (Some(stored), Some(level)) = (state.stealth.get_mut(target.key), level) {
            stored.scene_light = Some(level);
        }
    }
    shadows.rays
}

/// The levels, with all rays that it takes.
fn at_once(lit: &[Lit], bulbs: &Bulbs, shadows: &mut Shadows) -> Vec<Option<f64>> {
    LIGHTS.with_borrow_mut(|lights| lights.known.clear());
    let level = |target: &Lit| {
        let (lamps, numbers) = bulbs.on(target);
        let mut answered = true;
        let level = light_level(target.ambient, target.point, &lamps, |lamp, from, to| {
            if target.mask == 0 {
                return true;
            }
            let clear = shadows.is_clear(target, &bulbs.all[numbers[lamp]], from, to);
            answered &= clear.is_some();
            clear.unwrap_or_default()
        });
        answered.then_some(level)
    };
    lit.iter().map(level).collect()
}

/// Whether a lamp reaches a target: to be asked when its turn comes.
struct Question<'a> {
    target: &'a Lit,
    bulb: &'a Bulb<'a>,
    from: Vec3,
    to: Vec3,
    known: Option<Shadow>,
}

/// The levels, with as many rays as there may be: those first that were asked longest ago. Until it is asked for the
/// first time, a lamp does not reach.
fn in_turns(lit: &[Lit], bulbs: &Bulbs, shadows: &mut Shadows, share: u64) -> Vec<Option<f64>> {
    let (known, turn) = LIGHTS.with_borrow_mut(|lights| {
        lights.turn += 1;
        (std::mem::take(&mut lights.known), lights.turn)
    });
    let lamps: Vec<(Vec<Lamp>, Vec<usize>)> = lit.iter().map(|target| bulbs.on(target)).collect();
    let mut questions = Vec::new();
    for (target, (lamps, numbers)) in lit.iter().zip(&lamps).filter(|(target, _)| target.mask != 0) {
        // Unlit by all, so that each lamp that matters comes up.
        let _ = light_level(0.0, target.point, lamps, |lamp, from, to| {
            let bulb = &bulbs.all[numbers[lamp]];
            let known = known.get(&(target.key, bulb.source.id)).copied();
            questions.push(Question {
                target,
                bulb,
                from,
                to,
                known,
            });
            false
        });
    }
    let mut order: Vec<usize> = (0..questions.len()).collect();
    order.sort_by_key(|number| questions[*number].known.map(|shadow| shadow.turn));
    let mut unanswered = Vec::new();
    for number in order {
        let question = &mut questions[number];
        let cost = match question.target.dimension {
            Dimension::Flat => 1,
            Dimension::Solid => 2,
        };
        if shadows.rays > 0 && shadows.rays + cost > share {
            break;
        }
        match shadows.is_clear(question.target, question.bulb, question.from, question.to) {
            Some(clear) => question.known = Some(Shadow { clear, turn }),
            None => unanswered.push(question.target.key),
        }
    }
    let known: HashMap<_, _> = (questions.iter())
        .filter_map(|question| Some(((question.target.key, question.bulb.source.id), question.known?)))
        .collect();
    let level = |(target, (lamps, numbers)): (&Lit, &(Vec<Lamp>, Vec<usize>))| {
        let level = light_level(target.ambient, target.point, lamps, |lamp, _, _| {
            let shadow: Option<&Shadow> = known.get(&(target.key, bulbs.all[numbers[lamp]].source.id));
            target.mask == 0 || shadow.is_some_and(|shadow| shadow.clear)
        });
        (!unanswered.contains(&target.key)).then_some(level)
    };
    let levels = lit.iter().zip(&lamps).map(level).collect();
    LIGHTS.with_borrow_mut(|lights| lights.known = known);
    levels
}

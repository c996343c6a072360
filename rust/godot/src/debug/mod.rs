//! Seeing the senses while the game runs: drawn into the game, and told to the editor's debugger. Main thread only.
//!
//! Nothing here is part of a pass. While nobody wants to see anything, one flag is read per physics frame and that is all:
//! there are no nodes, no canvas items and no lists. Nothing that is drawn is ever a physics shape.

mod sheet;
mod sketch;
pub mod wire;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use enemy_senses_core::Vec3;
use enemy_senses_core::world::AgentId;
use godot::classes::CanvasItem;
use godot::prelude::*;

use crate::hub;
use crate::noise::Noise;
use crate::perception::{EnemyPerception, EnemyPerception3D};
use crate::seats;
use crate::state::{self, Dimension, EyeKey};
use sheet::Sheet;
use sketch::{Ring, Sketch};

#[cfg(feature = "editor")]
pub use sketch::{Axes, angle_axes};
pub use sketch::{Fan, Sample, Seen, Survey};

/// Somebody may want to see something.
static AWAKE: AtomicBool = AtomicBool::new(false);
/// Everything is to be drawn.
static ALL: AtomicBool = AtomicBool::new(false);

thread_local! {
    static DRAWN: RefCell<Drawn> = RefCell::default();
}

/// What is drawn at this moment.
#[derive(Default)]
struct Drawn {
    sheets: HashMap<Owner, Sheet>,
    rings: Vec<Ring>,
}

/// Whose drawing it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Owner {
    Agent(AgentId),
    Eye(EyeKey),
    Noises(Surface),
}

/// Where something is drawn: a canvas or a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Surface {
    rid: Rid,
    dimension: Dimension,
}

/// Something was set to be drawn: look at the next pass.
pub fn wake() {
    AWAKE.store(true, Ordering::Relaxed);
}

/// Whether everything is drawn.
pub fn draws_all() -> bool {
    ALL.load(Ordering::Relaxed)
}

/// Draws everything, or only what is set to.
pub fn draw_all(all: bool) {
    ALL.store(all, Ordering::Relaxed);
    if all {
        wake();
        hub::tick_from_now_on();
    }
}

/// The game ends: nothing may be left in the renderer.
pub fn forget_all() {
    AWAKE.store(false, Ordering::Relaxed);
    ALL.store(false, Ordering::Relaxed);
    DRAWN.take();
}

/// After a pass: draws what is wanted, `delta` seconds after the last time.
pub fn step(delta: f64) {
    if !AWAKE.load(Ordering::Relaxed) {
        return;
    }
    let wanted = wanted();
    if wanted.is_empty() && !draws_all() {
        AWAKE.store(false, Ordering::Relaxed);
        DRAWN.take();
        return;
    }
    let mut pictures: HashMap<Owner, (Surface, Sketch)> = HashMap::new();
    for (owner, node) in wanted {
        let sketched = match node.try_cast::<EnemyPerception>() {
            Ok(mut eye) => surface_of(&eye.clone().upcast()).zip(eye.bind_mut().survey()),
            Err(node) => (node.try_cast::<EnemyPerception3D>().ok())
                .and_then(|mut eye| surface_of(&eye.clone().upcast()).zip(eye.bind_mut().survey())),
        };
        let Some((surface, survey)) = sketched else {
            continue;
        };
        let agent = match owner {
            Owner::Agent(id) => Some(id),
            _ => None,
        };
        pictures.insert(owner, (surface, sketch::of(&survey, agent)));
    }
    DRAWN.with_borrow_mut(|drawn| {
        drawn.rings.retain_mut(|ring| ring.ages(delta));
        for ring in &drawn.rings {
            let surface = ring.surface;
            let place =
                (pictures.entry(Owner::Noises(surface))).or_insert_with(|| (surface, Sketch::default()));
            ring.draw(&mut place.1);
        }
        drawn.sheets.retain(|owner, sheet| {
            pictures
                .get(owner)
                .is_some_and(|(surface, _)| sheet.surface() == *surface)
        });
        for (owner, (surface, sketch)) in pictures {
            let sheet = drawn.sheets.entry(owner).or_insert_with(|| Sheet::new(surface));
            sheet.show(&sketch);
        }
    });
}

/// Everything that is to be drawn, with the node of its eye.
fn wanted() -> Vec<(Owner, Gd<Node>)> {
    let all = draws_all();
    let state = state::state();
    let found: Vec<(Owner, Option<InstanceId>)> = seats::with_all(|seats| {
        let agents = seats.iter().filter_map(|(id, seat)| {
            let (key, _) = seat.eye.as_ref()?;
            let eye = state.eyes.get(*key)?;
            let own = state.settings.get(id).is_some_and(|settings| settings.debug_draw);
            (all || own || eye.debug_draw).then_some((Owner::Agent(id), eye.node))
        });
        let alone = state.eyes.iter().filter_map(|(key, eye)| {
            let alone = eye.in_tree && eye.agent.is_none_or(|id| !seats.contains_key(id));
            (alone && (all || eye.debug_draw)).then_some((Owner::Eye(key), eye.node))
        });
        agents.chain(alone).collect()
    });
    drop(state);
    (found.into_iter())
        .filter_map(|(owner, id)| Some((owner, Gd::try_from_instance_id(id?).ok()?)))
        .collect()
}

/// Where a node's surroundings are drawn.
fn surface_of(node: &Gd<Node>) -> Option<Surface> {
    if !node.is_inside_tree() {
        return None;
    }
    match node.clone().try_cast::<CanvasItem>() {
        Ok(item) => Some(Surface {
            rid: item.get_canvas(),
            dimension: Dimension::Flat,
        }),
        Err(node) => {
            let world = node.try_cast::<Node3D>().ok()?.get_world_3d()?;
            Some(Surface {
                rid: world.get_scenario(),
                dimension: Dimension::Solid,
            })
        }
    }
}

/// A noise is made.
pub fn noise_made(noise: &Noise) {
    if !AWAKE.load(Ordering::Relaxed) {
        return;
    }
    let nodes = [noise.emitter.as_ref(), noise.source.as_ref()];
    let near = nodes
        .into_iter()
        .flatten()
        .filter(|node| node.is_instance_valid())
        .find_map(|node| surface_of(node).filter(|surface| surface.dimension == noise.dimension));
    let Some(surface) = near.or_else(|| root_surface(noise.dimension)) else {
        return;
    };
    DRAWN.with_borrow_mut(|drawn| {
        drawn
            .rings
            .push(Ring::new(surface, noise.origin, noise.radius, noise.strength))
    });
}

fn root_surface(dimension: Dimension) -> Option<Surface> {
    let root = hub::tree()?.get_root()?;
    let rid = match dimension {
        Dimension::Flat => root.find_world_2d()?.get_canvas(),
        Dimension::Solid => root.find_world_3d()?.get_scenario(),
    };
    Some(Surface { rid, dimension })
}

/// The size of a mark: pixels and metres.
pub fn mark(dimension: Dimension) -> f32 {
    match dimension {
        Dimension::Flat => 6.0,
        Dimension::Solid => 0.2,
    }
}

/// Nothing is drawn farther than this from where it belongs: pixels and metres.
pub fn farthest(dimension: Dimension) -> f64 {
    match dimension {
        Dimension::Flat => 4096.0,
        Dimension::Solid => 200.0,
    }
}

/// A circle in the ground, as a path that ends where it began.
pub fn circle(dimension: Dimension, middle: Vec3, radius: f32, steps: u32) -> impl Iterator<Item = Vec3> {
    (0..=steps).map(move |step| {
        let (sin, cos) = (step as f32 / steps as f32 * std::f32::consts::TAU).sin_cos();
        let out = match dimension {
            Dimension::Flat => Vec3::new(cos, sin, 0.0),
            Dimension::Solid => Vec3::new(cos, 0.0, sin),
        };
        middle + out * radius
    })
}

//! `BenchFloor`: the least that a pass could cost, for `cargo xtask bench` to measure ours against.
//!
//! Compiled with the feature `bench` only; no library that a game carries has it.

use std::fs;
use std::hint::black_box;
use std::time::Instant;

use godot::classes::{
    PhysicsDirectSpaceState2D, PhysicsDirectSpaceState3D, PhysicsRayQueryParameters2D,
    PhysicsRayQueryParameters3D, PhysicsServer2D, PhysicsServer3D,
};
use godot::prelude::*;

use crate::node_arg::NodeArg;
use crate::quick::{flat, solid};
use crate::{d2, d3, hub};

/// Bare loops over what only the engine can answer, timed from the inside.
#[derive(GodotClass)]
#[class(base = RefCounted, init)]
pub struct BenchFloor {
    rays: i64,
    hits: i64,
    base: Base<RefCounted>,
}

#[godot_api]
impl BenchFloor {
    /// Microseconds for one transform read of each node. All are Node2D or all are Node3D.
    #[func]
    fn reads(&mut self, nodes: VarArray) -> f64 {
        if let Some(nodes) = all::<Node2D>(&nodes) {
            timed(|| read_2d(&nodes))
        } else if let Some(nodes) = all::<Node3D>(&nodes) {
            timed(|| read_3d(&nodes))
        } else {
            f64::NAN
        }
    }

    /// Microseconds for one transform read of each node and a ray for each pair of places, all with one query. In 3D a ray
    /// that meets nothing is cast back as well, as the pass has to. NAN where there is nothing to measure.
    #[func]
    fn reads_and_rays(&mut self, nodes: VarArray, from: Variant, to: Variant, mask: i64) -> f64 {
        (self.rays, self.hits) = (0, 0);
        let mask = mask as u32;
        if let (Some(nodes), Ok(from), Ok(to)) = (
            all::<Node2D>(&nodes),
            from.try_to::<PackedVector2Array>(),
            to.try_to::<PackedVector2Array>(),
        ) {
            let Some(mut bare) = Bare2D::open(mask) else {
                return f64::NAN;
            };
            let (from, to) = (from.as_slice(), to.as_slice());
            timed(|| {
                read_2d(&nodes);
                for (from, to) in from.iter().zip(to) {
                    self.rays += 1;
                    self.hits += i64::from(bare.hits(*from, *to));
                }
            })
        } else if let (Some(nodes), Ok(from), Ok(to)) = (
            all::<Node3D>(&nodes),
            from.try_to::<PackedVector3Array>(),
            to.try_to::<PackedVector3Array>(),
        ) {
            let Some(mut bare) = Bare3D::open(mask) else {
                return f64::NAN;
            };
            let (from, to) = (from.as_slice(), to.as_slice());
            timed(|| {
                read_3d(&nodes);
                for (from, to) in from.iter().zip(to) {
                    self.rays += 1;
                    let mut hit = bare.hits(*from, *to);
                    if !hit {
                        self.rays += 1;
                        hit = bare.hits(*to, *from);
                    }
                    self.hits += i64::from(hit);
                }
            })
        } else {
            f64::NAN
        }
    }

    /// How many rays the last [method reads_and_rays] cast.
    #[func]
    fn get_rays(&self) -> i64 {
        self.rays
    }

    /// How many pairs of places had something between them in the last [method reads_and_rays].
    #[func]
    fn get_hits(&self) -> i64 {
        self.hits
    }

    /// Takes what [method SensesServer.emit_noise] takes, and does nothing.
    #[allow(clippy::too_many_arguments, unused_variables)]
    #[func]
    fn empty(
        &self,
        origin: Vector2,
        radius: f64,
        strength: f64,
        #[opt(default = NodeArg::none())] source: NodeArg,
        #[opt(default = "")] tag: StringName,
        #[opt(default = "enemies")] listener_group: StringName,
        #[opt(default = 0)] propagation: i64,
        #[opt(default = 0.4)] wall_muffle: f64,
        #[opt(default = 1)] occlusion_mask: i64,
    ) -> i64 {
        0
    }

    /// Bytes of memory that this process holds, of the engine and of ours; -1 where the system does not tell.
    #[func]
    fn resident_bytes(&self) -> i64 {
        const PAGE: i64 = 4096;
        let pages = fs::read_to_string("/proc/self/statm").ok();
        pages
            .and_then(|text| text.split_whitespace().nth(1)?.parse::<i64>().ok())
            .map_or(-1, |pages| pages * PAGE)
    }
}

/// All nodes of an array, if all are of that class.
fn all<T: GodotClass + Inherits<Node>>(nodes: &VarArray) -> Option<Vec<Gd<T>>> {
    nodes.iter_shared().map(|node| node.try_to().ok()).collect()
}

fn timed(work: impl FnOnce()) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_secs_f64() * 1e6
}

fn read_2d(nodes: &[Gd<Node2D>]) {
    for node in nodes {
        black_box(flat::global_transform(node));
    }
}

fn read_3d(nodes: &[Gd<Node3D>]) {
    for node in nodes {
        black_box(solid::global_transform(node));
    }
}

/// The root's 2D space and one query.
struct Bare2D {
    state: Gd<PhysicsDirectSpaceState2D>,
    query: Gd<PhysicsRayQueryParameters2D>,
    found: VarDictionary,
}

impl Bare2D {
    fn open(mask: u32) -> Option<Self> {
        let state = PhysicsServer2D::singleton().space_get_direct_state(d2::root_space(&hub::tree()?)?)?;
        let mut query = PhysicsRayQueryParameters2D::new_gd();
        query.set_collision_mask(mask);
        query.set_hit_from_inside(true);
        let found = VarDictionary::new();
        Some(Self { state, query, found })
    }

    fn hits(&mut self, from: Vector2, to: Vector2) -> bool {
        flat::ray(&self.state, &self.query, from, to, &mut self.found);
        !self.found.is_empty()
    }
}

/// The root's 3D space and one query.
struct Bare3D {
    state: Gd<PhysicsDirectSpaceState3D>,
    query: Gd<PhysicsRayQueryParameters3D>,
    found: VarDictionary,
}

impl Bare3D {
    fn open(mask: u32) -> Option<Self> {
        let state = PhysicsServer3D::singleton().space_get_direct_state(d3::root_space(&hub::tree()?)?)?;
        let mut query = PhysicsRayQueryParameters3D::new_gd();
        query.set_collision_mask(mask);
        query.set_hit_from_inside(true);
        let found = VarDictionary::new();
        Some(Self { state, query, found })
    }

    fn hits(&mut self, from: Vector3, to: Vector3) -> bool {
        solid::ray(&self.state, &self.query, from, to, &mut self.found);
        !self.found.is_empty()
    }
}

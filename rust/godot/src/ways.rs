//! Ways round the walls: the one place that asks the navigation map. Main thread only.

use std::cell::RefCell;
use std::collections::HashMap;

use enemy_senses_core::hearing::{self, Way};
use enemy_senses_core::{Frame, Vec3, frame};
use godot::classes::Engine;
use godot::prelude::*;

use crate::state::Dimension;
use crate::{d2, d3};

/// At most this many ways are looked for in one physics frame; what is made beyond that is muffled.
const MOST_WAYS: u32 = 256;

/// In 3D, ears and noises are looked for on the map this much below where they are, so that one in a low room is taken to
/// be on its own floor and not on the one above. Metres.
const STANDING: f32 = 0.75;

/// What is on the map, up or down, lies at most this far from there, metres.
const ON_THE_FLOOR: f32 = 1.1;

/// What falls from higher than this, or lies deeper, is not on the map, metres.
const HIGH: f32 = 4.0;

/// A place, bit by bit.
type Exact = [u32; 3];

#[derive(Default)]
struct Ways {
    asked: u32,
    /// Ways in this physics frame, by map, origin and ear.
    found: HashMap<(u64, Exact, Exact), Way>,
    /// Of those, what each listener's was for an origin: its ear may have moved on when the pass asks.
    noted: HashMap<(InstanceId, Exact), Way>,
    /// For each map, and the state that it was in, whether there is anything on it.
    drawn: HashMap<u64, (i64, bool)>,
}

thread_local! {
    static WAYS: RefCell<Ways> = RefCell::default();
}

fn exact(place: Vec3) -> Exact {
    place.to_array().map(f32::to_bits)
}

/// A pass is over: everything is looked for anew.
pub fn forget() {
    WAYS.with_borrow_mut(|ways| {
        if ways.asked > 0 {
            (ways.asked, ways.drawn) = (0, HashMap::new());
            ways.found.clear();
            ways.noted.clear();
        }
    });
}

/// Notes how a noise gets to a listener, until the pass is over.
pub fn note(listener: InstanceId, origin: Vec3, way: Way) {
    WAYS.with_borrow_mut(|ways| ways.noted.insert((listener, exact(origin)), way));
}

/// What was noted.
pub fn noted(listener: InstanceId, origin: Vec3) -> Option<Way> {
    WAYS.with_borrow(|ways| ways.noted.get(&(listener, exact(origin))).copied())
}

/// The navigation map of a world.
#[derive(Debug, Clone, Copy)]
pub struct Chart {
    dimension: Dimension,
    map: Rid,
}

impl Chart {
    /// That of the world that a node is in.
    pub fn of(node: &Gd<Node>, dimension: Dimension) -> Option<Self> {
        let node = node.clone();
        let map = match dimension {
            Dimension::Flat => d2::map_of(&node.try_cast().ok()?),
            Dimension::Solid => d3::map_of(&node.try_cast().ok()?),
        }?;
        Some(Self { dimension, map })
    }

    /// That of the game's root.
    pub fn of_root(tree: &Gd<SceneTree>, dimension: Dimension) -> Option<Self> {
        let map = match dimension {
            Dimension::Flat => d2::root_map(tree),
            Dimension::Solid => d3::root_map(tree),
        }?;
        Some(Self { dimension, map })
    }

    fn frame(self) -> Frame {
        match self.dimension {
            Dimension::Flat => d2::frame(),
            Dimension::Solid => d3::frame(),
        }
    }

    /// Asks the engine's navigation server, which the binding has no class for.
    fn ask<T: FromGodot>(self, question: &str, about: &[Variant]) -> Option<T> {
        let name = StringName::from(match self.dimension {
            Dimension::Flat => "NavigationServer2D",
            Dimension::Solid => "NavigationServer3D",
        });
        let engine = Engine::singleton();
        let mut server = engine
            .has_singleton(&name)
            .then(|| engine.get_singleton(&name))??;
        server.call(question, about).try_to().ok()
    }

    fn outside(self, place: Vec3) -> Variant {
        match self.dimension {
            Dimension::Flat => d2::outside(place).to_variant(),
            Dimension::Solid => d3::outside(place).to_variant(),
        }
    }

    /// How often the map has changed; 0: it was never worked out, and may not be asked.
    fn state(self) -> i64 {
        self.ask("map_get_iteration_id", &[self.map.to_variant()])
            .unwrap_or(0)
    }

    /// A path on any of the map's layers; it ends as near to the goal as there is a way.
    fn path(self, from: Vec3, to: Vec3) -> Vec<Vec3> {
        let (from, to) = (self.outside(from), self.outside(to));
        let layers = i64::from(u32::MAX);
        let about = [
            self.map.to_variant(),
            from,
            to,
            true.to_variant(),
            layers.to_variant(),
        ];
        let path = "map_get_path";
        match self.dimension {
            Dimension::Flat => (self.ask::<PackedVector2Array>(path, &about).iter())
                .flat_map(|path| path.as_slice())
                .map(|point| d2::inside(*point))
                .collect(),
            Dimension::Solid => (self.ask::<PackedVector3Array>(path, &about).iter())
                .flat_map(|path| path.as_slice())
                .map(|point| d3::inside(*point))
                .collect(),
        }
    }

    /// The place on the map that is nearest to another.
    fn nearest(self, place: Vec3) -> Option<Vec3> {
        let about = [self.map.to_variant(), self.outside(place)];
        let nearest = "map_get_closest_point";
        match self.dimension {
            Dimension::Flat => self.ask(nearest, &about).map(d2::inside),
            Dimension::Solid => self.ask(nearest, &about).map(d3::inside),
        }
    }

    /// Whether there is a region on the map that is switched on. One that is still being worked out counts, though no way
    /// leads over it yet.
    pub fn is_drawn(self) -> bool {
        let (key, state) = (self.map.to_u64(), self.state());
        let known = WAYS.with_borrow(|ways| ways.drawn.get(&key).copied());
        if let Some((at, drawn)) = known
            && at == state
            && state > 0
        {
            return drawn;
        }
        let regions: Option<Array<Rid>> = self.ask("map_get_regions", &[self.map.to_variant()]);
        let is_on = |region: Rid| {
            self.ask("region_get_enabled", &[region.to_variant()])
                .unwrap_or(false)
        };
        let drawn = regions.is_some_and(|regions| regions.iter_shared().any(is_on));
        WAYS.with_borrow_mut(|ways| ways.drawn.insert(key, (state, drawn)));
        drawn
    }

    /// How a noise gets round the walls to an ear.
    pub fn way(self, origin: Vec3, ear: Vec3) -> Way {
        let key = (self.map.to_u64(), exact(origin), exact(ear));
        let known = WAYS.with_borrow(|ways| {
            let spent = (ways.asked >= MOST_WAYS).then_some(Way::Unknown);
            ways.found.get(&key).copied().or(spent)
        });
        if let Some(way) = known {
            return way;
        }
        if self.state() == 0 || !origin.is_finite() || !ear.is_finite() || !self.is_drawn() {
            return Way::Unknown;
        }
        let way = self.look_for(origin, ear);
        WAYS.with_borrow_mut(|ways| {
            ways.asked += 1;
            ways.found.insert(key, way);
        });
        way
    }

    fn look_for(self, origin: Vec3, ear: Vec3) -> Way {
        let (start, goal) = (self.standing(origin), self.standing(ear));
        let path = self.path(start, goal);
        let (Some(first), Some(last)) = (path.first(), path.last()) else {
            return Way::Unknown;
        };
        if !self.is_beside(start, *first) || !self.is_beside(goal, *last) {
            return Way::None;
        }
        // A path that does not get there ends at the next best place, which may be just behind the wall.
        let arrived = match self.is_at(goal, *last) {
            true => Some(*last),
            false => self.nearest(goal),
        };
        arrived.map_or(Way::Unknown, |goal| {
            hearing::way(self.frame(), origin, &path, goal, ear)
        })
    }

    /// Where to look on the map for what is somewhere above it.
    fn standing(self, place: Vec3) -> Vec3 {
        match self.dimension {
            Dimension::Flat => place,
            Dimension::Solid => place - Vec3::Y * STANDING,
        }
    }

    /// Whether a place is on the map, or a little off it, when this is the nearest that there is.
    fn is_beside(self, place: Vec3, nearest: Vec3) -> bool {
        let (away, up) = self.apart(place, nearest);
        away <= hearing::off_the_map(self.frame()) && up <= HIGH
    }

    /// Whether a place on the map is that place.
    fn is_at(self, place: Vec3, on_map: Vec3) -> bool {
        let (away, up) = self.apart(place, on_map);
        away <= 1e-3 && up <= ON_THE_FLOOR
    }

    /// How far two places are apart on the ground, and up.
    fn apart(self, a: Vec3, b: Vec3) -> (f64, f32) {
        let apart = b - a;
        match self.dimension {
            Dimension::Flat => (frame::distance(a, b), 0.0),
            Dimension::Solid => {
                let ground = self.frame().on_ground(apart);
                (f64::from(ground.length()), apart.y.abs())
            }
        }
    }
}

/// How a noise gets to an ear in the world that a node is in.
pub fn find(node: &Gd<Node>, dimension: Dimension, origin: Vec3, ear: Vec3) -> Way {
    Chart::of(node, dimension).map_or(Way::Unknown, |chart| chart.way(origin, ear))
}

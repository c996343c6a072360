//! The ray door: the one place that asks the physics space, and decides what an answer means.

use enemy_senses_core::{Vec3, frame, hearing};
use godot::prelude::*;

use crate::bodies::Passage;

/// A ray passes at most this many things that do not count; more are taken for a wall.
const MOST_PASSED: usize = 256;

/// What a ray met first.
pub struct Hit {
    /// The shape's owner in the physics server, to be left out of the next ray.
    pub rid: Rid,
    /// Which of the owner's shapes.
    pub shape: i64,
    /// The node, if it is one.
    pub collider: Option<InstanceId>,
    /// Where, in the core's terms.
    pub position: Vec3,
    /// The ray began inside it.
    pub inside: bool,
}

/// The engine's answer to a ray, kept from one to the next together with the words to read it by.
pub struct Answer {
    /// As the engine gave it; empty: nothing is there.
    pub found: VarDictionary,
    words: Words,
}

struct Words {
    shape: Variant,
    rid: Variant,
    collider: Variant,
    position: Variant,
    normal: Variant,
}

impl Default for Answer {
    fn default() -> Self {
        let word = |text: &str| text.to_variant();
        Self {
            found: VarDictionary::new(),
            words: Words {
                shape: word("shape"),
                rid: word("rid"),
                collider: word("collider_id"),
                position: word("position"),
                normal: word("normal"),
            },
        }
    }
}

impl Answer {
    fn get(&self, word: &Variant) -> Variant {
        self.found.get(word).unwrap_or_default()
    }

    /// The node that was met, if it is one.
    pub fn collider(&self) -> Option<InstanceId> {
        let id = self.get(&self.words.collider).try_to::<i64>().ok()?;
        InstanceId::try_from_i64(id)
    }

    /// What was met, in full; `read` makes a place of one in the engine's terms.
    pub fn hit(&self, read: impl Fn(Variant) -> Vec3) -> Hit {
        Hit {
            shape: self.get(&self.words.shape).try_to().unwrap_or(0),
            rid: self.get(&self.words.rid).try_to().unwrap_or(Rid::Invalid),
            collider: self.collider(),
            position: read(self.get(&self.words.position)),
            inside: read(self.get(&self.words.normal)) == Vec3::ZERO,
        }
    }
}

/// A physics space that can be asked now.
pub trait Door {
    /// Whether the engine has walls that block one way only, so that a clear ray is cast back as well.
    const ONE_SIDED_WALLS: bool;

    /// Sets what the rays that follow may hit.
    fn aim(&mut self, mask: u32, areas: bool);

    /// Whether there is anything between two places, but for those in `passed`. What comes first is answered below.
    fn cast(&mut self, from: Vec3, to: Vec3, from_inside: bool, passed: &[Rid]) -> bool;

    /// The node that the last ray met, if it is one.
    fn collider(&self) -> Option<InstanceId>;

    /// What the last ray met.
    fn hit(&self) -> Hit;
}

/// Makes `Space`, a [`Door`], of what the engine names differently in 2D and 3D.
macro_rules! space {
    ($server:ident, $state:ty, $query:ident, $vector:ty, $ray:path, $dimension:expr, $one_sided_walls:literal,
     $settle:expr) => {
        /// A space that can be asked now.
        pub struct Space {
            state: Gd<$state>,
            /// For rays that do not notice what they begin in, and for those that do.
            queries: [Query; 2],
            answer: $crate::rays::Answer,
        }

        /// A query, and what it was set to last: each setting costs as much as a short ray.
        struct Query {
            query: Gd<$query>,
            aimed: Option<(u32, bool)>,
            passed: Vec<Rid>,
        }

        impl Space {
            /// The space, if it may be asked at this moment from this thread.
            pub fn open(space: Rid) -> Option<Self> {
                if !$crate::state::space_is_open($dimension) {
                    return None;
                }
                let state = $server::singleton().space_get_direct_state(space)?;
                let queries = [false, true].map(|from_inside| {
                    let mut query = $query::new_gd();
                    query.set_hit_from_inside(from_inside);
                    let settle: fn(&mut Gd<$query>) = $settle;
                    settle(&mut query);
                    Query {
                        query,
                        aimed: None,
                        passed: Vec::new(),
                    }
                });
                let answer = $crate::rays::Answer::default();
                Some(Self {
                    state,
                    queries,
                    answer,
                })
            }
        }

        impl $crate::rays::Door for Space {
            const ONE_SIDED_WALLS: bool = $one_sided_walls;

            fn aim(&mut self, mask: u32, areas: bool) {
                for query in &mut self.queries {
                    if query.aimed != Some((mask, areas)) {
                        query.query.set_collision_mask(mask);
                        query.query.set_collide_with_areas(areas);
                        query.aimed = Some((mask, areas));
                    }
                }
            }

            fn cast(&mut self, from: Vec3, to: Vec3, from_inside: bool, passed: &[Rid]) -> bool {
                let query = &mut self.queries[usize::from(from_inside)];
                if query.passed != passed {
                    query.query.set_exclude(&passed.iter().copied().collect());
                    query.passed.clear();
                    query.passed.extend_from_slice(passed);
                }
                let found = &mut self.answer.found;
                $ray(&self.state, &query.query, outside(from), outside(to), found);
                !found.is_empty()
            }

            fn collider(&self) -> Option<InstanceId> {
                self.answer.collider()
            }

            fn hit(&self) -> $crate::rays::Hit {
                self.answer
                    .hit(|place| place.try_to::<$vector>().map(inside).unwrap_or_default())
            }
        }
    };
}
pub(crate) use space;

/// What lies between two places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum View {
    /// Nothing that occludes.
    Clear,
    /// Something does.
    Blocked {
        /// The node, if it is one.
        by: Option<InstanceId>,
        /// The eye is inside it.
        inside: bool,
        /// Where the ray met it.
        at: Vec3,
    },
}

/// Looks from an eye to a sample point. Counts each ray that it casts.
pub fn look<D: Door>(door: &mut D, passage: &Passage, from: Vec3, to: Vec3, rays: &mut u64) -> View {
    let nowhere = View::Blocked {
        by: None,
        inside: false,
        at: from,
    };
    if !from.is_finite() || !to.is_finite() {
        nowhere
    } else if sees(door, passage, from, to, rays) {
        View::Clear
    } else {
        let hit = door.hit();
        View::Blocked {
            by: hit.collider,
            inside: hit.inside,
            at: hit.position,
        }
    }
}

/// The same, without what is in the way.
pub fn sees<D: Door>(door: &mut D, passage: &Passage, from: Vec3, to: Vec3, rays: &mut u64) -> bool {
    let mut passed = passage.passed_before();
    let open = |id, rid: &dyn Fn() -> Rid| passage.lets_pass(id, rid);
    let finite = from.is_finite() && to.is_finite();
    finite && both_ways(door, &open, from, to, &mut passed, rays)
}

/// Whether nothing lies between two places but what `owned` says belongs to either; `passed` are such things known
/// beforehand. Counts each ray that it casts.
pub fn is_clear<D: Door>(
    door: &mut D,
    from: Vec3,
    to: Vec3,
    owned: impl Fn(&Gd<Node>) -> bool,
    passed: &[Rid],
    rays: &mut u64,
) -> bool {
    let open = |id, _: &dyn Fn() -> Rid| Gd::<Node>::try_from_instance_id(id).is_ok_and(|node| owned(&node));
    let finite = from.is_finite() && to.is_finite();
    finite && both_ways(door, &open, from, to, &mut passed.to_vec(), rays)
}

/// There, and where walls may block one way only, back: whether nothing is met but what is `open`.
fn both_ways<D: Door>(
    door: &mut D,
    open: &impl Fn(InstanceId, &dyn Fn() -> Rid) -> bool,
    from: Vec3,
    to: Vec3,
    passed: &mut Vec<Rid>,
    rays: &mut u64,
) -> bool {
    one_way(door, open, from, to, true, passed, rays)
        && (!D::ONE_SIDED_WALLS || one_way(door, open, to, from, false, passed, rays))
}

fn one_way(
    door: &mut impl Door,
    open: &impl Fn(InstanceId, &dyn Fn() -> Rid) -> bool,
    from: Vec3,
    to: Vec3,
    from_inside: bool,
    passed: &mut Vec<Rid>,
    rays: &mut u64,
) -> bool {
    for _ in 0..MOST_PASSED {
        *rays += 1;
        if !door.cast(from, to, from_inside, passed) {
            return true;
        }
        let rid = || door.hit().rid;
        if !door.collider().is_some_and(|id| open(id, &rid)) {
            return false;
        }
        passed.push(rid());
    }
    false
}

/// Two surfaces this close, as a part of the line but at least in units, are one place.
const SAME_PLACE: f64 = 1e-4;

/// At most this many surfaces are met in one direction.
const MOST_SURFACES: usize = 128;

/// How many walls lie between a noise and an ear: separate stretches of solid, whatever they are made of. `owned` says
/// what belongs to one of the two and does not count.
/// From `enough` on they need not be counted exactly.
pub fn walls<D: Door>(
    door: &mut D,
    from: Vec3,
    to: Vec3,
    enough: u32,
    owned: impl Fn(&Gd<Node>) -> bool,
) -> u32 {
    let length = frame::distance(from, to);
    if !length.is_finite() || length <= 0.0 || enough == 0 {
        return 0;
    }
    let mut passed = Vec::new();
    // The first surface, met from either end, is a wall already.
    let most = if enough == 1 { 1 } else { usize::MAX };
    let ahead = surfaces(door, from, to, most, &owned, &mut passed);
    if ahead.len() >= most {
        return 1;
    }
    let back = surfaces(door, to, from, most, &owned, &mut passed);
    hearing::walls(&mut stretches(&ahead, &back, length), SAME_PLACE)
}

/// A surface on a line: of which shape, and how far from its start.
struct Surface {
    shape: (Rid, i64),
    at: f64,
    inside: bool,
}

/// All surfaces, or as many as are wanted, that a ray meets when it goes on behind each of them.
fn surfaces<D: Door>(
    door: &mut D,
    from: Vec3,
    to: Vec3,
    most: usize,
    owned: &impl Fn(&Gd<Node>) -> bool,
    passed: &mut Vec<Rid>,
) -> Vec<Surface> {
    let length = frame::distance(from, to);
    let towards = frame::offset(from, to) / length;
    // Far enough behind a surface to be in single precision too.
    let nudge = (length * 1e-5)
        .max(f64::from(from.abs().max(to.abs()).max_element()) * 1e-6)
        .max(1e-4);
    let mut met = Vec::new();
    let mut start = 0.0;
    for turn in 0..MOST_SURFACES {
        let at = (from.as_dvec3() + towards * start).as_vec3();
        if !door.cast(at, to, turn == 0 && start == 0.0, passed) {
            break;
        }
        let hit = door.hit();
        let collider = hit
            .collider
            .and_then(|id| Gd::<Node>::try_from_instance_id(id).ok());
        if collider.is_some_and(|node| owned(&node)) {
            passed.push(hit.rid);
            continue;
        }
        let here = if hit.inside {
            start
        } else {
            frame::distance(from, hit.position)
        };
        met.push(Surface {
            shape: (hit.rid, hit.shape),
            at: here,
            inside: hit.inside,
        });
        start = here.max(start) + nudge;
        if start >= length || met.len() >= most {
            break;
        }
    }
    met
}

/// The stretches of solid on a line, as parts of its length, from what is met going and coming back.
fn stretches(ahead: &[Surface], back: &[Surface], length: f64) -> Vec<(f64, f64)> {
    let close = length * SAME_PLACE;
    let exits: Vec<(&Surface, f64)> = back.iter().map(|s| (s, length - s.at)).collect();
    let starts_inside = ahead.first().is_some_and(|s| s.inside);
    let mut found: Vec<(f64, f64)> = Vec::new();
    for entry in ahead {
        // The way out of the same shape; one that is where the way in is belongs to a face without an inside.
        let way_out = exits
            .iter()
            .filter(|(exit, at)| exit.shape == entry.shape && *at >= entry.at - close);
        let end = way_out.map(|(_, at)| *at).fold(f64::INFINITY, f64::min);
        let end = match end {
            end if end.is_finite() => end,
            // No way out: the ear is inside it, or it is a face that blocks from this side only.
            _ if back.first().is_some_and(|s| s.inside && s.shape == entry.shape) => length,
            _ => entry.at,
        };
        found.push((entry.at, end));
    }
    for (exit, at) in &exits {
        let has_entry = ahead.iter().any(|s| s.shape == exit.shape && s.at <= at + close);
        if !has_entry {
            let before = ahead
                .iter()
                .map(|s| s.at)
                .filter(|entry| *entry <= *at)
                .fold(f64::NEG_INFINITY, f64::max);
            let start = if before.is_finite() {
                before
            } else if starts_inside {
                0.0
            } else {
                *at
            };
            found.push((start, *at));
        }
    }
    found
        .iter()
        .map(|(from, to)| (from / length, to / length))
        .collect()
}

//! What a pass costs without its rays: `cargo bench -p enemy_senses_core`.
//!
//! "Idle" is a crowd with nobody in range, the case that most enemies of a game are in at most times. "Busy" is the worst:
//! everybody sees everybody, so that each pair is a look, a belief and a track.

use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use enemy_senses_core::profile::Profile;
use enemy_senses_core::sight::{Eye, Figure, Shape};
use enemy_senses_core::world::{Agent, AgentId, Noise, Sightlines, Target, World};
use enemy_senses_core::{Frame, Vec3};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

const DELTA: f64 = 1.0 / 60.0;

/// Sizes of a game: agents and targets.
const SIZES: [(usize, usize); 4] = [(1_000, 8), (1_000, 64), (10_000, 8), (10_000, 64)];

fn main() {
    // A row for `cargo xtask bench`. An agent that believes in nobody owns nothing else.
    let bytes = size_of::<Agent>();
    println!(
        r#"BENCH {{"id":"8-bytes","what":"one agent without tracks","value":{bytes},"bar":512,"unit":"bytes","limit":"most","rays":0,"differences":0}}"#
    );
    divan::main();
}

/// An engine that answers at once.
struct OpenField(u64);

impl Sightlines for OpenField {
    fn is_clear(&mut self, _: AgentId, _: &Target, _: Vec3, _: Vec3) -> bool {
        self.0 += 1;
        true
    }

    fn rays(&self) -> u64 {
        self.0
    }

    fn walls(&mut self, _: AgentId, _: &Noise, _: u32) -> u32 {
        0
    }

    fn is_ours(&mut self, _: AgentId) -> bool {
        true
    }
}

/// Where agents and targets are, by their numbers.
struct Layout {
    agent: fn(usize) -> Vec3,
    target: fn(usize) -> Vec3,
}

/// A crowd on a square of 40 px, and targets in the midst of it.
const TOGETHER: Layout = Layout {
    agent: |number| Vec3::new((number % 40) as f32, (number / 40 % 40) as f32, 0.0),
    target: |number| Vec3::new(number as f32, 20.0, 0.0),
};

/// The targets are out of sight, but where their order along x does not help.
const BESIDE: Layout = Layout {
    target: |number| Vec3::new(number as f32, 1000.0, 0.0),
    ..TOGETHER
};

/// All over a map of 4000 px: an agent has hardly one target in range.
const SCATTERED: Layout = Layout {
    agent: |number| Vec3::new((number % 100 * 40) as f32, (number / 100 * 40) as f32, 0.0),
    target: |number| Vec3::new((number % 8 * 500) as f32, (number / 8 * 500) as f32, 0.0),
};

/// Agents that look all round, and targets.
fn scene(agents: usize, targets: usize, layout: &Layout) -> (World, Vec<Target>) {
    let mut profile = Profile::defaults(Frame::TopDown);
    profile.vision.view_angle = 360.0;
    let profile = Arc::new(profile);
    let mut world = World::default();
    for number in 0..agents {
        let mut agent = Agent::new(profile.clone(), Frame::TopDown, 2000.0, number as u64);
        let place = (layout.agent)(number);
        agent.eye = Eye {
            position: place,
            forward: Some(Vec3::X),
            up: Vec3::Z,
            by_hand: false,
        };
        (agent.group, agent.space, agent.awake) = (1, 1, true);
        world.agents.insert(agent);
    }
    let targets = (0..targets).map(|number| {
        let place = (layout.target)(number);
        Target {
            key: 1000 + number as u64,
            group: 1,
            space: 1,
            figure: Figure {
                position: place,
                aim: place,
                shape: Shape::Point,
                exposure: 1.0,
                movement: 1.0,
            },
            own_aim: true,
        }
    });
    let targets = targets.collect();
    (world, targets)
}

/// A pass in the middle of a game; an item is an agent.
fn pass(bencher: Bencher, (agents, targets): (usize, usize), layout: &Layout, max_rays: u64) {
    let (mut world, targets) = scene(agents, targets, layout);
    world.max_rays = max_rays;
    let mut lines = OpenField(0);
    let mut tick = move |world: &mut World| {
        lines.0 = 0;
        world.tick(DELTA, &targets, &mut lines);
        for id in std::mem::take(&mut world.told) {
            world.agents[id].events.clear();
        }
    };
    for _ in 0..60 {
        tick(&mut world);
    }
    bencher
        .counter(ItemsCount::new(agents))
        .bench_local(|| tick(&mut world));
}

/// Nobody in range.
#[divan::bench(args = SIZES)]
fn idle(bencher: Bencher, size: (usize, usize)) {
    pass(bencher, size, &BESIDE, 0);
}

/// A map with rays for 500 looks a tick.
#[divan::bench(args = SIZES)]
fn scattered_with_a_budget(bencher: Bencher, size: (usize, usize)) {
    pass(bencher, size, &SCATTERED, 500);
}

/// Everybody sees everybody.
#[divan::bench(args = SIZES)]
fn busy(bencher: Bencher, size: (usize, usize)) {
    pass(bencher, size, &TOGETHER, 0);
}

/// Everybody could see everybody, but there are rays for 500 looks a tick.
#[divan::bench(args = SIZES)]
fn busy_with_a_budget(bencher: Bencher, size: (usize, usize)) {
    pass(bencher, size, &TOGETHER, 500);
}

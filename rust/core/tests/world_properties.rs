//! What holds for every crowd: order does not matter, the same happens twice, better seen is never noticed later, and
//! nothing that is thrown at an agent breaks it.

mod support;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use enemy_senses_core::alert::Level;
use enemy_senses_core::frame::distance;
use enemy_senses_core::hearing::loudness;
use enemy_senses_core::memory::Stimulus;
use enemy_senses_core::profile::Profile;
use enemy_senses_core::sight::Shape;
use enemy_senses_core::track::Key;
use enemy_senses_core::world::{AgentId, Event, Noise, Report};
use enemy_senses_core::{Frame, Vec3};
use proptest::prelude::*;
use support::{GROUP, SPACE, Stage, at, guard, noise, profile, target};

/// One of a crowd.
#[derive(Debug, Clone)]
struct Extra {
    place: Vec3,
    degrees: f64,
    squad: u32,
    profile: Profile,
}

/// One who is looked at.
#[derive(Debug, Clone)]
struct Walker {
    from: Vec3,
    velocity: Vec3,
    exposure: f64,
    body: bool,
}

#[derive(Debug, Clone)]
struct Sound {
    tick: u64,
    place: Vec3,
    strength: f64,
    source: Option<Key>,
    tag: u32,
}

/// A whole little story.
#[derive(Debug, Clone)]
struct Story {
    extras: Vec<Extra>,
    walkers: Vec<Walker>,
    sounds: Vec<Sound>,
    max_rays: u64,
}

fn place() -> impl Strategy<Value = Vec3> {
    (-300.0_f32..300.0, -300.0_f32..300.0).prop_map(|(x, y)| Vec3::new(x, y, 0.0))
}

fn any_profile() -> impl Strategy<Value = Profile> {
    let sight = (
        20.0_f64..360.0,
        0.05_f64..2.0,
        prop_oneof![Just(0.0), 0.02_f64..0.3],
        prop_oneof![Just(0.0), 5.0_f64..60.0],
    );
    let hearing = (
        prop_oneof![Just(0.0), 0.05_f64..0.5],
        prop_oneof![Just(0.0), 1.0_f64..90.0],
        0.5_f64..1.0,
    );
    let mind = (
        0.2_f64..5.0,
        0.0_f64..0.5,
        prop_oneof![Just(0.0), 0.05_f64..0.3],
        0_i64..4,
    );
    (sight, hearing, mind).prop_map(
        |((angle, rise, interval, touch), (gain, fuzz, cap), (fall, delay, floor, hops))| {
            profile(|p| {
                p.vision.view_range = 400.0;
                p.vision.view_angle = angle;
                p.vision.peripheral_angle = 200.0;
                (p.sight_rise_time, p.sense_interval, p.touch_radius) = (rise, interval, touch);
                (p.noise_gain, p.position_fuzz, p.sound_cap) = (gain, fuzz, cap);
                (p.fall_time, p.decay_delay, p.confidence_floor) = (fall, delay, floor);
                (p.reaction_delay_min, p.reaction_delay_max) = (0.0, delay);
                (p.perception_scale_min, p.perception_scale_max) = (0.8, 1.2);
                (p.shout_radius, p.share_hops, p.memory_duration) = (250.0, hops, 1.0);
            })
        },
    )
}

fn story() -> impl Strategy<Value = Story> {
    let extra =
        (place(), 0.0_f64..360.0, 0_u32..3, any_profile()).prop_map(|(place, degrees, squad, profile)| {
            Extra {
                place,
                degrees,
                squad,
                profile,
            }
        });
    let walker =
        (place(), place(), 0.1_f64..1.0, any::<bool>()).prop_map(|(from, velocity, exposure, body)| Walker {
            from,
            velocity,
            exposure,
            body,
        });
    let source = prop_oneof![Just(None), (0_u64..3).prop_map(Some)];
    let sound = (0_u64..120, place(), 0.1_f64..1.0, source, 0_u32..2).prop_map(
        |(tick, place, strength, source, tag)| Sound {
            tick,
            place,
            strength,
            source,
            tag,
        },
    );
    (
        prop::collection::vec(extra, 1..6),
        prop::collection::vec(walker, 0..6),
        prop::collection::vec(sound, 0..8),
    )
        .prop_map(|(extras, walkers, sounds)| Story {
            extras,
            walkers,
            sounds,
            max_rays: 0,
        })
}

/// What happened to each of the crowd, by its number: every event and, tick by tick, how sure it was.
type Trace = Vec<Vec<String>>;

/// Plays a story with the agents and the targets put in by the given orders.
fn play(story: &Story, agents: &[usize], targets: &[usize]) -> Trace {
    let mut stage = Stage::new(60.0);
    stage.world.max_rays = story.max_rays;
    // A wall across the middle with a door in it.
    stage.lines.blocks = Box::new(|from, to| {
        let part = -from.x / (to.x - from.x);
        (0.0..=1.0).contains(&part) && (from.y + part * (to.y - from.y)).abs() > 60.0
    });
    let mut ids = vec![AgentId::default(); story.extras.len()];
    for number in agents {
        let extra = &story.extras[*number];
        let mut agent = guard(&extra.profile, Frame::TopDown, extra.place, *number as u64 + 1);
        agent.eye.forward = Some(at(1.0, extra.degrees));
        agent.squad = extra.squad;
        ids[*number] = stage.world.agents.insert(agent);
    }
    for number in targets {
        let walker = &story.walkers[*number];
        stage.add(*number as Key, walker.from);
        let figure = &mut stage.target(*number as Key).figure;
        figure.exposure = walker.exposure;
        if walker.body {
            figure.shape = Shape::Body {
                radius: 8.0,
                crouching: false,
            };
        }
    }
    let numbers: HashMap<AgentId, usize> = ids.iter().enumerate().map(|(number, id)| (*id, number)).collect();
    let everybody: Arc<[AgentId]> = agents.iter().map(|number| ids[*number]).collect();
    let mut trace: Trace = vec![Vec::new(); ids.len()];
    for tick in 0..120 {
        for target in 0..stage.targets.len() {
            let walker = &story.walkers[stage.targets[target].key as usize];
            let place = walker.from + walker.velocity * (tick as f32 / 60.0);
            let figure = &mut stage.targets[target].figure;
            (figure.position, figure.aim) = (place, place);
        }
        for sound in story.sounds.iter().filter(|sound| sound.tick == tick) {
            stage.make(Noise {
                source: sound.source,
                tag: sound.tag,
                gives_away: sound.source.iter().map(|key| (GROUP, *key)).collect(),
                listeners: everybody.clone(),
                ..noise(sound.place, 300.0, sound.strength, &[])
            });
        }
        stage.step();
        for entry in stage.log.drain(..) {
            let told = match entry.event {
                Event::Told { position, from } => format!("{position} by {:?}", from.map(|id| numbers[&id])),
                other => format!("{other:?}"),
            };
            trace[numbers[&entry.who]].push(format!("{tick}: {told}"));
        }
        for (number, id) in ids.iter().enumerate() {
            let agent = stage.agent(*id);
            trace[number].push(format!(
                "{:?} {:?}",
                agent.awareness(),
                agent.strongest().map(|track| track.key)
            ));
        }
    }
    trace
}

fn in_order(count: usize) -> Vec<usize> {
    (0..count).collect()
}

/// A story, and two ways to tell it.
fn story_in_two_orders() -> impl Strategy<Value = (Story, Vec<usize>, Vec<usize>)> {
    story().prop_flat_map(|story| {
        let agents = Just(in_order(story.extras.len())).prop_shuffle();
        let targets = Just(in_order(story.walkers.len())).prop_shuffle();
        (Just(story), agents, targets)
    })
}

/// How sure a guard with the default profile is of a target after half a second in sight.
fn awareness_of(place: Vec3, exposure: f64, degrees_of_periphery: f64) -> f64 {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| {
        p.vision.peripheral_angle = degrees_of_periphery;
        p.sight_rise_time = 1.0;
    }));
    stage.add(1, place);
    stage.target(1).figure.exposure = exposure;
    stage.seconds(0.5);
    stage.awareness(id)
}

/// Anything that can be done to an agent from outside.
#[derive(Debug, Clone)]
enum Deed {
    MoveTarget(usize, Vec3),
    MoveEye(Vec3, Option<f64>),
    Light(usize, f64, f64),
    Hear(Vec3, f64, Option<Key>),
    Noise(Vec3, f64, f64, Option<Key>),
    Tell(Option<Key>, Vec3, f64, f64),
    Hurt(Vec3, Option<Key>),
    Reinforce(Vec3, f64),
    GiveUp,
    Forget(Key),
    ForgetAll,
    Lose(Key),
    Remove(usize),
    Appear(Key, Vec3),
    Sleep(bool),
    Manual(bool),
    Reseed(u64),
    WarmUp,
    Rise(f64),
    Fall(f64),
    Wait(u8),
}

/// A place that may not be one.
fn wild_place() -> impl Strategy<Value = Vec3> {
    let number = || {
        prop_oneof![
            8 => -300.0_f32..300.0,
            1 => Just(f32::NAN),
            1 => Just(-f32::NAN),
            1 => Just(f32::INFINITY),
            1 => Just(f32::NEG_INFINITY),
            1 => -1e30_f32..1e30,
        ]
    };
    (number(), number()).prop_map(|(x, y)| Vec3::new(x, y, 0.0))
}

fn deed() -> impl Strategy<Value = Deed> {
    let key = || prop::option::of(0_u64..4);
    let degrees = prop::option::of(0.0_f64..360.0);
    let time = || prop_oneof![Just(0.0), 0.01_f64..5.0, Just(f64::INFINITY)];
    prop_oneof![
        4 => (0_usize..4, wild_place()).prop_map(|(target, place)| Deed::MoveTarget(target, place)),
        2 => (wild_place(), degrees).prop_map(|(place, degrees)| Deed::MoveEye(place, degrees)),
        1 => (0_usize..4, 0.0_f64..1.0, 1.0_f64..2.0).prop_map(|(t, light, speed)| Deed::Light(t, light, speed)),
        2 => (place(), 0.0_f64..2.0, key()).prop_map(|(place, strength, key)| Deed::Hear(place, strength, key)),
        2 => (place(), 0.0_f64..500.0, 0.0_f64..1.0, key()).prop_map(|(p, r, s, k)| Deed::Noise(p, r, s, k)),
        2 => (key(), place(), 0.0_f64..1.0, 0.0_f64..3.0).prop_map(|(k, p, amount, age)| Deed::Tell(k, p, amount, age)),
        1 => (place(), key()).prop_map(|(place, key)| Deed::Hurt(place, key)),
        1 => (place(), 0.0_f64..1.0).prop_map(|(place, strength)| Deed::Reinforce(place, strength)),
        1 => Just(Deed::GiveUp),
        1 => (0_u64..4).prop_map(Deed::Forget),
        1 => Just(Deed::ForgetAll),
        1 => (0_u64..4).prop_map(Deed::Lose),
        1 => (0_usize..4).prop_map(Deed::Remove),
        2 => (0_u64..4, place()).prop_map(|(key, place)| Deed::Appear(key, place)),
        1 => any::<bool>().prop_map(Deed::Sleep),
        1 => any::<bool>().prop_map(Deed::Manual),
        1 => any::<u64>().prop_map(Deed::Reseed),
        1 => Just(Deed::WarmUp),
        1 => time().prop_map(Deed::Rise),
        1 => time().prop_map(Deed::Fall),
        6 => (1_u8..30).prop_map(Deed::Wait),
    ]
}

fn do_it(deed: Deed, stage: &mut Stage, id: AgentId, ally: AgentId) {
    match deed {
        Deed::MoveTarget(number, place) => {
            if let Some(target) = stage.targets.get_mut(number) {
                (target.figure.position, target.figure.aim) = (place, place);
            }
        }
        Deed::MoveEye(place, degrees) => {
            let eye = &mut stage.agent_mut(id).eye;
            eye.position = place;
            eye.forward = degrees.map(|degrees| at(1.0, degrees));
        }
        Deed::Light(number, light, speed) => {
            if let Some(target) = stage.targets.get_mut(number) {
                (target.figure.exposure, target.figure.movement) = (light, speed);
            }
        }
        Deed::Hear(place, strength, key) => stage.agent_mut(id).hear(place, strength, 0, key),
        Deed::Noise(place, radius, strength, source) => {
            stage.make(Noise {
                source,
                ..noise(place, radius, strength, &[id, ally])
            });
        }
        Deed::Tell(target, position, amount, age) => stage.agent_mut(id).be_told(&Report {
            position,
            velocity: Vec3::ZERO,
            target,
            amount,
            age,
            hops: 1,
            from: Some(ally),
        }),
        Deed::Hurt(place, key) => stage.agent_mut(id).be_hurt(place, key),
        Deed::Reinforce(place, strength) => {
            stage.agent_mut(id).reinforce(place, strength, Stimulus::Custom);
        }
        Deed::GiveUp => stage.agent_mut(id).give_up(),
        Deed::Forget(key) => stage.agent_mut(id).forget(key),
        Deed::ForgetAll => stage.agent_mut(id).forget_all(),
        Deed::Lose(key) => {
            stage.targets.retain(|target| target.key != key);
            stage.agent_mut(id).lose_keys(|gone| gone == key);
        }
        Deed::Remove(number) => {
            if number < stage.targets.len() {
                stage.targets.remove(number);
            }
        }
        Deed::Appear(key, place) => {
            if !stage.targets.iter().any(|target| target.key == key) {
                stage.targets.push(target(key, place));
            }
        }
        Deed::Sleep(asleep) => {
            let moment = stage.world.next_moment();
            let agent = stage.agent_mut(id);
            (agent.awake, agent.awake_since) = (!asleep, moment);
            if asleep {
                agent.clear_inbox();
            }
        }
        Deed::Manual(manual) => stage.agent_mut(id).manual = manual,
        Deed::Reseed(seed) => stage.agent_mut(id).reseed(seed),
        Deed::WarmUp => stage.agent_mut(id).begin_warm_up(),
        Deed::Rise(time) => stage.agent_mut(id).tunables.confidence_rise_time = time,
        Deed::Fall(time) => stage.agent_mut(id).tunables.confidence_fall_time = time,
        Deed::Wait(ticks) => stage.ticks(u64::from(ticks)),
    }
}

/// Levels go by single steps from where they were; whoever is spotted was not sensed, whoever is lost was.
fn check_events(stage: &Stage, ids: [AgentId; 2]) -> Result<(), TestCaseError> {
    for id in ids {
        let (mut level, mut sensed) = (Level::Unaware, HashSet::new());
        for event in stage.events(id) {
            match event {
                Event::Level(to, from) => {
                    prop_assert_eq!(from, level);
                    prop_assert_eq!((to as i8 - from as i8).abs(), 1);
                    level = to;
                }
                Event::Spotted(key) => prop_assert!(sensed.insert(key), "{} spotted twice", key),
                Event::Lost(key, place) => {
                    prop_assert!(sensed.remove(&key), "{} lost twice", key);
                    prop_assert!(place.is_finite());
                }
                Event::Heard { origin, strength, .. } => {
                    prop_assert!(origin.is_finite() && strength > 0.0 && strength <= 1.0);
                }
                Event::Told { position, .. } => prop_assert!(position.is_finite()),
                Event::Forgotten(_) => {}
            }
        }
        prop_assert_eq!(level, stage.level(id));
        prop_assert_eq!(sensed, stage.agent(id).sensed().collect::<HashSet<_>>());
    }
    Ok(())
}

fn check_beliefs(stage: &Stage, ids: [AgentId; 2]) -> Result<(), TestCaseError> {
    for id in ids {
        let mut keys = HashSet::new();
        let mut anonymous = 0;
        for track in stage.agent(id).state.tracks.all() {
            let belief = &track.belief;
            prop_assert!((0.0..=1.0).contains(&belief.confidence), "{:?}", belief);
            prop_assert!(belief.last_known_position.is_finite());
            prop_assert!(belief.last_known_velocity.is_finite());
            prop_assert!(belief.time_since_seen >= 0.0);
            prop_assert!(track.key.is_none_or(|key| keys.insert(key)), "two beliefs of one");
            anonymous += usize::from(track.key.is_none());
        }
        prop_assert!(anonymous <= 8);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn in_whatever_order_they_come_the_same_happens_to_each((story, agents, targets) in story_in_two_orders()) {
        let (plain, shuffled) = (
            play(&story, &in_order(story.extras.len()), &in_order(story.walkers.len())),
            play(&story, &agents, &targets),
        );
        for (number, (plain, shuffled)) in plain.iter().zip(&shuffled).enumerate() {
            for (a, b) in plain.iter().zip(shuffled) {
                prop_assert_eq!(a, b, "agent {}", number);
            }
            prop_assert_eq!(plain.len(), shuffled.len());
        }
    }

    #[test]
    fn the_same_story_is_the_same_twice_with_a_budget_too(story in story(), max_rays in 0_u64..6) {
        let story = Story { max_rays, ..story };
        let (agents, targets) = (in_order(story.extras.len()), in_order(story.walkers.len()));
        prop_assert_eq!(play(&story, &agents, &targets), play(&story, &agents, &targets));
    }

    #[test]
    fn more_light_is_never_noticed_later(light in 0.0_f64..1.0, more in 0.0_f64..1.0, away in 0.0_f64..240.0) {
        let place = at(away, 20.0);
        prop_assert!(awareness_of(place, (light + more).min(1.0), 0.0) >= awareness_of(place, light, 0.0));
    }

    #[test]
    fn nearer_is_never_noticed_later(away in 0.0_f64..240.0, nearer in 0.0_f64..1.0, degrees in 0.0_f64..80.0) {
        let sure = |away| awareness_of(at(away, degrees), 1.0, 160.0);
        prop_assert!(sure(away * nearer) >= sure(away) - 1e-6);
    }

    #[test]
    fn farther_to_the_side_is_never_noticed_sooner(
        away in 10.0_f64..240.0, degrees in 0.0_f64..180.0, more in 0.0_f64..180.0,
    ) {
        let sure = |degrees: f64| awareness_of(at(away, degrees.min(180.0)), 1.0, 160.0);
        prop_assert!(sure(degrees + more) <= sure(degrees) + 1e-6);
    }

    #[test]
    fn of_one_makers_noises_the_one_that_is_loudest_at_the_ear_is_heard_in_whatever_order_they_come(
        noises in prop::collection::vec((place(), 1.0_f64..900.0, 0.0_f64..1.0), 1..40),
    ) {
        let mut stage = Stage::new(60.0);
        let id = stage.guard(&profile(|_| {}), Vec3::ZERO);
        stage.step();
        for (origin, radius, strength) in &noises {
            stage.make(Noise { source: Some(9), ..noise(*origin, *radius, *strength, &[id]) });
        }
        stage.step();
        let ear = stage.agent(id).eye.position;
        let loudest = (noises.iter())
            .map(|(origin, radius, strength)| loudness(distance(*origin, ear), *radius, *strength, 1.0, 0))
            .fold(0.0, f64::max);
        let heard: Vec<f64> = (stage.events(id).iter())
            .filter_map(|event| match event {
                Event::Heard { strength, .. } => Some(*strength),
                _ => None,
            })
            .collect();
        prop_assert!(heard.len() <= 1);
        prop_assert!((heard.first().copied().unwrap_or(0.0) - loudest).abs() < 1e-9, "{:?}, not {}", heard, loudest);
    }

    #[test]
    fn whatever_is_done_to_it_belief_stays_sound_and_nothing_is_told_twice(
        deeds in prop::collection::vec(deed(), 1..80),
        profile in any_profile(),
        max_rays in 0_u64..4,
    ) {
        let mut stage = Stage::new(60.0);
        stage.world.max_rays = max_rays;
        stage.lines.blocks = Box::new(|_, to| to.y > 100.0);
        let id = stage.guard(&profile, Vec3::ZERO);
        let ally = stage.guard(&profile, at(50.0, 180.0));
        for key in 0..4 {
            stage.add(key, at(60.0 + 50.0 * key as f64, 10.0 * key as f64));
        }
        for deed in deeds {
            do_it(deed, &mut stage, id, ally);
            stage.step();
            if stage.agent(id).manual {
                stage.update(id, 0.03);
            }
            check_beliefs(&stage, [id, ally])?;
        }
        // What has happened and was not told yet, while it slept or was updated by hand.
        let moment = stage.world.next_moment();
        let agent = stage.agent_mut(id);
        (agent.awake, agent.manual, agent.awake_since, agent.space) = (true, false, moment, SPACE);
        stage.step();
        check_events(&stage, [id, ally])?;
        check_beliefs(&stage, [id, ally])?;
    }
}

//! What a whole character does, tick by tick: sight, hearing, levels, squads, memory, and the budget for all of it.

mod support;

use std::sync::Arc;

use enemy_senses_core::alert::Level;
use enemy_senses_core::hearing::Way;
use enemy_senses_core::memory::Stimulus;
use enemy_senses_core::sight::Shape;
use enemy_senses_core::world::{Agent, AgentId, Event, Noise, Report};
use enemy_senses_core::{Frame, Vec3};
use support::{
    FAR, SPACE, Stage, WARM_UP, assert_near, at, guard, is_forgotten, is_heard, is_lost, is_spotted, is_told,
    noise, organic_guard, profile, target,
};

const RATES: [f64; 3] = [30.0, 60.0, 120.0];

fn level_is(level: Level) -> impl Fn(&Event) -> bool {
    move |event| matches!(event, Event::Level(to, _) if *to == level)
}

// --- Sight ----------------------------------------------------------------------------------------------------------

#[test]
fn an_organic_guard_notices_in_its_times_at_any_tick_rate() {
    let body = Shape::Body {
        radius: 8.0,
        crouching: false,
    };
    for rate in RATES {
        for (place, shape, speed) in [
            (Vec3::ZERO, Shape::Point, 1.0),
            (at(270.0, 0.0), Shape::Point, 0.75),
            (at(5.4, 70.0), Shape::Point, 1.0),
            (at(54.0, 70.0), Shape::Point, 0.25 * 0.99),
            (at(54.0, -70.0), Shape::Point, 0.25 * 0.99),
            (at(270.0, 0.0), body.clone(), 0.75 / 3.0),
        ] {
            let mut stage = Stage::new(rate);
            // Of the edges nothing shows, in any case.
            stage.lines.blocks = Box::new(|_, to| to.y.abs() > 1.0 && to.y.abs() < 9.0 && to.x > 200.0);
            let id = stage.warm_guard(&organic_guard());
            stage.add(1, place);
            stage.target(1).figure.shape = shape;
            let took = stage.until(|stage| stage.awareness(id) >= 1.0);
            stage.assert_time(took, 1.0 / (1.2 * speed));
        }
    }
}

#[test]
fn in_the_dark_noticing_takes_as_much_longer_as_there_is_less_light() {
    for rate in RATES {
        let mut stage = Stage::new(rate);
        let id = stage.warm_guard(&profile(|_| {}));
        stage.add(1, Vec3::ZERO);
        stage.target(1).figure.exposure = 0.15;
        let took = stage.until(|stage| stage.awareness(id) >= 1.0);
        stage.assert_time(took, 0.45 / 0.15);
    }
}

#[test]
fn the_gain_is_the_product_of_its_factors() {
    let mut stage = Stage::new(60.0);
    let personal = profile(|p| {
        p.vision.peripheral_angle = 160.0;
        (p.perception_scale_min, p.perception_scale_max) = (0.85, 1.15);
    });
    let id = stage.warm_guard(&personal);
    stage.add(1, at(120.0, 60.0));
    let figure = &mut stage.target(1).figure;
    (figure.exposure, figure.movement) = (0.4, 1.5);
    stage.ticks(4);
    let before = stage.awareness(id);
    stage.step();
    let insight = stage.agent(id).insight(1).unwrap();
    let scale = stage.agent(id).perception_scale();
    assert!((0.85..1.15).contains(&scale) && scale != 1.0);
    let cone = 1.0 + (0.25 - 1.0) * (60.0 - 45.0) / (80.0 - 45.0);
    assert!((insight.visibility - cone * 0.75 * 0.4).abs() < 1e-5);
    assert_near(insight.gain, insight.visibility / 0.45 * 1.5 * scale);
    assert!((stage.awareness(id) - before - insight.gain / 60.0).abs() < 1e-9);
}

#[test]
fn without_falloff_distance_does_not_slow_it_down() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.distance_falloff = false));
    stage.add(1, at(239.0, 0.0));
    let took = stage.until(|stage| stage.awareness(id) >= 1.0);
    stage.assert_time(took, 0.45);
}

#[test]
fn no_rise_time_is_certain_in_the_second_sample_and_no_perception_is_never() {
    let mut stage = Stage::new(60.0);
    let quick = stage.guard(&profile(|p| p.sight_rise_time = 0.0), Vec3::ZERO);
    let dull = profile(|p| {
        p.sight_rise_time = 0.0;
        (p.perception_scale_min, p.perception_scale_max) = (0.0, 0.0);
    });
    let dull = stage.guard(&dull, Vec3::ZERO);
    stage.add(1, at(100.0, 0.0));
    stage.ticks(WARM_UP + 1);
    assert_eq!(stage.awareness(quick), 0.0);
    stage.step();
    assert_eq!(stage.awareness(quick), 1.0);
    stage.seconds(1.0);
    assert_eq!(stage.awareness(dull), 0.0);
}

#[test]
fn a_target_is_spotted_in_its_second_sample_and_lost_after_the_delay_each_once() {
    for rate in RATES {
        let mut stage = Stage::new(rate);
        let id = stage.guard(&profile(|_| {}), Vec3::ZERO);
        stage.add(1, at(100.0, 0.0));
        stage.seconds(2.0);
        assert_eq!(stage.when(id, is_spotted), [WARM_UP + 2]);
        let gone = stage.tick;
        stage.put(1, FAR);
        stage.seconds(2.0);
        let delay = (0.2 * rate).round() as u64;
        assert_eq!(stage.when(id, is_lost), [gone + delay]);
        assert_eq!(stage.count(id, is_spotted), 1);
        assert!(stage.events(id).contains(&Event::Lost(1, at(100.0, 0.0))));
    }
}

#[test]
fn nothing_counts_while_warming_up() {
    let mut stage = Stage::new(60.0);
    let id = stage.guard(&profile(|_| {}), Vec3::ZERO);
    stage.add(1, at(50.0, 0.0));
    for _ in 0..WARM_UP {
        stage.step();
        assert_eq!(stage.lines.rays, 0);
    }
    stage.step();
    assert_eq!((stage.lines.rays, stage.awareness(id)), (1, 0.0));
    stage.agent_mut(id).begin_warm_up();
    for _ in 0..WARM_UP {
        stage.step();
        assert_eq!((stage.lines.rays, stage.awareness(id)), (0, 0.0));
    }
    stage.ticks(2);
    assert!(stage.awareness(id) > 0.0);
}

#[test]
fn whoever_was_idle_for_long_has_warmed_up() {
    let mut stage = Stage::new(60.0);
    let id = stage.guard(&profile(|_| {}), Vec3::ZERO);
    stage.ticks(WARM_UP);
    stage.add(1, at(50.0, 0.0));
    stage.ticks(2);
    assert!(stage.awareness(id) > 0.0);
}

#[test]
fn a_lone_good_sample_counts_nothing() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.add(1, FAR);
    for _ in 0..20 {
        stage.put(1, at(100.0, 0.0));
        stage.step();
        stage.put(1, FAR);
        stage.step();
    }
    assert_eq!(stage.awareness(id), 0.0);
    assert_eq!(stage.log, []);
}

#[test]
fn the_second_good_sample_credits_both() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.add(1, Vec3::ZERO);
    stage.step();
    assert_eq!(stage.awareness(id), 0.0);
    stage.step();
    assert_near(stage.awareness(id), 2.0 / 60.0 / 0.45);
    stage.step();
    assert_near(stage.awareness(id), 3.0 / 60.0 / 0.45);
}

#[test]
fn belief_decays_from_the_first_missed_sample_while_the_delay_holds_what_is_sensed() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.lost_delay = 1.0));
    stage.add(1, Vec3::ZERO);
    stage.seconds(1.0);
    assert!(stage.agent(id).sees(1));
    stage.put(1, FAR);
    for missed in 1..60 {
        stage.step();
        assert_near(stage.awareness(id), 1.0 - f64::from(missed) / 60.0 / 3.5);
        assert!(stage.agent(id).senses(1) && !stage.agent(id).sees(1));
        assert_eq!(stage.agent(id).sensed().collect::<Vec<_>>(), [1]);
    }
    stage.step();
    assert!(!stage.agent(id).senses(1));
    assert_eq!(stage.count(id, is_lost), 1);
}

#[test]
fn lone_good_samples_do_not_hold_a_target() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.add(1, at(100.0, 0.0));
    stage.ticks(10);
    for tick in 0..12 {
        stage.put(1, if tick % 2 == 0 { FAR } else { at(100.0, 0.0) });
        stage.step();
    }
    assert_eq!(stage.count(id, is_lost), 1);
}

#[test]
fn one_missed_tick_is_neither_a_loss_nor_a_second_spotting() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.add(1, at(100.0, 0.0));
    for _ in 0..20 {
        stage.ticks(10);
        stage.put(1, FAR);
        stage.step();
        stage.put(1, at(100.0, 0.0));
    }
    assert_eq!((stage.count(id, is_spotted), stage.count(id, is_lost)), (1, 0));
}

#[test]
fn a_rare_look_counts_for_the_time_since_the_last() {
    for rate in RATES {
        for seed in 1..20 {
            let mut stage = Stage::new(rate);
            let rare = profile(|p| (p.sense_interval, p.sight_rise_time) = (0.1, 2.0));
            let id = stage
                .world
                .agents
                .insert(guard(&rare, Frame::TopDown, Vec3::ZERO, seed));
            stage.ticks(WARM_UP);
            stage.add(1, Vec3::ZERO);
            let took = stage.until(|stage| stage.awareness(id) >= 1.0);
            let late = took - 2.0;
            assert!(
                late > -1e-6 && late < 0.1 + stage.delta() + 1e-6,
                "{took} at {rate}"
            );
        }
    }
}

#[test]
fn rare_looks_are_spread_over_the_crowd() {
    let mut stage = Stage::new(60.0);
    let rare = profile(|p| p.sense_interval = 0.1);
    for _ in 0..600 {
        stage.guard(&rare, Vec3::ZERO);
    }
    stage.add(1, at(50.0, 0.0));
    stage.ticks(20);
    let mut all = 0;
    for _ in 0..60 {
        stage.step();
        assert!(
            (50..150).contains(&stage.lines.rays),
            "{} at once",
            stage.lines.rays
        );
        all += stage.lines.rays;
    }
    assert!(all.abs_diff(6000) <= 600, "{all} looks in a second");
}

#[test]
fn an_interval_that_is_set_later_spreads_the_crowd_as_well() {
    let mut stage = Stage::new(60.0);
    let ids: Vec<AgentId> = (0..600)
        .map(|_| stage.guard(&profile(|_| {}), Vec3::ZERO))
        .collect();
    stage.add(1, at(50.0, 0.0));
    stage.ticks(20);
    let rare = Arc::new(profile(|p| p.sense_interval = 0.1));
    for id in ids {
        stage.agent_mut(id).profile = rare.clone();
    }
    for _ in 0..20 {
        stage.step();
        assert!(
            (50..150).contains(&stage.lines.rays),
            "{} at once",
            stage.lines.rays
        );
    }
}

#[test]
fn between_two_rare_looks_nobody_is_lost_and_nothing_fades() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.sense_interval = 0.5));
    stage.add(1, at(50.0, 0.0));
    let mut before = 0.0;
    for _ in 0..600 {
        stage.step();
        assert!(stage.awareness(id) >= before);
        before = stage.awareness(id);
    }
    assert_eq!((stage.count(id, is_spotted), stage.count(id, is_lost)), (1, 0));
}

#[test]
fn it_takes_no_look_to_miss_whoever_leaves_the_range() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.sense_interval = 0.5));
    stage.add(1, at(50.0, 0.0));
    stage.seconds(2.0);
    while stage.lines.rays == 0 {
        stage.step();
    }
    let before = stage.awareness(id);
    stage.put(1, FAR);
    stage.step();
    assert!(stage.agent(id).senses(1) && !stage.agent(id).sees(1));
    assert_near(stage.awareness(id), before - 1.0 / 60.0 / 3.5);
    stage.ticks(11);
    assert_eq!(stage.count(id, is_lost), 1);
}

#[test]
fn rare_looks_lose_a_target_no_sooner_than_the_delay() {
    let mut stage = Stage::new(60.0);
    stage.lines.blocks = Box::new(|_, to| to.x > 60.0);
    let id = stage.warm_guard(&profile(|p| (p.sense_interval, p.lost_delay) = (0.1, 1.0)));
    stage.add(1, at(50.0, 0.0));
    let mut last = 0;
    for _ in 0..60 {
        stage.step();
        last = if stage.lines.rays > 0 { stage.tick } else { last };
    }
    stage.put(1, at(70.0, 0.0));
    stage.seconds(2.0);
    assert_eq!(stage.when(id, is_lost), [last + 60]);
}

#[test]
fn a_touch_is_felt_behind_the_back_and_through_walls_without_a_ray() {
    let mut stage = Stage::new(60.0);
    stage.lines.blocks = Box::new(|_, _| true);
    let id = stage.warm_guard(&profile(|p| p.touch_radius = 30.0));
    stage.add(1, at(30.0, 180.0));
    let took = stage.until(|stage| stage.awareness(id) >= 1.0);
    stage.assert_time(took, 0.45);
    assert_eq!(stage.lines.rays, 0);
    assert_eq!(stage.track(id, 1).belief.stimulus, Stimulus::Touch);
    assert!(stage.agent(id).insight(1).unwrap().touched);
    assert_eq!(stage.count(id, is_spotted), 1);
    stage.put(1, at(30.1, 180.0));
    stage.seconds(0.5);
    assert_eq!(stage.count(id, is_lost), 1);
}

#[test]
fn a_blind_eye_still_feels() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.touch_radius = 30.0));
    let shut = stage.agent(id).gates.shut();
    stage.agent_mut(id).gates = shut;
    stage.add(1, at(31.0, 0.0));
    stage.seconds(0.2);
    assert_eq!(stage.awareness(id), 0.0);
    stage.put(1, at(29.0, 0.0));
    stage.seconds(0.2);
    assert!(stage.awareness(id) > 0.0);
}

#[test]
fn other_groups_and_other_spaces_are_not_looked_at() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.touch_radius = 300.0));
    stage.add(1, at(50.0, 0.0));
    stage.add(2, at(60.0, 0.0));
    stage.target(1).space = SPACE + 1;
    stage.target(2).group += 1;
    stage.seconds(0.5);
    assert_eq!((stage.lines.rays, stage.awareness(id)), (0, 0.0));
    assert_eq!(stage.log, []);
}

#[test]
fn the_range_is_inclusive_among_many_too() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.distance_falloff = false));
    stage.add(1, at(240.0, 0.0));
    stage.add(2, at(240.1, 0.0));
    for key in 3..40 {
        stage.add(key, at(300.0 + key as f64, 0.0));
    }
    stage.seconds(0.1);
    assert_eq!(stage.agent(id).sensed().collect::<Vec<_>>(), [1]);
}

#[test]
fn feet_are_felt_however_far_up_the_aim_is() {
    let mut stage = Stage::new(60.0);
    let short = profile(|p| {
        p.vision = enemy_senses_core::sight::Vision::defaults(Frame::Space);
        (p.vision.view_range, p.touch_radius) = (0.1, 1.0);
    });
    let id = stage
        .world
        .agents
        .insert(guard(&short, Frame::Space, Vec3::ZERO, 1));
    stage.ticks(WARM_UP);
    for own_aim in [true, false] {
        stage.targets = vec![target(1, Vec3::X)];
        stage.target(1).figure.aim = Vec3::new(1.0, 1.5, 0.0);
        stage.target(1).own_aim = own_aim;
        stage.agent_mut(id).aim = Vec3::Y * 1.5;
        stage.seconds(0.1);
        assert!(stage.agent(id).senses(1));
        stage.put(1, Vec3::X * 1.1);
        stage.seconds(0.5);
        assert!(!stage.agent(id).senses(1));
    }
}

#[test]
fn nobody_discovers_itself() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.touch_radius = 20.0));
    let agent = stage.agent_mut(id);
    (agent.body, agent.parent) = (Some(5), Some(6));
    for key in 5..=7 {
        stage.add(key, Vec3::ZERO);
    }
    stage.seconds(0.5);
    assert_eq!(stage.agent(id).sensed().collect::<Vec<_>>(), [7]);
}

#[test]
fn a_target_that_is_nowhere_hides_nobody_else() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    let nan = f32::from_bits(f32::NAN.to_bits() | 1 << 31);
    for (key, x) in [
        (1, nan),
        (2, f32::NAN),
        (3, f32::INFINITY),
        (4, f32::NEG_INFINITY),
    ] {
        stage.add(key, Vec3::new(x, 0.0, 0.0));
    }
    for key in 5..9 {
        stage.add(key, at(10.0 * key as f64, 0.0));
    }
    stage.seconds(0.5);
    let mut sensed: Vec<_> = stage.agent(id).sensed().collect();
    sensed.sort_unstable();
    assert_eq!(sensed, [5, 6, 7, 8]);
}

#[test]
fn each_target_has_a_belief_of_its_own_and_the_surest_is_the_strongest() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.add(1, at(200.0, 10.0));
    stage.add(2, at(50.0, 0.0));
    stage.seconds(0.3);
    let (far, near) = (stage.track(id, 1), stage.track(id, 2));
    assert!(near.belief.confidence > far.belief.confidence && far.belief.confidence > 0.0);
    assert_eq!(stage.agent(id).strongest().unwrap().key, Some(2));
}

#[test]
fn of_equally_sure_beliefs_the_nearest_and_then_the_oldest_stays_the_strongest() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.add(7, Vec3::new(100.0, 20.0, 0.0));
    stage.add(3, Vec3::new(100.0, -20.0, 0.0));
    stage.seconds(0.1);
    let first = stage.agent(id).strongest().unwrap().key;
    for tick in 0..200 {
        // Their order in the list must not matter, before and after both are certain.
        stage.targets.swap(0, 1);
        stage.step();
        assert_eq!(stage.agent(id).strongest().unwrap().key, first, "in tick {tick}");
    }
    stage.put(7, Vec3::new(99.0, 20.0, 0.0));
    stage.step();
    assert_eq!(stage.agent(id).strongest().unwrap().key, Some(7));
    stage.put(7, Vec3::new(101.0, 20.0, 0.0));
    stage.step();
    assert_eq!(stage.agent(id).strongest().unwrap().key, Some(3));
}

#[test]
fn whoever_is_spotted_in_the_same_tick_is_so_in_an_order_of_its_own() {
    for keys in [[3, 7], [7, 3]] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|_| {}));
        for key in keys {
            stage.add(key, Vec3::new(100.0, if key == 3 { 20.0 } else { -20.0 }, 0.0));
        }
        stage.seconds(0.1);
        assert_eq!(stage.events(id), [Event::Spotted(3), Event::Spotted(7)]);
        assert_eq!(stage.agent(id).strongest().unwrap().key, Some(3));
    }
}

#[test]
fn a_target_that_is_gone_is_lost_once_and_what_was_believed_is_believed_of_nobody() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.add(1, at(100.0, 0.0));
    stage.seconds(0.5);
    stage.targets.clear();
    stage.agent_mut(id).lose_keys(|key| key == 1);
    stage.seconds(1.0);
    assert_eq!(stage.count(id, is_lost), 1);
    let left = stage.agent(id).strongest().unwrap();
    assert_eq!(
        (left.key, left.belief.last_known_position),
        (None, at(100.0, 0.0))
    );
    assert!(!stage.agent(id).senses(1));
    assert!(stage.agent(id).insight(1).is_none());
}

#[test]
fn many_targets_that_are_gone_leave_only_the_strongest_beliefs_of_nobody() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    for key in 1..=20 {
        stage.agent_mut(id).be_told(&Report {
            amount: key as f64 / 40.0,
            ..report(at(key as f64 * 200.0, 0.0), Some(key))
        });
    }
    stage.agent_mut(id).lose_keys(|_| true);
    assert_eq!(anonymous(&stage, id), 8);
    assert_near(stage.awareness(id), 0.5);
}

#[test]
fn what_is_aimed_at_without_saying_so_is_aimed_at_as_the_eye_sees_fit() {
    let mut stage = Stage::new(60.0);
    let tall = profile(|p| p.vision.view_angle = 20.0);
    let id = stage.warm_guard(&tall);
    stage.agent_mut(id).aim = Vec3::new(0.0, -40.0, 0.0);
    stage.add(1, Vec3::new(100.0, 40.0, 0.0));
    stage.target(1).own_aim = false;
    stage.seconds(0.3);
    assert!(stage.agent(id).senses(1));
    assert_eq!(
        stage.track(id, 1).belief.last_known_position,
        Vec3::new(100.0, 40.0, 0.0)
    );
    stage.target(1).own_aim = true;
    stage.seconds(0.3);
    assert!(!stage.agent(id).senses(1));
}

// --- Levels ---------------------------------------------------------------------------------------------------------

#[test]
fn an_organic_guard_reacts_after_its_beat_and_calms_down_through_suspicion() {
    for rate in RATES {
        let mut stage = Stage::new(rate);
        let id = stage.warm_guard(&organic_guard());
        let delay = stage.agent(id).reaction_delay();
        assert!((0.25..0.7).contains(&delay));
        stage.add(1, Vec3::ZERO);
        let suspicious = stage.until(|stage| stage.level(id) == Level::Suspicious);
        stage.assert_time(suspicious, 0.3 / 1.2);
        let certain = stage.until(|stage| stage.awareness(id) >= 1.0);
        stage.assert_time(suspicious + certain, 1.0 / 1.2);
        let alerted = stage.until(|stage| stage.level(id) == Level::Alerted);
        stage.assert_time(alerted, delay);
        stage.put(1, FAR);
        let calmer = stage.until(|stage| stage.level(id) == Level::Suspicious);
        stage.assert_time(calmer, 2.0 + 0.5 / 0.08);
        let calm = stage.until(|stage| stage.level(id) == Level::Unaware);
        stage.assert_time(calmer + calm, 2.0 + 0.7 / 0.08);
        let forgotten = stage.until(|stage| stage.agent(id).strongest().is_none());
        stage.assert_time(calmer + calm + forgotten, 15.0);
        assert_eq!(
            stage.levels(id),
            [
                Level::Suspicious,
                Level::Alerted,
                Level::Suspicious,
                Level::Unaware
            ]
        );
        assert_eq!(stage.count(id, is_forgotten), 1);
    }
}

/// Holds the strongest belief at a confidence for one tick.
fn hold(stage: &mut Stage, id: AgentId, confidence: f64) {
    let agent = stage.agent_mut(id);
    let t = agent.tunables;
    let mut belief = agent.strongest().map(|track| track.belief).unwrap_or_default();
    belief.set_confidence(&t, confidence);
    agent.write_strongest(belief);
    stage.step();
}

#[test]
fn confidence_that_swings_inside_the_band_changes_no_level() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| {
        (p.levels.alert_enter, p.levels.alert_exit) = (0.7, 0.4);
        p.fall_time = f64::INFINITY;
    }));
    for turn in 0..50 {
        hold(&mut stage, id, if turn % 2 == 0 { 0.45 } else { 0.65 });
        assert_eq!(stage.level(id), Level::Suspicious, "never entered from below");
    }
    hold(&mut stage, id, 0.7);
    for turn in 0..50 {
        hold(&mut stage, id, if turn % 2 == 0 { 0.45 } else { 0.65 });
        assert_eq!(stage.level(id), Level::Alerted, "never left once in");
    }
    hold(&mut stage, id, 0.39);
    assert_eq!(stage.level(id), Level::Suspicious);
    hold(&mut stage, id, 0.11);
    assert_eq!(stage.level(id), Level::Suspicious);
    hold(&mut stage, id, 0.09);
    assert_eq!(
        stage.levels(id),
        [
            Level::Suspicious,
            Level::Alerted,
            Level::Suspicious,
            Level::Unaware
        ]
    );
}

#[test]
fn a_belief_written_by_hand_has_no_age_and_is_kept() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.fall_time = f64::INFINITY));
    hold(&mut stage, id, 0.5);
    stage.seconds(40.0);
    assert_near(stage.awareness(id), 0.5);
}

#[test]
fn a_dwell_time_counts_while_nothing_happens_and_holds_every_stage() {
    let mut stage = Stage::new(60.0);
    let staged = profile(|p| (p.levels.min_dwell_time, p.fall_time) = (1.0, f64::INFINITY));
    let id = stage.guard(&staged, Vec3::ZERO);
    stage.seconds(1.5);
    stage.agent_mut(id).be_hurt(at(50.0, 0.0), None);
    stage.step();
    assert_eq!(stage.levels(id), [Level::Suspicious]);
    stage.ticks(59);
    assert_eq!(stage.levels(id), [Level::Suspicious]);
    stage.step();
    assert_eq!(stage.levels(id), [Level::Suspicious, Level::Alerted]);
}

#[test]
fn a_threshold_of_nothing_is_reached_by_knowing_nothing() {
    let mut stage = Stage::new(60.0);
    let id = stage.guard(
        &profile(|p| (p.levels.suspicious_enter, p.levels.suspicious_exit) = (0.0, 0.0)),
        Vec3::ZERO,
    );
    let jumpy = stage.guard(&profile(|_| {}), Vec3::ZERO);
    let tunables = &mut stage.agent_mut(jumpy).tunables;
    (tunables.alert_threshold, tunables.calm_threshold) = (0.0, 0.0);
    stage.step();
    assert_eq!(stage.levels(id), [Level::Suspicious]);
    assert_eq!(stage.levels(jumpy), [Level::Suspicious, Level::Alerted]);
}

#[test]
fn pain_is_certain_without_sight_and_waits_for_the_beat_of_reaction() {
    for rate in RATES {
        let mut stage = Stage::new(rate);
        let id = stage.warm_guard(&profile(|p| {
            (p.reaction_delay_min, p.reaction_delay_max) = (0.5, 0.5);
        }));
        stage.agent_mut(id).be_hurt(at(80.0, 180.0), Some(1));
        assert_eq!(stage.awareness(id), 1.0);
        assert_eq!(stage.track(id, 1).belief.stimulus, Stimulus::Touch);
        stage.step();
        assert_eq!(stage.level(id), Level::Suspicious);
        stage.agent_mut(id).be_hurt(at(80.0, 180.0), Some(1));
        let took = stage.until(|stage| {
            assert!(stage.level(id) >= Level::Suspicious);
            stage.level(id) == Level::Alerted
        });
        stage.assert_time(took, 0.5);
        assert_eq!(stage.count(id, is_spotted), 0);
    }
}

#[test]
fn reacting_starts_anew_when_awareness_sank_meanwhile() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| {
        (p.reaction_delay_min, p.reaction_delay_max) = (0.5, 0.5);
        p.fall_time = f64::INFINITY;
    }));
    for _ in 0..25 {
        hold(&mut stage, id, 0.8);
    }
    hold(&mut stage, id, 0.7);
    for _ in 0..25 {
        hold(&mut stage, id, 0.8);
    }
    assert_eq!(stage.level(id), Level::Suspicious);
    for _ in 0..6 {
        hold(&mut stage, id, 0.8);
    }
    assert_eq!(stage.level(id), Level::Alerted);
}

#[test]
fn a_seed_makes_the_same_person_and_another_another() {
    let varied = organic_guard();
    let person = |seed| {
        let agent = guard(&varied, Frame::TopDown, Vec3::ZERO, seed);
        (agent.reaction_delay(), agent.perception_scale())
    };
    assert_eq!(person(5), person(5));
    assert_ne!(person(5), person(6));
    let mut agent = guard(&varied, Frame::TopDown, Vec3::ZERO, 6);
    agent.reseed(5);
    assert_eq!((agent.reaction_delay(), agent.perception_scale()), person(5));
    // The wrong way round is used the right way.
    let turned = profile(|p| (p.reaction_delay_min, p.reaction_delay_max) = (0.7, 0.25));
    let delay = guard(&turned, Frame::TopDown, Vec3::ZERO, 5).reaction_delay();
    assert_near(delay, person(5).0);
}

// --- Hearing --------------------------------------------------------------------------------------------------------

#[test]
fn an_organic_guard_hears_through_the_air_what_a_wall_swallows() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&organic_guard_without_fuzz());
    stage.lines.walls = Box::new(|_, _| 1);
    assert_eq!(
        stage.make(noise(at(7.0, 90.0), 14.0, 1.0, &[id])),
        1,
        "told, though it hears nothing"
    );
    stage.step();
    assert_eq!(stage.awareness(id), 0.0);
    assert_eq!(stage.log, []);
    stage.lines.walls = Box::new(|_, _| 0);
    stage.make(noise(at(7.0, 90.0), 14.0, 1.0, &[id]));
    stage.step();
    assert_near(stage.awareness(id), 0.175);
    let heard = Event::Heard {
        origin: at(7.0, 90.0),
        strength: 0.5,
        tag: 0,
    };
    assert_eq!(stage.events(id), [heard]);
}

fn organic_guard_without_fuzz() -> enemy_senses_core::profile::Profile {
    let mut organic = organic_guard();
    organic.position_fuzz = 0.0;
    organic
}

/// What one noise at a distance of 100, with a reach of 200, does to somebody.
fn after_a_noise(change: impl FnOnce(&mut enemy_senses_core::profile::Profile)) -> (usize, f64) {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(change));
    stage.make(noise(at(100.0, 90.0), 200.0, 0.8, &[id]));
    stage.step();
    (stage.count(id, is_heard), stage.awareness(id))
}

#[test]
fn how_loud_it_is_decides_how_sure_it_makes() {
    let (count, awareness) = after_a_noise(|_| {});
    assert_eq!(count, 1);
    assert_near(awareness, 0.4 * 0.6);
}

#[test]
fn it_is_heard_above_the_threshold_and_not_at_it() {
    assert_eq!(after_a_noise(|p| p.hearing_threshold = 0.4).0, 0);
    assert_eq!(after_a_noise(|p| p.hearing_threshold = 0.39).0, 1);
}

#[test]
fn better_ears_reach_farther() {
    let (_, twice) = after_a_noise(|p| p.hearing_multiplier = 2.0);
    assert_near(twice, 0.8 * 0.75 * 0.6);
    assert_eq!(after_a_noise(|p| p.hearing_multiplier = 0.0), (0, 0.0));
    let (_, personal) = after_a_noise(|p| (p.perception_scale_min, p.perception_scale_max) = (2.0, 2.0));
    assert_near(personal, 0.8 * 0.75 * 0.6);
}

#[test]
fn every_wall_shortens_the_reach_by_its_factor() {
    for (own, muffled, walls, wanted) in [
        (-1.0, false, 3, 0.5),
        (-1.0, true, 1, 0.5 - 0.125),
        (-1.0, true, 2, 0.5 - 0.28125),
        (0.5, false, 1, 0.0),
        (0.0, true, 1, 0.0),
    ] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|p| p.wall_muffle = own));
        stage.lines.walls = Box::new(move |_, _| walls);
        stage.make(Noise {
            muffled,
            wall_muffle: 0.8,
            ..noise(at(100.0, 90.0), 200.0, 1.0, &[id])
        });
        stage.step();
        assert!(
            (stage.awareness(id) - wanted * 0.6).abs() < 1e-6,
            "{own} {muffled} {walls}"
        );
    }
}

#[test]
fn a_noise_that_goes_round_the_walls_comes_from_the_last_corner() {
    let corner = at(60.0, 0.0);
    let found = Way::Found {
        distance: 160.0,
        origin: corner,
    };
    for (way, goes_round, wanted) in [
        (found, true, Some((corner, 0.2))),
        (found, false, Some((at(100.0, 90.0), 0.5))),
        (Way::None, true, None),
        // Without a map it is muffled, by one wall here.
        (Way::Unknown, true, Some((at(100.0, 90.0), 0.375))),
    ] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|_| {}));
        stage.lines.walls = Box::new(|_, _| 1);
        stage.lines.ways = Box::new(move |_, _| way);
        stage.make(Noise {
            goes_round,
            muffled: goes_round,
            wall_muffle: 0.8,
            ..noise(at(100.0, 90.0), 200.0, 1.0, &[id])
        });
        stage.step();
        let heard = stage.events(id).into_iter().find_map(|event| match event {
            Event::Heard { origin, strength, .. } => Some((origin, strength)),
            _ => None,
        });
        assert_eq!(heard.map(|heard| heard.0), wanted.map(|wanted| wanted.0));
        assert_near(
            heard.map_or(0.0, |heard| heard.1),
            wanted.map_or(0.0, |wanted| wanted.1),
        );
    }
}

#[test]
fn sounds_never_lift_above_the_cap_and_never_lower() {
    for gain in [0.0, 0.35] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|p| (p.noise_gain, p.fall_time) = (gain, f64::INFINITY)));
        let mut before = 0.0;
        for _ in 0..50 {
            stage.make(noise(at(10.0, 90.0), 200.0, 1.0, &[id]));
            stage.step();
            assert!(stage.awareness(id) >= before && stage.awareness(id) <= 0.6);
            before = stage.awareness(id);
        }
        let reached = if gain > 0.0 { 0.6 } else { 0.95 * 0.6 };
        assert_near(before, reached);
        stage.agent_mut(id).be_hurt(at(10.0, 90.0), None);
        stage.make(noise(at(10.0, 90.0), 200.0, 1.0, &[id]));
        stage.step();
        assert_eq!(stage.awareness(id), 1.0);
    }
}

#[test]
fn a_gain_adds_up_from_sound_to_sound() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| (p.noise_gain, p.fall_time) = (0.2, f64::INFINITY)));
    for count in 1..=3 {
        stage.make(noise(at(100.0, 90.0), 200.0, 1.0, &[id]));
        stage.step();
        assert_near(stage.awareness(id), 0.1 * f64::from(count));
    }
}

#[test]
fn the_fainter_the_sound_the_vaguer_its_place() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.position_fuzz = 90.0));
    let origin = at(100.0, 90.0);
    let mut places = Vec::new();
    for _ in 0..500 {
        stage.make(noise(origin, 200.0, 0.8, &[id]));
        stage.step();
    }
    for event in stage.events(id) {
        if let Event::Heard { origin: place, .. } = event {
            places.push(f64::from((place - origin).length()));
        }
    }
    assert_eq!(places.len(), 500);
    assert!(places.iter().all(|away| *away <= 90.0 * 0.6 + 1e-3));
    // Uniform in a disc: a quarter of them in its inner half.
    let inner = places.iter().filter(|away| **away < 45.0 * 0.6).count();
    assert!((90..160).contains(&inner), "{inner}");
    stage.make(noise(Vec3::ZERO, 200.0, 1.0, &[id]));
    stage.step();
    let last = stage.events(id).into_iter().rfind(is_heard);
    assert_eq!(
        last,
        Some(Event::Heard {
            origin: Vec3::ZERO,
            strength: 1.0,
            tag: 0
        })
    );
}

#[test]
fn nobody_minds_its_own_noise() {
    for own in [
        Noise {
            body: Some(5),
            source: Some(5),
            ..noise(at(10.0, 0.0), 200.0, 1.0, &[])
        },
        Noise {
            source: Some(6),
            ..noise(at(10.0, 0.0), 200.0, 1.0, &[])
        },
    ] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|_| {}));
        let other = stage.guard(&profile(|_| {}), Vec3::ZERO);
        let agent = stage.agent_mut(id);
        (agent.body, agent.parent) = (Some(5), Some(6));
        stage.make(Noise {
            listeners: Arc::from([id, other]),
            ..own
        });
        stage.step();
        assert_eq!((stage.count(id, is_heard), stage.count(other, is_heard)), (0, 1));
    }
}

#[test]
fn a_squads_noise_is_minded_only_as_an_alarm() {
    for (squad, alarm, heard) in [(7, false, 0), (7, true, 1), (8, false, 1), (0, false, 1)] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|_| {}));
        stage.agent_mut(id).squad = 7;
        stage.make(Noise {
            squad,
            alarm,
            ..noise(at(10.0, 0.0), 200.0, 1.0, &[id])
        });
        stage.step();
        assert_eq!(stage.count(id, is_heard), heard, "squad {squad}, alarm: {alarm}");
    }
    // Two without a squad are not of one.
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.make(noise(at(10.0, 0.0), 200.0, 1.0, &[id]));
    stage.step();
    assert_eq!(stage.count(id, is_heard), 1);
}

#[test]
fn another_world_is_silent() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.make(Noise {
        space: SPACE + 1,
        ..noise(at(10.0, 0.0), 200.0, 1.0, &[id])
    });
    stage.step();
    assert_eq!(stage.awareness(id), 0.0);
}

#[test]
fn who_comes_or_wakes_after_a_noise_does_not_hear_it() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.agent_mut(id).awake = false;
    let early = stage.guard(&profile(|_| {}), Vec3::ZERO);
    assert_eq!(stage.make(noise(at(10.0, 0.0), 200.0, 1.0, &[id, early])), 1);
    let moment = stage.world.next_moment();
    let agent = stage.agent_mut(id);
    (agent.awake, agent.awake_since) = (true, moment);
    stage.step();
    assert_eq!((stage.count(id, is_heard), stage.count(early, is_heard)), (0, 1));
    stage.make(noise(at(10.0, 0.0), 200.0, 1.0, &[id]));
    stage.step();
    assert_eq!(stage.count(id, is_heard), 1);
}

#[test]
fn who_wakes_between_two_equal_noises_hears_the_second() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    let late = stage.guard(&profile(|_| {}), Vec3::ZERO);
    let from_one = Noise {
        source: Some(9),
        ..noise(at(10.0, 0.0), 200.0, 1.0, &[id, late])
    };
    stage.make(from_one.clone());
    stage.agent_mut(late).awake_since = stage.world.next_moment();
    stage.make(from_one);
    stage.step();
    assert_eq!((stage.count(id, is_heard), stage.count(late, is_heard)), (1, 1));
}

#[test]
fn of_one_makers_noises_with_one_tag_each_ear_keeps_the_loudest() {
    let mut stage = Stage::new(60.0);
    let near = stage.warm_guard(&profile(|_| {}));
    let far = stage.guard(&profile(|_| {}), at(500.0, 0.0));
    let listeners: Arc<[AgentId]> = Arc::from([near, far]);
    let from = |origin: Vec3, strength: f64, tag: u32, source: Option<u64>| Noise {
        tag,
        source,
        listeners: listeners.clone(),
        ..noise(origin, 1000.0, strength, &[])
    };
    stage.make(from(at(100.0, 0.0), 0.5, 1, Some(9)));
    stage.make(from(at(400.0, 0.0), 0.5, 1, Some(9)));
    stage.make(from(at(250.0, 0.0), 0.2, 1, Some(9)));
    stage.make(from(at(250.0, 0.0), 0.2, 2, Some(9)));
    stage.make(from(at(250.0, 0.0), 0.2, 1, Some(8)));
    stage.step();
    let heard = |stage: &Stage, id| -> Vec<(f32, u32)> {
        (stage.events(id).iter())
            .filter_map(|event| match event {
                Event::Heard { origin, tag, .. } => Some((origin.x, *tag)),
                _ => None,
            })
            .collect()
    };
    assert_eq!(heard(&stage, near), [(100.0, 1), (250.0, 2), (250.0, 1)]);
    assert_eq!(heard(&stage, far), [(400.0, 1), (250.0, 2), (250.0, 1)]);
    // Ties: the earliest.
    stage.log.clear();
    stage.make(from(at(100.0, 90.0), 0.5, 1, Some(9)));
    stage.make(from(at(100.0, -90.0), 0.5, 1, Some(9)));
    stage.step();
    let place = stage.agent(near).strongest().unwrap().belief.last_known_position;
    assert_eq!(stage.count(near, is_heard), 1);
    assert!(
        matches!(stage.events(near)[0], Event::Heard { origin, .. } if origin == at(100.0, 90.0)),
        "{place}"
    );
}

#[test]
fn noises_are_heard_in_the_order_that_they_were_made() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    for (tag, source) in [(1, Some(50)), (2, None), (3, Some(7)), (4, Some(50)), (5, None)] {
        stage.make(Noise {
            tag,
            source,
            ..noise(at(10.0, 0.0), 200.0, 1.0, &[id])
        });
    }
    stage.step();
    let tags: Vec<u32> = (stage.events(id).iter())
        .filter_map(|event| match event {
            Event::Heard { tag, .. } => Some(*tag),
            _ => None,
        })
        .collect();
    assert_eq!(tags, [1, 2, 3, 4, 5]);
    assert_eq!(stage.world.stats.noises, 5);
}

#[test]
fn a_later_sound_moves_the_place_unless_it_was_just_seen() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.fall_time = f64::INFINITY));
    stage.add(1, at(100.0, 0.0));
    stage.seconds(1.0);
    stage.put(1, FAR);
    let sound = |stage: &mut Stage, x: f64| {
        stage.make(Noise {
            source: Some(1),
            gives_away: vec![(support::GROUP, 1)],
            ..noise(at(x, 90.0), 600.0, 0.1, &[id])
        });
        stage.step();
    };
    sound(&mut stage, 50.0);
    let belief = stage.track(id, 1).belief;
    assert_eq!(
        (belief.last_known_position, belief.stimulus),
        (at(100.0, 0.0), Stimulus::Sight)
    );
    assert_eq!(belief.confidence, 1.0);
    stage.seconds(1.0);
    sound(&mut stage, 50.0);
    let belief = stage.track(id, 1).belief;
    assert_eq!(
        (belief.last_known_position, belief.stimulus),
        (at(50.0, 90.0), Stimulus::Sound)
    );
    assert_eq!(
        (belief.confidence, belief.time_since_seen),
        (1.0, 0.0),
        "as sure as before"
    );
    // Heard a moment ago is not seen a moment ago.
    sound(&mut stage, 70.0);
    assert_eq!(stage.track(id, 1).belief.last_known_position, at(70.0, 90.0));
    assert_eq!(
        stage.agent(id).state.tracks.all().len(),
        1,
        "one belief of one target"
    );
}

#[test]
fn a_sound_after_a_hit_moves_the_place() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.agent_mut(id).be_hurt(at(50.0, 0.0), Some(1));
    stage.agent_mut(id).hear(at(80.0, 0.0), 0.5, 0, Some(1));
    assert_eq!(stage.track(id, 1).belief.last_known_position, at(80.0, 0.0));
    assert_eq!(stage.awareness(id), 1.0);
}

#[test]
fn a_group_that_another_looks_for_gives_nobody_away() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.make(Noise {
        source: Some(1),
        gives_away: vec![(support::GROUP + 1, 1)],
        ..noise(at(50.0, 0.0), 600.0, 1.0, &[id])
    });
    stage.step();
    assert_eq!(stage.agent(id).strongest().unwrap().key, None);
}

fn anonymous(stage: &Stage, id: AgentId) -> usize {
    let tracks = stage.agent(id).state.tracks.all();
    tracks.iter().filter(|track| track.key.is_none()).count()
}

#[test]
fn sounds_close_to_one_another_are_one_belief() {
    for fuzz in [0.0, 10.0] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|p| {
            (p.position_fuzz, p.noise_gain, p.fall_time) = (fuzz, 0.2, f64::INFINITY);
        }));
        let reach = 64.0 + 2.0 * fuzz;
        stage.agent_mut(id).hear(Vec3::ZERO, 1.0, 0, None);
        stage.agent_mut(id).hear(at(reach, 0.0), 1.0, 0, None);
        assert_eq!(anonymous(&stage, id), 1);
        assert_near(stage.awareness(id), 0.4);
        let place = stage.agent(id).strongest().unwrap().belief.last_known_position;
        assert_eq!(place, at(reach, 0.0), "it moved there");
        stage.agent_mut(id).hear(at(2.0 * reach + 0.5, 0.0), 1.0, 0, None);
        assert_eq!(anonymous(&stage, id), 2);
    }
    let metres = enemy_senses_core::profile::Profile::defaults(Frame::Space);
    let mut agent = guard(&metres, Frame::Space, Vec3::ZERO, 1);
    for x in [0.0, 2.0, 4.1] {
        agent.hear(Vec3::X * x, 0.5, 0, None);
    }
    assert_eq!(agent.state.tracks.all().len(), 2);
}

#[test]
fn of_many_sounds_the_weakest_are_forgotten() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    for place in 1..=20 {
        // The third is the loudest.
        let strength = if place == 3 { 1.0 } else { 0.01 * f64::from(place) };
        stage
            .agent_mut(id)
            .hear(at(100.0 * f64::from(place), 0.0), strength, 0, None);
        assert!(anonymous(&stage, id) <= 8);
    }
    assert_eq!(anonymous(&stage, id), 8);
    assert_eq!(
        stage.agent(id).strongest().unwrap().belief.last_known_position,
        at(300.0, 0.0)
    );
    stage.seconds(40.0);
    assert_eq!(anonymous(&stage, id), 0);
    assert_eq!(
        stage.count(id, is_forgotten),
        0,
        "nobody is forgotten of whom nobody was known"
    );
}

#[test]
fn an_agent_that_is_never_updated_does_not_hoard_sounds() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.agent_mut(id).manual = true;
    for source in 0..3000 {
        stage.make(Noise {
            source: Some(source),
            ..noise(at(10.0, 0.0), 200.0, 1.0, &[id])
        });
        stage.step();
    }
    stage.update(id, 0.1);
    assert_eq!(stage.count(id, is_heard), 1024);
}

#[test]
fn nonsense_by_a_direct_call_is_no_sound_and_no_report() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    for strength in [0.0, -1.0, f64::NAN] {
        stage.agent_mut(id).hear(at(10.0, 0.0), strength, 0, None);
        stage
            .agent_mut(id)
            .reinforce(at(10.0, 0.0), strength, Stimulus::Custom);
        for target in [None, Some(1)] {
            stage.agent_mut(id).be_told(&Report {
                amount: strength,
                ..report(at(10.0, 0.0), target)
            });
        }
    }
    stage.step();
    assert_eq!(stage.log, []);
    assert!(stage.agent(id).strongest().is_none());
}

// --- Squads ---------------------------------------------------------------------------------------------------------

fn report(position: Vec3, target: Option<u64>) -> Report {
    Report {
        position,
        velocity: Vec3::ZERO,
        target,
        amount: 0.5,
        age: 0.0,
        hops: 0,
        from: None,
    }
}

fn shouter() -> enemy_senses_core::profile::Profile {
    profile(|p| p.shout_radius = 400.0)
}

#[test]
fn an_organic_ally_at_half_the_radius_is_told_of_as_much() {
    let mut stage = Stage::new(60.0);
    let first = stage.warm_guard(&organic_guard());
    let ally = stage.guard(&organic_guard(), at(225.0, 180.0));
    stage.agent_mut(first).be_hurt(at(40.0, 0.0), Some(1));
    stage.until(|stage| stage.level(first) == Level::Alerted);
    assert_near(stage.awareness(ally), 0.8 * 0.75);
    let track = stage.track(ally, 1);
    assert_eq!(
        (track.belief.last_known_position, track.belief.stimulus),
        (at(40.0, 0.0), Stimulus::Ally)
    );
    let age = stage.track(first, 1).belief.time_since_seen;
    assert!(
        age > 0.2 && (track.belief.time_since_seen - age).abs() < 1e-9,
        "as old as what was shouted"
    );
    stage.step();
    assert_eq!(stage.level(ally), Level::Suspicious);
}

#[test]
fn a_shout_fades_by_half_and_ends_at_its_radius_inclusive() {
    let mut stage = Stage::new(60.0);
    let sender = stage.warm_guard(&shouter());
    let allies: Vec<AgentId> = [0.0, 200.0, 400.0, 400.5]
        .map(|x| stage.guard(&shouter(), at(x, 90.0)))
        .into();
    stage.agent_mut(sender).be_hurt(at(40.0, 0.0), Some(1));
    stage.step();
    for (ally, wanted) in allies.iter().zip([0.8, 0.6, 0.4, 0.0]) {
        assert_near(stage.awareness(*ally), wanted);
    }
}

#[test]
fn a_shout_makes_nobody_surer_than_the_sender() {
    let mut stage = Stage::new(60.0);
    let sender = stage.warm_guard(&profile(|p| {
        (p.shout_radius, p.shout_awareness) = (f64::INFINITY, 1.0);
        (p.levels.alert_enter, p.levels.alert_exit) = (0.3, 0.2);
    }));
    let ally = stage.guard(&shouter(), at(9000.0, 0.0));
    stage
        .agent_mut(sender)
        .reinforce(at(40.0, 0.0), 0.35, Stimulus::Custom);
    stage.step();
    assert_eq!(stage.level(sender), Level::Alerted);
    assert!(stage.awareness(ally) > 0.3 && stage.awareness(ally) <= stage.awareness(sender));
    let told = Event::Told {
        position: at(40.0, 0.0),
        from: Some(sender),
    };
    assert_eq!(stage.events(ally), [told]);
}

#[test]
fn squads_spaces_sleepers_and_strangers_authority_are_kept_apart() {
    let mut stage = Stage::new(60.0);
    let sender = stage.warm_guard(&shouter());
    let ids: Vec<AgentId> = (0..6).map(|_| stage.guard(&shouter(), at(50.0, 180.0))).collect();
    stage.agent_mut(sender).squad = 4;
    for id in &ids {
        stage.agent_mut(*id).squad = 4;
    }
    stage.agent_mut(ids[0]).squad = 5;
    stage.agent_mut(ids[1]).squad = 0;
    stage.agent_mut(ids[2]).space = SPACE + 1;
    stage.agent_mut(ids[3]).awake = false;
    let foreign = ids[4];
    stage.lines.authority = Box::new(move |id| id != foreign);
    stage.seconds(0.5);
    stage.agent_mut(sender).be_hurt(at(40.0, 0.0), None);
    stage.seconds(0.5);
    let told: Vec<usize> = ids.iter().map(|id| stage.count(*id, is_told)).collect();
    assert_eq!(told, [0, 0, 0, 0, 0, 1]);
    assert!(stage.agent(foreign).strongest().is_none());
}

#[test]
fn shouts_are_measured_between_bodies() {
    let mut stage = Stage::new(60.0);
    let sender = stage.warm_guard(&shouter());
    let ally = stage.guard(&shouter(), at(390.0, 180.0));
    stage.lines.bodies = vec![(sender, at(10.0, 180.0)), (ally, at(210.0, 180.0))];
    stage.agent_mut(sender).be_hurt(at(40.0, 0.0), None);
    stage.step();
    assert_near(stage.awareness(ally), 0.6);
}

#[test]
fn one_shouts_once_until_it_is_calm_again() {
    let mut stage = Stage::new(60.0);
    let sender = stage.warm_guard(&shouter());
    let ally = stage.guard(&shouter(), at(50.0, 180.0));
    for alarm in 1..=3 {
        for _ in 0..5 {
            hold(&mut stage, sender, 1.0);
            hold(&mut stage, sender, 0.2);
            assert_eq!(stage.level(sender), Level::Suspicious);
        }
        // It has no place to tell of yet, so nothing was shouted.
        assert_eq!(stage.count(ally, is_told), alarm - 1);
        for _ in 0..5 {
            stage.agent_mut(ally).forget_all();
            stage.agent_mut(sender).be_hurt(at(40.0, 0.0), None);
            stage.step();
            assert_eq!(stage.level(sender), Level::Alerted);
            hold(&mut stage, sender, 0.2);
            assert_eq!(stage.level(sender), Level::Suspicious);
        }
        assert_eq!(stage.count(ally, is_told), alarm);
        stage.agent_mut(sender).forget_all();
        stage.step();
        assert_eq!(stage.level(sender), Level::Unaware);
    }
}

#[test]
fn a_report_is_passed_on_over_as_many_mouths_as_the_profile_says() {
    for (share_hops, reached) in [(0, 1), (1, 2), (2, 3), (99, 5)] {
        let mut stage = Stage::new(60.0);
        let easy = profile(|p| {
            (p.shout_radius, p.shout_awareness, p.share_hops) = (100.0, 1.0, share_hops);
            (p.levels.alert_enter, p.levels.alert_exit) = (0.01, 0.005);
            p.fall_time = f64::INFINITY;
        });
        let row: Vec<AgentId> = (0..6)
            .map(|place| stage.guard(&easy, at(80.0 * f64::from(place), 180.0)))
            .collect();
        stage.agent_mut(row[0]).be_hurt(at(40.0, 0.0), Some(1));
        stage.seconds(1.0);
        let told = row
            .iter()
            .skip(1)
            .filter(|id| stage.awareness(**id) > 0.0)
            .count();
        assert_eq!(told, reached, "share_hops {share_hops}");
        for (place, pair) in row.windows(2).enumerate().take(reached) {
            assert!(stage.awareness(pair[1]) <= stage.awareness(pair[0]));
            assert_eq!(usize::from(stage.track(pair[1], 1).hops), place + 1);
        }
    }
}

#[test]
fn two_that_shout_at_each_other_settle() {
    let mut stage = Stage::new(60.0);
    let loud = profile(|p| {
        (p.shout_radius, p.shout_awareness, p.share_hops) = (400.0, 1.0, 99);
        (p.levels.alert_enter, p.levels.alert_exit) = (0.2, 0.1);
    });
    let ids = [
        stage.guard(&loud, Vec3::ZERO),
        stage.guard(&loud, at(10.0, 180.0)),
    ];
    stage.agent_mut(ids[0]).be_hurt(at(40.0, 0.0), Some(1));
    stage.seconds(10.0);
    for id in ids {
        assert_eq!(stage.level(id), Level::Unaware);
        assert_eq!(stage.awareness(id), 0.0);
        assert_eq!(
            stage.count(id, level_is(Level::Alerted)),
            1,
            "nobody is alerted anew"
        );
    }
    assert_eq!(
        (stage.count(ids[0], is_told), stage.count(ids[1], is_told)),
        (0, 1)
    );
}

#[test]
fn of_two_shouts_at_once_the_surer_is_taken_whoever_stands_where() {
    for swapped in [false, true] {
        let mut stage = Stage::new(60.0);
        let places = if swapped { [300.0, 100.0] } else { [100.0, 300.0] };
        let senders = places.map(|x| stage.guard(&shouter(), at(x, 0.0)));
        let ally = stage.guard(&shouter(), Vec3::ZERO);
        for id in senders {
            let place = stage.agent(id).eye.position;
            stage.agent_mut(id).be_hurt(place + Vec3::Y * 5.0, Some(1));
        }
        stage.step();
        assert_eq!(stage.count(ally, is_told), 1);
        assert_near(stage.awareness(ally), 0.8 * (1.0 - 0.5 * 100.0 / 400.0));
        assert_eq!(
            stage.track(ally, 1).belief.last_known_position,
            Vec3::new(100.0, 5.0, 0.0)
        );
    }
}

#[test]
fn a_report_of_less_than_is_known_is_not_taken() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| p.fall_time = f64::INFINITY));
    stage.agent_mut(id).be_told(&report(at(10.0, 0.0), Some(1)));
    stage.agent_mut(id).be_told(&report(at(90.0, 0.0), Some(1)));
    assert_eq!(stage.track(id, 1).belief.last_known_position, at(10.0, 0.0));
    stage.agent_mut(id).be_told(&Report {
        amount: 5.0,
        age: 3.0,
        ..report(at(90.0, 0.0), Some(1))
    });
    let belief = stage.track(id, 1).belief;
    assert_eq!((belief.confidence, belief.time_since_seen), (1.0, 3.0));
    stage.step();
    assert_eq!(stage.count(id, is_told), 2);
}

// --- Forgetting -----------------------------------------------------------------------------------------------------

#[test]
fn a_belief_is_forgotten_in_its_time() {
    for (memory, fall, wanted) in [
        (15.0, 3.5, 15.0),
        (f64::INFINITY, 3.5, 30.0),
        (f64::INFINITY, 45.0, 45.0),
        (2.0, f64::INFINITY, 2.0),
    ] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|p| (p.memory_duration, p.fall_time) = (memory, fall)));
        stage.add(1, at(100.0, 0.0));
        stage.seconds(1.0);
        stage.put(1, FAR);
        let took = stage.until(|stage| stage.agent(id).strongest().is_none());
        stage.assert_time(took, wanted);
        stage.seconds(1.0);
        assert_eq!(stage.count(id, is_forgotten), 1);
        assert_eq!(stage.level(id), Level::Unaware);
    }
}

#[test]
fn what_never_fades_and_is_never_dropped_stays() {
    let mut stage = Stage::new(10.0);
    let id = stage.warm_guard(&profile(|p| p.fall_time = f64::INFINITY));
    stage.agent_mut(id).be_hurt(at(10.0, 0.0), Some(1));
    stage.seconds(1000.0);
    assert_eq!(stage.awareness(id), 1.0);
    assert_eq!(stage.level(id), Level::Alerted);
}

#[test]
fn without_memory_it_knows_what_it_sees_and_nothing_more() {
    for interval in [0.0, 0.2] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|p| {
            (p.memory_duration, p.sense_interval) = (0.0, interval)
        }));
        stage.add(1, at(100.0, 0.0));
        stage.seconds(2.0);
        assert_eq!(stage.awareness(id), 1.0);
        assert_eq!(stage.count(id, is_forgotten), 0);
        stage.put(1, FAR);
        stage.step();
        assert!(stage.agent(id).strongest().is_none());
        stage.agent_mut(id).hear(at(10.0, 0.0), 1.0, 0, Some(1));
        stage.ticks(2);
        assert!(stage.agent(id).strongest().is_none());
        assert_eq!(stage.count(id, is_forgotten), 2);
    }
}

#[test]
fn what_was_given_up_is_forgotten_when_it_has_faded() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.agent_mut(id).be_hurt(at(10.0, 0.0), Some(1));
    stage.agent_mut(id).give_up();
    assert_eq!(stage.awareness(id), 1.0);
    assert!(!stage.track(id, 1).belief.has_last_known);
    let took = stage.until(|stage| stage.agent(id).strongest().is_none());
    stage.assert_time(took, 3.5);
    assert_eq!(stage.count(id, is_forgotten), 1);
}

#[test]
fn an_earned_floor_outlives_forgetting_by_time_but_not_by_command() {
    let mut stage = Stage::new(60.0);
    let wary = profile(|p| (p.confidence_floor, p.memory_duration) = (0.2, 5.0));
    let id = stage.warm_guard(&wary);
    stage.agent_mut(id).be_hurt(at(10.0, 0.0), Some(1));
    stage.seconds(4.5);
    assert_near(stage.awareness(id), 0.2);
    stage.seconds(1.0);
    assert!(stage.agent(id).strongest().is_none());
    stage.agent_mut(id).hear(at(10.0, 0.0), 0.1, 0, Some(1));
    assert_near(stage.awareness(id), 0.2);
    stage.seconds(4.5);
    assert_near(stage.awareness(id), 0.2);
    stage.agent_mut(id).forget(1);
    stage.agent_mut(id).hear(at(10.0, 0.0), 0.1, 0, Some(1));
    assert_near(stage.awareness(id), 0.06);
    // Whoever is forgotten by time, and by command afterwards, has earned nothing either.
    stage.agent_mut(id).be_hurt(at(10.0, 0.0), Some(1));
    stage.seconds(6.0);
    stage.agent_mut(id).forget(1);
    stage.agent_mut(id).hear(at(10.0, 0.0), 0.1, 0, Some(1));
    assert_near(stage.awareness(id), 0.06);
}

#[test]
fn a_report_of_less_than_an_earned_floor_leaves_no_belief_behind() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|p| (p.confidence_floor, p.memory_duration) = (0.2, 5.0)));
    stage.agent_mut(id).be_hurt(at(10.0, 0.0), Some(1));
    stage.seconds(6.0);
    stage.log.clear();
    stage.agent_mut(id).be_told(&Report {
        amount: 0.1,
        ..report(at(10.0, 0.0), Some(1))
    });
    stage.step();
    assert!(stage.agent(id).strongest().is_none());
    assert_eq!(stage.log, []);
}

#[test]
fn forgetting_whoever_is_in_sight_starts_the_belief_anew_and_nothing_else() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.add(1, Vec3::ZERO);
    stage.seconds(1.0);
    stage.agent_mut(id).forget(1);
    assert_eq!(stage.awareness(id), 0.0);
    assert!(stage.agent(id).senses(1));
    stage.step();
    assert_near(stage.awareness(id), 1.0 / 60.0 / 0.45);
    stage.put(1, FAR);
    stage.seconds(1.0);
    let counts = [is_spotted, is_forgotten, is_lost].map(|is_it| stage.count(id, is_it));
    assert_eq!(counts, [1, 1, 1]);
    stage.agent_mut(id).forget(1);
    stage.agent_mut(id).forget(1);
    stage.agent_mut(id).forget(99);
    stage.step();
    assert_eq!(
        stage.count(id, is_forgotten),
        2,
        "what is not known cannot be forgotten"
    );
}

#[test]
fn everything_can_be_forgotten_at_once() {
    let mut stage = Stage::new(60.0);
    let id = stage.warm_guard(&profile(|_| {}));
    for key in 1..=3 {
        stage
            .agent_mut(id)
            .be_hurt(at(100.0 * key as f64, 0.0), Some(key));
    }
    stage.agent_mut(id).be_hurt(at(500.0, 90.0), None);
    stage.agent_mut(id).forget_all();
    stage.step();
    assert_eq!(stage.awareness(id), 0.0);
    assert_eq!(stage.events(id), [1, 2, 3].map(Event::Forgotten));
}

// --- Rest, hand and authority ---------------------------------------------------------------------------------------

#[test]
fn a_frozen_agent_does_not_jump_when_it_wakes() {
    for foreign in [false, true] {
        let mut stage = Stage::new(60.0);
        let id = stage.warm_guard(&profile(|p| p.sight_rise_time = 10.0));
        stage.add(1, at(100.0, 0.0));
        stage.seconds(1.0);
        let before = stage.agent(id).state.clone();
        stage.log.clear();
        if foreign {
            stage.lines.authority = Box::new(|_| false);
        } else {
            stage.agent_mut(id).awake = false;
        }
        stage.seconds(10.0);
        assert_eq!(stage.agent(id).state, before);
        assert_eq!(stage.lines.rays, 0);
        // So slow that it is no teleport.
        stage.put(1, at(105.0, 0.0));
        stage.lines.authority = Box::new(|_| true);
        stage.agent_mut(id).awake = true;
        stage.step();
        let gain = stage.awareness(id) - before.tracks.all()[0].belief.confidence;
        assert!(gain > 0.0 && gain <= 0.1 / 60.0 + 1e-9, "{gain}");
        assert_eq!(stage.track(id, 1).belief.last_known_velocity, Vec3::ZERO);
        assert_eq!(stage.log, []);
    }
}

#[test]
fn whoever_is_not_ours_casts_no_ray_and_hears_nothing() {
    let mut stage = Stage::new(60.0);
    stage.lines.authority = Box::new(|_| false);
    let id = stage.warm_guard(&profile(|_| {}));
    stage.add(1, at(100.0, 0.0));
    for _ in 0..60 {
        stage.make(noise(at(10.0, 0.0), 200.0, 1.0, &[id]));
        stage.step();
        assert_eq!(stage.lines.rays, 0);
    }
    assert_eq!((stage.awareness(id), stage.log.len()), (0.0, 0));
}

#[test]
fn by_hand_it_goes_on_only_when_told_to_and_noises_wait() {
    let mut stage = Stage::new(60.0);
    let id = stage.guard(&profile(|p| p.fall_time = f64::INFINITY), Vec3::ZERO);
    stage.agent_mut(id).manual = true;
    stage.add(1, at(50.0, 0.0));
    stage.make(Noise {
        tag: 3,
        ..noise(at(10.0, 180.0), 200.0, 0.1, &[id])
    });
    stage.seconds(1.0);
    assert_eq!((stage.awareness(id), stage.log.len()), (0.0, 0));
    stage.update(id, 0.05);
    assert_eq!(stage.count(id, is_heard), 1);
    for _ in 0..WARM_UP {
        stage.update(id, 0.05);
    }
    assert_eq!(stage.count(id, is_spotted), 0);
    stage.update(id, 0.05);
    assert_eq!(stage.count(id, is_spotted), 1);
    let factor = 1.0 - (50.0_f64 / 240.0).powi(2);
    assert_near(stage.track(id, 1).belief.confidence, 0.1 * factor / 0.45);
    stage.agent_mut(id).awake = false;
    let before = stage.agent(id).state.clone();
    stage.update(id, 1.0);
    assert_eq!(stage.agent(id).state, before);
}

#[test]
fn a_shout_by_hand_is_heard_by_all() {
    let mut stage = Stage::new(60.0);
    let sender = stage.warm_guard(&shouter());
    let ally = stage.guard(&shouter(), at(50.0, 180.0));
    stage.agent_mut(sender).manual = true;
    stage.agent_mut(sender).be_hurt(at(10.0, 0.0), None);
    stage.step();
    assert_eq!(stage.level(sender), Level::Unaware);
    stage.update(sender, 0.1);
    assert_eq!(stage.level(sender), Level::Alerted);
    assert!(stage.awareness(ally) > 0.7);
}

#[test]
fn calls_count_at_once_and_levels_wait_for_the_pass() {
    let mut stage = Stage::new(60.0);
    // Still warming up: that concerns sight only.
    let id = stage.guard(&profile(|_| {}), Vec3::ZERO);
    stage
        .agent_mut(id)
        .reinforce(at(10.0, 0.0), 0.4, Stimulus::Custom);
    stage.agent_mut(id).reinforce(at(20.0, 0.0), 0.4, Stimulus::Touch);
    assert_near(stage.awareness(id), 0.8);
    assert_eq!(stage.level(id), Level::Unaware);
    stage.step();
    assert_eq!(stage.levels(id), [Level::Suspicious, Level::Alerted]);
    let belief = stage.agent(id).strongest().unwrap().belief;
    assert_eq!(
        (belief.last_known_position, belief.stimulus),
        (at(20.0, 0.0), Stimulus::Touch)
    );
}

#[test]
fn a_saved_state_goes_on_like_its_twin() {
    let mut stage = Stage::new(60.0);
    let busy = profile(|p| (p.sense_interval, p.position_fuzz) = (0.1, 50.0));
    let id = stage.warm_guard(&busy);
    stage.add(1, at(100.0, 0.0));
    stage.seconds(0.35);
    stage.agent_mut(id).manual = true;
    stage.make(noise(at(50.0, 90.0), 200.0, 0.5, &[id]));
    stage.step();
    let text = serde_json::to_string(&stage.agent(id).state).unwrap();
    let mut twin = stage.agent(id).clone();
    twin.state = serde_json::from_str(&text).unwrap();
    let twin = stage.world.agents.insert(twin);
    stage.log.clear();
    for id in [id, twin] {
        stage.agent_mut(id).manual = false;
    }
    for tick in 0..120 {
        stage.put(1, if tick < 60 { at(100.0, 0.0) } else { FAR });
        stage.step();
        assert_eq!(stage.agent(id).state, stage.agent(twin).state, "in tick {tick}");
    }
    assert_eq!(stage.events(id), stage.events(twin));
    assert!(stage.count(id, is_heard) == 1 && stage.count(id, is_lost) == 1);
}

// --- Budget ---------------------------------------------------------------------------------------------------------

/// How long ago each of some pairs was looked at, in ticks.
struct Ages(Vec<((AgentId, u64), u64)>);

impl Ages {
    fn of(pairs: impl IntoIterator<Item = (AgentId, u64)>) -> Self {
        Self(pairs.into_iter().map(|pair| (pair, 0)).collect())
    }

    /// Notes the looks of a pass; returns the most ticks that one had to wait.
    fn note(&mut self, stage: &Stage) -> u64 {
        let mut worst = 0;
        for (pair, age) in &mut self.0 {
            *age += 1;
            worst = worst.max(*age);
            if stage.lines.looks.contains(pair) {
                *age = 0;
            }
        }
        worst
    }
}

#[test]
fn a_budget_is_kept_and_everybody_has_a_turn_in_time() {
    let mut stage = Stage::new(60.0);
    let mut pairs = Vec::new();
    for place in 0..20 {
        let id = stage.guard(&profile(|_| {}), Vec3::Y * place as f32);
        pairs.extend((1..=6).map(|key| (id, key)));
    }
    for key in 1..=6 {
        stage.add(key, at(30.0 * key as f64, 0.0));
    }
    stage.ticks(WARM_UP);
    stage.world.max_rays = 7;
    let mut ages = Ages::of(pairs);
    for _ in 0..200 {
        stage.step();
        assert!(stage.lines.rays <= 7);
        assert_eq!(stage.world.stats.pairs, 120);
        assert_eq!(stage.world.stats.deferred, 113);
        let waited = ages.note(&stage);
        assert!(waited <= 120 / 7 + 2, "{waited} ticks");
    }
    for agent in stage.world.agents.values() {
        assert_eq!(agent.sensed().count(), 6);
    }
}

#[test]
fn the_near_go_first_and_the_far_do_not_starve() {
    let mut stage = Stage::new(60.0);
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for key in 1..=4 {
        let centre = Vec3::Y * (5000 * key) as f32;
        stage.add(key, centre + Vec3::X * 200.0);
        for number in 0..25 {
            let x = if number < 10 { 100.0 } else { 10.0 };
            let id = stage.guard(&profile(|_| {}), centre + Vec3::X * x);
            if number < 10 { &mut near } else { &mut far }.push((id, key));
        }
    }
    stage.ticks(WARM_UP);
    stage.world.max_rays = 60;
    let (mut near, mut far) = (Ages::of(near), Ages::of(far));
    assert_eq!((near.0.len(), far.0.len()), (40, 60));
    let (mut nears, mut fars) = (0, 0);
    for _ in 0..600 {
        stage.step();
        assert_eq!((stage.world.stats.pairs, stage.lines.rays), (100, 60));
        nears = nears.max(near.note(&stage));
        fars = fars.max(far.note(&stage));
    }
    assert!(nears as f64 / 60.0 <= 0.1, "{nears} ticks");
    assert!(fars as f64 / 60.0 <= 0.5, "{fars} ticks");
    assert!(nears < fars, "{nears} and {fars} ticks");
}

#[test]
fn the_oldest_answer_is_no_older_than_if_all_took_turns_and_one_tick() {
    for near in [0, 20, 40] {
        let mut stage = Stage::new(60.0);
        for number in 0..40 {
            let x = if number < near { 0.0 } else { -150.0 };
            stage.guard(&profile(|_| {}), Vec3::new(x, number as f32, 0.0));
        }
        for key in 0..64 {
            stage.add(key, Vec3::new(40.0 + 0.5 * key as f32, 20.0, 0.0));
        }
        stage.ticks(WARM_UP);
        stage.world.max_rays = 500;
        let mut worst = 0.0_f64;
        for _ in 0..120 {
            stage.step();
            let stats = stage.world.stats;
            let turns = stats.pairs as f64 / 500.0 + 1.0;
            assert!(stats.pairs > 2000 && stats.deferred > 0);
            assert!(stats.worst_staleness <= turns / 60.0 + 1e-9, "{stats:?}");
            worst = worst.max(stats.worst_staleness);
        }
        assert!(worst > 4.0 / 60.0, "it tells the truth: {worst}");
    }
}

#[test]
fn late_looks_are_worth_the_time_that_they_stand_for() {
    let mut stage = Stage::new(60.0);
    let ids: Vec<AgentId> = (0..50)
        .map(|_| stage.guard(&profile(|p| p.sight_rise_time = 5.0), Vec3::ZERO))
        .collect();
    stage.add(1, Vec3::ZERO);
    stage.ticks(WARM_UP);
    stage.world.max_rays = 5;
    stage.seconds(2.0);
    for id in ids {
        let lag = 2.0 / 5.0 - stage.awareness(id);
        assert!((-1e-6..=12.0 / 60.0 / 5.0).contains(&lag), "{lag}");
        assert_eq!((stage.count(id, is_spotted), stage.count(id, is_lost)), (1, 0));
    }
}

#[test]
fn a_rare_look_that_had_to_wait_comes_before_the_next_is_due() {
    let mut stage = Stage::new(60.0);
    let rare = profile(|p| p.sense_interval = 1.0);
    let ids: Vec<AgentId> = (0..40).map(|_| stage.guard(&rare, Vec3::ZERO)).collect();
    stage.add(1, at(50.0, 0.0));
    stage.ticks(WARM_UP);
    stage.world.max_rays = 1;
    let mut ages = Ages::of(ids.iter().map(|id| (*id, 1)));
    let worst = (0..300).map(|_| {
        stage.step();
        ages.note(&stage)
    });
    let worst = worst.max().unwrap();
    assert!(worst <= 60 + 40 + 1, "{worst} ticks");
}

#[test]
fn bodies_cost_a_ray_for_each_point_and_still_fit_the_budget() {
    for (budget, most) in [(7, 6), (3, 3), (2, 3)] {
        let mut stage = Stage::new(60.0);
        let id = stage.guard(&profile(|p| p.touch_radius = 20.0), Vec3::ZERO);
        for key in 1..=5 {
            stage.add(key, at(30.0 * key as f64, 0.0));
            stage.target(key).figure.shape = Shape::Body {
                radius: 8.0,
                crouching: false,
            };
        }
        // One that is felt costs nothing and is in nobody's way.
        stage.add(6, at(10.0, 0.0));
        stage.ticks(WARM_UP);
        stage.world.max_rays = budget;
        for _ in 0..60 {
            stage.step();
            assert_eq!(stage.lines.rays, most);
        }
        assert_eq!(stage.agent(id).sensed().count(), 6);
    }
}

#[test]
fn light_and_sight_share_the_budget() {
    let mut stage = Stage::new(60.0);
    stage.guard(&profile(|_| {}), Vec3::ZERO);
    for key in 1..=9 {
        stage.add(key, at(10.0 * key as f64, 0.0));
    }
    stage.ticks(WARM_UP);
    stage.world.max_rays = 8;
    for (spent, looks) in [(0, 8), (5, 3), (8, 1), (20, 1)] {
        stage.lines.spent = spent;
        stage.step();
        assert_eq!(
            stage.lines.looks.len(),
            looks,
            "after {spent}; nobody waits for ever"
        );
    }
}

#[test]
fn without_a_budget_all_are_looked_at_in_every_tick() {
    let mut stage = Stage::new(60.0);
    for _ in 0..10 {
        stage.guard(&profile(|_| {}), Vec3::ZERO);
    }
    for key in 1..=10 {
        stage.add(key, at(10.0 * key as f64, 0.0));
    }
    stage.ticks(WARM_UP + 1);
    let stats = stage.world.stats;
    assert_eq!(
        (
            stage.lines.rays,
            stats.pairs,
            stats.deferred,
            stats.worst_staleness
        ),
        (100, 100, 0, 0.0)
    );
}

#[test]
fn an_agent_is_small() {
    assert!(size_of::<Agent>() <= 512, "{} bytes", size_of::<Agent>());
}

#[test]
fn agents_that_are_removed_are_in_nobodys_way() {
    let mut stage = Stage::new(60.0);
    let ids: Vec<AgentId> = (0..10).map(|_| stage.guard(&shouter(), Vec3::ZERO)).collect();
    stage.targets.push(target(1, at(50.0, 0.0)));
    stage.ticks(10);
    stage.make(noise(at(50.0, 0.0), 200.0, 1.0, &ids));
    for id in ids.iter().step_by(2) {
        stage.world.agents.remove(*id);
    }
    stage.seconds(1.0);
    for id in ids.iter().skip(1).step_by(2) {
        assert_eq!(stage.awareness(*id), 1.0);
        assert_eq!(stage.count(*id, is_heard), 1);
    }
    stage.make(noise(at(50.0, 0.0), 200.0, 1.0, &ids[1..2]));
    stage.world.clear_noises();
    stage.log.clear();
    stage.step();
    assert_eq!(stage.log, []);
}

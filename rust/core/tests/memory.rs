//! What holds for every belief, whatever feeds it and however it is tuned.

use enemy_senses_core::Vec3;
use enemy_senses_core::memory::{Belief, Stimulus, Tunables};
use proptest::prelude::*;

const TICK: f64 = 1.0 / 60.0;

/// Confidences that differ by less are the same sum in another order.
const ROUNDING: f64 = 1e-9;

/// One thing that can happen to a belief.
#[derive(Debug, Clone, Copy)]
enum Event {
    See {
        position: Vec3,
        delta: f64,
        strength: f64,
    },
    Decay {
        delta: f64,
    },
    Hear {
        origin: Vec3,
        strength: f64,
    },
    Report {
        position: Vec3,
        amount: f64,
        velocity: Vec3,
    },
    Reinforce {
        position: Vec3,
        strength: f64,
    },
    GiveUp,
}

impl Event {
    fn happen(self, belief: &mut Belief, t: &Tunables) {
        match self {
            Self::See {
                position,
                delta,
                strength,
            } => belief.see(t, position, delta, strength),
            Self::Decay { delta } => belief.decay(t, delta),
            Self::Hear { origin, strength } => {
                belief.hear(t, origin, strength);
            }
            Self::Report {
                position,
                amount,
                velocity,
            } => {
                belief.report(t, position, amount, velocity);
            }
            Self::Reinforce { position, strength } => {
                belief.reinforce(t, position, strength, Stimulus::Custom);
            }
            Self::GiveUp => belief.give_up(),
        }
    }
}

fn place() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-1000.0_f32..1000.0).prop_map(Vec3::from)
}

fn delta() -> impl Strategy<Value = f64> {
    prop_oneof![6 => Just(TICK), 2 => 0.0..0.5, 1 => Just(0.0), 1 => 0.0..1e9]
}

/// Mostly a strength as it should be, now and then one far beyond.
fn strength() -> impl Strategy<Value = f64> {
    prop_oneof![8 => 0.0..1.0, 1 => -5.0..5.0, 1 => 0.0..1e12]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => (place(), delta(), strength().prop_map(f64::abs))
            .prop_map(|(position, delta, strength)| Event::See { position, delta, strength }),
        6 => delta().prop_map(|delta| Event::Decay { delta }),
        2 => (place(), strength()).prop_map(|(origin, strength)| Event::Hear { origin, strength }),
        1 => (place(), strength(), place())
            .prop_map(|(position, amount, velocity)| Event::Report { position, amount, velocity }),
        1 => (place(), strength()).prop_map(|(position, strength)| Event::Reinforce { position, strength }),
        1 => Just(Event::GiveUp),
    ]
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    prop::collection::vec(event(), 0..120)
}

/// Every way to tune it that a setter lets through: thresholds the wrong way round, floors above them, no time at all.
fn tunables() -> impl Strategy<Value = Tunables> {
    let unit = || prop_oneof![4 => 0.0..=1.0, 1 => Just(0.0), 1 => Just(1.0)];
    let time = || prop_oneof![6 => 0.05..5.0, 1 => Just(0.0)];
    (
        (time(), prop_oneof![5 => time(), 1 => Just(f64::INFINITY)], time()),
        (unit(), unit(), unit(), unit()),
        0.0..3000.0,
    )
        .prop_map(
            |((rise, fall, delay), (alert, calm, cap, floor), max_speed)| Tunables {
                confidence_rise_time: rise,
                confidence_fall_time: fall,
                decay_delay: delay,
                alert_threshold: alert,
                calm_threshold: calm,
                sound_confidence_cap: cap,
                confidence_floor: floor,
                max_speed,
            },
        )
}

/// The defaults with other times.
fn timed(rise: f64, fall: f64, delay: f64) -> Tunables {
    Tunables {
        confidence_rise_time: rise,
        confidence_fall_time: fall,
        decay_delay: delay,
        ..Tunables::with_max_speed(2000.0)
    }
}

/// A belief with a certainty and nothing else, just reported.
fn sure(t: &Tunables, confidence: f64) -> Belief {
    let mut belief = Belief::default();
    belief.report(t, Vec3::ZERO, confidence, Vec3::ZERO);
    belief
}

proptest! {
    #[test]
    fn confidence_is_a_number_from_0_to_1(t in tunables(), events in events()) {
        let mut belief = Belief::default();
        for event in events {
            event.happen(&mut belief, &t);
            prop_assert!((0.0..=1.0).contains(&belief.confidence), "{} after {event:?}", belief.confidence);
            prop_assert!(belief.time_since_seen >= 0.0, "{} after {event:?}", belief.time_since_seen);
            prop_assert!(belief.last_known_position.is_finite());
            prop_assert!(belief.last_known_velocity.is_finite(), "{event:?}");
        }
    }

    #[test]
    fn only_time_lowers_it_and_time_only_lowers_it(t in tunables(), events in events()) {
        let mut belief = Belief::default();
        for event in events {
            let before = belief.confidence;
            event.happen(&mut belief, &t);
            match event {
                Event::Decay { .. } => prop_assert!(belief.confidence <= before, "{event:?} from {before}"),
                Event::GiveUp => prop_assert_eq!(belief.confidence, before),
                _ => prop_assert!(belief.confidence >= before, "{event:?} from {before}"),
            }
        }
    }

    #[test]
    fn a_stimulus_that_counts_has_a_place_and_an_age_of_nothing(t in tunables(), events in events()) {
        let mut belief = Belief::default();
        for event in events {
            let before = belief;
            event.happen(&mut belief, &t);
            let counts = match event {
                Event::See { position, .. } => Some((position, Stimulus::Sight)),
                Event::Hear { origin, strength } => (strength > 0.0 && before.confidence < t.sound_confidence_cap)
                    .then_some((origin, Stimulus::Sound)),
                Event::Report { position, amount, .. } => (amount > before.confidence)
                    .then_some((position, Stimulus::Ally)),
                Event::Reinforce { position, strength } => (strength > 0.0)
                    .then_some((position, Stimulus::Custom)),
                Event::Decay { .. } | Event::GiveUp => None,
            };
            if let Some((position, stimulus)) = counts {
                prop_assert_eq!(belief.last_known_position, position);
                prop_assert_eq!(belief.stimulus, stimulus);
                prop_assert_eq!(belief.time_since_seen, 0.0);
                prop_assert!(belief.has_last_known);
            } else {
                prop_assert_eq!(belief.last_known_position, before.last_known_position);
                prop_assert_eq!(belief.stimulus, before.stimulus);
                let gives_up = matches!(event, Event::GiveUp);
                prop_assert_eq!(belief.has_last_known, before.has_last_known && !gives_up);
            }
        }
    }

    #[test]
    fn alerted_changes_at_the_thresholds_and_never_between(t in tunables(), events in events()) {
        let (off, on) = (t.calm_threshold.min(t.alert_threshold), t.alert_threshold.max(t.calm_threshold));
        let mut belief = Belief::default();
        for event in events {
            let before = belief;
            event.happen(&mut belief, &t);
            if belief.confidence != before.confidence && belief.confidence >= on {
                prop_assert!(belief.alerted, "{} of {on}", belief.confidence);
            } else if belief.confidence < off - ROUNDING {
                prop_assert!(!belief.alerted, "{} of {off}", belief.confidence);
            } else if belief.confidence < on - ROUNDING {
                prop_assert_eq!(belief.alerted, before.alerted, "at {} between {} and {}", belief.confidence, off, on);
            }
        }
    }

    #[test]
    fn shaking_between_the_thresholds_does_not_flicker(
        start in prop_oneof![Just(0.5), Just(1.0)],
        shakes in prop::collection::vec(-0.01..0.01_f64, 1..500),
    ) {
        let t = Tunables::with_max_speed(2000.0);
        let mut belief = sure(&t, start);
        belief.set_confidence(&t, 0.5);
        for shake in shakes {
            belief.set_confidence(&t, (belief.confidence + shake).clamp(0.26, 0.74));
            prop_assert_eq!(belief.alerted, start == 1.0);
        }
    }

    #[test]
    fn times_are_times_at_any_tick_rate(
        rise in 0.05..5.0,
        fall in 0.05..10.0,
        rate in prop_oneof![Just(30.0), Just(60.0), Just(120.0)],
    ) {
        let t = timed(rise, fall, 0.0);
        let tick = 1.0 / rate;
        let mut belief = Belief::default();
        let mut time = 0.0;
        while belief.confidence < 1.0 {
            prop_assert!(time < rise + tick, "{} after {time} s", belief.confidence);
            belief.see(&t, Vec3::ZERO, tick, 1.0);
            time += tick;
        }
        prop_assert!(time > rise - 2.0 * tick, "sure after {time} s");
        time = 0.0;
        while belief.confidence > 0.0 {
            prop_assert!(time < fall + tick, "{} after {time} s", belief.confidence);
            belief.decay(&t, tick);
            time += tick;
        }
        prop_assert!(time > fall - 2.0 * tick, "oblivious after {time} s");
    }

    #[test]
    fn half_a_strength_takes_twice_as_long(rise in 0.1..3.0, strength in 0.1..1.0) {
        let t = timed(rise, 3.5, 0.0);
        let (mut faint, mut clear) = (Belief::default(), Belief::default());
        for _ in 0..(rise / TICK) as u32 {
            faint.see(&t, Vec3::ZERO, TICK, strength);
            clear.see(&t, Vec3::ZERO, TICK, 1.0);
            prop_assert!((faint.confidence - strength * clear.confidence).abs() < 1e-6);
        }
    }

    #[test]
    fn only_the_part_of_a_step_past_the_delay_counts(
        fall in 0.5..10.0,
        delay in 0.0..2.0,
        steps in prop::collection::vec(0.0..0.5, 1..40),
    ) {
        let t = timed(0.45, fall, delay);
        let mut belief = sure(&t, 0.9);
        let mut time = 0.0;
        for step in steps {
            belief.decay(&t, step);
            time += step;
            let due = (0.9 - f64::max(time - delay, 0.0) / fall).max(0.0);
            prop_assert!((belief.confidence - due).abs() < 1e-8, "{} instead of {due}", belief.confidence);
        }
    }

    #[test]
    fn a_new_stimulus_starts_the_delay_anew(delay in 0.1..2.0, strength in 0.01..1.0) {
        let t = timed(0.45, 3.5, delay);
        let mut belief = Belief::default();
        for _ in 0..20 {
            belief.hear(&t, Vec3::X, strength);
            let heard = belief.confidence;
            belief.decay(&t, delay);
            prop_assert_eq!(belief.confidence, heard);
        }
    }

    #[test]
    fn a_sound_lifts_to_its_part_of_the_cap_and_no_further(
        t in tunables(),
        start in 0.0..=1.0,
        sounds in prop::collection::vec((place(), strength()), 1..50),
    ) {
        let mut belief = sure(&t, start);
        for (origin, strength) in sounds {
            let before = belief.confidence;
            let counts = belief.hear(&t, origin, strength);
            prop_assert_eq!(counts, strength > 0.0 && before < t.sound_confidence_cap);
            let due = if counts { before.max(strength.min(1.0) * t.sound_confidence_cap) } else { before };
            prop_assert!((belief.confidence - due).abs() <= ROUNDING, "{} instead of {due}", belief.confidence);
        }
        prop_assert!(belief.confidence <= t.sound_confidence_cap.max(start) + ROUNDING);
    }

    #[test]
    fn a_floor_holds_once_it_is_earned_and_not_before(t in tunables(), events in events()) {
        let mut belief = Belief::default();
        let mut earned = false;
        for event in events {
            let before = belief.confidence;
            event.happen(&mut belief, &t);
            earned |= belief.confidence >= 1.0;
            prop_assert_eq!(belief.floor_earned, earned);
            if earned {
                prop_assert!(belief.confidence >= t.usable_floor().min(before), "{event:?} from {before}");
            }
        }
        let least = if earned && t.confidence_fall_time.is_finite() { t.usable_floor() } else { 0.0 };
        let before = belief.confidence;
        belief.decay(&t, 1e6);
        if t.confidence_fall_time.is_finite() && t.decay_delay < 1e5 {
            prop_assert!((belief.confidence - least.min(before)).abs() < ROUNDING, "{}", belief.confidence);
        }
    }

    #[test]
    fn whatever_the_floor_it_calms_down(t in tunables(), fall in 0.0..9.0, calm in 0.01..1.0) {
        let alert_threshold = t.alert_threshold.max(0.01);
        let t = Tunables { confidence_fall_time: fall, calm_threshold: calm, alert_threshold, ..t };
        let lower = calm.min(alert_threshold);
        let mut belief = sure(&t, 1.0);
        prop_assert!(belief.alerted);
        belief.decay(&t, 1e6);
        prop_assert!(!belief.alerted, "{} below {lower}", belief.confidence);
        prop_assert_eq!(t.floor_is_above_calm(), t.confidence_floor > lower);
    }

    #[test]
    fn a_faded_place_lies_on_the_way_home(
        position in place(),
        home in place(),
        fade_time in 0.1..20.0,
        steps in prop::collection::vec(0.0..2.0, 1..30),
    ) {
        let t = Tunables::with_max_speed(2000.0);
        let mut belief = Belief::default();
        prop_assert_eq!(belief.faded_position(home, fade_time), home);
        belief.see(&t, position, TICK, 1.0);
        prop_assert_eq!(belief.faded_position(home, fade_time), position);
        for nonsense in [0.0, -1.0, f64::NAN] {
            prop_assert_eq!(belief.faded_position(home, nonsense), home);
        }
        let whole = position.distance(home);
        let mut gone = 0.0;
        for step in steps {
            belief.decay(&t, step);
            let faded = belief.faded_position(home, fade_time);
            let (from, to) = (faded.distance(position), faded.distance(home));
            prop_assert!((from + to - whole).abs() < 1e-2, "{faded} is off the way");
            prop_assert!(from >= gone - 1e-2, "{faded} is on its way back");
            let due = f64::from(whole) * (belief.time_since_seen / fade_time).min(1.0);
            prop_assert!((f64::from(from) - due).abs() < 1e-2, "{faded} after {} s", belief.time_since_seen);
            gone = from;
        }
        belief.decay(&t, fade_time);
        prop_assert_eq!(belief.faded_position(home, fade_time), home);
        belief.see(&t, position, TICK, 1.0);
        belief.give_up();
        prop_assert_eq!(belief.faded_position(home, fade_time), home);
    }

    #[test]
    fn a_velocity_from_sight_is_never_beyond_the_fastest(
        t in tunables(),
        looks in prop::collection::vec((place(), 0.001..0.5), 1..60),
    ) {
        let mut belief = Belief::default();
        for (position, delta) in looks {
            belief.see(&t, position, delta, 1.0);
            let speed = f64::from(belief.last_known_velocity.length());
            prop_assert!(speed <= t.max_speed * (1.0 + 1e-3), "{speed} of {}", t.max_speed);
        }
    }
}

#[test]
fn no_time_changes_nothing_but_the_place() {
    let t = Tunables::with_max_speed(2000.0);
    let mut belief = sure(&t, 0.5);
    belief.decay(&t, 1.0);
    let before = belief;
    belief.decay(&t, 0.0);
    assert_eq!(belief, before);
    belief.see(&t, Vec3::X, 0.0, 1.0);
    assert_eq!(belief.confidence, before.confidence);
}

#[test]
fn times_of_nothing_are_at_once_and_endless_ones_never() {
    let mut belief = Belief::default();
    belief.see(&timed(0.0, 3.5, 0.0), Vec3::ZERO, TICK, 0.01);
    assert_eq!(belief.confidence, 1.0);
    belief.decay(&timed(0.45, f64::INFINITY, 0.0), 1e9);
    assert_eq!(belief.confidence, 1.0);
    belief.decay(&timed(0.45, 0.0, 0.0), TICK);
    assert_eq!(belief.confidence, 0.0);
}

#[test]
fn the_second_time_it_notices_faster() {
    let t = Tunables {
        confidence_floor: 0.2,
        ..timed(0.5, 2.0, 0.0)
    };
    let ticks = |belief: &mut Belief| {
        let mut ticks = 0;
        while !belief.alerted {
            belief.see(&t, Vec3::ZERO, TICK, 1.0);
            ticks += 1;
        }
        ticks
    };
    let mut belief = Belief::default();
    let first = ticks(&mut belief);
    belief.see(&t, Vec3::ZERO, 1.0, 1.0);
    belief.decay(&t, 60.0);
    assert_eq!((belief.confidence, belief.alerted), (0.2, false));
    assert!(ticks(&mut belief) < first);
}

#[test]
fn a_floor_that_is_raised_later_lifts_nobody() {
    let t = timed(0.45, 2.0, 0.0);
    let mut belief = sure(&t, 1.0);
    belief.decay(&t, 1.9);
    let before = belief.confidence;
    let t = Tunables {
        confidence_floor: 0.2,
        ..t
    };
    belief.decay(&t, 1.0);
    assert_eq!(belief.confidence, before);
}

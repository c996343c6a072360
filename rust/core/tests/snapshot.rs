//! Saves: what is loaded goes on like its unsaved twin, and nothing else is taken for a save.

mod support;

use enemy_senses_core::Vec3;
use enemy_senses_core::memory::{Belief, Stimulus};
use enemy_senses_core::snapshot::{self, AgentSave, BeliefSave, GameSave, Numbers, OneSave, Words};
use enemy_senses_core::track::Key;
use enemy_senses_core::world::{Agent, AgentId, Noise, Report};
use proptest::prelude::*;
use rand_core::SeedableRng as _;
use rand_pcg::Pcg32;
use serde_json::{Value, json};
use support::{FAR, SPACE, Stage, at, noise, organic_guard, profile};

type Save = OneSave<3>;

/// Numbers of targets are others in the next run.
const NEXT_RUN: Key = 1000;

const TAG: u32 = 7;

fn save(stage: &Stage, id: AgentId) -> Save {
    let saved = stage.world.save(id).expect("the agent is there");
    let words = Words {
        node: &|key| format!("path:Target{}", key % NEXT_RUN),
        name: &|number| format!("name {number}"),
    };
    OneSave {
        agent: AgentSave::new(&saved, &words),
        targets: Default::default(),
    }
}

fn load(stage: &mut Stage, id: AgentId, save: &Save, is_there: impl Fn(Key) -> bool) {
    let node = |text: &str| {
        let number: Key = text.strip_prefix("path:Target")?.parse().ok()?;
        is_there(number).then_some(number + NEXT_RUN)
    };
    let saved = save.agent.saved(&mut Numbers {
        node: &node,
        name: &mut |text| {
            text.strip_prefix("name ")
                .and_then(|n| n.parse().ok())
                .unwrap_or(0)
        },
    });
    stage.world.load(id, saved);
}

fn through_text(save: &Save) -> Save {
    let text = snapshot::write(save).to_string();
    Save::read(snapshot::parse(&text).expect("it is JSON")).expect("it is a save")
}

/// Something that happens on a stage.
#[derive(Debug, Clone)]
enum Act {
    Wait(u64),
    Put(u8, Vec3),
    Noise(Vec3, f64, Option<u8>),
    Damage(usize, Vec3, Option<u8>),
    Report(usize, Vec3, f64, Option<u8>),
    Smell(usize, Vec3, f64),
    GiveUp(usize),
}

const GUARDS: usize = 3;

fn place() -> impl Strategy<Value = Vec3> {
    (-250.0_f32..250.0, -250.0_f32..250.0).prop_map(|(x, y)| Vec3::new(x, y, 0.0))
}

fn act() -> impl Strategy<Value = Act> {
    let who = || 0..GUARDS;
    let whom = || prop::option::of(1_u8..4);
    prop_oneof![
        6 => (1_u64..40).prop_map(Act::Wait),
        6 => (1_u8..4, place()).prop_map(|(target, place)| Act::Put(target, place)),
        2 => (place(), 50.0..600.0, whom()).prop_map(|(place, radius, who)| Act::Noise(place, radius, who)),
        1 => (who(), place(), whom()).prop_map(|(id, place, by)| Act::Damage(id, place, by)),
        1 => (who(), place(), 0.0..1.0, whom()).prop_map(|(id, place, much, of)| Act::Report(id, place, much, of)),
        1 => (who(), place(), 0.0..1.0).prop_map(|(id, place, much)| Act::Smell(id, place, much)),
        1 => who().prop_map(Act::GiveUp),
    ]
}

/// One run of a game: the same guards and targets in both, the targets by other numbers.
struct Run {
    stage: Stage,
    ids: Vec<AgentId>,
    run: Key,
}

impl Run {
    fn new(run: Key) -> Self {
        let mut stage = Stage::new(60.0);
        let mut loud = organic_guard();
        loud.position_fuzz = 40.0;
        loud.vision.peripheral_angle = 200.0;
        let quick = profile(|p| {
            p.sense_interval = 0.1;
            p.sight_rise_time = 0.0;
            p.confidence_floor = 0.2;
        });
        let sullen = profile(|p| {
            (p.levels.min_dwell_time, p.position_fuzz) = (0.4, 20.0);
            p.touch_radius = 30.0;
            p.memory_duration = 2.0;
        });
        let ids = [loud, quick, sullen].map(|profile| stage.guard(&profile, Vec3::ZERO));
        for target in 1..4 {
            stage.add(run + target, FAR);
        }
        Self {
            stage,
            ids: ids.to_vec(),
            run,
        }
    }

    fn key(&self, target: u8) -> Key {
        self.run + Key::from(target)
    }

    fn agent(&mut self, guard: usize) -> &mut Agent {
        let id = self.ids[guard];
        self.stage.agent_mut(id)
    }

    fn act(&mut self, act: &Act) {
        match *act {
            Act::Wait(ticks) => self.stage.ticks(ticks),
            Act::Put(target, place) => {
                let key = self.key(target);
                self.stage.put(key, place);
            }
            Act::Noise(place, radius, who) => {
                let maker = who.map(|who| self.key(who));
                let mut noise = noise(place, radius, 0.9, &self.ids);
                (noise.source, noise.tag) = (maker, TAG);
                noise.gives_away = maker.map(|key| (support::GROUP, key)).into_iter().collect();
                self.stage.make(noise);
            }
            Act::Damage(guard, place, by) => {
                let by = by.map(|by| self.key(by));
                self.agent(guard).be_hurt(place, by);
            }
            Act::Report(guard, position, amount, of) => {
                let target = of.map(|of| self.key(of));
                let report = Report {
                    position,
                    velocity: Vec3::X,
                    target,
                    amount,
                    age: 0.5,
                    hops: 1,
                    from: None,
                };
                self.agent(guard).be_told(&report);
            }
            Act::Smell(guard, place, much) => self.agent(guard).reinforce(place, much, Stimulus::Custom),
            Act::GiveUp(guard) => self.agent(guard).give_up(),
        }
    }

    fn states(&self) -> Vec<Save> {
        self.ids.iter().map(|id| save(&self.stage, *id)).collect()
    }
}

fn story() -> impl Strategy<Value = Vec<Act>> {
    prop::collection::vec(act(), 1..24)
}

/// A run that has been through a story, and another that was loaded from it.
fn twins(before: &[Act]) -> (Run, Run) {
    let (mut twin, mut loaded) = (Run::new(0), Run::new(NEXT_RUN));
    for act in before {
        twin.act(act);
    }
    for target in 1..4 {
        let place = twin.stage.target(target).figure.position;
        loaded.stage.put(target + NEXT_RUN, place);
    }
    for (number, save) in twin.states().iter().enumerate() {
        let id = loaded.ids[number];
        load(&mut loaded.stage, id, &through_text(save), |_| true);
    }
    (twin, loaded)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_loaded_goes_on_like_its_unsaved_twin(before in story(), after in story()) {
        let (mut twin, mut loaded) = twins(&before);
        prop_assert_eq!(twin.states(), loaded.states());
        for act in &after {
            twin.act(act);
            loaded.act(act);
            prop_assert_eq!(twin.states(), loaded.states());
        }
        for _ in 0..300 {
            twin.stage.step();
            loaded.stage.step();
        }
        prop_assert_eq!(twin.states(), loaded.states());
    }

    #[test]
    fn a_save_is_the_same_after_text_and_back(before in story()) {
        let mut run = Run::new(0);
        for act in &before {
            run.act(act);
        }
        for save in run.states() {
            prop_assert_eq!(&through_text(&save), &save);
        }
    }

    #[test]
    fn a_belief_is_the_same_after_text_and_back(
        position in prop::array::uniform3(-1e30_f32..1e30),
        velocity in prop::array::uniform3(-2000.0_f32..2000.0),
        age in prop_oneof![3 => 0.0..1e6, 1 => Just(f64::INFINITY)],
        confidence in 0.0..=1.0,
        stimulus in 0_i64..6,
        flags in any::<[bool; 3]>(),
    ) {
        let mut belief = Belief::default();
        belief.last_known_position = position.into();
        belief.last_known_velocity = velocity.into();
        belief.time_since_seen = age;
        belief.confidence = confidence;
        belief.stimulus = Stimulus::from_number(stimulus).unwrap();
        [belief.has_last_known, belief.alerted, belief.floor_earned] = flags;
        let text = snapshot::write(&BeliefSave::<3>::from(&belief)).to_string();
        let read: BeliefSave<3> = snapshot::read(snapshot::parse(&text).unwrap()).unwrap();
        prop_assert_eq!(Belief::from(&read), belief);
    }

    #[test]
    fn no_value_makes_it_panic(value in any_value()) {
        prop_assert!(Save::read(value.clone()).is_err());
        prop_assert!(GameSave::read(value.clone()).is_err());
        prop_assert!(snapshot::read::<BeliefSave<2>>(value).is_err());
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let key = prop_oneof![
        2 => "(version|agent|targets|tracks|flat|solid|agents|confidence|born)",
        1 => "[a-z]{0,4}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        Just(json!(1)),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 128, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..8)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// A guard with everything in it that a save can hold.
fn full() -> Save {
    let mut run = Run::new(0);
    for act in [
        Act::Wait(5),
        Act::Put(1, at(60.0, 0.0)),
        Act::Put(2, at(100.0, 10.0)),
        Act::Wait(12),
        Act::Damage(0, at(90.0, 20.0), None),
        Act::Wait(1),
        Act::Noise(at(80.0, 90.0), 500.0, Some(3)),
    ] {
        run.act(&act);
    }
    let id = run.ids[0];
    let made = save(&run.stage, id);
    let value = snapshot::write(&made);
    for list in ["tracks", "pairs", "noises"] {
        assert!(
            value["agent"][list]
                .as_array()
                .is_some_and(|list| !list.is_empty()),
            "{list}"
        );
    }
    made
}

/// The full save as a value, its lists that are empty by nature filled.
fn full_value() -> Value {
    let mut value = snapshot::write(&full());
    value["agent"]["earned"] = json!(["path:Target9"]);
    value["agent"]["inbox"] =
        json!([{"origin": [1.0, 2.0, 0.0], "loudness": 0.5, "tag": "", "maker": "", "target": ""}]);
    let motion = value["agent"]["tracks"][0]["motion"].clone();
    value["targets"] = json!({"key:boss": {"velocity": [1.0, 0.0, 0.0], "motion": motion, "light": 0.5}});
    assert!(Save::read(value.clone()).is_ok());
    value
}

/// The JSON pointer of everything in a value, and its name in a refusal.
fn places(value: &Value, pointer: &str, found: &mut Vec<String>) {
    if !pointer.is_empty() {
        found.push(pointer.to_owned());
    }
    match value {
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                places(value, &format!("{pointer}/{number}"), found);
            }
        }
        Value::Object(entries) => {
            for (key, value) in entries {
                places(value, &format!("{pointer}/{key}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn a_wrong_value_is_refused_anywhere_and_the_message_says_where() {
    let value = full_value();
    let mut found = Vec::new();
    places(&value, "", &mut found);
    assert!(found.len() > 150, "{}", found.len());
    for pointer in found {
        let was = value.pointer(&pointer).unwrap();
        let wrong = [
            json!(null),
            json!("nonsense"),
            json!(-2),
            json!(true),
            json!([[]]),
            json!({"a": 1}),
            json!(1e300),
        ];
        for wrong in wrong {
            // What would be right in this place.
            let fine = match was {
                Value::Bool(_) => wrong.is_boolean(),
                Value::String(_) => wrong.is_string() && !pointer.ends_with("dice"),
                Value::Number(_) => {
                    let coordinate = ["position", "velocity", "origin", "at", "moved"];
                    let signed = coordinate.iter().any(|name| pointer.contains(name));
                    let bounded = [
                        "confidence",
                        "roll",
                        "phase",
                        "loudness",
                        "strength",
                        "light",
                        "muffle",
                        "hops",
                        "born",
                        "warm_up",
                        "streak",
                        "stimulus",
                        "level",
                        "mask",
                        "part",
                        "version",
                    ];
                    let bounded = bounded.iter().any(|name| pointer.contains(name));
                    let time = pointer.ends_with("in_level");
                    wrong == json!(-2) && signed || wrong == json!(1e300) && (!signed && !bounded || time)
                }
                _ => false,
            };
            let mut edited = value.clone();
            *edited.pointer_mut(&pointer).unwrap() = wrong.clone();
            match Save::read(edited) {
                Ok(_) => assert!(fine, "{pointer} was allowed to be {wrong}"),
                Err(why) => {
                    assert!(!fine, "{pointer} was not allowed to be {wrong}: {why}");
                    let last = pointer
                        .split('/')
                        .rfind(|part| part.parse::<usize>().is_err())
                        .unwrap();
                    assert!(why.contains(last), "{pointer} = {wrong}: {why}");
                }
            }
        }
    }
}

#[test]
fn every_key_is_required_and_none_is_allowed_besides() {
    let value = full_value();
    let mut found = Vec::new();
    places(&value, "", &mut found);
    for pointer in found {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let is_name = parent == "/targets";
        if let Some(Value::Object(_)) = value.pointer(parent)
            && !is_name
        {
            let mut edited = value.clone();
            edited
                .pointer_mut(parent)
                .and_then(Value::as_object_mut)
                .unwrap()
                .remove(key);
            let why = Save::read(edited).expect_err(&pointer);
            assert!(why.contains(key), "{pointer}: {why}");
            let mut edited = value.clone();
            edited.pointer_mut(parent).unwrap()["surplus"] = json!(1);
            let why = Save::read(edited).expect_err(&pointer);
            assert!(why.contains("surplus"), "besides {pointer}: {why}");
        }
    }
}

#[test]
fn a_list_does_not_pass_for_a_dictionary() {
    let value = full_value();
    // In the order in which they are declared.
    let belief = &value["agent"]["tracks"][0]["belief"];
    let keys = [
        "last_known_position",
        "has_last_known",
        "time_since_seen",
        "confidence",
        "last_known_velocity",
        "stimulus",
        "alerted",
        "floor_earned",
    ];
    let list: Vec<Value> = keys.iter().map(|key| belief[key].clone()).collect();
    let mut edited = value.clone();
    edited["agent"]["tracks"][0]["belief"] = list.into();
    let why = Save::read(edited).unwrap_err();
    assert_eq!(why, "agent.tracks[0].belief: it is not a dictionary");
}

#[test]
fn a_refusal_names_the_path() {
    let refusal = |pointer: &str, value: Value| {
        let mut edited = full_value();
        *edited.pointer_mut(pointer).unwrap() = value;
        Save::read(edited).unwrap_err()
    };
    let why = refusal("/agent/tracks/1/belief/confidence", json!(1.5));
    assert!(
        why.starts_with("agent.tracks[1].belief.confidence: ") && why.contains("from 0 to 1"),
        "{why}"
    );
    let why = refusal("/agent/tracks/0/belief/last_known_position", json!([1.0, 2.0]));
    assert!(why.contains("a list of 3 numbers"), "{why}");
    let why = refusal("/version", json!(2));
    assert!(why.starts_with("version: ") && why.contains("newer"), "{why}");
    let why = refusal("/version", json!(0));
    assert!(why.starts_with("version: "), "{why}");
    let why = refusal("/agent/dice", json!("00000000000000000000000000000002"));
    assert!(why.starts_with("agent.dice: "), "{why}");
}

#[test]
fn nobody_is_there_twice_and_the_order_of_birth_holds() {
    let edited = |edit: &dyn Fn(&mut Value)| {
        let mut value = full_value();
        edit(&mut value["agent"]);
        Save::read(value).unwrap_err()
    };
    let why = edited(&|agent| agent["tracks"][1]["target"] = agent["tracks"][0]["target"].clone());
    assert!(
        why.starts_with("agent.tracks[1].target") && why.contains("twice"),
        "{why}"
    );
    let why = edited(&|agent| agent["pairs"][1]["target"] = agent["pairs"][0]["target"].clone());
    assert!(why.starts_with("agent.pairs[1].target"), "{why}");
    let why = edited(&|agent| agent["earned"] = json!(["a", "a"]));
    assert!(why.starts_with("agent.earned[1]"), "{why}");
    let why = edited(&|agent| agent["tracks"][1]["born"] = json!(1));
    assert!(why.starts_with("agent.tracks[1].born"), "{why}");
    let why = edited(&|agent| agent["born"] = json!(0));
    assert!(why.starts_with("agent.tracks[0].born"), "{why}");
}

#[test]
fn bad_text_says_where() {
    let text = snapshot::write(&full()).to_string();
    for length in (0..text.len()).step_by(7) {
        let why = snapshot::parse(&text[..length]).unwrap_err();
        assert!(why.contains("line 1 column"), "{why}");
    }
    let why = snapshot::parse(r#"{"version": 1, "version": 1}"#).unwrap_err();
    assert!(why.contains("twice") && why.contains("column"), "{why}");
    let why = snapshot::parse(r#"{"confidence": NaN}"#).unwrap_err();
    assert!(why.contains("column"), "{why}");
    let why = snapshot::parse(&"[".repeat(500_000)).unwrap_err();
    assert!(why.contains("recursion"), "{why}");
    let long = format!("{{\"{}\": 1, \"version\": 1}}", "x".repeat(500_000));
    let why = Save::read(snapshot::parse(&long).unwrap()).unwrap_err();
    assert!(why.len() < 500, "{}", why.len());
}

#[test]
fn half_a_megabyte_of_anything_a_thousand_times_does_not_panic() {
    let mut dice = Pcg32::seed_from_u64(5);
    let mut bytes = vec![0_u8; 512 * 1024];
    let printable: Vec<u8> = br#"{}[]":,0123456789.-e truefalsnxyz"#.to_vec();
    for round in 0..1000 {
        if round % 2 == 0 {
            for four in bytes.chunks_exact_mut(4) {
                four.copy_from_slice(&dice.next_u32().to_le_bytes());
            }
        } else {
            for byte in &mut bytes {
                *byte = printable[dice.next_u32() as usize % printable.len()];
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        assert!(snapshot::parse(&text).and_then(Save::read).is_err());
    }
}

#[test]
fn an_edited_save_is_refused_or_read_as_it_stands() {
    let mut dice = Pcg32::seed_from_u64(9);
    let text = full_value().to_string().into_bytes();
    let mut taken = 0;
    for _ in 0..4000 {
        let mut edited = text.clone();
        for _ in 0..=dice.next_u32() % 3 {
            let at = dice.next_u32() as usize % edited.len();
            let byte = b"0123456789.-e{}[]\",: tfn"[dice.next_u32() as usize % 24];
            match dice.next_u32() % 4 {
                0 => edited[at] = byte,
                1 => edited.insert(at, byte),
                2 => _ = edited.remove(at),
                _ => {
                    let next = (at + 1) % edited.len();
                    edited.swap(at, next);
                }
            }
        }
        let Ok(edited) = String::from_utf8(edited) else {
            continue;
        };
        if let Ok(save) = snapshot::parse(&edited).and_then(Save::read) {
            taken += 1;
            assert_eq!(through_text(&save), save);
            let mut run = Run::new(0);
            let id = run.ids[0];
            load(&mut run.stage, id, &save, |_| true);
            run.stage.ticks(3);
        }
    }
    assert!(taken > 100, "{taken}");
}

#[test]
fn a_target_that_is_not_there_is_believed_in_as_nobody() {
    let save = full();
    let mut run = Run::new(NEXT_RUN);
    let id = run.ids[0];
    load(&mut run.stage, id, &save, |number| number != 1);
    let tracks = &run.stage.agent(id).state.tracks;
    assert!(tracks.of(1 + NEXT_RUN).is_none());
    assert!(tracks.of(2 + NEXT_RUN).is_some());
    let orphan = (tracks.all().iter())
        .find(|track| track.key.is_none() && track.belief.last_known_position == at(60.0, 0.0))
        .expect("the place is still known");
    assert!(orphan.belief.has_last_known && orphan.belief.confidence > 0.0);
    assert!(!run.stage.agent(id).senses(1 + NEXT_RUN));
    run.stage.ticks(300);
}

#[test]
fn two_texts_that_have_come_to_mean_one_target_are_one() {
    let save = full();
    let mut run = Run::new(NEXT_RUN);
    let id = run.ids[0];
    let saved = save.agent.saved(&mut Numbers {
        node: &|_| Some(1 + NEXT_RUN),
        name: &mut |_| 0,
    });
    run.stage.world.load(id, saved);
    let keys = (run.stage.agent(id).state.tracks.all().iter()).filter(|track| track.key.is_some());
    assert_eq!(keys.count(), 1);
    run.stage.ticks(10);
}

#[test]
fn a_noise_on_its_way_is_heard_after_loading_and_one_from_before_is_not() {
    let mut twin = Run::new(0);
    twin.stage.ticks(5);
    twin.act(&Act::Noise(at(50.0, 90.0), 300.0, None));
    let saves = twin.states();
    let mut loaded = Run::new(NEXT_RUN);
    loaded.stage.ticks(5);
    loaded.act(&Act::Noise(at(10.0, 90.0), 300.0, None));
    let ids = loaded.ids.clone();
    for (id, save) in ids.iter().zip(&saves) {
        load(&mut loaded.stage, *id, &through_text(save), |_| true);
        // Saved once more before it is heard, it is still on its way.
        let again = self::save(&loaded.stage, *id);
        assert_eq!(&again, save);
    }
    twin.stage.step();
    loaded.stage.step();
    assert_eq!(twin.states(), loaded.states());
    let heard = loaded.stage.count(ids[0], support::is_heard);
    assert_eq!(heard, 1);
}

#[test]
fn a_noise_of_another_world_or_before_it_woke_is_not_saved() {
    let mut run = Run::new(0);
    run.stage.ticks(3);
    let listeners = run.ids.clone();
    let elsewhere = Noise {
        space: SPACE + 1,
        ..noise(Vec3::ZERO, 500.0, 1.0, &listeners)
    };
    run.stage.make(elsewhere);
    run.stage.make(noise(Vec3::ZERO, 500.0, 1.0, &listeners));
    let moment = run.stage.world.next_moment();
    run.agent(0).awake_since = moment;
    let noises = |save: &Save| {
        snapshot::write(save)["agent"]["noises"]
            .as_array()
            .map(Vec::len)
            .unwrap()
    };
    let saves = run.states();
    assert_eq!((noises(&saves[0]), noises(&saves[1])), (0, 1));
}

#[test]
fn what_was_not_told_is_dropped_by_loading() {
    let mut run = Run::new(0);
    let id = run.ids[0];
    let before = save(&run.stage, id);
    run.act(&Act::Damage(0, Vec3::X, Some(1)));
    run.agent(0).forget_all();
    assert!(!run.stage.agent(id).events.is_empty());
    load(&mut run.stage, id, &before, |_| true);
    assert!(run.stage.agent(id).events.is_empty());
    assert_eq!(run.stage.awareness(id), 0.0);
}

#[test]
fn what_is_no_number_is_not_written() {
    let mut belief = Belief::default();
    (belief.confidence, belief.time_since_seen) = (f64::NAN, f64::NAN);
    belief.last_known_position.x = f32::NAN;
    belief.last_known_velocity.y = f32::INFINITY;
    let value = snapshot::write(&BeliefSave::<2>::from(&belief));
    assert_eq!(value["last_known_position"], json!([0.0, 0.0]));
    assert_eq!(value["confidence"], json!(0.0));
    assert!(snapshot::read::<BeliefSave<2>>(value).is_ok());
}

#[test]
fn a_fresh_belief_is_plain() {
    let value = snapshot::write(&BeliefSave::<2>::from(&Belief::default()));
    assert_eq!(
        value,
        json!({
            "version": 1,
            "last_known_position": [0.0, 0.0],
            "has_last_known": false,
            "time_since_seen": -1.0,
            "confidence": 0.0,
            "last_known_velocity": [0.0, 0.0],
            "stimulus": 0,
            "alerted": false,
            "floor_earned": false,
        })
    );
    // Numbers of a JSON that knows no whole ones.
    let mut other = value.clone();
    (other["version"], other["stimulus"]) = (json!(1.0), json!(0.0));
    assert!(snapshot::read::<BeliefSave<2>>(other).is_ok());
    assert!(snapshot::read::<BeliefSave<3>>(value).is_err());
}

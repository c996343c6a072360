//! `SensesServer`: the door for what belongs to no node.

use std::sync::Mutex;

use enemy_senses_core::snapshot::GameSave;
use enemy_senses_core::track::Key;
use enemy_senses_core::world::Report;
use enemy_senses_core::{Frame, Vec3};
use godot::global::Error;
use godot::prelude::*;

use crate::checks::Warned;
use crate::dictionary::dictionary;
use crate::node_arg::{Given, NodeArg};
use crate::noise::{self, Noise};
use crate::rush::{self, Wish};
use crate::state::{self, Dimension};
use crate::{d2, d3, debug, pass, plain, saves, seats};

static WARNED: Mutex<Option<Warned>> = Mutex::new(None);

fn warned<R>(with: impl FnOnce(&mut Warned) -> R) -> R {
    let mut warned = WARNED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    with(warned.get_or_insert_default())
}

/// The senses of the whole game: noises without a node, limits, statistics.
///
/// An engine singleton, reached by its name from everywhere. It holds no state of its own and does nothing in the editor.
/// [codeblock]
/// SensesServer.emit_noise(global_position, 300.0, 1.0, self, &"explosion")
/// [/codeblock]
/// See also [NoiseEmitter] and [EnemySenses].
#[derive(GodotClass)]
#[class(base = Object, init, singleton)]
pub struct SensesServer {
    /// At most this many rays per physics frame; 0: no limit. See [method get_max_rays_per_tick].
    #[var(get = get_max_rays_per_tick, set = set_max_rays_per_tick)]
    max_rays_per_tick: PhantomVar<i64>,
    /// If true, every perception and every EnemySenses draws what it senses while the game runs.
    #[var(get = get_debug_draw_all, set = set_debug_draw_all)]
    debug_draw_all: PhantomVar<bool>,
    base: Base<Object>,
}

/// The number of a node that is given, none inside for null; none at all for what is no node.
fn key_given(node: &NodeArg, call: &'static str) -> Option<Option<Key>> {
    match node.given::<Node>() {
        Given::Node(node) => Some(Some(node.instance_id().to_i64() as Key)),
        Given::Nothing => Some(None),
        Given::Wrong(what) => {
            warned(|w| {
                w.refuse(
                    "SensesServer",
                    call,
                    &format!("was given {what}: it counts as no node."),
                )
            });
            Some(None)
        }
    }
}

/// The arguments that both dimensions share.
struct Call {
    radius: f64,
    strength: f64,
    source: NodeArg,
    tag: StringName,
    group: StringName,
    propagation: i64,
    wall_muffle: f64,
    mask: i64,
}

fn emit(dimension: Dimension, origin: enemy_senses_core::Vec3, call: Call) -> i64 {
    if !state::on_main_thread() {
        let refusal = "was called from another thread: no noise. Use call_deferred().";
        warned(|w| w.refuse("SensesServer", "emit_noise()", refusal));
        return 0;
    }
    if state::in_editor() {
        return 0;
    }
    let wish = Wish {
        dimension,
        origin,
        radius: call.radius,
        strength: call.strength,
        source: call.source.object_id(),
        tag: &call.tag,
        group: &call.group,
    };
    if call.propagation == noise::STRAIGHT
        && call.wall_muffle.is_finite()
        && noise::is_plain(&wish)
        && let Some(told) = rush::tell(&wish)
    {
        return told;
    }
    let source = match call.source.given::<Node>() {
        Given::Node(node) => Some(node),
        Given::Nothing => None,
        Given::Wrong(what) => {
            warned(|w| {
                w.refuse(
                    "SensesServer",
                    "emit_noise() source",
                    &format!("was given {what}: it counts as no node."),
                )
            });
            None
        }
    };
    if !(noise::STRAIGHT..=noise::NAVIGATION).contains(&call.propagation) || !call.wall_muffle.is_finite() {
        let values = format!(
            "propagation {}, wall_muffle {}",
            call.propagation, call.wall_muffle
        );
        warned(|w| {
            w.refuse(
                "SensesServer",
                "emit_noise()",
                &format!("was given {values}: no noise."),
            )
        });
        return 0;
    }
    let noise = Noise {
        dimension,
        origin,
        radius: call.radius,
        strength: call.strength,
        source,
        emitter: None,
        tag: call.tag,
        group: call.group,
        propagation: call.propagation,
        wall_muffle: call.wall_muffle.clamp(0.0, 1.0),
        mask: call.mask as u32,
    };
    if warned(|w| noise.is_sound("SensesServer", w)) {
        noise.make()
    } else {
        0
    }
}

/// Numbers of the last physics frame, by the name that `get_stats` and the debugger's monitors have for them.
pub fn stats() -> [(&'static str, Variant); 9] {
    let (world, numbers) = (state::state().world.stats, pass::numbers());
    [
        ("agents", (seats::count() as i64).to_variant()),
        ("targets", (numbers.targets as i64).to_variant()),
        ("pairs", (world.pairs as i64).to_variant()),
        ("rays", (numbers.rays as i64).to_variant()),
        ("deferred", (world.deferred as i64).to_variant()),
        ("worst_staleness", world.worst_staleness.to_variant()),
        ("tick_usec", numbers.usec.to_variant()),
        ("noises", (world.noises as i64).to_variant()),
        ("dropped_noises", (noise::dropped() as i64).to_variant()),
    ]
}

#[godot_api]
impl SensesServer {
    /// A noise was made somewhere in 2D. Sent first, also when nobody is near; the source may be null.
    #[signal]
    fn noise_made(origin: Vector2, radius: f64, strength: f64, source: Option<Gd<Node>>, tag: StringName);

    /// A noise was made somewhere in 3D. Sent first, also when nobody is near; the source may be null.
    #[signal]
    fn noise_made_3d(origin: Vector3, radius: f64, strength: f64, source: Option<Gd<Node>>, tag: StringName);

    /// Makes a noise in 2D, as [method NoiseEmitter.emit_noise] does, without a node. It sounds in the world of
    /// [param source] (a node, or null: the root's) and [param source] does not hear it. Returns how many were told; called from
    /// inside a listener's [code]hear_sound[/code] it returns 0 and is delivered at the start of the next physics frame.
    #[allow(clippy::too_many_arguments)]
    #[func(gd_self)]
    fn emit_noise(
        _this: Gd<Self>,
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
        let (group, mask) = (listener_group, occlusion_mask);
        emit(
            Dimension::Flat,
            d2::inside(origin),
            Call {
                radius,
                strength,
                source,
                tag,
                group,
                propagation,
                wall_muffle,
                mask,
            },
        )
    }

    /// At most this many rays, of sight and of light, are cast per physics frame; 0: no limit. Over it the most urgent looks go
    /// first, the others wait their turn, and what they see then counts for all the time that they waited. Starts as the project
    /// setting [code]enemy_senses/max_rays_per_tick[/code].
    #[func]
    fn get_max_rays_per_tick(&self) -> i64 {
        state::state().world.max_rays as i64
    }

    #[func]
    fn set_max_rays_per_tick(&mut self, value: i64) {
        if value < 0 {
            warned(|w| {
                w.refuse(
                    "SensesServer",
                    "max_rays_per_tick",
                    &format!("cannot be {value}: it must be 0 or more; the old value stays."),
                )
            });
            return;
        }
        warned(|w| w.good("max_rays_per_tick"));
        state::state().world.max_rays = value as u64;
    }

    #[func]
    fn get_debug_draw_all(&self) -> bool {
        debug::draws_all()
    }

    #[func]
    fn set_debug_draw_all(&mut self, value: bool) {
        debug::draw_all(value);
    }

    /// Numbers of the last physics frame: [code]agents[/code] (every EnemySenses in the tree), [code]targets[/code],
    /// [code]pairs[/code] that passed range and cone, [code]rays[/code], [code]deferred[/code] looks and the
    /// [code]worst_staleness[/code] among them in seconds, [code]tick_usec[/code], [code]noises[/code] delivered, and
    /// [code]dropped_noises[/code] since the game began. The same are in the debugger's monitors.
    #[func]
    fn get_stats(&self) -> VarDictionary {
        dictionary(stats())
    }

    /// Tells every enabled [EnemySenses] and [EnemySenses3D] of a squad that [param target] (or null) is at a place, sure by
    /// [param amount], 0 to 1. The empty squad is those without one. The position is a Vector2 for 2D, a Vector3 for 3D.
    #[func]
    fn alert_all(&self, squad: StringName, position: Variant, target: NodeArg, amount: f64) {
        let (dimension, place) = match (position.try_to::<Vector2>(), position.try_to::<Vector3>()) {
            (Ok(flat), _) => (Dimension::Flat, d2::inside(flat)),
            (_, Ok(solid)) => (Dimension::Solid, d3::inside(solid)),
            _ => {
                return warned(|w| {
                    w.refuse(
                        "SensesServer",
                        "alert_all()",
                        "wants a Vector2 or a Vector3: nobody is told.",
                    )
                });
            }
        };
        if !place.is_finite() || !amount.is_finite() {
            return warned(|w| {
                w.refuse(
                    "SensesServer",
                    "alert_all()",
                    &format!("was given {position}, {amount}: nobody is told."),
                )
            });
        }
        let Some(target) = key_given(&target, "alert_all()") else {
            return;
        };
        let mut state = state::state();
        let number = state.names.number(&squad.to_string());
        let report = Report {
            position: place,
            velocity: Vec3::ZERO,
            target,
            amount,
            age: 0.0,
            hops: 1,
            from: None,
        };
        for (_, agent) in state.world.agents.iter_mut() {
            let flat = agent.gates.frame != Frame::Space;
            if agent.awake && agent.squad == number && flat == (dimension == Dimension::Flat) {
                agent.be_told(&report);
            }
        }
    }

    /// Makes every [EnemySenses] forget a node at once, earned floors too.
    #[func]
    fn forget(&self, target: NodeArg) {
        let Some(Some(key)) = key_given(&target, "forget()") else {
            return;
        };
        for (_, agent) in state::state().world.agents.iter_mut() {
            agent.forget(key);
        }
    }

    /// The senses of the whole game, as plain data for a save: numbers, texts, arrays and dictionaries only. Every [EnemySenses]
    /// in the tree is in it, enabled or not, and how each [StealthTarget] moves; settings are not.
    ///
    /// An enemy is written as the metadata [code]save_key[/code] of its EnemySenses or of its body, else as its path from the root
    /// of the scene; a target as that of the node in the group.
    /// [codeblock]
    /// file.store_string(JSON.stringify(SensesServer.save_state()))
    /// # Later, or in another run of the game, once the scene is there:
    /// SensesServer.load_state(JSON.parse_string(text))
    /// [/codeblock]
    #[func]
    fn save_state(&self) -> VarDictionary {
        if !state::on_main_thread() {
            let refusal = "was called from another thread: nothing is saved. Use call_deferred().";
            warned(|w| w.refuse("SensesServer", "save_state()", refusal));
            return VarDictionary::new();
        }
        plain::to_variant(&saves::save_all()).try_to().unwrap_or_default()
    }

    /// Puts the senses of the whole game back to what [method save_state] gave. Returns OK, or an error and nothing is changed; one
    /// warning says where the dictionary is bad. Enemies that the save does not know stay as they are, those that are no more
    /// are left out, and no signal is sent. Where things stand and which are there is the game's own to save.
    #[func]
    fn load_state(&self, d: Variant) -> i64 {
        if !state::on_main_thread() {
            let refusal = "was called from another thread: nothing is loaded. Use call_deferred().";
            warned(|w| w.refuse("SensesServer", "load_state()", refusal));
            return i64::from(Error::ERR_UNAVAILABLE.ord());
        }
        match plain::from_variant(&d).and_then(GameSave::read) {
            Ok(save) => {
                warned(|w| w.good("load_state()"));
                saves::load_all(&save);
                i64::from(Error::OK.ord())
            }
            Err(why) => {
                let refusal = format!("cannot use this: {why}. Nothing is changed.");
                warned(|w| w.refuse("SensesServer", "load_state()", &refusal));
                i64::from(Error::ERR_INVALID_DATA.ord())
            }
        }
    }

    /// Makes a noise in 3D; see [method emit_noise].
    #[allow(clippy::too_many_arguments)]
    #[func(gd_self)]
    fn emit_noise_3d(
        _this: Gd<Self>,
        origin: Vector3,
        radius: f64,
        strength: f64,
        #[opt(default = NodeArg::none())] source: NodeArg,
        #[opt(default = "")] tag: StringName,
        #[opt(default = "enemies")] listener_group: StringName,
        #[opt(default = 0)] propagation: i64,
        #[opt(default = 0.4)] wall_muffle: f64,
        #[opt(default = 1)] occlusion_mask: i64,
    ) -> i64 {
        let (group, mask) = (listener_group, occlusion_mask);
        emit(
            Dimension::Solid,
            d3::inside(origin),
            Call {
                radius,
                strength,
                source,
                tag,
                group,
                propagation,
                wall_muffle,
                mask,
            },
        )
    }
}

//! `SensesServer`: the door for what belongs to no node.

use std::sync::Mutex;

use godot::prelude::*;

use crate::checks::Warned;
use crate::node_arg::{Given, NodeArg};
use crate::noise::{self, Noise};
use crate::state::Dimension;
use crate::{d2, d3};

/// The signals of the server, which scripts may have connected lambdas to.
pub const SIGNALS: [&str; 2] = ["noise_made", "noise_made_3d"];

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
    base: Base<Object>,
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
    #[func]
    fn emit_noise(
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

    /// Makes a noise in 3D; see [method emit_noise].
    #[allow(clippy::too_many_arguments)]
    #[func]
    fn emit_noise_3d(
        &self,
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

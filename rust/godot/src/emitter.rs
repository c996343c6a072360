//! `NoiseEmitter`: makes a noise where it is.

use enemy_senses_core::Vec3;
use enemy_senses_macros::twins;
use godot::prelude::*;

use crate::bodies::Body;
use crate::checks::{self, Warned};
use crate::node_arg::{Given, NodeArg};
use crate::noise::{self, Noise};
use crate::state::{self, Dimension};
use crate::{d2, d3, warnings};

/// What a noise emitter is set to.
#[derive(Debug, Clone)]
pub struct EmitterState {
    pub radius: f64,
    pub strength: f64,
    pub listener_group: String,
    pub tag: String,
    pub propagation: i64,
    pub wall_muffle: f64,
    pub occlusion_mask: u32,
    pub body: String,
}

impl EmitterState {
    /// The defaults, with the one that depends on the unit of length.
    pub fn new(radius: f64) -> Self {
        Self {
            radius,
            strength: 0.7,
            listener_group: "enemies".to_owned(),
            tag: String::new(),
            propagation: noise::STRAIGHT,
            wall_muffle: 0.4,
            occlusion_mask: 1,
            body: String::new(),
        }
    }

    /// A noise made with these settings by a node, if there is anything to hear; a warning where it cannot be made. No origin:
    /// the node is in no tree.
    #[allow(clippy::too_many_arguments)]
    pub fn checked(
        &self,
        dimension: Dimension,
        emitter: Gd<Node>,
        origin: Option<Vec3>,
        radius: f64,
        strength: f64,
        who: &str,
        warned: &mut Warned,
    ) -> Option<Noise> {
        if !state::on_main_thread() {
            warned.refuse(
                who,
                "emit_noise()",
                "was called from another thread: no noise. Use call_deferred().",
            );
            return None;
        }
        if state::in_editor() {
            return None;
        }
        let Some(origin) = origin.filter(|_| emitter.is_inside_tree()) else {
            warned.refuse(who, "emit_noise()", "was called outside the tree: no noise.");
            return None;
        };
        let maker = Body::of(&emitter, &self.body)
            .and_then(|body| body.node())
            .or_else(|| emitter.get_parent());
        let noise = Noise {
            dimension,
            origin,
            radius,
            strength,
            source: maker,
            tag: self.tag.as_str().into(),
            group: self.listener_group.as_str().into(),
            propagation: self.propagation,
            wall_muffle: self.wall_muffle,
            mask: self.occlusion_mask,
            emitter: Some(emitter),
        };
        noise.is_sound(who, warned).then_some(noise)
    }
}

twins! {
    /// Makes noises: an event with an origin and a radius, not an area glued to what made it.
    ///
    /// Call [method emit] when something is heard: a rock lands, a door slams. Every node of [member listener_group] that has a
    /// [code]hear_sound(origin, strength)[/code] is told, louder the nearer it is, and so is every [EnemySenses] in it. The
    /// emitter knows no enemies and gives no orders.
    /// [codeblock]
    /// func _on_landed() -> void:
    ///     $NoiseEmitter.emit()
    /// [/codeblock]
    /// Steps come from [FootstepEmitter]; a noise without a node from [method SensesServer.emit_noise].
    #[derive(GodotClass)]
    #[class(base = Node2D, init, tool)]
    pub struct NoiseEmitter {
        /// How far [method emit] is heard, in {pixels|metres}. A listener at it or past it is not told. [constant @GDScript.INF]:
        /// everywhere, without falling off. 0: no noise at all.
        #[export(range = (0.0, 2048.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount_or_infinite)]
        radius: f64,
        /// How loud [method emit] is at its origin, 0 to 1; more counts as 1, 0 is no noise at all. With the defaults of
        /// [SensesProfile], 0.5 at the ear makes an [EnemySenses] suspicious.
        #[export(range = (0.0, 1.0, 0.01, or_greater))]
        #[prop(checks::amount)]
        strength: f64,
        /// The group that is told. Empty: every [EnemySenses].
        #[export]
        #[prop(checks::text)]
        listener_group: StringName,
        /// What sort of noise it is, handed to listeners. [code]&"alarm"[/code] is heard by the maker's own squad too.
        #[export]
        #[prop(checks::text)]
        tag: StringName,
        /// What walls do: nothing ([constant STRAIGHT]), shorten the radius ([constant MUFFLED]), or make the sound go round them
        /// ([constant NAVIGATION]).
        #[export(enum = (Straight = 0, Muffled = 1, Navigation = 2))]
        #[prop(checks::one_of(3))]
        propagation: i64,
        /// The factor on the radius for each wall crossed: 0 lets nothing through, 1 everything.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit)]
        wall_muffle: f64,
        /// The physics layers that count as walls.
        #[export(pick!({flags_2d_physics} {flags_3d_physics}))]
        #[prop(checks::layers)]
        occlusion_mask: i64,
        /// The body that makes the noise and does not hear it. Empty: the nearest ancestor that is a CharacterBody, RigidBody or
        /// AnimatableBody, else the parent.
        #[export]
        #[prop(checks::path)]
        body: NodePath,
        #[init(val = EmitterState::new(pick!({ 220.0 } { 12.0 })))]
        settings: EmitterState,
        warned: Warned,
        base: Base<Node2D>,
    }

    #[godot_api]
    impl NoiseEmitter {
        /// Walls do not matter, on purpose.
        #[constant]
        pub const STRAIGHT: i64 = noise::STRAIGHT;
        /// The radius is multiplied by [member wall_muffle] for each wall crossed.
        #[constant]
        pub const MUFFLED: i64 = noise::MUFFLED;
        /// The path round the walls, over the world's navigation map, counts instead of the straight line; where there is none,
        /// nothing is heard. What a listener is told as origin is the last corner before its ear. Where an ear or the noise is more
        /// than {64 px|2 m} off the map, there is no path. Without a map with a region: [constant MUFFLED], and one warning. So, too,
        /// beyond 256 paths in one physics frame.
        #[constant]
        pub const NAVIGATION: i64 = noise::NAVIGATION;

        /// A noise was made here. An announcement, never an order: it is sent first, also when nobody is near.
        #[signal]
        fn noise_made(origin: Vector2, radius: f64, strength: f64);

        /// Makes a noise here with [member radius] and [member strength]; returns how many were told.
        #[func(gd_self)]
        fn emit(this: Gd<Self>) -> i64 {
            let (radius, strength) = (this.bind().settings.radius, this.bind().settings.strength);
            Self::make(this, None, radius, strength)
        }

        /// Makes a noise somewhere else; returns how many were told. A listener hears
        /// `strength * (1 - distance / radius)`. Radius or strength of 0 or less: nothing at all, no signal.
        #[func(gd_self)]
        fn emit_noise(this: Gd<Self>, origin: Vector2, radius: f64, strength: f64) -> i64 {
            Self::make(this, Some(dim::inside(origin)), radius, strength)
        }

        /// How loud a node would hear [method emit] now, 0 to 1. Tells nobody.
        #[func(gd_self)]
        fn audibility(this: Gd<Self>, listener: NodeArg) -> f64 {
            let mut this = this;
            let listener = match listener.given::<Node2D>() {
                Given::Node(node) => node,
                Given::Nothing => return 0.0,
                Given::Wrong(what) => {
                    this.bind_mut().refused("audibility()", &format!("was given {what}: it counts as no node."));
                    return 0.0;
                }
            };
            let (radius, strength) = (this.bind().settings.radius, this.bind().settings.strength);
            let Some(noise) = Self::noise(&mut this, None, radius, strength) else { return 0.0 };
            noise.audibility(&listener.upcast())
        }
    }

    impl NoiseEmitter {
        fn peek<R>(&self, read: impl FnOnce(&EmitterState) -> R) -> R {
            read(&self.settings)
        }

        fn poke(&mut self, write: impl FnOnce(&mut EmitterState)) {
            write(&mut self.settings);
        }

        fn accepted(&mut self, member: &'static str) {
            self.warned.good(member);
            if state::in_editor() {
                warnings::refresh(self.base().clone().upcast());
            }
        }

        fn refused(&mut self, member: &'static str, refusal: &str) {
            let who = checks::name_of(stringify!(NoiseEmitter), &self.base().clone().upcast());
            self.warned.refuse(&who, member, refusal);
        }

        /// The noise that would be made, if there is anything to hear. Without an origin: where the node is.
        fn noise(this: &mut Gd<Self>, origin: Option<Vec3>, radius: f64, strength: f64) -> Option<Noise> {
            let node: Gd<Node2D> = this.clone().upcast();
            let settings = this.bind().settings.clone();
            let who = checks::name_of(stringify!(NoiseEmitter), &node.clone().upcast());
            let origin = origin.or_else(|| (state::on_main_thread() && node.is_inside_tree()).then(|| dim::position(&node)));
            settings.checked(dim::DIMENSION, node.upcast(), origin, radius, strength, &who, &mut this.bind_mut().warned)
        }

        fn make(mut this: Gd<Self>, origin: Option<Vec3>, radius: f64, strength: f64) -> i64 {
            Self::noise(&mut this, origin, radius, strength).map_or(0, Noise::make)
        }
    }

    #[godot_api]
    impl INode2D for NoiseEmitter {
        fn get_configuration_warnings(&self) -> PackedStringArray {
            warnings::of_emitter(&self.base().clone().upcast(), &self.settings)
        }
    }
}

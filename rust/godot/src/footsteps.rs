//! `FootstepEmitter`: a noise per step of whoever it is under.

use enemy_senses_core::motion::Motion;
use enemy_senses_macros::twins;
use godot::prelude::*;

use crate::bodies::Body;
use crate::checks::{self, Warned};
use crate::emitter::EmitterState;
use crate::node_arg::{Given, NodeArg};
use crate::noise::{self, Noise};
use crate::state;
use crate::{d2, d3, seats, warnings};

/// What a footstep emitter is set to.
#[derive(Debug, Clone)]
struct FootstepState {
    noise: EmitterState,
    step_interval: f64,
    min_speed: f64,
    walk_radius: f64,
    run_radius: f64,
    run_speed: f64,
    crouch_multiplier: f64,
}

impl FootstepState {
    fn new([radius, min_speed, walk_radius, run_radius, run_speed]: [f64; 5]) -> Self {
        let noise = EmitterState {
            tag: "footstep".to_owned(),
            ..EmitterState::new(radius)
        };
        Self {
            noise,
            step_interval: 0.45,
            min_speed,
            walk_radius,
            run_radius,
            run_speed,
            crouch_multiplier: 0.35,
        }
    }

    /// How far a step is heard at a speed.
    fn radius(&self, speed: f64, crouching: bool) -> f64 {
        let part = if self.run_speed > 0.0 {
            (speed / self.run_speed).clamp(0.0, 1.0)
        } else {
            1.0
        };
        let radius = self.walk_radius + (self.run_radius - self.walk_radius) * part;
        if crouching {
            radius * self.crouch_multiplier
        } else {
            radius
        }
    }
}

twins! {
    /// Makes a noise per step while the body that it is under moves.
    ///
    /// A child of a mover. Faster steps are heard farther, a crouching [StealthTarget] beside it makes them quieter. What it
    /// makes is a noise like [NoiseEmitter]'s, tagged [code]&"footstep"[/code].
    /// [codeblock]
    /// $FootstepEmitter.walk_radius = 180.0 # on gravel
    /// [/codeblock]
    /// [EnemySenses] hears it; see [SensesProfile] for how well.
    #[derive(GodotClass)]
    #[class(base = Node2D, init, tool)]
    pub struct FootstepEmitter {
        /// Seconds between two steps.
        #[export(range = (0.05, 2.0, 0.01, or_greater, suffix = "s"))]
        #[prop(checks::some)]
        step_interval: f64,
        /// Only while the body moves faster than this, in {pixels|metres} per second.
        #[export(range = (0.0, 200.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount)]
        min_speed: f64,
        /// How far the slowest step is heard, in {pixels|metres}.
        #[export(range = (0.0, 1024.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount)]
        walk_radius: f64,
        /// How far a step at [member run_speed] is heard, in {pixels|metres}; in between it is in proportion to the speed.
        #[export(range = (0.0, 1024.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount)]
        run_radius: f64,
        /// The speed, in {pixels|metres} per second, at which steps are heard as far as [member run_radius].
        #[export(range = (0.0, 1000.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount)]
        run_speed: f64,
        /// The factor on the radius while the [StealthTarget] beside it crouches, 0 to 1.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit)]
        crouch_multiplier: f64,
        /// How loud a step is at its origin, 0 to 1; 0 is no noise at all.
        #[export(range = (0.0, 1.0, 0.01, or_greater))]
        #[prop(checks::amount, in noise)]
        strength: f64,
        /// The radius of [method emit], in {pixels|metres}; steps have their own.
        #[export(range = (0.0, 2048.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount_or_infinite, in noise)]
        radius: f64,
        /// See [member NoiseEmitter.listener_group].
        #[export]
        #[prop(checks::text, in noise)]
        listener_group: StringName,
        /// See [member NoiseEmitter.tag].
        #[export]
        #[prop(checks::text, in noise)]
        tag: StringName,
        /// See [member NoiseEmitter.propagation].
        #[export(enum = (Straight = 0, Muffled = 1, Navigation = 2))]
        #[prop(checks::one_of(3), in noise)]
        propagation: i64,
        /// See [member NoiseEmitter.wall_muffle].
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in noise)]
        wall_muffle: f64,
        /// See [member NoiseEmitter.occlusion_mask].
        #[export(pick!({flags_2d_physics} {flags_3d_physics}))]
        #[prop(checks::layers, in noise)]
        occlusion_mask: i64,
        /// The body that steps. Empty: the nearest ancestor that is a CharacterBody, RigidBody or AnimatableBody, else the parent.
        #[export]
        #[prop(checks::path, in noise)]
        body: NodePath,
        #[init(val = FootstepState::new(pick!({ [220.0, 15.0, 110.0, 220.0, 140.0] } { [12.0, 0.5, 6.0, 12.0, 5.0] })))]
        settings: FootstepState,
        motion: Motion,
        /// Seconds since the last step.
        since_step: f64,
        warned: Warned,
        base: Base<Node2D>,
    }

    #[godot_api]
    impl FootstepEmitter {
        /// Walls do not matter, on purpose.
        #[constant]
        pub const STRAIGHT: i64 = noise::STRAIGHT;
        /// The radius is multiplied by [member wall_muffle] for each wall crossed.
        #[constant]
        pub const MUFFLED: i64 = noise::MUFFLED;
        /// The path round the walls, over the navigation map, counts instead of the straight line.
        #[constant]
        pub const NAVIGATION: i64 = noise::NAVIGATION;

        /// A step was heard, or would have been. Sent first, also when nobody is near.
        #[signal]
        fn noise_made(origin: Vector2, radius: f64, strength: f64);

        /// Makes a noise here with [member radius] and [member strength], besides the steps; returns how many were told.
        #[func(gd_self)]
        fn emit(this: Gd<Self>) -> i64 {
            let radius = this.bind().settings.noise.radius;
            Self::make(this, None, radius)
        }

        /// Makes a noise somewhere else; see [method NoiseEmitter.emit_noise].
        #[func(gd_self)]
        fn emit_noise(mut this: Gd<Self>, origin: Vector2, radius: f64, strength: f64) -> i64 {
            let made = Self::noise(&mut this, Some(dim::inside(origin)), radius, strength);
            made.map_or(0, Noise::make)
        }

        /// How loud a node would hear [method emit] now, 0 to 1. Tells nobody.
        #[func(gd_self)]
        fn audibility(mut this: Gd<Self>, listener: NodeArg) -> f64 {
            match listener.given::<Node2D>() {
                Given::Node(node) => {
                    let (radius, strength) = (this.bind().settings.noise.radius, this.bind().settings.noise.strength);
                    let made = Self::noise(&mut this, None, radius, strength);
                    made.map_or(0.0, |noise| noise.audibility(&node.upcast()))
                }
                Given::Nothing => 0.0,
                Given::Wrong(what) => {
                    this.bind_mut().refused("audibility()", &format!("was given {what}: it counts as no node."));
                    0.0
                }
            }
        }
    }

    impl FootstepEmitter {
        fn peek<R>(&self, read: impl FnOnce(&FootstepState) -> R) -> R {
            read(&self.settings)
        }

        fn poke(&mut self, write: impl FnOnce(&mut FootstepState)) {
            write(&mut self.settings);
        }

        fn accepted(&mut self, member: &'static str) {
            self.warned.good(member);
            if state::in_editor() {
                warnings::refresh(self.base().clone().upcast());
            }
        }

        fn refused(&mut self, member: &'static str, refusal: &str) {
            let who = checks::name_of(stringify!(FootstepEmitter), &self.base().clone().upcast());
            self.warned.refuse(&who, member, refusal);
        }

        fn noise(this: &mut Gd<Self>, origin: Option<enemy_senses_core::Vec3>, radius: f64, strength: f64) -> Option<Noise> {
            let node: Gd<Node2D> = this.clone().upcast();
            let settings = this.bind().settings.noise.clone();
            let who = checks::name_of(stringify!(FootstepEmitter), &node.clone().upcast());
            let origin = origin.or_else(|| node.is_inside_tree().then(|| dim::position(&node)));
            settings.checked(dim::DIMENSION, node.upcast(), origin, radius, strength, &who, &mut this.bind_mut().warned)
        }

        fn make(mut this: Gd<Self>, origin: Option<enemy_senses_core::Vec3>, radius: f64) -> i64 {
            let strength = this.bind().settings.noise.strength;
            Self::noise(&mut this, origin, radius, strength).map_or(0, Noise::make)
        }

        /// How its mover moves, and the seconds since the last step.
        pub fn gait(&self) -> (Motion, f64) {
            (self.motion, self.since_step)
        }

        /// Goes on from a gait that was saved.
        pub fn set_gait(&mut self, (motion, since_step): (Motion, f64)) {
            (self.motion, self.since_step) = (motion, since_step.min(self.settings.step_interval));
        }

        /// Who steps, and whether it crouches.
        fn mover(&self) -> Option<(Gd<Node2D>, bool)> {
            let node: Gd<Node> = self.base().clone().upcast();
            let mover = Body::of(&node, &self.settings.noise.body).and_then(|body| body.node()).or_else(|| node.get_parent())?;
            let beside = node.get_parent().and_then(|parent| seats::stealth_of(parent.instance_id()));
            let crouching = beside.is_some_and(|seat| state::state().stealth.get(seat.key).is_some_and(|s| s.crouching));
            Some((mover.try_cast().ok()?, crouching))
        }

        /// Goes on by `delta` seconds; the radius of the step that is due now, if one is.
        fn walk(&mut self, delta: f64) -> Option<f64> {
            let (mover, crouching) = self.mover()?;
            let place = dim::position(&mover);
            if !place.is_finite() || delta <= 0.0 {
                return None;
            }
            let speed = f64::from(self.motion.moved_to(place, delta, pick!({ 2000.0 } { 40.0 })).length());
            self.since_step += delta;
            if speed <= self.settings.min_speed {
                self.since_step = self.since_step.min(self.settings.step_interval);
                return None;
            }
            if self.since_step < self.settings.step_interval - 1e-9 {
                return None;
            }
            self.since_step = (self.since_step - self.settings.step_interval).min(self.settings.step_interval);
            Some(self.settings.radius(speed, crouching)).filter(|radius| *radius > 0.0)
        }
    }

    #[godot_api]
    impl INode2D for FootstepEmitter {
        fn enter_tree(&mut self) {
            self.motion.lose();
            let runs = !state::in_editor();
            self.base_mut().set_physics_process(runs);
        }

        fn get_configuration_warnings(&self) -> PackedStringArray {
            warnings::of_emitter(&self.base().clone().upcast(), &self.settings.noise)
        }

        #[func(gd_self)]
        fn physics_process(mut this: Gd<Self>, delta: f64) {
            if state::in_editor() {
                return;
            }
            let step = this.bind_mut().walk(delta);
            if let Some(radius) = step {
                Self::make(this, None, radius);
            }
        }
    }
}

//! `StealthTarget`: how exposed this one is.

use enemy_senses_core::motion::Motion;
use enemy_senses_core::{Frame, Vec3};
use enemy_senses_macros::twins;
use godot::prelude::*;

use crate::bodies::Body;
use crate::checks::{self, Warned};
use crate::state::{self, StealthKey};
use crate::{d2, d3, hub, seats, warnings};

/// Light plays no part.
pub const LIGHT_NONE: i64 = 0;
/// Light comes from the scene's lights.
pub const LIGHT_SCENE: i64 = 1;
/// Light is set by the game.
pub const LIGHT_MANUAL: i64 = 2;

/// What a stealth target is set to, and what is known of it.
#[derive(Debug, Clone)]
pub struct StealthState {
    pub frame: Frame,
    pub perceivable: bool,
    pub crouching: bool,
    pub carries_light: bool,
    pub crouch_multiplier: f64,
    pub light_mode: i64,
    pub manual_light: f64,
    /// From the scene's lights, when it was last worked out; none before that.
    pub scene_light: Option<f64>,
    pub ambient: f64,
    pub light_group: String,
    pub light_blocker_mask: u32,
    pub aim_height: f64,
    pub crouch_aim_height: f64,
    pub body_radius: f64,
    pub movement_bonus_speed: f64,
    pub body: String,
    /// The node that it speaks for, while in the tree.
    pub parent: Option<InstanceId>,
    /// Markers that are to be looked at; none: automatic ones.
    pub markers: Vec<InstanceId>,
    pub motion: Motion,
    pub velocity: Vec3,
}

impl StealthState {
    fn new(frame: Frame) -> Self {
        let metres = frame == Frame::Space;
        Self {
            frame,
            perceivable: true,
            crouching: false,
            carries_light: false,
            crouch_multiplier: 0.5,
            light_mode: LIGHT_NONE,
            manual_light: 1.0,
            scene_light: None,
            ambient: 0.15,
            light_group: String::new(),
            light_blocker_mask: 1,
            aim_height: if metres { 1.2 } else { 24.0 },
            crouch_aim_height: if metres { 0.6 } else { 12.0 },
            body_radius: 8.0,
            movement_bonus_speed: if metres { 5.0 } else { 200.0 },
            body: String::new(),
            parent: None,
            markers: Vec::new(),
            motion: Motion::default(),
            velocity: Vec3::ZERO,
        }
    }

    /// How brightly it is lit, 0..1.
    pub fn light_level(&self) -> f64 {
        match self.light_mode {
            LIGHT_SCENE => self.scene_light.unwrap_or(self.ambient),
            LIGHT_MANUAL => self.manual_light,
            _ => 1.0,
        }
    }

    /// Light times stance.
    pub fn exposure(&self) -> f64 {
        let crouched = self.crouching && !self.carries_light;
        self.light_level() * if crouched { self.crouch_multiplier } else { 1.0 }
    }

    /// What movement adds to the speed of noticing.
    pub fn movement(&self) -> f64 {
        if self.movement_bonus_speed > 0.0 {
            1.0 + (f64::from(self.velocity.length()) / self.movement_bonus_speed).clamp(0.0, 1.0)
        } else {
            1.0
        }
    }

    /// Where it is aimed at, when its own place is this.
    pub fn aim(&self, place: Vec3) -> Vec3 {
        place + self.frame.up() * self.height(self.frame)
    }

    /// How far above its position it is aimed at.
    pub fn height(&self, frame: Frame) -> f32 {
        match frame {
            Frame::TopDown => 0.0,
            _ if self.crouching => self.crouch_aim_height as f32,
            _ => self.aim_height as f32,
        }
    }
}

fn new_target(frame: Frame) -> StealthKey {
    state::state().stealth.insert(StealthState::new(frame))
}

twins! {
    /// How exposed this one is: how much of it shows, how brightly it is lit, whether it crouches.
    ///
    /// A child of what can be seen (the node in the target group). Without one, a target has an exposure of 1 and a single
    /// sample point. It also tells a HUD who is watching.
    /// [codeblock]
    /// func _process(_delta: float) -> void:
    ///     $StealthTarget.crouching = Input.is_action_pressed("crouch")
    ///     $Hud/Eye.value = $StealthTarget.get_highest_awareness()
    /// [/codeblock]
    /// [EnemySenses] and [EnemyPerception] read it.
    #[derive(GodotClass)]
    #[class(base = Node2D, init, tool)]
    pub struct StealthTarget {
        /// If false, nobody perceives it.
        #[export]
        #[prop(checks::plain)]
        perceivable: bool,
        /// Crouching: [member exposure] is multiplied by [member crouch_multiplier], {|and the body is lower,} and steps are quieter.
        #[export]
        #[prop(checks::plain)]
        crouching: bool,
        /// Carrying a light: crouching does not reduce [member exposure].
        #[export]
        #[prop(checks::plain)]
        carries_light: bool,
        /// The factor on [member exposure] while crouching, 0 to 1.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit)]
        crouch_multiplier: f64,
        /// Where [member light_level] comes from: always 1 ([constant LIGHT_NONE]), the scene's lights ([constant LIGHT_SCENE]), or
        /// the game ([constant LIGHT_MANUAL]).
        #[export(enum = (None = 0, Scene = 1, Manual = 2))]
        #[prop(checks::one_of(3))]
        light_mode: i64,
        /// How brightly it is lit, 0 to 1. Can be set for [constant LIGHT_MANUAL]; what is set is kept for that mode.
        #[export]
        #[var(get = get_light_level, set = set_light_level)]
        light_level: PhantomVar<f64>,
        /// Light level in total darkness, 0 to 1, for [constant LIGHT_SCENE].
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit)]
        ambient: f64,
        /// Only lights of this group count. Empty: all.
        #[export]
        #[prop(checks::text)]
        light_group: StringName,
        /// The physics layers that cast shadows on it. 0: nothing does. Light occluders do not count.
        #[export(pick!({flags_2d_physics} {flags_3d_physics}))]
        #[prop(checks::layers)]
        light_blocker_mask: i64,
        /// How far above this node it is aimed at, in {pixels (only when the project setting enemy_senses/2d/view is SIDE)|metres}.
        #[export(range = (0.0, 64.0, 0.01, or_greater, hide_slider))]
        #[prop(checks::finite)]
        aim_height: f64,
        /// The same while [member crouching].
        #[export(range = (0.0, 64.0, 0.01, or_greater, hide_slider))]
        #[prop(checks::finite)]
        crouch_aim_height: f64,
        pick!({
            /// Half the width shown to an eye, in pixels: the automatic sample points are the centre and both edges.
            #[export(range = (0.0, 64.0, 0.1, or_greater, hide_slider))]
            #[prop(checks::amount)]
            body_radius: f64,
        } {})
        /// Markers of your own instead of the automatic sample points, all always used. One that is hidden
        /// ([code]visible = false[/code]), freed or outside the tree leaves the count; with none left the automatic ones are used.
        #[export]
        #[var(get = get_sample_points, set = set_sample_points)]
        sample_points: PhantomVar<Array<Option<Gd<Node2D>>>>,
        /// Moving this fast, in {pixels|metres} per second, it is noticed twice as fast, in proportion below. 0: movement plays
        /// no part.
        #[export(range = (0.0, 1000.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount)]
        movement_bonus_speed: f64,
        /// The body that is seen: it and what lies below it never hide it. Empty: the nearest ancestor that is a CharacterBody,
        /// RigidBody or AnimatableBody.
        #[export]
        #[prop(checks::path)]
        body: NodePath,
        /// Light times stance, 0 to 1: the factor that this target puts on the speed of being noticed.
        #[var(get = get_exposure, no_set)]
        exposure: PhantomVar<f64>,
        #[init(val = new_target(dim::frame()))]
        key: StealthKey,
        markers: Vec<Variant>,
        entered: Option<Body>,
        warned: Warned,
        base: Base<Node2D>,
    }

    #[godot_api]
    impl StealthTarget {
        /// Light plays no part: the level is 1.
        #[constant]
        pub const LIGHT_NONE: i64 = LIGHT_NONE;
        /// The level comes from the scene's lights.
        #[constant]
        pub const LIGHT_SCENE: i64 = LIGHT_SCENE;
        /// The level is what the game sets.
        #[constant]
        pub const LIGHT_MANUAL: i64 = LIGHT_MANUAL;

        /// An [EnemySenses] began to sense this target.
        #[signal]
        fn observed_by(observer: Option<Gd<Node>>);

        /// An [EnemySenses] no longer senses this target.
        #[signal]
        fn lost_by(observer: Option<Gd<Node>>);

        /// Every [EnemySenses] that senses this target now.
        #[func]
        fn get_observers(&self) -> Array<Gd<Node>> {
            self.target().map(seats::observers_of).unwrap_or_default().into_iter().collect()
        }

        /// The highest awareness of this target that any [EnemySenses] has, 0 to 1.
        #[func]
        fn get_highest_awareness(&self) -> f64 {
            self.target().and_then(seats::most_aware_of).map_or(0.0, |(_, awareness)| awareness)
        }

        /// The [EnemySenses] with the highest awareness of this target; null if nobody has any.
        #[func]
        fn get_most_aware(&self) -> Option<Gd<Node>> {
            self.target().and_then(seats::most_aware_of).map(|(node, _)| node)
        }

        #[func]
        fn get_light_level(&self) -> f64 {
            self.peek(|s| s.light_level())
        }

        #[func]
        fn set_light_level(&mut self, value: f64) {
            match checks::unit(value) {
                Ok(value) => {
                    self.accepted("light_level");
                    self.poke(|s| s.manual_light = value);
                }
                Err(refusal) => self.refused("light_level", &refusal),
            }
        }

        #[func]
        fn get_exposure(&self) -> f64 {
            self.peek(|s| s.exposure())
        }

        #[func]
        fn get_sample_points(&self) -> Array<Option<Gd<Node2D>>> {
            self.markers.iter().map(|marker| marker.try_to::<Gd<Node2D>>().ok()).collect()
        }

        #[func]
        fn set_sample_points(&mut self, value: Array<Option<Gd<Node2D>>>) {
            self.take_points(&value.upcast_any_array());
        }
    }

    impl StealthTarget {
        /// Element by element: a typed read of a freed one would not come back.
        fn take_points(&mut self, points: &AnyArray) {
            self.markers = points.iter_shared().collect();
            let ids = self.markers.iter().filter_map(|m| m.try_to::<Gd<Node2D>>().ok().map(|node| node.instance_id()));
            let ids: Vec<InstanceId> = ids.collect();
            self.poke(|s| s.markers = ids);
        }

        fn peek<R: Default>(&self, read: impl FnOnce(&StealthState) -> R) -> R {
            state::state().stealth.get(self.key).map_or_else(R::default, read)
        }

        fn poke(&mut self, write: impl FnOnce(&mut StealthState)) {
            if let Some(state) = state::state().stealth.get_mut(self.key) {
                write(state);
            }
        }

        fn accepted(&mut self, member: &'static str) {
            self.warned.good(member);
            if state::in_editor() {
                warnings::refresh(self.base().clone().upcast());
            } else if member == "body" && self.base().is_inside_tree() {
                self.leave();
                self.enter();
            }
        }

        fn refused(&mut self, member: &'static str, refusal: &str) {
            let who = checks::name_of(stringify!(StealthTarget), &self.base().clone().upcast());
            self.warned.refuse(&who, member, refusal);
        }

        fn target(&self) -> Option<InstanceId> {
            self.peek(|s| s.parent)
        }

        fn enter(&mut self) {
            let node: Gd<Node> = self.base().clone().upcast();
            let path = self.peek(|s| s.body.clone());
            self.entered = Body::of(&node, &path);
            if let Some(body) = &self.entered {
                state::bodies().creatures.add(body.id);
            }
            let parent = node.get_parent().map(|parent| parent.instance_id());
            self.poke(|s| {
                s.parent = parent;
                s.motion.lose();
                s.velocity = Vec3::ZERO;
            });
            let by_hand = self.entered.clone().filter(|_| !path.is_empty());
            seats::stealth_entered(self.key, node, by_hand);
        }

        fn leave(&mut self) {
            if let Some(body) = self.entered.take() {
                state::bodies().creatures.remove(&body.id);
            }
            self.poke(|s| s.parent = None);
            seats::stealth_left(self.key);
        }
    }

    #[godot_api]
    impl INode2D for StealthTarget {
        fn enter_tree(&mut self) {
            if state::in_editor() {
                return;
            }
            dim::read_view();
            let frame = dim::frame();
            self.poke(|s| s.frame = frame);
            self.enter();
            hub::tick_from_now_on();
        }

        fn exit_tree(&mut self) {
            if !state::in_editor() {
                self.leave();
            }
        }

        /// A script that does not know the class hands over an array without a type, which the binding would refuse.
        fn on_set(&mut self, property: StringName, value: Variant) -> bool {
            let points = value.try_to::<AnyArray>().ok().filter(|_| property == "sample_points");
            points.map(|points| self.take_points(&points)).is_some()
        }

        fn get_configuration_warnings(&self) -> PackedStringArray {
            let (path, unblocked) =
                self.peek(|s| (s.body.clone(), s.light_mode == LIGHT_SCENE && s.light_blocker_mask == 0));
            warnings::of_stealth(&self.base().clone().upcast(), &path, unblocked)
        }
    }

    impl Drop for StealthTarget {
        fn drop(&mut self) {
            state::state().stealth.remove(self.key);
        }
    }
}

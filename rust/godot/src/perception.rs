//! `EnemyPerception`: sensing, this moment only.

use enemy_senses_core::profile::Profile;
use enemy_senses_core::sight::{self, Eye, Gates, Part, Sighting, Vision};
use enemy_senses_core::track::Key;
use enemy_senses_core::world::AgentId;
use enemy_senses_core::{Frame, Vec3, frame};
use enemy_senses_macros::twins;
use godot::classes::notify::{CanvasItemNotification, Node3DNotification};
use godot::prelude::*;

use crate::bodies::{Body, Creatures, Passage, Sought};
use crate::checks::{self, Warned};
use crate::debug::{Fan, Seen, Survey};
use crate::dictionary::dictionary;
use crate::hub;
use crate::node_arg::{Given, NodeArg};
use crate::rays::{self, View};
use crate::seats;
use crate::state::{self, EyeKey};
use crate::targets::{self, Sight};
use crate::{d2, d3, debug, warnings};

/// Facing follows the node.
pub const FACING_NODE: i64 = 0;
/// Facing is given by hand.
pub const FACING_MANUAL: i64 = 1;

/// All that an eye is set to, in plain data.
#[derive(Debug, Clone)]
pub struct EyeState {
    pub enabled: bool,
    pub facing_mode: i64,
    pub manual_facing: Vec3,
    pub last_forward: Vec3,
    pub vision: Vision,
    pub occlusion_mask: u32,
    pub areas_occlude: bool,
    pub bodies_occlude: bool,
    pub target_group: String,
    pub default_aim_height: f64,
    pub model_front: bool,
    pub debug_draw: bool,
    pub body: String,
    pub exceptions: Vec<InstanceId>,
    /// The vision, worked out.
    pub gates: Gates,
    /// Whether it is in the tree.
    pub in_tree: bool,
    /// The node itself.
    pub node: Option<InstanceId>,
    /// What it lies directly below, in the tree or not.
    pub parent: Option<InstanceId>,
    /// The agent whose eye it is.
    pub agent: Option<AgentId>,
}

impl EyeState {
    /// The defaults.
    pub fn new(frame: Frame) -> Self {
        let vision = Vision::defaults(frame);
        Self {
            enabled: true,
            facing_mode: FACING_NODE,
            manual_facing: frame.default_facing(),
            last_forward: frame.default_facing(),
            vision,
            occlusion_mask: 1,
            areas_occlude: false,
            bodies_occlude: false,
            target_group: "player".to_owned(),
            default_aim_height: if frame == Frame::Space { 1.0 } else { 16.0 },
            model_front: false,
            debug_draw: false,
            body: String::new(),
            exceptions: Vec::new(),
            gates: Gates::new(&vision, frame),
            in_tree: false,
            node: None,
            parent: None,
            agent: None,
        }
    }

    /// The eye at a pose; remembers the last direction that there was.
    pub fn eye(&mut self, (position, drawn, up): (Vec3, Option<Vec3>, Vec3)) -> Eye {
        let by_hand = self.facing_mode == FACING_MANUAL;
        let mut forward = if by_hand { Some(self.manual_facing) } else { drawn };
        if self.vision.flat && self.gates.frame == Frame::Space {
            forward = forward.filter(|f| {
                frame::direction(self.gates.frame.on_ground(*f)).is_some_and(|_| f.y.abs() < 0.999_999)
            });
        }
        if let Some(forward) = forward.filter(|forward| *forward != self.last_forward) {
            self.last_forward = forward;
        }
        Eye {
            position,
            forward,
            up,
            by_hand,
        }
    }

    /// From a target's position to where it is aimed at, if it says nothing of its own.
    pub fn aim(&self) -> Vec3 {
        let frame = self.gates.frame;
        if frame == Frame::TopDown {
            Vec3::ZERO
        } else {
            frame.up() * self.default_aim_height as f32
        }
    }

    /// Takes from a profile what both have.
    pub fn follow(&mut self, profile: &Profile) {
        let vision = Vision {
            vertical_view_angle: self.vision.vertical_view_angle,
            flat: self.vision.flat,
            ..profile.vision
        };
        self.vision = vision;
        self.occlusion_mask = profile.occlusion_mask;
        self.target_group.clone_from(&profile.target_group);
        self.gates = Gates::new(&vision, self.gates.frame);
    }
}

fn new_eye(frame: Frame) -> EyeKey {
    state::state().eyes.insert(EyeState::new(frame))
}

/// Why somebody is not seen; the name is what `explain` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gate {
    None,
    Invalid,
    Disabled,
    NotPerceivable,
    OtherWorld,
    Range,
    Cone,
    NoSpace,
    Occluded,
}

impl Gate {
    fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Invalid => "invalid",
            Self::Disabled => "disabled",
            Self::NotPerceivable => "not_perceivable",
            Self::OtherWorld => "other_world",
            Self::Range => "range",
            Self::Cone => "cone",
            Self::NoSpace => "no_space",
            Self::Occluded => "occluded",
        }
    }
}

/// One sample point of an explanation.
struct Sample {
    part: Part,
    position: Vec3,
    view: View,
}

/// An answer with its reasons.
struct Explanation {
    gate: Gate,
    sighting: Option<Sighting>,
    /// Between facing and the target, radians.
    angle: f64,
    samples: Vec<Sample>,
}

impl Explanation {
    fn at(gate: Gate) -> Self {
        Self {
            gate,
            sighting: None,
            angle: 0.0,
            samples: Vec::new(),
        }
    }

    fn to_dictionary(&self, position_of: impl Fn(Vec3) -> Variant) -> VarDictionary {
        let visible = self.gate == Gate::None;
        let known = self.sighting.as_ref();
        let aspect = known.map(|s| s.aspect);
        let number = |value: Option<f64>| value.unwrap_or(0.0);
        let passed = |rank: Gate| visible || self.gate as u8 >= rank as u8;
        let blocked = |view: &View| match view {
            View::Blocked { by, inside, .. } => (targets::live(*by), *inside),
            View::Clear => (Variant::nil(), false),
        };
        let mut points = VarArray::new();
        let (mut blocker, mut inside) = (Variant::nil(), false);
        for sample in &self.samples {
            let (by, within) = blocked(&sample.view);
            if blocker.is_nil() {
                blocker = by.clone();
            }
            inside |= within;
            points.push(
                &dictionary([
                    ("name", StringName::from(sample.part.name()).to_variant()),
                    ("position", position_of(sample.position)),
                    ("visible", (sample.view == View::Clear).to_variant()),
                    ("blocker", by),
                ])
                .to_variant(),
            );
        }
        let visibility = if visible {
            number(known.map(Sighting::visibility))
        } else {
            0.0
        };
        dictionary([
            ("visible", visible.to_variant()),
            ("gate", StringName::from(self.gate.name()).to_variant()),
            ("distance", number(aspect.map(|a| a.distance)).to_variant()),
            ("angle", self.angle.to_degrees().to_variant()),
            (
                "cone_factor",
                number(aspect.map(|a| a.cone_factor).filter(|_| passed(Gate::Cone))).to_variant(),
            ),
            (
                "distance_factor",
                number(aspect.map(|a| a.distance_factor)).to_variant(),
            ),
            (
                "visible_fraction",
                number(known.map(|s| s.visible_fraction)).to_variant(),
            ),
            ("target_exposure", number(known.map(|s| s.exposure)).to_variant()),
            ("visibility", visibility.to_variant()),
            ("blocker", blocker),
            ("inside", inside.to_variant()),
            ("points", points.to_variant()),
        ])
    }
}

twins! {
    /// The eyes of an enemy: whom does it see at this very moment?
    ///
    /// Put it under the enemy's body, where the eyes are{|: at the body's feet it is in the floor, and blind}. Three gates are asked, cheapest first: distance, angle, then rays.
    /// It has no history and no opinion: what an enemy *believes* is [EnemyMemory]. Ask it in the physics frame.
    /// [codeblock]
    /// @onready var perception: EnemyPerception = $EnemyPerception
    /// var memory := EnemyMemory.new()
    ///
    /// func _physics_process(delta: float) -> void:
    ///     memory.update(perception.get_visible_target(), delta)
    /// [/codeblock]
    /// See also [EnemySenses], which does all this for a whole crowd.
    #[derive(GodotClass)]
    #[class(base = Node2D, init, tool)]
    pub struct EnemyPerception {
        /// If false, it sees nothing.
        #[export]
        #[prop(checks::plain)]
        enabled: bool,
        /// Where it looks: [constant FACING_NODE] follows the node as it is drawn, {+X|-Z} ahead, mirrored and scaled parents
        /// included; [constant FACING_MANUAL] uses [member manual_facing].
        #[export(enum = (Node = 0, Manual = 1))]
        #[prop(checks::one_of(2))]
        facing_mode: i64,
        /// The direction for [constant FACING_MANUAL], global, kept at unit length. Setting it touches nothing else; zero is
        /// ignored and the last direction kept, so that a velocity may be handed in as it is.
        #[export]
        #[var(get = get_manual_facing, set = set_manual_facing)]
        manual_facing: PhantomVar<Vector2>,
        /// The direction in use: global, unit length, whatever the mode. Assigning sets [member manual_facing] and changes
        /// [member facing_mode] to [constant FACING_MANUAL]; zero is ignored. Never stored in a scene.
        #[var(get = get_facing, set = set_facing)]
        facing: PhantomVar<Vector2>,
        /// The farthest distance at which it sees, in {pixels|metres}, inclusive, never scaled by a parent. [constant @GDScript.INF] is allowed. Exactly at the range a target is visible
        /// with a visibility of 0.
        #[export(range = (0.0, 4096.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount_or_infinite, in vision)]
        view_range: f64,
        /// The full angle of the focal cone in degrees, its border included. 360 and above sees all round; 0 is blind but
        /// for [member near_range].
        #[export(range = (0.0, 360.0, 0.1, or_greater))]
        #[prop(checks::amount, in vision)]
        view_angle: f64,
        /// The full angle of a weak outer cone in degrees, in which targets are noticed more slowly. At most
        /// [member view_angle]: there is none.
        #[export(range = (0.0, 360.0, 0.1, or_greater))]
        #[prop(checks::amount, in vision)]
        peripheral_angle: f64,
        /// How well it sees at the outer edge of [member peripheral_angle], 0 to 1; it fades linearly in angle from 1 at the
        /// focal edge.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in vision)]
        peripheral_strength: f64,
        /// Within this distance in {pixels|metres, on the ground plane and up to 2 m above and below,} the cone does not matter:
        /// nobody stands unnoticed right behind an enemy. Walls still matter.
        #[export(range = (0.0, 64.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount, in vision)]
        near_range: f64,
        /// The physics layers that block sight. Put walls on them; bodies of targets and of other enemies need not be.
        #[export(pick!({flags_2d_physics} {flags_3d_physics}))]
        #[prop(checks::layers)]
        occlusion_mask: i64,
        /// If true, areas on [member occlusion_mask] block sight as well (smoke, tall grass).
        #[export]
        #[prop(checks::plain)]
        areas_occlude: bool,
        /// If true, the moving bodies of other enemies and targets block sight. If false, the front guard hides nobody.
        #[export]
        #[prop(checks::plain)]
        bodies_occlude: bool,
        /// The group whose nodes it looks for.
        #[export]
        #[prop(checks::text)]
        target_group: StringName,
        /// How far above a target's position it is aimed at, in {pixels|metres}, where the target has no [StealthTarget].
        /// {Only when the project setting enemy_senses/2d/view is SIDE.|Range and cone are judged for that point.}
        #[export(range = (0.0, 64.0, 0.01, or_greater, hide_slider))]
        #[prop(checks::finite)]
        default_aim_height: f64,
        /// How many of a [StealthTarget]'s automatic sample points are looked at: 1 the aim point, 2 {one edge|the head} too, 3
        /// all. The part of them that is clear is the part of the target that is seen.
        #[export(range = (1.0, 3.0, 1.0))]
        #[prop(checks::whole(1, 3), in vision)]
        sample_count: i64,
        /// The body that this eye belongs to: it and what lies below it never block. Empty: the nearest ancestor that is a
        /// CharacterBody, RigidBody or AnimatableBody, else itself or its parent where that is a StaticBody or an Area.
        #[export]
        #[prop(checks::path)]
        body: NodePath,
        /// If true, it draws cone, range and what it sees while the game runs.
        #[export]
        #[prop(checks::plain)]
        debug_draw: bool,
        pick!({} {
            /// If true, the model's front, +Z, is ahead instead of -Z.
            #[export]
            #[prop(checks::plain)]
            model_front: bool,
            /// 0: the cone is round. Above: a box-shaped cone this many degrees high and [member view_angle] wide, in the eye's own
            /// basis; with a facing given by hand, yaw is about world up.
            #[export(range = (0.0, 180.0, 0.1))]
            #[prop(checks::amount, in vision)]
            vertical_view_angle: f64,
            /// If true, the cone ignores height (the range does not): on flat floors this avoids misses on ramps. An eye that
            /// looks straight up has no direction then.
            #[export]
            #[prop(checks::plain, in vision)]
            flat: bool,
        })
        #[init(val = new_eye(dim::frame()))]
        eye: EyeKey,
        warned: Warned,
        in_world: Option<Body>,
        base: Base<Node2D>,
    }

    #[godot_api]
    impl EnemyPerception {
        /// [member facing] follows the node.
        #[constant]
        pub const FACING_NODE: i64 = FACING_NODE;
        /// [member facing] is [member manual_facing].
        #[constant]
        pub const FACING_MANUAL: i64 = FACING_MANUAL;

        /// The nearest node of [member target_group] that passes the three gates, null if none does. Ties go to the first in
        /// the tree.
        #[func]
        fn get_visible_target(&mut self) -> Option<Gd<Node2D>> {
            self.visible_targets().into_iter().next()
        }

        /// All nodes of [member target_group] that pass the three gates, nearest first.
        #[func]
        fn get_visible_targets(&mut self) -> Array<Gd<Node2D>> {
            self.visible_targets().into_iter().collect()
        }

        /// Whether a node, in the group or not, passes the three gates. Null, freed or not a Node2D: false.
        #[func]
        fn can_see(&mut self, target: NodeArg) -> bool {
            self.sees(&target, "can_see()").0.gate == Gate::None
        }

        /// Whether a place in global coordinates passes the three gates.
        #[func]
        fn can_see_point(&mut self, point: Vector2) -> bool {
            self.sees_place(dim::inside(point))
        }

        /// Gate 1 alone: whether a node's aim point is within [member view_range].
        #[func]
        fn is_in_range(&mut self, target: NodeArg) -> bool {
            self.aspect(&target, "is_in_range()").is_some_and(|aspect| aspect.in_range)
        }

        /// Gate 2 alone: whether a node's aim point is within the outer of the two cones, or within [member near_range].
        #[func]
        fn is_in_cone(&mut self, target: NodeArg) -> bool {
            self.aspect(&target, "is_in_cone()").is_some_and(|aspect| aspect.in_cone)
        }

        /// Gate 3 alone: whether nothing occludes between the eye and at least one of a node's sample points.
        #[func]
        fn has_line_of_sight(&mut self, target: NodeArg) -> bool {
            let Some(target) = self.node(&target, "has_line_of_sight()") else { return false };
            let Some(look) = self.start() else { return false };
            if !target.is_inside_tree() || dim::space_of(&target) != look.space {
                return false;
            }
            let sight = targets::sight(&target.clone().upcast(), dim::position(&target), look.state.aim());
            let mut samples = Vec::new();
            self.fraction(&look, &target.upcast(), &sight, &mut samples).unwrap_or(0.0) > 0.0
        }

        /// How well a node is seen, 0 to 1: cone factor x `1 - (distance / range)^2` x visible fraction x the target's
        /// exposure. 0 when a gate fails, and at the very end of the range.
        #[func]
        fn get_visibility(&mut self, target: NodeArg) -> f64 {
            let explanation = self.sees(&target, "get_visibility()").0;
            if explanation.gate == Gate::None { explanation.sighting.map_or(0.0, |s| s.visibility()) } else { 0.0 }
        }

        /// Why a node is seen or not. All keys are always there; what was not worked out is 0, null or [].
        ///
        /// [code]visible[/code]: bool. [code]gate[/code]: &"none", or the first that failed of &"invalid", &"disabled",
        /// &"not_perceivable", &"other_world", &"range", &"cone", &"no_space", &"occluded". [code]distance[/code];
        /// [code]angle[/code] in degrees, 0 to 180. [code]cone_factor[/code], [code]distance_factor[/code],
        /// [code]visible_fraction[/code], [code]target_exposure[/code] and their product [code]visibility[/code].
        /// [code]blocker[/code]: a node or null. [code]inside[/code]: the eye is in a solid. [code]points[/code]: per sample
        /// point [code]name[/code], [code]position[/code], [code]visible[/code], [code]blocker[/code].
        #[func]
        fn explain(&mut self, target: NodeArg) -> VarDictionary {
            self.why(&target)
        }

        /// Makes the eye see through a node: a body, an area, a TileMapLayer. A freed node drops out by itself.
        #[func]
        fn add_exception(&mut self, node: NodeArg) {
            let Some(node) = self.any_node(&node, "add_exception()") else { return };
            let id = node.instance_id();
            self.poke(|s| {
                s.exceptions.retain(|old| targets::is_alive(*old));
                if !s.exceptions.contains(&id) {
                    s.exceptions.push(id);
                }
            });
        }

        /// Takes back [method add_exception].
        #[func]
        fn remove_exception(&mut self, node: NodeArg) {
            let Some(node) = self.any_node(&node, "remove_exception()") else { return };
            let id = node.instance_id();
            self.poke(|s| s.exceptions.retain(|old| *old != id && targets::is_alive(*old)));
        }

        /// Takes back every [method add_exception].
        #[func]
        fn clear_exceptions(&mut self) {
            self.poke(|s| s.exceptions.clear());
        }

        #[func]
        fn get_manual_facing(&self) -> Vector2 {
            dim::outside(self.peek(|s| s.manual_facing))
        }

        #[func]
        fn set_manual_facing(&mut self, value: Vector2) {
            if let Some(direction) = self.heading("manual_facing", value) {
                self.poke(|s| s.manual_facing = direction);
            }
        }

        #[func]
        fn get_facing(&self) -> Vector2 {
            let node = self.base().clone();
            let here = state::on_main_thread() && node.is_inside_tree();
            let pose = here.then(|| dim::pose(&node, self.peek(|s| s.model_front)));
            let forward = self.peek(|s| match pose {
                Some(pose) => s.eye(pose).forward.unwrap_or(s.last_forward),
                None if s.facing_mode == FACING_MANUAL => s.manual_facing,
                None => s.last_forward,
            });
            dim::outside(forward)
        }

        #[func]
        fn set_facing(&mut self, value: Vector2) {
            if let Some(direction) = self.heading("facing", value) {
                self.poke(|s| (s.manual_facing, s.facing_mode) = (direction, FACING_MANUAL));
            }
        }
    }

    impl EnemyPerception {
        /// Whether a place passes the three gates.
        pub fn sees_place(&mut self, point: Vec3) -> bool {
            if !self.peek(|s| s.enabled) || !point.is_finite() {
                return false;
            }
            let Some(look) = self.start() else { return false };
            look.state.gates.may_see(&look.eye, point) && self.is_clear(&look, point)
        }

        /// What `explain` says of a target.
        pub fn why(&mut self, target: &NodeArg) -> VarDictionary {
            self.sees(target, "explain()").0.to_dictionary(|v| dim::outside(v).to_variant())
        }

        /// What `explain` says where there is no eye.
        pub fn why_not() -> VarDictionary {
            Explanation::at(Gate::Invalid).to_dictionary(|v| dim::outside(v).to_variant())
        }

        /// Its settings, with those that a profile rules, and its pose. None out of the tree.
        pub fn at_rest(&self, rules: Option<&Profile>) -> Option<(EyeState, Eye)> {
            let node = self.base().clone();
            let mut settings = self.peek(|s| Some(s.clone())).filter(|_| node.is_inside_tree())?;
            if let Some(profile) = rules {
                settings.follow(profile);
            }
            let eye = settings.eye(dim::pose(&node, settings.model_front));
            Some((settings, eye))
        }

        /// What it sees at this moment, to be drawn. None where it cannot look.
        pub fn survey(&mut self) -> Option<Survey> {
            let look = self.start()?;
            let mut space = look.space.and_then(dim::Space::open)?;
            let fan = Fan::of(&look.state, &look.eye);
            let end = |place: Vec3| match look.view(&mut space, None, place) {
                View::Clear => place,
                View::Blocked { at, .. } => at,
            };
            let ends = fan.places().map(end).collect();
            let mut seen = Vec::new();
            let members = self.base().get_tree().get_nodes_in_group(look.state.target_group.as_str());
            for node in members.iter_shared().take(MOST_SURVEYED) {
                let Some(target) = targets::stands_for(node).and_then(|node| node.try_cast::<Node2D>().ok()) else { continue };
                let explanation = self.look_at(&look, &target);
                let visibility = explanation.sighting.as_ref().map_or(0.0, Sighting::visibility);
                let sample = |sample: &Sample| debug::Sample {
                    to: sample.position,
                    blocked: match sample.view {
                        View::Clear => None,
                        View::Blocked { by, at, .. } => Some((at, by)),
                    },
                };
                seen.push(Seen {
                    key: target.instance_id().to_i64() as Key,
                    name: target.get_name().to_string(),
                    gate: explanation.gate.name(),
                    visibility: if explanation.gate == Gate::None { visibility } else { 0.0 },
                    samples: explanation.samples.iter().map(sample).collect(),
                });
            }
            Some(Survey { eye: look.eye, state: look.state, fan, ends, seen })
        }

        /// Where its state is.
        pub fn key(&self) -> EyeKey {
            self.eye
        }

        fn peek<R: Default>(&self, read: impl FnOnce(&mut EyeState) -> R) -> R {
            state::state().eyes.get_mut(self.eye).map_or_else(R::default, read)
        }

        fn poke(&mut self, write: impl FnOnce(&mut EyeState)) {
            let mut state = state::state();
            let Some(eye) = state.eyes.get_mut(self.eye) else { return };
            write(eye);
            eye.gates = Gates::new(&eye.vision, eye.gates.frame);
            if let Some(agent) = eye.agent {
                state.sync_eye(agent);
            }
        }

        fn accepted(&mut self, member: &'static str) {
            self.warned.good(member);
            if member == "body" {
                self.settle();
            }
            if state::in_editor() {
                warnings::refresh(self.base().clone().upcast());
            } else if member == "debug_draw" {
                debug::wake();
            }
        }

        fn refused(&mut self, member: &'static str, refusal: &str) {
            let who = checks::name_of(stringify!(EnemyPerception), &self.base().clone().upcast());
            self.warned.refuse(&who, member, refusal);
        }

        /// Registers the body as it is now.
        fn settle(&mut self) {
            self.leave();
            if !self.base().is_inside_tree() || state::in_editor() {
                return;
            }
            let node = self.base().clone().upcast();
            let path = self.peek(|s| {
                s.in_tree = true;
                s.body.clone()
            });
            self.in_world = Body::of(&node, &path);
            if let Some(agent) = self.peek(|s| s.agent) {
                seats::unsettle(agent);
            }
            if let Some(body) = &self.in_world {
                state::bodies().creatures.add(body.id);
            }
        }

        fn leave(&mut self) {
            self.peek(|s| s.in_tree = false);
            if let Some(body) = self.in_world.take() {
                state::bodies().creatures.remove(&body.id);
            }
        }

        /// Those who lie beside it may have to look through another eye from now on.
        fn unsettle_mates(&self) {
            if let Some(parent) = self.peek(|s| s.parent) {
                seats::unsettle_below(parent);
            }
        }

        /// Whose body it is, while in the tree.
        pub fn body(&self) -> Option<Body> {
            self.in_world.clone()
        }

        /// A direction of unit length; none for zero (silently) and for what is not finite.
        fn heading(&mut self, member: &'static str, value: Vector2) -> Option<Vec3> {
            match checks::place(value) {
                Ok(value) => {
                    self.accepted(member);
                    frame::direction(value)
                }
                Err(refusal) => {
                    self.refused(member, &refusal);
                    None
                }
            }
        }

        fn node(&mut self, argument: &NodeArg, call: &'static str) -> Option<Gd<Node2D>> {
            self.checked(argument.given(), call)
        }

        fn any_node(&mut self, argument: &NodeArg, call: &'static str) -> Option<Gd<Node>> {
            self.checked(argument.given(), call)
        }

        fn checked<T: GodotClass>(&mut self, given: Given<T>, call: &'static str) -> Option<Gd<T>> {
            match given {
                Given::Node(node) => {
                    self.warned.good(call);
                    Some(node)
                }
                Given::Nothing => None,
                Given::Wrong(what) => {
                    self.refused(call, &format!("was given {what}: it counts as no node."));
                    None
                }
            }
        }

        /// What every look needs. None out of the tree, and in the editor.
        fn start(&mut self) -> Option<Look> {
            let node = self.base().clone();
            if !state::on_main_thread() {
                self.refused("space", NO_SPACE);
                return None;
            }
            if !node.is_inside_tree() || state::in_editor() {
                return None;
            }
            let pose = dim::pose(&node, self.peek(|s| s.model_front));
            let (state, eye) = {
                let mut all = state::state();
                let state = all.eyes.get_mut(self.eye)?;
                let eye = state.eye(pose);
                (state.clone(), eye)
            };
            let body = self.in_world.clone();
            let creatures = Creatures::in_use(node.get_tree());
            Some(Look { space: dim::space_of(&node), state, eye, body, creatures })
        }

        fn is_clear(&mut self, look: &Look, point: Vec3) -> bool {
            let Some(mut space) = look.space.and_then(dim::Space::open) else {
                self.refused("space", NO_SPACE);
                return false;
            };
            self.warned.good("space");
            look.view(&mut space, None, point) == View::Clear
        }

        /// The visible part of a target; none without a space to ask.
        fn fraction(&mut self, look: &Look, target: &Gd<Node>, sight: &Sight, samples: &mut Vec<Sample>) -> Option<f64> {
            let Some(mut space) = look.space.and_then(dim::Space::open) else {
                self.refused("space", NO_SPACE);
                return None;
            };
            self.warned.good("space");
            let target = Sought::new(target.clone());
            Some(sight::clear_fraction(&look.state.gates, &look.eye, &sight.figure, |part, position| {
                let view = look.view(&mut space, Some(&target), position);
                samples.push(Sample { part, position, view });
                view == View::Clear
            }))
        }

        fn aspect(&mut self, target: &NodeArg, call: &'static str) -> Option<sight::Aspect> {
            let target = self.node(target, call)?;
            let look = self.start()?;
            if !target.is_inside_tree() {
                return None;
            }
            let sight = targets::sight(&target.clone().upcast(), dim::position(&target), look.state.aim());
            Some(look.state.gates.judge(&look.eye, sight.figure.aim))
        }

        fn sees(&mut self, target: &NodeArg, call: &'static str) -> (Explanation, Option<Gd<Node2D>>) {
            let target = self.node(target, call);
            let Some(target) = target else { return (Explanation::at(Gate::Invalid), None) };
            let Some(look) = self.start() else { return (Explanation::at(Gate::Invalid), None) };
            (self.look_at(&look, &target), Some(target))
        }

        /// All gates for one node, in order.
        fn look_at(&mut self, look: &Look, target: &Gd<Node2D>) -> Explanation {
            if !target.is_inside_tree() {
                let gate = if look.state.enabled { Gate::NotPerceivable } else { Gate::Disabled };
                return Explanation::at(gate);
            }
            let node: Gd<Node> = target.clone().upcast();
            let sight = targets::sight(&node, dim::position(target), look.state.aim());
            let aspect = look.state.gates.judge(&look.eye, sight.figure.aim);
            let mut sighting = Sighting { aspect, visible_fraction: 0.0, exposure: sight.figure.exposure };
            let mut samples = Vec::new();
            let gate = if !look.state.enabled {
                Gate::Disabled
            } else if !sight.perceivable || targets::is_disabled(&node) {
                Gate::NotPerceivable
            } else if look.space.is_some() && dim::space_of(target) != look.space {
                Gate::OtherWorld
            } else if !aspect.in_range {
                Gate::Range
            } else if !aspect.in_cone {
                Gate::Cone
            } else {
                match self.fraction(look, &node, &sight, &mut samples) {
                    None => Gate::NoSpace,
                    Some(fraction) if fraction > 0.0 => {
                        sighting.visible_fraction = fraction;
                        Gate::None
                    }
                    Some(_) => Gate::Occluded,
                }
            };
            let angle = look.state.gates.angle(&look.eye, sight.figure.aim);
            Explanation { gate, sighting: Some(sighting), angle, samples }
        }

        fn visible_targets(&mut self) -> Vec<Gd<Node2D>> {
            let (enabled, group) = self.peek(|s| (s.enabled, s.target_group.clone()));
            if !enabled || group.is_empty() {
                return Vec::new();
            }
            let Some(look) = self.start() else { return Vec::new() };
            let mut seen: Vec<(f64, Gd<Node2D>)> = Vec::new();
            for node in self.base().get_tree().get_nodes_in_group(group.as_str()).iter_shared() {
                let Some(target) = targets::stands_for(node).and_then(|node| node.try_cast::<Node2D>().ok()) else { continue };
                let node = self.base();
                let own = look.body.as_ref().is_some_and(|body| body.id == target.instance_id())
                    || [Some(node.clone().upcast()), node.get_parent()].contains(&Some(target.clone().upcast::<Node>()));
                if own || seen.iter().any(|(_, other)| *other == target) {
                    continue;
                }
                let explanation = self.look_at(&look, &target);
                if let (Gate::None, Some(sighting)) = (explanation.gate, explanation.sighting) {
                    seen.push((sighting.aspect.distance, target));
                }
            }
            seen.sort_by(|a, b| a.0.total_cmp(&b.0));
            seen.into_iter().map(|(_, target)| target).collect()
        }
    }

    #[godot_api]
    impl INode2D for EnemyPerception {
        fn enter_tree(&mut self) {
            dim::read_view();
            let frame = dim::frame();
            self.peek(|s| s.gates.frame = frame);
            self.poke(|_| {});
            self.settle();
            self.unsettle_mates();
            hub::tick_from_now_on();
        }

        fn exit_tree(&mut self) {
            self.leave();
            self.unsettle_mates();
        }

        fn on_notification(&mut self, what: pick!({ CanvasItemNotification } { Node3DNotification })) {
            type What = pick!({ CanvasItemNotification } { Node3DNotification });
            if matches!(what, What::PARENTED | What::UNPARENTED) {
                let (node, key) = (self.base().clone(), self.eye);
                let parent = node.get_parent().filter(|_| what == What::PARENTED);
                let parent = parent.map(|parent| parent.instance_id());
                state::state().put_eye(key, node.instance_id(), parent);
            }
        }

        fn get_configuration_warnings(&self) -> PackedStringArray {
            let settings = self.peek(|s| Some(s.clone()));
            settings.map_or_else(PackedStringArray::new, |s| warnings::of_eye(&self.base().clone().upcast(), &s))
        }
    }

    impl Drop for EnemyPerception {
        fn drop(&mut self) {
            let gone = state::state().remove_eye(self.eye);
            if let Some(agent) = gone.and_then(|eye| eye.agent)
                && state::on_main_thread()
            {
                seats::unsettle(agent);
            }
        }
    }
}

/// Of a great crowd of targets only so many are drawn.
const MOST_SURVEYED: usize = 16;

const NO_SPACE: &str = "could not be asked: sight works in the physics frame, outside thread groups; nothing is visible from here.";

/// What one look needs, gathered once.
struct Look {
    space: Option<Rid>,
    state: EyeState,
    eye: Eye,
    body: Option<Body>,
    creatures: Creatures,
}

impl Look {
    fn view(&self, space: &mut impl rays::Door, target: Option<&Sought>, point: Vec3) -> View {
        space.aim(self.state.occlusion_mask, self.state.areas_occlude);
        let passage = Passage::new(self.body.as_ref(), target, &self.state, &self.creatures);
        rays::look(space, &passage, self.eye.position, point, &mut 0)
    }
}

//! Cones and ranges of a node in the edited scene, with handles that change them.

use enemy_senses_core::profile::Profile;
use enemy_senses_core::sight::Eye;
use enemy_senses_core::{Frame, Vec3};
use godot::classes::{EditorInterface, EditorUndoRedoManager};
use godot::prelude::*;

use crate::debug::{self, Fan, angle_axes, circle, farthest};
use crate::paint::Picture;
use crate::perception::{EnemyPerception, EnemyPerception3D, EyeState};
use crate::seats::Spot;
use crate::senses::{EnemySenses, EnemySenses3D};
use crate::state::Dimension;

const CONE: Color = Color::from_rgb(1.0, 0.8, 0.25);
const OUTER: Color = Color::from_rgb(0.95, 0.6, 0.2);
const NEAR: Color = Color::from_rgb(0.55, 0.9, 1.0);
const SOUND: Color = Color::from_rgb(0.6, 0.65, 1.0);
const SHOUT: Color = Color::from_rgb(1.0, 0.45, 0.4);

/// How a place becomes a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// How far along a direction.
    Distance(Vec3),
    /// Twice the angle to a direction, in degrees.
    Angle(Vec3),
}

/// A place that can be dragged, and what that changes.
pub struct Handle {
    /// The property.
    pub property: &'static str,
    /// Whose property: the node, or its profile.
    pub holder: Gd<Object>,
    /// What it is now.
    pub value: f64,
    /// Where it is shown, global.
    pub place: Vec3,
    /// Where it is measured from.
    pub from: Vec3,
    /// How.
    pub measure: Measure,
    /// Square to the plane in which it is dragged.
    pub up: Vec3,
    /// Its colour.
    pub color: Color,
}

impl Handle {
    /// The value that belongs to a place, in steps that a person would choose.
    pub fn value_at(&self, place: Vec3, dimension: Dimension) -> f64 {
        let offset = (place - self.from).as_dvec3();
        if !offset.is_finite() {
            return self.value;
        }
        match self.measure {
            Measure::Distance(along) => {
                let step = if dimension == Dimension::Flat { 1.0 } else { 0.05 };
                let steps = (offset.dot(along.as_dvec3()) / step).round().max(0.0);
                // Whole hundredths, so that the file shows what the Inspector does.
                (steps * step * 100.0).round() / 100.0
            }
            Measure::Angle(forward) => {
                let forward = forward.as_dvec3();
                let half = forward.cross(offset).length().atan2(forward.dot(offset));
                (2.0 * half.to_degrees()).round().clamp(0.0, 360.0)
            }
        }
    }

    /// What it is called where there are words.
    pub fn label(&self, value: f64) -> String {
        match self.measure {
            Measure::Angle(_) => format!("{}: {value:.0} deg", self.property),
            Measure::Distance(_) => format!("{}: {}", self.property, (value * 100.0).round() / 100.0),
        }
    }
}

/// What is drawn of a node.
pub struct Figure {
    /// 2D or 3D.
    pub dimension: Dimension,
    /// The cones and circles, global.
    pub picture: Picture,
    /// What can be dragged.
    pub handles: Vec<Handle>,
}

/// Whether there is anything to draw of an object.
pub fn is_drawn(object: &Gd<Object>, dimension: Dimension) -> bool {
    let suffix = match dimension {
        Dimension::Flat => "",
        Dimension::Solid => "3D",
    };
    [
        "EnemyPerception",
        "EnemySenses",
        "NoiseEmitter",
        "FootstepEmitter",
    ]
    .iter()
    .any(|class| object.get_class().to_string() == format!("{class}{suffix}"))
}

/// The cones, circles and handles of a node in the tree.
pub fn figure(node: &Gd<Node>) -> Option<Figure> {
    if !node.is_inside_tree() {
        return None;
    }
    let spot = Spot::of(node)?;
    let mut figure = Figure {
        dimension: spot.dimension(),
        picture: Picture::default(),
        handles: Vec::new(),
    };
    if let Some(eyed) = Eyed::of(node) {
        figure.eye(&eyed);
        figure.senses(&eyed, &spot);
    } else {
        for property in ["radius", "walk_radius", "run_radius"] {
            if let Ok(radius) = node.get(property).try_to::<f64>() {
                figure.circle(property, &node.clone().upcast(), radius, spot.position(), SOUND);
            }
        }
    }
    Some(figure)
}

/// A node with an eye: the eye as it is at rest, and the profile that rules it.
struct Eyed {
    eye: Option<(Gd<Node>, EyeState, Eye)>,
    profile: Option<Gd<Object>>,
    /// It is an EnemySenses, not only an eye.
    whole: bool,
}

impl Eyed {
    fn of(node: &Gd<Node>) -> Option<Self> {
        if let Ok(eye) = node.clone().try_cast::<EnemyPerception>() {
            let senses = ruler::<EnemySenses>(node);
            let rules = senses.as_ref().and_then(|senses| senses.bind().rules());
            return Some(Self {
                eye: with_node(node, eye.bind().at_rest(rules.as_deref())),
                profile: senses.and_then(|senses| profile_of(&senses.upcast())),
                whole: false,
            });
        }
        if let Ok(eye) = node.clone().try_cast::<EnemyPerception3D>() {
            let senses = ruler::<EnemySenses3D>(node);
            let rules = senses.as_ref().and_then(|senses| senses.bind().rules());
            return Some(Self {
                eye: with_node(node, eye.bind().at_rest(rules.as_deref())),
                profile: senses.and_then(|senses| profile_of(&senses.upcast())),
                whole: false,
            });
        }
        let (rules, eye) = if let Ok(senses) = node.clone().try_cast::<EnemySenses>() {
            let rules = senses.bind().rules();
            let eye = own_eye::<EnemyPerception>(node);
            let rest = eye.map(|eye| (eye.clone().upcast(), eye.bind().at_rest(rules.as_deref())));
            (rules, rest)
        } else {
            let senses = node.clone().try_cast::<EnemySenses3D>().ok()?;
            let rules = senses.bind().rules();
            let eye = own_eye::<EnemyPerception3D>(node);
            let rest = eye.map(|eye| (eye.clone().upcast(), eye.bind().at_rest(rules.as_deref())));
            (rules, rest)
        };
        let made = || made_eye(node, rules.as_deref());
        Some(Self {
            eye: eye.and_then(|(node, rest)| with_node(&node, rest)).or_else(made),
            profile: profile_of(node),
            whole: true,
        })
    }
}

fn with_node(node: &Gd<Node>, rest: Option<(EyeState, Eye)>) -> Option<(Gd<Node>, EyeState, Eye)> {
    rest.map(|(state, eye)| (node.clone(), state, eye))
}

/// The eye that an EnemySenses without one would make when the game runs.
fn made_eye(node: &Gd<Node>, rules: Option<&Profile>) -> Option<(Gd<Node>, EyeState, Eye)> {
    let spot = Spot::of(node)?;
    let frame = match spot.dimension() {
        Dimension::Flat => crate::d2::frame(),
        Dimension::Solid => Frame::Space,
    };
    let mut state = EyeState::new(frame);
    if let Some(profile) = rules {
        state.follow(profile);
    }
    let eye = state.eye(spot.pose(false));
    Some((node.clone(), state, eye))
}

/// The EnemySenses that uses an eye: its parent, or beside it.
fn ruler<T: GodotClass + Inherits<Node>>(eye: &Gd<Node>) -> Option<Gd<T>> {
    let parent = eye.get_parent()?;
    let beside = parent.get_children();
    [parent]
        .into_iter()
        .chain(beside.iter_shared())
        .find_map(|node| node.try_cast::<T>().ok())
}

/// The eye that an EnemySenses uses: among its children, or beside it.
fn own_eye<T: GodotClass + Inherits<Node>>(senses: &Gd<Node>) -> Option<Gd<T>> {
    let own =
        |parent: Gd<Node>| (parent.get_children().iter_shared()).find_map(|child| child.try_cast::<T>().ok());
    own(senses.clone()).or_else(|| senses.get_parent().and_then(own))
}

fn profile_of(senses: &Gd<Node>) -> Option<Gd<Object>> {
    senses
        .get("profile")
        .try_to::<Gd<Resource>>()
        .ok()
        .map(Gd::upcast)
}

impl Figure {
    fn eye(&mut self, eyed: &Eyed) {
        let Some((node, state, eye)) = &eyed.eye else {
            return;
        };
        let fan = Fan::of(state, eye);
        let from = eye.position;
        for pair in fan.across.windows(2) {
            let [(a, one), (b, other)] = pair else { continue };
            let shade = |factor: f64| CONE.with_alpha(0.04 + 0.1 * factor as f32);
            let middle = shade(one.max(*other));
            self.picture
                .triangle([from, *a, *b], [middle, shade(*one), shade(*other)]);
            self.picture.line(*a, *b, CONE.with_alpha(0.8));
        }
        let axes = angle_axes(state, eye);
        let range = state.gates.range().min(farthest(self.dimension));
        if let Some(axes) = axes.as_ref().filter(|_| range > 0.0) {
            let edges = [
                (state.gates.half_focal(), CONE),
                (state.gates.half_outer(), OUTER),
            ];
            for (half, color) in edges {
                for half in [half, -half] {
                    let end = from + axes.yawed(half) * range as f32;
                    self.picture.line(from, end, color.with_alpha(0.8));
                }
            }
        }
        let ends = [fan.upright.first(), fan.upright.last()];
        for end in ends.into_iter().flatten() {
            self.picture.line(from, *end, CONE.with_alpha(0.4));
        }
        self.picture
            .path(fan.upright.iter().copied(), CONE.with_alpha(0.4));
        self.picture.path(fan.near.iter().copied(), NEAR.with_alpha(0.8));
        if let Some(axes) = axes {
            self.eye_handles(eyed, node, state, eye, &axes);
        }
    }

    fn eye_handles(&mut self, eyed: &Eyed, node: &Gd<Node>, state: &EyeState, eye: &Eye, axes: &debug::Axes) {
        // An eye that is made when the game runs has no properties to change, but for those of the profile.
        let is_made = node.is_class("EnemySenses") || node.is_class("EnemySenses3D");
        let own = (!is_made).then(|| node.clone().upcast());
        let Some(holder) = eyed.profile.clone().or(own) else {
            return;
        };
        let from = eye.position;
        let range = state.gates.range().min(farthest(self.dimension)) as f32;
        let angles = [
            ("view_angle", state.vision.view_angle, 1.0, 0.85, CONE),
            (
                "peripheral_angle",
                state.vision.peripheral_angle,
                -1.0,
                0.7,
                OUTER,
            ),
        ];
        let mut add = |property, value: f64, place, measure, color| {
            self.handles.push(Handle {
                property,
                holder: holder.clone(),
                value,
                place,
                from,
                measure,
                up: axes.up,
                color,
            });
        };
        if state.vision.view_range.is_finite() {
            let place = from + axes.forward * range;
            add(
                "view_range",
                state.vision.view_range,
                place,
                Measure::Distance(axes.forward),
                CONE,
            );
        }
        for (property, value, side, part, color) in angles {
            // An outer cone that there is not is dragged out of the focal one.
            let shown = value.max(state.vision.view_angle).clamp(0.0, 360.0);
            let half = (shown / 2.0).to_radians();
            let place = from + axes.yawed(side * half) * (range * part);
            add(property, value, place, Measure::Angle(axes.forward), color);
        }
        let near = state.vision.near_range;
        let place = from - axes.forward * near as f32;
        add("near_range", near, place, Measure::Distance(-axes.forward), NEAR);
    }

    /// What of a profile is no business of the eye.
    fn senses(&mut self, eyed: &Eyed, spot: &Spot) {
        let Some(profile) = eyed.profile.as_ref().filter(|_| eyed.whole) else {
            return;
        };
        for (property, color) in [("touch_radius", NEAR), ("shout_radius", SHOUT)] {
            let radius = profile.get(property).try_to::<f64>().unwrap_or(0.0);
            if radius > 0.0 {
                self.circle(property, profile, radius, spot.position(), color);
            }
        }
    }

    fn circle(&mut self, property: &'static str, holder: &Gd<Object>, radius: f64, from: Vec3, color: Color) {
        let shown = radius.min(farthest(self.dimension)) as f32;
        self.picture
            .path(circle(self.dimension, from, shown, 64), color.with_alpha(0.8));
        if !radius.is_finite() {
            return;
        }
        let up = match self.dimension {
            Dimension::Flat => Vec3::Z,
            Dimension::Solid => Vec3::Y,
        };
        self.handles.push(Handle {
            property,
            holder: holder.clone(),
            value: radius,
            place: from + Vec3::X * shown,
            from,
            measure: Measure::Distance(Vec3::X),
            up,
            color,
        });
    }
}

/// What an object is called in the undo history: a profile by its file, a node by its name.
fn title_of(holder: &Gd<Object>) -> String {
    if let Ok(node) = holder.clone().try_cast::<Node>() {
        return node.get_name().to_string();
    }
    let Ok(resource) = holder.clone().try_cast::<Resource>() else {
        return holder.get_class().to_string();
    };
    let (name, path) = (resource.get_name().to_string(), resource.get_path().to_string());
    let file = path.rsplit('/').next().unwrap_or_default();
    if !name.is_empty() {
        name
    } else if !file.is_empty() && !path.contains("::") {
        file.to_owned()
    } else {
        holder.get_class().to_string()
    }
}

/// Makes a change of a handle's property one that can be undone. The property has its new value already, or gets it.
pub fn commit(node: &Gd<Node>, handle: &Handle, before: f64, after: f64) {
    let Some(mut undo) = undo_redo() else { return };
    let property = handle.property;
    let name = format!("Set {property} of {}", title_of(&handle.holder));
    undo.create_action_ex(&name).custom_context(node).done();
    undo.add_do_property(&handle.holder, property, &after.to_variant());
    undo.add_undo_property(&handle.holder, property, &before.to_variant());
    undo.commit_action();
}

fn undo_redo() -> Option<Gd<EditorUndoRedoManager>> {
    EditorInterface::singleton().get_editor_undo_redo()
}

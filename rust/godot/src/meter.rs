//! `DetectionMeter`: how aware an enemy is, to be seen by the player.

use enemy_senses_core::Vec3;
use enemy_senses_core::world::AgentId;
use enemy_senses_macros::twins;
use glam::Vec2;
use godot::classes::{ArrayMesh, Control, MeshInstance3D, StandardMaterial3D, Theme, Window};
use godot::prelude::*;

use crate::checks::{self, Warned};
use crate::meter_shape::{Colors, Face};
use crate::senses::{EnemySenses, EnemySenses3D};
use crate::{paint, state};

/// A bar that fills from the left.
pub const BAR: i64 = 0;
/// An eye that opens.
pub const EYE: i64 = 1;
/// A "?" that fills, then a "!".
pub const MARK: i64 = 2;

/// The type that its colours have in a theme.
const THEME_TYPE: &str = "DetectionMeter";

/// What a meter in the editor shows, so that it can be seen there.
const SAMPLE: (f64, usize) = (0.65, 1);

/// What a meter is set to.
#[derive(Debug)]
struct MeterState {
    source: String,
    style: i64,
    show_when_unaware: bool,
    size: f64,
}

/// Colours by name: the theme's if it has them, else these.
fn colors(node: &Gd<Node>, own: Option<&Gd<Theme>>) -> Colors {
    let color = |name: &str, fallback: u32| {
        let themed = own.filter(|theme| theme.has_color(name, THEME_TYPE));
        let themed = themed.map(|theme| theme.get_color(name, THEME_TYPE));
        themed
            .or_else(|| inherited(node, name))
            .unwrap_or(Color::from_rgba8(
                (fallback >> 24) as u8,
                (fallback >> 16) as u8,
                (fallback >> 8) as u8,
                fallback as u8,
            ))
    };
    Colors {
        levels: [
            color("unaware", 0xe8e8_e8ff),
            color("suspicious", 0xffcc_33ff),
            color("alerted", 0xff44_33ff),
        ],
        background: color("background", 0x1a1a_22b0),
        outline: color("outline", 0x0808_0ce0),
    }
}

/// The colour of the nearest control or window above, which asks the themes above it and the project's.
fn inherited(node: &Gd<Node>, name: &str) -> Option<Color> {
    let mut next = node.get_parent();
    while let Some(one) = next {
        match one.try_cast::<Control>() {
            Ok(control) => {
                let known = control.has_theme_color_ex(name).theme_type(THEME_TYPE).done();
                return known.then(|| control.get_theme_color_ex(name).theme_type(THEME_TYPE).done());
            }
            Err(one) => match one.try_cast::<Window>() {
                Ok(window) => {
                    let known = window.has_theme_color_ex(name).theme_type(THEME_TYPE).done();
                    return known.then(|| window.get_theme_color_ex(name).theme_type(THEME_TYPE).done());
                }
                Err(one) => next = one.get_parent(),
            },
        }
    }
    None
}

twins! {
    /// Shows how aware an enemy is: a bar, an eye that opens, or a "?" that fills and becomes a "!".
    ///
    /// Put it under the enemy, above its head. It finds the [EnemySenses] beside it and {stays upright and above, however the
    /// enemy turns|always faces the camera}.
    /// [codeblock]
    /// var meter := DetectionMeter.new()
    /// meter.style = DetectionMeter.MARK
    /// meter.position = Vector2{(0, -32)|(0, 2.2, 0)}
    /// enemy.add_child(meter)
    /// [/codeblock]
    /// Restyle it by a [Theme], its own ([member theme]), one of a control or window above it, or the project's: colors
    /// [code]unaware[/code], [code]suspicious[/code], [code]alerted[/code], [code]background[/code] and [code]outline[/code] of the
    /// type [code]DetectionMeter[/code].
    #[derive(GodotClass)]
    #[class(base = Node2D, init, tool)]
    pub struct DetectionMeter {
        /// The [EnemySenses] that is shown. Empty: the parent, or one beside this node, or one beside the parent.
        #[export]
        #[prop(checks::path)]
        source: NodePath,
        /// What it looks like: [constant BAR], [constant EYE] or [constant MARK].
        #[export(enum = (Bar = 0, Eye = 1, Mark = 2))]
        #[prop(checks::one_of(3))]
        style: i64,
        /// If true, it is drawn while [member value] is 0, too.
        #[export]
        #[prop(checks::plain)]
        show_when_unaware: bool,
        /// How wide it is, in {pixels|metres}; above 0.
        #[export(range = (0.01, 256.0, 0.01, or_greater, hide_slider))]
        #[prop(checks::some)]
        size: f64,
        /// Where its colours come from first. Null: from above it.
        #[export]
        #[var(get = get_theme, set = set_theme)]
        theme: PhantomVar<Option<Gd<Theme>>>,
        /// How aware the enemy is, 0 to 1. 0 where there is none.
        #[var(get = get_value, no_set)]
        value: PhantomVar<f64>,
        #[init(val = MeterState { source: String::new(), style: BAR, show_when_unaware: false, size: pick!({ 28.0 } { 0.7 }) })]
        settings: MeterState,
        own_theme: Option<Gd<Theme>>,
        /// The enemy shown.
        agent: Option<AgentId>,
        /// What was drawn last, and how it was turned; none inside: nothing.
        shown: Option<(Option<Face>, f32)>,
        pick!({} {
            mesh: Option<Gd<ArrayMesh>>,
            material: Option<Gd<StandardMaterial3D>>,
        })
        warned: Warned,
        base: Base<Node2D>,
    }

    #[godot_api]
    impl DetectionMeter {
        /// A bar that fills from the left.
        #[constant]
        pub const BAR: i64 = BAR;
        /// An eye that opens.
        #[constant]
        pub const EYE: i64 = EYE;
        /// A "?" that fills, and a "!" once the enemy is alerted.
        #[constant]
        pub const MARK: i64 = MARK;

        #[func]
        fn get_value(&self) -> f64 {
            self.reading().map_or(0.0, |(value, _)| value)
        }

        #[func]
        fn get_theme(&self) -> Option<Gd<Theme>> {
            self.own_theme.clone()
        }

        #[func]
        fn set_theme(&mut self, value: Option<Gd<Theme>>) {
            self.own_theme = value;
            self.refresh();
        }
    }

    impl DetectionMeter {
        fn peek<R>(&self, read: impl FnOnce(&MeterState) -> R) -> R {
            read(&self.settings)
        }

        fn poke(&mut self, write: impl FnOnce(&mut MeterState)) {
            write(&mut self.settings);
        }

        fn accepted(&mut self, member: &'static str) {
            self.warned.good(member);
            if member == "source" {
                self.agent = None;
            }
            self.refresh();
        }

        fn refused(&mut self, member: &'static str, refusal: &str) {
            let who = checks::name_of(stringify!(DetectionMeter), &self.base().clone().upcast());
            self.warned.refuse(&who, member, refusal);
        }

        /// The enemy's awareness and level; none where there is no enemy.
        fn reading(&self) -> Option<(f64, usize)> {
            if state::in_editor() {
                return None;
            }
            let state = state::state();
            let agent = state.world.agents.get(self.agent?)?;
            Some((agent.awareness(), agent.state.alert.level as usize))
        }

        /// Looks for the enemy.
        fn find(&mut self) -> Option<AgentId> {
            let node = self.base().clone();
            let found = if self.settings.source.is_empty() {
                let parent = node.get_parent()?;
                let itself = parent.clone().try_cast::<EnemySenses>().ok();
                let beside = |parent: &Gd<Node>| {
                    (parent.get_children().iter_shared()).find_map(|child| child.try_cast::<EnemySenses>().ok())
                };
                itself.or_else(|| beside(&parent)).or_else(|| parent.get_parent().and_then(|above| beside(&above)))
            } else {
                let named = node.get_node_or_null(&self.settings.source)?;
                let found = named.clone().try_cast::<EnemySenses>().ok();
                if found.is_none() {
                    let text = format!("names a {}, not an {}: nothing is shown.", named.get_class(), stringify!(EnemySenses));
                    self.refused("source", &text);
                }
                found
            };
            found.map(|senses| senses.bind().id())
        }

        /// Draws anew if what there is to show has changed.
        fn refresh(&mut self) {
            if !self.base().is_inside_tree() {
                return;
            }
            let in_editor = state::in_editor();
            let reading = if in_editor { Some(SAMPLE) } else { self.reading() };
            let node: Gd<Node> = self.base().clone().upcast();
            let hidden = !self.settings.show_when_unaware && reading.is_none_or(|(value, level)| value <= 0.0 && level == 0);
            let face = (!hidden).then(|| {
                let (value, level) = reading.unwrap_or((0.0, 0));
                // Finer steps cannot be seen.
                let value = ((value * 256.0).ceil() / 256.0) as f32;
                Face { style: self.settings.style, value, level, colors: colors(&node, self.own_theme.as_ref()) }
            });
            let now = (face, self.turn());
            if self.shown == Some(now) && !in_editor {
                return;
            }
            self.shown = Some(now);
            pick!({ self.base_mut().queue_redraw() } { self.build() });
        }

        pick!({
            /// How the parent is turned, mirrored or scaled, as one number that changes with it.
            fn turn(&self) -> f32 {
                let t = self.base().get_global_transform();
                t.a.x + 3.0 * t.a.y + 7.0 * t.b.x + 11.0 * t.b.y
            }

            /// From upright at its place above the parent to what the node's own transform makes of it.
            fn upright(&self) -> Transform2D {
                let node = self.base();
                let own = node.get_global_transform();
                let parent = node.get_parent().and_then(|parent| parent.try_cast::<Node2D>().ok());
                let middle = parent.map_or(own.origin, |parent| parent.get_global_position() + node.get_position());
                let wanted = Transform2D::from_angle_origin(0.0, middle);
                let flat = own.determinant().abs() < 1e-9 || !own.is_finite();
                if flat { Transform2D::IDENTITY } else { own.affine_inverse() * wanted }
            }
        } {
            fn turn(&self) -> f32 {
                0.0
            }

            /// The mesh that it is drawn on, made if need be.
            fn mesh(&mut self) -> Gd<ArrayMesh> {
                if let Some(mesh) = &self.mesh {
                    return mesh.clone();
                }
                let mesh = ArrayMesh::new_gd();
                let mut shown = MeshInstance3D::new_alloc();
                shown.set_mesh(&mesh);
                let mode = godot::classes::geometry_instance_3d::ShadowCastingSetting::OFF;
                shown.set_cast_shadows_setting(mode);
                self.base_mut().add_child_ex(&shown).internal(godot::classes::node::InternalMode::FRONT).done();
                self.mesh = Some(mesh.clone());
                mesh
            }

            fn build(&mut self) {
                let Some((face, _)) = self.shown else { return };
                if face.is_none() && self.mesh.is_none() {
                    return;
                }
                let mut mesh = self.mesh();
                let material = self.material.get_or_insert_with(|| paint::material(true)).clone();
                let size = self.settings.size as f32;
                let picture = face.map(|face| face.draw(|v: Vec2| Vec3::new(v.x * size, -v.y * size, 0.0)));
                picture.unwrap_or_default().on_mesh(&mut mesh, &material);
            }
        })
    }

    #[godot_api]
    impl INode2D for DetectionMeter {
        fn ready(&mut self) {
            if state::in_editor() {
                self.base_mut().set_process(false);
            }
        }

        fn enter_tree(&mut self) {
            self.agent = None;
            self.shown = None;
            self.refresh();
        }

        fn process(&mut self, _delta: f64) {
            if state::in_editor() || !state::on_main_thread() {
                return;
            }
            if self.reading().is_none() {
                self.agent = self.find();
            }
            self.refresh();
        }

        pick!({
            fn draw(&mut self) {
                let Some((Some(face), _)) = self.shown else { return };
                let (size, upright) = (self.settings.size as f32, self.upright());
                let picture = face.draw(|v| {
                    let at = upright * Vector2::new(v.x * size, v.y * size);
                    Vec3::new(at.x, at.y, 0.0)
                });
                picture.on_canvas(self.base().get_canvas_item(), 1.0);
            }
        } {})
    }
}

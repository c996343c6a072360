//! The editor plugin: draws over the 2D viewport, and brings the 3D gizmo and the debugger's tab.

use enemy_senses_core::Vec3;
use godot::classes::{
    Control, EditorInterface, EditorPlugin, IEditorPlugin, InputEvent, InputEventKey, InputEventMouseButton,
    InputEventMouseMotion, ThemeDb,
};
use godot::global::{Key, MouseButton};
use godot::prelude::*;

use super::debugger::SensesDebugger;
use super::gizmo::SensesGizmos;
use super::handles::{self, Figure, Handle};
use crate::state::Dimension;
use crate::{d2, d3};

/// A handle is hit within this many pixels of the screen.
const GRIP: f32 = 10.0;

/// What is being dragged.
struct Drag {
    handle: Handle,
    before: f64,
}

/// Draws the senses of what is selected, and lets their ranges and angles be dragged.
#[derive(GodotClass)]
#[class(base = EditorPlugin, init, tool, internal)]
pub struct SensesEditorPlugin {
    edited: Option<Gd<Node>>,
    drag: Option<Drag>,
    gizmos: Option<Gd<SensesGizmos>>,
    debugger: Option<Gd<SensesDebugger>>,
    /// What was selected last, whose gizmos go when it is not any more.
    selected: Vec<Gd<Node>>,
    base: Base<EditorPlugin>,
}

#[godot_api]
impl SensesEditorPlugin {
    /// The handles of a node, for tests: property, value and place of each.
    #[func]
    fn handles_of(&self, node: Gd<Node>) -> Array<VarDictionary> {
        let Some(figure) = handles::figure(&node) else {
            return Array::new();
        };
        let place = |at: Vec3| match figure.dimension {
            Dimension::Flat => d2::outside(at).to_variant(),
            Dimension::Solid => d3::outside(at).to_variant(),
        };
        (figure.handles.iter())
            .map(|handle| {
                crate::dictionary::dictionary([
                    ("property", StringName::from(handle.property).to_variant()),
                    ("value", handle.value.to_variant()),
                    ("place", place(handle.place)),
                    ("holder", handle.holder.to_variant()),
                ])
            })
            .collect()
    }

    /// Drags a handle of a node to a place and lets go, as the mouse would; false where there is no such handle.
    #[func]
    fn drag_handle(&self, node: Gd<Node>, property: StringName, place: Variant) -> bool {
        let Some(figure) = handles::figure(&node) else {
            return false;
        };
        let flat = place.try_to::<Vector2>().map(d2::inside);
        let Ok(place) = flat.or_else(|_| place.try_to::<Vector3>().map(d3::inside)) else {
            return false;
        };
        let Some(handle) = (figure.handles.iter()).find(|handle| property == handle.property) else {
            return false;
        };
        handles::commit(
            &node,
            handle,
            handle.value,
            handle.value_at(place, figure.dimension),
        );
        true
    }

    /// What the mouse does over the 2D viewport; true if it was about a handle.
    #[func]
    fn canvas_input(&mut self, event: Gd<InputEvent>) -> bool {
        let Some(node) = self
            .edited
            .as_ref()
            .filter(|node| node.is_instance_valid())
            .cloned()
        else {
            return false;
        };
        let Ok(item) = node.clone().try_cast::<Node2D>() else {
            return false;
        };
        if !item.is_inside_tree() {
            return false;
        }
        let to_screen = item.get_viewport_transform();
        if let Ok(button) = event.clone().try_cast::<InputEventMouseButton>() {
            return match (button.get_button_index(), button.is_pressed()) {
                (MouseButton::LEFT, true) => self.grip(&node, to_screen, button.get_position()),
                (MouseButton::LEFT, false) => self.let_go(&node),
                (MouseButton::RIGHT, true) => self.cancel(),
                _ => false,
            };
        }
        if let Ok(motion) = event.clone().try_cast::<InputEventMouseMotion>() {
            let Some(drag) = &mut self.drag else { return false };
            if to_screen.determinant().abs() < 1e-9 {
                return true;
            }
            let place = d2::inside(to_screen.affine_inverse() * motion.get_position());
            let value = drag.handle.value_at(place, Dimension::Flat);
            let (mut holder, property) = (drag.handle.holder.clone(), drag.handle.property);
            holder.set(property, &value.to_variant());
            self.base_mut().update_overlays();
            return true;
        }
        let key = event.try_cast::<InputEventKey>();
        key.is_ok_and(|key| key.is_pressed() && key.get_keycode() == Key::ESCAPE) && self.cancel()
    }

    /// Other nodes are selected: their gizmos show more.
    #[func]
    fn on_selection_changed(&mut self) {
        let now = EditorInterface::singleton()
            .get_selection()
            .map(|selection| selection.get_selected_nodes());
        let now: Vec<Gd<Node>> = now.map(|nodes| nodes.iter_shared().collect()).unwrap_or_default();
        let before = std::mem::replace(&mut self.selected, now.clone());
        for node in before
            .into_iter()
            .chain(now)
            .filter(|node| node.is_instance_valid())
        {
            if let Ok(mut node) = node.try_cast::<Node3D>()
                && handles::is_drawn(&node.clone().upcast(), Dimension::Solid)
                && node.is_inside_tree()
            {
                node.update_gizmos();
            }
        }
    }
}

impl SensesEditorPlugin {
    fn grip(&mut self, node: &Gd<Node>, to_screen: Transform2D, at: Vector2) -> bool {
        let Some(figure) = handles::figure(node) else {
            return false;
        };
        let away = |handle: &Handle| (to_screen * d2::outside(handle.place)).distance_to(at);
        let nearest = (figure.handles.into_iter())
            .filter(|handle| away(handle) <= GRIP)
            .min_by(|a, b| away(a).total_cmp(&away(b)));
        let Some(handle) = nearest else { return false };
        let before = handle.value;
        self.drag = Some(Drag { handle, before });
        true
    }

    fn let_go(&mut self, node: &Gd<Node>) -> bool {
        let Some(drag) = self.drag.take() else {
            return false;
        };
        let mut holder = drag.handle.holder.clone();
        let after = holder
            .get(drag.handle.property)
            .try_to::<f64>()
            .unwrap_or(drag.before);
        if after != drag.before {
            // So that the undo history starts from what was there.
            holder.set(drag.handle.property, &drag.before.to_variant());
            handles::commit(node, &drag.handle, drag.before, after);
        }
        self.base_mut().update_overlays();
        true
    }

    fn cancel(&mut self) -> bool {
        let Some(drag) = self.drag.take() else {
            return false;
        };
        let mut holder = drag.handle.holder.clone();
        holder.set(drag.handle.property, &drag.before.to_variant());
        self.base_mut().update_overlays();
        true
    }

    fn draw(&self, figure: &Figure, to_screen: Transform2D, overlay: &mut Gd<Control>) {
        let place = |at: Vec3| d2::inside(to_screen * d2::outside(at));
        figure
            .picture
            .moved(place)
            .add_to_canvas(overlay.get_canvas_item(), 1.5);
        let font = ThemeDb::singleton().get_fallback_font();
        for handle in &figure.handles {
            let at = to_screen * d2::outside(handle.place);
            if !at.is_finite() {
                continue;
            }
            overlay.draw_circle(at, 5.5, Color::from_rgba(0.0, 0.0, 0.0, 0.8));
            overlay.draw_circle(at, 4.0, handle.color);
            let held = self
                .drag
                .as_ref()
                .is_some_and(|drag| drag.handle.property == handle.property);
            if let Some(font) = font.as_ref().filter(|_| held) {
                let text = handle.label(handle.value);
                let at = at + Vector2::new(10.0, -8.0);
                overlay
                    .draw_string_outline_ex(font, at, &text)
                    .size(4)
                    .modulate(Color::BLACK)
                    .done();
                overlay.draw_string(font, at, &text);
            }
        }
    }
}

#[godot_api]
impl IEditorPlugin for SensesEditorPlugin {
    fn enter_tree(&mut self) {
        let gizmos = SensesGizmos::new_gd();
        let debugger = SensesDebugger::new_gd();
        self.gizmos = Some(gizmos.clone());
        self.debugger = Some(debugger.clone());
        self.base_mut().add_node_3d_gizmo_plugin(&gizmos);
        self.base_mut().add_debugger_plugin(&debugger);
        let changed = self.base().callable("on_selection_changed");
        if let Some(mut selection) = EditorInterface::singleton().get_selection() {
            selection.connect("selection_changed", &changed);
        }
    }

    fn exit_tree(&mut self) {
        let changed = self.base().callable("on_selection_changed");
        if let Some(mut selection) = EditorInterface::singleton().get_selection()
            && selection.is_connected("selection_changed", &changed)
        {
            selection.disconnect("selection_changed", &changed);
        }
        if let Some(gizmos) = self.gizmos.take() {
            self.base_mut().remove_node_3d_gizmo_plugin(&gizmos);
        }
        if let Some(debugger) = self.debugger.take() {
            self.base_mut().remove_debugger_plugin(&debugger);
        }
        self.edited = None;
        self.selected.clear();
    }

    fn handles(&self, object: Gd<Object>) -> bool {
        handles::is_drawn(&object, Dimension::Flat)
    }

    fn edit(&mut self, object: Option<Gd<Object>>) {
        self.cancel();
        self.edited = object
            .filter(|object| handles::is_drawn(object, Dimension::Flat))
            .and_then(|object| object.try_cast::<Node>().ok());
        self.base_mut().update_overlays();
    }

    fn forward_canvas_gui_input(&mut self, event: Option<Gd<InputEvent>>) -> bool {
        event.is_some_and(|event| self.canvas_input(event))
    }

    fn forward_canvas_draw_over_viewport(&mut self, viewport_control: Option<Gd<Control>>) {
        let Some(mut overlay) = viewport_control else {
            return;
        };
        let Some(node) = self
            .edited
            .as_ref()
            .filter(|node| node.is_instance_valid())
            .cloned()
        else {
            return;
        };
        let Some(figure) = handles::figure(&node) else {
            return;
        };
        if let Ok(item) = node.try_cast::<Node2D>() {
            self.draw(&figure, item.get_viewport_transform(), &mut overlay);
        }
    }
}

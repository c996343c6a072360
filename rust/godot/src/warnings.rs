//! What the editor's Scene dock warns about: settings that are kept as they are set, but hardly meant.

use enemy_senses_core::profile::Profile;
use godot::classes::node::ProcessThreadGroup;
use godot::prelude::*;

use crate::bodies::Body;
use crate::emitter::EmitterState;
use crate::noise;
use crate::perception::EyeState;

const SUB_THREAD: &str = "It is in a thread group (SUB_THREAD), where the physics space cannot be asked: nothing is visible from \
there. Use the main thread's group.";

/// The scene that a node is edited in.
struct Scene {
    tree: Gd<SceneTree>,
    root: Gd<Node>,
}

impl Scene {
    /// None outside the editor.
    fn of(node: &Gd<Node>) -> Option<Self> {
        let tree = node.is_inside_tree().then(|| node.get_tree())?;
        let root = tree.get_edited_scene_root()?;
        Some(Self { tree, root })
    }

    /// All of its nodes that are in a group.
    fn members(&self, group: &str) -> Vec<Gd<Node>> {
        (self.tree.get_nodes_in_group(group).iter_shared())
            .filter(|node| *node == self.root || self.root.is_ancestor_of(node))
            .collect()
    }

    /// Whether the scene is that of one character, to be put into others: whom it meets is not to be seen from here.
    fn is_of_one(&self, body: Option<&Body>, node: &Gd<Node>) -> bool {
        let parent = node.get_parent();
        [body.and_then(Body::node), parent, Some(node.clone())]
            .into_iter()
            .flatten()
            .any(|part| part == self.root)
    }

    /// The groups that the noises of the scene are told to; those of a noise without settings where there are none.
    fn audiences(&self) -> Vec<String> {
        let mut groups: Vec<String> = Vec::new();
        let classes = [
            "NoiseEmitter",
            "NoiseEmitter3D",
            "FootstepEmitter",
            "FootstepEmitter3D",
        ];
        let mut found = Vec::new();
        for class in classes {
            let nodes = self.root.find_children_ex("*").type_(class).owned(false).done();
            found.extend(nodes.iter_shared());
        }
        for node in found {
            if let Ok(group) = node.get("listener_group").try_to::<StringName>() {
                groups.push(group.to_string());
            }
        }
        if groups.is_empty() {
            groups.push("enemies".to_owned());
        }
        groups
    }
}

fn in_sub_thread(node: &Gd<Node>) -> bool {
    let mut next = Some(node.clone());
    while let Some(one) = next {
        match one.get_process_thread_group() {
            ProcessThreadGroup::INHERIT => next = one.get_parent(),
            group => return group == ProcessThreadGroup::SUB_THREAD,
        }
    }
    false
}

fn packed(warnings: &[String]) -> PackedStringArray {
    warnings.iter().map(GString::from).collect()
}

fn missing_body(node: &Gd<Node>, path: &str, body: Option<&Body>, warnings: &mut Vec<String>) {
    if !path.is_empty() && node.get_node_or_null(path).is_none() {
        warnings.push(format!(
            "body is \"{path}\", which there is not: the body is looked for among its ancestors."
        ));
    } else if body.is_none() {
        let text = "It has no body: no ancestor is a CharacterBody, RigidBody or AnimatableBody, so its owner's own colliders \
block its sight, and it hears its own noise. Put it under the enemy's body, or set body.";
        warnings.push(text.to_owned());
    }
}

/// The profile of the EnemySenses that uses an eye: its parent, or beside it. What the profile says is warned about there.
fn ruling_profile(eye: &Gd<Node>) -> Option<Gd<Resource>> {
    let parent = eye.get_parent()?;
    let beside = parent.get_children();
    [parent]
        .into_iter()
        .chain(beside.iter_shared())
        .filter(|node| node.is_class("EnemySenses") || node.is_class("EnemySenses3D"))
        .find_map(|senses| senses.get("profile").try_to::<Gd<Resource>>().ok())
}

/// About an EnemyPerception.
pub fn of_eye(node: &Gd<Node>, eye: &EyeState) -> PackedStringArray {
    let mut warnings = Vec::new();
    let body = Body::of(node, &eye.body);
    let rules = ruling_profile(node);
    let rule = |name: &str| rules.as_ref().map(|profile| profile.get(name));
    let mask = rule("occlusion_mask")
        .and_then(|mask| mask.try_to().ok())
        .unwrap_or(eye.occlusion_mask);
    let group = rule("target_group").and_then(|group| group.try_to::<StringName>().ok());
    let group = group.map_or_else(|| eye.target_group.clone(), |group| group.to_string());
    if mask == 0 && rules.is_none() {
        let text = "occlusion_mask is 0: nothing blocks its sight, walls neither. Tick the layers that walls are on.";
        warnings.push(text.to_owned());
    }
    if group.is_empty() && rules.is_none() {
        warnings.push("target_group is empty: it looks for nobody.".to_owned());
    } else if !group.is_empty()
        && let Some(scene) = Scene::of(node)
        && !scene.is_of_one(body.as_ref(), node)
        && scene.members(&group).is_empty()
    {
        let text = "No node of this scene is in the group";
        warnings.push(format!(
            "{text} \"{group}\" (target_group), so there is nobody to see. Add the player to it: Node dock, Groups."
        ));
    }
    missing_body(node, &eye.body, body.as_ref(), &mut warnings);
    if in_sub_thread(node) {
        warnings.push(SUB_THREAD.to_owned());
    }
    packed(&warnings)
}

/// About an EnemySenses and the profile that rules it.
pub fn of_senses(node: &Gd<Node>, profile: Option<&Profile>, has_eye: bool) -> PackedStringArray {
    let mut warnings = Vec::new();
    let body = Body::of(node, "");
    if let Some(profile) = profile {
        if profile.occlusion_mask == 0 {
            let text = "Its profile's occlusion_mask is 0: nothing blocks its sight, walls neither.";
            warnings.push(text.to_owned());
        }
        if profile.target_group.is_empty() {
            warnings.push("Its profile's target_group is empty: it looks for nobody.".to_owned());
        }
        warnings.extend(
            profile
                .doubts()
                .into_iter()
                .map(|doubt| format!("Its profile: {doubt}")),
        );
    }
    let group = profile.map_or("player", |profile| profile.target_group.as_str());
    if let Some(scene) = Scene::of(node)
        && !scene.is_of_one(body.as_ref(), node)
    {
        if !has_eye && !group.is_empty() && scene.members(group).is_empty() {
            warnings.push(format!(
                "No node of this scene is in the group \"{group}\" (target_group), so there is nobody to see."
            ));
        }
        let deaf = profile.is_some_and(|profile| profile.hearing_multiplier <= 0.0);
        let groups = scene.audiences();
        let parent = node.get_parent();
        let hears = |group: &String| {
            let body = body.as_ref().and_then(Body::node);
            group.is_empty()
                || [Some(node), body.as_ref(), parent.as_ref()]
                    .into_iter()
                    .flatten()
                    .any(|part| part.is_in_group(group.as_str()))
        };
        if !deaf && !groups.iter().any(hears) {
            let text = "Neither it nor its body is in the group";
            let group = &groups[0];
            warnings.push(format!(
                "{text} \"{group}\" that noises are told to (listener_group): it hears nothing. Add the body to it."
            ));
        }
    }
    missing_body(node, "", body.as_ref(), &mut warnings);
    if in_sub_thread(node) {
        warnings.push(SUB_THREAD.to_owned());
    }
    packed(&warnings)
}

/// About a StealthTarget.
pub fn of_stealth(node: &Gd<Node>, path: &str, unblocked: bool) -> PackedStringArray {
    let mut warnings = Vec::new();
    if !path.is_empty() && node.get_node_or_null(path).is_none() {
        warnings.push(format!(
            "body is \"{path}\", which there is not: the body is looked for among its ancestors."
        ));
    }
    let parent = node.get_parent().filter(|parent| {
        let spatial =
            parent.clone().try_cast::<Node2D>().is_ok() == node.clone().try_cast::<Node2D>().is_ok();
        spatial
            && (parent.clone().try_cast::<Node2D>().is_ok() || parent.clone().try_cast::<Node3D>().is_ok())
    });
    match (parent, Scene::of(node)) {
        (None, _) if !node.is_inside_tree() => {}
        (None, _) => warnings.push(
            "It has no parent to speak for. Make it a direct child of what can be seen (the player)."
                .to_owned(),
        ),
        (Some(parent), Some(scene)) => {
            let groups = wanted_groups(&scene);
            let is_wanted =
                |group: &String| parent.is_in_group(group.as_str()) || node.is_in_group(group.as_str());
            if !groups.iter().any(is_wanted) {
                let (name, group) = (parent.get_name(), &groups[0]);
                warnings.push(format!(
                    "\"{name}\" is not in the group \"{group}\" that enemies look for (target_group): nobody sees it."
                ));
            }
        }
        _ => {}
    }
    if unblocked {
        let text = "light_blocker_mask is 0: no wall keeps light from it.";
        warnings.push(text.to_owned());
    }
    packed(&warnings)
}

/// The groups that the eyes of a scene look for; the usual one where there are none.
fn wanted_groups(scene: &Scene) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for class in [
        "EnemyPerception",
        "EnemyPerception3D",
        "EnemySenses",
        "EnemySenses3D",
    ] {
        for node in (scene.root.find_children_ex("*").type_(class).owned(false).done()).iter_shared() {
            let profile = node.get("profile").try_to::<Gd<Resource>>().ok();
            let holder: Gd<Object> = profile.map_or_else(|| node.clone().upcast(), Gd::upcast);
            if let Ok(group) = holder.get("target_group").try_to::<StringName>()
                && !group.is_empty()
            {
                groups.push(group.to_string());
            }
        }
    }
    if groups.is_empty() {
        groups.push("player".to_owned());
    }
    groups
}

/// About a NoiseEmitter or a FootstepEmitter.
pub fn of_emitter(node: &Gd<Node>, emitter: &EmitterState) -> PackedStringArray {
    let mut warnings = Vec::new();
    let body = Body::of(node, &emitter.body);
    if !emitter.body.is_empty() && node.get_node_or_null(&emitter.body).is_none() {
        let path = &emitter.body;
        warnings.push(format!(
            "body is \"{path}\", which there is not: the body is looked for among its ancestors."
        ));
    }
    if emitter.radius <= 0.0 || emitter.strength <= 0.0 {
        warnings.push("radius or strength is 0: emit() makes no noise at all.".to_owned());
    }
    if emitter.occlusion_mask == 0 && emitter.propagation == noise::MUFFLED {
        warnings.push("occlusion_mask is 0: no wall muffles its noises.".to_owned());
    }
    if let Some(scene) = Scene::of(node)
        && !emitter.listener_group.is_empty()
        && !scene.is_of_one(body.as_ref(), node)
        && scene.members(&emitter.listener_group).is_empty()
    {
        let group = &emitter.listener_group;
        let text = "No node of this scene is in the group";
        warnings.push(format!(
            "{text} \"{group}\" (listener_group): nobody is told. Add the enemies to it: Node dock, Groups."
        ));
    }
    packed(&warnings)
}

/// Lets the Scene dock look again, after a setting was changed.
pub fn refresh(node: Gd<Node>) {
    if node.is_inside_tree() && crate::state::in_editor() {
        let mut node = node;
        node.call_deferred("update_configuration_warnings", &[]);
    }
}

//! The calls that a pass makes for every agent and every ray, past the binding.
//!
//! Before each call the binding looks up the name of the class under a lock, to have it at hand should something go
//! wrong. That takes longer than the engine's own answer: half of a pass without rays was spent on it. Here a method is looked
//! up once, and an object is still asked for by its id, so that a freed one is no one and not a crash.

use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

use godot::classes::{
    PhysicsDirectSpaceState2D, PhysicsDirectSpaceState3D, PhysicsRayQueryParameters2D,
    PhysicsRayQueryParameters3D,
};
use godot::prelude::*;
use godot::sys::{self, GodotFfi, interface_fn};

/// A method of an engine class, by the hash of its signature.
struct Method {
    class: &'static str,
    name: &'static str,
    hash: i64,
    found: OnceLock<Found>,
}

/// Where the engine has it; never null.
struct Found(sys::GDExtensionMethodBindPtr);

// SAFETY: the engine's table of methods is made at its start and does not change any more.
unsafe impl Send for Found {}
// SAFETY: as above.
unsafe impl Sync for Found {}

impl Method {
    const fn new(class: &'static str, name: &'static str, hash: i64) -> Self {
        Self {
            class,
            name,
            hash,
            found: OnceLock::new(),
        }
    }

    fn found(&self) -> sys::GDExtensionMethodBindPtr {
        let look = || {
            let (class, name) = (StringName::from(self.class), StringName::from(self.name));
            // SAFETY: both names live until after the call.
            let found = unsafe {
                interface_fn!(classdb_get_method_bind)(class.sys().cast(), name.sys().cast(), self.hash)
            };
            // The binding itself needs the same methods, so there is no engine without them that it would start on.
            assert!(!found.is_null(), "there is no {}.{}()", self.class, self.name);
            Found(found)
        };
        self.found.get_or_init(look).0
    }

    /// Calls it.
    ///
    /// # Safety
    /// `object` is alive and of the class; `arguments` and `answer` point to values of the types that the method has.
    unsafe fn call(
        &self,
        object: sys::GDExtensionObjectPtr,
        arguments: &[sys::GDExtensionConstTypePtr],
        answer: sys::GDExtensionTypePtr,
    ) {
        // SAFETY: the caller's word.
        unsafe {
            interface_fn!(object_method_bind_ptrcall)(self.found(), object, arguments.as_ptr(), answer);
        }
    }
}

/// A class of the engine, to ask objects whether they are of it. (The binding hands the engine the class's name as a new
/// string each time.)
pub struct Class {
    name: &'static str,
    tag: OnceLock<Tag>,
}

/// What the engine knows the class by.
struct Tag(*mut c_void);

// SAFETY: only ever compared.
unsafe impl Send for Tag {}
// SAFETY: as above.
unsafe impl Sync for Tag {}

impl Class {
    /// A class by its name; one of the engine's own (by the tag of an extension's class it knows the class's native ancestor).
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            tag: OnceLock::new(),
        }
    }

    /// Whether a node is of this class or of one that inherits from it.
    pub fn has(&self, node: &Gd<Node>) -> bool {
        let look = || {
            let name = StringName::from(self.name);
            // SAFETY: the name lives until after the call.
            Tag(unsafe { interface_fn!(classdb_get_class_tag)(name.sys().cast()) })
        };
        let tag = self.tag.get_or_init(look).0;
        // SAFETY: alive, and the tag is the engine's own or null, which no object is of.
        alive(node).is_some_and(|node| unsafe { !interface_fn!(object_cast_to)(node, tag).is_null() })
    }
}

/// The object, if it is still there.
fn alive<T: GodotClass>(object: &Gd<T>) -> Option<sys::GDExtensionObjectPtr> {
    alive_with(object.instance_id_unchecked())
}

/// The object with an id, if it is still there.
fn alive_with(id: InstanceId) -> Option<sys::GDExtensionObjectPtr> {
    // SAFETY: any number may be asked for.
    let found = unsafe { interface_fn!(object_get_instance_from_id)(id.to_i64() as u64) };
    (!found.is_null()).then_some(found)
}

/// An answer of the engine: `method` of `object`, no arguments. None if it is gone.
///
/// # Safety
/// The method is one of the object's class, takes nothing and answers an `R`.
unsafe fn ask<T: GodotClass, R: GodotFfi + Default>(method: &Method, object: &Gd<T>) -> Option<R> {
    let object = alive(object)?;
    let mut answer = R::default();
    // SAFETY: alive; the rest is the caller's word.
    unsafe { method.call(object, &[], answer.sys_mut()) };
    Some(answer)
}

/// Whether a node in the tree goes on at this moment; false if it is gone.
pub fn can_process(node: &Gd<Node>) -> bool {
    static METHOD: Method = Method::new("Node", "can_process", 36_873_697);
    // SAFETY: as the engine documents it.
    unsafe { ask(&METHOD, node) }.unwrap_or(false)
}

/// A number for the viewport that a node in the tree is in, good for comparing while nothing else runs; none if it is gone.
pub fn viewport(node: &Gd<Node>) -> Option<usize> {
    static METHOD: Method = Method::new("Node", "get_viewport", 3_596_683_776);
    let node = alive(node)?;
    let mut viewport: *mut c_void = ptr::null_mut();
    // SAFETY: as the engine documents it; objects that are not counted are handed over as a pointer.
    unsafe { METHOD.call(node, &[], ptr::from_mut(&mut viewport).cast()) };
    Some(viewport as usize)
}

/// Whether one node is above another in the tree; false if either is gone.
///
/// # Safety
/// Both are ids of nodes, there or gone.
pub unsafe fn is_ancestor(above: InstanceId, below: InstanceId) -> bool {
    static METHOD: Method = Method::new("Node", "is_ancestor_of", 3_093_956_946);
    let (Some(above), Some(below)) = (alive_with(above), alive_with(below)) else {
        return false;
    };
    let mut answer = false;
    // SAFETY: both are alive, and nodes by the caller's word; the rest is as the engine documents it.
    unsafe { METHOD.call(above, &[ptr::from_ref(&below).cast()], answer.sys_mut()) };
    answer
}

/// Whether a node is in a group; false if it is gone.
///
/// # Safety
/// It is the id of a node, there or gone.
pub unsafe fn is_in_group(node: InstanceId, group: &StringName) -> bool {
    // SAFETY: the caller's word.
    alive_with(node).is_some_and(|node| unsafe { in_group(node, group) })
}

/// Whether an object has a method, its script's or the engine's; false if it is gone.
pub fn has_method(object: InstanceId, name: &StringName) -> bool {
    static METHOD: Method = Method::new("Object", "has_method", 2_619_796_661);
    let mut answer = false;
    if let Some(object) = alive_with(object) {
        // SAFETY: alive; as the engine documents it.
        unsafe { METHOD.call(object, &[name.sys()], answer.sys_mut()) };
    }
    answer
}

/// Whether the node above a node is in a group; false if there is none.
pub fn is_parent_in_group(node: &Gd<Node>, group: &StringName) -> bool {
    // SAFETY: a node, and what is above it is one too.
    alive(node).is_some_and(|node| unsafe {
        let parent = parent_of(node);
        !parent.is_null() && in_group(parent, group)
    })
}

/// Whether a node is in the tree and will still be there after this frame: neither it nor what it lies below is to be freed.
pub fn stays(node: &Gd<Node>) -> bool {
    static IN_TREE: Method = Method::new("Node", "is_inside_tree", 36_873_697);
    static QUEUED: Method = Method::new("Object", "is_queued_for_deletion", 36_873_697);
    let Some(mut next) = alive(node) else { return false };
    let (mut there, mut queued) = (false, false);
    // SAFETY: as the engine documents it; what is above a node that is there is a node, and there.
    unsafe {
        IN_TREE.call(next, &[], there.sys_mut());
        while there && !queued && !next.is_null() {
            QUEUED.call(next, &[], queued.sys_mut());
            next = parent_of(next);
        }
    }
    there && !queued
}

/// # Safety
/// It is a node, and there.
unsafe fn parent_of(node: sys::GDExtensionObjectPtr) -> sys::GDExtensionObjectPtr {
    static METHOD: Method = Method::new("Node", "get_parent", 3_160_264_692);
    let mut parent: sys::GDExtensionObjectPtr = ptr::null_mut();
    // SAFETY: the caller's word; as the engine documents it, objects that are not counted are handed over as a pointer.
    unsafe { METHOD.call(node, &[], ptr::from_mut(&mut parent).cast()) };
    parent
}

/// # Safety
/// It is a node, and there.
unsafe fn in_group(node: sys::GDExtensionObjectPtr, group: &StringName) -> bool {
    static METHOD: Method = Method::new("Node", "is_in_group", 2_619_796_661);
    let mut answer = false;
    // SAFETY: the caller's word; the rest is as the engine documents it.
    unsafe { METHOD.call(node, &[group.sys()], answer.sys_mut()) };
    answer
}

/// Whether this peer is to work out a node; false if it is gone.
pub fn is_multiplayer_authority(node: &Gd<Node>) -> bool {
    static METHOD: Method = Method::new("Node", "is_multiplayer_authority", 36_873_697);
    // SAFETY: as the engine documents it.
    unsafe { ask(&METHOD, node) }.unwrap_or(false)
}

macro_rules! in_a_dimension {
    ($module:ident, $holder:literal, $node:ty, $transform:ty, $transform_hash:literal, $vector:ty, $set_hash:literal,
     $state:ty, $state_name:literal, $ray_hash:literal, $query:ty, $query_name:literal) => {
        /// One of the two dimensions.
        pub mod $module {
            use super::*;

            /// Where a node is and how it is turned and scaled, globally; none if it is gone.
            pub fn global_transform(node: &Gd<$node>) -> Option<$transform> {
                static METHOD: Method = Method::new($holder, "get_global_transform", $transform_hash);
                // SAFETY: as the engine documents it.
                unsafe { ask(&METHOD, node) }
            }

            /// Asks a space for the first thing on a line; `found` takes the engine's answer, empty where nothing is.
            pub fn ray(
                state: &Gd<$state>,
                query: &Gd<$query>,
                from: $vector,
                to: $vector,
                found: &mut VarDictionary,
            ) {
                static FROM: Method = Method::new($query_name, "set_from", $set_hash);
                static TO: Method = Method::new($query_name, "set_to", $set_hash);
                static RAY: Method = Method::new($state_name, "intersect_ray", $ray_hash);
                let Some(state) = alive(state) else {
                    found.clear();
                    return;
                };
                let query = query.obj_sys();
                // SAFETY: the query is counted, and held here; each call is as the engine documents it, objects are handed
                // over as a place that holds the pointer, and the dictionary is one already, as the engine expects.
                unsafe {
                    FROM.call(query, &[from.sys()], ptr::null_mut());
                    TO.call(query, &[to.sys()], ptr::null_mut());
                    RAY.call(state, &[ptr::from_ref(&query).cast()], found.sys_mut());
                }
            }
        }
    };
}

in_a_dimension!(
    flat,
    "CanvasItem",
    Node2D,
    Transform2D,
    3_814_499_831,
    Vector2,
    743_155_724,
    PhysicsDirectSpaceState2D,
    "PhysicsDirectSpaceState2D",
    1_590_275_562,
    PhysicsRayQueryParameters2D,
    "PhysicsRayQueryParameters2D"
);
in_a_dimension!(
    solid,
    "Node3D",
    Node3D,
    Transform3D,
    3_229_777_777,
    Vector3,
    3_460_891_852,
    PhysicsDirectSpaceState3D,
    "PhysicsDirectSpaceState3D",
    3_957_970_750,
    PhysicsRayQueryParameters3D,
    "PhysicsRayQueryParameters3D"
);

//! Where the engine's clock meets ours: the start of every physics frame, and the end of the game.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use godot::classes::{Engine, SceneTree};
use godot::prelude::*;

use crate::pass::{self, Who};
use crate::server::SensesServer;
use crate::{debug, light, monitors, noise, settings, state};

thread_local! {
    static PASSES: Cell<u64> = const { Cell::new(0) };
    static CONNECTED: RefCell<Option<Connected>> = const { RefCell::new(None) };
}

/// The tree that we follow.
struct Connected {
    tree: Gd<SceneTree>,
    pass: Option<Callable>,
    farewell: Callable,
}

/// The game's scene tree, where there is one already.
pub fn tree() -> Option<Gd<SceneTree>> {
    Engine::singleton().get_main_loop()?.try_cast::<SceneTree>().ok()
}

/// Called when the extension is loaded: as soon as there is a tree, its end is watched, so that what scripts connected to
/// our server is gone before their language is.
pub fn start_later() {
    Callable::from_fn("enemy_senses_start", |_| start()).call_deferred(&[]);
}

fn start() {
    if state::in_editor() || CONNECTED.with_borrow(Option::is_some) {
        return;
    }
    let Some(tree) = tree() else { return };
    let Some(mut root) = tree.get_root().map(Gd::upcast::<Node>) else {
        return;
    };
    let farewell = Callable::from_fn("enemy_senses_end", |_| end());
    root.connect("tree_exiting", &farewell);
    monitors::add();
    debug::wire::start();
    CONNECTED.set(Some(Connected {
        tree,
        pass: None,
        farewell,
    }));
}

/// Called whenever one of our nodes enters the tree, or a noise is made: from now on there is a pass per physics frame.
pub fn tick_from_now_on() {
    if state::in_editor() || !state::on_main_thread() {
        return;
    }
    start();
    CONNECTED.with_borrow_mut(|connected| {
        let Some(connected) = connected.as_mut().filter(|c| c.pass.is_none()) else {
            return;
        };
        let pass = Callable::from_fn("enemy_senses_pass", |_| pass());
        connected.tree.connect("physics_frame", &pass);
        connected.pass = Some(pass);
        state::state().world.max_rays = settings::max_rays();
    });
}

/// The start of a physics frame, before any script's.
fn pass() {
    PASSES.set(PASSES.get() + 1);
    noise::deliver_waiting();
    let Some(tree) = tree() else { return };
    let delta = tree
        .get_root()
        .map_or(0.0, |root| root.get_physics_process_delta_time());
    pass::run(&tree, Who::All, delta);
    debug::step(delta);
    debug::wire::step(delta);
}

/// How many passes there have been.
pub fn passes() -> u64 {
    PASSES.get()
}

/// The group that every EnemySenses in the tree is in, so that the engine keeps them in order.
pub const GROUP: &str = "_enemy_senses";

/// The place of every EnemySenses in the order of the tree.
pub fn tree_order() -> HashMap<InstanceId, usize> {
    let Some(tree) = tree() else { return HashMap::new() };
    tree.get_nodes_in_group(GROUP)
        .iter_shared()
        .enumerate()
        .map(|(at, node)| (node.instance_id(), at))
        .collect()
}

/// Puts EnemySenses in the order of the tree.
pub fn in_tree_order(nodes: &mut [Gd<Node>]) {
    if nodes.len() > 1 {
        let order = tree_order();
        nodes.sort_by_key(|node| order.get(&node.instance_id()).copied());
    }
}

/// The root leaves the tree: nothing of ours may hold a callable any more.
fn end() {
    let Some(mut connected) = CONNECTED.take() else {
        return;
    };
    if let Some(pass) = &connected.pass
        && connected.tree.is_connected("physics_frame", pass)
    {
        connected.tree.disconnect("physics_frame", pass);
    }
    if let Some(mut root) = connected.tree.get_root()
        && root.is_connected("tree_exiting", &connected.farewell)
    {
        root.disconnect("tree_exiting", &connected.farewell);
    }
    noise::forget_all();
    light::forget_all();
    monitors::remove();
    debug::forget_all();
    debug::wire::end();
    let mut server: Gd<Object> = SensesServer::singleton().upcast();
    for signal in server.get_signal_list().iter_shared() {
        let name = signal
            .get("name")
            .and_then(|name| name.try_to::<StringName>().ok());
        let Some(name) = name else { continue };
        for connection in server.get_signal_connection_list(&name).iter_shared() {
            if let Some(callable) = connection
                .get("callable")
                .and_then(|c| c.try_to::<Callable>().ok())
            {
                server.disconnect(&name, &callable);
            }
        }
    }
    for name in server.get_meta_list().iter_shared() {
        server.remove_meta(&name);
    }
}

//! What the editor shows of our nodes. In the library of a released game there is nothing of this.

mod curve;
mod debugger;
mod gizmo;
mod handles;
mod plugin;
mod tab;

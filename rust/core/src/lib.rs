//! What senses and beliefs *are*, without an engine: flat numbers in, plain values out, time handed in.
//!
//! Sensing is a measurement of one moment ([`sight`], [`hearing`]); a [`memory::Belief`] lasts, decays and may be wrong.

#![forbid(unsafe_code)]

pub mod agents;
pub mod alert;
pub mod frame;
pub mod hearing;
mod infinite;
pub mod light;
pub mod memory;
pub mod motion;
pub mod optional;
pub mod personality;
pub mod profile;
pub mod search;
pub mod sight;
pub mod snapshot;
pub mod track;
pub mod world;

pub use frame::Frame;
pub use glam::Vec3;

//! One program for setup, build, demo and test of Enemy Senses.

fn main() {}

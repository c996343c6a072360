//! One program for setup, build, demo, test, bench, package and export of Enemy Senses: `cargo xtask --help`.

mod bench;
mod build;
mod debian;
mod demo;
mod export;
mod godot;
mod log;
mod manifest;
mod movie;
mod package;
mod places;
mod project;
mod readme;
mod run;
mod test;
mod tools;
mod trace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    name = "cargo xtask",
    about = "Set up, build, play, test, measure and ship Enemy Senses",
    version
)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Find or fetch what the other commands need: a Godot of 4.4 or later, the GDScript linter, a virtual screen
    Setup,
    /// Compile the extension and put the library into addons/enemy_senses/bin/
    Build {
        /// The library players get: optimised, without the class documentation of the editor
        #[arg(long)]
        release: bool,
    },
    /// Play the demo; with no display, watch the scripted run headless
    Demo(demo::Options),
    /// Check and test everything; the last line is `N passed, N failed`
    Test(test::Options),
    /// Measure the release library headless, against scripts and against bare rays; writes target/bench.json
    Bench(bench::Options),
    /// Pack the addon as users get it, and try it in a fresh project; in target/package/
    Package(package::Options),
    /// Export the demo with the release template and have it test itself; what is missing must be told. In target/export/
    Export,
    /// Print the path of the Godot the other commands would use
    GodotPath,
}

fn main() -> ExitCode {
    let result = run::stop_children_on_interrupt().and_then(|()| match Cli::parse().task {
        Task::Setup => setup(),
        Task::Build { release } => build::library(release.into()).map(|_| ExitCode::SUCCESS),
        Task::Demo(options) => demo::play(&options),
        Task::Test(options) => test::everything(&options),
        Task::Bench(options) => bench::measure(&options),
        Task::Package(options) => package::make(&options),
        Task::Export => export::demo(),
        Task::GodotPath => godot::find().map(|godot| {
            println!("{}", godot.path.display());
            ExitCode::SUCCESS
        }),
    });
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn setup() -> anyhow::Result<ExitCode> {
    let godot = godot::find_or_fetch()?;
    println!("Godot {} at {}", godot.version, godot.path.display());
    let linter = tools::gdtoolkit()?;
    println!("gdformat and gdlint in {}", linter.folder().display());
    // Only `demo --record` draws without a display: its absence is no reason to fail here.
    match tools::virtual_screen() {
        Ok(path) => println!("Xvfb at {}", path.display()),
        Err(error) => println!("warning: no virtual screen, `demo --record` will not work: {error:#}"),
    }
    Ok(ExitCode::SUCCESS)
}

//! Playing the demo: in a window, headless by script, or drawn to pictures.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::{
    build::{self, Flavour},
    godot::{self, Godot},
    log::Judgement,
    movie,
    project::{Project, work_folder},
    run::Run,
    tools::Screen,
};

/// What `cargo xtask demo` takes.
#[derive(Args)]
pub struct Options {
    /// The level to play: a folder name in godot_project/levels. Without one a window opens the menu; a run that plays by
    /// itself takes the storeroom
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// Draw the scripted run on a virtual screen and write stills and a moving picture into this folder
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
}

/// A scripted run takes about a minute of game time, far less headless.
const HEADLESS_LIMIT: Duration = Duration::from_secs(240);
/// Drawing every frame in software takes a while.
const RECORD_LIMIT: Duration = Duration::from_secs(1800);
const SIZE: (u32, u32) = (1280, 720);

/// Sets up what is missing, builds, and plays.
pub fn play(options: &Options) -> Result<ExitCode> {
    let levels = levels()?;
    let level = options.level.as_deref().unwrap_or("storeroom");
    ensure!(
        levels.iter().any(|known| known == level),
        "there is no level `{level}`; there are: {}",
        levels.join(", ")
    );
    let godot = godot::find_or_fetch()?;
    build::library(Flavour::Debug)?;
    Project::Demo.import(&godot)?;
    match &options.record {
        Some(folder) => record(&godot, level, folder),
        None if has_display() => window(&godot, options.level.as_deref()),
        None => {
            println!("No display here: watching the scripted run");
            let run = Run {
                echo: true,
                ..scripted_run(&godot, level)
            };
            finish(&Judgement::of(&run.wait()?))
        }
    }
}

/// The levels of the demo, by folder.
pub fn levels() -> Result<Vec<String>> {
    let folder = Project::Demo.folder().join("levels");
    let mut levels = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            levels.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    levels.sort();
    Ok(levels)
}

/// A headless run of a level that plays by itself and ends with a verdict.
pub fn scripted_run(godot: &Godot, level: &str) -> Run {
    let name = format!("demo-{level}");
    let mut command = demo(godot);
    command.args([
        "--headless",
        "--fixed-fps",
        "60",
        "--",
        "--scripted",
        "--level",
        level,
    ]);
    private_home(&mut command, &name);
    Run {
        command,
        limit: HEADLESS_LIMIT,
        log: work_folder("godot-logs").join(format!("{name}.log")),
        echo: false,
    }
}

/// A user folder of its own, so that runs side by side do not share saves, settings or log files.
pub fn private_home(command: &mut Command, name: &str) {
    let home = work_folder("godot-homes").join(name);
    for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, home.join(variable));
    }
}

fn demo(godot: &Godot) -> Command {
    let mut command = godot.command();
    command.arg("--path").arg(Project::Demo.folder());
    command
}

fn has_display() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

fn window(godot: &Godot, level: Option<&str>) -> Result<ExitCode> {
    let mut command = demo(godot);
    if let Some(level) = level {
        command.args(["--", "--level", level]);
    }
    let status = command.status().context("cannot start Godot")?;
    if !status.success() {
        bail!("the demo ended with {status}");
    }
    Ok(ExitCode::SUCCESS)
}

fn record(godot: &Godot, level: &str, folder: &Path) -> Result<ExitCode> {
    // A level may have a short cut of its story for the picture; it checks nothing and gives no verdict.
    let short_cut = Project::Demo
        .folder()
        .join(format!("levels/{level}/{level}_showcase.tscn"))
        .exists();
    let screen = Screen::start(SIZE.0, SIZE.1)?;
    let name = format!("record-{level}");
    let frames = work_folder(&name);
    movie::empty_folder(&frames)?;
    let mut command = demo(godot);
    command
        .args([
            "--rendering-driver",
            "opengl3",
            "--audio-driver",
            "Dummy",
            "--position",
            "0,0",
            "--resolution",
        ])
        .arg(format!("{}x{}", SIZE.0, SIZE.1))
        .args([
            "--fixed-fps",
            &movie::FRAMES_PER_SECOND.to_string(),
            "--write-movie",
        ])
        .arg(frames.join("frame.png"))
        .args([
            "--",
            if short_cut { "--showcase" } else { "--scripted" },
            "--level",
            level,
        ]);
    screen.use_for(&mut command);
    private_home(&mut command, &name);
    let log = work_folder("godot-logs").join(format!("{name}.log"));
    let outcome = Run {
        command,
        limit: RECORD_LIMIT,
        log,
        echo: true,
    }
    .wait()?;
    let judgement = if short_cut {
        Judgement::without_verdict(&outcome)
    } else {
        Judgement::of(&outcome)
    };
    println!("Making the pictures");
    for path in movie::make(&frames, folder, level)? {
        println!("Wrote {}", path.display());
    }
    fs::remove_dir_all(&frames).with_context(|| format!("cannot remove {}", frames.display()))?;
    finish(&judgement)
}

/// Says what was wrong with a run, if anything was.
fn finish(judgement: &Judgement) -> Result<ExitCode> {
    if judgement.good() {
        return Ok(ExitCode::SUCCESS);
    }
    bail!(
        "the scripted run failed:\n    {}",
        judgement.faults.join("\n    ")
    )
}

//! The helpers that are not Rust: the GDScript formatter and linter, and a screen for machines without one.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use crate::{
    debian,
    godot::{cache_folder, on_path},
    run::quietly,
};

/// The major version whose formatting the scripts of this repository follow.
const GDTOOLKIT: &str = "gdtoolkit==4.*";

/// `gdformat` and `gdlint`.
pub struct Gdtoolkit {
    programs: PathBuf,
}

impl Gdtoolkit {
    pub fn folder(&self) -> &Path {
        &self.programs
    }

    /// A command for one of its programs.
    pub fn command(&self, program: &str) -> Command {
        Command::new(self.programs.join(program))
    }
}

/// The linter, in a Python environment of our own in the cache folder, made when it is missing.
pub fn gdtoolkit() -> Result<Gdtoolkit> {
    let folder = cache_folder()?.join("python");
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let works = |program: &str| quietly(Command::new(programs.join(program)).arg("--version")).is_ok();
    if !(works("gdformat") && works("gdlint")) {
        println!(
            "Fetching the GDScript formatter and linter into {}",
            folder.display()
        );
        make_environment(&folder)?;
        quietly(Command::new(programs.join("python")).args(["-m", "pip", "install", "--quiet", GDTOOLKIT]))
            .context(
            "gdtoolkit (gdformat, gdlint) cannot be installed: is there a network, and does pip work?",
        )?;
    }
    Ok(Gdtoolkit { programs })
}

fn make_environment(folder: &Path) -> Result<()> {
    let python = || ["python3", "python"].iter().find_map(|name| on_path(name));
    let make = || -> Result<()> {
        let python = python().context("there is no python3 on the PATH")?;
        quietly(Command::new(python).args(["-m", "venv", "--clear"]).arg(folder))?;
        Ok(())
    };
    if make().is_err() {
        debian::install("python3-venv")
            .context("Python with its venv module is needed for gdformat and gdlint")?;
        make().context("no Python environment can be made for gdformat and gdlint")?;
    }
    Ok(())
}

/// The path of Xvfb, installed from the machine's own suite when it is missing and we may.
pub fn virtual_screen() -> Result<PathBuf> {
    if on_path("Xvfb").is_none() {
        debian::install("xvfb")?;
    }
    on_path("Xvfb").context("Xvfb was installed but is not on the PATH")
}

/// A running virtual screen; gone when dropped.
pub struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    pub fn start(width: u32, height: u32) -> Result<Self> {
        let mut server = Command::new(virtual_screen()?)
            .args([
                "-displayfd",
                "1",
                "-nolisten",
                "tcp",
                "-screen",
                "0",
                &format!("{width}x{height}x24"),
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start Xvfb")?;
        // It picks a free number and says so once it is ready.
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output)
                .read_line(&mut number)
                .context("Xvfb said nothing")?;
        }
        let screen = Self {
            server,
            display: format!(":{}", number.trim()),
        };
        ensure!(
            screen.display.len() > 1,
            "Xvfb did not start; try `Xvfb :99` by hand to see why"
        );
        Ok(screen)
    }

    /// Lets a program draw here.
    pub fn use_for(&self, command: &mut Command) {
        command
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY");
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Already gone is as good.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

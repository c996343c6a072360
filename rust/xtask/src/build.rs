//! Compiling the extension into the addon's `bin/`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{
    manifest::Manifest,
    project::{self, Project},
};

const CRATE: &str = "enemy_senses";

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    /// For the editor and debug builds of a game: with the documentation of the classes.
    Debug,
    /// For players.
    Release,
}

impl Flavour {
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }
}

impl From<bool> for Flavour {
    fn from(release: bool) -> Self {
        if release { Self::Release } else { Self::Debug }
    }
}

/// Compiles the library, puts it where the `.gdextension` says, and sees that every project finds the addon.
pub fn library(flavour: Flavour) -> Result<PathBuf> {
    let built = compile(match flavour {
        Flavour::Debug => &[],
        Flavour::Release => &RELEASE,
    })?;
    let folder = project::addon().join("bin");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let target = folder.join(file_name(flavour)?);
    replace(&built, &target)?;
    for project in Project::ALL {
        project.link_addons()?;
    }
    println!(
        "Built {}",
        target.strip_prefix(project::root()).unwrap_or(&target).display()
    );
    Ok(target)
}

/// One of the two libraries of a package, without symbols; it is put nowhere.
pub fn library_to_pack(flavour: Flavour) -> Result<PathBuf> {
    compile(match flavour {
        Flavour::Debug => &["--profile", "editor"],
        Flavour::Release => &RELEASE,
    })
}

/// The library players get with the class that benches measure against; it is put nowhere.
pub fn bench_library() -> Result<PathBuf> {
    compile(&[RELEASE.as_slice(), &["--features", "bench"]].concat())
}

/// A `cargo` of the same toolchain, in the workspace.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(project::root());
    command
}

const RELEASE: [&str; 2] = ["--release", "--no-default-features"];

fn compile(arguments: &[&str]) -> Result<PathBuf> {
    let mut command = cargo();
    command.args(["build", "-p", CRATE, "--message-format=json-render-diagnostics"]);
    command.args(arguments);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("the extension does not compile (see above)");
    }
    // Cargo says where the library lies, whatever the target folder and the platform.
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(library_in_message)
        .next_back()
        .context("cargo built the extension but named no library")
}

fn library_in_message(line: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    let target = &message["target"];
    if message["reason"] != "compiler-artifact" || target["name"] != CRATE {
        return None;
    }
    target["kind"].as_array()?.iter().find(|kind| *kind == "cdylib")?;
    let mut files = message["filenames"]
        .as_array()?
        .iter()
        .filter_map(|file| file.as_str().map(PathBuf::from));
    files.find(|file| {
        file.extension()
            .is_some_and(|extension| extension == env::consts::DLL_EXTENSION)
    })
}

/// The name the `.gdextension` has for this machine's library.
pub fn file_name(flavour: Flavour) -> Result<String> {
    let path = Manifest::of_the_repository()?.path(&key(flavour)?)?.to_owned();
    Ok(path.trim_start_matches("bin/").to_owned())
}

/// The key the `.gdextension` has for this machine's library.
pub fn key(flavour: Flavour) -> Result<String> {
    let flavour = flavour.name();
    Ok(match (env::consts::OS, env::consts::ARCH) {
        ("macos", _) => format!("macos.{flavour}"),
        (system, "aarch64") => format!("{system}.{flavour}.arm64"),
        (system, architecture) => format!("{system}.{flavour}.{architecture}"),
    })
}

/// Writes beside and renames: a Godot that has the old file open keeps it whole.
fn replace(from: &Path, to: &Path) -> Result<()> {
    let beside = to.with_extension("tmp");
    fs::copy(from, &beside).with_context(|| format!("cannot write {}", beside.display()))?;
    fs::rename(&beside, to).with_context(|| {
        format!(
            "cannot replace {}; if a Godot has it open, close it",
            to.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_found_in_what_cargo_says() {
        let file = format!("/w/target/debug/libenemy_senses.{}", env::consts::DLL_EXTENSION);
        let line = |name: &str, kind: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"kind":["{kind}"],"name":"{name}"}},"filenames":["/w/x.rlib","{file}"]}}"#
            )
        };
        assert_eq!(
            library_in_message(&line("enemy_senses", "cdylib")),
            Some(PathBuf::from(&file))
        );
        assert_eq!(library_in_message(&line("enemy_senses_core", "lib")), None);
        assert_eq!(
            library_in_message(r#"{"reason":"build-finished","success":true}"#),
            None
        );
        assert_eq!(library_in_message("warning: not json"), None);
    }

    #[test]
    fn the_library_that_is_built_here_is_listed_by_the_name_it_gets() {
        for flavour in [Flavour::Debug, Flavour::Release] {
            let name = file_name(flavour).unwrap();
            assert!(
                name.starts_with(&format!("{}{CRATE}.", env::consts::DLL_PREFIX)),
                "{name}"
            );
            assert!(
                name.contains(flavour.name()) && name.ends_with(env::consts::DLL_SUFFIX),
                "{name}"
            );
        }
    }
}

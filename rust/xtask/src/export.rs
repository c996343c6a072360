//! Exporting a Godot project to a game for this machine.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{build, godot::Godot, log::Judgement, project::work_folder, run::Run};

/// An export imports the project first.
const LIMIT: Duration = Duration::from_secs(300);

const PRESET: &str = "this machine";

/// An exported game, ready to run.
pub struct Game {
    binary: PathBuf,
    folder: PathBuf,
}

impl Game {
    /// Exports with the release template. The preset is written into the project here: it names this machine's templates.
    pub fn export(godot: &Godot, project: &Path, folder: &Path, name: &str) -> Result<Self> {
        println!("Exporting {name}");
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
        }
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let preset = preset(&Platform::of_this_machine()?, &templates_beside(&godot.path));
        fs::write(project.join("export_presets.cfg"), preset).context("cannot write the export preset")?;

        let binary = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
        let mut command = godot.command();
        command.args(["--headless", "--path"]).arg(project);
        command.args(["--export-release", PRESET]).arg(&binary);
        let log = work_folder("godot-logs").join(format!("export-{name}.log"));
        let outcome = Run {
            command,
            limit: LIMIT,
            log: log.clone(),
            echo: false,
        }
        .wait()?;
        // It returns 0 without a template or a library, so what it made is what counts.
        let library = folder.join(build::release_file_name()?);
        for file in [&binary, &library] {
            ensure!(
                file.is_file(),
                "the export made no {}: {} (see {})",
                file.display(),
                Judgement::without_verdict(&outcome).faults.join("; "),
                log.display()
            );
        }
        Ok(Self {
            binary,
            folder: folder.to_owned(),
        })
    }

    /// Where the binary lies, with its pack and library beside it.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A command for the game, ready for arguments.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command.current_dir(&self.folder);
        command
    }
}

/// A platform by the names of Godot's export.
struct Platform {
    name: &'static str,
    architecture: &'static str,
}

impl Platform {
    fn of_this_machine() -> Result<Self> {
        let architecture = match env::consts::ARCH {
            "x86_64" => "x86_64",
            "aarch64" => "arm64",
            other => bail!("no export is known for {other}"),
        };
        let name = match env::consts::OS {
            "linux" => "Linux",
            "windows" => "Windows Desktop",
            other => bail!("no export is known for {other}; it is for Linux and Windows"),
        };
        Ok(Self { name, architecture })
    }
}

/// The templates that lie beside a Godot, as Debian packages them; empty: those that the user has installed.
fn templates_beside(godot: &Path) -> [String; 2] {
    ["debug", "release"].map(|kind| {
        let template = godot.with_file_name(format!("godot-template-{kind}"));
        let found = template.is_file().then(|| template.display().to_string());
        found.unwrap_or_default()
    })
}

fn preset(platform: &Platform, [debug, release]: &[String; 2]) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    format!(
        "[preset.0]\n\nname={}\nplatform={}\nrunnable=true\nexport_filter=\"all_resources\"\n\
         include_filter=\"\"\nexclude_filter=\"\"\nexport_path=\"\"\n\n[preset.0.options]\n\n\
         custom_template/debug={}\ncustom_template/release={}\nbinary_format/embed_pck=false\n\
         binary_format/architecture={}\n",
        quoted(PRESET),
        quoted(platform.name),
        quoted(debug),
        quoted(release),
        quoted(platform.architecture)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_names_the_templates_it_was_given() {
        let platform = Platform {
            name: "Linux",
            architecture: "x86_64",
        };
        let text = preset(&platform, &["/g/d".to_owned(), "/g/\"r".to_owned()]);
        for line in [
            "platform=\"Linux\"",
            "custom_template/debug=\"/g/d\"",
            "custom_template/release=\"/g/\\\"r\"",
            "binary_format/architecture=\"x86_64\"",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in {text}");
        }
    }

    #[test]
    fn no_template_beside_means_the_installed_ones() {
        assert_eq!(templates_beside(Path::new("/nowhere/godot")), ["", ""]);
    }
}

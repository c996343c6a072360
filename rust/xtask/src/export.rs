//! Exporting a Godot project to a game for this machine.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    build::{self, Flavour},
    demo::private_home,
    godot::{self, Godot},
    log::Judgement,
    manifest::{self, Manifest},
    project::{self, Project, twin, work_folder},
    run::{Outcome, Run},
};

/// An export imports the project first.
const LIMIT: Duration = Duration::from_secs(300);
/// The self-test of an exported game.
const TRIAL: Duration = Duration::from_secs(120);

const HERE: &str = "this machine";
const HERE_EMBEDDED: &str = "this machine, one file";
const WEB: &str = "Web";

/// What `cargo xtask export` does: the demo as players get it, tried.
pub fn demo() -> Result<ExitCode> {
    let godot = godot::find_or_fetch()?;
    // The one for the editor, which exports, and the one that goes with the game.
    build::library(Flavour::Debug)?;
    build::library(Flavour::Release)?;
    let game = try_demo(&godot, Flavour::Release)?;
    println!("The demo is in {}", game.folder.display());
    Ok(ExitCode::SUCCESS)
}

/// Exports the demo and has it test itself, with its pack beside it and inside it; then sees that nothing goes wrong in
/// silence: neither a library that is gone, nor one that is not listed, nor an export to Web.
pub fn try_demo(godot: &Godot, flavour: Flavour) -> Result<Game> {
    let project = work_folder("export/project");
    let addon = project.join("addons/enemy_senses");
    twin(&Project::Demo.folder(), &project, "addons")?;
    twin(&project::addon(), &addon, manifest::FILE_NAME)?;
    let whole = Manifest::of_the_repository()?;
    let list = |manifest: &Manifest| fs::write(addon.join(manifest::FILE_NAME), manifest.text());
    list(&whole)?;
    let export = |name: &str, embedded: bool| {
        Export {
            godot,
            project: &project,
            folder: &work_folder("export").join(flavour.name()).join(name),
            name: &format!("{name}-{}", flavour.name()),
            flavour,
            embedded,
        }
        .make()
    };

    let tried = |name: &str, embedded: bool| {
        let game = export(name, embedded)?;
        let outcome = game.self_test("self-test")?;
        let judgement = Judgement::of(&outcome);
        ensure!(
            judgement.good(),
            "the exported demo fails its self-test: {}",
            judgement.told(&outcome.log, &game.log_file("self-test"))
        );
        println!("{}: self-test {}", game.name, judgement.count());
        Ok(game)
    };
    tried("one-file", true)?;
    let game = tried("demo", false)?;
    game.without_library()?;
    println!("Without the library beside it the game says so");
    export_to_web(godot, &project)?;

    let key = build::key(flavour)?;
    let mut others: Vec<_> = whole.libraries().into_iter().map(|(key, _)| key).collect();
    others.retain(|other| *other != key);
    list(&whole.with_only(&others)?)?;
    let error = export("unlisted", false)
        .err()
        .context("an export without a library passes for one")?;
    let said = format!("{error:#}");
    ensure!(
        said.contains(&build::file_name(flavour)?) && said.contains("library found for GDExtension"),
        "an export without a library says only: {said}"
    );
    println!("Without the key {key} the export is refused");

    Ok(game)
}

/// Must fail: with nothing but a warning it would make a page in which our classes are unknown.
fn export_to_web(godot: &Godot, project: &Path) -> Result<()> {
    let folder = work_folder("export/web");
    project::clear(&folder)?;
    let outcome = run_export(
        godot,
        project,
        WEB,
        "--export-release",
        &folder.join("index.html"),
        "web",
    )?;
    let said = outcome.log.contains(manifest::NO_WEB) && outcome.log.contains("Could not write file");
    ensure!(
        said && !outcome.succeeded(),
        "an export to Web does not fail as it should: {:?}, {} (see {})",
        outcome.end,
        warnings_and_errors(&outcome.log),
        log_file("web").display()
    );
    println!("An export to Web is refused");
    Ok(())
}

/// What to export, and how.
pub struct Export<'a> {
    pub godot: &'a Godot,
    pub project: &'a Path,
    /// Where the game goes; what was there is removed.
    pub folder: &'a Path,
    pub name: &'a str,
    /// The kind of template, and with it the library.
    pub flavour: Flavour,
    /// Whether the pack goes into the binary.
    pub embedded: bool,
}

impl Export<'_> {
    /// Exports for this machine. The presets are written into the project here: they name this machine's templates.
    pub fn make(&self) -> Result<Game> {
        println!("Exporting {}", self.name);
        project::clear(self.folder)?;
        let binary = self
            .folder
            .join(format!("{}{}", self.name, env::consts::EXE_SUFFIX));
        let preset = if self.embedded { HERE_EMBEDDED } else { HERE };
        let option = format!("--export-{}", self.flavour.name());
        let outcome = run_export(self.godot, self.project, preset, &option, &binary, self.name)?;
        // It returns 0 without a template, or with a library that is not listed: what it made is what counts.
        let mut wanted = vec![binary.clone(), self.folder.join(build::file_name(self.flavour)?)];
        if !self.embedded {
            wanted.push(self.folder.join(format!("{}.pck", self.name)));
        }
        for file in wanted {
            ensure!(
                file.is_file(),
                "the export made no {}: {} (see {})",
                file.display(),
                warnings_and_errors(&outcome.log),
                log_file(self.name).display()
            );
        }
        Ok(Game {
            binary,
            folder: self.folder.to_owned(),
            name: self.name.to_owned(),
            flavour: self.flavour,
        })
    }
}

fn log_file(name: &str) -> PathBuf {
    work_folder("godot-logs").join(format!("export-{name}.log"))
}

fn warnings_and_errors(log: &str) -> String {
    let told = log
        .lines()
        .filter(|line| line.contains("ERROR:") || line.contains("WARNING:"));
    told.collect::<Vec<_>>().join("; ")
}

fn run_export(
    godot: &Godot,
    project: &Path,
    preset: &str,
    option: &str,
    binary: &Path,
    name: &str,
) -> Result<Outcome> {
    let text = presets(&Platform::of_this_machine()?, &templates_beside(&godot.path));
    fs::write(project.join("export_presets.cfg"), text).context("cannot write the export presets")?;
    let mut command = godot.command();
    command.args(["--headless", "--path"]).arg(project);
    command.args([option, preset]).arg(binary);
    private_home(&mut command, &format!("export-{name}"));
    Run {
        command,
        limit: LIMIT,
        log: log_file(name),
        echo: false,
    }
    .wait()
}

/// An exported game, ready to run.
pub struct Game {
    binary: PathBuf,
    folder: PathBuf,
    name: String,
    flavour: Flavour,
}

impl Game {
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

    /// Runs it headless.
    pub fn run(&self, log: &str, arguments: &[&str]) -> Result<Outcome> {
        let mut command = self.command();
        command.args(["--headless", "--fixed-fps", "60"]).args(arguments);
        private_home(&mut command, &format!("{}-{log}", self.name));
        Run {
            command,
            limit: TRIAL,
            log: self.log_file(log),
            echo: false,
        }
        .wait()
    }

    /// Where the output of a run goes.
    pub fn log_file(&self, log: &str) -> PathBuf {
        work_folder("godot-logs").join(format!("{}-{log}.log", self.name))
    }

    fn self_test(&self, log: &str) -> Result<Outcome> {
        self.run(log, &["--", "--self-test"])
    }

    /// The game with its library taken away must say so and end with an error.
    fn without_library(&self) -> Result<()> {
        let library = self.folder.join(build::file_name(self.flavour)?);
        let aside = library.with_extension("aside");
        fs::rename(&library, &aside).with_context(|| format!("cannot move {}", library.display()))?;
        let outcome = self.self_test("without-library");
        fs::rename(&aside, &library).with_context(|| format!("cannot move {}", aside.display()))?;
        let outcome = outcome?;
        ensure!(
            !outcome.succeeded() && outcome.log.contains("native library missing"),
            "without its library the game ends with {:?} and says:\n    {}",
            outcome.end,
            warnings_and_errors(&outcome.log)
        );
        Ok(())
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

/// All presets of an export: for this machine, in two files and in one, and for Web, which gets a template that is none:
/// the export should not come so far.
fn presets(platform: &Platform, [debug, release]: &[String; 2]) -> String {
    let templates = |debug: &str, release: &str| {
        format!(
            "custom_template/debug={}\ncustom_template/release={}\n",
            quoted(debug),
            quoted(release)
        )
    };
    let here = |embedded: bool| {
        format!(
            "{}binary_format/embed_pck={embedded}\nbinary_format/architecture={}\n",
            templates(debug, release),
            quoted(platform.architecture)
        )
    };
    let none = format!(
        "{}variant/extensions_support=true\nvram_texture_compression/for_mobile=false\n",
        templates("res://export_presets.cfg", "res://export_presets.cfg")
    );
    let all = [
        (HERE, platform.name, here(false)),
        (HERE_EMBEDDED, platform.name, here(true)),
        (WEB, "Web", none),
    ];
    let texts = all.iter().enumerate().map(|(number, (name, platform, options))| {
        format!(
            "[preset.{number}]\n\nname={}\nplatform={}\nrunnable=true\nexport_filter=\"all_resources\"\n\
             include_filter=\"\"\nexclude_filter=\"\"\nexport_path=\"\"\n\n[preset.{number}.options]\n\n{options}\n",
            quoted(name),
            quoted(platform)
        )
    });
    texts.collect()
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_name_the_templates_they_were_given() {
        let platform = Platform {
            name: "Linux",
            architecture: "x86_64",
        };
        let text = presets(&platform, &["/g/d".to_owned(), "/g/\"r".to_owned()]);
        for line in [
            "platform=\"Linux\"",
            "custom_template/debug=\"/g/d\"",
            "custom_template/release=\"/g/\\\"r\"",
            "binary_format/architecture=\"x86_64\"",
            "binary_format/embed_pck=true",
            "binary_format/embed_pck=false",
            "platform=\"Web\"",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in {text}");
        }
    }

    #[test]
    fn no_template_beside_means_the_installed_ones() {
        assert_eq!(templates_beside(Path::new("/nowhere/godot")), ["", ""]);
    }
}

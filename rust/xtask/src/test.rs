//! Checking and testing everything, step by step.

use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::{
    build::{self, Flavour, cargo},
    demo::{levels, private_home, scripted_run},
    export,
    godot::{self, Godot},
    log::{Judgement, Verdict},
    package, places,
    project::{self, Project, files, twin, work_folder},
    run::Run,
    tools, trace,
};

/// What `cargo xtask test` takes.
#[derive(Args)]
pub struct Options {
    /// Only the runs in Godot whose name contains this (suites, and `demo-LEVEL`); no other step
    #[arg(long, value_name = "FILTER")]
    only: Option<String>,
    /// Leave out rustdoc and the passes with other settings (threaded physics, other tick rates, Jolt)
    #[arg(long)]
    quick: bool,
}

impl Options {
    fn wants(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|filter| name.contains(filter))
    }
}

type Step = fn(&Godot) -> Result<()>;

/// What of shipping needs no release build: that takes minutes, and is what `cargo xtask package` and `export` are for.
const SHIPPING: [(&str, Step); 3] = [
    ("addon-in-any-folder", places::visit),
    ("package-rehearsal", package::rehearse),
    ("export-debug", |godot| {
        export::try_demo(godot, Flavour::Debug).map(drop)
    }),
];

/// Two cores are what the test machine has; a Godot with fixed frames keeps one busy.
const SIDE_BY_SIDE: usize = 2;
const SUITE_LIMIT: Duration = Duration::from_secs(120);

/// Runs every step, whatever failed before, then prints what came of each; the last line is the verdict.
pub fn everything(options: &Options) -> Result<ExitCode> {
    let started = Instant::now();
    let mut report = Report::default();
    if options.only.is_none() {
        rust_steps(&mut report, options.quick);
        report.step("gdformat and gdlint", gdscript);
    }
    if let Some(godot) = report.step("library, import", ready) {
        let jobs = jobs(&godot, options)?;
        let shipping: Vec<_> = SHIPPING.iter().filter(|(name, _)| options.wants(name)).collect();
        ensure!(
            !(jobs.is_empty() && shipping.is_empty()),
            "no suite, level or step matches `{}`",
            options.only.as_deref().unwrap_or_default()
        );
        println!("\n== runs in Godot: {}, {SIDE_BY_SIDE} at a time", jobs.len());
        let on_both = on_both_engines(&jobs);
        report.lines.extend(side_by_side(jobs));
        for (name, step) in shipping {
            report.step(name, || step(&godot));
        }
        if !on_both.is_empty() {
            report.step("traces of both physics engines", || {
                trace::compare(&work_folder("godot-logs"), &on_both)
            });
        }
    }
    println!("\n{}", report.table());
    println!(
        "Took {}; logs of the runs in Godot: target/godot-logs/",
        minutes(started.elapsed())
    );
    let verdict = report.verdict();
    println!("{verdict}");
    Ok(if verdict.good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What came of a step or a run.
struct Line {
    name: String,
    verdict: Verdict,
    took: Duration,
}

#[derive(Default)]
struct Report {
    lines: Vec<Line>,
}

impl Report {
    /// Runs a step; its error is shown and counted, and the rest goes on.
    fn step<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Option<T> {
        println!("\n== {name}");
        let started = Instant::now();
        let result = work();
        if let Err(error) = &result {
            println!("FAILED: {error:#}");
        }
        let verdict = Verdict::of(result.is_ok());
        self.lines.push(Line {
            name: name.to_owned(),
            verdict,
            took: started.elapsed(),
        });
        result.ok()
    }

    fn table(&self) -> String {
        let width = self.lines.iter().map(|line| line.name.len()).max().unwrap_or(0);
        let rows = self.lines.iter().map(|line| {
            let mark = if line.verdict.good() { "ok    " } else { "FAILED" };
            format!(
                "{mark}  {:width$}  {:>6.1} s  {}",
                line.name,
                line.took.as_secs_f32(),
                line.verdict
            )
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    fn verdict(&self) -> Verdict {
        let mut sum = Verdict::default();
        self.lines.iter().for_each(|line| sum += line.verdict);
        sum
    }
}

fn minutes(time: Duration) -> String {
    format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60)
}

fn rust_steps(report: &mut Report, quick: bool) {
    report.step("rustfmt", || {
        show(cargo().args(["fmt", "--all", "--check"]), "run `cargo fmt --all`")
    });
    report.step("clippy", || {
        let mut command = cargo();
        command.args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]);
        show(&mut command, "mend the warnings above")
    });
    if !quick {
        report.step("rustdoc", || {
            let mut command = cargo();
            command
                .args(["doc", "--workspace", "--no-deps"])
                .env("RUSTDOCFLAGS", "-D warnings");
            show(&mut command, "mend the warnings above")
        });
    }
    // The binding's crate needs an engine round it: it is tested inside Godot.
    report.step("cargo test", || {
        let crates = [
            "-p",
            "enemy_senses_core",
            "-p",
            "enemy_senses_macros",
            "-p",
            "xtask",
        ];
        show(cargo().arg("test").args(crates), "see the failures above")
    });
}

/// The formatter and the linter over every script that is ours, each once although the addon is linked twice.
fn gdscript() -> Result<()> {
    let toolkit = tools::gdtoolkit()?;
    let mut scripts = Vec::new();
    for folder in ["godot_project", "tests", "addons"] {
        scripts.extend(
            files(&project::root().join(folder), false)?
                .into_iter()
                .filter(|file| is_script(file)),
        );
    }
    ensure!(!scripts.is_empty(), "there is no script to check");
    let format = show(
        toolkit.command("gdformat").arg("--check").args(&scripts),
        "run `gdformat` on them",
    );
    let lint = show(toolkit.command("gdlint").args(&scripts), "see above");
    format.and(lint)
}

fn is_script(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "gd")
}

/// Runs a command with its output on ours.
fn show(command: &mut Command, help: &str) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .current_dir(project::root())
        .status()
        .with_context(|| format!("cannot run `{name}`"))?;
    if !status.success() {
        bail!("{status}: {help}");
    }
    Ok(())
}

fn ready() -> Result<Godot> {
    let godot = godot::find_or_fetch()?;
    println!("Godot {} at {}", godot.version, godot.path.display());
    build::library(Flavour::Debug)?;
    [Project::Demo, Project::Tests]
        .iter()
        .try_for_each(|project| project.import(&godot))?;
    Ok(godot)
}

/// One run in Godot.
struct Job {
    name: String,
    run: Run,
}

/// The settings that suites run under: all that concern a suite, or those that a comment in its first lines names,
/// `# passes: default, threaded`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    Default,
    Threaded,
    Ticks30,
    Ticks120,
    Jolt,
}

impl Pass {
    const ALL: [Self; 5] = [
        Self::Default,
        Self::Threaded,
        Self::Ticks30,
        Self::Ticks120,
        Self::Jolt,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Threaded => "threaded",
            Self::Ticks30 => "tps30",
            Self::Ticks120 => "tps120",
            Self::Jolt => "jolt",
        }
    }

    fn ticks_per_second(self) -> u32 {
        match self {
            Self::Ticks30 => 30,
            Self::Ticks120 => 120,
            _ => 60,
        }
    }

    /// Lines for an `override.cfg`, which Godot reads after `project.godot`.
    fn settings(self) -> String {
        match self {
            Self::Default => String::new(),
            Self::Threaded => "2d/run_on_separate_thread=true\n3d/run_on_separate_thread=true\n".to_owned(),
            Self::Ticks30 | Self::Ticks120 => {
                format!("common/physics_ticks_per_second={}\n", self.ticks_per_second())
            }
            Self::Jolt => "3d/physics_engine=\"Jolt Physics\"\n".to_owned(),
        }
    }

    /// The passes of a suite; an unknown name is an error, not a pass that silently never runs.
    fn requested(suite: &str, script: &str) -> Result<Vec<Self>> {
        let head = script.lines().take(20);
        let Some(list) = head
            .filter_map(|line| line.trim().strip_prefix("# passes:"))
            .next()
        else {
            let concerns = |pass: &Self| *pass != Self::Jolt || suite.ends_with("_3d");
            return Ok(Self::ALL.into_iter().filter(concerns).collect());
        };
        let named = |name: &str| {
            let pass = Self::ALL.into_iter().find(|pass| pass.name() == name);
            pass.with_context(|| {
                format!(
                    "there is no pass `{name}`; there are: {}",
                    Self::ALL.map(Self::name).join(", ")
                )
            })
        };
        list.split(',').map(|name| named(name.trim())).collect()
    }
}

/// The suites with their passes, and the scripted run of each level, as far as they are asked for.
fn jobs(godot: &Godot, options: &Options) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for file in files(&Project::Tests.folder().join("suites"), false)?
        .iter()
        .filter(|file| is_script(file))
    {
        let suite = file
            .file_stem()
            .map(|stem| stem.to_string_lossy())
            .unwrap_or_default();
        let passes =
            Pass::requested(&suite, &project::read(file)?).with_context(|| format!("suite `{suite}`"))?;
        for pass in passes {
            let name = if pass == Pass::Default {
                suite.to_string()
            } else {
                format!("{suite}@{}", pass.name())
            };
            if options.wants(&name) && (pass == Pass::Default || !options.quick) {
                jobs.push(Job {
                    run: suite_run(godot, &suite, pass, &name)?,
                    name,
                });
            }
        }
    }
    for scene in ["scene", "tools"] {
        let name = format!("editor-{scene}");
        if options.wants(&name) {
            jobs.push(Job {
                run: editor_run(godot, scene, &name)?,
                name,
            });
        }
    }
    for level in levels()? {
        let name = format!("demo-{level}");
        if options.wants(&name) {
            jobs.push(Job {
                run: scripted_run(godot, &level),
                name,
            });
        }
    }
    Ok(jobs)
}

fn suite_run(godot: &Godot, suite: &str, pass: Pass, name: &str) -> Result<Run> {
    let folder = match pass {
        Pass::Default => Project::Tests.folder(),
        _ => overridden_project(pass)?,
    };
    let mut command = godot.command();
    command
        .args([
            "--headless",
            "--fixed-fps",
            &pass.ticks_per_second().to_string(),
            "--path",
        ])
        .arg(folder);
    command.args(["res://runner.tscn", "--", "--suite", suite]);
    private_home(&mut command, name);
    let log = work_folder("godot-logs").join(format!("{name}.log"));
    Ok(Run {
        command,
        limit: SUITE_LIMIT,
        log,
        echo: false,
    })
}

/// The editor with a scene of `tests/godot/editor/` in it, which ends by itself.
fn editor_run(godot: &Godot, scene: &str, name: &str) -> Result<Run> {
    let folder = work_folder("godot-projects").join(name);
    twin(&Project::Tests.folder(), &folder, "")?;
    let mut command = godot.command();
    command
        .args(["--editor", "--headless", "--quit-after", "3000", "--path"])
        .arg(folder)
        .arg(format!("res://editor/{scene}.tscn"));
    private_home(&mut command, name);
    Ok(Run {
        command,
        limit: SUITE_LIMIT,
        log: work_folder("godot-logs").join(format!("{name}.log")),
        echo: false,
    })
}

/// A folder that is the test project in all but its settings: everything in it is linked. So runs with different
/// settings can go on at the same time.
fn overridden_project(pass: Pass) -> Result<PathBuf> {
    let folder = work_folder("godot-projects").join(pass.name());
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let project = Project::Tests.folder();
    for entry in fs::read_dir(&project).with_context(|| format!("cannot read {}", project.display()))? {
        let name = entry?.file_name();
        if name != "override.cfg" {
            project::link(&project.join(&name), &folder.join(&name))?;
        }
    }
    let settings = format!("[physics]\n\n{}", pass.settings());
    fs::write(folder.join("override.cfg"), settings).context("cannot write override.cfg")?;
    Ok(folder)
}

/// The suites that run on either physics engine, with the names of both runs.
fn on_both_engines(jobs: &[Job]) -> Vec<(String, String)> {
    let named = |name: &str| jobs.iter().any(|job| job.name == name);
    let pair = |job: &Job| Some((job.name.strip_suffix("@jolt")?.to_owned(), job.name.clone()));
    jobs.iter()
        .filter_map(pair)
        .filter(|(first, _)| named(first))
        .collect()
}

/// Runs all, a few at a time, and tells of each as it ends.
fn side_by_side(jobs: Vec<Job>) -> Vec<Line> {
    let names: Vec<String> = jobs.iter().map(|job| job.name.clone()).collect();
    let queue = Mutex::new(VecDeque::from(jobs));
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                while let Some(job) = lock(&queue).pop_front() {
                    let line = perform(job);
                    lock(&done).push(line);
                }
            });
        }
    });
    let mut lines = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    lines.sort_by_key(|line: &Line| names.iter().position(|name| *name == line.name));
    lines
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn perform(job: Job) -> Line {
    let started = Instant::now();
    let log = job.run.log.clone();
    let (verdict, told) = match job.run.wait() {
        Ok(outcome) => {
            let judgement = Judgement::of(&outcome);
            let count = judgement.count();
            (
                count,
                if judgement.good() {
                    count.to_string()
                } else {
                    judgement.told(&outcome.log, &log)
                },
            )
        }
        Err(error) => (Verdict::of(false), format!("{error:#}")),
    };
    let mark = if verdict.good() { "ok    " } else { "FAILED" };
    println!("{mark}  {:<32} {told}", job.name);
    Line {
        name: job.name,
        verdict,
        took: started.elapsed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_runs_under_all_that_concerns_it_or_under_the_passes_it_names() {
        let script =
            "extends Suite\n# What a guard hears.\n# passes: default, threaded, tps30\n\nfunc test_x():\n";
        assert_eq!(
            Pass::requested("x", script).unwrap(),
            [Pass::Default, Pass::Threaded, Pass::Ticks30]
        );
        assert_eq!(Pass::requested("x", "# passes: jolt\n").unwrap(), [Pass::Jolt]);
        assert_eq!(Pass::requested("x", "extends Suite\n").unwrap(), Pass::ALL[..4]);
        assert_eq!(Pass::requested("x_3d", "extends Suite\n").unwrap(), Pass::ALL);
    }

    #[test]
    fn an_unknown_pass_is_an_error() {
        let error = Pass::requested("x", "# passes: default, thread\n")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("`thread`") && error.contains("threaded"),
            "{error}"
        );
    }

    #[test]
    fn a_failed_step_is_counted_and_the_rest_goes_on() {
        let mut report = Report::default();
        assert_eq!(report.step("first", || -> Result<u8> { bail!("no") }), None);
        assert_eq!(report.step("second", || Ok(2)), Some(2));
        assert_eq!(report.verdict(), Verdict { passed: 1, failed: 1 });
        let table = report.table();
        assert!(
            table.starts_with("FAILED  first ") && table.contains("\nok      second"),
            "{table}"
        );
    }
}

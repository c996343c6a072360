//! Measuring the library in a real, headless Godot, and the pass without one.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{ExitCode, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Value, json};

use crate::{
    build::{self, Flavour, cargo},
    demo::private_home,
    export::{Export, Game},
    godot::{self, Godot},
    log::Judgement,
    project::{self, Project, twin, work_folder},
    run::Run,
};

/// What `cargo xtask bench` takes.
#[derive(Args)]
pub struct Options {
    /// Run in the exported game, with the release template: the numbers a player gets
    #[arg(long)]
    exported: bool,
    /// Only the rows whose id begins with this
    #[arg(long, value_name = "ID")]
    only: Option<String>,
}

/// Filling 400 walls with 1,000 guards takes a script a few seconds, three times over.
const LIMIT: Duration = Duration::from_secs(300);

/// No bench gets that far; a script that does not parse would wait for ever.
const LAST_FRAME: &str = "20000";

/// One run of Godot, or of the benches without it.
struct Bench {
    name: &'static str,
    space: &'static str,
    /// The physics engine in 3D.
    engine: Option<&'static str>,
    rows: &'static [&'static str],
}

const GODOT_PHYSICS: &str = "GodotPhysics3D";
const JOLT: &str = "Jolt Physics";

const BENCHES: [Bench; 9] = [
    Bench {
        name: "crowd",
        space: "2d",
        engine: None,
        rows: &["1a", "1a-flat", "1b", "1b-flat", "1c", "1c-flat", "2a", "2c"],
    },
    Bench {
        name: "crowd",
        space: "3d",
        engine: Some(GODOT_PHYSICS),
        rows: &[
            "1a-3d",
            "1a-flat-3d",
            "1b-3d",
            "1b-flat-3d",
            "1c-3d",
            "1c-flat-3d",
            "2a-3d",
            "2c-3d",
        ],
    },
    Bench {
        name: "crowd",
        space: "3d",
        engine: Some(JOLT),
        rows: &[
            "1a-jolt",
            "1a-flat-jolt",
            "1b-jolt",
            "1b-flat-jolt",
            "1c-jolt",
            "1c-flat-jolt",
            "2a-jolt",
            "2c-jolt",
        ],
    },
    Bench {
        name: "scaling",
        space: "2d",
        engine: None,
        rows: &["3", "3-budget", "3-staleness"],
    },
    Bench {
        name: "budget",
        space: "2d",
        engine: None,
        rows: &["4-near", "4-far"],
    },
    Bench {
        name: "frame",
        space: "2d",
        engine: None,
        rows: &["5-signals", "5-polls"],
    },
    Bench {
        name: "noises",
        space: "2d",
        engine: None,
        rows: &["6-delivery", "6-call", "6-memory"],
    },
    Bench {
        name: "lights",
        space: "2d",
        engine: None,
        rows: &["7-yard", "7-all"],
    },
    Bench {
        name: "ways",
        space: "2d",
        engine: None,
        rows: &["9-ways", "9-bound"],
    },
];

/// The rows of the benches without Godot.
const CORE_ROWS: [&str; 1] = ["8-bytes"];

/// Builds, runs every bench one after the other, prints one table and writes it to `target/bench.json`.
pub fn measure(options: &Options) -> Result<ExitCode> {
    let wanted = |ids: &[&str]| ids.iter().any(|id| is_wanted(id, options));
    let benches: Vec<&Bench> = BENCHES.iter().filter(|bench| wanted(bench.rows)).collect();
    let core = wanted(&CORE_ROWS);
    let ids = || BENCHES.iter().flat_map(|bench| bench.rows).chain(&CORE_ROWS);
    ensure!(
        core || !benches.is_empty(),
        "no row begins with `{}`; there are: {}",
        options.only.as_deref().unwrap_or_default(),
        ids().copied().collect::<Vec<_>>().join(", ")
    );
    let mut rows = Vec::new();
    let mut broken = 0;
    if !benches.is_empty() {
        let place = Place::ready(options.exported)?;
        for bench in benches {
            match place.run(bench) {
                Ok(found) => rows.extend(found),
                Err(error) => {
                    broken += 1;
                    println!("FAILED: {error:#}");
                }
            }
        }
    }
    if core {
        rows.extend(without_godot()?);
    }
    rows.retain(|row| is_wanted(&row.id, options));
    write(&rows, &work_folder("bench.json"))?;
    println!("\n{}", table(&rows));
    let missed = rows.iter().filter(|row| !row.ok()).count();
    println!(
        "{} rows, {missed} missed, {broken} runs failed; also in target/bench.json",
        rows.len()
    );
    Ok(if missed == 0 && broken == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn is_wanted(id: &str, options: &Options) -> bool {
    options.only.as_deref().is_none_or(|only| id.starts_with(only))
}

/// Where the benches run: the project under the editor's Godot, or the exported game.
enum Place {
    Project { godot: Godot, folder: PathBuf },
    Game(Game),
}

impl Place {
    fn ready(exported: bool) -> Result<Self> {
        let godot = godot::find_or_fetch()?;
        let library = build::bench_library()?;
        let folder = project_with(&library)?;
        if exported {
            let export = Export {
                godot: &godot,
                project: &folder,
                folder: &work_folder("bench/game"),
                name: "bench",
                flavour: Flavour::Release,
                embedded: false,
            };
            Ok(Self::Game(export.make()?))
        } else {
            Ok(Self::Project { godot, folder })
        }
    }

    fn run(&self, bench: &Bench) -> Result<Vec<Row>> {
        let name = ["bench", bench.name, bench.space]
            .into_iter()
            .chain(
                bench
                    .engine
                    .map(|engine| if engine == JOLT { "jolt" } else { "godot" }),
            )
            .collect::<Vec<_>>()
            .join("-");
        println!("== {name}");
        let (folder, mut command) = match self {
            Self::Project { godot, folder } => {
                let mut command = godot.command();
                command.arg("--path").arg(folder);
                (folder.as_path(), command)
            }
            Self::Game(game) => (game.folder(), game.command()),
        };
        let settings = bench
            .engine
            .map(|engine| format!("[physics]\n\n3d/physics_engine=\"{engine}\"\n"))
            .unwrap_or_default();
        fs::write(folder.join("override.cfg"), settings).context("cannot write override.cfg")?;
        // Without fixed frames Godot would sleep between two.
        command.args([
            "--headless",
            "--fixed-fps",
            "60",
            "--quit-after",
            LAST_FRAME,
            "--",
        ]);
        command.args(["--bench", bench.name, "--space", bench.space]);
        private_home(&mut command, &name);
        let log = work_folder("godot-logs").join(format!("{name}.log"));
        let outcome = Run {
            command,
            limit: LIMIT,
            log: log.clone(),
            echo: false,
        }
        .wait()?;
        let judgement = Judgement::of(&outcome);
        ensure!(
            judgement.good(),
            "{name}:\n    {}\n    whole log: {}",
            judgement.faults.join("\n    "),
            log.display()
        );
        let rows = rows_in(&outcome.log)?;
        for id in bench.rows {
            ensure!(
                rows.iter().any(|row| row.id == *id),
                "{name} gave no row {id}; whole log: {}",
                log.display()
            );
        }
        print!("{}", table(&rows));
        Ok(rows)
    }
}

/// The bench project with an addon of its own, so that the library with its measuring class lies in no user's `bin/`. The
/// library stands for debug builds too: that is what a Godot with an editor loads.
fn project_with(library: &Path) -> Result<PathBuf> {
    let folder = work_folder("bench/project");
    let addon = folder.join("addons/enemy_senses");
    let bin = addon.join("bin");
    twin(&Project::Bench.folder(), &folder, "addons")?;
    twin(&project::addon(), &addon, "bin")?;
    fs::create_dir_all(&bin).with_context(|| format!("cannot make {}", bin.display()))?;
    for flavour in [Flavour::Debug, Flavour::Release] {
        let copy = bin.join(build::file_name(flavour)?);
        fs::copy(library, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
    }
    Ok(folder)
}

/// The benches of the core: their own report is shown, their rows are taken from it.
fn without_godot() -> Result<Vec<Row>> {
    println!("== the pass without Godot");
    let output = cargo()
        .args(["bench", "-p", "enemy_senses_core", "--bench", "pass"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo bench")?;
    let text = String::from_utf8_lossy(&output.stdout);
    for line in text.lines().filter(|line| !line.starts_with(MARK)) {
        println!("{line}");
    }
    std::io::stdout().flush()?;
    ensure!(output.status.success(), "the benches of the core failed");
    let rows = rows_in(&text)?;
    ensure!(!rows.is_empty(), "the benches of the core gave no row");
    Ok(rows)
}

/// What a line with a row begins with.
const MARK: &str = "BENCH ";

/// A number, and the bar it is held against.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    id: String,
    what: String,
    /// None: there was nothing to measure.
    value: Option<f64>,
    bar: f64,
    unit: String,
    /// Whether the value should be at least the bar, not at most.
    at_least: bool,
    rays: u64,
    /// Ticks in which the sides did not see the same.
    differences: u64,
}

impl Row {
    fn parse(text: &str) -> Option<Self> {
        let row: Value = serde_json::from_str(text).ok()?;
        let text = |key: &str| row[key].as_str().map(str::to_owned);
        // A script writes whole numbers with a decimal point.
        let count = |key: &str| row[key].as_f64().map(|number| number as u64);
        Some(Self {
            id: text("id")?,
            what: text("what")?,
            value: row["value"].as_f64(),
            bar: row["bar"].as_f64()?,
            unit: text("unit")?,
            at_least: match row["limit"].as_str()? {
                "least" => true,
                "most" => false,
                _ => return None,
            },
            rays: count("rays")?,
            differences: count("differences")?,
        })
    }

    /// By how much the bar is missed, as a part of it; not above 0: it is kept.
    fn miss(&self) -> f64 {
        // What is counted in ticks may be off by a float's last digit.
        const HAIR: f64 = 1e-6;
        let Some(value) = self.value else {
            return f64::INFINITY;
        };
        let beyond = if self.at_least {
            self.bar - value
        } else {
            value - self.bar
        };
        beyond / self.bar - HAIR
    }

    fn ok(&self) -> bool {
        self.miss() <= 0.0 && self.differences == 0
    }

    fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "what": self.what,
            "value": self.value,
            "bar": self.bar,
            "unit": self.unit,
            "rays": self.rays,
            "ok": self.ok(),
        })
    }
}

fn rows_in(log: &str) -> Result<Vec<Row>> {
    let lines = log.lines().filter_map(|line| line.strip_prefix(MARK));
    lines
        .map(|text| Row::parse(text).with_context(|| format!("a row that cannot be read: {text}")))
        .collect()
}

fn write(rows: &[Row], file: &Path) -> Result<()> {
    let list: Vec<Value> = rows.iter().map(Row::to_json).collect();
    let text = serde_json::to_string_pretty(&list)?;
    fs::write(file, text + "\n").with_context(|| format!("cannot write {}", file.display()))
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.id.len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let mark = if row.ok() { "ok    " } else { "MISSED" };
        let value = row.value.map_or("nothing".to_owned(), number);
        let limit = if row.at_least { "at least" } else { "at most" };
        let reach = format!("{limit} {}", number(row.bar));
        text += &format!(
            "{mark}  {:width$}  {value:>8} {:<13}  {reach:<14}  {:>6} rays  {}{}\n",
            row.id,
            row.unit,
            row.rays,
            row.what,
            fault(row)
        );
    }
    text
}

/// What is wrong with a row, to be put behind it.
fn fault(row: &Row) -> String {
    let mut faults = Vec::new();
    if row.miss() > 0.0 && row.value.is_some() {
        faults.push(format!("missed by {:.0} %", row.miss() * 100.0));
    }
    if row.differences > 0 {
        faults.push(format!("the sides differ ({})", row.differences));
    }
    if faults.is_empty() {
        String::new()
    } else {
        format!("  [{}]", faults.join(", "))
    }
}

/// Three digits that matter.
fn number(value: f64) -> String {
    let size = value.abs();
    let digits = match size {
        _ if size >= 100.0 || value == value.round() => 0,
        _ if size >= 10.0 => 1,
        _ if size >= 1.0 => 2,
        _ => 3,
    };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(value: Option<f64>, bar: f64, at_least: bool) -> Row {
        Row {
            id: "1a".to_owned(),
            what: "a crowd".to_owned(),
            value,
            bar,
            unit: "times".to_owned(),
            at_least,
            rays: 3,
            differences: 0,
        }
    }

    #[test]
    fn a_row_as_a_script_writes_it() {
        let line = r#"{"bar":40.0,"differences":0.0,"id":"1a","limit":"least","rays":1000.0,"unit":"times cheaper","value":63.5,"what":"x"}"#;
        let row = Row::parse(line).unwrap();
        assert_eq!((row.value, row.bar, row.rays), (Some(63.5), 40.0, 1000));
        assert!(row.ok() && row.at_least);
        let nothing = Row::parse(&line.replace("63.5", "null")).unwrap();
        assert!(!nothing.ok());
        assert_eq!(Row::parse(&line.replace("least", "about")), None);
        assert_eq!(Row::parse("{}"), None);
    }

    #[test]
    fn bars_are_kept_from_either_side() {
        assert!(row(Some(1.35), 1.35, false).ok());
        assert!(!row(Some(1.36), 1.35, false).ok());
        assert!(row(Some(40.0), 40.0, true).ok());
        assert!(!row(Some(39.9), 40.0, true).ok());
        assert!((row(Some(30.0), 40.0, true).miss() - 0.25).abs() < 1e-3);
    }

    #[test]
    fn a_row_whose_sides_differ_is_not_ok_however_fast() {
        let row = Row {
            differences: 2,
            ..row(Some(100.0), 40.0, true)
        };
        assert!(!row.ok());
        assert!(table(&[row]).contains("[the sides differ (2)]"));
    }

    #[test]
    fn the_table_says_by_how_much_a_bar_is_missed() {
        let text = table(&[row(Some(100.0), 40.0, true), row(Some(2.0), 1.0, false)]);
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].starts_with("ok      1a") && lines[0].contains("at least 40"));
        assert!(lines[1].starts_with("MISSED") && lines[1].ends_with("[missed by 100 %]"));
    }

    #[test]
    fn what_is_written_is_a_list_of_seven_keys() {
        let row = row(Some(2.0), 1.0, false).to_json();
        let keys: Vec<_> = row.as_object().unwrap().keys().cloned().collect();
        assert_eq!(keys, ["bar", "id", "ok", "rays", "unit", "value", "what"]);
    }

    #[test]
    fn rows_among_other_lines() {
        let log = "Godot Engine v4\nBENCH {\"id\":\"a\",\"what\":\"\",\"value\":1,\"bar\":2,\"unit\":\"s\",\"limit\":\"most\",\"rays\":0,\"differences\":0}\n1 passed, 0 failed\n";
        assert_eq!(rows_in(log).unwrap().len(), 1);
        assert!(rows_in("BENCH nonsense\n").is_err());
    }

    #[test]
    fn ids_are_given_once() {
        let mut ids: Vec<_> = BENCHES
            .iter()
            .flat_map(|bench| bench.rows)
            .chain(&CORE_ROWS)
            .collect();
        let all = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}

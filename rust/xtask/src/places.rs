//! The addon in folders of all sorts, and with libraries that do not fit: it loads, or it is said why not (case P01).

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context, Result, ensure};

use crate::{
    build::{self, Flavour},
    demo::private_home,
    godot::Godot,
    log::Judgement,
    manifest::{self, Manifest},
    project::{self, work_folder},
    run::{Outcome, Run},
};

const LIMIT: Duration = Duration::from_secs(60);

/// A project with the addon in it.
struct Place {
    name: &'static str,
    /// The addon's folder.
    addon: &'static str,
    /// The keys that its manifest keeps; none: all.
    keys: Vec<String>,
    /// The library's file gets this name.
    rename: Option<fn(&str) -> String>,
    /// Part of what Godot says when it does not load.
    complaint: Option<&'static str>,
}

fn places() -> Result<Vec<Place>> {
    let good = |name, addon| Place {
        name,
        addon,
        keys: Vec::new(),
        rename: None,
        complaint: None,
    };
    let bad = |name, complaint| Place {
        complaint: Some(complaint),
        ..good(name, "addons/enemy_senses")
    };
    let elsewhere = if cfg!(target_arch = "aarch64") {
        "linux.debug.x86_64"
    } else {
        "linux.debug.arm64"
    };
    const UNLISTED: &str = "No GDExtension library found for current OS and architecture";
    let mut places = vec![
        good("as it comes", "addons/enemy_senses"),
        good("moved", "third_party/enemy_senses"),
        good("Käfig mit Lücken", "ad dons/gegnér/敵"),
        Place {
            keys: vec![build::key(Flavour::Debug)?],
            ..good("one key", "addons/enemy_senses")
        },
        Place {
            keys: vec![build::key(Flavour::Release)?],
            ..bad("release key only", UNLISTED)
        },
        Place {
            keys: vec![elsewhere.to_owned()],
            ..bad("another architecture only", UNLISTED)
        },
    ];
    if cfg!(target_os = "linux") {
        // Elsewhere a file is found however it is spelt.
        places.push(Place {
            rename: Some(str::to_uppercase),
            ..bad("another case", "GDExtension dynamic library not found")
        });
    }
    Ok(places)
}

/// Makes a project for every place and runs it.
pub fn visit(godot: &Godot) -> Result<()> {
    for place in places()? {
        let outcome = place.run(godot)?;
        let judgement = Judgement::of(&outcome);
        match place.complaint {
            None => ensure!(
                judgement.good(),
                "{}: the addon does not load: {}",
                place.name,
                judgement.told(&outcome.log, &place.log_file())
            ),
            Some(complaint) => ensure!(
                !outcome.succeeded()
                    && outcome.log.contains(complaint)
                    && outcome.log.contains("native library missing"),
                "{}: it does not say what is wrong, but:\n{}",
                place.name,
                outcome.log
            ),
        }
        println!("{}: {}", place.name, place.complaint.unwrap_or("it loads"));
    }
    Ok(())
}

impl Place {
    fn run(&self, godot: &Godot) -> Result<Outcome> {
        let folder = work_folder("places").join(self.name);
        project::clear(&folder)?;
        project::copy(&project::root().join("tests/package"), &folder)?;
        let addon = folder.join(self.addon);
        project::twin(&project::addon(), &addon, "bin")?;
        let all = Manifest::of_the_repository()?;
        let keys: Vec<_> = self.keys.iter().map(String::as_str).collect();
        let manifest = if keys.is_empty() {
            all
        } else {
            all.with_only(&keys)?
        };
        let file = addon.join(manifest::FILE_NAME);
        // A link leads to the repository's own.
        fs::remove_file(&file).with_context(|| format!("cannot replace {}", file.display()))?;
        fs::write(&file, manifest.text()).with_context(|| format!("cannot write {}", file.display()))?;
        let library = build::file_name(Flavour::Debug)?;
        let renamed = self.rename.map_or(library.clone(), |rename| rename(&library));
        fs::create_dir_all(addon.join("bin"))?;
        project::link(
            &project::addon().join("bin").join(library),
            &addon.join("bin").join(renamed),
        )?;
        let list = folder.join(project::EXTENSION_LIST);
        fs::create_dir_all(folder.join(".godot"))?;
        fs::write(list, format!("res://{}/{}\n", self.addon, manifest::FILE_NAME))?;

        let mut command = godot.command();
        command
            .args(["--headless", "--fixed-fps", "60", "--path"])
            .arg(&folder);
        private_home(&mut command, "places");
        Run {
            command,
            limit: LIMIT,
            log: self.log_file(),
            echo: false,
        }
        .wait()
    }

    fn log_file(&self) -> PathBuf {
        let name = format!("place-{}.log", self.name.replace(' ', "-"));
        work_folder("godot-logs").join(name)
    }
}

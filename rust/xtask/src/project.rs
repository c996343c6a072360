//! The Godot projects of this repository: where they are, their links to the addon, their cache of script classes.

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail};

use crate::{godot::Godot, run::Run};

/// The top folder of the repository.
pub fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.ancestors().nth(2).unwrap_or(xtask)
}

/// The addon as users get it, but for the libraries.
pub fn addon() -> PathBuf {
    root().join("addons/enemy_senses")
}

/// What we make beside the build: logs, pictures, run folders.
pub fn work_folder(name: &str) -> PathBuf {
    root().join("target").join(name)
}

/// A Godot project of the repository.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Project {
    Demo,
    Tests,
    Bench,
}

impl Project {
    pub const ALL: [Self; 3] = [Self::Demo, Self::Tests, Self::Bench];

    pub fn folder(self) -> PathBuf {
        root().join(match self {
            Self::Demo => "godot_project",
            Self::Tests => "tests/godot",
            Self::Bench => "tests/bench",
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Demo => "demo",
            Self::Tests => "tests",
            Self::Bench => "bench",
        }
    }

    /// Sees that the project's `addons` is the top-level one: a link where links are to be had, else a fresh copy.
    pub fn link_addons(self) -> Result<()> {
        let folder = self.folder();
        let place = folder.join("addons");
        if !folder.is_dir() || (place.is_symlink() && place.is_dir()) {
            return Ok(());
        }
        // A git without links leaves a small text file; a copy is made anew, so that nothing stale stays.
        let removed = if place.is_dir() {
            fs::remove_dir_all(&place)
        } else {
            fs::remove_file(&place)
        };
        removed
            .or_else(|error| {
                if place.symlink_metadata().is_err() {
                    Ok(())
                } else {
                    Err(error)
                }
            })
            .with_context(|| format!("cannot replace {}", place.display()))?;
        link(&root().join("addons"), &place)
    }

    /// Has Godot import the project if a script class or an asset is newer than its cache.
    pub fn import(self, godot: &Godot) -> Result<()> {
        let folder = self.folder();
        let cache = folder.join(".godot");
        let stamp_file = cache.join("enemy_senses_import.stamp");
        let stamp = format!("{} {:016x}\n", godot.version, stamp(&folder)?);
        let fresh = fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp);
        if fresh && cache.join("global_script_class_cache.cfg").exists() {
            return Ok(());
        }
        println!("Importing the {} project", self.name());
        import(godot, &folder, self.name())?;
        // The import itself may have written files that belong to the stamp.
        fs::write(&stamp_file, stamp).with_context(|| format!("cannot write {}", stamp_file.display()))
    }
}

/// Has Godot import a project. An import that meets the extension for the first time aborts at exit, its work done: once
/// more will do, and a second abort is an error.
pub fn import(godot: &Godot, folder: &Path, name: &str) -> Result<()> {
    let mut ends = Vec::new();
    for attempt in 1..=2 {
        let mut command = godot.command();
        command.args(["--headless", "--import", "--path"]).arg(folder);
        let log = work_folder("godot-logs").join(format!("import-{name}-{attempt}.log"));
        let outcome = Run {
            command,
            limit: Duration::from_secs(300),
            log: log.clone(),
            echo: false,
        }
        .wait()?;
        if outcome.succeeded() {
            return Ok(());
        }
        ends.push(format!("{:?} (see {})", outcome.end, log.display()));
    }
    bail!(
        "Godot cannot import {}: {}",
        folder.display(),
        ends.join(", then ")
    )
}

/// Makes a folder that is a project in all but its settings and caches: the rest is linked. An editor rewrites the
/// settings, an export or a test has some of its own, and none of that should come to the project. One more thing can be
/// left out, by its name.
pub fn twin(project: &Path, folder: &Path, except: &str) -> Result<()> {
    clear(folder)?;
    for entry in fs::read_dir(project).with_context(|| format!("cannot read {}", project.display()))? {
        let name = entry?.file_name();
        if name == ".godot" {
            copy_file(project, folder, EXTENSION_LIST)?;
        } else if name == "project.godot" {
            copy_file(project, folder, "project.godot")?;
        } else if name != except && name != "override.cfg" && name != "export_presets.cfg" {
            link(&project.join(&name), &folder.join(&name))?;
        }
    }
    Ok(())
}

/// What makes a project find the extension without an import before.
pub const EXTENSION_LIST: &str = ".godot/extension_list.cfg";

fn copy_file(from: &Path, to: &Path, name: &str) -> Result<()> {
    let place = to.join(name);
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::copy(from.join(name), &place).with_context(|| format!("cannot write {}", place.display()))?;
    Ok(())
}

/// An empty folder, whatever was there.
pub fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Makes `place` stand for `target`, by a link or, where links are not to be had, by a copy.
pub fn link(target: &Path, place: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        let from = place.parent().unwrap_or(place);
        let relative = relative(target, from);
        std::os::unix::fs::symlink(relative, place)
            .with_context(|| format!("cannot link {}", place.display()))
    }
    #[cfg(not(unix))]
    {
        copy(target, place)
    }
}

/// The path to `target` as seen from the folder `from`, both absolute.
#[cfg(unix)]
fn relative(target: &Path, from: &Path) -> PathBuf {
    let same = target
        .components()
        .zip(from.components())
        .take_while(|(a, b)| a == b)
        .count();
    let up = from.components().skip(same).map(|_| Path::new(".."));
    up.chain(
        target
            .components()
            .skip(same)
            .map(|part| Path::new(part.as_os_str())),
    )
    .collect()
}

/// Copies a file, or a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_file() {
        fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
        return Ok(());
    }
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// A number that changes when an import is due: with the names, bases and places of script classes, and with assets.
fn stamp(folder: &Path) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    for file in files(folder, true)? {
        let Some(extension) = file.extension().and_then(|extension| extension.to_str()) else {
            continue;
        };
        match extension {
            "gd" => {
                let text = read(&file)?;
                let head = |line: &&str| line.starts_with("class_name") || line.starts_with("extends");
                (&file, text.lines().filter(head).collect::<Vec<_>>()).hash(&mut hasher);
            }
            "svg" | "png" | "webp" | "jpg" | "wav" | "ogg" | "mp3" | "ttf" | "otf" | "glb" | "gltf"
            | "obj" | "csv" => {
                (&file, fs::read(&file)?).hash(&mut hasher);
            }
            "gdextension" | "gdshader" | "tres" | "tscn" => file.hash(&mut hasher),
            _ => {}
        }
    }
    Ok(hasher.finish())
}

pub fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// All files below a folder in a fixed order, without hidden folders; `links` says whether to go into links.
pub fn files(folder: &Path, links: bool) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut entries = fs::read_dir(folder)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| format!("cannot read {}", folder.display()))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') || (path.is_symlink() && !links) {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path, links)?)
        } else {
            found.push(path)
        }
    }
    Ok(found)
}

/// A folder for a test; it goes with it.
#[cfg(test)]
pub struct Scratch(PathBuf);

#[cfg(test)]
impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("xtask-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, name: &str, text: &str) {
        let file = self.0.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

#[cfg(test)]
impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_is_due_when_a_class_or_an_asset_changes_and_else_not() {
        let folder = Scratch::new("stamp");
        folder.write("guard.gd", "class_name Guard\nextends Node2D\nvar a := 1\n");
        folder.write("icon.svg", "<svg/>");
        let first = stamp(folder.path()).unwrap();
        folder.write("guard.gd", "class_name Guard\nextends Node2D\nvar a := 2\n");
        folder.write("notes.txt", "x");
        assert_eq!(stamp(folder.path()).unwrap(), first);
        folder.write("guard.gd", "class_name Warden\nextends Node2D\n");
        let second = stamp(folder.path()).unwrap();
        assert_ne!(second, first);
        folder.write("icon.svg", "<svg></svg>");
        let third = stamp(folder.path()).unwrap();
        assert_ne!(third, second);
        folder.write("rat.gd", "extends Node2D\n");
        assert_ne!(stamp(folder.path()).unwrap(), third);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_relative() {
        assert_eq!(
            relative(Path::new("/w/addons"), Path::new("/w/tests/godot")),
            Path::new("../../addons")
        );
        assert_eq!(
            relative(Path::new("/w/tests/a.gd"), Path::new("/w/tests")),
            Path::new("a.gd")
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_only_when_asked() {
        let folder = Scratch::new("links");
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("a.gd"), "").unwrap();
        link(&inner, &folder.path().join("linked")).unwrap();
        assert_eq!(files(folder.path(), false).unwrap(), [inner.join("a.gd")]);
        assert_eq!(
            files(folder.path(), true).unwrap(),
            [inner.join("a.gd"), folder.path().join("linked/a.gd")]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_twin_has_settings_of_its_own_and_the_rest_of_the_project() {
        let folder = Scratch::new("twin");
        for name in [
            "p/project.godot",
            "p/a.gd",
            "p/b/c.gd",
            "p/override.cfg",
            "p/addons/x",
        ] {
            folder.write(name, "old");
        }
        folder.write("p/.godot/extension_list.cfg", "res://x");
        folder.write("p/.godot/cache", "");
        folder.write("t/left", "over");
        let (project, twin_of_it) = (folder.path().join("p"), folder.path().join("t"));
        twin(&project, &twin_of_it, "addons").unwrap();
        fs::write(twin_of_it.join("project.godot"), "new").unwrap();
        assert_eq!(read(&project.join("project.godot")).unwrap(), "old");
        assert_eq!(read(&twin_of_it.join("b/c.gd")).unwrap(), "old");
        assert_eq!(read(&twin_of_it.join(EXTENSION_LIST)).unwrap(), "res://x");
        for gone in [".godot/cache", "override.cfg", "addons", "left"] {
            assert!(!twin_of_it.join(gone).exists(), "{gone}");
        }
    }

    /// A program that is Godot in so far as it says so; its first imports abort.
    #[cfg(unix)]
    fn one_that_aborts(folder: &Scratch, times: usize) -> Godot {
        use std::os::unix::fs::PermissionsExt;
        folder.write(
            "godot",
            &format!(
                "#!/bin/sh\n[ \"$2\" = --version ] && echo 4.6.3.stable && exit\n\
                 cd {:?} && echo x >> runs && [ $(wc -l < runs) -gt {times} ] || kill -ABRT $$\n",
                folder.path()
            ),
        );
        let program = folder.path().join("godot");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Godot::at(&program).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn p03_an_import_that_aborts_once_is_done_again_and_one_that_aborts_twice_has_failed() {
        for (times, works) in [(0, true), (1, true), (2, false)] {
            let folder = Scratch::new(&format!("import-{times}"));
            let godot = one_that_aborts(&folder, times);
            let done = import(&godot, folder.path(), &format!("p03-{times}"));
            assert_eq!(done.is_ok(), works, "{times} aborts: {done:?}");
            let runs = read(&folder.path().join("runs")).unwrap().lines().count();
            assert_eq!(runs, (times + 1).min(2));
        }
    }
}

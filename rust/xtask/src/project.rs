//! The Godot projects of this repository: where they are, their links to the addon, their cache of script classes.

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail};

use crate::{
    godot::Godot,
    run::{End, Run},
};

/// The top folder of the repository.
pub fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.ancestors().nth(2).unwrap_or(xtask)
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
        // An import that meets the extension for the first time aborts at exit, its work done: once more will do.
        let mut ends = Vec::new();
        for attempt in 1..=2 {
            let mut command = godot.command();
            command.args(["--headless", "--import", "--path"]).arg(&folder);
            let log = work_folder("godot-logs").join(format!("import-{}-{attempt}.log", self.name()));
            let outcome = Run {
                command,
                limit: Duration::from_secs(300),
                log: log.clone(),
                echo: false,
            }
            .wait()?;
            if matches!(outcome.end, End::Exit(status) if status.success()) {
                // The import itself may have written files that belong to the stamp.
                return fs::write(&stamp_file, stamp)
                    .with_context(|| format!("cannot write {}", stamp_file.display()));
            }
            ends.push(format!("{:?} (see {})", outcome.end, log.display()));
        }
        bail!(
            "Godot cannot import {}: {}",
            folder.display(),
            ends.join(", then ")
        )
    }
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

#[cfg(not(unix))]
fn copy(from: &Path, to: &Path) -> Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("xtask-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn write(&self, name: &str, text: &str) {
            fs::write(self.0.join(name), text).unwrap();
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn an_import_is_due_when_a_class_or_an_asset_changes_and_else_not() {
        let folder = Folder::new("stamp");
        folder.write("guard.gd", "class_name Guard\nextends Node2D\nvar a := 1\n");
        folder.write("icon.svg", "<svg/>");
        let first = stamp(&folder.0).unwrap();
        folder.write("guard.gd", "class_name Guard\nextends Node2D\nvar a := 2\n");
        folder.write("notes.txt", "x");
        assert_eq!(stamp(&folder.0).unwrap(), first);
        folder.write("guard.gd", "class_name Warden\nextends Node2D\n");
        let second = stamp(&folder.0).unwrap();
        assert_ne!(second, first);
        folder.write("icon.svg", "<svg></svg>");
        let third = stamp(&folder.0).unwrap();
        assert_ne!(third, second);
        folder.write("rat.gd", "extends Node2D\n");
        assert_ne!(stamp(&folder.0).unwrap(), third);
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
        let folder = Folder::new("links");
        let inner = folder.0.join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("a.gd"), "").unwrap();
        link(&inner, &folder.0.join("linked")).unwrap();
        assert_eq!(files(&folder.0, false).unwrap(), [inner.join("a.gd")]);
        assert_eq!(
            files(&folder.0, true).unwrap(),
            [inner.join("a.gd"), folder.0.join("linked/a.gd")]
        );
    }
}

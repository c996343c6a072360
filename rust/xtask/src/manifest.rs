//! The `.gdextension`: which libraries and pictures it lists, and one that lists fewer.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

use crate::project;

pub const FILE_NAME: &str = "enemy_senses.gdextension";

/// Web has no library. Without a key for it Godot's export would warn, succeed, and make a game in which our classes are
/// unknown; with a key whose file is not there it fails, and names the file.
pub const NO_WEB: &str = "bin/web_is_not_supported.wasm";

pub struct Manifest {
    text: String,
}

impl Manifest {
    /// The one in the repository, which lists the libraries of every platform.
    pub fn of_the_repository() -> Result<Self> {
        Self::in_folder(&project::addon())
    }

    pub fn in_folder(addon: &Path) -> Result<Self> {
        let text = project::read(&addon.join(FILE_NAME))?;
        Ok(Self { text })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Key and path of every library there can be.
    pub fn libraries(&self) -> Vec<(&str, &str)> {
        let mut libraries = entries(&self.text, "libraries");
        libraries.retain(|(_, path)| *path != NO_WEB);
        libraries
    }

    /// Where the library of a key lies in the addon.
    pub fn path(&self, key: &str) -> Result<&str> {
        let libraries = self.libraries();
        let found = libraries.iter().find(|(known, _)| *known == key);
        found.map(|(_, path)| *path).with_context(|| {
            let keys: Vec<_> = libraries.iter().map(|(key, _)| *key).collect();
            format!("there is no library `{key}`; there are: {}", keys.join(", "))
        })
    }

    /// The same with the libraries of these keys only.
    pub fn with_only(&self, keys: &[&str]) -> Result<Self> {
        for key in keys {
            self.path(key)?;
        }
        let others: Vec<_> = self.libraries().into_iter().map(|(key, _)| key).collect();
        let kept = |line: &&str| {
            let key = entry(line).map(|(key, _)| key);
            key.is_none_or(|key| keys.contains(&key) || !others.contains(&key))
        };
        let lines: Vec<_> = self.text.lines().filter(kept).collect();
        Ok(Self {
            text: lines.join("\n") + "\n",
        })
    }

    /// Fails unless every listed library and picture lies in the addon, spelt the same.
    pub fn check_files(&self, addon: &Path) -> Result<()> {
        let mut listed = self.libraries();
        listed.extend(entries(&self.text, "icons"));
        ensure!(!listed.is_empty(), "{FILE_NAME} lists nothing");
        for (key, path) in listed {
            ensure!(
                has(addon, Path::new(path))?,
                "{FILE_NAME} lists `{key} = \"{path}\"`, which is not in {}",
                addon.display()
            );
        }
        Ok(())
    }
}

/// The entries of a section, in their order.
fn entries<'a>(text: &'a str, section: &str) -> Vec<(&'a str, &'a str)> {
    let heading = format!("[{section}]");
    let inside = text.lines().skip_while(|line| line.trim() != heading).skip(1);
    inside
        .take_while(|line| !line.trim().starts_with('['))
        .filter_map(entry)
        .collect()
}

fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let key = key.trim();
    (!key.starts_with(';')).then_some((key, value))
}

/// Whether a file is in a folder, its name spelt so, even where the file system does not care.
fn has(folder: &Path, path: &Path) -> Result<bool> {
    let mut at = PathBuf::from(folder);
    for part in path {
        if !at.is_dir() {
            return Ok(false);
        }
        let mut names = fs::read_dir(&at)
            .with_context(|| format!("cannot read {}", at.display()))?
            .map(|entry| entry.map(|entry| entry.file_name()))
            .collect::<Result<Vec<_>, _>>()?;
        names.retain(|name| name == part);
        if names.is_empty() {
            return Ok(false);
        }
        at.push(part);
    }
    Ok(at.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Scratch;

    #[test]
    fn a_manifest_of_some_libraries_has_their_keys_and_no_other() {
        let all = Manifest::of_the_repository().unwrap();
        assert!(all.libraries().len() >= 8);
        let keys = ["windows.debug.x86_64", "macos.release"];
        let some = all.with_only(&keys).unwrap();
        let listed: Vec<_> = some.libraries().into_iter().map(|(key, _)| key).collect();
        assert_eq!(listed, keys);
        assert_eq!(
            some.path("macos.release").unwrap(),
            all.path("macos.release").unwrap()
        );
        assert_eq!(entries(&some.text, "icons"), entries(&all.text, "icons"));
        assert_eq!(
            entries(&some.text, "configuration"),
            entries(&all.text, "configuration")
        );
        let every: Vec<_> = all.libraries().into_iter().map(|(key, _)| key).collect();
        assert_eq!(all.with_only(&every).unwrap().text, all.text);
    }

    #[test]
    fn a_key_that_nobody_knows_is_an_error_that_names_the_known_ones() {
        let all = Manifest::of_the_repository().unwrap();
        let error = all.with_only(&["amiga.debug"]).err().unwrap().to_string();
        assert!(
            error.contains("`amiga.debug`") && error.contains("linux.release.x86_64"),
            "{error}"
        );
        assert!(all.path("web").is_err());
    }

    #[test]
    fn every_platform_has_a_debug_and_a_release_library_and_no_precision_tag() {
        let all = Manifest::of_the_repository().unwrap();
        let keys: Vec<_> = all.libraries().into_iter().map(|(key, _)| key).collect();
        for key in &keys {
            let twin = if key.contains(".debug") {
                key.replace(".debug", ".release")
            } else {
                key.replace(".release", ".debug")
            };
            assert!(twin != **key && keys.contains(&twin.as_str()), "{key}");
            assert!(!key.contains("single") && !key.contains("double"), "{key}");
        }
        let mut paths: Vec<_> = all.libraries().into_iter().map(|(_, path)| path).collect();
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), keys.len(), "a file is listed twice");
    }

    #[test]
    fn paths_are_relative_so_that_the_addon_may_lie_anywhere() {
        let all = Manifest::of_the_repository().unwrap();
        for (_, path) in [all.libraries(), entries(&all.text, "icons")].concat() {
            assert!(!path.contains(':') && !path.starts_with('/') && !path.contains(".."));
        }
    }

    #[test]
    fn web_is_refused_and_the_readme_says_so() {
        let all = Manifest::of_the_repository().unwrap();
        let web: Vec<_> = entries(&all.text, "libraries")
            .into_iter()
            .filter(|(key, _)| key.starts_with("web"))
            .collect();
        assert_eq!(web, [("web", NO_WEB)]);
        assert!(!project::addon().join(NO_WEB).exists());
        let some = all.with_only(&["macos.debug"]).unwrap();
        assert!(some.text.contains(NO_WEB), "a package keeps the refusal");
        let readme = project::read(&project::root().join("README.md")).unwrap();
        let row = readme.lines().find(|line| line.starts_with("| Web |")).unwrap();
        assert!(row.contains("not supported") && row.contains(NO_WEB.trim_start_matches("bin/")));
    }

    #[test]
    fn the_release_workflow_builds_every_library() {
        let workflow = project::read(&project::root().join(".github/workflows/release.yml")).unwrap();
        for (key, _) in Manifest::of_the_repository().unwrap().libraries() {
            let line = |line: &str| line.trim().ends_with(&format!(": {key}"));
            assert_eq!(workflow.lines().filter(|text| line(text)).count(), 1, "{key}");
        }
    }

    #[test]
    fn every_picture_listed_is_there() {
        let manifest = Manifest::of_the_repository().unwrap();
        let pictures = manifest.with_only(&[]).unwrap();
        assert!(entries(&pictures.text, "icons").len() >= 18);
        pictures.check_files(&project::addon()).unwrap();
    }

    #[test]
    fn a_file_spelt_otherwise_is_not_there() {
        let folder = Scratch::new("manifest");
        folder.write("bin/libA.so", "");
        folder.write("icons/a.svg", "");
        let check = |library: &str| {
            let text = format!("[libraries]\n\nx = \"bin/{library}\"\n\n[icons]\n\nA = \"icons/a.svg\"\n");
            Manifest { text }.check_files(folder.path())
        };
        check("libA.so").unwrap();
        for wrong in ["liba.so", "libA.so/x", "none/libA.so", ""] {
            let error = check(wrong).unwrap_err().to_string();
            assert!(error.contains("`x = "), "{error}");
        }
    }

    #[test]
    fn comments_and_other_values_are_no_entries() {
        let text = "[libraries]\n; a = \"b\"\nc = \"d\"\ne = 5\n\n[icons]\nf = \"g\"\n";
        assert_eq!(entries(text, "libraries"), [("c", "d")]);
        assert_eq!(entries(text, "icons"), [("f", "g")]);
        assert_eq!(entries(text, "none"), []);
    }
}

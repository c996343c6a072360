//! The zip that a user unpacks into a project: made, looked over, and tried in a project that has never seen it.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
    time::Duration,
};

use anyhow::{Context, Error, Result, bail, ensure};
use clap::Args;
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

use crate::{
    build::{self, Flavour},
    demo::private_home,
    export::Export,
    godot::{self, Godot},
    log::Judgement,
    manifest::{self, Manifest},
    project::{self, files, work_folder},
    readme,
    run::{Outcome, Run},
};

/// What `cargo xtask package` takes.
#[derive(Args)]
pub struct Options {
    /// A library to pack, by its key in the .gdextension; give it once for each. Without any, those of this machine are
    /// built
    #[arg(long = "library", value_name = "KEY=PATH")]
    libraries: Vec<Library>,
    /// Fail unless there is a library for every key
    #[arg(long)]
    require_all: bool,
}

/// A library that was built, and what it is.
#[derive(Clone, Debug, PartialEq)]
struct Library {
    key: String,
    file: PathBuf,
}

impl FromStr for Library {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (key, file) = text.split_once('=').context("expected KEY=PATH")?;
        Ok(Self {
            key: key.trim().to_owned(),
            file: file.into(),
        })
    }
}

/// What every file of the zip begins with.
const INSIDE: &str = "addons/enemy_senses";
/// What of the addon's folder is packed, beside the libraries. Anything else there is an error: somebody has to say
/// whether users get it.
const PACKED: [&str; 11] = [
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "THIRDPARTY.md",
    "csharp",
    "docs",
    "enemy_senses.gdextension",
    "enemy_senses.gdextension.uid",
    "hud",
    "icons",
    "profiles",
];
/// No library may be larger; one for several architectures holds one for each.
const LARGEST: u64 = 8_000_000;
const LIMIT: Duration = Duration::from_secs(120);

/// Packs, looks the zip over, and tries it.
pub fn make(options: &Options) -> Result<ExitCode> {
    let godot = godot::find_or_fetch()?;
    let libraries = if options.libraries.is_empty() {
        build_here()?
    } else {
        options.libraries.clone()
    };
    for library in &libraries {
        check_library(library)?;
    }
    if options.require_all {
        require_all(&libraries)?;
    }
    let zip = work_folder("package").join(format!("enemy_senses-{}.zip", env!("CARGO_PKG_VERSION")));
    let size = pack(&libraries, &zip)?;
    try_out(&godot, &zip, &libraries)?;
    println!("Wrote {} ({})", zip.display(), megabytes(size));
    Ok(ExitCode::SUCCESS)
}

/// The same with the library that tests run with, for this machine and debug builds only: no release build is needed, and
/// nobody gets this zip.
pub fn rehearse(godot: &Godot) -> Result<()> {
    let flavour = Flavour::Debug;
    let library = Library {
        key: build::key(flavour)?,
        file: project::addon().join("bin").join(build::file_name(flavour)?),
    };
    let zip = work_folder("package").join("rehearsal.zip");
    pack(std::slice::from_ref(&library), &zip)?;
    try_out(godot, &zip, &[library])
}

fn build_here() -> Result<Vec<Library>> {
    let built = work_folder("package/bin");
    project::clear(&built)?;
    let mut libraries = Vec::new();
    for flavour in [Flavour::Debug, Flavour::Release] {
        // Both come out of the build under one name.
        let file = built.join(build::file_name(flavour)?);
        let library = build::library_to_pack(flavour)?;
        fs::copy(&library, &file).with_context(|| format!("cannot write {}", file.display()))?;
        libraries.push(Library {
            key: build::key(flavour)?,
            file,
        });
    }
    Ok(libraries)
}

/// A library is small, has no symbols, and has the help if and only if it is the one for the editor.
fn check_library(library: &Library) -> Result<()> {
    let Library { key, file } = library;
    Manifest::of_the_repository()?.path(key)?;
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    println!("{key}: {}", megabytes(bytes.len() as u64));
    check_contents(key, &bytes)
}

fn check_contents(key: &str, bytes: &[u8]) -> Result<()> {
    let architectures = if key.starts_with("macos") { 2 } else { 1 };
    ensure!(
        (bytes.len() as u64) < LARGEST * architectures,
        "{key}: {} is too large; at most {}",
        megabytes(bytes.len() as u64),
        megabytes(LARGEST * architectures)
    );
    for symbols in [".symtab\0", ".debug_info\0", "__debug_info\0"] {
        ensure!(!holds(bytes, symbols), "{key}: it still has symbols");
    }
    let help = holds(bytes, "<brief_description>");
    ensure!(
        help == key.contains(".debug"),
        "{key}: it {} the editor's help",
        if help { "has" } else { "lacks" }
    );
    Ok(())
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

fn require_all(libraries: &[Library]) -> Result<()> {
    let manifest = Manifest::of_the_repository()?;
    let given = |key: &str| libraries.iter().any(|library| library.key == key);
    let mut missing: Vec<_> = manifest.libraries().into_iter().map(|(key, _)| key).collect();
    missing.retain(|key| !given(key));
    ensure!(missing.is_empty(), "no library for {}", missing.join(", "));
    Ok(())
}

/// Writes the zip; returns its size.
fn pack(libraries: &[Library], zip: &Path) -> Result<u64> {
    let addon = project::addon();
    let keys: Vec<_> = libraries.iter().map(|library| library.key.as_str()).collect();
    for (number, key) in keys.iter().enumerate() {
        ensure!(!keys[..number].contains(key), "{key} was given twice");
    }
    let manifest = Manifest::of_the_repository()?.with_only(&keys)?;
    if let Some(folder) = zip.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let file = File::create(zip).with_context(|| format!("cannot write {}", zip.display()))?;
    let mut writer = ZipWriter::new(file);
    for path in packed_files(&addon)? {
        let name = path.strip_prefix(&addon).unwrap_or(&path);
        if name == Path::new(manifest::FILE_NAME) {
            add(&mut writer, name, manifest.text().as_bytes(), 0o644)?;
        } else {
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            add(&mut writer, name, &bytes, 0o644)?;
        }
    }
    for Library { key, file } in libraries {
        let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        add(&mut writer, Path::new(manifest.path(key)?), &bytes, 0o755)?;
    }
    Ok(writer.finish()?.metadata()?.len())
}

/// The files of the addon that users get, but for the libraries.
fn packed_files(addon: &Path) -> Result<Vec<PathBuf>> {
    let mut packed = Vec::new();
    for file in files(addon, false)? {
        let name = file.strip_prefix(addon).unwrap_or(&file);
        let first = name.iter().next().unwrap_or_default();
        if first == "bin" {
            continue;
        }
        ensure!(
            PACKED.iter().any(|known| *known == first),
            "{} is neither packed nor left out: say which in package.rs",
            file.display()
        );
        packed.push(file);
    }
    Ok(packed)
}

fn add(writer: &mut ZipWriter<File>, name: &Path, bytes: &[u8], mode: u32) -> Result<()> {
    // No times: the same files make the same zip.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default())
        .unix_permissions(mode);
    let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
    writer.start_file(format!("{INSIDE}/{}", parts.join("/")), options)?;
    writer.write_all(bytes)?;
    Ok(())
}

/// Unpacks the zip into a project of nobody's, checks what came out, and plays the enemies of the README there: in the
/// editor's Godot and, if the zip has the library for it, in a game exported with the release template.
fn try_out(godot: &Godot, zip: &Path, libraries: &[Library]) -> Result<()> {
    let folder = work_folder("package/project");
    project::clear(&folder)?;
    project::copy(&project::root().join("tests/package"), &folder)?;
    unpack(zip, &folder)?;
    let addon = folder.join(INSIDE);
    let manifest = Manifest::in_folder(&addon)?;
    manifest.check_files(&addon)?;
    let mut listed: Vec<_> = manifest.libraries().into_iter().map(|(key, _)| key).collect();
    let mut given: Vec<_> = libraries.iter().map(|library| library.key.as_str()).collect();
    listed.sort();
    given.sort();
    ensure!(
        listed == given,
        "the zip lists {listed:?}, it was given {given:?}"
    );

    let scripts = readme::enemies()?;
    readme::write_scenes(&scripts, &folder.join("readme"))?;
    if listed.contains(&build::key(Flavour::Debug)?.as_str()) {
        project::import(godot, &folder, "package")?;
        let mut command = godot.command();
        command
            .args(["--headless", "--fixed-fps", "60", "--path"])
            .arg(&folder);
        private_home(&mut command, "package");
        let log = work_folder("godot-logs").join("package.log");
        let run = Run {
            command,
            limit: LIMIT,
            log: log.clone(),
            echo: false,
        };
        judge("in the editor's Godot", &run.wait()?, &log, scripts.len())?;
    }
    if listed.contains(&build::key(Flavour::Release)?.as_str()) {
        let game = Export {
            godot,
            project: &folder,
            folder: &work_folder("package/game"),
            name: "package",
            flavour: Flavour::Release,
            embedded: false,
        };
        let game = game.make()?;
        let outcome = game.run("run", &[])?;
        judge(
            "in an exported game",
            &outcome,
            &game.log_file("run"),
            scripts.len(),
        )?;
    }
    Ok(())
}

/// Every enemy is asked five things.
fn judge(place: &str, outcome: &Outcome, log: &Path, enemies: usize) -> Result<()> {
    let judgement = Judgement::of(outcome);
    ensure!(
        judgement.good() && judgement.count().passed as usize == 5 * enemies,
        "the README's enemies do not work {place}: {}",
        judgement.told(&outcome.log, log)
    );
    println!("{enemies} enemies of the README {place}: {}", judgement.count());
    Ok(())
}

fn unpack(zip: &Path, folder: &Path) -> Result<()> {
    let file = File::open(zip).with_context(|| format!("cannot read {}", zip.display()))?;
    let mut archive = ZipArchive::new(file)?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index)?;
        let Some(name) = entry.enclosed_name() else {
            bail!("{} would lie outside", entry.name());
        };
        ensure!(name.starts_with(INSIDE), "{} is not of the addon", entry.name());
        let place = folder.join(name);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let mut out = File::create(&place).with_context(|| format!("cannot write {}", place.display()))?;
        io::copy(&mut entry.by_ref(), &mut out)?;
    }
    Ok(())
}

fn megabytes(bytes: u64) -> String {
    format!("{:.2} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Scratch;

    fn library(key: &str, folder: &Scratch) -> Library {
        folder.write(key, "a library");
        Library {
            key: key.to_owned(),
            file: folder.path().join(key),
        }
    }

    #[test]
    fn a_zip_lists_what_it_was_given_and_has_what_it_lists() {
        let folder = Scratch::new("pack");
        let libraries = ["windows.debug.x86_64", "macos.release"].map(|key| library(key, &folder));
        let zip = folder.path().join("a.zip");
        pack(&libraries, &zip).unwrap();
        let out = folder.path().join("out");
        unpack(&zip, &out).unwrap();
        let addon = out.join(INSIDE);
        let manifest = Manifest::in_folder(&addon).unwrap();
        manifest.check_files(&addon).unwrap();
        assert_eq!(manifest.libraries().len(), 2);
        let mut names = files(&out, true).unwrap();
        names.retain(|file| file.starts_with(addon.join("bin")));
        assert_eq!(names.len(), 2);
        for name in [
            "LICENSE-MIT",
            "docs/README.md",
            "icons/icon.svg",
            "profiles/3d/guard.tres",
        ] {
            assert!(addon.join(name).is_file(), "{name}");
        }
        let again = folder.path().join("b.zip");
        pack(&libraries, &again).unwrap();
        assert!(
            fs::read(zip).unwrap() == fs::read(again).unwrap(),
            "two zips of the same differ"
        );
    }

    #[test]
    fn a_library_that_is_unknown_or_comes_twice_is_refused() {
        let folder = Scratch::new("refuse");
        let zip = folder.path().join("a.zip");
        assert!(pack(&[library("amiga.debug", &folder)], &zip).is_err());
        let twice = library("macos.release", &folder);
        let error = pack(&[twice.clone(), twice], &zip).unwrap_err().to_string();
        assert!(error.contains("twice"), "{error}");
    }

    #[test]
    fn all_means_all() {
        let manifest = Manifest::of_the_repository().unwrap();
        let given = |key: &str| Library {
            key: key.to_owned(),
            file: PathBuf::new(),
        };
        let mut all: Vec<_> = manifest.libraries().iter().map(|(key, _)| given(key)).collect();
        require_all(&all).unwrap();
        let last = all.pop().unwrap();
        let error = require_all(&all).unwrap_err().to_string();
        assert!(error.contains(&last.key), "{error}");
    }

    #[test]
    fn a_file_that_nobody_spoke_of_is_not_packed_in_silence() {
        let folder = Scratch::new("stray");
        folder.write("LICENSE-MIT", "");
        folder.write("bin/x.so", "");
        assert_eq!(
            packed_files(folder.path()).unwrap(),
            [folder.path().join("LICENSE-MIT")]
        );
        folder.write("notes.txt", "");
        assert!(packed_files(folder.path()).is_err());
    }

    #[test]
    fn a_library_has_no_symbols_and_help_in_the_editor_only() {
        let help = "..<brief_description>..";
        check_contents("linux.debug.x86_64", help.as_bytes()).unwrap();
        check_contents("linux.release.x86_64", b"code").unwrap();
        assert!(check_contents("linux.debug.x86_64", b"code").is_err());
        assert!(check_contents("linux.release.x86_64", help.as_bytes()).is_err());
        assert!(check_contents("linux.release.x86_64", b"code\0.symtab\0").is_err());
        let large = vec![0; LARGEST as usize];
        assert!(check_contents("linux.release.x86_64", &large).is_err());
        check_contents("macos.release", &large).unwrap();
    }

    #[test]
    fn libraries_on_the_command_line() {
        let library: Library = "macos.debug=a/b=c.dylib".parse().unwrap();
        assert_eq!(
            (library.key.as_str(), library.file),
            ("macos.debug", "a/b=c.dylib".into())
        );
        assert!("macos.debug".parse::<Library>().is_err());
    }
}

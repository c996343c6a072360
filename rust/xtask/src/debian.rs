//! Fetching a Godot on a bare Debian: the packages of a later suite, unpacked into a folder of our own.
//!
//! Nothing of the system is touched and no root is needed: a private apt, pointed at the mirror the machine already
//! uses, downloads the packages with all they depend on and checks them with the machine's own keyring. The binaries
//! are then told to look for their libraries (and the loader of the same C library) in that folder.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{godot::on_path, run::quietly};

/// The first suite that packages Godot 4.
const SUITE: &str = "forky";
const BINARIES: [&str; 3] = ["godot", "godot-template-release", "godot-template-debug"];
/// The software renderer, for pictures on a machine without a screen.
const RENDERER: [&str; 5] = [
    "libgl1",
    "libglx-mesa0",
    "libegl1",
    "libegl-mesa0",
    "libgl1-mesa-dri",
];
const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";
const LOADER: &str = "ld-linux-x86-64.so.2";

/// Debian or a system made from it, on the architecture the recipe is for.
pub fn is_here() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64"))
        && on_path("apt-get").is_some()
        && on_path("dpkg-deb").is_some()
}

/// Where the libraries of a private root lie.
pub fn library_folder(root: &Path) -> PathBuf {
    root.join(LIBRARIES)
}

/// Fetches Godot and its export templates into `folder`, which is complete or not there at all.
pub fn fetch_godot(folder: &Path) -> Result<()> {
    let parent = folder.parent().context("the cache folder has no parent")?;
    fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    let work = Scratch::new(parent)?;

    println!("  1/4 asking the package mirror");
    let machine = Apt::of_the_machine(&work.path("machine"))?;
    let mirror = machine.mirror()?;
    let later = Apt::of_suite(&work.path("later"), &mirror)?;

    println!("  2/4 downloading");
    later.download(&[&BINARIES[..], &RENDERER[..]].concat())?;
    let patchelf = match on_path("patchelf") {
        Some(path) => path,
        None => {
            machine.download_one("patchelf")?;
            let tools = work.path("tools");
            unpack(&machine.archives(), &tools)?;
            tools.join("usr/bin/patchelf")
        }
    };

    println!("  3/4 unpacking");
    let root = work.path("root");
    unpack(&later.archives(), &root)?;
    for needless in ["usr/share/doc", "usr/share/man", "usr/share/locale"] {
        // Only to save space: if it cannot be removed, nothing is lost.
        let _ = fs::remove_dir_all(root.join(needless));
    }

    println!("  4/4 making it find its own libraries");
    relocate(&patchelf, &root, folder)?;
    check(&root)?;
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove the broken {}", folder.display()))?;
    }
    fs::rename(&root, folder)
        .with_context(|| format!("cannot move the finished Godot to {}", folder.display()))
}

/// Installs a package of the machine's own suite for everybody, if we may.
pub fn install(package: &str) -> Result<()> {
    let by_hand = format!("install it by hand: `sudo apt-get install {package}`");
    if !is_here() {
        bail!("the package `{package}` is missing; install it with your system's package manager");
    }
    let root = quietly(Command::new("id").arg("-u")).is_ok_and(|output| text(&output.stdout) == "0");
    let apt = |arguments: &[&str]| {
        let mut command = if root {
            Command::new("apt-get")
        } else {
            Command::new("sudo")
        };
        if !root {
            command.args(["-n", "apt-get"]);
        }
        quietly(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    println!("Installing {package}");
    let install = ["install", "-y", "--no-install-recommends", package];
    if apt(&install).is_err() {
        apt(&["update"]).with_context(|| by_hand.clone())?;
        apt(&install).context(by_hand)?;
    }
    Ok(())
}

/// Sets loader and library path of the binaries for their final place, and clears the paths of the libraries that
/// have one of their own (else *their* dependencies are not looked for where the binary's are).
fn relocate(patchelf: &Path, root: &Path, last: &Path) -> Result<()> {
    let libraries = library_folder(last);
    let search = search_path(&libraries);
    for binary in BINARIES {
        quietly(
            Command::new(patchelf)
                .arg("--set-interpreter")
                .arg(libraries.join(LOADER))
                .args(["--force-rpath", "--set-rpath", &search])
                .arg(root.join("usr/bin").join(binary)),
        )?;
    }
    for library in files_below(&library_folder(root))? {
        let is_library = library
            .file_name()
            .is_some_and(|name| name.to_string_lossy().contains(".so"));
        if !is_library || library.is_symlink() {
            continue;
        }
        // Not everything called .so is one (linker scripts): those have no path to clear.
        let has_path = quietly(Command::new(patchelf).arg("--print-rpath").arg(&library))
            .is_ok_and(|output| !text(&output.stdout).is_empty());
        if has_path {
            quietly(Command::new(patchelf).arg("--remove-rpath").arg(&library))?;
        }
    }
    Ok(())
}

fn search_path(libraries: &Path) -> String {
    format!("{0}:{0}/pulseaudio", libraries.display())
}

/// Runs the new Godot where it lies now, before it is moved to where it will look for its loader.
fn check(root: &Path) -> Result<()> {
    let libraries = library_folder(root);
    quietly(
        Command::new(libraries.join(LOADER))
            .args(["--library-path", &search_path(&libraries)])
            .arg(root.join("usr/bin/godot"))
            .args(["--headless", "--version"]),
    )
    .context("the fetched Godot does not run")?;
    Ok(())
}

fn unpack(archives: &Path, into: &Path) -> Result<()> {
    fs::create_dir_all(into)?;
    let mut found = false;
    for entry in fs::read_dir(archives).with_context(|| format!("cannot read {}", archives.display()))? {
        let archive = entry?.path();
        if archive.extension().is_some_and(|extension| extension == "deb") {
            quietly(Command::new("dpkg-deb").arg("-x").arg(&archive).arg(into))?;
            found = true;
        }
    }
    ensure!(found, "apt downloaded no package into {}", archives.display());
    Ok(())
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path())
            } else {
                files.push(entry.path())
            }
        }
    }
    Ok(files)
}

/// An apt with lists, status and cache of its own.
struct Apt {
    folder: PathBuf,
    sources: Option<PathBuf>,
}

impl Apt {
    /// The machine's own sources.
    fn of_the_machine(folder: &Path) -> Result<Self> {
        Self::new(folder, None)
    }

    /// One later suite of a mirror.
    fn of_suite(folder: &Path, mirror: &str) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let keyring = Path::new("/usr/share/keyrings/debian-archive-keyring.gpg");
        let signed = if keyring.exists() {
            format!(" signed-by={}", keyring.display())
        } else {
            String::new()
        };
        let sources = folder.join("sources.list");
        fs::write(
            &sources,
            format!("deb [arch=amd64{signed}] {mirror} {SUITE} main\n"),
        )?;
        Self::new(folder, Some(sources))
    }

    fn new(folder: &Path, sources: Option<PathBuf>) -> Result<Self> {
        for part in ["lists/partial", "cache/archives/partial"] {
            fs::create_dir_all(folder.join(part))?;
        }
        fs::write(folder.join("status"), "")?;
        let apt = Self {
            folder: folder.to_owned(),
            sources,
        };
        quietly(apt.command("apt-get").arg("update")).context(
            "the package lists cannot be fetched: is there a network, and does `apt-get update` work?",
        )?;
        Ok(apt)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let mut set = |key: &str, value: &Path| {
            command.arg("-o").arg(format!("{key}={}", value.display()));
        };
        set("Dir::State", &self.folder);
        set("Dir::State::Lists", &self.folder.join("lists"));
        set("Dir::State::status", &self.folder.join("status"));
        set("Dir::Cache", &self.folder.join("cache"));
        if let Some(sources) = &self.sources {
            set("Dir::Etc::SourceList", sources);
            set("Dir::Etc::SourceParts", Path::new("/dev/null"));
        }
        // apt's own user cannot write below a home folder; a warning is no success.
        command.args([
            "-o",
            "APT::Sandbox::User=root",
            "-o",
            "APT::Install-Recommends=false",
        ]);
        command.args(["-o", "APT::Update::Error-Mode=any"]);
        command.env("LC_ALL", "C");
        command
    }

    fn archives(&self) -> PathBuf {
        self.folder.join("cache/archives")
    }

    /// The address of the main archive: the source of a suite, not of its updates or security fixes.
    fn mirror(&self) -> Result<String> {
        let targets = quietly(self.command("apt-get").args([
            "indextargets",
            "--format",
            "$(SITE) $(RELEASE)",
            "Created-By: Packages",
        ]))?;
        main_archive(&text(&targets.stdout)).context(
            "apt names no package mirror: there is no usable source in /etc/apt/sources.list or sources.list.d",
        )
    }

    fn download(&self, packages: &[&str]) -> Result<()> {
        quietly(
            self.command("apt-get")
                .args(["install", "-y", "--download-only"])
                .args(packages),
        )
        .with_context(|| {
            format!("the mirror this machine uses does not give the packages of Debian `{SUITE}`")
        })?;
        Ok(())
    }

    /// One package of which everything it needs is on every machine.
    fn download_one(&self, package: &str) -> Result<()> {
        quietly(
            self.command("apt-get")
                .args(["download", package])
                .current_dir(self.archives()),
        )
        .with_context(|| format!("the package `{package}` cannot be had"))?;
        Ok(())
    }
}

fn main_archive(targets: &str) -> Option<String> {
    let mut sources = targets.lines().filter_map(|line| line.split_once(' '));
    sources
        .find(|(_, release)| !release.contains(['-', '/']))
        .map(|(site, _)| site.to_owned())
}

/// A folder that is removed when done with, whatever happened.
struct Scratch(PathBuf);

impl Scratch {
    fn new(parent: &Path) -> Result<Self> {
        let folder = parent.join(format!("godot.tmp.{}", std::process::id()));
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self(folder))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left behind only takes space.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_archive_is_neither_updates_nor_security() {
        let targets = "http://security.example.org/debian-security bookworm-security\n\
                       http://mirror.example.org/debian bookworm-updates\n\
                       http://mirror.example.org/debian bookworm\n";
        assert_eq!(
            main_archive(targets).as_deref(),
            Some("http://mirror.example.org/debian")
        );
        assert_eq!(main_archive(""), None);
    }

    #[test]
    fn scratch_goes_away() {
        let scratch = Scratch::new(&std::env::temp_dir()).unwrap();
        let path = scratch.path("");
        assert!(path.is_dir());
        drop(scratch);
        assert!(!path.exists());
    }
}

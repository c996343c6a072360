//! The Godot the other commands use: the user's own, else a private one in the cache folder.

use std::{
    env, fmt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::debian;

/// The oldest version the extension loads in, as `compatibility_minimum` in the `.gdextension` says.
pub const OLDEST: Version = Version {
    major: 4,
    minor: 4,
    patch: 0,
};

/// A Godot that was run once and said its version.
pub struct Godot {
    pub path: PathBuf,
    pub version: Version,
    /// Where the software renderer of a private copy lies, if it is one.
    private: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version {
    pub major: u32,
    pub minor: u32,
    pub patch: u32,
}

impl Version {
    /// Reads what `godot --version` prints: `4.6.3.stable.official.0a1b2c3d4`, `4.5.beta1.custom_build`.
    fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.trim().split('.').map(str::parse::<u32>);
        let major = numbers.next()?.ok()?;
        let minor = numbers.next()?.ok()?;
        let patch = numbers.next().and_then(Result::ok).unwrap_or(0);
        Some(Self { major, minor, patch })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl Godot {
    /// Runs `path --version`; an error if it is no Godot or one too old.
    pub fn at(path: &Path) -> Result<Self> {
        let output = Command::new(path)
            .args(["--headless", "--version"])
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot run {}", path.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let version = text.lines().rev().find_map(Version::parse).with_context(|| {
            format!(
                "{} --version did not print a version ({})",
                path.display(),
                output.status
            )
        })?;
        if version < OLDEST {
            bail!(
                "{} is Godot {version}, but {OLDEST} or later is needed",
                path.display()
            );
        }
        let root = private_folder().ok().filter(|root| path.starts_with(root));
        Ok(Self {
            path: path.to_owned(),
            version,
            private: root,
        })
    }

    /// A command for this Godot, ready for arguments.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        if let Some(root) = &self.private {
            // Its Mesa is built to look in /usr/lib, where another version may be.
            let libraries = debian::library_folder(root);
            command.env("LIBGL_DRIVERS_PATH", libraries.join("dri")).env(
                "__EGL_VENDOR_LIBRARY_DIRS",
                root.join("usr/share/glvnd/egl_vendor.d"),
            );
        }
        command
    }
}

/// The folder for what is fetched once and kept: `$XDG_CACHE_HOME/enemy_senses` or the system's habit.
pub fn cache_folder() -> Result<PathBuf> {
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = if let Some(cache) = absolute("XDG_CACHE_HOME") {
        cache
    } else if cfg!(windows) {
        absolute("LOCALAPPDATA").context("LOCALAPPDATA is not set, so there is no cache folder")?
    } else {
        let home =
            absolute("HOME").context("HOME is not set; set it or XDG_CACHE_HOME to a folder of yours")?;
        home.join(if cfg!(target_os = "macos") {
            "Library/Caches"
        } else {
            ".cache"
        })
    };
    Ok(base.join("enemy_senses"))
}

/// Where the private Godot lies, whether or not it has been fetched.
fn private_folder() -> Result<PathBuf> {
    Ok(cache_folder()?.join("godot"))
}

fn private_binary() -> Result<PathBuf> {
    Ok(private_folder()?.join("usr/bin/godot"))
}

/// The first usable Godot of: `GODOT`, `godot` and `godot4` on the PATH, the private one.
pub fn find() -> Result<Godot> {
    look()?.context(
        "there is no Godot here: run `cargo xtask setup`, put `godot` on the PATH or set GODOT to its binary",
    )
}

/// As [`find`], fetching a private one if there is none.
pub fn find_or_fetch() -> Result<Godot> {
    if let Some(godot) = look()? {
        return Ok(godot);
    }
    if !debian::is_here() {
        bail!(
            "there is no Godot {OLDEST} or later here, and fetching one is only known for Debian on x86-64. \
             Download Godot 4 (the standard edition, not .NET, for {} {}) from https://godotengine.org/download, \
             unpack it, and put it on the PATH as `godot` or set GODOT to the binary",
            env::consts::OS,
            env::consts::ARCH
        );
    }
    let folder = private_folder()?;
    println!(
        "No Godot here: fetching a private one into {} (about 200 MB)",
        folder.display()
    );
    debian::fetch_godot(&folder).with_context(|| {
        format!(
            "Godot could not be fetched. Mend what is named here and run `cargo xtask setup` again, or download \
             Godot {OLDEST} or later from https://godotengine.org/download and set GODOT to its binary"
        )
    })?;
    Godot::at(&private_binary()?)
}

/// `GODOT` is an order: what is wrong with it is an error. Anything else is only passed over, with a word.
fn look() -> Result<Option<Godot>> {
    if let Some(path) = env::var_os("GODOT").filter(|path| !path.is_empty()) {
        return Godot::at(Path::new(&path))
            .context("the Godot named by GODOT cannot be used")
            .map(Some);
    }
    for path in ["godot", "godot4"].iter().filter_map(|name| on_path(name)) {
        match Godot::at(&path) {
            Ok(godot) => return Ok(Some(godot)),
            Err(error) => eprintln!("note: passing over {}: {error:#}", path.display()),
        }
    }
    let private = private_binary()?;
    if private.exists() {
        match Godot::at(&private) {
            Ok(godot) => return Ok(Some(godot)),
            Err(error) => eprintln!("note: the private Godot is broken and will be fetched anew: {error:#}"),
        }
    }
    Ok(None)
}

/// The full path of a program on the PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(major: u32, minor: u32, patch: u32) -> Option<Version> {
        Some(Version { major, minor, patch })
    }

    #[test]
    fn versions_as_godot_prints_them() {
        assert_eq!(
            Version::parse("4.6.3.stable.debian4.6.3+ds-2\n"),
            version(4, 6, 3)
        );
        assert_eq!(Version::parse("4.4.stable.official.4c311cbee"), version(4, 4, 0));
        assert_eq!(Version::parse("4.5.beta1.custom_build"), version(4, 5, 0));
        assert_eq!(Version::parse("3.5.2.stable.custom_build"), version(3, 5, 2));
        assert_eq!(Version::parse("4.10.stable"), version(4, 10, 0));
    }

    #[test]
    fn what_is_no_version() {
        assert_eq!(Version::parse(""), None);
        assert_eq!(Version::parse("godot: command not found"), None);
        assert_eq!(Version::parse("4"), None);
    }

    #[test]
    fn ten_is_later_than_nine() {
        assert!(Version::parse("4.10.stable") > Version::parse("4.9.stable"));
        assert!(Version::parse("4.3.9.stable") < Some(OLDEST));
        assert!(Version::parse("4.4.stable") >= Some(OLDEST));
    }

    #[test]
    fn a_program_that_is_no_godot_is_refused() {
        let error = Godot::at(Path::new("/nowhere/godot")).err().unwrap().to_string();
        assert!(error.contains("cannot run /nowhere/godot"), "{error}");
    }
}

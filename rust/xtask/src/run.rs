//! Running a program that may hang: under a time limit, with its output in a file, and nothing left behind.

use std::{
    fs::{self, File},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

/// A log that grows past this is a run gone wild: it is stopped before it fills the disk.
const LOG_LIMIT: u64 = 256 << 20;

/// Runs in progress, for [`stop_children_on_interrupt`]: their process groups do not get the terminal's Ctrl-C.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A program to run, and how.
pub struct Run {
    pub command: Command,
    pub limit: Duration,
    /// Where its output goes, both streams as they come.
    pub log: PathBuf,
    /// Also show the output while it runs.
    pub echo: bool,
}

/// How it ended.
pub struct Outcome {
    pub end: End,
    pub log: String,
    pub took: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Exit(ExitStatus),
    TimedOut,
    LogTooLong,
}

impl Outcome {
    pub fn succeeded(&self) -> bool {
        matches!(self.end, End::Exit(status) if status.success())
    }
}

impl Run {
    /// Starts the program and waits for it, or ends it with all it started.
    pub fn wait(mut self) -> Result<Outcome> {
        let name = self.command.get_program().to_string_lossy().into_owned();
        if let Some(folder) = self.log.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let file = File::create(&self.log).with_context(|| format!("cannot write {}", self.log.display()))?;
        self.command
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut self.command, 0);

        let started = Instant::now();
        let mut child = Guarded::new(
            self.command
                .spawn()
                .with_context(|| format!("cannot start `{name}`"))?,
        );
        let mut shown = Tail::open(&self.log)?;
        let end = loop {
            if let Some(status) = child.child.try_wait()? {
                break End::Exit(status);
            }
            if started.elapsed() > self.limit {
                break End::TimedOut;
            }
            if fs::metadata(&self.log).is_ok_and(|log| log.len() > LOG_LIMIT) {
                break End::LogTooLong;
            }
            if self.echo {
                shown.print_new()?;
            }
            thread::sleep(Duration::from_millis(25));
        };
        drop(child);
        if self.echo {
            shown.print_new()?;
        }
        let log = String::from_utf8_lossy(&fs::read(&self.log)?).into_owned();
        Ok(Outcome {
            end,
            log,
            took: started.elapsed(),
        })
    }
}

/// A child whose whole process group ends with this value.
struct Guarded {
    child: Child,
}

impl Guarded {
    fn new(child: Child) -> Self {
        running(|list| list.push(child.id()));
        Self { child }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        kill_group(self.child.id());
        // Already gone is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let id = self.child.id();
        running(|list| list.retain(|&other| other != id));
    }
}

fn running(change: impl FnOnce(&mut Vec<u32>)) {
    change(&mut RUNNING.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
}

/// Ends a group by the id of its first process. No such group (any more) is as good.
#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}

/// Ctrl-C ends what we started, too.
pub fn stop_children_on_interrupt() -> Result<()> {
    ctrlc::set_handler(|| {
        running(|list| list.iter().for_each(|&id| kill_group(id)));
        std::process::exit(130);
    })
    .context("cannot set a handler for Ctrl-C")
}

/// What a growing file has got since the last look.
struct Tail {
    file: File,
    at: u64,
}

impl Tail {
    fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { file, at: 0 })
    }

    fn print_new(&mut self) -> Result<()> {
        let mut new = Vec::new();
        self.file.seek(SeekFrom::Start(self.at))?;
        self.at += self.file.read_to_end(&mut new)? as u64;
        let mut out = std::io::stdout().lock();
        out.write_all(&new)?;
        out.flush()?;
        Ok(())
    }
}

/// Runs a helper program without showing its output; an error carries the end of what it said.
pub fn quietly(command: &mut Command) -> Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run `{name}`"))?;
    if !output.status.success() {
        let said = format!(
            "{}\n{}",
            String::from_utf8_lossy(&output.stderr),
            String::from_utf8_lossy(&output.stdout)
        );
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        let first = lines.len().saturating_sub(6);
        bail!(
            "`{name}` failed ({}):\n    {}",
            output.status,
            lines[first..].join("\n    ")
        );
    }
    Ok(output)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn shell(name: &str, script: &str, limit: Duration) -> Outcome {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let log = std::env::temp_dir().join(format!("xtask-{}-{name}.log", std::process::id()));
        let outcome = Run {
            command,
            limit,
            log: log.clone(),
            echo: false,
        }
        .wait()
        .unwrap();
        fs::remove_file(log).unwrap();
        outcome
    }

    #[test]
    fn both_streams_are_kept_in_order() {
        let outcome = shell(
            "order",
            "echo one; echo two >&2; echo three; exit 4",
            Duration::from_secs(10),
        );
        assert_eq!(outcome.log, "one\ntwo\nthree\n");
        assert!(matches!(outcome.end, End::Exit(status) if status.code() == Some(4)));
    }

    #[test]
    fn a_hung_run_ends_with_all_it_started() {
        let outcome = shell("hang", "sleep 600 & echo $!; wait", Duration::from_millis(300));
        assert_eq!(outcome.end, End::TimedOut);
        assert!(outcome.took < Duration::from_secs(10));
        let grandchild = outcome.log.trim().to_owned();
        // An orphan that was killed may need a moment to be reaped; a zombie counts as ended.
        let alive = || {
            fs::read_to_string(format!("/proc/{grandchild}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
        };
        let deadline = Instant::now() + Duration::from_secs(5);
        while alive() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(20));
        }
        assert!(!alive(), "the sleeper outlived its run");
    }

    #[test]
    fn a_failing_helper_is_named_with_what_it_said() {
        let error = quietly(Command::new("sh").args(["-c", "echo no such mirror >&2; exit 3"])).unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains("`sh` failed") && error.contains("no such mirror"),
            "{error}"
        );
    }

    #[test]
    fn a_missing_program_is_an_error_that_names_it() {
        let error = quietly(&mut Command::new("no-such-program"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("no-such-program"), "{error}");
    }
}

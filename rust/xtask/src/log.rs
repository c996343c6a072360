//! Reading the log of a Godot run: its verdict, and whatever says that the run was no good all the same.
//!
//! Godot returns 0 even when a script does not parse, so neither the exit code nor the verdict line is enough alone.

use std::{fmt, ops::AddAssign, path::Path};

use crate::run::{End, Outcome};

/// What a test or demo run says of itself in its last line, `N passed, N failed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    pub passed: u32,
    pub failed: u32,
}

impl Verdict {
    /// Reads a line that holds a verdict and nothing else.
    pub fn parse(line: &str) -> Option<Self> {
        let (passed, failed) = line.trim().split_once(", ")?;
        let passed = passed.strip_suffix(" passed")?.parse().ok()?;
        let failed = failed.strip_suffix(" failed")?.parse().ok()?;
        Some(Self { passed, failed })
    }

    pub fn good(self) -> bool {
        self.failed == 0 && self.passed > 0
    }

    /// The verdict on something that either worked or did not.
    pub fn of(worked: bool) -> Self {
        Self {
            passed: worked.into(),
            failed: (!worked).into(),
        }
    }
}

impl AddAssign for Verdict {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// A run as a whole: its own verdict, if it got that far, and everything wrong with it.
pub struct Judgement {
    pub verdict: Option<Verdict>,
    pub faults: Vec<String>,
}

impl Judgement {
    /// A run that must end with a good verdict.
    pub fn of(outcome: &Outcome) -> Self {
        let mut judgement = Self::without_verdict(outcome);
        match judgement.verdict {
            None => judgement
                .faults
                .push("no verdict line: the run did not get to its end".to_owned()),
            Some(verdict) if verdict.failed > 0 => judgement.faults.push(verdict.to_string()),
            Some(verdict) if !verdict.good() => judgement.faults.push("nothing was run".to_owned()),
            Some(_) => {}
        }
        judgement
    }

    /// A run that only shows something.
    pub fn without_verdict(outcome: &Outcome) -> Self {
        let (verdict, mut faults) = scan(&outcome.log);
        match outcome.end {
            End::Exit(status) if status.success() => {}
            End::Exit(status) => faults.push(format!("ended with {status}")),
            End::TimedOut => faults.push(format!("hung: stopped after {} s", outcome.took.as_secs())),
            End::LogTooLong => faults.push("wrote without end: stopped".to_owned()),
        }
        Self { verdict, faults }
    }

    pub fn good(&self) -> bool {
        self.faults.is_empty()
    }

    /// The run's own count; a run that is no good for another reason has one failure more.
    pub fn count(&self) -> Verdict {
        let mut count = self.verdict.unwrap_or_default();
        if !self.good() && count.failed == 0 {
            count.failed = 1;
        }
        count
    }

    /// What someone needs to see of a bad run: why it counts as one, which tests failed, the end of its log.
    pub fn told(&self, log: &str, file: &Path) -> String {
        const MOST: usize = 20;
        let faults = self.faults.iter().map(|fault| format!("- {fault}"));
        let failed = log.lines().filter(|line| line.starts_with("FAILED"));
        let lines: Vec<&str> = log.lines().collect();
        let end = lines[lines.len().saturating_sub(MOST)..]
            .iter()
            .map(|line| format!("| {line}"));
        let shown = faults
            .take(MOST)
            .chain(failed.take(MOST).map(str::to_owned))
            .chain(end);
        let shown: String = shown.map(|line| format!("\n    {line}")).collect();
        format!("{shown}\n    whole log: {}", file.display())
    }
}

/// The last verdict in a log, and the faults that its lines show.
fn scan(log: &str) -> (Option<Verdict>, Vec<String>) {
    let mut verdict = None;
    let mut faults = Vec::new();
    let mut allowed: Vec<String> = Vec::new();
    for line in log.lines() {
        let line = without_colours(line);
        if let Some(text) = line.trim_start().strip_prefix("[allow]") {
            // An empty text would allow everything.
            allowed.extend(Some(text.trim().to_owned()).filter(|text| !text.is_empty()));
        } else if let Some(found) = Verdict::parse(&line) {
            verdict = Some(found);
        } else if is_fault(&line, &allowed) {
            faults.push(line.trim().to_owned());
        }
    }
    (verdict, faults)
}

/// An engine line that must not be in the log of a good run. A test may provoke an error on purpose and say so
/// beforehand, in a line `[allow] text`; a panic, a leak or a library that does not load is never on purpose.
fn is_fault(line: &str, allowed: &[String]) -> bool {
    const NEVER: [&str; 4] = [
        "panicked",
        "Can't open dynamic library",
        "Error loading extension",
        "Parse Error",
    ];
    let from_engine = || {
        ["ERROR:", "WARNING:", "Leaked"]
            .iter()
            .any(|kind| line.contains(kind))
    };
    if NEVER.iter().any(|text| line.contains(text))
        || (line.to_lowercase().contains("leaked") && from_engine())
    {
        return true;
    }
    line.contains("ERROR:") && !allowed.iter().any(|text| line.contains(text))
}

/// Godot colours its output on some terminals.
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = after
            .find(|c: char| c.is_ascii_alphabetic())
            .map_or("", |end| &after[end + 1..]);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "Godot Engine v4.6.3.stable.debian4.6.3+ds-2 - https://godotengine.org\n\
                        Initialize godot-rust (API v4.4.stable.official, runtime v4.6.3.stable.debian4.6.3+ds-2, safeguards strict)\n\n";

    /// A run that wrote this and exited with 0.
    fn judge(body: &str) -> Judgement {
        let end = End::Exit(std::process::ExitStatus::default());
        Judgement::of(&Outcome {
            end,
            log: format!("{HEAD}{body}"),
            took: Default::default(),
        })
    }

    fn faults(body: &str) -> Vec<String> {
        judge(body).faults
    }

    #[test]
    fn a_good_run() {
        let judgement = judge(
            "PASS test_range_is_inclusive\nPASS test_nothing_leaked\nWARNING: EnemyPerception \
             (Guard/Eye): view_range -5 is refused\n   at: push_warning (core/variant/variant_utility.cpp:1034)\n\
             2 passed, 0 failed\n",
        );
        assert_eq!(judgement.verdict, Some(Verdict { passed: 2, failed: 0 }));
        assert_eq!(judgement.faults, Vec::<String>::new());
    }

    #[test]
    fn a_show_needs_no_verdict_but_a_clean_log() {
        let show = |log: &str| {
            let end = End::Exit(std::process::ExitStatus::default());
            Judgement::without_verdict(&Outcome {
                end,
                log: log.to_owned(),
                took: Default::default(),
            })
        };
        assert!(show("guard: patrol -> chase\n").good());
        assert_eq!(show("ERROR: x\n").faults, ["ERROR: x"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_bad_end_is_a_fault_whatever_the_verdict() {
        use std::os::unix::process::ExitStatusExt;
        let ended = |end| {
            let took = std::time::Duration::from_secs(120);
            Judgement::of(&Outcome {
                end,
                log: "1 passed, 0 failed\n".to_owned(),
                took,
            })
            .faults
        };
        let aborted = ended(End::Exit(std::process::ExitStatus::from_raw(134)));
        assert!(
            aborted.len() == 1 && aborted[0].starts_with("ended with"),
            "{aborted:?}"
        );
        assert_eq!(ended(End::TimedOut), ["hung: stopped after 120 s"]);
        assert_eq!(ended(End::LogTooLong), ["wrote without end: stopped"]);
    }

    #[test]
    fn a_script_that_does_not_parse_exits_with_0_and_no_verdict() {
        let found = faults(
            "SCRIPT ERROR: Parse Error: Identifier \"nosuch\" not declared in the current scope.\n          \
             at: GDScript::reload (res://suites/memory.gd:4)\nERROR: Failed to load script \
             \"res://suites/memory.gd\" with error \"Parse error\".\n   at: load (modules/gdscript/gdscript.cpp:2907)\n",
        );
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[2].starts_with("no verdict line"));
    }

    #[test]
    fn a_leak_after_a_good_verdict() {
        for leak in [
            "WARNING: ObjectDB instances leaked at exit (run with --verbose for details).",
            "ERROR: 2 RID allocations of type 'N10RendererRD15TextureStorageE' were leaked at exit.",
            "Leaked instance: Node2D:24947721483 - Node name: ",
            "ERROR: 1 resources still in use at exit (run with --verbose for details).",
        ] {
            assert_eq!(faults(&format!("1 passed, 0 failed\n{leak}\n")), [leak.trim()]);
        }
    }

    #[test]
    fn a_library_that_does_not_load() {
        let found = faults(
            "ERROR: Can't open dynamic library: /game/addons/enemy_senses/bin/libenemy_senses.debug.linux.x86_64.so. \
             Error: libgone.so.1: cannot open shared object file: No such file or directory.\n\
             ERROR: Error loading extension: 'res://addons/enemy_senses/enemy_senses.gdextension'.\n1 passed, 0 failed\n",
        );
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn an_announced_error_is_allowed_and_no_other() {
        let body = "[allow] is refused: not finite\nERROR: a is refused: not finite\n   at: push_error (x.cpp:1)\n\
                    ERROR: something else\n1 passed, 0 failed\n";
        assert_eq!(faults(body), ["ERROR: something else"]);
    }

    #[test]
    fn an_error_before_its_announcement_is_not_allowed() {
        assert_eq!(
            faults("ERROR: early\n[allow] early\n1 passed, 0 failed\n"),
            ["ERROR: early"]
        );
    }

    #[test]
    fn a_panic_or_a_leak_is_never_allowed() {
        let panic = "thread 'main' panicked at rust/godot/src/perception.rs:12:5:";
        assert_eq!(
            faults(&format!("[allow] panicked\n{panic}\n1 passed, 0 failed\n")),
            [panic]
        );
        let leak = "WARNING: ObjectDB instances leaked at exit (run with --verbose for details).";
        assert_eq!(
            faults(&format!("[allow] leaked\n{leak}\n1 passed, 0 failed\n")),
            [leak]
        );
    }

    #[test]
    fn an_empty_allowance_allows_nothing() {
        assert_eq!(faults("[allow]\nERROR: x\n1 passed, 0 failed\n"), ["ERROR: x"]);
    }

    #[test]
    fn colours_hide_nothing() {
        assert_eq!(
            faults("\u{1b}[1;31mERROR:\u{1b}[0;91m bad\u{1b}[0m\n1 passed, 0 failed\n"),
            ["ERROR: bad"]
        );
    }

    #[test]
    fn the_last_verdict_counts() {
        assert_eq!(
            judge("3 passed, 0 failed\n5 passed, 1 failed\n").verdict,
            Some(Verdict { passed: 5, failed: 1 })
        );
        assert_eq!(faults("5 passed, 1 failed\n"), ["5 passed, 1 failed"]);
    }

    #[test]
    fn a_run_of_nothing_is_no_success() {
        assert_eq!(faults("0 passed, 0 failed\n"), ["nothing was run"]);
    }

    #[test]
    fn a_failure_names_its_faults_its_tests_and_the_end_of_the_log() {
        let noise = "  12.0 s  guard: patrol -> chase\n".repeat(100);
        let log = format!("ok  test_a\nFAILED test_b: 1 is not 2\n{noise}1 passed, 1 failed\n");
        let judgement = Judgement {
            verdict: Some(Verdict { passed: 1, failed: 1 }),
            faults: vec!["1 passed, 1 failed".to_owned()],
        };
        let text = judgement.told(&log, Path::new("b.log"));
        for part in [
            "- 1 passed, 1 failed",
            "FAILED test_b: 1 is not 2",
            "| 1 passed, 1 failed",
            "b.log",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(text.lines().count() < 30);
    }

    #[test]
    fn lines_that_are_no_verdict() {
        for line in [
            "passed, failed",
            "3 passed",
            "3 passed, 0 failed, 1 skipped",
            "all: 3 passed, 0 failed",
            "-1 passed, 0 failed",
        ] {
            assert_eq!(Verdict::parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_bad_run_counts_as_a_failure_even_with_a_good_verdict() {
        let verdict = Some(Verdict { passed: 4, failed: 0 });
        let bad = Judgement {
            verdict,
            faults: vec!["ERROR: x".to_owned()],
        };
        assert_eq!(bad.count(), Verdict { passed: 4, failed: 1 });
        assert_eq!(
            Judgement {
                verdict: None,
                faults: vec!["hung".to_owned()]
            }
            .count(),
            Verdict { passed: 0, failed: 1 }
        );
    }
}

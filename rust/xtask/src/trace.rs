//! What a suite saw on one physics engine, held against what it saw on the other.
//!
//! A suite prints lines `[trace] name: answers`, one character for each question: any that is the same on both engines.
//! A `?` is an answer that hangs on less than engines agree on (a ray along an edge): it fits everything.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::project;

/// Compares the logs of every pair of runs; the error names the first line that differs.
pub fn compare(logs: &Path, pairs: &[(String, String)]) -> Result<()> {
    for (first, second) in pairs {
        let read = |name: &String| project::read(&logs.join(format!("{name}.log")));
        let lines = difference(&read(first)?, &read(second)?)
            .with_context(|| format!("`{first}` and `{second}` saw different things"))?;
        if lines > 0 {
            println!("{lines} lines of `{first}` are the same on both");
        }
    }
    Ok(())
}

/// How many lines of trace the two logs share.
fn difference(first: &str, second: &str) -> Result<usize> {
    let (first, second) = (traces(first), traces(second));
    for (one, other) in first.iter().zip(&second) {
        if !fits(one, other) {
            bail!("\n    {one}\n    {other}");
        }
    }
    ensure!(
        first.len() == second.len(),
        "{} lines of trace, and {}",
        first.len(),
        second.len()
    );
    Ok(first.len())
}

fn traces(log: &str) -> Vec<&str> {
    log.lines()
        .filter_map(|line| line.strip_prefix("[trace] "))
        .collect()
}

fn fits(one: &str, other: &str) -> bool {
    let alike = |(a, b)| a == b || a == '?' || b == '?';
    one.chars().count() == other.chars().count() && one.chars().zip(other.chars()).all(alike)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_answers_are_the_same() {
        let log = "ok  test_a\n[trace] eyes 1: 0110\nnoise\n[trace] eyes 2: 0?10\n";
        let other = "[trace] eyes 1: 01?0\n[trace] eyes 2: 0010\n2 passed, 0 failed\n";
        assert_eq!(difference(log, other).unwrap(), 2);
        assert_eq!(difference("ok\n", "ok\n").unwrap(), 0);
    }

    #[test]
    fn another_answer_is_named_with_its_line() {
        let error = difference("[trace] eyes 1: 01\n", "[trace] eyes 1: 00\n").unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("eyes 1: 01") && text.contains("eyes 1: 00"),
            "{text}"
        );
    }

    #[test]
    fn a_trace_that_ends_early_differs() {
        let whole = "[trace] eyes 1: 01\n[trace] eyes 2: 01\n";
        assert!(difference(whole, "[trace] eyes 1: 01\n").is_err());
        assert!(difference(whole, "[trace] eyes 1: 01\n[trace] eyes 2: 0\n").is_err());
    }
}

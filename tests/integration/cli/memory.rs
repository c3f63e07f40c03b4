//! The memory that a run takes from the system, compared with its budget.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cases::in_full;

/// Returns the maximum resident memory of a run, in bytes, and the exit code.
fn most_resident(arguments: &str) -> (usize, Option<i32>) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("configurator"))
        .args(arguments.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let facts = format!("/proc/{}/status", child.id());
    let mut most = 0;
    loop {
        // The system records the maximum until the program ends.
        let facts = std::fs::read_to_string(&facts).unwrap_or_default();
        let line = facts.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        most = most.max(kibibytes.unwrap_or(0_usize) * 1024);
        if let Some(status) = child.try_wait().unwrap() {
            return (most, status.code());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// True if a run kept to its budget. In addition to the budget, the run may use the memory of the program itself, which
/// depends on the build, and up to half the budget for slack of the heap.
fn is_kept(most: usize, budget: usize) -> bool {
    // A short run may end before the last measurement, so the maximum of several runs counts.
    let runs = (0..5).map(|_| most_resident("solve --size 8 --all"));
    let program = runs.map(|(most, _)| most).max().unwrap();
    most < program + budget + budget / 2
}

/// If the budget ends during a level of a diagram, the construction of the level's other groups stops.
#[test]
fn a_wide_diagram_keeps_to_its_budget() {
    const BUDGET: usize = 40_000_000;
    let (most, code) = most_resident("count --size 25 --engine bdd --memory 40MB");
    assert_eq!(code, Some(3));
    assert!(most < BUDGET + BUDGET / 10 + (32 << 20), "{most}");
}

/// The contract: 1.1 times the budget and 32 MB.
#[test]
fn steps_claims_and_pages_count_what_they_hold() {
    const BUDGET: usize = 64 << 20;
    let seconds = in_full(3, 20);
    let steps = format!("explain --steps --size 60 --rules dominate --timeout {seconds}");
    for arguments in [
        steps.as_str(),
        "explain c4 --size 1000 --claim row,2",
        "export --to html --force --size 100 --rules none --no-board-rule",
    ] {
        let (most, _) = most_resident(&format!("{arguments} --memory 64MiB"));
        assert!(most < BUDGET + BUDGET / 10 + (32 << 20), "{arguments}: {most}");
    }
}

#[test]
fn a_drawing_that_does_not_fit_is_not_begun() {
    let (most, code) =
        most_resident("export --to svg --force --size 13 --piece rook --memory 20MB");
    assert_eq!(code, Some(3));
    assert!(is_kept(most, 20_000_000), "{most}");
    // A drawing that fits is made within its budget.
    let (most, code) =
        most_resident("export --to svg --force --size 9 --piece wazir --memory 10MB");
    assert_eq!(code, Some(0));
    assert!(is_kept(most, 10_000_000), "{most}");
}

#[test]
fn a_diagram_keeps_to_a_small_budget() {
    // Memory freed by states in the middle of the heap is not returned to the system while nodes grow.
    let (most, code) = most_resident("count --size 11 --piece knight --engine bdd --memory 5MB");
    assert_eq!(code, Some(3));
    assert!(is_kept(most, 5_000_000), "{most}");
    // The largest board itself takes about 30 MB. No tables for its diagram may be allocated.
    let (most, code) = most_resident("count --size 1000 --memory 1MB");
    assert_eq!(code, Some(3));
    assert!(is_kept(most, 25_000_000), "{most}");
}

#[test]
fn conjoining_is_charged_what_the_first_construction_has_held() {
    let (most, code) = most_resident("inspect --size 10 --piece knight --memory 20MB");
    assert_eq!(code, Some(0));
    assert!(is_kept(most, 20_000_000), "{most}");
}

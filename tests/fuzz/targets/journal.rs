//! A journal is resumed up to its first damage, and resumed again as the same session. Each line gets its checksum here,
//! unless it begins with a space.
#![no_main]

use std::fs;
use std::path::Path;

use configurator::problem::Problem;
use configurator::session::{Journal, ResumedSession};
use libfuzzer_sys::fuzz_target;

/// Maximum number of lines.
const MAX_LINES: usize = 60;

fuzz_target!(|text: &str| {
    let directory = tempfile::tempdir().expect("a directory");
    let checked = |line: &str| match line.strip_prefix(' ') {
        Some(raw) => raw.to_owned(),
        None => format!("{:08x} {line}", crc32fast::hash(line.as_bytes())),
    };
    let lines: Vec<String> = text.split('\n').take(MAX_LINES).map(checked).collect();
    fs::write(directory.path().join("1.journal"), lines.join("\n")).expect("a file");
    let (first, damages) = resumed(directory.path());
    assert!(damages <= 1);
    // The damaged journal was put aside. The new one has what was read from it.
    assert_eq!(resumed(directory.path()), (first, 0));
});

/// All positions of the resumed session with the index of the present one, and the number of damaged journals.
fn resumed(directory: &Path) -> (Option<(Vec<Problem>, usize)>, usize) {
    let (resumed, damages) = Journal::resume(directory);
    let positions = resumed.map(|ResumedSession { mut session, .. }| {
        let mut present = 0;
        while session.undo() {
            present += 1;
        }
        let mut positions = vec![session.problem().clone()];
        while session.redo() {
            positions.push(session.problem().clone());
        }
        (positions, present)
    });
    (positions, damages.len())
}

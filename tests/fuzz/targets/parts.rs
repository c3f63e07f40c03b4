//! Parts of counts have a total, or not, in any order. Each line gets its checksum here, and the version of the program
//! in place of `VERSION`.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{CommandFactory, Parser};
use configurator::cli::{self, Arguments};
use configurator::files::FileVersion;
use libfuzzer_sys::fuzz_target;

/// What stands before the checksum, which is the last entry of a line.
const CHECKSUM: &str = ",\"checksum\":\"";

static VERSION: LazyLock<String> =
    LazyLock::new(|| Arguments::command().get_version().expect("a version").to_owned());

/// The file with the parts.
static PARTS: LazyLock<PathBuf> =
    LazyLock::new(|| tempfile::tempdir().expect("a directory").keep().join("parts.json"));

/// The arguments that add up the parts of the file.
static MERGE: LazyLock<Arguments> = LazyLock::new(|| {
    let path = PARTS.to_str().expect("a valid name");
    Arguments::try_parse_from(["configurator", "count", "--merge", path]).expect("valid arguments")
});

fuzz_target!(|text: &str| {
    let checked = |line: &str| {
        let line = line.replace("VERSION", &VERSION);
        let body = line.split(CHECKSUM).next().unwrap_or_default();
        format!("{body}{CHECKSUM}{}\"}}\n", FileVersion::of_text(body))
    };
    let mut lines: Vec<String> = text.lines().map(checked).collect();
    let mut has_total = || {
        fs::write(&*PARTS, lines.concat()).expect("a file");
        lines.reverse();
        cli::run(&MERGE).is_ok()
    };
    assert_eq!(has_total(), has_total());
});

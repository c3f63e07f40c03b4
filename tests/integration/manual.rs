//! The program prints what the README and the manual show.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::zip;
use std::path::Path;

use assert_cmd::Command;
use configurator::export::Format;
use configurator::manual::PAGES;
use itertools::Itertools;
use strum::IntoEnumIterator;

use crate::cli::schemas;

/// The entries that all verbs print, and that examples may leave out.
const COMMON: [&str; 4] = ["problem", "engine", "elapsed_ms", "exact"];

/// True if an example shows a printed JSON object, perhaps without common entries. Times differ from run to run.
fn is_shown(printed: &str, example: &str) -> bool {
    let object = |line| serde_json::from_str::<serde_json::Map<_, _>>(line);
    let (Ok(mut printed), Ok(mut example)) = (object(printed), object(example)) else {
        return false;
    };
    for name in COMMON {
        if !example.contains_key(name) || name == "elapsed_ms" {
            printed.remove(name);
            example.remove(name);
        }
    }
    printed == example
}

/// True for lines with figures that differ from run to run.
fn measured(line: &str) -> bool {
    line.starts_with("time ") || line.starts_with("peak memory ")
}

#[test]
fn every_example_prints_what_it_says() {
    let mut examples = run_examples(include_str!("../../README.md"));
    assert!(examples >= 5);
    for page in PAGES {
        examples += run_examples(page.text);
    }
    assert!(examples > 25, "{examples}");
}

/// Runs all examples of a page. Returns the number of examples.
fn run_examples(page: &str) -> usize {
    let blocks = page.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut examples = 0;
    for example in blocks.flat_map(|block| block.split("$ configurator ").skip(1)) {
        let (mut arguments, mut expected) = example.split_once('\n').unwrap();
        let mut input = String::new();
        if let Some(before) = arguments.strip_suffix(" <<END") {
            let (typed, rest) = expected.split_once("> END\n").unwrap();
            (arguments, expected) = (before, rest);
            input = typed
                .lines()
                .map(|line| line.strip_prefix("> ").unwrap().to_owned() + "\n")
                .collect();
        }
        let mut command = Command::cargo_bin("configurator").unwrap();
        command.env("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"));
        let words = shell_words::split(arguments).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = command.args(&words).write_stdin(input).output().unwrap();
        schemas::check(&words, &output);
        let printed = String::from_utf8(output.stdout).unwrap();
        if arguments.contains("--to minizinc") && !arguments.contains("--ground") {
            crate::minizinc::check(&printed);
        }
        let lines = |text: &str| {
            text.lines().filter(|line| !measured(line)).map(str::to_owned).collect::<Vec<_>>()
        };
        let (mut printed, expected) = (lines(&printed), lines(expected));
        for (line, example) in zip(&mut printed, &expected) {
            if is_shown(line, example) {
                line.clone_from(example);
            }
        }
        assert_eq!(printed, expected, "configurator {arguments}");
        examples += 1;
    }
    examples
}

/// The words and numbers of a text.
fn tokens(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// The page on sources says which command prints which numbers of the literature.
#[test]
fn the_numbers_of_the_literature_are_reproduced() {
    let page = include_str!("../../src/manual/pages/sources.md");
    let rows = page.lines().filter_map(|line| line.split_once("| `configurator "));
    let mut commands = 0;
    for (row, command) in rows {
        let numbers = row.split('|').nth(1).unwrap();
        let words = shell_words::split(command.trim_end_matches("` |")).unwrap();
        let output = Command::cargo_bin("configurator").unwrap().args(&words).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let mut lines = printed.lines().map(tokens);
        for group in numbers.split(';') {
            let wanted = tokens(group);
            let has_group = |line: Vec<&str>| line.windows(wanted.len()).any(|part| part == wanted);
            assert!(lines.any(has_group), "{group} of {command}:\n{printed}");
        }
        commands += 1;
    }
    assert_eq!(commands, 9);
}

#[test]
fn every_file_that_the_documentation_names_is_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tops = ["src/", "tests/", "assets/", "benches/", ".ci/"];
    let mut names = 0;
    for text in
        [include_str!("../../src/architecture.md"), include_str!("../../src/contributing.md")]
    {
        let quoted = text.split('`').skip(1).step_by(2);
        for name in quoted.filter(|name| tops.iter().any(|top| name.starts_with(top))) {
            let is_example = name.contains("NAME");
            assert!(is_example || folder.join(name).exists(), "{name}");
            names += 1;
        }
    }
    assert!(names > 40, "{names}");
}

/// Returns the workspace members that each member uses, directly or indirectly.
fn reached(uses: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    let mut reached = uses.clone();
    for _ in uses {
        for name in uses.keys() {
            let further = reached[name].iter().flat_map(|used| reached[used].clone()).collect_vec();
            reached.get_mut(name).unwrap().extend(further);
        }
    }
    reached
}

#[test]
fn the_picture_of_the_members_has_the_arrows_of_their_manifests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = |path: &str| -> toml::Table {
        fs::read_to_string(folder.join(path).join("Cargo.toml")).unwrap().parse().unwrap()
    };
    let root = manifest("");
    let members = root["workspace"]["members"].as_array().unwrap().iter();
    let manifests = members.map(|path| manifest(path.as_str().unwrap())).collect_vec();
    // A member's dependencies have the names of libraries; the program has the name of its package.
    let name = |manifest: &toml::Table| {
        let library = manifest["lib"].get("name").unwrap_or(&manifest["package"]["name"]);
        library.as_str().unwrap().to_owned()
    };
    let names: BTreeSet<String> = manifests.iter().map(name).collect();
    let used = |manifest: &toml::Table| {
        let dependencies = manifest.get("dependencies").and_then(|table| table.as_table());
        let used = dependencies.into_iter().flat_map(|table| table.keys().cloned());
        used.filter(|used| names.contains(used)).collect::<BTreeSet<_>>()
    };
    let declared = manifests.iter().map(|manifest| (name(manifest), used(manifest))).collect();

    let picture = roxmltree::Document::parse(include_str!("../../src/members.svg")).unwrap();
    let texts = |kind: &str, tag: &'static str| {
        let groups = picture.descendants().filter(|node| node.attribute("class") == Some(kind));
        let texts = groups.filter_map(|group| {
            group.children().find(|node| node.has_tag_name(tag)).and_then(|node| node.text())
        });
        texts.collect_vec()
    };
    let names: BTreeMap<_, _> = zip(texts("node", "title"), texts("node", "text")).collect();
    let mut drawn: BTreeMap<String, BTreeSet<String>> =
        names.values().map(|name| ((*name).to_owned(), BTreeSet::new())).collect();
    for arrow in texts("edge", "title") {
        let (from, to) = arrow.split_once("->").unwrap();
        drawn.get_mut(names[from]).unwrap().insert(names[to].to_owned());
    }
    assert_eq!(reached(&drawn), reached(&declared));
}

#[test]
fn the_manual_has_a_row_for_every_format() {
    let page = include_str!("../../src/manual/pages/exports.md");
    for format in Format::iter() {
        let row = format!("\n| `{}` | ", <&str>::from(format));
        assert!(page.contains(&row), "the table of src/manual/pages/exports.md lacks {format:?}");
    }
}

#[test]
fn the_readme_is_short() {
    assert!(include_str!("../../README.md").lines().count() <= 200);
}

/// The pictures must stay up to date. The manual says how they are made.
#[test]
fn the_pictures_are_the_programs_own() {
    let page = include_str!("../../src/manual/pages/exports.md");
    let commands = page.lines().filter_map(|line| line.strip_prefix("configurator "));
    let mut names = Vec::new();
    for command in commands {
        let Some((arguments, file)) = command.rsplit_once(" --output assets/") else { continue };
        let mut program = Command::cargo_bin("configurator").unwrap();
        let output = program.args(shell_words::split(arguments).unwrap()).output().unwrap();
        let kept = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(file));
        assert!(output.stdout == kept.unwrap(), "the picture has changed; make it anew: {command}");
        names.push(file);
    }
    assert_eq!(names, ["board.svg", "play.svg", "search.svg"]);
    let readme = include_str!("../../README.md");
    assert!(names.iter().all(|name| readme.contains(&format!("assets/{name}"))));
}

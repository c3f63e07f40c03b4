//! What the README and the manual show is what the program prints.

use assert_cmd::Command;
use configurator::manual::PAGES;

/// Figures that differ from run to run.
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

/// Runs all examples of a page and returns their number.
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
        let output =
            command.args(arguments.split_whitespace()).write_stdin(input).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        if arguments.contains("--to minizinc") {
            crate::minizinc::check(&printed);
        }
        let lines = |text: &str| {
            text.lines().filter(|line| !measured(line)).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(lines(&printed), lines(expected), "configurator {arguments}");
        examples += 1;
    }
    examples
}

#[test]
fn every_file_that_the_documentation_names_is_there() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
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

#[test]
fn the_readme_is_short() {
    assert!(include_str!("../../README.md").lines().count() <= 200);
}

/// So that it stays true. The manual says how it is made.
#[test]
fn the_picture_is_the_programs_own() {
    let page = include_str!("../../assets/manual/exports.md");
    let file = " --output assets/board.svg";
    let command = page.lines().map(str::trim).find(|line| line.ends_with(file)).unwrap();
    let arguments = command.strip_prefix("configurator ").unwrap().strip_suffix(file).unwrap();
    let mut program = Command::cargo_bin("configurator").unwrap();
    let output = program.args(arguments.split_whitespace()).output().unwrap();
    let drawn = String::from_utf8(output.stdout).unwrap();
    let is_own = drawn == include_str!("../../assets/board.svg");
    assert!(is_own, "the picture has changed; make it anew: {command}");
}

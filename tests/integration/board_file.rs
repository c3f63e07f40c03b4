//! Board files, read by the whole program.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

fn run(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::cargo_bin("configurator").unwrap();
    command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap()
}

fn answer(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""), "{arguments}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the message of a run that fails with exit code 2 and prints no data.
fn refusal(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
    let stderr = String::from_utf8(output.stderr).unwrap();
    let sentence = stderr.strip_prefix("configurator: ").unwrap().strip_suffix('\n').unwrap();
    assert!(!sentence.contains(char::is_control), "{sentence:?}");
    sentence.to_owned()
}

const KNOWN: &str = "(known are size, piece, torus, rules, board_rule, holes, regions, weights, \
                     max_cost, givens, placed, excluded, assist)";

/// Invalid board files, each with the message after the file's name.
const BROKEN: &[(&str, &str)] = &[
    ("size = 8\n\nplaced = ['z9']", ":3: z9 is off the 8×8 grid (its cells go from a1 to h8)"),
    ("holes = [\n  'd4',\n  'i1',\n]", ":3: i1 is off the 8×8 grid (its cells go from a1 to h8)"),
    ("board_rule = 'no'", ":1: 'board_rule' must be true or false"),
    (
        "size = 200\nrules = ['dominate']",
        ":2: 'dominate' has 63680000 pairs of a cell and an attacker on this board, and at most \
         16777216 are supported: a smaller board has fewer",
    ),
    ("holes = ['d4', 'd4']", ":1: d4 is a hole twice (first in line 1)"),
    ("holes = ['d4']\ngivens = ['d4']", ":2: d4 is a hole: nothing stands there"),
    ("placed = ['a1', 'b3',\n 'a1']", ":2: a1 is decided twice (first in line 1)"),
    ("excluded = ['a1']\ngivens = ['a1']", ":1: a1 is decided twice (first in line 2)"),
    (
        "placed = ['4d']",
        ":1: '4d' is not a cell name (column letters, then a row number from 1, as in 'c4')",
    ),
    ("placed = 'a1'", ":1: 'placed' must be a list of cells in quotes, as in [\"a1\", \"c2\"]"),
    ("\nplaced = [1]", ":2: 'placed' must be a list of cells in quotes, as in [\"a1\", \"c2\"]"),
    ("size = 0", ":1: size '0' is out of range: rows and columns go from 1 to 1000"),
    ("size = -3", ":1: size '-3' is out of range: rows and columns go from 1 to 1000"),
    ("size = [8, 1001]", ":1: size '8x1001' is out of range: rows and columns go from 1 to 1000"),
    (
        "size = 99999999999999999999",
        ":1: 'size' must be a whole number or [rows, columns], as in 8 or [6, 10]",
    ),
    ("size = '8'", ":1: 'size' must be a whole number or [rows, columns], as in 8 or [6, 10]"),
    ("size = 8.5", ":1: 'size' must be a whole number or [rows, columns], as in 8 or [6, 10]"),
    ("size = [8]", ":1: 'size' must be a whole number or [rows, columns], as in 8 or [6, 10]"),
    ("piece = 8", ":1: 'piece' must be a name in quotes, as in \"queen\""),
    ("torus = 'yes'", ":1: 'torus' must be true or false"),
    (
        "rules = 'rows'",
        ":1: 'rules' must be a list of rules in quotes, as in [\"rows=1\", \"columns\"]",
    ),
    ("rules = ['pieces']", ":1: 'pieces' needs a number, as in 'pieces=8'"),
    ("assist = 'some'", ":1: 'some' is not a level of assistance: full, attacks or none"),
    ("assist = 1", ":1: 'assist' must be \"full\", \"attacks\" or \"none\""),
    ("size = 2\nregions = 8", ":2: 'regions' must be a text with a letter for each cell"),
    (
        "size = 3\nregions = 'aab'",
        ":2: the regions are drawn for 1×3 cells, but 'size' in line 1 says 3×3",
    ),
    (
        "# ragged\nregions = \"\"\"\naab\nab\nabb\n\"\"\"",
        ":4: ragged regions: this row has 2 cells, the first one has 3",
    ),
    (
        "regions = 'a-b'",
        ":1: '-' in place 2 is no region (a letter, digit or coloured square; '.' is a hole)",
    ),
    ("regions = \"\"\"\nab\na.\"\"\"\nplaced = ['b1']", ":4: b1 is a hole: nothing stands there"),
    ("size = 2\nweights = 8", ":2: 'weights' must be a text with a whole number for each cell"),
    (
        "size = 3\nweights = '1 2'",
        ":2: the weights are drawn for 1×2 cells, but 'size' in line 1 says 3×3",
    ),
    (
        "regions = 'aab'\nweights = '1 2'",
        ":2: the weights are drawn for 1×2 cells, but the regions in line 1 for 1×3",
    ),
    (
        "# ragged\nweights = \"\"\"\n1 2 3\n1 2\n1 2 3\n\"\"\"",
        ":4: ragged weights: this row has 2 cells, the first one has 3",
    ),
    (
        "weights = \"\"\"\n1 2\n3 four\"\"\"",
        ":3: 'four' in place 2 is no weight (a whole number; '.' is 0)",
    ),
    ("\nmax_cost = 40", ":2: a limit of cost needs weights: nothing says what a piece costs"),
    ("weights = '1 2'\nmax_cost = 4.5", ":2: 'max_cost' must be a whole number, as in 40 or -3"),
    ("\nrules = ['regions']", ":2: 'regions' is a rule, but no regions are drawn"),
    ("size = 8\npiece =", ":2: the value behind '=' is missing"),
    ("piece = queen", ":1: 'queen' is no value: texts are in quotes, as in \"queen\""),
    ("placed = [a1, b3]", ":1: 'a1' is no value: texts are in quotes, as in \"queen\""),
    ("torus = True", ":1: 'True' is no value: true and false are in small letters"),
    ("size = 8 8", ":1: '8 8' is no number"),
    ("size = 08", ":1: a number does not begin with 0"),
    ("size = 8,", ":1: ',' is too much in this line"),
    ("size 8", ":1: a line is a key, '=' and a value, as in 'size = 8'"),
    ("{\"size\": 8}", ":1: a line is a key, '=' and a value, as in 'size = 8'"),
    (
        "= 8",
        ":1: the key before '=' is missing: a line is a key, '=' and a value, as in 'size = 8'",
    ),
    ("size = 8\n\nsize = 9", ":3: 'size' is there twice"),
    ("piece = \"queen", ":1: a text in quotes has no end"),
    ("size = 3\nregions = \"\"\"\naab\n", ":4: a text in quotes has no end"),
    ("piece = \"que\\qen\"", ":1: a backslash in a text is written twice, as in \"\\\\\""),
    ("size = 8\nplaced = ['a1'", ":2: a list has no end: ']' is missing"),
    ("placed = ['a1' 'b3']", ":1: a list lacks a comma between two values"),
    ("placed = ['a1',, 'b3']", ":1: a list has a comma too many"),
    ("placed = ['a1']]", ":1: ']' is too much in this line"),
    ("size = 8 # eight\r piece = 'queen'", ":1: a line ends with a carriage return alone"),
    (
        "placed = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        ":1: too many brackets within brackets",
    ),
    (
        "placed = [\"\\u001b[31m\"]",
        ":1: '\\u{1b}[31m' is not a cell name (column letters, then a row number from 1, as in 'c4')",
    ),
];

#[test]
fn a_broken_file_is_refused_with_its_line_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.toml");
    for (text, expected) in BROKEN {
        fs::write(&file, text).unwrap();
        let sentence = refusal(folder.path(), "count --board puzzle.toml");
        assert_eq!(sentence, format!("puzzle.toml{expected}"), "{text}");
    }
    for (text, key) in [("\nsizes = 8", "sizes"), ("\n[more]\n[size]", "more")] {
        fs::write(&file, text).unwrap();
        let expected = format!("puzzle.toml:2: unknown key '{key}' {KNOWN}");
        assert_eq!(refusal(folder.path(), "count --board puzzle.toml"), expected);
    }
}

#[test]
fn what_is_no_toml_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.toml");
    let texts =
        ["\nsize = ", "\nsize 8", "\nsize = 8 8", "size = 8\nsize = 8", "\na = \u{1b}[31m", "\n="];
    for text in texts {
        fs::write(&file, text).unwrap();
        let sentence = refusal(folder.path(), "count --board puzzle.toml");
        assert!(sentence.starts_with("puzzle.toml:2: "), "{text:?}: {sentence}");
        assert!(sentence.len() < 200, "{sentence}");
    }
    fs::write(&file, format!("piece = 'queen'\nsize = {}", "[".repeat(10_000_000))).unwrap();
    assert!(refusal(folder.path(), "count --board puzzle.toml").starts_with("puzzle.toml:2: "));
    fs::write(&file, b"size = 8\npiece = '\xff'").unwrap();
    let sentence = refusal(folder.path(), "count --board puzzle.toml");
    assert_eq!(sentence, "puzzle.toml:2: this is not UTF-8 text");
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let told = |name: &str| refusal(folder.path(), &format!("count --board {name}"));
    assert_eq!(told("missing.toml"), "missing.toml: there is no such file");
    let large = fs::File::create(folder.path().join("large.toml")).unwrap();
    large.set_len(1 << 30).unwrap();
    let sentence = "large.toml: this file is larger than 16 MiB, the largest that is read";
    assert_eq!(told("large.toml"), sentence);
    fs::create_dir(folder.path().join("folder")).unwrap();
    assert!(told("folder").starts_with("folder: "));
    if cfg!(unix) {
        assert_eq!(told("folder"), "folder: this is a directory, not a file");
        assert!(told("/dev/zero").starts_with("/dev/zero: this file is larger"));
    }
    // The board reads its file before it looks for a terminal.
    let sentence = refusal(folder.path(), "--board missing.toml");
    assert_eq!(sentence, "missing.toml: there is no such file");
}

#[test]
fn options_replace_what_the_file_says_and_decisions_add_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let count = |arguments: &str| answer(folder.path(), &format!("count {arguments}"));
    fs::write(folder.path().join("a.toml"), "size = 6\npiece = 'amazon'").unwrap();
    assert_eq!(count("--board a.toml"), "0\n");
    assert_eq!(count("--board a.toml --piece queen"), "4\n");
    assert_eq!(count("--board a.toml --piece queen --size 8"), "92\n");
    fs::write(folder.path().join("b.toml"), "givens = ['a1']\nrules = ['rows=1']").unwrap();
    assert_eq!(count("--board b.toml"), "4\n");
    assert_eq!(count("--board b.toml --place g2"), "2\n");
    assert_eq!(count("--board b.toml --place a1"), "4\n");
    assert_eq!(count("--board b.toml --size 5"), "2\n");
    assert_eq!(count("--board b.toml --rules pieces=0"), "0\n");
    fs::write(folder.path().join("c.toml"), "torus = true\nsize = 5\nholes = ['a1']").unwrap();
    assert_eq!(count("--board c.toml --holes e5"), count("--size 5 --torus --holes e5"));
    assert_eq!(count("--board c.toml"), count("--size 5 --torus --holes a1"));

    let told = |arguments: &str| refusal(folder.path(), &format!("count {arguments}"));
    assert_eq!(
        told("--board b.toml --exclude a1"),
        "--exclude: a1 is both placed and excluded: a cell can be only one of them"
    );
    assert_eq!(told("--board b.toml --holes a1"), "--holes: a1 is a hole: nothing stands there");
    fs::write(folder.path().join("d.toml"), "placed = ['h8']").unwrap();
    assert_eq!(
        told("--board d.toml --size 6"),
        "--size: h8 is off the 6×6 grid (its cells go from a1 to f6)"
    );
}

#[test]
fn every_verb_takes_a_board_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), "size = 4\nplaced = ['b1']").unwrap();
    for verb in ["count", "solve", "domains"] {
        assert_eq!(
            answer(folder.path(), &format!("{verb} --board board.toml")),
            answer(folder.path(), &format!("{verb} --size 4 --place b1")),
        );
    }
    assert!(answer(folder.path(), "inspect --board board.toml").starts_with("4×4"));
}

#[test]
fn assistance_has_three_levels() {
    let folder = tempfile::tempdir().unwrap();
    let sentence = "--assist: 'much' is not a level of assistance: full, attacks or none";
    assert_eq!(refusal(folder.path(), "--assist much"), sentence);
    assert!(refusal(folder.path(), "--assist none").starts_with("the board needs a terminal"));
}

#[test]
fn a_piece_is_a_name_or_betza_notation() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.toml"), "size = 12\npiece = \"QNN\"\n").unwrap();
    assert_eq!(answer(folder.path(), "count --board b.toml"), "6\n");
    fs::write(folder.path().join("b.toml"), "size = 12\npiece = \"QNX\"\n").unwrap();
    let sentence = refusal(folder.path(), "count --board b.toml");
    assert!(sentence.starts_with("b.toml:2: 'QNX': 'X' at character 3 is no atom"), "{sentence}");
}

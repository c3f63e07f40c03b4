//! `-` means standard input wherever a file is read.

use super::{run, run_with_input};

/// Formerly only `--regions` and `--weights` could read standard input, but not a board file.
#[test]
fn every_file_can_be_standard_input() {
    let puzzle = run("puzzle --seed 1 --size 5").answer().to_owned();
    let coloured = run("puzzle --coloured --seed 1 --size 5").answer().to_owned();
    let link = run("puzzle --coloured --stars 1 --seed 1 --size 5 --link").answer().to_owned();
    let (regions, cheapest) = (
        "--rules rows,columns,regions",
        "solve --no-board-rule --size 2 --cheapest --format cells",
    );
    for (arguments, input, expected) in [
        ("count --board -".to_owned(), puzzle.as_str(), "1\n"),
        ("count --board -".to_owned(), &link, "1\n"),
        (format!("count --piece RF {regions} --regions -"), &coloured, "1\n"),
        (format!("count --piece RF {regions} --regions -"), &link, "1\n"),
        (format!("{cheapest} --weights -"), "1 2\n3 4\n", "a1 a2  cost 4\n"),
        (
            format!("{cheapest} --weights -"),
            "size = 2\nweights = \"1 2\\n3 4\"\n",
            "a1 a2  cost 4\n",
        ),
    ] {
        assert_eq!(run_with_input(&arguments, input).answer(), expected, "{arguments}");
    }
    let solved = run_with_input("solve --board -", &puzzle);
    assert!(solved.answer().starts_with("5 "), "{}", solved.answer());
    let json = run_with_input("inspect --size 2 --order - --json", "b1 a1 b2 a2").json();
    assert_eq!(json["order"], "standard input");
    let json = run_with_input("export --to json --size 2 --order -", "b1 a1 b2 a2").json();
    assert_eq!(json["variables"], serde_json::json!(["b1", "a1", "b2", "a2"]));
    let sheet = run_with_input("export --picture -", &puzzle);
    assert!(sheet.answer().starts_with("<svg"));
    // The board file is read before the program checks for a terminal.
    let opened = run_with_input("-", &puzzle);
    assert!(opened.refusal(2).starts_with("the board needs a terminal"));
    assert_eq!(
        run_with_input("-", "a?").refusal(2),
        "standard input:1: '?' in place 2 is no region (a letter, digit or coloured square; '.' is a hole)"
    );
    let wrong = run_with_input("count --board -", "size = 0");
    assert!(wrong.refusal(2).starts_with("standard input:1: "), "{}", wrong.sentence());
}

/// A failed pipe was the usual board, so that `count` printed 92.
#[test]
fn an_empty_input_is_no_board() {
    for arguments in [
        "count --board -",
        "puzzle --coloured --board -",
        "count --regions -",
        "count --weights -",
        "solve --size 2 --board -",
        "export --to dot --size 2 --order -",
        "export --picture -",
        "count --merge -",
        "lesson -",
        "play -",
        "-",
    ] {
        for input in ["", " \n"] {
            run_with_input(arguments, input).refusal(2);
        }
    }
    let sentence = "standard input: this is empty, not a board file";
    assert_eq!(run_with_input("count --board -", "").refusal(2), sentence);
}

#[test]
fn standard_input_is_read_once() {
    for (arguments, first, second) in [
        ("count --board - --regions -", "--board", "--regions"),
        ("count --regions - --weights -", "--regions", "--weights"),
        ("count --weights=- --board=-", "--board", "--weights"),
        ("inspect --board - --order -", "--order", "--board"),
        ("export --to dot --order - --weights -", "--order", "--weights"),
        ("export --picture - -", "BOARD", "BOARD"),
        ("--board - --weights -", "--board", "--weights"),
    ] {
        assert_eq!(
            run(arguments).refusal(2),
            format!("{second}: standard input is read for {first} already"),
            "{arguments}"
        );
    }
}

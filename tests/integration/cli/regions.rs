use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec;
use serde_json::json;

use super::{run, run_with_input};

const ASKED: &str = "--piece RF --rules rows,columns,regions";

#[test]
fn regions_come_from_a_file_or_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drawn.txt");
    let drawn = "aabb\naabb\nccdd\nccdd\n";
    fs::write(&path, drawn).unwrap();
    let from_file = format!("count {ASKED} --regions {}", path.display());
    // The quarters: b1 d2 a3 c4, and its reflection.
    assert_eq!(run(&from_file).answer(), "2\n");
    assert_eq!(run_with_input(&format!("count {ASKED} --regions -"), drawn).answer(), "2\n");
}

#[test]
fn a_file_that_draws_no_regions_is_refused_in_one_sentence_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drawn.txt");
    let brackets = "[".repeat(10 << 20);
    let cases: [(&[u8], &str); 7] = [
        (b"aabb\nabb\n", ":2: ragged regions: this row has 3 cells, the first one has 4"),
        (
            b"ab\n\na?\n",
            ":3: '?' in place 2 is no region (a letter, digit or coloured square; '.' is a hole)",
        ),
        (
            b"",
            ":1: no regions are drawn (a letter for each cell, one line a row, the top row first)",
        ),
        (b"ab\na\xff\n", ":2: this is not UTF-8 text"),
        (
            b"\x1b[2Jab",
            ":1: '\\u{1b}' in place 1 is no region (a letter, digit or coloured square; '.' is a hole)",
        ),
        (
            brackets.as_bytes(),
            ":1: '[' in place 1 is no region (a letter, digit or coloured square; '.' is a hole)",
        ),
        (&[b'a'; 1001], ":1: size '1x1001' is out of range"),
    ];
    for (bytes, expected) in cases {
        fs::write(&path, bytes).unwrap();
        let refused = run(&format!("count {ASKED} --regions {}", path.display()));
        let expected = format!("--regions: {}{expected}", path.display());
        assert!(refused.refusal(2).starts_with(&expected), "{}", refused.sentence());
    }
    let refused = run_with_input(&format!("count {ASKED} --regions -"), "ab\nabc");
    assert!(refused.refusal(2).starts_with("--regions: standard input:2: ragged"));
    let missing = run(&format!("count {ASKED} --regions {}", folder.path().display()));
    assert!(missing.refusal(2).contains("this is a directory"));
}

#[test]
fn regions_must_fit_and_be_there() {
    let refused = run_with_input(&format!("count --size 3 {ASKED} --regions -"), "ab\nab\n");
    assert_eq!(
        refused.refusal(2),
        "--size: 3×3 does not fit the regions, which are drawn for 2×2 cells"
    );
    assert_eq!(
        run("count --rules regions").refusal(2),
        "--rules: 'regions' is a rule, but no regions are drawn (--regions FILE)"
    );
}

#[test]
fn a_coloured_puzzle_is_a_board_file_the_same_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.toml");
    for arguments in
        ["--size 6 --seed 7", "--size 8 --seed 2 --piece king --rules rows=2,columns=2,regions=2"]
    {
        let text = run(&format!("puzzle --coloured {arguments}")).answer().to_owned();
        assert_eq!(run(&format!("puzzle --coloured {arguments}")).answer(), text);
        assert!(text.starts_with("# A puzzle with exactly one solution, made from seed "));
        assert!(text.ends_with("assist = \"attacks\"\n"));
        fs::write(&path, &text).unwrap();
        assert_eq!(run(&format!("count --board {}", path.display())).answer(), "1\n");
        // The regions of the board file already leave only one solution.
        let again = format!("puzzle --coloured --board {} --seed 9", path.display());
        assert_eq!(
            run(&again).answer().lines().skip(1).collect::<Vec<_>>(),
            text.lines().skip(1).collect::<Vec<_>>()
        );
        let json = run(&format!("puzzle --coloured {arguments} --json")).json();
        let drawn: Vec<String> =
            serde_json::from_value(json["problem"]["regions"].clone()).unwrap();
        assert!(text.contains(&drawn.join("\n")));
    }
}

/// Published puzzles have one solution. So a link is read correctly if the result has one solution.
#[test]
fn puzzles_of_the_site_have_one_solution() {
    for link in [
        "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk",
        "https://puzz.link/p?starbattle/10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u",
        "https://puzz.link/p?starbattle/10/10/2/l95las9vb5mmurbelo2m849c5gp068ci9029",
    ] {
        assert_eq!(run(&format!("count --board {link}")).answer(), "1\n");
    }
}

#[test]
fn a_puzzle_is_written_as_a_link_and_read_again() {
    for (arguments, rules) in [
        ("--size 7 --seed 3", "--piece RF --rules rows,columns,regions"),
        ("--size 8 --seed 2", "--piece king --rules rows=2,columns=2,regions=2"),
    ] {
        let arguments = format!("{arguments} {rules}");
        let link = run(&format!("puzzle --coloured {arguments} --link")).answer().to_owned();
        let link = link.trim();
        let json = run(&format!("puzzle --coloured {arguments} --link --json")).json();
        assert_eq!(json["link"], link);
        let read = run(&format!("solve --board {link} --json")).json();
        let own = run(&format!("solve --all --json --regions {link} {rules}")).json();
        assert_eq!(read["solutions"], own["solutions"]);
        assert_eq!(own["solutions"].as_array().unwrap().len(), 1);
    }
    assert_eq!(
        run("puzzle --seed 1 --link").refusal(2),
        "--link: a link needs regions; --coloured makes them"
    );
    assert_eq!(
        run("count --board https://puzz.link/p?slither/5/5/g").refusal(2),
        "the link: this link is no star battle of puzz.link and no drawing of penpa-edit"
    );
}

#[test]
fn a_coloured_puzzle_that_cannot_be_is_refused() {
    for size in ["2", "3"] {
        assert_eq!(
            run(&format!("puzzle --coloured --size {size}")).refusal(1),
            "no solution exists, so no puzzle; another size, piece or rule may have one"
        );
    }
    assert_eq!(
        run("puzzle --coloured --rules regions --piece knight --size 3 --seed 1").refusal(3),
        "no attempt found regions that leave exactly one solution; a smaller size, other rules or another \
         seed may have some"
    );
    assert_eq!(
        run("puzzle --coloured --rules rows").refusal(2),
        "--coloured: 'regions' is none of the rules (as in --rules rows,columns,regions)"
    );
    assert_eq!(
        run("puzzle --coloured --size 63").refusal(2),
        "--size: a colour-region puzzle has at most 62 regions"
    );
    assert_eq!(run("puzzle --coloured --timeout 0.000001").code(), 3);
    for option in ["--givens 3", "--regions -"] {
        let refused = run(&format!("puzzle --coloured {option}"));
        assert_eq!((refused.code(), refused.stdout()), (2, ""));
        assert!(refused.stderr().contains("cannot be used with"), "{}", refused.stderr());
    }
}

/// A link of penpa-edit to a drawing of 2×2 cells in two regions, with this title.
fn penpa(title: &str) -> String {
    // Cells are numbered in rows of eight, corners from 64 on: a line between the columns.
    let text = format!(
        "square,4,4,38,0,1,1,190,190,0,0,0,0,0,0,Title: {title},Author: ,,,OFF,false\n[1,1,1,1]\n{{}}\n\
         {{zN:{{}},zY:{{}},zE:{{\"91,99\":2,\"83,91\":2}}}}\n\n[27,1,7,1]\n"
    );
    let data = STANDARD.encode(compress_to_vec(text.as_bytes(), 9));
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}")
}

#[test]
fn links_of_penpa_edit_stand_where_a_board_does_and_what_they_do_not_say_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("linked");
    let rules_of = |board: &str, notes: &str| {
        let run = run(&format!("domains --json --board {board}"));
        assert_eq!((run.code(), run.stderr()), (0, notes));
        run.json()["problem"]["rules"].clone()
    };
    let two = penpa("2 stars");
    assert_eq!(rules_of(&two, ""), json!(["rows=2", "columns=2", "regions=2"]));
    fs::write(&file, &two).unwrap();
    let named = file.display().to_string();
    assert_eq!(rules_of(&named, ""), json!(["rows=2", "columns=2", "regions=2"]));
    let unsaid = penpa("Saturday");
    let assumed = "note: the link does not say how many stars are in each row, column and region: one is \
                   assumed (--rules rows=2,columns=2,regions=2 for two)\n";
    assert_eq!(rules_of(&unsaid, assumed), json!(["rows=1", "columns=1", "regions=1"]));
    let asked = format!("{unsaid} --rules rows=2,columns=2,regions=2");
    assert_eq!(rules_of(&asked, ""), json!(["rows=2", "columns=2", "regions=2"]));
    assert_eq!(run(&format!("count --regions {unsaid} {ASKED}")).answer(), "0\n");
    let puzzle = run(&format!("puzzle --coloured --board {unsaid}"));
    assert_eq!(puzzle.stderr().lines().next(), Some(assumed.trim()));
}

/// A link without the excluded cells would have more solutions.
#[test]
fn a_link_does_not_lose_cells_that_are_excluded() {
    let drawn = "aabbb\naabbc\nddccc\nddeec\ndeeec\n";
    let puzzle = "puzzle --regions - --piece RF --rules rows,columns,regions --exclude c1,d1,e1";
    assert!(run_with_input(puzzle, drawn).answer().contains("excluded = "));
    let refused = run_with_input(&format!("{puzzle} --link"), drawn);
    assert_eq!(refused.refusal(2), "--link: a link cannot say which cells are excluded");
}

//! The tables of `count`: for several sizes, by number of pieces, by symmetry, and in formats for other programs.

use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::run;

#[test]
fn lists_and_rectangles_can_be_mixed() {
    let csv = |sizes: &str| run(&format!("count --sizes {sizes} --csv")).answer().to_owned();
    assert_eq!(csv("4,8,12"), "size,solutions\n4,2\n8,92\n12,14200\n");
    assert_eq!(csv("3x3..6x6"), "size,solutions\n3x3,0\n4x4,2\n5x5,10\n6x6,4\n");
    assert_eq!(csv("8,5x6,4..5"), "size,solutions\n8,92\n5x6,40\n4,2\n5,10\n");
    assert_eq!(csv("2x4..4x6 --piece rook"), "size,solutions\n2x4,12\n3x5,60\n4x6,360\n");
    let json = run("count --sizes 4,5x6 --json").json();
    assert_eq!((&json["sizes"][0]["size"], &json["sizes"][1]["size"]), (&4.into(), &"5x6".into()));
}

#[test]
fn a_table_says_which_rules_it_counts() {
    let json = run("count --sizes 3,4 --rules dominate,pieces=3 --no-board-rule --json").json();
    let problem = &json["problem"];
    assert_eq!(problem["rules"], serde_json::json!(["pieces=3", "dominate"]));
    assert_eq!((&problem["piece"], &problem["board_rule"]), (&"queen".into(), &false.into()));
    assert!(problem["rows"].is_null(), "each line has a size of its own");
}

#[test]
fn one_size_is_a_table_too() {
    assert_eq!(run("count --csv").answer(), "size,solutions\n8,92\n");
    assert_eq!(run("count --size 5x6 --csv").answer(), "size,solutions\n5x6,40\n");
    assert_eq!(run("count --bfile --up-to-symmetry").stdout(), "8 12\n");
    // Decisions are part of the problem.
    assert_eq!(run("count --place b4,d5 --csv").answer(), "size,solutions\n8,2\n");
}

/// Numbers of ways to place non-attacking queens, by number of pieces.
const QUEENS: [&[u32]; 8] = [
    &[1, 1],
    &[1, 4],
    &[1, 9, 8],
    &[1, 16, 44, 24, 2],
    &[1, 25, 140, 204, 82, 10],
    &[1, 36, 340, 1_024, 982, 248, 4],
    &[1, 49, 700, 3_628, 7_002, 4_618, 832, 40],
    &[1, 64, 1_288, 10_320, 34_568, 46_736, 22_708, 3_192, 92],
];

#[test]
fn queens_by_pieces_are_known() {
    let table = run("count --sizes 1..8 --rules none --by-pieces --csv");
    let mut expected = String::from("size,pieces,solutions\n");
    for (size, row) in (1..).zip(QUEENS) {
        for (pieces, solutions) in row.iter().enumerate() {
            writeln!(expected, "{size},{pieces},{solutions}").unwrap();
        }
    }
    assert_eq!(table.answer(), expected);

    let text = run("count --rules none --by-pieces");
    let lines: Vec<&str> = text.answer().lines().collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["pieces", "solutions"]);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{lines:?}");
    let expected: Vec<String> =
        QUEENS[7].iter().enumerate().map(|(pieces, number)| format!("{pieces} {number}")).collect();
    let rows = lines[1..].iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    assert_eq!(rows.collect::<Vec<_>>(), expected);
    // In a b-file, the index is the number of pieces and the value is the number of solutions.
    assert_eq!(run("count --rules none --by-pieces --bfile").answer(), expected.join("\n") + "\n");

    let json = run("count --rules none --by-pieces --json").json();
    assert_eq!(json["solutions"], QUEENS[7].iter().sum::<u32>().to_string());
    for (pieces, part) in json["pieces"].as_array().unwrap().iter().enumerate() {
        assert_eq!(part["pieces"], pieces);
        assert_eq!(part["solutions"], QUEENS[7][pieces].to_string());
    }
    let several = run("count --sizes 3,4 --rules none --by-pieces --json").json();
    assert_eq!(
        (
            &several["sizes"][1]["solutions"],
            several["sizes"][1]["pieces"].as_array().unwrap().len()
        ),
        (&"87".into(), 5)
    );
}

/// The independence numbers: maximum number of pieces, and number of ways to place them.
#[test]
fn the_most_pieces_are_known() {
    for (problem, fewest, most) in [
        ("--size 8 --piece king", "8,0,1", "8,16,281571"),
        ("--size 6 --piece knight", "6,0,1", "6,18,2"),
        ("--size 8 --piece bishop", "8,0,1", "8,14,256"),
        ("--size 8 --piece rook", "8,0,1", "8,8,40320"),
        ("--size 6 --piece knight --rules rows=1", "6,6,4898", "6,6,4898"),
        ("--size 4 --place a1", "4,1,1", "4,3,4"),
    ] {
        let rules = if problem.contains("--rules") { "" } else { "--rules none" };
        let table = run(&format!("count {problem} {rules} --by-pieces --csv"));
        let lines: Vec<&str> = table.answer().lines().skip(1).collect();
        assert_eq!((lines[0], lines[lines.len() - 1]), (fewest, most), "{problem}");
    }
}

/// The domination numbers: minimum number of queens that cover the board, and number of ways to place them.
#[test]
fn the_fewest_pieces_are_known() {
    for (size, fewest) in [(4, "4,2,12"), (5, "5,3,186"), (6, "6,3,4")] {
        let rules = "--rules dominate --no-board-rule --by-pieces --csv";
        let table = run(&format!("count --size {size} {rules}"));
        assert_eq!(table.answer().lines().nth(1), Some(fewest));
    }
}

#[test]
fn where_the_rules_fix_the_pieces_there_is_one_line() {
    for engine in ["bdd", "count"] {
        let table = run(&format!("count --size 6 --by-pieces --csv --engine {engine}"));
        assert_eq!(table.answer(), "size,pieces,solutions\n6,6,4\n");
        let none = run(&format!("count --sizes 3 --by-pieces --csv --engine {engine}"));
        assert_eq!(none.answer(), "size,pieces,solutions\n3,0,0\n");
    }
    let refused = run("count --by-pieces --rules none --engine count").refusal(2).to_owned();
    assert!(refused.contains("the engine 'bdd' counts other rules"), "{refused}");
    assert_eq!(
        run("count --by-pieces --engine estimate").refusal(2),
        "--engine: 'estimate' does not answer count --by-pieces: bdd and count do"
    );
}

#[test]
fn by_pieces_up_to_symmetry() {
    // Ways to place queens on 3×3, counted by hand.
    let table = run("count --size 3 --rules none --by-pieces --up-to-symmetry --csv");
    assert_eq!(table.answer(), "size,pieces,solutions,classes\n3,0,1,1\n3,1,9,3\n3,2,8,1\n");
    let sum = run("count --sizes 5 --piece knight --rules none --by-pieces --up-to-symmetry --csv");
    let classes: u32 = sum
        .answer()
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap().parse::<u32>().unwrap())
        .sum();
    let whole = run("count --size 5 --piece knight --rules none --up-to-symmetry");
    assert_eq!(whole.answer(), format!("{classes}\n"));
}

#[test]
fn the_symmetries_of_eight_queens() {
    let csv = run("count --symmetric --csv");
    let lines: Vec<&str> = csv.answer().lines().collect();
    assert_eq!(
        lines[..5],
        [
            "size,symmetry,solutions",
            "8,none,88",
            "8,straight mirror,0",
            "8,diagonal mirror,0",
            "8,half turn,4",
        ]
    );
    assert_eq!(lines.len(), 9);
    // 88 solutions in classes of eight, and 4 solutions in a class of four.
    let classes = run("count --symmetric --up-to-symmetry --csv");
    assert!(
        classes.answer().contains("\n8,none,88,11\n")
            && classes.answer().contains("\n8,half turn,4,1\n")
    );
    let json = run("count --symmetric --json").json();
    assert_eq!(json["solutions"], "92");
    assert_eq!(
        (&json["symmetric"][3]["symmetry"], &json["symmetric"][3]["solutions"]),
        (&"half turn".into(), &"4".into())
    );
    let text = run("count --symmetric");
    let lengths: Vec<usize> = text.answer().lines().map(str::len).collect();
    assert!(lengths.iter().all(|&length| length == lengths[0]), "{lengths:?}");
    // A rectangle has no diagonal mirror, and decisions may leave no symmetry at all.
    let of = |problem: &str| {
        run(&format!("count --symmetric --csv {problem}"))
            .answer()
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(1).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("--size 5x6"), ["none", "straight mirror", "half turn", "both straight mirrors"]);
    assert_eq!(of("--place b1"), ["none"]);
    assert_eq!(of("--place a1"), ["none", "diagonal mirror"]);
}

#[test]
fn a_b_file_has_an_index_and_a_value() {
    assert_eq!(run("count --sizes 4..8 --bfile").answer(), "4 2\n5 10\n6 4\n7 40\n8 92\n");
    let rectangle = run("count --size 2x3 --rules none --by-pieces --bfile");
    assert_eq!(rectangle.answer(), "0 1\n1 6\n2 2\n");
    assert_eq!(run("count --sizes 3x3..5x5 --bfile").answer(), "3 0\n4 2\n5 10\n");
    let classes = run("count --sizes 7..8 --bfile --up-to-symmetry");
    assert_eq!((classes.code(), classes.stdout()), (0, "7 6\n8 12\n"));
    assert_eq!(classes.stderr(), "note: the values are classes up to symmetry, not solutions\n");
    let gap = run("count --sizes 4,8 --bfile");
    assert_eq!((gap.code(), gap.stdout()), (0, "4 2\n8 92\n"));
    assert_eq!(
        gap.stderr(),
        "note: the indices of a b-file follow each other, but here 8 follows 4\n"
    );
}

/// Rows of A193580 from the OEIS: ways to place non-attacking kings, by size and number of pieces.
const KINGS: [&[u32]; 4] = [&[1, 1], &[1, 4], &[1, 9, 16, 8, 1], &[1, 16, 78, 140, 79]];

#[test]
fn a_triangle_is_read_by_rows() {
    let triangle = "--piece king --rules none --by-pieces --bfile";
    let listed =
        |sizes: &str| run(&format!("count --sizes {sizes} {triangle}")).stdout().to_owned();
    let numbered = |first: usize, rows: &[&[u32]]| {
        let values = (first..).zip(rows.concat());
        values.map(|(index, value)| format!("{index} {value}\n")).collect::<Vec<_>>().concat()
    };
    assert_eq!(listed("1..4"), numbered(1, &KINGS));
    assert_eq!(listed("3..4"), numbered(3, &KINGS[2..]));
    let told = run(&format!("count --sizes 1..2 {triangle}"));
    assert!(told.stderr().starts_with("note: a triangle read by rows"), "{}", told.stderr());
    // After a row that is missing, the indices are not known.
    let cut = run(&format!("count --sizes 2,40,3 {triangle} --timeout 0.2"));
    assert_eq!((cut.code(), cut.stdout()), (3, "2 1\n3 4\n"));
    assert!(cut.stderr().ends_with("not counted: 40, 3\n"), "{}", cut.stderr());
}

/// A201513 and A201540 of the OEIS: n non-attacking kings and knights on n by n squares.
#[test]
fn as_many_pieces_as_rows_are_known() {
    for (piece, known) in [
        ("king", "1 1\n2 0\n3 8\n4 79\n5 1974\n6 62266\n"),
        ("knight", "1 1\n2 6\n3 36\n4 412\n5 9386\n6 257318\n"),
    ] {
        let table = run(&format!("count --sizes 1..6 --piece {piece} --rules pieces=n --bfile"));
        assert_eq!(table.answer(), known);
    }
    assert_eq!(run("count --size 2x3 --piece king --rules pieces=n").answer(), "4\n");
    let json = run("count --sizes 4,3 --piece king --rules pieces=n,columns --json").json();
    assert_eq!(json["problem"]["rules"], serde_json::json!(["columns", "pieces=n"]));
    let json = run("count --size 4 --piece king --rules pieces=n --json").json();
    assert_eq!(json["problem"]["rules"], serde_json::json!(["pieces=4"]));
    assert!(run("count --rules rows=n").refusal(2).contains("needs a whole number"));
}

#[test]
fn what_makes_no_table_is_refused() {
    for (options, start) in [
        ("--sizes 3x3..6x7", "--sizes: '3x3..6x7' does not grow evenly"),
        ("--sizes 5..4", "--sizes: '5..4' is no range of sizes"),
        (
            "--sizes 0..4",
            "--sizes: '0..4' is no range of sizes (A..B from 1 to 1000, as in '1..12'",
        ),
        ("--sizes 4,5,4", "--sizes: size 4 is named twice in '4,5,4'"),
        ("--sizes 4,queen", "--sizes: 'queen' is not a size"),
        ("--sizes 4,1001", "--sizes: size '1001' is out of range"),
        ("--sizes 6..9 --place i9", "--place: i9 is off the 6×6 grid"),
        ("--sizes 9,2x20 --place i9", "--place: i9 is off the 2×20 grid"),
        ("--csv --json", "--csv: it is a format of its own; leave out --json"),
        ("--bfile --json", "--bfile: it is a format of its own; leave out --json"),
        (
            "--bfile --symmetric",
            "--bfile: an index has one value, but --symmetric counts several kinds",
        ),
        (
            "--bfile --sizes 4,4x5",
            "--bfile: 4x5 is no index, which is the side of a square; use --csv",
        ),
        ("--bfile --size 4x5", "--bfile: 4x5 is no index"),
    ] {
        let run = run(&format!("count {options}"));
        assert!(run.refusal(2).starts_with(start), "{options}: {}", run.stderr());
    }
    for options in [
        "--bfile --csv",
        "--by-pieces --symmetric",
        "--size 4 --sizes 4..5",
        "--csv --estimate",
        "--symmetric --estimate",
    ] {
        let run = run(&format!("count {options}"));
        assert!(run.refusal(2).contains(" cannot be used with --"), "{options}: {}", run.stderr());
    }
}

#[test]
fn a_table_of_sizes() {
    let table = run("count --sizes 4..12 --piece amazon");
    let rows: Vec<Vec<&str>> =
        table.answer().lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["size", "solutions", "time"]);
    let known = [(4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 4), (11, 44), (12, 156)];
    assert_eq!(rows.len(), 1 + known.len());
    for (row, (size, solutions)) in rows[1..].iter().zip(known) {
        assert_eq!(row[..2], [size.to_string(), solutions.to_string()]);
        assert!(row[2].parse::<f64>().is_ok() && row[3] == "ms");
    }
    let lengths: Vec<usize> = table.stdout().lines().map(str::len).collect();
    assert!(lengths.iter().all(|&length| length == lengths[0]), "{lengths:?}");

    let json = run("count --sizes 7..8 --up-to-symmetry --json").json();
    assert_eq!((&json["problem"]["piece"], &json["exact"]), (&"queen".into(), &true.into()));
    assert_eq!(json["up_to_symmetry"], true);
    let rows = json["sizes"].as_array().unwrap();
    assert_eq!((&rows[0]["size"], &rows[0]["solutions"]), (&7.into(), &"6".into()));
    assert_eq!((&rows[1]["size"], &rows[1]["solutions"]), (&8.into(), &"12".into()));
    assert!(rows[1]["elapsed_ms"].is_number() && rows[1]["engine"] == "bdd");
}

#[test]
fn regions_are_read_once_for_a_table() {
    let mut command = assert_cmd::Command::cargo_bin("configurator").unwrap();
    let arguments = "count --sizes 4 --regions - --rules rows,regions";
    command.args(arguments.split(' ')).write_stdin("aabb\naabb\nccdd\nccdd\n");
    let output = command.output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(table.lines().nth(1).unwrap().split_whitespace().nth(1), Some("2"), "{table}");

    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("table-regions.txt");
    std::fs::write(&file, "aabb\naabb\nccdd\nccdd\n").unwrap();
    let idle = run(&format!("count --sizes 4..4 --regions {}", file.display()));
    assert_eq!(idle.stderr().matches("note: ").count(), 1, "{}", idle.stderr());
    let other = run(&format!("count --sizes 3..5 --rules regions --regions {}", file.display()));
    assert_eq!(
        other.refusal(2),
        "--sizes: 5×5 does not fit the regions, which are drawn for 4×4 cells"
    );
}

#[test]
fn each_size_has_its_own_budget_and_the_others_go_on() {
    let sentence = "the time budget of 0.5 s ended; not counted: 30";
    let ended = run("count --sizes 6,30,8 --timeout 0.5");
    assert_eq!((ended.code(), ended.sentence()), (3, sentence));
    let rows: Vec<Vec<&str>> = ended
        .stdout()
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().take(3).collect())
        .collect();
    assert_eq!((&rows[0][..2], &rows[2][..2]), (&["6", "4"][..], &["8", "92"][..]));
    assert_eq!(rows[1], ["30", "?", "the"]);
    let json = run("count --sizes 6,30,8 --timeout 0.5 --json");
    assert_eq!((json.code(), json.sentence()), (3, sentence));
    let json = json.json();
    assert_eq!((&json["exact"], &json["interrupted"]), (&false.into(), &sentence.into()));
    assert_eq!(json["sizes"][1]["solutions"], serde_json::Value::Null);
    assert!(json["sizes"][1]["interrupted"].as_str().unwrap().starts_with("the time budget"));
    assert_eq!(json["sizes"][2]["solutions"], "92");
    for (options, line) in [
        ("", "30,"),
        ("--up-to-symmetry", "30,,"),
        ("--by-pieces", "30,,"),
        ("--symmetric --up-to-symmetry", "30,,,"),
    ] {
        let ended = run(&format!("count --sizes 30,4 --timeout 0.2 --csv {options}"));
        assert_eq!(ended.code(), 3);
        assert_eq!(ended.stdout().lines().nth(1), Some(line), "{options}");
        assert!(ended.stdout().lines().nth(2).unwrap().starts_with("4,"), "{options}");
    }
    // A b-file has no line for an index without a value.
    assert_eq!(run("count --sizes 30,4 --timeout 0.2 --bfile").stdout(), "4 2\n");
    let memory = run("count --sizes 4,10 --piece knight --memory 1MB --csv");
    assert_eq!((memory.code(), memory.stdout()), (3, "size,solutions\n4,315\n10,\n"));
    assert!(
        memory.sentence().starts_with("the memory budget of 1.0 MB ended; not counted: 10"),
        "{}",
        memory.stderr()
    );
}

/// Each line is printed as soon as it is known, even if stdout is not a terminal.
#[test]
fn lines_come_one_by_one() {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("configurator"));
    command.args(["count", "--sizes", "4,8,30", "--csv"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Vec<String> = lines.by_ref().take(3).map(Result::unwrap).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(first, ["size,solutions", "4,2", "8,92"]);
}

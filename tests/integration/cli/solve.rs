use std::collections::BTreeSet;

use configurator::geometry::{Attacks, Cell, Grid};

use super::run;

/// Parses the cells of a `--format cells` line.
fn cells(line: &str) -> Vec<Cell> {
    line.split(' ').map(|name| name.parse().unwrap()).collect()
}

/// Parses the columns of a `--format list` line.
fn columns(line: &str) -> Vec<u16> {
    let inner = line.strip_prefix('[').unwrap().strip_suffix(']').unwrap();
    inner.split(',').map(|column| column.parse().unwrap()).collect()
}

/// True if queens in these columns, row by row from the bottom, do not attack each other. Independent of
/// the library.
fn peaceful(columns: &[u16]) -> bool {
    let queens: Vec<(i32, i32)> = (0..).zip(columns.iter().map(|&column| column.into())).collect();
    queens.iter().all(|&(row, column)| {
        queens.iter().all(|&(other, another)| {
            row == other || column != another && (row - other).abs() != (column - another).abs()
        })
    })
}

#[test]
fn the_first_solution_is_drawn_by_default() {
    let board = "\
8 . . . Q . . . .
7 . Q . . . . . .
6 . . . . . . Q .
5 . . Q . . . . .
4 . . . . . Q . .
3 . . . . . . . Q
2 . . . . Q . . .
1 Q . . . . . . .
  a b c d e f g h
";
    assert_eq!(run("solve").answer(), board);
    assert_eq!(run("solve --format board --limit 1").answer(), board);
}

#[test]
fn boards_show_holes_and_stand_apart() {
    let boards = [
        "2 Q . . .\n1 . # Q .\n  a b c d\n",
        "2 Q . . .\n1 . # . Q\n  a b c d\n",
        "2 . Q . .\n1 . # . Q\n  a b c d\n",
        "2 . . Q .\n1 Q # . .\n  a b c d\n",
        "2 . . . Q\n1 Q # . .\n  a b c d\n",
    ];
    let run = run("solve --size 2x4 --holes b1 --all");
    let mut drawn = BTreeSet::new();
    for (number, board) in (1..).zip(run.answer().split("\n\n")) {
        let board = board.strip_prefix(&format!("solution {number}\n")).unwrap();
        drawn.insert(board.trim_end().to_owned() + "\n");
    }
    assert_eq!(drawn, boards.map(str::to_owned).into());
}

#[test]
fn several_boards_are_numbered_and_timed() {
    let headings = |options: &str| {
        let run = run(&format!("solve --size 4 {options}"));
        let lines = run.answer().lines().filter(|line| line.contains("solution"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(headings("--all"), ["solution 1", "solution 2"]);
    assert_eq!(headings("--limit 2"), ["solution 1", "solution 2"]);
    assert_eq!(headings("--limit 1"), [""; 0]);
    for engine in ["bdd", "search"] {
        let run = run(&format!("solve --size 4 --all --stats --engine {engine}"));
        let time = |number: u32| {
            let begin = format!("solution {number}, after ");
            let line = run.stdout().lines().find_map(|line| line.strip_prefix(&begin)).unwrap();
            line.strip_suffix(" ms").unwrap().parse::<f64>().unwrap()
        };
        assert!(time(1) <= time(2), "{}", run.stdout());
    }
    // Without `--stats`, lines have nothing but the solution.
    let lines = run("solve --size 4 --all --format list");
    assert_eq!(lines.answer(), "[2,4,1,3]\n[3,1,4,2]\n");
    assert_eq!(run("solve --size 4 --all --format cells").answer(), "b1 d2 a3 c4\nc1 a2 d3 b4\n");
    let json = run("solve --size 4 --all --stats --json").json();
    assert_eq!(json["statistics"]["found_ms"].as_array().unwrap().len(), 2);
    assert!(run("solve --size 4 --all --json").json()["statistics"].get("found_ms").is_none());
}

#[test]
fn pieces_of_chess_have_their_own_letters() {
    let knights = run("solve --size 2x3 --piece knight --place a1,b1,b2 --exclude c1,a2,c2");
    assert_eq!(knights.answer(), "2 . N .\n1 N N .\n  a b c\n");
}

#[test]
fn labels_of_a_wide_board_line_up() {
    let run = run("solve --size 1x28 --place ab1");
    let lines: Vec<&str> = run.answer().lines().collect();
    assert!(lines[0].starts_with("1  .  .") && lines[0].ends_with("  Q"));
    assert!(lines[1].starts_with("   a  b") && lines[1].ends_with(" aa ab"));
    assert_eq!(lines[0].len(), lines[1].len());
}

#[test]
fn all_solutions_as_lists() {
    let run = run("solve --size 8 --all --format list");
    let lines: Vec<&str> = run.answer().lines().collect();
    assert_eq!(lines[0], "[1,5,8,6,3,7,2,4]");
    assert_eq!(lines.len(), 92);
    assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), 92);
    for line in lines {
        let columns = columns(line);
        assert_eq!(columns.len(), 8);
        assert!(
            columns.iter().all(|column| (1..=8).contains(column)) && peaceful(&columns),
            "{line}"
        );
    }
}

#[test]
fn a_list_needs_one_piece_in_each_row() {
    let refusal = run("solve --size 3 --piece knight --format list");
    assert_eq!(
        refusal.refusal(2),
        "--format: 'list' needs one piece in each row, but row 1 has several pieces; use --format \
         cells"
    );
    let refusal = run("solve --size 3x2 --piece rook --rules columns --format list");
    assert!(refusal.refusal(2).contains("row 3 has no piece; use --format cells"));
}

#[test]
fn cells_are_named_in_row_major_order() {
    assert_eq!(run("solve --format cells").answer(), "a1 e2 h3 f4 c5 g6 b7 d8\n");
    let all = run("solve --size 4 --piece knight --rules rows=2 --torus --all --format cells");
    let grid = Grid::new("4".parse().unwrap()).with_torus(true);
    let attacks = Attacks::new(&"knight".parse().unwrap(), &grid);
    let mut seen = BTreeSet::new();
    for line in all.answer().lines() {
        let cells = cells(line);
        assert!(cells.is_sorted(), "{line}");
        assert!(seen.insert(cells.clone()), "{line} twice");
        for row in 0..4 {
            assert_eq!(cells.iter().filter(|cell| cell.row() == row).count(), 2, "{line}");
        }
        assert!(
            cells.iter().all(|&a| cells.iter().all(|&b| !attacks.exclude_each_other(a, b))),
            "{line}"
        );
    }
    let count = run("count --size 4 --piece knight --rules rows=2 --torus");
    assert_eq!(format!("{}\n", seen.len()), count.answer());
}

#[test]
fn a_limit_ends_the_list() {
    assert_eq!(run("solve --limit 3 --format list").answer().lines().count(), 3);
    assert_eq!(run("solve --limit 1000 --format list").answer().lines().count(), 92);
    let limit = |text| run(&format!("solve --limit {text}")).refusal(2).to_owned();
    for text in ["0", "-1", "x", "1.5"] {
        let expected =
            format!("--limit: '{text}' is not a number of solutions (a whole number from 1 to ");
        assert!(limit(text).starts_with(&expected), "{}", limit(text));
    }
}

#[test]
fn decisions_are_kept() {
    let run = run("solve --place b4,d5 --all --format cells");
    let lines: Vec<&str> = run.answer().lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line.contains("b4") && line.contains("d5")));
}

#[test]
fn no_solution_is_an_exit_code_of_its_own() {
    assert_eq!(run("solve --size 3").refusal(1), "no solution exists; 'explain' says why");
    assert_eq!(run("solve --place a1,b2").refusal(1), "no solution exists; 'explain' says why");
    let none = run("solve --size 3 --json");
    assert_eq!((none.code(), none.sentence()), (1, "no solution exists; 'explain' says why"));
    let json = none.json();
    assert_eq!(json["solutions"], serde_json::json!([]));
    assert_eq!(json["complete"], true);
}

#[test]
fn one_of_each_class() {
    let amazons = run("solve --size 10 --piece amazon --all --up-to-symmetry --format list");
    assert_eq!(amazons.answer().lines().count(), 1);
    assert_eq!(
        amazons.answer(),
        run("solve --size 10 --piece amazon --format list").answer(),
        "the first solution comes first in its class"
    );
    let queens = run("solve --all --up-to-symmetry --format list");
    let lines: Vec<&str> = queens.answer().lines().collect();
    assert_eq!((lines.len(), lines[0]), (12, "[1,5,8,6,3,7,2,4]"));
    let four = run("solve --limit 4 --up-to-symmetry --format list");
    assert_eq!(four.answer().lines().collect::<Vec<_>>(), lines[..4]);
    let complete = |arguments: &str| run(arguments).json()["complete"].clone();
    assert_eq!(complete("solve --limit 12 --up-to-symmetry --json"), true);
    assert_eq!(complete("solve --limit 11 --up-to-symmetry --json"), false);
    assert_eq!(
        run("solve --size 3 --up-to-symmetry").refusal(1),
        "no solution exists; 'explain' says why"
    );
    // There are too many solutions to find out whether another class is left.
    let knights = run("solve --size 7 --piece knight --rules pieces=20 --up-to-symmetry --json");
    assert_eq!((knights.code(), &knights.json()["complete"]), (0, &false.into()));
}

#[test]
fn random_solutions() {
    let draw = |options: &str| {
        let drawn = run(&format!("solve --random --format list {options}"));
        let lines: Vec<String> = drawn.answer().lines().map(str::to_owned).collect();
        assert!(lines.iter().all(|line| peaceful(&columns(line))), "{lines:?}");
        lines
    };
    assert_eq!(draw("").len(), 1);
    assert_eq!(draw("--seed 7 --limit 20"), draw("--seed 7 --limit 20"));
    assert_eq!(draw("--seed 7 --limit 20")[..5], draw("--seed 7 --limit 5"));
    assert_ne!(draw("--seed 7 --limit 20"), draw("--seed 8 --limit 20"));
    assert_ne!(draw("--limit 20"), draw("--limit 20"));
    // Draws are with replacement: there are only two solutions.
    assert_eq!(draw("--size 4 --limit 20").len(), 20);

    let json = run("solve --random --limit 3 --json").json();
    let seed = json["statistics"]["seed"].as_str().unwrap().to_owned();
    assert_eq!(json["complete"], false);
    let again = run(&format!("solve --random --limit 3 --json --seed {seed}")).json();
    assert_eq!(json["solutions"], again["solutions"]);
    // The seed exceeds the exact integers of many JSON readers, so it is a string.
    let largest = run(&format!("solve --random --json --seed {}", u64::MAX)).json();
    assert_eq!(largest["statistics"]["seed"], u64::MAX.to_string());
    assert!(run("solve --json").json()["statistics"].get("seed").is_none());
    assert_eq!(run("solve --size 3 --random").refusal(1), "no solution exists; 'explain' says why");
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    for (options, sentence) in [
        (
            "--random --up-to-symmetry",
            "--random draws from all solutions, not one of each class: leave out --up-to-symmetry",
        ),
        ("--random --all", "--random has no end: give --limit in place of --all"),
        ("--seed 1", "--seed is for random solutions: give --random too"),
        (
            "--random --seed x",
            "--seed: 'x' is not a seed (a whole number from 0 to 18446744073709551615)",
        ),
        (
            "--random --seed -1",
            "--seed: '-1' is not a seed (a whole number from 0 to 18446744073709551615)",
        ),
    ] {
        assert_eq!(run(&format!("solve {options}")).refusal(2), sentence);
    }
}

#[test]
fn json() {
    let one = run("solve --json");
    assert_eq!(one.answer().len(), one.stdout().len());
    let json = one.json();
    let first = serde_json::json!([["a1", "e2", "h3", "f4", "c5", "g6", "b7", "d8"]]);
    assert_eq!(json["solutions"], first);
    assert_eq!(json["complete"], false);
    assert_eq!(json["statistics"]["engine"], "bdd");
    assert_eq!(json["statistics"]["printed"], 1);

    let all = run("solve --json --all").json();
    assert_eq!(all["solutions"].as_array().unwrap().len(), 92);
    assert_eq!(all["complete"], true);
    assert_eq!(run("solve --json --limit 92").json()["complete"], true);
    assert_eq!(run("solve --json --limit 91").json()["complete"], false);
    assert!(run("solve --json --format list").refusal(2).starts_with("--format is for plain text"));
}

#[test]
fn json_says_when_a_budget_ended() {
    let run = run("solve --size 16 --engine bdd --memory 1MB --json");
    assert_eq!(run.code(), 3);
    let json = run.json();
    assert_eq!(json["solutions"], serde_json::json!([]));
    assert_eq!(json["complete"], false);
    assert_eq!(json["statistics"]["interrupted"], run.sentence());
}

#[test]
fn statistics_go_to_stderr() {
    let run = run("solve --size 4 --all --stats --format list");
    assert!(run.stdout().starts_with("[2,4,1,3]  solution 1, after "));
    let lines: Vec<&str> = run.stderr().lines().collect();
    assert!(lines[1].starts_with("  wall time: 0.0") && lines[1].ends_with(" s"), "{lines:?}");
    let others = [lines[0], lines[2], lines[3], lines[4]];
    let expected = [
        "Statistics",
        "  solutions found: 2 (all there are)",
        "  engine: bdd",
        "  diagram: 31 nodes",
    ];
    assert_eq!(others, expected);
}

/// The lines of a run, with each time replaced by `T`.
fn untimed(text: &str) -> Vec<String> {
    let untimed = |line: &str| {
        let (before, time) =
            line.rsplit_once(' ').filter(|(_, unit)| *unit == "s")?.0.rsplit_once(' ')?;
        let (whole, part) = time.split_once('.')?;
        let is_time = [whole, part].iter().all(|part| part.parse::<u32>().is_ok());
        (is_time && part.len() == 3).then(|| format!("{before} T s"))
    };
    text.lines().map(|line| untimed(line).unwrap_or_else(|| line.to_owned())).collect()
}

/// The solution printer of OR-Tools' chapter on n queens, which draws its j-th variable as the j-th column.
#[test]
fn solutions_are_printed_as_tutorials_of_constraint_solvers_do() {
    let searched =
        run("solve 4 --all --format printer --labeling leftmost --values min --propagation bounds");
    let solutions = [
        "Solution 0, time = T s",
        "_ _ Q _",
        "Q _ _ _",
        "_ _ _ Q",
        "_ Q _ _",
        "",
        "Solution 1, time = T s",
        "_ Q _ _",
        "_ _ _ Q",
        "Q _ _ _",
        "_ _ Q _",
        "",
        "Statistics",
    ];
    let statistics =
        ["  failures: 4", "  branches: 10", "  wall time: T s", "  solutions found: 2"];
    assert_eq!(untimed(searched.answer()), [&solutions[..], &statistics].concat());

    let by_default = untimed(run("solve 4 --all --format printer").answer());
    assert_eq!(by_default, [&solutions[..], &statistics[2..]].concat());

    let by_sat = untimed(run("solve 4 --format printer --engine sat").answer());
    let names: Vec<_> = by_sat[7..].iter().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(names, ["  conflicts", "  branches", "  wall time", "  solutions found"]);

    let hopeless = run("solve 3 --format printer");
    assert_eq!(hopeless.code(), 1);
    assert_eq!(
        untimed(hopeless.stdout()),
        ["Statistics", "  wall time: T s", "  solutions found: 0"]
    );

    let full = untimed(run("solve 4 --all --format printer --stats").answer());
    assert_eq!(
        full[15..],
        ["  solutions found: 2 (all there are)", "  engine: bdd", "  diagram: 31 nodes"][1..]
    );
    let best = untimed(run("solve 4 --rules none --most --format printer").answer());
    assert_eq!((best[0].as_str(), best.len()), ("Solution 0, time = T s", 6));
    // Rows are columns of the picture.
    let wide =
        untimed(run("solve --size 2x3 --piece rook --place c1,a2 --format printer").answer());
    assert_eq!(wide[1..4], ["_ Q", "_ _", "Q _"]);
}

//! Diagrams of other programs: `inspect FILE`, `judge` and `view`. `tests/fixtures/diagrams/make.py` has made the files, except those of
//! OxiDD, which it describes.

use std::fs;

use super::run;

const FOLDER: &str = "tests/fixtures/diagrams";

/// The numbers of solutions are those that dd has counted, or that are known of queens. The numbers of nodes with complement
/// edges are those in the files of CUDD.
#[test]
fn diagrams_of_other_programs_are_counted() {
    for (name, solutions, complement_nodes, size) in [
        ("cudd4-rows.dddmp", "2", 30, Some("4×4")),
        ("cudd5-columns.dddmp", "10", 167, Some("5×5")),
        ("cudd6-random.dddmp", "4", 134, Some("6×6")),
        ("cudd-reordered.dddmp", "40", 4, None),
        ("autoref4-random.json", "2", 28, Some("4×4")),
        ("autoref5-columns.json", "10", 167, Some("5×5")),
        ("autoref-named.json", "24", 4, None),
        ("oxidd6-complement.dddmp", "4", 130, Some("6×6")),
        ("oxidd6.dddmp", "4", 130, Some("6×6")),
    ] {
        // Without complement edges, 131 nodes.
        let is_plain = name == "oxidd6.dddmp";
        let json = run(&format!("inspect {FOLDER}/{name} --json")).json();
        assert_eq!(json["solutions"], solutions, "{name}");
        assert_eq!(json["complement_nodes"], complement_nodes, "{name}");
        assert_eq!(json["stored_nodes"], complement_nodes + i32::from(is_plain), "{name}");
        assert_eq!(
            (&json["is_reduced"], &json["has_complement_edges"]),
            (&true.into(), &(!is_plain).into())
        );
        assert_eq!(json["size"].as_str(), size, "{name}");
        // Each of n queens stands on one cell.
        if let Some(side) = size.and_then(|size| size.chars().next()?.to_digit(10)) {
            let lines = json["lines"].as_array().unwrap();
            let by_cell = lines.iter().map(|line| line["solutions"].as_str().unwrap());
            let sum: u32 = by_cell.map(|number| number.parse::<u32>().unwrap()).sum();
            assert_eq!(sum, side * solutions.parse::<u32>().unwrap(), "{name}");
        }
    }
}

#[test]
fn a_text_has_the_sizes_and_a_line_for_each_variable() {
    let text = run(&format!("inspect {FOLDER}/cudd4-rows.dddmp"));
    let text = text.answer();
    for line in [
        "tests/fixtures/diagrams/cudd4-rows.dddmp: 16 variables, one for each cell of 4×4",
        // As `inspect --size 4` prints them.
        "nodes      31 (reduced ordered BDD, terminals included)",
        "           30 with complement edges",
        "ZDD nodes  10 (zero-suppressed, terminals included)",
        "in file    30 (with complement edges)",
        "solutions  2",
        "the file is reduced",
        "order: a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert_eq!(
        text.lines().filter(|line| line.split_whitespace().count() == 4).count(),
        1 + 16 + 1
    );
}

/// What this program exports in three orders is judged right, and for other rules wrong.
#[test]
fn exports_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    for (order, ending) in [("row-major", "dddmp"), ("diagonal", "json"), ("row-major", "bdd")] {
        let file = folder.path().join(format!("{order}.{ending}"));
        let file = file.to_str().unwrap();
        run(&format!("export --size 5 --order {order} --output {file}")).answer();
        let right = run(&format!("judge {file}"));
        let title = format!("{file} is the diagram of: 5×5, queen\nboards     10\nsolutions  10\n");
        assert!(right.answer().starts_with(&title), "{}", right.answer());
        let wrong = run(&format!("judge {file} --piece rook --json"));
        assert_eq!(wrong.code(), 1);
        let json = wrong.json();
        // There are 120 ways to place five rooks; ten of them are queens, too.
        assert_eq!(
            (&json["missing"]["number"], &json["too_many"]["number"]),
            (&"110".into(), &"0".into())
        );
        assert_eq!(json["lacked"], serde_json::json!([]));
    }
}

#[test]
fn the_fault_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooks.dddmp");
    let file = file.to_str().unwrap();
    run(&format!("export --size 4 --piece rook --output {file}")).answer();
    let wrong = run(&format!("judge {file}"));
    assert_eq!(
        (wrong.code(), wrong.stderr()),
        (1, "configurator: the diagram does not have the solutions of the problem\n")
    );
    let text = wrong.stdout();
    // 24 ways to place four rooks, of which two are queens. The first has all of them on a diagonal.
    for line in [
        "boards     24",
        "too many   22, the first of them:",
        "4 . . . Q",
        "1 Q . . .",
        "missing    0",
        "it lacks attacks along the diagonal",
        "it allows both a1 and b2, a1 and c3, a1 and d4, b1 and a2 and 24 more",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    run(&format!(
        "export --size 4 --rules rows=2 --no-board-rule --exclude b2 --output {file} --force"
    ))
    .answer();
    let text = run(&format!("judge {file} --rules rows=2,columns=2 --no-board-rule"));
    let text = text.stdout();
    // Two in each row are eight: if three columns have two each, so has the fourth.
    let lacked = text.lines().find(|line| line.starts_with("it lacks ")).unwrap();
    assert_eq!((lacked.matches("column").count(), lacked.matches(',').count()), (3, 2), "{text}");
    assert!(text.contains("it never has a piece on b2"), "{text}");
}

#[test]
fn bad_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let good = fs::read_to_string(format!("{FOLDER}/cudd4-rows.dddmp")).unwrap();
    let cycle = file("cycle.dddmp", &good.replace("3 c4 14 2 1", "3 c4 14 4 1"));
    let none = file("none.txt", "a1 b1");
    let hole = format!("judge {FOLDER}/cudd4-rows.dddmp --size 4 --holes a1");
    for (arguments, told) in [
        (
            format!("inspect {cycle}"),
            "cycle.dddmp:16: '4' is not the number of an earlier node".to_owned(),
        ),
        (format!("judge {cycle} --size 4"), "cycle.dddmp:16: '4' is not".to_owned()),
        (format!("view {cycle}"), "cycle.dddmp:16: '4' is not".to_owned()),
        (format!("inspect {none}"), "none.txt: this is not a diagram: DDDMP as text".to_owned()),
        ("judge nowhere.dddmp".to_owned(), "nowhere.dddmp: there is no such file".to_owned()),
        (hole, "it has a variable for a1, which is a hole".to_owned()),
        (
            format!("judge {FOLDER}/cudd4-rows.dddmp --size 3"),
            "its 16 variables are not the cells of 3×3".to_owned(),
        ),
        (
            format!("view {FOLDER}/autoref-named.json --size 2"),
            "its 6 variables do not fit".to_owned(),
        ),
        (
            format!("inspect {FOLDER}/cudd4-rows.dddmp --root 2"),
            "choose one of its 1 roots".to_owned(),
        ),
        (format!("inspect {FOLDER}/cudd4-rows.dddmp --piece rook"), "--piece".to_owned()),
        // Without a verb, a diagram is viewed, which has no rules.
        (cycle.clone(), "cycle.dddmp:16: '4' is not".to_owned()),
        (
            format!("{FOLDER}/cudd4-rows.dddmp --piece rook"),
            "cudd4-rows.dddmp: a diagram has no rules; 'judge FILE'".to_owned(),
        ),
        (
            format!("count --board {FOLDER}/cudd4-rows.dddmp"),
            "cudd4-rows.dddmp: this is a diagram, not a board: 'configurator view FILE'".to_owned(),
        ),
    ] {
        let run = run(&arguments);
        assert!(run.refusal(2).contains(&told), "{arguments}: {}", run.refusal(2));
    }
}

#[test]
fn a_budget_that_ends_is_told() {
    let run = run(&format!("judge {FOLDER}/cudd6-random.dddmp --timeout 0.0001 --json"));
    assert_eq!(run.code(), 3);
    assert!(run.json().get("is_right").is_none());
}

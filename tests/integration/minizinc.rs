//! Models for MiniZinc, read by MiniZinc and solved by Gecode, if these are installed.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output};

use configurator::export::MinizincModel::{self, Catalogue, Cells, Dual, Rows};
use configurator::export::{self, ExportError, UnsuitableModel};
use configurator::problem::{BoardFile, Bounds, Family, Problem, Requirement, Rules, Value};

use crate::cases::{Case, Described};

fn model(problem: &Problem, model: MinizincModel) -> Result<String, ExportError> {
    let mut text = Vec::new();
    export::minizinc(problem, Some(model), &mut text)?;
    let text = String::from_utf8(text).unwrap();
    check(&text);
    Ok(text)
}

/// Reports that something was not tested. `eprintln` does not suffice: its output appears only if the test fails.
fn skip(reason: &str) {
    let mut terminal = io::stderr();
    writeln!(terminal, "skipped: {reason}").unwrap();
}

/// Runs MiniZinc on a model; `None` if MiniZinc is not installed.
fn minizinc(options: &[&str], text: &str) -> Option<Output> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.mzn");
    fs::write(&path, text).unwrap();
    let output = Command::new("minizinc").args(options).arg(&path).output().ok();
    if output.is_none() {
        skip("MiniZinc is not installed");
    }
    output
}

/// Checks that MiniZinc accepts a model: its syntax, types and global constraints.
pub(crate) fn check(text: &str) {
    let Some(output) = minizinc(&["--model-check-only"], text) else { return };
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{told}");
}

/// Returns the number of solutions that Gecode finds; `None` if MiniZinc or Gecode is not installed.
pub(crate) fn gecode(text: &str) -> Option<usize> {
    let output = minizinc(&["--solver", "gecode", "-a"], text)?;
    let (printed, told) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    if told.contains("no solver") || told.contains("cannot find solver") {
        skip("Gecode is not installed");
        return None;
    }
    let complete = printed.contains("==========") || printed.contains("UNSATISFIABLE");
    assert!(output.status.success() && complete, "{text}\n{printed}\n{told}");
    Some(printed.lines().filter(|line| *line == "----------").count())
}

#[test]
fn all_models_have_as_many_solutions_as_the_literature() {
    let queens = Rules::queens(8).unwrap();
    let amazons = Rules::queens(10).unwrap().with_piece("amazon".parse().unwrap());
    for (rules, models, solutions) in
        [(queens, &[Rows, Catalogue, Dual, Cells][..], 92), (amazons, &[Rows, Catalogue, Dual], 4)]
    {
        for &kind in models {
            let text = model(&Problem::new(rules.clone()), kind).unwrap();
            if let Some(found) = gecode(&text) {
                assert_eq!(found, solutions, "{kind:?}");
            }
        }
    }
}

/// Problems with all features, compared with the reference.
#[test]
fn all_models_have_as_many_solutions_as_the_brute_force() {
    let need = |text: &str| text.parse::<Requirement>().unwrap();
    let most_two = Bounds { lower: 0, upper: Some(2) };
    let square = |side, piece, needs: &[Requirement]| Case::new(side, side, piece, needs.to_vec());
    let rows = need("rows");
    let halves = (0..36).map(|cell| u8::from(cell % 6 > 2)).collect();
    let cases = [
        Case { placed: 1 << 9, ..square(6, "rook", &[rows]) },
        Case {
            holes: 1 | 1 << 14,
            excluded: 1 << 3,
            ..square(6, "queen", &[rows, need("columns=1")])
        },
        Case { torus: true, ..square(5, "queen", &[rows]) },
        Case { torus: true, ..square(5, "empress", &[rows]) },
        square(6, "empress", &[need("rows=1"), need("pieces=6")]),
        Case {
            regions: halves,
            ..square(
                6,
                "rook",
                &[
                    rows,
                    Requirement {
                        family: Family::Regions,
                        bounds: Bounds { lower: 2, upper: Some(4) },
                    },
                ],
            )
        },
        square(5, "amazon", &[rows]),
        Case::new(
            4,
            6,
            "queen",
            vec![rows, Requirement { family: Family::Columns, bounds: most_two }],
        ),
        Case::new(
            3,
            4,
            "knight",
            vec![need("rows=1"), Requirement { family: Family::Columns, bounds: most_two }],
        ),
        square(1, "amazon", &[rows]),
    ];
    for case in cases {
        let solutions = case.solutions().unwrap().len();
        for kind in [Rows, Catalogue, Dual, Cells] {
            match model(&case.problem(), kind) {
                Ok(text) => {
                    if let Some(found) = gecode(&text) {
                        assert_eq!(found, solutions, "{kind:?}, {case:?}");
                    }
                }
                Err(ExportError::Model(why)) => {
                    let knights = case.piece == "knight";
                    let expected = if knights {
                        UnsuitableModel::Rows(kind.into())
                    } else {
                        UnsuitableModel::Columns
                    };
                    assert_eq!((why, case.rows == case.columns), (expected, false), "{case:?}");
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// Formerly MiniZinc rejected the table of weights.
#[test]
fn models_with_weights_are_read_and_keep_the_limit_of_cost() {
    let board = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/boards/costs-8.toml");
    let problem = BoardFile::read(&board).unwrap().problem;
    for kind in [Rows, Catalogue, Dual, Cells] {
        let text = model(&problem, kind).unwrap();
        assert!(text.contains("weight =\n  [| 4, 2, 3,"), "{text}");
        if let Some(found) = gecode(&text) {
            assert_eq!(found, 10, "{kind:?}");
        }
    }
}

#[test]
fn minizinc_reads_all_models_of_all_boards() {
    let mut models = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/boards")).unwrap()
    {
        let problem = BoardFile::read(&entry.unwrap().path()).unwrap().problem;
        models += [Rows, Catalogue, Dual, Cells]
            .iter()
            .filter(|&&kind| model(&problem, kind).is_ok())
            .count();
    }
    assert!(models > 30, "{models}");
}

#[test]
fn models_say_what_the_catalog_says() {
    let amazon = Rules::queens(6).unwrap().with_piece("amazon".parse().unwrap());
    let problem = Problem::new(amazon).with("b4".parse().unwrap(), Value::Placed).unwrap();
    let text = model(&problem, Dual).unwrap();
    for line in [
        "constraint inverse(q, c);",
        "constraint smooth(rows - 1, 2, q);",
        "constraint q[4] = 2; % b4",
        "solve :: int_search(q ++ c, first_fail, indomain_min) satisfy;",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert_eq!(text.matches("constraint all_different").count(), 2);
    assert!(!text.contains("forbidden"));
    let text = model(&problem, Catalogue).unwrap();
    assert_eq!(text.matches("constraint all_different").count(), 3);
    assert_eq!(text.matches("constraint smooth").count(), 3);
    // There is no other constraint but the decision's.
    assert_eq!(text.matches("constraint").count(), 7);
    let rows = model(&problem, Rows).unwrap();
    assert!(rows.contains("constraint forall(r in 1..rows - 2)(abs(q[r + 2] - q[r]) > 2);"));
    // For a queen, the inverse constraint and the diagonals suffice.
    let queen = model(&Problem::new(Rules::queens(6).unwrap()), Dual).unwrap();
    assert!(!queen.contains("smooth") && !queen.contains("forbidden"));
}

//! Counting by search, compared with the reference, the diagram and the literature.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Duration;

use configurator::engine::count::{Engine, Shard, Unsuited};
use configurator::engine::{Budget, Cause, bdd};
use configurator::geometry::{Grid, Piece, Size};
use configurator::problem::{Problem, Requirement, Rules};
use num_bigint::BigUint;
use proptest::prelude::*;

use crate::cases::{Case, Described, case, in_full};
use crate::domains::census;

const ONE: NonZeroUsize = NonZeroUsize::MIN;

fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

fn board(size: &str, piece: &str, torus: bool, needs: &[&str]) -> Problem {
    let size: Size = size.parse().unwrap();
    let grid = Grid::new(size).with_torus(torus);
    let needs = needs.iter().map(|need| need.parse::<Requirement>().unwrap());
    Problem::new(Rules::new(grid, piece.parse().unwrap(), needs))
}

fn count(problem: &Problem) -> BigUint {
    let engine = Engine::new(problem).unwrap();
    engine.solutions(Shard::WHOLE, &Budget::default().with_threads(ONE)).unwrap()
}

fn check(piece: &str, torus: bool, terms: &[u64]) {
    for (size, &term) in (1..).zip(terms) {
        let problem = board(&size.to_string(), piece, torus, &["rows"]);
        assert_eq!(count(&problem), term.into(), "{piece} {size} {torus}");
    }
}

#[test]
fn queens_are_a000170() {
    check("queen", false, &[1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712]);
}

#[test]
fn amazons_are_a051223() {
    check("amazon", false, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1_876, 5_180]);
}

#[test]
fn toroidal_queens_are_a051906() {
    check("queen", true, &[1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88]);
}

#[test]
fn empresses_are_a137774_and_rooks_the_factorials() {
    check("empress", false, &[1, 2, 2, 8, 20, 94, 438, 2_766, 19_480]);
    check("rook", false, &[1, 2, 6, 24, 120, 720, 5_040, 40_320, 362_880]);
}

/// The numbers of OEIS A002562 and A051224.
#[test]
fn classes_up_to_symmetry_are_known() {
    for (piece, first, terms) in [
        ("queen", 1, [1_u32, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787].as_slice()),
        ("amazon", 10, [1, 6, 22, 239].as_slice()),
    ] {
        for (size, &term) in (first..).zip(terms) {
            let engine = Engine::new(&board(&format!("{size}"), piece, false, &["rows"])).unwrap();
            let classes = engine.classes(&Budget::default().with_threads(threads(2))).unwrap();
            assert_eq!(classes, term.into(), "{piece} {size}");
        }
    }
}

#[test]
fn a_grid_with_more_rows_than_columns_has_no_solution() {
    for needs in [["rows"], ["rows=1"], ["pieces=6"]] {
        let tall = board("6x5", "queen", false, &needs);
        assert_eq!(count(&tall), BigUint::ZERO, "{needs:?}");
    }
    assert_eq!(count(&board("1000x3", "queen", false, &["rows"])), BigUint::ZERO);
    assert_eq!(count(&board("64x64", "queen", false, &["rows=2"])), BigUint::ZERO);
    // The count equals that with rows and columns exchanged.
    let wide = count(&board("5x6", "queen", false, &["rows"]));
    assert_eq!(count(&board("6x5", "queen", false, &["columns"])), wide);
    assert_eq!(wide, 40_u8.into());
}

#[test]
fn what_does_not_suit_is_refused_with_an_engine_that_does() {
    let refusal = |problem: Problem| Engine::new(&problem).err().unwrap();
    let king = refusal(board("5", "king", false, &["rows"]));
    assert_eq!(king, Unsuited::Piece("king".into()));
    let none = refusal(board("5", "queen", false, &[]));
    assert_eq!(none, Unsuited::Rules);
    let large = refusal(board("65", "queen", false, &["rows"]));
    assert_eq!(large, Unsuited::Size(Size::square(65).unwrap()));
    for error in [king, none, large] {
        assert!(error.to_string().contains("'bdd'"), "{error}");
    }
}

/// Compares all answers of the engine, for several numbers of threads and parts, with the solutions.
fn compare(case: &Case, solutions: &[u64]) -> Result<(), TestCaseError> {
    let problem = case.problem();
    let budget = Budget::default();
    let Ok(engine) = Engine::new(&problem) else {
        return Ok(());
    };
    let expected = census(case, solutions);
    for number in [1, 2, 5] {
        let answer = engine.census(&budget.clone().with_threads(threads(number))).unwrap();
        prop_assert_eq!(&answer, &expected, "{:?}", case);
        let total =
            engine.solutions(Shard::WHOLE, &budget.clone().with_threads(threads(number))).unwrap();
        prop_assert_eq!(&total, &expected.solutions, "{:?}", case);
    }
    for parts in [1, 2, 3, 7, 100] {
        let sum: BigUint = (1..=parts)
            .map(|part| format!("{part}/{parts}").parse().unwrap())
            .map(|shard| engine.solutions(shard, &budget.clone().with_threads(ONE)).unwrap())
            .sum();
        prop_assert_eq!(&sum, &expected.solutions, "{} parts of {:?}", parts, case);
    }
    let classes = bdd::Engine::new().classes(&problem, &budget).unwrap();
    prop_assert_eq!(
        &engine.classes(&budget.clone().with_threads(ONE)).unwrap(),
        &classes.number,
        "{:?}",
        case
    );
    Ok(())
}

/// A random problem, often one that this engine can handle.
fn suited(side: u16) -> impl Strategy<Value = Case> {
    let rooks = |name: &&str| {
        let rules = Rules::queens(8).unwrap().with_piece(name.parse().unwrap());
        rules.at_most_one_in_line()
    };
    let pieces: Vec<&str> = Piece::names().filter(rooks).collect();
    let need = prop_oneof![
        5 => Just("rows"), 2 => Just("rows=1"), 3 => Just("columns"), 1 => Just("columns=1"),
    ];
    (case(side), proptest::sample::select(pieces), need, any::<bool>()).prop_map(
        |(case, piece, need, plain)| {
            let need: Requirement = need.parse().unwrap();
            let needs = if plain { vec![need] } else { [vec![need], case.needs].concat() };
            // The case's decisions were made for another piece, so they are replaced by decisions that a solution for
            // this piece keeps.
            let mut case = Case { piece, needs, board_rule: true, ..case };
            let solutions = case.undecided().solutions().unwrap_or_default();
            if !solutions.is_empty() && case.placed % 4 != 1 {
                let solution = solutions[case.excluded as usize % solutions.len()];
                case.placed &= solution;
                case.excluded &= !solution;
            }
            case
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(300, 600)))]

    #[test]
    fn solutions_have_one_number_of_pieces_if_the_rules_fix_it(case in case(4)) {
        let numbers = |solutions: Vec<u64>| -> HashSet<u32> {
            solutions.into_iter().map(u64::count_ones).collect()
        };
        if case.rules().fixes_piece_count() {
            let solutions = case.undecided().solutions();
            prop_assert!(solutions.is_none_or(|solutions| numbers(solutions).len() <= 1));
        }
    }

    #[test]
    fn any_problem_is_counted_exactly(case in suited(6)) {
        prop_assume!(case.rows * case.columns <= 36);
        compare(&case, &case.solutions().unwrap())?;
    }
}

#[test]
fn boards_with_symmetries_are_counted_exactly() {
    let mut compared = 0;
    for (rows, columns) in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (1, 5), (4, 6), (6, 4)] {
        for piece in ["queen", "rook", "amazon", "empress"] {
            for (torus, needs) in [
                (false, ["rows"].as_slice()),
                (true, ["rows"].as_slice()),
                (false, ["columns"].as_slice()),
                (false, ["rows", "columns=1"].as_slice()),
                (true, ["pieces=4"].as_slice()),
            ] {
                // No holes, the four corners, or the middles of two edges of a 5×5 board.
                for holes in [0_u64, 1 << 24 | 1 << 20 | 1 << 4 | 1, 1 << 2 | 1 << 22] {
                    let needs = needs.iter().map(|need| need.parse().unwrap()).collect();
                    let mut case = Case { holes, torus, ..Case::new(rows, columns, piece, needs) };
                    case.holes &= case.all();
                    compare(&case, &case.solutions().unwrap()).unwrap();
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 480);
}

/// The counts of all cells, on boards with too many solutions to enumerate.
#[test]
fn cells_are_counted_as_by_the_diagram() {
    let place = |problem: Problem, cell: &str| {
        problem.with(cell.parse().unwrap(), configurator::problem::Value::Placed).unwrap()
    };
    for problem in [
        board("10", "queen", false, &["rows"]),
        board("9", "queen", false, &["rows", "columns", "pieces=9"]),
        board("8x10", "queen", false, &["rows"]),
        board("10x8", "amazon", false, &["columns"]),
        board("11", "amazon", false, &["rows"]),
        board("8", "empress", false, &["rows"]),
        board("11", "queen", true, &["rows"]),
        place(board("11", "queen", false, &["rows"]), "f6"),
        place(place(board("12", "queen", false, &["rows"]), "c4"), "e1"),
        place(place(board("12", "amazon", false, &["rows"]), "k6"), "b4"),
        place(place(board("9x11", "amazon", false, &["rows"]), "d7"), "f6"),
    ] {
        let expected = bdd::Engine::new().census(&problem, &Budget::default()).unwrap();
        let engine = Engine::new(&problem).unwrap();
        let answer = engine.census(&Budget::default().with_threads(threads(2))).unwrap();
        assert!(answer == expected, "{} {}", problem.rules().piece(), problem.rules().size());
    }
}

#[test]
fn the_budget_ends_every_question() {
    let cancelled = Budget::default();
    cancelled.cancel();
    let engine = Engine::new(&board("20", "queen", false, &["rows"])).unwrap();
    for (budget, cause) in [
        (Budget::new(16), Cause::Memory(16)),
        (Budget::default().with_timeout(Duration::ZERO), Cause::Time(Duration::ZERO)),
        (cancelled, Cause::Cancelled),
    ] {
        for number in [1, 3] {
            let number = threads(number);
            let ends = [
                engine.solutions(Shard::WHOLE, &budget.clone().with_threads(number)).map(|_| ()),
                engine.census(&budget.clone().with_threads(number)).map(|_| ()),
                engine.classes(&budget.clone().with_threads(number)).map(|_| ()),
            ];
            for end in ends {
                assert_eq!(end.map_err(|error| error.cause), Err(cause));
            }
        }
    }
}

/// Boards with far too many solutions to count, for all kinds of search.
#[test]
fn a_search_under_way_ends_with_its_time() {
    for (size, torus) in [("24", false), ("64", false), ("23", true)] {
        let engine = Engine::new(&board(size, "queen", torus, &["rows"])).unwrap();
        let budget = Budget::default().with_timeout(Duration::from_millis(300));
        let interrupted =
            engine.solutions(Shard::WHOLE, &budget.clone().with_threads(threads(2))).unwrap_err();
        assert_eq!(interrupted.cause, Cause::Time(Duration::from_millis(300)));
    }
}

#[test]
fn progress_goes_on_to_the_last_part() {
    use std::sync::{Arc, Mutex};
    let heard = Arc::new(Mutex::new(Vec::new()));
    let budget = Budget::default().with_observer({
        let heard = Arc::clone(&heard);
        move |progress| heard.lock().unwrap().push(progress)
    });
    let engine = Engine::new(&board("11", "queen", false, &["rows"])).unwrap();
    engine.solutions(Shard::WHOLE, &budget.clone().with_threads(ONE)).unwrap();
    let heard = heard.lock().unwrap();
    assert!(heard.len() > 100 && heard.is_sorted_by_key(|progress| progress.done));
    let last = heard.last().unwrap();
    assert_eq!(last.done + 1, last.steps);
}

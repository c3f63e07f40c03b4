//! Steps against the reference, and the puzzles of `assets/boards` solved by them.

use configurator::engine::{Budget, auto};
use configurator::problem::{Problem, Value};
use configurator::session::steps::{Board, End, Solver, Step, Way, follows};
use proptest::prelude::*;

use crate::cases::{bits, case, mask};

fn solved(problem: &Problem) -> Way {
    let solver = Solver::new(problem.rules(), &Budget::default()).unwrap();
    solver.solve(&mut auto::Engine::new(), problem, &Budget::default()).unwrap()
}

/// Checks that every step follows from what it names.
fn check(problem: &Problem, way: &Way) {
    let board = Board::new(problem.rules(), &Budget::default()).unwrap();
    let mut candidates = board.candidates(problem);
    for step in &way.steps {
        assert!(follows(&board, &candidates, step), "{step}");
        candidates.apply(&board, step);
    }
    assert_eq!(candidates, way.candidates);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Bounds that follow from all rules hold in every solution.
    #[test]
    fn bounds_hold_in_every_solution(case in case(4)) {
        let Some(solutions) = case.solutions() else { return Ok(()) };
        let board = Board::new(&case.rules(), &Budget::default()).unwrap();
        for (name, cells, bounds) in board.bounds() {
            for solution in &solutions {
                let pieces = (mask(&cells) & solution).count_ones();
                prop_assert!(bounds.hold(pieces), "{}: {:?}", name, bounds);
            }
        }
    }

    /// Steps hold in every solution, follow from what they name, and go on as long as anything follows.
    #[test]
    fn steps_hold_in_every_solution(case in case(5)) {
        let Some(solutions) = case.solutions() else { return Ok(()) };
        let (problem, size) = (case.problem(), case.size());
        let way = solved(&problem);
        check(&problem, &way);
        for (cell, value) in way.steps.iter().flat_map(Step::settles) {
            let stands = |solution: &u64| solution >> size.index(cell) & 1 == 1;
            let held = solutions.iter().all(|solution| stands(solution) == (value == Value::Placed));
            prop_assert!(held, "{}", cell);
        }
        match &way.end {
            End::Solved => prop_assert_eq!(solutions, [mask(way.candidates.placed())]),
            End::NoSolution(_) => prop_assert!(solutions.is_empty()),
            End::Open => {
                let open = mask(way.candidates.open());
                prop_assert!(solutions.len() > 1 && open != 0);
                for bit in bits(open) {
                    let with = solutions.iter().filter(|&solution| solution >> bit & 1 == 1).count();
                    prop_assert!(0 < with && with < solutions.len());
                }
            }
        }
    }
}

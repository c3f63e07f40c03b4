//! Hints against the reference, and all the way through the puzzles of `assets/boards`.

use std::path::Path;

use configurator::engine::{Budget, auto};
use configurator::problem::{BoardFile, Problem, Value};
use configurator::session::{CellState, Deduction, Hint, Session};
use proptest::prelude::*;

use crate::cases::case;

fn hint(problem: &Problem) -> Option<Hint> {
    Hint::find(&mut auto::Engine::new(), problem, &Budget::default()).unwrap()
}

fn simplest(problem: &Problem) -> Option<Deduction> {
    Deduction::simplest(problem, &Budget::default()).unwrap()
}

fn board(text: &str) -> Problem {
    BoardFile::parse(text, "text").unwrap().problem
}

/// Follows hints until there are none; tells how many there were, and how many of them were deductions.
fn follow(problem: Problem) -> (Session, usize, usize) {
    let mut session = Session::new(problem);
    let (mut hints, mut deductions) = (0, 0);
    while let Some(hint) = hint(session.problem()) {
        hints += 1;
        match hint {
            Hint::Deduced(deduction) => {
                deductions += 1;
                for cell in deduction.cells {
                    session.decide(cell, deduction.value).unwrap();
                }
            }
            Hint::Follows { cell, state: CellState::Forced, .. } => {
                session.decide(cell, Value::Placed).unwrap();
            }
            Hint::Follows { cell, .. } => session.decide(cell, Value::Excluded).unwrap(),
            Hint::Wrong(reason) => panic!("{reason:?}"),
        }
    }
    (session, hints, deductions)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// What is deduced holds in every solution, and is said of open cells only.
    #[test]
    fn deductions_hold_in_every_solution(case in case(5)) {
        let Some(solutions) = case.solutions().filter(|solutions| !solutions.is_empty()) else {
            return Ok(());
        };
        let (problem, size) = (case.problem(), case.size());
        if let Some(Deduction { cells, value, ground }) = simplest(&problem) {
            prop_assert!(!cells.is_empty());
            for cell in cells {
                prop_assert!(problem.rules().check(cell).is_ok());
                prop_assert_eq!(problem.decisions().get(cell), None);
                prop_assert_eq!(problem.attacker(cell), None);
                let stands = |solution: &u64| solution >> size.index(cell) & 1 == 1;
                let held = solutions.iter().all(|solution| stands(solution) == (value == Value::Placed));
                prop_assert!(held, "{} {:?}", cell, ground);
            }
        }
    }
}

#[test]
fn hints_lead_through_every_puzzle_of_one_solution() {
    for name in ["coloured-7", "coloured-8", "coloured-9", "coloured-10", "star-battle-10"] {
        let path = format!("assets/boards/{name}.toml");
        let (session, hints, deductions) =
            follow(BoardFile::read(Path::new(&path)).unwrap().problem);
        assert!(session.is_solved(), "{name}");
        // Most steps can be seen.
        assert!(deductions * 2 > hints, "{name}: {deductions} of {hints}");
    }
}

#[test]
fn a_wrong_position_is_said_to_be_wrong() {
    let problem = board("size = 8\nplaced = ['a1', 'b3', 'c5', 'd2']");
    let Some(Hint::Wrong(reason)) = hint(&problem) else { panic!() };
    assert!(!reason.explanation.because.is_empty());
    let wrong = board("size = 8\nplaced = ['a1', 'd4']");
    let hint = hint(&wrong).unwrap();
    assert_eq!(hint.to_string(), "no solution remains because of a1 and d4; take back a1");
}

#[test]
fn of_the_empty_board_nothing_follows() {
    assert_eq!(hint(&board("size = 8")), None);
}

/// What is deduced first, in words.
fn deduced(text: &str) -> String {
    simplest(&board(text)).unwrap().to_string()
}

#[test]
fn deductions_read_as_sentences() {
    let last = "size = 4\nplaced = ['b1']";
    assert_eq!(deduced(last), "d2 is forced: row 2 has no other cell left");
    let full = "size = 3\npiece = 'camel'\nrules = ['rows=1']\nplaced = ['b1']";
    assert_eq!(deduced(full), "a1 and c1 are impossible: row 1 has all its pieces");
    let starved = "size = 5\nexcluded = ['c5', 'd5', 'e5']";
    assert_eq!(
        deduced(starved),
        "a4 and b4 are impossible: a piece there leaves row 5 too few cells"
    );
    let within = "size = 4\npiece = 'RF'\nrules = ['rows', 'columns', 'regions']\n\
                  regions = '''\ndddd\ncccd\ncccb\naabb\n'''";
    assert_eq!(deduced(within), "c1 and d1 are impossible: region a needs all the room in row 1");
    let together = "size = 5\npiece = 'camel'\nrules = ['rows=1', 'regions=1']\n\
                    regions = '''\neeeed\nedddd\nccccd\nabccd\naabcd\n'''";
    assert_eq!(
        deduced(together),
        "e1, e2 and e3 are impossible: row 4 and row 5 need all the room in region d and region e"
    );
}

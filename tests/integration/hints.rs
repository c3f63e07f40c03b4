//! Hints: compared with the reference, and followed to the solution of each puzzle in `assets/boards`.

use std::path::Path;

use configurator::engine::{Budget, auto};
use configurator::problem::{BoardFile, Problem, Rules, Value};
use configurator::session::steps::{Solver, Technique, follows};
use configurator::session::{Hint, HintAids, PLAIN_NAMES, Session, Stage};
use proptest::prelude::*;
use strum::IntoEnumIterator;

use crate::cases::{Described, bits, case};

fn hint(problem: &Problem) -> Option<Hint> {
    Hint::find(&mut auto::Engine::new(), problem, HintAids::default(), &Budget::default()).unwrap()
}

/// Follows hints until there are none.
fn follow(problem: Problem) -> Session {
    let mut session = Session::new(problem);
    while let Some(hint) = hint(session.problem()) {
        assert!(matches!(hint, Hint::Step(_)), "{hint:?}");
        assert!(
            Stage::iter()
                .all(|stage| !hint.in_words(stage, session.rules(), PLAIN_NAMES).is_empty()),
            "{hint:?}"
        );
        assert!(hint.can_be_done() && session.follow(&hint), "{hint:?}");
    }
    session
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// There is a hint as long as some cell is determined. The hint is about open cells and holds in every solution.
    /// Without a solution, hints take back decisions until there is a solution, if this can help.
    #[test]
    fn hints_hold_and_never_run_dry(case in case(4)) {
        let Some(solutions) = case.solutions() else { return Ok(()) };
        let (problem, size) = (case.problem(), case.size());
        let stands = |solution: u64, cell| solution >> size.index(cell) & 1 == 1;
        match hint(&problem) {
            None => {
                let attacked = case.description().attacked();
                let decided = case.placed | case.excluded | case.holes | attacked;
                for bit in bits(case.all() & !decided) {
                    let with = solutions.iter().filter(|&solution| solution >> bit & 1 == 1).count();
                    prop_assert!(0 < with && with < solutions.len());
                }
            }
            Some(hint @ Hint::Step(_)) => {
                let cells = hint.cells(Stage::What);
                prop_assert!(!solutions.is_empty() && !cells.is_empty());
                let mut session = Session::new(problem.clone());
                prop_assert!(session.follow(&hint));
                for cell in cells {
                    prop_assert_eq!(problem.decisions().get(cell), None);
                    let is_placed = session.decisions().get(cell) == Some(Value::Placed);
                    let held = solutions.iter().all(|&solution| stands(solution, cell) == is_placed);
                    prop_assert!(held, "{} {:?}", cell, hint);
                }
            }
            Some(hint @ Hint::Wrong(_)) => {
                prop_assert!(solutions.is_empty());
                let helps = case.undecided().solutions().is_none_or(|all| !all.is_empty());
                prop_assert_eq!(hint.can_be_done(), helps);
                if helps {
                    let mut session = Session::new(problem);
                    prop_assert!(session.follow(&hint));
                    let after = self::hint(session.problem());
                    prop_assert!(!matches!(after, Some(Hint::Wrong(_))));
                }
            }
        }
    }
}

#[test]
fn hints_lead_through_every_puzzle_of_one_solution() {
    for name in ["coloured-7", "coloured-8", "coloured-9", "coloured-10", "star-battle-10"] {
        let path = format!("assets/boards/{name}.toml");
        let session = follow(BoardFile::read(Path::new(&path)).unwrap().problem);
        assert!(session.is_solved(), "{name}");
    }
}

/// Returns the stages of a hint.
fn stages(text: &str) -> Vec<String> {
    let problem = BoardFile::parse(text, "text").unwrap().problem;
    let hint = hint(&problem).unwrap();
    Stage::iter().map(|stage| hint.in_words(stage, problem.rules(), PLAIN_NAMES)).collect()
}

#[test]
fn a_wrong_position_is_said_to_be_wrong() {
    let told = [
        "something is wrong: look at a1 and d4",
        "a1 and d4 attack each other",
        "take back the queen on a1: a1 and d4 attack each other",
    ];
    assert_eq!(stages("size = 8\nplaced = ['a1', 'd4']"), told);
    let told = [
        "something is wrong: look at row 3",
        "row 3 has too many queens, on a3 and d3",
        "take back the queen on d3: row 3 has too many queens, on a3 and d3",
    ];
    assert_eq!(stages("size = 8\nplaced = ['a3', 'd3']"), told);
    let told = [
        "something is wrong: look at row 2",
        "row 2 has too little room left",
        "take back the piece on b1: row 2 has too little room left",
    ];
    let narrow = "size = [2, 3]\npiece = 'king'\nplaced = ['b1']";
    assert_eq!(stages(narrow), told);
    // If the error is hard to see, the hint names the decisions that show it.
    let told = [
        "something is wrong: look at a1 and b3",
        "no solution remains because of a1 and b3",
        "take back the queen on a1: no solution remains because of a1 and b3",
    ];
    assert_eq!(stages("size = 8\nplaced = ['a1', 'b3']"), told);
    // The first stage does not give away the only wrong decision. Queens on a3 or b4 leave solutions, one on a1 leaves none.
    let [place, why, take_back] = &stages("size = 4\nplaced = ['a1']")[..] else { panic!() };
    assert_eq!(place, "something is wrong: a single decision leaves no solution");
    assert!(
        why.starts_with("no solution remains because of a1, together with rows 2 to 4"),
        "{why}"
    );
    assert_eq!(*take_back, format!("take back the queen on a1: {why}"));
    let lost = stages("size = 3");
    assert_eq!(lost[0], "no solution remains");
    assert!(lost[1].starts_with("no solution remains because of rows 1 to 3 and "), "{lost:?}");
    assert_eq!(lost[2], "taking back decisions cannot help");
}

/// A wrong decision of a puzzle is refuted by steps, if a mistake is not visible.
#[test]
fn the_only_wrong_decision_of_a_puzzle_is_refuted_in_steps() {
    let problem = BoardFile::read(Path::new("assets/boards/coloured-8.toml")).unwrap().problem;
    let solver = Solver::new(problem.rules(), &Budget::default()).unwrap();
    let done = follow(problem.clone());
    let (mut refuted, mut visible) = (0, 0);
    for cell in problem.rules().size().iter() {
        let value = match done.decisions().get(cell) {
            Some(Value::Placed) => Value::Excluded,
            Some(Value::Excluded) | None => Value::Placed,
        };
        let wrong = problem.clone().with(cell, value).unwrap();
        let Some(hint @ Hint::Wrong(_)) = hint(&wrong) else { panic!("{cell}") };
        assert_eq!(hint.take_back(), [cell]);
        let told = |stage: Stage| hint.in_words(stage, problem.rules(), PLAIN_NAMES);
        let Some(refutation) = hint.refuted() else {
            visible += 1;
            continue;
        };
        assert_eq!(refutation.assume, (cell, value));
        assert_eq!(told(Stage::Where), "something is wrong: a single decision leaves no solution");
        let with = if value == Value::Placed { "with" } else { "without" };
        let why = format!("look at {cell}: {with} a queen there, ");
        assert!(told(Stage::Why).starts_with(&why), "{}", told(Stage::Why));
        assert!(told(Stage::What).starts_with("take back the "), "{}", told(Stage::What));
        let mut position = solver.board().candidates(&wrong);
        for step in &refutation.then {
            assert!(follows(solver.board(), &position, step), "{cell}: {step:?}");
            position.apply(solver.board(), step);
        }
        refuted += 1;
    }
    assert!(refuted > 40 && visible < 24, "{refuted} {visible}");
}

/// Earlier, each hint proved first that the puzzle has only one solution.
#[test]
fn uniqueness_is_proved_only_for_a_step_that_depends_on_it() {
    let problem = BoardFile::parse("size = 4\ngivens = ['b1']", "").unwrap().problem;
    let budget = Budget::default();
    let solver = Solver::new(problem.rules(), &budget).unwrap();
    let is_unique = || panic!("no step here depends on uniqueness");
    let asked: (_, Option<&dyn Fn() -> bool>) = (&problem, Some(&is_unique));
    let step = solver.step(&mut auto::Engine::new(), asked, &budget, &budget).unwrap().unwrap();
    assert!(step.technique < Technique::Uniqueness, "{step:?}");
}

#[test]
fn of_the_empty_board_nothing_follows() {
    assert_eq!(hint(&Problem::new(Rules::queens(8).unwrap())), None);
}

#[test]
fn a_hint_says_where_then_why_then_what() {
    let last = "size = 4\nplaced = ['b1']";
    let told = [
        "look at row 2",
        "look at d2: row 2 has no other cell left",
        "place d2: row 2 has no other cell left",
    ];
    assert_eq!(stages(last), told);
    let within = stages("size = 5\nexcluded = ['c5', 'd5', 'e5']");
    // The pieces on a5 and b5 both attack a4, b4 and two more cells.
    let idea = "look at a4 and b4: a queen on any open cell of row 5 attacks them";
    assert_eq!(within[1], idea);
    // No solution of 6 queens has a piece in a corner, but no technique shows this.
    let corner = stages("size = 6");
    assert_eq!(corner[0], "look at a1");
    assert!(corner[1].starts_with("look at a1: it follows from rows 2 to 6 and "), "{corner:?}");
    assert!(corner[2].starts_with("exclude a1: it follows from rows 2 to 6 and "), "{corner:?}");
}

//! Steps, their grades, and hints.

use std::sync::Arc;

use strum::IntoEnumIterator;

use super::cases::{SolvedCase, bits, board, cases, limited, mask, rook_cases};
use crate::steps::{
    Board, Candidates, End, Grade, Scale, Solver, SolvingPath, Step, Technique, follows,
};
use crate::{Hint, HintAids, PLAIN_NAMES, Session, Stage, Supposition};
use engine::{Budget, auto};
use geometry::{Cell, CellSet, Grid};
use parts::{follows_by_trying, positions, with_less};
use problem::random::in_full;
use problem::{Bounds, Problem, Regions, Rules, Value};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[path = "step_parts.rs"]
mod parts;

fn budget() -> Budget {
    Budget::default()
}

fn solved(problem: &Problem) -> SolvingPath {
    let solver = Solver::new(problem.rules(), &budget()).unwrap();
    solver.solve(&mut auto::Engine::new(), problem, &budget()).unwrap()
}

/// Checks that each step holds in all solutions and follows from its reasons, and that the path ends where no step
/// follows.
fn check(case: &SolvedCase) -> SolvingPath {
    let path = solved(&case.problem);
    let board = Board::new(&Arc::new(case.problem.rules().in_usual_form()), &budget()).unwrap();
    let mut candidates = board.candidates(&case.problem);
    for step in &path.steps {
        assert!(follows(&board, &candidates, step), "{step:?} of {case:?}");
        for (cell, value) in step.settles() {
            let has = |set: &u64| set >> case.size().index(cell) & 1 == 1;
            let holds = case.solutions.iter().all(|set| has(set) == (value == Value::Placed));
            assert!(holds && candidates.get(cell).is_none(), "{step:?} of {case:?}");
        }
        assert!(
            step.settles().next().is_some()
                && !step.in_words(case.problem.rules(), 8, PLAIN_NAMES).is_empty()
        );
        candidates.apply(&board, step);
    }
    assert_eq!(candidates, path.candidates);
    match &path.end {
        End::Solved => assert_eq!(case.solutions, [mask(path.candidates.placed())], "{case:?}"),
        End::NoSolution(_) => assert!(case.solutions.is_empty(), "{path:?} of {case:?}"),
        End::Open => {
            assert!(case.solutions.len() > 1, "{path:?} of {case:?}");
            for bit in bits(mask(path.candidates.open())) {
                let with = case.solutions.iter().filter(|&set| set >> bit & 1 == 1).count();
                assert!(0 < with && with < case.solutions.len(), "{case:?}");
            }
        }
    }
    assert_eq!(path.difficulty().is_some(), path.end == End::Solved);
    path
}

#[test]
fn steps_follow_and_lead_as_far_as_anything_follows() {
    let priced = limited(cases(31, 60), 31);
    for case in cases(31, 200).chain(rook_cases(31, 100)).chain(priced) {
        let path = check(&case);
        let board = Board::new(&Arc::new(case.problem.rules().in_usual_form()), &budget()).unwrap();
        for (_, cells, bounds) in board.bounds() {
            let number = |set: &u64| (set & mask(&cells)).count_ones();
            assert!(case.solutions.iter().all(|set| bounds.contains(number(set))), "{case:?}");
        }
        for (position, step) in positions(&board, board.candidates(&case.problem), &path.steps) {
            for fewer in with_less(step) {
                if let Some(expected) = follows_by_trying(&board, &position, &fewer) {
                    assert_eq!(
                        follows(&board, &position, &fewer),
                        expected,
                        "{step:?} of {case:?}"
                    );
                }
                let is_needed = !follows(&board, &position, &fewer);
                assert!(step.technique == Technique::Rules || is_needed, "{step:?} of {case:?}");
            }
            let expected = follows_by_trying(&board, &position, step);
            assert!(expected != Some(false), "{step:?} of {case:?}");
        }
    }
}

/// A piece on a cell is refuted only if no solution has one there, by steps that follow and each of which is needed.
#[test]
fn refutations_of_cells_follow() {
    let (mut refuted, mut unrefuted, mut deepest) = (0, 0, 0);
    for case in cases(37, 300).chain(rook_cases(37, 100)) {
        let board = Board::new(&Arc::new(case.problem.rules().in_usual_form()), &budget()).unwrap();
        let solver = Solver::new(case.problem.rules(), &budget()).unwrap();
        let position = board.candidates(&case.problem);
        for cell in case.size().iter() {
            let found = solver.refutation(&case.problem, (cell, Value::Placed), &budget()).unwrap();
            let is_possible =
                case.solutions.iter().any(|set| set >> case.size().index(cell) & 1 == 1);
            let Some(step) = found else {
                unrefuted += usize::from(!is_possible && position.open().contains(cell));
                continue;
            };
            assert!(!is_possible, "{step:?} of {case:?}");
            assert_eq!((&step.place[..], &step.exclude[..]), (&[][..], &[cell][..]));
            assert!(follows(&board, &position, &step), "{step:?} of {case:?}");
            for fewer in with_less(&step) {
                assert!(!follows(&board, &position, &fewer), "{step:?} of {case:?}");
            }
            let frames = step.refuted.as_ref().unwrap().frames();
            let starved: Vec<bool> = frames.map(|frame| frame.starved().is_some()).collect();
            assert_eq!(starved.iter().filter(|&&is_starved| is_starved).count(), 1);
            assert_eq!(starved.last(), Some(&true));
            refuted += 1;
            deepest = deepest.max(step.depth());
        }
    }
    assert!(
        refuted > in_full(75, 300) && unrefuted > 0 && deepest > 1,
        "{refuted} {unrefuted} {deepest}"
    );
}

#[test]
fn a_queen_on_c4_is_refuted_beside_queens_on_a1_and_g2() {
    let mut problem = Problem::new(Rules::queens(8).unwrap());
    for name in ["a1", "g2"] {
        problem = problem.with(name.parse().unwrap(), Value::Placed).unwrap();
    }
    let (cell, mut engine) = ("c4".parse().unwrap(), auto::Engine::new());
    let found = Hint::suppose(&mut engine, &problem, cell, &budget()).unwrap();
    let Supposition::Refuted(hint) = found else { panic!("{found:?}") };
    let Hint::Step(step) = &*hint else { panic!("{hint:?}") };
    let board = Board::new(problem.rules(), &budget()).unwrap();
    let position = board.candidates(&problem);
    assert!(follows(&board, &position, step), "{step:?}");
    let frames: Vec<_> = hint.refuted().unwrap().frames().collect();
    assert_eq!(frames[0].assumed(), cell);
    // The last picture leaves the group too few cells.
    let last = frames[frames.len() - 1];
    let mut after = position;
    for (cell, value, _) in last.settled() {
        after.settle(&board, cell, value);
    }
    let broken = last.starved().unwrap();
    let (_, cells, bounds) = board.bounds().find(|(group, ..)| *group == broken).unwrap();
    let (pieces, open) = (cells.overlap(after.placed()) as u32, cells.overlap(after.open()) as u32);
    assert!(bounds.for_open_cells(pieces, open).is_conflict(), "{broken}");
    let said: Vec<String> =
        frames.iter().map(|it| it.in_words(problem.rules(), PLAIN_NAMES)).collect();
    assert_eq!(said[0], "suppose a queen on c4");
    assert!(said[frames.len() - 1].ends_with("cannot be completed, so no queen belongs on c4"));
    // A cell of a solution, an attacked cell and a piece are not refuted.
    let attacked = Supposition::Unproved;
    for (name, expected) in
        [("b5", Supposition::Holds), ("a2", attacked), ("g2", Supposition::Holds)]
    {
        let cell = name.parse().unwrap();
        let found = Hint::suppose(&mut engine, &problem, cell, &budget()).unwrap();
        assert_eq!(found, expected, "{name}");
    }
}

/// A small board with regions whose letters stand in rows, the top one first.
fn drawn(piece: &str, needs: &str, regions: &str) -> Problem {
    let regions = Regions::parse(&regions.replace(' ', "\n")).unwrap();
    let needs = needs.split(',').map(|need| need.parse().unwrap());
    let rules = Rules::new(Grid::new(regions.size()), piece.parse().unwrap(), needs);
    Problem::new(rules.with_regions(&regions).unwrap())
}

#[test]
fn steps_of_puzzles_follow() {
    let all = "rows=1,columns=1,regions=1";
    for (piece, needs, regions) in [
        ("king", all, "aabbb acbdb ccbdd cccde eeeee"),
        ("RF", "rows,columns,regions", "aabbb acbbb cccdd eccdd eeeed"),
        ("king", all, "aaab aacb dccb dddb"),
        ("king", "rows=1,columns=1", "aaaa bbbb cccc dddd"),
        ("queen", all, "aabb aabb ccdd ccdd"),
        ("knight", "rows=2,columns=2,regions=2", "aabb abbb accd cddd"),
    ] {
        let problem = drawn(piece, needs, regions);
        if problem.rules().size().cells() <= 16 {
            check(&SolvedCase::new(problem.clone()));
            continue;
        }
        let solutions = engine::bdd::Engine::new();
        let diagram = { solutions }.diagram(&problem, &budget()).unwrap();
        let mut solutions: Vec<u64> = diagram.solutions().map(|set| mask(&set)).collect();
        solutions.sort_unstable();
        check(&SolvedCase { problem, solutions });
    }
}

#[test]
fn grades_divide_all_difficulties() {
    let grid = || Grid::new("8".parse().unwrap());
    for rules in [
        Rules::queens(8).unwrap(),
        Rules::star_battle(grid(), 1),
        crate::puzzle::coloured_rules(grid()),
    ] {
        let scale = Scale::of(&rules);
        let mut next = 0;
        for grade in Grade::iter() {
            let range = scale.range(grade);
            assert_eq!(*range.start(), next);
            assert!(!range.is_empty());
            assert_eq!([scale.grade(*range.start()), scale.grade(*range.end())], [grade; 2]);
            next = range.end().wrapping_add(1);
        }
        assert_eq!(next, 0);
    }
}

/// Steps up to a difficulty are the longest beginning of the path that does not exceed the difficulty.
#[test]
fn steps_end_where_the_difficulty_is_exceeded() {
    for case in cases(32, 150) {
        if case.solutions.len() != 1 {
            continue;
        }
        let solver = Solver::new(case.problem.rules(), &budget()).unwrap();
        let up_to = |most| {
            let candidates = solver.board().candidates(&case.problem);
            solver.steps(candidates, most, &budget()).unwrap()
        };
        let path = up_to(u32::MAX);
        let Some(difficulty) = path.difficulty() else { continue };
        assert_eq!(path.grade(), Some(Scale::of(case.problem.rules()).grade(difficulty)));
        assert_eq!(up_to(difficulty), path);
        if let Some(below) = difficulty.checked_sub(1) {
            let shorter = up_to(below);
            assert!(shorter.steps.len() <= path.steps.len() && shorter.end == End::Open);
            assert_eq!(path.steps[..shorter.steps.len()], shorter.steps);
        }
    }
}

#[test]
fn hints_hold_and_never_run_dry() {
    for case in cases(33, 150).chain(rook_cases(33, 50)) {
        let hint =
            Hint::find(&mut auto::Engine::new(), &case.problem, HintAids::default(), &budget())
                .unwrap();
        let undecided = |cell: Cell| case.problem.decisions().get(cell).is_none();
        let Some(hint) = hint else {
            let mut session = Session::new(case.problem.clone());
            session.ask(&mut auto::Engine::new(), &budget()).unwrap();
            let cells = case.problem.rules().grid().standing_cells().filter(|&it| undecided(it));
            for cell in cells.filter(|&cell| session.attacker(cell).is_none()) {
                let with =
                    case.solutions.iter().filter(|&set| set >> case.size().index(cell) & 1 == 1);
                let with = with.count();
                assert!(0 < with && with < case.solutions.len(), "{cell} of {case:?}");
            }
            continue;
        };
        for stage in Stage::iter() {
            assert!(!hint.in_words(stage, case.problem.rules(), PLAIN_NAMES).is_empty());
        }
        assert_eq!(matches!(hint, Hint::Wrong(_)), case.solutions.is_empty(), "{case:?}");
        let mut session = Session::new(case.problem.clone());
        let changed = hint.can_be_done() && session.follow(&hint);
        let cells = hint.cells(Stage::What);
        match &hint {
            Hint::Step(step) => {
                assert!(changed && !cells.is_empty() && cells.iter().all(|&it| undecided(it)));
                assert!(step.settles().map(|(cell, _)| cell).eq(cells.iter().copied()));
                let after = SolvedCase::new(session.problem().clone());
                assert_eq!(after.solutions, case.solutions, "{hint:?}");
                assert_eq!(hint.take_back(), []);
                let why = hint.in_words(Stage::Why, case.problem.rules(), PLAIN_NAMES);
                let reason = why.strip_prefix("look at ");
                // The second stage names the cells.
                let cell = cells[0].to_string();
                assert!(reason.is_some_and(|reason| reason.starts_with(&cell)), "{why}");
                let groups: Vec<_> = hint.groups().collect();
                assert!(groups.iter().copied().eq(step.groups()));
            }
            Hint::Wrong(_) => {
                assert_eq!(changed, !hint.take_back().is_empty());
                let after = SolvedCase::new(session.problem().clone());
                assert_eq!(after.solutions.is_empty(), !changed, "{hint:?} of {case:?}");
                assert!(cells.iter().all(|&cell| !undecided(cell)), "{hint:?}");
                assert!(hint.refuted().is_none() && !hint.begins_with_groups());
            }
        }
    }
}

/// In a puzzle with one solution, no cell of the solution can be excluded because its piece could be exchanged, whatever other
/// cells are crossed out. Without the setting, no hint uses that there is one solution.
#[test]
fn pieces_of_the_only_solution_cannot_be_exchanged() {
    let mut random = ChaCha8Rng::seed_from_u64(34);
    let mut exchanged = [0, 0];
    for case in cases(34, 3000).chain(rook_cases(34, 1000)) {
        let mut problem = crate::puzzle::beginning(&case.problem);
        let (size, mut solutions) = (case.size(), SolvedCase::new(problem.clone()).solutions);
        let Some(&solution) = solutions.choose(&mut random) else { continue };
        for bit in bits(solution) {
            if solutions.len() > 1 {
                problem = problem.with_given(size.cell(bit)).unwrap();
                solutions.retain(|set| set >> bit & 1 == 1);
            }
        }
        if solutions.len() > 1 {
            continue;
        }
        let problem = &problem;
        let board = Board::new(problem.rules(), &budget()).unwrap();
        let fixed = CellSet::from_cells(size, problem.decisions().givens());
        for crossed_out in [0.0, 0.3, 0.6] {
            let mut position = board.candidates(problem);
            for cell in size.iter().filter(|&cell| solution >> size.index(cell) & 1 == 0) {
                if random.gen_bool(crossed_out) {
                    position.settle(&board, cell, Value::Excluded);
                }
            }
            let Some(step) = board.exchange(&position, &fixed) else { continue };
            let cell = step.exclude[0];
            assert!(position.open().contains(cell), "{step:?} of {case:?}");
            assert_eq!(solution >> size.index(cell) & 1, 0, "{step:?} of {case:?}");
            exchanged[step.cells.len() / 2] += 1;
        }
        let hint =
            Hint::find(&mut auto::Engine::new(), problem, HintAids::default(), &budget()).unwrap();
        let is_exchange =
            |it: &Hint| matches!(it, Hint::Step(step) if step.technique == Technique::Uniqueness);
        assert!(!hint.as_ref().is_some_and(is_exchange), "{case:?}");
    }
    assert!(exchanged[0] > 30 && exchanged[1] > 0, "{exchanged:?}");
}

/// Visible mistakes are described in words.
#[test]
fn mistakes_that_are_visible_are_named() {
    let told = |problem: &Problem, placed: &str, excluded: &str| {
        let cells = |names: &str| Cell::parse_list(names).unwrap_or_default();
        let placed = cells(placed).into_iter().map(|cell| (cell, Value::Placed));
        let excluded = cells(excluded).into_iter().map(|cell| (cell, Value::Excluded));
        let problem = problem.with_only(placed.chain(excluded));
        let hint = Hint::find(&mut auto::Engine::new(), &problem, HintAids::default(), &budget())
            .unwrap()
            .unwrap();
        Stage::iter()
            .map(|stage| hint.in_words(stage, problem.rules(), PLAIN_NAMES))
            .collect::<Vec<_>>()
    };
    let kings = drawn("king", "rows=1,columns=1", "aaaa aaaa aaaa aaaa");
    let too_many = told(&kings, "a1,c1", "");
    assert_eq!(too_many[0], "something is wrong: look at row 1");
    assert_eq!(too_many[1], "row 1 has too many pieces, on a1 and c1");
    let take_back = |cell| format!("take back the piece on {cell}: {}", too_many[1]);
    assert!([take_back("a1"), take_back("c1")].contains(&too_many[2]), "{}", too_many[2]);
    let touching = told(&kings, "b2,c3", "");
    assert_eq!(touching[0], "something is wrong: look at b2 and c3");
    assert_eq!(touching[1], "b2 and c3 attack each other");
    let no_room = told(&kings, "", "a4,b4,c4,d4");
    assert_eq!(no_room[0], "something is wrong: look at row 4");
    assert_eq!(no_room[1], "row 4 has too little room left");
    let two = board("4", "knight", "pieces=2");
    let many = told(&two, "a1,b2,d4", "");
    assert_eq!(many[0], "something is wrong: look at the board");
    assert_eq!(many[1], "the board has too many pieces, on a1, b2 and d4");
}

//! Solving steps, compared with the reference. Also solves the puzzles of `assets/boards` by steps.

use std::path::Path;
use std::sync::Arc;

use configurator::engine::{Budget, auto, bdd};
use configurator::geometry::{Cell, Grid, Size};
use configurator::problem::{BoardFile, Bounds, Problem, Requirement, Rules, Value};
use configurator::puzzle::{self, Clues, Outcome};
use configurator::session::steps::{
    Board, Candidates, End, Grade, Scale, Solver, SolvingPath, Step, Technique, follows,
};
use proptest::prelude::*;
use strum::IntoEnumIterator;

use crate::cases::{Described, bits, case, in_full, mask};
use crate::costs::priced;
use parts::{follows_by_trying, positions, with_less};

#[path = "../../src/session/brute_force/step_parts.rs"]
mod parts;

fn solved(problem: &Problem) -> SolvingPath {
    let solver = Solver::new(problem.rules(), &Budget::default()).unwrap();
    solver.solve(&mut auto::Engine::new(), problem, &Budget::default()).unwrap()
}

/// Checks that every step follows from the groups and cells that it names.
fn check(problem: &Problem, way: &SolvingPath) {
    let board = board(problem);
    let mut candidates = board.candidates(problem);
    for step in &way.steps {
        assert!(follows(&board, &candidates, step), "{step:?}");
        candidates.apply(&board, step);
    }
    assert_eq!(candidates, way.candidates);
}

/// The board on which a problem is solved step by step.
fn board(problem: &Problem) -> Board {
    let rules = std::sync::Arc::new(problem.rules().in_usual_form());
    Board::new(&rules, &Budget::default()).unwrap()
}

/// Checks that every step, also of contradictions, needs each group, cell and step that it names. An engine finds the sets
/// of [`Technique::Rules`], with limited work.
fn check_minimal(problem: &Problem, way: &SolvingPath) {
    let board = board(problem);
    let start = board.candidates(problem);
    for (position, step) in positions(&board, start, &way.steps) {
        if step.technique != Technique::Rules {
            let fewer = with_less(step).find(|fewer| follows(&board, &position, fewer));
            assert_eq!(fewer, None, "{step:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(200, 600)))]

    /// Bounds that follow from all rules hold in every solution.
    #[test]
    fn bounds_hold_in_every_solution(case in case(4)) {
        let Some(solutions) = case.solutions() else { return Ok(()) };
        let board = Board::new(&case.rules(), &Budget::default()).unwrap();
        for (group, cells, bounds) in board.bounds() {
            for solution in &solutions {
                let pieces = (mask(&cells) & solution).count_ones();
                prop_assert!(bounds.contains(pieces), "{}: {:?}", group, bounds);
            }
        }
    }

    #[test]
    fn steps_hold_in_every_solution(case in case(5)) {
        let Some(solutions) = case.solutions() else { return Ok(()) };
        check_against(&case.problem(), &solutions)?;
    }

    /// The check of steps agrees with a trial of all sets of pieces, also for steps with too few groups or cells.
    #[test]
    fn the_check_of_steps_agrees_with_trying_all_pieces(case in case(4)) {
        let problem = case.problem();
        let board = board(&problem);
        let way = solved(&problem);
        check_minimal(&problem, &way);
        for (position, step) in positions(&board, board.candidates(&problem), &way.steps) {
            for step in with_less(step).chain([step.clone()]) {
                if let Some(expected) = follows_by_trying(&board, &position, &step) {
                    prop_assert_eq!(follows(&board, &position, &step), expected, "{:?}", step);
                }
            }
        }
    }

    /// Techniques ignore costs. If they leave a single candidate solution, the limit decides whether it is one.
    #[test]
    fn steps_keep_the_limit_of_cost(priced in priced(4)) {
        let Some(solutions) = priced.solutions() else { return Ok(()) };
        check_against(&priced.problem(), &solutions)?;
    }
}

/// Checks that steps hold in every solution, follow from the groups and cells that they name, and continue as long as
/// some cell is determined.
fn check_against(problem: &Problem, solutions: &[u64]) -> Result<(), TestCaseError> {
    let size = problem.rules().size();
    let way = solved(problem);
    check(problem, &way);
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
    Ok(())
}

#[test]
fn the_boards_that_come_with_it_have_these_grades() {
    for (name, grade) in [
        ("coloured-7", Grade::Medium),
        ("coloured-8", Grade::Easy),
        ("coloured-9", Grade::Medium),
        ("coloured-10", Grade::Hard),
        ("coloured-11", Grade::Medium),
        ("star-battle-10", Grade::Medium),
    ] {
        let path = format!("assets/boards/{name}.toml");
        let problem = BoardFile::read(Path::new(&path)).unwrap().problem;
        let way = solved(&problem);
        check(&problem, &way);
        check_minimal(&problem, &way);
        assert_eq!((&way.end, way.grade()), (&End::Solved, Some(grade)), "{name}");
    }
}

fn grid(size: u16) -> Grid {
    Grid::new(Size::square(size).unwrap())
}

/// Returns blank problems for three kinds of puzzles: coloured regions, star battles and givens.
fn kinds(size: u16) -> [Problem; 3] {
    [
        puzzle::coloured_rules(grid(size)),
        Rules::star_battle(grid(size), puzzle::usual_stars(grid(size).size())),
        Rules::queens(size).unwrap(),
    ]
    .map(Problem::new)
}

fn make(blank: &Problem, grade: Option<Grade>, seed: u64) -> Outcome {
    let is_coloured = blank.rules().requirements().iter().any(Requirement::needs_regions);
    let budget = Budget::default();
    let clues = if is_coloured { Clues::Regions } else { Clues::Givens(None) };
    puzzle::make(blank, clues, grade.map(Into::into), seed, &budget).unwrap()
}

/// Every generated puzzle has one solution, so the steps solve it.
#[test]
fn every_generated_puzzle_is_solved_and_every_step_is_verified() {
    for size in 5..=8 {
        for (blank, seed) in kinds(size).iter().flat_map(|blank| (0..2).map(move |it| (blank, it)))
        {
            let Outcome::Puzzle(problem) = make(blank, None, seed) else { continue };
            let way = solved(&problem);
            assert_eq!(way.end, End::Solved, "{size} {seed}");
            check(&problem, &way);
            check_minimal(&problem, &way);
        }
    }
}

/// Steps end as soon as their difficulty exceeds a limit, and not before.
#[test]
fn steps_up_to_a_difficulty_end_where_it_is_exceeded() {
    let budget = Budget::default();
    let blanks = kinds(6);
    for seed in 0..6 {
        let Outcome::Puzzle(problem) = make(&blanks[seed as usize % 2], None, seed) else {
            continue;
        };
        let way = solved(&problem);
        let difficulty = way.difficulty().unwrap();
        let solver = Solver::new(problem.rules(), &budget).unwrap();
        let up_to =
            |most| solver.steps(solver.board().candidates(&problem), most, &budget).unwrap();
        assert_eq!(up_to(difficulty), way);
        let Some(below) = difficulty.checked_sub(1) else { continue };
        let shorter = up_to(below);
        assert_eq!((&shorter.end, shorter.difficulty()), (&End::Open, None));
        assert_eq!(way.steps[..shorter.steps.len()], shorter.steps);
    }
}

/// The grades of a kind of puzzle divide all numbers from 0 on.
#[test]
fn grades_are_bands_of_the_difficulty() {
    for blank in kinds(8) {
        let scale = Scale::of(blank.rules());
        let mut next = 0;
        for grade in Grade::iter() {
            let range = scale.range(grade);
            assert_eq!(*range.start(), next);
            assert_eq!(scale.grade(*range.start()), grade);
            assert_eq!(scale.grade(*range.end()), grade);
            next = range.end().wrapping_add(1);
        }
        assert_eq!(next, 0, "the last grade has no upper limit");
    }
}

#[test]
fn a_puzzle_of_a_grade_has_it_and_one_solution() {
    for blank in kinds(6) {
        for grade in [Grade::Easy, Grade::Medium, Grade::Hard] {
            let made = make(&blank, Some(grade), 1);
            let Outcome::Puzzle(problem) = &made else {
                // A single piece distinguishes the four solutions of 6 queens, so there is no hard puzzle.
                assert!(blank.rules().requirements().len() == 1 && grade == Grade::Hard);
                continue;
            };
            let way = solved(problem);
            assert_eq!((&way.end, way.grade()), (&End::Solved, Some(grade)));
            let census = bdd::Engine::new().census(problem, &Budget::default()).unwrap();
            assert_eq!(census.solutions, 1_u8.into());
            assert_eq!(made, make(&blank, Some(grade), 1), "the same seed");
        }
    }
}

/// Small boards whose first steps need a technique: technique, piece, rules and regions.
const EXAMPLES: [(Technique, &str, &str, &str); 9] = [
    (
        Technique::Groups4,
        "camel",
        "'rows=1', 'regions=1'",
        "abcdabcd abcdabcd bcdabcda bcdabcda efghefgh efghefgh fghefghe aghefghe",
    ),
    (Technique::SeenByGroup, "camel", "'rows=1', 'regions=1'", "ccaa caaa"),
    (Technique::Halves, "king", "'columns=1', 'regions=2'", "aaaa aabb abbb bbbb"),
    (Technique::FullLine, "king", "'rows=2', 'regions=2'", "aaacccc aabbbbc aabbbbc"),
    (Technique::Strip, "king", "'rows=2'", "bbaaaaa bbabaaa bbbbaaa bbbaaaa"),
    (
        Technique::Band,
        "RF",
        "'columns=1', 'regions=2'",
        "aaaccc aaaccc aaaccc bbbbbc bbbbbc bbbbbb",
    ),
    (
        Technique::TightBand,
        "RF",
        "'rows=1', 'columns=1', 'regions=2'",
        "bbbccc bbbccc bbbccc bbbaaa bbbaaa bbaaaa",
    ),
    (Technique::Leftover, "RF", "'rows=1', 'regions=1'", "ccbb ccbb dddd"),
    (Technique::Chain, "camel", "'rows=2', 'regions=2'", "aabb abbb"),
];

/// Each technique finds its step on a board of its own. The step follows from the rules that it names, and no
/// solution has the opposite value on one of its cells.
#[test]
fn each_technique_has_a_board_of_its_own() {
    for (technique, piece, rules, regions) in EXAMPLES {
        let rows: Vec<&str> = regions.split(' ').collect();
        let (height, width) = (rows.len(), rows[0].len());
        let drawn = rows.join("\n");
        let text = format!(
            "size = [{height}, {width}]\npiece = '{piece}'\nrules = [{rules}]\n\
             regions = \"\"\"\n{drawn}\n\"\"\"\n"
        );
        let problem = BoardFile::parse(&text, "board").unwrap().problem;
        let solutions = |problem: &Problem| {
            bdd::Engine::new().census(problem, &Budget::default()).unwrap().solutions
        };
        assert_ne!(solutions(&problem), 0_u8.into(), "{technique}");
        let way = solved(&problem);
        check(&problem, &way);
        check_minimal(&problem, &way);
        let step = way.steps.iter().find(|step| step.technique == technique);
        let step = step.unwrap_or_else(|| panic!("{technique} is missing"));
        for (cell, value) in step.settles() {
            let opposite = match value {
                Value::Placed => Value::Excluded,
                Value::Excluded => Value::Placed,
            };
            let decisions = [(cell, opposite)].into_iter().collect();
            let wrong = Problem::with_decisions(Arc::clone(problem.rules()), decisions).unwrap();
            assert_eq!(solutions(&wrong), 0_u8.into(), "{technique}: {cell}");
        }
    }
}

/// Eight rows with one piece each leave no second piece for any of eight regions.
#[test]
fn bounds_follow_from_counting_all_pieces() {
    let problem = BoardFile::read(Path::new("assets/boards/coloured-8.toml")).unwrap().problem;
    let board = board(&problem);
    assert_eq!(board.bounds().count(), 24);
    assert!(board.bounds().all(|(_, _, bounds)| bounds == Bounds::exactly(1)));
    // Eight queens stand one in each column, too.
    let queens = Board::new(&Arc::new(Rules::queens(8).unwrap()), &Budget::default()).unwrap();
    assert!(queens.bounds().all(|(_, _, bounds)| bounds == Bounds::exactly(1)));
    assert_eq!(queens.bounds().count(), 16);
}

/// If the check accepts a step, it must reject the same step without its groups, or with a wrong conclusion.
#[test]
fn a_step_that_does_not_follow_is_found_out() {
    let path = Path::new("assets/boards/coloured-9.toml");
    let problem = BoardFile::read(path).unwrap().problem;
    let board = board(&problem);
    let mut candidates = board.candidates(&problem);
    for step in solved(&problem).steps {
        let unproved = Step { rules: Vec::new(), ..step.clone() };
        assert!(!follows(&board, &candidates, &unproved), "{step:?}");
        let mut wrong = step.clone();
        std::mem::swap(&mut wrong.place, &mut wrong.exclude);
        assert!(!follows(&board, &candidates, &wrong), "{step:?}");
        candidates.apply(&board, &step);
    }
}

#[test]
fn techniques_have_the_names_and_the_order_of_the_manual() {
    let names: Vec<&str> = Technique::iter().map(Into::into).collect();
    assert_eq!(
        names,
        [
            "last-cell",
            "full-group",
            "few-cells",
            "attacked-by-group",
            "starving",
            "groups-1",
            "groups-2",
            "groups-3",
            "groups-4",
            "no-touch",
            "seen-by-group",
            "halves",
            "full-line",
            "strip",
            "band",
            "tight-band",
            "leftover",
            "uniqueness",
            "chain",
            "contradiction",
            "rules",
        ]
    );
}

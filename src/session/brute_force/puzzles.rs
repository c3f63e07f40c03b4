//! Puzzles: their one solution, their grades, and the repair of regions.

use std::collections::BTreeSet;

use super::cases::{SolvedCase, mask};
use crate::puzzle::{
    Clues, Difficulty, GradeTally, Kind, Outcome, PuzzleSolutions, PuzzleSpec, RepairPart, Repairs,
    coloured_rules, grade_of, make, repainted, repair, usual_stars,
};
use crate::steps::{End, Grade, Solver};
use crate::{SolutionCount, puzzle};
use engine::{Budget, auto, bdd};
use geometry::{Cell, CellSet, Grid};
use num_bigint::BigUint;
use problem::{GroupId, Problem, Regions, Rules, Value};

fn budget() -> Budget {
    Budget::default()
}

fn count(problem: &Problem) -> BigUint {
    bdd::Engine::new().census(problem, &budget()).unwrap().solutions
}

/// The blank problems of three kinds of puzzles, with their clues.
fn kinds(size: &str) -> [(Problem, Clues<'static>); 3] {
    let grid = || Grid::new(size.parse().unwrap());
    let size = grid().size();
    [
        (coloured_rules(grid()), Clues::Regions),
        (Rules::star_battle(grid(), usual_stars(size)), Clues::Regions),
        (Rules::queens(size.rows()).unwrap(), Clues::Givens(None)),
    ]
    .map(|(rules, clues)| (Problem::new(rules), clues))
}

/// Cells of a region that are joined side by side.
fn is_whole(cells: &[Cell]) -> bool {
    let mut reached = BTreeSet::from([cells[0]]);
    loop {
        let touches = |cell: &&Cell| {
            let beside = |other: &Cell| {
                cell.row().abs_diff(other.row()) + cell.column().abs_diff(other.column()) == 1
            };
            !reached.contains(cell) && reached.iter().any(beside)
        };
        match cells.iter().find(touches) {
            Some(&cell) => reached.insert(cell),
            None => return reached.len() == cells.len(),
        };
    }
}

#[test]
fn puzzles_of_each_kind_have_one_solution_and_their_grade() {
    for size in ["5", "6"] {
        for (blank, clues) in kinds(size) {
            for seed in 0..3 {
                for difficulty in [None, Some(Grade::Easy.into()), Some(Difficulty::Range(0, 60))] {
                    let outcome_of = || make(&blank, clues, difficulty, seed, &budget()).unwrap();
                    let outcome = outcome_of();
                    assert_eq!(outcome.failure().is_none(), matches!(outcome, Outcome::Puzzle(_)));
                    assert_eq!(outcome, outcome_of(), "the same seed");
                    let Outcome::Puzzle(made) = outcome else { continue };
                    assert_eq!(count(&made), 1_u8.into());
                    let solver = Solver::new(made.rules(), &budget()).unwrap();
                    let candidates = solver.board().candidates(&made);
                    let path = solver.steps(candidates, u32::MAX, &budget()).unwrap();
                    let graded = path.grade().zip(path.difficulty());
                    assert_eq!(grade_of(&made, &budget()).unwrap(), graded);
                    if let Some(difficulty) = difficulty {
                        assert_eq!(path.end, End::Solved);
                        let range = difficulty.range(made.rules());
                        assert!(range.contains(&path.difficulty().unwrap()));
                    }
                    let PuzzleSolutions::One(solution) =
                        PuzzleSolutions::find(&made, &budget()).unwrap()
                    else {
                        panic!("it has one solution")
                    };
                    let placed = solution.iter().map(|cell| (cell, Value::Placed));
                    assert_eq!(count(&made.with_only(placed)), 1_u8.into());
                    match clues {
                        Clues::Regions | Clues::RegionsBeside(_) => {
                            let regions = made.rules().regions().unwrap();
                            assert_eq!(regions.cells().len(), puzzle::regions_of(made.rules()));
                            assert!(regions.cells().iter().all(|(_, cells)| is_whole(cells)));
                            assert!(made.decisions().is_empty());
                        }
                        Clues::Givens(_) => {
                            assert_eq!(made.decisions().givens().count(), made.decisions().len());
                        }
                    }
                }
            }
        }
    }
}

/// Painted regions stay as they are; the others grow around them. On a whole board of too few regions, the cells of the
/// largest one count as not painted.
#[test]
fn painted_cells_keep_their_regions() {
    let drawing = Regions::parse(".....\n.abb.\n.aab.\n.....\n.....").unwrap();
    let grid = Grid::new(drawing.size());
    let incomplete = coloured_rules(grid.clone()).with_incomplete_regions(&drawing).unwrap();
    let whole = Regions::parse("ccccc\ncabbc\ncaabc\nccccc\nccccc").unwrap();
    let whole = coloured_rules(grid).with_regions(&whole).unwrap();
    let mut made = 0;
    for (seed, difficulty) in
        (0..6).flat_map(|seed| [(seed, None), (seed, Some(Difficulty::Range(0, 90)))])
    {
        let rules = if made % 2 == 0 { &incomplete } else { &whole };
        let blank = Problem::new(rules.clone());
        let outcome = make(&blank, Clues::Regions, difficulty, seed, &budget()).unwrap();
        let Outcome::Puzzle(puzzle) = outcome else { continue };
        made += 1;
        let regions = puzzle.rules().regions().unwrap();
        let size = drawing.size();
        let painted = size.iter().filter(|&cell| drawing.region(cell).is_some());
        painted.for_each(|cell| assert_eq!(regions.region(cell), drawing.region(cell)));
        assert!(regions.cells().iter().all(|(_, cells)| is_whole(cells)));
        assert_eq!(count(&puzzle), 1_u8.into());
    }
    assert!(made > 0);
}

/// Without a difficulty, no given is superfluous.
#[test]
fn givens_are_as_many_as_wanted_and_needed() {
    let blank = Problem::new(Rules::queens(6).unwrap());
    for wanted in [None, Some(1), Some(2), Some(3)] {
        for seed in 0..4 {
            let clues = Clues::Givens(wanted);
            let outcome = make(&blank, clues, None, seed, &budget()).unwrap();
            let Outcome::Puzzle(made) = outcome else {
                assert!(
                    matches!(outcome, Outcome::OtherNumbers { .. }) && wanted > Some(1),
                    "{outcome:?}"
                );
                continue;
            };
            let givens: Vec<Cell> = made.decisions().givens().collect();
            assert!(wanted.is_none_or(|wanted| wanted == givens.len()));
            assert_eq!(count(&made), 1_u8.into());
            for left_out in givens.iter().filter(|_| wanted.is_none()) {
                let others = givens.iter().filter(|it| *it != left_out);
                let fewer = blank.with_only(others.map(|&cell| (cell, Value::Placed)));
                assert!(count(&fewer) > 1_u8.into());
            }
        }
    }
    let none =
        make(&Problem::new(Rules::queens(3).unwrap()), Clues::Givens(None), None, 1, &budget());
    assert_eq!(none.unwrap(), Outcome::NoSolution);
}

#[test]
fn outcomes_without_a_puzzle_say_why() {
    let wanted: Difficulty = Grade::Hard.into();
    for (outcome, begin) in [
        (Outcome::NoSolution, "no solution exists, so no puzzle"),
        (
            Outcome::MissingGrade { wanted, givens: Some(1), exist: vec![] },
            "no puzzle with 1 given piece exists here, of any grade",
        ),
        (
            Outcome::MissingGrade { wanted, givens: None, exist: vec![Grade::Easy] },
            "no puzzle of grade hard exists here: all are easy",
        ),
        (
            Outcome::MissingGrade {
                wanted,
                givens: Some(2),
                exist: vec![Grade::Easy, Grade::Medium],
            },
            "no puzzle with 2 given pieces of grade hard exists here: all are easy or medium",
        ),
        (Outcome::NotFound, "no attempt found regions"),
        (Outcome::LimitedCosts, "the makers of colour regions do not add up costs"),
    ] {
        let failure = outcome.failure().unwrap();
        assert!(failure.starts_with(begin), "{failure}");
    }
    assert_eq!(GradeTally::default().in_words(), "");
}

/// All solutions of a board with regions, by trying.
fn solutions(problem: &Problem) -> usize {
    SolvedCase::new(problem.clone()).solutions.len()
}

/// The number of solutions that remain if two regions become one with the pieces of both.
fn without_border(problem: &Problem, one: char, other: char) -> usize {
    let rules = problem.rules();
    let needs = rules.requirements().iter().copied().filter(|need| !need.needs_regions());
    let free = SolvedCase::new(Problem::new(rules.with_requirements(needs)));
    let regions = rules.groups().iter().filter_map(|group| match group.id() {
        GroupId::Region(letter) => Some((letter, group)),
        _ => None,
    });
    let regions: Vec<_> = regions.collect();
    let keeps = |set: &&u64| {
        let pieces = free.set(**set);
        let number =
            |cells: &[Cell]| cells.iter().filter(|&&cell| pieces.contains(cell)).count() as u32;
        let joined = regions.iter().filter(|(letter, _)| [one, other].contains(letter));
        let (mut pieces_in_both, mut least, mut most) = (0, 0, Some(0));
        for (_, group) in joined {
            pieces_in_both += number(group.cells());
            least += group.bounds().lower;
            most = most.zip(group.bounds().upper).map(|(most, upper)| most + upper);
        }
        let others = regions.iter().filter(|(letter, _)| ![one, other].contains(letter));
        pieces_in_both >= least
            && most.is_none_or(|most| pieces_in_both <= most)
            && others.clone().all(|(_, group)| group.allows(&pieces))
    };
    free.solutions.iter().filter(keeps).count()
}

#[test]
fn repaints_leave_as_many_solutions_as_they_say() {
    for (drawing, kind) in [
        ("aabb\naabb\nccdd\nccdd", "king"),
        ("abbb\nabcb\naccd\ndddd", "king"),
        ("aabb\naacb\ndccb\ndddd", "RF"),
        ("abcd\nabcd\nabcd\nabcd", "king"),
        ("aaab\ncaab\nccdb\nccdd", "king"),
    ] {
        let regions = Regions::parse(drawing).unwrap();
        let grid = || Grid::new(regions.size());
        let rules =
            if kind == "king" { Rules::star_battle(grid(), 1) } else { coloured_rules(grid()) };
        let problem = Problem::new(rules.with_regions(&regions).unwrap());
        let mut repairs = Repairs::default();
        repair(&problem, &budget(), &mut |part: RepairPart| repairs.add(part)).unwrap();
        assert!(repairs.is_complete);
        let all = SolvedCase::new(problem.clone());
        assert_eq!(repairs.solutions, Some(SolutionCount::Exact(all.solutions.len().into())));
        assert_eq!(repairs.two.is_some(), all.solutions.len() > 1);
        if let Some([one, other]) = &repairs.two {
            assert!(one != other);
            assert!([one, other].iter().all(|set| all.solutions.contains(&mask(set))));
            assert_eq!(repairs.differing(), Some(one ^ other));
        }
        for repaint in &repairs.repaints {
            let changed = repainted(&problem, repaint.cell, repaint.region);
            let expected = SolutionCount::Exact(solutions(&changed).into());
            assert_eq!(repaint.solutions, expected, "{repaint:?} of {drawing}");
            assert_eq!(repaint.is_unique(), solutions(&changed) == 1);
            let parts = changed.rules().regions().unwrap().cells();
            let all_whole = parts.iter().all(|(_, cells)| is_whole(cells));
            assert_eq!(repaint.breaks, !all_whole, "{repaint:?} of {drawing}");
            let graded = grade_of(&changed, &budget()).unwrap();
            let found = repaint.grade.and_then(puzzle::FoundGrade::found);
            assert!(!repaint.is_unique() || found == graded.map(|(grade, number)| (number, grade)));
            let said = repaint.effect();
            assert!(said.contains(&puzzle::solutions_in_words(&repaint.solutions)), "{said}");
            assert_eq!(said.contains("falls apart"), repaint.breaks);
        }
        // Each cell can join every neighbouring region.
        let size = regions.size();
        let mut expected = BTreeSet::new();
        for cell in size.iter() {
            let own = regions.region(cell);
            let beside = size.neighbours(cell).filter_map(|it| regions.region(it));
            expected.extend(beside.filter(|&it| Some(it) != own).map(|region| (cell, region)));
        }
        let found = repairs.repaints.iter().map(|it| (it.cell, it.region));
        assert_eq!(found.clone().count(), expected.len(), "{drawing}");
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{drawing}");
        let letters: Vec<char> = regions.cells().into_iter().map(|(letter, _)| letter).collect();
        let touch = |one, other| {
            expected.iter().any(|&(cell, to)| regions.region(cell) == Some(one) && to == other)
        };
        let pairs = letters.iter().flat_map(|one| letters.iter().map(move |other| (*one, *other)));
        let superfluous = pairs
            .filter(|(one, other)| one < other && touch(*one, *other))
            .filter(|&(one, other)| without_border(&problem, one, other) == 1)
            .filter(|_| all.solutions.len() == 1);
        let found: BTreeSet<(char, char)> = repairs.superfluous.borders.iter().copied().collect();
        assert_eq!(found.len(), repairs.superfluous.borders.len());
        assert_eq!(found, superfluous.collect(), "{drawing}");
    }
}

#[test]
fn numbers_of_solutions_have_words() {
    let words = |count: SolutionCount| puzzle::solutions_in_words(&count);
    assert_eq!(words(SolutionCount::Exact(1_u8.into())), "1 solution");
    assert_eq!(words(SolutionCount::Exact(0_u8.into())), "0 solutions");
    assert_eq!(words(SolutionCount::Exact(7_u8.into())), "7 solutions");
    assert_eq!(words(SolutionCount::AtLeast(101)), "at least 101 solutions");
}

/// A puzzle is known by its rules and size, whatever its solution.
#[test]
fn a_puzzle_that_was_made_is_known_again() {
    for (kind, size, stars) in [
        (Kind::Queens, 6, 1),
        (Kind::StarBattle, 6, 1),
        (Kind::StarBattle, 8, 2),
        (Kind::QueensGivens, 6, 1),
    ] {
        let spec = PuzzleSpec::new(kind, Grade::Easy, Some(size), Some(stars)).unwrap();
        let blank = Problem::new(spec.rules());
        let given = blank.clone().with_given("b1".parse().unwrap()).unwrap();
        let problem = if kind == Kind::QueensGivens { given } else { blank };
        assert_eq!(PuzzleSpec::of(&problem, Grade::Easy), Some(spec));
        let torus = problem.rules().grid().clone().with_torus(true);
        let torus = Problem::new(problem.rules().with_grid(torus));
        assert_eq!(PuzzleSpec::of(&torus, Grade::Easy), None);
        let knights = Problem::new(problem.rules().with_piece("knight".parse().unwrap()));
        assert_eq!(PuzzleSpec::of(&knights, Grade::Easy), None);
        let hole = CellSet::from_cells(problem.rules().size(), ["a2".parse().unwrap()]);
        let holed = problem.rules().grid().clone().with_more_holes(hole.iter());
        let holed = Problem::new(problem.rules().with_grid(holed));
        assert_eq!(PuzzleSpec::of(&holed, Grade::Easy), None);
    }
    let plain = Problem::new(Rules::queens(6).unwrap());
    assert_eq!(PuzzleSpec::of(&plain, Grade::Easy), None);
}

#[test]
fn difficulties_are_read_and_printed() {
    assert_eq!("hard".parse(), Ok(Difficulty::Grade(Grade::Hard)));
    assert_eq!("40..60".parse(), Ok(Difficulty::Range(40, 60)));
    assert_eq!("40..40".parse(), Ok(Difficulty::Range(40, 40)));
    for text in ["60..40", "..", "hardest", "", "1..x"] {
        assert!(text.parse::<Difficulty>().is_err(), "{text}");
    }
    assert_eq!(Difficulty::Grade(Grade::Hard).to_string(), "grade hard");
    assert_eq!(Difficulty::Range(4, 6).to_string(), "difficulty 4..6");
    let rules = Rules::queens(8).unwrap();
    assert_eq!(Difficulty::Range(4, 6).range(&rules), 4..=6);
}

/// A star battle with one star and the puzzle of coloured queens in the same regions have one grade, one number and the same
/// steps.
#[test]
fn one_star_and_coloured_queens_are_one_puzzle() {
    let solved = |rules: Rules| {
        let problem = Problem::new(rules);
        let solver = Solver::new(problem.rules(), &budget()).unwrap();
        solver.solve(&mut auto::Engine::new(), &problem, &budget()).unwrap()
    };
    for seed in 0..20_u64 {
        let size = 5 + (seed % 4) as u16;
        let spec = PuzzleSpec::new(Kind::Queens, Grade::Easy, Some(size), None).unwrap();
        let Ok(Outcome::Puzzle(made)) = spec.make(seed, &budget()) else { continue };
        let regions = made.rules().regions().unwrap();
        let [queens, stars] = [made.rules().as_ref().clone(), puzzle::star_battle(regions, 1)];
        let [queens, stars] = [queens, stars].map(solved);
        assert_eq!(queens.steps, stars.steps, "{regions}");
        assert_eq!(queens.difficulty(), stars.difficulty());
        assert_eq!((queens.grade(), queens.scale), (stars.grade(), stars.scale));
    }
}

/// The command line names no locked regions, the board an empty list of them.
#[test]
fn a_seed_makes_the_same_puzzle_with_and_without_a_list_of_locked_regions() {
    let blank = Problem::new(coloured_rules(Grid::new("6".parse().unwrap())));
    for difficulty in [None, Some(Grade::Easy.into()), Some(Grade::Hard.into())] {
        let [one, other] = [Clues::Regions, Clues::RegionsBeside(&[])]
            .map(|clues| make(&blank, clues, difficulty, 5, &budget()).unwrap());
        assert_eq!(one, other, "{difficulty:?}");
    }
}

/// An easy puzzle gives nothing of a harder one of the same seed away.
#[test]
fn each_grade_has_puzzles_of_its_own() {
    // Few solutions exist on smaller boards, so that two of them may be the same by chance.
    let made = |grade| {
        let spec = PuzzleSpec::new(Kind::Queens, grade, Some(9), None).unwrap();
        match spec.make(20_261_128, &budget()) {
            Ok(Outcome::Puzzle(problem)) => problem,
            other => panic!("{other:?}"),
        }
    };
    let puzzles = [Grade::Easy, Grade::Medium, Grade::Hard].map(made);
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        let letters = [one, other].map(|at| puzzles[at].rules().regions().unwrap().to_string());
        assert_ne!(letters[0], letters[1]);
        let solutions = [one, other].map(|at| {
            let PuzzleSolutions::One(cells) =
                PuzzleSolutions::find(&puzzles[at], &budget()).unwrap()
            else {
                panic!("a puzzle has one solution")
            };
            cells
        });
        assert_ne!(solutions[0], solutions[1]);
    }
}

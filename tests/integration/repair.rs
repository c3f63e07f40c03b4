//! What makers ask about drawn regions, compared with counts of each changed board.

use std::sync::Arc;

use configurator::engine::{Budget, bdd};
use configurator::geometry::{Cell, CellSet, Grid, Size};
use configurator::problem::{Problem, Regions, Rules, Value};
use configurator::puzzle::{
    Clues, FoundGrade, MAX_COUNTED, Outcome, Repairs, check, coloured_rules, make, regions_of,
    repair,
};
use configurator::session::SolutionCount;
use configurator::session::steps::Solver;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cases::in_full;

/// Counts the solutions with the diagram, which shares nothing with the search that repairs.
fn count(problem: &Problem) -> BigUint {
    bdd::Engine::new().census(problem, &Budget::default()).unwrap().solutions
}

fn redrawn(problem: &Problem, letter: impl Fn(Cell) -> Option<char>) -> Problem {
    let rules = problem.rules();
    let regions = Regions::new(rules.grid(), letter);
    let rules = Rules::clone(rules).with_regions(&regions).unwrap();
    Problem::with_decisions(Arc::new(rules), problem.decisions().clone()).unwrap()
}

/// A board with random regions: the regions of a puzzle with a few cells repainted at random, under random rules.
fn board(random: &mut ChaCha8Rng) -> Problem {
    let size = random.gen_range(4..=7_u16);
    let grid = Grid::new(Size::square(size).unwrap());
    let rules = coloured_rules(grid);
    let made = make(
        &Problem::new(rules),
        Clues::Regions,
        None,
        random.gen_range(0..50),
        &Budget::default(),
    );
    let Ok(Outcome::Puzzle(mut problem)) = made else { panic!("{made:?}") };
    for _ in 0..random.gen_range(0..5) {
        let cells: Vec<Cell> = problem.rules().size().iter().collect();
        let (one, other) = (cells.choose(random).unwrap(), cells.choose(random).unwrap());
        let regions = problem.rules().regions().unwrap().clone();
        problem =
            redrawn(&problem, |cell| regions.region(if cell == *one { *other } else { cell }));
    }
    let rules = problem.rules();
    let others = ["rows,columns,regions", "rows=1,regions", "regions=1", "rows,regions=2", "rows"];
    let needs = match random.gen_range(0..10) {
        number @ 0..5 if size < 6 => others[number],
        _ => others[0],
    };
    let rules = rules.with_requirements(needs.split(',').map(|need| need.parse().unwrap()));
    let mut problem = Problem::with_decisions(rules.into(), problem.decisions().clone()).unwrap();
    let cells: Vec<Cell> = problem.rules().size().iter().collect();
    for _ in 0..random.gen_range(0..3) {
        let cell = *cells.choose(random).unwrap();
        problem = match random.gen_range(0..3) {
            0 => problem.clone().with_given(cell),
            1 => problem.clone().with(cell, Value::Excluded),
            _ => Ok(problem.clone()),
        }
        .unwrap_or(problem);
    }
    problem
}

fn assert_counts(solutions: &SolutionCount, problem: &Problem) {
    let counted = count(problem);
    match solutions {
        SolutionCount::Exact(number) => assert_eq!(*number, counted, "{problem:?}"),
        SolutionCount::AtLeast(number) => {
            assert_eq!(*number, MAX_COUNTED + 1);
            assert!(counted >= (*number).into(), "{problem:?}");
        }
        SolutionCount::About(_) => panic!("nothing is estimated"),
    }
}

/// The cells at borders with each neighbouring region, sorted.
fn borders(regions: &Regions) -> Vec<(Cell, char)> {
    let size = regions.size();
    let mut borders = Vec::new();
    for cell in size.iter() {
        for other in size.iter() {
            let distance =
                cell.row().abs_diff(other.row()) + cell.column().abs_diff(other.column());
            if distance == 1 && regions.region(cell) != regions.region(other) {
                borders.push((cell, regions.region(other).unwrap()));
            }
        }
    }
    borders.sort_unstable();
    borders.dedup();
    borders
}

fn number_of_parts(regions: &Regions, letter: char) -> usize {
    let mut left: Vec<Cell> =
        regions.size().iter().filter(|&cell| regions.region(cell) == Some(letter)).collect();
    let mut parts = 0;
    while let Some(first) = left.pop() {
        parts += 1;
        let mut reached = vec![first];
        while let Some(cell) = reached.pop() {
            let is_beside = |other: &Cell| {
                cell.row().abs_diff(other.row()) + cell.column().abs_diff(other.column()) == 1
            };
            reached.extend(left.iter().copied().filter(is_beside));
            left.retain(|other| !is_beside(other));
        }
    }
    parts
}

#[test]
fn each_repaint_leaves_as_many_solutions_as_a_new_count_finds() {
    let mut random = ChaCha8Rng::seed_from_u64(29);
    let mut graded = 0;
    for _ in 0..in_full(12, 200) {
        let problem = board(&mut random);
        let regions = problem.rules().regions().unwrap();
        let mut repairs = Repairs::default();
        repair(&problem, &Budget::default(), &mut |part| repairs.add(part)).unwrap();
        assert!(repairs.is_complete);
        assert_counts(repairs.solutions.as_ref().unwrap(), &problem);
        let mut pairs: Vec<_> =
            repairs.repaints.iter().map(|repaint| (repaint.cell, repaint.region)).collect();
        pairs.sort_unstable();
        assert_eq!(pairs, borders(regions), "{problem:?}");
        for repaint in &repairs.repaints {
            let letter = |cell| {
                if cell == repaint.cell { Some(repaint.region) } else { regions.region(cell) }
            };
            let changed = redrawn(&problem, letter);
            assert_counts(&repaint.solutions, &changed);
            let own = regions.region(repaint.cell).unwrap();
            let after = number_of_parts(changed.rules().regions().unwrap(), own);
            let breaks = after == 0 || number_of_parts(regions, own) == 1 && after > 1;
            assert_eq!(repaint.breaks, breaks, "{problem:?} {repaint:?}");
            assert_eq!(repaint.grade.is_some(), repaint.is_unique());
            if let Some(grade) = repaint.grade {
                let solver = Solver::new(changed.rules(), &Budget::default()).unwrap();
                let candidates = solver.board().candidates(&changed);
                let path = solver.steps(candidates, u32::MAX, &Budget::default()).unwrap();
                let whole = path.difficulty().zip(path.grade());
                assert!(
                    grade.found().is_none_or(|found| Some(found) == whole),
                    "{grade:?} {whole:?}"
                );
                graded += 1;
            }
        }
        // Changes that keep all regions whole come first, and among them the best ones.
        let ranks = repairs.repaints.iter().map(|repaint| {
            let number = match &repaint.solutions {
                SolutionCount::Exact(number) if number.bits() == 0 => u32::MAX,
                SolutionCount::Exact(number) => number.to_u32().unwrap(),
                _ => u32::MAX - 1,
            };
            (repaint.breaks, number)
        });
        assert!(ranks.is_sorted(), "{:?}", repairs.repaints);
        // Sorted by hardest, the graded puzzles with whole regions come first, and nothing is lost.
        let hardest = repairs.hardest_first();
        let marks = hardest.iter().map(|repaint| match repaint.grade.and_then(FoundGrade::found) {
            Some((difficulty, _)) if !repaint.breaks => u32::MAX - difficulty,
            _ => u32::MAX,
        });
        assert!(marks.is_sorted(), "{hardest:?}");
        assert_eq!(hardest.len(), repairs.repaints.len());
    }
    assert!(graded > 20, "only {graded} changes leave one solution");
}

#[test]
fn two_solutions_are_solutions_and_differ() {
    let mut random = ChaCha8Rng::seed_from_u64(30);
    let mut pairs = 0;
    for _ in 0..in_full(80, 200) {
        let problem = board(&mut random);
        let mut repairs = Repairs::default();
        check(&problem, &Budget::default(), &mut |part| repairs.add(part)).unwrap();
        let is_one = repairs.solutions == Some(SolutionCount::Exact(1_u32.into()));
        let has_no = repairs.solutions == Some(SolutionCount::Exact(0_u32.into()));
        assert_eq!(repairs.two.is_none(), is_one || has_no);
        let Some([one, other]) = &repairs.two else { continue };
        pairs += 1;
        assert_ne!(one, other);
        let differs = |cell: &Cell| one.contains(*cell) != other.contains(*cell);
        let differing: Vec<Cell> = problem.rules().size().iter().filter(differs).collect();
        assert!(repairs.differing().unwrap().iter().eq(differing));
        for solution in [one, other] {
            let decide = |problem: Problem, cell| {
                let value = if solution.contains(cell) { Value::Placed } else { Value::Excluded };
                match problem.decisions().get(cell) {
                    Some(decided) => {
                        assert_eq!(decided, value);
                        problem
                    }
                    None => problem.with(cell, value).unwrap(),
                }
            };
            let decided = problem.rules().size().iter().fold(problem.clone(), decide);
            assert_eq!(count(&decided), 1_u32.into());
        }
    }
    assert!(pairs > 5);
}

/// Counts the solutions without one border by brute force: all solutions without regions, of which those remain that
/// suit the other regions and have two pieces in the two regions together.
fn without_border(problem: &Problem, one: char, other: char) -> usize {
    let rules = problem.rules();
    let regions = rules.regions().unwrap();
    let blank =
        Problem::with_decisions(rules.without_regions().into(), problem.decisions().clone())
            .unwrap();
    let ranking = bdd::Engine::new().ranking(&blank, &Budget::default()).unwrap();
    let number = ranking.total().to_u64().unwrap();
    let all = (0..number).map(|index| ranking.nth(&index.into()).unwrap());
    let suits = |pieces: &CellSet| {
        let inside = |letters: &[char]| {
            let is_inside = |cell: &Cell| letters.contains(&regions.region(*cell).unwrap());
            pieces.iter().filter(is_inside).count()
        };
        let others = regions.cells().into_iter().map(|(letter, _)| letter);
        inside(&[one, other]) >= 2
            && others
                .filter(|letter| ![one, other].contains(letter))
                .all(|letter| inside(&[letter]) >= 1)
    };
    all.filter(suits).count()
}

#[test]
fn superfluous_givens_and_borders_can_go_and_no_others() {
    let mut random = ChaCha8Rng::seed_from_u64(31);
    let (mut givens, mut superfluous) = (0, 0);
    for seed in 0..u64::from(in_full(4, 20)) {
        let size = random.gen_range(5..=6_u16);
        let rules = coloured_rules(Grid::new(Size::square(size).unwrap()));
        let made = make(&Problem::new(rules), Clues::Regions, None, seed, &Budget::default());
        let Ok(Outcome::Puzzle(mut problem)) = made else { panic!("{made:?}") };
        // A given of a unique puzzle is superfluous; it may make borders superfluous.
        let ranking = bdd::Engine::new().ranking(&problem, &Budget::default()).unwrap();
        let only = ranking.nth(&BigUint::ZERO).unwrap();
        for given in only.iter().take(random.gen_range(0..3)) {
            problem = problem.with_given(given).unwrap();
        }
        let mut repairs = Repairs::default();
        check(&problem, &Budget::default(), &mut |part| repairs.add(part)).unwrap();
        assert!(problem.decisions().givens().eq(repairs.superfluous.givens.iter().copied()));
        givens += repairs.superfluous.givens.len();
        let regions = problem.rules().regions().unwrap();
        let mut pairs: Vec<(char, char)> = self::borders(regions)
            .into_iter()
            .map(|(cell, region)| (regions.region(cell).unwrap(), region))
            .filter(|(one, other)| one < other)
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.retain(|&(one, other)| without_border(&problem, one, other) == 1);
        assert_eq!(repairs.superfluous.borders, pairs, "{problem:?}");
        superfluous += pairs.len();
    }
    assert!(givens > 0 && superfluous > 0, "{givens} {superfluous}");
}

/// Locked regions stay as drawn, to the cell, whether the others are drawn as well or not.
#[test]
fn finishing_a_drawing_leaves_locked_regions() {
    let mut random = ChaCha8Rng::seed_from_u64(47);
    let mut changed = 0;
    for seed in 0..u64::from(in_full(8, 60)) {
        let size = random.gen_range(5..=7_u16);
        let blank = Problem::new(coloured_rules(Grid::new(Size::square(size).unwrap())));
        let made = make(&blank, Clues::Regions, None, seed, &Budget::default());
        let Ok(Outcome::Puzzle(puzzle)) = made else { panic!("{made:?}") };
        let drawn = puzzle.rules().regions().unwrap();
        let mut letters: Vec<char> = drawn.cells().into_iter().map(|(letter, _)| letter).collect();
        letters.shuffle(&mut random);
        letters.truncate(random.gen_range(1..=3));
        // Of every second drawing, a few cells outside of the locked regions are left to be painted.
        let is_left =
            |cell| seed % 2 == 0 || drawn.region(cell).is_some_and(|it| letters.contains(&it));
        let part: CellSet = {
            let all = puzzle.rules().size().iter();
            CellSet::from_cells(
                puzzle.rules().size(),
                all.filter(|&it| is_left(it) || random.gen_bool(0.5)),
            )
        };
        let part = Regions::new(blank.rules().grid(), |cell| {
            drawn.region(cell).filter(|_| part.contains(cell))
        });
        let rules = Rules::clone(blank.rules()).with_incomplete_regions(&part).unwrap();
        let clues = Clues::RegionsBeside(&letters);
        let made = make(&Problem::new(rules), clues, None, seed + 100, &Budget::default());
        let Ok(Outcome::Puzzle(finished)) = made else { panic!("{part}{made:?}") };
        let regions = finished.rules().regions().unwrap();
        for cell in finished.rules().size().iter() {
            let of = |regions: &Regions| regions.region(cell).filter(|it| letters.contains(it));
            assert_eq!(of(regions), of(drawn), "{letters:?}\n{part}\n{regions}");
        }
        assert_eq!(count(&finished), 1_u32.into(), "{part}\n{regions}");
        changed += usize::from(regions != drawn);
    }
    assert!(changed > 4, "{changed}");
}

#[test]
fn a_board_painted_in_part_is_finished_around_its_regions() {
    let mut random = ChaCha8Rng::seed_from_u64(32);
    for seed in 0..u64::from(in_full(6, 60)) {
        let size = random.gen_range(5..=8_u16);
        let stars = if size == 8 && seed % 2 == 0 { Some(1) } else { None };
        let grid = Grid::new(Size::square(size).unwrap());
        let rules = match stars {
            Some(stars) => Rules::star_battle(grid, stars),
            None => coloured_rules(grid),
        };
        let blank = Problem::new(rules);
        let made = make(&blank, Clues::Regions, None, seed, &Budget::default());
        let Ok(Outcome::Puzzle(puzzle)) = made else { panic!("{made:?}") };
        let drawn = puzzle.rules().regions().unwrap();
        let kept: CellSet = {
            let all = puzzle.rules().size().iter();
            CellSet::from_cells(puzzle.rules().size(), all.filter(|_| random.gen_bool(0.4)))
        };
        let part = Regions::new(blank.rules().grid(), |cell| {
            drawn.region(cell).filter(|_| kept.contains(cell))
        });
        let rules = Rules::clone(blank.rules()).with_incomplete_regions(&part).unwrap();
        let incomplete = Problem::new(rules);
        let made = make(&incomplete, Clues::Regions, None, seed, &Budget::default());
        let Ok(Outcome::Puzzle(finished)) = made else { panic!("{part}{made:?}") };
        let regions = finished.rules().regions().unwrap();
        assert_eq!(regions.cells().len(), regions_of(finished.rules()));
        assert!(regions.holes().next().is_none());
        assert!(
            kept.iter().all(|cell| regions.region(cell) == drawn.region(cell)),
            "{part}\n{regions}"
        );
        assert_eq!(count(&finished), 1_u32.into(), "{part}\n{regions}");
    }
}

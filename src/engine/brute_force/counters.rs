//! Counting by search, in one or several parts.

use std::num::{NonZeroU32, NonZeroUsize};

use num_bigint::BigUint;

use super::cases::{SolvedCase, board, mask, rook_cases};
use crate::count::{Engine, Shard};
use crate::{Budget, Cause, bdd, parts};
use geometry::SymmetryGroup;
use problem::Problem;
use problem::random::in_full;

fn budget(threads: usize) -> Budget {
    Budget::default().with_threads(NonZeroUsize::new(threads).unwrap())
}

/// Compares all counts of the search. Returns false if it does not suit the problem.
fn check(case: &SolvedCase) -> bool {
    let Ok(engine) = Engine::new(&case.problem) else { return false };
    let expected = case.census();
    for threads in [1, 3] {
        assert_eq!(engine.census(&budget(threads)).unwrap(), expected, "{case:?}");
        let solution = engine.solution(&budget(1)).unwrap();
        assert_eq!(solution.is_some(), !case.solutions.is_empty(), "{case:?}");
        let found = solution.map(|set| set.iter().map(|cell| 1 << case.size().index(cell)).sum());
        assert!(found.is_none_or(|set: u64| case.solutions.contains(&set)), "{case:?}");
        let solutions = engine.solutions(Shard::WHOLE, &budget(threads)).unwrap();
        assert_eq!(solutions, expected.solutions, "{case:?}");
    }
    for number in [2, 3, 7] {
        let parts = Shard::all(NonZeroU32::new(number).unwrap());
        let counts = parts.map(|part| engine.solutions(part, &budget(1)).unwrap());
        assert_eq!(counts.sum::<BigUint>(), expected.solutions, "{number} of {case:?}");
    }
    let group = SymmetryGroup::generated_by(case.problem.symmetries());
    let image = |set, symmetry: geometry::Symmetry| mask(&symmetry.image(&case.set(set)));
    for group in group.subgroups() {
        let kept = |&&set: &&u64| group.iter().all(|symmetry| image(set, symmetry) == set);
        let number = case.solutions.iter().filter(kept).count();
        assert_eq!(engine.invariant(group, &budget(2)), Ok(number.into()), "{group:?} {case:?}");
    }
    let first = |&&set: &&u64| group.iter().all(|symmetry| image(set, symmetry) >= set);
    let classes = case.solutions.iter().filter(first).count();
    assert_eq!(engine.classes(&budget(1)), Ok(classes.into()), "{case:?}");
    let pieces = case.solutions.iter().all(|set| set.count_ones() as usize == engine.pieces());
    assert!(pieces, "{case:?}");
    true
}

#[test]
fn small_problems_are_counted_exactly() {
    assert!(rook_cases(12, 600).filter(check).count() > in_full(25, 100) as usize);
}

#[test]
fn boards_with_symmetries_are_counted_exactly() {
    for size in ["1x1", "2x2", "3x3", "4x4", "5x5", "3x5", "5x3", "4x6"] {
        for piece in ["queen", "rook", "amazon", "empress"] {
            for rules in ["rows", "columns", "rows columns=1"] {
                check(&SolvedCase::new(board(size, piece, rules)));
            }
        }
    }
    let queens = |size: &str| Engine::new(&board(size, "queen", "rows")).unwrap();
    // OEIS A000170 and A002562.
    for (size, solutions, classes) in [("8", 92_u32, 12_u32), ("9", 352, 46), ("10", 724, 92)] {
        for threads in [1, 4] {
            let found = queens(size).solutions(Shard::WHOLE, &budget(threads)).unwrap();
            assert_eq!(found, solutions.into());
            assert_eq!(queens(size).classes(&budget(threads)).unwrap(), classes.into());
        }
        let problem = board(size, "queen", "rows");
        let census = bdd::Engine::new().census(&problem, &budget(1)).unwrap();
        assert_eq!(queens(size).census(&budget(2)).unwrap(), census);
    }
}

/// The search checks the budget where many ways remain.
#[test]
fn rooks_on_a_wide_board_are_counted_as_by_hand() {
    let rooks = Engine::new(&board("5x48", "rook", "rows")).unwrap();
    let all: u64 = 48 * 47 * 46 * 45 * 44;
    assert_eq!(rooks.solutions(Shard::WHOLE, &budget(1)).unwrap(), all.into());
    let census = rooks.census(&budget(1)).unwrap();
    assert!(census.cells.iter().all(|with| *with == (all / 48).into()));
}

/// The work of the parts adds up, and no part has much more than another one.
#[test]
fn work_is_divided_evenly() {
    let engine = Engine::new(&board("12", "queen", "rows")).unwrap();
    let work = |parts| engine.work(NonZeroU32::new(parts).unwrap(), &budget(1)).unwrap();
    let whole: f64 = work(1).iter().sum();
    for parts in [2, 5, 8] {
        let of_parts = work(parts);
        assert_eq!(of_parts.len(), parts as usize);
        assert!((of_parts.iter().sum::<f64>() - whole).abs() < 1e-6 * whole);
        let most = of_parts.iter().copied().fold(0.0, f64::max);
        assert!(most < 2.0 * whole / f64::from(parts), "{of_parts:?}");
    }
}

#[test]
fn branches_divide_the_solutions() {
    for case in super::cases::cases(13, 120).chain(rook_cases(13, 60)) {
        let symmetries = SymmetryGroup::generated_by(case.problem.symmetries());
        for group in symmetries.subgroups() {
            let kept = |case: &SolvedCase| -> Vec<u64> {
                let kept = |set: &u64| {
                    group.iter().all(|symmetry| mask(&symmetry.image(&case.set(*set))) == *set)
                };
                case.solutions.iter().copied().filter(kept).collect()
            };
            for number in [1, 2, 5] {
                let number = NonZeroU32::new(number).unwrap();
                let subproblems =
                    parts::subproblems(&case.problem, group, number, &budget(1)).unwrap();
                assert!(
                    subproblems.iter().map(parts::Subproblem::work).is_sorted_by(|a, b| a >= b)
                );
                let of = |problem: &Problem| kept(&SolvedCase::new(problem.clone()));
                let mut all: Vec<u64> = subproblems.iter().flat_map(|it| of(&it.problem)).collect();
                all.sort_unstable();
                assert_eq!(all, kept(&case), "{group:?} of {case:?}");
            }
        }
    }
}

#[test]
fn branches_keep_to_the_memory() {
    let problem = board("12", "knight", "rows");
    let parts = |memory: usize| {
        let number = NonZeroU32::new(1000).unwrap();
        parts::subproblems(&problem, SymmetryGroup::IDENTITY, number, &Budget::new(memory))
    };
    assert_eq!(parts(1 << 24).unwrap().len(), 2000);
    assert_eq!(parts(1 << 16).err().unwrap().cause, Cause::Memory(1 << 16));
}

//! The results of passes over the diagram, in every semiring and for each cell, compared with the reference.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::time::Duration;

use configurator::engine::bdd::Engine;
use configurator::engine::{
    BestCosts, Budget, Cause, Objective, Oracle, Polynomial, PricedSolution, sat,
};
use configurator::geometry::{Grid, Size};
use configurator::problem::{Decisions, Problem, Rules, Value, Weights};
use num_bigint::BigUint;
use proptest::prelude::*;

use crate::cases::{Case, Described, bits, case, in_full};

const AIMS: [Objective; 2] = [Objective::Cheapest, Objective::Dearest];

fn cost(weights: &Weights, solution: u64) -> i64 {
    bits(solution).map(|cell| weights.cells()[cell]).sum()
}

/// Returns the counts of a list of solutions by number of pieces, as a polynomial.
fn polynomial<'a>(solutions: impl Iterator<Item = &'a u64>) -> Polynomial {
    let mut coefficients = vec![0_u32; 65];
    solutions.for_each(|solution| coefficients[solution.count_ones() as usize] += 1);
    Polynomial::new(coefficients.into_iter().map(BigUint::from).collect())
}

fn costs(case: &Case, solutions: &[u64], weights: &Weights, aim: Objective) -> BestCosts {
    let best = |solutions: &mut dyn Iterator<Item = &u64>| {
        let costs = solutions.map(|&solution| cost(weights, solution));
        if aim == Objective::Cheapest { costs.min() } else { costs.max() }
    };
    let with =
        |cell: usize| best(&mut solutions.iter().filter(|solution| **solution >> cell & 1 == 1));
    BestCosts {
        best: best(&mut solutions.iter()),
        cells: (0..case.size().cells()).map(with).collect(),
    }
}

/// Returns all solutions, the best first. Of two solutions with equal costs, the one with a piece on the first cell
/// where they differ comes first.
fn priced(
    case: &Case,
    solutions: &[u64],
    weights: &Weights,
    aim: Objective,
) -> Vec<PricedSolution> {
    let mut solutions = solutions.to_vec();
    let key =
        |solution: u64| (aim.sign() * cost(weights, solution), Reverse(solution.reverse_bits()));
    solutions.sort_by_key(|&solution| key(solution));
    let priced =
        |solution: u64| PricedSolution { cost: cost(weights, solution), cells: case.set(solution) };
    solutions.into_iter().map(priced).collect()
}

fn wanted(most: usize) -> NonZeroUsize {
    NonZeroUsize::new(most).unwrap()
}

/// Compares the best solutions found by the SAT engine. The costs must be equal; among solutions of equal cost, others
/// may be found.
fn compare_by_clauses(case: &Case, solutions: &[u64], weights: &Weights, most: usize) {
    for aim in AIMS {
        let all = priced(case, solutions, weights, aim);
        let found =
            sat::optimum(&case.problem(), weights, aim, wanted(most), &Budget::default()).unwrap();
        let number = all.len().min(most);
        let costs = |list: &[PricedSolution]| list.iter().map(|it| it.cost).collect::<Vec<_>>();
        assert_eq!(costs(&found.solutions), costs(&all[..number]), "{case:?}");
        assert_eq!(found.proved(aim), number, "{case:?}");
        assert!(found.solutions.iter().all(|solution| all.contains(solution)), "{case:?}");
        if all.len() < most {
            assert_eq!(found.bound, None, "{case:?}");
        }
    }
}

/// Asks an engine, which may have a diagram of the rules already, all questions about a problem. Compares the answers.
fn compare(engine: &mut Engine, case: &Case, solutions: &[u64], weights: &Weights, most: usize) {
    let (problem, budget) = (case.problem(), Budget::default());
    let (diagram, decisions) =
        (engine.covering_diagram(&problem, &budget).unwrap(), problem.decisions());
    assert_eq!(diagram.by_pieces(decisions, &budget).unwrap(), polynomial(solutions.iter()));
    assert_eq!(engine.solutions(&problem, &budget), Ok(Some(solutions.len().into())));
    assert_eq!(engine.is_satisfiable(&problem, &budget), Ok(!solutions.is_empty()));
    for aim in AIMS {
        let found = diagram.costs(decisions, weights, aim, &budget).unwrap();
        assert_eq!(found, costs(case, solutions, weights, aim));
        let mut all = priced(case, solutions, weights, aim);
        all.truncate(most);
        assert_eq!(diagram.best(decisions, weights, aim, most, &budget).unwrap(), all);
    }
}

/// Returns weights for a case: the first elements of `list`, which must be long enough.
fn weights(case: &Case, list: &[i64]) -> Weights {
    Weights::new(case.size(), list[..case.size().cells()].to_vec()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(70, 200)))]

    #[test]
    fn all_semirings_agree_with_the_list_of_solutions(
        case in case(5),
        list in proptest::collection::vec(prop_oneof![-3..4_i64, -1000..1000_i64], 25),
        most in prop_oneof![0..20_usize, Just(usize::MAX)],
        knows_rules in any::<bool>(),
    ) {
        if let Some(solutions) = case.solutions() {
            let mut engine = Engine::new();
            if knows_rules {
                engine.diagram(&case.undecided().problem(), &Budget::default()).unwrap();
            }
            compare(&mut engine, &case, &solutions, &weights(&case, &list), most);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn clauses_find_the_best_solutions_too(
        case in case(4),
        list in proptest::collection::vec(prop_oneof![-3..4_i64, -1000..1000_i64, Just(1)], 16),
        most in 1..8_usize,
    ) {
        if let Some(solutions) = case.solutions() {
            compare_by_clauses(&case, &solutions, &weights(&case, &list), most);
        }
    }
}

/// The diagrams are folded because the rules are symmetric. The weights and decisions are not.
#[test]
fn folded_diagrams_have_a_value_for_each_orientation() {
    for (side, piece, needs) in
        [(6, "queen", "rows"), (7, "queen", "rows"), (5, "rook", "rows"), (4, "rook", "pieces=3")]
    {
        let undecided = Case::new(side, side, piece, vec![needs.parse().unwrap()]);
        let list: Vec<i64> = (0..49).map(|cell| (cell * cell * 37 + cell * 11) % 23 - 9).collect();
        let weights = weights(&undecided, &list);
        let mut engine = Engine::new();
        let diagram = engine.diagram(&undecided.problem(), &Budget::default()).unwrap();
        assert_eq!(diagram.is_folded(), needs == "rows", "{piece} {side}");
        for (placed, excluded) in [(0, 0), (0b10, 0), (0, 0b1001), (1 << (side + 3), 0b100)] {
            let case = Case { placed, excluded, ..undecided.clone() };
            let solutions = case.solutions().unwrap();
            compare(&mut engine, &case, &solutions, &weights, usize::MAX);
        }
    }
}

fn none(piece: &str, size: u16) -> Problem {
    let grid = Grid::new(Size::square(size).unwrap());
    Problem::new(Rules::new(grid, piece.parse().unwrap(), []))
}

/// Numbers of independent sets of queens, and sizes of the largest independent sets of other pieces.
#[test]
fn known_polynomials() {
    let numbers = [1_u32, 64, 1288, 10320, 34568, 46736, 22708, 3192, 92];
    let by_pieces = |problem: &Problem| {
        let diagram = Engine::new().diagram(problem, &Budget::default()).unwrap();
        diagram.by_pieces(&Decisions::default(), &Budget::default()).unwrap()
    };
    let queens = by_pieces(&none("queen", 8));
    assert_eq!(queens.coefficients(), numbers.map(BigUint::from));
    assert_eq!(queens.total(), 118_969_u32.into());
    let eight = by_pieces(&Problem::new(Rules::queens(8).unwrap()));
    assert_eq!(eight.terms().collect::<Vec<_>>(), [(8, &92_u8.into())]);
    for (piece, size, most) in
        [("king", 5, 9), ("knight", 5, 13), ("bishop", 6, 10), ("rook", 6, 6)]
    {
        let polynomial = by_pieces(&none(piece, size));
        assert_eq!(polynomial.coefficients().len(), most + 1, "{piece} {size}");
    }
}

/// Numbers of sets of cells by size: binomial coefficients wider than a machine word.
#[test]
fn polynomials_have_coefficients_of_any_size() {
    let grid = Grid::new("1x150".parse().unwrap());
    let free = Problem::new(Rules::new(grid, "knight".parse().unwrap(), []));
    let diagram = Engine::new().diagram(&free, &Budget::default()).unwrap();
    let found = diagram.by_pieces(&Decisions::default(), &Budget::default()).unwrap();
    let mut binomials = vec![BigUint::from(1_u8)];
    for _ in 0..150 {
        let sums = binomials.windows(2).map(|pair| &pair[0] + &pair[1]).collect::<Vec<_>>();
        binomials = [vec![1_u8.into()], sums, vec![1_u8.into()]].concat();
    }
    assert_eq!(found.coefficients(), binomials);
}

/// Costs near the ends of the range of weights.
#[test]
fn the_largest_weights_fit() {
    let size = Size::square(6).unwrap();
    let problem = Problem::new(Rules::queens(6).unwrap());
    let most = Weights::MAX_TOTAL.cast_signed() / 36;
    for weight in [most, -most] {
        let weights = Weights::new(size, vec![weight; 36]).unwrap();
        for aim in AIMS {
            let diagram = Engine::new().diagram(&problem, &Budget::default()).unwrap();
            let decisions = Decisions::default();
            let costs = diagram.costs(&decisions, &weights, aim, &Budget::default()).unwrap();
            assert_eq!(costs.best, Some(6 * weight));
            assert_eq!(costs.cells[0], None);
            assert_eq!(costs.cells[1], Some(6 * weight));
        }
    }
}

/// The diagram and the SAT engine agree on boards with too many solutions to list.
#[test]
fn clauses_and_diagram_agree_on_the_best_queens() {
    let problem =
        Problem::new(Rules::queens(9).unwrap()).with("c3".parse().unwrap(), Value::Placed);
    let problem = problem.unwrap();
    let list = (0..81_i64).map(|cell| (cell * cell * 8191 + cell * 127) % 100).collect();
    let weights = Weights::new(problem.rules().size(), list).unwrap();
    for aim in AIMS {
        let diagram = Engine::new().diagram(&problem, &Budget::default()).unwrap();
        let by_diagram =
            diagram.best(&Decisions::default(), &weights, aim, 5, &Budget::default()).unwrap();
        let by_clauses =
            sat::optimum(&problem, &weights, aim, wanted(5), &Budget::default()).unwrap();
        let costs = |list: &[PricedSolution]| list.iter().map(|it| it.cost).collect::<Vec<_>>();
        assert_eq!(costs(&by_clauses.solutions), costs(&by_diagram));
        assert_eq!(by_clauses.proved(aim), 5);
    }
}

/// A cancelled search returns an error. A search whose time ends returns its best result and a bound.
#[test]
fn an_ended_budget_leaves_an_honest_bound() {
    let problem = Problem::new(Rules::queens(16).unwrap());
    let list = (0..256_i64).map(|cell| (cell * cell * 8191 + cell * 127) % 1000).collect();
    let weights = Weights::new(problem.rules().size(), list).unwrap();
    let cancelled = Budget::default();
    cancelled.cancel();
    let ended =
        sat::optimum(&problem, &weights, Objective::Cheapest, wanted(1), &cancelled).unwrap_err();
    assert_eq!(ended.cause, Cause::Cancelled);
    let short = Budget::default().with_timeout(Duration::from_secs(5));
    let known = sat::optimum(&problem, &weights, Objective::Cheapest, wanted(1), &short).unwrap();
    let bound = known.bound.expect("it is no proof that there is no solution");
    assert!(known.solutions.iter().all(|solution| bound <= solution.cost));
}

//! Numbers of solutions by pieces, and the best solutions.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::cases::{SolvedCase, bits, cases, mask, rook_cases, weights};
use crate::bdd::Engine;
use crate::{BestCosts, Budget, Objective, Polynomial, PricedSolution, sat};
use problem::Weights;

fn priced(case: &SolvedCase, weights: &Weights, objective: Objective) -> Vec<PricedSolution> {
    let price = |&solution: &u64| PricedSolution {
        cost: bits(solution).map(|bit| weights.cells()[bit]).sum(),
        cells: case.set(solution),
    };
    let mut all: Vec<PricedSolution> = case.solutions.iter().map(price).collect();
    all.sort_by_key(|it| (objective.sign() * it.cost, Reverse(mask(&it.cells).reverse_bits())));
    all
}

fn polynomial(case: &SolvedCase) -> Polynomial {
    let mut coefficients = vec![BigUint::ZERO; 65];
    case.solutions.iter().for_each(|it| coefficients[it.count_ones() as usize] += 1_u32);
    Polynomial::new(coefficients)
}

#[test]
fn every_pass_agrees_with_the_list_of_solutions() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (number, case) in cases(11, 250).chain(rook_cases(11, 150)).enumerate() {
        let weights = weights(&mut random, case.size());
        let (budget, decisions) = (Budget::default(), case.problem.decisions());
        let mut engine = Engine::new();
        if number % 2 == 0 {
            engine.diagram(&case.undecided(), &budget).unwrap();
        }
        let diagram = engine.covering_diagram(&case.problem, &budget).unwrap();
        assert_eq!(diagram.by_pieces(decisions, &budget).unwrap(), polynomial(&case), "{case:?}");
        let most = random.gen_range(1..9);
        for objective in [Objective::Cheapest, Objective::Dearest] {
            let all = priced(&case, &weights, objective);
            let with = |bit: usize| {
                let size = case.size();
                all.iter().find(|it| it.cells.contains(size.cell(bit))).map(|it| it.cost)
            };
            let expected = BestCosts {
                best: all.first().map(|it| it.cost),
                cells: (0..case.size().cells()).map(with).collect(),
            };
            assert_eq!(diagram.costs(decisions, &weights, objective, &budget).unwrap(), expected);
            let wanted = &all[..all.len().min(most)];
            assert_eq!(
                diagram.best(decisions, &weights, objective, most, &budget).unwrap(),
                wanted
            );
            if number % 3 > 0 {
                continue;
            }
            let number = NonZeroUsize::new(most).unwrap();
            let found = sat::optimum(&case.problem, &weights, objective, number, &budget).unwrap();
            let costs = |list: &[PricedSolution]| list.iter().map(|it| it.cost).collect::<Vec<_>>();
            assert_eq!(costs(&found.solutions), costs(wanted), "{case:?}");
            assert!(found.solutions.iter().all(|it| all.contains(it)));
            assert_eq!(found.proved(objective), wanted.len());
            assert!(all.len() >= most || found.bound.is_none());
        }
    }
}

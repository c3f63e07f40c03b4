//! Weights and cost limits: every engine, compared with the reference.

use std::collections::BTreeSet;

use configurator::engine::bdd::{Arrangement, VariableOrder, compile, conjoin};
use configurator::engine::search::{ColumnModel, Propagation, Search, SearchOptions};
use configurator::engine::{Budget, Consistency, auto, bdd, count, sat};
use configurator::problem::{Problem, Rule, Weights};
use configurator::session::{RuleReasons, Session};
use num_bigint::BigUint;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::cases::{Case, Described, bits, case, in_full, mask};

fn budget() -> Budget {
    Budget::default()
}

/// A case with the weight of each cell in row-major order, and the maximum cost of solutions.
#[derive(Clone, Debug)]
pub(crate) struct Priced {
    pub case: Case,
    pub weights: Vec<i64>,
    pub limit: i64,
}

impl Priced {
    pub(crate) fn cost(&self, solution: u64) -> i64 {
        bits(solution).map(|bit| self.weights[bit]).sum()
    }

    /// The problem without the limit.
    pub(crate) fn unlimited(&self) -> Problem {
        let weights = Weights::new(self.case.size(), self.weights.clone()).unwrap();
        let rules = self.case.rules().as_ref().clone().with_weights(Some(weights)).unwrap();
        Problem::with_decisions(rules.into(), self.case.decisions()).unwrap()
    }

    pub(crate) fn problem(&self) -> Problem {
        let unlimited = self.unlimited();
        let rules = unlimited.rules().as_ref().clone().with_max_cost(Some(self.limit)).unwrap();
        Problem::with_decisions(rules.into(), self.case.decisions()).unwrap()
    }

    /// Returns the solutions within the limit, found by the reference.
    pub(crate) fn solutions(&self) -> Option<Vec<u64>> {
        let mut solutions = self.case.solutions()?;
        solutions.retain(|&solution| self.cost(solution) <= self.limit);
        Some(solutions)
    }
}

/// A random case with small or large weights, often equal, and a limit near the cost of a solution.
pub(crate) fn priced(side: u16) -> impl Strategy<Value = Priced> {
    let weight =
        prop_oneof![Just(0..4_i64), Just(-9..10), Just(-1_000_000_000_000..1_000_000_000_000)];
    let weights = weight.prop_flat_map(|range| proptest::collection::vec(range, 64));
    (case(side), weights, any::<usize>(), -2..2_i64).prop_map(|(case, mut weights, which, by)| {
        weights.truncate((case.rows * case.columns).into());
        let mut priced = Priced { case, weights, limit: 0 };
        let mut costs: Vec<i64> =
            priced.case.solutions().unwrap_or_default().iter().map(|&it| priced.cost(it)).collect();
        costs.sort_unstable();
        priced.limit = by + if costs.is_empty() { 0 } else { costs[which % costs.len()] };
        priced
    })
}

/// The only solution is the empty set, which costs nothing.
#[test]
fn a_board_of_holes_keeps_a_limit_of_nothing() {
    let priced = Priced {
        case: Case { holes: 1, ..Case::new(1, 1, "queen", Vec::new()) },
        weights: vec![0],
        limit: 0,
    };
    let problem = priced.problem();
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    assert!(conjoin(&problem, &order, &budget()).unwrap().bdd.is_true());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(130, 400)))]

    #[test]
    fn every_engine_keeps_the_limit(priced in priced(5), seed in any::<u64>()) {
        let (problem, Some(solutions)) = (priced.problem(), priced.solutions()) else {
            return Ok(());
        };
        let size = priced.case.size();
        let with = |bit: usize| solutions.iter().filter(|&it| it >> bit & 1 == 1).count();
        let census = bdd::Engine::new().census(&problem, &budget()).unwrap();
        prop_assert_eq!(&census.solutions, &BigUint::from(solutions.len()));
        for (bit, counted) in census.cells.iter().enumerate() {
            prop_assert_eq!(counted, &BigUint::from(with(bit)), "{}", size.cell(bit));
        }
        let domains = sat::Engine::new().domains(&problem, &budget(), &mut |_| {}).unwrap();
        prop_assert_eq!(domains.satisfiable, Some(!solutions.is_empty()));
        let found = bits(priced.case.all()).filter(|&bit| with(bit) > 0);
        prop_assert_eq!(mask(&domains.can_hold), found.fold(0, |cells, bit| cells | 1 << bit));
        let mut one_by_one = sat::Solutions::new(&problem, &budget()).unwrap();
        let mut found = BTreeSet::new();
        while let Some(solution) = one_by_one.next(&budget()).unwrap() {
            found.insert(mask(&solution));
            if found.len() > 200 { break }
        }
        let all: BTreeSet<u64> = solutions.iter().copied().collect();
        prop_assert!(found.is_subset(&all) && found.len() >= all.len().min(200));
        if let Ok(model) = ColumnModel::new(&problem) {
            for propagation in [Propagation::Weak, Propagation::Bounds, Propagation::Naive] {
                let options = SearchOptions { propagation, ..SearchOptions::default() };
                let mut search = Search::new(&model, options);
                let mut found = BTreeSet::new();
                while let Some(solution) = search.next(&budget()).unwrap() {
                    prop_assert!(found.insert(mask(&solution)));
                }
                prop_assert_eq!(&found, &all);
            }
        }
        prop_assert!(count::Engine::new(&problem).is_err());
        for mut engine in [auto::Engine::new(), auto::Engine::without_diagrams()] {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let drawn = engine.complete(&problem, &mut random, &budget()).unwrap();
            prop_assert_eq!(drawn.is_some(), !all.is_empty());
            if let Some(drawn) = drawn {
                prop_assert!(all.contains(&mask(&drawn.placed)));
            }
        }
    }

    #[test]
    fn both_constructions_yield_the_same_diagram(priced in priced(4), transposed in any::<bool>()) {
        let problem = priced.problem();
        let arrangement =
            if transposed { Arrangement::ColumnMajor } else { Arrangement::RowMajor };
        let order = std::sync::Arc::new(VariableOrder::new(problem.rules().grid(), arrangement));
        let diagram = compile(&problem, &order, &budget()).unwrap().diagram;
        let textbook = conjoin(&problem, &order, &budget()).unwrap().bdd;
        prop_assert_eq!(diagram.to_bdd().unwrap(), textbook);
    }

    /// Classes are counted with diagrams of the solutions that are invariant under a symmetry.
    #[test]
    fn classes_up_to_symmetry_are_those_within_the_limit(
        case in case(4), some in proptest::collection::vec(-3..4_i64, 16), limit in -4..9_i64,
    ) {
        // The weights have the symmetries of the case.
        let (size, symmetries) = (case.size(), case.problem().symmetries());
        let weight = |cell| symmetries.iter().map(|it| some[size.index(it.map(cell, size))]).sum();
        let priced = Priced { weights: size.iter().map(weight).collect(), case, limit };
        let (problem, Some(solutions)) = (priced.problem(), priced.solutions()) else {
            return Ok(());
        };
        prop_assert_eq!(problem.symmetries().len(), symmetries.len());
        let least = |solution: &u64| {
            let cells = priced.case.set(*solution);
            symmetries.iter().map(|symmetry| mask(&symmetry.image(&cells))).min().unwrap()
        };
        let classes: BTreeSet<u64> = solutions.iter().map(least).collect();
        let counted = bdd::Engine::new().classes(&problem, &budget()).unwrap();
        prop_assert_eq!(&counted.number, &BigUint::from(classes.len()));
    }

    /// No solution of the named rules keeps the decisions. Without any one of these rules, some solution does.
    #[test]
    fn reasons_name_the_limit_where_it_is_needed(priced in priced(4)) {
        let (problem, Some(solutions)) = (priced.problem(), priced.solutions()) else {
            return Ok(());
        };
        if !solutions.is_empty() {
            return Ok(());
        }
        let without = priced.case.solutions().unwrap();
        let decisions: Vec<_> = problem.decisions().iter().collect();
        let mut reasons = RuleReasons::new(problem.rules(), &budget()).unwrap();
        let reason = reasons.find(&decisions, &[], &budget()).unwrap().unwrap();
        let named = reason.rules.contains(&Rule::MaxCost(priced.limit));
        prop_assert!(named || without.is_empty(), "{:?}", reason.rules);
    }
}

/// Filters ignore the cost limit, so cells that only the limit excludes are left to the diagram.
#[test]
fn what_only_the_limit_rules_out_is_left_to_the_diagram() {
    let case = Case::new(4, 4, "queen", vec!["rows".parse().unwrap()]);
    let mut weights = vec![0; 16];
    // c1 is in one of the two solutions.
    weights[2] = 5;
    let priced = Priced { case, weights, limit: 4 };
    let problem = priced.problem();
    let mut session = Session::new(problem.clone());
    session.ask(&mut bdd::Engine::new(), &budget()).unwrap();
    assert_eq!(session.knowledge().solutions(), Some(&1_u8.into()));
    let consistency =
        Consistency::find(&problem, &session.ruled_out().unwrap(), &budget()).unwrap();
    let filter = consistency.filter("c1".parse().unwrap()).unwrap();
    assert_eq!(filter.name(), "diagram");
}

//! Domains and solutions by clauses and by search, filters, the choice of an engine, and the checker of witnesses.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use strum::IntoEnumIterator;

use super::cases::{SolvedCase, bits, board, cases, limited, mask, rook_cases, weights};
use crate::auto;
use crate::search::{
    ColumnModel, Labeling, NodeOutcome, Propagation, Search, SearchOptions, SearchTree, Values,
};
use crate::verify::{Checker, Verdict};
use crate::{
    Budget, Consistency, Domains, EngineKind, Filter, Oracle, PartialAnswer, Phase, Surveyor, sat,
};
use geometry::{Cell, CellSet};
use problem::random::in_full;
use problem::{Problem, Value};

fn budget() -> Budget {
    Budget::default()
}

fn union(case: &SolvedCase) -> u64 {
    case.solutions.iter().fold(0, |union, set| union | set)
}

/// The cells with a piece in all solutions.
fn common(case: &SolvedCase) -> u64 {
    case.solutions.iter().fold(u64::MAX, |common, set| common & set)
}

fn standing(case: &SolvedCase) -> u64 {
    case.problem
        .rules()
        .grid()
        .standing_cells()
        .fold(0, |all, cell| all | 1 << case.size().index(cell))
}

/// Checks complete domains of all cells.
fn check_domains(case: &SolvedCase, domains: &Domains) {
    let (standing, is_satisfiable) = (standing(case), !case.solutions.is_empty());
    assert_eq!(domains.satisfiable, Some(is_satisfiable), "{case:?}");
    assert!(domains.is_complete(case.problem.rules().grid()), "{case:?}");
    assert_eq!(mask(&domains.cannot_hold) & standing, standing & !union(case), "{case:?}");
    if is_satisfiable {
        assert_eq!(mask(&domains.can_hold), union(case), "{case:?}");
        assert_eq!(mask(&domains.must_hold), common(case), "{case:?}");
        assert_eq!(mask(&domains.can_be_empty) & standing, standing & !common(case), "{case:?}");
    }
    let census = domains.census(case.problem.rules().grid());
    assert_eq!(census.is_some(), case.solutions.len() < 2, "{case:?}");
    assert!(census.is_none_or(|census| census == case.census()));
}

#[test]
fn clauses_find_the_domains_and_all_solutions() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let priced = limited(cases(14, 150), 1);
    for case in cases(15, 250).chain(rook_cases(15, 150)).chain(priced) {
        let mut engine = sat::Engine::new();
        check_domains(&case, &engine.domains(&case.problem, &budget(), &mut |_| {}).unwrap());
        let satisfiable = engine.is_satisfiable(&case.problem, &budget());
        assert_eq!(satisfiable, Ok(!case.solutions.is_empty()));
        let mut solutions = sat::Solutions::new(&case.problem, &budget()).unwrap();
        let drawn = solutions.draw(&mut random, &budget()).unwrap();
        assert_eq!(drawn.is_some(), !case.solutions.is_empty());
        assert!(drawn.is_none_or(|drawn| case.solutions.contains(&mask(&drawn))));
        if case.solutions.len() > 100 {
            continue;
        }
        let mut found = Vec::new();
        while let Some(solution) = solutions.next(&budget()).unwrap() {
            found.push(mask(&solution));
            assert!(found.len() <= case.solutions.len(), "{case:?}");
        }
        found.sort_unstable();
        assert_eq!(found, case.solutions, "{case:?}");
    }
}

#[test]
fn the_search_finds_every_solution_once_with_all_options() {
    let (mut searched, mut propagations) = (0, [0; 2]);
    let priced = limited(rook_cases(16, 150), 2);
    for case in rook_cases(17, 500).chain(priced) {
        let Ok(model) = ColumnModel::new(&case.problem) else { continue };
        searched += 1;
        for labeling in [Labeling::Leftmost, Labeling::FirstFail, Labeling::Dual] {
            for values in [Values::Min, Values::Middle, Values::Max, Values::Random] {
                let mut failures = Vec::new();
                for propagation in Propagation::iter() {
                    let restarts = searched % 4 == 0;
                    let options =
                        SearchOptions { labeling, values, propagation, seed: 1, restarts };
                    let mut search = Search::traced(&model, options, Vec::new());
                    let mut found = Vec::new();
                    while let Some(solution) = search.next(&budget()).unwrap() {
                        found.push(mask(&solution));
                    }
                    found.sort_unstable();
                    assert_eq!(found, case.solutions, "{options:?} of {case:?}");
                    let statistics = search.statistics();
                    failures.push((statistics.failures, statistics.branches));
                    match propagation {
                        Propagation::Strong => propagations[0] += statistics.propagations(),
                        Propagation::Bounded => propagations[1] += statistics.propagations(),
                        _ => {}
                    }
                    let tree = SearchTree::new(search.trace());
                    assert_eq!(tree.count(NodeOutcome::Solution), found.len());
                    assert_eq!(tree.count(NodeOutcome::Failure) as u64, statistics.failures);
                    assert_eq!(tree.count(NodeOutcome::Unfinished), 0);
                    assert_eq!(tree.branches() as u64, statistics.branches);
                }
                // Bounded propagation skips checks that cannot remove values, so the tree is the same as with strong propagation.
                assert_eq!(failures[4], failures[5], "{labeling:?} {values:?} of {case:?}");
                if labeling == Labeling::Leftmost && matches!(values, Values::Min | Values::Max) {
                    let [naive, weak, bounds, different, strong] =
                        [0, 1, 2, 3, 4].map(|it| failures[it].0);
                    assert!(strong <= weak && weak <= naive, "{case:?}");
                    assert!(different <= bounds && bounds <= weak, "{case:?}");
                }
            }
        }
    }
    assert!(searched > in_full(12, 50) && propagations[1] < propagations[0]);
}

#[test]
fn solutions_below_each_node_of_a_search_tree_are_counted() {
    for case in rook_cases(18, 200) {
        let Ok(model) = ColumnModel::new(&case.problem) else { continue };
        let options = SearchOptions { propagation: Propagation::Naive, ..SearchOptions::default() };
        let mut search = Search::traced(&model, options, Vec::new());
        while search.next(&budget()).unwrap().is_some() {}
        let tree = SearchTree::new(search.trace());
        let diagram = crate::bdd::Engine::new().diagram(&case.problem, &budget()).unwrap();
        let mut counts = Vec::new();
        diagram.count_below(&tree, &budget(), &mut counts).unwrap();
        assert_eq!(counts.len(), tree.nodes().len());
        for ((id, _), count) in tree.nodes().zip(counts) {
            let decisions: Vec<(Cell, Value)> =
                tree.path(id).filter_map(|id| tree.node(id).decision).collect();
            let keeps = |&&set: &&u64| {
                let has = |cell| set >> case.size().index(cell) & 1 == 1;
                decisions.iter().all(|&(cell, value)| has(cell) == (value == Value::Placed))
            };
            let expected = case.solutions.iter().filter(keeps).count();
            assert_eq!(count, expected.into(), "{id:?} of {case:?}");
        }
    }
}

#[test]
fn a_search_tells_how_far_it_is() {
    let model = ColumnModel::new(&board("8", "queen", "rows")).unwrap();
    let most = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&most);
    let budget = budget().with_observer(move |progress| {
        assert_eq!(progress.phase, Phase::Searching);
        seen.fetch_max(progress.states, Ordering::Relaxed);
    });
    let mut search = Search::new(&model, SearchOptions::default());
    while search.next(&budget).unwrap().is_some() {}
    let (most, branches) = (most.load(Ordering::Relaxed) as u64, search.statistics().branches);
    assert!(most > branches / 2 && most <= branches, "{most} of {branches}");
}

/// OEIS A000170, and boards with several words for each domain.
#[test]
fn the_search_suits_boards_of_all_widths() {
    for (size, solutions) in [("6", 4), ("7", 40), ("8", 92)] {
        for propagation in Propagation::iter() {
            let model = ColumnModel::new(&board(size, "queen", "rows")).unwrap();
            let options = SearchOptions { propagation, ..SearchOptions::default() };
            let mut search = Search::new(&model, options);
            while search.next(&budget()).unwrap().is_some() {}
            assert_eq!(search.statistics().solutions, solutions);
        }
    }
    for size in ["66", "3x70", "3x260"] {
        let problem = board(size, "queen", "rows");
        let model = ColumnModel::new(&problem).unwrap();
        let quick = |it: &Propagation| size != "66" || *it != Propagation::Strong;
        for propagation in Propagation::iter().filter(quick) {
            let options = SearchOptions { propagation, restarts: true, ..SearchOptions::default() };
            let found = Search::new(&model, options).next(&budget()).unwrap().unwrap();
            let verdict = Checker::new(problem.rules()).solution(&problem, &found);
            assert_eq!(verdict, Verdict::Proved, "{size} {propagation:?}");
        }
    }
}

/// Weak propagation of a position by its definition, on bit masks.
struct Position {
    candidates: u64,
    placed: u64,
}

struct Reference {
    excludes: Vec<u64>,
    /// The cells of each group, and its bounds.
    groups: Vec<(u64, u32, Option<u32>)>,
}

impl Reference {
    fn new(case: &SolvedCase) -> Self {
        let (rules, size) = (case.problem.rules(), case.size());
        let set = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(0, |set, cell| set | 1 << size.index(cell))
        };
        let groups = rules.groups().iter().map(|group| {
            let bounds = group.bounds();
            (set(&mut group.cells().iter().copied()), bounds.lower, bounds.upper)
        });
        let excludes = size.iter().map(|cell| set(&mut rules.board_rule(cell)));
        Self { groups: groups.collect(), excludes: excludes.collect() }
    }

    /// Removes attacked cells and the open cells of full groups. Returns false if this shows a contradiction.
    fn cut(&self, at: &mut Position) -> bool {
        loop {
            let before = at.candidates;
            bits(at.placed).for_each(|piece| at.candidates &= !self.excludes[piece]);
            for &(cells, lower, upper) in &self.groups {
                let pieces = (at.placed & cells).count_ones();
                if upper == Some(pieces) {
                    at.candidates &= !cells | at.placed;
                }
                let is_short = (at.candidates & cells).count_ones() < lower;
                if is_short || upper.is_some_and(|upper| pieces > upper) {
                    return false;
                }
            }
            if at.placed & !at.candidates != 0 {
                return false;
            }
            if at.candidates == before {
                return true;
            }
        }
    }

    /// The number of rounds until a contradiction, where the first round places `pieces`.
    fn rounds(&self, at: &mut Position, pieces: u64) -> Option<u32> {
        let mut pieces = pieces;
        let mut round = 0;
        loop {
            round += 1;
            at.placed |= pieces;
            if !self.cut(at) {
                return Some(round);
            }
            let open = |cells: &u64| at.candidates & cells;
            let needing =
                self.groups.iter().filter(|(cells, lower, _)| open(cells).count_ones() == *lower);
            pieces = needing.fold(0, |all, (cells, ..)| all | open(cells)) & !at.placed;
            if pieces == 0 {
                return None;
            }
        }
    }

    /// The cells that contradictions of at most `steps` steps leave; none after a contradiction.
    fn candidates(&self, case: &SolvedCase, steps: u32) -> u64 {
        let decided = |value| {
            let cells = case.problem.decisions().cells(value);
            mask(&CellSet::from_cells(case.size(), cells))
        };
        let candidates = standing(case) & !decided(Value::Excluded);
        let mut at = Position { candidates, placed: decided(Value::Placed) };
        loop {
            if self.rounds(&mut at, 0).is_some() {
                return 0;
            }
            let kept = bits(at.candidates).filter(|&cell| {
                let mut with = Position { ..at };
                let is_placed = at.placed >> cell & 1 == 1;
                is_placed || self.rounds(&mut with, 1 << cell).is_none_or(|round| round > steps)
            });
            let kept = kept.fold(0, |kept, cell| kept | 1 << cell);
            if kept == at.candidates {
                return kept;
            }
            at.candidates = kept;
        }
    }
}

#[test]
fn filters_are_the_weakest_that_remove_a_cell() {
    for case in cases(19, 600) {
        if ColumnModel::new(&case.problem).is_ok() {
            continue;
        }
        let undecided =
            |&bit: &usize| case.problem.decisions().get(case.size().cell(bit)).is_none();
        let impossible: Vec<usize> =
            bits(standing(&case) & !union(&case)).filter(undecided).collect();
        let cells = case.set(impossible.iter().fold(0, |set, bit| set | 1 << bit));
        let found = Consistency::find(&case.problem, &cells, &budget()).unwrap();
        assert_eq!(found.iter().count(), impossible.len());
        let reference = Reference::new(&case);
        let removed: Vec<u64> = (0..17).map(|steps| !reference.candidates(&case, steps)).collect();
        for bit in impossible {
            let expected = match removed.iter().position(|removed| removed >> bit & 1 == 1) {
                Some(0) => Filter::Weak,
                Some(steps) => Filter::Contradiction { steps: steps as u32 },
                None => Filter::Diagram,
            };
            let cell = case.size().cell(bit);
            assert_eq!(found.filter(cell), Some(expected), "{cell} of {case:?}");
        }
    }
}

/// The filters of the cells that no placed piece attacks, in ascending order.
fn filters(placed: &str) -> BTreeSet<Filter> {
    let cells = Cell::parse_list(placed).unwrap();
    let problem =
        board("8", "queen", "rows").with_only(cells.iter().map(|&it| (it, Value::Placed)));
    let domains = sat::Engine::new().domains(&problem, &budget(), &mut |_| {}).unwrap();
    let impossible = domains.cannot_hold.iter().filter(|cell| !cells.contains(cell));
    let impossible = CellSet::from_cells(problem.rules().size(), impossible);
    let found = Consistency::find(&problem, &impossible, &budget()).unwrap();
    let attacked = problem.rules().excluded_by(cells);
    found.iter().filter(|(cell, _)| !attacked.contains(*cell)).map(|(_, filter)| filter).collect()
}

#[test]
fn eight_queens_need_every_filter() {
    let contradiction = Filter::Contradiction { steps: 2 };
    let expected = [
        ("e2,b4,f5", vec![Filter::Weak, Filter::AllDifferent, Filter::Strong]),
        ("d2,a4,b6", vec![Filter::Bounds, Filter::Strong, contradiction]),
        ("b1,a3", vec![Filter::Diagram]),
    ];
    for (placed, expected) in expected {
        assert_eq!(filters(placed), expected.into_iter().collect(), "{placed}");
    }
}

#[test]
fn engines_that_are_chosen_agree_with_the_solutions() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for (number, case) in cases(20, 150).chain(rook_cases(20, 150)).enumerate() {
        let shared = crate::bdd::Engine::new();
        let mut engines = [
            auto::Engine::new(),
            auto::Engine::without_diagrams(),
            auto::Engine::sharing(&shared),
            auto::Engine::keeping_to(Some(EngineKind::Bdd), &case.problem).unwrap(),
            auto::Engine::keeping_to(Some(EngineKind::Sat), &case.problem).unwrap(),
        ];
        let engine = &mut engines[number % 5];
        let (mut domains, mut census) = (None, None);
        let cells = CellSet::full(case.size());
        engine
            .survey_cells(&case.problem, &cells, &budget(), &mut |answer| match answer {
                PartialAnswer::Domains(it) => domains = Some(it),
                PartialAnswer::Census(it, _) => census = Some(it),
                PartialAnswer::Estimate(_)
                | PartialAnswer::RowNodes(_)
                | PartialAnswer::Diagram(_) => {}
            })
            .unwrap();
        assert!(domains.is_some() || census.is_some());
        if let Some(domains) = domains {
            let is_complete = domains.is_complete(case.problem.rules().grid());
            assert!(is_complete || census.is_some());
            assert_eq!(mask(&domains.can_hold) & !union(&case), 0, "{case:?}");
            if is_complete {
                check_domains(&case, &domains);
            }
        }
        assert!(census.is_none_or(|census| census == case.census()));
        let mut counted = None;
        let threads = NonZeroUsize::MIN;
        engine
            .census(&case.problem, threads, &budget(), &mut |answer| {
                if let PartialAnswer::Census(it, _) = answer {
                    counted = Some(it);
                }
            })
            .unwrap();
        assert_eq!(counted, Some(case.census()), "{case:?}");
        let satisfiable = engine.is_satisfiable(&case.problem, &budget());
        assert_eq!(satisfiable, Ok(!case.solutions.is_empty()));
        let solutions = engine.solutions(&case.problem, &budget()).unwrap();
        assert!(solutions.is_none_or(|number| number == BigUint::from(case.solutions.len())));
        let drawn = engine.complete(&case.problem, &mut random, &budget()).unwrap();
        assert_eq!(drawn.is_some(), !case.solutions.is_empty());
        assert!(drawn.is_none_or(|drawn| case.solutions.contains(&mask(&drawn.placed))));
    }
}

/// A diagram that can be built quickly is reported with its size.
#[test]
fn a_survey_tells_the_sizes_of_the_diagram() {
    let problem = board("4", "queen", "rows");
    let (mut rows, mut diagram) = (None, None);
    let mut learn = |answer| match answer {
        PartialAnswer::RowNodes(nodes) => rows = Some(nodes),
        PartialAnswer::Diagram(size) => diagram = Some(size.nodes),
        PartialAnswer::Domains(_) | PartialAnswer::Estimate(_) | PartialAnswer::Census(..) => {}
    };
    auto::Engine::new().survey(&problem, &budget(), &mut learn).unwrap();
    assert_eq!((rows, diagram), (Some(5), Some(31)));
}

#[test]
fn the_checker_knows_solutions_and_best_costs() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for case in cases(21, 200).chain(limited(cases(22, 150), 3)) {
        let checker = Checker::new(case.problem.rules());
        let near =
            case.solutions.iter().map(|set| set ^ 1 << random.gen_range(0..case.size().cells()));
        let near: Vec<u64> = near.take(40).collect();
        for &set in case.solutions.iter().take(40).chain(&near) {
            let verdict = checker.solution(&case.problem, &case.set(set));
            let is_solution = case.solutions.contains(&set);
            assert_eq!(verdict == Verdict::Proved, is_solution, "{verdict:?} {case:?}");
        }
        let weights = weights(&mut random, case.size());
        let costs = case.solutions.iter().map(|&set| weights.cost(&case.set(set)));
        if let (Some(least), Some(most)) = (costs.clone().min(), costs.max()) {
            let best = |is_dearest, cost| checker.best(&case.problem, &weights, (is_dearest, cost));
            assert_eq!([best(false, least), best(true, most)], [Verdict::Proved, Verdict::Proved]);
            assert!(matches!(best(false, least + 1), Verdict::Refuted(_)), "{case:?}");
            assert!(matches!(best(true, most - 1), Verdict::Refuted(_)), "{case:?}");
        }
        let decided: Vec<(Cell, Value)> = case.problem.decisions().iter().collect();
        for bit in bits(standing(&case)) {
            for value in [Value::Placed, Value::Excluded] {
                let differs = |set: &u64| (set >> bit & 1 == 1) != (value == Value::Placed);
                let verdict = checker.follows(&decided, (case.size().cell(bit), value));
                let follows = !case.solutions.iter().any(differs);
                assert_eq!(verdict == Verdict::Proved, follows, "{verdict:?} {case:?}");
            }
        }
    }
}

/// A way back that takes back too much or too little, and reasons that name too much or too little, are refuted.
#[test]
fn the_checker_knows_reasons_and_ways_back() {
    for case in cases(23, 400) {
        if !case.solutions.is_empty() {
            continue;
        }
        let checker = Checker::new(case.problem.rules());
        let rules_alone = SolvedCase::new(case.undecided());
        let soft: Vec<(Cell, Value)> = case.problem.decisions().iter().collect();
        let all: Vec<Cell> = soft.iter().map(|(cell, _)| *cell).collect();
        let reason =
            |cells: &[Cell], minimal| checker.reason(&case.problem, None, (cells, &[], minimal));
        assert_eq!(reason(&all, false), Verdict::Proved, "{case:?}");
        for subset in 0..1_u32 << all.len().min(6) {
            let kept = |index: usize| subset >> index & 1 == 1;
            let chosen: Vec<usize> = (0..all.len()).filter(|&index| kept(index)).collect();
            let has_solution = |chosen: &[usize]| {
                let only = chosen.iter().map(|&index| soft[index]);
                !SolvedCase::new(case.problem.with_only(only)).solutions.is_empty()
            };
            let cells: Vec<Cell> = chosen.iter().map(|&index| all[index]).collect();
            let leaves = has_solution(&chosen);
            assert_eq!(reason(&cells, false) == Verdict::Proved, !leaves, "{cells:?} {case:?}");
            let is_minimal = !leaves
                && chosen.iter().all(|&out| {
                    let others: Vec<usize> =
                        chosen.iter().copied().filter(|&it| it != out).collect();
                    has_solution(&others)
                });
            assert_eq!(reason(&cells, true) == Verdict::Proved, is_minimal, "{cells:?} {case:?}");
        }
        let mut engine = sat::Engine::new();
        let undecided: &Problem = &rules_alone.problem;
        let retractions =
            engine.smallest_retractions(undecided, &soft, 1, &budget()).unwrap().unwrap();
        let back = |cells: Option<&[Cell]>| checker.restoration(&case.problem, None, cells);
        match retractions.sets.first() {
            None => assert_eq!(back(None), Verdict::Proved, "{case:?}"),
            Some(smallest) => {
                assert_eq!(back(Some(smallest)), Verdict::Proved, "{case:?}");
                assert!(matches!(back(Some(&smallest[1..])), Verdict::Refuted(_)), "{case:?}");
                assert!(matches!(back(None), Verdict::Refuted(_)), "{case:?}");
                let more = all.iter().find(|cell| !smallest.contains(cell));
                if let Some(&more) = more {
                    let more = [&smallest[..], &[more]].concat();
                    assert!(matches!(back(Some(&more)), Verdict::Refuted(_)), "{case:?}");
                }
            }
        }
    }
}

/// Each rule alone, with every cell decided.
#[test]
fn clauses_of_a_rule_are_broken_by_the_pieces_that_break_the_rule() {
    let mut random = ChaCha8Rng::seed_from_u64(37);
    for case in cases(37, 60).chain(limited(cases(38, 20), 38)) {
        let rules = case.problem.rules();
        let mut clauses = sat::RuleClauses::new(rules, &budget()).unwrap();
        for _ in 0..4 {
            let share = random.gen_range(0.0..1.0);
            let decide =
                |cell| (cell, if random.gen_bool(share) { Value::Placed } else { Value::Excluded });
            let decisions: Vec<(Cell, Value)> = rules.grid().standing_cells().map(decide).collect();
            let pieces = decisions.iter().filter(|(_, value)| *value == Value::Placed);
            let pieces = CellSet::from_cells(case.size(), pieces.map(|&(cell, _)| cell));
            let broken = clauses.broken(&pieces);
            for number in 0..clauses.rule_list().len() {
                let clash = clauses.clash(&[number], &decisions, &budget()).unwrap();
                let rule = &clauses.rule_list()[number];
                assert_eq!(clash.is_some(), broken.contains(&number), "{rule} of {case:?}");
            }
        }
    }
}

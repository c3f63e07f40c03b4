//! Engine against engine: each gives the same answers to the problems that it can handle. So does the engine that
//! chooses among the others.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use configurator::engine::auto;
use configurator::engine::plan::{self, ProblemKind, Question, WantedSolutions};
use configurator::engine::search::{ColumnModel, Search, SearchOptions, Values};
use configurator::engine::{
    Budget, Census, Domains, EngineKind, Oracle, PartialAnswer, bdd, count, sat,
};
use configurator::geometry::{Cell, CellSet, Grid, Size};
use configurator::problem::{Problem, Requirement, Rules, Value};
use configurator::session::{Reason, Session};
use num_bigint::BigUint;
use num_traits::Zero;
use proptest::prelude::*;
use rand::rngs::mock::StepRng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::cases::{Described, case, in_full, mask};

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

fn budget() -> Budget {
    Budget::default()
}

/// Returns the cells with a piece in some, in all, and in none of the solutions.
fn domains(problem: &Problem, census: &Census) -> [CellSet; 3] {
    let size = problem.rules().size();
    let cells = |holds: &dyn Fn(&BigUint) -> bool| {
        let cells = problem.rules().grid().standing_cells();
        CellSet::from_cells(size, cells.filter(|&cell| holds(&census.cells[size.index(cell)])))
    };
    let none = census.solutions.is_zero();
    [
        cells(&|with| !with.is_zero()),
        cells(&|with| !none && *with == census.solutions),
        cells(&|with| with.is_zero()),
    ]
}

fn told(domains: &Domains) -> [CellSet; 3] {
    [domains.can_hold.clone(), domains.must_hold.clone(), domains.cannot_hold.clone()]
}

/// With 8 columns, the estimated size of a diagram is small, but the diagram of nightriders on 20 rows takes long.
#[test]
fn a_diagram_that_breaks_its_promise_leaves_others_their_time() {
    let grid = Grid::new("20x8".parse().unwrap());
    let rules = Rules::new(grid, "nightrider".parse().unwrap(), [Requirement::QUEENS_RULE]);
    let problem = Problem::new(rules);
    let limited = || budget().with_timeout(Duration::from_secs(4));
    assert!(auto::Engine::new().is_satisfiable(&problem, &limited()).unwrap());
    // Two of the decisions are in conflict.
    let problem = ["h1", "a1", "h2", "b3"]
        .into_iter()
        .fold(problem, |problem, name| problem.with(name.parse().unwrap(), Value::Placed).unwrap());
    let reason = Reason::find(&mut auto::Engine::new(), &problem, None, &limited()).unwrap();
    assert_eq!(reason.explanation.to_string(), "because of a1 and b3");
    assert!(reason.explanation.minimal && reason.interrupted.is_none());
    assert_eq!(reason.restoration.unwrap().best().take_back.len(), 1);
}

/// With these random values, a search makes a wrong decision early and would practically never undo it.
#[test]
fn a_draw_with_a_bad_beginning_begins_anew() {
    let amazons = Rules::queens(200).unwrap().with_piece("amazon".parse().unwrap());
    let budget = budget();
    let flag = budget.clone();
    let budget = budget.with_observer(move |progress| {
        if progress.states > 100_000 {
            flag.cancel();
        }
    });
    let mut random = StepRng::new(47, 0);
    let drawn = auto::Engine::new().complete(&Problem::new(amazons), &mut random, &budget).unwrap();
    assert_eq!(drawn.unwrap().placed.len(), 200);
}

#[test]
fn a_clone_has_the_same_diagrams() {
    let queens = |size| Problem::new(Rules::queens(size).unwrap());
    let (eight, six) = (queens(8), queens(6));
    let mut engine = bdd::Engine::new();
    let mut clone = engine.clone();
    engine.census(&eight, &budget()).unwrap();
    assert!(clone.covers(&eight) && !bdd::Engine::new().covers(&eight));
    let position = eight.clone().with("a1".parse().unwrap(), Value::Placed).unwrap();
    assert_eq!(clone.census(&position, &budget()).unwrap().solutions, 4_u8.into());
    // Questions about other rules replace the shared diagram for both engines.
    clone.census(&six, &budget()).unwrap();
    assert!(engine.covers(&six) && !engine.covers(&eight));
}

/// A position with one cell excluded has a diagram about as large as that of the rules.
#[test]
fn the_diagram_of_a_position_does_not_replace_the_one_it_comes_from() {
    let problem = Problem::new(rules("king", 8));
    let mut engine = bdd::Engine::new();
    let whole = engine.diagram(&problem, &budget()).unwrap().memory();
    let position = problem.clone().with("a1".parse().unwrap(), Value::Excluded).unwrap();
    let part = engine.clone().diagram(&position, &budget()).unwrap();
    let placed = problem.clone().with("a1".parse().unwrap(), Value::Placed).unwrap();
    let with = engine.census(&placed, &budget()).unwrap().solutions;
    assert_eq!(with + part.count(&budget()).unwrap(), 130_084_562_u32.into());
    // Half the budget holds either one, but not both.
    let mut engine = bdd::Engine::new();
    engine.diagram(&problem, &budget()).unwrap();
    let small = Budget::new(2 * (whole + part.memory()) - 1);
    engine.diagram(&position, &small).unwrap();
    assert!(engine.covers(&problem));
}

/// The diagram of 13 queens is estimated to be quick, but does not fit into the memory.
#[test]
fn what_clauses_told_stays_where_the_diagram_does_not_keep_its_promise() {
    let problem = Problem::new(Rules::queens(13).unwrap());
    let small = Budget::new(1 << 20);
    assert!(bdd::Engine::new().census(&problem, &small).is_err());
    let mut heard = Vec::new();
    let mut tell = |layer| match layer {
        PartialAnswer::Domains(domains) => heard.push(domains),
        other => panic!("{other:?}"),
    };
    auto::Engine::new().survey(&problem, &small, &mut tell).unwrap();
    assert!(heard.is_sorted_by_key(|domains| domains.can_hold.len()));
    assert!(heard.last().unwrap().is_complete(problem.rules().grid()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(150, 300)))]

    #[test]
    fn all_engines_agree(case in case(5), seed in any::<u64>()) {
        let problem = case.problem();
        let census = bdd::Engine::new().census(&problem, &budget()).unwrap();
        let known = domains(&problem, &census);
        let found = sat::Engine::new().domains(&problem, &budget(), &mut |_| {}).unwrap();
        prop_assert_eq!(found.satisfiable, Some(!census.solutions.is_zero()));
        prop_assert_eq!(&told(&found), &known);
        if let Ok(counter) = count::Engine::new(&problem) {
            prop_assert_eq!(&counter.census(&budget().with_threads(TWO)).unwrap(), &census);
        }
        if let Ok(model) = ColumnModel::new(&problem) {
            let mut search = Search::new(&model, SearchOptions::default());
            let mut solutions = BTreeSet::new();
            while let Some(solution) = search.next(&budget()).unwrap() {
                prop_assert!(solutions.insert(mask(&solution)));
            }
            prop_assert_eq!(census.solutions.clone(), solutions.len().into());
        }

        // The engine chosen here, and the one chosen on large boards.
        let mut asked = Session::new(problem.clone());
        asked.ask(&mut bdd::Engine::new(), &budget()).unwrap();
        for mut engine in [auto::Engine::new(), auto::Engine::without_diagrams()] {
            let mut chosen = Session::new(problem.clone());
            chosen.ask(&mut engine, &budget()).unwrap();
            for cell in problem.rules().size().iter() {
                prop_assert_eq!(chosen.state(cell), asked.state(cell), "{}", cell);
            }
            let counts = chosen.knowledge().solutions();
            prop_assert!(counts.is_none_or(|solutions| *solutions == census.solutions));
            let satisfiable = engine.is_satisfiable(&problem, &budget()).unwrap();
            prop_assert_eq!(satisfiable, !census.solutions.is_zero());
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let completion = engine.complete(&problem, &mut random, &budget()).unwrap();
            prop_assert_eq!(completion.is_some(), satisfiable);
            if let (Some(completion), Some(all)) = (completion, case.solutions()) {
                prop_assert!(all.contains(&mask(&completion.placed)));
                // With the excluded cells of the completion, it is the only solution.
                let only = all.iter().filter(|&&solution| {
                    solution & mask(&completion.placed) == mask(&completion.placed)
                        && solution & mask(&completion.excluded) == 0
                });
                prop_assert_eq!(only.count(), 1);
            }
            let mut last = None;
            engine.census(&problem, TWO, &budget(), &mut |layer| {
                if let PartialAnswer::Census(counted, _) = layer {
                    last = Some(counted);
                }
            }).unwrap();
            prop_assert_eq!(last.as_ref(), Some(&census));
            if !satisfiable {
                prop_assert_eq!(
                    reason(&mut engine, &problem),
                    reason(&mut bdd::Engine::new(), &problem)
                );
            }
        }
    }
}

/// Checks that the explanation of a position is minimal. Returns true if it needs no decisions, and the minimum number
/// of decisions to take back. Engines may name different decisions.
fn reason(oracle: &mut dyn Oracle, problem: &Problem) -> (bool, Option<usize>) {
    let reason = Reason::find(oracle, problem, None, &budget()).unwrap();
    assert!(reason.explanation.minimal);
    let by_rules = reason.explanation.because.is_empty();
    (by_rules, reason.restoration.map(|found| found.best().take_back.len()))
}

/// Returns a position with `number` pieces of a random solution.
fn placed(rules: &Arc<Rules>, number: usize, seed: u64) -> Problem {
    let problem = Problem::new(Arc::clone(rules));
    let model = ColumnModel::new(&problem).unwrap();
    let options = SearchOptions { values: Values::Random, seed, ..SearchOptions::default() };
    let solution = Search::new(&model, options).next(&budget()).unwrap().unwrap();
    // Pieces are placed in evenly spaced rows, so that open rows lie between placed pieces.
    let cells: Vec<Cell> = solution.iter().collect();
    let step = cells.len() / number;
    cells
        .into_iter()
        .step_by(step)
        .take(number)
        .fold(problem, |problem, cell| problem.with(cell, Value::Placed).unwrap())
}

fn rules(piece: &str, side: u16) -> Arc<Rules> {
    let grid = Grid::new(Size::square(side).unwrap());
    Arc::new(Rules::new(grid, piece.parse().unwrap(), [Requirement::QUEENS_RULE]))
}

/// Boards too large for a diagram of the rules: domains come from the SAT engine, counts from the search. The diagram
/// of the position must agree.
#[test]
fn beyond_the_quick_diagrams_they_agree_too() {
    for (piece, side, number, seed) in
        [("queen", 24, 9, 1), ("queen", 26, 11, 2), ("amazon", 22, 7, 3), ("queen", 18, 5, 4)]
    {
        let problem = placed(&rules(piece, side), number, seed);
        let mut engine = auto::Engine::without_diagrams();
        let mut layers = Vec::new();
        engine.survey(&problem, &budget(), &mut |layer| layers.push(layer)).unwrap();
        let Some(PartialAnswer::Domains(found)) = layers.pop() else { panic!("{layers:?}") };
        assert!(found.is_complete(problem.rules().grid()));
        let census =
            count::Engine::new(&problem).unwrap().census(&budget().with_threads(TWO)).unwrap();
        assert_eq!(told(&found), domains(&problem, &census), "{piece} {side}");
        assert_eq!(bdd::Engine::new().census(&problem, &budget()).unwrap(), census);
    }
}

#[test]
fn the_choice_is_by_board_and_decisions() {
    let queens = |side, number| placed(&rules("queen", side), number, 1);
    let empty = |side| Problem::new(rules("queen", side));
    let counter =
        |problem: &Problem| plan::counter(problem, Question::ExactCount, None).unwrap().kind();
    let solver = |problem: &Problem, wanted| plan::solver(problem, wanted, None).unwrap().kind();
    let surveyed = |problem: &Problem| {
        let mut last = None;
        let mut learn = |layer| last = Some(layer);
        auto::Engine::new().survey(problem, &budget(), &mut learn).unwrap();
        last.unwrap()
    };
    assert!(matches!(surveyed(&queens(30, 20)), PartialAnswer::Diagram(_)));
    assert!(matches!(surveyed(&empty(17)), PartialAnswer::Domains(_)));
    assert_eq!(counter(&empty(8)), EngineKind::Bdd);
    assert_eq!(counter(&empty(12)), EngineKind::Count);
    assert_eq!(counter(&Problem::new(rules("knight", 12))), EngineKind::Bdd);
    assert_eq!(solver(&empty(8), WantedSolutions::Few), EngineKind::Bdd);
    assert_eq!(solver(&empty(100), WantedSolutions::Few), EngineKind::Search);
    assert_eq!(solver(&queens(100, 3), WantedSolutions::Few), EngineKind::Sat);
    assert_eq!(solver(&queens(300, 3), WantedSolutions::Few), EngineKind::Search);
    assert_eq!(solver(&Problem::new(rules("king", 20)), WantedSolutions::Random), EngineKind::Sat);
    assert_eq!(solver(&empty(12), WantedSolutions::All), EngineKind::Bdd);
    assert!(
        ProblemKind::Countable.includes(&empty(18)) && !ProblemKind::Countable.includes(&empty(19))
    );
    assert!(ProblemKind::Countable.includes(&queens(30, 15)));
    assert!(
        !ProblemKind::SoonSearched.includes(&empty(14))
            && !ProblemKind::SoonSearched.includes(&empty(18))
    );
    assert!(
        ProblemKind::SoonSearched.includes(&empty(16))
            && ProblemKind::SoonSearched.includes(&empty(17))
    );
    let without = |size| empty(size).with("d1".parse().unwrap(), Value::Excluded).unwrap();
    assert!(
        ProblemKind::SoonSearched.includes(&without(16))
            && !ProblemKind::SoonSearched.includes(&without(17))
    );
    assert!(!ProblemKind::SoonSearched.includes(&Problem::new(rules("empress", 17))));
}

/// A requested engine that cannot answer says so. No other engine answers instead.
#[test]
fn the_engine_asked_for_is_kept_to() {
    let problem = Problem::new(rules("queen", 8));
    let counter = |asked| {
        plan::counter(&problem, Question::ExactCount, Some(asked)).map(|counter| counter.kind())
    };
    assert_eq!(counter(EngineKind::Count), Ok(EngineKind::Count));
    assert_eq!(counter(EngineKind::Bdd), Ok(EngineKind::Bdd));
    for (asked, name) in [(EngineKind::Sat, "sat"), (EngineKind::Search, "search")] {
        let refused = counter(asked).unwrap_err().to_string();
        assert_eq!(refused, format!("'{name}' does not answer count: bdd and count do"));
    }
    let solver = |asked| {
        plan::solver(&problem, WantedSolutions::Few, Some(asked)).map(|solver| solver.kind())
    };
    for asked in [EngineKind::Bdd, EngineKind::Sat, EngineKind::Search] {
        assert_eq!(solver(asked), Ok(asked));
    }
    assert!(solver(EngineKind::Count).is_err());
    assert!(plan::solver(&problem, WantedSolutions::Classes, Some(EngineKind::Sat)).is_err());
    assert!(auto::Engine::keeping_to(Some(EngineKind::Search), &problem).is_err());
    let kings = Problem::new(rules("king", 6));
    assert!(auto::Engine::keeping_to(Some(EngineKind::Count), &kings).is_err());
    for kind in [EngineKind::Bdd, EngineKind::Count] {
        let mut session = Session::new(problem.clone());
        let mut engine = auto::Engine::keeping_to(Some(kind), &problem).unwrap();
        session.ask(&mut engine, &budget()).unwrap();
        assert_eq!(session.knowledge().solutions(), Some(&92_u8.into()));
        assert_eq!(session.knowledge().source.map(|source| source.engine), Some(kind));
    }
    let mut session = Session::new(problem.clone());
    let mut by_sat = auto::Engine::keeping_to(Some(EngineKind::Sat), &problem).unwrap();
    session.ask(&mut by_sat, &budget()).unwrap();
    assert!(session.knowledge().solutions().is_none() && session.knows_all_cells());
}

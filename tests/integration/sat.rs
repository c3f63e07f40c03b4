//! The SAT engine: compared with the reference and with the diagram, and run on large boards.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use configurator::engine::sat::{Engine, Solutions};
use configurator::engine::{Budget, Cause, Domains, Interrupted, Oracle, Phase, bdd};
use configurator::geometry::{Cell, CellSet, Grid};
use configurator::problem::{Decisions, Problem, Rules, Value};
use configurator::session::{CellState, Session, Wish};
use num_bigint::BigUint;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::cases::{Case, Described, bits, case, in_full, mask};
use crate::domains::states;

fn solve(problem: &Problem, budget: &Budget) -> Result<Option<CellSet>, Interrupted> {
    Solutions::new(problem, budget)?.next(budget)
}

fn domains(engine: &mut Engine, problem: &Problem) -> Domains {
    let grid = problem.rules().grid();
    let mut told: Vec<Domains> = Vec::new();
    let mut tell = |domains: &Domains| told.push(domains.clone());
    let domains = engine.domains(problem, &Budget::default(), &mut tell).unwrap();
    assert!(domains.is_complete(grid));
    // The domains reported earlier are part of the final domains.
    let within = |part: &CellSet, whole: &CellSet| (part - whole).is_empty();
    for early in &told {
        assert!(within(&early.can_hold, &domains.can_hold));
        assert!(within(&early.cannot_hold, &domains.cannot_hold));
        assert!(within(&early.can_be_empty, &domains.can_be_empty));
        assert!(within(&early.must_hold, &domains.must_hold));
        assert!(early.satisfiable.is_none() || early.satisfiable == domains.satisfiable);
        assert!(early.found <= domains.found);
    }
    domains
}

/// Compares domains with those of a list of all solutions.
fn check_domains(case: &Case, domains: &Domains, solutions: &[u64]) -> Result<(), TestCaseError> {
    let standing = case.all() & !case.holes;
    let some = solutions.iter().fold(0, |some, solution| some | solution);
    let all = solutions.iter().fold(standing, |all, solution| all & solution);
    prop_assert_eq!(domains.satisfiable, Some(!solutions.is_empty()));
    prop_assert_eq!(mask(&domains.can_hold), some);
    prop_assert_eq!(mask(&domains.cannot_hold), standing & !some);
    let satisfiable = !solutions.is_empty();
    prop_assert_eq!(mask(&domains.must_hold), if satisfiable { all } else { 0 });
    prop_assert_eq!(mask(&domains.can_be_empty), if satisfiable { standing & !all } else { 0 });
    prop_assert!(domains.found <= solutions.len() as u64);
    // With at most one solution, the domains determine the counts.
    let census = domains.census(case.rules().grid());
    let number = Some(BigUint::from(solutions.len())).filter(|_| solutions.len() < 2);
    prop_assert_eq!(census.map(|census| census.solutions), number);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(in_full(130, 400)))]

    #[test]
    fn domains_are_those_of_all_solutions(case in case(5), more in any::<usize>()) {
        let Some(solutions) = case.solutions() else { return Ok(()) };
        let mut engine = Engine::new();
        check_domains(&case, &domains(&mut engine, &case.problem()), &solutions)?;
        let mut session = Session::new(case.problem());
        session.ask(&mut engine, &Budget::default()).unwrap();
        let told: Vec<CellState> = case.size().iter().map(|cell| session.state(cell)).collect();
        prop_assert_eq!(told, states(&case, &solutions));
        prop_assert_eq!(session.knowledge().has_one_solution(), solutions.len() == 1);
        // After one more decision, with the solutions that the engine has cached.
        let open = case.all() & !(case.holes | case.placed | case.excluded);
        let open: Vec<usize> = bits(open).collect();
        if let Some(bit) = open.get(more % open.len().max(1)) {
            let mut next = case.clone();
            let place = more % 2 == 0;
            if place { next.placed |= 1 << bit } else { next.excluded |= 1 << bit }
            let left: Vec<u64> =
                solutions.into_iter().filter(|solution| (solution >> bit & 1 == 1) == place).collect();
            check_domains(&next, &domains(&mut engine, &next.problem()), &left)?;
            prop_assert_eq!(
                engine.is_satisfiable(&next.problem(), &Budget::default()),
                Ok(!left.is_empty())
            );
        }
    }

    #[test]
    fn solutions_come_each_once_and_are_all(case in case(4)) {
        let Some(mut expected) = case.solutions().filter(|solutions| solutions.len() <= 500) else {
            return Ok(());
        };
        let budget = Budget::default();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut solutions = Solutions::new(&case.problem(), &budget).unwrap();
        let drawn = solutions.draw(&mut random, &budget).unwrap();
        prop_assert_eq!(drawn.is_some(), !expected.is_empty());
        prop_assert!(drawn.is_none_or(|solution| expected.contains(&mask(&solution))));
        let mut found: Vec<u64> = Vec::new();
        while let Some(solution) = solutions.next(&budget).unwrap() {
            found.push(mask(&solution));
            prop_assert!(found.len() <= expected.len());
        }
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(solutions.draw(&mut random, &budget), Ok(None));
    }

    #[test]
    fn repairs_are_those_of_the_diagram(case in case(4), wished in any::<usize>()) {
        let (mut sat, mut bdd) = (Engine::new(), bdd::Engine::new());
        let problem = case.problem();
        let standing: Vec<usize> = bits(case.all() & !case.holes).collect();
        let wish: Wish = standing.get(wished % standing.len().max(1)).map(|&bit| {
            let value = if wished % 3 == 0 { Value::Excluded } else { Value::Placed };
            (case.size().cell(bit), value)
        });
        let hard: Decisions = wish.into_iter().collect();
        let hard = Problem::with_decisions(Arc::clone(problem.rules()), hard).unwrap();
        let soft: Vec<(Cell, Value)> = problem
            .decisions()
            .iter()
            .filter(|(cell, _)| wish.is_none_or(|(wished, _)| wished != *cell))
            .collect();
        for cap in [16, 2] {
            let budget = Budget::default();
            let of_sat = sat.smallest_retractions(&hard, &soft, cap, &budget).unwrap().unwrap();
            let of_bdd = bdd.smallest_retractions(&hard, &soft, cap, &budget).unwrap().unwrap();
            prop_assert_eq!(of_sat.more, of_bdd.more);
            prop_assert_eq!(of_sat.sets.len(), of_bdd.sets.len());
            if cap == 16 && !of_sat.more {
                let (mut a, mut b) = (of_sat.sets, of_bdd.sets);
                a.sort_unstable();
                b.sort_unstable();
                prop_assert_eq!(a, b);
            } else {
                let size = |sets: &[Vec<Cell>]| sets.first().map(Vec::len);
                prop_assert_eq!(size(&of_sat.sets), size(&of_bdd.sets));
            }
        }
    }

    #[test]
    fn a_conflict_clashes(case in case(4), from in any::<usize>()) {
        let Some(solutions) = case.undecided().solutions() else { return Ok(()) };
        let decisions: Vec<(Cell, Value)> = case.decisions().iter().collect();
        let (hard, soft) = decisions.split_at(from % (decisions.len() + 1));
        let problem = Problem::with_decisions(case.rules(), hard.iter().copied().collect()).unwrap();
        let conflict = Engine::new().conflict(&problem, soft, &Budget::default()).unwrap();
        let keep = |decisions: &[&(Cell, Value)]| {
            let keeps = |solution: &&u64| decisions.iter().all(|(cell, value)| {
                (**solution >> case.size().index(*cell) & 1 == 1) == (*value == Value::Placed)
            });
            solutions.iter().filter(keeps).count()
        };
        match conflict {
            None => prop_assert!(keep(&decisions.iter().collect::<Vec<_>>()) > 0),
            Some(clash) => {
                prop_assert!(clash.iter().all(|cell| soft.iter().any(|(soft, _)| soft == cell)));
                let named = soft.iter().filter(|(cell, _)| clash.contains(cell));
                prop_assert_eq!(keep(&hard.iter().chain(named).collect::<Vec<_>>()), 0);
            }
        }
    }
}

/// The pieces of a solution of 20 queens.
const SOLUTION_20: &str = "n1 g2 r3 l4 h5 t6 k7 b8 o9 q10 c11 e12 i13 p14 m15 d16 f17 a18 j19 s20";

fn queens(size: u16, placed: &[&str]) -> Problem {
    let decisions = placed.iter().map(|name| (name.parse().unwrap(), Value::Placed)).collect();
    Problem::with_decisions(Arc::new(Rules::queens(size).unwrap()), decisions).unwrap()
}

#[test]
fn twenty_queens_with_eight_placed_are_as_the_diagram_says() {
    let pieces: Vec<&str> = SOLUTION_20.split(' ').collect();
    let mut impossible = 0;
    for from in [0, 6, 12] {
        let placed: Vec<&str> = (0..8).map(|number| pieces[(from + 7 * number) % 20]).collect();
        let problem = queens(20, &placed);
        let mut by_diagram = Session::new(problem.clone());
        by_diagram.ask(&mut bdd::Engine::new(), &Budget::default()).unwrap();
        let mut by_sat = Session::new(problem.clone());
        by_sat.ask(&mut Engine::new(), &Budget::default()).unwrap();
        for cell in problem.rules().size().iter() {
            assert_eq!(by_sat.state(cell), by_diagram.state(cell), "{cell}");
            impossible += usize::from(by_sat.state(cell) == CellState::Impossible);
        }
        assert_eq!(by_sat.knowledge().solutions(), None);
        let seen = by_sat.knowledge().domains.as_ref().unwrap().found;
        assert!(&BigUint::from(seen) <= by_diagram.knowledge().solutions().unwrap());
    }
    assert!(impossible > 0);
}

#[test]
fn every_cell_of_many_queens_is_possible() {
    for size in [30, 50] {
        let problem = queens(size, &[]);
        let domains = domains(&mut Engine::new(), &problem);
        assert_eq!(domains.can_hold.len(), problem.rules().size().cells());
        assert!(domains.must_hold.is_empty() && domains.found >= size.into());
    }
}

#[test]
fn more_rows_than_columns_are_too_many_for_queens() {
    for (size, satisfiable) in [("40x30", false), ("30x29", false), ("29x30", true)] {
        let rules = Rules::queens(8).unwrap().with_grid(Grid::new(size.parse().unwrap()));
        let problem = Problem::new(rules);
        assert_eq!(domains(&mut Engine::new(), &problem).satisfiable, Some(satisfiable), "{size}");
        // There is no solution without a piece in the first row either.
        let row = problem.rules().size().iter().filter(|cell| cell.row() == 0);
        let problem =
            row.fold(problem.clone(), |problem, cell| problem.with(cell, Value::Excluded).unwrap());
        let satisfiable = Engine::new().is_satisfiable(&problem, &Budget::default());
        assert_eq!(satisfiable, Ok(false), "{size}");
    }
}

#[test]
fn a_drawn_solution_of_a_large_board_is_one() {
    let problem = queens(60, &["a1", "c2"]);
    let budget = Budget::default();
    let mut solutions = Solutions::new(&problem, &budget).unwrap();
    let draw = |solutions: &mut Solutions, seed| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        solutions.draw(&mut random, &budget).unwrap().unwrap()
    };
    let drawn = [1, 2].map(|seed| draw(&mut solutions, seed));
    assert_ne!(drawn[0], drawn[1]);
    for solution in &drawn {
        let placed = solution.iter().map(|cell| (cell, Value::Placed)).collect();
        let placed = Problem::with_decisions(Arc::clone(problem.rules()), placed).unwrap();
        assert!(Session::new(placed).is_solved());
        assert!(solution.contains("a1".parse().unwrap()));
    }
    assert!(solutions.effort().decisions > 0);
}

#[test]
fn solutions_kept_from_one_question_answer_the_next() {
    let mut engine = Engine::new();
    let problem = queens(20, &[]);
    domains(&mut engine, &problem);
    let problem = problem.with("e1".parse().unwrap(), Value::Placed).unwrap();
    let mut told: Vec<Domains> = Vec::new();
    // Without time for a question, the facts known already are still reported.
    let budget = Budget::default().with_timeout(Duration::ZERO);
    let interrupted = engine.domains(&problem, &budget, &mut |domains| told.push(domains.clone()));
    assert_eq!(interrupted.unwrap_err().cause, Cause::Time(Duration::ZERO));
    let last = told.last().unwrap();
    assert_eq!(last.satisfiable, Some(true));
    assert!(last.found > 0 && !last.is_complete(problem.rules().grid()));
    assert!(last.cannot_hold.contains("e7".parse().unwrap()));
}

#[test]
fn it_says_that_it_solves_and_never_that_it_counts() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let budget = Budget::default().with_observer({
        let heard = Arc::clone(&heard);
        move |progress| heard.lock().unwrap().push(progress.phase)
    });
    Engine::new().domains(&queens(12, &[]), &budget, &mut |_| {}).unwrap();
    let mut phases = std::mem::take(&mut *heard.lock().unwrap());
    phases.dedup();
    assert_eq!(phases, [Phase::Building, Phase::Solving]);
}

#[test]
fn budgets_end_it() {
    let problem = queens(1000, &["a1"]);
    let mut told = 0;
    let ended = Engine::new().domains(&problem, &Budget::default(), &mut |domains| {
        assert!(domains.cannot_hold.contains("b2".parse().unwrap()));
        told += 1;
    });
    // There are more than a billion pairs, which is known before they are generated.
    let interrupted = ended.unwrap_err();
    assert_eq!(interrupted.cause, Cause::Memory(configurator::engine::DEFAULT_MEMORY));
    assert_eq!((told, interrupted.reached.done), (1, 0));
    let cause = |budget: &Budget| {
        let mut engine = Engine::new();
        let causes = [
            engine.domains(&queens(30, &[]), budget, &mut |_| {}).unwrap_err().cause,
            engine.is_satisfiable(&queens(30, &[]), budget).unwrap_err().cause,
            solve(&queens(30, &[]), budget).unwrap_err().cause,
        ];
        assert!(causes.iter().all(|cause| *cause == causes[0]));
        causes[0]
    };
    assert_eq!(cause(&Budget::new(1000)), Cause::Memory(1000));
    let over = Duration::ZERO;
    assert_eq!(cause(&Budget::default().with_timeout(over)), Cause::Time(over));
    let cancelled = Budget::default();
    cancelled.cancel();
    assert_eq!(cause(&cancelled), Cause::Cancelled);
}

#[test]
fn a_cancelled_question_ends_while_the_solver_works() {
    // One king more than fits on the board. A refutation by clauses would take far too long.
    let rules = Rules::queens(20).unwrap();
    let pieces = "pieces=101".parse().unwrap();
    let rules = Rules::new(rules.grid().clone(), "king".parse().unwrap(), [pieces]);
    let budget = Budget::default();
    let looks = AtomicUsize::new(0);
    let watched = budget.clone().with_observer(move |_| {
        if looks.fetch_add(1, Ordering::Relaxed) == 500 {
            budget.cancel();
        }
    });
    let ended = solve(&Problem::new(rules), &watched);
    assert_eq!(ended.unwrap_err().cause, Cause::Cancelled);
}

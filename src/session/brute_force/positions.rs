//! Checks sessions: the states of cells, and refused commands.

use num_bigint::BigUint;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::cases::{SolvedCase, board, cases, limited, rook_cases};
use crate::{CellState, Increase, Refusal, Session, SolutionCount};
use engine::{Budget, auto, bdd, sat};
use geometry::Cell;
use problem::{Assist, Value};

fn budget() -> Budget {
    Budget::default()
}

fn state(case: &SolvedCase, cell: Cell) -> CellState {
    let rules = case.problem.rules();
    if rules.grid().is_hole(cell) {
        return CellState::Hole;
    }
    match case.problem.decisions().get(cell) {
        Some(Value::Placed) => return CellState::Placed,
        Some(Value::Excluded) => return CellState::Excluded,
        None => {}
    }
    let bit = case.size().index(cell);
    let with = case.solutions.iter().filter(|&set| set >> bit & 1 == 1).count();
    let attacked = rules.excluded_by(case.problem.decisions().cells(Value::Placed));
    match with {
        0 if attacked.contains(cell) => CellState::Attacked,
        0 => CellState::Impossible,
        all if all == case.solutions.len() => CellState::Forced,
        _ => CellState::Possible,
    }
}

fn check(case: &SolvedCase, session: &Session) {
    assert_eq!(session.knowledge().is_satisfiable(), Some(!case.solutions.is_empty()));
    assert!(session.knows_all_cells());
    for cell in case.size().iter() {
        let expected = state(case, cell);
        assert_eq!(session.state(cell), expected, "{cell} of {case:?}");
        assert_eq!(session.shown_state(cell, Assist::Full), Some(expected));
        let is_ruled_out = matches!(expected, CellState::Attacked | CellState::Impossible);
        assert_eq!(session.ruled_out().unwrap().contains(cell), is_ruled_out);
        let decided = matches!(expected, CellState::Hole | CellState::Placed | CellState::Excluded);
        assert_eq!(session.shown_state(cell, Assist::None), Some(expected).filter(|_| decided));
        for value in [Value::Placed, Value::Excluded] {
            let refused = expected == CellState::Hole
                || is_ruled_out && value == Value::Placed
                || expected == CellState::Forced && value == Value::Excluded;
            let checked = session.check_with_assist(cell, value, Assist::Full);
            assert_eq!(checked.is_err(), refused, "{checked:?} {cell} of {case:?}");
            let by_rules_alone = session.check_with_assist(cell, value, Assist::None);
            assert_eq!(by_rules_alone.is_err(), expected == CellState::Hole);
        }
    }
    let pieces = session.decisions().cells(Value::Placed);
    let placed = pieces.fold(0, |set, cell| set | 1 << case.size().index(cell));
    let rules = SolvedCase::new(case.undecided());
    assert_eq!(session.is_solved(), rules.solutions.contains(&placed), "{case:?}");
}

#[test]
fn states_are_those_of_all_solutions() {
    let priced = limited(cases(41, 40), 41);
    for case in cases(41, 120).chain(rook_cases(41, 60)).chain(priced) {
        let mut session = Session::new(case.problem.clone());
        session.ask(&mut sat::Engine::new(), &budget()).unwrap();
        check(&case, &session);
        let mut session = Session::new(case.problem.clone());
        session.ask(&mut bdd::Engine::new(), &budget()).unwrap();
        check(&case, &session);
        let all = case.solutions.len();
        assert_eq!(session.knowledge().solutions(), Some(&BigUint::from(all)));
        assert_eq!(session.knowledge().has_one_solution(), all == 1);
        assert_eq!(session.knowledge().lower_bound(), None);
        assert!(
            session.knowledge().is_estimate_plausible() && session.knowledge().estimate().is_none()
        );
        let with = |cell: Cell| {
            case.solutions.iter().filter(|&set| set >> case.size().index(cell) & 1 == 1).count()
        };
        let mut nearest: Option<usize> = None;
        for cell in case.size().iter() {
            assert_eq!(session.solutions_with(cell), Some(&BigUint::from(with(cell))));
            let is_possible = session.state(cell) == CellState::Possible;
            let share = is_possible.then(|| with(cell) as f64 / all as f64);
            assert_eq!(session.share(cell), share);
            if is_possible {
                let uneven = (2 * with(cell)).abs_diff(all);
                nearest = Some(nearest.map_or(uneven, |nearest| nearest.min(uneven)));
            }
        }
        let told = session.most_informative().map(|cell| (2 * with(cell)).abs_diff(all));
        assert_eq!(told, nearest, "{case:?}");
        session.ask_costs(&mut auto::Engine::new(), &budget()).unwrap();
        if let Some(weights) = case.problem.rules().weights() {
            let cost = |set: &u64| weights.cost(&case.set(*set));
            assert_eq!(session.knowledge().cheapest(), case.solutions.iter().map(cost).min());
            for cell in case.size().iter() {
                let has = |set: &&u64| **set >> case.size().index(cell) & 1 == 1;
                let cheapest = case.solutions.iter().filter(has).map(cost).min();
                assert_eq!(session.cheapest_with(cell), cheapest, "{cell} of {case:?}");
            }
        }
    }
}

#[test]
fn what_each_decision_rules_out_is_counted() {
    for case in cases(42, 60) {
        let mut session = Session::new(case.problem.clone());
        session.ask(&mut bdd::Engine::new(), &budget()).unwrap();
        session.ask_retraction_counts(&mut bdd::Engine::new(), &budget()).unwrap();
        assert!(session.uncounted_retractions().is_empty());
        for (cell, _) in case.problem.decisions().iter() {
            let others = case.problem.decisions().iter().filter(|(other, _)| *other != cell);
            let without = SolvedCase::new(case.problem.with_only(others)).solutions.len();
            let expected = SolutionCount::Exact(without.into());
            assert_eq!(session.knowledge().solutions_without(&[cell]), Some(&expected));
            let more = Increase::Exact((without - case.solutions.len()).into());
            assert_eq!(session.retraction_increase(&[cell]), Some(more));
        }
    }
}

/// A walk over possible values never gets stuck, and undoing it leads back through the same positions.
#[test]
fn a_walk_over_possible_values_ends_with_a_solution() {
    let mut random = ChaCha8Rng::seed_from_u64(43);
    for case in cases(43, 60).chain(rook_cases(43, 40)) {
        if case.solutions.is_empty() {
            continue;
        }
        let mut session = Session::new(case.problem.clone());
        let mut positions = vec![session.problem().clone()];
        loop {
            session.ask(&mut bdd::Engine::new(), &budget()).unwrap();
            let cells: Vec<Cell> = case.size().iter().collect();
            let possible = cells.iter().filter(|&&it| session.state(it) == CellState::Possible);
            let possible: Vec<Cell> = possible.copied().collect();
            let Some(&cell) = possible.choose(&mut random) else { break };
            let value = if random.gen_bool(0.5) { Value::Placed } else { Value::Excluded };
            session.decide(cell, value).unwrap();
            positions.push(session.problem().clone());
        }
        assert!(session.knowledge().has_one_solution(), "{case:?}");
        while let Some(position) = positions.pop() {
            assert_eq!(*session.problem(), position);
            assert_eq!(session.history().can_undo(), !positions.is_empty());
            assert_eq!(session.undo(), !positions.is_empty());
        }
        assert!(!session.history().can_redo() || session.redo());
    }
}

#[test]
fn decisions_are_refused_with_their_reason() {
    let problem = board("4", "queen", "rows");
    let cell = |name: &str| name.parse::<Cell>().unwrap();
    let problem = problem.with_given(cell("b1")).unwrap();
    let mut session = Session::new(problem);
    session.ask(&mut bdd::Engine::new(), &budget()).unwrap();
    let place = |session: &mut Session, name: &str| session.decide(cell(name), Value::Placed);
    let by = cell("b1");
    assert_eq!(place(&mut session, "b3"), Err(Refusal::Attacked { cell: cell("b3"), by }));
    assert_eq!(place(&mut session, "c3"), Err(Refusal::Impossible(cell("c3"))));
    assert_eq!(session.decide(cell("d2"), Value::Excluded), Err(Refusal::Forced(cell("d2"))));
    assert_eq!(session.decide(cell("b1"), Value::Excluded), Err(Refusal::Given(cell("b1"))));
    assert_eq!(place(&mut session, "b1"), Ok(()));
    assert_eq!(session.retract(cell("b1")), Err(Refusal::Given(cell("b1"))));
    let with_attacks =
        |name: &str| session.check_with_assist(cell(name), Value::Placed, Assist::Attacks);
    assert_eq!(with_attacks("c3"), Ok(()));
    assert_eq!(with_attacks("b3"), Err(Refusal::Attacked { cell: cell("b3"), by }));
    assert_eq!(place(&mut session, "d2"), Ok(()));
    assert_eq!(session.retract(cell("d2")), Ok(true));
    assert_eq!(session.retract(cell("d2")), Ok(false));
}

#[test]
fn sweeping_excludes_open_cells_and_takes_that_back() {
    let cells = |names: &str| Cell::parse_list(names).unwrap();
    let mut session = Session::new(board("4", "queen", "rows"));
    assert!(session.set_excluded(&cells("a1,b2"), true));
    assert!(!session.set_excluded(&cells("a1,b2"), true));
    assert!(session.decisions().cells(Value::Excluded).eq(cells("a1,b2")));
    assert!(!session.set_excluded(&cells("c3"), false));
    assert!(session.set_excluded(&cells("a1,b2,c3"), false));
    assert!(session.decisions().is_empty());
    assert!(session.undo() && session.decisions().len() == 2);
}

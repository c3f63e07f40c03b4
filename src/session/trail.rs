//! The numbers of solutions and the diagram sizes after each decision.

use std::collections::HashMap;
use std::sync::Arc;

use super::solution_count::SolutionCount;
use engine::{Answer, Budget, DiagramSize, Oracle, auto};
use geometry::Cell;
use problem::{Decisions, Problem, Rules, Value};

/// Maximum number of positions that are kept. A session rarely has more decisions.
const CAPACITY: usize = 1024;

/// The number of solutions and the diagram size of one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Waypoint {
    /// The exact or estimated number of solutions; `None` if no engine finds it in time.
    pub solutions: Option<SolutionCount>,
    /// The size of the position's reduced ordered BDD, once known.
    pub diagram: Option<DiagramSize>,
}

impl Waypoint {
    /// Computes the number of solutions and the diagram size of a position. If the diagram takes too long,
    /// estimates the number of solutions and leaves out the size.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn find(engine: &mut auto::Engine, problem: &Problem, budget: &Budget) -> Answer<Self> {
        if let Some(all) = engine.solutions(problem, budget)? {
            let diagram = engine.diagram_size(problem, budget)?;
            return Ok(Self { solutions: Some(SolutionCount::Exact(all)), diagram });
        }
        let census = auto::first_estimate(problem, budget)?;
        let solutions = census.map(|census| SolutionCount::About(census.solutions));
        Ok(Self { solutions, diagram: None })
    }

    /// The binary logarithm of the number of solutions plus 1, or of the estimate; `None` if neither is known.
    pub fn log2(&self) -> Option<f64> {
        self.solutions.as_ref().and_then(SolutionCount::log2)
    }
}

/// The waypoints of a session's positions under the same rules. Later decisions do not change them, so they are
/// kept when the position changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    rules: Option<Arc<Rules>>,
    waypoints: HashMap<Vec<(Cell, Value)>, Waypoint>,
}

impl Trail {
    /// The waypoint of a position, if known.
    pub(crate) fn get(&self, problem: &Problem) -> Option<&Waypoint> {
        self.is_about(problem.rules()).then(|| self.waypoints.get(&key(problem.decisions())))?
    }

    /// Stores the waypoint of a position. Forgets all earlier waypoints if the rules have changed or the trail
    /// is full.
    pub(super) fn learn(&mut self, problem: &Problem, waypoint: Waypoint) {
        if !self.is_about(problem.rules()) || self.waypoints.len() >= CAPACITY {
            self.waypoints.clear();
            self.rules = Some(Arc::clone(problem.rules()));
        }
        self.waypoints.insert(key(problem.decisions()), waypoint);
    }

    fn is_about(&self, rules: &Arc<Rules>) -> bool {
        self.rules.as_ref().is_some_and(|own| Arc::ptr_eq(own, rules) || own == rules)
    }
}

/// The decisions sorted by cell, so that their order does not matter.
fn key(decisions: &Decisions) -> Vec<(Cell, Value)> {
    let mut key: Vec<_> = decisions.iter().collect();
    key.sort_unstable();
    key
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::{Finding, Session};

    fn ask(session: &mut Session, engine: &mut auto::Engine) {
        session.ask(engine, &Budget::default()).unwrap();
    }

    /// The counts after 0, 1, 2 … decisions.
    fn counts(session: &Session) -> Vec<Option<BigUint>> {
        let known = |number| session.waypoint(number)?.solutions.as_ref()?.exact().cloned();
        (0..=session.decisions().len()).map(known).collect()
    }

    fn numbers(counts: &[u32]) -> Vec<Option<BigUint>> {
        counts.iter().map(|&count| Some(count.into())).collect()
    }

    #[test]
    fn each_decision_has_the_count_it_left() {
        let mut session = Session::new(Problem::new(Rules::queens(8).unwrap()));
        let mut engine = auto::Engine::new();
        ask(&mut session, &mut engine);
        for cell in ["a1", "g2"] {
            session.decide(cell.parse().unwrap(), Value::Placed).unwrap();
            ask(&mut session, &mut engine);
        }
        assert_eq!(counts(&session), numbers(&[92, 4, 2]));
        let whole = session.waypoint(0).unwrap().diagram.as_ref().unwrap();
        assert_eq!((whole.nodes, whole.levels.len()), (2453, 64));
        assert_eq!(whole.levels.iter().sum::<usize>() + 2, 2453);
        assert_eq!(session.unknown_waypoints().count(), 0);
    }

    #[test]
    fn positions_never_seen_are_asked_for() {
        let board = Problem::new(Rules::queens(8).unwrap());
        let board = board.with("a1".parse().unwrap(), Value::Placed).unwrap();
        let board = board.with("g2".parse().unwrap(), Value::Placed).unwrap();
        let mut session = Session::new(board);
        let mut engine = auto::Engine::new();
        ask(&mut session, &mut engine);
        assert_eq!(counts(&session), [None, None, Some(2_u8.into())]);
        let unknown: Vec<_> = session.unknown_waypoints().collect();
        assert_eq!(unknown.len(), 2);
        for problem in unknown {
            let waypoint = Waypoint::find(&mut engine, &problem, &Budget::default()).unwrap();
            session.learn(session.stamp(), Finding::Waypoint(problem, waypoint));
        }
        assert_eq!(counts(&session), numbers(&[92, 4, 2]));
        // Taking back the first decision leads to a position that was not seen before.
        session.retract("a1".parse().unwrap()).unwrap();
        assert_eq!(session.unknown_waypoints().count(), 0);
        assert_eq!(counts(&session), [Some(92_u8.into()), None]);
    }

    #[test]
    fn positions_that_take_long_to_count_have_estimates() {
        let rules = Rules::queens(30).unwrap();
        let mut session = Session::new(Problem::new(rules));
        session.decide("a1".parse().unwrap(), Value::Placed).unwrap();
        let (budget, mut engine) = (Budget::default(), auto::Engine::new());
        for problem in session.unknown_waypoints().collect::<Vec<_>>() {
            let waypoint = Waypoint::find(&mut engine, &problem, &budget).unwrap();
            session.learn(session.stamp(), Finding::Waypoint(problem, waypoint));
        }
        let found = session.waypoint(0).unwrap();
        // Even 27 queens have 2.3e17 solutions.
        let is_about = matches!(found.solutions, Some(SolutionCount::About(_)));
        assert!(is_about && found.log2().is_some_and(|log2| log2 > 57.7));
        // The waypoint of the present position is stored together with its estimate.
        assert_eq!(session.waypoint(1), None);
        let census = auto::first_estimate(session.problem(), &budget).unwrap().unwrap();
        session.learn(
            session.stamp(),
            Finding::Layer(engine::PartialAnswer::Estimate(census), std::time::Duration::ZERO),
        );
        assert!(session.waypoint(1).unwrap().log2() < session.waypoint(0).unwrap().log2());
    }

    #[test]
    fn other_rules_have_other_counts() {
        let mut session = Session::new(Problem::new(Rules::queens(6).unwrap()));
        let mut engine = auto::Engine::new();
        ask(&mut session, &mut engine);
        assert!(session.waypoint(0).is_some());
        session.set_rules(Rules::queens(5).unwrap());
        assert_eq!(session.waypoint(0), None);
    }
}

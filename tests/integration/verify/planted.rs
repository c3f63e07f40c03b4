//! An error in one place of the row diagram, and who notices it.

use std::collections::HashSet;

use configurator::engine::Budget;
use configurator::engine::bdd::{Diagram, RulesRobdd, planted};
use configurator::engine::verify::{Checker, Verdict};
use configurator::geometry::{CellSet, Grid};
use configurator::problem::{Decisions, Problem, Rules};

use super::{certificate, diagram};

fn problem(size: &str, piece: &str, needs: &[&str]) -> Problem {
    let grid = Grid::new(size.parse().unwrap());
    let needs = needs.iter().map(|need| need.parse().unwrap());
    Problem::new(Rules::new(grid, piece.parse().unwrap(), needs))
}

/// The solutions of a diagram as a certificate, counted by an engine without an error.
fn certificate(problem: &Problem, diagram: &Diagram, solutions: usize) -> Vec<u8> {
    let certificate = diagram.certificate(problem, &Budget::default()).unwrap();
    let mut text = Vec::new();
    certificate.write("", Some(("sat", &solutions.into())), &mut text).unwrap();
    text
}

#[test]
fn the_checkers_of_certificates_and_of_solutions_notice_an_error_in_one_place() {
    let mut noticed = 0;
    for (size, piece, needs) in [
        ("6", "queen", &["rows"][..]),
        ("8", "queen", &["rows"]),
        ("5", "knight", &["rows"]),
        ("4x5", "king", &["rows", "columns"]),
        ("5", "king", &["pieces=3"]),
        ("4", "bishop", &["dominate"]),
    ] {
        let problem = problem(size, piece, needs);
        planted::plant_error(None);
        let truth: HashSet<CellSet> = diagram(&problem).solutions().collect();
        let checker = Checker::new(problem.rules());
        for seed in 0..100 {
            planted::plant_error(Some(seed));
            let wrong = diagram(&problem);
            let solutions: Vec<CellSet> = wrong.solutions().collect();
            let is_wrong = solutions.iter().cloned().collect::<HashSet<_>>() != truth;
            let file = certificate(&problem, &wrong, truth.len());
            let proof = certificate::verify(&file[..], Some(problem.clone()));
            assert_eq!(proof.is_err(), is_wrong, "{size} {piece}, seed {seed}: {proof:?}");
            let is_right = |pieces: &CellSet| checker.solution(&problem, pieces) == Verdict::Proved;
            assert!(solutions.iter().all(|it| is_right(it) == truth.contains(it)));
            noticed += usize::from(is_wrong);
        }
        planted::plant_error(None);
    }
    assert!(noticed > 300, "{noticed} diagrams are wrong");
}

#[test]
fn the_robdd_disagrees_with_an_error_in_one_place() {
    let budget = Budget::default();
    let mut noticed = 0;
    for (size, piece) in [("6", "queen"), ("8", "queen"), ("5", "knight")] {
        let problem = problem(size, piece, &["rows"]);
        planted::plant_error(None);
        let census = || diagram(&problem).census(&Decisions::default(), &budget).unwrap();
        let right = census();
        let mut robdd = RulesRobdd::default();
        robdd.build(problem.rules(), &budget).unwrap();
        for seed in 0..100 {
            planted::plant_error(Some(seed));
            let shown = census();
            let found = robdd.position(&problem, &budget).unwrap().unwrap();
            assert_eq!(found.census, right, "{size} {piece}, seed {seed}");
            noticed += usize::from(found.census != shown);
        }
        planted::plant_error(None);
    }
    assert!(noticed > 100, "{noticed} errors are noticed");
}

//! An error in one place of the row diagram, and who notices it.
#![cfg(debug_assertions)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../examples/verify.rs"]
#[expect(dead_code, reason = "its main function is not used")]
mod certificate;

use std::collections::HashSet;
use std::sync::Arc;

use clap::Parser;
use configurator::cli::{self, Arguments, ExitCode};
use configurator::engine::Budget;
use configurator::engine::bdd::{
    Arrangement, Diagram, RulesRobdd, VariableOrder, compile, planted,
};
use configurator::engine::verify::{Checker, Verdict};
use configurator::geometry::{CellSet, Grid};
use configurator::problem::{Decisions, Problem, Rules};

fn diagram(problem: &Problem) -> Diagram {
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::suiting(problem.rules()));
    compile(problem, &Arc::new(order), &Budget::default()).unwrap().diagram
}

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

#[test]
fn verify_notices_an_error_in_one_place() {
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    let run = |words: &str| match cli::run(&Arguments::try_parse_from(words.split(' ')).unwrap()) {
        Ok(()) => ExitCode::Done,
        Err(error) => ExitCode::from_error(&error),
    };
    let problem = problem("8", "queen", &["rows"]);
    planted::plant_error(None);
    let right = diagram(&problem).census(&Decisions::default(), &Budget::default()).unwrap();
    let mut wrong = [0_usize; 3];
    let truth: HashSet<CellSet> = diagram(&problem).solutions().collect();
    for seed in (0..4_000).step_by(111) {
        planted::plant_error(Some(seed));
        let census = diagram(&problem).census(&Decisions::default(), &Budget::default()).unwrap();
        let code = |is_wrong: bool| if is_wrong { ExitCode::Disagreement } else { ExitCode::Done };
        let of_cells = census != right;
        let of_all = census.solutions != right.solutions;
        assert_eq!(run("configurator domains --size 8 --verify --engine bdd"), code(of_cells));
        assert_eq!(run("configurator count --size 8 --verify --engine bdd"), code(of_all));
        // Wrong solutions are noticed, missing ones by their number.
        let solutions: HashSet<CellSet> = diagram(&problem).solutions().collect();
        let of_solutions = solutions != truth;
        let all = run("configurator solve --size 8 --all --verify --engine bdd");
        assert_eq!(all, code(of_solutions), "seed {seed}");
        let faults = [of_cells, of_all, of_solutions].map(usize::from);
        wrong.iter_mut().zip(faults).for_each(|(sum, fault)| *sum += fault);
    }
    assert!(wrong.iter().all(|&number| number > 5), "{wrong:?}");
    let saved = std::fs::read_dir(folder.path()).unwrap().count();
    assert!(saved >= wrong.iter().sum(), "{saved} boards are saved");
}

//! An error in one place of the row diagram, which `--verify` must notice.

use std::collections::HashSet;
use std::sync::Arc;

use crate::{ExitCode, run_inside};
use engine::Budget;
use engine::bdd::{Arrangement, Diagram, VariableOrder, compile, planted};
use geometry::CellSet;
use problem::{Decisions, Problem, Rules};

fn diagram(problem: &Problem) -> Diagram {
    let order = VariableOrder::new(problem.rules().grid(), Arrangement::suiting(problem.rules()));
    compile(problem, &Arc::new(order), &Budget::default()).expect("no limit").diagram
}

#[test]
fn verify_notices_an_error_in_one_place() {
    let folder = tempfile::tempdir().unwrap();
    // Boards on which two engines disagree are saved in the current folder.
    std::env::set_current_dir(folder.path()).unwrap();
    let run = |words: &str| run_inside(&words.split(' ').collect::<Vec<_>>()).code;
    let problem = Problem::new(Rules::queens(8).unwrap());
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
        assert_eq!(run("domains --size 8 --verify --engine bdd"), code(of_cells));
        assert_eq!(run("count --size 8 --verify --engine bdd"), code(of_all));
        // Wrong solutions are noticed, missing ones by their number.
        let solutions: HashSet<CellSet> = diagram(&problem).solutions().collect();
        let of_solutions = solutions != truth;
        let all = run("solve --size 8 --all --verify --engine bdd");
        assert_eq!(all, code(of_solutions), "seed {seed}");
        let faults = [of_cells, of_all, of_solutions].map(usize::from);
        wrong.iter_mut().zip(faults).for_each(|(sum, fault)| *sum += fault);
    }
    assert!(wrong.iter().all(|&number| number > 5), "{wrong:?}");
    let saved = std::fs::read_dir(folder.path()).unwrap().count();
    assert!(saved >= wrong.iter().sum(), "{saved} boards are saved");
}

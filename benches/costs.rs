//! Time of the questions about costs after a click, with a finished diagram: the cost of the cheapest solution through
//! every cell, and the ten cheapest solutions. Each benchmark first checks the two answers against each other.

use std::sync::Arc;

use configurator::engine::bdd::{Diagram, Engine};
use configurator::engine::{Budget, Objective};
use configurator::geometry::Cell;
use configurator::problem::{Problem, Rules, Value, Weights};
use divan::{Bencher, black_box};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Returns the diagram of the rules, a position with one piece of a solution, and random weights.
fn clicked(size: u16) -> (Arc<Diagram>, Problem, Weights) {
    let rules = Problem::new(Rules::queens(size).expect("a size"));
    let diagram = Engine::new().diagram(&rules, &Budget::default()).expect("no limit");
    let solution = diagram.solutions().next().expect("queens fit");
    let cell: Cell = solution.iter().next().expect("a queen");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let cells = rules.rules().size().iter().map(|_| random.gen_range(0..1000)).collect();
    let weights = Weights::new(rules.rules().size(), cells).expect("a weight for each cell");
    let problem = rules.with(cell, Value::Placed).expect("not decided yet");
    let decisions = problem.decisions();
    let costs = diagram.costs(decisions, &weights, Objective::Cheapest, &Budget::default());
    let best = diagram.best(decisions, &weights, Objective::Cheapest, 10, &Budget::default());
    let (costs, best) = (costs.expect("no limit"), best.expect("no limit"));
    assert_eq!(costs.best, Some(best[0].cost));
    assert!(best.iter().all(|solution| solution.cost == weights.cost(&solution.cells)));
    (diagram, problem, weights)
}

#[divan::bench(args = [8, 10, 12, 13, 14], max_time = 3)]
fn cheapest_through_every_cell(bencher: Bencher, size: u16) {
    let (diagram, problem, weights) = clicked(size);
    bencher.bench_local(|| {
        diagram.costs(
            black_box(problem.decisions()),
            &weights,
            Objective::Cheapest,
            &Budget::default(),
        )
    });
}

#[divan::bench(args = [8, 10, 12, 13, 14], max_time = 3)]
fn ten_cheapest(bencher: Bencher, size: u16) {
    let (diagram, problem, weights) = clicked(size);
    bencher.bench_local(|| {
        diagram.best(
            black_box(problem.decisions()),
            &weights,
            Objective::Cheapest,
            10,
            &Budget::default(),
        )
    });
}

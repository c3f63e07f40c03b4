//! Time of the SAT engine for the domains of large boards: with three queens placed, and in tight positions, where some
//! cells are impossible although nothing attacks them. Each benchmark first checks all domains with another solver.

use configurator::engine::Budget;
use configurator::engine::sat::{Engine, Solutions};
use configurator::geometry::{Cell, CellSet};
use configurator::problem::{Problem, Rules, Value};
use divan::{Bencher, black_box};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use varisat::{ExtendFormula, Lit};

/// Returns a position with `placed` queens of a random solution.
fn position(size: u16, placed: usize) -> Problem {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let budget = Budget::default();
    let mut problem = Problem::new(Rules::queens(size).expect("a size"));
    let mut solutions = Solutions::new(&problem, &budget).expect("within the budget");
    let solution = solutions.draw(&mut random, &budget).expect("within the budget");
    let mut pieces: Vec<Cell> = solution.expect("queens fit").iter().collect();
    pieces.shuffle(&mut random);
    for &cell in &pieces[..placed] {
        problem = problem.with(cell, Value::Placed).expect("not decided yet");
    }
    problem
}

/// Checks all domains with the solver varisat and clauses written here: a cell can hold a piece exactly if some
/// solution has a piece on this cell.
fn check(problem: &Problem) {
    let domains = Engine::new().domains(problem, &Budget::default(), &mut |_| {});
    let domains = domains.expect("within the budget");
    assert!(domains.is_complete(problem.rules().grid()));
    let size = problem.rules().size();
    let piece = |cell: Cell| Lit::from_index(size.index(cell), true);
    let mut solver = varisat::Solver::new();
    for placed in problem.decisions().cells(Value::Placed) {
        solver.add_clause(&[piece(placed)]);
    }
    for row in 0..size.rows() {
        let row: Vec<Lit> = (0..size.columns()).map(|at| piece(Cell::new(row, at))).collect();
        solver.add_clause(&row);
    }
    let attacks = |a: Cell, b: Cell| {
        let (rows, columns) = (a.row().abs_diff(b.row()), a.column().abs_diff(b.column()));
        rows == 0 || columns == 0 || rows == columns
    };
    let cells: Vec<Cell> = size.iter().collect();
    for (place, &a) in cells.iter().enumerate() {
        for &b in cells[place + 1..].iter().filter(|&&b| attacks(a, b)) {
            solver.add_clause(&[!piece(a), !piece(b)]);
        }
    }
    // Each model shows that all cells with a piece in this model can hold a piece.
    let mut seen = CellSet::empty(size);
    for &cell in &cells {
        if seen.contains(cell) {
            continue;
        }
        solver.assume(&[piece(cell)]);
        if solver.solve().expect("nothing ends it") {
            let model = solver.model().expect("it has a solution");
            for literal in model.iter().filter(|literal| literal.is_positive()) {
                seen.insert(cells[literal.index()]);
            }
        }
    }
    assert_eq!(domains.can_hold, seen);
}

#[divan::bench(args = [20, 30, 50, 100], max_time = 5)]
fn three_placed(bencher: Bencher, size: u16) {
    domains(bencher, size, 3);
}

#[divan::bench(args = [(20, 8), (30, 15), (50, 32), (100, 70)], max_time = 5)]
fn tight(bencher: Bencher, (size, placed): (u16, usize)) {
    domains(bencher, size, placed);
}

fn domains(bencher: Bencher, size: u16, placed: usize) {
    let problem = position(size, placed);
    check(&problem);
    let budget = Budget::default();
    bencher.bench_local(|| Engine::new().domains(black_box(&problem), &budget, &mut |_| {}));
}

//! Time to build a diagram, and to answer questions with it. Each benchmark first checks the known answer.

use std::sync::Arc;

use configurator::engine::bdd::{
    Arrangement, Diagram, Methods, Policy, VariableOrder, compile, compile_with, conjoin,
};
use configurator::engine::{Budget, Census};
use configurator::geometry::{Cell, Grid, Size};
use configurator::problem::{Decisions, Problem, Requirement, Rules, Value};
use divan::{Bencher, black_box};

/// A board, its number of solutions (OEIS A000170, A051223), and the number of nodes of its reduced ordered BDD, if
/// known.
struct Board {
    piece: &'static str,
    size: u16,
    solutions: u32,
    nodes: Option<usize>,
}

const fn queens(size: u16, solutions: u32, nodes: usize) -> Board {
    Board { piece: "queen", size, solutions, nodes: Some(nodes) }
}

const QUEENS: [Board; 8] = [
    queens(6, 4, 131),
    queens(8, 92, 2_453),
    queens(10, 724, 25_947),
    queens(12, 14_200, 435_172),
    queens(13, 73_712, 2_044_396),
    queens(14, 365_596, 9_572_420),
    queens(15, 2_279_184, 51_889_031),
    queens(16, 14_772_512, 292_364_275),
];

const OTHERS: [Board; 4] = [
    Board { piece: "amazon", size: 14, solutions: 5_180, nodes: None },
    Board { piece: "king", size: 8, solutions: 130_084_562, nodes: None },
    Board { piece: "knight", size: 5, solutions: 11_934, nodes: None },
    Board { piece: "knight", size: 6, solutions: 755_372, nodes: None },
];

impl Board {
    fn find(piece: &str, size: u16) -> &'static Self {
        let known = QUEENS.iter().chain(&OTHERS);
        known.into_iter().find(|board| board.piece == piece && board.size == size).expect("known")
    }

    fn problem(&self) -> (Problem, Arc<VariableOrder>) {
        let grid = Grid::new(Size::square(self.size).expect("a size"));
        let order = VariableOrder::new(&grid, Arrangement::RowMajor);
        let piece = self.piece.parse().expect("a piece");
        (Problem::new(Rules::new(grid, piece, [Requirement::QUEENS_RULE])), Arc::new(order))
    }

    fn diagram(&self) -> Diagram {
        let (problem, order) = self.problem();
        let diagram = compile(&problem, &order, &budget()).expect("within the budget").diagram;
        self.check(diagram.bdd_nodes(), &census(&diagram));
        diagram
    }

    fn check(&self, nodes: usize, census: &Census) {
        assert_eq!(census.solutions, self.solutions.into());
        assert!(self.nodes.is_none_or(|known| known == nodes), "{nodes} nodes");
    }
}

fn budget() -> Budget {
    Budget::new(4 << 30)
}

fn census(diagram: &Diagram) -> Census {
    diagram.census(&Decisions::default(), &budget()).expect("within the budget")
}

/// The direct construction of the diagram, level by level.
#[divan::bench(args = [("queen", 6), ("queen", 8), ("queen", 10), ("queen", 12), ("queen", 13), ("queen", 14), ("queen", 15), ("queen", 16), ("amazon", 14), ("king", 8), ("knight", 5), ("knight", 6)], max_time = 8)]
fn build_frontier(bencher: Bencher, (piece, size): (&str, u16)) {
    let board = Board::find(piece, size);
    drop(board.diagram());
    let (problem, order) = board.problem();
    bencher.bench(|| compile(black_box(&problem), &order, &budget()).expect("within the budget"));
}

/// The direct construction for 14 queens without the methods that reduce the number of states, with groups, and with
/// groups and exact states.
#[divan::bench(args = ["nothing", "groups", "groups and exact states"], max_time = 4)]
fn build_by_methods(bencher: Bencher, names: &str) {
    let used = |name| if names.contains(name) { Policy::Always } else { Policy::Never };
    let methods = Methods { groups: used("groups"), exact_states: used("exact states") };
    let (problem, order) = Board::find("queen", 14).problem();
    let build = || compile_with(black_box(&problem), &order, methods, &budget());
    assert_eq!(build().expect("within the budget").diagram.nodes(), 315_507);
    bencher.bench(build);
}

/// The textbook construction: conjoins the rules row by row with the library's operations.
#[divan::bench(args = [("queen", 8), ("queen", 10), ("queen", 12), ("knight", 6)], max_time = 1)]
fn build_conjoin(bencher: Bencher, (piece, size): (&str, u16)) {
    let board = Board::find(piece, size);
    let (problem, order) = board.problem();
    let build = || conjoin(black_box(&problem), &order, &budget()).expect("within the budget").bdd;
    if size <= 10 {
        assert_eq!(build(), board.diagram().to_bdd().expect("few variables"));
    }
    bencher.bench(build);
}

/// Conversion of the finished diagram to a BDD of the library.
#[divan::bench(args = [8, 10, 12, 13, 14], max_time = 4)]
fn hand_over(bencher: Bencher, size: u16) {
    let diagram = Board::find("queen", size).diagram();
    bencher.bench(|| black_box(&diagram).to_bdd().expect("few variables"));
}

/// The counts of all cells: one pass up and one pass down.
#[divan::bench(args = [8, 10, 12, 13, 14, 15, 16], max_time = 4)]
fn ask(bencher: Bencher, size: u16) {
    let diagram = Board::find("queen", size).diagram();
    bencher.bench(|| census(black_box(&diagram)));
}

/// The counts of all cells after a click that breaks the symmetry.
#[divan::bench(args = [8, 10, 12, 13, 14, 15, 16], max_time = 4)]
fn ask_after_a_click(bencher: Bencher, size: u16) {
    let diagram = Board::find("queen", size).diagram();
    let clicked: Decisions = [(Cell::new(0, 3), Value::Placed)].into_iter().collect();
    let ask = || diagram.census(&clicked, &budget()).expect("within the budget");
    let whole = census(&diagram);
    assert_eq!(ask().solutions, whole.cells[3]);
    bencher.bench(ask);
}

/// The number of nodes of the reduced ordered BDD, counted without building this BDD.
#[divan::bench(args = [8, 10, 12, 13, 14, 15, 16], max_time = 4)]
fn size(bencher: Bencher, size: u16) {
    let diagram = Board::find("queen", size).diagram();
    bencher.bench(|| black_box(&diagram).bdd_nodes());
}

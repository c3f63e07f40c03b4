//! Time of counting by search, compared with the textbook search (one half of the board, bit-parallel, one thread), and
//! of the counts of all cells in a position. Each benchmark compares the answer with the known number or with the
//! diagram's counts.

use std::num::NonZeroUsize;

use configurator::engine::count::{Engine, Shard};
use configurator::engine::search::{self, Search, SearchOptions};
use configurator::engine::{Budget, bdd};
use configurator::geometry::{Cell, Grid, Size};
use configurator::problem::{Problem, Requirement, Rules, Value};
use divan::{Bencher, black_box};

/// Piece, size and number of solutions of each board (OEIS A000170, A051223).
const BOARDS: [(&str, u32, u64); 5] = [
    ("queen", 14, 365_596),
    ("queen", 15, 2_279_184),
    ("queen", 16, 14_772_512),
    ("amazon", 15, 32_516),
    ("amazon", 16, 202_900),
];

fn known(piece: &str, size: u32) -> u64 {
    let board = BOARDS.into_iter().find(|board| (board.0, board.1) == (piece, size));
    board.expect("a known board").2
}

/// The textbook search, for comparison. It counts the solutions with the first piece in the left half, doubles their
/// number, and for odd sizes adds the solutions with the first piece in the middle column.
struct Plain {
    all: u64,
    knight: bool,
}

impl Plain {
    fn count(size: u32, knight: bool) -> u64 {
        let plain = Self { all: (1 << size) - 1, knight };
        let half = 1 << (size / 2);
        let first = |columns: u64| plain.fill(columns, 0, 0, 0, 0);
        2 * first(half - 1) + if size % 2 == 1 { first(half) } else { 0 }
    }

    fn search(&self, columns: u64, left: u64, right: u64, before: u64, last: u64) -> u64 {
        if columns == self.all {
            return 1;
        }
        let mut free = self.all & !(columns | left | right);
        if self.knight {
            free &= !(last << 2 | last >> 2 | before << 1 | before >> 1);
        }
        self.fill(free, columns, left, right, last)
    }

    fn fill(&self, mut free: u64, columns: u64, left: u64, right: u64, last: u64) -> u64 {
        let mut solutions = 0;
        while free != 0 {
            let piece = free & free.wrapping_neg();
            free ^= piece;
            let (left, right) = ((left | piece) << 1, (right | piece) >> 1);
            solutions += self.search(columns | piece, left, right, last, piece);
        }
        solutions
    }
}

fn problem(piece: &str, size: u32) -> Problem {
    let size = Size::square(size as u16).expect("a size");
    let piece = piece.parse().expect("a piece");
    Problem::new(Rules::new(Grid::new(size), piece, [Requirement::QUEENS_RULE]))
}

const SIZES: [(&str, u32); 5] =
    [("queen", 14), ("queen", 15), ("queen", 16), ("amazon", 15), ("amazon", 16)];

#[divan::bench(args = SIZES, sample_count = 3)]
fn plain(bencher: Bencher, (piece, size): (&str, u32)) {
    bencher.bench(|| {
        assert_eq!(Plain::count(black_box(size), piece == "amazon"), known(piece, size));
    });
}

fn engine(bencher: Bencher, piece: &str, size: u32, threads: usize) {
    let problem = problem(piece, size);
    let threads = NonZeroUsize::new(threads).expect("threads");
    bencher.bench(|| {
        let engine = Engine::new(black_box(&problem)).expect("a problem for this engine");
        let solutions = engine.solutions(Shard::WHOLE, &Budget::default().with_threads(threads));
        assert_eq!(solutions, Ok(known(piece, size).into()));
    });
}

#[divan::bench(args = SIZES, sample_count = 3)]
fn one_thread(bencher: Bencher, (piece, size): (&str, u32)) {
    engine(bencher, piece, size, 1);
}

#[divan::bench(args = SIZES, sample_count = 3)]
fn two_threads(bencher: Bencher, (piece, size): (&str, u32)) {
    engine(bencher, piece, size, 2);
}

/// Returns a position with `placed` queens of a solution, from the middle row upward.
fn chosen(size: u32, placed: usize) -> Problem {
    let problem = problem("queen", size);
    let model = search::ColumnModel::new(&problem).expect("queens are for the search");
    let found = Search::new(&model, SearchOptions::default()).next(&Budget::default());
    let solution = found.expect("no limit").expect("queens fit");
    let pieces: Vec<Cell> = solution.iter().collect();
    let chosen = pieces[pieces.len() / 2..].iter().take(placed);
    chosen.fold(problem, |problem, &cell| problem.with(cell, Value::Placed).expect("not decided"))
}

/// The counts of all cells, as computed for the board if the diagram takes too long.
#[divan::bench(args = [(15, 2), (16, 3), (17, 4), (18, 5)], sample_count = 5)]
fn cells_after_choices(bencher: Bencher, (size, placed): (u32, usize)) {
    let problem = chosen(size, placed);
    let expected = bdd::Engine::new().census(&problem, &Budget::default()).expect("it is quick");
    let threads = NonZeroUsize::new(2).expect("threads");
    bencher.bench(|| {
        let engine = Engine::new(black_box(&problem)).expect("a problem for this engine");
        assert!(engine.census(&Budget::default().with_threads(threads)).as_ref() == Ok(&expected));
    });
}

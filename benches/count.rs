//! Counting by search, against the plain search that everybody writes: mirrored, bit-parallel, on one
//! thread. Each benchmark checks the known answer.

use std::num::NonZeroUsize;

use configurator::engine::Budget;
use configurator::engine::count::{Engine, Shard};
use configurator::geometry::{Grid, Size};
use configurator::problem::{Problem, Requirement, Rules};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A board and its number of solutions (OEIS A000170, A051223).
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

/// The yardstick: the solutions with the first piece in the left half are half of them all.
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
        let solutions = engine.solutions(Shard::WHOLE, threads, &Budget::default());
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

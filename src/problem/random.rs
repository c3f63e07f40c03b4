//! Small problems as plain data, and random problems, for the tests of all members. Each member has its own brute force.
#![expect(clippy::missing_panics_doc, reason = "tests may panic")]

use std::sync::Arc;

use geometry::{Cell, CellSet, Grid, Size};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::{Union, ValueTree};
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use strum::IntoEnumIterator;

use crate::{Bounds, Decisions, Family, NumberUse, Problem, Regions, Requirement, Rules, Value};

/// Number of random cases: `few` in debug builds, where a case takes many times longer, `all` in release builds. CI uses
/// release builds, with different cases in each run.
pub fn in_full(few: u32, all: u32) -> u32 {
    if cfg!(debug_assertions) { few } else { all }
}

/// A problem. Sets of cells are bit masks in row-major order.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names of the fields say what they are")]
pub struct Case {
    pub rows: u16,
    pub columns: u16,
    pub holes: u64,
    pub torus: bool,
    pub piece: &'static str,
    pub needs: Vec<Requirement>,
    /// False if pieces may attack each other.
    pub board_rule: bool,
    /// The number of the region of each cell, in row-major order; empty without regions.
    pub regions: Vec<u8>,
    pub placed: u64,
    pub excluded: u64,
}

/// Returns the indices of the set bits, ascending.
pub fn bits(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |bit| mask >> bit & 1 == 1)
}

/// Converts a set of cells to a bit mask.
pub fn mask(cells: &CellSet) -> u64 {
    cells.iter().fold(0, |mask, cell| mask | 1 << cells.size().index(cell))
}

impl Case {
    /// A problem without holes, regions and decisions.
    pub fn new(rows: u16, columns: u16, piece: &'static str, needs: Vec<Requirement>) -> Self {
        Self {
            rows,
            columns,
            holes: 0,
            torus: false,
            piece,
            needs,
            board_rule: true,
            regions: Vec::new(),
            placed: 0,
            excluded: 0,
        }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        Size::new(self.rows, self.columns).expect("a small size")
    }

    /// All cells of the grid, as a bit mask.
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.rows * self.columns)
    }

    fn cell(&self, bit: usize) -> Cell {
        let (bit, columns) = (bit as u16, self.columns);
        Cell::new(bit / columns, bit % columns)
    }

    /// Converts a bit mask to a set of cells.
    pub fn set(&self, mask: u64) -> CellSet {
        CellSet::from_cells(self.size(), bits(mask).map(|bit| self.cell(bit)))
    }

    /// The rules without the decisions.
    pub fn rules(&self) -> Arc<Rules> {
        let grid = Grid::new(self.size())
            .with_holes(bits(self.holes).map(|bit| self.cell(bit)))
            .expect("cells of the grid")
            .with_torus(self.torus);
        let regions = (!self.regions.is_empty()).then(|| {
            let letter = |cell| char::from(b'a' + self.regions[self.size().index(cell)]);
            Regions::new(&grid, |cell| Some(letter(cell)))
        });
        let piece = self.piece.parse().expect("a piece");
        let rules = Rules::new(grid, piece, self.needs.iter().copied());
        let rules = rules.with_board_rule(self.board_rule);
        Arc::new(match regions {
            Some(regions) => rules.with_regions(&regions).expect("regions of the grid"),
            None => rules,
        })
    }

    /// The decisions.
    pub fn decisions(&self) -> Decisions {
        let placed = bits(self.placed).map(|bit| (self.cell(bit), Value::Placed));
        let excluded = bits(self.excluded).map(|bit| (self.cell(bit), Value::Excluded));
        placed.chain(excluded).collect()
    }

    /// The rules and the decisions.
    pub fn problem(&self) -> Problem {
        Problem::with_decisions(self.rules(), self.decisions()).expect("cells of the board")
    }

    /// The same rules without decisions.
    pub fn undecided(&self) -> Self {
        Self { placed: 0, excluded: 0, ..self.clone() }
    }
}

/// Random decisions for a problem without decisions.
#[derive(Clone, Copy, Debug)]
pub struct RandomDecisions {
    choice: Choice,
    placed: u64,
    /// Cells whose piece in a solution becomes a decision.
    kept: u64,
    excluded: u64,
}

/// How a random problem gets its decisions.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// No decisions.
    None,
    /// Random decisions, which often contradict the rules.
    Any,
    /// Decisions that a solution keeps, if there is a solution. The number selects the solution.
    Solution(usize),
}

impl RandomDecisions {
    /// Adds the decisions to a problem with these solutions. In half of all cases a solution keeps them.
    pub fn decide(self, case: Case, solutions: &[u64]) -> Case {
        let standing = case.all() & !case.holes;
        let (placed, excluded) = match self.choice {
            Choice::None => (0, 0),
            Choice::Any => (self.placed, self.excluded & !self.placed),
            Choice::Solution(_) if solutions.is_empty() => (0, 0),
            Choice::Solution(place) => {
                let solution = solutions[place % solutions.len()];
                (solution & self.kept, self.excluded & !solution)
            }
        };
        Case { placed: placed & standing, excluded: excluded & standing, ..case }
    }
}

/// A random requirement; bounds that are usual on the command line are more frequent.
pub fn requirement() -> impl Strategy<Value = Requirement> {
    let weight = |family| match family {
        Family::Rows => 4,
        Family::Pieces => 2,
        Family::Columns | Family::Regions | Family::Dominate => 3,
    };
    let families = Family::iter().map(|family| (weight(family), Just(family)));
    let family = Union::new_weighted(families.collect());
    let bounds = prop_oneof![
        4 => Just(Bounds::AT_LEAST_ONE),
        3 => Just(Bounds::exactly(1)),
        2 => (0..6_u32).prop_map(Bounds::exactly),
        2 => (0..4_u32, 0..4_u32)
            .prop_map(|(lower, more)| Bounds { lower, upper: Some(lower + more) }),
        1 => (0..4_u32).prop_map(|lower| Bounds { lower, upper: None }),
    ];
    (family, bounds).prop_map(|(family, bounds)| match family.properties().number {
        NumberUse::Never { .. } => Requirement { family, bounds: Bounds::AT_LEAST_ONE },
        NumberUse::Optional | NumberUse::Required { .. } => Requirement { family, bounds },
    })
}

/// A random problem without decisions on at most `side` rows and columns, for one of the pieces, and decisions for it.
pub fn case(
    side: u16,
    piece: impl Strategy<Value = &'static str>,
) -> impl Strategy<Value = (Case, RandomDecisions)> {
    let rare = (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c);
    let holes = prop_oneof![2 => Just(0), 1 => rare.clone()];
    let regions = prop_oneof![
        1 => Just(Vec::new()),
        1 => vec(0..4_u8, usize::from(side * side)),
    ];
    let board_rule = prop_oneof![3 => Just(true), 1 => Just(false)];
    let grid = (1..=side, 1..=side, holes, any::<bool>(), board_rule, regions);
    let choice = prop_oneof![
        1 => Just(Choice::None),
        2 => Just(Choice::Any),
        3 => any::<usize>().prop_map(Choice::Solution),
    ];
    let decisions = (choice, rare.clone(), any::<u64>(), rare);
    (grid, piece, vec(requirement(), 0..4), decisions).prop_map(
        |(
            (rows, columns, holes, torus, board_rule, mut regions),
            piece,
            needs,
            (choice, placed, half, excluded),
        )| {
            regions.truncate((rows * columns).into());
            let case = Case::new(rows, columns, piece, needs);
            let holes = holes & case.all();
            let kept = half & (placed.rotate_left(7) | half >> 32);
            let decisions = RandomDecisions { choice, placed, kept, excluded };
            (Case { holes, torus, board_rule, regions, ..case }, decisions)
        },
    )
}

/// Random values of a strategy, the same ones for the same seed.
pub fn samples<T>(strategy: impl Strategy<Value = T>, seed: u64) -> impl Iterator<Item = T> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), random);
    std::iter::repeat_with(move || {
        strategy.new_tree(&mut runner).expect("nothing is rejected").current()
    })
}

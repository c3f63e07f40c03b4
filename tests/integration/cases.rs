//! Random and systematic problems, in the form that the program needs and in the form that the reference needs.

use std::sync::Arc;
use strum::IntoEnumIterator;

use configurator::engine::{Budget, bdd::Engine};
use configurator::geometry::{Cell, CellSet, Grid, Piece, Size};
use configurator::problem::{
    Bounds, Decisions, Family, NumberUse, Problem, Regions, Requirement, Rules, Value,
};
use configurator::session::{Session, Wish};
use proptest::prelude::*;

use crate::brute_force::{Description, Group, NOTATIONS};

/// Maximum number of solutions that the reference enumerates. A 4×4 grid has fewer sets of cells.
pub(crate) const MOST: usize = 70_000;

/// A problem. Sets of cells are bit masks in row-major order.
#[derive(Clone, Debug)]
pub(crate) struct Case {
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

/// Number of random cases: `few` in debug builds, `all` in release builds. CI uses release builds, with different cases
/// in each run.
pub(crate) fn in_full(few: u32, all: u32) -> u32 {
    if cfg!(debug_assertions) { few } else { all }
}

/// Returns a wish for each impossible or forced cell of a position.
pub(crate) fn wishes(case: &Case, engine: &mut Engine) -> Vec<Wish> {
    let mut session = Session::new(case.problem());
    session.ask(engine, &Budget::default()).unwrap();
    let mut wishes: Vec<Wish> = case.size().iter().filter_map(|cell| session.wish(cell)).collect();
    wishes.dedup();
    wishes
}

/// Returns the indices of the set bits, ascending.
pub(crate) fn bits(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |bit| mask >> bit & 1 == 1)
}

/// Converts a set of cells to a bit mask.
pub(crate) fn mask(cells: &CellSet) -> u64 {
    cells.iter().fold(0, |mask, cell| mask | 1 << cells.size().index(cell))
}

impl Case {
    /// A problem without holes, regions and decisions.
    pub(crate) fn new(
        rows: u16,
        columns: u16,
        piece: &'static str,
        needs: Vec<Requirement>,
    ) -> Self {
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

    pub(crate) fn size(&self) -> Size {
        Size::new(self.rows, self.columns).unwrap()
    }

    /// All cells of the grid, as a bit mask.
    pub(crate) fn all(&self) -> u64 {
        u64::MAX >> (64 - self.rows * self.columns)
    }

    fn cell(&self, bit: usize) -> Cell {
        let (bit, columns) = (bit as u16, self.columns);
        Cell::new(bit / columns, bit % columns)
    }

    /// Converts a bit mask to the program's set of cells.
    pub(crate) fn set(&self, mask: u64) -> CellSet {
        CellSet::from_cells(self.size(), bits(mask).map(|bit| self.cell(bit)))
    }

    /// For the program.
    pub(crate) fn rules(&self) -> Arc<Rules> {
        let grid = Grid::new(self.size())
            .with_holes(bits(self.holes).map(|bit| self.cell(bit)))
            .unwrap()
            .with_torus(self.torus);
        let piece: Piece = self.piece.parse().unwrap();
        let regions = (!self.regions.is_empty()).then(|| {
            let letter = |cell| char::from(b'a' + self.regions[self.size().index(cell)]);
            Regions::new(&grid, |cell| Some(letter(cell)))
        });
        let rules = Rules::new(grid, piece, self.needs.iter().copied());
        let rules = rules.with_board_rule(self.board_rule);
        Arc::new(match regions {
            Some(regions) => rules.with_regions(&regions).unwrap(),
            None => rules,
        })
    }

    /// Returns the decisions in the program's form.
    pub(crate) fn decisions(&self) -> Decisions {
        let placed = bits(self.placed).map(|bit| (self.cell(bit), Value::Placed));
        let excluded = bits(self.excluded).map(|bit| (self.cell(bit), Value::Excluded));
        placed.chain(excluded).collect()
    }

    /// For the program.
    pub(crate) fn problem(&self) -> Problem {
        Problem::with_decisions(self.rules(), self.decisions()).unwrap()
    }

    /// Returns the problem in the reference's form.
    pub(crate) fn description(&self) -> Description {
        let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
        let row = |row: usize| (u64::MAX >> (64 - columns)) << (row * columns);
        let column =
            |column: usize| (0..rows).fold(0, |mask, row| mask | 1_u64 << (row * columns + column));
        let mut groups = Vec::new();
        for need in &self.needs {
            let sets: Vec<u64> = match need.family {
                Family::Rows => (0..rows).map(row).collect(),
                Family::Columns => (0..columns).map(column).collect(),
                Family::Regions => (0..u8::MAX).map(|region| self.region(region)).collect(),
                Family::Pieces => vec![self.all()],
                Family::Dominate => self.bare().covers(),
            };
            let Bounds { lower, upper } = need.bounds;
            // A region that consists of holes only is not a group.
            let exists = |cells: &u64| need.family != Family::Regions || cells & !self.holes != 0;
            groups.extend(sets.into_iter().filter(exists).map(|cells| Group {
                cells: cells & !self.holes,
                lower,
                upper,
            }));
        }
        Description { groups, ..self.bare() }
    }

    /// Returns the problem in the reference's form, but without groups.
    fn bare(&self) -> Description {
        Description {
            rows: self.rows.into(),
            columns: self.columns.into(),
            holes: self.holes,
            torus: self.torus,
            piece: self.piece,
            groups: Vec::new(),
            board_rules: if self.board_rule { u64::MAX } else { 0 },
            placed: self.placed,
            excluded: self.excluded,
        }
    }

    /// The cells of a region, as a bit mask.
    fn region(&self, region: u8) -> u64 {
        let cells = (0..).zip(&self.regions).filter(|(_, of)| **of == region);
        cells.fold(0, |mask, (cell, _)| mask | 1_u64 << cell)
    }

    /// The same rules without decisions.
    pub(crate) fn undecided(&self) -> Self {
        Self { placed: 0, excluded: 0, ..self.clone() }
    }

    /// Returns all solutions, found by the reference; `None` if there are more than [`MOST`].
    pub(crate) fn solutions(&self) -> Option<Vec<u64>> {
        self.description().solutions(MOST)
    }
}

/// Returns all pieces: those with a name by name, others by Betza notation.
pub(crate) fn pieces() -> Vec<&'static str> {
    Piece::names().chain(NOTATIONS.iter().copied()).collect()
}

/// A random piece. In half of the cases it is one of the first 19 named pieces, the most usual ones.
pub(crate) fn piece() -> impl Strategy<Value = &'static str> {
    let usual: Vec<_> = Piece::names().take(19).collect();
    prop_oneof![proptest::sample::select(usual), proptest::sample::select(pieces())]
}

/// A random requirement; bounds that are usual on the command line are more frequent.
fn need() -> impl Strategy<Value = Requirement> {
    let weight = |family| match family {
        Family::Rows => 4,
        Family::Pieces => 2,
        Family::Columns | Family::Regions | Family::Dominate => 3,
    };
    let families = Family::iter().map(|family| (weight(family), Just(family)));
    let family = proptest::strategy::Union::new_weighted(families.collect());
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

/// A random problem on at most `side` rows and columns.
pub(crate) fn case(side: u16) -> impl Strategy<Value = Case> {
    let rare = (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c);
    let holes = prop_oneof![2 => Just(0), 1 => rare.clone()];
    let regions = prop_oneof![
        1 => Just(Vec::new()),
        1 => proptest::collection::vec(0..4_u8, usize::from(side * side)),
    ];
    let board_rule = prop_oneof![3 => Just(true), 1 => Just(false)];
    let grid = (1..=side, 1..=side, holes, any::<bool>(), board_rule, regions);
    let choice = prop_oneof![
        1 => Just(Choice::None),
        2 => Just(Choice::Any),
        3 => any::<usize>().prop_map(Choice::Solution),
    ];
    let decisions = (choice, rare.clone(), any::<u64>(), rare);
    (grid, piece(), proptest::collection::vec(need(), 0..4), decisions).prop_map(
        |(
            (rows, columns, holes, torus, board_rule, mut regions),
            piece,
            needs,
            (choice, some, half, excluded),
        )| {
            regions.truncate((rows * columns).into());
            let mut case = Case {
                rows,
                columns,
                holes,
                torus,
                piece,
                needs,
                board_rule,
                regions,
                placed: 0,
                excluded: 0,
            };
            case.holes &= case.all();
            let standing = case.all() & !case.holes;
            match choice {
                Choice::None => {}
                Choice::Any => {
                    case.placed = some & standing;
                    case.excluded = excluded & standing & !case.placed;
                }
                Choice::Solution(place) => {
                    let solutions = case.solutions().unwrap_or_default();
                    if !solutions.is_empty() {
                        let solution = solutions[place % solutions.len()];
                        case.placed = solution & half & (some.rotate_left(7) | half >> 32);
                        case.excluded = excluded & standing & !solution;
                    }
                }
            }
            case
        },
    )
}

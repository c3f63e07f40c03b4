//! Random and systematic problems, in the form that the program needs and in the form that the reference needs.

use std::sync::LazyLock;

use configurator::engine::{Budget, bdd::Engine};
use configurator::geometry::Piece;
pub(crate) use configurator::problem::random::{Case, bits, in_full, mask};
use configurator::problem::{Bounds, Family, Problem, Regions, Value, random};
use configurator::session::{Session, Wish};
use proptest::prelude::*;

use crate::brute_force::{Description, Group, NOTATIONS};

/// Maximum number of solutions that the reference enumerates. A 4×4 grid has fewer sets of cells.
pub(crate) const MOST: usize = 70_000;

/// Returns a wish for each impossible or forced cell of a position.
pub(crate) fn wishes(case: &Case, engine: &mut Engine) -> Vec<Wish> {
    let mut session = Session::new(case.problem());
    session.ask(engine, &Budget::default()).unwrap();
    let mut wishes: Vec<Wish> = case.size().iter().filter_map(|cell| session.wish(cell)).collect();
    wishes.dedup();
    wishes
}

/// The pieces that the reference knows, with their names.
static PIECES: LazyLock<Vec<(Piece, &str)>> = LazyLock::new(|| {
    let names = pieces().into_iter().chain(["RF"]);
    names.map(|name| (name.parse().unwrap(), name)).collect()
});

/// What the reference knows of a problem.
pub(crate) trait Described {
    /// Converts a problem of the program to the reference's form.
    fn of(problem: &Problem) -> Self;

    /// Returns the problem in the reference's form.
    fn description(&self) -> Description;

    /// Returns all solutions, found by the reference; `None` if there are more than [`MOST`].
    fn solutions(&self) -> Option<Vec<u64>>;
}

impl Described for Case {
    fn of(problem: &Problem) -> Self {
        let rules = problem.rules();
        let size = rules.size();
        let piece = PIECES.iter().find(|(piece, _)| piece == rules.piece()).map(|(_, name)| *name);
        let cells = |value| {
            let cells = problem.decisions().cells(value);
            cells.fold(0, |mask, cell| mask | 1_u64 << size.index(cell))
        };
        let region = |regions: &Regions| {
            let letter = |cell| regions.region(cell).unwrap_or('a');
            size.iter().map(|cell| letter(cell) as u8 - b'a').collect()
        };
        Self {
            holes: rules.grid().holes().iter().fold(0, |mask, cell| mask | 1 << size.index(cell)),
            torus: rules.grid().is_torus(),
            board_rule: rules.has_board_rule(),
            regions: rules.regions().map_or_else(Vec::new, region),
            placed: cells(Value::Placed),
            excluded: cells(Value::Excluded),
            ..Self::new(
                size.rows(),
                size.columns(),
                piece.unwrap_or_else(|| panic!("the reference does not know {}", rules.piece())),
                rules.requirements().to_vec(),
            )
        }
    }

    fn description(&self) -> Description {
        let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
        let row = |row: usize| (u64::MAX >> (64 - columns)) << (row * columns);
        let column =
            |column: usize| (0..rows).fold(0, |mask, row| mask | 1_u64 << (row * columns + column));
        let mut groups = Vec::new();
        for need in &self.needs {
            let sets: Vec<u64> = match need.family {
                Family::Rows => (0..rows).map(row).collect(),
                Family::Columns => (0..columns).map(column).collect(),
                Family::Regions => (0..u8::MAX).map(|number| region(self, number)).collect(),
                Family::Pieces => vec![self.all()],
                Family::Dominate => bare(self).covers(),
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
        Description { groups, ..bare(self) }
    }

    fn solutions(&self) -> Option<Vec<u64>> {
        self.description().solutions(MOST)
    }
}

/// Returns the problem in the reference's form, but without groups.
fn bare(case: &Case) -> Description {
    Description {
        rows: case.rows.into(),
        columns: case.columns.into(),
        holes: case.holes,
        torus: case.torus,
        piece: case.piece,
        groups: Vec::new(),
        board_rules: if case.board_rule { u64::MAX } else { 0 },
        placed: case.placed,
        excluded: case.excluded,
    }
}

/// The cells of a region, as a bit mask.
fn region(case: &Case, region: u8) -> u64 {
    let cells = (0..).zip(&case.regions).filter(|(_, of)| **of == region);
    cells.fold(0, |mask, (cell, _)| mask | 1_u64 << cell)
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

/// A random problem on at most `side` rows and columns.
pub(crate) fn case(side: u16) -> impl Strategy<Value = Case> {
    random::case(side, piece()).prop_map(|(case, decisions)| {
        let solutions = case.solutions().unwrap_or_default();
        decisions.decide(case, &solutions)
    })
}

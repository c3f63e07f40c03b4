use std::fmt;
use std::ops::Range;

use super::cell::Cell;
use super::grid::Grid;
use super::moves::Move;
use super::offset::Offset;
use super::piece::Piece;
use super::size::Size;

/// The line or step by which a piece attacks a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackLine {
    /// Along a row.
    Row,
    /// Along a column.
    Column,
    /// Along a diagonal.
    Diagonal,
    /// A leap by this step or by the opposite step.
    Leap(Offset),
    /// A ride along this step or along the opposite step.
    Ride(Offset),
}

impl fmt::Display for AttackLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row => f.write_str("along the row"),
            Self::Column => f.write_str("along the column"),
            Self::Diagonal => f.write_str("along the diagonal"),
            Self::Leap(step) | Self::Ride(step) => {
                let kind = if matches!(self, Self::Leap(_)) { "leap" } else { "ride" };
                let (rows, columns) = (step.rows.abs(), step.columns.abs());
                write!(f, "by a ({},{}) {kind}", rows.min(columns), rows.max(columns))
            }
        }
    }
}

/// The pairs of cells on a grid that exclude each other, as offsets. Two cells exclude each other if a
/// leap or ride of a piece on one cell reaches the other. Nothing blocks a ride, and no cell attacks
/// itself.
///
/// Stores offsets instead of pairs of cells: only a few thousand even for a queen on 1000×1000.
///
/// ```text
/// . * . * .    a knight on c3 and the cells it attacks
/// * . . . *
/// . . N . .
/// * . . . *
/// . * . * .
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacks {
    size: Size,
    torus: bool,
    /// The offsets from a cell to the cells that it excludes, sorted. On a torus they are reduced to
    /// `0..rows` and `0..columns`.
    offsets: Vec<Offset>,
}

impl Attacks {
    /// The pairs of cells in which a piece on one cell attacks the other.
    pub fn new(piece: &Piece, grid: &Grid) -> Self {
        Self::from_moves(piece, grid, true)
    }

    /// Like [`Attacks::new`], but only with the cells that the piece itself reaches. The result differs
    /// for pieces that attack in some directions only.
    pub fn one_way(piece: &Piece, grid: &Grid) -> Self {
        Self::from_moves(piece, grid, false)
    }

    /// An empty set of pairs.
    pub fn none(grid: &Grid) -> Self {
        Self { size: grid.size(), torus: grid.is_torus(), offsets: Vec::new() }
    }

    fn from_moves(piece: &Piece, grid: &Grid, both_ways: bool) -> Self {
        let mut attacks = Self::none(grid);
        // On a torus, a single ride can reach a million cells. So reached cells are marked in a table
        // instead of collected.
        let (rows, columns) = (attacks.span(attacks.rows()), attacks.span(attacks.columns()));
        let width = columns.len();
        let mut marked = vec![false; rows.len() * width];
        let mut mark = |offset: Offset| {
            let (row, column) = (index(offset.rows, &rows), index(offset.columns, &columns));
            marked[row * width + column] = true;
        };
        for step in piece.moves() {
            for offset in attacks.reached_offsets(step) {
                mark(offset);
                if both_ways {
                    mark(attacks.normalized(offset.reversed()));
                }
            }
        }
        let offsets = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        attacks.offsets = (offsets.zip(marked).filter(|&(_, marked)| marked))
            .map(|((row, column), _)| Offset::new(row, column))
            .collect();
        attacks
    }

    /// The range of normalized offsets along an axis of `side` cells.
    fn span(&self, side: i32) -> Range<i32> {
        if self.torus { 0..side } else { 1 - side..side }
    }

    fn rows(&self) -> i32 {
        i32::from(self.size.rows())
    }

    fn columns(&self) -> i32 {
        i32::from(self.size.columns())
    }

    fn fits(&self, offset: Offset) -> bool {
        self.torus || offset.rows.abs() < self.rows() && offset.columns.abs() < self.columns()
    }

    /// On a torus, the offset reduced to `0..rows` and `0..columns`; otherwise the same offset.
    fn normalized(&self, offset: Offset) -> Offset {
        if self.torus {
            Offset::new(
                offset.rows.rem_euclid(self.rows()),
                offset.columns.rem_euclid(self.columns()),
            )
        } else {
            offset
        }
    }

    /// The offsets to the cells that a cell excludes, sorted. On a torus no offset is negative.
    pub fn offsets(&self) -> &[Offset] {
        &self.offsets
    }

    /// True if two cells exclude each other.
    pub fn exclude_each_other(&self, a: Cell, b: Cell) -> bool {
        self.contains(Offset::between(a, b))
    }

    /// True if a cell excludes the cell at this offset.
    pub fn contains(&self, offset: Offset) -> bool {
        self.offsets.binary_search(&self.normalized(offset)).is_ok()
    }

    /// True if these attacks exclude all pairs of cells that `other` excludes, on grids of one size.
    pub fn includes(&self, other: &Self) -> bool {
        let (rows, columns) = (self.rows(), self.columns());
        // On a torus, an offset also stands for the offsets around the other side.
        let ways = |by: i32, side: i32| [Some(by), Some(by - side).filter(|_| other.torus)];
        other.offsets.iter().all(|offset| {
            let ways = ways(offset.rows, rows).into_iter().flatten().flat_map(|rows| {
                let ways = ways(offset.columns, columns).into_iter().flatten();
                ways.map(move |columns| Offset::new(rows, columns))
            });
            let mut on_board =
                ways.filter(|way| way.rows.abs() < rows && way.columns.abs() < columns);
            on_board.all(|way| self.contains(way))
        })
    }

    /// The line or step by which a piece on either cell attacks the other cell; `None` if the cells do
    /// not exclude each other.
    pub fn attack_line(&self, piece: &Piece, from: Cell, to: Cell) -> Option<AttackLine> {
        if !self.exclude_each_other(from, to) {
            return None;
        }
        let wanted =
            [Offset::between(from, to), Offset::between(to, from)].map(|way| self.normalized(way));
        let line = |way: Move| {
            let is_reached = self.reached_offsets(way).any(|offset| wanted.contains(&offset));
            is_reached.then(|| match way.step {
                step if way.max_steps == Some(1) => AttackLine::Leap(step),
                Offset { rows: 0, .. } => AttackLine::Row,
                Offset { columns: 0, .. } => AttackLine::Column,
                Offset { rows, columns } if rows.abs() == columns.abs() => AttackLine::Diagonal,
                step => AttackLine::Ride(step),
            })
        };
        piece.moves().find_map(line)
    }

    /// The normalized offsets that a move reaches: up to the edge, or on a torus until the move returns
    /// to its start.
    fn reached_offsets(&self, way: Move) -> impl Iterator<Item = Offset> + '_ {
        let next = move |offset: Offset| Some(self.normalized(offset.plus(way.step)));
        let most = way.max_steps.map_or(usize::MAX, usize::from);
        std::iter::successors(next(Offset::new(0, 0)), move |&offset| next(offset))
            .take(most)
            .take_while(|&offset| self.fits(offset) && offset != Offset::new(0, 0))
    }

    /// The cells at the stored offsets from a cell, holes included, each once, in any order.
    pub fn targets(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.offsets.iter().filter_map(move |&offset| self.cell_at(cell, offset))
    }

    /// The cells that reach this cell by one of the stored offsets, holes included, each once, in any
    /// order.
    pub fn attackers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.offsets.iter().filter_map(move |offset| self.cell_at(cell, offset.reversed()))
    }

    /// The cell at an offset from `cell`; `None` if it is off the grid.
    fn cell_at(&self, cell: Cell, offset: Offset) -> Option<Cell> {
        let (mut row, mut column) =
            (i32::from(cell.row()) + offset.rows, i32::from(cell.column()) + offset.columns);
        if self.torus {
            row = row.rem_euclid(self.rows());
            column = column.rem_euclid(self.columns());
        }
        let cell = Cell::new(u16::try_from(row).ok()?, u16::try_from(column).ok()?);
        self.size.contains(cell).then_some(cell)
    }
}

/// The index of an offset in `span`.
fn index(at: i32, span: &Range<i32>) -> usize {
    usize::try_from(at - span.start).expect("it lies in the span")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn attacks(piece: &str, size: &str, torus: bool) -> Attacks {
        let grid = Grid::new(size.parse().unwrap()).with_torus(torus);
        Attacks::new(&piece.parse().unwrap(), &grid)
    }

    fn names(attacks: &Attacks, cell: &str) -> Vec<String> {
        let mut cells: Vec<_> = attacks.targets(cell.parse().unwrap()).collect();
        cells.sort_unstable();
        cells.iter().map(Cell::to_string).collect()
    }

    #[test]
    fn a_knight_in_the_corner_attacks_two_cells() {
        assert_eq!(names(&attacks("knight", "8", false), "a1"), ["c2", "b3"]);
    }

    #[test]
    fn a_nightrider_goes_on() {
        assert_eq!(
            names(&attacks("nightrider", "7", false), "a1"),
            ["c2", "b3", "e3", "g4", "c5", "d7"]
        );
    }

    #[test]
    fn a_queen_attacks_the_cells_that_chess_says() {
        let queen = attacks("queen", "8", false);
        assert_eq!(names(&queen, "a1").len(), 21);
        assert_eq!(names(&queen, "d4").len(), 27);
    }

    #[test]
    fn on_a_torus_moves_wrap_and_no_cell_attacks_itself() {
        let knight = attacks("knight", "5", true);
        assert_eq!(names(&knight, "a1"), ["c2", "d2", "b3", "e3", "b4", "e4", "c5", "d5"]);
        assert_eq!(names(&attacks("camel", "3", true), "a1"), ["b1", "c1", "a2", "a3"]);
        assert!(names(&attacks("dabbaba", "2", true), "a1").is_empty());
        // On a 4×6 torus a bishop's ride returns after 12 steps and visits every second cell.
        assert_eq!(names(&attacks("bishop", "4x6", true), "a1").len(), 11);
    }

    #[test]
    fn every_attack_has_its_line_and_nothing_else_has() {
        for piece in Piece::names() {
            for (size, torus) in [("5", false), ("4x6", true)] {
                let attacks = attacks(piece, size, torus);
                let (piece, size): (Piece, Size) = (piece.parse().unwrap(), size.parse().unwrap());
                for (a, b) in size.iter().flat_map(|a| size.iter().map(move |b| (a, b))) {
                    assert_eq!(
                        attacks.attack_line(&piece, a, b).is_some(),
                        attacks.exclude_each_other(a, b),
                        "{piece} {a} {b}"
                    );
                }
            }
        }
        let line = |piece: &str, from: &str, to: &str| {
            let attacks = attacks(piece, "8", false);
            let line = attacks.attack_line(
                &piece.parse().unwrap(),
                from.parse().unwrap(),
                to.parse().unwrap(),
            );
            line.map(|line| line.to_string())
        };
        assert_eq!(line("queen", "a1", "h8").as_deref(), Some("along the diagonal"));
        assert_eq!(line("queen", "a1", "a5").as_deref(), Some("along the column"));
        assert_eq!(line("amazon", "c5", "a4").as_deref(), Some("by a (1,2) leap"));
        assert_eq!(line("nightrider", "a1", "c5").as_deref(), Some("by a (1,2) ride"));
    }

    #[test]
    fn one_way_goes_where_the_piece_does_and_back() {
        let grid = Grid::new("5".parse().unwrap());
        let forward = Attacks::one_way(&"fW".parse().unwrap(), &grid);
        let cells = |found: Vec<Cell>| found.iter().map(Cell::to_string).collect::<Vec<_>>();
        let from = forward.targets("c3".parse().unwrap()).collect();
        let towards = forward.attackers("c3".parse().unwrap()).collect();
        assert_eq!((cells(from), cells(towards)), (vec!["c4".to_owned()], vec!["c2".to_owned()]));
        let around = Attacks::one_way(&"fW".parse().unwrap(), &grid.with_torus(true));
        let towards = around.attackers("c1".parse().unwrap()).collect();
        assert_eq!(cells(towards), ["c5"]);
        assert_eq!(Attacks::one_way(&Piece::default(), &Grid::new("8".parse().unwrap())), {
            attacks("queen", "8", false)
        });
    }

    #[test]
    fn a_large_grid_is_cheap() {
        assert_eq!(attacks("queen", "1000", false).offsets().len(), 4 * 2 * 999);
        assert_eq!(attacks("queen", "1000", true).offsets().len(), 4 * 999 - 1);
    }

    #[test]
    fn exclusion_is_symmetric_and_agrees_with_the_cells_listed() {
        for piece in Piece::names() {
            for (size, torus) in [("6", false), ("4x7", false), ("5", true), ("3x4", true)] {
                let attacks = attacks(piece, size, torus);
                let size: Size = size.parse().unwrap();
                for a in size.iter() {
                    let listed: BTreeSet<_> = attacks.targets(a).collect();
                    for b in size.iter() {
                        assert_eq!(
                            attacks.exclude_each_other(a, b),
                            listed.contains(&b),
                            "{piece} {a} {b}"
                        );
                        assert_eq!(
                            attacks.exclude_each_other(a, b),
                            attacks.exclude_each_other(b, a)
                        );
                    }
                    assert!(!listed.contains(&a));
                }
            }
        }
    }

    /// Walks step by step, over all cells, until the way leaves the grid or returns to its start.
    fn reached(piece: &Piece, grid: &Grid, from: Cell) -> BTreeSet<Cell> {
        let size = grid.size();
        let mut cells = BTreeSet::new();
        for way in piece.moves() {
            let mut at = from;
            for _ in 0..way.max_steps.unwrap_or(u16::MAX) {
                let step = |at: u16, by: i32, side: u16| {
                    let to = i32::from(at) + by;
                    let to = if grid.is_torus() { to.rem_euclid(i32::from(side)) } else { to };
                    u16::try_from(to).ok().filter(|&to| to < side)
                };
                let row = step(at.row(), way.step.rows, size.rows());
                let column = step(at.column(), way.step.columns, size.columns());
                let (Some(row), Some(column)) = (row, column) else { break };
                at = Cell::new(row, column);
                if at == from {
                    break;
                }
                cells.insert(at);
            }
        }
        cells
    }

    #[test]
    fn attacks_are_what_walking_step_by_step_reaches() {
        for name in Piece::names().chain(["fN", "R2", "fR", "NN3", "flF2", "(0,3)(0,3)", "B3W"]) {
            let piece: Piece = name.parse().unwrap();
            for (size, torus) in [
                ("1", false),
                ("1x5", true),
                ("4x6", false),
                ("5", false),
                ("5", true),
                ("6x4", true),
            ] {
                let grid = Grid::new(size.parse().unwrap()).with_torus(torus);
                let one_way = Attacks::one_way(&piece, &grid);
                let both = Attacks::new(&piece, &grid);
                let cells = || grid.size().iter();
                let reached: Vec<BTreeSet<Cell>> =
                    cells().map(|cell| reached(&piece, &grid, cell)).collect();
                let attacks = |from: Cell, to: Cell| reached[grid.size().index(from)].contains(&to);
                for cell in cells() {
                    let what = format!("{name} {size} {torus} {cell}");
                    let targets: BTreeSet<Cell> = one_way.targets(cell).collect();
                    assert_eq!(targets, reached[grid.size().index(cell)], "{what}");
                    let attackers: BTreeSet<Cell> = one_way.attackers(cell).collect();
                    let expected = cells().filter(|&from| attacks(from, cell));
                    assert_eq!(attackers, expected.collect::<BTreeSet<_>>(), "{what}");
                    let excluded: BTreeSet<Cell> = both.targets(cell).collect();
                    assert_eq!(excluded, &targets | &attackers, "{what}");
                    for other in cells() {
                        let is_mutual = both.exclude_each_other(cell, other);
                        assert_eq!(is_mutual, excluded.contains(&other), "{what} {other}");
                    }
                }
            }
        }
        let grid = Grid::new("5".parse().unwrap());
        assert!(Attacks::none(&grid).offsets().is_empty());
        assert!(!Attacks::new(&Piece::default(), &grid).contains(Offset::new(0, 5)));
    }

    #[test]
    fn lines_have_words() {
        for (line, words) in [
            (AttackLine::Row, "along the row"),
            (AttackLine::Column, "along the column"),
            (AttackLine::Diagonal, "along the diagonal"),
            (AttackLine::Leap(Offset::new(-3, 1)), "by a (1,3) leap"),
            (AttackLine::Ride(Offset::new(1, -2)), "by a (1,2) ride"),
        ] {
            assert_eq!(line.to_string(), words);
        }
        let line = |piece: &str, size: &str, from: &str, to: &str| {
            let grid = Grid::new(size.parse().unwrap()).with_torus(size == "5");
            let piece: Piece = piece.parse().unwrap();
            let [from, to] = [from, to].map(|cell| cell.parse().unwrap());
            Attacks::new(&piece, &grid).attack_line(&piece, from, to)
        };
        assert_eq!(line("queen", "8", "a1", "h1"), Some(AttackLine::Row));
        assert_eq!(line("queen", "8", "c7", "f4"), Some(AttackLine::Diagonal));
        assert_eq!(line("queen", "8", "a1", "b3"), None);
        assert_eq!(line("fW", "8", "a2", "a1"), Some(AttackLine::Leap(Offset::new(1, 0))));
        assert_eq!(line("rook", "5", "a1", "a5"), Some(AttackLine::Column));
    }
}

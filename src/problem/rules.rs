use super::{Bounds, DecisionError, Family, Group, Requirement};
use crate::geometry::{Attacks, Cell, Grid, Line, ParseSizeError, Piece, Size};

/// Grid, piece and requirements, with the board rule and the groups that follow from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    grid: Grid,
    piece: Piece,
    requirements: Vec<Requirement>,
    attacks: Attacks,
    groups: Vec<Group>,
}

impl Rules {
    /// The rules of a piece on a grid under requirements.
    #[must_use]
    pub fn new(
        grid: Grid,
        piece: Piece,
        requirements: impl IntoIterator<Item = Requirement>,
    ) -> Self {
        let mut requirements: Vec<_> = requirements.into_iter().collect();
        requirements.sort_unstable();
        requirements.dedup();
        let attacks = Attacks::new(&piece, &grid);
        let groups =
            requirements.iter().flat_map(|requirement| groups(&grid, *requirement)).collect();
        Self { grid, piece, requirements, attacks, groups }
    }

    /// The n queens problem: queens on a square grid, at least one in each row.
    ///
    /// # Errors
    /// When `size` is 0 or larger than grids can be.
    pub fn queens(size: u16) -> Result<Self, ParseSizeError> {
        let queen = Piece::default();
        Ok(Self::new(Grid::new(Size::square(size)?), queen, [Requirement::QUEENS_RULE]))
    }

    /// The same piece and requirements on another grid.
    #[must_use]
    pub fn on(&self, grid: Grid) -> Self {
        Self::new(grid, self.piece.clone(), self.requirements.iter().copied())
    }

    /// Another piece under the same requirements on the same grid.
    #[must_use]
    pub fn of(&self, piece: Piece) -> Self {
        Self::new(self.grid.clone(), piece, self.requirements.iter().copied())
    }

    /// Where pieces stand.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Rows × columns.
    #[must_use]
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// What is placed.
    #[must_use]
    pub fn piece(&self) -> &Piece {
        &self.piece
    }

    /// The requirements the groups follow from, sorted.
    #[must_use]
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// Which cells exclude each other.
    #[must_use]
    pub fn attacks(&self) -> &Attacks {
        &self.attacks
    }

    /// The line or leap on which a piece on one cell attacks another, if it does.
    #[must_use]
    pub fn attack(&self, from: Cell, to: Cell) -> Option<Line> {
        self.attacks.line(&self.piece, from, to)
    }

    /// The board rule of a cell: it excludes each of these (their NAND with it holds). Holes are
    /// left out.
    pub fn board_rule(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.attacks.from(cell).filter(|&other| !self.grid.is_hole(other))
    }

    /// The groups, each with its bounds: for the queens rule one a row.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Groups that hold in every solution though no requirement names them, because a piece with the
    /// rook move fills at most one cell of a row or column: where as many pieces are required as
    /// there are columns, each column has one, and likewise rows.
    #[must_use]
    pub fn implied_groups(&self) -> Vec<Group> {
        if !self.piece.has_rook_move() {
            return Vec::new();
        }
        let lines = [Family::Rows, Family::Columns].map(|family| {
            let requirement = Requirement { family, bounds: Bounds::AT_LEAST_ONE };
            let mut lines = groups(&self.grid, requirement);
            lines.retain(|line| !line.cells().is_empty());
            lines
        });
        let required = |requirement: &Requirement| {
            let groups = match requirement.family {
                Family::Rows => self.size().rows().into(),
                Family::Columns => self.size().columns().into(),
                Family::Pieces => 1,
            };
            groups * requirement.bounds.lower as usize
        };
        let pieces = self.requirements.iter().map(required).max().unwrap_or_default();
        lines.into_iter().filter(|lines| lines.len() == pieces).flatten().collect()
    }

    /// Makes sure that a piece can stand on the cell.
    ///
    /// # Errors
    /// When the cell is off the grid or a hole.
    pub fn check(&self, cell: Cell) -> Result<(), DecisionError> {
        self.grid.check(cell)?;
        if self.grid.is_hole(cell) { Err(DecisionError::Hole(cell)) } else { Ok(()) }
    }
}

/// The groups that a requirement speaks of.
pub(super) fn groups(grid: &Grid, Requirement { family, bounds }: Requirement) -> Vec<Group> {
    let size = grid.size();
    let standing = |cell: &Cell| !grid.is_hole(*cell);
    match family {
        Family::Rows => (0..size.rows())
            .map(|row| {
                let cells = (0..size.columns()).map(|column| Cell::new(row, column));
                Group::new(format!("row {}", row + 1), cells.filter(standing).collect(), bounds)
            })
            .collect(),
        Family::Columns => (0..size.columns())
            .map(|column| {
                let cells = (0..size.rows()).map(|row| Cell::new(row, column));
                let name = format!("column {}", Cell::column_name(column));
                Group::new(name, cells.filter(standing).collect(), bounds)
            })
            .collect(),
        Family::Pieces => vec![Group::new("the board", grid.standing().collect(), bounds)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(names: &[&str]) -> Vec<Cell> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn rules_are_derived_as_data() {
        let grid =
            Grid::new("3".parse().unwrap()).with_holes(cells(&["b2", "a3", "b3", "c3"])).unwrap();
        let requirements = ["rows", "columns=2", "pieces=4"].map(|text| text.parse().unwrap());
        let rules = Rules::new(grid, "rook".parse().unwrap(), requirements);
        let groups: Vec<_> = rules
            .groups()
            .iter()
            .map(|group| (group.name(), group.cells().to_vec(), group.bounds()))
            .collect();
        let one = super::super::Bounds::AT_LEAST_ONE;
        let exactly = super::super::Bounds::exactly;
        assert_eq!(
            groups,
            [
                ("row 1", cells(&["a1", "b1", "c1"]), one),
                ("row 2", cells(&["a2", "c2"]), one),
                ("row 3", vec![], one),
                ("column a", cells(&["a1", "a2"]), exactly(2)),
                ("column b", cells(&["b1"]), exactly(2)),
                ("column c", cells(&["c1", "c2"]), exactly(2)),
                ("the board", cells(&["a1", "b1", "c1", "a2", "c2"]), exactly(4)),
            ]
        );
        let mut attacked: Vec<_> = rules.board_rule(cells(&["a2"])[0]).collect();
        attacked.sort_unstable();
        assert_eq!(attacked, cells(&["a1", "c2"]));
    }
}

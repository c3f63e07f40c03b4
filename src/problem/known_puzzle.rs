use std::fmt;

use super::bounds::Bounds;
use super::family::Family;
use super::rules::Rules;
use crate::Requirement;
use geometry::{Grid, Piece};

/// A known kind of puzzle, identified by its rules, with its own name and letter of pieces.
///
/// ```
/// use geometry::Grid;
/// use problem::{KnownPuzzle, Rules};
///
/// let rules = Rules::star_battle(Grid::new("10".parse()?), 2);
/// assert_eq!(rules.known_puzzle(), Some(KnownPuzzle::StarBattle { stars: 2 }));
/// assert_eq!(rules.name(), "star battle, 2 stars");
/// assert_eq!(Rules::queens(8)?.known_puzzle(), None);
/// assert_eq!(Rules::queens(8)?.name(), "queen");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownPuzzle {
    /// Coloured queens: one queen in each region and in each row or column. No two queens share a row
    /// or column or touch.
    ColouredQueens,
    /// A star battle: the same number of stars in each row, column and region. No two stars touch.
    StarBattle {
        /// The number of stars, at least 1.
        stars: u32,
    },
}

impl KnownPuzzle {
    /// The letter of the puzzle's pieces: Q for queens, S for stars.
    pub const fn letter(self) -> char {
        match self {
            Self::ColouredQueens => 'Q',
            Self::StarBattle { .. } => 'S',
        }
    }
}

impl fmt::Display for KnownPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ColouredQueens => f.write_str("coloured queens"),
            Self::StarBattle { stars: 1 } => f.write_str("star battle, 1 star"),
            Self::StarBattle { stars } => write!(f, "star battle, {stars} stars"),
        }
    }
}

impl Rules {
    /// The rules of coloured queens whose regions are not drawn yet: at least one piece in each row, column and region,
    /// none attacking or touching another.
    pub fn coloured_queens(grid: Grid) -> Self {
        Self::for_regions(grid, rook_and_ferz(), Bounds::AT_LEAST_ONE)
    }

    /// The kind of puzzle that these rules define, if it is a known kind. Regions need not be drawn
    /// yet.
    pub fn known_puzzle(&self) -> Option<KnownPuzzle> {
        let is_other = |family| !matches!(family, Family::Rows | Family::Columns | Family::Regions);
        let has_other = self.requirements().iter().any(|need| is_other(need.family));
        if has_other || !self.has_board_rule() {
            return None;
        }
        let [rows, columns] = [Family::Rows, Family::Columns].map(|family| self.bounds_of(family));
        let regions = self.bounds_of(Family::Regions)?;
        match self.piece().notation().as_str() {
            // The piece attacks like a rook, so that each row and column has at most one piece.
            "RF" => {
                let lines = || rows.into_iter().chain(columns);
                let is_one = |bounds: Bounds| bounds.lower == 1 && bounds.contains(1);
                let has_lines = lines().next().is_some();
                (has_lines && lines().chain([regions]).all(is_one))
                    .then_some(KnownPuzzle::ColouredQueens)
            }
            "K" => {
                let stars = regions.lower;
                let each = Some(Bounds::exactly(stars));
                let is_same = [rows, columns, Some(regions)].iter().all(|bounds| *bounds == each);
                (stars > 0 && is_same).then_some(KnownPuzzle::StarBattle { stars })
            }
            _ => None,
        }
    }

    /// The rules in which a puzzle with one piece in each row, column and region is solved step by step and graded, whether
    /// its pieces are called queens or stars: the piece excludes the rest of its row and column. Other rules are returned
    /// as they are.
    ///
    /// ```
    /// # use geometry::Grid;
    /// # use problem::Rules;
    /// let stars = |stars| Rules::star_battle(Grid::new("10".parse().expect("a size")), stars);
    /// assert_eq!(stars(1).in_usual_form().piece().notation(), "RF");
    /// assert_eq!(stars(2).in_usual_form(), stars(2));
    /// ```
    pub fn in_usual_form(&self) -> Self {
        let (size, grid) = (self.size(), self.grid());
        let is_one = match self.known_puzzle() {
            Some(KnownPuzzle::ColouredQueens) => {
                let has_all =
                    [Family::Rows, Family::Columns].iter().all(|&it| self.bounds_of(it).is_some());
                has_all || grid.holes().is_empty()
            }
            Some(KnownPuzzle::StarBattle { stars }) => stars == 1,
            None => false,
        };
        let rows = usize::from(size.rows());
        // With other numbers, "at least one" and "exactly one" differ.
        let has_same_numbers =
            size.is_square() && self.regions().is_none_or(|it| it.cells().len() == rows);
        if !is_one || !has_same_numbers || self.max_cost().is_some() {
            return self.clone();
        }
        let families = [Family::Rows, Family::Columns, Family::Regions];
        let needs = families.map(|family| Requirement { family, bounds: Bounds::AT_LEAST_ONE });
        self.with_piece(rook_and_ferz()).with_requirements(needs)
    }

    /// The name of the known puzzle, or else the name of the piece.
    pub fn name(&self) -> String {
        let puzzle = self.known_puzzle().map(|puzzle| puzzle.to_string());
        puzzle.unwrap_or_else(|| self.piece().name().to_owned())
    }

    /// Size and name, as in `10×10 star battle, 2 stars`.
    pub fn sized_name(&self) -> String {
        format!("{} {}", self.size(), self.name())
    }

    /// The letter of a piece in text output.
    pub fn letter(&self) -> char {
        self.known_puzzle().map_or_else(|| self.piece().letter(), KnownPuzzle::letter)
    }

    /// The bounds of a family's groups under all its requirements; `None` if the family has no
    /// requirement.
    pub fn bounds_of(&self, family: Family) -> Option<Bounds> {
        let own = self.requirements().iter().filter(|need| need.family == family);
        own.map(|need| need.bounds).reduce(Bounds::and)
    }
}

/// The piece of coloured queens: it attacks its row, its column and all cells that it touches.
fn rook_and_ferz() -> Piece {
    "RF".parse().expect("a piece in Betza notation")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Requirement;
    use geometry::Grid;

    #[test]
    fn puzzles_are_known_by_piece_and_bounds() {
        let known = |piece: &str, needs: &str| {
            let needs = needs.split(',').map(|need| need.parse::<Requirement>().unwrap());
            let grid = Grid::new("6".parse().unwrap());
            Rules::new(grid, piece.parse().unwrap(), needs).known_puzzle()
        };
        let queens = Some(KnownPuzzle::ColouredQueens);
        let stars = |stars| Some(KnownPuzzle::StarBattle { stars });
        for (piece, needs, expected) in [
            ("RF", "rows,columns,regions", queens),
            ("FR", "rows=1,columns=1,regions=1", queens),
            ("RF", "columns,regions", queens),
            ("RF", "rows,columns", None),
            ("RF", "regions", None),
            ("RF", "rows,columns,regions=2", None),
            ("RF", "rows,columns,regions,pieces=6", None),
            ("queen", "rows,columns,regions", None),
            ("king", "rows=1,columns=1,regions=1", stars(1)),
            ("FW", "rows=2,columns=2,regions=2", stars(2)),
            ("king", "rows,columns,regions", None),
            ("king", "rows=2,columns=2,regions=1", None),
            ("king", "rows=2,regions=2", None),
            ("king", "rows=0,columns=0,regions=0", None),
        ] {
            assert_eq!(known(piece, needs), expected, "{piece} {needs}");
        }
        let rules = Rules::star_battle(Grid::new("6".parse().unwrap()), 1);
        assert_eq!(rules.with_board_rule(false).known_puzzle(), None);
    }

    #[test]
    fn a_puzzle_has_a_name_and_a_letter() {
        let grid = || Grid::new("6".parse().unwrap());
        let told = |rules: &Rules| format!("{} {}", rules.letter(), rules.name());
        assert_eq!(told(&Rules::star_battle(grid(), 1)), "S star battle, 1 star");
        assert_eq!(told(&Rules::star_battle(grid(), 2)), "S star battle, 2 stars");
        let needs = ["rows", "columns", "regions"].map(|need| need.parse().unwrap());
        let coloured = Rules::new(grid(), "RF".parse().unwrap(), needs);
        assert_eq!(told(&coloured), "Q coloured queens");
        let rules = |piece: &str| Rules::new(grid(), piece.parse().unwrap(), needs);
        assert_eq!(told(&rules("knight")), "N knight");
        assert_eq!(rules("rook").bounds_of(Family::Pieces), None);
        assert_eq!(rules("rook").bounds_of(Family::Rows), Some(Bounds::AT_LEAST_ONE));
    }
}

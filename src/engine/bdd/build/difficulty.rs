//! Estimates the size of a problem's diagram, and chooses the order of variables with the smaller diagram.

use std::collections::HashSet;

use crate::bdd::order::Arrangement;
use geometry::{Cell, Move};
use problem::{Family, Problem, Requirement, Rules, Value};

/// Maximum difficulty of a diagram that takes at most a few seconds. Example: 16 queens.
pub(crate) const QUICK_DIFFICULTY: f64 = 21.2;

/// The order is column by column only if its difficulty is less than this fraction of the difficulty row by row. So the
/// default order changes only for a much smaller diagram.
const COLUMN_MAJOR_FACTOR: f64 = 0.9;

/// Difficulty added per doubling of the ratio of the number of lines to their length, if the ratio is over 1. With a
/// queen in each column, 16×8 queens take a third of a second, and 30×8 queens take a second.
const LENGTH_DIFFICULTY: f64 = 3.0;

/// Factor for rules that allow empty lines. Then a state also contains which lines are empty, and a line with one open
/// cell forces no piece. Example: 11 pieces on 12 rows take minutes.
const EMPTY_LINES_FACTOR: f64 = 4.0 / 3.0;

/// Difficulty per cell within reach, under domination without the board rule. Examples: 7 queens take a second, 8
/// queens take half a minute, and 8 kings take a hundredth of a second.
const COVER_DIFFICULTY: f64 = 1.4;

/// Factor for domination with the board rule, if a move crosses more than two lines and a line may have several pieces.
const LONG_COVER_FACTOR: f64 = 1.3;

/// Binary logarithm of the number of words of states that are found in the time of one usual state.
const DIFFICULTY_OF_WORD: f64 = 5.0;

/// Factor for boards on which each row and each column takes one piece. Grouping the nodes makes these diagrams less
/// difficult.
const GROUPED_FACTOR: f64 = 0.84;

/// The difficulty of counting a problem's solutions. If no two pieces share a row or a column, solutions are counted by
/// search, whose effort is the same for rows and columns. Otherwise it is the difficulty of the diagram.
pub(crate) fn difficulty(problem: &Problem) -> f64 {
    let (rules, extent) = (problem.rules(), Extent::of(problem));
    if !rules.at_most_one_in_line() {
        return extent.difficulty(rules, Arrangement::suiting(rules));
    }
    let (fewer, more) = (extent.rows.min(extent.columns), extent.rows.max(extent.columns));
    let is_filled = [Family::Rows, Family::Columns].into_iter().any(|family| fills(rules, family));
    extent.assignment_difficulty(rules, fewer, more, is_filled)
}

/// An estimate of the size of a problem's diagram: roughly the binary logarithm of its number of states. It is computed
/// from the numbers of open cells (neither decided nor attacked), and of rows and columns with open cells. Boards whose
/// nodes form groups are less difficult.
///
/// If no two pieces share a row or a column, a state is a set of taken columns with their diagonals. For r rows and c
/// columns there are at most c over r/2 (a binomial coefficient) sets of columns. Diagonals nearly double the
/// logarithm, and closed cells reduce it. Otherwise a state says which cells of the last rows are open, and under
/// domination also which of these cells are covered.
pub(crate) fn compile_difficulty(problem: &Problem) -> f64 {
    let rules = problem.rules();
    let difficulty = Extent::of(problem).difficulty(rules, Arrangement::suiting(rules));
    difficulty * if suits_groups(rules) { GROUPED_FACTOR } else { 1.0 }
}

/// True if each row and each column takes exactly one piece, and there are no other requirements.
pub(crate) fn suits_groups(rules: &Rules) -> bool {
    let is_plain = |requirement: &Requirement| {
        matches!(requirement.family, Family::Rows | Family::Columns)
            && requirement.bounds.lower <= 1
            && requirement.bounds.upper.is_none_or(|upper| upper > 0)
    };
    rules.at_most_one_in_line()
        && rules.size().is_square()
        && !rules.grid().is_torus()
        && rules.grid().holes().is_empty()
        && rules.requirements().iter().all(is_plain)
        && fills(rules, Family::Rows)
}

impl Arrangement {
    /// The default order for the diagram of `rules`. It is column by column if the order row by row is not quick and
    /// the order column by column is clearly less difficult. That is the case if the board has many more columns than
    /// rows, or if it has requirements for columns and no board rule. Otherwise the default is row by row.
    ///
    /// ```
    /// use engine::bdd::Arrangement;
    /// use geometry::Grid;
    /// use problem::Rules;
    ///
    /// let knights = |size: &str| {
    ///     Rules::new(Grid::new(size.parse().expect("a size")), "knight".parse().expect("a piece"), [])
    /// };
    /// assert_eq!(Arrangement::suiting(&knights("2x30")), Arrangement::ColumnMajor);
    /// assert_eq!(Arrangement::suiting(&knights("30x2")), Arrangement::RowMajor);
    /// ```
    pub fn suiting(rules: &Rules) -> Self {
        let (grid, size) = (rules.grid(), rules.size());
        let extent = Extent {
            cells: size.cells() - grid.holes().len(),
            rows: size.rows().into(),
            columns: size.columns().into(),
            placed: 0,
        };
        let by_rows = extent.difficulty(rules, Self::RowMajor);
        let turns = by_rows > QUICK_DIFFICULTY
            && extent.difficulty(rules, Self::ColumnMajor) < COLUMN_MAJOR_FACTOR * by_rows;
        if turns { Self::ColumnMajor } else { Self::RowMajor }
    }
}

/// The extent of the part of a board that decisions leave open.
struct Extent {
    /// The number of open cells.
    cells: usize,
    /// The number of rows with an open cell, and the number of columns with an open cell.
    rows: usize,
    columns: usize,
    /// The number of placed pieces.
    placed: usize,
}

impl Extent {
    fn of(problem: &Problem) -> Self {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let attacked = rules.excluded_by(decisions.cells(Value::Placed));
        let open = |cell: &Cell| decisions.get(*cell).is_none() && !attacked.contains(*cell);
        let open: Vec<Cell> = rules.grid().standing_cells().filter(open).collect();
        let lines = |line: fn(&Cell) -> u16| open.iter().map(line).collect::<HashSet<u16>>().len();
        Self {
            cells: open.len(),
            rows: lines(|cell| cell.row()),
            columns: lines(|cell| cell.column()),
            placed: decisions.cells(Value::Placed).count(),
        }
    }

    /// The difficulty of a diagram whose order is row by row or column by column.
    fn difficulty(&self, rules: &Rules, arrangement: Arrangement) -> f64 {
        // Lines are decided one after the other. `across` is the number of cells of a line.
        let by_column = arrangement == Arrangement::ColumnMajor;
        let (family, lines, across) = if by_column {
            (Family::Columns, self.columns, self.rows)
        } else {
            (Family::Rows, self.rows, self.columns)
        };
        if !rules.at_most_one_in_line() {
            // A state says which cells of the next two lines are attacked.
            let attacked = lines.saturating_sub(1).min(2) as f64 * across as f64;
            let difficulty = match (rules.has_board_rule(), dominates(rules)) {
                (true, false) => attacked,
                (false, false) => counters_difficulty(rules, family, across),
                (true, true) => {
                    let is_long = lines_crossed(rules, family) > 2;
                    let covered = if is_long { LONG_COVER_FACTOR * attacked } else { attacked };
                    covered.min(self.placements(rules))
                }
                (false, true) => {
                    let reached = lines_crossed(rules, family).min(lines.saturating_sub(1)).min(2);
                    let covered = COVER_DIFFICULTY * reached as f64 * across as f64;
                    covered.min(self.placements(rules))
                }
            };
            // Each cell is a step with at least one state, which has a bit for each later cell.
            let words = (self.cells * self.cells.div_ceil(64)) as f64;
            return difficulty.max(words.log2() - DIFFICULTY_OF_WORD);
        }
        let length = (lines as f64 / across.max(1) as f64).log2().max(0.0);
        self.assignment_difficulty(rules, lines.min(across), across, fills(rules, family))
            + LENGTH_DIFFICULTY * length
    }

    /// The difficulty if no two pieces share a line, for `pieces` pieces in lines of `across` cells. `is_filled` is
    /// true if each line has a piece.
    fn assignment_difficulty(
        &self,
        rules: &Rules,
        pieces: usize,
        across: usize,
        is_filled: bool,
    ) -> f64 {
        let density = self.cells as f64 / (self.rows * self.columns).max(1) as f64;
        let sets: f64 = (1..=pieces.div_ceil(2))
            .map(|taken| ((across + 1 - taken) as f64 / taken as f64).log2())
            .sum();
        let estimate = 1.8 * sets * (0.5 + 0.5 * density);
        let is_leap = |way: Move| way.step.rows != 0 && way.step.columns != 0;
        if !rules.piece().moves().any(is_leap) || is_filled {
            return estimate;
        }
        (EMPTY_LINES_FACTOR * estimate).min(self.placements(rules))
    }

    /// The binary logarithm of the number of ways to place the remaining pieces on the open cells, which is an upper
    /// bound on the logarithm of the number of states. Infinite if the requirements do not limit the number of pieces.
    fn placements(&self, rules: &Rules) -> f64 {
        let requirements = rules.requirements().iter();
        let limits = requirements.filter(|requirement| requirement.family == Family::Pieces);
        let Some(most) = limits.filter_map(|limit| limit.bounds.upper).min() else {
            return f64::INFINITY;
        };
        // Under domination the cells that are not covered yet determine the last piece.
        let last = usize::from(dominates(rules));
        let left = (most as usize).saturating_sub(self.placed + last).min(self.cells);
        (1..=left).map(|piece| ((self.cells + 1 - piece) as f64 / piece as f64).log2()).sum()
    }
}

fn dominates(rules: &Rules) -> bool {
    rules.requirements().contains(&Requirement::DOMINATE)
}

/// The maximum number of lines of a family that a move of the piece crosses.
fn lines_crossed(rules: &Rules, family: Family) -> usize {
    let lines = |way: Move| {
        let step = if family == Family::Columns { way.step.columns } else { way.step.rows };
        way.max_steps.map_or(usize::MAX, Into::into).saturating_mul(step.unsigned_abs() as usize)
    };
    rules.piece().moves().map(lines).max().unwrap_or_default()
}

/// The difficulty without board rule and domination. Then a state consists of the counters of those groups that are not
/// lines of the order.
fn counters_difficulty(rules: &Rules, family: Family, across: usize) -> f64 {
    let others = rules.requirements().iter().any(|need| need.family != family);
    if others { across as f64 } else { 1.0 }
}

/// True if the requirements show that every solution has a piece in every row, or in every column.
fn fills(rules: &Rules, family: Family) -> bool {
    let size = rules.size();
    let lines = if family == Family::Columns { size.columns() } else { size.rows() };
    rules.requirements().iter().any(|&requirement| {
        requirement.family == family && requirement.bounds.lower > 0
            || rules.at_most_one_in_line()
                && rules.pieces_required(requirement) == usize::from(lines)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Grid;

    fn rules(piece: &str, needs: &[&str]) -> Rules {
        let needs = needs.iter().map(|need| need.parse().unwrap());
        Rules::new(Grid::new("8".parse().unwrap()), piece.parse().unwrap(), needs)
    }

    #[test]
    fn the_ways_to_place_pieces_are_those_of_pascals_triangle() {
        let mut ways = vec![1.0_f64];
        for cells in 1..=12 {
            ways.push(0.0);
            ways =
                (0..=cells).map(|n| ways[n] + n.checked_sub(1).map_or(0.0, |n| ways[n])).collect();
            let extent = |placed| Extent { cells, rows: 1, columns: cells, placed };
            for (pieces, ways) in ways.iter().enumerate() {
                // The last piece is where a cell is not covered yet.
                let (all, covering) =
                    (format!("pieces={}", pieces + 2), format!("pieces={}", pieces + 3));
                let all = extent(2).placements(&rules("knight", &[&all]));
                let covering = extent(2).placements(&rules("knight", &[&covering, "dominate"]));
                assert!((all - ways.log2()).abs() < 1e-9, "{pieces} of {cells}: {all}");
                assert!((covering - all).abs() < 1e-9, "{pieces} of {cells}: {covering}");
            }
        }
    }

    #[test]
    fn boards_are_harder_to_cover_by_long_moves() {
        let covered = |piece| compile_difficulty(&Problem::new(rules(piece, &["dominate"])));
        assert!(covered("bishop") > covered("knight"));
    }
}

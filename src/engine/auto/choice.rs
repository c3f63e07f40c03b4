use std::collections::HashSet;
use std::fmt;

use crate::geometry::{Cell, CellSet};
use crate::problem::{Problem, Value};

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The decision diagram of all solutions.
    Bdd,
    /// Boolean satisfiability.
    Sat,
    /// Bit-parallel search that counts.
    Count,
}

impl Kind {
    /// What the command line calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bdd => "bdd",
            Self::Sat => "sat",
            Self::Count => "count",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Up to so many rows with open cells the diagram takes a few seconds at the most.
const QUICK_LINES: usize = 14;

/// Does the diagram of rules and decisions promise to be there soon? An estimate: what a diagram takes
/// grows with the number of rows that have open cells, or of columns if those are fewer.
#[must_use]
pub fn diagram_is_quick(problem: &Problem) -> bool {
    undecided_lines(problem) <= QUICK_LINES
}

/// How many rows have cells that are neither decided nor attacked, or columns if those are fewer.
pub(super) fn undecided_lines(problem: &Problem) -> usize {
    let (rules, decisions) = (problem.rules(), problem.decisions());
    let placed = decisions.cells(Value::Placed);
    let attacked =
        CellSet::from_cells(rules.size(), placed.flat_map(|cell| rules.board_rule(cell)));
    let open = |cell: &Cell| decisions.get(*cell).is_none() && !attacked.contains(*cell);
    let open: Vec<Cell> = rules.grid().standing().filter(open).collect();
    let lines = |line: fn(&Cell) -> u16| open.iter().map(line).collect::<HashSet<u16>>().len();
    lines(|cell| cell.row()).min(lines(|cell| cell.column()))
}

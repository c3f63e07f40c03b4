use std::collections::HashSet;
use std::fmt;

use crate::engine::{count, search};
use crate::geometry::{Cell, CellSet, Move, Offset};
use crate::problem::{Problem, Value};

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The decision diagram of all solutions.
    Bdd,
    /// Boolean satisfiability.
    Sat,
    /// Finite-domain search.
    Search,
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
            Self::Search => "search",
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

/// Up to so many it takes a tenth of a second.
const INSTANT_LINES: usize = 12;

/// Up to so many it takes a few milliseconds.
const SHORT_LINES: usize = 10;

/// Of more cells the clauses take gigabytes.
const MOST_CLAUSED: usize = 40_000;

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Any, and not all of them.
    Few,
    /// Drawn at random.
    Random,
    /// All of them, or one of each class.
    All,
}

/// Who tells soonest what every cell can still be, and why: the diagram where it is quick.
#[must_use]
pub fn teller(problem: &Problem) -> Kind {
    if diagram_is_quick(problem) { Kind::Bdd } else { Kind::Sat }
}

/// Who counts all solutions soonest. Without rides along diagonals there are so many that they are
/// better not met one by one.
#[must_use]
pub fn counter(problem: &Problem) -> Kind {
    let diagonal = Move::new(Offset::new(1, 1), None);
    let few = problem.rules().piece().moves().any(|way| way == diagonal);
    let long = undecided_lines(problem) > SHORT_LINES;
    if long && few && count::Engine::new(problem).is_ok() { Kind::Count } else { Kind::Bdd }
}

/// Who finds solutions soonest.
#[must_use]
pub fn solver(problem: &Problem, wanted: Wanted) -> Kind {
    let lines = undecided_lines(problem);
    let by_diagram = match wanted {
        Wanted::Few => lines <= INSTANT_LINES,
        Wanted::Random => lines <= QUICK_LINES,
        Wanted::All => true,
    };
    if by_diagram {
        return Kind::Bdd;
    }
    // A search is sooner there the less is decided, and needs little memory.
    let large = problem.rules().size().cells() > MOST_CLAUSED;
    let searched = problem.decisions().is_empty() || large;
    if searched && search::Model::new(problem).is_ok() { Kind::Search } else { Kind::Sat }
}

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

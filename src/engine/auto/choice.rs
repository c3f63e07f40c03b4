use std::collections::HashSet;
use std::fmt;

use crate::engine::{count, search};
use crate::geometry::{Cell, Move, Offset};
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

/// Up to here the diagram takes a few seconds at the most: as that of 14 queens, none placed.
pub(super) const QUICK: f64 = 21.2;

/// Up to here it takes a tenth of a second: as that of 12 queens.
pub(super) const INSTANT: f64 = 17.8;

/// Up to here it takes a few milliseconds: as that of 10 queens.
const SHORT: f64 = 14.5;

/// Up to here counting solutions one by one takes minutes: as those of 18 queens.
const COUNTABLE: f64 = 28.5;

/// Up to here a diagram takes minutes, and gigabytes: as that of 16 queens.
const COMPILED: f64 = 25.0;

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
    if difficulty(problem) <= QUICK { Kind::Bdd } else { Kind::Sat }
}

/// Who counts all solutions soonest. Without rides along diagonals there are so many that they are
/// better not met one by one.
#[must_use]
pub fn counter(problem: &Problem) -> Kind {
    let diagonal = Move::new(Offset::new(1, 1), None);
    let few = problem.rules().piece().moves().any(|way| way == diagonal);
    let long = difficulty(problem) > SHORT;
    if long && few && count::Engine::new(problem).is_ok() { Kind::Count } else { Kind::Bdd }
}

/// Can all solutions be counted within minutes? An estimate, as all of these: 19 queens cannot.
#[must_use]
pub fn is_countable(problem: &Problem) -> bool {
    let most = if counter(problem) == Kind::Count { COUNTABLE } else { COMPILED };
    difficulty(problem) <= most
}

/// Who finds solutions soonest.
#[must_use]
pub fn solver(problem: &Problem, wanted: Wanted) -> Kind {
    let difficulty = difficulty(problem);
    let by_diagram = match wanted {
        Wanted::Few => difficulty <= INSTANT,
        Wanted::Random => difficulty <= QUICK,
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

/// How large the diagram of rules and decisions is going to be, roughly the binary logarithm of its
/// states: an estimate from the rows and columns that have open cells, those neither decided nor
/// attacked.
///
/// With the rook move a state is the set of columns taken, with r rows and c columns at most c over r/2
/// of them, and what their diagonals cross, which nearly doubles it; where cells are closed there are
/// fewer. Without it whole rows are open or not.
pub(super) fn difficulty(problem: &Problem) -> f64 {
    let (rules, decisions) = (problem.rules(), problem.decisions());
    let attacked = rules.attacked_by(decisions.cells(Value::Placed));
    let open = |cell: &Cell| decisions.get(*cell).is_none() && !attacked.contains(*cell);
    let open: Vec<Cell> = rules.grid().standing().filter(open).collect();
    let lines = |line: fn(&Cell) -> u16| open.iter().map(line).collect::<HashSet<u16>>().len();
    let (rows, columns) = (lines(|cell| cell.row()), lines(|cell| cell.column()));
    if !rules.piece().has_rook_move() {
        return 2.0 * columns as f64;
    }
    let (fewer, more) = (rows.min(columns), rows.max(columns));
    let density = open.len() as f64 / (rows * columns).max(1) as f64;
    let sets: f64 = (1..=fewer.div_ceil(2))
        .map(|taken| ((more + 1 - taken) as f64 / taken as f64).log2())
        .sum();
    1.8 * sets * (0.5 + 0.5 * density)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Grid;
    use crate::problem::{Requirement, Rules};

    fn of(piece: &str, size: &str) -> f64 {
        let grid = Grid::new(size.parse().unwrap());
        let rules = Rules::new(grid, piece.parse().unwrap(), [Requirement::QUEENS_RULE]);
        difficulty(&Problem::new(rules))
    }

    #[test]
    fn the_steps_lie_where_they_say() {
        for (size, least, most) in [
            ("10", 0.0, SHORT),
            ("12", SHORT, INSTANT),
            ("14", INSTANT, QUICK),
            ("15", QUICK, 99.0),
        ] {
            let difficulty = of("queen", size);
            assert!(least < difficulty && difficulty <= most, "{size}: {difficulty}");
        }
        // A few long rows are easy, many are not.
        assert!(of("queen", "4x20") < SHORT);
        assert!(of("queen", "12x60") > QUICK);
        assert!(of("knight", "10") < QUICK && of("knight", "12") > QUICK);
    }
}

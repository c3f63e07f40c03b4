use std::collections::HashSet;
use std::fmt;

use crate::engine::{count, search};
use crate::geometry::{Cell, Move, Offset};
use crate::problem::{Family, Problem, Rules, Value};

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

/// How much larger a diagram is where rows may stay empty: which do is part of a state, and no row with
/// one cell left places it (12 queens: 11 pieces take minutes).
const EMPTY_ROWS: f64 = 4.0 / 3.0;

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
/// fewer. Without it a state is the cells attacked on the next two rows.
pub(super) fn difficulty(problem: &Problem) -> f64 {
    let (rules, decisions) = (problem.rules(), problem.decisions());
    let attacked = rules.attacked_by(decisions.cells(Value::Placed));
    let open = |cell: &Cell| decisions.get(*cell).is_none() && !attacked.contains(*cell);
    let open: Vec<Cell> = rules.grid().standing().filter(open).collect();
    let lines = |line: fn(&Cell) -> u16| open.iter().map(line).collect::<HashSet<u16>>().len();
    let (rows, columns) = (lines(|cell| cell.row()), lines(|cell| cell.column()));
    if !rules.piece().has_rook_move() {
        // A row tells the two above it which of their cells are attacked.
        return rows.saturating_sub(1).min(2) as f64 * columns as f64;
    }
    let (fewer, more) = (rows.min(columns), rows.max(columns));
    let density = open.len() as f64 / (rows * columns).max(1) as f64;
    let sets: f64 = (1..=fewer.div_ceil(2))
        .map(|taken| ((more + 1 - taken) as f64 / taken as f64).log2())
        .sum();
    let estimate = 1.8 * sets * (0.5 + 0.5 * density);
    let leaps = rules.piece().moves().any(|way| way.step().rows != 0 && way.step().columns != 0);
    if !leaps || fills_rows(rules) {
        return estimate;
    }
    (EMPTY_ROWS * estimate).min(placements(problem, open.len()))
}

/// Is no row without a piece in any solution, as far as the requirements tell at once?
fn fills_rows(rules: &Rules) -> bool {
    rules.requirements().iter().any(|&requirement| {
        requirement.family == Family::Rows && requirement.bounds.lower > 0
            || rules.piece().has_rook_move()
                && rules.pieces_required(requirement) == usize::from(rules.size().rows())
    })
}

/// The binary logarithm of the ways to place the pieces that are left among so many cells, if the
/// requirements limit their number: there are no more states than that.
fn placements(problem: &Problem, cells: usize) -> f64 {
    let requirements = problem.rules().requirements().iter();
    let limits = requirements.filter(|requirement| requirement.family == Family::Pieces);
    let Some(most) = limits.filter_map(|limit| limit.bounds.upper).min() else {
        return f64::INFINITY;
    };
    let placed = problem.decisions().cells(Value::Placed).count();
    let left = (most as usize).saturating_sub(placed).min(cells);
    (1..=left).map(|piece| ((cells + 1 - piece) as f64 / piece as f64).log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Grid;

    fn of(piece: &str, size: &str) -> f64 {
        under("rows", piece, size)
    }

    fn under(requirement: &str, piece: &str, size: &str) -> f64 {
        let grid = Grid::new(size.parse().unwrap());
        let rules = Rules::new(grid, piece.parse().unwrap(), [requirement.parse().unwrap()]);
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
        assert!(of("knight", "1x11") < SHORT && of("knight", "2x11") < SHORT);
        assert!(of("knight", "2x40") > QUICK);
    }

    #[test]
    fn rows_that_may_stay_empty_make_it_harder() {
        // 12 queens take a tenth of a second, 11 of them on as many rows minutes.
        for alike in ["columns", "pieces=12"] {
            assert!((under(alike, "queen", "12") - of("queen", "12")).abs() < 1e-9, "{alike}");
        }
        assert!(under("pieces=11", "queen", "12") > QUICK);
        assert!(under("pieces=9", "queen", "10") > INSTANT);
        // The columns taken are all that rooks leave behind, and two pieces leave little.
        assert!(under("pieces=11", "rook", "12") <= INSTANT);
        assert!(under("pieces=2", "queen", "12") <= SHORT);
    }
}

use std::collections::HashSet;

use crate::engine::{EngineKind, count, search};
use crate::geometry::{Cell, Move, Offset};
use crate::problem::{Family, Problem, Requirement, Rules, Value};

/// What a program asks about a problem. Each engine answers some of these questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The number of solutions, exactly or not.
    Count,
    /// The number of solutions, or of their classes up to symmetry.
    ExactCount,
    /// About how many solutions there are.
    Estimate,
    /// The number of solutions in one of several parts.
    CountOfPart,
    /// Solutions one by one.
    Solutions(Wanted),
    /// What every cell can still be.
    Domains,
    /// The best solutions, by a cost or by the number of pieces.
    Best,
    /// Why something is impossible, and what to take back.
    Explanation,
    /// The decision diagram.
    Diagram,
}

impl Question {
    /// The engines that answer it.
    #[must_use]
    pub const fn engines(self) -> &'static [EngineKind] {
        match self {
            Self::Count => &[EngineKind::Bdd, EngineKind::Count, EngineKind::Estimate],
            Self::ExactCount => &[EngineKind::Bdd, EngineKind::Count],
            Self::Estimate => &[EngineKind::Estimate],
            Self::CountOfPart => &[EngineKind::Count],
            Self::Solutions(Wanted::Classes) => &[EngineKind::Bdd, EngineKind::Search],
            Self::Solutions(_) => &[EngineKind::Bdd, EngineKind::Sat, EngineKind::Search],
            Self::Domains => {
                &[EngineKind::Bdd, EngineKind::Sat, EngineKind::Count, EngineKind::Estimate]
            }
            Self::Best | Self::Explanation => &[EngineKind::Bdd, EngineKind::Sat],
            Self::Diagram => &[EngineKind::Bdd],
        }
    }

    /// Checks that the engine asked for answers such questions. The error names the question `asked`.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(self, engine: EngineKind, asked: &'static str) -> Result<(), Unable> {
        let able = self.engines();
        if able.contains(&engine) { Ok(()) } else { Err(Unable::Question { engine, asked, able }) }
    }
}

/// The engine asked for does not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unable {
    /// It answers no such question.
    #[error("'{engine}' does not answer {asked}: {}", names(able))]
    Question {
        /// The engine asked for.
        engine: EngineKind,
        /// The question.
        asked: &'static str,
        /// The engines that answer it.
        able: &'static [EngineKind],
    },
    /// It does not count such a problem.
    #[error(transparent)]
    Count(#[from] count::Unsuited),
    /// It does not search for solutions of such a problem.
    #[error("{0}: use --engine bdd or sat")]
    Search(search::Unsuited),
}

fn names(able: &[EngineKind]) -> String {
    let names: Vec<&str> = able.iter().map(|&kind| kind.into()).collect();
    match names.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last} do", rest.join(", ")),
        only => format!("only {} does", only.concat()),
    }
}

/// Up to this difficulty the diagram takes a few seconds at most, as that of 16 queens.
pub(super) const QUICK: f64 = 21.2;

/// Up to this difficulty it takes a tenth of a second, as that of 14 queens.
pub(super) const INSTANT: f64 = 17.8;

/// Up to this difficulty it takes a few milliseconds, as that of 10 queens.
const SHORT: f64 = 14.5;

/// Up to this difficulty counting solutions one by one takes minutes, as those of 18 queens.
const COUNTABLE: f64 = 28.5;

/// Up to this difficulty two threads count solutions one by one in about ten seconds, as those of 17 queens.
const SOON: f64 = 26.5;

/// Without symmetries counting one by one is as much more difficult as with one row more.
const ASYMMETRY: f64 = 1.8;

/// Up to this difficulty a diagram takes minutes and gigabytes, as that of 18 queens.
const COMPILED: f64 = 25.0;

/// The factor for rules that let rows stay empty: which rows are empty is part of a state, and a row
/// with one open cell forces nothing (11 pieces on 12 rows take minutes).
const EMPTY_ROWS: f64 = 4.0 / 3.0;

/// How much cells in reach that may be covered or not add to the difficulty without the board rule, each: 7 queens
/// take a second, 8 half a minute, 8 kings a hundredth of a second.
const COVER: f64 = 1.4;

/// How many times as difficult domination is under the board rule for pieces without the rook move that reach
/// more than two rows.
const LONG_COVER: f64 = 1.3;

/// The factor for boards on which each row and each column takes one piece: they part the nodes into groups.
const GROUPED: f64 = 0.84;

/// Beyond this number of cells the clauses take gigabytes.
const MOST_CLAUSED: usize = 40_000;

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Any, and not all of them.
    Few,
    /// Drawn at random.
    Random,
    /// All of them.
    All,
    /// One of each class up to symmetry.
    Classes,
}

/// The engine that counts a problem's solutions.
pub enum Counter {
    /// The decision diagram.
    Bdd,
    /// Bit-parallel search.
    Count(count::Engine),
}

impl Counter {
    /// Which engine it is.
    #[must_use]
    pub const fn kind(&self) -> EngineKind {
        match self {
            Self::Bdd => EngineKind::Bdd,
            Self::Count(_) => EngineKind::Count,
        }
    }
}

/// The engine that finds a problem's solutions.
pub enum Solver {
    /// The decision diagram.
    Bdd,
    /// Satisfiability.
    Sat,
    /// Finite-domain search with this model.
    Search(Box<search::Model>),
}

impl Solver {
    /// Which engine it is.
    #[must_use]
    pub const fn kind(&self) -> EngineKind {
        match self {
            Self::Bdd => EngineKind::Bdd,
            Self::Sat => EngineKind::Sat,
            Self::Search(_) => EngineKind::Search,
        }
    }
}

/// The engine asked for, or else the one that probably counts all solutions soonest. Without rides
/// along diagonals there are too many solutions to meet them one by one.
///
/// # Errors
/// When the engine asked for does not count such a problem.
pub fn counter(problem: &Problem, asked: Option<EngineKind>) -> Result<Counter, Unable> {
    match asked {
        None => Ok(soonest_counter(problem)),
        Some(EngineKind::Bdd) => Ok(Counter::Bdd),
        Some(EngineKind::Count) => Ok(Counter::Count(count::Engine::new(problem)?)),
        Some(engine) => Question::ExactCount.check(engine, "count").map(|()| Counter::Bdd),
    }
}

/// The search is the faster one wherever pieces ride along diagonals and a row takes one piece: it takes 12 MB, and of
/// the diagram's processor time 0.4 at 14 queens, 0.6 at 16, 0.8 at 17, all at 16 without symmetries, 0.3 to 0.7 with
/// pieces placed, 0.2 for amazons and on a torus, 0.06 on 12 rows and 14 columns. At 17 without symmetries it takes 1.4
/// times as long, but the diagram does not fit the default memory; on boards of 24 and more rows with two thirds of
/// their cells closed it takes up to four times as long.
fn soonest_counter(problem: &Problem) -> Counter {
    let diagonal = Move::new(Offset::new(1, 1), None);
    let few = problem.rules().piece().moves().any(|way| way == diagonal);
    if few
        && difficulty(problem) > SHORT
        && let Ok(engine) = count::Engine::new(problem)
    {
        return Counter::Count(engine);
    }
    Counter::Bdd
}

/// True if all solutions can probably be counted within minutes: 18 queens, but not 19.
#[must_use]
pub fn is_countable(problem: &Problem) -> bool {
    match soonest_counter(problem) {
        Counter::Count(_) => difficulty(problem) <= COUNTABLE,
        Counter::Bdd => compile_difficulty(problem) <= COMPILED,
    }
}

/// True if the search counts all solutions within seconds, where the diagram takes more than a moment: where
/// nothing else is asked, the search gives the counts of all cells sooner.
#[must_use]
pub fn is_soon_counted(problem: &Problem) -> bool {
    let broken = (8.0 / problem.symmetries().len() as f64).log2() / 3.0;
    compile_difficulty(problem) > INSTANT
        && difficulty(problem) + ASYMMETRY * broken <= SOON
        && matches!(soonest_counter(problem), Counter::Count(_))
}

/// True if the diagram is probably built before the search has the counts of all cells, within so many bytes: for
/// queens from 17 on, without decisions. It then answers for all positions, far sooner.
pub(super) fn compiles_first(problem: &Problem, memory: usize) -> bool {
    let rules = problem.rules();
    let difficulty = compile_difficulty(problem);
    problem.decisions().is_empty()
        && suits_groups(rules)
        && rules.piece().moves().all(|way| way.most().is_none())
        && difficulty > QUICK
        && difficulty <= COMPILED
        && memory_to_compile(difficulty) <= memory as f64
}

/// The memory that building the diagram takes, in bytes, where it has groups: 0.75 GB for 17 queens, 3.6 GB for 18.
fn memory_to_compile(difficulty: f64) -> f64 {
    (29.6 + 1.5 * (difficulty - 22.0)).exp2()
}

/// The engine asked for, or else the one that probably finds solutions soonest.
///
/// # Errors
/// When the engine asked for does not find such solutions.
pub fn solver(
    problem: &Problem,
    wanted: Wanted,
    asked: Option<EngineKind>,
) -> Result<Solver, Unable> {
    if let Some(engine) = asked {
        Question::Solutions(wanted).check(engine, "solve")?;
    }
    Ok(match asked {
        None => soonest_solver(problem, wanted),
        Some(EngineKind::Sat) => Solver::Sat,
        Some(EngineKind::Search) => {
            let model = search::Model::new(problem).map_err(Unable::Search)?;
            Solver::Search(Box::new(model))
        }
        Some(EngineKind::Bdd | EngineKind::Count | EngineKind::Estimate) => Solver::Bdd,
    })
}

pub(super) fn soonest_solver(problem: &Problem, wanted: Wanted) -> Solver {
    let difficulty = compile_difficulty(problem);
    let by_diagram = match wanted {
        Wanted::Few => difficulty <= INSTANT,
        Wanted::Random => difficulty <= QUICK,
        Wanted::All | Wanted::Classes => true,
    };
    if by_diagram {
        return Solver::Bdd;
    }
    // The search is faster the less is decided, and it needs little memory.
    let large = problem.rules().size().cells() > MOST_CLAUSED;
    if (problem.decisions().is_empty() || large)
        && let Ok(model) = search::Model::new(problem)
    {
        return Solver::Search(Box::new(model));
    }
    Solver::Sat
}

/// An estimate of the size of a problem's diagram: roughly the binary logarithm of its states, from the
/// rows and columns with open cells, which are neither decided nor attacked.
///
/// With the rook move a state is a set of taken columns, at most c over r/2 of them for r rows and c
/// columns, and their diagonals, which nearly double the logarithm; closed cells make it smaller.
/// Without the rook move a state says which cells of the last rows are open, and under domination which are
/// covered.
pub(super) fn difficulty(problem: &Problem) -> f64 {
    let (rules, decisions) = (problem.rules(), problem.decisions());
    let attacked = rules.excluded_by(decisions.cells(Value::Placed));
    let open = |cell: &Cell| decisions.get(*cell).is_none() && !attacked.contains(*cell);
    let open: Vec<Cell> = rules.grid().standing().filter(open).collect();
    let lines = |line: fn(&Cell) -> u16| open.iter().map(line).collect::<HashSet<u16>>().len();
    let (rows, columns) = (lines(|cell| cell.row()), lines(|cell| cell.column()));
    if !rules.at_most_one_in_line() {
        // A row tells the two above it which of their cells are attacked.
        let attacked = rows.saturating_sub(1).min(2) as f64 * columns as f64;
        return match (rules.has_board_rule(), dominates(rules)) {
            (true, false) => attacked,
            (false, false) => counted(rules, columns),
            (true, true) => {
                let is_long = reach(rules) > 2;
                let covered = if is_long { LONG_COVER * attacked } else { attacked };
                covered.min(placements(problem, open.len()))
            }
            (false, true) => {
                let rows = reach(rules).min(rows.saturating_sub(1)).min(2);
                let covered = COVER * rows as f64 * columns as f64;
                covered.min(placements(problem, open.len()))
            }
        };
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

fn dominates(rules: &Rules) -> bool {
    rules.requirements().contains(&Requirement::DOMINATE)
}

/// The most rows that a move goes up or down.
fn reach(rules: &Rules) -> usize {
    let rows = |way: Move| {
        let step = way.step().rows.unsigned_abs() as usize;
        way.most().map_or(usize::MAX, Into::into).saturating_mul(step)
    };
    rules.piece().moves().map(rows).max().unwrap_or_default()
}

/// The difficulty where neither attacks nor covers matter: a state holds the counters of groups.
fn counted(rules: &Rules, columns: usize) -> f64 {
    let others = rules.requirements().iter().any(|need| need.family != Family::Rows);
    if others { columns as f64 } else { 1.0 }
}

/// The difficulty of building the diagram, where boards of which nodes form groups are less difficult.
pub(super) fn compile_difficulty(problem: &Problem) -> f64 {
    difficulty(problem) * if suits_groups(problem.rules()) { GROUPED } else { 1.0 }
}

/// True if each row and each column takes exactly one piece, and nothing else counts.
fn suits_groups(rules: &Rules) -> bool {
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
        && fills_rows(rules)
}

/// True if the requirements show that every solution has a piece in every row.
fn fills_rows(rules: &Rules) -> bool {
    rules.requirements().iter().any(|&requirement| {
        requirement.family == Family::Rows && requirement.bounds.lower > 0
            || rules.at_most_one_in_line()
                && rules.pieces_required(requirement) == usize::from(rules.size().rows())
    })
}

/// The binary logarithm of the number of ways to place the remaining pieces on `cells` cells, if the
/// requirements limit their number: a bound on the number of states.
fn placements(problem: &Problem, cells: usize) -> f64 {
    let requirements = problem.rules().requirements().iter();
    let limits = requirements.filter(|requirement| requirement.family == Family::Pieces);
    let Some(most) = limits.filter_map(|limit| limit.bounds.upper).min() else {
        return f64::INFINITY;
    };
    let placed = problem.decisions().cells(Value::Placed).count();
    // Where the last piece stands, the cells that are not covered yet tell.
    let last = usize::from(dominates(problem.rules()));
    let left = (most as usize).saturating_sub(placed + last).min(cells);
    (1..=left).map(|piece| ((cells + 1 - piece) as f64 / piece as f64).log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Grid;

    fn problem(requirement: &str, piece: &str, size: &str) -> Problem {
        let grid = Grid::new(size.parse().unwrap());
        Problem::new(Rules::new(grid, piece.parse().unwrap(), [requirement.parse().unwrap()]))
    }

    fn difficulty_of(piece: &str, size: &str) -> f64 {
        compile_difficulty(&problem("rows", piece, size))
    }

    fn under(requirement: &str, piece: &str, size: &str) -> f64 {
        difficulty(&problem(requirement, piece, size))
    }

    #[test]
    fn the_steps_lie_where_they_say() {
        for (size, least, most) in [
            ("11", 0.0, SHORT),
            ("14", SHORT, INSTANT),
            ("16", INSTANT, QUICK),
            ("17", QUICK, 99.0),
        ] {
            let difficulty = difficulty_of("queen", size);
            assert!(least < difficulty && difficulty <= most, "{size}: {difficulty}");
        }
        let compiles_first =
            |piece, size, memory| super::compiles_first(&problem("rows", piece, size), memory);
        assert!(compiles_first("queen", "17", 1 << 30) && !compiles_first("queen", "17", 1 << 29));
        assert!(compiles_first("queen", "18", 1 << 32) && !compiles_first("queen", "18", 1 << 31));
        assert!(
            !compiles_first("queen", "16", 1 << 30) && !compiles_first("amazon", "17", 1 << 30)
        );
        // A few long rows are easy, many are not.
        assert!(difficulty_of("queen", "4x20") < SHORT);
        assert!(difficulty_of("queen", "12x60") > QUICK);
        assert!(difficulty_of("knight", "10") < QUICK && difficulty_of("knight", "12") > QUICK);
        assert!(difficulty_of("knight", "1x11") < SHORT && difficulty_of("knight", "2x11") < SHORT);
        assert!(difficulty_of("knight", "2x40") > QUICK);
    }

    #[test]
    fn domination_is_as_difficult_as_its_states_are_many() {
        let difficulty = |rules: &str, piece: &str, size: &str, board_rule: bool| {
            let needs = rules.split(',').map(|rule| rule.parse().unwrap());
            let rules = problem("rows", piece, size).rules().with_requirements(needs);
            difficulty(&Problem::new(rules.with_board_rule(board_rule)))
        };
        let queens = |size, board_rule| difficulty("dominate", "queen", size, board_rule);
        assert!(queens("7", false) <= QUICK && queens("8", false) > QUICK);
        assert!(queens("10", true) <= QUICK && queens("12", true) > QUICK);
        assert!(difficulty("dominate", "king", "10", false) <= SHORT);
        assert!(difficulty("dominate,pieces=5", "queen", "8", false) <= QUICK);
        assert!(difficulty("rows", "queen", "30", false) <= SHORT);
    }

    #[test]
    fn rows_that_may_stay_empty_make_it_harder() {
        // 12 queens take a tenth of a second, 11 of them on as many rows minutes.
        for alike in ["columns", "pieces=12"] {
            assert!(
                (under(alike, "queen", "12") - under("rows", "queen", "12")).abs() < 1e-9,
                "{alike}"
            );
        }
        assert!(under("pieces=11", "queen", "12") > QUICK);
        assert!(under("pieces=9", "queen", "10") > INSTANT);
        // The columns taken are all that rooks leave behind, and two pieces leave little.
        assert!(under("pieces=11", "rook", "12") <= INSTANT);
        assert!(under("pieces=2", "queen", "12") <= SHORT);
    }
}

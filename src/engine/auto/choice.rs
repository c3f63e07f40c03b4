use std::num::NonZeroU32;

use crate::answers::EngineKind;
use crate::bdd::{QUICK_DIFFICULTY, compile_difficulty, difficulty, suits_groups};
use crate::budget::{Answer, Budget};
use crate::{count, parts, search};
use geometry::Offset;
use problem::{Problem, Rules};

/// A kind of question about a problem. Each engine answers some kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The number of solutions, exact or estimated.
    Count,
    /// The exact number of solutions, or of their classes up to symmetry.
    ExactCount,
    /// An estimate of the number of solutions.
    Estimate,
    /// The number of solutions in one of several disjoint parts.
    CountOfPart,
    /// Solutions one by one.
    Solutions(WantedSolutions),
    /// The valid values of every cell.
    Domains,
    /// The best solutions, by a cost or by the number of pieces.
    Best,
    /// Why a value is impossible, and which decisions to take back.
    Explanation,
    /// The decision diagram.
    Diagram,
}

impl Question {
    /// The engines that answer this kind of question.
    pub const fn engines(self) -> &'static [EngineKind] {
        match self {
            Self::Count => &[EngineKind::Bdd, EngineKind::Count, EngineKind::Estimate],
            Self::ExactCount | Self::CountOfPart => &[EngineKind::Bdd, EngineKind::Count],
            Self::Estimate => &[EngineKind::Estimate],
            Self::Solutions(WantedSolutions::Classes) => &[EngineKind::Bdd, EngineKind::Search],
            Self::Solutions(_) => &[EngineKind::Bdd, EngineKind::Sat, EngineKind::Search],
            Self::Domains => {
                &[EngineKind::Bdd, EngineKind::Sat, EngineKind::Count, EngineKind::Estimate]
            }
            Self::Best | Self::Explanation => &[EngineKind::Bdd, EngineKind::Sat],
            Self::Diagram => &[EngineKind::Bdd],
        }
    }

    /// Checks that an engine answers this kind of question. `asked` is the name of the question for the error.
    ///
    /// # Errors
    /// When the engine does not answer this kind of question.
    pub fn check(self, engine: EngineKind, asked: &'static str) -> Result<(), EngineRefusal> {
        let able = self.engines();
        if able.contains(&engine) {
            Ok(())
        } else {
            Err(EngineRefusal::Question { engine, asked, able })
        }
    }
}

/// Reason why the named engine does not answer a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineRefusal {
    /// The engine does not answer this kind of question.
    #[error("'{engine}' does not answer {asked}: {}", names(able))]
    Question {
        /// The named engine.
        engine: EngineKind,
        /// The name of the question.
        asked: &'static str,
        /// The engines that answer the question.
        able: &'static [EngineKind],
    },
    /// The counting engine does not suit the problem.
    #[error(transparent)]
    Count(#[from] count::Unsuited),
    /// The search engine does not suit the problem.
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

/// Maximum difficulty of a diagram that is built within a tenth of a second, as for 14 queens.
pub(super) const INSTANT_DIFFICULTY: f64 = 17.8;

/// Maximum difficulty of a diagram that is built within a few milliseconds, as for 10 queens.
const SHORT_DIFFICULTY: f64 = 14.5;

/// Maximum difficulty at which solutions are counted one by one within minutes, as for 18 queens.
const COUNTABLE_DIFFICULTY: f64 = 28.5;

/// Maximum difficulty at which two threads count solutions one by one in about ten seconds, as for 17 queens.
const SOON_COUNTED_DIFFICULTY: f64 = 26.5;

/// Minimum difficulty at which a quick diagram counts solutions faster than a search, as on long boards such as 30×8.
const DIAGRAM_FASTER_DIFFICULTY: f64 = 25.0;

/// Increase in the difficulty of counting one by one if the problem has no symmetries: about as large as for one more
/// row.
const ASYMMETRY_DIFFICULTY: f64 = 1.8;

/// Maximum difficulty of a diagram that is built within minutes and a few gigabytes, as for 18 queens.
const COMPILABLE_DIFFICULTY: f64 = 25.0;

/// Maximum number of cells for the SAT solver. For more cells, its clauses take gigabytes.
const MAX_SAT_CELLS: usize = 40_000;

/// The engine that answers a question a second time, to verify the exact answer of the engine `first`; `None` if no
/// other engine is likely to answer within minutes.
pub fn second_engine(
    problem: &Problem,
    question: Question,
    first: EngineKind,
) -> Option<EngineKind> {
    // Engines that count come before engines that only find the possible values.
    let able = |kind: &EngineKind| question.engines().contains(kind) && *kind != first;
    let suits = |kind: &EngineKind| match kind {
        EngineKind::Bdd => compile_difficulty(problem) <= COMPILABLE_DIFFICULTY,
        EngineKind::Count => {
            difficulty(problem) <= COUNTABLE_DIFFICULTY && count::Engine::new(problem).is_ok()
        }
        EngineKind::Sat => problem.rules().size().cells() <= MAX_SAT_CELLS,
        EngineKind::Search | EngineKind::Estimate => false,
    };
    let kinds = [EngineKind::Bdd, EngineKind::Count, EngineKind::Sat];
    kinds.into_iter().filter(able).find(suits)
}

/// The solutions that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedSolutions {
    /// Any solutions, but not all.
    Few,
    /// Solutions drawn at random.
    Random,
    /// All solutions.
    All,
    /// One solution of each class up to symmetry.
    Classes,
}

/// The engine that counts a problem's solutions.
pub enum CounterEngine {
    /// The decision diagram.
    Bdd,
    /// Bit-parallel search.
    Count(count::Engine),
}

impl CounterEngine {
    /// The kind of the engine.
    pub const fn kind(&self) -> EngineKind {
        match self {
            Self::Bdd => EngineKind::Bdd,
            Self::Count(_) => EngineKind::Count,
        }
    }

    /// For each of `parts` parts, an estimate of the work of counting it, in any unit.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn work(&self, problem: &Problem, parts: NonZeroU32, budget: &Budget) -> Answer<Vec<f64>> {
        match self {
            Self::Bdd => parts::work(problem, parts, budget),
            Self::Count(engine) => engine.work(parts, budget),
        }
    }
}

/// The engine that finds a problem's solutions.
pub enum SolverEngine {
    /// The decision diagram.
    Bdd,
    /// Satisfiability.
    Sat,
    /// Finite-domain search with this model.
    Search(Box<search::ColumnModel>),
}

impl SolverEngine {
    /// The kind of the engine.
    pub const fn kind(&self) -> EngineKind {
        match self {
            Self::Bdd => EngineKind::Bdd,
            Self::Sat => EngineKind::Sat,
            Self::Search(_) => EngineKind::Search,
        }
    }
}

/// Returns the engine named in `asked`, or else the engine that will probably count all solutions first. If pieces do
/// not ride along diagonals, there are too many solutions to count them one by one.
///
/// # Errors
/// When the engine named in `asked` cannot count this problem.
pub fn counter(
    problem: &Problem,
    asked: Option<EngineKind>,
) -> Result<CounterEngine, EngineRefusal> {
    match asked {
        None => Ok(soonest_counter(problem)),
        Some(EngineKind::Bdd) => Ok(CounterEngine::Bdd),
        Some(EngineKind::Count) => Ok(CounterEngine::Count(count::Engine::new(problem)?)),
        Some(engine) => Question::ExactCount.check(engine, "count").map(|()| CounterEngine::Bdd),
    }
}

/// Returns the engine that counts parts of the solutions: the one that is named in `asked`, or else the search if it
/// suits the problem. The choice depends on nothing else, so that all parts are divided in the same way.
///
/// # Errors
/// When the engine named in `asked` cannot count this problem.
pub fn counter_of_parts(
    problem: &Problem,
    asked: Option<EngineKind>,
) -> Result<CounterEngine, EngineRefusal> {
    if asked.is_some() {
        return counter(problem, asked);
    }
    Ok(count::Engine::new(problem).map_or(CounterEngine::Bdd, CounterEngine::Count))
}

/// Returns the engine that will probably count all solutions first.
///
/// The search is faster than the diagram if pieces ride along diagonals and each row takes one piece. It takes 12 MB.
/// Its processor time, as a fraction of that of the diagram, is 0.4 at 14 queens, 0.6 at 16, 0.8 at 17, 1 at 16 without
/// symmetries, 0.3 to 0.7 with pieces placed, 0.2 for amazons and on a torus, and 0.06 on 12 rows and 14 columns.
///
/// In two cases the search takes longer. At 17 queens without symmetries it takes 1.4 times as long, but the diagram
/// does not fit the default memory. On boards of at least 24 rows with two thirds of their cells closed, it takes up to
/// four times as long.
fn soonest_counter(problem: &Problem) -> CounterEngine {
    let difficulty = difficulty(problem);
    let pays = difficulty > SHORT_DIFFICULTY
        && (difficulty < DIAGRAM_FASTER_DIFFICULTY
            || compile_difficulty(problem) > QUICK_DIFFICULTY);
    if has_one_on_diagonals(problem.rules())
        && pays
        && let Ok(engine) = count::Engine::new(problem)
    {
        return CounterEngine::Count(engine);
    }
    CounterEngine::Bdd
}

/// True if two pieces exclude each other on every diagonal of at least one of the two directions.
fn has_one_on_diagonals(rules: &Rules) -> bool {
    let shorter = i32::from(rules.size().rows().min(rules.size().columns()));
    let excludes =
        |step: i32| (1..shorter).all(|by| rules.exclusions().contains(Offset::new(by, step * by)));
    excludes(1) || excludes(-1)
}

/// True if all solutions can probably be counted within minutes, as for 18 but not for 19 queens.
pub fn is_countable(problem: &Problem) -> bool {
    match soonest_counter(problem) {
        CounterEngine::Count(_) => difficulty(problem) <= COUNTABLE_DIFFICULTY,
        CounterEngine::Bdd => compile_difficulty(problem) <= COMPILABLE_DIFFICULTY,
    }
}

/// True if the search probably counts all solutions within seconds and the diagram takes more than a moment. If no
/// other question follows, the search then gives the counts of all cells sooner.
pub fn is_soon_counted(problem: &Problem) -> bool {
    let broken = (8.0 / problem.symmetries().len() as f64).log2() / 3.0;
    compile_difficulty(problem) > INSTANT_DIFFICULTY
        && difficulty(problem) + ASYMMETRY_DIFFICULTY * broken <= SOON_COUNTED_DIFFICULTY
        && matches!(soonest_counter(problem), CounterEngine::Count(_))
}

/// True if the diagram probably fits in `memory` bytes and is built before the search has counted all cells, as for 17
/// or more queens without decisions. The diagram then answers for all positions, far faster.
pub(super) fn compiles_first(problem: &Problem, memory: usize) -> bool {
    let rules = problem.rules();
    let difficulty = compile_difficulty(problem);
    problem.decisions().is_empty()
        && suits_groups(rules)
        && rules.piece().moves().all(|way| way.max_steps.is_none())
        && difficulty > QUICK_DIFFICULTY
        && difficulty <= COMPILABLE_DIFFICULTY
        && memory_to_compile(difficulty) <= memory as f64
}

/// The approximate memory needed to build a diagram with groups, in bytes: 0.75 GB for 17 queens, 3.6 GB for 18.
fn memory_to_compile(difficulty: f64) -> f64 {
    (29.6 + 1.5 * (difficulty - 22.0)).exp2()
}

/// Returns the engine named in `asked`, or else the engine that will probably find solutions first.
///
/// # Errors
/// When the named engine does not find such solutions.
pub fn solver(
    problem: &Problem,
    wanted: WantedSolutions,
    asked: Option<EngineKind>,
) -> Result<SolverEngine, EngineRefusal> {
    if let Some(engine) = asked {
        Question::Solutions(wanted).check(engine, "solve")?;
    }
    Ok(match asked {
        None => soonest_solver(problem, wanted),
        Some(EngineKind::Sat) => SolverEngine::Sat,
        Some(EngineKind::Search) => {
            let model = search::ColumnModel::new(problem).map_err(EngineRefusal::Search)?;
            SolverEngine::Search(Box::new(model))
        }
        Some(EngineKind::Bdd | EngineKind::Count | EngineKind::Estimate) => SolverEngine::Bdd,
    })
}

pub(super) fn soonest_solver(problem: &Problem, wanted: WantedSolutions) -> SolverEngine {
    let difficulty = compile_difficulty(problem);
    let by_diagram = match wanted {
        WantedSolutions::Few => difficulty <= INSTANT_DIFFICULTY,
        WantedSolutions::Random => difficulty <= QUICK_DIFFICULTY,
        WantedSolutions::All | WantedSolutions::Classes => true,
    };
    if by_diagram {
        return SolverEngine::Bdd;
    }
    // The search is fast if few cells are decided, and it needs little memory.
    let large = problem.rules().size().cells() > MAX_SAT_CELLS;
    if (problem.decisions().is_empty() || large)
        && let Ok(model) = search::ColumnModel::new(problem)
    {
        return SolverEngine::Search(Box::new(model));
    }
    SolverEngine::Sat
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Grid;

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
            ("11", 0.0, SHORT_DIFFICULTY),
            ("14", SHORT_DIFFICULTY, INSTANT_DIFFICULTY),
            ("16", INSTANT_DIFFICULTY, QUICK_DIFFICULTY),
            ("17", QUICK_DIFFICULTY, 99.0),
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
        assert!(difficulty_of("queen", "4x20") < SHORT_DIFFICULTY);
        assert!(difficulty_of("queen", "12x60") > QUICK_DIFFICULTY);
        assert!(
            difficulty_of("knight", "10") < QUICK_DIFFICULTY
                && difficulty_of("knight", "12") > QUICK_DIFFICULTY
        );
        assert!(
            difficulty_of("knight", "1x11") < SHORT_DIFFICULTY
                && difficulty_of("knight", "2x11") < SHORT_DIFFICULTY
        );
        // Diagrams of these problems are small if they are built column by column.
        assert!(
            difficulty_of("knight", "2x40") < SHORT_DIFFICULTY
                && difficulty_of("king", "3x30") < SHORT_DIFFICULTY
        );
    }

    #[test]
    fn domination_is_as_difficult_as_its_states_are_many() {
        let difficulty = |rules: &str, piece: &str, size: &str, board_rule: bool| {
            let needs = rules.split(',').map(|rule| rule.parse().unwrap());
            let rules = problem("rows", piece, size).rules().with_requirements(needs);
            difficulty(&Problem::new(rules.with_board_rule(board_rule)))
        };
        let queens = |size, board_rule| difficulty("dominate", "queen", size, board_rule);
        assert!(queens("7", false) <= QUICK_DIFFICULTY && queens("8", false) > QUICK_DIFFICULTY);
        assert!(queens("10", true) <= QUICK_DIFFICULTY && queens("12", true) > QUICK_DIFFICULTY);
        assert!(difficulty("dominate", "king", "10", false) <= SHORT_DIFFICULTY);
        assert!(difficulty("dominate,pieces=5", "queen", "8", false) <= QUICK_DIFFICULTY);
        assert!(difficulty("rows", "queen", "30", false) <= SHORT_DIFFICULTY);
    }

    #[test]
    fn rules_for_columns_are_as_easy_as_rules_for_rows() {
        let same = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let turned = under("columns", "queen", "16x12");
        assert!(turned > SHORT_DIFFICULTY && same(turned, under("rows", "queen", "12x16")));
        let without = |rule: &str| {
            let rules = problem(rule, "queen", "40").rules().as_ref().clone();
            difficulty(&Problem::new(rules.with_board_rule(false)))
        };
        assert!(same(without("columns"), without("rows")) && without("rows") < SHORT_DIFFICULTY);
        // The width of the diagram depends on the shorter side of the board, rows or columns. A search visits every
        // solution.
        let compile = |rule, size| compile_difficulty(&problem(rule, "queen", size));
        assert!(same(compile("rows", "8x30"), compile("columns", "30x8")));
        assert!(
            compile("rows", "8x30") < QUICK_DIFFICULTY
                && under("rows", "queen", "8x30") > DIAGRAM_FASTER_DIFFICULTY
        );
        let counter = |size| soonest_counter(&problem("rows", "queen", size)).kind();
        assert_eq!(
            ["8x30", "8x20", "16"].map(counter),
            [EngineKind::Bdd, EngineKind::Count, EngineKind::Count,]
        );
    }

    #[test]
    fn rows_that_may_stay_empty_make_it_harder() {
        // 12 queens on 12 rows take a tenth of a second; 11 queens on 12 rows take minutes.
        for alike in ["columns", "pieces=12"] {
            assert!(
                (under(alike, "queen", "12") - under("rows", "queen", "12")).abs() < 1e-9,
                "{alike}"
            );
        }
        assert!(under("pieces=11", "queen", "12") > QUICK_DIFFICULTY);
        assert!(under("pieces=9", "queen", "10") > INSTANT_DIFFICULTY);
        // The state of rooks is only the set of columns taken, and two pieces have few states.
        assert!(under("pieces=11", "rook", "12") <= INSTANT_DIFFICULTY);
        assert!(under("pieces=2", "queen", "12") <= SHORT_DIFFICULTY);
    }
}

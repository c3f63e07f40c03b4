//! The plan: which engines answer a question, in which order, for which problems, in which time, and who answers a
//! second time for `--verify`.
//!
//! The verbs, the board, the session in lines and `--verify` read this plan; no other place has a condition on problems that
//! chooses an engine. All engines give the same answer. [`auto::Engine`](crate::auto::Engine) asks the diagram as its row says,
//! and then the engine of the last row.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools;

use crate::answers::EngineKind;
use crate::bdd::{QUICK_DIFFICULTY, compile_difficulty, difficulty, suits_groups};
use crate::budget::{Answer, Budget};
use crate::{count, parts, search};
use geometry::Offset;
use problem::{Problem, Rules};

/// A kind of question about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The number of solutions, exact or estimated.
    Count,
    /// The exact number of solutions, or of their classes up to symmetry.
    ExactCount,
    /// An estimate of the number of solutions.
    Estimate,
    /// The number of solutions in one of several disjoint parts. The choice of the engine depends on the rules and the
    /// decisions alone, so that all parts are divided in the same way.
    CountOfPart,
    /// Solutions one by one.
    Solutions(WantedSolutions),
    /// A solution drawn at random that completes a position on the board.
    Completion,
    /// The valid values of every cell.
    Domains,
    /// The valid values and the counts of every cell, if no other question follows. If the table has no engine for this
    /// question, the engines of [`Question::Domains`] are used.
    DomainsOnce,
    /// The counts of every cell, after their valid values are known.
    CountsAfterDomains,
    /// The exact counts of every cell, however long they take.
    AllCounts,
    /// Whether there is a solution.
    Satisfiability,
    /// The reason why a value is impossible, and decisions to take back.
    Explanation,
    /// The best solutions, by a cost or by the number of pieces.
    Best,
    /// Facts that only the diagram has, shown along with other answers: sizes, costs of all cells, counts by number of
    /// pieces.
    OfDiagram,
    /// The decision diagram itself.
    Diagram,
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

/// One row of the plan: an engine, the problems for which it is asked unless an engine was named, and its time.
pub type Attempt = (EngineKind, ProblemKind, AttemptTime);

/// The time that an engine gets for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptTime {
    /// The whole budget. When it ends, the question ends without an answer.
    Whole,
    /// The whole budget, on another thread while the next engine works. The first answer counts.
    Beside,
    /// This time, but at most half of the remaining time. When it ends, the next engine is asked.
    AtMost(Duration),
    /// This time, but at most the remaining time. When it ends, the answers of the previous engines stand.
    Further(Duration),
}

use AttemptTime::{AtMost, Beside, Further, Whole};
use EngineKind::{Bdd, Count, Estimate, Sat, Search};
use ProblemKind::{
    Any, Compilable, CountedBySearch, Estimable, FewCells, FewDecided, Instant, InstantRules,
    OnlyNamed, Quick, Searchable, SoonSearched, SoonestBuilt, SoonestSearched,
};

/// Maximum time to build a diagram that is expected to be quick, before another engine is asked.
pub(crate) const QUICK_TIME: Duration = Duration::from_secs(4);

/// The same maximum if another engine has found the domains already. Building a diagram of 16 queens takes two to three
/// seconds, or longer on a busy machine. After that, answers are immediate.
const SURVEY_TIME: Duration = Duration::from_secs(8);

/// Maximum time to draw a solution by particles.
const DRAWING_TIME: Duration = Duration::from_secs(4);

impl Question {
    /// The engines that answer this kind of question, in the order in which they are asked.
    pub const fn attempts(self) -> &'static [Attempt] {
        match self {
            Self::Count => {
                &[(Count, SoonestSearched, Whole), (Bdd, Any, Whole), (Estimate, OnlyNamed, Whole)]
            }
            Self::ExactCount => &[(Count, SoonestSearched, Whole), (Bdd, Any, Whole)],
            Self::Estimate => &[(Estimate, Any, Whole)],
            Self::CountOfPart => &[(Count, Searchable, Whole), (Bdd, Any, Whole)],
            Self::Solutions(WantedSolutions::Few) => &[
                (Bdd, Instant, Whole),
                (Search, FewDecided, Whole),
                (Count, Searchable, Beside),
                (Sat, Any, Whole),
            ],
            Self::Solutions(WantedSolutions::Random) => {
                &[(Bdd, Quick, Whole), (Search, FewDecided, Whole), (Sat, Any, Whole)]
            }
            Self::Solutions(WantedSolutions::All) => {
                &[(Bdd, Any, Whole), (Sat, OnlyNamed, Whole), (Search, OnlyNamed, Whole)]
            }
            Self::Solutions(WantedSolutions::Classes) => {
                &[(Bdd, Any, Whole), (Search, OnlyNamed, Whole)]
            }
            Self::Completion => &[
                (Bdd, Quick, AtMost(QUICK_TIME)),
                (Estimate, Estimable, AtMost(DRAWING_TIME)),
                (Search, FewDecided, Whole),
                (Sat, Any, Whole),
            ],
            Self::Domains => &[
                (Bdd, Instant, AtMost(QUICK_TIME)),
                (Sat, Any, Whole),
                (Count, OnlyNamed, Whole),
                (Estimate, OnlyNamed, Whole),
            ],
            Self::DomainsOnce => &[(Count, SoonSearched, Whole)],
            Self::CountsAfterDomains => &[(Bdd, Quick, Further(SURVEY_TIME))],
            Self::AllCounts => {
                &[(Bdd, SoonestBuilt, Whole), (Count, SoonestSearched, Whole), (Bdd, Any, Whole)]
            }
            Self::Satisfiability => &[(Bdd, Instant, AtMost(QUICK_TIME)), (Sat, Any, Whole)],
            Self::Explanation => &[(Bdd, InstantRules, Whole), (Sat, Any, Whole)],
            Self::Best => &[(Bdd, Quick, AtMost(QUICK_TIME)), (Sat, Any, Whole)],
            Self::OfDiagram => &[(Bdd, Quick, AtMost(QUICK_TIME))],
            Self::Diagram => &[(Bdd, Any, Whole)],
        }
    }

    /// The engine that is asked first about a problem if none is named.
    pub fn soonest(self, problem: &Problem) -> Option<EngineKind> {
        let mut attempts = self.attempts().iter().filter(|(.., time)| *time != Beside);
        attempts.find(|(_, kind, _)| kind.includes(problem)).map(|(engine, ..)| *engine)
    }

    /// The engines that answer this kind of question, each once.
    pub fn engines(self) -> impl Iterator<Item = EngineKind> {
        let all = self.attempts().iter().filter(|(.., time)| *time != Beside);
        let all = all.map(|(engine, ..)| *engine);
        [Bdd, Sat, Count, Search, Estimate]
            .into_iter()
            .filter(move |kind| all.clone().contains(kind))
    }

    /// Checks that an engine answers this kind of question. `asked` is the name of the question for the error.
    ///
    /// # Errors
    /// When the engine does not answer this kind of question.
    pub fn check(self, engine: EngineKind, asked: &'static str) -> Result<(), EngineRefusal> {
        let able: Vec<EngineKind> = self.engines().collect();
        if able.contains(&engine) {
            Ok(())
        } else {
            Err(EngineRefusal::Question { engine, asked, able })
        }
    }

    /// The engines and methods that answer a question again, to verify an exact answer, in the order in which they are
    /// asked. Those that count come before those that only find the possible values.
    const fn all_verifiers(self) -> &'static [(Verifier, ProblemKind)] {
        use Verifier::{Engine, Enumeration, Library};
        match self {
            Self::Count | Self::ExactCount | Self::CountOfPart | Self::AllCounts => &[
                (Engine(Bdd), Compilable),
                (Engine(Count), CountedBySearch),
                (Enumeration, Any),
                (Library, Any),
            ],
            Self::Domains | Self::DomainsOnce | Self::CountsAfterDomains => &[
                (Engine(Bdd), Compilable),
                (Engine(Count), CountedBySearch),
                (Library, Any),
                (Engine(Sat), FewCells),
            ],
            Self::Best => &[(Engine(Bdd), Compilable), (Engine(Sat), FewCells)],
            // A checker without engines verifies solutions, reasons and steps.
            Self::Estimate
            | Self::Solutions(_)
            | Self::Completion
            | Self::Satisfiability
            | Self::Explanation
            | Self::OfDiagram
            | Self::Diagram => &[],
        }
    }

    /// The engines and methods that can verify the answer of the engine `first`, in the order in which they are asked.
    pub fn verifiers(self, problem: &Problem, first: EngineKind) -> impl Iterator<Item = Verifier> {
        let all = self.all_verifiers().iter();
        let suits = move |&(verifier, kind): &(Verifier, ProblemKind)| {
            let is_other = match verifier {
                Verifier::Engine(engine) => engine != first,
                Verifier::Enumeration => first != Sat,
                Verifier::Library => true,
            };
            (is_other && kind.includes(problem)).then_some(verifier)
        };
        all.filter_map(suits)
    }
}

/// An engine or method that answers a question again for `--verify`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verifier {
    /// Another engine.
    Engine(EngineKind),
    /// The SAT engine, which finds a few solutions one by one.
    Enumeration,
    /// The operations of the BDD library.
    Library,
}

impl AttemptTime {
    /// The time within a budget; `None` for the whole budget.
    pub(crate) fn within(self, budget: &Budget) -> Option<Duration> {
        match self {
            Whole | Beside => None,
            AtMost(time) => Some(budget.attempt_time(time)),
            Further(time) => Some(budget.time_left().map_or(time, |left| left.min(time))),
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
        able: Vec<EngineKind>,
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

/// A condition on a problem, by the expected work of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// Every problem.
    Any,
    /// No problem: the engine answers only if it is named.
    OnlyNamed,
    /// The diagram takes at most about a tenth of a second, as for 14 queens.
    Instant,
    /// The diagram of the rules without decisions takes at most about a tenth of a second.
    InstantRules,
    /// The diagram takes at most a few seconds, as for 16 queens.
    Quick,
    /// The diagram takes minutes and a few gigabytes at most, as for 18 queens.
    Compilable,
    /// The counting search suits the problem.
    Searchable,
    /// The counting search counts all solutions within minutes.
    CountedBySearch,
    /// The counting search probably counts all solutions before the diagram is built.
    SoonestSearched,
    /// The counting search probably counts all solutions within seconds, and the diagram takes more than a moment. If no
    /// other question follows, the search then gives the counts of all cells sooner.
    SoonSearched,
    /// The diagram is probably built before the search has counted all cells, as for 17 or more queens without decisions.
    /// The diagram then answers for all positions, far faster.
    SoonestBuilt,
    /// All solutions can probably be counted within minutes, as for 18 but not for 19 queens.
    Countable,
    /// Few enough cells for the clauses of the SAT engine.
    FewCells,
    /// Finite-domain search suits the problem and is fast: there are no decisions, or too many cells for the SAT
    /// engine.
    FewDecided,
    /// At most 100×100 cells, and no limit on the costs, which particles ignore.
    Estimable,
    /// The board can be estimated, and exact counts take more than a moment, so that an estimate before them is worth its
    /// time.
    WorthEstimating,
}

impl ProblemKind {
    /// True if a problem is of this kind.
    pub fn includes(self, problem: &Problem) -> bool {
        let cells = problem.rules().size().cells();
        match self {
            Self::Any => true,
            Self::OnlyNamed => false,
            Self::Instant => compile_difficulty(problem) <= INSTANT_DIFFICULTY,
            Self::InstantRules => Self::Instant.includes(&without_decisions(problem)),
            Self::Quick => compile_difficulty(problem) <= QUICK_DIFFICULTY,
            Self::Compilable => compile_difficulty(problem) <= COMPILABLE_DIFFICULTY,
            Self::Searchable => count::Engine::check(problem).is_ok(),
            Self::CountedBySearch => {
                difficulty(problem) <= COUNTABLE_DIFFICULTY && Self::Searchable.includes(problem)
            }
            Self::SoonestSearched => is_soonest_searched(problem),
            Self::SoonSearched => {
                let broken = (8.0 / problem.symmetries().len() as f64).log2() / 3.0;
                !Self::Instant.includes(problem)
                    && difficulty(problem) + ASYMMETRY_DIFFICULTY * broken
                        <= SOON_COUNTED_DIFFICULTY
                    && is_soonest_searched(problem)
            }
            Self::SoonestBuilt => {
                let (rules, difficulty) = (problem.rules(), compile_difficulty(problem));
                problem.decisions().is_empty()
                    && suits_groups(rules)
                    && rules.piece().moves().all(|way| way.max_steps.is_none())
                    && difficulty > QUICK_DIFFICULTY
                    && difficulty <= COMPILABLE_DIFFICULTY
            }
            Self::Countable if is_soonest_searched(problem) => {
                difficulty(problem) <= COUNTABLE_DIFFICULTY
            }
            Self::Countable => Self::Compilable.includes(problem),
            Self::FewCells => cells <= MAX_SAT_CELLS,
            Self::FewDecided => {
                (problem.decisions().is_empty() || cells > MAX_SAT_CELLS)
                    && search::ColumnModel::check(problem).is_ok()
            }
            Self::Estimable => cells <= MAX_ESTIMATED_CELLS && problem.rules().max_cost().is_none(),
            Self::WorthEstimating => {
                Self::Estimable.includes(problem) && difficulty(problem) > INSTANT_DIFFICULTY
            }
        }
    }
}

/// The rules of a problem without its decisions.
pub(crate) fn without_decisions(problem: &Problem) -> Problem {
    Problem::new(Arc::clone(problem.rules()))
}

/// Maximum difficulty of a diagram that is built within a tenth of a second, as for 14 queens.
const INSTANT_DIFFICULTY: f64 = 17.8;

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

/// Maximum number of cells of a board that is estimated without being asked: 100×100.
const MAX_ESTIMATED_CELLS: usize = 10_000;

/// True if the counting search probably counts all solutions before the diagram is built. If pieces do not ride along
/// diagonals, there are too many solutions to count them one by one.
///
/// The search is faster than the diagram if pieces ride along diagonals and each row takes one piece. It takes 12 MB.
/// Its processor time, as a fraction of that of the diagram, is 0.4 at 14 queens, 0.6 at 16, 0.8 at 17, 1 at 16 without
/// symmetries, 0.3 to 0.7 with pieces placed, 0.2 for amazons and on a torus, and 0.06 on 12 rows and 14 columns.
///
/// In two cases the search takes longer. At 17 queens without symmetries it takes 1.4 times as long, but the diagram
/// does not fit the default memory. On boards of at least 24 rows with two thirds of their cells closed, it takes up to
/// four times as long.
fn is_soonest_searched(problem: &Problem) -> bool {
    let difficulty = difficulty(problem);
    let pays = difficulty > SHORT_DIFFICULTY
        && (difficulty < DIAGRAM_FASTER_DIFFICULTY
            || compile_difficulty(problem) > QUICK_DIFFICULTY);
    has_one_on_diagonals(problem.rules()) && pays && ProblemKind::Searchable.includes(problem)
}

/// True if two pieces exclude each other on every diagonal of at least one of the two directions.
fn has_one_on_diagonals(rules: &Rules) -> bool {
    let shorter = i32::from(rules.size().rows().min(rules.size().columns()));
    let excludes =
        |step: i32| (1..shorter).all(|by| rules.exclusions().contains(Offset::new(by, step * by)));
    excludes(1) || excludes(-1)
}

/// True if the diagram that is built sooner than a search counts probably fits in `memory` bytes.
pub(crate) fn fits_memory(problem: &Problem, memory: usize) -> bool {
    memory_to_compile(compile_difficulty(problem)) <= memory as f64
}

/// The approximate memory needed to build a diagram with groups, in bytes: 0.75 GB for 17 queens, 3.6 GB for 18.
fn memory_to_compile(difficulty: f64) -> f64 {
    (29.6 + 1.5 * (difficulty - 22.0)).exp2()
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
    /// A SAT solver, and a search beside it on another thread, unless an engine was named.
    Sat(Option<Arc<count::Engine>>),
    /// Finite-domain search with this model.
    Search(Box<search::ColumnModel>),
}

impl SolverEngine {
    /// The kind of the engine.
    pub const fn kind(&self) -> EngineKind {
        match self {
            Self::Bdd => EngineKind::Bdd,
            Self::Sat(_) => EngineKind::Sat,
            Self::Search(_) => EngineKind::Search,
        }
    }
}

/// The first engine to ask: the engine named in `asked`, otherwise the first of the plan.
///
/// # Errors
/// When the named engine does not answer this kind of question. `verb` is the name of the question for the error.
fn first(
    problem: &Problem,
    question: Question,
    asked: Option<EngineKind>,
    verb: &'static str,
) -> Result<EngineKind, EngineRefusal> {
    match asked {
        Some(engine) => question.check(engine, verb).map(|()| engine),
        None => Ok(question.soonest(problem).unwrap_or(Bdd)),
    }
}

/// The engine that counts solutions or parts of them: the engine named in `asked`, otherwise the first of the plan.
///
/// # Errors
/// When the engine named in `asked` cannot count this problem.
pub fn counter(
    problem: &Problem,
    question: Question,
    asked: Option<EngineKind>,
) -> Result<CounterEngine, EngineRefusal> {
    Ok(match first(problem, question, asked, "count")? {
        Count => CounterEngine::Count(count::Engine::new(problem)?),
        Bdd | Sat | Search | Estimate => CounterEngine::Bdd,
    })
}

/// The engine that finds solutions: the engine named in `asked`, otherwise the first of the plan.
///
/// # Errors
/// When the named engine does not find such solutions.
pub fn solver(
    problem: &Problem,
    wanted: WantedSolutions,
    asked: Option<EngineKind>,
) -> Result<SolverEngine, EngineRefusal> {
    Ok(match first(problem, Question::Solutions(wanted), asked, "solve")? {
        Sat => {
            let is_beside = |(_, kind, time): &Attempt| *time == Beside && kind.includes(problem);
            let has_row = Question::Solutions(wanted).attempts().iter().any(is_beside);
            let is_alone = asked.is_some() || !has_row;
            let beside = if is_alone { None } else { count::Engine::new(problem).ok() };
            SolverEngine::Sat(beside.map(Arc::new))
        }
        Search => {
            let model = search::ColumnModel::new(problem).map_err(EngineRefusal::Search)?;
            SolverEngine::Search(Box::new(model))
        }
        Bdd | Count | Estimate => SolverEngine::Bdd,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Grid;
    use problem::Value;

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

    /// The plans of the questions that are asked of boards of every size.
    #[test]
    fn the_plan_names_the_engine_for_each_size() {
        let few = Question::Solutions(WantedSolutions::Few);
        let all = Question::Solutions(WantedSolutions::All);
        let sizes = ["8", "16", "18", "300"];
        for (question, engines) in [
            (Question::ExactCount, [Some(Bdd), Some(Count), Some(Count), Some(Bdd)]),
            (Question::Domains, [Some(Bdd), Some(Sat), Some(Sat), Some(Sat)]),
            (Question::DomainsOnce, [None, Some(Count), None, None]),
            (Question::CountsAfterDomains, [Some(Bdd), Some(Bdd), None, None]),
            (Question::Satisfiability, [Some(Bdd), Some(Sat), Some(Sat), Some(Sat)]),
            (Question::OfDiagram, [Some(Bdd), Some(Bdd), None, None]),
            (few, [Some(Bdd), Some(Search), Some(Search), Some(Search)]),
            (all, [Some(Bdd), Some(Bdd), Some(Bdd), Some(Bdd)]),
        ] {
            let soonest = sizes.map(|size| question.soonest(&problem("rows", "queen", size)));
            assert_eq!(soonest, engines, "{question:?}");
        }
        let knights = problem("rows", "knight", "60");
        assert_eq!(few.soonest(&knights), Some(Sat));
        let placed = |size| {
            let corner = "a1".parse().unwrap();
            problem("rows", "queen", size).with(corner, Value::Placed).unwrap()
        };
        assert_eq!(few.soonest(&placed("60")), Some(Sat));
        assert_eq!(few.soonest(&placed("300")), Some(Search));
    }

    #[test]
    fn another_engine_verifies() {
        use Verifier::{Engine, Enumeration, Library};
        let verifiers = |question: Question, size, first| -> Vec<Verifier> {
            question.verifiers(&problem("rows", "queen", size), first).collect()
        };
        let counters = [Engine(Bdd), Enumeration, Library];
        assert_eq!(verifiers(Question::ExactCount, "12", Count), counters);
        let diagram_engines = [Engine(Count), Enumeration, Library];
        assert_eq!(verifiers(Question::ExactCount, "12", Bdd), diagram_engines);
        assert_eq!(verifiers(Question::ExactCount, "30", Sat), [Library]);
        assert_eq!(verifiers(Question::Best, "60", Bdd), [Engine(Sat)]);
        assert_eq!(verifiers(Question::Best, "300", Bdd), []);
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
        let is_built_first = |piece, size, memory| {
            let problem = problem("rows", piece, size);
            SoonestBuilt.includes(&problem) && fits_memory(&problem, memory)
        };
        assert!(is_built_first("queen", "17", 1 << 30) && !is_built_first("queen", "17", 1 << 29));
        assert!(is_built_first("queen", "18", 1 << 32) && !is_built_first("queen", "18", 1 << 31));
        assert!(
            !is_built_first("queen", "16", 1 << 30) && !is_built_first("amazon", "17", 1 << 30)
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
        let counter = |size| Question::ExactCount.soonest(&problem("rows", "queen", size));
        assert_eq!(["8x30", "8x20", "16"].map(counter), [Some(Bdd), Some(Count), Some(Count)]);
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

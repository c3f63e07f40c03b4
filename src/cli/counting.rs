//! Counts solutions with the engine, the symmetry, the part and the threads that the options name.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;

use anyhow::Context;
use num_bigint::BigUint;
use num_traits::Zero;
use serde::Serialize;

use super::arguments::CountArguments;
use engine::auto::{self, CounterEngine};
use engine::bdd::{Arrangement, Diagram};
use engine::count::Shard;
use engine::{
    Budget, EngineKind, Interrupted, Invariants, Polynomial, SymmetricSolutions, available_threads,
    bdd, count,
};
use geometry::Symmetry;
use problem::{Decisions, Problem};

/// How to count.
pub(super) struct CountMethod {
    /// The engine asked for, if one was.
    engine: Option<EngineKind>,
    pub up_to_symmetry: bool,
    pub parts: Option<Parts>,
    pub shard: Option<Shard>,
    threads: NonZeroUsize,
}

/// The property by which solutions are divided into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parts {
    /// The number of pieces.
    Pieces,
    /// The symmetries that solutions have.
    Symmetry,
}

/// The result of counting.
pub(super) struct Counted {
    pub numbers: Numbers,
    /// The parts of the count, if they are wanted.
    pub parts: Vec<CountPart>,
    /// The diagram of all solutions row by row, if one was built.
    diagram: Option<Arc<Diagram>>,
}

/// A part of a count.
pub(super) struct CountPart {
    pub label: Label,
    pub numbers: Numbers,
}

/// Solutions as they are counted.
pub(super) struct Numbers {
    pub solutions: BigUint,
    /// Number of classes up to symmetry, if asked for.
    pub classes: Option<BigUint>,
}

impl Parts {
    /// The name of the parts in JSON.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Pieces => "pieces",
            Self::Symmetry => "symmetric",
        }
    }
}

/// What the solutions of a part have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Label {
    /// The number of pieces.
    Pieces(usize),
    /// The name of the symmetries that they have; they have no others.
    Symmetry(&'static str),
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces(pieces) => write!(f, "{pieces}"),
            Self::Symmetry(kind) => write!(f, "{kind}"),
        }
    }
}

impl Counted {
    /// A number of solutions, or of classes up to symmetry, without parts and diagram.
    pub(crate) fn plain(number: &BigUint, up_to_symmetry: bool) -> Self {
        let classes = up_to_symmetry.then(|| number.clone());
        let numbers = Numbers { solutions: number.clone(), classes };
        Self { numbers, parts: Vec::new(), diagram: None }
    }

    /// The row diagram, if it was built.
    pub(crate) fn diagram(&self) -> Option<&Arc<Diagram>> {
        self.diagram.as_ref()
    }
}

impl Numbers {
    /// The number of classes if asked for, else the number of solutions.
    pub(crate) fn wanted(&self) -> &BigUint {
        self.classes.as_ref().unwrap_or(&self.solutions)
    }
}

impl CountMethod {
    /// The way of counting that the arguments ask for.
    pub(crate) fn new(arguments: &CountArguments) -> Self {
        let engine = arguments.task.engine.engine.kind();
        let shard = arguments.shard;
        Self {
            engine: if shard.is_some() { Some(EngineKind::Count) } else { engine },
            up_to_symmetry: arguments.up_to_symmetry,
            parts: match &arguments.table {
                table if table.by_pieces => Some(Parts::Pieces),
                table if table.symmetric => Some(Parts::Symmetry),
                _ => None,
            },
            shard,
            threads: arguments.threads.unwrap_or_else(available_threads),
        }
    }

    /// Counts all solutions, or their classes.
    pub(crate) fn plain(up_to_symmetry: bool) -> Self {
        let threads = available_threads();
        Self { engine: None, up_to_symmetry, parts: None, shard: None, threads }
    }

    /// True if the number of solutions is asked for, without classes and parts.
    pub(crate) fn is_plain(&self) -> bool {
        !self.up_to_symmetry && self.parts.is_none()
    }

    /// The engine that counts a problem.
    pub(crate) fn counter(&self, problem: &Problem) -> anyhow::Result<CounterEngine> {
        let option = if self.shard.is_some() { "--shard" } else { "--engine" };
        auto::counter(problem, self.engine).context(option)
    }

    /// Counts the solutions.
    pub(crate) fn count(
        &self,
        problem: &Problem,
        counter: &CounterEngine,
        budget: &Budget,
    ) -> Result<Counted, Interrupted> {
        let budget = budget.clone().with_threads(self.threads);
        let count = Count { counting: self, problem, budget };
        match counter {
            CounterEngine::Count(engine) => count.by_search(engine),
            CounterEngine::Bdd => count.by_diagram(),
        }
    }
}

/// One count.
struct Count<'a> {
    counting: &'a CountMethod,
    problem: &'a Problem,
    budget: Budget,
}

impl Count<'_> {
    fn by_search(&self, engine: &count::Engine) -> Result<Counted, Interrupted> {
        let Self { counting, budget, .. } = self;
        if let Some(shard) = counting.shard {
            let solutions = engine.solutions(shard, counting.threads, budget)?;
            return Ok(Counted::plain(&solutions, false));
        }
        let kept = |group| engine.invariant(group, counting.threads, budget);
        let all = Invariants::find(self.symmetries(), kept)?;
        let mut counted = self.counted(&all);
        if counting.parts == Some(Parts::Pieces) {
            let has_any = !counted.numbers.solutions.is_zero();
            let label = Label::Pieces(if has_any { engine.pieces() } else { 0 });
            counted.parts = vec![CountPart { label, numbers: self.numbers(&all) }];
        }
        Ok(counted)
    }

    fn by_diagram(&self) -> Result<Counted, Interrupted> {
        let Self { counting, problem, budget } = self;
        let mut engine = bdd::Engine::new();
        let mut counted = if counting.parts == Some(Parts::Pieces) {
            let all = Invariants::find(self.symmetries(), |group| {
                engine.invariant(problem, group, budget)?.by_pieces(&Decisions::default(), budget)
            })?;
            let part = |pieces| {
                let of_part = all.map(|kept| kept.coefficient(pieces));
                CountPart { label: Label::Pieces(pieces), numbers: self.numbers(&of_part) }
            };
            let parts = pieces(all.all()).map(part).collect();
            Counted { parts, ..self.counted(&all.map(Polynomial::total)) }
        } else {
            let all = Invariants::find(self.symmetries(), |group| {
                engine.invariant(problem, group, budget)?.count(budget)
            })?;
            self.counted(&all)
        };
        if Arrangement::suiting(problem.rules()) == Arrangement::RowMajor {
            counted.diagram = Some(engine.diagram(problem, budget)?);
        }
        Ok(counted)
    }

    /// The symmetries that the classes or parts need.
    fn symmetries(&self) -> Vec<Symmetry> {
        let is_needed =
            self.counting.up_to_symmetry || self.counting.parts == Some(Parts::Symmetry);
        if is_needed { self.problem.symmetries() } else { Vec::new() }
    }

    /// The solutions and, if they are wanted, their classes.
    fn numbers(&self, all: &Invariants) -> Numbers {
        let classes = self.counting.up_to_symmetry.then(|| all.classes());
        Numbers { solutions: all.all().clone(), classes }
    }

    /// The numbers, and the parts by symmetry if they are wanted.
    fn counted(&self, all: &Invariants) -> Counted {
        let part = |SymmetricSolutions { kind, solutions, classes }| {
            let classes = self.counting.up_to_symmetry.then_some(classes);
            CountPart {
                label: Label::Symmetry(kind.into()),
                numbers: Numbers { solutions, classes },
            }
        };
        let by_symmetry = self.counting.parts == Some(Parts::Symmetry);
        let kinds = if by_symmetry { all.by_kind() } else { Vec::new() };
        Counted {
            numbers: self.numbers(all),
            parts: kinds.into_iter().map(part).collect(),
            diagram: None,
        }
    }
}

/// The range of the numbers of pieces of solutions; 0 if there is no solution.
fn pieces(solutions: &Polynomial) -> RangeInclusive<usize> {
    let fewest = solutions.terms().next().map_or(0, |(pieces, _)| pieces);
    fewest..=solutions.coefficients().len().max(1) - 1
}

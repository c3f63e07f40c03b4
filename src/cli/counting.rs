//! Counts solutions as the options request: by engine, symmetry, part, and number of threads.

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
    Answer, Budget, EngineKind, Invariants, Polynomial, SymmetricSolutions, available_threads, bdd,
    count,
};
use geometry::Symmetry;
use problem::{Decisions, Problem};

/// The settings of a count.
pub(super) struct CountMethod {
    /// The requested engine, if any.
    engine: Option<EngineKind>,
    pub up_to_symmetry: bool,
    pub parts: Option<Parts>,
    pub shard: Option<Shard>,
    threads: NonZeroUsize,
}

/// The property that divides solutions into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parts {
    /// The number of pieces.
    Pieces,
    /// The symmetries of a solution.
    Symmetry,
}

/// The result of counting.
pub(super) struct Counted {
    pub numbers: Numbers,
    /// The parts of the count, if requested.
    pub parts: Vec<CountPart>,
    /// The row diagram of all solutions, if it was built.
    pub diagram: Option<Arc<Diagram>>,
}

/// A part of a count.
pub(super) struct CountPart {
    pub label: Label,
    pub numbers: Numbers,
}

/// The number of solutions, and of their classes if requested.
pub(super) struct Numbers {
    pub solutions: BigUint,
    /// Number of classes up to symmetry, if requested.
    pub classes: Option<BigUint>,
}

impl Parts {
    /// The key of the parts in JSON.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Pieces => "pieces",
            Self::Symmetry => "symmetric",
        }
    }
}

/// The property that all solutions of a part share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "lowercase")]
pub(super) enum Label {
    /// The number of pieces.
    #[strum(to_string = "{0}")]
    Pieces(usize),
    /// The name of the solutions' symmetries; they have no other symmetries.
    #[strum(to_string = "{0}")]
    Symmetry(&'static str),
}

impl Counted {
    /// A count without parts and diagram: a number of solutions, or of classes if `up_to_symmetry` is
    /// true.
    pub(crate) fn plain(number: &BigUint, up_to_symmetry: bool) -> Self {
        let classes = up_to_symmetry.then(|| number.clone());
        let numbers = Numbers { solutions: number.clone(), classes };
        Self { numbers, parts: Vec::new(), diagram: None }
    }
}

impl Numbers {
    /// The number of classes if requested, else the number of solutions.
    pub(crate) fn wanted(&self) -> &BigUint {
        self.classes.as_ref().unwrap_or(&self.solutions)
    }
}

impl CountMethod {
    /// The settings that the arguments define.
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

    /// The settings for counting all solutions or their classes, by any engine.
    pub(crate) fn plain(up_to_symmetry: bool) -> Self {
        let threads = available_threads();
        Self { engine: None, up_to_symmetry, parts: None, shard: None, threads }
    }

    /// True if only the number of solutions is requested, without classes and parts.
    pub(crate) fn is_plain(&self) -> bool {
        !self.up_to_symmetry && self.parts.is_none()
    }

    /// The engine that counts the solutions of a problem.
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
    ) -> Answer<Counted> {
        let budget = &budget.clone().with_threads(self.threads);
        match counter {
            CounterEngine::Count(engine) => self.by_search(engine, problem, budget),
            CounterEngine::Bdd => self.by_diagram(problem, budget),
        }
    }
    fn by_search(
        &self,
        engine: &count::Engine,
        problem: &Problem,
        budget: &Budget,
    ) -> Answer<Counted> {
        if let Some(shard) = self.shard {
            let solutions = engine.solutions(shard, budget)?;
            return Ok(Counted::plain(&solutions, false));
        }
        let kept = |group| engine.invariant(group, budget);
        let all = Invariants::find(self.symmetries(problem), kept)?;
        let mut counted = self.counted(&all);
        if self.parts == Some(Parts::Pieces) {
            let has_any = !counted.numbers.solutions.is_zero();
            let label = Label::Pieces(if has_any { engine.pieces() } else { 0 });
            counted.parts = vec![CountPart { label, numbers: self.numbers(&all) }];
        }
        Ok(counted)
    }

    fn by_diagram(&self, problem: &Problem, budget: &Budget) -> Answer<Counted> {
        let mut engine = bdd::Engine::new();
        let symmetries = self.symmetries(problem);
        let mut counted = if self.parts == Some(Parts::Pieces) {
            let all = Invariants::find(symmetries, |group| {
                engine.invariant(problem, group, budget)?.by_pieces(&Decisions::default(), budget)
            })?;
            let part = |pieces| {
                let of_part = all.map(|kept| kept.coefficient(pieces));
                CountPart { label: Label::Pieces(pieces), numbers: self.numbers(&of_part) }
            };
            let parts = pieces(all.all()).map(part).collect();
            Counted { parts, ..self.counted(&all.map(Polynomial::total)) }
        } else {
            let all = Invariants::find(symmetries, |group| {
                engine.invariant(problem, group, budget)?.count(budget)
            })?;
            self.counted(&all)
        };
        if Arrangement::suiting(problem.rules()) == Arrangement::RowMajor {
            counted.diagram = Some(engine.diagram(problem, budget)?);
        }
        Ok(counted)
    }

    /// The symmetries that classes or parts by symmetry require; empty if neither is requested.
    fn symmetries(&self, problem: &Problem) -> Vec<Symmetry> {
        let is_needed = self.up_to_symmetry || self.parts == Some(Parts::Symmetry);
        if is_needed { problem.symmetries() } else { Vec::new() }
    }

    /// The number of solutions, and of their classes if requested.
    fn numbers(&self, all: &Invariants) -> Numbers {
        let classes = self.up_to_symmetry.then(|| all.classes());
        Numbers { solutions: all.all().clone(), classes }
    }

    /// The numbers, and the parts by symmetry if requested.
    fn counted(&self, all: &Invariants) -> Counted {
        let part = |SymmetricSolutions { kind, solutions, classes }| {
            let classes = self.up_to_symmetry.then_some(classes);
            CountPart {
                label: Label::Symmetry(kind.into()),
                numbers: Numbers { solutions, classes },
            }
        };
        let by_symmetry = self.parts == Some(Parts::Symmetry);
        let kinds = if by_symmetry { all.by_kind() } else { Vec::new() };
        Counted {
            numbers: self.numbers(all),
            parts: kinds.into_iter().map(part).collect(),
            diagram: None,
        }
    }
}

/// The range of the solutions' numbers of pieces; only 0 if there is no solution.
fn pieces(solutions: &Polynomial) -> RangeInclusive<usize> {
    let fewest = solutions.terms().next().map_or(0, |(pieces, _)| pieces);
    fewest..=solutions.coefficients().len().max(1) - 1
}

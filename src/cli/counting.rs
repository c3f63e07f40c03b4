//! Counts solutions with the engine, the symmetry, the part and the threads that the options name.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Context;
use num_bigint::BigUint;

use super::arguments::CountArguments;
use crate::engine::auto::{self, Counter};
use crate::engine::bdd::Diagram;
use crate::engine::count::Shard;
use crate::engine::{
    Budget, EngineKind, Interrupted, Invariants, SymmetricSolutions, available_threads, bdd, count,
};
use crate::geometry::{SymmetryGroup, SymmetryKind};
use crate::problem::Problem;

/// How to count.
pub(super) struct Counting {
    /// The engine asked for, if one was.
    engine: Option<EngineKind>,
    pub up_to_symmetry: bool,
    pub parts: Option<Parts>,
    pub shard: Option<Shard>,
    threads: NonZeroUsize,
}

/// What tells the parts of a count apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parts {
    /// The number of pieces.
    Pieces,
    /// The symmetries that solutions have.
    Symmetry,
}

/// The result of counting.
pub(super) struct Counted {
    pub solutions: BigUint,
    /// The number of classes up to symmetry, if it is wanted.
    pub classes: Option<BigUint>,
    /// The parts of the count, if they are wanted.
    pub parts: Vec<Part>,
    /// The diagram of all solutions, if one was built.
    diagram: Option<Arc<Diagram>>,
}

/// A part of a count.
pub(super) struct Part {
    pub label: Label,
    pub solutions: BigUint,
    /// The number of classes up to symmetry, if it is wanted.
    pub classes: Option<BigUint>,
}

/// What the solutions of a part have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// So many pieces.
    Pieces(usize),
    /// These symmetries and no others.
    Symmetry(SymmetryKind),
}

impl Label {
    /// The number of pieces, if it is one.
    pub fn pieces(self) -> Option<usize> {
        match self {
            Self::Pieces(pieces) => Some(pieces),
            Self::Symmetry(_) => None,
        }
    }

    /// The symmetries, if it is a kind of them.
    pub fn symmetry(self) -> Option<SymmetryKind> {
        match self {
            Self::Pieces(_) => None,
            Self::Symmetry(kind) => Some(kind),
        }
    }
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
    /// The size of the reduced ordered BDD, if the diagram was built.
    pub fn nodes(&self) -> Option<usize> {
        self.diagram.as_ref().map(|diagram| diagram.bdd_nodes())
    }

    /// The number of classes if they are counted, else that of solutions.
    pub fn number(&self) -> &BigUint {
        self.classes.as_ref().unwrap_or(&self.solutions)
    }
}

impl Part {
    /// As [`Counted::number`].
    pub fn number(&self) -> &BigUint {
        self.classes.as_ref().unwrap_or(&self.solutions)
    }
}

impl Counting {
    /// The way of counting that the arguments ask for.
    pub fn new(arguments: &CountArguments) -> Self {
        let engine = arguments.engine.engine.kind();
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

    /// The engine that counts a problem.
    pub fn counter(&self, problem: &Problem) -> anyhow::Result<Counter> {
        auto::counter(problem, self.engine).context("--engine")
    }

    /// Counts the solutions.
    pub fn count(
        &self,
        problem: &Problem,
        counter: &Counter,
        budget: &Budget,
    ) -> Result<Counted, Interrupted> {
        let count =
            Count { counting: self, problem, budget: budget.clone().with_threads(self.threads) };
        match counter {
            Counter::Count(engine) => count.by_search(engine),
            Counter::Bdd => count.by_diagram(),
        }
    }
}

/// One count.
struct Count<'a> {
    counting: &'a Counting,
    problem: &'a Problem,
    budget: Budget,
}

impl Count<'_> {
    fn by_search(&self, engine: &count::Engine) -> Result<Counted, Interrupted> {
        let Self { counting, budget, .. } = self;
        if let Some(shard) = counting.shard {
            return Ok(whole(engine.solutions(shard, counting.threads, budget)?));
        }
        let counted =
            self.counted(|group, budget| engine.invariant(group, counting.threads, budget))?;
        if counting.parts != Some(Parts::Pieces) {
            return Ok(counted);
        }
        // All solutions have equally many pieces.
        let Counted { solutions, classes, .. } = &counted;
        let label = Label::Pieces(engine.pieces());
        let part = Part { label, solutions: solutions.clone(), classes: classes.clone() };
        Ok(Counted { parts: vec![part], ..counted })
    }

    fn by_diagram(&self) -> Result<Counted, Interrupted> {
        let mut engine = bdd::Engine::new();
        let problem = self.problem;
        if self.counting.parts == Some(Parts::Pieces) {
            let diagram = engine.diagram(problem, &self.budget)?;
            let mut by: Vec<BigUint> = Vec::new();
            for solution in diagram.solutions() {
                by.resize(by.len().max(solution.len() + 1), BigUint::ZERO);
                by[solution.len()] += 1_u8;
            }
            let solutions = by.iter().sum();
            let parts = by
                .into_iter()
                .enumerate()
                .map(|(pieces, solutions)| Part {
                    label: Label::Pieces(pieces),
                    solutions,
                    classes: None,
                })
                .collect();
            return Ok(Counted { solutions, classes: None, parts, diagram: Some(diagram) });
        }
        let counted =
            self.counted(|group, budget| engine.invariant(problem, group, budget)?.count(budget))?;
        Ok(Counted { diagram: Some(engine.diagram(problem, &self.budget)?), ..counted })
    }

    /// The solutions, and what is wanted of their symmetries. `kept` are those that a group maps to
    /// themselves.
    fn counted(
        &self,
        mut kept: impl FnMut(SymmetryGroup, &Budget) -> Result<BigUint, Interrupted>,
    ) -> Result<Counted, Interrupted> {
        let Self { counting, problem, budget } = self;
        let mut kept = |group| kept(group, budget);
        if !counting.up_to_symmetry && counting.parts != Some(Parts::Symmetry) {
            return kept(SymmetryGroup::IDENTITY).map(whole);
        }
        let all = Invariants::find(problem.symmetries(), kept)?;
        let part = |of_kind: SymmetricSolutions| Part {
            label: Label::Symmetry(of_kind.kind),
            solutions: of_kind.solutions,
            classes: counting.up_to_symmetry.then_some(of_kind.classes),
        };
        let mut counted = whole(all.all().clone());
        counted.classes = counting.up_to_symmetry.then(|| all.classes());
        if counting.parts == Some(Parts::Symmetry) {
            counted.parts = all.by_kind().into_iter().map(part).collect();
        }
        Ok(counted)
    }
}

/// A count without parts.
fn whole(solutions: BigUint) -> Counted {
    Counted { solutions, classes: None, parts: Vec::new(), diagram: None }
}

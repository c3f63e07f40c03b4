//! Counts solutions with the engine, the symmetry, the part and the threads that the options name.

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Context;
use num_bigint::BigUint;

use super::arguments::CountArguments;
use crate::engine::auto::{self, Counter};
use crate::engine::bdd::Diagram;
use crate::engine::count::Shard;
use crate::engine::{Budget, EngineKind, Interrupted, available_threads, bdd};
use crate::problem::Problem;

/// How to count.
pub(super) struct Counting {
    /// The engine asked for, if one was.
    engine: Option<EngineKind>,
    up_to_symmetry: bool,
    pub shard: Option<Shard>,
    threads: NonZeroUsize,
}

/// The result of counting.
pub(super) struct Counted {
    pub solutions: BigUint,
    /// The diagram of all solutions, if one was built.
    diagram: Option<Arc<Diagram>>,
}

impl Counted {
    /// The size of the reduced ordered BDD, if the diagram was built.
    pub fn nodes(&self) -> Option<usize> {
        self.diagram.as_ref().map(|diagram| diagram.bdd_nodes())
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
            shard,
            threads: arguments.threads.unwrap_or_else(available_threads),
        }
    }

    /// The engine that counts a problem.
    pub fn counter(&self, problem: &Problem) -> anyhow::Result<Counter> {
        let option = if self.shard.is_some() { "--shard" } else { "--engine" };
        auto::counter(problem, self.engine).context(option)
    }

    /// Counts the solutions.
    pub fn count(
        &self,
        problem: &Problem,
        counter: &Counter,
        budget: &Budget,
    ) -> Result<Counted, Interrupted> {
        let budget = &budget.clone().with_threads(self.threads);
        let (solutions, diagram) = match counter {
            Counter::Count(engine) if self.up_to_symmetry => {
                (engine.classes(self.threads, budget)?, None)
            }
            Counter::Count(engine) => {
                let shard = self.shard.unwrap_or(Shard::WHOLE);
                (engine.solutions(shard, self.threads, budget)?, None)
            }
            Counter::Bdd if self.up_to_symmetry => {
                let classes = bdd::Engine::new().classes(problem, budget)?;
                (classes.number().clone(), Some(Arc::clone(classes.diagram())))
            }
            Counter::Bdd => {
                let diagram = bdd::Engine::new().diagram(problem, budget)?;
                (diagram.count(budget)?, Some(diagram))
            }
        };
        Ok(Counted { solutions, diagram })
    }
}

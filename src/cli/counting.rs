//! Who counts, and how: what a number of solutions is asked with.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, ensure};
use num_bigint::BigUint;

use super::arguments::CountArguments;
use crate::engine::auto::{self, Kind};
use crate::engine::count::Shard;
use crate::engine::{Budget, Interrupted, bdd, count};
use crate::problem::Problem;

/// How to count.
pub(super) struct Counting {
    choice: Option<Kind>,
    up_to_symmetry: bool,
    pub shard: Option<Shard>,
    threads: NonZeroUsize,
}

/// Who counts a problem.
pub(super) enum Counter {
    /// By the diagram.
    Bdd,
    /// By search.
    Count(count::Engine),
}

/// What was counted.
pub(super) struct Counted {
    pub solutions: BigUint,
    /// Of the reduced ordered BDD, if there is one.
    pub nodes: Option<usize>,
}

impl Counting {
    /// Validates the arguments.
    pub fn new(arguments: &CountArguments) -> anyhow::Result<Self> {
        let choice = arguments.engine.engine.kind();
        let shard = arguments.shard;
        ensure!(
            shard.is_none() || choice != Some(Kind::Bdd),
            "--shard: parts are counted by the engine 'count' only, not by 'bdd'"
        );
        Ok(Self {
            choice: if shard.is_some() { Some(Kind::Count) } else { choice },
            up_to_symmetry: arguments.up_to_symmetry,
            shard,
            threads: arguments.threads.unwrap_or_else(available_threads),
        })
    }

    /// Who counts a problem: whoever was chosen, or else who is probably sooner done.
    pub fn counter(&self, problem: &Problem) -> anyhow::Result<Counter> {
        Ok(match self.choice.unwrap_or_else(|| auto::counter(problem)) {
            Kind::Count => Counter::Count(count::Engine::new(problem).context("--engine")?),
            Kind::Bdd | Kind::Sat | Kind::Search => Counter::Bdd,
        })
    }

    /// Counts.
    pub fn count(
        &self,
        problem: &Problem,
        counter: &Counter,
        budget: &Budget,
    ) -> Result<Counted, Interrupted> {
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
        Ok(Counted { solutions, nodes: diagram.map(|diagram| diagram.bdd_nodes()) })
    }
}

impl Counter {
    /// The engine's name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Bdd => Kind::Bdd.name(),
            Self::Count(_) => Kind::Count.name(),
        }
    }
}

/// As many threads as there are cores.
pub(super) fn available_threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

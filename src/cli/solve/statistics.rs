use std::fmt;

use serde::Serialize;

use super::choice::PrintedSolutions;
use super::printed::Printed;
use crate::format::milliseconds;
use crate::task::Task;
use engine::sat::Effort;
use engine::{EngineKind, Interrupted, search};

/// Statistics of the run.
#[derive(Serialize)]
pub(super) struct RunStatistics {
    pub engine: &'static str,
    /// Solutions printed.
    pub printed: u64,
    /// The size of the reduced ordered BDD, terminals included.
    pub nodes: Option<usize>,
    /// The effort of the search.
    #[serde(flatten)]
    pub search: Option<SearchFacts>,
    /// The effort of the SAT engine.
    #[serde(flatten)]
    pub effort: Option<SatFacts>,
    /// The seed of random solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    pub elapsed_ms: f64,
    /// The time at which each solution was found, with `--stats`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_ms: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<String>,
}

impl RunStatistics {
    pub(super) fn new(
        task: &Task,
        engine: EngineKind,
        choice: PrintedSolutions,
        printed: &Printed,
    ) -> Self {
        Self {
            engine: engine.into(),
            printed: printed.solutions,
            nodes: None,
            search: None,
            effort: None,
            seed: choice.seed().map(|seed| seed.to_string()),
            elapsed_ms: milliseconds(task.budget.elapsed()),
            found_ms: None,
            interrupted: printed.interrupted.as_ref().map(Interrupted::to_string),
        }
    }
}

/// The effort of the search, for text and JSON.
#[derive(Serialize)]
pub(super) struct SearchFacts {
    failures: u64,
    branches: u64,
    propagations: u64,
    removals: u64,
    restarts: u64,
}

impl From<search::Statistics> for SearchFacts {
    fn from(statistics: search::Statistics) -> Self {
        let search::Statistics { failures, branches, propagations, removals, restarts, .. } =
            statistics;
        Self { failures, branches, propagations, removals, restarts }
    }
}

impl fmt::Display for SearchFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { failures, branches, propagations, removals, restarts } = self;
        write!(
            f,
            "failures: {failures}, branches: {branches}, propagations: {propagations}, removals: \
             {removals}, restarts: {restarts}"
        )
    }
}

/// The effort of the SAT engine, for text and JSON.
#[derive(Serialize)]
pub(super) struct SatFacts {
    conflicts: u64,
    decisions: u64,
    propagations: u64,
}

impl From<Effort> for SatFacts {
    fn from(effort: Effort) -> Self {
        let Effort { conflicts, decisions, propagations } = effort;
        Self { conflicts, decisions, propagations }
    }
}

impl fmt::Display for SatFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { conflicts, decisions, propagations } = self;
        write!(f, "{conflicts} conflicts, {decisions} decisions, {propagations} propagations")
    }
}

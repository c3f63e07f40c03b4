use serde::{Serialize, Serializer};

use engine::sat::SolverEffort;
use engine::search;
use engine::search::PropagatorCounts;

/// The statistics of a run.
#[derive(Default, Serialize)]
pub(super) struct RunStatistics {
    pub engine: &'static str,
    /// The number of printed solutions.
    pub printed: u64,
    /// The number of nodes of the reduced ordered BDD, terminals included.
    pub nodes: Option<usize>,
    /// The effort of the search or the SAT engine, by name.
    #[serde(flatten, serialize_with = "as_entries")]
    pub effort: Vec<(&'static str, u64)>,
    /// The number of propagators that the search posts, by name.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_entries")]
    pub posted: Vec<(&'static str, u64)>,
    /// The number of runs of each propagator of the search, by name.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_entries")]
    pub propagators: Vec<(&'static str, u64)>,
    /// The seed of random solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    pub elapsed_ms: f64,
    /// The time at which each solution was found, in milliseconds, if `--stats` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_ms: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<String>,
}

/// Serializes named numbers as the entries of an object.
pub(super) fn as_entries<S: Serializer>(
    entries: &[(&'static str, u64)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().copied())
}

impl RunStatistics {
    /// Adds the effort of a search, and the propagators that it posts.
    pub(super) fn add_search(&mut self, posted: PropagatorCounts, effort: search::Statistics) {
        self.posted = posted.iter().collect();
        self.effort = vec![
            ("failures", effort.failures),
            ("branches", effort.branches),
            ("propagations", effort.propagations()),
            ("removals", effort.removals),
            ("restarts", effort.restarts),
        ];
        self.propagators = effort.runs.iter().collect();
    }

    /// Adds the effort of the SAT engine.
    pub(super) fn add_sat(&mut self, effort: SolverEffort) {
        self.effort = vec![
            ("conflicts", effort.conflicts),
            ("decisions", effort.decisions),
            ("propagations", effort.propagations),
        ];
    }
}

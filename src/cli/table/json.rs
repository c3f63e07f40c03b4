//! Tables as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::counting::{Breakdown, CountMethod, Counted, Label};
use crate::verify::Verification;
use export::ProblemFacts;
use problem::Problem;

/// A table of counts by size.
#[derive(Serialize)]
pub(super) struct SizeTable {
    #[serde(flatten)]
    problem: ProblemFacts,
    /// True if the rows contain numbers of classes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    up_to_symmetry: bool,
    /// True if all sizes were counted.
    pub exact: bool,
    pub sizes: Vec<SizeRow>,
    /// The time for all sizes.
    pub elapsed_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<String>,
}

/// A row of the table. The size may not have been counted.
#[derive(Serialize)]
pub(super) struct SizeRow {
    /// The name of the size: a number for a square, otherwise a text.
    pub size: serde_json::Value,
    pub solutions: Option<String>,
    #[serde(flatten)]
    pub breakdown: Option<BreakdownFacts>,
    pub engine: &'static str,
    pub elapsed_ms: f64,
    #[serde(flatten)]
    pub verification: Option<Verification>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<String>,
}

impl SizeTable {
    /// A table without rows. `problem` is one of its boards.
    pub(super) fn new(problem: &Problem, counting: &CountMethod) -> Self {
        let (problem, sizes) = (ProblemFacts::of_sizes(problem), Vec::new());
        let up_to_symmetry = counting.up_to_symmetry;
        Self { problem, up_to_symmetry, exact: true, sizes, elapsed_ms: 0.0, interrupted: None }
    }
}

/// The breakdown of a count, in an entry whose key names the property. Without a breakdown there is no entry.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct BreakdownFacts(BTreeMap<&'static str, Vec<BreakdownFact>>);

#[derive(Serialize)]
struct BreakdownFact {
    #[serde(flatten)]
    label: Label,
    solutions: String,
}

impl BreakdownFacts {
    /// The breakdown of a count. `kind` is `None` if the count has none.
    pub(crate) fn new(counted: &Counted, kind: Option<Breakdown>) -> Self {
        let facts = counted.rows.iter().map(|row| {
            let solutions = row.numbers.target_count().to_string();
            BreakdownFact { label: row.label, solutions }
        });
        Self(kind.map(|kind| (kind.key(), facts.collect())).into_iter().collect())
    }
}

//! Tables as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::counting::{CountMethod, Counted, Label, Parts};
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
    pub parts: Option<PartFacts>,
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

/// The parts of a count, in an entry whose key names the property that divides them. Without parts
/// there is no entry.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct PartFacts(BTreeMap<&'static str, Vec<PartFact>>);

#[derive(Serialize)]
struct PartFact {
    #[serde(flatten)]
    label: Label,
    solutions: String,
}

impl PartFacts {
    /// The parts of a count. `kind` is `None` if the count has no parts.
    pub(crate) fn new(counted: &Counted, kind: Option<Parts>) -> Self {
        let facts = counted.parts.iter().map(|part| {
            let solutions = part.numbers.wanted().to_string();
            PartFact { label: part.label, solutions }
        });
        Self(kind.map(|kind| (kind.key(), facts.collect())).into_iter().collect())
    }
}

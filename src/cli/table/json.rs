//! Tables as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::verify::Verification;
use engine::counting::{Breakdown, Counted, Label};

/// A table of counts by size.
#[derive(Serialize)]
pub(super) struct SizeTable {
    /// True if the rows contain numbers of classes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub up_to_symmetry: bool,
    pub sizes: Vec<SizeRow>,
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

/// The breakdown of a count, in an entry whose key names the property. Without a breakdown there is no entry.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct BreakdownFacts(BTreeMap<&'static str, Vec<BreakdownFact>>);

#[derive(Serialize)]
struct BreakdownFact {
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<&'static str>,
    solutions: String,
}

impl BreakdownFacts {
    /// The breakdown of a count. `kind` is `None` if the count has none.
    pub(crate) fn new(counted: &Counted, kind: Option<Breakdown>) -> Self {
        let facts = counted.rows.iter().map(|row| {
            let solutions = row.numbers.target_count().to_string();
            let (pieces, symmetry) = match row.label {
                Label::Pieces(pieces) => (Some(pieces), None),
                Label::Symmetry(kind) => (None, Some(kind.into())),
            };
            BreakdownFact { pieces, symmetry, solutions }
        });
        Self(kind.map(|kind| (kind.into(), facts.collect())).into_iter().collect())
    }
}

//! Tables as JSON.

use std::time::Duration;

use serde::Serialize;

use super::sizes::TableSize;
use crate::counting::{CountMethod, CountPart, Counted, Parts};
use crate::exit::NotCounted;
use crate::format::{self, milliseconds};
use crate::verify::Verification;
use engine::{EngineKind, Interrupted};
use export::RuleFacts;
use problem::Rules;

/// A table of sizes.
#[derive(Serialize)]
pub(super) struct SizeTable {
    #[serde(flatten)]
    rules: RuleFacts,
    /// True if the rows count classes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    up_to_symmetry: bool,
    /// True if all sizes were counted.
    exact: bool,
    sizes: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

#[derive(Serialize)]
struct Row {
    size: Name,
    solutions: Option<String>,
    #[serde(flatten)]
    parts: PartFacts,
    engine: &'static str,
    elapsed_ms: f64,
    #[serde(flatten)]
    verification: Option<Verification>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// The name of a size.
#[derive(Serialize)]
#[serde(untagged)]
enum Name {
    Number(u16),
    Text(String),
}

impl SizeTable {
    pub(super) fn new(rules: &Rules, counting: &CountMethod) -> Self {
        Self {
            rules: rules.into(),
            up_to_symmetry: counting.up_to_symmetry,
            exact: true,
            sizes: Vec::new(),
            interrupted: None,
        }
    }

    /// Adds the row of a size.
    pub(super) fn add(
        &mut self,
        size: TableSize,
        counted: Result<&Counted, &Interrupted>,
        (parts, engine, elapsed): (Option<Parts>, EngineKind, Duration),
    ) {
        let facts = counted.map(|counted| PartFacts::new(&counted.parts, parts));
        let text = || Name::Text(size.to_string());
        self.sizes.push(Row {
            size: size.number().map_or_else(text, Name::Number),
            solutions: counted.ok().map(|counted| counted.numbers.wanted().to_string()),
            parts: facts.unwrap_or_default(),
            engine: engine.into(),
            elapsed_ms: milliseconds(elapsed),
            verification: None,
            interrupted: counted.err().map(ToString::to_string),
        });
    }

    /// Adds to the last row who verified it.
    pub(super) fn verified(&mut self, verification: Option<&Verification>) {
        if let Some(row) = self.sizes.last_mut() {
            row.verification = verification.cloned();
        }
    }

    /// Prints the table.
    pub(super) fn print(mut self, missing: Option<&NotCounted>) -> std::io::Result<()> {
        self.exact = missing.is_none();
        self.interrupted = missing.map(ToString::to_string);
        format::print_json(&self)
    }
}

/// The parts of a count.
#[derive(Default, Serialize)]
pub(crate) struct PartFacts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<OfPieces>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetric: Option<Vec<OfSymmetry>>,
}

#[derive(Serialize)]
struct OfPieces {
    pieces: usize,
    solutions: String,
}

#[derive(Serialize)]
struct OfSymmetry {
    symmetry: &'static str,
    solutions: String,
}

impl PartFacts {
    /// The facts of parts of a kind, if there is one.
    pub(crate) fn new(all: &[CountPart], kind: Option<Parts>) -> Self {
        let by_pieces = |part: &CountPart| {
            let solutions = part.numbers.wanted().to_string();
            Some(OfPieces { pieces: part.label.pieces()?, solutions })
        };
        let by_symmetry = |part: &CountPart| {
            let solutions = part.numbers.wanted().to_string();
            Some(OfSymmetry { symmetry: part.label.symmetry()?.into(), solutions })
        };
        let of = |parts| kind == Some(parts);
        Self {
            pieces: of(Parts::Pieces).then(|| all.iter().filter_map(by_pieces).collect()),
            symmetric: of(Parts::Symmetry).then(|| all.iter().filter_map(by_symmetry).collect()),
        }
    }
}

//! Diagrams, positions and models in other programs' formats, and drawings.
//!
//! A [`Graph`] is the reduced ordered BDD of a problem or of a single rule. It becomes a drawing
//! ([`svg`]) or Graphviz text ([`dot`]). JSON ([`json`]), CUDD's text ([`dddmp`]) and the BDD library's binary
//! format ([`bytes`]) are written node by node, also from a [`Stream`], whose BDD is never built. Its growth rule by rule becomes a series of drawings ([`slides`]). A problem becomes clauses ([`dimacs`]) or a constraint model ([`minizinc`]); a position becomes a
//! [`Picture`], and what a terminal shows a [`screen`].

mod dddmp;
mod dimacs;
mod dot;
pub mod face;
mod facts;
mod format;
mod graph;
mod growth;
mod json;
mod minizinc;
mod picture;
mod screen;
mod source;
mod svg;
mod xml;

use std::io;

pub use dddmp::dddmp;
pub use dimacs::dimacs;
pub use dot::dot;
pub use facts::{DiagramFacts, ProblemFacts, RuleFacts};
pub use format::{DiagramFormat, Format, FormatKind, GraphFormat, NodeFormat, NodeLimit};
pub use graph::Graph;
pub use growth::{Slide, is_slide, slides};
pub use json::{bytes, json};
pub use minizinc::{MinizincModel, NoModel, minizinc};
pub use picture::drawn_state;
pub use picture::{MOST_CELLS, Picture, PictureKind, Shown, sheet, state_word};
pub use screen::{Character, screen};
pub use source::{NodeSource, Stream};
pub use svg::{MOST_WITH_ZERO, silhouette, svg};

use crate::face::Figure;
use engine::Interrupted;
use engine::bdd::TooManyVariables;
use files::FileError;
use geometry::{Cell, Piece};
use problem::{DecisionError, KnownPuzzle, Problem, Rules, Value};

/// Why something could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A budget ended first.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// There are more variables than the BDD library allows.
    #[error(transparent)]
    Variables(#[from] TooManyVariables),
    /// The cell of a board rule is off the grid or a hole.
    #[error(transparent)]
    Cell(#[from] DecisionError),
    /// The problem has no such model.
    #[error(transparent)]
    Model(#[from] NoModel),
    /// The format has no limit of cost.
    #[error("the clauses of '{0}' keep no limit of cost; use 'minizinc', 'bdd' or 'dddmp'")]
    Limit(&'static str),
    /// The diagram is too large for its format.
    #[error(
        "the diagram has {nodes} nodes, more than the {most} that are exported this way; {way_out}"
    )]
    TooLarge {
        /// The number of nodes.
        nodes: usize,
        /// The largest number allowed.
        most: usize,
        /// What to do instead.
        way_out: &'static str,
    },
    /// The file cannot be opened or replaced.
    #[error(transparent)]
    File(#[from] FileError),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// How the pieces of a board are drawn: those of a known puzzle as people know them, however they move.
#[must_use]
pub fn figure(rules: &Rules) -> Figure {
    match rules.known_puzzle() {
        Some(KnownPuzzle::ColouredQueens) => Figure::new(&Piece::default()),
        Some(KnownPuzzle::StarBattle { .. }) => Figure::star(),
        None => Figure::new(rules.piece()),
    }
}

/// A line that names a problem: size, piece, rules, holes and decisions (their number if they are many).
#[must_use]
pub fn title(problem: &Problem) -> String {
    let rules = problem.rules();
    let torus = if rules.grid().is_torus() { " torus" } else { "" };
    let needs: Vec<String> = rules.requirements().iter().map(ToString::to_string).collect();
    let mut parts = vec![format!("{}{torus}, {}", rules.size(), rules.name())];
    // The name of a known puzzle says what it needs.
    if rules.known_puzzle().is_none() && needs != ["rows"] && !needs.is_empty() {
        parts[0] = format!("{}, {}", parts[0], needs.join(", "));
    }
    if !rules.has_board_rule() {
        parts[0].push_str(", pieces may attack each other");
    }
    if let Some(limit) = rules.max_cost() {
        parts[0] = format!("{}, cost at most {limit}", parts[0]);
    }
    let names = |cells: &mut dyn Iterator<Item = Cell>| -> Vec<String> {
        cells.map(|cell| cell.to_string()).collect()
    };
    let decided = |value| names(&mut problem.decisions().cells(value));
    for (word, cells) in [
        ("holes", names(&mut rules.grid().holes().iter())),
        ("placed", decided(Value::Placed)),
        ("excluded", decided(Value::Excluded)),
    ] {
        match cells.len() {
            0 => {}
            1..=8 => parts.push(format!("{word}: {}", cells.join(", "))),
            many => parts.push(format!("{word}: {many} cells")),
        }
    }
    parts.join("; ")
}

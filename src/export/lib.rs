//! Diagrams, positions and models in other programs' formats, and drawings.
//!
//! A [`Graph`] is the reduced ordered BDD of a problem or of a single rule. It becomes a drawing
//! ([`svg`]) or Graphviz text ([`dot`]). JSON ([`json`]), CUDD's text ([`dddmp`]) and the BDD library's binary
//! format ([`bytes`]) are written node by node, also from a [`NodeSource`] whose BDD is never built. Its growth rule by rule becomes a series of drawings ([`slides`]). A problem becomes clauses ([`dimacs`]) or a constraint model ([`minizinc`]); a position becomes a
//! [`Picture`], and what a terminal shows a [`screen`].

mod dddmp;
mod dimacs;
mod dot;
mod error;
pub mod face;
mod facts;
mod figure;
mod format;
mod graph;
mod growth;
mod json;
mod minizinc;
mod picture;
mod screen;
mod source;
mod svg;
mod title;
mod xml;

pub use dddmp::dddmp;
pub use dimacs::dimacs;
pub use dot::dot;
pub use error::{ExportError, NoModel};
pub use facts::{DiagramFacts, ProblemFacts, RuleFacts};
pub use figure::figure;
pub use format::{ExportPlan, Format, NodeLimit, Prepared, RuleDiagram};
pub use graph::Graph;
pub use growth::{Slide, is_slide, slides};
pub use json::{bytes, json};
pub use minizinc::{MinizincModel, minizinc};
pub use picture::drawn_state;
pub use picture::{MOST_CELLS, Picture, PictureKind, Shown, sheet, state_word};
pub use screen::{Character, screen};
pub use source::NodeSource;
pub use svg::{MOST_WITH_ZERO, silhouette, svg};
pub use title::title;

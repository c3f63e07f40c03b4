//! Diagrams, positions and models in the formats of other programs, and drawings.
//!
//! A [`Graph`] is the reduced ordered BDD of a problem or of a single rule. It is drawn as SVG
//! ([`svg()`]) or written as Graphviz text ([`dot()`]). JSON ([`json()`]), CUDD's text ([`dddmp()`]) and the
//! BDD library's binary format ([`bdd_bytes`]) are written node by node, also from a [`NodeSource`] whose
//! BDD is never built.
//!
//! The growth of a diagram, its reduction and its restriction, and the steps of a solution are series of drawings
//! ([`slides()`], [`step_slides`]). A problem is written as
//! clauses ([`dimacs()`]) or as a constraint model ([`minizinc()`]). A position is drawn as a [`Picture`],
//! and the content of a terminal window as a [`screen()`]. A small diagram is laid out in characters ([`text_graph`]). A page for a browser has a position that can
//! be continued there.

#[cfg(test)]
mod brute_force;
mod dddmp;
mod decision_tree;
mod diagram_file;
mod dimacs;
mod dot;
mod drawn_alone;
mod drawn_diagram;
mod drawn_series;
mod error;
pub mod face;
mod facts;
mod figure;
mod format;
mod graph;
mod html;
mod json;
mod layered;
mod minizinc;
mod picture;
mod screen;
mod slides;
mod source;
mod steps;
mod svg;
pub mod text_graph;
mod title;
mod xml;

pub use dddmp::dddmp;
pub use diagram_file::{DiagramFile, NodeFacts, VariableCells};
pub use dimacs::dimacs;
pub use dot::dot;
pub use drawn_alone::DrawnAlone;
pub use drawn_diagram::{
    DiagramRequest, DrawnDiagram, DrawnOrder, NotDrawn, OrderRequest, OrderSource, read_order,
    size_in_order,
};
pub use drawn_series::{
    DrawnSeries, DrawnStage, ExplainedStep, NoSeries, NodeLabels, Operand, SeriesRequest,
    StageSubject,
};
pub use engine::bdd::ConjunctCells;
pub use error::{ExportError, UnsuitableModel};
pub use facts::{DiagramFacts, ProblemObject};
pub use figure::figure;
pub use format::{ExportPlan, Format, NodeLimit, Prepared, RuleDiagram};
pub use graph::Graph;
pub use html::{PageBoard, page};
pub use json::{bdd_bytes, json};
pub use layered::LayeredGraph;
pub use minizinc::{MinizincModel, ground_catalogue, minizinc};
pub use picture::drawn_state;
pub use picture::{MAX_CELLS, Picture, PictureKind, sheet, state_word};
pub use screen::{Character, screen};
pub use slides::{Slide, is_slide, slides};
pub use source::NodeSource;
pub use steps::step_slides;
pub use svg::{MAX_NODES_WITH_ZERO, svg};
pub use title::title;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use itertools::Itertools;
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use super::dddmp::dddmp;
use super::dimacs::dimacs;
use super::dot::dot;
use super::error::ExportError;
use super::facts::DiagramFacts;
use super::graph::Graph;
use super::json::{bytes, json};
use super::minizinc::minizinc;
use super::source::{NodeSource, Stream};
use super::svg::{MOST_WITH_ZERO, svg};
use engine::Budget;
use engine::bdd::{Arrangement, Diagram, VariableOrder, compile};
use problem::Problem;

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// A drawing of the diagram.
    Svg,
    /// The diagram for Graphviz.
    Dot,
    /// The diagram as JSON.
    Json,
    /// The diagram as the BDD library's bytes.
    Bdd,
    /// The diagram as text that CUDD reads.
    Dddmp,
    /// Clauses.
    Dimacs,
    /// A constraint model.
    Minizinc,
}

/// What a format is written from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatKind {
    /// Rules and decisions, as clauses.
    Clauses,
    /// Rules and decisions, as constraints.
    Constraints,
    /// The diagram.
    Diagram(DiagramFormat),
}

/// How a format takes the nodes of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramFormat {
    /// One by one.
    Nodes(NodeFormat),
    /// All at once.
    Graph(GraphFormat),
}

/// A format that is written node by node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeFormat {
    /// [`Format::Json`].
    Json,
    /// [`Format::Bdd`].
    Bdd,
    /// [`Format::Dddmp`].
    Dddmp,
}

/// A format that needs all nodes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// [`Format::Svg`].
    Svg,
    /// [`Format::Dot`].
    Dot,
}

/// The most nodes that are written by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLimit {
    /// The number of nodes.
    pub most: usize,
    /// What to do about more nodes.
    pub way_out: &'static str,
}

impl Format {
    /// The format that belongs to a file name extension.
    ///
    /// ```
    /// # use export::Format;
    /// assert_eq!(Format::of_file("eight.svg".as_ref()), Some(Format::Svg));
    /// assert_eq!(Format::of_file("eight.txt".as_ref()), None);
    /// ```
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        Self::iter().find(|format| format.extensions().contains(&ending.as_str()))
    }

    /// The file name extensions of the format, the usual one first.
    #[must_use]
    pub(crate) const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Svg => &["svg"],
            Self::Dot => &["dot", "gv"],
            Self::Json => &["json"],
            Self::Bdd => &["bdd"],
            Self::Dddmp => &["dddmp"],
            Self::Dimacs => &["cnf", "dimacs"],
            Self::Minizinc => &["mzn"],
        }
    }

    /// The usual endings of files of all formats: `.svg, .dot, …`.
    #[must_use]
    pub fn endings() -> String {
        Self::iter().map(|format| format!(".{}", format.extensions()[0])).join(", ")
    }

    /// What it is written from.
    #[must_use]
    pub const fn kind(self) -> FormatKind {
        use DiagramFormat::{Graph, Nodes};
        FormatKind::Diagram(match self {
            Self::Svg => Graph(GraphFormat::Svg),
            Self::Dot => Graph(GraphFormat::Dot),
            Self::Json => Nodes(NodeFormat::Json),
            Self::Bdd => Nodes(NodeFormat::Bdd),
            Self::Dddmp => Nodes(NodeFormat::Dddmp),
            Self::Dimacs => return FormatKind::Clauses,
            Self::Minizinc => return FormatKind::Constraints,
        })
    }

    /// True if the diagram is written, so that it must be built first.
    #[must_use]
    pub const fn is_diagram(self) -> bool {
        match self.kind() {
            FormatKind::Diagram(_) => true,
            FormatKind::Clauses | FormatKind::Constraints => false,
        }
    }

    /// The largest number of nodes that is written by default, if there is a limit. Larger drawings
    /// cannot be read, and larger texts are rarely wanted.
    #[must_use]
    pub const fn node_limit(self) -> Option<NodeLimit> {
        match self {
            Self::Svg => Some(NodeLimit {
                most: 500,
                way_out: "a smaller size or more decisions make it smaller",
            }),
            Self::Dot | Self::Json => {
                Some(NodeLimit { most: 100_000, way_out: "'bdd' has no such limit" })
            }
            Self::Bdd | Self::Dddmp | Self::Dimacs | Self::Minizinc => None,
        }
    }

    /// Writes a problem: rules and decisions.
    ///
    /// # Errors
    /// When the diagram is too large for the format, the budget ends, or it cannot be written.
    pub fn write(
        self,
        problem: &Problem,
        budget: &Budget,
        out: &mut dyn Write,
    ) -> Result<(), ExportError> {
        match self.kind() {
            FormatKind::Clauses => dimacs(problem, budget, out),
            FormatKind::Constraints => minizinc(problem, None, out),
            FormatKind::Diagram(DiagramFormat::Nodes(format)) => {
                let (diagram, nodes) = self.diagram(problem, budget)?;
                let stream = Stream::new(&diagram, nodes, budget)?;
                format.write(&stream, &DiagramFacts::new(problem, None), budget, out)
            }
            FormatKind::Diagram(DiagramFormat::Graph(format)) => {
                let (diagram, nodes) = self.diagram(problem, budget)?;
                let graph = Graph::of_problem(problem, &diagram, nodes, budget)?;
                let text = format.text(&graph, format.shows_zero(nodes), budget)?;
                Ok(out.write_all(text.as_bytes())?)
            }
        }
    }

    /// The diagram of a problem with its number of nodes, unless it is too large for the format.
    fn diagram(self, problem: &Problem, budget: &Budget) -> Result<(Diagram, usize), ExportError> {
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), Arrangement::default()));
        let diagram = compile(problem, &order, budget)?.diagram;
        let nodes = diagram.bdd_size(budget)?.nodes;
        match self.node_limit().filter(|limit| nodes > limit.most) {
            Some(NodeLimit { most, way_out }) => {
                Err(ExportError::TooLarge { nodes, most, way_out })
            }
            None => Ok((diagram, nodes)),
        }
    }
}

impl NodeFormat {
    /// Writes the nodes of a diagram. Only JSON has the `facts`.
    ///
    /// # Errors
    /// When the budget ends, or it cannot be written.
    pub fn write(
        self,
        source: &impl NodeSource,
        facts: &DiagramFacts,
        budget: &Budget,
        out: &mut dyn Write,
    ) -> Result<(), ExportError> {
        match self {
            Self::Json => json(source, facts, out),
            Self::Bdd => bytes(source, out),
            Self::Dddmp => dddmp(source, budget, out),
        }
    }
}

impl GraphFormat {
    /// True if the terminal 0 is shown in a diagram with so many `nodes`, unless told otherwise.
    #[must_use]
    pub const fn shows_zero(self, nodes: usize) -> bool {
        match self {
            Self::Svg => nodes <= MOST_WITH_ZERO,
            Self::Dot => true,
        }
    }

    /// The number of nodes above which the program that draws the format takes minutes, with the edges to 0
    /// or without; `None` if no other program draws it. Measured with Graphviz 2.43: with these edges, 581 nodes
    /// take 6 s and 1101 nodes more than 100 s; without them, 2969 nodes take 20 s and 9559 more than 150 s.
    #[must_use]
    pub const fn most_drawn(self, zero: bool) -> Option<usize> {
        match (self, zero) {
            (Self::Svg, _) => None,
            (Self::Dot, true) => Some(500),
            (Self::Dot, false) => Some(3000),
        }
    }

    /// The text of a diagram, with the terminal 0 or without.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn text(self, graph: &Graph, zero: bool, budget: &Budget) -> Result<String, ExportError> {
        match self {
            Self::Svg => Ok(svg(graph, zero, budget)?),
            Self::Dot => {
                let mut text = Vec::new();
                dot(graph, zero, &mut text)?;
                Ok(String::from_utf8_lossy(&text).into_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::Rules;

    fn written(size: u16, format: Format) -> Result<String, ExportError> {
        let mut text = Vec::new();
        let problem = Problem::new(Rules::queens(size).unwrap());
        format.write(&problem, &Budget::default(), &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    #[test]
    fn each_format_begins_as_it_does() {
        for format in Format::iter() {
            let beginning = match format {
                Format::Svg => "<svg",
                Format::Dot => "digraph",
                Format::Json => "{\"rows\":4",
                // Variable, low and high of the terminal 0: 16 variables, then twice itself.
                Format::Bdd => "\u{10}\0\0\0\0\0\0\0\0\0",
                Format::Dddmp => ".ver DDDMP-2.0",
                Format::Dimacs => "c ",
                Format::Minizinc => "% 4",
            };
            let text = written(4, format).unwrap();
            assert!(text.starts_with(beginning), "{format:?}: {text}");
        }
    }

    #[test]
    fn every_format_has_an_ending_of_its_own() {
        let named = |format: Format, ending: &str| {
            let path = format!("diagram.{}", ending.to_uppercase());
            assert_eq!(Format::of_file(path.as_ref()), Some(format), "{ending}");
        };
        for format in Format::iter() {
            format.extensions().iter().for_each(|ending| named(format, ending));
        }
        assert_eq!(Format::endings(), ".svg, .dot, .json, .bdd, .dddmp, .cnf, .mzn");
    }

    #[test]
    fn a_diagram_too_large_to_be_drawn_is_refused_with_a_sentence() {
        assert_eq!(
            written(8, Format::Svg).unwrap_err().to_string(),
            "the diagram has 2453 nodes, more than the 500 that are exported this way; a smaller size \
             or more decisions make it smaller"
        );
    }
}

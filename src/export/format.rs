use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use itertools::Itertools;
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use super::dddmp::dddmp;
use super::dimacs::dimacs;
use super::dot::dot;
use super::drawn_alone::DrawnAlone;
use super::drawn_diagram::DiagramRequest;
use super::error::{ExportError, Exported};
use super::facts::DiagramFacts;
use super::graph::Graph;
use super::html::{self, page};
use super::json::{bdd_bytes, json};
use super::minizinc::{MinizincModel, minizinc};
use super::source::NodeSource;
use super::svg::{MAX_NODES_WITH_ZERO, svg};
use engine::bdd::{Arrangement, Diagram, SingleRule, VariableOrder, compile};
use engine::{Answer, Budget, DiagramKind};
use problem::{Assist, Problem};

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// The diagram as a drawing.
    Svg,
    /// The diagram for Graphviz.
    Dot,
    /// The diagram as JSON.
    Json,
    /// The diagram in the BDD library's binary format.
    Bdd,
    /// The diagram as text for CUDD.
    Dddmp,
    /// The problem as clauses in DIMACS form.
    Dimacs,
    /// The problem as a constraint model in MiniZinc.
    Minizinc,
    /// The board as a page for a browser.
    Html,
}

/// The default limit on the number of nodes of a format. Larger drawings are unreadable, and larger
/// texts are rarely wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLimit {
    /// Maximum number of nodes.
    pub max_nodes: usize,
    /// The advice to the user if there are more nodes.
    pub way_out: &'static str,
}

/// Writes rules and decisions.
type ProblemWriter = fn(&ExportPlan, &Budget, &mut dyn Write) -> Exported;

/// Writes the nodes of a diagram one by one.
type NodeWriter = fn(&NodeSource<'_>, &DiagramFacts, &Budget, &mut dyn Write) -> Exported;

/// Draws a diagram, or describes it for a program that draws it.
type GraphWriter = fn(&ExportPlan, &Graph, &Budget) -> Exported<Prepared>;

/// Writes the solutions of a problem as a complete text.
type PageWriter = fn(&ExportPlan, &Budget) -> Exported<String>;

/// The function that writes a format, by its input.
enum FormatWriter {
    Problem(ProblemWriter),
    Page(PageWriter),
    Nodes(NodeWriter),
    Graph(GraphWriter),
}

/// The advice if the diagram is too large to be drawn.
const SVG_WAY_OUT: &str = "a smaller size or more decisions make it smaller, and 'export --picture' draws the board, \
     with '--screen 120x40 --key g' beside the folded diagram";

impl Format {
    /// The file name extensions of the format, the usual one first.
    const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Svg => &["svg"],
            Self::Dot => &["dot", "gv"],
            Self::Json => &["json"],
            Self::Bdd => &["bdd"],
            Self::Dddmp => &["dddmp"],
            Self::Dimacs => &["cnf", "dimacs"],
            Self::Minizinc => &["mzn"],
            Self::Html => &["html", "htm"],
        }
    }

    /// The format of files with this extension.
    ///
    /// ```
    /// # use export::Format;
    /// assert_eq!(Format::of_file("eight.svg".as_ref()), Some(Format::Svg));
    /// assert_eq!(Format::of_file("eight.txt".as_ref()), None);
    /// ```
    pub fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        Self::iter().find(|format| format.extensions().contains(&ending.as_str()))
    }

    /// True if a file that begins with these bytes is of the format, as the program writes it.
    pub fn is_beginning(self, bytes: &[u8]) -> bool {
        let beginnings: &[&[u8]] = match self {
            Self::Svg => &[b"<svg"],
            Self::Dot => &[b"digraph"],
            Self::Json => &[b"{\"problem\":"],
            // The terminal 0: the number of variables, then its own number twice.
            Self::Bdd => return bytes.get(2..10) == Some(&[0; 8]),
            Self::Dddmp => &[b".ver DDDMP"],
            Self::Dimacs => &[b"c "],
            Self::Minizinc => &[b"% ", b"alldifferent("],
            Self::Html => &[b"<!DOCTYPE html>"],
        };
        beginnings.iter().any(|beginning| bytes.starts_with(beginning))
    }

    /// The function that writes the format.
    fn writer(self) -> FormatWriter {
        match self {
            Self::Svg => FormatWriter::Graph(|plan, graph, budget| {
                Ok(Content::Text(svg(graph, plan.shows_zero(graph), budget)?).into())
            }),
            Self::Dot => FormatWriter::Graph(|plan, graph, _| plan.describe(graph)),
            Self::Json => FormatWriter::Nodes(|source, facts, _, out| json(source, facts, out)),
            Self::Bdd => FormatWriter::Nodes(|source, _, _, out| bdd_bytes(source, out)),
            Self::Dddmp => FormatWriter::Nodes(|source, _, budget, out| dddmp(source, budget, out)),
            Self::Dimacs => {
                FormatWriter::Problem(|plan, budget, out| dimacs(plan.problem, budget, out))
            }
            Self::Minizinc => {
                FormatWriter::Problem(|plan, _, out| minizinc(plan.problem, plan.model, out))
            }
            Self::Html => FormatWriter::Page(|plan, budget| {
                let board = (None, plan.problem.clone(), plan.assist);
                page(&[board], plan.is_unlimited, budget)
            }),
        }
    }

    /// The usual extensions of all formats: `.svg, .dot, …`.
    pub fn endings() -> String {
        Self::iter().map(|format| format!(".{}", format.extensions()[0])).join(", ")
    }

    /// True if the format contains the diagram, so that the diagram must be built first.
    pub fn is_diagram(self) -> bool {
        match self.writer() {
            FormatWriter::Nodes(_) | FormatWriter::Graph(_) => true,
            FormatWriter::Problem(_) | FormatWriter::Page(_) => false,
        }
    }

    /// The default limit on the number of nodes; `None` without limit.
    pub const fn node_limit(self) -> Option<NodeLimit> {
        let (max_nodes, way_out) = match self {
            Self::Svg => (500, SVG_WAY_OUT),
            Self::Html => (html::MAX_NODES, html::WAY_OUT),
            Self::Dot | Self::Json => (100_000, "'bdd' has no such limit"),
            Self::Bdd | Self::Dddmp | Self::Dimacs | Self::Minizinc => return None,
        };
        Some(NodeLimit { max_nodes, way_out })
    }

    /// Writes the rules and decisions of a problem. A page shows the board with `assist`.
    ///
    /// # Errors
    /// When the diagram is too large for the format, the budget ends, or writing fails.
    pub fn write(
        self,
        problem: &Problem,
        assist: Assist,
        budget: &Budget,
        out: &mut dyn Write,
    ) -> Exported {
        let export = ExportPlan { assist, ..ExportPlan::new(self, problem) };
        export.write(&export.prepare(budget)?, budget, out)
    }
}

/// A rule that is exported alone, as a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleDiagram {
    /// The rule of a cell or a row.
    Single(SingleRule),
    /// The queens rules of all rows.
    AllQueens,
}

/// The settings of an export.
#[derive(Clone, Debug)]
pub struct ExportPlan<'a> {
    /// The format.
    pub format: Format,
    /// The problem, with its rules and decisions. If `rule` is set, only that rule is written.
    pub problem: &'a Problem,
    /// The rule that is exported alone, if there is one.
    pub rule: Option<RuleDiagram>,
    /// The order of the diagram's variables and its name in titles. The default order is row-major.
    pub order: Option<(Arc<VariableOrder>, Option<String>)>,
    /// How much help a page shows.
    pub assist: Assist,
    /// The MiniZinc model; `None` chooses one that suits the problem.
    pub model: Option<MinizincModel>,
    /// True if drawings leave out the terminal 0 and the edges to it. SVG drawings with more than
    /// [`MAX_NODES_WITH_ZERO`] nodes always leave them out, except the drawing of all queens rules.
    pub without_zero: bool,
    /// True if the ZDD is drawn instead of the BDD.
    pub is_zdd: bool,
    /// True if the limit on the number of nodes does not apply.
    pub is_unlimited: bool,
}

/// The result of the slow part of an export, ready to be written.
#[derive(Debug)]
pub struct Prepared {
    content: Content,
    /// A warning before the text is given to another program, if necessary.
    pub note: Option<String>,
}

#[derive(Debug)]
enum Content {
    Problem(ProblemWriter),
    /// The diagram of all rules and decisions, with the number of nodes of its BDD.
    Diagram(NodeWriter, Diagram, usize),
    /// The diagram of a single rule.
    Rule(NodeWriter, Graph),
    /// The complete text of the file.
    Text(String),
}

impl From<Content> for Prepared {
    fn from(content: Content) -> Self {
        Self { content, note: None }
    }
}

impl<'a> ExportPlan<'a> {
    /// The plan for all rules and decisions of a problem, with the default settings.
    pub const fn new(format: Format, problem: &'a Problem) -> Self {
        let (rule, order, assist, model) = (None, None, Assist::Full, None);
        let (without_zero, is_zdd, is_unlimited) = (false, false, false);
        Self { format, problem, rule, order, assist, model, without_zero, is_zdd, is_unlimited }
    }

    /// The plan for the diagram of a request, in its order. Formats other than SVG have the BDD instead of the ZDD, and no
    /// format has the decision tree.
    ///
    /// # Errors
    /// When the budget ends before the order is found.
    pub fn showing(self, request: &DiagramRequest, budget: &Budget) -> Answer<Self> {
        let name = Some(request.order.name().to_owned());
        let rule = match request.alone {
            Some(DrawnAlone::Rule(rule)) => Some(RuleDiagram::Single(rule)),
            // A given diagram is in a file already: the board exports none.
            Some(DrawnAlone::Given(_)) | None => None,
        };
        Ok(Self {
            rule,
            order: Some((request.order.variables(self.problem, budget)?, name)),
            is_zdd: request.kind == DiagramKind::Zdd && self.format == Format::Svg,
            ..self
        })
    }

    /// Builds the diagram, if the format needs it. SVG and Graphviz text are also generated completely.
    ///
    /// # Errors
    /// When the diagram is too large, the budget ends, or the cell of a board rule is off the grid or a
    /// hole.
    pub fn prepare(&self, budget: &Budget) -> Exported<Prepared> {
        let rules = self.problem.rules();
        let writer = self.format.writer();
        if let FormatWriter::Problem(writer) = writer {
            return Ok(Content::Problem(writer).into());
        }
        if let FormatWriter::Page(write) = writer {
            return Ok(Content::Text(write(self, budget)?).into());
        }
        let order = self.order.as_ref().map(|(order, _)| order.as_ref());
        let mut graph = match self.rule {
            Some(RuleDiagram::Single(SingleRule::Board(cell))) => {
                self.noting_order(Graph::board_rule(rules, cell, order)?)
            }
            Some(RuleDiagram::Single(SingleRule::Queens(row))) => {
                self.noting_order(Graph::queens_rule(rules, row, order)?)
            }
            Some(RuleDiagram::AllQueens) => Graph::queens_rules(rules)?,
            None => {
                let usual = || Arc::new(VariableOrder::new(rules.grid(), Arrangement::default()));
                let order = self.order.as_ref().map_or_else(usual, |(order, _)| Arc::clone(order));
                let diagram = compile(self.problem, &order, budget)?.diagram;
                // Other programs need decided cells as literals to count right.
                if let FormatWriter::Nodes(writer) = writer {
                    let nodes = diagram.bdd_size(budget)?.nodes;
                    self.check_size(nodes)?;
                    return Ok(Content::Diagram(writer, diagram, nodes).into());
                }
                let size = diagram.size_at(self.problem, budget)?;
                self.check_size(if self.is_zdd { size.zdd_nodes } else { size.nodes })?;
                self.noting_order(Graph::of_problem(self.problem, &diagram, size.nodes, budget)?)
            }
        };
        if self.rule.is_some() {
            self.check_size(graph.size())?;
        }
        graph.is_zdd = self.is_zdd;
        match writer {
            FormatWriter::Graph(write) => write(self, &graph, budget),
            FormatWriter::Nodes(writer) => Ok(Content::Rule(writer, graph).into()),
            FormatWriter::Problem(writer) => Ok(Content::Problem(writer).into()),
            FormatWriter::Page(write) => Ok(Content::Text(write(self, budget)?).into()),
        }
    }

    /// A graph whose title names the order of the variables, if the order has a name.
    fn noting_order(&self, graph: Graph) -> Graph {
        match &self.order {
            Some((_, Some(name))) => graph.noting(name),
            Some((_, None)) | None => graph,
        }
    }

    /// The limit on the number of nodes, if it applies.
    fn node_limit(&self) -> Option<NodeLimit> {
        self.format.node_limit().filter(|_| !self.is_unlimited)
    }

    fn check_size(&self, nodes: usize) -> Exported {
        match self.node_limit() {
            Some(NodeLimit { max_nodes, way_out }) if nodes > max_nodes => {
                Err(ExportError::TooLarge { nodes, max_nodes, way_out })
            }
            _ => Ok(()),
        }
    }

    /// True if a drawing shows the terminal 0. The drawing of all queens rules shows it regardless of the number of nodes.
    fn shows_zero(&self, graph: &Graph) -> bool {
        let is_small =
            self.rule == Some(RuleDiagram::AllQueens) || graph.size() <= MAX_NODES_WITH_ZERO;
        is_small && !self.without_zero
    }

    /// Describes a diagram for Graphviz.
    fn describe(&self, graph: &Graph) -> Exported<Prepared> {
        let (nodes, zero) = (graph.size(), !self.without_zero);
        let mut text = Vec::new();
        dot(graph, zero, &mut text)?;
        let [with_zero, without_zero] = MAX_GRAPHVIZ_NODES;
        let max_nodes = if zero { with_zero } else { without_zero };
        let hint = if zero && nodes <= without_zero {
            "--without-zero leaves out the edges to 0, "
        } else {
            ""
        };
        let note = format!(
            "Graphviz takes minutes to draw more than {max_nodes} nodes, and these are {nodes}; {hint}\
             '--to svg --force' draws them at once"
        );
        let content = Content::Text(String::from_utf8_lossy(&text).into_owned());
        Ok(Prepared { content, note: (nodes > max_nodes).then_some(note) })
    }

    /// Writes the result of [`ExportPlan::prepare`].
    ///
    /// # Errors
    /// When the budget ends, the model does not suit the problem, or writing fails.
    pub fn write(&self, prepared: &Prepared, budget: &Budget, out: &mut dyn Write) -> Exported {
        match &prepared.content {
            Content::Problem(write) => write(self, budget, out),
            Content::Diagram(write, diagram, nodes) => {
                let source = NodeSource::of_diagram(diagram, *nodes, budget)?;
                write(&source, &DiagramFacts::new(self.problem, None), budget, out)
            }
            Content::Rule(write, graph) => {
                let facts = DiagramFacts::new(self.problem, Some(graph.title().to_owned()));
                write(&graph.into(), &facts, budget, out)
            }
            Content::Text(text) => Ok(out.write_all(text.as_bytes())?),
        }
    }
}

/// The numbers of nodes above which Graphviz takes minutes: with the edges to 0, and without them.
/// Measured with Graphviz 2.43. With these edges, 581 nodes take 6 s and 1101 nodes more than 100 s.
/// Without them, 2969 nodes take 20 s and 9559 nodes more than 150 s.
const MAX_GRAPHVIZ_NODES: [usize; 2] = [500, 3000];

#[cfg(test)]
mod tests {
    use super::*;
    use problem::Rules;

    fn written(size: u16, format: Format) -> Exported<String> {
        let mut text = Vec::new();
        let problem = Problem::new(Rules::queens(size).unwrap());
        format.write(&problem, Assist::Full, &Budget::default(), &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    #[test]
    fn each_format_begins_as_it_does() {
        for format in Format::iter() {
            let beginning = match format {
                Format::Svg => "<svg",
                Format::Dot => "digraph",
                Format::Json => "{\"problem\":{\"rows\":4",
                // The terminal 0: variable 16, because there are 16 variables, then its own number twice.
                Format::Bdd => "\u{10}\0\0\0\0\0\0\0\0\0",
                Format::Dddmp => ".ver DDDMP-2.0",
                Format::Dimacs => "c ",
                Format::Minizinc => "% 4",
                Format::Html => "<!DOCTYPE html>",
            };
            let text = written(4, format).unwrap();
            assert!(text.starts_with(beginning), "{format:?}: {text}");
            let recognised = Format::iter().filter(|other| other.is_beginning(text.as_bytes()));
            assert_eq!(recognised.collect::<Vec<_>>(), [format]);
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
        assert_eq!(Format::endings(), ".svg, .dot, .json, .bdd, .dddmp, .cnf, .mzn, .html");
    }

    #[test]
    fn a_diagram_too_large_to_be_drawn_is_refused_with_a_sentence() {
        assert_eq!(
            written(8, Format::Svg).unwrap_err().to_string(),
            "the diagram has 2453 nodes, more than the 500 that are exported this way; a smaller size \
             or more decisions make it smaller, and 'export --picture' draws the board, with \
             '--screen 120x40 --key g' beside the folded diagram"
        );
    }
}

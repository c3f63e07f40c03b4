//! The diagram as a graph: the request, and the known facts.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::notice::DiagramNotice;
use crate::{App, DiagramView};
use engine::bdd::GivenDiagram;
use engine::{Answer, Budget, Cause, Chip, ChipDiagram, DiagramSize, SmallDiagram};
use export::text_graph::ChipLabel;
use export::{
    DiagramRequest, DrawnAlone, DrawnDiagram, DrawnOrder, DrawnSeries, DrawnStage, LayeredGraph,
    OrderRequest,
};
use problem::Problem;
use session::Stamp;

/// A diagram with the layout of its nodes.
#[derive(Clone, Debug)]
pub struct DrawnGraph {
    /// The nodes and edges, with the position and the request that they answer.
    pub drawn: DrawnDiagram,
    /// The coordinates of the nodes. Empty if there are too many nodes to draw all of them.
    pub layout: Arc<LayeredGraph>,
    /// The chips into which the nodes are folded; `None` if there are too many chips to draw all of them.
    pub folded: Option<ChipGraph>,
}

/// A folded diagram, or the surroundings of a node, with the layout of the chips.
#[derive(Clone, Debug)]
pub struct ChipGraph {
    /// The chips.
    pub part: ChipDiagram,
    /// The coordinates of the chips.
    pub layout: Arc<LayeredGraph>,
    /// The texts of the chips.
    pub labels: Vec<ChipLabel>,
}

impl DrawnGraph {
    /// Lays out the nodes of a diagram, and the chips into which they are folded. With `columns` of the nodes, nodes and
    /// chips keep their order from left to right.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn new(drawn: DrawnDiagram, columns: Option<&[f64]>, budget: &Budget) -> Answer<Self> {
        let whole =
            drawn.is_small().then(|| LayeredGraph::of_diagram(&drawn.diagram, columns, budget));
        let layout = Arc::new(whole.transpose()?.unwrap_or_default());
        let part = (!drawn.is_read_by_node()).then(|| drawn.diagram.folded(&BTreeSet::new()));
        let part = part.filter(|part| part.chips.len() <= SmallDiagram::MAX_NODES);
        let columns = columns.map_or(&[][..], |_| &layout.x);
        let folded = part.map(|part| ChipGraph::folded(part, columns, budget)).transpose()?;
        Ok(Self { drawn, layout, folded })
    }
}

impl ChipGraph {
    /// Lays out a folded diagram. With `columns` of the nodes, chips keep the order of their first nodes from left to
    /// right; without, `columns` is empty.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn folded(part: ChipDiagram, columns: &[f64], budget: &Budget) -> Answer<Self> {
        let column = |chip: &Chip| columns.get(chip.nodes[0]).copied().unwrap_or_default();
        let of_chips: Vec<f64> = part.chips.iter().map(column).collect();
        let of_chips = Some(&of_chips[..]).filter(|_| !columns.is_empty());
        let layout = LayeredGraph::of_diagram(&part.diagram, of_chips, budget)?;
        let label = |chip: &Chip| ChipLabel {
            name: chip.name(),
            is_run: !chip.has_choice(),
            ..ChipLabel::default()
        };
        let labels = part.chips.iter().map(label).collect();
        Ok(Self { part, layout: Arc::new(layout), labels })
    }

    /// The index of the chip that begins at a node, or else of the first chip that contains it.
    pub fn chip_of(&self, node: usize) -> Option<usize> {
        let chips = &self.part.chips;
        let first = chips.iter().position(|chip| chip.nodes[0] == node);
        first.or_else(|| chips.iter().position(|chip| chip.nodes.contains(&node)))
    }
}

/// The request for the surroundings of a node.
#[derive(Clone, Debug)]
pub struct AroundRequest {
    /// The diagram.
    pub graph: Arc<DrawnGraph>,
    /// The node; `None` for the root.
    pub node: Option<usize>,
    /// The edges of a path from the root to the node, if known.
    pub path: Option<Vec<(usize, bool)>>,
    /// True if nodes without a choice are folded.
    pub is_folded: bool,
    /// Nodes that are excepted from folding.
    pub opened: BTreeSet<usize>,
    /// Width and height of the drawing, in characters.
    pub room: (u16, u16),
}

impl PartialEq for AroundRequest {
    /// The path is no part of the question.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.graph, &other.graph)
            && (self.node, self.is_folded, self.room) == (other.node, other.is_folded, other.room)
            && self.opened == other.opened
    }
}

impl Eq for AroundRequest {}

/// The surroundings of a node.
#[derive(Clone, Debug)]
pub struct AroundGraph {
    /// The request.
    pub request: AroundRequest,
    /// The chips.
    pub chips: ChipGraph,
    /// The index of the node's chip. The parents come before it.
    pub centre: usize,
    /// The number of edges that lead to the node.
    pub edges_above: usize,
    /// The edges of a path from the root to the node.
    pub path: Vec<(usize, bool)>,
}

/// A series of diagrams with the layout of each diagram that is drawn node by node.
#[derive(Clone, Debug)]
pub struct SeriesGraphs {
    /// The stages, in the order in which they are shown.
    pub series: DrawnSeries,
    /// The layout of each stage; `None` for a stage that is not drawn node by node.
    pub layouts: Vec<Option<Arc<LayeredGraph>>>,
    /// The layout of the diagram of each rule or decision alone; `None` if it is not drawn node by node.
    pub operands: Vec<Option<Arc<LayeredGraph>>>,
}

impl SeriesGraphs {
    /// Lays out the diagrams. In a reduction or restriction, nodes keep the order from left to right that they have in
    /// the first stage. If the budget ends after the first layout, the series is interrupted there.
    ///
    /// # Errors
    /// When the budget is cancelled, or ends before the first layout.
    pub fn new(mut series: DrawnSeries, budget: &Budget) -> Answer<Self> {
        // The coordinates of the nodes in the first stage.
        let mut columns: Option<Vec<f64>> = None;
        let mut before: Option<(Arc<SmallDiagram>, Arc<LayeredGraph>)> = None;
        let mut layout = |stage: &DrawnStage| -> Answer<Option<Arc<LayeredGraph>>> {
            let Some(diagram) = &stage.diagram else { return Ok(None) };
            if let Some((_, layout)) = before.as_ref().filter(|it| Arc::ptr_eq(&it.0, diagram)) {
                return Ok(Some(Arc::clone(layout)));
            }
            let layout = LayeredGraph::of_diagram(diagram, columns.as_deref(), budget)?;
            if stage.step().is_some() {
                columns.get_or_insert_with(|| layout.x[..diagram.nodes.len()].to_vec());
            }
            let layout = Arc::new(layout);
            before = Some((Arc::clone(diagram), Arc::clone(&layout)));
            Ok(Some(layout))
        };
        let operand = |stage: &DrawnStage| {
            let diagram = stage.operand.as_ref().and_then(|operand| operand.diagram.as_ref());
            let layout = diagram.map(|it| LayeredGraph::of_diagram(it, None, budget).map(Arc::new));
            layout.transpose()
        };
        let (mut layouts, mut operands) = (Vec::new(), Vec::new());
        for stage in &series.stages {
            match layout(stage).and_then(|layout| Ok((layout, operand(stage)?))) {
                Ok((layout, operand)) => {
                    layouts.push(layout);
                    operands.push(operand);
                }
                Err(ended) if ended.cause == Cause::Cancelled || layouts.is_empty() => {
                    return Err(ended);
                }
                Err(ended) => {
                    series.interrupted = Some(ended);
                    break;
                }
            }
        }
        series.stages.truncate(layouts.len());
        Ok(Self { series, layouts, operands })
    }
}

/// The requested graph, and the known facts about it.
#[derive(Clone, Debug, Default)]
pub struct RequestedGraph {
    /// The requested order of the cells and kind of diagram.
    pub request: DiagramRequest,
    /// The last answer of the worker.
    pub answer: Option<GraphAnswer>,
    /// The surroundings of a node that were read last.
    pub around: Option<Arc<AroundGraph>>,
    /// The sizes of the diagram in the known orders.
    pub sizes: Option<KnownSizes>,
}

/// The answer to the question for a graph.
#[derive(Clone, Debug)]
pub enum GraphAnswer {
    /// The graph, perhaps of an earlier position. [`App::is_graph_known`] is true if it is current.
    Drawn(Arc<DrawnGraph>),
    /// The reason why the requested diagram of the position with this stamp is not drawn.
    Not(Stamp, DiagramRequest, DiagramNotice),
}

/// The sizes of a diagram in the known orders.
#[derive(Clone, Debug)]
pub struct KnownSizes {
    /// The rules and decisions of the diagram.
    pub problem: Problem,
    /// The rule or the given diagram that is drawn alone, if there is one.
    pub alone: Option<DrawnAlone>,
    /// The sizes in the order in which they were computed; `None` if building the diagram takes too long.
    pub sizes: Vec<(DrawnOrder, Option<DiagramSize>)>,
}

impl App {
    /// Shows a given diagram on the board, which must have its cells, and no rules.
    pub fn view(&mut self, given: &Arc<GivenDiagram>) {
        self.graph.request = DiagramRequest::given(given);
        self.diagram = DiagramView::Graph;
    }

    /// The given diagram that is shown on a board without rules, if the program was started for viewing a diagram.
    pub fn viewed(&self) -> Option<&Arc<GivenDiagram>> {
        match &self.graph.request.alone {
            Some(DrawnAlone::Given(given)) => Some(given),
            Some(DrawnAlone::Rule(_)) | None => None,
        }
    }

    /// The own order of the given diagram that is viewed.
    pub fn viewed_order(&self) -> Option<OrderRequest> {
        self.viewed().map(|given| OrderRequest::Own(Arc::clone(&given.order)))
    }

    /// True if a given diagram is requested in its own order, in which it is never too large.
    pub(crate) fn is_viewed_in_own_order(&self) -> bool {
        self.viewed_order().as_ref() == Some(&self.graph.request.order)
    }

    /// True if the worker has answered the question for the graph of the present position.
    pub fn is_graph_known(&self) -> bool {
        match &self.graph.answer {
            None => false,
            Some(GraphAnswer::Drawn(graph)) => {
                graph.drawn.answers(self.session.problem(), &self.graph.request)
            }
            Some(GraphAnswer::Not(stamp, request, _)) => {
                *stamp == self.session.stamp() && *request == self.graph.request
            }
        }
    }

    /// The diagram of the last answer, if there is one.
    pub(crate) fn drawn_graph(&self) -> Option<&DrawnGraph> {
        match &self.graph.answer {
            Some(GraphAnswer::Drawn(graph)) => Some(graph),
            Some(GraphAnswer::Not(..)) | None => None,
        }
    }

    /// True unless the next view of the diagram is a graph that is known not to be drawn.
    pub fn has_next_view(&self) -> bool {
        if self.diagram.next() != DiagramView::Graph {
            return true;
        }
        if self.is_graph_known() {
            return matches!(self.graph.answer, Some(GraphAnswer::Drawn(_)));
        }
        true
    }

    /// Names the shown view of the diagram and the next view. `awaits` is true if a graph is being computed.
    pub fn name_view(&mut self, awaits: bool) {
        self.say(match (self.diagram, &self.graph.answer) {
            (DiagramView::Graph, _) if awaits => DiagramNotice::Drawing,
            (DiagramView::Graph, Some(GraphAnswer::Not(.., reason))) if self.is_graph_known() => {
                reason.clone()
            }
            (DiagramView::Graph, _) => DiagramNotice::Graph,
            (view, _) => DiagramNotice::Shown { view, has_next: self.has_next_view() },
        });
    }
}

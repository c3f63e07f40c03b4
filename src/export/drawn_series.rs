//! Series of diagrams to draw: growth by each rule and decision, or reduction, restriction and passes node by node.

mod passes;

use std::sync::Arc;
use std::time::Duration;

use biodivine_lib_bdd::Bdd;
use strum::IntoStaticStr;

use engine::bdd::{
    Arrangement, ConjunctCells, Growth, GrowthStage, TooManyVariables, VariableOrder,
};
use engine::{
    Answer, Budget, Cause, DiagramKind, Interrupted, NodeStep, SmallDiagram, Target, auto,
};
use geometry::Cell;
use problem::{Decisions, Problem, Value};

use super::decision_tree::decision_tree;
use super::drawn_diagram::{DiagramRequest, DrawnDiagram};
use super::text_graph::NodeTexts;

/// Maximum number of nodes of a drawn stage of the growth, terminals included: one path through the 64 cells of a chess
/// board.
const MAX_NODES: usize = 66;

/// Maximum number of nodes on a level of a drawn stage of the growth.
const MAX_NODES_ON_LEVEL: usize = 10;

/// Maximum number of nodes of a diagram that is visited node by node, terminals included.
const MAX_VISITED_NODES: usize = 400;

/// Maximum time for building the diagrams.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Which series of diagrams is wanted.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum SeriesRequest {
    /// The diagrams after each rule and each decision, in row-major order.
    Growth,
    /// From the decision tree of the position, or of the single rule, to the reduced diagram. The kind of diagram in the request is not used.
    Reduction(DiagramRequest),
    /// From the diagram of the position, or of the single rule, to its restriction to a value of a cell. The diagram must
    /// be a BDD.
    Restriction(DiagramRequest, Cell, Value),
    /// The passes over the diagram of the position, or of the single rule: each node gets the number of solutions below
    /// it, the number of paths above it, and if there are weights, the minimum cost below it.
    Passes(DiagramRequest),
}

impl SeriesRequest {
    /// The name of a stage: in the growth, the rule that is added; otherwise the step to the next stage.
    pub fn stage_noun(&self) -> &'static str {
        match self {
            Self::Growth => "rule",
            Self::Reduction(_) | Self::Restriction(..) | Self::Passes(_) => "step",
        }
    }

    /// The name of the series, as in titles.
    pub fn name(&self) -> &'static str {
        self.into()
    }

    /// The title of a stage with this name. The usual order, the usual kind and all rules are not named.
    pub fn title(&self, stage: &str) -> String {
        let (Self::Reduction(diagram) | Self::Restriction(diagram, ..) | Self::Passes(diagram)) =
            self
        else {
            return stage.to_owned();
        };
        let is_usual = diagram.alone.is_none() && diagram.kind == DiagramKind::default();
        let unusual = if is_usual { String::new() } else { format!("{}, ", diagram.subject()) };
        diagram.order.title_of(format!("{unusual}{}: {stage}", self.name()))
    }
}

/// A series of diagrams.
#[derive(Clone, Debug)]
pub struct DrawnSeries {
    /// The request that the series answers.
    pub request: SeriesRequest,
    /// The diagrams in their order; empty if a growth has neither rules nor decisions.
    pub stages: Vec<DrawnStage>,
    /// The interruption, if the budget ended before the last decision was added.
    pub interrupted: Option<Interrupted>,
}

/// One diagram of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnStage {
    /// The rule or decision added last, as in `board rule of a4`, or the step that follows, as in `merge 5 into 3`.
    pub name: String,
    /// The rule, decision or step that the board shows.
    pub subject: StageSubject,
    /// The number of nodes, terminals included.
    pub nodes: usize,
    /// For each level, its number of nodes.
    pub levels: Vec<usize>,
    /// The diagram; `None` if it has too many nodes to draw. Nodes that no path reaches are not drawn.
    pub diagram: Option<Arc<SmallDiagram>>,
    /// In the growth, the diagram of the rule or decision alone: the second operand of the conjunction. The first
    /// operand is the diagram of the previous stage.
    pub operand: Option<Operand>,
    /// In the passes, the texts on the nodes.
    pub labels: Option<NodeLabels>,
}

/// The diagram of a rule or decision alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The number of nodes, terminals included.
    pub nodes: usize,
    /// The diagram; `None` if it has too many nodes to draw.
    pub diagram: Option<Arc<SmallDiagram>>,
}

/// The numbers on the nodes at a stage of the passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeLabels {
    /// For each node, the numbers computed so far, with the same width at all stages.
    pub texts: Vec<String>,
    /// The meaning of the numbers.
    pub meaning: &'static str,
}

/// The subject of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageSubject {
    /// The cells of the rule or decision that was added last.
    Conjunct(ConjunctCells),
    /// The step that leads to the next stage of a reduction or restriction, or the step of a pass; at the end, the result.
    Step(ExplainedStep),
}

/// A step of a reduction, of a restriction or of a pass in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedStep {
    /// The sentence, which names nodes by their numbers.
    pub sentence: String,
    /// The nodes of the sentence, the visited node first.
    pub nodes: Vec<usize>,
    /// The cell of the visited node; at the end of a restriction, the restricted cell.
    pub cell: Option<Cell>,
    /// In a reduction, the values of the cells on the path to the visited node. In a restriction, the decisions of the
    /// position and the value of the restricted cell. In a pass, the decisions of the position and a path to the node.
    pub decisions: Decisions,
}

impl DrawnStage {
    /// The texts on the nodes: in the growth the cells, in other series the node numbers used in sentences, or the
    /// numbers of the passes.
    pub fn texts(&self) -> NodeTexts<'_> {
        match (self.step(), &self.labels) {
            (None, _) => NodeTexts::Cells,
            (Some(_), None) => NodeTexts::Numbers,
            (Some(_), Some(labels)) => NodeTexts::Labels(&labels.texts),
        }
    }

    /// The step of the stage, if this is no stage of the growth.
    pub fn step(&self) -> Option<&ExplainedStep> {
        match &self.subject {
            StageSubject::Conjunct(_) => None,
            StageSubject::Step(step) => Some(step),
        }
    }
}

/// The reason why a series cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSeries {
    /// The position has more variables than the BDD library allows.
    #[error(transparent)]
    Variables(#[from] TooManyVariables),
    /// The decision tree is too large.
    #[error(
        "in this order, the decision tree has more than {MAX_VISITED_NODES} nodes, the most that are reduced one by \
         one; fewer cells or more decisions make it smaller"
    )]
    LargeTree,
    /// The diagram of the position is too large.
    #[error(
        "in this order, the diagram has more than {MAX_VISITED_NODES} nodes, the most that are visited one by one; \
         a smaller size or more decisions make it smaller"
    )]
    LargeDiagram,
}

impl DrawnSeries {
    /// Maximum number of nodes of a stage of the growth that is drawn node by node, terminals included.
    pub const MAX_NODES: usize = MAX_NODES;

    /// Maximum number of nodes of a diagram that is visited node by node, terminals included.
    pub const MAX_VISITED_NODES: usize = MAX_VISITED_NODES;

    /// Builds a series for a position. The cell of a restriction must be undecided.
    ///
    /// # Errors
    /// When the budget is cancelled, or ends before the first diagram.
    ///
    /// # Panics
    /// When a requested order does not have the cells of the position.
    pub fn find(
        engine: &mut auto::Engine,
        request: &SeriesRequest,
        position: &Problem,
        budget: &Budget,
    ) -> Answer<Result<Self, NoSeries>> {
        let budget = &budget.slice(TIMEOUT);
        let stages = match request {
            SeriesRequest::Growth => {
                let order = VariableOrder::new(position.rules().grid(), Arrangement::RowMajor);
                if let Err(reason) = TooManyVariables::check(order.len()) {
                    return Ok(Err(reason.into()));
                }
                let max_nodes = [MAX_NODES, MAX_NODES_ON_LEVEL];
                let growth = Self::grow(position, &order, (max_nodes, false), budget);
                return match growth.interrupted {
                    Some(ended) if ended.cause == Cause::Cancelled || growth.stages.is_empty() => {
                        Err(ended)
                    }
                    _ => Ok(Ok(growth)),
                };
            }
            SeriesRequest::Reduction(diagram) => {
                tree(position, diagram, budget)?.map(reduction).ok_or(NoSeries::LargeTree)
            }
            SeriesRequest::Restriction(diagram, cell, value) => {
                let diagram = position_diagram(engine, position, diagram, budget)?;
                let stages = diagram.map(|it| restriction(it, position, (*cell, *value)));
                stages.ok_or(NoSeries::LargeDiagram)
            }
            SeriesRequest::Passes(diagram) => {
                let diagram = position_diagram(engine, position, diagram, budget)?;
                diagram.map(|it| passes::stages(it, position)).ok_or(NoSeries::LargeDiagram)
            }
        };
        let request = request.clone();
        Ok(stages.map(|stages| Self { request, stages, interrupted: None }))
    }

    /// The growth of a position's diagram in an order. Diagrams of up to `max_nodes` nodes, and of up to
    /// `most_on_level` nodes on each level, are drawn; as ZDDs if `is_zdd` is true. If the budget ends, the growth is
    /// interrupted.
    pub fn grow(
        position: &Problem,
        order: &VariableOrder,
        ([max_nodes, most_on_level], is_zdd): ([usize; 2], bool),
        budget: &Budget,
    ) -> Self {
        let Growth { stages, interrupted } = Growth::new(position, order, max_nodes, budget);
        let stage = |stage| growth_stage(stage, order, most_on_level);
        let mut stages: Vec<_> = stages.into_iter().map(stage).collect();
        for stage in stages.iter_mut().filter(|_| is_zdd) {
            if let Some(diagram) = &mut stage.diagram {
                *diagram = Arc::new(diagram.to_zdd());
                (stage.nodes, stage.levels) = (diagram.size(), diagram.level_sizes());
            }
            if let Some(Operand { nodes, diagram: Some(diagram) }) = &mut stage.operand {
                *diagram = Arc::new(diagram.to_zdd());
                *nodes = diagram.size();
            }
        }
        Self { request: SeriesRequest::Growth, stages, interrupted }
    }
}

/// A stage of the growth. A diagram with more than `most_on_level` nodes on a level is left out.
fn growth_stage(stage: GrowthStage, order: &VariableOrder, most_on_level: usize) -> DrawnStage {
    let GrowthStage { conjunct, subject, nodes, levels, bdd, own_nodes, own_bdd } = stage;
    let drawn = |bdd: Option<Bdd>| {
        let diagram = SmallDiagram::of_bdd(&bdd?, order.cells());
        let is_narrow = diagram.level_sizes().iter().all(|&nodes| nodes <= most_on_level);
        is_narrow.then(|| Arc::new(diagram))
    };
    DrawnStage {
        name: conjunct,
        subject: StageSubject::Conjunct(subject),
        nodes,
        levels,
        diagram: drawn(bdd),
        operand: Some(Operand { nodes: own_nodes, diagram: drawn(own_bdd) }),
        labels: None,
    }
}

/// The decision tree where the reduction of the requested diagram begins; `None` if it is too large.
fn tree(
    position: &Problem,
    request: &DiagramRequest,
    budget: &Budget,
) -> Answer<Option<SmallDiagram>> {
    let alone = request.alone.as_ref();
    let order = alone.map_or_else(
        || request.order.variables(position, budget),
        |alone| request.order.alone(alone, position, budget),
    );
    let tree =
        order.and_then(|order| decision_tree(position, alone, &order, MAX_VISITED_NODES, budget));
    tree.or_else(|ended: Interrupted| ended.unless_cancelled(None))
}

/// The requested diagram, restricted to the decisions of a position; `None` if it is too large.
fn position_diagram(
    engine: &mut auto::Engine,
    position: &Problem,
    request: &DiagramRequest,
    budget: &Budget,
) -> Answer<Option<SmallDiagram>> {
    let Ok(drawn) = DrawnDiagram::find(engine, position, request, budget)? else {
        return Ok(None);
    };
    let is_small = drawn.nodes_at(position) <= MAX_VISITED_NODES;
    Ok(is_small.then(|| drawn.diagram.restricted(position.decisions()).0))
}

/// The stages of a reduction. Each shows the diagram before its step.
fn reduction(mut diagram: SmallDiagram) -> Vec<DrawnStage> {
    let mut stages = Vec::new();
    // At its beginning, the diagram is a BDD as well: no edge of a tree skips a level.
    diagram.kind = DiagramKind::Bdd;
    diagram.reduce(&mut |before, step| {
        let path = before.path_to(step.nodes()[0]);
        stages.push(stage_before(before, step, path));
    });
    let sentence = "no two nodes are equal, the branches of each node differ: it is reduced";
    let end = ExplainedStep {
        sentence: sentence.to_owned(),
        nodes: Vec::new(),
        cell: None,
        decisions: Decisions::default(),
    };
    stages.push(stage(diagram, "reduced".to_owned(), end));
    stages
}

/// The stages of a restriction of a position's diagram. Each shows the diagram before its step.
fn restriction(
    mut diagram: SmallDiagram,
    position: &Problem,
    (cell, value): (Cell, Value),
) -> Vec<DrawnStage> {
    let mut stages = Vec::new();
    let decisions: Decisions = position.decisions().iter().chain([(cell, value)]).collect();
    diagram.restrict(cell, value, &mut |before, step| {
        stages.push(stage_before(before, step, decisions.clone()));
    });
    let piece = piece_in_words(value);
    let sentence = if stages.is_empty() {
        format!("no node decides {cell}: with {piece} there, the diagram is the same")
    } else {
        format!("no node decides {cell} any more: this is the diagram with {piece} there")
    };
    let end = ExplainedStep { sentence, nodes: Vec::new(), cell: Some(cell), decisions };
    stages.push(stage(diagram, "restricted".to_owned(), end));
    stages
}

const fn piece_in_words(value: Value) -> &'static str {
    match value {
        Value::Placed => "a piece",
        Value::Excluded => "no piece",
    }
}

fn stage_before(diagram: &SmallDiagram, step: NodeStep, decisions: Decisions) -> DrawnStage {
    let (name, sentence) = in_words(diagram, step, &decisions);
    let nodes = step.nodes();
    let cell = Some(diagram.cell(nodes[0]));
    stage(diagram.clone(), name, ExplainedStep { sentence, nodes, cell, decisions })
}

fn stage(diagram: SmallDiagram, name: String, step: ExplainedStep) -> DrawnStage {
    let drawn = diagram.without_unreached_nodes();
    let (nodes, levels) = (drawn.size(), drawn.level_sizes());
    let (subject, diagram) = (StageSubject::Step(step), Some(Arc::new(diagram)));
    DrawnStage { name, subject, nodes, levels, diagram, operand: None, labels: None }
}

/// The name of a step and its sentence.
fn in_words(diagram: &SmallDiagram, step: NodeStep, decisions: &Decisions) -> (String, String) {
    let number = |node: usize| Target::Node(node).number();
    let of = |node: usize| format!("node {} ({})", number(node), diagram.cell(node));
    let target = |to: Target| match to {
        Target::Node(_) => format!("node {}", to.number()),
        Target::False | Target::True => format!("the terminal {}", to.number()),
    };
    match step {
        NodeStep::Drop { node, to } => (
            format!("drop {}", number(node)),
            format!("drop: both branches of {} lead to {}", of(node), target(to)),
        ),
        NodeStep::Merge { node, kept } => (
            format!("merge {} into {}", number(node), number(kept)),
            format!(
                "merge: nodes {} and {} ({}) have the same children",
                number(kept),
                number(node),
                diagram.cell(node)
            ),
        ),
        NodeStep::Restrict { node, to } => {
            let cell = diagram.cell(node);
            let piece = piece_in_words(decisions.get(cell).unwrap_or(Value::Placed));
            let (node, to) = (number(node), target(to));
            let sentence =
                format!("replace: {cell} has {piece}, so {to} takes the place of node {node}");
            (format!("replace {node}"), sentence)
        }
        NodeStep::Keep { node } => (
            format!("keep {}", number(node)),
            format!("keep: {} has a new branch, but no equal branches and no equal node", of(node)),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn_diagram::{DrawnOrder, OrderRequest};
    use super::*;
    use problem::Rules;

    fn queens(size: u16) -> Problem {
        Problem::new(Rules::queens(size).unwrap())
    }

    fn find(request: &SeriesRequest, position: &Problem) -> Result<DrawnSeries, NoSeries> {
        let mut engine = auto::Engine::new();
        DrawnSeries::find(&mut engine, request, position, &Budget::default()).unwrap()
    }

    #[test]
    fn four_queens_grow_to_31_nodes_and_shrink_with_a_decision() {
        let position = queens(4).with("b1".parse().unwrap(), Value::Placed).unwrap();
        let growth = find(&SeriesRequest::Growth, &position).unwrap();
        let ends: Vec<_> =
            growth.stages[19..].iter().map(|stage| (stage.name.as_str(), stage.nodes)).collect();
        assert_eq!(ends, [("board rule of d1", 31), ("place b1", 17)]);
        for stage in &growth.stages {
            let is_small = stage.nodes <= MAX_NODES
                && stage.levels.iter().all(|&nodes| nodes <= MAX_NODES_ON_LEVEL);
            assert_eq!(
                stage.diagram.as_deref().map(SmallDiagram::size),
                is_small.then_some(stage.nodes)
            );
        }
    }

    #[test]
    fn without_time_there_is_no_series() {
        let cancelled = Budget::default();
        cancelled.cancel();
        let order = OrderRequest::Known(DrawnOrder::Sifted);
        let diagram = DiagramRequest { order, ..DiagramRequest::default() };
        for request in [
            SeriesRequest::Growth,
            SeriesRequest::Reduction(diagram.clone()),
            SeriesRequest::Restriction(diagram.clone(), "a1".parse().unwrap(), Value::Placed),
            SeriesRequest::Passes(diagram),
        ] {
            let mut engine = auto::Engine::new();
            let ended = DrawnSeries::find(&mut engine, &request, &queens(8), &cancelled);
            assert_eq!(ended.unwrap_err().cause, Cause::Cancelled, "{request:?}");
        }
    }

    #[test]
    fn four_queens_are_reduced_from_the_tree_to_31_nodes() {
        let series =
            find(&SeriesRequest::Reduction(DiagramRequest::default()), &queens(4)).unwrap();
        let stages = &series.stages;
        // The tree has 84 inner nodes. Each step removes one of them.
        assert_eq!((stages.len(), stages[0].nodes, stages[55].nodes), (56, 86, 31));
        assert_eq!(stages[55].levels.iter().sum::<usize>(), 29);
        let of_drop = stages.iter().find(|stage| stage.name.starts_with("drop")).unwrap();
        let ExplainedStep { sentence, nodes, cell, decisions } = of_drop.step().unwrap();
        let (diagram, node) = (of_drop.diagram.as_ref().unwrap(), nodes[0]);
        assert_eq!(diagram.nodes[node].low, diagram.nodes[node].high);
        assert_eq!(*cell, Some(diagram.cell(node)));
        // The board shows the values of the cells before, which no other path has.
        let level = diagram.nodes[node].level;
        let decided: Vec<Cell> = decisions.iter().map(|(cell, _)| cell).collect();
        assert_eq!(decided, diagram.cells[..level]);
        let mut at = diagram.root;
        for (_, value) in decisions.iter() {
            at = diagram.nodes[at.node().unwrap()].target(value == Value::Placed);
        }
        assert_eq!(at, Target::Node(node));
        let expected = format!(
            "drop: both branches of node {} ({}) lead to the terminal 0",
            node + 2,
            diagram.cell(node)
        );
        assert_eq!(*sentence, expected);
        let of_merge = stages.iter().find(|stage| stage.name.starts_with("merge")).unwrap();
        let ExplainedStep { sentence, nodes, .. } = of_merge.step().unwrap();
        let (diagram, (node, kept)) = (of_merge.diagram.as_ref().unwrap(), (nodes[0], nodes[1]));
        assert_eq!(diagram.nodes[node], diagram.nodes[kept]);
        let expected = format!(
            "merge: nodes {} and {} ({}) have the same children",
            kept + 2,
            node + 2,
            diagram.cell(node)
        );
        assert_eq!(*sentence, expected);
    }

    #[test]
    fn a_restriction_begins_where_earlier_decisions_have_led() {
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        for order in [DrawnOrder::RowMajor, DrawnOrder::InsideOut] {
            let diagram =
                DiagramRequest { order: OrderRequest::Known(order), ..DiagramRequest::default() };
            let first = SeriesRequest::Restriction(diagram.clone(), cell("c3"), Value::Excluded);
            let first = find(&first, &queens(6)).unwrap();
            let position = queens(6).with(cell("c3"), Value::Excluded).unwrap();
            let second = SeriesRequest::Restriction(diagram, cell("b1"), Value::Placed);
            let second = find(&second, &position).unwrap();
            let [end, start] = [first.stages.last(), second.stages.first()]
                .map(|stage| stage.unwrap().diagram.as_ref().unwrap().without_unreached_nodes());
            // The level of c3 is left out.
            assert_eq!(end.restricted(position.decisions()).0, start);
            let shown: Decisions =
                position.decisions().iter().chain([(cell("b1"), Value::Placed)]).collect();
            assert!(second.stages.iter().all(|stage| stage.step().unwrap().decisions == shown));
        }
    }

    #[test]
    fn no_series_is_too_long_to_follow() {
        let diagram = DiagramRequest::default();
        let reduction = SeriesRequest::Reduction(diagram.clone());
        let cell = "a1".parse().unwrap();
        let restriction = SeriesRequest::Restriction(diagram, cell, Value::Placed);
        // Published numbers of nodes: 6 queens have 131, 8 queens 2,453.
        assert_eq!(find(&restriction, &queens(6)).unwrap().stages[0].nodes, 131);
        for size in [8, 30] {
            let refused = find(&restriction, &queens(size)).unwrap_err();
            assert_eq!(refused, NoSeries::LargeDiagram);
            assert_eq!(find(&reduction, &queens(size)).unwrap_err(), NoSeries::LargeTree);
        }
        assert!(NoSeries::LargeTree.to_string().contains("more than 400 nodes"));
        // After three decisions, the diagram and the decision tree are small enough.
        let place = |position: Problem, name: &str| {
            position.with(name.parse().unwrap(), Value::Placed).unwrap()
        };
        let position = ["d1", "g2", "c3"].into_iter().fold(queens(8), place);
        assert!(find(&restriction, &position).is_ok() && find(&reduction, &position).is_ok());
    }

    #[test]
    fn without_rules_every_node_of_the_tree_is_dropped() {
        let rules = Rules::queens(2).unwrap().with_requirements([]).with_board_rule(false);
        let series =
            find(&SeriesRequest::Reduction(DiagramRequest::default()), &Problem::new(rules));
        let series = series.unwrap();
        assert_eq!((series.stages.len(), series.stages[0].nodes), (16, 17));
        assert_eq!(series.stages[15].nodes, 2);
    }
}

//! The diagram: as a graph, and in slow motion.

use crate::app::Names;
use crate::input::{Action, GraphAction};
use crate::model::DiagramView;
use engine::bdd::SingleRule;
use geometry::{Cell, group_digits};
use problem::Value;
use session::{CellState, OrderRequest};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DiagramNotice {
    /// The graph is being computed.
    Drawing,
    /// The graph is a silhouette, because it has this number of nodes.
    Folded(usize),
    Graph,
    View(DiagramView),
    /// The diagram takes too long in this order.
    SlowOrder(OrderRequest),
    NoTree,
    LargeRule,
    /// The edges to the terminal 0 have no room. `can_zoom` is true if zooming makes room.
    NoRoomForZeros {
        can_zoom: bool,
    },
    /// The edges to the terminal 0 need nodes with names.
    NamelessZeros,
    /// Only what remains of the diagram is shown, because decisions have cut off the rest.
    Remaining,
    /// Only what remains of the diagram is shown, which is everything so far.
    NothingCutOff,
    /// The whole diagram is shown. `is_cut` is true if decisions have cut off some of it.
    Whole {
        is_cut: bool,
    },
    NoRule(SingleRule),
    TooManyToZoom,
    Largest,
    Smallest,
    /// No graph is shown.
    NoGraph,
    /// The board has no rules whose diagram could grow.
    NothingToGrow,
    /// The cell is decided, so that the diagram is not restricted to it.
    Decided(RestrictedCell),
    /// The diagram is restricted to a value of a cell.
    Restricted {
        cell: RestrictedCell,
        value: Value,
        state: CellState,
    },
}

/// The cell to which a diagram is restricted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RestrictedCell {
    pub cell: Cell,
    /// True if the user has named it.
    pub is_named: bool,
}

impl DiagramNotice {
    pub(in crate::app) fn in_words(&self, names: &dyn Names) -> String {
        let next = || names.operation(Action::Diagram);
        let graph_key = |action| names.operation(Action::Graphing(action));
        match self {
            Self::Drawing => "drawing the diagram as a graph".to_owned(),
            Self::Folded(nodes) => format!(
                "a silhouette: {} nodes are too many; {} walks its levels; {}: put away",
                group_digits(&nodes.to_string()),
                graph_key(GraphAction::Next),
                next()
            ),
            Self::Graph => {
                let [larger, smaller, walk] =
                    [GraphAction::ZoomIn, GraphAction::ZoomOut, GraphAction::Next].map(graph_key);
                format!(
                    "the diagram as a graph: {larger} {smaller} zoom, {walk} walks it; {}: put away",
                    next()
                )
            }
            Self::View(view) => {
                format!("the diagram {}; {}: {}", view.name(), next(), view.next().name())
            }
            Self::SlowOrder(order) => {
                format!("the diagram in {} order takes too long", order.name())
            }
            Self::NoTree => {
                "a decision tree is drawn for at most 16 cells and 3,000 nodes".to_owned()
            }
            Self::LargeRule => {
                "the diagram of this rule has more than 400 cells or 3,000 nodes".to_owned()
            }
            Self::NoRoomForZeros { can_zoom } => {
                let larger = if *can_zoom {
                    format!("{} or ", graph_key(GraphAction::ZoomIn))
                } else {
                    String::new()
                };
                format!("no room for the edges to 0: {larger}a wider window shows them")
            }
            Self::NamelessZeros => {
                let larger = graph_key(GraphAction::ZoomIn);
                format!("edges to 0 need nodes with names: {larger} zooms in")
            }
            Self::Remaining => {
                let key = graph_key(GraphAction::Cut);
                format!("only what remains, laid out anew; {key}: whole diagram")
            }
            Self::NothingCutOff => {
                "nothing is cut off so far; decisions will leave only what remains".to_owned()
            }
            Self::Whole { is_cut: true } => {
                format!("the whole diagram; {}: only what remains", graph_key(GraphAction::Cut))
            }
            Self::Whole { is_cut: false } => {
                "the whole diagram, also what decisions cut off".to_owned()
            }
            Self::NoRule(rule) => format!("this board has no {rule}"),
            Self::TooManyToZoom => "too many nodes to draw: nothing to zoom".to_owned(),
            Self::Largest => "the graph is at its largest".to_owned(),
            Self::Smallest => "the graph is at its smallest".to_owned(),
            Self::NoGraph => {
                format!("no graph is shown; {} shows one where it is small", next())
            }
            Self::NothingToGrow => "there are no rules to look at".to_owned(),
            Self::Decided(restricted) => {
                let (name, cell) = (restricted.in_words(), restricted.cell);
                format!("{name} is decided already; ':back {cell}' takes that back")
            }
            Self::Restricted { cell, value, state } => restriction_in_words(*cell, *value, *state),
        }
    }
}

impl RestrictedCell {
    fn in_words(self) -> String {
        let Self { cell, is_named } = self;
        if is_named { cell.to_string() } else { format!("{cell} (the cell of the cursor)") }
    }
}

fn restriction_in_words(cell: RestrictedCell, value: Value, state: CellState) -> String {
    let piece = if value == Value::Placed { "a piece" } else { "no piece" };
    let is_ruled_out = matches!(state, CellState::Impossible | CellState::Attacked);
    let effect = match (is_ruled_out, state == CellState::Forced, value) {
        (true, _, Value::Placed) | (_, true, Value::Excluded) => "only the terminal 0 is left",
        (true, _, Value::Excluded) | (_, true, Value::Placed) => "no solution is lost",
        (false, false, _) => {
            let name = cell.in_words();
            return format!("restricted to {piece} on {name}; ':restrict CELL' takes another");
        }
    };
    format!("{} is {state}: with {piece} there, {effect}", cell.in_words())
}

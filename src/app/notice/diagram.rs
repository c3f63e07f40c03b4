//! The diagram: as a graph, and in slow motion.

use crate::{Action, DiagramView};
use engine::bdd::SingleRule;
use export::{DrawnOrder, OrderRequest};
use geometry::{Cell, group_digits};
use problem::Value;
use session::CellState;

notices! {
    /// How the diagram is shown, or why it is not.
    DiagramNotice, names:
    Drawing => "drawing the diagram as a graph";
    /// The diagram has too many nodes in an order to be drawn as a graph.
    TooManyNodes { order: OrderRequest, nodes: usize } => {
        let nodes = group_digits(&nodes.to_string());
        match order {
            OrderRequest::Known(DrawnOrder::RowMajor) => format!("{nodes} nodes: too many to draw"),
            order => format!("{}: {nodes} nodes, too many to draw", order.name()),
        }
    };
    Slow => "no graph: the diagram takes too long here";
    Graph => {
        let [larger, smaller, walk] = [Action::ZOOM_IN, Action::ZOOM_OUT, Action::NEXT_NODE]
            .map(|action| names.operation(action));
        format!("the diagram as a graph: {larger} {smaller} zoom, {walk} walks it")
    };
    /// `has_next` is false if the next view is a graph that is known to be too large.
    Shown { view: DiagramView, has_next: bool } => {
        let key = names.operation(Action::DIAGRAM);
        let next = if *has_next { format!("; {key}: {}", view.next().name()) } else { String::new() };
        format!("the diagram {}{next}", view.name())
    };
    SlowOrder { order: OrderRequest } =>
        format!("the diagram in {} takes too long", order.in_words());
    NoTree => "a decision tree is drawn for at most 16 cells and 3,000 nodes";
    LargeRule => "the diagram of this rule has more than 400 cells or 3,000 nodes";
    /// The edges to the terminal 0 have no room. `can_zoom` is true if zooming makes room.
    NoRoomForZeros { can_zoom: bool } => {
        let larger = names.operation(Action::ZOOM_IN);
        let larger = if *can_zoom { format!("{larger} or ") } else { String::new() };
        format!("no room for the edges to 0: {larger}a wider window shows them")
    };
    NamelessZeros => {
        let larger = names.operation(Action::ZOOM_IN);
        format!("edges to 0 need nodes with names: {larger} zooms in")
    };
    /// Only the remaining part is shown. Decisions have cut off other nodes.
    Remaining => {
        let key = names.operation(Action::ONLY_REMAINING);
        format!("only what remains, laid out anew; {key}: whole diagram")
    };
    /// Only the remaining part is shown, but nothing is cut off yet.
    NothingCutOff => "nothing is cut off so far; decisions will leave only what remains";
    /// The whole diagram is shown. Decisions have cut off a part of it.
    Whole => {
        let key = names.operation(Action::ONLY_REMAINING);
        format!("the whole diagram; {key}: only what remains")
    };
    /// The whole diagram is shown, and nothing is cut off.
    Uncut => "the whole diagram, also what decisions cut off";
    NoRules => "this board shows a diagram from a file, which has no rules: cells are decided, and its graph is walked";
    NoRule { rule: SingleRule } => format!("this board has no {rule}");
    Folded => "folded: nodes that leave no choice are drawn as one, down to the next choice";
    Unfolded => "unfolded: each node is drawn by itself";
    /// An edge of the marked node was to be followed to a terminal.
    Terminal { high: bool, is_solution: bool } => {
        let value = if *high { "a piece" } else { "no piece" };
        let end = if *is_solution { "1: a solution" } else { "0" };
        format!("with {value} there, the path ends at {end}")
    };
    /// The cells of a fold, on which the path has no choice.
    NoChoice { run: String } => format!("{run}: no choice; the path goes on below");
    /// The cursor is at the root, which has no parent.
    Root => "this is the root: no path leads further up";
    Largest => "the graph is at its largest";
    Smallest => "the graph is at its smallest";
    NoGraph => {
        let key = names.operation(Action::DIAGRAM);
        format!("no graph is shown; {key} shows one where it is small")
    };
    /// The board has no rules whose diagram could grow.
    NothingToGrow => "there are no rules to look at";
    /// The diagram is not restricted to a cell that is decided.
    Decided { at: RestrictedCell } => {
        format!("{} is decided already; ':back {}' takes that back", at.in_words(), at.cell)
    };
    /// The diagram is restricted to a value of a cell.
    Restricted { at: RestrictedCell, value: Value, state: CellState } => {
        let (piece, name) = (if *value == Value::Placed { "a piece" } else { "no piece" }, at.in_words());
        let is_ruled_out = matches!(state, CellState::Impossible | CellState::Attacked);
        match (is_ruled_out, *state == CellState::Forced, value) {
            (true, _, Value::Placed) | (_, true, Value::Excluded) => {
                format!("{name} is {state}: with {piece} there, only the terminal 0 is left")
            }
            (true, ..) | (_, true, _) => {
                format!("{name} is {state}: with {piece} there, no solution is lost")
            }
            (false, false, _) => {
                format!("restricted to {piece} on {name}; ':restrict CELL' takes another")
            }
        }
    };
}

/// The cell to which a diagram is restricted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestrictedCell {
    /// The cell, which may be decided.
    pub cell: Cell,
    /// True if the user has named it.
    pub is_named: bool,
}

impl RestrictedCell {
    fn in_words(self) -> String {
        let Self { cell, is_named } = self;
        if is_named { cell.to_string() } else { format!("{cell} (the cell of the cursor)") }
    }
}

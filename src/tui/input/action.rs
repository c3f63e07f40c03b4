use engine::Objective;

/// The actions of all modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Moves the cursor on the board, without any other effect.
    Moving(Motion),
    Place,
    Exclude,
    Anyway,
    Complete,
    /// Completes the board with the cheapest or the most expensive solution.
    Best(Objective),
    Undo,
    Redo,
    Reset,
    /// Takes back the decision with this number, counted from 1.
    Retract(u8),
    HeatMap,
    /// Shows or hides, for each impossible cell, the weakest filter that removes it.
    Consistency,
    Informative,
    NextSolution,
    PreviousSolution,
    RandomSolution,
    /// Turns the displayed solution into decisions.
    Adopt,
    StillRight,
    Hint,
    /// Shows the next minimal explanation of the cell under the cursor.
    NextReason,
    /// Refutes a piece on the cell under the cursor, step by step.
    Suppose,
    Larger,
    Smaller,
    Paint,
    Diagram,
    Search,
    Copy,
    Mouse,
    /// Makes squares larger, or restores their size if they were made larger.
    Zoom,
    /// Opens the palette.
    Command,
    /// Opens the palette with this command word, so that the user can choose a value.
    Begin(&'static str),
    /// Makes and plays another puzzle of the same kind as the solved puzzle.
    NextPuzzle,
    /// Stops the clock of a puzzle and hides the board, or goes on.
    Pause,
    Help,
    Cancel,
    Suspend,
    Interrupt,
    Quit,
    Choosing(RestorationAction),
    Graphing(GraphAction),
    Stepping(SeriesAction),
    Painting(PaintAction),
    Proving(ProofAction),
    Watching(WatchAction),
    Typing(TypingAction),
}

/// A movement of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    Left,
    Down,
    Up,
    Right,
    FirstColumn,
    LastColumn,
    PageUp,
    PageDown,
    /// Moves by ten cells, like the other `Far` movements.
    FarLeft,
    FarDown,
    FarUp,
    FarRight,
}

/// Actions in the list of restorations, that is, of sets of decisions to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RestorationAction {
    /// Chooses the marked set.
    Marked,
    /// Chooses the set with this number, counted from 1.
    Number(u8),
}

/// Actions of paint mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaintAction {
    /// Selects the typed letter or digit as the region to paint.
    Region,
    /// Selects holes to paint.
    Hole,
    /// Paints the cell under the cursor.
    Cell,
    /// Turns the hole under the cursor into a cell.
    Fill,
    /// Shows or hides where two solutions differ.
    Differ,
    /// Opens or closes the list of repaints.
    Repairs,
    /// Does the marked repaint.
    Repaint,
    /// Begins to set weights, or returns to the board.
    Weigh,
    /// Appends the typed digit to the weight of the cell under the cursor.
    Digit,
    /// Changes the sign of the weight of the cell under the cursor.
    Sign,
    /// Removes the last digit from the weight of the cell under the cursor.
    Erase,
}

/// Actions on the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphAction {
    /// Moves to the next node, level by level; from the board, to a node of the cell under the cursor.
    Next,
    Previous,
    /// Switches to the next variable order.
    Order,
    /// Switches to the next kind of diagram: BDD, ZDD, decision tree.
    Kind,
    /// Moves the cell under the cursor up by one level in the order.
    RaiseLevel,
    /// Moves the cell under the cursor down by one level in the order.
    LowerLevel,
    ZoomIn,
    ZoomOut,
    /// Shows or hides edges to the terminal 0.
    Zeros,
    /// Shows or hides the nodes that decisions have cut off.
    Cut,
}

/// Actions while a diagram is shown in slow motion: rule by rule, or node by node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeriesAction {
    /// Starts to build the diagram, with the first rule.
    Open,
    Next,
    Previous,
    First,
    Last,
}

/// Actions on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProofAction {
    /// Begins a claim about the cell under the cursor.
    Open,
    /// Names the decision of the cell under the cursor, or stops naming it; likewise for its groups.
    Decision,
    Row,
    Column,
    Region,
    /// Claims that the cell must hold a piece, or again that it is impossible.
    Flip,
}

/// Actions while a search is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchAction {
    Next,
    Previous,
    First,
    Last,
    /// Moves to the end of the next branch of the tree.
    NextBranch,
    PreviousBranch,
    NextFailure,
    PreviousFailure,
    NextSolution,
    PreviousSolution,
    /// Moves to the next branch below which there is no solution, although there is one above it.
    NextWasted,
    /// Moves to the first branch at which two searches differ.
    Divergence,
    DeepestFailure,
    Play,
    Faster,
    Slower,
    LookLeft,
    LookRight,
    /// Folds or unfolds the subtree of a node.
    Fold,
    /// Shows or hides why cells were removed.
    Causes,
    /// Shows the diagram in place of the search tree, or the tree again.
    Graph,
    /// Shows or hides a second search with other propagation next to the first.
    Beside,
    /// Asks for other settings of the search.
    Settings,
}

/// Actions on the line after `:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypingAction {
    /// Inserts the typed character.
    Insert,
    Run,
    Complete,
    /// Selects the entry above; on the first entry, recalls the previous line.
    Up,
    Down,
    PageUp,
    PageDown,
    /// Recalls the previous line.
    Earlier,
    Later,
}

use engine::Aim;

/// The actions of all modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Moves the cursor on the board, and does nothing else.
    Moving(Motion),
    Place,
    Exclude,
    Anyway,
    Complete,
    /// Completes the board by the cheapest solution, or by the dearest.
    Best(Aim),
    Undo,
    Redo,
    Reset,
    /// Takes back the decision with this number, counted from 1.
    Retract(u8),
    HeatMap,
    /// Shows how strong a filter must be to see that a cell is impossible, or hides it.
    Consistency,
    Informative,
    NextSolution,
    PreviousSolution,
    RandomSolution,
    /// Turns the solution that is shown into decisions.
    Adopt,
    StillRight,
    Hint,
    /// Shows the next minimal explanation of the cell under the cursor.
    NextReason,
    Larger,
    Smaller,
    Paint,
    Diagram,
    Search,
    Copy,
    Mouse,
    /// Makes squares larger, then as before.
    Zoom,
    /// Opens the palette.
    Command,
    /// Opens the palette with this word, for its value.
    Begin(&'static str),
    /// Makes and plays the next puzzle of the kind that was solved.
    NextPuzzle,
    Help,
    Cancel,
    Suspend,
    Interrupt,
    Quit,
    Choosing(WayAction),
    Graphing(GraphAction),
    Growing(GrowAction),
    Painting(PaintAction),
    Watching(WatchAction),
    Typing(TypingAction),
}

/// How the cursor moves.
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
    /// By ten cells.
    FarLeft,
    FarDown,
    FarUp,
    FarRight,
}

/// The actions of choosing among several ways to take decisions back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WayAction {
    /// Takes the way that is marked.
    Marked,
    /// Takes the way with this number, counted from 1.
    Number(u8),
}

/// The actions of painting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaintAction {
    /// Chooses the region with the typed letter or digit.
    Region,
    /// Chooses holes.
    Hole,
    /// Paints the cell under the cursor.
    Cell,
    /// Turns the hole under the cursor into a cell.
    Fill,
}

/// The actions of walking the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphAction {
    /// The next node, level by level; from the board, the node of the cursor's cell.
    Next,
    Previous,
    /// The next order of the cells.
    Order,
    /// Shows edges to 0, or leaves them out.
    Zeros,
}

/// The actions of looking at rules one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GrowAction {
    /// Begins with the first rule.
    Open,
    Next,
    Previous,
    First,
    Last,
}

/// The actions of watching a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchAction {
    Next,
    Previous,
    First,
    Last,
    /// The next branch of the tree, with all that follows from it.
    NextBranch,
    PreviousBranch,
    NextFailure,
    PreviousFailure,
    NextSolution,
    PreviousSolution,
    Play,
    Faster,
    Slower,
    LookLeft,
    LookRight,
    /// Folds away what is below a node of the tree, or draws it again.
    Fold,
    /// Watches a search with other propagation beside this one, or this one alone.
    Beside,
}

/// The actions of typing a line after `:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypingAction {
    /// Types the character that is pressed.
    Insert,
    Run,
    Complete,
    /// The entry above; above the first, the line that was run before.
    Up,
    Down,
    PageUp,
    PageDown,
    /// The line that was run before.
    Earlier,
    Later,
}

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
    /// Shows or hides, for each impossible cell, the weakest filter that removes it.
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
    /// Makes squares larger; the next time restores their size.
    Zoom,
    /// Opens the palette.
    Command,
    /// Opens the palette with this word, to choose its value.
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

/// Actions in the list of ways to take decisions back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WayAction {
    /// Takes the marked way.
    Marked,
    /// Takes the way with this number, counted from 1.
    Number(u8),
}

/// Actions of paint mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaintAction {
    /// Chooses the region of the typed letter or digit.
    Region,
    /// Chooses holes.
    Hole,
    /// Paints the cell under the cursor.
    Cell,
    /// Turns the hole under the cursor into a cell.
    Fill,
}

/// Actions on the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphAction {
    /// Goes to the next node, level by level; from the board, to a node of the cursor's cell.
    Next,
    Previous,
    /// The next order of the cells.
    Order,
    /// Shows or hides edges to the terminal 0.
    Zeros,
}

/// Actions of the view that shows the diagram rule by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GrowAction {
    /// Begins with the first rule.
    Open,
    Next,
    Previous,
    First,
    Last,
}

/// Actions while a search is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchAction {
    Next,
    Previous,
    First,
    Last,
    /// Goes to the end of the next branch of the tree.
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
    /// Hides the subtree of a node, or shows it again.
    Fold,
    /// Shows a second search with other propagation beside this one, or hides it.
    Beside,
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

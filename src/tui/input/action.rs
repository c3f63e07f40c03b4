/// The actions of all modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Action {
    Left,
    Down,
    Up,
    Right,
    FirstColumn,
    LastColumn,
    PageUp,
    PageDown,
    /// Moves by ten cells.
    FarLeft,
    FarDown,
    FarUp,
    FarRight,
    Place,
    Exclude,
    Anyway,
    Complete,
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
    Help,
    Cancel,
    Suspend,
    Interrupt,
    Quit,
    Painting(PaintAction),
    Watching(WatchAction),
    Typing(TypingAction),
}

/// The actions of painting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum PaintAction {
    /// Chooses the region with the typed letter or digit.
    Region,
    /// Chooses holes.
    Hole,
    /// Paints the cell under the cursor.
    Cell,
    /// Turns the hole under the cursor into a cell.
    Fill,
}

/// The actions of watching a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum WatchAction {
    Next,
    Previous,
    First,
    NextSolution,
    Play,
    Faster,
    Slower,
    LookLeft,
    LookRight,
}

/// The actions of typing a line after `:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum TypingAction {
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

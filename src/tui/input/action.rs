/// What the user can ask of the board, in all modes.
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
    /// Takes the decision of this number back, counted from 1.
    Retract(u8),
    HeatMap,
    Informative,
    NextSolution,
    PreviousSolution,
    RandomSolution,
    /// Makes the solution that is shown the user's own decisions.
    Adopt,
    StillRight,
    Hint,
    /// Shows the next minimal explanation of the cell under the cursor.
    NextReason,
    Larger,
    Smaller,
    Paint,
    Growth,
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

/// What is asked while the board is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum PaintAction {
    /// Chooses the region of the letter or digit that is typed.
    Region,
    /// Chooses holes.
    Hole,
    /// Paints the cell under the cursor.
    Cell,
    /// Takes away the hole under the cursor.
    Fill,
}

/// What is asked while a search is watched.
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

/// What is asked while a line is typed after `:`.
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

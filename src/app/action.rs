//! The names of operations, and the tables in which they stand.

use std::fmt;

/// The name of an operation: in the configuration and in `keys.txt`, or its word after `:` if it has no key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action {
    /// The name of the action: a word of `keys.txt` such as `undo`, or the word after `:`, such as `count`.
    pub name: &'static str,
    /// True if the operation has no key, and is named by its word.
    pub is_word: bool,
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Declares the operations that other code refers to.
macro_rules! named {
    (keys: $($id:ident $name:literal)*; words: $($word_id:ident $word:literal)*) => {
        impl Action {
            $(
                #[doc = concat!("The operation `", $name, "` of `keys.txt`.")]
                pub const $id: Self = Self { name: $name, is_word: false };
            )*
            $(
                #[doc = concat!("The operation of the word `:", $word, "`, which has no key.")]
                pub const $word_id: Self = Self { name: $word, is_word: true };
            )*

            /// All constants.
            pub const NAMED: &[Self] = &[$(Self::$id,)* $(Self::$word_id,)*];
        }
    };
}

named! {
    keys:
    ADOPT "adopt"
    ANYWAY "anyway"
    BESIDE "beside"
    BY_FAILURES "by-failures"
    CANCEL "cancel"
    CAUSES "causes"
    CHEAPEST "cheapest"
    COMMAND "command"
    COMPLETE "complete"
    COMPLETE_WORD "complete-word"
    COPY "copy"
    DIAGRAM "diagram"
    DIAGRAM_KIND "diagram-kind"
    DIFFER "differ"
    DIVERGENCE "divergence"
    EARLIER "earlier"
    ENTRY_DOWN "entry-down"
    ENTRY_PAGE_DOWN "entry-page-down"
    ENTRY_PAGE_UP "entry-page-up"
    ENTRY_UP "entry-up"
    EXCLUDE "exclude"
    FILL_HOLE "fill-hole"
    FIRST_RULE "first-rule"
    FLIP_CLAIM "flip-claim"
    FOLD_NODES "fold-nodes"
    HEAT_MAP "heat-map"
    HELP "help"
    HINT "hint"
    INFORMATIVE "informative"
    INSERT "insert"
    INTERRUPT "interrupt"
    JUMP "jump"
    LARGER "larger"
    LAST_RULE "last-rule"
    LATER "later"
    LEFT "left"
    MARK "mark"
    MARKED_WAY "marked-way"
    MOUSE "mouse"
    NAME_COLUMN "name-column"
    NAME_DECISION "name-decision"
    NAME_REGION "name-region"
    NAME_ROW "name-row"
    NOTHING "nothing"
    NEXT_EXAMPLE "next-example"
    NEXT_KIND "next-kind"
    NEXT_NODE "next-node"
    NEXT_PUZZLE "next-puzzle"
    NEXT_REASON "next-reason"
    NEXT_RULE "next-rule"
    NEXT_SOLUTION "next-solution"
    NEXT_STEP "next-step"
    NEXT_WASTED "next-wasted"
    ONLY_REMAINING "only-remaining"
    OPEN "open"
    OVERVIEW "overview"
    PAINT "paint"
    PAINT_CELL "paint-cell"
    PAINT_HOLE "paint-hole"
    PAINT_REGION "paint-region"
    PAIR_REASON "pair-reason"
    PAUSE "pause"
    PIECE "piece"
    PLACE "place"
    PLAY "play"
    PREVIOUS_RULE "previous-rule"
    PREVIOUS_SOLUTION "previous-solution"
    PREVIOUS_STEP "previous-step"
    PUZZLE "puzzle"
    QUIT "quit"
    RANDOM_SOLUTION "random-solution"
    REDO "redo"
    REPAINT "repaint"
    REPAIRS "repairs"
    RESET "reset"
    RIGHT "right"
    RULES "rules"
    RUN "run"
    SEARCH "search"
    SEARCH_SETTINGS "search-settings"
    SMALLER "smaller"
    SOLUTION_STEP "solution-step"
    STILL_RIGHT "still-right"
    SUSPEND "suspend"
    UNDO "undo"
    WEIGH_DIGIT "weigh-digit"
    WEIGH_ERASE "weigh-erase"
    WEIGH_SIGN "weigh-sign"
    ZOOM_IN "zoom-in"
    ZOOM_OUT "zoom-out"
    ;
    words:
    BOARD "board"
    CELLS "cells"
    COUNT "count"
    DECIDE_EXCLUDED "exclude"
    DECIDE_PLACED "place"
    LESSON "lesson"
    ORDER_OF_CELLS "order"
    RULE "rule"
    STEPS "steps"
    SUPPOSE "suppose"
}

/// An entry of the palette and of the overview of keys.
#[derive(Clone, Debug)]
pub struct ActionItem {
    /// Heading above the entry.
    pub group: &'static str,
    /// The first action is performed when the entry is chosen; the keys of all actions are shown.
    pub actions: Vec<Action>,
    /// Name of the entry.
    pub name: &'static str,
    /// Description in one line.
    pub help: &'static str,
}

/// The actions with these names, separated by blanks.
pub fn actions(names: &'static str) -> Vec<Action> {
    names.split_whitespace().map(|name| Action { name, is_word: false }).collect()
}

/// Splits a line of a table into columns; missing columns are empty.
pub fn columns<const N: usize>(line: &'static str) -> [&'static str; N] {
    let mut columns = line.split('|').map(str::trim);
    [(); N].map(|()| columns.next().unwrap_or_default())
}

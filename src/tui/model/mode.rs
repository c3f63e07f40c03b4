//! What the board is used for at the moment, and what lies over it.

use crate::engine::Completion;
use crate::tui::input::bindings::Scope;
use crate::tui::model::painting::Painting;
use crate::tui::model::palette::Palette;
use crate::tui::model::replay::Replay;

/// What the board is used for. Each mode owns what belongs to it; leaving it drops that.
#[derive(Clone, Debug)]
pub(in crate::tui) enum Mode {
    /// Cells are decided.
    Board,
    /// A remaining solution is shown.
    Browse(Completion),
    /// Regions and holes are painted.
    Paint(Painting),
    /// A recorded search is watched.
    Watch(Replay),
}

/// What lies over the board and takes its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Overlay {
    None,
    /// The keys of the mode are shown, from this column on.
    Keys {
        first: u16,
    },
    /// Everything that can be done, found by typing.
    Palette(Box<Palette>),
}

impl Mode {
    /// Where the keys of the mode stand in the table of bindings.
    pub(in crate::tui) const fn scope(&self) -> Scope {
        match self {
            Self::Board => Scope::Board,
            Self::Browse(_) => Scope::Browse,
            Self::Paint(_) => Scope::Paint,
            Self::Watch(_) => Scope::Watch,
        }
    }
}

use std::fmt;

use strum::{Display, EnumIter, EnumMessage, EnumString, IntoStaticStr, VariantNames};

/// The techniques of steps, ordered from the easiest to the hardest. Each has a name for readers, which is its identifier
/// with spaces unless a message says otherwise.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    EnumIter,
    EnumMessage,
    EnumString,
    IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Technique {
    /// A group needs pieces on all its open cells.
    LastCell,
    /// A group has all its pieces.
    FullGroup,
    /// A group has fewer than two open cells for each missing piece, and some of them are needed because pieces must not attack
    /// each other.
    FewCells,
    /// Every open cell of a group that needs a piece attacks the same other cell.
    #[strum(message = "attacked by a group")]
    AttackedByGroup,
    /// A piece on a cell would leave a group too few cells.
    #[strum(message = "starved group")]
    Starving,
    /// One group needs all the pieces that fit into the groups around its open cells.
    #[strum(serialize = "groups-1", message = "one group in another")]
    Groups1,
    /// Two groups together need all the pieces that fit into the groups around their open cells.
    #[strum(serialize = "groups-2", message = "two groups in two")]
    Groups2,
    /// Three groups together need all the pieces that fit into the groups around their open cells.
    #[strum(serialize = "groups-3", message = "three groups in three")]
    Groups3,
    /// Four or more groups together need all the pieces that fit into the groups around their open cells.
    #[strum(serialize = "groups-4", message = "four or more groups")]
    Groups4,
    /// One value of a cell would leave a group no room for its pieces, which must not attack each other.
    #[strum(message = "no touching")]
    NoTouch,
    /// A piece on a cell would attack, or fill a group with, so many open cells of another group that it keeps
    /// too few.
    #[strum(message = "seen by a group")]
    SeenByGroup,
    /// Another group divides a group into two parts. Each part must hold the pieces for which the other part
    /// has no room.
    Halves,
    /// Several groups, for lack of room elsewhere, fill another group.
    FullLine,
    /// Two adjacent rows or columns have no room for their pieces, which must not attack each other, if a cell has
    /// a certain value.
    Strip,
    /// Several groups, for lack of room elsewhere, fill adjacent rows or columns.
    Band,
    /// A group, or adjacent rows or columns, have just enough room for their pieces.
    TightBand,
    /// The cells of a band outside the groups within it must hold the remaining pieces. Or the cells outside
    /// a band of the groups around it.
    Leftover,
    /// A piece on a cell could be exchanged for one elsewhere, so that the puzzle would have two solutions.
    Uniqueness,
    /// An assumption leaves a group too few cells, after at most three simple steps or seven light ones.
    Chain,
    /// An assumption leaves a group too few cells, after any number of steps.
    Contradiction,
    /// An engine finds that a few rules settle a cell.
    Rules,
}

impl fmt::Display for Technique {
    /// Writes the name for readers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id: &str = self.into();
        match self.get_message() {
            Some(name) => f.pad(name),
            None => f.pad(&id.replace('-', " ")),
        }
    }
}

/// The difficulty of a puzzle in a word: a band of its difficulty as a number.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Display,
    EnumIter,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Grade {
    /// The lowest band.
    Easy,
    /// The second band.
    Medium,
    /// The third band.
    Hard,
    /// The highest band.
    Expert,
}

use strum::{Display, EnumIter, EnumString, IntoStaticStr, VariantNames};

/// The techniques of steps, ordered from the easiest to the hardest.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumIter,
    EnumString,
    IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Technique {
    /// A group needs all its open cells.
    LastCell,
    /// A group has all its pieces.
    FullGroup,
    /// All open cells of a group that needs a piece attack a cell.
    AttackedByGroup,
    /// A piece on a cell would leave a group fewer cells than it needs.
    Starving,
    /// A group needs all the room of the groups around its open cells.
    #[strum(serialize = "groups-1")]
    Groups1,
    /// Two groups need all the room of the groups around their open cells.
    #[strum(serialize = "groups-2")]
    Groups2,
    /// Three groups need all the room of the groups around their open cells.
    #[strum(serialize = "groups-3")]
    Groups3,
    /// Either value of a cell would leave a group no room for its pieces, which must not attack each other.
    NoTouch,
    /// Another group divides a group, and each part must hold the pieces for which the other has no room.
    Halves,
    /// An assumption leaves a group without enough cells after some steps.
    Contradiction,
    /// Some of the rules settle a cell.
    Rules,
}

impl Technique {
    /// The grade of a puzzle that needs this technique, with `steps` steps in its contradiction.
    #[must_use]
    pub const fn grade(self, steps: usize) -> Grade {
        match self {
            Self::LastCell | Self::FullGroup | Self::AttackedByGroup | Self::Starving => {
                Grade::Easy
            }
            Self::Groups1 | Self::Groups2 => Grade::Medium,
            Self::Groups3 | Self::NoTouch | Self::Halves => Grade::Hard,
            Self::Contradiction if steps <= HARD_STEPS => Grade::Hard,
            Self::Contradiction | Self::Rules => Grade::Expert,
        }
    }
}

/// Maximum number of steps of a contradiction in a hard puzzle.
pub(crate) const HARD_STEPS: usize = 2;

/// How hard a puzzle is: the grade of its hardest step.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumIter,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Grade {
    /// Up to [`Technique::Starving`].
    Easy,
    /// Up to [`Technique::Groups2`].
    Medium,
    /// Up to [`Technique::Halves`], or a contradiction of at most two steps.
    Hard,
    /// Anything harder.
    Expert,
}

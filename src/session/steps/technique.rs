use strum::{Display, EnumIter, EnumString, IntoStaticStr, VariantNames};

/// A kind of step, ordered from the easiest to the hardest.
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
    /// A group needs all the cells that it has left.
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
    /// A piece on a cell, or none there, would leave a group no room for pieces that cannot attack each
    /// other.
    NoTouch,
    /// Another group halves a group, and both halves must hold as many pieces as they can.
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

/// The most steps of a contradiction that a hard puzzle needs.
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

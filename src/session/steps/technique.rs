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
    /// A group needs pieces on all its open cells.
    LastCell,
    /// A group has all its pieces.
    FullGroup,
    /// Every open cell of a group that needs a piece attacks the same other cell.
    AttackedByGroup,
    /// A piece on a cell would leave a group fewer cells than it needs.
    Starving,
    /// One group needs all the pieces that fit into the groups around its open cells.
    #[strum(serialize = "groups-1")]
    Groups1,
    /// Two groups together need all the pieces that fit into the groups around their open cells.
    #[strum(serialize = "groups-2")]
    Groups2,
    /// Three groups together need all the pieces that fit into the groups around their open cells.
    #[strum(serialize = "groups-3")]
    Groups3,
    /// One value of a cell would leave a group no room for its pieces, which must not attack each other.
    NoTouch,
    /// Another group divides a group into two parts. Each part must hold the pieces for which the other part
    /// has no room.
    Halves,
    /// An assumption and the steps that follow from it leave a group too few cells.
    Contradiction,
    /// An engine finds that a few rules settle a cell.
    Rules,
}

impl Technique {
    /// The grade of a puzzle whose hardest step uses this technique. `steps` is the length of a contradiction.
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

/// The difficulty of a puzzle: the grade of its hardest step.
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
    /// The techniques up to [`Technique::Starving`].
    Easy,
    /// The techniques up to [`Technique::Groups2`].
    Medium,
    /// The techniques up to [`Technique::Halves`], or a contradiction of at most two steps.
    Hard,
    /// Longer contradictions, or [`Technique::Rules`].
    Expert,
}

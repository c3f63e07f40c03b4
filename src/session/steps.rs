//! A solution step by step, by techniques that a person can see, the easiest first.
//!
//! | file | contents |
//! | --- | --- |
//! | `board` | [`Board`]: groups with bounds, and which cells attack each other |
//! | `candidates` | [`Candidates`]: the cells that hold a piece, and those that may |
//! | `deduction` | what a technique finds |
//! | `open_group`, `nesting`, `finder` | the groups of a position, those that lie within others, and both for techniques to look at |
//! | `simple`, `within`, `packing` | techniques about one group, groups within groups, pieces that cannot touch |
//! | `plain` | these techniques, the easiest first |
//! | `contradiction` | an assumption that steps refute |
//! | `by_rules` | the last resort: what an engine says follows from the rules |
//! | `solver` | [`Solver`]: the next step, and the whole way |
//! | `hardness` | [`Hardness`]: how hard a position is beyond its grade |
//! | `breach` | [`Breach`]: what is plainly wrong |
//! | `check` | [`follows`]: whether a step follows from what it names |
//! | `words` | steps as sentences |
//!
//! No step guesses: each follows from the rules and from what the steps before it settled.

mod board;
mod breach;
mod by_rules;
mod candidates;
mod check;
mod contradiction;
mod deduction;
mod finder;
mod hardness;
mod nesting;
mod open_group;
mod packing;
mod plain;
mod simple;
mod solver;
mod within;
mod words;

use strum::{Display, EnumIter, EnumString, IntoStaticStr, VariantNames};

pub use board::Board;
pub use breach::Breach;
pub use candidates::Candidates;
pub use check::follows;
pub use hardness::Hardness;
pub use solver::{End, Obstacle, Solver, Way};

use geometry::Cell;
use problem::Value;

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
pub const HARD_STEPS: usize = 2;

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
    /// Up to [`Technique::Halves`], or a contradiction of at most [`HARD_STEPS`] steps.
    Hard,
    /// Anything harder.
    Expert,
}

/// One deduction: cells that are settled, and what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of deduction.
    pub technique: Technique,
    /// The cells that hold a piece, in row-major order.
    pub place: Vec<Cell>,
    /// The cells that hold none, in row-major order. Cells that a placed piece attacks are not named.
    pub exclude: Vec<Cell>,
    /// The groups that prove it: `row 3`, `column c`, `region d` or `pieces=8`; where one group is
    /// compared with others, it comes first. In [`Technique::Rules`] also `board c4`, the board rule of
    /// a cell.
    pub groups: Vec<String>,
    /// The cells that prove it, in row-major order: those of the first groups that are settled
    /// ([`Technique::LastCell`], [`Technique::FullGroup`]) or open (other techniques).
    pub cells: Vec<Cell>,
    /// The assumption that is refuted, if the technique is a contradiction.
    pub refuted: Option<Refutation>,
}

/// An assumption that leaves a group without enough cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The cell, and what is assumed of it.
    pub assume: (Cell, Value),
    /// What follows, step by step.
    pub then: Vec<Step>,
    /// The group that then has too few cells, or too many pieces.
    pub empty: String,
}

impl Step {
    /// The number of steps of its contradiction; 0 for other techniques.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.refuted.as_ref().map_or(0, |refuted| refuted.then.len())
    }

    /// The grade of a puzzle whose hardest step is this one.
    #[must_use]
    pub fn grade(&self) -> Grade {
        self.technique.grade(self.depth())
    }

    /// The cells that it settles, with their values.
    pub fn settles(&self) -> impl Iterator<Item = (Cell, Value)> + '_ {
        let place = self.place.iter().map(|&cell| (cell, Value::Placed));
        place.chain(self.exclude.iter().map(|&cell| (cell, Value::Excluded)))
    }
}

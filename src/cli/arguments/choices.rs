//! The values of options that are one of a few words.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::engine::auto::Kind;
use crate::engine::bdd::Arrangement;
use crate::engine::search::{Labeling, Propagation, Values};
use crate::export::Format;

/// Makes types with `ALL`, `name` and `help` values of options.
macro_rules! choices {
    ($($choice:ty),+) => {$(
        impl ValueEnum for $choice {
            fn value_variants<'a>() -> &'a [Self] {
                &Self::ALL
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                Some(PossibleValue::new(self.name()).help(self.help()))
            }
        }
    )+};
}

choices!(Arrangement, Format, Labeling, Propagation, Values);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RuleChoice {
    /// The board rule of a cell: it excludes the cells it attacks
    Board,
    /// The queens rule of a row: at least one piece
    Queens,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum EngineChoice {
    /// The program chooses the fastest one
    #[default]
    Auto,
    /// The decision diagram of all solutions
    Bdd,
    /// Satisfiability: domains, solutions and explanations on large boards, without counts
    Sat,
    /// Search that counts solutions on several threads (for count and domains)
    Count,
    /// A finite-domain search, for solve: pieces with the rook move, one in each row
    Search,
}

impl EngineChoice {
    /// The engine, unless the program chooses it.
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Self::Auto => None,
            Self::Bdd => Some(Kind::Bdd),
            Self::Sat => Some(Kind::Sat),
            Self::Search => Some(Kind::Search),
            Self::Count => Some(Kind::Count),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ColorChoice {
    /// If the terminal shows them
    #[default]
    Auto,
    /// Yes
    Always,
    /// No
    Never,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum SolutionFormat {
    /// A picture, row 1 at the bottom
    #[default]
    Board,
    /// For each row from the bottom, the column of its piece
    List,
    /// The names of the cells with a piece
    Cells,
}

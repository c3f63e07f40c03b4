//! The values of options that are one of a few words.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::engine::EngineKind;
use crate::engine::bdd::Arrangement;
use crate::engine::search::{Labeling, Propagation, Values};
use crate::export::Format;

/// Makes the variants of types with a `name` values of options. Each has a line of help.
macro_rules! choices {
    ($($choice:ident { $($variant:ident: $help:literal),+ $(,)? })+) => {$(
        impl ValueEnum for $choice {
            fn value_variants<'a>() -> &'a [Self] {
                &[$(Self::$variant),+]
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                let help = match self { $(Self::$variant => $help),+ };
                Some(PossibleValue::new(<&str>::from(self)).help(help))
            }
        }
    )+};
}

choices! {
    Format {
        Dot: "The diagram for Graphviz",
        Svg: "A drawing of the diagram, or of the board with --picture",
        Dimacs: "The problem as clauses, for SAT solvers",
        Minizinc: "The problem as a MiniZinc model, for constraint solvers",
        Json: "The diagram as one JSON object",
        Bdd: "The diagram in the binary format of biodivine-lib-bdd",
    }
    Labeling {
        FirstFail: "The open row with the fewest columns left",
        Leftmost: "The first open row",
        Dual: "The open row or column with the fewest cells left",
    }
    Values {
        Middle: "The column nearest to the middle",
        Min: "The first column",
        Max: "The last column",
        Random: "A random column",
    }
    Propagation {
        Naive: "As weak, but only at the ends of what is left of each row",
        Weak: "Remove the cells that a placed piece attacks",
        Bounds: "As weak, with all-different columns and diagonals, at the ends of each row only",
        AllDifferent: "As weak, with all-different columns and diagonals by Régin's method",
        Strong: "Also remove cells that attack all cells left in another row",
        Bounded: "As strong, but only where that can remove something",
    }
    Arrangement {
        RowMajor: "a1, b1, … upward",
        ColumnMajor: "a1, a2, … to the right",
        Diagonal: "Along the diagonals, from the bottom left corner",
        InsideOut: "From the middle of the grid outward",
    }
}

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
    /// Estimates by random sampling, however large the number (for count and domains)
    Estimate,
}

impl EngineChoice {
    /// The engine, unless the program chooses it.
    pub const fn kind(self) -> Option<EngineKind> {
        match self {
            Self::Auto => None,
            Self::Bdd => Some(EngineKind::Bdd),
            Self::Sat => Some(EngineKind::Sat),
            Self::Search => Some(EngineKind::Search),
            Self::Count => Some(EngineKind::Count),
            Self::Estimate => Some(EngineKind::Estimate),
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

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PictureTheme {
    /// As in a dark terminal
    Dark,
    /// As in a light terminal, and for paper
    Light,
}

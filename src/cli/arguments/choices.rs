//! The words that options can be.

use clap::ValueEnum;

use crate::engine::auto::Kind;
use crate::engine::bdd::Arrangement;
use crate::engine::search::{Labeling, Propagation, Values};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ExportFormat {
    /// The diagram for Graphviz
    Dot,
    /// A drawing of the diagram, or of the board with --picture
    Svg,
    /// The problem as clauses, for solvers of satisfiability
    Dimacs,
    /// The problem as a MiniZinc model, for constraint solvers
    Minizinc,
    /// The diagram as one JSON object
    Json,
    /// The diagram as bytes of biodivine-lib-bdd
    Bdd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RuleChoice {
    /// One cell's: it excludes what it attacks
    Board,
    /// One row's: at least one piece
    Queens,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum EngineChoice {
    /// The one that suits the question
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
    /// The engine, if it is not left to the program.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum LabelingChoice {
    /// The first open row
    Leftmost,
    /// The open row with the fewest columns left
    FirstFail,
    /// The open row or column with the fewest cells left
    Dual,
}

impl From<LabelingChoice> for Labeling {
    fn from(choice: LabelingChoice) -> Self {
        match choice {
            LabelingChoice::Leftmost => Self::Leftmost,
            LabelingChoice::FirstFail => Self::FirstFail,
            LabelingChoice::Dual => Self::Dual,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ValuesChoice {
    /// The smallest
    Min,
    /// The nearest to the middle
    Middle,
    /// The largest
    Max,
    /// Any
    Random,
}

impl From<ValuesChoice> for Values {
    fn from(choice: ValuesChoice) -> Self {
        match choice {
            ValuesChoice::Min => Self::Min,
            ValuesChoice::Middle => Self::Middle,
            ValuesChoice::Max => Self::Max,
            ValuesChoice::Random => Self::Random,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PropagationChoice {
    /// What a placed piece attacks goes
    Weak,
    /// What attacks all cells left of another row goes
    Strong,
    /// As strong, looking only where it can help
    Bounded,
    /// Weak, and columns and diagonals all different
    #[value(name = "alldifferent")]
    AllDifferent,
}

impl From<PropagationChoice> for Propagation {
    fn from(choice: PropagationChoice) -> Self {
        match choice {
            PropagationChoice::Weak => Self::Weak,
            PropagationChoice::Strong => Self::Strong,
            PropagationChoice::Bounded => Self::Bounded,
            PropagationChoice::AllDifferent => Self::AllDifferent,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ColorChoice {
    /// Where the terminal wants them
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Order {
    /// a1, b1, … upward
    #[default]
    RowMajor,
    /// a1, a2, … to the right
    ColumnMajor,
    /// Along the diagonals, from the bottom left corner
    Diagonal,
    /// From the middle of the grid outward
    InsideOut,
}

impl Order {
    /// The word for it.
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |name| name.get_name().to_owned())
    }
}

impl From<Order> for Arrangement {
    fn from(order: Order) -> Self {
        match order {
            Order::RowMajor => Self::RowMajor,
            Order::ColumnMajor => Self::ColumnMajor,
            Order::Diagonal => Self::Diagonal,
            Order::InsideOut => Self::InsideOut,
        }
    }
}

use std::io;

use engine::Interrupted;
use engine::bdd::TooManyVariables;
use files::FileError;
use problem::DecisionError;

/// The result of an export, or of a part of it.
pub(super) type Exported<T = ()> = Result<T, ExportError>;

/// Why something could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A budget ended before the export was complete.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// There are more variables than the BDD library allows.
    #[error(transparent)]
    Variables(#[from] TooManyVariables),
    /// The cell of a board rule is off the grid or a hole.
    #[error(transparent)]
    Cell(#[from] DecisionError),
    /// The chosen model does not suit the problem.
    #[error(transparent)]
    Model(#[from] UnsuitableModel),
    /// The format cannot express a cost limit.
    #[error("the clauses of '{0}' keep no limit of cost; use 'minizinc', 'bdd' or 'dddmp'")]
    Limit(&'static str),
    /// The diagram is too large for its format.
    #[error(
        "the diagram has {nodes} nodes, more than the {max_nodes} that are exported this way; {way_out}"
    )]
    TooLarge {
        /// The number of nodes.
        nodes: usize,
        /// Maximum number of nodes for the format.
        max_nodes: usize,
        /// The advice to the user.
        way_out: &'static str,
    },
    /// The file cannot be opened or replaced.
    #[error(transparent)]
    File(#[from] FileError),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Why a MiniZinc model does not suit a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsuitableModel {
    /// A row may have several pieces or none.
    #[error(
        "'{0}' needs a piece with the rook move, in rules that want one in each row; use 'cells'"
    )]
    Rows(&'static str),
    /// A column may have no piece.
    #[error("'dual' needs as many rows as columns; use 'rows' or 'cells'")]
    Columns,
    /// The placed pieces, which `--ground` writes, are no solution.
    #[error("--ground needs a solution that is placed; {0}")]
    Unsolved(String),
}

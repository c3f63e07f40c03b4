use std::io;

use engine::Interrupted;
use engine::bdd::TooManyVariables;
use files::FileError;
use problem::DecisionError;

/// Why something could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A budget ended first.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// There are more variables than the BDD library allows.
    #[error(transparent)]
    Variables(#[from] TooManyVariables),
    /// The cell of a board rule is off the grid or a hole.
    #[error(transparent)]
    Cell(#[from] DecisionError),
    /// The problem does not have the model asked for.
    #[error(transparent)]
    Model(#[from] NoModel),
    /// The format has no limit of cost.
    #[error("the clauses of '{0}' keep no limit of cost; use 'minizinc', 'bdd' or 'dddmp'")]
    Limit(&'static str),
    /// The diagram is too large for its format.
    #[error(
        "the diagram has {nodes} nodes, more than the {most} that are exported this way; {way_out}"
    )]
    TooLarge {
        /// The number of nodes.
        nodes: usize,
        /// The largest number allowed.
        most: usize,
        /// What to do instead.
        way_out: &'static str,
    },
    /// The file cannot be opened or replaced.
    #[error(transparent)]
    File(#[from] FileError),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Why a problem does not have a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoModel {
    /// Rows may have several pieces or none.
    #[error(
        "'{0}' needs a piece with the rook move, in rules that want one in each row; use 'cells'"
    )]
    Rows(&'static str),
    /// Columns may have no piece.
    #[error("'dual' needs as many rows as columns; use 'rows' or 'cells'")]
    Columns,
}

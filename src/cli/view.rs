//! Opens the board on a diagram of another program.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};

use super::arguments::{DiagramArguments, EngineArguments, LookArguments};
use super::board;
use app::BoardSetup;
use engine::bdd::{GivenDiagram, VariableOrder};
use export::VariableCells;
use files::is_stdin;
use geometry::{CellSet, Grid, Size};
use problem::{Problem, Rules};
use session::Session;

/// Shows a diagram on the board.
///
/// # Errors
/// When the file is not a diagram, the diagram is too large or needs a size, or there is no terminal.
pub(super) fn run(
    arguments: &DiagramArguments,
    size: Option<Size>,
    engine: &EngineArguments,
    look: &LookArguments,
) -> anyhow::Result<()> {
    let options = board::options(engine, look)?;
    let opening = setup(arguments, size)?;
    board::check_terminal(arguments.diagram.as_deref().is_some_and(is_stdin))?;
    board::run_board(opening, &options)
}

/// The board with the diagram of a file.
fn setup(arguments: &DiagramArguments, size: Option<Size>) -> anyhow::Result<BoardSetup> {
    let (file, name) = arguments.read()?;
    let nodes = file.bdd.size();
    if nodes > GivenDiagram::MAX_NODES {
        return Err(anyhow!("{name}: {nodes} nodes are too many to show; 'inspect' counts them"));
    }
    let variables = file.names.len();
    let list = || Size::new(1, u16::try_from(variables).ok()?).ok();
    let list = || file.cells(list()).filter(|_| size.is_none());
    let found = file.cells(size).or_else(list);
    let VariableCells { size, cells, are_named } = found.with_context(|| {
        format!("{name}: its {variables} variables do not fit; --size lays them out row by row")
    })?;
    let used = CellSet::from_cells(size, cells.iter().copied());
    let free: Vec<_> = size.iter().filter(|&cell| !used.contains(cell)).collect();
    let grid = Grid::new(size).with_more_holes(free);
    let order = VariableOrder::from_cells(&grid, cells)?;
    let rules = Rules::new(grid, Rules::queens(1)?.piece().clone(), []).with_board_rule(false);
    let short = Path::new(&name).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let listed = if are_named {
        String::new()
    } else {
        ", one cell for each variable in its order".to_owned()
    };
    let notice = format!("{short}: {variables} variables, {nodes} nodes{listed}; {}", file.facts);
    let (order, variables) = (Arc::new(order), file.names);
    let given = GivenDiagram { name: short, order, variables, bdd: file.bdd };
    let session = Session::new(Problem::new(rules));
    let setup = board::with_journal(session, None, &[notice]);
    Ok(BoardSetup { view: Some(Arc::new(given)), results: None, ..setup })
}

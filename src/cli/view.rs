//! Opens the board on a diagram of another program.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};

use super::arguments::ViewArguments;
use super::board;
use super::judge::name_of;
use app::BoardSetup;
use engine::bdd::{GivenDiagram, VariableOrder};
use export::{DiagramFile, VariableCells};
use files::is_stdin;
use geometry::{CellSet, Grid, Size};
use problem::{Problem, Rules};
use session::Session;

/// Maximum number of nodes of a diagram shown on the board, terminals included.
const MAX_NODES: usize = 1_000_000;

/// Shows a diagram on the board.
///
/// # Errors
/// When the file is not a diagram, the diagram is too large or needs a size, or there is no terminal.
pub(super) fn run(arguments: &ViewArguments) -> anyhow::Result<()> {
    let options = board::options(&arguments.engine, &arguments.look)?;
    let Some(path) = &arguments.diagram else { return Ok(()) };
    let opening = setup(path, arguments.root.as_deref(), arguments.size)?;
    board::check_terminal(is_stdin(path))?;
    board::run_board(opening, &options)
}

/// The board with the diagram of a file.
pub(super) fn setup(
    path: &Path,
    root: Option<&str>,
    size: Option<Size>,
) -> anyhow::Result<BoardSetup> {
    let file = DiagramFile::read(path, root)?;
    let (name, nodes) = (name_of(path), file.bdd.size());
    if nodes > MAX_NODES {
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
    let short =
        path.file_name().map_or_else(|| name.clone(), |it| it.to_string_lossy().into_owned());
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

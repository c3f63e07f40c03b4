//! Files that are written: the board, pictures, pages and diagrams.

use crate::app::jobs::{Export, ExportContent};
use crate::app::notice::{Notice, RulesNotice};
use crate::input::ExportRequest;
use crate::model::Model;
use crate::model::scene::Scene;
use crate::modes::ModeFact;
use crate::operations::parameters::{EXPORT, SAVE, SaveOrder};
use crate::operations::{Operation, Takes};
use crate::update::message::Effect;
use crate::update::play;
use crate::update::question::ask_about;
use export::{Format, MOST_CELLS, Picture};
use problem::BoardFile;

pub(super) static ROWS: &[Operation] = &[
    Operation::new("save", "w", &Takes(&SAVE, save)).in_pause(),
    Operation::new("", "export", &Takes(&EXPORT, export)),
];

/// Saves the board to a file; without a path, to the default file.
fn save(model: &mut Model, order: SaveOrder) -> Result<Vec<Effect>, Notice> {
    let SaveOrder { path, may_replace, quits } = order;
    model.app.quits_when_saved = quits;
    let path =
        path.map_or_else(|| model.app.files.default_path(model.app.session.board_number()), Ok)?;
    let replaceable = model.app.files.replaceable(&path, may_replace);
    let (problem, assist) = (model.completed_problem(), model.app.session.assist());
    Ok(vec![Effect::Save { path, board: BoardFile { problem, assist }, replaceable }])
}

/// Exports the position. Of a puzzle with one solution, pictures and pages show only the puzzle.
fn export(model: &mut Model, request: ExportRequest) -> Result<Vec<Effect>, Notice> {
    let ExportRequest { path, format, shows_solution, may_replace } = request;
    let replaceable = model.app.files.replaceable(&path, may_replace);
    let content = content(model, format, shows_solution)?;
    if shows_solution {
        play::mark_given_up(model);
    }
    let puzzle = model.puzzle_alone().filter(|_| format == Some(Format::Html));
    let assist = model.app.session.assist();
    let (problem, assist) = match puzzle {
        Some(puzzle) => (puzzle, play::puzzle_assist(assist)),
        // A page completes its board by itself.
        None if format == Some(Format::Html) => (model.app.session.problem().clone(), assist),
        None => (model.completed_problem(), assist),
    };
    let order = Export { path, content, assist, replaceable };
    Ok(ask_about(model, problem, order))
}

/// The content to export: the position in a format, the puzzle as a picture, or the board as a picture.
fn content(
    model: &Model,
    format: Option<Format>,
    shows_solution: bool,
) -> Result<ExportContent, Notice> {
    match format {
        Some(format) if format.is_diagram() && !model.has_full_assist() => {
            return Err(Notice::ExceedsAssist);
        }
        Some(format) => return Ok(ExportContent::Position(format)),
        None if model.app.session.rules().size().cells() > MOST_CELLS => {
            return Err(RulesNotice::TooLargeToDraw.into());
        }
        None => {}
    }
    let picture = if shows_solution {
        let puzzle = model.puzzle_to_share().ok_or(RulesNotice::NoPuzzle)?;
        let solution = model.known_solution().ok_or(RulesNotice::SolutionUnknown)?;
        Picture::of_puzzle(&puzzle, Some(&solution))
    } else {
        // The solution that is browsed, and the pictures of a hint, are drawn as they are seen.
        let shows_board = model.mode.has(ModeFact::ExportsPuzzle) && model.app.hint.is_none();
        match model.puzzle_alone().filter(|_| shows_board) {
            Some(puzzle) => Picture::of_puzzle(&puzzle, None),
            None => Scene::of(model).picture(),
        }
    };
    Ok(ExportContent::Picture(picture.svg()))
}

//! Files that are written: the board, pictures, pages and diagrams.

use crate::app::ExportRequest;
use crate::app::jobs::{Export, ExportContent};
use crate::app::notice::{Notice, RulesNotice};
use crate::model::Model;
use crate::model::scene::Scene;
use crate::modes::ModeFact;
use crate::operations::parameters::{EXPORT, SAVE, SaveOrder};
use crate::operations::{Operation, Takes};
use crate::update::message::Effect;
use crate::update::play;
use export::{Format, MOST_CELLS, Picture};
use problem::BoardFile;

pub(super) static ROWS: &[Operation] = &[
    Operation::new("save", "w", &Takes(&SAVE, save)).in_pause(),
    Operation::new("", "export", &Takes(&EXPORT, export)),
];

/// Saves the board to a file; without a path, to the default file.
fn save(model: &mut Model, order: SaveOrder) -> Result<(), Notice> {
    let SaveOrder { path, may_replace, quits } = order;
    model.app.quits_when_saved = quits;
    let path =
        path.map_or_else(|| model.app.files.default_path(model.app.session.board_number()), Ok)?;
    let replaceable = model.app.files.replaceable(&path, may_replace);
    let (problem, assist) = (model.app.completed_problem(), model.app.session.assist());
    model.app.emit(Effect::Save { path, board: BoardFile { problem, assist }, replaceable });
    Ok(())
}

/// Exports the position. Of a puzzle with one solution, pictures and pages show only the puzzle.
fn export(model: &mut Model, request: ExportRequest) -> Result<(), Notice> {
    let ExportRequest { path, format, shows_solution, may_replace } = request;
    let replaceable = model.app.files.replaceable(&path, may_replace);
    let content = content(model, format, shows_solution)?;
    if shows_solution {
        play::mark_given_up(model);
    }
    let puzzle = model.app.puzzle_alone().filter(|_| format == Some(Format::Html));
    let assist = model.app.session.assist();
    let (problem, assist) = match puzzle {
        Some(puzzle) => (puzzle, play::puzzle_assist(assist)),
        // A page completes its board by itself.
        None if format == Some(Format::Html) => (model.app.session.problem().clone(), assist),
        None => (model.app.completed_problem(), assist),
    };
    let order = Export { path, content, assist, replaceable };
    model.app.ask_about(problem, order);
    Ok(())
}

/// The content to export: the position in a format, the puzzle as a picture, or the board as a picture.
fn content(
    model: &Model,
    format: Option<Format>,
    shows_solution: bool,
) -> Result<ExportContent, Notice> {
    // The solution that is browsed, and the pictures of a hint, are drawn as they are seen.
    let shows_board = model.mode().has(ModeFact::ExportsPuzzle) && model.app.hint.is_none();
    let puzzle = if shows_solution {
        model.app.puzzle_to_share()
    } else {
        model.app.puzzle_alone().filter(|_| shows_board)
    };
    match format {
        Some(format) if format.is_diagram() && !model.app.has_full_assist() => {
            Err(Notice::ExceedsAssist)
        }
        Some(format) => Ok(ExportContent::Position(format)),
        None if model.app.session.rules().size().cells() > MOST_CELLS => {
            Err(RulesNotice::TooLargeToDraw.into())
        }
        None => match puzzle {
            Some(puzzle) if shows_solution => {
                let solution = model.app.known_solution().ok_or(RulesNotice::SolutionUnknown)?;
                Ok(ExportContent::Picture(Picture::of_puzzle(&puzzle, Some(&solution)).svg()))
            }
            Some(puzzle) => Ok(ExportContent::Picture(Picture::of_puzzle(&puzzle, None).svg())),
            None if shows_solution => Err(RulesNotice::NoPuzzle.into()),
            None => Ok(ExportContent::Picture(Scene::of(model).picture().svg())),
        },
    }
}

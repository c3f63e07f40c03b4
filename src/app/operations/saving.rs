//! The file of the board.

use std::path::PathBuf;
use std::sync::Arc;

use super::parameters::{EXPORT, SAVE, SaveOrder};
use super::{Operation, Takes};
use crate::effect::Effect;
use crate::files::puzzle_name;
use crate::jobs::{Export, ExportContent};
use crate::notice::{BoardNotice, Notice, OpenedContent, RulesNotice, Source};
use crate::{App, DiagramView, ExportRequest, Forfeit, Reply, playing};
use ::export::{DiagramRequest, Format, MAX_CELLS, Picture};
use files::{FileError, FileVersion};
use problem::{BoardFile, Value};

pub(super) static ROWS: &[Operation<App>] = &[
    Operation::new("save", "w", &Takes(&SAVE, save)).in_pause(),
    Operation::new("", "export", &Takes(&EXPORT, export)),
];

/// Saves the board to a file; without a path, to the default file.
fn save(app: &mut App, order: SaveOrder) -> Result<(), Notice> {
    let SaveOrder { path, may_replace, quits } = order;
    app.quits_when_saved = quits;
    let number = app.session.history().board_number();
    let path = path.map_or_else(|| app.files.default_path(number), Ok).inspect_err(|missing| {
        if matches!(missing, BoardNotice::NoFile) && !quits {
            app.reply(Reply::Ask("w"));
        }
    })?;
    let replaceable = app.files.replaceable(&path, may_replace);
    let assist = app.session.assist();
    let board = if saves_puzzle(app) {
        let problem = app.session.problem().clone();
        BoardFile { problem, assist: playing::puzzle_assist(assist) }
    } else {
        BoardFile { problem: app.completed_problem(), assist }
    };
    app.emit(Effect::Save { path, board, replaceable });
    Ok(())
}

/// True if the file shall not tell the solution of the puzzle on the board, which full assist shows.
fn saves_puzzle(app: &App) -> bool {
    app.has_full_assist() && app.puzzle_to_share().is_some()
}

/// Exports the position, or its picture.
fn export(app: &mut App, request: ExportRequest) -> Result<(), Notice> {
    let picture = || Picture::of(&app.session, app.session.assist(), None);
    let content = content(app, &request, picture)?;
    write(app, request, content);
    Ok(())
}

/// Writes an export to a file. Of a puzzle with one solution, a page shows only the puzzle.
pub fn write(app: &mut App, request: ExportRequest, content: ExportContent) {
    let ExportRequest { path, format, shows_solution, may_replace, options } = request;
    let replaceable = app.files.replaceable(&path, may_replace);
    if shows_solution {
        playing::give_up(app, Forfeit::GivenUp);
    }
    let puzzle = app.puzzle_alone().filter(|_| format == Some(Format::Html));
    let assist = app.session.assist();
    let (problem, assist) = match puzzle {
        Some(puzzle) => (puzzle, playing::puzzle_assist(assist)),
        // An HTML page computes its own states.
        None if format == Some(Format::Html) => (app.session.problem().clone(), assist),
        None => (app.completed_problem(), assist),
    };
    app.ask_about(problem, Export { path, content, assist, replaceable, options });
}

/// The content to export: the position in a format, the puzzle as a picture, or the view of the board named by `picture`.
///
/// # Errors
/// When the assist hides the diagram, the board is too large to be drawn, or there is no puzzle with a known solution.
pub fn content(
    app: &App,
    request: &ExportRequest,
    picture: impl FnOnce() -> Picture,
) -> Result<ExportContent, Notice> {
    // A browsed solution, and the pictures of a hint, are drawn as on the screen.
    let shows_puzzle = (app.shown.is_board || app.shown.is_painted) && app.hint.is_none();
    let puzzle = if request.shows_solution {
        app.puzzle_to_share()
    } else {
        app.puzzle_alone().filter(|_| shows_puzzle)
    };
    let picture = match (request.format, puzzle) {
        (Some(format), _) if format.is_diagram() && !app.has_full_assist() => {
            return Err(Notice::ExceedsAssist);
        }
        (Some(format), _) => {
            let shown = &app.graph.request;
            let is_drawn = app.diagram == DiagramView::Graph && format.is_diagram();
            let is_own =
                *shown != DiagramRequest::default() && shown.order.fits(app.session.rules());
            return Ok(if is_drawn && is_own {
                ExportContent::Shown(format, shown.clone())
            } else {
                ExportContent::Position(format)
            });
        }
        (None, _) if app.session.rules().size().cells() > MAX_CELLS => {
            return Err(RulesNotice::TooLargeToDraw.into());
        }
        (None, Some(puzzle)) if request.shows_solution => {
            let solution = app.known_solution().ok_or(RulesNotice::SolutionUnknown)?;
            Picture::of_puzzle(&puzzle, Some(&solution))
        }
        (None, Some(puzzle)) => Picture::of_puzzle(&puzzle, None),
        (None, None) if request.shows_solution => return Err(RulesNotice::NoPuzzle.into()),
        (None, None) => picture(),
    };
    Ok(ExportContent::Picture(picture.svg()))
}

/// Opens a board from a file, and names its size and its pieces. In a game, a puzzle is played.
pub(crate) fn open_board(app: &mut App, path: PathBuf, version: FileVersion, board: BoardFile) {
    let rules = Arc::clone(board.problem.rules());
    let pieces = board.problem.decisions().cells(Value::Placed).count();
    let (to_play, left) = (BoardNotice::to_play(&board), app.unfinished_here());
    if to_play.is_some() && app.playing().is_some() {
        playing::play_opened(app, board, puzzle_name(&path));
    } else {
        app.session.open(board);
        let content = OpenedContent::Board { rules, pieces };
        let opened = BoardNotice::Opened { source: Source::File(path.clone()), content };
        let notices = [opened].into_iter().chain(to_play).map(Notice::from).collect();
        app.say_leaving(left, Notice::All { notices });
    }
    app.keep_file(path, version);
}

/// Says where a board was saved, or why it was not.
pub(crate) fn confirm_saved(app: &mut App, result: Result<(PathBuf, FileVersion), FileError>) {
    match result {
        Ok((path, version)) => {
            app.say(BoardNotice::Saved { path: path.clone(), is_puzzle: saves_puzzle(app) });
            app.keep_file(path, version);
        }
        Err(error) => app.refuse(error),
    }
}

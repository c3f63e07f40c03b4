//! The operations that change the rules, the files and the look.

use std::path::PathBuf;

use crate::app::jobs::{Export, ExportContent};
use crate::app::notice::{DecisionNotice, Notice, RulesNotice};
use crate::input::{ExportRequest, LessonSource};
use crate::look::{ColorDepth, Theme};
use crate::model::Model;
use crate::model::lesson::Lesson;
use crate::model::scene::Scene;
use crate::modes::Mode;
use crate::modes::paint::{self, Brush};
use crate::operations::parameters::{
    ASSIST, EXPORT, LESSON, LessonOrder, MAX_COST, PAINTED, PIECE, REGION, RULES, SAVE, SIZE,
    SOURCE, SWITCH, SaveOrder, THEME, WEIGHTS,
};
use crate::operations::{Availability, Operation, Plain, Takes};
use crate::update::message::Effect;
use crate::update::question::{ask_about, ask_position};
use crate::update::{command_line, lesson, play, replace};
use export::{Format, MOST_CELLS, Picture};
use geometry::{Cell, Piece, Size};
use problem::{Assist, BoardFile, MaxCost, Problem, Requirement, Rules, write_link};

pub(super) static ROWS: &[Operation] = &[
    Operation::new("save", "w", &Takes(&SAVE, save)).in_pause(),
    Operation::new("open", "o", &Takes(&SOURCE, open)).in_pause(),
    Operation::new("", "size", &Takes(&SIZE, set_size))
        .now(|it| command_line::sides(it.app.session.rules().size())),
    Operation::new("piece", "piece", &Takes(&PIECE, set_piece))
        .in_pause()
        .now(|it| it.app.session.rules().piece().name().to_owned()),
    Operation::new("", "torus", &Takes(&SWITCH, set_torus))
        .now(|it| on_or_off(it.app.session.rules().grid().is_torus())),
    Operation::new("", "board-rule", &Takes(&SWITCH, set_board_rule))
        .now(|it| on_or_off(it.app.session.rules().has_board_rule())),
    Operation::new("rules", "rules", &Takes(&RULES, set_requirements))
        .in_pause()
        .now(|it| command_line::requirements(it.app.session.rules())),
    Operation::new("", "regions", &Takes(&SOURCE, read_regions)),
    Operation::new("", "weights", &Takes(&WEIGHTS, read_weights)),
    Operation::new("", "max-cost", &Takes(&MAX_COST, set_max_cost))
        .when(|it, _| Availability::now_or_never(it.app.session.rules().weights().is_some())),
    Operation::new("", "region", &Takes(&REGION, set_region)),
    Operation::new("", "hole", &Takes(&PAINTED, toggle_holes)),
    Operation::new("", "assist", &Takes(&ASSIST, set_assist))
        .now(|it| it.app.session.assist().to_string()),
    Operation::new("theme", "theme", &Takes(&THEME, set_theme))
        .in_pause()
        .now(|it| it.view.theme.to_string())
        .for_screens(),
    Operation::new("", "export", &Takes(&EXPORT, export)),
    Operation::new("", "link", &Plain(copy_link)),
    Operation::new("", "lesson", &Takes(&LESSON, change_lesson)).for_screens(),
];

fn on_or_off(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_owned()
}

fn open(_: &mut Model, path: PathBuf) -> Effect {
    Effect::Open(path)
}

/// Replaces the regions by those in a file.
fn read_regions(_: &mut Model, path: PathBuf) -> Effect {
    Effect::Draw(path)
}

/// Replaces the weights by those in a file, or removes all weights.
fn read_weights(model: &mut Model, path: Option<PathBuf>) -> Result<Vec<Effect>, Notice> {
    if let Some(path) = path {
        return Ok(vec![Effect::Weigh(path)]);
    }
    let rules = Rules::clone(model.app.session.rules()).with_weights(None);
    change_rules(model, rules.expect("no weights fit any size"))?;
    model.say(RulesNotice::Free);
    Ok(Vec::new())
}

fn set_size(model: &mut Model, size: Size) {
    replace::set_size(model, size);
}

fn set_piece(model: &mut Model, piece: Piece) {
    let rules = model.app.session.rules().with_piece(piece);
    replace::set_rules(model, rules);
}

/// Begins a lesson, goes on with one, or puts it away.
fn change_lesson(model: &mut Model, order: LessonOrder) -> Result<Vec<Effect>, Notice> {
    match order {
        LessonOrder::GoOn if lesson::go_on(model) => {}
        LessonOrder::GoOn => {
            drop(begin_lesson(model, LessonSource::default())?);
            model.say(RulesNotice::OtherLessons);
        }
        LessonOrder::Begin(source) => return begin_lesson(model, source),
        LessonOrder::Leave => lesson::leave(model),
        LessonOrder::Skip => lesson::skip(model),
    }
    Ok(Vec::new())
}

fn set_assist(model: &mut Model, assist: Assist) -> Vec<Effect> {
    if assist == Assist::Full {
        play::mark_given_up(model);
    }
    model.app.session.set_assist(assist);
    ask_position(model)
}

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

fn copy_link(model: &mut Model) -> Result<Vec<Effect>, Notice> {
    let link = write_link(model.app.session.problem()).map_err(|error| error.to_string())?;
    model.say(Notice::Copied { text: link.clone() });
    Ok(vec![Effect::Copy(link)])
}

/// Begins a lesson, or reads its file first.
fn begin_lesson(model: &mut Model, source: LessonSource) -> Result<Vec<Effect>, Notice> {
    match source {
        LessonSource::Included { .. } => {
            let lesson = Lesson::read(&source).map_err(|error| error.to_string())?;
            lesson::begin(model, lesson);
            Ok(Vec::new())
        }
        LessonSource::File(_) => Ok(vec![Effect::ReadLesson(source)]),
    }
}

/// The content to export: the position in a format, the puzzle as a picture, or the board as a picture.
fn content(
    model: &Model,
    format: Option<Format>,
    shows_solution: bool,
) -> Result<ExportContent, Notice> {
    // The solution that is browsed, and the pictures of a hint, are drawn as they are seen.
    let shows_board =
        matches!(model.mode, Mode::Board | Mode::Paint(_)) && model.app.hint.is_none();
    let puzzle = if shows_solution {
        model.puzzle_to_share()
    } else {
        model.puzzle_alone().filter(|_| shows_board)
    };
    match format {
        Some(format) if format.is_diagram() && !model.has_full_assist() => {
            Err(Notice::ExceedsAssist)
        }
        Some(format) => Ok(ExportContent::Position(format)),
        None if model.app.session.rules().size().cells() > MOST_CELLS => {
            Err(RulesNotice::TooLargeToDraw.into())
        }
        None => match puzzle {
            Some(puzzle) if shows_solution => {
                let solution = model.known_solution().ok_or(RulesNotice::SolutionUnknown)?;
                Ok(ExportContent::Picture(Picture::of_puzzle(&puzzle, Some(&solution)).svg()))
            }
            Some(puzzle) => Ok(ExportContent::Picture(Picture::of_puzzle(&puzzle, None).svg())),
            None if shows_solution => Err(RulesNotice::NoPuzzle.into()),
            None => Ok(ExportContent::Picture(Scene::of(model).picture().svg())),
        },
    }
}

/// Replaces the rules on the same cells and keeps all decisions, as one step.
fn change_rules(model: &mut Model, rules: Rules) -> Result<(), Notice> {
    rules.check_covers()?;
    let decisions = model.app.session.decisions().clone();
    let problem =
        Problem::with_decisions(rules.into(), decisions).expect("the cells stay as they are");
    model.app.session.set_problem(problem);
    Ok(())
}

fn set_torus(model: &mut Model, joined: Option<bool>) -> Result<(), Notice> {
    let rules = model.app.session.rules();
    let joined = joined.unwrap_or(!rules.grid().is_torus());
    let rules = rules.with_grid(rules.grid().clone().with_torus(joined));
    change_rules(model, rules)
}

fn set_board_rule(model: &mut Model, holds: Option<bool>) -> Result<(), Notice> {
    let rules = Rules::clone(model.app.session.rules());
    let holds = holds.unwrap_or(!rules.has_board_rule());
    change_rules(model, rules.with_board_rule(holds))?;
    model.say(RulesNotice::BoardRule { holds });
    Ok(())
}

fn set_max_cost(model: &mut Model, MaxCost(limit): MaxCost) -> Result<(), Notice> {
    let rules = Rules::clone(model.app.session.rules()).with_max_cost(limit);
    let rules = rules.map_err(|error| format!("{error} (':weights FILE' does)"))?;
    change_rules(model, rules)?;
    model.say(RulesNotice::CostLimit { limit });
    Ok(())
}

fn set_theme(model: &mut Model, theme: Theme) -> Result<(), Notice> {
    if model.view.depth == ColorDepth::None && theme != Theme::Monochrome {
        return Err(DecisionNotice::NoColors.into());
    }
    model.view.theme = theme;
    model.say(DecisionNotice::Themed { theme });
    Ok(())
}

fn set_requirements(model: &mut Model, requirements: Vec<Requirement>) -> Result<(), Notice> {
    let rules = model.app.session.rules();
    if rules.regions().is_none() && requirements.iter().any(Requirement::needs_regions) {
        return Err(RulesNotice::NoRegionsDrawn.into());
    }
    let rules = rules.with_requirements(requirements);
    change_rules(model, rules)
}

/// Puts cells into a region.
fn set_region(model: &mut Model, (letter, cells): (char, Vec<Cell>)) {
    paint::paint(model, &cells, Brush::Region(letter));
    // A notice about other cells, or a refusal, is more important.
    if model.app.notice.is_none() {
        model.say(RulesNotice::InRegion { cells, region: letter });
    }
}

/// Turns cells into holes. If all of the cells are holes already, turns the holes into cells.
fn toggle_holes(model: &mut Model, cells: Vec<Cell>) {
    let grid = model.app.session.rules().grid();
    let are_holes = cells.iter().all(|&cell| grid.is_hole(cell));
    let decided = model.app.session.decisions();
    let is_lost = |cell: &Cell| !are_holes && decided.get(*cell).is_some();
    let lost = cells.iter().copied().filter(is_lost).collect();
    paint::paint(model, &cells, if are_holes { Brush::Filling } else { Brush::Hole });
    if model.app.notice.is_none() {
        model.say(DecisionNotice::Holes { cells, are_filled: are_holes, lost });
    }
}

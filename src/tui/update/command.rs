//! Runs commands.

use std::path::PathBuf;

use crate::app::jobs;
use crate::app::jobs::{Export, ExportContent, SolutionChoice};
use crate::app::notice::{Notice, PositionNotice};
use crate::input::{Action, Command, DiagramCommand, ExportRequest, LessonSource};
use crate::look::{ColorDepth, Theme};
use crate::model::lesson::Lesson;
use crate::model::scene::Scene;
use crate::model::{Model, Overlay};
use crate::modes::Mode;
use crate::modes::paint::Brush;
use crate::modes::{graph, paint, prove, series, watch};
use crate::update::message::Effect;
use crate::update::question::{ask, ask_about, ask_position};
use crate::update::reaction::Reaction;
use crate::update::{board, hint, lesson, play, replace};
use export::{Format, MOST_CELLS, Picture};
use geometry::Cell;
use problem::{
    Assist, BoardFile, GroupId, MaxCost, Problem, Requirement, Rules, Value, write_link,
};
use session::{CellState, OrderRequest};

/// Runs a command.
///
/// # Errors
/// A sentence for the user that says why the command failed.
pub(super) fn run(model: &mut Model, command: Command) -> Result<Reaction, Notice> {
    match command {
        Command::Nothing => {}
        Command::Do(action) => return Ok(Reaction::chosen(action)),
        Command::Jump(cell) => {
            check(model, cell)?;
            model.view.cursor = cell;
        }
        Command::Save { path, may_replace, quits } => {
            model.app.quits_when_saved = quits;
            return Ok(save(model, path, may_replace)?.into());
        }
        Command::Draw(path) => return Ok(vec![Effect::Draw(path)].into()),
        Command::Weigh(Some(path)) => return Ok(vec![Effect::Weigh(path)].into()),
        Command::Show(diagram) => return Ok(show(model, diagram)?.into()),
        Command::Weigh(None) => {
            let rules = Rules::clone(model.app.session.rules()).with_weights(None);
            change_rules(model, rules.expect("no weights fit any size"))?;
            model.say("pieces cost nothing");
        }
        Command::Weight(weight, cells) => set_weight(model, weight, cells)?,
        Command::MaxCost(MaxCost(limit)) => set_max_cost(model, limit)?,
        Command::Open(path) => return Ok(vec![Effect::Open(path)].into()),
        Command::Export(request) => return Ok(export(model, request)?.into()),
        Command::Play { wanted, seed } => return Ok(play::begin(model, wanted, seed).into()),
        Command::Results => return Ok(vec![Effect::ReadResults].into()),
        Command::PlayBoard => play::play_board(model, None),
        Command::Stars(stars) => play::set_stars(model, stars)?,
        Command::Set(change) => return Ok(play::set(model, change).into()),
        Command::Assist(assist) => return Ok(set_assist(model, assist).into()),
        Command::Puzzle(order) => {
            return Ok(play::request_puzzle(model, jobs::MakePuzzle(order)).into());
        }
        Command::Size(size) => replace::set_size(model, size),
        Command::Piece(piece) => {
            let rules = model.app.session.rules().with_piece(piece);
            replace::set_rules(model, rules);
        }
        Command::Torus(joined) => set_torus(model, joined)?,
        Command::BoardRule(holds) => set_board_rule(model, holds)?,
        Command::Rules(requirements) => set_requirements(model, requirements)?,
        Command::Region(letter, cells) => set_region(model, letter, cells)?,
        Command::Holes(cells) => toggle_holes(model, cells)?,
        Command::Link => {
            return Ok(copy_link(model)?.into());
        }
        Command::Theme(theme) => set_theme(model, theme)?,
        Command::Search(_) | Command::Count { .. } if !model.has_full_assist() => {
            return Err(Notice::ExceedsAssist);
        }
        Command::Search(order) => return Ok(watch::begin(model, order)?.into()),
        Command::Step(steps) => watch::jump(model, steps)?,
        Command::Prove(text) => return Ok(prove::begin(model, &text).into()),
        Command::Lesson(None) if lesson::go_on(model) => {}
        Command::Lesson(None) => {
            drop(begin_lesson(model, LessonSource::default())?);
            let others = LessonSource::names().skip(1).map(|name| format!("':lesson {name}'"));
            model.say(format!("other lessons: {}", others.collect::<Vec<_>>().join(", ")));
        }
        Command::Lesson(Some(source)) => return Ok(begin_lesson(model, source)?.into()),
        Command::LeaveLesson => lesson::leave(model),
        Command::SkipLessonStep => lesson::skip(model),
        Command::Manual(page) => model.overlay = Overlay::Manual { page, first: 0 },
        Command::Describe(sentence) => model.say(sentence),
        Command::Decide(value, cells) => {
            for_all(model, cells, |model, cell| decide(model, cell, value))?;
        }
        Command::TakeBack(cells) => for_all(model, cells, take_back)?,
        Command::At(cell, action) => {
            check(model, cell)?;
            model.view.cursor = cell;
            return Ok(Reaction::chosen(action));
        }
        Command::Count { .. } => model.say(model.app.session.solutions_in_words()),
        Command::Cells(state) => tell_cells(model, state),
        Command::Board if matches!(model.mode, Mode::Board) => {}
        Command::Board => return Ok(Reaction::chosen(Action::Cancel)),
        Command::Solutions(_) => return Ok(Reaction::chosen(Action::NextSolution)),
        Command::Random(None) => return Ok(Reaction::chosen(Action::RandomSolution)),
        Command::Random(seed) => {
            refuse_unless_open(model, Action::RandomSolution)?;
            return Ok(ask(model, jobs::Solution(SolutionChoice::Random(seed))).into());
        }
        Command::CompleteByPieces(aim) => {
            refuse_unless_open(model, Action::Complete)?;
            return Ok(board::complete_by_pieces(model, aim).into());
        }
        Command::FollowHint => {
            refuse_unless_open(model, Action::Hint)?;
            hint::follow(model)?;
        }
        Command::Steps => {
            refuse_unless_open(model, Action::RandomSolution)?;
            return Ok(ask(model, jobs::Steps).into());
        }
    }
    Ok(Reaction::NONE)
}

/// Asks for a diagram to be shown.
fn show(model: &mut Model, command: DiagramCommand) -> Result<Vec<Effect>, Notice> {
    match command {
        DiagramCommand::Order(order) => graph::show_order(model, OrderRequest::Known(order)),
        DiagramCommand::OrderFile(path) => {
            let grid = model.app.session.rules().grid().clone();
            Ok(vec![Effect::ReadOrder(path, grid)])
        }
        DiagramCommand::Rule(rule) => {
            graph::show_rule(model, rule.map(|rule| rule.at(model.view.cursor)))
        }
        DiagramCommand::Reduce => series::reduce(model),
        DiagramCommand::Restrict(value, cell) => series::restrict(model, cell, value),
    }
}

fn set_assist(model: &mut Model, assist: Assist) -> Vec<Effect> {
    if assist == Assist::Full {
        play::mark_given_up(model);
    }
    model.app.session.set_assist(assist);
    ask_position(model)
}

/// Saves the board to a file; without a path, to the default file.
fn save(
    model: &mut Model,
    path: Option<PathBuf>,
    may_replace: bool,
) -> Result<Vec<Effect>, Notice> {
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

/// Says which cells are in a state, or how many are in each.
fn tell_cells(model: &mut Model, state: Option<CellState>) {
    model.say(model.app.session.cells_in_words(state, model.app.session.assist()));
}

/// Refuses a command that acts as `action` while the board is hidden, if the puzzle is solved, or if the assist does not
/// allow the action.
fn refuse_unless_open(model: &Model, action: Action) -> Result<(), Notice> {
    if model.exceeds_assist(action) {
        return Err(Notice::ExceedsAssist);
    }
    if model.is_paused() {
        return Err(Notice::Paused);
    }
    if let Some(sentence) = model.refusal_when_solved(action) {
        return Err(sentence);
    }
    if model.is_hidden() { Err("a puzzle is being made".into()) } else { Ok(()) }
}

/// Changes the decisions on cells, one after the other, or none of them if one is refused. The cursor moves to the last
/// cell, or to the refused one.
fn for_all(
    model: &mut Model,
    cells: Vec<Cell>,
    change: impl Fn(&mut Model, Cell) -> Result<(), Notice>,
) -> Result<(), Notice> {
    refuse_unless_open(model, Action::Place)?;
    let before = model.app.session.clone();
    for cell in cells_or_cursor(model, cells)? {
        model.view.cursor = cell;
        if let Err(sentence) = change(model, cell) {
            model.app.session = before;
            return Err(sentence);
        }
    }
    Ok(())
}

fn decide(model: &mut Model, cell: Cell, value: Value) -> Result<(), Notice> {
    if let Some(decided) = model.app.session.decisions().get(cell) {
        let state = if decided == Value::Placed { "placed" } else { "excluded" };
        let way_out = if decided == value { String::new() } else { format!(" (':back {cell}')") };
        return Err(format!("{cell} is {state} already{way_out}").into());
    }
    board::decide(model, cell, value)
}

fn take_back(model: &mut Model, cell: Cell) -> Result<(), Notice> {
    if model.app.session.retract(cell)? {
        Ok(())
    } else {
        Err(PositionNotice::NotDecided { cell }.into())
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
            Err(format!("boards of more than {MOST_CELLS} cells are not drawn").into())
        }
        None => match puzzle {
            Some(puzzle) if shows_solution => {
                let solution = model.known_solution().ok_or("the solution is not known")?;
                Ok(ExportContent::Picture(Picture::of_puzzle(&puzzle, Some(&solution)).svg()))
            }
            Some(puzzle) => Ok(ExportContent::Picture(Picture::of_puzzle(&puzzle, None).svg())),
            None if shows_solution => {
                Err("only a puzzle with one solution is drawn with its solution".into())
            }
            None => Ok(ExportContent::Picture(Scene::of(model).picture().svg())),
        },
    }
}

/// Checks that a cell is on the grid.
fn check(model: &Model, cell: Cell) -> Result<(), Notice> {
    Ok(model.app.session.rules().grid().check(cell)?)
}

/// Returns the cells of a command after checking that they are on the grid. Without cells, returns the cell
/// under the cursor.
fn cells_or_cursor(model: &Model, cells: Vec<Cell>) -> Result<Vec<Cell>, Notice> {
    if cells.is_empty() {
        return Ok(vec![model.view.cursor]);
    }
    cells.iter().try_for_each(|&cell| check(model, cell))?;
    Ok(cells)
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
    let may = if holds { "must not" } else { "may" };
    model.say(format!("pieces {may} attack each other"));
    Ok(())
}

fn set_max_cost(model: &mut Model, limit: Option<i64>) -> Result<(), Notice> {
    let rules = Rules::clone(model.app.session.rules()).with_max_cost(limit);
    let rules = rules.map_err(|error| format!("{error} (':weights FILE' does)"))?;
    change_rules(model, rules)?;
    model.say(match limit {
        Some(limit) => format!("a solution costs at most {limit}"),
        None => "a solution may cost anything".to_owned(),
    });
    Ok(())
}

fn set_theme(model: &mut Model, theme: Theme) -> Result<(), Notice> {
    if model.view.depth == ColorDepth::None && theme != Theme::Monochrome {
        return Err("no colours are wanted here (NO_COLOR or --color never)".into());
    }
    model.view.theme = theme;
    model.say(format!("the theme is {theme}"));
    Ok(())
}

fn set_requirements(model: &mut Model, requirements: Vec<Requirement>) -> Result<(), Notice> {
    let rules = model.app.session.rules();
    if rules.regions().is_none() && requirements.iter().any(Requirement::needs_regions) {
        return Err(format!(
            "'regions' is a rule, but no regions are drawn ({} paints them)",
            model.view.keys.key(Action::Paint)
        )
        .into());
    }
    let rules = rules.with_requirements(requirements);
    change_rules(model, rules)
}

/// Puts cells into a region.
fn set_region(model: &mut Model, letter: char, cells: Vec<Cell>) -> Result<(), Notice> {
    let cells = cells_or_cursor(model, cells)?;
    paint::paint(model, &cells, Brush::Region(letter));
    // A notice about other cells, or a refusal, is more important.
    if model.app.notice.is_none() {
        let cells = match cells[..] {
            [cell] => format!("{cell} is"),
            _ => format!("{} cells are", cells.len()),
        };
        model.say(format!("{cells} in {}", model.group_name(GroupId::Region(letter))));
    }
    Ok(())
}

/// Sets the cost of a piece on cells.
fn set_weight(model: &mut Model, weight: i64, cells: Vec<Cell>) -> Result<(), Notice> {
    let cells = cells_or_cursor(model, cells)?;
    paint::paint(model, &cells, Brush::Weight(weight));
    if model.app.notice.is_none() {
        model.say(match cells[..] {
            [cell] => format!("a piece on {cell} costs {weight}"),
            _ => format!("a piece on each of {} cells costs {weight}", cells.len()),
        });
    }
    Ok(())
}

/// Turns cells into holes. If all of the cells are holes already, turns the holes into cells.
fn toggle_holes(model: &mut Model, cells: Vec<Cell>) -> Result<(), Notice> {
    let cells = cells_or_cursor(model, cells)?;
    let grid = model.app.session.rules().grid();
    let are_holes = cells.iter().all(|&cell| grid.is_hole(cell));
    let decided = model.app.session.decisions();
    let lost: Vec<_> = cells.iter().filter(|&&cell| decided.get(cell).is_some()).collect();
    let lost = match lost[..] {
        [] => String::new(),
        [cell] => format!("; the decision on {cell} is taken back"),
        _ => format!("; {} decisions are taken back", lost.len()),
    };
    paint::paint(model, &cells, if are_holes { Brush::Filling } else { Brush::Hole });
    if model.app.notice.is_none() {
        model.say(match (&cells[..], are_holes) {
            ([cell], false) => format!("{cell} is a hole{lost}"),
            ([cell], true) => format!("{cell} is a cell again"),
            (cells, false) => format!("{} cells are holes{lost}", cells.len()),
            (cells, true) => format!("{} holes are cells again", cells.len()),
        });
    }
    Ok(())
}

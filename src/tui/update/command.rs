//! What is typed after `:`.

use crossterm::event::{KeyCode, KeyEvent};

use super::complete::complete;
use super::{TOO_MUCH, ask, paint, perform, replay, set_assist, set_size};
use crate::export::{self, Format, MOST_CELLS};
use crate::geometry::{Cell, Piece, digits};
use crate::problem::{BoardFile, Problem, Requirement, Rules, UnknownAssist};
use crate::tui::action::Action;
use crate::tui::files::{Content, Export};
use crate::tui::message::{Effect, Topic};
use crate::tui::model::Model;
use crate::tui::paint::Brush;
use crate::tui::{ColorDepth, Exit, Theme, UnknownTheme, files};

/// The words of commands.
pub(super) const WORDS: [&str; 15] = [
    "w", "o", "size", "piece", "torus", "rules", "region", "hole", "paint", "assist", "theme",
    "puzzle", "search", "export", "q",
];

/// How many lines are kept to be called back.
const KEPT: usize = 100;

pub(super) fn edit(model: &mut Model, event: KeyEvent) -> Vec<Effect> {
    let Some(prompt) = &mut model.command else { return Vec::new() };
    match event.code {
        KeyCode::Esc => model.command = None,
        KeyCode::Enter => {
            let line = prompt.text();
            model.command = None;
            keep(&mut model.past, line.trim());
            return run(model, line.trim());
        }
        KeyCode::Backspace if prompt.is_empty() => model.command = None,
        KeyCode::Up => prompt.earlier(&model.past),
        KeyCode::Down => prompt.later(&model.past),
        KeyCode::Tab => complete(prompt),
        _ => prompt.edit(event),
    }
    Vec::new()
}

/// Text that is pasted goes into the line; over the board its letters would be taken for keys. Of several
/// lines it is the first, and nothing is run before Enter is pressed.
pub(super) fn paste(model: &mut Model, text: &str) {
    let Some(prompt) = &mut model.command else {
        model.notice = Some(format!(
            "what is pasted goes into the line after '{}'",
            model.keys.key(Action::Command)
        ));
        return;
    };
    // Terminals end pasted lines as the Enter key does.
    let line = text.trim_start().split(['\r', '\n']).next().unwrap_or_default();
    let line: String = line.chars().filter(|character| !character.is_control()).collect();
    prompt.candidates.clear();
    prompt.insert(&line);
}

/// Keeps a line to be called back, once where it is run again and again.
fn keep(past: &mut Vec<String>, line: &str) {
    if line.is_empty() || past.last().is_some_and(|last| last == line) {
        return;
    }
    if past.len() == KEPT {
        past.remove(0);
    }
    past.push(line.to_owned());
}

fn run(model: &mut Model, command: &str) -> Vec<Effect> {
    let (word, argument) = command.split_once(' ').unwrap_or((command, ""));
    let argument = argument.trim();
    // Some have something to say themselves.
    model.notice = None;
    let result = match word {
        "" => Ok(()),
        "q" | "q!" | "quit" => return vec![Effect::Exit(Exit::Quit)],
        "help" => return perform(model, Action::Help),
        "undo" => return perform(model, Action::Undo),
        "redo" => return perform(model, Action::Redo),
        "reset" => return perform(model, Action::Reset),
        "w" | "w!" | "wq" | "x" => match save(model, argument, word == "w!") {
            Ok(effect) => {
                model.quits_when_saved = matches!(word, "wq" | "x");
                return vec![effect];
            }
            Err(sentence) => Err(sentence),
        },
        "export" | "export!" => match exported(model, argument, word == "export!") {
            Ok(export) => return ask(model, Topic::Export(export)),
            Err(sentence) => Err(sentence),
        },
        "o" if argument.is_empty() => Err("'o' needs a file, as in ':o board.toml'".to_owned()),
        "o" => return vec![Effect::Open(files::at_home(argument))],
        "assist" => match argument.parse() {
            Ok(assist) => return set_assist(model, assist),
            Err(error) => Err(UnknownAssist::to_string(&error)),
        },
        "puzzle" if argument.is_empty() => return ask(model, Topic::Puzzle(None)),
        "puzzle" if argument == "coloured" => return ask(model, Topic::Coloured),
        "puzzle" => match digits(argument) {
            Some(givens) => return ask(model, Topic::Puzzle(Some(givens))),
            None => Err(format!(
                "'{argument}' is neither a number of givens, as in ':puzzle 3', nor 'coloured'"
            )),
        },
        "size" => {
            argument.parse().map(|size| set_size(model, size)).map_err(|error| error.to_string())
        }
        "piece" => argument.parse::<Piece>().map_err(|error| error.to_string()).map(|piece| {
            let rules = model.session.rules().of(piece);
            model.session.set_rules(rules);
        }),
        "torus" => set_torus(model, argument),
        "rules" => set_requirements(model, argument),
        "theme" => set_theme(model, argument),
        "paint" => {
            paint::toggle(model);
            Ok(())
        }
        "search" => match replay::options(model, argument) {
            Ok(options) => return ask(model, Topic::Search(options)),
            Err(sentence) => Err(sentence),
        },
        "region" => set_region(model, argument),
        "hole" => toggle_holes(model, argument),
        _ => jump(model, command),
    };
    if let Err(sentence) = result {
        model.notice = Some(sentence);
    }
    Vec::new()
}

/// Saves the board in the file named, or else in its own.
fn save(model: &Model, name: &str, forced: bool) -> Result<Effect, String> {
    let path = match name {
        "" => model.files.board(model.session.rules())?,
        name => files::at_home(name),
    };
    let may_replace = forced || model.files.is_own(&path);
    let (problem, assist) = (model.session.problem().clone(), model.session.assist());
    Ok(Effect::Save { path, board: BoardFile { problem, assist }, may_replace })
}

/// What is to be exported: the board as it is seen, or the position in the format that the file's name
/// ends with.
fn exported(model: &Model, argument: &str, forced: bool) -> Result<Export, String> {
    let picture = argument.strip_prefix("picture ").map(str::trim);
    let path = files::at_home(picture.unwrap_or(argument));
    let may_replace = forced || model.files.is_own(&path);
    let content = match (picture, Format::of_file(&path)) {
        _ if path.as_os_str().is_empty() || argument == "picture" => {
            let examples = "':export diagram.svg' or ':export picture board.svg'";
            return Err(format!("'export' needs a file, as in {examples}"));
        }
        (Some(_), Some(Format::Svg)) => {
            if model.session.rules().size().cells() > MOST_CELLS {
                return Err(format!("boards of more than {MOST_CELLS} cells are not drawn"));
            }
            Content::Picture(export::picture(&model.session, model.session.assist()))
        }
        (Some(_), _) => return Err("a picture needs a file whose name ends in '.svg'".to_owned()),
        (None, None) => {
            let endings = ".svg, .dot, .json, .bdd, .cnf, .mzn";
            return Err(format!("'{argument}' tells no format by its ending ({endings})"));
        }
        (None, Some(format)) if format.is_diagram() && !model.tells_all() => {
            return Err(TOO_MUCH.to_owned());
        }
        (None, Some(format)) => Content::Position(format),
    };
    Ok(Export { path, content, may_replace })
}

fn jump(model: &mut Model, name: &str) -> Result<(), String> {
    let Ok(cell) = name.parse::<Cell>() else {
        return Err(format!("'{name}' is no cell and no command ({})", WORDS.join(", ")));
    };
    model.session.rules().grid().check(cell).map_err(|error| error.to_string())?;
    model.cursor = cell;
    Ok(())
}

/// Cells of the grid by their names; the one under the cursor without any.
fn cells(model: &Model, names: &str) -> Result<Vec<Cell>, String> {
    if names.is_empty() {
        return Ok(vec![model.cursor]);
    }
    let cells = Cell::parse_list(names).map_err(|error| error.to_string())?;
    let grid = model.session.rules().grid();
    cells.iter().try_for_each(|&cell| grid.check(cell)).map_err(|error| error.to_string())?;
    Ok(cells)
}

/// Goes on under other rules for the same cells, all decisions kept, as one step.
fn under(model: &mut Model, rules: Rules) {
    let decisions = model.session.decisions().clone();
    let problem = Problem::decided(rules.into(), decisions).expect("the cells stay as they are");
    model.session.set_problem(problem);
}

fn set_torus(model: &mut Model, argument: &str) -> Result<(), String> {
    let rules = model.session.rules();
    let torus = match argument {
        "" => !rules.grid().is_torus(),
        "on" => true,
        "off" => false,
        _ => return Err(format!("'{argument}' is neither 'on' nor 'off'")),
    };
    let rules = rules.on(rules.grid().clone().with_torus(torus));
    under(model, rules);
    Ok(())
}

fn set_theme(model: &mut Model, name: &str) -> Result<(), String> {
    let theme: Theme = name.parse().map_err(|error: UnknownTheme| error.to_string())?;
    if model.depth == ColorDepth::None && theme != Theme::Monochrome {
        return Err("no colours are wanted here (NO_COLOR or --color never)".to_owned());
    }
    model.theme = theme;
    model.notice = Some(format!("the theme is {theme}"));
    Ok(())
}

fn set_requirements(model: &mut Model, argument: &str) -> Result<(), String> {
    let words = argument.split([' ', ',']).filter(|word| !word.is_empty());
    let requirements = match argument {
        "" => return Err("'rules' needs some, as in ':rules rows,columns', or 'none'".to_owned()),
        "none" => Vec::new(),
        _ => words
            .map(str::parse)
            .collect::<Result<Vec<Requirement>, _>>()
            .map_err(|error| error.to_string())?,
    };
    let rules = model.session.rules();
    if rules.regions().is_none() && requirements.iter().any(Requirement::needs_regions) {
        return Err(format!(
            "'regions' is a rule, but no regions are drawn ({} paints them)",
            model.keys.key(Action::Paint)
        ));
    }
    let rules = rules.requiring(requirements);
    under(model, rules);
    Ok(())
}

/// Puts cells into a region.
fn set_region(model: &mut Model, argument: &str) -> Result<(), String> {
    let (region, names) = argument.split_once(' ').unwrap_or((argument, ""));
    let mut letters = region.chars();
    let found = (letters.next().and_then(Brush::of), letters.next());
    let (Some(brush @ Brush::Region(_)), None) = found else {
        let sentence =
            "is not a region (a letter or digit, as in ':region a' or ':region a c3,e5')";
        return Err(format!("'{region}' {sentence}"));
    };
    let cells = cells(model, names)?;
    paint::once(model, &cells, brush);
    // What became of the other cells, or why it was refused, counts more.
    if model.notice.is_none() {
        let cells = match cells[..] {
            [cell] => format!("{cell} is"),
            _ => format!("{} cells are", cells.len()),
        };
        model.notice = Some(format!("{cells} in region {region}"));
    }
    Ok(())
}

/// Makes holes of cells; where all of them are holes, cells again.
fn toggle_holes(model: &mut Model, argument: &str) -> Result<(), String> {
    let cells = cells(model, argument)?;
    let grid = model.session.rules().grid();
    let are_holes = cells.iter().all(|&cell| grid.is_hole(cell));
    let decided = model.session.decisions();
    let lost: Vec<_> = cells.iter().filter(|&&cell| decided.get(cell).is_some()).collect();
    let lost = match lost[..] {
        [] => String::new(),
        [cell] => format!("; the decision on {cell} is taken back"),
        _ => format!("; {} decisions are taken back", lost.len()),
    };
    paint::once(model, &cells, if are_holes { Brush::Filling } else { Brush::Hole });
    if model.notice.is_none() {
        model.notice = Some(match (&cells[..], are_holes) {
            ([cell], false) => format!("{cell} is a hole{lost}"),
            ([cell], true) => format!("{cell} is a cell again"),
            (cells, false) => format!("{} cells are holes{lost}", cells.len()),
            (cells, true) => format!("{} holes are cells again", cells.len()),
        });
    }
    Ok(())
}

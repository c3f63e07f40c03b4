mod output;
pub(super) mod sheet;
mod slides;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};

use super::arguments::OptionValue;
use super::arguments::{ExportArguments, PictureTheme, RuleChoice};
use super::console;
use super::format;
use super::order::DiagramOrder;
use super::problem;
use super::replacing;
use super::task::Task;
use ::export::{
    ExportError, ExportPlan, Format, MAX_CELLS, MinizincModel, Picture, RuleDiagram, SeriesRequest,
};
use ::problem::{Assist, BoardFile, Problem};
use engine::auto;
use engine::bdd::SingleRule;
use engine::plan::Question;
use geometry::did_you_mean;
use output::{budget_without_bar, file, output};
use session::{Finding, Reason, Session};
use tui::{ColorDepth, Glyphs, Headless, Keymap, Options, Theme};

/// The question of the verb, with the verb's name for messages.
const QUESTION: (&str, Question) = ("export", Question::Diagram);

/// Writes a diagram, a position or a model to stdout or a file.
pub(super) fn run(arguments: &ExportArguments, json: bool) -> anyhow::Result<()> {
    let rule = check(arguments, json)?;
    if let Some(path) = file(arguments).filter(|_| series(arguments).is_none()) {
        replacing::check_export(path, arguments.replaces(), export_format(arguments))?;
    }
    if !arguments.boards.is_empty() {
        return sheet::run(arguments);
    }
    let mut assist = Assist::default();
    let build = || {
        let described = problem::build(&arguments.problem)?;
        assist = described.assist;
        Ok(described.problem)
    };
    let task = Task::for_problem(&arguments.engine, QUESTION, json, build)?;
    if let Some((request, folder)) = series(arguments) {
        let rule = rule.map(|rule| single(rule, &task.problem)).transpose()?;
        return slides::write(&task, arguments, (request, rule), folder);
    }
    if arguments.picture {
        let drawing = picture(&task, assist, arguments)?;
        return output(&task, arguments, |out| Ok(out.write_all(drawing.as_bytes())?));
    }
    if let Some(RuleDiagram::Single(SingleRule::Queens(row))) = rule {
        let rows = task.problem.rules().size().rows();
        ensure!(
            row < rows,
            "--row: '{}' is not a row (a whole number from 1 to {rows})",
            u32::from(row) + 1
        );
    }
    ensure!(
        !matches!(rule, Some(RuleDiagram::Single(SingleRule::Board(_))))
            || task.problem.rules().has_board_rule(),
        "--rule: without the board rule no cell has one"
    );
    let order =
        arguments.order.as_ref().map(|choice| DiagramOrder::find(&task, choice)).transpose()?;
    let order =
        order.map(|order| anyhow::Ok((Arc::clone(order.require_found()?), Some(order.in_words()))));
    let export = ExportPlan {
        rule,
        order: order.transpose()?,
        assist,
        model: arguments.model,
        without_zero: arguments.without_zero,
        is_zdd: arguments.zdd,
        is_unlimited: arguments.force,
        ..ExportPlan::new(export_format(arguments), &task.problem)
    };
    let told = |error| in_words(error, arguments.force);
    if arguments.ground {
        return output(&task, arguments, |out| {
            ::export::ground_catalogue(&task.problem, out).map_err(told)
        });
    }
    let prepared = task.run_and_clear_bar(|| export.prepare(&task.budget)).map_err(told)?;
    output(&task, arguments, |out| {
        export.write(&prepared, &budget_without_bar(&task), out).map_err(told)
    })?;
    if let Some(note) = prepared.note {
        format::print_note(note);
    }
    Ok(())
}

/// The rule of a series.
///
/// # Errors
/// When no row is named, or the problem does not have the rule.
fn single(rule: RuleDiagram, problem: &Problem) -> anyhow::Result<SingleRule> {
    let RuleDiagram::Single(rule) = rule else {
        bail!("--rule: a series shows the queens rule of one row (--row N)");
    };
    ensure!(rule.fits(problem.rules()), "--rule: this board has no {rule}");
    Ok(rule)
}

/// The requested series of drawings, if any, with its directory and the option that names the directory.
fn series(arguments: &ExportArguments) -> Option<(SeriesRequest, (&Path, &'static str))> {
    match (&arguments.growth, &arguments.series, &arguments.output) {
        (Some(folder), ..) => Some((SeriesRequest::Growth, (folder, "--growth"))),
        (None, Some(request), Some(folder)) => Some((request.clone(), (folder, "--output"))),
        (None, ..) => None,
    }
}

/// The format. Without `--to`, it follows from the file's extension. Pictures and series are SVG.
fn export_format(arguments: &ExportArguments) -> Format {
    let is_drawn = arguments.picture || series(arguments).is_some();
    let of_file = || Format::of_file(arguments.output.as_deref()?).filter(|_| !is_drawn);
    arguments.to.or_else(of_file).unwrap_or(Format::Svg)
}

/// Checks that the arguments determine a format.
fn check_format(arguments: &ExportArguments) -> anyhow::Result<()> {
    let is_page = !arguments.boards.is_empty() && export_format(arguments) == Format::Html;
    ensure!(!is_page || !arguments.solutions, "--solutions: a page shows no solutions");
    if let (Some(word), false) = (arguments.boards.first(), arguments.picture || is_page) {
        let word_text = word.display();
        match Format::of_file(word) {
            Some(_) => {
                let output = format_args!("--output {word_text}");
                bail!("'{word_text}' is unexpected here: {}", did_you_mean(output))
            }
            None => bail!(
                "'{word_text}' is unexpected here: '--picture {word_text}' draws a board file, '--board \
                 {word_text}' takes it as the problem"
            ),
        }
    }
    if let (Some(file), None, None) = (&arguments.output, arguments.to, &arguments.series) {
        let is_picture = arguments.picture;
        let (formats, to) =
            if is_picture { (".svg".to_owned(), "svg") } else { (Format::endings(), "FORMAT") };
        ensure!(
            Format::of_file(file).is_some_and(|format| !is_picture || format == Format::Svg),
            "--output: the ending of '{}' names no format ({formats}); '--to {to}' does",
            file.display(),
        );
    }
    Ok(())
}

/// Checks that the options can be combined. Returns the rule that is exported alone, if there is one.
fn check(arguments: &ExportArguments, json: bool) -> anyhow::Result<Option<RuleDiagram>> {
    use Format::{Bdd, Dot, Json, Minizinc, Svg};
    check_format(arguments)?;
    let to = export_format(arguments);
    ensure!(!json || to == Json, "--json: export prints what --to says (--to json)");
    ensure!(!arguments.picture || to == Svg, "--picture: only --to svg draws the board");
    ensure!(
        arguments.screen.is_none() || arguments.theme != Some(PictureTheme::Print),
        "--theme: a terminal is drawn dark or light; 'print' is for boards"
    );
    let series_option = if arguments.growth.is_some() { "--growth" } else { "--series" };
    ensure!(
        series(arguments).is_none() || to == Svg,
        "{series_option}: only --to svg draws a series"
    );
    ensure!(!arguments.zdd || to == Svg, "--zdd: only --to svg draws the ZDD");
    ensure!(
        !arguments.without_zero || matches!(to, Dot | Svg),
        "--without-zero: only --to dot and --to svg draw edges"
    );
    ensure!(
        arguments.rule.is_none() || to.is_diagram(),
        "--rule: a single rule is exported as a diagram (--to {})",
        diagrams()
    );
    ensure!(
        arguments.order.is_none() || to.is_diagram() && !arguments.picture,
        "--order: only a diagram has an order (--to {})",
        diagrams()
    );
    ensure!(
        arguments.model.is_none() || to == Minizinc,
        "--model: only --to minizinc has a choice of models"
    );
    ensure!(
        !arguments.ground || arguments.model == Some(MinizincModel::Catalogue),
        "--ground: only --model catalogue is written with the values of a solution"
    );
    ensure!(
        arguments.order.is_none()
            || arguments.rule != Some(RuleChoice::Queens)
            || arguments.row.is_some(),
        "--order: the queens rules of all rows are drawn row by row; --row N takes one of them"
    );
    if to == Bdd && file(arguments).is_none() && console::is_stdout_terminal() {
        bail!("--to: 'bdd' is not text; write it to a file (--output FILE) or a pipe");
    }
    Ok(match (arguments.rule, arguments.cell, arguments.row) {
        (Some(RuleChoice::Board), None, _) => {
            bail!("--rule: 'board' needs a cell, as in --cell d4")
        }
        (Some(RuleChoice::Board), Some(cell), None) => {
            Some(RuleDiagram::Single(SingleRule::Board(cell)))
        }
        (Some(RuleChoice::Board), _, Some(_)) => {
            bail!("--row: the board rule is that of a cell (--cell)")
        }
        (Some(RuleChoice::Queens), Some(_), _) => {
            bail!("--cell: the queens rule is that of a row (--row)")
        }
        (Some(RuleChoice::Queens), None, None) => Some(RuleDiagram::AllQueens),
        (Some(RuleChoice::Queens), None, Some(row)) => {
            Some(RuleDiagram::Single(SingleRule::Queens(row - 1)))
        }
        (None, Some(_), _) => bail!("--cell: it belongs to --rule board"),
        (None, _, Some(_)) => bail!("--row: it belongs to --rule queens"),
        (None, None, None) => None,
    })
}

/// The formats of diagrams, as a list such as `dot or svg`.
fn diagrams() -> String {
    let formats = <Format as OptionValue>::ALL.iter().filter(|format| format.is_diagram());
    format::one_of(formats.map(Into::into))
}

/// Converts an export error, so that its cause determines the exit code and its message names the
/// option.
pub(super) fn in_words(error: ExportError, is_forced: bool) -> anyhow::Error {
    match error {
        ExportError::Interrupted(interrupted) => interrupted.into(),
        ExportError::Io(error) => error.into(),
        ExportError::Model(error) => anyhow::Error::from(error).context("--model"),
        ExportError::Cell(error) => anyhow::Error::from(error).context("--cell"),
        ExportError::TooLarge { nodes, max_nodes, way_out } if !is_forced => anyhow!(
            "the diagram has {nodes} nodes, more than the {max_nodes} that are exported this way unless \
             --force is given; {way_out}"
        ),
        other => other.into(),
    }
}

/// Draws the board, or a terminal that shows the board.
fn picture(task: &Task, assist: Assist, arguments: &ExportArguments) -> anyhow::Result<String> {
    let (cells, max_cells) = (task.problem.rules().size().cells(), MAX_CELLS);
    ensure!(
        arguments.force || cells <= max_cells,
        "the board has {cells} cells, more than the {max_cells} that are drawn unless --force is given"
    );
    if let Some(cursor) = arguments.cursor {
        task.problem.rules().grid().check(cursor).context("--cursor")?;
    }
    if let Some(window) = arguments.screen {
        return Ok(screen(task, assist, arguments, window));
    }
    let mut session = Session::new(task.problem.clone());
    if assist == Assist::Full {
        let mut engine =
            auto::Engine::keeping_to(task.engine, &task.problem).context("--engine")?;
        task.run_and_clear_bar(|| session.ask(&mut engine, &task.budget))?;
        if let Some(wish) = arguments.cursor.and_then(|cursor| session.wish(cursor)) {
            let reason = task.run_and_clear_bar(|| {
                Reason::find(&mut engine, &task.problem, wish, &task.budget)
            })?;
            session.learn(session.stamp(), Finding::Reason(wish, Some(reason)));
        }
    }
    let picture = Picture::of(&session, assist, arguments.cursor);
    Ok(sheet::themed(picture, arguments.theme).svg())
}

/// Time limit for each question of the drawn terminal, if `--timeout` is not given.
const SCREEN_TIMEOUT: Duration = Duration::from_secs(10);

/// Draws a terminal that shows the board.
fn screen(task: &Task, assist: Assist, arguments: &ExportArguments, window: (u16, u16)) -> String {
    let options = Options {
        memory: arguments.engine.memory,
        timeout: Some(arguments.engine.timeout.unwrap_or(SCREEN_TIMEOUT)),
        mouse: true,
        glyphs: Glyphs::Unicode,
        notice: None,
        theme: match arguments.theme {
            Some(PictureTheme::Light | PictureTheme::Print) => Theme::Light,
            Some(PictureTheme::Dark) | None => Theme::Dark,
        },
        depth: ColorDepth::True,
        keys: Keymap::default(),
        settings: app::Settings::default(),
    };
    let board = BoardFile { problem: task.problem.clone(), assist };
    let mut shown = Headless::open(Session::from_board(board), &options, window, 0);
    if let Some(cursor) = arguments.cursor {
        shown.move_to(cursor);
    }
    if let Some(seconds) = arguments.animate {
        return shown.animation(&arguments.keys, seconds);
    }
    for keys in &arguments.keys {
        shown.press(keys);
    }
    shown.svg()
}

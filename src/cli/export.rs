use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};

use super::arguments::{ExportArguments, ExportFormat, RuleChoice};
use super::format;
use super::problem;
use super::task::Task;
use crate::engine::auto;
use crate::engine::bdd::{Arrangement, VariableOrder, compile};
use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::export::{self, DiagramFacts, ExportError, Format, Graph, MOST_CELLS, MOST_WITH_ZERO};
use crate::geometry::{Cell, digits};
use crate::problem::{Assist, FileError, write_file};
use crate::session::Session;

/// Writes a diagram, a position or a model to stdout or a file.
pub(super) fn run(arguments: &ExportArguments, json: bool) -> anyhow::Result<()> {
    check(arguments, json)?;
    let mut assist = Assist::default();
    let build = || {
        let described = problem::build(&arguments.problem)?;
        assist = described.assist;
        Ok(described.problem)
    };
    let task = Task::about(build, &arguments.engine, json)?;
    match arguments.to {
        ExportFormat::Dimacs => {
            let budget = quiet(&task);
            output(&task, arguments, |out| {
                export::dimacs(&task.problem, &budget, out).map_err(told)
            })
        }
        ExportFormat::Minizinc => {
            output(&task, arguments, |out| Ok(export::minizinc(&task.problem, out)?))
        }
        ExportFormat::Svg if arguments.picture => {
            let drawing = picture(&task, assist, arguments.force)?;
            output(&task, arguments, |out| Ok(out.write_all(drawing.as_bytes())?))
        }
        _ => diagram(&task, arguments),
    }
}

/// Makes sure that the options go with each other.
fn check(arguments: &ExportArguments, json: bool) -> anyhow::Result<()> {
    use ExportFormat::{Bdd, Dimacs, Dot, Json, Minizinc, Svg};
    let to = arguments.to;
    ensure!(!json || to == Json, "--json: export prints what --to says (--to json)");
    ensure!(!arguments.picture || to == Svg, "--picture: only --to svg draws the board");
    ensure!(
        !arguments.without_zero || matches!(to, Dot | Svg),
        "--without-zero: only --to dot and --to svg draw edges"
    );
    ensure!(
        arguments.rule.is_none() || !matches!(to, Dimacs | Minizinc),
        "--rule: a single rule is exported as a diagram (--to dot, svg, json or bdd)"
    );
    ensure!(
        arguments.order.is_none() || !(arguments.picture || matches!(to, Dimacs | Minizinc)),
        "--order: only a diagram has an order (--to dot, svg, json or bdd)"
    );
    ensure!(
        arguments.order.is_none() || arguments.rule.is_none(),
        "--order: the diagram of a single rule has an order of its own"
    );
    match arguments.rule {
        Some(RuleChoice::Board) => {
            ensure!(arguments.cell.is_some(), "--rule: 'board' needs a cell, as in --cell d4");
            ensure!(arguments.row.is_none(), "--row: the board rule is that of a cell (--cell)");
        }
        Some(RuleChoice::Queens) => {
            ensure!(arguments.cell.is_none(), "--cell: the queens rule is that of a row (--row)");
        }
        None => {
            ensure!(arguments.cell.is_none(), "--cell: it belongs to --rule board");
            ensure!(arguments.row.is_none(), "--row: it belongs to --rule queens");
        }
    }
    if to == Bdd && file(arguments).is_none() && io::stdout().is_terminal() {
        bail!("--to: 'bdd' is not text; write it to a file (--output FILE) or a pipe");
    }
    Ok(())
}

/// What stdout is called. Opened by such a name it would be a file of its own, which begins anew.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The file to write, if it is not stdout.
fn file(arguments: &ExportArguments) -> Option<&Path> {
    arguments.output.as_deref().filter(|file| STDOUT.iter().all(|name| *file != Path::new(name)))
}

/// Hands over stdout, a device, or a file that is there when it is complete.
fn output(
    task: &Task,
    arguments: &ExportArguments,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let write = |out: &mut dyn Write| {
        let mut watched = Watched { out, budget: &quiet(task), written: 0, ended: None };
        let written = write(&mut watched);
        watched.ended.map_or(written, |interrupted| Err(interrupted.into()))
    };
    if let Some(path) = file(arguments) {
        return write_file(path, |out| write(out)).map_err(|error| {
            let of_file = error.is::<FileError>() || error.is::<io::Error>();
            if of_file { error.context("--output") } else { error }
        });
    }
    let mut out = format::stdout();
    write(&mut out)?;
    Ok(out.flush()?)
}

/// The task's budget without its progress bar, which what is written would get in the way of.
fn quiet(task: &Task) -> Budget {
    task.budget.clone().with_observer(|_| ())
}

/// A writer that looks at the budget before each large piece, whatever is written.
struct Watched<'a> {
    out: &'a mut dyn Write,
    budget: &'a Budget,
    written: usize,
    ended: Option<Interrupted>,
}

/// The bytes between two looks.
const PIECE: usize = 1 << 16;

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let piece = &bytes[..bytes.len().min(PIECE)];
        let before = self.written / PIECE;
        self.written += piece.len();
        if self.written / PIECE > before {
            let progress = Progress { phase: Phase::Writing, ..Progress::default() };
            if let Err(interrupted) = self.budget.check(progress) {
                self.ended = Some(interrupted);
                return Err(io::Error::other(interrupted));
            }
        }
        self.out.write(piece)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The error as the exit code knows it.
fn told(error: ExportError) -> anyhow::Error {
    match error {
        ExportError::Interrupted(interrupted) => interrupted.into(),
        ExportError::Io(error) => error.into(),
        other => other.into(),
    }
}

fn diagram(task: &Task, arguments: &ExportArguments) -> anyhow::Result<()> {
    let graph = match arguments.rule {
        Some(RuleChoice::Board) => {
            let cell = arguments.cell.as_deref().unwrap_or_default();
            let cell: Cell = cell.parse().context("--cell")?;
            let graph = Graph::board_rule(task.problem.rules(), cell).map_err(told);
            graph.context("--cell")?
        }
        Some(RuleChoice::Queens) => {
            let row = row(arguments, task.problem.rules().size().rows())?;
            Graph::queens_rule(task.problem.rules(), row).map_err(told)?
        }
        None => whole(task, arguments)?,
    };
    check_size(arguments, graph.size())?;
    let zero = !arguments.without_zero;
    match arguments.to {
        ExportFormat::Svg => {
            let zero = zero && graph.size() <= MOST_WITH_ZERO;
            let drawing = task.work(|| export::svg(&graph, zero, &task.budget))?;
            output(task, arguments, |out| Ok(out.write_all(drawing.as_bytes())?))
        }
        ExportFormat::Json => {
            let rule = arguments.rule.map(|_| graph.title().to_owned());
            let facts = DiagramFacts::new(&task.problem, rule);
            output(task, arguments, |out| Ok(export::json(&graph, &facts, out)?))
        }
        ExportFormat::Bdd => output(task, arguments, |out| Ok(export::bytes(&graph, out)?)),
        _ => output(task, arguments, |out| Ok(export::dot(&graph, zero, out)?)),
    }
}

/// The diagram of all rules and decisions, unless it is too large for its format.
fn whole(task: &Task, arguments: &ExportArguments) -> anyhow::Result<Graph> {
    let problem = &task.problem;
    let arrangement = arguments.order.map_or(Arrangement::default(), Arrangement::from);
    let order = Arc::new(VariableOrder::new(problem.rules().grid(), arrangement));
    let diagram = task.work(|| compile(problem, &order, &task.budget))?.diagram;
    check_size(arguments, diagram.bdd_nodes())?;
    let graph = Graph::of_problem(problem, &diagram, &task.budget).map_err(told)?;
    Ok(match arguments.order {
        Some(order) => graph.noting(&format!("{} order", order.name())),
        None => graph,
    })
}

fn check_size(arguments: &ExportArguments, nodes: usize) -> anyhow::Result<()> {
    let (format, hint) = match arguments.to {
        ExportFormat::Svg => (Format::Svg, Format::Svg.way_out()),
        ExportFormat::Dot | ExportFormat::Json => (Format::Dot, "--to bdd has no such limit"),
        _ => return Ok(()),
    };
    let Some(most) = format.most_nodes() else { return Ok(()) };
    ensure!(
        arguments.force || nodes <= most,
        "the diagram has {nodes} nodes, more than the {most} that are exported this way unless \
         --force is given; {hint}"
    );
    Ok(())
}

/// The row of the queens rule, counted from 0; without an option the first.
fn row(arguments: &ExportArguments, rows: u16) -> anyhow::Result<u16> {
    let Some(text) = &arguments.row else { return Ok(0) };
    let row = digits(text).filter(|row| (1..=rows).contains(row));
    row.map(|row| row - 1)
        .ok_or_else(|| anyhow!("--row: '{text}' is not a row (a number from 1 to {rows})"))
}

/// The board as a drawing, with what follows from its decisions if the board tells that.
fn picture(task: &Task, assist: Assist, force: bool) -> anyhow::Result<String> {
    let (cells, most) = (task.problem.rules().size().cells(), MOST_CELLS);
    ensure!(
        force || cells <= most,
        "the board has {cells} cells, more than the {most} that are drawn unless --force is given"
    );
    let mut session = Session::new(task.problem.clone());
    if assist == Assist::Full {
        let mut engine =
            auto::Engine::keeping_to(task.engine, &task.problem).context("--engine")?;
        task.work(|| session.ask(&mut engine, &task.budget))?;
    }
    Ok(export::picture(&session, assist))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_ends_with_the_budget() {
        let (mut written, budget) = (Vec::new(), Budget::default());
        let mut watched = Watched { out: &mut written, budget: &budget, written: 0, ended: None };
        watched.write_all(&vec![0; 3 * PIECE]).unwrap();
        budget.cancel();
        // Less than a piece may still pass.
        watched.write_all(&[0; 10]).unwrap();
        watched.write_all(&vec![0; PIECE]).unwrap_err();
        assert!(watched.ended.is_some());
        assert_eq!(written.len(), 3 * PIECE + 10);
    }
}

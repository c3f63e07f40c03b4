//! Checks whether a diagram represents the solutions of a problem.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::{Context, anyhow, ensure};
use itertools::Itertools;
use serde::Serialize;

use super::arguments::{JudgeArguments, ProblemArguments};
use super::exit::{ExitCode, Failure};
use super::format;
use super::problem::build;
use super::report::{self, AnswerFacts};
use super::task::Task;
use engine::bdd::{Arrangement, Judgement, LackedRule, VariableOrder, WrongBoards, compile};
use engine::plan::Question;
use engine::{Answer, EngineKind, Interrupted};
use export::{DiagramFile, NodeFacts};
use geometry::{Cell, CellSet, Size};
use problem::{GroupId, Problem, Value};

/// Maximum number of cells, or pairs of cells, that a sentence names.
const MAX_NAMED: usize = 4;

#[derive(Serialize)]
struct JudgeReport {
    file: String,
    /// The cells of the variables in the order of the file, then the free cells.
    order: Vec<String>,
    /// Cells without a variable. They have any value.
    free: Vec<String>,
    is_reduced: bool,
    #[serde(flatten)]
    facts: NodeFacts,
    /// `None` if a budget ended first.
    #[serde(flatten)]
    verdict: Option<VerdictReport>,
}

#[derive(Serialize)]
struct VerdictReport {
    is_right: bool,
    /// Number of boards that the diagram accepts.
    boards: String,
    /// The number of solutions of the problem.
    solutions: String,
    /// The number of nodes of the solutions' ROBDD in the order of the file.
    nodes: usize,
    /// Number of nodes in row-major order; `null` if it was not computed.
    row_major_nodes: Option<usize>,
    too_many: WrongReport,
    missing: WrongReport,
    /// A smallest set of rules that the diagram violates.
    lacked: Vec<String>,
    /// The pairs of cells that hold pieces together although these rules forbid it.
    attacks: Vec<[String; 2]>,
    /// The cells that have a piece in some solution, but not in the diagram.
    never_placed: Vec<String>,
    /// The cells that are empty in some solution, but not in the diagram.
    always_placed: Vec<String>,
}

#[derive(Serialize)]
struct WrongReport {
    number: String,
    /// The first differing board in the order of the file. A piece comes before an empty cell.
    first: Option<Vec<String>>,
}

/// Prints whether a diagram represents the solutions of the problem.
///
/// # Errors
/// When the file or the problem is invalid, the diagram is wrong, or a budget ends.
pub(super) fn run(arguments: &JudgeArguments, json: bool) -> anyhow::Result<()> {
    let (file, name) = arguments.file.read()?;
    let options = with_size_of(&file, &arguments.problem);
    let question = ("judge", Question::Diagram);
    let task =
        &Task::for_problem(&arguments.engine, question, json, || Ok(build(&options)?.problem))?;
    let (order, free) = order(&file, &task.problem).map_err(|error| error.context(name.clone()))?;
    let bdd = file.with_variables(free.len());
    let judged = task.run_and_clear_bar(|| -> Answer<_> {
        let judged = Judgement::new(&bdd, &order, &task.problem, &task.budget)?;
        let by_rows = VariableOrder::new(task.problem.rules().grid(), Arrangement::RowMajor);
        if let (Ok(judgement), true) = (&judged, *order == by_rows) {
            let nodes = judgement.nodes;
            return Ok((judged, Some(nodes)));
        }
        let by_rows = compile(&task.problem, &Arc::new(by_rows), &task.budget);
        let by_rows = by_rows.and_then(|built| built.diagram.bdd_size(&task.budget));
        Ok((judged, by_rows.ok().map(|size| size.nodes)))
    });
    let judgement = match judged {
        Ok((Ok(judgement), by_rows)) => Ok((judgement, by_rows)),
        Ok((Err(large), _)) => return Err(Failure::new(ExitCode::Budget, large).into()),
        Err(interrupted) => Err(interrupted),
    };
    let interrupted = judgement.as_ref().err().map(Interrupted::to_string);
    let report = JudgeReport {
        file: name,
        order: order.cells().iter().map(Cell::to_string).collect(),
        free: names(&free),
        is_reduced: file.facts.is_reduced(),
        facts: file.facts,
        verdict: judgement.as_ref().ok().map(|(judgement, by_rows)| verdict(judgement, *by_rows)),
    };
    let facts = AnswerFacts::new(task, Some(EngineKind::Bdd), interrupted);
    report::print(task, &report, facts, None, |out| match &judgement {
        Ok((judgement, _)) => Ok(write_text(out, task, &report, judgement)?),
        Err(_) => Ok(()),
    })?;
    let (judgement, _) = judgement?;
    if judgement.is_right() {
        return Ok(());
    }
    Err(Failure::new(
        ExitCode::NoSolution,
        "the diagram does not have the solutions of the problem",
    )
    .into())
}

/// The options of the problem with a size. Without `--size`, the names of the variables determine the size. If they are
/// not names of cells, the board is a square with one cell for each variable.
fn with_size_of(file: &DiagramFile, options: &ProblemArguments) -> ProblemArguments {
    let ProblemArguments { board, size, regions, weights, .. } = options;
    if size.is_some() || [board, regions, weights].iter().any(|it| it.is_some()) {
        return options.clone();
    }
    let root = file.names.len().isqrt();
    let square = || Size::square(root as u16).ok().filter(|_| root * root == file.names.len());
    let size = file.cells(None).map(|found| found.size).or_else(square);
    ProblemArguments { size, ..options.clone() }
}

/// The cells of the file's variables in order, followed by the cells without a variable. Also returns the cells without a
/// variable.
fn order(file: &DiagramFile, problem: &Problem) -> anyhow::Result<(Arc<VariableOrder>, Vec<Cell>)> {
    let (grid, size) = (problem.rules().grid(), problem.rules().size());
    let standing: Vec<Cell> = grid.standing_cells().collect();
    let (named, variables) =
        (file.cells(Some(size)).filter(|found| found.are_named), file.names.len());
    // Variables without names of cells stand for the cells where a piece can stand, in order.
    let cells =
        named.map(|found| found.cells).or_else(|| Some(standing.get(..variables)?.to_vec()));
    let cells =
        cells.with_context(|| format!("its {variables} variables are not the cells of {size}"))?;
    if let Some(hole) = cells.iter().find(|&&cell| grid.is_hole(cell)) {
        return Err(anyhow!("it has a variable for {hole}, which is a hole"));
    }
    ensure!(!cells.is_empty(), "it has no variables");
    let used = CellSet::from_cells(size, cells.iter().copied());
    let free: Vec<Cell> = standing.into_iter().filter(|&cell| !used.contains(cell)).collect();
    let order = VariableOrder::from_cells(grid, cells.into_iter().chain(free.iter().copied()))?;
    Ok((Arc::new(order), free))
}

fn names<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Vec<String> {
    cells.into_iter().map(Cell::to_string).collect()
}

fn verdict(judgement: &Judgement, row_major_nodes: Option<usize>) -> VerdictReport {
    let wrong = |wrong: &WrongBoards| WrongReport {
        number: wrong.number.to_string(),
        first: wrong.first.as_ref().map(format::names),
    };
    let forbidden = |value| {
        let cells = judgement.forbidden.iter().filter(|(_, it)| *it == value);
        cells.map(|(cell, _)| cell.to_string()).collect()
    };
    VerdictReport {
        is_right: judgement.is_right(),
        boards: judgement.boards.to_string(),
        solutions: judgement.solutions.to_string(),
        nodes: judgement.nodes,
        row_major_nodes,
        too_many: wrong(&judgement.too_many),
        missing: wrong(&judgement.missing),
        lacked: judgement.lacked.iter().map(rule_name).collect(),
        attacks: judgement.attacks.iter().map(|(a, b)| [a, b].map(Cell::to_string)).collect(),
        never_placed: forbidden(Value::Placed),
        always_placed: forbidden(Value::Excluded),
    }
}

/// The name of a rule: a group, the cost limit, a decision, or a line of attack.
fn rule_name(rule: &LackedRule) -> String {
    match rule {
        LackedRule::Group(id) => GroupId::to_string(id),
        LackedRule::MaxCost(limit) => format!("max-cost={limit}"),
        LackedRule::Attack(line) => format!("attacks {line}"),
        LackedRule::Decision(cell, Value::Placed) => format!("place {cell}"),
        LackedRule::Decision(cell, Value::Excluded) => format!("exclude {cell}"),
    }
}

/// Lists up to [`MAX_NAMED`] names and the number of omitted names.
fn few(names: &[String]) -> String {
    let more = names.len().saturating_sub(MAX_NAMED);
    let first = names.iter().take(MAX_NAMED).join(", ");
    if more == 0 { first } else { format!("{first} and {more} more") }
}

fn write_text(
    out: &mut impl Write,
    task: &Task,
    report: &JudgeReport,
    judgement: &Judgement,
) -> io::Result<()> {
    let Some(verdict) = &report.verdict else { return Ok(()) };
    let title = export::title(&task.problem);
    let is = if verdict.is_right { "is" } else { "is not" };
    writeln!(out, "{} {is} the diagram of: {title}", report.file)?;
    writeln!(out, "boards     {}", verdict.boards)?;
    writeln!(out, "solutions  {}", verdict.solutions)?;
    let rules = task.problem.rules();
    for (name, wrong) in [("too many ", &judgement.too_many), ("missing  ", &judgement.missing)] {
        let first = if wrong.first.is_some() { ", the first of them:" } else { "" };
        writeln!(out, "{name}  {}{first}", wrong.number)?;
        if let Some(board) = &wrong.first {
            format::write_solution(out, rules, board)?;
        }
    }
    if !verdict.lacked.is_empty() {
        writeln!(out, "it lacks {}", verdict.lacked.join(", "))?;
    }
    if !verdict.attacks.is_empty() {
        let pairs: Vec<String> = verdict.attacks.iter().map(|pair| pair.join(" and ")).collect();
        let common = |cell: &&String| verdict.attacks.iter().all(|pair| pair.contains(cell));
        let common = verdict.attacks[0].iter().find(common).filter(|_| pairs.len() > 1);
        let all = common.map_or_else(String::new, |cell| format!(" (all with {cell})"));
        writeln!(out, "it allows both {}{all}", few(&pairs))?;
    }
    for (words, cells) in [
        ("it never has a piece on", &verdict.never_placed),
        ("it always has a piece on", &verdict.always_placed),
    ] {
        if !cells.is_empty() {
            writeln!(out, "{words} {}", few(cells))?;
        }
    }
    if !report.free.is_empty() {
        let free = few(&report.free);
        writeln!(out, "it has no variable for {free}: any value is allowed there")?;
    }
    if !report.is_reduced {
        writeln!(out, "{}; only its function was judged", report.facts)?;
    }
    if let Some(by_rows) = verdict.row_major_nodes.filter(|by_rows| *by_rows != verdict.nodes) {
        let nodes = verdict.nodes;
        writeln!(
            out,
            "in its order the ROBDD of the rules has {nodes} nodes, in row-major order {by_rows}"
        )?;
    }
    Ok(())
}

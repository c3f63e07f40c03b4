mod bar;
mod file;
mod steps;

use std::io::{self, Write};
use std::time::Duration;

use num_bigint::BigUint;
use serde::Serialize;

use super::arguments::InspectArguments;
use super::columns::{self, Column};
use super::format::milliseconds;
use super::order::{DiagramOrder, SiftingResult};
use super::report::{self, AnswerFacts};
use super::task::Task;
use super::verify::{self, Verification};
use bar::write_chart;
use engine::bdd::{Construction, Diagram, MAX_VARIABLES, Variable, compile, conjoin};
use engine::plan::Question;
use engine::{DiagramSize, EngineKind, Interrupted, MemoryAmount};
use problem::GroupId;
use steps::{CONJOIN_TIMEOUT, Steps};

#[derive(Default, Serialize)]
struct InspectReport {
    order: String,
    /// The result of sifting, if the order was found by sifting.
    #[serde(skip_serializing_if = "Option::is_none")]
    sifted: Option<SiftingResult>,
    variables: usize,
    #[serde(flatten)]
    diagram: DiagramFacts,
    constructions: Constructions,
    #[serde(flatten)]
    steps: Option<Steps>,
}

/// The properties of the diagram that were found within the budget.
#[derive(Default, Serialize)]
struct DiagramFacts {
    /// The number of nodes of the reduced ordered BDD, terminals included.
    nodes: Option<usize>,
    /// The number of nodes of the zero-suppressed BDD, terminals included.
    zdd_nodes: Option<usize>,
    /// The number of nodes of the row diagram.
    row_nodes: Option<usize>,
    /// The number of arcs of the row diagram.
    row_arcs: Option<usize>,
    solutions: Option<String>,
    /// The number of solutions as a number.
    #[serde(skip)]
    count: Option<BigUint>,
    paths: Option<String>,
    lines: Vec<LineSizes>,
}

/// The sizes of the diagram within a row of the board; in column-major order, within a column.
#[derive(Serialize)]
struct LineSizes {
    name: String,
    nodes: usize,
    zdd_nodes: usize,
    states: usize,
}

#[derive(Default, Serialize)]
struct Constructions {
    frontier: ConstructionCost,
    conjoin: ConstructionCost,
}

/// The size and cost of a construction, or the budget that ended it.
#[derive(Default, Serialize)]
struct ConstructionCost {
    nodes: Option<usize>,
    elapsed_ms: Option<f64>,
    peak_memory_bytes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

impl ConstructionCost {
    fn new(nodes: usize, elapsed: Duration, peak_memory: usize) -> Self {
        Self {
            nodes: Some(nodes),
            elapsed_ms: Some(milliseconds(elapsed)),
            peak_memory_bytes: Some(peak_memory),
            interrupted: None,
        }
    }
}

/// Prints the properties of a problem's diagram, and the cost of both constructions. With `--diagram`, prints the properties of
/// the diagram in a file.
pub(super) fn run(arguments: &InspectArguments, json: bool) -> anyhow::Result<()> {
    if arguments.file.diagram.is_some() {
        return file::run(arguments, json);
    }
    let task = &Task::new(&arguments.task, ("inspect", Question::Diagram), json)?;
    let order = DiagramOrder::find(task, &arguments.order.clone().unwrap_or_default())?;
    let mut report = InspectReport {
        order: order.name.clone(),
        sifted: order
            .sifted
            .as_ref()
            .and_then(|sifted| sifted.as_ref().ok())
            .map(SiftingResult::new),
        variables: order.variables.len(),
        ..InspectReport::default()
    };
    let result = task.run_and_clear_bar(|| fill(&mut report, task, &order, arguments));
    let interrupted = result.as_ref().err().map(Interrupted::to_string);
    let facts = AnswerFacts::new(task, Some(EngineKind::Bdd), interrupted);
    let verification = task.verifies.then(|| {
        let (own, other) = (&report.diagram, report.constructions.conjoin.nodes);
        own.count.as_ref().map_or_else(Verification::default, |solutions| {
            verify::inspect(task, solutions, [own.nodes, other])
        })
    });
    report::print(task, &report, facts, verification, |out| match result {
        Ok(()) => Ok(write_text(out, task, &order, &report)?),
        Err(_) => Ok(()),
    })?;
    Ok(result?)
}

/// Computes the properties of the diagram, its steps, and the comparison with the textbook
/// construction.
fn fill(
    report: &mut InspectReport,
    task: &Task,
    order: &DiagramOrder,
    arguments: &InspectArguments,
) -> Result<(), Interrupted> {
    let construction = compile(&task.problem, order.require_found()?, &task.budget)?;
    let (diagram, facts) = (&construction.diagram, &mut report.diagram);
    (facts.row_nodes, facts.row_arcs) = (Some(diagram.nodes()), Some(diagram.arcs()));
    let size = diagram.size_at(&task.problem, &task.budget)?;
    facts.lines = lines(&construction, &size, order);
    let frontier =
        ConstructionCost::new(size.nodes, construction.elapsed, construction.peak_memory);
    // The allocator keeps the peak memory of the first construction.
    let held = construction.peak_memory.max(diagram.memory());
    report.constructions.frontier = frontier;
    (facts.nodes, facts.zdd_nodes) = (Some(size.nodes), Some(size.zdd_nodes));
    let count = diagram.count(&task.budget)?;
    (facts.solutions, facts.count) = (Some(count.to_string()), Some(count));
    facts.paths = Some(diagram.path_count(&task.budget)?.to_string());
    // The steps come before the comparison, because the user requested them.
    if arguments.steps {
        report.steps = Some(Steps::measure(task, diagram, arguments.order.is_none()));
    }
    report.constructions.conjoin = conjoin_cost(task, diagram, held);
    Ok(())
}

/// The size and cost of the textbook construction, or the budget that ended it. `held` is the number of
/// bytes already in use.
fn conjoin_cost(task: &Task, diagram: &Diagram, held: usize) -> ConstructionCost {
    let ended =
        |reason| ConstructionCost { interrupted: Some(reason), ..ConstructionCost::default() };
    if diagram.order().len() > MAX_VARIABLES {
        return ended(format!("the BDD library takes {MAX_VARIABLES} variables at most"));
    }
    let budget = task.budget.time_share(1, CONJOIN_TIMEOUT).with_reserved(held);
    match conjoin(&task.problem, diagram.order(), &budget) {
        Ok(found) => {
            let nodes = found.restricted_nodes(task.problem.decisions(), diagram.order());
            ConstructionCost::new(nodes, found.elapsed, found.peak_memory)
        }
        Err(interrupted) => ended(interrupted.to_string()),
    }
}

/// The numbers of nodes and states of each line: rows from the bottom, or in column-major order columns
/// from the left.
fn lines(construction: &Construction, size: &DiagramSize, order: &DiagramOrder) -> Vec<LineSizes> {
    let by_column = order.is_by_column();
    let order = construction.diagram.order();
    let count = if by_column { order.size().columns() } else { order.size().rows() };
    let name = |line: u16| {
        let line = if by_column { GroupId::Column(line) } else { GroupId::Row(line) };
        line.to_string()
    };
    let mut lines: Vec<LineSizes> = (0..count)
        .map(|line| LineSizes { name: name(line), nodes: 0, zdd_nodes: 0, states: 0 })
        .collect();
    let line = |variable: Variable| {
        let cell = order.cell(variable);
        usize::from(if by_column { cell.column() } else { cell.row() })
    };
    for (variable, (nodes, zdd_nodes)) in
        order.variables().zip(size.levels.iter().zip(&size.zdd_levels))
    {
        lines[line(variable)].nodes += nodes;
        lines[line(variable)].zdd_nodes += zdd_nodes;
    }
    for &(variable, states) in &construction.states {
        lines[line(variable)].states += states;
    }
    lines
}

fn write_text(
    out: &mut impl Write,
    task: &Task,
    order: &DiagramOrder,
    report: &InspectReport,
) -> io::Result<()> {
    let title = export::title(&task.problem);
    // The part of the title about cells comes last.
    let (rules, cells) = title.split_at(title.find(';').unwrap_or(title.len()));
    writeln!(out, "{rules}, {}{cells}", order.in_words())?;
    writeln!(out)?;
    let facts = &report.diagram;
    let arcs = format!(" (row diagram, {} arcs)", text(facts.row_arcs));
    for (name, value, remark) in [
        ("variables", report.variables.to_string(), ""),
        ("nodes", text(facts.nodes), " (reduced ordered BDD, terminals included)"),
        ("ZDD nodes", text(facts.zdd_nodes), " (zero-suppressed, terminals included)"),
        ("stored", text(facts.row_nodes), &arcs),
        ("solutions", text(facts.solutions.as_ref()), ""),
        ("paths", text(facts.paths.as_ref()), ""),
    ] {
        writeln!(out, "{name:9}  {value}{remark}")?;
    }
    writeln!(out)?;
    if let Some(gain) = &report.sifted {
        gain.write(out)?;
        writeln!(out)?;
    }
    // The top row comes first, as on the board.
    let by_column = order.is_by_column();
    let lines = facts.lines.iter();
    let lines = lines.map(|it| (it.name.as_str(), [Some(it.nodes), Some(it.states)]));
    let lines: Vec<_> = if by_column { lines.collect() } else { lines.rev().collect() };
    write_chart(out, "", ["nodes", "states"], &lines)?;
    writeln!(out)?;
    write_constructions(out, &report.constructions)?;
    if let Some(steps) = &report.steps {
        writeln!(out)?;
        steps.write(out)?;
    }
    Ok(())
}

fn write_constructions(out: &mut impl Write, both: &Constructions) -> io::Result<()> {
    let columns =
        [Column::left("construction", 0), Column::left("frontier", 14), Column::left("conjoin", 0)];
    writeln!(out, "{}", columns::header(&columns))?;
    let mut row = |name: &str, value: fn(&ConstructionCost) -> Option<String>| {
        let (frontier, conjoin) = (text(value(&both.frontier)), text(value(&both.conjoin)));
        writeln!(out, "{}", columns::line(&columns, [name.to_owned(), frontier, conjoin]))
    };
    row("time", |effort| effort.elapsed_ms.map(|time| format!("{time:.1} ms")))?;
    row("peak memory", |effort| {
        effort.peak_memory_bytes.map(|bytes| MemoryAmount::measured(bytes).to_string())
    })?;
    row("nodes", |effort| effort.nodes.map(|nodes| nodes.to_string()))?;
    if let Some(interrupted) = &both.conjoin.interrupted {
        writeln!(out, "conjoin: {interrupted}")?;
    }
    Ok(())
}

/// The value as text, or a dash if it is unknown.
fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

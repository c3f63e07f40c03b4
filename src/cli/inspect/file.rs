//! The properties of a diagram in a file.

use std::io::Write;

use serde::Serialize;

use super::text;
use crate::arguments::InspectArguments;
use crate::columns::{self, Column};
use crate::format;
use engine::SmallDiagram;
use engine::bdd::{BddCounts, InnerNode};
use export::{DiagramFile, NodeFacts};

/// Maximum number of variables whose order is printed on a line.
const MAX_LISTED_VARIABLES: usize = 64;

#[derive(Serialize)]
struct FileReport {
    file: String,
    format: &'static str,
    variables: usize,
    /// The size of the smallest board that has the variables as cells; `null` if they are not named like cells.
    size: Option<String>,
    /// The number of nodes of the reduced ordered BDD, terminals included.
    nodes: usize,
    /// The number of nodes of the zero-suppressed BDD, terminals included; `null` if it would be too large.
    zdd_nodes: Option<usize>,
    #[serde(flatten)]
    facts: NodeFacts,
    is_reduced: bool,
    solutions: String,
    paths: String,
    /// The variables in the order of the diagram.
    lines: Vec<VariableReport>,
}

#[derive(Serialize)]
struct VariableReport {
    name: String,
    nodes: usize,
    zdd_nodes: Option<usize>,
    /// The number of solutions in which the variable is true.
    solutions: String,
}

/// Prints the properties of a diagram in a file.
///
/// # Errors
/// When the file is not a diagram, the budget ends, or printing fails.
pub(super) fn run(arguments: &InspectArguments, json: bool) -> anyhow::Result<()> {
    let (file, name) = arguments.file.read()?;
    let counts = BddCounts::new(&file.bdd, &arguments.task.engine.budget())?;
    let report = report(name, &file, &counts);
    if json {
        return Ok(format::print_json(&report)?);
    }
    let mut out = format::stdout();
    write_text(&mut out, &file, &report)?;
    Ok(out.flush()?)
}

fn report(name: String, file: &DiagramFile, counts: &BddCounts) -> FileReport {
    let mut levels = vec![0; file.names.len()];
    InnerNode::all_of(&file.bdd).for_each(|node| levels[node.variable.index()] += 1);
    let zdd = file.zdd();
    let zdd_levels = zdd.as_ref().map(SmallDiagram::level_sizes);
    let lines = file.names.iter().zip(&counts.by_variable).enumerate();
    let line = |(index, (name, solutions)): (usize, (&String, _))| VariableReport {
        name: name.clone(),
        nodes: levels[index],
        zdd_nodes: zdd_levels.as_ref().map(|levels| levels[index]),
        solutions: ToString::to_string(solutions),
    };
    let cells = file.cells(None);
    FileReport {
        file: name,
        format: file.format.into(),
        variables: file.names.len(),
        size: cells.map(|cells| cells.size.to_string()),
        nodes: file.bdd.size(),
        zdd_nodes: zdd.map(|zdd| zdd.size()),
        facts: file.facts,
        is_reduced: file.facts.is_reduced(),
        solutions: counts.solutions.to_string(),
        paths: counts.paths.to_string(),
        lines: lines.map(line).collect(),
    }
}

fn write_text(out: &mut impl Write, file: &DiagramFile, report: &FileReport) -> anyhow::Result<()> {
    let board = match &report.size {
        Some(size) => format!(", one for each cell of {size}"),
        None if file.has_names => String::new(),
        None => " without names".to_owned(),
    };
    writeln!(out, "{}: {} variables{board}", report.file, report.variables)?;
    writeln!(out)?;
    let zdd = text(report.zdd_nodes);
    let edges = if report.facts.has_complement_edges { "with" } else { "without" };
    for (name, value, remark) in [
        (
            "nodes",
            report.nodes.to_string(),
            " (reduced ordered BDD, terminals included)".to_owned(),
        ),
        ("", report.facts.complement_nodes.to_string(), " with complement edges".to_owned()),
        ("ZDD nodes", zdd, " (zero-suppressed, terminals included)".to_owned()),
        ("in file", report.facts.stored_nodes.to_string(), format!(" ({edges} complement edges)")),
        ("solutions", report.solutions.clone(), String::new()),
        ("paths", report.paths.clone(), String::new()),
    ] {
        writeln!(out, "{name:9}  {value}{remark}")?;
    }
    writeln!(out, "{}", file.facts)?;
    if file.names.len() <= MAX_LISTED_VARIABLES {
        writeln!(out, "\norder: {}", file.names.join(" "))?;
    }
    let width = report.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or_default();
    let columns = [
        Column::left("variable", width),
        Column::right("nodes", report.nodes.to_string().len()),
        Column::right("ZDD nodes", 0),
        Column::right("solutions", report.solutions.len()),
    ];
    writeln!(out, "\n{}", columns::header(&columns))?;
    for line in &report.lines {
        let zdd = text(line.zdd_nodes);
        let texts = [line.name.clone(), line.nodes.to_string(), zdd, line.solutions.clone()];
        writeln!(out, "{}", columns::line(&columns, texts))?;
    }
    Ok(())
}

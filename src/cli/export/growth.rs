//! A series of drawings in a directory.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, ensure};

use crate::cli::arguments::ExportArguments;
use crate::cli::order::Order;
use crate::cli::task::Task;
use crate::engine::bdd::{Growth, TooManyVariables};
use crate::export::{self, Format, Slide};
use crate::files::{FileError, printable, replace_file};

/// Writes a drawing for each rule and each decision. If the budget ends, those before its end are
/// written.
pub(super) fn write(task: &Task, arguments: &ExportArguments, folder: &Path) -> anyhow::Result<()> {
    prepare(folder)?;
    let order = Order::find(task, &arguments.order.clone().unwrap_or_default())?;
    let variables = order.found()?;
    TooManyVariables::check(variables.len())?;
    let limit = Format::Svg.node_limit().filter(|_| !arguments.force);
    let most = limit.map_or(usize::MAX, |limit| limit.most);
    // Half of the time is left for drawing.
    let whole = &task.budget;
    let budget = whole.left().map_or_else(|| whole.clone(), |left| whole.slice(left / 2));
    let growth =
        task.work(|| Ok::<_, anyhow::Error>(Growth::new(&task.problem, variables, most, &budget)))?;
    let mut names = BTreeSet::new();
    let note = arguments.order.as_ref().map(|_| order.in_words());
    for slide in export::slides(&task.problem, note, variables, &growth, &task.budget) {
        let Slide { name, svg } = task.work(|| slide)?;
        let written = replace_file(&folder.join(&name), |out| {
            out.write_all(svg.as_bytes())
                .map_err(|error| FileError::of_io(&folder.join(&name), &error))
        });
        written.context("--growth")?;
        names.insert(name);
    }
    note_others(folder, &names);
    match growth.interrupted {
        Some(interrupted) => Err(interrupted.into()),
        None => Ok(()),
    }
}

/// Makes the directory if it is missing.
fn prepare(folder: &Path) -> anyhow::Result<()> {
    let name = printable(&folder.to_string_lossy());
    ensure!(folder.is_dir() || !folder.exists(), "--growth: {name}: this is not a directory");
    fs::create_dir_all(folder).with_context(|| format!("--growth: {name}"))
}

/// Prints a note if drawings of another series stand beside these.
fn note_others(folder: &Path, names: &BTreeSet<String>) {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let others = files
        .filter_map(|file| file.file_name().into_string().ok())
        .filter(|name| export::is_slide(name) && !names.contains(name))
        .count();
    if others > 0 {
        // Stderr may be closed.
        let _ = writeln!(
            io::stderr(),
            "note: {} has {others} numbered drawing{} of another series beside these",
            printable(&folder.to_string_lossy()),
            if others == 1 { "" } else { "s" }
        );
    }
}

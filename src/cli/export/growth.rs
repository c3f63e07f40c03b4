//! Writes a series of drawings to a directory.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

use crate::arguments::ExportArguments;
use crate::format;
use crate::order::Order;
use crate::series;
use crate::task::Task;
use engine::bdd::{Growth, TooManyVariables};
use export::{self, Format, Slide};
use files::{FileError, replace_file};

/// Writes a drawing for each rule and each decision. If the budget ends, the drawings up to that point
/// are written. Existing drawings are replaced only with `--force`.
pub(super) fn write(task: &Task, arguments: &ExportArguments, folder: &Path) -> anyhow::Result<()> {
    task.series(folder, || {
        series::prepare(folder, ("--growth", ""), arguments.force, export::is_slide, |old| {
            format!(
                "{} already; --force replaces those of the same names",
                format::counted(old, "numbered drawing")
            )
        })?;
        write_series(task, arguments, folder)
    })
}

fn write_series(task: &Task, arguments: &ExportArguments, folder: &Path) -> anyhow::Result<()> {
    let order = Order::find(task, &arguments.order.clone().unwrap_or_default())?;
    let variables = order.found()?;
    TooManyVariables::check(variables.len())?;
    let most = Format::Svg.node_limit().map_or(usize::MAX, |limit| limit.most);
    // Half of the time is reserved for drawing.
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
    growth.interrupted.map_or(Ok(()), |interrupted| Err(interrupted.into()))
}

/// Prints a note if the folder also contains drawings of another series.
fn note_others(folder: &Path, names: &BTreeSet<String>) {
    let others = series::names(folder)
        .filter(|name| export::is_slide(name) && !names.contains(name))
        .count();
    if others > 0 {
        let (folder, others) = (folder.display(), format::counted(others, "numbered drawing"));
        format::note(format_args!("{folder} has {others} of another series beside these"));
    }
}

//! Writes a series of drawings to a directory.

use std::path::Path;

use crate::arguments::ExportArguments;
use crate::order::DiagramOrder;
use crate::series;
use crate::task::Task;
use engine::bdd::{Growth, TooManyVariables};
use export::{self, Format};

/// Writes a drawing for each rule and each decision. If the budget ends, the drawings up to that point
/// are written. Existing drawings are replaced only with `--force`.
pub(super) fn write(task: &Task, arguments: &ExportArguments, folder: &Path) -> anyhow::Result<()> {
    task.series(folder, || {
        series::prepare_drawings(folder, "--growth", arguments.force)?;
        write_series(task, arguments, folder)
    })
}

fn write_series(task: &Task, arguments: &ExportArguments, folder: &Path) -> anyhow::Result<()> {
    let order = DiagramOrder::find(task, &arguments.order.clone().unwrap_or_default())?;
    let variables = order.require_found()?;
    TooManyVariables::check(variables.len())?;
    let most = Format::Svg.node_limit().map_or(usize::MAX, |limit| limit.most);
    // Half of the time is reserved for drawing.
    let whole = &task.budget;
    let budget = whole.left().map_or_else(|| whole.clone(), |left| whole.slice(left / 2));
    let growth = task.run_and_clear_bar(|| {
        Ok::<_, anyhow::Error>(Growth::new(&task.problem, variables, most, &budget))
    })?;
    let note = arguments.order.as_ref().map(|_| order.in_words());
    let slides = export::slides(&task.problem, note, variables, &growth, &task.budget);
    let slides = slides.map(|slide| Ok(task.run_and_clear_bar(|| slide)?));
    series::write_drawings(folder, "--growth", slides)?;
    growth.interrupted.map_or(Ok(()), |interrupted| Err(interrupted.into()))
}

//! Writes a series of drawings of diagrams to a directory.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};

use crate::arguments::ExportArguments;
use crate::order::DiagramOrder;
use crate::series;
use crate::task::Task;
use app::graph::SeriesGraphs;
use engine::DiagramKind;
use engine::auto::Engine;
use engine::bdd::{SingleRule, TooManyVariables};
use export::{DiagramRequest, DrawnAlone, DrawnSeries, Format, OrderRequest, SeriesRequest};
use problem::Problem;

/// Writes a drawing for each stage of a series to a directory, which the option names. If the budget ends, the drawings up
/// to that point are written. Existing drawings are replaced only with `--replace`.
pub(super) fn write(
    task: &Task,
    arguments: &ExportArguments,
    (request, rule): (SeriesRequest, Option<SingleRule>),
    (folder, option): (&Path, &'static str),
) -> anyhow::Result<()> {
    task.series(folder, || {
        series::prepare_drawings(folder, option, arguments.replaces())?;
        let order = DiagramOrder::find(task, &arguments.order.clone().unwrap_or_default())?;
        let cells = order.require_found()?.cells();
        TooManyVariables::check(cells.len())?;
        let SeriesGraphs { series, layouts, operands } =
            graphs(task, (request, rule), &order, arguments.zdd)?;
        // The decisions are stages of the growth.
        let rules = Problem::new(Arc::clone(task.problem.rules()));
        let is_growth = series.request == SeriesRequest::Growth;
        let mut subject = export::title(if is_growth { &rules } else { &task.problem });
        if arguments.order.is_some() {
            subject = format!("{subject}, {}", order.in_words());
        }
        if let Some(rule) = rule {
            subject = format!("{subject}, {rule}");
        }
        let slides = export::slides(
            &series,
            [&layouts, &operands],
            cells,
            &subject,
            !arguments.without_zero,
        );
        series::write_drawings(folder, option, slides)?;
        series.interrupted.map_or(Ok(()), |interrupted| Err(interrupted.into()))
    })
}

/// The series in an order, with its layout.
///
/// # Errors
/// When the cell of a restriction is off the grid, a hole or decided, the series is too long, or the budget ends before
/// its first diagram.
fn graphs(
    task: &Task,
    (mut request, rule): (SeriesRequest, Option<SingleRule>),
    order: &DiagramOrder,
    is_zdd: bool,
) -> anyhow::Result<SeriesGraphs> {
    let (problem, whole) = (&task.problem, &task.budget);
    // Half of the time is reserved for the layout.
    let budget = whole.time_left().map_or_else(|| whole.clone(), |left| whole.slice(left / 2));
    if let SeriesRequest::Restriction(_, cell, _) = request {
        problem.rules().check(cell).context("--series")?;
        ensure!(problem.decisions().get(cell).is_none(), "--series: {cell} is decided already");
    }
    let own_order = OrderRequest::Own(Arc::clone(&order.variables));
    match &mut request {
        SeriesRequest::Growth => {
            ensure!(rule.is_none(), "--rule: a growth has all rules, one after the other");
        }
        SeriesRequest::Reduction(diagram) | SeriesRequest::Restriction(diagram, ..) => {
            ensure!(!is_zdd, "--zdd: a reduction or restriction is that of a BDD");
            (diagram.order, diagram.alone) = (own_order, rule.map(DrawnAlone::Rule));
        }
        SeriesRequest::Passes(diagram) => {
            let kind = if is_zdd { DiagramKind::Zdd } else { DiagramKind::Bdd };
            *diagram = DiagramRequest { order: own_order, kind, alone: rule.map(DrawnAlone::Rule) };
        }
    }
    task.run_and_clear_bar(|| {
        let series = if request == SeriesRequest::Growth {
            let max_nodes = Format::Svg.node_limit().map_or(usize::MAX, |limit| limit.max_nodes);
            DrawnSeries::grow(problem, &order.variables, ([max_nodes; 2], is_zdd), &budget)
        } else {
            let found = DrawnSeries::find(&mut Engine::new(), &request, problem, &budget)?;
            found.context("--series")?
        };
        Ok(SeriesGraphs::new(series, whole)?)
    })
}

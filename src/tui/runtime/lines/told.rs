//! What a mode or an overlay of the board shows, told in lines.

use itertools::Itertools;

use crate::app::notice::DiagramNotice;
use crate::model::graph_view::GraphAnswer;
use crate::model::{Model, Overlay, Shading, clock_text};
use crate::modes::Mode;
use crate::modes::watch::replay::{Replay, WastedBranches};
use engine::search::{ComparedSearch, NodeOutcome};
use manual::Row;
use session::puzzle::Score;
use session::{DrawnDiagram, DrawnSeries, PLAIN_NAMES, SeriesRequest};

/// Number of columns of a page of the manual.
const PAGE_COLUMNS: usize = 80;

/// The content of the open overlay, of the present mode or of the shading; `None` if only the board is shown.
pub(super) fn of_screen(model: &mut Model) -> Option<Vec<String>> {
    match (&model.overlay, &model.mode) {
        (Overlay::Manual { page, .. }, _) => {
            Some(page.rows(PAGE_COLUMNS).iter().map(row).collect())
        }
        (Overlay::Results { results, .. }, _) => Some(results.scores().iter().map(score).collect()),
        (Overlay::Comparison { searches, .. }, _) => {
            Some(searches.iter().map(ComparedSearch::in_words).collect())
        }
        (_, Mode::Watch(watching)) => Some(watching.searches().map(search).collect()),
        (_, Mode::Prove(view)) => {
            let verdict = view.verdict.as_ref()?;
            Some(vec![verdict.in_words(&view.claim, PLAIN_NAMES)])
        }
        (_, Mode::Series(view)) => Some(series(&view.series)),
        _ if model.view.shading == Shading::Consistency => consistency(model),
        _ => None,
    }
}

/// The order and the number of nodes of the graph. If there is no graph, the board's message says why.
pub(super) fn of_graph(model: &mut Model) -> Vec<String> {
    let reason = match &model.view.graph.answer {
        _ if model.app.is_refusal => return Vec::new(),
        Some(GraphAnswer::Drawn(graph)) if model.is_graph_known() => {
            let DrawnDiagram { problem, request, .. } = &graph.drawn;
            let undone = model.app.session.decisions().len() - problem.decisions().len();
            let before = match undone {
                0 => String::new(),
                1 => " before the last decision".to_owned(),
                _ => format!(" before the last {undone} decisions"),
            };
            let (order, nodes) = (request.order.name(), graph.drawn.nodes());
            return vec![format!("{order} order: {nodes} nodes{before}")];
        }
        Some(GraphAnswer::Not(.., reason)) => reason.clone(),
        Some(GraphAnswer::Drawn(_)) | None => DiagramNotice::Slow,
    };
    model.refuse(reason);
    Vec::new()
}

fn row(row: &Row) -> String {
    match row {
        Row::Heading(_, text) | Row::Code(text) => text.clone(),
        Row::Text(parts) => parts.iter().map(|(_, text)| text.as_str()).collect(),
    }
}

/// The results of one kind of puzzle.
fn score(score: &Score) -> String {
    let times = score.average().map_or_else(String::new, |average| {
        format!(", best {}, average {}", clock_text(score.best), clock_text(average))
    });
    format!("{}: {} solved, {} unaided{times}", score.wanted, score.solved, score.unaided)
}

/// The size of a search tree.
fn search(replay: &Replay) -> String {
    let (tree, options) = (replay.tree(), replay.recording.options);
    let words: [&str; 3] =
        [options.labeling.into(), options.values.into(), options.propagation.into()];
    let wasted = replay.wasted_branches().map_or_else(String::new, |of| {
        let WastedBranches { wasted, counted_branches } = of;
        format!(", {wasted} of {counted_branches} branches wasted")
    });
    format!(
        "{}: {} branches, {} failures, {} solutions{wasted}",
        words.join(" "),
        tree.branches(),
        tree.count(NodeOutcome::Failure),
        tree.count(NodeOutcome::Solution)
    )
}

/// The numbers of nodes after each rule and decision, or after each step.
fn series(series: &DrawnSeries) -> Vec<String> {
    let mut nodes = series.stages.iter().map(|stage| stage.nodes);
    if series.request != SeriesRequest::Growth {
        let steps = series.stages.len() - 1;
        return vec![
            format!("{steps} {}", if steps == 1 { "step" } else { "steps" }),
            format!("nodes before each, and at the end: {}", nodes.join(" ")),
        ];
    }
    let end = if series.interrupted.is_some() { " (interrupted)" } else { "" };
    vec![
        format!("{} rules and decisions{end}", series.stages.len()),
        format!("nodes after each: {}", nodes.clone().join(" ")),
        format!("at most {}", nodes.max().unwrap_or_default()),
    ]
}

/// The number of impossible cells that each filter is the weakest to remove; `None` until it is known.
fn consistency(model: &Model) -> Option<Vec<String>> {
    let found = model.app.session.knowledge().consistency.as_ref()?;
    let counts = found.iter().map(|(_, filter)| filter).sorted().dedup_with_count();
    let lines = counts.map(|(cells, filter)| {
        let steps = filter.steps().map_or_else(String::new, |steps| format!(" in {steps} steps"));
        let noun = if cells == 1 { "cell" } else { "cells" };
        format!("{}{steps}: {cells} impossible {noun}", filter.name())
    });
    let lines: Vec<String> = lines.collect();
    Some(if lines.is_empty() { vec!["no cell is impossible".to_owned()] } else { lines })
}

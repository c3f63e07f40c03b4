//! What a mode or an overlay of the board shows, told in lines.

use itertools::Itertools;

use crate::app::graph::GraphAnswer;
use crate::app::notice::DiagramNotice;
use crate::app::{Shading, clock_text};
use crate::model::{Model, Overlay};
use engine::search::ComparedSearch;
use manual::Row;
use session::DrawnDiagram;
use session::puzzle::Score;

/// Number of columns of a page of the manual.
const PAGE_COLUMNS: usize = 80;

/// The content of the open overlay, of the present mode or of the shading; `None` if only the board is shown.
pub(super) fn of_screen(model: &mut Model) -> Option<Vec<String>> {
    match &model.overlay {
        Overlay::Manual { page, .. } => Some(page.rows(PAGE_COLUMNS).iter().map(row).collect()),
        Overlay::Results { results, .. } => Some(results.scores().iter().map(score).collect()),
        Overlay::Comparison { searches, .. } => {
            Some(searches.iter().map(ComparedSearch::in_words).collect())
        }
        Overlay::None | Overlay::Keys { .. } | Overlay::Palette(_) => {
            let of_mode = model.mode().behavior().told(model);
            of_mode.or_else(|| {
                let is_shown = model.app.shading == Shading::Consistency;
                if is_shown { consistency(model) } else { None }
            })
        }
    }
}

/// The order and the number of nodes of the graph. If there is no graph, the board's message says why.
pub(super) fn of_graph(model: &mut Model) -> Vec<String> {
    let reason = match &model.app.graph.answer {
        _ if model.app.is_refusal => return Vec::new(),
        Some(GraphAnswer::Drawn(graph)) if model.app.is_graph_known() => {
            let DrawnDiagram { problem, request, .. } = &graph.drawn;
            let undone = model.app.session.decisions().len() - problem.decisions().len();
            let before = match undone {
                0 => String::new(),
                1 => " before the last decision".to_owned(),
                _ => format!(" before the last {undone} decisions"),
            };
            let (order, nodes) = (request.order.in_words(), graph.drawn.nodes());
            return vec![format!("{order}: {nodes} nodes{before}")];
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

//! Prints replies of the application as lines.

use itertools::Itertools;

use super::event::LineAnswer;
use app::graph::GraphAnswer;
use app::notice::DiagramNotice;
use app::operations::table::of_application;
use app::words::COMMANDS;
use app::{App, Reply, Shading, clock_text};
use engine::search::ComparedSearch;
use engine::{Comparison, Part, ProblemPair};
use export::{DrawnDiagram, DrawnSeries, DrawnStage, SeriesRequest};
use geometry::counted;
use manual::Row;
use session::PLAIN_NAMES;
use session::Replay;
use session::puzzle::{Date, Score};
use strum::IntoEnumIterator;

/// Number of columns of a page of the manual.
const PAGE_COLUMNS: usize = 80;

/// The texts of the replies; `None` if only the position is shown.
pub(super) fn of_replies(app: &App, replies: Vec<Reply>) -> Option<LineAnswer> {
    let mut compared = Vec::new();
    let mut searches: Vec<Replay> = Vec::new();
    let mut compared_pair = None;
    let mut text = None;
    for reply in replies {
        match reply {
            Reply::Solution(solution) => {
                return Some(LineAnswer::Solutions(vec![solution.placed]));
            }
            Reply::Solutions(solutions) => return Some(LineAnswer::Solutions(solutions)),
            Reply::Words => text = Some(told_words()),
            Reply::Page(page) => text = Some(page.rows(PAGE_COLUMNS).iter().map(row).collect()),
            Reply::Results(results) => {
                let days = results.dailies_in_lines(Date::today());
                text = Some(results.scores().iter().map(score).chain(days).collect());
            }
            Reply::Compared(search) => compared.push(search),
            Reply::Series(graphs) => text = Some(series(&graphs.series)),
            Reply::Recordings(recordings) => {
                let problem = app.session.problem();
                searches = recordings
                    .into_iter()
                    .map(|recording| Replay::new(recording, problem.clone()))
                    .collect();
            }
            Reply::Below(number, counts) => {
                if let Some(search) = searches.get_mut(number) {
                    search.learn(counts);
                }
            }
            Reply::Judged(claim, verdict) => {
                text = Some(vec![verdict.in_words(&claim, PLAIN_NAMES)]);
            }
            Reply::Pair(pair, other) => compared_pair = Some((pair, other)),
            Reply::PairFound(found) => {
                let told = |(pair, other): &(ProblemPair, String)| of_pair(pair, other, &found);
                text = compared_pair.as_ref().map(told);
            }
            Reply::Graph(_)
            | Reply::PairReason(..)
            | Reply::Comparison(_)
            | Reply::NoComparison
            | Reply::Claim(_)
            | Reply::Ways(_)
            | Reply::Lesson(_)
            | Reply::Boards
            | Reply::Paint
            | Reply::Ask(_) => {}
        }
    }
    if !searches.is_empty() {
        text = Some(searches.iter().map(Replay::in_words).collect());
    }
    if !compared.is_empty() {
        text = Some(compared.iter().map(ComparedSearch::in_words).collect());
    }
    let filters = || (app.shading == Shading::Consistency).then(|| consistency(app)).flatten();
    text.or_else(filters).map(LineAnswer::Text)
}

/// The numbers of solutions of the board and of another problem, and for each an example that the other one lacks.
fn of_pair(pair: &ProblemPair, other: &str, found: &Comparison) -> Vec<String> {
    let name = |part: Part| part.in_words(["this board", other]);
    let number = |part: Part| format!("{}: {}", name(part), found.part(part).number_in_words());
    let example = |part: Part| {
        let example = found.part(part).examples.first()?;
        let (forbidding, fault) = pair.fault(part, example)?;
        let (cells, forbidding) =
            (example.iter().join(" "), ["this board", "the other"][forbidding]);
        Some(format!("{}: {cells} ({forbidding} forbids it: {fault}).", name(part)))
    };
    let numbers = format!("{}.", Part::iter().map(number).join(", "));
    [numbers].into_iter().chain(Part::iter().filter_map(example)).collect()
}

/// All words of a session in lines.
fn told_words() -> Vec<String> {
    let told = COMMANDS
        .iter()
        .filter(|definition| of_application().any(|row| row.facts.word == definition.word()));
    told.map(ToString::to_string).collect()
}

/// The numbers of nodes: in a growth, after each rule and decision and of each alone; in other series, after each step. For
/// passes, the number of each step, and the meaning of the numbers.
fn series(series: &DrawnSeries) -> Vec<String> {
    let mut nodes = series.stages.iter().map(|stage| stage.nodes);
    let operands = series.stages.iter().filter_map(|stage| stage.operand.as_ref());
    match series.request {
        SeriesRequest::Growth => {
            let end = if series.interrupted.is_some() { " (interrupted)" } else { "" };
            vec![
                format!("{} rules and decisions{end}", series.stages.len()),
                format!("nodes after each: {}", nodes.clone().join(" ")),
                format!("nodes of each alone: {}", operands.map(|it| it.nodes).join(" ")),
                format!("at most {}", nodes.max().unwrap_or_default()),
            ]
        }
        SeriesRequest::Reduction(_) | SeriesRequest::Restriction(..) => vec![
            counted(series.stages.len() - 1, "step", "steps"),
            format!("nodes before each, and at the end: {}", nodes.join(" ")),
        ],
        SeriesRequest::Passes(_) => {
            let names = series.stages.iter().map(|stage| stage.name.as_str()).join(", ");
            let end = series.stages.last().and_then(DrawnStage::step);
            let steps = counted(series.stages.len(), "step", "steps");
            let sentence = end.map(|step| step.sentence.clone());
            [format!("{steps}: {names}")].into_iter().chain(sentence).collect()
        }
    }
}

/// The order and the number of nodes of the graph. If there is no graph, the board's message says why.
pub(super) fn of_graph(app: &mut App) -> Vec<String> {
    let reason = match &app.graph.answer {
        _ if app.is_refusal => return Vec::new(),
        Some(GraphAnswer::Drawn(graph)) if app.is_graph_known() => {
            let DrawnDiagram { problem, request, .. } = &graph.drawn;
            let undone = app.session.decisions().len() - problem.decisions().len();
            let before = match undone {
                0 => String::new(),
                1 => " before the last decision".to_owned(),
                _ => format!(" before the last {undone} decisions"),
            };
            let rule = request.alone.as_ref().map_or_else(String::new, |rule| format!("{rule}, "));
            let (order, nodes) = (request.order.in_words(), graph.drawn.nodes());
            return vec![format!("{rule}{order}: {nodes} nodes{before}")];
        }
        Some(GraphAnswer::Not(.., reason)) => reason.clone(),
        Some(GraphAnswer::Drawn(_)) | None => DiagramNotice::Slow,
    };
    app.refuse(reason);
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
fn consistency(app: &App) -> Option<Vec<String>> {
    let found = app.session.knowledge().consistency.as_ref()?;
    let counts = found.iter().map(|(_, filter)| filter).sorted().dedup_with_count();
    let lines = counts.map(|(cells, filter)| {
        let steps = filter.steps().map_or_else(String::new, |steps| format!(" in {steps} steps"));
        let noun = if cells == 1 { "cell" } else { "cells" };
        format!("{}{steps}: {cells} impossible {noun}", filter.name())
    });
    let lines: Vec<String> = lines.collect();
    Some(match app.session.ruled_out() {
        _ if !lines.is_empty() => lines,
        Some(impossible) if !impossible.is_empty() => {
            vec!["the filters of the impossible cells are not known".to_owned()]
        }
        Some(_) | None => vec!["no cell is impossible".to_owned()],
    })
}

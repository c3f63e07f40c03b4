use std::time::Duration;

use num_traits::{One, Zero};
use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::Layout;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::engine::{Phase, Progress};
use crate::geometry::Cell;
use crate::problem::Value;
use crate::session::{CellState, NearestSize};
use crate::tui::message::Topic;
use crate::tui::model::Model;

/// Where the lines on the position begin: below those on the cell under the cursor.
const POSITION: u16 = 4;

/// What is known of the cell under the cursor, of the position, and the decisions.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let area = model.layout.panel.intersection(buffer.area);
    let (mut lines, mut rest) = (cell_lines(model), area);
    if area.y == model.layout.board.y {
        let [cell, below] = Layout::vertical([Length(POSITION), Fill(1)]).areas(area);
        wrapped(std::mem::take(&mut lines)).render(cell, buffer);
        rest = below;
    }
    lines.extend(position_lines(model));
    let height = usize::from(rest.height).saturating_sub(lines.len());
    lines.extend(decision_lines(model, rest.width, height));
    wrapped(lines).render(rest, buffer);
}

fn wrapped(lines: Vec<Line<'static>>) -> Paragraph<'static> {
    Paragraph::new(lines).wrap(Wrap { trim: false })
}

fn cell_lines(model: &Model) -> Vec<Line<'static>> {
    let (session, cell) = (&model.session, model.cursor);
    let told = model.told(cell);
    let head = Line::from(vec![
        Span::styled(format!("{cell}  "), model.theme.strong()),
        Span::raw(told.map_or("open", CellState::name)),
    ]);
    let mut lines = vec![head];
    let Some(state) = told else { return lines };
    match state {
        CellState::Possible => {
            if let (Some(with), Some(all)) = (session.solutions_with(cell), session.solutions()) {
                lines.push(Line::raw(format!("    in {with} of {all} solutions")));
            }
        }
        CellState::Attacked => {
            if let Some(by) = session.attacker(cell) {
                lines.push(Line::raw(format!("    by {by}")));
            }
        }
        CellState::Placed if session.decisions().is_given(cell) => {
            lines.push(Line::raw("    given: it cannot be taken back"));
        }
        CellState::Forced => lines.push(Line::raw("    in every remaining solution")),
        CellState::Impossible => lines.push(Line::raw("    in no remaining solution")),
        CellState::Unknown if model.is_working() => lines.push(Line::raw("    not settled yet")),
        _ => {}
    }
    lines
}

fn position_lines(model: &Model) -> Vec<Line<'static>> {
    let session = &model.session;
    let mut lines = Vec::new();
    if !model.tells_all() {
        if session.is_solved() {
            lines.push(Line::styled("solved", model.theme.alert()));
        }
    } else if session.solutions().is_some_and(Zero::is_zero) {
        lines.extend(
            no_solution(model).into_iter().map(|line| Line::styled(line, model.theme.alert())),
        );
    } else if session.solutions().is_some_and(One::is_one) {
        let forced = count(model, CellState::Forced);
        let text = if forced == 0 { "complete" } else { "complete: the rest is forced" };
        lines.push(Line::styled(text, model.theme.alert()));
    }
    let counts = [CellState::Placed, CellState::Forced, CellState::Possible]
        .map(|state| format!("{state} {}", count(model, state)));
    if model.tells_all() && session.solutions().is_some() {
        lines.push(Line::raw(counts.join("   ")));
    } else {
        lines.push(Line::raw(format!("placed {}", count(model, CellState::Placed))));
    }
    if let Some(facts) = session.knowledge().diagram().filter(|_| model.tells_all()) {
        let nodes = if facts.nodes == 1 { "node" } else { "nodes" };
        lines.push(Line::raw(format!("diagram {} {nodes}, {}", facts.nodes, time(facts.elapsed))));
    } else if let Some(work) = model.work {
        lines.extend(work_lines(model, work.topic, work.progress));
    } else if let Some(interrupted) = session.knowledge().interrupted() {
        lines.push(Line::styled(interrupted.cause.to_string(), model.theme.alert()));
        lines.push(Line::raw(interrupted.reached.to_string()));
    }
    lines
}

fn time(elapsed: Duration) -> String {
    match elapsed.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.1} s"),
        seconds if seconds >= 0.001 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{:.2} ms", seconds * 1e3),
    }
}

fn count(model: &Model, state: CellState) -> usize {
    let session = &model.session;
    match state {
        CellState::Placed => session.decisions().cells(Value::Placed).count(),
        _ => session.rules().size().iter().filter(|&cell| session.state(cell) == state).count(),
    }
}

/// Why there is no solution, and where to go.
fn no_solution(model: &Model) -> Vec<String> {
    let session = &model.session;
    if !session.decisions().is_empty() {
        let clash = clash(model);
        let why = clash.map_or_else(
            || "no solution with these decisions".to_owned(),
            |(a, b)| format!("no solution: {a} and {b} attack each other"),
        );
        return vec![why, "u undoes, r resets".to_owned()];
    }
    let rules = session.rules();
    let why =
        format!("no solution for {} {}: the rules alone rule it out", rules.size(), rules.piece());
    let way = match session.knowledge().nearest_size() {
        Some(NearestSize::Found(size)) => format!("! opens the nearest size that has one: {size}"),
        Some(NearestSize::NoneNearby) => "no size nearby has one".to_owned(),
        None => "looking for the nearest size that has one …".to_owned(),
    };
    vec![why, way]
}

/// Two placed pieces that attack each other.
fn clash(model: &Model) -> Option<(Cell, Cell)> {
    let session = &model.session;
    session.decisions().cells(Value::Placed).find_map(|cell| {
        session.attacker(cell).map(|attacker| (attacker.min(cell), attacker.max(cell)))
    })
}

fn work_lines(
    model: &Model,
    topic: Topic,
    progress: Option<(Progress, Duration)>,
) -> Vec<Line<'static>> {
    let what = match topic {
        Topic::Position => "computing",
        Topic::Completion => "completing",
    };
    let Some((progress, elapsed)) = progress else { return vec![Line::raw(format!("{what} …"))] };
    let rows = usize::from(model.session.rules().size().rows());
    let row = progress.done * rows / progress.steps.max(1);
    let phase = match progress.phase {
        Phase::Building | Phase::Conjoining => "building",
        Phase::Reducing => "reducing",
        Phase::Asking => "counting",
    };
    vec![
        Line::raw(format!("{phase} row {row} of {rows}, {} (Esc cancels)", time(elapsed))),
        Line::styled(
            format!("{} states, {} nodes", progress.states, progress.nodes),
            model.theme.faint(),
        ),
    ]
}

/// The decisions in the order in which they were made, the last ones if they are too many.
fn decision_lines(model: &Model, width: u16, height: usize) -> Vec<Line<'static>> {
    let decisions = model.session.decisions();
    if decisions.is_empty() || height < 2 {
        return Vec::new();
    }
    let entry = |(number, (cell, value)): (usize, (Cell, Value))| {
        let word = match value {
            Value::Placed if decisions.is_given(cell) => "given",
            Value::Placed => "place",
            Value::Excluded => "exclude",
        };
        format!("  {} {word} {cell}", number + 1)
    };
    let entries: Vec<String> = decisions.iter().enumerate().map(entry).collect();
    let wide = entries.iter().map(|entry| entry.len() + 2).max().unwrap_or_default();
    let per_line = (usize::from(width) / wide).max(1);
    let shown = entries.len().min((height - 1) * per_line);
    let skipped = entries.len() - shown;
    let head =
        if skipped > 0 { format!("decisions (the last {shown})") } else { "decisions".to_owned() };
    let mut lines = vec![Line::styled(head, Style::new())];
    for entries in entries[skipped..].chunks(per_line) {
        lines.push(entries.iter().map(|entry| Span::raw(format!("{entry:<wide$}"))).collect());
    }
    lines
}

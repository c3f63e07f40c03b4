use ratatui::text::Line;

use super::cell::{no_reason, no_restoration};
use super::work::{at_work, escape, time, work_lines};
use crate::problem::Value;
use crate::session::{CellState, NearestSize};
use crate::tui::input::action::Action;
use crate::tui::model::Model;
use crate::tui::model::question::cause;

/// The position: whether it has solutions, how many cells are in which state, what is computed.
pub(super) fn lines(model: &Model) -> Vec<Line<'static>> {
    let session = &model.session;
    let mut lines = Vec::new();
    if !model.tells_all() {
        if session.is_solved() {
            lines.push(Line::styled("solved", model.look().alert()));
        }
    } else if session.is_satisfiable() == Some(false) {
        lines.extend(
            no_solution(model).into_iter().map(|line| Line::styled(line, model.look().alert())),
        );
    } else if session.has_one_solution() {
        let forced = count(model, CellState::Forced);
        let text = if forced == 0 { "complete" } else { "complete: the rest is forced" };
        lines.push(Line::styled(text, model.look().alert()));
    }
    if model.tells_all() && session.is_satisfiable().is_some() {
        let counts = [CellState::Placed, CellState::Forced, CellState::Possible]
            .map(|state| format!("{state} {}", count(model, state)));
        lines.push(Line::raw(counts.join("   ")));
        if session.solutions().is_some() {
            lines.extend(
                model.heat.legend().map(|legend| Line::styled(legend, model.look().faint())),
            );
        }
    } else {
        lines.push(Line::raw(format!("placed {}", count(model, CellState::Placed))));
    }
    if let Some(source) = session.knowledge().source().filter(|_| model.tells_all()) {
        let how = match session.knowledge().nodes() {
            Some(1) => "diagram 1 node".to_owned(),
            Some(nodes) => format!("diagram {nodes} nodes"),
            None => "counted".to_owned(),
        };
        lines.push(Line::raw(format!("{how}, {}", time(source.elapsed))));
        // What else was asked for and takes its time.
        if let Some(work) = at_work(model).filter(|work| work.progress.is_some()) {
            lines.extend(work_lines(model, &work.topic, work.progress));
        }
    } else if let Some(work) = at_work(model) {
        lines.extend(work_lines(model, &work.topic, work.progress));
    } else if let Some(interrupted) = session.knowledge().interrupted() {
        lines.push(Line::styled(
            format!("{}{}", cause(interrupted), escape(model, "; Esc counts again")),
            model.look().alert(),
        ));
        lines.push(Line::raw(format!("reached: {}", interrupted.how_far())));
    } else if model.tells_all() && session.is_satisfiable() == Some(true) {
        lines.push(Line::raw("too many to count: place some pieces"));
    }
    lines
}

fn count(model: &Model, state: CellState) -> usize {
    let session = &model.session;
    match state {
        CellState::Placed => session.decisions().cells(Value::Placed).count(),
        _ => session.rules().size().iter().filter(|&cell| session.state(cell) == state).count(),
    }
}

/// Why there is no solution, and where to go.
pub(super) fn no_solution(model: &Model) -> Vec<String> {
    let (session, anyway) = (&model.session, model.keys.key(Action::Anyway));
    if !session.decisions().is_empty() {
        let Some(reason) = session.knowledge().reason(None).flatten() else {
            let why = no_reason(model, session.knowledge().reason(None).is_some());
            return vec!["no solution with these decisions".to_owned(), why];
        };
        let way = match &reason.restoration {
            Some(way) => format!("on any piece, {anyway} {way}"),
            None => no_restoration(reason).to_owned(),
        };
        return vec![format!("no solution {}", reason.explanation), way];
    }
    let why = "no solution by the rules alone".to_owned();
    let way = match session.knowledge().nearest_size() {
        Some(NearestSize::Found(size)) => {
            format!("{anyway} opens the nearest size that has one: {size}")
        }
        Some(NearestSize::NoneNearby) => "no size nearby has one".to_owned(),
        Some(NearestSize::Unknown) => "no size with one was found in time".to_owned(),
        None => "looking for the nearest size that has one …".to_owned(),
    };
    vec![why, way]
}

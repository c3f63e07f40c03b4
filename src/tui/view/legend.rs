use ratatui::buffer::Buffer;
use ratatui::text::{Line, Span};

use super::print;
use super::scene::Scene;
use crate::face::{Figure, State};
use crate::tui::look::Square;
use crate::tui::model::Model;

/// The order of the states, and the word for each.
pub(super) const STATES: [(State, &str); 8] = [
    (State::Placed, "placed"),
    (State::Given, "given"),
    (State::Forced, "forced"),
    (State::Possible, "possible"),
    (State::Impossible, "impossible"),
    (State::Attacked, "attacked"),
    (State::Excluded, "excluded"),
    (State::Unknown, "unknown"),
];

/// The columns between two entries.
const GAP: usize = 2;

/// The states that are on the board, each with its chip and how many cells have it.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    let area = model.layout.legend.intersection(buffer.area);
    if area.is_empty() {
        return;
    }
    let counts = Scene::of(model).counts();
    let (look, figure) = (model.look(), Figure::new(model.session.rules().piece()));
    let mut line = Line::raw(" ");
    let mut room = usize::from(area.width).saturating_sub(1);
    for (state, word) in STATES {
        let count = counts[state as usize];
        if count == 0 {
            continue;
        }
        let chip = look.chip(&Square::new(state), &figure);
        let count = count.to_string();
        let width = chip.width() + word.len() + count.len() + 2;
        if width > room {
            continue;
        }
        room = room.saturating_sub(width + GAP);
        line.push_span(chip);
        line.push_span(Span::styled(format!(" {word} "), look.faint()));
        line.push_span(Span::styled(count, look.window()));
        line.push_span(Span::raw(" ".repeat(GAP)));
    }
    print(buffer, area, line);
}

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::print;
use crate::face::{State, heat, strength};
use crate::session::CellState;
use crate::tui::ColorDepth;
use crate::tui::look::glyphs::Glyphs;
use crate::tui::look::{Look, Pitch, Square, UNCOVERED};
use crate::tui::model::scene::{Scene, on_scale, warmth};
use crate::tui::model::{Model, Shading};
use crate::tui::parts::digits::grouped;

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

/// The columns of the heat map's scale.
const SCALE: u16 = 18;

/// The scale of the heat map or the filters of impossible cells, where they are shown, and the states
/// that are on the board, each with its chip and how many cells have it.
pub(super) fn render(buffer: &mut Buffer, model: &Model, scene: &Scene<'_>) {
    let mut area = model.layout.legend.intersection(buffer.area);
    if area.is_empty() {
        return;
    }
    let two = model.watched().filter(|_| model.layout.to_second > 0);
    if let Some(watching) = two {
        let text = format!("a step is a branch of each, {} a second", watching.steps_per_second());
        let width = (text.len() as u16 + 1).min(area.width);
        let right = Rect { x: area.right() - width, width, ..area };
        print(buffer, right, Line::styled(text, model.look().faint()));
        area.width -= width;
    }
    let counts = scene.counts();
    let (look, figure) = (model.look(), model.figure());
    let mut line = Line::raw(" ");
    if let Some(range) = scene.heat() {
        line.extend(scale(model, range));
    }
    let filters = scene.filters();
    for (&filter, count) in &filters {
        line.push_span(look.filter_chip(filter));
        line.push_span(Span::styled(format!(" {} ", strength::word(filter)), look.faint()));
        line.push_span(Span::styled(grouped(&count.to_string()), look.window()));
        line.push_span(Span::raw(" ".repeat(GAP)));
    }
    let mut room = usize::from(area.width).saturating_sub(line.width());
    for (state, word) in STATES {
        let count = counts[state as usize];
        let is_shown = count > 0 && (state != State::Impossible || filters.is_empty());
        if !is_shown {
            continue;
        }
        let square = Square { region: scene.region_of_chips(), ..Square::new(state) };
        let chip = look.chip(&square, &figure);
        // What is left to the user is open.
        let is_open = state == State::Possible && !model.tells_all();
        let word = if is_open { "open" } else { word };
        // Of two boards each has its own.
        let count = if two.is_some() { String::new() } else { grouped(&count.to_string()) };
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
    let uncovered = scene.uncovered().len();
    let number = grouped(&uncovered.to_string());
    if uncovered > 0 && 14 + number.len() <= room {
        line.push_span(uncovered_chip(&look));
        line.push_span(Span::styled("not covered ", look.faint()));
        line.push_span(Span::styled(number, look.window()));
    }
    print(buffer, area, line);
}

/// The mark of a cell that no piece covers yet, two columns wide.
pub(super) fn uncovered_chip(look: &Look) -> Span<'static> {
    let is_drawn = Pitch::new(look.depth, look.glyphs) == Pitch::Pixels;
    let mark = if is_drawn { '▛' } else { UNCOVERED };
    Span::styled(format!("{mark} "), look.text(look.palette.key))
}

/// The colours or signs of the heat map between its coldest and its hottest value, with a tick for the cell
/// under the cursor.
fn scale(model: &Model, (least, most): (f64, f64)) -> Vec<Span<'static>> {
    let look = model.look();
    let is_of_costs = model.shading.is_of_costs();
    let end = |warmth: f64| {
        let text = if is_of_costs {
            format!("{} ", -warmth)
        } else {
            format!("{} % ", Square::percent(warmth).iter().collect::<String>().trim())
        };
        Span::styled(text, look.window())
    };
    let is_possible = model.shown_state(model.cursor) == Some(CellState::Possible);
    let here = warmth(model, model.cursor).filter(|_| is_possible);
    let at = |share| on_scale(share, (least, most)) * f32::from(SCALE - 1);
    let tick = here.map(|share| at(share).round());
    let step = |number: u16| {
        let heat = f32::from(number) / f32::from(SCALE - 1);
        let is_tick = tick == Some(f32::from(number));
        if look.depth == ColorDepth::None || look.glyphs == Glyphs::Ascii {
            let sign = if is_tick { '|' } else { heat::sign(heat) };
            return Span::styled(sign.to_string(), look.window());
        }
        let ground = heat::tint(heat);
        let style = Style::new().bg(look.color(ground)).fg(look.color(heat::ink(ground.rgb)));
        Span::styled(if is_tick { "|" } else { " " }, style)
    };
    let mut spans = vec![end(least)];
    spans.extend((0..SCALE).map(step));
    spans.push(Span::raw(" "));
    spans.push(end(most));
    let what = match model.shading {
        Shading::Costs => "cheapest with it  ",
        Shading::Weights => "weights  ",
        _ => "of the solutions  ",
    };
    spans.push(Span::styled(what, look.faint()));
    spans
}

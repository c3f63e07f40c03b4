use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::print::print;
use crate::look::{ColorDepth, Glyphs, Look, SquareRendering, UNCOVERED};
use crate::model::Model;
use crate::model::scene::{Scene, on_scale, warmth};
use crate::parts::{Styles, grouped};
use app::Shading;
use export::face::{Exclusion, Square, State, heat};
use export::state_word;
use geometry::Cell;
use geometry::counted;
use session::CellState;

/// The states in the order of the legend.
pub(super) const STATES: [State; 9] = [
    State::Placed,
    State::Given,
    State::Completed,
    State::Forced,
    State::Possible,
    State::Impossible,
    State::Attacked,
    State::Excluded,
    State::Unknown,
];

/// Minimum side, in rows, of squares with room for the mark of a board rule that takes part in a reason.
const MIN_RULE_MARK_SIDE: u16 = 3;

/// Width of the gap between two entries, in columns.
const GAP: usize = 2;

/// Width of the heat map's scale, in columns.
const SCALE: u16 = 18;

/// Draws the legend: first the scale of the heat map or why cells are excluded, if shown; then each state on
/// the board with its chip and its number of cells.
pub(super) fn render(buffer: &mut Buffer, model: &Model, scene: &Scene<'_>) {
    let area = model.view.layout.legend.intersection(buffer.area);
    if area.is_empty() || model.app.is_hidden() {
        return;
    }
    let two = model.playback().filter(|_| model.view.layout.second_board_offset > 0);
    let mut counts = scene.counts();
    if let Some(beside) = Scene::of_second_search(model) {
        counts.iter_mut().zip(beside.counts()).for_each(|(sum, more)| *sum += more);
    }
    let (look, figure) = (model.look(), model.figure());
    let mut line = Line::raw(" ");
    if let Some(range) = scene.heat {
        line.extend(scale(model, range));
    }
    let mut exclusions = scene.exclusions();
    if let Some(beside) = Scene::of_second_search(model) {
        exclusions.extend(beside.exclusions());
    }
    // The mark of board rules appears only in explanations, so its meaning comes before the usual states.
    if let Some(name) = scene.ruled_by().filter(|_| model.view.layout.side >= MIN_RULE_MARK_SIDE) {
        line.push_span(look.rule_chip());
        line.push_span(Span::styled(format!(" {name} is a cause"), look.faint()));
        line.push_span(Span::raw(" ".repeat(GAP)));
    }
    // Two boards have different counts, so none is shown.
    let count = |cells: usize| if two.is_some() { String::new() } else { grouped(cells) };
    let entry = |(&exclusion, cells): (&Exclusion, &Vec<Cell>)| LegendEntry {
        chip: look.exclusion_chip(exclusion),
        word: exclusion.word(),
        count: count(cells.len()),
        keeps_count: true,
    };
    let mut entries: Vec<LegendEntry> = exclusions.iter().map(entry).collect();
    // Cells that show why they are excluded need no other entry.
    let explained = |state| match state {
        State::Impossible => !exclusions.is_empty(),
        State::Attacked => scene.shows_removals(),
        _ => false,
    };
    for state in STATES {
        let cells = counts[state as usize];
        // On a solved board, only pieces count.
        let is_shown =
            cells > 0 && !explained(state) && (state.has_piece() || !model.app.has_solved());
        if !is_shown {
            continue;
        }
        let square = Square { region: scene.region_of_chips(), ..Square::new(state) };
        let chip = look.chip(&square, &figure, model.view.layout.side);
        // Cells whose state is left to the user count as open.
        let is_open = state == State::Possible && !model.app.has_full_assist();
        let word = if is_open { "open" } else { state_word(state, scene.kind) };
        entries.push(LegendEntry { chip, word, count: count(cells), keeps_count: false });
    }
    let uncovered = scene.uncovered.len();
    if uncovered > 0 {
        let count = grouped(uncovered);
        entries.push(LegendEntry {
            chip: uncovered_chip(&look),
            word: "not covered",
            count,
            keeps_count: false,
        });
    }
    let room = usize::from(area.width).saturating_sub(line.width());
    line.extend(arranged(&entries, room, &look));
    if let Some(watching) = two {
        let branches = counted(watching.steps_per_second(), "branch", "branches");
        let text = format!("{branches} of each a second ");
        let width = text.len() as u16;
        if line.width() as u16 + width < area.width {
            let right = Rect { x: area.right() - width, width, ..area };
            print(buffer, right, Line::styled(text, look.faint()));
        }
    }
    print(buffer, area, line);
}

/// An entry of the legend: a state, or the cells without cover.
struct LegendEntry {
    chip: Span<'static>,
    word: &'static str,
    count: String,
    /// True if the count is kept where the counts of states find no room.
    keeps_count: bool,
}

impl LegendEntry {
    fn spans(&self, density: Density, look: &Look) -> Vec<Span<'static>> {
        let mut chip = self.chip.clone();
        // If squares are separated by lines, a chip is text with the blanks of its square, which can be omitted.
        if density == Density::Dense
            && SquareRendering::new(look.depth, look.glyphs) == SquareRendering::Lines
        {
            chip.content = chip.content.trim().to_owned().into();
        }
        let word = Span::styled(format!(" {}", self.word), look.faint());
        if density != Density::Counted && !self.keeps_count {
            return vec![chip, word];
        }
        let word = Span::styled(format!("{} ", word.content), word.style);
        vec![chip, word, Span::styled(self.count.clone(), look.window())]
    }
}

/// The space that entries take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Density {
    /// Words and counts, normal gaps.
    Counted,
    /// Words without counts, normal gaps.
    Words,
    /// Words without counts, minimum gaps.
    Dense,
}

/// The entries in the first density in which all fit. If none fits, as many dense entries as fit, and `…`.
fn arranged(entries: &[LegendEntry], room: usize, look: &Look) -> Vec<Span<'static>> {
    let line = |entries: &[LegendEntry], density: Density| {
        let gap = " ".repeat(if density == Density::Dense { 1 } else { GAP });
        let spans = entries.iter().map(|entry| entry.spans(density, look));
        Line::from(
            Itertools::intersperse(spans, vec![Span::raw(gap)]).flatten().collect::<Vec<_>>(),
        )
    };
    for density in [Density::Counted, Density::Words, Density::Dense] {
        let line = line(entries, density);
        if line.width() <= room {
            return line.spans;
        }
    }
    let ellipsis = format!(" {}", Styles::of(look).ellipsis());
    let lines = (0..entries.len()).rev().map(|count| {
        let mut line = line(&entries[..count], Density::Dense);
        line.push_span(Span::styled(ellipsis.clone(), look.faint()));
        line
    });
    lines.into_iter().find(|line| line.width() <= room).unwrap_or_default().spans
}

/// The mark of a cell that no piece covers yet, two columns wide.
pub(super) fn uncovered_chip(look: &Look) -> Span<'static> {
    let is_drawn = SquareRendering::new(look.depth, look.glyphs) == SquareRendering::Pixels;
    let mark = if is_drawn { '▛' } else { UNCOVERED };
    Span::styled(format!("{mark} "), look.text(look.palette.key))
}

/// A number on the scale of the heat map: a percentage, or a cost.
pub(super) fn scale_label(shading: Shading, warmth: f64) -> String {
    if shading.is_of_costs() {
        // Adding 0 turns -0 into 0.
        return format!("{:.0}", (-warmth).round() + 0.0);
    }
    format!("{} %", Square::percent(warmth).iter().collect::<String>().trim())
}

/// A column of the scale of the heat map: the colour or the sign of a heat from 0 to 1, and a tick if wanted.
pub(super) fn scale_step(look: &Look, heat: f32, is_tick: bool) -> Span<'static> {
    if look.depth == ColorDepth::None || look.glyphs == Glyphs::Ascii {
        let sign = if is_tick { '|' } else { heat::sign(heat) };
        return Span::styled(sign.to_string(), look.window());
    }
    let ground = heat::tint(heat);
    let style = Style::new().bg(look.color(ground)).fg(look.color(heat::ink(ground.rgb)));
    Span::styled(if is_tick { "|" } else { " " }, style)
}

/// The scale of the heat map: its colours or signs between the lowest and the highest value, with a tick for the cell
/// under the cursor.
fn scale(model: &Model, (least, most): (f64, f64)) -> Vec<Span<'static>> {
    let look = model.look();
    let end = |warmth| {
        Span::styled(format!("{} ", scale_label(model.app.shading, warmth)), look.window())
    };
    let is_possible = model.shown_state(model.view.cursor) == Some(CellState::Possible);
    let here = warmth(model, model.view.cursor).filter(|_| is_possible);
    let at = |share| on_scale(share, (least, most)) * f32::from(SCALE - 1);
    let tick = here.map(|share| at(share).round());
    let step = |number: u16| {
        let heat = f32::from(number) / f32::from(SCALE - 1);
        scale_step(&look, heat, tick == Some(f32::from(number)))
    };
    let mut spans = vec![end(least)];
    spans.extend((0..SCALE).map(step));
    spans.push(Span::raw(" "));
    spans.push(end(most));
    let what = match model.app.shading {
        Shading::Costs => "cheapest with it  ",
        Shading::Weights => "weights  ",
        _ => "of the solutions  ",
    };
    spans.push(Span::styled(what, look.faint()));
    spans
}

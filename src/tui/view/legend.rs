use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::look::{
    ColorDepth, Glyphs, GroupSatisfaction, Look, SquareRendering, UNCOVERED as UNCOVERED_MARK,
};
use crate::model::scene::{Scene, on_scale, warmth};
use crate::modes::watch::SearchPlayback;
use crate::panel::Context;
use crate::view::board::watched_counters;
use crate::widgets::{counted, grouped, print};
use app::Shading;
use export::face::{Square, State, heat};
use export::state_word;
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

/// The word for cells that no piece covers yet.
pub(super) const UNCOVERED: &str = "not covered";

/// Minimum side, in rows, of squares with room for the mark of a board rule used in a reason.
const MIN_RULE_MARK_SIDE: u16 = 3;

/// Width of the gap between two entries, in columns.
const GAP: usize = 2;

/// Width of the heat map's scale, in columns.
const SCALE: u16 = 18;

/// Draws the legend: first the scale of the heat map or why cells are excluded, if shown; then each state on
/// the board with its chip and its number of cells.
pub(super) fn render(buffer: &mut Buffer, context: &Context<'_>) {
    let (model, scene, look) = (context.model, context.scene, &context.look);
    let area = model.view.layout.legend.intersection(buffer.area);
    if area.is_empty() || model.app.is_hidden() {
        return;
    }
    let two = model.playback().filter(|_| model.view.layout.second_board_offset > 0);
    let (mut counts, mut exclusions) = (scene.counts(), scene.exclusions());
    if let Some(beside) = Scene::of_second_search(model) {
        counts.iter_mut().zip(beside.counts()).for_each(|(sum, more)| *sum += more);
        exclusions.extend(beside.exclusions());
    }
    let mut line = Line::raw(" ");
    if let Some(range) = scene.heat {
        line.extend(scale(context, range));
    }
    // The mark of board rules appears only in explanations, so its meaning comes before the usual states.
    if let Some(name) = scene.ruled_by().filter(|_| model.view.layout.side >= MIN_RULE_MARK_SIDE) {
        let meaning = context.dim(format!(" {name} is a cause"));
        line.extend([look.rule_chip(), meaning, Span::raw(" ".repeat(GAP))]);
    }
    let entry = |chip, word, cells, keeps_count| {
        // Two boards have different counts, so none is shown.
        let count = if two.is_some() { String::new() } else { grouped(cells) };
        LegendEntry { chip, word, count, keeps_count }
    };
    // The panel of a search also counts them.
    let keeps_count = model.playback().is_none();
    let mut entries: Vec<LegendEntry> = exclusions
        .iter()
        .map(|(&it, cells)| entry(look.exclusion_chip(it), it.word(), cells.len(), keeps_count))
        .collect();
    let searches = model.playback().filter(|_| model.view.layout.side > 1).into_iter();
    let searches = searches.flat_map(SearchPlayback::searches);
    let counters = searches.flat_map(|it| watched_counters(model, it).concat()).collect_vec();
    for (counter, style, word) in [
        (GroupSatisfaction::Broken, context.styles.wrong, "failed"),
        (GroupSatisfaction::Satisfied, context.styles.good, "done"),
        (GroupSatisfaction::Open, context.styles.dim, "to do"),
    ] {
        if counters.contains(&counter) {
            let chip = Span::styled(counter.symbol(look.glyphs).to_string(), style);
            entries.insert(0, LegendEntry { chip, word, count: String::new(), keeps_count: false });
        }
    }
    // Cells that show why they are excluded need no other entry.
    let explained = |state| match state {
        State::Impossible => !exclusions.is_empty(),
        State::Attacked => scene.shows_removals(),
        _ => false,
    };
    for state in STATES {
        let cells = counts[state as usize];
        // On a solved board, only pieces count. Beside two searches, the letters need the room of the pieces.
        let is_piece_of_two = two.is_some() && state.has_piece();
        let is_shown = cells > 0
            && !is_piece_of_two
            && !explained(state)
            && (state.has_piece() || !scene.is_solved);
        if is_shown {
            let square = Square { region: scene.region_of_chips(), ..Square::new(state) };
            let chip = look.chip(&square, &context.figure, model.view.layout.side);
            let word = match state {
                // Cells whose state is left to the user count as open.
                State::Possible if !model.app.has_full_assist() => "open",
                // In puzzles, the rest of full rows, columns and regions looks like attacked cells.
                State::Attacked if model.app.is_puzzle() && !model.app.has_full_assist() => {
                    "ruled out"
                }
                State::Excluded if model.app.is_puzzle() => model.excluded_word(),
                state => state_word(state, scene.kind),
            };
            entries.push(entry(chip, word, cells, false));
        }
    }
    let uncovered = scene.uncovered.len();
    if uncovered > 0 {
        entries.push(entry(uncovered_chip(look), UNCOVERED, uncovered, false));
    }
    let room = usize::from(area.width).saturating_sub(line.width());
    line.extend(arranged(&entries, room, context));
    if let Some(playback) = two {
        let [one, several] = playback.units();
        let steps = counted(playback.steps_per_second(), one, several);
        let text = format!("{steps} of each a second ");
        if line.width() + text.len() < area.width.into() {
            print(buffer, area, Line::from(context.dim(text)).right_aligned());
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
    fn spans(&self, density: Density, context: &Context<'_>) -> Vec<Span<'static>> {
        let (mut chip, look) = (self.chip.clone(), &context.look);
        // If squares are separated by lines, a chip is text with the blanks of its square, which can be omitted.
        let is_lined = SquareRendering::new(look.depth, look.glyphs) == SquareRendering::Lines;
        if density == Density::Tight || density == Density::Dense && is_lined {
            chip.content = chip.content.trim().to_owned().into();
        }
        let mut spans = vec![chip, context.dim(format!(" {}", self.word))];
        let has_count = density == Density::Counted || self.keeps_count;
        if has_count && !self.count.is_empty() {
            spans.extend([context.dim(" "), context.text(&*self.count)]);
        }
        spans
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
    /// The same, and chips without blanks.
    Tight,
}

/// The entries in the first density in which all fit. If none fits, the tight entries that fit, and `…`.
fn arranged(entries: &[LegendEntry], room: usize, context: &Context<'_>) -> Vec<Span<'static>> {
    let spans = |count: usize, density: Density| {
        let is_dense = matches!(density, Density::Dense | Density::Tight);
        let gap = " ".repeat(if is_dense { 1 } else { GAP });
        let spans = entries[..count].iter().map(|entry| entry.spans(density, context));
        Itertools::intersperse(spans, vec![Span::raw(gap)]).flatten().collect::<Vec<_>>()
    };
    let all = [Density::Counted, Density::Words, Density::Dense, Density::Tight]
        .map(|density| spans(entries.len(), density));
    let ellipsis = vec![context.dim(format!(" {}", context.styles.ellipsis()))];
    let some = (0..entries.len()).rev();
    let some = some.map(|count| [&spans(count, Density::Tight)[..], &ellipsis].concat());
    let width = |spans: &[Span<'_>]| spans.iter().map(Span::width).sum::<usize>();
    all.into_iter().chain(some).find(|spans| width(spans) <= room).unwrap_or_default()
}

/// The mark of a cell that no piece covers yet, two columns wide.
pub(super) fn uncovered_chip(look: &Look) -> Span<'static> {
    let is_drawn = SquareRendering::new(look.depth, look.glyphs) == SquareRendering::Pixels;
    let mark = if is_drawn { '▛' } else { UNCOVERED_MARK };
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

/// The columns of a scale of the heat map: its colours or signs from the lowest to the highest value, with a tick for
/// the cell under the cursor.
pub(super) fn scale_steps(
    context: &Context<'_>,
    range: (f64, f64),
    width: u16,
) -> impl Iterator<Item = Span<'static>> {
    let (model, look) = (context.model, context.look);
    let last = f32::from(width.max(2) - 1);
    let is_possible = model.shown_state(model.view.cursor) == Some(CellState::Possible);
    let here = warmth(model, model.view.cursor).filter(|_| is_possible);
    let tick = here.map(|warmth| (on_scale(warmth, range) * last).round());
    let step = move |column: u16| {
        let is_tick = tick == Some(f32::from(column));
        let heat = f32::from(column) / last;
        if look.depth == ColorDepth::None || look.glyphs == Glyphs::Ascii {
            let sign = if is_tick { '|' } else { heat::sign(heat) };
            return Span::styled(sign.to_string(), look.window());
        }
        let ground = heat::tint(heat);
        let style = Style::new().bg(look.color(ground)).fg(look.color(heat::ink(ground.rgb)));
        Span::styled(if is_tick { "|" } else { " " }, style)
    };
    (0..width).map(step)
}

/// The scale of the heat map between its lowest and its highest value, with the meaning of the values.
fn scale(context: &Context<'_>, (lowest, highest): (f64, f64)) -> Vec<Span<'static>> {
    let shading = context.model.app.shading;
    let end = |warmth| context.text(format!("{} ", scale_label(shading, warmth)));
    let what = match shading {
        Shading::Costs => "cheapest with it  ",
        Shading::Weights => "weights  ",
        Shading::Off | Shading::Heat | Shading::Percent | Shading::Consistency => {
            "of the solutions  "
        }
    };
    let steps = scale_steps(context, (lowest, highest), SCALE);
    let after = [Span::raw(" "), end(highest), context.dim(what)];
    [end(lowest)].into_iter().chain(steps).chain(after).collect()
}

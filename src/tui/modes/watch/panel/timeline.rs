//! The failures and solutions of a search in chronological order, and its progress.

use ratatui::layout::Rect;

use crate::model::{Hit, Surface};
use crate::modes::watch::SearchPlayback;
use crate::panel::Context;
use crate::widgets::{bars, put};
use engine::search::NodeOutcome;
use session::Replay;

/// Draws a line of marks and, if there are two rows, a bar below. A click on a column selects the step at that column.
///
/// ```text
/// ··  ↓ ·◆·  · ··◆· ···
/// ▆▆▆▆▆
/// ```
pub(crate) fn render(
    surface: &mut Surface<'_>,
    area: Rect,
    context: &Context<'_>,
    (playback, replay): (&SearchPlayback, &Replay),
) {
    let area = area.intersection(surface.buffer.area);
    if area.width < 2 || area.height == 0 {
        return;
    }
    let (last, len) = (usize::from(area.width) - 1, playback.len().max(1));
    let column = |steps: usize| area.x + (steps * last / len) as u16;
    let (styles, glyphs) = (&context.styles, context.look.glyphs);
    let [failure, solution, here] = glyphs.or(['·', '◆', '↓'], ['.', '*', 'v']);
    let mut mark = |steps: usize, symbol: char, style| {
        put(surface.buffer, (column(steps), area.y), symbol, style);
    };
    for outcome in [NodeOutcome::Failure, NodeOutcome::Solution] {
        for (id, _) in replay.tree().nodes().filter(|(_, node)| node.outcome == outcome) {
            let steps = playback.step_of(replay, id);
            let is_met = steps <= playback.steps_done();
            match outcome {
                _ if !is_met && !context.model.shows_totals() => {}
                NodeOutcome::Solution => mark(steps, solution, styles.good),
                _ if is_met => mark(steps, failure, styles.wrong),
                _ => mark(steps, failure, styles.dim),
            }
        }
    }
    mark(playback.steps_done(), here, styles.key);
    if area.height > 1 {
        let bar = Rect { y: area.y + 1, height: 1, ..area };
        let share = playback.steps_done() as f64 / len as f64;
        bars::bar(surface.buffer, bar, share, true, styles);
    }
    for (x, column) in (area.x..area.right()).zip(0..) {
        let steps = (column * playback.len()).div_ceil(last);
        surface.hits.add(Rect { x, width: 1, ..area }, Hit::Step(steps));
    }
}

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::legend::STATES;
use super::{clear, print};
use crate::face::{Figure, State};
use crate::tui::input::key::Key;
use crate::tui::look::Square;
use crate::tui::model::Model;
use crate::tui::model::hits::{Hit, Hits};

/// The widest that keys can be; what is longer goes on in the next line.
const WIDEST: usize = 25;

/// The keys of the mode and what the glyphs mean, over the board, from a line on. A click on a key that is
/// explained presses it.
pub(super) fn render(buffer: &mut Buffer, model: &Model, first: u16, hits: &mut Hits) {
    let area = model.layout.middle.intersection(buffer.area);
    clear(buffer, area, model);
    let lines = lines(model);
    hits.scroll = (lines.len() as u16).saturating_sub(area.height);
    let first = first.min(hits.scroll);
    for (y, (line, keys)) in (area.y..area.bottom()).zip(lines.into_iter().skip(first.into())) {
        print(buffer, Rect { x: 1, y, height: 1, width: area.width.saturating_sub(1) }, line);
        for (column, width, key) in keys {
            let part = Rect { x: 1 + column, y, width, height: 1 };
            hits.add(part.intersection(area), Hit::Explained(key));
        }
    }
}

/// Where keys stand in a line: the column where one begins, and its width.
type Positions = Vec<(u16, u16, Key)>;

/// All lines, and the keys that they explain.
fn lines(model: &Model) -> Vec<(Line<'static>, Positions)> {
    let all = model.keys.help_lines(model.mode.scope());
    let longest = all.iter().map(|line| line.shown.chars().count()).max().unwrap_or_default();
    let wide = longest.min(WIDEST);
    let room = usize::from(model.layout.middle.width).saturating_sub(wide + 3).max(10);
    let legend = legend(model).into_iter().chain([Line::default()]);
    let mut lines: Vec<_> = legend.map(|line| (line, Positions::new())).collect();
    for explained in all {
        let text = explained.help.replace('`', "");
        let shown = explained.shown.replace('`', "");
        let mut keys = textwrap::wrap(&shown, wide.max(1)).into_iter();
        let mut parts = textwrap::wrap(&text, room).into_iter();
        loop {
            let (keys, part) = (keys.next(), parts.next());
            if keys.is_none() && part.is_none() {
                break;
            }
            let keys = keys.unwrap_or_default();
            let line = Line::from(vec![
                Span::styled(format!("{keys:<wide$}"), model.look().key()),
                Span::raw("  "),
                Span::raw(part.unwrap_or_default().into_owned()),
            ]);
            let key = |(column, width, word): (u16, u16, &str)| {
                model.keys.key_named(&explained, word).map(|key| (column, width, key))
            };
            lines.push((line, words(&keys).into_iter().filter_map(key).collect()));
        }
    }
    lines
}

/// The words of a text, where they begin and how wide they are. Commas part words and belong to none,
/// unless one stands alone.
fn words(text: &str) -> Vec<(u16, u16, &str)> {
    let mut begins = 0;
    let word = |word| {
        let (column, width) = (begins, str::chars(word).count() as u16);
        begins += width + 1;
        let bare = word.trim_end_matches([',', ';']);
        (column, width, if bare.is_empty() { word } else { bare })
    };
    text.split(' ').map(word).collect()
}

/// What the states look like.
fn legend(model: &Model) -> Vec<Line<'static>> {
    let (look, figure) = (model.look(), Figure::new(model.session.rules().piece()));
    let entry = |&(state, word): &(State, &str)| {
        let chip = look.chip(&Square::new(state), &figure);
        [chip, Span::raw(format!(" {word:<10}  "))]
    };
    let per_line = usize::from(model.layout.middle.width / 16).max(1);
    STATES.chunks(per_line).map(|states| states.iter().flat_map(entry).collect()).collect()
}

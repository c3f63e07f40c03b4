use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::board::GIVEN;
use super::print;
use crate::session::CellState;
use crate::tui::action::{Action, ModeKeys, PAINTING, WATCHING};
use crate::tui::keymap::HelpLine;
use crate::tui::model::Model;

/// All keys and what the glyphs mean, over the board, from a line on.
pub(super) fn render(buffer: &mut Buffer, model: &Model, first: u16) {
    let area = model.layout.help.intersection(buffer.area);
    Clear.render(area, buffer);
    let first = first.min(last_first(model));
    let lines = lines(model).into_iter().skip(first.into());
    for (y, (line, _)) in (area.y..area.bottom()).zip(lines) {
        print(buffer, Rect { x: 1, y, height: 1, width: area.width.saturating_sub(1) }, line);
    }
}

/// The line that help can begin with at the most: from there on all the rest is in view.
pub(in crate::tui) fn last_first(model: &Model) -> u16 {
    (lines(model).len() as u16).saturating_sub(model.layout.help.height)
}

/// The widest that keys can be; what is longer goes on in the next line.
const WIDEST: usize = 25;

/// The keys of the mode that the board is in, if that has its own.
pub(super) fn mode(model: &Model) -> Option<&'static [ModeKeys]> {
    let painting = model.painting.as_ref().map(|_| PAINTING);
    painting.or_else(|| model.replay.as_ref().map(|_| WATCHING))
}

/// All lines, and of which keys they tell.
fn lines(model: &Model) -> Vec<(Line<'static>, Option<(HelpLine, String)>)> {
    let all = mode(model).map_or_else(|| model.keys.help_lines(), HelpLine::of_mode);
    let longest = all.iter().map(|line| line.shown.chars().count()).max().unwrap_or_default();
    let wide = longest.min(WIDEST);
    let room = usize::from(model.layout.help.width).saturating_sub(wide + 3).max(10);
    let legend = legend(model).into_iter().chain([Line::default()]);
    let mut lines: Vec<_> = legend.map(|line| (line, None)).collect();
    for told in all {
        let text = told.help.replace('`', "");
        let shown = told.shown.replace('`', "");
        let mut keys = textwrap::wrap(&shown, wide.max(1)).into_iter();
        let mut parts = textwrap::wrap(&text, room).into_iter();
        loop {
            let (keys, part) = (keys.next(), parts.next());
            if keys.is_none() && part.is_none() {
                break;
            }
            let keys = keys.unwrap_or_default();
            let line = Line::from(vec![
                Span::styled(format!("{keys:<wide$}"), model.theme.key()),
                Span::raw("  "),
                Span::raw(part.unwrap_or_default().into_owned()),
            ]);
            lines.push((line, Some((told.clone(), keys.into_owned()))));
        }
    }
    lines
}

/// The action of a key that is explained at a place of the screen.
pub(in crate::tui) fn action_at(model: &Model, x: u16, y: u16) -> Option<Action> {
    let first = model.help?.min(last_first(model));
    let number = y.checked_sub(model.layout.help.y)?.checked_add(first)?;
    let (_, told) = lines(model).into_iter().nth(number.into())?;
    let (line, keys) = told?;
    let word = word_at(&keys, x.checked_sub(1)?)?;
    model.keys.action_of_word(&line, word)
}

/// The word at a column of a text; commas part words and belong to none, unless one stands alone.
fn word_at(text: &str, column: u16) -> Option<&str> {
    let (mut begins, column) = (0, usize::from(column));
    for word in text.split(' ') {
        let ends = begins + word.chars().count();
        if (begins..ends).contains(&column) {
            let bare = word.trim_end_matches([',', ';']);
            return Some(if bare.is_empty() { &word[..1] } else { bare });
        }
        begins = ends + 1;
    }
    None
}

fn legend(model: &Model) -> Vec<Line<'static>> {
    let states = [
        CellState::Placed,
        CellState::Forced,
        CellState::Possible,
        CellState::Attacked,
        CellState::Impossible,
        CellState::Excluded,
        CellState::Unknown,
        CellState::Hole,
    ];
    let piece = model.session.rules().piece();
    let entry = |&state: &CellState| {
        let glyph = model.glyphs.cell(state, piece).to_string();
        [Span::styled(glyph, model.theme.cell(state)), Span::raw(format!(" {state}   "))]
    };
    let strong = model.theme.strong();
    let given = format!("{}{GIVEN}", model.glyphs.cell(CellState::Placed, piece));
    let marks = [
        ("[ ]", strong, "cursor   "),
        ("( )", model.theme.alert(), "the reason why   "),
        (given.as_str(), model.theme.cell(CellState::Placed), "given   "),
        ("_", strong, "attacked from the mouse"),
    ];
    let mark = |&(mark, style, meaning): &(&str, _, &'static str)| {
        [Span::styled(mark.to_owned(), style), Span::raw(format!(" {meaning}"))]
    };
    // The longest pair of entries takes 27 columns.
    let per_line = if model.layout.help.width < 52 { 2 } else { 4 };
    let states = states.chunks(per_line).map(|states| states.iter().flat_map(entry).collect());
    states
        .chain(
            marks
                .chunks(if model.layout.help.width < 72 { 2 } else { 4 })
                .map(|marks| marks.iter().flat_map(mark).collect()),
        )
        .collect()
}

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::{help, panel, preview, print, replay};
use crate::engine::Completion;
use crate::problem::printable;
use crate::tui::action::{Action, BROWSING, ModeKeys, PAINTING, TYPING, WATCHING};
use crate::tui::key::Key;
use crate::tui::model::Model;
use crate::tui::paint::Brush;
use crate::tui::prompt::Prompt;

/// Notice or command line, and the keys most needed.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    if model.help.is_none() || model.command.is_some() {
        render_notice(buffer, model);
    }
    let keys = hints(model);
    let spans = keys.into_iter().flat_map(|(keys, word)| {
        [
            Span::raw(" "),
            Span::styled(keys, model.theme.key()),
            Span::raw(" "),
            Span::raw(word),
            Span::raw(" "),
        ]
    });
    print(buffer, model.layout.footer, spans.collect());
}

/// Keys and words, as many as fit.
fn hints(model: &Model) -> Vec<(String, &'static str)> {
    let key = |action| model.keys.key(action);
    let fixed = |hints: &[(&str, &'static str)]| {
        hints.iter().map(|&(keys, word)| (keys.to_owned(), word)).collect::<Vec<_>>()
    };
    let of_mode = |keys: &[ModeKeys]| keys.iter().flat_map(|keys| fixed(keys.footer)).collect();
    let mut hints: Vec<_> = if model.command.is_some() {
        fixed(&TYPING)
    } else if model.help.is_some_and(|_| help::last_first(model) > 0) {
        vec![
            ([Action::PageUp, Action::PageDown].map(key).join(" "), "page"),
            ([Action::Up, Action::Down].map(key).join(" "), "scroll"),
            ("Esc".to_owned(), "close"),
        ]
    } else if model.help.is_some() && help::mode(model).is_some() {
        vec![("Esc".to_owned(), "close")]
    } else if model.help.is_none() && model.painting.is_some() {
        of_mode(PAINTING)
    } else if model.help.is_none() && model.replay.is_some() {
        of_mode(WATCHING)
    } else if model.help.is_none() && model.solution.is_some() {
        let browsing = BROWSING.iter().map(|&(action, word)| (key(action), word));
        browsing.chain([("Enter".to_owned(), "adopt"), ("Esc".to_owned(), "leave")]).collect()
    } else {
        model.keys.footer()
    };
    // What does not fit goes, but for the last two, as help and quit.
    let wide = |(keys, word): &(String, &str)| keys.chars().count() + word.len() + 3;
    while hints.len() > 2
        && hints.iter().map(wide).sum::<usize>() > usize::from(model.layout.footer.width)
    {
        hints.remove(hints.len() - 3);
    }
    hints
}

/// The key that a place of the footer stands for: the one named there, or the last one before a word.
pub(in crate::tui) fn key_at(model: &Model, x: u16, y: u16) -> Option<KeyEvent> {
    if !(model.layout.fits && model.layout.footer.contains((x, y).into())) {
        return None;
    }
    let mut begins = model.layout.footer.x + 1;
    for (keys, word) in hints(model) {
        for key in keys.split(' ') {
            let ends = begins + key.chars().count() as u16;
            // With the blank after it.
            if (begins..=ends).contains(&x) {
                return key.parse().ok().map(Key::event);
            }
            begins = ends + 1;
        }
        let ends = begins + word.len() as u16;
        if (begins..ends).contains(&x) {
            return keys.split(' ').next_back()?.parse().ok().map(Key::event);
        }
        begins = ends + 2;
    }
    None
}

fn render_notice(buffer: &mut Buffer, model: &Model) {
    let area = model.layout.notice.intersection(buffer.area);
    let lines = notice_lines(model);
    if lines.len() > 1 {
        // It stands over the board's or the panel's last lines.
        Clear.render(area, buffer);
    }
    // Of more than the window holds the last lines count.
    let skipped = lines.len().saturating_sub(area.height.into());
    for (y, line) in (area.y..area.bottom()).zip(lines.into_iter().skip(skipped)) {
        print(buffer, Rect { y, height: 1, ..area }, line);
    }
}

/// What is typed, or else said, as lines that fit into the window; or else, where there is no panel,
/// the cell under the cursor.
pub(in crate::tui) fn notice_lines(model: &Model) -> Vec<Line<'static>> {
    let width = usize::from(model.layout.notice.width);
    if let Some(prompt) = &model.command {
        let mut lines = preview::lines(model, prompt, width);
        lines.push(typed(model, prompt, width));
        return lines;
    }
    let (text, style) = said(model);
    let options = textwrap::Options::new(width.max(2)).initial_indent(" ").subsequent_indent(" ");
    let line = |line: std::borrow::Cow<'_, str>| Line::styled(line.into_owned(), style);
    if text.is_empty() {
        let is_alone = model.layout.panel.is_empty();
        is_alone.then(|| panel::summary(model, width)).into_iter().collect()
    } else {
        textwrap::wrap(&text, options).into_iter().map(line).collect()
    }
}

/// The line that is typed. Of one too long that part is seen where the cursor is.
fn typed(model: &Model, prompt: &Prompt, width: usize) -> Line<'static> {
    let (before, after) = prompt.parts();
    let at = after.chars().next();
    let at = at.map_or_else(|| " ".to_owned(), |at| printable(at.encode_utf8(&mut [0; 4])));
    let rest: String = after.chars().skip(1).collect();
    let before = printable(&before);
    let mut room = width.saturating_sub(2 + Span::raw(&at).width());
    let fits = |&(_, character): &(usize, char)| {
        let left = room.checked_sub(Span::raw(character.to_string()).width());
        room = left.unwrap_or_default();
        left.is_some()
    };
    let seen = before.char_indices().rev().take_while(fits).last();
    let before = seen.map_or("", |(place, _)| &before[place..]).to_owned();
    Line::from(vec![
        Span::styled(" :", model.theme.key()),
        Span::raw(before),
        Span::styled(at, model.theme.cursor()),
        Span::raw(printable(&rest)),
    ])
}

fn said(model: &Model) -> (String, Style) {
    let text = match (&model.solution, &model.notice, &model.painting) {
        (Some(Completion { rank: None, .. }), ..) => {
            "a solution to look at, not drawn evenly: nothing of it is decided".to_owned()
        }
        (Some(_), ..) => "a solution to look at: nothing of it is decided".to_owned(),
        (_, Some(notice), _) => printable(notice),
        (_, _, Some(painting)) => match painting.brush {
            Brush::Region(letter) => format!("painting region {letter}"),
            Brush::Hole => "painting holes".to_owned(),
            Brush::Filling => "taking holes away".to_owned(),
        },
        // Where there is no panel to say it.
        _ => match &model.replay {
            Some(replay) if model.layout.panel.is_empty() => replay::sentence(replay),
            _ => String::new(),
        },
    };
    (text, model.theme.alert())
}

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::{help, preview, print, replay};
use crate::problem::printable;
use crate::tui::action::{BINDINGS, PAINTING, WATCHING};
use crate::tui::model::Model;
use crate::tui::paint::Brush;

/// Notice or command line, and the keys most needed.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    if model.help.is_none() || model.command.is_some() {
        render_notice(buffer, model);
    }
    let footers = BINDINGS.iter().filter_map(|binding| binding.footer);
    let mut keys: Vec<_> = match (model.help, &model.painting) {
        (Some(_), _) if help::last_first(model) > 0 => HELP.to_vec(),
        (None, Some(_)) => PAINTING.to_vec(),
        (None, None) if model.replay.is_some() => WATCHING.to_vec(),
        _ => footers.collect(),
    };
    // What does not fit goes, but for the last two, as help and quit.
    let wide = |(keys, word): &(&str, &str)| keys.len() + word.len() + 3;
    while keys.len() > 2
        && keys.iter().map(wide).sum::<usize>() > usize::from(model.layout.footer.width)
    {
        keys.remove(keys.len() - 3);
    }
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

/// The keys while help is longer than the window.
const HELP: [(&str, &str); 3] = [("PgUp PgDn", "page"), ("arrows", "scroll"), ("Esc", "close")];

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

/// What is typed, or else said, as lines that fit into the window.
pub(in crate::tui) fn notice_lines(model: &Model) -> Vec<Line<'static>> {
    let width = usize::from(model.layout.notice.width);
    if let Some(command) = &model.command {
        // Of a line too long its end is seen.
        let command = printable(command);
        let skipped = command.chars().count().saturating_sub(width.saturating_sub(3));
        let mut lines = preview::lines(model, width);
        lines.push(Line::from(vec![
            Span::styled(" :", model.theme.key()),
            Span::raw(command.chars().skip(skipped).collect::<String>()),
            Span::styled(" ", model.theme.cursor()),
        ]));
        return lines;
    }
    let (text, style) = said(model);
    let options = textwrap::Options::new(width.max(2)).initial_indent(" ").subsequent_indent(" ");
    let line = |line: std::borrow::Cow<'_, str>| Line::styled(line.into_owned(), style);
    if text.is_empty() {
        Vec::new()
    } else {
        textwrap::wrap(&text, options).into_iter().map(line).collect()
    }
}

fn said(model: &Model) -> (String, Style) {
    let text = match (&model.solution, &model.notice, &model.painting) {
        (Some(_), ..) => "n next   N previous   s random   Enter adopts   Esc leaves".to_owned(),
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

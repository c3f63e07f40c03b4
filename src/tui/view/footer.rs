use ratatui::buffer::Buffer;
use ratatui::text::{Line, Span};

use super::print;
use crate::tui::action::BINDINGS;
use crate::tui::model::Model;

/// Notice or command line, and the keys most needed.
pub(super) fn render(buffer: &mut Buffer, model: &Model) {
    if let Some(command) = &model.command {
        let line = Line::from(vec![
            Span::styled(" :", model.theme.key()),
            Span::raw(command.as_str()),
            Span::styled(" ", model.theme.cursor()),
        ]);
        print(buffer, model.layout.notice, line);
    } else if let Some(notice) = &model.notice {
        print(buffer, model.layout.notice, Line::styled(format!(" {notice}"), model.theme.alert()));
    }
    if model.solution.is_some() && model.command.is_none() {
        let line = " n next   N previous   s random   Enter adopts   Esc leaves";
        print(buffer, model.layout.notice, Line::styled(line, model.theme.alert()));
    }
    let mut keys: Vec<_> = BINDINGS.iter().filter_map(|binding| binding.footer).collect();
    // What does not fit goes, but for the last two: help and quit.
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

//! The line typed after `:`, and above it how it may go on, or the piece that it names.

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::notice;
use crate::files::printable;
use crate::geometry::{ParsePieceError, Piece, legend};
use crate::tui::model::Model;
use crate::tui::model::hits::Hits;
use crate::tui::model::prompt::Prompt;

/// The columns between the drawing and the words beside it.
const GAP: usize = 3;

/// The narrowest that words beside the drawing can be; otherwise they are below it.
const NARROWEST: usize = 24;

/// The line and what belongs to it, above the footer.
pub(super) fn render(buffer: &mut Buffer, model: &Model, prompt: &Prompt, hits: &mut Hits) {
    let width = usize::from(model.layout.notice.width);
    let mut lines = lines(model, prompt, width);
    lines.push(typed(model, prompt, width));
    notice::render_lines(buffer, model, lines, hits);
}

/// The lines above the command line: the piece that it is about, or how it may go on.
fn lines(model: &Model, prompt: &Prompt, width: usize) -> Vec<Line<'static>> {
    let command = prompt.text();
    let Some(text) = command.trim_start().strip_prefix("piece ").map(str::trim) else {
        let candidates = prompt.candidates.join("  ");
        let lines = wrapped(&candidates, width.saturating_sub(2).max(1));
        return lines.map(|line| Line::raw(format!(" {line}"))).collect();
    };
    let typed = text.parse::<Piece>();
    let drawing = typed.as_ref().map(|piece| piece.diagram().to_string()).unwrap_or_default();
    let drawing: Vec<&str> = drawing.lines().collect();
    let wide = drawing.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let room = (width.saturating_sub(wide + GAP + 2), width.saturating_sub(2));
    let beside = room.0 >= NARROWEST;
    let words = words(model, text, &typed, if beside { room.0 } else { room.1.max(1) });
    if !beside {
        let drawn = drawing.iter().map(|line| Line::raw(format!(" {line}")));
        return drawn.chain(words).collect();
    }
    (0..drawing.len().max(words.len()))
        .map(|number| {
            let drawn = drawing.get(number).copied().unwrap_or_default();
            let gap = if wide == 0 { 0 } else { GAP };
            let mut line = Line::raw(format!(" {drawn:<wide$}{:gap$}", ""));
            if let Some(words) = words.get(number) {
                line.spans.extend(words.spans.iter().map(|span| span.clone().style(words.style)));
            }
            line
        })
        .collect()
}

/// The piece typed so far, or what is wrong with it, and the names it may become.
fn words(
    model: &Model,
    text: &str,
    typed: &Result<Piece, ParsePieceError>,
    room: usize,
) -> Vec<Line<'static>> {
    let begun = text.to_lowercase();
    let names = Piece::names().filter(|name| name.starts_with(&begun) && **name != begun);
    let names: Vec<&str> = names.collect();
    let mut lines = Vec::new();
    match typed {
        Ok(piece) => {
            let usual = piece.usual_name().filter(|name| *name != piece.name());
            let names = [piece.name().to_owned(), piece.notation()];
            let mut title: Vec<String> =
                names.into_iter().chain(usual.map(str::to_owned)).collect();
            title.dedup();
            let spans = vec![Span::raw(title.join("   "))];
            lines.push(Line::from(spans).style(model.look().strong()));
            let marks = legend([&piece.diagram()]).join("   ");
            lines.extend(wrapped(&marks, room).map(|line| line.style(model.look().faint())));
        }
        // Of a name that is still being typed nothing is wrong yet.
        Err(_) if !names.is_empty() => {}
        Err(error) => {
            if let ParsePieceError::Notation(error) = error {
                let before: String = text.chars().take(error.position() - 1).collect();
                let column = printable(&before).chars().count() + 1;
                lines.push(Line::raw(printable(text)));
                lines.push(Line::raw(format!("{:>column$}", "^")));
            }
            let sentence = printable(&error.to_string());
            lines.extend(wrapped(&sentence, room).map(|line| line.style(model.look().alert())));
        }
    }
    lines.extend(wrapped(&names.join(", "), room).take(9 - lines.len().min(8)));
    lines
}

fn wrapped(text: &str, room: usize) -> impl Iterator<Item = Line<'static>> {
    let lines = textwrap::wrap(text, room).into_iter().filter(|line| !line.is_empty());
    lines.map(|line| Line::raw(line.into_owned())).collect::<Vec<_>>().into_iter()
}

/// The line that is typed; of one too long the part at the cursor.
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
    let before = seen.map_or("", |(index, _)| &before[index..]).to_owned();
    Line::from(vec![
        Span::styled(" :", model.look().key()),
        Span::raw(before),
        Span::styled(at, model.look().window().add_modifier(Modifier::REVERSED)),
        Span::raw(printable(&rest)),
    ])
}

//! The palette over the board: the input line and the matching entries.

use std::path::PathBuf;

use itertools::{EitherOrBoth, Itertools};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::model::{CommandPalette, Hit, Surface};
use crate::panel::Context;
use crate::update::choices;
use crate::update::table::TABLE;
use crate::widgets::Styles;
use crate::widgets::menu::{self, Menu};
use app::Action;
use files::printable;
use geometry::{MoveDiagram, ParsePieceError, Piece, legend};

/// Width of the gap between the drawing of a piece and the words next to it, in columns.
const GAP: usize = 3;

/// Minimum number of columns for words next to the drawing; with fewer columns, the words are below the drawing.
const NARROWEST: usize = 24;

/// Draws the palette.
pub(super) fn render(surface: &mut Surface<'_>, context: &Context<'_>, palette: &CommandPalette) {
    begin_overlay(surface.buffer, context);
    let window = surface.buffer.area;
    let (before, _) = palette.prompt.parts();
    let input = printable(&palette.prompt.text());
    let hint = hint(context, palette, usize::from(window.width.saturating_sub(12).min(80)));
    let menu = Menu {
        title: palette.title(),
        input: &input,
        cursor: printable(&before).chars().count(),
        entries: &palette.entries,
        found: &palette.matches,
        selected: palette.selected(),
        hint: &hint,
    };
    let drawn = menu.render(surface.buffer, window, &context.styles);
    surface.hits.add(window, Hit::AroundList);
    surface.hits.add(drawn.frame, Hit::Notice);
    for (area, index) in drawn.lines {
        surface.hits.add(area, Hit::Entry(index));
    }
}

/// Darkens the window, but not the footer, behind an overlay. Returns the darkened area.
pub(super) fn begin_overlay(buffer: &mut Buffer, context: &Context<'_>) -> Rect {
    let look = &context.look;
    let window = Rect { height: buffer.area.height.saturating_sub(1), ..buffer.area };
    menu::darken(buffer, window, look.color(look.palette.window));
    window
}

/// The text below the entries: the effect of Enter, the error in the line, or the typed piece.
fn hint(context: &Context<'_>, palette: &CommandPalette, width: usize) -> Vec<Line<'static>> {
    let (model, styles) = (context.model, &context.styles);
    if palette.prompt.is_full() {
        return vec![Line::raw("the line is full: further text is left out")];
    }
    let line = palette.prompt.text();
    if let Some((operation, _, text)) = choices::split_command(&line)
        && operation.id == Action::PIECE
    {
        let text = palette.chosen_entry().map_or(text.trim_end(), |entry| &entry.name);
        return piece(text, width, styles);
    }
    if palette.chosen.is_none() && model.app.typed_answer(&line).is_some() {
        return vec![Line::raw("Enter answers the question of the lesson")];
    }
    let command = TABLE.parse(&line, model.view.cursor);
    let text = match (palette.chosen_entry(), command) {
        (_, Ok(command)) if command.row.id == Action::NOTHING => {
            let cell = Span::styled("c4", styles.strong);
            let file = Span::raw("   a file opens: board.toml   Up: earlier lines");
            return vec![Line::from(vec![Span::raw("a cell jumps there: "), cell, file])];
        }
        (Some(_), _) => return Vec::new(),
        (None, Err(error)) => error.in_words(model),
        (None, Ok(command)) => match (command.row.id, &command.cells[..]) {
            (Action::JUMP, [cell, ..]) => format!("Enter goes to {cell}"),
            (Action::OPEN, _) => {
                let path = command.argument::<PathBuf>().map(|path| path.display().to_string());
                format!("Enter opens {}", path.unwrap_or_default())
            }
            _ => format!("Enter runs '{}'", line.trim()),
        },
    };
    wrapped(&printable(&text), width, Style::new())
}

/// The drawing of the typed piece, with its names and notation or the error.
fn piece(text: &str, width: usize, styles: &Styles) -> Vec<Line<'static>> {
    let typed = text.parse::<Piece>();
    let drawing =
        typed.as_ref().map(|piece| MoveDiagram::new(piece).to_string()).unwrap_or_default();
    let wide = drawing.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let room = width.saturating_sub(wide + GAP);
    if room < NARROWEST {
        let drawn = drawing.lines().map(|line| Line::raw(line.to_owned()));
        return drawn.chain(words(text, &typed, width.max(1), styles)).collect();
    }
    let gap = if wide == 0 { 0 } else { GAP };
    let rows = drawing.lines().zip_longest(words(text, &typed, room, styles));
    let line = |row: EitherOrBoth<&str, Line<'static>>| {
        let (drawn, words) = row.or_default();
        let words = words.spans.into_iter().map(|span| span.style(words.style));
        let drawn = Span::raw(format!("{drawn:<wide$}{:gap$}", ""));
        [drawn].into_iter().chain(words).collect()
    };
    rows.map(line).collect()
}

/// The names of the typed piece and the meaning of the drawing's marks, or the error in the text.
fn words(
    text: &str,
    typed: &Result<Piece, ParsePieceError>,
    room: usize,
    styles: &Styles,
) -> Vec<Line<'static>> {
    let begun = text.to_lowercase();
    match typed {
        Ok(piece) => {
            let usual = piece.usual_name().filter(|name| *name != piece.name());
            let names = [piece.name().to_owned(), piece.notation()];
            let names = names.into_iter().chain(usual.map(str::to_owned)).dedup();
            let title = Line::raw(names.collect::<Vec<_>>().join("   "));
            let marks = legend([&MoveDiagram::new(piece)]).join("   ");
            let marks = wrapped(&marks, room, styles.dim);
            [title.style(styles.strong)].into_iter().chain(marks).collect()
        }
        // An incomplete name is not an error yet.
        Err(_) if Piece::names().any(|name| name.starts_with(&begun)) => Vec::new(),
        Err(error) => {
            let mut lines = Vec::new();
            if let ParsePieceError::Notation(error) = error {
                let before: String = text.chars().take(error.position() - 1).collect();
                let column = printable(&before).chars().count() + 1;
                lines.push(Line::raw(printable(text)));
                lines.push(Line::raw(format!("{:>column$}", "^")));
            }
            lines.extend(wrapped(&printable(&error.to_string()), room, styles.wrong.bold()));
            lines
        }
    }
}

fn wrapped(text: &str, room: usize, style: Style) -> Vec<Line<'static>> {
    let lines = textwrap::wrap(text, room).into_iter().filter(|line| !line.is_empty());
    lines.map(|line| Line::styled(line.into_owned(), style)).collect()
}

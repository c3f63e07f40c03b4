use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::styles::{ChartColors, Styles};
use crate::Glyphs;
use crate::input::PaletteEntry;

/// Different styles for tests.
pub(crate) fn styles(glyphs: Glyphs) -> Styles {
    Styles {
        glyphs,
        key: Style::new().fg(Color::Yellow),
        chart_colors: Some(ChartColors {
            highlighted: Color::Yellow,
            normal: Color::Blue,
            track: Color::Black,
        }),
        ..Styles::default()
    }
}

/// Like [`styles`], on a terminal without colours.
pub(crate) fn colourless(glyphs: Glyphs) -> Styles {
    Styles { chart_colors: None, ..styles(glyphs) }
}

/// Draws into a buffer and returns its text, without blanks at the ends of lines.
pub(crate) fn drawn(width: u16, height: u16, draw: impl FnOnce(&mut Buffer, Rect)) -> String {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    draw(&mut buffer, area);
    text(&buffer)
}

/// The text of a buffer, without blanks at the ends of lines.
pub(crate) fn text(buffer: &Buffer) -> String {
    let row = |y| {
        let symbol = |x| buffer.cell((x, y)).map_or(" ", |cell| cell.symbol());
        let row: String = (buffer.area.left()..buffer.area.right()).map(symbol).collect();
        row.trim_end().to_owned()
    };
    (buffer.area.top()..buffer.area.bottom()).map(row).collect::<Vec<_>>().join("\n")
}

/// Example entries.
pub(crate) fn entries() -> Vec<PaletteEntry> {
    let entry = |group, key: &str, word: &str, name: &str, help: &str| PaletteEntry {
        group,
        key: key.to_owned(),
        word: word.to_owned(),
        name: name.to_owned(),
        help: help.to_owned(),
        ..PaletteEntry::default()
    };
    vec![
        entry("board", "space", "", "place or take back", "on the cell under the cursor"),
        entry("board", "x", "", "exclude", "nothing will stand there"),
        entry("board", "!", "", "do it anyway", "takes back what is in the way"),
        entry("board", "u", "", "undo", "the last step"),
        entry("board", "^R", "", "redo", "what was undone"),
        entry("board", "r", "", "reset", "take back every decision"),
        entry("ask", "m", "", "heat map", "where the solutions stand"),
        entry("ask", "i", "", "most telling cell", "go where a choice tells most"),
        entry("ask", "n", "", "browse solutions", "those that remain, one by one"),
        entry("ask", "s", "", "a random solution", "each equally likely"),
        entry("ask", "a", "", "complete the board", "with one of the solutions"),
        entry("ask", "H", "", "hint", "the next step, with its reason"),
        entry("see inside", "g", "", "diagram", "silhouette, graph, rule by rule"),
        entry("see inside", "v", "search", "watch a search", "step by step, with its tree"),
        entry("see inside", "t", "", "explain why", "why: all causes, all ways back"),
        entry("change", "p", "piece", "piece", "queen, knight, amazon, or any"),
        entry("change", "+ -", "size", "size", "larger, smaller"),
        entry("change", "P", "paint", "paint", "regions and holes"),
        entry("change", "R", "rules", "rules", "rows, columns, regions"),
        entry("change", "e", "puzzle", "make a puzzle", "with exactly one solution"),
        entry("file", "w", "w", "save", "or export: svg, dot, cnf"),
        entry("file", "o", "o", "open", "a board, a sample, a session"),
        entry("file", "y", "", "copy as command", "the position, for the shell"),
        entry("look", "T", "theme", "theme", "dark, light, terminal, plain"),
        entry("look", "M", "", "mouse", "on or off"),
        entry("look", "?", "help", "keys", "this overview"),
    ]
}

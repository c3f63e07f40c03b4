use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

use crate::look::{ColorDepth, Glyphs, Look};

/// How the parts are drawn: the colours of the theme, brought to the depth of the terminal, and the
/// characters that its font has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Styles {
    /// The characters to draw with.
    pub glyphs: Glyphs,
    /// Lines of frames.
    pub frame: Style,
    /// Titles of frames, headings, and the lines of frames over the board.
    pub title: Style,
    /// Plain text.
    pub text: Style,
    /// Text that matters most in its line.
    pub strong: Style,
    /// Facts in frames, descriptions, and what may be overlooked.
    pub dim: Style,
    /// Keys, and the letters that were found.
    pub key: Style,
    /// The cursor's row among labels.
    pub ring: Style,
    /// The decisions that explain something.
    pub cause: Style,
    /// What a hint is about.
    pub hint: Style,
    /// What is wrong.
    pub wrong: Style,
    /// What is right.
    pub good: Style,
    /// The first entry of the footer.
    pub chip: Style,
    /// The ground of the footer and of frames over the board.
    pub bar: Style,
    /// The ground of the selected line.
    pub selected: Style,
    /// What bars and silhouettes are filled with; `None` where there is no colour.
    pub inks: Option<Inks>,
}

/// The colours of bars and silhouettes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inks {
    /// What remains, and the last of a list.
    pub lit: Color,
    /// All that there was in the beginning.
    pub whole: Color,
    /// The part of a bar that is not filled; dots are drawn where this is the terminal's own colour.
    pub track: Color,
}

impl Styles {
    /// The styles of a look.
    pub(crate) fn of(look: &Look) -> Self {
        let palette = look.palette;
        if look.depth == ColorDepth::None {
            let bold = Style::new().add_modifier(Modifier::BOLD);
            let reversed = Style::new().add_modifier(Modifier::REVERSED);
            return Self {
                glyphs: look.glyphs,
                title: bold,
                strong: bold,
                dim: Style::new().add_modifier(Modifier::DIM),
                key: bold,
                ring: bold,
                cause: bold,
                hint: bold,
                wrong: bold,
                good: bold,
                chip: reversed,
                selected: reversed,
                ..Self::default()
            };
        }
        let is_basic = look.depth == ColorDepth::Sixteen;
        // Text has the ground of what it is printed on.
        let ink = |tint| Style::new().fg(look.color(tint));
        let bold = |tint| ink(tint).add_modifier(Modifier::BOLD);
        let ground = |tint| Style::new().bg(look.color(tint));
        Self {
            glyphs: look.glyphs,
            frame: ink(palette.line),
            title: bold(palette.title),
            text: ink(palette.text),
            strong: bold(palette.text),
            dim: ink(palette.dim),
            key: bold(palette.key),
            ring: bold(palette.ring),
            cause: bold(palette.cause),
            hint: bold(palette.hint),
            wrong: ink(palette.wrong),
            good: ink(palette.good),
            chip: if is_basic {
                bold(palette.key).add_modifier(Modifier::REVERSED)
            } else {
                ground(palette.key).fg(look.color(palette.win)).add_modifier(Modifier::BOLD)
            },
            bar: ground(palette.bar).fg(look.color(palette.text)),
            selected: if is_basic {
                Style::new().add_modifier(Modifier::REVERSED)
            } else {
                ground(palette.excluded.light).fg(look.color(palette.text))
            },
            inks: Some(Inks {
                lit: look.color(palette.lit),
                whole: look.color(palette.whole),
                track: look.color(palette.bar),
            }),
        }
    }

    /// The sign for text that was left out.
    pub(crate) const fn ellipsis(&self) -> &'static str {
        self.glyphs.or("…", "...")
    }

    /// The colour of titles for lines, which are not bold.
    pub(super) const fn title_lines(&self) -> Style {
        Style { add_modifier: Modifier::empty(), ..self.title }
    }

    /// A horizontal line.
    pub(super) const fn dash(&self) -> &'static str {
        self.glyphs.or("─", "-")
    }
}

/// Prints a line at a place, cut at the right edge of the area; nothing outside of the buffer is touched.
pub(super) fn print(buffer: &mut Buffer, area: Rect, line: &Line<'_>) {
    let area = area.intersection(buffer.area);
    if !area.is_empty() {
        buffer.set_line(area.x, area.y, line, area.width);
    }
}

/// Puts a character into the buffer, if it is within.
pub(crate) fn put(buffer: &mut Buffer, at: impl Into<Position>, symbol: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut(at) {
        cell.set_symbol(symbol).set_style(style);
    }
}

/// Prints lines below each other, as many as the area holds.
pub(super) fn print_all<'a>(
    buffer: &mut Buffer,
    area: Rect,
    lines: impl IntoIterator<Item = Line<'a>>,
) {
    for (row, line) in (0..area.height).zip(lines) {
        print(buffer, row_of(area, row), &line);
    }
}

/// Fills an area with blanks on a ground.
pub(super) fn fill(buffer: &mut Buffer, area: Rect, style: Style) {
    for position in area.intersection(buffer.area).positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.reset();
            cell.set_style(style);
        }
    }
}

/// One row of an area, counted from its top; empty if the area has fewer.
pub(super) fn row_of(area: Rect, row: u16) -> Rect {
    let height = u16::from(row < area.height);
    Rect { y: area.y.saturating_add(row), height, ..area }
}

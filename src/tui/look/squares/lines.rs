use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Widget};

use super::super::colors::Look;
use super::{BoardPicture, Squares, in_view, put, put_text};
use crate::look::depth::ColorDepth;
use crate::look::glyphs::Glyphs;
use export::face::blocks::quadrant;
use export::face::{CandidateMark, Exclusion, Figure, Square, State, Tint, heat};
use geometry::Cell;

/// Minimum side of squares whose pieces are drawn as art, if the glyphs allow it.
const MIN_ART_SIDE: u16 = 6;

/// Draws the squares in view as characters between lines.
pub(super) fn render(picture: &BoardPicture, squares: &Squares, buffer: &mut Buffer) {
    let printer = Printer { picture, squares, look: picture.look };
    if picture.layout.has_lines() {
        printer.lines(buffer);
    }
    for cell in in_view(picture.layout) {
        if let Some(square) = squares.square_at(cell) {
            printer.draw_square(buffer, cell, square);
        }
    }
    if let Some(cursor) = picture.cursor.filter(|&cursor| picture.layout.shows(cursor)) {
        printer.cursor(buffer, cursor);
    }
    for cell in in_view(picture.layout).filter(|_| picture.layout.has_lines()) {
        if squares.square_at(cell).is_some_and(|square| square.is_rule_cause) {
            printer.draw_rule_mark(buffer, cell);
        }
    }
}

/// The three characters that show the state of a square.
pub(in crate::look) fn symbols(square: &Square, figure: &Figure, glyphs: Glyphs) -> [char; 3] {
    let is_accused = square.is_accused();
    let letter = figure.letter();
    let piece = ['▙', '█', '▟'];
    let [left, middle, right] = match square.state {
        State::Hole => ['~'; 3],
        State::Placed => glyphs.or(piece, ['#', letter, '#']),
        State::Given => glyphs.or(piece, ['#', letter, '=']),
        State::Completed => glyphs.or(['▛', '▀', '▜'], [' ', letter, ' ']),
        State::Forced => glyphs.or(['▚', '▄', '▞'], [' ', letter.to_ascii_lowercase(), ' ']),
        State::Possible if square.is_blank => [' '; 3],
        State::Possible => [' ', glyphs.or('•', '.'), ' '],
        State::Attacked => [glyphs.or('░', ' '); 3],
        State::Impossible => [' ', glyphs.or('×', 'x'), ' '],
        State::Excluded => [' ', glyphs.or('╱', '/'), ' '],
        State::Unknown => [' ', '?', ' '],
    };
    let middle = square.exclusion.map_or(middle, Exclusion::sign);
    let middle = match square.candidate {
        Some(CandidateMark::Dot) => glyphs.or('●', 'o'),
        Some(CandidateMark::Ring) => glyphs.or('○', '@'),
        None => middle,
    };
    let is_ascii = glyphs == Glyphs::Ascii;
    match square.state {
        State::Placed | State::Given if is_accused && !is_ascii => [left, '!', right],
        _ if is_accused => ['!', middle, '!'],
        _ if square.is_hint => [left, glyphs.or('◆', '*'), right],
        _ if square.exclusion.is_some() => [' ', middle, ' '],
        _ => [left, middle, right],
    }
}

/// The style of a state's characters.
pub(in crate::look) fn style(square: &Square, look: &Look) -> Style {
    let palette = look.palette;
    let ink = |tint: Tint| look.text(tint);
    let square_ink = match square.state {
        _ if square.is_conflict || square.lacks_room => ink(palette.wrong),
        _ if square.is_culprit => ink(palette.culprit_name),
        _ if square.is_hint => ink(palette.hint),
        State::Placed => ink(palette.title),
        State::Given | State::Possible => ink(palette.key),
        State::Completed | State::Forced => ink(palette.good),
        State::Excluded => ink(palette.excluded.mark),
        State::Unknown => ink(palette.text),
        State::Hole | State::Attacked | State::Impossible => ink(palette.dim),
    };
    let is_bold =
        square.state.has_piece() || square.is_hint || square.is_culprit || square.is_conflict;
    let is_dim = matches!(square.state, State::Attacked | State::Hole) && !square.is_hint;
    let mut modifiers = Modifier::empty();
    modifiers.set(Modifier::BOLD, is_bold);
    modifiers.set(Modifier::DIM, is_dim);
    modifiers.set(Modifier::UNDERLINED, square.state == State::Given || square.is_in_hint);
    square_ink.add_modifier(modifiers)
}

/// The character in the corner of a cell that no piece covers yet.
pub(crate) const UNCOVERED: char = '\'';

/// The bar on the line above a square whose own rule is part of the explanation.
pub(in crate::look) const fn upper_bar(glyphs: Glyphs) -> char {
    glyphs.or('═', '=')
}

struct Printer<'a> {
    picture: &'a BoardPicture<'a>,
    squares: &'a Squares,
    look: Look,
}

impl Printer<'_> {
    /// The area of a square inside its lines.
    fn inside(&self, cell: Cell) -> Option<Rect> {
        let area = self.picture.layout.area(cell)?;
        if self.picture.layout.side == 2 {
            return Some(Rect { width: 1, ..area });
        }
        let (width, height) = (area.width.saturating_sub(2), area.height.saturating_sub(2));
        Some(Rect { x: area.x + 1, y: area.y + 1, width, height })
    }

    fn draw_square(&self, buffer: &mut Buffer, cell: Cell, square: &Square) {
        let Some(inside) = self.inside(cell) else { return };
        let figure = self.picture.figure;
        let glyphs = self.look.glyphs;
        let mut style = style(square, &self.look);
        if square.is_hovered || square.is_in_hint {
            style = style.underlined();
        }
        let [left, mut middle, right] = symbols(square, figure, glyphs);
        let middle_row = inside.y + inside.height.saturating_sub(1) / 2;
        if inside.width < 3 {
            let dense = match square.state {
                // With one character per cell, upper and lower case distinguish placed and forced pieces.
                State::Placed | State::Given | State::Completed => figure.letter(),
                State::Forced => figure.letter().to_ascii_lowercase(),
                // Lines and backgrounds do not show the regions here, so the letter does.
                State::Possible => square.region.map_or(middle, |region| region.letter),
                _ => middle,
            };
            let dense = if square.is_hint && !square.state.has_piece() { middle } else { dense };
            put(buffer, (inside.x, middle_row), heat_sign(square).unwrap_or(dense), style);
            let after = match self.trailing_character(square) {
                ' ' if square.is_uncovered => UNCOVERED,
                after => after,
            };
            put(buffer, (inside.x + 1, middle_row), after, style);
            return;
        }
        if square.is_uncovered {
            put(buffer, (inside.x, inside.y), UNCOVERED, style);
        }
        let center = inside.x + inside.width / 2;
        if let Some(text) = square.text {
            let text = text.map(|it| if it == '×' { glyphs.or(it, 'x') } else { it });
            let text: String = text.iter().collect();
            put_text(buffer, (center - 1, middle_row), &text, style);
            return;
        }
        if matches!(square.state, State::Attacked | State::Hole) {
            for y in inside.top()..inside.bottom() {
                (inside.left()..inside.right()).for_each(|x| put(buffer, (x, y), left, style));
            }
        }
        if square.state.has_piece()
            && self.picture.layout.side >= MIN_ART_SIDE
            && glyphs == Glyphs::Unicode
        {
            return self.art(buffer, square, inside, style);
        }
        middle = heat_sign(square).unwrap_or(middle);
        for (x, symbol) in (center - 1..).zip([left, middle, right]) {
            put(buffer, (x, middle_row), symbol, style);
        }
    }

    /// The character after a cell on a board without lines: the letter of the cell's region unless the cell itself
    /// shows it, or else a mark of the cell's state.
    fn trailing_character(&self, square: &Square) -> char {
        let is_accused = square.is_accused();
        let shown = square.region.filter(|_| square.state != State::Possible && !is_accused);
        if let Some(region) = shown {
            return region.letter;
        }
        match square.state {
            State::Attacked if self.look.glyphs == Glyphs::Unicode => '░',
            _ if is_accused => '!',
            State::Given => '=',
            _ => ' ',
        }
    }

    /// Draws a piece in quadrants, in the colour of text.
    fn art(&self, buffer: &mut Buffer, square: &Square, inside: Rect, style: Style) {
        let Some(art) = self.picture.figure.of_height(2 * inside.height) else { return };
        let art = art.of_state(square.state);
        let left = inside.x + (inside.width.saturating_sub(art.width() / 2)) / 2;
        let top = inside.y + (inside.height - art.height().div_ceil(2)) / 2;
        let characters =
            (0..art.height().div_ceil(2)).cartesian_product(0..art.width().div_ceil(2));
        for (y, x) in characters {
            match quadrant(|right, down| art.is_set(2 * x + right, 2 * y + down)) {
                ' ' => {}
                symbol => put(buffer, (left + x, top + y), symbol, style),
            }
        }
        if square.is_culprit || square.is_conflict {
            let (x, y) = (inside.right() - 1, inside.y);
            put(buffer, (x, y), '!', style);
        }
        if square.is_hint {
            put(buffer, (inside.right() - 1, inside.bottom() - 1), '◆', style);
        }
    }

    /// Draws the lines between cells; on a board with regions, only the lines between different regions.
    fn lines(&self, buffer: &mut Buffer) {
        let layout = self.picture.layout;
        let (rows, columns) = (layout.rows(), layout.columns());
        let style = self.look.faint();
        let (wide, high) = (layout.side, layout.side / 2);
        let dash = self.crossing([false, true, false, true]);
        let bar = self.crossing([true, false, true, false]);
        // Corners are counted from the top left.
        for line in 0..=rows.len() as u16 {
            for column in 0..=columns.len() as u16 {
                let (x, y) = (layout.board.x + column * wide, layout.board.y + line * high);
                let right = self.is_line(line, column, (0, 1));
                let below = self.is_line(line, column, (1, 0));
                let left = column > 0 && self.is_line(line, column - 1, (0, 1));
                let above = line > 0 && self.is_line(line - 1, column, (1, 0));
                let crossing = self.crossing([above, right, below, left]);
                put(buffer, (x, y), crossing, style);
                if column < columns.len() as u16 {
                    let symbol = if right { dash } else { ' ' };
                    (1..wide).for_each(|step| put(buffer, (x + step, y), symbol, style));
                }
                if line < rows.len() as u16 {
                    let symbol = if below { bar } else { ' ' };
                    (1..high).for_each(|step| put(buffer, (x, y + step), symbol, style));
                }
            }
        }
    }

    /// True if a line continues from a corner to the right (above the cell there) or downward (left of the cell
    /// there). Corners count from the top left of the view.
    fn is_line(&self, line: u16, column: u16, (down, right): (u16, u16)) -> bool {
        let layout = self.picture.layout;
        let (rows, columns) = (layout.rows(), layout.columns());
        if line + down > rows.len() as u16 || column + right > columns.len() as u16 {
            return false;
        }
        // The row below the line is `top - line`. Outside of the board there is no square.
        let cell = |up: u16, left: u16| {
            let row = (layout.corner.0 + up).checked_sub(line)?;
            self.squares.square_at(Cell::new(row, (layout.corner.1 + column).checked_sub(left)?))
        };
        let sides = [cell(0, 0), if right == 1 { cell(1, 0) } else { cell(0, 1) }];
        let has_piece =
            |square: Option<&Square>| square.is_some_and(|square| square.state != State::Hole);
        if !sides.into_iter().any(has_piece) {
            return false;
        }
        !self.squares.has_regions || Square::has_border(sides[0], sides[1])
    }

    /// The character of a crossing of lines with these arms: up, right, down, left.
    fn crossing(&self, arms: [bool; 4]) -> char {
        let number = arms.into_iter().fold(0, |number, arm| number * 2 + usize::from(arm));
        let lines = self.look.glyphs.or(" ╴╷┐╶─┌┬╵┘│┤└┴├┼", " -|+--++|+|+++++");
        lines.chars().nth(number).unwrap_or(' ')
    }

    /// Draws a short bar on the line above a square whose own rule is part of the explanation.
    fn draw_rule_mark(&self, buffer: &mut Buffer, cell: Cell) {
        let Some(area) = self.picture.layout.area(cell) else { return };
        let style = match self.look.depth {
            ColorDepth::None => Style::new().bold(),
            _ => self.look.text(self.look.palette.wrong),
        };
        put(buffer, (area.x + area.width / 2, area.y), upper_bar(self.look.glyphs), style);
    }

    /// Draws a heavy box around the cursor's square. Without Unicode glyphs or lines, draws brackets in the square
    /// instead.
    fn cursor(&self, buffer: &mut Buffer, cursor: Cell) {
        let layout = self.picture.layout;
        let (Some(area), Some(inside)) = (layout.area(cursor), self.inside(cursor)) else { return };
        let style = self.look.text(self.look.palette.cursor).bold();
        let middle = inside.y + inside.height.saturating_sub(1) / 2;
        if self.look.glyphs != Glyphs::Unicode || layout.side == 2 {
            let is_wide = inside.width >= 3;
            let left = if is_wide { inside.x } else { inside.x.saturating_sub(1) };
            let right = if is_wide { inside.right() - 1 } else { inside.x + 1 };
            put(buffer, (left, middle), '[', style);
            put(buffer, (right, middle), ']', style);
            return;
        }
        // The lines of the board, which the border replaces, are faint.
        let border = Block::bordered().border_set(border::THICK).border_style(style.not_dim());
        border.render(area, buffer);
    }
}

/// The sign that shows the heat of a possible cell.
fn heat_sign(square: &Square) -> Option<char> {
    square.shown_heat().filter(|_| !square.is_hint).map(heat::sign)
}

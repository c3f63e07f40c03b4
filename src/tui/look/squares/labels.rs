use itertools::Itertools;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{BoardPicture, GroupSatisfaction, Squares, in_view, put, put_text};

use export::face::State;
use geometry::Cell;
use problem::GroupId;

/// Draws the names of rows and columns, their counters, and the marks of a torus.
pub(super) fn render(picture: &BoardPicture, squares: &Squares, buffer: &mut Buffer) {
    let labels = Labels::new(picture, squares);
    labels.rows(buffer);
    labels.columns(buffer);
    if picture.is_torus {
        labels.torus(buffer);
    }
}

/// The priority of a label; labels of higher priority are written first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Emphasis {
    Cursor,
    Named,
    Culprit,
    None,
}

struct Labels<'a> {
    picture: &'a BoardPicture<'a>,
    /// Number of columns at the left of each square, and of half rows at its upper edge, that belong to borders or lines. Labels
    /// are centred on the rest.
    gap: u16,
    /// The culprits in view. The names of their rows and columns are highlighted.
    culprits: Vec<Cell>,
}

impl<'a> Labels<'a> {
    fn new(picture: &'a BoardPicture<'a>, squares: &Squares) -> Self {
        let is_culprit = |cell: &Cell| {
            squares
                .square_at(*cell)
                .is_some_and(|square| square.is_culprit && square.state != State::Hole)
        };
        let gap = squares.gap(picture.layout).max(picture.layout.has_lines().into());
        Self { picture, gap, culprits: in_view(picture.layout).filter(is_culprit).collect() }
    }

    /// The indices of rows, or of columns, that show their names, the most important first: the cursor's, named groups,
    /// and multiples of `step`.
    fn shown_lines(&self, are_rows: bool, step: u16) -> impl Iterator<Item = (Emphasis, u16)> {
        let layout = self.picture.layout;
        let emphasis = move |line: u16| {
            let is_at = |cell: Cell| line == if are_rows { cell.row() } else { cell.column() };
            let group = if are_rows { GroupId::Row(line) } else { GroupId::Column(line) };
            if self.picture.named.is_some_and(|named| named.has(group)) {
                Emphasis::Named
            } else if self.picture.cursor.is_some_and(is_at) {
                Emphasis::Cursor
            } else if self.culprits.iter().copied().any(is_at) {
                Emphasis::Culprit
            } else {
                Emphasis::None
            }
        };
        let is_shown = move |&(emphasis, line): &(Emphasis, u16)| {
            let number = line + u16::from(are_rows);
            matches!(emphasis, Emphasis::Cursor | Emphasis::Named) || number.is_multiple_of(step)
        };
        let lines = if are_rows { layout.rows() } else { layout.columns() };
        lines.map(move |line| (emphasis(line), line)).filter(is_shown).sorted_unstable()
    }

    fn style(&self, emphasis: Emphasis) -> Style {
        let look = &self.picture.look;
        let palette = look.palette;
        match emphasis {
            Emphasis::Cursor => look.text(palette.cursor).bold(),
            Emphasis::Named => {
                let named =
                    self.picture.named.map_or(palette.culprit_name, |named| named.tint(palette));
                look.text(named).bold().underlined()
            }
            Emphasis::Culprit => look.text(palette.culprit_name).bold(),
            Emphasis::None => look.faint(),
        }
    }

    fn rows(&self, buffer: &mut Buffer) {
        let layout = self.picture.layout;
        let step = if layout.side == 1 { 10 } else { 1 };
        let mut taken = Vec::new();
        for (emphasis, row) in self.shown_lines(true, step) {
            let Some(y) = layout.middle_row(row, self.gap) else { continue };
            // If only some rows show their names, a free row separates the names.
            let is_near = |other: &u16| other.abs_diff(y) < if step == 1 { 1 } else { 2 };
            if taken.iter().any(is_near) {
                continue;
            }
            taken.push(y);
            let name = (u32::from(row) + 1).to_string();
            let right = layout.board.x.saturating_sub(1);
            let x = right.saturating_sub(name.len() as u16);
            put_text(buffer, (x, y), &name, self.style(emphasis));
            let counter = self.picture.row_counters.get(usize::from(row));
            if let Some(&counter) = counter.filter(|_| layout.side > 1) {
                let x = layout.board.right().saturating_add(1);
                self.put_counter(buffer, (x, y), counter);
            }
        }
    }

    fn columns(&self, buffer: &mut Buffer) {
        let layout = self.picture.layout;
        let y = layout.board.bottom();
        // Squares of two columns have room for a letter and a blank.
        let are_letters = layout.columns().end <= 26 && self.picture.column_counters.is_empty();
        let step = match layout.side {
            0 | 1 => 10,
            2 if !are_letters => 5,
            _ => 1,
        };
        let mut taken: Vec<Rect> = Vec::new();
        let bottom = layout.rows().start;
        for (emphasis, column) in self.shown_lines(false, step) {
            let Some((x, _)) = layout.offset(Cell::new(bottom, column)) else { continue };
            let name = Cell::column_name(column);
            let counter = self.picture.column_counters.get(usize::from(column));
            let counter = counter.copied().filter(|_| layout.side > 1);
            let length = name.len() as u16;
            let x =
                layout.board.x + x + self.gap + (layout.side - self.gap).saturating_sub(length) / 2;
            let width = length + u16::from(counter.is_some());
            // The name must not extend beyond the board, since the panel may begin there.
            let x = x.min(layout.board.right().saturating_sub(width));
            // A blank separates names.
            let wide = Rect { x: x.saturating_sub(1), y, width: width + 2, height: 1 };
            let label_area = Rect { x, width, ..wide };
            if taken.iter().any(|other| other.intersects(wide)) {
                continue;
            }
            taken.push(label_area);
            put_text(buffer, (x, y), &name, self.style(emphasis));
            if let Some(counter) = counter {
                self.put_counter(buffer, (x + length, y), counter);
            }
        }
    }

    fn put_counter(&self, buffer: &mut Buffer, place: (u16, u16), counter: GroupSatisfaction) {
        let look = &self.picture.look;
        let style = match counter {
            GroupSatisfaction::Open | GroupSatisfaction::Begun => look.text(look.palette.dim),
            GroupSatisfaction::Satisfied => look.text(look.palette.good),
            GroupSatisfaction::Broken => look.text(look.palette.wrong).bold(),
        };
        put(buffer, place, counter.symbol(look.glyphs), style);
    }

    /// Draws the arrows of a torus, whose board continues at the opposite side. The arrows to the left and right are in
    /// the middle; the arrows up and down are at the ends of the column right of the board.
    fn torus(&self, buffer: &mut Buffer) {
        let layout = self.picture.layout;
        let board = layout.board;
        if board.is_empty() {
            return;
        }
        let glyphs = self.picture.look.glyphs;
        let arrows = glyphs.or(['←', '→', '↑', '↓'], ['<', '>', '^', 'v']);
        let middle = board.y + (board.height - 1) / 2;
        let places = [
            (board.x.saturating_sub(1), middle),
            (board.right(), middle),
            (board.right(), board.y),
            (board.right(), board.bottom() - 1),
        ];
        let style = self.style(Emphasis::None);
        for (place, arrow) in places.into_iter().zip(arrows) {
            put(buffer, place, arrow, style);
        }
    }
}

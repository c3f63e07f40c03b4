mod labels;
mod lines;
mod pixels;

pub(crate) use lines::UNCOVERED;
pub(super) use lines::{style as text_style, symbols, upper_bar};

use itertools::Itertools;
use problem::GroupId;
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use rustc_hash::FxHashMap;

use super::board_layout::{BoardLayout, SquareRendering};
use super::colors::Look;
use super::glyphs::Glyphs;
use export::face::{Figure, Palette, Square, Tint};
use geometry::Cell;

/// The progress of a row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupSatisfaction {
    /// It has no piece, and needs some.
    Open,
    /// It has some pieces, and needs more.
    Begun,
    /// It has all required pieces.
    Satisfied,
    /// The group has too many pieces, or no room for the missing ones.
    Broken,
}

impl GroupSatisfaction {
    /// The character of the counter.
    pub(crate) const fn symbol(self, glyphs: Glyphs) -> char {
        match self {
            Self::Open => glyphs.or('○', 'o'),
            Self::Begun => glyphs.or('◐', '+'),
            Self::Satisfied => glyphs.or('●', '*'),
            Self::Broken => '!',
        }
    }
}

/// Rows, columns and regions that an explanation or a hint names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NamedGroups {
    groups: Vec<GroupId>,
    /// True if a hint names the groups, false if an explanation does.
    pub is_hint: bool,
}

impl NamedGroups {
    pub(crate) fn new(groups: impl IntoIterator<Item = GroupId>, is_hint: bool) -> Self {
        Self { groups: groups.into_iter().collect(), is_hint }
    }

    /// The colour that highlights the named groups.
    pub(crate) const fn tint(&self, palette: &Palette) -> Tint {
        if self.is_hint { palette.hint } else { palette.culprit_name }
    }

    pub(crate) fn has(&self, group: GroupId) -> bool {
        self.groups.contains(&group)
    }

    fn has_region_of(&self, square: Option<&Square>) -> bool {
        let region = square.and_then(|square| square.region);
        region.is_some_and(|region| self.has(GroupId::Region(region.letter)))
    }
}

/// A board to be drawn. The documentation of `look` shows the steps.
#[derive(Clone, Copy)]
pub(crate) struct BoardPicture<'a> {
    pub layout: &'a BoardLayout,
    pub look: Look,
    pub figure: &'a Figure,
    /// The appearance of a cell; called once for each cell in view or next to the view.
    pub square: &'a dyn Fn(Cell) -> Square,
    pub cursor: Option<Cell>,
    /// The rows, columns and regions to highlight; `None` without an explanation or a hint.
    pub named: Option<&'a NamedGroups>,
    /// The lower left and the upper right cell of the part that a lens shows.
    pub lens_corners: Option<(Cell, Cell)>,
    pub is_torus: bool,
    /// True if the names of rows and columns are drawn beside the board.
    pub has_labels: bool,
    /// The counter of each row, from the bottom. If empty, rows have no counters.
    pub row_counters: &'a [GroupSatisfaction],
    /// The counter of each column, from the left. If empty, columns have no counters.
    pub column_counters: &'a [GroupSatisfaction],
}

impl<'a> BoardPicture<'a> {
    /// Returns a picture without cursor, counters and frame.
    pub(crate) fn new(
        layout: &'a BoardLayout,
        look: Look,
        figure: &'a Figure,
        square: &'a dyn Fn(Cell) -> Square,
    ) -> Self {
        Self {
            layout,
            look,
            figure,
            square,
            cursor: None,
            named: None,
            lens_corners: None,
            is_torus: false,
            has_labels: true,
            row_counters: &[],
            column_counters: &[],
        }
    }

    /// Draws squares, labels and counters. Parts outside of the buffer are left out.
    pub(crate) fn render(&self, buffer: &mut Buffer) {
        let squares = Squares::new(self);
        match self.layout.rendering {
            SquareRendering::Lines => lines::render(self, &squares, buffer),
            SquareRendering::Pixels => pixels::render(self, &squares, buffer),
        }
        if self.has_labels {
            labels::render(self, &squares, buffer);
        }
    }

    fn is_cursor(&self, cell: Cell) -> bool {
        self.cursor == Some(cell)
    }
}

/// Minimum side of squares with a gap for borders of regions between them.
const MIN_BORDERED_SIDE: u16 = 3;

/// The squares in view and their neighbours just outside of the view.
struct Squares {
    by_cell: FxHashMap<Cell, Square>,
    has_regions: bool,
}

impl Squares {
    fn new(picture: &BoardPicture) -> Self {
        let layout = picture.layout;
        let (rows, columns) = (layout.rows(), layout.columns());
        let (last_row, last_column) =
            layout.size.map_or((0, 0), |size| (size.rows(), size.columns()));
        let rows = rows.start.saturating_sub(1)..(rows.end + 1).min(last_row);
        let columns = columns.start.saturating_sub(1)..(columns.end + 1).min(last_column);
        let cells = rows.cartesian_product(columns).map(|(row, column)| Cell::new(row, column));
        let by_cell: FxHashMap<Cell, Square> =
            cells.map(|cell| (cell, (picture.square)(cell))).collect();
        let has_regions = by_cell.values().any(|square| square.region.is_some());
        Self { by_cell, has_regions }
    }

    /// The size of the gap for borders of regions, which is the first column and the first half row of each square: 1, or 0
    /// without borders.
    fn gap(&self, layout: &BoardLayout) -> u16 {
        let has_borders = self.has_regions && layout.side >= MIN_BORDERED_SIDE;
        u16::from(has_borders && layout.rendering == SquareRendering::Pixels)
    }

    /// Returns the square of a cell in view or next to the view.
    fn square_at(&self, cell: Cell) -> Option<&Square> {
        self.by_cell.get(&cell)
    }

    /// Returns the square of the cell `up` rows above and `right` columns to the right of `cell`.
    fn neighbour(&self, cell: Cell, up: i16, right: i16) -> Option<&Square> {
        let row = cell.row().checked_add_signed(up)?;
        self.square_at(Cell::new(row, cell.column().checked_add_signed(right)?))
    }
}

/// Every cell in view, the top row first.
fn in_view(layout: &BoardLayout) -> impl Iterator<Item = Cell> + use<> {
    let cells = layout.rows().rev().cartesian_product(layout.columns());
    cells.map(|(row, column)| Cell::new(row, column))
}

/// Puts a character into the buffer. Positions outside of the buffer are ignored.
fn put(buffer: &mut Buffer, (x, y): (u16, u16), symbol: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.reset();
        cell.set_char(symbol).set_style(style);
    }
}

/// Puts a text into one row of the buffer, clipped at the edges of the buffer.
fn put_text(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
    for (x, symbol) in (x..).zip(text.chars()) {
        put(buffer, (x, y), symbol, style);
    }
}

#[cfg(test)]
mod tests;

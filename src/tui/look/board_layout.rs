use std::ops::Range;

use ratatui::layout::{Position, Rect};

use crate::look::depth::ColorDepth;
use crate::look::glyphs::Glyphs;
use geometry::{Cell, Size};

/// Maximum side of a square.
const MAX_SQUARE_SIDE: u16 = 16;

/// Minimum width of a panel beside a board, in columns.
const MIN_PANEL_WIDTH: u16 = 34;

/// Minimum width of a window with the panel beside the board, in columns.
const NARROW: u16 = 72;

/// Minimum number of rows of a window that shows a graph.
const MIN_GRAPH_HEIGHT: u16 = 20;

/// Minimum width of the board and panel beside a graph, in columns, and their maximum share of the window, in percent.
const MIN_LEFT_WIDTH: u16 = 26;
const LEFT_PERCENT: u32 = 35;

/// Number of rows below a board with a graph beside it, for the names of the columns and the panel.
const ROWS_UNDER_BOARD: u16 = 7;

/// Minimum number of rows of a panel below the board; with fewer rows the panel is one line.
const MIN_BELOW_HEIGHT: u16 = 6;

/// Minimum size of a window with a panel, in columns and rows. Smaller windows have only the board and one line.
const TINY: (u16, u16) = (40, 12);

/// Number of rows of a lesson's strip.
const STRIP_HEIGHT: u16 = 2;

/// The smallest window that shows a board: columns, rows.
pub(crate) const SMALLEST: (u16, u16) = (24, 8);

/// Number of cells kept in view around the cursor while a board scrolls.
const MARGIN: u16 = 2;

/// Maximum number of cells on a side of a lens.
const LENS: u16 = 9;

/// Maximum side of squares that need a lens; the lens' squares are larger.
const MAX_SMALL_SIDE: u16 = 3;

/// The way squares are drawn, which determines their possible sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SquareRendering {
    /// Pixels, each half a column wide and half a row high. Any side is possible.
    #[default]
    Pixels,
    /// Characters between lines. Sides are even and at least 4, and the last line takes one more column and row. With
    /// side 2 there are no lines: a cell takes one column, and another column separates it from the next cell.
    Lines,
}

impl SquareRendering {
    /// The rendering for these colours and characters.
    pub(crate) fn new(depth: ColorDepth, glyphs: Glyphs) -> Self {
        match (depth, glyphs) {
            (ColorDepth::None, _) | (_, Glyphs::Ascii) => Self::Lines,
            (_, Glyphs::Unicode) => Self::Pixels,
        }
    }

    /// The largest possible side up to `max_side`, otherwise the smallest possible side.
    fn side(self, max_side: u16) -> u16 {
        let max_side = max_side.min(MAX_SQUARE_SIDE);
        match self {
            Self::Pixels => max_side.max(1),
            Self::Lines => (max_side & !1).max(2),
        }
    }

    /// Number of columns and half rows in addition to the squares, for the last lines.
    fn rim(self, side: u16) -> (u16, u16) {
        if self == Self::Lines && side > 2 { (1, 2) } else { (0, 0) }
    }

    /// The largest side at which `columns` × `rows` cells fit into `width` × `height` characters; 0 if no side fits.
    fn fitting(self, columns: u16, rows: u16, (width, height): (u16, u16)) -> u16 {
        let fits = |side: &u16| {
            let (used, high) = self.extent(*side, (rows, columns));
            used <= width && high <= height
        };
        (1..=MAX_SQUARE_SIDE).rev().filter(|&side| self.side(side) == side).find(fits).unwrap_or(0)
    }

    /// Columns and rows of characters that a board of `rows` × `columns` squares takes, with its lines.
    fn extent(self, side: u16, (rows, columns): (u16, u16)) -> (u16, u16) {
        let rim = self.rim(side);
        (columns * side + rim.0, (rows * side + rim.1).div_ceil(2))
    }
}

/// How a window is divided between the board and the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WindowSplit {
    /// The board is as large as possible.
    #[default]
    Board,
    /// If the window is not narrow, the panel takes at least half of it, and the space below the board stays free.
    Halves,
    /// Like [`WindowSplit::Halves`], with two boards on top of each other.
    TwoBoards,
}

/// The requirements of a board's layout, except the size of the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayoutNeeds {
    /// Rows × columns of the board.
    pub size: Size,
    /// How squares are drawn.
    pub rendering: SquareRendering,
    /// True if rows and columns have counters.
    pub has_counters: bool,
    /// The minimum side of a square; the board scrolls if it does not fit. 1 shows as many cells as possible.
    pub least_side: u16,
    /// The cell under the cursor, which must be in view.
    pub cursor: Cell,
    pub split: WindowSplit,
    /// Minimum width of a graph beside the board, in columns, frame included; `None` without a graph.
    pub graph: Option<u16>,
    /// True if a lesson has separate lines below the header.
    pub has_strip: bool,
}

/// The areas of the screen: computed once per frame, used for drawing and for the mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardLayout {
    /// The first line; empty in tiny windows.
    pub header: Rect,
    /// The lines of a lesson, below the header; empty without a lesson and in tiny windows.
    pub strip: Rect,
    /// The squares in view, without labels and counters; the last row may be half used.
    pub board: Rect,
    /// The panel about cell and position, beside or below the board; one line in small windows.
    pub panel: Rect,
    /// The graph beside board and panel; empty if there is no graph or it does not fit.
    pub graph: Rect,
    /// Two more graphs left of the graph, for a growth if all of them fit; otherwise empty.
    pub operands: Rect,
    /// The line above the footer; empty in tiny windows.
    pub legend: Rect,
    /// The last line; empty in tiny windows.
    pub footer: Rect,
    /// The line of notices: the line of the legend, or in tiny windows the last line.
    pub notice: Rect,
    /// The area that lists over the board may cover: everything except header and footer.
    pub middle: Rect,
    /// True if the window is large enough for a board; if false, all areas are empty.
    pub fits: bool,
    /// The side of a square, in columns and in half rows.
    pub side: u16,
    pub rendering: SquareRendering,
    /// Number of columns left of the squares, for the numbers of rows.
    pub gutter: u16,
    /// The cell at the top left of the view: the highest row, the first column.
    pub corner: (u16, u16),
    /// Number of rows and columns of cells in view.
    pub view: (u16, u16),
    /// The free area below the board with [`WindowSplit::Halves`]; otherwise empty.
    pub below: Rect,
    /// Distance from the top of the board to the top of a second board below it, in rows; 0 if there is one board.
    pub second_board_offset: u16,
    pub size: Option<Size>,
}

impl BoardLayout {
    /// Computes the layout of a window, with the cursor in view. The view of the `old` layout scrolls no further than
    /// necessary.
    pub(crate) fn new(window: Rect, need: &LayoutNeeds, old: &Self) -> Self {
        if window.width < SMALLEST.0 || window.height < SMALLEST.1 {
            return Self::default();
        }
        if need.has_strip && window.width >= TINY.0 && window.height >= TINY.1 + STRIP_HEIGHT {
            return Self::with_strip(window, need, old);
        }
        if let Some(layout) = Self::beside_graph(window, need, old) {
            return layout;
        }
        let is_tiny = window.width < TINY.0 || window.height < TINY.1;
        let is_narrow = window.width < NARROW;
        // Number of rows above the board, and from the names of the columns to the end of the window.
        let (above, below) = match (is_tiny, is_narrow) {
            (true, _) => (0, 2),
            (false, true) => (1, 4),
            (false, false) => (1, 3),
        };
        let gutter = gutter(need.size, is_tiny);
        let counters = if need.has_counters { 2 } else { 0 };
        let sharing = if is_tiny || is_narrow { WindowSplit::Board } else { need.split };
        let panel = match sharing {
            _ if is_tiny || is_narrow => 0,
            WindowSplit::Board => MIN_PANEL_WIDTH,
            WindowSplit::Halves | WindowSplit::TwoBoards => MIN_PANEL_WIDTH.max(window.width / 2),
        };
        let width = window.width.saturating_sub(gutter + counters + panel);
        let height = window.height.saturating_sub(above + below);
        // Each board has the names of its columns below it.
        let to_second = if sharing == WindowSplit::TwoBoards { height.div_ceil(2) } else { 0 };
        let high = if to_second > 0 { to_second - 1 } else { height };
        let arranged = Self::lines_around(window, is_tiny).with_squares((width, high), need, old);
        let rows = arranged.board.height;
        let free = height.saturating_sub(rows);
        let has_panel_below = is_narrow && !is_tiny && free + 1 >= MIN_BELOW_HEIGHT;
        let is_on_top = has_panel_below || sharing != WindowSplit::Board;
        let top = if is_on_top { 0 } else { free / 2 };
        let board = Rect {
            x: window.x.saturating_add(gutter),
            y: window.y.saturating_add(above + top),
            ..arranged.board
        }
        .intersection(window);

        let panel = if is_tiny || is_narrow {
            let (end, files) = (if is_tiny { 0 } else { 2 }, board.bottom().saturating_add(1));
            let bottom = window.bottom().saturating_sub(end);
            let first = if has_panel_below { files } else { bottom.saturating_sub(1) };
            Rect { y: first, height: bottom.saturating_sub(first), ..window }
        } else {
            let used = gutter + arranged.board.width + counters;
            let spare = window.width.saturating_sub(used + MIN_PANEL_WIDTH);
            let (gap, margin) = (spare.min(2), spare.saturating_sub(2).min(1));
            Rect {
                x: window.x + used + gap,
                y: window.y + above,
                width: window.width.saturating_sub(used + gap + margin),
                height: window.height.saturating_sub(above + 2),
            }
        };
        let below = if sharing == WindowSplit::Halves {
            let y = board.bottom().saturating_add(2);
            let height = (window.bottom() - 2).saturating_sub(y);
            let width = (gutter + board.width + counters).saturating_sub(1);
            Rect { x: window.x + 1, y, width, height }
        } else {
            Rect::ZERO
        };
        Self {
            below,
            second_board_offset: to_second,
            board,
            panel: panel.intersection(window),
            gutter,
            ..arranged
        }
    }

    /// Computes a layout with the lines of a lesson below the header. All other areas share the rest of the window.
    fn with_strip(window: Rect, need: &LayoutNeeds, old: &Self) -> Self {
        let height = window.height - STRIP_HEIGHT;
        let rest = Rect { y: window.y + STRIP_HEIGHT, height, ..window };
        let layout = Self::new(rest, &LayoutNeeds { has_strip: false, ..*need }, old);
        let header = Rect { y: window.y, ..layout.header };
        let strip = Rect { y: header.bottom(), height: STRIP_HEIGHT, ..window };
        Self { header, strip, ..layout }
    }

    /// The lines above and below the board, which are at the same places in all layouts of a window.
    fn lines_around(window: Rect, is_tiny: bool) -> Self {
        let rows = |y: u16, height: u16| Rect { y, height, ..window };
        let (height, notice) = if is_tiny { (0, 1) } else { (1, 2) };
        Self {
            header: rows(window.y, height),
            legend: rows(window.bottom() - 2, height),
            footer: rows(window.bottom() - 1, height),
            notice: rows(window.bottom() - notice, 1),
            middle: rows(window.y + height, window.height - 2 * height),
            fits: true,
            ..Self::default()
        }
    }

    /// Computes a layout with two more graphs left of the graph: one as wide as the graph, and one of `columns` columns.
    /// `None` if they do not fit.
    pub(crate) fn with_operands(
        window: Rect,
        need: &LayoutNeeds,
        columns: u16,
        old: &Self,
    ) -> Option<Self> {
        let graph = need.graph.map(|graph| 2 * graph + columns);
        let layout = Self::new(window, &LayoutNeeds { graph, ..*need }, old);
        let all = layout.graph;
        let result = all.width.checked_sub(columns)? / 2;
        let operands = Rect { width: all.width - result, ..all };
        let graph = Rect { x: operands.right(), width: result, ..all };
        Some(Self { graph, operands, ..layout })
    }

    /// The smallest window that shows a graph of `columns` columns, as `columns×rows`.
    pub(crate) fn window_of_graph(columns: u16) -> String {
        format!("{}×{MIN_GRAPH_HEIGHT}", (columns + MIN_LEFT_WIDTH).max(NARROW))
    }

    /// Computes a layout with board and panel in the left part of the window, and a graph in the right part. `None` if
    /// there is no graph or it does not fit.
    fn beside_graph(window: Rect, need: &LayoutNeeds, old: &Self) -> Option<Self> {
        let least = need.graph?;
        if window.width < NARROW || window.height < MIN_GRAPH_HEIGHT {
            return None;
        }
        let max_left = (u32::from(window.width) * LEFT_PERCENT / 100) as u16;
        let left = window.width.saturating_sub(least).min(max_left.max(MIN_LEFT_WIDTH));
        if left < MIN_LEFT_WIDTH {
            return None;
        }
        let inside = Rect { y: window.y + 1, height: window.height - 3, ..window };
        let gutter = gutter(need.size, false);
        let counters = if need.has_counters { 2 } else { 0 };
        let room = (left.saturating_sub(gutter + counters + 1), inside.height - ROWS_UNDER_BOARD);
        let arranged = Self::lines_around(window, false).with_squares(room, need, old);
        let spare = room.1.saturating_sub(arranged.board.height);
        let top = spare.min(1);
        let board = Rect { x: window.x + gutter, y: inside.y + top, ..arranged.board };
        let files = board.bottom().saturating_add(1);
        let panel = Rect {
            x: window.x + 1,
            y: files,
            width: left - 2,
            height: inside.bottom().saturating_sub(files),
        };
        let graph = Rect { x: window.x + left, width: window.width - left - 1, ..inside };
        Some(Self { board, panel, graph, gutter, ..arranged })
    }

    /// Adds the squares, at the top left of an area of `width` × `height` characters.
    fn with_squares(self, (width, height): (u16, u16), need: &LayoutNeeds, old: &Self) -> Self {
        let LayoutNeeds { size, rendering, cursor, .. } = *need;
        let whole = rendering.fitting(size.columns(), size.rows(), (width, height));
        let side = rendering.side(whole.max(need.least_side));
        let rim = rendering.rim(side);
        let columns = width.saturating_sub(rim.0) / side;
        let rows = (2 * height).saturating_sub(rim.1) / side;
        let view = (rows.min(size.rows()), columns.min(size.columns()));
        let (top, left) = if old.size == Some(size) { old.corner } else { (size.rows() - 1, 0) };
        let from_top = |row: u16| size.rows() - 1 - row.min(size.rows() - 1);
        let top = first_in_view(from_top(top), from_top(cursor.row()), view.0, size.rows());
        let left = first_in_view(left, cursor.column(), view.1, size.columns());
        let (used, high) = rendering.extent(side, view);
        let board = Rect { x: 0, y: 0, width: used.min(width), height: high.min(height) };
        Self {
            board,
            side,
            rendering,
            corner: (from_top(top), left),
            view,
            size: Some(size),
            ..self
        }
    }

    /// The layout of the second board, if there are two.
    pub(crate) fn second_board(&self) -> Option<Self> {
        let board = Rect { y: self.board.y + self.second_board_offset, ..self.board };
        (self.second_board_offset > 0).then_some(Self { board, second_board_offset: 0, ..*self })
    }

    /// The area of a notice of `lines` lines, which may cover lines above the notice's line.
    pub(crate) fn notice_of(&self, lines: u16) -> Rect {
        let Rect { y, height, .. } = self.notice;
        let more = lines.saturating_sub(1).min(y.saturating_sub(self.middle.y));
        Rect { y: y - more, height: height + more, ..self.notice }
    }

    /// True if squares are so small that a lens helps.
    pub(crate) fn wants_lens(&self) -> bool {
        self.side <= MAX_SMALL_SIDE && self.size.is_some()
    }

    /// Computes the layout of a lens in an area: the cells around the cursor, with labels. A lens has an odd number of
    /// cells on each side: the largest number up to nine at which squares have at least side 4. `None` if not even
    /// three cells fit.
    pub(crate) fn lens(&self, area: Rect, cursor: Cell) -> Option<Self> {
        let grid = self.size?;
        let gutter = gutter(grid, false);
        let room = (area.width.saturating_sub(gutter), area.height.saturating_sub(1));
        let (cells, side) = (1..=LENS / 2).rev().map(|half| 2 * half + 1).find_map(|cells| {
            let (columns, rows) = (cells.min(grid.columns()), cells.min(grid.rows()));
            let side = self.rendering.fitting(columns, rows, room);
            (side > MAX_SMALL_SIDE).then_some((cells, side))
        })?;
        let view = (cells.min(grid.rows()), cells.min(grid.columns()));
        let first = |at: u16, cells: u16, all: u16| at.saturating_sub(cells / 2).min(all - cells);
        let lowest = first(cursor.row(), view.0, grid.rows());
        let (width, height) = self.rendering.extent(side, view);
        let board = Rect { x: area.x + gutter, width, height, ..area };
        Some(Self {
            board,
            side,
            rendering: self.rendering,
            gutter,
            corner: (lowest + view.0 - 1, first(cursor.column(), view.1, grid.columns())),
            view,
            size: Some(grid),
            ..Self::default()
        })
    }

    /// Computes the layout of a whole board without labels at the top left of an area, such as the thumbnail of a
    /// solution. `None` if the board does not fit.
    pub(crate) fn thumbnail(area: Rect, grid: Size, rendering: SquareRendering) -> Option<Self> {
        let (rows, columns) = (grid.rows(), grid.columns());
        let side = rendering.fitting(columns, rows, (area.width, area.height));
        let (width, height) = rendering.extent(side, (rows, columns));
        (side > 0).then(|| Self {
            board: Rect { width, height, ..area },
            side,
            rendering,
            corner: (rows - 1, 0),
            view: (rows, columns),
            size: Some(grid),
            ..Self::default()
        })
    }

    /// True if there are lines between the squares.
    pub(crate) fn has_lines(&self) -> bool {
        self.rendering.rim(self.side).0 > 0
    }

    /// The rows in view, from 0 at the bottom of the board.
    pub(crate) fn rows(&self) -> Range<u16> {
        let end = self.corner.0.saturating_add(1);
        if self.view.0 == 0 { 0..0 } else { end.saturating_sub(self.view.0)..end }
    }

    /// The columns in view.
    pub(crate) fn columns(&self) -> Range<u16> {
        self.corner.1..self.corner.1 + self.view.1
    }

    /// True if all cells are in view.
    pub(crate) fn is_whole(&self) -> bool {
        self.size.is_some_and(|size| self.view == (size.rows(), size.columns()))
    }

    /// True if the cell is in view.
    pub(crate) fn shows(&self, cell: Cell) -> bool {
        self.rows().contains(&cell.row()) && self.columns().contains(&cell.column())
    }

    /// The first column and the first half row of a cell in view, counted from the top left of the board.
    pub(crate) fn offset(&self, cell: Cell) -> Option<(u16, u16)> {
        let from_corner = || (cell.column() - self.corner.1, self.corner.0 - cell.row());
        let (column, row) = self.shows(cell).then(from_corner)?;
        Some((column * self.side, row * self.side))
    }

    /// The area of a cell in view, in characters. If the side is odd, two cells can share a row of characters.
    pub(crate) fn area(&self, cell: Cell) -> Option<Rect> {
        let (x, y) = self.offset(cell)?;
        let (first, end) = (y / 2, (y + self.side).div_ceil(2));
        let area = Rect {
            x: self.board.x + x,
            y: self.board.y + first,
            width: self.side + self.rendering.rim(self.side).0,
            height: end - first + self.rendering.rim(self.side).1 / 2,
        };
        Some(area.intersection(self.board))
    }

    /// The row of characters that contains the middle of a row of cells, for the number of the row or for text. `gap` is the
    /// number of half rows at the upper edge of the cells that belong to lines or borders.
    pub(crate) fn middle_row(&self, row: u16, gap: u16) -> Option<u16> {
        let (_, y) = self.offset(Cell::new(row, self.corner.1))?;
        Some(self.board.y + (y + gap + (self.side - 1 - gap) / 2) / 2)
    }

    /// A character in the middle of a cell in view. If the side is 2 or more, the character shows no part of another
    /// cell.
    pub(crate) fn middle(&self, cell: Cell) -> Option<(u16, u16)> {
        Some((
            self.area(cell)?.x + self.side / 2,
            self.middle_row(cell.row(), self.has_lines().into())?,
        ))
    }

    /// The cell at a character. If the character shows parts of two cells, the upper cell.
    pub(crate) fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        self.cells_at(x, y).next()
    }

    /// The one or two cells that a character shows, the upper one first. A line between cells belongs to the cell on
    /// its right or below it.
    pub(crate) fn cells_at(&self, x: u16, y: u16) -> impl Iterator<Item = Cell> + use<> {
        let inside = self.board.contains(Position { x, y }) && self.side > 0;
        let columns = (x.saturating_sub(self.board.x)) / self.side.max(1);
        let half = y.saturating_sub(self.board.y).saturating_mul(2);
        let last = self.view.0.saturating_sub(1);
        let rim = self.rendering.rim(self.side).1;
        let (upper, lower) = (half / self.side.max(1), half.saturating_add(1) / self.side.max(1));
        // The last line belongs to the last cell.
        let upper = if rim > 0 { upper.min(last) } else { upper };
        let lower = (lower != upper && lower <= last && rim == 0).then_some(lower);
        let corner = self.corner;
        let columns = if rim > 0 { columns.min(self.view.1.saturating_sub(1)) } else { columns };
        let is_in_view = inside && columns < self.view.1 && self.view.0 > 0;
        let rows = std::iter::once(upper).filter(move |&row| row <= last).chain(lower);
        rows.filter(move |_| is_in_view)
            .map(move |row| Cell::new(corner.0.saturating_sub(row), corner.1 + columns))
    }
}

/// Number of columns for the numbers of rows, with a blank on each side; in tiny windows without the left blank.
fn gutter(size: Size, is_tiny: bool) -> u16 {
    size.rows().to_string().len() as u16 + if is_tiny { 1 } else { 2 }
}

/// Returns the index of the first row or column in view, so that `at` is in view with a margin. `view` of `all` rows or
/// columns are in view at a time. `old` is the previous result, which changes no more than necessary.
fn first_in_view(old: u16, at: u16, view: u16, all: u16) -> u16 {
    let margin = MARGIN.min(view.saturating_sub(1) / 2);
    let least = (at + margin + 1).saturating_sub(view);
    old.clamp(least.min(at), at.saturating_sub(margin).max(least.min(at))).min(all - view)
}

#[cfg(test)]
mod tests;

use ratatui::layout::Rect;

use crate::geometry::{Cell, Size};

/// Where everything is on the screen: computed once a frame, read by drawing and by the mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// The first line: what is configured, and how many solutions remain.
    pub title: Rect,
    /// The cells that are in view, without their labels.
    pub board: Rect,
    /// What is known of the cell under the cursor and of the position; may be empty.
    pub panel: Rect,
    /// Notices and the command line.
    pub notice: Rect,
    /// The last line: the keys most needed.
    pub footer: Rect,
    /// The width and height of a cell.
    pub cell: (u16, u16),
    /// The top left cell in view: its row and column.
    pub corner: (u16, u16),
    /// Does the window hold a board at all?
    pub fits: bool,
    size: Option<Size>,
}

/// The smallest window that holds a board.
pub(super) const SMALLEST: (u16, u16) = (24, 8);

/// The narrowest, the usual and the greatest width of the panel. It is narrowest only where more of
/// the board comes into view thereby.
const PANEL: [u16; 3] = [24, 34, 60];

/// The columns between board and panel.
const GAP: u16 = 3;

/// The widths and heights a cell can have, the largest that fits is taken: twice as wide as high.
const CELLS: [(u16, u16); 3] = [(11, 5), (7, 3), (3, 1)];

impl Layout {
    /// Arranges a window for a grid so that the cursor is in view. The old layout tells where the
    /// view was.
    pub(super) fn new(window: Rect, size: Size, cursor: Cell, old: &Self) -> Self {
        let line = |y: u16| Rect { y, height: 1, ..window }.intersection(window);
        let mut layout = Self {
            title: line(0),
            notice: line(window.height.saturating_sub(2)),
            footer: line(window.height.saturating_sub(1)),
            fits: window.width >= SMALLEST.0 && window.height >= SMALLEST.1,
            size: Some(size),
            ..Self::default()
        };
        if !layout.fits {
            return layout;
        }
        // Between title and notice, less the column letters; right of the row numbers.
        let labels = Self::label_width(size);
        let (width, height) = (window.width - labels, window.height - 4);
        let least = CELLS[2].0 * size.columns();
        let beside = width >= GAP + PANEL[0] + least.min(10 * CELLS[2].0);
        let board_width = match width.saturating_sub(GAP) {
            _ if !beside => width,
            width if width >= least + PANEL[1] => width - PANEL[1],
            width => (width - PANEL[0]).min(least),
        };
        let whole =
            |(w, h): (u16, u16)| w * size.columns() <= board_width && h * size.rows() <= height;
        layout.cell = CELLS.into_iter().find(|&cell| whole(cell)).unwrap_or(CELLS[2]);
        let columns = size.columns().min(board_width / layout.cell.0);
        let rows = size.rows().min(height / layout.cell.1);
        layout.board =
            Rect { x: labels, y: 1, width: columns * layout.cell.0, height: rows * layout.cell.1 };
        let top = layout.board.bottom() + 1;
        layout.panel = if beside {
            let x = layout.board.right() + GAP;
            Rect { x, y: 1, width: PANEL[2].min(window.width - x), height: window.height - 3 }
        } else {
            Rect {
                x: 1,
                y: top,
                width: window.width - 1,
                height: layout.notice.y.saturating_sub(top),
            }
        };
        layout.corner = old.follow(cursor, size, rows, columns);
        layout
    }

    /// The columns that row numbers take, spaces around them included.
    pub(super) fn label_width(size: Size) -> u16 {
        size.rows().to_string().len() as u16 + 3
    }

    /// The top left cell, moved no further than it takes to have the cursor in view.
    fn follow(&self, cursor: Cell, size: Size, rows: u16, columns: u16) -> (u16, u16) {
        let (top, left) = if self.size == Some(size) { self.corner } else { (size.rows() - 1, 0) };
        let top = top.clamp(cursor.row(), (cursor.row() + rows - 1).min(size.rows() - 1));
        let top = top.max(rows - 1);
        let left = left.clamp((cursor.column() + 1).saturating_sub(columns), cursor.column());
        (top, left.min(size.columns() - columns))
    }

    /// The rows and columns in view, from the top and from the left.
    pub(super) fn in_view(&self) -> (impl Iterator<Item = u16>, impl Iterator<Item = u16>) {
        let (columns, rows) = match self.cell {
            (0, _) | (_, 0) => (0, 0),
            (width, height) => (self.board.width / width, self.board.height / height),
        };
        let (top, left) = self.corner;
        ((0..rows).map(move |down| top - down), left..left + columns)
    }

    /// How many rows are in view.
    pub(super) fn rows_in_view(&self) -> u16 {
        self.board.height / self.cell.1.max(1)
    }

    /// Where a cell is drawn, if it is in view.
    pub(super) fn rect(&self, cell: Cell) -> Option<Rect> {
        let (width, height) = self.cell;
        let down = self.corner.0.checked_sub(cell.row())?;
        let right = cell.column().checked_sub(self.corner.1)?;
        let rect = Rect {
            x: self.board.x.checked_add(right.checked_mul(width)?)?,
            y: self.board.y.checked_add(down.checked_mul(height)?)?,
            width,
            height,
        };
        (self.board.intersection(rect) == rect && !rect.is_empty()).then_some(rect)
    }

    /// The cell drawn at a place of the screen.
    pub(super) fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        if !self.board.contains((x, y).into()) {
            return None;
        }
        let (right, down) = ((x - self.board.x) / self.cell.0, (y - self.board.y) / self.cell.1);
        Some(Cell::new(self.corner.0 - down, self.corner.1 + right))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_cursor_is_in_view_and_the_mouse_finds_every_cell_where_it_is_drawn(
            window in (0..200_u16, 0..100_u16),
            sides in (1..120_u16, 1..120_u16),
            cursors in proptest::collection::vec((0..120_u16, 0..120_u16), 1..8),
        ) {
            let window = Rect::new(0, 0, window.0, window.1);
            let size = Size::new(sides.0, sides.1).unwrap();
            let mut layout = Layout::default();
            for (row, column) in cursors {
                let cursor = Cell::new(row % sides.0, column % sides.1);
                layout = Layout::new(window, size, cursor, &layout);
                if !layout.fits {
                    continue;
                }
                prop_assert!(layout.rect(cursor).is_some());
                let (rows, columns) = layout.in_view();
                let columns: Vec<u16> = columns.collect();
                for row in rows {
                    for &column in &columns {
                        let cell = Cell::new(row, column);
                        prop_assert!(size.contains(cell));
                        let rect = layout.rect(cell).unwrap();
                        prop_assert_eq!(window.intersection(rect), rect);
                        prop_assert_eq!(layout.cell_at(rect.x, rect.y), Some(cell));
                        prop_assert_eq!(layout.cell_at(rect.right() - 1, rect.bottom() - 1), Some(cell));
                    }
                }
                for area in [layout.title, layout.panel, layout.notice, layout.footer] {
                    prop_assert_eq!(window.intersection(area).area(), area.area());
                    prop_assert!(!area.intersects(layout.board) || area.is_empty());
                }
            }
        }
    }
}

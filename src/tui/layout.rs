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
    /// The keys and glyphs explained, when they are, in place of board and panel.
    pub help: Rect,
    /// How large the cells are, and what is between them.
    pub form: Form,
    /// The top left cell in view: its row and column.
    pub corner: (u16, u16),
    /// Does the window hold a board at all?
    pub fits: bool,
    /// How many rows and columns are in view.
    view: (u16, u16),
    size: Option<Size>,
}

/// How large cells are drawn, and what is between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    /// The width and height of a cell.
    pub cell: (u16, u16),
    pub lines: Lines,
}

/// What parts the regions of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Lines {
    /// There are none.
    #[default]
    None,
    /// Lines around each region, for which there is a column and a row between cells.
    Boxes,
    /// Bars in a column between cells; a border below a cell is drawn at the foot of its own row, and
    /// there is a row for the one above the topmost cells.
    Bars,
}

impl Form {
    const fn new(cell: (u16, u16), lines: Lines) -> Self {
        Self { cell, lines }
    }

    /// How many columns and rows of the screen are between cells.
    fn between(self) -> (u16, u16) {
        match self.lines {
            Lines::None => (0, 0),
            Lines::Boxes => (1, 1),
            Lines::Bars => (1, 0),
        }
    }

    /// How many are before the first cells.
    fn before(self) -> (u16, u16) {
        if self.lines == Lines::None { (0, 0) } else { (1, 1) }
    }

    /// How far it is from one cell to the next.
    fn pitch(self) -> (u16, u16) {
        (self.cell.0 + self.between().0, self.cell.1 + self.between().1)
    }

    fn width(self, columns: u16) -> u16 {
        self.before().0 + columns * self.pitch().0
    }

    fn height(self, rows: u16) -> u16 {
        self.before().1 + rows * self.pitch().1
    }

    /// How many columns and rows of cells a part of the screen holds.
    fn hold(self, width: u16, height: u16) -> (u16, u16) {
        ((width - self.before().0) / self.pitch().0, (height - self.before().1) / self.pitch().1)
    }
}

/// The smallest window that holds a board.
pub(super) const SMALLEST: (u16, u16) = (24, 8);

/// The narrowest, the usual and the greatest width of the panel. It is narrowest only where more of
/// the board comes into view thereby.
const PANEL: [u16; 3] = [24, 34, 60];

/// The columns between board and panel.
const GAP: u16 = 3;

/// The forms that cells can have, the largest that fits is taken: twice as wide as high.
const PLAIN: &[Form] = &[
    Form::new((11, 5), Lines::None),
    Form::new((7, 3), Lines::None),
    Form::new((3, 1), Lines::None),
];

/// The same for a board with regions, where rows stand closer if there is no room for lines.
const PARTED: &[Form] = &[
    Form::new((11, 5), Lines::Boxes),
    Form::new((7, 3), Lines::Boxes),
    Form::new((3, 1), Lines::Boxes),
    Form::new((3, 1), Lines::Bars),
];

impl Layout {
    /// Arranges a window for a grid so that the cursor is in view. The old layout tells where the
    /// view was; `parted` is a board with regions.
    pub(super) fn new(window: Rect, size: Size, parted: bool, cursor: Cell, old: &Self) -> Self {
        let line = |y: u16| Rect { y, height: 1, ..window }.intersection(window);
        let mut layout = Self {
            title: line(0),
            notice: line(window.height.saturating_sub(2)),
            footer: line(window.height.saturating_sub(1)),
            fits: window.width >= SMALLEST.0 && window.height >= SMALLEST.1,
            help: Rect { y: 1, height: window.height.saturating_sub(2), ..window }
                .intersection(window),
            size: Some(size),
            ..Self::default()
        };
        if !layout.fits {
            return layout;
        }
        // Between title and notice, less the column letters; right of the row numbers.
        let labels = Self::label_width(size);
        let (width, height) = (window.width - labels, window.height - 4);
        let forms = if parted { PARTED } else { PLAIN };
        let smallest = forms[forms.len() - 1];
        let least = smallest.width(size.columns());
        let beside = width >= GAP + PANEL[0] + least.min(smallest.width(10));
        let board_width = match width.saturating_sub(GAP) {
            _ if !beside => width,
            width if width >= least + PANEL[1] => width - PANEL[1],
            width => (width - PANEL[0]).min(least),
        };
        let whole = |form: &Form| {
            form.width(size.columns()) <= board_width && form.height(size.rows()) <= height
        };
        let form = forms.iter().copied().find(whole).unwrap_or(smallest);
        let (columns, rows) = form.hold(board_width, height);
        let (columns, rows) = (columns.min(size.columns()), rows.min(size.rows()));
        (layout.form, layout.view) = (form, (rows, columns));
        layout.board =
            Rect { x: labels, y: 1, width: form.width(columns), height: form.height(rows) };
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
        let ((rows, columns), (top, left)) = (self.view, self.corner);
        ((0..rows).map(move |down| top - down), left..left + columns)
    }

    /// How many rows are in view.
    pub(super) fn rows_in_view(&self) -> u16 {
        self.view.0
    }

    /// Makes room for a notice of so many lines, over what is above it.
    pub(super) fn give_notice(&mut self, lines: u16) {
        let more = lines.saturating_sub(1).min(self.notice.y.saturating_sub(self.title.bottom()));
        self.notice.y -= more;
        self.notice.height += more;
    }

    /// Where a cell is drawn, if it is in view.
    pub(super) fn rect(&self, cell: Cell) -> Option<Rect> {
        let down = self.corner.0.checked_sub(cell.row())?;
        let right = cell.column().checked_sub(self.corner.1)?;
        if down >= self.view.0 || right >= self.view.1 {
            return None;
        }
        let (x, y) = self.form.before();
        let (pitch, (width, height)) = (self.form.pitch(), self.form.cell);
        let x = self.board.x + x + right * pitch.0;
        Some(Rect { x, y: self.board.y + y + down * pitch.1, width, height })
    }

    /// The cell drawn at a place of the screen. Lines belong to none, nor does what a notice covers.
    pub(super) fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        if !self.board.contains((x, y).into()) || self.notice.contains((x, y).into()) {
            return None;
        }
        let (before, pitch) = (self.form.before(), self.form.pitch());
        let right = (x - self.board.x).checked_sub(before.0)? / pitch.0;
        let down = (y - self.board.y).checked_sub(before.1)? / pitch.1;
        let row = self.corner.0.checked_sub(down)?;
        let cell = Cell::new(row, self.corner.1.checked_add(right)?);
        self.rect(cell).filter(|rect| rect.contains((x, y).into())).map(|_| cell)
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
            parted: bool,
            cursors in proptest::collection::vec((0..120_u16, 0..120_u16), 1..8),
        ) {
            let window = Rect::new(0, 0, window.0, window.1);
            let size = Size::new(sides.0, sides.1).unwrap();
            let mut layout = Layout::default();
            for (row, column) in cursors {
                let cursor = Cell::new(row % sides.0, column % sides.1);
                layout = Layout::new(window, size, parted, cursor, &layout);
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
                        prop_assert_eq!(layout.board.intersection(rect), rect);
                    }
                }
                // Each place belongs to the cell drawn there, and a line to none.
                for y in 0..window.height {
                    for x in 0..window.width {
                        let at = layout.cell_at(x, y);
                        let drawn = at.and_then(|cell| layout.rect(cell));
                        prop_assert!(drawn.is_none_or(|rect| rect.contains((x, y).into())));
                        prop_assert!(at.is_none_or(|cell| size.contains(cell)));
                    }
                }
                prop_assert_eq!(layout.form.lines == Lines::None, !parted);
                for area in [layout.title, layout.panel, layout.notice, layout.footer] {
                    prop_assert_eq!(window.intersection(area).area(), area.area());
                    prop_assert!(!area.intersects(layout.board) || area.is_empty());
                }
                // A notice of several lines covers cells, which are then not found.
                let mut covered = layout;
                covered.give_notice(4);
                for y in covered.notice.y..covered.notice.bottom() {
                    prop_assert_eq!(covered.cell_at(layout.board.x + 1, y), None);
                }
                prop_assert_eq!(covered.notice.bottom(), layout.notice.bottom());
            }
        }
    }

    #[test]
    fn regions_are_seen_whole_on_eleven_rows_and_in_boxes_where_these_fit() {
        for (window, side, lines) in [
            ((80, 24), 8, Lines::Boxes),
            ((80, 24), 9, Lines::Boxes),
            ((80, 24), 11, Lines::Bars),
            ((50, 20), 8, Lines::Bars),
            ((50, 20), 11, Lines::Bars),
            ((120, 40), 11, Lines::Boxes),
        ] {
            let (window, size) = (Rect::new(0, 0, window.0, window.1), Size::square(side).unwrap());
            let layout = Layout::new(window, size, true, Cell::new(0, 0), &Layout::default());
            assert_eq!((layout.form.lines, layout.view), (lines, (side, side)), "{window:?}");
        }
    }
}

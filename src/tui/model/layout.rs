mod form;

pub(in crate::tui) use form::{Form, Lines};
use form::{PARTED, PLAIN};
use ratatui::layout::Rect;

use crate::geometry::{Cell, Size};

/// Where everything is on the screen: computed once a frame, read by drawing and by the mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) struct Layout {
    /// The first line: what is configured, and how many solutions remain.
    pub title: Rect,
    /// The cells that are in view, without their labels.
    pub board: Rect,
    /// The cell under the cursor, the position and the decisions; may be empty.
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
    /// True if the window holds a board at all.
    pub fits: bool,
    /// How many rows and columns are in view.
    view: (u16, u16),
    size: Option<Size>,
}

/// The smallest window that holds a board.
pub(in crate::tui) const SMALLEST: (u16, u16) = (24, 8);

/// The usual and the narrowest width of a panel beside the board, and its greatest.
const PANEL: [u16; 3] = [34, 24, 60];

/// The columns between board and panel.
const GAP: u16 = 3;

/// The fewest lines of a panel below the board.
const BELOW: u16 = 4;

/// The columns of a board that scrolls which stay in view beside a panel.
const COLUMNS: u16 = 10;

/// What a board needs of its window.
#[derive(Clone, Copy, Debug)]
pub(in crate::tui) struct Need {
    pub size: Size,
    /// True if it has regions.
    pub parted: bool,
    /// True if cells show two digits.
    pub digits: bool,
}

impl Need {
    /// The forms that will do.
    fn forms(self) -> &'static [Form] {
        let forms = if self.parted { PARTED } else { PLAIN };
        // Two digits take the column that neighbours would share.
        if self.digits { &forms[..forms.len() - 1] } else { forms }
    }
}

/// Where the panel is, and how wide or high it is at least.
#[derive(Clone, Copy, Debug)]
enum Panel {
    Beside(u16),
    Below(u16),
}

impl Panel {
    /// Best first.
    const BESIDE: &[Self] = &[Self::Beside(PANEL[0]), Self::Beside(PANEL[1])];
    const ANY: &[Self] = &[Self::Beside(PANEL[0]), Self::Beside(PANEL[1]), Self::Below(BELOW)];
    const NOWHERE: &[Self] = &[Self::Below(0)];

    /// What it leaves to the board.
    fn left(self, (width, height): (u16, u16)) -> (u16, u16) {
        match self {
            Self::Beside(least) => (width.saturating_sub(GAP + least), height),
            Self::Below(least) => (width, height.saturating_sub(least)),
        }
    }

    /// The best position for the panel and the largest form that goes with it, in so many columns and
    /// rows. The board is seen whole before it has a panel, and with a panel before its cells are wide.
    fn choose(room: (u16, u16), need: Need) -> (Self, Form) {
        let (forms, size) = (need.forms(), need.size);
        let smallest = forms[forms.len() - 1];
        let is_wide = |panel: Self, form: Form| form.width(size.columns()) <= panel.left(room).0;
        let is_high = |panel: Self, form: Form| form.height(size.rows()) <= panel.left(room).1;
        let best = |panels: &[Self], fits: &dyn Fn(Self, Form) -> bool| {
            let form = |panel| forms.iter().copied().find(|&form| fits(panel, form));
            panels.iter().find_map(|&panel| form(panel).map(|form| (panel, form)))
        };
        let whole = |panel, form| is_wide(panel, form) && is_high(panel, form);
        // A board that scrolls does so in one direction, if it can.
        let lies_low = |panel, form: Form| is_wide(panel, form) && form.pitch().1 == 1;
        let scrolls = Self::Beside(PANEL[1]);
        let keeps = smallest.width(size.columns().min(COLUMNS)) <= scrolls.left(room).0;
        best(Self::ANY, &|panel, form| whole(panel, form) && !form.is_tight())
            .or_else(|| best(Self::ANY, &whole))
            .or_else(|| best(Self::NOWHERE, &whole))
            .or_else(|| best(Self::BESIDE, &lies_low))
            .or_else(|| keeps.then_some((scrolls, smallest)))
            .or_else(|| best(Self::NOWHERE, &lies_low))
            .unwrap_or((Self::Below(0), smallest))
    }
}

impl Layout {
    /// Arranges a window for a board so that the cursor is in view. The view moves from
    /// where the old layout had it.
    pub(in crate::tui) fn new(window: Rect, need: Need, cursor: Cell, old: &Self) -> Self {
        let line = |y: u16| Rect { y, height: 1, ..window }.intersection(window);
        let size = need.size;
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
        let room = (window.width - labels, window.height - 4);
        let (panel, form) = Panel::choose(room, need);
        let (width, height) = panel.left(room);
        let (columns, rows) = form.hold(width, height);
        let (columns, rows) = (columns.min(size.columns()), rows.min(size.rows()));
        (layout.form, layout.view) = (form, (rows, columns));
        layout.board =
            Rect { x: labels, y: 1, width: form.width(columns), height: form.height(rows) };
        layout.panel = match panel {
            Panel::Beside(_) => {
                let x = layout.board.right() + GAP;
                let width = PANEL[2].min(window.width - x);
                Rect { x, y: 1, width, height: window.height - 3 }
            }
            Panel::Below(_) => {
                let y = layout.board.bottom() + 1;
                let height = layout.notice.y.saturating_sub(y);
                Rect { x: 1, y, width: window.width - 1, height }
            }
        };
        layout.corner = old.follow(cursor, size, rows, columns);
        layout
    }

    /// The columns that row numbers take, spaces around them included.
    pub(in crate::tui) fn label_width(size: Size) -> u16 {
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
    pub(in crate::tui) fn in_view(&self) -> (impl Iterator<Item = u16>, impl Iterator<Item = u16>) {
        let ((rows, columns), (top, left)) = (self.view, self.corner);
        ((0..rows).map(move |down| top - down), left..left + columns)
    }

    /// How many rows are in view.
    pub(in crate::tui) fn rows_in_view(&self) -> u16 {
        self.view.0
    }

    /// Where a notice of so many lines stands: over what is above its first line.
    pub(in crate::tui) fn notice_of(&self, lines: u16) -> Rect {
        let Rect { y, height, .. } = self.notice;
        let more = lines.saturating_sub(1).min(y.saturating_sub(self.title.bottom()));
        Rect { y: y - more, height: height + more, ..self.notice }
    }

    /// Where a cell is drawn, if it is in view.
    pub(in crate::tui) fn rect(&self, cell: Cell) -> Option<Rect> {
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

    /// The cell at a position of the screen. A line belongs to the cell left of it or above, or else beside
    /// it: between small cells there would be hardly anything to click on otherwise.
    pub(in crate::tui) fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        if !self.board.contains((x, y).into()) {
            return None;
        }
        let (before, pitch) = (self.form.before(), self.form.pitch());
        let last = (self.view.0.checked_sub(1)?, self.view.1.checked_sub(1)?);
        let right = ((x - self.board.x).saturating_sub(before.0) / pitch.0).min(last.1);
        let down = ((y - self.board.y).saturating_sub(before.1) / pitch.1).min(last.0);
        let row = self.corner.0.checked_sub(down)?;
        Some(Cell::new(row, self.corner.1.checked_add(right)?))
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
            digits: bool,
            cursors in proptest::collection::vec((0..120_u16, 0..120_u16), 1..8),
        ) {
            let window = Rect::new(0, 0, window.0, window.1);
            let size = Size::new(sides.0, sides.1).unwrap();
            let need = Need { size, parted, digits };
            let mut layout = Layout::default();
            for (row, column) in cursors {
                let cursor = Cell::new(row % sides.0, column % sides.1);
                layout = Layout::new(window, need, cursor, &layout);
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
                        prop_assert_eq!(layout.cell_at(rect.right() - 1, rect.y), Some(cell));
                        prop_assert_eq!(layout.board.intersection(rect), rect);
                    }
                }
                // Each position of the board belongs to the cell drawn there, and a line to one beside it.
                for y in 0..window.height {
                    for x in 0..window.width {
                        let at = layout.cell_at(x, y);
                        let drawn = at.and_then(|cell| layout.rect(cell));
                        prop_assert_eq!(at.is_some(), layout.board.contains((x, y).into()));
                        let beside = |rect: Rect| {
                            (rect.x.saturating_sub(1)..=rect.right()).contains(&x)
                                && (rect.y.saturating_sub(1)..=rect.bottom()).contains(&y)
                        };
                        prop_assert!(drawn.is_none_or(beside));
                        prop_assert!(at.is_none_or(|cell| size.contains(cell)));
                    }
                }
                prop_assert_eq!(layout.form.lines == Lines::None, !parted);
                prop_assert!(!(digits && layout.form.is_tight()));
                for area in [layout.title, layout.panel, layout.notice, layout.footer] {
                    prop_assert_eq!(window.intersection(area).area(), area.area());
                    prop_assert!(!area.intersects(layout.board) || area.is_empty());
                }
                // A notice of several lines ends where one of a line does, below the title.
                let covered = layout.notice_of(4);
                prop_assert_eq!(covered.bottom(), layout.notice.bottom());
                prop_assert!(covered.y >= layout.title.bottom() && covered.height <= 4);
            }
        }
    }

    /// The layout of an n×n board with the cursor on a1.
    fn square(window: (u16, u16), rows: u16, parted: bool) -> Layout {
        let window = Rect::new(0, 0, window.0, window.1);
        let size = Size::square(rows).unwrap();
        let need = Need { size, parted, digits: false };
        Layout::new(window, need, Cell::new(0, 0), &Layout::default())
    }

    #[test]
    fn regions_are_seen_whole_with_a_panel_on_sixteen_rows_and_in_boxes_where_these_fit() {
        use Lines::{Bars, Boxes};
        for (window, side, lines, wide) in [
            ((80, 24), 8, Boxes, 3),
            ((80, 24), 9, Boxes, 3),
            ((80, 24), 11, Bars, 3),
            ((80, 24), 12, Bars, 3),
            ((80, 24), 14, Bars, 3),
            ((80, 24), 16, Bars, 2),
            ((50, 20), 8, Bars, 4),
            ((60, 20), 11, Bars, 4),
            ((60, 20), 12, Bars, 2),
            ((120, 40), 11, Boxes, 3),
            ((120, 40), 16, Boxes, 3),
        ] {
            let layout = square(window, side, true);
            let form = (layout.form.lines, layout.form.cell.0);
            assert_eq!((form, layout.view), ((lines, wide), (side, side)), "{window:?} {side}");
            assert!(layout.panel.height >= BELOW, "{window:?} {side}");
        }
    }

    #[test]
    fn a_board_is_seen_whole_before_it_has_a_panel_and_scrolls_in_one_direction_if_it_can() {
        for (window, side, parted, view) in [
            ((60, 20), 16, true, (16, 16)),
            ((40, 12), 8, false, (8, 8)),
            ((40, 12), 11, true, (7, 11)),
            ((40, 12), 16, true, (8, 16)),
            ((40, 12), 12, false, (8, 12)),
        ] {
            let layout = square(window, side, parted);
            assert_eq!((layout.view, layout.panel.height), (view, 0), "{window:?} {side}");
        }
        // One that scrolls anyway keeps its panel.
        for (window, side, view) in [((80, 24), 30, (20, 23)), ((80, 16), 16, (12, 16))] {
            let layout = square(window, side, false);
            assert!(layout.view == view && layout.panel.width >= PANEL[1], "{layout:?}");
        }
    }
}

//! What a click finds: drawing notes where it has drawn what, and the mouse asks that.

use ratatui::layout::Rect;

use crate::geometry::Cell;
use crate::tui::input::key::Key;

/// What a position of the screen stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Hit {
    Cell(Cell),
    /// The decision on a cell, in the list.
    Decision(Cell),
    /// An entry of the palette, by its index among those found.
    Entry(usize),
    /// Around the palette: a click closes it.
    Outside,
    /// A key that a click presses.
    Key(Key),
    /// A key that is explained: a click closes the explanation and presses the key.
    Explained(Key),
    /// A notice. What lies below it cannot be seen.
    Notice,
}

/// What was drawn where in the last frame, besides the cells of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) struct Hits {
    areas: Vec<(Rect, Hit)>,
    /// How far the overview of keys can be scrolled, in columns.
    pub scroll: u16,
}

impl Hits {
    /// Notes that an area was drawn over all earlier ones.
    pub(in crate::tui) fn add(&mut self, area: Rect, hit: Hit) {
        self.areas.push((area, hit));
    }

    /// What was drawn last at a position of the screen.
    pub(in crate::tui) fn at(&self, x: u16, y: u16) -> Option<Hit> {
        let area = self.areas.iter().rev().find(|(area, _)| area.contains((x, y).into()));
        area.map(|&(_, hit)| hit)
    }

    /// True if it was drawn.
    pub(in crate::tui) fn contains(&self, hit: Hit) -> bool {
        self.areas.iter().any(|&(_, drawn)| drawn == hit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_last_is_found_first() {
        let mut hits = Hits::default();
        let cell = Cell::new(1, 2);
        hits.add(Rect::new(2, 3, 10, 2), Hit::Decision(cell));
        hits.add(Rect::new(4, 3, 2, 1), Hit::Notice);
        assert_eq!((hits.at(4, 3), hits.at(6, 3)), (Some(Hit::Notice), Some(Hit::Decision(cell))));
        assert_eq!((hits.at(12, 3), hits.at(2, 5)), (None, None));
        assert!(hits.contains(Hit::Notice) && !hits.contains(Hit::Cell(cell)));
    }
}

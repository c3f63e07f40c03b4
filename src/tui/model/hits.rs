//! What a click hits: drawing records each area that can be clicked, and the mouse looks it up.

use ratatui::layout::Rect;

use crate::input::Key;
use engine::search::NodeId;
use geometry::Cell;

/// The target of a click on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hit {
    Cell(Cell),
    /// The decision on a cell, in the list of decisions.
    Decision(Cell),
    /// A remaining solution, by its index among the few there are.
    Solution(usize),
    /// An entry of the palette, by its index among those found.
    Entry(usize),
    /// One of several ways to take decisions back, by its index among those listed.
    Way(usize),
    /// The surroundings of the palette or of another list over the board: a click closes it.
    EffectHandler,
    /// A key that a click presses.
    Key(Key),
    /// A key in the overview of keys: a click closes the overview and presses it.
    Explained(Key),
    /// A node of the search tree that is drawn.
    Node(NodeId),
    /// The state of the watched search after this number of steps.
    Step(usize),
    /// The list of decisions, which scrolls.
    List,
    /// A node of the graph, by its index.
    GraphNode(usize),
    /// The graph, which scrolls.
    Graph,
    /// A notice. It covers what lies below.
    Notice,
}

/// The areas of the last frame except the cells of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hits {
    areas: Vec<(Rect, Hit)>,
    /// True if the model has changed since they were drawn.
    pub is_old: bool,
    /// Maximum scroll offset: of the overview of keys in columns, of a page of the manual in rows.
    pub scroll: u16,
    /// Number of visible rows of a page of the manual.
    pub page: u16,
    /// Maximum scroll offset of the list of decisions, in lines.
    pub list_scroll: usize,
    /// The lowest left and the highest right cell that the lens shows.
    pub lens: Option<(Cell, Cell)>,
}

impl Hits {
    /// No areas, until the next frame.
    pub(crate) fn none() -> Self {
        Self { is_old: true, ..Self::default() }
    }

    /// Adds an area on top of all earlier ones.
    pub(crate) fn add(&mut self, area: Rect, hit: Hit) {
        self.areas.push((area, hit));
    }

    /// The target of the topmost area at a position.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<Hit> {
        let area = self.areas.iter().rev().find(|(area, _)| area.contains((x, y).into()));
        area.map(|&(_, hit)| hit)
    }

    /// True if some area has this target.
    pub(crate) fn contains(&self, hit: Hit) -> bool {
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

//! The areas of the screen that can be clicked. Drawing records each area with its target, and a click looks up
//! its target.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use strum::EnumTryAs;

use crate::input::Key;
use app::operations::brush::Brush;
use geometry::Cell;

/// The target of a click on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumTryAs)]
pub(crate) enum Hit {
    Cell(Cell),
    /// The decision on a cell, in the list of decisions.
    Decision(Cell),
    /// A remaining solution, by its index in the list of remaining solutions.
    Solution(usize),
    /// An entry of the palette, by its index in the list of matching entries.
    Entry(usize),
    /// One of several sets of decisions to take back, by its index in the list.
    Way(usize),
    /// An entry of the list of repaints: the cell and its new region.
    Repaint(Cell, char),
    /// A brush of paint mode.
    Brush(Brush),
    /// The area around the palette or around another list over the board. A click closes the list.
    AroundList,
    /// A key that a click presses.
    Key(Key),
    /// A command that a click runs. If the command needs an argument, a click opens the palette.
    Command(&'static str),
    /// A typed line in the task of the lesson, by its index among the parts of the task between backquotes. A click
    /// runs it.
    TaskLine(usize),
    /// A key in the overview of keys. A click closes the overview and presses the key.
    Explained(Key),
    /// The state of the watched search after this number of steps.
    Step(usize),
    /// The list of decisions, which scrolls.
    List,
    /// A node of the graph, by its index.
    GraphNode(usize),
    /// The graph, which scrolls. A click marks the nearest node.
    Graph,
    /// The map of the whole graph. A click moves the window there.
    GraphMap,
    /// A notice, which covers the areas below.
    Notice,
}

/// The areas of the last frame except the cells of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hits {
    pub areas: Vec<(Rect, Hit)>,
    /// True if the model has changed since the areas were recorded.
    pub is_old: bool,
    /// Maximum scroll offset, in columns for the overview of keys, in rows for a page of the manual.
    pub max_scroll: u16,
    /// Number of visible rows of a page of the manual.
    pub page_rows: u16,
    /// Maximum scroll offset of the list of decisions, in lines.
    pub max_decisions_scroll: usize,
    /// The bottom left and the top right cell in the lens, if a lens is shown.
    pub lens: Option<(Cell, Cell)>,
}

/// The window that is drawn, and the areas in it that can be clicked.
pub(crate) struct Surface<'a> {
    pub buffer: &'a mut Buffer,
    pub hits: Hits,
}

impl Hits {
    /// Adds an area on top of all earlier areas.
    pub(crate) fn add(&mut self, area: Rect, hit: Hit) {
        self.areas.push((area, hit));
    }

    /// Adds the spans with a target of a line that is printed in an area. Spans are given by index and text.
    pub(crate) fn add_spans(
        &mut self,
        area: Rect,
        line: &Line<'_>,
        target: impl Fn(usize, &str) -> Option<Hit>,
    ) {
        let mut x = area.x;
        for (index, span) in line.spans.iter().enumerate() {
            let width = span.width() as u16;
            if let Some(hit) = target(index, &span.content) {
                self.add(Rect { x, width, ..area }.intersection(area), hit);
            }
            x += width;
        }
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

//! How many solutions have how many pieces, where the rules leave that open.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::context::Context;
use super::section::Section;
use crate::model::hits::Hits;
use crate::parts::columns::{self, Columns};
use crate::parts::digits;
use crate::parts::frame::{self, Frame};
use crate::parts::stack::{Need, Part};
use engine::Polynomial;

/// The best height of the chart, in rows.
const BEST: u16 = 7;

/// The least height of the chart: its columns have two rows.
const LEAST: u16 = columns::LEAST_ROWS + 1;

pub(super) struct PiecesPanel<'a> {
    context: &'a Context<'a>,
    solutions: &'a Polynomial,
    fewest: usize,
    most: usize,
}

impl<'a> PiecesPanel<'a> {
    /// The part; none if the numbers are not known, or all solutions have equally many pieces.
    pub(super) fn of(context: &'a Context<'a>) -> Option<Self> {
        let model = context.model;
        let solutions = model.session.knowledge().pieces.as_ref().filter(|_| model.tells_all())?;
        let fewest = solutions.terms().next()?.0;
        let most = solutions.terms().last()?.0;
        (fewest < most).then_some(Self { context, solutions, fewest, most })
    }
}

impl Section for PiecesPanel<'_> {
    fn part(&self, _width: u16) -> Part {
        Part { need: Need::Wanted, least: LEAST + frame::ROWS, best: BEST + frame::ROWS }
    }

    fn render(&self, buffer: &mut Buffer, area: Rect, _hits: &mut Hits) {
        let (context, styles) = (self.context, &self.context.styles);
        let fact = Line::from(context.dim(format!("{} to {} pieces", self.fewest, self.most)));
        let inside =
            Frame { title: "by pieces", fact, is_over: false }.render(buffer, area, styles);
        let largest = self.solutions.coefficients().iter().max();
        let largest = digits::grouped(&largest.map(ToString::to_string).unwrap_or_default());
        let shares = &self.solutions.shares()[self.fewest..];
        let chart = Columns { shares, first: self.fewest, largest: &largest };
        columns::render(buffer, inside, &chart, styles);
    }
}

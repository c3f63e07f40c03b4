//! The numbers of solutions by number of pieces, if solutions differ in their number of pieces.

use super::context::Context;
use super::section::{Draw, DrawnSection};
use crate::parts::columns::{self, Columns};
use crate::parts::{HeightRequest, PartPriority, frame, grouped};

/// Preferred height of the chart, in rows.
const BEST: u16 = 7;

/// Minimum height of the chart, in rows: two rows for its columns.
const LEAST: u16 = columns::LEAST_ROWS + 1;

/// The part of the panel. `None` if the numbers are unknown, or all solutions have the same number of pieces.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<DrawnSection<'a>> {
    let model = context.model;
    let solutions = model
        .app
        .session
        .knowledge()
        .counts_by_pieces
        .as_ref()
        .filter(|_| model.app.has_full_assist())?;
    let (fewest, most) = (solutions.terms().next()?.0, solutions.terms().last()?.0);
    let draw: Draw<'a> = Box::new(move |surface, inside| {
        let largest = solutions.coefficients().iter().max();
        let largest = largest.map(grouped).unwrap_or_default();
        let shares = &solutions.shares()[fewest..];
        let chart = Columns { shares, first: fewest, largest: &largest };
        columns::render(surface.buffer, inside, &chart, &context.styles);
    });
    let part = HeightRequest {
        need: PartPriority::Wanted,
        least: LEAST + frame::ROWS,
        best: BEST + frame::ROWS,
    };
    let fact = format!("{fewest} to {most} pieces");
    (fewest < most).then_some(DrawnSection {
        context,
        title: "by pieces",
        right_title: fact,
        part,
        draw,
    })
}

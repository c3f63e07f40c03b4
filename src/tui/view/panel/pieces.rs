//! The numbers of solutions by number of pieces, if solutions differ in their number of pieces.

use crate::model::Surface;
use crate::panel::{Context, Framed};
use crate::widgets::columns::{self, Columns};
use crate::widgets::grouped;

/// Preferred height of the chart, in rows.
const BEST: u16 = 7;

/// Minimum height of the chart, in rows: two rows for its columns.
const MIN_CHART_ROWS: u16 = columns::MIN_ROWS + 1;

/// The section of the panel. `None` if the numbers are unknown, or all solutions have the same number of pieces.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let solutions = context.session.knowledge().counts_by_pieces.as_ref();
    let solutions = solutions.filter(|_| context.model.app.has_full_assist())?;
    let (fewest, most) = (solutions.terms().next()?.0, solutions.terms().last()?.0);
    let draw = move |surface: &mut Surface<'_>, inside| {
        let largest = solutions.coefficients().iter().max();
        let largest = largest.map(grouped).unwrap_or_default();
        let shares = &solutions.shares()[fewest..];
        let chart = Columns { shares, first: fewest, largest: &largest };
        columns::render(surface.buffer, inside, &chart, &context.styles);
    };
    let section = Framed::drawing(context, "by pieces", MIN_CHART_ROWS..=BEST, draw);
    (fewest < most).then(|| section.right_title(format!("{fewest} to {most} pieces")))
}

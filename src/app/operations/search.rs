//! Searches that are watched or compared, and claims whose reasons are judged.

use super::parameters::{CLAIM, SEARCH};
use super::{Operation, Takes};
use crate::notice::{Notice, PositionNotice, SearchNotice};
use crate::{App, Reply, SearchComparison, SearchOrder, jobs};
use geometry::{Cell, Sizes, TableSize};
use session::Claim;

pub(super) static ROWS: &[Operation<App>] = &[
    Operation::new("search", "search", &Takes(&SEARCH, begin)).reveals().in_pause(),
    Operation::new("", "prove", &Takes(&CLAIM, claim))
        .unsolved()
        .here(|it, cell| it.session.decisions().get(cell).is_none()),
];

/// The usual smallest and largest size of a comparison.
const COMPARED_SIZES: &str = "4..12";

/// Asks for searches to watch or to compare.
///
/// # Errors
/// When the board fits no other size.
fn begin(app: &mut App, order: SearchOrder) -> Result<(), Notice> {
    match order {
        SearchOrder::Watch(searches) => {
            app.ask(jobs::Search(searches));
            Ok(())
        }
        SearchOrder::Compare(comparison) => compare(app, comparison),
    }
}

/// Compares searches in a table over the board.
///
/// # Errors
/// When the board fits no other size.
fn compare(app: &mut App, comparison: SearchComparison) -> Result<(), Notice> {
    let (rules, decisions) = (app.session.rules(), app.session.decisions());
    let fits_other_sizes =
        decisions.is_empty() && rules.regions().is_none() && rules.weights().is_none();
    let sizes = match &comparison.sizes {
        Some(_) if !fits_other_sizes => {
            return Err(SearchNotice::OtherSizes.into());
        }
        Some(sizes) => sizes.iter().collect(),
        None if fits_other_sizes => {
            COMPARED_SIZES.parse::<Sizes>().expect("a range of sizes").iter().collect()
        }
        None => vec![TableSize::single(rules.size())],
    };
    let all = sizes.len() * comparison.searches.len();

    app.reply(Reply::Comparison(all));
    app.ask(jobs::Compare { comparison, sizes });
    Ok(())
}

/// Begins a claim in words. A screen moves its cursor to the cell of the claim.
fn claim(app: &mut App, (text, cell): (String, Cell)) -> Result<(), Notice> {
    let claim = Claim::parse(&text, cell, app.session.problem())?;
    if app.session.decisions().get(claim.cell).is_some() {
        return Err(PositionNotice::NotOpen { cell: claim.cell }.into());
    }
    app.lead = Some(claim.cell);
    app.reply(Reply::Claim(claim.clone()));
    app.ask(jobs::JudgeClaim(claim));
    Ok(())
}

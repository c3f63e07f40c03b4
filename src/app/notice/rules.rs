//! Notices about changed rules, and about contents that cannot be exported.

use itertools::Itertools;

use crate::{Action, LessonSource};
use engine::OtherCells;
use export::MAX_CELLS;
use geometry::{Cell, group_digits};
use problem::{GroupId, NoWeights};

notices! {
    /// How the rules have changed, or why not.
    RulesNotice, names:
    /// Pieces may attack each other, or must not.
    BoardRule { holds: bool } => {
        format!("pieces {} attack each other", if *holds { "must not" } else { "may" })
    };
    /// A link to rules that leave another number of solutions than one was copied.
    NoPuzzleYet { number: String, link: String } =>
        format!("copied, though no puzzle yet with {} solutions: {link}", group_digits(number));
    Free => "pieces cost nothing";
    CostLimit { limit: Option<i64> } => match limit {
        Some(limit) => format!("a solution costs at most {limit}"),
        None => "a solution may cost anything".to_owned(),
    };
    NoWeights { error: NoWeights } => format!("{error} (':weights FILE' does)");
    /// The board cannot be compared with a board that has other cells.
    OtherCells { error: OtherCells } => error.to_string();
    NoRegionsDrawn => {
        let paint = names.operation(Action::PAINT);
        format!("'regions' is a rule, but no regions are drawn ({paint} paints them)")
    };
    /// Cells have been put into a region.
    InRegion { cells: Vec<Cell>, region: char } => {
        let cells = match cells[..] {
            [cell] => format!("{cell} is"),
            _ => format!("{} cells are", cells.len()),
        };
        format!("{cells} in {}", names.group(GroupId::Region(*region)))
    };
    /// A piece on cells has a cost.
    Costs { cells: Vec<Cell>, weight: i64 } => match cells[..] {
        [cell] => format!("a piece on {cell} costs {weight}"),
        _ => format!("a piece on each of {} cells costs {weight}", cells.len()),
    };
    TooLargeToDraw => format!("boards of more than {MAX_CELLS} cells are not drawn");
    SolutionUnknown => "the solution is not known";
    NoPuzzle => "only a puzzle with one solution is drawn with its solution";
    OtherLessons => {
        let others = LessonSource::names().skip(1).map(|name| format!("':lesson {name}'"));
        format!("other lessons: {}", { others }.join(", "))
    };
}

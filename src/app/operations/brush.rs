//! Painting: cells become holes, join regions, or get weights.

use crate::App;
use crate::notice::{Notice, PaintNotice};
use geometry::{Cell, Grid};
use problem::{Decisions, Problem, Regions, Requirement, Rules, Weights, WeightsError};
use session::Refusal;

/// The region of all unpainted cells after the first region is painted.
pub const REMAINDER_REGION: char = 'a';

/// The effect of the brush on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// The region of this letter or digit.
    Region(char),
    /// Turns cells into holes.
    Hole,
    /// Turns holes back into cells.
    Filling,
    /// The cost of a piece on the cell.
    Weight(i64),
}

/// Paints cells in one undo step.
pub fn paint(app: &mut App, cells: &[Cell], brush: Brush) {
    let grid = app.session.rules().grid();
    let standing = cells.iter().find(|&&cell| !grid.is_hole(cell));
    if let (Brush::Filling, Some(cell)) = (brush, standing) {
        return app.refuse(PaintNotice::NoHole { cell: *cell });
    }
    let problem = app.session.problem().clone();
    match cells.iter().try_fold(problem, |problem, &cell| painted(&problem, cell, brush)) {
        Ok(problem) => set_problem(app, problem),
        Err(refusal) => app.refuse(refusal),
    }
}

/// Replaces the problem. If the first region was drawn, all other cells are in a second region, which a notice names.
pub fn set_problem(app: &mut App, problem: Problem) {
    let rules = app.session.rules();
    let (had_regions, old_puzzle) = (rules.regions().is_some(), rules.known_puzzle());
    app.session.set_problem(problem);
    let rules = app.session.rules();
    if !had_regions && rules.regions().is_some() {
        let is_asked = rules.requirements().iter().any(Requirement::needs_regions);
        let puzzle = rules.known_puzzle().filter(|&new| old_puzzle != Some(new));
        app.say(PaintNotice::OtherCells { region: REMAINDER_REGION, is_asked, puzzle });
    }
}

/// Returns the problem with a cell painted. Decisions are kept, except on a cell that becomes a hole.
///
/// # Errors
/// When a given decision is on a cell that would become a hole, and when a weight is for a hole or too large.
///
/// # Panics
/// When the cell is off the grid.
pub fn painted(problem: &Problem, cell: Cell, brush: Brush) -> Result<Problem, Notice> {
    let (rules, decisions) = (problem.rules(), problem.decisions());
    let rules = match brush {
        Brush::Hole if decisions.is_given(cell) => return Err(Refusal::Given(cell).into()),
        Brush::Hole => rules.with_grid(with_hole(rules.grid(), cell, true)),
        Brush::Filling => rules.with_grid(with_hole(rules.grid(), cell, false)),
        Brush::Region(letter) => in_region(rules, cell, letter),
        Brush::Weight(_) if rules.grid().is_hole(cell) => {
            return Err(PaintNotice::Hole { cell }.into());
        }
        Brush::Weight(weight) => with_weight(rules, cell, weight)?,
    };
    let kept = decisions.iter().filter(|&(cell, _)| rules.check(cell).is_ok());
    let mut kept: Decisions = kept.collect();
    decisions.givens().for_each(|given| kept.insert_given(given));
    Ok(Problem::with_decisions(rules.into(), kept).expect("all on cells that are no holes"))
}

fn with_hole(grid: &Grid, cell: Cell, is_hole: bool) -> Grid {
    let others = grid.holes().iter().filter(|&hole| hole != cell);
    let holes: Vec<Cell> = others.chain(is_hole.then_some(cell)).collect();
    grid.clone().with_holes(holes).expect("cells of the same grid")
}

/// The rules with another weight of a cell. Without weights, all other cells get weight 0.
fn with_weight(rules: &Rules, cell: Cell, weight: i64) -> Result<Rules, WeightsError> {
    let size = rules.size();
    let old = rules.weights().map(|weights| weights.cells().to_vec());
    let mut weights = old.unwrap_or_else(|| vec![0; size.cells()]);
    weights[size.index(cell)] = weight;
    let weights = Weights::new(size, weights)?;
    Ok(rules.clone().with_weights(Some(weights)).expect("weights of the same size"))
}

fn in_region(rules: &Rules, cell: Cell, letter: char) -> Rules {
    let grid = with_hole(rules.grid(), cell, false);
    let old = |at| rules.regions().map_or(Some(REMAINDER_REGION), |regions| regions.region(at));
    let regions = Regions::new(&grid, |at| if at == cell { Some(letter) } else { old(at) });
    // Who paints regions on the board of n queens makes a puzzle of coloured queens.
    if Rules::queens(rules.size().rows()).is_ok_and(|plain| plain == *rules) {
        return Rules::coloured_queens(grid).with_regions(&regions).expect("of the same grid");
    }
    rules.with_grid(grid).with_regions(&regions).expect("drawn for the same grid")
}

use crate::app::notice::{Notice, PaintNotice};
use geometry::{Cell, Grid};
use problem::{Decisions, Problem, Regions, Rules, Weights, WeightsError};
use session::{Refusal, Stamp};

/// The region of all unpainted cells after the first region is painted.
pub(crate) const REMAINDER_REGION: char = 'a';

/// The effect of the brush on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Brush {
    /// The region of this letter or digit.
    Region(char),
    Hole,
    /// Turns holes back into cells.
    Filling,
    /// The cost of a piece on the cell.
    Weight(i64),
}

/// The state of paint mode.
#[derive(Clone, Debug)]
pub(crate) struct Painting {
    pub brush: Brush,
    /// The result of the current drag, which becomes one step when the button is released.
    pub stroke: Option<Problem>,
    /// True if the board shows where two solutions differ.
    pub differs: bool,
    /// The list of repaints, if it is open.
    pub list: Option<RepaintList>,
    /// The weight that is being typed, if any.
    pub typed: Option<TypedWeight>,
}

/// A weight that is being typed. As long as the cursor and the position stay the same, the next key changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypedWeight {
    pub cell: Cell,
    /// The position after the last key.
    pub stamp: Stamp,
    /// True if the typed keys have made an undo step, which is then the latest step.
    pub has_step: bool,
    /// True if a minus sign precedes digits that are not typed yet.
    pub is_negative: bool,
}

/// The open list of repaints.
#[derive(Clone, Debug, Default)]
pub(crate) struct RepaintList {
    /// The cell of the marked repaint, and its new region; `None` marks the best repaint.
    pub marked: Option<(Cell, char)>,
}

impl Default for Painting {
    fn default() -> Self {
        Self { brush: Brush::Region('b'), stroke: None, differs: false, list: None, typed: None }
    }
}

impl Painting {
    /// True if weights are set, false if regions and holes are painted.
    pub(crate) const fn is_of_weights(&self) -> bool {
        matches!(self.brush, Brush::Weight(_))
    }
}

/// Returns the problem with a cell painted. Decisions are kept, except on a cell that becomes a hole.
///
/// # Errors
/// When a given decision is on a cell that would become a hole, and when a weight is for a hole or too large.
pub(crate) fn painted(problem: &Problem, cell: Cell, brush: Brush) -> Result<Problem, Notice> {
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
    rules.with_grid(grid).with_regions(&regions).expect("drawn for the same grid")
}

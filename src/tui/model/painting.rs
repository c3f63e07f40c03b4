use geometry::{Cell, Grid};
use problem::{Decisions, Problem, Regions, Rules};
use session::Refusal;

/// The region of all unpainted cells after the first region is painted.
pub(crate) const REST: char = 'a';

/// The effect of the brush on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Brush {
    /// The region of this letter or digit.
    Region(char),
    Hole,
    /// Turns holes back into cells.
    Filling,
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
}

/// The open list of repaints.
#[derive(Clone, Debug, Default)]
pub(crate) struct RepaintList {
    /// The cell of the marked repaint, and its new region; `None` marks the best repaint.
    pub marked: Option<(Cell, char)>,
}

impl Default for Painting {
    fn default() -> Self {
        Self { brush: Brush::Region('b'), stroke: None, differs: false, list: None }
    }
}

/// Returns the problem with a cell painted. Decisions are kept, except on a cell that becomes a hole.
///
/// # Errors
/// When a given decision is on a cell that would become a hole.
pub(crate) fn painted(problem: &Problem, cell: Cell, brush: Brush) -> Result<Problem, Refusal> {
    let (rules, decisions) = (problem.rules(), problem.decisions());
    let rules = match brush {
        Brush::Hole if decisions.is_given(cell) => return Err(Refusal::Given(cell)),
        Brush::Hole => rules.with_grid(with_hole(rules.grid(), cell, true)),
        Brush::Filling => rules.with_grid(with_hole(rules.grid(), cell, false)),
        Brush::Region(letter) => in_region(rules, cell, letter),
    };
    let kept = decisions.iter().filter(|&(cell, _)| rules.check(cell).is_ok());
    let mut kept: Decisions = kept.collect();
    decisions.givens().for_each(|given| kept.give(given));
    Ok(Problem::decided(rules.into(), kept).expect("all on cells that are no holes"))
}

fn with_hole(grid: &Grid, cell: Cell, is_hole: bool) -> Grid {
    let others = grid.holes().iter().filter(|&hole| hole != cell);
    let holes: Vec<Cell> = others.chain(is_hole.then_some(cell)).collect();
    grid.clone().with_holes(holes).expect("cells of the same grid")
}

fn in_region(rules: &Rules, cell: Cell, letter: char) -> Rules {
    let grid = with_hole(rules.grid(), cell, false);
    let old = |at| rules.regions().map_or(Some(REST), |regions| regions.region(at));
    let regions = Regions::new(&grid, |at| if at == cell { Some(letter) } else { old(at) });
    rules.with_grid(grid).with_regions(&regions).expect("drawn for the same grid")
}

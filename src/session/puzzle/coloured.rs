//! Makes colour-region puzzles: finds regions under which the rules have exactly one solution.

mod descent;
mod graded;
mod partition;
mod solver;

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Outcome, with_givens};
use engine::{Answer, Budget, Progress};
use geometry::{Grid, Piece, Size};
use partition::{Partition, Pieces};
use problem::{Bounds, Family, Problem, Requirement, Rules};
use solver::{CellLists, FoundSolutions};

pub(super) use graded::make_graded;
pub use partition::MOST_REGIONS;

/// Maximum number of starting solutions.
const ATTEMPTS: usize = 1000;

/// Maximum number of choices in a search for a second solution.
const CHOICES: usize = 5000;

/// Maximum size of a region, as a multiple of the mean region size.
const LARGEST: usize = 3;

/// The rules of coloured queens, without regions: at least one rook + ferz in each row, column and region.
pub fn coloured_rules(grid: Grid) -> Rules {
    let needs = [Family::Rows, Family::Columns, Family::Regions];
    let needs = needs.map(|family| Requirement { family, bounds: Bounds::AT_LEAST_ONE });
    Rules::new(grid, rook_and_ferz(), needs)
}

/// The usual number of stars on a board of this size: one, or two from 8 rows on.
pub fn usual_stars(size: Size) -> u32 {
    if size.rows() < 8 { 1 } else { 2 }
}

fn rook_and_ferz() -> Piece {
    "RF".parse().expect("a piece in Betza notation")
}

/// The number of regions of a colour-region puzzle under these rules: the number of rows, or of columns if only
/// columns are required.
pub fn regions_of(rules: &Rules) -> usize {
    let requires = |family| rules.requirements().iter().any(|need| need.family == family);
    let size = rules.size();
    let by_columns = requires(Family::Columns) && !requires(Family::Rows);
    usize::from(if by_columns { size.columns() } else { size.rows() })
}

/// Adds [`regions_of`] connected regions to the problem, so that exactly one solution remains. The new regions
/// replace the problem's regions. The decisions are kept, and the placed pieces become givens.
///
/// Regions grow at random around the pieces of a random solution. While there are other solutions, a cell on
/// which many of them have a piece moves to a neighbouring region. Among such changes, the one that leaves the
/// fewest solutions is made. If this does not lead to a single solution, the next random solution is tried, up
/// to 1000. The same seed makes the same puzzle.
///
/// Also returns [`Outcome::NotFound`] if more than [`MOST_REGIONS`] regions are needed. Weights are kept, but a
/// limit of cost is refused.
///
/// # Errors
/// When the budget ends first.
pub(super) fn make(problem: &Problem, seed: u64, budget: &Budget) -> Answer<Outcome> {
    let setting = match Setting::new(problem, budget)? {
        Ok(setting) => setting,
        Err(refusal) => return Ok(refusal),
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..ATTEMPTS {
        let Some((mut attempt, partition)) = Attempt::begin(&setting, &mut random, budget)? else {
            return Ok(Outcome::NoSolution);
        };
        if let Some(partition) = partition
            && let Some(partition) = attempt.descend(partition)?
        {
            return Ok(setting.puzzle(&partition));
        }
    }
    Ok(Outcome::NotFound)
}

/// A problem to divide into regions.
struct Setting {
    /// The problem without regions.
    blank: Problem,
    board: CellLists,
    /// The number of regions.
    number: usize,
    /// The allowed number of pieces in each region.
    bounds: Bounds,
    /// The allowed number of cells in each region.
    sizes: RangeInclusive<usize>,
}

impl Setting {
    /// Removes the regions of a problem. Returns an outcome instead if the problem cannot be divided into
    /// regions.
    fn new(problem: &Problem, budget: &Budget) -> Answer<Result<Self, Outcome>> {
        let rules = problem.rules();
        let (number, bounds) = (regions_of(rules), bounds_of_regions(rules));
        if rules.max_cost().is_some() {
            return Ok(Err(Outcome::LimitedCosts));
        } else if number > MOST_REGIONS {
            return Ok(Err(Outcome::NotFound));
        }
        // Requirements of regions are kept. They have no effect without regions.
        let blank = with_rules(problem, rules.without_regions());
        let in_all = |bound: u32| bound.saturating_mul(number as u32);
        let pieces = Bounds { lower: in_all(bounds.lower), upper: bounds.upper.map(in_all) };
        let board = CellLists::new(&blank, bounds, pieces, budget)?;
        // On large boards, every region has room for at least one empty cell.
        let room = (rules.grid().standing().count() / number).max(1);
        let sizes = room.min(bounds.lower as usize + 1)..=room * LARGEST;
        Ok(Ok(Self { blank, board, number, bounds, sizes }))
    }

    /// The problem divided into these regions.
    fn parted(&self, partition: &Partition) -> Problem {
        let rules = self.blank.rules();
        let regions = partition.lettered(rules.grid());
        let rules = Rules::clone(rules).with_regions(&regions).expect("they are of this grid");
        with_rules(&self.blank, rules)
    }

    fn puzzle(&self, partition: &Partition) -> Outcome {
        Outcome::Puzzle(with_givens(&self.parted(partition), []))
    }
}

/// The problem's decisions under other rules on the same grid.
fn with_rules(problem: &Problem, rules: Rules) -> Problem {
    let problem = Problem::decided(Arc::new(rules), problem.decisions().clone());
    problem.expect("decisions on the same grid")
}

/// An attempt to divide the board around the pieces of one solution.
struct Attempt<'a> {
    setting: &'a Setting,
    /// The solution that is to remain the only one.
    solution: Pieces,
    random: &'a mut ChaCha8Rng,
    budget: &'a Budget,
}

impl<'a> Attempt<'a> {
    /// Draws a random solution and grows random regions around its pieces. The partition is `None` if the
    /// regions do not fit. Returns `None` if there is no solution.
    fn begin(
        setting: &'a Setting,
        random: &'a mut ChaCha8Rng,
        budget: &'a Budget,
    ) -> Answer<Option<(Self, Option<Partition>)>> {
        let Some(solution) = setting.board.draw(random, budget)? else { return Ok(None) };
        let grid = setting.blank.rules().grid();
        let partition = Partition::around(&solution, grid, setting.number, setting.bounds, random);
        let partition = partition.filter(|parts| parts.keeps(&setting.sizes));
        if partition.is_none() {
            // If no partition ever fits, this is the only check of the budget.
            budget.check(Progress::default())?;
        }
        Ok(Some((Self { setting, solution, random, budget }, partition)))
    }

    /// True if a short search shows that exactly one solution remains under these regions.
    fn is_unique(&mut self, partition: &Partition) -> Answer<bool> {
        let found = self.solutions(partition, None, 2, CHOICES)?;
        Ok(found.solutions.len() == 1 && !found.more)
    }

    /// Finds up to `most` solutions under these regions, with at most `choices` choices. If `with` is given,
    /// only solutions with a piece on this cell.
    fn solutions(
        &mut self,
        partition: &Partition,
        with: Option<usize>,
        most: usize,
        choices: usize,
    ) -> Answer<FoundSolutions> {
        let board = &self.setting.board;
        board.solutions(partition, with, most, choices, self.random, self.budget)
    }

    /// Moves a random cell without a piece to a neighbouring region; `None` if no cell can move.
    fn changed(&mut self, partition: &Partition) -> Option<Partition> {
        let mut cells: Vec<usize> = (0..partition.regions().len()).collect();
        cells.retain(|cell| !self.solution.contains(cell));
        cells.shuffle(self.random);
        cells.into_iter().find_map(|cell| {
            let others = partition.others(cell, &self.setting.sizes);
            Some(partition.with(cell, *others.choose(self.random)?))
        })
    }
}

/// The allowed number of pieces in each region.
fn bounds_of_regions(rules: &Rules) -> Bounds {
    let bounds = rules.bounds_of(Family::Regions);
    bounds.map_or(Bounds::AT_LEAST_ONE, |bounds| bounds.and(Bounds::AT_LEAST_ONE))
}

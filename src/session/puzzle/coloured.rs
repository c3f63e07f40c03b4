//! Colour-region puzzles: regions for which the rules have exactly one solution.

mod descent;
mod expert;
mod graded;
mod partition;
mod solver;

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Outcome, with_givens};
use descent::Descent;
use engine::{Budget, Interrupted, Progress};
use geometry::{Grid, Piece, Size};
use partition::{Partition, Pieces};
use problem::{Bounds, Family, Problem, Requirement, Rules};
use solver::CellLists;

pub use graded::make_coloured_graded;
pub use partition::MOST_REGIONS;

/// How many starting solutions are tried.
const ATTEMPTS: usize = 1000;

/// The largest number of choices of a search for a second solution.
const CHOICES: usize = 5000;

/// The largest size of a region as a multiple of the mean.
const LARGEST: usize = 3;

/// The rules of the usual colour-region puzzle: a rook + ferz in each row, column and region. They have
/// no regions yet.
#[must_use]
pub fn coloured_rules(grid: Grid) -> Rules {
    let needs = [Family::Rows, Family::Columns, Family::Regions];
    let needs = needs.map(|family| Requirement { family, bounds: Bounds::AT_LEAST_ONE });
    Rules::new(grid, rook_and_ferz(), needs)
}

/// The usual number of stars on a board of this size: one, or two from 8 rows on.
#[must_use]
pub fn usual_stars(size: Size) -> u32 {
    if size.rows() < 8 { 1 } else { 2 }
}

fn rook_and_ferz() -> Piece {
    "RF".parse().expect("a piece in Betza notation")
}

/// The number of regions of a colour-region puzzle under these rules: that of the rows, or of the columns
/// if only columns are required.
#[must_use]
pub fn regions_of(rules: &Rules) -> usize {
    let requires = |family| rules.requirements().iter().any(|need| need.family == family);
    let size = rules.size();
    let by_columns = requires(Family::Columns) && !requires(Family::Rows);
    usize::from(if by_columns { size.columns() } else { size.rows() })
}

/// The problem with [`regions_of`] connected regions that leave exactly one solution. They replace its
/// regions; its decisions are kept, and its placed pieces become givens.
///
/// Regions grow at random around the pieces of a random solution. As long as there are other solutions,
/// a cell that many of them need moves to a neighbouring region: the change that leaves the fewest
/// solutions wins. If no change leaves fewer, another solution is tried, up to 1000. The same seed makes
/// the same puzzle.
///
/// Returns [`Outcome::NotFound`] also if there would be more than [`MOST_REGIONS`]. Weights stay, but there may be no
/// limit of cost.
///
/// # Errors
/// When the budget ends first.
pub fn make_coloured(
    problem: &Problem,
    seed: u64,
    budget: &Budget,
) -> Result<Outcome, Interrupted> {
    if problem.rules().max_cost().is_some() {
        return Ok(Outcome::LimitedCosts);
    }
    let Some(setting) = Setting::new(problem, budget)? else { return Ok(Outcome::NotFound) };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..ATTEMPTS {
        let Some(solution) = setting.board.draw(&mut random, budget)? else {
            return Ok(Outcome::NoSolution);
        };
        let Some(partition) = setting.partition(&solution, &mut random) else {
            // Checked here, too, in case no partition ever fits.
            budget.check(Progress::default())?;
            continue;
        };
        let (board, sizes, random) = (&setting.board, setting.sizes.clone(), &mut random);
        let mut descent = Descent { board, solution, sizes, random, budget };
        if let Some(partition) = descent.run(partition)? {
            return Ok(Outcome::Puzzle(with_givens(&parted(&setting.blank, &partition), [])));
        }
    }
    Ok(Outcome::NotFound)
}

/// A problem that is to be divided into regions.
struct Setting {
    /// The problem without regions.
    blank: Problem,
    board: CellLists,
    /// The number of regions.
    number: usize,
    /// The allowed number of pieces in each region.
    bounds: Bounds,
    /// The allowed numbers of cells of a region.
    sizes: RangeInclusive<usize>,
}

impl Setting {
    /// The problem without its regions; `None` if it needs more than [`MOST_REGIONS`].
    fn new(problem: &Problem, budget: &Budget) -> Result<Option<Self>, Interrupted> {
        let rules = problem.rules();
        let (number, bounds) = (regions_of(rules), bounds_of_regions(rules));
        if number > MOST_REGIONS {
            return Ok(None);
        }
        let blank = without_regions(problem);
        let in_all = |bound: u32| bound.saturating_mul(number as u32);
        let pieces = Bounds { lower: in_all(bounds.lower), upper: bounds.upper.map(in_all) };
        let board = CellLists::new(&blank, bounds, pieces, budget)?;
        // Where the board is large enough, every region has an empty cell.
        let room = (rules.grid().standing().count() / number).max(1);
        let sizes = room.min(bounds.lower as usize + 1)..=room * LARGEST;
        Ok(Some(Self { blank, board, number, bounds, sizes }))
    }

    /// Random regions around the pieces of a solution; `None` if that fails.
    fn partition(&self, solution: &Pieces, random: &mut ChaCha8Rng) -> Option<Partition> {
        let grid = self.blank.rules().grid();
        let partition = Partition::around(solution, grid, self.number, self.bounds, random);
        partition.filter(|parts| parts.keeps(&self.sizes))
    }

    /// True if regions leave one solution, and a short search shows it.
    fn is_unique(
        &self,
        partition: &Partition,
        random: &mut ChaCha8Rng,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        let found = self.board.solutions(partition, None, 2, CHOICES, random, budget)?;
        Ok(found.solutions.len() == 1 && !found.more)
    }

    /// The same regions with a random cell moved to a neighbouring region; `None` if no cell can move. The
    /// pieces of the solution stay in theirs.
    fn changed(
        &self,
        partition: &Partition,
        solution: &Pieces,
        random: &mut ChaCha8Rng,
    ) -> Option<Partition> {
        let mut cells: Vec<usize> = (0..partition.regions().len()).collect();
        cells.retain(|cell| !solution.contains(cell));
        cells.shuffle(random);
        cells.into_iter().find_map(|cell| {
            let others = partition.others(cell, &self.sizes);
            Some(partition.with(cell, *others.choose(random)?))
        })
    }
}

fn parted(blank: &Problem, partition: &Partition) -> Problem {
    let regions = partition.lettered(blank.rules().grid());
    let rules = Rules::clone(blank.rules()).with_regions(&regions).expect("they are of this grid");
    let problem = Problem::decided(Arc::new(rules), blank.decisions().clone());
    problem.expect("decisions on the same grid")
}

/// The same problem without regions. Their requirements stay, without effect.
fn without_regions(problem: &Problem) -> Problem {
    let rules = Arc::new(problem.rules().without_regions());
    let blank = Problem::decided(rules, problem.decisions().clone());
    blank.expect("decisions on the same grid")
}

/// The allowed number of pieces in each region.
fn bounds_of_regions(rules: &Rules) -> Bounds {
    let bounds = rules.bounds_of(Family::Regions);
    bounds.map_or(Bounds::AT_LEAST_ONE, |bounds| bounds.and(Bounds::AT_LEAST_ONE))
}

//! Makes colour-region puzzles: finds regions under which the rules have exactly one solution.

mod descent;
mod graded;
mod partition;
mod repair;
mod solver;

use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::Rng;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Outcome, with_givens};
use engine::{Answer, Budget, Progress};
use geometry::{Cell, Grid, Size, counted};
use partition::{Painted, Partition, Pieces};
use problem::{Bounds, Family, Problem, Regions, Rules};
use solver::{CellLists, FoundSolutions};

pub(super) use graded::make_graded;
pub use partition::MAX_REGIONS;
pub use repair::{
    FoundGrade, MAX_COUNTED, Repaint, RepairPart, Repairs, Superfluous, check, repainted, repair,
    solutions_in_words,
};

/// Maximum number of starting solutions.
const ATTEMPTS: usize = 1000;

/// Maximum size of a region, as a multiple of the mean region size.
const MAX_SIZE_FACTOR: usize = 3;

/// Mean percentage of tiny regions that a puzzle may have. Published puzzles have 19 % on average. Without a limit,
/// easy puzzles had 32 to 39 %.
const TINY_PERCENT: usize = 24;

/// Minimum mean size of a region for a limit of tiny regions, if each region has one piece. On smaller boards most regions
/// are small.
const LIMITED_MEAN: usize = 7;

/// Maximum number of partitions that are drawn for one attempt.
const DRAWS: usize = 50;

/// The rules of coloured queens, without regions: at least one rook + ferz in each row, column and region.
pub fn coloured_rules(grid: Grid) -> Rules {
    Rules::coloured_queens(grid)
}

/// The usual number of stars on a board of this size: two for 8 rows or more, otherwise one.
pub fn usual_stars(size: Size) -> u32 {
    if size.rows() < 8 { 1 } else { 2 }
}

/// The number of regions of a colour-region puzzle under these rules: the number of rows, or of columns if only
/// columns are required.
pub fn regions_of(rules: &Rules) -> usize {
    let requires = |family| rules.requirements().iter().any(|need| need.family == family);
    let size = rules.size();
    let by_columns = requires(Family::Columns) && !requires(Family::Rows);
    usize::from(if by_columns { size.columns() } else { size.rows() })
}

/// A drawing of regions that is not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BegunDrawing {
    /// The letters of the painted regions.
    pub painted: Vec<char>,
    /// The number of regions that are not drawn yet.
    pub missing: usize,
}

impl BegunDrawing {
    /// The drawing of these rules; `None` if it is finished or not begun. The first stroke on a board puts all other cells into
    /// one region, so the largest region is not painted, unless cells have no region.
    pub fn of(rules: &Rules) -> Option<Self> {
        let mut drawn = rules.regions()?.cells();
        let missing = regions_of(rules).saturating_sub(drawn.len());
        if rules.cells_without_region().next().is_none() {
            let largest = (0..drawn.len()).max_by_key(|&index| drawn[index].1.len());
            drawn.remove(largest.filter(|_| missing > 0 && drawn.len() > 1)?);
        }
        Some(Self { painted: drawn.into_iter().map(|(letter, _)| letter).collect(), missing })
    }

    /// Like [`Self::of`], but `None` for rules that are no [known puzzle](Rules::known_puzzle): only puzzles need all regions.
    pub fn of_puzzle(rules: &Rules) -> Option<Self> {
        rules.known_puzzle().and_then(|_| Self::of(rules))
    }

    /// The number of missing regions, as in `2 more regions needed`.
    pub fn in_words(&self) -> String {
        match self.missing {
            0 => "some cells have no region yet".to_owned(),
            missing => format!("{} needed", counted(missing, "more region", "more regions")),
        }
    }
}

/// Adds [`regions_of`] connected regions to the problem, so that exactly one solution remains. The new regions
/// replace the problem's regions, with two exceptions. If some cells have no region yet, these cells join the regions of the
/// problem or become new regions. If fewer regions than needed are drawn on all cells, so do the cells of the largest region.
/// Regions with a letter of `locked` stay as they are. The decisions are kept, and the placed pieces become givens.
///
/// Regions grow at random around the pieces of a random solution. While there are other solutions, a cell on
/// which many of them have a piece moves to a neighbouring region. Among such changes, the one that leaves the
/// fewest solutions is made. If this does not lead to a single solution, the next random solution is tried, up
/// to 1000. The same seed makes the same puzzle.
///
/// Also returns [`Outcome::NotFound`] if more than [`MAX_REGIONS`] regions are needed. Weights are kept, but a
/// limit of cost is refused.
///
/// # Errors
/// When the budget ends first.
pub(super) fn make(
    problem: &Problem,
    locked: &[char],
    seed: u64,
    budget: &Budget,
) -> Answer<Outcome> {
    let setting = match Setting::new(problem, locked, budget)? {
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
    /// The mean of the maximum number of tiny regions, in hundredths; `None` without a limit.
    tiny: Option<usize>,
    /// The cells that keep their regions.
    painted: Arc<Painted>,
    /// The painted cells in their regions with the allowed numbers of pieces, if some cells are painted.
    fixed: Option<(Partition, Vec<Bounds>)>,
}

impl Setting {
    /// Removes the regions of a problem. Returns an outcome instead if the problem cannot be divided into
    /// regions.
    fn new(problem: &Problem, locked: &[char], budget: &Budget) -> Answer<Result<Self, Outcome>> {
        let rules = problem.rules();
        let (number, bounds) = (regions_of(rules), bounds_of_regions(rules));
        let grid = rules.grid();
        let begun = BegunDrawing::of(rules).map(|begun| begun.painted).unwrap_or_default();
        let is_kept = |letter: &char| begun.contains(letter) || locked.contains(letter);
        let kept = |drawn: &Regions| Regions::new(grid, |cell| drawn.region(cell).filter(is_kept));
        let painted = rules.regions().map(kept);
        let painted = painted.map(|it| Painted::new(&it).locking(locked)).unwrap_or_default();
        let painted = Arc::new(painted);
        if rules.max_cost().is_some() {
            return Ok(Err(Outcome::LimitedCosts));
        } else if number > MAX_REGIONS || number < painted.number() {
            return Ok(Err(Outcome::NotFound));
        }
        // Requirements of regions are kept. They have no effect without regions.
        let blank = with_rules(problem, rules.without_regions());
        let in_all = |bound: u32| bound.saturating_mul(number as u32);
        let pieces = Bounds { lower: in_all(bounds.lower), upper: bounds.upper.map(in_all) };
        let board = CellLists::new(&blank, bounds, pieces, budget)?;
        // On large boards, every region has room for at least one empty cell.
        let standing = grid.standing_cells().count();
        let room = (standing / number).max(1);
        let mut setting = Self {
            blank,
            board,
            number,
            bounds,
            sizes: room.min(bounds.lower as usize + 1)..=room * MAX_SIZE_FACTOR,
            tiny: (room >= LIMITED_MEAN && bounds.lower == 1).then_some(number * TINY_PERCENT),
            painted,
            fixed: None,
        };
        if setting.painted.number() > 0 {
            // The painted regions have the sizes that they have.
            (setting.sizes, setting.tiny) = (1..=standing, None);
            let partition = Partition::of_painted(rules.size(), &setting.painted);
            let bounds = setting.bounds_of_painted(&partition);
            setting.fixed = Some((partition, bounds));
        }
        Ok(Ok(setting))
    }

    /// The allowed number of pieces on the painted cells of each region. A region that cannot grow needs all of its
    /// pieces there.
    fn bounds_of_painted(&self, partition: &Partition) -> Vec<Bounds> {
        let grid = self.blank.rules().grid();
        let size = grid.size();
        let is_free =
            |cell: &Cell| !grid.is_hole(*cell) && partition.regions()[size.index(*cell)].is_none();
        let grows = |(region, cells): (usize, Vec<usize>)| {
            let mut beside = cells.into_iter().flat_map(|cell| size.neighbours(size.cell(cell)));
            !self.painted.is_locked(region) && beside.any(|cell| is_free(&cell))
        };
        let lower = |region| if grows(region) { 0 } else { self.bounds.lower };
        let cells = partition.cells().into_iter().enumerate();
        cells.map(|region| Bounds { lower: lower(region), ..self.bounds }).collect()
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
    let problem = Problem::with_decisions(Arc::new(rules), problem.decisions().clone());
    problem.expect("decisions on the same grid")
}

/// An attempt to divide the board around the pieces of one solution.
struct Attempt<'a> {
    setting: &'a Setting,
    /// The solution that must remain the only one.
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
        let grid = setting.blank.rules().grid();
        let parts = (setting.number, setting.bounds);
        let most_tiny =
            setting.tiny.map_or(usize::MAX, |mean| (mean + random.gen_range(0..100)) / 100);
        // Few partitions around painted cells fit, or have few tiny regions.
        let most_draws = if most_tiny < usize::MAX || setting.fixed.is_some() { DRAWS } else { 1 };
        let mut attempt = None;
        for _ in 0..most_draws {
            let drawn = setting.board.draw(setting.fixed.as_ref(), random, budget)?;
            let Some(solution) = drawn else { return Ok(None) };
            let partition =
                Partition::around(&solution, &setting.painted, grid, parts, most_tiny, random);
            let partition = partition.filter(|parts| parts.keeps(&setting.sizes));
            let is_found = partition.is_some();
            attempt = Some((solution, partition));
            if is_found {
                break;
            }
            // If no partition ever fits, this is the only check of the budget.
            budget.check(Progress::default())?;
        }
        Ok(attempt
            .map(|(solution, partition)| (Self { setting, solution, random, budget }, partition)))
    }

    /// Finds up to `max_solutions` solutions under these regions, with at most `choices` choices. If `with` is given,
    /// only solutions with a piece on this cell.
    fn solutions(
        &mut self,
        partition: &Partition,
        with: Option<usize>,
        max_solutions: usize,
        choices: usize,
    ) -> Answer<FoundSolutions> {
        let board = &self.setting.board;
        board.solutions(partition, with, max_solutions, choices, self.random, self.budget)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_painted_region_that_cannot_grow_needs_its_pieces() {
        let drawing = Regions::parse("ab.\nab.\nabc").unwrap();
        // The cell above region c is a hole, so only region b has a free neighbouring cell.
        let holes = ["c2".parse().unwrap()];
        let grid = Grid::new(drawing.size()).with_holes(holes).unwrap();
        let rules = coloured_rules(grid).with_incomplete_regions(&drawing).unwrap();
        let setting = Setting::new(&Problem::new(rules), &[], &Budget::default()).unwrap();
        let (_, bounds) = setting.ok().and_then(|setting| setting.fixed).unwrap();
        let lower: Vec<u32> = bounds.iter().map(|it| it.lower).collect();
        assert_eq!(lower, [1, 0, 1]);
    }
}

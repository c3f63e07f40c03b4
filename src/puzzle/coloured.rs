//! Colour-region puzzles: regions for which the rules have exactly one solution.

mod draw;
mod partition;

use std::collections::HashSet;
use std::sync::Arc;

use num_traits::One;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Made, with_givens};
use crate::engine::bdd::{self, Ranking};
use crate::engine::{Budget, Interrupted, Progress};
use crate::geometry::{Cell, CellSet, Grid, Piece};
use crate::problem::{Bounds, Family, Problem, Requirement, Rules, Value};
use draw::draw_solution;
use partition::Partition;

pub use partition::MOST_REGIONS;

/// How many solutions are tried.
const ATTEMPTS: usize = 1000;

/// How many changes in a row may leave no fewer solutions.
const PATIENCE: usize = 30;

/// The rules of the usual colour-region puzzle: a rook + ferz in each row, column and region. Regions
/// are still to be drawn.
#[must_use]
pub fn coloured_rules(grid: Grid) -> Rules {
    let needs = [Family::Rows, Family::Columns, Family::Regions];
    let needs = needs.map(|family| Requirement { family, bounds: Bounds::AT_LEAST_ONE });
    Rules::new(grid, rook_and_ferz(), needs)
}

fn rook_and_ferz() -> Piece {
    "RF".parse().expect("a piece in Betza notation")
}

/// The number of regions that a colour-region puzzle under these rules has: one a row, or one a column
/// where rows need nothing.
#[must_use]
pub fn regions_of(rules: &Rules) -> usize {
    let requires = |family| rules.requirements().iter().any(|need| need.family == family);
    let size = rules.size();
    let by_columns = requires(Family::Columns) && !requires(Family::Rows);
    usize::from(if by_columns { size.columns() } else { size.rows() })
}

/// The problem with connected regions, [`regions_of`] them, that leave exactly one solution. Regions
/// that it has are replaced; its decisions are kept, and pieces among them become givens.
///
/// Regions grow at random around the pieces of a solution drawn at random. As long as there is another
/// solution, one of its cells goes over to a region beside it, which takes this solution away; the
/// change stays unless it leaves more solutions than before. After 30 changes for nothing all begins
/// anew, 1000 times at most. The same seed makes the same puzzle.
///
/// [`Made::NotFound`] is also the answer where there would be more than [`MOST_REGIONS`].
///
/// # Errors
/// When the budget ends first.
pub fn make_coloured(problem: &Problem, seed: u64, budget: &Budget) -> Result<Made, Interrupted> {
    let rules = problem.rules();
    let (grid, number, bounds) = (rules.grid(), regions_of(rules), bounds_of_regions(rules));
    if number > MOST_REGIONS {
        return Ok(Made::NotFound);
    }
    let blank = without_regions(problem);
    let in_all = |bound: u32| bound.saturating_mul(number as u32);
    let pieces = Bounds { lower: in_all(bounds.lower), upper: bounds.upper.map(in_all) };
    // No region shrinks to the cells of its pieces, where there is room.
    let room = grid.standing().count() / number;
    let least = room.min(bounds.lower as usize + 1);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..ATTEMPTS {
        let Some(solution) = draw_solution(&blank, pieces, &mut random, budget)? else {
            return Ok(Made::NoSolution);
        };
        let partition = Partition::around(&solution, grid, number, bounds, &mut random);
        let Some(partition) = partition.filter(|parts| parts.smallest() >= least) else {
            // The budget looks even if nothing ever fits.
            budget.check(Progress::default())?;
            continue;
        };
        let mut search = Search { blank: &blank, solution, least, random: &mut random, budget };
        if let Some(made) = search.descend(partition)? {
            return Ok(Made::Puzzle(with_givens(&made, [])));
        }
    }
    Ok(Made::NotFound)
}

/// The same problem without regions; what is required of them stays, and requires nothing.
fn without_regions(problem: &Problem) -> Problem {
    let rules = problem.rules();
    let requirements = rules.requirements().iter().copied();
    let rules = Rules::new(rules.grid().clone(), rules.piece().clone(), requirements);
    let blank = Problem::decided(Arc::new(rules), problem.decisions().clone());
    blank.expect("decisions on the same grid")
}

/// How many pieces each region holds.
fn bounds_of_regions(rules: &Rules) -> Bounds {
    let needs = rules.requirements().iter().filter(|need| need.family == Family::Regions);
    needs.map(|need| need.bounds).fold(Bounds::AT_LEAST_ONE, |all, bounds| Bounds {
        lower: all.lower.max(bounds.lower),
        upper: all.upper.into_iter().chain(bounds.upper).min(),
    })
}

/// The way from regions with several solutions to some with one.
struct Search<'a> {
    /// The problem without regions.
    blank: &'a Problem,
    /// The solution that is to remain.
    solution: CellSet,
    /// The cells that a region keeps at least.
    least: usize,
    random: &'a mut ChaCha8Rng,
    budget: &'a Budget,
}

impl Search<'_> {
    /// Changes regions until one solution remains; `None` where that did not work out.
    fn descend(&mut self, mut partition: Partition) -> Result<Option<Problem>, Interrupted> {
        let size = self.solution.size();
        let mut engine = bdd::Engine::new();
        let mut problem = self.problem(&partition);
        let mut ranking = engine.ranking(&problem, self.budget)?;
        let mut census = engine.census(&problem, self.budget)?;
        let mut tried = HashSet::new();
        let mut failures = 0;
        while !census.solutions.is_one() {
            if failures == PATIENCE {
                return Ok(None);
            }
            failures += 1;
            let Some((cell, region)) = self.change(&partition, &ranking) else { continue };
            if !tried.insert((cell, region)) {
                continue;
            }
            let changed = partition.with(cell, region);
            let new = self.problem(&changed);
            // Only solutions with a piece on the cell come and go.
            let before = &census.cells[size.index(cell)];
            let with = new.clone().with(cell, Value::Placed).expect("no solution excludes it");
            let after = bdd::Engine::new().census(&with, self.budget)?.solutions;
            if after > *before {
                continue;
            }
            if after < *before {
                failures = 0;
            }
            (partition, problem) = (changed, new);
            ranking = engine.ranking(&problem, self.budget)?;
            census = engine.census(&problem, self.budget)?;
            tried.clear();
        }
        Ok(Some(problem))
    }

    fn problem(&self, partition: &Partition) -> Problem {
        let rules = self.blank.rules();
        let regions = partition.lettered(rules.grid());
        let rules = Rules::clone(rules).with_regions(&regions).expect("they are of this grid");
        let problem = Problem::decided(Arc::new(rules), self.blank.decisions().clone());
        problem.expect("decisions on the same grid")
    }

    /// A cell of another solution, and a region that it can go over to; `None` if that has none.
    fn change(&mut self, partition: &Partition, ranking: &Ranking) -> Option<(Cell, usize)> {
        let other = loop {
            let other = ranking.random(self.random)?;
            if other != self.solution {
                break other;
            }
        };
        let cells = &other - &self.solution;
        let changes = cells.iter().flat_map(|cell| {
            let regions = partition.others(cell, self.least);
            regions.into_iter().map(move |region| (cell, region))
        });
        changes.collect::<Vec<_>>().choose(self.random).copied()
    }
}

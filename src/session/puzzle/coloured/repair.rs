//! Questions of puzzle makers: the number of solutions of the drawn regions, the effect of one more stroke of the
//! brush, and the superfluous parts of a puzzle.

use std::cmp::Reverse;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::partition::{Painted, Partition, Pieces};
use super::solver::{Assumptions, CellLists};
use super::{bounds_of_regions, with_rules};
use crate::SolutionCount;
use crate::puzzle::grade_within;
use crate::steps::{Grade, Solver, SolvingPath};
use engine::{Answer, Budget, Progress, on_threads};
use geometry::{Cell, CellSet};
use problem::{Bounds, Family, Problem, Regions, Rules};

/// Maximum number of solutions that are counted. If there are more, [`SolutionCount::AtLeast`] has this number plus 1.
pub const MAX_COUNTED: u32 = 100;

/// Maximum time for the grades of all puzzles.
const GRADING_TIME: Duration = Duration::from_secs(1);

/// Maximum time for the grade of the puzzle as it is drawn.
const CHECK_TIME: Duration = Duration::from_secs(20);

/// Maximum time for the grade of one puzzle.
const TIME_OF_ONE: Duration = Duration::from_millis(200);

/// A change of the regions: one cell joins a neighbouring region.
#[derive(Clone, Debug, PartialEq)]
pub struct Repaint {
    /// The cell.
    pub cell: Cell,
    /// The region that the cell joins.
    pub region: char,
    /// The number of solutions after the change.
    pub solutions: SolutionCount,
    /// True if the region that the cell leaves would fall apart or disappear.
    pub breaks: bool,
    /// The grade of the puzzle after the change, once known. Only puzzles with exactly one solution have a grade.
    pub grade: Option<FoundGrade>,
}

/// The grade of a puzzle that was found in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FoundGrade {
    /// The difficulty and its grade.
    Graded {
        /// The difficulty.
        difficulty: u32,
        /// The grade.
        grade: Grade,
    },
    /// The steps take too long to find, or do not lead to the solution.
    NotFound,
}

impl FoundGrade {
    /// The grade and the difficulty if they were found.
    pub(crate) fn of(graded: Option<(Grade, u32)>) -> Self {
        graded.map_or(Self::NotFound, |(grade, difficulty)| Self::Graded { difficulty, grade })
    }

    /// The difficulty and the grade, if they were found.
    pub const fn found(self) -> Option<(u32, Grade)> {
        match self {
            Self::Graded { difficulty, grade } => Some((difficulty, grade)),
            Self::NotFound => None,
        }
    }
}

impl fmt::Display for FoundGrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Graded { difficulty, grade } => write!(f, "{grade}, {difficulty}"),
            Self::NotFound => f.write_str("not graded in time"),
        }
    }
}

impl Repaint {
    /// The best changes come first: those that leave exactly one solution, easy puzzles before hard ones; then those
    /// that leave few solutions; then those that leave none. Changes that break a region come last, in the same order.
    fn rank(&self) -> impl Ord + use<> {
        let number = match &self.solutions {
            SolutionCount::Exact(number) => number.iter_u32_digits().next().unwrap_or(0),
            SolutionCount::About(_) | SolutionCount::AtLeast(_) => u32::MAX,
        };
        let is_ungraded = self.grade.is_none();
        (
            self.breaks,
            number.wrapping_sub(1),
            is_ungraded,
            self.grade,
            Reverse(self.cell.row()),
            self.cell.column(),
            self.region,
        )
    }

    /// The effect in words: `1 solution, easy`, or `region falls apart: at least 101 solutions`.
    pub fn effect(&self) -> String {
        let grade = self.grade.map_or_else(String::new, |grade| format!(", {grade}"));
        let breaks = if self.breaks { "region falls apart: " } else { "" };
        format!("{breaks}{}{grade}", solutions_in_words(&self.solutions))
    }

    /// The difficulty of the puzzle after the change, if its regions are whole and it is graded.
    pub fn difficulty(&self) -> Option<u32> {
        let (difficulty, _) = self.grade.filter(|_| !self.breaks)?.found()?;
        Some(difficulty)
    }

    /// True if exactly one solution remains after the change.
    pub fn is_unique(&self) -> bool {
        self.solutions == exactly(1)
    }
}

/// Superfluous parts of a puzzle with exactly one solution: each of them can be removed, and one solution remains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Superfluous {
    /// Given pieces.
    pub givens: Vec<Cell>,
    /// Borders between two regions. Without the border both are one region, which needs the pieces of both.
    pub borders: Vec<(char, char)>,
}

/// A part of the answer to [`check`] and [`repair`].
#[derive(Clone, Debug, PartialEq)]
pub enum RepairPart {
    /// The number of solutions, and two of them if there are several.
    Solutions(SolutionCount, Option<[CellSet; 2]>),
    /// The superfluous parts of the puzzle, if it has exactly one solution.
    Superfluous(Superfluous),
    /// The grade of the puzzle as it is drawn, without decisions of a player.
    Grade(FoundGrade),
    /// A change of the regions. The same change is reported again with its grade.
    Repaint(Repaint),
    /// All changes are reported.
    End,
}

/// All parts of the answer so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repairs {
    /// The number of solutions, once known.
    pub solutions: Option<SolutionCount>,
    /// Two solutions, if there are several.
    pub two: Option<[CellSet; 2]>,
    /// The superfluous parts of the puzzle, once known.
    pub superfluous: Superfluous,
    /// The grade of the puzzle as it is drawn; `None` while it is unknown.
    pub grade: Option<FoundGrade>,
    /// The changes so far, the best one first.
    pub repaints: Vec<Repaint>,
    /// True if these are all changes, with their grades.
    pub is_complete: bool,
}

impl Repairs {
    /// Adds a part.
    pub fn add(&mut self, part: RepairPart) {
        match part {
            RepairPart::Solutions(solutions, two) => {
                (self.solutions, self.two) = (Some(solutions), two);
            }
            RepairPart::Superfluous(superfluous) => self.superfluous = superfluous,
            RepairPart::Grade(grade) => self.grade = Some(grade),
            RepairPart::Repaint(repaint) => {
                self.repaints
                    .retain(|old| (old.cell, old.region) != (repaint.cell, repaint.region));
                let rank = repaint.rank();
                let at = self.repaints.partition_point(|other| other.rank() < rank);
                self.repaints.insert(at, repaint);
            }
            RepairPart::End => self.is_complete = true,
        }
    }

    /// The changes so far, the puzzles with whole regions from the hardest to the easiest, then the other changes.
    pub fn hardest_first(&self) -> Vec<&Repaint> {
        let mut repaints: Vec<&Repaint> = self.repaints.iter().collect();
        repaints.sort_by_key(|repaint| Reverse(repaint.difficulty()));
        repaints
    }

    /// True if the parts of the answer to [`check`] are known.
    pub fn is_checked(&self) -> bool {
        let solutions = self.solutions.as_ref();
        solutions.is_some_and(|it| *it != exactly(1) || self.grade.is_some())
    }

    /// The cells on which the two solutions differ.
    pub fn differing(&self) -> Option<CellSet> {
        let [one, other] = self.two.as_ref()?;
        let mut differing = one.clone();
        other.iter().for_each(|cell| {
            if !differing.remove(cell) {
                differing.insert(cell);
            }
        });
        Some(differing)
    }
}

/// Counts the solutions of a problem with regions, and finds superfluous givens and borders and the grade if there is
/// exactly one.
/// Reports nothing if the problem has no regions or limits costs.
///
/// # Errors
/// When the budget ends first.
pub fn check(problem: &Problem, budget: &Budget, report: &mut dyn FnMut(RepairPart)) -> Answer<()> {
    let Some(bench) = Bench::new(problem, budget)? else { return Ok(()) };
    if bench.survey(budget, report)?.len() == 1 {
        report(RepairPart::Grade(FoundGrade::of(grade_within(CHECK_TIME, problem, budget)?)));
    }
    Ok(())
}

/// Like [`check`] without the grade, and tries every change of the regions by one cell: each cell at a border joins each neighbouring
/// region. Reports each change with the number of solutions that it leaves. Changes that leave exactly one solution are
/// reported once more with the grade of the puzzle. Grades that take long are found only in part, so that the answer is
/// complete soon.
///
/// # Errors
/// When the budget ends first.
pub fn repair(
    problem: &Problem,
    budget: &Budget,
    report: &mut (dyn FnMut(RepairPart) + Send),
) -> Answer<()> {
    let Some(bench) = Bench::new(problem, budget)? else { return Ok(()) };
    let all = bench.survey(budget, report)?;
    let mut unique = Vec::new();
    for cell in 0..bench.partition.regions().len() {
        let regions = bench.partition.beside(cell);
        if regions.is_empty() {
            continue;
        }
        let without = bench.number_without(cell, &all, budget)?;
        for region in regions {
            let repaint = bench.repaint(cell, region, without, budget)?;
            if repaint.is_unique() {
                unique.push(repaint.clone());
            }
            report(RepairPart::Repaint(repaint));
        }
    }
    bench.grade_all(unique, budget, report)?;
    report(RepairPart::End);
    Ok(())
}

/// A drawn board whose regions are examined.
struct Bench<'a> {
    problem: &'a Problem,
    /// The letters of the regions.
    letters: Vec<char>,
    partition: Partition,
    board: CellLists,
    /// The allowed number of pieces in each region.
    bounds: Bounds,
}

impl<'a> Bench<'a> {
    /// `None` if the problem has no regions or limits costs.
    fn new(problem: &'a Problem, budget: &Budget) -> Answer<Option<Self>> {
        let rules = problem.rules();
        let Some(regions) = rules.regions().filter(|_| rules.max_cost().is_none()) else {
            return Ok(None);
        };
        let requires = rules.bounds_of(Family::Regions).is_some();
        let any = Bounds { lower: 0, upper: None };
        let bounds = if requires { bounds_of_regions(rules) } else { any };
        let blank = with_rules(problem, rules.without_regions());
        let painted = Arc::new(Painted::new(regions));
        Ok(Some(Self {
            problem,
            letters: painted.letters().to_vec(),
            partition: Partition::of_painted(rules.size(), &painted),
            board: CellLists::new(&blank, bounds, any, budget)?,
            bounds,
        }))
    }

    /// Reports the number of solutions and two of them. If there is exactly one, reports the superfluous parts. Returns all
    /// solutions, or some if there are too many.
    fn survey(&self, budget: &Budget, report: &mut dyn FnMut(RepairPart)) -> Answer<Vec<Pieces>> {
        let all = self.board.all(&self.partition, Assumptions::default(), limit(), budget)?;
        let size = self.problem.rules().size();
        let cells =
            |pieces: &Pieces| CellSet::from_cells(size, pieces.iter().map(|&at| size.cell(at)));
        let two = (all.len() > 1).then(|| [cells(&all[0]), cells(&all[1])]);
        report(RepairPart::Solutions(number(all.len()), two));
        if all.len() == 1 {
            report(RepairPart::Superfluous(self.superfluous(budget)?));
        }
        Ok(all)
    }

    /// The number of solutions without a piece on a cell, up to the limit. `all` are solutions as from
    /// [`Self::survey`].
    fn number_without(&self, cell: usize, all: &[Pieces], budget: &Budget) -> Answer<usize> {
        if all.len() < limit() {
            return Ok(all.iter().filter(|pieces| !pieces.contains(&cell)).count());
        }
        let assumptions = Assumptions { excluded: Some(cell), ..Assumptions::default() };
        Ok(self.board.all(&self.partition, assumptions, limit(), budget)?.len())
    }

    /// The effect of a cell's change to another region. Solutions without a piece on the cell remain solutions, unless
    /// the cell was the last one of its region, and there are no other such solutions.
    fn repaint(
        &self,
        cell: usize,
        region: usize,
        without: usize,
        budget: &Budget,
    ) -> Answer<Repaint> {
        let changed = self.partition.with(cell, region);
        let own = self.partition.regions()[cell];
        let is_last = own.is_some_and(|own| self.partition.region_size(own) == 1);
        let found =
            |assumptions, most| Ok(self.board.all(&changed, assumptions, most, budget)?.len());
        let solutions = if is_last {
            found(Assumptions::default(), limit())?
        } else if without < limit() {
            let assumptions = Assumptions { placed: Some(cell), ..Assumptions::default() };
            without + found(assumptions, limit() - without)?
        } else {
            without
        };
        let was_whole = own.is_none_or(|own| self.partition.is_whole(own));
        Ok(Repaint {
            cell: self.problem.rules().size().cell(cell),
            region: self.letters[region],
            solutions: number(solutions),
            breaks: is_last || was_whole && !self.partition.stays_whole(cell),
            grade: None,
        })
    }

    /// Tries to remove each given and each border. The problem must have exactly one solution.
    fn superfluous(&self, budget: &Budget) -> Answer<Superfluous> {
        let size = self.problem.rules().size();
        let mut superfluous = Superfluous::default();
        let is_unique = |partition: &Partition, assumptions| {
            Ok(self.board.all(partition, assumptions, 2, budget)?.len() == 1)
        };
        for given in self.problem.decisions().givens() {
            let undecided = Some(size.index(given));
            if is_unique(&self.partition, Assumptions { undecided, ..Assumptions::default() })? {
                superfluous.givens.push(given);
            }
        }
        for one in 0..self.letters.len() {
            for other in self.partition.neighbours(one).filter(|&other| one < other) {
                let twice = |bound: u32| bound.saturating_mul(2);
                let both =
                    Bounds { lower: twice(self.bounds.lower), upper: self.bounds.upper.map(twice) };
                let bounded = Some((one, both));
                let joined = self.partition.joined(one, other);
                if is_unique(&joined, Assumptions { bounded, ..Assumptions::default() })? {
                    let (one, other) = (self.letters[one], self.letters[other]);
                    superfluous.borders.push((one.min(other), one.max(other)));
                }
            }
        }
        superfluous.borders.sort_unstable();
        Ok(superfluous)
    }

    /// Reports these changes, which leave exactly one solution, again with their grades.
    fn grade_all(
        &self,
        mut unique: Vec<Repaint>,
        budget: &Budget,
        report: &mut (dyn FnMut(RepairPart) + Send),
    ) -> Answer<()> {
        if unique.is_empty() {
            return Ok(());
        }
        let solver = Solver::new(self.problem.rules(), budget)?;
        let report = Mutex::new(report);
        unique.sort_by_key(|repaint| (repaint.breaks, repaint.cell));
        let soon = budget.slice(GRADING_TIME);
        Self::on_each(unique, budget, |repaint| {
            let path = self.path(&repaint, &solver, &soon.slice(TIME_OF_ONE));
            let path = path.map(Some).or_else(|interrupted| interrupted.unless_cancelled(None))?;
            let found = FoundGrade::of(path.and_then(|path| path.grade().zip(path.difficulty())));
            let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
            report(RepairPart::Repaint(Repaint { grade: Some(found), ..repaint }));
            Ok(())
        })
    }

    /// Calls a function with each change, on several threads.
    fn on_each(
        repaints: Vec<Repaint>,
        budget: &Budget,
        each: impl Fn(Repaint) -> Answer<()> + Sync,
    ) -> Answer<()> {
        let threads = budget.threads().get().min(repaints.len());
        let waiting = Mutex::new(repaints.into_iter());
        let results = on_threads(threads, || {
            loop {
                budget.check(Progress::default())?;
                let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(repaint) = next else { return Ok(()) };
                each(repaint)?;
            }
        });
        results.into_iter().collect()
    }

    /// The steps after a change.
    fn path(&self, repaint: &Repaint, solver: &Solver, budget: &Budget) -> Answer<SolvingPath> {
        let problem = repainted(self.problem, repaint.cell, repaint.region);
        let solver = solver.regrouped(Arc::clone(problem.rules()));
        solver.steps(solver.board().candidates(&problem), u32::MAX, budget)
    }
}

/// A number of solutions in words, as in `1 solution` or `at least 101 solutions`.
pub fn solutions_in_words(solutions: &SolutionCount) -> String {
    match solutions {
        SolutionCount::Exact(number) if *number == 1_u32.into() => "1 solution".to_owned(),
        SolutionCount::Exact(number) => format!("{number} solutions"),
        SolutionCount::About(estimate) => format!("about {} solutions", estimate.value),
        SolutionCount::AtLeast(number) => format!("at least {number} solutions"),
    }
}

/// The problem after a cell has joined another region.
///
/// # Panics
/// When the problem has no regions.
pub fn repainted(problem: &Problem, cell: Cell, region: char) -> Problem {
    let rules = problem.rules();
    let old = rules.regions().expect("only drawn regions are changed");
    let letter = |at| if at == cell { Some(region) } else { old.region(at) };
    let regions = Regions::new(rules.grid(), letter);
    let rules = Rules::clone(rules).with_regions(&regions).expect("regions of the same grid");
    with_rules(problem, rules)
}

/// Number of solutions after which a search ends.
fn limit() -> usize {
    MAX_COUNTED as usize + 1
}

fn exactly(number: u32) -> SolutionCount {
    SolutionCount::Exact(number.into())
}

/// The number of solutions that were found before the limit.
fn number(found: usize) -> SolutionCount {
    if found < limit() { exactly(found as u32) } else { SolutionCount::AtLeast(limit() as u32) }
}

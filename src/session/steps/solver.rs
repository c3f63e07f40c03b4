use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use itertools::Itertools;

use super::board::Board;
use super::by_rules::{ByRules, Follows};
use super::candidates::Candidates;
use super::contradiction::Refuter;
use super::difficulty::{Effort, Scale, effort, has_many_pieces, weight};
use super::finder::Finder;
use super::minimal::Minimizer;
use super::packing::Packings;
use super::step::Step;
use super::technique::{Grade, Technique};
use engine::{Answer, Budget, auto};
use geometry::{Cell, CellSet};
use problem::{GroupId, Problem, Rule, Rules, Value};

/// Solves positions under the same rules step by step.
#[derive(Clone, Debug)]
pub struct Solver {
    board: Board,
}

/// The steps from a position towards its solution, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvingPath {
    /// The steps.
    pub steps: Vec<Step>,
    /// How the path ends.
    pub end: End,
    /// The candidates after the last step.
    pub candidates: Candidates,
    /// The grades of this kind of puzzle.
    pub scale: Scale,
}

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The path ends with the only solution.
    Solved,
    /// No step follows.
    Open,
    /// There is no solution. Contains the obstacle, if one is visible.
    NoSolution(Option<Obstacle>),
}

/// The visible reason why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// This group cannot be completed.
    Group(GroupId),
    /// The pieces of any solution would cost at least `cost`, which is more than the limit.
    Cost {
        /// The cost of the placed pieces, plus the cost of a piece on every open cell that lowers the cost.
        cost: i64,
        /// Maximum cost of a solution.
        limit: i64,
    },
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Group(group) => write!(f, "{group} cannot be completed"),
            Self::Cost { cost, limit } => {
                let rule = Rule::MaxCost(*limit);
                write!(
                    f,
                    "the pieces cost {cost}, which {rule} forbids; no technique adds up costs"
                )
            }
        }
    }
}

impl SolvingPath {
    /// The difficulty of all steps together. `None` if the path does not end with the solution.
    pub fn difficulty(&self) -> Option<u32> {
        let mut effort = Effort::of(self.scale);
        self.steps.iter().for_each(|step| effort.add(step));
        (self.end == End::Solved).then(|| effort.difficulty())
    }

    /// The grade of the difficulty. `None` if the path does not end with the solution.
    pub fn grade(&self) -> Option<Grade> {
        self.difficulty().map(|difficulty| self.scale.grade(difficulty))
    }

    /// The grade and the difficulty; `None` if the path does not end with the solution.
    pub fn graded(&self) -> Option<(Grade, u32)> {
        self.grade().zip(self.difficulty())
    }

    /// The grade and the difficulty in words, as [`Scale::in_words`] returns them. `None` if the path does not end with the
    /// solution.
    pub fn graded_in_words(&self) -> Option<String> {
        self.difficulty().map(|difficulty| self.scale.in_words(difficulty))
    }

    /// The techniques of the steps, the hardest first, each with the number of steps that use it.
    pub fn techniques(&self) -> Vec<(Technique, usize)> {
        let hardness = |technique: Technique| Reverse((weight(technique), technique));
        let counts = self.steps.iter().counts_by(|step| step.technique);
        counts.into_iter().sorted_by_key(|&(technique, _)| hardness(technique)).collect()
    }

    /// The step with the hardest technique, and of several the one that adds most to the difficulty; `None` if there are no steps.
    pub fn hardest_step(&self) -> Option<&Step> {
        let hardness = |step: &&Step| (weight(step.technique), step.technique, effort(step));
        self.steps.iter().max_by_key(hardness)
    }

    /// The hardest technique, and the number of steps that use it; `None` if there are no steps.
    pub fn hardest(&self) -> Option<(Technique, usize)> {
        self.techniques().first().copied()
    }
}

impl Solver {
    /// A solver for positions under these rules.
    ///
    /// # Errors
    /// When the budget ends first. The attacks take one bit of memory for each pair of cells.
    pub fn new(rules: &Rules, budget: &Budget) -> Answer<Self> {
        Ok(Self { board: Board::new(&Arc::new(rules.in_usual_form()), budget)? })
    }

    /// A solver for positions under other groups, with the same piece on the same grid.
    ///
    /// # Panics
    /// When the grid of `rules` has another size.
    pub(crate) fn regrouped(&self, rules: Arc<Rules>) -> Self {
        let usual = Some(Arc::new(rules.in_usual_form()));
        let usual = usual.filter(|usual| usual.piece() == self.board.rules().piece());
        Self { board: self.board.regrouped(usual.unwrap_or(rules)) }
    }

    /// The rules in the form that techniques use.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The easiest next step. `None` if the position is solved, has no solution, or if only
    /// [`Technique::Rules`] can find a step. [`Technique::Uniqueness`] is used only if the `fixed` pieces are given; then
    /// `is_unique` is asked whether the puzzle has exactly one solution, if a step would depend on the answer. Only techniques
    /// of at most the weight `greatest` are searched.
    ///
    /// # Errors
    /// When the budget ends first.
    fn next(
        &self,
        candidates: &Candidates,
        fixed: Option<(&CellSet, &dyn Fn() -> bool)>,
        greatest: u64,
        packings: &Packings,
        budget: &Budget,
    ) -> Answer<Option<Step>> {
        if candidates.open.is_empty() || self.obstacle(candidates).is_some() {
            return Ok(None);
        }
        let minimizer = Minimizer { board: &self.board, packings, budget };
        let found = Finder::new(&self.board, candidates, packings, budget).best(greatest)?;
        let is_heavy = |step: &Step| weight(step.technique) >= weight(Technique::Uniqueness);
        if found.as_ref().is_none_or(is_heavy)
            && let Some((fixed, is_unique)) = fixed
            && let Some(step) = self.board.exchange(candidates, fixed)
            && is_unique()
        {
            return Ok(Some(step));
        }
        if found.is_some() || greatest < weight(Technique::Chain) {
            return found.map(|step| minimizer.minimal(candidates, step)).transpose();
        }
        let refuter = Refuter {
            board: &self.board,
            position: candidates,
            cells: &candidates.open,
            values: &[Value::Placed, Value::Excluded],
            since: Some(candidates),
            packings,
            budget,
        };
        let found = match refuter.simple_chain()? {
            Some(step) => Some(step),
            None => refuter.contradiction()?,
        };
        found.map(|step| minimizer.minimal(candidates, step)).transpose()
    }

    /// The next step from a position; `None` if no step follows, or if there is no solution. If no technique finds
    /// a step before the budget `soon` ends, an engine finds a deduction from the rules. With `is_unique`, which tells
    /// whether the problem with its givens only has exactly one solution, [`Technique::Uniqueness`] is used.
    ///
    /// # Errors
    /// When the budget ends first, or the search is cancelled.
    pub fn step(
        &self,
        engine: &mut auto::Engine,
        (problem, is_unique): (&Problem, Option<&dyn Fn() -> bool>),
        soon: &Budget,
        budget: &Budget,
    ) -> Answer<Option<Step>> {
        let candidates = self.board.candidates(problem);
        if self.board.clashes(&candidates) {
            return Ok(None);
        }
        let fixed = CellSet::from_cells(candidates.open.size(), problem.decisions().givens());
        let found = self.next(
            &candidates,
            is_unique.map(|it| (&fixed, it)),
            u64::MAX,
            &Packings::default(),
            soon,
        );
        if let Some(step) = found.or_else(|interrupted| interrupted.unless_cancelled(None))? {
            return Ok(Some(step));
        }
        Ok(match ByRules::new(&self.board, engine).follows(&candidates, budget)? {
            Follows::Step(step) => Some(step),
            Follows::Nothing | Follows::NoSolution => None,
        })
    }

    /// The contradiction that refutes a value of a cell: the shortest chain, or else a contradiction with few steps.
    /// `None` if steps find none, if the cell is not open, or if the position has an obstacle without the assumption.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn refutation(
        &self,
        problem: &Problem,
        (cell, value): (Cell, Value),
        budget: &Budget,
    ) -> Answer<Option<Step>> {
        let (board, candidates) = (&self.board, self.board.candidates(problem));
        let is_lost = board.clashes(&candidates) || self.obstacle(&candidates).is_some();
        if is_lost || !candidates.open.contains(cell) {
            return Ok(None);
        }
        let (packings, position) = (&Packings::default(), &candidates);
        let cells = &CellSet::from_cells(position.open.size(), [cell]);
        let (values, since) = (&[value], Some(position));
        let refuter = Refuter { board, position, cells, values, since, packings, budget };
        let found = match refuter.simple_chain()? {
            Some(step) => Some(step),
            None => Refuter { since: None, ..refuter }.contradiction()?,
        };
        let minimizer = Minimizer { board, packings, budget };
        found.map(|step| minimizer.minimal(position, step)).transpose()
    }

    /// Applies steps without an engine, while there are steps with a difficulty of at most `limit`. The path
    /// ends [open](End::Open) if it needs others, or, on a board of many pieces, if it probably does.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn steps(
        &self,
        candidates: Candidates,
        limit: u32,
        budget: &Budget,
    ) -> Answer<SolvingPath> {
        let mut effort = Effort::of(Scale::of(self.board.rules()));
        let packings = Packings::default();
        let many = has_many_pieces(self.board.rules());
        self.go(candidates, |candidates| {
            let greatest = effort.greatest_weight(candidates.open.len(), limit, many);
            let step = self.next(candidates, None, greatest, &packings, budget)?;
            Ok(step.filter(|step| {
                effort.add(step);
                effort.difficulty() <= limit
            }))
        })
    }

    /// Finds the whole path from a position. If no other technique finds a step, an engine finds a deduction
    /// from the rules.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn solve(
        &self,
        engine: &mut auto::Engine,
        problem: &Problem,
        budget: &Budget,
    ) -> Answer<SolvingPath> {
        let mut unsatisfiable = false;
        let mut by_rules = ByRules::new(&self.board, engine);
        let packings = Packings::default();
        let mut path = self.go(self.board.candidates(problem), |candidates| {
            if let Some(step) = self.next(candidates, None, u64::MAX, &packings, budget)? {
                return Ok(Some(step));
            }
            match by_rules.follows(candidates, budget)? {
                Follows::Step(step) => Ok(Some(step)),
                Follows::Nothing => Ok(None),
                Follows::NoSolution => {
                    unsatisfiable = true;
                    Ok(None)
                }
            }
        })?;
        if unsatisfiable && path.end == End::Open {
            path.end = End::NoSolution(None);
        }
        Ok(path)
    }

    /// An obstacle that is visible without search, if there is one.
    fn obstacle(&self, candidates: &Candidates) -> Option<Obstacle> {
        let broken = self.board.broken(candidates).map(|group| Obstacle::Group(group.id));
        broken.or_else(|| {
            let (cost, limit) = self.board.excess(candidates)?;
            Some(Obstacle::Cost { cost, limit })
        })
    }

    fn go(
        &self,
        mut candidates: Candidates,
        mut next: impl FnMut(&Candidates) -> Answer<Option<Step>>,
    ) -> Answer<SolvingPath> {
        let mut steps = Vec::new();
        let scale = Scale::of(self.board.rules());
        if self.board.clashes(&candidates) {
            let end = End::NoSolution(None);
            return Ok(SolvingPath { steps, end, candidates, scale });
        }
        while let Some(step) = next(&candidates)? {
            candidates.apply(&self.board, &step);
            steps.push(step);
        }
        let end = match self.obstacle(&candidates) {
            Some(obstacle) => End::NoSolution(Some(obstacle)),
            None if candidates.open.is_empty() => End::Solved,
            None => End::Open,
        };
        Ok(SolvingPath { steps, end, candidates, scale })
    }
}

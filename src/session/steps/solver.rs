use std::fmt;
use std::sync::Arc;

use super::board::Board;
use super::by_rules::{self, Follows};
use super::candidates::Candidates;
use super::finder::Finder;
use super::step::Step;
use super::technique::{Grade, HARD_STEPS, Technique};
use engine::{Budget, Interrupted, auto};
use problem::{GroupId, Problem, Rule, Rules};

/// Solves positions under some rules step by step.
#[derive(Clone, Debug)]
pub struct Solver {
    board: Board,
}

/// The steps from a position, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvingPath {
    /// The steps.
    pub steps: Vec<Step>,
    /// How they end.
    pub end: End,
    /// What the last step leaves.
    pub candidates: Candidates,
}

/// How a way ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With the only solution.
    Solved,
    /// Nothing more follows: of every open cell, some solutions have a piece there and some have none.
    Open,
    /// There is no solution. What shows it, if it is seen.
    NoSolution(Option<Obstacle>),
}

/// What shows that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// This group cannot be completed.
    Group(GroupId),
    /// The pieces cost at least `cost`, which is more than the limit.
    Cost {
        /// What the pieces cost, with every open cell that lowers the cost.
        cost: i64,
        /// The most that a solution may cost.
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
    /// The grade of its hardest step, easy without steps; `None` if it does not end with the solution.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        let hardest = self.steps.iter().map(Step::grade).max();
        (self.end == End::Solved).then(|| hardest.unwrap_or(Grade::Easy))
    }

    /// The hardest technique, and how many of the steps are of it; `None` without steps.
    #[must_use]
    pub fn hardest(&self) -> Option<(Technique, usize)> {
        let hardest = self.steps.iter().map(|step| step.technique).max()?;
        let of = self.steps.iter().filter(|step| step.technique == hardest);
        Some((hardest, of.count()))
    }
}

impl Solver {
    /// A solver of positions under these rules.
    ///
    /// # Errors
    /// When the budget ends first: the attacks are a table of one bit for each pair of cells.
    pub fn new(rules: &Arc<Rules>, budget: &Budget) -> Result<Self, Interrupted> {
        Ok(Self { board: Board::new(rules, budget)? })
    }

    /// A solver of positions under other groups, with the same piece on the same grid.
    ///
    /// # Panics
    /// When the grid has another size.
    #[must_use]
    pub(crate) fn regrouped(&self, rules: Arc<Rules>) -> Self {
        Self { board: self.board.regrouped(rules) }
    }

    /// The rules as techniques see them.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The easiest next step that a puzzle of this grade may need. `None` if there is none: the position
    /// is solved, it has no solution, or what follows takes a harder step.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn next(
        &self,
        candidates: &Candidates,
        grade: Grade,
        budget: &Budget,
    ) -> Result<Option<Step>, Interrupted> {
        if candidates.open.is_empty() || self.obstacle(candidates).is_some() {
            return Ok(None);
        }
        let (hardest, steps) = match grade {
            Grade::Easy => (Technique::Starving, 0),
            Grade::Medium => (Technique::Groups2, 0),
            Grade::Hard => (Technique::Halves, HARD_STEPS),
            Grade::Expert => (Technique::Halves, usize::MAX),
        };
        let finder = Finder::new(&self.board, candidates, budget);
        match finder.easiest(hardest)? {
            Some(found) => Ok(Some(found.step(&self.board, candidates))),
            None if steps > 0 => self.board.contradiction(candidates, steps, budget),
            None => Ok(None),
        }
    }

    /// The next step from a position; `None` if nothing follows, or there is no solution. Where no
    /// technique finds anything, or the budget `soon` ends first, an engine says what follows from the
    /// rules.
    ///
    /// # Errors
    /// When the budget ends first, or the search is cancelled.
    pub fn step(
        &self,
        engine: &mut auto::Engine,
        problem: &Problem,
        soon: &Budget,
        budget: &Budget,
    ) -> Result<Option<Step>, Interrupted> {
        let candidates = self.board.candidates(problem);
        if self.board.clashes(&candidates) {
            return Ok(None);
        }
        let found = self.next(&candidates, Grade::Expert, soon);
        if let Some(step) = found.or_else(|interrupted| interrupted.unless_cancelled(None))? {
            return Ok(Some(step));
        }
        Ok(match by_rules::follows(engine, &self.board, &candidates, budget)? {
            Follows::Step(step) => Some(step),
            Follows::Nothing | Follows::NoSolution => None,
        })
    }

    /// All steps of a puzzle of this grade from a position, without asking an engine: the way may end
    /// [open](End::Open) where harder steps follow.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn steps(
        &self,
        candidates: Candidates,
        grade: Grade,
        budget: &Budget,
    ) -> Result<SolvingPath, Interrupted> {
        self.go(candidates, |candidates| self.next(candidates, grade, budget))
    }

    /// The whole way from a position. Where no other technique finds anything, an engine says what
    /// follows from the rules.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn solve(
        &self,
        engine: &mut auto::Engine,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<SolvingPath, Interrupted> {
        let mut unsatisfiable = false;
        let mut way = self.go(self.board.candidates(problem), |candidates| {
            if let Some(step) = self.next(candidates, Grade::Expert, budget)? {
                return Ok(Some(step));
            }
            match by_rules::follows(engine, &self.board, candidates, budget)? {
                Follows::Step(step) => Ok(Some(step)),
                Follows::Nothing => Ok(None),
                Follows::NoSolution => {
                    unsatisfiable = true;
                    Ok(None)
                }
            }
        })?;
        if unsatisfiable && way.end == End::Open {
            way.end = End::NoSolution(None);
        }
        Ok(way)
    }

    /// What shows that the candidates leave no solution, if anything does at once.
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
        mut next: impl FnMut(&Candidates) -> Result<Option<Step>, Interrupted>,
    ) -> Result<SolvingPath, Interrupted> {
        let mut steps = Vec::new();
        if self.board.clashes(&candidates) {
            return Ok(SolvingPath { steps, end: End::NoSolution(None), candidates });
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
        Ok(SolvingPath { steps, end, candidates })
    }
}

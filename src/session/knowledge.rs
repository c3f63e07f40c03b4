use std::collections::{HashMap, HashSet};
use std::fmt;
use std::time::Duration;

use num_bigint::BigUint;
use num_traits::{One, Zero};
use serde::Deserialize;
use strum::{Display, EnumIter, EnumString, IntoStaticStr, VariantNames};

use super::explanation::{Explanation, Wish};
use super::puzzle::{RepairPart, Repairs};
use super::reason::Reason;
use super::restoration::Restoration;
use super::solution_count::SolutionCount;
use super::trail::Waypoint;
use engine::auto::Engine;
use engine::bdd::RobddAnswer;
use engine::estimate::{Estimate, EstimatedCensus};
use engine::plan::Question;
use engine::{
    Answer, BestCosts, Budget, Census, Completion, Consistency, DiagramSize, Domains, EngineKind,
    Filter, Interrupted, Objective, PartialAnswer, Polynomial,
};
use geometry::{Cell, Size};
use problem::Problem;

/// Identifies a position of a session. Every change of the position makes a new stamp, so that late answers are
/// recognised by their old stamp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp(pub(super) u64);

/// The state of a cell. If several states apply, the first one in this list.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Deserialize,
    Display,
    EnumIter,
    EnumString,
    IntoStaticStr,
    VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum CellState {
    /// The cell is a hole, not a cell of the board.
    Hole,
    /// A piece is placed on the cell, by the user or as a given.
    Placed,
    /// The user excluded the cell.
    Excluded,
    /// All remaining solutions, at least one, have a piece on the cell.
    Forced,
    /// Some remaining solutions have a piece on the cell.
    Possible,
    /// A placed piece attacks the cell.
    Attacked,
    /// No remaining solution has a piece on the cell, and no placed piece attacks it.
    Impossible,
    /// Not known yet.
    Unknown,
}

/// The source of solution counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountSource {
    /// The engine that counted.
    pub engine: EngineKind,
    /// The time from the question to the counts.
    pub elapsed: Duration,
}

/// The nearest size with a solution, for a board without solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NearestSize {
    /// The nearest size that has a solution.
    Found(Size),
    /// No size nearby has a solution.
    NoneNearby,
    /// The budget ended before a size with a solution was found.
    Unknown,
}

/// The first count on which two engines disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The cell whose solutions are counted; `None` means all solutions.
    pub cell: Option<Cell>,
    /// The number shown on the board, read from the ROBDD.
    pub shown: BigUint,
    /// The number of the other engine.
    pub second: BigUint,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, shown, second } = self;
        write!(f, "{shown} solutions")?;
        if let Some(cell) = cell {
            write!(f, " with {cell}")?;
        }
        write!(f, " by the ROBDD, {second} by another engine")
    }
}

/// An answer about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// A layer of an engine's survey, and the time since the question was asked.
    Layer(PartialAnswer, Duration),
    /// The counts from the restricted ROBDD of the library, and the time since the question was asked; `None` if the
    /// ROBDD of the rules is too large.
    Robdd(Option<RobddAnswer>, Duration),
    /// The minimum cost of a solution, overall and with a piece on each cell.
    Costs(BestCosts),
    /// The nearest size that has a solution.
    NearestSize(NearestSize),
    /// The reason why a wish is impossible; `None` if a budget ended first.
    Reason(Wish, Option<Reason>),
    /// The number of solutions after the decisions on these cells are taken back and the wished decision is
    /// made.
    Leaves(Wish, Vec<Cell>, SolutionCount),
    /// All minimal explanations of a wish.
    Explanations(Wish, Vec<Explanation>),
    /// No stepwise proof was found that no piece can stand on the cell.
    Unproved(Cell),
    /// All remaining solutions, if there are few.
    Remaining(Vec<Completion>),
    /// The number of solutions by number of pieces; empty if a budget ended first.
    Pieces(Polynomial),
    /// The weakest filter that removes each impossible cell; empty if a budget ended first.
    Consistency(Consistency),
    /// The number of solutions after taking back the decisions on these cells; `None` if no engine finds it in
    /// time.
    Without(Vec<Cell>, Option<SolutionCount>),
    /// The number of solutions and the diagram size of an earlier position.
    Waypoint(Problem, Waypoint),
    /// A part of the answer to a question about drawn regions.
    Repair(RepairPart),
    /// A budget ended before the answer.
    Interrupted(Interrupted),
}

impl Finding {
    /// The minimum costs of a problem with weights; `None` without weights, or if the diagram takes long.
    ///
    /// # Errors
    /// When the budget is cancelled.
    pub fn costs(engine: &mut Engine, problem: &Problem, budget: &Budget) -> Answer<Option<Self>> {
        let Some(weights) = problem.rules().weights() else { return Ok(None) };
        let costs =
            engine.by_diagram(Question::OfDiagram, problem, budget, |bdd, problem, budget| {
                bdd.costs(problem, weights, Objective::Cheapest, budget)
            })?;
        Ok(costs.map(Self::Costs))
    }
}

/// All answers about one position.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// The stamp of the position.
    pub(super) stamp: Stamp,
    /// Solution counts, once known.
    pub census: Option<Census>,
    /// The source of the counts, once known.
    pub source: Option<CountSource>,
    /// The answer of the library's restricted ROBDD, once asked for; `Some(None)` if the ROBDD of the rules is too large.
    pub robdd: Option<Option<RobddAnswer>>,
    /// The counts of another engine, once these and the counts of the ROBDD are known.
    pub(super) second_opinion: Option<Census>,
    /// The minimum costs of a solution, overall and with a piece on each cell, once known.
    pub costs: Option<BestCosts>,
    /// The estimated number of solutions, once known. It is kept when the solutions are counted.
    pub estimate: Option<EstimatedCensus>,
    /// The possible values of the cells. They may be known for some cells only.
    pub domains: Option<Domains>,
    /// The number of nodes of the position's row diagram, once it is built.
    pub row_nodes: Option<usize>,
    /// The size of the position's reduced ordered BDD, once known.
    pub diagram: Option<DiagramSize>,
    /// The nearest size that has a solution, once a search for it has ended.
    pub nearest_size: Option<NearestSize>,
    reasons: HashMap<Wish, Option<Reason>>,
    pub(super) explanations: HashMap<Wish, Vec<Explanation>>,
    /// The wish whose last explanation was shown by [`Knowledge::next_explanation`].
    pub(super) shown_last: Option<Wish>,
    /// The cells for which no proof in steps was found.
    pub(super) unproved: HashSet<Cell>,
    /// All remaining solutions, once known.
    pub remaining: Option<Vec<Completion>>,
    /// The number of solutions by number of pieces, once an engine was asked; empty if a budget ended first.
    pub counts_by_pieces: Option<Polynomial>,
    /// The weakest filter that removes each impossible cell, once an engine was asked; empty if a budget ended
    /// first.
    pub consistency: Option<Consistency>,
    /// The number of solutions after taking back the decisions on these cells, once an engine was asked; `None`
    /// if the engine did not find it in time.
    pub(super) retraction_counts: HashMap<Vec<Cell>, Option<SolutionCount>>,
    /// Answers to questions about drawn regions, for engines that were asked.
    pub repairs: Repairs,
    /// The interruption, if a budget ended before the answer.
    pub interrupted: Option<Interrupted>,
}

impl Knowledge {
    /// The number of solutions after taking back one line of decisions, once known. `cells` are the cells
    /// of the line, see [`History::decision_lines`](crate::History::decision_lines).
    pub fn solutions_without(&self, cells: &[Cell]) -> Option<&SolutionCount> {
        self.retraction_counts.get(cells)?.as_ref()
    }

    /// The number of remaining solutions, once known.
    pub fn solutions(&self) -> Option<&BigUint> {
        self.census.as_ref().map(|census| &census.solutions)
    }

    /// The estimated number of remaining solutions, while the exact number is not known.
    pub fn estimate(&self) -> Option<&Estimate> {
        let is_open = self.solutions().is_none() && self.is_satisfiable() != Some(false);
        self.estimate.as_ref().filter(|_| is_open).map(|census| &census.solutions)
    }

    /// False if the solutions were estimated and counted, and the two differ so much that one must be wrong.
    pub fn is_estimate_plausible(&self) -> bool {
        let estimate = self.estimate.as_ref().zip(self.solutions());
        estimate.is_none_or(|(estimate, all)| estimate.solutions.is_plausible(all))
    }

    /// The counts of the ROBDD and of another engine, once both are known.
    pub(super) fn both_counts(&self) -> Option<(&Census, &Census)> {
        self.census.as_ref().zip(self.second_opinion.as_ref())
    }

    /// True if the ROBDD and another engine found the same total number and the same count for each cell.
    pub fn is_verified(&self) -> bool {
        self.both_counts().is_some_and(|(shown, second)| shown == second)
    }

    /// The cost of the cheapest remaining solution, once known; `None` without weights or solutions.
    pub fn cheapest(&self) -> Option<i64> {
        self.costs.as_ref()?.best
    }

    /// True if solutions remain; `None` while this is unknown.
    pub fn is_satisfiable(&self) -> Option<bool> {
        let counted = self.solutions().map(|solutions| !solutions.is_zero());
        counted.or_else(|| self.domains.as_ref()?.satisfiable)
    }

    /// A positive lower bound on the number of solutions. `None` if the exact number is known, or if no
    /// solution is known.
    pub fn lower_bound(&self) -> Option<u64> {
        let seen = self.domains.as_ref().map_or(0, |domains| domains.found);
        let known = self.is_satisfiable() == Some(true);
        Some(seen.max(known.into())).filter(|&number| number > 0 && self.solutions().is_none())
    }

    /// True if exactly one solution remains.
    pub fn has_one_solution(&self) -> bool {
        self.solutions().is_some_and(One::is_one)
    }

    /// The weakest filter that proves a cell impossible, once known.
    pub fn filter(&self, cell: Cell) -> Option<Filter> {
        self.consistency.as_ref()?.filter(cell)
    }

    /// True if a search for a stepwise proof that no piece can stand on the cell has failed.
    pub fn is_unproved(&self, cell: Cell) -> bool {
        self.unproved.contains(&cell)
    }

    /// The number of nodes of the position's reduced ordered BDD, terminals included, once known.
    pub fn bdd_nodes(&self) -> Option<usize> {
        self.diagram.as_ref().map(|diagram| diagram.nodes)
    }

    /// The number of solutions and the diagram size, for the trail, once the solutions are counted or
    /// estimated.
    pub(super) fn waypoint(&self) -> Option<Waypoint> {
        let exact = self.census.as_ref().map(|it| SolutionCount::Exact(it.solutions.clone()));
        let about = || self.estimate.as_ref().map(|it| SolutionCount::About(it.solutions));
        let solutions = Some(exact.or_else(about)?);
        Some(Waypoint { solutions, diagram: self.diagram.clone() })
    }

    /// The reason why a wish is impossible, once an engine was asked; `Some(None)` if a budget ended first.
    pub fn reason(&self, wish: Wish) -> Option<Option<&Reason>> {
        self.reasons.get(&wish).map(Option::as_ref)
    }

    /// Replaces the explanation of a wish by the next of all minimal explanations. Returns the number of the
    /// new explanation, counted from 1.
    pub(super) fn next_explanation(&mut self, wish: Wish) -> Option<usize> {
        let all = self.explanations.get(&wish).filter(|all| !all.is_empty())?;
        let reason = self.reasons.get_mut(&wish)?.as_mut()?;
        let at = all.iter().position(|one| *one == reason.explanation);
        let next = at.map_or(0, |at| (at + 1) % all.len());
        reason.explanation = all[next].clone();
        self.shown_last = (next + 1 == all.len()).then_some(wish);
        Some(next + 1)
    }

    /// The decisions to take back so that a wish becomes possible, once known.
    pub(super) fn restoration_mut(&mut self, wish: Wish) -> Option<&mut Restoration> {
        self.reasons.get_mut(&wish)?.as_mut()?.restoration.as_mut()
    }

    /// Stores an answer about the position.
    pub(super) fn learn(&mut self, finding: Finding) {
        match finding {
            Finding::Layer(layer, elapsed) => match layer {
                PartialAnswer::Census(census, _) if matches!(self.robdd, Some(Some(_))) => {
                    self.second_opinion = Some(census);
                }
                PartialAnswer::Census(census, engine) => {
                    self.census = Some(census);
                    self.source = Some(CountSource { engine, elapsed });
                    self.interrupted = None;
                }
                // These may be the first domains of another attempt: what interrupted the last one no longer counts.
                PartialAnswer::Domains(domains) => {
                    self.domains = Some(domains);
                    self.interrupted = None;
                }
                PartialAnswer::Estimate(estimate) => self.estimate = Some(estimate),
                PartialAnswer::RowNodes(nodes) => self.row_nodes = Some(nodes),
                PartialAnswer::Diagram(size) => self.diagram = Some(size),
            },
            Finding::Repair(part) => self.repairs.add(part),
            Finding::Robdd(found, elapsed) => {
                if let Some(found) = &found {
                    let shown = self.census.replace(found.census.clone());
                    // An earlier answer of the ROBDD is not compared with itself.
                    self.second_opinion =
                        self.second_opinion.take().or(shown.filter(|_| self.robdd.is_none()));
                    let engine = EngineKind::Bdd;
                    self.source.get_or_insert(CountSource { engine, elapsed });
                    self.interrupted = None;
                }
                self.robdd = Some(found);
            }
            Finding::Costs(costs) => self.costs = Some(costs),
            Finding::NearestSize(size) => self.nearest_size = Some(size),
            Finding::Reason(wish, reason) => {
                self.reasons.insert(wish, reason);
            }
            Finding::Leaves(wish, take_back, number) => {
                let restoration = self.restoration_mut(wish);
                let mut ways = restoration.into_iter().flat_map(|found| &mut found.sets);
                if let Some(way) = ways.find(|way| way.take_back == take_back) {
                    way.solutions_left = Some(number);
                }
            }
            Finding::Explanations(wish, all) => {
                self.explanations.insert(wish, all);
            }
            Finding::Unproved(cell) => {
                self.unproved.insert(cell);
            }
            Finding::Remaining(all) => self.remaining = Some(all),
            Finding::Pieces(pieces) => self.counts_by_pieces = Some(pieces),
            Finding::Consistency(found) => self.consistency = Some(found),
            Finding::Without(cells, number) => {
                self.retraction_counts.insert(cells, number);
            }
            // The trail stores waypoints.
            Finding::Waypoint(..) => {}
            // Counts may be known from the ROBDD already.
            Finding::Interrupted(interrupted) => {
                self.interrupted = Some(interrupted).filter(|_| self.census.is_none());
            }
        }
    }

    /// Forgets all answers, because the position has changed.
    pub(super) fn forget(&mut self) {
        *self = Self { stamp: Stamp(self.stamp.0 + 1), ..Self::default() };
    }
}

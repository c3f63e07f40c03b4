mod changed;
mod choose;
mod propagate;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::alldifferent::AllDifferent;
use super::constraint::ConstraintStates;
use super::domains::TrailedDomains;
use super::event::Event;
use super::model::ColumnModel;
use super::open::OpenVariables;
use super::options::{Propagation, SearchOptions, Statistics, Values};
use super::trace::Trace;
use crate::budget::{Answer, Budget, Phase, Progress};
use crate::heap::Heap;
use changed::ChangedQueue;
use geometry::CellSet;

/// The number of failures without a solution before the first restart.
const FIRST_RUN_FAILURES: u64 = 100;

/// A depth-first search for values that keep all constraints. A domain has `W` words of 64 bits.
pub(super) struct Backtracker<'a, const W: usize, T> {
    model: &'a ColumnModel,
    options: SearchOptions,
    domains: TrailedDomains<W>,
    /// The variables whose value is not propagated yet.
    open: OpenVariables,
    /// The variables whose domain has shrunk since the last propagation.
    changed: ChangedQueue,
    counts: ConstraintStates,
    all_different: Vec<AllDifferent>,
    /// Buffer for the values that an all-different constraint removes.
    to_remove: Vec<(u16, u16)>,
    levels: Vec<Level>,
    next: NextAction,
    random: ChaCha8Rng,
    /// The number of failures at which to restart, and the number of failures of this run; `None` without restarts.
    restart: Option<(u64, u64)>,
    statistics: Statistics,
    /// The number of propagations at which the budget is checked next.
    next_check: u64,
    trace: T,
}

/// A tree with domains of any number of words.
pub(super) trait AnyBacktracker<T> {
    /// Searches for the next solution.
    fn next(&mut self, budget: &Budget) -> Answer<Option<CellSet>>;
    /// The cells that propagation leaves at the root.
    fn candidates(&mut self, budget: &Budget) -> Answer<CellSet>;
    fn statistics(&self) -> Statistics;
    fn trace(&mut self) -> &mut T;
}

/// A piece that was tried, and the marks for undoing it.
struct Level {
    variable: u16,
    value: u16,
    removed_mark: usize,
    closed_mark: usize,
}

/// The next action of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextAction {
    Begin,
    Propagate,
    Retreat,
    End,
}

impl<'a, const W: usize, T: Trace> Backtracker<'a, W, T> {
    pub(super) fn new(model: &'a ColumnModel, options: SearchOptions, trace: T) -> Self {
        let variables = model.lines.len();
        let counts = ConstraintStates::new(
            model.constraints(options.labeling).cloned(),
            &model.domains,
            model.distances.width,
        );
        let most = match options.propagation {
            Propagation::Weak | Propagation::Bounds | Propagation::AllDifferent => 1,
            Propagation::Bounded => model.distances.max_excluded() as u16,
            Propagation::Strong | Propagation::Naive => u16::MAX,
        };
        Self {
            model,
            options,
            domains: TrailedDomains::new(&model.domains),
            open: OpenVariables::new(variables),
            changed: ChangedQueue::new(variables, most.max(1)),
            counts,
            all_different: AllDifferent::all(model, options.propagation),
            to_remove: Vec::new(),
            levels: Vec::with_capacity(variables),
            next: NextAction::Begin,
            random: ChaCha8Rng::seed_from_u64(options.seed),
            restart: options.restarts.then_some((FIRST_RUN_FAILURES, FIRST_RUN_FAILURES)),
            statistics: Statistics::default(),
            next_check: 0,
            trace,
        }
    }
}

impl<const W: usize, T: Trace> AnyBacktracker<T> for Backtracker<'_, W, T> {
    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn trace(&mut self) -> &mut T {
        &mut self.trace
    }

    fn candidates(&mut self, budget: &Budget) -> Answer<CellSet> {
        budget.check(self.progress())?;
        let is_consistent = self.begin() && self.propagate(budget)?;
        let (model, domains) = (self.model, &self.domains);
        let variables = (0..model.lines.len()).filter(|_| is_consistent);
        let values = |variable| domains.values(variable).map(move |value| (variable, value));
        let cells = variables.flat_map(values).map(|(variable, value)| model.cell(variable, value));
        Ok(CellSet::from_cells(model.size, cells))
    }

    fn next(&mut self, budget: &Budget) -> Answer<Option<CellSet>> {
        budget.check(self.progress())?;
        loop {
            let consistent = match self.next {
                NextAction::Begin => self.begin(),
                NextAction::Propagate => self.propagate(budget)?,
                NextAction::Retreat => {
                    let Some(level) = self.levels.pop() else {
                        self.next = NextAction::End;
                        continue;
                    };
                    self.retreat(&level)
                }
                NextAction::End => return Ok(None),
            };
            if !consistent {
                self.fail();
            } else if self.next == NextAction::Propagate {
                if self.open.is_empty() {
                    return Ok(Some(self.solution()));
                }
                self.decide();
            } else {
                self.next = NextAction::Propagate;
            }
        }
    }
}

impl<const W: usize, T: Trace> Backtracker<'_, W, T> {
    fn progress(&self) -> Progress {
        let states = self.statistics.branches as usize;
        let memory = self.domains.heap() + self.counts.heap();
        Progress { phase: Phase::Searching, states, memory, ..Progress::default() }
    }

    fn begin(&mut self) -> bool {
        for variable in 0..self.model.lines.len() {
            self.changed.push(variable, self.domains.size(variable));
        }
        self.counts.queue_all() && !self.model.unsatisfiable
    }

    fn fail(&mut self) {
        self.statistics.failures += 1;
        self.trace.propagated(&self.statistics.runs);
        self.trace.event(Event::Fail { depth: self.levels.len() });
        self.changed.clear();
        self.counts.clear();
        self.next = NextAction::Retreat;
        self.restart_if_due();
    }

    /// Restarts the search if this run has reached its limit of failures. Only values excluded at the root stay
    /// excluded. From then on, values are random. Each run has a higher limit than the run before, so that some run
    /// searches the whole tree.
    fn restart_if_due(&mut self) {
        let Some((limit, run)) = self.restart else { return };
        let Some(&Level { removed_mark: removed, closed_mark: closed, .. }) = self.levels.first()
        else {
            return;
        };
        if self.statistics.failures < limit {
            return;
        }
        let run = run + run / 2;
        self.restart = Some((limit + run, run));
        self.options.values = Values::Random;
        self.statistics.restarts += 1;
        self.trace.event(Event::Restart);
        self.levels.clear();
        self.take_back(removed, closed);
        self.next = NextAction::Propagate;
    }

    fn solution(&mut self) -> CellSet {
        self.restart = None;
        self.statistics.solutions += 1;
        self.trace.propagated(&self.statistics.runs);
        self.trace.event(Event::Solution { depth: self.levels.len() });
        self.next = NextAction::Retreat;
        let cells = (0..self.model.lines.len()).filter_map(|variable| {
            self.domains.min(variable).map(|value| self.model.cell(variable, value))
        });
        CellSet::from_cells(self.model.size, cells)
    }

    /// Tries the next piece.
    fn decide(&mut self) {
        self.trace.propagated(&self.statistics.runs);
        let (variable, value) = self.choose();
        let cell = self.model.cell(variable, value);
        self.trace.event(Event::Assign { cell, depth: self.levels.len() });
        self.levels.push(Level {
            variable: variable as u16,
            value: value as u16,
            removed_mark: self.domains.mark(),
            closed_mark: self.open.mark(),
        });
        self.statistics.branches += 1;
        if !self.assign(variable, value) {
            self.fail();
        }
    }

    /// Restores values and variables to an earlier state.
    fn take_back(&mut self, removed: usize, closed: usize) {
        while let Some(variable) = self.open.restore(closed) {
            if !self.counts.is_empty() {
                let value = self.domains.min(variable).unwrap_or_default();
                self.counts.reopen(variable, value, true);
            }
        }
        while let Some((variable, value)) = self.domains.restore(removed) {
            if !self.counts.is_empty() {
                self.counts.reopen(variable, value, false);
            }
        }
    }

    /// Takes the last piece back and excludes its cell. Returns false if this shows a
    /// contradiction.
    fn retreat(&mut self, level: &Level) -> bool {
        self.take_back(level.removed_mark, level.closed_mark);
        self.statistics.branches += 1;
        let (variable, value) = (usize::from(level.variable), usize::from(level.value));
        let cell = self.model.cell(variable, value);
        self.trace.event(Event::Backtrack { cell, depth: self.levels.len() });
        self.remove(variable, value)
    }
}

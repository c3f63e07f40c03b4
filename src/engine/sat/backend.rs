//! The solver. All other files use it through `rustsat`'s traits and these functions only, so that
//! another solver needs changes in this file alone.

use std::cell::Cell;

use batsat::{Callbacks, SolverInterface, clause};
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Lit, Var};

use crate::budget::{Budget, Interrupted, Phase, Progress};

/// A solver with its clauses.
pub(super) type SatSolver = rustsat_batsat::Solver<Watch>;

/// A solver's effort so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Conflicts, each of which taught it a clause.
    pub conflicts: u64,
    /// Values that it chose.
    pub decisions: u64,
    /// Values that followed from clauses.
    pub propagations: u64,
}

/// An answer of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is a model; [`rustsat::solvers::Solve::lit_val`] gives its values.
    Satisfiable,
    /// There is none; [`SolveIncremental::core`] gives assumptions that clash.
    Unsatisfiable,
    /// The granted conflicts were not enough.
    Undecided,
}

/// Checks the budget while the solver works.
#[derive(Default)]
pub(super) struct Watch {
    budget: Budget,
    /// The memory of the clauses handed to the solver, in bytes.
    clauses: usize,
    /// The memory of the learned clauses, in bytes.
    learned: usize,
    /// The conflicts left, if they are limited.
    conflicts_left: Option<u32>,
    looks: Cell<u32>,
    ended: Cell<Option<Interrupted>>,
}

/// The solver's choices between two checks of the budget: reading the clock at each would double the
/// time.
const LOOKS_BETWEEN: u32 = 32;

/// The memory of a clause without its literals: header, watches and list entry, in bytes.
const CLAUSE_BYTES: usize = 44;

impl Watch {
    fn progress(&self) -> Progress {
        let memory = self.clauses + self.learned;
        Progress { phase: Phase::Solving, memory, ..Progress::default() }
    }
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, literals: &[batsat::Lit], _: clause::Kind) {
        self.learned += clause_bytes(literals.len());
        self.conflicts_left = self.conflicts_left.map(|left| left.saturating_sub(1));
    }

    fn on_delete_clause(&mut self, literals: &[batsat::Lit]) {
        self.learned = self.learned.saturating_sub(clause_bytes(literals.len()));
    }

    fn stop(&self) -> bool {
        if self.conflicts_left == Some(0) || self.ended.get().is_some() {
            return true;
        }
        let looks = self.looks.get();
        self.looks.set(looks.wrapping_add(1));
        if looks.is_multiple_of(LOOKS_BETWEEN) {
            self.ended.set(self.budget.check(self.progress()).err());
        }
        self.ended.get().is_some()
    }
}

/// The memory that a clause takes, in bytes.
pub(super) const fn clause_bytes(literals: usize) -> usize {
    CLAUSE_BYTES + 4 * literals
}

/// Sets the memory of the solver's clauses, in bytes.
pub(super) fn set_memory(solver: &mut SatSolver, clauses: usize) {
    solver.batsat_mut().cb_mut().clauses = clauses;
}

/// Solves under assumptions, with at most `conflicts` conflicts if a number is given.
///
/// # Errors
/// When the budget ends first.
pub(super) fn solve(
    solver: &mut SatSolver,
    assumptions: &[Lit],
    conflicts: Option<u32>,
    budget: &Budget,
) -> Result<Verdict, Interrupted> {
    let watch = solver.batsat_mut().cb_mut();
    watch.budget = budget.clone();
    watch.conflicts_left = conflicts;
    watch.ended.set(None);
    budget.check(watch.progress())?;
    let result = solver.solve_assumps(assumptions).expect("this solver has no errors");
    let watch = solver.batsat_mut().cb_mut();
    // Do not keep the observer alive.
    watch.budget = Budget::default();
    match result {
        SolverResult::Sat => Ok(Verdict::Satisfiable),
        SolverResult::Unsat => Ok(Verdict::Unsatisfiable),
        SolverResult::Interrupted => match watch.ended.take() {
            Some(interrupted) => Err(interrupted),
            None => Ok(Verdict::Undecided),
        },
    }
}

/// Propagates units; false if that refutes the clauses.
pub(super) fn propagate(solver: &mut SatSolver) -> bool {
    solver.batsat_mut().simplify()
}

/// The literals that hold without assumptions, except the first `known`.
pub(super) fn settled(solver: &SatSolver, known: usize) -> impl Iterator<Item = Lit> + '_ {
    let literals = solver.batsat_ref().proved_at_lvl_0().iter().skip(known);
    literals.map(|literal| {
        let variable = Var::new(literal.var().idx());
        if literal.sign() { variable.pos_lit() } else { variable.neg_lit() }
    })
}

/// The solver's effort so far.
pub(super) fn effort(solver: &SatSolver) -> Effort {
    let solver = solver.batsat_ref();
    Effort {
        conflicts: solver.num_conflicts(),
        decisions: solver.num_decisions(),
        propagations: solver.num_propagations(),
    }
}

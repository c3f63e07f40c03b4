//! The SAT solver. Other files use it only through [`ClauseSolver`], so that a change to another solver affects this
//! file alone.

use std::cell::Cell;

use batsat::{Callbacks, SolverInterface, clause};
use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::encodings::card::{BoundUpper, BoundUpperIncremental, Totalizer};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal, Var};

use crate::budget::{Answer, Budget, Interrupted, Phase, Progress};

/// The type of the SAT solver.
type SatSolver = rustsat_batsat::Solver<Watch>;

/// Panic message for an error of the solver, which never returns one.
const NO_ERRORS: &str = "this solver has no errors";

/// Number of clauses of an encoding that are added between two checks of the budget.
const CLAUSES_BETWEEN_CHECKS: usize = 4096;

/// The effort of a solver so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverEffort {
    /// Number of conflicts. The solver learned a clause from each.
    pub conflicts: u64,
    /// Number of values that the solver chose.
    pub decisions: u64,
    /// Number of values that followed from clauses.
    pub propagations: u64,
}

/// An answer of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolveOutcome {
    /// There is a model; [`ClauseSolver::holds`] gives its values.
    Satisfiable,
    /// There is no model; [`ClauseSolver::core`] gives assumptions that clash.
    Unsatisfiable,
    /// The solver reached the limit of conflicts.
    Undecided,
}

/// Checks the budget while the solver works.
#[derive(Default)]
struct Watch {
    budget: Budget,
    /// The memory of the clauses handed to the solver, in bytes.
    clause_memory: usize,
    /// The memory of the learned clauses, in bytes.
    learned_memory: usize,
    /// Number of conflicts still granted; `None` without a limit.
    conflicts_left: Option<u32>,
    calls: Cell<u32>,
    ended: Cell<Option<Interrupted>>,
}

/// Number of choices of the solver between two checks of the budget. Reading the clock at each choice would double the
/// time.
const CALLS_BETWEEN_CHECKS: u32 = 32;

/// Memory of a clause without its literals, in bytes: header, watches and list entry.
const CLAUSE_BYTES: usize = 44;

impl Watch {
    fn progress(&self) -> Progress {
        let memory = self.clause_memory + self.learned_memory;
        Progress { phase: Phase::Solving, memory, ..Progress::default() }
    }
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, literals: &[batsat::Lit], _: clause::Kind) {
        self.learned_memory += clause_bytes(literals.len());
        self.conflicts_left = self.conflicts_left.map(|left| left.saturating_sub(1));
    }

    fn on_delete_clause(&mut self, literals: &[batsat::Lit]) {
        self.learned_memory = self.learned_memory.saturating_sub(clause_bytes(literals.len()));
    }

    fn stop(&self) -> bool {
        if self.conflicts_left == Some(0) || self.ended.get().is_some() {
            return true;
        }
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        if calls.is_multiple_of(CALLS_BETWEEN_CHECKS) {
            self.ended.set(self.budget.check(self.progress()).err());
        }
        self.ended.get().is_some()
    }
}

/// The memory of a variable and its literals' watches, in bytes.
pub(super) const VARIABLE_BYTES: usize = 200;

/// The memory of a clause with `literals` literals, in bytes.
pub(super) const fn clause_bytes(literals: usize) -> usize {
    CLAUSE_BYTES + 4 * literals
}

/// Maximum memory of a totalizer over `literals` literals, in bytes. Each node of the totalizer adds clauses for each
/// pair of counts of its two halves.
pub(super) fn totalizer_bytes(literals: usize) -> usize {
    let halves = [literals / 2, literals.div_ceil(2)];
    match literals {
        0 | 1 => 0,
        _ => {
            let pairs = halves.map(|half| half + 1).iter().product::<usize>();
            let below = halves.map(totalizer_bytes).iter().sum::<usize>();
            below.saturating_add(pairs.saturating_mul(2 * clause_bytes(3)))
        }
    }
}

/// A solver with its clauses, and the manager that numbers its variables.
pub(super) struct ClauseSolver {
    solver: SatSolver,
    names: BasicVarManager,
    /// Memory of variables and clauses, without learned clauses, in bytes.
    pub memory: usize,
}

impl ClauseSolver {
    /// An empty set of clauses for variables with the numbers below `variables`. `memory` is the memory of the
    /// variables and of the clauses to be added by [`ClauseSolver::add_precounted`], in bytes.
    pub(super) fn new(variables: usize, memory: usize) -> Self {
        let mut solver = SatSolver::default();
        if let Some(last) = variables.checked_sub(1) {
            solver.reserve(Var::new(last as u32)).expect(NO_ERRORS);
        }
        let names = BasicVarManager::from_next_free(Var::new(variables as u32));
        Self { solver, names, memory }
    }

    /// Adds a clause.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        self.memory += clause_bytes(clause.len());
        self.add_precounted(clause);
    }

    /// Adds a clause whose memory is counted already.
    pub(super) fn add_precounted(&mut self, clause: &[Lit]) {
        self.solver.add_clause_ref(clause).expect(NO_ERRORS);
    }

    /// Adds a clause that applies if the selector holds. Without a selector, it always applies.
    pub(super) fn add_under(&mut self, selector: Option<Lit>, clause: &[Lit]) {
        match selector {
            Some(selector) => self.add(&[&[!selector], clause].concat()),
            None => self.add(clause),
        }
    }

    /// Adds the clauses and the variables of an encoding of the library.
    ///
    /// # Errors
    /// When the budget ends first. The encoding is then incomplete.
    pub(super) fn encode(
        &mut self,
        budget: &Budget,
        encode: impl FnOnce(&mut WatchedSolver<'_>, &mut BasicVarManager) -> Result<(), OutOfMemory>,
    ) -> Answer<()> {
        let Self { solver, names, memory } = self;
        let used = names.n_used();
        let mut watched = WatchedSolver { solver, budget, memory, added: 0, ended: None };
        let encoded = encode(&mut watched, names);
        let ended = watched.ended;
        *memory += (names.n_used() - used) as usize * VARIABLE_BYTES;
        if let Some(interrupted) = ended {
            return Err(interrupted);
        }
        encoded.expect(NO_ERRORS);
        Ok(())
    }

    /// Literals to assume so that at most `limit` literals of a totalizer hold.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn at_most(
        &mut self,
        totalizer: &mut Totalizer,
        limit: usize,
        budget: &Budget,
    ) -> Answer<Vec<Lit>> {
        self.encode(budget, |clauses, names| {
            totalizer.encode_ub_change(limit..=limit, clauses, names)
        })?;
        Ok(totalizer.enforce_ub(limit).expect("it is encoded"))
    }

    /// A literal of a new variable.
    pub(super) fn fresh(&mut self) -> Lit {
        self.memory += VARIABLE_BYTES;
        self.names.new_var().pos_lit()
    }

    /// Checks the budget before clauses of up to `more` bytes are added.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn check(&self, more: usize, budget: &Budget) -> Answer<()> {
        let memory = self.memory.saturating_add(more);
        budget.check(Progress { memory, ..Progress::default() })
    }

    /// Memory of variables and clauses, including learned clauses, in bytes.
    pub(super) fn total_memory(&mut self) -> usize {
        self.memory + self.solver.batsat_mut().cb_mut().learned_memory
    }

    /// Solves the clauses under assumptions. `conflicts` is the maximum number of conflicts; `None` means no limit.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn solve(
        &mut self,
        assumptions: &[Lit],
        conflicts: Option<u32>,
        budget: &Budget,
    ) -> Answer<SolveOutcome> {
        let watch = self.solver.batsat_mut().cb_mut();
        watch.clause_memory = self.memory;
        watch.budget = budget.clone();
        watch.conflicts_left = conflicts;
        watch.ended.set(None);
        budget.check(watch.progress())?;
        let result = self.solver.solve_assumps(assumptions).expect(NO_ERRORS);
        let watch = self.solver.batsat_mut().cb_mut();
        // The old budget is dropped, because its observer would otherwise live as long as the solver.
        watch.budget = Budget::default();
        match result {
            SolverResult::Sat => Ok(SolveOutcome::Satisfiable),
            SolverResult::Unsat => Ok(SolveOutcome::Unsatisfiable),
            SolverResult::Interrupted => {
                watch.ended.take().map_or(Ok(SolveOutcome::Undecided), Err)
            }
        }
    }

    /// True if the literal holds in the last model found.
    pub(super) fn holds(&self, literal: Lit) -> bool {
        self.solver.lit_val(literal).expect("there is a model") == TernaryVal::True
    }

    /// A core: a subset of the assumptions refuted last that the clauses refute by itself.
    pub(super) fn core(&mut self) -> Vec<Lit> {
        let core = self.solver.core().expect("it was refuted");
        core.into_iter().map(|literal| !literal).collect()
    }

    /// Propagates unit clauses. Returns the literals that hold without assumptions, except the first `known` of them.
    pub(super) fn root_literals(&mut self, known: usize) -> Vec<Lit> {
        self.solver.batsat_mut().simplify();
        let literals = self.solver.batsat_ref().proved_at_lvl_0().iter().skip(known);
        literals.map(|literal| Lit::new(literal.var().idx(), !literal.sign())).collect()
    }

    /// The solver's effort so far.
    pub(super) fn effort(&self) -> SolverEffort {
        let solver = self.solver.batsat_ref();
        SolverEffort {
            conflicts: solver.num_conflicts(),
            decisions: solver.num_decisions(),
            propagations: solver.num_propagations(),
        }
    }
}

/// A solver that accepts clauses until the budget ends.
pub(super) struct WatchedSolver<'a> {
    solver: &'a mut SatSolver,
    budget: &'a Budget,
    /// Memory of variables and clauses, in bytes.
    memory: &'a mut usize,
    added: usize,
    ended: Option<Interrupted>,
}

impl CollectClauses for WatchedSolver<'_> {
    fn n_clauses(&self) -> usize {
        self.added
    }

    fn extend_clauses<T: IntoIterator<Item = Clause>>(
        &mut self,
        clauses: T,
    ) -> Result<(), OutOfMemory> {
        for clause in clauses {
            self.added += 1;
            *self.memory += clause_bytes(clause.len());
            if self.added.is_multiple_of(CLAUSES_BETWEEN_CHECKS) {
                let progress = Progress { memory: *self.memory, ..Progress::default() };
                self.ended = self.budget.check(progress).err();
                if self.ended.is_some() {
                    return Err(OutOfMemory::ExternalApi);
                }
            }
            CollectClauses::add_clause(self.solver, clause)?;
        }
        Ok(())
    }
}

/// Properties that the other files rely on, but that the traits of the library do not promise.
#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    fn literal(number: u32) -> Lit {
        Var::new(number).pos_lit()
    }

    /// The clauses that put each of `pigeons` pigeons into one of `holes` holes, at most one into each.
    fn pigeons(pigeons: u32, holes: u32) -> ClauseSolver {
        let mut clauses = ClauseSolver::new((pigeons * holes) as usize, 0);
        let sits = |pigeon: u32, hole: u32| literal(pigeon * holes + hole);
        for pigeon in 0..pigeons {
            clauses.add(&(0..holes).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
            for other in 0..pigeon {
                for hole in 0..holes {
                    clauses.add(&[!sits(pigeon, hole), !sits(other, hole)]);
                }
            }
        }
        clauses
    }

    #[test]
    fn learned_clauses_count_as_memory_while_the_solver_works() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let budget = Budget::default().with_observer({
            let heard = Arc::clone(&heard);
            move |progress| heard.lock().unwrap().push(progress.memory)
        });
        let mut clauses = pigeons(8, 7);
        assert_eq!(clauses.solve(&[], None, &budget), Ok(SolveOutcome::Unsatisfiable));
        let heard = heard.lock().unwrap();
        assert_eq!(heard[0], clauses.memory);
        assert!(heard.iter().any(|&memory| memory > clauses.memory), "{heard:?}");
    }

    #[test]
    fn a_totalizer_counts_as_memory() {
        let mut clauses = ClauseSolver::new(20, 0);
        let mut totalizer: Totalizer = (0..20).map(literal).collect();
        let mut added = 0;
        let encoded = clauses.encode(&Budget::default(), |clauses, names| {
            totalizer.encode_ub(3..=3, clauses, names)?;
            added = clauses.n_clauses();
            Ok(())
        });
        assert_eq!(encoded, Ok(()));
        let variables = clauses.fresh().vidx() - 20;
        assert!(added > 50 && variables > 20, "{added} {variables}");
        assert!(clauses.memory >= added * clause_bytes(2) + variables * VARIABLE_BYTES);
        // A totalizer that does not fit the budget is not completed.
        let mut totalizer: Totalizer =
            (0..20).chain(0..20).cycle().take(400).map(literal).collect();
        let encoded = clauses.encode(&Budget::new(200_000), |clauses, names| {
            totalizer.encode_ub(3..=200, clauses, names)
        });
        assert!(encoded.is_err());
    }

    #[test]
    fn a_limit_of_conflicts_ends_a_call_and_the_next_one_goes_on() {
        let mut clauses = pigeons(8, 7);
        let budget = Budget::default();
        assert_eq!(clauses.solve(&[], Some(20), &budget), Ok(SolveOutcome::Undecided));
        assert!((20..40).contains(&clauses.effort().conflicts), "{:?}", clauses.effort());
        assert_eq!(clauses.solve(&[], None, &budget), Ok(SolveOutcome::Unsatisfiable));
    }

    #[test]
    fn root_literals_come_once_each() {
        let mut clauses = ClauseSolver::new(4, 0);
        let [a, b, c, d] = [0, 1, 2, 3].map(literal);
        clauses.add(&[!a, b]);
        clauses.add(&[c, d]);
        clauses.add(&[a]);
        let mut first = clauses.root_literals(0);
        first.sort();
        assert_eq!(first, [a, b]);
        assert_eq!(clauses.solve(&[c], None, &Budget::default()), Ok(SolveOutcome::Satisfiable));
        assert_eq!(clauses.root_literals(2), []);
        clauses.add(&[!d]);
        let mut next = clauses.root_literals(2);
        next.sort();
        assert_eq!(next, [c, !d]);
    }

    #[test]
    fn models_and_cores_are_in_literals_as_they_were_assumed() {
        let mut clauses = ClauseSolver::new(3, 0);
        let [a, b, c] = [0, 1, 2].map(literal);
        clauses.add(&[a, b]);
        let budget = Budget::default();
        assert_eq!(clauses.solve(&[!a, c], None, &budget), Ok(SolveOutcome::Satisfiable));
        assert_eq!([!a, b, c].map(|it| clauses.holds(it)), [true; 3]);
        assert_eq!([a, !b, !c].map(|it| clauses.holds(it)), [false; 3]);
        assert_eq!(clauses.solve(&[c, !a, !b], None, &budget), Ok(SolveOutcome::Unsatisfiable));
        let mut core = clauses.core();
        core.sort();
        assert_eq!(core, [!a, !b]);
    }
}

//! Bounds on how many of some literals are true (O. Bailleux, Y. Boufkhad, "Efficient CNF encoding of
//! Boolean cardinality constraints", CP 2003).

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::encodings::card::{Totalizer, encode_cardinality_constraint};
use rustsat::encodings::pb::{BoundUpper, BoundUpperIncremental, GeneralizedTotalizer};
use rustsat::instances::BasicVarManager;
use rustsat::types::constraints::CardConstraint;
use rustsat::types::{Clause, Lit};

use super::backend::{SatSolver, clause_bytes};
use crate::budget::{Budget, Interrupted, Phase, Progress};

/// The most memory of a totalizer over so many literals, in bytes: each of its nodes adds a clause for
/// each pair of counts of its halves.
pub(super) fn bytes(literals: usize) -> usize {
    let halves = [literals / 2, literals.div_ceil(2)];
    match literals {
        0 | 1 => 0,
        _ => {
            let pairs = halves.map(|half| half + 1).iter().product::<usize>();
            let below = halves.map(bytes).iter().sum::<usize>();
            below.saturating_add(pairs.saturating_mul(2 * clause_bytes(3)))
        }
    }
}

/// The number of clauses added between two checks of the budget.
const CLAUSES_BETWEEN_LOOKS: usize = 4096;

/// Adds a constraint to a solver whose clauses, with those of the constraint, take `memory` bytes.
///
/// # Errors
/// When the budget ends first.
pub(super) fn add(
    constraint: CardConstraint,
    solver: &mut SatSolver,
    names: &mut BasicVarManager,
    memory: usize,
    budget: &Budget,
) -> Result<(), Interrupted> {
    let mut watched = Watched { solver, budget, memory, taken: 0, ended: None };
    let encoded = encode_cardinality_constraint::<Totalizer, _>(constraint, &mut watched, names);
    if let Some(interrupted) = watched.ended {
        return Err(interrupted);
    }
    encoded.expect("this solver has no errors");
    Ok(())
}

/// Adds the clauses that tell whether weights add up to more than a limit to a solver whose clauses take
/// `memory` bytes. Returns the assumptions that the weights do not.
///
/// # Errors
/// When the budget ends first.
pub(super) fn limit(
    totalizer: &mut GeneralizedTotalizer,
    limit: usize,
    solver: &mut SatSolver,
    names: &mut BasicVarManager,
    memory: usize,
    budget: &Budget,
) -> Result<Vec<Lit>, Interrupted> {
    let mut watched = Watched { solver, budget, memory, taken: 0, ended: None };
    let encoded = totalizer.encode_ub_change(limit..=limit, &mut watched, names);
    if let Some(interrupted) = watched.ended {
        return Err(interrupted);
    }
    encoded.expect("this solver has no errors");
    Ok(totalizer.enforce_ub(limit).expect("it is encoded"))
}

/// A solver that accepts clauses until the budget ends.
struct Watched<'a> {
    solver: &'a mut SatSolver,
    budget: &'a Budget,
    memory: usize,
    taken: usize,
    ended: Option<Interrupted>,
}

impl CollectClauses for Watched<'_> {
    fn n_clauses(&self) -> usize {
        self.taken
    }

    fn extend_clauses<T: IntoIterator<Item = Clause>>(
        &mut self,
        clauses: T,
    ) -> Result<(), OutOfMemory> {
        for clause in clauses {
            self.taken += 1;
            if self.taken.is_multiple_of(CLAUSES_BETWEEN_LOOKS) {
                let progress =
                    Progress { phase: Phase::Building, memory: self.memory, ..Progress::default() };
                if let Err(interrupted) = self.budget.check(progress) {
                    self.ended = Some(interrupted);
                    return Err(OutOfMemory::ExternalApi);
                }
            }
            CollectClauses::add_clause(self.solver, clause)?;
        }
        Ok(())
    }
}

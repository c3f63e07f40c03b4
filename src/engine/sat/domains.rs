//! Computes domains: finds models until every value of every cell has a witness or is refuted.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rustsat::types::Lit;

use super::backend::SolveOutcome;
use super::encoding::Encoding;
use crate::budget::{Answer, Budget};
use crate::domains::Domains;
use geometry::{Cell, CellSet, Symmetry};
use problem::{Problem, Value};

/// Maximum number of conflicts of a call with many assumed pieces. Calls with fewer assumed pieces are mostly easier.
pub(super) const ATTEMPT_CONFLICTS: u32 = 100;

/// A search for the domains of the `wanted` cells.
pub(super) struct DomainSearch<'a> {
    pub problem: &'a Problem,
    pub wanted: &'a CellSet,
    pub budget: &'a Budget,
    pub random: &'a mut ChaCha8Rng,
    pub domains: &'a mut Domains,
    pub learn: &'a mut dyn FnMut(&Domains),
    /// The solutions that were a witness for a new value.
    pub found: Vec<CellSet>,
    pub symmetries: Vec<Symmetry>,
}

impl DomainSearch<'_> {
    /// Runs until the domains are complete.
    pub(super) fn run(&mut self, encoding: &mut Encoding) -> Answer<()> {
        self.settle(encoding);
        // The number of cells without a witness on which the next model should have pieces.
        let mut wished = encoding.cells().len().isqrt().max(2);
        loop {
            let open = self.open(encoding);
            if open.is_empty() && self.domains.satisfiable.is_some() {
                return Ok(());
            }
            let assumptions = self.compatible_literals(encoding, wished);
            if assumptions.len() > 1 && self.domains.satisfiable.is_some() {
                match encoding.clauses.solve(&assumptions, Some(ATTEMPT_CONFLICTS), self.budget)? {
                    SolveOutcome::Satisfiable => {
                        wished = (assumptions.len() + assumptions.len() / 8 + 1).max(wished);
                        self.add_witness(&encoding.solution());
                    }
                    SolveOutcome::Unsatisfiable | SolveOutcome::Undecided => {
                        wished = assumptions.len() * 3 / 4;
                        self.settle(encoding);
                    }
                }
                continue;
            }
            // Asks for a model in which at least one open literal holds. If there is none, all open literals are
            // refuted.
            let switch = encoding.clauses.fresh();
            let mut clause = open.clone();
            clause.push(!switch);
            if self.domains.satisfiable.is_some() {
                encoding.clauses.add(&clause);
            }
            match encoding.clauses.solve(&[switch], None, self.budget)? {
                SolveOutcome::Satisfiable => self.add_witness(&encoding.solution()),
                SolveOutcome::Unsatisfiable | SolveOutcome::Undecided
                    if self.domains.satisfiable.is_none() =>
                {
                    self.domains.mark_unsatisfiable(self.problem.rules().grid());
                    (self.learn)(self.domains);
                    return Ok(());
                }
                SolveOutcome::Unsatisfiable | SolveOutcome::Undecided => {
                    for literal in open {
                        let cell = encoding.cell(literal).expect("the literal of a cell");
                        self.refute(cell, literal.is_pos());
                    }
                    (self.learn)(self.domains);
                    return Ok(());
                }
            }
            encoding.clauses.add(&[!switch]);
            wished = wished.max(2);
        }
    }

    /// Literals that are still open: neither a witness nor a refutation is known.
    fn open(&self, encoding: &Encoding) -> Vec<Lit> {
        let mut open = Vec::new();
        for &cell in encoding.cells() {
            if !self.wanted.contains(cell) || self.domains.cannot_hold.contains(cell) {
                continue;
            }
            let literal = encoding.literal(cell).expect("it is open");
            if !self.domains.can_hold.contains(cell) {
                open.push(literal);
            }
            if !(self.domains.can_be_empty.contains(cell) || self.domains.must_hold.contains(cell))
            {
                open.push(!literal);
            }
        }
        open
    }

    /// The literals of up to `max_literals` cells without a witness, drawn at random, that do not exclude each other.
    fn compatible_literals(&mut self, encoding: &Encoding, max_literals: usize) -> Vec<Lit> {
        let mut cells: Vec<Cell> = (encoding.cells().iter().copied())
            .filter(|&cell| self.wanted.contains(cell))
            .filter(|&cell| {
                !self.domains.can_hold.contains(cell) && !self.domains.cannot_hold.contains(cell)
            })
            .collect();
        cells.shuffle(self.random);
        encoding.compatible_literals(self.problem.rules(), cells, max_literals)
    }

    /// Adds the values of a solution and of its images under the symmetries to the domains.
    pub(super) fn add_witness(&mut self, solution: &CellSet) {
        let grid = self.problem.rules().grid();
        let mut new = self.domains.add_witness(grid, solution);
        if new {
            self.found.push(solution.clone());
        }
        for symmetry in &self.symmetries {
            let image = symmetry.image(solution);
            if self.domains.add_witness(grid, &image) {
                new = true;
                self.found.push(image);
            }
        }
        if new {
            (self.learn)(self.domains);
        }
    }

    /// Adds the values that unit propagation settles to the domains.
    fn settle(&mut self, encoding: &mut Encoding) {
        let settled = encoding.settled();
        for &(cell, value) in &settled {
            self.refute(cell, value == Value::Excluded);
        }
        if !settled.is_empty() {
            (self.learn)(self.domains);
        }
    }

    /// Records that no solution has a piece on the cell, or, if `piece` is false, that no solution leaves it empty.
    fn refute(&mut self, cell: Cell, piece: bool) {
        if piece {
            self.domains.cannot_hold.insert(cell);
        } else if self.domains.satisfiable == Some(true) {
            self.domains.must_hold.insert(cell);
        }
    }
}

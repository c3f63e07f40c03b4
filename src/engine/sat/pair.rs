//! Clauses about two problems on the same cells.

use rustsat::types::Lit;

use super::encoding::{self, CELLS_BETWEEN_CHECKS, Encoding};
use crate::budget::{Answer, Budget};
use geometry::Cell;
use problem::{Bounds, Group, Problem, Rules, Value, Weights};

impl Encoding {
    /// Adds the rules and the decisions of another problem.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn add_problem(&mut self, other: &Problem, budget: &Budget) -> Answer<()> {
        let rules = other.rules();
        self.clauses.check(encoding::memory(other), budget)?;
        for (cell, value) in other.decisions().iter() {
            match self.decision(cell, value) {
                Ok(Some(literal)) => self.clauses.add(&[literal]),
                Ok(None) => {}
                Err(_) => self.clauses.add(&[]),
            }
        }
        for (number, cell) in rules.grid().standing_cells().enumerate() {
            self.check_often(number, budget)?;
            let Some(clause) = self.without(cell) else { continue };
            for attacked in rules.board_rule(cell).filter(|attacked| cell < *attacked) {
                let Some(rest) = self.without(attacked) else { continue };
                self.clauses.add(&[&clause[..], &rest].concat());
            }
        }
        for group in rules.groups().iter().chain(&rules.implied_groups()) {
            self.add_bounds(rules, group, None, budget)?;
        }
        self.add_limit(rules, None, budget)?;
        if self.needs_more_than_fits(rules) {
            self.clauses.add(&[]);
        }
        Ok(())
    }

    /// Requires that a rule or a decision of another problem is broken. `own` are the rules of the present clauses.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn add_violation(
        &mut self,
        own: &Rules,
        other: &Problem,
        budget: &Budget,
    ) -> Answer<()> {
        let rules = other.rules();
        self.clauses.check(encoding::memory(other), budget)?;
        // At least one of these literals must hold.
        let mut broken: Vec<Lit> = Vec::new();
        for (cell, value) in other.decisions().iter() {
            match self.decision(cell, value.opposite()) {
                Ok(Some(literal)) => broken.push(literal),
                Ok(None) => return Ok(()),
                Err(_) => {}
            }
        }
        for (number, cell) in rules.grid().standing_cells().enumerate() {
            self.check_often(number, budget)?;
            let Some(clause) = self.without(cell) else { continue };
            let is_new = |attacked: &Cell| {
                cell < *attacked && !own.exclusions().exclude_each_other(cell, *attacked)
            };
            let attacked = rules.board_rule(cell).filter(is_new);
            let attacked: Vec<Vec<Lit>> = attacked.filter_map(|it| self.without(it)).collect();
            if attacked.is_empty() {
                continue;
            }
            let selector = self.clauses.fresh();
            broken.push(selector);
            for &empty in &clause {
                self.clauses.add(&[!selector, !empty]);
            }
            // If an attacked cell always has a piece, the clause is already satisfied.
            if attacked.iter().all(|empty| !empty.is_empty()) {
                let pieces: Vec<Lit> = attacked.iter().flatten().map(|&empty| !empty).collect();
                self.clauses.add_under(Some(selector), &pieces);
            }
        }
        for group in rules.groups() {
            let (Bounds { lower, upper }, cells) = (group.bounds(), group.cells());
            let fewer = lower.checked_sub(1).map(|most| Bounds { lower: 0, upper: Some(most) });
            let more = upper.filter(|&upper| (upper as usize) < cells.len());
            let more = more.map(|upper| Bounds { lower: upper + 1, upper: None });
            for bounds in fewer.into_iter().chain(more) {
                let (group, selector) =
                    (Group::new(group.id(), cells.to_vec(), bounds), self.clauses.fresh());
                self.add_bounds(rules, &group, Some(selector), budget)?;
                broken.push(selector);
            }
        }
        if let Some(rules) = dearer(rules) {
            let selector = self.clauses.fresh();
            self.add_limit(&rules, Some(selector), budget)?;
            broken.push(selector);
        }
        self.clauses.add(&broken);
        Ok(())
    }

    /// The clause that a cell is empty: no literals if a piece always stands there, `None` if the cell is always empty.
    fn without(&self, cell: Cell) -> Option<Vec<Lit>> {
        match self.literal(cell) {
            Some(literal) => Some(vec![!literal]),
            None => (self.fixed_value(cell) == Value::Placed).then(Vec::new),
        }
    }

    fn check_often(&self, number: usize, budget: &Budget) -> Answer<()> {
        if number.is_multiple_of(CELLS_BETWEEN_CHECKS) {
            self.clauses.check(0, budget)?;
        }
        Ok(())
    }
}

/// Rules with a limit on the negated costs: their solutions are those beyond the limit of the given rules. `None` if all
/// solutions are within the limit.
fn dearer(rules: &Rules) -> Option<Rules> {
    let (weights, limit) = rules.limit()?;
    let negated = weights.cells().iter().map(|weight| -weight).collect();
    let negated = Weights::new(rules.size(), negated).ok()?;
    rules.clone().with_weights(Some(negated)).ok()?.with_max_cost(Some(-1 - limit)).ok()
}

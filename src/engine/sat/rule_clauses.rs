use std::collections::HashMap;
use std::sync::Arc;

use rustsat::types::{Lit, Var};

use super::backend::{ClauseSolver, SolveOutcome, VARIABLE_BYTES, clause_bytes};
use super::encoding::{Encoding, most_pairs};
use crate::budget::{Answer, Budget, Progress};
use crate::numbered_cells::NumberedCells;
use geometry::{Cell, CellSet};
use problem::{GroupId, Rule, Rules, Value};

/// The rules as clauses. Each rule has a selector: a literal that makes its clauses apply. A question assumes its
/// decisions and the selectors of the rules that count.
pub struct RuleClauses {
    rules: Arc<Rules>,
    rule_list: Vec<Rule>,
    /// For each rule, the indices of its groups.
    groups: Vec<Vec<usize>>,
    encoding: Encoding,
}

/// Rules and decisions that together leave no solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// Indices of the rules in [`RuleClauses::rule_list`], ascending.
    pub rules: Vec<usize>,
    /// The cells of the decisions, in the order in which the question listed them.
    pub cells: Vec<Cell>,
}

/// The answer to a question of limited effort: do rules and decisions leave a solution?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The clauses are contradictory.
    Clash(Clash),
    /// There is a solution.
    Solution,
    /// The limit of conflicts was reached before this was known.
    Undecided,
}

/// Number of rules whose clauses are added between two checks of the budget.
const RULES_BETWEEN_CHECKS: usize = 64;

impl RuleClauses {
    /// The clauses of the rules.
    ///
    /// # Errors
    /// When the budget ends first. If the board rules do not fit its memory, the error is immediate.
    pub fn new(rules: &Arc<Rules>, budget: &Budget) -> Answer<Self> {
        let size = rules.size();
        let cells: Vec<Cell> = rules.grid().standing_cells().collect();
        // Each cell has a variable, each cell and each group has a selector, and each pair has two clauses.
        let memory = VARIABLE_BYTES * (2 * cells.len() + rules.groups().len())
            + 2 * most_pairs(rules, cells.len()) * clause_bytes(3);
        budget.check(Progress { memory, ..Progress::default() })?;
        let listed = rules.rule_list();
        let mut groups_of: HashMap<GroupId, Vec<usize>> = HashMap::new();
        for (index, group) in rules.groups().iter().enumerate() {
            groups_of.entry(group.id()).or_default().push(index);
        }
        let groups = listed.iter().map(|rule| {
            rule.group().and_then(|group| groups_of.remove(&group)).unwrap_or_default()
        });
        let groups = groups.collect();
        let variables = cells.len() + listed.len();
        let clauses = ClauseSolver::new(variables, memory);
        let encoding = Encoding::without_clauses(NumberedCells::new(size, cells), clauses);
        let mut clauses = Self { rules: Arc::clone(rules), rule_list: listed, groups, encoding };
        for number in 0..clauses.rule_list.len() {
            let selector = Some(clauses.selector(number));
            let encoding = &mut clauses.encoding;
            if number.is_multiple_of(RULES_BETWEEN_CHECKS) {
                encoding.clauses.check(0, budget)?;
            }
            match clauses.rule_list[number] {
                Rule::Board(cell) => encoding.add_board_rule(rules, cell, selector),
                Rule::MaxCost(_) => encoding.add_limit(rules, selector, budget)?,
                Rule::Group(_) => {
                    for &index in &clauses.groups[number] {
                        encoding.add_bounds(rules, &rules.groups()[index], selector, budget)?;
                    }
                }
            }
        }
        clauses.encoding.clauses.check(0, budget)?;
        Ok(clauses)
    }

    /// The selector of a rule: the literal that holds if the rule counts.
    fn selector(&self, number: usize) -> Lit {
        Var::new((self.encoding.cells().len() + number) as u32).pos_lit()
    }

    /// The literal of a piece on a cell.
    ///
    /// # Panics
    /// When the cell is a hole or off the grid.
    fn literal(&self, cell: Cell) -> Lit {
        self.encoding.literal(cell).expect("it is no hole")
    }

    /// The rules that can be kept or left out.
    pub fn rule_list(&self) -> &[Rule] {
        &self.rule_list
    }

    /// A subset of the `kept` rules (by index) and of the decisions that together leave no solution, not necessarily a
    /// smallest one. `None` if there is a solution.
    ///
    /// # Errors
    /// When the budget ends first.
    ///
    /// # Panics
    /// When a decision is about a hole or a cell off the grid.
    pub fn clash(
        &mut self,
        kept: &[usize],
        decisions: &[(Cell, Value)],
        budget: &Budget,
    ) -> Answer<Option<Clash>> {
        Ok(match self.outlook(kept, decisions, None, budget)? {
            Outlook::Clash(clash) => Some(clash),
            Outlook::Solution | Outlook::Undecided => None,
        })
    }

    /// Like [`RuleClauses::clash`], with at most `conflicts` conflicts of the solver, if a number is given. The same
    /// questions in the same order have the same answers on every machine.
    ///
    /// # Errors
    /// When the budget ends first.
    ///
    /// # Panics
    /// When a decision is about a hole or a cell off the grid.
    pub fn outlook(
        &mut self,
        kept: &[usize],
        decisions: &[(Cell, Value)],
        conflicts: Option<u32>,
        budget: &Budget,
    ) -> Answer<Outlook> {
        let decided = |&(cell, value): &(Cell, Value)| match value {
            Value::Placed => self.literal(cell),
            Value::Excluded => !self.literal(cell),
        };
        let mut assumed: Vec<Lit> = decisions.iter().map(decided).collect();
        assumed.extend(kept.iter().map(|&number| self.selector(number)));
        match self.encoding.clauses.solve(&assumed, conflicts, budget)? {
            SolveOutcome::Satisfiable => return Ok(Outlook::Solution),
            SolveOutcome::Undecided => return Ok(Outlook::Undecided),
            SolveOutcome::Unsatisfiable => {}
        }
        let core: Vec<Var> = self.encoding.clauses.core().into_iter().map(Lit::var).collect();
        let number = |variable: &Var| variable.idx().checked_sub(self.encoding.cells().len());
        let mut rules: Vec<usize> = core.iter().filter_map(number).collect();
        rules.sort_unstable();
        let is_in_core = |&cell: &Cell| core.contains(&self.literal(cell).var());
        let cells = decisions.iter().map(|&(cell, _)| cell).filter(is_in_core).collect();
        Ok(Outlook::Clash(Clash { rules, cells }))
    }

    /// The pieces of the solution found last.
    ///
    /// # Panics
    /// When the last question had no solution.
    pub fn solution(&self) -> CellSet {
        self.encoding.solution()
    }

    /// Indices of the rules that these pieces break.
    pub fn broken(&self, pieces: &CellSet) -> Vec<usize> {
        let rules = &self.rules;
        let is_broken = |number: &usize| match &self.rule_list[*number] {
            Rule::Board(cell) => {
                let excludes = |other| rules.exclusions().exclude_each_other(*cell, other);
                pieces.contains(*cell) && pieces.iter().any(excludes)
            }
            Rule::MaxCost(limit) => {
                rules.weights().is_some_and(|weights| weights.cost(pieces) > *limit)
            }
            Rule::Group(_) => {
                !self.groups[*number].iter().all(|&index| rules.groups()[index].allows(pieces))
            }
        };
        (0..self.rule_list.len()).filter(is_broken).collect()
    }
}

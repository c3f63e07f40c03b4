use std::collections::HashMap;
use std::sync::Arc;

use rustsat::encodings::card::{BoundLower, BoundUpper, Totalizer};
use rustsat::encodings::{CollectClauses, EncodeStats};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental};
use rustsat::types::{Clause, Lit, TernaryVal, Var};

use super::backend::{self, SatSolver, Verdict, clause_bytes};
use super::cost::{self, Alternatives};
use super::totalizer;
use crate::budget::{Budget, Interrupted, Phase, Progress};
use geometry::{Cell, CellSet};
use problem::{Bounds, Group, GroupId, Rule, Rules, Value};

/// The rules as clauses, each rule behind a literal of its own: which rules a question keeps is assumed.
/// Decisions are assumptions, too.
pub struct RuleClauses {
    rules: Arc<Rules>,
    named: Vec<Rule>,
    /// The indices of the groups of each rule's name.
    groups: Vec<Vec<usize>>,
    /// The literal of each rule: it holds if the rule is kept.
    selectors: Vec<Lit>,
    /// The number of each selector's rule, by variable.
    numbers: HashMap<Var, usize>,
    /// The variable of each cell in row-major order; none on a hole.
    variables: Vec<Option<Var>>,
    /// The cell of each variable, as far as it has one.
    cells: Vec<Cell>,
    solver: SatSolver,
    names: BasicVarManager,
    memory: usize,
}

/// What clashes: rules by their numbers, and decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// The numbers of the rules among [`RuleClauses::named`], ascending.
    pub rules: Vec<usize>,
    /// The cells of the decisions, in the order of the question.
    pub cells: Vec<Cell>,
}

/// The number of cells whose clauses are added between two checks of the budget.
const CELLS_BETWEEN_LOOKS: usize = 64;

/// The memory of a variable and its literals' watches, in bytes.
const VARIABLE_BYTES: usize = 200;

impl RuleClauses {
    /// The clauses of the rules.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn new(rules: &Arc<Rules>, budget: &Budget) -> Result<Self, Interrupted> {
        let size = rules.size();
        let listed = rules.named();
        let mut groups_of: HashMap<GroupId, Vec<usize>> = HashMap::new();
        for (index, group) in rules.groups().iter().enumerate() {
            groups_of.entry(group.id()).or_default().push(index);
        }
        let groups = listed.iter().map(|rule| {
            rule.group().and_then(|group| groups_of.remove(&group)).unwrap_or_default()
        });
        let groups = groups.collect();
        let mut names = BasicVarManager::default();
        let cells: Vec<Cell> = rules.grid().standing().collect();
        let mut variables = vec![None; size.cells()];
        for &cell in &cells {
            variables[size.index(cell)] = Some(names.new_var());
        }
        let selectors: Vec<Lit> = listed.iter().map(|_| names.new_var().pos_lit()).collect();
        let numbers = selectors.iter().map(|selector| selector.var()).zip(0..).collect();
        let memory = VARIABLE_BYTES * (cells.len() + listed.len());
        let solver = SatSolver::default();
        let mut clauses = Self {
            rules: Arc::clone(rules),
            named: listed,
            groups,
            selectors,
            numbers,
            variables,
            cells,
            solver,
            names,
            memory,
        };
        clauses.reserve();
        for number in 0..clauses.named.len() {
            if number.is_multiple_of(CELLS_BETWEEN_LOOKS) {
                clauses.look(budget)?;
            }
            let selector = clauses.selectors[number];
            match clauses.named[number] {
                Rule::Board(cell) => clauses.exclude(cell, selector),
                Rule::MaxCost(limit) => clauses.limit(limit, selector, budget)?,
                Rule::Group(_) => {
                    for index in clauses.groups[number].clone() {
                        clauses.bound(&rules.groups()[index], selector, budget)?;
                    }
                }
            }
        }
        clauses.look(budget)?;
        backend::set_memory(&mut clauses.solver, clauses.memory);
        Ok(clauses)
    }

    /// Tells the solver all variables: cells without a clause are asked about, too.
    fn reserve(&mut self) {
        let last = self.variables.iter().flatten().copied();
        if let Some(last) = last.chain(self.selectors.iter().map(|literal| literal.var())).max() {
            self.solver.reserve(last).expect("this solver has no errors");
        }
    }

    fn look(&self, budget: &Budget) -> Result<(), Interrupted> {
        let progress =
            Progress { phase: Phase::Building, memory: self.memory, ..Progress::default() };
        budget.check(progress)
    }

    /// Adds the board rule of a cell. A pair of cells has a clause under the selector of each.
    fn exclude(&mut self, cell: Cell, selector: Lit) {
        let rules = Arc::clone(&self.rules);
        let this = self.literal(cell);
        for other in rules.board_rule(cell) {
            self.add(&[!selector, !this, !self.literal(other)]);
        }
    }

    /// Adds a group's bounds under a selector: clauses where those are enough, else a totalizer.
    fn bound(&mut self, group: &Group, selector: Lit, budget: &Budget) -> Result<(), Interrupted> {
        let literals: Vec<Lit> = group.cells().iter().map(|&cell| self.literal(cell)).collect();
        let Bounds { lower, upper } = group.bounds();
        let (lower, most) = (lower as usize, literals.len());
        let upper = upper.map_or(most, |upper| (upper as usize).min(most));
        if lower > upper {
            self.add(&[!selector]);
            return Ok(());
        }
        if lower == 1 {
            self.add(&[&[!selector], literals.as_slice()].concat());
        }
        if upper == 0 {
            for &literal in &literals {
                self.add(&[!selector, !literal]);
            }
        }
        let (counts_up, counts_down) = (lower > 1, upper > 0 && upper < most);
        if !counts_up && !counts_down {
            return Ok(());
        }
        self.memory += totalizer::bytes(most);
        self.look(budget)?;
        let mut totalizer: Totalizer = literals.into_iter().collect();
        let Self { solver, names, .. } = self;
        let mut limits = Vec::new();
        if counts_up {
            totalizer.encode_lb(lower..=lower, solver, names).expect("this solver has no errors");
            limits.extend(totalizer.enforce_lb(lower).expect("it is encoded"));
        }
        if counts_down {
            totalizer.encode_ub(upper..=upper, solver, names).expect("this solver has no errors");
            limits.extend(totalizer.enforce_ub(upper).expect("it is encoded"));
        }
        self.memory += totalizer.n_vars() as usize * VARIABLE_BYTES;
        for limit in limits {
            self.add(&[!selector, limit]);
        }
        Ok(())
    }

    /// Adds the limit of cost under a selector.
    fn limit(&mut self, limit: i64, selector: Lit, budget: &Budget) -> Result<(), Interrupted> {
        let rules = Arc::clone(&self.rules);
        let Some(weights) = rules.weights() else { return Ok(()) };
        // Where board rules can be left out, no two cells are alternatives.
        let part = |&cell: &Cell| Alternatives::from([(self.literal(cell), weights.of(cell))]);
        let parts = self.cells.iter().map(part).collect();
        cost::limit(&mut Adding { clauses: self, budget }, parts, limit, &[selector])
    }

    fn add(&mut self, clause: &[Lit]) {
        self.memory += clause_bytes(clause.len());
        let clause: Clause = clause.iter().copied().collect();
        CollectClauses::add_clause(&mut self.solver, clause).expect("this solver has no errors");
    }

    /// The literal of a piece on a cell.
    ///
    /// # Panics
    /// When the cell is a hole or off the grid.
    fn literal(&self, cell: Cell) -> Lit {
        self.variables[self.rules.size().index(cell)].expect("it is no hole").pos_lit()
    }

    /// The rules that can be kept or left out.
    #[must_use]
    pub fn named(&self) -> &[Rule] {
        &self.named
    }

    /// Rules among the `kept`, by number, and decisions that leave no solution together, not necessarily
    /// as few as possible. `None` if there is a solution.
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
    ) -> Result<Option<Clash>, Interrupted> {
        let decided = |&(cell, value): &(Cell, Value)| match value {
            Value::Placed => self.literal(cell),
            Value::Excluded => !self.literal(cell),
        };
        let mut assumed: Vec<Lit> = decisions.iter().map(decided).collect();
        assumed.extend(kept.iter().map(|&number| self.selectors[number]));
        if backend::solve(&mut self.solver, &assumed, None, budget)? != Verdict::Unsatisfiable {
            return Ok(None);
        }
        let core = self.solver.core().expect("it was refuted");
        let core: Vec<Var> = core.into_iter().map(Lit::var).collect();
        let mut rules: Vec<usize> =
            core.iter().filter_map(|variable| self.numbers.get(variable).copied()).collect();
        rules.sort_unstable();
        let is_in_core = |&cell: &Cell| core.contains(&self.literal(cell).var());
        let cells = decisions.iter().map(|&(cell, _)| cell).filter(is_in_core).collect();
        Ok(Some(Clash { rules, cells }))
    }

    /// The pieces of the solution found last.
    ///
    /// # Panics
    /// When the last question had no solution.
    #[must_use]
    pub fn solution(&self) -> CellSet {
        let holds = |&cell: &Cell| {
            let value = self.solver.lit_val(self.literal(cell)).expect("there is a model");
            value == TernaryVal::True
        };
        CellSet::from_cells(self.rules.size(), self.cells.iter().copied().filter(holds))
    }

    /// The numbers of the rules that these pieces break.
    #[must_use]
    pub fn broken(&self, pieces: &CellSet) -> Vec<usize> {
        let rules = &self.rules;
        let is_broken = |number: &usize| match &self.named[*number] {
            Rule::Board(cell) => {
                let excludes = |other| rules.exclusions().exclude(*cell, other);
                pieces.contains(*cell) && pieces.iter().any(excludes)
            }
            Rule::MaxCost(limit) => {
                rules.weights().is_some_and(|weights| weights.cost(pieces) > *limit)
            }
            Rule::Group(_) => {
                let holds = |group: &Group| {
                    let cells = group.cells().iter();
                    group.bounds().hold(cells.filter(|&&cell| pieces.contains(cell)).count() as u32)
                };
                !self.groups[*number].iter().all(|&index| holds(&rules.groups()[index]))
            }
        };
        (0..self.named.len()).filter(is_broken).collect()
    }
}

/// Clauses that are added within a budget.
struct Adding<'a> {
    clauses: &'a mut RuleClauses,
    budget: &'a Budget,
}

impl cost::ClauseSink for Adding<'_> {
    fn add(&mut self, clause: &[Lit]) {
        self.clauses.add(clause);
    }

    fn fresh(&mut self) -> Lit {
        self.clauses.memory += VARIABLE_BYTES;
        self.clauses.names.new_var().pos_lit()
    }

    fn look(&self) -> Result<(), Interrupted> {
        self.clauses.look(self.budget)
    }
}

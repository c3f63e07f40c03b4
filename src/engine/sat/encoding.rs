use std::collections::HashSet;

use rustsat::encodings::CollectClauses;
use rustsat::encodings::pb::GeneralizedTotalizer;
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental};
use rustsat::types::constraints::CardConstraint;
use rustsat::types::{Clause, Lit, TernaryVal, Var};

use super::backend::{self, Effort, SatSolver, Verdict, clause_bytes};
use super::cost::{self, Alternatives};
use super::totalizer;
use crate::budget::{Budget, Interrupted, Phase, Progress};
use geometry::{Cell, CellSet, Offset, Size};
use problem::{Decisions, Group, Problem, Rules, Value};

/// A problem as clauses in a solver. It has a variable for each open cell: one that is neither decided
/// nor attacked by a placed piece.
pub(super) struct Encoding {
    size: Size,
    decisions: Decisions,
    /// The cells of the variables.
    cells: Vec<Cell>,
    /// The variable of each cell in row-major order, if it has one.
    variables: Vec<Option<Var>>,
    placed: CellSet,
    pub(super) solver: SatSolver,
    pub(super) names: BasicVarManager,
    memory: usize,
    /// The number of settled literals that [`Encoding::settled`] has returned.
    returned: usize,
}

/// The memory of a variable and its literals' watches, in bytes.
const CELL_BYTES: usize = 200;

/// The number of cells whose clauses are added between two checks of the budget.
const CELLS_BETWEEN_LOOKS: usize = 64;

impl Encoding {
    /// The clauses of a problem.
    ///
    /// # Errors
    /// When the budget ends first; at once if the clauses do not fit its memory.
    pub(super) fn new(problem: &Problem, budget: &Budget) -> Result<Self, Interrupted> {
        let (rules, decisions) = (problem.rules(), problem.decisions());
        let size = rules.size();
        let placed = CellSet::from_cells(size, decisions.cells(Value::Placed));
        let decided = CellSet::from_cells(size, decisions.iter().map(|(cell, _)| cell));
        let attacked = attacked_by(rules, &placed, budget)?;
        let closed = &(rules.grid().holes() | &decided) | &attacked;
        let clash = placed.iter().any(|cell| attacked.contains(cell));
        let cells: Vec<Cell> = size.iter().filter(|&cell| !closed.contains(cell)).collect();
        let memory = memory_of(rules, cells.len());
        let progress = Progress { phase: Phase::Building, memory, ..Progress::default() };
        budget.check(progress)?;
        let mut variables = vec![None; size.cells()];
        for (number, &cell) in (0..).zip(&cells) {
            variables[size.index(cell)] = Some(Var::new(number));
        }
        let names = BasicVarManager::from_next_free(Var::new(cells.len() as u32));
        let mut encoding = Self {
            size,
            decisions: decisions.clone(),
            cells,
            variables,
            placed,
            solver: SatSolver::default(),
            names,
            memory,
            returned: 0,
        };
        if let Some(last) = encoding.cells.len().checked_sub(1) {
            encoding.solver.reserve(Var::new(last as u32)).expect("this solver has no errors");
        }
        for number in 0..encoding.cells.len() {
            if number.is_multiple_of(CELLS_BETWEEN_LOOKS) {
                let steps = encoding.cells.len();
                budget.check(Progress { done: number, steps, ..progress })?;
            }
            encoding.exclude(rules, number);
        }
        for group in rules.groups().iter().chain(&rules.implied_groups()) {
            encoding.bound(rules, group, budget)?;
        }
        encoding.limit(rules, budget)?;
        if clash || encoding.needs_more_than_fits(rules) {
            encoding.add(&[]);
        }
        Ok(encoding)
    }

    /// Adds the board rule of a variable's cell, each pair once.
    fn exclude(&mut self, rules: &Rules, number: usize) {
        let cell = self.cells[number];
        let this = Var::new(number as u32);
        for other in rules.board_rule(cell) {
            if let Some(other) = self.variables[self.size.index(other)]
                && this < other
            {
                let pair = [this.neg_lit(), other.neg_lit()];
                self.solver.add_clause_ref(&pair[..]).expect("this solver has no errors");
            }
        }
    }

    /// Adds a group's bounds: a clause where that is enough, else a totalizer (O. Bailleux, Y. Boufkhad,
    /// "Efficient CNF encoding of Boolean cardinality constraints", CP 2003).
    ///
    /// # Errors
    /// When the budget ends first; at once if the totalizer does not fit its memory.
    fn bound(&mut self, rules: &Rules, group: &Group, budget: &Budget) -> Result<(), Interrupted> {
        let open: Vec<Cell> =
            group.cells().iter().copied().filter(|&cell| self.literal(cell).is_some()).collect();
        let literals: Vec<Lit> = open.iter().filter_map(|&cell| self.literal(cell)).collect();
        let placed = group.cells().iter().filter(|&&cell| self.placed.contains(cell)).count();
        let bounds = group.bounds();
        let lower = (bounds.lower as usize).saturating_sub(placed);
        let upper = bounds.upper.map_or(placed + open.len(), |upper| upper as usize);
        if upper < placed || lower > open.len() {
            self.add(&[]);
            return Ok(());
        }
        let upper = upper - placed;
        // Cells that all exclude each other need no clause for 'at most one'.
        let needs_more = lower > 1 || upper < open.len();
        let most = if needs_more && all_exclude_each_other(rules, &open) { 1 } else { open.len() };
        if lower > most || lower > upper {
            self.add(&[]);
            return Ok(());
        }
        let counted = usize::from(lower > 1) + usize::from(upper < most);
        self.memory += counted * totalizer::bytes(literals.len());
        budget.check(Progress {
            phase: Phase::Building,
            memory: self.memory,
            ..Progress::default()
        })?;
        if lower == 1 {
            self.add(&literals);
        } else if lower > 1 {
            self.count(CardConstraint::new_lb(literals.iter().copied(), lower), budget)?;
        }
        if upper < most {
            self.count(CardConstraint::new_ub(literals, upper), budget)?;
        }
        backend::set_memory(&mut self.solver, self.memory);
        Ok(())
    }

    /// Adds the limit of cost. Cells side by side of which each excludes the others are alternatives.
    ///
    /// # Errors
    /// When the budget ends first.
    fn limit(&mut self, rules: &Rules, budget: &Budget) -> Result<(), Interrupted> {
        let Some((weights, limit)) = rules.limit() else { return Ok(()) };
        let mut parts: Vec<Alternatives> = Vec::new();
        let mut part: Vec<Cell> = Vec::new();
        for &cell in &self.cells {
            let Some(literal) = self.literal(cell) else { continue };
            if part.is_empty() || !part.iter().all(|&other| rules.exclusions().exclude(cell, other))
            {
                part.clear();
                parts.push(Alternatives::new());
            }
            part.push(cell);
            parts.last_mut().expect("one was added").push((literal, weights.of(cell)));
        }
        let left = limit.saturating_sub(weights.cost(&self.placed));
        cost::limit(&mut Adding { encoding: self, budget }, parts, left, &[])
    }

    /// True if groups without a common cell need more pieces than fit: with the rook move, no more fit
    /// than there are rows or columns. A solver would not see this within a lifetime: it is the
    /// pigeonhole principle.
    fn needs_more_than_fits(&self, rules: &Rules) -> bool {
        if !rules.at_most_one_in_line() {
            return false;
        }
        let lines = |line: fn(&Cell) -> u16| {
            let cells = self.cells.iter().copied().chain(self.placed.iter());
            cells.map(|cell| line(&cell)).collect::<HashSet<u16>>().len()
        };
        let most = lines(|cell| cell.row()).min(lines(|cell| cell.column()));
        let needs = |groups: &mut dyn Iterator<Item = &Group>| {
            let (mut seen, mut pieces) = (CellSet::empty(self.size), 0);
            for group in groups {
                if !group.cells().iter().any(|&cell| seen.contains(cell)) {
                    pieces += group.bounds().lower as usize;
                    for &cell in group.cells() {
                        seen.insert(cell);
                    }
                }
            }
            pieces
        };
        let groups = rules.groups().iter();
        needs(&mut groups.clone()).max(needs(&mut groups.rev())) > most
    }

    fn count(&mut self, constraint: CardConstraint, budget: &Budget) -> Result<(), Interrupted> {
        totalizer::add(constraint, &mut self.solver, &mut self.names, self.memory, budget)
    }

    /// Adds the clauses that tell whether the weights of a totalizer add up to more than a limit, and returns
    /// the assumptions that they do not.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn limit_weights(
        &mut self,
        totalizer: &mut GeneralizedTotalizer,
        limit: usize,
        budget: &Budget,
    ) -> Result<Vec<Lit>, Interrupted> {
        let Self { solver, names, memory, .. } = self;
        totalizer::limit(totalizer, limit, solver, names, *memory, budget)
    }

    /// Adds a clause.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        self.memory += clause_bytes(clause.len());
        backend::set_memory(&mut self.solver, self.memory);
        let clause: Clause = clause.iter().copied().collect();
        CollectClauses::add_clause(&mut self.solver, clause).expect("this solver has no errors");
    }

    /// A new variable without a cell.
    pub(super) fn fresh(&mut self) -> Var {
        self.names.new_var()
    }

    /// The literal of a piece on the cell, if the cell is open.
    pub(super) fn literal(&self, cell: Cell) -> Option<Lit> {
        self.variables[self.size.index(cell)].map(Var::pos_lit)
    }

    /// The number of a cell among the open ones, if it is open.
    pub(super) fn number(&self, cell: Cell) -> Option<usize> {
        self.variables[self.size.index(cell)].map(Var::idx)
    }

    /// The cell of a literal, if it has one.
    pub(super) fn cell(&self, literal: Lit) -> Option<Cell> {
        self.cells.get(literal.vidx()).copied()
    }

    /// The open cells in row-major order.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The decisions that are part of the clauses.
    pub(super) fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// The memory of the clauses, without learned ones, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    /// The value of a cell that is not open.
    pub(super) fn closed(&self, cell: Cell) -> Value {
        if self.placed.contains(cell) { Value::Placed } else { Value::Excluded }
    }

    /// The literals of the first of these cells, at most `most`, none of which excludes another.
    pub(super) fn together(&self, rules: &Rules, cells: Vec<Cell>, most: usize) -> Vec<Lit> {
        let mut chosen: Vec<Cell> = Vec::new();
        for cell in cells {
            if chosen.len() >= most {
                break;
            }
            if !chosen.iter().any(|&other| rules.exclusions().exclude(cell, other)) {
                chosen.push(cell);
            }
        }
        chosen.into_iter().filter_map(|cell| self.literal(cell)).collect()
    }

    /// Solves under assumptions, with at most `conflicts` conflicts if a number is given.
    pub(super) fn solve(
        &mut self,
        assumptions: &[Lit],
        conflicts: Option<u32>,
        budget: &Budget,
    ) -> Result<Verdict, Interrupted> {
        backend::solve(&mut self.solver, assumptions, conflicts, budget)
    }

    /// The solution found last: the placed pieces and those of the model.
    pub(super) fn solution(&self) -> CellSet {
        let mut solution = self.placed.clone();
        for (&cell, number) in self.cells.iter().zip(0..) {
            if self.holds(Var::new(number).pos_lit()) {
                solution.insert(cell);
            }
        }
        solution
    }

    /// True if the literal holds in the model found last.
    pub(super) fn holds(&self, literal: Lit) -> bool {
        self.solver.lit_val(literal).expect("there is a model") == TernaryVal::True
    }

    /// Some of the assumptions refuted last that clash by themselves.
    pub(super) fn core(&mut self) -> Vec<Lit> {
        let core = self.solver.core().expect("it was refuted");
        core.into_iter().map(|literal| !literal).collect()
    }

    /// The values of open cells settled by propagation since the last call.
    pub(super) fn settled(&mut self) -> Vec<(Cell, Value)> {
        backend::propagate(&mut self.solver);
        let new: Vec<Lit> = backend::settled(&self.solver, self.returned).collect();
        self.returned += new.len();
        let value = |literal: Lit| if literal.is_pos() { Value::Placed } else { Value::Excluded };
        new.into_iter()
            .filter_map(|literal| self.cell(literal).map(|cell| (cell, value(literal))))
            .collect()
    }

    /// The clause that all other solutions keep: one piece is missing, or stands on a cell that this
    /// solution leaves open.
    pub(super) fn others(&self, rules: &Rules, solution: &CellSet) -> Vec<Lit> {
        let attacked = rules.excluded_by(solution.iter());
        let open = self.cells.iter().filter_map(|&cell| {
            let literal = self.literal(cell)?;
            if solution.contains(cell) {
                Some(!literal)
            } else {
                (!attacked.contains(cell)).then_some(literal)
            }
        });
        open.collect()
    }

    /// The solver's effort so far.
    pub(super) fn effort(&self) -> Effort {
        backend::effort(&self.solver)
    }
}

/// An encoding to which clauses are added within a budget.
struct Adding<'a> {
    encoding: &'a mut Encoding,
    budget: &'a Budget,
}

impl cost::ClauseSink for Adding<'_> {
    fn add(&mut self, clause: &[Lit]) {
        self.encoding.add(clause);
    }

    fn fresh(&mut self) -> Lit {
        self.encoding.memory += CELL_BYTES;
        self.encoding.fresh().pos_lit()
    }

    fn look(&self) -> Result<(), Interrupted> {
        let memory = self.encoding.memory;
        self.budget.check(Progress { phase: Phase::Building, memory, ..Progress::default() })
    }
}

/// The cells that these pieces attack.
///
/// # Errors
/// When the budget ends first.
fn attacked_by(rules: &Rules, pieces: &CellSet, budget: &Budget) -> Result<CellSet, Interrupted> {
    let mut attacked = CellSet::empty(rules.size());
    for (number, piece) in pieces.iter().enumerate() {
        if number.is_multiple_of(CELLS_BETWEEN_LOOKS) {
            budget.check(Progress { phase: Phase::Building, ..Progress::default() })?;
        }
        for cell in rules.board_rule(piece) {
            attacked.insert(cell);
        }
    }
    Ok(attacked)
}

/// True if each two of the cells exclude each other.
pub(super) fn all_exclude_each_other(rules: &Rules, cells: &[Cell]) -> bool {
    let attacks = rules.exclusions();
    let mut indexed = cells.iter().enumerate();
    indexed.all(|(index, &a)| cells[index + 1..].iter().all(|&b| attacks.exclude(a, b)))
}

/// About the memory of a problem's clauses, in bytes.
pub(super) fn memory(problem: &Problem) -> usize {
    let rules = problem.rules();
    let standing = rules.grid().standing().count();
    // Every decision closes a cell; a placed piece closes more.
    memory_of(rules, standing - problem.decisions().len())
}

/// About the memory of the clauses for so many open cells, in bytes.
fn memory_of(rules: &Rules, open: usize) -> usize {
    let (size, attacks) = (rules.size(), rules.exclusions());
    let (rows, columns) = (usize::from(size.rows()), usize::from(size.columns()));
    let cells = |offset: &Offset| {
        if rules.grid().is_torus() {
            return size.cells();
        }
        let left = |side: usize, by: i32| side.saturating_sub(by.unsigned_abs() as usize);
        left(rows, offset.rows) * left(columns, offset.columns)
    };
    let pairs = attacks.offsets().iter().map(cells).sum::<usize>() / 2;
    let few = open.saturating_mul(open.saturating_sub(1).min(attacks.offsets().len())) / 2;
    size.cells() * CELL_BYTES + pairs.min(few) * clause_bytes(2)
}

use std::collections::HashSet;

use rustsat::encodings::card::{BoundLower, Totalizer};
use rustsat::types::{Lit, Var};

use super::backend::{ClauseSolver, VARIABLE_BYTES, clause_bytes, totalizer_bytes};
use super::cost::{self, Alternatives};
use crate::budget::{Answer, Budget, Phase, Progress};
use crate::numbered_cells::NumberedCells;
use geometry::{Cell, CellSet, Offset};
use problem::{Decisions, Group, OpenBounds, Problem, Rules, Value};

/// A problem as clauses in a solver. It has a variable for each open cell, which is a cell that is neither a hole nor
/// decided nor attacked by a placed piece.
///
/// The clauses of a rule apply always, or, if they are added under a *selector*, only while this literal holds. So a
/// question can leave out rules.
pub(super) struct Encoding {
    /// The decisions that are part of the clauses.
    pub decisions: Decisions,
    /// The cells of the variables, in row-major order.
    variables: NumberedCells,
    pub(super) placed: CellSet,
    pub clauses: ClauseSolver,
    /// Memory of the clauses of the problem, in bytes. Questions add separate clauses.
    own_memory: usize,
    /// The number of settled literals that [`Encoding::settled`] has returned.
    returned_literals: usize,
}

/// Number of cells whose clauses are added between two checks of the budget.
pub(super) const CELLS_BETWEEN_CHECKS: usize = 64;

impl Encoding {
    /// The clauses of a problem.
    ///
    /// # Errors
    /// When the budget ends first. If the clauses do not fit its memory, the error is immediate.
    pub(super) fn new(problem: &Problem, budget: &Budget) -> Answer<Self> {
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
        let clauses = ClauseSolver::new(cells.len(), memory);
        let variables = NumberedCells::new(size, cells);
        let decisions = decisions.clone();
        let mut encoding = Self { decisions, placed, ..Self::without_clauses(variables, clauses) };
        let steps = encoding.cells().len();
        for number in 0..steps {
            if number.is_multiple_of(CELLS_BETWEEN_CHECKS) {
                budget.check(Progress { done: number, steps, ..progress })?;
            }
            encoding.add_board_rule(rules, encoding.cells()[number], None);
        }
        for group in rules.groups().iter().chain(&rules.implied_groups()) {
            encoding.add_bounds(rules, group, None, budget)?;
        }
        encoding.add_limit(rules, None, budget)?;
        if clash || encoding.needs_more_than_fits(rules) {
            encoding.clauses.add(&[]);
        }
        encoding.own_memory = encoding.clauses.memory;
        Ok(encoding)
    }

    /// An encoding of no clauses, with all cells of the variables open.
    pub(super) fn without_clauses(variables: NumberedCells, clauses: ClauseSolver) -> Self {
        Self {
            decisions: Decisions::default(),
            placed: CellSet::empty(variables.size),
            variables,
            clauses,
            own_memory: 0,
            returned_literals: 0,
        }
    }

    /// True if the clauses that earlier questions added take too much memory. They stay in the solver, so a new
    /// encoding takes less.
    pub(super) fn is_overgrown(&mut self, budget: &Budget) -> bool {
        /// Memory of added clauses that is never too much, in bytes.
        const FREE_BYTES: usize = 4 << 20;
        let total = self.clauses.total_memory();
        total > self.own_memory + self.own_memory.max(FREE_BYTES) || total > budget.memory()
    }

    /// Adds the board rule of a cell. Without selectors, each pair of cells is added only once. With selectors, it is added
    /// under the selector of each of its cells.
    pub(super) fn add_board_rule(&mut self, rules: &Rules, cell: Cell, selector: Option<Lit>) {
        let Some(this) = self.literal(cell) else { return };
        for other in rules.board_rule(cell) {
            let Some(other) = self.literal(other) else { continue };
            match selector {
                Some(selector) => self.clauses.add_precounted(&[!selector, !this, !other]),
                None if this < other => self.clauses.add_precounted(&[!this, !other]),
                None => {}
            }
        }
    }

    /// Adds the bounds of a group: clauses if they suffice, otherwise a totalizer (O. Bailleux, Y. Boufkhad, "Efficient
    /// CNF encoding of Boolean cardinality constraints", CP 2003).
    ///
    /// # Errors
    /// When the budget ends first. If the totalizer does not fit its memory, the error is immediate.
    pub(super) fn add_bounds(
        &mut self,
        rules: &Rules,
        group: &Group,
        selector: Option<Lit>,
        budget: &Budget,
    ) -> Answer<()> {
        self.clauses.check(0, budget)?;
        let (open, bounds) = self.open_bounds(group);
        let (lower, upper) = (bounds.min() as usize, bounds.max() as usize);
        // Cells that pairwise exclude each other need no clause for 'at most one'.
        let needs_more = selector.is_none() && (lower > 1 || upper < open.len());
        let max_pieces =
            if needs_more && all_exclude_each_other(rules, &open) { 1 } else { open.len() };
        if lower > max_pieces || bounds.is_conflict() {
            self.clauses.add_under(selector, &[]);
            return Ok(());
        }
        let literals: Vec<Lit> = open.iter().filter_map(|&cell| self.literal(cell)).collect();
        let negated: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
        let empty = if upper < max_pieces { open.len() - upper } else { 0 };
        let counts_up = !self.add_simple(&literals, lower, selector);
        let counts_down = !self.add_simple(&negated, empty, selector);
        if !counts_up && !counts_down {
            return Ok(());
        }
        self.clauses.check(totalizer_bytes(literals.len()), budget)?;
        let mut totalizer: Totalizer = literals.into_iter().collect();
        let mut limits = Vec::new();
        if counts_up {
            self.clauses.encode(budget, |clauses, names| {
                totalizer.encode_lb(lower..=lower, clauses, names)
            })?;
            limits.extend(totalizer.enforce_lb(lower).expect("it is encoded"));
        }
        if counts_down {
            limits.extend(self.clauses.at_most(&mut totalizer, upper, budget)?);
        }
        for limit in limits {
            self.clauses.add_under(selector, &[limit]);
        }
        Ok(())
    }

    /// Demands that at least `number` of the literals hold, if clauses of these literals suffice. False if they do not.
    fn add_simple(&mut self, literals: &[Lit], number: usize, selector: Option<Lit>) -> bool {
        if number == 1 {
            self.clauses.add_under(selector, literals);
        } else if number == literals.len() {
            for &literal in literals {
                self.clauses.add_under(selector, &[literal]);
            }
        }
        number <= 1 || number == literals.len()
    }

    /// Adds the cost limit. Without selectors, consecutive cells in the list that pairwise exclude each other are
    /// alternatives, as at most one of them has a piece. With selectors, board rules can be left out, so that no two cells
    /// are alternatives.
    ///
    /// # Errors
    /// When the budget ends first.
    pub(super) fn add_limit(
        &mut self,
        rules: &Rules,
        selector: Option<Lit>,
        budget: &Budget,
    ) -> Answer<()> {
        let Some((weights, limit)) = rules.limit() else { return Ok(()) };
        let mut terms: Vec<Alternatives> = Vec::new();
        let mut clique: Vec<Cell> = Vec::new();
        let excludes = |one: Cell, other: Cell| {
            selector.is_none() && rules.exclusions().exclude_each_other(one, other)
        };
        for &cell in self.cells() {
            let Some(literal) = self.literal(cell) else { continue };
            if clique.is_empty() || !clique.iter().all(|&other| excludes(cell, other)) {
                clique.clear();
                terms.push(Alternatives::new());
            }
            clique.push(cell);
            terms.last_mut().expect("one was added").push((literal, weights.of(cell)));
        }
        let left = limit.saturating_sub(weights.cost(&self.placed));
        cost::limit(&mut self.clauses, terms, left, selector, budget)
    }

    /// True if the piece has the rook move, and disjoint groups together need more pieces than there are rows or
    /// columns. By the pigeonhole principle there is then no solution. A proof by the solver would take more than a
    /// lifetime.
    pub(super) fn needs_more_than_fits(&self, rules: &Rules) -> bool {
        if !rules.at_most_one_in_line() {
            return false;
        }
        let lines = |line: fn(&Cell) -> u16| {
            let cells = self.cells().iter().copied().chain(self.placed.iter());
            cells.map(|cell| line(&cell)).collect::<HashSet<u16>>().len()
        };
        let max_pieces = lines(|cell| cell.row()).min(lines(|cell| cell.column()));
        let needs = |groups: &mut dyn Iterator<Item = &Group>| {
            let (mut seen, mut pieces) = (CellSet::empty(rules.size()), 0);
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
        needs(&mut groups.clone()).max(needs(&mut groups.rev())) > max_pieces
    }

    /// The open cells of a group, and the bounds on the number of further pieces on them.
    pub(super) fn open_bounds(&self, group: &Group) -> (Vec<Cell>, OpenBounds) {
        let is_open = |&cell: &Cell| self.literal(cell).is_some();
        let open: Vec<Cell> = group.cells().iter().copied().filter(is_open).collect();
        let placed = group.cells().iter().filter(|&&cell| self.placed.contains(cell)).count();
        let bounds = group.bounds().for_open_cells(placed as u32, open.len() as u32);
        (open, bounds)
    }

    /// The literal of a piece on the cell, if the cell is open.
    pub(super) fn literal(&self, cell: Cell) -> Option<Lit> {
        self.variables.number(cell).map(|number| Var::new(number).pos_lit())
    }

    /// The index of a cell among the open cells; `None` if the cell is not open.
    pub(super) fn number(&self, cell: Cell) -> Option<usize> {
        self.variables.number(cell).map(|number| number as usize)
    }

    /// The cell of a literal; `None` if the literal belongs to no cell.
    pub(super) fn cell(&self, literal: Lit) -> Option<Cell> {
        self.cells().get(literal.vidx()).copied()
    }

    /// The open cells in row-major order.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.variables.cells
    }

    /// The literal that holds if a decision is kept; `None` if the clauses always keep it.
    ///
    /// # Errors
    /// When the clauses rule the decision out: its cell.
    pub(super) fn decision(&self, cell: Cell, value: Value) -> Result<Option<Lit>, Cell> {
        match (self.literal(cell), value) {
            (Some(literal), Value::Placed) => Ok(Some(literal)),
            (Some(literal), Value::Excluded) => Ok(Some(!literal)),
            (None, _) if self.fixed_value(cell) == value => Ok(None),
            (None, _) => Err(cell),
        }
    }

    /// The value of a cell without a variable.
    pub(super) fn fixed_value(&self, cell: Cell) -> Value {
        if self.placed.contains(cell) { Value::Placed } else { Value::Excluded }
    }

    /// The literals of up to `max_literals` of these cells that do not exclude each other. Earlier cells are preferred.
    pub(super) fn compatible_literals(
        &self,
        rules: &Rules,
        cells: Vec<Cell>,
        max_literals: usize,
    ) -> Vec<Lit> {
        let mut chosen: Vec<Cell> = Vec::new();
        for cell in cells {
            if chosen.len() >= max_literals {
                break;
            }
            if !chosen.iter().any(|&other| rules.exclusions().exclude_each_other(cell, other)) {
                chosen.push(cell);
            }
        }
        chosen.into_iter().filter_map(|cell| self.literal(cell)).collect()
    }

    /// The solution found last: the placed pieces and the pieces of the model.
    pub(super) fn solution(&self) -> CellSet {
        let holds = |&(_, number): &(&Cell, u32)| self.clauses.holds(Var::new(number).pos_lit());
        let pieces = self.cells().iter().zip(0..).filter(holds).map(|(&cell, _)| cell);
        CellSet::from_cells(self.placed.size(), self.placed.iter().chain(pieces))
    }

    /// The values of open cells settled by unit propagation since the last call.
    pub(super) fn settled(&mut self) -> Vec<(Cell, Value)> {
        let new = self.clauses.root_literals(self.returned_literals);
        self.returned_literals += new.len();
        let value = |literal: Lit| if literal.is_pos() { Value::Placed } else { Value::Excluded };
        new.into_iter().filter_map(|it| Some((self.cell(it)?, value(it)))).collect()
    }

    /// The clause that excludes only this solution: one of its pieces is missing, or there is a piece on an open cell
    /// that the solution neither occupies nor attacks.
    pub(super) fn blocking_clause(&self, rules: &Rules, solution: &CellSet) -> Vec<Lit> {
        let attacked = rules.excluded_by(solution.iter());
        let cells = self.cells().iter().filter(|&&cell| !attacked.contains(cell));
        let other = |piece: Lit, has_piece: bool| if has_piece { !piece } else { piece };
        cells
            .filter_map(|&cell| Some(other(self.literal(cell)?, solution.contains(cell))))
            .collect()
    }
}

/// The cells that the pieces attack.
///
/// # Errors
/// When the budget ends first.
fn attacked_by(rules: &Rules, pieces: &CellSet, budget: &Budget) -> Answer<CellSet> {
    let mut attacked = CellSet::empty(rules.size());
    for (number, piece) in pieces.iter().enumerate() {
        if number.is_multiple_of(CELLS_BETWEEN_CHECKS) {
            budget.check(Progress { phase: Phase::Building, ..Progress::default() })?;
        }
        for cell in rules.board_rule(piece) {
            attacked.insert(cell);
        }
    }
    Ok(attacked)
}

/// True if the cells pairwise exclude each other.
pub(super) fn all_exclude_each_other(rules: &Rules, cells: &[Cell]) -> bool {
    let attacks = rules.exclusions();
    let mut indexed = cells.iter().enumerate();
    indexed.all(|(index, &a)| cells[index + 1..].iter().all(|&b| attacks.exclude_each_other(a, b)))
}

/// The approximate memory of the clauses of a problem, in bytes.
pub(super) fn memory(problem: &Problem) -> usize {
    let rules = problem.rules();
    let standing = rules.grid().standing_cells().count();
    // Every decision closes a cell. A placed piece also closes the cells that it attacks.
    memory_of(rules, standing - problem.decisions().len())
}

/// The approximate memory of the clauses for `open` open cells, in bytes.
fn memory_of(rules: &Rules, open: usize) -> usize {
    rules.size().cells() * VARIABLE_BYTES + most_pairs(rules, open) * clause_bytes(2)
}

/// Maximum number of pairs of open cells that exclude each other, if there are `open` open cells.
pub(super) fn most_pairs(rules: &Rules, open: usize) -> usize {
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
    pairs.min(few)
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Grid;

    /// Excluded cells attack no other cell, so the number of open cells is known before there are clauses.
    #[test]
    fn the_memory_told_in_advance_is_that_of_the_clauses() {
        let rules = Rules::new(Grid::new("5".parse().unwrap()), "knight".parse().unwrap(), []);
        let mut problem = Problem::new(rules);
        let mut memories = vec![memory(&problem)];
        for cell in problem.rules().size().iter() {
            problem = problem.with(cell, Value::Excluded).unwrap();
            let encoding = Encoding::new(&problem, &Budget::default()).unwrap();
            memories.push(memory(&problem));
            assert_eq!(memories.last(), Some(&encoding.clauses.memory));
        }
        assert!(memories.is_sorted_by(|before, after| before >= after), "{memories:?}");
        assert_eq!(memories.last(), Some(&(25 * VARIABLE_BYTES)));
    }
}

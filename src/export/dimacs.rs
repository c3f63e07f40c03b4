use std::io::Write;

use itertools::Itertools;

use super::error::{ExportError, Exported};
use super::title::title;
use engine::{Budget, Phase, Progress};
use geometry::{Cell, Size};
use problem::{Group, Problem, Rules, Value};

/// Writes a problem as clauses in DIMACS form. Variables 1, 2, … are the cells except holes, in
/// row-major order. Comments give the names of the cells.
///
/// Bounds other than "at least one" become sequential counters (C. Sinz, "Towards an optimal CNF
/// encoding of Boolean cardinality constraints", CP 2005). Here the counters are equivalences: the
/// cells determine the variables of the counters, so that there are as many models as solutions. If
/// there are counters, a comment `c p show` lists the variables of the cells.
///
/// # Errors
/// When the cost is limited, the budget ends first, or writing fails.
pub fn dimacs(problem: &Problem, budget: &Budget, out: &mut dyn Write) -> Exported {
    if problem.rules().max_cost().is_some() {
        return Err(ExportError::Limit("dimacs"));
    }
    let mut formula = Formula::new(problem);
    let mut clauses = 0_usize;
    let variables = formula.clauses(budget, &mut |_| {
        clauses += 1;
        Ok(())
    })?;
    let cells = formula.cells.len();
    writeln!(out, "c {}", title(problem))?;
    for (variable, cell) in (1_usize..).zip(&formula.cells) {
        writeln!(out, "c {variable} {cell}")?;
    }
    if variables > cells {
        writeln!(out, "c variables {} to {variables} count; the cells determine them", cells + 1)?;
        writeln!(out, "c p show {} 0", (1..=cells).join(" "))?;
    }
    writeln!(out, "p cnf {variables} {clauses}")?;
    formula.clauses(budget, &mut |clause| {
        for literal in clause {
            write!(out, "{literal} ")?;
        }
        Ok(writeln!(out, "0")?)
    })?;
    Ok(())
}

/// A literal: the number of a variable, negative if the variable is negated.
type Literal = i64;

/// A function that receives each clause.
type Take<'a> = dyn FnMut(&[Literal]) -> Exported + 'a;

/// Stands for a literal that is always true. Its negation is always false.
const TRUE: Literal = Literal::MAX;

struct Formula<'a> {
    problem: &'a Problem,
    size: Size,
    cells: Vec<Cell>,
    /// The variable of each cell in row-major order; 0 for a hole.
    variables: Vec<Literal>,
    /// The highest variable in use.
    last: Literal,
}

impl<'a> Formula<'a> {
    fn new(problem: &'a Problem) -> Self {
        let size = problem.rules().size();
        let cells: Vec<Cell> = problem.rules().grid().standing().collect();
        let mut variables = vec![0; size.cells()];
        for (variable, &cell) in (1..).zip(&cells) {
            variables[size.index(cell)] = variable;
        }
        Self { problem, size, cells, variables, last: 0 }
    }

    fn literal(&self, cell: Cell) -> Literal {
        self.variables[self.size.index(cell)]
    }

    /// Passes all clauses to `take`. Returns the number of variables.
    fn clauses(&mut self, budget: &Budget, take: &mut Take) -> Exported<usize> {
        self.last = Literal::try_from(self.cells.len()).expect("grids are small");
        let rules = self.problem.rules();
        let progress =
            Progress { phase: Phase::Writing, steps: self.cells.len(), ..Progress::default() };
        for (done, &cell) in self.cells.iter().enumerate() {
            budget.check(Progress { done, ..progress })?;
            let this = self.literal(cell);
            let others = rules.board_rule(cell).map(|other| self.literal(other));
            for other in others.filter(|&other| other > this).sorted_unstable() {
                take(&[-this, -other])?;
            }
        }
        for group in rules.groups() {
            budget.check(progress)?;
            self.bound(rules, group, budget, take)?;
        }
        for (cell, value) in self.problem.decisions().iter() {
            let literal = self.literal(cell);
            take(&[if value == Value::Placed { literal } else { -literal }])?;
        }
        Ok(usize::try_from(self.last).expect("variables are counted from 1"))
    }

    fn bound(
        &mut self,
        rules: &Rules,
        group: &Group,
        budget: &Budget,
        take: &mut Take,
    ) -> Exported {
        let cells = group.cells();
        let literals: Vec<Literal> = cells.iter().map(|&cell| self.literal(cell)).collect();
        let bounds = group.open_bounds();
        let (lower, upper) = (bounds.min() as usize, cells.len().min(bounds.max() as usize));
        // The board rule already allows at most one piece.
        let exclude = |(&a, &b): (&Cell, &Cell)| rules.exclusions().exclude(a, b);
        let one_at_most = upper == 1 && cells.iter().tuple_combinations().all(exclude);
        match (lower, upper == cells.len() || one_at_most) {
            (0, true) => Ok(()),
            (1, true) => take(&literals),
            _ if lower > upper => take(&[]),
            _ => self.count(&literals, lower, upper, budget, take),
        }
    }

    /// Writes clauses for at least `lower` and at most `upper` of the literals. `upper` is at most the
    /// number of literals.
    fn count(
        &mut self,
        literals: &[Literal],
        lower: usize,
        upper: usize,
        budget: &Budget,
        take: &mut Take,
    ) -> Exported {
        let most = if upper < literals.len() { upper + 1 } else { lower };
        // `reached[k]` means that at least `k` of the literals so far are true.
        let mut reached = vec![TRUE];
        reached.resize(most + 1, -TRUE);
        for (index, &literal) in literals.iter().enumerate() {
            budget.check(Progress {
                phase: Phase::Writing,
                done: index,
                steps: literals.len(),
                memory: reached.len() * size_of::<Literal>(),
                ..Progress::default()
            })?;
            // Descending, because the term of each number depends on the previous term of the number
            // below.
            let numbers = most.min(index + 1);
            self.last += Literal::try_from(numbers).expect("grids are small");
            for (number, now) in (1..=numbers).rev().zip((1..=self.last).rev()) {
                let (kept, one_less) = (reached[number], reached[number - 1]);
                clause(&[-kept, now], take)?;
                clause(&[-literal, -one_less, now], take)?;
                clause(&[-now, kept, literal], take)?;
                clause(&[-now, kept, one_less], take)?;
                reached[number] = now;
            }
        }
        clause(&[reached[lower]], take)?;
        if upper < literals.len() {
            clause(&[-reached[upper + 1]], take)?;
        }
        Ok(())
    }
}

/// Passes on a clause without its constants. A clause that contains true is skipped.
fn clause(literals: &[Literal], take: &mut Take) -> Exported {
    if literals.contains(&TRUE) {
        return Ok(());
    }
    let literals = literals.iter().copied().filter(|&literal| literal != -TRUE);
    take(&literals.collect::<Vec<_>>())
}

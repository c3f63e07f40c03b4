//! Finds the best solutions by satisfiability: a lower bound rises until it meets the cost of the solutions found.

use std::num::NonZeroUsize;

use rustsat::encodings::pb::{BoundUpper, BoundUpperIncremental, GeneralizedTotalizer};
use rustsat::types::Lit;

use super::backend::SolveOutcome;
use super::encoding::Encoding;
use super::relaxation::{Relaxation, Sense};
use crate::answers::EngineKind;
use crate::budget::{Answer, Budget};
use crate::costs::{Objective, Optimum, PricedSolution};
use geometry::CellSet;
use problem::{Problem, Value, Weights};

/// Scale of prices, which are rounded to multiples of 1/16.
const SCALE: i64 = 16;

/// Maximum sum of the absolute weights with fractional prices. If the sum is larger, prices are whole numbers, so that
/// sums do not overflow.
const MAX_FRACTIONAL_WEIGHT: i64 = 1 << 50;

/// Additional factor for rounding prices where the lower bound is only computed, not encoded.
const FINE: i64 = 1 << 16;

/// Maximum number of levels in which the lower bound rises to the largest cost of interest.
const LEVELS: i64 = 64;

/// Maximum number of clauses of the totalizer that counts the cost in these levels.
const MAX_TOTALIZER_CLAUSES: i64 = 2_000_000;

/// Maximum number of conflicts in the search for a first solution on a subset of the cells.
const FIRST_CONFLICTS: u32 = 10_000;

/// Up to `max_solutions` best solutions of a problem, and a bound on the cost of all other solutions. If the time or
/// the memory of the budget ends, the result is the solutions found and the bound proved until then.
///
/// A relaxation gives each cell a reduced cost: a lower bound on the amount that a piece on the cell adds to the cost.
/// The clauses then allow a larger and larger sum of reduced costs, counted by a generalized totalizer (S. Joshi, R.
/// Martins and V. Manquinho, "Generalized Totalizer Encoding for Pseudo-Boolean Constraints", CP 2015). So the lower
/// bound rises. Cells whose reduced cost is too large are excluded for good.
///
/// # Errors
/// When the budget is cancelled, or ends before anything is known.
///
/// # Panics
/// When the weights are for a grid of another size.
pub fn optimum(
    problem: &Problem,
    weights: &Weights,
    objective: Objective,
    max_solutions: NonZeroUsize,
    budget: &Budget,
) -> Answer<Optimum> {
    let mut search = Search::new(problem, weights, objective, max_solutions.get(), budget)?;
    search.run().or_else(|ended| ended.unless_cancelled(()))?;
    Ok(search.answer())
}

/// A search for the best solutions. Costs are multiplied by the sign of the objective, so that the minimum is the
/// best. While fewer than `max_solutions` solutions are kept, every solution is wanted; then only a better one than the
/// worst solution kept.
struct Search<'a> {
    problem: &'a Problem,
    weights: &'a Weights,
    objective: Objective,
    max_solutions: usize,
    budget: &'a Budget,
    encoding: Encoding,
    relaxation: Relaxation,
    /// The cost of the placed pieces.
    placed_cost: i64,
    scale: i64,
    /// The best solutions found, with their costs, the best one first.
    found: Vec<(i64, CellSet)>,
    /// Lower bound on the cost of all other solutions; `None` if there is no other solution.
    bound: Option<i64>,
}

/// A lower bound on the cost of the pieces of a solution on open cells, multiplied by the scale: `floor` plus the
/// weights of the literals that hold.
struct ReducedCosts {
    floor: i128,
    /// Literals with their weights, the largest weight first.
    terms: Vec<(Lit, i64)>,
    /// Number of terms, from the first on, whose literals the clauses already exclude.
    excluded: usize,
}

impl ReducedCosts {
    fn sort(&mut self) {
        self.terms.sort_by_key(|&(literal, weight)| (std::cmp::Reverse(weight), literal));
    }
}

impl<'a> Search<'a> {
    fn new(
        problem: &'a Problem,
        weights: &'a Weights,
        objective: Objective,
        max_solutions: usize,
        budget: &'a Budget,
    ) -> Answer<Self> {
        let encoding = Encoding::new(problem, budget)?;
        let weight = |cell| objective.sign() * weights.of(cell);
        let costs: Vec<i64> = encoding.cells().iter().map(|&cell| weight(cell)).collect();
        let sum: i64 = costs.iter().map(|cost| cost.abs()).sum();
        let base: i64 = problem.decisions().cells(Value::Placed).map(weight).sum();
        let least = base + costs.iter().filter(|&&cost| cost < 0).sum::<i64>();
        let relaxation = Relaxation::new(problem, &encoding, costs, budget)?;
        let scale = if sum <= MAX_FRACTIONAL_WEIGHT { SCALE } else { 1 };
        Ok(Self {
            problem,
            weights,
            objective,
            max_solutions,
            budget,
            encoding,
            relaxation,
            placed_cost: base,
            scale,
            found: Vec::new(),
            bound: Some(least),
        })
    }

    fn answer(self) -> Optimum {
        let sign = self.objective.sign();
        let priced = |(cost, cells)| PricedSolution { cost: sign * cost, cells };
        Optimum {
            bound: self.bound.map(|bound| sign * bound),
            solutions: self.found.into_iter().map(priced).collect(),
            engine: EngineKind::Sat,
        }
    }

    fn run(&mut self) -> Answer<()> {
        let whole = &self.relaxation;
        let prices = whole.prices(&vec![0.0; whole.constraints.len()], None, self.budget)?;
        self.raise_by_prices(&prices);
        let tight = self.relaxation.tight();
        let mut prices = if tight.constraints.len() == prices.len() {
            prices
        } else {
            tight.prices(&vec![0.0; tight.constraints.len()], None, self.budget)?
        };
        let mut reduced_costs = self.reduced_costs(&tight, &prices);
        self.raise_bound(reduced_costs.floor);
        self.find_first(&mut reduced_costs)?;
        if let Some(gap) = self.gap(&reduced_costs) {
            // The cost of a solution is known now, which gives a better target.
            let target = (reduced_costs.floor + i128::from(gap)) as f64 / self.scale as f64;
            prices = tight.prices(&prices, Some(target), self.budget)?;
            reduced_costs = self.reduced_costs(&tight, &prices);
            self.raise_bound(reduced_costs.floor);
        }
        self.add_slack(&tight, &prices, &mut reduced_costs);
        let mut reach = LEVELS;
        while !self.is_done() {
            let found = self.found.last().map_or(0, |found| self.below(&reduced_costs, found.0));
            reach = self.gap(&reduced_costs).unwrap_or(found.max(reach.saturating_mul(2)));
            self.raise_by_levels(&mut reduced_costs, reach)?;
        }
        Ok(())
    }

    /// The reduced costs, given the prices of the bounds of a relaxation.
    fn reduced_costs(&self, relaxation: &Relaxation, prices: &[f64]) -> ReducedCosts {
        let prices: Vec<i128> = self.rounded_prices(prices).into_iter().map(i128::from).collect();
        let bounds = relaxation.constraints.iter().zip(&prices);
        let mut floor: i128 = bounds.map(|(bound, price)| price * i128::from(bound.number)).sum();
        let mut terms = Vec::new();
        let costs = relaxation.reduced_costs(|weight| i128::from(weight * self.scale), &prices);
        for (&cell, cost) in self.encoding.cells().iter().zip(costs) {
            floor += cost.min(0);
            if let Some(literal) = self.encoding.literal(cell).filter(|_| cost != 0) {
                let weight = i64::try_from(cost.abs()).unwrap_or(i64::MAX);
                terms.push((if cost > 0 { literal } else { !literal }, weight));
            }
        }
        let mut reduced_costs = ReducedCosts { floor, terms, excluded: 0 };
        reduced_costs.sort();
        reduced_costs
    }

    /// Raises the lower bound to the bound of the whole relaxation with these prices. A cell may be in hundreds of
    /// constraints, so prices may be small. They are rounded more finely than for clauses.
    fn raise_by_prices(&mut self, prices: &[f64]) {
        let scale = self.scale * FINE;
        let price = |price: &f64| (price * scale as f64).round() as i128;
        let prices: Vec<i128> = prices.iter().map(price).collect();
        let bounds = self.relaxation.constraints.iter().zip(&prices);
        let sum: i128 = bounds.map(|(bound, price)| price * i128::from(bound.number)).sum();
        let scaled = |weight| i128::from(weight) * i128::from(scale);
        let costs = self.relaxation.reduced_costs(scaled, &prices);
        let floor = sum + costs.iter().map(|cost| cost.min(&0)).sum::<i128>();
        // Rounds up, like `raise_bound`.
        self.raise_bound((floor + i128::from(FINE) - 1).div_euclid(FINE.into()));
    }

    fn rounded_prices(&self, prices: &[f64]) -> Vec<i64> {
        prices.iter().map(|price| (price * self.scale as f64).round() as i64).collect()
    }

    /// Adds a slack literal for each constraint of at most one piece that has a dual price. The literal is true if no
    /// cell of the constraint holds a piece, and its weight is that price.
    fn add_slack(&mut self, relaxation: &Relaxation, prices: &[f64], reduced: &mut ReducedCosts) {
        let prices = self.rounded_prices(prices);
        for (bound, price) in relaxation.constraints.iter().zip(prices) {
            if bound.sense == Sense::AtMost && price < 0 {
                let slack = self.encoding.clauses.fresh();
                let cells = self.encoding.cells();
                let some =
                    bound.cells.iter().filter_map(|&cell| self.encoding.literal(cells[cell]));
                let clause: Vec<Lit> = some.chain([slack]).collect();
                self.encoding.clauses.add(&clause);
                reduced.terms.push((slack, -price));
            }
        }
        reduced.sort();
    }

    /// Finds a solution on the cells with the lowest reduced costs if that is quick, otherwise on all cells.
    fn find_first(&mut self, reduced: &mut ReducedCosts) -> Answer<()> {
        let terms = reduced.terms.len();
        for excluded in [terms - terms / 16, terms - terms / 8, terms - terms / 4, terms / 2, 0] {
            let assumed: Vec<Lit> = reduced.terms[..excluded].iter().map(|term| !term.0).collect();
            let conflicts = (excluded > 0).then_some(FIRST_CONFLICTS);
            match self.encoding.clauses.solve(&assumed, conflicts, self.budget)? {
                SolveOutcome::Satisfiable => {
                    self.record_solution(reduced);
                    return Ok(());
                }
                SolveOutcome::Unsatisfiable if excluded == 0 => self.bound = None,
                SolveOutcome::Unsatisfiable => {
                    self.raise_bound(reduced.floor + i128::from(reduced.terms[excluded - 1].1));
                }
                SolveOutcome::Undecided => {}
            }
        }
        Ok(())
    }

    /// Raises the lower bound level by level, until all wanted solutions whose terms add up to at most `reach` are
    /// known.
    fn raise_by_levels(&mut self, reduced: &mut ReducedCosts, reach: i64) -> Answer<()> {
        let terms = reduced.terms.len().max(1).cast_signed() as i64;
        let levels = (2 * MAX_TOTALIZER_CLAUSES / terms).isqrt().clamp(4, LEVELS);
        let unit = (reach / levels + 1).max(1);
        let counted = reduced.terms.iter().filter(|term| (unit..=reach).contains(&term.1));
        let counted =
            counted.map(|&(literal, weight)| (literal, (weight / unit).cast_unsigned() as usize));
        let mut totalizer: GeneralizedTotalizer = counted.collect();
        let start =
            i128::from(self.bound.unwrap_or_default() - self.placed_cost) * i128::from(self.scale);
        let start = (start - reduced.floor) / i128::from(unit);
        for level in
            usize::try_from(start).unwrap_or_default()..=(reach / unit).cast_unsigned() as usize
        {
            self.encoding.clauses.encode(self.budget, |clauses, names| {
                totalizer.encode_ub_change(level..=level, clauses, names)
            })?;
            let limit = totalizer.enforce_ub(level).expect("it is encoded");
            // A term whose weight exceeds `reach` is not part of the totalizer. Its literal is assumed not to hold.
            let alone = reduced.terms.iter().take_while(|term| term.1 > reach);
            let limit: Vec<Lit> = limit.into_iter().chain(alone.map(|term| !term.0)).collect();
            while !self.is_done()
                && self.encoding.clauses.solve(&limit, None, self.budget)?
                    == SolveOutcome::Satisfiable
            {
                self.record_solution(reduced);
            }
            if self.is_done() {
                break;
            }
            if self.encoding.clauses.core().is_empty() {
                // No other solution is better than the solutions found.
                self.bound = self.worst_cost();
                break;
            }
            let refuted =
                (level.cast_signed() as i64 + 1).saturating_mul(unit).min(reach.saturating_add(1));
            self.raise_bound(reduced.floor + i128::from(refuted));
        }
        Ok(())
    }

    /// Keeps the solution found last if it is among the best. Excludes this solution and others that are not better
    /// than the worst solution kept.
    fn record_solution(&mut self, reduced: &mut ReducedCosts) {
        let cells = self.encoding.solution();
        let cost = self.objective.sign() * self.weights.cost(&cells);
        let holds = |term: &(Lit, i64)| self.encoding.clauses.holds(term.0);
        let held: Vec<(Lit, i64)> = reduced.terms.iter().copied().filter(holds).collect();
        let is_better = self.worst_cost().is_none_or(|worst_cost| cost < worst_cost);
        let others = self.encoding.blocking_clause(self.problem.rules(), &cells);
        if is_better {
            let at = self.found.partition_point(|found| found.0 <= cost);
            self.found.insert(at, (cost, cells));
            self.found.truncate(self.max_solutions);
        }
        let gap = self.gap(reduced);
        if let Some(gap) = gap {
            // If the terms of this solution sum to more than the gap, they may not all hold in a later, cheaper one.
            let mut sum = 0_i64;
            let cover = held.iter().take_while(|term| {
                let is_within_gap = sum <= gap;
                sum = sum.saturating_add(term.1);
                is_within_gap
            });
            let cover: Vec<Lit> = cover.map(|term| !term.0).collect();
            if sum > gap {
                self.encoding.clauses.add(&cover);
            }
            while let Some(&(literal, _)) =
                reduced.terms.get(reduced.excluded).filter(|term| term.1 > gap)
            {
                self.encoding.clauses.add(&[!literal]);
                reduced.excluded += 1;
            }
        }
        self.encoding.clauses.add(&others);
    }

    /// Maximum sum of the terms of a wanted solution; `None` if every solution is wanted.
    fn gap(&self, reduced: &ReducedCosts) -> Option<i64> {
        Some(self.below(reduced, self.worst_cost()? - 1))
    }

    /// Maximum sum of the terms of a solution with this cost.
    fn below(&self, reduced: &ReducedCosts, cost: i64) -> i64 {
        let max_sum = i128::from(cost - self.placed_cost) * i128::from(self.scale);
        i64::try_from(max_sum - reduced.floor).unwrap_or(i64::MAX)
    }

    /// The cost of the worst solution kept: only cheaper solutions are wanted. `None` if every solution is wanted.
    fn worst_cost(&self) -> Option<i64> {
        self.found.last().filter(|_| self.found.len() == self.max_solutions).map(|found| found.0)
    }

    /// True if no other solution is wanted.
    fn is_done(&self) -> bool {
        match (self.bound, self.worst_cost()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(bound), Some(worst_cost)) => bound >= worst_cost,
        }
    }

    /// Raises the lower bound to the cost that corresponds to a sum of reduced costs, but at most to the cost of the
    /// worst solution kept.
    fn raise_bound(&mut self, reduced: i128) {
        let scale = i128::from(self.scale);
        let cost = (reduced + scale - 1).div_euclid(scale);
        let cost = self.placed_cost.saturating_add(i64::try_from(cost).unwrap_or(i64::MAX));
        let cost = self.worst_cost().map_or(cost, |worst_cost| cost.min(worst_cost));
        self.bound = self.bound.map(|bound| bound.max(cost));
    }
}

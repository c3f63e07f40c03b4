//! Searches for an order of the variables in which the diagram is smaller.

use std::cmp::Reverse;
use std::sync::Arc;

use biodivine_lib_bdd::Bdd;
use strum::VariantArray;

use crate::bdd::arena::NodeArena;
use crate::bdd::build::compile::compile;
use crate::bdd::diagram::Diagram;
use crate::bdd::order::{Arrangement, Variable, VariableOrder};
use crate::budget::{Answer, Budget, Cause, Interrupted, Phase, Progress};
use problem::Problem;

/// An order found by sifting.
#[derive(Clone, Debug)]
pub struct Sifted {
    /// The best order found.
    pub order: Arc<VariableOrder>,
    /// The number of nodes of the reduced ordered BDD in the best order, terminals included.
    pub nodes: usize,
    /// The number of nodes in row-major order, terminals included.
    pub row_major_nodes: usize,
    /// The error of the budget, if it interrupted the search. A longer search may find a better order.
    pub interrupted: Option<Interrupted>,
}

/// Searches for an order in which the diagram of a problem's rules and decisions is small. The search starts from each
/// arrangement in turn. It moves one variable after the other through all levels, and leaves it at the level with the
/// smallest diagram, until the diagram no longer shrinks (R. Rudell, "Dynamic variable ordering for ordered binary
/// decision diagrams", ICCAD 1993).
///
/// If the budget ends, the best order found so far is returned.
///
/// # Errors
/// When the budget ends before the diagram in row-major order is built.
///
/// # Panics
/// When the problem has more cells than the library supports variables (65 533).
///
/// ```
/// use engine::Budget;
/// use engine::bdd::sift;
/// use problem::{Problem, Rules};
///
/// let sifted = sift(&Problem::new(Rules::queens(4)?), &Budget::default())?;
/// assert_eq!((sifted.row_major_nodes, sifted.nodes), (31, 25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sift(problem: &Problem, budget: &Budget) -> Answer<Sifted> {
    let mut best: Option<Sifted> = None;
    for &arrangement in Arrangement::VARIANTS {
        let order = Arc::new(VariableOrder::new(problem.rules().grid(), arrangement));
        let diagram = match (compile(problem, &order, budget), &mut best) {
            (Ok(construction), _) => construction.diagram,
            (Err(interrupted), None) => return Err(interrupted),
            (Err(interrupted), Some(best)) => {
                best.interrupted = Some(interrupted);
                continue;
            }
        };
        let found = sift_from(diagram, budget);
        let best = best.get_or_insert_with(|| Sifted { interrupted: None, ..found.clone() });
        if found.nodes < best.nodes {
            (best.order, best.nodes) = (found.order, found.nodes);
        }
        best.interrupted = best.interrupted.or(found.interrupted);
        if best.interrupted.is_some_and(|end| !matches!(end.cause, Cause::Memory(_))) {
            break;
        }
    }
    Ok(best.expect("there are arrangements"))
}

/// Memory per node while a diagram is converted to nodes of an arena, in bytes.
const CONVERSION_BYTES: usize = 12 + 16 + 8 + 16 + 12;

/// Sifts, starting from the order of a diagram.
fn sift_from(diagram: Diagram, budget: &Budget) -> Sifted {
    let (order, nodes) = (Arc::clone(diagram.order()), diagram.bdd_nodes());
    let memory = diagram.memory() + nodes * CONVERSION_BYTES;
    let room =
        budget.check(Progress { phase: Phase::Sifting, nodes, memory, ..Progress::default() });
    // Without inner nodes, there are no variables to move.
    if room.is_err() || nodes <= 2 {
        return Sifted { order, nodes, row_major_nodes: nodes, interrupted: room.err() };
    }
    let bdd = diagram.to_bdd().expect("at most 65533 variables");
    drop(diagram);
    sift_bdd(&bdd, &order, budget)
}

/// Sifts a BDD with inner nodes, starting from its own order.
pub(super) fn sift_bdd(bdd: &Bdd, order: &VariableOrder, budget: &Budget) -> Sifted {
    let mut search = Search::new(NodeArena::of_bdd(bdd).0, order, budget);
    let interrupted = search.run().err();
    let cells = search.best_order.iter().map(|&variable| order.cell(variable)).collect();
    Sifted {
        order: Arc::new(order.rearranged(cells)),
        nodes: search.best_nodes,
        row_major_nodes: bdd.size(),
        interrupted,
    }
}

/// The reduced BDD of a function in another order of the same cells: neighbouring variables are swapped.
///
/// # Errors
/// When the budget ends first.
///
/// # Panics
/// When an order has other cells.
pub(super) fn reordered(
    bdd: &Bdd,
    from: &VariableOrder,
    to: &VariableOrder,
    budget: &Budget,
) -> Answer<Bdd> {
    let (arena, root) = NodeArena::of_bdd(bdd);
    let mut search = Search::new(arena, from, budget);
    for (target, &cell) in to.cells().iter().enumerate() {
        let variable = from.variable(cell).expect("the orders have the same cells");
        let is_it = |&other: &Variable| other == variable;
        let mut level = search.order.iter().position(is_it).expect("it has a level");
        while level != target {
            level = search.move_variable(level, target)?;
        }
    }
    let mut level_of = vec![0; from.len()];
    search.order.iter().enumerate().for_each(|(level, it)| level_of[it.index()] = level);
    Ok(search.arena.relabelled(root, &level_of).expect("as many variables as before"))
}

/// A variable stops moving in one direction once the diagram is larger than this percentage of the smallest diagram so
/// far.
const MAX_GROWTH_PERCENT: usize = 120;

struct Search<'a> {
    arena: NodeArena,
    /// The variable of each level, the first level first.
    order: Vec<Variable>,
    best_nodes: usize,
    best_order: Vec<Variable>,
    budget: &'a Budget,
    progress: Progress,
}

impl<'a> Search<'a> {
    fn new(arena: NodeArena, order: &VariableOrder, budget: &'a Budget) -> Self {
        let order: Vec<Variable> = order.variables().collect();
        let progress =
            Progress { phase: Phase::Sifting, steps: order.len(), ..Progress::default() };
        let (best_nodes, best_order) = (arena.len(), order.clone());
        Self { arena, order, best_nodes, best_order, budget, progress }
    }

    /// Sifts all variables, in order of decreasing number of nodes. Repeats until the diagram no longer shrinks.
    fn run(&mut self) -> Answer<()> {
        loop {
            let before = self.best_nodes;
            let mut variables = self.best_order.clone();
            variables.sort_by_key(|&variable| Reverse(self.arena.width(variable.index())));
            for (done, variable) in variables.into_iter().enumerate() {
                self.progress.done = done;
                self.sift(variable)?;
            }
            if self.best_nodes == before {
                return Ok(());
            }
        }
    }

    /// Moves a variable to the nearer end, to the other end, and back to its best level.
    fn sift(&mut self, variable: Variable) -> Answer<()> {
        let last = self.best_order.len() - 1;
        let is_it = |&other: &Variable| other == variable;
        let mut level = self.order.iter().position(is_it).expect("it has a level");
        let mut best_level = level;
        let ends = if level > last / 2 { [last, 0] } else { [0, last] };
        for end in ends {
            while level != end {
                level = self.move_variable(level, end)?;
                let nodes = self.arena.len();
                if nodes < self.best_nodes {
                    (self.best_nodes, best_level) = (nodes, level);
                    self.best_order.copy_from_slice(&self.order);
                } else if nodes > self.best_nodes * MAX_GROWTH_PERCENT / 100 {
                    break;
                }
            }
        }
        while level != best_level {
            level = self.move_variable(level, best_level)?;
        }
        Ok(())
    }

    /// Swaps the variable of a level with its neighbour in the direction of `end`, and returns its new
    /// level.
    fn move_variable(&mut self, level: usize, end: usize) -> Answer<usize> {
        let (budget, progress) = (self.budget, self.progress);
        let next = if end > level { level + 1 } else { level - 1 };
        let upper = level.min(next);
        let swapped = (self.order[upper].index(), self.order[upper + 1].index());
        self.arena.swap(swapped, &mut |nodes, memory| {
            budget.check(Progress { nodes, memory, ..progress })
        })?;
        self.order.swap(level, next);
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use problem::Rules;

    fn queens(size: u16) -> Problem {
        Problem::new(Rules::queens(size).unwrap())
    }

    #[test]
    fn the_diagram_in_the_order_found_has_the_nodes_that_are_told() {
        for (piece, size) in [("queen", 5), ("queen", 6), ("knight", 3), ("knight", 4), ("king", 4)]
        {
            let rules = Rules::queens(size).unwrap().with_piece(piece.parse().unwrap());
            let problem = Problem::new(rules);
            let sifted = sift(&problem, &Budget::default()).unwrap();
            let diagram = compile(&problem, &sifted.order, &Budget::default()).unwrap().diagram;
            assert_eq!(diagram.bdd_nodes(), sifted.nodes, "{size} {piece}");
            assert!(sifted.nodes < sifted.row_major_nodes && sifted.interrupted.is_none());
        }
    }

    #[test]
    fn a_grid_without_choices_is_sifted_too() {
        let sifted = sift(&queens(1), &Budget::default()).unwrap();
        assert_eq!((sifted.nodes, sifted.row_major_nodes), (3, 3));
        let holes = Rules::queens(2).unwrap();
        let grid = holes.grid().clone().with_more_holes(holes.size().iter());
        let sifted = sift(&Problem::new(holes.with_grid(grid)), &Budget::default()).unwrap();
        assert_eq!((sifted.nodes, sifted.order.len()), (1, 0));
    }

    #[test]
    fn an_ended_budget_leaves_the_best_order_so_far() {
        let budget = Budget::default().with_timeout(Duration::from_millis(200));
        let sifted = sift(&queens(10), &budget).unwrap();
        assert!(matches!(sifted.interrupted.unwrap().cause, Cause::Time(_)));
        assert_eq!(sifted.row_major_nodes, 25947);
        let diagram = compile(&queens(10), &sifted.order, &Budget::default()).unwrap().diagram;
        assert_eq!(diagram.bdd_nodes(), sifted.nodes);
        // The memory suffices for the diagram, but not for sifting it.
        let sifted = sift(&queens(10), &Budget::new(1 << 20)).unwrap();
        assert!(matches!(sifted.interrupted.unwrap().cause, Cause::Memory(_)));
        assert_eq!((sifted.nodes, sifted.row_major_nodes), (25947, 25947));
        let cancelled = Budget::default();
        cancelled.cancel();
        assert_eq!(sift(&queens(4), &cancelled).unwrap_err().cause, Cause::Cancelled);
    }

    /// A wide board has more nodes row by row than column by column.
    #[test]
    fn if_one_arrangement_needs_too_much_memory_the_others_are_tried() {
        let grid = geometry::Grid::new("3x7".parse().unwrap());
        let needs = ["rows", "dominate"].map(|need| need.parse().unwrap());
        let problem = Problem::new(Rules::new(grid, "king".parse().unwrap(), needs));
        let diagram = |arrangement| {
            let order = VariableOrder::new(problem.rules().grid(), arrangement);
            compile(&problem, &Arc::new(order), &Budget::default()).unwrap().diagram
        };
        let (wide, narrow) = (diagram(Arrangement::RowMajor), diagram(Arrangement::ColumnMajor));
        let needed = wide.memory() + wide.bdd_nodes() * CONVERSION_BYTES;
        let sifted = sift(&problem, &Budget::new(needed - 1)).unwrap();
        let interrupted = sifted.interrupted.unwrap();
        assert!(matches!(interrupted.cause, Cause::Memory(_)));
        assert_eq!(
            (interrupted.reached.phase, interrupted.reached.memory),
            (Phase::Sifting, needed)
        );
        assert_eq!(sifted.row_major_nodes, wide.bdd_nodes());
        assert!(sifted.nodes <= narrow.bdd_nodes() && narrow.bdd_nodes() < wide.bdd_nodes());
    }
}

//! Diagrams small enough to draw every node, and the part of a diagram that remains after later decisions.

use std::sync::Arc;
use std::time::Duration;

use strum::{IntoStaticStr, VariantArray};

use engine::bdd::{Arrangement, Diagram, VariableOrder, compile, sift};
use engine::{Answer, Budget, Remaining, SmallDiagram, auto};
use problem::Problem;

/// Maximum time for building a diagram in another variable order than row-major.
const ORDER_TIMEOUT: Duration = Duration::from_secs(10);

/// The variable order of a drawn diagram: the order in which it decides the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum DrawnOrder {
    /// Row by row from the bottom: a1, b1, …
    #[default]
    RowMajor,
    /// Column by column from the left: a1, a2, …
    ColumnMajor,
    /// Along the diagonals, from the bottom left corner.
    Diagonal,
    /// From the middle of the grid outward.
    InsideOut,
    /// An order with fewer nodes, found by sifting: moving each cell in turn.
    Sifted,
}

impl DrawnOrder {
    /// The next order. The first order follows the last.
    pub fn next(self) -> Self {
        Self::VARIANTS[(self as usize + 1) % Self::VARIANTS.len()]
    }

    /// The name in kebab case.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A diagram to be drawn node by node.
///
/// This is the diagram of the rules and of the first few decisions of a position. The number of these decisions
/// is the smallest for which this diagram and the diagrams after more decisions are small. Later decisions cut
/// off parts of the diagram, which are drawn as cut off.
#[derive(Clone, Debug)]
pub struct DrawnDiagram {
    /// The rules and the first decisions.
    pub problem: Problem,
    /// The variable order of the diagram.
    pub order: DrawnOrder,
    /// The nodes.
    pub diagram: SmallDiagram,
    /// The number of nodes of this diagram in row-major order, terminals included.
    pub row_major: usize,
}

/// The reason why no diagram is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotDrawn {
    /// The diagram in row-major order is too large. Contains its number of nodes.
    TooLarge(usize),
    /// Building the diagram would take too long.
    Slow,
    /// The diagram is small in row-major order, but too large in the requested order. Contains the number of
    /// nodes in the requested order; `None` if building the diagram takes too long.
    InThisOrder(Option<usize>),
}

impl DrawnDiagram {
    /// Finds the diagram for a position in a variable order, or the reason why no diagram is drawn.
    ///
    /// # Errors
    /// When the budget ends first.
    ///
    /// # Panics
    /// Never: a small diagram has few variables.
    pub fn find(
        engine: &mut auto::Engine,
        position: &Problem,
        order: DrawnOrder,
        budget: &Budget,
    ) -> Answer<Result<Self, NotDrawn>> {
        let mut first = None;
        // Goes backwards from the position, because diagrams with fewer decisions are larger and may take long
        // to build.
        for number in (0..=position.decisions().len()).rev() {
            let problem = position.first(number);
            let Some(by_rows) = engine.quick_diagram(&problem, budget)? else { break };
            let size = by_rows.bdd_size(budget)?;
            if SmallDiagram::can_have(&size.levels) {
                first = Some((problem, by_rows, size.nodes));
            } else if first.is_none() {
                return Ok(Err(NotDrawn::TooLarge(size.nodes)));
            } else {
                break;
            }
        }
        let Some((problem, by_rows, row_major)) = first else { return Ok(Err(NotDrawn::Slow)) };
        let diagram = match order {
            DrawnOrder::RowMajor => by_rows,
            other => match rearranged(&problem, other, budget)? {
                Ok(diagram) => diagram,
                Err(reason) => return Ok(Err(reason)),
            },
        };
        let bdd = diagram.to_bdd().expect("a small diagram has few variables");
        let diagram = SmallDiagram::of_bdd(&bdd, diagram.order());
        Ok(Ok(Self { problem, order, diagram, row_major }))
    }

    /// True if the position extends the decisions of the diagram.
    pub fn covers(&self, position: &Problem) -> bool {
        self.problem.rules() == position.rules() && position.includes(self.problem.decisions())
    }

    /// The part of the diagram that remains in a covered position.
    pub fn remaining(&self, position: &Problem) -> Remaining {
        self.diagram.remaining(position.decisions())
    }
}

/// The small diagram of a problem in another variable order than row-major.
fn rearranged(
    problem: &Problem,
    order: DrawnOrder,
    budget: &Budget,
) -> Answer<Result<Arc<Diagram>, NotDrawn>> {
    let budget = budget.slice(ORDER_TIMEOUT);
    let built = variables(problem, order, &budget)
        .and_then(|variables| compile(problem, &variables, &budget));
    match built {
        Ok(construction) => {
            let size = construction.diagram.bdd_size(&budget)?;
            let is_small = SmallDiagram::can_have(&size.levels);
            let diagram = is_small.then(|| Arc::new(construction.diagram));
            Ok(diagram.ok_or(NotDrawn::InThisOrder(Some(size.nodes))))
        }
        Err(interrupted) => interrupted.unless_cancelled(Err(NotDrawn::InThisOrder(None))),
    }
}

/// The variable order of a problem. Sifting returns the best order found in time.
fn variables(problem: &Problem, order: DrawnOrder, budget: &Budget) -> Answer<Arc<VariableOrder>> {
    let arranged =
        |arrangement| Ok(Arc::new(VariableOrder::new(problem.rules().grid(), arrangement)));
    match order {
        DrawnOrder::RowMajor => arranged(Arrangement::RowMajor),
        DrawnOrder::ColumnMajor => arranged(Arrangement::ColumnMajor),
        DrawnOrder::Diagonal => arranged(Arrangement::Diagonal),
        DrawnOrder::InsideOut => arranged(Arrangement::InsideOut),
        DrawnOrder::Sifted => {
            // The other half of the time is for building the diagram.
            let sifted = sift(problem, &budget.slice(ORDER_TIMEOUT / 2))?;
            Ok(sifted.order)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::{Rules, Value};

    fn find(position: &Problem, order: DrawnOrder) -> Result<DrawnDiagram, NotDrawn> {
        let mut engine = auto::Engine::new();
        DrawnDiagram::find(&mut engine, position, order, &Budget::default()).unwrap()
    }

    fn queens(size: u16, cells: &[&str]) -> Problem {
        let board = Problem::new(Rules::queens(size).unwrap());
        let place =
            |board: Problem, cell: &&str| board.with(cell.parse().unwrap(), Value::Placed).unwrap();
        cells.iter().fold(board, place)
    }

    #[test]
    fn the_earliest_small_diagram_on_the_way_is_drawn() {
        let drawn = find(&queens(4, &["b1", "d2"]), DrawnOrder::RowMajor).unwrap();
        assert!(drawn.problem.decisions().is_empty());
        assert_eq!((drawn.diagram.size(), drawn.row_major), (31, 31));
        // Six queens have 131 nodes; any queen on row 1 leaves at most one solution.
        let drawn = find(&queens(6, &["b1", "d2"]), DrawnOrder::RowMajor).unwrap();
        assert_eq!(drawn.problem.decisions().len(), 1);
        assert_eq!(drawn.diagram.size(), 38);
        assert!(drawn.covers(&queens(6, &["d2", "b1"])));
        assert!(!drawn.covers(&queens(6, &["d2"])) && !drawn.covers(&queens(5, &["b1"])));
    }

    #[test]
    fn a_sifted_order_has_fewer_nodes() {
        let drawn = find(&queens(4, &["b1"]), DrawnOrder::Sifted).unwrap();
        assert_eq!((drawn.diagram.size(), drawn.row_major), (25, 31));
        let cells: std::collections::HashSet<_> = drawn.diagram.cells.iter().collect();
        assert_eq!(cells.len(), 16);
        assert!(drawn.remaining(&queens(4, &["b1"])).is_satisfiable);
        assert!(!drawn.remaining(&queens(4, &["a1"])).is_satisfiable);
    }

    #[test]
    fn the_search_for_an_order_can_be_cancelled() {
        let mut engine = auto::Engine::new();
        let board = queens(4, &[]);
        engine.quick_diagram(&board, &Budget::default()).unwrap();
        let budget = Budget::default();
        budget.cancel();
        let ended = DrawnDiagram::find(&mut engine, &board, DrawnOrder::Sifted, &budget);
        assert_eq!(ended.unwrap_err().cause, engine::Cause::Cancelled);
    }

    #[test]
    fn too_many_nodes_are_not_drawn() {
        let board = queens(8, &[]);
        assert_eq!(find(&board, DrawnOrder::RowMajor).unwrap_err(), NotDrawn::TooLarge(2453));
        let huge = queens(30, &[]);
        assert_eq!(find(&huge, DrawnOrder::RowMajor).unwrap_err(), NotDrawn::Slow);
    }

    #[test]
    fn another_order_is_compared_with_row_major() {
        let rules =
            Rules::queens(4).unwrap().with_grid("3x4".parse().map(geometry::Grid::new).unwrap());
        let board = Problem::new(rules);
        for order in [DrawnOrder::ColumnMajor, DrawnOrder::Diagonal, DrawnOrder::InsideOut] {
            let drawn = find(&board, order).unwrap();
            assert_eq!(drawn.order, order);
            assert_eq!(drawn.row_major, find(&board, DrawnOrder::RowMajor).unwrap().diagram.size());
            assert_eq!(drawn.remaining(&board).size(), drawn.diagram.size());
        }
    }
}

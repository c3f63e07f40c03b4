//! The diagrams after each rule and each decision of a position, for drawing.

use std::time::Duration;

use engine::bdd::{
    Arrangement, ConjunctCells, Growth, GrowthStage, TooManyVariables, VariableOrder,
};
use engine::{Answer, Budget, Cause, Interrupted, SmallDiagram};
use problem::Problem;

/// Maximum number of nodes of a drawn stage, terminals included: one path through the 64 cells of a chess board.
const MAX_NODES: usize = 66;

/// Maximum number of nodes on a level of a drawn stage.
const MAX_NODES_ON_LEVEL: usize = 10;

/// Maximum time for building the diagrams.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The diagrams after each rule and each decision of a position, in row-major order.
#[derive(Clone, Debug)]
pub struct DrawnGrowth {
    /// The diagrams in the order in which rules and decisions are added; empty if there are neither.
    pub stages: Vec<DrawnStage>,
    /// The interruption, if the budget ended before the last decision was added.
    pub interrupted: Option<Interrupted>,
}

/// One diagram in the growth: all rules and decisions added so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnStage {
    /// The rule or decision added last, as in `board rule of a4`.
    pub conjunct_name: String,
    /// The cells that this rule or decision is about.
    pub conjunct_cells: ConjunctCells,
    /// The number of nodes, terminals included.
    pub nodes: usize,
    /// The number of nodes per level.
    pub levels: Vec<usize>,
    /// The nodes; `None` if they are too many to draw.
    pub diagram: Option<SmallDiagram>,
}

impl DrawnGrowth {
    /// Maximum number of nodes of a stage that is drawn node by node, terminals included.
    pub const MAX_NODES: usize = MAX_NODES;

    /// Builds the diagrams after each rule and each decision of a position. Returns the reason if the position
    /// has too many variables.
    ///
    /// # Errors
    /// When the budget is cancelled, or ends before the first diagram.
    pub fn find(position: &Problem, budget: &Budget) -> Answer<Result<Self, TooManyVariables>> {
        let order = VariableOrder::new(position.rules().grid(), Arrangement::RowMajor);
        if let Err(reason) = TooManyVariables::check(order.len()) {
            return Ok(Err(reason));
        }
        let Growth { stages, interrupted } =
            Growth::new(position, &order, MAX_NODES, &budget.slice(TIMEOUT));
        match interrupted {
            Some(ended) if ended.cause == Cause::Cancelled || stages.is_empty() => Err(ended),
            _ => {
                let stages = stages.into_iter().map(|stage| drawn(stage, &order)).collect();
                Ok(Ok(Self { stages, interrupted }))
            }
        }
    }
}

fn drawn(stage: GrowthStage, order: &VariableOrder) -> DrawnStage {
    let GrowthStage { part, subject, nodes, levels, bdd } = stage;
    let bdd = bdd.filter(|_| levels.iter().all(|&nodes| nodes <= MAX_NODES_ON_LEVEL));
    let diagram = bdd.map(|bdd| SmallDiagram::of_bdd(&bdd, order));
    DrawnStage { conjunct_name: part, conjunct_cells: subject, nodes, levels, diagram }
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::{Rules, Value};

    #[test]
    fn four_queens_grow_to_31_nodes_and_shrink_with_a_decision() {
        let position = Problem::new(Rules::queens(4).unwrap());
        let position = position.with("b1".parse().unwrap(), Value::Placed).unwrap();
        let growth = DrawnGrowth::find(&position, &Budget::default()).unwrap().unwrap();
        let ends: Vec<_> = growth.stages[19..]
            .iter()
            .map(|stage| (stage.conjunct_name.as_str(), stage.nodes))
            .collect();
        assert_eq!(ends, [("board rule of d1", 31), ("place b1", 18)]);
        for stage in &growth.stages {
            let is_small = stage.nodes <= MAX_NODES
                && stage.levels.iter().all(|&nodes| nodes <= MAX_NODES_ON_LEVEL);
            assert_eq!(
                stage.diagram.as_ref().map(SmallDiagram::size),
                is_small.then_some(stage.nodes)
            );
        }
    }

    #[test]
    fn without_time_there_is_no_growth() {
        let cancelled = Budget::default();
        cancelled.cancel();
        let board = Problem::new(Rules::queens(8).unwrap());
        assert_eq!(DrawnGrowth::find(&board, &cancelled).unwrap_err().cause, Cause::Cancelled);
    }
}

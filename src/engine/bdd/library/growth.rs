//! The growth of a problem's diagram: its size after each rule and each decision.

use biodivine_lib_bdd::{Bdd, BddNode, BddVariable};

use super::conjoin::{Conjunct, Granularity, conjoin_stepwise, excluded_upward};
use crate::bdd::order::VariableOrder;
use crate::budget::{Budget, Interrupted, Phase, Progress};
use geometry::Cell;
use problem::{Problem, Rules, Value};

/// The stages from the first rule to the diagram of the position, possibly interrupted.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The stages, in the order in which rules and decisions are conjoined.
    pub stages: Vec<GrowthStage>,
    /// The error of the budget, if further stages are missing.
    pub interrupted: Option<Interrupted>,
}

/// The cells of a rule or decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConjunctCells {
    /// The board rule of a cell, restricted to the cell's row and the rows above.
    Board {
        /// The cell.
        cell: Cell,
        /// The cells that `cell` excludes in its row and above.
        excluded: Vec<Cell>,
    },
    /// The cells of a group, or all cells for the cost limit.
    Cells(Vec<Cell>),
    /// The cells of a row whose rules are conjoined together. The rules are the row's groups, and the exclusions
    /// between the row's cells and cells of the row and above.
    Row(Vec<Cell>),
    /// A decided cell and its value.
    Decision(Cell, Value),
}

/// One stage of the growth: the diagram of all rules and decisions conjoined so far.
#[derive(Clone, Debug)]
pub struct GrowthStage {
    /// The name of the rule or decision that was conjoined last. Examples: `row 4: at least 1`, `board rule of a4`,
    /// `place b1`.
    pub conjunct: String,
    /// The cells of that rule or decision.
    pub subject: ConjunctCells,
    /// The number of nodes of the diagram, terminals included.
    pub nodes: usize,
    /// For each variable, in variable order, the number of nodes on the variable.
    pub levels: Vec<usize>,
    /// The reduced ordered BDD; `None` if it has more nodes than the limit of [`Growth::new`].
    pub bdd: Option<Bdd>,
    /// The number of nodes of the diagram of the rule or decision alone, terminals included.
    pub own_nodes: usize,
    /// The reduced ordered BDD of the rule or decision alone; `None` if it has more nodes than the limit.
    pub own_bdd: Option<Bdd>,
}

/// The cells of a conjunct.
fn conjunct_cells(conjunct: Conjunct<'_>, rules: &Rules, order: &VariableOrder) -> ConjunctCells {
    match conjunct {
        Conjunct::Board(cell) => {
            ConjunctCells::Board { cell, excluded: excluded_upward(rules, cell).collect() }
        }
        Conjunct::Decision(cell, value) => ConjunctCells::Decision(cell, value),
        Conjunct::Limit(_) => ConjunctCells::Cells(cells(order, |_| true)),
        Conjunct::Group(group) => ConjunctCells::Cells(group.cells().to_vec()),
        Conjunct::Row(row) => ConjunctCells::Row(cells(order, |cell| cell.row() == row)),
    }
}

/// The cells of the variables, in variable order, for which `wanted` returns true.
fn cells(order: &VariableOrder, wanted: impl Fn(&Cell) -> bool) -> Vec<Cell> {
    order.cells().iter().copied().filter(wanted).collect()
}

impl Growth {
    /// Conjoins the rules one by one, the last row first, and then restricts by the decisions one by one. On boards of more than 64
    /// cells, conjoins the rules of each row together. Stores a stage's BDD only if it has at most `most_nodes` nodes.
    ///
    /// # Panics
    /// When the problem has more cells than the library supports variables (65 533).
    ///
    /// ```
    /// use engine::Budget;
    /// use engine::bdd::{Arrangement, Growth, VariableOrder};
    /// use problem::{Problem, Rules};
    ///
    /// let problem = Problem::new(Rules::queens(4)?);
    /// let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
    /// let growth = Growth::new(&problem, &order, 40, &Budget::default());
    /// let (first, last) = (&growth.stages[0], &growth.stages[19]);
    /// assert_eq!((first.conjunct.as_str(), first.nodes), ("row 4: at least 1", 6));
    /// assert_eq!((last.conjunct.as_str(), last.nodes), ("board rule of d1", 31));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        problem: &Problem,
        order: &VariableOrder,
        most_nodes: usize,
        budget: &Budget,
    ) -> Self {
        let (mut stages, mut memory) = (Vec::new(), 0);
        let mut keep = |conjunct: Conjunct<'_>, own: &Bdd, bdd: &Bdd| {
            let sizes = bdd.size_per_variable();
            let size = |variable| sizes.get(&BddVariable::from_index(variable)).copied();
            let levels = (0..order.len()).map(|variable| size(variable).unwrap_or_default());
            let [kept, own_kept] =
                [bdd, own].map(|bdd| Some(bdd).filter(|bdd| bdd.size() <= most_nodes));
            let nodes_kept: usize = [kept, own_kept].into_iter().flatten().map(Bdd::size).sum();
            memory += nodes_kept * size_of::<BddNode>();
            memory += order.len() * size_of::<usize>();
            stages.push(GrowthStage {
                conjunct: conjunct.to_string(),
                subject: conjunct_cells(conjunct, problem.rules(), order),
                nodes: bdd.size(),
                levels: levels.collect(),
                bdd: kept.cloned(),
                own_nodes: own.size(),
                own_bdd: own_kept.cloned(),
            });
            let (nodes, memory) = (bdd.size(), memory + bdd.size() * size_of::<BddNode>());
            budget.check(Progress {
                phase: Phase::Conjoining,
                nodes,
                memory,
                ..Progress::default()
            })
        };
        let built =
            conjoin_stepwise(problem, order, Granularity::suiting(order), budget, &mut keep);
        Self { stages, interrupted: built.err() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bdd::{Arrangement, conjoin};
    use crate::budget::Cause;
    use problem::Rules;

    fn grown(problem: &Problem, most_nodes: usize, budget: &Budget) -> Growth {
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        Growth::new(problem, &order, most_nodes, budget)
    }

    #[test]
    fn decisions_follow_the_rules_and_the_last_stage_is_the_position() {
        let problem = Problem::new(Rules::queens(5).unwrap());
        let problem = problem.with("b1".parse().unwrap(), Value::Placed).unwrap();
        let problem = problem.with("c3".parse().unwrap(), Value::Excluded).unwrap();
        let growth = grown(&problem, usize::MAX, &Budget::default());
        assert!(growth.interrupted.is_none());
        let conjuncts: Vec<&str> =
            growth.stages.iter().map(|stage| stage.conjunct.as_str()).collect();
        assert_eq!(conjuncts.len(), 5 + 25 + 2);
        assert_eq!(conjuncts[29..], ["board rule of e1", "place b1", "exclude c3"]);
        let subject = |stage: usize| growth.stages[stage].subject.clone();
        assert_eq!(subject(0), ConjunctCells::Cells(Cell::parse_list("a5,b5,c5,d5,e5").unwrap()));
        assert!(
            matches!(subject(29), ConjunctCells::Board { excluded, .. } if excluded.len() == 12)
        );
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        assert_eq!(subject(31), ConjunctCells::Decision("c3".parse().unwrap(), Value::Excluded));
        assert_eq!(growth.stages[29].nodes, 169);
        // The rules and decisions alone have the position as their conjunction.
        let own: Vec<&Bdd> = growth.stages.iter().filter_map(|it| it.own_bdd.as_ref()).collect();
        assert_eq!(
            own.iter().zip(&growth.stages).filter(|(own, it)| own.size() == it.own_nodes).count(),
            32
        );
        let conjunction = own[1..].iter().fold(own[0].clone(), |all, one| all.and(one));
        assert_eq!(
            conjunction,
            conjoin(
                &problem,
                &VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor),
                &Budget::default()
            )
            .unwrap()
            .bdd
        );
        let position = conjoin(&problem, &order, &Budget::default()).unwrap().bdd;
        // The decided cells have no nodes.
        let [b1, c3] =
            [(1, true), (12, false)].map(|(at, value)| (BddVariable::from_index(at), value));
        let last = growth.stages[31].bdd.as_ref().unwrap();
        assert_eq!((last.size(), last.select(&[b1, c3])), (position.size() - 2, position));
        for stage in &growth.stages {
            assert_eq!(stage.levels.iter().sum::<usize>() + 2, stage.nodes, "{}", stage.conjunct);
        }
    }

    #[test]
    fn a_board_rule_is_about_the_cells_that_its_diagram_excludes() {
        let problem = Problem::new(Rules::queens(4).unwrap());
        let order = VariableOrder::new(problem.rules().grid(), Arrangement::RowMajor);
        let variable = |cell| BddVariable::from_index(order.variable(cell).unwrap().index());
        for stage in grown(&problem, usize::MAX, &Budget::default()).stages {
            let (ConjunctCells::Board { cell, excluded }, Some(bdd)) = (stage.subject, stage.bdd)
            else {
                continue;
            };
            for other in problem.rules().board_rule(cell) {
                let both = [(variable(cell), true), (variable(other), true)];
                let is_excluded = bdd.select(&both).is_false();
                assert_eq!(is_excluded, excluded.contains(&other), "{cell} and {other}");
            }
        }
    }

    #[test]
    fn large_stages_have_sizes_only() {
        let growth = grown(&Problem::new(Rules::queens(6).unwrap()), 100, &Budget::default());
        assert!(growth.stages.iter().any(|stage| stage.nodes > 100));
        for stage in growth.stages {
            assert_eq!(stage.bdd.is_some(), stage.nodes <= 100);
        }
    }

    #[test]
    fn a_budget_leaves_the_stages_before_its_end() {
        let problem = Problem::new(Rules::queens(10).unwrap());
        let growth = grown(&problem, usize::MAX, &Budget::new(1 << 20));
        assert!(!growth.stages.is_empty() && growth.stages.len() < 10);
        assert_eq!(growth.interrupted.unwrap().cause, Cause::Memory(1 << 20));
        let cancelled = Budget::default();
        cancelled.cancel();
        let growth = grown(&problem, usize::MAX, &cancelled);
        assert_eq!(growth.interrupted.unwrap().cause, Cause::Cancelled);
    }
}

//! Finds the weakest filter that shows that a cell is impossible.
//!
//! A *filter* begins with the decisions and removes cells until nothing changes any more (a fixpoint). Filters are far
//! cheaper than the diagram of all solutions, but find fewer impossible cells. The weakest filter that removes a cell
//! measures how hard it is to see that the cell must stay empty.
//!
//! For pieces without the rook move, weak propagation is defined as follows: a piece removes the cells that it attacks,
//! a group with all its pieces removes its other cells, and a group that needs all its cells gets a piece on each of
//! them.

mod rounds;

use std::collections::BTreeMap;
use std::fmt;

use strum::IntoStaticStr;

use super::budget::{Answer, Budget};
use super::search::{ColumnModel, Propagation, Search, SearchOptions};
use geometry::{Cell, CellSet};
use problem::{Group, Problem};
use rounds::RoundPropagator;

/// A filter that shows that a cell is impossible. Filters are ordered by strength, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Filter {
    /// [`Propagation::Weak`].
    Weak,
    /// [`Propagation::Bounds`].
    Bounds,
    /// [`Propagation::AllDifferent`].
    #[strum(serialize = "alldifferent")]
    AllDifferent,
    /// [`Propagation::Strong`].
    Strong,
    /// A piece on the cell leads to a contradiction within `steps` steps of weak propagation. The first step places the
    /// piece. Each further step places all pieces that are forced by then.
    Contradiction {
        /// Minimum number of steps, at least 1.
        steps: u32,
    },
    /// Only the diagram of all solutions shows that the cell is impossible.
    Diagram,
}

impl Filter {
    /// The propagations of the search, as filters.
    const PROPAGATIONS: [(Self, Propagation); 4] = [
        (Self::Weak, Propagation::Weak),
        (Self::Bounds, Propagation::Bounds),
        (Self::AllDifferent, Propagation::AllDifferent),
        (Self::Strong, Propagation::Strong),
    ];

    /// The name of the kind of filter, such as `contradiction`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The number of steps of a contradiction; `None` for other filters.
    pub const fn steps(self) -> Option<u32> {
        match self {
            Self::Contradiction { steps } => Some(steps),
            _ => None,
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self.steps() {
            Some(1) => f.write_str(" in 1 step"),
            Some(steps) => write!(f, " in {steps} steps"),
            None => Ok(()),
        }
    }
}

/// For each impossible cell, the weakest filter that removes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consistency(BTreeMap<Cell, Filter>);

impl Consistency {
    /// Finds the weakest filter for each cell in `impossible`. These must be all undecided cells on which no solution
    /// has a piece. Bounds, all-different and strong propagation are left out if the search does not suit the problem.
    ///
    /// ```
    /// use engine::{Budget, Consistency, Filter};
    /// use geometry::{Cell, CellSet};
    /// use problem::{Problem, Rules, Value};
    ///
    /// let problem = Problem::new(Rules::queens(4)?).with("b1".parse()?, Value::Placed)?;
    /// let size = problem.rules().size();
    /// let only_solution = CellSet::from_cells(size, Cell::parse_list("b1,d2,a3,c4")?);
    /// let impossible = &CellSet::full(size) - &only_solution;
    /// let consistency = Consistency::find(&problem, &impossible, &Budget::default())?;
    /// // The queens forced on d2 and a3 attack it.
    /// assert_eq!(consistency.filter("d3".parse()?), Some(Filter::Weak));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn find(problem: &Problem, impossible: &CellSet, budget: &Budget) -> Answer<Self> {
        // Filters ignore costs. Cells that only the cost limit excludes get [`Filter::Diagram`].
        let problem = &problem.without_cost_limit();
        let mut finder = Finder { left: impossible.clone(), found: BTreeMap::new() };
        let model = ColumnModel::new(problem).ok();
        if let Some(model) = &model {
            for (filter, propagation) in Filter::PROPAGATIONS {
                let options = SearchOptions { propagation, ..SearchOptions::default() };
                let candidates = Search::new(model, options).candidates(budget)?;
                finder.record_removed(filter, |cell| !candidates.contains(cell));
            }
        }
        if !finder.left.is_empty() {
            finder.record_contradictions(problem, model.as_ref(), impossible, budget)?;
        }
        finder.record_removed(Filter::Diagram, |_| true);
        Ok(Self(finder.found))
    }

    /// The weakest filter that removes the cell, if it is impossible.
    pub fn filter(&self, cell: Cell) -> Option<Filter> {
        self.0.get(&cell).copied()
    }

    /// The impossible cells in row-major order with their filters.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Filter)> + '_ {
        self.0.iter().map(|(&cell, &filter)| (cell, filter))
    }
}

/// The cells for which no filter is known yet, and the filters found.
struct Finder {
    left: CellSet,
    found: BTreeMap<Cell, Filter>,
}

impl Finder {
    /// Records a filter for each cell that it removes, unless the cell has a filter already.
    fn record_removed(&mut self, filter: Filter, is_removed: impl Fn(Cell) -> bool) {
        let cells: Vec<Cell> = self.left.iter().filter(|&cell| is_removed(cell)).collect();
        for cell in cells {
            self.left.remove(cell);
            self.found.insert(cell, filter);
        }
    }

    /// Without a model, records the cells that weak propagation removes. Then records contradictions with an
    /// increasing number of steps. Only impossible cells are tested, because no other cell leads to a
    /// contradiction.
    fn record_contradictions(
        &mut self,
        problem: &Problem,
        model: Option<&ColumnModel>,
        impossible: &CellSet,
        budget: &Budget,
    ) -> Answer<()> {
        let rules = problem.rules();
        let mut groups = rules.groups().to_vec();
        if let Some(model) = model {
            let lines = rules.required_lines();
            let lines = &lines[usize::from(model.is_by_column())];
            groups.extend(lines.iter().flatten().map(|group| Group::clone(group)));
        }
        let mut rounds = RoundPropagator::new(rules, groups);
        budget.check(rounds.progress())?;
        let mut is_consistent = rounds.decide(problem.decisions());
        self.record_removed(Filter::Weak, |cell| !is_consistent || rounds.is_removed(cell));
        let mut steps = 1;
        while is_consistent && !self.left.is_empty() {
            let (mut has_changed, mut next) = (false, None);
            for cell in impossible.iter() {
                budget.check(rounds.progress())?;
                if !is_consistent || rounds.is_removed(cell) {
                    continue;
                }
                match rounds.rounds_to_contradiction(cell) {
                    Some(needed) if needed <= steps => {
                        is_consistent = rounds.remove(cell);
                        has_changed = true;
                    }
                    needed => next = [next, needed].into_iter().flatten().min(),
                }
            }
            self.record_removed(Filter::Contradiction { steps }, |cell| {
                !is_consistent || rounds.is_removed(cell)
            });
            if !has_changed {
                let Some(next) = next else { break };
                steps = next;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_named_with_their_steps() {
        let contradiction = |steps| Filter::Contradiction { steps }.to_string();
        assert_eq!(contradiction(1), "contradiction in 1 step");
        assert_eq!(contradiction(2), "contradiction in 2 steps");
        assert_eq!((Filter::Weak.to_string(), Filter::Weak.steps()), ("weak".to_owned(), None));
    }
}

use std::sync::Arc;

use super::census::Selection;
use super::diagram::{Builder, Diagram, FALSE, NodeId, TRUE};
use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::problem::Decisions;

impl Diagram {
    /// The diagram of those solutions that keep the decisions: each decided variable is fixed, and
    /// stays (the library's `select`).
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn select(&self, decisions: &Decisions, budget: &Budget) -> Result<Self, Interrupted> {
        let selection = Selection::new(self, decisions);
        let root = selection.root(self);
        let mut reached = vec![false; self.nodes.len()];
        reached[root as usize] = true;
        for variable in 0..self.variables() {
            for id in self.level(variable) {
                if reached[id] {
                    let (low, high) = selection.children(self, variable, id);
                    reached[low as usize] = true;
                    reached[high as usize] = true;
                }
            }
        }
        let mut builder = Builder::new(Arc::clone(&self.order));
        let mut images: Vec<NodeId> = vec![FALSE; self.nodes.len()];
        images[TRUE as usize] = TRUE;
        for variable in (0..self.variables()).rev() {
            budget.check(Progress {
                phase: Phase::Asking,
                done: self.variables() - variable,
                steps: self.variables(),
                nodes: builder.len(),
                memory: self.memory()
                    + builder.memory()
                    + self.nodes.len() * (size_of::<NodeId>() + size_of::<bool>()),
                ..Progress::default()
            })?;
            builder.begin_level(variable);
            for id in self.level(variable) {
                if reached[id] {
                    let (low, high) = selection.children(self, variable, id);
                    images[id] = builder.node(images[low as usize], images[high as usize]);
                }
            }
        }
        Ok(builder.finish(images[root as usize]))
    }
}

use std::sync::Arc;

use super::census::Selection;
use super::diagram::{Builder, Diagram, FALSE, NodeId, TRUE};
use crate::engine::{Budget, Interrupted, Phase, Progress};
use crate::problem::Decisions;

impl Diagram {
    /// The diagram of the solutions that keep the decisions. Decided variables stay in it (the library's
    /// `select`).
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn select(&self, decisions: &Decisions, budget: &Budget) -> Result<Self, Interrupted> {
        let selection = Selection::new(self, decisions);
        let root = selection.root(self);
        let mut reached = vec![false; self.nodes.len()];
        reached[root.index()] = true;
        for variable in self.order.variables() {
            for id in self.level(variable) {
                if reached[id.index()] {
                    let (low, high) = selection.children(self, variable, id);
                    reached[low.index()] = true;
                    reached[high.index()] = true;
                }
            }
        }
        let mut builder = Builder::new(Arc::clone(&self.order));
        let mut images: Vec<NodeId> = vec![FALSE; self.nodes.len()];
        images[TRUE.index()] = TRUE;
        for variable in self.order.variables().rev() {
            budget.check(Progress {
                phase: Phase::Asking,
                done: self.order.len() - variable.index(),
                steps: self.order.len(),
                nodes: builder.len(),
                memory: self.memory()
                    + builder.memory()
                    + self.nodes.len() * (size_of::<NodeId>() + size_of::<bool>()),
                ..Progress::default()
            })?;
            builder.begin_level(variable);
            for id in self.level(variable) {
                if reached[id.index()] {
                    let (low, high) = selection.children(self, variable, id);
                    images[id.index()] = builder.node(images[low.index()], images[high.index()]);
                }
            }
        }
        Ok(builder.finish(images[root.index()]))
    }
}

//! A drawn diagram in words.

use std::cmp::Ordering;

use super::{DiagramRequest, DrawnDiagram, DrawnOrder, OrderRequest};
use engine::DiagramKind;
use geometry::{counted, group_digits};
use problem::Problem;

impl OrderRequest {
    /// The title of a diagram of a subject in this order. The usual order is not named.
    pub fn title_of(&self, subject: String) -> String {
        match self {
            Self::Known(DrawnOrder::RowMajor) => subject,
            Self::Known(_) | Self::Own(_) => format!("{subject}, {}", self.name()),
        }
    }
}

impl DiagramRequest {
    /// The title of the diagram. The usual order is not named.
    pub fn title(&self) -> String {
        self.order.title_of(self.subject())
    }

    /// The title of the diagram with its order.
    pub fn title_with_order(&self) -> String {
        format!("{}, {}", self.subject(), self.order.name())
    }

    /// A noun phrase for the content of the diagram.
    pub(crate) fn subject(&self) -> String {
        let kind = match self.kind {
            DiagramKind::Bdd => "diagram",
            DiagramKind::Zdd => "ZDD",
            DiagramKind::Tree => "decision tree up to broken rules",
        };
        match (&self.alone, self.kind) {
            (None, _) => kind.to_owned(),
            (Some(rule), DiagramKind::Bdd) => rule.to_string(),
            (Some(rule), DiagramKind::Zdd | DiagramKind::Tree) => format!("{rule}, {kind}"),
        }
    }
}

impl DrawnDiagram {
    /// Texts about the number of nodes that a covered position leaves, from long to short.
    pub fn nodes_in_words(&self, position: &Problem) -> Vec<String> {
        let grouped = |number: usize| group_digits(&number.to_string());
        let (all, left) = (self.nodes(), self.nodes_at(position));
        let nodes = counted(all, "node", "nodes");
        // The BDD of the remaining solutions is not built.
        let nodes = match self.bdd_nodes.filter(|_| left == all).map(grouped) {
            Some(bdd) => format!("{nodes} (as BDD {bdd})"),
            None => nodes,
        };
        let short = if left == all { nodes } else { format!("{} of {nodes}", grouped(left)) };
        let long = if left == all { short.clone() } else { format!("{short} remain") };
        if self.request.order == OrderRequest::default() || self.row_major_nodes == 0 {
            return vec![long, short];
        }
        let by_rows = self.row_major_nodes;
        let percent = match (all.abs_diff(by_rows) * 100 + by_rows / 2) / by_rows.max(1) {
            0 if all != by_rows => "<1".to_owned(),
            percent => percent.to_string(),
        };
        let difference = grouped(all.abs_diff(by_rows));
        let (gain, sign) = match all.cmp(&by_rows) {
            Ordering::Less => (format!("{difference} fewer than row-major"), "-"),
            Ordering::Equal => ("as many as row-major".to_owned(), ""),
            Ordering::Greater => (format!("{difference} more than row-major"), "+"),
        };
        let sign = if percent == "<1" { "" } else { sign };
        vec![
            format!("{long}, {gain} ({sign}{percent} %)"),
            format!("{short}, {gain}"),
            format!("{short} ({sign}{percent} %)"),
            short,
        ]
    }
}

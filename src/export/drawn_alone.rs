//! Diagrams that are drawn without all rules: of a single rule, or given by a file.

use std::fmt;
use std::sync::Arc;

use biodivine_lib_bdd::Bdd;

use engine::bdd::{GivenDiagram, SingleRule, VariableOrder};
use engine::{Answer, Budget, SmallDiagram};
use geometry::Cell;
use problem::{Decisions, Rules};

/// A diagram that is drawn instead of the diagram of all rules and decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawnAlone {
    /// The diagram of a rule.
    Rule(SingleRule),
    /// A diagram that no rules describe.
    Given(Arc<GivenDiagram>),
}

impl fmt::Display for DrawnAlone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => rule.fmt(f),
            Self::Given(given) => f.write_str(&given.name),
        }
    }
}

impl DrawnAlone {
    /// True if the board has the cells of the diagram.
    pub fn fits(&self, rules: &Rules) -> bool {
        match self {
            Self::Rule(rule) => rule.fits(rules),
            Self::Given(given) => given.order.size() == rules.size(),
        }
    }

    /// The BDD under decisions. A rule is shown as it is.
    pub(crate) fn restricted(&self, bdd: &SmallDiagram, decisions: &Decisions) -> SmallDiagram {
        match self {
            Self::Rule(_) => bdd.clone(),
            Self::Given(_) => bdd.restricted(decisions).0,
        }
    }

    /// The cells of the variables in an order of all cells, and the BDD; `None` if the rule has too many cells.
    pub(crate) fn bdd(
        &self,
        rules: &Rules,
        order: &VariableOrder,
        budget: &Budget,
    ) -> Answer<Option<(Vec<Cell>, Bdd)>> {
        match self {
            Self::Rule(rule) => Ok(rule.bdd(rules, Some(order)).ok()),
            Self::Given(given) => {
                Ok(Some((order.cells().to_vec(), given.in_order(order, budget)?)))
            }
        }
    }
}

//! The variable order that `--order` asks for.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;

use super::arguments::OrderChoice;
use super::task::Task;
use engine::Interrupted;
use engine::bdd::{Arrangement, Sifted, TooManyVariables, VariableOrder, sift};

/// Time limit of sifting without `--timeout`.
const SIFT_TIMEOUT: Duration = Duration::from_secs(10);

/// The order of a diagram.
pub(super) struct Order {
    pub variables: Arc<VariableOrder>,
    /// Its name on the command line.
    pub name: String,
    /// The arrangement, unless the order was found or read.
    arrangement: Option<Arrangement>,
    /// The result of sifting, if that was asked for. Half of the time is left for other work.
    pub sifted: Option<Result<Sifted, Interrupted>>,
}

impl Order {
    /// Reads the order from its file, or looks for it.
    ///
    /// # Errors
    /// When the file is no order, or there are too many variables to sift.
    pub(crate) fn find(task: &Task, choice: &OrderChoice) -> anyhow::Result<Self> {
        let grid = task.problem.rules().grid();
        let plain = |arrangement| Arc::new(VariableOrder::new(grid, arrangement));
        let (variables, arrangement, sifted) = match choice {
            OrderChoice::Arrangement(arrangement) => {
                (plain(*arrangement), Some(*arrangement), None)
            }
            OrderChoice::File(path) => {
                (Arc::new(VariableOrder::read(grid, path).context("--order")?), None, None)
            }
            OrderChoice::Sifted => {
                let usual = plain(Arrangement::default());
                TooManyVariables::check(usual.len()).context("--order")?;
                let budget = task.budget.share(2, SIFT_TIMEOUT);
                let sifted = task.work(|| sift(&task.problem, &budget));
                let order = sifted.as_ref().map_or(usual, |sifted| Arc::clone(&sifted.order));
                (order, None, Some(sifted))
            }
        };
        Ok(Self { variables, name: choice.name(), arrangement, sifted })
    }

    /// The order, unless the budget ended before sifting found one.
    ///
    /// # Errors
    /// When it did.
    pub(crate) fn found(&self) -> Result<&Arc<VariableOrder>, Interrupted> {
        match &self.sifted {
            Some(Err(interrupted)) => Err(*interrupted),
            _ => Ok(&self.variables),
        }
    }

    /// True if the order goes through the board column by column.
    pub(crate) fn is_by_column(&self) -> bool {
        self.arrangement == Some(Arrangement::ColumnMajor)
    }

    /// The order in words, as in `diagonal order`.
    pub(crate) fn in_words(&self) -> String {
        if self.arrangement.is_some() || self.sifted.is_some() {
            format!("{} order", self.name)
        } else {
            format!("order of {}", self.name)
        }
    }
}

/// An order that was found, and what it gains.
#[derive(Serialize)]
pub(super) struct Gain {
    /// The cells in their order.
    order: Vec<String>,
    nodes: usize,
    row_major: usize,
    /// Set if the search ended before it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// Number of cell names per line.
const NAMES: usize = 16;

impl Gain {
    pub(crate) fn new(sifted: &Sifted) -> Self {
        let order = &sifted.order;
        Self {
            order: order.variables().map(|variable| order.cell(variable).to_string()).collect(),
            nodes: sifted.nodes,
            row_major: sifted.row_major,
            interrupted: sifted.interrupted.map(|interrupted| interrupted.to_string()),
        }
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let fewer = (self.row_major - self.nodes) as f64 / self.row_major as f64 * 100.0;
        writeln!(
            out,
            "order found: {} nodes, {fewer:.1} % fewer than the {} of row-major order",
            self.nodes, self.row_major
        )?;
        for names in self.order.chunks(NAMES) {
            writeln!(out, "{}", names.join(" "))?;
        }
        if let Some(interrupted) = &self.interrupted {
            writeln!(out, "sifting: {interrupted}; a longer search may find a better order")?;
        }
        Ok(())
    }
}

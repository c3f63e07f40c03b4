//! The variable order of the option `--order`.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;

use super::task::Task;
use engine::Answer;
use engine::bdd::{Sifted, TooManyVariables, VariableOrder, sift};
use export::{DrawnOrder, OrderSource, read_order};
use files::{input_name, printable};

/// Time limit for sifting, if `--timeout` is not given.
const SIFT_TIMEOUT: Duration = Duration::from_secs(10);

/// The order of a diagram.
pub(super) struct DiagramOrder {
    pub variables: Arc<VariableOrder>,
    /// The name of the order on the command line.
    pub name: String,
    source: OrderSource,
    /// The result of sifting, if requested. Sifting takes at most half of the time.
    pub sifted: Option<Answer<Sifted>>,
}

impl DiagramOrder {
    /// Reads the order from its file or finds it by sifting, if requested.
    ///
    /// # Errors
    /// When the file is not an order, or there are too many variables for sifting.
    pub(crate) fn find(task: &Task, source: &OrderSource) -> anyhow::Result<Self> {
        let grid = task.problem.rules().grid();
        let (name, arrangement) = match source {
            OrderSource::Known(order) => (order.name().to_owned(), order.arrangement()),
            OrderSource::File(path) => {
                let variables = Arc::new(read_order(grid, path).context("--order")?);
                let name = printable(&input_name(path));
                return Ok(Self { variables, name, source: source.clone(), sifted: None });
            }
        };
        let mut variables = Arc::new(VariableOrder::new(grid, arrangement.unwrap_or_default()));
        let mut sifted = None;
        if arrangement.is_none() {
            TooManyVariables::check(variables.len()).context("--order")?;
            let budget = task.budget.time_share(2, SIFT_TIMEOUT);
            let found = task.run_and_clear_bar(|| sift(&task.problem, &budget));
            variables = found.as_ref().map_or(variables, |found| Arc::clone(&found.order));
            sifted = Some(found);
        }
        Ok(Self { variables, name, source: source.clone(), sifted })
    }

    /// Returns the order.
    ///
    /// # Errors
    /// When the budget ended before sifting found an order.
    pub(crate) fn require_found(&self) -> Answer<&Arc<VariableOrder>> {
        match &self.sifted {
            Some(Err(interrupted)) => Err(*interrupted),
            _ => Ok(&self.variables),
        }
    }

    /// True if the order goes through the board column by column.
    pub(crate) fn is_by_column(&self) -> bool {
        self.source == OrderSource::Known(DrawnOrder::ColumnMajor)
    }

    /// The order in words, such as `diagonal order`.
    pub(crate) fn in_words(&self) -> String {
        match self.source {
            OrderSource::Known(_) => format!("{} order", self.name),
            OrderSource::File(_) => format!("order of {}", self.name),
        }
    }
}

/// An order found by sifting, and the reduction in nodes.
#[derive(Serialize)]
pub(super) struct SiftingResult {
    /// The names of the cells in variable order.
    order: Vec<String>,
    nodes: usize,
    row_major: usize,
    /// Set if sifting ended before it was complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<String>,
}

/// Number of cell names per line.
const NAMES: usize = 16;

impl SiftingResult {
    pub(crate) fn new(sifted: &Sifted) -> Self {
        let order = &sifted.order;
        Self {
            order: order.cells().iter().map(ToString::to_string).collect(),
            nodes: sifted.nodes,
            row_major: sifted.row_major_nodes,
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

//! The certificate of a count: the diagram as text, with data that allow a program to check the count.

mod complete;

use std::io::{self, Write};

use indexmap::IndexMap;
use itertools::Itertools;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::diagram::Diagram;
use crate::bdd::diagram::unfolded::{UnfoldedArc, UnfoldedLevel};
use crate::{Answer, Budget};
use geometry::Cell;
use problem::{Problem, Value};

pub use complete::{IncompleteReason, MAX_CERTIFICATE_STATES, write_complete};

/// A diagram with additional data per node: the union of the cells of the node's completions, and for each open sum the
/// minimum and the maximum that a completion adds to the sum. Steps are written from the last to the first, so that a
/// reader keeps the nodes of only one step in memory.
pub struct Certificate {
    solutions: BigUint,
    fixed: Vec<Cell>,
    /// The weights of the cells of each sum. The key is the name of a group, a decision such as `placed c4`, or `cost`.
    sums: IndexMap<String, CellWeights>,
    levels: Vec<Level>,
    /// The index of the root among the nodes of the first step; `None` without a solution.
    root: Option<u32>,
}

/// Cells with their weights.
type CellWeights = FxHashMap<Cell, i64>;

/// Number of bits per word of a union.
const WORD: usize = u64::BITS as usize;

/// The nodes of one step.
#[derive(Default)]
struct Level {
    /// The cells of the step. At most one of the cells has a piece.
    cells: Vec<Cell>,
    /// The indices of the open sums. A sum is open if it has a cell in this step or a later step.
    open: Vec<usize>,
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    /// The cells that have a piece in some completion, one bit per cell. Bit 0 is the first cell of the last step.
    union: Vec<u64>,
    /// For each open sum, the minimum and the maximum that a completion adds.
    bounds: Vec<(i64, i64)>,
    arcs: Vec<UnfoldedArc>,
}

impl Diagram {
    /// Creates the certificate of the number of solutions. `self` must be the diagram of `problem`.
    ///
    /// # Errors
    /// When the budget ends before the certificate is complete.
    pub fn certificate(&self, problem: &Problem, budget: &Budget) -> Answer<Certificate> {
        let level = |UnfoldedLevel { cells, nodes }| {
            let node = |arcs| Node { arcs, ..Node::default() };
            Level { cells, open: Vec::new(), nodes: nodes.into_iter().map(node).collect() }
        };
        let mut certificate = Certificate {
            solutions: self.count(budget)?,
            fixed: self.fixed_cells().collect(),
            sums: sums(problem),
            levels: self.unfolded(budget)?.into_iter().map(level).collect(),
            root: (!self.is_false()).then_some(0),
        };
        certificate.add_node_data();
        Ok(certificate)
    }
}

/// The sums on which rules and decisions set bounds, by name.
fn sums(problem: &Problem) -> IndexMap<String, CellWeights> {
    let rules = problem.rules();
    let ones = |cells: &[Cell]| cells.iter().map(|&cell| (cell, 1)).collect();
    let groups = rules.groups().iter().map(|group| (group.id().to_string(), ones(group.cells())));
    let placed = problem.decisions().cells(Value::Placed);
    let placed = placed.map(|cell| (format!("placed {cell}"), ones(&[cell])));
    let cost = rules.limit().map(|(weights, _)| {
        let costs = rules.grid().standing_cells().map(|cell| (cell, weights.of(cell)));
        ("cost".to_owned(), costs.filter(|&(_, cost)| cost != 0).collect())
    });
    groups.chain(placed).chain(cost).collect()
}

impl Certificate {
    /// The number of solutions.
    pub fn solutions(&self) -> &BigUint {
        &self.solutions
    }

    /// Computes the open sums of each step, and the union and the bounds of each node, from the last step to the first.
    fn add_node_data(&mut self) {
        let last = Level { nodes: vec![Node::default()], ..Level::default() };
        let mut later = 0;
        for index in (0..self.levels.len()).rev() {
            let (levels, after) = self.levels.split_at_mut(index + 1);
            let (level, next) = (&mut levels[index], after.first().unwrap_or(&last));
            let in_step =
                |cells: &CellWeights| level.cells.iter().any(|cell| cells.contains_key(cell));
            let is_open =
                |(sum, cells): &(usize, &CellWeights)| next.open.contains(sum) || in_step(cells);
            let open = self.sums.values().enumerate().filter(is_open);
            level.open = open.map(|(sum, _)| sum).collect();
            // For each sum that is still open in this step: the weights of the step's cells in the sum, and the index
            // of the sum among those open in the next step.
            let sum_weight = |&sum: &usize| {
                let weights = level.cells.iter().map(|cell| self.sums[sum].get(cell));
                let weights = weights.map(|weight| weight.copied().unwrap_or_default());
                (weights.collect::<Vec<_>>(), next.open.binary_search(&sum).ok())
            };
            let sum_weights: Vec<_> = level.open.iter().map(sum_weight).collect();
            for node in &mut level.nodes {
                node.union = vec![0; (later + level.cells.len()).div_ceil(WORD)];
                node.bounds = vec![(i64::MAX, i64::MIN); sum_weights.len()];
                for &(index, to) in &node.arcs {
                    let to = &next.nodes[to as usize];
                    node.union.iter_mut().zip(&to.union).for_each(|(word, more)| *word |= more);
                    if let Some(index) = index {
                        let bit = later + usize::from(index);
                        node.union[bit / WORD] |= 1 << (bit % WORD);
                    }
                    for ((least, most), (weights, place)) in
                        node.bounds.iter_mut().zip(&sum_weights)
                    {
                        let weight = index.map_or(0, |index| weights[usize::from(index)]);
                        let after = place.map_or((0, 0), |place| to.bounds[place]);
                        *least = (*least).min(weight + after.0);
                        *most = (*most).max(weight + after.1);
                    }
                }
            }
            later += level.cells.len();
        }
    }

    /// Writes the certificate: the text of the board file, the number of solutions, the count of a second engine if
    /// there is one, the names of the sums, then each step from the last to the first.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write(
        &self,
        board: &str,
        second: Option<(&str, &BigUint)>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        writeln!(out, "configurator certificate 1\nboard\n{}\nend", board.trim_end())?;
        writeln!(out, "solutions {}", self.solutions)?;
        if let Some((engine, number)) = second {
            writeln!(out, "second {engine} {number}")?;
        }
        for name in self.sums.keys() {
            writeln!(out, "sum {name}")?;
        }
        let names = |cells: &[Cell]| {
            cells.iter().format_with("", |cell, f| f(&format_args!(" {cell}"))).to_string()
        };
        writeln!(out, "fixed{}", names(&self.fixed))?;
        for level in self.levels.iter().rev() {
            // Most nodes have the same bounds as the first node.
            let usual = level.nodes.first().map_or(&[][..], |node| &node.bounds);
            write!(out, "step{}", names(&level.cells))?;
            for (sum, (least, most)) in level.open.iter().zip(usual) {
                write!(out, " {sum}:{least}:{most}")?;
            }
            writeln!(out)?;
            level.nodes.iter().try_for_each(|node| node.write(level, usual, out))?;
        }
        match self.root {
            Some(root) => writeln!(out, "root {root}"),
            None => writeln!(out, "root none"),
        }
    }
}

impl Node {
    /// Writes the union as a hexadecimal number, each arc as `index>node`, and the bounds that differ from `usual`.
    fn write(&self, level: &Level, usual: &[(i64, i64)], out: &mut impl Write) -> io::Result<()> {
        let mut words = self.union.iter().rev();
        write!(out, "{:x}", words.next().copied().unwrap_or_default())?;
        words.try_for_each(|word| write!(out, "{word:016x}"))?;
        for (index, to) in &self.arcs {
            match index {
                Some(index) => write!(out, " {index}>{to}")?,
                None => write!(out, " ->{to}")?,
            }
        }
        let bounds = level.open.iter().zip(&self.bounds).zip(usual);
        for ((sum, (least, most)), _) in bounds.filter(|((_, own), usual)| own != usual) {
            write!(out, " {sum}:{least}:{most}")?;
        }
        writeln!(out)
    }
}

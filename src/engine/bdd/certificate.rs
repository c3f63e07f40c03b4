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
    levels: Vec<UnfoldedLevel>,
    /// The index of the root among the nodes of the first step; `None` without a solution.
    root: Option<u32>,
}

/// Cells with their weights.
type CellWeights = FxHashMap<Cell, i64>;

/// Number of bits per word of a union.
const WORD: usize = u64::BITS as usize;

/// The data of the nodes of one step.
#[derive(Default)]
struct LevelData {
    /// The number of cells of this step and all later steps.
    cells: usize,
    /// The indices of the open sums. A sum is open if it has a cell in this step or a later step.
    open: Vec<usize>,
    nodes: Vec<NodeData>,
}

#[derive(Default)]
struct NodeData {
    /// The cells that have a piece in some completion, one bit per cell. Bit 0 is the first cell of the last step.
    union: Vec<u64>,
    /// For each open sum, the minimum and the maximum that a completion adds.
    bounds: Vec<(i64, i64)>,
}

impl Diagram {
    /// Creates the certificate of the number of solutions. `self` must be the diagram of `problem`.
    ///
    /// # Errors
    /// When the budget ends before the certificate is complete.
    pub fn certificate(&self, problem: &Problem, budget: &Budget) -> Answer<Certificate> {
        Ok(Certificate {
            solutions: self.count(budget)?,
            fixed: self.fixed_cells().collect(),
            sums: sums(problem),
            levels: self.unfolded(budget)?,
            root: (!self.is_false()).then_some(0),
        })
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

    /// The open sums of a step, and the union and the bounds of each of its nodes. `next` is the data of the next step.
    fn data(&self, UnfoldedLevel { cells, nodes }: &UnfoldedLevel, next: &LevelData) -> LevelData {
        let in_step = |weights: &CellWeights| cells.iter().any(|cell| weights.contains_key(cell));
        let is_open =
            |(sum, weights): &(usize, &CellWeights)| next.open.contains(sum) || in_step(weights);
        let open: Vec<usize> =
            self.sums.values().enumerate().filter(is_open).map(|(sum, _)| sum).collect();
        // For each open sum: the weights of the step's cells in the sum, and the index of the sum among those open in the
        // next step.
        let sum_weight = |&sum: &usize| {
            let weights = cells.iter().map(|cell| self.sums[sum].get(cell));
            let weights = weights.map(|weight| weight.copied().unwrap_or_default());
            (weights.collect::<Vec<_>>(), next.open.binary_search(&sum).ok())
        };
        let sum_weights: Vec<_> = open.iter().map(sum_weight).collect();
        let all = next.cells + cells.len();
        let node = |arcs: &Vec<UnfoldedArc>| {
            let mut union = vec![0; all.div_ceil(WORD)];
            let mut bounds = vec![(i64::MAX, i64::MIN); open.len()];
            for &(index, to) in arcs {
                let to = &next.nodes[to as usize];
                union.iter_mut().zip(&to.union).for_each(|(word, more)| *word |= more);
                if let Some(index) = index {
                    let bit = next.cells + usize::from(index);
                    union[bit / WORD] |= 1 << (bit % WORD);
                }
                for ((least, most), (weights, place)) in bounds.iter_mut().zip(&sum_weights) {
                    let weight = index.map_or(0, |index| weights[usize::from(index)]);
                    let after = place.map_or((0, 0), |place| to.bounds[place]);
                    *least = (*least).min(weight + after.0);
                    *most = (*most).max(weight + after.1);
                }
            }
            NodeData { union, bounds }
        };
        LevelData { cells: all, nodes: nodes.iter().map(node).collect(), open }
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
        let mut next = LevelData { nodes: vec![NodeData::default()], ..LevelData::default() };
        for level in self.levels.iter().rev() {
            let data = self.data(level, &next);
            // Most nodes have the same bounds as the first node.
            let usual = data.nodes.first().map_or(&[][..], |node| &node.bounds);
            write!(out, "step{}", names(&level.cells))?;
            for (sum, (least, most)) in data.open.iter().zip(usual) {
                write!(out, " {sum}:{least}:{most}")?;
            }
            writeln!(out)?;
            for (node, arcs) in data.nodes.iter().zip(&level.nodes) {
                node.write(arcs, (&data.open, usual), out)?;
            }
            next = data;
        }
        match self.root {
            Some(root) => writeln!(out, "root {root}"),
            None => writeln!(out, "root none"),
        }
    }
}

impl NodeData {
    /// Writes the union as a hexadecimal number, each arc as `index>node`, and the bounds that differ from `usual`.
    fn write(
        &self,
        arcs: &[UnfoldedArc],
        (open, usual): (&[usize], &[(i64, i64)]),
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut words = self.union.iter().rev();
        write!(out, "{:x}", words.next().copied().unwrap_or_default())?;
        words.try_for_each(|word| write!(out, "{word:016x}"))?;
        for (index, to) in arcs {
            match index {
                Some(index) => write!(out, " {index}>{to}")?,
                None => write!(out, " ->{to}")?,
            }
        }
        let bounds = open.iter().zip(&self.bounds).zip(usual);
        for ((sum, (least, most)), _) in bounds.filter(|((_, own), usual)| own != usual) {
            write!(out, " {sum}:{least}:{most}")?;
        }
        writeln!(out)
    }
}

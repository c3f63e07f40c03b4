//! Nodes of a diagram folded into chips.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::access::NodeAccess;
use super::{DiagramKind, RemainingPart, SmallDiagram, SmallNode, Target};
use crate::budget::{Answer, Budget};
use geometry::Cell;

/// A node with a choice, or a run of nodes without one: all but one of their edges lead to the terminal 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The nodes, from the first to the last.
    pub nodes: Vec<usize>,
    /// The cells of the nodes.
    pub cells: Vec<Cell>,
    /// The cells of the nodes without a choice where a piece stands.
    pub placed: Vec<Cell>,
    /// The low and the high target of the last node.
    pub targets: [Target; 2],
}

/// A diagram, or a part of it, with a chip for each node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipDiagram {
    /// The chips and the edges between them, as a diagram. The cell of a level is the cell of its first chip.
    pub diagram: SmallDiagram,
    /// The nodes of the original diagram that each node stands for.
    pub chips: Vec<Chip>,
}

impl Chip {
    fn new() -> Self {
        let (nodes, cells, placed) = (Vec::new(), Vec::new(), Vec::new());
        Self { nodes, cells, placed, targets: [Target::False; 2] }
    }

    /// Adds a node below the last one.
    fn push(&mut self, index: usize, node: &SmallNode, cell: Cell) {
        self.nodes.push(index);
        self.cells.push(cell);
        self.placed.extend((node.low == Target::False).then_some(cell));
        self.targets = [node.low, node.high];
    }

    /// True for a single node with a choice.
    pub fn has_choice(&self) -> bool {
        !self.targets.contains(&Target::False)
    }

    /// The name of the chip: the cell, or `b1–d2` if the cells follow each other row by row or in one column, otherwise
    /// the first cell and the number of others, as in `b1 +9`.
    pub fn name(&self) -> String {
        let [first, .., last] = &self.cells[..] else { return self.cells[0].to_string() };
        let follows = |(cell, next): (&Cell, &Cell)| {
            let is_right = next.row() == cell.row() && next.column() == cell.column() + 1;
            is_right || next.row() == cell.row() + 1 && next.column() == 0
        };
        let is_above = |(cell, next): (&Cell, &Cell)| {
            next.column() == cell.column() && next.row() == cell.row() + 1
        };
        let mut pairs = self.cells.iter().tuple_windows();
        if pairs.clone().all(follows) || pairs.all(is_above) {
            return format!("{first}–{last}");
        }
        format!("{first} +{}", self.cells.len() - 1)
    }

    /// The chip that begins at a node of a source. If `is_folded`, it extends to the next choice, but stops before nodes
    /// in `opened`.
    pub fn at(
        source: &dyn NodeAccess,
        node: usize,
        is_folded: bool,
        opened: &BTreeSet<usize>,
    ) -> Self {
        let (mut chip, mut next) = (Self::new(), Some(node));
        while let Some(index) = next {
            let node = source.node(index);
            let is_run = is_folded && node.is_forced() && !opened.contains(&index);
            if !chip.nodes.is_empty() && !is_run {
                break;
            }
            chip.push(index, &node, source.cells()[node.level]);
            let to = if node.low == Target::False { node.high } else { node.low };
            next = to.node().filter(|_| is_run);
        }
        chip
    }
}

impl ChipDiagram {
    /// Connects chips whose levels are given. Leaves out targets without a chip, and the terminal 1 unless
    /// `has_terminal` is true.
    fn connected(
        chips: Vec<Chip>,
        levels: &[usize],
        has_terminal: bool,
        kind: DiagramKind,
    ) -> Self {
        let first = |(index, chip): (usize, &Chip)| (chip.nodes[0], index);
        let index_of: BTreeMap<usize, usize> = chips.iter().enumerate().map(first).collect();
        let image = |target: Target| match target {
            Target::Node(node) => index_of.get(&node).map_or(Target::False, |&it| Target::Node(it)),
            Target::True if has_terminal => Target::True,
            Target::True | Target::False => Target::False,
        };
        let node = |(chip, &level): (&Chip, &usize)| {
            let [low, high] = chip.targets.map(image);
            SmallNode { level, low, high }
        };
        let nodes: Vec<SmallNode> = chips.iter().zip(levels).map(node).collect();
        let cells = levels.iter().zip(&chips).map(|(&level, chip)| (level, chip.cells[0]));
        let cells: BTreeMap<usize, Cell> = cells.collect();
        let root = if chips.is_empty() { Target::True } else { Target::Node(0) };
        let diagram = SmallDiagram { cells: cells.into_values().collect(), nodes, root, kind };
        Self { diagram, chips }
    }

    /// The part that remains, if it is `part` of the diagram whose nodes are folded.
    pub fn remaining(&self, part: &RemainingPart) -> RemainingPart {
        let nodes = self.chips.iter().map(|chip| part.nodes[chip.nodes[0]]).collect();
        let edges = |chip: &Chip| {
            let last = *chip.nodes.last().unwrap_or(&0);
            [false, true].map(|high| part.edge(last, high))
        };
        let edges = self.chips.iter().map(edges).collect();
        RemainingPart { nodes, edges, is_satisfiable: part.is_satisfiable }
    }
}

impl SmallDiagram {
    /// Folds each run of nodes without a choice into one chip. A run ends where other paths join it. Nodes in `opened`
    /// have chips of their own.
    pub fn folded(&self, opened: &BTreeSet<usize>) -> ChipDiagram {
        // The number of edges to each node, and the node of one of them.
        let mut above = vec![(0, 0); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for target in [node.low, node.high] {
                if let Target::Node(to) = target {
                    above[to] = (above[to].0 + 1, index);
                }
            }
        }
        let is_run = |node: usize| self.nodes[node].is_forced() && !opened.contains(&node);
        let mut chips: Vec<Chip> = Vec::new();
        // The chip of each node. Parents come before their children.
        let mut chip_of = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let (edges, parent) = above[index];
            let goes_on = edges == 1 && is_run(index) && is_run(parent);
            let chip = if goes_on { chip_of[parent] } else { chips.len() };
            if !goes_on {
                chips.push(Chip::new());
            }
            chips[chip].push(index, node, self.cell(index));
            chip_of.push(chip);
        }
        let level = |chip: &Chip| self.nodes[chip.nodes[0]].level;
        let used: BTreeSet<usize> = chips.iter().map(level).collect();
        let used: Vec<usize> = used.into_iter().collect();
        let rank = |chip: &Chip| used.binary_search(&level(chip)).unwrap_or(0);
        let levels: Vec<usize> = chips.iter().map(rank).collect();
        let mut folded = ChipDiagram::connected(chips, &levels, true, self.kind);
        if self.nodes.is_empty() {
            folded.diagram.root = self.root;
        }
        folded
    }
}

/// The neighbourhood of a node: its parents above it, and the chips below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// The parents, then the node's chip, then the chips below it, level by level.
    pub part: ChipDiagram,
    /// The index of the node's chip.
    pub centre: usize,
    /// The number of edges that lead to the node. Not all of them may have a chip.
    pub edges_above: usize,
}

impl Surroundings {
    /// Reads the surroundings of a node. Reads up to `fit` chips of each level below the node.
    ///
    /// # Errors
    /// When the budget ends first.
    pub fn read(
        source: &dyn NodeAccess,
        node: usize,
        chip_at: &dyn Fn(usize) -> Chip,
        fits: &dyn Fn(usize, &[Chip]) -> bool,
        budget: &Budget,
    ) -> Answer<Self> {
        let edges = source.parents(node, budget)?;
        let single = |parent: usize| Chip::at(source, parent, false, &BTreeSet::new());
        let mut chips: Vec<Chip> = Vec::new();
        for &(parent, _) in &edges {
            chips.push(single(parent));
            let is_double = chips.iter().filter(|chip| chip.nodes[0] == parent).count() > 1;
            if is_double || !fits(0, &chips) {
                chips.pop();
            }
        }
        let centre = chips.len();
        let mut row = vec![chip_at(node)];
        for level in 2.. {
            let targets: Vec<Target> = row.iter().flat_map(|chip| chip.targets).unique().collect();
            chips.append(&mut row);
            let is_drawn = |node: &usize| chips.iter().any(|chip| chip.nodes[0] == *node);
            let below = targets.into_iter().filter_map(Target::node);
            row = below.filter(|node| !is_drawn(node)).map(chip_at).collect();
            while !row.is_empty() && !fits(level, &row) {
                row.pop();
            }
            if row.is_empty() {
                break;
            }
        }
        // The level of a chip is the length of the longest path to it.
        let mut levels = vec![0; chips.len()];
        let first = |&chip: &usize| source.node(chips[chip].nodes[0]).level;
        for above in (0..chips.len()).sorted_by_key(first) {
            let is_below = |below: &usize| {
                chips[above].targets.contains(&Target::Node(chips[*below].nodes[0]))
            };
            for below in (0..chips.len()).filter(is_below) {
                levels[below] = levels[below].max(levels[above] + 1);
            }
        }
        let part = ChipDiagram::connected(chips, &levels, false, DiagramKind::Bdd);
        Ok(Self { part, centre, edges_above: edges.len() })
    }
}

//! The stages of the passes: each node gets its numbers, and the last stage says what the numbers give.

use std::sync::Arc;

use itertools::Itertools;
use num_bigint::BigUint;

use super::{DrawnStage, ExplainedStep, NodeLabels, StageSubject};
use engine::{CountingPasses, SmallDiagram, Summand};
use geometry::{counted, group_digits};
use problem::{Decisions, Problem, Value, Weights};

/// Maximum number of digits of a number on a node. Of a larger number, three digits and an exponent stand there.
const MAX_DIGITS: usize = 6;

/// Maximum number of summands that a sentence lists.
const MAX_LISTED: usize = 4;

/// What follows a sum in which a number is doubled.
const DOUBLED: &str = "; each level that an edge skips doubles its number";

/// The numbers of nodes that have been visited: from the last node up, from the first node down, and from the last node
/// up for costs.
#[derive(Clone, Copy, Default)]
struct Visited {
    up: usize,
    down: usize,
    cost: usize,
}

impl Visited {
    /// What the numbers on the nodes are.
    const fn meaning(self) -> &'static str {
        match self {
            Self { down: 0, .. } => "on a node: solutions below",
            Self { cost: 0, .. } => "on a node: paths above × solutions below",
            Self { .. } => "on a node: paths above × solutions below, minimum cost",
        }
    }
}

/// The pass of minimum costs.
struct CostPass<'a> {
    weights: &'a Weights,
    /// For each node, the minimum costs by its low and its high edge.
    by_edge: Vec<[Option<i64>; 2]>,
    /// The minimum cost of all solutions of the diagram.
    least: Option<i64>,
}

struct Passes<'a> {
    diagram: Arc<SmallDiagram>,
    decisions: &'a Decisions,
    counts: CountingPasses,
    costs: Option<CostPass<'a>>,
}

/// The stages of the passes over the diagram of a position's open cells: solutions below from the last level up, paths
/// above from the root down, and if there are weights, minimum costs from the last level up.
pub(super) fn stages(diagram: SmallDiagram, position: &Problem) -> Vec<DrawnStage> {
    let cost_pass = |weights| {
        let (by_edge, least) = diagram.cost_pass(weights);
        CostPass { weights, by_edge, least }
    };
    let costs = position.rules().weights().map(cost_pass);
    let (count, counts) = (diagram.nodes.len(), diagram.counting_passes());
    let decisions = position.decisions();
    let passes = Passes { diagram: Arc::new(diagram), decisions, counts, costs };
    let mut steps = Vec::new();
    for up in 1..=count {
        steps.push((Visited { up, ..Visited::default() }, passes.up(count - up)));
    }
    steps.push((Visited { up: count, ..Visited::default() }, passes.all_solutions()));
    for down in 1..=count {
        steps.push((Visited { up: count, down, cost: 0 }, passes.down(down - 1)));
    }
    let mut visited = Visited { up: count, down: count, cost: 0 };
    if let Some(costs) = &passes.costs {
        for cost in 1..=count {
            steps.push((Visited { cost, ..visited }, passes.cost(costs, count - cost)));
        }
        visited.cost = count;
        steps.push((visited, passes.minimum_cost(costs)));
    }
    steps.extend(passes.solutions_of_a_cell().map(|step| (visited, step)));
    let texts = passes.labels(&steps.iter().map(|(visited, _)| *visited).collect_vec());
    let (nodes, levels) = (passes.diagram.size(), passes.diagram.level_sizes());
    let stage = |((visited, (name, step)), texts): ((Visited, _), _)| DrawnStage {
        name,
        subject: StageSubject::Step(step),
        nodes,
        levels: levels.clone(),
        diagram: Some(Arc::clone(&passes.diagram)),
        labels: Some(NodeLabels { texts, meaning: visited.meaning() }),
    };
    steps.into_iter().zip(texts).map(stage).collect()
}

impl Passes<'_> {
    /// For each stage, the numbers that stand on the nodes, all of the same width.
    fn labels(&self, stages: &[Visited]) -> Vec<Vec<String>> {
        let count = self.diagram.nodes.len();
        let numbers = |node: usize| {
            let cost = |pass: &CostPass<'_>| {
                let least = pass.by_edge[node].iter().flatten().min();
                least.map_or_else(|| "-".to_owned(), ToString::to_string)
            };
            (
                short(&self.counts.paths_above(node)),
                short(&self.counts.solutions_below(node)),
                self.costs.as_ref().map(cost).unwrap_or_default(),
            )
        };
        let numbers = (0..count).map(numbers).collect_vec();
        let label = |visited: Visited, node: usize| {
            let (above, below, cost) = &numbers[node];
            let above = (node < visited.down).then_some(above);
            let below = (node + visited.up >= count).then_some(below);
            let cost = (node + visited.cost >= count).then_some(cost);
            let counts = above.into_iter().chain(below).join("×");
            [Some(counts), cost.cloned()].into_iter().flatten().join(" ")
        };
        let labels = |&visited: &Visited| (0..count).map(|node| label(visited, node)).collect_vec();
        let mut labels = stages.iter().map(labels).collect_vec();
        let width = |label: &String| label.chars().count();
        let wide = labels.iter().flatten().map(width).max().unwrap_or(0);
        labels.iter_mut().flatten().for_each(|label| *label = format!("{label:^wide$}"));
        labels
    }

    /// The step at a node. The board shows a path to the node.
    fn visit(&self, node: usize, sentence: String) -> ExplainedStep {
        let path = self.diagram.path_to(node);
        let decisions = self.decisions.iter().chain(path.iter()).collect();
        ExplainedStep {
            sentence,
            nodes: vec![node],
            cell: Some(self.diagram.cell(node)),
            decisions,
        }
    }

    /// A step about the whole diagram, which marks its root.
    fn whole(&self, sentence: String) -> ExplainedStep {
        let nodes = self.diagram.root.node().into_iter().collect();
        ExplainedStep { sentence, nodes, cell: None, decisions: self.decisions.clone() }
    }

    fn up(&self, node: usize) -> (String, ExplainedStep) {
        let (cell, number) = (self.diagram.cell(node), self.counts.solutions_below(node));
        let [low, high] = &self.counts.below[node];
        let sentence = format!(
            "up: {cell} has {} below: {} without a piece + {} with one{}",
            counted(number.clone(), "solution", "solutions"),
            product(low),
            product(high),
            doubled([low, high])
        );
        (format!("up {cell}: {}", short(&number)), self.visit(node, sentence))
    }

    fn down(&self, node: usize) -> (String, ExplainedStep) {
        let (cell, number) = (self.diagram.cell(node), self.counts.paths_above(node));
        let summands = &self.counts.above[node];
        let sum = summands.iter().map(product).join(" + ");
        let is_root = self.diagram.root.node() == Some(node);
        let parts = match summands.len() {
            1 if is_root => format!("{sum}, as it is the root"),
            1 => format!("{sum}, by the edge from its parent"),
            2..=MAX_LISTED => format!("{sum}, by the edges from its parents"),
            edges => format!("the sum over {edges} edges from its parents"),
        };
        let paths = counted(number.clone(), "path", "paths");
        let sentence = format!("down: {cell} has {paths} above: {parts}{}", doubled(summands));
        (format!("down {cell}: {}", short(&number)), self.visit(node, sentence))
    }

    fn cost(&self, pass: &CostPass<'_>, node: usize) -> (String, ExplainedStep) {
        let cell = self.diagram.cell(node);
        let own = pass.weights.of(cell);
        let with = |cost: i64| format!("{cost} with a piece, {own} of it for {cell}");
        let (least, parts) = match pass.by_edge[node] {
            [None, None] => ("-".to_owned(), "no solution".to_owned()),
            [Some(low), None] => (low.to_string(), format!("{low}, only without a piece")),
            [None, Some(high)] => (high.to_string(), format!("only {}", with(high))),
            [Some(low), Some(high)] => {
                let least = low.min(high);
                (least.to_string(), format!("{least}, of {low} without a piece and {}", with(high)))
            }
        };
        let sentence = format!("cost: the minimum below {cell} is {parts}");
        (format!("cost {cell}: {least}"), self.visit(node, sentence))
    }

    fn all_solutions(&self) -> (String, ExplainedStep) {
        let number = self.counts.solutions.value();
        let solutions = counted(number.clone(), "solution", "solutions");
        let sentence = match (self.diagram.root.node(), self.counts.solutions.doublings) {
            (None, _) => format!("{solutions}: no node decides a cell"),
            (Some(_), 0) => format!("{solutions} in all, the number of the root"),
            (Some(_), _) => {
                let product = product(&self.counts.solutions);
                format!("{solutions} in all: {product}, doubled for each level above the root")
            }
        };
        (format!("solutions: {}", short(&number)), self.whole(sentence))
    }

    fn minimum_cost(&self, pass: &CostPass<'_>) -> (String, ExplainedStep) {
        let placed = self.decisions.iter().filter(|(_, value)| *value == Value::Placed);
        let placed: i64 = placed.map(|(cell, _)| pass.weights.of(cell)).sum();
        let root = self.diagram.root.node().and_then(|node| {
            let costs = pass.by_edge[node];
            costs.into_iter().flatten().min()
        });
        let Some(least) = pass.least.map(|least| least + placed) else {
            return ("no solution".to_owned(), self.whole("no solution has a cost".to_owned()));
        };
        let rest = match root {
            Some(root) if root == least => ", the number of the root".to_owned(),
            Some(root) => {
                let more = least - root;
                format!(": {root} at the root, {more} for cells that no node on the way decides")
            }
            None => String::new(),
        };
        let sentence = format!("the cheapest solution costs {least}{rest}");
        (format!("minimum cost: {least}"), self.whole(sentence))
    }

    /// What the numbers give for a cell: the first of those with most nodes, of cells that a solution has a piece on.
    fn solutions_of_a_cell(&self) -> Option<(String, ExplainedStep)> {
        let nodes_of = |level: usize| {
            let nodes = 0..self.diagram.nodes.len();
            nodes.filter(|&node| self.diagram.nodes[node].level == level).collect_vec()
        };
        let products = |nodes: &[usize]| {
            let both = nodes
                .iter()
                .map(|&node| (self.counts.paths_above(node), self.counts.below[node][1].value()));
            both.collect_vec()
        };
        let solutions = |level: usize| {
            let through: BigUint = products(&nodes_of(level)).iter().map(|(a, b)| a * b).sum();
            through + self.counts.placed_on_skipping_paths(&self.diagram, level)
        };
        let levels = (0..self.diagram.cells.len()).filter(|&level| !nodes_of(level).is_empty());
        let level = levels
            .rev()
            .filter(|&level| solutions(level) > BigUint::ZERO)
            .max_by_key(|&level| nodes_of(level).len().min(MAX_LISTED))?;
        let (cell, nodes, all) = (self.diagram.cells[level], nodes_of(level), solutions(level));
        let listed = match nodes.len() {
            0..=MAX_LISTED => {
                let products = products(&nodes);
                products.iter().map(|(above, high)| format!("{above} × {high}")).join(" + ")
            }
            nodes => format!("the sum over its {nodes} nodes"),
        };
        let more = self.counts.placed_on_skipping_paths(&self.diagram, level);
        let skipping = if more == BigUint::ZERO {
            String::new()
        } else {
            format!(" + {more}, half of the solutions whose paths skip {cell}")
        };
        let number = group_digits(&all.to_string());
        let sentence = format!(
            "solutions with a piece on {cell}: {number} = {listed}{skipping}; for each of its nodes, paths above × \
             solutions below the high edge"
        );
        let placed = [(cell, Value::Placed)];
        let decisions = self.decisions.iter().chain(placed).collect();
        let step = ExplainedStep { sentence, nodes, cell: Some(cell), decisions };
        Some((format!("piece on {cell}: {}", short(&all)), step))
    }
}

/// A summand as a product, such as `3 × 4`.
fn product(summand: &Summand) -> String {
    let number = group_digits(&summand.number.to_string());
    match summand.doublings {
        0 => number,
        few @ 1..=9 => format!("{number} × {}", 1 << few),
        many => format!("{number} × 2^{many}"),
    }
}

/// The explanation of doubled numbers, if one is doubled.
fn doubled<'a>(summands: impl IntoIterator<Item = &'a Summand>) -> &'static str {
    if summands.into_iter().any(|summand| summand.doublings > 0) { DOUBLED } else { "" }
}

/// A number in few characters. The digits of a large number are cut off, not rounded.
fn short(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= MAX_DIGITS {
        return digits;
    }
    format!("{}.{}e{}", &digits[..1], &digits[1..3], digits.len() - 1)
}

#[cfg(test)]
mod tests;

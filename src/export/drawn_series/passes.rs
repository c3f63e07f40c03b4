//! The stages of the passes: each node gets its numbers, and the last stage explains the meaning of the numbers.

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

/// A step: the name of its stage, its sentence, and its nodes.
type Step = (String, String, Vec<usize>);

/// For each node, the minimum costs by its low and its high edge.
type Costs = Vec<[Option<i64>; 2]>;

/// The stages of the passes over the diagram of a position's open cells: the solutions below each node from the last
/// level up, the paths above from the root down, and if there are weights, the minimum costs from the last level up.
pub(super) fn stages(diagram: SmallDiagram, position: &Problem) -> Vec<DrawnStage> {
    let (count, counts) = (diagram.nodes.len(), diagram.counting_passes());
    let costs = position.rules().weights().map(|weights| (weights, diagram.cost_pass(weights)));
    let mut steps: Vec<Step> = (0..count).rev().map(|node| up(&diagram, &counts, node)).collect();
    steps.push(all_solutions(&diagram, &counts));
    steps.extend((0..count).map(|node| down(&diagram, &counts, node)));
    if let Some((weights, (by_edge, least))) = &costs {
        steps.extend((0..count).rev().map(|node| cost(&diagram, (weights, by_edge), node)));
        let placed = position.decisions().iter().filter(|(_, value)| *value == Value::Placed);
        let placed: i64 = placed.map(|(cell, _)| weights.of(cell)).sum();
        steps.extend(least.map(|least| minimum(&diagram, least, placed)));
    }
    let end = steps.len();
    steps.extend(solutions_of_a_cell(&diagram, &counts));
    let number = |node: usize| {
        let by_edge = costs.as_ref().map(|(_, (by_edge, _))| by_edge[node]);
        [
            short(&counts.paths_above(node)),
            short(&counts.solutions_below(node)),
            by_edge.map_or_else(String::new, |costs| format!(" {}", least_cost(costs))),
        ]
    };
    let numbers = (0..count).map(number).collect_vec();
    let width = |[above, below, cost]: &[String; 3]| above.len() + 1 + below.len() + cost.len();
    let wide = numbers.iter().map(width).max().unwrap_or(0);
    // In each pass, a stage visits one node, and one stage is between the first two passes.
    let label = |stage: usize, node: usize| {
        let [above, below, cost] = &numbers[node];
        let above = if stage > count + node { format!("{above}×") } else { String::new() };
        let below = if stage + node + 1 >= count { below } else { "" };
        let cost = if stage + node >= 3 * count { cost } else { "" };
        format!("{:^wide$}", format!("{above}{below}{cost}"))
    };
    let meaning = |stage: usize| match stage {
        _ if stage <= count => "on a node: solutions below",
        _ if stage <= 2 * count || costs.is_none() => "on a node: paths above × solutions below",
        _ => "on a node: paths above × solutions below, minimum cost",
    };
    let (nodes, levels) = (diagram.size(), diagram.level_sizes());
    let diagram = Arc::new(diagram);
    let stage = |(index, (name, sentence, marked)): (usize, Step)| {
        let cell = marked.first().map(|&node| diagram.cell(node));
        let path: Decisions = match marked.first() {
            Some(&node) if index < end => diagram.path_to(node),
            Some(_) | None => cell.map(|cell| (cell, Value::Placed)).into_iter().collect(),
        };
        let decisions = position.decisions().iter().chain(path.iter()).collect();
        let texts = (0..count).map(|node| label(index, node)).collect();
        DrawnStage {
            name,
            subject: StageSubject::Step(ExplainedStep { sentence, nodes: marked, cell, decisions }),
            nodes,
            levels: levels.clone(),
            diagram: Some(Arc::clone(&diagram)),
            operand: None,
            labels: Some(NodeLabels { texts, meaning: meaning(index) }),
        }
    };
    steps.into_iter().enumerate().map(stage).collect()
}

fn up(diagram: &SmallDiagram, counts: &CountingPasses, node: usize) -> Step {
    let (cell, number) = (diagram.cell(node), counts.solutions_below(node));
    let [low, high] = &counts.below[node];
    let solutions = counted(number.clone(), "solution", "solutions");
    let (low, high, doubled) = (product(low), product(high), doubled([low, high]));
    let sentence = format!(
        "up: {cell} has {solutions} below: {low} without a piece + {high} with one{doubled}"
    );
    (format!("up {cell}: {}", short(&number)), sentence, vec![node])
}

fn down(diagram: &SmallDiagram, counts: &CountingPasses, node: usize) -> Step {
    let (cell, number, summands) =
        (diagram.cell(node), counts.paths_above(node), &counts.above[node]);
    let sum = match summands.len() {
        0..=MAX_LISTED => summands.iter().map(product).join(" + "),
        edges => format!("the sum of {edges} numbers"),
    };
    let edges =
        if diagram.root.node() == Some(node) { "as it is the root" } else { "by the edges to it" };
    let (paths, doubled) = (counted(number.clone(), "path", "paths"), doubled(summands));
    let sentence = format!("down: {cell} has {paths} above: {sum}, {edges}{doubled}");
    (format!("down {cell}: {}", short(&number)), sentence, vec![node])
}

fn cost(diagram: &SmallDiagram, (weights, by_edge): (&Weights, &Costs), node: usize) -> Step {
    let (cell, least) = (diagram.cell(node), least_cost(by_edge[node]));
    let [low, high] =
        by_edge[node].map(|cost| cost.map_or("no solution".to_owned(), |cost| cost.to_string()));
    let own = weights.of(cell);
    let sentence = format!(
        "cost: the minimum below {cell} is {least}: {low} without a piece, {high} with one (which costs {own})"
    );
    (format!("cost {cell}: {least}"), sentence, vec![node])
}

fn minimum(diagram: &SmallDiagram, least: i64, placed: i64) -> Step {
    let cost = least + placed;
    let sentence = format!(
        "the cheapest solution costs {cost}: {least} in the diagram, {placed} for the pieces placed before"
    );
    (format!("minimum cost: {cost}"), sentence, diagram.root.node().into_iter().collect())
}

fn all_solutions(diagram: &SmallDiagram, counts: &CountingPasses) -> Step {
    let (number, summand) = (counts.solutions.value(), &counts.solutions);
    let solutions = counted(number.clone(), "solution", "solutions");
    let sentence =
        format!("{solutions}: {}, from the root{}", product(summand), doubled([summand]));
    let root = diagram.root.node().into_iter().collect();
    (format!("solutions: {}", short(&number)), sentence, root)
}

/// Cell counts from the numbers of the passes. The example is the first of the cells with the most nodes among those that have
/// solutions.
fn solutions_of_a_cell(diagram: &SmallDiagram, counts: &CountingPasses) -> Option<Step> {
    let nodes_of = |level: usize| {
        let nodes = 0..diagram.nodes.len();
        nodes.filter(|&node| diagram.nodes[node].level == level).collect_vec()
    };
    let levels = (0..diagram.cells.len()).rev().map(|level| {
        let [through, skipping] = counts.solutions_with_piece(diagram, level);
        (nodes_of(level), through, skipping)
    });
    let levels = levels.filter(|(_, through, _)| *through > BigUint::ZERO);
    let (nodes, through, skipping) =
        levels.max_by_key(|(nodes, ..)| nodes.len().min(MAX_LISTED))?;
    let cell = diagram.cell(nodes[0]);
    let product =
        |&node: &usize| format!("{} × {}", counts.paths_above(node), counts.below[node][1].value());
    let sum = match nodes.len() {
        0..=MAX_LISTED => nodes.iter().map(product).join(" + "),
        count => format!("the sum over {count} nodes"),
    };
    let half = if skipping > BigUint::ZERO {
        format!(" + {skipping}, half of the solutions on paths that skip {cell}")
    } else {
        String::new()
    };
    let number = through + skipping;
    let sentence = format!(
        "{cell}, say: {sum}{half} = {number} with a piece: paths above × solutions below that edge"
    );
    Some((format!("for example {cell}: {}", short(&number)), sentence, nodes))
}

fn least_cost(by_edge: [Option<i64>; 2]) -> String {
    by_edge.into_iter().flatten().min().map_or("-".to_owned(), |cost| cost.to_string())
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

/// The explanation of doubled numbers; `None` if no number is doubled.
fn doubled<'a>(summands: impl IntoIterator<Item = &'a Summand>) -> &'static str {
    let is_doubled = summands.into_iter().any(|summand| summand.doublings > 0);
    if is_doubled { "; a skip doubles" } else { "" }
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

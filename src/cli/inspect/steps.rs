//! Measures how the diagram grows rule by rule, and shrinks decision by decision.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use strum::VariantArray;

use super::bar::write_chart;
use crate::format::milliseconds;
use crate::task::Task;
use engine::bdd::{
    Arrangement, Diagram, Granularity, MAX_VARIABLES, VariableOrder, compile, conjoin_stepwise,
};
use engine::{Answer, Budget, DiagramSize, Progress};
use problem::{Problem, Value};

/// Time limit for conjoining, if `--timeout` is not given. It is short, because conjoining only serves
/// as a comparison.
pub(super) const CONJOIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Time limit for the diagram in one order, if `--timeout` is not given.
const ORDER_TIMEOUT: Duration = Duration::from_secs(5);

/// The size of the diagram after each step.
#[derive(Default, Serialize)]
pub(super) struct Steps {
    /// The sizes after each rule, in the order in which the rules were conjoined.
    #[serde(rename = "steps")]
    rules: Vec<RuleSize>,
    /// Set if a budget ended before the last rule was conjoined.
    #[serde(rename = "steps_interrupted", skip_serializing_if = "Option::is_none")]
    rules_interrupted: Option<String>,
    /// The sizes without decisions, and after each decision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clicks: Vec<DecisionSize>,
    /// Set if a budget ended before the last decision was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    clicks_interrupted: Option<String>,
    /// The sizes of the position's diagram in each order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    orders: Vec<OrderSize>,
    /// Set if a budget ended before the diagram in some order was ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    orders_interrupted: Option<String>,
}

#[derive(Serialize)]
struct RuleSize {
    rule: String,
    /// The size of the diagram of all rules up to this one.
    nodes: usize,
    /// The time since the start of the first rule.
    elapsed_ms: f64,
}

#[derive(Serialize)]
struct DecisionSize {
    decision: String,
    nodes: Option<usize>,
}

#[derive(Serialize)]
struct OrderSize {
    order: &'static str,
    nodes: Option<usize>,
}

impl Steps {
    /// Measures all steps. Each kind of step gets an equal share of the time, and a share of the
    /// same size remains for other work of `inspect`.
    pub(super) fn measure(task: &Task, diagram: &Diagram, compare: bool) -> Self {
        let mut steps = Self::default();
        let orders = if compare { Arrangement::VARIANTS } else { &[] };
        let mut shares = orders.len() as u32 + 3;
        let mut share = |usual| {
            shares -= 1;
            task.budget.time_share(shares + 1, usual).with_reserved(diagram.memory())
        };
        steps.measure_decisions(task, diagram.order(), &share(CONJOIN_TIMEOUT));
        for order in orders {
            steps.measure_orders(task, *order, &share(ORDER_TIMEOUT));
        }
        steps.measure_rules(task, diagram.order(), &share(CONJOIN_TIMEOUT));
        steps
    }

    fn measure_rules(&mut self, task: &Task, order: &VariableOrder, budget: &Budget) {
        if order.len() > MAX_VARIABLES {
            let reason = format!("the BDD library takes {MAX_VARIABLES} variables at most");
            self.rules_interrupted = Some(reason);
            return;
        }
        let begun = Instant::now();
        let rules = Problem::new(Arc::clone(task.problem.rules()));
        let result = conjoin_stepwise(
            &rules,
            order,
            Granularity::suiting(order),
            budget,
            &mut |conjunct, _, bdd| {
                let elapsed_ms = milliseconds(begun.elapsed());
                let rule = conjunct.to_string();
                self.rules.push(RuleSize { rule, nodes: bdd.size(), elapsed_ms });
                Ok(())
            },
        );
        self.rules_interrupted = result.err().map(|interrupted| interrupted.to_string());
    }

    /// Compiles the diagram for an increasing number of decisions. A diagram that exceeds the budget
    /// with few decisions may fit with more.
    fn measure_decisions(&mut self, task: &Task, order: &Arc<VariableOrder>, budget: &Budget) {
        let decisions = task.problem.decisions();
        if decisions.is_empty() {
            return;
        }
        let text = |(cell, value)| match value {
            Value::Placed if decisions.is_given(cell) => format!("given {cell}"),
            Value::Placed => format!("place {cell}"),
            Value::Excluded => format!("exclude {cell}"),
        };
        let names = std::iter::once("no decision".to_owned()).chain(decisions.iter().map(text));
        let mut diagram: Option<Diagram> = None;
        for (number, decision) in names.enumerate() {
            let so_far = task.problem.first(number);
            let built = budget.check(Progress::default()).and_then(|()| match &diagram {
                None => compile(&so_far, order, budget).map(|built| built.diagram),
                Some(diagram) => diagram.select(so_far.decisions(), budget),
            });
            let sized = built.and_then(|built| diagram.insert(built).size_at(&so_far, budget));
            let nodes = nodes_or_interruption(sized, &mut self.clicks_interrupted);
            self.clicks.push(DecisionSize { decision, nodes });
        }
    }

    fn measure_orders(&mut self, task: &Task, arrangement: Arrangement, budget: &Budget) {
        let grid = task.problem.rules().grid();
        let variables = Arc::new(VariableOrder::new(grid, arrangement));
        let built = compile(&task.problem, &variables, budget);
        let sized = built.and_then(|built| built.diagram.size_at(&task.problem, budget));
        let nodes = nodes_or_interruption(sized, &mut self.orders_interrupted);
        self.orders.push(OrderSize { order: arrangement.into(), nodes });
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let steps = self.rules.iter().map(|step| (step.rule.as_str(), [Some(step.nodes)]));
        write_chart(out, "rules conjoined", ["nodes"], &steps.collect::<Vec<_>>())?;
        if let Some(interrupted) = &self.rules_interrupted {
            writeln!(out, "conjoin: {interrupted}")?;
        } else if let (Some(most), Some(last)) =
            (self.rules.iter().max_by_key(|step| step.nodes), self.rules.last())
        {
            writeln!(
                out,
                "largest after {}: {}, at the end {}",
                most.rule, most.nodes, last.nodes
            )?;
        }
        let clicks = self.clicks.iter().map(|click| (click.decision.as_str(), [click.nodes]));
        let orders = self.orders.iter().map(|order| (order.order, [order.nodes]));
        for (title, entries, interrupted) in [
            ("decided", clicks.collect::<Vec<_>>(), &self.clicks_interrupted),
            ("order", orders.collect(), &self.orders_interrupted),
        ] {
            if entries.is_empty() {
                continue;
            }
            writeln!(out)?;
            write_chart(out, title, ["nodes"], &entries)?;
            if let Some(interrupted) = interrupted {
                writeln!(out, "{interrupted}")?;
            }
        }
        Ok(())
    }
}

/// The number of nodes. If a budget ended, returns `None` and stores the first interruption.
fn nodes_or_interruption(
    size: Answer<DiagramSize>,
    interrupted: &mut Option<String>,
) -> Option<usize> {
    let size = size.inspect_err(|ended| {
        interrupted.get_or_insert_with(|| ended.to_string());
    });
    size.ok().map(|size| size.nodes)
}

//! The diagram rule by rule: the last rule, and the number of nodes after each rule.

use ratatui::text::Span;

use super::context::{Context, counted};
use super::item::TextItem;
use super::section::{Drawing, Paragraphs, SectionRows, render_items};
use crate::input::{Action, GrowAction};
use crate::model::Growing;
use crate::parts::{Need, Part, frame, grouped};
use problem::Value;
use session::Subject;

/// The last rule, and its effect on the diagram.
pub(super) fn rule<'a>(context: &'a Context<'a>, growing: &Growing) -> Paragraphs<'a> {
    let (stages, at) = (&growing.growth.stages, growing.at);
    let stage = growing.stage();
    let before = at.checked_sub(1).map(|before| stages[before].nodes);
    let change = match before {
        None => counted(stage.nodes, "node", "nodes"),
        Some(before) if stage.nodes > before => {
            format!("{} more", counted(stage.nodes - before, "node", "nodes"))
        }
        Some(before) if stage.nodes < before => {
            format!("{} fewer", counted(before - stage.nodes, "node", "nodes"))
        }
        Some(_) => "as many nodes as before".to_owned(),
    };
    let mut items = vec![
        TextItem::from(context.strong(stage.part.clone())),
        context.text(meaning(&stage.subject)).into(),
        context.dim(change).into(),
    ];
    if let (Some(interrupted), true) = (growing.growth.interrupted, at + 1 == stages.len()) {
        items.push(context.dim(format!("it goes on, but {}", interrupted.cause)).into());
    }
    if context.model.layout.graph.is_empty() {
        items.push(context.dim("a larger window shows the diagram").into());
    }
    Paragraphs::new(
        context,
        format!("rule {} of {}", at + 1, stages.len()),
        items,
        (Need::Must, SectionRows::Text(2, 4)),
    )
}

/// The explanation of the board's picture of a rule.
fn meaning(subject: &Subject) -> String {
    match subject {
        Subject::Board { cell, .. } => {
            let below = if cell.row() > 0 { "; cells below come with their own rules" } else { "" };
            format!("a piece on {cell} leaves the dark cells empty{below}")
        }
        Subject::Cells(_) => "it is about the lit cells".to_owned(),
        Subject::Row(_) => "all rules of the lit cells, in their row and above".to_owned(),
        Subject::Decision(cell, Value::Placed) => format!("a piece stands on {cell}"),
        Subject::Decision(cell, Value::Excluded) => format!("no piece stands on {cell}"),
    }
}

/// The list of the numbers of nodes after each rule.
pub(super) fn stages<'a>(context: &'a Context<'a>, growing: &'a Growing) -> Drawing<'a> {
    let (stages, at) = (&growing.growth.stages, growing.at);
    let most = stages.iter().map(|stage| stage.nodes).max().unwrap_or(1);
    let wide = stages.iter().map(|stage| stage.part.len()).max().unwrap_or(0);
    let digits = grouped(most).len();
    let item = move |(index, stage): (usize, &session::DrawnStage)| {
        let style = if index == at { context.styles.ring } else { context.styles.dim };
        let nodes = grouped(stage.nodes);
        let text = format!("{:wide$} {nodes:>digits$}", stage.part);
        let bar = Some(stage.nodes as f64 / most as f64);
        TextItem { bar, ..TextItem::from(Span::styled(text, style)) }
    };
    let best = (stages.len() as u16).max(3) + frame::ROWS;
    Drawing {
        context,
        title: "nodes after each",
        fact: format!("at most {}", grouped(most)),
        part: Part { need: Need::Wanted, least: 2 + frame::ROWS, best },
        draw: Box::new(move |surface, inside| {
            let rows = usize::from(inside.height).min(stages.len());
            let first = at.saturating_sub(rows / 2).min(stages.len() - rows);
            let shown = stages.iter().enumerate().skip(first).take(rows);
            render_items(surface, inside, &shown.map(item).collect::<Vec<_>>(), context);
        }),
    }
}

/// The keys of the mode.
pub(super) fn next<'a>(context: &'a Context<'a>) -> Paragraphs<'a> {
    let grow = |action, text: &str| context.say(Action::Growing(action), text);
    Paragraphs::new(
        context,
        "what next",
        vec![
            grow(GrowAction::Next, "the next rule"),
            grow(GrowAction::Previous, "the rule before"),
            grow(GrowAction::First, "the first rule"),
            grow(GrowAction::Last, "the last rule"),
            context.say(Action::Cancel, "back to the board"),
        ],
        (Need::Spare, SectionRows::List(3)),
    )
}

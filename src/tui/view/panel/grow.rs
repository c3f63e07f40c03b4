//! The diagram rule by rule: the last rule, and the number of nodes after each rule.

use ratatui::text::Span;

use super::context::{Context, counted};
use super::item::TextItem;
use super::section::{DrawnSection, Paragraphs, SectionRows, render_items};
use crate::input::{Action, GrowAction};
use crate::model::GrowthView;
use crate::parts::{HeightRequest, PartPriority, frame, grouped};
use problem::Value;
use session::ConjunctCells;

/// The last rule, and its effect on the diagram.
pub(super) fn rule<'a>(context: &'a Context<'a>, growing: &GrowthView) -> Paragraphs<'a> {
    let (stages, at) = (&growing.growth.stages, growing.stage_index);
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
        TextItem::from(context.strong(stage.conjunct_name.clone())),
        context.text(meaning(&stage.conjunct_cells)).into(),
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
        (PartPriority::Must, SectionRows::Text(2, 4)),
    )
}

/// The explanation of the board's picture of a rule.
fn meaning(subject: &ConjunctCells) -> String {
    match subject {
        ConjunctCells::Board { cell, .. } => {
            let below = if cell.row() > 0 { "; cells below come with their own rules" } else { "" };
            format!("a piece on {cell} leaves the dark cells empty{below}")
        }
        ConjunctCells::Cells(_) => "it is about the lit cells".to_owned(),
        ConjunctCells::Row(_) => "all rules of the lit cells, in their row and above".to_owned(),
        ConjunctCells::Decision(cell, Value::Placed) => format!("a piece stands on {cell}"),
        ConjunctCells::Decision(cell, Value::Excluded) => format!("no piece stands on {cell}"),
    }
}

/// The list of the numbers of nodes after each rule.
pub(super) fn stages<'a>(context: &'a Context<'a>, growing: &'a GrowthView) -> DrawnSection<'a> {
    let (stages, at) = (&growing.growth.stages, growing.stage_index);
    let most = stages.iter().map(|stage| stage.nodes).max().unwrap_or(1);
    let wide = stages.iter().map(|stage| stage.conjunct_name.len()).max().unwrap_or(0);
    let digits = grouped(most).len();
    let item = move |(index, stage): (usize, &session::DrawnStage)| {
        let style = if index == at { context.styles.cursor_label } else { context.styles.dim };
        let nodes = grouped(stage.nodes);
        let text = format!("{:wide$} {nodes:>digits$}", stage.conjunct_name);
        let bar = Some(stage.nodes as f64 / most as f64);
        TextItem { bar, ..TextItem::from(Span::styled(text, style)) }
    };
    let best = (stages.len() as u16).max(3) + frame::ROWS;
    DrawnSection {
        context,
        title: "nodes after each",
        right_title: format!("at most {}", grouped(most)),
        part: HeightRequest { need: PartPriority::Wanted, least: 2 + frame::ROWS, best },
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
    let grow = |action, text: &str| context.key_text_item(Action::Growing(action), text);
    Paragraphs::new(
        context,
        "what next",
        vec![
            grow(GrowAction::Next, "the next rule"),
            grow(GrowAction::Previous, "the rule before"),
            grow(GrowAction::First, "the first rule"),
            grow(GrowAction::Last, "the last rule"),
            context.key_text_item(Action::Cancel, "back to the board"),
        ],
        (PartPriority::Spare, SectionRows::List(3)),
    )
}

//! Rule by rule: which rule came last, and how many nodes the diagram had after each.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::context::{Context, counted};
use super::item::TextItem;
use super::section::{Paragraphs, Section, SectionRows, render_items};
use crate::input::action::{Action, GrowAction};
use crate::model::growing::Growing;
use crate::model::hits::Hits;
use crate::parts::digits::grouped;
use crate::parts::frame::{self, Frame};
use crate::parts::stack::{Need, Part};
use problem::Value;
use session::Subject;

/// The rule that came last, and what it did to the diagram.
pub(super) fn rule<'a>(context: &'a Context<'a>, growing: &Growing) -> Paragraphs<'a> {
    let (stages, at) = (&growing.growth().stages, growing.at());
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
    if let (Some(interrupted), true) = (growing.growth().interrupted, at + 1 == stages.len()) {
        items.push(context.dim(format!("it goes on, but {}", interrupted.cause)).into());
    }
    if context.model.layout.graph.is_empty() {
        items.push(context.dim("a larger window shows the diagram").into());
    }
    Paragraphs {
        context,
        title: format!("rule {} of {}", at + 1, stages.len()),
        fact: Line::default(),
        items,
        need: Need::Must,
        rows: SectionRows::Text(2, 4),
    }
}

/// What the board shows of a rule.
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

/// The nodes after each rule.
pub(super) struct Stages<'a> {
    context: &'a Context<'a>,
    growing: &'a Growing,
}

impl<'a> Stages<'a> {
    pub(super) fn of(context: &'a Context<'a>, growing: &'a Growing) -> Self {
        Self { context, growing }
    }
}

impl Section for Stages<'_> {
    fn part(&self, _width: u16) -> Part {
        let rows = self.growing.growth().stages.len() as u16;
        Part { need: Need::Wanted, least: 2 + frame::ROWS, best: rows.max(3) + frame::ROWS }
    }

    fn render(&self, buffer: &mut Buffer, area: Rect, hits: &mut Hits) {
        let context = self.context;
        let (stages, at) = (&self.growing.growth().stages, self.growing.at());
        let most = stages.iter().map(|stage| stage.nodes).max().unwrap_or(1);
        let fact = context.dim(format!("at most {}", grouped(&most.to_string())));
        let frame = Frame { title: "nodes after each", fact: Line::from(fact), is_over: false };
        let inside = frame.render(buffer, area, &context.styles);
        let rows = usize::from(inside.height).min(stages.len());
        let first = at.saturating_sub(rows / 2).min(stages.len() - rows);
        let wide = stages.iter().map(|stage| stage.part.len()).max().unwrap_or(0);
        let digits = grouped(&most.to_string()).len();
        let item = |(index, stage): (usize, &session::DrawnStage)| {
            let is_here = index == at;
            let style = if is_here { context.styles.ring } else { context.styles.dim };
            let nodes = grouped(&stage.nodes.to_string());
            let text = format!("{:wide$} {nodes:>digits$}", stage.part);
            let bar = Some(stage.nodes as f64 / most as f64);
            TextItem { bar, ..TextItem::from(Span::styled(text, style)) }
        };
        let items: Vec<TextItem> =
            stages.iter().enumerate().skip(first).take(rows).map(item).collect();
        render_items(buffer, inside, &items, context, hits);
    }
}

/// What can be done while rules are looked at.
pub(super) fn next<'a>(context: &'a Context<'a>) -> Paragraphs<'a> {
    let say = |action, text: &str| context.offer(action, vec![context.text(text)]);
    let grow = |action, text: &str| say(Action::Growing(action), text);
    Paragraphs {
        context,
        title: "what next".to_owned(),
        fact: Line::default(),
        items: vec![
            grow(GrowAction::Next, "the next rule"),
            grow(GrowAction::Previous, "the rule before"),
            grow(GrowAction::First, "the first rule"),
            grow(GrowAction::Last, "the last rule"),
            say(Action::Cancel, "back to the board"),
        ],
        need: Need::Spare,
        rows: SectionRows::List(3),
    }
}

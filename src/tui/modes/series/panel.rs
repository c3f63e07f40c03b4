//! A diagram in slow motion: the last rule or the next step, and the number of nodes of each stage.

use ratatui::text::Span;

use crate::app::Action;
use crate::modes::series::SeriesView;
use crate::parts::{HeightRequest, PartPriority, frame, grouped};
use crate::view::panel::context::{Context, counted};
use crate::view::panel::item::TextItem;
use crate::view::panel::section::{DrawnSection, Paragraphs, SectionRows, render_items};
use problem::Value;
use session::{ConjunctCells, SeriesRequest, StageSubject};

/// The name of a series of steps in titles; `None` for the growth, whose stages are named by their rules.
pub(crate) const fn series_name(request: &SeriesRequest) -> Option<&'static str> {
    match request {
        SeriesRequest::Growth => None,
        SeriesRequest::Reduction(_) => Some("reduction"),
        SeriesRequest::Restriction(..) => Some("restriction"),
    }
}

/// What the board shows during a step.
pub(crate) fn board_picture(view: &SeriesView) -> Option<&'static str> {
    let is_at_node = !view.step_nodes().is_empty();
    match view.series().request {
        SeriesRequest::Reduction(_) if is_at_node => Some("the board shows a path to the node"),
        SeriesRequest::Restriction(..) if is_at_node => Some("the board shows what is decided"),
        SeriesRequest::Growth | SeriesRequest::Reduction(_) | SeriesRequest::Restriction(..) => {
            None
        }
    }
}

/// The rule or the step of a stage in one line.
pub(crate) fn sentence(view: &SeriesView) -> &str {
    let stage = view.stage();
    stage.step().map_or(&stage.name, |step| &step.sentence)
}

/// The last rule and its effect on the diagram, or the next step.
pub(crate) fn stage<'a>(context: &'a Context<'a>, view: &SeriesView) -> Paragraphs<'a> {
    let (stages, at) = (&view.series().stages, view.stage_index);
    let stage = view.stage();
    let before = at.checked_sub(1).map(|before| stages[before].nodes);
    let after = stages.get(at + 1).map_or(stage.nodes, |after| after.nodes);
    let change = match before {
        _ if stage.step().is_some() && after < stage.nodes => {
            format!("this leaves {} of {}", grouped(after), counted(stage.nodes, "node", "nodes"))
        }
        _ if stage.step().is_some() => counted(stage.nodes, "node", "nodes"),
        None => counted(stage.nodes, "node", "nodes"),
        Some(before) if stage.nodes > before => {
            format!("{} more", counted(stage.nodes - before, "node", "nodes"))
        }
        Some(before) if stage.nodes < before => {
            format!("{} fewer", counted(before - stage.nodes, "node", "nodes"))
        }
        Some(_) => "as many nodes as before".to_owned(),
    };
    // The sentence of a step begins with its name.
    let mut items = match &stage.subject {
        StageSubject::Step(step) => vec![TextItem::from(context.text(step.sentence.clone()))],
        StageSubject::Conjunct(cells) => vec![
            TextItem::from(context.strong(stage.name.clone())),
            context.text(meaning(cells)).into(),
        ],
    };
    items.push(context.dim(change).into());
    if let (Some(interrupted), true) = (view.series().interrupted, at + 1 == stages.len()) {
        items.push(context.dim(format!("it goes on, but {}", interrupted.cause)).into());
    }
    if context.model.view.layout.graph.is_empty() {
        items.push(context.dim("a larger window shows the diagram").into());
    }
    Paragraphs::new(
        context,
        format!("{} {} of {}", view.series().request.stage_noun(), at + 1, stages.len()),
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

/// The list of the numbers of nodes after each rule, or before each step.
pub(crate) fn stages<'a>(context: &'a Context<'a>, view: &'a SeriesView) -> DrawnSection<'a> {
    let (stages, at) = (&view.series().stages, view.stage_index);
    let most = stages.iter().map(|stage| stage.nodes).max().unwrap_or(1);
    let wide = stages.iter().map(|stage| stage.name.len()).max().unwrap_or(0);
    let digits = grouped(most).len();
    let item = move |(index, stage): (usize, &session::DrawnStage)| {
        let style = if index == at { context.styles.cursor_label } else { context.styles.dim };
        let nodes = grouped(stage.nodes);
        let text = format!("{:wide$} {nodes:>digits$}", stage.name);
        let bar = Some(stage.nodes as f64 / most as f64);
        TextItem { bar, ..TextItem::from(Span::styled(text, style)) }
    };
    let best = (stages.len() as u16).max(3) + frame::ROWS;
    DrawnSection {
        context,
        title: if view.stage().step().is_some() { "nodes before each" } else { "nodes after each" },
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

/// What next: the keys for the steps of a reduction or restriction.
pub(crate) fn next<'a>(context: &'a Context<'a>) -> Paragraphs<'a> {
    let key = |action, text: &str| context.key_text_item(action, text);
    Paragraphs::new(
        context,
        "what next",
        vec![
            key(Action::NEXT_RULE, "the next one"),
            key(Action::PREVIOUS_RULE, "the one before"),
            key(Action::FIRST_RULE, "the first one"),
            key(Action::LAST_RULE, "the last one"),
            context.key_text_item(Action::CANCEL, "back to the board"),
        ],
        (PartPriority::Spare, SectionRows::List(3)),
    )
}

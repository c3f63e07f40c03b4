//! A diagram in slow motion: the last rule or the next step, and the list of all stages.

use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::model::Surface;
use crate::modes::series::SeriesView;
use crate::panel::{Context, Framed, SectionRows, Text, TextItem, render_items};
use crate::widgets::{Need, counted, grouped};
use app::Action;
use export::{ConjunctCells, DrawnStage, SeriesRequest, StageSubject};
use problem::Value;

/// Minimum height of a panel that explains the picture of a rule at length, in rows.
const MIN_ROWS_WITH_MEANING: u16 = 16;

/// The meaning of the board during a step, how the tree was cut, or the meaning of the numbers on the nodes.
pub(crate) fn frame_note(view: &SeriesView) -> Option<&'static str> {
    let is_at_node = !view.step_nodes().is_empty();
    let labels = view.stage().labels.as_ref();
    match view.series().request {
        SeriesRequest::Reduction(_) if view.stage_index == 0 => {
            Some("a branch ends at 0 where it breaks a rule")
        }
        SeriesRequest::Reduction(_) if is_at_node => Some("the board shows a path to the node"),
        SeriesRequest::Restriction(..) if is_at_node => Some("the board shows what is decided"),
        SeriesRequest::Growth | SeriesRequest::Reduction(_) | SeriesRequest::Restriction(..) => {
            None
        }
        SeriesRequest::Passes(_) => labels.map(|labels| labels.meaning),
    }
}

/// The rule or the step of a stage in one line.
pub(crate) fn sentence(view: &SeriesView) -> &str {
    let stage = view.stage();
    stage.step().map_or(&stage.name, |step| &step.sentence)
}

/// The last rule and its effect on the diagram, or the next step.
pub(crate) fn stage<'a>(context: &'a Context<'a>, view: &SeriesView) -> Framed<'a> {
    let (stages, at) = (&view.series().stages, view.stage_index);
    let stage = view.stage();
    let mut text = Text::new(context);
    match &stage.subject {
        // The sentence of a step begins with its name.
        StageSubject::Step(step) => {
            let after = stages.get(at + 1).map_or(stage.nodes, |after| after.nodes);
            let nodes = counted(stage.nodes, "node", "nodes");
            text.push(context.text(step.sentence.clone()));
            if after < stage.nodes {
                text.note(format!("{} of {nodes} left", grouped(after)));
            } else if stage.labels.is_none() && context.model.view.layout.graph.is_empty() {
                text.note(nodes);
            }
        }
        StageSubject::Conjunct(cells) => {
            let before = at.checked_sub(1).map(|before| stages[before].nodes);
            text.push(context.strong(stage.name.clone()));
            let rule_nodes = stage.operand.as_ref().map_or(0, |operand| operand.nodes);
            text.note(change(before, rule_nodes, stage.nodes));
            let is_tall = context.model.view.layout.panel.height >= MIN_ROWS_WITH_MEANING;
            text.say(meaning(cells, is_tall));
        }
    }
    if let (Some(interrupted), true) = (view.series().interrupted, at + 1 == stages.len()) {
        text.note(format!("it goes on, but {}", interrupted.cause));
    }
    if context.model.view.layout.graph.is_empty() {
        text.note("a larger window shows the diagram");
    }
    let noun = view.series().request.stage_noun();
    let title = format!("{noun} {} of {}", at + 1, stages.len());
    text.framed(title, Need::Must, SectionRows::Text(2, 8))
}

/// The numbers of nodes of the operands and of the result. `rule_nodes` is the number of the rule or decision alone.
fn change(before: Option<usize>, rule_nodes: usize, after: usize) -> String {
    let nodes = |number| counted(number, "node", "nodes");
    let Some(before) = before else { return nodes(after) };
    let [before, rule_nodes] = [before, rule_nodes].map(grouped);
    format!("{before} so far, {rule_nodes} alone, together {}", nodes(after))
}

/// The explanation of the board's picture of a rule, with its limits if `is_long` is true.
fn meaning(subject: &ConjunctCells, is_long: bool) -> String {
    match subject {
        ConjunctCells::Board { cell, .. } => {
            let below = if cell.row() > 0 && is_long {
                "; cells below come with their own rules"
            } else {
                ""
            };
            format!("a piece on {cell} leaves the dark cells empty{below}")
        }
        ConjunctCells::Cells(_) => "it is about the lit cells".to_owned(),
        ConjunctCells::Row(_) => "all rules of the lit cells, in their row and above".to_owned(),
        ConjunctCells::Decision(cell, Value::Placed) => format!("a piece stands on {cell}"),
        ConjunctCells::Decision(cell, Value::Excluded) => format!("no piece stands on {cell}"),
    }
}

/// The list of the numbers of nodes after each rule, or before each step; of the passes, the number of each step.
pub(crate) fn stages<'a>(context: &'a Context<'a>, view: &'a SeriesView) -> Framed<'a> {
    let (all, at) = (&view.series().stages, view.stage_index);
    // Whoever is asked for a number of a later stage must not read it here.
    let end = if context.model.app.awaits_number() { at + 1 } else { all.len() };
    let stages = &all[..end];
    let most = stages.iter().map(|stage| stage.nodes).max().unwrap_or(1);
    let wide = stages.iter().map(|stage| stage.name.len()).max().unwrap_or(0);
    let digits = grouped(most).len();
    let item = move |(index, stage): (usize, &DrawnStage)| {
        let style = if index == at { context.styles.cursor_label } else { context.styles.dim };
        if stage.labels.is_some() {
            return Span::styled(stage.name.clone(), style).into();
        }
        let nodes = grouped(stage.nodes);
        let text = Span::styled(format!("{:wide$} {nodes:>digits$}", stage.name), style);
        TextItem { bar: Some(stage.nodes as f64 / most as f64), ..text.into() }
    };
    let draw = move |surface: &mut Surface<'_>, inside: Rect| {
        let rows = usize::from(inside.height).min(stages.len());
        let first = at.saturating_sub(rows / 2).min(stages.len() - rows);
        let shown = stages.iter().enumerate().skip(first).take(rows);
        render_items(surface, inside, &shown.map(item).collect::<Vec<_>>(), context);
    };
    let (title, right) = match view.series().request {
        SeriesRequest::Growth => ("nodes after each", format!("at most {}", grouped(most))),
        SeriesRequest::Reduction(_) | SeriesRequest::Restriction(..) => {
            ("nodes before each", format!("at most {}", grouped(most)))
        }
        SeriesRequest::Passes(_) => ("the number of each", String::new()),
    };
    let list = Framed::drawing(context, title, 2..=(stages.len() as u16).max(3), draw);
    list.right_title(right)
}

/// The keys for the steps of a reduction or restriction.
pub(crate) fn next<'a>(context: &'a Context<'a>) -> Framed<'a> {
    let mut text = Text::new(context);
    text.offer(Action::NEXT_RULE, "the next one");
    text.offer(Action::PREVIOUS_RULE, "the one before");
    text.offer(Action::FIRST_RULE, "the first one");
    text.offer(Action::LAST_RULE, "the last one");
    text.offer(Action::CANCEL, "back to the board");
    text.framed("what next", Need::Spare, SectionRows::List(3))
}

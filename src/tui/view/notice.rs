use std::borrow::Cow;

use problem::GroupId;
use ratatui::style::Style;
use ratatui::text::Line;

use super::panel;
use super::print::{Surface, clear, print_lines};
use crate::model::{Hit, Model, StagedHint};
use crate::modes::Mode;
use crate::operations::brush::Brush;
use engine::Completion;
use files::printable;

/// Draws the notice of the last action, or else the text of the mode.
pub(super) fn render(surface: &mut Surface<'_>, model: &Model) {
    let width = usize::from(model.view.layout.notice.width);
    let (text, style) = text(model);
    let lines: Vec<Line<'static>> = if text.is_empty() {
        Vec::new()
    } else {
        let options = textwrap::Options::new(width.max(2));
        let options = options.initial_indent(" ").subsequent_indent(" ");
        let line = |line: Cow<'_, str>| Line::styled(line.into_owned(), style);
        textwrap::wrap(&text, options).into_iter().map(line).collect()
    };
    let area = model.view.layout.notice_of(lines.len() as u16).intersection(surface.buffer.area);
    if !lines.is_empty() {
        clear(surface.buffer, area, model);
    }
    if lines.len() > 1 {
        surface.hits.add(area, Hit::Notice);
    }
    let skipped = lines.len().saturating_sub(area.height.into());
    print_lines(surface.buffer, area, lines.into_iter().skip(skipped));
}

fn text(model: &Model) -> (String, Style) {
    // The text of the mode is shown in the panel, unless the panel has only one row.
    let has_panel = model.view.layout.panel.height > 1;
    let text = match (&model.mode, &model.app.notice) {
        (Mode::Browse(_) | Mode::Paint(_), None) if has_panel => String::new(),
        (Mode::Browse(solution @ Completion { rank: None, .. }), _) => {
            let evenness = panel::browse::evenness(solution);
            format!("a solution to look at, {evenness}: nothing of it is decided")
        }
        (Mode::Browse(_), _) => "a solution to look at: nothing of it is decided".to_owned(),
        (_, Some(notice)) => printable(&notice.in_words(model)),
        (Mode::Paint(painting), None) => match painting.brush {
            Brush::Region(letter) => {
                format!("painting {}", model.group_name(GroupId::Region(letter)))
            }
            Brush::Hole => "painting holes".to_owned(),
            Brush::Filling => "taking holes away".to_owned(),
            Brush::Weight(weight) => format!("painting weight {weight}"),
        },
        // Without a header, only this notice can show the last step.
        (Mode::Watch(watching), None) if model.view.layout.header.is_empty() => {
            panel::search::sentence(&watching.first)
        }
        (Mode::Series(view), None) if model.view.layout.panel.height <= 1 => {
            panel::series::sentence(view).to_owned()
        }
        (Mode::Prove(view), None) if !has_panel => {
            let names = |group| model.group_name(group);
            view.verdict.as_ref().map_or_else(String::new, |it| it.in_words(&view.claim, &names))
        }
        (Mode::Board, None) if !has_panel => {
            let names = |group| model.group_name(group);
            let sentence = |hint: &StagedHint| hint.sentence(model.app.session.rules(), &names);
            model.app.hint.as_ref().map(sentence).unwrap_or_default()
        }
        (
            Mode::Board
            | Mode::Watch(_)
            | Mode::Graph { .. }
            | Mode::Series(_)
            | Mode::Prove(_)
            | Mode::Ways { .. },
            None,
        ) => String::new(),
    };
    (text, model.look().strong())
}

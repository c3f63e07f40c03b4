//! The played puzzle: its progress, broken rules, and the result.

use ratatui::text::Span;

use super::context::{Context, counted};
use super::item::TextItem;
use super::regions::summary;
use super::section::{Paragraphs, SectionRows};
use crate::input::{Action, Setting};
use crate::model::{Game, Solved, minutes};
use crate::parts::Need;

/// Maximum number of broken rules that are listed.
const NAMED: usize = 2;

/// The part of the panel, if a puzzle is being played.
pub(super) fn section<'a>(context: &'a Context<'a>) -> Option<Paragraphs<'a>> {
    let game = context.model.playing()?;
    let items = match game.solved {
        Some(solved) if context.model.has_solved() => over(context, game, solved),
        _ => state(context, game),
    };
    Some(
        Paragraphs::new(context, game.wanted.name(), items, (Need::Must, SectionRows::All))
            .fact(context.dim(game.wanted.grade().to_string())),
    )
}

/// The texts about a solved puzzle.
fn over(context: &Context<'_>, game: &Game, solved: Solved) -> Vec<TextItem> {
    let good = |text: String| Span::styled(text, context.styles.good);
    let hints = match game.hints {
        0 => "without a hint".to_owned(),
        hints => format!("with {}", counted(hints as usize, "hint", "hints")),
    };
    let mut first = vec![good("solved".to_owned())];
    if context.model.settings.has(Setting::Clock) {
        first.extend([context.text(" in "), context.strong(minutes(solved.time))]);
    }
    first.push(context.text(format!(", {hints}")));
    let mut items = vec![TextItem::new(first)];
    let average = |score: &session::puzzle::Score| score.average().map(minutes);
    if game.is_given_up {
        items.push(context.dim("not alone, so this is no result").into());
    } else if let Some(score) = &solved.score
        && let Some(average) = average(score)
        && context.model.settings.has(Setting::Clock)
    {
        let is_best = game.hints == 0 && score.unaided > 1 && score.best == solved.time;
        items.push(TextItem::new(vec![
            if is_best { good("the best".to_owned()) } else { context.dim("best ") },
            context.text(if is_best { String::new() } else { minutes(score.best) }),
            context.dim(", average "),
            context.text(average),
            context.dim(format!(" of {}", score.unaided)),
        ]));
    }
    items.push(context.offer(Action::NextPuzzle, vec![context.text("the next puzzle")]));
    items
}

/// The texts about a puzzle that is not solved yet.
fn state(context: &Context<'_>, game: &Game) -> Vec<TextItem> {
    let model = context.model;
    let mut items = Vec::new();
    if model.counts_groups() {
        items.push(context.dim(summary(model.problem())).into());
    }
    let breaches = context.scene.room().breaches();
    for breach in breaches.iter().take(NAMED) {
        items.push(context.wrong(breach.in_words(&|group| model.group_name(group))).into());
    }
    if let Some(more) = breaches.len().checked_sub(NAMED).filter(|&more| more > 0) {
        items.push(context.wrong(format!("and {more} more")).into());
    }
    if game.hints > 0 {
        let hints = counted(game.hints as usize, "hint", "hints");
        items.push(context.dim(format!("{hints} so far")).into());
    }
    if items.is_empty() {
        items.push(context.dim(format!("seed {}", game.seed)).into());
    }
    items
}

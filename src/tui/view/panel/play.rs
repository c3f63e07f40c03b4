//! The played puzzle: its progress, broken rules, and the result.

use ratatui::text::Span;

use super::context::{Context, counted};
use super::item::TextItem;
use super::regions::summary;
use super::section::{Paragraphs, SectionRows};
use crate::parts::PartPriority;
use app::{Action, Game, GameResult, Mistakes, Setting, clock_text};
use session::puzzle::{PuzzleSolutions, RecordedScore};

/// Maximum number of broken rules that are listed.
const MAX_NAMED_BREACHES: usize = 2;

/// The part of the panel, if a puzzle is being played.
pub(crate) fn section<'a>(context: &'a Context<'a>) -> Option<Paragraphs<'a>> {
    let game = context.model.app.playing()?;
    let items = match game.solved {
        Some(solved) if context.model.app.has_solved() => solved_items(context, game, solved),
        _ if context.model.app.is_paused() => paused(context, game),
        _ => state(context, game),
    };
    let fact = match (game.grade_in_words(), game.assessment.is_complete) {
        (Some(grade), _) => grade,
        (None, true) => String::new(),
        (None, false) => format!("grade {}", context.styles.ellipsis()),
    };
    // The pictures of a contradiction change the board, not the puzzle.
    let is_what_if = context.model.app.hint.as_ref().is_some_and(|hint| hint.picture.is_some());
    let fact = if is_what_if { "without the what if".to_owned() } else { fact };
    let rows = (PartPriority::Must, SectionRows::All);
    Some(Paragraphs::new(context, title(game), items, rows).right_title(context.dim(fact)))
}

/// The name of the puzzle, with the date of a puzzle of a day.
fn title(game: &Game) -> String {
    let date = game.origin.date().map(|date| format!(", {date}"));
    game.origin.name() + &date.unwrap_or_default()
}

/// The texts about a paused puzzle.
fn paused(context: &Context<'_>, game: &Game) -> Vec<TextItem> {
    let mut first = vec![context.strong("paused")];
    if context.model.app.settings.has(Setting::Clock) {
        first.push(context.text(format!(" at {}", clock_text(game.clock.elapsed()))));
    }
    vec![TextItem::new(first), context.offer(Action::PAUSE, vec![context.text("go on")])]
}

/// The texts about a solved puzzle.
fn solved_items(context: &Context<'_>, game: &Game, solved: GameResult) -> Vec<TextItem> {
    let good = |text: String| Span::styled(text, context.styles.good);
    let has_clock = context.model.app.settings.has(Setting::Clock);
    let (mut first, before_time) = if game.is_given_up {
        (vec![context.text("given up")], " after ")
    } else {
        (vec![good("solved".to_owned())], " in ")
    };
    if has_clock {
        first.extend([context.text(before_time), context.strong(clock_text(solved.time))]);
    }
    first.extend(game.grade().map(|grade| context.text(format!(", {grade}"))));
    let number = |number: u32, one: &str, several: &str| match number {
        0 => format!("no {one}"),
        number => counted(number as usize, one, several),
    };
    let mut helped = number(game.hints, "hint", "hints");
    if context.model.app.settings.mistakes != Mistakes::Off || game.mistakes > 0 {
        helped = format!("{helped}, {}", number(game.mistakes, "mistake", "mistakes"));
    }
    let mut items = vec![TextItem::new(first)];
    if let Some(difficulty) = game.difficulty() {
        items.push(context.dim(format!("difficulty {difficulty}")).into());
    }
    items.push(context.dim(helped).into());
    if game.is_given_up {
        items.push(context.dim("this is no result").into());
    } else if let Some(RecordedScore { score, is_repeated }) = solved.score.filter(|_| has_clock)
        && let Some(average) = score.average()
    {
        if is_repeated {
            items.push(context.dim("only the first time counts").into());
        }
        let is_unaided = game.hints == 0 && game.mistakes == 0 && !is_repeated;
        items.push(TextItem::new(match () {
            () if is_unaided && score.unaided == 1 => {
                vec![good("your first of this kind".to_owned())]
            }
            () => {
                let is_best = is_unaided && score.best == solved.time;
                let best =
                    if is_best { good("your best".to_owned()) } else { context.dim("best ") };
                let time = if is_best { String::new() } else { clock_text(score.best) };
                let average = format!(", average {} of {}", clock_text(average), score.unaided);
                vec![best, context.text(time), context.dim(average)]
            }
        }));
    }
    items.push(context.offer(Action::NEXT_PUZZLE, vec![context.text("the next puzzle")]));
    items
}

/// The texts about a puzzle that is not solved yet: its rules, then its state.
fn state(context: &Context<'_>, game: &Game) -> Vec<TextItem> {
    let model = context.model;
    let rules = model.problem().rules().in_two_lines();
    let mut items: Vec<TextItem> = rules.map(|line| context.text(line).into()).to_vec();
    match game.assessment.solutions {
        Some(PuzzleSolutions::None) => items.push(context.wrong("there is no solution").into()),
        Some(PuzzleSolutions::Several) => {
            items.push(context.wrong("there are several solutions").into());
        }
        Some(PuzzleSolutions::One(_)) | None => {}
    }
    if model.shows_group_counters() {
        items.push(context.dim(summary(model.problem())).into());
    }
    let breaches = context.scene.room.breaches();
    for breach in breaches.iter().take(MAX_NAMED_BREACHES) {
        items.push(context.wrong(breach.in_words(&|group| model.group_name(group))).into());
    }
    if let Some(more) = breaches.len().checked_sub(MAX_NAMED_BREACHES).filter(|&more| more > 0) {
        items.push(context.wrong(format!("and {more} more")).into());
    }
    let told = [(game.hints, "hint", "hints"), (game.mistakes, "mistake", "mistakes")];
    let told = told.into_iter().filter(|(number, ..)| *number > 0);
    let told: Vec<String> =
        told.map(|(number, one, several)| counted(number as usize, one, several)).collect();
    if !told.is_empty() {
        items.push(context.dim(format!("{} so far", told.join(", "))).into());
    }
    items
}

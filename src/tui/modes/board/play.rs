//! The played puzzle: its progress, broken rules, and the result.

use itertools::Itertools;

use crate::input::{Action, Mistakes, Setting};
use crate::model::room::piece_count;
use crate::model::{Game, GameResult, Model, clock_text};
use crate::panel::{Context, Framed, SectionRows, TextItem};
use crate::parts::{NO_BREAK_SPACE, Need, counted};
use session::puzzle::{PuzzleSolutions, RecordedScore};

/// Maximum number of broken rules that are listed.
const MAX_NAMED_BREACHES: usize = 2;

/// The section of the panel, if a puzzle is being played.
pub(crate) fn section<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let model = context.model;
    let game = model.playing()?;
    let items = match game.solved {
        Some(solved) if model.has_solved() => solved_items(context, game, solved),
        _ if model.is_paused() => paused(context, game),
        _ => state(context, game),
    };
    // The pictures of a contradiction change the board, not the puzzle.
    let is_what_if = model.app.hint.as_ref().is_some_and(|hint| hint.picture.is_some());
    let fact = match (game.grade_in_words(), game.assessment.is_complete) {
        _ if is_what_if => "without the what if".to_owned(),
        (Some(grade), _) => grade,
        (None, true) => String::new(),
        (None, false) => format!("grade {}", context.styles.ellipsis()),
    };
    // The name of a puzzle of a day has the date.
    let date = game.origin.date().map(|date| format!(", {date}"));
    let title = game.origin.name() + &date.unwrap_or_default();
    let rows = (Need::Must, SectionRows::All);
    Some(Framed::text(context, title, items, rows).right_title(fact))
}

/// The texts about a paused puzzle.
fn paused(context: &Context<'_>, game: &Game) -> Vec<TextItem> {
    let has_clock = context.model.app.settings.has(Setting::Clock);
    let time = || context.text(format!(" at {}", clock_text(game.clock.elapsed())));
    let paused = TextItem::from(context.strong("paused")).and(has_clock.then(time));
    [paused].into_iter().chain(context.offers([(Action::PAUSE, "go on")])).collect()
}

/// The texts about a solved puzzle.
fn solved_items(context: &Context<'_>, game: &Game, solved: GameResult) -> Vec<TextItem> {
    let settings = &context.model.app.settings;
    let has_clock = settings.has(Setting::Clock);
    let (first, before_time) = if game.is_given_up {
        (context.text("given up"), " after ")
    } else {
        (context.good("solved"), " in ")
    };
    let time =
        has_clock.then(|| [context.text(before_time), context.strong(clock_text(solved.time))]);
    let grade = game.grade().map(|grade| context.text(format!(", {grade}")));
    let mut items = vec![TextItem::from(first).and(time.into_iter().flatten()).and(grade)];
    let difficulty = game.difficulty().map(|it| context.dim(format!("difficulty {it}")).into());
    items.extend(difficulty);
    let mut help = vec![(game.hints, "hint", "hints")];
    if settings.mistakes != Mistakes::Off || game.mistakes > 0 {
        help.push((game.mistakes, "mistake", "mistakes"));
    }
    let help = help.into_iter().map(|(number, one, several)| match number {
        0 => format!("no {one}"),
        number => counted(number, one, several),
    });
    items.push(context.dim(help.collect_vec().join(", ")).into());
    if game.is_given_up {
        items.push(context.dim("this is no result").into());
    } else if let Some(RecordedScore { score, is_repeated }) = solved.score.filter(|_| has_clock)
        && let Some(average) = score.average()
    {
        if is_repeated {
            items.push(context.dim("only the first time counts").into());
        }
        let is_unaided = game.hints == 0 && game.mistakes == 0 && !is_repeated;
        let average = format!(", average {} of {}", clock_text(average), score.unaided);
        items.push(if is_unaided && score.unaided == 1 {
            context.good("your first of this kind").into()
        } else if is_unaided && score.best == solved.time {
            TextItem::new([context.good("your best"), context.dim(average)])
        } else {
            let best = context.text(clock_text(score.best));
            TextItem::new([context.dim("best "), best, context.dim(average)])
        });
    }
    items.extend(context.offers([(Action::NEXT_PUZZLE, "the next puzzle")]));
    items
}

/// The texts about a puzzle that is not solved yet: its rules, then its state.
fn state(context: &Context<'_>, game: &Game) -> Vec<TextItem> {
    let model = context.model;
    let rules = model.problem().rules().in_two_lines();
    let mut items: Vec<TextItem> = rules.map(|line| context.text(line).into()).to_vec();
    let flaw = match game.assessment.solutions {
        Some(PuzzleSolutions::None) => Some("there is no solution"),
        Some(PuzzleSolutions::Several) => Some("there are several solutions"),
        Some(PuzzleSolutions::One(_)) | None => None,
    };
    items.extend(flaw.map(|flaw| context.wrong(flaw).into()));
    if model.shows_group_counters() {
        items.push(context.dim(summary(model)).into());
    }
    let breaches = context.scene.room().breaches().iter();
    let mut breaches = breaches.map(|breach| breach.in_words(&|group| model.group_name(group)));
    items.extend(breaches.by_ref().take(MAX_NAMED_BREACHES).map(|it| context.wrong(it).into()));
    if let more @ 1.. = breaches.len() {
        items.push(context.wrong(format!("and {more} more")).into());
    }
    let told = [(game.hints, "hint", "hints"), (game.mistakes, "mistake", "mistakes")];
    let told = told.into_iter().filter(|(number, ..)| *number > 0);
    let told = told.map(|(number, one, several)| counted(number, one, several)).collect_vec();
    if !told.is_empty() {
        items.push(context.dim(format!("{} so far", told.join(", "))).into());
    }
    items
}

/// The number of satisfied groups of each kind, as in `rows 4  regions 5  of 10`. If all groups need several pieces, the
/// number of pieces, as in `pieces 7 of 20`.
pub(crate) fn summary(model: &Model) -> String {
    let rules = model.problem().rules();
    let mut kinds = Vec::new();
    let mut needed = Vec::new();
    for &requirement in rules.requirements() {
        let Some(word) = requirement.family.properties().counter_word else { continue };
        let groups = rules.groups_of(requirement);
        let pieces = groups.iter().map(|group| piece_count(model, group)).collect_vec();
        let done = pieces.iter().filter(|&&pieces| requirement.bounds.contains(pieces)).count();
        kinds.push((word, done, groups.len()));
        let placed: u32 = pieces.iter().sum();
        needed.push((requirement.bounds.lower, groups.len() as u32, placed));
    }
    // Where groups need several pieces, full groups come late, so pieces are counted.
    if let Some(&(number, groups, placed)) = needed.first()
        && number > 1
        && needed.iter().all_equal()
    {
        return format!("pieces {placed} of{NO_BREAK_SPACE}{}", number * groups);
    }
    match kinds.iter().map(|&(.., groups)| groups).all_equal_value() {
        Ok(all) => {
            let kinds = kinds.iter().map(|(word, done, _)| format!("{word} {done}")).join("  ");
            format!("{kinds}  of{NO_BREAK_SPACE}{all}")
        }
        Err(_) => {
            kinds.iter().map(|(word, done, all)| format!("{word} {done} of {all}")).join("  ")
        }
    }
}

//! The played puzzle: its progress, broken rules, and the result.

use itertools::Itertools;
use ratatui::text::Line;

use crate::model::Model;
use crate::model::room::piece_count;
use crate::panel::{Context, Framed, SectionRows, Text, TextItem};
use crate::widgets::{NO_BREAK_SPACE, Need, counted, frame};
use app::{Action, Forfeit, Game, GameResult, Mistakes, Setting, clock_text};
use session::GroupNames;
use session::puzzle::{PuzzleSolutions, RecordedScore};
use session::steps::{NAMED, piece_word};

/// Maximum number of broken rules that are listed.
const MAX_NAMED_BREACHES: usize = 2;

/// Number of rows in a high panel for the broken rules and the hints so far.
const ROWS_OF_CHANGES: u16 = 3;

/// Minimum height of a high panel, in rows.
const MIN_HIGH_PANEL: u16 = 30;

/// Height of the panel in a window of 24 rows.
const USUAL_PANEL: u16 = 21;

/// The section of the panel, if a puzzle is being played.
pub(crate) fn section<'a>(context: &'a Context<'a>) -> Option<Framed<'a>> {
    let model = context.model;
    let game = model.app.playing()?;
    let mut text = Text::new(context);
    let mut rows = SectionRows::All;
    match game.solved {
        Some(solved) if model.app.has_solved() => describe_result(&mut text, game, solved),
        _ if model.app.is_paused() => {
            let has_clock = model.app.settings.has(Setting::Clock);
            let time = has_clock.then(|| format!(" at {}", clock_text(game.clock.elapsed())));
            text.say(format!("*paused*{}", time.unwrap_or_default()));
            text.offer(Action::PAUSE, "go on");
        }
        _ => {
            let settled = describe_state(&mut text, game);
            if model.app.is_in_play() {
                let changing = if is_high(model) { ROWS_OF_CHANGES } else { 1 };
                rows = SectionRows::Fixed(settled + changing, settled + changing);
            }
        }
    }
    // The pictures of a contradiction change the board, not the puzzle.
    let is_what_if = model.app.hint.as_ref().is_some_and(|hint| hint.picture.is_some());
    let fact = match (game.grade(), game.assessment.is_complete) {
        _ if is_what_if => "without the what if".to_owned(),
        (Some(grade), _) => grade.to_string(),
        (None, true) => String::new(),
        (None, false) => format!("grade {}", context.styles.ellipsis()),
    };
    // The name of a puzzle of a day has the date. Parts of the name make room for the grade.
    let date = game.origin.date().map_or_else(String::new, |date| format!(", {date}"));
    let name = game.origin.name();
    let short = name.split(',').next().unwrap_or_default();
    let kind = short.trim_start_matches("coloured ");
    let titles = [&*name, short, kind].map(|name| format!("{name}{date}"));
    let panel = model.view.layout.panel.width;
    let fits = |title: &String| frame::has_room(panel, title, &Line::raw(&fact));
    let title = titles.into_iter().find(fits).unwrap_or_else(|| short.to_owned());
    Some(text.framed(title, Need::Must, rows).right_title(fact))
}

/// Adds the texts about a solved puzzle.
fn describe_result(text: &mut Text<'_>, game: &Game, solved: GameResult) {
    let (context, settings) = (text.context, &text.context.model.app.settings);
    let has_clock = settings.has(Setting::Clock);
    let (first, before_time) = if game.is_given_up() {
        (context.text("given up"), "after")
    } else {
        (context.good("solved"), "in")
    };
    let is_found = game.forfeit == Forfeit::Found;
    let time =
        (has_clock && !is_found).then(|| format!(" {before_time} *{}*", clock_text(solved.time)));
    text.push(TextItem::from(first).and(context.item(time.unwrap_or_default()).line));
    text.extend(grade(context.model, game).map(|it| context.note(it)));
    if is_found {
        text.note("the board was complete when it was opened");
        describe_steps(text, game);
        text.offer(Action::RESET, "begins again");
        return text.offer(Action::NEXT_PUZZLE, "the next puzzle");
    }
    let mut help = vec![(game.hints, "hint", "hints")];
    if settings.mistakes != Mistakes::Off || game.mistakes > 0 {
        help.push((game.mistakes, "mistake", "mistakes"));
    }
    let help = help.into_iter().map(|(number, one, several)| match number {
        0 => format!("no {one}"),
        number => counted(number, one, several),
    });
    text.note(help.collect_vec().join(", "));
    if game.is_given_up() {
        text.note("this is no result");
    } else if let Some(RecordedScore { score, is_repeated, .. }) =
        solved.score.filter(|_| has_clock)
        && let Some(average) = score.average()
    {
        if is_repeated {
            text.note("only the first time counts");
        }
        let is_unaided = game.hints == 0 && game.mistakes == 0 && !is_repeated;
        let average = format!(", average {} of {}", clock_text(average), score.unaided);
        if is_unaided && score.unaided == 1 {
            text.push(context.good("your first of this kind without help"));
        } else if is_unaided && score.best == solved.time {
            text.push(TextItem::new([context.good("your best"), context.dim(average)]));
        } else {
            let best = context.text(clock_text(score.best));
            text.push(TextItem::new([context.dim("best "), best, context.dim(average)]));
        }
    }
    if let Some(days @ 2..) = solved.score.map(|score| score.days_in_a_row) {
        text.push(context.good(format!("{} in a row", counted(days, "day", "days"))));
    }
    describe_steps(text, game);
    text.offer(Action::NEXT_PUZZLE, "the next puzzle");
}

/// Adds the techniques of a solved puzzle's steps, and where the results are.
fn describe_steps(text: &mut Text<'_>, game: &Game) {
    let context = text.context;
    let techniques = &game.assessment.techniques;
    if !techniques.is_empty() {
        let steps: usize = techniques.iter().map(|(_, number)| number).sum();
        let steps = counted(steps, "step", "steps");
        let each = techniques.iter().map(|(technique, number)| format!("{number} {technique}"));
        text.note(format!("{steps}, hardest first: {}", each.format(", ")));
        text.push(context.command("help techniques", context.dim("how it counts")));
    }
    if let Some(step) = game.assessment.hardest_step.as_ref().filter(|_| is_high(context.model)) {
        let names: GroupNames<'_> = &|group| context.model.group_name(group);
        let step = step.in_words(context.session.rules(), NAMED, names);
        let step = format!("the hardest step: {step}");
        text.push(TextItem::new(context.with_region_chips(&step)));
    }
    let label = game.origin.date().map_or("your best times", |_| "days in a row, times");
    text.push(context.command("results", context.dim(label)));
}

/// Adds the texts about a puzzle that is not solved yet: its rules, then its state. Returns the number of items before
/// those that come and go.
fn describe_state(text: &mut Text<'_>, game: &Game) -> u16 {
    let (context, model) = (text.context, text.context.model);
    text.extend(model.problem().rules().in_two_lines().map(|line| context.text(line)));
    text.extend(match game.assessment.solutions {
        Some(PuzzleSolutions::None) => Some(context.wrong("there is no solution")),
        Some(PuzzleSolutions::Several) => Some(context.wrong("there are several solutions")),
        Some(PuzzleSolutions::One(_)) | None => None,
    });
    if model.shows_group_counters() {
        text.note(summary(model));
    }
    let mut grade = grade(model, game);
    if is_high(model) {
        // The line keeps its place until the puzzle is graded.
        let grading = || (!game.assessment.is_complete).then(|| "grading".to_owned());
        text.extend(grade.take().or_else(grading).map(|it| context.note(it)));
    }
    let settled = text.items.len() as u16;
    let breaches = context.scene.room.breaches().iter();
    let is_broken = breaches.len() > 0;
    let piece = piece_word(model.problem().rules());
    let mut breaches =
        breaches.map(|breach| breach.in_words(piece, &|group| model.group_name(group)));
    text.extend(breaches.by_ref().take(MAX_NAMED_BREACHES).map(|it| context.wrong(it)));
    if let more @ 1.. = breaches.len() {
        text.push(context.wrong(format!("and {more} more")));
    }
    let counts = [(game.hints, "hint", "hints"), (game.mistakes, "mistake", "mistakes")];
    let counts = counts.into_iter().filter(|(number, ..)| *number > 0);
    let counts = counts.map(|(number, one, several)| counted(number, one, several)).collect_vec();
    // In a low panel, breaches and counts take the row of the grade, whose word is in the title.
    let grade = grade.filter(|_| counts.is_empty() && !is_broken);
    let last = grade.into_iter().chain(counts).join(", ");
    if !last.is_empty() {
        text.note(last);
    }
    settled
}

/// The grade and the difficulty in words, after the word `difficulty` if a row has room for it; `None` if they are unknown.
fn grade(model: &Model, game: &Game) -> Option<String> {
    let known = game.grade_in_words(model.problem().rules())?;
    let named = format!("difficulty {known}");
    let room = usize::from(model.view.layout.panel.width).saturating_sub(FRAME);
    Some(if named.len() <= room { named } else { known })
}

/// Number of columns that a frame and the blanks inside of it take.
const FRAME: usize = 4;

/// Number of rows in play for the cell under the cursor, and minimum number for a hint in its place. Most hints fit into them,
/// so that the frames below stand still.
pub(crate) fn rows_of_cell(model: &Model) -> u16 {
    if model.view.layout.panel.height < USUAL_PANEL { 4 } else { 6 }
}

/// True if the panel has room for frames in play that are higher than they need to be.
pub(crate) fn is_high(model: &Model) -> bool {
    model.view.layout.panel.height >= MIN_HIGH_PANEL
}

/// The number of pieces, as in `7 of 20 stars placed`, if all kinds of groups need the same number; otherwise the number of
/// satisfied groups of each kind, as in `rows 4 regions 5 of 10`.
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
    if let Some(&(number, groups, placed)) = needed.first()
        && number > 0
        && needed.iter().all_equal()
    {
        let all = number * groups;
        return format!("{placed} of{NO_BREAK_SPACE}{all} {}s placed", piece_word(rules));
    }
    match kinds.iter().map(|&(.., groups)| groups).all_equal_value() {
        Ok(all) => {
            let kinds = kinds.iter().map(|(word, done, _)| format!("{word} {done}")).join(" ");
            format!("{kinds} of{NO_BREAK_SPACE}{all}")
        }
        Err(_) => {
            kinds.iter().map(|(word, done, all)| format!("{word} {done} of {all}")).join("  ")
        }
    }
}
